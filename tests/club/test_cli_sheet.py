"""What ``toptable arbitrate`` prints and reports: tops of the players, slips to decide, slips that do not count, why a game ended.

Each evening has its own list of words; the points are worked out by hand beside it.
"""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from appliance.cli import main
from appliance.library import Library

# D2 O1 R2 S2 and A1 N1 D2 E1 R2, both from H5 over the star: 7 × 2 = 14. ANDERS is 9 × 2 = 18; from H7 its S, from H8 its R lies on the
# double letter H12, (9 + 2) × 2 = 22, and from H4 its A on H4, (9 + 1) × 2 = 20.
# Of three words none but one can follow DORS, so nothing is said of plays that close the game.
TIES = """rules dutch
lexicon words.txt
set top.closing_percent 0
seat 1 Anneke
seat 2 Bram
draw AEDNRSO
slip 1 H5 ANDER 14
slip 2 H5 DORS 14
close
"""
TIE_WORDS = ("ANDER", "DORS", "ANDERS")


class Sheets:
    """Runs the command on an evening with a list of its own."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys

    def run(self, script: str, words: tuple[str, ...], *more: str) -> tuple[int, str, str]:
        (self.folder / "words.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
        file = self.folder / "some.evening"
        file.write_text(script, encoding="utf-8")
        status = main(["arbitrate", str(file), "--data", str(self.folder / "data"), *more])
        out, err = self.capsys.readouterr()
        return status, out, err

    def report(self, script: str, words: tuple[str, ...], *more: str) -> dict[str, Any]:
        status, out, err = self.run(script, words, "--json", *more)
        assert (status, err) == (0, "")
        found: dict[str, Any] = json.loads(out)
        return found

    def sheet(self, script: str, words: tuple[str, ...], *more: str) -> str:
        status, out, err = self.run(script, words, *more)
        assert (status, err) == (0, "")
        return out


@pytest.fixture
def sheets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Sheets:
    return Sheets(tmp_path, capsys)


# --- the top of the players -------------------------------------------------------------------------------------------------


def test_equal_tops_are_the_players_and_the_computers_stands_beside(sheets: Sheets) -> None:
    (round_,) = sheets.report(TIES, TIE_WORDS)["rounds"]
    assert round_["top"] == 14
    assert [(each["ref"], each["word"], each["points"]) for each in round_["tops"]] == [("H5", "ANDER", 14), ("H5", "DORS", 14)]
    # fewest tiles: four against five, and so it says
    assert (round_["retained"]["word"], round_["retained"]["reason"]) == ("DORS", "fewest_tiles")
    assert round_["possible"]["points"] == 22
    assert [(each["ref"], each["word"]) for each in round_["possible"]["plays"]] == [("H7", "ANDERS"), ("H8", "ANDERS")]


def test_the_sheet_tells_them_apart(sheets: Sheets) -> None:
    sheet = sheets.sheet(TIES, TIE_WORDS)
    assert "H5 DORS 14 (fewest tiles)" in sheet
    assert "= H5 ANDER  14" in sheet
    assert "best possible: 22  H7 ANDERS" in sheet
    # where the players found the best there is nothing beside it
    assert "best possible" not in sheets.sheet(TIES.replace("slip 2 H5 DORS 14", "slip 2 H7 ANDERS 22"), TIE_WORDS)


def test_a_play_that_the_referee_retained_stands_alone(sheets: Sheets) -> None:
    # D, O, R and S on plain squares and the star: 2 × (2 + 1 + 1 + 1) with the French points
    french = TIES.replace("rules dutch", "rules french").replace("close", "retain H5 DORS\nclose")
    (round_,) = sheets.report(french.replace("slip 1 H5 ANDER 14\n", ""), TIE_WORDS)["rounds"]
    assert (round_["top"], [each["word"] for each in round_["tops"]]) == (10, ["DORS"])
    # but not below what a table placed: A, N, D, E and R count 6, a first slip at its best place A on the double letter H4 too: 2 × 7
    (round_,) = sheets.report(french, TIE_WORDS)["rounds"]
    assert (round_["top"], [each["word"] for each in round_["tops"]]) == (14, ["ANDER"])


def test_what_the_referee_retained_is_no_top_of_the_players(sheets: Sheets) -> None:
    (round_,) = sheets.report(TIES.replace("close", "retain H7 ANDERS\nclose"), TIE_WORDS)["rounds"]
    assert round_["retained"]["word"] == "ANDERS"
    assert (round_["top"], [each["word"] for each in round_["tops"]]) == (14, ["ANDER", "DORS"])


# --- slips to decide ----------------------------------------------------------------------------------------------------------

# TABLE lies on H4 to H8. 8F LIEN takes its E from H8 and lays L, I and N on plain squares: four letters of one point, 4.
UNDECIDED = """rules french
lexicon words.txt
set solo.points 0
board
...............
...............
...............
...............
...............
...............
...............
...TABLE.......
...............
...............
...............
...............
...............
...............
...............
seat 1 Anne
seat 2 Bea
draw LINOPSU
slip 1 F8 LIEN 99
slip 2 8F LIEN 4
close
"""
LIEN = ("LIEN", "TABLE")


def test_a_proposal_is_no_result(sheets: Sheets) -> None:
    report = sheets.report(UNDECIDED, LIEN)
    first, second = report["rounds"][0]["slips"]
    assert (first["outcome"], first["points"], first["undecided"]) == ("undecided", 4, True)
    assert "undecided" not in second
    by_seat = {row["seat"]: row for row in report["standings"]}
    assert (by_seat[1]["total"], by_seat[1]["tops_found"], by_seat[1]["undecided"], by_seat[1]["zeros"]) == (0, 0, 1, {})
    assert (by_seat[2]["total"], by_seat[2]["tops_found"], by_seat[2]["undecided"]) == (4, 1, 0)
    assert [row["rank"] for row in report["standings"]] == [1, 2]
    sheet = sheets.sheet(UNDECIDED, LIEN)
    assert "(4) to decide" in sheet
    assert "? 1 to decide" in sheet


def test_once_decided_it_counts_with_its_other_faults(sheets: Sheets) -> None:
    report = sheets.report(UNDECIDED + "correct 1 1 4 seen\n", LIEN)
    row = next(row for row in report["standings"] if row["seat"] == 1)
    assert (row["total"], row["tops_found"], row["undecided"], row["warnings"]) == (4, 1, 0, 1)
    refused = sheets.report(UNDECIDED + "correct 1 1 0 seen\n", LIEN)
    row = next(row for row in refused["standings"] if row["seat"] == 1)
    assert (row["total"], row["undecided"], row["warnings"]) == (0, 0, 0)


def test_points_set_right_keep_the_warning_and_so_the_fourth_stays_the_fourth(sheets: Sheets) -> None:
    # EN covers the star: (1 + 1) × 2 = 4; ENS over it lays the S on plain H9: 3. Both slips have wrong points, and one warning is free.
    script = """rules french
lexicon words.txt
set slip.free_warnings 1
set solo.points 0
seat 1 Anne
draw ENIORST
slip 1 H7 EN 5
retain H7 EN
close
draw IORST+AL
slip 1 H7 ENS 4
close
correct 1 1 3 another count
"""
    (row,) = sheets.report(script, ("EN", "ENS"))["standings"]
    assert (row["warnings"], row["penalties"]) == (2, 5)


# --- slips that do not count -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slips", "counted", "others"),
    [
        (["late 1 H5 ANDER 14", "late 1 H5 DORS 14"], None, [("H5 DORS 14", "late")]),
        (["slip 1 H5 ANDER 14", "late 1 H5 DORS 14"], "H5 ANDER 14", [("H5 DORS 14", "late")]),
        (["late 1 H5 DORS 14", "slip 1 H5 ANDER 14"], "H5 ANDER 14", [("H5 DORS 14", "late")]),
        (["slip 1 H5 DORS 14", "slip 1 H5 ANDER 14"], None, [("H5 DORS 14", "superseded")]),
    ],
)
def test_a_second_slip_leaves_its_trace(sheets: Sheets, slips: list[str], counted: str | None, others: list[tuple[str, str]]) -> None:
    script = TIES.replace("slip 1 H5 ANDER 14", "\n".join(slips))
    script = script.replace("seat 1 Anneke", "set slip.late until_reveal\nseat 1 Anneke")
    first = sheets.report(script, TIE_WORDS)["rounds"][0]["slips"][0]
    assert [(each["text"], each["counts"]) for each in first["others"]] == others
    if counted is None:  # two pieces of paper of one kind: no choice was made
        assert (first["points"], first["faults"][0]["fault"]) == (0, "several_slips")
    else:
        assert (first["text"], first["points"]) == (counted, 14)
    said = {"late": "late, not counted", "superseded": "replaced by a later slip"}
    assert all(f"({text}: {said[how]})" in sheets.sheet(script, TIE_WORDS) for text, how in others)


# --- the end -----------------------------------------------------------------------------------------------------------------------

def test_the_report_says_why_the_game_is_over(sheets: Sheets) -> None:
    script = TIES.replace("seat 1", "set draw.maximum_rounds 1\nseat 1", 1)
    assert sheets.report(script, TIE_WORDS)["over"] == "maximum_rounds"
    assert "End of the game: last round played" in sheets.sheet(script, TIE_WORDS)
    assert sheets.report(TIES, TIE_WORDS)["over"] is None
    assert sheets.report(TIES + "end\n", TIE_WORDS)["over"] == "referee"
    # the book's reason goes before the referee's word
    assert sheets.report(script + "end\n", TIE_WORDS)["over"] == "maximum_rounds"


# --- settings and rule sets --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", ['["tops_found"]', '[ "last_rounds", "solos" ]', "[]"])
def test_a_list_is_written_as_in_a_rule_file(sheets: Sheets, value: str) -> None:
    script = TIES.replace("seat 1", f"set ranking.tie_breaks {value}\nseat 1", 1)
    assert sheets.report(script, TIE_WORDS)["rules"] == "dutch"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("ranking.tie_breaks", "tops_found"),
        ("draw.minima", "2"),
        ("clock.signals", "[30, 0]"),
        ("top.ties", '["longest"]'),
        ("top.ties", "["),
    ],
)
def test_a_list_written_otherwise_is_refused_with_key_and_form(sheets: Sheets, key: str, value: str) -> None:
    status, out, err = sheets.run(TIES.replace("seat 1", f"set {key} {value}\nseat 1", 1), TIE_WORDS)
    assert (status, out) == (2, "")
    assert key in err
    assert "written as [" in err


def own(folder: Path, name: str, *changes: tuple[str, str]) -> Path:
    """A club's file in the data folder: the Dutch one with some lines changed."""
    text = (resources.files("engine") / "rulesets" / "dutch.toml").read_text(encoding="utf-8").replace('name = "dutch"', f'name = "{name}"')
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    (folder / "data" / "rulesets").mkdir(parents=True, exist_ok=True)
    path = folder / "data" / "rulesets" / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_clubs_own_rules_are_found_by_name(sheets: Sheets, tmp_path: Path) -> None:
    own(tmp_path, "kamerik", ('title = "Duplicate (SBNL)"', 'title = "Club Kamerik"'), ("7 = 50", "7 = 40"))
    for script, more in ((TIES.replace("rules dutch", "rules kamerik"), ()), (TIES, ("--rules", "kamerik"))):
        assert sheets.report(script, TIE_WORDS, *more)["rules"] == "kamerik"
    assert "Club Kamerik" in sheets.sheet(TIES, TIE_WORDS, "--rules", "kamerik")
    listed = {row.name: row for row in Library(tmp_path / "data").rulesets()}
    assert (listed["kamerik"].title, listed["kamerik"].fault) == ("Club Kamerik", "")
    assert "french" in listed


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ([("refill = \"fresh\"\n", "")], "draw.refill"),
        ([("late = \"zero\"\nunreadable", "unreadable")], "slip.sanctions.late"),
        ([("remaining_s = 30", "remaining_s = 300")], "clock.signals"),
        ([("rack = 7", "rack = 9")], "draw.rack"),
        ([("[draw]", "[draw")], "no TOML"),
        ([('name = "broken"', 'name = "dutch"')], "name: expected 'broken'"),
    ],
)
def test_a_wrong_file_is_named_with_its_fault_and_stops_no_other(
    sheets: Sheets, tmp_path: Path, changes: list[tuple[str, str]], told: str
) -> None:
    own(tmp_path, "broken", *changes)
    own(tmp_path, "whole")
    status, out, err = sheets.run(TIES, TIE_WORDS, "--rules", "broken")
    assert (status, out) == (2, "")
    assert "broken.toml" in err
    assert told in err
    listed = {row.name: row for row in Library(tmp_path / "data").rulesets()}
    assert told in listed["broken"].fault
    assert listed["whole"].fault == ""
    assert sheets.report(TIES, TIE_WORDS, "--rules", "whole")["rules"] == "whole"

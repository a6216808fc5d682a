"""Evening files that carry their own sheet: after ``#=`` stands what a referee writes down by hand, and it must come out so.

Behind a slip: outcome, points, ``-5`` for what it costs, each fault with its sanction. Behind ``close``: the top and the seat of the solo.
Lines of their own: ``#= seat 3: rank 2, total 412, …`` at the end. Points are also counted a second time, by :class:`SecondCount`,
which knows nothing of the engine.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from appliance.catalogue import catalogue
from appliance.cli_arbitrate import sheet as printed_sheet
from appliance.library import Library
from engine.draw import game_over
from engine.evening import Evening, parse_evening, play_evening
from engine.report import evening_report

FOLDER = Path(__file__).parent
EVENINGS = sorted(path.name for path in FOLDER.glob("*.evening") if "#=" in path.read_text(encoding="utf-8"))
SLIPS = ("slip", "late", "blank", "absent")


Play = Callable[[str], Evening]


@pytest.fixture(scope="module")
def play(tmp_path_factory: pytest.TempPathFactory) -> Play:
    """Plays an evening file, each once; the lexicons are compiled once."""
    library = Library(tmp_path_factory.mktemp("data"), FOLDER)

    @cache
    def played(name: str) -> Evening:
        return play_evening(parse_evening((FOLDER / name).read_text(encoding="utf-8")), library, name)

    return played


def cases_in(text: str) -> set[int]:
    """The numbered cases that an evening file names: ``Case 8``, ``Cases 2 and 3``, ``Cases 5-7, 9-25``."""
    found: set[int] = set()
    for numbers in re.findall(r"\bCases? ((?:\d+(?:-\d+)?(?:, | and )?)+)", text):
        for first, last in re.findall(r"(\d+)(?:-(\d+))?", numbers):
            found |= set(range(int(first), int(last or first) + 1))
    return found


def seats_of(name: str) -> dict[int, str]:
    """Seat → the line that names it."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    return {int(line.split()[1]): line for line in text.splitlines() if line.startswith("seat ")}


def where_shown(number: int) -> list[tuple[str, set[int]]]:
    """The files that show a case of docs/rules.md, each with the seats whose slips do: those that bear its number, or, where a
    comment of its own line names it, all that the sheet has something of."""
    found = []
    for name in EVENINGS:
        text = (FOLDER / name).read_text(encoding="utf-8")
        judged = {seat for slips in sheet_of(text).slips for seat in slips}
        seats = {seat for seat, line in seats_of(name).items() if number in cases_in(line)} & judged
        if not seats and any(number in cases_in(line) for line in re.findall(r"^# .*", text, re.MULTILINE)):
            seats = judged
        if seats:
            found.append((name, seats))
    return found


@pytest.mark.parametrize("number", range(1, 36), ids=lambda number: f"case {number}")
def test_a_numbered_case_of_the_books(number: int, play: Play) -> None:
    shown = where_shown(number)
    assert shown, f"no evening file shows case {number}"
    for name, seats in shown:
        rounds = evening_report(play(name))["rounds"]
        sheet = sheet_of((FOLDER / name).read_text(encoding="utf-8"))
        for round_, slips in zip(rounds, sheet.slips, strict=False):
            written = {slip["seat"]: slip_as_written(slip) for slip in round_["slips"]}
            expected = {seat: slip for seat, slip in slips.items() if seat in seats}
            assert {seat: written[seat] for seat in expected} == expected, f"{name}, round {round_['number']}"


@dataclass
class Sheet:
    """What the comments of a file expect."""

    slips: list[dict[int, str]] = field(default_factory=lambda: [{}])
    tops: list[str] = field(default_factory=list)
    seats: dict[int, str] = field(default_factory=dict)


def sheet_of(text: str) -> Sheet:
    sheet = Sheet()
    for line in text.splitlines():
        statement, marked, expected = line.partition("#=")
        words = statement.split()
        if not marked:
            continue
        if not words:
            number, expected = re.fullmatch(r"\s*seat (\d+): (.*)", expected).groups()  # type: ignore[union-attr]
            sheet.seats[int(number)] = expected
        elif words[0] in SLIPS:
            sheet.slips[-1][int(words[1])] = expected.strip()
        elif words[0] == "close":
            sheet.tops.append(expected.strip())
            sheet.slips.append({})
    return sheet


def slip_as_written(slip: dict[str, Any]) -> str:
    cost = [f"-{slip['penalty']}"] if slip["penalty"] else []
    faults = [f"{fault['fault']}:{fault['sanction']}" for fault in slip["faults"]]
    return " ".join([slip["outcome"], str(slip["points"]), *cost, *faults])


def top_as_written(round_: dict[str, Any]) -> str:
    kept = round_["retained"]
    play = f"{kept['ref']} {kept['word']} {kept['points']}" if kept else "-"
    return f"top {round_['top']}, kept {play}, solo {round_['solo'] or '-'}"


def standing_as_written(line: dict[str, Any], keys: str) -> str:
    return ", ".join(f"{key} {line[key]}" for key in re.findall(r"[a-z]+", keys) if key in line)


@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_comes_out_as_its_sheet_says(name: str, play: Play) -> None:
    report = evening_report(play(name))
    sheet = sheet_of((FOLDER / name).read_text(encoding="utf-8"))
    assert len(report["rounds"]) == len(sheet.slips) - 1
    for round_, slips, top in zip(report["rounds"], sheet.slips, sheet.tops, strict=False):
        where = f"{name}, round {round_['number']}"
        written = {slip["seat"]: slip_as_written(slip) for slip in round_["slips"]}
        assert {seat: written[seat] for seat in slips} == slips, where
        assert not top or top_as_written(round_) == top, where
    lines = {line["seat"]: line for line in report["standings"]}
    for seat, expected in sheet.seats.items():
        assert standing_as_written(lines[seat], expected) == expected, f"{name}, seat {seat}"


# --- a second count ---------------------------------------------------------------------------------------------------------

TRIPLE_WORD = "A1 A8 A15 H1 H15 O1 O8 O15"
DOUBLE_WORD = "B2 B14 C3 C13 D4 D12 E5 E11 H8 K5 K11 L4 L12 M3 M13 N2 N14"
TRIPLE_LETTER = "B6 B10 F2 F6 F10 F14 J2 J6 J10 J14 N6 N10"
DOUBLE_LETTER = "A4 A12 C7 C9 D1 D8 D15 G3 G7 G9 G13 H4 H12 I3 I7 I9 I13 L1 L8 L15 M7 M9 O4 O12"
VALUES = {
    "french": {1: "AEILNORSTU", 2: "DGM", 3: "BCP", 4: "FHV", 8: "JQ", 10: "KWXYZ"},
    "dutch": {1: "AEINO", 2: "DRST", 3: "BGKLMP", 4: "FHJUVZ", 5: "CW", 8: "XY", 10: "Q"},
    "romanian": {1: "ACEILNORSTU", 2: "DP", 4: "M", 8: "FV", 9: "BG", 10: "HJXZ"},
}


DUTCH_TILES = dict(
    zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (6, 2, 2, 5, 18, 2, 3, 2, 4, 2, 3, 3, 3, 10, 6, 2, 1, 5, 5, 5, 3, 2, 2, 1, 1, 2), strict=True)
)


class SecondCount:
    """A board of squares by name, and the points of words laid on it, from the printed board alone."""

    def __init__(self, book: str) -> None:
        self.values = {letter: points for points, letters in VALUES[book].items() for letter in letters}
        self.squares: dict[tuple[int, int], str] = {}

    def lay(self, reference: str, word: str) -> int:
        """Points of a word, which then stays."""
        match = re.fullmatch(r"([A-O])(\d+)|(\d+)([A-O])", reference)
        assert match is not None
        row, col = ord(match[1] or match[4]) - 65, int(match[2] or match[3]) - 1
        down, right = (0, 1) if match[1] else (1, 0)
        where = [(row + i * down, col + i * right) for i in range(len(word))]
        fresh = [spot for spot in where if spot not in self.squares]
        laid = {**self.squares, **{spot: tile for spot, tile in zip(where, word, strict=True) if spot in fresh}}
        total = self.count(where, fresh, laid) + (50 if len(fresh) == 7 else 0)
        for spot in fresh:
            across = self.run(spot, (right, down), laid)
            total += self.count(across, [spot], laid) if len(across) > 1 else 0
        self.squares = laid
        return total

    def exchange_blanks(self) -> None:
        """Dutch: a blank is exchanged for its letter while one is left; all letters that are not on the board are."""
        for spot, tile in self.squares.items():
            laid = list(self.squares.values()).count(tile.upper())
            if tile.islower() and laid < DUTCH_TILES[tile.upper()]:
                self.squares[spot] = tile.upper()

    def count(self, where: list[tuple[int, int]], fresh: list[tuple[int, int]], laid: dict[tuple[int, int], str]) -> int:
        points, factor = 0, 1
        for spot in where:
            name = f"{chr(65 + spot[0])}{spot[1] + 1}"
            value = self.values.get(laid[spot], 0)
            if spot in fresh:
                value *= 3 if name in TRIPLE_LETTER.split() else 2 if name in DOUBLE_LETTER.split() else 1
                factor *= 3 if name in TRIPLE_WORD.split() else 2 if name in DOUBLE_WORD.split() else 1
            points += value
        return points * factor

    @staticmethod
    def run(spot: tuple[int, int], step: tuple[int, int], laid: dict[tuple[int, int], str]) -> list[tuple[int, int]]:
        row, col = spot
        while (row - step[0], col - step[1]) in laid:
            row, col = row - step[0], col - step[1]
        found = []
        while (row, col) in laid:
            found.append((row, col))
            row, col = row + step[0], col + step[1]
        return found


@pytest.mark.parametrize("book", ["french", "dutch", "romanian"])
def test_the_second_count_finds_the_retained_points_of_a_whole_evening(book: str) -> None:
    text = (FOLDER / f"{book}.evening").read_text(encoding="utf-8")
    tops = [top for top in sheet_of(text).tops if "kept -" not in top]
    assert len(tops) > 15
    count = SecondCount(book)
    for top in tops[:-1] if book == "romanian" else tops:
        reference, word, points = re.search(r"kept (\S+) (\S+) (\d+)", top).groups()  # type: ignore[union-attr]
        assert count.lay(reference, word) == int(points), top
        if book == "dutch":
            count.exchange_blanks()
    if book == "romanian":
        # the last round: seat 1 hands in several placements, each on what the former ones leave, their points added
        slip = re.findall(r"^slip 1 (.*?) #= accepted (\d+)$", text, re.MULTILINE)[-1]
        placements = re.findall(r"([A-O]\d+|\d+[A-O]): ([A-Z]+) = (\d+) p", slip[0])
        assert len(placements) > 1
        assert [count.lay(reference, word) for reference, word, _ in placements] == [int(each[2]) for each in placements]
        assert sum(int(each[2]) for each in placements) == int(slip[1])


TOP_LIST = [
    ("P11-T1 - 5E: HAMITU(L) = 72 p", 72, [1, 3]),
    ("P11-T1 - 8C: H(U)TUPEAM = 70 p", 70, [2]),
    ("P11-T1 - G8: HAP = 25 p", 25, [4]),
]


def test_a_romanian_top_list_is_printed_in_the_form_in_which_it_was_read(play: Play) -> None:
    evening = play("romanian_list.evening")
    (round_,) = evening_report(evening)["rounds"]
    assert [(each["text"], each["points"], each["seats"]) for each in round_["list"]] == TOP_LIST
    assert round_["retained"]["text"] == TOP_LIST[0][0]
    written = {slip["text"] for slip in round_["slips"]}
    assert {text for text, _, _ in TOP_LIST} < written
    lines = printed_sheet(evening, evening_report(evening), catalogue("ro"))
    assert [line.strip() for line in lines[3:6]] == [
        "P11-T1 - 5E: HAMITU(L) = 72 p  Ana, Ion",
        "P11-T1 - 8C: H(U)TUPEAM = 70 p  Elena",
        "P11-T1 - G8: HAP = 25 p  Maria",
    ]


@pytest.mark.parametrize(("reference", "word", "points"), [("5E", "HAMITUl", 72), ("8C", "HuTUPEAM", 70), ("G8", "HAP", 25)])
def test_the_second_count_finds_the_points_of_the_romanian_top_list(reference: str, word: str, points: int) -> None:
    count = SecondCount("romanian")
    count.squares = {(7, col): letter for col, letter in enumerate("ALINTE", 2)}
    assert count.lay(reference, word) == points


@pytest.mark.parametrize("book", ["french", "dutch", "romanian"])
def test_these_evenings_are_complete(book: str, play: Play) -> None:
    game = play(f"{book}.evening").game
    assert game_over(game.rules, game.tileset, len(game.rounds) + 1, game.pool) is not None
    assert any(round_.refused for round_ in game.rounds), "a refused draw belongs to a whole evening"
    assert {"zero", "accepted"} <= {verdict.outcome for round_ in game.rounds for verdict in round_.verdicts.values()}

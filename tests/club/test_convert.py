"""``toptable convert`` and ``toptable prepare`` as a person types them."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from appliance.cli import main
from engine.exchange.gamefile import read_game
from engine.sealing import checksum

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "tests" / "games"


@pytest.mark.parametrize("suffix", ["json", "gcg", "xml", "tsv"])
def test_there_and_back_is_the_same(suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, again = tmp_path / f"one.{suffix}", tmp_path / f"two.{suffix}"
    assert main(["convert", str(GAMES / "fr_hiersac_2022-01-21_joker.txt"), str(first), "--data", str(tmp_path)]) == 0
    assert "not carried: # source" in capsys.readouterr().err
    assert main(["convert", str(first), str(again), "--data", str(tmp_path)]) == 0
    assert again.read_bytes() == first.read_bytes()
    assert capsys.readouterr().err == ""


def test_an_evening_file_there_and_back(data: Path, tmp_path: Path) -> None:
    text = "rules french\nlexicon club\nset format.rack 8\nseat 1 Anne # first\nseat 2 Jean\n"
    text += "draw AEINRSTO\nslip 1 H4 RATINES 66\nblank 2\nclose\n"
    (tmp_path / "e.evening").write_text(text, encoding="utf-8")
    for source, target in (("e.evening", "f.json"), ("f.json", "g.evening"), ("g.evening", "h.json"), ("h.json", "i.evening")):
        assert main(["convert", str(tmp_path / source), str(tmp_path / target), "--data", str(data)]) == 0
    assert (tmp_path / "g.evening").read_text() == (tmp_path / "i.evening").read_text()
    assert "slip 1 H4 RATINES 66\nblank 2\nclose" in (tmp_path / "g.evening").read_text()


@pytest.mark.parametrize(
    ("source", "target", "message"),
    [
        ("none.gcg", "x.json", "there is no such file"),
        ("bad.doc", "x.json", "--from"),
        ("none.gcg", "x.doc", "--to"),
        ("evening:1", "x.json", "no journal"),
        ("bad.json", "x.gcg", "no JSON"),
    ],
)
def test_what_cannot_be_converted_says_why(
    source: str, target: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("bad.json", "bad.doc"):
        (tmp_path / name).write_text("{", encoding="utf-8")
    place = source if source.startswith("evening:") else str(tmp_path / source)
    assert main(["convert", place, str(tmp_path / target), "--data", str(tmp_path)]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / target).exists()


def test_a_list_beside_an_evening_file_is_named_where_it_can_be_read(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game file knows the name of its list only, and no list of that name is installed."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    there, by_game = elsewhere / "cases.evening", elsewhere / "game.evening"
    source, game = str(GAMES / "cases_french.evening"), str(tmp_path / "c.json")
    arguments = ["--data", str(data)]
    assert main(["convert", source, str(there), *arguments]) == 0
    assert main(["convert", source, game, *arguments]) == 0
    capsys.readouterr()
    assert main(["convert", game, str(by_game), *arguments]) == 2
    assert "no lexicon 'cases'" in capsys.readouterr().err
    assert not by_game.exists()
    assert main(["convert", game, str(by_game), *arguments, "--lexicon", str(GAMES / "cases.words")]) == 0
    played = []
    for path in (source, there, by_game):
        capsys.readouterr()
        assert main(["arbitrate", str(path), *arguments]) == 0
        played.append(capsys.readouterr().out.splitlines()[1:])
    assert played[0] == played[1] == played[2], "judged alike wherever it lies"


def test_an_evening_file_that_could_not_be_read_is_not_written(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Four letters are published of a draw of seven."""
    table = tmp_path / "t.tsv"
    table.write_text("# letters: fr\n# lexicon: club\nturn\track\tword\tref\tpoints\n1\tARTS\tARTS\tH5\t8\n", encoding="utf-8")
    assert main(["convert", str(table), str(tmp_path / "t.evening"), "--data", str(data)]) == 2
    told = capsys.readouterr().err
    assert "could not be read back" in told
    assert "4 letters, expected 7" in told
    assert not (tmp_path / "t.evening").exists()


@pytest.mark.parametrize("name", ["g.json", "../here/g.json", "link.json"])
def test_a_file_is_never_converted_into_itself(name: str, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here = tmp_path / "here"
    here.mkdir()
    game = here / "g.json"
    game.write_bytes(b"{}")
    (here / "link.json").symlink_to(game)
    assert main(["convert", str(game), str(here / name), "--data", str(data)]) == 2
    assert "OUT is the same file" in capsys.readouterr().err
    assert game.read_bytes() == b"{}"


WANTED = ["--lexicon", "club", "--seed", "s", "--count", "2", "--total", "200-", "--rounds", "10-"]


@pytest.mark.slow
def test_the_same_seed_makes_the_same_games_on_any_number_of_cores(data: Path, tmp_path: Path) -> None:
    for jobs in ("1", "2"):
        assert main(["prepare", *WANTED, "--open", "--jobs", jobs, "--out", str(tmp_path / jobs), "--data", str(data)]) == 0
    announced = (tmp_path / "1" / "announcement.txt").read_text()
    assert "dictionnaire club" in announced, "in the language of the letters"
    names = sorted(path.name for path in (tmp_path / "1").iterdir())
    assert names == ["announcement.txt", "game-1.json", "game-2.json"]
    for name in names:
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()
    game = read_game((tmp_path / "1" / "game-1.json").read_text())
    assert sum(round_.top_points for round_ in game.rounds) >= 200
    assert main(["verify", str(tmp_path / "1" / "game-1.json"), "--data", str(data)]) == 0


def test_a_sealed_file_and_its_announcement_tell_nothing(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prepare", *WANTED, "--jobs", "1", "--out", str(tmp_path / "out"), "--data", str(data), "--show-codes"]) == 0
    said = capsys.readouterr().out
    sealed = (tmp_path / "out" / "game-1.sealed").read_text()
    assert checksum(sealed) in said
    assert checksum(sealed) in (tmp_path / "out" / "announcement.txt").read_text()
    assert main(["prepare", *WANTED, "--jobs", "1", "--open", "--out", str(tmp_path / "open"), "--data", str(data)]) == 0
    game = read_game((tmp_path / "open" / "game-1.json").read_text())
    shown = said + sealed + (tmp_path / "out" / "announcement.txt").read_text()
    letters = [round_.letters for round_ in game.rounds if len(round_.letters) == 7]
    assert not [word for word in (*letters, str(sum(r.top_points for r in game.rounds))) if f" {word}" in shown or f"{word} " in shown]
    assert "seed" not in shown
    code = dict(line.split("  ") for line in (tmp_path / "out" / "codes.txt").read_text().splitlines())["game-1.sealed"]
    path = str(tmp_path / "out" / "game-1.sealed")
    capsys.readouterr()
    assert main(["verify", path, "--checksum", checksum(sealed)[:12], "--code", code, "--data", str(data)]) == 0
    assert "every top is the top" in capsys.readouterr().out
    assert main(["verify", path, "--checksum", "0" * 12]) == 1
    assert main(["verify", path, "--code", "AAAA"]) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rules", "chess"], "no rule set"),
        (["--set", "draw.rack", "9"], "draw.rack"),
        (["--set", "game", "optimist"], "optimist"),
        (["--placed", "Q3"], "'3'"),
        (["--placed", "KK"], "K is to lie on the board 2 times, the tile set has 1"),
        (["--rounds", "-10", "--blanks-out-by", "12"], "10 rounds are played at most"),
        (["--rounds", "201-"], "1 to 200 rounds"),
        (["--single", "101-"], "100 at most"),
        (["--rounds", "20-", "--least", "10", "--total", "-199"], "the total 199 at most"),
        (["--rounds", "-5", "--bonus", "6-"], "6 bonus plays in 5 rounds at most"),
        (["--bonus", "15-"], "102 tiles make 14 at most"),
        (["--bonus", "40-"], "40 bonus plays of 7 tiles"),
        (["--set", "draw.placed", "6", "--bonus", "1-"], "make 0 at most"),
        (["--words-from", "/none"], "/none"),
    ],
)
def test_wishes_that_cannot_be_met_are_refused_at_once(
    arguments: list[str], message: str, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prepare", "--lexicon", "club", *arguments, "--out", str(tmp_path / "out"), "--data", str(data)]) == 2
    assert message in capsys.readouterr().err


def test_out_of_tries_is_an_answer_of_no(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "out")
    wish = ["--total", "90000-", "--tries", "2", "--jobs", "1"]
    assert main(["prepare", "--lexicon", "club", *wish, "--out", out, "--data", str(data)]) == 1
    told = capsys.readouterr()
    assert "0 games of 2 tried (0.0 %); missed: total 2" in told.out
    assert "--total refuses most" in told.err


@pytest.mark.parametrize("wish", ["--rounds=-5-", "--total=-5--1", "--bonus=-"])
def test_a_span_has_no_numbers_below_nothing(wish: str, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["prepare", wish, "--out", str(tmp_path), "--data", str(data)])
    assert "expected 20, 20-24, 20- or -24" in capsys.readouterr().err


@pytest.mark.parametrize("left", ["game-1.sealed", "announcement.txt", "codes.txt", "game-7.json"])
def test_games_that_were_announced_are_not_overwritten(
    left: str, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / left).write_text("the checksum on the wall", encoding="utf-8")
    assert main(["prepare", "--lexicon", "club", "--out", str(tmp_path), "--data", str(data)]) == 2
    assert f"{tmp_path / left}: made before, and not overwritten" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir() if path != data] == [left]
    assert (tmp_path / left).read_text(encoding="utf-8") == "the checksum on the wall"


@pytest.mark.slow
@pytest.mark.parametrize(("how", "group"), [(signal.SIGINT, False), (signal.SIGTERM, False), (signal.SIGTERM, True)])
def test_a_signal_stops_cleanly_and_keeps_what_is_made(how: signal.Signals, group: bool, data: Path, tmp_path: Path) -> None:
    """Ctrl-C, ``kill``, and systemd, which asks every process of a unit."""
    out = tmp_path / "out"
    command = [sys.executable, "-m", "appliance", "prepare", "--lexicon", "club", "--count", "10000", "--open", "--jobs", "2"]
    process = subprocess.Popen(
        [*command, "--out", str(out), "--data", str(data)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert "game-1.json" in process.stdout.readline()
    if group:
        os.killpg(process.pid, how)
    else:
        process.send_signal(how)
    said, wrong = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "stopped; the games made so far are complete" in wrong
    assert "Traceback" not in wrong
    made = list(out.glob("game-*.json"))
    assert made
    for path in made:
        assert json.loads(path.read_text())["format"] == "toptable-game"
    assert re.search(rf"^{len(made)} games? of", said, re.MULTILINE)
    announced = (out / "announcement.txt").read_text(encoding="utf-8")
    assert sorted(re.findall(r"game-\d+\.json", announced)) == sorted(path.name for path in made)

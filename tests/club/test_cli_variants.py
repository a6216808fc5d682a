"""``toptable top --variant``: the figures of the text, as JSON and as lines."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from appliance.cli import main

ROOT = Path(__file__).resolve().parents[2]
WORDS = "RETINES SERTIE WESTERN JAMBON JOMON JAB ON"


@pytest.fixture
def words(tmp_path: Path) -> Path:
    path = tmp_path / "few.txt"
    path.write_text(WORDS.replace(" ", "\n") + "\n", encoding="utf-8")
    return path


def asked(words: Path, capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, Any]:
    assert main(["top", "--lexicon", str(words), "--data", str(words.parent), "--json", *more]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def test_substitution_names_the_exchange(words: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = asked(words, capsys, "--rack", "EEINRST", "--variant", "substitution")
    assert (told["score"], told["proved"]) == (102, True)
    assert told["tops"] == [{"ref": "H4", "word": "WESTERN", "points": 102, "exchange": "I>W"}]
    plain = asked(words, capsys, "--rack", "EEINRST")
    assert plain["score"] == 66
    assert {"ref": "H4", "word": "RETINES", "points": 66} in plain["tops"]


def test_the_pool_says_what_can_be_taken(words: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = asked(words, capsys, "--rack", "EEINRST", "--variant", "substitution", "--pool", "ABC")
    assert told["score"] == 66
    assert all("exchange" not in top for top in told["tops"])


def test_decomposed_names_the_second_move(words: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = asked(words, capsys, "--rack", "ABJMNOO", "--variant", "decomposed")
    assert (told["score"], told["proved"]) == (54, True)
    # on the empty board every word may lie down as well as across: these are the same plays turned
    expected = {"ref": "H4", "word": "JOMON", "points": 54, "second": {"ref": "4H", "word": "JAB", "points": 12}}
    assert any(expected.items() <= row.items() for row in told["tops"])
    assert main(["top", "--rack", "ABJMNOO", "--variant", "decomposed", "--lexicon", str(words), "--data", str(words.parent)]) == 0
    assert "H4  JOMON / 4H JAB 12" in capsys.readouterr().out


def test_the_list_holds_plays_of_the_variant(words: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed = asked(words, capsys, "--rack", "EEINRST", "--variant", "substitution", "--all", "999")["list"]
    # EEINRST makes these two as it is
    assert {row["word"] for row in listed if "exchange" not in row} == {"RETINES", "SERTIE"}
    assert listed[0] == {"ref": "H4", "word": "WESTERN", "points": 102, "exchange": "I>W"}
    listed = asked(words, capsys, "--rack", "ABJMNOO", "--variant", "decomposed", "--all", "60")["list"]
    assert [row["points"] for row in listed] == sorted((row["points"] for row in listed), reverse=True)
    expected = {"ref": "H4", "word": "JAMBON", "points": 51, "second": {"ref": "9G", "word": "ON", "points": 3}}
    assert any(expected.items() <= row.items() for row in listed)
    assert {"ref": "H4", "word": "JAMBON", "points": 48} in listed


def test_the_board_between_two_moves_is_told(words: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = asked(words, capsys, "--rack", "ABJMNOO", "--variant", "decomposed")
    top = next(row for row in told["tops"] if row["ref"] == "H4")
    # row H is the eighth; H4 is its fourth square
    assert top["between"] == ["." * 15] * 7 + ["...JOMON......."] + ["." * 15] * 7
    single = asked(words, capsys, "--rack", "JAMBON", "--variant", "decomposed")["tops"][0]
    assert "between" not in single


def test_the_exchange_may_be_limited(words: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked_for = ("--rack", "EEINRST", "--variant", "substitution", "--pool", "A?")
    # with a blank of the bag RETINES scores less than without; as drawn it is worth 66
    assert asked(words, capsys, *asked_for)["score"] == 66
    # WESTERN with the blank for W, N on H12: (0 + 1 + 1 + 1 + 1 + 1 + 2) × 2 + 50; RETINES with a blank is one point less at least, doubled
    must = asked(words, capsys, *asked_for, "--must-exchange")
    assert (must["score"], {row["exchange"][-1] for row in must["tops"]}) == (64, {"?"})
    # N given up for the A: SERTIE with one tile on a double letter, (2 + 5) × 2
    assert asked(words, capsys, *asked_for, "--must-exchange", "--no-blank")["score"] == 14


def test_ctrl_c_ends_a_long_search_with_the_best_so_far(tmp_path: Path) -> None:
    dice = Random(3)
    every = sorted({"".join(dice.choices("AEINST", k=dice.choice((2, 3, 4, 5, 6, 7)))) for _ in range(9000)})
    (tmp_path / "many.txt").write_text("\n".join(every), encoding="utf-8")
    ours, theirs = pty.openpty()
    command = ("top", "--rack", "AEIST??", "--variant", "decomposed", "--lexicon", str(tmp_path / "many.txt"), "--data", str(tmp_path))
    with subprocess.Popen([sys.executable, "-m", "appliance", *command], stdout=subprocess.PIPE, stderr=theirs, cwd=ROOT) as running:
        seen = b""
        while b"%" not in seen:
            seen += os.read(ours, 1000)
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=60)
    os.close(theirs)
    first, second, *rows = out.decode().splitlines()
    assert running.returncode == 1
    assert first.endswith("single moves")
    assert second == "  best so far, not proved: the search was stopped"
    assert rows
    # a bar of thirty and a percent; it is wiped away, and nothing else is said
    with contextlib.suppress(OSError):
        seen += os.read(ours, 100_000)
    os.close(ours)
    assert re.fullmatch(rb"(\r\[[#.]{30}\] +\d+ % )+\r\x1b\[K", seen)

"""``toptable top --variant``: the figures of the text, as JSON and as lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from appliance.cli import main

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
    assert {"ref": "H4", "word": "JOMON", "points": 54, "second": {"ref": "4H", "word": "JAB", "points": 12}} in told["tops"]
    assert main(["top", "--rack", "ABJMNOO", "--variant", "decomposed", "--lexicon", str(words), "--data", str(words.parent)]) == 0
    assert "H4  JOMON / 4H JAB 12" in capsys.readouterr().out


def test_the_list_holds_plays_of_the_variant(words: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed = asked(words, capsys, "--rack", "EEINRST", "--variant", "substitution", "--all", "999")["list"]
    # EEINRST makes these two as it is
    assert {row["word"] for row in listed if "exchange" not in row} == {"RETINES", "SERTIE"}
    assert listed[0] == {"ref": "H4", "word": "WESTERN", "points": 102, "exchange": "I>W"}
    listed = asked(words, capsys, "--rack", "ABJMNOO", "--variant", "decomposed", "--all", "60")["list"]
    assert [row["points"] for row in listed] == sorted((row["points"] for row in listed), reverse=True)
    assert {"ref": "H4", "word": "JAMBON", "points": 51, "second": {"ref": "9G", "word": "ON", "points": 3}} in listed
    assert {"ref": "H4", "word": "JAMBON", "points": 48} in listed

"""Every path that a command takes, where it names nothing, a folder, a file or a heap of bytes: what, where and what was expected."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import pytest

from appliance.cli import main, make_parser

PREPARE = "prepare --lexicon club --data DATA"
CASES: tuple[tuple[str, str, str], ...] = (
    ("run --data", "run --no-wall --port 0 --data FILE", "FILE is a file"),
    ("run --game", "run --no-wall --port 0 --lexicon club --data DATA --game NONE", "NONE: there is no such file; expected a prep"),
    ("run --game", "run --no-wall --port 0 --lexicon club --data DATA --game FOLDER", "FOLDER: a folder is there"),
    ("run --game", "run --no-wall --port 0 --lexicon club --data DATA --game BYTES", "BYTES: line 1: not UTF-8 text"),
    ("run --lexicon", "run --no-wall --port 0 --data DATA --lexicon FILE", "FILE: no compiled word list"),
    ("run --lexicon", "run --no-wall --port 0 --data DATA --lexicon NONE", "NONE: no such file"),
    ("simulate --data", "simulate --data FILE", "FILE is a file"),
    ("simulate --lexicon", "simulate --data DATA --lexicon NONE", "NONE: no such file"),
    ("top --data", "top --rack ABC --data FILE", "FILE is a file"),
    ("top --board", "top --rack ABC --lexicon club --data DATA --board NONE", "NONE: "),
    ("top --board", "top --rack ABC --lexicon club --data DATA --board FOLDER", "FOLDER: "),
    ("top --board", "top --rack ABC --lexicon club --data DATA --board BYTES", "BYTES: line 1: not UTF-8 text"),
    ("top --lexicon", "top --rack ABC --data DATA --lexicon BYTES", "BYTES: "),
    ("arbitrate FILE", "arbitrate NONE --data DATA", "NONE: "),
    ("arbitrate FILE", "arbitrate FOLDER --data DATA", "FOLDER: "),
    ("arbitrate FILE", "arbitrate BYTES --data DATA", "BYTES: line 1: not UTF-8 text"),
    ("arbitrate --data", "arbitrate EVENING --data FILE", "FILE is a file"),
    ("reference FILE", "reference NONE --data DATA", "NONE: there is no such file; expected an evening file"),
    ("reference FILE", "reference BYTES --data DATA", "BYTES: line 1: not UTF-8 text"),
    ("reference --state", "reference OPTIMIST --data DATA --width 1 --state NONE/state", "NONE/state.part: there is no folder NONE"),
    ("reference --data", "reference EVENING --data FILE", "FILE is a file"),
    ("prepare --out", f"{PREPARE} --out FILE", "FILE is a file, expected a folder"),
    ("prepare --out", f"{PREPARE} --out FILE/below", "FILE is a file, expected a folder"),
    ("prepare --data", "prepare --out OUT --data FILE", "FILE is a file"),
    ("prepare --lexicon", "prepare --data DATA --out OUT --lexicon FILE", "FILE: no word of 2 to 15 tiles"),
    ("prepare --words-from", f"{PREPARE} --out OUT --words-from NONE", "NONE: there is no such file; expected a word list"),
    ("prepare --words-from", f"{PREPARE} --out OUT --words-from FILE", "FILE: no word of 2 to 15 tiles"),
    ("prepare --words-not-from", f"{PREPARE} --out OUT --words-not-from FOLDER", "FOLDER: a folder is there, expected a file"),
    ("verify FILE", "verify NONE --data DATA", "NONE: there is no such file; expected a sealed file or a game file"),
    ("verify FILE", "verify FOLDER --data DATA", "FOLDER: a folder is there"),
    ("verify FILE", "verify FILE --data DATA", "FILE: no JSON"),
    ("verify --sealed", "verify GAME --data DATA --sealed NONE", "NONE: there is no such file; expected a sealed file"),
    ("verify --data", "verify GAME --data FILE", "FILE is a file"),
    ("convert IN", "convert NONE OUT.json --data DATA", "NONE: there is no such file; expected a game, or evening:NUMBER"),
    ("convert IN", "convert FOLDER OUT.json --from gcg --data DATA", "FOLDER: a folder is there"),
    ("convert IN", "convert BYTES OUT.json --from evening --data DATA", "BYTES: line 1: not UTF-8 text; expected an evening file"),
    ("convert OUT", "convert TABLE NONE/x.json --data DATA", "NONE/x.json: there is no folder NONE to write to"),
    ("convert OUT", "convert TABLE FOLDER --to game --data DATA", "FOLDER: a folder is there"),
    ("convert OUT", "convert TABLE FILE/x.json --data DATA", "FILE is a file, expected a folder"),
    ("convert --lexicon", "convert TABLE OUT.evening --data DATA --lexicon NONE", "NONE: no such file"),
    ("convert --data", "convert evening:1 OUT.json --data FOLDER", "there is no journal in FOLDER"),
    *((f"lexicon {name} --data", f"lexicon {name} {rest} --data FILE", "FILE is a file") for name, rest in (
        ("info", "fr"),
        ("build", "fr"),
        ("check", "fr MOT"),
        ("diff", "fr nl"),
        ("export", "fr"),
        ("import", "WORDS --name x --language fr"),
    )),
    ("lexicon remove --data", "lexicon remove fr --data FILE", "lexicon"),
    ("lexicon export --output", "lexicon export club --data DATA --output NONE/x", "NONE/x: there is no folder NONE to write to"),
    ("lexicon import FILE", "lexicon import NONE --name x --language fr --data DATA", "NONE: there is no such file; expected a word list"),
    ("lexicon import FILE", "lexicon import BYTES --name x --language fr --data DATA", "BYTES: "),
    ("pin --data", "pin --data FOLDER", "FOLDER/desk.pin: there is no such file; expected the desk's PIN"),
    ("pin --data", "pin --data FILE", "FILE is a file, expected a folder"),
    ("pin --data", "pin 123456 --data NONE", "NONE/desk.pin: this folder is not there"),
    ("pin --data", "pin 123456 --data FILE", "FILE is a file, expected a folder"),
    ("update FILE", "update NONE", "NONE: there is no such file, expected toptable-"),
    ("update FILE", "update FOLDER", "FOLDER: a folder is there"),
)
"""The argument, a command line, and what standard error says."""
ELSEWHERE = {
    "run --backup": "a stick that may be put in later; the desk tells (tests/club/test_backup.py)",
    "doctor --data": "a finding among others (tests/club/test_doctor.py)",
    "lexicon list --data": "a list, with the trouble of each line in it",
}


def paths(parser: argparse.ArgumentParser, name: str = "") -> Iterator[str]:
    """The arguments that are a path, or may be one."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command, below in action.choices.items():
                yield from paths(below, f"{name} {command}".strip())
        elif action.type is Path or action.dest in ("source", "lexicon"):
            yield f"{name} {action.option_strings[0] if action.option_strings else action.metavar or action.dest.upper()}"


def test_every_path_of_every_command_is_tried() -> None:
    assert {argument for argument, _, _ in CASES} | set(ELSEWHERE) == set(paths(make_parser()))


@pytest.mark.parametrize(("line", "message"), [case[1:] for case in CASES], ids=[f"{line} ({argument})" for argument, line, _ in CASES])
def test_a_path_that_is_no_good_is_told(
    line: str, message: str, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    places = {name: tmp_path / name.lower() for name in ("NONE", "FOLDER", "FILE", "BYTES", "OUT", "WORDS")}
    places |= {"DATA": data, "TABLE": tmp_path / "t.tsv", "EVENING": tmp_path / "e.evening", "OPTIMIST": tmp_path / "o.evening"}
    places["GAME"] = tmp_path / "g.json"
    places["FOLDER"].mkdir()
    places["FILE"].write_text("1 2 3\n", encoding="utf-8")
    places["BYTES"].write_bytes(bytes(range(128, 256)))
    places["WORDS"].write_text("AA\nAS\n", encoding="utf-8")
    places["TABLE"].write_text("turn\track\tword\tref\tpoints\n1\tAEINRST\tRETINAS\tH2\t66\n", encoding="utf-8")
    places["EVENING"].write_text("rules french\nlexicon fr\nseat 1 Anne\ndraw AEINRST\nclose\n", encoding="utf-8")
    places["OPTIMIST"].write_text("rules optimist\nlexicon club\nseat 1 Anne\ndraw AEINRST\nclose\n", encoding="utf-8")
    if " GAME " in line:
        assert main(["convert", str(places["TABLE"]), str(places["GAME"]), "--data", str(data)]) == 0
        capsys.readouterr()

    def placed(text: str) -> str:
        for name, path in places.items():
            text = text.replace(name, str(path))
        return text

    assert main([placed(word) for word in line.split()]) == 2
    told = capsys.readouterr().err
    assert placed(message) in told
    assert "Errno" not in told
    assert told.count("\n") == 1

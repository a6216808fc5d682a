"""Tiles of several characters (CH LL RR, NY QU L·L) through the whole line: rack, board, slip, search, verdict, sheet."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from appliance.library import Library
from engine.board import Board, parse_board
from engine.builtin import tileset
from engine.evening import parse_evening, play_evening
from engine.lexicon import Lexicon, compile_words
from engine.move import Move
from engine.oracle import OracleSolver
from engine.reading import format_play, parse_play
from engine.report import evening_report
from engine.solver import make_solver
from engine.squares import SIZE, Direction
from engine.tiles import TileSet

SPANISH, CATALAN = tileset("es"), tileset("ca")
WORDS = {
    "es": [
        "CHAL",
        "CHALES",
        "CALLE",
        "CALLES",
        "PERRO",
        "PERROS",
        "ES",
        "LOS",
        "SECAR",
        "ALLA",
        "LACHE",
        "OS",
        "EL",
    ],
    "ca": ["COL·LEGI", "QUINYS", "ANY", "ANYS", "PLAÇA", "QUE", "ES", "LA", "EL", "NYU", "EN", "AL·LOT"],
}


def lexicon(tiles: TileSet) -> Lexicon:
    return Lexicon(compile_words([tiles.read(word) for word in WORDS[tiles.language]], tiles, name="few"))


@pytest.mark.parametrize(
    ("tiles", "text", "printed"),
    [
        (SPANISH, "H4 CALLES 14", "H4 CALLES"),
        (SPANISH, "h4 chales", "H4 CHALES"),
        (SPANISH, "4H PE(RR)OS", "4H PErrOS"),
        (CATALAN, "H4 COL·LEGI", "H4 COL·LEGI"),
        (CATALAN, "H4 COL.LEGI 30", "H4 COL·LEGI"),
        (CATALAN, "H4 COL-LEGI", "H4 COL·LEGI"),
        (CATALAN, "H4 (QU)INYS", "H4 quINYS"),
    ],
)
def test_on_a_slip(tiles: TileSet, text: str, printed: str) -> None:
    play = parse_play(text, tiles)
    assert format_play(play, tiles) == printed
    assert parse_play(printed, tiles) == play


def test_on_a_board_they_take_one_square() -> None:
    rows = ["." * SIZE] * 7 + ["...CHAllEL......."] + ["." * SIZE] * 7
    board = parse_board(rows, SPANISH)
    assert board.place(Move(SPANISH.read("CHAllEL"), 7, 3, Direction.ACROSS)) == board
    assert len(board.tiles()) == 5
    assert board.tiles().count("?") == 1


def test_in_a_rack() -> None:
    rack = SPANISH.read("CHLLRRAES?", blanks=True)
    assert len(rack) == 7
    assert [SPANISH.face(tile) for tile in rack] == ["CH", "LL", "RR", "A", "E", "S", "?"]
    assert sum(map(SPANISH.points, rack)) == 5 + 8 + 8 + 1 + 1 + 1


@pytest.mark.parametrize(
    ("tiles", "first", "rack", "found"),
    [
        (SPANISH, "CALLE", "CHALES?", {"CHALES", "CHAL", "CALLES"}),
        (SPANISH, "ES", "PERROCA", {"PERRO", "PERROS"}),
        (CATALAN, "ES", "QUINYEL", {"QUINYS", "QUE"}),
        (CATALAN, "ANY", "L·LACOET?", {"AL·LOT", "ANYS"}),
    ],
)
def test_in_a_search(tiles: TileSet, first: str, rack: str, found: set[str]) -> None:
    words = lexicon(tiles)
    solver, oracle = make_solver(words, tiles), OracleSolver(words, tiles)
    board = Board().place(Move(tiles.read(first), 7, 6, Direction.ACROSS))
    moves = solver.moves(board, tiles.read(rack, blanks=True))
    assert moves == oracle.moves(board, tiles.read(rack, blanks=True))
    assert {tiles.spell(item.move.word).upper() for item in moves} >= found


def test_in_an_evening(tmp_path: Path) -> None:
    (tmp_path / "few.txt").write_text("\n".join(WORDS["es"]).lower(), encoding="utf-8")
    french = (resources.files("engine") / "rulesets" / "french.toml").read_text(encoding="utf-8")
    spanish = french.replace('name = "french"', 'name = "es"').replace('tileset = "fr"\nlexicon = "fr"', 'tileset = "es"\nlexicon = "few"')
    (tmp_path / "es.toml").write_text(spanish, encoding="utf-8")
    library = Library(tmp_path / "data", tmp_path)
    library.lexicons.import_file(tmp_path / "few.txt", "few", "es", official=True)
    script = """
rules es.toml
seat 1 Ana
seat 2 Luis
draw PERROSAC
slip 1 H4 PERROS 36
slip 2 H4 PEROS 10
close
"""
    report = evening_report(play_evening(parse_evening(script), library))
    (round_,) = report["rounds"]
    assert round_["draw"] == "PERROSAC"
    # H4 doubles the P: 6+1+8+1+1 = 17, the star H8 doubles the word: 34
    assert [slip["points"] for slip in round_["slips"]] == [34, 0]
    assert round_["tops"][0]["word"] == "PERROS"
    assert round_["slips"][1]["outcome"] == "zero"

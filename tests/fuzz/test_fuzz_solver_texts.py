"""Whatever text comes as a board, a rack or a move, the solver answers or raises what it says."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("engine._solver", reason="no compiler on this machine")

from engine.board import Board
from engine.builtin import tileset
from engine.errors import BoardError, PlacementError, RackError, TileError
from engine.lexicon import Lexicon, compile_words
from engine.move import Move
from engine.solver import CoreSolver
from engine.squares import Direction

TILES = tileset("fr")
SOLVER = CoreSolver(Lexicon(compile_words(["JEU", "JEUX", "AXE", "XI"], TILES, name="small")), TILES)
LAID = Board().place(Move("JEU", 7, 6, Direction.ACROSS))

characters = st.sampled_from("AEIJUXaejux?.1É漢\0\U0001f600") | st.characters()
numbers = st.integers(-3, 17)


@given(st.text(characters, max_size=12))
def test_any_text_as_a_rack(rack: str) -> None:
    try:
        top = SOLVER.tops(LAID, rack)
    except RackError:
        assert len(rack) > 8 or any(tile not in TILES.alphabet + "?" for tile in rack)
    else:
        assert top.points >= 0
        assert SOLVER.count(LAID, rack) >= len(top.moves)


@given(
    st.text(characters, min_size=225, max_size=225) | st.text("AXJEUejux.", min_size=225, max_size=225),
    st.text("AEIJUX?", max_size=7),
)
def test_any_text_as_a_board(cells: str, rack: str) -> None:
    with contextlib.suppress(BoardError):
        for move in SOLVER.tops(Board(cells), rack).moves:
            Board(cells).check_fit(move)


@given(st.text(characters, max_size=17), numbers, numbers, st.sampled_from(list(Direction)))
def test_any_text_as_a_move(word: str, row: int, col: int, direction: Direction) -> None:
    move = Move(word, row, col, direction)
    try:
        score = SOLVER.score(LAID, move)
    except PlacementError:
        with pytest.raises(PlacementError):
            LAID.check_fit(move)
    except TileError:
        assert any(tile.upper() not in TILES.alphabet for tile in word)
    else:
        assert score == LAID.score(move, TILES)

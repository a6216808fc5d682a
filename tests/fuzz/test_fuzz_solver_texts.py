"""Whatever text comes as a board, a rack or a move, the solver answers or raises what it says."""

from __future__ import annotations

import contextlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("engine._solver", reason="no compiler on this machine")

from engine.board import Board
from engine.builtin import tileset
from engine.errors import BoardError, PlacementError, RackError, RuleSetError, TileError
from engine.lexicon import Lexicon, compile_words
from engine.move import Move, Top
from engine.oracle import OracleSolver
from engine.solver import CoreSolver
from engine.squares import Direction

TILES = tileset("fr")
LEXICON = Lexicon(compile_words(["JEU", "JEUX", "AXE", "XI"], TILES, name="small"))
SOLVER, ORACLE = CoreSolver(LEXICON, TILES), OracleSolver(LEXICON, TILES)
LAID = Board().place(Move("JEU", 7, 6, Direction.ACROSS))

characters = st.sampled_from("AEIJUXaejux?.1É漢\0\U0001f600") | st.characters()
numbers = st.integers(-3, 17) | st.integers(-(2**31) - 1, 2**31) | st.integers()
"""Squares on the board and near it, at the edges of a C int, and any others."""


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
        expected = ORACLE.score(LAID, move)
    except (PlacementError, TileError) as error:
        with pytest.raises(type(error), match=re.escape(str(error))):
            SOLVER.score(LAID, move)
    else:
        assert SOLVER.score(LAID, move) == expected


@given(numbers)
def test_any_number_as_a_floor(floor: int) -> None:
    top = SOLVER.tops(LAID, "AEX")
    reached = top if top.points >= floor else Top(0, ())
    assert SOLVER.tops_shared(LAID, ["AEX"], floor) == [reached]
    assert set(SOLVER.tops_exchanged(LAID, "AEX", "X", floor).moves) >= set(reached.moves)
    whole = SOLVER.tops_whole(LAID, "X")
    assert SOLVER.tops_whole(LAID, "X", floor) == (whole if whole.points >= floor else Top(0, ()))


@given(numbers)
def test_any_number_of_moves(best: int) -> None:
    for solver in (SOLVER, ORACLE):
        if best < 0:
            with pytest.raises(ValueError, match="expected 0 or more"):
                solver.moves(LAID, "AEX", best)
        else:
            assert solver.moves(LAID, "AEX", best) == ORACLE.moves(LAID, "AEX")[:best]


@given(st.dictionaries(st.integers(-2, 10), numbers), numbers)
def test_any_numbers_as_bonuses_and_tiles_placed(bonuses: dict[int, int], placed: int) -> None:
    try:
        solver = CoreSolver(LEXICON, TILES, bonuses, max_placed=placed)
    except RuleSetError:
        assert not 1 <= placed <= 8 or any(not 0 <= points <= 1000 for points in bonuses.values())
    else:
        assert solver.tops(LAID, "AEX") == OracleSolver(LEXICON, TILES, bonuses, max_placed=placed).tops(LAID, "AEX")


@given(st.text(characters, max_size=6) | st.text("AEX?", min_size=226, max_size=300))
def test_any_text_as_a_choice(choice: str) -> None:
    try:
        top = SOLVER.tops_exchanged(LAID, "AE", choice)
    except TileError:
        assert not choice or any(tile not in TILES.alphabet + "?" for tile in choice)
    else:
        assert top.points >= SOLVER.tops(LAID, "AE").points

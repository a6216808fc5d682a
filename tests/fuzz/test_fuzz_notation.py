"""References, draws, boards and tiles out of any text: a value or the documented error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import parse_board
from engine.builtin import tileset, tileset_names
from engine.draw import parse_draw
from engine.errors import BoardError, DrawError, NotationError, TileError
from engine.notation import Notation, format_reference, parse_reference

NEARLY = st.text("ABHOPhio0123456789-.:/ \t²٤Ⅷ", max_size=14)


@given(NEARLY | st.text(max_size=14), st.sampled_from(Notation))
def test_references(text: str, notation: Notation) -> None:
    try:
        row, col, direction = parse_reference(text, notation)
    except NotationError:
        return
    assert row in range(15)
    assert col in range(15)
    assert parse_reference(format_reference(row, col, direction, notation), notation) == (row, col, direction)


@pytest.mark.parametrize("name", tileset_names())
@given(text=st.text("AEHLNYQUSßĳœ·.-+?*clhñ \u0301\u20dd", max_size=12) | st.text(max_size=12))
def test_draws_and_words_of_every_tile_set(name: str, text: str) -> None:
    tiles = tileset(name)
    try:
        draw = parse_draw(text, tiles)
    except (DrawError, TileError):
        return
    assert draw.letters
    assert set(draw.letters) <= set(tiles.alphabet + "?")
    assert draw.letters == draw.letters.upper()


@given(st.lists(st.text(".AEzcCHhlL·?\t ", max_size=20), max_size=16), st.sampled_from(tileset_names()))
def test_boards(rows: list[str], name: str) -> None:
    tiles = tileset(name)
    padded = [*rows, *["." * 15] * (15 - len(rows))]
    try:
        board = parse_board(padded, tiles)
    except BoardError:
        return
    assert set(board.cells) <= set(tiles.alphabet + tiles.alphabet.lower() + ".")

"""References: letter first is across for French, Dutch and Romanian clubs, the other way round in English files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import NotationError
from engine.move import Move
from engine.notation import Notation, Reference, format_reference, move_reference, parse_reference
from engine.squares import Direction

ACROSS, DOWN = Direction.ACROSS, Direction.DOWN


@given(st.integers(0, 14), st.integers(0, 14), st.sampled_from(Direction), st.sampled_from(Notation))
def test_a_formatted_reference_reads_as_the_same_place(row: int, col: int, direction: Direction, notation: Notation) -> None:
    text = format_reference(row, col, direction, notation)
    assert parse_reference(text, notation) == Reference(row, col, direction)
    assert parse_reference(text.lower(), notation) == Reference(row, col, direction)


def test_all_places_have_different_references() -> None:
    texts = {format_reference(row, col, way) for row in range(15) for col in range(15) for way in Direction}
    assert len(texts) == 450


@pytest.mark.parametrize(
    ("text", "row", "col", "direction"),
    [
        # row A to O from top to bottom, column 1 to 15: https://scrabbledudragon.fr/bulletin.html
        ("H4", 7, 3, ACROSS),
        ("4H", 7, 3, DOWN),
        ("A1", 0, 0, ACROSS),
        ("15O", 14, 14, DOWN),
        ("A-7", 0, 6, ACROSS),
        ("8-J", 9, 7, DOWN),
        ("h 8", 7, 7, ACROSS),
        (" 8.h ", 7, 7, DOWN),
        ("B07", 1, 6, ACROSS),
    ],
)
def test_french_references(text: str, row: int, col: int, direction: Direction) -> None:
    assert parse_reference(text) == Reference(row, col, direction)


def test_english_files_name_the_columns_by_letters() -> None:
    assert parse_reference("8D", Notation.NUMBER_ACROSS) == Reference(7, 3, ACROSS)
    assert parse_reference("D8", Notation.NUMBER_ACROSS) == Reference(7, 3, DOWN)
    assert move_reference(Move("RETINES", 7, 3, ACROSS), Notation.NUMBER_ACROSS) == "8D"


@pytest.mark.parametrize("text", ["", "H", "8", "H16", "H0", "0H", "16A", "P1", "1P", "HH8", "H4X", "H4 R", "H-", "٤H", "H²", "4H4"])
def test_what_is_no_reference_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"no reference|off the board"):
        parse_reference(text)


def test_a_long_text_is_refused_before_it_is_looked_at() -> None:
    with pytest.raises(NotationError, match="too long"):
        parse_reference("H" + " " * 1000 + "4")

"""References and moves as they are written: parse and format pairs.

French, Dutch and Romanian clubs write the row letter first for a word across (``H4``) and the column number first for one down (``4H``);
English GCG files do the opposite. Which of the two is in force comes from the rule set or the file format and is never guessed.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

from engine.errors import NotationError
from engine.move import Move
from engine.squares import ROW_LETTERS, SIZE, Direction

MAX_REFERENCE = 12
"""Longest reference looked at, in characters."""


class Notation(StrEnum):
    """Which way round a reference is written."""

    LETTER_ACROSS = "letter_across"
    """``H4`` across, ``4H`` down (French, Dutch, Romanian)."""
    NUMBER_ACROSS = "number_across"
    """``4H`` across, ``H4`` down with A–O naming columns (GCG)."""


class Reference(NamedTuple):
    """Where a word starts and which way it runs."""

    row: int
    col: int
    direction: Direction


_LETTER_FIRST = re.compile(r"\s*([A-Oa-o])\s*[-.:/ ]?\s*(\d{1,2})\s*\Z", re.ASCII)
_NUMBER_FIRST = re.compile(r"\s*(\d{1,2})\s*[-.:/ ]?\s*([A-Oa-o])\s*\Z", re.ASCII)


def parse_reference(text: str, notation: Notation = Notation.LETTER_ACROSS) -> Reference:
    """Read ``H4``, ``4H``, ``A-7`` or ``8-J``.

    :raises NotationError: if the text is no reference or names a square off the board.
    """
    if len(text) > MAX_REFERENCE:
        raise NotationError(f"{text[:MAX_REFERENCE]!r}… is too long for a reference such as H4 or 4H")
    if match := _LETTER_FIRST.match(text):
        letter, number, letter_first = match[1], match[2], True
    elif match := _NUMBER_FIRST.match(text):
        letter, number, letter_first = match[2], match[1], False
    else:
        raise NotationError(f"{text!r} is no reference: expected a letter A-O and a number 1-15, such as H4 or 4H")
    if not 1 <= int(number) <= SIZE:
        raise NotationError(f"{text!r} is off the board: numbers go from 1 to {SIZE}")
    first, second = ROW_LETTERS.index(letter.upper()), int(number) - 1
    direction = Direction.ACROSS if letter_first else Direction.DOWN
    if notation is Notation.LETTER_ACROSS:
        return Reference(first, second, direction)
    return Reference(second, first, direction.other)


def format_reference(row: int, col: int, direction: Direction, notation: Notation = Notation.LETTER_ACROSS) -> str:
    """The canonical reference: ``H4``, ``4H``."""
    if notation is Notation.NUMBER_ACROSS:
        row, col, direction = col, row, direction.other
    letter, number = ROW_LETTERS[row], str(col + 1)
    return letter + number if direction is Direction.ACROSS else number + letter


def move_reference(move: Move, notation: Notation = Notation.LETTER_ACROSS) -> str:
    """Where a move starts, as written on a slip."""
    return format_reference(move.row, move.col, move.direction, notation)

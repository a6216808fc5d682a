"""The 15×15 grid: squares, directions and premium squares.

A square is written as row letter A–O and column number 1–15 (article 1.1 of the notes in ``docs/rules.md``); inside, rows and columns count
from 0 and a square is ``row * 15 + col``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.errors import RuleSetError

SIZE = 15
"""Squares on one side of the board."""

CENTRE = 7 * SIZE + 7
"""H8, the star; the first move covers it."""

ROW_LETTERS = "ABCDEFGHIJKLMNO"


class Direction(StrEnum):
    """Which way a word runs."""

    ACROSS = "across"
    DOWN = "down"

    @property
    def other(self) -> Direction:
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS


def square_name(row: int, col: int) -> str:
    """The square's name, letter first: ``H8`` for row 7, column 7."""
    return f"{ROW_LETTERS[row]}{col + 1}"


@dataclass(frozen=True, slots=True)
class Layout:
    """What each square multiplies: two tuples of 225 factors (1, 2 or 3), the same seen by rows and by columns.

    So a first move down scores what it scores across, and is not looked for.

    :raises RuleSetError: for other shapes.
    """

    letter: tuple[int, ...]
    word: tuple[int, ...]

    def __post_init__(self) -> None:
        for what, factors in (("letter", self.letter), ("word", self.word)):
            if len(factors) != SIZE * SIZE:
                raise RuleSetError(f"{len(factors)} {what} factors: expected {SIZE * SIZE}, one a square")
            for square, factor in enumerate(factors):
                row, col = divmod(square, SIZE)
                other = factors[col * SIZE + row]
                if factor != other:
                    raise RuleSetError(
                        f"{what} factor {factor} on {square_name(row, col)} and {other} on {square_name(col, row)}: expected the same"
                    )


# One quarter with its middle row and column; the board is symmetric. '#' triple word, '*' double word, '3' and '2' letters.
_QUARTER = (
    "#..2...#",
    ".*...3..",
    "..*...2.",
    "2..*...2",
    "....*...",
    ".3...3..",
    "..2...2.",
    "#..2...*",
)


def _standard() -> Layout:
    letter, word = [], []
    for row in range(SIZE):
        for col in range(SIZE):
            mark = _QUARTER[min(row, SIZE - 1 - row)][min(col, SIZE - 1 - col)]
            letter.append({"2": 2, "3": 3}.get(mark, 1))
            word.append({"*": 2, "#": 3}.get(mark, 1))
    return Layout(tuple(letter), tuple(word))


STANDARD = _standard()
"""The premium squares of the French, Dutch, Romanian and English boards alike."""

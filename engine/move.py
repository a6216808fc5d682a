"""Moves and what they score: plain values, no rules."""

from __future__ import annotations

from dataclasses import dataclass

from engine.squares import SIZE, Direction


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """A word as it lies on the board, tiles that were there before included; a blank is in lower case."""

    word: str
    row: int
    col: int
    direction: Direction

    def squares(self) -> tuple[int, ...]:
        """The square numbers (``row * 15 + col``) the word covers, in order; may run off the board."""
        step = 1 if self.direction is Direction.ACROSS else SIZE
        start = self.row * SIZE + self.col
        return tuple(range(start, start + step * len(self.word), step))

    @property
    def is_on_board(self) -> bool:
        """Whether every letter of the word has a square."""
        first, line = (self.col, self.row) if self.direction is Direction.ACROSS else (self.row, self.col)
        return 0 <= line < SIZE and first >= 0 and first + len(self.word) <= SIZE


@dataclass(frozen=True, slots=True)
class Scored:
    """A move and its points."""

    move: Move
    points: int


@dataclass(frozen=True, slots=True)
class Score:
    """One move's points, item by item."""

    main: int
    """Points of the main word, premium squares counted."""
    crosses: tuple[tuple[str, int], ...]
    """Each cross word formed and its points."""
    bonus: int
    """Bonus for the number of tiles placed."""

    @property
    def total(self) -> int:
        return self.main + sum(points for _, points in self.crosses) + self.bonus


@dataclass(frozen=True, slots=True)
class Top:
    """The best score of a position and every move that reaches it; ``Top(0, ())`` when nothing can be placed."""

    points: int
    moves: tuple[Move, ...]

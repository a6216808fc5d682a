"""What the rules ask of a lexicon and of a solver; anything of this shape will do (a plain ``set`` of words is a lexicon)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.board import Board
from engine.move import Scored, Top


class WordSource(Protocol):
    """Knows which words are valid. Words are in upper case, one character a tile."""

    def __contains__(self, word: object, /) -> bool: ...


class TopFinder(Protocol):
    """Finds what can be played; the C core and the oracle both are one."""

    def tops(self, board: Board, rack: str) -> Top:
        """The best score and every move reaching it."""
        ...

    def moves(self, board: Board, rack: str, best: int | None = None) -> list[Scored]:
        """All legal moves, or the best few, best first."""
        ...

    def tops_many(self, board: Board, racks: Sequence[str]) -> list[Top]:
        """The top of each rack on the same board."""
        ...


class ExchangedTops(Protocol):
    """Finds the best of all exchanges of one tile at once (``CoreSolver.tops_exchanged``)."""

    def __call__(self, board: Board, rack: str, choice: str, floor: int = 0) -> Top:
        """The best moves of the rack with any tile of it exchanged for one of *choice*, or none; nothing below *floor*."""
        ...


class SharedTops(Protocol):
    """Finds the tops of several racks, each only as far as it is as good as those before it (``CoreSolver.tops_shared``)."""

    def __call__(self, board: Board, racks: Sequence[str], floor: int = 0) -> list[Top]:
        """Nothing for a rack below *floor* and the best before it."""
        ...


class WholeTops(Protocol):
    """Finds the best moves of all tiles of a rack (``CoreSolver.tops_whole``)."""

    def __call__(self, board: Board, rack: str, floor: int = 0) -> Top:
        """Nothing below *floor*."""
        ...

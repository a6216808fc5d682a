"""C core of the solver (``_c/``). Words, racks and boards are texts of tile codes; direction 0 is across, 1 down.

All three types are made once and may be shared by threads; searches run without the interpreter lock and look for signals. Squares, floors
and numbers of moves may be any integers.
"""

from collections.abc import Sequence

from typing_extensions import Buffer

class Graph:
    """A word graph unfolded for searching; raises ``ValueError`` when the KWG nodes are damaged."""

    def __new__(cls, kwg: Buffer, letters: int, /) -> Graph: ...
    @property
    def nbytes(self) -> int: ...

class Rules:
    """Letters, points, premium squares and bonuses of a game."""

    def __new__(
        cls,
        graph: Graph,
        upper: str,
        lower: str,
        points: bytes,
        letter_factor: bytes,
        word_factor: bytes,
        bonus: Buffer,
        max_placed: int,
        /,
    ) -> Rules: ...
    def play_games(self, bag: str, vowels: str, consonants: str, seed: int, games: int, /) -> tuple[int, int]:
        """Play whole duplicate games with French draws; the rounds and the points of all together."""

class Position:
    """One board with the tables a search needs; ``place`` keeps them up to date."""

    def __new__(cls, rules: Rules, cells: str, /) -> Position: ...
    def tops(self, rack: str, /) -> tuple[int, tuple[tuple[str, int, int, int], ...]]: ...
    def tops_many(self, racks: Sequence[str], /) -> list[tuple[int, tuple[tuple[str, int, int, int], ...]]]: ...
    def tops_whole(self, rack: str, floor: int, /) -> tuple[int, tuple[tuple[str, int, int, int], ...]]:
        """The best placements of all tiles of the rack; (0, ()) when they do not reach *floor*."""

    def tops_shared(self, racks: Sequence[str], floor: int, /) -> list[tuple[int, tuple[tuple[str, int, int, int], ...]]]:
        """As ``tops_many``, but a rack that reaches neither *floor* nor the best of those before it gives nothing: (0, ())."""

    def tops_exchanged(self, rack: str, choice: str, floor: int, /) -> tuple[int, tuple[tuple[str, int, int, int], ...]]:
        """The best placements of the rack's tiles and one of *choice*, of which at least one stays; (0, ()) below *floor*.

        A ``?`` of the choice is a blank for the letters that are not in it. The same placement may come twice. Raises ``OverflowError``
        where scores are too large for it.
        """

    def moves(self, rack: str, best: int, /) -> list[tuple[tuple[str, int, int, int], int]]:
        """All moves for ``best`` -1."""

    def measure(self, rack: str, /) -> tuple[int, int]:
        """Find and sort all moves but give only the best score and their number: what a benchmark times."""

    def count(self, rack: str, /) -> int: ...
    def score(
        self, word: str, row: int, col: int, direction: int, /
    ) -> tuple[int, bool, tuple[tuple[str, int, bool], ...], int] | None:
        """Main points, whether the main word is valid, (cross word, points, valid) each, bonus; None when it does not fit."""

    def place(self, word: str, row: int, col: int, direction: int, /) -> None: ...
    def cells(self) -> str: ...
    def tables(self) -> tuple[bytes, bytes, list[tuple[int, ...]]]:
        """Cross sets, cross points and runs, for tests."""

"""The slow, obvious move generator: what the C core is tested against, and its stand-in where no compiler exists.

For each line and each first square it spells words tile by tile, forwards only, through the lexicon's DAWG. It keeps no tables
between calls, prunes only what cannot be legal, and asks the board for geometry, cross words and points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar, Literal

from engine.board import BONUS, EMPTY, Board
from engine.errors import LexiconError, RackError, TileError
from engine.lexicon import Lexicon
from engine.move import Move, Score, Scored, Top
from engine.rack import take
from engine.squares import SIZE, STANDARD, Direction, Layout
from engine.tiles import BLANK, TileSet

MAX_RACK = 8
"""Tiles in a rack at most: clubs play "7 on 8" and "8 on 8"."""


def require_same_letters(lexicon: Lexicon, tileset: TileSet) -> None:
    """Raise :class:`LexiconError` unless the lexicon is spelt with the tiles of the set."""
    if lexicon.info.alphabet != tileset.alphabet:
        raise LexiconError(
            f"the lexicon {lexicon.info.name} ({lexicon.info.language}) is spelt with the tiles {' '.join(lexicon.info.faces)}, "
            f"the tile set {tileset.name} has {' '.join(tile.face for tile in tileset.tiles)}"
        )


def require_number(best: int | None) -> None:
    """Raise :class:`ValueError` for a number of moves below 0."""
    if best is not None and best < 0:
        raise ValueError(f"the best {best} moves: expected 0 or more")


def foreign_tile(tiles: str, tileset: TileSet) -> TileError:
    """What is raised for a text with characters that are no tiles."""
    return TileError(f"{tiles[:40]!r} holds what is no tile of the {tileset.name} set")


@dataclass(frozen=True)
class OracleSolver:
    """Finds everything that can be played. Immutable, so safe from several threads."""

    lexicon: Lexicon
    tileset: TileSet
    bonuses: Mapping[int, int] = field(default_factory=lambda: BONUS)
    """Tiles placed in one move → points."""
    layout: Layout = STANDARD
    max_placed: int = 7
    """Most tiles that one move may place."""

    kind: ClassVar[Literal["oracle"]] = "oracle"

    def __post_init__(self) -> None:
        require_same_letters(self.lexicon, self.tileset)

    def tops(self, board: Board, rack: str) -> Top:
        """The best score and every move reaching it; ``Top(0, ())`` when nothing can be placed."""
        scored = self.moves(board, rack)
        best = scored[0].points if scored else 0
        return Top(best, tuple(item.move for item in scored if item.points == best))

    def tops_many(self, board: Board, racks: Iterable[str]) -> list[Top]:
        """The top of each rack on the same board."""
        return [self.tops(board, rack) for rack in racks]

    def moves(self, board: Board, rack: str, best: int | None = None) -> list[Scored]:
        """Every legal move once, or the *best* first of them, by points and then in the order of :class:`Move`.

        Plays that are the same thing twice are given once, across: a single tile that forms words both ways and, the
        board being symmetric, the first move of a game.

        :raises RackError: for more than 8 tiles, or one that is none of the set.
        :raises ValueError: for a negative *best*.
        """
        require_number(best)
        scored = [Scored(move, self.score(board, move).total) for move in self._legal(board, rack)]
        scored.sort(key=lambda item: (-item.points, item.move))
        return scored[:best]

    def count(self, board: Board, rack: str) -> int:
        """How many legal moves there are."""
        return sum(1 for _ in self._legal(board, rack))

    def score(self, board: Board, move: Move) -> Score:
        """One move's points, item by item; its words are not looked up.

        :raises PlacementError: when it cannot be laid there.
        :raises TileError: when it could be, but holds what is no tile.
        """
        board.check_fit(move)
        if not set(move.word) <= set(self.tileset.alphabet + self.tileset.alphabet.lower()):
            raise foreign_tile(move.word, self.tileset)
        return board.score(move, self.tileset, self.bonuses, self.layout)

    def _legal(self, board: Board, rack: str) -> Iterator[Move]:
        if len(rack) > MAX_RACK:
            raise RackError(f"a rack has at most {MAX_RACK} tiles, not {len(rack)}: {rack[:40]!r}")
        for tile in rack:
            if tile != BLANK and tile not in self.tileset.by_code:
                raise RackError(f"{tile!r} in rack {rack!r} is no tile of the {self.tileset.name} set")
        for move in self._spelt(board, rack):
            placed = board.new_tiles(move)
            if not placed:
                continue  # a word that lies there already
            board.check_fit(move)
            crosses = board.words_formed(move)[1:]
            if not all(cross in self.lexicon for cross in crosses):
                continue
            if crosses and len(placed) == 1 and move.direction is Direction.DOWN:
                continue  # given across
            yield move

    def _spelt(self, board: Board, rack: str) -> Iterator[Move]:
        """Every word that the rack can spell through the tiles of some line and that touches what lies there."""
        for direction in (Direction.ACROSS,) if board.is_empty else tuple(Direction):
            for number in range(SIZE):
                line = _Line(self.lexicon, board, direction, number)
                for start in range(SIZE):
                    row, col = (number, start) if direction is Direction.ACROSS else (start, number)
                    for word in line.words_from(start, rack, self.max_placed):
                        yield Move(word, row, col, direction)


class _Line:
    """One row or column, read in the direction of play."""

    def __init__(self, lexicon: Lexicon, board: Board, direction: Direction, number: int) -> None:
        self._lexicon = lexicon
        self._cells = _line(board, number, direction)
        self._hooks = [_neighbours(board, direction, number, at) for at in range(SIZE)]
        centre = number == SIZE // 2 and board.is_empty
        self._joins = [
            cell != EMPTY
            or self._hooks[at] != ("", "")
            or any(i in range(SIZE) and self._cells[i] != EMPTY for i in (at - 1, at + 1))
            or (centre and at == SIZE // 2)
            for at, cell in enumerate(self._cells)
        ]
        self._fits = cache(self._crosses_are_valid)

    def words_from(self, start: int, rack: str, most: int) -> Iterator[str]:
        """The words from one square on that place *most* tiles at most, blanks in lower case."""
        if start > 0 and self._cells[start - 1] != EMPTY:
            return
        free = 0  # tiles to place before the word joins what lies on the board
        for at in range(start, SIZE):
            free += self._cells[at] == EMPTY
            if self._joins[at]:
                if free <= min(most, len(rack)):
                    yield from self._spell(self._lexicon.root, start, "", rack, most, False)
                return

    def _spell(self, node: int, at: int, word: str, rack: str, most: int, joined: bool) -> Iterator[str]:
        """Go on with *word*, whose next tile lies on square *at*, by the arcs of the lexicon from *node*."""
        if at == SIZE:
            return
        there = self._cells[at]
        joined = joined or self._joins[at]
        is_end = at + 1 == SIZE or self._cells[at + 1] == EMPTY
        for letter, accepts, below in self._lexicon.arcs(node):
            for tile, rest in self._choices(there, at, letter, rack, most):
                if accepts and joined and is_end:
                    yield word + tile
                if below:
                    yield from self._spell(below, at + 1, word + tile, rest, most - (there == EMPTY), joined)

    def _choices(self, there: str, at: int, letter: str, rack: str, most: int) -> list[tuple[str, str]]:
        """The ways of having *letter* on a square: (tile, what is left of the rack)."""
        if there != EMPTY:
            return [(there, rack)] if there.upper() == letter else []
        if not most or not self._fits(at, letter):
            return []
        return [
            (tile, take(rack, source))
            for tile, source in ((letter, letter), (letter.lower(), BLANK))
            if source in rack
        ]

    def _crosses_are_valid(self, at: int, letter: str) -> bool:
        before, after = self._hooks[at]
        return not before + after or before + letter + after in self._lexicon


def _neighbours(board: Board, direction: Direction, number: int, at: int) -> tuple[str, str]:
    """The tiles that touch square *at* of a line from either side, across it."""
    across = _line(board, at, direction.other)
    before, after = across[:number], across[number + 1 :]
    return before.rpartition(EMPTY)[2], after.partition(EMPTY)[0]


def _line(board: Board, number: int, direction: Direction) -> str:
    return board.rows()[number] if direction is Direction.ACROSS else board.columns[number]

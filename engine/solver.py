"""The top finder: the best score of a position and every move reaching it, all legal moves, one move's points.

The work is done by the C core (``engine/_c``). Where it could not be built the oracle answers the same questions, thousands of times
more slowly, after one warning.

Moves of equal points come in the order of :class:`engine.move.Move`. Plays that are the same thing twice are given once, across: a single
tile that forms words both ways and, the board being symmetric, the first move of a game.
"""

from __future__ import annotations

import warnings
from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, ParamSpec, Protocol, TypeVar
from weakref import WeakKeyDictionary

from engine.board import BONUS, Board
from engine.errors import BoardError, RackError, RuleSetError, TileError
from engine.lexicon import Lexicon
from engine.move import Move, Score, Scored, Top
from engine.oracle import MAX_RACK, OracleSolver, foreign_tile, require_number, require_same_letters
from engine.squares import STANDARD, Direction, Layout
from engine.tiles import BLANK, TileSet

try:
    from engine import _solver as core

    HAS_CORE = True
except ImportError:  # no compiler on this machine
    HAS_CORE = False

NO_CORE = "the C core of the solver is not built: finding a top takes seconds (Debian: apt install gcc python3-dev; then: make ext)"
"""The notice where :data:`HAS_CORE` is false."""

P = ParamSpec("P")
Answer = TypeVar("Answer")

_DIRECTIONS = (Direction.ACROSS, Direction.DOWN)


class Solver(Protocol):
    """Finds and counts moves over one lexicon, tile set and set of bonuses."""

    @property
    def kind(self) -> Literal["c", "oracle"]:
        """What does the work."""

    def tops(self, board: Board, rack: str) -> Top:
        """The best score and every move reaching it; ``Top(0, ())`` when nothing can be placed."""

    def tops_many(self, board: Board, racks: Sequence[str]) -> list[Top]:
        """The top of each rack on the same board."""

    def moves(self, board: Board, rack: str, best: int | None = None) -> list[Scored]:
        """All legal moves, or the *best* first of them, best first.

        :raises ValueError: for a negative *best*.
        """

    def count(self, board: Board, rack: str) -> int:
        """How many legal moves there are."""

    def score(self, board: Board, move: Move) -> Score:
        """One move's points, item by item; its words are not looked up.

        :raises PlacementError: when it cannot be laid there.
        :raises TileError: when it could be, but holds what is no tile.
        """


class CoreSolver:
    """The solver in C. Safe to share between threads.

    :raises LexiconError: for a lexicon that is spelt with other tiles.
    :raises RuleSetError: for points, factors or bonuses beyond what any game has.
    :raises RackError: for a rack of more than 8 tiles or with characters that are no tile of the set.
    :raises BoardError: for a board with such characters.
    """

    kind: Literal["c", "oracle"] = "c"

    def __init__(
        self,
        lexicon: Lexicon,
        tileset: TileSet,
        bonuses: Mapping[int, int] = BONUS,
        layout: Layout = STANDARD,
        max_placed: int = 7,
    ) -> None:
        require_same_letters(lexicon, tileset)
        self.tileset = tileset
        self.graph = _graph(lexicon)
        try:
            self.rules = core.Rules(
                self.graph,
                tileset.alphabet,
                tileset.alphabet.lower(),
                bytes(tile.points for tile in tileset.tiles),
                bytes(layout.letter),
                bytes(layout.word),
                array("i", [bonuses.get(placed, 0) for placed in range(MAX_RACK + 1)]),
                max_placed,
            )
        except (ValueError, OverflowError) as error:
            game = f"points to {max(tile.points for tile in tileset.tiles)}, bonuses {dict(bonuses)}, {max_placed} tiles placed"
            raise RuleSetError(f"{error} ({game})") from None
        # The board searched last. One tuple, replaced whole, so that a thread never sees half of it.
        self._last = (Board().cells, self.position(Board()))

    def position(self, board: Board) -> core.Position:
        """A board of the C core that a caller keeps and plays on; see ``_solver.pyi``."""
        try:
            return core.Position(self.rules, board.cells)
        except ValueError as error:
            raise BoardError(str(error)) from None

    def tops(self, board: Board, rack: str) -> Top:
        return _top(_asked(self._position(board).tops, rack))

    def tops_many(self, board: Board, racks: Sequence[str]) -> list[Top]:
        return [_top(found) for found in _asked(self._position(board).tops_many, racks)]

    def tops_whole(self, board: Board, rack: str, floor: int = 0) -> Top:
        """The best moves that place every tile of the rack; ``Top(0, ())`` when there is none for *floor* points or more."""
        # the board is one of many that are looked at once: it is not kept
        return _top(_asked(self.position(board).tops_whole, rack, floor))

    def tops_shared(self, board: Board, racks: Sequence[str], floor: int = 0) -> list[Top]:
        """Tops as :meth:`tops_many` finds them, but nothing for a rack that does not reach *floor* and the best of those before it."""
        return [_top(found) for found in _asked(self._position(board).tops_shared, racks, floor)]

    def tops_exchanged(self, board: Board, rack: str, choice: str, floor: int = 0) -> Top:
        """The best moves once any tile of the rack may have been exchanged for one of *choice*; nothing below *floor*.

        Moves that need no exchange are among them. A blank of the choice is tried only for the letters that are not in it: it counts less.

        :raises RackError: for a rack of 8 tiles, too.
        :raises TileError: for a choice of nothing or with characters that are no tile.
        :raises RuleSetError: for scores so large (see ``docs/solver.md``) that exchanges must be searched one by one.
        """
        if not choice or not set(choice) <= {*self.tileset.alphabet, BLANK}:
            raise foreign_tile(choice, self.tileset) if choice else TileError("an exchange needs a tile to choose")
        try:
            points, moves = _asked(self._position(board).tops_exchanged, rack, "".join(dict.fromkeys(choice)), floor)
        except OverflowError as error:
            raise RuleSetError(str(error)) from None
        # a tile that the rack has as well as the choice is laid as either
        return _top((points, tuple(dict.fromkeys(moves))))

    def moves(self, board: Board, rack: str, best: int | None = None) -> list[Scored]:
        require_number(best)
        found = _asked(self._position(board).moves, rack, -1 if best is None else best)
        return [
            Scored(Move(word, row, col, _DIRECTIONS[way]), points) for (word, row, col, way), points in found
        ]

    def count(self, board: Board, rack: str) -> int:
        return _asked(self._position(board).count, rack)

    def score(self, board: Board, move: Move) -> Score:
        way = _DIRECTIONS.index(move.direction)
        try:
            found = self._position(board).score(move.word, move.row, move.col, way)
        except ValueError:
            found = None
        if found is None:
            board.check_fit(move)
            raise foreign_tile(move.word, self.tileset)
        main, _, crosses, bonus = found
        return Score(main, tuple((word, points) for word, points, _ in crosses), bonus)

    def _position(self, board: Board) -> core.Position:
        cells, position = self._last
        if board.cells != cells:
            position = self.position(board)
            self._last = (board.cells, position)
        return position


def _asked(question: Callable[P, Answer], *arguments: P.args, **none: P.kwargs) -> Answer:
    """The core's answer; it raises ``ValueError`` for a rack only."""
    try:
        return question(*arguments, **none)
    except ValueError as error:
        raise RackError(str(error)) from None


def _top(found: tuple[int, tuple[tuple[str, int, int, int], ...]]) -> Top:
    points, moves = found
    return Top(points, tuple(Move(word, row, col, _DIRECTIONS[way]) for word, row, col, way in moves))


_graphs: WeakKeyDictionary[Lexicon, core.Graph] = WeakKeyDictionary()


def _graph(lexicon: Lexicon) -> core.Graph:
    """The lexicon's graph as the core wants it; a few megabytes, so solvers of the same lexicon share it."""
    graph = _graphs.get(lexicon)
    if graph is None:
        graph = core.Graph(lexicon.graph.cast("B"), len(lexicon.info.alphabet))
        _graphs[lexicon] = graph
    return graph


def make_solver(
    lexicon: Lexicon,
    tileset: TileSet,
    bonuses: Mapping[int, int] = BONUS,
    layout: Layout = STANDARD,
    max_placed: int = 7,
) -> Solver:
    """The C core, or the oracle with a warning where there is none; ``kind`` tells which."""
    if not HAS_CORE:
        warnings.warn(NO_CORE, RuntimeWarning, stacklevel=2)
        return OracleSolver(lexicon, tileset, bonuses, layout, max_placed)
    return CoreSolver(lexicon, tileset, bonuses, layout, max_placed)

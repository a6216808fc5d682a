"""The board: what lies on it, whether a move fits, which words it forms and what it scores.

Words are looked up elsewhere; this module knows geometry and arithmetic only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.errors import BoardError, PlacementError
from engine.move import Move, Score
from engine.squares import CENTRE, SIZE, STANDARD, Direction, Layout, square_name
from engine.tiles import BLANK, TileSet

EMPTY = "."
BONUS = {7: 50}
"""Points for placing that many tiles in one move, the classic rule."""


@dataclass(frozen=True)
class Board:
    """225 squares, row by row: ``.`` empty, upper case a tile, lower case a blank standing for that letter."""

    cells: str = EMPTY * (SIZE * SIZE)

    def __post_init__(self) -> None:
        if len(self.cells) != SIZE * SIZE:
            raise BoardError(f"a board has {SIZE * SIZE} squares, not {len(self.cells)}")

    def __str__(self) -> str:
        return "\n".join(self.rows())

    def rows(self) -> tuple[str, ...]:
        return tuple(self.cells[i : i + SIZE] for i in range(0, SIZE * SIZE, SIZE))

    @property
    def is_empty(self) -> bool:
        return self.cells == EMPTY * (SIZE * SIZE)

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return tuple(self.cells[i::SIZE] for i in range(SIZE))

    def at(self, row: int, col: int) -> str:
        """The tile on a square; ``.`` when empty or off the board."""
        return self.cells[row * SIZE + col] if 0 <= row < SIZE and 0 <= col < SIZE else EMPTY

    def tiles(self) -> str:
        """Every tile on the board as it would lie in the bag: blanks as ``?``."""
        return "".join(as_rack_tile(cell) for cell in self.cells if cell != EMPTY)

    def new_tiles(self, move: Move) -> str:
        """The tiles a move takes from the rack, in playing order: blanks as ``?``. The move must fit."""
        return "".join(as_rack_tile(t) for t, s in zip(move.word, move.squares(), strict=True) if self.cells[s] == EMPTY)

    def place(self, move: Move) -> Board:
        """The board after the move; the word's tiles on empty squares are laid, the others stay as they are."""
        cells = list(self.cells)
        for tile, square in zip(move.word, move.squares(), strict=True):
            if cells[square] == EMPTY:
                cells[square] = tile
        return Board("".join(cells))

    def check_fit(self, move: Move) -> None:
        """Raise unless the move can be laid here; words are not looked up.

        :raises PlacementError: ``fault`` is ``does_not_fit`` (off the board, or over another tile), ``nothing_placed``,
            ``word_incomplete`` (it goes on over tiles beyond what was written), ``not_on_star`` or ``not_connected``.
        """
        if not move.is_on_board or len(move.word) < 2:
            place = f"row {move.row + 1}, column {move.col + 1} {move.direction.value}"
            raise PlacementError(f"{move.word!r} at {place} does not fit on the board", "does_not_fit")
        where = f"{move.word} at {square_name(move.row, move.col)} {move.direction.value}"
        placed = False
        touches = False
        for tile, square in zip(move.word, move.squares(), strict=True):
            there = self.cells[square]
            if there == EMPTY:
                placed = True
                touches = touches or self._has_neighbour(square)
            elif there.upper() != tile.upper():
                raise PlacementError(
                    f"{where}: {there.upper()} lies on {square_name(*divmod(square, SIZE))}, not {tile.upper()}",
                    "does_not_fit",
                )
            else:
                touches = True
        if not placed:
            raise PlacementError(f"{where} places no tile", "nothing_placed")
        line, start = (move.row, move.col) if move.direction is Direction.ACROSS else (move.col, move.row)
        cells = self._line(line, move.direction)
        for end in (start - 1, start + len(move.word)):
            if 0 <= end < SIZE and cells[end] != EMPTY:
                raise PlacementError(f"{where} leaves out {cells[end].upper()}, which touches it", "word_incomplete")
        if self.is_empty:
            if CENTRE not in move.squares():
                raise PlacementError(f"{where}: the first move covers H8", "not_on_star")
        elif not touches:
            raise PlacementError(f"{where} touches no tile on the board", "not_connected")

    def words_formed(self, move: Move) -> tuple[str, ...]:
        """The main word and every cross word, the main word first. The move must fit."""
        return (move.word, *(word for word, _ in self._crosses(move)))

    def score(
        self,
        move: Move,
        tileset: TileSet,
        bonuses: Mapping[int, int] = BONUS,
        layout: Layout = STANDARD,
    ) -> Score:
        """Points of a move that fits, item by item. Premium squares count only under tiles laid now."""
        main, factor, placed = 0, 1, 0
        for tile, square in zip(move.word, move.squares(), strict=True):
            there = self.cells[square]
            if there == EMPTY:
                main += tileset.points(tile) * layout.letter[square]
                factor *= layout.word[square]
                placed += 1
            else:
                main += tileset.points(there)
        crosses = []
        for word, square in self._crosses(move):
            tile = move.word[self._index(move, square)]
            rest = sum(tileset.points(t) for t in word) - tileset.points(tile)
            points = (rest + tileset.points(tile) * layout.letter[square]) * layout.word[square]
            crosses.append((word, points))
        return Score(main * factor, tuple(crosses), bonuses.get(placed, 0))

    def as_laid(self, move: Move) -> Move:
        """The same move with the tiles already there in the case in which they lie (a blank on the board stays one)."""
        word = "".join(
            tile if self.cells[square] == EMPTY else self.cells[square]
            for tile, square in zip(move.word, move.squares(), strict=True)
        )
        return Move(word, move.row, move.col, move.direction)

    def _line(self, line: int, direction: Direction) -> str:
        return self.cells[line * SIZE : (line + 1) * SIZE] if direction is Direction.ACROSS else self.columns[line]

    def _has_neighbour(self, square: int) -> bool:
        row, col = divmod(square, SIZE)
        return any(self.at(row + dr, col + dc) != EMPTY for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)))

    @staticmethod
    def _index(move: Move, square: int) -> int:
        row, col = divmod(square, SIZE)
        return col - move.col if move.direction is Direction.ACROSS else row - move.row

    def _crosses(self, move: Move) -> Iterable[tuple[str, int]]:
        """(cross word, square of the tile laid now) for each tile laid now that has a neighbour across the move."""
        for tile, square in zip(move.word, move.squares(), strict=True):
            if self.cells[square] != EMPTY:
                continue
            row, col = divmod(square, SIZE)
            line, at = (col, row) if move.direction is Direction.ACROSS else (row, col)
            cells = self._line(line, move.direction.other)
            first, last = at, at
            while first > 0 and cells[first - 1] != EMPTY:
                first -= 1
            while last < SIZE - 1 and cells[last + 1] != EMPTY:
                last += 1
            if first != last:
                yield cells[first:at] + tile + cells[at + 1 : last + 1], square


def as_rack_tile(tile: str) -> str:
    """A board tile as it lies in a rack or bag: a blank, in lower case on the board, is ``?``."""
    return BLANK if tile.lower() == tile else tile


def parse_board(lines: Iterable[str], tileset: TileSet) -> Board:
    """Read 15 rows: ``.`` empty, upper case a tile, lower case a blank.

    :raises BoardError: naming the row.
    """
    rows = list(lines)
    if len(rows) != SIZE:
        raise BoardError(f"a board has {SIZE} rows, not {len(rows)}")
    cells = []
    for number, row in enumerate(rows):
        text = row.strip()
        try:
            tiles = "".join(EMPTY if part == EMPTY else tileset.read(part) for part in _split(text))
        except ValueError as error:
            raise BoardError(f"row {number + 1} of the board: {error}") from error
        if len(tiles) != SIZE:
            raise BoardError(f"row {number + 1} of the board has {len(tiles)} squares, not {SIZE}: {text[:40]!r}")
        cells.append(tiles)
    return Board("".join(cells))


def _split(row: str) -> list[str]:
    """Runs of tiles and single dots, in order."""
    parts: list[str] = []
    for char in row[:200]:
        if char == EMPTY or not parts or parts[-1] == EMPTY:
            parts.append(char)
        else:
            parts[-1] += char
    return parts

"""Reading a file of positions: 15 rows, the rack, the best score and, where known, the number of legal moves; empty lines between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.board import EMPTY, Board, parse_board
from engine.errors import BoardError, TileError
from engine.oracle import MAX_RACK
from engine.squares import SIZE
from engine.tiles import BLANK, TileSet

MAX_BYTES = 50_000_000
"""Of a file of positions: a hundred thousand of them."""
MAX_BLANKS = 2
"""What is measured by the number of blanks has so many at most."""

Line = tuple[int, str]
"""Number in the file, from 1, and text."""


class PositionsError(ValueError):
    """A file cannot be read as positions; the message names position, line and what was expected."""


Wrong = Callable[[int, str], PositionsError]
"""Makes the error of a line."""


@dataclass(frozen=True)
class Position:
    """One board and rack with what is known of them."""

    board: Board
    rack: str
    best: int
    moves: int | None

    @property
    def blanks(self) -> str:
        return str(self.rack.count(BLANK))


def load_positions(path: Path, tileset: TileSet) -> list[Position]:
    """:raises PositionsError: naming the file. :raises OSError: when it cannot be read."""
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise PositionsError(f"{path}: expected {MAX_BYTES} bytes at most")
    try:
        return read_positions(data.decode("utf-8-sig"), tileset)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PositionsError(f"{path}: line {line}: expected UTF-8, found the byte {data[error.start]:#04x}") from None
    except PositionsError as error:
        raise PositionsError(f"{path}: {error}") from None


def read_positions(text: str, tileset: TileSet) -> list[Position]:
    """Read the text of a file of positions; lines that begin with ``#`` are remarks.

    :raises PositionsError: when it holds none, or one that is no position.
    """
    found = [_read(number, block, tileset) for number, block in enumerate(_blocks(text), 1)]
    if not found:
        raise PositionsError("no position: expected 15 rows, a rack, the best score and perhaps the number of moves")
    return found


def _blocks(text: str) -> Iterator[list[Line]]:
    """Runs of lines that are neither empty nor remarks."""
    block: list[Line] = []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if line.startswith("#"):
            continue
        if line.strip():
            block.append((number, line.strip()))
        elif block:
            yield block
            block = []


def _read(number: int, block: list[Line], tileset: TileSet) -> Position:
    def wrong(line: int, what: str) -> PositionsError:
        return PositionsError(f"position {number}, line {line}: {what}")

    if len(block) > SIZE and EMPTY in block[SIZE][1]:
        raise wrong(block[SIZE][0], f"expected a rack after {SIZE} rows, found another row: {block[SIZE][1][:40]}")
    # the rack and the figures may stand on one line or on several
    words = [(line, word) for line, text in block[SIZE:] for word in text.split()]
    if not 2 <= len(words) <= 3:
        expected = "expected 15 rows, then a rack, the best score and perhaps the number of moves"
        raise wrong(block[min(SIZE, len(block) - 1)][0], f"{expected}; found {len(block)} lines, {len(words)} words after the 15th")
    board = _board(block[:SIZE], tileset, wrong)
    (line, rack), *figures = words
    try:
        tiles = tileset.read(rack, blanks=True)
    except TileError as error:
        raise wrong(line, f"{error}; expected a rack") from None
    if not 1 <= len(tiles) <= MAX_RACK:
        raise wrong(line, f"expected a rack of 1 to {MAX_RACK} tiles, found {len(tiles)}: {rack[:40]}")
    if tiles != tiles.upper():
        raise wrong(line, f"expected a rack in capitals with ? for a blank, found {rack}")
    if tiles.count(BLANK) > MAX_BLANKS:
        raise wrong(line, f"expected {MAX_BLANKS} blanks at most, found {tiles.count(BLANK)}: {rack}")
    best, *moves = [_figure(word, line, wrong) for line, word in figures]
    return Position(board, tiles, best, moves[0] if moves else None)


def _board(rows: list[Line], tileset: TileSet, wrong: Wrong) -> Board:
    try:
        return parse_board([row for _, row in rows], tileset)
    except BoardError:
        for line, row in rows:  # the line of the file is asked for, not the row of the board
            try:
                parse_board([row] * SIZE, tileset)
            except BoardError as error:
                raise wrong(line, str(error).replace("row 1 of the board", "row")) from None
        raise


def _figure(word: str, line: int, wrong: Wrong) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 10):
        raise wrong(line, f"expected a number, found {word[:40]!r}")
    return int(word)

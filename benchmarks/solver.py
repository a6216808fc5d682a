"""How fast the top finder is, and whether it is right: one line a position, medians over shuffled passes.

    python -m benchmarks.solver [POSITIONS] [--lexicon FILE] [--json]

POSITIONS is a text file: 15 rows of 15 squares, the rack, then the best score and, where known, the number of legal moves. Each pass
visits every position once, in a new order, so that none is warm. What is timed for one position is laying out the board from its
text, searching, and for ``tops`` handing the moves to Python as tuples; the clock itself takes some 0.1 µs of it.
"""

from __future__ import annotations

import argparse
import gc
import json
import lzma
import mmap
import resource
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter_ns, thread_time_ns

from engine import _solver as core
from engine.board import Board, parse_board
from engine.builtin import tileset as builtin_tileset
from engine.lexicon import Lexicon, compile_words
from engine.solver import CoreSolver
from engine.squares import SIZE
from engine.tiles import BLANK, TileSet

ROOT = Path(__file__).resolve().parent.parent
MAGIC = b"TOPTABLE"
MB = 1_000_000
CLASSES = ("0", "1", "2", "all")

CLOCKS = {"wall": perf_counter_ns, "cpu": thread_time_ns}
"""``cpu`` is for a machine that is busy with other things: it counts only this thread's own time."""

Times = dict[str, list[int]]
"""Nanoseconds by number of blanks, and all together."""


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


def read_positions(text: str, tileset: TileSet) -> list[Position]:
    """Read a file of positions; lines that begin with ``#`` are remarks, an empty line ends a position."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    blocks = [block.split() for block in "\n".join(lines).split("\n\n") if block.strip()]
    return [_read_position(block, tileset) for block in blocks]


def _read_position(block: list[str], tileset: TileSet) -> Position:
    if len(block) not in {SIZE + 2, SIZE + 3}:
        raise ValueError(
            f"a position has 15 rows, a rack, the best score and perhaps the number of moves, not {block}"
        )
    rack = tileset.read(block[SIZE], blanks=True)
    best, *moves = map(int, block[SIZE + 1 :])
    return Position(parse_board(block[:SIZE], tileset), rack, best, moves[0] if moves else None)


def open_lexicon(path: Path, tileset: TileSet) -> tuple[Lexicon, int]:
    """A compiled lexicon, mapped, or a word list (plain or ``.xz``), compiled here; and the bytes of the compiled form."""
    with path.open("rb") as file:
        if file.read(len(MAGIC)) == MAGIC:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            return Lexicon(mapped), len(mapped)
    data = path.read_bytes()
    text = lzma.decompress(data) if path.suffix == ".xz" else data
    compiled = compile_words(text.decode("utf-8").split(), tileset, name=path.name.partition(".")[0])
    return Lexicon(compiled), len(compiled)


def shuffled(positions: list[Position], passes: int, dice: Random) -> Iterable[Position]:
    """Every position once a pass, in an order that is new each time."""
    for _ in range(passes):
        yield from dice.sample(positions, len(positions))


def measure(
    visits: Iterable[Position], search: Callable[[Position], object], clock: Callable[[], int]
) -> Times:
    times: Times = {blanks: [] for blanks in CLASSES}
    gc.collect()
    gc.disable()
    for position in visits:
        start = clock()
        search(position)
        spent = clock() - start
        times[position.blanks].append(spent)
        times["all"].append(spent)
    gc.enable()
    return times


def summary(times: Times) -> dict[str, dict[str, float]]:
    return {
        blanks: {"median_us": round(median(spent) / 1000, 1), "p95_us": round(_p95(spent) / 1000, 1)}
        for blanks, spent in times.items()
        if spent
    }


def _p95(spent: list[int]) -> float:
    return quantiles(spent, n=20)[-1] if len(spent) > 1 else spent[0]


def mismatches(solver: CoreSolver, positions: list[Position]) -> list[str]:
    """Positions where the best score or the number of moves differs from the file, or ``tops`` from ``moves``."""
    wrong = []
    for number, position in enumerate(positions, 1):
        scored = solver.moves(position.board, position.rack)
        top = solver.tops(position.board, position.rack)
        best = scored[0].points if scored else 0
        ties = tuple(item.move for item in scored if item.points == best)
        if (top.points, top.moves) != (best, ties) or best != position.best:
            wrong.append(
                f"position {number}, {position.rack}: top {top.points}, best move {best}, file {position.best}"
            )
        if position.moves not in {None, len(scored)}:
            wrong.append(f"position {number}, {position.rack}: {len(scored)} moves, file {position.moves}")
    return wrong


def games_per_second(solver: CoreSolver, tileset: TileSet, seconds: float, clock: Callable[[], int]) -> float:
    """Whole games (draw, top, placement) inside C, whose loop is asked for in parts of twenty games."""
    vowels = "".join(tile.code for tile in tileset.tiles if tile.vowel) + BLANK
    consonants = "".join(tile.code for tile in tileset.tiles if tile.consonant) + BLANK
    start, games = clock(), 0
    while (spent := (clock() - start) / 1e9) < seconds:
        solver.rules.play_games(tileset.full_bag(), vowels, consonants, games, 20)
        games += 20
    return games / spent


def python_overhead_us(solver: CoreSolver, positions: list[Position], passes: int) -> float:
    """What ``Solver.tops`` adds to the C core's ``tops`` on the same board: the median of the differences."""

    def added(position: Position) -> float:
        native, board = solver.position(position.board), Board(position.board.cells)
        solver.tops(board, position.rack)
        start = perf_counter_ns()
        native.tops(position.rack)
        middle = perf_counter_ns()
        solver.tops(board, position.rack)
        return perf_counter_ns() - middle - (middle - start)

    return median(added(position) for position in positions for _ in range(passes)) / 1000


def search_once(arguments: argparse.Namespace) -> int:
    """Search each position of so many blanks once, for a tool that counts instructions; how many there were."""
    tileset = builtin_tileset(arguments.tileset)
    solver = CoreSolver(open_lexicon(arguments.lexicon, tileset)[0], tileset)
    positions = read_positions(arguments.positions.read_text(encoding="utf-8"), tileset)
    chosen = [position for position in positions if position.blanks == arguments.once]
    for position in chosen:
        native = solver.position(position.board)
        native.tops(position.rack)
        native.measure(position.rack)
    return len(chosen)


def report(arguments: argparse.Namespace) -> tuple[dict[str, object], list[str]]:
    tileset = builtin_tileset(arguments.tileset)
    lexicon, compiled = open_lexicon(arguments.lexicon, tileset)
    solver = CoreSolver(lexicon, tileset)
    positions = read_positions(arguments.positions.read_text(encoding="utf-8"), tileset)
    if not positions or any(position.blanks not in CLASSES for position in positions):
        raise ValueError(f"{arguments.positions}: no positions, or a rack of more than two blanks")
    wrong = mismatches(solver, positions)
    dice, passes = Random(arguments.seed), arguments.passes
    rules, clock = solver.rules, CLOCKS[arguments.clock]
    tops = measure(
        shuffled(positions, passes, dice), lambda p: core.Position(rules, p.board.cells).tops(p.rack), clock
    )
    moves = measure(
        shuffled(positions, passes, dice),
        lambda p: core.Position(rules, p.board.cells).measure(p.rack),
        clock,
    )
    return {
        "positions": len(positions),
        "mismatches": len(wrong),
        "tops": summary(tops),
        "moves": summary(moves),
        "tops_per_s": round(len(tops["all"]) / sum(tops["all"]) * 1e9),
        "moves_per_s": round(len(moves["all"]) / sum(moves["all"]) * 1e9),
        "python_overhead_us": round(python_overhead_us(solver, positions, 3), 1),
        "games_per_s": round(games_per_second(solver, tileset, arguments.game_seconds, clock), 1),
        "lexicon_mb": round((compiled + solver.graph.nbytes) / MB, 2),
        "peak_rss_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / MB, 1),
    }, wrong


def as_text(figures: dict[str, object]) -> str:
    lines = [
        f"{figures['positions']} positions, {figures['mismatches']} mismatches",
        "",
        "µs      median    p95",
    ]
    for what in ("tops", "moves"):
        table = figures[what]
        assert isinstance(table, dict)
        for blanks, row in table.items():
            label = f"{what} {blanks}"
            lines.append(f"{label:9}{row['median_us']:8}{row['p95_us']:8}")
    keys = ("tops_per_s", "moves_per_s", "python_overhead_us", "games_per_s", "lexicon_mb", "peak_rss_mb")
    return "\n".join([*lines, "", *(f"{key} {figures[key]}" for key in keys)])


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.solver", description=__doc__.split("\n", maxsplit=1)[0]
    )
    parser.add_argument(
        "positions", nargs="?", type=Path, default=ROOT / "tests" / "positions" / "french.txt"
    )
    parser.add_argument(
        "--lexicon", type=Path, default=ROOT / "lexicons" / "fr.txt.xz", help="compiled, or a word list"
    )
    parser.add_argument("--tileset", default="fr")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--passes", type=int, default=20, help="how often each position is visited")
    parser.add_argument("--game-seconds", type=float, default=3.0, help="how long whole games are played")
    parser.add_argument("--clock", choices=CLOCKS, default="wall", help="cpu: for a busy machine")
    parser.add_argument(
        "--once", metavar="BLANKS", choices=CLASSES[:3], help="search once and print nothing else"
    )
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args(argv)
    if arguments.once:
        print(f"{search_once(arguments)} positions searched")
        return 0
    figures, wrong = report(arguments)
    print(json.dumps(figures) if arguments.json else as_text(figures))
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

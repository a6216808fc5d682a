"""How fast the top finder is, and whether it is right: medians over shuffled passes.

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
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter_ns, thread_time_ns
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # run as a file, only its own folder is on the path

from benchmarks._positions import Position, PositionsError, load_positions  # noqa: E402
from engine.board import BONUS, Board  # noqa: E402
from engine.builtin import tileset as builtin_tileset  # noqa: E402
from engine.builtin import tileset_names  # noqa: E402
from engine.errors import EngineError, LexiconError, TileError  # noqa: E402
from engine.lexicon import Lexicon, compile_words  # noqa: E402
from engine.lexicon_file import MAGIC  # noqa: E402
from engine.oracle import MAX_RACK  # noqa: E402
from engine.rack import contains, take  # noqa: E402
from engine.solver import HAS_CORE, NO_CORE, CoreSolver  # noqa: E402
from engine.tiles import BLANK, TileSet  # noqa: E402

if HAS_CORE or TYPE_CHECKING:
    from engine import _solver as core

MB = 1_000_000
CLASSES = ("0", "1", "2", "all")
"""Numbers of blanks, and all together."""

CLOCKS = {"wall": perf_counter_ns, "cpu": thread_time_ns}
"""``cpu`` is for a machine that is busy with other things: it counts only this thread's own time."""

Times = dict[str, list[int]]
"""Nanoseconds by number of blanks, and all together."""


def open_lexicon(path: Path, tiles: str | None) -> tuple[Lexicon, TileSet, int]:
    """A compiled lexicon, mapped, or a word list (plain or ``.xz``), compiled here; its tile set; the bytes of the compiled form.

    *tiles* names the tile set; None is that of the compiled lexicon, or the one that the list is named after.

    :raises LexiconError: when there is no such lexicon in it.
    """
    with path.open("rb") as file:
        is_compiled = file.read(len(MAGIC)) == MAGIC
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if is_compiled else None
    if mapped is not None:
        try:
            lexicon = Lexicon(mapped)
        except LexiconError as error:
            raise LexiconError(f"{path}: {error}") from None
        return lexicon, builtin_tileset(tiles or lexicon.info.language), len(mapped)
    name = path.name.partition(".")[0]
    if tiles is None and name not in tileset_names():
        raise LexiconError(f"{path}: the name does not tell whose tiles: expected --tileset, one of {', '.join(tileset_names())}")
    tileset = builtin_tileset(tiles or name)
    compiled = compile_words(_words(path, tileset), tileset, name=name)
    return Lexicon(compiled), tileset, len(compiled)


def _words(path: Path, tileset: TileSet) -> list[str]:
    data = path.read_bytes()
    try:
        text = (lzma.decompress(data) if path.suffix == ".xz" else data).decode("utf-8-sig")
    except (lzma.LZMAError, EOFError, UnicodeDecodeError) as error:
        raise LexiconError(f"{path}: expected a compiled lexicon, or a word list in UTF-8, plain or .xz: {error}") from None
    words = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            words += [tileset.read(word.upper()) for word in line.split()]
        except TileError as error:
            raise LexiconError(f"{path}: line {number}: {error}") from None
    return words


def with_racks_of(size: int, positions: list[Position], tileset: TileSet, dice: Random) -> list[Position]:
    """The same boards with racks filled up to *size* from the letters not in sight; nothing is known of these."""
    filled = []
    for position in positions:
        seen = position.board.tiles() + position.rack
        bag = tileset.full_bag()
        rest = take(bag, seen).replace(BLANK, "") if contains(bag, seen) else ""
        more = "".join(dice.sample(rest, min(len(rest), max(0, size - len(position.rack)))))
        filled.append(replace(position, rack=position.rack + more, best=-1, moves=None))
    return filled


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


def summary(times: Times) -> dict[str, dict[str, float | None]]:
    """Every class has its figures, null where the file has no such rack."""
    return {
        blanks: {
            "median_us": round(median(spent) / 1000, 1) if spent else None,
            "p95_us": round(_p95(spent) / 1000, 1) if spent else None,
        }
        for blanks, spent in times.items()
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
        if (top.points, top.moves) != (best, ties) or position.best not in {best, -1}:
            known = "unknown" if position.best < 0 else position.best
            wrong.append(f"position {number}, {position.rack}: top {top.points}, best move {best}, file {known}")
        if position.moves not in {None, len(scored)}:
            wrong.append(f"position {number}, {position.rack}: {len(scored)} moves, file {position.moves}")
    return wrong


def whole_games(solver: CoreSolver, seconds: float, clock: Callable[[], int]) -> tuple[float, float]:
    """Games a second and rounds of one: draw, top, placement inside C, whose loop is asked for in parts of twenty games."""
    tileset = solver.tileset
    vowels = "".join(tile.code for tile in tileset.tiles if tile.vowel) + BLANK
    consonants = "".join(tile.code for tile in tileset.tiles if tile.consonant) + BLANK
    start, games, rounds = clock(), 0, 0
    while (spent := (clock() - start) / 1e9) < seconds or not games:
        rounds += solver.rules.play_games(tileset.full_bag(), vowels, consonants, games, 20)[0]
        games += 20
    return games / spent, rounds / games


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


def prepare(arguments: argparse.Namespace) -> tuple[Lexicon, CoreSolver, list[Position], int]:
    """The lexicon and its solver, the positions, and the bytes of the compiled lexicon."""
    lexicon, tileset, compiled = open_lexicon(arguments.lexicon, arguments.tileset)
    solver = CoreSolver(lexicon, tileset, arguments.bonus, max_placed=arguments.placed)
    positions = load_positions(arguments.positions, tileset)
    if arguments.rack:
        positions = with_racks_of(arguments.rack, positions, tileset, Random(arguments.seed))
    return lexicon, solver, positions, compiled


def search_once(arguments: argparse.Namespace) -> int:
    """Search each position of so many blanks once, for a tool that counts instructions; how many there were."""
    _, solver, positions, _ = prepare(arguments)
    chosen = [position for position in positions if position.blanks == arguments.once]
    for position in chosen:
        native = solver.position(position.board)
        native.tops(position.rack)
        native.measure(position.rack)
    return len(chosen)


def report(arguments: argparse.Namespace) -> tuple[dict[str, object], list[str]]:
    lexicon, solver, positions, compiled = prepare(arguments)
    wrong = mismatches(solver, positions)
    dice, passes = Random(arguments.seed), arguments.passes
    rules, clock = solver.rules, CLOCKS[arguments.clock]

    def visits() -> Iterable[Position]:
        if arguments.warm:
            return (position for position in positions for _ in range(passes))
        return shuffled(positions, passes, dice)

    tops = measure(visits(), lambda p: core.Position(rules, p.board.cells).tops(p.rack), clock)
    moves = measure(visits(), lambda p: core.Position(rules, p.board.cells).measure(p.rack), clock)
    start = clock()
    core.Graph(lexicon.graph.cast("B"), len(solver.tileset.alphabet))
    unfolded = clock() - start
    games, rounds = whole_games(solver, arguments.game_seconds, clock)
    return {
        "positions": len(positions),
        "mismatches": len(wrong),
        "tileset": solver.tileset.name,
        "tops": summary(tops),
        "moves": summary(moves),
        "tops_per_s": round(len(tops["all"]) / sum(tops["all"]) * 1e9),
        "moves_per_s": round(len(moves["all"]) / sum(moves["all"]) * 1e9),
        "python_overhead_us": round(python_overhead_us(solver, positions, 3), 1),
        "games_per_s": round(games, 1),
        "rounds_per_game": round(rounds, 1),
        "unfold_ms": round(unfolded / 1e6, 1),
        "lexicon_mb": round((compiled + solver.graph.nbytes) / MB, 2),
        "peak_rss_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / MB, 1),
    }, wrong


def as_text(figures: dict[str, object]) -> str:
    lines = [f"{figures['positions']} positions, {figures['mismatches']} mismatches", "", "µs      median    p95"]
    for what in ("tops", "moves"):
        table = figures[what]
        assert isinstance(table, dict)
        for blanks, row in table.items():
            values = ("-" if value is None else value for value in row.values())
            lines.append(f"{what + ' ' + blanks:9}" + "".join(f"{value:>8}" for value in values))
    others = [f"{key} {value}" for key, value in figures.items() if key not in {"positions", "mismatches", "tops", "moves"}]
    return "\n".join([*lines, "", *others])


def bonus_table(text: str) -> dict[int, int]:
    """``7=50,8=75`` as a table of bonuses."""
    pairs = [pair.partition("=") for pair in text.split(",")]
    if not all(placed.isdecimal() and points.isdecimal() for placed, _, points in pairs):
        raise argparse.ArgumentTypeError(f"{text!r}: expected tiles and points, such as 7=50,8=75")
    return {int(placed): int(points) for placed, _, points in pairs}


def number_from(least: int, most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not text.isdecimal() or not least <= int(text[:10]) <= most:
            raise argparse.ArgumentTypeError(f"{text!r}: expected a number from {least} to {most}")
        return int(text)

    return number


def main(argv: list[str] | None = None) -> int:
    """0, 1 where an answer differs from the file, or 2 where something cannot be read."""
    tiles = number_from(1, MAX_RACK)
    parser = argparse.ArgumentParser(prog="python -m benchmarks.solver", description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("positions", nargs="?", type=Path, default=ROOT / "tests" / "positions" / "french.txt")
    parser.add_argument("--lexicon", type=Path, default=ROOT / "lexicons" / "fr.txt.xz", help="compiled, or a word list")
    parser.add_argument("--tileset", choices=tileset_names(), help="default: the lexicon's, or the one that the list is named after")
    parser.add_argument("--placed", type=tiles, default=7, metavar="N", help="tiles that one move may place (default: 7)")
    parser.add_argument("--bonus", type=bonus_table, default=BONUS, metavar="7=50,8=75", help="points for placing so many tiles")
    parser.add_argument("--rack", type=tiles, metavar="N", help="fill racks up to so many tiles (best scores are then not compared)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--passes", type=number_from(1, 100_000), default=20, metavar="N", help="how often each position is visited")
    parser.add_argument("--warm", action="store_true", help="visit the same position again and again, not in shuffled passes")
    parser.add_argument("--game-seconds", type=float, default=3.0, metavar="S", help="how long whole games are played")
    parser.add_argument("--clock", choices=CLOCKS, default="wall", help="cpu: for a busy machine")
    parser.add_argument("--once", metavar="BLANKS", choices=CLASSES[:3], help="search once and print nothing else")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args(argv)
    if not HAS_CORE:
        parser.exit(2, f"{parser.prog}: {NO_CORE}\n")
    try:
        if arguments.once:
            print(f"{search_once(arguments)} positions searched")
            return 0
        figures, wrong = report(arguments)
    except OSError as error:
        parser.exit(2, f"{parser.prog}: {error.filename or arguments.lexicon}: {error.strerror or error}\n")
    except (EngineError, PositionsError) as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    print(json.dumps(figures) if arguments.json else as_text(figures))
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""What the games of substitution and decomposed cost, as multiples of one plain search for the top on the same position.

    python -m benchmarks.variants [POSITIONS] [--most N] [--once]

Over the positions of a text file (default: tests/positions/french.txt), processor time of one thread. Tested on the *worst* of them, at
most: substitution 40, with blanks in the rack too; decomposed without a blank 3000.
"""

from __future__ import annotations

import argparse
import lzma
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from time import thread_time_ns

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # run as a file, only its own folder is on the path

from benchmarks._positions import Position, PositionsError, load_positions  # noqa: E402
from benchmarks.solver import number_from  # noqa: E402
from engine.builtin import tileset  # noqa: E402
from engine.lexicon import Lexicon, compile_words  # noqa: E402
from engine.rack import contains, take  # noqa: E402
from engine.solver import CoreSolver  # noqa: E402
from engine.variants.decomposed import decomposed_tops  # noqa: E402
from engine.variants.substitution import substitution_tops  # noqa: E402
from engine.wordlist import read_list  # noqa: E402

TIMES = 9
"""How often what takes microseconds is timed."""
FEW = 10
"""Positions below which a tenth of them says nothing."""
TARGETS = {"substitution": 40, "substitution, blanks": 40, "decomposed": 3000}
"""The most that any position may take."""


def timed(work: Callable[[], object], least: int = 1) -> int:
    """Nanoseconds of the fastest of some runs: warm, like what it is compared with."""
    times = []
    for _ in range(least):
        start = thread_time_ns()
        work()
        times.append(thread_time_ns() - start)
    return min(times)


def search_once(positions: list[Position], solver: CoreSolver) -> int:
    """Search each position plainly, then with exchanges, for a tool that counts instructions; how many there were."""
    searched = 0
    for position in positions:
        bag, seen = solver.tileset.full_bag(), position.board.tiles() + position.rack
        pool = take(bag, seen) if contains(bag, seen) else ""
        if pool:
            native = solver.position(position.board)
            native.tops(position.rack)
            native.tops_exchanged(position.rack, pool, 0)
            searched += 1
    return searched


def main() -> int:
    """1 if a position misses its target, 2 if the positions cannot be read."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("positions", nargs="?", type=Path, default=ROOT / "tests" / "positions" / "french.txt")
    parser.add_argument("--most", type=number_from(1, 100_000), default=60, metavar="N", help="positions at most (default: 60)")
    parser.add_argument("--once", action="store_true", help="search once, plainly and with exchanges, and measure nothing")
    args = parser.parse_args()
    french = tileset("fr")
    try:
        positions = load_positions(args.positions, french)
    except (OSError, PositionsError) as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    words = read_list(lzma.decompress((ROOT / "lexicons" / "fr.txt.xz").read_bytes()), french).words
    solver = CoreSolver(Lexicon(compile_words(words, french, name="fr")), french)
    positions = positions[:: -(-len(positions) // args.most)]
    if args.once:
        print(f"{search_once(positions, solver)} positions searched")
        return 0
    ratios: dict[str, list[float]] = {f"{game}{more}": [] for game in ("substitution", "decomposed") for more in ("", ", blanks")}
    for position in positions:
        board, rack = position.board, position.rack
        more = ", blanks" if position.blanks != "0" else ""
        plain = timed(partial(solver.tops, board, rack), TIMES)
        if contains(french.full_bag(), board.tiles() + rack):
            pool = take(french.full_bag(), board.tiles() + rack)
            spent = timed(partial(substitution_tops, board, rack, pool, solver), TIMES)
            ratios[f"substitution{more}"].append(spent / plain)
        spent = timed(partial(decomposed_tops, board, rack, solver))
        ratios[f"decomposed{more}"].append(spent / plain)
    missed = False
    for name, values in ratios.items():
        if not values:
            continue
        target, worst = TARGETS.get(name), max(values)
        missed |= target is not None and worst > target
        told = [f"of {len(values)}" if len(values) > 1 else "of one position"]
        told += [f"nine of ten below {quantiles(values, n=10)[-1]:.0f} ×"] if len(values) >= FEW else []
        told += [f"worst {worst:.0f} ×"] if len(values) > 1 else []
        told += [f"target {target} ×: {'missed' if worst > target else 'met'}"] if target else []
        print(f"{name:20} median {median(values):8.1f} × ({', '.join(told)})")
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())

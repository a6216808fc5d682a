"""Yield of prepared games, as a ratio to one ``tops``; and the proof of games made before.

    .venv/bin/python benchmarks/preparation.py                     games per second on one core
    .venv/bin/python benchmarks/preparation.py --prove DIR         every game file of a folder proved again, a sample by the oracle

A plain machine makes some games a second on a core; what matters is the ratio, which does not depend on the machine: a game costs as much
as that many ``tops`` of its own positions, mostly to compare equal tops by how they open the game.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path
from random import Random

from appliance.library import Library
from appliance.verify import verify_game
from engine import events as ev
from engine.exchange.gamefile import read_game
from engine.oracle import OracleSolver
from engine.preparation import preparable, prepare_game
from engine.referee import open_evening


def measure(games: int, rules_name: str) -> None:
    library = Library()
    rules = preparable(library.ruleset(rules_name))
    tileset = library.tileset(rules)
    opened = open_evening("x", "", rules, tileset, library.used(rules.lexicon))
    first = opened[0]
    assert isinstance(first, ev.EveningOpened)
    referee = library.referee(first)
    prepare_game(referee, opened, "warm")
    seconds, tops = [], []
    for number in range(games):
        start = time.perf_counter()
        game, _missed = prepare_game(referee, opened, f"benchmark/{number}")
        seconds.append(time.perf_counter() - start)
        start = time.perf_counter()
        for round_ in game.rounds:
            referee.solver.tops(round_.board, round_.letters)
        tops.append((time.perf_counter() - start) / len(game.rounds))
    game_s, top_s = statistics.median(seconds), statistics.median(tops)
    print(f"{rules_name}: {1 / game_s:.1f} games per second and core; one game costs {game_s / top_s:.0f} tops of {top_s * 1e6:.0f} µs")


def prove(folder: Path, sample: int) -> int:
    library = Library()
    oracle: OracleSolver | None = None
    dice = Random(1)
    paths = sorted(folder.glob("*.json"))
    chosen = set(dice.sample(paths, min(sample, len(paths))))
    wrong = rounds = by_oracle = 0
    for path in paths:
        game = read_game(path.read_text(encoding="utf-8"))
        report = verify_game(game, library)
        rounds += len(game.rounds)
        for line in report.wrong:
            wrong += 1
            print(f"{path}: {line}")
        if path in chosen:
            if oracle is None:
                oracle = OracleSolver(library.open(game.rules.lexicon), game.tileset, game.rules.bonus)
            round_ = dice.choice([each for each in game.rounds if "?" not in each.letters])
            top = oracle.tops(round_.board, round_.letters)
            by_oracle += 1
            if (top.points, set(top.moves)) != (round_.top_points, {play.moves[0] for play in round_.tops}):
                wrong += 1
                print(f"{path}: round {round_.number}: the oracle finds {top.points}, not {round_.top_points}")
    print(f"{len(paths)} games, {rounds} rounds proved again, {by_oracle} tops by the oracle: {wrong} wrong")
    return 1 if wrong else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--rules", default="french")
    parser.add_argument("--prove", type=Path)
    parser.add_argument("--sample", type=int, default=50)
    args = parser.parse_args()
    if args.prove:
        return prove(args.prove, args.sample)
    measure(args.games, args.rules)
    return 0


if __name__ == "__main__":
    sys.exit(main())

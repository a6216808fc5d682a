"""``toptable reference``: the best known line of play over the draws of an optimist evening, and each seat's share of it."""

from __future__ import annotations

import argparse
import json
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from appliance.arguments import number
from appliance.cli_arbitrate import read_evening
from appliance.cli_convert import FORMATS, read_any
from appliance.errors import ApplianceError, FileError
from appliance.folders import DATA_HELP
from appliance.library import Library
from appliance.reference import SearchState, about, read_search, write_search
from engine.errors import EngineError
from engine.evening import play_evening
from engine.game import Game
from engine.report import play_report
from engine.standings import standings
from engine.variants.reference import Beam, plays_of, reference_line

MAX_WIDTH = 100_000


def add_parsers(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "reference",
        help="a good line of play over the draws of an optimist evening",
        description="Search a good line of play over the draws of an optimist evening: the best known score, not a proved top. "
        "The same width and seed give the same line. FILE is an evening file, a game file (.json), or evening:7, the seventh evening of "
        "the journal (evening:last the last one), while no hub is running. "
        "Ctrl-C stops after the round in hand; with --state it goes on from there.",
    )
    parser.add_argument("source", metavar="FILE", help="an evening file, a game file, or evening:NUMBER")
    parser.add_argument("--width", type=number(1, MAX_WIDTH), default=100, metavar="N", help="boards kept after each draw (default: 100)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="decides among equal boards (default: 0)")
    parser.add_argument("--state", type=Path, metavar="FILE", help="write down after each round where the search stands, and go on from it")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--data", type=Path, metavar="DIR", help=DATA_HELP)
    parser.set_defaults(run=run_reference)


def run_reference(args: argparse.Namespace) -> int:
    """0 done, 1 stopped before the last round, 2 the file is wrong."""
    try:
        library = Library(args.data, Path(args.source).parent)
        game, lexicon = _read(args, library)
        standing = _searched(game, library, lexicon, args)
    except FileError as error:
        print(f"toptable reference: {error}", file=sys.stderr)
        return 2
    except (EngineError, ApplianceError, ValueError, OSError) as error:
        print(f"toptable reference: {args.source}: {error}", file=sys.stderr)
        return 2
    report = _report(game, standing, args)
    if args.json:
        print(json.dumps(report, ensure_ascii=False))
    else:
        print("\n".join(_text(report)))
    return 0 if report["complete"] else 1


def _read(args: argparse.Namespace, library: Library) -> tuple[Game, str]:
    """The game, and its word list as *library* finds it.

    :raises EngineError: or :class:`ApplianceError`, saying what is wrong with the file.
    """
    path = Path(args.source)
    if args.source.startswith("evening:") or path.suffix.lower() in FORMATS["game"].suffixes:
        game = read_any(args.source, None, "", args.data).game
        assert game.opened is not None
        played = game.opened.lexicon
        if played.fingerprint not in ("", library.used(played.name).fingerprint):
            print(f"toptable reference: {args.source}: was played with another edition of {played.name}", file=sys.stderr)
        return game, played.name
    statements = read_evening(path)
    game = play_evening(statements, library, path.stem).game
    return game, next((each.rest for each in statements if each.keyword == "lexicon"), game.rules.lexicon)


def _searched(game: Game, library: Library, lexicon: str, args: argparse.Namespace) -> SearchState:
    """Search, or go on searching, until the last draw or Ctrl-C; the time of earlier runs counts."""
    began = time.monotonic()
    if game.opened is None or game.rules.game != "optimist":
        raise ValueError(f"an evening of the {game.rules.game} game; only the optimist game has a reference score")
    draws = [round_.letters for round_ in game.rounds]
    solver = library.solver(library.open(lexicon, game.tileset), game.tileset, game.rules)
    asked = about(game, args.width, args.seed)
    standing = (read_search(args.state, asked) if args.state is not None else None) or SearchState()
    beam = standing.beam

    def reached(beam: Beam) -> SearchState:
        return SearchState(beam, standing.seconds + time.monotonic() - began)

    def progress(now: Beam, rounds: int) -> bool:
        nonlocal beam
        beam = now
        if args.state is not None:
            write_search(args.state, asked, reached(beam))
        if sys.stderr.isatty():
            done = 30 * beam.rounds // rounds
            line = f"\r[{'#' * done}{'.' * (30 - done)}] {beam.rounds}/{rounds}  {beam.lines[0].points} "
            print(line, end="\n" if beam.rounds == rounds else "", file=sys.stderr, flush=True)
        return True

    with suppress(KeyboardInterrupt):  # what the last whole round gave is kept
        beam = reference_line(
            draws, game.rules, game.tileset, solver, width=args.width, seed=args.seed, start=beam, progress=progress
        )
    return reached(beam)


def _report(game: Game, standing: SearchState, args: argparse.Namespace) -> dict[str, Any]:
    beam, best = standing.beam, standing.beam.lines[0]
    rounds = []
    for round_, play in zip(game.rounds, plays_of(best), strict=False):
        shown = play_report(play, 0, game.tileset, game.rules.slip.notation) if play.moves else {"ref": "", "word": ""}
        rounds.append({"number": round_.number, "draw": game.tileset.spell(round_.letters), "ref": shown["ref"], "word": shown["word"]})
    complete = beam.rounds == len(game.rounds)
    return {
        "points": best.points,
        "complete": complete,
        "width": args.width,
        "seed": args.seed,
        "seconds": round(standing.seconds, 1),
        "rounds": rounds,
        "standings": [
            {
                "rank": line.rank,
                "seat": line.seat,
                "name": line.name,
                "total": line.total,
                "percent": round(100 * line.total / best.points, 1) if complete and best.points > 0 else None,
            }
            for line in standings(game)
        ],
    }


def _text(report: dict[str, Any]) -> list[str]:
    lines = [f"{each['number']:3}  {each['draw']:<8} {each['ref']:>3} {each['word']}" for each in report["rounds"]]
    done = "best known" if report["complete"] else "stopped: best known so far"
    lines += ["", f"{report['points']} points, {done} (width {report['width']}, seed {report['seed']}, {report['seconds']} s)"]
    for row in report["standings"]:
        share = "" if row["percent"] is None else f" {row['percent']:6.1f} %"
        lines.append(f"{row['rank']:3}. {row['name']:<24.24} {row['total']:5}{share}")
    return lines

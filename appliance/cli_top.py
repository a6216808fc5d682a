"""``toptable top``: the best score of one position, and every move that reaches it."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections import Counter
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

from appliance.arguments import number
from appliance.errors import ApplianceError
from appliance.files import read_text
from appliance.folders import DATA_HELP
from appliance.library import Library
from engine import builtin
from engine.board import Board, parse_board
from engine.bulletin import Play
from engine.errors import BoardError, EngineError
from engine.notation import Notation
from engine.report import play_report
from engine.ruleset import RuleSet
from engine.tiles import TileSet
from engine.variants.ranked import Ranked, ranked_plays
from engine.variants.rounds import round_tops

MAX_BOARD = 100_000
"""Bytes of a board file at most."""
SPACING_S = 0.5
"""Least time between two states of the bar, and before the first."""
BAR = 30

_MANY = number(0, 999_999)


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the command; it sets ``run``, a function of the parsed arguments that returns the exit status."""
    top = subparsers.add_parser(
        "top",
        help="tops of one position",
        description="Find the best score of a rack on a board, and every move that reaches it. The moves counted are those of the rack "
        "as it is, one move each, also where a variant allows an exchange or a second move.",
    )
    top.add_argument("--rack", required=True, metavar="LETTERS", help="the letters, ? for a blank: AEINRS?")
    top.add_argument("--board", type=Path, metavar="FILE", help="15 lines of 15: . empty, A a tile, a a blank (default: empty)")
    top.add_argument("--lexicon", default="fr", metavar="NAME", help="a lexicon's name, or a file (default: fr)")
    top.add_argument("--all", type=_MANY, default=0, metavar="N", help="list the N best moves (with --variant: plays), not only the tops")
    top.add_argument("--rules", default="", metavar="NAME", help="take bonuses and notation from this rule set")
    top.add_argument("--variant", choices=("substitution", "decomposed"), help="one letter exchanged, or up to two moves")
    top.add_argument("--no-blank", action="store_true", help="substitution: no blank of the bag may be taken")
    top.add_argument("--must-exchange", action="store_true", help="substitution: the letters may not be played as drawn")
    top.add_argument("--pool", metavar="LETTERS", help="what is in the bag (default: the rest of the tile set)")
    top.add_argument("--seconds", type=_MANY, default=0, metavar="N", help="stop a long search after that, as Ctrl-C does (default: never)")
    top.add_argument("--json", action="store_true", help="print one JSON object")
    top.add_argument("--data", type=Path, metavar="DIR", help=DATA_HELP)
    top.set_defaults(run=run_top)


def run_top(args: argparse.Namespace) -> int:
    """Print the tops of one position. 0 done, 1 stopped before all was seen, 2 the question is wrong, 130 stopped before any search."""
    try:
        report = _top_report(Library(args.data), args)
    except KeyboardInterrupt:
        print("toptable top: stopped", file=sys.stderr)
        return 130
    except (EngineError, ApplianceError, ValueError, OSError) as error:
        print(f"toptable top: {error}", file=sys.stderr)
        return 2
    if args.json:
        print(json.dumps(report, ensure_ascii=False))
        return 0 if report["proved"] else 1
    counted = "moves without exchange" if args.variant == "substitution" else "single moves" if args.variant else "moves"
    told = f"{report['score']} points, {len(report['tops'])} tops; {report['moves']} {counted}"
    print(told if report["tops"] else "no move")
    if not report["proved"]:
        print("  best so far, not proved: the search was stopped")
    rows = report["list"] or report["tops"]
    for row in rows:
        exchange = f"{row['exchange']} " if "exchange" in row else ""
        print(f"  {row['points']:4}  {exchange}{row['ref']:>3}  {row['word']}{_second_text(row)}")
    if rows and "between" in rows[0]:
        first, second = (f"{each['ref']} {each['word']}" for each in (rows[0], rows[0]["second"]))
        print(f"\nthe board between {first} and {second}:", *rows[0]["between"], sep="\n  ")
    return 0 if report["proved"] else 1


def _second_text(row: dict[str, Any]) -> str:
    if "second" not in row:
        return ""
    second = row["second"]
    return f" / {second['ref']} {second['word']} {second['points']}"


def _top_report(library: Library, args: argparse.Namespace) -> dict[str, Any]:
    rules = library.ruleset(args.rules) if args.rules else None
    tileset, words = library.lexicon_and_tileset(args.lexicon)
    rack = tileset.read(args.rack.upper(), blanks=True)
    if not 1 <= len(rack) <= 8:
        raise ValueError(f"rack {args.rack!r}: {len(rack)} letters, expected 1 to 8")
    board = Board()
    if args.board is not None:
        board = _read_board(args.board, tileset)
    _notice_missing(tileset, board, rack)
    solver = library.solver(words, tileset, rules)
    notation = rules.slip.notation if rules else Notation.LETTER_ACROSS
    position = _position(args, rules, board, rack, tileset)
    with Watched(args.seconds, shown=sys.stderr.isatty() and not args.json) as watched:
        top = round_tops(*position, solver, watched.progress)
        best = ranked_plays(*position, solver, args.all, watched.progress) if args.all else Ranked(())

    def row(play: Play, points: int) -> dict[str, Any]:
        told = play_report(play, points, tileset, notation)
        if "second" in told:
            between = board.place(play.moves[0])
            told["second"]["points"] = solver.score(between, play.moves[1]).total
            told["between"] = [tileset.spell(row) for row in between.rows()]
        return told

    return {
        "score": top.points,
        "moves": solver.count(board, rack),
        "tops": [row(play, top.points) for play in top.plays],
        "list": [row(play, points) for play, points in best.plays],
        "proved": top.proved and best.complete,
    }


def _notice_missing(tileset: TileSet, board: Board, rack: str) -> None:
    """A position need not be one that can arise, but a slip of the pen is worth a word: `ZZZZZZZ` of a set with one Z."""
    there, gone = Counter(tileset.full_bag()), Counter(board.tiles() + rack)
    more = [(tile, count) for tile, count in sorted(gone.items()) if count > there[tile]]
    extra = [f"{count} {tileset.spell(tile)}, of which the set has {there[tile]}" for tile, count in more]
    if extra:
        print(f"toptable top: notice: board and rack hold {'; '.join(extra)}", file=sys.stderr)


def _position(
    args: argparse.Namespace, rules: RuleSet | None, board: Board, rack: str, tileset: TileSet
) -> tuple[RuleSet, Board, str, str]:
    """What is asked: the rules of the variant named, else of the rule set; board, letters and bag."""
    game = args.variant or (rules.game if rules and rules.game != "optimist" else "duplicate")
    rules = rules if rules and rules.game == game else replace(rules or builtin.ruleset("french"), game=game)
    blank, decline = rules.variant.exchange_blank, rules.variant.exchange_decline
    variant = replace(rules.variant, exchange_blank=blank and not args.no_blank, exchange_decline=decline and not args.must_exchange)
    rules = replace(rules, variant=variant)
    pool = _rest(tileset, board.tiles() + rack) if args.pool is None else tileset.read(args.pool.upper(), blanks=True)
    return rules, board, rack, pool


class Watched:
    """A search that somebody at the terminal waits for: how far it is, and its end by Ctrl-C or when its time is over."""

    def __init__(self, seconds: int, *, shown: bool) -> None:
        self._shown = shown
        self._began = time.monotonic()
        self._end = self._began + seconds if seconds else inf
        self._told = self._began
        self._stopped = False
        self._before: Any = signal.SIG_DFL

    def __enter__(self) -> Watched:
        self._before = signal.signal(signal.SIGINT, self._stop)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)
        if self._shown and self._told > self._began:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def _stop(self, *_: object) -> None:
        if self._stopped:
            raise KeyboardInterrupt  # asked twice: not even the step in hand is waited for
        self._stopped = True

    def progress(self, done: int, steps: int) -> bool:
        """For :data:`engine.variants.playtop.Progress`; a search that is over within a moment shows nothing."""
        now = time.monotonic()
        if self._shown and now - self._told >= SPACING_S:
            self._told = now
            filled = BAR * done // max(steps, 1)
            bar = "#" * filled + "." * (BAR - filled)
            print(f"\r[{bar}] {100 * done // max(steps, 1):3} % ", end="", file=sys.stderr, flush=True)
        return not self._stopped and now < self._end


def _rest(tileset: TileSet, gone: str) -> str:
    """The bag without what lies on the board and the table; a position may use more of a tile than the set holds."""
    bag = tileset.full_bag()
    for tile in gone:
        bag = bag.replace(tile, "", 1)
    return bag


def _read_board(path: Path, tileset: TileSet) -> Board:
    """A board file: 15 rows, lines that begin with ``#`` passed over."""
    lines = read_text(path, MAX_BOARD, "a board of 15 lines").removeprefix("\ufeff").splitlines()
    try:
        return parse_board([line for line in lines if line.strip() and line[0] != "#"], tileset)
    except BoardError as error:
        raise ValueError(f"{path}: {error}") from error

"""``toptable top`` and ``toptable arbitrate``: one position, and one evening on paper."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from appliance.catalogue import Catalogue, catalogue
from appliance.errors import ApplianceError
from appliance.library import Library
from engine import builtin
from engine.board import Board, parse_board
from engine.bulletin import Play
from engine.errors import EngineError
from engine.evening import Evening, evening_report, parse_evening, play_evening, play_report
from engine.notation import Notation
from engine.ruleset import RuleSet
from engine.tiles import TileSet
from engine.variants.playtop import Progress
from engine.variants.ranked import Ranked, ranked_plays
from engine.variants.rounds import round_tops

MAX_FILE = 20_000_000
"""Bytes of an evening file at most."""


def add_parsers(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register both commands; each sets ``run``, a function of the parsed arguments that returns the exit status."""
    top = subparsers.add_parser(
        "top",
        help="tops of one position",
        description="Find the best score of a rack on a board, and every move that reaches it. The moves counted are those of the rack "
        "as it is, one move each, also where a variant allows an exchange or a second move.",
    )
    top.add_argument("--rack", required=True, metavar="LETTERS", help="the letters, ? for a blank: AEINRS?")
    top.add_argument("--board", type=Path, metavar="FILE", help="15 lines of 15: . empty, A a tile, a a blank (default: empty)")
    top.add_argument("--lexicon", default="fr", metavar="NAME", help="a lexicon's name, or a file (default: fr)")
    top.add_argument("--all", type=_whole("moves"), default=0, metavar="N", help="list the N best too: moves, or plays of the variant")
    top.add_argument("--rules", default="", metavar="NAME", help="take bonuses and notation from this rule set")
    top.add_argument("--variant", choices=("substitution", "decomposed"), help="one letter exchanged, or up to two moves")
    top.add_argument("--pool", metavar="LETTERS", help="what is in the bag (default: the rest of the tile set)")
    top.add_argument("--seconds", type=_whole("seconds"), default=0, metavar="N", help="stop a long search after that (default: never)")
    top.add_argument("--json", action="store_true", help="print one JSON object")
    _data_option(top)
    top.set_defaults(run=run_top)

    arbitrate = subparsers.add_parser(
        "arbitrate",
        help="judge an evening written in a file",
        description="Play an evening file (docs/evening-file.md) through the same referee as a live evening and print its sheet.",
    )
    arbitrate.add_argument("file", type=Path, metavar="FILE", help="the evening file")
    arbitrate.add_argument("--json", action="store_true", help="print one JSON object instead of a sheet")
    arbitrate.add_argument("--lang", default="en", choices=("fr", "nl", "ro", "en"), help="language of the sheet (default: en)")
    _data_option(arbitrate)
    arbitrate.set_defaults(run=run_arbitrate)


def _data_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="DIR", help="data folder (default: ~/.local/share/toptable)")


def _whole(unit: str) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) <= 6):
            raise argparse.ArgumentTypeError(f"{text!r}: expected a whole number of {unit}")
        return int(text)

    return parse


def run_top(args: argparse.Namespace) -> int:
    """Print the tops of one position."""
    try:
        report = _top_report(Library(args.data), args)
    except (EngineError, ApplianceError, ValueError, OSError) as error:
        print(f"toptable top: {error}", file=sys.stderr)
        return 2
    if args.json:
        print(json.dumps(report, ensure_ascii=False))
        return 0
    counted = "moves without exchange" if args.variant == "substitution" else "single moves" if args.variant else "moves"
    told = f"{report['score']} points, {len(report['tops'])} tops; {report['moves']} {counted}"
    print(told if report["tops"] else "no move")
    if not report["proved"]:
        print("  not proved: the search was stopped")
    for row in report["list"] or report["tops"]:
        exchange = f"{row['exchange']} " if "exchange" in row else ""
        print(f"  {row['points']:4}  {exchange}{row['ref']:>3}  {row['word']}{_second_text(row)}")
    return 0


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
    solver = library.solver(words, tileset, rules)
    notation = rules.slip.notation if rules else Notation.LETTER_ACROSS
    position = _position(args, rules, board, rack, tileset)
    progress = _progress(args)
    top = round_tops(*position, solver, progress)
    best = ranked_plays(*position, solver, args.all, progress) if args.all else Ranked(())

    def row(play: Play, points: int) -> dict[str, Any]:
        told = play_report(play, points, tileset, notation)
        if "second" in told:
            told["second"]["points"] = solver.score(board.place(play.moves[0]), play.moves[1]).total
        return told

    return {
        "score": top.points,
        "moves": solver.count(board, rack),
        "tops": [row(play, top.points) for play in top.plays],
        "list": [row(play, points) for play, points in best.plays],
        "proved": top.proved and best.complete,
    }


def _position(
    args: argparse.Namespace, rules: RuleSet | None, board: Board, rack: str, tileset: TileSet
) -> tuple[RuleSet, Board, str, str]:
    """What is asked: the rules of the variant named, else of the rule set; board, letters and bag."""
    game = args.variant or (rules.game if rules and rules.game != "optimist" else "duplicate")
    rules = rules if rules and rules.game == game else replace(rules or builtin.ruleset("french"), game=game)
    pool = _rest(tileset, board.tiles() + rack) if args.pool is None else tileset.read(args.pool.upper(), blanks=True)
    return rules, board, rack, pool


def _progress(args: argparse.Namespace) -> Progress:
    """Shows a search on a terminal, and stops it when its time is over."""
    end = time.monotonic() + args.seconds

    def progress(done: int, steps: int) -> bool:
        if sys.stderr.isatty() and not args.json:
            print(f"\r{done}/{steps} ", end="" if done < steps else "\r\033[K", file=sys.stderr, flush=True)
        return not args.seconds or time.monotonic() < end

    return progress


def _rest(tileset: TileSet, gone: str) -> str:
    """The bag without what lies on the board and the table; a position may use more of a tile than the set holds."""
    bag = tileset.full_bag()
    for tile in gone:
        bag = bag.replace(tile, "", 1)
    return bag


def _read_board(path: Path, tileset: TileSet) -> Board:
    """A board file: 15 rows, lines that begin with ``#`` passed over."""
    try:
        lines = _read(path).decode("utf-8-sig").splitlines()
        return parse_board([line for line in lines if line.strip() and line[0] != "#"], tileset)
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: not UTF-8 text (byte {error.start})") from error
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror or error}") from error
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def run_arbitrate(args: argparse.Namespace) -> int:
    """Judge an evening file; 0 done, 2 the file is wrong."""
    try:
        statements = parse_evening(_read(args.file).decode("utf-8"))
        evening = play_evening(statements, Library(args.data, args.file.parent), args.file.stem)
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        print(f"{args.file}:{line}: not UTF-8 text", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{args.file}: {error.strerror or error}", file=sys.stderr)
        return 2
    except (EngineError, ApplianceError, ValueError) as error:
        message = str(error)
        place = message.removeprefix("line ").partition(":")
        numbered = message.startswith("line ") and place[0].isdecimal()
        print(f"{args.file}:{place[0]}:{place[2]}" if numbered else f"{args.file}: {message}", file=sys.stderr)
        return 2
    report = evening_report(evening)
    if args.json:
        print(json.dumps(report, ensure_ascii=False))
    else:
        print("\n".join(sheet(evening, report, catalogue(args.lang))))
    return 0


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        data = file.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        raise ValueError(f"more than {MAX_FILE} bytes")
    return data


def sheet(evening: Evening, report: dict[str, Any], texts: Catalogue) -> list[str]:
    """The evening as lines of text: each round with its slips, then the ranking."""
    lexicon = report["lexicon"]
    dated = f", {lexicon['date']}" if lexicon["date"] else ""
    status = "" if lexicon["official"] else f" · {texts.text('common.open_list')}"
    words = texts.text("common.lexicon_line", name=lexicon["name"], words=lexicon["words"])
    list_name = f"{words}{dated}, {lexicon['fingerprint'][:8]}{status}"
    lines = [f"{evening.game.rules.full_title} · {list_name}", ""]
    with_tops = evening.game.rules.game != "optimist"
    for round_ in report["rounds"]:
        names = {number: seat.name_in(round_["number"]) for number, seat in evening.game.seats.items()}
        retained = round_["retained"]
        placed = retained["text"] if retained else "—"
        proof = "" if round_["proved"] else f"  {texts.text('common.not_proved')}"
        reason = f" ({texts.text('choice.' + retained['reason'])})" if retained else ""
        top = f" {round_['top']:4}  {placed}{reason}{proof}" if with_tops else ""
        lines.append(f"{round_['number']:3}  {round_['drawn']:<10}{top}".rstrip())
        if evening.game.rules.slip.form == "romanian":
            lines.extend(f"       {each['text']}  {', '.join(names[seat] for seat in each['seats'])}" for each in round_["list"])
        lines.extend(
            f"       {slip['seat']:>3} {names[slip['seat']]:<20.20} {_slip_line(slip, texts)}" for slip in round_["slips"]
        )
        lines.extend(_checking_lines(round_, names))
    lines.append("")
    for row in report["standings"]:
        measured = f" {row['percent']:6.1f} % {row['negative']:6}  solo {row['solos']}" if with_tops else ""
        costs = f"  ⚠ {row['warnings']}  − {row['penalties']}"
        lines.append(f"{row['rank']:3}. {row['name']:<24.24} {row['total']:5}{measured}{costs}{_time(row)}")
    if with_tops:
        lines.append(f"     {'top':<24} {report['total_of_tops']:5}")
    if report["admitted"]:
        lines.append(f"{texts.text('common.admitted_words')}:")
        lines.extend(f"     {each['word']} – {each['reason']}" for each in report["admitted"])
    return lines + [f"! {note}" for note in report["notes"]]


def _checking_lines(round_: dict[str, Any], names: dict[int, str]) -> list[str]:
    """Optimist: questions to the referee with their answers, and what checkers found otherwise."""
    asked = [
        f"     ? {each['seat']:>3} {names[each['seat']]:<20.20} {each['word']} {'✓' if each['valid'] else '✗'}"
        for each in round_.get("questions", ())
    ]
    found = [
        f"     ≠ {each['seat']:>3} {names[each['seat']]:<20.20} ← {each['checker']} {names[each['checker']]}: {each['text']}"
        for each in round_.get("differences", ())
    ]
    return asked + found


def _time(row: dict[str, Any]) -> str:
    """Topping: minutes and seconds; nothing in other games."""
    seconds = row.get("time_ms", 0) // 1000
    return f"  {seconds // 60}:{seconds % 60:02}" if seconds else ""


def _slip_line(slip: dict[str, Any], texts: Catalogue) -> str:
    faults = ", ".join(
        texts.text(f"fault.{fault['fault']}")
        + (f" {fault['detail']}" if "detail" in fault else "")
        + f" ({texts.text('sanction.' + fault['sanction'])})"
        for fault in slip["faults"]
    )
    penalty = f" −{slip['penalty']}" if slip["penalty"] else ""
    state = "" if slip["outcome"] == "accepted" else f" {texts.text('outcome.' + slip['outcome'])}"
    reason = f"  {texts.text('common.referee_says', reason=slip['reason'])}" if "reason" in slip else ""
    # a slip is kept word for word; what steers a terminal is not shown
    text = "".join(char if char.isprintable() else "·" for char in slip["text"])
    return f"{text:<24.40} {slip['points']:4}{penalty}{_time(slip)}{state}{'  ' + faults if faults else ''}{reason}"

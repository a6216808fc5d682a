"""``toptable arbitrate``: an evening on paper, judged from a file."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from appliance.catalogue import LANGUAGES, Catalogue, catalogue
from appliance.errors import ApplianceError, FileError
from appliance.files import read_text
from appliance.folders import DATA_HELP
from appliance.library import Library
from engine.errors import EngineError
from engine.evening import Evening, Statement, parse_evening, play_evening
from engine.report import evening_report

MAX_EQUALS = 5
"""Further equal tops on the sheet; the JSON has all."""
MAX_FILE = 20_000_000
"""Bytes of an evening file at most."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the command; it sets ``run``, a function of the parsed arguments that returns the exit status."""
    arbitrate = subparsers.add_parser(
        "arbitrate",
        help="judge an evening written in a file",
        description="Play an evening file (docs/evening-file.md) through the same referee as a live evening and print its sheet.",
    )
    arbitrate.add_argument("file", type=Path, metavar="FILE", help="the evening file")
    arbitrate.add_argument("--json", action="store_true", help="print one JSON object instead of a sheet")
    arbitrate.add_argument("--lang", default="en", choices=LANGUAGES, help="language of the sheet (default: en)")
    arbitrate.add_argument("--rules", metavar="NAME", help="rule set instead of the one that the file names")
    arbitrate.add_argument("--data", type=Path, metavar="DIR", help=DATA_HELP)
    arbitrate.set_defaults(run=run_arbitrate)


def run_arbitrate(args: argparse.Namespace) -> int:
    """Judge an evening file; 0 done, 2 the file is wrong."""
    try:
        statements = read_evening(args.file)
        if args.rules:
            statements = (replace(statements[0], rest=args.rules), *statements[1:])
        evening = play_evening(statements, Library(args.data, args.file.parent), args.file.stem)
    except FileError as error:
        print(error, file=sys.stderr)
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


def read_evening(path: Path) -> tuple[Statement, ...]:
    """The statements of an evening file.

    :raises FileError: if it cannot be read; :raises EveningError: naming the line that is wrong.
    """
    return parse_evening(read_text(path, MAX_FILE, "an evening file"))


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
        lines.extend(_top_lines(round_, texts))
        if evening.game.rules.slip.form == "romanian":
            lines.extend(f"       {each['text']}  {', '.join(names[seat] for seat in each['seats'])}" for each in round_["list"])
        for slip in round_["slips"]:
            lines.append(f"       {slip['seat']:>3} {names[slip['seat']]:<20.20} {_slip_line(slip, texts)}")
            lines.extend(_other_lines(slip, texts))
        lines.extend(_checking_lines(round_, names))
    lines.append("")
    for row in report["standings"]:
        measured = f" {row['percent']:6.1f} % {row['negative']:6}  solo {row['solos']}" if with_tops else ""
        costs = f"  ⚠ {row['warnings']}  − {row['penalties']}"
        costs += f"  ? {row['undecided']} {texts.text('outcome.undecided')}" if row["undecided"] else ""
        lines.append(f"{row['rank']:3}. {row['name']:<24.24} {row['total']:5}{measured}{costs}{_time(row)}")
    if with_tops:
        lines.append(f"     {'top':<24} {report['total_of_tops']:5}")
    if report["admitted"]:
        lines.append(f"{texts.text('common.admitted_words')}:")
        lines.extend(f"     {each['word']} – {each['reason']}" for each in report["admitted"])
    if report["over"]:
        lines.append(texts.text("common.over", why=texts.text(f"end.{report['over']}")))
    return lines + [f"! {note}" for note in report["notes"]]


def _top_lines(round_: dict[str, Any], texts: Catalogue) -> list[str]:
    """The other equal tops, and what the solver found where the players set the top."""
    retained = round_["retained"]
    others = [each for each in round_["tops"] if not retained or not _same(each, retained)][:MAX_EQUALS]
    lines = [f"         = {_play_text(each)}  {each['points']}" for each in others]
    if (possible := round_.get("possible")) and possible["points"] > round_["top"]:
        best = texts.text("common.possible", points=possible["points"])
        proof = "" if possible["proved"] else f"  {texts.text('common.not_proved')}"
        lines.append(f"         {best}  {_play_text(possible['plays'][0])}{proof}")
    return lines


def _same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return _play_text(one) == _play_text(other)


def _play_text(play: dict[str, Any]) -> str:
    moves = [play, *([play["second"]] if "second" in play else []), *play.get("further", ())]
    exchange = f"{play['exchange']} " if "exchange" in play else ""
    return exchange + " / ".join(f"{move['ref']} {move['word']}" for move in moves)


def _other_lines(slip: dict[str, Any], texts: Catalogue) -> list[str]:
    """What the seat handed in besides, and why it does not count."""
    said = ((_printable(each["text"]), texts.text(f"common.slip_{each['counts']}")) for each in slip.get("others", ()))
    return [f"           {'':<20} ({text}: {why})" for text, why in said]


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
    points = f"({slip['points']})" if "undecided" in slip else slip["points"]
    text = _printable(slip["text"])
    return f"{text:<24.40} {points:>4}{penalty}{_time(slip)}{state}{'  ' + faults if faults else ''}{reason}"


def _printable(text: str) -> str:
    """A slip is kept word for word; what steers a terminal is not shown."""
    return "".join(char if char.isprintable() else "·" for char in text)

"""``toptable lexicon …``: the word lists of this machine."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

from appliance.files import write_bytes
from appliance.folders import DATA_HELP, default_data_folder
from appliance.lexicons import Imported, LexiconFolder, Progress, difference
from engine.builtin import tileset, tileset_names
from engine.errors import EngineError, TileError
from engine.lexicon import Lexicon
from engine.lexicon_file import LexiconInfo
from engine.tiles import BLANK, TileSet
from engine.wordgraph import MAX_WORD
from engine.wordlist import ENCODINGS

VALID, INVALID, FAILED = 0, 1, 2
"""Exit statuses; ``check`` and ``diff`` answer no with 1, whatever cannot be done is 2."""

MAX_FOUND = 1000
"""Words that a pattern search prints at most."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the command; each subcommand sets ``run``, a function of the arguments that returns the exit status."""
    lexicon = subparsers.add_parser(
        "lexicon",
        help="the word lists: list, check, import, export, compare",
        description="The word lists of this machine. Open lists come with Toptable; a club imports its own.",
    )
    commands = lexicon.add_subparsers(dest="lexicon_command", required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        parser = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        parser.add_argument(
            "--data", type=Path, metavar="DIR", help=DATA_HELP
        )
        parser.set_defaults(run=lambda args: _reporting(run, args))
        return parser

    command("list", run_list, "all word lists of this machine")
    for name, run, text in (
        ("info", run_info, "what is known of a list"),
        ("build", run_build, "compile an open list now instead of on first use"),
        ("remove", run_remove, "delete an imported list"),
    ):
        command(name, run, text).add_argument("name", metavar="NAME")
    check = command("check", run_check, "look words up; exit status 0 when all are valid, 1 when one is not")
    check.add_argument("name", metavar="NAME")
    check.add_argument("words", metavar="WORD", nargs="+", help="a word; with ? for any letter, a search")
    diff = command(
        "diff", run_diff, "the words that only one of two lists has; exit status 1 when there are any"
    )
    diff.add_argument("left", metavar="A")
    diff.add_argument("right", metavar="B")
    export = command("export", run_export, "write a list out, one word a line or as a KWG file")
    export.add_argument("name", metavar="NAME")
    export.add_argument("--format", choices=("txt", "kwg"), default="txt", help="default: txt")
    export.add_argument("--output", type=Path, metavar="FILE", help="default: standard output")
    _add_import(command("import", run_import, "compile a club's own list"))


def _add_import(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="text, also in .gz .xz .zip; .kwg; a compiled lexicon"
    )
    parser.add_argument("--name", required=True, help="what to call it, e.g. ods9")
    parser.add_argument(
        "--language", required=True, choices=tileset_names(), help="whose letters it is spelt with"
    )
    parser.add_argument(
        "--official", action="store_true", help="it is the federation's list, not an open one"
    )
    parser.add_argument("--date", default="", metavar="DATE", help="edition: 2024 or 2024-01-31")
    parser.add_argument("--encoding", metavar="NAME", help=f"instead of finding out: {', '.join(ENCODINGS)}")
    parser.add_argument(
        "--longest",
        type=int,
        choices=range(2, MAX_WORD + 1),
        default=MAX_WORD,
        metavar="N",
        help="leave longer words out",
    )
    parser.add_argument("--replace", action="store_true", help="replace a list of that name")


def _reporting(run: Callable[[argparse.Namespace], int], args: argparse.Namespace) -> int:
    try:
        return run(args)
    except BrokenPipeError:  # whoever reads, head for instance, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return VALID
    except (EngineError, OSError) as error:
        print(f"toptable lexicon {args.lexicon_command}: {error}", file=sys.stderr)
        return FAILED


def _folder(args: argparse.Namespace) -> LexiconFolder:
    data: Path = args.data or default_data_folder()
    return LexiconFolder(data / "lexicons")


def _open(args: argparse.Namespace, name: str) -> Lexicon:
    return _folder(args).open(name, progress_bar(name))


def progress_bar(name: str, *, said: bool = False) -> Progress:
    """A bar on the terminal's last line while a list is compiled; where standard error is no terminal nothing, or with *said* one line."""
    width = 30

    def show(step: str, done: float) -> None:
        if sys.stderr.isatty():
            bar = ("█" * round(done * width)).ljust(width, "░")
            end = "\n" if done >= 1 else ""
            print(f"\r{name} {bar} {done:4.0%} {step:<10}", end=end, file=sys.stderr, flush=True)
        elif said and step == "compiling":
            print(f"compiling the word list {name}, which takes a minute at most and is done once", file=sys.stderr, flush=True)

    return show


def run_list(args: argparse.Namespace) -> int:
    """One line a lexicon."""
    print(f"{'name':<12} {'language':<8} {'words':>9} {'status':<8} {'date':<10} {'sha-256':<8} state")
    for entry in _folder(args).entries():
        status = "official" if entry.official else "open"
        print(
            f"{entry.name:<12} {entry.language:<8} {entry.words:>9} {status:<8} {entry.date or '-':<10} "
            f"{entry.fingerprint[:8] or '-':<8} {entry.state}"
        )
    return VALID


def run_info(args: argparse.Namespace) -> int:
    """Everything in the header, and where an open list comes from."""
    folder = _folder(args)
    lexicon = folder.open(args.name, progress_bar(args.name))
    _print_info(lexicon.info)
    print(f"nodes        {len(lexicon.graph)}")
    print(f"file         {folder.path(args.name)} ({folder.path(args.name).stat().st_size} bytes)")
    listed = folder.open_lists().get(args.name)
    if listed is not None:
        print(f"licence      {listed.licence}")
        print(f"source       {listed.source}")
    return VALID


def _print_info(info: LexiconInfo) -> None:
    status = "official" if info.official else "open list, not official"
    print(f"name         {info.name}")
    print(f"language     {info.language}")
    print(f"words        {info.words}")
    print(f"status       {status}")
    print(f"date         {info.date or '-'}")
    print(f"fingerprint  {info.fingerprint}")
    print(f"letters      {' '.join(info.faces)}")
    print("per length   " + "  ".join(f"{length}: {count}" for length, count in enumerate(info.lengths, 2)))


def run_check(args: argparse.Namespace) -> int:
    """Look each word up, or search where it holds a blank."""
    lexicon = _open(args, args.name)
    tiles = tileset(lexicon.info.language)
    answers = [_check(lexicon, tiles, typed) for typed in args.words]
    return VALID if all(answers) else INVALID


def _check(lexicon: Lexicon, tiles: TileSet, typed: str) -> bool:
    name = lexicon.info.name
    try:
        word = tiles.read(typed.upper(), blanks=True)
    except TileError as error:
        print(f"{typed}: not valid in {name}: {error}")
        return False
    if BLANK in word:
        found = lexicon.pattern(word, MAX_FOUND + 1)
        shown = [tiles.spell(one) for one in found[:MAX_FOUND]] + ["…"] * (len(found) > MAX_FOUND)
        print(f"{typed.upper()}: {' '.join(shown) or 'none'}")
        return bool(found)
    print(f"{tiles.spell(word)}: {'valid' if word in lexicon else 'not valid'} in {name}")
    return word in lexicon


def run_import(args: argparse.Namespace) -> int:
    """Compile a list and say what was read and what was not."""
    made = _folder(args).import_file(
        args.file,
        args.name,
        args.language,
        official=args.official,
        date=args.date,
        encoding=args.encoding,
        longest=args.longest,
        replace=args.replace,
        progress=progress_bar(args.name),
    )
    _print_info(made.info)
    _print_report(made)
    return VALID


def _print_report(made: Imported) -> None:
    report = made.report
    if report is None:
        return
    print(f"encoding     {report.encoding}")
    print(
        f"lines        {report.lines}, of which {report.duplicates} repeat a word and {report.rejected} were rejected"
    )
    for reject in report.rejects:
        print(f"  line {reject.line}: {reject.text!r}: {reject.reason}")
    if report.rejected > len(report.rejects):
        print(f"  … and {report.rejected - len(report.rejects)} more")


def run_export(args: argparse.Namespace) -> int:
    """Write a list to a file or to standard output."""
    lexicon = _open(args, args.name)
    data = lexicon.text() if args.format == "txt" else lexicon.kwg()
    if args.output is not None:
        write_bytes(args.output, data)
    elif args.format == "kwg" and sys.stdout.isatty():
        print(
            "toptable lexicon export: a KWG file is not for a terminal; give --output FILE", file=sys.stderr
        )
        return FAILED
    else:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    return VALID


def run_diff(args: argparse.Namespace) -> int:
    """Print ``-`` and the words of A alone, ``+`` and those of B alone, as diff does."""
    only_left, only_right = difference(_open(args, args.left), _open(args, args.right))
    sys.stdout.writelines(f"- {word}\n" for word in only_left)
    sys.stdout.writelines(f"+ {word}\n" for word in only_right)
    print(
        f"{len(only_left)} words only in {args.left}, {len(only_right)} only in {args.right}", file=sys.stderr
    )
    return INVALID if only_left or only_right else VALID


def run_build(args: argparse.Namespace) -> int:
    """Compile now."""
    info = _open(args, args.name).info
    print(f"{info.name}: {info.words} words, {info.short_fingerprint}")
    return VALID


def run_remove(args: argparse.Namespace) -> int:
    """Delete."""
    _folder(args).remove(args.name)
    print(f"{args.name} removed")
    return VALID

"""``toptable convert``: games from and to the files of other programs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from appliance.cli_arbitrate import read_evening
from appliance.errors import ApplianceError, FileError
from appliance.files import read_bytes, read_text, write_bytes
from appliance.folders import DATA_HELP, default_data_folder
from appliance.journal import FILE_NAME, FolderLock, Journal
from appliance.library import Library
from engine.errors import EngineError, ExchangeError, LexiconError
from engine.evening import parse_evening, play_evening
from engine.exchange.build import Decoded, Exported, Imported, decode
from engine.exchange.eliot import decode_eliot, read_eliot, write_eliot
from engine.exchange.eveningfile import write_evening
from engine.exchange.gamefile import read_game, write_game
from engine.exchange.gcg import decode_gcg, read_gcg, write_gcg
from engine.exchange.table import read_table, write_table
from engine.game import Game, fold
from engine.ruleset import RuleSet

MAX_FILE = 40_000_000


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file."""

    name: str
    suffixes: tuple[str, ...]
    decode: Callable[[bytes], Decoded]
    read: Callable[[str, RuleSet | None], Imported] | None
    """``None``: an evening file, which needs a library."""
    write: Callable[[Game], Exported]


FORMATS: Mapping[str, Format] = {
    each.name: each
    for each in (
        Format("game", (".json", ".toptable"), decode, lambda text, _: Imported(read_game(text)), lambda game: Exported(write_game(game))),
        Format("evening", (".evening",), decode, None, write_evening),
        Format("gcg", (".gcg",), decode_gcg, read_gcg, write_gcg),
        Format("eliot", (".xml", ".eliot"), decode_eliot, read_eliot, write_eliot),
        Format("table", (".txt", ".tsv", ".csv", ".tab"), decode, read_table, write_table),
    )
}


def add_parsers(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the command; it sets ``run``."""
    convert = subparsers.add_parser(
        "convert",
        help="games from and to other programs' files",
        description=(
            "Convert a game: Toptable's game file (.json), an evening file (.evening), GCG (.gcg), Eliot's XML (.xml), a club's table "
            "(.txt, .tsv, .csv). What a format does not carry is named on standard error. IN may be evening:7, the seventh evening of "
            "the journal (evening:last the last one), while no hub is running."
        ),
    )
    convert.add_argument("source", metavar="IN", help="a file, or evening:NUMBER")
    convert.add_argument("target", type=Path, metavar="OUT", help="the file to write; - for standard output, with --to")
    convert.add_argument("--from", choices=tuple(FORMATS), dest="read", help="what IN is (default: by its name)")
    convert.add_argument("--to", choices=tuple(FORMATS), dest="write", help="what OUT becomes (default: by its name)")
    convert.add_argument("--rules", default="", metavar="NAME", help="rule set of a file that names none")
    convert.add_argument("--lexicon", default="", metavar="NAME", help="word list, or the path of one, for an evening file to name")
    convert.add_argument("--data", type=Path, metavar="DIR", help=DATA_HELP)
    convert.set_defaults(run=run_convert)


def run_convert(args: argparse.Namespace) -> int:
    """Convert; 0 done, 2 it cannot be done as asked."""
    try:
        target = _format(args.target, args.write, "OUT", "--to")
        _check_apart(args.source, args.target)
        read = read_any(args.source, args.read, args.rules, args.data)
        written = target.write(read.game) if target.read else _evening(args, read.game)
        if str(args.target) == "-":
            print(written.text, end="")
        else:
            write_bytes(args.target, written.text.encode())
    except FileError as error:
        print(f"toptable convert: {error}", file=sys.stderr)
        return 2
    except (EngineError, ApplianceError) as error:
        print(f"toptable convert: {args.source}: {error}", file=sys.stderr)
        return 2
    for name, notes in ((args.source, read.notes), (args.target, written.notes)):
        for note in notes:
            print(f"{name}: {note}", file=sys.stderr)
    return 0


def _check_apart(source: str, target: Path) -> None:
    """:raises ExchangeError: if OUT is IN."""
    if str(target) != "-" and target.exists() and Path(source).exists() and target.samefile(source):
        raise ExchangeError("OUT is the same file: a conversion may lose something, so IN is never overwritten")


def _evening(args: argparse.Namespace, game: Game) -> Exported:
    """The game as an evening file that can be read back where it is written.

    :raises ExchangeError: saying why it could not be.
    """
    folder = Path() if str(args.target) == "-" else args.target.parent
    library = Library(args.data, folder)
    assert game.opened is not None
    lexicon = args.lexicon or _list_named(args, folder, library) or game.opened.lexicon.name
    try:
        _words, used = library.lexicon(lexicon, game.tileset)
    except LexiconError as error:
        raise ExchangeError(f"an evening file is read with its word list: {error}; name another, or the path of one (--lexicon)") from error
    written = write_evening(game, lexicon)
    try:
        play_evening(parse_evening(written.text), library)
    except EngineError as error:
        raise ExchangeError(f"an evening file of it could not be read back, so none is written: {error}") from error
    before = game.opened.lexicon.fingerprint
    other = (f"judged again with another edition of {used.name}",) if before and before != used.fingerprint else ()
    return Exported(written.text, (*written.notes, *other))


def _list_named(args: argparse.Namespace, folder: Path, library: Library) -> str:
    """The word list of an evening file, as a file in *folder* names it; empty for other files."""
    path = Path(args.source)
    if not path.is_file() or _format(path, args.read, "IN", "--from").read is not None:
        return ""
    statements = read_evening(path)
    name = next((each.rest for each in statements if each.keyword == "lexicon"), "")
    return name if not name or name in library.names() else os.path.relpath(path.parent / name, folder)


def read_any(source: str, kind: str | None, rules: str, data: Path | None) -> Imported:
    """A game from a file of any known kind, or from the journal.

    :raises EngineError: or :class:`ApplianceError`, saying what is wrong.
    """
    if source.startswith("evening:"):
        return _from_journal(source.removeprefix("evening:"), data or default_data_folder())
    path = Path(source)
    raw = read_bytes(path, MAX_FILE, "a game, or evening:NUMBER")
    found = _format(path, kind, "IN", "--from")
    library = Library(data, path.parent)
    chosen = library.ruleset(rules) if rules else None
    if found.read is None:
        evening = play_evening(read_evening(path), library, path.stem)
        return Imported(evening.game, evening.notes)
    text = Decoded(read_text(path, MAX_FILE, "a game file of Toptable")) if found.name == "game" else found.decode(raw)
    read = found.read(text.text, chosen)
    return Imported(read.game, (*text.notes, *read.notes))


def _from_journal(number: str, data: Path) -> Imported:
    """An evening of the journal; the folder is held meanwhile, for two programs must not have it open at once."""
    if not (data / FILE_NAME).is_file():
        raise ExchangeError(f"there is no journal in {data}")
    lock = FolderLock(data)
    try:
        journal = Journal(data / FILE_NAME)
        try:
            if number == "last":
                game = fold(journal.load().entries)
            elif number.isascii() and number.isdecimal() and len(number) < 10:
                game = fold(journal.entries(int(number)))
            else:
                raise ExchangeError(f"evening {number[:20]!r}: expected a number or 'last'")
        finally:
            journal.close()
    finally:
        lock.release()
    if game.opened is None:
        raise ExchangeError(f"the journal has no evening {number}")
    return Imported(game)


def _format(path: Path, kind: str | None, which: str, option: str) -> Format:
    if kind:
        return FORMATS[kind]
    for each in FORMATS.values():
        if path.suffix.lower() in each.suffixes:
            return each
    known = ", ".join(suffix for each in FORMATS.values() for suffix in each.suffixes)
    raise ExchangeError(f"{which} is {path.name!r}: name it by one of {known}, or say {option}")

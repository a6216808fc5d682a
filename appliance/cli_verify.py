"""``toptable verify``: the proof that a prepared game, or a sealed draw, was played."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from appliance.errors import ApplianceError, FileError
from appliance.files import read_text
from appliance.folders import DATA_HELP, default_data_folder
from appliance.library import Library
from appliance.vault import Vault
from appliance.verify import verify_game
from engine.errors import EngineError, ExchangeError
from engine.exchange.gamefile import read_game
from engine.game import Game
from engine.sealing import MAX_SEALED, checksum, is_sealed, unseal


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the command; it sets ``run``."""
    verify = subparsers.add_parser(
        "verify",
        help="check a sealed game or a sealed draw",
        description=(
            "Print a file's checksum, to compare with the announced one; and, for a game file of an evening whose draw was sealed, draw "
            "every round again from the seed that was shown, and compute every top again. A game file of an evening with "
            "a prepared game is compared with the sealed file."
        ),
    )
    verify.add_argument("file", type=Path, metavar="FILE", help="a sealed file, or a game file of an evening that has ended")
    verify.add_argument("--sealed", type=Path, metavar="FILE", help="the sealed file that was played (default: the hub's copy)")
    verify.add_argument("--checksum", type=_digits, metavar="HEX", help="what was announced, or its first 8 digits or more")
    verify.add_argument("--code", default="", help="opening code of a sealed file")
    verify.add_argument("--data", type=Path, metavar="DIR", help=DATA_HELP)
    verify.set_defaults(run=run_verify)


def run_verify(args: argparse.Namespace) -> int:
    """Check; 0 it holds, 1 it does not, 2 the file is wrong."""
    data = args.data or default_data_folder()
    try:
        text = read_text(args.file, MAX_SEALED, "a sealed file or a game file")
        found = checksum(text)
        game: Game | None = None
        if is_sealed(text):
            print(f"checksum of the file: {found}")
            if args.code:
                game = read_game(unseal(text, args.code))
        else:
            game = read_game(text)
            if game.announced is None:
                print(f"checksum of the file: {found}")
            else:
                found = game.announced.checksum
        wanted = args.checksum
        if wanted is not None and not found.startswith(wanted):
            print(f"announced {wanted}, found {found}: not the same", file=sys.stderr)
            return 1
        if game is None:
            return 0
        report = verify_game(game, Library(data), _prepared(args, game, data))
    except FileError as error:
        print(f"toptable verify: {error}", file=sys.stderr)
        return 2
    except (EngineError, ApplianceError, ValueError, OSError) as error:
        print(f"toptable verify: {args.file}: {error}", file=sys.stderr)
        return 2
    for line in (*report.proved, *report.wrong):
        print(line)
    return 1 if report.wrong else 0


def _digits(text: str) -> str:
    digits = text.strip().lower()
    if not 8 <= len(digits) <= 64 or set(digits) - set("0123456789abcdef"):
        raise argparse.ArgumentTypeError(f"{text[:70]!r}: expected 8 to 64 hexadecimal digits, as they were announced")
    return digits


def _prepared(args: argparse.Namespace, game: Game, data: Path) -> Game | None:
    """The prepared game of an evening, from the file given or from the hub's copy.

    :raises ExchangeError: if the file given is not the one that was announced.
    """
    text = read_text(args.sealed, MAX_SEALED, "a sealed file") if args.sealed else ""
    if game.announced is None or game.announced.kind != "prepared":
        if args.sealed:
            raise ExchangeError("no prepared game was announced for this evening: there is nothing to compare a sealed file with")
        return None
    found, vault = game.announced.checksum, Vault(data / "sealed")
    if not args.sealed:
        return vault.game(found) if found in vault.checksums() else None
    if checksum(text) != found:
        other = f"{args.sealed} has checksum {checksum(text)[:16]}, announced was {found[:16]}"
        raise ExchangeError(f"{other}: another file, or changed since")
    code = args.code or vault.code(found)
    if is_sealed(text) and not code:
        raise ExchangeError(f"{args.sealed}: its opening code is needed (--code)")
    return read_game(unseal(text, code) if is_sealed(text) else text)

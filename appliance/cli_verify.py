"""``toptable verify``: the proof that a prepared game, or a sealed draw, was played."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from appliance.errors import ApplianceError, FileError
from appliance.files import read_text
from appliance.folders import DATA_HELP, default_data_folder
from appliance.library import Library
from appliance.verify import verify_game
from engine.errors import EngineError
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
            "every round again from the seed that was shown, and compute every top again."
        ),
    )
    verify.add_argument("file", type=Path, metavar="FILE", help="a sealed file, or a game file of an evening that has ended")
    verify.add_argument("--checksum", default="", metavar="HEX", help="what was announced, or its first 8 digits or more")
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
        wanted = args.checksum.strip().lower()
        if wanted and (len(wanted) < 8 or not found.startswith(wanted)):
            print(f"announced {wanted}, found {found}: not the same", file=sys.stderr)
            return 1
        if game is None:
            return 0
        report = verify_game(game, Library(data))
    except FileError as error:
        print(f"toptable verify: {error}", file=sys.stderr)
        return 2
    except (EngineError, ApplianceError, ValueError, OSError) as error:
        print(f"toptable verify: {args.file}: {error}", file=sys.stderr)
        return 2
    for line in (*report.proved, *report.wrong):
        print(line)
    return 1 if report.wrong else 0

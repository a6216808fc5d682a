"""The command line: ``toptable COMMAND``. Exit status 0 done, 1 an answer of no, 2 it cannot be done as asked."""

from __future__ import annotations

import argparse
import asyncio
import io
import logging
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from appliance import (
    cli_arbitrate,
    cli_convert,
    cli_pin,
    cli_prepare,
    cli_reference,
    cli_simulate,
    cli_terminal,
    cli_top,
    cli_update,
    cli_verify,
    doctor,
    lexicon_cli,
)
from appliance.app import Appliance, run
from appliance.arguments import number
from appliance.config import DEFAULT_PORT, Config
from appliance.errors import SetupError
from appliance.folders import DATA_HELP, default_data_folder, hand_over, is_installed
from appliance.gpio import BACKENDS
from engine.solver import HAS_CORE, NO_CORE


def make_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line; each command sets ``run``, a function of the arguments that returns the exit status."""
    parser = argparse.ArgumentParser(prog="toptable", description="The club table for duplicate Scrabble.")
    parser.add_argument("--version", action="version", version=f"toptable {version('toptable')}")
    commands = parser.add_subparsers(dest="command", required=True)
    hub = commands.add_parser(
        "run",
        help="run the hub and the wall",
        description="Run the hub (game, journal, web pages) and, where there is a screen, the wall display. Stop with Ctrl-C.",
    )
    hub.add_argument(
        "--port",
        type=number(0, 65535, "a port number"),
        default=DEFAULT_PORT,
        help=f"port of the web pages (default: {DEFAULT_PORT}; 0: any free one)",
    )
    hub.add_argument("--host", default="", metavar="ADDRESS", help="listen on this address only (default: all)")
    hub.add_argument("--data", type=Path, metavar="DIR", help=DATA_HELP)
    hub.add_argument("--lexicon", default="", metavar="NAME", help="word list for evenings that name none (default: the rule set's)")
    hub.add_argument("--game", type=Path, metavar="FILE", help="a prepared game (toptable prepare), which the next evening plays")
    hub.add_argument("--code", default="", help="its opening code, if it was sealed on another machine")
    hub.add_argument("--pin", default="", metavar="DIGITS", help="the desk's PIN from now on, 6 to 12 digits (default: as before)")
    hub.add_argument("--no-wall", action="store_true", help="do not start the wall display")
    hub.add_argument(
        "--wait", action="store_true", help="on a full or damaged disk say so on the pages and try again, instead of ending"
    )
    hub.add_argument("--gpio", choices=BACKENDS, default="none", help="the way to buttons, buzzer and lamp (default: none)")
    hub.add_argument(
        "--backup", type=Path, metavar="DIR", help="copy the evenings there after each round (default: a USB stick named TOPTABLE…)"
    )
    hub.add_argument(
        "--serial",
        action="append",
        default=[],
        metavar="PORT",
        help="a serial port with a terminal: a path, a pattern such as /dev/toptable/*, or PATH=T01,T02 for a bus; may be repeated",
    )
    hub.set_defaults(run=run_hub)
    cli_simulate.add_parser(commands)
    cli_top.add_parser(commands)
    cli_arbitrate.add_parser(commands)
    cli_reference.add_parsers(commands)
    cli_prepare.add_parser(commands)
    cli_verify.add_parser(commands)
    cli_convert.add_parsers(commands)
    lexicon_cli.add_parser(commands)
    cli_pin.add_parser(commands)
    cli_terminal.add_parser(commands)
    cli_update.add_parser(commands)
    doctor.add_parser(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status."""
    # what a console without UTF-8 cannot show is escaped, as Python does with errors; a ? would be read as a blank
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")
    parser = make_parser()
    for argument in sys.argv[1:] if arguments is None else arguments:
        # argparse takes the value "--" of such an option for no value at all, and gives an empty list
        if argument.startswith("--") and argument.endswith("=--"):
            parser.error(f"{argument}: expected a value behind the =")
    args = parser.parse_args(arguments)
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        # whoever read the output, such as head, has seen enough; nothing may be written at exit either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    finally:
        if is_installed():
            hand_over(default_data_folder())
    return status


def run_hub(args: argparse.Namespace) -> int:
    """``toptable run``."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    if not HAS_CORE:
        print(f"Notice:   {NO_CORE}", flush=True)
    data = args.data or default_data_folder()
    config = Config(
        data=data,
        host=args.host,
        port=args.port,
        wall=not args.no_wall,
        lexicon=args.lexicon,
        game=args.game,
        code=args.code,
        wait=args.wait,
        pin=args.pin or os.environ.get("TOPTABLE_PIN", ""),
        gpio=args.gpio,
        serial=tuple(args.serial),
        backup=args.backup,
        stick=True,
    )
    appliance = Appliance(config, progress=lexicon_cli.progress_bar(args.lexicon or "fr", said=True))
    try:
        asyncio.run(run(appliance, _announce))
    except SetupError as error:
        print(f"toptable run: {error}", file=sys.stderr)
        return 2
    print("stopped; everything is saved")
    return 0


def _announce(appliance: Appliance) -> None:
    first, *others = appliance.addresses
    print(f"Players:  {first}")
    for address in others:
        print(f"     or:  {address}")
    print(f"Desk:     {first}desk")
    print(f"PIN:      {appliance.pin}")
    print(f"Data:     {appliance.config.data}")
    if appliance.wall is None:
        print("Wall:     not started (--no-wall)" if not appliance.config.wall else "Wall:     no screen found; serving pages only")
    else:
        print("Wall:     started")
    if appliance.config.backup:
        print(f"Back-up:  {appliance.config.backup}, after each round")
    if appliance.config.gpio != "none" or appliance.config.serial:
        for line in appliance.peripherals.status():
            print(f"Box:      {line}")
    print("Stop with Ctrl-C.", flush=True)

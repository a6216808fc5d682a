"""``toptable terminal``: this computer as a serial terminal."""

from __future__ import annotations

import argparse
import os
import re
import secrets
import sys
from typing import Any

from appliance.arguments import number
from appliance.catalogue import LANGUAGES, catalogue
from appliance.serial.console import Console, is_text_console
from appliance.serial.frames import EVERYBODY, FrameError, field_length
from appliance.serial.toptable_terminal import WORDS, Terminal
from engine.referee import MAX_SEATS

MAX_NAME_BYTES = 180
"""Of the name as it travels, beside what else a greeting holds."""


def add_parser(commands: Any) -> None:
    """Add the command to the ``toptable`` parser."""
    parser = commands.add_parser(
        "terminal",
        help="make this computer a serial terminal of one table",
        description="A player's terminal in a text console, on a serial cable to the hub: draw, clock, slips and verdicts.",
    )
    parser.add_argument("--port", required=True, metavar="PATH", help="the serial port, e.g. /dev/ttyUSB0")
    parser.add_argument("--seat", required=True, type=number(1, MAX_SEATS, "a table's number"), metavar="N", help="the table's number")
    parser.add_argument("--id", type=terminal_id, metavar="ID", help="the terminal's name on the line (default: T and the table's number)")
    parser.add_argument("--name", default="", type=player_name, help="the player's name, if nobody is seated there yet")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="language of the screen (default: the machine's)")
    parser.add_argument("--bus", action="store_true", help="on a bus (RS-485): speak only when the hub asks")
    parser.set_defaults(run=run_terminal)


def run_terminal(args: argparse.Namespace) -> int:
    """Run until Ctrl-C; returns the exit status."""
    if not is_text_console():
        print("toptable terminal: needs a text console", file=sys.stderr)
        return 2
    name = args.id or f"T{args.seat:02}"
    # A new session each time, so that the numbers of its slips never meet those of an earlier one.
    terminal = Terminal(name, args.seat, secrets.token_hex(4).upper(), args.name, args.bus, texts(args.lang))
    Console(args.port, terminal, catalogue(args.lang)).run()
    return 0


def texts(language: str) -> dict[str, str]:
    """What a terminal tells its player, in a language of the catalogue."""
    return {key: catalogue(language).texts[f"terminal.{key}"] for key in WORDS}


def system_language() -> str:
    """The language of the machine, where it is one of ours; else English."""
    wanted = os.environ.get("LANG", "")[:2]
    return wanted if wanted in LANGUAGES else "en"


def player_name(text: str) -> str:
    """:raises ArgumentTypeError: unless it fits the frame that it travels in; a letter beyond ASCII takes the room of six."""
    try:
        fits = field_length(text) <= MAX_NAME_BYTES
    except FrameError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    if not fits:
        raise argparse.ArgumentTypeError(f"{text[:20]!r}…: a name of {len(text)} letters is too long for the line")
    return text


def terminal_id(text: str) -> str:
    """:raises ArgumentTypeError: unless it is 1 to 8 capital letters and digits, and not the name of all."""
    if not re.fullmatch(r"[A-Z0-9]{1,8}", text) or text == EVERYBODY:
        raise argparse.ArgumentTypeError(f"{text[:20]!r}: expected 1 to 8 of A-Z and 0-9, and not {EVERYBODY}")
    return text

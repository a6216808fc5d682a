"""``toptable pin``: the code that opens the referee's desk."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from appliance.config import DEFAULT_PORT, page_addresses
from appliance.errors import FileError, SetupError
from appliance.folders import DATA_HELP, box_port, default_data_folder, is_installed
from appliance.pin import check_pin, new_pin, read_pin, write_pin


def add_parser(commands: Any) -> None:
    """Add the command to the ``toptable`` parser."""
    parser = commands.add_parser(
        "pin",
        help="show or change the PIN of the referee's desk",
        description="Show the PIN of the referee's desk and where the desk is; or set another, which counts at once. "
        "On an installed box: sudo toptable pin. Desks that were let in before stay so.",
    )
    parser.add_argument("pin", nargs="?", default="", metavar="DIGITS", help="a PIN of your own, 6 to 12 digits")
    parser.add_argument("--new", action="store_true", help="a new one by chance")
    parser.add_argument("--data", type=Path, metavar="DIR", help=DATA_HELP)
    parser.set_defaults(run=run_pin)


def run_pin(args: argparse.Namespace) -> int:
    """Print the PIN; returns the exit status."""
    data = args.data or default_data_folder()
    try:
        if args.pin or args.new:
            write_pin(data, check_pin(args.pin) if args.pin else new_pin())
        pin = read_pin(data)
    except (FileError, SetupError) as error:
        advice = "; type: sudo toptable pin" if isinstance(error.__cause__, PermissionError) and is_installed() else ""
        print(f"toptable pin: {error}{advice}", file=sys.stderr)
        return 2
    for address in page_addresses("", box_port() if is_installed() else DEFAULT_PORT):
        print(f"Desk:  {address}desk")
    print(f"PIN:   {pin}")
    return 0

"""The pin map: which wire goes where and what it does. A club whose wires lie elsewhere than in ``hardware/pins.csv`` has its own."""

from __future__ import annotations

import csv
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from appliance.errors import SetupError

# BCM number → place on the 40-pin header, alike on every Pi since the B+
# (https://www.raspberrypi.com/documentation/computers/raspberry-pi.html#gpio). 0 and 1 belong to the HAT's EEPROM.
HEADER = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10,
    16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip

COLUMNS = ("name", "gpio", "pin", "wire", "kind", "active", "hold_ms", "purpose")
ACTIONS = ("draw", "clock", "reveal", "undo", "shutdown")
SIGNALS = ("buzzer", "lamp")
MAX_HOLD_MS = 10_000

OWN_MAP = Path("etc/toptable/pins.csv")
"""Below the root: a club's own map, which no update touches."""
MAX_MAP = 20_000
"""Bytes; the shipped map has some 500."""


class PinMapError(SetupError, ValueError):
    """The pin map cannot be used; the message names the line."""


@dataclass(frozen=True, slots=True)
class Pin:
    """One wire of the box."""

    name: str
    """What a button does (:data:`ACTIONS`), or what an output drives (:data:`SIGNALS`)."""
    gpio: int
    """BCM number."""
    pin: int
    """Place on the 40-pin header."""
    wire: str
    """Colour."""
    kind: Literal["button", "output"]
    active: Literal["low", "high"]
    """Level when pressed or switched on. ``low`` for a button to ground: the Pi's own pull-up holds it high."""
    hold_ms: int
    """How long a button must be held; 0: acts when pressed."""
    purpose: str


def parse_pins(text: str) -> tuple[Pin, ...]:
    """The pins of a map in CSV, as a spreadsheet may have saved it: with a byte order mark, semicolons, blank lines.

    :raises PinMapError: naming the line, what is wrong and what was expected.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    # where the decimal mark is a comma, spreadsheets separate by semicolons
    rows = csv.reader(lines, delimiter=";" if lines and lines[0].startswith(f"{COLUMNS[0]};") else ",")
    if tuple(next(rows, ())) != COLUMNS:
        raise PinMapError(f"line 1: expected the columns {','.join(COLUMNS)}")
    pins: list[Pin] = []
    for row in rows:
        if not "".join(row).strip():
            continue
        pin = _pin(row, f"line {rows.line_num}")
        for other in pins:
            if pin.name == other.name or pin.gpio == other.gpio:
                raise PinMapError(f"line {rows.line_num}: {pin.name} on GPIO {pin.gpio}, but {other.name} is on GPIO {other.gpio}")
        pins.append(pin)
    return tuple(pins)


def _pin(row: list[str], where: str) -> Pin:
    if len(row) != len(COLUMNS):
        raise PinMapError(f"{where}: {len(row)} fields, expected {len(COLUMNS)}")
    name, gpio_text, pin_text, wire, kind, active, hold_text, purpose = (field.strip() for field in row)
    gpio = _number(gpio_text, where, "gpio")
    pin = _number(pin_text, where, "pin")
    hold_ms = _number(hold_text, where, "hold_ms")
    if HEADER.get(gpio) != pin:
        raise PinMapError(f"{where}: GPIO {gpio} is pin {HEADER.get(gpio, 'none')} of the header, not {pin}")
    if kind not in {"button", "output"}:
        raise PinMapError(f"{where}: kind {kind[:20]!r}, expected button or output")
    known = ACTIONS if kind == "button" else SIGNALS
    if name not in known:
        raise PinMapError(f"{where}: {kind} {name[:20]!r}, expected one of {', '.join(known)}")
    if active not in {"low", "high"}:
        raise PinMapError(f"{where}: active {active[:20]!r}, expected low or high")
    if hold_ms > MAX_HOLD_MS:
        raise PinMapError(f"{where}: hold_ms {hold_ms}, expected at most {MAX_HOLD_MS}")
    return Pin(
        name, gpio, pin, wire, "button" if kind == "button" else "output", "low" if active == "low" else "high", hold_ms, purpose
    )


def _number(text: str, where: str, what: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 6):
        raise PinMapError(f"{where}: {what} {text[:20]!r}, expected a number")
    return int(text)


def find_map(root: Path = Path("/")) -> Path:
    """The map that counts: the club's own if there is one, else the shipped ``hardware/pins.csv``."""
    own = root / OWN_MAP
    return own if os.path.lexists(own) else Path(__file__).with_name("pins.csv").resolve()


def read_pins(path: Path | None = None) -> tuple[Pin, ...]:
    """The pins of a map, of the one that counts if none is named.

    :raises PinMapError: naming the file, if it cannot be read or was changed into something that cannot be.
    """
    path = path or find_map()
    try:
        with path.open("rb") as file:
            data = file.read(MAX_MAP + 1)
        return parse_pins(_decoded(data))
    except OSError as error:
        raise PinMapError(f"pin map {path}: {error.strerror}") from error
    except PinMapError as error:
        raise PinMapError(f"pin map {path}: {error}") from error


def _decoded(data: bytes) -> str:
    if len(data) > MAX_MAP:
        raise PinMapError(f"longer than {MAX_MAP} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PinMapError(f"line {line}: not UTF-8; save it as CSV UTF-8") from error

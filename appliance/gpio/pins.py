"""The pin map: which wire goes where and what it does. ``hardware/pins.csv`` is the only one; this reads and checks it."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from importlib import resources
from typing import Literal

from appliance.errors import ApplianceError

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


class PinMapError(ApplianceError, ValueError):
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
    """The pins of a map in CSV.

    :raises PinMapError: naming the line, what is wrong and what was expected.
    """
    rows = csv.reader(text.splitlines())
    if tuple(next(rows, ())) != COLUMNS:
        raise PinMapError(f"line 1: expected the columns {','.join(COLUMNS)}")
    pins: list[Pin] = []
    for row in rows:
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
        raise PinMapError(f"{where}: kind {kind!r}, expected button or output")
    known = ACTIONS if kind == "button" else SIGNALS
    if name not in known:
        raise PinMapError(f"{where}: {kind} {name!r}, expected one of {', '.join(known)}")
    if active not in {"low", "high"}:
        raise PinMapError(f"{where}: active {active!r}, expected low or high")
    if hold_ms > MAX_HOLD_MS:
        raise PinMapError(f"{where}: hold_ms {hold_ms}, expected at most {MAX_HOLD_MS}")
    return Pin(
        name, gpio, pin, wire, "button" if kind == "button" else "output", "low" if active == "low" else "high", hold_ms, purpose
    )


def _number(text: str, where: str, what: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 6):
        raise PinMapError(f"{where}: {what} {text[:20]!r}, expected a number")
    return int(text)


def read_pins() -> tuple[Pin, ...]:
    """The pins of ``hardware/pins.csv``.

    :raises PinMapError: if it was changed into something that cannot be.
    """
    return parse_pins((resources.files("appliance.gpio") / "pins.csv").read_text(encoding="utf-8"))

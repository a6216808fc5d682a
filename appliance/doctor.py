"""``toptable doctor``: looks at the machine and says in one line each what is there, what is not, and what to do about it.

Each check takes the root of the file system it looks at, so that tests show it machines of their own.
"""

from __future__ import annotations

import argparse
import datetime as dt
import errno
import importlib.util
import json
import os
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from appliance import journal_check
from appliance.boxdate import RELEASED, SystemDate
from appliance.config import local_addresses
from appliance.errors import DataUnusable
from appliance.folders import DATA_HELP, default_data_folder, is_installed
from appliance.gpio.pins import OWN_MAP, PinMapError, find_map, read_pins
from appliance.journal import FILE_NAME
from appliance.lexicons import LexiconFolder

Level = Literal["ok", "note", "warning", "failure"]
MARKS: dict[Level, str] = {"ok": "ok  ", "note": "    ", "warning": "WARN", "failure": "FAIL"}

FREE_MB = 500
SLOW_WRITE_MS = 200
LOOKS = 3
"""A journal that is written while it is looked at may seem damaged once, a damaged one does each time."""
BATTERY_UV = 2_000_000
"""Microvolts below which a lithium cell of 3 V is empty or missing."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check says."""

    check: str
    level: Level
    text: str
    advice: str = ""
    """What to do; empty when there is nothing to do."""


def screen(root: Path) -> Iterator[Finding]:
    """A connected screen, with or without a desktop."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        yield Finding("screen", "ok", "a desktop is running: the wall opens a window")
        return
    cards = sorted(root.glob("sys/class/drm/card*-*/status"))
    connected = [path.parent.name for path in cards if _text(path) == "connected"]
    if connected:
        yield Finding("screen", "ok", f"connected: {', '.join(connected)}")
    elif cards:
        advice = "switch the screen on and check the cable; the wall comes by itself"
        yield Finding("screen", "warning", f"none connected at {', '.join(path.parent.name for path in cards)}", advice)
    else:
        yield Finding("screen", "note", "no graphics card: the pages work without a wall")


def pins(root: Path) -> Iterator[Finding]:
    """GPIO chips, and a library for them."""
    chips = sorted(root.glob("dev/gpiochip*"))
    if not chips:
        yield Finding("gpio", "note", "no GPIO on this machine: run with --gpio none")
        return
    libraries = [name for name in ("lgpio", "RPi") if importlib.util.find_spec(name)]
    if not importlib.util.find_spec("gpiozero") or not libraries:
        yield Finding("gpio", "warning", "GPIO, but no library for it", "sudo apt install python3-gpiozero python3-lgpio")
    elif not os.access(chips[0], os.R_OK | os.W_OK):
        yield Finding("gpio", "warning", f"{chips[0]} may not be opened", "sudo usermod -aG gpio USER, and log in again")
    else:
        yield Finding("gpio", "ok", f"{len(chips)} chips, {', '.join(libraries)}")


def pin_map(root: Path) -> Iterator[Finding]:
    """Whether the map of buttons, buzzer and lamp can be read."""
    path = find_map(root)
    try:
        wires = read_pins(path)
    except PinMapError as error:
        advice = f"correct it; a club's own map is /{OWN_MAP}, without which the shipped one counts"
        yield Finding("pins", "warning", str(error), advice)
    else:
        yield Finding("pins", "ok", f"{len(wires)} wires in {path}")


def serial_ports(root: Path) -> Iterator[Finding]:
    """Serial ports that a terminal may hang on."""
    ports = sorted(path for pattern in ("ttyUSB*", "ttyACM*", "ttyAMA*") for path in (root / "dev").glob(pattern))
    if not ports:
        yield Finding("serial", "note", "no serial port")
        return
    closed = [path.name for path in ports if not os.access(path, os.R_OK | os.W_OK)]
    names = ", ".join(path.name for path in ports)
    if closed:
        yield Finding(
            "serial", "warning", f"{', '.join(closed)} may not be opened", "sudo usermod -aG dialout USER, and log in again"
        )
    else:
        yield Finding("serial", "ok", names)


def sound(root: Path) -> Iterator[Finding]:
    """A sound card for the signals."""
    cards = [line.strip() for line in _text(root / "proc/asound/cards").splitlines() if "[" in line]
    if cards:
        yield Finding("sound", "ok", "; ".join(cards))
    else:
        yield Finding("sound", "note", "no sound card: signals by buzzer, and on the screens")


def voltage(root: Path) -> Iterator[Finding]:
    """Raspberry Pi's own low-voltage alarm, by the kernel's hwmon driver."""
    for name in sorted(root.glob("sys/class/hwmon/hwmon*/name")):
        if _text(name) == "rpi_volt":
            if _text(name.parent / "in0_lcrit_alarm") == "1":
                yield Finding("voltage", "failure", "too low now", "use the official power supply and a short cable")
            else:
                yield Finding("voltage", "ok", "enough")
            return
    yield Finding("voltage", "note", "not measured on this machine")


def wall_time(root: Path) -> Iterator[Finding]:
    """Whether the date can be right; it is for print, and for rounds that last until a date."""
    now = dt.datetime.now().astimezone()
    rtc, kept = _clock_chip(root)
    synchronised = (root / "run/systemd/timesync/synchronized").exists() or (root == Path("/") and SystemDate().is_synchronised())
    set_it = "set the date: sudo timedatectl set-time '2026-12-01 20:00', or from the desk"
    if now < RELEASED:
        yield Finding("clock", "warning", f"it says {now:%Y-%m-%d}, and Toptable is newer", set_it)
    elif rtc and kept is not False:
        yield Finding("clock", "ok", f"{now:%Y-%m-%d %H:%M %Z}, with a clock chip{' and its battery' if kept else ''}")
    elif not synchronised:
        chip = "a clock chip with a battery" if rtc else "a clock chip"
        advice = f"{set_it}; a DS3231, or the Pi 5's battery, keeps it over a power cut"
        yield Finding("clock", "warning", f"{now:%Y-%m-%d %H:%M %Z}, from neither {chip} nor the network", advice)
    else:
        lacks = "the clock chip has no battery" if rtc else "no clock chip"
        advice = "without network, set the date after each power cut; a DS3231, or the Pi 5's battery, keeps it"
        yield Finding("clock", "note", f"{now:%Y-%m-%d %H:%M %Z}, from the network; {lacks}", advice)


def _clock_chip(root: Path) -> tuple[bool, bool | None]:
    """Whether there is a clock chip, and whether a battery keeps it over a power cut; ``None`` if it does not say.

    That of a Pi 5 is always there and tells the voltage of its battery in microvolts, next to nothing without one
    (``battery_voltage`` of the kernel's rtc-rpi driver); a DS3231 tells nothing.
    """
    chips = sorted(root.glob("sys/class/rtc/rtc*"))
    told = [int(text) for chip in chips if (text := _text(chip / "battery_voltage")).isdecimal()]
    kept = any(microvolts >= BATTERY_UV for microvolts in told) if told and len(told) == len(chips) else None
    return bool(chips), kept


def network(_: Path) -> Iterator[Finding]:
    """Addresses that tablets can reach."""
    addresses = local_addresses()
    if addresses:
        yield Finding("network", "ok", ", ".join(addresses))
    else:
        yield Finding("network", "warning", "no address", "connect the Pi to the access point, or set up the hot-spot")


def memory(root: Path) -> Iterator[Finding]:
    """Enough memory for hub, lexicon and wall."""
    for line in _text(root / "proc/meminfo").splitlines():
        if line.startswith("MemAvailable:"):
            available_mb = int(line.split()[1]) // 1024
            enough = available_mb >= 200
            yield Finding("memory", "ok" if enough else "warning", f"{available_mb} MB free", "" if enough else "stop other programs")


def core(_: Path) -> Iterator[Finding]:
    """The C core."""
    if importlib.util.find_spec("engine._solver"):
        yield Finding("solver", "ok", f"C core, {platform.machine()}")
    else:
        advice = "sudo apt install gcc python3-dev; make ext"
        yield Finding("solver", "warning", "no C core: finding a top takes seconds", advice)


MACHINE: tuple[Callable[[Path], Iterator[Finding]], ...] = (
    screen, sound, pins, pin_map, serial_ports, voltage, memory, wall_time, network, core,
)  # fmt: skip


def data_folder(data: Path) -> Iterator[Finding]:
    """Whether the journal can be written, how fast, and how long there is room."""
    try:
        if not data.exists():
            above = next(path for path in data.parents if path.exists())
            if not (above.is_dir() and os.access(above, os.W_OK)):
                raise PermissionError(errno.EACCES, f"{above} does not let this user make it")
            yield Finding("disk", "note", f"{data} is not there yet: the first start of the hub makes it")
            yield _space(above)
            return
        took_ms = _write_ms(data)
    except OSError as error:
        advice = "sudo toptable doctor" if is_installed() else "choose another folder with --data, or free it"
        yield Finding("disk", "failure", f"{data} cannot be written: {error.strerror}", advice)
        return
    level: Level = "ok" if took_ms < SLOW_WRITE_MS else "warning"
    advice = "" if level == "ok" else "a slow card: prefer a high-endurance card or a USB SSD"
    yield Finding("disk", level, f"{data}: a slip is on disk in {took_ms:.1f} ms", advice)
    yield _space(data)


def _space(folder: Path) -> Finding:
    free_mb = shutil.disk_usage(folder).free // 1_000_000
    level: Level = "ok" if free_mb >= FREE_MB else "failure"
    advice = "" if level == "ok" else f"make room for {FREE_MB} MB: an evening needs a few, back-ups more"
    return Finding("space", level, f"{free_mb} MB free", advice)


def _write_ms(folder: Path) -> float:
    """Median of some small writes to disk, in milliseconds."""
    took = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(5):
            start = time.perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
            took.append((time.perf_counter() - start) * 1000)
    return sorted(took)[len(took) // 2]


def journal(data: Path) -> Iterator[Finding]:
    """Whether the evenings are whole; read only, also while a hub adds to them."""
    if not os.access(data, os.R_OK | os.W_OK | os.X_OK):
        return  # which the check of the disk says
    for _ in range(LOOKS):
        try:
            found = journal_check.check(data / FILE_NAME, every_event=True)
            break
        except DataUnusable as error:
            refused = error
    else:
        what, _, todo = str(refused).partition("; ")
        yield Finding("journal", "failure", what, todo or "put back a copy")
        return
    if found.events:
        yield Finding("journal", "ok", f"evenings: {found.evenings}; events: {found.events}, all proved")
    else:
        yield Finding("journal", "note", "no evening yet")


def lexicons(data: Path) -> Iterator[Finding]:
    """Word lists that an evening can be played with."""
    entries = LexiconFolder(data / "lexicons").entries()
    if not entries:
        yield Finding("lexicon", "failure", "no word list", "toptable lexicon import FILE")
    for entry in entries:
        if entry.words:
            yield Finding("lexicon", "ok", f"{entry.name}: {entry.words} words{', official' if entry.official else ''}")
        elif entry.state == "compiled on first use":
            yield Finding("lexicon", "note", f"{entry.name}: {entry.state}", f"toptable lexicon build {entry.name}")
        else:
            yield Finding("lexicon", "failure", f"{entry.name}: {entry.state}", f"toptable lexicon remove {entry.name}; import it anew")


def findings(data: Path, root: Path = Path("/")) -> list[Finding]:
    """What all checks say. A check that fails by itself is a finding too."""
    said: list[Finding] = []
    checks: list[tuple[Callable[[Path], Iterator[Finding]], Path]] = [(check, root) for check in MACHINE]
    for check, place in [*checks, (data_folder, data), (journal, data), (lexicons, data)]:
        try:
            said += check(place)
        except Exception as error:  # noqa: BLE001 - the doctor must not fall ill
            said.append(Finding(check.__name__, "failure", f"the check itself failed: {error!r}", "please report this"))
    return said


def _text(path: Path) -> str:
    """The text of a small file of the kernel; empty if it is not there."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def add_parser(commands: Any) -> None:
    """Add the command to the ``toptable`` parser."""
    parser = commands.add_parser(
        "doctor",
        help="check this machine: screen, pins, disk, word lists …",
        description="Look at screen, sound, pins, serial ports, voltage, clock, network, disk, evenings and word lists. Exit status 1: "
        "a failure.",
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help=DATA_HELP)
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run_doctor)


def run_doctor(args: argparse.Namespace) -> int:
    """Print what was found; returns the exit status."""
    said = findings(args.data or default_data_folder())
    if args.json:
        json.dump([asdict(finding) for finding in said], sys.stdout, indent=2, ensure_ascii=False)
        print()
    else:
        for finding in said:
            print(f"{MARKS[finding.level]}  {finding.check:8}  {finding.text}")
            if finding.advice:
                print(f"{'':16}→ {finding.advice}")
    return int(any(finding.level == "failure" for finding in said))

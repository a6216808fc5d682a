"""Ports that come and go: opens what matches, opens it again when it was unplugged, and polls a bus. The only file that knows pyserial.

A port is given as a path or a pattern: ``/dev/ttyAMA0``, ``/dev/serial/by-id/*``, ``/dev/toptable/*``. A bus names its terminals after
the path: ``/dev/ttyUSB0=T01,T02``.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import termios
from collections import deque
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import serial
import serial_asyncio_fast

from appliance.errors import SetupError
from appliance.ports import Table, Time
from appliance.serial.frames import EVERYBODY, Frame
from appliance.serial.roll import Roll
from appliance.serial.station import Station, log_end

log = logging.getLogger(__name__)

BAUD = 115200
SCAN_S = 2.0
REOPEN_S = (0.5, 1.0, 2.0, 5.0)
"""Waits before a port is opened again; the last one stays."""
MAX_UNSENT = 8192
"""Bytes that may wait for a port that takes nothing; what comes after is left out, and repeated anyway."""
ANSWER_S = 0.05
PAUSE_S = 0.01
QUIET = 3
"""Polls without an answer after which a terminal is asked only every :data:`SELDOM` rounds."""
SELDOM = 10


@dataclass(frozen=True, slots=True)
class PortSpec:
    """Where to find ports, and who is on the bus."""

    pattern: str
    bus: tuple[str, ...] = ()
    """Terminals of a bus; empty: point to point."""


def parse_port_spec(text: str) -> PortSpec:
    """A port as given on the command line.

    :raises SetupError: unless it is an absolute path or pattern, with ``=`` and terminal names for a bus.
    """
    pattern, is_bus, names = text.partition("=")
    bus = tuple(names.split(",")) if is_bus else ()
    if not pattern.startswith("/dev/") or len(text) > 1000:
        raise SetupError(f"serial port {text[:60]!r}: expected a path such as /dev/ttyUSB0 or a pattern such as /dev/toptable/*")
    for name in bus:
        if not re.fullmatch(r"[A-Z0-9]{1,8}", name) or name == EVERYBODY:
            raise SetupError(f"serial port {text[:60]!r}: terminal {name[:20]!r}, expected 1 to 8 of A-Z and 0-9, and not {EVERYBODY}")
    if len(set(bus)) < len(bus):
        raise SetupError(f"serial port {text[:60]!r}: a terminal is named twice")
    return PortSpec(pattern, bus)


Line = serial.Serial
"""An open port."""


def open_port(path: str) -> Line:
    """A port, ours alone, opened without resetting the device behind it.

    :raises OSError: if it cannot be opened, or is unplugged meanwhile.
    """
    port = serial.Serial(baudrate=BAUD, timeout=0, exclusive=True)
    # DTR and RTS restart many boards: https://github.com/pyserial/pyserial/issues/124
    port.dtr = port.rts = False
    port.port = path
    try:
        port.open()
    except termios.error as error:  # no OSError, unlike pyserial's own
        raise OSError(*error.args) from error
    with suppress(termios.error):  # a port without modem lines
        settings = termios.tcgetattr(port.fileno())
        settings[2] &= ~termios.HUPCL
        termios.tcsetattr(port.fileno(), termios.TCSANOW, settings)
    return port


class _Bytes(asyncio.Protocol):
    """Bytes of one opening of a port."""

    def __init__(self) -> None:
        self.lost = asyncio.Event()
        self.transport: serial_asyncio_fast.SerialTransport | None = None
        self.station: Station | None = None
        self.heard: deque[Frame] = deque(maxlen=100)
        self.arrived = asyncio.Event()

    def data_received(self, data: bytes) -> None:
        if self.station:
            self.heard += self.station.receive(data)
            self.arrived.set()

    def connection_lost(self, exc: Exception | None) -> None:
        log.info("serial: line lost: %s", exc)
        self.lost.set()

    def write(self, data: bytes) -> None:
        if self.transport and self.transport.get_write_buffer_size() < MAX_UNSENT:
            self.transport.write(data)


class Port:
    """One port, opened again and again as long as it is wanted."""

    def __init__(self, path: str, table: Table, time: Time, bus: tuple[str, ...] = (), roll: Roll | None = None) -> None:
        """*roll* is shared by the ports of a hub."""
        self.path = path
        self.bus = bus
        self.is_open = False
        self.station: Station | None = None
        self._table = table
        self._time = time
        self._roll = roll or Roll(time)

    async def run(self) -> None:
        """Serve the port until cancelled, whatever happens to it."""
        failures = 0
        told = ""
        while True:
            try:
                await self._serve()
                failures, told = 0, ""
            except Exception as error:
                if repr(error) != told:  # else every few seconds the same
                    log.warning("serial: %s cannot be served: %s", self.path, error, exc_info=not isinstance(error, OSError))
                told = repr(error)
            await asyncio.sleep(REOPEN_S[min(failures, len(REOPEN_S) - 1)])
            failures += 1

    async def _serve(self) -> None:
        loop = asyncio.get_running_loop()
        device = open_port(self.path)
        line = _Bytes()
        line.transport, _ = await serial_asyncio_fast.connection_for_serial(loop, lambda: line, device)
        waiting: deque[bytes] = deque(maxlen=200)
        work: list[asyncio.Task[Any]] = [loop.create_task(line.lost.wait())]
        station = Station(self._table, self._time, waiting.append if self.bus else line.write, self._roll, is_bus=bool(self.bus))
        try:
            self.station = line.station = station
            self.is_open = True
            log.info("serial: %s is open", self.path)
            station.greet()
            if self.bus:
                work.append(loop.create_task(self._poll(line, station, waiting)))
            done, _ = await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            self.is_open = False
            self.station = None
            for task in work:
                task.cancel()
            await station.close()
            if not line.transport.is_closing():
                line.transport.abort()
            # The transport lets go of the device on a thread; wait, so that it can be opened anew.
            await line.lost.wait()

    async def _poll(self, line: _Bytes, station: Station, waiting: deque[bytes]) -> None:
        """Ask each terminal of the bus in turn; all that is for them goes out before the question."""
        silent = dict.fromkeys(self.bus, 0)
        rounds = 0
        while True:
            rounds += 1
            for terminal in self.bus:
                if silent[terminal] >= QUIET and rounds % SELDOM:
                    continue
                station.say(terminal, "POLL")
                data = b"".join(waiting)
                waiting.clear()
                line.heard.clear()
                line.write(data)
                answered = await self._answer(line, terminal, ANSWER_S + len(data) * 10 / BAUD)
                silent[terminal] = 0 if answered else silent[terminal] + 1
                await asyncio.sleep(PAUSE_S)
            await asyncio.sleep(PAUSE_S)

    async def _answer(self, line: _Bytes, terminal: str, limit_s: float) -> bool:
        """Whether a frame of the terminal comes in time."""
        try:
            async with asyncio.timeout(limit_s):
                while not any(frame.terminal == terminal for frame in line.heard):
                    line.arrived.clear()
                    await line.arrived.wait()
        except TimeoutError:
            return False
        return True


class Ports:
    """All serial ports of the hub."""

    def __init__(self, specs: Iterable[PortSpec], table: Table, time: Time) -> None:
        self.ports: dict[str, Port] = {}
        """By path, as found."""
        self._specs = tuple(specs)
        self._table = table
        self._time = time
        self._roll = Roll(time)
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Look for ports, now and every two seconds."""
        self._begin(self._scan(), "serial")

    async def stop(self) -> None:
        """Close all ports."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()

    def status(self) -> list[str]:
        """One line a port, for the console; then one for each terminal whose name and table another has."""
        return [
            *(
                f"{port.path}: {'open' if port.is_open else 'not open'}, {', '.join(_guests(port)) or 'no terminal'}"
                for port in self._shown()
            ),
            *(f"{twin}: refused, another terminal has its name and table" for twin in self.twins()),
        ]

    def lines(self) -> list[tuple[str, bool]]:
        """Each port with its terminals, ``/dev/ttyUSB0: T01, T02``, and whether it is open."""
        return [(": ".join(filter(None, (port.path, ", ".join(_guests(port))))), port.is_open) for port in self._shown()]

    def twins(self) -> list[str]:
        """Terminals that are refused because another has their name and table, ``/dev/ttyUSB1: T03``."""
        return [f"{port.path}: {name}" for port in self.ports.values() if port.station for name in port.station.refused()]

    def seats(self) -> frozenset[int]:
        """Seats that a terminal acts for which is there now."""
        return frozenset(guest.seat for port in self.ports.values() if port.station for guest in port.station.present() if guest.token)

    @property
    def are_awaited(self) -> bool:
        """Whether any port was asked for."""
        return bool(self._specs)

    def _shown(self) -> list[Port]:
        """All ports but the second names of an open one: a device may have come back under both."""
        in_use = {_device(port.path) for port in self.ports.values() if port.is_open}
        return [port for port in self.ports.values() if port.is_open or _device(port.path) not in in_use]

    def _begin(self, work: Coroutine[None, None, None], name: str) -> None:
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(log_end)

    async def _scan(self) -> None:
        while True:
            for spec in self._specs:
                try:
                    for path in _matching(spec.pattern):
                        self._add(path, spec.bus)
                except Exception:  # such as a folder that goes away while it is read
                    log.exception("serial: %s cannot be looked for", spec.pattern)
            await asyncio.sleep(SCAN_S)

    def _add(self, path: str, bus: tuple[str, ...]) -> None:
        # The same device under a second name would only fight for the lock.
        if path not in self.ports and _device(path) not in map(_device, self.ports):
            self.ports[path] = Port(path, self._table, self._time, bus, self._roll)
            self._begin(self.ports[path].run(), f"serial {path}")


def _device(path: str) -> str:
    """What a name stands for: the names that udev gives are links."""
    return os.path.realpath(path)


def _guests(port: Port) -> list[str]:
    return [guest.terminal for guest in port.station.present()] if port.station else []


def _matching(pattern: str) -> list[str]:
    if not set("*?[") & set(pattern):
        return [pattern]
    return sorted(str(path) for path in Path("/").glob(pattern.lstrip("/")))

"""What tests of serial terminals share: a hub with a desk, a station whose time is driven by hand, terminals at the far end of a pty."""

from __future__ import annotations

import asyncio
import os
import random
import tty
from collections.abc import Callable
from pathlib import Path

from toptable_terminal import Terminal

from appliance import commands as c
from appliance.clock import HandTime, MonotonicTime
from appliance.hub import Hub
from appliance.library import Library
from appliance.seats import Actor
from appliance.serial.frames import Frame, encode_frame, parse_frame
from appliance.serial.roll import Roll
from appliance.serial.station import SPACING_MS, Station
from engine import builtin
from engine.lexicon import compile_words

DESK = Actor("desk")
WORDS = ("RETINES", "ENTIERS", "SENTIER", "RIEN", "RIENS", "TIENS", "SI", "TES", "NE", "EN")


def make_hub(folder: Path, time: HandTime | MonotonicTime) -> Hub:
    (folder / "lexicons").mkdir()
    (folder / "lexicons" / "club.lexicon").write_bytes(compile_words(WORDS, builtin.tileset("fr"), name="club"))
    return Hub(folder / "journal.sqlite3", Library(folder, folder), time, random.Random(1), lexicon="club")


class Room:
    """A hub with an evening, and its desk."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.count = 0

    async def desk(self, command: c.Command) -> None:
        self.count += 1
        await self.hub.submit(command, f"desk-{self.count:08}", DESK)

    async def open(self, *players: str) -> None:
        await self.desk(c.OpenEvening("Club", players=players))

    async def play(self, letters: str) -> None:
        await self.desk(c.DrawTyped(letters))
        await self.desk(c.StartClock())

    async def reveal(self) -> None:
        await self.desk(c.EndTime())
        await self.desk(c.CloseRound())
        await self.desk(c.Reveal(accept_proposals=True))

    def slips(self) -> dict[int, str]:
        round_ = self.hub.game.round
        assert round_ is not None
        return {seat: bulletin.text for seat, bulletin in round_.standing.items()}


class Line:
    """A station and what it has sent."""

    def __init__(self, room: Room, time: HandTime, roll: Roll | None = None, *, is_bus: bool = False) -> None:
        self.time = time
        self.sent: list[Frame] = []
        self.station = Station(room.hub, time, lambda data: self.sent.append(parse_frame(data)), roll, is_bus=is_bus)

    async def say(self, kind: str, number: int, *fields: object, terminal: str = "T07") -> list[Frame]:
        """Send a frame to the hub; what it answers, once it has answered."""
        self.sent.clear()
        self.station.receive(encode_frame(Frame(terminal, number, kind, tuple(map(str, fields)))))
        await asyncio.gather(*self.station._tasks)
        return [frame for frame in self.sent if frame.kind in {"ACK", "NAK"}]

    def pushed(self, after_ms: int = SPACING_MS) -> dict[str, tuple[str, ...]]:
        """What the hub pushes when some time has gone by: the last of each kind."""
        self.sent.clear()
        self.time.advance(after_ms)
        return {frame.kind: frame.fields for frame in self.sent}


class Desktop:
    """A reference terminal at the far end of a pty, its own clock twenty times faster so that repeats do not take seconds."""

    def __init__(
        self, name: str, seat: int, carry: Callable[[bytes], bytes], *, bus: bool = False, session: str = "9F3A"
    ) -> None:
        self.near, far = os.openpty()
        tty.setraw(far)
        os.set_blocking(self.near, False)
        self.path = os.ttyname(far)
        self.far = far
        self.carry = carry
        self.pace = 20
        self.terminal = Terminal(name, seat, session, bus=bus)

    def now(self) -> int:
        return int(asyncio.get_running_loop().time() * 1000 * self.pace)

    def pump(self) -> None:
        now = self.now()
        try:
            data = os.read(self.near, 4096)
        except BlockingIOError:
            data = b""
        self.terminal.receive(self.carry(data), now)
        if out := self.carry(self.terminal.send(now)):
            os.write(self.near, out)

    def hand_in(self, text: str) -> None:
        self.terminal.hand_in(text)

    def close(self) -> None:
        os.close(self.near)
        os.close(self.far)


async def until(condition: Callable[[], bool], *desktops: Desktop) -> None:
    """Let the terminals work until something holds."""
    async with asyncio.timeout(20):
        while not condition():
            for desktop in desktops:
                desktop.pump()
            await asyncio.sleep(0.002)


def straight(data: bytes) -> bytes:
    return data


def bad_line(seed: int) -> Callable[[bytes], bytes]:
    """Loses, doubles, cuts and garbles a good part of what is sent."""
    dice = random.Random(seed)

    def carry(data: bytes) -> bytes:
        fate = dice.randrange(8)
        if not data or fate > 3:
            return data
        at = dice.randrange(len(data))
        return (b"", data * 2, data[:at], data[:at] + bytes([dice.randrange(256)]) + data[at + 1 :])[fate]

    return carry

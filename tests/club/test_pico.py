"""The Pico's own program, on a display, a keyboard and a line made up here, at the speed that their wires allow.

Time goes by only where bytes travel (I²C at 100 kHz, the line at 115200 baud) and where the program sleeps; what MicroPython itself takes
for a step is not in it, so a good part of what is allowed must be left.
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from collections import deque
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from toptable_picture import Picture
from toptable_terminal import Terminal

from appliance.serial.frames import Frame, Splitter, encode_frame, parse_frame
from appliance.serial.port import ANSWER_S, BAUD

TERMINAL = Path(__file__).resolve().parents[2] / "hardware" / "terminal"
I2C_HZ = 100_000
BITS = 9
"""Of a byte on I²C with its acknowledgement; on the line it is ten with start and stop."""
KEYBOARD, DISPLAY = 0x5F, 0x27
PERIOD = 2**30


class Off(Exception):
    """The evening is over."""


class Desk:
    """All that hangs on the Pico, and its clock in microseconds."""

    def __init__(self, start_us: int = 0) -> None:
        self.us = start_us
        self.end_us = start_us
        self.keys: deque[int] = deque()
        self.to_pico: deque[tuple[int, int]] = deque()
        """Bytes on their way: when each is there."""
        self.said: list[tuple[int, Frame]] = []
        """When the first bit of each frame of the Pico went out."""
        self.cells = [" "] * 128
        """The display's memory."""
        self._address = 0
        self._half: int | None = None
        self._strobe = 0
        self._is_set_up = 0
        self._splitter = Splitter()

    def pass_us(self, us: float) -> None:
        self.us += round(us)
        if self.us >= self.end_us:
            raise Off

    def send(self, at_us: int, data: bytes) -> None:
        """Have bytes arrive, the first from *at_us* on."""
        self.to_pico.extend((at_us + (i + 1) * 10_000_000 // BAUD, byte) for i, byte in enumerate(data))

    def rows(self) -> list[str]:
        """What the display shows; the addresses of its rows are those of the HD44780's data sheet for four lines."""
        return ["".join(self.cells[start : start + 20]) for start in (0x00, 0x40, 0x14, 0x54)]

    # --- what the program calls ---

    def writeto(self, address: int, data: bytes) -> None:
        assert address == DISPLAY
        for byte in data:
            if self._strobe and not byte & 4:
                self._take(byte >> 4, byte & 1)
            self._strobe = byte & 4
        self.pass_us((len(data) + 1) * BITS * 1_000_000 / I2C_HZ)

    def readfrom(self, address: int, count: int) -> bytes:
        assert (address, count) == (KEYBOARD, 1)
        self.pass_us((count + 1) * BITS * 1_000_000 / I2C_HZ)
        return bytes([self.keys.popleft() if self.keys else 0])

    def read(self) -> bytes | None:
        here = bytearray()
        while self.to_pico and self.to_pico[0][0] <= self.us:
            here.append(self.to_pico.popleft()[1])
        return bytes(here) or None

    def write(self, data: bytes) -> None:
        self.said += [(self.us, parse_frame(found)) for found in self._splitter.feed(data)]
        self.pass_us(len(data) * 10_000_000 / BAUD)

    def _take(self, half: int, is_letter: int) -> None:
        if self._is_set_up < 4:  # 0x33, 0x32: the display is told four times that it has four lines
            self._is_set_up += 1
            return
        if self._half is None:
            self._half = half
            return
        byte, self._half = self._half << 4 | half, None
        if is_letter:
            self.cells[self._address] = chr(byte)
            self._address += 1
        elif byte & 0x80:
            self._address = byte & 0x7F
        elif byte == 1:
            self.cells, self._address = [" "] * 128, 0


def switch_on(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The program, loaded but not started."""
    machine = ModuleType("machine")
    pin = SimpleNamespace(value=lambda _: None)
    made = {
        "Pin": type("Pin", (), {"OUT": 1, "__new__": lambda *_, **__: pin}),
        "I2C": lambda *_, **__: SimpleNamespace(writeto=desk.writeto, readfrom=desk.readfrom),
        "UART": lambda *_, **__: SimpleNamespace(read=desk.read, write=desk.write, flush=lambda: None),
    }
    for name, value in made.items():
        setattr(machine, name, value)
    clock = ModuleType("time")
    functions = {
        "ticks_ms": lambda: desk.us // 1000 % PERIOD,
        "ticks_diff": lambda later, earlier: ((later - earlier + PERIOD // 2) & (PERIOD - 1)) - PERIOD // 2,
        "sleep_ms": lambda ms: desk.pass_us(ms * 1000),
    }
    for name, function in functions.items():
        setattr(clock, name, function)
    spec = importlib.util.spec_from_file_location("pico_main", TERMINAL / "main.py")
    assert spec is not None
    assert spec.loader is not None
    program = importlib.util.module_from_spec(spec)
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "machine", machine)
        patch.setitem(sys.modules, "time", clock)
        spec.loader.exec_module(program)
    return program


def run(desk: Desk, program: Any, ms: int) -> None:
    """Let it work for a while from its switching on."""
    desk.end_us = desk.us + ms * 1000
    with pytest.raises(Off):
        program.main()


def say(kind: str, *fields: object) -> bytes:
    return encode_frame(Frame("T01", 1, kind, tuple(map(str, fields))))


def test_on_a_bus_it_answers_in_time_while_the_whole_display_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of a hundred polls, with another round before each, so that there is always much to write."""
    desk = Desk()
    program = switch_on(desk, monkeypatch)
    monkeypatch.setattr(program, "BUS", True)
    desk.send(50_000, say("ACK", 1, 0, 0))
    polls = []
    for number in range(100):
        at_us = 100_000 + number * 100_000
        state = say("STATE", number, "revealed", number * 1000, "ABCDEFG"[number % 3 :] * 2)
        data = state + say("TOP", number, "H4", "ABCDEFG"[number % 7] * 15, number) + say("POLL")
        desk.send(at_us, data)
        polls.append(at_us + (len(data) - len("\r\n")) * 10_000_000 // BAUD)  # a frame is complete with its CRC
    run(desk, program, 10_200)
    assert len(desk.said) == len(polls)
    waits = [said - poll for poll, (said, _) in zip(polls, desk.said, strict=True)]
    assert min(waits) > 0
    assert max(waits) < ANSWER_S * 1_000_000 / 2, "half of what the hub waits is left for the work itself"


def test_what_is_shown_is_what_the_terminal_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """A round by keys, across the moment at which the clock begins anew."""
    desk = Desk((PERIOD - 2000) * 1000)
    begin = desk.us
    program = switch_on(desk, monkeypatch)
    desk.send(begin + 200_000, say("ACK", 1, 0, 0) + say("STATE", 3, "running", 165_000, "DI+AEINS"))
    desk.keys.extend(b"H4 RETINES 67\x086\r")
    run(desk, program, 1500)
    kinds = [frame.kind for _, frame in desk.said]
    assert kinds == ["HELLO", "SLIP", "SLIP"], "handed in and repeated"
    assert desk.said[-1][1].fields[1:] == ("3", "H4 RETINES 66")
    rows = [row.rstrip() for row in desk.rows()]
    assert rows[0].startswith("R3 DI+AEINS 2:4")
    assert rows[1:] == ["", "sending", ">"]


def test_after_twelve_days_it_still_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk((PERIOD - 500) * 1000)
    program = switch_on(desk, monkeypatch)
    begin = desk.us
    run(desk, program, 3000)
    assert [round((at - begin) / 1_000_000) for at, _ in desk.said] == [0, 1, 2], "a second apart, until somebody answers"


@pytest.mark.parametrize("most", [1, 4, 20])
def test_a_picture_is_shown_piece_by_piece(most: int) -> None:
    picture, shown = Picture(4, 20), [[" "] * 20 for _ in range(4)]
    for lines in (["R3 DI+AEINS 2:45", "", "sending", ">H4"], ["R3 DI+AEINS 2:44", "H4 RETINES 70", "Ș" * 30, ""], ["a", "b", "c", "d"]):
        picture.want(lines)
        while change := picture.change(most):
            row, column, text = change
            assert 0 < len(text) <= most
            shown[row][column : column + len(text)] = text
        expected = ["".join(letter if letter.isascii() else "?" for letter in line)[:20].ljust(20) for line in lines]
        assert ["".join(row) for row in shown] == expected


SCRIPT = """
from toptable_frames import crc16, encode, parse
from toptable_picture import Picture
from toptable_terminal import Terminal

class Wrapping(Terminal):
    def since(self, now_ms, then_ms):
        return ((now_ms - then_ms + 2**29) & (2**30 - 1)) - 2**29

print(crc16(b"123456789"))
for bus in (False, True):
    terminal = Wrapping("T07", 7, "9F3A", "Ștefan", bus)
    for ms in range(0, 30000, 250):
        now = (2**30 - 9000 + ms) % 2**30
        data = encode("T07", 1, "POLL", [])
        if ms == 1000:
            data += encode("T07", 1, "ACK", ["1", "0", "0"])
        if ms in (2000, 3000):
            data += encode("T07", 1, "STATE", ["3", "running", "60000", "-AEINRST", "0", "0", "BEEF"])
        if ms == 4000:
            data += encode("T07", 1, "NOTICE", ["3", "1", "1", "Zéro, point $ *"]) + b"$1,T07,noise" + bytes(range(256))
        terminal.receive(data, now)
        if ms == 5000:
            print(terminal.hand_in("H4 RETiNES 66"), terminal.hand_in("x" * 400), terminal.hand_in("H4 ȘI"))
        if ms == 8000:
            terminal.receive(encode("T07", 1, "ACK", ["3", "12", "1"]), now)
        print(ms, terminal.send(now), terminal.clock(now), terminal.said(), terminal.draw(), terminal.message(20, ms))
        print("|".join(terminal.notice))
picture = Picture(4, 20)
picture.want(["a" * 30, "", "Ș", "b"])
print([picture.change(4) for _ in range(9)])
"""


def test_micropython_and_cpython_do_the_same() -> None:
    """Where there is a MicroPython; elsewhere only that the script says what a terminal says."""
    here = subprocess.run([sys.executable, "-c", SCRIPT], cwd=TERMINAL, capture_output=True, text=True, timeout=60, check=True).stdout
    assert here.startswith(str(0x29B1) + "\n"), "the published check value"
    assert str(Terminal("T07", 7, "9F3A", "Ștefan").send(0)) in here
    if micropython := shutil.which("micropython"):
        there = subprocess.run([micropython, "-c", SCRIPT], cwd=TERMINAL, capture_output=True, text=True, timeout=60, check=True).stdout
        assert there == here

"""A whole round by buttons alone, on mock pins at a real hub."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from appliance import commands as c
from appliance.app import Appliance
from appliance.boxstate import Part
from appliance.clock import HandTime
from appliance.config import Config
from appliance.errors import SetupError
from appliance.gpio import Backend, pins
from appliance.hub import Hub
from appliance.library import Library
from appliance.peripherals import POWER_OFF, PRESSES, Peripherals, power_off
from appliance.seats import Actor
from engine import builtin
from engine.game import Phase
from engine.lexicon import compile_words

# Every draw of seven letters has some word here.
WORDS = [a + b for a in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" for b in "AEIOU"]


class Fingers:
    """A hub, its box on mock pins, and somebody who presses."""

    def __init__(self, hub: Hub, time: HandTime, gpio: Backend = "mock") -> None:
        self.hub = hub
        self.time = time
        self.off: list[str] = []
        self.fails: Exception | None = None
        """What shutting down meets."""
        self.peripherals = Peripherals(hub, time, gpio, (), self.shut_down)

    def shut_down(self) -> None:
        if self.fails:
            raise self.fails
        self.off.append("off")

    def parts(self, state: str) -> list[Part]:
        """The panel's lines of that state."""
        return [part for part in self.peripherals.parts() if part.state == state]

    def pin(self, name: str) -> Any:
        box = self.peripherals.box
        assert box is not None
        return box._factory.pin(next(pin.gpio for pin in box.pins if pin.name == name))

    async def press(self, name: str, ms: int = 80) -> None:
        self.pin(name).drive_low()
        await asyncio.sleep(0)
        self.time.advance(ms)
        self.pin(name).drive_high()
        await asyncio.sleep(0)
        self.time.advance(50)
        await asyncio.sleep(0)

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not condition():
                await asyncio.sleep(0.001)

    async def phase(self, phase: Phase) -> None:
        await self.until(lambda: self.hub.game.phase is phase)


@pytest.fixture
async def fingers(tmp_path: Path) -> AsyncIterator[Fingers]:
    (tmp_path / "lexicons").mkdir()
    lexicon = compile_words(WORDS, builtin.tileset("fr"), name="club")
    (tmp_path / "lexicons" / "club.lexicon").write_bytes(lexicon)
    time = HandTime()
    hub = Hub(tmp_path / "journal.sqlite3", Library(tmp_path, tmp_path), time, random.Random(1), lexicon="club")
    await hub.start()
    fingers = Fingers(hub, time)
    fingers.peripherals.start()
    yield fingers
    await fingers.peripherals.stop()
    await hub.stop()


async def test_a_round_by_buttons_alone(fingers: Fingers) -> None:
    hub, time = fingers.hub, fingers.time
    await hub.submit(c.OpenEvening("Club", players=("Ana", "Ion")), "desk-open-1", Actor("desk"))
    await fingers.press("draw")
    await fingers.phase(Phase.DRAWN)
    letters = hub.game.round.letters if hub.game.round else ""
    await fingers.press("reveal")
    await fingers.press("draw")
    await fingers.press("clock")
    await fingers.phase(Phase.RUNNING)
    assert hub.game.round is not None
    assert hub.game.round.letters == letters, "neither revealed nor drawn anew by a wrong button"
    await fingers.press("clock")
    await fingers.phase(Phase.PAUSED)
    await fingers.press("clock")
    await fingers.phase(Phase.RUNNING)
    time.advance(149_000)
    assert fingers.pin("buzzer").state == 0
    time.advance(1_000)
    assert fingers.pin("buzzer").state == fingers.pin("lamp").state == 1, "the signal at thirty seconds"
    time.advance((hub.remaining_ms() or 0) - 5_001)
    ticks = []
    for _ in range(6):
        before = fingers.pin("buzzer").state
        time.advance(1)
        ticks.append((before, fingers.pin("buzzer").state))
        time.advance(999)
    assert ticks == [(0, 1)] * 6, "each of the last five seconds, and the end"
    await fingers.phase(Phase.TIME_UP)
    await fingers.press("reveal")
    await fingers.phase(Phase.REVEALED)
    await fingers.press("undo", 500)
    assert hub.game.phase is Phase.REVEALED, "undo must be held"
    await fingers.press("undo", 1200)
    await fingers.phase(Phase.CLOSED)
    await fingers.press("reveal")
    await fingers.phase(Phase.REVEALED)
    await fingers.press("draw")
    await fingers.phase(Phase.DRAWN)
    assert hub.game.round.number == 2


async def test_presses_before_the_evening_do_nothing(fingers: Fingers) -> None:
    for name in ("draw", "clock", "reveal"):
        await fingers.press(name)
    await fingers.press("undo", 1200)
    await fingers.press("shutdown", 1000)
    assert fingers.off == []
    await fingers.press("shutdown", 2600)
    await fingers.until(lambda: fingers.off == ["off"])
    assert fingers.hub.game.phase is Phase.EMPTY


async def test_an_undecided_slip_is_left_to_the_desk(fingers: Fingers, caplog: pytest.LogCaptureFixture) -> None:
    desk = Actor("desk")
    await fingers.hub.submit(c.OpenEvening("Club", players=("Ana",)), "desk-open-1", desk)
    await fingers.press("draw")
    await fingers.phase(Phase.DRAWN)
    await fingers.hub.submit(c.HandIn(1, 1, "???"), "desk-slip-1", desk)
    await fingers.hub.submit(c.EndTime(), "desk-end-01", desk)
    await fingers.press("reveal")
    await fingers.phase(Phase.CLOSED)
    await fingers.until(lambda: "await a decision" in caplog.text)
    assert fingers.hub.game.phase is Phase.CLOSED


def test_every_press_is_one_of_the_pin_maps_words() -> None:
    from appliance.gpio.pins import ACTIONS

    assert {button for button, _ in PRESSES} | {"undo", "shutdown"} == set(ACTIONS)


async def test_pins_that_are_not_there_are_told_and_the_rest_goes_on(fingers: Fingers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    without = Fingers(fingers.hub, fingers.time, "lgpio")
    without.peripherals.start()
    assert without.peripherals.box is None
    assert without.peripherals.status()[0].startswith("gpio = lgpio: the library is not installed")
    await without.peripherals.stop()
    assert fingers.peripherals.status() == ["gpio = mock"]


@pytest.mark.parametrize("broken", [b"name,gpio\n", "name,gpio,pin,wire,kind,active,hold_ms,purpose\n# \xe9t\xe9".encode("latin-1")])
async def test_a_slip_of_the_pen_in_the_pin_map_is_told_on_the_desk_and_the_hub_starts(
    broken: bytes, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "pins.csv"
    own.write_bytes(broken)
    monkeypatch.setattr(pins, "OWN_MAP", own)
    appliance = Appliance(Config(data, "127.0.0.1", 0, wall=False, lexicon="club", gpio="mock"))
    await appliance.start()
    try:
        await appliance._box.look()
        (told,) = (part for part in appliance._box.parts if part.part == "gpio")
        assert (told.level, told.state) == ("warning", "gpio_trouble")
        assert told.detail.startswith(f"pin map {own}: line ")
        assert appliance.peripherals.status() == [told.detail]
        assert appliance.hub.game.phase is Phase.EMPTY
    finally:
        await appliance.stop()


async def test_a_library_that_breaks_in_a_way_of_its_own_costs_the_buttons_only(
    fingers: Fingers, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise AttributeError("module 'lgpio' has no attribute 'SET_BIAS_DISABLE'")

    monkeypatch.setattr("appliance.peripherals.open_box", broken)
    without = Fingers(fingers.hub, fingers.time)
    without.peripherals.start()
    (told,) = without.parts("gpio_trouble")
    assert "SET_BIAS_DISABLE" in told.detail
    await without.peripherals.stop()


async def test_one_wire_that_is_not_to_be_had_is_told_and_the_others_are_at_work(fingers: Fingers) -> None:
    assert fingers.peripherals.box is not None
    assert [part.level for part in fingers.parts("gpio_on")] == ["ok"]
    fingers.peripherals.box.refused = ("reveal (GPIO 22): GPIO busy",)
    assert fingers.parts("gpio_partly") == [Part("gpio", "warning", "gpio_partly", "reveal (GPIO 22): GPIO busy")]
    assert fingers.peripherals.status() == ["gpio = mock, but not reveal (GPIO 22): GPIO busy"]


async def test_a_press_that_fails_is_told_and_the_next_one_is_carried_out(fingers: Fingers, caplog: pytest.LogCaptureFixture) -> None:
    fingers.fails = FileNotFoundError(2, "No such file or directory", "systemctl")
    await fingers.press("shutdown", 2600)
    await fingers.until(lambda: bool(fingers.parts("gpio_failed")))
    assert fingers.parts("gpio_failed")[0].level == "warning"
    assert fingers.parts("gpio_failed")[0].detail == "shutdown: [Errno 2] No such file or directory: 'systemctl'"
    assert "button shutdown" in caplog.text
    await fingers.hub.submit(c.OpenEvening("Club", players=("Ana",)), "desk-open-1", Actor("desk"))
    await fingers.press("draw")
    await fingers.phase(Phase.DRAWN)
    assert fingers.parts("gpio_failed"), "what failed stays said until it succeeds"
    fingers.fails = None
    await fingers.press("shutdown", 2600)
    await fingers.until(lambda: fingers.off == ["off"])
    await fingers.until(lambda: not fingers.parts("gpio_failed"))


async def test_a_fault_of_the_program_behind_a_button_does_not_kill_the_others(
    fingers: Fingers, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fingers.hub.submit(c.OpenEvening("Club", players=("Ana",)), "desk-open-1", Actor("desk"))
    monkeypatch.setitem(PRESSES, ("draw", Phase.LOBBY), (None,))
    await fingers.press("draw")
    await fingers.until(lambda: bool(fingers.parts("gpio_failed")))
    monkeypatch.undo()
    await fingers.press("draw")
    await fingers.phase(Phase.DRAWN)
    await fingers.until(lambda: not fingers.parts("gpio_failed"))


def systemctl(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A systemctl that only writes down how it was called."""
    tool = folder / "systemctl"
    tool.write_text(f'#!/bin/sh\necho "$*" >>"$0.log"\n{script}\n', encoding="utf-8")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)


def test_shutting_down_asks_systemd_and_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    systemctl(tmp_path, "exit 0", monkeypatch)
    power_off()
    assert (tmp_path / "systemctl.log").read_text(encoding="utf-8").split() == list(POWER_OFF[1:])
    assert POWER_OFF[-1] == "poweroff"


def test_a_shut_down_that_systemd_refuses_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    systemctl(tmp_path, "echo 'Interactive authentication required.' >&2; exit 1", monkeypatch)
    with pytest.raises(OSError, match=r"systemctl poweroff: Interactive authentication required\."):
        power_off()


def test_a_port_that_cannot_be_one_is_refused_at_the_start(fingers: Fingers) -> None:
    with pytest.raises(SetupError, match="serial port"):
        Peripherals(fingers.hub, fingers.time, "none", ["COM1"])


def test_a_pc_without_gpiozero_can_import_it() -> None:
    code = "import sys; sys.modules['gpiozero'] = None; import appliance.peripherals"
    assert subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).resolve().parents[2], check=False).returncode == 0

"""The desk's panel of the box: what is there, what is not, and what has changed, on machines made of files."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from appliance.backup import Backup, BackupState
from appliance.boxstate import LOOK_MS, BoxState, Part, backup_part, sound_part
from appliance.catalogue import LANGUAGES, catalogue
from appliance.clock import HandTime
from appliance.hub import Hub
from appliance.peripherals import Peripherals


class Alarm:
    """The file of the firmware's low-voltage alarm."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.rings(False)

    def rings(self, now: bool) -> None:
        self.file.write_text(f"{now:d}\n", encoding="ascii")


@pytest.fixture
def alarm(tmp_path: Path) -> Alarm:
    """The firmware's low-voltage alarm of a machine of files; ``0`` at first."""
    (folder := tmp_path / "sys/class/hwmon/hwmon1").mkdir(parents=True)
    (folder / "name").write_text("rpi_volt\n", encoding="ascii")
    return Alarm(folder / "in0_lcrit_alarm")


class Box:
    """A box whose wires, sounders and power a test sets."""

    def __init__(self, hub: Hub, root: Path) -> None:
        self.time = HandTime()
        self.wires: tuple[Part, ...] = (Part("gpio", "note", "gpio_none"),)
        self.sounders = "wall"
        self.changes = 0
        self.backup = Backup(hub, lambda: None)
        self.state = BoxState(self.time, lambda: self.wires, lambda: self.sounders, self.backup, self.changed, root)

    def changed(self) -> None:
        self.changes += 1

    async def later(self) -> dict[str, Part]:
        """What it shows after its next look."""
        self.time.advance(LOOK_MS)
        assert self.state._task is not None
        await self.state._task
        return self.parts()

    def parts(self) -> dict[str, Part]:
        return {part.part: part for part in self.state.parts}


@pytest.fixture
def box(hub: Hub, tmp_path: Path) -> Box:
    return Box(hub, tmp_path)


async def test_the_desk_is_told_only_when_something_has_changed(box: Box, alarm: Alarm) -> None:
    box.state.start()
    first = await box.later()
    assert box.changes == 1
    assert {part.state for part in first.values()} == {"gpio_none", "sound_on", "backup_none", "voltage_enough"}
    assert await box.later() == first
    assert box.changes == 1
    box.wires = (Part("gpio", "ok", "gpio_on", "mock"), Part("serial", "warning", "serial_closed", "/dev/ttyUSB0"))
    assert (await box.later())["serial"].level == "warning"
    assert box.changes == 2
    await box.state.stop()
    box.time.advance(10 * LOOK_MS)
    assert box.changes == 2


async def test_voltage_that_was_too_low_once_stays_said(box: Box, alarm: Alarm) -> None:
    await box.state.look()
    alarm.rings(True)
    await box.state.look()
    assert box.parts()["voltage"] == Part("voltage", "warning", "voltage_low")
    alarm.rings(False)
    await box.state.look()
    assert box.parts()["voltage"] == Part("voltage", "warning", "voltage_was_low")


async def test_a_machine_that_measures_no_voltage_says_so(box: Box) -> None:
    await box.state.look()
    assert box.parts()["voltage"] == Part("voltage", "note", "voltage_unknown")


def test_a_failed_back_up_is_a_warning_with_its_reason() -> None:
    assert backup_part(BackupState("failed", "/media/TOPTABLE", "No space left")) == Part(
        "backup", "warning", "backup_failed", "/media/TOPTABLE: No space left"
    )
    assert backup_part(BackupState("done", "/media/TOPTABLE")) == Part("backup", "ok", "backup_done", "/media/TOPTABLE")


async def test_buttons_and_ports_as_they_are(hub: Hub, time: HandTime) -> None:
    wires = Peripherals(hub, time, "mock", ["/dev/toptable-none/*"])
    wires.start()
    assert wires.parts() == (Part("gpio", "ok", "gpio_on", "mock"), Part("serial", "note", "serial_awaited"))
    await wires.stop()
    assert Peripherals(hub, time, "none", []).parts() == (Part("gpio", "note", "gpio_none"), Part("serial", "note", "serial_none"))


async def test_a_port_that_cannot_be_opened_is_a_warning(hub: Hub, time: HandTime) -> None:
    wires = Peripherals(hub, time, "none", ["/dev/toptable-none"])
    wires.start()
    while not wires.ports.ports:
        await asyncio.sleep(0)
    assert wires.parts()[1] == Part("serial", "warning", "serial_closed", "/dev/toptable-none")
    await wires.stop()


async def test_the_desk_hears_of_it_at_once(server: Any) -> None:
    lines = [{"part": "backup", "level": "warning", "state": "backup_failed", "detail": "/media/TOPTABLE: No space left"}]
    token = await server.desk()
    socket = await server.socket(role="desk", token=token)
    assert (await socket.receive_json(timeout=10))["box"] == []
    server.web.connections._box = lambda: lines
    server.web.connections.show_desks()
    while (await socket.receive_json(timeout=10))["box"] != lines:
        pass
    await socket.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_has_its_words(language: str) -> None:
    texts = catalogue(language).texts
    states = (
        *("gpio_on", "gpio_none", "gpio_trouble", "gpio_partly", "gpio_failed"),
        *("serial_open", "serial_closed", "serial_none", "serial_awaited", "serial_twin"),
        *("sound_on", "sound_none", "backup_none", "backup_ready", "backup_done", "backup_failed"),
        *("voltage_low", "voltage_was_low", "voltage_enough", "voltage_unknown"),
    )
    assert not [key for key in (*states, "gpio", "serial", "sound", "backup", "voltage") if f"box.{key}" not in texts]
    assert sound_part("").state in states

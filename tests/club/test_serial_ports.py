"""Ports (ptys) that come and go, wiggle and fail, and lines that lose and garble, at a real hub."""

from __future__ import annotations

import asyncio
import fcntl
import os
import termios
from collections.abc import AsyncIterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from toptable_terminal import Terminal

from appliance import commands as c
from appliance.clock import MonotonicTime
from appliance.errors import SetupError
from appliance.serial.frames import Frame, Splitter, encode_frame, parse_frame
from appliance.serial.port import Line, Port, Ports, PortSpec, open_port, parse_port_spec
from tests.club.terminals import Desktop, Room, bad_line, make_hub, straight, until


@pytest.fixture
async def live_room(tmp_path: Path) -> AsyncIterator[Room]:
    hub = make_hub(tmp_path, MonotonicTime())
    await hub.start()
    yield Room(hub)
    await hub.stop()


async def comes_in(desktop: Desktop, room: Room, spec: PortSpec) -> None:
    """Serve the port until its terminal is in the lobby."""
    ports = Ports([spec], room.hub, MonotonicTime())
    ports.start()
    try:
        await until(lambda: desktop.terminal.phase == "lobby", desktop)
    finally:
        await ports.stop()
        desktop.close()


async def test_a_round_by_two_terminals_over_bad_lines(live_room: Room) -> None:
    hub = live_room.hub
    await live_room.open("Ana", "Ion")
    desktops = [Desktop("T01", 1, bad_line(1)), Desktop("T02", 2, bad_line(2))]
    ports = Ports([PortSpec(desktop.path) for desktop in desktops], hub, MonotonicTime())
    ports.start()
    try:
        await live_room.play("EEINRST")
        await until(lambda: all(d.terminal.phase == "running" for d in desktops), *desktops)
        for turn in range(6):
            for desktop in desktops:
                desktop.hand_in(f"H{turn + 2} RETINES {turn}")
            await until(lambda: all(d.terminal.status.startswith("kept") for d in desktops), *desktops)
            assert live_room.slips() == {1: f"H{turn + 2} RETINES {turn}", 2: f"H{turn + 2} RETINES {turn}"}
        assert hub.game.round is not None
        numbers = [slip.number for slip in hub.game.round.standing.values()]
        assert sorted(numbers) == [11, 12], "twelve slips, each counted once"
        for desktop in desktops:
            desktop.carry = straight
        await live_room.reveal()
        await until(lambda: all(d.terminal.verdict and d.terminal.top for d in desktops), *desktops)
        # H7 RETINES 5 is in the list, but its points are wrong
        await until(lambda: all(d.terminal.notice and all(d.terminal.notice) for d in desktops), *desktops)
        assert all(line.endswith((": open, T01", ": open, T02")) for line in ports.status())
    finally:
        await ports.stop()
        for desktop in desktops:
            desktop.close()


async def test_a_bus_is_polled_and_absent_terminals_do_not_hold_it_up(live_room: Room) -> None:
    """Both terminals hang on one line: each hears all, and only the one that is asked speaks."""
    await live_room.open("Ana", "Ion")
    bus = Desktop("T01", 1, straight, bus=True)
    second = Terminal("T02", 2, "0B0B", bus=True)
    spoken: list[bytes] = []

    def both(data: bytes) -> bytes:
        second.receive(data, 0)
        answer = second.send(0)
        if answer:
            spoken.append(answer)
            os.write(bus.near, answer)
        return data

    bus.carry = both
    port = Port(bus.path, live_room.hub, MonotonicTime(), ("T09", "T01", "T02"))
    serving = asyncio.create_task(port.run())
    try:
        await live_room.play("EEINRST")
        await until(lambda: bus.terminal.phase == second.phase == "running", bus)
        bus.hand_in("H4 RETINES 66")
        second.hand_in("H4 SENTIER 66")
        await until(lambda: len(live_room.slips()) == 2, bus)
        await until(lambda: bus.terminal.status.startswith("kept") and second.status.startswith("kept"), bus)
        assert live_room.slips() == {1: "H4 RETINES 66", 2: "H4 SENTIER 66"}
        await until(lambda: parse_frame(spoken[-1]).kind == "IDLE", bus)
        kinds = [parse_frame(data).kind for data in spoken]
        assert kinds[0] == "HELLO"
        assert kinds.count("SLIP") >= 1
    finally:
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        bus.close()


async def test_a_port_that_is_unplugged_and_plugged_in_again(live_room: Room, tmp_path: Path) -> None:
    await live_room.open("Ana")
    await live_room.play("EEINRST")
    first = Desktop("T01", 1, straight)
    link = tmp_path / "by-id"
    link.symlink_to(first.path)
    ports = Ports([PortSpec(str(tmp_path / "by-*"))], live_room.hub, MonotonicTime())
    ports.start()
    try:
        await until(lambda: first.terminal.phase == "running", first)
        first.hand_in("H4 TIENS")
        await until(lambda: bool(live_room.slips()), first)
        first.close()
        port = ports.ports[str(link)]
        await until(lambda: not port.is_open)
        second = Desktop("T01", 1, straight, session="0002")
        link.unlink()
        link.symlink_to(second.path)
        await until(lambda: second.terminal.phase == "running", second)
        second.hand_in("H4 RETINES 66")
        await until(lambda: live_room.slips() == {1: "H4 RETINES 66"}, second)
        second.close()
    finally:
        await ports.stop()


async def test_a_terminal_that_stays_on_comes_back_after_a_restart_of_the_hub_and_on_a_cable_plugged_in_again(
    live_room: Room, tmp_path: Path
) -> None:
    """A hub that starts knows no terminal, and the terminal has nothing to say: yet it must show the next round by itself."""
    await live_room.open("Ana")
    desktop = Desktop("T01", 1, straight)
    desktop.pace = 1
    link = tmp_path / "cable"
    link.symlink_to(desktop.path)
    for letters in ("EEINRST", "EEIRST?", "EINRST?"):
        ports = Ports([PortSpec(str(tmp_path / "cab*"))], live_room.hub, MonotonicTime())
        ports.start()
        await live_room.desk(c.DrawTyped(letters))
        await until(lambda: desktop.terminal.connected and desktop.terminal.phase == "drawn", desktop)
        assert sorted(desktop.terminal.letters.replace("+", "").replace("-", "")) == sorted(letters)
        assert ports.seats() == {1}
        await live_room.desk(c.Undo())
        await ports.stop()
        assert ports.seats() == set()
        desktop.terminal.connected = False
    desktop.close()


async def test_a_port_is_ours_alone() -> None:
    desktop = Desktop("T01", 1, straight)
    with open_port(desktop.path), pytest.raises(OSError, match=r"(?i)exclusively lock|temporarily unavailable"):
        open_port(desktop.path)
    desktop.close()


def test_a_port_that_is_not_there_is_an_os_error() -> None:
    with pytest.raises(OSError, match="No such file"):
        open_port("/dev/toptable-no-such-port")


def test_port_as_given_on_the_command_line() -> None:
    assert parse_port_spec("/dev/serial/by-id/*") == PortSpec("/dev/serial/by-id/*")
    assert parse_port_spec("/dev/ttyUSB0=T01,T02") == PortSpec("/dev/ttyUSB0", ("T01", "T02"))
    wrong_terminals = ("", "t1", "T01,,T02", "ALL", "T01,ALL", "T01,T01")
    for text in ("", "ttyUSB0", "/etc/passwd", "/dev/" + "x" * 2000, *("/dev/ttyUSB0=" + names for names in wrong_terminals)):
        with pytest.raises(SetupError, match="serial port"):
            parse_port_spec(text)


def test_the_far_end_reads_what_a_splitter_finds() -> None:
    """The relay above hands whole reads to the terminal; a splitter on this side finds the same frames."""
    data = encode_frame(Frame("T01", 1, "STATE", ("1", "running", "180000", "EEINRST")))
    assert [parse_frame(found) for found in Splitter().feed(b"boot\r\n" + data)] == [parse_frame(data)]


# --- plugs that wiggle ------------------------------------------------------------------------------------------------


def pulled_at(monkeypatch: pytest.MonkeyPatch, desktop: Desktop, module: ModuleType, name: str) -> list[str]:
    """Have the plug pulled just before a question to the device, once; that question and what follows meet the kernel's own answer."""
    real = getattr(module, name)
    pulled: list[str] = []

    def ask(*args: Any) -> Any:
        if not pulled:
            pulled.append(name)
            os.close(desktop.near)
        return real(*args)

    monkeypatch.setattr(module, name, ask)
    return pulled


QUESTIONS = [(fcntl, "flock"), (termios, "tcgetattr"), (termios, "tcsetattr"), (fcntl, "ioctl"), (termios, "tcflush")]
"""What pyserial asks of a device that it opens, in its order."""


@pytest.mark.parametrize(("module", "name"), QUESTIONS, ids=[name for _, name in QUESTIONS])
def test_a_plug_that_is_pulled_while_its_port_is_opened_is_an_os_error(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str
) -> None:
    desktop = Desktop("T01", 1, straight)
    pulled = pulled_at(monkeypatch, desktop, module, name)
    with pytest.raises(OSError, match=r"(?i)input/output|could not configure"):
        open_port(desktop.path)
    assert pulled
    os.close(desktop.far)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A port is opened again without a wait."""
    monkeypatch.setattr("appliance.serial.port.REOPEN_S", (0.0,))
    monkeypatch.setattr("appliance.serial.port.SCAN_S", 0.0)


@pytest.mark.usefixtures("at_once")
async def test_a_port_whose_plug_wiggles_is_opened_again(live_room: Room, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    await live_room.open("Ana")
    loose, firm = Desktop("T01", 1, straight), Desktop("T01", 1, straight)
    link = tmp_path / "cable"
    link.symlink_to(loose.path)
    pulled = pulled_at(monkeypatch, loose, termios, "tcsetattr")
    ports = Ports([PortSpec(str(link))], live_room.hub, MonotonicTime())
    ports.start()
    try:
        await until(lambda: bool(pulled))
        link.unlink()
        link.symlink_to(firm.path)
        await until(lambda: firm.terminal.phase == "lobby", firm)
    finally:
        await ports.stop()
        os.close(loose.far)
        firm.close()


@pytest.mark.usefixtures("at_once")
async def test_whatever_befalls_a_port_it_is_logged_once_and_the_port_tried_again(
    live_room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await live_room.open("Ana")
    desktop = Desktop("T01", 1, straight)
    tries: list[str] = []

    def fails(path: str) -> Line:
        tries.append(path)
        if len(tries) < 10:
            raise ZeroDivisionError("nobody has thought of this")
        return open_port(path)

    monkeypatch.setattr("appliance.serial.port.open_port", fails)
    await comes_in(desktop, live_room, PortSpec(desktop.path))
    told = [record for record in caplog.records if "nobody has thought of this" in record.getMessage()]
    assert len(told) == 1
    assert told[0].exc_info is not None, "with its place"


@pytest.mark.usefixtures("at_once")
async def test_a_bus_whose_polling_fails_is_opened_again(
    live_room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await live_room.open("Ana")
    desktop = Desktop("T01", 1, straight, bus=True)
    real, asked = Port._answer, 0

    async def fails(port: Port, line: Any, terminal: str, limit_s: float) -> bool:
        nonlocal asked
        asked += 1
        if asked == 1:
            raise ZeroDivisionError("nobody has thought of this")
        return await real(port, line, terminal, limit_s)

    monkeypatch.setattr(Port, "_answer", fails)
    await comes_in(desktop, live_room, PortSpec(desktop.path, ("T01",)))
    assert "nobody has thought of this" in caplog.text


@pytest.mark.usefixtures("at_once")
async def test_a_folder_that_cannot_be_read_is_looked_into_again(
    live_room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await live_room.open("Ana")
    desktop = Desktop("T01", 1, straight)
    looks = 0

    def matching(pattern: str) -> list[str]:
        nonlocal looks
        looks += 1
        if looks == 1:
            raise PermissionError("the folder went away")
        return [pattern]

    monkeypatch.setattr("appliance.serial.port._matching", matching)
    await comes_in(desktop, live_room, PortSpec(desktop.path))
    assert "the folder went away" in caplog.text


@pytest.mark.usefixtures("at_once")
async def test_a_device_with_two_names_is_one_port(live_room: Room, tmp_path: Path) -> None:
    """udev names it by what it is and by where it is plugged in; patterns may find both."""
    await live_room.open("Ana")
    first, second = Desktop("T01", 1, straight), Desktop("T02", 2, straight)
    names = [tmp_path / "by-id", tmp_path / "by-path"]
    names[0].symlink_to(first.path)
    names[1].symlink_to(first.path)
    ports = Ports([PortSpec(str(name)) for name in names], live_room.hub, MonotonicTime())
    ports.start()
    try:
        await until(lambda: first.terminal.phase == "lobby", first)
        assert ports.lines() == [(f"{names[0]}: T01", True)]
        names[1].unlink()
        names[1].symlink_to(second.path)
        await live_room.desk(c.SeatPlayer(2, "Ion"))
        await until(lambda: second.terminal.phase == "lobby", first, second)
        assert ports.lines() == [(f"{names[0]}: T01", True), (f"{names[1]}: T02", True)]
        second.close()
        await until(lambda: not ports.ports[str(names[1])].is_open, first)
        assert [is_open for _, is_open in ports.lines()] == [True, False]
        names[1].unlink()
        names[1].symlink_to(first.path)
        await until(lambda: ports.lines() == [(f"{names[0]}: T01", True)], first)
    finally:
        await ports.stop()
        first.close()


@pytest.mark.usefixtures("at_once")
async def test_a_terminal_switched_off_and_on_learns_that_its_slip_is_kept(live_room: Room) -> None:
    await live_room.open("Ana")
    await live_room.play("EEINRST")
    desktop = Desktop("T01", 1, straight, session="AAAA")
    ports = Ports([PortSpec(desktop.path)], live_room.hub, MonotonicTime())
    ports.start()
    try:
        await until(lambda: desktop.terminal.phase == "running", desktop)
        desktop.hand_in("H4 RETINES 66")
        await until(lambda: desktop.terminal.status == "kept, slip no. 1", desktop)
        desktop.terminal = Terminal("T01", 1, "BBBB")
        await until(lambda: desktop.terminal.status == "kept, slip no. 1", desktop)
        await live_room.desk(c.Undo(confirmed=True))
        await until(lambda: desktop.terminal.round == 0, desktop)
        assert desktop.terminal.status == "ready"
    finally:
        await ports.stop()
        desktop.close()


@pytest.mark.usefixtures("at_once")
async def test_a_terminal_that_has_counted_through_all_numbers_loses_no_slip(live_room: Room) -> None:
    await live_room.open("Ana")
    desktop = Desktop("T01", 1, straight)
    ports = Ports([PortSpec(desktop.path)], live_room.hub, MonotonicTime())
    ports.start()
    try:
        for number, (letters, text) in enumerate([("EEINRST", "H4 RETINES 66"), ("EEIRST?", "H4 TES 5")], 1):
            await live_room.play(letters)
            await until(lambda: desktop.terminal.round == number, desktop)  # noqa: B023 - called in this turn
            desktop.terminal._number = 41
            desktop.hand_in(text)
            await until(lambda: desktop.terminal.status == "kept, slip no. 1", desktop)
            assert live_room.slips() == {1: text}
            await live_room.reveal()
    finally:
        await ports.stop()
        desktop.close()

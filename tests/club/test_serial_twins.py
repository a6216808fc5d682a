"""Two terminals of one name and table would replace each other's slips: who came first keeps them while he answers.

What is expected stands in ``hardware/terminal-protocol.md``.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from appliance import commands as c
from appliance.boxstate import Part
from appliance.clock import HandTime, MonotonicTime
from appliance.peripherals import Peripherals
from appliance.serial.frames import Frame, encode_frame
from appliance.serial.roll import Roll
from appliance.serial.station import PRESENT_MS
from tests.club.terminals import Desktop, Line, Room, make_hub, straight, until

UNANSWERED_MS = 3000
"""The protocol: three seconds without an answer, and the other has name and seat."""


@pytest.fixture
def time() -> HandTime:
    return HandTime()


@pytest.fixture
async def room(tmp_path: Path, time: HandTime) -> AsyncIterator[Room]:
    hub = make_hub(tmp_path, time)
    await hub.start()
    room = Room(hub)
    await room.open("Ana", "Ion", "Eva")
    await room.play("EEINRST")
    yield room
    await hub.stop()


@pytest.fixture
async def lines(room: Room, time: HandTime) -> AsyncIterator[tuple[Line, Line]]:
    """Two ports of one hub."""
    roll = Roll(time)
    lines = Line(room, time, roll), Line(room, time, roll)
    yield lines
    for line in lines:
        await line.station.close()


async def hello(line: Line, session: str, seat: int = 3, terminal: str = "T03") -> list[str]:
    """Kinds and reasons of what the hub answers."""
    answers = await line.say("HELLO", 1, session, seat, "", "test", terminal=terminal)
    answers = [frame for frame in answers if frame.fields[0] == "1"]  # on a bus the question to the other is heard too
    return [frame.kind if frame.kind == "ACK" else frame.fields[1] for frame in answers]


def asked(line: Line) -> bool:
    """Whether the hub has asked for a name on that line."""
    return any((frame.terminal, frame.kind, frame.fields[:2]) == ("T03", "NAK", ("0", "hello")) for frame in line.sent)


async def test_the_second_is_refused_as_long_as_the_first_answers(room: Room, time: HandTime, lines: tuple[Line, Line]) -> None:
    first, second = lines
    assert await hello(first, "AAAA") == ["ACK"]
    assert await hello(second, "BBBB") == []
    for _ in range(5):
        assert asked(first)
        assert await hello(first, "AAAA") == ["ACK"]
        time.advance(1000)
        assert await hello(second, "BBBB") == ["seat_taken"]
    assert second.station.refused() == ["T03"]
    assert (await second.say("SLIP", 2, "BBBB", 1, "H4 TIENS", terminal="T03"))[0].fields[1] == "hello"
    assert (await first.say("SLIP", 2, "AAAA", 1, "H4 RETINES 66", terminal="T03"))[0].kind == "ACK"
    assert room.slips() == {3: "H4 RETINES 66"}
    time.advance(PRESENT_MS)
    assert second.station.refused() == [], "it does not ask any more"


async def test_any_word_of_the_first_is_an_answer(time: HandTime, lines: tuple[Line, Line]) -> None:
    first, second = lines
    await hello(first, "AAAA")
    await hello(second, "BBBB")
    await first.say("IDLE", 0, terminal="T03")
    time.advance(1000)
    assert await hello(second, "BBBB") == ["seat_taken"]


@pytest.mark.parametrize("session", ["AAAA", "BBBB"], ids=["stayed on", "was switched off"])
async def test_one_whose_cable_goes_into_another_port_is_in_as_soon_as_nobody_answers_at_the_old_one(
    room: Room, time: HandTime, lines: tuple[Line, Line], session: str
) -> None:
    first, second = lines
    await hello(first, "AAAA")
    await first.say("SLIP", 2, "AAAA", 1, "H4 TIENS", terminal="T03")
    waited = 0
    while not await hello(second, session):
        assert asked(first), "each time, for a frame may be lost"
        time.advance(1000)
        waited += 1000
    assert waited == UNANSWERED_MS
    assert first.station.present() == []
    assert [guest.terminal for guest in second.station.present()] == ["T03"]
    (answer,) = await second.say("SLIP", 3, session, 1, "H4 RETINES 66", terminal="T03")
    assert answer.fields == ("3", "2", "0")
    assert (await first.say("SLIP", 3, "AAAA", 1, "H4 NE", terminal="T03"))[0].fields[1] == "hello"
    assert room.slips() == {3: "H4 RETINES 66"}


async def test_one_whose_port_was_lost_is_in_at_once(room: Room, time: HandTime) -> None:
    roll = Roll(time)
    for _ in range(2):
        line = Line(room, time, roll)
        assert await hello(line, "AAAA") == ["ACK"]
        await line.station.close()


async def test_of_two_that_come_in_the_same_moment_one_is_in(lines: tuple[Line, Line]) -> None:
    for line, session in zip(lines, ("AAAA", "BBBB"), strict=True):
        line.station.receive(encode_frame(Frame("T03", 1, "HELLO", (session, "3", "", "test"))))
    await asyncio.gather(*lines[0].station._tasks, *lines[1].station._tasks)
    assert [len(line.station.guests) for line in lines] == [1, 0]


async def test_a_greeting_that_comes_twice_is_one_terminals(lines: tuple[Line, Line]) -> None:
    first, second = lines
    first.station.receive(encode_frame(Frame("T03", 1, "HELLO", ("AAAA", "3", "", "test"))) * 3)
    await asyncio.gather(*first.station._tasks)
    assert [frame.fields[0] for frame in first.sent if frame.kind == "ACK"] == ["1"]
    assert await hello(second, "BBBB") == []
    assert asked(first)


async def test_a_name_whose_seat_a_tablet_has_is_free_for_another_port(room: Room, lines: tuple[Line, Line]) -> None:
    await room.hub.join(3, "Eva", "tablet-0001")
    assert await hello(lines[0], "AAAA") == ["seat_taken"]
    await room.hub.free(3, "desk-free-1")
    assert await hello(lines[1], "BBBB") == ["ACK"], "nobody was let in who would have to be asked"


async def test_one_name_at_two_tables_on_two_ports_is_nobodys_loss(lines: tuple[Line, Line]) -> None:
    assert await hello(lines[0], "AAAA", seat=1) == ["ACK"]
    assert await hello(lines[1], "BBBB", seat=2) == ["ACK"]


@pytest.mark.parametrize("seat", [3, 2])
async def test_on_a_bus_a_name_is_one_terminals(room: Room, time: HandTime, seat: int) -> None:
    bus = Line(room, time, is_bus=True)
    assert await hello(bus, "AAAA") == ["ACK"]
    assert await hello(bus, "BBBB", seat) == []
    await bus.say("IDLE", 0, terminal="T03")
    time.advance(1000)
    assert await hello(bus, "BBBB", seat) == ["seat_taken"]
    time.advance(1000)
    assert await hello(bus, "BBBB", seat) == [], "its own words are not the other's answer"
    time.advance(UNANSWERED_MS)
    assert await hello(bus, "BBBB", seat) == ["ACK"]
    await bus.station.close()


async def test_two_on_real_ports(tmp_path: Path) -> None:
    """A laptop started with a wrong ``--seat`` has the other's name too: it says so, the desk says so, and its slip waits."""
    hub = make_hub(tmp_path, MonotonicTime())
    await hub.start()
    room = Room(hub)
    await room.open("Ana", "Ion", "Eva")
    await room.play("EEINRST")
    first, second = Desktop("T03", 3, straight, session="AAAA"), Desktop("T03", 3, straight, session="BBBB")
    wires = Peripherals(hub, MonotonicTime(), "none", [first.path, second.path])
    wires.start()
    try:
        await until(lambda: first.terminal.said() == "ready" and first.terminal.phase == "running", first)
        await until(lambda: second.terminal.said().startswith("refused"), first, second)
        assert Part("serial", "warning", "serial_twin", f"{second.path}: T03") in wires.parts()
        assert any(line.startswith(f"{second.path}: T03: refused") for line in wires.status())
        first.hand_in("H4 RETINES 66")
        await until(lambda: first.terminal.status == "kept, slip no. 1", first, second)
        assert room.slips() == {3: "H4 RETINES 66"}
        first.close()
        await until(lambda: second.terminal.said() == "kept, slip no. 1", second)
        second.hand_in("H4 ENTIERS 66")
        await until(lambda: second.terminal.status == "kept, slip no. 2", second)
        assert room.slips() == {3: "H4 ENTIERS 66"}
        assert not [part for part in wires.parts() if part.state == "serial_twin"]
    finally:
        second.close()
        await wires.stop()
        await hub.stop()


async def test_the_name_of_all_is_nobodys(room: Room, time: HandTime) -> None:
    line = Line(room, time)
    assert await line.say("HELLO", 1, "9F3A", 1, "", "test", terminal="ALL") == []
    assert line.station.guests == {}
    await line.station.close()


async def test_what_the_desk_ends_while_a_terminal_asks_is_no_trouble(room: Room, lines: tuple[Line, Line]) -> None:
    await hello(lines[0], "AAAA")
    await room.desk(c.OpenEvening("Club", players=("Ana",)))
    lines[0].pushed()
    await asyncio.gather(*lines[0].station._tasks)
    assert await hello(lines[1], "BBBB") == [], "it is still there, in the next evening too"

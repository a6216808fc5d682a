"""Terminals at a real hub: first the station alone, time driven by hand, then real ports (ptys) with a line that loses and garbles."""

from __future__ import annotations

import asyncio
import os
import random
import tty
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from toptable_terminal import Terminal

from appliance import commands as c
from appliance.catalogue import catalogue
from appliance.clock import HandTime, MonotonicTime
from appliance.errors import SetupError
from appliance.hub import Hub
from appliance.library import Library
from appliance.seats import Actor
from appliance.serial.frames import Frame, Splitter, encode_frame, parse_frame
from appliance.serial.port import Port, Ports, PortSpec, open_port, parse_port_spec
from appliance.serial.station import (
    MAX_NOTICE,
    MAX_TERMINALS,
    MAX_TEXT,
    PRESENT_MS,
    SPACING_MS,
    STANDING_MS,
    Station,
    _lines,
)
from engine import builtin
from engine.errors import CommandRefused
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


@pytest.fixture
def time() -> HandTime:
    return HandTime()


@pytest.fixture
async def room(tmp_path: Path, time: HandTime) -> AsyncIterator[Room]:
    hub = make_hub(tmp_path, time)
    await hub.start()
    yield Room(hub)
    await hub.stop()


class Line:
    """A station and what it has sent."""

    def __init__(self, room: Room, time: HandTime) -> None:
        self.time = time
        self.sent: list[Frame] = []
        self.station = Station(room.hub, time, lambda data: self.sent.append(parse_frame(data)))

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


@pytest.fixture
async def line(room: Room, time: HandTime) -> AsyncIterator[Line]:
    line = Line(room, time)
    yield line
    await line.station.close()


async def test_a_slip_is_acknowledged_with_its_number_and_counts_once(room: Room, line: Line) -> None:
    await room.open("", "", "", "", "", "", "Ana")
    await room.play("EEINRST")
    (hello,) = await line.say("HELLO", 1, "9F3A", 7, "", "test")
    assert (hello.kind, hello.fields[0]) == ("ACK", "1")
    answers = [await line.say("SLIP", 2, "9F3A", 1, "H4 RETINES 66") for _ in range(3)]
    assert [(a.kind, a.fields) for (a,) in answers] == [("ACK", ("2", "1", "0"))] * 3
    (changed,) = await line.say("SLIP", 3, "9F3A", 1, "H4 ENTIERS 66")
    assert changed.fields == ("3", "2", "0")
    assert room.slips() == {7: "H4 ENTIERS 66"}
    assert room.hub.game.round is not None
    assert {slip.source for slip in room.hub.game.round.bulletins} == {"terminal"}


async def test_who_has_not_said_hello_is_asked_to(room: Room, line: Line) -> None:
    await room.open("Ana")
    await room.play("EEINRST")
    (answer,) = await line.say("SLIP", 2, "9F3A", 1, "H4 RETINES 66")
    assert (answer.kind, answer.fields[:2]) == ("NAK", ("2", "hello"))
    await line.say("HELLO", 3, "9F3A", 1, "", "test")
    (other_session,) = await line.say("SLIP", 2, "0000", 1, "H4 RETINES 66")
    assert other_session.fields[1] == "hello"
    assert room.slips() == {}


async def test_a_terminal_that_was_switched_off_and_on_keeps_its_seat(room: Room, line: Line) -> None:
    await room.open("Ana")
    await room.play("EEINRST")
    await line.say("HELLO", 1, "AAAA", 1, "", "test")
    await line.say("SLIP", 2, "AAAA", 1, "H4 TIENS")
    assert (await line.say("HELLO", 1, "BBBB", 1, "", "test"))[0].kind == "ACK"
    (answer,) = await line.say("SLIP", 2, "BBBB", 1, "H4 RETINES 66")
    assert answer.fields == ("2", "2", "0"), "the same number in a new session is a new slip"


async def test_a_seat_that_a_tablet_has_is_not_given_away(room: Room, line: Line) -> None:
    await room.open("Ana")
    await room.hub.join(1, "Ana", "tablet-0001")
    (answer,) = await line.say("HELLO", 1, "9F3A", 1, "", "test")
    assert answer.fields[:2] == ("1", "seat_taken")
    await room.hub.free(1, "desk-free-1")
    assert (await line.say("HELLO", 1, "9F3A", 1, "", "test"))[0].kind == "ACK"


async def test_a_terminal_whose_seat_the_desk_freed_takes_it_again_with_its_next_slip(room: Room, line: Line) -> None:
    await room.open("Ana")
    await room.play("EEINRST")
    await line.say("HELLO", 1, "9F3A", 1, "", "test")
    for number in (2, 3, 4):
        await room.hub.free(1, f"desk-free-{number}")
        (answer,) = await line.say("SLIP", number, "9F3A", 1, "H4 TIENS")
        assert answer.kind == "ACK"


async def test_before_the_evening_it_waits_and_then_sits_down_under_its_name(room: Room, line: Line) -> None:
    (hello,) = await line.say("HELLO", 1, "9F3A", 5, "Ion", "test")
    assert hello.kind == "ACK"
    assert line.pushed()["STATE"] == ("0", "empty", "0", "", "0", "0")
    await room.open()
    await room.play("EEINRST")
    (answer,) = await line.say("SLIP", 2, "9F3A", 1, "H4 TIENS")
    assert answer.kind == "ACK"
    assert room.hub.game.seats[5].name == "Ion"
    await room.open("Eva")
    (answer,) = await line.say("SLIP", 3, "9F3A", 1, "H4 TIENS")
    assert answer.fields[1] == "round_over", "the next evening has not drawn yet"


async def test_refusals_name_the_reason_in_the_language_of_the_evening(room: Room, line: Line) -> None:
    await room.open("Ana")
    await room.play("EEINRST")
    await line.say("HELLO", 1, "9F3A", 1, "", "test")
    (answer,) = await line.say("SLIP", 2, "9F3A", 99, "H4 TIENS")
    assert answer.kind == "NAK"
    assert answer.fields[2]
    (answer,) = await line.say("SLIP", 3, "9F3A", "x", "H4 TIENS")
    assert answer.kind == "NAK"
    for number, fields in enumerate([("9F3A", "seven", ""), ("oops", "7", ""), ("9F3A",), ()], 4):
        (answer,) = await line.say("HELLO", number, *fields)
        assert answer.fields[1] == "hello"


@pytest.mark.parametrize("letter", ["Ș", "Ș" * 60])
async def test_a_reason_with_a_value_names_it_and_fits_its_frame(
    room: Room, line: Line, monkeypatch: pytest.MonkeyPatch, letter: str
) -> None:
    await room.open("Ana")
    await room.play("EEINRST")
    await line.say("HELLO", 1, "9F3A", 1, "", "test")

    async def refused(*_: object) -> None:
        raise CommandRefused("no_letter", "for the log", letter=letter)

    monkeypatch.setattr(room.hub, "submit", refused)
    (answer,) = await line.say("SLIP", 2, "9F3A", 1, "H4 TIENS")
    assert (answer.kind, answer.fields[1]) == ("NAK", "no_letter")
    assert "Ș" in answer.fields[2]


async def test_state_before_and_after_the_reveal(room: Room, line: Line) -> None:
    await room.open("Ana", "Ion")
    await line.say("HELLO", 1, "9F3A", 1, "", "test")
    assert line.pushed() == {"STATE": ("0", "lobby", "0", "", "0", "0")}
    await room.play("EEINRST")
    assert line.pushed(0) == {}, "changes are gathered"
    state = line.pushed()["STATE"]
    assert state[:2] == ("1", "running")
    assert 179_000 <= int(state[2]) <= 180_000
    assert sorted(state[3]) == sorted("EEINRST")
    assert line.pushed(1000)["STATE"][2] == str(int(state[2]) - 1000), "every second while the clock runs"
    await line.say("SLIP", 2, "9F3A", 1, "H4 TIENS 12")
    before = line.pushed()
    assert set(before) == {"STATE"}, "nothing but the state before the reveal"
    await room.desk(c.EndTime())
    await room.desk(c.CloseRound())
    assert set(line.pushed()) == {"STATE"}
    await room.desk(c.Reveal(accept_proposals=True))
    after = line.pushed()
    assert after["STATE"][:2] == ("1", "revealed")
    assert after["TOP"][0] == "1"
    assert after["TOP"][2] in {"RETINES", "ENTIERS", "SENTIER"}
    assert after["VERDICT"][0] == "1"
    assert line.pushed(STANDING_MS) == after, "repeated, so that a lost frame does no harm"


def notices(line: Line, after_ms: int = SPACING_MS) -> list[tuple[str, ...]]:
    """The lines of a notice that the hub pushes when some time has gone by."""
    line.pushed(after_ms)
    return [frame.fields for frame in line.sent if frame.kind == "NOTICE"]


async def test_after_the_reveal_a_table_is_told_of_its_faults(room: Room, line: Line) -> None:
    await room.open("Ana", "Ion")
    await line.say("HELLO", 1, "9F3A", 1, "", "test")
    await room.play("EEINRST")
    await line.say("SLIP", 2, "9F3A", 1, "H4 NERETIS 66")
    assert notices(line) == []
    await room.desk(c.EndTime())
    await room.desk(c.CloseRound())
    assert notices(line) == [], "not before the reveal"
    await room.desk(c.Reveal(accept_proposals=True))
    told = notices(line)
    words = catalogue("fr")
    assert [fields[:3] for fields in told] == [("1", str(i), str(len(told))) for i in range(1, len(told) + 1)]
    expected = (words.text("notice.not_in_open_list", detail="NERETIS"), words.text("notice.costs_zero"))
    assert " ".join(fields[3] for fields in told) == " ".join(expected).replace("\N{NO-BREAK SPACE}", " ")
    assert notices(line, STANDING_MS) == told, "repeated, so that a lost frame does no harm"
    await room.desk(c.DrawTyped("EEIRST?"))
    assert notices(line) == told, "until there is a newer one"


async def test_a_notice_that_the_referee_takes_back_leaves_the_terminal(room: Room, line: Line) -> None:
    await room.open("Ana", "Ion")
    await line.say("HELLO", 1, "9F3A", 2, "", "test")
    await room.play("EEINRST")
    await room.reveal()
    assert notices(line)[0][3] == catalogue("fr").text("notice.no_slip")
    await room.desk(c.Undo())
    assert notices(line) == [("0", "0", "0", "")]
    terminal = Terminal("T07", 2, "9F3A")
    terminal.receive(encode_frame(Frame("T07", 1, "NOTICE", ("1", "1", "1", "Zéro point."))), 0)
    assert terminal.notice == ["R1: Zéro point."]
    terminal.receive(encode_frame(Frame("T07", 2, "NOTICE", ("0", "0", "0", ""))), 0)
    assert terminal.notice == []


@pytest.mark.parametrize("sentence", ["Ș" * 500, "𐍈 " * 300, "a, b $ c * d % " * 40, "\x00\x1b[2J" * 9, "x" * 5000])
def test_whatever_a_notice_says_it_fits_frames(sentence: str) -> None:
    lines = _lines((sentence,))
    assert 0 < len(lines) <= MAX_NOTICE
    for text in lines:
        assert len(text) <= MAX_TEXT
        encode_frame(Frame("TERMINAL", 65535, "NOTICE", ("9999", "20", "20", text)))


async def test_a_terminal_that_the_hub_does_not_know_is_asked_for_its_name(room: Room, line: Line) -> None:
    (asked,) = await line.say("IDLE", 7)
    assert (asked.terminal, asked.kind, asked.fields[1]) == ("T07", "NAK", "hello")
    await line.say("HELLO", 8, "9F3A", 1, "", "test")
    assert await line.say("IDLE", 9) == []


async def test_a_terminal_that_is_on_sits_down_as_soon_as_an_evening_is_opened(room: Room, line: Line) -> None:
    await line.say("HELLO", 1, "9F3A", 5, "Ion", "test")
    for evening in (1, 2):
        await room.open("Ana")
        line.pushed()
        await asyncio.gather(*line.station._tasks)
        assert room.hub.evening == evening
        assert room.hub.game.seats[5].name == "Ion"
        assert room.hub.game.seats[5].present, "the desk counts its slip among those to wait for"


async def test_a_terminal_whose_table_is_taken_in_the_new_evening_is_told_so(room: Room, line: Line) -> None:
    await line.say("HELLO", 1, "9F3A", 1, "", "test")
    await room.open("Ana")
    await room.hub.join(1, "Ana", "tablet-0001")
    line.pushed()
    line.sent.clear()
    await asyncio.gather(*line.station._tasks)
    assert [(frame.kind, frame.fields[1]) for frame in line.sent] == [("NAK", "hello")]
    (answer,) = await line.say("HELLO", 1, "9F3A", 1, "", "test")
    assert answer.fields[1] == "seat_taken"


async def test_who_says_nothing_any_more_is_not_there(room: Room, line: Line) -> None:
    await line.say("HELLO", 1, "9F3A", 5, "", "test")
    line.time.advance(PRESENT_MS - 1)
    assert [guest.terminal for guest in line.station.present()] == ["T07"]
    line.time.advance(1)
    assert line.station.present() == []
    await line.say("IDLE", 2)
    assert [guest.seat for guest in line.station.present()] == [5]


async def test_noise_and_strangers_are_bounded(room: Room, line: Line) -> None:
    strangers = range(MAX_TERMINALS + 10)
    for i in strangers:
        line.station.receive(encode_frame(Frame(f"N{i}", 1, "HELLO", ("9F3A", str(i + 1), "", "test"))))
    await asyncio.gather(*line.station._tasks)
    assert len(line.station.guests) == MAX_TERMINALS
    line.station.receive(b"$1,A,1,X*0000\r\n" + bytes(range(256)) * 10)
    assert line.station.damaged == 1
    assert room.hub.game.opened is None


# --- real ports ------------------------------------------------------------------------------------------------------


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


@pytest.fixture
async def live_room(tmp_path: Path) -> AsyncIterator[Room]:
    hub = make_hub(tmp_path, MonotonicTime())
    await hub.start()
    yield Room(hub)
    await hub.stop()


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
    for text in ("", "ttyUSB0", "/etc/passwd", "/dev/ttyUSB0=", "/dev/ttyUSB0=t1", "/dev/ttyUSB0=T01,,T02", "/dev/" + "x" * 2000):
        with pytest.raises(SetupError, match="serial port"):
            parse_port_spec(text)


def test_the_far_end_reads_what_a_splitter_finds() -> None:
    """The relay above hands whole reads to the terminal; a splitter on this side finds the same frames."""
    data = encode_frame(Frame("T01", 1, "STATE", ("1", "running", "180000", "EEINRST")))
    assert [parse_frame(found) for found in Splitter().feed(b"boot\r\n" + data)] == [parse_frame(data)]

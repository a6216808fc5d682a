"""The hub's end of a line, at a real hub, time driven by hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from toptable_terminal import Terminal

from appliance import commands as c
from appliance.catalogue import LANGUAGES, catalogue
from appliance.clock import HandTime
from appliance.serial.frames import Frame, encode_frame
from appliance.serial.station import (
    MAX_NOTICE,
    MAX_TERMINALS,
    MAX_TEXT,
    PRESENT_MS,
    SPACING_MS,
    STANDING_MS,
    _lines,
    _plain,
)
from engine import events as ev
from engine.errors import CommandRefused
from tests.club.terminals import Line, Room, make_hub


@pytest.fixture
def time() -> HandTime:
    return HandTime()


@pytest.fixture
async def room(tmp_path: Path, time: HandTime) -> AsyncIterator[Room]:
    hub = make_hub(tmp_path, time)
    await hub.start()
    yield Room(hub)
    await hub.stop()


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
    assert line.pushed()["STATE"] == ("0", "empty", "0", "", "0", "0", "")
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
    assert line.pushed() == {"STATE": ("0", "lobby", "0", "", "0", "0", "")}
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_a_terminal_may_be_told_can_travel(language: str) -> None:
    """French has spaces before its colons that do not."""
    for key, text in catalogue(language).texts.items():
        if key.startswith(("reason.", "fault.", "outcome.")):
            assert encode_frame(Frame("TERMINAL", 65535, "NAK", ("65535", "reason", _plain(text)[:MAX_TEXT])))


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


async def test_a_number_that_comes_again_names_another_slip(room: Room, line: Line) -> None:
    """A terminal may have counted through all numbers in the meantime; to acknowledge such a slip without keeping it would lose it."""
    await room.open("Ana")
    await line.say("HELLO", 1, "9F3A", 1, "", "test")
    await room.play("EEINRST")
    for text, number in [("H4 TIENS", "1"), ("H4 RETINES 66", "2"), ("H4 RETINES 66", "2"), ("H4 TIENS", "1")]:
        (answer,) = await line.say("SLIP", 2, "9F3A", 1, text)
        assert answer.fields == ("2", number, "0"), "the last two are repeats"
    await room.reveal()
    await room.play("EEIRST?")
    assert room.hub.game.round is not None
    (answer,) = await line.say("SLIP", 2, "9F3A", 2, "H4 TIENS")
    assert answer.fields == ("2", "1", "0")
    assert room.slips() == {1: "H4 TIENS"}
    kept = [entry.event for entry in room.hub.game.history if isinstance(entry.event, ev.SlipHandedIn)]
    assert [(slip.round, slip.bulletin.text) for slip in kept] == [(1, "H4 TIENS"), (1, "H4 RETINES 66"), (2, "H4 TIENS")]


async def test_the_state_tells_each_terminal_which_slip_of_its_own_counts(room: Room, line: Line) -> None:
    await room.open("Ana", "Ion")
    await room.play("EEINRST")
    await line.say("HELLO", 1, "AAAA", 1, "", "test", terminal="T01")
    await line.say("HELLO", 1, "BBBB", 2, "", "test", terminal="T02")
    await line.say("SLIP", 2, "AAAA", 1, "H4 TIENS", terminal="T01")
    line.sent.clear()
    line.time.advance(SPACING_MS)
    states = {frame.terminal: frame.fields[4:6] for frame in line.sent if frame.kind == "STATE"}
    assert states == {"T01": ("1", "0"), "T02": ("0", "0")}, "nobody hears of another's slip"
    await room.desk(c.EndTime())
    await line.say("SLIP", 3, "AAAA", 1, "H4 RETINES 66", terminal="T01")
    await line.say("SLIP", 2, "BBBB", 1, "H4 RIEN", terminal="T02")
    await line.say("HELLO", 1, "CCCC", 1, "", "test", terminal="T01")
    line.sent.clear()
    line.time.advance(SPACING_MS)
    states = {frame.terminal: frame.fields[4:6] for frame in line.sent if frame.kind == "STATE"}
    assert states == {"T01": ("1", "0"), "T02": ("3", "1")}, "a late slip counts only where there is none in time"


async def test_a_slip_for_a_draw_that_was_taken_back_is_refused(room: Room, line: Line) -> None:
    """It was written for other letters; the round has the same number again."""
    await room.open("Ana")
    await line.say("HELLO", 1, "9F3A", 1, "", "test")
    await room.play("EEINRST")
    old = line.pushed()["STATE"][6]
    assert (await line.say("SLIP", 2, "9F3A", 1, "H4 TIENS", old))[0].kind == "ACK"
    await room.desk(c.Undo(confirmed=True))
    await room.play("EEIRST?")
    new = line.pushed()["STATE"][6]
    for number, text in [(2, "H4 TIENS"), (3, "H4 SI")]:
        (answer,) = await line.say("SLIP", number, "9F3A", 1, text, old)
        assert (answer.kind, answer.fields[1]) == ("NAK", "other_draw")
    assert (await line.say("SLIP", 4, "9F3A", 9, "H4 SI", new))[0].kind == "NAK", "a draw of another round"
    assert room.slips() == {}
    assert (await line.say("SLIP", 5, "9F3A", 1, "H4 SI", new))[0].kind == "ACK"
    assert (await line.say("SLIP", 6, "9F3A", 1, "H4 TES"))[0].kind == "ACK", "one that names no draw is for that which is there"
    assert room.slips() == {1: "H4 TES"}

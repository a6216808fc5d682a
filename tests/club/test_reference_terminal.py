"""The MicroPython terminal of hardware/terminal against the hub's side of the protocol, over a line that loses and garbles."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import pytest
import toptable_frames
from hypothesis import given
from hypothesis import strategies as st
from toptable_terminal import PART_MS, RESEND_MS, SILENT_RUNNING_MS, Terminal

from appliance.serial.frames import Frame, FrameError, Splitter, crc16, encode_frame, parse_frame

texts = st.text(st.characters(exclude_categories=["C", "Z"]) | st.sampled_from(" ,$*%"), max_size=4).filter(str.isprintable)
frames = st.builds(
    Frame,
    terminal=st.text("ABZ019", min_size=1, max_size=8),
    number=st.integers(0, 65535),
    kind=st.text("ACKSLIPZ", min_size=1, max_size=8),
    fields=st.lists(texts, max_size=4).map(tuple),
)


@given(frames)
def test_both_sides_write_and_read_the_same_frames(frame: Frame) -> None:
    data = encode_frame(frame)
    assert toptable_frames.encode(frame.terminal, frame.number, frame.kind, list(frame.fields)) == data
    assert toptable_frames.parse(data[:-2]) == (frame.terminal, frame.number, frame.kind, list(frame.fields))
    assert toptable_frames.crc16(data) == crc16(data)


@given(st.lists(st.tuples(st.binary(max_size=20), frames), max_size=4), st.integers(1, 40))
def test_both_sides_find_the_same_frames_in_a_stream(parts: list[tuple[bytes, Frame]], chunk: int) -> None:
    stream = b"".join(noise + encode_frame(frame) for noise, frame in parts)
    ours, theirs = Splitter(), toptable_frames.Splitter()
    found_here: list[Frame] = []
    found_there = []
    for at in range(0, len(stream), chunk):
        piece = stream[at : at + chunk]
        for data in ours.feed(piece):
            try:
                found_here.append(parse_frame(data))
            except FrameError:
                continue
        found_there += [frame for data in theirs.feed(piece) if (frame := toptable_frames.parse(data))]
    assert [(f.terminal, f.number, f.kind, list(f.fields)) for f in found_here] == found_there


@given(st.binary(max_size=300))
def test_any_bytes_leave_the_terminal_standing(data: bytes) -> None:
    terminal = Terminal("T07", 7, "AB12")
    terminal.receive(data, 0)
    body = b"1,T07,3," + data[:200].replace(b"$", b"").replace(b"*", b"")
    terminal.receive(b"$%s*%04X\r\n" % (body, crc16(body)), 0)
    assert terminal.send(0).startswith(b"$1,T07,1,HELLO,AB12,7,,")


class Hub:
    """The hub's side as the protocol asks for it: keeps each slip once, by session and number."""

    def __init__(self) -> None:
        self.slips: dict[tuple[str, int], str] = {}
        self.hellos = 0
        self._splitter = Splitter()
        self._number = 0

    def say(self, kind: str, *fields: object, to: str = "T07") -> bytes:
        self._number += 1
        return encode_frame(Frame(to, self._number, kind, tuple(str(field) for field in fields)))

    def hear(self, data: bytes) -> bytes:
        answers = b""
        for found in self._splitter.feed(data):
            try:
                frame = parse_frame(found)
            except FrameError:
                continue
            if frame.kind == "HELLO":
                self.hellos += 1
                answers += self.say("ACK", frame.number, 0, 0)
            elif frame.kind == "SLIP":
                session, _, text = frame.fields
                self.slips.setdefault((session, frame.number), text)
                answers += self.say("ACK", frame.number, len(self.slips), 0)
        return answers


def bad_line(seed: int) -> Callable[[bytes], bytes]:
    """Loses a third of what is sent, doubles, cuts and garbles another third."""
    dice = random.Random(seed)

    def carry(data: bytes) -> bytes:
        fate = dice.randrange(6)
        if not data or fate > 3:
            return data
        at = dice.randrange(len(data))
        return (b"", data * 2, data[:at], data[:at] + bytes([dice.randrange(256)]) + data[at + 1 :])[fate]

    return carry


@pytest.mark.parametrize("seed", range(20))
def test_each_slip_is_kept_once_over_a_bad_line(seed: int) -> None:
    hub, terminal, carry = Hub(), Terminal("T07", 7, "9F3A"), bad_line(seed)
    handed_in = []
    for number in range(1, 11):
        text = f"H4 RETiNES {number}"
        for now in range(number * 100_000, number * 100_000 + 60_000, 500):
            if now % 5_000 == 0:
                terminal.receive(carry(hub.say("STATE", number, "running", 180_000, "DI+AEINS")), now)
            if terminal.round == number and text not in handed_in:
                terminal.hand_in(text)
                handed_in.append(text)
            terminal.receive(carry(hub.hear(carry(terminal.send(now)))), now)
            if terminal.status.startswith("kept"):
                assert handed_in[-1] in hub.slips.values(), "shown as kept before the hub had it"
    assert list(hub.slips.values()) == handed_in == [f"H4 RETiNES {number}" for number in range(1, 11)]
    assert terminal.status == "kept, slip no. 10"


def open_terminal(hub: Hub, *, bus: bool = False) -> Terminal:
    terminal = Terminal("T07", 7, "9F3A", bus=bus)
    if bus:
        terminal.receive(hub.say("POLL"), 0)
    terminal.receive(hub.hear(terminal.send(0)), 0)
    terminal.receive(hub.say("STATE", 3, "running", 60_000, "AEINRST"), 0)
    return terminal


def test_an_unanswered_slip_is_repeated_each_second_and_no_more_often() -> None:
    hub = Hub()
    terminal = open_terminal(hub)
    terminal.hand_in("H4 RETINES 66")
    sent = [now for now in range(100, 3200, 50) if terminal.send(now)]
    assert sent == [100, 100 + RESEND_MS, 100 + 2 * RESEND_MS, 100 + 3 * RESEND_MS]


def test_a_changed_slip_replaces_the_one_that_waits() -> None:
    hub = Hub()
    terminal = open_terminal(hub)
    terminal.hand_in("H4 RETINES 66")
    terminal.hand_in("H4 ENTIERS 70")
    terminal.receive(hub.hear(terminal.send(200)), 200)
    assert list(hub.slips.values()) == ["H4 ENTIERS 70"]
    assert terminal.send(200 + RESEND_MS) == b""


def test_a_hub_that_forgot_the_terminal_asks_for_its_name_and_gets_the_slip_too() -> None:
    hub = Hub()
    terminal = open_terminal(hub)
    terminal.hand_in("H4 RETINES 66")
    number = parse_frame(terminal.send(0)).number
    terminal.receive(hub.say("NAK", number, "hello", "who are you?"), 10)
    for now in (10, 20):
        terminal.receive(hub.hear(terminal.send(now)), now)
    assert hub.hellos == 2
    assert list(hub.slips.values()) == ["H4 RETINES 66"]


def test_a_refused_slip_is_not_repeated_and_the_reason_is_shown() -> None:
    hub = Hub()
    terminal = open_terminal(hub)
    terminal.hand_in("H4 RETINES 66")
    number = parse_frame(terminal.send(0)).number
    terminal.receive(hub.say("NAK", number, "round_over", "time is up"), 10)
    assert terminal.said() == "refused: time is up"
    assert terminal.send(10 + RESEND_MS) == b""
    terminal.receive(hub.say("STATE", 4, "drawn", 180_000, "DI+AEINS"), 2000)
    assert terminal.said() == terminal.message(40, 2000) == "refused: time is up", "until the player has seen it"
    assert (terminal.take_back(), terminal.take_back()) == ("H4 RETINES 66", ""), "what was typed, once"
    terminal.key_pressed()
    assert terminal.said() == "ready"


def test_a_silent_hub_is_no_connection_and_the_clock_does_not_run_on() -> None:
    """The protocol: a state every second while the clock runs; four missing in a row are no noise on the line any more."""
    hub = Hub()
    terminal = open_terminal(hub)
    assert (terminal.clock(3000), terminal.said()) == ("0:57", "ready")
    terminal.send(SILENT_RUNNING_MS + 1)
    assert (terminal.clock(SILENT_RUNNING_MS + 1), terminal.said()) == ("-:--", "no connection")
    terminal.hand_in("H4 RETINES 66")
    assert terminal.said() == "no connection; the slip waits here"
    for now in (10_000, 10_010):
        terminal.receive(hub.hear(terminal.send(now)), now)
    assert (hub.hellos, list(hub.slips.values())) == (2, ["H4 RETINES 66"]), "it introduces itself again, then the slip goes"
    terminal.receive(hub.say("STATE", 3, "paused", 42_000, "AEINRST"), 10_020)
    assert (terminal.clock(10_020), terminal.said()) == ("0:42", "kept, slip no. 1")


def test_a_hub_that_asks_everybody_is_answered_and_the_slip_stays_kept() -> None:
    hub = Hub()
    terminal = open_terminal(hub)
    terminal.hand_in("H4 RETINES 66")
    terminal.receive(hub.hear(terminal.send(0)), 0)
    terminal.receive(hub.say("NAK", 0, "hello", "", to="ALL"), 100)
    terminal.receive(hub.hear(terminal.send(100)), 100)
    assert hub.hellos == 2
    assert terminal.said() == "kept, slip no. 1"


def test_one_that_is_turned_away_says_why_until_it_is_let_in() -> None:
    hub = Hub()
    terminal = Terminal("T07", 7, "9F3A")
    number = parse_frame(terminal.send(0)).number
    terminal.receive(hub.say("NAK", number, "seat_taken", "the table is taken"), 0)
    assert terminal.said() == "refused: the table is taken"
    terminal.receive(hub.hear(terminal.send(RESEND_MS)) + hub.say("STATE", 0, "lobby", 0, ""), RESEND_MS)
    assert terminal.said() == "ready"


def test_point_to_point_a_sign_of_life_every_five_seconds() -> None:
    hub = Hub()
    terminal = open_terminal(hub)
    sent = []
    for now in range(0, 16_000, 500):
        terminal.receive(hub.say("STATE", 3, "running", 60_000, "AEINRST"), now)
        sent += [(now, parse_frame(data).kind) for data in [terminal.send(now)] if data]
    assert sent == [(now, "IDLE") for now in (5000, 10_000, 15_000)]


def test_a_draw_of_new_letters_alone_is_said_in_words() -> None:
    terminal = open_terminal(hub := Hub())
    terminal.receive(hub.say("STATE", 4, "drawn", 180_000, "-ESDCRBA"), 0)
    assert terminal.draw() == "ESDCRBA (all new)"


def test_on_a_bus_it_speaks_only_when_polled_and_once() -> None:
    hub = Hub()
    terminal = open_terminal(hub, bus=True)
    terminal.hand_in("H4 RETINES 66")
    assert terminal.send(3000) == b""
    terminal.receive(hub.say("POLL", to="T08"), 3000)
    assert terminal.send(3000) == b""
    terminal.receive(hub.say("POLL"), 3000)
    assert parse_frame(terminal.send(3000)).kind == "SLIP"
    assert terminal.send(3001) == b""
    terminal.receive(hub.hear(hub.say("POLL")) + hub.say("ACK", 2, 1, 0) + hub.say("POLL"), 3002)
    assert parse_frame(terminal.send(3002)).kind == "IDLE"


def test_clock_verdict_and_top() -> None:
    hub = Hub()
    terminal = open_terminal(hub)
    assert terminal.remaining_ms(1500) == 58_500
    terminal.receive(hub.say("STATE", 3, "paused", 42_000, "AEINRST"), 2000)
    assert terminal.remaining_ms(9000) == 42_000
    terminal.receive(hub.say("STATE", 3, "revealed", 0, "AEINRST", to="ALL"), 9000)
    terminal.receive(hub.say("TOP", 3, "H4", "RETINES", 70) + hub.say("VERDICT", 3, 66, 210, "valid"), 9000)
    assert terminal.top == "H4 RETINES 70"
    assert terminal.verdict == "66 points, total 210 valid"
    terminal.hand_in("H4 RETINES 66")
    assert terminal.status == "no round is open"
    terminal.receive(hub.say("STATE", 4, "drawn", 180_000, "DI+AEINS"), 9500)
    assert (terminal.top, terminal.verdict, terminal.letters) == ("", "", "DI+AEINS")


def test_a_notice_arrives_in_any_order_and_a_small_display_shows_it_in_parts() -> None:
    hub = Hub()
    terminal = open_terminal(hub)
    terminal.receive(hub.say("STATE", 3, "revealed", 0, "AEINRST") + hub.say("VERDICT", 3, 0, 144, "nul"), 0)
    terminal.receive(hub.say("NOTICE", 3, 2, 2, "Warning no. 2.") + hub.say("NOTICE", 3, 1, 2, "Points missing."), 0)
    assert terminal.notice == ["R3: Points missing.", "Warning no. 2."]
    shown = [terminal.message(20, now) for now in range(0, 5 * PART_MS, PART_MS)]
    assert "".join(shown[:2]) == "0 points, total 144 nul"
    assert "".join(shown[2:4]) == "R3: Points missing. Warning no. 2."
    assert shown[4] == shown[0], "and over again"
    for wrong in ((3, 0, 2, "x"), (3, 3, 2, "x"), (3, -1, 2, "x"), (3, 1, 9999, "x"), (3, "x", 2, "x"), (3, 1)):
        terminal.receive(hub.say("NOTICE", *wrong), 0)
    assert terminal.notice == ["R3: Points missing.", "Warning no. 2."]
    terminal.receive(hub.say("STATE", 4, "drawn", 180_000, "DI+AEINS"), 0)
    assert terminal.message(20, 3 * PART_MS) == "ready", "the slip is more urgent now"


def test_a_text_that_fits_no_frame_is_said_to_be_too_long() -> None:
    terminal = open_terminal(Hub())
    terminal.hand_in("Ș" * 200)
    assert terminal.status == "the slip is too long"
    assert terminal.send(0) == b""


def test_signs_of_life_use_up_no_numbers() -> None:
    """A bus asks a lone terminal forty times a second: counted, 65535 numbers would be through in half an hour."""
    hub = Hub()
    terminal = open_terminal(hub, bus=True)
    said = []
    for now in range(0, 25_000, 25):
        terminal.receive(hub.say("STATE", 3, "running", 60_000, "AEINRST") + hub.say("POLL"), now)
        said.append(parse_frame(terminal.send(now)))
    assert {(frame.kind, frame.number) for frame in said} == {("IDLE", 0)}
    terminal.hand_in("H4 RETINES 66")
    terminal.receive(hub.say("POLL"), 25_000)
    assert parse_frame(terminal.send(25_000)).number == 2, "the greeting was the first"


class Wrapping(Terminal):
    """By MicroPython's clock, as its documentation describes `time.ticks_diff`: readings begin anew after a power of two."""

    PERIOD = 2**30

    def since(self, now_ms: int, then_ms: int) -> int:
        half = self.PERIOD // 2
        return ((now_ms - then_ms + half) & (self.PERIOD - 1)) - half


def day(terminal: Terminal, start: int) -> list[tuple[int, str]]:
    """What a terminal says and shows in a minute from a reading of its clock: a slip is lost thrice, the hub restarts."""
    hub, told = Hub(), []
    for ms in range(0, 60_000, 100):
        now = (start + ms) % Wrapping.PERIOD
        out = terminal.send(now)
        if out:
            told.append((ms, parse_frame(out).kind))
        if not 30_000 <= ms < 40_000:  # the hub is off
            deaf = ms < 9_000 and out and parse_frame(out).kind == "SLIP"
            if out and not deaf:
                terminal.receive(hub.hear(out), now)
            if ms % 1000 == 0:
                terminal.receive(hub.say("STATE", 3, "running", 180_000 - ms, "AEINRST"), now)
        if ms == 6_000:
            assert terminal.hand_in("H4 RETINES 66")
        if ms % 700 == 0:
            told.append((ms, f"{terminal.clock(now)} {terminal.said()}"))
    return told


@pytest.mark.parametrize("before", [0, 1, 500, 6_500, 20_000, 31_000, 41_000, 59_999, 2**29, 2**29 + 30_000])
def test_a_clock_that_begins_anew_changes_nothing(before: int) -> None:
    """Twelve days on, in the middle of a slip, of the hub's restart, or of nothing at all."""
    told = day(Wrapping("T07", 7, "9F3A"), Wrapping.PERIOD - before)
    assert told == day(Terminal("T07", 7, "9F3A"), 0)
    assert [ms for ms, what in told if what == "SLIP"] == [6_100, 7_100, 8_100, 9_100]
    hellos = [ms for ms, what in told if what == "HELLO"]
    assert hellos[0] == 0
    assert hellos[1] == 33_100, "four seconds after the last state, of ms 29000"
    assert {after - ms for ms, after in itertools.pairwise(hellos[1:])} == {1000}


def test_a_terminal_that_was_switched_off_is_told_by_the_state_that_its_slip_is_kept() -> None:
    hub = Hub()
    terminal = open_terminal(hub)
    terminal.receive(hub.say("STATE", 3, "running", 60_000, "AEINRST", 12, 0), 0)
    assert terminal.said() == "kept, slip no. 12"
    terminal.receive(hub.say("STATE", 3, "time_up", 0, "AEINRST", 13, 1), 0)
    assert terminal.said() == "kept, slip no. 13 (late)"
    terminal.hand_in("H4 RETINES 66")
    terminal.receive(hub.say("STATE", 3, "time_up", 0, "AEINRST", 13, 1), 0)
    assert terminal.said() == "sending", "another one waits"
    terminal.receive(hub.hear(terminal.send(0)), 0)
    assert terminal.said() == "kept, slip no. 1"
    terminal.receive(hub.say("STATE", 3, "time_up", 0, "AEINRST", 0, 0), 0)
    assert terminal.said() == "ready", "the draw was taken back, and the slip with it"
    terminal.receive(hub.say("STATE", 4, "drawn", 180_000, "AEINRST", 0, 0), 0)
    assert terminal.said() == "ready"


def test_a_changed_slip_that_is_refused_leaves_the_one_before_kept() -> None:
    hub = Hub()
    terminal = open_terminal(hub)
    terminal.receive(hub.say("STATE", 3, "running", 60_000, "AEINRST", 12, 0), 0)
    assert terminal.hand_in("H4 RETINAS 66")
    number = parse_frame(terminal.send(0)).number
    late = hub.say("NAK", number, "time_up", "Trop tard.")
    terminal.receive(hub.say("STATE", 3, "time_up", 0, "AEINRST", 12, 0) + late, 0)
    assert terminal.said() == "refused: Trop tard."
    terminal.key_pressed()
    assert terminal.said() == "kept, slip no. 12"


def test_the_slip_before_is_known_by_its_acknowledgement_too() -> None:
    hub = Hub()
    terminal = open_terminal(hub)
    assert terminal.hand_in("H4 RETINAS 66")
    terminal.receive(hub.hear(terminal.send(0)), 0)
    assert terminal.hand_in("H4 RETINES 66")
    number = parse_frame(terminal.send(RESEND_MS)).number
    terminal.receive(hub.say("NAK", number, "time_up", "Trop tard."), RESEND_MS)
    terminal.key_pressed()
    assert terminal.said() == "kept, slip no. 1"


def test_a_slip_names_the_draw_that_its_player_saw() -> None:
    hub = Hub()
    terminal = open_terminal(hub)
    terminal.receive(hub.say("STATE", 3, "running", 60_000, "AEINRST", 0, 0, "BEEF"), 0)
    terminal.hand_in("H4 RETINES 66")
    terminal.receive(hub.say("STATE", 3, "running", 60_000, "AEINRSU", 0, 0, "CAFE"), 0)
    assert parse_frame(terminal.send(0)).fields == ("9F3A", "3", "H4 RETINES 66", "BEEF")


def test_a_notice_is_shown_in_the_round_in_which_it_was_told() -> None:
    """The hub repeats it until there is a newer one; it may also set one right later."""
    hub = Hub()
    terminal = open_terminal(hub)
    states = [hub.say("STATE", number, "revealed", 0, "AEINRST") for number in range(6)]
    terminal.receive(states[3] + hub.say("NOTICE", 3, 1, 1, "Points missing."), 0)
    assert terminal.notice == ["R3: Points missing."]
    terminal.receive(states[4] + hub.say("NOTICE", 3, 1, 1, "Points missing."), 0)
    assert terminal.notice == []
    assert terminal.message(20, 2 * PART_MS) == "ready"
    terminal.receive(hub.say("NOTICE", 3, 1, 1, "Points were there."), 0)
    assert terminal.notice == ["R3: Points were there."], "a correction is news"
    terminal.receive(states[5] + hub.say("NOTICE", 3, 1, 1, "Points were there."), 0)
    assert terminal.notice == []

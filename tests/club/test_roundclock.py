"""The round's clock, its time driven by hand."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.clock import HandTime
from appliance.roundclock import Countdown, RoundClock
from engine import builtin
from engine import events as ev
from engine.game import Entry, Game, fold
from engine.ruleset import Signal

ROUND = (
    ev.EveningOpened("X", "", builtin.ruleset("french"), builtin.tileset("fr"), ev.LexiconUsed("club", 1, "")),
    ev.LettersDrawn(1, "", "AEINRST", "computer"),
)


def game(*events: ev.Event) -> Game:
    return fold(Entry("c", event) for event in (*ROUND, *events))


class Room:
    """A clock, and what is heard in the room: (moment since the start, what)."""

    def __init__(self, *events: ev.Event) -> None:
        self.time = HandTime(5_000)
        self.start_ms = self.time.now_ms()
        self.heard: list[tuple[int, str]] = []
        self.clock = RoundClock(self.time, self._hear, lambda number: self._hear(f"time up {number}"))
        self.clock.follow(game(*events), self.start_ms)

    def _hear(self, what: str) -> None:
        self.heard.append((self.time.now_ms() - self.start_ms, what))


def last_five(end_ms: int) -> list[tuple[int, str]]:
    """A tick in each of the last five seconds."""
    return [(end_ms - left_s * 1000, "tick") for left_s in (5, 4, 3, 2, 1)]


def test_a_round_of_three_minutes_warns_at_30_s_ticks_five_times_and_ends() -> None:
    room = Room(ev.ClockStarted(1, 180_000))
    room.time.advance(149_999)
    assert room.heard == []
    assert room.clock.remaining_ms() == 30_001
    room.time.advance(200_000)
    assert room.heard == [(150_000, "warning"), *last_five(180_000), (180_000, "end"), (180_000, "time up 1")]
    assert room.clock.remaining_ms() == 0


def test_before_the_start_nothing_moves() -> None:
    room = Room()
    room.time.advance(1_000_000)
    assert room.clock.remaining_ms() == 180_000
    assert not room.clock.is_late(room.time.now_ms())
    assert room.heard == []


def test_a_pause_stops_it_and_a_resume_in_the_last_30_s_does_not_warn_again() -> None:
    room = Room(ev.ClockStarted(1, 180_000))
    room.time.advance(160_000)
    room.clock.follow(game(ev.ClockPaused(1, 20_000)), room.time.now_ms())
    room.time.advance(600_000)
    assert room.clock.remaining_ms() == 20_000
    room.clock.follow(game(ev.ClockStarted(1, 20_000)), room.time.now_ms())
    room.time.advance(20_000)
    assert [what for _, what in room.heard] == ["warning", *["tick"] * 5, "end", "time up 1"]
    assert room.heard[-1][0] == 780_000


def test_time_added_in_the_last_30_s_brings_the_warning_again() -> None:
    room = Room(ev.ClockStarted(1, 180_000))
    room.time.advance(155_000)
    pressed = room.time.now_ms()
    room.time.advance(40)  # as long as a card takes to write
    room.clock.follow(game(ev.ClockStarted(1, 180_000), ev.ClockExtended(1, 10_000, 35_000)), pressed)
    assert room.clock.remaining_ms() == 34_960
    room.time.advance(34_960)
    assert room.heard == [(150_000, "warning"), (160_000, "warning"), *last_five(190_000), (190_000, "end"), (190_000, "time up 1")]


def test_a_closed_round_is_counted_no_more() -> None:
    room = Room(ev.ClockStarted(1, 180_000))
    room.clock.follow(game(ev.ClockStarted(1, 180_000), ev.RoundClosed(1)), room.time.now_ms())
    room.time.advance(500_000)
    assert (room.clock.round, room.heard) == (0, [])


def test_lateness_is_decided_by_the_moment_of_receipt() -> None:
    room = Room(ev.ClockStarted(1, 10_000))
    assert not room.clock.is_late(room.start_ms + 9_999)
    assert room.clock.is_late(room.start_ms + 10_000)


def test_signals_of_a_rule_set_sound_each_at_its_second() -> None:
    signals = (Signal(60, "warning"), Signal(2, "tick"), Signal(1, "tick"), Signal(0, "end"))
    opened = ROUND[0]
    assert isinstance(opened, ev.EveningOpened)
    rules = dataclasses.replace(opened.rules, clock=dataclasses.replace(opened.rules.clock, signals=signals))
    events = (dataclasses.replace(opened, rules=rules), ROUND[1], ev.ClockStarted(1, 180_000))
    room = Room()
    room.clock.follow(fold(Entry("c", event) for event in events), room.start_ms)
    room.time.advance(180_000)
    sounds = [(120_000, "warning"), (178_000, "tick"), (179_000, "tick"), (180_000, "end"), (180_000, "time up 1")]
    assert room.heard == sounds


@given(st.integers(0, 10**7), st.integers(0, 10**7), st.integers(0, 10**7))
def test_a_countdown_never_runs_backwards_nor_below_zero(remaining_ms: int, first: int, then: int) -> None:
    running = Countdown(remaining_ms, 1000, True)
    before, after = running.remaining(1000 + first), running.remaining(1000 + first + then)
    assert 0 <= after <= before <= remaining_ms
    assert before - after <= then
    assert running.is_over(1000 + first) == (first >= remaining_ms)
    assert Countdown(remaining_ms, 1000, False).remaining(1000 + first) == remaining_ms


@pytest.mark.parametrize("by", [1, 7, 999, 60_000])
def test_hand_time_makes_each_call_at_its_own_moment(by: int) -> None:
    time, seen = HandTime(0), list[int]()
    time.call_after(500, lambda: seen.append(time.now_ms()))

    def again() -> None:
        time.call_after(200, lambda: seen.append(time.now_ms()))

    time.call_after(200, again)
    cancel = time.call_after(300, lambda: seen.append(-1))
    cancel()
    while time.now_ms() < 1000:
        time.advance(by)
    assert seen == [400, 500]

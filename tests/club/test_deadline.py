"""Rounds by correspondence: they last until a date and hour, over restarts, and slips after it are late."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance import commands as c
from appliance.clock import HandTime
from appliance.deadline import MAX_AHEAD_MS, deadline_ms, read_deadline
from appliance.hub import Hub
from appliance.publish import public_view
from appliance.roundclock import RoundClock
from appliance.seats import Actor
from engine import builtin
from engine import events as ev
from engine.errors import CommandRefused, RuleSetError
from engine.game import Entry, Game, Phase, fold
from engine.ruleset import with_setting
from tests.club.rounds import phase

HOUR_MS = 3_600_000
NOW = datetime(2026, 11, 30, 19, tzinfo=UTC)
"""What a new :class:`HandTime` says, 20:00 in Brussels."""


def in_hours(hours: float) -> str:
    return (NOW + timedelta(hours=hours)).isoformat()


def test_a_date_and_hour_is_read_with_and_without_its_offset() -> None:
    now_ms = HandTime().wall_ms()
    assert now_ms == NOW.timestamp() * 1000
    for text in ("2026-12-03T19:00:00.000Z", "2026-12-03T20:00+01:00", "2026-12-03 19:00:59Z"):
        stored = read_deadline(text, now_ms)
        assert deadline_ms(stored) - now_ms == 72 * HOUR_MS
        assert read_deadline(stored, now_ms) == stored
    naive = NOW.astimezone().replace(tzinfo=None) + timedelta(hours=1)
    assert deadline_ms(read_deadline(naive.isoformat(), now_ms)) - now_ms == HOUR_MS


@pytest.mark.parametrize(
    ("text", "reason"),
    [(text, "bad_deadline") for text in ("", "tomorrow", "20:00", "2026-12-03T20:00" + " " * 60)]
    + [(f"{text}Z", "deadline_range") for text in ("2026-11-30T19:00", "2025-12-03T20:00", "2028-01-01T00:00", "9999-12-31T23:59")],
)
def test_what_is_no_date_ahead_within_a_year_is_refused(text: str, reason: str) -> None:
    with pytest.raises(CommandRefused) as refused:
        read_deadline(text, HandTime().wall_ms())
    assert refused.value.reason == reason
    assert MAX_AHEAD_MS > 365 * 24 * HOUR_MS


@given(st.text(max_size=60) | st.datetimes().map(str) | st.datetimes(timezones=st.timezones()).map(datetime.isoformat))
def test_any_text_is_a_deadline_ahead_or_is_refused(text: str) -> None:
    now_ms = HandTime().wall_ms()
    try:
        stored = read_deadline(text, now_ms)
    except CommandRefused:
        return
    assert 0 < deadline_ms(stored) - now_ms <= MAX_AHEAD_MS
    assert len(stored) <= 25


def correspondence(*events: ev.Event) -> Game:
    rules = with_setting(builtin.ruleset("french"), "clock.kind", "deadline")
    opened = ev.EveningOpened("X", "", rules, builtin.tileset("fr"), ev.LexiconUsed("club", 1, ""))
    return fold(Entry("c", event) for event in (opened, ev.LettersDrawn(1, "", "AEINRST", "computer"), *events))


def test_the_clock_waits_for_the_date_and_follows_when_it_is_set_right() -> None:
    time, heard = HandTime(), list[str]()
    clock = RoundClock(time, heard.append, lambda number: heard.append(f"time up {number}"))
    clock.follow(correspondence(), time.now_ms())
    assert clock.remaining_ms() == 0
    assert not clock.is_late(time.now_ms()), "nothing is late before a deadline is set"
    clock.follow(correspondence(ev.DeadlineSet(1, in_hours(48))), time.now_ms())
    assert clock.is_running
    assert clock.remaining_ms() == 48 * HOUR_MS
    time.advance(24 * HOUR_MS)
    assert (clock.remaining_ms(), heard) == (24 * HOUR_MS, [])
    # the machine had the wrong date: the network sets it a day on, less a minute
    time.wall_offset_ms += 24 * HOUR_MS - 60_000
    time.advance(30_000)
    assert heard == ["warning"]
    assert not clock.is_late(time.now_ms())
    time.advance(30_000)
    assert heard == ["warning", *["tick"] * 5, "end", "time up 1"]
    assert clock.is_late(time.now_ms())
    assert not clock.is_late(time.now_ms() - 1)


async def opened(hub: Hub, **settings: str) -> Hub:
    desk = Actor("desk")
    await hub.submit(c.OpenEvening("X", players=("Anne", "Jean"), settings=settings), "open-00001", desk)
    await hub.submit(c.DrawByComputer(), "draw-00001", desk)
    return hub


async def by_desk(hub: Hub, command: c.Command) -> None:
    await hub.submit(command, secrets.token_hex(8), Actor("desk"))


async def refusal(hub: Hub, command: c.Command) -> str:
    with pytest.raises(CommandRefused) as refused:
        await by_desk(hub, command)
    return refused.value.reason


async def slip(hub: Hub, seat: int) -> bool:
    """Whether a slip handed in now is late."""
    answer = await hub.submit(c.HandIn(1, seat, "H4 RIEN 8"), secrets.token_hex(8), Actor("seat", seat))
    return bool(answer["late"])


async def settled(hub: Hub) -> None:
    """Let what the clock has begun come to its end: it waits its turn behind the first command, the second behind it."""
    await by_desk(hub, c.SeatPlayer(2, "Jean"))
    await by_desk(hub, c.SeatPlayer(2, "Jean"))


async def test_a_round_lasts_until_its_date_over_a_restart(make_hub: Callable[[], Hub], time: HandTime) -> None:
    hub = make_hub()
    await hub.start()
    await opened(hub, **{"clock.kind": "deadline"})
    clock = public_view(hub.game, hub.remaining_ms()).clock
    assert clock is not None
    assert (clock.kind, clock.deadline, clock.running) == ("deadline", "", False)
    await by_desk(hub, c.SetDeadline(in_hours(72)))
    time.advance(HOUR_MS)
    assert not await slip(hub, 1)
    await hub.stop()
    assert not any(isinstance(entry.event, ev.ClockPaused) for entry in hub.game.history)

    time.advance(70 * HOUR_MS)
    again = make_hub()
    await again.start()
    assert phase(again) is Phase.RUNNING
    assert again.remaining_ms() == HOUR_MS
    clock = public_view(again.game, again.remaining_ms()).clock
    assert clock is not None
    assert deadline_ms(clock.deadline) == deadline_ms(in_hours(72))
    time.advance(HOUR_MS)
    await settled(again)
    assert phase(again) is Phase.TIME_UP
    assert await slip(again, 2)
    await by_desk(again, c.SetDeadline(in_hours(80)))  # the referee gives them more time
    assert phase(again) is Phase.RUNNING
    assert not await slip(again, 2)
    await by_desk(again, c.EndTime())
    assert phase(again) is Phase.TIME_UP


async def test_a_deadline_that_passed_while_the_hub_was_off_has_passed(make_hub: Callable[[], Hub], time: HandTime) -> None:
    hub = make_hub()
    await hub.start()
    await opened(hub, **{"clock.kind": "deadline"})
    await by_desk(hub, c.SetDeadline(in_hours(1)))
    await hub.stop()
    time.advance(2 * HOUR_MS)
    again = make_hub()
    await again.start()
    assert await slip(again, 1)
    time.advance(1)
    await settled(again)
    assert phase(again) is Phase.TIME_UP


async def test_each_kind_of_time_refuses_the_buttons_of_the_other(make_hub: Callable[[], Hub]) -> None:
    hub = make_hub()
    await hub.start()
    await opened(hub, **{"clock.kind": "deadline"})
    assert await refusal(hub, c.StartClock()) == "deadline_needed"
    assert await refusal(hub, c.SetDeadline("soon")) == "bad_deadline"
    await by_desk(hub, c.SetDeadline(in_hours(1)))
    assert await refusal(hub, c.PauseClock()) == "deadline_needed"
    assert await refusal(hub, c.ExtendClock()) == "deadline_needed"
    await by_desk(hub, c.CloseRound())  # by hand, before the date
    assert await refusal(hub, c.SetDeadline(in_hours(2))) == "not_now"
    await by_desk(hub, c.Undo())
    assert phase(hub) is Phase.RUNNING
    assert hub.remaining_ms() == HOUR_MS
    await hub.submit(c.OpenEvening("Y"), "open-00002", Actor("desk"))
    await by_desk(hub, c.DrawByComputer())
    assert await refusal(hub, c.SetDeadline(in_hours(1))) == "no_deadline"


def test_topping_cannot_rank_by_the_time_of_a_deadline() -> None:
    rules = with_setting(builtin.ruleset("french"), "clock.kind", "deadline")
    with pytest.raises(RuleSetError, match=r"clock\.kind"):
        with_setting(rules, "format.topping", "true")

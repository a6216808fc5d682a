"""The hub and its clock: the end of the time, pauses, signals, and what an undo brings back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from appliance import commands as c
from appliance.clock import HandTime
from appliance.hub import Hub
from engine.game import Phase
from tests.club.rounds import in_round, phase, reaches, refused, verdict


async def test_the_clock_ends_the_time_by_itself_and_later_slips_are_late(
    table: Any, hub: Hub, time: HandTime
) -> None:
    await in_round(table)
    time.advance(179_999)
    assert (await table.tablet(1, c.HandIn(1, 1, "H4 RIEN 8")))["late"] is False
    time.advance(1)
    assert (await table.tablet(2, c.HandIn(1, 2, "H4 RIEN 8")))["late"] is True, "even before the end is written"
    await reaches(hub, Phase.TIME_UP)
    assert (await table.tablet(1, c.HandIn(1, 1, "H4 ENTRAIS 66")))["late"] is True
    await table.desk(c.CloseRound())
    assert [verdict(hub, seat).points for seat in (1, 2)] == [8, 0]


async def test_pause_resume_and_ten_seconds_more(table: Any, hub: Hub, time: HandTime) -> None:
    await in_round(table)
    time.advance(60_000)
    await table.desk(c.PauseClock())
    time.advance(1_000_000)
    assert hub.remaining_ms() == 120_000
    await table.desk(c.ExtendClock(10_000))
    await table.desk(c.StartClock())
    time.advance(30_000)
    assert hub.remaining_ms() == 100_000
    await table.desk(c.ExtendClock(10_000))
    assert hub.remaining_ms() == 110_000
    assert await refused(table.desk(c.ExtendClock(0))) == "bad_time"
    time.advance(110_000)
    await reaches(hub, Phase.TIME_UP)
    await table.desk(c.ExtendClock(10_000))
    assert (phase(hub), hub.remaining_ms()) == (Phase.PAUSED, 10_000)


async def test_signals_reach_every_sounder(table: Any, hub: Hub, time: HandTime) -> None:
    class Bell:
        def __init__(self) -> None:
            self.rung: list[str] = []

        def sound(self, signal: str) -> None:
            self.rung.append(signal)

    bells = Bell(), Bell()
    for bell in bells:
        hub.add_sounder(bell)
    await in_round(table)
    time.advance(180_000)
    await reaches(hub, Phase.TIME_UP)
    assert [bell.rung for bell in bells] == [["warning", *["tick"] * 5, "end"]] * 2
    await table.desk(c.CloseRound())
    await table.desk(c.Reveal())
    await table.desk(c.DrawByComputer())
    await table.desk(c.StartClock())
    await table.desk(c.EndTime())
    assert bells[0].rung == ["warning", *["tick"] * 5, "end", "end"], "ended by hand, it is heard too"


async def test_the_time_that_an_undone_close_brings_back_stands_still(table: Any, hub: Hub, time: HandTime) -> None:
    await in_round(table)
    time.advance(50_000)
    await table.desk(c.CloseRound())
    time.advance(20_000)
    await table.desk(c.Undo())
    assert (phase(hub), hub.remaining_ms()) == (Phase.PAUSED, 130_000)
    await table.desk(c.StartClock())
    time.advance(1000)
    assert hub.remaining_ms() == 129_000


async def test_the_end_of_the_time_is_taken_back_to_what_was_left(
    table: Any, hub: Hub, time: HandTime, make_hub: Callable[[], Hub], seated: Callable[[Hub], Any]
) -> None:
    await in_round(table)
    time.advance(50_000)
    await table.desk(c.EndTime())
    time.advance(20_000)
    await table.desk(c.Undo())
    assert (phase(hub), hub.remaining_ms()) == (Phase.PAUSED, 130_000)
    await table.desk(c.Redo())
    assert phase(hub) is Phase.TIME_UP
    await hub.stop()
    again = make_hub()
    await again.start()
    await seated(again).desk(c.Undo(), "undo-after-restart")
    assert (phase(again), again.remaining_ms()) == (Phase.PAUSED, 130_000)


async def test_a_round_in_play_is_dropped_only_when_confirmed_and_comes_back_paused_where_it_was(
    table: Any, hub: Hub, time: HandTime, make_hub: Callable[[], Hub], seated: Callable[[Hub], Any]
) -> None:
    await in_round(table)
    await table.tablet(1, c.HandIn(1, 1, "H4 RIEN 8"))
    time.advance(50_000)
    assert await refused(table.desk(c.Undo())) == "undo_played"
    await table.desk(c.Undo(confirmed=True))
    assert phase(hub) is Phase.LOBBY
    await hub.stop()
    again = make_hub()
    await again.start()
    time.advance(20_000)
    await seated(again).desk(c.Redo(), "redo-after-restart")
    assert (phase(again), again.remaining_ms()) == (Phase.PAUSED, 130_000)
    assert again.game.rounds[0].standing[1].text == "H4 RIEN 8"


async def test_undoing_an_old_verdict_or_giving_it_again_does_not_touch_the_running_clock(
    table: Any, hub: Hub, time: HandTime
) -> None:
    await in_round(table)
    await table.desk(c.CloseRound())
    await table.desk(c.Reveal())
    await table.desk(c.DrawByComputer())
    await table.desk(c.StartClock())
    await table.desk(c.Overrule(1, 1, 5, "erreur"))
    time.advance(40_000)
    await table.desk(c.Undo())
    assert (phase(hub), hub.remaining_ms()) == (Phase.RUNNING, 140_000)
    assert verdict(hub, 1).points == 0
    await table.desk(c.Redo())
    assert (phase(hub), hub.remaining_ms()) == (Phase.RUNNING, 140_000)
    assert verdict(hub, 1).points == 5
    time.advance(140_000)
    await reaches(hub, Phase.TIME_UP)

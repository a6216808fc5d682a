"""Topping on the hub: the round ends by itself when every seat has found the top, or when its time is up."""

from __future__ import annotations

from typing import Any

from appliance import commands as c
from appliance.clock import HandTime
from appliance.hub import Hub
from engine.game import Phase
from tests.club.rounds import phase, reaches

OPEN = c.OpenEvening("Lundi", players=("Anne", "Bob"), settings={"format.topping": "true"})


async def in_round(table: Any) -> None:
    await table.desk(OPEN)
    await table.desk(c.DrawTyped("AEINRST"))
    await table.desk(c.StartClock())


async def test_the_last_seat_to_find_the_top_ends_the_round(table: Any, hub: Hub, time: HandTime) -> None:
    await in_round(table)
    time.advance(10_000)
    await table.tablet(1, c.HandIn(1, 1, "H4 RIEN 8"))
    await table.tablet(2, c.HandIn(1, 2, "H4 ENTRAIS 66"))
    assert phase(hub) is Phase.RUNNING
    time.advance(10_000)
    await table.tablet(1, c.HandIn(1, 1, "H4 ENTRAIS 66"))
    await reaches(hub, Phase.CLOSED)
    assert [hub.game.rounds[0].verdicts[seat].time_ms for seat in (1, 2)] == [20_000, 10_000]
    await table.desk(c.Undo())
    assert phase(hub) is Phase.TIME_UP, "the referee may take the judging back, and the letters stay"
    assert hub.game.rounds[0].letters == "AEINRST"


async def test_a_round_whose_time_is_up_is_judged_at_once(table: Any, hub: Hub, time: HandTime) -> None:
    await in_round(table)
    await table.tablet(1, c.HandIn(1, 1, "H4 RIEN 8"))
    time.advance(180_000)
    await reaches(hub, Phase.CLOSED)
    assert [hub.game.rounds[0].verdicts[seat].time_ms for seat in (1, 2)] == [240_000, 240_000], "three minutes and one more"


async def test_a_slip_found_later_takes_no_other_seats_time(table: Any, hub: Hub, time: HandTime) -> None:
    await table.desk(c.OpenEvening("Lundi", players=("Anne", "Bob", "Chloé"), settings={"format.topping": "true"}))
    await table.desk(c.DrawTyped("AEINRST"))
    await table.desk(c.StartClock())
    # keyed for the wrong table and taken back: the numbers of the slips have a gap
    await table.desk(c.HandIn(1, 3, "H4 RIEN 8"))
    await table.desk(c.Undo())
    time.advance(10_000)
    await table.tablet(1, c.HandIn(1, 1, "H4 ENTRAIS 66"))
    await table.desk(c.EndTime())
    await reaches(hub, Phase.CLOSED)
    await table.desk(c.CorrectSlip(1, 3, "H4 RIEN 8", "found"))
    await table.desk(c.Overrule(1, 3, 66, "read wrongly"))
    own, other = (hub.game.rounds[0].verdicts[seat] for seat in (3, 1))
    assert own.slip != other.slip
    assert (own.time_ms, other.time_ms) == (240_000, 10_000), "the paper tells no time: three minutes and one more"

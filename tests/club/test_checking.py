"""Optimist: a tablet checks the neighbour's slip, and nobody reads a slip before the writing is over."""

from __future__ import annotations

from typing import Any

import pytest

from appliance import commands as c
from appliance.errors import Denied
from appliance.hub import Hub
from appliance.publish import desk_view, seat_view
from appliance.views import OwnGame
from engine.errors import CommandRefused


def own(hub: Hub, seat: int) -> OwnGame:
    found = seat_view(hub.game, seat).own
    assert found is not None
    return found


async def written(table: Any) -> None:
    """Two seats that check each other have written; the round runs."""
    await table.desk(c.OpenEvening("Lundi", rules="optimist", players=("Anne", "Bob", "Chloé")))
    await table.desk(c.NameChecker(1, 2))
    await table.desk(c.NameChecker(2, 1))
    await table.desk(c.DrawTyped("AEINRST"))
    await table.desk(c.StartClock())
    await table.tablet(1, c.HandIn(1, 1, "H4 ENTRAIS 66"))
    await table.tablet(2, c.HandIn(1, 2, "H4 RIEN 8"))


async def test_a_slip_is_told_to_its_checker_only_once_its_round_is_judged(table: Any, hub: Hub) -> None:
    await written(table)
    assert own(hub, 2).to_check == ()
    with pytest.raises(CommandRefused, match="not judged"):
        await table.tablet(2, c.CheckSlip(1, 1, True))
    await table.desk(c.EndTime())
    # the referee may still add time
    assert own(hub, 2).to_check == ()
    await table.desk(c.CloseRound())
    (slip,) = own(hub, 2).to_check
    assert (slip.round, slip.seat, slip.name, slip.text, slip.done) == (1, 1, "Anne", "H4 ENTRAIS 66", False)
    assert "".join(face for row in slip.board for face in row) == "", "the board before this slip"
    assert own(hub, 3).to_check == ()


async def test_a_checker_agrees_or_reports_what_he_found(table: Any, hub: Hub) -> None:
    await written(table)
    await table.desk(c.CloseRound())
    await table.tablet(2, c.CheckSlip(1, 1, True))
    await table.tablet(1, c.CheckSlip(1, 2, False, "H4 RIEN 5"))
    assert [each.done for seat in (1, 2) for each in own(hub, seat).to_check] == [True, True]
    assert [own(hub, seat).agreed for seat in (1, 2, 3)] == [True, False, False]
    desk = desk_view(hub.game)
    assert desk.agreed == (1,)
    assert [(each.seat, each.checker, each.text) for each in desk.differences] == [(2, 1, "H4 RIEN 5")]
    # both are told, and no other
    assert [len(own(hub, seat).differences) for seat in (1, 2, 3)] == [1, 1, 0]
    # a report changes no points: ENTRAIS scores 66; RIEN scores 8 on the star, and A, S, T are lost
    assert [hub.game.rounds[0].verdicts[seat].points for seat in (1, 2)] == [66, 5]


async def test_a_mad_device_cannot_fill_the_journal(table: Any, hub: Hub) -> None:
    await written(table)
    await table.desk(c.CloseRound())
    for number in range(10):
        await table.tablet(2, c.CheckSlip(1, 1, False, str(number)))
    with pytest.raises(CommandRefused, match="no more"):
        await table.tablet(2, c.CheckSlip(1, 1, True))


async def test_nobody_checks_for_another(table: Any, hub: Hub) -> None:
    await written(table)
    await table.desk(c.CloseRound())
    for seat in (1, 3):
        with pytest.raises(CommandRefused, match="does not check"):
            await table.tablet(seat, c.CheckSlip(1, 1, True))
    with pytest.raises(Denied):
        await table.tablet(2, c.ReportDifference(1, 1, "64"))
    await table.desk(c.Reveal())
    await table.desk(c.DrawByComputer())
    with pytest.raises(CommandRefused, match="another has begun"):
        await table.tablet(2, c.CheckSlip(1, 1, True))
    assert hub.game.agreed == ()


async def test_a_check_comes_by_the_network(server: Any, hub: Hub) -> None:
    desk = await server.desk()
    await server.command(desk, "OpenEvening", name="Lundi", rules="optimist", players=["Anne", "Bob"])
    await server.command(desk, "NameChecker", seat=1, checker=2)
    anne, bob = await server.join(1), await server.join(2)
    await server.command(desk, "DrawTyped", letters="AEINRST")
    await server.good("/api/slip", {"round": 1, "text": "H4 ENTRAIS 66"}, anne)
    await server.command(desk, "CloseRound")
    status, answer = await server.post("/api/check", {"id": server.new_id(), "round": 1, "seat": 1, "agrees": "yes"}, bob)
    assert (status, answer["error"]["reason"]) == (400, "bad_request")
    status, answer = await server.post("/api/check", {"id": server.new_id(), "round": 1, "seat": 1, "agrees": True}, anne)
    assert (status, answer["error"]["reason"]) == (409, "not_checker")
    assert await server.good("/api/check", {"round": 1, "seat": 1, "agrees": True}, bob) == {"ok": True}
    assert [each.seat for each in hub.game.agreed] == [1]


async def test_no_slip_is_read_while_late_ones_are_taken(table: Any, hub: Hub) -> None:
    settings = {"slip.late": "until_reveal"}
    await table.desk(c.OpenEvening("Lundi", rules="optimist", players=("Anne", "Bob"), settings=settings))
    await table.desk(c.NameChecker(1, 2))
    await table.desk(c.DrawTyped("AEINRST"))
    await table.desk(c.StartClock())
    await table.tablet(1, c.HandIn(1, 1, "H4 ENTRAIS 66"))
    await table.desk(c.CloseRound())
    # Bob has written nothing yet and still may
    assert own(hub, 2).to_check == ()
    with pytest.raises(CommandRefused, match="still takes slips"):
        await table.tablet(2, c.CheckSlip(1, 1, True))
    await table.desk(c.Reveal())
    assert [slip.text for slip in own(hub, 2).to_check] == ["H4 ENTRAIS 66"]

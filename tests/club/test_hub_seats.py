"""Who may act for whom, which seats have a device, and what becomes of the slips of tablets and on paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from appliance import commands as c
from appliance.clock import HandTime
from appliance.errors import Denied
from appliance.hub import Hub
from appliance.publish import public_view, seat_view
from appliance.seats import Actor
from tests.club.rounds import OPEN, in_round, kinds, refused


@pytest.mark.parametrize(
    "command", [c.HandIn(1, 2, "H4 RIEN 8"), c.CloseRound(), c.Reveal(), c.Undo(), OPEN, c.SeatPlayer(1, "Eve")]
)
async def test_a_tablet_may_only_hand_in_its_own_slip(table: Any, hub: Hub, command: c.Command) -> None:
    await in_round(table)
    before = kinds(hub)
    with pytest.raises(Denied) as caught:
        await table.tablet(1, command)
    assert caught.value.reason == "not_yours"
    assert kinds(hub) == before


async def test_a_seat_belongs_to_one_device_until_the_desk_frees_it(table: Any, hub: Hub) -> None:
    await table.desk(OPEN)
    first = await hub.join(1, "", "join-0001")
    assert (first["seat"], first["name"]) == (1, "Anne")
    assert hub.actor(first["token"]) == Actor("seat", 1)
    assert await refused(hub.join(1, "Eve", "join-0002")) == "seat_taken"
    assert await hub.join(1, "", "join-0001") == first, "the same request, the same answer"
    await hub.free(1, "free-0001")
    with pytest.raises(Denied):
        hub.actor(first["token"])
    second = await hub.join(1, "Eve", "join-0003")
    assert second["token"] != first["token"]
    assert hub.game.seats[1].name == "Anne", "the desk's name stands"


async def test_tokens_survive_a_restart(table: Any, hub: Hub, make_hub: Callable[[], Hub]) -> None:
    await table.desk(OPEN)
    token = (await hub.join(2, "", "join-0001"))["token"]
    desk = await hub.open_desk()
    await hub.stop()
    again = make_hub()
    await again.start()
    assert again.actor(token) == Actor("seat", 2)
    assert again.actor(desk) == Actor("desk")
    assert await again.join(2, "", "join-0001") == {"seat": 2, "name": "Bob", "token": token}


async def test_a_new_evening_frees_every_table_but_keeps_the_desk(table: Any, hub: Hub) -> None:
    await table.desk(OPEN)
    token, desk = (await hub.join(1, "", "join-0001"))["token"], await hub.open_desk()
    await table.desk(c.OpenEvening("Mardi"))
    with pytest.raises(Denied):
        hub.actor(token)
    assert hub.actor(desk) == Actor("desk")
    assert (await hub.join(1, "Eve", "join-0002"))["name"] == "Eve"


async def test_evenings_are_counted_so_that_a_device_knows_another_from_its_own(
    table: Any, hub: Hub, make_hub: Callable[[], Hub]
) -> None:
    assert hub.evening == 0
    await table.desk(OPEN)
    await table.desk(c.EndEvening())
    first = hub.evening, public_view(hub.game, None, hub.evening).evening
    await table.desk(OPEN)  # of the same name, on the same day
    second = hub.evening, public_view(hub.game, None, hub.evening).evening
    assert [(count, view and view.number) for count, view in (first, second)] == [(1, 1), (2, 2)]
    await hub.stop()
    again = make_hub()
    await again.start()
    assert again.evening == 2


async def test_who_comes_late_is_seated_and_who_has_left_is_not(table: Any, hub: Hub) -> None:
    assert await refused(hub.join(1, "Eve", "join-0001")) == "no_evening"
    await in_round(table)
    assert await refused(hub.join(9, " ", "join-0002")) == "name_empty"
    assert await refused(hub.join(1001, "Eve", "join-0003")) == "seat_number"
    await hub.join(9, "Eve", "join-0004")
    assert hub.game.seats[9].first_round == 1
    await table.tablet(9, c.HandIn(1, 9, "H4 RIEN 8"))
    await table.desk(c.RemovePlayer(2))
    assert await refused(hub.join(2, "Bob", "join-0005")) == "seat_absent"
    assert await refused(table.tablet(2, c.HandIn(1, 2, "H4 RIEN 8"))) == "seat_absent"


async def test_which_seats_have_a_device_is_public_until_the_desk_frees_them(table: Any, hub: Hub) -> None:
    await table.desk(OPEN)
    taken = await hub.join(2, "", "join-00001")

    def marked() -> list[int]:
        return [seat.seat for seat in public_view(hub.game, None, 1, hub.taken).seats if seat.taken]

    assert marked() == [2]
    assert taken["token"] not in str(public_view(hub.game, None, 1, hub.taken))
    await hub.free(2, "free-00001")
    assert marked() == []


async def test_a_tablet_cannot_call_its_own_slip_in_time(table: Any, hub: Hub, time: HandTime) -> None:
    await in_round(table)
    time.advance(180_000)
    assert (await table.tablet(1, c.HandIn(1, 1, "H4 RIEN 8", late=False)))["late"] is True


async def test_a_paper_slip_is_keyed_after_the_time_and_only_the_referee_knows_whether_it_was_late(
    table: Any, hub: Hub
) -> None:
    await in_round(table)
    await table.desk(c.EndTime())
    assert (await table.desk(c.HandIn(1, 1, "H4 RIEN 8")))["late"] is False
    assert (await table.desk(c.HandIn(1, 2, "H4 RIEN 8", late=True)))["late"] is True
    assert [slip.source for slip in hub.game.rounds[0].bulletins] == ["paper", "paper"]


async def test_a_paper_slip_takes_a_slips_place_or_says_nothing_only_when_confirmed(table: Any, hub: Hub) -> None:
    await in_round(table)
    await table.tablet(1, c.HandIn(1, 1, "H4 RIEN 8"))
    assert await refused(table.desk(c.HandIn(1, 1, "H4 NIER 8"))) == "slip_replaced"
    assert await refused(table.desk(c.HandIn(1, 2, " "))) == "slip_blank"
    assert [slip.text for slip in hub.game.rounds[0].bulletins] == ["H4 RIEN 8"]
    await table.desk(c.HandIn(1, 1, "H5 RIEN 8", late=True))
    assert hub.game.rounds[0].standing[1].text == "H4 RIEN 8", "a late one takes no place, so nobody is asked"
    await table.desk(c.HandIn(1, 1, "H4 NIER 8", confirmed=True))
    await table.desk(c.HandIn(1, 2, "", confirmed=True))
    assert {seat: slip.text for seat, slip in hub.game.rounds[0].standing.items()} == {1: "H4 NIER 8", 2: ""}
    own = seat_view(hub.game, 1).slip
    assert own is not None
    assert own.paper

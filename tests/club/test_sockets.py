"""Who is shown what, and when: everyone at once what matters, slips of others in their own time."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest
from aiohttp import WSMessage, WSMsgType, web

from appliance import commands as c
from appliance.clock import HandTime
from appliance.hub import Hub
from appliance.web.sockets import PATIENCE_MS, SEATS_MS, SPACING_MS, Connection, Connections, Role
from engine.game import Phase


class Device(Connection):
    """A connection that only notes when it was shown the game."""

    def __init__(self, role: Role, seat: int, token: str) -> None:
        super().__init__(cast(web.WebSocketResponse, None), role, token, seat)
        self.shown = 0

    def show(self) -> None:
        self.shown += 1


class Room:
    def __init__(self, connections: Connections, devices: dict[str, Device]) -> None:
        self.connections = connections
        self.devices = devices

    def shown(self) -> str:
        """The names of those shown something since the last call."""
        names = [name for name, device in self.devices.items() if device.shown]
        for device in self.devices.values():
            device.shown = 0
        return " ".join(names)


@pytest.fixture
async def room(table: Any, hub: Hub, time: HandTime) -> Room:
    await table.desk(c.OpenEvening("Lundi", players=("Anne", "Bob")))
    connections = Connections(hub, time, lambda: "")
    hub.subscribe(connections.changed)
    tokens = [(await hub.join(seat, "", f"join-000{seat}"))["token"] for seat in (1, 2)]
    devices = {
        "wall": Device("wall", 0, ""),
        "desk": Device("desk", 0, ""),
        "one": Device("seat", 1, tokens[0]),
        "two": Device("seat", 2, tokens[1]),
    }
    connections._open |= set(devices.values())
    room = Room(connections, devices)
    await table.desk(c.DrawTyped("AEINRST"))
    time.advance(10_000)
    room.shown()
    return room


async def test_a_step_of_the_referee_is_shown_to_all_at_once(table: Any, room: Room, time: HandTime) -> None:
    await table.desk(c.StartClock())
    assert room.shown() == "wall desk one two"
    await table.desk(c.PauseClock())
    assert room.shown() == "", "not twice within a tenth of a second"
    time.advance(SPACING_MS)
    assert room.shown() == "wall desk one two"


async def test_a_slip_is_shown_to_its_seat_and_later_counted_by_the_others(
    table: Any, room: Room, time: HandTime
) -> None:
    await table.desk(c.StartClock())
    time.advance(10_000)
    room.shown()
    await table.tablet(1, c.HandIn(1, 1, "H5 RIEN 8"))
    assert room.shown() == "wall desk one"
    time.advance(SEATS_MS)
    assert room.shown() == "one two"
    time.advance(100_000)
    assert room.shown() == ""


async def test_what_matters_does_not_wait_behind_slips(table: Any, room: Room, time: HandTime) -> None:
    await table.desk(c.StartClock())
    time.advance(10_000)
    await table.tablet(1, c.HandIn(1, 1, "H5 RIEN 8"))
    await table.tablet(2, c.HandIn(1, 2, "H5 RIEN 8"))
    room.shown()
    await table.desk(c.EndTime())
    time.advance(SPACING_MS)
    assert room.shown() == "wall desk one two"
    assert table.hub.game.phase is Phase.TIME_UP


async def test_many_devices_make_slips_wait_longer(table: Any, room: Room, time: HandTime) -> None:
    await table.desk(c.StartClock())
    time.advance(10_000)
    crowd = {Device("wall", 0, "") for _ in range(500)}
    room.connections._open |= crowd
    await table.tablet(1, c.HandIn(1, 1, "H5 RIEN 8"))
    room.shown()
    await table.tablet(2, c.HandIn(1, 2, "H5 RIEN 8"))
    time.advance(SPACING_MS)
    assert room.shown() == ""
    time.advance(510 * PATIENCE_MS)
    assert room.shown() == "wall desk one two"


async def test_a_wall_that_says_so_is_heard_as_long_as_it_is_connected(room: Room, time: HandTime) -> None:
    """Whoever started it: on a box the wall is a service of its own."""
    wall, tablet = room.devices["wall"], room.devices["one"]
    room.connections._hear(tablet, WSMessage(WSMsgType.TEXT, '{"sound": true}', None))
    assert not room.connections.wall_sounds(), "a tablet is no loudspeaker of the room"
    room.connections._hear(wall, WSMessage(WSMsgType.TEXT, '{"sound": true}', None))
    assert room.connections.wall_sounds()
    time.advance(SPACING_MS)
    assert "desk" in room.shown()
    room.connections._hear(wall, WSMessage(WSMsgType.TEXT, '{"sound": false}', None))
    assert not room.connections.wall_sounds()


async def test_a_terminal_is_a_device_of_its_seat(room: Room) -> None:
    room.connections.terminals = lambda: (1, 7)
    assert room.connections.seats() == {"1": True, "2": True, "7": True}


async def test_a_freed_seat_is_turned_out_and_a_new_evening_turns_out_all(
    table: Any, hub: Hub, room: Room, time: HandTime
) -> None:
    dismissed: list[int] = []
    for device in room.devices.values():
        setattr(device, "dismiss", lambda *_, seat=device.seat: dismissed.append(seat))  # noqa: B010
    await hub.free(1, "free-0001")
    time.advance(SPACING_MS * 2)
    assert dismissed == [1]
    await table.desk(c.OpenEvening("Mardi"))
    time.advance(SPACING_MS * 2)
    assert set(dismissed) == {1, 2}


async def test_who_comes_right_after_a_new_evening_is_not_shown_the_last_one(table: Any, room: Room) -> None:
    wall = room.devices["wall"]
    await table.desk(c.EndEvening())
    room.connections._show()
    assert '"phase":"ended"' in room.connections._view(wall).replace(" ", "")
    await table.desk(c.OpenEvening("Mardi", players=("Anne",)))
    view = room.connections._view(wall).replace(" ", "")  # no time has passed since the last showing
    assert '"phase":"lobby"' in view
    assert "Mardi" in view


async def test_who_connects_just_after_a_step_sees_all_of_it(table: Any, room: Room, time: HandTime) -> None:
    """Within the tenth of a second in which the others are not told yet."""
    await table.desk(c.StartClock())
    desk, tablet = room.devices["desk"], room.devices["one"]
    room.connections._view(tablet)
    await table.desk(c.CloseRound())
    view = json.loads(room.connections._view(desk))["view"]
    assert view["rounds"][0]["round"] == 1
    assert (view["public"]["phase"], view["undo"]["kind"]) == ("closed", "round_closed")
    assert json.loads(room.connections._view(tablet))["view"]["public"]["phase"] == "closed"


async def test_a_slip_that_is_not_shown_yet_does_not_make_the_view_of_all_anew(table: Any, room: Room, time: HandTime) -> None:
    """After a stroke of the clock they come by the hundred, and each brings its tablet's own view."""
    await table.desk(c.StartClock())
    time.advance(10_000)
    await table.tablet(1, c.HandIn(1, 1, "H5 RIEN 8"))
    room.connections._view(room.devices["one"])
    made = room.connections._public
    await table.tablet(2, c.HandIn(1, 2, "H5 RIEN 8"))
    assert json.loads(room.connections._view(room.devices["two"]))["view"]["slip"]["number"] == 2
    assert room.connections._public is made

"""What it causes that a device comes or goes: a player may be seated, and the journal lets a token in or forgets it."""

from __future__ import annotations

from collections.abc import Iterable

from appliance.decide import Decision
from appliance.seats import DESK, Device, Seats
from appliance.waiting import Free, Join
from engine import events as ev
from engine.errors import CommandRefused
from engine.game import Entry, Game, Phase, apply
from engine.referee import Referee

Admission = tuple[Decision, tuple[Device, ...]]
"""Events and answer, and the rows of the journal's table of devices."""


def joined(game: Game, referee: Referee | None, seats: Seats, evening: int, wish: Join, command_id: str) -> Admission:
    """A device takes a seat; whoever sits there first gives it a name.

    :raises CommandRefused: ``no_evening``, ``seat_taken``, ``seat_absent``, or as the referee seats nobody.
    """
    if referee is None or game.phase is Phase.EMPTY:
        raise CommandRefused("no_evening", "no evening is open")
    if seats.holder(wish.seat) is not None:
        raise CommandRefused("seat_taken", f"another device has seat {wish.seat}; the desk can free it")
    seat = game.seats.get(wish.seat)
    events: tuple[ev.Event, ...] = ()
    if seat is None:
        events = referee.seat_player(game, wish.seat, wish.name)
    elif not seat.present:
        raise CommandRefused("seat_absent", f"seat {wish.seat} has left the game; the desk can seat it again")
    name = next((event.name for event in events if isinstance(event, ev.PlayerSeated)), seat.name if seat else "")
    token = seats.new_token(evening, wish.seat, command_id)
    return Decision(events, {"seat": wish.seat, "name": name, "evening": evening}), (seats.device(token, wish.seat),)


def freed(seats: Seats, wish: Free) -> Admission:
    """:raises CommandRefused: ``seat_unknown`` if no device has the seat."""
    holder = seats.holder(wish.seat)
    if holder is None:
        raise CommandRefused("seat_unknown", f"no device has seat {wish.seat}")
    return Decision((), {}), (Device(holder.token_hash, wish.seat, freed=True),)


def unseated(game: Game, seats: Seats, undoing: Iterable[ev.Event]) -> tuple[Device, ...]:
    """The devices whose seats are unknown once a step is taken back: they are free to sit down anew."""
    for event in undoing:
        game = apply(game, Entry("", event))
    holders = (seats.holder(seat) for seat in sorted(seats.taken - game.seats.keys()))
    return tuple(Device(holder.token_hash, holder.seat, freed=True) for holder in holders if holder)


def desk_opened(seats: Seats, command_id: str) -> Admission:
    """A desk is let in, for all evenings of this journal."""
    return Decision((), {}), (seats.device(seats.new_token(0, DESK, command_id), DESK),)

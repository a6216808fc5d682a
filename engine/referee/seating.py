"""Who plays: seats given, left, taken again or over, and rounds that a seat did not play."""

from __future__ import annotations

from engine import events as ev
from engine.errors import CommandRefused
from engine.game import Game
from engine.referee.checks import (
    IN_EVENING,
    MAX_SEATS,
    OPENED,
    checked_name,
    checked_reason,
    known_seat,
    need,
)
from engine.referee.judging import Judging


class Seating(Judging):
    """Decides on who sits where, and since when."""

    def seat_player(self, game: Game, seat: int, name: str, *, by_referee: bool = False) -> tuple[ev.Event, ...]:
        """Give a seat a name, or another one; *by_referee*: not by who sits down there.

        :raises CommandRefused: ``no_evening``, ``seat_number``, ``name_empty``, ``name_long``.
        """
        need(game, *IN_EVENING)
        if not 1 <= seat <= MAX_SEATS:
            raise CommandRefused("seat_number", f"seat {seat}: expected 1 to {MAX_SEATS}")
        return (ev.PlayerSeated(seat, checked_name(name), by_referee),)

    def player_leaves(self, game: Game, seat: int) -> tuple[ev.Event, ...]:
        """From now on no slip is expected of the seat; its points stay.

        :raises CommandRefused: ``no_evening``, ``evening_ended``, ``seat_unknown``, ``seat_absent``.
        """
        need(game, *IN_EVENING)
        if not known_seat(game, seat).present:
            raise CommandRefused("seat_absent", f"seat {seat} has left the game already")
        return (ev.PlayerLeft(seat),)

    def excuse(self, game: Game, seat: int, first: int, last: int, reason: str) -> tuple[ev.Event, ...]:
        """The seat did not play those rounds: they stay blank instead of zeros, but for those in which the referee has given it points. Of
        the round in play no slip is expected.

        :raises CommandRefused: ``seat_unknown``, ``round_unknown``, ``reason_missing``, ``reason_long``, ``slip_there`` (the seat handed in
            a slip), ``points_given`` (in all of those rounds).
        """
        need(game, *OPENED)
        known_seat(game, seat)
        reason = checked_reason(reason)
        if not 1 <= first <= last <= len(game.rounds):
            raise CommandRefused("round_unknown", f"rounds {first} to {last}: {len(game.rounds)} have been drawn")
        events: list[ev.Event] = []
        for round_ in game.rounds[first - 1 : last]:
            if seat in round_.standing:
                raise CommandRefused("slip_there", f"seat {seat} handed in a slip in round {round_.number}")
            if seat in round_.corrections:
                continue
            excused = ev.SeatExcused(round_.number, seat, reason)
            events += self.followed(game, round_.number, excused) if round_.is_judged else (excused,)
        if not events:
            raise CommandRefused("points_given", f"the referee has given seat {seat} its points in rounds {first} to {last}")
        return tuple(events)

    def player_returns(self, game: Game, seat: int) -> tuple[ev.Event, ...]:
        """A seat that left plays again.

        :raises CommandRefused: ``seat_unknown``, ``seat_present``.
        """
        need(game, *IN_EVENING)
        if known_seat(game, seat).present:
            raise CommandRefused("seat_present", f"seat {seat} has not left the game")
        return (ev.PlayerReturned(seat),)

    def take_over(self, game: Game, seat: int, name: str) -> tuple[ev.Event, ...]:
        """Another player plays at the table, from the round in play or the next one on.

        :raises CommandRefused: ``seat_unknown``, ``name_empty``, ``name_long``.
        """
        need(game, *IN_EVENING)
        known_seat(game, seat)
        round_ = game.round
        first = len(game.rounds) if round_ is not None and round_.is_open else len(game.rounds) + 1
        return (ev.TableTakenOver(first, seat, checked_name(name)),)

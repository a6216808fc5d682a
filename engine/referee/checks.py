"""What every wish is checked for before it is answered: the hour, the seat, the round, the words."""

from __future__ import annotations

from engine.errors import CommandRefused
from engine.game import Game, Phase, Round, Seat

MAX_NAME = 60
MAX_SEATS = 1000
MAX_REASON = 200
MAX_POINTS = 9999
MAX_EXTENSION_MS = 3_600_000

OPENED = tuple(set(Phase) - {Phase.EMPTY})
IN_EVENING = tuple(set(Phase) - {Phase.EMPTY, Phase.ENDED})


def need(game: Game, *phases: Phase) -> None:
    """:raises CommandRefused: ``no_evening``, ``evening_ended`` or ``not_now`` unless the evening stands in one of these phases."""
    if game.phase not in phases:
        reason = {Phase.EMPTY: "no_evening", Phase.ENDED: "evening_ended"}.get(game.phase, "not_now")
        raise CommandRefused(reason, f"not possible while the evening is {game.phase.value!r}")


def round_in(game: Game, *phases: Phase) -> Round:
    """The round in play.

    :raises CommandRefused: as :func:`need` does, or ``not_now`` when no round has been drawn.
    """
    need(game, *phases)
    round_ = game.round
    if round_ is None:
        raise CommandRefused("not_now", "no round has been drawn")
    return round_


def known_seat(game: Game, seat: int) -> Seat:
    """:raises CommandRefused: ``seat_unknown``."""
    if seat not in game.seats:
        raise CommandRefused("seat_unknown", f"seat {seat} is not in the game")
    return game.seats[seat]


def judged_round(game: Game, number: int) -> Round:
    """:raises CommandRefused: ``round_unknown``."""
    if not 1 <= number <= len(game.rounds) or not game.rounds[number - 1].is_judged:
        raise CommandRefused("round_unknown", f"round {number} is not judged")
    return game.rounds[number - 1]


def checked_name(name: str) -> str:
    """:raises CommandRefused: ``name_empty``, ``name_long``."""
    # a control character would end the text on some screens
    cleaned = " ".join("".join(char if char.isprintable() else " " for char in name).split())
    if not cleaned:
        raise CommandRefused("name_empty", "a name is needed")
    if len(cleaned) > MAX_NAME:
        message = f"{cleaned[:30]!r}… is a name of {len(cleaned)} characters: {MAX_NAME} at most"
        raise CommandRefused("name_long", message, name=cleaned[:30], count=len(cleaned), most=MAX_NAME)
    return cleaned


def checked_reason(reason: str) -> str:
    """:raises CommandRefused: ``reason_missing``, ``reason_long``."""
    if not reason.strip():
        raise CommandRefused("reason_missing", "this is decided with a reason")
    if len(reason) > MAX_REASON:
        raise CommandRefused("reason_long", f"a reason of {len(reason)} characters: {MAX_REASON} at most")
    return reason.strip()

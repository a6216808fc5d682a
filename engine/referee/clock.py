"""The time of a round: a countdown, or a date and hour until which it lasts."""

from __future__ import annotations

from engine import events as ev
from engine.errors import CommandRefused
from engine.game import OPEN_PHASES, Game, Phase
from engine.referee.checks import MAX_EXTENSION_MS, round_in


class Clock:
    """Decides on the time of the round in play."""

    def start_clock(self, game: Game, remaining_ms: int) -> tuple[ev.Event, ...]:
        """Start or resume the countdown.

        :raises CommandRefused: ``deadline_needed`` where a round lasts until a date and hour.
        """
        round_ = round_in(game, Phase.DRAWN, Phase.PAUSED)
        _need_countdown(game)
        return (ev.ClockStarted(round_.number, remaining_ms),)

    def set_deadline(self, game: Game, deadline: str) -> tuple[ev.Event, ...]:
        """Let the round last until then (ISO 8601); also when it lasts until another moment, or that one has passed.

        :raises CommandRefused: ``no_deadline`` where the time of a round is counted down.
        """
        round_ = round_in(game, Phase.DRAWN, Phase.RUNNING, Phase.TIME_UP)
        if game.rules.clock.kind != "deadline":
            raise CommandRefused("no_deadline", "rounds are counted down: clock.kind is 'countdown'")
        return (ev.DeadlineSet(round_.number, deadline),)

    def pause_clock(self, game: Game, remaining_ms: int) -> tuple[ev.Event, ...]:
        round_ = round_in(game, Phase.RUNNING)
        _need_countdown(game)
        return (ev.ClockPaused(round_.number, remaining_ms),)

    def extend_clock(self, game: Game, added_ms: int, remaining_ms: int) -> tuple[ev.Event, ...]:
        """Add time; after the end of the time the clock stands paused with it."""
        round_ = round_in(game, *OPEN_PHASES)
        _need_countdown(game)
        if not 0 < added_ms <= MAX_EXTENSION_MS:
            raise CommandRefused("bad_time", f"{added_ms} ms: expected 1 to {MAX_EXTENSION_MS}")
        return (ev.ClockExtended(round_.number, added_ms, remaining_ms + added_ms),)

    def end_time(self, game: Game, remaining_ms: int = 0) -> tuple[ev.Event, ...]:
        """The time is up: by itself, or the referee ends it with that much left."""
        round_ = round_in(game, Phase.DRAWN, Phase.RUNNING, Phase.PAUSED)
        return (ev.TimeEnded(round_.number, remaining_ms),)


def _need_countdown(game: Game) -> None:
    if game.rules.clock.kind == "deadline":
        raise CommandRefused("deadline_needed", "a round lasts until a date and hour; set that")

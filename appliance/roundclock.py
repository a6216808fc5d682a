"""The round's clock: the only judge of time.

It follows the game's clock events and keeps the time between them by the monotonic clock. Tablets and wall only show it. A round by
correspondence lasts until a date and hour; that alone is measured by wall time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from appliance.deadline import deadline_ms
from appliance.ports import Time
from engine.game import Game, Phase
from engine.ruleset import Signal


@dataclass(frozen=True, slots=True)
class Countdown:
    """A countdown as a value: so much was left at a moment, and since then it runs or stands."""

    remaining_ms: int
    at_ms: int = 0
    running: bool = False

    def remaining(self, now_ms: int) -> int:
        """What is left at a moment; 0 once it is over, never less."""
        passed = now_ms - self.at_ms if self.running else 0
        return max(0, self.remaining_ms - max(0, passed))

    def is_over(self, now_ms: int) -> bool:
        """Whether what happened at *now_ms* was too late: the time ends with its last millisecond."""
        return self.remaining(now_ms) == 0


@dataclass(frozen=True, slots=True)
class Deadline:
    """The end of a round in wall time, as a countdown: :class:`Time` says how far wall and monotonic time are apart now."""

    end_ms: int
    time: Time
    running: bool = True

    def remaining(self, now_ms: int) -> int:
        """What is left at a moment of monotonic time."""
        return max(0, self.end_ms - (self.time.wall_ms() - self.time.now_ms() + now_ms))

    def is_over(self, now_ms: int) -> bool:
        return self.remaining(now_ms) == 0


RECHECK_MS = 30_000
"""The date may be set while a deadline is waited for: it is looked at as often as this."""


class RoundClock:
    """Runs the countdown of the round in play, sounds its signals and tells when the time is up."""

    def __init__(self, time: Time, sound: Callable[[str], None], time_up: Callable[[int], None]) -> None:
        """*sound* makes a signal heard; *time_up* is called with the round's number the moment nothing is left."""
        self._time = time
        self._sound = sound
        self._time_up = time_up
        self._round = 0
        self._countdown: Countdown | Deadline = Countdown(0)
        self._signals: Sequence[Signal] = ()
        self._heard_ms = 0
        """Signals at this much left or more have sounded."""
        self._cancel: Callable[[], None] | None = None

    @property
    def round(self) -> int:
        """The round it counts; 0 when none is in play."""
        return self._round

    @property
    def is_running(self) -> bool:
        return self._countdown.running

    @property
    def counts_down(self) -> bool:
        """Whether it runs, and by itself: a deadline goes by the date."""
        return self._countdown.running and isinstance(self._countdown, Countdown)

    def remaining_ms(self, now_ms: int | None = None) -> int:
        """What is left of the round, now or at *now_ms*."""
        return self._countdown.remaining(self._time.now_ms() if now_ms is None else now_ms)

    def is_late(self, received_ms: int) -> bool:
        """Whether a slip received at that moment came after the time."""
        return self._countdown.running and self._countdown.is_over(received_ms)

    def follow(self, game: Game, at_ms: int) -> None:
        """Take the clock of the game's round as it was at *at_ms*."""
        round_ = game.round
        if self._cancel:
            self._cancel()
            self._cancel = None
        if round_ is None or not round_.is_open or game.phase is Phase.ENDED:
            self._round, self._countdown = 0, Countdown(0)
            return
        self._round = round_.number
        running = round_.phase is Phase.RUNNING
        if running and round_.deadline:
            self._countdown = Deadline(deadline_ms(round_.deadline), self._time)
        else:
            self._countdown = Countdown(round_.remaining_ms, at_ms, running)
        self._signals = game.rules.clock.signals
        self._heard_ms = self.remaining_ms()
        self._arm()

    def _arm(self) -> None:
        """Wait for the next signal or for the end."""
        if not self._countdown.running:
            return
        left = self.remaining_ms()
        next_ms = max((s.remaining_s * 1000 for s in self._signals if s.remaining_s * 1000 < self._heard_ms), default=0)
        wait_ms = max(0, left - next_ms)
        if isinstance(self._countdown, Deadline):
            wait_ms = min(wait_ms, RECHECK_MS)
        self._cancel = self._time.call_after(wait_ms, self._due)

    def _due(self) -> None:
        self._cancel = None
        left = self.remaining_ms()
        for signal in self._signals:
            if left <= signal.remaining_s * 1000 < self._heard_ms:
                self._sound(signal.sound)
        self._heard_ms = min(self._heard_ms, left)
        if left == 0:
            self._time_up(self._round)
        else:
            self._arm()

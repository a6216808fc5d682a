"""The round's clock and its trace on disk: a heartbeat while it runs, so that a power cut costs a second at most.

After a crash the clock stands at the last heartbeat, unless it was started, halted or extended since.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from appliance import commands as c
from appliance.journal import Stored
from appliance.ports import Time
from appliance.roundclock import RoundClock
from appliance.waiting import Wish
from engine import events as ev
from engine.game import Game, Phase

BEAT_MS = 1000

MOVES_THE_CLOCK = (
    ev.EveningOpened,
    ev.LettersDrawn,
    ev.ClockStarted,
    ev.DeadlineSet,
    ev.ClockPaused,
    ev.ClockExtended,
    ev.TimeEnded,
    ev.RoundClosed,
    ev.StepUndone,
    ev.EveningEnded,
)


class KeptClock(RoundClock):
    """A round clock that is written down every second, and remembers where it was last halted."""

    def __init__(
        self,
        time: Time,
        sound: Callable[[str], None],
        time_up: Callable[[int], None],
        write_down: Callable[[], None],
    ) -> None:
        """*write_down* has the clock written down as it stands, and returns at once."""
        super().__init__(time, sound, time_up)
        self._write_down = write_down
        self._halted_ms = 0
        self._cancel_beat: Callable[[], None] | None = None

    def take_up(self, stored: Stored, game: Game) -> int:
        """What was left when the hub died."""
        self._halted_ms = _left_on_disk(stored, game)
        return self._halted_ms

    def left_at(self, received_ms: int) -> int:
        """What is left at a moment; between rounds, what was when the clock was last halted, for an undo."""
        return self.remaining_ms(received_ms) if self.round else self._halted_ms

    def follow_wish(self, game: Game, wish: Wish, events: Sequence[ev.Event], received_ms: int) -> None:
        """Take the game's clock after the *events* that a *wish* caused."""
        if not any(isinstance(event, MOVES_THE_CLOCK) for event in events):
            return
        same_round = game.round is not None and game.round.number == self.round and game.phase is Phase.RUNNING
        if isinstance(wish, c.Undo | c.Redo) and self.is_running and same_round:
            return  # an older verdict was taken back, or given again, while the round runs on
        if self.round:
            self._halted_ms = self.remaining_ms(received_ms)
        # time that was added counts from when the button was pressed; a start, from when the room can see it
        extended = any(isinstance(event, ev.ClockExtended) for event in events)
        self.follow(game, received_ms if extended else self._time.now_ms())
        if isinstance(wish, c.EndTime):
            for signal in game.rules.clock.signals:
                if signal.remaining_s == 0:
                    self._sound(signal.sound)
        if self.counts_down and self._cancel_beat is None:
            self._cancel_beat = self._time.call_after(BEAT_MS, self._beat)

    def stop_beating(self) -> None:
        """The disk is about to be left."""
        if self._cancel_beat:
            self._cancel_beat()
            self._cancel_beat = None

    def _beat(self) -> None:
        self._cancel_beat = None
        if self.counts_down and self.remaining_ms() > 0:
            self._cancel_beat = self._time.call_after(BEAT_MS, self._beat)
            self._write_down()


def stands_without_the_hub(game: Game) -> bool:
    """Whether a countdown runs: it halts while the hub does not work. A deadline does not wait."""
    return game.phase is Phase.RUNNING and game.round is not None and not game.round.deadline


def _left_on_disk(stored: Stored, game: Game) -> int:
    round_ = game.round
    if round_ is None:
        return 0
    last, left_ms = 0, round_.remaining_ms
    for seq, (_, event) in zip(stored.seqs, stored.entries, strict=True):
        if isinstance(event, ev.ClockStarted | ev.ClockPaused | ev.ClockExtended) and event.round == round_.number:
            # that of an undo which was taken back is as true
            last, left_ms = seq, event.remaining_ms
    beat = stored.heartbeat
    if beat is not None and beat.round == round_.number and beat.after_seq >= last:
        left_ms = beat.remaining_ms
    return min(left_ms, round_.remaining_ms)

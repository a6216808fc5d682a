"""The referee's steps: which one an undo takes back, and which undo can be taken back in its turn.

Nothing is deleted: both are an event that names a command (:class:`engine.events.StepUndone`). A step is what the referee himself did and
can lose: never a slip that came by itself, never the time, which has keys of its own.
"""

from __future__ import annotations

from collections.abc import Set

from engine import events as ev
from engine.errors import CommandRefused
from engine.game import Entry, Game, Phase, Round, apply, undone_commands
from engine.referee.judging import Judging, takes_late

UNDOABLE = (
    ev.PlayerSeated,
    ev.DrawRefused,
    ev.LettersDrawn,
    ev.TimeEnded,
    ev.SlipHandedIn,
    ev.RoundClosed,
    ev.MoveRetained,
    ev.TopRevealed,
    ev.VerdictOverruled,
    ev.AverageGiven,
    ev.SlipCorrected,
    ev.SlipKeyedAgain,
    ev.KeyingSettled,
    ev.SeatExcused,
    ev.WordAdmitted,
    ev.PlayerLeft,
    ev.PlayerReturned,
    ev.TableTakenOver,
    ev.CheckerNamed,
    ev.QuestionAsked,
    ev.EveningEnded,
)
"""Kinds of events that make a command a step, if they are the referee's own (:func:`is_step`)."""

_GIVES_TIME = (ev.ClockStarted, ev.ClockExtended, ev.DeadlineSet)
_HARMLESS = (ev.ClockPaused, ev.SlipAgreed, ev.DifferenceFound)
"""What may come between an undo and its redo."""


def is_step(event: ev.Event) -> bool:
    """Whether this is something that the referee did and can take back."""
    match event:
        case ev.SlipHandedIn():
            return event.bulletin.source == "paper"
        case ev.TimeEnded():
            return event.remaining_ms > 0
        case ev.PlayerSeated():
            return event.by_referee
        case _:
            return isinstance(event, UNDOABLE)


def last_step(game: Game) -> str | None:
    """The command that an undo would take back: the newest step that still has an effect.

    A time that was ended and then given again has none. A seat that has handed in a slip since stays seated, for the slip stays.
    """
    undone, others = undone_commands(game.history), _by_devices(game) | _undos(game).keys()
    timed: set[int] = set()
    handed_in: set[int] = set()
    for command, event in reversed(game.history):
        if isinstance(event, ev.EveningOpened):
            return None
        if command in undone:
            continue
        if isinstance(event, _GIVES_TIME):
            timed.add(event.round)
        if command not in others and is_step(event) and not _has_no_effect(event, timed, handed_in):
            return command
        if isinstance(event, ev.SlipHandedIn):
            handed_in.add(event.bulletin.seat)
    return None


def _has_no_effect(event: ev.Event, timed: Set[int], handed_in: Set[int]) -> bool:
    """*timed*: rounds that were given time later; *handed_in*: seats that handed in a slip later."""
    given_again = isinstance(event, ev.TimeEnded) and event.round in timed
    return given_again or (isinstance(event, ev.PlayerSeated) and event.seat in handed_in)


def last_undo(game: Game) -> str | None:
    """The undo that can be taken back: nothing has been done since, but for what came by itself.

    A round that was judged or shown is not brought back once more slips have come, for its verdicts know nothing of them.
    """
    undone, undos, devices = undone_commands(game.history), _undos(game), _by_devices(game)
    slips = False
    for command, event in reversed(game.history):
        slips = slips or isinstance(event, ev.SlipHandedIn)
        sat_down = isinstance(event, ev.PlayerSeated) and not event.by_referee
        if command in undone or command in devices or sat_down or isinstance(event, _HARMLESS):
            continue
        named = undos.get(command)
        if named is None:
            return None
        if named not in undos:
            after = apply(game, Entry("", ev.StepUndone(command))).round if slips else None
            return None if after is not None and after.is_judged else command
    return None


def round_lost(game: Game) -> Round | None:
    """The round that the next undo drops together with slips or time already played, if it does."""
    command = last_step(game)
    drops = any(entry.command == command and isinstance(entry.event, ev.LettersDrawn) for entry in game.history)
    round_ = game.round if drops else None
    return round_ if round_ is not None and (round_.bulletins or round_.phase is not Phase.DRAWN) else None


class Undoing(Judging):
    """Decides on steps taken back."""

    def undo(self, game: Game, remaining_ms: int = 0) -> tuple[ev.Event, ...]:
        """Take back the last step; *remaining_ms* is what is left of the round in play. The lexicon is the one without a word whose
        admission is taken back. A clock that would run again stands at what was left when it was halted.

        :raises CommandRefused: ``nothing_to_undo``.
        """
        command = last_step(game)
        if command is None:
            raise CommandRefused("nothing_to_undo", "there is no step to undo")
        undone = ev.StepUndone(command, remaining_ms)
        if takes_late(game) and takes_late(after := apply(game, Entry("", undone))):
            # a slip may have come since the step, and been judged, or not, by what the step had left
            return self.followed(game, len(game.rounds), undone, *self._judged_anew(after))
        ended = (entry.event for entry in game.history if entry.command == command and isinstance(entry.event, ev.TimeEnded))
        return (undone, *_halted(game, undone, next((event.remaining_ms for event in ended), remaining_ms)))

    def _judged_anew(self, game: Game) -> tuple[ev.SlipJudged, ...]:
        """The verdicts on late slips that a step just taken back had kept from being given, or had made others."""
        round_ = game.rounds[-1]
        late = {bulletin.seat for bulletin in round_.bulletins if bulletin.late} - round_.corrections.keys()
        verdicts = (self.verdict(game, round_, seat) for seat in sorted(late))
        return tuple(ev.SlipJudged(round_.number, each) for each in verdicts if each != round_.verdicts.get(each.seat))

    def redo(self, game: Game) -> tuple[ev.Event, ...]:
        """Take back the last undo. A clock that ran when the step was undone stands at what was left then.

        :raises CommandRefused: ``nothing_to_redo``.
        """
        command = last_undo(game)
        if command is None:
            raise CommandRefused("nothing_to_redo", "there is no undo to take back, or something was done since")
        undo = next(e.event for e in game.history if e.command == command and isinstance(e.event, ev.StepUndone))
        redone = ev.StepUndone(command)
        return (redone, *_halted(game, redone, undo.remaining_ms))


def _halted(game: Game, undone: ev.StepUndone, remaining_ms: int) -> tuple[ev.ClockPaused, ...]:
    """The pause of a clock that would run again by an undo or a redo."""
    before, after = game.round, apply(game, Entry("", undone))
    round_ = after.round
    if round_ is None or after.phase is not Phase.RUNNING or round_.deadline:
        return ()
    if before is not None and before.number == round_.number and game.phase is Phase.RUNNING:
        return ()
    return (ev.ClockPaused(round_.number, min(remaining_ms, round_.remaining_ms)),)


def _undos(game: Game) -> dict[str, str]:
    """Each command that undid or redid something → the command it names."""
    return {entry.command: entry.event.command for entry in game.history if isinstance(entry.event, ev.StepUndone)}


def _by_devices(game: Game) -> frozenset[str]:
    """Commands that brought a slip by itself: whatever else they caused, once acknowledged it stays."""
    return frozenset(
        entry.command
        for entry in game.history
        if isinstance(entry.event, ev.SlipHandedIn) and entry.event.bulletin.source != "paper"
    )

"""Whether a command still meets what it was asked about."""

from __future__ import annotations

from appliance import commands as c
from engine import events as ev
from engine.errors import CommandRefused
from engine.game import Game
from engine.referee import last_step, last_undo


def need_the_same(game: Game, command: c.Command, about: c.About) -> None:
    """:raises CommandRefused: ``other_draw`` for a slip written for letters that the round has no more, ``overtaken`` for anything else
    that was asked about what is no longer there.
    """
    if about.draw:
        number = getattr(command, "round", len(game.rounds))
        if not 1 <= number <= len(game.rounds) or game.rounds[number - 1].draw_id != about.draw:
            if isinstance(command, c.HandIn):
                raise other_draw(number)
            raise CommandRefused("overtaken", f"round {number} has another draw by now")
    if about.turn not in ("", game.turn):
        raise CommandRefused("overtaken", f"the evening has gone on: it is {game.phase.value!r} by now")
    if about.step and about.step != (last_undo(game) if isinstance(command, c.Redo) else last_step(game)):
        raise CommandRefused("overtaken", "that step is not the last one any more")


def went_with_its_draw(game: Game, command: str) -> bool:
    """Whether the slip that a command brought was dropped with the draw that it was written for."""
    drawn = {round_.draw_id for round_ in game.rounds}
    newer: set[int] = set()
    for caused_by, event in reversed(game.history):
        if isinstance(event, ev.LettersDrawn) and caused_by in drawn:
            newer.add(event.round)
        elif isinstance(event, ev.SlipHandedIn) and caused_by == command:
            return event.round in newer or event.round > len(game.rounds)
    return False


def other_draw(number: int) -> CommandRefused:
    """The refusal of a slip of round *number*."""
    return CommandRefused("other_draw", f"the slip is for a draw of round {number} that was taken back", round=number)

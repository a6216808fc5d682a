"""What the referee's corrections cause: :mod:`engine.referee.corrections` asked on behalf of the desk."""

from __future__ import annotations

from appliance import commands as c
from appliance.ports import Library
from engine import events as ev
from engine.errors import CommandRefused, LexiconError
from engine.game import Game
from engine.referee import Referee


def corrected(
    game: Game, referee: Referee, command: c.Correction, library: Library, date: str
) -> tuple[ev.Event, ...]:
    """The events of a correction; *date* is written beside it.

    :raises CommandRefused: with a reason of the message catalogue.
    """
    match command:
        case c.AdmitWord():
            return _admit(game, referee, command, library)
        case c.CorrectSlip(number, seat, text, reason, late):
            return referee.correct_slip(game, number, seat, text, reason, date, late=late)
        case c.GiveAverage(number, seat, group, reason):
            return referee.give_average(game, number, seat, group, reason, date)
        case c.Excuse(seat, first, last, reason):
            return referee.excuse(game, seat, first, last, reason)
        case c.ReturnPlayer(seat):
            return referee.player_returns(game, seat)
        case c.TakeOver(seat, name):
            return referee.take_over(game, seat, name)
        case c.KeyAgain(number, seat, text, late):
            return referee.key_again(game, number, seat, text, late=late)
        case c.Settle(number, seat, taken, reason):
            return referee.settle(game, number, seat, taken, reason, date)


def _admit(game: Game, referee: Referee, command: c.AdmitWord, library: Library) -> tuple[ev.Event, ...]:
    tiles = referee.admissible(game, command.word, command.reason, confirmed=command.confirmed)
    assert game.opened is not None
    try:
        knowing = library.referee(game.opened, (*(each.word for each in game.admitted), tiles))
    except LexiconError as error:
        raise CommandRefused.because_of(error, "bad_word") from error
    return knowing.admit_word(game, tiles, command.reason)

"""What the referee's corrections cause: :mod:`engine.corrections` asked on behalf of the desk."""

from __future__ import annotations

from appliance import commands as c
from appliance.ports import Library
from engine import corrections
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
            return corrections.correct_slip(game, referee, number, seat, text, reason, date, late=late)
        case c.GiveAverage(number, seat, group, reason):
            return corrections.give_average(game, referee, number, seat, group, reason, date)
        case c.Excuse(seat, first, last, reason):
            return corrections.excuse(game, referee, seat, first, last, reason)
        case c.ReturnPlayer(seat):
            return corrections.player_returns(game, seat)
        case c.TakeOver(seat, name):
            return corrections.take_over(game, seat, name)
        case c.KeyAgain(number, seat, text, late):
            return corrections.key_again(game, referee, number, seat, text, late=late)
        case c.Settle(number, seat, taken, reason):
            return corrections.settle(game, referee, number, seat, taken, reason, date)


def _admit(game: Game, referee: Referee, command: c.AdmitWord, library: Library) -> tuple[ev.Event, ...]:
    tiles = corrections.admissible(game, referee, command.word, command.reason, confirmed=command.confirmed)
    assert game.opened is not None
    try:
        knowing = library.referee(game.opened, (*(each.word for each in game.admitted), tiles))
    except LexiconError as error:
        raise CommandRefused("bad_word", str(error)) from error
    return corrections.admit_word(game, knowing, tiles, command.reason)

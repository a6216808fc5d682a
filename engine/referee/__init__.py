"""The referee's table: each wish is answered with the events it causes, or refused.

Nothing is changed here. The hub makes the events durable and folds them; ``toptable arbitrate`` folds them at once; both ask the same
:class:`Referee`, so an evening on paper and one on tablets are judged alike.

One noun a module: who plays (``seating``), the draw (``drawing``), its time (``clock``), the slips (``judging``), the move placed
(``retaining``), what is set right later (``corrections``), what optimists ask of each other (``duties``), steps taken back
(``undoing``). :class:`Referee` is the one door.
"""

from __future__ import annotations

from engine import events as ev
from engine.board import Board
from engine.errors import CommandRefused
from engine.game import Game, Phase
from engine.rack import contains, missing
from engine.referee.checks import IN_EVENING, MAX_NAME, MAX_SEATS, checked_name, need
from engine.referee.clock import Clock
from engine.referee.corrections import Corrections, Difference, differences
from engine.referee.drawing import Drawing
from engine.referee.duties import Duties
from engine.referee.judging import expected_seats, takes_late
from engine.referee.retaining import points_of
from engine.referee.seating import Seating
from engine.referee.undoing import UNDOABLE, Undoing, is_step, last_step, last_undo, round_lost
from engine.ruleset import RuleSet
from engine.tiles import TileSet

__all__ = [
    "MAX_NAME",
    "MAX_SEATS",
    "UNDOABLE",
    "Difference",
    "Referee",
    "differences",
    "expected_seats",
    "is_step",
    "last_step",
    "last_undo",
    "open_evening",
    "points_of",
    "round_lost",
    "takes_late",
]


def open_evening(
    name: str, date: str, rules: RuleSet, tileset: TileSet, lexicon: ev.LexiconUsed, board: Board | None = None
) -> tuple[ev.Event, ...]:
    """Start an evening.

    :raises CommandRefused: ``name_empty``, ``name_long`` or ``too_many_tiles`` (the start position uses more than the set holds).
    """
    name = checked_name(name)
    if board is not None and not contains(tileset.full_bag(), board.tiles()):
        extra = missing(tileset.full_bag(), board.tiles())
        raise CommandRefused("too_many_tiles", f"the start position has more tiles than the set: {extra}")
    return (ev.EveningOpened(name, date, rules, tileset, lexicon, board.cells if board else ""),)


class Referee(Seating, Drawing, Clock, Corrections, Duties, Undoing):
    """Decides on one evening's commands with the evening's lexicon and solver."""

    def end(self, game: Game) -> tuple[ev.Event, ...]:
        """End the evening now. A round in play is left unjudged; one that is judged is shown first, as it stands."""
        need(game, *IN_EVENING)
        shown = self.reveal(game, leave_undecided=True) if game.phase is Phase.CLOSED else ()
        return (*shown, ev.EveningEnded("referee"))

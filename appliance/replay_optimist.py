"""Solo replay of an optimist game: a board of one's own, and what there was to find on it.

Nothing is kept here either: the device tells its slips of the rounds before, and they are judged again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine import arbiter
from engine import events as ev
from engine.board import Board
from engine.bulletin import MAX_SLIP, Bulletin, Play, Verdict
from engine.errors import CommandRefused
from engine.game import Entry, Game, Round, apply
from engine.referee import Referee
from engine.ruleset import RuleSet
from engine.variants import optimist
from engine.variants.reference import best_moves

SEAT = 1
LOOKED_AT = 2000
"""Moves weighed for the best of a board, best gross first: more than nearly any board has."""


@dataclass(frozen=True, slots=True)
class Found:
    """A play on one's own board, and its net points."""

    play: Play
    points: int


def settled(verdict: Verdict, rules: RuleSet) -> Verdict:
    """Nobody decides at a solo: what the rule set leaves to the referee counts as its likeliest meaning."""
    if verdict.outcome != "undecided":
        return verdict
    return arbiter.decided(verdict, verdict.candidates[0] if verdict.candidates else None, rules)


class SoloGame:
    """The rounds of a game as one player alone plays them."""

    def __init__(self, source: Game, referee: Referee) -> None:
        assert source.opened is not None
        self._source = source
        self._referee = referee
        self._game = apply(apply(Game(), Entry("", source.opened)), Entry("", ev.PlayerSeated(SEAT, str(SEAT))))

    def play(self, slips: Sequence[str]) -> None:
        """The next rounds, with what was handed in; empty: nothing."""
        for slip in slips:
            if len(slip) > MAX_SLIP:
                raise CommandRefused("slip_long", f"a slip of {len(slip)} characters: {MAX_SLIP} at most")
            number = len(self._game.rounds) + 1
            self.draw()
            if slip.strip():
                self._add((ev.SlipHandedIn(number, Bulletin(SEAT, slip, 1, "tablet")),))
            self._add(self._referee.close(self._game))
            self._add((ev.SlipJudged(number, settled(self.verdict, self._game.rules)),))
            self._add(self._referee.reveal(self._game))

    def draw(self) -> None:
        """The letters of the next round."""
        draw = self._source.rounds[len(self._game.rounds)].draw
        self._add((ev.LettersDrawn(len(self._game.rounds) + 1, draw.kept, draw.fresh, "file"),))

    def _add(self, events: Iterable[ev.Event]) -> None:
        for event in events:
            self._game = apply(self._game, Entry("", event))

    @property
    def game(self) -> Game:
        return self._game

    @property
    def round(self) -> Round:
        """The last one drawn."""
        return self._game.rounds[-1]

    @property
    def verdict(self) -> Verdict:
        """On the last slip."""
        return self.round.verdicts[SEAT]

    @property
    def hand(self) -> optimist.Hand:
        """Board and letters of the last round drawn, before its move."""
        return optimist.hand(self._game, SEAT, self.round)

    @property
    def board(self) -> Board:
        """With the last move laid."""
        return optimist.board_of(self._game, SEAT, len(self._game.rounds) + 1)

    def best(self) -> tuple[Found, ...]:
        """What could be laid in the last round, best net first; nothing at all is worth nothing."""
        hand = self.hand
        moves = best_moves(
            hand.board,
            hand.letters,
            self._game.rules,
            self._game.tileset,
            self._referee.solver,
            before_last=not hand.leftover_counts,
            looked_at=LOOKED_AT,
        )
        return tuple(Found(Play((move,)), net) for net, move, _kept in moves)

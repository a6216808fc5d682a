"""The best plays of a position in the games of exchanges and of two moves, as ``TopFinder.moves`` gives them for one move."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from dataclasses import dataclass

from engine.board import Board
from engine.bulletin import Play
from engine.interfaces import TopFinder, WholeTops
from engine.move import Scored
from engine.rack import contains, exchanged, take
from engine.ruleset import RuleSet
from engine.variants.playtop import Progress, go_on
from engine.variants.rounds import allowed_exchanges, split_bonus


@dataclass(frozen=True, slots=True)
class Ranked:
    """Plays with their points, best first."""

    plays: tuple[tuple[Play, int], ...]
    complete: bool = True
    """``False`` if the search was stopped before it had seen everything."""


def ranked_plays(
    rules: RuleSet, board: Board, letters: str, pool: str, solver: TopFinder, most: int, progress: Progress = go_on
) -> Ranked:
    """The best plays, *most* of them; equal ones in the order of their exchanges and moves.

    An exchange is named only where the play needs it. Two moves that do not touch each other are given once. *progress* is called after
    each exchange or first move and may stop the search.
    """
    best = _Best(most)
    match rules.game:
        case "substitution":
            steps = _exchanges(rules, board, letters, pool, solver, best)
        case "decomposed":
            steps = _two_moves(rules, board, letters, solver, best)
        case _:
            return Ranked(tuple((Play((scored.move,)), scored.points) for scored in solver.moves(board, letters, most)))
    complete = all(progress(done, count) for done, count in steps)
    return Ranked(best.plays, complete)


class _Best:
    """The best plays seen so far."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._ranked: list[tuple[int, tuple[str, str], Play]] = []
        self._known: set[object] = set()

    @property
    def floor(self) -> int:
        """Fewer points than these are of no use."""
        return -self._ranked[-1][0] if len(self._ranked) == self.most else 0

    @property
    def plays(self) -> tuple[tuple[Play, int], ...]:
        return tuple((play, -lost) for lost, _, play in self._ranked)

    def add(self, play: Play, points: int, key: object = None) -> None:
        """Take the play, unless one of the same *key* has been taken."""
        if key is not None and key in self._known:
            return
        self._known.add(key)
        insort(self._ranked, (-points, play.exchange or ("", ""), play), key=lambda item: (item[0], item[1], item[2].moves))
        del self._ranked[self.most :]


def _exchanges(
    rules: RuleSet, board: Board, letters: str, pool: str, solver: TopFinder, best: _Best
) -> Iterator[tuple[int, int]]:
    decline = rules.variant.exchange_decline
    options = sorted(allowed_exchanges(rules, letters, pool))
    if decline or not options:
        for scored in solver.moves(board, letters, best.most):
            best.add(Play((scored.move,)), scored.points)
    for done, option in enumerate(options):
        yield done, len(options)
        for scored in _best_first(board, exchanged(letters, option), solver, best):
            if not decline or not contains(letters, board.new_tiles(scored.move)):
                best.add(Play((scored.move,), option), scored.points)


def _best_first(board: Board, letters: str, solver: TopFinder, best: _Best) -> Iterator[Scored]:
    """The rack's moves down to the floor, asked for a few at a time."""
    given, few = 0, best.most
    while True:
        moves = solver.moves(board, letters, few)
        for scored in moves[given:]:
            if scored.points < best.floor:
                return
            yield scored
        if len(moves) < few:
            return
        given, few = few, 4 * few


def _two_moves(rules: RuleSet, board: Board, letters: str, solver: TopFinder, best: _Best) -> Iterator[tuple[int, int]]:
    bonus = split_bonus(rules, letters)
    whole_tops: WholeTops | None = getattr(solver, "tops_whole", None)
    single = solver.moves(board, letters)
    for scored in single[: best.most]:
        best.add(Play((scored.move,)), scored.points)
    firsts = [scored for scored in single if len(board.new_tiles(scored.move)) < len(letters)]
    for done, first in enumerate(firsts):
        yield done, len(firsts)
        rest = take(letters, board.new_tiles(first.move))
        after = board.place(first.move)
        before = first.points + bonus
        if whole_tops is not None and not whole_tops(after, rest, best.floor - before).moves:
            continue
        for second in solver.moves(after, rest):
            if before + second.points < best.floor:
                break
            if len(after.new_tiles(second.move)) == len(rest):
                moves = (first.move, second.move)
                points = before + second.points
                best.add(Play(moves), points, (points, frozenset(moves), after.place(second.move).cells))

"""The Romanian last round: once nothing is left to draw, a slip may carry several placements, each on the board the former ones leave.

Their points are added (Romanian duplicate text), so the best is a sum. There is no bound on what a placement opens, so only a complete
search proves an answer. A beam finds a good one first; then every sequence is tried, positions reached in several ways once.
"""

from __future__ import annotations

from engine.board import Board
from engine.bulletin import Play
from engine.interfaces import TopFinder
from engine.move import Move, Scored
from engine.rack import take
from engine.variants.playtop import PlayTop, Progress, go_on

BUDGET = 1000
"""Positions searched at most: under half a second with the C core. Three letters are proved within it, four mostly, seven hardly ever."""

BEAM = 24
"""Positions kept, and moves tried in each, by the first, quick search."""

_Line = tuple[int, tuple[Move, ...]]
"""Points of a sequence of moves, and the moves."""


def last_round_tops(
    board: Board, letters: str, solver: TopFinder, *, budget: int = BUDGET, progress: Progress = go_on
) -> PlayTop:
    """The best total of any number of placements, one play that reaches it, and whether that is proved.

    *progress* is called with the positions searched and the *budget* before each, and may stop the search.
    """
    search = _Search(solver, budget, progress)
    best: _Line = (0, ())
    proved = False
    try:
        best = search.beam(board, letters)
        best = max(best, search.exhaust(board, letters), key=lambda line: line[0])
        proved = True
    except _StoppedError:
        best = max(best, search.found, key=lambda line: line[0])
    points, moves = best
    return PlayTop(points, (Play(moves),) if moves else (), proved)


class _StoppedError(Exception):
    """The budget is spent, or whoever watches has seen enough."""


class _Search:
    def __init__(self, solver: TopFinder, budget: int, progress: Progress) -> None:
        self.solver = solver
        self.budget = budget
        self.progress = progress
        self.searched = 0
        self.found: _Line = (0, ())
        """The best sequence of the beam, kept for when the search is stopped."""
        self._known: dict[tuple[str, str], _Line] = {}

    def beam(self, board: Board, letters: str) -> _Line:
        """Placements one after the other, the most promising positions only."""
        lines: dict[tuple[str, str], tuple[_Line, Board]] = {(board.cells, letters): ((0, ()), board)}
        while lines:
            after: dict[tuple[str, str], tuple[_Line, Board]] = {}
            for (_, rack), ((points, moves), now) in lines.items():
                for scored in self._moves(now, rack, BEAM):
                    rest, then = _rest(now, rack, scored.move), now.place(scored.move)
                    line = (points + scored.points, (*moves, scored.move))
                    known = after.get((then.cells, rest))
                    if known is None or known[0][0] < line[0]:
                        after[then.cells, rest] = (line, then)
            ranked = sorted(after.items(), key=lambda item: -item[1][0][0])[:BEAM]
            if ranked and ranked[0][1][0][0] > self.found[0]:
                self.found = ranked[0][1][0]
            lines = dict(ranked)
        return self.found

    def exhaust(self, board: Board, letters: str) -> _Line:
        """The best continuation from here, every one tried."""
        key = (board.cells, letters)
        if key not in self._known:
            best: _Line = (0, ())
            for scored in self._moves(board, letters, None):
                rest = _rest(board, letters, scored.move)
                points, moves = self.exhaust(board.place(scored.move), rest) if rest else (0, ())
                if scored.points + points > best[0]:
                    best = (scored.points + points, (scored.move, *moves))
            self._known[key] = best
        return self._known[key]

    def _moves(self, board: Board, letters: str, most: int | None) -> list[Scored]:
        if not letters:
            return []
        if self.searched >= self.budget or not self.progress(self.searched, self.budget):
            raise _StoppedError
        self.searched += 1
        return self.solver.moves(board, letters, most)


def _rest(board: Board, letters: str, move: Move) -> str:
    """The letters left, sorted, so that the same ones are known again."""
    return "".join(sorted(take(letters, board.new_tiles(move))))

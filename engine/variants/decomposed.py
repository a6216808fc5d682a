"""Decomposed: the draw is played in one move, or in two moves that use all of it; the total counts.

ABJMNOO on an empty board: JAMBON H4 48 + ON 9G 3 = 51, but JOMON H4 42 + JAB 4H 12 = 54.
"""

from __future__ import annotations

from engine.board import EMPTY, Board
from engine.bulletin import Play
from engine.interfaces import TopFinder, WholeTops
from engine.move import Move, Scored
from engine.tiles import BLANK
from engine.variants.playtop import PlayTop, Progress, go_on


def decomposed_tops(
    board: Board, rack: str, solver: TopFinder, *, split_bonus: int = 0, progress: Progress = go_on
) -> PlayTop:
    """The best total in one move of any number of tiles, or in two moves that place every tile; all plays that reach it.

    *split_bonus* is paid for two moves that place every tile (the text pays none). Two moves that do not touch each other are listed
    once, in the order in which the first is the better one. With a blank in the rack there are thousands of first moves:
    *progress* is called after each and may stop the search; the answer then says that it is not proved.
    """
    whole = solver.moves(board, rack)
    best = whole[0].points if whole else 0
    plays = [Play((scored.move,)) for scored in whole if scored.points == best]
    firsts = [(scored, *left) for scored in whole if (left := _after(board, rack, scored.move))[1]]
    proved = True
    whole_tops: WholeTops | None = getattr(solver, "tops_whole", None)
    for done, (first, after, rest) in enumerate(firsts):
        if not progress(done, len(firsts)):
            proved = False
            break
        for second, total in _seconds(Board(after), rest, first, solver, best - split_bonus, whole_tops):
            if total + split_bonus > best:
                best, plays = total + split_bonus, []
            plays.append(Play((first.move, second)))
    return PlayTop(best, tuple(_without_mirrors(board, plays)), proved)


def _seconds(
    after: Board, rest: str, first: Scored, solver: TopFinder, least: int, whole_tops: WholeTops | None
) -> list[tuple[Move, int]]:
    """The best second moves that place all the *rest* that *first* leaves, each with the points of both, if those are *least* or more."""
    if whole_tops is not None:
        top = whole_tops(after, rest, least - first.points)
        return [(move, first.points + top.points) for move in top.moves]
    found = []
    for second in solver.moves(after, rest):
        total = first.points + second.points
        if total < least:
            break
        if len(after.new_tiles(second.move)) == len(rest):
            least = total
            found.append((second.move, total))
    return found


def _after(board: Board, rack: str, move: Move) -> tuple[str, str]:
    """The board's cells with the move on them and the tiles that it leaves; in one pass, for this is done for thousands of first moves."""
    cells = list(board.cells)
    for tile, square in zip(move.word, move.squares(), strict=True):
        if cells[square] == EMPTY:
            cells[square] = tile
            rack = rack.replace(BLANK if tile.islower() else tile, "", 1)
    return "".join(cells), rack


def _without_mirrors(board: Board, plays: list[Play]) -> list[Play]:
    """Of two plays that are the same two moves in either order, the first one found."""
    kept: dict[object, Play] = {}
    for play in plays:
        after = board
        for move in play.moves:
            after = after.place(move)
        kept.setdefault((frozenset(play.moves), after.cells), play)
    return list(kept.values())

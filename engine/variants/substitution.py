"""Substitution: one letter of the draw may be exchanged for any letter still in the pool, to reach the best score.

EEINRST makes RETINES for 66; with I exchanged for W it makes WESTERN for 102.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from engine.board import Board
from engine.bulletin import Play
from engine.interfaces import ExchangedTops, SharedTops, TopFinder
from engine.move import Move, Top
from engine.oracle import MAX_RACK
from engine.rack import contains, exchanged, missing, take
from engine.tiles import BLANK
from engine.variants.playtop import PlayTop, Progress, go_on

Exchange = tuple[str, str]
"""The tile given up and the tile taken."""


def exchanges(rack: str, pool: str, *, blank: bool) -> Iterator[Exchange]:
    """Every exchange there is: a tile of the rack against a different one of the pool, blanks among them if *blank*."""
    for given in sorted(set(rack)):
        for taken in sorted(set(pool)):
            if taken != given and (blank or taken != BLANK):
                yield given, taken


def substitution_tops(
    board: Board,
    rack: str,
    pool: str,
    solver: TopFinder,
    *,
    blank: bool = True,
    decline: bool = True,
    progress: Progress = go_on,
) -> PlayTop:
    """The best score over all exchanges, and every play (exchange and move) that reaches it.

    *pool* is what is still in the bag. A move that needs no exchange is given without one where *decline* allows that. Where exchanges
    are searched one after the other, *progress* is called before those of each tile given up and may stop the search.
    """
    taken = "".join(tile for tile in sorted(set(pool)) if (blank or tile != BLANK) and rack.strip(tile))
    if not taken:
        top = solver.tops(board, rack)
        return PlayTop(top.points, tuple(Play((move,)) for move in top.moves))
    at_once: ExchangedTops | None = getattr(solver, "tops_exchanged", None)
    if decline and at_once is not None and len(rack) < MAX_RACK:
        top = at_once(board, rack, taken)
        return PlayTop(top.points, tuple(play for move in top.moves for play in _played(board, rack, move)))
    options = [*([None] if decline else []), *exchanges(rack, pool, blank=blank)]
    groups = [list(group) for _, group in groupby(options, lambda option: option and option[0])]
    best, plays, proved = 0, list[Play](), True
    for done, group in enumerate(groups):
        if not progress(done, len(groups)):
            proved = False
            break
        for option, top in zip(group, _tops(solver, board, [exchanged(rack, option) for option in group], best), strict=True):
            if top.points > best:
                best, plays = top.points, []
            if 0 < top.points == best:
                needed = (move for move in top.moves if option is None or not decline or not contains(rack, board.new_tiles(move)))
                plays += (Play((move,), option) for move in needed)
    return PlayTop(best, tuple(plays), proved)


def _tops(solver: TopFinder, board: Board, racks: list[str], floor: int) -> list[Top]:
    """The racks' tops; those that do not reach *floor* need not be found."""
    shared: SharedTops | None = getattr(solver, "tops_shared", None)
    return shared(board, racks, floor) if shared is not None else solver.tops_many(board, racks)


def _played(board: Board, rack: str, move: Move) -> Iterator[Play]:
    """The move, with every exchange by which it can be made if it needs one."""
    laid = board.new_tiles(move)
    taken = missing(rack, laid)
    if not taken:
        yield Play((move,))
        return
    for given in sorted(set(take(rack, take(laid, taken)))):
        yield Play((move,), (given, taken))

"""Substitution: one letter of the draw may be exchanged for any letter still in the pool, to reach the best score.

EEINRST makes RETINES for 66; with I exchanged for W it makes WESTERN for 102.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.board import Board
from engine.bulletin import Play
from engine.interfaces import TopFinder
from engine.move import Move
from engine.rack import contains, take
from engine.tiles import BLANK
from engine.variants.playtop import PlayTop

Exchange = tuple[str, str]
"""The tile given up and the tile taken."""


def exchanges(rack: str, pool: str, *, blank: bool) -> Iterator[Exchange]:
    """Every exchange there is: a tile of the rack against a different one of the pool, blanks among them if *blank*."""
    for given in sorted(set(rack)):
        for taken in sorted(set(pool)):
            if taken != given and (blank or taken != BLANK):
                yield given, taken


def substitution_tops(
    board: Board, rack: str, pool: str, solver: TopFinder, *, blank: bool = True, decline: bool = True
) -> PlayTop:
    """The best score over all exchanges, and every play (exchange and move) that reaches it.

    *pool* is what is still in the bag. A move that needs no exchange is given without one where *decline* allows that.
    """
    options: list[Exchange | None] = list(exchanges(rack, pool, blank=blank))
    if decline or not options:
        options.insert(0, None)
    racks = [rack if option is None else take(rack, option[0]) + option[1] for option in options]
    found = solver.tops_many(board, racks)
    best = max(top.points for top in found)
    if best == 0:
        return PlayTop(0, ())
    plays: list[Play] = []
    for option, top in zip(options, found, strict=True):
        if top.points == best:
            plays.extend(
                Play((move,), option)
                for move in top.moves
                if option is None or not decline or not _playable(board, rack, move)
            )
    return PlayTop(best, tuple(plays))


def _playable(board: Board, rack: str, move: Move) -> bool:
    """Whether the rack makes the move as it is, so that an exchange would be idle."""
    return contains(rack, board.new_tiles(move))

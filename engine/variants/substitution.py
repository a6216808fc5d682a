"""Substitution: one letter of the draw may be exchanged for any letter still in the pool, to reach the best score.

EEINRST makes RETINES for 66; with I exchanged for W it makes WESTERN for 102.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.board import Board
from engine.bulletin import Play
from engine.interfaces import SharedTops, TopFinder
from engine.move import Move, Top
from engine.rack import contains, exchanged, missing, take
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
    shared: SharedTops | None = getattr(solver, "tops_shared", None)
    if shared is None:
        tops = solver.tops_many(board, [exchanged(rack, option) for option in options])
        found = list(zip(options, tops, strict=True))
    else:
        found = _with_floor(board, rack, options, shared)
    best = max(top.points for _, top in found)
    if best == 0:
        return PlayTop(0, ())
    plays = [
        Play((move,), option)
        for option, top in found
        if top.points == best
        for move in top.moves
        if option is None or not decline or not _playable(board, rack, move)
    ]
    return PlayTop(best, tuple(plays))


Found = list[tuple[Exchange | None, Top]]


def _with_floor(board: Board, rack: str, options: Sequence[Exchange | None], shared: SharedTops) -> Found:
    """The tops of each option, with nothing for those below the best.

    Where the rack may be played as it is, one search for each tile given up finds all that can be taken for it, if what is left holds no
    blank: what does not lay the tile taken can be played without an exchange. A blank counts less than the tile itself, so it is tried
    for letters of which the pool has none.
    """
    found: Found = []
    floor = 0
    taken = "".join(dict.fromkeys(option[1] for option in options if option))
    together: list[str] = []
    if None in options and taken:
        together = [tile for tile in sorted(set(rack)) if BLANK not in rack or (rack.count(BLANK) == 1 and tile == BLANK)]
        (plain,) = shared(board, [rack])
        found.append((None, plain))
        floor = plain.points
    for tile, top in zip(together, shared(board, [take(rack, tile) + BLANK for tile in together], taken, floor), strict=True):
        rest = take(rack, tile)
        floor = max(floor, top.points)
        # a word that has the tile taken twice is found with either as the one taken
        for move in dict.fromkeys(top.moves):
            extra = missing(rest, board.new_tiles(move))
            if extra and extra != tile:
                found.append(((tile, extra), Top(top.points, (move,))))
    others = [option for option in options if option is None or option[0] not in together]
    others = others[1:] if found and others[:1] == [None] else others
    found += zip(others, shared(board, [exchanged(rack, option) for option in others], "", floor), strict=True)
    return found


def _playable(board: Board, rack: str, move: Move) -> bool:
    """Whether the rack makes the move as it is, so that an exchange would be idle."""
    return contains(rack, board.new_tiles(move))

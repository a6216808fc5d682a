"""Racks and bags: multisets of tiles, written as strings, never changed in place.

A rack is a string such as ``AEINRS?``; its order means nothing to the rules. The functions here are all the arithmetic that rounds
need; a bag is the same thing, only larger.
"""

from __future__ import annotations

from collections import Counter

from engine.errors import RackError


def take(tiles: str, wanted: str, *, what: str = "rack") -> str:
    """*tiles* without *wanted*, order kept.

    :raises RackError: naming the first tile that is missing.
    """
    rest = list(tiles)
    for tile in wanted:
        try:
            rest.remove(tile)
        except ValueError:
            raise RackError(f"the {what} {tiles!r} holds too few {tile} for {wanted!r}", "tile_missing", tile=tile) from None
    return "".join(rest)


def contains(tiles: str, wanted: str) -> bool:
    """Whether *tiles* hold every tile of *wanted*, as often."""
    return not Counter(wanted) - Counter(tiles)


def missing(tiles: str, wanted: str) -> str:
    """What *wanted* has beyond *tiles*, sorted."""
    return "".join(sorted((Counter(wanted) - Counter(tiles)).elements()))


def exchanged(tiles: str, exchange: tuple[str, str] | None) -> str:
    """*tiles* with the first of the pair given up and the second taken; as they are for ``None``.

    :raises RackError: when the tile to give up is not there.
    """
    return tiles if exchange is None else take(tiles, exchange[0]) + exchange[1]


def same(left: str, right: str) -> bool:
    """Whether two racks hold the same tiles in whatever order."""
    return sorted(left) == sorted(right)

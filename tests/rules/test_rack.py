"""Racks as multisets, against the standard library's Counter."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RackError
from engine.rack import contains, missing, same, take

TILES = st.text(alphabet="ABC?", max_size=8)


@given(TILES, TILES)
def test_taking_is_subtraction(tiles: str, wanted: str) -> None:
    if contains(tiles, wanted):
        assert Counter(take(tiles, wanted)) + Counter(wanted) == Counter(tiles)
    else:
        with pytest.raises(RackError, match="too few"):
            take(tiles, wanted)


@given(TILES, TILES)
def test_what_is_missing_completes_the_rack(tiles: str, wanted: str) -> None:
    lacking = missing(tiles, wanted)
    assert contains(tiles + lacking, wanted)
    assert (lacking == "") == contains(tiles, wanted)
    assert len(lacking) == sum(max(0, wanted.count(tile) - tiles.count(tile)) for tile in "ABC?")


@given(TILES, st.randoms(use_true_random=False))
def test_the_order_of_a_rack_means_nothing(tiles: str, dice: object) -> None:
    mixed = list(tiles)
    dice.shuffle(mixed)  # type: ignore[attr-defined]
    assert same(tiles, "".join(mixed))
    assert not same(tiles, tiles + "A")


def test_the_first_tile_too_many_is_named() -> None:
    with pytest.raises(RackError, match="the draw 'AB' holds too few B for 'ABB'"):
        take("AB", "ABB", what="draw")

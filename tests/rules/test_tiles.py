"""Tiles: what a set holds, and reading and spelling at the rim."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.builtin import tileset
from engine.errors import TileError
from engine.tiles import BLANK, MAX_TEXT, TileSet, fold, tileset_from_dict, tileset_to_dict

FRENCH = tileset("fr")


def row(face: str = "A", **other: object) -> dict[str, object]:
    return {"face": face, "count": 1, "points": 1, **other}


def described(**changes: Any) -> TileSet:
    return tileset_from_dict({"name": "test", "language": "xx", "blanks": 1, "tiles": [row("A"), row("B")], **changes})


def test_a_full_bag_holds_every_tile_with_the_blanks_last() -> None:
    small = described(tiles=[row("B", count=2), row("A")])
    assert small.full_bag() == "BBA?"
    assert small.total == 4


def test_a_blank_counts_nothing_wherever_it_lies() -> None:
    assert FRENCH.points("K") == 10
    assert FRENCH.points("k") == FRENCH.points(BLANK) == 0


def test_vowels_and_consonants() -> None:
    assert {tile for tile in FRENCH.alphabet if FRENCH.is_vowel(tile)} == set("AEIOUY")
    assert {tile for tile in FRENCH.alphabet if not FRENCH.is_consonant(tile)} == set("AEIOU")
    assert FRENCH.is_vowel(BLANK)
    assert FRENCH.is_consonant(BLANK)


@given(st.text(alphabet=FRENCH.alphabet + FRENCH.alphabet.lower(), max_size=MAX_TEXT))
def test_reading_what_was_spelt_gives_the_same_tiles(tiles: str) -> None:
    assert FRENCH.read(FRENCH.spell(tiles)) == tiles


@pytest.mark.parametrize(
    ("typed", "tiles"),
    [
        ("DÉRÉGLÂT", "DEREGLAT"),
        ("Dérégl\u0061\u0302t", "Dereglat"),  # a circumflex of its own
        ("CŒUR", "COEUR"),
        ("Ægœ", "AEgoe"),
        ("  A B\tC\n", "ABC"),
        ("GARÇON", "GARCON"),
        ("", ""),
    ],
)
def test_accents_and_ligatures_are_no_tiles_of_their_own(typed: str, tiles: str) -> None:
    assert FRENCH.read(typed) == tiles


@pytest.mark.parametrize("text", ["AB-C", "A1", "Ж", "A.B", "A\u0301\u0301", "\x00", "😀", "?"])
def test_what_is_no_letter_is_named(text: str) -> None:
    with pytest.raises(TileError, match="no letter of the fr tile set"):
        FRENCH.read(text)


def test_a_blank_is_read_only_where_a_rack_is_expected() -> None:
    assert FRENCH.read("AB?c*", blanks=True) == "AB?c?"


def test_a_text_without_end_is_refused() -> None:
    assert len(FRENCH.read("A" * MAX_TEXT)) == MAX_TEXT
    with pytest.raises(TileError, match="201 characters"):
        FRENCH.read("A" * (MAX_TEXT + 1))


@given(st.text(max_size=40), st.booleans())
def test_reading_raises_nothing_but_its_own_error(text: str, blanks: bool) -> None:
    try:
        tiles = FRENCH.read(text, blanks=blanks)
    except TileError:
        return
    assert set(tiles.upper()) <= set(FRENCH.alphabet + BLANK)


def test_sorting_follows_the_alphabet_of_the_set() -> None:
    assert described(tiles=[row("B"), row("A")]).sort("A?BBA") == "BBAA?"


def test_folding_keeps_case() -> None:
    assert fold("Œuf, dérégl\u00e2t, ĳs") == "OEuf, dereglat, ijs"


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"tiles": []}, "'tiles' must be a list"),
        ({"tiles": "ABC"}, "'tiles' must be a list"),
        ({"tiles": ["A"]}, "needs face, count and points"),
        ({"tiles": [{"face": "A", "count": 1}]}, "points"),
        ({"tiles": [row(count="many")]}, "many"),
        ({"tiles": [row("CH")]}, "'CH'"),
        ({"tiles": [row("a")]}, "'a'"),
        ({"tiles": [row("A"), row("CH", code="A")]}, "share one code"),
        ({"tiles": [row(chr(0x13A0 + i)) for i in range(63)]}, "63 letters, 62 at most"),
        ({"tiles": [row(count=-1)]}, "-1 'A'"),
        ({"tiles": [row(points=300)]}, "300 points"),
        ({"blanks": -1}, "'blanks'"),
        ({"blanks": "2"}, "'blanks'"),
        ({"spellings": ["a"]}, "'spellings'"),
    ],
)
def test_a_badly_described_set_is_refused_with_its_key(changes: dict[str, Any], named: str) -> None:
    with pytest.raises(TileError, match=named):
        described(**changes)


def test_a_description_survives_the_way_there_and_back() -> None:
    tiles = described(spellings={"8": "B"}, code_words={"A": "Anna"})
    assert tileset_from_dict(tileset_to_dict(tiles)) == tiles
    assert tiles.read("a8") == "aB"

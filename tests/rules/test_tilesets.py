"""The eight tile sets against the figures of their sources, keyed in here a second time: face, count, points."""

from __future__ import annotations

import pytest

from engine.builtin import tileset, tileset_names
from engine.errors import TileError
from engine.tiles import BLANK, tileset_from_dict, tileset_to_dict

# Number of tiles in the bag with its two blanks, then every letter.
FIGURES = {
    "fr": (
        102,
        """
        A9/1 B2/3 C2/3 D3/2 E15/1 F2/4 G2/2 H2/4 I8/1 J1/8 K1/10 L5/1 M3/2 N6/1 O6/1 P2/3 Q1/8 R6/1 S6/1
        T6/1 U6/1 V2/4 W1/10 X1/10 Y1/10 Z1/10
        """,
    ),
    "nl": (
        102,
        """
        A6/1 B2/3 C2/5 D5/2 E18/1 F2/4 G3/3 H2/4 I4/1 J2/4 K3/3 L3/3 M3/3 N10/1 O6/1 P2/3 Q1/10 R5/2 S5/2
        T5/2 U3/4 V2/4 W2/5 X1/8 Y1/8 Z2/4
        """,
    ),
    "ro": (
        100,
        """
        A11/1 B2/9 C5/1 D4/2 E9/1 F2/8 G2/9 H1/10 I10/1 J1/10 K0/0 L4/1 M3/4 N6/1 O5/1 P4/2 Q0/0 R7/1 S5/1
        T7/1 U6/1 V2/8 W0/0 X1/10 Y0/0 Z1/10
        """,
    ),
    "en": (
        100,
        """
        A9/1 B2/3 C2/3 D4/2 E12/1 F2/4 G3/2 H2/4 I9/1 J1/8 K1/5 L4/1 M2/3 N6/1 O8/1 P2/3 Q1/10 R6/1 S4/1
        T6/1 U4/1 V2/4 W2/4 X1/8 Y2/4 Z1/10
        """,
    ),
    "es": (
        100,
        """
        A12/1 B2/3 C4/3 CH1/5 D5/2 E12/1 F1/4 G2/2 H2/4 I6/1 J1/8 L4/1 LL1/8 M2/3 N5/1 Ñ1/8 O9/1 P2/3 Q1/5
        R5/1 RR1/8 S6/1 T4/1 U5/1 V1/4 X1/8 Y1/4 Z1/10
        """,
    ),
    "de": (
        102,
        """
        A5/1 Ä1/6 B2/3 C2/4 D4/1 E15/1 F2/4 G3/2 H4/2 I6/1 J1/6 K2/4 L3/2 M4/3 N9/1 O3/2 Ö1/8 P1/4 Q1/10
        R6/1 S7/1 T6/1 U6/1 Ü1/6 V1/6 W1/3 X1/8 Y1/10 Z1/3
        """,
    ),
    "ca": (
        100,
        """
        A12/1 B2/3 C3/2 Ç1/10 D3/2 E13/1 F1/4 G2/3 H1/8 I8/1 J1/8 L4/1 L·L1/10 M3/2 N6/1 NY1/10 O5/1 P2/3
        QU1/8 R8/1 S8/1 T5/1 U4/1 V1/4 X1/10 Z1/8
        """,
    ),
    "it": (
        120,
        """
        A14/1 B3/5 C6/2 D3/5 E11/1 F3/5 G2/8 H2/8 I12/1 L5/3 M5/3 N5/3 O15/1 P3/5 Q1/10 R6/2 S6/2 T6/2
        U5/3 V3/5 Z2/8
        """,
    ),
}


def test_there_is_a_figure_for_every_tile_set() -> None:
    assert set(tileset_names()) == set(FIGURES)


@pytest.mark.parametrize("name", FIGURES)
def test_letters_counts_and_points(name: str) -> None:
    total, letters = FIGURES[name]
    tiles = tileset(name)
    assert [f"{tile.face}{tile.count}/{tile.points}" for tile in tiles.tiles] == letters.split()
    assert tiles.blanks == 2
    assert tiles.total == total == len(tiles.full_bag())
    assert (tiles.name, tiles.language) == (name, name)


@pytest.mark.parametrize("name", FIGURES)
def test_every_letter_is_vowel_or_consonant_and_a_blank_is_both(name: str) -> None:
    tiles = tileset(name)
    assert all(tiles.is_vowel(code) or tiles.is_consonant(code) for code in tiles.alphabet)
    assert tiles.is_vowel(BLANK)
    assert tiles.is_consonant(BLANK)
    vowels = {tile.face for tile in tiles.tiles if tile.vowel and not tile.consonant}
    assert vowels == set("AEIOU") | ({"Ä", "Ö", "Ü"} if name == "de" else set())


@pytest.mark.parametrize("name", ["fr", "nl", "en"])
def test_y_counts_as_either_kind(name: str) -> None:
    assert tileset(name).is_vowel("Y")
    assert tileset(name).is_consonant("Y")


@pytest.mark.parametrize("name", ["fr", "nl", "ro", "en"])
def test_code_words_begin_with_their_letter(name: str) -> None:
    tiles = tileset(name)
    for tile in tiles.tiles:
        if tile.count:
            word = tiles.code_words[tile.code]
            assert tiles.read(word[0].upper()) == tile.code, word
    assert BLANK in tiles.code_words


@pytest.mark.parametrize("name", FIGURES)
def test_a_tile_set_survives_the_way_into_an_event_and_back(name: str) -> None:
    tiles = tileset(name)
    assert tileset_from_dict(tileset_to_dict(tiles)) == tiles


@pytest.mark.parametrize(
    ("name", "typed", "tiles", "printed"),
    [
        ("es", "CHURRO", 4, "CHURRO"),
        ("es", "LLAMA", 4, "LLAMA"),
        ("es", "ÑANDÚ", 5, "ÑANDU"),
        ("ca", "COL·LEGI", 6, "COL·LEGI"),
        ("ca", "COL.LEGI", 6, "COL·LEGI"),
        ("ca", "COL-LEGI", 6, "COL·LEGI"),
        ("ca", "COĿLEGI", 6, "COL·LEGI"),
        ("ca", "QUINYS", 4, "QUINYS"),
        ("ca", "QÜESTIÓ", 6, "QUESTIO"),
        ("ca", "PLAÇA", 5, "PLAÇA"),
        ("de", "GRÖßE", 6, "GRÖSSE"),
        ("ro", "ȘTIINȚĂ", 7, "STIINTA"),
        ("fr", "CŒUR", 5, "COEUR"),
    ],
)
def test_several_characters_may_be_one_tile(name: str, typed: str, tiles: int, printed: str) -> None:
    read = tileset(name).read(typed)
    assert len(read) == tiles
    assert tileset(name).spell(read.upper()) == printed
    assert tileset(name).read(printed) == read.upper()


def test_a_blank_that_stands_for_two_characters() -> None:
    spanish = tileset("es")
    word = spanish.read("PErrO")
    assert len(word) == 4
    assert spanish.points(word[2]) == 0
    assert spanish.spell(word) == "PErrO"


@pytest.mark.parametrize(
    ("name", "typed"), [("es", "KILO"), ("it", "JAZZ"), ("ca", "WEB"), ("fr", "PEUT-ÊTRE")]
)
def test_what_is_no_tile_is_refused(name: str, typed: str) -> None:
    with pytest.raises(TileError, match="no letter of the"):
        tileset(name).read(typed)


def test_a_foreign_accent_is_dropped_where_the_letter_is_a_tile() -> None:
    assert tileset("de").read("ÑÄÉ") == "NÄE"

"""The compiled lexicon: what it answers, and what it refuses to open."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.builtin import tileset
from engine.errors import LexiconError
from engine.lexicon import Lexicon, compile_words, words_of_kwg
from engine.lexicon_file import INFO, VERSION, pack, read_sections, with_section
from engine.tiles import Tile, TileSet
from engine.wordlist import read_list

LISTS = Path(__file__).resolve().parents[2] / "lexicons"
FEW = ["CAS", "CASE", "CASES", "COTE", "CUT", "RETINES", "SAC", "ZYGENE"]


def lexicon(words: Iterable[str], tiles: str = "fr") -> Lexicon:
    return Lexicon(compile_words(words, tileset(tiles), name="test"))


# -- questions -----------------------------------------------------------------------------------------------


def test_knows_its_words_and_no_others() -> None:
    few = lexicon(FEW)
    assert list(few.words()) == FEW
    assert len(few) == 8
    assert all(word in few for word in FEW)
    assert not any(
        word in few for word in ["", "C", "CA", "CAZ", "CASESS", "Z", "É", "CAS E", "ZYGENES", "?AS"]
    )
    assert 7 not in few


def test_a_blank_counts_as_its_letter() -> None:
    assert "RETiNES" in lexicon(FEW)
    assert "RETINEz" not in lexicon(FEW)


def test_pattern_search() -> None:
    few = lexicon(FEW)
    assert few.pattern("C??") == ["CAS", "CUT"]
    assert few.pattern("?A?") == ["CAS", "SAC"]
    assert few.pattern("cas") == ["CAS"]
    assert few.pattern("?????", limit=1) == ["CASES"]
    assert few.pattern("C*T") == few.pattern("") == few.pattern("?" * 30) == []


@given(st.sets(st.text("ABC", min_size=2, max_size=6), min_size=1), st.text("ABC?", min_size=1, max_size=6))
def test_pattern_search_is_a_filter(words: set[str], pattern: str) -> None:
    fits = [
        w
        for w in sorted(words)
        if len(w) == len(pattern) and all(p in ("?", c) for p, c in zip(pattern, w, strict=True))
    ]
    assert lexicon(words).pattern(pattern) == fits


def test_words_admitted_for_an_evening() -> None:
    few = lexicon(FEW)
    more = few.with_words(["JABS", "CAS"])
    assert set(more.words()) == {*FEW, "JABS"}
    assert (more.info.name, more.info.words) == ("test", 9)
    assert more.info.fingerprint == lexicon([*FEW, "JABS"]).info.fingerprint
    assert "JABS" not in few
    with pytest.raises(LexiconError, match="'K\\?'"):
        few.with_words(["K?"])


def test_the_header_says_which_list_it_is() -> None:
    info = Lexicon(compile_words(FEW, tileset("fr"), name="ods9", date="2024-01-01", official=True)).info
    assert (info.name, info.language, info.date, info.official, info.words) == (
        "ods9",
        "fr",
        "2024-01-01",
        True,
        8,
    )
    assert info.alphabet == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert info.lengths == (0, 3, 2, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    # the same as `sha256sum` of the list as a text file
    assert info.fingerprint == hashlib.sha256("".join(word + "\n" for word in FEW).encode()).hexdigest()
    assert info.short_fingerprint == info.fingerprint[:8]


def test_order_and_repetition_do_not_matter() -> None:
    tiles = tileset("fr")
    assert compile_words([*reversed(FEW), "CAS"], tiles, name="x") == compile_words(FEW, tiles, name="x")


@pytest.mark.parametrize("word", ["", "A", "A" * 16, "été", "CAS\nSAC", "CA S", "ÇA", "\x01\x02", "CAs"])
def test_what_is_no_word_is_not_compiled(word: str) -> None:
    with pytest.raises(LexiconError, match="tiles"):
        lexicon(["CAS", word])


def test_an_empty_list_is_not_compiled() -> None:
    with pytest.raises(LexiconError, match="without words"):
        lexicon([])


# -- tiles of several characters -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "printed"),
    [
        ("es", ["CHURRO", "LLAMA", "ÑANDU", "PERRO", "ACHE"]),
        ("ca", ["COL·LEGI", "QUINYS", "ANY", "PLAÇA", "LLUM"]),
        ("de", ["ÄRGER", "ÖL", "ZUG", "STRASSE", "AAL"]),
    ],
)
def test_words_of_other_alphabets(language: str, printed: list[str]) -> None:
    tiles = tileset(language)
    words = [tiles.read(word) for word in printed]
    compiled = lexicon(words, language)
    assert all(word in compiled for word in words)
    assert {tiles.spell(word) for word in compiled.words()} == set(printed)
    assert sorted(compiled.text().decode().split()) == sorted(printed)
    assert compiled.info.fingerprint == hashlib.sha256(compiled.text()).hexdigest()
    order = {letter: number for number, letter in enumerate(tiles.alphabet)}
    assert list(compiled.words()) == sorted(words, key=lambda word: [order[tile] for tile in word])


def test_an_alphabet_of_62_letters() -> None:
    codes = [
        chr(code) for code in range(0x0391, 0x0600) if chr(code).isupper() and len(chr(code).lower()) == 1
    ][:62]
    assert len(codes) == 62
    tiles = TileSet("big", "xx", tuple(Tile(code, code, 1, 1, False, True) for code in codes), 2)
    words = [a + b for a in codes for b in codes if a < b]
    big = Lexicon(compile_words(words, tiles, name="big"))
    assert set(big.words()) == set(words)
    assert codes[61] + codes[0] not in big


def test_pattern_search_counts_tiles_not_characters() -> None:
    tiles = tileset("es")
    spanish = lexicon([tiles.read(word) for word in ("CHA", "CHAL", "CAL")], "es")
    assert [tiles.spell(word) for word in spanish.pattern(tiles.read("CH??", blanks=True))] == ["CHAL"]
    assert [tiles.spell(word) for word in spanish.pattern("???")] == ["CAL", "CHAL"]


# -- KWG -----------------------------------------------------------------------------------------------------


def test_kwg_round_trip() -> None:
    few = lexicon(FEW)
    assert words_of_kwg(few.kwg(), few.info.alphabet) == FEW


def test_a_kwg_file_without_gaddag() -> None:
    """Written by hand from the published layout: node 0 is the root arc, then A (accepting B below), then B."""
    a, b, last, accepts = 1 << 24, 2 << 24, 1 << 22, 1 << 23
    nodes = [last | 1, a | last | 2, a | accepts, b | last | accepts]
    data = b"".join(node.to_bytes(4, "little") for node in nodes)
    assert words_of_kwg(data, "AB") == ["AA", "AB"]


@pytest.mark.parametrize("data", [b"", b"abc", b"TOPTABLE" * 100, b"\xff" * 400])
def test_what_is_no_kwg_file(data: bytes) -> None:
    with pytest.raises(LexiconError, match="not a KWG file of 26 letters"):
        words_of_kwg(data, tileset("fr").alphabet)


def test_a_kwg_file_over_more_letters_is_refused() -> None:
    with pytest.raises(LexiconError, match="of 21 letters"):
        words_of_kwg(lexicon(FEW).kwg(), tileset("it").alphabet)


# -- the file ------------------------------------------------------------------------------------------------

GOOD = compile_words(FEW, tileset("fr"), name="few")


def test_a_file_can_be_read_from_any_buffer() -> None:
    for buffer in (GOOD, bytearray(GOOD), memoryview(GOOD)):
        assert list(Lexicon(buffer).words()) == FEW
    assert Lexicon(GOOD).to_bytes() == GOOD


def test_every_truncation_is_refused() -> None:
    for length in range(len(GOOD.rstrip(b"\0"))):
        with pytest.raises(LexiconError):
            Lexicon(GOOD[:length])


def test_a_changed_bit_is_refused_or_lies_in_the_padding() -> None:
    padding = set(range(len(GOOD)))
    for section in read_sections(GOOD).values():
        start = GOOD.index(bytes(section))
        padding -= set(range(start, start + len(section)))
    table_end = 16 + 24 * 2
    for at in range(len(GOOD)):
        damaged = bytearray(GOOD)
        damaged[at] ^= 0x10
        if at in padding and at >= table_end:
            assert list(Lexicon(damaged).words()) == FEW
        else:
            with pytest.raises(LexiconError):
                Lexicon(damaged)


def test_the_message_tells_foreign_from_damaged_from_newer() -> None:
    with pytest.raises(LexiconError, match="not a compiled lexicon"):
        Lexicon(b"CAS\nSAC\n")
    newer = bytearray(GOOD)
    newer[8] = VERSION + 1
    with pytest.raises(LexiconError, match=f"format {VERSION + 1}, not {VERSION}"):
        Lexicon(newer)
    with pytest.raises(LexiconError, match="truncated: section 'KWG '"):
        Lexicon(GOOD[:-64])
    damaged = bytearray(GOOD)
    damaged[-50] ^= 1
    with pytest.raises(LexiconError, match="'KWG ' does not match its checksum"):
        Lexicon(damaged)


def test_a_graph_that_leads_astray_is_refused_though_its_checksum_is_right() -> None:
    sections = {name: bytes(data) for name, data in read_sections(GOOD).items()}
    nodes = memoryview(bytearray(sections["KWG "])).cast("I")
    nodes[5] = nodes[5] & ~0x3FFFFF | len(nodes)
    with pytest.raises(LexiconError, match="leads out of the graph"):
        Lexicon(pack(sections | {"KWG ": nodes.tobytes()}))
    other = read_sections(compile_words(["AA"], tileset("fr"), name="other"))["KWG "]
    with pytest.raises(LexiconError, match="has 1 words, its header says 8"):
        Lexicon(pack(sections | {"KWG ": bytes(other)}))


@pytest.mark.parametrize("info", [b"", b"[]", b"{}", b'{"name": 1}', b"\xff", b"[" * 60000, b" " * 70000])
def test_a_header_that_cannot_be_read(info: bytes) -> None:
    sections = {name: bytes(data) for name, data in read_sections(GOOD).items()}
    with pytest.raises(LexiconError):
        Lexicon(pack(sections | {INFO: info}))


def test_a_further_section_rides_along() -> None:
    extended = with_section(GOOD, "MAPS", b"anything")
    assert bytes(Lexicon(extended).section("MAPS")) == b"anything"
    assert list(Lexicon(extended).words()) == FEW
    with pytest.raises(LexiconError, match="no section 'MAPS'"):
        Lexicon(GOOD).section("MAPS")
    with pytest.raises(LexiconError, match="four ASCII"):
        with_section(GOOD, "LONG NAME", b"")


# -- the lists that come with Toptable -----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fr", "nl", "ro", "en"])
def test_every_word_of_a_list_is_found_and_near_words_agree_with_a_set(name: str) -> None:
    words = read_list((LISTS / f"{name}.txt.xz").read_bytes(), tileset(name)).words
    compiled = lexicon(words, name)
    known = set(words)
    assert len(compiled) == len(known)
    assert set(compiled.words()) == known
    assert all(word in compiled for word in words)
    dice = random.Random(name)
    for _ in range(100_000):
        near = nearly(dice.choice(words), dice)
        assert (near in compiled) == (near in known), near


def nearly(word: str, dice: random.Random) -> str:
    """A letter changed, left out, put in, or two neighbours swapped."""
    at = dice.randrange(len(word) - 1)
    letter = dice.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return dice.choice(
        [
            word[:at] + letter + word[at + 1 :],
            word[:at] + word[at + 1 :],
            word[:at] + letter + word[at:],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        ]
    )

"""Reading a club's list: the matrix of encodings, layouts and archives that lists come in."""

from __future__ import annotations

import codecs
import gzip
import io
import lzma
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import wordlist
from engine.builtin import tileset, tileset_names
from engine.errors import LexiconError, TileError
from engine.wordlist import MAX_REJECTS, WordList, read_list

FR, RO, ES, CA, DE = (tileset(name) for name in ("fr", "ro", "es", "ca", "de"))


def words(data: bytes, language: str = "fr", encoding: str | None = None) -> list[str]:
    return list(read_list(data, tileset(language), encoding=encoding).words)


# -- encodings -----------------------------------------------------------------------------------------------

FRENCH = "zygène\nœuf\nNOËL\nça\ndérégler\nouïe\n"
FOLDED = ["ZYGENE", "OEUF", "NOEL", "CA", "DEREGLER", "OUIE"]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "iso8859-16"]
)
def test_french_in_every_encoding_that_has_its_letters(encoding: str) -> None:
    assert words(FRENCH.encode(encoding)) == FOLDED


def test_utf_16_without_byte_order_mark_either_way_round() -> None:
    for encoding in ("utf-16-le", "utf-16-be"):
        read = read_list("cas\r\nété\r\n".encode(encoding), FR)
        assert read.words == ("CAS", "ETE")
        assert read.encoding == encoding


def test_iso_8859_1_has_no_oe_ligature() -> None:
    data = FRENCH.replace("œuf\n", "").encode("iso8859-1")
    assert words(data) == [word for word in FOLDED if word != "OEUF"]
    assert words(data, encoding="iso-8859-1") == words(data, encoding="latin1") == words(data)


ROMANIAN = "mașină\nțară\nîn\nVÂNT\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso8859-16"])
def test_romanian_with_comma_below(encoding: str) -> None:
    assert words(ROMANIAN.encode(encoding), "ro") == ["MASINA", "TARA", "IN", "VANT"]


def test_romanian_with_cedilla_as_in_iso_8859_2() -> None:
    cedilla = ROMANIAN.translate(str.maketrans("șț", "şţ"))
    assert words(cedilla.encode("iso8859-2"), "ro") == ["MASINA", "TARA", "IN", "VANT"]
    assert words(cedilla.encode("iso8859-2"), "ro", "iso-8859-2") == ["MASINA", "TARA", "IN", "VANT"]
    assert words(cedilla.encode("utf-8"), "ro") == ["MASINA", "TARA", "IN", "VANT"]


def test_a_named_encoding_is_believed() -> None:
    data = "cœur".encode("iso8859-16")
    assert words(data, encoding="iso8859-16") == ["COEUR"]
    assert b"\xbd" in data
    with pytest.raises(LexiconError, match="'½' in 'C½UR'"):
        words(data, encoding="cp1252")


def test_the_encoding_is_reported() -> None:
    assert read_list(b"cas\n", FR).encoding == "utf-8"
    assert read_list("été".encode("cp1252"), FR).encoding == "cp1252"
    assert read_list("țară".encode("iso8859-16"), RO).encoding == "iso8859-16"
    assert read_list(codecs.BOM_UTF16_BE + "cas".encode("utf-16-be"), FR).encoding == "utf-16-be"


@pytest.mark.parametrize("encoding", ["ebcdic", "utf-7", "rot13", "utf-32", "x" * 200, "a\0b"])
def test_an_unknown_encoding_is_refused(encoding: str) -> None:
    with pytest.raises(LexiconError, match="unknown encoding"):
        words(b"cas", encoding=encoding)


def test_a_wrong_encoding_names_the_line() -> None:
    with pytest.raises(LexiconError, match="line 2 is not utf-8"):
        words("cas\nété\n".encode("cp1252"), encoding="utf-8")


@pytest.mark.parametrize(
    "data", [b"\x7fELF\0\1\2\0\0\0\0\0", b"ab\0cdefghijkl", bytes(100), b"\xff\xfe\0\0c\0\0\0"]
)
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(LexiconError):
        words(data)


# -- layouts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str) -> None:
    assert words(end.join(["cas", "sac", "", "lac"]).encode()) == ["CAS", "SAC", "LAC"]


@pytest.mark.parametrize("gap", ["\t", ";", "=", " ", "\u00a0", ",", " = ", "\t; ", " ;"])
def test_definitions_after_the_word(gap: str) -> None:
    read = read_list(f"AA{gap}Coulée de LAVE, cf. HAWAI\nAS{gap}une carte\n".encode(), FR)
    assert read.words == ("AA", "AS")
    assert read.rejected == 0


def test_definitions_in_capitals_in_a_utf_16_file_without_mark() -> None:
    text = "AALENIEN\tÉTAGE DU JURASSIQUE\r\nABACA\tBANANIER DES PHILIPPINES\r\n"
    assert words(text.encode("utf-16-le")) == ["AALENIEN", "ABACA"]


def test_case_accents_and_ligatures_fold() -> None:
    assert words("Cœur CŒUR\nÆGAGROPILE\nDÉJÀ\ndéjà\nnaïf\nŸ¨\nL\u2019Œil\nm\u0153urs".encode()) == [
        "COEUR",
        "AEGAGROPILE",
        "DEJA",
        "NAIF",
        "MOEURS",
    ]


def test_decomposed_accents_fold() -> None:
    assert words("e\u0301te\u0301".encode()) == ["ETE"]
    assert words("n\u0303andu\u0301".encode(), "es") == [ES.read("ÑANDU")]


def test_comments_and_empty_lines_are_no_lines() -> None:
    read = read_list(b"# ODS\n\n  \ncas\n#sac\n", FR)
    assert (read.words, read.lines, read.rejected) == (("CAS",), 1, 0)


# -- tiles ---------------------------------------------------------------------------------------------------


def test_letters_that_are_tiles_of_their_own_stay() -> None:
    assert words("straße\nÄrger\nöl\ncafé".encode(), "de") == ["STRASSE", "ÄRGER", "ÖL", "CAFE"]
    assert words("ñandú".encode(), "es") == [ES.read("ÑANDU")]


def test_tiles_of_several_characters() -> None:
    assert [ES.spell(w) for w in words(b"churro\nllama\n", "es")] == ["CHURRO", "LLAMA"]
    assert [len(w) for w in words(b"churro\nllama\n", "es")] == [4, 4]
    catalan = "col·legi\ncol.legi\nco\u0140legi\nquinys\nplaça\nllum".encode()
    assert [CA.spell(w) for w in words(catalan, "ca")] == ["COL·LEGI", "QUINYS", "PLAÇA", "LLUM"]


def test_length_is_counted_in_tiles() -> None:
    read = read_list(("ll" * 15 + "\n" + "ll" * 16 + "\nch\n").encode(), ES)
    assert [len(word) for word in read.words] == [15]
    assert [reject.reason for reject in read.rejects] == [
        "a word has 2 to 15 tiles, not 16",
        "a word has 2 to 15 tiles, not 1",
    ]


def test_letters_without_a_tile_reject_the_word() -> None:
    assert words(b"kilo\nsilo\n", "es") == [ES.read("SILO")]
    assert words(b"kilo\nsilo\n", "ro") == ["KILO", "SILO"]


LATIN = st.characters(codec="iso8859-16", categories=["Lu", "Ll"]) | st.sampled_from("ĳœæñçäöüßșțăâîŀ·")


@given(st.sampled_from(tileset_names()), st.text(LATIN, min_size=1, max_size=12))
def test_the_bulk_folding_is_that_of_the_tile_set(language: str, typed: str) -> None:
    """The fast way through a whole list and the tile set's own reading of one word agree."""
    tiles = tileset(language)
    try:
        expected = tiles.read(typed.upper()).upper()
        refused = not 2 <= len(expected) <= 15
    except TileError:
        refused = True
    if refused:
        with pytest.raises(LexiconError):
            words(typed.encode(), language)
    else:
        assert words(typed.encode(), language) == [expected]


# -- the report ----------------------------------------------------------------------------------------------


def test_the_report_counts() -> None:
    read = read_list("cas\nCAS\ncâs\nx\nva-t-en\nété\nsac\n".encode(), FR)
    assert read.words == ("CAS", "ETE", "SAC")
    assert (read.lines, read.duplicates, read.rejected) == (7, 2, 2)
    assert read.lengths == (0, 3) + (0,) * 12
    assert [(r.line, r.text) for r in read.rejects] == [(4, "X"), (5, "VA-T-EN")]
    assert read.rejects[1].reason == "'-' in 'VA-T-EN' is no letter of the fr tile set"


def test_only_the_first_rejected_lines_are_quoted() -> None:
    read = read_list(b"cas\n" + b"1\n" * 100, FR)
    assert read.rejected == 100
    assert len(read.rejects) == MAX_REJECTS


def test_longer_words_can_be_left_out() -> None:
    read = read_list(b"cas\nretines\n", FR, longest=6)
    assert (read.words, read.rejected) == (("CAS",), 1)


@pytest.mark.parametrize("data", [b"", b"\n\n", b"# only a remark\n", b"1\n2\n", codecs.BOM_UTF8])
def test_a_file_without_a_word_is_refused(data: bytes) -> None:
    with pytest.raises(LexiconError, match="no word of 2 to 15 tiles"):
        read_list(data, FR)


# -- archives ------------------------------------------------------------------------------------------------


def zipped(*files: tuple[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return out.getvalue()


def test_packed_lists() -> None:
    data = FRENCH.encode("utf-16")
    packed = [
        gzip.compress(data),
        gzip.compress(data[:10]) + gzip.compress(data[10:]),
        lzma.compress(data),
        lzma.compress(data[:10]) + lzma.compress(data[10:]) + bytes(4),
        zipped(("ods.txt", data)),
        zipped(("lists/", b""), ("lists/ods.txt", data), ("__MACOSX/lists/._ods.txt", b"\0\5")),
    ]
    for one in packed:
        assert words(one) == FOLDED


def test_a_zip_of_several_lists_is_ambiguous() -> None:
    with pytest.raises(LexiconError, match=r"exactly one list; this one holds a\.txt, b\.txt"):
        words(zipped(("a.txt", b"cas"), ("b.txt", b"sac")))
    with pytest.raises(LexiconError, match="holds nothing"):
        words(zipped(("a/", b"")))


@pytest.mark.parametrize(
    "packed", [gzip.compress(b"cas\n" * 99), lzma.compress(b"cas\n" * 99), zipped(("a", b"cas\n" * 99))]
)
def test_damaged_archives(packed: bytes) -> None:
    for length in range(6, len(packed) - 1):
        with pytest.raises(LexiconError):
            words(packed[:length])


def test_an_archive_may_not_unpack_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordlist, "MAX_BYTES", 1000)
    bomb = b"cas\n" * 100_000
    for packed in (
        bomb,
        gzip.compress(bomb),
        lzma.compress(bomb),
        zipped(("a", bomb)),
        gzip.compress(bomb[:800]) * 100,
    ):
        with pytest.raises(LexiconError, match="too large"):
            words(packed)


def test_the_result_is_a_value() -> None:
    read = read_list(b"cas\n", FR)
    assert isinstance(read, WordList)
    assert read == read_list(b"CAS", FR)
    assert hash(read) == hash(read_list(b"CAS", FR))

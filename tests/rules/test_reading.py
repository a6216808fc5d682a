"""Slips as people write them, and the canonical text of a play."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.builtin import ruleset, tileset
from engine.bulletin import MAX_SLIP, Play
from engine.errors import NotationError
from engine.move import Move
from engine.notation import Notation, Reference, format_reference
from engine.reading import Placement, Slip, format_play, format_scored, format_word, parse_play, read_slip
from engine.squares import Direction
from engine.tiles import TileSet, tileset_from_dict

FRENCH = tileset("fr")
SPANISH = tileset_from_dict(
    {
        "name": "digraphs",
        "blanks": 2,
        "tiles": [
            {"face": "A", "count": 9, "points": 1, "vowel": True},
            {"face": "C", "count": 4, "points": 3},
            {"face": "CH", "code": "Č", "count": 1, "points": 5},
            {"face": "H", "count": 2, "points": 4},
            {"face": "L", "count": 4, "points": 1},
            {"face": "LL", "code": "Ł", "count": 1, "points": 8},
            {"face": "O", "count": 9, "points": 1, "vowel": True},
        ],
    }
)
ACROSS_H4 = Reference(7, 3, Direction.ACROSS)
DOWN_4H = Reference(7, 3, Direction.DOWN)


def read(text: str) -> Slip:
    return read_slip(text, FRENCH)


def places(slip: Slip) -> list[Reference | None]:
    return [written.reference for written in slip.references]


@pytest.mark.parametrize(
    "text",
    [
        "H4 RETINES 66",
        "66 H4 RETINES",
        "RETINES H4 66",
        "RETINES 66 H4",
        "h4 retines 66",
        "  H4   RETINES   66  ",
        "H4\nRETINES\n66",
        "H4: RETINES = 66",
        "H4, RETINES, 66 pts.",
        "H-4 RETINES 66p",
        "H 4 RETINES 66 points",
        "H4RETINES66",
        "H4 R E T I N E S 66",
        "H4 Retines (66)",
        "H4 RÉTINÈS 66",
        "P11-T1 - H4: RETINES = 66 p",
        "(H4) «RETINES» 66",
        "Ｈ４ ＲＥＴＩＮＥＳ ６６",
    ],
)
def test_the_same_slip_in_many_hands(text: str) -> None:
    slip = read(text)
    assert (places(slip), slip.word, slip.claimed) == ([ACROSS_H4], "RETINES", 66)
    assert slip.text == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("H4", ACROSS_H4),
        ("4H", DOWN_4H),
        ("4-H", DOWN_4H),
        ("4 H RETINES", DOWN_4H),
        ("4HRETINES", DOWN_4H),
        ("A-7", Reference(0, 6, Direction.ACROSS)),
        ("8-J", Reference(9, 7, Direction.DOWN)),
        ("O15", Reference(14, 14, Direction.ACROSS)),
        ("15O", Reference(14, 14, Direction.DOWN)),
    ],
)
def test_references(text: str, expected: Reference) -> None:
    assert places(read(text)) == [expected]


@pytest.mark.parametrize("text", ["H16 RETINES", "H99 RETINES", "16H RETINES", "P4 RETINES", "Z12 RETINES"])
def test_a_reference_off_the_board_is_kept_as_written_and_names_no_square(text: str) -> None:
    slip = read(text)
    assert places(slip) == [None]
    assert slip.references[0].text == text.split(maxsplit=1)[0]
    assert slip.word == "RETINES"


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("H4 H RETINES 66", Direction.ACROSS),
        ("H4 V RETINES 66", Direction.DOWN),
        ("H4V RETINES 66", Direction.DOWN),
        ("4Hh RETINES 66", Direction.ACROSS),
        ("H4 → RETINES 66", Direction.ACROSS),
        ("H4→RETINES 66", Direction.ACROSS),
        ("H4 ↓ RETINES 66", Direction.DOWN),
        ("H4 -> RETINES 66", Direction.ACROSS),
        ("H4 RETINES ↓ 66", Direction.DOWN),
        ("↓ H4 RETINES 66", Direction.DOWN),
        ("V H4 RETINES 66", Direction.DOWN),
        ("H H4 RETINES 66", Direction.ACROSS),
        ("RETINES 66 H4 V", Direction.DOWN),
        ("H4 RETINES 66", None),
    ],
)
def test_direction_by_letter_or_arrow(text: str, marked: Direction | None) -> None:
    slip = read(text)
    assert slip.references[0].marked is marked
    assert (slip.word, slip.claimed) == ("RETINES", 66)


def test_a_direction_without_a_reference_is_no_word() -> None:
    assert (read("H RETINES 66").word, read("H RETINES 66").placements[0].others) == ("RETINES", ())
    assert read("H4 S 3").word == "S"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("RETiNES", "RETiNES"),
        ("RET(I)NES", "RETiNES"),
        ("RET[I]NES", "RETiNES"),
        ("ret(i)nes", "RETiNES"),
        ("RETⒾNES", "RETiNES"),
        ("RETI\u20ddNES", "RETiNES"),
        ("RETI0NES", "RETiNES"),
        ("RETINES0 60", "RETINEs"),
        ("(R)ETINE(S)", "rETINEs"),
        ("C0OMANDA", "cOMANDA"),
        ("DRA(G)", "DRAg"),
        ("(A)DULTÈRE", "aDULTERE"),
        ("V(A)", "Va"),
        ("H4 V(A) 5", "Va"),
        ("H4 H(A)I 5", "HaI"),
        ("EX", "EX"),
    ],
)
def test_blanks_by_case_parentheses_circle_and_nought(text: str, word: str) -> None:
    slip = read(text)
    assert slip.word == word


@pytest.mark.parametrize("text", ["retines", "Retines", "REtines", "(RETINES)", "ex", "Ex"])
def test_a_telephones_lower_case_marks_no_blank(text: str) -> None:
    slip = read(text)
    assert slip.word == text.strip("()").upper()


@pytest.mark.parametrize(
    ("text", "joining", "others"),
    [
        ("PROMENERAI + MENERAI 45", "MENERAI", ()),
        ("TABLES + EST", "EST", ()),
        ("TABLES+est 12", "EST", ()),
        ("TABLES EST", "", ("EST",)),
        ("TABLES + E S T", "EST", ()),
    ],
)
def test_joining_letters(text: str, joining: str, others: tuple[str, ...]) -> None:
    slip = read(text)
    assert (slip.placements[0].joining, slip.placements[0].others) == (joining, others)


@pytest.mark.parametrize("unit", ["", "p", "pts", "pt", " p.", " ptn", " ptn.", " pnt.", " points", " punten", " puncte", " PUNCTE"])
def test_points_with_any_unit(unit: str) -> None:
    slip = read(f"H4 RETINES 66{unit}")
    assert (slip.claimed, slip.placements[0].others) == (66, ())


def test_a_unit_can_be_the_word_played() -> None:
    assert (read("12 POINTS").word, read("12 POINTS").claimed) == ("POINTS", 12)
    assert (read("POINTS 12").word, read("POINTS 12").claimed) == ("POINTS", 12)


def test_two_numbers_are_no_claim_unless_equal() -> None:
    assert read("H4 RETINES 66 64").claimed is None
    assert read("H4 RETINES 66 64").placements[0].claims == (66, 64)
    assert read("H4 RETINES 66 = 66").claimed == 66


def test_romanian_slips() -> None:
    slip = read_slip("P11-T1 - H4: JU(C)ATOR = 100 p", FRENCH)
    assert (places(slip), slip.word, slip.claimed) == ([ACROSS_H4], "JUcATOR", 100)
    assert places(read("6E: C0OMANDA = 71 p")) == [Reference(4, 5, Direction.DOWN)]


def test_two_placements_on_one_slip() -> None:
    slip = read("H4 JAMBON 48 / 9G ON 3")
    assert [placement.word for placement in slip.placements] == ["JAMBON", "ON"]
    assert slip.claimed == 51
    assert read("H4 JAMBON; 9G ON = 51").claimed == 51
    slip = read("H4 JAMBON 48 / 9G ON 3 / 51")
    assert ([placement.word for placement in slip.placements], slip.claimed) == (["JAMBON", "ON"], 51), "48 + 3"
    assert read("H4 JAMBON 48 / 9G ON 3 / 52").claimed is None
    in_columns = read("H4 / JAMBON / 48 / 9G / ON / 3")
    assert in_columns.placements == read("H4 JAMBON 48 / 9G ON 3").placements
    assert read("JAMBON / H4 / 48 / ON / 9G / 3").placements == in_columns.placements


@pytest.mark.parametrize(
    "text",
    [
        "H4 RETINES/66",
        "H4 / RETINES / 66",
        "H4;RETINES;66",
        "H4 RETINES | 66",
        "| H4 | RETINES | 66 |",
        "RETINES / H4 / 66",
        "66 & H4 & RETINES",
        "H4 RETINES 66 /66",
        "H4 RETINES 66 ; ;",
        "P1/T1 - H4: RETINES = 66 p",
    ],
)
def test_a_part_without_a_word_is_no_placement(text: str) -> None:
    slip = read(text)
    assert ([placement.word for placement in slip.placements], slip.claimed) == (["RETINES"], 66)
    assert [written.reference for written in slip.references] == [Reference(7, 3, Direction.ACROSS)]


def test_a_direction_between_signs_is_none_of_the_words_unless_it_has_place_and_points() -> None:
    dutch = tileset("nl")
    for text in ("4H | V | RETINES | 66", "4H ver / RETINES / 66", "RETINES / 4H / verticaal / 66"):
        slip = read_slip(text, dutch)
        assert ([placement.word for placement in slip.placements], slip.references[0].marked) == (["RETINES"], Direction.DOWN)
    assert [placement.word for placement in read_slip("H4 RETINES 66 / 8F HOR 7", dutch).placements] == ["RETINES", "HOR"]


def test_two_places_or_two_numbers_stay_two_though_a_sign_divides_them() -> None:
    assert [written.text for written in read("H4 RETINES 66 / H5 64").references] == ["H4", "H5"]
    assert read("H4 RETINES 66 / 68").claimed is None
    assert len(read("H4 RETINES 66 / TRAINES 64").placements) == 2


@pytest.mark.parametrize("text", ["(H,4)", "(H 4)", "H/4", "h,4", "H04", "H 04", "H-04"])
def test_a_place_in_a_bracket_with_a_stroke_or_a_nought(text: str) -> None:
    for slip in (read(f"{text} RETINES 66"), read(f"RETINES {text}; 66")):
        assert [written.reference for written in slip.references] == [Reference(7, 3, Direction.ACROSS)]
        assert (slip.word, slip.claimed) == ("RETINES", 66)
    assert [written.text for written in read("TRI 14/H 4").references] == ["H 4"], "fourteen points, then the place"


def test_the_cry_after_the_points_is_no_word_and_without_another_is_one() -> None:
    for text in ("H4 RETINES 66 Scrabble !", "H4 RETINES 66 (scrabble!)", "P 11 T 1: H4 RETINES 66"):
        assert read(text).placements == read("H4 RETINES 66").placements
    assert (read("H4 80 scrabble").word, read("H4 SCRABBLE 80").word) == ("SCRABBLE", "SCRABBLE")


@pytest.mark.parametrize("text", ["L8 CUT 16 J7 SIS 16", "L8: CUT = 16 p J7: SIS = 16 p", "CUT 16 L8  J7 SIS 16"])
def test_two_placements_in_full_need_no_sign_between(text: str) -> None:
    one, two = read_slip(text, FRENCH).placements
    assert [(each.references[0].text, each.word, each.claimed) for each in (one, two)] == [("L8", "CUT", 16), ("J7", "SIS", 16)]


def test_a_second_reference_without_a_word_is_no_placement_of_its_own() -> None:
    (only,) = read_slip("H4 RETINES 66 8A", FRENCH).placements
    assert [each.text for each in only.references] == ["H4", "8A"]


def test_a_unit_written_twice_says_no_more_than_once() -> None:
    (only,) = read_slip("10C ALBUMS 11 pts p", FRENCH).placements
    assert (only.word, only.others, only.claimed) == ("ALBUMS", (), 11)
    assert read_slip("H4 12 pts", FRENCH).word is None, "an abbreviation is no word"
    assert read_slip("H4 12 points pts", FRENCH).word == "POINTS"


@pytest.mark.parametrize("text", ["H4 H V RETINES", "H4 V H RETINES", "H4 → ↓ RETINES", "H4 ↓ RETINES H", "H V H4 RETINES"])
def test_both_directions_at_once_are_two_references(text: str) -> None:
    slip = read_slip(text, FRENCH)
    assert slip.word == "RETINES"
    assert {each.marked for each in slip.references} == set(Direction)



@pytest.mark.parametrize("arrow", ["I>W", "I → W", "I->W", "i > w"])
def test_an_exchanged_letter(arrow: str) -> None:
    slip = read(f"{arrow} H4 WESTERN 102")
    assert (slip.exchange, slip.word, slip.claimed) == (("I", "W"), "WESTERN", 102)
    assert read("?>W H4 WESTERN").exchange == ("?", "W")


@pytest.mark.parametrize("text", ["", "   ", " - ", "\n"])
def test_an_empty_slip_reads_as_blank(text: str) -> None:
    assert read(text).placements == (Placement(),)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("H4 RET?NES", "'?'"),
        ("H4 RETINES €", "'€'"),
        ("H4 ШАХ", "'Ш'"),
        ("H4 RETINES 12345", "12345"),
        ("RETINES +", "after the +"),
        ("A>B C>D ET", "more than one"),
        ("X" * (MAX_SLIP + 1), str(MAX_SLIP)),
        ("ﷺ" * MAX_SLIP, "composed"),
    ],
)
def test_what_cannot_be_read_says_what_and_where(text: str, told: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)
    assert told in str(caught.value)


def test_tiles_of_several_characters() -> None:
    assert read_slip("H4 CHAL-LA", SPANISH).word == "ČALLA"
    assert read_slip("H4 CHALLA", SPANISH).word == "ČAŁA"
    assert read_slip("H4 cHALLA", SPANISH).word == "čAŁA"
    assert read_slip("H4 (CH)ALLA", SPANISH).word == "čAŁA"
    assert read_slip("H4 challa", SPANISH).word == "ČAŁA"
    assert read_slip("H4 (C)-HAL-(L)A", SPANISH).word == "cHALlA"


def test_number_first_across_notation() -> None:
    slip = read_slip("8D RETINES", FRENCH, Notation.NUMBER_ACROSS)
    assert places(slip) == [Reference(7, 3, Direction.ACROSS)]


@pytest.mark.parametrize(
    ("play", "points", "heading", "printed"),
    [
        ("H4 JUcATOR", 100, "P11-T1", "P11-T1 - H4: JU(C)ATOR = 100 p"),
        ("11F FRATE", 40, "", "11F: FRATE = 40 p"),
        ("H5 MARES / 9H SA", 11, "P2-T20", "P2-T20 - H5: MARES / 9H: SA = 11 p"),
    ],
)
def test_a_play_printed_in_the_romanian_form_reads_as_itself(play: str, points: int, heading: str, printed: str) -> None:
    romanian = ruleset("romanian").slip
    assert format_scored(parse_play(play, FRENCH), points, FRENCH, romanian, heading) == printed
    slip = read(printed)
    assert ([placement.word for placement in slip.placements], slip.claimed) == ([part.split()[1] for part in play.split(" / ")], points)


def test_a_play_printed_in_the_plain_form() -> None:
    assert format_scored(parse_play("H4 RETiNES", FRENCH), 66, FRENCH, ruleset("french").slip) == "H4 RETiNES 66"


@pytest.mark.parametrize("text", ["RETINES", "H4", "H4 4H RETINES", "H16 RETINES", "H4 RETINES + EST", "H4 RETINES ALE", ""])
def test_a_play_needs_one_place_and_one_word(text: str) -> None:
    with pytest.raises(NotationError):
        parse_play(text, FRENCH)


# --- properties ----------------------------------------------------------------------------------------------------


def words_of(tiles: TileSet) -> st.SearchStrategy[str]:
    """Words of 2 to 15 tiles with at most as many blanks as the set has."""

    def with_blanks(word: str, places: set[int]) -> str:
        return "".join(tile.lower() if i in places else tile for i, tile in enumerate(word))

    word = st.text(st.sampled_from(tiles.alphabet), min_size=2, max_size=15)
    return st.builds(with_blanks, word, st.sets(st.integers(0, 14), max_size=tiles.blanks))


def moves_of(tiles: TileSet) -> st.SearchStrategy[Move]:
    return st.builds(Move, words_of(tiles), st.integers(0, 14), st.integers(0, 14), st.sampled_from(Direction))


def plays_of(tiles: TileSet) -> st.SearchStrategy[Play]:
    tile = st.sampled_from(tiles.alphabet + "?")
    moves = st.lists(moves_of(tiles), min_size=1, max_size=3).map(tuple)
    return st.builds(Play, moves, st.none() | st.tuples(tile, tile))


@pytest.mark.parametrize("notation", Notation)
@given(data=st.data())
def test_a_play_survives_writing_and_reading(notation: Notation, data: st.DataObject) -> None:
    play = data.draw(plays_of(FRENCH))
    assert parse_play(format_play(play, FRENCH, notation), FRENCH, notation) == play


@given(word=words_of(SPANISH))
def test_words_of_long_tiles_survive_with_hyphens_where_tiles_run_together(word: str) -> None:
    assert read_slip(format_word(word, SPANISH), SPANISH).word == word


@given(
    place=st.tuples(st.integers(0, 14), st.integers(0, 14), st.sampled_from(Direction)),
    word=words_of(FRENCH),
    points=st.none() | st.integers(0, 9999),
    order=st.permutations(range(3)),
)
def test_three_parts_in_any_order(
    place: tuple[int, int, Direction], word: str, points: int | None, order: list[int]
) -> None:
    parts = [format_reference(*place), format_word(word, FRENCH), "" if points is None else f"{points} pts"]
    slip = read("   ".join(parts[i] for i in order))
    assert (places(slip), slip.word, slip.claimed) == ([Reference(*place)], word, points)


@given(st.text(max_size=MAX_SLIP + 20) | st.text("HAOV0149?+-/;|&() []><→↓pts.:=,RETINES", max_size=60), st.booleans())
def test_any_text_is_read_or_refused(text: str, several: bool) -> None:
    try:
        slip = read_slip(text, FRENCH, several=several)
    except NotationError:
        return
    assert slip.text == text
    assert slip.total is None or len(slip.parts) == len(slip.placements) > 1
    for placement in slip.placements:
        letters = "".join((placement.word or "", placement.joining, *placement.others)).upper()
        assert set(letters) <= set(FRENCH.alphabet)

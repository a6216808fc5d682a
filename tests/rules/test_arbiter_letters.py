"""The letters of a slip: what was not drawn, words that do not exist, blanks, tiles of several characters.

Cases and sources: section "Cases" of docs/rules.md. Expected points are worked out beside each position.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.arbiter import Case
from engine.board import Board
from engine.builtin import tileset
from engine.ruleset import with_setting
from tests.rules.judging import (
    FEDAYIN,
    FRENCH,
    MENERAI,
    WRONG_POINTS,
    accepted,
    case,
    details,
    faults,
    verdict,
    zero,
)

# --- letters and words --------------------------------------------------------------------------------------------------------


def test_case_20_a_letter_that_was_not_drawn() -> None:
    judged = verdict("4F ZUMO 14", MENERAI)
    assert zero(judged, "letter_not_in_draw", "invalid_word")
    assert details(judged) == ["U", "ZUMO"]


def test_a_letter_not_drawn_is_named_where_the_place_is_wrong_too() -> None:
    judged = verdict("H5 ZUMO 14", MENERAI)  # over the E; wherever the M of the board serves, the U is missing
    assert zero(judged, "letter_not_in_draw", "does_not_fit", "invalid_word")
    assert details(judged) == ["U", "H5", "ZUMO"]
    assert zero(verdict("A1 FEDAYINSZ 60", FEDAYIN), "letter_not_in_draw", "invalid_word")


def test_a_letter_that_the_board_would_give_elsewhere_is_not_said_to_be_missing() -> None:
    # ZOMO goes through the M of H4 only; at B2 the place is wrong, not the letters
    assert zero(verdict("B2 ZOMO 14", MENERAI), "not_connected")


def test_case_23_an_invalid_cross_word_is_named() -> None:
    # the R of ROULEAU would stand right above ENTASSEE
    given = case("ROULEAU", {"ROULEAU", "ENTASSEE"}, "8H ENTASSEE")
    judged = verdict("G8 ROULEAU 60", given)
    assert zero(judged, "invalid_cross_word")
    assert details(judged) == ["RENTASSEE"]


def test_ova_and_app_crossing() -> None:
    given = case("LAETSIN", {"OVA", "APP", "LA", "PA", "ET", "APPS"}, "H6 OVA", "8H APP")
    # I9 L, J9 A: row I reads PL (invalid), row J reads PA
    judged = verdict("9I LA 8", given)
    assert zero(judged, "invalid_cross_word")
    assert details(judged) == ["PL"]
    assert accepted(verdict("8H APPS 8", given), 8)  # A1 P3 P3 S1, K8 is white
    # under O and V, before the P: the word itself goes on, so nothing like ET was played
    assert zero(verdict("I6 ET 2", given), "does_not_fit", "invalid_word")
    assert details(verdict("I6 ET 2", given)) == ["I6", "ETP"]


def test_an_open_list_says_so() -> None:
    given = case("LAETSIN", {"OVA", "APP"}, "H6 OVA", "8H APP", official=False)
    assert faults(verdict("9I LA 8", given)) == [("not_in_open_list", "zero")]
    assert details(verdict("9I LA 8", given)) == ["LA, PL, PA"]
    lenient = replace(given, rules=with_setting(FRENCH, "slip.sanctions.not_in_open_list", "referee"))
    judged = verdict("9I LA 8", lenient)
    assert (judged.outcome, len(judged.candidates), judged.points) == ("undecided", 1, judged.candidates[0].points)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("A1 ZOT 14", "not_connected"),
        ("H4 MENERAI 14", "nothing_placed"),
        ("O14 ZOT 14", "does_not_fit"),
        ("H5 ZOT 14", "does_not_fit"),
        ("4H TRI 14", "does_not_fit"),
    ],
)
def test_places_where_nothing_can_lie(text: str, fault: str) -> None:
    given = replace(MENERAI, lexicon=frozenset({"ZOT", "MENERAI"}))
    assert fault in [each for each, _ in faults(verdict(text, given))]
    assert verdict(text, given).outcome == "zero"


def test_a_word_longer_than_the_board() -> None:
    assert zero(verdict("A1 " + "A" * 16, MENERAI), "does_not_fit")


# --- blanks -----------------------------------------------------------------------------------------------------------------------

# Row H from column 8 through the A at H14: E on the star, the second G on the double letter H12, I on the triple word H15.
# First G blank: (1+0+1+1+2*2+1+1+1) * 2 * 3 + 50 = 110; second G blank: (1+2+1+1+0+1+1+1) * 6 + 50 = 98.
EGRUGEAI = case("EGRU?EI", {"EGRUGEAI", "PAS"}, "14G PAS")


def test_of_two_equal_letters_the_better_one_is_the_blank_when_none_is_marked() -> None:
    judged = verdict("H8 EGRUGEAI 110", EGRUGEAI)
    assert accepted(judged, 110, ("blank_unmarked", "warning"))
    assert judged.play is not None
    assert judged.play.moves[0].word == "EgRUGEAI"


def test_of_two_equal_letters_the_marked_one_is_the_blank() -> None:
    assert accepted(verdict("H8 EGRUgEAI 98", EGRUGEAI), 98)
    assert accepted(verdict("H8 EgRUGEAI 110", EGRUGEAI), 110)
    assert accepted(verdict("H8 EGRU(G)EAI 110", EGRUGEAI), 98, WRONG_POINTS)


def test_the_rule_set_may_take_the_worse_choice() -> None:
    worst = replace(EGRUGEAI, rules=with_setting(FRENCH, "slip.unmarked_blank", "worst"))
    assert accepted(verdict("H8 EGRUGEAI 98", worst), 98, ("blank_unmarked", "warning"))


ONE_BLANK = case("Z?TT", {"ZOMO", "MENERAI"}, "H4 MENERAI")
TWO_BLANKS = case("Z??T", {"ZOMO", "MENERAI"}, "H4 MENERAI")


def test_case_12_no_letter_circled() -> None:
    judged = verdict("4F ZOMO 12", TWO_BLANKS)
    assert accepted(judged, 12, ("blank_unmarked", "warning"))
    assert details(judged) == ["OO"]


def test_case_13_another_letter_circled() -> None:
    given = case("ZO?T", {"ZOMO", "MENERAI"}, "H4 MENERAI")
    judged = verdict("4F zOMO 13", given)
    assert accepted(judged, 13, ("blank_wrong", "warning"))
    assert details(judged) == ["Z"]
    # circling a tile that lies on the board is circling another letter too
    assert accepted(verdict("4F ZOmO 13", given), 13, ("blank_wrong", "warning"))


def test_a_blank_may_be_spent_though_its_letter_was_drawn() -> None:
    given = case("ZOO?", {"ZOMO", "MENERAI"}, "H4 MENERAI")
    assert accepted(verdict("4F ZoMO 13", given), 13)
    assert accepted(verdict("4F ZOMO 14", given), 14)


def test_more_letters_missing_than_blanks() -> None:
    judged = verdict("4F ZOMO 12", ONE_BLANK)
    assert zero(judged, "letter_not_in_draw")
    assert details(judged) == ["O"], "of two that were not drawn the blank is one"


def test_a_blank_on_the_board_is_no_mark() -> None:
    given = case("ZOOT", {"ZOMO", "MENERAI"}, "H4 mENERAI")
    assert accepted(verdict("4F ZOMO 12", given), 12)
    assert accepted(verdict("4F ZOmO 12", given), 12)


# --- tiles of several characters ------------------------------------------------------------------------------------------------


def test_slips_with_tiles_of_several_characters() -> None:
    # L·L is one tile of 10 points; the best place is H8, with the G on the double letter H12: (2+1+10+1+6+1) * 2 = 42
    tiles = tileset("ca")
    word = tiles.read("COL·LEGA")
    given = Case(FRENCH, tiles, frozenset({word}), True, Board(), tiles.read("COL·LEGA") + "T")
    judged = verdict("H4 col·lega 42", given)
    assert accepted(judged, 42)
    assert judged.play is not None
    assert tiles.spell(judged.play.moves[0].word) == "COL·LEGA"
    assert details(verdict("H4 COL·LEGI 3", given)) == ["I", "COL·LEGI"]
    assert details(verdict("H4 CO(L·L)EGA 3", given)) == ["3"]


@pytest.mark.parametrize(
    ("letters", "text", "extra"),
    [
        ("SOLE?RT", "H4 SOLEIL", "L"),  # I and L are lacking and one blank is there
        ("SOLE?RT", "H4 SOLEIl", "I"),  # the blank is the L that is marked
        ("SOE??RT", "H4 SOLEIL", "L"),
        ("SOE?RTU", "H4 SOLEIL", "LL"),
        ("SOERTUV", "H4 SOLEIL", "ILL"),
        ("SOLE?RT", "A1 SOLEIL", "L"),
    ],
)
def test_the_letters_named_are_those_that_the_blanks_leave_over(letters: str, text: str, extra: str) -> None:
    judged = verdict(text, case(letters, {"SOLEIL"}, rules=with_setting(FRENCH, "slip.first_slip_at_maximum", "false")))
    assert details(judged)[0] == extra
    assert faults(judged)[0] == ("letter_not_in_draw", "zero")

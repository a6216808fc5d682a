"""Where a slip's word lies: extensions, joining letters, references, words left incomplete.

Cases and sources: section "Cases" of docs/rules.md. Expected points are worked out beside each position.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.ruleset import with_setting
from tests.rules.judging import (
    FEDAYIN,
    FRENCH,
    MENERAI,
    accepted,
    case,
    details,
    faults,
    verdict,
    zero,
)

# --- extensions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["PROMENERAI 39", "PROMENERAI A1 39", "8C PROMENERAI 39", "H1 PROMENERAI 39", "PROMENERAI + MEN 39"])
def test_cases_5_and_6_an_extension_in_full_needs_no_reference(text: str) -> None:
    assert accepted(verdict(text, MENERAI), 39)


@pytest.mark.parametrize("text", ["H1 PRO 39", "PRO 39", "H1 PROMEN 39", "H1 PROMENER 39", "8A PRO 39"])
def test_case_7_an_extended_word_not_written_in_full(text: str) -> None:
    assert verdict(text, MENERAI).outcome == "zero"


def test_an_extension_that_fits_twice_is_the_referees() -> None:
    # C3 A1 S1 E1 R1: H8 is the star (7 * 2 = 14), L8 a double letter (6 + 2 = 8)
    twice = case("RRST", {"CASE", "CASER"}, "H4 CASE", "L4 CASE")
    judged = verdict("CASER 8", twice)
    assert (judged.outcome, faults(judged)) == ("undecided", [("reference_missing", "referee")])
    assert [(twice.reference(c.play.moves[0]), c.points) for c in judged.candidates] == [("L4", 8), ("H4", 14)]
    assert accepted(verdict("H4 CASER 14", twice), 14)


# --- joining letters --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["ZOMO + MEN 14", "ZOMO + MENERAI 14", "ZOMO MENERAI 14", "zomo + mene 14", "4F ZOMO + MEN 14"])
def test_three_joining_letters_name_the_place(text: str) -> None:
    assert accepted(verdict(text, MENERAI), 14)


# "at least three adjacent letters already on the grid, connecting with the word": ZOMO at 4F takes up the M of H4; the letters N E R A I
# begin two squares on. Trouble with an erroneous joining word is a warning as long as one place only is meant.
@pytest.mark.parametrize("text", ["ZOMO + NERAI 14", "ZOMO + RAI 14", "4F ZOMO + RAI 14", "4F ZOMO RAI 14", "4F ZOMO + ENE 14"])
def test_letters_of_the_word_joined_that_do_not_touch_the_word_are_a_warning(text: str) -> None:
    judged = verdict(text, MENERAI)
    assert accepted(judged, 14, ("joining_altered", "warning"))
    assert details(judged) == [text.split()[-2]]


@pytest.mark.parametrize("text", ["4F ZOMO + M 14", "4F ZOMO + ME 14", "4F ZOMO ME 14"])
def test_beside_a_place_that_needs_none_the_letters_joined_are_never_too_few(text: str) -> None:
    assert accepted(verdict(text, MENERAI), 14)


def test_letters_joined_elsewhere_contradict_a_place_that_can_be_played() -> None:
    # TRI down column 8 takes up the R of H8, down column 10 the I of H10; ERA touches the former only
    assert accepted(verdict("8G TRI + ERA 3", MENERAI), 3)
    judged = verdict("10F TRI + ERA 5", MENERAI)
    assert (judged.outcome, faults(judged)) == ("undecided", [("reference_contradictory", "referee")])
    assert {(MENERAI.reference(c.play.moves[0]), c.points) for c in judged.candidates} == {("10F", 5), ("8G", 3)}


def test_two_letters_beside_the_word_joined_are_too_few_and_altered() -> None:
    assert accepted(verdict("ZOMO + RA 14", MENERAI), 14, ("joining_too_short", "warning"), ("joining_altered", "warning"))


def test_joining_letters_that_name_nothing_add_their_warning_to_a_shifted_place() -> None:
    judged = verdict("4E ZOMO + XYZ 14", MENERAI)
    assert accepted(judged, 14, ("reference_shifted", "penalty"), ("joining_altered", "warning"), penalty=5)


@pytest.mark.parametrize("text", ["PROMENERAI + XYZ 39", "H1 PROMENERAI + XYZ 39", "8C PROMENERAI + XYZ 39"])
def test_an_extension_needs_no_joining_letters_either(text: str) -> None:
    assert accepted(verdict(text, MENERAI), 39)


def test_case_11_two_joining_letters() -> None:
    judged = verdict("ZOMO + ME 14", MENERAI)
    assert accepted(judged, 14, ("joining_too_short", "warning"))
    assert details(judged) == ["ME"]


@pytest.mark.parametrize("written", ["MANERAI", "MENERA I".replace(" ", "L"), "MENNERAI", "MEMERAI"])
def test_an_altered_joining_word_that_points_to_one_place(written: str) -> None:
    assert accepted(verdict(f"ZOMO + {written} 14", MENERAI), 14, ("joining_altered", "warning"))


def test_a_word_that_does_not_exist_joined_in_several_places_lacks_no_reference() -> None:
    # TRO could go through the R of H8 and lie beside other letters of MENERAI, but is no word
    judged = verdict("TRO + MENERAI 3", MENERAI)
    assert zero(judged, "invalid_word")
    assert details(judged) == ["TRO"]


def test_joining_letters_that_are_nowhere() -> None:
    assert zero(verdict("ZOMO + TABLES 14", MENERAI), "reference_missing")


def test_joining_letters_that_leave_two_places_are_the_referees() -> None:
    # TRI goes through the R at H8 or the I at H10
    judged = verdict("TRI + MENERAI 3", MENERAI)
    assert judged.outcome == "undecided"
    assert {MENERAI.reference(c.play.moves[0]) for c in judged.candidates} == {"8G", "10F"}
    assert judged.points == judged.candidates[0].points


def test_reference_and_joining_letters_that_contradict_each_other() -> None:
    two = case("ZOTO", {"ZOMO", "MENERAI", "MIEL"}, "H4 MENERAI", "L4 MIEL")
    judged = verdict("4F ZOMO + MIEL 14", two)
    assert judged.outcome == "undecided"
    assert faults(judged) == [("reference_contradictory", "referee")]
    assert {two.reference(c.play.moves[0]) for c in judged.candidates} == {"4F", "4J"}


# --- references ---------------------------------------------------------------------------------------------------------------


def test_case_16_reference_off_by_one_square() -> None:
    judged = verdict("4E ZOMO 14", MENERAI)
    assert accepted(judged, 14, ("reference_shifted", "penalty"), penalty=5)
    assert details(judged) == ["4F"]


def test_a_reference_further_off_is_zero_unless_the_setting_says_otherwise() -> None:
    # the M of MENERAI lies right below: what would be read there is ZOMOM
    assert zero(verdict("4D ZOMO 14", MENERAI), "does_not_fit", "invalid_word")
    assert details(verdict("4D ZOMO 14", MENERAI)) == ["4D", "ZOMOM"]
    wider = replace(MENERAI, rules=with_setting(FRENCH, "slip.shifted_by", "2"))
    assert accepted(verdict("4D ZOMO 14", wider), 14, ("reference_shifted", "penalty"), penalty=5)


def test_a_reference_that_may_be_off_by_one_in_two_ways_is_the_referees() -> None:
    # SEL through the E at H5 (1+1+1 = 3) or at H7 (double letters on G7 and I7: 2+1+2 = 5); written at the N between them
    given = case("SELT", {"SEL", "MENERAI"}, "H4 MENERAI")
    judged = verdict("6G SEL 5", given)
    assert (judged.outcome, faults(judged)) == ("undecided", [("reference_shifted", "referee")])
    assert [(given.reference(c.play.moves[0]), c.points) for c in judged.candidates] == [("7G", 5), ("5G", 3)]


def test_wrong_direction_is_the_referees_with_one_candidate() -> None:
    judged = verdict("F4 ZOMO 14", MENERAI)
    assert (judged.outcome, judged.points) == ("undecided", 14)
    assert faults(judged) == [("reference_direction", "referee")]
    assert [MENERAI.reference(c.play.moves[0]) for c in judged.candidates] == ["4F"]


def test_two_references_are_contradictory() -> None:
    judged = verdict("4F F4 ZOMO 14", MENERAI)
    assert (judged.outcome, judged.points) == ("undecided", 14)
    assert faults(judged) == [("reference_contradictory", "referee")]


def test_an_arrow_against_the_order_is_contradictory_in_french() -> None:
    assert accepted(verdict("4F ↓ ZOMO 14", MENERAI), 14)
    assert faults(verdict("4F → ZOMO 14", MENERAI)) == [("reference_contradictory", "referee")]


@pytest.mark.parametrize("text", ["ZOMO 14", "ZOMO", "H16 ZOMO 14", "Z9 ZOMO 14"])
def test_no_usable_reference(text: str) -> None:
    assert zero(verdict(text, MENERAI), "reference_missing")


def test_case_21_raccord_forgotten_and_points_nonsensical() -> None:
    # PROHIBES would lie through the S of OVALISE
    given = case("?PEBROH", {"PROHIBES", "OVALISE"}, "H8 OVALISE")
    assert zero(verdict("PROHIBES 999", given), "reference_missing")


def test_case_22_reference_and_points_wrong() -> None:
    assert zero(verdict("B2 ZOMO 55", MENERAI), "not_connected")


def test_case_24_a_word_put_where_it_cannot_be_played() -> None:
    assert verdict("A1 ZOMO 14", MENERAI).outcome == "zero"


def test_case_25_a_lower_place_of_the_same_word_counts_as_written() -> None:
    # through the R at H8 no premium counts; through the I at H10 the T stands on a triple letter: 3+1+1
    assert accepted(verdict("8G TRI 3", MENERAI), 3)
    assert accepted(verdict("10F TRI 5", MENERAI), 5)


def test_a_place_written_with_invalid_cross_words_stands_unless_the_points_are_those_of_the_place_beside() -> None:
    # under TA (H8 H9): at I9 SEL is 2+1+1 and AS 1+2, together 7; at I8 it would make TS and AE
    given = case("SELT", {"SEL", "TA", "AS"}, "H8 TA")
    assert accepted(verdict("I8 SEL 7", given), 7, ("reference_shifted", "penalty"), penalty=5)
    assert zero(verdict("I8 SEL 9", given), "invalid_cross_word")
    assert details(verdict("I8 SEL", given)) == ["TS, AE"]


# --- incomplete words -----------------------------------------------------------------------------------------------------------


def test_a_forgotten_last_letter_that_lies_on_the_board() -> None:
    # down column 8 to the S at H8, the A on the double letter D8: 1+2+3+1+1+1 = 9
    given = case("TABLEOP", {"TABLES", "SEL", "TABLE"}, "H8 SEL")
    full = verdict("8C TABLES 9", given)
    short = verdict("8C TABLE 9", given)
    assert accepted(full, 9)
    assert short.points == 9
    assert faults(short)[0] == ("word_incomplete", "penalty")
    assert (short.penalty, details(short)[0]) == (5, "TABLES")


def test_a_forgotten_first_letter_is_zero() -> None:
    given = case("ABLERTO", {"SABLE", "ABLE", "ES"}, "8G ES")
    assert zero(verdict("H9 ABLE 9", given), "word_incomplete")
    assert details(verdict("H9 ABLE 9", given)) == ["SABLE"]


def test_a_word_left_incomplete_is_named_as_that_whatever_else_is_wrong() -> None:
    # no T was drawn, and the S of SEL ends the word
    judged = verdict("8C TABLE 9", case("ABLEOP", {"TABLES", "SEL"}, "H8 SEL"))
    assert zero(judged, "letter_not_in_draw", "word_incomplete")
    assert details(judged) == ["T", "TABLES"]


def test_part_of_a_word_that_lies_there_lays_nothing() -> None:
    assert zero(verdict("H5 ENERA 5", replace(MENERAI, lexicon=frozenset({"ENERA"}))), "nothing_placed")


@pytest.mark.parametrize(
    ("text", "whole"),
    [("A1 Z 14", "Z"), ("H11 S 8", "MENERAIS"), ("8G Z 14", "ZR"), ("4F Z", "Z"), ("4F z", "Z")],
)
def test_a_letter_alone_is_a_word_not_written_in_full(text: str, whole: str) -> None:
    judged = verdict(text, MENERAI)
    assert zero(judged, "word_incomplete")
    assert details(judged) == [whole]


def test_a_letter_alone_without_a_reference_or_on_the_empty_board() -> None:
    assert zero(verdict("Z 14", MENERAI), "word_incomplete", "reference_missing")
    assert zero(verdict("H8 F", FEDAYIN), "word_incomplete")


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        # case 7 and a word that is none have no place, so that no word across one can be meant
        ("PRO 39", {"MENERAI", "PROMENERAI"}, [("invalid_word", "PRO"), ("reference_missing", "")]),
        ("ZOO 12", {"MENERAI"}, [("invalid_word", "ZOO"), ("reference_missing", "")]),
        # none of its letters lies on the board, and beside MENERAI it makes a word with each letter that it touches
        ("ZOO 12", {"MENERAI", "ZOO"}, [("does_not_fit", "ZOO"), ("reference_missing", "")]),
        ("ZOOS 13", {"MENERAI"}, [("letter_not_in_draw", "S"), ("invalid_word", "ZOOS"), ("reference_missing", "")]),
    ],
)
def test_of_a_word_without_a_place_only_the_word_is_named(text: str, words: set[str], expected: list[tuple[str, str]]) -> None:
    judged = verdict(text, case("PROTIZO", words, "H4 MENERAI"))
    assert [(fault.fault.value, fault.detail) for fault in judged.faults] == expected
    assert judged.outcome == "zero"

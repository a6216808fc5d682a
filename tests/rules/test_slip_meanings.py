"""What a careless slip may mean: contradictions that are asked about, faults that add up, words in pieces, letters left out.

Points are worked out by hand beside each position; row H is the middle one, H8 the star.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.arbiter import Case, decided
from engine.builtin import tileset
from engine.bulletin import Verdict
from engine.reading import read_slip
from engine.ruleset import Fault, RuleSet, Sanction, with_setting
from tests.rules.judging import DUTCH, FRENCH, ROMANIAN, case, faults, verdict


def meant(judged: Verdict, given: Case) -> list[tuple[str, int]]:
    return [(given.reference(each.play.moves[0]), each.points) for each in judged.candidates]


# M4 E5 N6 E7 R8 A9 I10 on row H. ZOMo down column 4 takes its M from there: Z F4, O G4, M H4, blank O I4.
# Z 10 + O 1 + M 2 + blank 0 = 13; F4, G4 and I4 are plain squares, H4 is covered.
MENERAI = case("PROTIZ?", {"PROMENERAI", "MENERAI", "ZOMO"}, "H4 MENERAI")
# T4 A5 B6 L7 E8 on row H. LIEN down column 8 from F8: L F8, I G8, E H8, N I8; all but the star, covered, are plain: 1+1+1+1 = 4.
TABLE = case("LIN?OPS", {"LIEN", "TABLE", "NOTABLE"}, "H4 TABLE")
# N H2, O H3 before TABLE: no premium below them but H1: N 1 + O 1 + T 1 + A 1 + B 3 + L 1 + E 1 = 9
NOTABLE = case("NOLIRSU", {"LIEN", "TABLE", "NOTABLE", "RIEN"}, "H4 TABLE")


# --- a place that cannot be meant, and joining letters that name another ------------------------------------------------


@pytest.mark.parametrize("place", ["A1", "H4", "H5", "O15"])
def test_good_joining_letters_against_a_place_that_cannot_be_meant_are_the_referees(place: str) -> None:
    judged = verdict(f"{place} ZOMo + MEN 13", MENERAI)
    assert (judged.outcome, faults(judged)) == ("undecided", [("reference_contradictory", "referee")])
    assert meant(judged, MENERAI) == [("4F", 13)]


def test_joining_letters_that_confirm_a_shifted_place_leave_it_shifted() -> None:
    judged = verdict("4G ZOMo + MEN 13", MENERAI)
    assert (judged.outcome, judged.points, judged.penalty) == ("accepted", 13, 5)
    assert faults(judged) == [("reference_shifted", "penalty")]


def test_two_joining_letters_against_the_place_add_their_own_fault() -> None:
    judged = verdict("A1 ZOMo + ME 13", MENERAI)
    assert faults(judged) == [("reference_contradictory", "referee"), ("joining_too_short", "warning")]


def test_joining_letters_of_nothing_do_not_save_a_wrong_place() -> None:
    assert verdict("A1 ZOMo + XYZ 13", MENERAI).outcome == "zero"


def test_joining_letters_of_the_place_written_leave_its_invalid_words_as_they_are() -> None:
    # SA down column 8: its S is named by the letters that it touches, and makes CASES, which is no word here
    under = case("SAXYZ", {"CASE", "SA", "SEC"}, "H4 CASE")
    judged = verdict("8H SA + CASE 4", under)
    assert judged.outcome == "zero"
    assert ("invalid_cross_word", "zero") in faults(judged)


def test_books_without_joining_letters_do_not_ask() -> None:
    # Romanian: a place that cannot be played annuls, whatever stands beside it
    romanian = replace(MENERAI, rules=ROMANIAN)
    assert verdict("A1 ZOMo + MEN 13", romanian).outcome == "zero"


# --- faults of an undecided slip ------------------------------------------------------------------------------------------


def test_an_undecided_slip_keeps_its_other_faults() -> None:
    judged = verdict("A1 8F LIEN", TABLE)
    assert (judged.outcome, faults(judged)) == ("undecided", [("reference_contradictory", "referee"), ("missing_points", "warning")])
    settled = decided(judged, judged.candidates[0], FRENCH)
    assert (settled.outcome, settled.points, settled.penalty, settled.warnings) == ("accepted", 4, 0, 1)
    assert faults(settled) == [("reference_contradictory", "none"), ("missing_points", "warning")]


def test_three_faults_of_an_undecided_slip_stand_in_the_stated_order() -> None:
    # a blank stands for the I, unmarked: 1 + 0 + 1 + 1 = 3
    with_blank = replace(TABLE, letters="LN?OPSU")
    judged = verdict("F8 LIEN 99", with_blank)
    assert faults(judged) == [("reference_direction", "referee"), ("blank_unmarked", "warning"), ("wrong_points", "warning")]
    settled = decided(judged, judged.candidates[0], FRENCH)
    # one warning a slip, however many faults call for one
    assert (settled.points, settled.warnings, settled.penalty) == (3, 1, 0)


def test_faults_that_depend_on_the_meaning_are_settled_with_it() -> None:
    # CASE 4..7 on rows H and L; CASER: C3 A1 S1 E1 R1 = 7, on H the R covers the star: 14, on L the double letter: 8
    twice = case("RRST", {"CASE", "CASER"}, "H4 CASE", "L4 CASE")
    judged = verdict("CASER 8", twice)
    assert meant(judged, twice) == [("L4", 8), ("H4", 14)]
    right, wrong = (decided(judged, each, FRENCH) for each in judged.candidates)
    assert (right.points, faults(right)) == (8, [("reference_missing", "none")])
    assert (wrong.points, faults(wrong)) == (14, [("reference_missing", "none"), ("wrong_points", "warning")])


def test_a_penalty_beside_the_question_is_paid_once_it_is_decided() -> None:
    strict = with_setting(FRENCH, "slip.sanctions.wrong_points", "penalty")
    judged = verdict("F8 LIEN 99", replace(TABLE, rules=strict))
    assert judged.penalty == 0
    assert decided(judged, judged.candidates[0], strict).penalty == strict.slip.penalty_points


def test_beside_the_referees_zero_nothing_else_is_paid() -> None:
    judged = decided(verdict("F8 LIEN 99", TABLE), None, FRENCH)
    assert (judged.outcome, judged.points, judged.play, judged.warnings, judged.penalty) == ("zero", 0, None, 0, 0)
    assert {sanction for _, sanction in faults(judged)} == {"none"}


def test_a_meaning_that_scores_nothing_is_no_choice() -> None:
    strict = with_setting(FRENCH, "slip.sanctions.blank_unmarked", "zero")
    judged = verdict("F8 LIEN 3", replace(TABLE, rules=strict, letters="LN?OPSU"))
    assert judged.outcome == "zero"
    assert ("blank_unmarked", "zero") in faults(judged)


def test_an_extension_is_one_though_its_joining_letters_name_a_place_where_it_cannot_be_played() -> None:
    # MENERAIS on H4: 2 + 1 + 1 + 1 + 1 + 1 + 1 + 1 = 9, the S on H11 plain; its S beside EX at O1 would make no word
    given = case("SPROTIZ", {"MENERAI", "MENERAIS", "EX"}, "H4 MENERAI", "O1 EX")
    assert (verdict("MENERAIS 9", given).points, verdict("MENERAIS + EX 9", given).points) == (9, 9)
    assert faults(verdict("MENERAIS + EX 9", given)) == []


# --- joining letters that lead to several places --------------------------------------------------------------------------


def test_letters_enough_that_lead_to_two_places_are_not_called_too_short() -> None:
    # CASE on rows H and L: CASES fits both; four joining letters are more than the three asked for
    twice = case("SXYZ", {"CASE", "SA"}, "H4 CASE", "L4 CASE")
    judged = verdict("SA + CASE 2", twice)
    assert judged.outcome == "undecided"
    assert faults(judged)[0] == ("joining_ambiguous", "referee")
    assert len(judged.candidates) > 1


def test_two_letters_that_lead_to_two_places_are_both_faults() -> None:
    twice = case("SXYZ", {"CASE", "SA"}, "H4 CASE", "L4 CASE")
    judged = verdict("SA + CA 2", twice)
    assert faults(judged)[:2] == [("joining_too_short", "warning"), ("joining_ambiguous", "referee")]


def test_the_rule_set_says_what_ambiguous_letters_cost() -> None:
    twice = case("SXYZ", {"CASE", "SA"}, "H4 CASE", "L4 CASE", rules=with_setting(FRENCH, "slip.sanctions.joining_ambiguous", "zero"))
    judged = verdict("SA + CASE 2", twice)
    assert (judged.outcome, faults(judged)[0]) == ("zero", ("joining_ambiguous", "zero"))


# --- words in pieces ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["H4 JU(C)ATOR 100", "H4 JU (C) ATOR 100", "H 4 J U (C) A T O R 100", "H4 J U (C)ATOR = 100 p", "H4: JU (C)ATOR 100"],
)
def test_a_blank_in_parentheses_belongs_to_the_letters_beside_it(text: str) -> None:
    # J10 U1 C0 A1 T1 O1 R1, A on the star: 15 × 2 + 50 = 80; J on the double letter H4: 25 × 2 + 50 = 100, as published
    with_blank = case("JU?ATOR", {"JUCATOR", "JUC"}, rules=ROMANIAN)
    judged = verdict(text, with_blank)
    assert (judged.outcome, judged.points, faults(judged)) == ("accepted", 100, [])


def test_a_blank_closed_up_to_its_word_takes_no_further_word_in() -> None:
    read = read_slip("TABLE(S) EST 12", tileset("fr"))
    assert (read.word, read.placements[0].others) == ("TABLEs", ("EST",))
    read = read_slip("TABLE (S) 8H 12", tileset("fr"))
    assert (read.word, read.claimed, len(read.references)) == ("TABLEs", 12, 1)


def test_a_word_in_two_pieces_is_read_where_nothing_else_can_be_meant() -> None:
    # H4 RETINES as published: 66; RE alone at H4 does not reach the star, and is not what 66 points are for
    drawn = replace(case("EEINRST", {"RETINES", "RE"}), rules=with_setting(FRENCH, "slip.first_slip_at_maximum", "false"))
    judged = verdict("H4 RE TINES 66", drawn)
    assert (judged.outcome, judged.points, faults(judged)) == ("accepted", 66, [])


def test_a_piece_that_could_be_played_alone_is_believed_unless_the_points_are_the_wholes() -> None:
    # at H8: RE = (1+1) × 2 = 4; RETINES = (7 + 1 for the double letter H12) × 2 + 50 = 66
    drawn = replace(case("EEINRST", {"RETINES", "RE"}), rules=with_setting(FRENCH, "slip.first_slip_at_maximum", "false"))
    assert verdict("H8 RE TINES 66", drawn).points == 66
    for text in ("H8 RE TINES 4", "H8 RE TINES 50", "H8 RE TINES"):
        assert faults(verdict(text, drawn))[0][0] == "several_slips"


@pytest.mark.parametrize("text", ["TABLE RIEN 8F 4", "RIEN TABLE 8F 4", "8F TABLE RIEN 4", "8F RIEN TABLE 4", "TABLE RIEN 4"])
def test_the_word_joined_may_stand_before_the_word_played(text: str) -> None:
    judged = verdict(text, NOTABLE)
    assert (judged.outcome, judged.points, faults(judged)) == ("accepted", 4, [])


def test_several_placements_of_a_last_round_need_no_sign_between_nor_points_each() -> None:
    read = read_slip("14H BRAT 7H DIN = 19 p", tileset("ro"), several=True)
    assert [(each.references[0].text.strip(), each.word) for each in read.placements] == [("14H", "BRAT"), ("7H", "DIN")]
    assert read.claimed == 19
    # in any other round place and word twice is one placement with two of each, which contradict each other
    assert len(read_slip("14H BRAT 7H DIN = 19 p", tileset("ro")).placements) == 1


@pytest.mark.parametrize(
    ("text", "across"),
    [
        ("H8 hor KAAS 14", True),
        ("H8 horizontaal KAAS 14", True),
        ("8H ver KAAS 14", False),
        ("8H KAAS verticaal 14", False),
        ("H8 VERT. KAAS 14", False),
    ],
)
def test_dutch_directions_in_words(text: str, across: bool) -> None:
    # K3 A1 A1 S2 on the star: 7 × 2 = 14 either way
    judged = verdict(text, case("KAASHOR", {"KAAS"}, rules=DUTCH))
    assert (judged.outcome, judged.points) == ("accepted", 14)
    assert judged.play is not None
    assert (judged.play.moves[0].direction.value == "across") is across


def test_a_word_that_names_a_direction_can_be_played() -> None:
    # H4 O1 R2 on the star: 7 × 2 = 14
    drawn = case("KAASHOR", {"HOR"}, rules=DUTCH)
    assert verdict("H8 HOR 14", drawn).points == 14
    assert verdict("H8 hor HOR 14", drawn).points == 14
    # no other language takes it for one
    assert read_slip("H8 VER HOR 14", tileset("fr")).word == "VER"


# --- letters of the board left out ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "given", "whole"),
    [("PROMENER 13", MENERAI, "PROMENERAI"), ("NOTABL 9", NOTABLE, "NOTABLE"), ("A1 NOTABL 9", NOTABLE, "NOTABLE")],
)
def test_an_extension_left_incomplete_is_named_as_such(text: str, given: Case, whole: str) -> None:
    judged = verdict(text, given)
    assert (judged.outcome, [(f.fault, f.sanction, f.detail) for f in judged.faults]) == (
        "zero",
        [(Fault.WORD_INCOMPLETE, Sanction.ZERO, whole)],
    )


def test_as_many_letters_make_an_extension_as_the_book_asks_of_joining_letters() -> None:
    # NOTAB ends with three letters of TABLE
    four = replace(NOTABLE, rules=with_setting(FRENCH, "slip.joining_letters", "4"))
    assert faults(verdict("NOTAB 9", NOTABLE)) == [("word_incomplete", "zero")]
    assert "word_incomplete" not in dict(faults(verdict("NOTAB 9", four)))
    assert faults(verdict("NOTABL 9", four)) == [("word_incomplete", "zero")]


@pytest.mark.parametrize("rules", [DUTCH, ROMANIAN])
def test_books_without_extensions_ask_for_the_place_of_every_word(rules: RuleSet) -> None:
    judged = verdict("PROMENER 13", replace(MENERAI, rules=rules))
    assert judged.outcome == "zero"
    assert dict(faults(judged)).get("reference_missing") == "zero"
    assert "word_incomplete" not in dict(faults(judged))


def test_with_its_place_a_forgotten_last_letter_is_forgiven_as_before() -> None:
    judged = verdict("H2 NOTABL 9", NOTABLE)
    assert (judged.outcome, judged.points, judged.penalty, faults(judged)) == ("accepted", 9, 5, [("word_incomplete", "penalty")])

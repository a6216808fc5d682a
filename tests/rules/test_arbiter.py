"""Slips judged by the French, Dutch and Romanian books; cases and sources: section "Cases" of docs/rules.md.

Expected points are worked out beside each position. Small word sets stand for the lexicon, so that a test says which words count.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from engine.arbiter import Case, judge, no_slip
from engine.board import Board
from engine.builtin import ruleset, tileset
from engine.bulletin import Bulletin, SanctionedFault, Verdict
from engine.reading import parse_play
from engine.ruleset import Fault, RuleSet, Sanction, with_setting
from engine.tiles import TileSet

FRENCH = ruleset("french")
DUTCH = ruleset("dutch")
ROMANIAN = ruleset("romanian")
SETS = {"french": tileset("fr"), "dutch": tileset("nl"), "romanian": tileset("ro")}


def board(*plays: str, tiles: TileSet | None = None) -> Board:
    laid = Board()
    for text in plays:
        laid = laid.place(parse_play(text, tiles or SETS["french"]).moves[0])
    return laid


def case(
    letters: str,
    words: Iterable[str],
    *plays: str,
    rules: RuleSet = FRENCH,
    official: bool = True,
) -> Case:
    tiles = SETS[rules.name]
    laid = board(*plays, tiles=tiles)
    return Case(rules, tiles, frozenset(words), official, laid, letters)


def verdict(text: str, given: Case, *, late: bool = False, several: bool = False) -> Verdict:
    return judge(Bulletin(1, text, 1, "file", late), given, several=several)


def faults(judged: Verdict) -> list[tuple[str, str]]:
    return [(fault.fault.value, fault.sanction.value) for fault in judged.faults]


def details(judged: Verdict) -> list[str]:
    return [fault.detail for fault in judged.faults]


def accepted(judged: Verdict, points: int, *expected: tuple[str, str], penalty: int = 0) -> bool:
    assert (judged.outcome, judged.points, judged.penalty) == ("accepted", points, penalty)
    assert faults(judged) == list(expected)
    assert judged.play is not None
    return True


def zero(judged: Verdict, *expected: str) -> bool:
    assert (judged.outcome, judged.points, judged.play, judged.penalty) == ("zero", 0, None, 0)
    assert [fault for fault, sanction in faults(judged) if sanction == "zero"] == list(expected)
    return True


WRONG_POINTS = ("wrong_points", "warning")
NO_POINTS = ("missing_points", "warning")
FEDAYIN = case("FEDAYIN", {"FEDAYIN"})
# Row H from column 1: 3P R O and MENERAI on the board, P on the triple word: (3+1+1+2+6) * 3 = 39.
MENERAI = case("PROTIZO", {"PROMENERAI", "MENERAI", "ZOMO", "TRI"}, "H4 MENERAI")
SEMAINE = case("MEEISAN", {"SEMAINE", "ANEMIES", "MINEES"})


# --- the first slip of the game (French) -------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["H2", "H3", "H4", "H5", "H6", "H7", "H8", "8B", "A1", "H16", "", "H4 4H"])
def test_case_1_first_slip_counts_at_the_words_maximum_whatever_its_place(place: str) -> None:
    assert accepted(verdict(f"FEDAYIN {place} 110", FEDAYIN), 110)


@pytest.mark.parametrize(("place", "points"), [(2, 94), (3, 92), (4, 98), (5, 90), (6, 92), (7, 92), (8, 110)])
def test_fedayin_as_published(place: int, points: int) -> None:
    move = parse_play(f"H{place} FEDAYIN", FEDAYIN.tileset).moves[0]
    assert FEDAYIN.board.score(move, FEDAYIN.tileset, FRENCH.bonus).total == points


def test_case_2_wrong_points_on_the_first_slip() -> None:
    assert accepted(verdict("FEDAYIN H4 98", FEDAYIN), 110, WRONG_POINTS)


def test_case_3_top_with_wrong_points_is_credited() -> None:
    assert accepted(verdict("FEDAYIN H8 94", FEDAYIN), 110, WRONG_POINTS)


@pytest.mark.parametrize("text", ["fEDAYIN H3 108", "FEDAYiN 108", "(F)EDAYIN 8H 108", "FEDAYIN O15 108"])
def test_case_4_blank_circled_wrongly_or_not_at_all_on_the_first_slip(text: str) -> None:
    # a blank for the E, at H8: F on the star, Y on the double letter H12: (4+0+2+1+20+1+1) * 2 + 50 = 108
    with_blank = case("F?DAYIN", {"FEDAYIN"})
    assert accepted(verdict(text, with_blank), 108)


def test_without_the_french_rule_the_first_slip_must_lie_on_the_star() -> None:
    plain = replace(FEDAYIN, rules=with_setting(FRENCH, "slip.first_slip_at_maximum", "false"))
    assert accepted(verdict("H4 FEDAYIN 98", plain), 98)
    assert zero(verdict("A1 FEDAYIN 98", plain), "not_on_star")
    assert accepted(verdict("H9 FEDAYIN 110", plain), 110, ("reference_shifted", "penalty"), penalty=5)


def test_case_27_the_word_counts_at_its_maximum_though_the_claim_is_the_top_of_another() -> None:
    assert accepted(verdict("ANEMIES H8 70", SEMAINE), 68, WRONG_POINTS)
    assert accepted(verdict("SEMAINE H2 70", SEMAINE), 70)


def test_case_28_a_modest_first_slip() -> None:
    assert accepted(verdict("MINEES H4 18", SEMAINE), 18)


def test_case_26_a_word_that_does_not_exist() -> None:
    assert zero(verdict("SEMIANE H4 70", SEMAINE), "invalid_word")
    assert details(verdict("SEMIANE H4 70", SEMAINE)) == ["SEMIANE"]


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


# --- points ---------------------------------------------------------------------------------------------------------------

# Z10 O1 on white squares, M2 lies there, O1: ZOMO at 4F is 14.


def test_case_9_no_points_written() -> None:
    assert accepted(verdict("4F ZOMO", MENERAI), 14, NO_POINTS)


def test_case_10_wrong_points() -> None:
    judged = verdict("4F ZOMO 41", MENERAI)
    assert accepted(judged, 14, WRONG_POINTS)
    assert (judged.claimed, judged.warnings, details(judged)) == (41, 1, ["41"])


def test_contradictory_points_are_wrong_points() -> None:
    assert accepted(verdict("4F ZOMO 14 15", MENERAI), 14, WRONG_POINTS)


# --- joining letters --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["ZOMO + MEN 14", "ZOMO + MENERAI 14", "ZOMO MENERAI 14", "zomo + nerai 14", "4F ZOMO + ENE 14"])
def test_three_joining_letters_name_the_place(text: str) -> None:
    assert accepted(verdict(text, MENERAI), 14)


def test_case_11_two_joining_letters() -> None:
    judged = verdict("ZOMO + ME 14", MENERAI)
    assert accepted(judged, 14, ("joining_too_short", "warning"))
    assert details(judged) == ["ME"]


@pytest.mark.parametrize("written", ["MANERAI", "MENERA I".replace(" ", "L"), "MENNERAI", "MEMERAI"])
def test_an_altered_joining_word_that_points_to_one_place(written: str) -> None:
    assert accepted(verdict(f"ZOMO + {written} 14", MENERAI), 14, ("joining_altered", "warning"))


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
    assert details(judged) == ["OO"]


def test_a_blank_on_the_board_is_no_mark() -> None:
    given = case("ZOOT", {"ZOMO", "MENERAI"}, "H4 mENERAI")
    assert accepted(verdict("4F ZOMO 12", given), 12)
    assert accepted(verdict("4F ZOmO 12", given), 12)


# --- slips that are none ------------------------------------------------------------------------------------------------------


def test_case_14_unreadable_is_the_referees() -> None:
    judged = verdict("4F Z%MO", MENERAI)
    assert (judged.outcome, judged.points, judged.candidates) == ("undecided", 0, ())
    assert faults(judged) == [("unreadable", "referee")]


@pytest.mark.parametrize("text", ["", "   ", "-", "4F", "14", "4F 14", "4F H 14", "4F O 2"])
def test_case_17_blank_slip(text: str) -> None:
    assert zero(verdict(text, MENERAI), "blank_slip")


def test_case_17_no_slip() -> None:
    judged = no_slip(3, MENERAI)
    assert zero(judged, "no_slip")
    assert judged.seat == 3


def test_case_18_two_slips_of_one_table() -> None:
    assert zero(verdict("4F ZOMO 14", MENERAI, several=True), "several_slips")


@pytest.mark.parametrize("text", ["4F ZOMO 14 / H1 PROMENERAI 39", "4F ZOMO TRI 14", "4F ZOMO; 8G TRI"])
def test_alternatives_without_a_choice(text: str) -> None:
    assert zero(verdict(text, MENERAI), "several_slips")


def test_alternatives_are_listed_where_the_referee_decides() -> None:
    lenient = replace(MENERAI, rules=with_setting(FRENCH, "slip.sanctions.several_slips", "referee"))
    judged = verdict("4F ZOMO 14 / H1 PROMENERAI 39", lenient)
    assert judged.outcome == "undecided"
    assert sorted(c.points for c in judged.candidates) == [14, 39]


def test_case_19_late() -> None:
    assert zero(verdict("4F ZOMO 14", MENERAI, late=True), "late")


def test_zero_costs_nothing_more() -> None:
    judged = verdict("4E ZOMO", MENERAI, late=True)
    assert zero(judged, "late")
    assert faults(judged) == [("late", "zero"), ("reference_shifted", "none")]
    assert (judged.warnings, judged.penalty) == (0, 0)


def test_several_faults_add_up_in_their_order() -> None:
    given = case("Z?OT", {"ZOMO", "MENERAI"}, "H4 MENERAI")
    judged = verdict("4E zOMO 99", given)
    assert faults(judged) == [("reference_shifted", "penalty"), ("blank_wrong", "warning"), WRONG_POINTS]
    assert (judged.outcome, judged.points, judged.penalty, judged.warnings) == ("accepted", 13, 5, 1)


@pytest.mark.parametrize("fault", Fault)
def test_every_fault_has_a_place_in_the_order_and_a_sanction_in_each_book(fault: Fault) -> None:
    for rules in (FRENCH, DUTCH, ROMANIAN):
        assert fault in rules.slip.sanctions


def test_a_sanction_milder_than_zero_cannot_save_what_cannot_lie() -> None:
    mild = replace(MENERAI, rules=with_setting(FRENCH, "slip.sanctions.does_not_fit", "warning"))
    assert zero(verdict("H5 ZOMO 14", mild), "does_not_fit")


def test_the_referee_may_be_asked_about_anything() -> None:
    asked = replace(MENERAI, rules=with_setting(FRENCH, "slip.sanctions.reference_missing", "referee"))
    judged = verdict("TRI 5", asked)
    assert judged.outcome == "undecided"
    # the likeliest first: the place whose points the player wrote
    assert [MENERAI.reference(c.play.moves[0]) for c in judged.candidates] == ["10F", "8G"]
    assert judged.points == 5


# --- Dutch ---------------------------------------------------------------------------------------------------------------------------


def dutch(letters: str, words: Iterable[str], *plays: str) -> Case:
    return case(letters, words, *plays, rules=DUTCH)


def test_dutch_direction_by_mark() -> None:
    # E18/1 C5 H4 T2 E R2: ECHTER at H3; TRECHTERTJE from H1 is the published 78 (docs/rules.md)
    given = dutch("TRTJEZ?", {"ECHTER", "TRECHTERTJE", "ZET"}, "H3 ECHTER")
    assert accepted(verdict("H1 TRECHTERTJE 78", given), 78)
    assert accepted(verdict("1H H TRECHTERTJE 78", given), 78)
    assert accepted(verdict("H1 → TRECHTERTJE 70", given), 78, ("wrong_points", "none"))
    assert verdict("H1 V TRECHTERTJE 78", given).outcome == "zero"


def test_dutch_blank_marks_are_optional() -> None:
    given = dutch("TRT?EZA", {"ECHTER", "TRECHTERTJE"}, "H3 ECHTER")
    # J4 under no premium, the word tripled: 78 - 3 * 4
    assert accepted(verdict("H1 TRECHTERTJE 66", given), 66, ("blank_unmarked", "none"))
    assert accepted(verdict("H1 TRECHTERtJE", given), 66, ("blank_wrong", "none"), ("missing_points", "none"))


def test_case_34_dutch_alternatives_without_a_choice() -> None:
    given = dutch("TRTJEZA", {"ECHTER", "TRECHTERTJE", "ZET"}, "H3 ECHTER")
    assert zero(verdict("H1 TRECHTERTJE 78 / 3G ZET 9", given), "several_slips")


@pytest.mark.parametrize("text", ["TRECHTERTJE 78", "TRECHTERTJE + CHT 78", "H2 TRECHTERTJE 78", "1H TRECHTERTJE 78", "H1 TRECHTERTJ 77"])
def test_dutch_wrong_filling_in_is_zero(text: str) -> None:
    given = dutch("TRTJEZA", {"ECHTER", "TRECHTERTJE", "ZET"}, "H3 ECHTER")
    assert verdict(text, given).outcome == "zero"


# --- Romanian ------------------------------------------------------------------------------------------------------------------------


def romanian(letters: str, words: Iterable[str], *plays: str) -> Case:
    return case(letters, words, *plays, rules=ROMANIAN)


def test_romanian_slips_in_their_own_form() -> None:
    given = romanian("JUCATOR", {"JUCATOR"})
    assert accepted(verdict("P11-T1 - H4: JUCATOR = 102 p", given), 102)
    with_blank = romanian("JU?ATOR", {"JUCATOR"})
    assert accepted(verdict("P11-T1 - H4: JU(C)ATOR = 100 p", with_blank), 100)
    assert accepted(verdict("H4: JUC0ATOR = 100 p", with_blank), 100)


def test_case_32_romanian_blank_not_in_parentheses() -> None:
    assert zero(verdict("H4: JUCATOR = 100 p", romanian("JU?ATOR", {"JUCATOR"})), "blank_unmarked")
    assert zero(verdict("H4: (J)UCATOR = 92 p", romanian("JU?ATOR", {"JUCATOR"})), "blank_wrong")


def test_romanian_first_slip_has_no_privilege() -> None:
    given = romanian("JUCATOR", {"JUCATOR"})
    assert zero(verdict("JUCATOR 102", given), "reference_missing")
    assert zero(verdict("A1: JUCATOR = 102 p", given), "not_on_star")
    assert zero(verdict("H9: JUCATOR = 102 p", given), "reference_shifted")


def test_romanian_late_slip_counts_until_the_results_are_shown() -> None:
    given = romanian("JUCATOR", {"JUCATOR"})
    assert accepted(verdict("H4: JUCATOR = 102 p", given, late=True), 102, ("late", "none"))


def last_round(letters: str, words: Iterable[str], *plays: str) -> Case:
    """The bag is empty: a tile set of exactly what lies on the board and in the draw."""
    given = romanian(letters, words, *plays)
    used = given.board.tiles() + letters
    tiles = tuple(replace(tile, count=used.count(tile.code)) for tile in given.tileset.tiles)
    return replace(given, tileset=replace(given.tileset, tiles=tiles, blanks=used.count("?")))


LAST = last_round("SALEIT", {"MARE", "MARES", "AS", "SA", "LAT", "LA", "MAREA", "ETI", "EL", "ALE"}, "H5 MARE")


def test_romanian_last_round_takes_several_placements() -> None:
    # H5 MARES: S on H9 white, M4 A1 R1 E1 S1 = 8. 9H SA through that S: S1 A1, I9 is a double letter: 3.
    judged = verdict("H5 MARES 8 / 9H SA 3", LAST)
    assert accepted(judged, 11)
    assert judged.play is not None
    assert [move.word for move in judged.play.moves] == ["MARES", "SA"]


def test_placements_of_the_last_round_written_in_full_need_no_sign_between() -> None:
    assert accepted(verdict("H5: MARES = 8 p 9H: SA = 3 p", LAST), 11)
    # the same twice: the second time every tile lies there already, and it costs nothing
    judged = verdict("H5 MARES 8 H5 MARES 8", LAST)
    assert (judged.outcome, judged.points) == ("accepted", 8)
    assert ("nothing_placed", "zero") in faults(judged)


def test_each_placement_of_the_last_round_is_judged_on_the_board_the_former_ones_leave() -> None:
    # SA first lays the S itself: 1+2 and MARES 8; then nothing is left to lay for MARES
    judged = verdict("9H SA 11 / H5 MARES 8", LAST)
    assert (judged.outcome, judged.points) == ("accepted", 11)
    assert ("nothing_placed", "zero") in faults(judged)
    judged = verdict("H5 MARES 8 / 9H SAL 3", LAST)
    assert (judged.outcome, judged.points) == ("accepted", 8)
    assert ("invalid_word", "zero") in faults(judged)
    # the letters run out: one S only
    again = verdict("H5 MARES 8 / 5H MAS 3 / O1 AS 2", LAST)
    assert (again.outcome, again.points) == ("accepted", 8)


def test_several_placements_are_refused_while_the_bag_holds_tiles() -> None:
    given = romanian("SALEITN", {"MARE", "MARES", "SA"}, "H5 MARE")
    assert zero(verdict("H5 MARES 8 / 9H SA 3", given), "several_slips")


# --- substitution and decomposed -----------------------------------------------------------------------------------------------


def with_game(rules: RuleSet, game: str) -> RuleSet:
    return with_setting(with_setting(rules, "game", game), "slip.first_slip_at_maximum", "false")


def test_substitution() -> None:
    given = replace(case("EEINRST", {"WESTERN", "RETINES"}), rules=with_game(FRENCH, "substitution"))
    judged = verdict("I>W H4 WESTERN 102", given)
    assert accepted(judged, 102)
    assert judged.play is not None
    assert judged.play.exchange == ("I", "W")
    assert accepted(verdict("H4 RETINES 66", given), 66)
    assert zero(verdict("A>W H4 WESTERN 102", given), "letter_not_in_draw")


def test_an_exchange_in_a_plain_game() -> None:
    assert zero(verdict("I>W H4 WESTERN 102", case("EEINRST", {"WESTERN"})), "letter_not_in_draw")


def test_decomposed() -> None:
    given = replace(case("ABJMNOO", {"JAMBON", "ON", "JOMON", "JAB"}), rules=with_game(FRENCH, "decomposed"))
    assert accepted(verdict("H4 JAMBON 48 / 9G ON 3", given), 51)
    assert accepted(verdict("H4 JOMON 42 / 4H JAB 12", given), 54)
    assert accepted(verdict("H4 JAMBON 48", given), 48)
    assert zero(verdict("H4 JAMBON / 9G ON / 9G ON", given), "several_slips")


def test_the_parts_of_a_decomposed_slip_stand_or_fall_together() -> None:
    given = replace(case("ABJMNOO", {"JAMBON", "ON", "JOMON", "JAB", "MON"}), rules=with_game(FRENCH, "decomposed"))
    # JAB on H4 does not touch the star; what was to lie on it is not judged
    judged = verdict("H4 JAB / 4H JOMON", given)
    assert (faults(judged), judged.outcome) == ([("not_on_star", "zero")], "zero")
    given = replace(given, letters="ABJMNOA")
    judged = verdict("H4 JOMAN / 4H JAB 54", given)
    assert (faults(judged), details(judged)) == ([("invalid_word", "zero")], ["JOMAN"])
    judged = verdict("H4 JAMBON / 9G OM 51", given)
    assert "invalid_word" in [fault for fault, _ in faults(judged)]
    # MON, and MA through its M, lay four of the seven letters
    judged = verdict("H7 MON / 7H MA 10", replace(given, lexicon=frozenset({"MON", "MA"})))
    assert (faults(judged), details(judged)) == ([("too_few_tiles", "zero")], ["4/7"])
    # a word that the referee may still admit leaves the whole play to him
    asked = replace(given, rules=with_setting(given.rules, "slip.sanctions.invalid_word", "referee"))
    judged = verdict("H4 JOMAN / 4H JAB 54", replace(asked, lexicon=frozenset({"JAB"})))
    assert (judged.outcome, len(judged.candidates)) == ("undecided", 1)
    assert [len(each.play.moves) for each in judged.candidates] == [2]


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


# --- values ----------------------------------------------------------------------------------------------------------------------------


def test_verdicts_keep_the_seat_and_the_claim() -> None:
    judged = judge(Bulletin(17, "4F ZOMO 14", 1, "tablet"), MENERAI)
    assert (judged.seat, judged.claimed) == (17, 14)


def test_sanctions_are_the_rule_sets() -> None:
    strict = replace(MENERAI, rules=with_setting(FRENCH, "slip.sanctions.wrong_points", "penalty"))
    judged = verdict("4F ZOMO 15", strict)
    assert judged.faults == (SanctionedFault(Fault.POINTS_WRONG, Sanction.PENALTY, "15"),)
    assert (judged.points, judged.penalty) == (14, 5)

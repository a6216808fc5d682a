"""French slips: the first of the game, points, slips that are none, faults together.

Cases and sources: section "Cases" of docs/rules.md. Expected points are worked out beside each position.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.arbiter import judge, no_slip
from engine.bulletin import Bulletin, SanctionedFault
from engine.reading import parse_play
from engine.ruleset import Fault, Sanction, with_setting
from tests.rules.judging import (
    DUTCH,
    FEDAYIN,
    FRENCH,
    MENERAI,
    NO_POINTS,
    ROMANIAN,
    SEMAINE,
    WRONG_POINTS,
    accepted,
    case,
    details,
    faults,
    verdict,
    zero,
)

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


# --- values ----------------------------------------------------------------------------------------------------------------------------


def test_verdicts_keep_the_seat_and_the_claim() -> None:
    judged = judge(Bulletin(17, "4F ZOMO 14", 1, "tablet"), MENERAI)
    assert (judged.seat, judged.claimed) == (17, 14)


def test_sanctions_are_the_rule_sets() -> None:
    strict = replace(MENERAI, rules=with_setting(FRENCH, "slip.sanctions.wrong_points", "penalty"))
    judged = verdict("4F ZOMO 15", strict)
    assert judged.faults == (SanctionedFault(Fault.POINTS_WRONG, Sanction.PENALTY, "15"),)
    assert (judged.points, judged.penalty) == (14, 5)

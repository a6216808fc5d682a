"""Slips by the Dutch and Romanian books, and in the substitution and decomposed games.

Cases and sources: section "Cases" of docs/rules.md. Expected points are worked out beside each position.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from engine.arbiter import Case, decided, no_slip
from engine.bulletin import Verdict
from engine.ruleset import RuleSet, with_setting
from tests.rules.judging import (
    DUTCH,
    FEDAYIN,
    FRENCH,
    ROMANIAN,
    accepted,
    case,
    details,
    faults,
    verdict,
    zero,
)

# --- Dutch ---------------------------------------------------------------------------------------------------------------------------


def meant(judged: Verdict, given: Case) -> list[tuple[tuple[str, ...], int]]:
    return [
        (tuple(f"{given.reference(move)} {move.word}" for move in each.play.moves), each.points) for each in judged.candidates
    ]


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


def test_a_placement_of_the_last_round_that_is_the_referees_is_asked_about() -> None:
    # G9 is no place for SA, H9 beside it is; without it MARES stands alone
    asked = replace(LAST, rules=with_setting(LAST.rules, "slip.sanctions.reference_shifted", "referee"))
    judged = verdict("H5 MARES 8 / 9G SA 3", asked)
    assert (judged.outcome, judged.points, faults(judged)) == ("undecided", 11, [("reference_shifted", "referee")])
    assert meant(judged, asked) == [(("H5 MARES", "9H SA"), 11), (("H5 MARES",), 8)]
    with_it, without = (decided(judged, each, asked.rules) for each in judged.candidates)
    assert accepted(with_it, 11, ("reference_shifted", "none"))
    assert accepted(without, 8, ("reference_shifted", "none"), ("wrong_points", "none"))


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


def test_a_letter_for_the_same_letter_is_no_exchange() -> None:
    must = with_setting(with_game(FRENCH, "substitution"), "variant.exchange_decline", "false")
    given = replace(case("EEINRST", {"RETINES"}), rules=must)
    assert zero(verdict("H4 RETINES 66", given), "exchange_missing")
    judged = verdict("I>I H4 RETINES 66", given)
    assert zero(judged, "letter_not_in_draw")
    assert details(judged) == ["I>I"]


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


def test_the_referee_sees_the_whole_play_for_each_meaning_of_its_second_move() -> None:
    # JOMON H4: 42. OBA down through either O: from H5 1 + 3 + 1 = 5, from H7 the B on the double letter I7, 1 + 6 + 1 = 8.
    given = replace(case("ABJMNOO", {"JOMON", "OBA"}), rules=with_game(FRENCH, "decomposed"))
    judged = verdict("H4 JOMON 42 / OBA + JOMON 8", given)
    assert (judged.outcome, judged.points, faults(judged)) == ("undecided", 50, [("joining_ambiguous", "referee")])
    assert meant(judged, given) == [(("H4 JOMON", "7H OBA"), 50), (("H4 JOMON", "5H OBA"), 47)]
    as_written, other = (decided(judged, each, given.rules) for each in judged.candidates)
    assert accepted(as_written, 50, ("joining_ambiguous", "none"))
    assert accepted(other, 47, ("joining_ambiguous", "none"), ("wrong_points", "warning"))


def test_a_meaning_of_the_first_move_that_leaves_no_place_for_the_second_is_none() -> None:
    # CASER on row H covers the star: (3 + 1 + 1 + 1 + 1) × 2 = 14, or stands on row L; RS goes on from the R at H8 only: 1 + 1 = 2
    given = case("RS", {"CASE", "CASER", "RS"}, "H4 CASE", "L4 CASE", rules=with_game(FRENCH, "decomposed"))
    judged = verdict("CASER / 8H RS 16", given)
    assert (judged.outcome, faults(judged)) == ("undecided", [("reference_missing", "referee")])
    assert meant(judged, given) == [(("H4 CASER", "8H RS"), 16)]


def test_a_meaning_that_leaves_a_letter_is_no_choice_unless_the_book_lets_it_be() -> None:
    # CASES takes S at the end of either CASE; of RSS the R and one S are left, and ES down from H7 takes the S alone
    rules = with_game(FRENCH, "decomposed")
    given = case("RSS", {"CASE", "CASES", "ES"}, "H4 CASE", "L4 CASE", rules=rules)
    text = "CASES / 7H ES 2"
    assert zero(verdict(text, given), "too_few_tiles")
    asked = verdict(text, replace(given, rules=with_setting(rules, "slip.sanctions.too_few_tiles", "referee")))
    # 14 on row H or 8 on row L for CASES as for CASER, and 1 + 2 for ES with the S on the double letter I7
    assert (asked.outcome, sorted(points for _, points in meant(asked, given))) == ("undecided", [11, 17])


@pytest.mark.parametrize(("fault", "text"), [("no_slip", None), ("blank_slip", " "), ("blank_slip", "H4 66")])
def test_a_slip_that_says_nothing_may_cost_a_warning_or_a_penalty(fault: str, text: str | None) -> None:
    for sanction, warnings, penalty in (("none", 0, 0), ("warning", 1, 0), ("penalty", 0, 5), ("zero", 0, 0)):
        given = replace(FEDAYIN, rules=with_setting(FRENCH, f"slip.sanctions.{fault}", sanction))
        judged = no_slip(1, given) if text is None else verdict(text, given)
        assert faults(judged) == [(fault, sanction)]
        assert (judged.outcome, judged.points, judged.warnings, judged.penalty) == ("zero", 0, warnings, penalty)

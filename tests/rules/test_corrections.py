"""What the referee does besides the play: words admitted, slips corrected, averages, absences, second arbitration."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine import events as ev
from engine.builtin import ruleset
from engine.bulletin import Verdict
from engine.game import Phase, fold
from engine.lexicon import Lexicon, compile_words
from engine.referee import Referee, differences, expected_seats
from engine.ruleset import Fault, RuleSet, Sanction, with_setting
from engine.solver import make_solver
from engine.standings import Standing, running_sheet, standings
from tests.rules.table import FR, Table, refused

FRENCH = with_setting(ruleset("french"), "solo.minimum_seats", "2")
# Seven letters of one point on the star: 2 × (7 + 1) + 50 = 66 where a letter is doubled, that is from H2, H3, H4, H6, H7 and H8
WORDS = ("RETINES", "EN", "NE", "TES", "ET", "SA", "RIEN", "TRI", "RESINA")
DATE = "2026-11-30T21:14"


def referee(*more: str, official: bool = False) -> Referee:
    lexicon = Lexicon(compile_words((*WORDS, *more), FR, name="short", official=official))
    return Referee(lexicon, make_solver(lexicon, FR), official=official)


class Evening(Table):
    """An evening of three seats, or more, in which words are admitted."""

    def __init__(self, seats: int = 3, rules: RuleSet = FRENCH, judge: Referee | None = None) -> None:
        super().__init__(rules, seats, judge or referee())

    def standing(self, seat: int) -> Standing:
        return next(line for line in standings(self.game) if line.seat == seat)

    def admit(self, word: str, reason: str = "in the book", **named: Any) -> tuple[ev.Event, ...]:
        tiles = self.referee.admissible(self.game, word, reason, **named)
        self.referee = referee(*(each.word for each in self.game.admitted), tiles, official=self.referee.official)
        return self.do(self.referee.admit_word(self.game, tiles, reason))


# --- words ----------------------------------------------------------------------------------------------------------------------


def test_a_word_admitted_counts_for_every_seat_and_may_be_a_top() -> None:
    table = Evening()
    table.play_round("EEINRST", (1, "H4 RETINES 66"), (2, "H4 SERTINE 66"), (3, "H2 SERTINE 66"))
    assert table.points() == {1: 66, 2: 0, 3: 0}
    assert (table.round.solo, len(table.round.tops)) == (1, 6)
    table.admit("sertine", "Petit Robert")
    assert table.points() == {1: 66, 2: 66, 3: 66}
    assert len(table.round.tops) == 12
    assert table.round.solo == 0
    assert [(each.word, each.reason, each.round) for each in table.game.admitted] == [("SERTINE", "Petit Robert", 1)]
    retained = table.round.retained
    assert retained is not None
    assert retained.play.moves[0].word == "RETINES", "what lies on the boards stays"
    table.ask("undo")
    assert table.points() == {1: 66, 2: 0, 3: 0}
    assert (table.round.solo, table.game.admitted) == (1, ())


def test_a_word_admitted_before_the_reveal_changes_the_proposal() -> None:
    table = Evening()
    table.typed("AEIRSTT")
    for seat, slip in ((1, "H4 ATTIRES 66"), (2, "H4 TRI 6")):
        table.ask("hand_in", 1, seat, slip, "tablet", 0)
    table.ask("close")
    assert table.round.top_points < 66
    table.admit("ATTIRES")
    assert (table.round.top_points, table.points()[1]) == (66, 66)
    retained = table.round.retained
    assert retained is not None
    assert retained.play.moves[0].word == "ATTIRES"
    assert table.round.solo == 1


def test_a_word_admitted_while_the_round_is_played_changes_its_top_only() -> None:
    table = Evening()
    table.typed("AEIRSTT")
    kinds = [type(event) for event in table.admit("ATTIRES")]
    assert kinds == [ev.WordAdmitted, ev.TopsFound]
    assert table.round.top_points == 66
    assert table.round.is_open


def test_what_the_referee_decided_stays_when_a_word_is_admitted() -> None:
    table = Evening()
    table.play_round("EEINRST", (1, "H4 SERTINE 66"), (2, "H4 RIEN 8"))
    table.ask("overrule", 1, Verdict(1, "zero", 0, reason="tore it up"), DATE)
    table.ask("correct_slip", 1, 2, "H4 SERTINE 66", "keyed from the wrong table", DATE)
    table.ask("give_average", 1, 3, (1, 2), "the organiser's fault", DATE)
    assert table.points() == {1: 0, 2: 0, 3: 0}
    table.admit("SERTINE")
    assert table.points() == {1: 0, 2: 66, 3: 33}, "the mean is still that of 1 and 2, who have other points now"
    assert table.game.rounds[0].verdicts[2].reason == "keyed from the wrong table"


def test_a_word_is_admitted_before_the_first_draw_too() -> None:
    table = Evening()
    assert table.admit("SERTINE") == (ev.WordAdmitted("SERTINE", "in the book"),)
    table.play_round("EEINRST", (1, "H4 SERTINE 66"))
    assert table.points()[1] == 66


@pytest.mark.parametrize(
    ("word", "reason", "expected"),
    [
        ("RETINES", "x", "word_valid"),
        ("A", "x", "word_long"),
        ("A" * 16, "x", "word_long"),
        ("AB1", "x", "no_letter"),
        ("SE?TINE", "x", "no_letter"),
        ("SERTINE", " ", "reason_missing"),
        ("SERTINE", "x" * 201, "reason_long"),
    ],
)
def test_words_that_cannot_be_admitted(word: str, reason: str, expected: str) -> None:
    with refused(expected):
        Evening().admit(word, reason)


def test_an_official_list_asks_for_confirmation() -> None:
    table = Evening(judge=referee(official=True))
    with refused("official_list"):
        table.admit("SERTINE")
    table.admit("SERTINE", confirmed=True)
    with refused("word_valid"):
        table.admit("SERTINE", confirmed=True)


# --- old slips --------------------------------------------------------------------------------------------------------------------


def test_an_old_slip_is_judged_again_as_it_was_and_later_rounds_stay() -> None:
    table = Evening()
    table.play_round("EEINRST", (1, "H4 RETINES 66"), (2, "H4 RIEN 8"), (3, "H4 RIEN 8"))
    assert table.game.rounds[0].solo == 1
    table.play_round("AAEIOST", (1, "5G ET 2"))
    board, drawn = table.game.board, table.round
    table.ask("correct_slip", 1, 2, "H4 RETINES 66", "read as RIEN", DATE)
    assert (table.game.board, table.game.rounds[1]) == (board, drawn)
    assert table.points(1) == {1: 66, 2: 66, 3: 8}
    assert table.game.rounds[0].solo == 0
    correction = table.game.rounds[0].corrections[2]
    assert (correction.kind, correction.before, correction.shown, correction.date) == ("keyed", 8, True, DATE)
    assert table.game.rounds[0].standing[2].text == "H4 RETINES 66"
    assert table.game.rounds[0].verdicts[2].reason == "read as RIEN"
    table.ask("undo")
    assert table.points(1) == {1: 66, 2: 8, 3: 8}
    assert table.game.rounds[0].standing[2].text == "H4 RIEN 8"


def test_a_slip_found_later_takes_the_place_of_none() -> None:
    table = Evening()
    table.play_round("EEINRST", (1, "H4 RIEN 8"))
    table.ask("correct_slip", 1, 3, "H4 RETINES 66", "under the table", DATE)
    assert table.points() == {1: 8, 2: 0, 3: 66}
    table.ask("correct_slip", 1, 3, "H4 RETINES 66", "was late after all", DATE, late=True)
    assert table.points()[3] == 0
    assert table.game.rounds[0].corrections[3].before == 0, "before the first correction that followed the result"
    assert table.game.rounds[0].verdicts[3].faults[0].fault is Fault.LATE


def test_an_overruled_verdict_is_marked_with_its_date_only_after_the_result_was_shown() -> None:
    table = Evening()
    table.typed("EEINRST")
    table.ask("close")
    table.ask("overrule", 1, Verdict(1, "accepted", 12, reason="x"), DATE)
    assert not table.game.rounds[0].corrections[1].shown
    table.ask("reveal")
    table.ask("overrule", 1, Verdict(1, "accepted", 20, reason="y"), DATE)
    correction = table.game.rounds[0].corrections[1]
    assert (correction.shown, correction.before) == (True, 12)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ((2, 1, "H4 RIEN", "x"), "round_unknown"),
        ((1, 9, "H4 RIEN", "x"), "seat_unknown"),
        ((1, 1, "x" * 201, "x"), "slip_long"),
        ((1, 1, "H4 RIEN", ""), "reason_missing"),
    ],
)
def test_slips_that_cannot_be_corrected(values: tuple[Any, ...], reason: str) -> None:
    table = Evening()
    table.play_round("EEINRST")
    with refused(reason):
        table.ask("correct_slip", *values)


# --- averages ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rounding", ["nearest", "down", "up"])
def test_an_average_takes_the_place_of_a_verdict(rounding: str) -> None:
    table = Evening(rules=with_setting(FRENCH, "slip.average", rounding))
    table.play_round("EEINRST", (1, "H4 RETINES 66"), (2, "H4 RIEN 8"))
    table.ask("give_average", 1, 3, (1, 2), "called away", DATE)
    assert table.points() == {1: 66, 2: 8, 3: 37}  # (66 + 8) / 2, however it is rounded
    assert table.game.rounds[0].corrections[3].group == (1, 2)
    assert table.game.rounds[0].verdicts[3].faults == ()
    assert table.standing(3).zeros == 0
    table.ask("undo")
    assert table.points()[3] == 0


def test_an_average_is_rounded_as_the_rule_set_says() -> None:
    for rounding, mean in (("nearest", 27), ("down", 27), ("up", 28)):  # (66 + 8 + 8) / 3 = 27.3
        table = Evening(4, with_setting(FRENCH, "slip.average", rounding))
        table.play_round("EEINRST", (1, "H4 RETINES 66"), (2, "H4 RIEN 8"), (3, "H4 RIEN 8"))
        table.ask("give_average", 1, 4, (1, 2, 3), "x")
        assert table.points()[4] == mean


def test_an_average_neither_is_a_top_found_nor_takes_a_solo_away() -> None:
    table = Evening()
    table.play_round("EEINRST", (1, "H4 RETINES 66"), (2, "H4 RIEN 8"))
    table.ask("give_average", 1, 3, (1,), "x")
    assert table.points()[3] == 66
    assert table.game.rounds[0].solo == 1
    assert [table.standing(seat).tops_found for seat in (1, 3)] == [1, 0]
    assert running_sheet(table.game, 3)[0].average


def test_an_average_of_nothing_is_no_zero() -> None:
    table = Evening()
    table.play_round("EEINRST", (1, "H4 SERTINE 66"), (2, "H4 RIEN 8"))
    table.ask("give_average", 1, 3, (1,), "called away")
    assert (table.points()[3], table.standing(3).zeros, table.standing(1).zero_kinds) == (0, 0, {"not_in_open_list": 1})


def test_where_nothing_can_be_placed_it_is_right_to_hand_in_nothing() -> None:
    # no word of the list is made of A, E, O, W, X and Z
    table = Evening(4)
    table.play_round("AAEOWXZ", (1, "H4 AXE 20"), (2, ""))
    assert (table.round.tops, table.points()) == ((), {1: 0, 2: 0, 3: 0, 4: 0})
    assert [table.standing(seat).zero_kinds for seat in (1, 2, 3, 4)] == [{"not_in_open_list": 1}, {}, {}, {}]
    assert [fault.sanction for seat in (2, 3) for fault in table.round.verdicts[seat].faults] == [Sanction.NONE, Sanction.NONE]
    table.admit("AXE")
    kinds = [table.standing(seat).zero_kinds for seat in (1, 2, 3)]
    assert kinds == [{}, {"blank_slip": 1}, {"no_slip": 1}], "there was something after all"


def test_where_nothing_can_be_placed_handing_in_nothing_costs_no_penalty_either() -> None:
    rules = with_setting(with_setting(FRENCH, "slip.sanctions.no_slip", "penalty"), "slip.sanctions.blank_slip", "penalty")
    table = Evening(2, rules)
    table.play_round("AAEOWXZ", (1, ""))
    assert [(table.standing(seat).total, table.round.verdicts[seat].outcome) for seat in (1, 2)] == [(0, "accepted")] * 2


def test_an_average_may_be_given_for_a_round_not_played() -> None:
    table = Evening()
    table.ask("player_leaves", 3)
    table.play_round("EEINRST", (1, "H4 RETINES 66"), (2, "H4 RIEN 8"))
    table.ask("player_returns", 3)
    table.ask("give_average", 1, 3, (1, 2), "the train stood still")
    assert table.points()[3] == 37


def test_an_average_follows_what_is_corrected_in_its_group() -> None:
    table = Evening(4)
    table.play_round("EEINRST", (1, "H4 RETINES 66"), (2, "H4 RIEN 8"), (4, "H4 RIEN 8"))
    table.ask("give_average", 1, 3, (1, 2), "called away", DATE)
    assert table.points() == {1: 66, 2: 8, 3: 37, 4: 8}
    table.ask("correct_slip", 1, 4, "H4 RETINES 66", "not of the group", DATE)
    assert table.points()[3] == 37
    table.ask("correct_slip", 1, 2, "H4 RETINES 66", "keyed from the wrong table", DATE)
    assert table.points() == {1: 66, 2: 66, 3: 66, 4: 66}
    assert (table.standing(3).tops_found, table.game.rounds[0].corrections[3].before) == (0, 0)
    table.ask("undo")
    assert table.points()[3] == 37, "with the correction goes what followed from it"
    # one of the group is itself given an average: the mean of the others is left
    table.ask("give_average", 1, 2, (1, 4), "called away too", DATE)
    assert table.points()[3] == 66


def test_an_average_follows_a_word_admitted() -> None:
    table = Evening()
    table.play_round("EEINRST", (1, "H4 RETINES 66"), (2, "H4 SERTINE 66"))
    table.ask("give_average", 1, 3, (1, 2), "called away")
    assert table.points()[3] == 33
    table.admit("SERTINE")
    assert table.points() == {1: 66, 2: 66, 3: 66}


@pytest.mark.parametrize("group", [(), (3,), (1, 3), (1, 9)])
def test_an_average_is_over_others_that_were_judged(group: tuple[int, ...]) -> None:
    table = Evening()
    table.play_round("EEINRST", (1, "H4 RETINES 66"), (2, "H4 RIEN 8"))
    with refused("bad_group"):
        table.ask("give_average", 1, 3, group, "x")
    table.ask("give_average", 1, 2, (1,), "x")
    with refused("bad_group"):
        table.ask("give_average", 1, 3, (1, 2), "x")


# --- who plays ----------------------------------------------------------------------------------------------------------------------


def test_a_named_seat_that_came_late_has_blanks_and_no_zeros() -> None:
    table = Evening()
    table.play_round("EEINRST", (1, "H4 RETINES 66"), (2, "H4 RETINES 66"))
    table.play_round("AAEIOST", (1, "5G ET 2"))
    assert table.standing(3).zeros == 2
    table.ask("excuse", 3, 1, 2, "arrived in round 3")
    assert (table.standing(3).zeros, table.standing(3).zero_kinds) == (0, {})
    assert [line.verdict for line in running_sheet(table.game, 3)] == [None, None]
    with refused("slip_there"):
        table.ask("excuse", 1, 1, 2, "x")
    with refused("round_unknown"):
        table.ask("excuse", 3, 1, 3, "x")
    table.ask("undo")
    assert table.standing(3).zero_kinds == {"no_slip": 2}


def test_a_round_excused_keeps_the_points_that_the_referee_gave() -> None:
    table = Evening()
    for letters in ("EEINRST", "AAEIOST", "TU"):
        table.play_round(letters, (1, "H4 RIEN 8"), (2, "H4 RIEN 8"))
    table.ask("give_average", 2, 3, (1,), "called away")
    given = table.game.rounds[1].verdicts[3]
    table.ask("excuse", 3, 1, 3, "arrived in round 4")
    assert [table.game.rounds[at].verdicts.get(3) for at in range(3)] == [None, given, None]
    with refused("points_given"):
        table.ask("excuse", 3, 2, 2, "arrived in round 4")


def test_a_seat_called_away_is_not_waited_for_but_may_hand_in() -> None:
    table = Evening()
    table.typed("EEINRST")
    table.ask("excuse", 3, 1, 1, "telephone")
    assert expected_seats(table.game, table.round) == (1, 2)
    table.ask("hand_in", 1, 3, "H4 RIEN 8", "tablet", 0)
    assert expected_seats(table.game, table.round) == (1, 2, 3)


def test_a_seat_leaves_and_comes_back() -> None:
    table = Evening()
    table.play_round("EEINRST", (3, "H4 RIEN 8"))
    table.ask("player_leaves", 3)
    table.play_round("AAEIOST")
    with refused("seat_unknown"):
        table.ask("player_returns", 9)
    table.ask("player_returns", 3)
    with refused("seat_present"):
        table.ask("player_returns", 3)
    table.typed("TU")  # two fresh letters beside the five kept
    assert [3 in round_.verdicts for round_ in table.game.rounds[:2]] == [True, False]
    assert 3 in expected_seats(table.game, table.round)
    table.ask("undo")
    table.ask("undo")
    assert not table.game.seats[3].present


def test_another_player_takes_over_a_table() -> None:
    table = Evening()
    table.play_round("EEINRST", (2, "H4 RIEN 8"))
    table.ask("take_over", 2, "Zoé")
    seat = table.game.seats[2]
    assert [seat.name_in(number) for number in (1, 2, 3)] == ["Player 2", "Zoé", "Zoé"]
    assert (table.standing(2).name, table.standing(2).total) == ("Zoé", 8)
    table.typed("AAEIOST")
    table.ask("take_over", 2, "Max")
    assert [table.game.seats[2].name_in(number) for number in (1, 2)] == ["Player 2", "Max"]
    table.ask("undo")
    assert table.game.seats[2].name == "Zoé"
    with refused("name_empty"):
        table.ask("take_over", 2, " ")


# --- second arbitration ---------------------------------------------------------------------------------------------------------------


def test_a_second_keying_changes_nothing_and_lists_what_differs() -> None:
    table = Evening()
    table.play_round("EEINRST", (1, "H4 RETINES 66"), (2, "H4 RIEN 8"))
    before = standings(table.game)
    table.ask("key_again", 1, 1, " retines h4   66 ")
    table.ask("key_again", 1, 2, "H4 RETINES 66")
    table.ask("key_again", 1, 3, "H4 RIEN 8")
    assert standings(table.game) == before
    found = differences(table.game.rounds[0])
    assert [each.seat for each in found] == [2, 3]
    assert found[1].first is None
    with refused("no_difference"):
        table.ask("settle", 1, 1, "second", "x")
    with refused("bad_choice"):
        table.ask("settle", 1, 2, "third", "x")
    with refused("reason_missing"):
        table.ask("settle", 1, 2, "second", "")
    table.ask("settle", 1, 2, "second", "misread", DATE)
    assert table.points() == {1: 66, 2: 66, 3: 0}
    assert table.game.rounds[0].solo == 0
    table.ask("settle", 1, 3, "first", "")
    assert table.points()[3] == 0
    assert differences(table.game.rounds[0]) == ()
    table.ask("undo")
    assert [each.seat for each in differences(table.game.rounds[0])] == [3]
    table.ask("key_again", 1, 2, "H4 RIEN 8")
    assert [each.seat for each in differences(table.game.rounds[0])] == [2, 3], "keyed once more, it is open again"


def test_what_the_referee_decided_about_a_slip_is_no_difference_of_its_keyings() -> None:
    table = Evening(4)
    table.play_round("EEINRST", (1, "H4 RIEN 8"), (2, "H4 SERTINE 66"), (3, "H4 RIEN 8"))
    table.ask("overrule", 1, Verdict(1, "accepted", 20, reason="kind"))
    table.ask("give_average", 1, 2, (1, 3), "called away")
    table.ask("overrule", 1, Verdict(3, "zero", 0, reason="torn"))
    for seat, text in ((1, "h4 rien 8 pts"), (2, "H4 SERTINE 66"), (3, "H4 RIEN 8"), (4, "")):
        table.ask("key_again", 1, seat, text)
    assert differences(table.game.rounds[0]) == ()
    table.ask("key_again", 1, 4, "H4 RIEN 8")
    table.ask("key_again", 1, 1, "")
    assert [each.seat for each in differences(table.game.rounds[0])] == [1, 4], "a slip that only one of the two found"
    table.ask("correct_slip", 1, 1, "", "it was blank", DATE)
    assert [each.seat for each in differences(table.game.rounds[0])] == [4], "the first keying is now what it was corrected to"


def test_both_keyings_are_judged_anew_when_a_word_is_admitted() -> None:
    table = Evening()
    table.play_round("EEINRST", (1, "H4 SERTINE 66"), (2, "H4 SERTINE 66"), (3, "H4 RIEN 8"))
    table.ask("overrule", 1, Verdict(2, "zero", 0, reason="torn"))
    for seat in (1, 2, 3):
        table.ask("key_again", 1, seat, "H4 SERTINE 66")
    assert [each.seat for each in differences(table.game.rounds[0])] == [3]
    table.admit("SERTINE")
    assert [each.seat for each in differences(table.game.rounds[0])] == [3]
    table.ask("settle", 1, 3, "second", "misread", DATE)
    # SERTINE is worth 66, as RETINES of the same letters is on H4
    assert table.points() == {1: 66, 2: 0, 3: 66}
    table.ask("undo")
    table.ask("undo")
    assert {seat: keying.verdict.points for seat, keying in table.game.rounds[0].second.items()} == {1: 0, 2: 0, 3: 0}


def test_a_second_keying_of_before_the_admission_brings_no_zero_back() -> None:
    """As an evening of an earlier version holds it: the second keying was not judged anew."""
    table = Evening()
    table.play_round("EEINRST", (1, "H4 SERTINE 66"))
    (keyed,) = table.ask("key_again", 1, 1, "H4 SERTINE 66")
    table.admit("SERTINE")
    assert isinstance(keyed, ev.SlipKeyedAgain)
    table.do((ev.SlipKeyedAgain(1, keyed.bulletin, keyed.verdict),))
    assert [each.seat for each in differences(table.game.rounds[0])] == [1]
    table.ask("settle", 1, 1, "second", "looked at again")
    assert table.points()[1] == 66


def test_an_earlier_round_is_judged_without_the_words_admitted_later() -> None:
    table = Evening()
    table.play_round("EEINRST", (1, "H4 SERTINE 66"), (2, "H4 RETINES 66"), (3, "H4 RIEN 8"))
    table.typed("AAEIOST")
    table.admit("SERTINE")
    for seat in (1, 3):
        table.ask("correct_slip", 1, seat, "H4 SERTINE 66", "read again", DATE)
    assert table.points(1) == {1: 0, 2: 66, 3: 0}, "admitted in round 2: in round 1 it counts for nobody"
    table.ask("key_again", 1, 2, "H4 SERTINE 66")
    assert table.game.rounds[0].second[2].verdict.points == 0
    table.ask("close")
    assert (table.game.rounds[0].solo, table.phase()) == (2, Phase.CLOSED)


def test_only_a_judged_round_is_keyed_again() -> None:
    table = Evening()
    table.typed("EEINRST")
    with refused("round_unknown"):
        table.ask("key_again", 1, 1, "H4 RIEN 8")


# --- all of it ------------------------------------------------------------------------------------------------------------------------


def test_everything_can_be_undone_and_told_again() -> None:
    table = Evening()
    table.play_round("EEINRST", (1, "H4 RETINES 66"), (2, "H4 SERTINE 66"))
    table.play_round("AAEIOST", (2, "5G ET 2"))
    before = (table.game.rounds, table.game.seats, table.game.admitted, standings(table.game))
    steps: tuple[Callable[[], object], ...] = (
        lambda: table.admit("SERTINE"),
        lambda: table.ask("correct_slip", 1, 1, "H4 RIEN 8", "x", DATE),
        lambda: table.ask("give_average", 1, 3, (1, 2), "x", DATE),
        lambda: table.ask("excuse", 3, 2, 2, "x"),
        lambda: table.ask("key_again", 2, 2, "5G ET 3"),
        lambda: table.ask("settle", 2, 2, "second", "x", DATE),
        lambda: table.ask("take_over", 3, "Zoé"),
        lambda: table.ask("player_leaves", 3),
        lambda: table.ask("player_returns", 3),
    )
    for step in steps:
        step()
    assert fold(table.game.history) == table.game
    for _ in steps:
        table.ask("undo")
    assert (table.game.rounds, table.game.seats, table.game.admitted, standings(table.game)) == before

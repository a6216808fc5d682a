"""Tops that change after a move was chosen or shown: the sum of tops, the percent, the solo and the move that is placed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import events as ev
from engine.builtin import ruleset
from engine.bulletin import Play, Verdict
from engine.exchange.build import Exported
from engine.exchange.eveningfile import write_evening
from engine.game import fold
from engine.ruleset import RuleSet, with_setting
from engine.standings import equal_tops, found_tops, round_top, total_of_tops
from tests.rules.table import play
from tests.rules.test_corrections import DATE, Evening

# Seven letters of one point on row H: (7 + 1) × 2 + 50 = 66 from H4, where the first is doubled, 7 × 2 + 50 = 64 from H5, where none is
FRENCH = with_setting(with_setting(ruleset("french"), "solo.minimum_seats", "2"), "slip.first_slip_at_maximum", "false")
PLAYERS = with_setting(FRENCH, "top.by", "players")
LATE = with_setting(PLAYERS, "slip.late", "until_reveal")
BEST, LOWER, LITTLE = "H4 RETINES 66", "H5 RETINES 64", "H8 EN 4"


def judged(rules: RuleSet, *slips: tuple[int, str], letters: str = "EEINRST") -> Evening:
    table = Evening(3, rules)
    table.typed(letters)
    for seat, text in slips:
        table.slip(seat, text)
    table.ask("close")
    return table


def choose(table: Evening) -> Play:
    """The referee takes the first of the equal tops."""
    chosen = found_tops(table.game, table.round)[0][0]
    table.ask("retain", chosen)
    return chosen


def results(table: Evening) -> tuple[int, int, list[float], list[int]]:
    """Sum of tops, solo, and of each seat its percent (a solo's 10 points make it more than 100) and tops found."""
    lines = [table.standing(seat) for seat in (1, 2, 3)]
    return total_of_tops(table.game), table.game.rounds[0].solo, [line.percent for line in lines], [line.tops_found for line in lines]


def test_a_choice_among_the_players_tops_falls_when_a_late_slip_is_better() -> None:
    table = judged(LATE, (1, LOWER), (2, LOWER))
    choose(table)
    table.slip(3, BEST)
    assert table.retained() == (play("H4", "RETINES"), 66)
    # 64 of 66 is 96.97 %, and with the solo's 10 points 76 of 66 is 115.15 %
    assert results(table) == (66, 3, [97.0, 97.0, 115.2], [0, 0, 1])
    table.ask("reveal")
    assert table.game.board.cells[7 * 15 + 3] == "R"
    assert results(table) == (66, 3, [97.0, 97.0, 115.2], [0, 0, 1])


def test_a_choice_among_equal_tops_stands_while_they_are_the_tops() -> None:
    table = judged(LATE, (1, LOWER), (2, "6H RETINES 64"))
    kept = choose(table)
    table.slip(3, LITTLE)
    assert table.round.retained is not None
    assert (table.round.retained.play, table.round.retained.reason) == (kept, "referee")


def test_where_players_set_the_top_it_follows_corrections_after_the_reveal_up_and_down() -> None:
    table = judged(PLAYERS, (1, LOWER), (2, "H4 RETINEZ 66"))
    table.ask("reveal")
    assert results(table) == (64, 1, [115.6, 0.0, 0.0], [1, 0, 0])
    table.ask("correct_slip", 1, 2, BEST, "misread", DATE)
    assert results(table) == (66, 2, [97.0, 115.2, 0.0], [0, 1, 0])
    assert table.retained() == (play("H5", "RETINES"), 64), "what lies on the boards stays"
    assert equal_tops(table.game, table.round) == (play("H4", "RETINES"),)
    table.ask("undo")
    table.ask("overrule", 1, Verdict(2, "accepted", 66, reason="misread"), DATE)
    assert results(table) == (66, 2, [97.0, 115.2, 0.0], [0, 1, 0]), "points that the referee gives are points of a slip"
    for seat in (1, 2):
        table.ask("overrule", 1, Verdict(seat, "zero", 0, reason="the other's slip"), DATE)
    assert results(table) == (0, 0, [0.0, 0.0, 0.0], [0, 0, 0])


def test_an_average_sets_no_top() -> None:
    table = judged(PLAYERS, (1, LOWER), (2, BEST))
    table.ask("give_average", 1, 3, (2,), "called away")
    assert table.points()[3] == 66
    table.ask("overrule", 1, Verdict(2, "zero", 0, reason="torn"))
    table.ask("give_average", 1, 2, (1,), "torn by the referee")
    assert round_top(table.game, table.round) == 64


def test_a_round_that_nobody_could_place_has_a_top_once_it_is_corrected() -> None:
    table = judged(PLAYERS, (1, "H4 RETINEZ 66"), (2, LITTLE.replace("EN", "NX")))
    table.ask("reveal")
    assert results(table) == (0, 0, [0.0, 0.0, 0.0], [0, 0, 0])
    table.ask("correct_slip", 1, 1, BEST, "an S after all", DATE)
    assert results(table) == (66, 1, [115.2, 0.0, 0.0], [1, 0, 0])


def test_nothing_is_placed_when_the_only_slip_that_was_is_annulled_before_the_reveal() -> None:
    rules = with_setting(PLAYERS, "top.same_letters_if_none", "true")
    table = judged(rules, (1, BEST))
    table.ask("overrule", 1, Verdict(1, "zero", 0, reason="written after time"))
    assert table.retained() is None
    table.ask("reveal")
    assert (table.game.board.tiles(), table.game.kept) == ("", "EEINRST"), "the same letters again"
    table.ask("undo")
    table.ask("undo")
    assert table.retained() == (play("H4", "RETINES"), 66)


def test_a_choice_among_equal_tops_falls_when_a_word_admitted_makes_a_better_one() -> None:
    # TRI and RIT are worth 2 × 3 = 6 on the star, TRIAS, not in the list, 2 × (5 + 1) = 12 with its first or last letter doubled
    table = judged(FRENCH, (1, "H8 TRI 6"), (2, "H8 TRI 6"), (3, "H4 TRIAS 12"), letters="TRIASUU")
    best = round_top(table.game, table.round)
    choose(table)
    table.admit("TRIAS")
    assert best < 12
    assert (round_top(table.game, table.round), table.round.solo) == (12, 3)
    assert table.retained() is not None
    assert table.retained() != (play("H8", "TRI"), best)
    table.ask("reveal")
    assert results(table) == (12, 3, [50.0, 50.0, 183.3], [0, 0, 1])


@pytest.mark.parametrize("phase", ["open", "closed"])
def test_a_choice_in_the_open_round_falls_at_its_close(phase: str) -> None:
    table = Evening(3, FRENCH)
    table.typed("TRIASUU")
    table.slip(3, "H4 TRIAS 12")
    if phase == "closed":
        table.ask("close")
    choose(table)
    table.admit("TRIAS")
    if phase == "open":
        table.ask("close")
    assert table.round.retained is not None
    assert (table.round.retained.points, table.round.retained.reason) == (12, "first")


def test_after_the_reveal_the_chosen_move_stays_and_the_top_follows() -> None:
    table = judged(FRENCH, (1, "H8 TRI 6"), (3, "H4 TRIAS 12"), letters="TRIASUU")
    kept = choose(table)
    table.ask("reveal")
    table.admit("TRIAS")
    assert table.round.retained is not None
    assert table.round.retained.play == kept
    assert results(table) == (12, 3, [50.0, 0.0, 183.3], [0, 0, 1])


def written(table: Evening) -> Exported:
    """The evening file of a game whose word list the reader has, so that only what was not found by the rules alone is stated."""
    opened, *rest = table.game.history
    assert isinstance(opened.event, ev.EveningOpened)
    known = replace(opened.event, lexicon=replace(opened.event.lexicon, fingerprint="f" * 64))
    return write_evening(fold([opened._replace(event=known), *rest]))


@pytest.mark.parametrize("shown_first", [False, True])
def test_an_evening_file_states_the_play_that_a_word_admitted_before_the_reveal_changed(shown_first: bool) -> None:
    """A file reveals as it closes, and admits what was admitted after that."""
    table = judged(FRENCH, (1, "H8 TRI 6"), (3, "H4 TRIAS 12"), letters="TRIASUU")
    if shown_first:
        table.ask("reveal")
    table.admit("TRIAS")
    if not shown_first:
        table.ask("reveal")
    text = written(table).text
    assert ("retain H4 TRIAS\nclose\nadmit TRIAS" in text, "retain" in text) == (not shown_first, not shown_first)


def test_an_evening_file_states_the_play_that_the_players_best_came_to_be_before_the_reveal() -> None:
    table = judged(PLAYERS, (1, LOWER), (2, "H4 SERTINE 66"))
    table.admit("SERTINE")
    table.ask("reveal")
    assert "retain H4 SERTINE\nclose\nadmit SERTINE" in written(table).text
    table = judged(PLAYERS, (1, LOWER), (2, BEST))
    table.ask("give_average", 1, 2, (1,), "the referee took the slip away")
    table.ask("reveal")
    assert "retain H5 RETINES\nclose\naverage 1 2 1" in written(table).text


def test_an_evening_file_says_that_an_average_left_nothing_to_place() -> None:
    table = judged(PLAYERS, (1, LOWER))
    table.ask("give_average", 1, 1, (2,), "the referee took the slip away")
    table.ask("reveal")
    assert "round 1: nothing was placed, read back the best slip is" in written(table).notes
    # no word of the list is made of A, E, O, W, X and Z: who hands in nothing is right, and places nothing
    table = judged(PLAYERS, (1, "H4 AXE 20"), letters="AAEOWXZ")
    table.ask("overrule", 1, Verdict(1, "zero", 0, reason="torn"))
    table.ask("reveal")
    assert (table.round.verdicts[2].outcome, written(table).notes) == ("accepted", ("not carried: the evening's name",))


def test_an_evening_file_says_that_a_slip_was_not_judged_any_more_and_nothing_was_placed() -> None:
    table = judged(LATE)
    table.ask("overrule", 1, Verdict(1, "zero", 0, reason="spoke to a neighbour"))
    table.slip(1, BEST)
    table.ask("reveal")
    assert table.retained() is None
    assert "round 1: nothing was placed, read back the best slip is" in written(table).notes


def test_a_move_of_the_referees_own_is_the_computers_top_until_a_better_one_is_found() -> None:
    table = judged(FRENCH, (1, "H8 TRI 6"), (3, "H4 TRIAS 12"), letters="TRIASUU")
    known = round_top(table.game, table.round)
    table.ask("retain", play("H8", "RI"), "TRI is a misprint of the list")
    assert (known, round_top(table.game, table.round)) == (6, 6), "no less than what counts for a seat"
    table.ask("overrule", 1, Verdict(1, "zero", 0, reason="a misprint of the list"))
    assert round_top(table.game, table.round) == 4  # R and I on the star: 2 × 2
    table.ask("reveal")
    table.admit("TRIAS")
    assert (round_top(table.game, table.round), table.round.solo) == (12, 3)
    assert table.game.board.tiles() == "RI"


def test_a_move_of_the_referees_own_sets_no_top_where_the_players_do() -> None:
    table = judged(PLAYERS, (1, LOWER), (2, LITTLE))
    table.ask("retain", play("H4", "RETINES"), "the computer's")
    assert results(table) == (64, 1, [115.6, 6.2, 0.0], [1, 0, 0])  # EN: 2 × 2 = 4 of 64
    table.ask("overrule", 1, Verdict(1, "zero", 0, reason="torn"))
    assert table.retained() == (play("H4", "RETINES"), 66), "his word on what is placed stands"
    assert round_top(table.game, table.round) == 4


def test_what_was_placed_is_the_top_of_a_round_without_any_slip_judged() -> None:
    """A game told by its moves alone, with nobody at the tables."""
    table = Evening(0, PLAYERS)
    table.typed("EEINRST")
    table.ask("retain", play("H5", "RETINES"))
    table.ask("close")
    table.ask("reveal")
    assert round_top(table.game, table.round) == 64


def test_a_retained_move_without_a_move_is_none() -> None:
    table = judged(FRENCH, (1, BEST))
    table.do((ev.MoveRetained(1, Play(()), 0, ""),))
    assert table.retained() is None

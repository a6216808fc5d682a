"""Optimist: a move of fewer tiles than the rules ask, whether or not the slip can be read in one way only."""

from __future__ import annotations

import pytest

from engine import arbiter, builtin
from engine.board import Board
from engine.bulletin import Bulletin, Verdict
from engine.lexicon import Lexicon, compile_words
from engine.move import Move
from engine.ruleset import RuleSet, with_setting
from engine.squares import Direction
from engine.variants import optimist

FRENCH = builtin.tileset("fr")
WORDS = Lexicon(compile_words(["ENTRAIS", "ENTRAISE"], FRENCH, name="few"))
BOARD = Board().place(Move("ENTRAIS", 7, 3, Direction.ACROSS))
LETTERS = "EKOLMTU"


def rules_with(sanction: str) -> RuleSet:
    return with_setting(builtin.ruleset("optimist"), "slip.sanctions.too_few_tiles", sanction)


def judged(text: str, sanction: str = "zero", *, extensions: bool = True) -> Verdict:
    rules = with_setting(rules_with(sanction), "slip.extension_needs_no_reference", str(extensions).lower())
    case = arbiter.Case(rules, FRENCH, WORDS, True, BOARD, LETTERS)
    verdict = arbiter.judge(Bulletin(1, text, 1, "file", False), case)
    return optimist.net(verdict, optimist.Hand(BOARD, LETTERS, leftover_counts=True), rules, FRENCH)


@pytest.mark.parametrize("text", ["H4 ENTRAISE 8", "H4 4H ENTRAISE 8"])
def test_one_tile_is_too_few_however_the_slip_is_written(text: str) -> None:
    verdict = judged(text)
    assert (verdict.outcome, verdict.points, verdict.candidates) == ("zero", 0, ())
    assert "too_few_tiles" in [each.fault.value for each in verdict.faults]


@pytest.mark.parametrize(("sanction", "penalty"), [("none", 0), ("warning", 0), ("penalty", 5)])
def test_where_one_tile_is_allowed_the_letters_left_are_deducted_all_the_same(sanction: str, penalty: int) -> None:
    # eight letters of one point each; K O L M T U are left: 10 + 1 + 1 + 2 + 1 + 1 = 16
    verdict = judged("H4 ENTRAISE 8", sanction)
    assert (verdict.outcome, verdict.points, verdict.penalty) == ("accepted", 8 - 16, penalty)


def test_the_referee_is_asked_where_the_book_leaves_it_to_him() -> None:
    verdict = judged("H4 ENTRAISE 9", "referee")
    assert (verdict.outcome, verdict.points, [each.points for each in verdict.candidates]) == ("undecided", 8 - 16, [8 - 16])
    assert [(each.fault.value, each.sanction.value) for each in verdict.faults] == [
        ("too_few_tiles", "referee"),
        ("wrong_points", "warning"),
    ]
    allowed = arbiter.decided(verdict, verdict.candidates[0], rules_with("referee"))
    assert (allowed.outcome, allowed.points, allowed.warnings) == ("accepted", 8 - 16, 1)
    refused = arbiter.decided(verdict, None, rules_with("referee"))
    assert (refused.outcome, refused.points, refused.play) == ("zero", 0, None)


@pytest.mark.parametrize(("sanction", "penalty"), [("none", 0), ("warning", 0), ("penalty", 5), ("referee", 0)])
def test_a_slip_asked_about_for_another_fault_keeps_this_one(sanction: str, penalty: int) -> None:
    # two places are written, of which only the one on row H can be played
    verdict = judged("A1 H4 ENTRAISE 8", sanction, extensions=False)
    assert (verdict.outcome, [each.points for each in verdict.candidates]) == ("undecided", [8 - 16])
    chosen = arbiter.decided(verdict, verdict.candidates[0], rules_with(sanction))
    assert (chosen.outcome, chosen.points, chosen.penalty) == ("accepted", 8 - 16, penalty)
    assert "too_few_tiles" in [each.fault.value for each in chosen.faults]

"""Optimist: a move of fewer tiles than the rules ask, whether or not the slip can be read in one way only."""

from __future__ import annotations

import pytest

from engine import arbiter, builtin
from engine.board import Board
from engine.bulletin import Bulletin, Verdict
from engine.lexicon import Lexicon, compile_words
from engine.move import Move
from engine.ruleset import with_setting
from engine.squares import Direction
from engine.variants import optimist

FRENCH = builtin.tileset("fr")
WORDS = Lexicon(compile_words(["ENTRAIS", "ENTRAISE"], FRENCH, name="few"))
BOARD = Board().place(Move("ENTRAIS", 7, 3, Direction.ACROSS))
LETTERS = "EKOLMTU"


def judged(text: str, sanction: str = "zero") -> Verdict:
    rules = with_setting(builtin.ruleset("optimist"), "slip.sanctions.too_few_tiles", sanction)
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

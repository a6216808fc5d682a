"""Placements and top lists as the books' clubs print them, and read again."""

from __future__ import annotations

import pytest

from engine.board import Board
from engine.builtin import ruleset, tileset
from engine.bulletin import Play, Verdict
from engine.draw import Draw
from engine.errors import RuleSetError
from engine.game import Phase, Round
from engine.move import Move
from engine.printing import Listed, heading, top_list
from engine.reading import format_scored, read_slip
from engine.ruleset import with_setting
from engine.squares import Direction

ROMANIAN = with_setting(ruleset("romanian"), "slip.game_number", "11")


def play(word: str, col: int = 3) -> Play:
    return Play((Move(word, 7, col, Direction.ACROSS),))


def test_game_and_round_stand_before_a_romanian_placement_only() -> None:
    assert heading(ROMANIAN.slip, 1) == "P11-T1"
    assert heading(ruleset("romanian").slip, 1) == ""
    assert heading(with_setting(ruleset("french"), "slip.game_number", "11").slip, 1) == ""
    with pytest.raises(RuleSetError, match="game_number"):
        with_setting(ROMANIAN, "slip.game_number", "1000")


def test_what_is_printed_is_read_again() -> None:
    text = format_scored(play("JUcATOR"), 100, tileset("ro"), ROMANIAN.slip, heading(ROMANIAN.slip, 1))
    assert text == "P11-T1 - H4: JU(C)ATOR = 100 p"  # the notes' own example: the blank stands for C
    slip = read_slip(text, tileset("ro"), ROMANIAN.slip.notation)
    (placement,) = slip.placements
    assert placement.word == "JUcATOR"


def test_the_list_puts_equal_placements_together_and_leaves_out_what_scored_nothing() -> None:
    round_ = Round(1, Draw("", "JU?ATOR"), "file", Board(), Phase.REVEALED)
    verdicts = {
        1: Verdict(1, "accepted", 80, play("JUcATOR", 4)),
        2: Verdict(2, "accepted", 100, play("JUcATOR")),
        3: Verdict(3, "zero", 0, play("JUCATOR")),
        4: Verdict(4, "accepted", 100, play("JUcATOR")),
        5: Verdict(5, "zero", 0),
    }
    for seat, verdict in verdicts.items():
        round_ = Round(1, round_.draw, "file", round_.board, round_.phase, verdicts={**round_.verdicts, seat: verdict})
    assert top_list(round_) == (Listed(play("JUcATOR"), 100, (2, 4)), Listed(play("JUcATOR", 4), 80, (1,)))

"""Draws at the referee's table: by the computer and typed, refused ones, the last ones, those of a joker game."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine import events as ev
from engine.board import Board
from engine.draw import Draw
from engine.errors import DrawError
from engine.game import Entry, Phase, apply, fold
from engine.lexicon import Lexicon, compile_words
from engine.referee import Referee, open_evening
from engine.ruleset import with_setting
from engine.solver import make_solver
from engine.standings import total_of_tops
from tests.rules.table import FR, FRENCH, REFEREE, USED, Table, play, refused


def test_a_computer_draw_carries_its_tops() -> None:
    table = Table()
    drawn, tops = table.ask("draw", Random(1))[-2:]
    assert isinstance(drawn, ev.LettersDrawn)
    assert isinstance(tops, ev.TopsFound)
    found = REFEREE.solver.tops(Board(), drawn.fresh)
    assert (tops.points, [each.moves for each in tops.plays]) == (found.points, [(move,) for move in found.moves])
    with refused("not_now"):
        table.ask("draw", Random(1))


@pytest.mark.parametrize("text", ["ANS+TRIE", "TRIE", "ANSTRIE", "SAN+EIRT"])
def test_the_fresh_letters_may_be_typed_alone_or_with_those_kept(text: str) -> None:
    table = Table()
    table.typed("AANNOSS")
    table.ask("retain", play("H7", "ON"))
    table.ask("close")
    table.ask("reveal")
    assert sorted(table.game.kept) == sorted("AANSS")
    for wrong in ("AANSX+TI", "AASS+TIE", "TIE", "T", "TIEAANSS", "BCDEFGH"):
        with pytest.raises(DrawError):
            table.typed(wrong)
    letters = {"ANS+TRIE": "AANSS+TI", "TRIE": "TI", "ANSTRIE": "TIAANSS", "SAN+EIRT": "SSNAA+IT"}[text]
    table.typed(letters)
    assert sorted(table.round.draw.kept) == sorted("AANSS")
    assert sorted(table.round.draw.fresh) == sorted("TI")


def test_a_typed_draw_that_the_book_refuses_is_recorded_and_no_round_begins() -> None:
    table = Table()
    (event,) = table.typed("BCDFGHJ")
    assert event == ev.DrawRefused("", "BCDFGHJ", "too_few_vowels", "bag")
    assert table.phase() is Phase.LOBBY
    assert len(table.game.bag) == 102
    table.typed("AEINRST")
    assert [each.fresh for each in table.round.refused] == ["BCDFGHJ"]


def test_letters_that_are_not_in_the_bag_cannot_be_drawn() -> None:
    for text in ("AEIKKST", "AEINRS", "AEINRSTU"):
        with pytest.raises(DrawError):
            Table().typed(text)


def test_after_a_refused_draw_all_letters_are_new() -> None:
    table = Table()
    table.typed("AEINRST")
    table.ask("retain", play("H7", "NI"))
    table.ask("close")
    table.ask("reveal")
    kept = table.game.kept
    assert sorted(kept) == sorted("AERST")
    table.ask("refuse_draw", Draw("", "EE"), "bag")
    assert table.game.refused[-1] == ev.DrawRefused(kept, "EE", "referee", "bag")
    assert table.game.kept == ""
    table.typed("-BCDFAEI")
    assert table.round.draw == Draw("", "BCDFAEI")


def test_the_referee_cannot_refuse_a_draw_in_the_middle_of_a_round() -> None:
    table = Table()
    table.typed("AEINRST")
    with refused("not_now"):
        table.ask("refuse_draw", Draw("", "AEINRST"), "bag")


def test_a_game_without_letters_ends_and_says_why() -> None:
    rules = with_setting(FRENCH, "draw.maximum_rounds", "1")
    table = Table(rules)
    table.play_round("AEINRST")
    with refused("maximum_rounds"):
        table.typed("AEIBCDF")
    assert table.ask("draw", Random(1)) == (ev.EveningEnded("maximum_rounds"),)
    assert table.phase() is Phase.ENDED
    with refused("evening_ended"):
        table.ask("draw", Random(1))
    table.ask("undo")
    assert table.phase() is Phase.REVEALED


def test_a_draw_with_which_nothing_can_be_placed() -> None:
    nothing = Lexicon(compile_words(["ZZZ"], FR, name="none", official=True))
    table = Table(referee=Referee(nothing, make_solver(nothing, FR), official=True))
    table.play_round("AEINRST", (1, "H8 RAT 6"))
    assert (table.round.top_points, table.round.tops, table.round.retained) == (0, (), None)
    assert table.points() == {1: 0, 2: 0}
    assert table.round.solo == 0
    assert total_of_tops(table.game) == 0
    # the letters go back: kept, they would come again and again
    table.ask("draw", Random(3))
    assert table.round.draw.kept == ""
    assert len(table.game.bag) == 95


def test_when_nothing_can_be_placed_and_the_bag_is_empty_the_game_is_over() -> None:
    nothing = Lexicon(compile_words(["ZZZ"], FR, name="none", official=True))
    referee = Referee(nothing, make_solver(nothing, FR), official=True)
    letters = FR.full_bag()
    for tile in "AEINRST":
        letters = letters.replace(tile, "", 1)
    cells = letters.replace("?", "a") + "." * (225 - len(letters))
    game = fold(Entry("c", event) for event in open_evening("x", "", FRENCH, FR, USED, Board(cells)))
    for wish, values in (("draw", (Random(1),)), ("close", ()), ("reveal", ())):
        for event in getattr(referee, wish)(game, *values):
            game = apply(game, Entry("c", event))
    assert game.round is not None
    assert sorted(game.round.letters) == sorted("AEINRST")
    assert game.bag == ""
    assert referee.draw(game, Random(1)) == (ev.EveningEnded("no_move_possible"),)


def test_a_joker_game_has_one_blank_a_draw_and_gets_it_back() -> None:
    table = Table(with_setting(FRENCH, "format.joker", "true"))
    dice, blanks = Random(5), []
    while len(table.game.rounds) < 30:  # with so few words some rounds place nothing
        table.ask("draw", dice)
        if table.phase() is Phase.ENDED:
            break
        blanks.append(table.round.letters.count("?"))
        table.ask("close")
        table.ask("reveal")
        assert Counter(table.game.board.tiles() + table.game.pool) == Counter(FR.full_bag())
    left = table.game.pool.count("?")
    assert max(blanks) == 1
    assert blanks[:8] == [1] * 8
    assert blanks.count(0) == 0 or left == 0


def test_the_blank_of_a_joker_game_is_replaced_only_by_a_letter_of_the_bag() -> None:
    table = Table(with_setting(FRENCH, "format.joker", "true"))
    table.typed("?AEINRT")
    table.ask("retain", play("H8", "kA"))
    table.ask("close")
    table.ask("reveal")
    assert table.game.board.tiles() == "KA"
    assert table.game.bag.count("?") == 2
    table.typed("EINRT+?U")
    table.ask("retain", play("8H", "kIR"))  # over the K that now is a real one
    table.ask("close")
    assert table.round.retained is not None
    assert table.round.retained.play == play("8H", "KIR")
    table.ask("undo")
    table.ask("retain", play("G8", "wU"))
    table.ask("close")
    table.ask("reveal")
    assert "W" in table.game.board.cells

"""Letters are left and nothing can be placed: the game says so and ends, instead of drawing for ever."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import events as ev
from engine import stuck
from engine.board import Board
from engine.builtin import ruleset, tileset
from engine.bulletin import Play
from engine.draw import parse_draw
from engine.game import Entry, Game, apply, fold
from engine.lexicon import Lexicon, compile_words
from engine.move import Move
from engine.rack import take
from engine.referee import Referee, open_evening
from engine.ruleset import RuleSet, with_setting
from engine.solver import make_solver
from engine.squares import Direction
from engine.stuck import rounds_stuck, why_over
from tests.rules.table import refused

FR = tileset("fr")
FRENCH = ruleset("french")
WORDS = ("KIWI", "KIWIS")
LEXICON = Lexicon(compile_words(WORDS, FR, name="two"))
REFEREE = Referee(LEXICON, make_solver(LEXICON, FR))
WITHOUT_S = "AAAAEEEELLLLNNN"
WITH_S = WITHOUT_S + "S"


class Evening:
    """KIWI lies in row H and most other tiles far from it; only an S could still be placed, and *left* is in the bag."""

    def __init__(self, left: str, rules: RuleSet = FRENCH) -> None:
        gone = take(FR.full_bag(), "KIWI" + left, what="tiles").replace("?", "e")
        row_h = Board().place(Move("KIWI", 7, 4, Direction.ACROSS)).cells[6 * 15 : 9 * 15]
        cells = gone[:90].ljust(90, ".") + row_h + gone[90:]
        self.game = Game()
        self.tell(open_evening("X", "", rules, FR, ev.LexiconUsed("two", 2, ""), Board(cells.ljust(225, "."))))

    def tell(self, events: tuple[ev.Event, ...]) -> tuple[ev.Event, ...]:
        for event in events:
            self.game = apply(self.game, Entry("c", event))
        return events

    def play(self, letters: str) -> None:
        """A round in which nobody hands in anything."""
        self.tell(REFEREE.draw_typed(self.game, parse_draw(letters, FR), "bag"))
        self.tell(REFEREE.close(self.game))
        self.tell(REFEREE.reveal(self.game))

    def draw(self) -> tuple[ev.Event, ...]:
        return REFEREE.draw(self.game, Random(1))


def test_the_game_ends_as_soon_as_no_draw_that_is_left_can_be_placed() -> None:
    evening = Evening(WITHOUT_S)
    evening.play("AAEELLN")
    assert rounds_stuck(evening.game) == 1
    with refused("no_move_possible"):
        evening.play("AAEELLN")
    assert evening.draw() == (ev.EveningEnded("no_move_possible"),)


def test_it_goes_on_while_one_draw_could_be_placed() -> None:
    evening = Evening(WITH_S)
    evening.play("AAEELLN")
    evening.play("AAEELLN")
    assert rounds_stuck(evening.game) == 2
    evening.play("AAEELLS")
    assert evening.game.rounds[-1].top_points > 0
    assert rounds_stuck(evening.game) == 0
    assert isinstance(evening.draw()[-2], ev.LettersDrawn)


@pytest.mark.parametrize(("limit", "ends_after"), [("3", 3), ("1", 1), ("0", None)])
def test_a_stated_number_of_rounds_ends_it(limit: str, ends_after: int | None) -> None:
    evening = Evening(WITH_S, with_setting(FRENCH, "draw.stuck_rounds", limit))
    for played in range(1, 6):
        evening.play("AAEELLN")
        if played == ends_after:
            assert evening.draw() == (ev.EveningEnded("stuck"),)
            return
        assert isinstance(evening.draw()[-2], ev.LettersDrawn)
    assert ends_after is None


def test_with_too_many_different_draws_nothing_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stuck, "MAX_RACKS", 5)
    evening = Evening(WITHOUT_S)
    evening.play("AAEELLN")
    evening.play("AAEELLN")
    evening.play("AAEELLN")
    assert evening.draw() == (ev.EveningEnded("stuck"),)


@given(st.text("AEINRST", max_size=9), st.integers(0, 9))
def test_every_choice_of_tiles_comes_once(bag: str, wanted: int) -> None:
    chosen = list(stuck._choices(sorted(Counter(bag).items()), wanted))
    assert len(chosen) == len(set(chosen))
    assert set(chosen) == {"".join(each) for each in combinations(sorted(bag), wanted)}


# --- the last round, when nothing is left to draw ------------------------------------------------------------------------


def last_round(*settings: tuple[str, str], placed: bool = True) -> tuple[Game, Referee]:
    """The Romanian set but for seven letters fills the first rows; those seven are drawn, and a T is laid beside row G, or nothing."""
    rules, tiles = ruleset("romanian"), tileset("ro")
    for key, value in settings:
        rules = with_setting(rules, key, value)
    rack = "TARCOSI"
    rest = take(tiles.full_bag(), rack).replace("?", "e")
    board = Board(rest.ljust(225, "."))
    at = len(rest)  # the first free square, on row G
    across = rest[at - at % 15 :].upper() + "T"
    down = "".join(board.cells[row * 15 + at % 15] for row in range(at // 15)).upper() + "T"
    lexicon = Lexicon(compile_words([across, down], tiles, name="two"))
    referee = Referee(lexicon, make_solver(lexicon, tiles, rules.bonus))
    game = fold(Entry("x", event) for event in open_evening("x", "", rules, tiles, ev.LexiconUsed("two", 2, ""), board))

    def then(events: tuple[ev.Event, ...]) -> None:
        nonlocal game
        for event in events:
            game = apply(game, Entry("x", event))

    then(referee.seat_player(game, 1, "Ana"))
    then(referee.draw_typed(game, parse_draw(rack, tiles), "bag"))
    if placed:
        then(referee.retain(game, Play((Move(across, at // 15, 0, Direction.ACROSS),))))
    then(referee.close(game))
    then(referee.reveal(game))
    return game, referee


def test_the_round_for_which_nothing_is_left_to_draw_is_the_last() -> None:
    game, referee = last_round()
    assert (game.bag, len(game.rack)) == ("", 6)
    assert why_over(game) == "last_round"
    assert [event.reason for event in referee.draw(game, Random(1)) if isinstance(event, ev.EveningEnded)] == ["last_round"]
    with refused("last_round"):
        referee.draw_typed(game, parse_draw("ARCOSI", game.tileset), "bag")


def test_a_book_may_play_on_with_what_is_left() -> None:
    game, referee = last_round(("draw.last_round_ends", "false"))
    assert why_over(game) is None
    assert referee.draw_typed(game, parse_draw("ARCOSI", game.tileset), "bag")


def test_the_same_letters_again_are_the_same_last_round_again() -> None:
    # nobody placed anything although something could be placed: the letters are announced once more
    game, referee = last_round(placed=False)
    assert game.rounds[-1].tops
    assert why_over(game) is None
    assert referee.draw_typed(game, parse_draw("TARCOSI", game.tileset), "bag")
    # a book that does not announce them again ends there
    game, _ = last_round(("top.same_letters_if_none", "false"), placed=False)
    assert why_over(game) == "last_round"

"""Prepared games: legal, reproducible, as wanted; and dealt out again."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from engine import events as ev
from engine.builtin import ruleset, tileset
from engine.draw import Draw, refusal
from engine.errors import CommandRefused, ExchangeError
from engine.exchange.gamefile import write_game
from engine.game import Entry, Game, apply
from engine.lexicon import Lexicon, compile_words
from engine.oracle import OracleSolver
from engine.preparation import (
    Constraints,
    Span,
    bonus_plays,
    check_playable,
    deal,
    preparable,
    prepare_game,
    words_of,
)
from engine.rack import same
from engine.referee import Referee, open_evening
from engine.ruleset import RuleSet, with_setting
from engine.solver import make_solver

PARTS = (
    *("AR", "BO", "CE", "DU", "EN", "FI", "GA", "LI", "MA", "NO", "OS", "PE"),
    *("QU", "RA", "SI", "TU", "VE", "WU", "XI", "YA", "ZE", "KI", "JO", "HA"),
)
PAIRS = [one + two for one in PARTS for two in PARTS]
WORDS = sorted({*PARTS, *PAIRS, *(pair + end for pair in PAIRS for end in ("SI", "NO", "ES"))})


@cache
def lexicon() -> Lexicon:
    return Lexicon(compile_words(WORDS, tileset("fr"), name="few"))


def table(rules: RuleSet) -> tuple[Referee, tuple[ev.Event, ...]]:
    used = ev.LexiconUsed("few", len(WORDS), "0" * 64)
    solver = make_solver(lexicon(), tileset("fr"), rules.bonus, max_placed=rules.draw.placed)
    return Referee(lexicon(), solver), open_evening("prepared", "", rules, tileset("fr"), used)


FRENCH = preparable(ruleset("french"))


@cache
def game(seed: str) -> Game:
    made, missed = prepare_game(*table(FRENCH), seed)
    assert missed == ""
    return made


def test_the_same_seed_makes_the_same_game_and_another_makes_another() -> None:
    again, _missed = prepare_game(*table(FRENCH), "1")
    assert write_game(again) == write_game(game("1"))
    assert write_game(game("2")) != write_game(game("1"))


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_a_prepared_game_is_legal_and_its_tops_are_the_oracles(seed: str) -> None:
    made = game(seed)
    oracle = OracleSolver(lexicon(), tileset("fr"))
    pool = tileset("fr").full_bag()
    for round_ in made.rounds:
        bag = "".join(sorted(pool))
        for tile in round_.board.tiles() + round_.letters:
            bag = bag.replace(tile, "", 1)
        assert refusal(FRENCH, tileset("fr"), round_.number, round_.letters, bag) is None
        for draw in round_.refused:
            assert refusal(FRENCH, tileset("fr"), round_.number, draw.kept + draw.fresh, bag) is not None or draw.reason
    assert same(made.board.tiles() + made.rack + made.bag, pool)
    for round_ in Random(seed).sample(made.rounds, 2):
        top = oracle.tops(round_.board, round_.letters)
        assert (top.points, set(top.moves)) == (round_.top_points, {play.moves[0] for play in round_.tops})


@pytest.mark.parametrize(
    ("constraints", "name"),
    [
        (Constraints(rounds=Span(2, 3)), "rounds"),
        (Constraints(total=Span(100_000)), "total"),
        (Constraints(total=Span(0, 10)), "total"),
        (Constraints(bonus=Span(20)), "bonus"),
        (Constraints(single=Span(101)), "single"),
        (Constraints(least_points=400), "least_points"),
        (Constraints(blanks_out_by=1), "blanks_out_by"),
        (Constraints(placed="KKK"), "placed"),
        (Constraints(words_from=frozenset({"AR"})), "words_from"),
        (Constraints(words_not_from=frozenset(WORDS)), "words_not_from"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_game_that_misses_a_constraint_names_it(constraints: Constraints, name: str) -> None:
    _made, missed = prepare_game(*table(FRENCH), "1", constraints)
    assert missed == name


def test_constraints_that_the_game_meets_leave_it_as_it_is() -> None:
    made = game("1")
    total = sum(round_.top_points for round_ in made.rounds)
    wanted = Constraints(
        rounds=Span(len(made.rounds), len(made.rounds)),
        total=Span(total, total),
        bonus=Span(bonus_plays(made), bonus_plays(made)),
        single=Span(0, 100),
        least_points=min(round_.top_points for round_ in made.rounds),
        words_from=frozenset(WORDS),
        words_not_from=frozenset({"WAGON"}),
    )
    again, missed = prepare_game(*table(FRENCH), "1", wanted)
    assert missed == ""
    assert write_game(again) == write_game(made)


def test_words_of_a_round_are_all_it_forms() -> None:
    first, second = game("1").rounds[:2]
    assert first.retained is not None
    assert words_of(first) == (first.retained.play.moves[0].word.upper(),)
    assert set(words_of(second)) <= set(WORDS)


@pytest.mark.parametrize("book", ["french", "dutch"])
@pytest.mark.parametrize(
    "settings",
    [
        *(("format.joker true",), ("format.rack 8",), ("format.rack 8", "format.placed 8"), ("format.rack 8", "format.joker true")),
        *(("format.rack 8", "format.placed 8", "format.joker true"), ("format.pace blitz",), ("format.pace semi-rapid",)),
        ("format.topping true", "format.joker true"),
    ],
    ids=lambda settings: "+".join(settings),
)
def test_formats_are_prepared_too(settings: tuple[str, ...], book: str) -> None:
    rules = with_setting(ruleset(book), "tileset", "fr")
    for setting in settings:
        rules = with_setting(rules, *setting.split())
    made, missed = prepare_game(*table(rules), "1")
    assert missed == ""
    assert max(len(round_.letters) for round_ in made.rounds) == rules.draw.rack
    assert same(made.board.tiles() + made.rack + made.bag, tileset("fr").full_bag())


def test_an_optimist_game_cannot_be_prepared_and_tops_are_the_computers() -> None:
    with pytest.raises(CommandRefused):
        preparable(with_setting(ruleset("french"), "game", "optimist"))
    assert ruleset("romanian").top.by == "players"
    assert preparable(ruleset("romanian")).top.by == "computer"


class Evening:
    """An evening that is dealt a prepared game."""

    def __init__(self) -> None:
        self.referee, opened = table(FRENCH)
        self.game = Game()
        self.add(opened)

    def add(self, events: tuple[ev.Event, ...]) -> None:
        for event in events:
            self.game = apply(self.game, Entry("x", event))

    def play(self, prepared: Game) -> None:
        self.add(deal(self.game, prepared))
        self.add(self.referee.close(self.game))
        self.add(self.referee.reveal(self.game))


def test_dealing_gives_round_after_round_and_then_the_end() -> None:
    made, evening = game("1"), Evening()
    for round_ in made.rounds:
        evening.play(made)
        assert evening.game.round is not None
        assert (evening.game.round.letters, evening.game.round.source) == (round_.letters, "prepared")
    assert evening.game.board == made.board
    assert deal(evening.game, made) == (ev.EveningEnded(made.ended),)


def test_a_game_file_whose_plays_do_not_fit_is_not_dealt() -> None:
    made = game("1")
    check_playable(made)
    with pytest.raises(ExchangeError, match="no rounds"):
        check_playable(replace(made, rounds=()))
    first = made.rounds[0]
    wrong = replace(first, draw=Draw("", "KKKKKKK"))
    with pytest.raises(ExchangeError, match="round 1"):
        check_playable(replace(made, rounds=(wrong, *made.rounds[1:])))


def test_an_evening_that_left_the_prepared_board_is_told_so() -> None:
    evening = Evening()
    evening.play(game("2"))
    with pytest.raises(CommandRefused) as refused:
        deal(evening.game, game("1"))
    assert refused.value.reason == "prepared"

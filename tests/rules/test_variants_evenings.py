"""Random evenings of substitution, decomposed and optimist: after every event and every undo all tiles of the set are somewhere, once."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import events as ev
from engine.builtin import ruleset, tileset
from engine.bulletin import Play
from engine.errors import CommandRefused
from engine.evening import parse_evening, play_evening
from engine.exchange.eveningfile import write_evening
from engine.game import Entry, Game, Phase, apply, fold
from engine.interfaces import TopFinder, WordSource
from engine.lexicon import Lexicon, compile_words
from engine.reading import format_play
from engine.referee import Referee, open_evening
from engine.ruleset import Fault, RuleSet
from engine.solver import make_solver
from engine.tiles import TileSet
from engine.variants import optimist

FRENCH = tileset("fr")
GAMES = ("substitution", "decomposed", "optimist")


@cache
def referee() -> Referee:
    dice = Random(4)
    letters = FRENCH.full_bag().replace("?", "")
    words = {"".join(dice.choices(letters, k=dice.choice((2, 2, 3, 3, 4, 5)))) for _ in range(400)}
    lexicon = Lexicon(compile_words(words, FRENCH, name="random"))
    return Referee(lexicon, make_solver(lexicon, FRENCH))


class Table:
    """A game played step by step, its tiles counted after each event."""

    def __init__(self, name: str) -> None:
        self.game = Game()
        self.step = 0
        opened = open_evening("x", "", ruleset(name), FRENCH, ev.LexiconUsed("random", 400, ""))
        self.add(opened)
        for seat in (1, 2):
            self.add(referee().seat_player(self.game, seat, f"seat {seat}"))

    def add(self, events: tuple[ev.Event, ...]) -> None:
        self.step += 1
        for event in events:
            self.game = apply(self.game, Entry(f"c{self.step}", event))
            self.count()

    def count(self) -> None:
        game = self.game
        everything = Counter(FRENCH.full_bag())
        if game.rules.game == "optimist":
            drawn = "".join(round_.letters for round_ in game.rounds)
            assert Counter(drawn + game.bag) == everything
            for seat in game.seats:
                on_board = Counter(optimist.board_of(game, seat, len(game.rounds) + 1).tiles())
                assert on_board <= Counter(drawn), "a board holds only what was drawn, each tile once"
        else:
            assert Counter(game.board.tiles() + game.rack + game.bag) == everything

    def hand_in(self, dice: Random) -> None:
        game = self.game
        round_ = game.round
        assert round_ is not None
        for seat in game.seats:
            if game.rules.game == "optimist":
                given = optimist.hand(game, seat, round_)
                plays = [Play((scored.move,)) for scored in referee().solver.moves(given.board, given.letters, 20)]
            else:
                plays = list(round_.tops)
            text = format_play(dice.choice(plays), FRENCH) if plays and dice.random() < 0.8 else dice.choice(("", "H4 XX", "I>W H8 AA"))
            self.add(referee().hand_in(game, round_.number, seat, text, "paper", 0))
            game = self.game


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=12)
@given(seed=st.integers(0, 10_000))
def test_no_tile_is_lost(name: str, seed: int) -> None:
    dice = Random(seed)
    table = Table(name)
    for _ in range(60):
        game = table.game
        if game.phase is Phase.ENDED:
            break
        if dice.random() < 0.12:
            with contextlib.suppress(CommandRefused):  # nothing to undo yet
                table.add(referee().undo(game))
        elif game.phase in (Phase.LOBBY, Phase.REVEALED):
            table.add(referee().draw(game, dice))
        elif game.phase is Phase.CLOSED:
            table.add(referee().reveal(game, leave_undecided=True))
        else:
            table.hand_in(dice)
            table.add(referee().close(table.game))
    assert fold(table.game.history) == table.game


class Shelf:
    """The library of these games under any name of a lexicon."""

    def ruleset(self, name: str) -> RuleSet:
        return ruleset(name)

    def tileset(self, rules: RuleSet) -> TileSet:
        return FRENCH

    def lexicon(self, name: str, tileset: TileSet) -> tuple[WordSource, ev.LexiconUsed]:
        return referee().lexicon, ev.LexiconUsed(name, 400, "f" * 64)

    def solver(self, words: WordSource, tileset: TileSet, rules: RuleSet) -> TopFinder:
        return referee().solver

    def openings(self, solver: TopFinder) -> Callable[[Game, Play], float] | None:
        return None


def corrected(game: Game, dice: Random) -> tuple[ev.Event, ...]:
    """A verdict of any judged round decided, given other points, or its slip keyed anew."""
    round_ = dice.choice([each for each in game.rounds if each.is_judged])
    seat = dice.choice((1, 2))
    verdict = round_.verdicts[seat]
    match dice.randrange(3):
        case 0 if verdict.candidates:
            return referee().decide(game, round_.number, seat, dice.choice((*verdict.candidates, None)))
        case 1:
            points = dice.choice((0, 5, -3 if game.rules.game == "optimist" else 30))
            return referee().give_points(game, round_.number, seat, points, "seen")
        case _:
            return referee().correct_slip(game, round_.number, seat, dice.choice(("", "H4 XX", "zz 3", "H8 AA 4")), "misread")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_an_evening_file_of_a_variant_plays_again_to_the_same_verdicts(name: str, seed: int) -> None:
    dice, table = Random(seed), Table(name)
    for _ in range(4):
        table.add(referee().draw(table.game, dice))
        table.hand_in(dice)
        table.add(referee().close(table.game))
        if dice.random() < 0.5:
            table.add(corrected(table.game, dice))
        table.add(referee().reveal(table.game, leave_undecided=True))
        if dice.random() < 0.5:
            table.add(corrected(table.game, dice))
    again = play_evening(parse_evening(write_evening(table.game, "short").text), Shelf()).game
    for was, now in zip(table.game.rounds, again.rounds, strict=True):
        assert (now.retained and now.retained.play) == (was.retained and was.retained.play)
        for seat, verdict in was.verdicts.items():
            # penalties and warnings of the referee's own word are not carried
            assert replace(now.verdicts[seat], penalty=0, faults=()) == replace(verdict, penalty=0, faults=())
            cancelled = [any(fault.fault is Fault.CANCELLED for fault in each.verdicts[seat].faults) for each in (was, now)]
            assert cancelled[0] == cancelled[1]


@pytest.mark.parametrize("seed", range(4))
def test_an_optimist_game_has_fourteen_draws_of_seven_and_one_of_four(seed: int) -> None:
    dice = Random(seed)
    table = Table("optimist")
    for _ in range(15):
        table.add(referee().draw(table.game, dice))
        table.hand_in(dice)
        table.add(referee().close(table.game))
        table.add(referee().reveal(table.game))
    table.add(referee().draw(table.game, dice))
    assert [len(round_.letters) for round_ in table.game.rounds] == [7] * 14 + [4]
    assert table.game.ended == "bag_empty"

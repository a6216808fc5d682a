"""The best total of several placements on one slip, against every sequence tried by hand."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from engine.board import Board
from engine.builtin import ruleset, tileset
from engine.lexicon import Lexicon, compile_words
from engine.rack import take
from engine.reading import format_play, parse_play
from engine.solver import make_solver
from engine.variants.lastround import last_round_tops

TILES = tileset("ro")
WORDS = ("MARE", "MARES", "SA", "AS", "LA", "LAT", "TA", "AT", "EL", "LE", "REA", "ARE", "ARES", "SAT", "TE", "ET", "ALE", "RAS")
LEXICON = Lexicon(compile_words(WORDS, TILES, name="small"))
BONUS = ruleset("romanian").bonus
SOLVER = make_solver(LEXICON, TILES, BONUS)
MARE = Board().place(parse_play("H5 MARE", TILES).moves[0])


def every_total(board: Board, letters: str) -> set[int]:
    """What any sequence of placements scores, the empty one included."""
    totals = {0}
    for scored in SOLVER.moves(board, letters):
        rest = take(letters, board.new_tiles(scored.move))
        totals |= {scored.points + more for more in every_total(board.place(scored.move), rest)}
    return totals


@pytest.mark.parametrize("letters", ["S", "SA", "SAT", "SALT", "TEAL", "?", "S?", "XJ"])
def test_the_proved_total_is_the_best_of_all_sequences(letters: str) -> None:
    top = last_round_tops(MARE, letters, SOLVER, budget=100_000)
    assert top.proved
    assert top.points == max(every_total(MARE, letters))


def test_the_play_scores_what_is_said_and_lays_only_the_letters() -> None:
    top = last_round_tops(MARE, "SALT", SOLVER, budget=100_000)
    (play,) = top.plays
    board, letters, total = MARE, "SALT", 0
    for move in play.moves:
        board.check_fit(move)
        letters = take(letters, board.new_tiles(move))
        total += board.score(move, TILES, BONUS).total
        board = board.place(move)
    assert total == top.points
    assert len(play.moves) > 1
    assert parse_play(format_play(play, TILES), TILES) == play


def test_nothing_can_be_placed() -> None:
    top = last_round_tops(MARE, "XJ", SOLVER)
    assert (top.points, top.plays, top.proved) == (0, (), True)


def test_a_spent_budget_says_that_nothing_is_proved_and_still_answers() -> None:
    few = last_round_tops(MARE, "SALTER", SOLVER, budget=30)
    assert not few.proved
    single = SOLVER.tops(MARE, "SALTER").points
    assert few.points >= single


def test_whoever_watches_sees_progress_and_may_stop() -> None:
    seen: list[tuple[int, int]] = []

    def watch(done: int, steps: int) -> bool:
        seen.append((done, steps))
        return done < 5

    top = last_round_tops(MARE, "SALTER", SOLVER, budget=500, progress=watch)
    assert seen == [(done, 500) for done in range(6)]
    assert not top.proved


def test_more_budget_never_finds_less() -> None:
    totals = [last_round_tops(MARE, "SALTE", SOLVER, budget=budget).points for budget in (1, 10, 100, 100_000)]
    assert totals == sorted(totals)


def test_random_ends_agree_with_every_sequence_tried() -> None:
    dice = Random(5)
    for first, count in itertools.product(("H5 MARE", "8E ARES", "H6 LAT"), (2, 3)):
        board = Board().place(parse_play(first, TILES).moves[0])
        letters = "".join(dice.sample("SALTERMA?", count))
        top = last_round_tops(board, letters, SOLVER, budget=100_000)
        assert top.proved
        assert top.points == max(every_total(board, letters)), (first, letters)

"""The list of the best plays in the games of exchanges and of two moves, against trying everything with the oracle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Literal

import pytest

from engine import builtin
from engine.board import Board
from engine.bulletin import Play
from engine.lexicon import Lexicon, compile_words
from engine.oracle import OracleSolver
from engine.rack import contains, take
from engine.ruleset import RuleSet
from engine.solver import CoreSolver
from engine.variants.ranked import ranked_plays

FRENCH = builtin.tileset("fr")
MOST = 12


def rules(game: Literal["substitution", "decomposed", "duplicate"]) -> RuleSet:
    return replace(builtin.ruleset("french"), game=game)


def positions(seed: int) -> Iterator[tuple[Board, str, str, OracleSolver, CoreSolver]]:
    dice = Random(seed)
    for number in range(40):
        if number % 10 == 0:
            words = {"".join(dice.choices("AEINST", k=dice.choice((2, 2, 3, 3, 4, 5)))) for _ in range(25)}
            lexicon = Lexicon(compile_words(sorted(words), FRENCH, name="few"))
        slow, fast = OracleSolver(lexicon, FRENCH), CoreSolver(lexicon, FRENCH)
        board = Board()
        for _ in range(dice.randrange(3)):
            moves = fast.moves(board, "".join(dice.choices("AEINST", k=6)))
            board = board.place(dice.choice(moves).move) if moves else board
        rack = "".join(dice.choices("AEINST?", weights=(4, 4, 4, 4, 4, 4, 1), k=4))
        yield board, rack, "".join(dice.choices("AEINST?", k=4)), slow, fast


def check(found: list[tuple[Play, int]], every: dict[object, int], key: dict[Play, object]) -> None:
    """The best of everything, best first, none twice, nothing invented."""
    assert [points for _, points in found] == sorted(every.values(), reverse=True)[:MOST]
    assert len({key[play] for play, _ in found}) == len(found)
    assert all(every[key[play]] == points for play, points in found)


def test_the_best_exchanges_are_listed() -> None:
    needed = 0
    for board, rack, pool, slow, fast in positions(5):
        every: dict[object, int] = {Play((each.move,)): each.points for each in slow.moves(board, rack)}
        for given in set(rack):
            for taken in set(pool) - {given}:
                for each in slow.moves(board, take(rack, given) + taken):
                    if not contains(rack, board.new_tiles(each.move)):
                        every[Play((each.move,), (given, taken))] = each.points
        found = list(ranked_plays(rules("substitution"), board, rack, pool, fast, MOST).plays)
        check(found, every, {play: play for play, _ in found})
        needed += any(play.exchange for play, _ in found)
    assert needed > 20, "exchanges are seldom among the best: these positions try nothing"


def test_the_best_pairs_of_moves_are_listed() -> None:
    pairs = 0
    for board, rack, _, slow, fast in positions(6):
        every: dict[object, int] = {}
        key: dict[Play, object] = {}
        for first in slow.moves(board, rack):
            key[Play((first.move,))] = first.move
            every[first.move] = first.points
            after, rest = board.place(first.move), take(rack, board.new_tiles(first.move))
            for second in slow.moves(after, rest) if rest else ():
                if len(after.new_tiles(second.move)) == len(rest):
                    points = first.points + second.points
                    same = (points, frozenset((first.move, second.move)), after.place(second.move).cells)
                    key[Play((first.move, second.move))] = same
                    every[same] = points
        found = list(ranked_plays(rules("decomposed"), board, rack, "", fast, MOST).plays)
        check(found, every, key)
        pairs += any(len(play.moves) == 2 for play, _ in found)
    assert pairs > 20, "two moves are seldom among the best: these positions try nothing"


def test_the_plain_game_lists_moves() -> None:
    for board, rack, _, slow, fast in positions(7):
        found = ranked_plays(rules("duplicate"), board, rack, "", fast, MOST)
        assert found.plays == tuple((Play((each.move,)), each.points) for each in slow.moves(board, rack, MOST))


@pytest.mark.parametrize("game", ["substitution", "decomposed"])
def test_a_stopped_list_says_so(game: Literal["substitution", "decomposed"]) -> None:
    board, rack, pool, _, fast = next(positions(5))
    assert ranked_plays(rules(game), board, rack, pool, fast, MOST).complete
    assert not ranked_plays(rules(game), board, rack, pool, fast, MOST, lambda _done, _steps: False).complete

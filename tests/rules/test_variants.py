"""Substitution and decomposed: the published figures, and exactness against trying everything with the slow generator."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine.board import Board
from engine.builtin import tileset
from engine.bulletin import Play
from engine.errors import RackError, TileError
from engine.lexicon import Lexicon, compile_words
from engine.move import Move, Top
from engine.notation import move_reference
from engine.oracle import OracleSolver
from engine.rack import contains, take
from engine.solver import CoreSolver
from engine.squares import Direction
from engine.tiles import BLANK
from engine.variants.decomposed import decomposed_tops
from engine.variants.substitution import exchanges, substitution_tops

FRENCH = tileset("fr")
POSITIONS = 300


def lexicon(*words: str) -> Lexicon:
    return Lexicon(compile_words(words, FRENCH, name="few"))


def written(play: Play) -> tuple[str, ...]:
    return tuple(f"{move_reference(move)} {move.word}" for move in play.moves)


# --- the figures of the text -----------------------------------------------------------------------------------------


def test_western_is_the_top_once_i_is_exchanged_for_w() -> None:
    # W on the double letter H4: (2 × 10 + 1 + 1 + 1 + 1 + 1 + 1) × 2 + 50 = 102; RETINES: (2 + 6) × 2 + 50 = 66
    words = lexicon("RETINES", "SERTINE", "WESTERN", "RENTES")
    solver = CoreSolver(words, FRENCH)
    assert solver.tops(Board(), "EEINRST").points == 66
    assert Move("RETINES", 7, 3, Direction.ACROSS) in solver.tops(Board(), "EEINRST").moves
    pool = take(FRENCH.full_bag(), "EEINRST")
    top = substitution_tops(Board(), "EEINRST", pool, solver)
    assert top.points == 102
    assert [(play.exchange, written(play)) for play in top.plays] == [(("I", "W"), ("H4 WESTERN",))]


def test_no_w_in_the_pool_no_western() -> None:
    solver = CoreSolver(lexicon("RETINES", "WESTERN"), FRENCH)
    assert substitution_tops(Board(), "EEINRST", "AAABL", solver).points == 66
    # with the blank: seven letters of which the W counts nothing, (2 × 0 + 6 × 1) × 2 + 50 = 62, or on another start (6 + 1) × 2 + 50
    assert substitution_tops(Board(), "EEINRST", "A?", solver).points == 66
    declined = substitution_tops(Board(), "EEINRST", "A?", solver, decline=False)
    assert {play.exchange for play in declined.plays} <= {(given, "?") for given in "EINRST"}
    assert substitution_tops(Board(), "EEINRST", "A?", solver, blank=False, decline=False).points == 0


def test_jomon_and_jab_beat_jambon_and_on() -> None:
    # JAMBON H4: J doubled 16 + 1 + 2 + 3 + 1 + 1 = 24, × 2 = 48; then ON 9G: O on a white square, N on I7 doubled, 1 + 2 = 3
    # JOMON H4: 16 + 1 + 2 + 1 + 1 = 21, × 2 = 42; then JAB 4H: 8 + 1 + 3 = 12
    solver = CoreSolver(lexicon("JAMBON", "ON", "JOMON", "JAB"), FRENCH)
    assert solver.tops(Board(), "ABJMNOO").points == 48
    top = decomposed_tops(Board(), "ABJMNOO", solver)
    assert (top.points, top.proved) == (54, True)
    assert ("H4 JOMON", "4H JAB") in map(written, top.plays)
    without = CoreSolver(lexicon("JAMBON", "ON", "JOMON"), FRENCH)
    top = decomposed_tops(Board(), "ABJMNOO", without)
    assert top.points == 51
    assert ("H4 JAMBON", "9G ON") in map(written, top.plays)


def test_seven_tiles_in_two_moves_earn_no_bonus_unless_the_rule_set_says_so() -> None:
    solver = CoreSolver(lexicon("JAMBON", "ON", "JOMON", "JAB"), FRENCH)
    assert decomposed_tops(Board(), "ABJMNOO", solver, split_bonus=50).points == 104


def test_a_stopped_search_says_that_nothing_is_proved() -> None:
    solver = CoreSolver(lexicon("JAMBON", "ON", "JOMON", "JAB"), FRENCH)
    top = decomposed_tops(Board(), "ABJMNOO", solver, progress=lambda _done, _steps: False)
    assert (top.points, top.proved) == (48, False)


def test_a_stopped_search_of_exchanges_says_that_nothing_is_proved() -> None:
    # the exchanges of E alone give no word: WESTERN needs both, and lacks the I
    solver = CoreSolver(lexicon("RETINES", "WESTERN"), FRENCH)
    steps: list[tuple[int, int]] = []

    def one_step(done: int, count: int) -> bool:
        steps.append((done, count))
        return done < 1

    top = substitution_tops(Board(), "EEINRST", "W", solver, decline=False, progress=one_step)
    assert (top.points, top.proved) == (0, False)
    # six different tiles can be given up
    assert steps == [(0, 6), (1, 6)]
    assert substitution_tops(Board(), "EEINRST", "W", solver, decline=False) == substitution_tops(Board(), "EEINRST", "W", solver)


# --- against trying everything ---------------------------------------------------------------------------------------


def random_lexicon(dice: Random, letters: str) -> Lexicon:
    words = {"".join(dice.choices(letters, k=dice.choice((2, 2, 3, 3, 4, 5, 6, 7)))) for _ in range(30)}
    return lexicon(*words)


def positions(seed: int, blanks: int) -> Iterator[tuple[Board, str, str, OracleSolver, CoreSolver]]:
    """Boards of some random moves, a rack of three to seven, a pool of five."""
    dice = Random(seed)
    for number in range(POSITIONS):
        if number % 10 == 0:
            words = random_lexicon(dice, "AEINST")
            slow, fast = OracleSolver(words, FRENCH), CoreSolver(words, FRENCH)
        board = Board()
        for _ in range(dice.randrange(4)):
            moves = fast.moves(board, "".join(dice.choices("AEINST", k=7)))
            board = board.place(dice.choice(moves).move) if moves else board
        size = 7 - 2 * blanks if number % 15 == 0 else dice.randint(3, 5 - blanks)
        rack = "".join(dice.choices("AEINST", k=size - blanks)) + BLANK * blanks
        yield board, rack, "".join(dice.choices("AEINST?", k=5)), slow, fast


Key = tuple[object, ...]


@pytest.mark.slow
@pytest.mark.parametrize("blanks", [0, 1, 2])
def test_substitution_finds_every_best_exchange_and_move(blanks: int) -> None:
    reached = 0
    for board, rack, pool, slow, fast in positions(61 + blanks, blanks):
        best: dict[Key, int] = {}
        for scored in slow.moves(board, rack):
            best[None, scored.move] = scored.points
        for exchange in exchanges(rack, pool, blank=True):
            for scored in slow.moves(board, take(rack, exchange[0]) + exchange[1]):
                if not contains(rack, board.new_tiles(scored.move)):
                    best[exchange, scored.move] = scored.points
        top = substitution_tops(board, rack, pool, fast)
        highest = max(best.values(), default=0)
        assert top.points == highest
        found = [(play.exchange, *play.moves) for play in top.plays]
        assert len(found) == len(set(found))
        assert set(found) == {key for key, points in best.items() if points == highest}
        reached += any(exchange is not None for exchange, *_ in found)
    assert reached > POSITIONS // 3, "an exchange is seldom the best: these positions try nothing"


@pytest.mark.slow
@pytest.mark.parametrize("blanks", [0, 1])
def test_decomposed_finds_every_best_pair_of_moves(blanks: int) -> None:
    split = 0
    for board, rack, _, slow, fast in positions(71 + blanks, blanks):
        best: dict[Key, int] = {}
        for first in slow.moves(board, rack):
            best[frozenset([first.move]), board.place(first.move).cells] = first.points
            rest = take(rack, board.new_tiles(first.move))
            after = board.place(first.move)
            for second in slow.moves(after, rest) if rest else ():
                if len(after.new_tiles(second.move)) == len(rest):
                    key = (frozenset([first.move, second.move]), after.place(second.move).cells)
                    best[key] = max(best.get(key, 0), first.points + second.points)
        top = decomposed_tops(board, rack, fast)
        assert top.proved
        highest = max(best.values(), default=0)
        assert top.points == highest
        found = [key_of(board, play) for play in top.plays]
        assert len(found) == len(set(found))
        assert set(found) == {key for key, points in best.items() if points == highest}
        split += any(len(play.moves) == 2 for play in top.plays)
    assert split > POSITIONS // 10, "two moves are seldom the best: these positions try nothing"


def key_of(board: Board, play: Play) -> Key:
    for move in play.moves:
        board = board.place(move)
    return frozenset(play.moves), board.cells


@pytest.mark.parametrize("blanks", [0, 1, 2])
def test_moves_of_the_whole_rack_are_those_among_all_moves(blanks: int) -> None:
    found = 0
    for board, rack, _, _, fast in positions(81, blanks):
        whole = [each for each in fast.moves(board, rack) if len(board.new_tiles(each.move)) == len(rack)]
        best = max((each.points for each in whole), default=0)
        expected = Top(best, tuple(each.move for each in whole if each.points == best))
        assert fast.tops_whole(board, rack) == fast.tops_whole(board, rack, best) == expected
        assert fast.tops_whole(board, rack, best + 1).moves == ()
        found += bool(whole)
    assert found > POSITIONS // 30


def test_shared_tops_give_nothing_below_the_best_before() -> None:
    for board, rack, _, _, fast in positions(82, 0):
        racks = [rack, rack[1:], rack[::-1], rack[:2] + "?"]
        floor = 0
        for alone, shared in zip(fast.tops_many(board, racks), fast.tops_shared(board, racks), strict=True):
            assert shared == (alone if alone.points >= floor else Top(0, ()))
            floor = max(floor, alone.points)
        alone = fast.tops(board, rack)
        assert fast.tops_shared(board, [rack], alone.points + 1) == [Top(0, ())]


def test_one_tile_of_a_rack_is_exchanged_for_one_of_a_choice() -> None:
    solver = CoreSolver(lexicon("WESTERN"), FRENCH)
    top = solver.tops_exchanged(Board(), "EEINRST", "WXZ")
    assert (top.points, top.moves[0].word) == (102, "WESTERN")
    # a blank stands for W and counts nothing; N on the double letter H12: (1 + 1 + 1 + 1 + 1 + 2) × 2 + 50
    top = solver.tops_exchanged(Board(), "EEINRST", "XZ?")
    assert (top.points, {move.word for move in top.moves}) == (64, {"wESTERN"})
    assert solver.tops_exchanged(Board(), "EEINRST", "XZ") == Top(0, ())
    assert solver.tops_exchanged(Board(), "EEINRST", "WXZ", 103) == Top(0, ())
    with pytest.raises(RackError, match="no room"):
        solver.tops_exchanged(Board(), "EEINRSTT", "W")
    with pytest.raises(TileError, match="needs a tile"):
        solver.tops_exchanged(Board(), "EEINRST", "")

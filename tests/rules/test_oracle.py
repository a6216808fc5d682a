"""The oracle against exhaustive search: every word of a short list tried on every square, both ways, with every choice of blanks."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable

import pytest

from engine.board import EMPTY, Board
from engine.builtin import tileset
from engine.errors import PlacementError, RackError
from engine.lexicon import Lexicon, compile_words
from engine.move import Move, Top
from engine.oracle import OracleSolver
from engine.rack import contains
from engine.squares import SIZE, Direction

LIST = """
    AA AI AS ET ES EN ETE ETES NE NI NU NUE RE RU RUE RUES SA SE SI SU TE TU TUE TUER UN US UT ART ARTS RAT RATS STAR TARE
    TARES TARSE RETS RETINE RETINES SENTIER SENTIERS RESINENT ENTRESIAS
"""
WORDS = LIST.split()


def oracle(words: Iterable[str] = WORDS, language: str = "fr", **options: object) -> OracleSolver:
    tiles = tileset(language)
    return OracleSolver(Lexicon(compile_words(words, tiles, name="few")), tiles, **options)  # type: ignore[arg-type]


def all_moves(
    words: Iterable[str], board: Board, rack: str, most: int
) -> set[tuple[Move, frozenset[tuple[int, str]]]]:
    """Every legal placement by trying everything, with the tiles it lays."""
    known = set(words)
    found = set()
    for word in known:
        for row, col, direction in itertools.product(range(SIZE), range(SIZE), Direction):
            move = Move(word, row, col, direction)
            try:
                board.check_fit(move)
            except PlacementError:
                continue
            if not all(formed.upper() in known for formed in board.words_formed(move)):
                continue
            free = [i for i, square in enumerate(move.squares()) if board.cells[square] == EMPTY]
            for blanks in itertools.chain.from_iterable(itertools.combinations(free, n) for n in range(3)):
                tiles = "".join(c.lower() if i in blanks else c for i, c in enumerate(word))
                laid = board.as_laid(Move(tiles, row, col, direction))
                if len(free) <= most and contains(rack, board.new_tiles(laid)):
                    found.add((laid, frozenset((move.squares()[i], tiles[i]) for i in free)))
    return found


def random_game(solver: OracleSolver, dice: random.Random, rack_size: int) -> Iterable[tuple[Board, str]]:
    bag = list("AAEEEEIINNRRSSSTTUU?") * 2
    dice.shuffle(bag)
    board = Board()
    while len(bag) >= rack_size:
        rack = "".join(bag[:rack_size])
        yield board, rack
        moves = solver.moves(board, rack)
        if not moves:
            return
        move = dice.choice(moves).move
        for tile in board.new_tiles(move):
            bag.remove(tile)
        board = board.place(move)


@pytest.mark.parametrize(("seed", "rack_size", "most"), [(1, 3, 7), (2, 4, 7), (3, 4, 2), (4, 5, 3)])
def test_finds_exactly_what_trying_everything_finds(seed: int, rack_size: int, most: int) -> None:
    words = [word for word in WORDS if len(word) <= 5]
    solver = oracle(words, max_placed=most)
    for board, rack in itertools.islice(random_game(solver, random.Random(seed), rack_size), 8):
        expected = all_moves(words, board, rack, most)
        moves = [item.move for item in solver.moves(board, rack)]
        assert len(moves) == len(set(moves)) == solver.count(board, rack)
        assert set(moves) <= {move for move, _ in expected}
        laid = [
            frozenset((s, t) for t, s in zip(m.word, m.squares(), strict=True) if board.cells[s] == EMPTY)
            for m in moves
        ]
        if board.is_empty:
            assert {move for move, _ in expected if move.direction is Direction.ACROSS} == set(moves)
        else:
            assert len(set(laid)) == len(laid), "the same tiles on the same squares given twice"
            assert set(laid) == {tiles for _, tiles in expected}


@pytest.mark.parametrize(("col", "points"), [(1, 94), (2, 92), (3, 98), (4, 90), (5, 92), (6, 92), (7, 110)])
def test_fedayin_on_the_first_move(col: int, points: int) -> None:
    """H2 to H8 as printed in http://scrabbledudragon.fr/arbitrage.html."""
    scored = {item.move.col: item.points for item in oracle(["FEDAYIN"]).moves(Board(), "ADEFINY")}
    assert scored[col] == points
    assert len(scored) == 7


def test_tops_are_all_the_moves_of_the_best_score() -> None:
    solver = oracle(["FEDAYIN"])
    assert solver.tops(Board(), "ADEFINY") == Top(110, (Move("FEDAYIN", 7, 7, Direction.ACROSS),))
    solver = oracle(["NU", "UN"])
    assert [(move.word, move.col) for move in solver.tops(Board(), "NU").moves] == [
        ("NU", 6),
        ("NU", 7),
        ("UN", 6),
        ("UN", 7),
    ]
    assert solver.tops(Board(), "NZ") == Top(0, ())
    assert solver.tops_many(Board(), ["NU", "ZZ"]) == [solver.tops(Board(), "NU"), Top(0, ())]


def test_a_blank_for_one_of_two_equal_letters_is_tried_as_either() -> None:
    """The blank is worth most where it covers the letter that a premium square would not have counted."""
    solver = oracle(["EGRUGEAI"])
    board = Board().place(Move("AI", 7, 8, Direction.ACROSS))
    found = {item.move.word: item.points for item in solver.moves(board, "?EEGRU") if item.move.col == 2}
    assert set(found) == {"EgRUGEAI", "EGRUgEAI"}
    assert found["EgRUGEAI"] != found["EGRUgEAI"]
    top = solver.tops(board, "?EEGRU")
    assert top.points == max(found.values())


def test_an_invalid_cross_word_rules_a_move_out() -> None:
    board = Board().place(Move("RAT", 7, 6, Direction.ACROSS))
    moves = [item.move for item in oracle().moves(board, "NU")]
    assert Move("NU", 6, 6, Direction.ACROSS) not in moves, "N over R"
    assert all(word in WORDS for move in moves for word in board.words_formed(move))
    assert moves


def test_a_tile_that_forms_words_both_ways_is_one_move() -> None:
    board = Board().place(Move("RU", 7, 7, Direction.ACROSS)).place(Move("NE", 8, 9, Direction.DOWN))
    moves = [item.move for item in oracle(["RU", "NE", "RUE", "ENE"]).moves(board, "E")]
    corner = 7 * SIZE + 9
    assert [move for move in moves if corner in move.squares()] == [Move("RUE", 7, 7, Direction.ACROSS)]


def test_more_tiles_than_seven() -> None:
    eight = oracle(max_placed=8, bonuses={7: 50, 8: 75})
    seven = oracle()
    assert [i.move.word for i in seven.moves(Board(), "EEIINRST") if len(i.move.word) == 8] == []
    board = Board().place(Move("SA", 7, 7, Direction.ACROSS))
    words = {i.move.word: i.points for i in eight.moves(board, "EENRSTTI")}
    assert "RESINENT" not in words
    assert {i.move.word for i in eight.moves(Board(), "EEINRSST")} >= {"RETINES", "SENTIER"}
    best = eight.tops(Board(), "EEINRSST")
    assert len(best.moves[0].word) == 8
    assert eight.score(Board(), best.moves[0]).bonus == 75


def test_tiles_of_several_characters() -> None:
    spanish = tileset("es")
    solver = oracle([spanish.read(word) for word in ("CHAL", "CAL", "LLAMA", "AL")], "es")
    found = {
        spanish.spell(item.move.word): item.points for item in solver.moves(Board(), spanish.read("CHALZ"))
    }
    assert set(found) == {"CHAL", "AL"}
    assert max(found.values()) == found["CHAL"] == 2 * (5 + 1 + 1)
    assert solver.count(Board(), spanish.read("C?AL", blanks=True)) > solver.count(
        Board(), spanish.read("CAL")
    )


@pytest.mark.parametrize("rack", ["ABCDEFGHI", "é", "abc", "A.", "A B"])
def test_what_is_no_rack_is_refused(rack: str) -> None:
    with pytest.raises(RackError, match="rack"):
        oracle().moves(Board(), rack)


def test_the_score_of_a_move_that_does_not_fit_is_refused() -> None:
    with pytest.raises(PlacementError):
        oracle().score(Board(), Move("NU", 0, 0, Direction.ACROSS))


def test_the_best_few_are_the_first_of_all() -> None:
    board = Board().place(Move("RAT", 7, 6, Direction.ACROSS))
    moves = oracle().moves(board, "EINSTU?")
    assert oracle().moves(board, "EINSTU?", 5) == moves[:5]
    assert [item.points for item in moves] == sorted((item.points for item in moves), reverse=True)
    assert len(moves) > 100

"""The opening of a play: the mean best score of the next round over sampled draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from engine.board import Board
from engine.builtin import ruleset, tileset
from engine.draw import kinds_reachable
from engine.lexicon import Lexicon, compile_words
from engine.move import Scored, Top
from engine.opening import opening_value
from engine.oracle import OracleSolver
from engine.reading import parse_play
from engine.ruleset import with_setting

FRENCH, DUTCH = ruleset("french"), ruleset("dutch")
TILES = tileset("fr")
FULL = TILES.full_bag()


@dataclass
class Recorder:
    """A solver whose top is the number of E in the rack; it remembers what it was asked."""

    racks: list[str] = field(default_factory=list)

    def tops(self, board: Board, rack: str) -> Top:
        self.racks.append(rack)
        return Top(rack.count("E"), ())

    def tops_many(self, board: Board, racks: Sequence[str]) -> list[Top]:
        return [self.tops(board, rack) for rack in racks]

    def moves(self, board: Board, rack: str, best: int | None = None) -> list[Scored]:
        raise AssertionError("the opening needs tops only")


def test_it_is_the_mean_over_the_samples() -> None:
    solver = Recorder()
    value = opening_value(Board(), FULL, "", solver, FRENCH, TILES, 7, 25)
    assert len(solver.racks) == 25
    assert value == sum(rack.count("E") for rack in solver.racks) / 25


def test_the_same_seed_gives_the_same_figure_and_another_one_another() -> None:
    def value(seed: int) -> tuple[float, list[str]]:
        solver = Recorder()
        return opening_value(Board(), FULL, "", solver, FRENCH, TILES, seed, 10), solver.racks

    assert value(1) == value(1)
    assert value(1)[1] != value(2)[1]


def test_draws_keep_the_remainder_and_obey_the_minima() -> None:
    solver = Recorder()
    opening_value(Board(), FULL, "KWX", solver, FRENCH, TILES, 3, 30, round_number=2)
    assert all(len(rack) == 7 and kinds_reachable(rack, 2, 2, TILES) for rack in solver.racks)
    assert any(set("KWX") <= set(rack) for rack in solver.racks)


def test_fresh_refill_puts_the_remainder_back() -> None:
    solver = Recorder()
    opening_value(Board(), "AEIOUBCDFGH", "ZZZ", solver, DUTCH, TILES, 3, 40)
    assert any("Z" not in rack for rack in solver.racks)
    assert any("Z" in rack for rack in solver.racks)


def test_no_further_round_opens_nothing() -> None:
    assert opening_value(Board(), "", "", Recorder(), FRENCH, TILES, 1, 5) == 0.0
    assert opening_value(Board(), "BCD", "FG", Recorder(), FRENCH, TILES, 1, 5) == 0.0
    over = with_setting(DUTCH, "draw.maximum_rounds", "3")
    assert opening_value(Board(), FULL, "", Recorder(), over, TILES, 1, 5, round_number=4) == 0.0


@pytest.mark.parametrize("samples", [0, -1])
def test_samples_must_be_positive(samples: int) -> None:
    with pytest.raises(ValueError, match="samples"):
        opening_value(Board(), FULL, "", Recorder(), FRENCH, TILES, 1, samples)


def test_an_open_board_is_worth_more_than_a_closed_one() -> None:
    words = ["AS", "SA", "TAS", "LAS", "MENE", "MENES", "ENE", "NE", "NES", "SE", "ES"]
    solver = OracleSolver(Lexicon(compile_words(words, TILES, name="small")), TILES)
    # MENE can take an S, ENENE (a word that the list lacks) takes nothing
    opened = Board().place(parse_play("H5 MENE", TILES).moves[0])
    closed = Board().place(parse_play("H5 XXXX", TILES).moves[0])
    bag = "SSSSAAAATTTTEEEE"
    values = [opening_value(board, bag, "", solver, FRENCH, TILES, 1, 20) for board in (opened, closed)]
    assert values[0] > values[1] == 0.0

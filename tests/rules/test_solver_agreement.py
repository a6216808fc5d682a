"""The C core and the oracle, two programs that share no code, on random positions of random games: every move and every score.

``TOPTABLE_POSITIONS=20000`` is the full size, hours of the oracle's work; several runs of fewer, each with its own ``TOPTABLE_SEED``, do
as well. ``TOPTABLE_WHOLE_LISTS=1`` takes the whole word lists.
"""

from __future__ import annotations

import lzma
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import pytest

from engine.board import Board
from engine.builtin import tileset
from engine.errors import TileError
from engine.lexicon import Lexicon, compile_words
from engine.oracle import OracleSolver
from engine.rack import missing
from engine.solver import CoreSolver
from engine.tiles import BLANK, TileSet

pytest.importorskip("engine._solver", reason="no compiler on this machine")

LISTS = Path(__file__).resolve().parents[2] / "lexicons"
POSITIONS = int(os.environ.get("TOPTABLE_POSITIONS", "80"))
SEED = os.environ.get("TOPTABLE_SEED", "1")
WHOLE_LISTS = os.environ.get("TOPTABLE_WHOLE_LISTS", "") == "1"


@dataclass(frozen=True)
class Table:
    """What a game is played with: French words on Catalan and English words on Spanish tiles bring QU, NY, CH, LL and RR into play."""

    tiles: str
    words: str
    rack: int
    placed: int
    bonuses: tuple[tuple[int, int], ...] = ((7, 50),)


TABLES = (
    Table("fr", "fr", 7, 7),
    Table("nl", "nl", 7, 7),
    Table("ro", "ro", 7, 7),
    Table("en", "en", 7, 7),
    Table("ca", "fr", 7, 7),
    Table("es", "en", 7, 7),
    Table("fr", "fr", 8, 7),
    Table("ca", "ro", 8, 8, ((7, 50), (8, 75))),
)


@cache
def lexicon(tiles: str, words: str) -> Lexicon:
    """The shipped list in the tiles of a set; unless wholly asked for, its short words and one in forty of the others."""
    letters = tileset(tiles)
    dice = Random(words)
    read: set[str] = set()
    for word in lzma.decompress((LISTS / f"{words}.txt.xz").read_bytes()).decode("utf-8").split():
        if WHOLE_LISTS or len(word) < 4 or dice.random() < 0.025:
            try:
                read.add(letters.read(word))
            except TileError:
                continue  # a letter that this language has not
    return Lexicon(compile_words([word for word in read if len(word) > 1], letters, name=words))


def random_rack(tiles: TileSet, bag: list[str], size: int, dice: Random) -> str:
    """Tiles off the top of a shuffled bag; now and then one more is a blank, to meet these more often than a game does."""
    dice.shuffle(bag)
    rack = bag[:size]
    for at in range(len(rack)):
        if dice.random() < 0.04 and rack.count(BLANK) < 2:
            rack[at] = BLANK
    return "".join(rack)


@pytest.mark.parametrize(
    "table", TABLES, ids=lambda table: f"{table.words}-{table.tiles}-{table.rack}-{table.placed}"
)
def test_core_and_oracle_agree(table: Table) -> None:
    tiles, words = tileset(table.tiles), lexicon(table.tiles, table.words)
    fast = CoreSolver(words, tiles, dict(table.bonuses), max_placed=table.placed)
    slow = OracleSolver(words, tiles, dict(table.bonuses), max_placed=table.placed)
    dice = Random(f"{SEED} {table}")
    compared = played = 0
    while compared < POSITIONS // len(TABLES):
        board, position = Board(), fast.position(Board())
        bag = list(tiles.full_bag())
        while len(bag) >= 2 and compared < POSITIONS // len(TABLES):
            rack = random_rack(tiles, bag, table.rack, dice)
            moves = slow.moves(board, rack)
            assert fast.moves(board, rack) == moves, (board.cells, rack)
            assert fast.count(board, rack) == len(moves)
            best = moves[0].points if moves else 0
            top = fast.tops(board, rack)
            assert (top.points, top.moves) == (best, tuple(m.move for m in moves if m.points == best)), (
                board.cells,
                rack,
            )
            for item in dice.sample(moves, min(5, len(moves))):
                assert fast.score(board, item.move) == slow.score(board, item.move)
            compared += 1
            if not moves:
                break
            move = dice.choice(moves[:3] if dice.random() < 0.5 else moves).move
            position.place(move.word, move.row, move.col, list(type(move.direction)).index(move.direction))
            laid, board = board.new_tiles(move), board.place(move)
            assert position.cells() == board.cells
            assert position.tables() == fast.position(board).tables(), board.cells
            bag = [*missing(laid, "".join(bag))]
            played += 1
    assert played > POSITIONS // len(TABLES) // 2

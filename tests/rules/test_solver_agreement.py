"""The C core and the oracle, two programs that share no code, on random positions of random games: every move and every score.

``TOPTABLE_POSITIONS=20000`` is the full size, hours of the oracle's work; several runs of fewer, each with its own ``TOPTABLE_SEED``, do
as well. ``TOPTABLE_WHOLE_LISTS=1`` takes the whole word lists. ``scripts/core-digest`` carries what was found over to a later core.
"""

from __future__ import annotations

import os

import pytest

pytest.importorskip("engine._solver", reason="no compiler on this machine")

from benchmarks._random_games import TABLES, Table, lexicon, steps
from engine.builtin import tileset
from engine.oracle import OracleSolver
from engine.solver import CoreSolver
from engine.squares import Direction

POSITIONS = int(os.environ.get("TOPTABLE_POSITIONS", "80"))
SEED = os.environ.get("TOPTABLE_SEED", "1")
WHOLE_LISTS = os.environ.get("TOPTABLE_WHOLE_LISTS", "") == "1"


@pytest.mark.parametrize(
    "table", TABLES, ids=lambda table: f"{table.words}-{table.tiles}-{table.rack}-{table.placed}"
)
def test_core_and_oracle_agree(table: Table) -> None:
    tiles, words = tileset(table.tiles), lexicon(table.tiles, table.words, whole=WHOLE_LISTS)
    fast = CoreSolver(words, tiles, dict(table.bonuses), max_placed=table.placed)
    slow = OracleSolver(words, tiles, dict(table.bonuses), max_placed=table.placed)
    compared = played = 0
    for step in steps(table, SEED, POSITIONS // len(TABLES), slow):
        board, rack, moves = step.board, step.rack, step.moves
        assert fast.moves(board, rack) == moves, (board.cells, rack)
        assert fast.count(board, rack) == len(moves)
        best = moves[0].points if moves else 0
        top = fast.tops(board, rack)
        ties = tuple(item.move for item in moves if item.points == best)
        assert (top.points, top.moves) == (best, ties), (board.cells, rack)
        for item in step.sample:
            assert fast.score(board, item.move) == slow.score(board, item.move)
        compared += 1
        if step.played is None:
            continue
        move = step.played.move
        if board.is_empty:
            position = fast.position(board)
        position.place(move.word, move.row, move.col, list(Direction).index(move.direction))
        after = board.place(move)
        assert position.cells() == after.cells
        assert position.tables() == fast.position(after).tables(), after.cells
        played += 1
    assert compared == POSITIONS // len(TABLES)
    assert played > compared // 2

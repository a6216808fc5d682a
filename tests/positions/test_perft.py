"""Counting two rounds deep: all first moves of one rack, then all answers of another rack to each of them.

A wrong cross-check, a move missed or given twice changes these sums. They were counted by the oracle, ``perft.txt`` says how to
count them again.
"""

from __future__ import annotations

import lzma
import os
import sys
from functools import cache
from pathlib import Path

import pytest

from engine.board import Board
from engine.builtin import tileset
from engine.errors import TileError
from engine.lexicon import Lexicon, compile_words
from engine.oracle import OracleSolver
from engine.solver import CoreSolver

pytest.importorskip("engine._solver", reason="no compiler on this machine")

HERE = Path(__file__).resolve().parent
LISTS = HERE.parents[1] / "lexicons"
LONGEST = 7
"""Longer words of the lists are left out, so that compiling them takes no time."""

ROWS = [
    line.split()
    for line in (HERE / "perft.txt").read_text(encoding="utf-8").splitlines()
    if line[:1] not in {"", "#"}
]


@cache
def lexicon(tiles: str, words: str) -> Lexicon:
    letters = tileset(tiles)
    found = set()
    for word in lzma.decompress((LISTS / f"{words}.txt.xz").read_bytes()).decode("utf-8").split():
        if len(word) <= LONGEST:
            try:
                found.add(letters.read(word))
            except TileError:
                continue  # a letter that this language has not
    return Lexicon(compile_words([word for word in found if len(word) > 1], letters, name=words))


def perft(kind: type[CoreSolver] | type[OracleSolver], row: list[str]) -> tuple[int, int, int, int]:
    """First moves, answers to them, the sum of the answers' points, the sum of the tops."""
    tiles, words, *racks = row[:4]
    solver = kind(lexicon(tiles, words), tileset(tiles))
    first, second = (tileset(tiles).read(rack, blanks=True) for rack in racks)
    opening = solver.moves(Board(), first)
    answers = [solver.moves(Board().place(item.move), second) for item in opening]
    points = sum(item.points for answer in answers for item in answer)
    return len(opening), sum(map(len, answers)), points, sum(answer[0].points for answer in answers if answer)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: "-".join(row[:4]))
def test_counts_two_rounds_deep(row: list[str]) -> None:
    assert perft(CoreSolver, row) == tuple(map(int, row[4:]))


@pytest.mark.skipif(
    "TOPTABLE_PERFT" not in os.environ, reason="prints the table anew, by the oracle: minutes"
)
def test_print_the_table() -> None:
    for row in ROWS:
        print(*row[:4], *perft(OracleSolver, row), file=sys.stderr)
    assert ROWS

"""Random positions of random games, the same for the same seed: on them the C core is compared with the oracle, or with another build."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from engine.board import Board
from engine.builtin import tileset
from engine.errors import TileError
from engine.interfaces import TopFinder
from engine.lexicon import Lexicon, compile_words
from engine.move import Scored
from engine.rack import missing
from engine.tiles import BLANK

LISTS = Path(__file__).resolve().parent.parent / "lexicons"


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
def lexicon(tiles: str, words: str, *, whole: bool = False) -> Lexicon:
    """The shipped list in the tiles of a set: the *whole* of it, or its short words and one in forty of the others."""
    letters = tileset(tiles)
    dice = Random(words)
    read: set[str] = set()
    for word in lzma.decompress((LISTS / f"{words}.txt.xz").read_bytes()).decode("utf-8").split():
        if whole or len(word) < 4 or dice.random() < 0.025:
            try:
                read.add(letters.read(word))
            except TileError:
                continue  # a letter that this language has not
    return Lexicon(compile_words([word for word in read if len(word) > 1], letters, name=words))


@dataclass(frozen=True)
class Step:
    """A position, its moves, some of them whose score is worth a look, and the one that is played; None ends the game."""

    board: Board
    rack: str
    moves: list[Scored]
    sample: list[Scored]
    played: Scored | None


def steps(table: Table, seed: str, count: int, finder: TopFinder) -> Iterator[Step]:
    """So many positions, game after game; *finder* says which moves there are."""
    tiles, dice = tileset(table.tiles), Random(f"{seed} {table}")
    while count > 0:
        board, bag = Board(), list(tiles.full_bag())
        while len(bag) >= 2 and count > 0:
            rack = _rack(bag, table.rack, dice)
            moves = finder.moves(board, rack)
            sample = dice.sample(moves, min(5, len(moves)))
            played = dice.choice(moves[:3] if dice.random() < 0.5 else moves) if moves else None
            yield Step(board, rack, moves, sample, played)
            count -= 1
            if played is None:
                break
            laid, board = board.new_tiles(played.move), board.place(played.move)
            bag = [*missing(laid, "".join(bag))]


def _rack(bag: list[str], size: int, dice: Random) -> str:
    """Tiles off the top of a shuffled bag; now and then one more is a blank, to meet these more often than a game does."""
    dice.shuffle(bag)
    rack = bag[:size]
    for at in range(len(rack)):
        if dice.random() < 0.04 and rack.count(BLANK) < 2:
            rack[at] = BLANK
    return "".join(rack)

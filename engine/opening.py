"""How much a play opens the game: what the next round's top is worth on average.

The French texts keep "the word that opens the game more", the Romanian ones "the most promising development"; clubs measure that by
eye. Here it is a figure: the mean best score of the next round over sampled draws, the same for the same seed.
"""

from __future__ import annotations

from random import Random

from engine.board import Board
from engine.draw import draw_letters, game_over
from engine.errors import DrawError
from engine.interfaces import TopFinder
from engine.ruleset import RuleSet
from engine.tiles import TileSet


def opening_value(
    board_after: Board,
    bag_after: str,
    kept: str,
    solver: TopFinder,
    rules: RuleSet,
    tileset: TileSet,
    seed: int,
    samples: int,
    *,
    round_number: int = 1,
) -> float:
    """Mean best score of the next round, in points; 0.0 when no further round can be drawn.

    *board_after* has the play on it, *kept* is what it leaves of the draw, *bag_after* what is in the bag. *round_number* is that of
    the next round: the vowels and consonants that a draw must hold depend on it. Plays compared with the same *seed* meet the same
    shuffles, one a sample, so that what tells equal tops apart is less a matter of luck.
    """
    if samples < 1:
        raise ValueError(f"{samples} samples: expected 1 or more")
    if rules.draw.refill == "fresh":
        kept, bag_after = "", tileset.sort(bag_after + kept)
    if rules.draw.last_round_ends and not bag_after:
        return 0.0
    if game_over(rules, tileset, round_number, kept + bag_after):
        return 0.0
    total = drawn = 0
    for sample in range(samples):
        try:
            draw, _refused = draw_letters(rules, tileset, round_number, kept, bag_after, Random(f"{seed}/{sample}"))
        except DrawError:
            break
        total += solver.tops(board_after, draw.letters).points
        drawn += 1
    return total / drawn if drawn else 0.0

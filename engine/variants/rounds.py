"""The best of a round, whatever the game: where the referee's table asks."""

from __future__ import annotations

from engine.board import Board
from engine.bulletin import Play
from engine.interfaces import TopFinder
from engine.ruleset import RuleSet
from engine.variants.decomposed import decomposed_tops
from engine.variants.lastround import BUDGET, last_round_tops
from engine.variants.playtop import PlayTop, Progress, go_on
from engine.variants.substitution import Exchange, exchanges, substitution_tops


def round_tops(
    rules: RuleSet, board: Board, letters: str, pool: str, solver: TopFinder, progress: Progress = go_on
) -> PlayTop:
    """The best score that the letters allow on the board, and every play that reaches it; *pool* is what is left to draw from."""
    variant = rules.variant
    match rules.game:
        case "substitution":
            blank, decline = variant.exchange_blank, variant.exchange_decline
            return substitution_tops(board, letters, pool, solver, blank=blank, decline=decline, progress=progress)
        case "decomposed":
            return decomposed_tops(board, letters, solver, split_bonus=split_bonus(rules, letters), progress=progress)
        case _ if rules.draw.chosen and pool:
            tops = solver.tops_many(board, [letters + tile for tile in dict.fromkeys(pool)])
            best = max(top.points for top in tops)
            moves = (move for top in tops if 0 < top.points == best for move in top.moves)
            return PlayTop(best, tuple(Play((move,)) for move in dict.fromkeys(moves)))
        case _ if rules.draw.last_round_several and not pool:
            # the oracle is too slow for more than the best single placement
            budget = BUDGET if getattr(solver, "kind", "") == "c" else 1
            return last_round_tops(board, letters, solver, budget=budget, progress=progress)
        case _:
            top = solver.tops(board, letters)
            return PlayTop(top.points, tuple(Play((move,)) for move in top.moves))


def allowed_exchanges(rules: RuleSet, letters: str, pool: str) -> frozenset[Exchange]:
    """Every exchange of a letter of the draw that the rule book of the substitution game allows."""
    return frozenset(exchanges(letters, pool, blank=rules.variant.exchange_blank))


def must_exchange(rules: RuleSet, letters: str, pool: str) -> bool:
    """Whether a play without an exchange is none: where declining is not allowed, as long as there is anything to exchange."""
    return rules.game == "substitution" and not rules.variant.exchange_decline and bool(allowed_exchanges(rules, letters, pool))


def split_bonus(rules: RuleSet, letters: str) -> int:
    """What placing all the letters in two moves earns besides; only a full draw of seven can earn it."""
    return rules.variant.split_bonus if rules.game == "decomposed" and len(letters) == 7 else 0

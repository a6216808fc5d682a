"""A game that goes no further: letters are left, and nothing that can be drawn can be placed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb

from engine.draw import game_over, rack_size, refusal
from engine.game import Game
from engine.interfaces import TopFinder
from engine.rack import take

MAX_RACKS = 3000
"""Different draws looked at to prove that none can be placed: a third of a second on a PC. With more of them nothing is proved."""


def rounds_stuck(game: Game) -> int:
    """How many rounds running, up to the one in play, nothing could be placed; 0 in the optimist game, where boards differ."""
    if game.opened is None or game.rules.game == "optimist":
        return 0
    count = 0
    for round_ in reversed(game.rounds):
        if round_.tops or round_.retained is not None:
            break
        count += 1
    return count


def why_over(game: Game) -> str | None:
    """Why no further round is drawn, as far as the letters tell, as a message-catalogue key; ``None`` if one may be.

    Those of :func:`engine.draw.game_over`, and ``last_round``: nothing was left to draw for the round just played.
    """
    if game.opened is None:
        return None
    last, rules = game.round, game.rules
    if last is not None and rules.draw.last_round_ends and not game.bag:
        again = last.placed_nothing and rules.top.same_letters_if_none and bool(last.tops)
        if not again:
            return "last_round"
    return game_over(rules, game.tileset, len(game.rounds) + 1, game.pool)


def why_stuck(game: Game, solver: TopFinder) -> str | None:
    """Why a game whose last round could not be placed goes no further, as a message-catalogue key; ``None`` if it may go on.

    ``no_move_possible``: no draw that the rule book accepts can be placed; ``stuck``: it has happened as often as
    ``draw.stuck_rounds`` allows.
    """
    last = game.round
    if last is None or not last.placed_nothing or rounds_stuck(game) == 0:
        return None
    if not game.bag or not _any_can_be_placed(game, solver):
        return "no_move_possible"
    limit = game.rules.draw.stuck_rounds
    return "stuck" if limit and rounds_stuck(game) >= limit else None


def _any_can_be_placed(game: Game, solver: TopFinder) -> bool:
    """Whether some draw from the pool can be placed, or too many are possible to tell."""
    kept = game.kept
    bag = take(game.pool, kept, what="pool")
    wanted = rack_size(game.rules, game.pool) - len(kept)
    if game.rules.draw.chosen or comb(len(bag), wanted) > MAX_RACKS * 100:  # each draw comes up many times among equal letters
        return True
    racks: list[str] = []
    for fresh in _choices(sorted(Counter(bag).items()), wanted):
        rack = kept + fresh
        if refusal(game.rules, game.tileset, len(game.rounds) + 1, rack, take(game.pool, rack, what="pool")) is None:
            racks.append(rack)
        if len(racks) > MAX_RACKS:
            return True
    return any(top.moves for top in solver.tops_many(game.board, racks))


def _choices(letters: list[tuple[str, int]], wanted: int) -> Iterator[str]:
    """Every choice of so many tiles from so many of each letter, each choice once."""
    if wanted == 0:
        yield ""
        return
    if not letters:
        return
    (letter, count), *rest = letters
    for used in range(min(count, wanted), -1, -1):
        for others in _choices(rest, wanted - used):
            yield letter * used + others

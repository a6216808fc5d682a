"""Placements and top lists as the rule book's clubs print them."""

from __future__ import annotations

from dataclasses import dataclass

from engine.bulletin import Bulletin, Play
from engine.game import Game, Round
from engine.reading import format_scored
from engine.ruleset import SlipRules


@dataclass(frozen=True, slots=True)
class Listed:
    """A placement of the top list and who found it."""

    play: Play
    points: int
    seats: tuple[int, ...]


def heading(rules: SlipRules, round_number: int) -> str:
    """Game and round as they stand before a Romanian placement, ``P11-T1``; empty in other forms, or if the game has no number."""
    if rules.form != "romanian" or not rules.game_number:
        return ""
    return f"P{rules.game_number}-T{round_number}"


def printed(game: Game, round_: Round, play: Play, points: int) -> str:
    """``H4 RETiNES 66``, or ``P11-T1 - H4: JU(C)ATOR = 100 p``; :func:`engine.reading.read_slip` reads either."""
    slip = game.rules.slip
    return format_scored(play, points, game.tileset, slip, heading(slip, round_.number))


def other_slips(round_: Round, seat: int) -> tuple[Bulletin, ...]:
    """What a seat handed in besides the slip that is judged, in order: slips in time that a later one took the place of, and late ones,
    which take the place of none."""
    judged = round_.judged_slip(seat)
    return tuple(each for each in round_.bulletins if each.seat == seat and (judged is None or each.number != judged.number))


def top_list(round_: Round) -> tuple[Listed, ...]:
    """What the seats placed in a judged round, best first, equal placements together."""
    found: dict[tuple[int, Play], list[int]] = {}
    for seat, verdict in sorted(round_.verdicts.items()):
        if verdict.play is not None and verdict.outcome == "accepted" and verdict.points > 0:
            found.setdefault((verdict.points, verdict.play), []).append(seat)
    ranked = sorted(found.items(), key=lambda item: (-item[0][0], item[1]))
    return tuple(Listed(play, points, tuple(seats)) for (points, play), seats in ranked)

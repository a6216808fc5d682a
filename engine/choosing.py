"""What follows from the verdicts of a round: the top among equals, the solo, the mean that a seat is given instead of its points."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from engine.bulletin import Play, Verdict
from engine.placing import Case
from engine.reading import format_play
from engine.ruleset import RuleSet
from engine.tiles import BLANK

MAX_MEASURED = 40
"""Equal tops whose opening is measured at most: some hundredths of a second each. A first draw with two blanks has thousands of equals."""

COUNTED = ("fewest_blanks", "fewest_tiles")
"""Criteria that cost nothing: all ties are compared by them."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The play proposed as the one to retain, and why."""

    play: Play
    reason: str
    """``only_top``, or the criterion of the rule set that decided: ``fewest_blanks``, ``fewest_tiles``, ``opening``, ``first``."""
    note: str = ""
    """The figures behind the reason."""


def choose_top(plays: tuple[Play, ...], case: Case, openings: Callable[[Play], float] | None) -> Choice:
    """Propose one of several equal tops by the rule set's criteria, in their order.

    *openings* measures how much a play opens the game (:func:`engine.opening.opening_value`); without it that criterion is passed over.
    """
    if not plays:
        raise ValueError("there is no play to choose from")
    if len(plays) == 1:
        return Choice(plays[0], "only_top")
    left, notes, reason = plays, "", "first"
    values: dict[Play, float] = {}

    def measure(some: Iterable[Play]) -> None:
        assert openings is not None
        values.update({play: openings(play) for play in some if play not in values})

    if openings and case.rules.top.closing_percent:
        left = _left_open(plays, case, values, measure)
        if len(left) < len(plays):
            notes, reason = _figures(values, case), "opening"
    for criterion in case.rules.top.ties:
        if len(left) == 1:
            break
        if criterion in COUNTED:
            costs = {play: float(_count(criterion, play, case)) for play in left}
        elif criterion == "opening":
            if openings is None:
                continue
            left = _spread(left)
            measure(left)
            costs = {play: -values[play] for play in left}
            notes = _figures({play: values[play] for play in left}, case)
        else:
            costs = {play: float(rank) for rank, play in enumerate(sorted(left, key=_alphabetical))}
        best = min(costs.values())
        kept = tuple(play for play in left if costs[play] == best)
        if len(kept) < len(left):
            if criterion in COUNTED and not notes:
                notes = _figures({play: -cost for play, cost in costs.items()}, case, counted=True)
            left, reason = kept, criterion
    return Choice(min(left, key=_alphabetical), reason if len(left) == 1 else "first", notes)


def _left_open(
    plays: tuple[Play, ...], case: Case, values: dict[Play, float], measure: Callable[[Iterable[Play]], None]
) -> tuple[Play, ...]:
    """The plays without those that close the game, next to the most open of all: of many, a sample is measured, and of those that the
    counted criteria prefer as many again, until some of them leave the game open."""
    counted = tuple(itertools.takewhile(lambda criterion: criterion in COUNTED, case.rules.top.ties))
    groups: dict[tuple[int, ...], list[Play]] = {}
    for play in plays:
        groups.setdefault(tuple(_count(criterion, play, case) for criterion in counted), []).append(play)
    measure(_spread(plays))
    for rank in sorted(groups):
        group = _spread(tuple(groups.pop(rank)))
        measure(group)
        least = max(values.values()) * case.rules.top.closing_percent / 100
        if left := {play for play in group if values[play] >= least}:
            later = {play for group in groups.values() for play in group if values.get(play, least) >= least}
            return tuple(play for play in plays if play in left | later)
    raise AssertionError("the most open play does not close the game")


def _spread(plays: tuple[Play, ...]) -> tuple[Play, ...]:
    """As many plays as can be measured while a room waits, evenly out of all; the referee may still place any other."""
    if len(plays) <= MAX_MEASURED:
        return plays
    ordered = sorted(plays, key=_alphabetical)
    return tuple(ordered[i * len(ordered) // MAX_MEASURED] for i in range(MAX_MEASURED))


def _count(criterion: str, play: Play, case: Case) -> int:
    """What a counted criterion wants little of."""
    laid = _laid(play, case)
    return laid.count(BLANK) if criterion == "fewest_blanks" else len(laid)


def _laid(play: Play, case: Case) -> str:
    """The tiles that a play takes from the draw."""
    board, tiles = case.board, ""
    for move in play.moves:
        tiles += board.new_tiles(move)
        board = board.place(move)
    return tiles


def _alphabetical(play: Play) -> tuple[tuple[str, str, int, int, str], ...]:
    return tuple((move.word.upper(), move.word, move.row, move.col, move.direction.value) for move in play.moves)


def _figures(values: dict[Play, float], case: Case, *, counted: bool = False) -> str:
    """Each play with its opening, or with what was *counted* (as a negative value), best first; the five best are enough for a note."""
    best = sorted(values.items(), key=lambda item: (-item[1], _alphabetical(item[0])))[:5]
    notation = case.rules.slip.notation
    shown = [f"{-value:.0f}" if counted else f"{value:.1f}" for _, value in best]
    return " · ".join(f"{format_play(play, case.tileset, notation)} {figure}" for (play, _), figure in zip(best, shown, strict=True))


def average(rules: RuleSet, verdicts: Mapping[int, Verdict], group: Iterable[int]) -> int:
    """Mean of the true points of a group of seats, for one that could not play or be judged: zeros count, undecided slips do not.

    :raises ValueError: if nobody of the group was judged.
    """
    points = [verdicts[seat].points for seat in set(group) if seat in verdicts and verdicts[seat].outcome != "undecided"]
    if not points:
        raise ValueError("an average needs at least one seat that was judged")
    total, count = sum(points), len(points)
    match rules.slip.average:
        case "down":
            return total // count
        case "up":
            return -(-total // count)
        case _:
            return (2 * total + count) // (2 * count)


def averaged(rules: RuleSet, verdict: Verdict, verdicts: Mapping[int, Verdict], group: Iterable[int]) -> Verdict:
    """The seat's verdict with the mean points of the group, in topping with its mean time, too. A mean of nothing is no zero of its own."""
    judged = [verdicts[seat] for seat in set(group) if seat in verdicts and verdicts[seat].outcome != "undecided"]
    points = average(rules, verdicts, group)
    time_ms = sum(each.time_ms for each in judged) // len(judged)
    return replace(verdict, outcome="accepted", points=points, time_ms=time_ms)


def solo_seat(rules: RuleSet, verdicts: Iterable[Verdict], seats: int, top_points: int) -> int:
    """The seat that is paid a solo, 0 for none.

    Alone means that no other seat reaches the same *score* or more, with whatever word. *seats* is the number of seats in the game.
    """
    if rules.solo.points == 0 or seats < rules.solo.minimum_seats:
        return 0
    verdicts = tuple(verdicts)
    accepted = [verdict for verdict in verdicts if verdict.outcome == "accepted"]
    best = top_points if rules.solo.condition == "top" else max((verdict.points for verdict in accepted), default=0)
    there = [verdict.seat for verdict in accepted if verdict.points >= best]
    if best <= 0 or len(there) != 1 or any(_may_reach(verdict, best) for verdict in verdicts):
        return 0
    return there[0]


def _may_reach(verdict: Verdict, points: int) -> bool:
    """Whether an undecided slip may turn out to be worth so much: nobody is known to be alone until it is decided. One that could not be
    read may be worth anything."""
    worth = [meant.points for meant in verdict.candidates]
    return verdict.outcome == "undecided" and (not worth or max(worth) >= points)

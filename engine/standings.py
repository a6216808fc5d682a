"""Totals, percent of the top, ranking: worked out from all rounds each time, so that a correction of an old slip needs no care."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.bulletin import Play, Verdict
from engine.game import Game, Phase, Round, best_known
from engine.ruleset import RuleSet, Sanction


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat's line in the ranking."""

    rank: int
    """1 + the number of seats strictly better: 1 2 2 4."""
    seat: int
    name: str
    total: int
    solos: int
    """How many solos, not their points."""
    penalties: int
    """Points lost by penalties and by warnings beyond the free ones (a positive number)."""
    warnings: int
    percent: float
    """Of :func:`measure`, rounded to one decimal; solos are not in a sum of tops, so more than 100 is possible."""
    negative: int
    """Total less :func:`measure`; the French *négatif*."""
    tops_found: int
    zeros: int
    time_ms: int = 0
    """Topping: the time of all rounds together; 0 in other games."""
    zero_kinds: Mapping[str, int] = field(default_factory=dict)
    """What the zeros were for: a fault, or ``referee`` where his word gave it; how often."""
    undecided: int = 0
    """Slips that await the referee; nothing of them is in the other numbers."""


@dataclass(frozen=True, slots=True)
class Line:
    """One round on a seat's running sheet (feuille de route)."""

    round: int
    verdict: Verdict | None
    points: int
    solo: int
    penalty: int
    """What this round's penalty and its warning, if beyond the free ones, cost."""
    cumulated: int
    top: int
    warning: int = 0
    """The number of the warning that this round's slip earned, counted over the evening; 0 for none."""
    average: bool = False
    """Whether the points are a mean of others'."""
    undecided: bool = False
    """Whether the slip awaits the referee; what it may score is not counted."""


def scored_rounds(game: Game, *, shown_only: bool = False) -> tuple[Round, ...]:
    """Rounds whose slips are judged; with *shown_only*, those whose results everyone may see."""
    phases = {Phase.REVEALED} if shown_only else {Phase.CLOSED, Phase.REVEALED}
    return tuple(round_ for round_ in game.rounds if round_.phase in phases)


def found_tops(game: Game, round_: Round) -> tuple[tuple[Play, ...], int]:
    """The equal tops among which one is retained, and their points: those of the solver, or where the players set the top the best of
    their slips, as far as those are decided."""
    if game.rules.top.by == "computer":
        return round_.tops, round_.top_points
    best = best_known(game, round_)
    return _placed(round_, best), best


def equal_tops(game: Game, round_: Round) -> tuple[Play, ...]:
    """The plays that reach :func:`round_top`, the one that the referee retained first if he chose it himself. Where that is not what was
    found, they are his and those of the slips that count as much."""
    top = round_top(game, round_)
    plays, points = found_tops(game, round_)
    if points != top:
        plays = _placed(round_, top)
    kept = (round_.retained.play,) if round_.retained and round_.retained.points == top else ()
    return plays if set(kept) <= set(plays) else (*kept, *plays)


def _placed(round_: Round, points: int) -> tuple[Play, ...]:
    """What seats placed for so many points, in the order of the seats."""
    accepted = (verdict for _, verdict in sorted(round_.verdicts.items()) if verdict.outcome == "accepted" and verdict.points == points)
    return tuple(dict.fromkeys(verdict.play for verdict in accepted if verdict.play is not None))


def possible_top(game: Game, round_: Round) -> int:
    """Where the players set the top, what the solver found beside it; else 0."""
    return round_.top_points if game.rules.top.by == "players" else 0


def round_top(game: Game, round_: Round) -> int:
    """The top that counts, whatever lies on the boards since: where the players set it the best of their slips, those included to which
    the referee gave points and an average not, or what was retained where none was judged; else the solver's, or in its stead what the
    referee retained on his own, unless a better one was found after that or counts for a seat."""
    retained = round_.retained
    if game.rules.top.by == "players":
        return retained.points if retained and not round_.verdicts else round_.best_slip
    if retained is None or not retained.is_own:
        return round_.top_points
    counting = round_.top_points if round_.top_points > retained.known else min(round_.top_points, round_.best_slip)
    return max(retained.points, counting)


def is_proved(game: Game, round_: Round) -> bool:
    """Whether :func:`round_top` is the best for certain. A top that the referee or the players set needs no proof."""
    return round_.tops_proved or round_top(game, round_) != round_.top_points or game.rules.top.by == "players"


def total_of_tops(game: Game, *, shown_only: bool = False) -> int:
    """Sum of the tops of all judged rounds."""
    return sum(round_top(game, round_) for round_ in scored_rounds(game, shown_only=shown_only))


def measure(game: Game, *, shown_only: bool = False) -> int:
    """What totals are compared with: the sum of tops, or where no round has one the best known line of play (optimist); else 0."""
    if game.rules.game == "optimist":
        return max(0, game.reference.points) if game.reference and game.ended else 0
    return total_of_tops(game, shown_only=shown_only)


def running_sheet(game: Game, seat: int, *, shown_only: bool = False) -> tuple[Line, ...]:
    """The seat's rounds in order, with the running total."""
    lines: list[Line] = []
    warnings = cumulated = 0
    for round_ in scored_rounds(game, shown_only=shown_only):
        verdict = round_.verdicts.get(seat)
        undecided = verdict is not None and verdict.outcome == "undecided"
        points = verdict.points if verdict and not undecided else 0
        solo = round_.solo_points if round_.solo == seat else 0
        penalty, warning = cost(game.rules, verdict, warnings) if verdict else (0, 0)
        warnings = max(warnings, warning)
        cumulated += points + solo - penalty
        average = round_.has_average(seat)
        top = round_top(game, round_)
        lines.append(Line(round_.number, verdict, points, solo, penalty, cumulated, top, warning, average, undecided))
    return tuple(lines)


def cost(rules: RuleSet, verdict: Verdict, warnings: int) -> tuple[int, int]:
    """What a slip loses by its penalty and by its warning, if beyond the free ones, and the number of that warning, 0 for none; its seat
    has had so many *warnings* before."""
    if verdict.warnings == 0 or verdict.outcome == "undecided":
        return verdict.penalty, 0
    number = warnings + verdict.warnings
    return verdict.penalty + (rules.slip.penalty_points if number > rules.slip.free_warnings else 0), number


def standings(game: Game, *, shown_only: bool = False) -> tuple[Standing, ...]:
    """All seats, best first; equals in the order of their numbers."""
    whole = measure(game, shown_only=shown_only)
    sheets = {number: running_sheet(game, number, shown_only=shown_only) for number in game.seats}
    keys = {number: _sort_key(game, sheets[number]) for number in sheets}
    lines: list[Standing] = []
    rank, before = 0, None
    for place, number in enumerate(sorted(sheets, key=lambda number: (keys[number], number)), 1):
        sheet = sheets[number]
        rank, before = (rank if keys[number] == before else place), keys[number]
        total = sheet[-1].cumulated if sheet else 0
        lines.append(
            Standing(
                rank=rank,
                seat=number,
                name=game.seats[number].name,
                total=total,
                solos=_count(sheet, lambda line: line.solo > 0),
                penalties=sum(line.penalty for line in sheet),
                warnings=_warnings(sheet),
                percent=round(100 * total / whole, 1) if whole else 0.0,
                negative=total - whole,
                tops_found=_tops_found(sheet),
                zeros=_count(sheet, _is_zero),
                time_ms=taken_ms(game, sheet),
                zero_kinds=Counter(zero_kind(line.verdict) for line in sheet if line.verdict is not None and _is_zero(line)),
                undecided=_count(sheet, lambda line: line.undecided),
            )
        )
    return tuple(lines)


def _sort_key(game: Game, sheet: tuple[Line, ...]) -> tuple[Any, ...]:
    """Smaller is better; each tie-break of the rule set adds one element."""
    key: list[Any] = [taken_ms(game, sheet), -(sheet[-1].cumulated if sheet else 0)]
    for tie_break in game.rules.ranking.tie_breaks:
        match tie_break:
            case "last_rounds":
                key.append(tuple(-line.points for line in reversed(sheet)))
            case "tops_found":
                key.append(-_tops_found(sheet))
            case "fewest_warnings":
                key.append(_warnings(sheet))
            case "solos":
                key.append(-_count(sheet, lambda line: line.solo > 0))
    return tuple(key)


def _count(sheet: tuple[Line, ...], wanted: Callable[[Line], bool]) -> int:
    return sum(map(wanted, sheet))


def _is_zero(line: Line) -> bool:
    """A slip that was judged to be worth nothing; in the optimist game a word that is not admitted even costs. A play accepted whose points
    happen to be none (two blanks, or a net) is no zero."""
    return line.verdict is not None and line.verdict.outcome == "zero"


def _warnings(sheet: tuple[Line, ...]) -> int:
    return _count(sheet, lambda line: line.warning > 0)


def _tops_found(sheet: tuple[Line, ...]) -> int:
    return _count(sheet, lambda line: line.top > 0 and line.points >= line.top and not line.average)


def zero_kind(verdict: Verdict) -> str:
    """What a slip's zero is for: the fault that cost it, or left nothing to count, or ``referee``."""
    own = () if verdict.reason else verdict.faults
    costly = (each.fault.value for each in verdict.faults if each.sanction is Sanction.ZERO)
    return next(costly, own[0].fault.value if own else "referee")


def taken_ms(game: Game, sheet: tuple[Line, ...]) -> int:
    """Topping: what the rounds of a sheet cost in time, one without a verdict as much as one whose top was missed; 0 in other games."""
    if game.rules.ranking.by != "time":
        return 0
    missed_ms = game.rules.missed_ms
    return sum(line.verdict.time_ms if line.verdict else missed_ms for line in sheet)

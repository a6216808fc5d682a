"""The arbiter: judges one slip.

Pure; every rule it applies is a key of the rule set. Where a slip is careless but can mean one thing only, the rule set's sanction
for that fault decides. Where it can mean several, the verdict is ``undecided`` and lists them, the likeliest first, for the referee.
Rules and sources: ``docs/rules.md``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.bulletin import Bulletin, Candidate, Play, SanctionedFault, Verdict, in_order
from engine.errors import NotationError
from engine.meaning import Finding, meaning
from engine.placing import Case, Laid
from engine.rack import exchanged, take
from engine.reading import Slip, format_exchange, read_slip
from engine.ruleset import Fault, RuleSet, Sanction
from engine.variants.rounds import allowed_exchanges, must_exchange, split_bonus

__all__ = ["Case", "decided", "judge", "no_slip", "overruled"]

# --- one slip ------------------------------------------------------------------------------------------------------


def judge(bulletin: Bulletin, case: Case, *, several: bool = False) -> Verdict:
    """The rule book's verdict on one slip: every fault with its sanction, in the order of :class:`Fault`, and the true points.

    *several* says that the table handed in more than one slip.
    """
    before = [case.sanctioned(Fault.SEVERAL_SLIPS)] if several else []
    if bulletin.late:
        lost = case.rules.slip.late == "zero"
        before.append(case.sanctioned(Fault.LATE) if lost else SanctionedFault(Fault.LATE, Sanction.NONE))
    try:
        slip = read_slip(
            bulletin.text,
            case.tileset,
            case.rules.slip.notation,
            several=case.most_placements > 1,
            exchanges=case.rules.game == "substitution",
        )
    except NotationError:
        return _verdict(bulletin.seat, [*before, case.sanctioned(Fault.UNREADABLE)], case)
    if slip.placements[0].is_blank:
        return _verdict(bulletin.seat, [*before, case.sanctioned(Fault.BLANK_SLIP)], case)
    if slip.exchange is not None:
        allowed = case.rules.game == "substitution" and slip.exchange in allowed_exchanges(case.rules, case.letters, case.bag)
        if not allowed:
            named = format_exchange(slip.exchange, case.tileset)
            return _verdict(bulletin.seat, [*before, case.sanctioned(Fault.LETTER_NOT_IN_DRAW, named)], case)
        case = replace(case, letters=exchanged(case.letters, slip.exchange))
    elif must_exchange(case.rules, case.letters, case.bag):
        before.append(case.sanctioned(Fault.EXCHANGE_MISSING))
    if len(slip.placements) > case.most_placements:
        return _alternatives(bulletin.seat, before, slip, case)
    return _in_sequence(bulletin.seat, before, slip, case)


def no_slip(seat: int, case: Case) -> Verdict:
    """The verdict on a seat that handed in nothing."""
    return _verdict(seat, [case.sanctioned(Fault.NO_SLIP)], case)


def _alternatives(seat: int, before: list[SanctionedFault], slip: Slip, case: Case) -> Verdict:
    """Several placements where one is asked for: as several slips of one table."""
    words = ", ".join(case.tileset.spell(placement.word or "") for placement in slip.placements)
    fault = case.sanctioned(Fault.SEVERAL_SLIPS, words)
    if fault.sanction is not Sanction.ZERO:
        fault = replace(fault, sanction=Sanction.REFEREE)
    offered: list[Candidate] = []
    for placement in slip.placements:
        alone = replace(slip, placements=(placement,), total=None)
        finding = meaning(case, placement)
        kept = tuple(one for one in finding.faults if one.sanction is not Sanction.REFEREE)
        offered += (replace(one, faults=in_order((*kept, *one.faults))) for one in _listed(case, finding.meant, alone))
    return _verdict(seat, [*before, fault], case, candidates=tuple(offered), claimed=slip.claimed)


def _in_sequence(seat: int, before: list[SanctionedFault], slip: Slip, case: Case) -> Verdict:
    """Each placement on the board that the former ones leave; of a placement that may mean several things, each is followed."""
    if len(slip.placements) == 1:
        finding = meaning(case, slip.placements[0])
        return _verdict(seat, [*before, *finding.faults], case, candidates=_listed(case, finding.meant, slip), slip=slip)
    lines = [_Line(case, Play((), slip.exchange))]
    for placement in slip.placements:
        found = [(line, meaning(line.rest, placement, alone=False)) for line in lines]
        lines = [longer for line, finding in found for longer in _longer(line, finding)][:MAX_LINES]
        if not lines:
            # the parts of a decomposed play are one: nothing can be said of a part that lies on one that does not stand
            line, finding = found[0]
            return _verdict(seat, [*before, *line.faults, *finding.faults], case, slip=slip)
    lines = [_whole(line, case) for line in lines]
    faults = [fault for fault in lines[0].faults if all(fault in line.faults for line in lines)]
    aside = [fault for fault in lines[0].aside if all(fault in line.aside for line in lines)]
    candidates: dict[Play, Candidate] = {}
    for line in filter(lambda line: line.play.moves, lines):
        own = (fault for fault in line.faults if fault not in faults)
        beside = (replace(fault, sanction=Sanction.NONE) for fault in line.aside if fault not in aside)
        points = _points_faults(case, slip, line.play, line.points)
        candidates.setdefault(line.play, Candidate(line.play, line.points, in_order((*own, *beside, *points))))
    return _verdict(seat, [*before, *faults], case, candidates=tuple(candidates.values()), slip=slip, aside=aside)


MAX_LINES = 40
"""Meanings of several placements together that are followed: as many as a referee would read, and few enough to be judged at once."""


@dataclass(frozen=True, slots=True)
class _Line:
    """The first placements of a slip, each in one of its meanings."""

    rest: Case
    """Board and letters that they leave."""
    play: Play
    points: int = 0
    faults: tuple[SanctionedFault, ...] = ()
    aside: tuple[SanctionedFault, ...] = ()
    """Of placements that are annulled and leave the others standing."""

    def with_move(self, laid: Laid, faults: Iterable[SanctionedFault]) -> _Line:
        rest, move = self.rest, laid.move
        after = replace(rest, letters=take(rest.letters, rest.board.new_tiles(move)), board=rest.board.place(move))
        play = replace(self.play, moves=(*self.play.moves, move))
        return _Line(after, play, self.points + laid.points, (*self.faults, *faults), self.aside)


def _longer(line: _Line, finding: Finding) -> list[_Line]:
    """The line with the next placement in each of its meanings, and without it where it may be annulled alone."""
    case, sanctions = line.rest, {fault.sanction for fault in finding.faults}
    annulled = Sanction.ZERO in sanctions or not finding.meant
    lines: list[_Line] = []
    for laid in () if annulled else dict.fromkeys(finding.meant):
        own = () if finding.laid else (case.sanctioned(*remark) for remark in (*laid.hard, *laid.blanks))
        lines.append(line.with_move(laid, (*finding.faults, *own)))
    if case.rules.game == "decomposed":
        return lines
    asked = Sanction.REFEREE in sanctions and Sanction.ZERO not in sanctions
    if annulled or asked:
        # an annulled placement counts nothing, costs nothing, and leaves the others standing
        kept = tuple(fault for fault in finding.faults if asked and fault.sanction is Sanction.REFEREE)
        beside = tuple(_unpaid(fault) for fault in finding.faults if fault not in kept)
        lines.append(replace(line, faults=(*line.faults, *kept), aside=(*line.aside, *beside)))
    return lines


def _whole(line: _Line, case: Case) -> _Line:
    """The line once all placements are in it. A round played in two parts lays every letter (rules of the decomposed game)."""
    if case.rules.game != "decomposed":
        return line
    if not line.rest.letters:
        return replace(line, points=line.points + split_bonus(case.rules, case.letters))
    drawn = len(case.letters)
    fault = case.sanctioned(Fault.TOO_FEW_TILES, f"{drawn - len(line.rest.letters)}/{drawn}")
    return replace(line, faults=(*line.faults, fault))


# --- from findings to a verdict -----------------------------------------------------------------------------------------


def _unpaid(fault: SanctionedFault) -> SanctionedFault:
    """Beside a zero, lesser faults are named and not paid for."""
    return fault if fault.sanction is Sanction.ZERO else replace(fault, sanction=Sanction.NONE)


def _listed(case: Case, found: Iterable[Laid], slip: Slip) -> tuple[Candidate, ...]:
    """What the slip may mean, each with what is wrong with it then."""
    return tuple(
        Candidate(
            replace(laid.play, exchange=slip.exchange),
            laid.points,
            in_order(
                (*(case.sanctioned(*remark) for remark in (*laid.hard, *laid.blanks)), *_points_faults(case, slip, laid.play, laid.points))
            ),
        )
        for laid in dict.fromkeys(found)
    )


def _verdict(
    seat: int,
    faults: list[SanctionedFault],
    case: Case,
    *,
    candidates: tuple[Candidate, ...] = (),
    claimed: int | None = None,
    slip: Slip | None = None,
    aside: Iterable[SanctionedFault] = (),
) -> Verdict:
    """Let the worst of the faults decide, and compare the points where points are credited.

    *aside* are faults of single placements that leave the rest of the slip standing; they decide nothing.
    """
    claimed = slip.claimed if slip else claimed
    sanctions = {fault.sanction for fault in faults}
    if Sanction.REFEREE in sanctions and Sanction.ZERO not in sanctions and candidates:
        # one that scores nothing if it is meant is no choice
        choices = tuple(one for one in candidates if all(fault.sanction is not Sanction.ZERO for fault in one.faults))
        if not choices:
            faults, sanctions = [*faults, *candidates[0].faults], {Sanction.ZERO}
        candidates = choices
    if Sanction.ZERO in sanctions or (Sanction.REFEREE not in sanctions and not candidates):
        named = (*faults, *aside)
        if any(fault.sanction is Sanction.ZERO for fault in named):
            return Verdict(seat, "zero", 0, None, in_order(map(_unpaid, named)), 0, claimed)
        # no slip, or nothing on it, where the book takes less than a zero for that: nothing is scored, and that is paid
        return Verdict(seat, "zero", 0, None, in_order(named), _penalty(case.rules, named), claimed)
    # likeliest first: those whose points the player wrote, then in the order in which they were found
    candidates = tuple(sorted(candidates, key=lambda one: one.points != claimed))
    play, points = (candidates[0].play, candidates[0].points) if candidates else (None, 0)
    if Sanction.REFEREE in sanctions:
        named, candidates = _told_apart((*faults, *aside), candidates)
        return Verdict(seat, "undecided", points, play, named, 0, claimed, candidates)
    accepted = in_order((*faults, *aside, *(_points_faults(case, slip, play, points) if slip and play else ())))
    return Verdict(seat, "accepted", points, play, accepted, _penalty(case.rules, accepted), claimed)


def _told_apart(
    faults: Iterable[SanctionedFault], candidates: tuple[Candidate, ...]
) -> tuple[tuple[SanctionedFault, ...], tuple[Candidate, ...]]:
    """What is wrong with an undecided slip whatever it means, and of each candidate what is wrong besides."""
    shared = set.intersection(*(set(one.faults) for one in candidates)) if candidates else set[SanctionedFault]()
    named = in_order((*faults, *shared))
    return named, tuple(replace(one, faults=tuple(fault for fault in one.faults if fault not in named)) for one in candidates)


def _penalty(rules: RuleSet, faults: Iterable[SanctionedFault]) -> int:
    return rules.slip.penalty_points * sum(fault.sanction is Sanction.PENALTY for fault in faults)


def decided(verdict: Verdict, chosen: Candidate | None, rules: RuleSet) -> Verdict:
    """An undecided verdict once the referee has said what the slip means, ``None`` for nothing that counts.

    What he was asked costs nothing; what else is wrong with the slip costs what the rule set says.
    """
    if chosen is None:
        faults = tuple(map(_unpaid, verdict.faults))
        return replace(verdict, outcome="zero", points=0, play=None, faults=faults, penalty=0, candidates=())
    settled = [
        replace(fault, sanction=Sanction.NONE) if fault.sanction is Sanction.REFEREE else fault
        for fault in (*verdict.faults, *chosen.faults)
    ]
    faults, penalty = in_order(settled), _penalty(rules, settled)
    return replace(
        verdict, outcome="accepted", points=chosen.points, play=chosen.play, faults=faults, penalty=penalty, candidates=()
    )


def overruled(
    verdict: Verdict, points: int, rules: RuleSet, *, penalty: int | None = None, warning: bool | None = None
) -> Verdict:
    """The verdict with the points that the referee names.

    An undecided slip means what has those points, if anything has. No points are a zero, and so are fewer than none (optimist) where
    nothing had been accepted; fewer than none for an accepted play is its net, and the play stays. *penalty* and *warning* are the
    referee's word, too; without it a warning stays, for the slip was what it was, a penalty does not, for it is in the points, and
    beside a zero neither is paid.
    """
    meant = next((one for one in verdict.candidates if one.points == points), None) if points else None
    if meant is not None and verdict.outcome == "undecided":
        anew = decided(verdict, meant, rules)
    elif points > 0 or (points and verdict.outcome == "accepted"):
        kept = {Sanction.NONE, Sanction.WARNING}
        faults = tuple(fault if fault.sanction in kept else replace(fault, sanction=Sanction.NONE) for fault in verdict.faults)
        anew = replace(verdict, outcome="accepted", points=points, faults=faults, penalty=0, candidates=())
    else:
        anew = replace(decided(verdict, None, rules), points=points)
    faults = anew.faults if warning is None else _warned(anew.faults, warning)
    return replace(anew, faults=faults, penalty=anew.penalty if penalty is None else penalty)


def _warned(faults: tuple[SanctionedFault, ...], warning: bool) -> tuple[SanctionedFault, ...]:
    """The faults stay named; whether the slip is warned for one of them is the referee's word."""
    unpaid = [replace(fault, sanction=Sanction.NONE) if fault.sanction is Sanction.WARNING else fault for fault in faults]
    if not warning or any(fault.sanction is Sanction.WARNING for fault in faults):
        return faults if warning else tuple(unpaid)
    at = next((i for i, fault in enumerate(unpaid) if fault.sanction is Sanction.NONE), None)
    if at is None:
        return (*faults, SanctionedFault(Fault.CONDUCT, Sanction.WARNING))
    return (*unpaid[:at], replace(unpaid[at], sanction=Sanction.WARNING), *unpaid[at + 1 :])


def _points_faults(case: Case, slip: Slip, play: Play, points: int) -> list[SanctionedFault]:
    if not slip.numbers:
        return [case.sanctioned(Fault.POINTS_MISSING)]
    if _well_counted(case, slip, play, points):
        return []
    return [case.sanctioned(Fault.POINTS_WRONG, " ".join(map(str, slip.numbers)))]


def _well_counted(case: Case, slip: Slip, play: Play, points: int) -> bool:
    """Whether the points written are those that count: the total, and of several placements each, where they are told for each."""
    if len(slip.parts) < 2 or len(slip.parts) != len(play.moves):
        return slip.claimed == points
    board, true = case.board, list[int]()
    for move in play.moves:
        true.append(board.score(move, case.tileset, case.rules.bonus).total)
        board = board.place(move)
    # a bonus for both together may stand in the total alone, or in the last part
    with_bonus = [*true[:-1], points - sum(true[:-1])]
    if slip.total is None:
        return list(slip.parts) == with_bonus
    return slip.total == points and list(slip.parts) in (true, with_bonus)

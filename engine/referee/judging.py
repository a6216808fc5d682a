"""Slips: taken, judged, and judged otherwise, with what follows for the solo and the top."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine import arbiter, choosing
from engine import events as ev
from engine.bulletin import MAX_SLIP, Bulletin, Candidate, Source, Verdict
from engine.errors import CommandRefused
from engine.game import OPEN_PHASES, Entry, Game, Phase, Round, apply, with_retained
from engine.reading import format_play
from engine.referee.checks import MAX_POINTS, checked_reason, judged_round, known_seat, round_in
from engine.referee.retaining import Retaining
from engine.ruleset import Fault, RuleSet, Sanction
from engine.variants import optimist

NOTHING_COUNTS = "0"
"""The reason of a zero for which the referee gave none: he found that nothing on the slip counts."""


class Judging(Retaining):
    """Decides on what the seats hand in."""

    def hand_in(
        self, game: Game, round_number: int, seat: int, text: str, source: Source, remaining_ms: int, late: bool = False
    ) -> tuple[ev.Event, ...]:
        """Take a slip, word for word. One that came by itself is late when the round's time is up, whatever *late* says; a paper slip
        is keyed after the time, so only the referee knows. Where a late slip counts until the results are shown, one may come while
        the round is judged, and is judged at once.

        :raises CommandRefused: ``round_over`` (the round is not, or no longer, open), ``seat_unknown``, ``slip_long``,
            ``seat_absent``.
        """
        round_ = game.round
        if round_ is None or round_.number != round_number or not (game.phase in OPEN_PHASES or takes_late(game)):
            raise CommandRefused("round_over", f"round {round_number} takes no slips")
        seat_ = known_seat(game, seat)
        if not seat_.present:
            raise CommandRefused("seat_absent", f"seat {seat} has left the game")
        if len(text) > MAX_SLIP:
            raise CommandRefused("slip_long", f"a slip of {len(text)} characters: {MAX_SLIP} at most")
        late = late or takes_late(game) or (round_.phase is Phase.TIME_UP and source in ("tablet", "terminal"))
        bulletin = Bulletin(seat, text, _next_number(game, round_number), source, late, remaining_ms)
        handed_in = ev.SlipHandedIn(round_.number, bulletin)
        if takes_late(game):
            return (handed_in, *self._judged_late(game, handed_in))
        return (handed_in, ev.TimeEnded(round_.number)) if self._all_found(game, handed_in) else (handed_in,)

    def _all_found(self, game: Game, handed_in: ev.SlipHandedIn) -> bool:
        """Topping: whether with this slip every seat has handed in a top, so that nobody is waited for. Paper tells no time of its own."""
        by_itself = handed_in.bulletin.source in ("tablet", "terminal") and game.phase is Phase.RUNNING
        if game.rules.ranking.by != "time" or not by_itself:
            return False
        round_ = told(game, [handed_in]).rounds[-1]
        seats = sorted(expected_seats(game, round_), key=lambda seat: seat != handed_in.bulletin.seat)
        return all(is_top(round_, self.verdict(game, round_, seat)) for seat in seats)

    def _judged_late(self, game: Game, handed_in: ev.SlipHandedIn) -> tuple[ev.Event, ...]:
        """What follows from a slip that came while its round is judged; a verdict that the referee has given stands."""
        game = apply(game, Entry("", handed_in))
        number, seat = handed_in.round, handed_in.bulletin.seat
        round_ = game.rounds[number - 1]
        if seat in round_.corrections:
            return ()
        return self.followed(game, number, ev.SlipJudged(number, self.verdict(game, round_, seat)))

    def close(self, game: Game) -> tuple[ev.Event, ...]:
        """Judge every slip, propose the move to retain, name the solo."""
        round_ = round_in(game, *OPEN_PHASES)
        verdicts = tuple(self.verdict(game, round_, seat) for seat in expected_seats(game, round_))
        judged = tuple(ev.SlipJudged(round_.number, verdict) for verdict in verdicts)
        round_ = replace(round_, verdicts={verdict.seat: verdict for verdict in verdicts})
        prepared = game.announced is not None and game.announced.kind == "prepared" and round_.retained is not None
        retained = () if prepared else self.proposed_anew(game, round_)
        for event in retained:
            round_ = with_retained(game, round_, event)
        return (*judged, *retained, *self.solo(game, round_), ev.RoundClosed(round_.number))

    def verdict(self, game: Game, round_: Round, seat: int) -> Verdict:
        """The rule book's verdict on what a seat handed in, or did not."""
        case = self.case(game, round_)
        if game.rules.game != "optimist":
            return _unless_nothing_fits(round_, _verdict(round_, seat, case))
        given = optimist.hand(game, seat, round_)
        case = replace(case, board=given.board, letters=given.letters)
        verdict = optimist.net(_verdict(round_, seat, case), given, game.rules, game.tileset)
        return optimist.cancelled(verdict) if optimist.is_cancelled(game, seat, round_.number) else verdict

    def verdict_on(self, game: Game, number: int, bulletin: Bulletin) -> Verdict:
        """The verdict if this were all that its seat had handed in.

        :raises CommandRefused: ``round_unknown``.
        """
        round_ = judged_round(game, number)
        slips = {**round_.corrected_slips, bulletin.seat: bulletin}
        return self.verdict(game, replace(round_, corrected_slips=slips), bulletin.seat)

    def second_keying(self, game: Game, number: int, bulletin: Bulletin) -> ev.SlipKeyedAgain:
        """How a second person read a slip, beside what the book makes of it as it stands.

        :raises CommandRefused: ``round_unknown``.
        """
        round_ = judged_round(game, number)
        first = self.verdict(game, round_, bulletin.seat) if bulletin.seat in round_.verdicts else None
        return ev.SlipKeyedAgain(number, bulletin, self.verdict_on(game, number, bulletin), first)

    def keyed_anew(self, game: Game, since: int) -> tuple[ev.SlipKeyedAgain, ...]:
        """The open second keyings of that round and the later ones that other words, or another board, have made another thing of."""
        anew = []
        for round_ in filter(lambda round_: round_.is_judged, game.rounds[since - 1 :]):
            for seat, keying in round_.second.items():
                if not keying.settled:
                    told_again = self.second_keying(game, round_.number, keying.bulletin)
                    if (told_again.verdict, told_again.first) != (keying.verdict, round_.by_book.get(seat)):
                        anew.append(told_again)
        return tuple(anew)

    def give_points(
        self,
        game: Game,
        round_number: int,
        seat: int,
        points: int,
        reason: str,
        date: str = "",
        *,
        penalty: int | None = None,
        warning: bool | None = None,
    ) -> tuple[ev.Event, ...]:
        """The points that the referee names in place of a verdict's (:func:`engine.arbiter.overruled`).

        :raises CommandRefused: as :meth:`overrule` does.
        """
        before = _verdict_before(game, round_number, seat)
        verdict = arbiter.overruled(before, points, game.rules, penalty=penalty, warning=warning)
        return self.overrule(game, round_number, replace(verdict, reason=reason), date)

    def decide(
        self, game: Game, round_number: int, seat: int, meant: Candidate | None, reason: str = "", date: str = ""
    ) -> tuple[ev.Event, ...]:
        """What an undecided slip means, ``None`` for nothing that counts. Without a reason it is the play itself.

        :raises CommandRefused: as :meth:`overrule` does.
        """
        verdict = arbiter.decided(_verdict_before(game, round_number, seat), meant, game.rules)
        said = reason or (NOTHING_COUNTS if meant is None else format_play(meant.play, game.tileset, game.rules.slip.notation))
        return self.overrule(game, round_number, replace(verdict, reason=said), date)

    def overrule(self, game: Game, round_number: int, verdict: Verdict, date: str = "") -> tuple[ev.Event, ...]:
        """Replace a verdict, also of an earlier round; solo and, where players set it, the top follow.

        :raises CommandRefused: ``round_unknown``, ``seat_unknown``, ``reason_missing``, ``reason_long``, ``points_range``.
        """
        round_ = judged_round(game, round_number)
        known_seat(game, verdict.seat)
        checked_reason(verdict.reason)
        verdict = _timed(game.rules, round_, verdict)
        least = -MAX_POINTS if game.rules.game == "optimist" else 0
        for points, low in ((verdict.points, least), (verdict.penalty, 0)):
            if not low <= points <= MAX_POINTS:
                raise CommandRefused("points_range", f"{points} points: expected {low} to {MAX_POINTS}")
        return self.followed(game, round_number, ev.VerdictOverruled(round_number, verdict, date))

    def followed(self, game: Game, round_number: int, correction: ev.Event, *judged: ev.SlipJudged) -> tuple[ev.Event, ...]:
        """A correction of a judged round, the slips *judged* anew by it, and what follows: averages taken over the seats, the solo and,
        where players set it and it is not yet shown, the top."""
        corrections = [correction, *judged]
        if game.rules.game == "optimist" and isinstance(correction, ev.VerdictOverruled | ev.SlipCorrected | ev.AverageGiven):
            corrected = told(game, corrections)
            corrections += optimist.followed(corrected, correction.verdict, round_number, correction.date, self.verdict)
            corrections += self.keyed_anew(told(game, corrections), round_number)
        after = told(game, corrections)
        corrections += averages_followed(game, after)
        round_ = after.rounds[round_number - 1]
        retained: tuple[ev.MoveRetained, ...] = ()
        if game.rules.top.by == "players" and round_.phase is Phase.CLOSED:
            retained = self.proposed_anew(game, round_)
            for event in retained:
                round_ = with_retained(game, round_, event)
        return (*corrections, *retained, *self.solo(game, round_))


def _verdict_before(game: Game, number: int, seat: int) -> Verdict:
    return judged_round(game, number).verdicts.get(seat) or Verdict(seat, "zero", 0)


def _next_number(game: Game, round_number: int) -> int:
    """Of the round's next slip. No number is given twice, even that of a slip that was taken back, for it may be brought back."""
    last = 0
    for entry in reversed(game.history):
        match entry.event:
            case ev.SlipHandedIn(round=number, bulletin=bulletin) if number == round_number:
                last = max(last, bulletin.number)
            case ev.LettersDrawn(round=number) if number == round_number:
                break
            case _:
                pass
    return last + 1


def averages_followed(before: Game, after: Game) -> tuple[ev.AverageGiven, ...]:
    """The averages that are other points now than they were, given anew over what is left of their groups."""
    anew = []
    for was, round_ in zip(before.rounds, after.rounds, strict=True):
        if was is round_:
            continue
        for seat, done in round_.corrections.items():
            if not round_.has_average(seat) or seat not in round_.verdicts:
                continue
            group = [each for each in done.group if each in round_.verdicts and not round_.has_average(each)]
            if not any(round_.verdicts[each].outcome != "undecided" for each in group):
                continue  # nobody is left to take a mean of: what was given stands
            verdict = choosing.averaged(after.rules, round_.verdicts[seat], round_.verdicts, group)
            if verdict != round_.verdicts[seat]:
                anew.append(ev.AverageGiven(round_.number, verdict, done.group, done.date, followed=True))
    return tuple(anew)


def told(game: Game, events: Iterable[ev.Event]) -> Game:
    """The game once these have happened too."""
    for event in events:
        game = apply(game, Entry("", event))
    return game


def takes_late(game: Game) -> bool:
    """Whether the round is being judged and late slips still count."""
    return game.phase is Phase.CLOSED and game.rules.slip.late == "until_reveal"


def expected_seats(game: Game, round_: Round) -> tuple[int, ...]:
    """Seats whose slip is judged: those in the game in that round, and any that handed one in. Once judged, those that were."""
    if round_.is_judged:
        return tuple(sorted(round_.verdicts))
    due = {s.number for s in game.seats.values() if s.present and s.first_round <= round_.number}
    return tuple(sorted((due - round_.excused) | set(round_.standing)))


def _verdict(round_: Round, seat: int, case: arbiter.Case) -> Verdict:
    if seat in round_.corrected_slips:
        # what was keyed anew stands for all that the seat handed in
        round_ = replace(round_, bulletins=(round_.corrected_slips[seat],))
    if case.rules.ranking.by == "time":
        return _first_top(round_, seat, case)
    bulletin = round_.standing.get(seat)
    if bulletin is None:
        return arbiter.no_slip(seat, case)
    # An evening file keeps every piece of paper that lay on the table; a slip keyed anew at the desk is a corrected keying. A late one
    # beside a slip in time is no second slip: it comes too late to replace it.
    papers = sum(b.seat == seat and b.source == "file" and b.late == bulletin.late for b in round_.bulletins)
    return arbiter.judge(bulletin, case, several=papers > 1)


def _unless_nothing_fits(round_: Round, verdict: Verdict) -> Verdict:
    """The verdict on the round's slips; where the draw lets nothing be placed, handing in nothing is the right answer and no zero."""
    said_nothing = {fault.fault for fault in verdict.faults} <= {Fault.NO_SLIP, Fault.BLANK_SLIP}
    if verdict.outcome != "zero" or not said_nothing or round_.tops or not round_.tops_proved:
        return verdict
    faults = tuple(replace(fault, sanction=Sanction.NONE) for fault in verdict.faults)
    return replace(verdict, outcome="accepted", faults=faults, penalty=0)


def _first_top(round_: Round, seat: int, case: arbiter.Case) -> Verdict:
    """Topping: a seat may try as often as it likes; the first slip in time that is a top counts, else the last in time, else a late one."""
    slips = sorted((each for each in round_.bulletins if each.seat == seat), key=lambda each: each.late)
    verdict = arbiter.no_slip(seat, case)
    for bulletin in slips:
        if bulletin.late and verdict.slip:
            break
        verdict = replace(arbiter.judge(bulletin, case), slip=bulletin.number)
        if is_top(round_, verdict) and not bulletin.late:
            break
    return _timed(case.rules, round_, verdict)


def _timed(rules: RuleSet, round_: Round, verdict: Verdict) -> Verdict:
    """Topping: the verdict with the time in which its slip was handed in, if that is a top in time, and else with what missing it costs."""
    if rules.ranking.by != "time":
        return verdict
    slip = next((each for each in round_.bulletins if each.number == verdict.slip), None)
    found = slip is not None and not slip.late and is_top(round_, verdict)
    taken_ms = max(0, 1000 * rules.clock.round_s - slip.remaining_ms) if slip and found else rules.missed_ms
    return replace(verdict, time_ms=taken_ms)


def is_top(round_: Round, verdict: Verdict) -> bool:
    """Whether the seat has found the top of the round."""
    return verdict.outcome == "accepted" and verdict.points >= round_.top_points > 0

"""What a referee does besides the play: words admitted, old slips corrected, averages, absences, and the second arbitration.

Each function answers a wish with the events it causes, or refuses it, as :class:`engine.referee.Referee` does for the round in play.
Later rounds are never touched: what was drawn and placed stays, only points, solos and standings follow.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine import arbiter
from engine import events as ev
from engine.bulletin import MAX_SLIP, Bulletin, Verdict
from engine.errors import CommandRefused, TileError
from engine.game import Entry, Game, Keying, Phase, Round, apply
from engine.rack import take
from engine.referee import Referee
from engine.referee.checks import (
    IN_EVENING,
    OPENED,
    checked_name,
    checked_reason,
    judged_round,
    known_seat,
    need,
)
from engine.squares import SIZE
from engine.variants.rounds import round_tops

MAX_ADMITTED = 200
"""Words admitted in one evening at most."""



# --- words ---------------------------------------------------------------------------------------------------------------


def admissible(game: Game, referee: Referee, word: str, reason: str, *, confirmed: bool = False) -> str:
    """The word (as written) in tiles, if it may be admitted; an official list is complete, so there the desk must confirm.

    :raises CommandRefused: ``bad_word``, ``word_valid``, ``official_list``, ``too_many_words``, ``reason_missing``, ``reason_long``.
    """
    need(game, *IN_EVENING)
    try:
        tiles = game.tileset.read(word.upper())
    except TileError as error:
        raise CommandRefused("bad_word", str(error)) from error
    if not 2 <= len(tiles) <= SIZE:
        raise CommandRefused("bad_word", f"{word[:40]!r} has {len(tiles)} letters: expected 2 to {SIZE}")
    if tiles in referee.lexicon:
        raise CommandRefused("word_valid", f"{word} is valid already")
    checked_reason(reason)
    if len(game.admitted) >= MAX_ADMITTED:
        raise CommandRefused("too_many_words", f"{MAX_ADMITTED} words have been admitted: no more this evening")
    if referee.official and not confirmed:
        raise CommandRefused("official_list", f"{word} is not in an official list: it is admitted only if that is confirmed")
    return tiles


def admit_word(game: Game, referee: Referee, tiles: str, reason: str) -> tuple[ev.Event, ...]:
    """Admit a word; *referee* knows it already. The tops of the round in play, or just shown, are found anew and its slips judged again,
    but for what the referee decided himself. A move that lies on the boards stays."""
    admitted = ev.WordAdmitted(tiles, reason.strip())
    round_ = game.round
    if round_ is None:
        return (admitted,)
    left = take(game.tileset.full_bag(), round_.board.tiles() + round_.letters, what="tile set")
    top = round_tops(game.rules, round_.board, round_.letters, left, referee.solver, referee.progress)
    events: list[ev.Event] = [admitted, ev.TopsFound(round_.number, top.points, top.plays, top.proved)]
    if round_.is_judged:
        after = _told(game, events)
        for seat, verdict in round_.verdicts.items():
            done = round_.corrections.get(seat)
            if done is None or done.kind == "keyed":
                anew = referee.verdict(after, after.rounds[-1], seat)
                if done is not None:
                    anew = replace(anew, reason=verdict.reason)
                events.append(ev.SlipJudged(round_.number, anew))
        round_ = _told(game, events).rounds[-1]
        chosen = round_.retained is not None and round_.retained.reason == "referee"
        if round_.phase is Phase.CLOSED and not chosen:
            events += referee.proposal(game, round_)
            round_ = _told(game, events).rounds[-1]
        events += referee.solo(game, round_)
    return tuple(events)


def _told(game: Game, events: Iterable[ev.Event]) -> Game:
    for event in events:
        game = apply(game, Entry("", event))
    return game


# --- slips -----------------------------------------------------------------------------------------------------------------


def correct_slip(
    game: Game, referee: Referee, number: int, seat: int, text: str, reason: str, date: str = "", *, late: bool = False
) -> tuple[ev.Event, ...]:
    """A slip of any judged round had been keyed wrongly, or was found later: judge what it says as it would have been judged then.

    :raises CommandRefused: ``round_unknown``, ``seat_unknown``, ``slip_long``, ``reason_missing``, ``reason_long``.
    """
    bulletin = _as_paper(game, number, seat, text, late=late)
    reason = checked_reason(reason)
    verdict = replace(_verdict_on(game, referee, number, bulletin), reason=reason)
    return referee.followed(game, number, ev.SlipCorrected(number, bulletin, verdict, date))


def _as_paper(game: Game, number: int, seat: int, text: str, *, late: bool) -> Bulletin:
    round_ = judged_round(game, number)
    known_seat(game, seat)
    if len(text) > MAX_SLIP:
        raise CommandRefused("slip_long", f"a slip of {len(text)} characters: {MAX_SLIP} at most")
    known = round_.standing.get(seat)
    if known is None:
        return Bulletin(seat, text, len(round_.bulletins) + 1, "paper", late)
    return replace(known, text=text, late=late)


def _verdict_on(game: Game, referee: Referee, number: int, bulletin: Bulletin) -> Verdict:
    round_ = judged_round(game, number)
    slips = {**round_.corrected_slips, bulletin.seat: bulletin}
    return referee.verdict(game, replace(round_, corrected_slips=slips), bulletin.seat)


def give_average(
    game: Game, referee: Referee, number: int, seat: int, group: tuple[int, ...], reason: str, date: str = ""
) -> tuple[ev.Event, ...]:
    """The mean of the true points of *group* in place of the seat's own verdict.

    :raises CommandRefused: ``round_unknown``, ``seat_unknown``, ``reason_missing``, ``reason_long``, ``bad_group`` (empty, holds the seat
        itself, or one that was not judged or was itself given an average).
    """
    round_ = judged_round(game, number)
    known_seat(game, seat)
    reason = checked_reason(reason)
    group = tuple(sorted(set(group)))
    wrong = [each for each in group if each == seat or each not in round_.verdicts or round_.has_average(each)]
    wrong += [each for each in group if each not in wrong and round_.verdicts[each].outcome == "undecided"]
    if not group or wrong:
        named = ", ".join(map(str, wrong)) or "nobody"
        raise CommandRefused("bad_group", f"an average for seat {seat} over {named}: expected others whose slips are judged")
    points = arbiter.average(game.rules, round_.verdicts, group)
    verdict = Verdict(seat, "accepted" if points else "zero", points, reason=reason)
    return referee.followed(game, number, ev.AverageGiven(number, verdict, group, date))


# --- who plays ----------------------------------------------------------------------------------------------------------------


def excuse(game: Game, referee: Referee, seat: int, first: int, last: int, reason: str) -> tuple[ev.Event, ...]:
    """The seat did not play those rounds: they stay blank instead of zeros. Of the round in play no slip is expected.

    :raises CommandRefused: ``seat_unknown``, ``round_unknown``, ``reason_missing``, ``reason_long``, ``slip_there`` (the seat handed in
        a slip).
    """
    need(game, *OPENED)
    known_seat(game, seat)
    reason = checked_reason(reason)
    if not 1 <= first <= last <= len(game.rounds):
        raise CommandRefused("round_unknown", f"rounds {first} to {last}: {len(game.rounds)} have been drawn")
    events: list[ev.Event] = []
    for round_ in game.rounds[first - 1 : last]:
        if seat in round_.standing:
            raise CommandRefused("slip_there", f"seat {seat} handed in a slip in round {round_.number}")
        excused = ev.SeatExcused(round_.number, seat, reason)
        events += referee.followed(game, round_.number, excused) if round_.is_judged else (excused,)
    return tuple(events)


def player_returns(game: Game, seat: int) -> tuple[ev.Event, ...]:
    """A seat that left plays again.

    :raises CommandRefused: ``seat_unknown``, ``seat_present``.
    """
    need(game, *IN_EVENING)
    if known_seat(game, seat).present:
        raise CommandRefused("seat_present", f"seat {seat} has not left the game")
    return (ev.PlayerReturned(seat),)


def take_over(game: Game, seat: int, name: str) -> tuple[ev.Event, ...]:
    """Another player plays at the table, from the round in play or the next one on.

    :raises CommandRefused: ``seat_unknown``, ``name_empty``, ``name_long``.
    """
    need(game, *IN_EVENING)
    known_seat(game, seat)
    round_ = game.round
    first = len(game.rounds) if round_ is not None and round_.is_open else len(game.rounds) + 1
    return (ev.TableTakenOver(first, seat, checked_name(name)),)


# --- second arbitration ----------------------------------------------------------------------------------------------------------


def key_again(game: Game, referee: Referee, number: int, seat: int, text: str, *, late: bool = False) -> tuple[ev.Event, ...]:
    """A second person keys the seat's slip. Nothing of the game changes by it.

    :raises CommandRefused: ``round_unknown``, ``seat_unknown``, ``slip_long``.
    """
    bulletin = _as_paper(game, number, seat, text, late=late)
    return (ev.SlipKeyedAgain(number, bulletin, _verdict_on(game, referee, number, bulletin)),)


@dataclass(frozen=True, slots=True)
class Difference:
    """A slip that two people read differently."""

    seat: int
    first: Bulletin | None
    first_verdict: Verdict | None
    second: Keying


def differences(round_: Round) -> tuple[Difference, ...]:
    """Slips that the second keying judges otherwise and that are not yet settled, by seat. Two texts that come to the same are none."""
    return tuple(
        Difference(seat, round_.standing.get(seat), round_.verdicts.get(seat), keying)
        for seat, keying in sorted(round_.second.items())
        if not keying.settled and _substance(round_.verdicts.get(seat)) != _substance(keying.verdict)
    )


def _substance(verdict: Verdict | None) -> Verdict | None:
    return verdict and replace(verdict, reason="")


def settle(game: Game, referee: Referee, number: int, seat: int, taken: str, reason: str, date: str = "") -> tuple[ev.Event, ...]:
    """Of two keyings, say which is right; the second replaces the first with what follows from it.

    :raises CommandRefused: ``round_unknown``, ``no_difference``, ``bad_choice``, ``reason_missing``, ``reason_long``.
    """
    round_ = judged_round(game, number)
    found = next((each for each in differences(round_) if each.seat == seat), None)
    if found is None:
        raise CommandRefused("no_difference", f"the keyings of seat {seat} in round {number} do not differ")
    if taken == "first":
        return (ev.KeyingSettled(number, seat, "first"),)
    if taken != "second":
        raise CommandRefused("bad_choice", f"{taken[:20]!r}: expected first or second")
    verdict = replace(found.second.verdict, reason=checked_reason(reason))
    corrected = ev.SlipCorrected(number, found.second.bulletin, verdict, date)
    return (ev.KeyingSettled(number, seat, "second"), *referee.followed(game, number, corrected))

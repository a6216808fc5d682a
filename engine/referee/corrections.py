"""What is set right after a round: words admitted, old slips corrected, averages, and the second arbitration.

Later rounds are never touched: what was drawn and placed stays, only points, solos and standings follow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine import choosing
from engine import events as ev
from engine.bulletin import MAX_SLIP, Bulletin, Play, Verdict
from engine.errors import CommandRefused, TileError
from engine.game import Game, Keying, Phase, Round
from engine.rack import take
from engine.referee.checks import IN_EVENING, checked_reason, judged_round, known_seat, need
from engine.referee.judging import Judging, averages_followed, told
from engine.squares import SIZE
from engine.variants import optimist
from engine.variants.rounds import round_tops

MAX_ADMITTED = 200
"""Words admitted in one evening at most."""


class Corrections(Judging):
    """Decides on what was decided before."""

    # --- words ---------------------------------------------------------------------------------------------------------------

    def admissible(self, game: Game, word: str, reason: str, *, confirmed: bool = False) -> str:
        """The word (as written) in tiles, if it may be admitted; an official list is complete, so there the desk must confirm.

        :raises CommandRefused: ``no_letter``, ``word_long``, ``word_valid``, ``official_list``, ``too_many_words``, ``reason_missing``,
            ``reason_long``.
        """
        need(game, *IN_EVENING)
        try:
            tiles = game.tileset.read(word.upper())
        except TileError as error:
            raise CommandRefused.because_of(error, "bad_word") from error
        if not 2 <= len(tiles) <= SIZE:
            raise CommandRefused("word_long", f"{word[:40]!r} has {len(tiles)} letters: expected 2 to {SIZE}")
        if tiles in self.lexicon:
            raise CommandRefused("word_valid", f"{word} is valid already")
        checked_reason(reason)
        if len(game.admitted) >= MAX_ADMITTED:
            raise CommandRefused("too_many_words", f"{MAX_ADMITTED} words have been admitted: no more this evening")
        if self.official and not confirmed:
            raise CommandRefused("official_list", f"{word} is not in an official list: it is admitted only if that is confirmed")
        return tiles

    def admit_word(self, game: Game, tiles: str, reason: str) -> tuple[ev.Event, ...]:
        """Admit a word; the lexicon knows it already. The tops of the round in play, or just shown, are found anew and its slips
        judged again, but for what the referee decided himself. A move that lies on the boards stays. In the optimist game there is no
        common top, so only the slips are judged again."""
        admitted = ev.WordAdmitted(tiles, reason.strip())
        round_ = game.round
        if round_ is None:
            return (admitted,)
        events: list[ev.Event] = [admitted]
        common_top = game.rules.game != "optimist"
        if common_top:
            left = take(game.tileset.full_bag(), round_.board.tiles() + round_.letters, what="tile set")
            top = round_tops(game.rules, round_.board, round_.letters, left, self.solver, self.progress)
            events.append(ev.TopsFound(round_.number, top.points, top.plays, top.proved))
        if round_.is_judged:
            after = told(game, events)
            for seat, verdict in round_.verdicts.items():
                done = round_.corrections.get(seat)
                if done is None or done.kind == "keyed":
                    anew = self.verdict(after, after.rounds[-1], seat)
                    if done is not None:
                        anew = replace(anew, reason=verdict.reason)
                    events.append(ev.SlipJudged(round_.number, anew))
            events += self.keyed_anew(told(game, events), round_.number)
            events += averages_followed(game, told(game, events))
            round_ = told(game, events).rounds[-1]
            if common_top and round_.phase is Phase.CLOSED:
                events += self.proposed_anew(game, round_)
                round_ = told(game, events).rounds[-1]
            events += self.solo(game, round_)
        return tuple(events)

    # --- slips -----------------------------------------------------------------------------------------------------------------

    def correct_slip(
        self, game: Game, number: int, seat: int, text: str, reason: str, date: str = "", *, late: bool = False
    ) -> tuple[ev.Event, ...]:
        """A slip of any judged round had been keyed wrongly, or was found later: judge what it says as it would have been judged then.

        :raises CommandRefused: ``round_unknown``, ``seat_unknown``, ``slip_long``, ``reason_missing``, ``reason_long``.
        """
        bulletin = _as_paper(game, number, seat, text, late=late)
        reason = checked_reason(reason)
        verdict = replace(self.verdict_on(game, number, bulletin), reason=reason)
        return self.followed(game, number, ev.SlipCorrected(number, bulletin, verdict, date))

    def give_average(
        self, game: Game, number: int, seat: int, group: tuple[int, ...], reason: str, date: str = ""
    ) -> tuple[ev.Event, ...]:
        """The mean of the true points of *group* in place of the seat's own verdict.

        :raises CommandRefused: ``round_unknown``, ``seat_unknown``, ``reason_missing``, ``reason_long``, ``bad_group`` (empty, holds
            the seat itself, or one that was not judged or was itself given an average).
        """
        round_ = judged_round(game, number)
        known_seat(game, seat)
        reason = checked_reason(reason)
        group = tuple(sorted(set(group)))
        wrong = [each for each in group if each == seat or each not in round_.verdicts or round_.has_average(each)]
        wrong += [each for each in group if each not in wrong and round_.verdicts[each].outcome == "undecided"]
        if not group or wrong:
            named = ", ".join(map(str, wrong)) or "–"
            said = f"an average for seat {seat} over {named}: expected others whose slips are judged"
            raise CommandRefused("bad_group", said, tables=named)
        # optimist: what lies on the seat's board stays there
        play = optimist.laid_play(round_, seat) if game.rules.game == "optimist" else Play(())
        verdict = Verdict(seat, "zero", 0, play if play.moves else None, reason=reason)
        verdict = choosing.averaged(game.rules, verdict, round_.verdicts, group)
        return self.followed(game, number, ev.AverageGiven(number, verdict, group, date))

    # --- second arbitration ----------------------------------------------------------------------------------------------------------

    def key_again(self, game: Game, number: int, seat: int, text: str, *, late: bool = False) -> tuple[ev.Event, ...]:
        """A second person keys the seat's slip. Nothing of the game changes by it.

        :raises CommandRefused: ``round_unknown``, ``seat_unknown``, ``slip_long``.
        """
        return (self.second_keying(game, number, _as_paper(game, number, seat, text, late=late)),)

    def settle(self, game: Game, number: int, seat: int, taken: str, reason: str, date: str = "") -> tuple[ev.Event, ...]:
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
        verdict = replace(self.verdict_on(game, number, found.second.bulletin), reason=checked_reason(reason))
        corrected = ev.SlipCorrected(number, found.second.bulletin, verdict, date)
        return (ev.KeyingSettled(number, seat, "second"), *self.followed(game, number, corrected))


def _as_paper(game: Game, number: int, seat: int, text: str, *, late: bool) -> Bulletin:
    round_ = judged_round(game, number)
    known_seat(game, seat)
    if len(text) > MAX_SLIP:
        raise CommandRefused("slip_long", f"a slip of {len(text)} characters: {MAX_SLIP} at most")
    known = round_.judged_slip(seat)
    if known is None:
        # a slip that was taken back leaves a gap, so the number of slips may be that of another one
        keyed = (*round_.bulletins, *round_.corrected_slips.values(), *(each.bulletin for each in round_.second.values()))
        return Bulletin(seat, text, max((each.number for each in keyed), default=0) + 1, "paper", late)
    return replace(known, text=text, late=late)


@dataclass(frozen=True, slots=True)
class Difference:
    """A slip that two people read differently."""

    seat: int
    first: Bulletin | None
    second: Keying


def differences(round_: Round) -> tuple[Difference, ...]:
    """Slips of whose two keyings the rule book makes different things and that are not yet settled, by seat. Two texts that come to the
    same are none, nor is a slip that neither found, nor what the referee decided about one."""
    return tuple(
        Difference(seat, round_.judged_slip(seat), keying)
        for seat, keying in sorted(round_.second.items())
        if not keying.settled
        and (keying.bulletin.text.strip() or round_.judged_slip(seat) is not None)
        and round_.by_book.get(seat) != keying.verdict
    )

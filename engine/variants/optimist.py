"""Optimist: one draw for all, a board for each. Who lays much keeps much: what is not laid is lost, and its face value with it.

Source: the French text on the optimist game. A seat's board is worked out from the verdicts on its slips; nothing is stored twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from engine import events as ev
from engine.board import Board
from engine.bulletin import Candidate, Play, SanctionedFault, Verdict, in_order
from engine.game import Entry, Game, Round, apply
from engine.placing import WORD_FAULTS
from engine.rack import contains, take
from engine.ruleset import Fault, RuleSet, Sanction
from engine.tiles import TileSet


@dataclass(frozen=True, slots=True)
class Hand:
    """What a seat has before it in a round."""

    board: Board
    """Its own, with the plays of the rounds before."""
    letters: str
    """The draw, and in the last round its own letters left over from the one before."""
    leftover_counts: bool
    """Whether letters not laid are deducted however few: in all rounds but the one before the last."""


def hand(game: Game, seat: int, round_: Round) -> Hand:
    """The seat's board and letters in a round."""
    rules = game.rules
    carried = ""
    if round_.number > 1 and before_last(game, game.rounds[round_.number - 2]):
        carried = _carried(game, seat, game.rounds[round_.number - 2])
    counts = not before_last(game, round_) or rules.variant.carried == 0
    return Hand(board_of(game, seat, round_.number), carried + round_.letters, counts)


def board_of(game: Game, seat: int, before: int) -> Board:
    """The seat's board before a round, from the verdicts on its slips; after the last one for a number beyond it."""
    board = Board()
    for round_ in game.rounds[: before - 1]:
        for move in laid_play(round_, seat).moves:
            board = board.place(move) if move.is_on_board else board
    return board


def before_last(game: Game, round_: Round) -> bool:
    """Whether the bag holds, after this round's draw, less than another whole one: the letters of the last round."""
    left = len(game.tileset.full_bag()) - sum(len(each.letters) for each in game.rounds[: round_.number])
    return 0 < left < game.rules.draw.rack


def laid_play(round_: Round, seat: int) -> Play:
    """What of a slip lies on its seat's board: nothing after a zero."""
    verdict = round_.verdicts.get(seat)
    if verdict is None or verdict.outcome == "zero" or verdict.play is None:
        return Play(())
    return verdict.play


def left_over(board: Board, letters: str, play: Play) -> str:
    """The letters that a play does not lay."""
    for move in play.moves:
        laid = board.new_tiles(move)
        letters = take(letters, laid) if contains(letters, laid) else letters
        board = board.place(move)
    return letters


def _carried(game: Game, seat: int, round_: Round) -> str:
    """What of the round before the last joins the seat's last letters: nothing after a slip that scored nothing, for those are lost."""
    play = laid_play(round_, seat)
    rest = left_over(board_of(game, seat, round_.number), round_.letters, play)
    return rest if play.moves and len(rest) <= game.rules.variant.carried else ""


def face_value(letters: str, tileset: TileSet) -> int:
    """Points of the letters; a blank has none."""
    return sum(map(tileset.points, letters))


def net(verdict: Verdict, given: Hand, rules: RuleSet, tileset: TileSet) -> Verdict:
    """The verdict on a slip, judged as in a duplicate game, with the points that count here: what the play scores less the letters lost."""
    if verdict.outcome == "zero":
        return replace(verdict, points=_lost(verdict, given, rules, tileset))
    if verdict.outcome == "accepted" and verdict.play is not None:
        meant = _netted(Candidate(verdict.play, verdict.points), given, rules, tileset)
        return _with_too_few(replace(verdict, points=meant.points), meant, rules)
    meanings = [_netted(each, given, rules, tileset) for each in verdict.candidates]
    # one that would be zero is none that the referee could choose
    left = tuple(each for each in meanings if all(fault.sanction is not Sanction.ZERO for fault in each.faults))
    if left:
        return replace(verdict, points=left[0].points, play=left[0].play, candidates=left)
    return _with_too_few(verdict, meanings[0], rules) if meanings else verdict


def _netted(meant: Candidate, given: Hand, rules: RuleSet, tileset: TileSet) -> Candidate:
    """What a slip may mean with its net points, and with the fault of laying too few tiles."""
    rest = left_over(given.board, given.letters, meant.play)
    kept = not given.leftover_counts and len(rest) <= rules.variant.carried
    points = meant.points if kept else meant.points - face_value(rest, tileset)
    laid, faults = len(given.letters) - len(rest), meant.faults
    if laid < rules.variant.least_tiles:
        few = SanctionedFault(Fault.TOO_FEW_TILES, rules.slip.sanction(Fault.TOO_FEW_TILES), str(laid))
        faults = in_order((*faults, few))
    return replace(meant, points=points, faults=faults)


def _with_too_few(verdict: Verdict, meant: Candidate, rules: RuleSet) -> Verdict:
    """The verdict on a slip that means this, once the tiles it lays are counted."""
    few = [fault for fault in meant.faults if fault.fault is Fault.TOO_FEW_TILES]
    sanction = few[0].sanction if few else Sanction.NONE
    faults = in_order((*verdict.faults, *few))
    if sanction is Sanction.ZERO:
        others = (fault if fault in few else replace(fault, sanction=Sanction.NONE) for fault in faults)
        return replace(verdict, outcome="zero", points=0, play=None, penalty=0, candidates=(), faults=tuple(others))
    if sanction is Sanction.REFEREE:
        asked = Candidate(meant.play, meant.points)
        return replace(verdict, outcome="undecided", faults=faults, penalty=0, candidates=(asked,))
    penalty = rules.slip.penalty_points if sanction is Sanction.PENALTY else 0
    return replace(verdict, faults=faults, penalty=verdict.penalty + penalty)


_NOT_PLAYED = frozenset({Fault.SEVERAL_SLIPS, Fault.CANCELLED, Fault.LATE, Fault.UNREADABLE})
"""Faults by which a slip is none, whatever word stands on it."""


def _lost(verdict: Verdict, given: Hand, rules: RuleSet, tileset: TileSet) -> int:
    """A word that is not admitted costs, and costs no less for being misplaced as well; any other zero is zero."""
    zeros = {fault.fault for fault in verdict.faults if fault.sanction is Sanction.ZERO}
    if zeros.isdisjoint(WORD_FAULTS) or not zeros.isdisjoint(_NOT_PLAYED):
        return 0
    deducted = face_value(given.letters, tileset) if rules.variant.invalid_deducts else 0
    return -rules.variant.invalid_points - deducted


def cancelled(verdict: Verdict) -> Verdict:
    """The verdict on a slip written on a board that has been wrong since a zero by double arbitration: nothing counts."""
    faults = tuple(replace(each, sanction=Sanction.NONE) for each in verdict.faults if each.fault is not Fault.CANCELLED)
    fault = SanctionedFault(Fault.CANCELLED, Sanction.ZERO)
    return replace(verdict, outcome="zero", points=0, play=None, penalty=0, candidates=(), faults=(fault, *faults))


def is_cancelled(game: Game, seat: int, number: int) -> bool:
    """Whether the seat's round of that number counts nothing: a play of one before it lay on its board wrongly."""
    done = (round_.corrections.get(seat) for round_ in game.rounds[: number - 1])
    return any(each.lifted for each in done if each)


def followed(
    game: Game, verdict: Verdict, number: int, date: str, judge: Callable[[Game, Round, int], Verdict]
) -> Iterator[ev.Event]:
    """What a correction of a round (the *game* holds it) means for the seat's later rounds: they are judged by the board that it leaves.

    What the referee decided himself stays, unless the round is cancelled.
    """
    seat = verdict.seat
    for later in game.rounds[number:]:
        round_ = game.rounds[later.number - 1]
        was, done = round_.verdicts.get(seat), round_.corrections.get(seat)
        if was is None or not round_.is_judged:
            continue
        was_cancelled = any(fault.fault is Fault.CANCELLED for fault in was.faults)
        counts_nothing = is_cancelled(game, seat, round_.number)
        if counts_nothing:
            anew = cancelled(was)
        elif done and done.kind != "keyed" and not was_cancelled:
            continue
        else:
            anew = judge(game, round_, seat)
        if replace(anew, reason=was.reason) == was:
            continue
        anew = replace(anew, reason=verdict.reason)
        # by its slip, so that one more correction judges it once more
        slip = None if counts_nothing else round_.standing.get(seat)
        event = ev.SlipCorrected(round_.number, slip, anew, date) if slip else ev.VerdictOverruled(round_.number, anew, date)
        game = apply(game, Entry("", event))
        yield event

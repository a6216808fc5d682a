"""The game: the fold of its events.

:func:`apply` is total and pure: any event on any game gives a game. It asks neither lexicon nor solver, for what they said is in the
events. What is *allowed* is decided before, in :mod:`engine.referee`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Literal, NamedTuple

from engine import events as ev
from engine.board import Board
from engine.bulletin import Bulletin, Play, Verdict
from engine.draw import Draw
from engine.errors import RackError
from engine.rack import exchanged, take
from engine.ruleset import Fault, RuleSet
from engine.tiles import BLANK, TileSet


class Phase(StrEnum):
    """Where the evening stands; the only order is downwards, and from REVEALED back to DRAWN with the next round."""

    EMPTY = "empty"
    """No evening has been opened."""
    LOBBY = "lobby"
    """Players take their seats; nothing is drawn yet."""
    DRAWN = "drawn"
    """Letters are shown, the clock has not started."""
    RUNNING = "running"
    PAUSED = "paused"
    TIME_UP = "time_up"
    CLOSED = "closed"
    """Slips are judged; only the desk sees the top."""
    REVEALED = "revealed"
    """The top is shown and placed; the next draw may follow."""
    ENDED = "ended"


OPEN_PHASES = frozenset({Phase.DRAWN, Phase.RUNNING, Phase.PAUSED, Phase.TIME_UP})
"""Phases in which slips are still taken (in TIME_UP as late ones)."""


class Entry(NamedTuple):
    """An event and the command that caused it; the undo names commands."""

    command: str
    event: ev.Event


@dataclass(frozen=True, slots=True)
class Seat:
    """One place at the tables: a player or a pair."""

    number: int
    name: str
    first_round: int = 1
    """The first round for which a slip is expected."""
    present: bool = True
    earlier: tuple[tuple[int, str], ...] = ()
    """Who played here before, each with the round in which the next one took over."""

    def name_in(self, round_number: int) -> str:
        """Who played at this table in that round."""
        return next((name for until, name in self.earlier if round_number < until), self.name)


@dataclass(frozen=True, slots=True)
class AdmittedWord:
    """A word valid this evening though the list lacks it."""

    word: str
    reason: str
    round: int
    """The last round drawn when it was admitted; 0 before the first."""


@dataclass(frozen=True, slots=True)
class Correction:
    """How a verdict came to differ from what was judged when the round was closed."""

    kind: Literal["overruled", "average", "keyed"]
    """By the referee's word, by a mean of others, or because the slip had been keyed wrongly."""
    before: int
    """Points before the correction, or before the first one after the result was shown."""
    shown: bool
    """Whether everyone had seen the result by then: the sheets mark it."""
    date: str = ""
    group: tuple[int, ...] = ()
    """Seats of an average."""
    lifted: bool = False
    """Whether it leaves nothing of a play that lay on the seat's board when a later round had been drawn."""


@dataclass(frozen=True, slots=True)
class Keying:
    """Second arbitration: how a second person read a slip."""

    bulletin: Bulletin
    verdict: Verdict
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Retained:
    """The play placed on every board, and why this one."""

    play: Play
    points: int
    reason: str
    note: str = ""
    known: int = 0
    """What the best play was worth that was known then (:func:`best_known`)."""

    @property
    def is_own(self) -> bool:
        """Whether it is a move of the referee's own, and neither proposed to him nor chosen among equal tops."""
        return self.reason == "referee" and self.points != self.known


@dataclass(frozen=True)
class Round:
    """One round, from its draw to its verdicts."""

    number: int
    draw: Draw
    source: ev.Drawn
    board: Board
    """The board before the retained play is placed."""
    phase: Phase = Phase.DRAWN
    remaining_ms: int = 0
    """Time left as last recorded; while running, the hub's clock knows better. Nothing is recorded of a deadline."""
    deadline: str = ""
    """Date and hour until which the round lasts, ISO 8601; empty for a countdown, or while none is set."""
    refused: tuple[ev.DrawRefused, ...] = ()
    """Draws refused before this one, in order."""
    top_points: int = 0
    tops: tuple[Play, ...] = ()
    tops_proved: bool = True
    """Whether the solver saw every play before it named its tops."""
    bulletins: tuple[Bulletin, ...] = ()
    """Every slip in order of arrival, superseded ones too."""
    verdicts: Mapping[int, Verdict] = field(default_factory=dict)
    by_book: Mapping[int, Verdict] = field(default_factory=dict)
    """Seat → what the rule book made of its slip, whatever the referee then decided: what a second keying is compared with."""
    corrected_slips: Mapping[int, Bulletin] = field(default_factory=dict)
    """Seat → the slip as it was keyed anew."""
    corrections: Mapping[int, Correction] = field(default_factory=dict)
    """Seat → what was last done to its verdict."""
    excused: frozenset[int] = frozenset()
    """Seats that did not play this round."""
    second: Mapping[int, Keying] = field(default_factory=dict)
    """Second arbitration, by seat."""
    retained: Retained | None = None
    solo: int = 0
    """Seat that was paid a solo; 0 for none."""
    solo_points: int = 0
    draw_id: str = field(default="", compare=False)
    """The command that drew the letters, by which this draw is told from another of the same number, be it of the same letters."""

    @property
    def letters(self) -> str:
        """The whole rack of the round."""
        return self.draw.letters

    @cached_property
    def standing(self) -> Mapping[int, Bulletin]:
        """Seat → the slip that counts: the last one in time, or else the first late one."""
        slips: dict[int, Bulletin] = {}
        for bulletin in self.bulletins:
            if not bulletin.late or bulletin.seat not in slips:
                slips[bulletin.seat] = bulletin
        return MappingProxyType(slips | dict(self.corrected_slips))

    @cached_property
    def best_slip(self) -> int:
        """Points of the best slip accepted, those that the referee gave included and averages not; 0 if there is none."""
        slips = (v.points for seat, v in self.verdicts.items() if v.outcome == "accepted" and not self.has_average(seat))
        return max(slips, default=0)

    def judged_slip(self, seat: int) -> Bulletin | None:
        """The slip that the seat's verdict is on: the one that stands, in topping the first that is a top."""
        verdict = self.verdicts.get(seat)
        if verdict is None or verdict.slip == 0 or seat in self.corrected_slips:
            return self.standing.get(seat)
        return next((each for each in self.bulletins if each.number == verdict.slip), None)

    def has_average(self, seat: int) -> bool:
        """Whether the seat was given a mean of others' points."""
        return seat in self.corrections and self.corrections[seat].kind == "average"

    @property
    def is_open(self) -> bool:
        return self.phase in OPEN_PHASES

    @property
    def is_judged(self) -> bool:
        return self.phase in (Phase.CLOSED, Phase.REVEALED)

    @property
    def placed_nothing(self) -> bool:
        """Whether the round is over and no play was retained."""
        return self.phase is Phase.REVEALED and self.retained is None


@dataclass(frozen=True)
class Game:
    """Everything known about an evening. Build one by folding events, never by hand."""

    opened: ev.EveningOpened | None = None
    seats: Mapping[int, Seat] = field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    board: Board = field(default_factory=Board)
    """The board as everyone sees it now."""
    rack: str = ""
    """Tiles on the table: the draw of the round, or what the retained play left of it."""
    refused: tuple[ev.DrawRefused, ...] = ()
    """Draws refused since the last round began; the next draw takes them over."""
    admitted: tuple[AdmittedWord, ...] = ()
    """Words valid this evening beside the list."""
    ended: str = ""
    questions: tuple[ev.QuestionAsked, ...] = ()
    """Optimist: every question put, in order."""
    checkers: Mapping[int, int] = field(default_factory=dict)
    """Optimist: seat → the seat that checks its slips."""
    differences: tuple[ev.DifferenceFound, ...] = ()
    """Optimist: what the checkers found, in order."""
    agreed: tuple[ev.SlipAgreed, ...] = ()
    """Optimist: slips that their checkers found right, in order."""
    reference: ev.ReferenceFound | None = None
    """Optimist, after the end: the best known line, once it has been searched; the last search counts."""
    shown_board: int = 0
    """Optimist: the seat whose board the wall shows after the end; 0 for none."""
    announced: ev.GameAnnounced | None = None
    """A prepared game or a sealed draw, with the checksum that the room was told."""
    seed: str = ""
    """Of a sealed draw, once it has been shown."""
    turn: str = field(default=Phase.EMPTY.value, compare=False)
    """The command that brought the evening into its phase. It is the same again once a later one is undone."""
    history: tuple[Entry, ...] = ()

    @property
    def rules(self) -> RuleSet:
        return self._opened.rules

    @property
    def tileset(self) -> TileSet:
        return self._opened.tileset

    @property
    def _opened(self) -> ev.EveningOpened:
        if self.opened is None:
            raise LookupError("no evening has been opened")
        return self.opened

    @property
    def phase(self) -> Phase:
        if self.opened is None:
            return Phase.EMPTY
        if self.ended:
            return Phase.ENDED
        return self.rounds[-1].phase if self.rounds else Phase.LOBBY

    @property
    def round(self) -> Round | None:
        """The round in play or just played."""
        return self.rounds[-1] if self.rounds else None

    @cached_property
    def bag(self) -> str:
        """Tiles neither on the board nor on the table, sorted. Bag + rack + board is always the whole set."""
        gone = self.board.tiles() + self.rack
        if self._discards:
            gone = "".join(round_.letters for round_ in self.rounds)
        try:
            return take(self.tileset.full_bag(), gone, what="tile set")
        except RackError:
            # a start position or a referee's word may use more of a tile than the set holds
            rest = self.tileset.full_bag()
            for tile in gone:
                rest = rest.replace(tile, "", 1)
            return rest

    @property
    def _discards(self) -> bool:
        """Whether letters once drawn are out of the bag for good, played or not."""
        return self.opened is not None and self.rules.draw.refill == "discard"

    @property
    def pool(self) -> str:
        """Rack and bag together, sorted: what the next round can be made of once the round is over."""
        return self.bag if self._discards else self.tileset.sort(self.rack + self.bag)

    @property
    def kept(self) -> str:
        """Tiles that the next draw keeps: none under *fresh* refill, or after a refused draw that gave back all.

        Letters with which nothing was placed go back, for keeping them would stop the game for good; unless the book announces the same
        letters again when something could have been placed.
        """
        rules, last = self.rules, self.round
        if self._discards or (self.refused and rules.draw.refused == "all"):
            return ""
        if last is not None and last.placed_nothing:
            return self.rack if rules.top.same_letters_if_none and last.tops else ""
        return "" if rules.draw.refill == "fresh" else self.rack


def apply(game: Game, entry: Entry) -> Game:
    """The game after one more event."""
    game = replace(game, history=(*game.history, entry))
    if isinstance(entry.event, ev.StepUndone):
        return _without_undone(game.history)
    return _applied(game, entry)


def fold(entries: Iterable[Entry]) -> Game:
    """The game that the entries tell, from nothing."""
    game = Game()
    for entry in entries:
        game = apply(game, entry)
    return game


def undone_commands(history: Sequence[Entry]) -> frozenset[str]:
    """The commands whose events count no more. From the newest back, for an undo that was itself undone takes nothing back."""
    undone: set[str] = set()
    for entry in reversed(history):
        if isinstance(entry.event, ev.StepUndone) and entry.command not in undone:
            undone.add(entry.event.command)
    return frozenset(undone)


def _without_undone(history: tuple[Entry, ...]) -> Game:
    """Fold again, leaving out what was undone; the history keeps it all."""
    undone = undone_commands(history)
    game = Game()
    for entry in history:
        if entry.command not in undone and not isinstance(entry.event, ev.StepUndone):
            game = _applied(game, entry)
    return replace(game, history=history)


def _applied(game: Game, entry: Entry) -> Game:
    after = _changed_by(game, entry)
    stands = after.phase is game.phase and len(after.rounds) == len(game.rounds)
    return after if stands else replace(after, turn=entry.command)


def _changed_by(game: Game, entry: Entry) -> Game:
    event = entry.event
    match event:
        case ev.EveningOpened():
            board = Board(event.board) if event.board else Board()
            return replace(Game(), opened=event, board=board, history=game.history)
        case ev.GameAnnounced():
            return replace(game, announced=event)
        case ev.SeedShown():
            return replace(game, seed=event.seed)
        case ev.PlayerSeated():
            return replace(game, seats={**game.seats, event.seat: _seated(game, event)})
        case ev.PlayerLeft():
            seat = game.seats.get(event.seat)
            return game if seat is None else _with_seat(game, replace(seat, present=False))
        case ev.PlayerReturned():
            seat = game.seats.get(event.seat)
            return game if seat is None else _with_seat(game, replace(seat, present=True))
        case ev.TableTakenOver():
            seat = game.seats.get(event.seat)
            return game if seat is None else _with_seat(game, _taken_over(seat, event))
        case ev.WordAdmitted():
            return replace(game, admitted=(*game.admitted, AdmittedWord(event.word, event.reason, len(game.rounds))))
        case ev.DrawRefused():
            return replace(game, refused=(*game.refused, event))
        case ev.LettersDrawn():
            return _drawn(game, event, entry.command)
        case ev.EveningEnded():
            return replace(game, ended=event.reason)
        case ev.QuestionAsked():
            return replace(game, questions=(*game.questions, event))
        case ev.CheckerNamed():
            return replace(game, checkers={**game.checkers, event.seat: event.checker})
        case ev.DifferenceFound():
            return replace(game, differences=(*game.differences, event))
        case ev.SlipAgreed():
            return replace(game, agreed=(*game.agreed, event))
        case ev.ReferenceFound():
            return replace(game, reference=event)
        case ev.BoardShown():
            # asked for after an end that was taken back, it is not what the next end shows
            return replace(game, shown_board=event.seat) if game.ended else game
        case ev.StepUndone():
            return game
        case _:
            return _in_round(game, event)


def _with_seat(game: Game, seat: Seat) -> Game:
    return replace(game, seats={**game.seats, seat.number: seat})


def _taken_over(seat: Seat, event: ev.TableTakenOver) -> Seat:
    earlier = (*seat.earlier, (event.first_round, seat.name))
    return replace(seat, name=event.name, present=True, earlier=earlier)


def _seated(game: Game, event: ev.PlayerSeated) -> Seat:
    known = game.seats.get(event.seat)
    if known is not None:
        return replace(known, name=event.name, present=True)
    current = game.round
    if current is None:
        return Seat(event.seat, event.name)
    return Seat(event.seat, event.name, current.number if current.is_open else current.number + 1)


def _drawn(game: Game, event: ev.LettersDrawn, command: str) -> Game:
    draw = Draw(event.kept, event.fresh)
    clock_ms = game.rules.clock.round_s * 1000 if game.opened and game.rules.clock.kind == "countdown" else 0
    new = Round(event.round, draw, event.source, game.board, remaining_ms=clock_ms, refused=game.refused, draw_id=command)
    # a line of play over fewer draws is no measure any more
    return replace(game, rounds=(*game.rounds, new), rack=draw.letters, refused=(), reference=None)


def _in_round(game: Game, event: ev.Event) -> Game:
    """Events that change one round, named by its number; unknown rounds (undone ones) are passed over."""
    number = getattr(event, "round", 0)
    if not 1 <= number <= len(game.rounds):
        return game
    rounds = list(game.rounds)
    before = rounds[number - 1]
    changed = with_retained(game, before, event) if isinstance(event, ev.MoveRetained) else _changed(before, event)
    if isinstance(event, ev.VerdictOverruled | ev.SlipCorrected) and number < len(rounds):
        changed = _with_lifted(before, changed, event.verdict)
    rounds[number - 1] = changed
    game = replace(game, rounds=tuple(rounds))
    if isinstance(event, ev.TopRevealed) and changed.retained is not None:
        return _placed(game, changed, changed.retained.play)
    if isinstance(event, ev.BlankReplaced):
        return _blank_replaced(game, event.square)
    return game


def with_retained(game: Game, round_: Round, event: ev.MoveRetained) -> Round:
    """The round with the play to place; with none, if there is no move in it."""
    known = best_known(game, round_)
    retained = Retained(event.play, event.points, event.reason, event.note, known) if event.play.moves else None
    return replace(round_, retained=retained)


def best_known(game: Game, round_: Round) -> int:
    """Points of the best play of a round: of the solver's, or where the players set the top of their slips, as far as those are decided."""
    if game.opened is None or game.rules.top.by == "computer":
        return round_.top_points
    return max((v.points for v in round_.verdicts.values() if v.play is not None and v.outcome == "accepted"), default=0)


def _changed(round_: Round, event: ev.Event) -> Round:
    match event:
        case ev.TopsFound():
            return replace(round_, top_points=event.points, tops=event.plays, tops_proved=event.proved)
        case ev.ClockStarted():
            return replace(round_, phase=Phase.RUNNING, remaining_ms=event.remaining_ms)
        case ev.DeadlineSet():
            return replace(round_, phase=Phase.RUNNING, deadline=event.deadline, remaining_ms=0)
        case ev.ClockPaused():
            return replace(round_, phase=Phase.PAUSED, remaining_ms=event.remaining_ms)
        case ev.ClockExtended():
            phase = Phase.PAUSED if round_.phase is Phase.TIME_UP else round_.phase
            return replace(round_, phase=phase, remaining_ms=event.remaining_ms)
        case ev.TimeEnded():
            return replace(round_, phase=Phase.TIME_UP, remaining_ms=0)
        case ev.SlipHandedIn():
            return replace(round_, bulletins=(*round_.bulletins, event.bulletin))
        case ev.SlipJudged():
            return _judged(replace(round_, verdicts={**round_.verdicts, event.verdict.seat: event.verdict}), event.verdict)
        case ev.VerdictOverruled():
            return _corrected(round_, event.verdict, "overruled", event.date)
        case ev.AverageGiven():
            known = round_.corrections.get(event.verdict.seat)
            if event.followed and (known is None or (known.kind, known.group) != ("average", event.group)):
                return round_  # the average that it follows was taken back
            return _corrected(round_, event.verdict, "average", event.date, event.group)
        case ev.SlipCorrected():
            slips = {**round_.corrected_slips, event.bulletin.seat: event.bulletin}
            round_ = _judged(replace(round_, corrected_slips=slips), event.verdict)
            return _corrected(round_, event.verdict, "keyed", event.date)
        case ev.SeatExcused():
            verdicts = {seat: verdict for seat, verdict in round_.verdicts.items() if seat != event.seat}
            return replace(round_, verdicts=verdicts, excused=round_.excused | {event.seat})
        case ev.SlipKeyedAgain():
            if event.first is not None:
                round_ = _judged(round_, event.first)
            return replace(round_, second={**round_.second, event.bulletin.seat: Keying(event.bulletin, event.verdict)})
        case ev.KeyingSettled():
            keying = round_.second.get(event.seat)
            return round_ if keying is None else replace(round_, second={**round_.second, event.seat: replace(keying, settled=True)})
        case ev.SoloGiven():
            return replace(round_, solo=event.seat, solo_points=event.points if event.seat else 0)
        case ev.RoundClosed():
            return replace(round_, phase=Phase.CLOSED)
        case ev.TopRevealed():
            return replace(round_, phase=Phase.REVEALED)
        case _:
            return round_


def _judged(round_: Round, verdict: Verdict) -> Round:
    return replace(round_, by_book={**round_.by_book, verdict.seat: replace(verdict, reason="")})


def _corrected(
    round_: Round, verdict: Verdict, kind: Literal["overruled", "average", "keyed"], date: str, group: tuple[int, ...] = ()
) -> Round:
    """The round with a verdict that takes the place of the one judged."""
    seat = verdict.seat
    was, known = round_.verdicts.get(seat), round_.corrections.get(seat)
    before = was.points if was else 0
    if known is not None and known.shown:
        before = known.before
    shown = round_.phase is Phase.REVEALED or (known is not None and known.shown)
    correction = Correction(kind, before, shown, date, group)
    return replace(
        round_,
        verdicts={**round_.verdicts, seat: verdict},
        corrections={**round_.corrections, seat: correction},
        excused=round_.excused - {seat},
    )


def _with_lifted(before: Round, after: Round, verdict: Verdict) -> Round:
    """The corrected round with what :attr:`Correction.lifted` says of it."""
    seat = verdict.seat
    was, known = before.verdicts.get(seat), before.corrections.get(seat)
    lay = was is not None and was.outcome != "zero" and was.play is not None and bool(was.play.moves)
    cancelled = any(fault.fault is Fault.CANCELLED for fault in verdict.faults)
    lifted = verdict.outcome == "zero" and not cancelled and (lay or (known is not None and known.lifted))
    return replace(after, corrections={**after.corrections, seat: replace(after.corrections[seat], lifted=lifted)})


def _blank_replaced(game: Game, square: int) -> Game:
    cells = game.board.cells
    if not 0 <= square < len(cells) or not cells[square].islower():
        return game
    letter = cells[square].upper()
    rack = game.rack
    if game.opened is not None and letter not in game.bag:
        # the letter is among those left over, which go back before the next draw: the blank takes its place
        rack = rack.replace(letter, BLANK, 1)
    return replace(game, board=Board(cells[:square] + letter + cells[square + 1 :]), rack=rack)


def _placed(game: Game, round_: Round, play: Play) -> Game:
    board, rack = round_.board, round_.letters
    if play.exchange is not None and play.exchange[0] in rack:
        rack = exchanged(rack, play.exchange)
    for move in filter(lambda move: move.is_on_board, play.moves):
        used = board.new_tiles(move)
        board = board.place(move)
        for tile in used:
            rack = rack.replace(tile, "", 1)
    return replace(game, board=board, rack=rack)

"""The referee's table: each wish is answered with the events it causes, or refused.

Nothing is changed here. The hub makes the events durable and folds them; ``toptable arbitrate`` folds them at once; both ask the same
:class:`Referee`, so an evening on paper and one on tablets are judged alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from engine import arbiter
from engine import events as ev
from engine.board import EMPTY, Board
from engine.bulletin import MAX_SLIP, Bulletin, Play, Source, Verdict
from engine.draw import Draw, check_tiles, draw_letters, game_over, rack_size, refusal
from engine.errors import CommandRefused, DrawError, PlacementError, RackError
from engine.game import Entry, Game, Phase, Retained, Round, Seat, apply
from engine.interfaces import TopFinder, WordSource
from engine.move import Move
from engine.rack import contains, exchanged, missing, same, take
from engine.ruleset import RuleSet
from engine.squares import SIZE
from engine.standings import round_top
from engine.stuck import why_stuck
from engine.tiles import TileSet
from engine.variants import optimist
from engine.variants.playtop import Progress, go_on
from engine.variants.rounds import allowed_exchanges, round_tops, split_bonus

MAX_NAME = 60
MAX_SEATS = 1000
MAX_REASON = 200
MAX_POINTS = 9999
MAX_EXTENSION_MS = 3_600_000

UNDOABLE = (
    ev.DrawRefused,
    ev.LettersDrawn,
    ev.RoundClosed,
    ev.MoveRetained,
    ev.TopRevealed,
    ev.VerdictOverruled,
    ev.AverageGiven,
    ev.SlipCorrected,
    ev.SlipKeyedAgain,
    ev.KeyingSettled,
    ev.SeatExcused,
    ev.WordAdmitted,
    ev.PlayerLeft,
    ev.PlayerReturned,
    ev.TableTakenOver,
    ev.EveningEnded,
)
"""A command is a step of the referee's, and can be undone, if it caused one of these. Clock and slips are not: a slip once
acknowledged stays, and time goes one way."""


def open_evening(
    name: str, date: str, rules: RuleSet, tileset: TileSet, lexicon: ev.LexiconUsed, board: Board | None = None
) -> tuple[ev.Event, ...]:
    """Start an evening.

    :raises CommandRefused: ``name_empty``, ``name_long`` or ``too_many_tiles`` (the start position uses more than the set holds).
    """
    name = checked_name(name)
    if board is not None and not contains(tileset.full_bag(), board.tiles()):
        extra = missing(tileset.full_bag(), board.tiles())
        raise CommandRefused("too_many_tiles", f"the start position has more tiles than the set: {extra}")
    return (ev.EveningOpened(name, date, rules, tileset, lexicon, board.cells if board else ""),)


@dataclass(frozen=True)
class Referee:
    """Decides on one evening's commands with the evening's lexicon and solver."""

    lexicon: WordSource
    solver: TopFinder
    official: bool = False
    """Whether the lexicon is a federation's; an unknown word of an open list may be a gap of the list."""
    openings: Callable[[Game, Play], float] | None = None
    """Measures how much a play opens the game, for ties; ``None`` leaves that criterion out."""
    progress: Progress = go_on
    """Told of each step of a long search for the tops, on the thread that asked for them."""

    # --- seats -----------------------------------------------------------------------------------------------------

    def seat_player(self, game: Game, seat: int, name: str) -> tuple[ev.Event, ...]:
        """Give a seat a name, or another one.

        :raises CommandRefused: ``no_evening``, ``seat_number``, ``name_empty``, ``name_long``.
        """
        need(game, *(set(Phase) - {Phase.EMPTY, Phase.ENDED}))
        if not 1 <= seat <= MAX_SEATS:
            raise CommandRefused("seat_number", f"seat {seat}: expected 1 to {MAX_SEATS}")
        return (ev.PlayerSeated(seat, checked_name(name)),)

    def player_leaves(self, game: Game, seat: int) -> tuple[ev.Event, ...]:
        """From now on no slip is expected of the seat; its points stay.

        :raises CommandRefused: ``no_evening``, ``evening_ended``, ``seat_unknown``, ``seat_absent``.
        """
        need(game, *(set(Phase) - {Phase.EMPTY, Phase.ENDED}))
        if not known_seat(game, seat).present:
            raise CommandRefused("seat_absent", f"seat {seat} has left the game already")
        return (ev.PlayerLeft(seat),)

    # --- draw ------------------------------------------------------------------------------------------------------

    def draw(self, game: Game, dice: Random) -> tuple[ev.Event, ...]:
        """Draw by computer. When the rule book allows no further round the evening ends, with the reason.

        :raises CommandRefused: if a round is still in play.
        """
        number = self._next_round(game)
        if reason := self._no_further_round(game, number):
            return (ev.EveningEnded(reason),)
        kept = game.kept
        bag = take(game.pool, kept, what="pool")
        try:
            drawn, refused = draw_letters(game.rules, game.tileset, number, kept, bag, dice)
        except DrawError:
            return (ev.EveningEnded("no_draw_possible"),)
        refusals = tuple(self._refused(game, number, draw, "computer") for draw in refused)
        return (*refusals, *self._drawn(game, number, drawn, "computer"))

    def draw_typed(self, game: Game, draw: Draw, source: ev.Drawn) -> tuple[ev.Event, ...]:
        """Take letters drawn from a physical bag, a prepared game or a file: the whole rack, or only the fresh letters.

        A draw that the rule book refuses is recorded as refused and no round begins.

        :raises DrawError: if the letters cannot be this round's rack; :raises CommandRefused: if a round is still in play.
        """
        number = self._next_round(game)
        if reason := self._no_further_round(game, number):
            raise CommandRefused(reason, f"the game is over ({reason}): no round {number} can be drawn")
        draw = self._completed(game, draw)
        check_tiles(game.rules, draw.letters, game.pool)
        if refusal(game.rules, game.tileset, number, draw.letters, take(game.pool, draw.letters, what="pool")):
            return (self._refused(game, number, draw, source),)
        return self._drawn(game, number, draw, source)

    def refuse_draw(self, game: Game, draw: Draw, source: ev.Drawn, reason: str = "referee") -> tuple[ev.Event, ...]:
        """Record a draw that was refused at the table.

        :raises DrawError: if the letters cannot have been drawn; :raises CommandRefused: if a round is in play.
        """
        number = self._next_round(game)
        draw = self._completed(game, draw)
        check_tiles(game.rules, draw.letters, game.pool)
        after = take(game.pool, draw.letters, what="pool")
        reason = refusal(game.rules, game.tileset, number, draw.letters, after) or reason
        return (ev.DrawRefused(draw.kept, draw.fresh, reason, source),)

    def _no_further_round(self, game: Game, number: int) -> str | None:
        """Why the game is over, as a message-catalogue key, or ``None``."""
        return game_over(game.rules, game.tileset, number, game.pool) or why_stuck(game, self.solver)

    def _next_round(self, game: Game) -> int:
        need(game, Phase.LOBBY, Phase.REVEALED)
        return len(game.rounds) + 1

    def _completed(self, game: Game, draw: Draw) -> Draw:
        """Split typed letters into kept and fresh ones, whichever way they were typed."""
        kept = game.kept
        letters = draw.letters
        full = rack_size(game.rules, game.pool)
        if kept and draw.kept and not same(kept, draw.kept):
            raise DrawError(f"{draw.kept}+{draw.fresh}: the letters kept from the round before are {kept}, not {draw.kept}")
        if kept and not draw.kept and len(letters) == full - len(kept):
            return Draw(kept, letters)
        if not contains(letters, kept):
            raise DrawError(f"{letters}: the letters kept from the round before are {kept}; expected all of them in the draw")
        return Draw(kept, take(letters, kept))

    def _refused(self, game: Game, number: int, draw: Draw, source: ev.Drawn) -> ev.DrawRefused:
        after = take(game.pool, draw.letters, what="pool")
        reason = refusal(game.rules, game.tileset, number, draw.letters, after) or "referee"
        return ev.DrawRefused(draw.kept, draw.fresh, reason, source)

    def _drawn(self, game: Game, number: int, draw: Draw, source: ev.Drawn) -> tuple[ev.Event, ...]:
        drawn = ev.LettersDrawn(number, draw.kept, draw.fresh, source)
        if game.rules.game == "optimist":
            return (drawn,)  # each seat has its own board and its own best
        left = take(game.pool, draw.letters, what="pool")
        top = round_tops(game.rules, game.board, draw.letters, left, self.solver, self.progress)
        return drawn, ev.TopsFound(number, top.points, top.plays, top.proved)

    # --- clock -----------------------------------------------------------------------------------------------------

    def start_clock(self, game: Game, remaining_ms: int) -> tuple[ev.Event, ...]:
        """Start or resume the countdown.

        :raises CommandRefused: ``deadline_needed`` where a round lasts until a date and hour.
        """
        round_ = _round(game, Phase.DRAWN, Phase.PAUSED)
        _need_countdown(game)
        return (ev.ClockStarted(round_.number, remaining_ms),)

    def set_deadline(self, game: Game, deadline: str) -> tuple[ev.Event, ...]:
        """Let the round last until then (ISO 8601); also when it lasts until another moment, or that one has passed.

        :raises CommandRefused: ``no_deadline`` where the time of a round is counted down.
        """
        round_ = _round(game, Phase.DRAWN, Phase.RUNNING, Phase.TIME_UP)
        if game.rules.clock.kind != "deadline":
            raise CommandRefused("no_deadline", "rounds are counted down: clock.kind is 'countdown'")
        return (ev.DeadlineSet(round_.number, deadline),)

    def pause_clock(self, game: Game, remaining_ms: int) -> tuple[ev.Event, ...]:
        round_ = _round(game, Phase.RUNNING)
        _need_countdown(game)
        return (ev.ClockPaused(round_.number, remaining_ms),)

    def extend_clock(self, game: Game, added_ms: int, remaining_ms: int) -> tuple[ev.Event, ...]:
        """Add time; after the end of the time the clock stands paused with it."""
        round_ = _round(game, Phase.DRAWN, Phase.RUNNING, Phase.PAUSED, Phase.TIME_UP)
        _need_countdown(game)
        if not 0 < added_ms <= MAX_EXTENSION_MS:
            raise CommandRefused("bad_time", f"{added_ms} ms: expected 1 to {MAX_EXTENSION_MS}")
        return (ev.ClockExtended(round_.number, added_ms, remaining_ms + added_ms),)

    def end_time(self, game: Game) -> tuple[ev.Event, ...]:
        round_ = _round(game, Phase.DRAWN, Phase.RUNNING, Phase.PAUSED)
        return (ev.TimeEnded(round_.number),)

    # --- slips -----------------------------------------------------------------------------------------------------

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
        if round_ is None or round_.number != round_number or not (game.phase in _SLIP_PHASES or takes_late(game)):
            raise CommandRefused("round_over", f"round {round_number} takes no slips")
        seat_ = known_seat(game, seat)
        if not seat_.present:
            raise CommandRefused("seat_absent", f"seat {seat} has left the game")
        if len(text) > MAX_SLIP:
            raise CommandRefused("slip_long", f"a slip of {len(text)} characters: {MAX_SLIP} at most")
        late = late or takes_late(game) or (round_.phase is Phase.TIME_UP and source in ("tablet", "terminal"))
        bulletin = Bulletin(seat, text, len(round_.bulletins) + 1, source, late, remaining_ms)
        handed_in = ev.SlipHandedIn(round_.number, bulletin)
        return (handed_in, *(self._judged_late(game, handed_in) if takes_late(game) else ()))

    def _judged_late(self, game: Game, handed_in: ev.SlipHandedIn) -> tuple[ev.Event, ...]:
        """What follows from a slip that came while its round is judged; a verdict that the referee has given stands."""
        game = apply(game, Entry("", handed_in))
        number, seat = handed_in.round, handed_in.bulletin.seat
        round_ = game.rounds[number - 1]
        if seat in round_.corrections:
            return ()
        return self.followed(game, number, ev.SlipJudged(number, self.verdict(game, round_, seat)))

    # --- judging ---------------------------------------------------------------------------------------------------

    def close(self, game: Game) -> tuple[ev.Event, ...]:
        """Judge every slip, propose the move to retain, name the solo."""
        round_ = _round(game, Phase.DRAWN, Phase.RUNNING, Phase.PAUSED, Phase.TIME_UP)
        verdicts = tuple(self.verdict(game, round_, seat) for seat in expected_seats(game, round_))
        judged = tuple(ev.SlipJudged(round_.number, verdict) for verdict in verdicts)
        round_ = replace(round_, verdicts={verdict.seat: verdict for verdict in verdicts})
        retained = () if _is_settled(game, round_) else self.proposal(game, round_)
        for event in retained:
            round_ = replace(round_, retained=_as_retained(event))
        return (*judged, *retained, *self.solo(game, round_), ev.RoundClosed(round_.number))

    def verdict(self, game: Game, round_: Round, seat: int) -> Verdict:
        """The rule book's verdict on what a seat handed in, or did not."""
        case = self.case(game, round_)
        if game.rules.game != "optimist":
            return _verdict(round_, seat, case)
        given = optimist.hand(game, seat, round_)
        case = replace(case, board=given.board, letters=given.letters)
        verdict = optimist.net(_verdict(round_, seat, case), given, game.rules, game.tileset)
        return optimist.cancelled(verdict) if optimist.is_cancelled(game, seat, round_.number) else verdict

    def overrule(self, game: Game, round_number: int, verdict: Verdict, date: str = "") -> tuple[ev.Event, ...]:
        """Replace a verdict, also of an earlier round; solo and, where players set it, the top follow.

        :raises CommandRefused: ``round_unknown``, ``seat_unknown``, ``reason_missing``, ``reason_long``, ``points_range``.
        """
        judged_round(game, round_number)
        known_seat(game, verdict.seat)
        checked_reason(verdict.reason)
        least = -MAX_POINTS if game.rules.game == "optimist" else 0
        for points, low in ((verdict.points, least), (verdict.penalty, 0)):
            if not low <= points <= MAX_POINTS:
                raise CommandRefused("points_range", f"{points} points: expected {low} to {MAX_POINTS}")
        return self.followed(game, round_number, ev.VerdictOverruled(round_number, verdict, date))

    def followed(self, game: Game, round_number: int, correction: ev.Event) -> tuple[ev.Event, ...]:
        """A correction of a judged round and what follows from it: the solo and, where players set it and it is not yet shown, the top."""
        corrections = [correction]
        if game.rules.game == "optimist" and isinstance(correction, ev.VerdictOverruled | ev.SlipCorrected | ev.AverageGiven):
            verdict = correction.verdict
            lost = optimist.follow_zero(game, game.rounds[round_number - 1], verdict)
            corrections += (
                ev.VerdictOverruled(number, replace(each, reason=verdict.reason), correction.date) for number, each in lost
            )
        round_ = apply(game, Entry("", correction)).rounds[round_number - 1]
        retained: tuple[ev.MoveRetained, ...] = ()
        chosen = round_.retained is not None and round_.retained.reason == "referee"
        if game.rules.top.by == "players" and round_.phase is Phase.CLOSED and not chosen:
            retained = self.proposal(game, round_)
            for event in retained:
                round_ = replace(round_, retained=_as_retained(event))
        return (*corrections, *retained, *self.solo(game, round_))

    def retain(self, game: Game, play: Play, note: str = "") -> tuple[ev.Event, ...]:
        """The referee's own choice of the move to place; his word is final, so words are not looked up.

        :raises PlacementError: if the play does not fit the board; :raises RackError: if the draw lacks its letters.
        """
        round_ = _round(game, *_SLIP_PHASES, Phase.CLOSED)
        if game.rules.game == "optimist":
            raise CommandRefused("other_game", "in the optimist game each seat places its own play")
        points = points_of(game, round_, play)
        retained = ev.MoveRetained(round_.number, _as_laid(round_.board, play), points, "referee", note[:MAX_REASON])
        if round_.phase is not Phase.CLOSED:
            return (retained,)
        return (retained, *self.solo(game, replace(round_, retained=_as_retained(retained))))

    def reveal(self, game: Game, *, accept_proposals: bool = False) -> tuple[ev.Event, ...]:
        """Show top and verdicts and place the retained move.

        :raises CommandRefused: ``undecided`` while a slip awaits the referee, unless *accept_proposals*.
        """
        round_ = _round(game, Phase.CLOSED)
        waiting = [seat for seat, verdict in round_.verdicts.items() if verdict.outcome == "undecided"]
        if waiting and not accept_proposals:
            raise CommandRefused("undecided", f"seats {', '.join(map(str, waiting))} await a decision")
        return (ev.TopRevealed(round_.number), *self._blanks_replaced(game, round_))

    def _blanks_replaced(self, game: Game, round_: Round) -> tuple[ev.Event, ...]:
        """Each blank just placed whose letter the stock still holds comes back, where the rule set says so."""
        if not game.rules.draw.blank_returns or round_.retained is None:
            return ()
        events: list[ev.Event] = []
        revealed = apply(game, Entry("", ev.TopRevealed(round_.number)))
        for move in round_.retained.play.moves:
            for tile, square in zip(move.word, move.squares(), strict=True):
                laid_now = round_.board.cells[square] == EMPTY
                # with fresh refill the unused letters are back in the stock by then
                stock = revealed.pool if game.rules.draw.refill == "fresh" else revealed.bag
                if laid_now and tile.islower() and tile.upper() in stock:
                    event = ev.BlankReplaced(round_.number, square)
                    revealed = apply(revealed, Entry("", event))
                    events.append(event)
        return tuple(events)

    def case(self, game: Game, round_: Round) -> arbiter.Case:
        """Everything a verdict on this round's slips depends on."""
        return arbiter.Case(
            rules=game.rules,
            tileset=game.tileset,
            lexicon=self.lexicon,
            official=self.official,
            board=round_.board,
            letters=round_.letters,
            round_number=round_.number,
            top_points=round_.top_points,
            solver=self.solver,
        )

    def proposal(self, game: Game, round_: Round) -> tuple[ev.MoveRetained, ...]:
        """The move to retain by the rule book; none if nothing can be, or was, placed."""
        plays, points = round_.tops, round_.top_points
        if game.rules.top.by == "players":
            plays, points = _best_of_players(round_)
        if not plays:
            return ()
        openings = self.openings
        measure = None if openings is None else (lambda play: openings(game, play))
        choice = arbiter.choose_top(plays, self.case(game, round_), measure)
        return (ev.MoveRetained(round_.number, choice.play, points, choice.reason, choice.note),)

    def solo(self, game: Game, round_: Round) -> tuple[ev.Event, ...]:
        """What changes about the round's solo; a seat that was given an average found nothing."""
        seats = len(seats_in_game(game, round_))
        own = [verdict for seat, verdict in round_.verdicts.items() if not round_.has_average(seat)]
        seat = arbiter.solo_seat(game.rules, own, seats, round_top(game, round_))
        if seat == round_.solo:
            return ()
        return (ev.SoloGiven(round_.number, seat, game.rules.solo.points if seat else 0),)

    # --- optimist ---------------------------------------------------------------------------------------------------

    def ask(self, game: Game, seat: int, word: str) -> tuple[ev.Event, ...]:
        """A seat asks whether a word (tiles, upper case) is valid; it may do so a few times a game.

        :raises CommandRefused: ``other_game``, ``seat_unknown``, ``word_long``, ``no_questions_left``, or while no round is open.
        """
        round_ = self._optimist_round(game, *_SLIP_PHASES)
        known_seat(game, seat)
        if not 2 <= len(word) <= SIZE:
            raise CommandRefused("word_long", f"a word of {len(word)} letters: expected 2 to {SIZE}")
        asked = sum(question.seat == seat for question in game.questions)
        if asked >= game.rules.variant.questions:
            raise CommandRefused("no_questions_left", f"seat {seat} has put its {asked} questions")
        return (ev.QuestionAsked(round_.number, seat, word, word in self.lexicon),)

    def pair(self, game: Game, seat: int, checker: int) -> tuple[ev.Event, ...]:
        """From now on *checker* checks the slips of *seat*.

        :raises CommandRefused: ``other_game``, ``seat_unknown``, ``same_seat``.
        """
        self._optimist_round(game, *(set(Phase) - {Phase.EMPTY, Phase.ENDED}), may_be_none=True)
        known_seat(game, seat)
        known_seat(game, checker)
        if seat == checker:
            raise CommandRefused("same_seat", f"seat {seat} cannot check its own slips")
        return (ev.CheckerNamed(seat, checker),)

    def report_difference(self, game: Game, round_number: int, seat: int, text: str) -> tuple[ev.Event, ...]:
        """The checker of a seat's slip found another place or other points: both and the referee are told.

        :raises CommandRefused: ``other_game``, ``seat_unknown``, ``round_unknown``, ``no_checker``, ``reason_missing``,
            ``reason_long``.
        """
        self._optimist_round(game, *(set(Phase) - {Phase.EMPTY}))
        known_seat(game, seat)
        if not 1 <= round_number <= len(game.rounds):
            raise CommandRefused("round_unknown", f"round {round_number} has not been drawn")
        if seat not in game.checkers:
            raise CommandRefused("no_checker", f"nobody checks the slips of seat {seat}")
        if not text.strip():
            raise CommandRefused("reason_missing", "a difference is stated in words or points")
        if len(text) > MAX_REASON:
            raise CommandRefused("reason_long", f"a difference of {len(text)} characters: {MAX_REASON} at most")
        return (ev.DifferenceFound(round_number, seat, game.checkers[seat], text),)

    def show_board(self, game: Game, seat: int) -> tuple[ev.Event, ...]:
        """After the end the wall shows that seat's board; 0 shows none.

        :raises CommandRefused: ``other_game``, ``not_now``, ``seat_unknown``.
        """
        self._optimist_round(game, Phase.ENDED, may_be_none=True)
        if seat:
            known_seat(game, seat)
        return (ev.BoardShown(seat),)

    def _optimist_round(self, game: Game, *phases: Phase, may_be_none: bool = False) -> Round:
        need(game, *phases)
        if game.rules.game != "optimist":
            raise CommandRefused("other_game", f"only in the optimist game, not in {game.rules.game!r}")
        if game.round is None and not may_be_none:
            raise CommandRefused("not_now", "no round has been drawn")
        return game.round or Round(0, Draw("", ""), "file", game.board)

    # --- the rest ----------------------------------------------------------------------------------------------------

    def undo(self, game: Game) -> tuple[ev.Event, ...]:
        """Take back the last step that counts.

        :raises CommandRefused: ``nothing_to_undo``.
        """
        command = last_step(game)
        if command is None:
            raise CommandRefused("nothing_to_undo", "there is no step to undo")
        return (ev.StepUndone(command),)

    def end(self, game: Game) -> tuple[ev.Event, ...]:
        """End the evening now. A round in play is left unjudged; one that is judged is shown first, as it stands."""
        need(game, *(set(Phase) - {Phase.EMPTY, Phase.ENDED}))
        shown = self.reveal(game, accept_proposals=True) if game.phase is Phase.CLOSED else ()
        return (*shown, ev.EveningEnded("referee"))


def takes_late(game: Game) -> bool:
    """Whether the round is being judged and late slips still count."""
    return game.phase is Phase.CLOSED and game.rules.slip.late == "until_reveal"


def _is_settled(game: Game, round_: Round) -> bool:
    """Whether the play to place stands before the slips are judged: by the referee's word, or in a prepared game.

    What was proposed for the slips of a round whose closing was undone is proposed anew.
    """
    if round_.retained is None:
        return False
    prepared = game.announced is not None and game.announced.kind == "prepared"
    return prepared or round_.retained.reason == "referee" or game.rules.top.by == "computer"


_SLIP_PHASES = (Phase.DRAWN, Phase.RUNNING, Phase.PAUSED, Phase.TIME_UP)


def last_step(game: Game) -> str | None:
    """The command that an undo would take back."""
    undone = {entry.event.command for entry in game.history if isinstance(entry.event, ev.StepUndone)}
    # a late slip may change what is proposed, and is still no step: once acknowledged it stays
    undone |= {entry.command for entry in game.history if isinstance(entry.event, ev.SlipHandedIn)}
    for entry in reversed(game.history):
        if isinstance(entry.event, ev.EveningOpened):
            return None
        if entry.command not in undone and isinstance(entry.event, UNDOABLE):
            return entry.command
    return None


def expected_seats(game: Game, round_: Round) -> tuple[int, ...]:
    """Seats whose slip is judged: those in the game in that round, and any that handed one in. Once judged, those that were."""
    if round_.is_judged:
        return tuple(sorted(round_.verdicts))
    due = {s.number for s in game.seats.values() if s.present and s.first_round <= round_.number}
    return tuple(sorted((due - round_.excused) | set(round_.standing)))


def seats_in_game(game: Game, round_: Round) -> tuple[int, ...]:
    """Seats that count towards the least number for a solo.

    One that left still counts if it ever handed in a slip; one that came later does not
    (https://github.com/cjlano/eliot, game/duplicate.cpp counts all who played at least one move).
    """
    played = {seat for each in game.rounds for seat in each.standing}
    return tuple(s.number for s in game.seats.values() if s.first_round <= round_.number and (s.present or s.number in played))


def _verdict(round_: Round, seat: int, case: arbiter.Case) -> Verdict:
    if seat in round_.corrected_slips:
        # what was keyed anew stands for all that the seat handed in
        round_ = replace(round_, bulletins=(round_.corrected_slips[seat],))
    if case.rules.ranking.by == "time":
        return _first_top(round_, seat, case)
    bulletin = round_.standing.get(seat)
    if bulletin is None:
        return arbiter.no_slip(seat, case)
    # An evening file keeps every piece of paper that lay on the table; a slip keyed anew at the desk is a corrected keying.
    papers = sum(b.seat == seat and b.source == "file" and not b.late for b in round_.bulletins)
    return arbiter.judge(bulletin, case, several=papers > 1)


def _first_top(round_: Round, seat: int, case: arbiter.Case) -> Verdict:
    """Topping: a seat may try as often as it likes; the first slip in time that is a top counts, else the last one."""
    whole_ms = 1000 * case.rules.clock.round_s
    verdict = None
    for bulletin in round_.bulletins:
        if bulletin.seat != seat or bulletin.late:
            continue
        verdict = arbiter.judge(bulletin, case)
        if verdict.outcome == "accepted" and verdict.points >= round_.top_points > 0:
            return replace(verdict, time_ms=max(0, whole_ms - bulletin.remaining_ms))
    return replace(verdict or arbiter.no_slip(seat, case), time_ms=case.rules.missed_ms)


def _need_countdown(game: Game) -> None:
    if game.rules.clock.kind == "deadline":
        raise CommandRefused("deadline_needed", "a round lasts until a date and hour; set that")


def points_of(game: Game, round_: Round, play: Play) -> int:
    """What a play scores, its moves laid one after the other.

    :raises PlacementError: if one does not fit; :raises RackError: if the draw lacks its letters.
    """
    board, total = round_.board, 0
    rack = _after_exchange(game, round_, play)
    if not play.moves:
        raise PlacementError("a play without a move places no tile", "nothing_placed")
    for move in play.moves:
        board.check_fit(move)
        laid = board.new_tiles(move)
        rack = take(rack, laid, what="draw")
        if len(laid) > game.rules.draw.placed:
            raise RackError(f"{move.word} places {len(laid)} tiles: {game.rules.draw.placed} at most")
        total += board.score(move, game.tileset, game.rules.bonus).total
        board = board.place(move)
    if game.rules.game == "decomposed" and len(play.moves) > 1:
        if rack:
            raise RackError(f"two moves must place all seven letters; {rack} is left")
        total += split_bonus(game.rules, round_.letters)
    return total


def _after_exchange(game: Game, round_: Round, play: Play) -> str:
    """The letters that a play is made of."""
    if play.exchange is None:
        return round_.letters
    left = take(game.tileset.full_bag(), round_.board.tiles() + round_.letters, what="tile set")
    if game.rules.game != "substitution" or play.exchange not in allowed_exchanges(game.rules, round_.letters, left):
        raise RackError(f"{'>'.join(play.exchange)} cannot be exchanged: letters {round_.letters}, still in the bag {left}")
    return exchanged(round_.letters, play.exchange)


def _as_laid(board: Board, play: Play) -> Play:
    moves: list[Move] = []
    for move in play.moves:
        moves.append(board.as_laid(move))
        board = board.place(move)
    return replace(play, moves=tuple(moves))


def _as_retained(event: ev.MoveRetained) -> Retained:
    return Retained(event.play, event.points, event.reason, event.note)


def _best_of_players(round_: Round) -> tuple[tuple[Play, ...], int]:
    played = [v for v in round_.verdicts.values() if v.play is not None and v.outcome != "zero"]
    points = max((verdict.points for verdict in played), default=0)
    return tuple(dict.fromkeys(v.play for v in played if v.play is not None and v.points == points)), points


def checked_name(name: str) -> str:
    """:raises CommandRefused: ``name_empty``, ``name_long``."""
    # a control character would end the text on some screens
    cleaned = " ".join("".join(char if char.isprintable() else " " for char in name).split())
    if not cleaned:
        raise CommandRefused("name_empty", "a name is needed")
    if len(cleaned) > MAX_NAME:
        raise CommandRefused("name_long", f"a name of {len(cleaned)} characters: {MAX_NAME} at most")
    return cleaned


def need(game: Game, *phases: Phase) -> None:
    """:raises CommandRefused: ``no_evening``, ``evening_ended`` or ``not_now`` unless the evening stands in one of these phases."""
    if game.phase not in phases:
        reason = {Phase.EMPTY: "no_evening", Phase.ENDED: "evening_ended"}.get(game.phase, "not_now")
        raise CommandRefused(reason, f"not possible while the evening is {game.phase.value!r}")


def _round(game: Game, *phases: Phase) -> Round:
    need(game, *phases)
    round_ = game.round
    if round_ is None:
        raise CommandRefused("not_now", "no round has been drawn")
    return round_


def known_seat(game: Game, seat: int) -> Seat:
    """:raises CommandRefused: ``seat_unknown``."""
    if seat not in game.seats:
        raise CommandRefused("seat_unknown", f"seat {seat} is not in the game")
    return game.seats[seat]


def judged_round(game: Game, number: int) -> Round:
    """:raises CommandRefused: ``round_unknown``."""
    if not 1 <= number <= len(game.rounds) or not game.rounds[number - 1].is_judged:
        raise CommandRefused("round_unknown", f"round {number} is not judged")
    return game.rounds[number - 1]


def checked_reason(reason: str) -> str:
    """:raises CommandRefused: ``reason_missing``, ``reason_long``."""
    if not reason.strip():
        raise CommandRefused("reason_missing", "this is decided with a reason")
    if len(reason) > MAX_REASON:
        raise CommandRefused("reason_long", f"a reason of {len(reason)} characters: {MAX_REASON} at most")
    return reason.strip()

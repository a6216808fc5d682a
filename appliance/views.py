"""What each kind of device is told: pure functions of the game.

This is the only place that hides. Before a round is revealed, neither the wall nor a seat may learn the top, the moves, another seat's
slip or any verdict; only the desk's view holds them. ``tests/club/test_secrecy.py`` records the bytes of a whole evening.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from engine import events as ev
from engine.board import EMPTY, Board
from engine.bulletin import Bulletin, Play, Verdict
from engine.corrections import differences
from engine.draw import format_draw
from engine.game import AdmittedWord, Correction, Game, Phase, Round
from engine.notation import move_reference
from engine.printing import printed, top_list
from engine.reading import format_exchange
from engine.referee import expected_seats, last_step, takes_late
from engine.standings import Standing, is_proved, round_top, running_sheet, standings, total_of_tops
from engine.stuck import rounds_stuck
from engine.tiles import BLANK, TileSet
from engine.variants import optimist

MAX_SHOWN_TOPS = 40
"""Equal tops that every device is told; a first draw with two blanks has thousands."""
MAX_DESK_TOPS = 300


@dataclass(frozen=True, slots=True)
class TileView:
    """One tile of the draw."""

    face: str
    points: int
    code_word: str
    """Spoken form, e.g. ``Algérie``; empty if the tile set has none."""


@dataclass(frozen=True, slots=True)
class ClockView:
    """The countdown at the moment of sending; devices count on by their own monotonic clock and never decide anything."""

    total_ms: int
    remaining_ms: int
    running: bool
    warning_ms: int = 30_000
    """From this much left on the screens warn: the first warning signal of the rule set."""
    kind: str = "countdown"
    """``countdown`` or ``deadline``: then the screens show date and hour."""
    deadline: str = ""
    """Date and hour until which the round lasts, ISO 8601, as the hub's place reckons time; empty while none is set."""


@dataclass(frozen=True, slots=True)
class PlayView:
    """A play as shown: reference and word of its first move, and of further ones."""

    ref: str
    word: str
    points: int
    more: tuple[PlayView, ...] = ()
    squares: tuple[int, ...] = ()
    """Squares (row * 15 + col) of the tiles newly laid, for highlighting."""
    exchange: str = ""
    """Substitution: the tile given up and the tile taken, ``I>W``."""


@dataclass(frozen=True, slots=True)
class FaultView:
    """A fault and its sanction, as message-catalogue keys (``fault.<fault>``, ``sanction.<sanction>``)."""

    fault: str
    sanction: str
    detail: str


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """That a verdict is not what was judged when the round was closed."""

    kind: str
    """``overruled``, ``average`` (a mean of others' points) or ``keyed`` (the slip had been keyed wrongly)."""
    before: int
    """Points before it."""
    shown: bool
    """Whether it came after the result was shown: the sheets mark it with its date."""
    date: str
    group: tuple[int, ...]
    """Seats of an average."""


@dataclass(frozen=True, slots=True)
class VerdictView:
    """A verdict as shown to its seat and to the desk."""

    seat: int
    outcome: str
    points: int
    penalty: int
    play: PlayView | None
    faults: tuple[FaultView, ...]
    claimed: int | None
    reason: str
    candidates: tuple[PlayView, ...] = ()
    correction: CorrectionView | None = None


@dataclass(frozen=True, slots=True)
class RevealView:
    """The result of a round, once everyone may see it."""

    round: int
    points: int
    """The top that counts."""
    retained: PlayView | None
    retained_reason: str
    tops: tuple[PlayView, ...]
    """The first of them, at most :data:`MAX_SHOWN_TOPS`."""
    tops_count: int
    found: int
    """How many seats reached the top."""
    best: int
    """Best score of a slip."""
    solo_seat: int
    solo_name: str
    solo_points: int
    proved: bool = True
    """Whether no better play than the top can have been missed; a top that players or referee set needs no proof."""


@dataclass(frozen=True, slots=True)
class AdmittedView:
    """A word that counts this evening though the list lacks it."""

    word: str
    reason: str
    round: int
    """In or after which round it was admitted; 0 before the first."""


@dataclass(frozen=True, slots=True)
class EveningView:
    """What is printed at the foot of every screen and sheet."""

    name: str
    date: str
    rules: str
    title: str
    language: str
    lexicon: str
    lexicon_words: int
    lexicon_fingerprint: str
    lexicon_date: str
    lexicon_official: bool
    admitted: tuple[AdmittedView, ...] = ()
    """Words admitted besides, once the round is shown in which they were: before, they would tell of a slip."""
    game: str = "duplicate"
    """``duplicate``, ``substitution``, ``decomposed``, or ``optimist``: then each seat has its own board and no round has a top."""


@dataclass(frozen=True, slots=True)
class SeatName:
    """A place at the tables."""

    seat: int
    name: str
    present: bool


@dataclass(frozen=True, slots=True)
class PublicView:
    """What anyone in the room may know: the wall shows it, and every tablet gets it."""

    phase: str
    evening: EveningView | None = None
    seats: tuple[SeatName, ...] = ()
    round: int = 0
    draw: str = ""
    """As published: ``DI+AEINS``."""
    tiles: tuple[TileView, ...] = ()
    """The draw, kept tiles first."""
    kept: int = 0
    """How many of ``tiles`` were kept from the round before."""
    refused: tuple[str, ...] = ()
    """Draws refused before this one (or, between rounds, since the last one), as letters."""
    refused_reason: str = ""
    """Message-catalogue key of the last refusal."""
    board: tuple[tuple[str, ...], ...] = ()
    """15 rows of 15 faces; empty text for an empty square, lower case for a blank."""
    points: dict[str, int] = field(default_factory=dict)
    """Face → points, for drawing tiles."""
    alphabet: tuple[str, ...] = ()
    """Faces in order, for keyboards and for choosing a blank's letter."""
    bag: int = 0
    """Tiles left in the bag."""
    clock: ClockView | None = None
    slips: int = 0
    """Slips received this round (seats, not sendings)."""
    expected: int = 0
    takes_late: bool = False
    """The round is being judged, and slips still count as late ones."""
    reveal: RevealView | None = None
    """The last revealed round, while its result is on show."""
    standings: tuple[Standing, ...] = ()
    """After the last revealed round."""
    total_of_tops: int = 0
    ended: str = ""
    announced: str = ""
    """``prepared`` or ``sealed_draw``: letters that were settled before the evening began."""
    checksum: str = ""
    """What was announced of them."""
    seed: str = ""
    """Of a sealed draw, once the evening is over."""


@dataclass(frozen=True, slots=True)
class OwnSlip:
    """The seat's own slip that stands."""

    number: int
    text: str
    late: bool


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One round on the seat's own running sheet."""

    round: int
    draw: str
    slip: str
    verdict: VerdictView | None
    points: int
    solo: int
    penalty: int
    cumulated: int
    top: int
    retained: PlayView | None
    warning: int = 0
    """The number of the warning that the slip earned, counted over the evening; 0 for none."""


@dataclass(frozen=True, slots=True)
class QuestionView:
    """Optimist: a question that a seat put to the referee, with its answer."""

    round: int
    seat: int
    word: str
    valid: bool


@dataclass(frozen=True, slots=True)
class DifferenceView:
    """Optimist: what the checker of a seat's slip found otherwise."""

    round: int
    seat: int
    checker: int
    text: str


@dataclass(frozen=True, slots=True)
class OwnGame:
    """Optimist: what a seat has before it that no other has."""

    board: tuple[tuple[str, ...], ...]
    """As ``PublicView.board``: with the seat's plays of all revealed rounds."""
    tiles: tuple[TileView, ...]
    """The letters of the round in play; in the last one with those that the seat brings along."""
    checks: tuple[int, ...]
    """Seats whose slips this one checks."""
    questions_left: int
    questions: tuple[QuestionView, ...]
    differences: tuple[DifferenceView, ...]
    """Those that concern the seat, as player or as checker."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """What one seat's device is told: the public view and its own things."""

    public: PublicView
    seat: int
    name: str
    slip: OwnSlip | None
    sheet: tuple[SheetLine, ...]
    """Revealed rounds only."""
    total: int
    rank: int
    own: OwnGame | None = None
    """In the optimist game only."""


@dataclass(frozen=True, slots=True)
class DeskSlip:
    """A slip as the desk sees it, with its verdict once judged."""

    seat: int
    name: str
    received: bool
    text: str
    number: int
    late: bool
    source: str
    verdict: VerdictView | None


@dataclass(frozen=True, slots=True)
class KeyingView:
    """Second arbitration: how a second person read a slip."""

    seat: int
    name: str
    text: str
    verdict: VerdictView
    differs: bool
    """Whether it comes to another verdict than the first keying, and this is not settled yet."""


@dataclass(frozen=True, slots=True)
class DeskRound:
    """A judged round, for corrections."""

    round: int
    draw: str
    top: int
    retained: PlayView | None
    slips: tuple[DeskSlip, ...]
    second: tuple[KeyingView, ...] = ()
    printed: str = ""
    """The retained play where the book prints placements in a form of its own: ``P11-T1 - H4: JU(C)ATOR = 100 p``."""
    top_list: tuple[str, ...] = ()
    """What was placed, in that form, each line with the names of those who found it; best first."""


@dataclass(frozen=True, slots=True)
class DeskView:
    """Everything; for the referee alone."""

    public: PublicView
    slips: tuple[DeskSlip, ...]
    """Of the round in play, by seat."""
    top_points: int
    tops: tuple[PlayView, ...]
    """The first of them, at most :data:`MAX_DESK_TOPS`."""
    tops_count: int
    retained: PlayView | None
    retained_reason: str
    retained_note: str
    undecided: tuple[int, ...]
    """Seats that await a decision."""
    undo: bool
    """Whether there is a step to take back."""
    rounds: tuple[DeskRound, ...]
    standings: tuple[Standing, ...]
    """With the closed round, revealed or not."""
    bag_letters: str
    admitted: tuple[AdmittedView, ...] = ()
    """All words admitted this evening."""
    free_warnings: int = 0
    """Warnings that cost nothing; each further one costs ``warning_points``."""
    warning_points: int = 0
    checkers: dict[int, int] = field(default_factory=dict)
    """Optimist: seat → the seat that checks its slips."""
    questions: tuple[QuestionView, ...] = ()
    differences: tuple[DifferenceView, ...] = ()
    shown_board: int = 0
    """Optimist: the seat whose board the wall shows after the end."""
    stuck: int = 0
    """How many rounds running, this one included, nothing can be placed; from the draw on, so for the referee alone."""
    tops_proved: bool = True
    """Whether the solver saw every play before it named ``tops``."""


def public_view(game: Game, remaining_ms: int | None = None) -> PublicView:
    """For the wall and as part of every other view. *remaining_ms* is the hub's clock now; ``None``: as last recorded."""
    if game.opened is None:
        return PublicView(Phase.EMPTY.value)
    tileset, round_ = game.tileset, game.round
    shown = round_ is not None and round_.phase is Phase.REVEALED
    refused = round_.refused if round_ is not None and round_.is_open else game.refused
    return PublicView(
        phase=game.phase.value,
        evening=_evening(game),
        seats=tuple(SeatName(s.number, s.name, s.present) for _, s in sorted(game.seats.items())),
        round=round_.number if round_ else 0,
        draw=_draw_text(game, round_) if round_ else "",
        tiles=_tiles(tileset, round_.letters) if round_ else (),
        kept=len(round_.draw.kept) if round_ else 0,
        refused=tuple(tileset.spell(draw.kept + draw.fresh) for draw in refused),
        refused_reason=refused[-1].reason if refused else "",
        board=_faces(tileset, _shown_board(game)),
        points={tile.face: tile.points for tile in tileset.tiles},
        alphabet=tuple(tile.face for tile in tileset.tiles),
        bag=len(game.bag),
        clock=_clock(game, round_, remaining_ms),
        slips=len(round_.standing) if round_ else 0,
        expected=len(expected_seats(game, round_)) if round_ else sum(seat.present for seat in game.seats.values()),
        takes_late=takes_late(game),
        reveal=_reveal(game, round_) if round_ is not None and shown and game.rules.game != "optimist" else None,
        standings=standings(game, shown_only=True),
        total_of_tops=total_of_tops(game, shown_only=True),
        ended=game.ended,
        announced=game.announced.kind if game.announced else "",
        checksum=game.announced.checksum if game.announced else "",
        seed=game.seed,
    )


def hidden_events(game: Game) -> int:
    """How many of the last events nobody may count yet: that there is one more would tell of a solo."""
    hidden = 0
    for entry in reversed(game.history):
        if isinstance(entry.event, ev.TopRevealed):
            break
        hidden += isinstance(entry.event, _HIDDEN)
    return hidden


_HIDDEN = (
    ev.TopsFound,
    ev.SlipJudged,
    ev.VerdictOverruled,
    ev.AverageGiven,
    ev.SlipCorrected,
    ev.SlipKeyedAgain,
    ev.KeyingSettled,
    ev.WordAdmitted,
    ev.SoloGiven,
    ev.MoveRetained,
)


def seat_view(
    game: Game, seat: int, remaining_ms: int | None = None, public: PublicView | None = None
) -> SeatView:
    """For the device of one seat, which must be in the game. Whoever serves many seats makes the *public* view once."""
    public = public or public_view(game, remaining_ms)
    round_ = game.round
    slip = round_.standing.get(seat) if round_ is not None else None
    lines = running_sheet(game, seat, shown_only=True)
    return SeatView(
        public=public,
        seat=seat,
        name=game.seats[seat].name,
        slip=OwnSlip(slip.number, slip.text, slip.late) if slip else None,
        sheet=tuple(
            SheetLine(
                line.round,
                _draw_text(game, game.rounds[line.round - 1]),
                _slip_text(game.rounds[line.round - 1].standing.get(seat)),
                _own_verdict(game, game.rounds[line.round - 1], line.verdict),
                line.points,
                line.solo,
                line.penalty,
                line.cumulated,
                line.top,
                _retained_view(game, game.rounds[line.round - 1]),
                line.warning,
            )
            for line in lines
        ),
        total=lines[-1].cumulated if lines else 0,
        rank=next((line.rank for line in public.standings if line.seat == seat), 0),
        own=_own_game(game, seat) if game.rules.game == "optimist" else None,
    )


def _own_verdict(game: Game, round_: Round, verdict: Verdict | None) -> VerdictView | None:
    return verdict_view(game, round_, verdict, round_.corrections.get(verdict.seat)) if verdict else None


def _own_game(game: Game, seat: int) -> OwnGame:
    round_ = game.round
    shown = sum(each.phase is Phase.REVEALED for each in game.rounds)
    letters = optimist.hand(game, seat, round_).letters if round_ is not None else ""
    questions, differences = _questions(game), _differences(game)
    return OwnGame(
        board=_faces(game.tileset, optimist.board_of(game, seat, shown + 1)),
        tiles=_tiles(game.tileset, letters),
        checks=tuple(checked for checked, checker in sorted(game.checkers.items()) if checker == seat),
        questions_left=max(0, game.rules.variant.questions - sum(each.seat == seat for each in questions)),
        questions=tuple(each for each in questions if each.seat == seat),
        differences=tuple(each for each in differences if seat in (each.seat, each.checker)),
    )


def _questions(game: Game) -> tuple[QuestionView, ...]:
    return tuple(QuestionView(q.round, q.seat, game.tileset.spell(q.word), q.valid) for q in game.questions)


def _differences(game: Game) -> tuple[DifferenceView, ...]:
    return tuple(DifferenceView(d.round, d.seat, d.checker, d.text) for d in game.differences)


def _shown_board(game: Game) -> Board:
    """The board of all, or in the optimist game the one that the desk has the wall show after the end."""
    if game.ended and game.shown_board in game.seats:
        return optimist.board_of(game, game.shown_board, len(game.rounds) + 1)
    return game.board


def _faces(tileset: TileSet, board: Board) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple("" if cell == EMPTY else tileset.face(cell) for cell in row) for row in board.rows())


def desk_round(game: Game, round_: Round) -> DeskRound:
    """A judged round as the desk shows it for corrections; it depends on the round and on the names of the seats."""
    return DeskRound(
        round_.number,
        _draw_text(game, round_),
        round_top(game, round_),
        _retained_view(game, round_),
        _desk_slips(game, round_),
        _second_keying(game, round_),
        *(_as_printed(game, round_) if game.rules.slip.form != "plain" else ()),
    )


def _as_printed(game: Game, round_: Round) -> tuple[str, tuple[str, ...]]:
    kept = round_.retained
    lines = (
        f"{printed(game, round_, each.play, each.points)}  {', '.join(game.seats[seat].name_in(round_.number) for seat in each.seats)}"
        for each in top_list(round_)
    )
    return printed(game, round_, kept.play, kept.points) if kept else "", tuple(lines)


def _second_keying(game: Game, round_: Round) -> tuple[KeyingView, ...]:
    differing = {each.seat for each in differences(round_)}
    return tuple(
        KeyingView(
            seat,
            game.seats[seat].name_in(round_.number) if seat in game.seats else "",
            keying.bulletin.text,
            verdict_view(game, round_, keying.verdict),
            seat in differing,
        )
        for seat, keying in sorted(round_.second.items())
    )


def desk_view(
    game: Game,
    remaining_ms: int | None = None,
    public: PublicView | None = None,
    round_view: Callable[[Game, Round], DeskRound] = desk_round,
) -> DeskView:
    """For the referee: everything. *public*: the public view, if it is known already; *round_view* may remember earlier rounds."""
    public = public or public_view(game, remaining_ms)
    round_ = game.round
    retained = round_.retained if round_ else None
    return DeskView(
        public=public,
        slips=_desk_slips(game, round_) if round_ else (),
        top_points=round_.top_points if round_ else 0,
        tops=_tops(game, round_, MAX_DESK_TOPS) if round_ else (),
        tops_count=len(round_.tops) if round_ else 0,
        retained=_retained_view(game, round_) if round_ else None,
        retained_reason=retained.reason if retained else "",
        retained_note=retained.note if retained else "",
        undecided=tuple(seat for seat, v in round_.verdicts.items() if v.outcome == "undecided") if round_ else (),
        undo=last_step(game) is not None,
        rounds=tuple(round_view(game, each) for each in game.rounds if each.is_judged),
        standings=standings(game) if game.opened else (),
        bag_letters=game.tileset.spell(game.bag) if game.opened else "",
        admitted=_admitted(game, game.admitted),
        free_warnings=game.rules.slip.free_warnings if game.opened else 0,
        warning_points=game.rules.slip.penalty_points if game.opened else 0,
        checkers=dict(game.checkers),
        questions=_questions(game),
        differences=_differences(game),
        shown_board=game.shown_board,
        stuck=rounds_stuck(game),
        tops_proved=round_.tops_proved if round_ else True,
    )


def play_view(game: Game, round_: Round, play: Play, points: int, board: Board | None = None) -> PlayView:
    """A play as shown, its moves laid one after the other on the round's board, or on a seat's own."""
    notation, tileset = game.rules.slip.notation, game.tileset
    board = board or round_.board
    views = []
    for move in play.moves:
        laid = tuple(square for square in move.squares() if 0 <= square < 225 and board.cells[square] == ".")
        each = board.score(move, tileset, game.rules.bonus).total if len(play.moves) > 1 else points
        views.append(PlayView(move_reference(move, notation), tileset.spell(move.word), each, (), laid))
        board = board.place(move)
    first = views[0]
    exchange = format_exchange(play.exchange, tileset) if play.exchange else ""
    return PlayView(first.ref, first.word, points, tuple(views[1:]), first.squares, exchange)


def verdict_view(game: Game, round_: Round, verdict: Verdict, correction: Correction | None = None) -> VerdictView:
    """A verdict as its seat and the desk may see it, and how it was corrected."""
    board = optimist.board_of(game, verdict.seat, round_.number) if game.rules.game == "optimist" else round_.board
    return VerdictView(
        verdict.seat,
        verdict.outcome,
        verdict.points,
        verdict.penalty,
        play_view(game, round_, verdict.play, verdict.points, board) if verdict.play and verdict.play.moves else None,
        tuple(FaultView(f.fault.value, f.sanction.value, f.detail) for f in verdict.faults),
        verdict.claimed,
        verdict.reason,
        tuple(play_view(game, round_, each.play, each.points, board) for each in verdict.candidates),
        CorrectionView(correction.kind, correction.before, correction.shown, correction.date, correction.group)
        if correction
        else None,
    )


def _evening(game: Game) -> EveningView:
    opened = game.opened
    assert opened is not None
    lexicon, rules = opened.lexicon, opened.rules
    return EveningView(
        opened.name,
        opened.date,
        rules.name,
        rules.full_title,
        opened.tileset.language,
        lexicon.name,
        lexicon.words,
        lexicon.fingerprint[:8],
        lexicon.date,
        lexicon.official,
        _admitted(game, _shown_admissions(game)),
        rules.game,
    )


def _shown_admissions(game: Game) -> tuple[AdmittedWord, ...]:
    """All but those of a round not yet shown, whose slips they would tell of."""
    shown = [round_.phase is Phase.REVEALED for round_ in game.rounds]
    return tuple(word for word in game.admitted if word.round == 0 or shown[word.round - 1])


def _admitted(game: Game, words: tuple[AdmittedWord, ...]) -> tuple[AdmittedView, ...]:
    return tuple(AdmittedView(game.tileset.spell(each.word), each.reason, each.round) for each in words)


def _tiles(tileset: TileSet, letters: str) -> tuple[TileView, ...]:
    return tuple(
        TileView(BLANK if tile == BLANK else tileset.face(tile), tileset.points(tile), tileset.code_words.get(tile, ""))
        for tile in letters
    )


def _clock(game: Game, round_: Round | None, remaining_ms: int | None) -> ClockView | None:
    if round_ is None or not round_.is_open:
        return None
    remaining = round_.remaining_ms if remaining_ms is None else remaining_ms
    rules = game.rules.clock
    warnings = [signal.remaining_s for signal in rules.signals if signal.sound == "warning"]
    warning_ms = 1000 * max(warnings, default=0)
    return ClockView(rules.round_s * 1000, remaining, round_.phase is Phase.RUNNING, warning_ms, rules.kind, round_.deadline)


def _reveal(game: Game, round_: Round) -> RevealView:
    top = round_top(game, round_)
    points = [verdict.points for verdict in round_.verdicts.values()]
    solo = game.seats.get(round_.solo)
    return RevealView(
        round=round_.number,
        points=top,
        retained=_retained_view(game, round_),
        retained_reason=round_.retained.reason if round_.retained else "",
        tops=_tops(game, round_, MAX_SHOWN_TOPS) if top == round_.top_points else (),
        tops_count=len(round_.tops) if top == round_.top_points else 0,
        found=sum(1 for each in points if top and each >= top),
        best=max(points, default=0),
        solo_seat=round_.solo,
        solo_name=solo.name if solo else "",
        solo_points=round_.solo_points,
        proved=is_proved(game, round_),
    )


def _retained_view(game: Game, round_: Round) -> PlayView | None:
    if round_.retained is None:
        return None
    return play_view(game, round_, round_.retained.play, round_.retained.points)


def _tops(game: Game, round_: Round, most: int) -> tuple[PlayView, ...]:
    return tuple(play_view(game, round_, play, round_.top_points) for play in round_.tops[:most])


def _draw_text(game: Game, round_: Round) -> str:
    return format_draw(game.tileset.spell(round_.draw.kept), game.tileset.spell(round_.draw.fresh), bool(round_.refused))


def _slip_text(bulletin: Bulletin | None) -> str:
    return bulletin.text if bulletin else ""


def _desk_slips(game: Game, round_: Round) -> tuple[DeskSlip, ...]:
    slips = []
    for number in expected_seats(game, round_):
        slip, verdict = round_.standing.get(number), round_.verdicts.get(number)
        slips.append(
            DeskSlip(
                number,
                game.seats[number].name_in(round_.number) if number in game.seats else "",
                slip is not None,
                _slip_text(slip),
                slip.number if slip else 0,
                slip.late if slip else False,
                slip.source if slip else "",
                verdict_view(game, round_, verdict, round_.corrections.get(number)) if verdict else None,
            )
        )
    return tuple(slips)

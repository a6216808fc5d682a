"""Views made of a game, by pure functions: one a role. This is the only place that hides.

Before a round is revealed, neither the wall nor a seat may learn the top, the moves, another seat's slip or any verdict; only the desk's
view holds them. ``tests/club/test_secrecy.py`` records the bytes of a whole evening.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import replace

from appliance.describe import (
    difference_views,
    draw_text,
    faces,
    play_views,
    question_views,
    redo_view,
    retained_view,
    tile_views,
    undo_view,
    verdict_view,
)
from appliance.views import (
    MAX_DESK_TOPS,
    MAX_SHOWN_TOPS,
    AdmittedView,
    CheckView,
    ClockView,
    DeskRound,
    DeskSlip,
    DeskView,
    EveningView,
    FinderView,
    KeyingView,
    OtherSlip,
    OwnGame,
    OwnSlip,
    PublicView,
    RevealView,
    SeatName,
    SeatView,
    SheetLine,
    StepView,
    VerdictView,
)
from engine import events as ev
from engine.board import Board
from engine.bulletin import Bulletin, Verdict
from engine.game import AdmittedWord, Game, Phase, Round
from engine.printing import other_slips, printed, top_list
from engine.referee import differences, expected_seats, last_step, last_undo, takes_late
from engine.standings import (
    equal_tops,
    found_tops,
    is_proved,
    measure,
    possible_top,
    round_top,
    running_sheet,
    standings,
    total_of_tops,
)
from engine.stuck import rounds_stuck, why_over
from engine.variants import optimist
from engine.variants.rounds import allowed_exchanges


def public_view(
    game: Game, remaining_ms: int | None = None, evening: int = 0, taken: Set[int] = frozenset()
) -> PublicView:
    """For the wall and as part of every other view. *remaining_ms* is the hub's clock now; ``None``: as last recorded. *evening*: its
    number in the journal; *taken*: seats that a device has."""
    if game.opened is None:
        return PublicView(Phase.EMPTY.value)
    tileset, round_ = game.tileset, game.round
    shown = round_ is not None and round_.phase is Phase.REVEALED
    refused = round_.refused if round_ is not None and round_.is_open else game.refused
    return PublicView(
        phase=game.phase.value,
        evening=_evening(game, evening),
        seats=tuple(SeatName(s.number, s.name, s.present, s.number in taken) for _, s in sorted(game.seats.items())),
        round=round_.number if round_ else 0,
        draw=draw_text(game, round_) if round_ else "",
        draw_id=round_.draw_id if round_ else "",
        tiles=tile_views(tileset, round_.letters) if round_ else (),
        kept=len(round_.draw.kept) if round_ else 0,
        refused=tuple(tileset.spell(draw.kept + draw.fresh) for draw in refused),
        refused_reason=refused[-1].reason if refused else "",
        board=faces(tileset, _shown_board(game)),
        points={tile.face: tile.points for tile in tileset.tiles},
        alphabet=tuple(tile.face for tile in tileset.tiles),
        bag=len(game.bag),
        choice=_choice(game, round_),
        to_take=_to_take(game, round_),
        clock=_clock(game, round_, remaining_ms),
        slips=len(round_.standing) if round_ else 0,
        expected=len(expected_seats(game, round_)) if round_ else sum(seat.present for seat in game.seats.values()),
        takes_late=takes_late(game),
        reveal=_reveal(game, round_) if round_ is not None and shown and game.rules.game != "optimist" else None,
        standings=standings(game, shown_only=True),
        total_of_tops=total_of_tops(game, shown_only=True),
        best_line=game.reference if game.rules.game == "optimist" and measure(game) else None,
        ended=game.ended,
        announced=game.announced.kind if game.announced else "",
        checksum=game.announced.checksum if game.announced else "",
        board_of=game.shown_board if game.ended and game.shown_board in game.seats else 0,
        seed=game.seed,
    )


def _choice(game: Game, round_: Round | None) -> tuple[str, ...]:
    """Nothing that a player could not work out from board and draw."""
    if round_ is None or not round_.is_open or not game.rules.draw.chosen:
        return ()
    return tuple(tile.face for tile in tile_views(game.tileset, "".join(sorted(set(game.bag)))))


def _to_take(game: Game, round_: Round | None) -> tuple[str, ...]:
    """Nothing that a player could not work out from board and draw."""
    if round_ is None or not round_.is_open or game.rules.game != "substitution":
        return ()
    takable = sorted({taken for _, taken in allowed_exchanges(game.rules, round_.letters, game.bag)})
    return tuple(tile.face for tile in tile_views(game.tileset, "".join(takable)))


def _shown_board(game: Game) -> Board:
    """The board of all, or in the optimist game the one that the desk has the wall show after the end."""
    if game.ended and game.shown_board in game.seats:
        return optimist.board_of(game, game.shown_board, len(game.rounds) + 1)
    return game.board


def _evening(game: Game, number: int) -> EveningView:
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
        number,
        rules.game,
    )


def _shown_admissions(game: Game) -> tuple[AdmittedWord, ...]:
    """All but those of a round not yet shown, whose slips they would tell of."""
    shown = [round_.phase is Phase.REVEALED for round_ in game.rounds]
    return tuple(word for word in game.admitted if word.round == 0 or shown[word.round - 1])


def _admitted(game: Game, words: tuple[AdmittedWord, ...]) -> tuple[AdmittedView, ...]:
    return tuple(AdmittedView(game.tileset.spell(each.word), each.reason, each.round) for each in words)


def _clock(game: Game, round_: Round | None, remaining_ms: int | None) -> ClockView | None:
    if round_ is None or not round_.is_open or game.ended:
        return None
    remaining = round_.remaining_ms if remaining_ms is None else remaining_ms
    rules = game.rules.clock
    warnings = [signal.remaining_s for signal in rules.signals if signal.sound == "warning"]
    warning_ms = 1000 * max(warnings, default=0)
    return ClockView(rules.round_s * 1000, remaining, round_.phase is Phase.RUNNING, warning_ms, rules.kind, round_.deadline)


def _reveal(game: Game, round_: Round) -> RevealView:
    top = round_top(game, round_)
    points = [verdict.points for verdict in round_.verdicts.values() if verdict.outcome != "undecided"]
    tops = equal_tops(game, round_)
    solo = game.seats.get(round_.solo)
    return RevealView(
        round=round_.number,
        points=top,
        retained=retained_view(game, round_),
        retained_reason=round_.retained.reason if round_.retained else "",
        tops=play_views(game, round_, tops, top, MAX_SHOWN_TOPS),
        tops_count=len(tops),
        found=sum(1 for each in points if top and each >= top),
        best=max(points, default=0),
        solo_seat=round_.solo,
        solo_name=solo.name if solo else "",
        solo_points=round_.solo_points,
        proved=is_proved(game, round_),
        finders=_finders(game, round_, top) if game.rules.ranking.by == "time" else (),
        possible=best if (best := possible_top(game, round_)) > top else 0,
    )


def _finders(game: Game, round_: Round, top: int) -> tuple[FinderView, ...]:
    found = (each for each in round_.verdicts.values() if top and each.points >= top and each.outcome == "accepted")
    by_time = sorted(found, key=lambda each: (each.time_ms, each.seat))
    return tuple(FinderView(each.seat, game.seats[each.seat].name_in(round_.number), each.time_ms) for each in by_time)


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
        slip=OwnSlip(slip.number, slip.text, slip.late, slip.source == "paper") if slip else None,
        sheet=tuple(
            SheetLine(
                line.round,
                draw_text(game, game.rounds[line.round - 1]),
                _slip_text(game.rounds[line.round - 1].judged_slip(seat)),
                _own_verdict(game, game.rounds[line.round - 1], line.verdict),
                line.points,
                line.solo,
                line.penalty,
                line.cumulated,
                line.top,
                retained_view(game, game.rounds[line.round - 1]),
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
    questions, differences = question_views(game), difference_views(game)
    return OwnGame(
        board=faces(game.tileset, optimist.board_of(game, seat, shown + 1)),
        tiles=tile_views(game.tileset, letters),
        checks=tuple(checked for checked, checker in sorted(game.checkers.items()) if checker == seat),
        questions_left=max(0, game.rules.variant.questions - sum(each.seat == seat for each in questions)),
        questions=tuple(each for each in questions if each.seat == seat),
        differences=tuple(each for each in differences if seat in (each.seat, each.checker)),
        to_check=_to_check(game, round_, seat) if round_ is not None else (),
        agreed=round_ is not None and seat in _agreed(game, round_),
    )


def _to_check(game: Game, round_: Round, checker: int) -> tuple[CheckView, ...]:
    """Of a judged round that takes no late slips: before, a slip could still be handed in or changed by who had read another's."""
    if not round_.is_judged or takes_late(game):
        return ()
    found = {each.seat for each in game.differences if (each.round, each.checker) == (round_.number, checker)}
    return tuple(
        CheckView(
            round_.number,
            seat,
            game.seats[seat].name_in(round_.number),
            round_.standing[seat].text,
            faces(game.tileset, optimist.board_of(game, seat, round_.number)),
            seat in found or seat in _agreed(game, round_),
        )
        for seat, own_checker in sorted(game.checkers.items())
        if own_checker == checker and seat in round_.standing
    )


def _agreed(game: Game, round_: Round) -> tuple[int, ...]:
    return tuple(sorted({each.seat for each in game.agreed if each.round == round_.number}))


def desk_round(game: Game, round_: Round) -> DeskRound:
    """A judged round as the desk shows it for corrections; it depends on the round and on the names of the seats."""
    return DeskRound(
        round_.number,
        draw_text(game, round_),
        round_top(game, round_),
        retained_view(game, round_),
        _desk_slips(game, round_),
        _second_keying(game, round_),
        round_.draw_id,
        *_as_printed(game, round_),
        is_proved(game, round_),
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
    tops, top_points = found_tops(game, round_) if round_ else ((), 0)
    possible = possible_top(game, round_) if round_ else 0
    return DeskView(
        public=public,
        slips=_desk_slips(game, round_) if round_ else (),
        top_points=top_points,
        tops=play_views(game, round_, tops, top_points, MAX_DESK_TOPS) if round_ else (),
        tops_count=len(tops),
        possible_points=possible,
        possible=play_views(game, round_, round_.tops, possible, MAX_SHOWN_TOPS) if round_ and possible else (),
        over=(why_over(game) or "") if game.phase is Phase.REVEALED else "",
        retained=retained_view(game, round_) if round_ else None,
        retained_reason=retained.reason if retained else "",
        retained_note=retained.note if retained else "",
        undecided=tuple(seat for seat, v in round_.verdicts.items() if v.outcome == "undecided") if round_ else (),
        turn=game.turn,
        undo=None if game.seed else _named(undo_view(game), last_step(game)),
        redo=_named(redo_view(game), last_undo(game)),
        rounds=tuple(round_view(game, each) for each in game.rounds if each.is_judged),
        standings=standings(game) if game.opened else (),
        bag_letters=game.tileset.spell(game.bag) if game.opened else "",
        admitted=_admitted(game, game.admitted),
        free_warnings=game.rules.slip.free_warnings if game.opened else 0,
        warning_points=game.rules.slip.penalty_points if game.opened else 0,
        checkers=dict(game.checkers),
        questions=question_views(game),
        differences=difference_views(game),
        agreed=_agreed(game, round_) if round_ else (),
        shown_board=game.shown_board,
        stuck=rounds_stuck(game),
        tops_proved=round_.tops_proved if round_ else True,
    )


def _named(step: StepView | None, command: str | None) -> StepView | None:
    """A step with the command by which it is taken back or brought back."""
    return replace(step, id=command) if step and command else None


def _as_printed(game: Game, round_: Round) -> tuple[str, tuple[str, ...]]:
    """The retained play and the top list in the form of the rule book, if it has one."""
    if game.rules.slip.form == "plain":
        return "", ()
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


def _desk_slips(game: Game, round_: Round) -> tuple[DeskSlip, ...]:
    slips = []
    for number in expected_seats(game, round_):
        slip, verdict = round_.judged_slip(number), round_.verdicts.get(number)
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
                _others(game, round_, number),
            )
        )
    return tuple(slips)


def _others(game: Game, round_: Round, seat: int) -> tuple[OtherSlip, ...]:
    """In topping each slip is a try, and only the one that counts is told."""
    if game.rules.ranking.by == "time":
        return ()
    return tuple(OtherSlip(each.text, each.late) for each in other_slips(round_, seat))


def _slip_text(bulletin: Bulletin | None) -> str:
    return bulletin.text if bulletin else ""

"""Parts of a game as shown: plays, verdicts, tiles, boards. They hide nothing; who may be told is decided in ``publish.py``."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from appliance.views import (
    CorrectionView,
    DifferenceView,
    FaultView,
    PlayView,
    QuestionView,
    StepView,
    TileView,
    VerdictView,
)
from engine import events as ev
from engine.board import EMPTY, Board
from engine.bulletin import Play, Verdict
from engine.draw import format_draw
from engine.game import Correction, Game, Round
from engine.notation import move_reference
from engine.rack import missing
from engine.reading import format_exchange
from engine.referee import is_step, last_step, last_undo, round_lost
from engine.referee.judging import NOTHING_COUNTS
from engine.standings import round_top
from engine.tiles import BLANK, TileSet
from engine.variants import optimist


def play_view(game: Game, round_: Round, play: Play, points: int, board: Board | None = None) -> PlayView:
    """A play as shown, its moves laid one after the other on the round's board, or on a seat's own."""
    notation, tileset = game.rules.slip.notation, game.tileset
    board = board or round_.board
    views = []
    taken = _taken(game, round_, board, play)
    for move in play.moves:
        laid = tuple(square for square in move.squares() if 0 <= square < 225 and board.cells[square] == ".")
        each = board.score(move, tileset, game.rules.bonus).total if len(play.moves) > 1 else points
        views.append(PlayView(move_reference(move, notation), tileset.spell(move.word), each, (), laid))
        board = board.place(move)
    first = views[0]
    exchange = format_exchange(play.exchange, tileset) if play.exchange else taken
    return PlayView(first.ref, first.word, points, tuple(views[1:]), first.squares, exchange)


def _taken(game: Game, round_: Round, board: Board, play: Play) -> str:
    """Completiv: the tile of the bag that completes the draw, if the play needs one."""
    if not game.rules.draw.chosen or not play.moves[0].is_on_board:
        return ""
    taken = missing(round_.letters, board.new_tiles(play.moves[0]))
    return f"+{game.tileset.spell(taken)}" if len(taken) == 1 else ""


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
        "" if verdict.reason == NOTHING_COUNTS else verdict.reason,
        tuple(play_view(game, round_, each.play, each.points, board) for each in verdict.candidates),
        CorrectionView(correction.kind, correction.before, correction.shown, correction.date, correction.group)
        if correction
        else None,
        verdict.time_ms,
        top if 0 < (top := round_top(game, round_)) < verdict.points and verdict.outcome != "undecided" else 0,
        _lost(game, verdict, board),
    )


def _lost(game: Game, verdict: Verdict, board: Board) -> int:
    """What was deducted from the play's own score; points that the referee gave are what they are."""
    play = verdict.play
    if game.rules.game != "optimist" or verdict.outcome != "accepted" or play is None or len(play.moves) != 1 or verdict.reason:
        return 0
    return board.score(play.moves[0], game.tileset, game.rules.bonus).total - verdict.points


def name_of_step(kind: type) -> str:
    """``RoundClosed`` as a key: ``round_closed``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


MAIN_STEPS = (ev.EveningEnded, ev.TopRevealed, ev.RoundClosed, ev.LettersDrawn)
"""What a step is known by, whatever else it causes before; another one by the first that makes it a step."""


def undo_view(game: Game) -> StepView | None:
    """The step that an undo would take back."""
    step, lost = _step_view(game, last_step(game)), round_lost(game)
    if step is None or lost is None:
        return step
    return replace(step, slips=len(lost.bulletins), played=True)


def redo_view(game: Game) -> StepView | None:
    """The step that a redo would bring back."""
    undo = last_undo(game)
    named = (entry.event.command for entry in game.history if entry.command == undo and isinstance(entry.event, ev.StepUndone))
    return _step_view(game, next(named, None))


def _step_view(game: Game, command: str | None) -> StepView | None:
    events = [entry.event for entry in game.history if entry.command == command and is_step(entry.event)]
    if not events:
        return None
    event = next((each for kind in MAIN_STEPS for each in events if isinstance(each, kind)), events[0])
    about: Any = getattr(event, "verdict", None) or getattr(event, "bulletin", None) or event
    return StepView(
        name_of_step(type(event)),
        getattr(event, "round", 0),
        getattr(about, "seat", 0),
        game.tileset.spell(event.word) if isinstance(event, ev.WordAdmitted) else "",
    )


def retained_view(game: Game, round_: Round) -> PlayView | None:
    """The retained move of a round; ``None`` while there is none."""
    if round_.retained is None:
        return None
    return play_view(game, round_, round_.retained.play, round_.retained.points)


def play_views(game: Game, round_: Round, plays: tuple[Play, ...], points: int, most: int) -> tuple[PlayView, ...]:
    """The first *most* of equal plays."""
    return tuple(play_view(game, round_, play, points) for play in plays[:most])


def tile_views(tileset: TileSet, letters: str) -> tuple[TileView, ...]:
    """Letters as tiles with face, points and spoken form."""
    return tuple(
        TileView(BLANK if tile == BLANK else tileset.face(tile), tileset.points(tile), tileset.code_words.get(tile, ""))
        for tile in letters
    )


def faces(tileset: TileSet, board: Board) -> tuple[tuple[str, ...], ...]:
    """A board as 15 rows of 15 faces; empty text for an empty square, lower case for a blank."""
    return tuple(tuple("" if cell == EMPTY else tileset.face(cell) for cell in row) for row in board.rows())


def draw_text(game: Game, round_: Round) -> str:
    """The draw as published: ``DI+AEINS``."""
    return format_draw(game.tileset.spell(round_.draw.kept), game.tileset.spell(round_.draw.fresh), bool(round_.refused))


def question_views(game: Game) -> tuple[QuestionView, ...]:
    """Optimist: all questions of the evening."""
    return tuple(QuestionView(q.round, q.seat, game.tileset.spell(q.word), q.valid) for q in game.questions)


def difference_views(game: Game) -> tuple[DifferenceView, ...]:
    """Optimist: all differences that checkers reported."""
    return tuple(DifferenceView(d.round, d.seat, d.checker, d.text) for d in game.differences)

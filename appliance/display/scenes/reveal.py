"""The result of a round: the top laid on the board, its points, who found it."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from appliance.display.board import draw_board
from appliance.display.canvas import Canvas
from appliance.display.layout import beside_board, page, row, stack, within
from appliance.display.picture import Picture
from appliance.display.scenes.clockface import time_text
from appliance.display.scenes.draw import refused_text
from appliance.display.scenes.play import board_marks
from appliance.display.theme import GOLD, INK, IVORY, LINE, PANEL, QUIET
from appliance.display.tiles import draw_tile, word_faces
from appliance.views import FinderView, PlayView, PublicView, RevealView, TileView
from engine.squares import SIZE

_MOST_TOPS = 6
"""Further tops shown; what is more is counted."""
_MOST_FINDERS = 4
_MOST_MOVES = 3
_LONG_WORD = 9
"""Tiles of a word on one line."""


def draw_reveal(canvas: Canvas, picture: Picture) -> None:
    """Draw the revealed round."""
    view, reveal = picture.view, picture.view.reveal
    if reveal is None:
        return
    place = page(canvas.rect.size)
    board, panel = beside_board(place)
    retained = reveal.retained
    laid = [play.squares for play in _moves(retained)]
    draw_board(canvas, board, view, board_marks(picture), laid)
    more = _moves(retained)[1:][:_MOST_MOVES]
    finders = reveal.finders[:_MOST_FINDERS]
    further = _further(picture, reveal)[: 3 - len(more)]
    weights = [0.08, 0.28, 0.12, 0.2 if _is_long(view, retained) else 0.16]
    weights += [0.08] * (len(more) + 1)
    weights += [0.065] * len(finders)
    weights += [0.14] if reveal.solo_seat else []
    weights += [0.1] * len(further)
    parts = iter(stack(panel, weights, place.gap // 2))
    title, draw = row(next(parts), (0.45, 0.55), place.gap)
    canvas.text(picture.texts.text("wall.round", round=reveal.round), title, IVORY, size=place.unit * 0.065)
    canvas.text(view.draw, draw, QUIET, size=place.unit * 0.045, align="right", bold=False)
    _draw_points(canvas, next(parts), picture, reveal)
    _draw_place(canvas, next(parts), picture, reveal)
    _draw_word(canvas, next(parts), view, retained)
    for move in more:
        _draw_move(canvas, next(parts), move)
    _draw_found(canvas, next(parts), picture, reveal)
    for finder in finders:
        _draw_finder(canvas, next(parts), finder, picture)
    if reveal.solo_seat:
        _draw_solo(canvas, next(parts), picture, reveal)
    for line in further:
        canvas.lines(line, next(parts), QUIET, size=place.unit * 0.042, bold=False, most=2)


def _moves(play: PlayView | None) -> tuple[PlayView, ...]:
    return () if play is None else (play, *play.more)


def _further(picture: Picture, reveal: RevealView) -> list[str]:
    """Lines below the result: tied tops, a draw just refused."""
    texts = picture.texts
    lines: list[str] = []
    first = reveal.retained
    others = [top for top in reveal.tops if top != first]
    if others:
        shown = others[:_MOST_TOPS]
        more = reveal.tops_count - 1 - len(shown)
        rest = texts.text("wall.more", count=more) if more > 0 else ""
        lines.append(texts.text("wall.also", tops=_by_word(shown)) + rest)
    if reveal.possible:
        lines.append(texts.text("common.possible", points=reveal.possible))
    if not reveal.proved:
        lines.append(texts.text("common.not_proved"))
    if picture.view.refused:
        lines.append(refused_text(picture))
    return lines


def _by_word(tops: Sequence[PlayView]) -> str:
    """``H2 H3 RETINES, 8A TRAINES``: places of one word together; ``A/F › K 10F KOT``: exchanges that come to the same."""
    places: dict[str, list[str]] = {}
    for top in tops:
        word = top.word + "".join(f" / {move.ref} {move.word}" for move in top.more)
        given, _, taken = top.exchange.partition(">")
        key, place = (f" › {taken} {top.ref} {word}", given) if taken else (f" {word}", _where(top))
        places.setdefault(key, []).append(place)
    return ", ".join(("/" if "›" in key else " ").join(dict.fromkeys(each)) + key for key, each in places.items())


def _where(play: PlayView) -> str:
    """``H4``, ``I › W H4`` after an exchange, ``+Z H4`` with a letter of the player's own choice."""
    return f"{play.exchange.replace('>', ' › ')} {play.ref}" if play.exchange else play.ref


def _draw_points(canvas: Canvas, rect: pygame.Rect, picture: Picture, reveal: RevealView) -> None:
    canvas.box(rect, PANEL, radius=0.08, edge=LINE, rim=max(canvas.unit // 400, 1))
    label, number, word = row(within(rect, 0.08), (0.27, 0.46, 0.27), rect.w // 40)
    canvas.text(picture.texts.text("wall.top"), label, GOLD, size=canvas.unit * 0.09, align="centre")
    canvas.text(str(reveal.points), number, IVORY, align="centre", capitals=True)
    canvas.text(
        picture.texts.text("wall.points"), word, QUIET, size=canvas.unit * 0.055, align="centre", bold=False
    )


def _draw_place(canvas: Canvas, rect: pygame.Rect, picture: Picture, reveal: RevealView) -> None:
    if reveal.retained is None:
        canvas.text(picture.texts.text("wall.no_move"), rect, IVORY, size=canvas.unit * 0.07)
        return
    ref, reason = row(rect, (0.7, 0.3) if reveal.retained.exchange else (0.4, 0.6))
    canvas.text(_where(reveal.retained), ref, GOLD, size=canvas.unit * 0.1)
    key = f"choice.{reveal.retained_reason}"
    if len(reveal.tops) > 1 and picture.texts.has(key):
        canvas.text(
            picture.texts.text(key), reason, QUIET, size=canvas.unit * 0.042, align="right", bold=False
        )


def _draw_word(canvas: Canvas, rect: pygame.Rect, view: PublicView, play: PlayView | None) -> None:
    if play is None:
        return
    tiles = _word_on_board(view, play) or [(face, False) for face in word_faces(play.word, view.alphabet)]
    lines = 2 if _is_long(view, play) else 1
    columns = -(-len(tiles) // lines)
    side = min(rect.w // max(columns, 1), rect.h // lines)
    top = rect.centery - side * lines // 2
    for i, (face, laid) in enumerate(tiles):
        line, column = divmod(i, columns)
        tile = pygame.Rect(rect.x + column * side, top + line * side, int(side * 0.94), int(side * 0.94))
        draw_tile(canvas, tile, TileView(face, view.points.get(face, 0), ""), laid=laid)


def _is_long(view: PublicView, play: PlayView | None) -> bool:
    """Whether the word is better read on two lines of larger tiles."""
    return play is not None and len(word_faces(play.word, view.alphabet)) > _LONG_WORD


def _draw_move(canvas: Canvas, rect: pygame.Rect, move: PlayView) -> None:
    """A further move of a play of several."""
    ref, word, points = row(rect, (0.2, 0.6, 0.2), rect.w // 40)
    canvas.text(move.ref, ref, GOLD, size=canvas.unit * 0.06)
    canvas.text(move.word, word, IVORY, size=canvas.unit * 0.06)
    canvas.text(str(move.points), points, QUIET, size=canvas.unit * 0.055, align="right")


def _draw_finder(canvas: Canvas, rect: pygame.Rect, finder: FinderView, picture: Picture) -> None:
    """Topping: a seat that found the top, and its time."""
    seat, name, time = row(rect, (0.12, 0.66, 0.22), rect.w // 40)
    canvas.text(str(finder.seat), seat, QUIET, size=canvas.unit * 0.045, align="right")
    canvas.text(finder.name, name, IVORY, size=canvas.unit * 0.045, bold=False, name=True)
    canvas.text(time_text(finder.time_ms // 1000, picture.texts), time, GOLD, size=canvas.unit * 0.05, align="right")


def _word_on_board(view: PublicView, play: PlayView) -> list[tuple[str, bool]]:
    """The faces of the word as they lie on the board, and whether each is newly laid; empty if it does not lie there."""
    if not play.squares or not view.board:
        return []
    for step in (1, SIZE):
        run = _run(view.board, play.squares[0], step)
        faces = [view.board[square // SIZE][square % SIZE] for square in run]
        if "".join(faces) == play.word:
            return [(face, square in play.squares) for face, square in zip(faces, run, strict=True)]
    return []


def _run(board: Sequence[Sequence[str]], square: int, step: int) -> list[int]:
    """The squares of the word that runs through a square, across (*step* 1) or down (*step* 15)."""
    line = square // SIZE if step == 1 else square % SIZE
    squares = [line * SIZE + i for i in range(SIZE)] if step == 1 else [i * SIZE + line for i in range(SIZE)]
    faces = [board[each // SIZE][each % SIZE] for each in squares]
    first = last = squares.index(square)
    while first > 0 and faces[first - 1]:
        first -= 1
    while last < SIZE - 1 and faces[last + 1]:
        last += 1
    return squares[first : last + 1]


def _draw_found(canvas: Canvas, rect: pygame.Rect, picture: Picture, reveal: RevealView) -> None:
    texts = picture.texts
    if not reveal.points:
        return
    if reveal.found:
        text = texts.text("wall.found", count=reveal.found, expected=picture.view.expected)
    else:
        text = texts.text("wall.best", points=reveal.best)
    canvas.text(text, rect, IVORY, size=canvas.unit * 0.055)


def _draw_solo(canvas: Canvas, rect: pygame.Rect, picture: Picture, reveal: RevealView) -> None:
    canvas.box(rect, GOLD, radius=0.2)
    label, name, bonus = row(within(rect, 0.1).inflate(-rect.w // 24, 0), (0.2, 0.65, 0.15), rect.w // 40)
    canvas.text(picture.texts.text("wall.solo"), label, INK, size=canvas.unit * 0.07)
    table = picture.texts.text("wall.table", seat=reveal.solo_seat)
    above, below = stack(name, (0.4, 0.6))
    canvas.text(table, above, INK, size=canvas.unit * 0.04, align="centre", bold=False)
    canvas.text(reveal.solo_name, below, INK, size=canvas.unit * 0.06, align="centre", name=True)
    canvas.text(f"+{reveal.solo_points}", bonus, INK, size=canvas.unit * 0.07, align="right")

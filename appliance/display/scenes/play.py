"""A round in play: the board, the letters, the clock, and how many slips are in.

In the optimist game there is no board of all: the letters are larger, and the net standings take its place.
"""

from __future__ import annotations

import pygame

from appliance.display.board import draw_board
from appliance.display.canvas import Canvas
from appliance.display.layout import Page, beside_board, page, row, stack, within
from appliance.display.picture import Picture
from appliance.display.scenes.clockface import draw_clockface
from appliance.display.scenes.rack import draw_rack
from appliance.display.scenes.standings import draw_net, net_pages
from appliance.display.theme import FELT, GOLD, IVORY, LINE, PANEL, QUIET
from appliance.views import PublicView


def draw_play(canvas: Canvas, picture: Picture) -> None:
    """Draw the round: running, paused, time up, or being judged."""
    place = page(canvas.rect.size)
    if picture.urgent or picture.view.phase == "time_up":
        _frame(canvas, place.gap)
    parts = _parts(canvas.rect.size, picture.view)
    if picture.view.each_own:
        draw_net(canvas, parts["net"], picture)
    else:
        draw_board(canvas, parts["board"], picture.view, board_marks(picture))
    _draw_head(canvas, parts["head"], picture)
    draw_rack(canvas, parts["rack"], picture.view)
    draw_moving(canvas, picture)


def draw_moving(canvas: Canvas, picture: Picture) -> None:
    """Draw the clock and the number of slips, over those before; all else of the scene stays."""
    parts = _parts(canvas.rect.size, picture.view)
    draw_clockface(canvas, parts["clock"], picture)
    canvas.fill(parts["slips"], FELT)
    upright = picture.view.each_own or not page(canvas.rect.size).wide
    _draw_slips(canvas, parts["slips"], picture, upright=upright)


def play_pages(view: PublicView, size: tuple[int, int]) -> int:
    """How many pages the standings beside the letters take."""
    return net_pages(view, _parts(size, view)["net"], page(size).unit) if view.each_own else 1


def draw_board_alone(canvas: Canvas, picture: Picture) -> None:
    """Draw the board as large as it goes; a seat's own board with its name and result beside it."""
    place, view = page(canvas.rect.size), picture.view
    owner = next((seat for seat in view.seats if seat.seat == view.board_of), None)
    board, panel = beside_board(place) if owner else (place.body, None)
    draw_board(canvas, board, view, board_marks(picture))
    if owner is None or panel is None:
        return
    table, name, total, _ = stack(panel, (0.12, 0.2, 0.3, 0.38) if place.wide else (0.2, 0.3, 0.5, 0.0), place.gap)
    canvas.text(picture.texts.text("wall.table", seat=owner.seat), table, QUIET, size=canvas.unit * 0.07)
    canvas.text(owner.name, name, IVORY, size=canvas.unit * 0.085, name=True)
    result = next((line.total for line in view.standings if line.seat == owner.seat), None)
    if result is not None:
        canvas.text(str(result), total, GOLD, size=canvas.unit * 0.22, capitals=True)


def board_marks(picture: Picture) -> tuple[str, str, str, str]:
    """The words on the premium squares in the wall's language."""
    keys = ("double_letter", "triple_letter", "double_word", "triple_word")
    first, second, third, fourth = (picture.texts.text(f"wall.{key}") for key in keys)
    return first, second, third, fourth


def _parts(size: tuple[int, int], view: PublicView) -> dict[str, pygame.Rect]:
    place = page(size)
    if view.each_own:
        return _parts_without_board(place)
    board, panel = beside_board(place)
    if place.wide:
        head, clock, rack, slips = stack(panel, (0.07, 0.5, 0.29, 0.14), place.gap)
    else:
        head, rack, below = stack(panel, (0.08, 0.36, 0.56), place.gap // 2)
        clock, slips = row(below, (0.68, 0.32), place.gap)
    return {"board": board, "head": head, "clock": clock, "rack": rack, "slips": slips}


def _parts_without_board(place: Page) -> dict[str, pygame.Rect]:
    if place.wide:
        # a name needs 0.6 of the height, whatever the width
        net_share = max(0.4, min(0.5, 0.6 * place.unit / place.body.w))
        left, net = row(place.body, (1 - net_share, net_share), place.gap)
        head, rack, below = stack(left, (0.08, 0.4, 0.52), place.gap)
    else:
        head, rack, below, net = stack(place.body, (0.05, 0.2, 0.27, 0.48), place.gap)
    clock, slips = row(below, (0.7, 0.3), place.gap)
    return {"net": net, "head": head, "clock": clock, "rack": rack, "slips": slips}


def _frame(canvas: Canvas, gap: int) -> None:
    thickness = max(gap // 2, 1)
    whole = canvas.rect
    canvas.fill(pygame.Rect(0, 0, whole.w, thickness), IVORY)
    canvas.fill(pygame.Rect(0, whole.h - thickness, whole.w, thickness), IVORY)
    canvas.fill(pygame.Rect(0, 0, thickness, whole.h), IVORY)
    canvas.fill(pygame.Rect(whole.w - thickness, 0, thickness, whole.h), IVORY)


def _draw_head(canvas: Canvas, rect: pygame.Rect, picture: Picture) -> None:
    title, bag = row(rect, (0.6, 0.4))
    canvas.text(
        picture.texts.text("wall.round", round=picture.view.round), title, IVORY, size=canvas.unit * 0.065
    )
    canvas.text(
        picture.texts.text("wall.bag", count=picture.view.bag),
        bag,
        QUIET,
        size=canvas.unit * 0.045,
        align="right",
        bold=False,
    )


def _draw_slips(canvas: Canvas, rect: pygame.Rect, picture: Picture, *, upright: bool) -> None:
    view, texts = picture.view, picture.texts
    canvas.box(rect, PANEL, radius=0.12, edge=LINE, rim=max(canvas.unit // 400, 1))
    inner = within(rect, 0.1).inflate(-rect.w // 16, 0)
    label, number = stack(inner, (0.35, 0.65)) if upright else row(inner, (0.5, 0.5), rect.w // 40)
    count = texts.text("wall.slips_count", received=view.slips, expected=view.expected)
    canvas.text(
        texts.text("wall.slips"),
        label,
        QUIET,
        size=canvas.unit * 0.055,
        align="centre" if upright else "left",
        bold=False,
    )
    canvas.text(count, number, IVORY, size=canvas.unit * 0.1, align="centre" if upright else "right")

"""Before the game: how to take a seat, and who has one."""

from __future__ import annotations

from math import ceil

import pygame

from appliance.display.canvas import Canvas
from appliance.display.layout import Page, page, row, stack, within
from appliance.display.picture import Picture
from appliance.display.theme import GOLD, INK, IVORY, LINE, PANEL, QUIET
from appliance.qr import modules
from appliance.views import PublicView, SeatName

_ROW = 0.052
"""Least height of a player's line, as a share of the shorter side."""
_LARGE_ROW = 0.08
"""Its height while there are few; when one column is full of such lines, a second is begun."""
_NAME = 7.5
"""Room for a name, in font sizes: most need no more."""


def draw_lobby(canvas: Canvas, picture: Picture) -> None:
    """Draw the invitation; with an evening, the list of seats too."""
    place, view, texts = page(canvas.rect.size), picture.view, picture.texts
    invitation, seats = _areas(place, view)
    title = view.evening.name if view.evening else "Toptable"
    parts = stack(invitation, (0.13, 0.08, 0.59, 0.09, 0.11), place.gap // 2)
    canvas.text(title, parts[0], IVORY, align="centre", size=place.unit * 0.09, name=True)
    canvas.text(
        texts.text("wall.join" if view.evening else "wall.no_evening"),
        parts[1],
        QUIET,
        align="centre",
        bold=False,
    )
    _draw_code(canvas, parts[2], picture.url)
    canvas.text(texts.text("wall.scan"), parts[3], QUIET, align="centre", size=place.unit * 0.045, bold=False)
    canvas.text(picture.url.removesuffix("/"), parts[4], GOLD, align="centre", size=place.unit * 0.09)
    if seats is not None:
        _draw_seats(canvas, seats, picture)


def draw_connecting(canvas: Canvas, picture: Picture) -> None:
    """Draw what is shown while no hub has answered yet, or one that cannot open its evening."""
    place = page(canvas.rect.size)
    above, below = stack(within(place.body, 0.25), (0.6, 0.4), place.gap)
    canvas.text("Toptable", above, IVORY, align="centre", size=place.unit * 0.16)
    canvas.text(
        picture.texts.text("trouble.wall" if picture.in_trouble else "wall.connecting"),
        below,
        QUIET,
        align="centre",
        size=place.unit * 0.05,
        bold=False,
    )


def lobby_pages(view: PublicView, size: tuple[int, int]) -> int:
    """How many pages the list of seats takes."""
    _, seats = _areas(page(size), view)
    if seats is None:
        return 1
    columns, rows = _grid(len(_present(view)), seats, min(size))
    return max(ceil(len(_present(view)) / (columns * rows)), 1)


def _areas(place: Page, view: PublicView) -> tuple[pygame.Rect, pygame.Rect | None]:
    if view.evening is None:
        return place.body, None
    if place.wide:
        left, right = row(place.body, (0.52, 0.48), place.gap)
    else:
        left, right = stack(place.body, (0.56, 0.44), place.gap)
    return left, right


def _present(view: PublicView) -> list[SeatName]:
    return [seat for seat in view.seats if seat.present]


def _inside(seats: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    head, rows = stack(within(seats, 0.04), (0.11, 0.89))
    return head, rows


def _grid(count: int, seats: pygame.Rect, unit: int) -> tuple[int, int]:
    """Columns and lines of a page of the list: as few and as large as hold all, two columns evenly filled."""
    height = _inside(seats)[1].h
    columns = 1 if count <= int(height / (unit * _LARGE_ROW)) else 2
    return columns, min(max(ceil(count / columns), 1), max(int(height / (unit * _ROW)), 1))


def _draw_code(canvas: Canvas, rect: pygame.Rect, url: str) -> None:
    if not url:
        return
    code = modules(url)
    count = len(code) + 8  # the standard asks for four empty modules on each side
    scale = max(min(rect.size) // count, 1)
    whole = pygame.Rect(0, 0, scale * count, scale * count)
    whole.center = rect.center
    canvas.box(whole, (255, 255, 255), radius=0.03)
    for y, line in enumerate(code):
        for x, dark in enumerate(line):
            if dark:
                canvas.fill(
                    pygame.Rect(whole.x + (x + 4) * scale, whole.y + (y + 4) * scale, scale, scale), INK
                )


def _draw_seats(canvas: Canvas, rect: pygame.Rect, picture: Picture) -> None:
    view, texts, unit = picture.view, picture.texts, canvas.unit
    canvas.box(rect, PANEL, radius=0.03, edge=LINE, rim=max(unit // 400, 1))
    head, body = _inside(rect)
    seats = _present(view)
    columns, rows = _grid(len(seats), rect, unit)
    pages = lobby_pages(view, canvas.rect.size)
    number = picture.page % pages
    title, paging = row(head, (0.75, 0.25))
    canvas.text(texts.text("wall.seated", count=len(seats)), title, IVORY, size=unit * 0.05)
    if pages > 1:
        canvas.text(
            texts.text("wall.page", page=number + 1, pages=pages),
            paging,
            QUIET,
            size=unit * 0.04,
            align="right",
        )
    if not seats:
        canvas.text(texts.text("wall.nobody"), body, QUIET, align="centre", size=unit * 0.05, bold=False)
        return
    shown = seats[number * rows * columns : (number + 1) * rows * columns]
    body.h = min(body.h, int(rows * unit * _LARGE_ROW))
    lines = [line for column in row(body, (1,) * columns, unit // 30) for line in stack(column, (1,) * rows)]
    for seat, line in zip(shown, lines, strict=False):
        _draw_seat(canvas, line, seat)


def _badge(line: pygame.Rect) -> pygame.Rect:
    return pygame.Rect(line.x, line.y + line.h // 12, min(int(line.h * 1.25), line.w // 5), line.h * 10 // 12)


def _name_place(line: pygame.Rect) -> pygame.Rect:
    left = _badge(line).right + line.h // 4
    return pygame.Rect(left, line.y, line.right - left, line.h)


def _draw_seat(canvas: Canvas, line: pygame.Rect, seat: SeatName) -> None:
    badge, name = _badge(line), _name_place(line)
    canvas.box(badge, IVORY, radius=0.3)
    canvas.text(
        str(seat.seat), badge.inflate(-badge.w // 6, -badge.h // 3), INK, align="centre", capitals=True
    )
    canvas.text(seat.name, name, IVORY, size=min(line.h * 0.6, name.w / _NAME), bold=False, name=True)

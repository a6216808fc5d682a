"""The ranking, a page at a time; after the last round, the final one."""

from __future__ import annotations

from math import ceil

import pygame

from appliance.catalogue import Catalogue
from appliance.display.canvas import Align, Canvas
from appliance.display.layout import Page, page, row, stack
from appliance.display.picture import Picture
from appliance.display.theme import GOLD, INK, IVORY, LINE, PANEL, QUIET
from appliance.views import PublicView
from engine.standings import Standing

_ROW = 0.068
"""Height of a line, as a share of the shorter side."""
_Column = tuple[str, float, Align]
_TALL: tuple[_Column, ...] = (
    ("rank", 0.08, "right"),
    ("seat", 0.09, "right"),
    ("name", 0.41, "left"),
    ("total", 0.14, "right"),
    ("negative", 0.16, "right"),
    ("percent", 0.12, "right"),
)
_WIDE: tuple[_Column, ...] = (
    ("rank", 0.07, "right"),
    ("seat", 0.07, "right"),
    ("name", 0.39, "left"),
    ("total", 0.11, "right"),
    ("negative", 0.13, "right"),
    ("percent", 0.1, "right"),
    ("tops_found", 0.13, "right"),
)
"""A wide screen also tells the tops found and the solos."""


def draw_standings(canvas: Canvas, picture: Picture) -> None:
    """Draw one page of the ranking."""
    place, view, texts = page(canvas.rect.size), picture.view, picture.texts
    head, _, table = _areas(place)
    pages = standings_pages(view, canvas.rect.size)
    number = picture.page % pages
    title, paging = row(head, (0.78, 0.22))
    if view.phase == "ended":
        text = texts.text("wall.final")
    else:
        text = texts.text("wall.standings", round=_last_round(view))
    canvas.text(text, title, IVORY, size=place.unit * 0.08)
    if pages > 1:
        canvas.text(
            texts.text("wall.page", page=number + 1, pages=pages),
            paging,
            QUIET,
            size=place.unit * 0.055,
            align="right",
        )
    _draw_sum(canvas, _areas(place)[1], picture)
    per_page = _per_page(place)
    shown = view.standings[number * per_page : (number + 1) * per_page]
    lines = stack(table, (1,) * (per_page + 1), 0)
    columns = _WIDE if place.wide else _TALL
    cells = _cells(lines[0], columns)
    heads = [texts.text(f"wall.{key}") for key, _, _ in columns]
    size = canvas.common_size(
        zip(heads, (cell.w for cell in cells), strict=True), lines[0].h * 0.5, bold=False
    )
    for text, (_, _, align), cell in zip(heads, columns, cells, strict=True):
        canvas.text(text, cell, QUIET, size=size, align=align, bold=False)
    canvas.fill(pygame.Rect(table.x, lines[0].bottom - 1, table.w, max(place.unit // 400, 1)), LINE)
    names = canvas.common_size(((standing.name, cells[2].w) for standing in shown), lines[0].h * 0.66)
    for i, standing in enumerate(shown):
        places = list(zip(columns, _cells(lines[i + 1], columns), strict=True))
        _draw_line(canvas, lines[i + 1], places, standing, texts, names, shaded=i % 2 == 1)


def standings_pages(view: PublicView, size: tuple[int, int]) -> int:
    """How many pages the ranking takes."""
    return max(ceil(len(view.standings) / _per_page(page(size))), 1)


def _areas(place: Page) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
    head, total, table = stack(
        place.body, (0.1, 0.06, 0.84) if place.wide else (0.06, 0.04, 0.9), place.gap // 2
    )
    return head, total, table


def _per_page(place: Page) -> int:
    return max(int(_areas(place)[2].h / (place.unit * _ROW)) - 1, 1)


def _cells(line: pygame.Rect, columns: tuple[_Column, ...]) -> list[pygame.Rect]:
    gap = line.h // 3
    return row(line.inflate(-gap, 0), [share for _, share, _ in columns], gap)


def _last_round(view: PublicView) -> int:
    """The round after which these standings hold."""
    return view.reveal.round if view.reveal else max(view.round - 1, 0)


def _draw_sum(canvas: Canvas, rect: pygame.Rect, picture: Picture) -> None:
    view, texts = picture.view, picture.texts
    parts = [texts.text("wall.total_of_tops", points=view.total_of_tops)]
    key = f"end.{view.ended}"
    if view.phase == "ended":
        parts.append(texts.text("wall.rounds", count=view.round))
        parts += [texts.text(key)] if texts.has(key) else []
    canvas.text(" · ".join(parts), rect, QUIET, size=canvas.unit * 0.045, bold=False)


def _draw_line(
    canvas: Canvas,
    line: pygame.Rect,
    cells: list[tuple[_Column, pygame.Rect]],
    standing: Standing,
    texts: Catalogue,
    names: float,
    *,
    shaded: bool,
) -> None:
    first = standing.rank == 1
    if first:
        canvas.box(line.inflate(0, -line.h // 12), GOLD, radius=0.2)
    elif shaded:
        canvas.box(line, PANEL, radius=0.2)
    colour = INK if first else IVORY
    percent = f"{standing.percent:.1f}".replace(".", texts.text("wall.decimal"))
    negative = str(standing.negative).replace("-", "−")
    values = {
        "rank": str(standing.rank),
        "seat": str(standing.seat),
        "name": standing.name,
        "total": str(standing.total),
        "negative": negative,
        "percent": percent,
        "tops_found": f"{standing.tops_found} · {standing.solos}",
    }
    for (key, _, align), cell in cells:
        bold = key in {"rank", "name", "total"}
        named = key == "name"
        canvas.text(
            values[key], cell, colour, size=names if named else line.h * 0.66, align=align, bold=bold, name=named
        )

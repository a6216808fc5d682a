"""The ranking, a page at a time; after the last round, the final one, which begins with the first three."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import pygame

from appliance.catalogue import Catalogue
from appliance.display.canvas import Align, Canvas
from appliance.display.layout import Page, page, row, stack
from appliance.display.picture import Picture
from appliance.display.scenes.clockface import time_text
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
_NET: tuple[_Column, ...] = (("rank", 0.09, "right"), ("seat", 0.1, "right"), ("name", 0.62, "left"), ("total", 0.19, "right"))
"""Beside the letters of an optimist's round."""
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
_PODIUM = 3
_FEWEST = 5
"""Of fewer seats the table alone says it all."""


def _is_topping(view: PublicView) -> bool:
    """Whether the seats are ranked by time."""
    return any(standing.time_ms for standing in view.standings)


def _is_compared(view: PublicView) -> bool:
    """Whether there is something to compare totals with: tops, or in the optimist game the best known line once it has been searched."""
    return not view.each_own or view.best_line is not None


def _columns(columns: tuple[_Column, ...], view: PublicView) -> tuple[_Column, ...]:
    """Those that say something; the name takes the room of the others."""
    without = set() if _is_compared(view) else {"negative", "percent"}
    if view.each_own:
        without.add("tops_found")
    free = sum(share for key, share, _ in columns if key in without)
    kept = (column for column in columns if column[0] not in without)
    return tuple((key, share + free if key == "name" else share, align) for key, share, align in kept)


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
    _draw_paging(canvas, paging, picture, pages)
    _draw_sum(canvas, _areas(place)[1], picture)
    podium = _podium(view)
    if podium and number == 0:
        _draw_podium(canvas, table, podium, picture)
        return
    per_page = _per_page(place)
    first = (number - bool(podium)) * per_page
    shown = view.standings[first : first + per_page]
    columns = _columns(_WIDE if place.wide else _TALL, view)
    if _is_topping(view):
        columns = tuple(("time", share, align) if key == "percent" else (key, share, align) for key, share, align in columns)
    _draw_table(canvas, stack(table, (1,) * (per_page + 1), 0), columns, shown, picture)


def _draw_paging(canvas: Canvas, rect: pygame.Rect, picture: Picture, pages: int) -> None:
    if pages > 1:
        text = picture.texts.text("wall.page", page=picture.page % pages + 1, pages=pages)
        canvas.text(text, rect, QUIET, size=min(canvas.unit * 0.055, rect.h), align="right")


def draw_net(canvas: Canvas, rect: pygame.Rect, picture: Picture) -> None:
    """Draw one page of the ranking so far, while a round of the optimist game is played."""
    view, texts = picture.view, picture.texts
    head, table = _net_areas(rect, canvas.unit)
    title, paging = row(head, (0.8, 0.2), canvas.unit // 36)
    if last := _last_round(view):
        canvas.text(texts.text("wall.standings", round=last), title, QUIET, size=canvas.unit * 0.045)
    pages, per_page = net_pages(view, rect, canvas.unit), _rows(table, canvas.unit)
    _draw_paging(canvas, paging, picture, pages)
    first = picture.page % pages * per_page
    _draw_table(canvas, stack(table, (1,) * (per_page + 1), 0), _NET, view.standings[first : first + per_page], picture)


def net_pages(view: PublicView, rect: pygame.Rect, unit: int) -> int:
    """How many pages the ranking takes there."""
    return max(ceil(len(view.standings) / _rows(_net_areas(rect, unit)[1], unit)), 1)


def _net_areas(rect: pygame.Rect, unit: int) -> tuple[pygame.Rect, pygame.Rect]:
    title = pygame.Rect(rect.x, rect.y, rect.w, int(unit * 0.06))
    return title, pygame.Rect(rect.x, title.bottom, rect.w, rect.bottom - title.bottom)


def _draw_table(
    canvas: Canvas, lines: list[pygame.Rect], columns: tuple[_Column, ...], shown: Sequence[Standing], picture: Picture
) -> None:
    """The headings in the first line, a seat in each that follows."""
    texts = picture.texts
    cells = _cells(lines[0], columns)
    heads = [texts.text(_heading(key, picture.view)) for key, _, _ in columns]
    size = canvas.common_size(
        zip(heads, (cell.w for cell in cells), strict=True), lines[0].h * 0.5, bold=False
    )
    for text, (_, _, align), cell in zip(heads, columns, cells, strict=True):
        canvas.text(text, cell, QUIET, size=size, align=align, bold=False)
    canvas.fill(pygame.Rect(lines[0].x, lines[0].bottom - 1, lines[0].w, max(canvas.unit // 400, 1)), LINE)
    for i, standing in enumerate(shown):
        places = list(zip(columns, _cells(lines[i + 1], columns), strict=True))
        _draw_line(canvas, lines[i + 1], places, standing, texts, shaded=i % 2 == 1)


def _heading(key: str, view: PublicView) -> str:
    """The key of a column's heading; in the optimist game a total is net: less the face values of the letters not laid."""
    if key == "total" and view.each_own:
        return "wall.net"
    return "column.time" if key == "time" else f"wall.{key}"


def standings_pages(view: PublicView, size: tuple[int, int]) -> int:
    """How many pages the ranking takes."""
    return max(ceil(len(view.standings) / _per_page(page(size))), 1) + bool(_podium(view))


def _podium(view: PublicView) -> tuple[Standing, ...]:
    """The seats on the first three ranks after the last round; none where ranks are shared by more than have room."""
    if view.phase != "ended" or len(view.standings) < _FEWEST:
        return ()
    best = tuple(standing for standing in view.standings if standing.rank <= _PODIUM)
    return best if len(best) <= _PODIUM + 1 else ()


def _draw_podium(canvas: Canvas, rect: pygame.Rect, best: tuple[Standing, ...], picture: Picture) -> None:
    weights = [1.5 if standing.rank == 1 else 1 for standing in best]
    for standing, place in zip(best, stack(rect, weights, canvas.unit // 36), strict=True):
        first = standing.rank == 1
        ink, quiet = (INK, INK) if first else (IVORY, QUIET)
        canvas.box(place, GOLD if first else PANEL, radius=0.12, edge=GOLD if first else LINE, rim=max(canvas.unit // 400, 1))
        size = min(place.h, int(place.w * 0.22))
        inner = place.inflate(-canvas.unit // 20, size * 5 // 6 - place.h)
        rank, name, points = row(inner, (0.12, 0.6, 0.28), canvas.unit // 36)
        canvas.text(str(standing.rank), rank, ink, align="centre", capitals=True, size=size * 0.8)
        above, below = stack(name.inflate(0, -size // 8), (0.64, 0.36))
        canvas.text(standing.name, above, ink, size=size * 0.34, name=True)
        canvas.text(_achieved(standing, picture), below, quiet, size=size * 0.19, bold=False)
        shown = time_text(standing.time_ms // 1000, picture.texts) if _is_topping(picture.view) else str(standing.total)
        canvas.text(shown, points, ink, align="right", capitals=True, size=size * 0.6)


def _achieved(standing: Standing, picture: Picture) -> str:
    """Below a name: the table, and what share of the tops."""
    texts = picture.texts
    parts = [texts.text("wall.table", seat=standing.seat)]
    parts += [f"{_percent(standing, texts)} %"] if _is_compared(picture.view) and not _is_topping(picture.view) else []
    return " · ".join(parts)


def _percent(standing: Standing, texts: Catalogue) -> str:
    return f"{standing.percent:.1f}".replace(".", texts.text("wall.decimal"))


def _areas(place: Page) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
    head, total, table = stack(
        place.body, (0.1, 0.06, 0.84) if place.wide else (0.06, 0.04, 0.9), place.gap // 2
    )
    return head, total, table


def _per_page(place: Page) -> int:
    return _rows(_areas(place)[2], place.unit)


def _rows(table: pygame.Rect, unit: int) -> int:
    """Seats that have a line below the headings."""
    return max(int(table.h / (unit * _ROW)) - 1, 1)


def _cells(line: pygame.Rect, columns: tuple[_Column, ...]) -> list[pygame.Rect]:
    gap = line.h // 3
    return row(line.inflate(-gap, 0), [share for _, share, _ in columns], gap)


def _last_round(view: PublicView) -> int:
    """The round after which these standings hold."""
    return view.round if view.phase == "revealed" else max(view.round - 1, 0)


def _draw_sum(canvas: Canvas, rect: pygame.Rect, picture: Picture) -> None:
    view, texts = picture.view, picture.texts
    parts = []
    if line := view.best_line:
        parts.append(texts.text("common.best_line", points=line.points, width=line.width, seed=line.seed, seconds=line.seconds))
    elif _is_compared(view):
        parts.append(texts.text("wall.total_of_tops", points=view.total_of_tops))
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
    *,
    shaded: bool,
) -> None:
    first = standing.rank == 1
    if first:
        canvas.box(line.inflate(0, -line.h // 12), GOLD, radius=0.2)
    elif shaded:
        canvas.box(line, PANEL, radius=0.2)
    colour = INK if first else IVORY
    negative = str(standing.negative).replace("-", "−")
    values = {
        "rank": str(standing.rank),
        "seat": str(standing.seat),
        "name": standing.name,
        "total": str(standing.total),
        "negative": negative,
        "percent": _percent(standing, texts),
        "time": time_text(standing.time_ms // 1000, texts),
        "tops_found": f"{standing.tops_found} · {standing.solos}",
    }
    for (key, _, align), cell in cells:
        bold = key in {"rank", "name", "total", "time"}
        canvas.text(values[key], cell, colour, size=line.h * 0.66, align=align, bold=bold, name=key == "name")

"""The draw: its tiles, each with the word by which the referee announces it."""

from __future__ import annotations

import pygame

from appliance.display import theme
from appliance.display.canvas import Canvas, printable
from appliance.display.theme import FELT, GOLD, IVORY, LINE
from appliance.display.tiles import draw_tile
from appliance.views import PublicView, TileView

_PLUS = 0.4
"""Room for the sign between kept and fresh letters, in tiles."""
_WORD = 0.3
"""Font size wanted for the words, in tiles."""


def draw_rack(canvas: Canvas, rect: pygame.Rect, view: PublicView) -> None:
    """Draw the tiles in one row, kept ones first, their words below; long words take turns on two heights to be larger. A letter that each
    player adds has an empty place behind them."""
    tiles = view.tiles
    if not tiles:
        return
    split = view.kept if 0 < view.kept < len(tiles) else 0
    columns = len(tiles) + (_PLUS if split else 0) + bool(view.choice)
    spoken = any(tile.code_word for tile in tiles)
    side = int(min(rect.w / columns, rect.h / (1.95 if spoken else 1.05)))
    size, levels = _words(tiles, side)
    left = rect.centerx - int(side * columns / 2)
    height = side + (int(size * 1.35) * levels if spoken else 0)
    top = rect.centery - height // 2
    face = int(side * 0.95)
    for i, tile in enumerate(tiles):
        x = left + int(side * (i + (_PLUS if split and i >= split else 0)))
        place = pygame.Rect(x + (side - face) // 2, top, face, face)
        draw_tile(canvas, place, tile)
        if word := printable(tile.code_word):
            _draw_word(canvas, rect, place, word, size, i % levels)
    if view.choice:
        _draw_own(canvas, pygame.Rect(left + int(side * (columns - 1)) + (side - face) // 2, top, face, face))
    if split:
        plus = pygame.Rect(left + side * split, top, int(side * _PLUS), face)
        canvas.text("+", plus, GOLD, size=side * 0.45, align="centre")


def _draw_own(canvas: Canvas, place: pygame.Rect) -> None:
    canvas.box(place, FELT, radius=0.14, edge=GOLD, rim=max(place.h // 20, 1))
    canvas.text("+", place, GOLD, size=place.h * 0.6, align="centre")


def _words(tiles: tuple[TileView, ...], side: int) -> tuple[int, int]:
    """Font size of the words and on how many heights they stand."""
    widest = max((theme.width(printable(tile.code_word)) for tile in tiles), default=0.0) or 1.0
    on_one = min(side * 0.96 / widest, side * _WORD)
    if on_one >= side * _WORD * 0.8:
        return max(int(on_one), 4), 1
    # on two heights a word may reach under its neighbours; those at the ends are pushed inwards, up to the mark of the next
    return max(int(min(side * 1.42 / widest, side * _WORD)), 4), 2


def _draw_word(
    canvas: Canvas, rect: pygame.Rect, tile: pygame.Rect, word: str, size: int, level: int
) -> None:
    line = int(size * 1.35)
    width = int(theme.width(word) * size) + 2
    place = pygame.Rect(0, tile.bottom + line * level, width, line)
    place.centerx = tile.centerx
    place.clamp_ip(rect.x, place.y, rect.w, place.h)
    if level:
        mark = max(size // 14, 1)
        canvas.fill(pygame.Rect(tile.centerx - mark // 2, tile.bottom + line // 8, mark, line * 7 // 8), LINE)
    canvas.text(word, place, IVORY, size=size, align="centre", bold=True)


def draw_rack_list(canvas: Canvas, rect: pygame.Rect, view: PublicView) -> None:
    """Draw the tiles one below the other with their words beside them, for a surface higher than wide."""
    places = len(view.tiles) + bool(view.choice)
    side = min(int(rect.h / max(places, 7)), int(rect.w * 0.24))
    top = rect.centery - side * places // 2
    if view.choice:
        _draw_own(canvas, pygame.Rect(rect.x, top + (places - 1) * side, int(side * 0.92), int(side * 0.92)))
    for i, tile in enumerate(view.tiles):
        place = pygame.Rect(rect.x, top + i * side, int(side * 0.92), int(side * 0.92))
        draw_tile(canvas, place, tile)
        word = pygame.Rect(place.right + side // 3, place.y, rect.right - place.right - side // 3, place.h)
        canvas.text(tile.code_word, word, IVORY, size=side * 0.55)
        if 0 < view.kept == i:
            canvas.fill(pygame.Rect(rect.x, place.y - side // 16, rect.w, max(side // 40, 1)), GOLD)

"""One tile: its letter, its points; a blank is a ring, alone or round the letter it stands for."""

from __future__ import annotations

import pygame

from appliance.display import theme
from appliance.display.canvas import Canvas, printable
from appliance.display.theme import CAP, INK, LAID, TILE, TILE_EDGE
from appliance.views import TileView
from engine.tiles import BLANK

_LETTER = 0.7
"""Font size of the letter, in tile sides."""
_BASELINE = 0.685
_ROOM = 0.8
"""Width that the letters of a tile may take, in tile sides."""


def draw_tile(canvas: Canvas, rect: pygame.Rect, tile: TileView, *, laid: bool = False) -> None:
    """Draw a tile into a square. ``?`` is a blank on the rack, a lower-case face a blank that stands for a letter."""
    side, face = min(rect.size), printable(tile.face[:4])
    canvas.box(
        rect,
        LAID if laid else TILE,
        radius=0.14,
        edge=INK if laid else TILE_EDGE,
        rim=max(side // (20 if laid else 28), 1),
    )
    blank = face == BLANK or face.islower()
    if blank:
        canvas.ring(rect.center, int(side * (0.56 if face == BLANK else 0.86)), INK, max(side // 22, 1))
    if blank:
        if face != BLANK:
            size = _size(face.upper(), side * 0.5, side * 0.58)
            canvas.letter(face.upper(), rect.centerx, rect.centery + round(CAP * size / 2), size, INK)
        return
    points = pygame.Rect(rect.right, rect.bottom, 0, 0)
    if tile.points:
        place = pygame.Rect(0, 0, int(side * 0.36), int(side * 0.22))
        place.bottomright = (rect.right - int(side * 0.09), rect.bottom - int(side * 0.06))
        points = canvas.text(str(tile.points), place, INK, size=side * 0.25, align="right", capitals=True)
    if face:
        _letter(canvas, rect, face, side, points)


def _size(face: str, wanted: float, room: float) -> int:
    return max(int(min(wanted, room / theme.width(face))), 4)


def _letter(canvas: Canvas, rect: pygame.Rect, face: str, side: int, points: pygame.Rect) -> None:
    size = _size(face, side * _LETTER, side * _ROOM)
    # a smaller face (CH, L·L) is centred on the same height as a full letter
    baseline = rect.y + round(side * _BASELINE - CAP * (side * _LETTER - size) / 2)
    centre = rect.x + round(side * (0.45 if len(face) == 1 else 0.5))
    # the tail of a Q makes room for two figures
    _, ink = theme.rendered(face, size, INK)
    if baseline + round(theme.FALL * size * 0.7) > points.top and ink.h > CAP * size * 1.15:
        centre = min(centre, points.left - ink.w // 2 - 1)
    canvas.letter(face, centre, baseline, size, INK)


def word_faces(word: str, alphabet: tuple[str, ...]) -> tuple[str, ...]:
    """Split a spelt word into the faces of its tiles, longest face first: ``CHiEN`` → ``CH i E N`` where CH is a tile."""
    known = sorted({face for face in alphabet if face}, key=len, reverse=True)
    faces: list[str] = []
    while word:
        face = next((f for f in known if word[: len(f)] in (f, f.lower())), word[0])
        faces.append(word[: len(face)])
        word = word[len(face) :]
    return tuple(faces)

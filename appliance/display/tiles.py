"""One tile: its letter, its points; a blank is a ring, alone or round the letter it stands for."""

from __future__ import annotations

import pygame

from appliance.display import theme
from appliance.display.canvas import Canvas
from appliance.display.theme import CAP, INK, LAID, TILE, TILE_EDGE
from appliance.views import TileView
from engine.tiles import BLANK

_LETTER = 0.66
"""Font size of the letter, in tile sides."""
_BASELINE = 0.685
_ROOM = 0.8
"""Width that the letters of a tile may take, in tile sides."""


def draw_tile(canvas: Canvas, rect: pygame.Rect, tile: TileView, *, laid: bool = False) -> None:
    """Draw a tile into a square. ``?`` is a blank on the rack, a lower-case face a blank that stands for a letter."""
    side = min(rect.size)
    canvas.box(rect, LAID if laid else TILE, radius=0.14, edge=INK if laid else TILE_EDGE, rim=max(side // (20 if laid else 28), 1))
    blank = tile.face == BLANK or tile.face.islower()
    if blank:
        canvas.ring(rect.center, int(side * (0.56 if tile.face == BLANK else 0.86)), INK, max(side // 22, 1))
    if tile.face != BLANK:
        _letter(canvas, rect, tile.face.upper(), side, centred=blank)
    if not blank and tile.points:
        points = pygame.Rect(0, 0, int(side * 0.36), int(side * 0.24))
        points.bottomright = (rect.right - int(side * 0.1), rect.bottom - int(side * 0.065))
        canvas.text(str(tile.points), points, INK, size=side * 0.25, align="right", capitals=True)


def _letter(canvas: Canvas, rect: pygame.Rect, face: str, side: int, *, centred: bool) -> None:
    wanted = side * (0.5 if centred else _LETTER)
    room = side * (0.58 if centred else _ROOM)
    size = max(int(min(wanted, room / theme.width(face))), 4)
    if centred:
        baseline = rect.centery + round(CAP * size / 2)
        canvas.letter(face, rect.centerx, baseline, size, INK)
        return
    # a narrower face (CH, L·L) is centred on the same height as a full letter
    baseline = rect.y + round(side * _BASELINE - CAP * (side * _LETTER - size) / 2)
    canvas.letter(face, rect.x + round(side * (0.47 if len(face) == 1 else 0.5)), baseline, size, INK)


def word_faces(word: str, alphabet: tuple[str, ...]) -> tuple[str, ...]:
    """Split a spelt word into the faces of its tiles, longest face first: ``CHiEN`` → ``CH i E N`` where CH is a tile."""
    known = sorted({face for face in alphabet if face}, key=len, reverse=True)
    faces: list[str] = []
    while word:
        face = next((f for f in known if word[: len(f)] in (f, f.lower())), word[0])
        faces.append(word[: len(face)])
        word = word[len(face) :]
    return tuple(faces)

"""Colours and type of the wall: calm, dark, high contrast; ivory tiles on green baize."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pygame

Colour = tuple[int, int, int]

FELT: Colour = (11, 33, 29)
"""Behind everything."""
PANEL: Colour = (19, 50, 44)
LINE: Colour = (70, 112, 101)
IVORY: Colour = (252, 247, 233)
"""Text on dark."""
QUIET: Colour = (172, 201, 190)
"""Text of less weight on dark."""
GOLD: Colour = (255, 206, 84)
INK: Colour = (22, 18, 12)
"""Text on light."""

TILE: Colour = (248, 236, 206)
TILE_EDGE: Colour = (196, 172, 122)
LAID: Colour = (255, 199, 64)
"""A tile just laid; it also has a dark rim, for those who do not see the colour."""

SQUARE: Colour = (28, 68, 60)
DOUBLE_LETTER: Colour = (48, 100, 142)
TRIPLE_LETTER: Colour = (24, 66, 128)
DOUBLE_WORD: Colour = (158, 78, 88)
TRIPLE_WORD: Colour = (146, 34, 40)

TEXT_PAIRS: tuple[tuple[Colour, Colour], ...] = (
    (IVORY, FELT),
    (IVORY, PANEL),
    (QUIET, FELT),
    (QUIET, PANEL),
    (GOLD, FELT),
    (GOLD, PANEL),
    (INK, IVORY),
    (INK, GOLD),
    (INK, TILE),
    (INK, LAID),
    (IVORY, DOUBLE_LETTER),
    (IVORY, TRIPLE_LETTER),
    (IVORY, DOUBLE_WORD),
    (IVORY, TRIPLE_WORD),
)
"""Every text colour with every ground it stands on; a test measures the contrast."""

CAP = 0.714
"""Height of a capital or a digit of Noto Sans, in font sizes."""
RISE = 0.95
"""Height of a capital with its accent (Â, Ă)."""
FALL = 0.25
"""Depth of a descender or of the comma below (g, Ș, Ç)."""

_FONTS = Path(__file__).resolve().parent.parent / "fonts"


@lru_cache(maxsize=96)
def font(size: int, bold: bool = True) -> pygame.font.Font:
    """Noto Sans in a size of pixels; its digits all have one width, so a countdown stands still."""
    pygame.font.init()
    return pygame.font.Font(_FONTS / ("NotoSans-Bold.ttf" if bold else "NotoSans-Regular.ttf"), max(size, 4))


@lru_cache(maxsize=4096)
def width(text: str, bold: bool = True) -> float:
    """Width of a text in font sizes."""
    return font(200, bold).size(text)[0] / 200


LARGE = 100
"""Texts of this size and above are rendered anew each time: a countdown's 180 pictures would fill the memory of a Pi."""


def rendered(text: str, size: int, colour: Colour, bold: bool = True) -> tuple[pygame.Surface, pygame.Rect]:
    """A text as a surface, and where in it the ink is."""
    return (_render if size >= LARGE else _render_once)(text, size, colour, bold)


def _render(text: str, size: int, colour: Colour, bold: bool) -> tuple[pygame.Surface, pygame.Rect]:
    surface = font(size, bold).render(text, True, colour)
    return surface, surface.get_bounding_rect()


_render_once = lru_cache(maxsize=1024)(_render)

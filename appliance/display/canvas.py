"""Drawing on a surface, remembering where each text went.

Every size is worked out from rectangles that come from the surface's own size; there is no number of pixels here. The texts that were
placed are kept in :attr:`Canvas.placed`, so that a test can see that none is cut and no two overlap.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import pygame

from appliance.display import theme
from appliance.display.theme import CAP, FALL, RISE, Colour

Align = Literal["left", "centre", "right"]

SMALLEST_WHOLE = 0.75
"""A name may shrink to this share of its wanted size before its first names become initials."""
SMALLEST = 0.6
"""A name with initials may shrink to this share before it is cut short with an ellipsis."""
SMALLEST_TEXT = 0.25
"""The same for the wall's own texts, which are to be read whole."""
LONGEST = 300
"""Characters of a text that are looked at."""
_SMOOTH = 4
"""Shapes are drawn this many times larger and scaled down, for smooth edges."""


@dataclass(frozen=True)
class Placed:
    """A text on the surface: what it says and the rectangle of its ink."""

    text: str
    rect: pygame.Rect
    size: int
    """Font size in pixels."""


class Canvas:
    """A surface to draw a scene on."""

    def __init__(self, surface: pygame.Surface) -> None:
        self.surface = surface
        self.rect = surface.get_rect()
        self.placed: list[Placed] = []

    @property
    def unit(self) -> int:
        """The shorter side: what sizes are shares of."""
        return min(self.rect.size)

    def fill(self, rect: pygame.Rect, colour: Colour) -> None:
        self.surface.fill(colour, rect)

    def box(
        self,
        rect: pygame.Rect,
        colour: Colour,
        *,
        radius: float = 0.0,
        edge: Colour | None = None,
        rim: int = 0,
    ) -> None:
        """A filled rectangle with round corners; *radius* in shares of its shorter side, *rim* in pixels of *edge* colour."""
        if rect.w > 0 and rect.h > 0:
            self.surface.blit(_box(rect.w, rect.h, colour, radius, edge or colour, rim if edge else 0), rect)

    def ring(self, centre: tuple[int, int], diameter: int, colour: Colour, thickness: int) -> None:
        """A circle's outline: the sign of a blank."""
        shape = _ring(max(diameter, 2), colour, max(thickness, 1))
        self.surface.blit(shape, shape.get_rect(center=centre))

    def star(self, rect: pygame.Rect, colour: Colour) -> None:
        """A five-pointed star, as on the centre square."""
        self.surface.blit(_star(rect.w, colour), rect)

    def text(
        self,
        text: str,
        rect: pygame.Rect,
        colour: Colour,
        *,
        size: float = 0.0,
        bold: bool = True,
        align: Align = "left",
        capitals: bool = False,
        name: bool = False,
    ) -> pygame.Rect:
        """One line, its capitals centred on the rectangle's height, shrunk to fit and at last cut short.

        *size* is the wanted font size in pixels; 0 takes what the height allows. *capitals* promises neither accents nor descenders
        (figures): the text may then fill the height. *name*: better cut short than very small. Returns the rectangle of the ink.
        """
        text = printable(text)
        if not text or rect.w < 2 or rect.h < 2:
            return pygame.Rect(rect.topleft, (0, 0))
        wanted = self.fitting(rect, size, capitals=capitals)
        if name and wanted * SMALLEST_WHOLE * theme.width(text, bold) > rect.w:
            text = initials(text)
        fitted = min(wanted, int(rect.w / theme.width(text, bold)))
        smallest = max(int(wanted * (SMALLEST if name else SMALLEST_TEXT)), 4)
        if fitted < smallest:
            fitted = smallest
            text = _shortened(text, rect.w, fitted, bold)
        # hinting rounds each glyph's width, so the sum may pass the estimate by a few pixels
        image, ink = theme.rendered(text, fitted, colour, bold)
        while image.get_width() > rect.w and fitted > 4:
            fitted -= 1
            image, ink = theme.rendered(text, fitted, colour, bold)
        ascent = theme.font(fitted, bold).get_ascent()
        top = rect.centery + round(CAP * fitted / 2) - ascent
        # by the advance, not by the ink: figures stand in columns and a countdown does not dance
        room = rect.w - image.get_width()
        left = rect.x + {"left": 0, "centre": room // 2, "right": room}[align]
        return self._blit(text, image, ink, left, top, fitted)

    def letter(self, text: str, centre_x: int, baseline: int, size: int, colour: Colour) -> pygame.Rect:
        """A bold text centred on x, standing on a baseline: letters of tiles, accented or not, stand in one line."""
        text = printable(text)
        image, ink = theme.rendered(text, size, colour, True)
        left = centre_x - ink.w // 2 - ink.x
        return self._blit(text, image, ink, left, baseline - theme.font(size, True).get_ascent(), size)

    def _blit(
        self, text: str, image: pygame.Surface, ink: pygame.Rect, left: int, top: int, size: int
    ) -> pygame.Rect:
        placed = ink.move(left, top)
        self.surface.blit(image, placed, ink)
        self.placed.append(Placed(text, placed, size))
        return placed

    @staticmethod
    def fitting(rect: pygame.Rect, size: float = 0.0, *, capitals: bool = False) -> int:
        """The font size that the rectangle's height allows, at most *size*."""
        share = CAP * 1.06 if capitals else 2 * max(RISE - CAP / 2, FALL + CAP / 2)
        tallest = int(rect.h / share)
        return max(min(tallest, int(size)) if size else tallest, 4)

    @staticmethod
    def common_size(texts: Iterable[tuple[str, int]], wanted: float, *, bold: bool = True) -> float:
        """One font size for texts that belong together, each with its room in pixels."""
        return min([wanted, *(room / theme.width(printable(text), bold) for text, room in texts if printable(text))])

    def lines(
        self,
        text: str,
        rect: pygame.Rect,
        colour: Colour,
        *,
        size: float,
        bold: bool = True,
        align: Align = "left",
        most: int = 3,
    ) -> pygame.Rect:
        """A sentence on as many lines as it needs, *most* at most, from the top of the rectangle. Returns what it covers."""
        size = min(size, self.fitting(rect))
        broken = _wrapped(text, rect.w, size, bold)
        while len(broken) > 1 and (len(broken) > most or len(broken) * size * 1.3 > rect.h) and size > 8:
            size *= 0.93
            broken = _wrapped(text, rect.w, size, bold)
        height = int(size * 1.3)
        for i, line in enumerate(broken[:most]):
            self.text(
                line,
                pygame.Rect(rect.x, rect.y + i * height, rect.w, height),
                colour,
                size=size,
                bold=bold,
                align=align,
            )
        return pygame.Rect(rect.x, rect.y, rect.w, height * min(len(broken), most))


_AND = frozenset({"et", "și", "si", "en", "and", "&", "+"})


def initials(name: str) -> str:
    """A name with its first names as initials: ``Jean-Baptiste Roy`` → ``J.-B. Roy``, ``ROY Jean`` → ``ROY J.``; one word, and two people
    by their first names alone, stay."""
    words = name.split()
    if len(words) < 2 or words[1] in _AND:
        return name
    given = len(words) - 1 if words[0].isupper() and not words[-1].isupper() else 0
    words[given] = "-".join(part[:1] + "." for part in words[given].split("-") if part)
    return " ".join(words)


def printable(text: str) -> str:
    """The text without what no font can show: control characters, halves of characters; and not longer than any line."""
    return " ".join("".join(c if c.isprintable() else " " for c in text[:LONGEST]).split())


def _shortened(text: str, room: int, size: int, bold: bool) -> str:
    while len(text) > 1 and theme.width(text + "…", bold) * size > room:
        text = text[:-1].rstrip()
    return text + "…"


def _wrapped(text: str, room: int, size: float, bold: bool) -> list[str]:
    lines: list[str] = []
    for word in printable(text).split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and theme.width(longer, bold) * size <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _scaled(large: pygame.Surface, width: int, height: int) -> pygame.Surface:
    return pygame.transform.smoothscale(large, (width, height))


@lru_cache(maxsize=256)
def _box(width: int, height: int, colour: Colour, radius: float, edge: Colour, rim: int) -> pygame.Surface:
    corner = min(radius, 0.5) * min(width, height)
    if corner < 1:
        plain = pygame.Surface((width, height))
        plain.fill(edge)
        plain.fill(colour, plain.get_rect().inflate(-2 * rim, -2 * rim))
        return plain
    if width * height > 200_000:
        # large panels: only the corners need smoothing
        return _large_box(width, height, colour, corner, edge, rim)
    large = pygame.Surface((width * _SMOOTH, height * _SMOOTH), pygame.SRCALPHA)
    _rounded(large, colour, corner * _SMOOTH, edge, rim * _SMOOTH)
    return _scaled(large, width, height)


def _rounded(surface: pygame.Surface, colour: Colour, corner: float, edge: Colour, rim: int) -> None:
    # a transparent ground of the edge's colour: smoothing then mixes no black into the rim
    surface.fill((*edge, 0))
    rect = surface.get_rect()
    pygame.draw.rect(surface, edge, rect, border_radius=int(corner))
    if rim:
        pygame.draw.rect(
            surface, colour, rect.inflate(-2 * rim, -2 * rim), border_radius=max(int(corner) - rim, 0)
        )


def _large_box(
    width: int, height: int, colour: Colour, corner: float, edge: Colour, rim: int
) -> pygame.Surface:
    side = int(max(corner, rim)) + 1
    small = _box(side * 2 + 2, side * 2 + 2, colour, corner / (side * 2 + 2), edge, rim)
    whole = pygame.Surface((width, height), pygame.SRCALPHA)
    whole.fill(edge)
    whole.fill(colour, whole.get_rect().inflate(-2 * rim, -2 * rim))
    for x, sx in ((0, 0), (width - side, side + 2)):
        for y, sy in ((0, 0), (height - side, side + 2)):
            whole.fill((0, 0, 0, 0), (x, y, side, side))
            whole.blit(small, (x, y), (sx, sy, side, side))
    return whole


@lru_cache(maxsize=64)
def _ring(diameter: int, colour: Colour, thickness: int) -> pygame.Surface:
    large = pygame.Surface((diameter * _SMOOTH, diameter * _SMOOTH), pygame.SRCALPHA)
    large.fill((*colour, 0))
    middle = diameter * _SMOOTH // 2
    pygame.draw.circle(large, colour, (middle, middle), middle - 1, thickness * _SMOOTH)
    return _scaled(large, diameter, diameter)


@lru_cache(maxsize=16)
def _star(side: int, colour: Colour) -> pygame.Surface:
    large = pygame.Surface((side * _SMOOTH, side * _SMOOTH), pygame.SRCALPHA)
    large.fill((*colour, 0))
    middle = pygame.Vector2(side * _SMOOTH / 2, side * _SMOOTH / 2)
    points = [
        middle + pygame.Vector2(0, -middle.x * (1.0 if i % 2 == 0 else 0.42)).rotate(36 * i)
        for i in range(10)
    ]
    pygame.draw.polygon(large, colour, points)
    return _scaled(large, side, side)

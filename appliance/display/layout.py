"""Rectangles out of rectangles: every size is a share of the surface, never a number of pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

WIDE = 1.15
"""From this ratio of width to height on, board and panel stand side by side; below it, one above the other."""


@dataclass(frozen=True)
class Page:
    """The parts that every scene has."""

    body: pygame.Rect
    footer: pygame.Rect
    unit: int
    """Shorter side of the surface."""
    gap: int
    wide: bool


def page(size: tuple[int, int]) -> Page:
    """Body and footer of a surface of this size."""
    width, height = size
    unit, wide = min(size), width >= height * WIDE
    margin = max(unit // 36, 2)
    footer = pygame.Rect(margin, 0, width - 2 * margin, int(unit * (0.036 if wide else 0.072)))
    footer.bottom = height - margin // 2 - 1
    body = pygame.Rect(margin, margin, width - 2 * margin, footer.top - margin - margin // 2)
    return Page(body, footer, unit, margin, wide)


def beside_board(page: Page) -> tuple[pygame.Rect, pygame.Rect]:
    """A place for the board and one for the panel with everything else."""
    body = page.body
    if page.wide:
        # the countdown needs 0.6 of the height for digits of a fifth of it
        side = min(body.h, body.w - page.gap - int(page.unit * 0.62))
        board = pygame.Rect(body.x, body.y, side, body.h)
        return board, pygame.Rect(board.right + page.gap, body.y, body.right - board.right - page.gap, body.h)
    side = min(body.w, int(body.h * 0.58), body.h - int(page.unit * 0.6))
    board = pygame.Rect(body.x, body.y, body.w, side)
    return board, pygame.Rect(body.x, board.bottom + page.gap, body.w, body.bottom - board.bottom - page.gap)


def stack(rect: pygame.Rect, weights: Sequence[float], gap: int = 0) -> list[pygame.Rect]:
    """Rectangles one below the other, their heights in proportion to *weights*."""
    return [pygame.Rect(rect.x, rect.y + at, rect.w, length) for at, length in _shares(rect.h, weights, gap)]


def row(rect: pygame.Rect, weights: Sequence[float], gap: int = 0) -> list[pygame.Rect]:
    """Rectangles side by side, their widths in proportion to *weights*."""
    return [pygame.Rect(rect.x + at, rect.y, length, rect.h) for at, length in _shares(rect.w, weights, gap)]


def within(rect: pygame.Rect, share: float) -> pygame.Rect:
    """The rectangle less a border of *share* of its shorter side."""
    border = int(min(rect.size) * share)
    return rect.inflate(-2 * border, -2 * border)


def _shares(length: int, weights: Sequence[float], gap: int) -> list[tuple[int, int]]:
    room = max(length - gap * (len(weights) - 1), 0)
    total = sum(weights) or 1
    ends = [int(room * sum(weights[:i]) / total) for i in range(len(weights) + 1)]
    return [(ends[i] + gap * i, ends[i + 1] - ends[i]) for i in range(len(weights))]

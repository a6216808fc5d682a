"""The board with its frame of letters and numbers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

import pygame

from appliance.display.canvas import Canvas
from appliance.display.theme import (
    DOUBLE_LETTER,
    DOUBLE_WORD,
    FELT,
    INK,
    IVORY,
    LINE,
    QUIET,
    SQUARE,
    TRIPLE_LETTER,
    TRIPLE_WORD,
    Colour,
)
from appliance.display.tiles import draw_tile
from appliance.views import PublicView, TileView
from engine.squares import CENTRE, ROW_LETTERS, SIZE, STANDARD

_FRAME = 0.72
"""Width of the frame with the letters and numbers, in squares."""


def draw_board(
    canvas: Canvas,
    rect: pygame.Rect,
    view: PublicView,
    marks: tuple[str, str, str, str],
    laid: Sequence[Collection[int]] = (),
) -> None:
    """Draw the board into a rectangle, as large as a square fits.

    *marks*: the words for double letter, triple letter, double word, triple word on the squares; *laid*: squares to highlight,
    those of each move; where there are several moves their tiles carry the number of theirs.
    """
    side = int(min(rect.size) / (SIZE + 2 * _FRAME))
    frame = int(side * _FRAME)
    whole = pygame.Rect(0, 0, side * SIZE + 2 * frame, side * SIZE + 2 * frame)
    whole.center = rect.center
    canvas.box(whole, FELT, radius=0.012, edge=LINE, rim=max(side // 20, 1))
    left, top = whole.x + frame, whole.y + frame
    for i in range(SIZE):
        for across in (whole.y, whole.bottom - frame):
            canvas.text(
                str(i + 1),
                pygame.Rect(left + i * side, across, side, frame),
                QUIET,
                size=side * 0.42,
                align="centre",
            )
        for down in (whole.x, whole.right - frame):
            canvas.text(
                ROW_LETTERS[i],
                pygame.Rect(down, top + i * side, frame, side),
                QUIET,
                size=side * 0.42,
                align="centre",
            )
    gap = max(side // 24, 1)
    for square in range(SIZE * SIZE):
        row, col = divmod(square, SIZE)
        cell = pygame.Rect(left + col * side, top + row * side, side - gap, side - gap)
        face = view.board[row][col] if view.board else ""
        if face:
            move = next((number for number, squares in enumerate(laid, 1) if square in squares), 0)
            draw_tile(canvas, cell, TileView(face, view.points.get(face, 0), ""), laid=move > 0)
            if move and len(laid) > 1:
                _draw_number(canvas, cell, move)
        else:
            _draw_square(canvas, cell, square, marks)


def _draw_number(canvas: Canvas, cell: pygame.Rect, move: int) -> None:
    """In the corner that letter and points leave free."""
    size = max(int(cell.w * 0.28), 8)
    place = pygame.Rect(cell.x + cell.w // 25, cell.bottom - size - cell.w // 25, size, size)
    canvas.box(place, INK, radius=0.5)
    canvas.text(str(move), place, IVORY, size=size * 0.9, align="centre", capitals=True)


def _draw_square(canvas: Canvas, cell: pygame.Rect, square: int, marks: tuple[str, str, str, str]) -> None:
    colour, mark = _premium(square)
    canvas.box(cell, colour, radius=0.1)
    if square == CENTRE:
        star = pygame.Rect(0, 0, int(cell.w * 0.62), int(cell.w * 0.62))
        star.center = cell.center
        canvas.star(star, IVORY)
    elif mark is not None:
        canvas.text(
            marks[mark], cell.inflate(-cell.w // 6, 0), IVORY, size=cell.w * 0.34, align="centre", bold=False
        )


@lru_cache(maxsize=SIZE * SIZE)
def _premium(square: int) -> tuple[Colour, int | None]:
    letter, word = STANDARD.letter[square], STANDARD.word[square]
    if word > 1:
        return (TRIPLE_WORD, 3) if word == 3 else (DOUBLE_WORD, 2)
    if letter > 1:
        return (TRIPLE_LETTER, 1) if letter == 3 else (DOUBLE_LETTER, 0)
    return SQUARE, None

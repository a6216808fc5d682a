"""The countdown. Its last seconds differ in shape: an inverse field with a thick rim, a word above, a bar that grows."""

from __future__ import annotations

from datetime import datetime

import pygame

from appliance.catalogue import Catalogue
from appliance.display.canvas import Canvas
from appliance.display.layout import stack, within
from appliance.display.picture import Picture
from appliance.display.scenes.footer import long_date
from appliance.display.theme import FELT, GOLD, INK, IVORY, LINE, PANEL, QUIET


def draw_clockface(canvas: Canvas, rect: pygame.Rect, picture: Picture) -> None:
    """Draw the clock of a round into a rectangle, which it fills whole."""
    canvas.fill(rect, FELT)
    match picture.view.phase:
        case "time_up":
            _notice(
                canvas,
                rect,
                picture.texts.text("wall.time_up"),
                picture.texts.text("wall.hand_in"),
                inverse=True,
            )
        case "closed":
            _notice(canvas, rect, picture.texts.text("wall.judging"), "", inverse=False)
        case _:
            _countdown(canvas, rect, picture)


def _countdown(canvas: Canvas, rect: pygame.Rect, picture: Picture) -> None:
    urgent, marked = picture.urgent, picture.view.phase == "paused" or not picture.connected
    band, digits, bar = stack(_field(canvas, rect, inverse=urgent), (0.22, 0.62, 0.16))
    text = _band_text(picture)
    if text:
        if urgent or marked:
            canvas.box(band, INK if urgent else IVORY, radius=0.12)
        colour = IVORY if urgent else INK if marked else QUIET
        canvas.text(text, within(band, 0.12), colour, align="centre", size=band.h)
    deadline = picture.view.clock.deadline if picture.view.clock else ""
    if deadline and not urgent:
        _date(canvas, digits, picture, deadline)
        return
    canvas.text(
        time_text(picture.seconds, picture.texts),
        digits.inflate(-rect.w // 20, -digits.h // 10),
        INK if urgent else IVORY,
        align="centre",
        capitals=True,
    )
    _bar(canvas, bar.inflate(-rect.w // 10, -int(bar.h * (0.35 if urgent else 0.7))), picture)


def time_text(seconds: int, texts: Catalogue) -> str:
    """Minutes and seconds as the wall's language writes them."""
    minutes, seconds = divmod(seconds, 60)
    return texts.text("wall.time", minutes=minutes, seconds=f"{seconds:02}")


def _date(canvas: Canvas, rect: pygame.Rect, picture: Picture, deadline: str) -> None:
    """Until when the round lasts: the hour large, the date below it."""
    moment = datetime.fromisoformat(deadline)
    above, below = stack(rect.inflate(-rect.w // 10, 0), (0.6, 0.4))
    hour = picture.texts.text("wall.hour", hour=f"{moment.hour:02}", minute=f"{moment.minute:02}")
    canvas.text(hour, above, IVORY, align="centre", capitals=True)
    canvas.text(long_date(deadline, picture.texts), below, IVORY, align="centre", size=canvas.unit * 0.07)


def _field(canvas: Canvas, rect: pygame.Rect, *, inverse: bool) -> pygame.Rect:
    """Draw the ground, returns what is inside its rim; *inverse*: light, with a thick rim."""
    rim = max(int(canvas.unit * (0.016 if inverse else 0.003)), 1)
    canvas.box(rect, IVORY if inverse else PANEL, radius=0.06, edge=GOLD if inverse else LINE, rim=rim)
    return rect.inflate(-2 * rim, -2 * rim)


def _band_text(picture: Picture) -> str:
    if not picture.connected:
        return picture.texts.text("wall.lost")
    if picture.view.phase == "paused":
        return picture.texts.text("wall.paused")
    if picture.urgent:
        return picture.texts.text("wall.last_seconds")
    clock = picture.view.clock
    return picture.texts.text("wall.until" if clock and clock.deadline else "wall.clock")


def _bar(canvas: Canvas, rect: pygame.Rect, picture: Picture) -> None:
    """Time used up: of the whole round, thin; of the last seconds, thick and dark."""
    clock = picture.view.clock
    whole = max(picture.warning_seconds if picture.urgent else (clock.total_ms if clock else 0) // 1000, 1)
    used = min(max(1 - picture.seconds / whole, 0), 1)
    canvas.box(rect, QUIET if picture.urgent else LINE, radius=0.5)
    full = pygame.Rect(rect.x, rect.y, max(int(rect.w * used), rect.h), rect.h)
    if used > 0:
        canvas.box(full, INK if picture.urgent else QUIET, radius=0.5)


def _notice(canvas: Canvas, rect: pygame.Rect, title: str, advice: str, *, inverse: bool) -> None:
    unit, colour = canvas.unit, INK if inverse else IVORY
    _field(canvas, rect, inverse=inverse)
    above, below = stack(within(rect, 0.1), (0.66, 0.34)) if advice else (within(rect, 0.1), None)
    canvas.text(title, above, colour, align="centre", size=unit * 0.12)
    if below is not None:
        canvas.text(advice, below, colour, align="centre", size=unit * 0.06)

"""A new draw: the letters as large as they go, with their words."""

from __future__ import annotations

from appliance.display.canvas import Canvas
from appliance.display.layout import page, row, stack
from appliance.display.picture import Picture
from appliance.display.scenes.clockface import time_text
from appliance.display.scenes.rack import draw_rack, draw_rack_list
from appliance.display.theme import IVORY, QUIET


def draw_draw(canvas: Canvas, picture: Picture) -> None:
    """Draw the letters of the round before its clock starts."""
    place, view, texts = page(canvas.rect.size), picture.view, picture.texts
    head, letters, foot = stack(
        place.body, (0.12, 0.7, 0.18) if place.wide else (0.06, 0.82, 0.12), place.gap
    )
    title, bag = row(head, (0.7, 0.3), place.gap)
    canvas.text(texts.text("wall.draw", round=view.round), title, IVORY, size=place.unit * 0.085)
    canvas.text(
        texts.text("wall.bag", count=view.bag), bag, QUIET, size=place.unit * 0.05, align="right", bold=False
    )
    if place.wide:
        draw_rack(canvas, letters, view)
    else:
        draw_rack_list(canvas, letters, view)
    lines = stack(foot, (1, 1), place.gap // 2)
    said = [texts.text("common.choice")] if view.choice else []
    said += [texts.text("wall.ready", time=time_text(picture.seconds, texts))] if picture.seconds else []
    canvas.text(
        " · ".join(said), lines[1 if view.refused else 0], QUIET, size=place.unit * 0.06, align="centre", bold=False
    )
    if view.refused:
        canvas.text(refused_text(picture), lines[0], IVORY, size=place.unit * 0.055, align="centre")


def refused_text(picture: Picture) -> str:
    """The last draw that did not stand, and why."""
    view, key = picture.view, f"refusal.{picture.view.refused_reason}"
    reason = picture.texts.text(key) if picture.texts.has(key) else view.refused_reason
    return picture.texts.text("wall.refused", letters=view.refused[-1], reason=reason)

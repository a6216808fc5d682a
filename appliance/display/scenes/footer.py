"""The foot of every scene: rules, word list and its fingerprint, evening; and, when it must be said, that something is amiss."""

from __future__ import annotations

from datetime import date

import pygame

from appliance.catalogue import Catalogue
from appliance.display.canvas import Canvas
from appliance.display.layout import page, row, stack
from appliance.display.picture import Picture
from appliance.display.theme import INK, IVORY, QUIET
from appliance.views import EveningView


def draw_footer(canvas: Canvas, picture: Picture) -> None:
    """Draw the footer into its place."""
    place = page(canvas.rect.size)
    left, right = row(place.footer, (7, 3), place.gap) if place.wide else stack(place.footer, (1, 1))
    notice, evening, texts = _notice(picture), picture.view.evening, picture.texts
    rules = _rules_line(evening, texts) if evening is not None else ""
    if picture.view.announced:
        rules += " · " + texts.text("common.sealed_line", checksum=picture.view.checksum[:16])
    # one size for both, though the first is longer
    size = canvas.common_size([(rules, left.w)], canvas.fitting(left), bold=False)
    canvas.text(rules, left, QUIET, size=size, bold=False)
    if notice:
        # inverse, so that it is seen without colour
        width = min(int(canvas.fitting(right) * 0.6 * (len(notice) + 3)), right.w)
        pill = pygame.Rect(right.right - width if place.wide else right.x, right.y, width, right.h)
        canvas.box(pill, IVORY, radius=0.5)
        canvas.text(notice, pill.inflate(-pill.h // 2, 0), INK, align="centre")
    elif evening is not None:
        named = f"{evening.name} · {long_date(evening.date, texts)}" if evening.date else evening.name
        canvas.text(
            named, right, QUIET, size=size, bold=False, align="right" if place.wide else "left", name=True
        )


def _notice(picture: Picture) -> str:
    texts = picture.texts
    if not picture.connected:
        return texts.text("wall.lost")
    if picture.volume is not None:
        return texts.text("wall.volume", percent=picture.volume)
    return texts.text("wall.silent") if picture.silent else ""


def _rules_line(evening: EveningView, texts: Catalogue) -> str:
    words = f"{evening.lexicon_words:,}".replace(",", texts.text("wall.thousands"))
    parts = [
        evening.title or evening.rules,
        texts.text("wall.lexicon", name=evening.lexicon, words=words),
        long_date(evening.lexicon_date, texts),
        evening.lexicon_fingerprint,
        texts.text("wall.official_list" if evening.lexicon_official else "wall.open_list"),
        texts.text("wall.admitted", count=len(evening.admitted)) if evening.admitted else "",
    ]
    return " · ".join(part for part in parts if part)


def long_date(text: str, texts: Catalogue) -> str:
    """The date of an ISO date or moment as the language writes it; anything else as it is."""
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        return text
    return texts.text("wall.date", day=f"{day.day:02}", month=f"{day.month:02}", year=day.year)

"""A play of two moves on the wall: whoever looks can tell the board between them from the tiles of each."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pygame
import pytest

from appliance.display.canvas import Canvas
from appliance.display.picture import Picture, Scene
from appliance.display.scenes import draw
from appliance.library import Library
from appliance.publish import public_view
from appliance.views import PublicView
from engine.evening import parse_evening, play_evening
from engine.game import Game, Phase, apply

GAMES = Path(__file__).resolve().parents[1] / "games"


@cache
def shown_rounds() -> tuple[PublicView, ...]:
    """What the wall was told of each revealed round of the decomposed evening."""
    text = (GAMES / "decomposed.evening").read_text(encoding="utf-8")
    game, views = Game(), []
    for entry in play_evening(parse_evening(text), Library(GAMES / "nowhere", GAMES), "decomposed").game.history:
        before = game.phase
        game = apply(game, entry)
        if game.phase is Phase.REVEALED is not before:
            views.append(public_view(game))
    return tuple(views)


def squares(canvas: Canvas) -> Counter[str]:
    """The figures written on the left half of the wall, where the board is."""
    return Counter(each.text for each in canvas.placed if each.rect.centerx < canvas.rect.w // 2)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_tiles_of_each_of_two_moves_carry_its_number(size: tuple[int, int]) -> None:
    two = [view for view in shown_rounds() if view.reveal and view.reveal.retained and view.reveal.retained.more]
    assert two, "the evening has no round of two moves"
    for view in two:
        assert view.reveal is not None
        assert view.reveal.retained is not None
        first, (second,) = view.reveal.retained, view.reveal.retained.more
        # a decomposed round lays the whole draw, each tile by one move
        assert len(first.squares) + len(second.squares) == len(view.tiles)
        assert not set(first.squares) & set(second.squares)
        canvas = Canvas(pygame.Surface(size))
        draw(canvas, Picture(Scene.REVEAL, view, "fr", ""))
        empty = Canvas(pygame.Surface(size))
        draw(empty, Picture(Scene.PLAY, view, "fr", ""))
        more = squares(canvas) - squares(empty)
        assert (more["1"], more["2"]) == (len(first.squares), len(second.squares))

"""Messages of the hub as the wall reads them: what the hub writes, and anything else."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.display.canvas import Canvas
from appliance.display.news import MAX_MESSAGE, Shown, Signal, read_news
from appliance.display.picture import Picture, Scene
from appliance.display.samples import FRENCH, sample_views
from appliance.display.scenes import draw
from appliance.errors import MessageError
from appliance.messages import error_message, signal_message, view_message
from appliance.views import PublicView
from engine.plain import to_plain

VIEWS = sample_views(FRENCH)


@pytest.mark.parametrize("name", VIEWS)
def test_every_view_of_the_hub_is_read_back(name: str) -> None:
    text = view_message(VIEWS[name], 7, {"url": "http://192.168.4.1/"})
    assert read_news(text) == Shown(VIEWS[name], "http://192.168.4.1/")


def test_signals_are_read() -> None:
    assert read_news(signal_message("warning")) == Signal("warning")


def test_what_is_not_for_the_wall_is_passed_over() -> None:
    assert read_news('{"kind": "pong", "ping": 3}') is None
    assert read_news('{"kind": "news of tomorrow"}') is None


def test_a_field_that_a_newer_hub_adds_is_passed_over() -> None:
    view: dict[str, Any] = {**to_plain(VIEWS["revealed"]), "weather": "fine"}
    view["standings"][0]["mood"] = 3
    assert read_news(json.dumps({"kind": "public", "view": view})) == Shown(VIEWS["revealed"], "")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "JSON"),
        ("[" * 100_000, "JSON"),
        ("[]", "list"),
        ('{"kind": "public"}', "view"),
        ('{"kind": "public", "view": {"phase": 3}}', "phase"),
        ('{"kind": "public", "view": {"phase": "running", "board": [["A"]]}}', "15"),
        (error_message("bad_request", "no hello"), "no hello"),
        (" " * (MAX_MESSAGE + 1), str(MAX_MESSAGE)),
    ],
)
def test_anything_else_is_refused_with_its_reason(text: str, says: str) -> None:
    with pytest.raises(MessageError, match=says):
        read_news(text)


def test_squares_off_the_board_are_refused() -> None:
    reveal = VIEWS["revealed"].reveal
    assert reveal is not None
    assert reveal.retained is not None
    wrong = replace(
        VIEWS["revealed"], reveal=replace(reveal, retained=replace(reveal.retained, squares=(225,)))
    )
    with pytest.raises(MessageError, match="224"):
        read_news(view_message(wrong, 1))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)


@given(st.text(max_size=300) | st.builds(json.dumps, json_values))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(MessageError):
        read_news(text)


@given(
    key=st.sampled_from(sorted(to_plain(VIEWS["revealed"]))),
    value=json_values,
    name=st.sampled_from(sorted(VIEWS)),
)
def test_a_view_with_one_strange_field_is_refused_or_can_be_drawn(key: str, value: object, name: str) -> None:
    view = {**to_plain(VIEWS[name]), key: value}
    try:
        news = read_news(json.dumps({"kind": "public", "view": view, "url": "http://x/"}))
    except MessageError:
        return
    assert isinstance(news, Shown)
    canvas = Canvas(pygame.Surface((320, 240)))
    for scene in (Scene.LOBBY, Scene.DRAW, Scene.PLAY, Scene.REVEAL, Scene.STANDINGS):
        draw(canvas, Picture(scene, news.view, "fr", news.url, seconds=5))


def test_text_that_no_font_can_show_does_not_stop_the_wall() -> None:
    strange = "\x00\ud800\u202e\U0001f0cf" + "x" * 100_000
    view = VIEWS["revealed"]
    assert view.evening is not None
    seats = tuple(replace(seat, name=strange) for seat in view.seats)
    tiles = tuple(replace(tile, face=strange, code_word=strange) for tile in view.tiles)
    lines = tuple(replace(line, name=strange) for line in view.standings)
    board = (("\x00",) * 15,) * 15
    view = replace(
        view,
        seats=seats,
        tiles=tiles,
        standings=lines,
        board=board,
        evening=replace(view.evening, name=strange),
    )
    canvas = Canvas(pygame.Surface((640, 480)))
    for scene in Scene:
        draw(canvas, Picture(scene, view, "fr", "http://x/"))


@pytest.mark.parametrize(
    "url", [None, 3, "", "ftp://x/", "http://\ud800/", "http://a b/", "http://" + "x" * 1000]
)
def test_an_address_that_cannot_be_shown_is_none(url: object) -> None:
    news = read_news(json.dumps({"kind": "public", "view": {"phase": "empty"}, "url": url}))
    assert news == Shown(PublicView("empty"), "")


def test_the_smallest_view_is_enough() -> None:
    assert read_news('{"kind":"public","view":{"phase":"empty"}}') == Shown(PublicView("empty"), "")

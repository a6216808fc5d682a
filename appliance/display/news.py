"""What reaches the wall, as values; and reading the hub's messages into them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

import msgspec

from appliance.errors import MessageError
from appliance.views import PublicView
from engine.squares import SIZE

MAX_MESSAGE = 4 * 1024 * 1024
"""Longest message in bytes; the view of an evening with 1000 seats takes some 300 KB."""
_URL = re.compile(r"https?://[!-~]{1,300}")
"""Addresses that can be shown and put into a code; another is as none."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A new view to show."""

    view: PublicView
    url: str
    """Address of the players' page; empty if the hub knows none."""


@dataclass(frozen=True, slots=True)
class Signal:
    """A sound to make now: ``warning``, ``end`` or ``tick``."""

    signal: str


@dataclass(frozen=True, slots=True)
class Lost:
    """The hub cannot be reached; the link goes on trying."""

    reason: str
    in_trouble: bool = False
    """It is there, and says that it cannot open the evening."""


News = Shown | Signal | Lost


def read_news(text: str) -> News | None:
    """Read one message of the hub; ``None`` for a kind that is not for the wall.

    Fields that a newer hub may add are passed over.

    :raises MessageError: if it is no message, or its view cannot be shown.
    """
    if len(text) > MAX_MESSAGE:
        raise MessageError(f"a message of {len(text)} characters; at most {MAX_MESSAGE} are read")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise MessageError(f"no JSON: {error}") from error
    if not isinstance(data, dict):
        raise MessageError(f"expected a JSON object, not {type(data).__name__}")
    match data.get("kind"):
        case "public":
            url = str(data.get("url"))
            return Shown(_view(data.get("view")), url if _URL.fullmatch(url) else "")
        case "signal":
            return Signal(str(data.get("signal"))[:20])
        case "error":
            raise MessageError(f"the hub refuses: {str(data.get('message'))[:200]}")
        case _:
            return None


def _view(data: object) -> PublicView:
    try:
        view = msgspec.convert(data, PublicView)
    except (msgspec.ValidationError, RecursionError) as error:
        raise MessageError(f"a view that cannot be read: {error}") from error
    if view.board and (len(view.board) != SIZE or any(len(row) != SIZE for row in view.board)):
        raise MessageError(f"a board must have {SIZE} rows of {SIZE} squares")
    if view.reveal and view.reveal.retained:
        plays = (view.reveal.retained, *view.reveal.retained.more)
        if any(not 0 <= square < SIZE * SIZE for play in plays for square in play.squares):
            raise MessageError(f"squares are numbered from 0 to {SIZE * SIZE - 1}")
    return view

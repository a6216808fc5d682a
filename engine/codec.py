"""Events to JSON text and back, for the journal and for files."""

from __future__ import annotations

import json
import typing
from typing import Any

from engine import events
from engine.errors import EventError
from engine.events import Event
from engine.plain import PlainError, from_plain, to_plain

KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in typing.get_args(events.Event)}


def event_kind(event: Event) -> str:
    """The event's name in the journal."""
    return type(event).__name__


def encode_event(event: Event) -> str:
    """The event's fields as compact JSON; the kind is stored beside it."""
    return json.dumps(to_plain(event), ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def decode_event(kind: str, text: str) -> Event:
    """The inverse of :func:`encode_event`.

    :raises EventError: for an unknown kind or fields that do not fit it.
    """
    if kind not in KINDS:
        raise EventError(f"unknown kind of event {kind[:60]!r}; this program knows {', '.join(KINDS)}")
    try:
        return typing.cast(Event, from_plain(KINDS[kind], json.loads(text), kind))
    except (PlainError, ValueError, RecursionError) as error:
        raise EventError(f"event {kind} cannot be read: {error}") from error

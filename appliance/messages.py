"""What the hub says to devices: one JSON object a message, ``kind`` first. ``docs/protocol.md`` shows them on the wire."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from appliance.views import DeskView, PublicView, SeatView
from engine.plain import to_plain

View = PublicView | SeatView | DeskView

KIND_OF_VIEW: dict[type[Any], str] = {PublicView: "public", SeatView: "seat", DeskView: "desk"}


def view_message(view: View, seq: int, extra: dict[str, Any] | None = None) -> str:
    """A whole view; a device forgets what it had and shows this one. *seq* grows with every event of the journal."""
    return _dump({"kind": KIND_OF_VIEW[type(view)], "seq": seq, "view": to_plain(view), **(extra or {})})


def public_json(view: PublicView) -> str:
    """The public view as it goes into every other view; worked out once for a whole room."""
    return _dump(to_plain(view))


def seat_message(view: SeatView, seq: int, public: str) -> str:
    """A seat's view, its public part given as text."""
    own = {field.name: to_plain(getattr(view, field.name)) for field in dataclasses.fields(view) if field.name != "public"}
    return f'{{"kind":"seat","seq":{seq},"view":{{"public":{public},{_dump(own)[1:]}}}'


def signal_message(signal: str) -> str:
    """A sound to make now: ``warning``, ``end`` or ``tick``."""
    return _dump({"kind": "signal", "signal": signal})


def error_message(reason: str, message: str) -> str:
    """A refusal: *reason* is a message-catalogue key (``reason.<reason>``), *message* English for the log."""
    return _dump({"kind": "error", "reason": reason, "message": message})


def _dump(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

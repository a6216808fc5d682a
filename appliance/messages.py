"""What the hub says to devices: one JSON object a message, ``kind`` first. ``docs/protocol.md`` shows them on the wire."""

from __future__ import annotations

from typing import Any

import msgspec

from appliance.views import DeskView, PublicView, SeatView

View = PublicView | SeatView | DeskView

KIND_OF_VIEW: dict[type[Any], str] = {PublicView: "public", SeatView: "seat", DeskView: "desk"}


def view_message(view: View, seq: int, extra: dict[str, Any] | None = None) -> str:
    """A whole view; a device forgets what it had and shows this one. *seq* grows with every event of the journal."""
    return _dump({"kind": KIND_OF_VIEW[type(view)], "seq": seq, "view": view, **(extra or {})})


def signal_message(signal: str) -> str:
    """A sound to make now: ``warning``, ``end`` or ``tick``."""
    return _dump({"kind": "signal", "signal": signal})


def error_message(reason: str, message: str) -> str:
    """A refusal: *reason* is a message-catalogue key (``reason.<reason>``), *message* English for the log."""
    return _dump({"kind": "error", "reason": reason, "message": message})


def _dump(value: dict[str, Any]) -> str:
    # dataclasses, tuples and enums as engine.plain.to_plain has them, in a hundredth of its time: a room of two hundred needs it
    return msgspec.json.encode(value).decode()

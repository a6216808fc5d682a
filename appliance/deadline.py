"""Date and hour until which a round by correspondence lasts, as text."""

from __future__ import annotations

from datetime import datetime

from engine.errors import CommandRefused

MAX_TEXT = 40
MAX_AHEAD_MS = 366 * 24 * 3600 * 1000
"""A year: a later date is a slip of the pen."""


def read_deadline(text: str, now_ms: int) -> str:
    """A date and hour in ISO 8601, as it is stored: in the zone of this machine, to the minute. *now_ms* is the wall time.

    :raises CommandRefused: ``bad_deadline`` for what is no date and hour, ``deadline_range`` if it has passed or lies more than a year
        ahead.
    """
    try:
        moment = datetime.fromisoformat(text.strip() if len(text) <= MAX_TEXT else "").astimezone().replace(second=0, microsecond=0)
        ahead_ms = _ms(moment) - now_ms
    except (ValueError, OverflowError, OSError):
        raise CommandRefused("bad_deadline", f"{text[:MAX_TEXT]!r}: expected a date and hour such as 2026-12-03T20:00") from None
    if not 0 < ahead_ms <= MAX_AHEAD_MS:
        raise CommandRefused("deadline_range", f"{moment.isoformat(timespec='minutes')} is past, or more than a year ahead")
    return moment.isoformat(timespec="minutes")


def deadline_ms(stored: str) -> int:
    """The wall time of a stored deadline, in milliseconds since 1970 (UTC)."""
    return _ms(datetime.fromisoformat(stored))


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)

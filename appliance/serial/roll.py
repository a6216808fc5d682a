"""Who is there, over all lines of a hub: two terminals of one name and table that live at a time would replace each other's slips.

Who has a name and a table keeps them for as long as he answers. A terminal that was plugged into another port, or switched off and on, has
them at once if its line was lost, else as soon as nobody answers where it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from appliance.ports import Time

ANSWER_MS = 3000
"""Who was asked every second for so long without an answer is gone."""


class Line(Protocol):
    """Where a terminal is: :class:`appliance.serial.station.Station`."""

    is_bus: bool

    def ask_name(self, terminal: str) -> None:
        """Have a terminal introduce itself."""
        ...

    def forget(self, guest: Guest) -> None:
        """It has come in on another line."""
        ...


@dataclass(slots=True, eq=False)
class Guest:
    """A terminal that has introduced itself."""

    terminal: str
    session: str
    seat: int
    name: str
    line: Line
    heard_ms: int
    """When it last said anything."""
    token: str = ""
    evening: int = 0
    """The number of the evening that the token is good for."""
    freed: int = 0
    """How often the desk has freed its seat."""
    told: bool = False
    """Whether it was sent a notice, which would have to be taken back."""
    asked_ms: int | None = None
    """Since when it has not answered whether it is still there."""
    answered_ms: int | None = None
    """When it last did."""

    def hear(self, now_ms: int) -> None:
        """It has said something."""
        self.heard_ms = now_ms
        if self.asked_ms is not None:
            self.asked_ms, self.answered_ms = None, now_ms


class Entry(Enum):
    """What becomes of a terminal that introduces itself."""

    FREE = auto()
    """It has its name and its table."""
    UNKNOWN = auto()
    """Another had them; whether that one is still there is being found out."""
    TAKEN = auto()
    """Another has them, and is there."""


class Roll:
    """The names and tables of all terminals of a hub."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._guests: dict[tuple[str, int], Guest] = {}

    def enter(self, guest: Guest, before: Guest | None) -> Entry:
        """Write a terminal down, if it may come in; *before* had its name on its line."""
        holder = self._guests.get((guest.terminal, guest.seat)) or before
        if holder is not None and holder is not guest and not _is_at_the_same_end(holder, guest):
            entry = self._ask(holder)
            if entry is not Entry.FREE:
                return entry
            self.leave(holder)
            holder.line.forget(holder)
        self._guests[guest.terminal, guest.seat] = guest
        return Entry.FREE

    def leave(self, guest: Guest) -> None:
        """Its line was lost, or it has no seat."""
        if self._guests.get((guest.terminal, guest.seat)) is guest:
            del self._guests[guest.terminal, guest.seat]

    def _ask(self, holder: Guest) -> Entry:
        now_ms = self._time.now_ms()
        if holder.asked_ms is None:
            holder.asked_ms = now_ms
            was_there = holder.answered_ms is not None and now_ms - holder.answered_ms < ANSWER_MS
            entry = Entry.TAKEN if was_there else Entry.UNKNOWN
        else:
            entry = Entry.UNKNOWN if now_ms - holder.asked_ms < ANSWER_MS else Entry.FREE
        holder.line.ask_name(holder.terminal)
        return entry


def _is_at_the_same_end(holder: Guest, guest: Guest) -> bool:
    """Whether it can only be the same terminal, switched off and on perhaps: a cable has one end, a bus several."""
    return holder.line is guest.line and (not holder.line.is_bus or (holder.session, holder.seat) == (guest.session, guest.seat))

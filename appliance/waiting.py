"""What waits for the hub: wishes, each with who asked and the answer it awaits, in the order of their coming."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import Any

from appliance import commands as c
from appliance.errors import JournalError
from appliance.seats import Actor
from engine import events as ev

MAX_TOGETHER = 200
"""Slips written in one transaction at most."""
MAX_WAITING = 5000
"""Commands waiting at most; more are refused, so that a mad device cannot fill the memory."""


@dataclass(frozen=True, slots=True)
class Join:
    """A device asks for a seat."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Free:
    """The desk has a seat's device forgotten."""

    seat: int


@dataclass(frozen=True, slots=True)
class OpenDesk:
    """A desk gave the right PIN."""


@dataclass(frozen=True, slots=True)
class TimeIsUp:
    """The round's clock has run out."""

    round: int


@dataclass(frozen=True, slots=True)
class ReferenceIsFound:
    """The search for the best known line has come to its end."""

    found: ev.ReferenceFound


Wish = c.Command | Join | Free | OpenDesk | TimeIsUp | ReferenceIsFound


@dataclass(slots=True)
class Waiting:
    """A wish, and whoever awaits its answer."""

    wish: Wish
    command_id: str
    actor: Actor
    received_ms: int
    answered: asyncio.Future[dict[str, Any]]
    about: c.About = c.ANYTHING

    @property
    def key(self) -> str:
        """Its name in the journal."""
        return self.actor.command_key(self.command_id)

    def answer(self, answer: dict[str, Any]) -> None:
        if not self.answered.done():
            self.answered.set_result(answer)

    def refuse(self, error: Exception) -> None:
        if not self.answered.done():
            self.answered.set_exception(error)


class WaitingList:
    """The hub's one queue."""

    def __init__(self) -> None:
        self._queue: deque[Waiting] = deque()
        self._arrived = asyncio.Event()

    def add(self, waiting: Waiting) -> None:
        """:raises JournalError: if too many wait already."""
        if len(self._queue) >= MAX_WAITING:
            raise JournalError("the hub takes no commands now")
        self._queue.append(waiting)
        self._arrived.set()

    def wake(self) -> None:
        """Have :meth:`next_together` return, though nothing may wait."""
        self._arrived.set()

    async def next_together(self) -> list[Waiting]:
        """The next wish; if it is a slip, all slips that wait right behind it. Empty after :meth:`wake`."""
        await self._arrived.wait()
        together: list[Waiting] = []
        keys: set[str] = set()
        while self._queue and len(together) < MAX_TOGETHER:
            head = self._queue[0]
            if together and (not isinstance(head.wish, c.HandIn) or head.key in keys):
                break
            together.append(self._queue.popleft())
            keys.add(head.key)
            if not isinstance(head.wish, c.HandIn):
                break
        if not together:
            self._arrived.clear()
        return together

    def refuse_all(self, error: Exception) -> None:
        """Nobody will come for those who wait."""
        for waiting in self._queue:
            waiting.refuse(error)
        self._queue.clear()

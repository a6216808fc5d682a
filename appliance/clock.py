"""The two kinds of :class:`appliance.ports.Time`: the machine's, and one driven by hand."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import datetime


class MonotonicTime:
    """The machine's monotonic clock, with calls on the running event loop."""

    def now_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def wall_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def today(self) -> str:
        return datetime.now().astimezone().isoformat(timespec="seconds")

    def call_after(self, delay_ms: int, action: Callable[[], None]) -> Callable[[], None]:
        return asyncio.get_running_loop().call_later(delay_ms / 1000, action).cancel


class HandTime:
    """Time that stands still until :meth:`advance` moves it; for tests and for playing an evening faster than it was."""

    def __init__(self, now_ms: int = 1_000_000, today: str = "2026-11-30T20:00:00+01:00") -> None:
        self._now_ms = now_ms
        self._today = today
        self.wall_offset_ms = int(datetime.fromisoformat(today).timestamp() * 1000) - now_ms
        """Wall time less monotonic time; a test sets the machine's date by it."""
        self._due: list[tuple[int, int, Callable[[], None]]] = []
        self._count = 0

    def now_ms(self) -> int:
        return self._now_ms

    def wall_ms(self) -> int:
        return self._now_ms + self.wall_offset_ms

    def today(self) -> str:
        return self._today

    def call_after(self, delay_ms: int, action: Callable[[], None]) -> Callable[[], None]:
        self._count += 1
        item = (self._now_ms + delay_ms, self._count, action)
        self._due.append(item)

        def cancel() -> None:
            if item in self._due:
                self._due.remove(item)

        return cancel

    def advance(self, by_ms: int) -> None:
        """Move on by *by_ms*, making each call that falls due at its own moment."""
        end = self._now_ms + by_ms
        while due := min((item for item in self._due if item[0] <= end), default=None, key=lambda item: item[:2]):
            self._due.remove(due)
            self._now_ms = max(self._now_ms, due[0])
            due[2]()
        self._now_ms = end

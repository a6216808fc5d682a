"""The rim of the appliance: what the hub needs from the world, each with a fake that tests use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Time(Protocol):
    """Time as the hub sees it: a monotonic reading, and a call in the future."""

    def now_ms(self) -> int:
        """Monotonic milliseconds; only differences mean anything."""
        ...

    def today(self) -> str:
        """Date and time for print, ISO 8601; never used to measure or to order."""
        ...

    def call_after(self, delay_ms: int, action: Callable[[], None]) -> Callable[[], None]:
        """Run *action* once, *delay_ms* from now, on the hub's thread; returns what cancels it."""
        ...


class Sounder(Protocol):
    """Something that makes the signals heard: a buzzer on a pin, the wall's loudspeaker."""

    def sound(self, signal: str) -> None:
        """Begin a signal (``warning``, ``end``, ``tick``) and return at once. A broken sounder never raises."""
        ...

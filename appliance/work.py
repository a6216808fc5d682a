"""How far a long search is, for the desk: the Romanian last round and the decomposed game look for the best of several placements."""

from __future__ import annotations

from collections.abc import Callable

from appliance.ports import Time

PATIENCE_MS = 1000
"""A search shorter than this is not spoken of."""
SPACING_MS = 500
"""Least time between two figures shown."""


class Work:
    """Takes the steps of a search, on whatever thread it runs, and says now and then that there is news."""

    def __init__(self, time: Time, news: Callable[[], None]) -> None:
        """*news* is called on the thread of the search."""
        self._time = time
        self._news = news
        self._began_ms: int | None = None
        self._told_ms = 0
        self._stopped = False
        self.shown: tuple[int, int] | None = None
        """Steps done and steps in all; ``None`` while nothing takes long."""

    def begin(self) -> None:
        """A command is being decided that may take a while."""
        self._began_ms, self._stopped = self._time.now_ms(), False

    def stop(self) -> None:
        """The referee will not wait: the search ends with its next step, and says that its answer is not proved."""
        self._stopped = True

    def step(self, done: int, steps: int) -> bool:
        """What :data:`engine.variants.playtop.Progress` asks for."""
        if self._stopped:
            return False
        now_ms = self._time.now_ms()
        if self._began_ms is None or now_ms - self._began_ms < PATIENCE_MS:
            return True
        if self.shown is None or now_ms - self._told_ms >= SPACING_MS:
            self.shown, self._told_ms = (done, steps), now_ms
            self._news()
        return True

    def end(self) -> None:
        """It is decided."""
        self._began_ms = self.shown = None

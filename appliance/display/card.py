"""The test card: a sample evening's scenes in turn, to try a screen from the back of the room."""

from __future__ import annotations

from dataclasses import replace

from appliance.display.news import News
from appliance.display.picture import Picture
from appliance.display.samples import sample_pictures

CARD_MS = 8_000


class TestCard:
    """Shows the sample pictures one after the other; takes the place of :class:`appliance.display.wall.Wall`."""

    __test__ = False

    def __init__(self, language: str) -> None:
        self.pictures = sample_pictures(language)
        self.silent = False
        self._skipped_ms = 0
        self._start_ms: int | None = None

    def receive(self, news: News, now_ms: int) -> None:
        """There is no hub to listen to."""

    def cycle(self) -> None:
        """On to the next picture."""
        self._skipped_ms += CARD_MS

    def show_volume(self, percent: int, now_ms: int) -> None:
        """The volume is heard, not shown."""

    def picture(self, now_ms: int, size: tuple[int, int]) -> Picture:  # noqa: ARG002 - the wall needs it, for its pages
        """The sample picture whose turn it is."""
        turn = self._shown_ms(now_ms) // CARD_MS % len(self.pictures)
        return replace(self.pictures[turn], silent=self.silent)

    def next_change_ms(self, now_ms: int) -> int:
        """Until the next picture."""
        return CARD_MS - self._shown_ms(now_ms) % CARD_MS

    def _shown_ms(self, now_ms: int) -> int:
        """Since the first picture, skipped time included."""
        if self._start_ms is None:
            self._start_ms = now_ms
        return now_ms - self._start_ms + self._skipped_ms

"""The wall's loop: waits for news, keys and the next second, and draws only when what is shown has changed."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Protocol

import pygame

from appliance.display.canvas import Canvas
from appliance.display.news import News, Signal
from appliance.display.picture import Picture
from appliance.display.scenes import redraw
from appliance.display.screen import Screen
from appliance.display.speaker import Speaker
from appliance.errors import SetupError

log = logging.getLogger(__name__)

LONGEST_WAIT_MS = 100
"""A key is noticed within this time. SDL's own wait looks a thousand times a second where there is no desktop, and costs 3 % for it."""
SCREEN_RETRY_TICKS = 30
"""So many waits between two tries to open a screen that is off: some three seconds."""
VOLUME_STEP = 10


class Show(Protocol):
    """What the loop shows: the wall, or the test card."""

    silent: bool

    def receive(self, news: News, now_ms: int) -> None:
        """Take in news of the hub."""

    def cycle(self) -> None:
        """The key S."""

    def show_volume(self, percent: int, now_ms: int) -> None:
        """The volume was changed."""

    def picture(self, now_ms: int, size: tuple[int, int]) -> Picture:
        """What to show now."""

    def next_change_ms(self, now_ms: int) -> int | None:
        """When it may change by itself."""


def monotonic_ms() -> int:
    """Monotonic milliseconds."""
    return time.monotonic_ns() // 1_000_000


class Loop:
    """Joins show, screen and speaker. :meth:`deliver` and :meth:`stop` may be called from any thread."""

    def __init__(
        self,
        show: Show,
        screen: Screen,
        speaker: Speaker,
        *,
        now_ms: Callable[[], int] = monotonic_ms,
        screenshots: Path | None = None,
    ) -> None:
        self._show = show
        self._screen = screen
        self._speaker = speaker
        self._now_ms = now_ms
        self._screenshots = screenshots
        self._saved = 0
        self._news: SimpleQueue[News] = SimpleQueue()
        self._stopped = threading.Event()
        self._shown: Picture | None = None
        self.draws = 0
        """How often something was drawn."""

    def deliver(self, news: News) -> None:
        """Hand over news; the loop wakes at once."""
        self._news.put(news)

    def stop(self) -> None:
        """End the loop soon."""
        self._stopped.set()

    def run(self) -> None:
        """Until stopped; survives a screen that is off, or is switched off."""
        self._speaker.open()
        said = ""
        while not self._stopped.is_set():
            try:
                self._screen.open()
                said, self._shown = "", None
                while not self._stopped.is_set():
                    self.step(self._wait_ms())
            except (SetupError, pygame.error) as error:
                if str(error) != said:
                    said = str(error)
                    log.warning(
                        "%s; trying again every %.0f s", said, SCREEN_RETRY_TICKS * LONGEST_WAIT_MS / 1000
                    )
                self._listen_a_while()
        self._speaker.close()
        self._screen.close()

    def _listen_a_while(self) -> None:
        """Without a screen: go on hearing and sounding until the next try."""
        for _ in range(SCREEN_RETRY_TICKS):
            self._take_news(LONGEST_WAIT_MS)
            if self._stopped.is_set():
                return

    def _wait_ms(self) -> int:
        change_ms = self._show.next_change_ms(self._now_ms())
        return LONGEST_WAIT_MS if change_ms is None else max(min(change_ms, LONGEST_WAIT_MS), 1)

    def step(self, wait_ms: int) -> bool:
        """Wait for something to happen, at most so long, and draw if the picture changed; whether it did.

        :raises pygame.error: if the screen is gone.
        """
        self._take_news(wait_ms)
        for event in pygame.event.get():
            self._handle(event)
        surface = self._screen.surface
        self._show.silent = self._speaker.silent
        picture = self._show.picture(self._now_ms(), surface.get_size())
        if picture == self._shown:
            return False
        redraw(Canvas(surface), picture, self._shown)
        pygame.display.flip()
        self.draws += 1
        self._save(surface, picture)
        self._shown = picture
        return True

    def _take_news(self, wait_ms: int) -> None:
        """All news there is, the first of it awaited."""
        while True:
            try:
                news = self._news.get(timeout=wait_ms / 1000)
            except Empty:
                return
            wait_ms = 0
            if isinstance(news, Signal):
                self._speaker.sound(news.signal, self._now_ms())
            else:
                self._show.receive(news, self._now_ms())

    def _handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self._stopped.set()
        elif event.type in {pygame.WINDOWSIZECHANGED, pygame.WINDOWEXPOSED}:
            self._shown = None
        elif event.type == pygame.KEYDOWN:
            self._key(event.key)

    def _key(self, key: int) -> None:
        match key:
            case pygame.K_f:
                self._screen.toggle()
                self._shown = None
            case pygame.K_s:
                self._show.cycle()
            case pygame.K_q | pygame.K_ESCAPE:
                if self._screen.windowed:
                    self._stopped.set()
            case pygame.K_PLUS | pygame.K_KP_PLUS | pygame.K_EQUALS:
                self._change_volume(VOLUME_STEP)
            case pygame.K_MINUS | pygame.K_KP_MINUS:
                self._change_volume(-VOLUME_STEP)

    def _change_volume(self, percent: int) -> None:
        now = self._now_ms()
        self._show.show_volume(self._speaker.louder(percent), now)
        self._speaker.sound("tick", now)

    def _save(self, surface: pygame.Surface, picture: Picture) -> None:
        """Keep a picture of every new scene, for the documents and for looking at."""
        before = self._shown
        if self._screenshots is None:
            return
        if before and (before.scene, before.view.phase, before.page, before.urgent) == (
            picture.scene,
            picture.view.phase,
            picture.page,
            picture.urgent,
        ):
            return
        self._saved += 1
        name = f"{self._saved:03}-{picture.scene}-{picture.view.phase}.png"
        pygame.image.save(surface, str(self._screenshots / name))

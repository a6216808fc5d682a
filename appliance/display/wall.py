"""What is on show: follows the news and the clock, decides the scene, turns pages. Knows neither screen nor socket."""

from __future__ import annotations

from dataclasses import replace

from appliance.catalogue import LANGUAGES
from appliance.display.news import Lost, News, Shown
from appliance.display.picture import Picture, Scene
from appliance.display.scenes import pages
from appliance.views import PublicView

REVEAL_MS = 20_000
"""How long a result stands before the standings take a turn."""
PAGE_MS = 10_000
"""How long a page of a list stands."""
VOLUME_MS = 2_000

_SCENES = {
    "empty": Scene.LOBBY,
    "lobby": Scene.LOBBY,
    "drawn": Scene.DRAW,
    "running": Scene.PLAY,
    "paused": Scene.PLAY,
    "time_up": Scene.PLAY,
    "closed": Scene.PLAY,
    "revealed": Scene.REVEAL,
    "ended": Scene.STANDINGS,
}


class Wall:
    """The state behind the picture. All times are monotonic milliseconds, given by the caller."""

    def __init__(self, language: str = "", first_language: str = "fr") -> None:
        self._fixed_language = language
        self._language = language or first_language
        self._view: PublicView | None = None
        self._url = ""
        self._connected = True
        self._in_trouble = False
        self._remaining_ms = 0
        self._received_ms = 0
        self._since_ms = 0
        """When the phase of the round began, as seen here."""
        self._asked: Scene | None = None
        self._volume: int | None = None
        self._volume_until_ms = 0
        self.silent = False
        """Whether no sound can be made here."""

    def receive(self, news: News, now_ms: int) -> None:
        """Take in what the hub says, or that it says nothing any more."""
        match news:
            case Shown(view, url):
                self._show(view, now_ms)
                self._url, self._connected, self._in_trouble = url, True, False
            case Lost(in_trouble=in_trouble):
                self._connected = False
                self._in_trouble = in_trouble

    def _show(self, view: PublicView, now_ms: int) -> None:
        before = self._view
        if before is None or (before.phase, before.round) != (view.phase, view.round):
            self._since_ms = now_ms
            self._asked = None
        self._received_ms = now_ms
        if view.clock is not None:
            # the time left is counted on from here; without it, two views that look alike are equal
            self._remaining_ms = view.clock.remaining_ms
            view = replace(view, clock=replace(view.clock, remaining_ms=0))
        self._view = view
        if view.evening is not None and not self._fixed_language and view.evening.language in LANGUAGES:
            self._language = view.evening.language

    def cycle(self) -> None:
        """Someone at the keyboard wants the standings, then the board, then again what the evening shows."""
        if self._view is not None and self._view.evening is not None:
            following = {None: Scene.STANDINGS, Scene.STANDINGS: Scene.BOARD, Scene.BOARD: None}
            self._asked = following[self._asked]

    def show_volume(self, percent: int, now_ms: int) -> None:
        """Say for a moment how loud it is."""
        self._volume, self._volume_until_ms = percent, now_ms + VOLUME_MS

    def picture(self, now_ms: int, size: tuple[int, int]) -> Picture:
        """What a surface of this size shows now."""
        common = Picture(
            Scene.CONNECTING,
            PublicView("empty"),
            self._language,
            self._url,
            connected=self._connected,
            silent=self.silent,
            volume=self._volume if now_ms < self._volume_until_ms else None,
        )
        if self._view is None or self._in_trouble:
            return replace(common, connected=True, in_trouble=self._in_trouble)
        scene, page = self._scene(self._view, now_ms, size)
        return replace(
            common, scene=scene, view=self._view, page=page, seconds=-(-self._left_ms(now_ms) // 1000)
        )

    def next_change_ms(self, now_ms: int) -> int | None:
        """In how many milliseconds the picture may change by itself; ``None``: only by news."""
        waits = []
        view = self._view
        if now_ms < self._volume_until_ms:
            waits.append(self._volume_until_ms - now_ms)
        if view is not None:
            if view.clock is not None and view.clock.running and (left := self._left_ms(now_ms)) > 0:
                waits.append((left - 1) % 1000 + 1)
            if view.phase in {"empty", "lobby", "revealed", "ended"} or view.each_own or self._asked is not None:
                # reveal and pages turn at whole multiples of a page's time
                waits.append(PAGE_MS - (now_ms - self._since_ms) % PAGE_MS)
        return min(waits, default=None)

    def _left_ms(self, now_ms: int) -> int:
        clock = self._view.clock if self._view else None
        if clock is None:
            return 0
        gone = now_ms - self._received_ms if clock.running else 0
        return max(self._remaining_ms - gone, 0)

    def _scene(self, view: PublicView, now_ms: int, size: tuple[int, int]) -> tuple[Scene, int]:
        """The scene and its page. A shown result and the standings take turns."""
        shown_ms = now_ms - self._since_ms
        scene = self._asked or _SCENES.get(view.phase, Scene.LOBBY)
        if self._asked is None and view.phase == "ended" and view.each_own:
            # the desk has the wall show one seat's board, or none
            scene = Scene.BOARD if any(map(any, view.board)) else scene
        if scene is Scene.REVEAL:
            if view.reveal is None:
                return Scene.STANDINGS, shown_ms // PAGE_MS
            turn_ms = REVEAL_MS + PAGE_MS * (pages(Scene.STANDINGS, view, size) if view.standings else 0)
            in_turn_ms = shown_ms % turn_ms
            return (
                (scene, 0)
                if in_turn_ms < REVEAL_MS
                else (Scene.STANDINGS, (in_turn_ms - REVEAL_MS) // PAGE_MS)
            )
        count = pages(scene, view, size)
        return scene, shown_ms // PAGE_MS % count if count > 1 else 0

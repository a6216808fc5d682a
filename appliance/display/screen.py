"""Opening the screen: on a text console through KMS/DRM on whichever card has a screen connected, else under X or Wayland.

A Raspberry Pi 5 has several ``/dev/dri/cardN`` whose numbers change from one start to the next
(https://github.com/libsdl-org/SDL/issues/13705), so the number is looked up each time.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import MutableMapping
from pathlib import Path

import pygame

from appliance.errors import SetupError

log = logging.getLogger(__name__)

DRM = Path("/sys/class/drm")


def connected_card(drm: Path = DRM) -> int | None:
    """Number of the first graphics card that has a screen connected, or ``None``."""
    cards = []
    for status in drm.glob("card*-*/status"):
        match = re.match(r"card(\d+)-", status.parent.name)
        try:
            if match and status.read_text(encoding="ascii").strip() == "connected":
                cards.append(int(match[1]))
        except (OSError, ValueError):
            continue
    return min(cards, default=None)


def choose_driver(environment: MutableMapping[str, str], drm: Path = DRM) -> None:
    """Tell SDL where to draw, if neither the environment nor a running desktop does.

    :raises SetupError: on a text console without any screen connected.
    """
    desktop = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    driver = environment.get("SDL_VIDEODRIVER", "" if desktop else "kmsdrm")
    if driver != "kmsdrm":
        return
    card = connected_card(drm)
    if card is None:
        raise SetupError("no screen is connected")
    environment["SDL_VIDEODRIVER"] = "kmsdrm"
    environment["SDL_KMSDRM_DEVICE_INDEX"] = str(card)


class Screen:
    """The one window or the whole screen."""

    def __init__(self, *, windowed: bool = False, size: tuple[int, int] | None = None) -> None:
        self.windowed = windowed
        self._size = size

    def open(self) -> None:
        """Open it at its own resolution, or in a window.

        :raises SetupError: if there is no screen to draw on; it may be switched on later.
        """
        pygame.display.quit()
        choose_driver(os.environ)
        try:
            pygame.display.init()
            self._set_mode()
        except pygame.error as error:
            pygame.display.quit()
            raise SetupError(f"no screen: {error}") from error
        pygame.display.set_caption("Toptable")
        pygame.display.set_allow_screensaver(False)
        pygame.mouse.set_visible(self.windowed)
        width, height = self.surface.get_size()
        log.info("drawing %d x %d by %s", width, height, pygame.display.get_driver())

    def _set_mode(self) -> None:
        # never SCALED: text is drawn at the size it is shown in
        if self.windowed:
            pygame.display.set_mode(self._size or (1280, 720), pygame.RESIZABLE)
        else:
            # SDL's dummy has no modes: asked for the whole screen it takes no other size than its own
            whole = 0 if self._size and pygame.display.get_driver() == "dummy" else pygame.FULLSCREEN
            pygame.display.set_mode(self._size or (0, 0), whole)

    def toggle(self) -> None:
        """From window to whole screen and back."""
        self.windowed = not self.windowed
        self._set_mode()
        pygame.mouse.set_visible(self.windowed)

    @property
    def surface(self) -> pygame.Surface:
        """What is drawn on.

        :raises SetupError: if no screen is open.
        """
        surface = pygame.display.get_surface() if pygame.display.get_init() else None
        if surface is None:
            raise SetupError("no screen is open")
        return surface

    def close(self) -> None:
        """Give the screen back."""
        pygame.display.quit()

"""``python -m appliance.display``: the wall display."""

from __future__ import annotations

import argparse
import logging
import os
import re
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

# before pygame is imported, which would greet on the standard output
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from appliance.catalogue import LANGUAGES
from appliance.display.canvas import Canvas
from appliance.display.card import TestCard
from appliance.display.client import HubLink, socket_url
from appliance.display.loop import Loop
from appliance.display.scenes import draw
from appliance.display.screen import Screen
from appliance.display.speaker import Speaker
from appliance.display.wall import Wall
from appliance.errors import SetupError

LEAST, MOST = 240, 7680


def parse_size(text: str) -> tuple[int, int]:
    """``1920x1080`` as two numbers.

    :raises argparse.ArgumentTypeError: if it is no size, or one that nothing can be read on.
    """
    match = re.fullmatch(r"(\d{3,4})x(\d{3,4})", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text!r} is no size such as 1920x1080")
    width, height = int(match[1]), int(match[2])
    if not (min(width, height) >= LEAST and max(width, height) <= MOST):
        raise argparse.ArgumentTypeError(f"{text}: a side has from {LEAST} to {MOST} pixels")
    return width, height


def arguments(args: list[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m appliance.display", description="The wall display of a Toptable hub."
    )
    parser.add_argument(
        "--url", default="ws://127.0.0.1:8080/ws", help="the hub's address (default: %(default)s)"
    )
    parser.add_argument("--lang", choices=LANGUAGES, help="language of the texts (default: the evening's)")
    parser.add_argument(
        "--windowed", action="store_true", help="in a window; Q or Esc closes it, F fills the screen"
    )
    parser.add_argument(
        "--size", type=parse_size, metavar="WxH", help="size in pixels (default: the screen's own)"
    )
    parser.add_argument("--screenshot", type=Path, metavar="DIR", help="save a PNG of every new scene in DIR")
    parser.add_argument(
        "--test-card",
        action="store_true",
        help="every scene in turn, without a hub; with --screenshot: save and end",
    )
    parser.add_argument(
        "--attached",
        action="store_true",
        help="end when the standard input does: with the program that started it, however that ended",
    )
    return parser.parse_args(args)


def main(args: list[str] | None = None) -> int:
    """Run the wall until it is stopped."""
    options = arguments(args)
    logging.basicConfig(level=logging.INFO, format="wall: %(message)s")
    language = options.lang or _system_language()
    try:
        if options.screenshot is not None:
            _make_folder(options.screenshot)
        if options.test_card and options.screenshot is not None:
            save_test_card(language, options.size or (1920, 1080), options.screenshot)
            return 0
        url = socket_url(options.url)
    except SetupError as error:
        logging.getLogger("wall").error("%s", error)  # noqa: TRY400 - the message says it all
        return 2
    show = TestCard(language) if options.test_card else Wall(options.lang or "", language)
    speaker = Speaker()
    loop = Loop(
        show, Screen(windowed=options.windowed, size=options.size), speaker, screenshots=options.screenshot
    )
    # SDL hangs up the console's session when it takes it over (https://github.com/pygame/pygame/issues/342)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, lambda *_: loop.stop())
    if options.attached:
        threading.Thread(target=_await_end, args=(sys.stdin.fileno(), loop.stop), name="parent", daemon=True).start()
    link = None if options.test_card else HubLink(url, loop.deliver, sounds=lambda: not speaker.silent)
    if link is not None:
        link.start()
    loop.run()
    if link is not None:
        link.stop()
    pygame.quit()
    return 0


def save_test_card(language: str, size: tuple[int, int], folder: Path) -> None:
    """Save every sample picture as a PNG; needs no screen."""
    for i, picture in enumerate(TestCard(language).pictures, 1):
        surface = pygame.Surface(size)
        draw(Canvas(surface), picture)
        pygame.image.save(surface, str(folder / f"{i:02}-{picture.scene}-{picture.view.phase}.png"))


def _await_end(pipe: int, stop: Callable[[], None]) -> None:
    """Call *stop* when nobody holds the other end of the pipe any more; the kernel lets go of it even for a parent that was killed."""
    with suppress(OSError):
        while os.read(pipe, 1024):
            pass
    stop()


def _system_language() -> str:
    """The language of the machine, where it is one of ours; used until an evening says otherwise."""
    wanted = os.environ.get("LANG", "")[:2]
    return wanted if wanted in LANGUAGES else "fr"


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SetupError(f"--screenshot {folder}: {error}") from error


if __name__ == "__main__":
    sys.exit(main())

"""A real hub, a real browser, and a name that is no secure context: what the tablets of a club meet."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
HOST = "masa.lan"
PHONE = {"width": 360, "height": 740}
TABLET = {"width": 1024, "height": 768}
DESK = {"width": 1440, "height": 900}
LIMIT_MS = 15_000


class Hub:
    """A hub of its own, in its own process, on its own data folder; it can be killed and started again."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = 0
        self.pin = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start (again, on the same port) and wait until it listens."""
        command = [sys.executable, "-m", "appliance", "run", "--no-wall", "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--data", str(self.data)]
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        said = ""
        for line in self._process.stdout:
            said += line
            if line.startswith("Stop with"):
                break
        port, pin = re.search(r"Players: +http://[^:]+:(\d+)/", said), re.search(r"PIN: +(\d+)", said)
        assert port is not None, f"the hub did not start: {said}"
        assert pin is not None, f"no PIN: {said}"
        self.port, self.pin = int(port[1]), pin[1]

    def kill(self) -> None:
        """As a power cut does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As Ctrl-C does."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(how)
        process.wait(timeout=20)
        assert process.stdout is not None
        process.stdout.close()

    @property
    def url(self) -> str:
        """The players' page, under a name that browsers do not trust."""
        return f"http://{HOST}:{self.port}/"


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    hub = Hub(tmp_path_factory.mktemp("hub"))
    hub.start()
    yield hub
    hub.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    assert chromium, "no chromium: make test installs it"
    with sync_playwright() as playwright:
        args = ["--no-sandbox", f"--host-resolver-rules=MAP {HOST} 127.0.0.1"]
        browser = playwright.chromium.launch(executable_path=chromium, args=args)
        yield browser
        browser.close()


NewPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, hub: Hub) -> Iterator[NewPage]:
    """``open_page("desk", language="ro", size=PHONE)``: a page in a browser of its own. An error of its script fails the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def new(path: str = "", *, language: str = "fr", size: dict[str, int] | None = None, touch: bool = False) -> Page:
        viewport = size or TABLET
        context = browser.new_context(
            viewport={"width": viewport["width"], "height": viewport["height"]}, locale=language, has_touch=touch
        )
        contexts.append(context)
        context.set_default_timeout(LIMIT_MS)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(f"{path or 'player'}: {error}"))
        page.goto(hub.url + path)
        return page

    expect.set_options(timeout=LIMIT_MS)
    yield new
    for context in contexts:
        context.close()
    assert not errors, errors


@pytest.fixture
def open_desk(open_page: NewPage, hub: Hub) -> Callable[..., Page]:
    """The desk, logged in."""

    def new(**options: object) -> Page:
        desk = open_page("desk", **{"size": DESK, **options})
        desk.locator("#pin").fill(hub.pin)
        desk.keyboard.press("Enter")
        expect(desk.locator("#undo")).to_be_visible()
        return desk

    return new

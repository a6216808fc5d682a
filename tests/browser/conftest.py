"""A real hub, a real browser, and a name that is no secure context: what the tablets of a club meet."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
HOST = "masa.lan"
PHONE: ViewportSize = {"width": 360, "height": 740}
TABLET: ViewportSize = {"width": 1024, "height": 768}
DESK: ViewportSize = {"width": 1440, "height": 900}
LIMIT_MS = 20_000
SLOWED = int(os.environ.get("TOPTABLE_SLOWED", "1"))
"""How many times slower than this machine the pages' scripts run: to find tests that only a quick browser passes."""


class Hub:
    """A hub of its own, in its own process, on its own data folder; it can be killed and started again."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = 0
        self.pin = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self, *more: str) -> None:
        """Start (again, on the same port) and wait until it listens."""
        command = [sys.executable, "-m", "appliance", "run", "--no-wall", "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--data", str(self.data), *more]
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


@pytest.fixture(scope="session")
def lexicons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the first hub compiles its lexicon and the others find it."""
    return tmp_path_factory.mktemp("lexicons")


@pytest.fixture
def hub(tmp_path: Path, lexicons: Path) -> Iterator[Hub]:
    """A fresh hub."""
    (tmp_path / "lexicons").symlink_to(lexicons)
    hub = Hub(tmp_path)
    hub.start()
    yield hub
    hub.stop()


class Player:
    """A player's page, used as a player does: by taps on squares and tiles, or by the line of text."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def sit_down(self, table: int) -> None:
        """Take a table whose name the referee has typed."""
        self.page.locator(".tables button").filter(has=self.page.locator("b", has_text=re.compile(f"^{table}$"))).click()
        self.page.locator(".joining button.main").click()
        expect(self.page.locator("#head .table")).to_have_text(str(table))

    def square(self, name: str) -> Locator:
        """A square of the board, ``H4``."""
        return self.page.get_by_role("gridcell", name=re.compile(f"^{name}(,|$)"))

    def tap(self, square: str, letters: str) -> None:
        """Tap a square, then the tiles of the draw one by one."""
        self.square(square).click()
        for letter in letters:
            self.page.get_by_role("button", name=re.compile(f"^{letter} [0-9]+$")).and_(
                self.page.locator(".rack button:enabled")
            ).first.click()

    def count(self, points: int) -> None:
        """Write the points."""
        self.page.locator("#points").fill(str(points))

    def write(self, line: str) -> None:
        """Write the whole slip as text."""
        self.page.locator(".tab").nth(1).click()
        self.page.locator("#line").fill(line)

    def send(self) -> None:
        """Hand the slip in."""
        self.page.locator("#send").click()

    def hand_in(self, line: str) -> None:
        """Write the whole slip as text and hand it in."""
        self.write(line)
        self.send()

    @property
    def kept(self) -> Locator:
        """What the page says once the slip is on the hub's disk."""
        return self.page.locator(".note.kept")


class Referee:
    """The desk, used by its keys."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open_evening(self, *players: str, name: str = "Mardi", **settings: str) -> None:
        """Start an evening; further settings as ``clock__round_s="20"``."""
        self.page.locator("#evening-name").fill(name)
        self.page.locator("#players").fill("\n".join(players))
        self.page.locator(".setting-up summary").click()
        lines = [f"{key.replace('__', '.')} = {value}" for key, value in settings.items()]
        self.page.locator("#settings").fill("\n".join(lines))
        self.page.locator(".setting-up button.main").click()
        expect(self.page.locator("#do-draw")).to_be_visible()

    def press(self, key: str) -> None:
        """Press a key of the desk; while the step before is on its way, the same key would rightly do nothing."""
        expect(self.page.locator("#head .busy")).to_have_count(0)
        self.page.keyboard.press(key)

    def draw(self, letters: str) -> None:
        """Type letters drawn from a bag."""
        self.press("t")
        self.page.locator("dialog[open] input").fill(letters)
        self.page.keyboard.press("Enter")

    def start(self, letters: str) -> None:
        """Draw and start the clock."""
        self.draw(letters)
        expect(self.page.locator("#do-start")).to_be_visible()
        self.press("Space")
        expect(self.page.locator("#do-pause")).to_be_visible()

    def confirm(self, key: str) -> None:
        """Press a key and say yes to its question."""
        self.press(key)
        expect(self.page.locator("dialog[open]")).to_be_visible()
        self.page.keyboard.press("Enter")
        expect(self.page.locator("dialog[open]")).to_be_hidden()

    def time_up(self) -> None:
        """End the time."""
        self.confirm("x")
        expect(self.page.locator(".clock.time_up")).to_be_visible()

    def close(self) -> None:
        """Judge the slips, before the time is up."""
        self.confirm("c")
        expect(self.page.locator("#do-reveal")).to_be_visible()

    def reveal(self) -> None:
        """Show the top."""
        self.press("r")
        expect(self.page.locator("#do-draw")).to_be_visible()

    def paper(self, table: int, line: str) -> None:
        """Key a paper slip: table, Enter, the slip, Enter."""
        self.page.keyboard.press("p")
        self.page.keyboard.type(str(table))
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#paper-line")).to_be_focused()
        self.page.keyboard.type(line)
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#paper-line")).to_have_value("")
        self.page.keyboard.press("Escape")

    def place(self, ref: str, word: str) -> None:
        """Choose one of the equal tops."""
        row = self.page.locator(".tops li", has_text=re.compile(rf"{ref}\s+{word}"))
        if "retained" not in (row.get_attribute("class") or ""):
            row.get_by_role("button").click()
        expect(row).to_have_class("retained")

    def verdict(self, table: int) -> Locator:
        """The row of a table in the list of verdicts."""
        seat = self.page.locator("td:first-child", has_text=re.compile(f"^{table}$"))
        return self.page.locator(".verdicts tbody tr").filter(has=seat)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium. One a module: while Playwright runs in a thread, no other event loop can."""
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

    def new(path: str = "", *, language: str = "fr", size: ViewportSize = TABLET, touch: bool = False) -> Page:
        context = browser.new_context(viewport=size, locale=language, has_touch=touch)
        contexts.append(context)
        context.set_default_timeout(LIMIT_MS)
        page = context.new_page()
        if SLOWED > 1:
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        page.on("pageerror", lambda error: errors.append(f"{path or 'player'}: {error}"))
        page.goto(hub.url + path)
        return page

    expect.set_options(timeout=LIMIT_MS)
    yield new
    for context in contexts:
        context.close()
    assert not errors, errors


@pytest.fixture
def open_player(open_page: NewPage) -> Callable[..., Player]:
    """A player's page."""
    return lambda **options: Player(open_page(**options))


@pytest.fixture
def referee(open_page: NewPage, hub: Hub) -> Referee:
    """The desk, logged in, before an evening."""
    desk = open_page("desk", size=DESK)
    desk.locator("#pin").fill(hub.pin)
    desk.keyboard.press("Enter")
    expect(desk.locator("#setup")).to_be_visible()
    return Referee(desk)


@pytest.fixture
def anne(referee: Referee, open_player: Callable[..., Player]) -> Player:
    """The tablet of table 1 while EEINRST is played; table 2, Bruno's, has none."""
    referee.open_evening("Anne", "Bruno")
    player: Player = open_player()
    player.sit_down(1)
    referee.start("EEINRST")
    return player

"""A hub restarted under a running wall, a desk and tablets (24 of them with ``TOPTABLE_LONG=1``): all return by themselves."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

ROOT = Path(__file__).resolve().parents[2]
TABLETS = 24 if os.environ.get("TOPTABLE_LONG") else 6

pytestmark = [pytest.mark.browser, pytest.mark.slow]


class Wall:
    """A wall display on a screen that nobody sees."""

    def __init__(self, port: int, folder: Path) -> None:
        command = [sys.executable, "-m", "appliance.display", "--url", f"http://127.0.0.1:{port}", "--size", "640x360"]
        command += ["--screenshot", str(folder)]
        self.process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)

    def connected(self) -> None:
        """Wait until it says that it has found the hub."""
        assert self.process.stderr is not None
        assert any("connected to" in line for line in self.process.stderr), "the wall has ended"

    def end(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=20)


@pytest.fixture
def wall(hub: Any, tmp_path: Path) -> Iterator[Wall]:
    wall = Wall(hub.port, tmp_path / "wall")
    yield wall
    wall.end()


def test_all_return_by_themselves(
    referee: Any, open_player: Callable[..., Any], hub: Any, wall: Wall, tmp_path: Path
) -> None:
    wall.connected()
    referee.open_evening(*(f"Joueur {table}" for table in range(1, TABLETS + 1)))
    players = [open_player() for _ in range(TABLETS)]
    for table, player in enumerate(players, 1):
        player.sit_down(table)
    referee.start("EEINRST")
    hub.kill()
    for player in players:
        expect(player.page.locator("#head .lamp")).to_have_class("lamp off")
    hub.start()
    for player in players:
        expect(player.page.locator("#head .lamp")).to_have_class("lamp on")
        expect(player.page.locator("body")).to_have_attribute("data-phase", "paused")
    wall.connected()
    expect(referee.page.locator("#do-resume")).to_be_visible()
    referee.press("Space")
    for table, player in enumerate(players, 1):
        expect(player.page.locator("body")).to_have_attribute("data-phase", "running")
        player.hand_in(f"H4 RETINES {table}")
    for player in players:
        expect(player.kept).to_be_visible()
    expect(referee.page.locator(".seats .received")).to_have_count(TABLETS)
    referee.time_up()
    wall.end()
    shown = [path.stem.partition("-")[2] for path in sorted((tmp_path / "wall").glob("*.png"))]
    assert shown[-3:] == ["play-paused", "play-running", "play-time_up"], shown

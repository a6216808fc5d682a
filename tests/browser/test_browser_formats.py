"""A club format chosen at the desk, and the desk of a hub that plays a prepared game."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Referee

if TYPE_CHECKING:
    from tests.browser.conftest import Hub

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[2]


def test_seven_and_eight_with_a_joker_in_a_blitz(referee: Referee) -> None:
    desk = referee.page
    desk.locator("#format").select_option("f_88j")
    desk.locator("#pace").select_option("blitz")
    referee.open_evening("Anne")
    referee.draw("RENTIERS")
    expect(desk.locator("body")).to_contain_text("joker manquant")
    referee.start("?RENTIER")
    expect(desk.locator(".clock .time").first).to_contain_text("1:00")
    expect(desk.locator(".rack").first.locator(":scope > *")).to_have_count(8)


def test_a_prepared_game_is_opened_and_its_checksum_shown(hub: Hub, open_page: Callable[..., Page]) -> None:
    hub.stop()
    out = hub.data / "games"
    command = [sys.executable, "-m", "appliance", "prepare", "--out", str(out), "--data", str(hub.data), "--jobs", "1"]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE)
    checksum = (out / "announcement.txt").read_text().split()[-1]
    hub.start("--game", str(out / "game-1.sealed"))
    desk = open_page("desk", language="en")
    desk.locator("#pin").fill(hub.pin)
    desk.keyboard.press("Enter")
    expect(desk.locator(".note.prepared")).to_contain_text(checksum[:16])
    expect(desk.locator("#rules, #lexicon, #sealed-draw")).to_have_count(0)
    expect(desk.locator(".note.begun")).to_have_count(0)
    desk.locator("#players").fill("Anne")
    desk.locator(".setting-up button.main").click()
    expect(desk.locator(".settled")).to_contain_text(checksum[:16])
    expect(desk.locator("#do-draw_typed")).to_have_count(0)
    desk.keyboard.press("t")
    expect(desk.locator("dialog[open]")).to_be_hidden()
    desk.locator("#do-draw").click()
    expect(desk.locator("#do-start")).to_be_visible()
    player = open_page("", language="en")
    expect(player.locator("body")).to_contain_text("Anne")
    room = Referee(desk)
    room.page.locator("#do-start").click()
    room.close()
    room.reveal()
    room.page.locator("#do-end").click()
    room.page.locator("dialog[open]").get_by_role("button").last.click()
    room.page.locator("#do-new_evening").click()
    expect(desk.locator(".note.begun")).to_contain_text("1")

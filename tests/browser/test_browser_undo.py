"""Steps taken back and done again at the desk, by keys alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Player, Referee

pytestmark = pytest.mark.browser


def test_a_round_in_play_is_asked_about_twice_and_comes_back(referee: Referee, open_player: Callable[..., Player]) -> None:
    referee.open_evening("Anne", "Bruno")
    player = open_player()
    player.sit_down(1)
    referee.start("EEINRST")
    player.write("H4 RETINES 66")
    player.send()
    page, dialog = referee.page, referee.page.locator("dialog")
    expect(page.locator("#control .count b")).to_have_text("1/2")
    page.keyboard.press("u")
    expect(dialog).to_contain_text("emporte le tirage du coup 1, son chronomètre et ses bulletins (1)")
    page.keyboard.press("Enter")
    expect(dialog).to_contain_text("L’annuler quand même ?")
    page.keyboard.press("Escape")
    expect(page.locator("#control .count b")).to_have_text("1/2")
    page.keyboard.press("u")
    page.keyboard.press("Enter")
    expect(dialog).to_contain_text("L’annuler quand même ?")
    page.keyboard.press("Enter")
    expect(page.locator("#do-draw")).to_be_visible()
    expect(page.locator("#redo")).to_be_visible()
    page.keyboard.press("Shift+U")
    expect(page.locator("#banner")).to_contain_text("Rétabli : le tirage du coup 1.")
    expect(page.locator("#control .count b")).to_have_text("1/2")
    expect(page.locator("#do-resume")).to_be_visible()
    expect(page.locator("#redo")).to_have_count(0)


def test_the_end_of_the_time_is_taken_back(referee: Referee) -> None:
    referee.open_evening("Anne", "Bruno")
    referee.start("EEINRST")
    referee.time_up()
    page = referee.page
    page.keyboard.press("u")
    expect(page.locator("dialog")).to_contain_text("la fin du temps du coup 1")
    page.keyboard.press("Enter")
    expect(page.locator("#do-resume")).to_be_visible()
    expect(page.locator("#control .time")).to_contain_text(re.compile("3:00|2:5"))

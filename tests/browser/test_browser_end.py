"""The end of a game: in mid-round, which can be taken back, and of a sealed draw, which cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Player, Referee

pytestmark = pytest.mark.browser


def test_a_game_that_ends_in_mid_round_shows_no_clock_and_keeps_the_top(referee: Referee, anne: Player) -> None:
    page = referee.page
    expect(anne.page.locator("#clock .time")).to_be_visible()
    referee.press("e")
    expect(page.locator("dialog[open]")).to_contain_text("On peut annuler.")
    page.keyboard.press("Enter")
    expect(page.locator("#do-new_evening")).to_be_visible()
    expect(anne.page.locator("body")).to_have_attribute("data-phase", "ended")
    for clock in (anne.page.locator("#clock .time"), page.locator("#control .time")):
        expect(clock).to_have_count(0)
    expect(page.locator("#tops")).to_have_text("Ce coup n’a pas été arbitré : son top reste caché. S")
    referee.press("s")
    expect(page.locator("#tops")).to_contain_text("RETINES")
    referee.confirm("u")
    expect(page.locator("#do-resume")).to_be_visible()
    expect(anne.page.locator("#clock .time")).to_be_visible()


def test_the_end_of_a_sealed_draw_is_said_to_be_final_and_no_undo_is_offered(referee: Referee) -> None:
    page, dialog = referee.page, referee.page.locator("dialog[open]")
    page.locator("#evening-name").fill("Scellée")
    page.locator("#players").fill("Anne")
    page.locator(".setting-up summary").click()
    page.locator("#sealed-draw").check()
    page.locator(".setting-up button.main").click()
    expect(page.locator("#do-draw")).to_be_visible()
    referee.press("d")
    expect(page.locator("#do-start")).to_be_visible()
    expect(page.locator("#undo")).to_be_enabled()
    referee.press("e")
    expect(dialog).to_contain_text("cette fin ne peut pas être annulée")
    expect(dialog).not_to_contain_text("On peut annuler")
    page.keyboard.press("Enter")
    expect(page.locator("#do-new_evening")).to_be_visible()
    expect(page.locator("#undo")).to_be_disabled()
    referee.press("u")
    expect(dialog).to_have_count(0)
    referee.press("n")
    expect(page.locator("#evening-name")).to_be_focused()


def test_the_longest_name_of_a_solo_stays_on_a_telephone(referee: Referee, open_player: Callable[..., Player]) -> None:
    """60 letters, the most that a name may have, without a place to break."""
    name = "W" * 60
    referee.open_evening(name, "Bruno", solo__minimum_seats="1")
    bruno = open_player(size={"width": 360, "height": 740})
    bruno.sit_down(2)
    referee.start("EEINRST")
    referee.paper(1, "H4 RETINES 66")
    referee.close()
    referee.reveal()
    expect(bruno.page.locator(".result .found")).to_contain_text(name)
    assert bruno.page.evaluate("document.documentElement.scrollWidth") <= 360

"""The desk where the players set the top: their equal best plays, the computer's apart; and the word that the game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.conftest import Referee

pytestmark = pytest.mark.browser


def test_the_players_equal_plays_are_listed_and_the_computers_apart(referee: Referee) -> None:
    page = referee.page
    referee.open_evening("Anne", "Bruno", top__by="players", draw__maximum_rounds="1", ranking__tie_breaks='["tops_found"]')
    referee.start("EEINRST")
    # four letters of one point over the star: 8 each; seven of them from H4: 66
    for table, line in ((1, "H5 RIEN 8"), (2, "H5 NIER 8")):
        referee.paper(table, line)
    referee.close()
    listed = page.locator("#tops > .tops li")
    expect(listed).to_have_count(2)
    # the one retained says why, naming both
    words = page.locator("#tops > .tops .play .word")
    assert sorted(words.all_inner_texts()) == ["NIER", "RIEN"]
    expect(page.locator("#tops .possible summary")).to_have_text("meilleur possible : 66")
    retained = page.locator("#tops > .tops .retained .play .word")
    other = "NIER" if retained.inner_text() == "RIEN" else "RIEN"
    listed.get_by_role("button").click()
    expect(retained).to_have_text(other)
    # the referee may also place what nobody found
    page.locator("#tops .possible summary").click()
    page.locator("#tops .possible button").first.click()
    expect(page.locator("#tops > .tops .retained b")).to_have_text("66")
    referee.reveal()
    expect(page.locator(".note.over")).to_contain_text("Fin de la partie")


def test_a_setting_that_is_no_list_is_refused_with_its_form(referee: Referee) -> None:
    page = referee.page
    page.locator("#evening-name").fill("Mardi")
    page.locator(".setting-up summary").click()
    page.locator("#settings").fill("ranking.tie_breaks = tops_found")
    page.locator(".setting-up button.main").click()
    expect(page.locator("body")).to_contain_text('["tops_found", "fewest_warnings"]')
    expect(page.locator("body")).to_contain_text("Le réglage ranking.tie_breaks est une liste")

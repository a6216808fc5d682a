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


def test_a_round_in_play_is_asked_about_twice_and_comes_back(referee: Referee, anne: Player) -> None:
    anne.hand_in("H4 RETINES 66")
    page, dialog = referee.page, referee.page.locator("dialog[open]")
    expect(page.locator("#control .count b")).to_have_text("1/2")
    referee.press("u")
    expect(dialog).to_contain_text("emporte le tirage du coup 1, son chronomètre et ses bulletins (1)")
    page.keyboard.press("Enter")
    expect(dialog).to_contain_text("L’annuler quand même ?")
    page.keyboard.press("Escape")
    expect(page.locator("#control .count b")).to_have_text("1/2")
    referee.press("u")
    expect(dialog).to_contain_text("emporte le tirage du coup 1")
    page.keyboard.press("Enter")
    expect(dialog).to_contain_text("L’annuler quand même ?")
    page.keyboard.press("Enter")
    expect(page.locator("#do-draw")).to_be_visible()
    expect(page.locator("#redo")).to_be_visible()
    referee.press("Shift+U")
    expect(page.locator("#banner")).to_contain_text("Rétabli : le tirage du coup 1.")
    expect(page.locator("#control .count b")).to_have_text("1/2")
    expect(page.locator("#do-resume")).to_be_visible()
    expect(page.locator("#redo")).to_have_count(0)


def test_the_end_of_the_time_is_taken_back(referee: Referee) -> None:
    referee.open_evening("Anne", "Bruno")
    referee.start("EEINRST")
    referee.time_up()
    page = referee.page
    referee.press("u")
    expect(page.locator("dialog[open]")).to_contain_text("la fin du temps du coup 1")
    page.keyboard.press("Enter")
    expect(page.locator("#do-resume")).to_be_visible()
    expect(page.locator("#control .time")).to_contain_text(re.compile("3:00|2:5"))


def test_a_paper_slip_replaces_a_tablets_only_after_a_question_and_can_be_taken_back(
    referee: Referee, anne: Player
) -> None:
    anne.hand_in("H4 RETINES 66")
    page, dialog, kept = referee.page, referee.page.locator("dialog[open]"), anne.page.locator(".note.kept").first
    expect(kept).to_contain_text("Bulletin gardé n° 1")
    page.keyboard.press("p")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(page.locator("#paper-line")).to_be_focused()
    page.keyboard.type("H4 SENT 8")
    page.keyboard.press("Enter")
    expect(dialog).to_contain_text("La table 1 a déjà le bulletin n° 1 (tablette).")
    page.keyboard.press("Escape")
    expect(page.locator("#paper-line")).to_be_focused()
    expect(page.locator("#paper-line")).to_have_value("H4 SENT 8")
    page.keyboard.press("Enter")
    expect(dialog).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#banner")).to_contain_text("Bulletin de la table 1 saisi.")
    expect(kept).to_contain_text("Bulletin papier n° 2, saisi par l’arbitre")
    page.keyboard.press("Escape")
    referee.press("u")
    expect(dialog).to_contain_text("le bulletin papier de la table 1, coup 1")
    page.keyboard.press("Enter")
    expect(kept).to_contain_text("Bulletin gardé n° 1")


def test_taken_tables_cannot_be_chosen_and_an_evening_that_is_over_says_only_that(
    referee: Referee, open_player: Callable[..., Player]
) -> None:
    referee.open_evening("Anne", "Bruno")
    first, second = open_player(), open_player()
    anne, bruno = (second.page.locator(".tables button").nth(number) for number in (0, 1))
    expect(anne).to_be_enabled()
    first.sit_down(1)
    expect(anne).to_be_disabled()
    expect(anne).to_contain_text("occupée")
    expect(bruno).to_be_enabled()
    referee.confirm("e")
    expect(second.page.locator("#join")).to_contain_text("La partie « Mardi » est terminée.")
    expect(second.page.locator("#join .note")).to_have_count(1)

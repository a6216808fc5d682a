"""The referee's work besides the play, at the desk: words admitted, old slips, averages, absences, second arbitration, notices."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from tests.browser.conftest import Player, Referee

pytestmark = pytest.mark.browser

UNKNOWN = "STEERIN"
"""Seven letters of one point that are no French word: 66 points from H4, as RETINES."""


def first_round(referee: Referee, *more: tuple[int, str]) -> None:
    """A round shown in which table 1 found a top and table 2 wrote a word that the list lacks."""
    referee.start("EEINRST")
    for table, line in ((1, "H4 RETINES 66"), (2, f"H4 {UNKNOWN} 66"), *more):
        referee.paper(table, line)
    referee.close()
    referee.reveal()


def answer(page: Page, **fields: str) -> None:
    """Fill the fields of a question and say yes."""
    for name, value in fields.items():
        page.locator(f"dialog[open] [name={name}]").fill(value)
    page.keyboard.press("Enter")
    expect(page.locator("dialog[open]")).to_be_hidden()


def open_round(page: Page, number: int) -> None:
    """The corrections of an earlier round."""
    page.locator("#tab-rounds").click()
    page.locator(".rounds tbody tr").nth(number - 1).get_by_role("button").click()
    expect(page.locator("#corrected")).to_be_visible()


def key_again(page: Page, table: int, line: str) -> None:
    """As the second person: table, Enter, the slip, Enter."""
    page.locator("#second-seat").focus()
    page.keyboard.type(str(table))
    page.keyboard.press("Enter")
    expect(page.locator("#second-line")).to_be_focused()
    page.keyboard.type(line)
    page.keyboard.press("Enter")
    expect(page.locator("#second-line")).to_have_value("")


def test_a_word_is_admitted_by_keys_and_named_at_the_foot_and_on_the_sheets(referee: Referee) -> None:
    page = referee.page
    referee.open_evening("Anne", "Bruno")
    first_round(referee)
    expect(referee.verdict(2)).to_contain_text("absent de la liste libre")
    page.keyboard.press("w")
    page.keyboard.type(UNKNOWN)
    page.keyboard.press("Enter")
    expect(page.locator(".answer")).to_contain_text("n’est pas dans la liste libre")
    page.locator("#admit").focus()
    page.keyboard.press("Enter")
    answer(page, reason="dictionnaire du club")
    expect(referee.verdict(2).locator(".strong").last).to_have_text("66")
    expect(page.locator(".answer")).to_contain_text("admis ce soir")
    expect(page.locator("#foot")).to_contain_text("mots admis : 1")
    page.locator("#sheets-button").click()
    expect(page.locator("#sheets .admitted")).to_contain_text(f"{UNKNOWN} – dictionnaire du club")
    page.locator("#sheets-button").click()
    referee.confirm("u")
    expect(referee.verdict(2).locator(".strong").last).to_have_text("0")


def test_a_table_reads_why_it_has_nothing_and_later_that_it_was_corrected(
    referee: Referee, open_player: Callable[..., Player]
) -> None:
    page = referee.page
    referee.open_evening("Anne", "Bruno", "Chloé")
    player = open_player(language="ro")
    player.sit_down(2)
    first_round(referee)
    notices = player.page.locator("#notices")
    expect(notices).to_contain_text(f"{UNKNOWN} nu este în lista liberă")
    expect(notices).to_contain_text("Zero puncte.")
    referee.start("EEINRST")
    open_round(page, 1)
    referee.verdict(2).locator("summary").press("Enter")
    referee.verdict(2).locator(".rekey").click()
    answer(page, text="H4 RETINES 66", reason="mal lu")
    expect(referee.verdict(2).locator(".strong").last).to_have_text("66")
    expect(referee.verdict(2)).to_contain_text("rectifié le")
    expect(notices).to_contain_text("0 → 66")
    expect(notices).to_contain_text("arbitru: mal lu")
    referee.verdict(3).locator("summary").press("Enter")
    referee.verdict(3).locator(".average").click()
    answer(page, group="1, 2", reason="appelée au téléphone")
    expect(referee.verdict(3)).to_contain_text("moyenne des tables 1, 2")
    expect(page.locator(".clock.running")).to_be_visible()
    page.locator("#sheets-button").click()
    page.locator("#only-notices").check()
    expect(page.locator("#sheets .page")).to_have_count(0)
    expect(page.locator("#sheets .notices")).to_have_count(2)
    expect(page.locator("#sheets .notices").first).to_contain_text("Avis à la table 2 : Bruno")


def test_a_slip_of_an_earlier_round_that_waits_for_a_decision_is_not_forgotten(referee: Referee) -> None:
    page = referee.page
    referee.open_evening("Anne", "Bruno", "Chloé", slip__first_slip_at_maximum="false")
    first_round(referee)
    referee.start("EEINRST")
    open_round(page, 1)
    referee.verdict(2).locator("summary").press("Enter")
    referee.verdict(2).locator(".rekey").click()
    # two references that contradict one another: the French book leaves that to the referee
    answer(page, text="H4 4H RETINES 66", reason="mal lu")
    waits = page.locator(".waits")
    expect(waits).to_contain_text("Coup 1 : à décider – tables : 2.")
    page.locator("#tab-standings").click()
    waits.get_by_role("button").click()
    expect(page.locator("#corrected")).to_be_visible()
    expect(referee.verdict(2)).to_contain_text("à décider")
    referee.verdict(2).locator(".candidates button").first.click()
    expect(referee.verdict(2)).to_contain_text("accepté")
    expect(waits).to_have_count(0)


def test_a_second_person_keys_the_pile_and_the_difference_is_settled(referee: Referee) -> None:
    page = referee.page
    referee.open_evening("Anne", "Bruno")
    first_round(referee)
    open_round(page, 1)
    page.locator("#second").click()
    expect(page.locator(".second")).not_to_contain_text("RETINES")
    for table, line in ((1, "RETINES H4 66"), (2, "H4 RETINES 66")):
        key_again(page, table, line)
    expect(page.locator(".difference")).to_have_count(1)
    expect(page.locator(".difference")).to_contain_text(UNKNOWN)
    page.locator("#tab-standings").click()
    expect(page.locator(".standings tbody tr").nth(1)).to_contain_text("Bruno")
    expect(page.locator(".standings tbody tr").nth(1).locator("td").nth(3)).to_have_text("0")
    page.locator(".difference button").last.click()
    answer(page, reason="relu à deux")
    expect(page.locator(".difference")).to_have_count(0)
    expect(page.locator(".standings tbody tr").nth(1).locator("td").nth(3)).to_have_text("66")


def test_absence_return_and_another_player_at_the_table(referee: Referee) -> None:
    page = referee.page
    referee.open_evening("Anne", "Bruno", "Chloé")
    first_round(referee)
    expect(page.locator(".standings tbody tr").last).to_contain_text("Chloé")
    page.locator("#tab-seats").click()
    rows = page.locator(".seating tbody tr")
    rows.nth(2).locator("summary").click()
    rows.nth(2).locator(".excuse").click()
    answer(page, first="1", last="1", reason="arrivée au coup 2")
    open_round(page, 1)
    expect(referee.verdict(3)).to_contain_text("non joué")
    page.locator("#tab-seats").click()
    rows.nth(1).locator("summary").click()
    rows.nth(1).locator(".take-over").click()
    answer(page, name="Zoé")
    expect(rows.nth(1)).to_contain_text("Zoé")
    expect(referee.verdict(2)).to_contain_text("Bruno")
    rows.nth(2).locator("summary").click()
    rows.nth(2).get_by_role("button", name="Retirer").click()
    page.keyboard.press("Enter")
    expect(rows.nth(2)).to_contain_text("partie")
    rows.nth(2).locator("summary").click()
    rows.nth(2).get_by_role("button", name="Rejoue").click()
    expect(rows.nth(2)).not_to_contain_text("partie")
    referee.start("EEINRST")
    expect(page.locator("#banner")).to_be_empty()


def test_a_slip_that_only_the_second_person_found_is_counted_with_the_pile(referee: Referee) -> None:
    page = referee.page
    referee.open_evening("Anne", "Bruno", "Chloé")
    first_round(referee)
    open_round(page, 1)
    page.locator("#second").click()
    for table in (1, 2, 3):
        key_again(page, table, "H4 RETINES 66")
    # two slips had been handed in; the third lay under the pile
    expect(page.locator(".second")).to_contain_text("3 sur 3")


def test_tables_of_an_average_may_be_written_as_a_span(referee: Referee) -> None:
    referee.open_evening("Anne", "Bruno", "Chloé")
    first_round(referee)
    open_round(referee.page, 1)
    referee.verdict(3).locator("summary").press("Enter")
    referee.verdict(3).locator(".average").click()
    answer(referee.page, group="1-2", reason="appelée au téléphone")
    # 66 and 0 points
    expect(referee.verdict(3)).to_contain_text("moyenne des tables 1, 2")
    expect(referee.verdict(3).locator(".strong").last).to_have_text("33")

"""The games of several boards, moves and letters, by the pages: optimist, substitution, decomposed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import Player, Referee

pytestmark = pytest.mark.browser


def test_an_optimist_round_on_two_boards(referee: Referee, open_player: Callable[..., Player]) -> None:
    desk = referee.page
    desk.locator("#rules").select_option("optimist")
    referee.open_evening("Anne", "Bruno")
    desk.locator("#tab-boards").click()
    desk.locator("#pair-seat").select_option("1")
    desk.locator("#pair-checker").select_option("2")
    desk.locator("#pair button").click()
    expect(desk.locator("#side")).to_contain_text("1 ← 2")
    anne, bruno = open_player(), open_player()
    anne.sit_down(1)
    bruno.sit_down(2)
    expect(bruno.page.locator(".checking")).to_contain_text("vous contrôlez la table 1")

    referee.start("EEINRST")
    desk.locator("#tab-boards").click()  # out of the lobby the desk turns to the standings
    desk.locator("#question-seat").select_option("1")
    desk.locator("#question-word").fill("retines")
    desk.locator("#question button").click()
    expect(desk.locator(".questions")).to_contain_text("RETINES ✓")
    expect(anne.page.locator(".checking")).to_contain_text("Questions restantes : 2")
    expect(bruno.page.locator(".checking")).not_to_contain_text("RETINES")
    anne.tap("H4", "RETINES")
    anne.count(66)
    anne.send()
    expect(anne.kept).to_contain_text("n° 1")
    bruno.hand_in("H8 SERIN 12")
    expect(bruno.kept).to_contain_text("n° 2")
    expect(bruno.page.locator(".check")).to_have_count(0)
    referee.close()
    # Bruno checks Anne's slip on a copy of her board
    expect(bruno.page.locator(".check")).to_contain_text("H4 RETINES 66")
    expect(anne.page.locator(".check")).to_have_count(0)
    bruno.page.locator(".check .agree").click()
    expect(bruno.page.locator(".check")).to_contain_text("Signalé à l’arbitre")
    expect(anne.page.locator("#result")).to_contain_text("aucune différence")
    expect(desk.locator(".agreed")).to_contain_text("1")
    referee.reveal()
    # SERIN at H8: five tiles of one point, the last on H12, a double letter: 6, doubled by the star, 12; E and T are lost, 12 - 2
    expect(anne.page.locator("#head .score")).to_have_text("66 · 1/2")
    expect(bruno.page.locator("#head .score")).to_have_text("10 · 2/2")
    expect(anne.square("H4")).to_have_accessible_name("H4, R")
    expect(bruno.square("H8")).to_have_accessible_name("H8, S")
    expect(bruno.square("H4")).to_have_accessible_name("H4, lettre compte double")

    desk.locator("#differ-seat").select_option("1")
    desk.locator("#differ-text").fill("64 points")
    desk.locator("#differ button").click()
    expect(anne.page.locator(".checking")).to_contain_text("1 ← 2: 64 points")
    expect(bruno.page.locator(".checking")).to_contain_text("1 ← 2: 64 points")
    # the referee need not look for it: it is at the tab, in the next step and at the slip, which opens that board by keyboard alone
    expect(desk.locator("#tab-boards")).to_contain_text("≠ 1")
    expect(desk.locator("#control .next")).to_contain_text("tables : 1")
    mark = desk.locator(".verdicts tr", has_text="Anne").locator(".differs")
    expect(mark).to_have_text("≠ 2: 64 points")
    expect(desk.locator(".verdicts tr", has_text="Bruno").locator(".differs")).to_have_count(0)
    desk.locator("#tab-standings").click()
    mark.focus()
    desk.keyboard.press("Enter")
    expect(desk.locator("#board-seat")).to_have_value("1")
    desk.locator("#board-seat").select_option("0")
    expect(desk.locator("#board")).to_be_hidden()
    desk.locator("#board-seat").select_option("2")
    expect(desk.locator("#board")).to_have_text(re.compile("S.?E.?R.?I.?N"))
    desk.locator("#board-seat").select_option("1")
    expect(desk.locator("#board")).to_have_text(re.compile("R.?E.?T.?I.?N.?E.?S"))
    expect(desk.locator("#tops")).to_be_empty()

    # the best known line of one draw is its best play: RETINES 66, all letters laid
    desk.locator("#do-end").click()
    desk.keyboard.press("Enter")
    expect(anne.page.locator("#sheet .standings")).not_to_contain_text("%")
    desk.locator("#tab-boards").click()
    desk.locator("#reference-width").fill("5")
    desk.locator("#reference button").click()
    expect(desk.locator("#reference")).to_contain_text("Meilleure ligne connue : 66 points (largeur 5, graine ")
    expect(anne.page.locator("#sheet .standings")).to_contain_text("%")
    expect(anne.page.locator("#sheet .standings tr").nth(1)).to_contain_text("100")
    expect(bruno.page.locator("#sheet .standings tr").nth(2)).to_contain_text("15,2")


def test_a_substitution_slip_and_its_top(referee: Referee, open_player: Callable[..., Player]) -> None:
    desk = referee.page
    desk.locator("#rules").select_option("substitution")
    referee.open_evening("Anne", "Bruno")
    anne = open_player()
    anne.sit_down(1)
    referee.start("EEINRST")
    # by taps alone: I is given up, W taken; a tile that the draw has no more cannot be laid
    page = anne.page
    page.locator("#exchange").click()
    page.locator("#letters").get_by_role("button", name="I", exact=True).click()
    expect(page.locator("#letters")).to_contain_text("Quelle lettre prenez-vous pour I")
    expect(page.locator("#letters").get_by_role("button", name="I", exact=True)).to_be_disabled()
    page.locator("#letters").get_by_role("button", name="W", exact=True).click()
    expect(page.locator("#exchange")).to_have_text("I → W")
    expect(page.locator(".rack")).not_to_contain_text("I")
    anne.tap("H4", "WESTERN")
    anne.count(102)
    fits(page)
    anne.send()
    expect(anne.kept).to_contain_text("I>W H4 WESTERN 102")
    expect(anne.kept).to_contain_text("n° 1")
    referee.close()
    expect(desk.locator(".tops")).to_contain_text("I>W H4 WESTERN")
    referee.reveal()
    expect(anne.page.locator("#head .score")).to_have_text("102 · 1/2")
    expect(anne.page.locator(".result .retained")).to_contain_text(">")
    expect(anne.page.locator("#board [data-move]")).to_have_count(0)


def fits(page: Page) -> None:
    """A narrow phone shows all of the slip's controls, none beyond its edge."""
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for control in page.locator("#entry button, #entry input").all():
        box = control.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360


def test_a_decomposed_slip_carries_two_moves(referee: Referee, open_player: Callable[..., Player]) -> None:
    desk = referee.page
    desk.locator("#rules").select_option("decomposed")
    referee.open_evening("Anne", "Bruno")
    anne = open_player()
    anne.sit_down(1)
    referee.start("ABJMNOO")
    page = anne.page
    expect(page.locator("#second")).to_be_disabled()
    anne.tap("H4", "JAMBON")
    anne.count(48)
    page.locator("#second").click()
    # the first word stays laid, numbered, and its tiles are gone from the draw
    expect(page.locator(".variant .first")).to_have_text("1 H4 JAMBON 48")
    expect(page.locator("#board [data-move='1']")).to_have_count(6)
    expect(page.locator(".rack button:enabled")).to_have_count(1)
    anne.square("G9").click()
    anne.square("G9").click()
    page.get_by_role("button", name="O 1", exact=True).and_(page.locator(".rack button:enabled")).click()
    expect(page.locator("#place")).to_contain_text("9G")
    expect(page.locator("#board [data-move='2']")).to_have_count(1)
    anne.count(3)
    fits(page)
    # as text it is the same slip, and back again
    page.locator(".tab").nth(1).click()
    expect(page.locator("#line")).to_have_value("H4 JAMBON 48 / 9G ON 3")
    expect(page.locator("#board [data-move='2']")).to_have_count(1)
    page.locator(".tab").nth(0).click()
    expect(page.locator(".variant .first")).to_have_text("1 H4 JAMBON 48")
    anne.send()
    expect(anne.kept).to_contain_text("H4 JAMBON 48 / 9G ON 3")
    page.get_by_role("button", name="Revenir au premier mot").click()
    expect(page.locator("#points")).to_have_value("48")
    expect(page.locator("#board [data-move]")).to_have_count(0)
    referee.close()
    expect(desk.locator(".tops")).to_contain_text("H4 JAMBON / 9G ON")
    referee.reveal()
    expect(anne.page.locator("#head .score")).to_have_text("51 · 1/2")
    # which move laid which tile: the first leaves the board on which the second lies
    for page in (anne.page, desk):
        marked = page.locator("#board [data-move]")
        expect(marked).to_have_count(7)
        expect(page.locator("#board [data-move='1']")).to_have_count(6)
    expect(anne.square("H4")).to_have_accessible_name("H4, J, placement 1")


def test_a_letter_of_the_players_own_choice(referee: Referee, open_player: Callable[..., Player]) -> None:
    desk = referee.page
    referee.open_evening("Anne", "Bruno", draw__chosen="1", draw__rack="6")
    anne = open_player(touch=True)
    anne.sit_down(1)
    referee.start("EINRST")
    expect(desk.locator(".hint", has_text="+ une lettre au choix")).to_be_visible()
    anne.tap("H4", "RETIN")
    own = anne.page.locator(".rack .own")
    expect(own).to_have_accessible_name("+ une lettre au choix")
    own.click()
    anne.page.locator("#letters").get_by_role("button", name="E", exact=True).click()
    expect(own).to_be_disabled()
    expect(own).to_contain_text("E")
    anne.page.get_by_role("button", name="S 1", exact=True).click()
    anne.count(66)
    anne.send()
    expect(anne.kept).to_contain_text("H4 RETINES 66")
    referee.close()
    # R E T I N E S: 8 with the R on a double letter, doubled by the star, and 50
    expect(referee.verdict(1)).to_contain_text("accepté +E")
    referee.reveal()
    expect(anne.page.locator("#head .score")).to_contain_text("66 ·")
    expect(anne.page.locator(".result .retained")).to_contain_text("+")

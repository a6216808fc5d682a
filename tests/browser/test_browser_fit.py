"""Every language fits: nothing wider than a small telephone, every target big enough for a finger, everything named for the ear."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

if TYPE_CHECKING:
    from tests.browser.conftest import Player, Referee

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 360, "height": 740}
FINGER_PX = 44

TARGETS = """() => [...document.querySelectorAll('button, select, input, summary')]
  .filter((one) => one.checkVisibility())
  .map((one) => { const box = one.getBoundingClientRect();
    return [one.outerHTML.slice(0, 90), Math.round(box.width), Math.round(box.height)]; })"""
UNNAMED = """() => [...document.querySelectorAll('button, select, input, [role=gridcell]')]
  .filter((one) => one.checkVisibility())
  .filter((one) => !(one.getAttribute('aria-label') || one.textContent.trim() || one.labels?.[0]?.textContent.trim()))
  .map((one) => one.outerHTML.slice(0, 90))"""
WIDTH = "document.documentElement.scrollWidth"
RAW = """() => document.body.innerText.match(/\\b(player|desk|common|column|premium|phase|fault|reason)\\.[a-z_]+|\\{[a-z_]+\\}/g)"""

BESIDE = """() => {
  const middle = document.querySelector('.middle').getBoundingClientRect();
  const cells = [...document.querySelectorAll('.verdicts tbody td')].map((one) => one.getBoundingClientRect());
  const overlap = (a, b, low, high) => Math.min(a[high], b[high]) - Math.max(a[low], b[low]) > 1;
  const cross = (a, b) => overlap(a, b, 'left', 'right') && overlap(a, b, 'top', 'bottom');
  const outside = [...document.querySelectorAll('.verdicts :is(th, td, button, summary, .outcome)')]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
      const { left, right } = one.getBoundingClientRect();
      return right > middle.right + 1 || left < middle.left - 1;
    });
  const crossing = cells.filter((a, i) => cells.some((b, j) => i < j && cross(a, b)));
  return [...outside.map((one) => one.textContent), ...crossing.map(({ x, y }) => `cell at ${x}, ${y}`)];
}"""


def check(page: Page, where: str) -> None:
    small: list[Any] = [one for one in page.evaluate(TARGETS) if min(one[1:]) < FINGER_PX]
    assert not small, f"{where}: too small for a finger: {small}"
    assert page.evaluate(UNNAMED) == [], where
    assert page.evaluate(RAW) is None, f"{where}: a key without its text"
    assert page.evaluate(WIDTH) <= PHONE["width"], f"{where}: wider than the telephone"


@pytest.mark.parametrize("language", ["fr", "nl", "ro", "en"])
def test_the_players_page_fits_a_small_telephone(
    language: str, referee: Referee, open_player: Callable[..., Player]
) -> None:
    referee.open_evening("Guillaume de la Tour d’Auvergne-Lauraguais", "Ioana Țăranu")
    player = open_player(language=language, size=PHONE, touch=True)
    expect(player.page.locator(".tables button")).to_have_count(2)
    expect(player.page.locator("html")).to_have_attribute("lang", language)
    check(player.page, "joining")
    player.sit_down(1)
    referee.start("?BDFIOU")
    player.tap("H4", "BOUFID")
    check(player.page, "writing")
    player.page.locator(".rack .joker").click()
    check(player.page, "choosing a blank")
    player.page.locator(".alphabet button").nth(3).click()
    player.count(4)
    player.send()
    expect(player.kept).to_be_visible()
    check(player.page, "kept")
    player.write("H4 BOUFID(E) 66")
    check(player.page, "as text")
    referee.close()
    referee.reveal()
    expect(player.page.locator(".result")).to_be_visible()
    check(player.page, "result")
    referee.confirm("e")
    expect(player.page.locator(".standings")).to_be_visible()
    check(player.page, "ended")


@pytest.mark.parametrize("language", ["fr", "nl", "ro", "en"])
def test_the_desk_has_no_text_missing(language: str, referee: Referee) -> None:
    page = referee.page
    page.locator("#language").select_option(language)
    assert page.evaluate(RAW) is None
    referee.open_evening("Anne", "Bruno")
    for tab in ("rounds", "seats", "standings"):
        page.locator(f"#tab-{tab}").click()
        assert page.evaluate(RAW) is None, tab
    referee.start("EEINRST")
    referee.paper(1, "H4 4H RETINES 66")
    page.keyboard.press("s")
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_be_visible()
    assert page.evaluate(RAW) is None, "running, with help"
    page.keyboard.press("Escape")
    referee.close()
    assert page.evaluate(RAW) is None, "closed"
    assert page.evaluate(UNNAMED) == []
    referee.press("r")
    page.keyboard.press("Enter")
    expect(page.locator("#do-draw")).to_be_visible()
    assert page.evaluate(RAW) is None, "revealed"
    page.locator("#sheets-button").click()
    assert page.evaluate(RAW) is None, "sheets"


def test_the_verdicts_stay_in_their_column_on_every_laptop(referee: Referee) -> None:
    page = referee.page
    names = ("Bo", "Guillaume de la Tour d’Auvergne-Lauraguais", "Maximilian-Konstantinopolsky" * 2)
    referee.open_evening(*names, slip__first_slip_at_maximum="false")
    referee.start("EEINRST")
    referee.paper(1, "H4 RETXINESABCDEFGHIJKLMNOP 66")
    referee.paper(2, "H4 4H RETINES 66")
    referee.close()
    expect(page.locator(".verdicts .candidates button")).to_have_count(2)
    for language in ("fr", "ro"):
        page.locator("#language").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        for width in (1024, 1180, 1181, 1280, 1440, 1600, 1920):
            page.set_viewport_size({"width": width, "height": 800})
            where = f"{language}, {width} px"
            assert page.evaluate(BESIDE) == [], where
            assert page.evaluate(WIDTH) <= width, where


def test_earlier_rounds_keep_their_button_in_the_column(referee: Referee) -> None:
    page = referee.page
    referee.open_evening("Anne")
    referee.start("EEINRST")
    referee.paper(1, "H4 RETINES 66")
    referee.close()
    referee.reveal()
    page.locator("#tab-rounds").click()
    button = page.locator(".rounds tbody button")
    for language in ("fr", "nl", "ro", "en"):
        page.locator("#language").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        for width in (1280, 1366, 1440, 1920):
            page.set_viewport_size({"width": width, "height": 768})
            column, place = page.locator(".right").bounding_box(), button.bounding_box()
            assert column is not None
            assert place is not None
            assert place["x"] + place["width"] <= column["x"] + column["width"], f"{language}, {width} px"


@pytest.mark.parametrize("width", [360, 1920])
def test_the_log_in_stays_within_its_card(width: int, open_page: Callable[..., Page]) -> None:
    page = open_page("desk", size={"width": width, "height": 740})
    card, button = (page.locator(each).bounding_box() for each in (".login", ".login button"))
    assert card is not None
    assert button is not None
    assert card["x"] < button["x"]
    assert button["x"] + button["width"] < card["x"] + card["width"]

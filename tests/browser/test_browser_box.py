"""The desk's panel of the box, and the set-up card for tablets, whose codes a camera can read."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from appliance.catalogue import LANGUAGES, catalogue
from appliance.qr import modules

pytestmark = pytest.mark.browser


def drawn(page: Page, label: str) -> set[tuple[int, int]]:
    """The dark modules of a code as it is drawn on the page, without the white around it."""
    path = page.get_by_role("img", name=label).first.locator("path").get_attribute("d") or ""
    return {(int(y) - 4, int(x) - 4) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", path)}


def code_of(text: str) -> set[tuple[int, int]]:
    return {(y, x) for y, row in enumerate(modules(text)) for x, dark in enumerate(row) if dark}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_shows_wifi_and_address_as_codes_in_every_language(open_page: Callable[..., Page], language: str) -> None:
    texts = catalogue(language).texts
    page = open_page("card", language=language)
    expect(page.locator(".setup-card")).to_have_count(2)
    expect(page.get_by_role("img", name=texts["card.page_code"])).to_have_count(2)
    address = page.locator(".setup-card b").last.inner_text()
    assert drawn(page, texts["card.page_code"]) == code_of(address)
    page.locator("#network").fill("Club; Écluse")
    page.locator("#password").fill('pass:"word')
    expect(page.get_by_role("img", name=texts["card.wifi_code"])).to_have_count(2)
    expected = code_of('WIFI:T:WPA;S:Club\\; Écluse;P:pass\\:\\"word;;')
    expect(page.locator(".setup-card b").first).to_have_text(texts["card.secret"].replace("{password}", 'pass:"word'))
    assert drawn(page, texts["card.wifi_code"]) == expected
    page.reload()
    expect(page.locator("#network")).to_have_value("Club; Écluse")


def test_the_card_fits_a_sheet(open_page: Callable[..., Page]) -> None:
    page = open_page("card", language="fr")
    page.locator("#network").fill("N" * 32)
    page.locator("#password").fill("p" * 63)
    expect(page.locator(".setup-card svg")).to_have_count(4)
    pdf = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    page.emulate_media(media="print")
    spills = "cards => cards.some(card => card.scrollHeight > card.clientHeight + 1)"
    assert not page.locator(".setup-card").evaluate_all(spills)


def test_the_desk_shows_how_the_box_is(referee: Any) -> None:
    referee.open_evening("Anne")
    page = referee.page
    page.locator("#tab-box").click()
    expect(page.locator(".box-state tr")).to_have_count(5)
    backup = page.locator(".box-state tr", has=page.get_by_role("rowheader", name="Sauvegarde"))
    expect(backup).to_contain_text("TOPTABLE")
    expect(page.get_by_role("link", name="Carte de mise en route")).to_have_attribute("href", "/card")

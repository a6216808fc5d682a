"""The desk's panel of the box, and the set-up card for tablets, whose codes a camera can read."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
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


def test_the_card_fits_a_telephone_and_wants_a_password_that_a_wifi_can_have(open_page: Callable[..., Page]) -> None:
    """375 points are the width of a small iPhone; a WPA password has 8 to 63 characters (IEEE 802.11, annex on pass-phrases)."""
    page = open_page("card", language="fr", size={"width": 375, "height": 667})
    page.locator("#network").fill("N" * 32)
    page.locator("#password").fill("abc")
    expect(page.get_by_role("status")).to_contain_text("8")
    expect(page.locator(".setup-card svg")).to_have_count(2)
    page.locator("#password").fill("abcdefgh")
    expect(page.locator(".setup-card svg")).to_have_count(4)
    expect(page.get_by_role("status")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    for box in page.locator(".setup-card svg, .setup-card b").all():
        found = box.bounding_box()
        assert found
        assert found["x"] + found["width"] <= 375


def test_the_desk_shows_how_the_box_is(referee: Any) -> None:
    referee.open_evening("Anne")
    page = referee.page
    page.locator("#tab-box").click()
    expect(page.locator(".box-state tr")).to_have_count(5)
    backup = page.locator(".box-state tr", has=page.get_by_role("rowheader", name="Sauvegarde"))
    expect(backup).to_contain_text("TOPTABLE")
    expect(page.get_by_role("link", name="Carte de mise en route")).to_have_attribute("href", "/card")


DESKS = datetime(2031, 5, 4, 18, 0, 40, tzinfo=UTC)
"""What the desk's device believes."""


@pytest.fixture
def timedatectl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What a pretended timedatectl was told; while there is a file ``deny`` beside it, it refuses."""
    tools = tmp_path / "tools"
    tools.mkdir()
    script = f'#!/bin/sh\necho "$*" >>{tools}/log\n[ ! -e {tools}/deny ] || {{ echo "Access denied" >&2; exit 1; }}\n'
    (tools / "timedatectl").write_text(script, encoding="utf-8")
    (tools / "timedatectl").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    return tools


def test_the_desk_offers_its_date_to_a_box_that_has_another(timedatectl: Path, referee: Any) -> None:
    page, texts = referee.page, catalogue("fr").texts
    offer = page.locator(".date-offer")
    expect(offer).to_have_count(0)
    page.clock.set_fixed_time(DESKS)
    page.reload()
    expect(offer).to_contain_text("4 mai 2031")
    (timedatectl / "deny").touch()
    page.locator("#set-date").click()
    expect(page.locator("#banner")).to_contain_text("sudo timedatectl set-time")
    (timedatectl / "deny").unlink()
    page.locator("#set-date").click()
    expect(page.locator("#banner")).to_contain_text(texts["date.done"])
    told = (timedatectl / "log").read_text(encoding="utf-8").splitlines()
    assert f"--no-ask-password set-time @{int(DESKS.timestamp())}" in told
    offer.get_by_role("button", name=texts["common.close"]).click()
    expect(offer).to_have_count(0)

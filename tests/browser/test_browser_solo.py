"""Solo replay in a browser: an ended evening and a practice game, at one's own pace, against the clock, stopped and gone on with."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, ViewportSize, expect

if TYPE_CHECKING:
    from tests.browser.conftest import Hub, Referee

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 360, "height": 740}


def write(page: Page, line: str) -> None:
    """Write the whole slip as text and hand it in."""
    page.locator(".tab").nth(1).click()
    page.locator("#line").fill(line)
    page.locator("#send").click()


def test_an_evening_is_played_again_alone(referee: Referee, open_page: Callable[..., Page]) -> None:
    referee.open_evening("Anne Martin", "Li")
    solo = open_page("solo", size=PHONE, touch=True)
    expect(solo.locator("#choose")).to_contain_text("Aucune partie")
    referee.start("EEINRST")
    referee.paper(1, "H4 RETINES 66")
    referee.paper(2, "H7 EN 4")
    referee.close()
    referee.place("H4", "RETINES")
    referee.reveal()
    solo.reload()
    expect(solo.locator("#choose")).to_contain_text("Aucune partie")
    referee.start("ABDEINU")
    referee.paper(1, "4H RADE 20")
    referee.close()
    referee.reveal()
    referee.page.locator("#do-end").click()
    referee.page.keyboard.press("Enter")
    expect(referee.page.locator("body")).to_contain_text("Partie terminée")

    solo.reload()
    solo.get_by_role("button", name="Jouer").click()
    expect(solo.locator("#clock .round")).to_contain_text("1 / 2")
    assert "RETINES" not in solo.content(), "the top is not told before the move"
    write(solo, "H4 TIENS 12")
    expect(solo.locator(".result .retained")).to_contain_text("H4 RETINES 66")
    # 12 points for TIENS: behind Anne's 66 (76 with no solo: two tables), before Li's 4
    expect(solo.locator(".result .rank")).to_contain_text("2e sur 3")
    expect(solo.locator(".result .better")).to_be_visible()

    solo.reload()
    # the page loaded again shows the same round and what it said of the move
    expect(solo.locator(".result .retained")).to_contain_text("H4 RETINES 66")
    expect(solo.locator("#clock .round")).to_contain_text("1 / 2")
    solo.locator("#leave").click()
    solo.get_by_role("button", name="Reprendre").click()
    expect(solo.locator("#clock .round")).to_contain_text("2 / 2")
    expect(solo.locator("[aria-label^='H4, R']")).to_be_visible()
    solo.locator("#give-up").click()
    expect(solo.locator(".result .rank")).to_contain_text(re.compile("été classé 2e sur 3"))
    solo.locator("#next").click()
    expect(solo.locator(".history")).to_contain_text("2/3")


def test_a_practice_game_in_a_club_format_by_topping(hub: Hub, open_page: Callable[..., Page]) -> None:
    solo = open_page("solo", language="en")
    solo.locator("#rules").select_option("french")
    solo.locator("#format").select_option("f_88")
    solo.locator("#practice-pace").select_option("topping")
    solo.locator("#practise").click()
    expect(solo.locator("#rack .rack > *")).to_have_count(8, timeout=60_000)
    write(solo, "H4 ZZZ")
    expect(solo.locator("#status .note.bad")).to_contain_text("Not the top yet")
    expect(solo.locator("#next")).to_have_count(0)
    solo.locator("#give-up").click()
    expect(solo.locator(".result .retained")).to_be_visible()
    solo.locator("#next").click()
    expect(solo.locator("#clock .round")).to_contain_text("Round 2")
    solo.reload()
    expect(solo.locator("#clock .round")).to_contain_text("Round 2")
    expect(solo.locator("#give-up")).to_be_visible()
    solo.locator("#leave").click()
    solo.get_by_role("button", name="Go on").click()
    expect(solo.locator("#clock .round")).to_contain_text("Round 2")


def test_against_the_clock_the_time_ends_the_round(hub: Hub, open_page: Callable[..., Page]) -> None:
    solo = open_page("solo", language="en")
    solo.clock.install()
    solo.locator("#practice-pace").select_option("clock")
    solo.locator("#practise").click()
    expect(solo.locator("#clock .time")).to_contain_text(re.compile("[23]:"), timeout=60_000)
    solo.clock.run_for(100_000)
    solo.reload()
    # a page loaded again gives no time: 80 of 180 seconds are left
    expect(solo.locator("#clock .time")).to_contain_text(re.compile("1:(1|20)"))
    solo.clock.run_for(85_000)
    expect(solo.locator(".result .retained")).to_be_visible()


def test_an_optimist_practice_game_on_a_board_of_ones_own(hub: Hub, open_page: Callable[..., Page]) -> None:
    solo = open_page("solo", language="en", size=PHONE, touch=True)
    solo.locator("#rules").select_option("substitution")
    expect(solo.locator("#unfit")).to_contain_text("duplicate game only")
    expect(solo.locator("#format option[disabled]")).to_have_count(5)
    expect(solo.locator("#practice-pace option[disabled]")).to_have_count(2)
    solo.locator("#rules").select_option("french")
    expect(solo.locator("#unfit")).to_have_count(0)
    expect(solo.locator("option[disabled]")).to_have_count(0)
    solo.locator("#format").select_option("f_78")
    solo.locator("#practice-pace").select_option("topping")
    solo.locator("#rules").select_option("optimist")
    expect(solo.locator("#format")).to_have_value("f_plain")
    expect(solo.locator("#practice-pace")).to_have_value("own")
    expect(solo.locator("#practice-pace option[disabled]")).to_have_count(3)
    solo.locator("#practise").click()
    expect(solo.locator("#head .who")).to_contain_text(re.compile(r"Optimiste · .*20\d\d"), timeout=60_000)
    for part in ("#give-up", "#send"):
        expect(solo.locator(part)).to_be_in_viewport(ratio=1)
    solo.locator("#give-up").click()
    best = solo.locator(".result .retained").inner_text()
    expect(solo.locator("#board .tile")).to_have_count(0)
    solo.locator("#next").click()
    expect(solo.locator("#clock .round")).to_contain_text("2 / 15")
    # the best of the second round lies on a board that is still empty
    solo.locator("#give-up").click()
    expect(solo.locator(".result .retained")).not_to_have_text(best)
    expect(solo.locator("#board .tile")).to_have_count(0)


def test_a_blitz_in_practice_has_its_minute(hub: Hub, open_page: Callable[..., Page]) -> None:
    solo = open_page("solo", language="en")
    solo.locator("#practice-pace").select_option("blitz")
    solo.locator("#practise").click()
    expect(solo.locator("#clock .time")).to_contain_text(re.compile("1:00|0:5"), timeout=60_000)


def test_the_fourth_warning_costs_five_points_in_practice_too(hub: Hub, open_page: Callable[..., Page]) -> None:
    solo = open_page("solo", language="en")
    solo.locator("#rules").select_option("french")
    solo.locator("#practise").click()
    expect(solo.locator("#rack .rack > *")).to_have_count(7, timeout=60_000)
    ask = """async ([round]) => {
        const body = { game: JSON.parse(sessionStorage["toptable.solo.here"]).game.id, round, text: "" };
        return (await fetch("/api/solo/answer", { method: "POST", body: JSON.stringify(body) })).json();
    }"""
    tops = 0
    for number in range(1, 5):
        expect(solo.locator("#clock .round")).to_contain_text(f"Round {number}")
        told = solo.evaluate(ask, [number])
        tops += told["top"]
        # the top, without its points
        write(solo, f"{told['retained']['ref']} {told['retained']['word']}")
        # three warnings are free, the fourth costs 5
        expect(solo.locator(".result .costs")).to_have_text(f"Warning no. {number}." + (" Penalty: −5." if number == 4 else ""))
        expect(solo.locator("#head .score")).to_have_text(f"{tops - (5 if number == 4 else 0)} of {tops}")
        solo.locator("#next").click()
    expect(solo.locator("#sheet tbody tr").first).to_contain_text("−5")

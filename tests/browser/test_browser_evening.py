"""Two players and the desk play two rounds, by the pages, over plain http and a name that is no localhost."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import ViewportSize, expect

if TYPE_CHECKING:
    from tests.browser.conftest import Hub, Player, Referee

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 360, "height": 740}


def test_two_rounds_with_a_blank_and_two_languages(referee: Referee, open_player: Callable[..., Player]) -> None:
    referee.open_evening("Anne Martin", "Ioana Țăranu", solo__minimum_seats="2")
    desk = referee.page
    anne, ioana = open_player(), open_player(language="ro", size=PHONE, touch=True)
    assert not anne.page.evaluate("isSecureContext"), "a test on a secure page would not see what tablets lack"
    anne.sit_down(1)
    ioana.sit_down(2)
    heard: list[str] = []
    ioana.page.on("websocket", lambda socket: socket.on("framereceived", lambda data: heard.append(str(data))))
    ioana.page.reload()

    referee.start("EEINRST")
    anne.tap("H4", "RETIN")
    anne.page.keyboard.type("es")
    anne.count(66)
    anne.send()
    expect(anne.kept).to_contain_text("n° 1")
    ioana.write("H4 SENTIRE 60")
    expect(ioana.square("H4")).to_contain_text("S")
    ioana.send()
    expect(ioana.kept).to_contain_text("nr. 2")

    expect(desk.locator(".seats .received")).to_have_count(2)
    expect(desk.locator("body")).not_to_contain_text("RETINES")
    desk.keyboard.press("s")
    expect(desk.locator(".seats")).to_contain_text("H4 SENTIRE 60")
    desk.keyboard.press("s")
    expect(desk.locator("body")).not_to_contain_text("SENTIRE")

    referee.close()
    # the other table's slip, and another word of as many points: neither may have come over the socket
    assert any("SENTIRE" in text for text in heard)
    assert not any("RETINES" in text or "ENTIERS" in text for text in heard), "told before the reveal"
    referee.place("H4", "RETINES")
    referee.reveal()
    # seven tiles of one point, one on a double letter, doubled by the star, and fifty: (7 + 1) * 2 + 50; ten for the solo
    expect(anne.page.locator("#head .score")).to_have_text("76 · 1/2")
    expect(anne.page.locator(".result .found")).to_have_text("Solo de Anne Martin : +10")
    expect(ioana.page.locator(".result .why")).to_contain_text("absent din lista liberă (SENTIRE) → zero")
    expect(ioana.page.locator(".result .retained")).to_contain_text("H4 RETINES")
    expect(ioana.square("H4")).to_have_accessible_name("H4, R")

    referee.start("?ABEILM")
    ioana.page.locator(".tab").nth(0).click()
    ioana.square("D10").click()
    ioana.tap("D10", "LAME")
    expect(ioana.page.locator("#place")).to_contain_text("10D ↓")
    ioana.page.get_by_role("button", name=re.compile("^L. Atingeți")).click()
    expect(ioana.square("D10")).to_have_accessible_name("D10, L, joker")
    ioana.count(9)
    ioana.send()
    expect(ioana.kept).to_contain_text("10D (L)AMES 9")
    referee.close()
    row = referee.verdict(2)
    expect(row).to_contain_text("10D (L)AMES 9")
    expect(row).to_contain_text("accepté")
    referee.reveal()
    # L is the blank, M on a triple letter: 0 + 1 + 3 * 2 + 1 + 1
    expect(ioana.page.locator(".running tbody tr").first).to_contain_text("9")
    expect(ioana.page.locator("#head .score")).to_have_text("9 · 2/2")
    expect(ioana.page.locator(".result .why")).to_have_count(0)

    referee.confirm("e")
    expect(desk.locator("#do-new_evening")).to_be_visible()
    expect(ioana.page.locator(".standings tr.mine")).to_contain_text("Ioana Țăranu")
    expect(anne.page.locator(".clock .phase")).to_contain_text("Partie terminée")


def test_a_slip_changed_in_time_replaces_the_first_and_a_late_one_scores_nothing(
    referee: Referee, open_player: Callable[..., Player]
) -> None:
    referee.open_evening("Anne", "Bruno")
    anne, bruno = open_player(), open_player()
    anne.sit_down(1)
    bruno.sit_down(2)
    referee.start("EEINRST")
    anne.hand_in("H8 SENT 10")
    expect(anne.kept).to_contain_text("n° 1")
    anne.write("H4 RETINES 66")
    expect(anne.page.locator("#send")).to_have_text("Envoyer le nouveau bulletin")
    anne.send()
    expect(anne.kept).to_contain_text("n° 2")
    referee.time_up()
    expect(anne.page.locator("#send")).to_have_count(0)
    expect(bruno.page.locator("#status")).to_contain_text("hors temps")
    bruno.hand_in("H4 RETINES 66")
    expect(bruno.kept).to_contain_text("hors temps")
    expect(referee.page.locator(".seats .late")).to_have_count(1)
    referee.press("c")
    expect(referee.verdict(1)).to_contain_text("H4 RETINES 66")
    expect(referee.verdict(1).locator(".strong").last).to_have_text("66")
    expect(referee.verdict(2)).to_contain_text("hors temps")
    expect(referee.verdict(2).locator(".strong").last).to_have_text("0")


def test_where_late_slips_count_a_tablet_sends_while_the_round_is_judged(
    referee: Referee, open_player: Callable[..., Player]
) -> None:
    referee.open_evening("Anne", "Bruno", slip__late="until_reveal")
    anne = open_player()
    anne.sit_down(1)
    referee.start("EEINRST")
    referee.close()
    expect(anne.page.locator("#status")).to_contain_text("hors temps")
    anne.hand_in("H4 RETINES 66")
    expect(anne.kept).to_contain_text("hors temps")
    expect(anne.page.locator("#send")).to_be_hidden()
    expect(referee.verdict(1).locator(".strong").last).to_have_text("66")
    referee.paper(2, "H4 ENTIERS 66")
    expect(referee.verdict(2)).to_contain_text("hors temps")


def test_a_reload_brings_table_draft_and_kept_slip_back(referee: Referee, anne: Player) -> None:
    anne.tap("H4", "RETI")
    anne.count(12)
    anne.page.reload()
    expect(anne.square("H7")).to_have_accessible_name("H7, I")
    expect(anne.page.locator("#points")).to_have_value("12")
    anne.send()
    expect(anne.kept).to_contain_text("n° 1")
    anne.page.reload()
    expect(anne.kept).to_contain_text("H4 RETI 12")
    referee.page.reload()
    expect(referee.page.locator("#do-pause")).to_be_visible()
    expect(referee.page.locator(".seats .received")).to_have_count(1)


def test_without_network_the_slip_waits_on_the_device_and_is_sent_once(
    referee: Referee, anne: Player
) -> None:
    anne.page.context.set_offline(True)
    anne.hand_in("H4 RETINES 66")
    expect(anne.page.locator("#banner")).to_contain_text("attend sur cet appareil")
    expect(anne.page.locator(".note.waiting")).to_contain_text("H4 RETINES 66")
    expect(anne.kept).to_have_count(0)
    expect(referee.page.locator(".seats .received")).to_have_count(0)
    anne.page.context.set_offline(False)
    expect(anne.kept).to_contain_text("n° 1")
    expect(anne.page.locator("#banner p")).to_have_count(0)
    referee.paper(2, "H4 RETINES 66")
    # a slip counted twice would have made this one the third
    expect(referee.page.locator(".seats li").nth(1)).to_contain_text("n° 2 · papier")


def test_the_lost_connection_is_said_wherever_the_player_is_on_a_small_telephone(
    referee: Referee, open_player: Callable[..., Player], hub: Hub
) -> None:
    referee.open_evening("Anne", "Bruno")
    anne = open_player(size=PHONE, touch=True)
    anne.sit_down(1)
    referee.start("EEINRST")
    anne.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert anne.page.evaluate("scrollY") > 0, "the page is longer than the telephone"
    hub.kill()
    expect(anne.page.locator("#banner p")).to_be_in_viewport(ratio=1)
    anne.page.evaluate("scrollTo(0, 0)")
    expect(anne.page.locator("#banner p")).to_be_in_viewport(ratio=1)


def test_after_a_new_evening_the_old_players_page_says_so_and_offers_its_tables(
    referee: Referee, open_player: Callable[..., Player]
) -> None:
    referee.open_evening("Anne", "Bruno", name="Mardi")
    anne, bruno = open_player(), open_player(language="ro")
    anne.sit_down(1)
    bruno.sit_down(2)
    referee.confirm("e")
    expect(anne.page.locator("#clock")).to_contain_text("Partie terminée")
    bruno.page.goto("about:blank")  # asleep while the next evening begins
    referee.press("n")
    referee.open_evening("Anne", "Bruno", "Chloé", name="Mardi")
    expect(anne.page.locator("#join .news")).to_have_text("Une nouvelle partie a commencé : Mardi. Choisissez votre table.")
    expect(anne.page.locator("#join .note.bad")).to_have_count(0)
    expect(anne.page.locator(".tables button")).to_have_count(3)
    bruno.page.go_back()
    expect(bruno.page.locator("#join .news")).to_contain_text("A început o partidă nouă: Mardi.")
    anne.sit_down(3)
    expect(anne.page.locator("#join .news")).to_be_hidden()


def test_a_slip_that_is_in_stays_on_the_players_board_until_the_result(
    referee: Referee, anne: Player
) -> None:
    anne.hand_in("H4 RETINES 66")
    expect(anne.kept).to_contain_text("n° 1")
    referee.time_up()
    expect(anne.square("H4")).to_have_accessible_name("H4, R")
    referee.press("c")
    expect(referee.page.locator("dialog[open]")).to_be_visible()
    referee.page.keyboard.press("Enter")
    expect(anne.page.locator("#status")).to_contain_text("en cours d’arbitrage")
    expect(anne.square("H4")).to_have_accessible_name("H4, R")


def test_a_slip_and_the_desk_survive_the_death_of_the_hub(
    referee: Referee, anne: Player, hub: Hub
) -> None:
    hub.kill()
    expect(referee.page.locator("#banner")).to_contain_text("Pas de liaison")
    anne.hand_in("H4 RETINES 66")
    expect(anne.page.locator("#banner")).to_contain_text("attend sur cet appareil")
    hub.start()
    expect(anne.kept).to_contain_text("n° 1")
    expect(referee.page.locator("#do-resume")).to_be_visible()
    expect(referee.page.locator(".seats .received")).to_have_count(1)


def test_a_table_that_is_taken_is_refused_until_the_desk_frees_it(
    referee: Referee, open_player: Callable[..., Player]
) -> None:
    referee.open_evening("Anne", "Bruno")
    anne, thief = open_player(), open_player()
    anne.sit_down(1)
    taken = thief.page.locator(".tables button").first
    expect(taken).to_be_disabled()
    expect(taken).to_contain_text("occupée")
    referee.page.locator(".seating tbody tr").first.locator("summary").click()
    referee.page.get_by_role("button", name="Libérer").first.click()
    referee.page.keyboard.press("Enter")
    expect(anne.page.locator("#join .note.bad")).to_contain_text("plus de table")
    thief.sit_down(1)
    expect(thief.page.locator("#head .table")).to_have_text("1")

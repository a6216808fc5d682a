"""What was asked or written before the game moved on: a slip for letters taken back, a desk that did not see what another did."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Hub, Player, Referee

pytestmark = pytest.mark.browser

SLIP = "H4 RETINES 66"
REFUSED = ".note.refused"


def take_draw_back(referee: Referee) -> None:
    """A draw with a slip or time played is asked about twice."""
    dialog = referee.page.locator("dialog[open]")
    referee.press("u")
    expect(dialog).to_contain_text("emporte le tirage du coup 1")
    referee.page.keyboard.press("Enter")
    expect(dialog).to_contain_text("quand même")
    referee.page.keyboard.press("Enter")
    expect(referee.page.locator("#do-draw")).to_be_visible()


def hand_in_unanswered(player: Player, hub: Hub) -> None:
    """The slip reaches the hub, but its answer is lost."""

    def lose(route: Route) -> None:
        route.fetch(url=f"http://127.0.0.1:{hub.port}/api/slip")
        route.abort()

    player.page.route("**/api/slip", lose)
    player.hand_in(SLIP)


def test_a_slip_kept_for_letters_taken_back_is_not_called_kept_though_the_letters_are_the_same(referee: Referee, anne: Player) -> None:
    anne.hand_in(SLIP)
    expect(anne.kept).to_contain_text("Bulletin gardé n° 1")
    anne.page.context.set_offline(True)
    take_draw_back(referee)
    referee.start("EEINRST")
    anne.page.context.set_offline(False)
    expect(anne.page.locator(REFUSED)).to_contain_text(f"Coup 1 · {SLIP} : Écrit pour un tirage annulé depuis")
    expect(anne.kept).to_have_count(0)
    expect(anne.page.locator("#line")).to_have_value(SLIP)
    anne.send()
    expect(anne.kept).to_contain_text("Bulletin gardé n° 1")
    expect(anne.page.locator(REFUSED)).to_have_count(0)
    expect(referee.page.locator("#control .count b")).to_have_text("1/2")


def test_a_slip_whose_draw_was_taken_back_before_its_answer_came_is_a_draft_again(referee: Referee, anne: Player, hub: Hub) -> None:
    hand_in_unanswered(anne, hub)
    expect(referee.page.locator("#control .count b")).to_have_text("1/2")
    take_draw_back(referee)
    referee.start("AEIORST")
    anne.page.unroute("**/api/slip")
    expect(anne.page.locator(REFUSED)).to_contain_text(f"Coup 1 · {SLIP} : Écrit pour un tirage annulé depuis")
    expect(anne.kept).to_have_count(0)
    expect(anne.page.locator("#line")).to_have_value(SLIP)
    expect(anne.page.locator("#send")).to_be_enabled()
    expect(referee.page.locator("#control .count b")).to_have_text("0/2")


def test_a_slip_refused_because_its_draw_was_gone_is_kept_when_the_draw_comes_back(referee: Referee, anne: Player, hub: Hub) -> None:
    hand_in_unanswered(anne, hub)
    expect(referee.page.locator("#control .count b")).to_have_text("1/2")
    take_draw_back(referee)
    anne.page.unroute("**/api/slip")
    expect(anne.page.locator(REFUSED)).to_contain_text(SLIP)
    expect(anne.page.locator(".note.waiting")).to_have_count(0)
    referee.press("Shift+U")
    expect(anne.kept).to_contain_text("Bulletin gardé n° 1")
    expect(anne.page.locator(REFUSED)).to_have_count(0)


def test_a_draw_that_comes_back_brings_its_slip(referee: Referee, anne: Player) -> None:
    anne.hand_in(SLIP)
    expect(anne.kept).to_contain_text("Bulletin gardé n° 1")
    take_draw_back(referee)
    expect(anne.page.locator(REFUSED)).to_contain_text(SLIP)
    referee.press("Shift+U")
    expect(anne.kept).to_contain_text("Bulletin gardé n° 1")
    expect(anne.page.locator(REFUSED)).to_have_count(0)


def test_a_slip_that_came_too_late_is_told_until_the_player_has_seen_it(referee: Referee, anne: Player) -> None:
    anne.page.context.set_offline(True)
    anne.hand_in(SLIP)
    expect(anne.page.locator(".note.waiting").first).to_contain_text(SLIP)
    referee.close()
    referee.reveal()
    referee.press("d")
    expect(referee.page.locator("#do-start")).to_be_visible()
    anne.page.context.set_offline(False)
    refused = anne.page.locator(REFUSED)
    expect(anne.page.locator("#clock .round")).to_have_text("Coup 2")
    expect(refused).to_contain_text(f"Coup 1 · {SLIP} : Ce coup ne prend plus de bulletins.")
    referee.press("Space")
    expect(anne.page.locator("body")).to_have_attribute("data-phase", "running")
    anne.page.reload()
    expect(refused).to_contain_text(f"Coup 1 · {SLIP}")
    refused.get_by_role("button", name="Fermer").click()
    expect(refused).to_have_count(0)
    anne.page.reload()
    expect(anne.page.locator("body")).to_have_attribute("data-phase", "running")
    expect(refused).to_have_count(0)


class StaleDesk:
    """A second desk whose views can be held back, as on a bad Wi-Fi, while what it sends arrives."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.held = False
        page.route_web_socket(re.compile("/ws$"), self._route)

    def _route(self, socket: WebSocketRoute) -> None:
        hub = socket.connect_to_server()
        hub.on_message(lambda message: None if self.held and json.loads(message)["kind"] == "desk" else socket.send(message))


@pytest.fixture
def stale(open_page: Callable[..., Page], hub: Hub) -> StaleDesk:
    desk = StaleDesk(open_page("desk"))
    desk.page.reload()
    desk.page.locator("#pin").fill(hub.pin)
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator("#setup")).to_be_visible()
    return desk


def test_a_desk_that_missed_a_round_does_not_act_on_the_next(referee: Referee, stale: StaleDesk) -> None:
    referee.open_evening("Anne", "Bruno")
    referee.start("EEINRST")
    referee.time_up()
    expect(stale.page.locator(".clock.time_up")).to_be_visible()
    stale.held = True
    referee.confirm("c")
    referee.reveal()
    referee.press("d")
    expect(referee.page.locator("#do-start")).to_be_visible()
    referee.press("Space")
    expect(referee.page.locator("#do-pause")).to_be_visible()
    dialog, banner = stale.page.locator("dialog[open]"), stale.page.locator("#banner")
    for key, asked in (("c", "manquent : 1, 2"), ("u", "la fin du temps du coup 1"), ("e", "Finir la partie")):
        stale.page.keyboard.press(key)
        expect(dialog).to_contain_text(asked)
        stale.page.keyboard.press("Enter")
        expect(banner).to_contain_text("Entre-temps la partie a avancé")
        banner.get_by_role("button").click()
    expect(referee.page.locator("#do-pause")).to_be_visible()
    stale.held = False
    referee.press("Space")
    expect(stale.page.locator("#do-resume")).to_be_visible()
    stale.page.keyboard.press("Space")
    expect(referee.page.locator("#do-pause")).to_be_visible()


def test_two_desks_that_say_yes_to_the_same_undo_take_one_step_back(referee: Referee, stale: StaleDesk) -> None:
    referee.open_evening("Anne", "Bruno")
    referee.start("EEINRST")
    referee.close()
    referee.reveal()
    expect(stale.page.locator("#do-draw")).to_be_visible()
    stale.held = True
    referee.confirm("u")
    expect(referee.page.locator("#do-reveal")).to_be_visible()
    stale.page.keyboard.press("u")
    expect(stale.page.locator("dialog[open]")).to_be_visible()
    stale.page.keyboard.press("Enter")
    expect(stale.page.locator("#banner")).to_contain_text("Entre-temps la partie a avancé")
    expect(referee.page.locator("#do-reveal")).to_be_visible()


def test_a_correction_is_not_asked_about_any_more_once_its_round_has_another_draw(referee: Referee, stale: StaleDesk) -> None:
    referee.open_evening("Anne", "Bruno")
    referee.start("EEINRST")
    referee.close()
    other = stale.page.locator("dialog[open]")
    stale.page.locator(".verdicts tbody tr").first.get_by_role("button").first.click()
    expect(other).to_contain_text("Anne")
    referee.confirm("u")
    expect(referee.page.locator("#do-close")).to_be_visible()
    take_draw_back(referee)
    expect(other).to_be_hidden()


def test_a_key_held_down_answers_one_question_alone(referee: Referee, anne: Player) -> None:
    anne.hand_in(SLIP)
    expect(referee.page.locator("#control .count b")).to_have_text("1/2")
    keyboard, dialog = referee.page.keyboard, referee.page.locator("dialog[open]")
    referee.press("u")
    expect(dialog).to_contain_text("emporte le tirage du coup 1")
    keyboard.down("Enter")
    expect(dialog).to_contain_text("quand même")
    keyboard.down("Enter")
    keyboard.down("Enter")
    expect(dialog).to_contain_text("quand même")
    keyboard.up("Enter")
    keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(referee.page.locator("#do-pause")).to_be_visible()


def test_a_question_that_was_overtaken_is_answered_before_the_next_is_asked(referee: Referee) -> None:
    """The browser tells that a dialog was closed a turn later, and says nothing of it to a question that is open by then."""
    answers = referee.page.evaluate(
        """async () => {
            const { ask, closeOvertaken } = await import("/static/dialog.js");
            let stands = true;
            const first = ask({ title: "first", stands: () => stands });
            stands = false;
            closeOvertaken();
            const second = ask({ title: "second" });
            const title = document.querySelector("#dialog[open] h2").textContent;
            const overtaken = await Promise.race([first, new Promise((done) => setTimeout(done, 1000, "never answered"))]);
            document.querySelector("#dialog form").requestSubmit();
            return [overtaken, title, await second];
        }"""
    )
    assert answers == [None, "second", {}]

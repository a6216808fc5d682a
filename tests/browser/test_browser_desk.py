"""The referee's desk by its keys: draws, paper slips, decisions, corrections, undo, sheets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Hub, NewPage, Player, Referee

pytestmark = pytest.mark.browser

DESK: ViewportSize = {"width": 1440, "height": 900}


def test_a_wrong_pin_opens_nothing(open_page: NewPage, hub: Hub) -> None:
    desk = open_page("desk", size=DESK)
    desk.locator("#pin").fill("000000" if hub.pin != "000000" else "111111")
    desk.keyboard.press("Enter")
    expect(desk.locator("#banner")).to_contain_text("Code faux.")
    expect(desk.locator("#undo")).to_have_count(0)


def test_a_draw_that_the_rules_refuse_is_shown_and_the_next_one_stands(referee: Referee) -> None:
    referee.open_evening("Anne", "Bruno")
    referee.draw("BCDFGHI")
    expect(referee.page.locator(".refused")).to_contain_text("BCDFGHI – pas assez de voyelles")
    referee.draw("AEI")
    expect(referee.page.locator("#banner")).to_contain_text("Tirage impossible")
    referee.draw("EEINRST")
    expect(referee.page.locator("#do-start")).to_be_visible()
    expect(referee.page.locator("#draw .rack .tile")).to_have_count(7)


def test_letters_that_cannot_be_drawn_stay_in_the_question_with_the_reason(referee: Referee) -> None:
    referee.open_evening("Anne", "Bruno")
    referee.draw("ZZAEINR")
    dialog = referee.page.locator("dialog[open]")
    expect(dialog).to_contain_text("Tirage impossible")
    expect(dialog.locator("input")).to_have_value("ZZAEINR")
    dialog.locator("input").fill("ZAEINRS")
    referee.page.keyboard.press("Enter")
    expect(referee.page.locator("#do-start")).to_be_visible()
    expect(dialog).to_be_hidden()


def test_a_round_by_correspondence_is_given_a_date_and_hour(referee: Referee, open_player: Callable[..., Player]) -> None:
    referee.open_evening("Anne", "Bruno", clock__kind="deadline")
    referee.draw("EEINRST")
    expect(referee.page.locator("#control .time")).to_have_text("–")
    referee.press("l")
    until = referee.page.locator("dialog[open] input[name=until]")
    day = referee.page.evaluate("new Date(Date.now() + 3 * 86400000).toISOString().slice(0, 10)")
    until.fill(f"{day}T20:45")
    referee.page.locator("dialog[open] .main").click()
    expect(referee.page.locator("#control .time")).to_contain_text("20:45")
    expect(referee.page.locator("#do-pause")).to_have_count(0)
    player = open_player()
    player.sit_down(1)
    expect(player.page.locator("#clock .time")).to_contain_text("20:45")
    referee.confirm("c")
    expect(referee.page.locator("#do-reveal")).to_be_visible()


def test_the_sheets_print_top_lists_in_the_form_of_the_book(referee: Referee) -> None:
    referee.open_evening("Anne", "Bruno", slip__form="romanian", slip__game_number="11")
    referee.start("EEINRST")
    referee.paper(1, "P11-T1 - H4: RETINES = 66 p")
    referee.close()
    referee.place("H4", "RETINES")
    referee.reveal()
    referee.page.locator("#sheets-button").click()
    expect(referee.page.locator("#sheets td[colspan]")).to_have_text("P11-T1 - H4: RETINES = 66 p")
    expect(referee.page.locator(".top-lists")).to_contain_text("P11-T1 - H4: RETINES = 66 p  Anne")


def test_paper_slips_are_keyed_without_a_mouse_and_are_in_time_after_the_end(referee: Referee) -> None:
    referee.open_evening("Anne", "Bruno")
    referee.start("EEINRST")
    referee.time_up()
    referee.paper(2, "H4 RETINES 66")
    expect(referee.page.locator("#banner")).to_contain_text("Bulletin de la table 2 saisi.")
    referee.page.keyboard.press("p")
    referee.page.keyboard.type("9")
    expect(referee.page.locator("#paper-seat")).to_have_value("9")
    referee.page.keyboard.press("Tab")
    referee.page.keyboard.type("H4 RIEN 8")
    referee.page.keyboard.press("Enter")
    expect(referee.page.locator("#banner")).to_contain_text("Cette table n’existe pas.")
    expect(referee.page.locator("#paper-line")).to_have_value("H4 RIEN 8")
    referee.page.keyboard.press("Escape")
    referee.confirm("c")
    expect(referee.verdict(2).locator(".strong").last).to_have_text("66")


def test_an_undecided_slip_comes_first_and_is_decided_by_one_key(referee: Referee) -> None:
    referee.open_evening("Anne", "Bruno", "Chloé", slip__first_slip_at_maximum="false")
    referee.start("EEINRST")
    referee.paper(1, "H4 RETINES 66")
    referee.paper(2, "H4 4H RETINES 66")
    referee.paper(3, "H8 SENT 8")
    referee.close()
    first = referee.page.locator(".verdicts tbody tr").first
    expect(first).to_have_class("undecided")
    expect(first).to_contain_text("Bruno")
    referee.press("r")
    expect(referee.page.locator("dialog[open]")).to_contain_text("2")
    referee.page.keyboard.press("Escape")
    referee.press("1")
    expect(referee.page.locator(".verdicts tr.undecided")).to_have_count(0)
    expect(referee.verdict(2)).to_contain_text("accepté")


def test_overrule_correct_an_earlier_round_and_undo(referee: Referee) -> None:
    referee.open_evening("Anne", "Bruno")
    page = referee.page
    referee.start("EEINRST")
    referee.paper(1, "H4 RETINES 66")
    referee.close()
    overrule(page, referee, 2, points="66", reason="")
    expect(page.locator("dialog[open]")).to_be_visible()  # the browser asks for the reason
    page.locator("dialog[open] [name=reason]").fill("bulletin retrouvé sous la table")
    page.keyboard.press("Enter")
    expect(referee.verdict(2)).to_contain_text("bulletin retrouvé sous la table")
    expect(referee.verdict(2).locator(".strong").last).to_have_text("66")
    referee.reveal()
    referee.start("EEINRST")
    page.locator("#tab-rounds").click()
    page.locator(".rounds button").first.click()
    referee.verdict(2).get_by_role("button", name="Corriger").click()
    page.locator("dialog[open] [name=points]").fill("80")
    expect(page.locator("#dialog-hint")).to_have_text("80 points dépassent le top de 66. Vous pouvez les accorder quand même.")
    page.locator("dialog[open] [name=points]").fill("60")
    expect(page.locator("#dialog-hint")).to_be_hidden()
    page.keyboard.press("Escape")
    overrule(page, referee, 2, points="80", reason="relu")
    expect(referee.verdict(2)).to_contain_text("▲ au-dessus du top de 66")
    overrule(page, referee, 2, points="60", reason="relu")
    expect(referee.verdict(2).locator(".strong").last).to_have_text("60")
    expect(referee.verdict(2)).not_to_contain_text("▲")
    page.locator("#tab-standings").click()
    expect(page.locator(".standings tbody tr").nth(1)).to_contain_text("60")
    referee.press("u")
    expect(page.locator("dialog[open]")).to_contain_text("la décision pour la table 2, coup 1")
    page.keyboard.press("Enter")
    expect(page.locator("#banner")).to_contain_text("Annulé : la décision pour la table 2, coup 1.")
    expect(page.locator(".standings tbody tr").first).to_contain_text("80")


def overrule(page: Page, referee: Referee, table: int, *, points: str, reason: str) -> None:
    referee.verdict(table).get_by_role("button", name="Corriger").click()
    page.locator("dialog[open] [name=points]").fill(points)
    page.locator("dialog[open] [name=reason]").fill(reason)
    page.keyboard.press("Enter")


def test_questions_keep_the_focus_and_give_it_back(referee: Referee) -> None:
    referee.open_evening("Anne", "Bruno")
    end = referee.page.locator("#do-end")
    end.focus()
    referee.page.keyboard.press("Enter")
    expect(referee.page.locator("dialog[open]")).to_have_attribute("aria-labelledby", "dialog-title")
    for _ in range(5):
        referee.page.keyboard.press("Tab")
        inside = "document.querySelector('dialog').contains(document.activeElement) || document.activeElement === document.body"
        assert referee.page.evaluate(inside)
    referee.page.keyboard.press("Escape")
    expect(end).to_be_focused()
    expect(referee.page.locator("#do-draw")).to_be_visible()


def test_words_are_looked_up_and_patterns_searched(referee: Referee) -> None:
    referee.open_evening("Anne")
    page = referee.page
    page.keyboard.press("w")
    page.keyboard.type("retines")
    page.keyboard.press("Enter")
    expect(page.locator(".answer.valid")).to_contain_text("RETINES est valable")
    page.locator("#word-query").fill("xqz")
    page.keyboard.press("Enter")
    expect(page.locator(".answer.invalid")).to_contain_text("XQZ n’est pas dans la liste libre")
    page.locator("#word-query").fill("retine?")
    page.keyboard.press("Enter")
    expect(page.locator(".answer")).to_contain_text("RETINES")


def test_the_sheets_name_rounds_ranking_and_the_open_list(referee: Referee) -> None:
    referee.open_evening("Anne Martin", "Bruno Ș.")
    referee.start("EEINRST")
    referee.paper(1, "H4 RETINES 66")
    referee.paper(2, "H8 SENT 4")
    referee.close()
    referee.place("H4", "RETINES")
    referee.reveal()
    page = referee.page
    page.locator("#sheets-button").click()
    pages = page.locator("#sheets .page")
    expect(pages).to_have_count(4)
    expect(pages.nth(0)).to_contain_text(re.compile("EEINRST.*H4.*RETINES.*66"))
    expect(pages.nth(1)).to_contain_text("liste libre, non officielle")
    expect(pages.nth(1)).to_contain_text("Bruno Ș.")
    expect(pages.nth(2)).to_contain_text("Anne Martin")
    page.emulate_media(media="print")
    expect(page.locator("#head")).to_be_hidden()
    expect(pages.nth(3)).to_be_visible()
    page.emulate_media(media="screen")
    page.reload()
    expect(pages).to_have_count(4)
    page.locator("#sheets-button").click()
    expect(page.locator("#do-draw")).to_be_visible()


def test_the_demonstration_opens_an_evening_with_players(referee: Referee) -> None:
    referee.page.locator("#demo").click()
    expect(referee.page.locator("#desk")).to_be_visible()
    expect(referee.page.locator(".seating tr")).to_have_count(4)


def test_a_step_under_way_is_shown_and_not_asked_for_again(referee: Referee) -> None:
    referee.open_evening("Anne", "Bruno")
    referee.start("EEINRST")
    page = referee.page
    held: list[Route] = []
    page.route("**/api/desk/command", lambda route: held.append(route))
    referee.confirm("c")
    expect(page.locator("#head .busy")).to_be_visible()
    page.keyboard.press("c")
    expect(page.locator("dialog[open]")).to_be_hidden()
    assert len(held) == 1
    held[0].continue_()
    expect(page.locator("#do-reveal")).to_be_visible()
    expect(page.locator("#head .busy")).to_have_count(0)


def test_a_question_closes_when_another_desk_has_answered_it(
    referee: Referee, open_page: NewPage, hub: Hub
) -> None:
    referee.open_evening("Anne", "Bruno")
    referee.start("EEINRST")
    second = open_page("desk", size=DESK)
    second.locator("#pin").fill(hub.pin)
    second.keyboard.press("Enter")
    expect(second.locator("#do-close")).to_be_visible()
    referee.press("c")
    expect(referee.page.locator("dialog[open]")).to_be_visible()
    second.keyboard.press("c")
    expect(second.locator("dialog[open]")).to_be_visible()
    second.keyboard.press("Enter")
    expect(referee.page.locator("#do-reveal")).to_be_visible()
    expect(referee.page.locator("dialog[open]")).to_be_hidden()
    referee.reveal()


def test_letters_in_the_empty_table_field_are_shortcuts(referee: Referee) -> None:
    referee.open_evening("Anne", "Bruno")
    referee.start("EEINRST")
    page = referee.page
    page.keyboard.press("p")
    seat = page.locator("#paper-seat")
    expect(seat).to_be_focused()
    page.keyboard.press("s")
    expect(page.locator("#show-texts")).to_have_attribute("aria-pressed", "true")
    page.keyboard.type("1c")
    expect(seat).to_have_value("1")
    expect(page.locator("dialog[open]")).to_be_hidden()
    page.keyboard.press("Backspace")
    referee.press("c")
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(seat).to_be_focused()
    page.keyboard.press("Escape")
    expect(seat).not_to_be_focused()
    expect(seat).to_have_value("")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", "Tirage impossible : Z × 2 ; il en reste 1."),
        ("nl", "Trekking onmogelijk: Z × 2; over: 1."),
        ("ro", "Extragere imposibilă: Z × 2; au rămas: 1."),
        ("en", "Impossible draw: Z × 2; left: 1."),
    ],
)
def test_what_the_rules_refuse_is_said_in_the_language_of_the_desk(referee: Referee, language: str, said: str) -> None:
    referee.open_evening("Anne", "Bruno")
    referee.page.locator("#language").select_option(language)
    referee.draw("ZZAEINR")
    expect(referee.page.locator("#banner p")).to_contain_text(said)


def test_figures_have_the_comma_of_the_language_and_blanks_their_parentheses(referee: Referee) -> None:
    referee.open_evening("Anne", "Bruno")
    page = referee.page
    referee.start("?EINRST")
    referee.paper(1, "H4 RETIN(E)S 66 / H5 RIEN 8")
    referee.close()
    because = page.locator(".tops .because")
    expect(because).to_contain_text(re.compile(r"\d,\d"))
    expect(because).not_to_contain_text(re.compile(r"\d\.\d"))
    # the arbiter writes a blank in lower case; a reader sees it as he would write it on a slip
    expect(referee.verdict(1).locator(".why")).to_contain_text("RETIN(E)S, RIEN")


def test_the_desk_says_what_to_do_next(referee: Referee) -> None:
    referee.open_evening("Anne", "Bruno")
    following = referee.page.locator(".next")
    expect(following).to_contain_text("tirez les lettres")
    referee.draw("EEINRST")
    expect(following).to_contain_text("lancez le temps")
    referee.press("Space")
    expect(following).to_contain_text("saisissez les bulletins papier")
    referee.paper(1, "H4 RETINES 66")
    referee.paper(2, "§§§")
    expect(following).to_contain_text("Tous les bulletins sont là")
    referee.close()
    expect(following).to_contain_text("À décider d’abord – tables : 2.")
    referee.press("0")
    expect(following).to_contain_text("puis révélez")
    referee.reveal()
    expect(following).to_contain_text("tirez le coup suivant")


def test_a_proposal_that_was_accepted_awaits_nobody_any_more(referee: Referee) -> None:
    referee.open_evening("Anne", "Bruno")
    page = referee.page
    referee.start("EEINRST")
    referee.paper(1, "H4 RETINES 66")
    referee.paper(2, "§§§")
    referee.close()
    expect(referee.verdict(2)).to_contain_text("à décider")
    referee.confirm("r")
    expect(page.locator("#do-draw")).to_be_visible()
    expect(referee.verdict(2).locator(".outcome")).to_have_text("zéro")
    page.locator("#sheets-button").click()
    expect(page.locator("#sheets")).not_to_contain_text("à décider")


def test_every_table_without_a_slip_is_named_before_a_round_is_closed(referee: Referee) -> None:
    referee.open_evening(*(f"Table {number}" for number in range(1, 61)))
    referee.start("EEINRST")
    referee.paper(2, "H4 RETINES 66")
    referee.time_up()
    referee.press("c")
    expect(referee.page.locator("dialog[open]")).to_contain_text("manquent : 1, 3–60.")
    referee.page.keyboard.press("Escape")
    for number in range(4, 30, 2):
        referee.paper(number, "H4 RETINES 66")
    referee.press("c")
    # single tables 1, 3 … 29 are 15 with 30–60 behind them: twelve are written out, the other 3 and 31 counted
    expect(referee.page.locator("dialog[open]")).to_contain_text("manquent : 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23 et 34 autres.")


def test_the_desk_waits_for_a_hub_that_takes_its_time(referee: Referee) -> None:
    """Answers that do not come while the socket lives are no lost connection, and the step counts once."""
    held: list[str] = []

    def hold(route: Route) -> None:
        sent = route.request.post_data_json
        assert sent is not None
        held.append(str(sent["id"]))
        if len(held) < 6:
            route.abort()
        else:
            route.continue_()

    referee.open_evening("Anne", "Bruno")
    referee.page.route("**/api/desk/command", hold)
    referee.draw("EEINRST")
    expect(referee.page.locator("#do-start")).to_be_visible()
    assert len(held) == 6
    assert len(set(held)) == 1
    expect(referee.page.locator("#banner")).to_be_hidden()


@pytest.mark.parametrize("language", ["fr", "nl", "ro", "en"])
def test_the_standings_fit_beside_the_slips_on_a_laptop(referee: Referee, language: str) -> None:
    referee.page.set_viewport_size({"width": 1280, "height": 800})
    referee.open_evening("Jean-Baptiste Lefebvredelaporte-Xyz", "Wolfeschlegelsteinhausenbergerdorff", solo__minimum_seats="1")
    referee.start("EEINRST")
    referee.paper(1, "H4 RETINES 66")
    referee.close()
    referee.reveal()
    referee.page.locator("#language").select_option(language)
    table = referee.page.locator("#side .standings")
    expect(table.locator("tbody tr")).to_have_count(2)
    assert table.evaluate("table => table.getBoundingClientRect().right <= innerWidth && table.scrollWidth <= table.clientWidth")


def test_the_name_proposed_for_an_evening_is_in_the_language_of_the_page_until_another_is_typed(referee: Referee) -> None:
    name, language = referee.page.locator("#evening-name"), referee.page.locator("#language")
    expect(name).to_have_value(re.compile("^Partie du "))
    language.select_option("nl")
    expect(name).to_have_value(re.compile("^Clubavond "))
    name.fill("Clubkampioenschap")
    language.select_option("en")
    expect(referee.page.locator("#setup h2").first).to_have_text("New evening")
    expect(name).to_have_value("Clubkampioenschap")


def test_the_overlay_has_the_keys_of_every_moment(referee: Referee) -> None:
    # the letters of the table in docs/operating-guide.md
    referee.open_evening("Anne")
    page = referee.page
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_be_visible()
    assert set("DTL+XPSCRUWEN") <= set(page.locator("dialog[open] kbd").all_text_contents())

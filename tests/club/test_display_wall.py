"""What the wall shows when: phases, pages, the countdown, keys; with the time given by the test."""

from __future__ import annotations

from dataclasses import replace

import pytest

from appliance.display.news import Lost, Shown
from appliance.display.picture import Scene
from appliance.display.samples import FRENCH, ROMANIAN, sample_views
from appliance.display.scenes import pages
from appliance.display.wall import PAGE_MS, REVEAL_MS, VOLUME_MS, Wall
from appliance.views import ClockView, PublicView

SIZE = (1920, 1080)
FRENCH_VIEWS = sample_views(FRENCH)


def wall(view: PublicView, now_ms: int = 0) -> Wall:
    made = Wall()
    made.receive(Shown(view, "http://192.168.4.1/"), now_ms)
    return made


def running(remaining_ms: int, running: bool = True) -> PublicView:
    return replace(FRENCH_VIEWS["running"], clock=ClockView(180_000, remaining_ms, running))


@pytest.mark.parametrize(
    ("name", "scene"),
    [
        ("empty", Scene.LOBBY),
        ("lobby", Scene.LOBBY),
        ("drawn", Scene.DRAW),
        ("running", Scene.PLAY),
        ("paused", Scene.PLAY),
        ("time_up", Scene.PLAY),
        ("closed", Scene.PLAY),
        ("revealed", Scene.REVEAL),
        ("ended", Scene.STANDINGS),
    ],
)
def test_each_phase_has_its_scene(name: str, scene: Scene) -> None:
    assert wall(FRENCH_VIEWS[name]).picture(0, SIZE).scene is scene


def test_before_the_first_view_it_looks_for_the_hub() -> None:
    looking = Wall()
    looking.receive(Lost("refused"), 0)
    assert looking.picture(0, SIZE).scene is Scene.CONNECTING
    assert looking.next_change_ms(0) is None


def test_seconds_are_counted_on_from_the_moment_the_view_came() -> None:
    shown = wall(running(31_500), now_ms=1_000)
    at = {now: shown.picture(now, SIZE) for now in (1_000, 1_499, 1_500, 2_499, 2_500, 40_000)}
    # a countdown is rounded up: 0:00 means that nothing is left
    assert [picture.seconds for picture in at.values()] == [32, 32, 31, 31, 30, 0]
    assert [picture.urgent for picture in at.values()] == [False, False, False, False, True, True]


def test_the_next_change_is_when_the_shown_second_changes() -> None:
    shown = wall(running(31_500))
    now = 0
    for _ in range(31):
        before = shown.picture(now, SIZE).seconds
        wait = shown.next_change_ms(now)
        assert wait is not None
        assert shown.picture(now + wait - 1, SIZE).seconds == before
        now += wait
        assert shown.picture(now, SIZE).seconds == before - 1


def test_a_halted_clock_stands() -> None:
    shown = wall(replace(FRENCH_VIEWS["paused"], clock=ClockView(180_000, 94_000, running=False)))
    assert shown.picture(0, SIZE) == shown.picture(50_000, SIZE)
    assert shown.picture(50_000, SIZE).seconds == 94
    assert shown.next_change_ms(0) is None


def test_a_view_that_looks_the_same_gives_the_same_picture() -> None:
    """The hub repeats the remaining time with every view; only the second shown counts."""
    shown = wall(running(100_000))
    before = shown.picture(400, SIZE)
    shown.receive(Shown(running(99_600), "http://192.168.4.1/"), 400)
    assert shown.picture(400, SIZE) == before


def test_lost_hub_keeps_picture_and_countdown_and_comes_back() -> None:
    shown = wall(running(100_000))
    shown.receive(Lost("gone"), 1_000)
    picture = shown.picture(2_000, SIZE)
    assert (picture.scene, picture.connected, picture.seconds) == (Scene.PLAY, False, 98)
    shown.receive(Shown(running(95_000), ""), 5_000)
    assert shown.picture(5_000, SIZE).connected
    assert shown.picture(5_000, SIZE).seconds == 95


def test_result_and_standings_take_turns_by_themselves() -> None:
    shown = wall(FRENCH_VIEWS["revealed"], now_ms=5_000)
    count = pages(Scene.STANDINGS, FRENCH_VIEWS["revealed"], SIZE)
    assert count >= 3
    seen: list[tuple[Scene, int]] = []
    now = 5_000
    while now < 5_000 + REVEAL_MS + PAGE_MS * (count + 1):
        picture = shown.picture(now, SIZE)
        if not seen or seen[-1] != (picture.scene, picture.page):
            seen.append((picture.scene, picture.page))
        wait = shown.next_change_ms(now)
        assert wait is not None
        now += wait
    assert seen == [(Scene.REVEAL, 0), *((Scene.STANDINGS, page) for page in range(count)), (Scene.REVEAL, 0)]


def test_the_final_ranking_turns_its_pages_for_ever() -> None:
    shown = wall(FRENCH_VIEWS["ended"])
    count = pages(Scene.STANDINGS, FRENCH_VIEWS["ended"], SIZE)
    assert [shown.picture(PAGE_MS * i, SIZE).page for i in range(2 * count)] == [*range(count), *range(count)]


def test_the_key_s_shows_standings_then_board_then_the_evening_again() -> None:
    shown = wall(FRENCH_VIEWS["running"])
    seen = []
    for _ in range(4):
        seen.append(shown.picture(0, SIZE).scene)
        shown.cycle()
    assert seen == [Scene.PLAY, Scene.STANDINGS, Scene.BOARD, Scene.PLAY]


def test_a_new_draw_is_shown_whatever_was_asked_for() -> None:
    shown = wall(FRENCH_VIEWS["revealed"])
    shown.cycle()
    assert shown.picture(0, SIZE).scene is Scene.STANDINGS
    shown.receive(Shown(FRENCH_VIEWS["drawn"], ""), 1_000)
    assert shown.picture(1_000, SIZE).scene is Scene.DRAW


def test_without_an_evening_there_is_nothing_to_cycle_through() -> None:
    shown = wall(PublicView("empty"))
    shown.cycle()
    assert shown.picture(0, SIZE).scene is Scene.LOBBY


def test_language_is_the_evenings_unless_one_was_asked_for() -> None:
    assert Wall("", "nl").picture(0, SIZE).language == "nl"
    romanian = Shown(sample_views(ROMANIAN)["lobby"], "")
    free, fixed = Wall("", "nl"), Wall("en")
    for each in (free, fixed):
        each.receive(romanian, 0)
    assert free.picture(0, SIZE).language == "ro"
    assert fixed.picture(0, SIZE).language == "en"


def test_volume_is_shown_for_a_moment() -> None:
    shown = wall(FRENCH_VIEWS["lobby"])
    shown.show_volume(70, 1_000)
    assert shown.picture(1_000, SIZE).volume == 70
    assert shown.next_change_ms(1_000) == VOLUME_MS
    assert shown.picture(1_000 + VOLUME_MS, SIZE).volume is None


def test_an_unknown_phase_of_a_newer_hub_shows_the_lobby() -> None:
    assert wall(replace(FRENCH_VIEWS["lobby"], phase="intermission")).picture(0, SIZE).scene is Scene.LOBBY

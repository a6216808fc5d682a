"""The wall's loop with real SDL on a dummy screen: draws only what changes, obeys keys, outlives screen and sound."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from appliance.display import loop as loop_module
from appliance.display.__main__ import main, parse_size
from appliance.display.card import CARD_MS, TestCard
from appliance.display.loop import Loop
from appliance.display.news import Lost, Shown, Signal
from appliance.display.picture import Scene
from appliance.display.samples import FRENCH, sample_views
from appliance.display.screen import Screen, choose_driver, connected_card
from appliance.display.speaker import DEBOUNCE_MS, RATE, SIGNALS, Speaker, samples
from appliance.display.wall import Wall
from appliance.errors import SetupError
from appliance.views import ClockView

ROOT = Path(__file__).resolve().parents[2]
VIEWS = sample_views(FRENCH)
SIZE = (800, 480)


class Rig:
    """A loop with a clock that the test turns."""

    def __init__(self, *, windowed: bool = True, screenshots: Path | None = None) -> None:
        self.now_ms = 0
        self.wall = Wall()
        self.screen = Screen(windowed=windowed, size=SIZE)
        self.speaker = Speaker()
        self.loop = Loop(
            self.wall, self.screen, self.speaker, now_ms=lambda: self.now_ms, screenshots=screenshots
        )
        self.speaker.open()
        self.screen.open()
        pygame.event.clear()

    def step(self) -> bool:
        return self.loop.step(0)

    def settle(self) -> None:
        while self.step():
            pass

    def show(self, name: str) -> None:
        self.loop.deliver(Shown(VIEWS[name], "http://192.168.4.1/"))

    def press(self, key: int) -> None:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key))

    @property
    def scene(self) -> Scene:
        return self.wall.picture(self.now_ms, SIZE).scene


@pytest.fixture
def rig() -> Iterator[Rig]:
    made = Rig()
    yield made
    made.speaker.close()
    made.screen.close()


def test_draws_only_when_what_is_shown_changes(rig: Rig) -> None:
    rig.settle()
    drawn = rig.loop.draws
    rig.show("lobby")
    assert rig.step()
    for _ in range(20):
        assert not rig.step()
    rig.show("lobby")
    assert not rig.step(), "the same view again"
    assert rig.loop.draws == drawn + 1


def test_a_running_clock_is_drawn_once_a_second(rig: Rig) -> None:
    view = replace(VIEWS["running"], clock=ClockView(180_000, 100_000, running=True))
    rig.loop.deliver(Shown(view, ""))
    rig.settle()
    drawn = rig.loop.draws
    for rig.now_ms in range(0, 10_001, 50):
        rig.step()
    assert rig.loop.draws == drawn + 10


def test_what_is_on_the_screen_is_the_picture(rig: Rig) -> None:
    rig.show("running")
    rig.settle()
    before = pygame.image.tobytes(rig.screen.surface, "RGB")
    assert len(set(zip(before[::3], before[1::3], before[2::3], strict=True))) > 50
    rig.loop.deliver(Lost("gone"))
    assert rig.step(), "the lost connection is marked"
    assert pygame.image.tobytes(rig.screen.surface, "RGB") != before


def test_news_from_another_thread_wakes_the_loop(rig: Rig) -> None:
    rig.settle()
    threading.Timer(0.05, rig.show, ["lobby"]).start()
    assert rig.loop.step(10_000), "drawn at once, not after the whole wait"
    assert rig.scene is Scene.LOBBY


def test_keys(rig: Rig) -> None:
    rig.show("running")
    rig.settle()
    rig.press(pygame.K_s)
    assert rig.step()
    assert rig.scene is Scene.STANDINGS
    rig.press(pygame.K_PLUS)
    rig.step()
    rig.press(pygame.K_MINUS)
    rig.press(pygame.K_KP_MINUS)
    rig.step()
    assert rig.speaker.percent == 70
    assert rig.wall.picture(rig.now_ms, SIZE).volume == 70
    rig.press(pygame.K_f)
    assert rig.step(), "another size, another drawing"
    assert not rig.screen.windowed


def test_q_and_escape_close_a_window_but_not_the_wall() -> None:
    for windowed in (True, False):
        for key in (pygame.K_q, pygame.K_ESCAPE):
            rig = Rig(windowed=windowed)
            rig.press(key)
            rig.step()
            stopped = rig.loop._stopped.is_set()
            rig.screen.close()
            assert stopped is windowed


def test_a_resized_window_is_drawn_anew(rig: Rig) -> None:
    rig.show("running")
    rig.settle()
    pygame.display.set_mode((480, 800), pygame.RESIZABLE)
    assert rig.step()
    assert rig.screen.surface.get_size() == (480, 800)


def test_each_new_scene_is_saved(tmp_path: Path) -> None:
    rig = Rig(screenshots=tmp_path)
    for name in ("lobby", "drawn", "running", "revealed"):
        rig.show(name)
        rig.settle()
    rig.screen.close()
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [
        "001-lobby-lobby.png",
        "002-draw-drawn.png",
        "003-play-running.png",
        "004-reveal-revealed.png",
    ]
    assert pygame.image.load(str(tmp_path / names[2])).get_size() == SIZE


def test_signals_are_sounded_even_while_no_screen_is_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen is off at first, then answers; the loop tries again and hears meanwhile."""
    rig = Rig()
    rig.screen.close()
    tries: list[int] = []
    heard: list[str] = []
    opened = rig.screen.open

    def switched_on_late() -> None:
        tries.append(1)
        if len(tries) < 4:
            raise SetupError("no screen is connected")
        opened()
        rig.loop.stop()

    monkeypatch.setattr(loop_module, "SCREEN_RETRY_TICKS", 1)
    monkeypatch.setattr(loop_module, "LONGEST_WAIT_MS", 10)
    monkeypatch.setattr(rig.screen, "open", switched_on_late)
    monkeypatch.setattr(rig.speaker, "sound", lambda name, now_ms: heard.append(name))
    rig.loop.deliver(Signal("warning"))
    rig.loop.run()
    assert len(tries) == 4
    assert heard == ["warning"]


def test_after_a_minute_without_a_display_the_wall_shows_what_is_true_now(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """On a text console whose screen is off for twenty tries, three seconds apart; then it is on, by the kernel's own word."""
    rig = Rig()
    rig.screen.close()
    (status := tmp_path / "card1-HDMI-A-1" / "status").parent.mkdir()
    status.write_text("disconnected\n", encoding="ascii")
    assert loop_module.SCREEN_RETRY_TICKS * loop_module.LONGEST_WAIT_MS == 3000
    tries = 0
    drawn = []

    def choose(_: object) -> None:
        nonlocal tries
        tries += 1
        rig.now_ms += 3000
        if tries == 20:
            rig.show("revealed")
        if tries == 21:
            status.write_text("connected\n", encoding="ascii")
        choose_driver({}, tmp_path)

    def flip() -> None:
        drawn.append(rig.scene)
        rig.loop.stop()

    monkeypatch.setattr(loop_module, "SCREEN_RETRY_TICKS", 1)
    monkeypatch.setattr(loop_module, "LONGEST_WAIT_MS", 1)
    monkeypatch.setattr("appliance.display.screen.choose_driver", choose)
    monkeypatch.setattr(pygame.display, "flip", flip)
    rig.show("lobby")
    rig.loop.run()
    assert (tries, drawn) == (21, [Scene.REVEAL])


def test_a_screen_that_goes_away_is_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = Rig()
    opens: list[int] = []
    opened = rig.screen.open

    def open_and_count() -> None:
        opens.append(1)
        opened()
        if len(opens) == 3:
            rig.loop.stop()

    flips = iter([True, True])

    def flip() -> None:
        if next(flips, False):
            raise pygame.error("the screen is gone")

    monkeypatch.setattr(loop_module, "SCREEN_RETRY_TICKS", 1)
    monkeypatch.setattr(loop_module, "LONGEST_WAIT_MS", 10)
    monkeypatch.setattr(rig.screen, "open", open_and_count)
    monkeypatch.setattr(pygame.display, "flip", flip)
    rig.show("lobby")
    rig.loop.run()
    assert len(opens) == 3


# --- sound ----------------------------------------------------------------------------------------------------------------


def test_each_signal_is_heard_once_and_they_differ() -> None:
    speaker = Speaker()
    speaker.open()
    assert not speaker.silent
    for name in SIGNALS:
        assert speaker.sound(name, 1_000)
        assert not speaker.sound(name, 1_000 + DEBOUNCE_MS - 1), "the same signal from a second link"
        assert speaker.sound(name, 1_000 + DEBOUNCE_MS)
    assert not speaker.sound("fanfare", 9_000)
    lengths = {name: sum(length for _, length in tones) for name, tones in SIGNALS.items()}
    assert lengths["tick"] < lengths["warning"] < lengths["end"]
    speaker.close()


def test_tones_are_loud_soft_at_their_ends_and_not_clipped() -> None:
    for tones in SIGNALS.values():
        wave = samples(tones)
        assert len(wave) == sum(RATE * length // 1000 for _, length in tones)
        assert 15_000 < max(wave) < 32_767
        assert abs(wave[0]) < 500
        assert abs(wave[-1]) < 500
    pause = RATE * 225 // 1000
    assert set(samples(SIGNALS["warning"])[pause : pause + 100]) == {0}, "two beeps with a pause between"


def test_without_a_sound_device_the_wall_says_so_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    speaker = Speaker()
    speaker.open()
    assert speaker.silent
    assert not speaker.sound("warning", 0)
    # the loudspeaker is switched on: the next signal finds it
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    assert speaker.sound("end", 0)
    speaker.close()


def test_volume_has_an_end_on_both_sides() -> None:
    speaker = Speaker()
    assert [speaker.louder(step) for step in (10, 10, 10, -60, -60)] == [90, 100, 100, 40, 0]


# --- screen ---------------------------------------------------------------------------------------------------------------


def drm(tmp_path: Path, **connectors: str) -> Path:
    """A /sys/class/drm; ``card1_HDMI_A_1="connected"``."""
    for name, status in connectors.items():
        folder = tmp_path / name.replace("_", "-")
        folder.mkdir()
        (folder / "status").write_text(status + "\n", encoding="ascii")
    (tmp_path / "renderD128").mkdir()
    return tmp_path


def test_the_card_with_a_screen_is_found(tmp_path: Path) -> None:
    # as on a Pi 5: card0 renders and has no connector, the numbers change from start to start
    tree = drm(
        tmp_path, card1_HDMI_A_1="disconnected", card1_HDMI_A_2="disconnected", card12_HDMI_A_1="connected"
    )
    assert connected_card(tree) == 12


def test_on_a_console_sdl_is_told_which_card(tmp_path: Path) -> None:
    environment: dict[str, str] = {}
    choose_driver(environment, drm(tmp_path, card2_HDMI_A_1="connected"))
    assert environment == {"SDL_VIDEODRIVER": "kmsdrm", "SDL_KMSDRM_DEVICE_INDEX": "2"}


def test_on_a_console_without_a_screen_it_is_an_error_to_try_again(tmp_path: Path) -> None:
    tree = drm(tmp_path, card1_HDMI_A_1="disconnected")
    assert connected_card(tree) is None
    assert connected_card(tmp_path / "nothing") is None
    with pytest.raises(SetupError, match="no screen"):
        choose_driver({"SDL_VIDEODRIVER": "kmsdrm"}, tree)


@pytest.mark.parametrize(
    "environment", [{"DISPLAY": ":0"}, {"WAYLAND_DISPLAY": "wayland-0"}, {"SDL_VIDEODRIVER": "dummy"}]
)
def test_a_desktop_or_a_given_driver_is_left_alone(environment: dict[str, str], tmp_path: Path) -> None:
    before = dict(environment)
    choose_driver(environment, tmp_path)
    assert environment == before


def test_a_driver_that_cannot_start_is_a_setup_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    with pytest.raises(SetupError, match="no-such-driver"):
        Screen().open()


# --- command line ---------------------------------------------------------------------------------------------------------


def test_the_test_card_saves_every_scene_without_hub_or_screen(tmp_path: Path) -> None:
    assert (
        main(["--test-card", "--lang", "ro", "--size", "640x480", "--screenshot", str(tmp_path / "new")]) == 0
    )
    saved = sorted((tmp_path / "new").iterdir())
    assert len(saved) == len(TestCard("ro").pictures)
    assert pygame.image.load(str(saved[0])).get_size() == (640, 480)


def test_the_test_card_turns_by_itself_and_by_key() -> None:
    card, start = TestCard("fr"), 123_456
    assert card.picture(start, SIZE) == card.pictures[0]
    assert card.picture(start + card.next_change_ms(start) - 1, SIZE) == card.pictures[0]
    assert card.picture(start + CARD_MS, SIZE) == card.pictures[1]
    card.cycle()
    assert card.picture(start, SIZE) == card.pictures[1]


@pytest.mark.parametrize("size", ["1920", "1920x", "100x100", "99999x1080", "axb", "-1920x1080"])
def test_a_size_that_is_none_is_refused(size: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([f"--size={size}"])
    assert "--size" in capsys.readouterr().err


def test_sizes_that_are_some() -> None:
    assert parse_size("1920x1080") == (1920, 1080)


def test_a_wrong_address_or_folder_ends_with_a_message(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("", encoding="ascii")
    assert main(["--url", "ftp://x/"]) == 2
    assert main(["--screenshot", str(tmp_path / "file" / "in")]) == 2
    assert "ftp://x/" in caplog.text
    assert "--screenshot" in caplog.text


def test_the_process_ignores_a_hang_up_and_ends_on_a_request() -> None:
    command = [
        sys.executable,
        "-m",
        "appliance.display",
        "--url",
        "ws://127.0.0.1:1/ws",
        "--windowed",
        "--size",
        "320x240",
    ]
    with subprocess.Popen(command, cwd=ROOT, env=os.environ, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        said = ""
        while "drawing 320 x 240 by dummy" not in said:
            line = process.stderr.readline()
            assert line, said
            said += line
        process.send_signal(signal.SIGHUP)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=20) == 0


def test_a_size_is_kept_on_the_dummy_screen_too() -> None:
    for windowed in (True, False):
        screen = Screen(windowed=windowed, size=SIZE)
        screen.open()
        assert screen.surface.get_size() == SIZE
        screen.close()

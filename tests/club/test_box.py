from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import GPIOPinInUse
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from appliance.errors import SetupError
from appliance.gpio import open_box
from appliance.gpio.box import PATTERNS, Box
from appliance.gpio.pins import (
    ACTIONS,
    COLUMNS,
    HEADER,
    MAX_MAP,
    OWN_MAP,
    PinMapError,
    find_map,
    parse_pins,
    read_pins,
)


class ByHand:
    """A hub's thread whose time the test moves on."""

    def __init__(self) -> None:
        self.now = 1000
        self.timers: list[tuple[int, Callable[[], None]]] = []
        self.posted: list[Callable[[], None]] = []

    def now_ms(self) -> int:
        return self.now

    def wall_ms(self) -> int:
        return self.now

    def today(self) -> str:
        return "2026-11-30"

    def call_after(self, delay_ms: int, action: Callable[[], None]) -> Callable[[], None]:
        timer = (self.now + delay_ms, action)
        self.timers.append(timer)

        def cancel() -> None:
            if timer in self.timers:
                self.timers.remove(timer)

        return cancel

    def advance(self, ms: int) -> None:
        end = self.now + ms
        self.run()
        while due := [timer for timer in self.timers if timer[0] <= end]:
            timer = min(due, key=lambda timer: timer[0])
            self.timers.remove(timer)
            self.now = timer[0]
            timer[1]()
            self.run()
        self.now = end

    def run(self) -> None:
        while self.posted:
            self.posted.pop(0)()


class Bench:
    """A box on mock pins, with somebody's fingers."""

    def __init__(self) -> None:
        self.time = ByHand()
        self.said: list[str] = []
        box = open_box("mock", self.time, self.time.posted.append, self.said.append)
        assert isinstance(box, Box)
        self.box = box
        self.time.run()

    def pin(self, name: str) -> Any:
        gpio = next(pin.gpio for pin in self.box.pins if pin.name == name)
        return self.box._factory.pin(gpio)

    def press(self, name: str, ms: int) -> None:
        self.pin(name).drive_low()
        self.time.advance(ms)
        self.pin(name).drive_high()
        self.time.advance(50)


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.box.close()


@pytest.mark.parametrize("name", ["draw", "clock", "reveal"])
def test_a_short_press_says_its_word_once(bench: Bench, name: str) -> None:
    bench.press(name, 80)
    assert bench.said == [name]


def test_undo_and_shutdown_must_be_held(bench: Bench) -> None:
    bench.press("undo", 900)
    bench.press("shutdown", 2400)
    assert bench.said == []
    bench.press("undo", 1100)
    bench.press("shutdown", 2600)
    assert bench.said == ["undo", "shutdown"]


def test_bounce_and_glitches_are_not_presses(bench: Bench) -> None:
    for _ in range(7):
        bench.pin("draw").drive_low()
        bench.time.advance(3)
        bench.pin("draw").drive_high()
        bench.time.advance(2)
    bench.time.advance(1000)
    assert bench.said == []


def test_a_press_and_its_release_wait_in_the_queue_while_the_hub_is_busy(bench: Bench) -> None:
    """The edges carry their own time, so a hub that was busy for a while still sees two presses."""
    for _ in range(2):
        bench.pin("reveal").drive_low()
        bench.time.now += 40
        bench.pin("reveal").drive_high()
        bench.time.now += 60
    bench.time.advance(100)
    assert bench.said == ["reveal", "reveal"]


def test_two_buttons_do_not_mix(bench: Bench) -> None:
    bench.pin("draw").drive_low()
    bench.pin("clock").drive_low()
    bench.time.advance(40)
    assert sorted(bench.said) == ["clock", "draw"]


def test_buzzer_and_lamp_follow_the_pattern(bench: Bench) -> None:
    bench.box.sound("warning")
    assert bench.box.buzzes
    seen = []
    for _ in range(12):
        seen.append(bench.pin("buzzer").state == bench.pin("lamp").state == 1)
        bench.time.advance(100)
    # 200 on, 150 off, 200 on, 150 off, 200 on
    assert seen == [True, True, False, False, True, True, False, True, True, False, False, False]


def test_a_new_signal_replaces_the_one_that_sounds(bench: Bench) -> None:
    bench.box.sound("end")
    bench.time.advance(100)
    bench.box.sound("tick")
    bench.time.advance(61)
    assert bench.pin("buzzer").state == 0
    bench.time.advance(2000)
    assert bench.pin("buzzer").state == 0
    bench.box.sound("no such signal")
    assert bench.pin("buzzer").state == 0


def test_a_broken_output_stops_neither_the_other_nor_the_evening(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    bench.box._lights._outputs[0].close()
    bench.box.sound("tick")
    assert bench.pin("lamp").state == 1
    assert "cannot be switched" in caplog.text


def test_closing_switches_off(bench: Bench) -> None:
    bench.box.sound("end")
    buzzer = bench.pin("buzzer")
    bench.box.close()
    assert buzzer.function == "input", "let go of, so that the transistor's resistor holds it off"


def test_every_rule_book_signal_has_a_pattern() -> None:
    assert set(PATTERNS) == {"warning", "tick", "end"}


def test_no_box_where_none_is_configured() -> None:
    time = ByHand()
    assert open_box("none", time, time.posted.append, print) is None


# packages.debian.org: the libraries by the names of the Debian packages
@pytest.mark.parametrize(("backend", "package"), [("lgpio", "lgpio"), ("rpigpio", "rpi.gpio")])
def test_a_backend_that_is_not_there_is_named_and_not_replaced(backend: Any, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.setitem(sys.modules, "RPi", None)
    time = ByHand()
    with pytest.raises(SetupError, match=f"gpio = {backend}: the library is not installed.*apt install python3-{package}"):
        open_box(backend, time, time.posted.append, print)


def test_without_gpiozero_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "appliance.gpio.box", None)
    time = ByHand()
    with pytest.raises(SetupError, match=r"pip install '\.\[pi\]'"):
        open_box("lgpio", time, time.posted.append, print)


def test_the_pin_map_of_the_box() -> None:
    pins = read_pins()
    assert {pin.name for pin in pins if pin.kind == "button"} == set(ACTIONS)
    assert {pin.name for pin in pins if pin.kind == "output"} == {"buzzer", "lamp"}
    # Pulled down by the Pi until a program speaks (BCM2711 data sheet, table of pull states): GPIO 9 to 27.
    assert all(9 <= pin.gpio <= 27 and pin.active == "high" for pin in pins if pin.kind == "output")
    # Left free for I2C (clock chips), UART (terminals) and SPI.
    assert not {pin.gpio for pin in pins} & {2, 3, 7, 8, 9, 10, 11, 14, 15}
    assert len(set(HEADER.values())) == len(HEADER) == 26


HEAD = ",".join(COLUMNS) + "\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: expected the columns"),
        (HEAD + "draw,17,12,green,button,low,0,x", "line 2: GPIO 17 is pin 11 of the header, not 12"),
        (HEAD + "draw,0,27,green,button,low,0,x", "GPIO 0 is pin none"),
        (HEAD + "draw,17,11,green,button,low,0,x\nclock,17,11,red,button,low,0,x", "line 3: clock on GPIO 17, but draw"),
        (HEAD + "draw,17,11,green,button,low,0,x\ndraw,27,13,red,button,low,0,x", "line 3: draw on GPIO 27, but draw"),
        (HEAD + "dance,17,11,green,button,low,0,x", "expected one of draw, clock"),
        (HEAD + "buzzer,17,11,green,button,low,0,x", "button 'buzzer'"),
        (HEAD + "draw,17,11,green,knob,low,0,x", "kind 'knob', expected button or output"),
        (HEAD + "draw,17,11,green,button,middle,0,x", "active 'middle'"),
        (HEAD + "draw,17,11,green,button,low,60000,x", "hold_ms 60000, expected at most 10000"),
        (HEAD + "draw,-1,11,green,button,low,0,x", "gpio '-1', expected a number"),
        (HEAD + "draw,17,11", "3 fields, expected 8"),
    ],
)
def test_a_wrong_pin_map_names_the_line(text: str, message: str) -> None:
    with pytest.raises(PinMapError) as caught:
        parse_pins(text)
    assert message in str(caught.value)


SHIPPED = (Path(__file__).resolve().parents[2] / "hardware" / "pins.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "saved",
    [
        "\ufeff" + SHIPPED,
        SHIPPED + "\n",
        SHIPPED.replace("\n", "\r\n") + ",,,,,,,\r\n\r\n",
        SHIPPED.replace(",", ";"),
        "\ufeff" + SHIPPED.replace(",", ";") + ";;;;;;;",
    ],
    ids=["byte order mark", "blank last line", "rows of a spreadsheet left empty", "semicolons", "all at once"],
)
def test_a_map_that_a_spreadsheet_has_saved_is_the_same_map(saved: str, tmp_path: Path) -> None:
    path = tmp_path / "pins.csv"
    path.write_bytes(saved.encode())
    assert read_pins(path) == parse_pins(SHIPPED)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (SHIPPED.replace("lamp,", "lampe,").encode(), "line 8: output 'lampe', expected one of buzzer, lamp"),
        (SHIPPED.replace("draw the", "dessiné").encode("latin-1"), "line 2: not UTF-8"),
        (SHIPPED.encode().ljust(MAX_MAP + 1), f"longer than {MAX_MAP} bytes"),
        (SHIPPED.encode("utf-16"), "line 1: not UTF-8"),
    ],
    ids=["a name", "Latin-1", "long", "UTF-16"],
)
def test_a_map_that_cannot_be_read_is_named(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "pins.csv"
    path.write_bytes(data)
    with pytest.raises(PinMapError) as caught:
        read_pins(path)
    assert str(caught.value).startswith(f"pin map {path}: {message}")


def test_a_clubs_own_map_counts_and_without_one_the_shipped(tmp_path: Path) -> None:
    own = tmp_path / OWN_MAP
    assert find_map(tmp_path).read_text(encoding="utf-8") == SHIPPED
    own.parent.mkdir(parents=True)
    own.write_text(SHIPPED.replace("draw,17,11", "draw,16,36"), encoding="utf-8")
    assert find_map(tmp_path) == own
    own.unlink()
    own.symlink_to("nowhere")
    with pytest.raises(PinMapError, match="No such file"):  # rather than wires that the club has moved
        read_pins(find_map(tmp_path))


class Taken(MockFactory):  # type: ignore[misc] # gpiozero has no types
    """Pins of which another program has some."""

    gpios: tuple[int, ...] = ()

    def pin(self, name: Any) -> Any:
        if name in self.gpios:
            raise GPIOPinInUse(f"pin GPIO{name} is already in use")
        return super().pin(name)


def test_a_pin_that_another_program_has_costs_that_button_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("appliance.gpio.box.MockFactory", Taken)
    monkeypatch.setattr(Taken, "gpios", (27, 24))  # clock and buzzer
    bench = Bench()
    assert [line.split(":")[0] for line in bench.box.refused] == ["clock (GPIO 27)", "buzzer (GPIO 24)"]
    bench.press("draw", 80)
    assert bench.said == ["draw"]
    bench.box.sound("end")
    assert bench.pin("lamp").state == 1
    assert not bench.box.buzzes, "the desk must not say that signals are heard"
    bench.box.close()


def test_a_box_of_which_no_pin_is_to_be_had_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("appliance.gpio.box.MockFactory", Taken)
    monkeypatch.setattr(Taken, "gpios", tuple(HEADER))
    time = ByHand()
    with pytest.raises(SetupError, match=r"gpio = mock: draw \(GPIO 17\): .* in use"):
        open_box("mock", time, time.posted.append, print)


@given(st.binary(max_size=200) | st.binary(max_size=200).map(HEAD.encode().__add__))
def test_any_file_is_a_pin_map_or_a_pin_map_error(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pins.csv"
        path.write_bytes(data)
        try:
            pins = read_pins(path)
        except PinMapError:
            return
    assert all(HEADER[pin.gpio] == pin.pin for pin in pins)


@given(st.text(max_size=200) | st.text("drawclock,0123456789\nlowhighbuttonoutput\"", max_size=200).map(HEAD.__add__))
def test_any_text_is_a_pin_map_or_a_pin_map_error(text: str) -> None:
    try:
        pins = parse_pins(text)
    except PinMapError:
        return
    assert all(HEADER[pin.gpio] == pin.pin for pin in pins)

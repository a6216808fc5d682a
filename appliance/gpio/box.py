"""The box itself, by gpiozero; the only file that knows it.

gpiozero calls back on threads of its own. They only note the time and post; everything else happens on the hub's thread.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from gpiozero import DigitalInputDevice, DigitalOutputDevice
from gpiozero.pins.mock import MockFactory

from appliance.errors import SetupError
from appliance.gpio.pins import Pin, read_pins
from appliance.gpio.press import Timing, look, start
from appliance.ports import Time

if TYPE_CHECKING:
    from appliance.gpio import Backend

log = logging.getLogger(__name__)

PACKAGES = {"lgpio": "python3-lgpio", "rpigpio": "python3-rpi.gpio"}
"""Debian's packages of the two ways to the pins."""

Pattern = tuple[tuple[int, int], ...]
"""Milliseconds on and off, in turn."""

PATTERNS: dict[str, Pattern] = {
    "warning": ((200, 150), (200, 150), (200, 0)),
    "tick": ((60, 0),),
    "end": ((1500, 0),),
}


class Box:
    """Buttons and signals on the pins of one machine. It is a :class:`appliance.ports.Sounder`.

    :raises SetupError: if the pin map cannot be used, or none of its pins is to be had.
    """

    def __init__(
        self,
        backend: Backend,
        time: Time,
        post: Callable[[Callable[[], None]], object],
        pressed: Callable[[str], None],
        pins: tuple[Pin, ...] | None = None,
    ) -> None:
        self.backend = backend
        self.pins = read_pins() if pins is None else pins
        self._devices: list[Any] = []
        self._factory = make_factory(backend)
        outputs: list[Any] = []
        refused: list[str] = []
        for pin in self.pins:
            try:
                if pin.kind == "output":
                    outputs.append(self._output(pin))
                else:
                    self._button(pin, time, post, pressed)
            except Exception as error:  # noqa: BLE001 - gpiozero passes on whatever its library raises; the other pins may do
                refused.append(f"{pin.name} (GPIO {pin.gpio}): {error}")
        self.refused = tuple(refused)
        """The wires that are not to be had, each with the reason; the others are at work."""
        self.buzzes = any(pin.name == "buzzer" for pin in self.pins) and not any(line.startswith("buzzer ") for line in refused)
        """Whether a signal is heard."""
        if refused and len(refused) == len(self.pins):
            self.close()
            raise SetupError(f"gpio = {backend}: {refused[0]}. Is another program using the pins, or the user not in group gpio?")
        self._lights = Player(outputs, time)

    def sound(self, signal: str) -> None:
        """Begin a signal on buzzer and lamp and return at once; it replaces one that is still on."""
        self._lights.play(PATTERNS.get(signal, ()))

    def close(self) -> None:
        """Let go of the pins; outputs go off."""
        for device in self._devices:
            device.close()
        self._devices.clear()
        self._factory.close()

    def _output(self, pin: Pin) -> Any:
        device = DigitalOutputDevice(pin.gpio, active_high=pin.active == "high", pin_factory=self._factory)
        self._devices.append(device)
        return device

    def _button(
        self, pin: Pin, time: Time, post: Callable[[Callable[[], None]], object], pressed: Callable[[str], None]
    ) -> None:
        # Without bounce_time: what it means differs from one pin library to the next; appliance.gpio.press decides alone.
        contact = DigitalInputDevice(pin.gpio, pull_up=pin.active == "low", pin_factory=self._factory)
        self._devices.append(contact)
        watcher = Watcher(contact.is_active, Timing(hold_ms=pin.hold_ms), time, partial(pressed, pin.name))

        def edge(down: bool) -> None:
            post(partial(watcher.see, down, time.now_ms()))

        contact.when_activated = partial(edge, True)
        contact.when_deactivated = partial(edge, False)
        # What happened between reading the level and setting the handlers.
        edge(contact.is_active)


class Watcher:
    """Looks at one button when an edge comes or a look is due; lives on the hub's thread."""

    def __init__(self, down: bool, timing: Timing, time: Time, act: Callable[[], None]) -> None:
        self._button = start(down, time.now_ms())
        self._timing = timing
        self._time = time
        self._act = act
        self._cancel: Callable[[], None] = lambda: None

    def see(self, down: bool, now_ms: int) -> None:
        """The level at a moment, which may lie a little back."""
        self._cancel()
        self._button, acts, again_ms = look(self._button, self._timing, down, now_ms)
        if again_ms is not None:
            self._cancel = self._time.call_after(max(0, again_ms - self._time.now_ms()), partial(self._due, again_ms))
        if acts:
            self._act()

    def _due(self, again_ms: int) -> None:
        self.see(self._button.down, max(again_ms, self._time.now_ms()))


class Player:
    """Plays one pattern at a time on all outputs together: the lamp is for those who do not hear the buzzer."""

    def __init__(self, outputs: Iterable[Any], time: Time) -> None:
        self._outputs = list(outputs)
        self._time = time
        self._cancel: Callable[[], None] = lambda: None

    def play(self, pattern: Pattern) -> None:
        """Begin, in place of what is being played; an empty pattern is silence."""
        self._cancel()
        self._cancel = lambda: None
        self._switch(bool(pattern))
        if pattern:
            (on_ms, off_ms), *rest = pattern
            self._cancel = self._time.call_after(on_ms, partial(self._pause, off_ms, tuple(rest)))

    def _pause(self, off_ms: int, rest: Pattern) -> None:
        self._switch(False)
        if rest:
            self._cancel = self._time.call_after(off_ms, partial(self.play, rest))

    def _switch(self, on: bool) -> None:
        for output in self._outputs:
            try:
                output.value = on
            except Exception:  # a broken wire must not stop the clock
                log.exception("the output %s cannot be switched", output)


def make_factory(backend: Backend) -> Any:
    """gpiozero's way to the pins, exactly the one asked for: gpiozero by itself would try one after the other.

    :raises SetupError: if that way does not exist on this machine.
    """
    if backend == "none":
        raise SetupError("gpio = none: there is no box to open")
    try:
        if backend == "lgpio":
            from gpiozero.pins.lgpio import LGPIOFactory as Factory  # noqa: PLC0415 - a machine has one of the two
        elif backend == "rpigpio":
            from gpiozero.pins.rpigpio import RPiGPIOFactory as Factory  # noqa: PLC0415 - as above
        else:
            Factory = MockFactory  # noqa: N806 - a class
        return Factory()
    except ImportError as error:
        raise SetupError(f"gpio = {backend}: the library is not installed ({error}); sudo apt install {PACKAGES[backend]}") from error
    except Exception as error:
        raise SetupError(f"gpio = {backend}: no pins on this machine ({error})") from error

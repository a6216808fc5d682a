"""Buttons, buzzer and lamp of the box. Nothing here decides anything: a press becomes a word, a signal becomes a pattern."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from appliance.errors import SetupError
from appliance.ports import Time

if TYPE_CHECKING:
    from appliance.gpio.box import Box

Backend = Literal["lgpio", "rpigpio", "mock", "none"]
"""Configuration `gpio`: `lgpio` for every Pi, `rpigpio` (RPi.GPIO) for a Pi 4 and older, `mock` for tests, `none` for a PC."""

BACKENDS: tuple[Backend, ...] = ("lgpio", "rpigpio", "mock", "none")


def open_box(
    backend: Backend,
    time: Time,
    post: Callable[[Callable[[], None]], object],
    pressed: Callable[[str], None],
) -> Box | None:
    """The box of this machine, or nothing with the backend `none`; never another backend than the one asked for.

    *post* runs a function on the hub's thread and may be called from any (``loop.call_soon_threadsafe``); there *pressed* is told what
    a button does: ``draw``, ``clock``, ``reveal``, ``undo`` or ``shutdown``, as in ``hardware/pins.csv``.

    :raises SetupError: if the library or the pins are not to be had; the evening can go on without, on the desk.
    """
    if backend == "none":
        return None
    try:
        from appliance.gpio.box import Box  # noqa: PLC0415 - gpiozero is installed only where there are pins
    except ImportError as error:
        advice = "sudo apt install python3-gpiozero, or pip install '.[pi]'; or set gpio = none"
        raise SetupError(f"gpio = {backend}: {error}. {advice}") from error
    return Box(backend, time, post, pressed)

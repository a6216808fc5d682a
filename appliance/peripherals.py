"""Buttons, buzzer and serial lines beside the hub: what a press means in each phase, and what is at work.

None of it is needed: what cannot be opened is told on the desk and the evening goes on.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import subprocess
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from appliance import commands as c
from appliance.boxstate import Part
from appliance.errors import ApplianceError, SetupError
from appliance.gpio import Backend, open_box
from appliance.hub import Hub
from appliance.ports import Time
from appliance.seats import Actor
from appliance.serial.port import Ports, parse_port_spec
from engine.errors import EngineError
from engine.game import Phase

if TYPE_CHECKING:
    from appliance.gpio.box import Box  # needs gpiozero, which a PC has not

log = logging.getLogger(__name__)

PRESSES: dict[tuple[str, Phase], tuple[c.Command, ...]] = {
    ("draw", Phase.LOBBY): (c.DrawByComputer(),),
    ("draw", Phase.REVEALED): (c.DrawByComputer(),),
    ("clock", Phase.DRAWN): (c.StartClock(),),
    ("clock", Phase.RUNNING): (c.PauseClock(),),
    ("clock", Phase.PAUSED): (c.StartClock(),),
    ("reveal", Phase.TIME_UP): (c.CloseRound(), c.Reveal()),
    ("reveal", Phase.CLOSED): (c.Reveal(),),
}
"""What a button does in a phase; nothing where it is not named, so that nobody reveals a top by leaning on the box."""


POWER_OFF = ("systemctl", "--no-ask-password", "-i", "poweroff")
"""``-i``: a program that asks for time must not leave the plug as the only way."""
POWER_OFF_LIMIT_S = 5


def power_off() -> None:
    """Shut the machine down; systemd stops the hub first. Allowed to the hub's user by ``systemd/50-toptable.rules``.

    :raises OSError: with what systemd complains of.
    """
    try:
        done = subprocess.run(  # noqa: S603 - whichever systemctl the system has
            POWER_OFF, capture_output=True, text=True, timeout=POWER_OFF_LIMIT_S, check=False, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired as error:
        raise TimeoutError(f"systemctl poweroff: no answer within {POWER_OFF_LIMIT_S} s") from error
    if done.returncode:
        raise OSError(f"systemctl poweroff: {' '.join(done.stderr.split()) or f'status {done.returncode}'}")


class Peripherals:
    """All that hangs on the box by a wire."""

    def __init__(
        self, hub: Hub, time: Time, gpio: Backend, serial: Sequence[str], shut_down: Callable[[], None] = power_off
    ) -> None:
        """*serial* holds ports as given on the command line.

        :raises SetupError: if one of them cannot be a port.
        """
        self.box: Box | None = None
        self.ports = Ports([parse_port_spec(text) for text in serial], hub, time)
        self._hub = hub
        self._time = time
        self._gpio: Backend = gpio
        self._gpio_problem = ""
        self._failed: dict[str, str] = {}
        """What the last press of a button met instead of being carried out."""
        self._shut_down = shut_down
        self._presses: asyncio.Queue[str] = asyncio.Queue(maxsize=20)
        self._worker: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Open what is there."""
        loop = asyncio.get_running_loop()
        try:
            self.box = open_box(self._gpio, self._time, loop.call_soon_threadsafe, self._pressed)
        except SetupError as error:
            self._gpio_problem = str(error)
            log.warning("%s", error)
        except Exception as error:  # what a pin library raises is not all known
            self._gpio_problem = f"gpio = {self._gpio}: {error!r}"
            log.exception("the box cannot be opened")
        if self.box:
            for line in self.box.refused:
                log.warning("gpio = %s: %s", self._gpio, line)
            self._hub.add_sounder(self.box)
            self._worker = loop.create_task(self._work(), name="buttons")
        self.ports.start()

    async def stop(self) -> None:
        """Close everything."""
        await self.ports.stop()
        if self._worker:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)
        if self.box:
            self.box.close()

    def status(self) -> list[str]:
        """What is at work, one line each, for the console."""
        gpio = self._gpio_problem or f"gpio = {self._gpio}"
        if self.box and self.box.refused:
            gpio += f", but not {'; '.join(self.box.refused)}"
        elif not self.box and not self._gpio_problem:
            gpio += ": no buttons on this machine"
        return [gpio, *self.ports.status()]

    def parts(self) -> tuple[Part, ...]:
        """What is at work, for the desk's panel."""
        if self._gpio_problem:
            gpio = Part("gpio", "warning", "gpio_trouble", self._gpio_problem)
        elif self.box and self.box.refused:
            gpio = Part("gpio", "warning", "gpio_partly", "; ".join(self.box.refused))
        elif self.box:
            gpio = Part("gpio", "ok", "gpio_on", self._gpio)
        else:
            gpio = Part("gpio", "note", "gpio_none")
        ports = [
            Part("serial", "ok", "serial_open", line) if is_open else Part("serial", "warning", "serial_closed", line)
            for line, is_open in self.ports.lines()
        ]
        ports += [Part("serial", "warning", "serial_twin", twin) for twin in self.ports.twins()]
        none = Part("serial", "note", "serial_awaited" if self.ports.are_awaited else "serial_none")
        failed = [Part("gpio", "warning", "gpio_failed", f"{button}: {why}") for button, why in self._failed.items()]
        return (gpio, *failed, *(ports or [none]))

    def _pressed(self, button: str) -> None:
        """Only queue it: presses are carried out one after the other, each in the phase that the one before has left."""
        try:
            self._presses.put_nowait(button)
        except asyncio.QueueFull:
            log.warning("too many presses; %s is left out", button)

    async def _work(self) -> None:
        while True:
            button = await self._presses.get()
            try:
                await self._carry_out(button)
            except Exception as error:  # whatever it was, the next press must be carried out
                log.exception("button %s", button)
                self._failed[button] = str(error) or repr(error)
            else:
                self._failed.pop(button, None)

    async def _carry_out(self, button: str) -> None:
        if button == "shutdown":
            await asyncio.to_thread(self._shut_down)
            return
        phase = self._hub.game.phase
        todo = (c.Undo(),) if button == "undo" else PRESSES.get((button, phase), ())
        log.info("button %s while %s: %s", button, phase.value, todo or "nothing")
        try:
            for command in todo:
                await self._hub.submit(command, secrets.token_hex(8), Actor("desk"))
        except (ApplianceError, EngineError) as error:
            log.warning("button %s: %s", button, error)

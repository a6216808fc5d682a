"""How the box is: buttons, terminals, sound, back-up and voltage, as the desk shows them and as they change during the evening."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from appliance.backup import Backup, BackupState
from appliance.doctor import Finding, voltage
from appliance.ports import Time

LOOK_MS = 5000

Level = Literal["ok", "note", "warning"]


@dataclass(frozen=True, slots=True)
class Part:
    """One line of the desk's panel."""

    part: Literal["journal", "gpio", "serial", "sound", "backup", "voltage"]
    level: Level
    state: str
    """A key of the catalogue's section ``box``."""
    detail: str = ""
    """What fills its ``{detail}``."""


def backup_part(state: BackupState) -> Part:
    """The back-up's line."""
    levels: dict[str, Level] = {"failed": "warning", "done": "ok"}
    detail = f"{state.folder}: {state.detail}" if state.detail else state.folder
    return Part("backup", levels.get(state.state, "note"), f"backup_{state.state}", detail)


def sound_part(sounders: str) -> Part:
    """The line of what makes the signals heard, named as the hub names them."""
    return Part("sound", "ok", "sound_on", sounders) if sounders else Part("sound", "note", "sound_none")


def voltage_part(findings: Iterator[Finding], was_low: bool) -> Part:
    """The power supply's line; once it was too weak it may be so again, so it stays said."""
    level = next((finding.level for finding in findings), "note")
    if level == "failure":
        return Part("voltage", "warning", "voltage_low")
    if was_low:
        return Part("voltage", "warning", "voltage_was_low")
    return Part("voltage", "ok", "voltage_enough") if level == "ok" else Part("voltage", "note", "voltage_unknown")


class BoxState:
    """Looks at the box every few seconds, and calls *changed* when something is otherwise."""

    def __init__(
        self,
        time: Time,
        wires: Callable[[], Sequence[Part]],
        sounders: Callable[[], str],
        backup: Backup,
        changed: Callable[[], None],
        root: Path = Path("/"),
    ) -> None:
        """*wires* gives the lines of buttons and terminals; *root* is where the firmware's alarms are read."""
        self.parts: tuple[Part, ...] = ()
        self._time = time
        self._wires = wires
        self._sounders = sounders
        self._backup = backup
        self._changed = changed
        self._root = root
        self._was_low = False
        self._task: asyncio.Task[None] | None = None
        self._cancel: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Look now and from then on."""
        self._task = asyncio.get_running_loop().create_task(self._look_on(), name="box state")

    async def stop(self) -> None:
        """Look no more."""
        self._cancel()
        if self._task:
            await self._task
        self._cancel()

    async def look(self) -> None:
        """Look once. Reading is done on a thread: a stick that hangs must not stop the clock."""
        await self._backup.look()
        power = await asyncio.to_thread(lambda: voltage_part(voltage(self._root), self._was_low))
        self._was_low |= power.state == "voltage_low"
        parts = (*self._wires(), sound_part(self._sounders()), backup_part(self._backup.state), power)
        if parts != self.parts:
            self.parts = parts
            self._changed()

    async def _look_on(self) -> None:
        await self.look()
        self._cancel = self._time.call_after(LOOK_MS, self.start)

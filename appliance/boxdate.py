"""The machine's date. A box without a clock chip and without internet has it wrong after each power cut; the desk's own may then be set.

It is for print, and for rounds that last until a date: events are ordered by their numbers and time is measured by the monotonic clock, so
setting it in mid-evening changes neither. What was written under the old date keeps it.
"""

from __future__ import annotations

import asyncio
import logging
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from appliance.errors import MessageError
from appliance.ports import Time
from engine.errors import CommandRefused

log = logging.getLogger(__name__)

RELEASED = datetime(2026, 11, 30, tzinfo=UTC)
"""No earlier date can be right."""
LAST = datetime(2100, 1, 1, tzinfo=UTC)
"""From here on a date is a slip of the hand."""
NOTICED_MS = 60_000
"""A smaller difference is left alone: people's own watches differ by as much."""
LIMIT_S = 10


@dataclass(frozen=True, slots=True)
class DateState:
    """The machine's date beside another's."""

    now_ms: int
    """The machine's, in milliseconds since 1970 (UTC)."""
    differs: bool
    """Whether by more than :data:`NOTICED_MS`."""
    synchronised: bool
    """Whether the machine takes its date from the network: then the other is the wrong one."""


class MachineDate(Protocol):
    """How this machine's date is set; the fake of the tests has the same two methods. Called from any thread."""

    def is_synchronised(self) -> bool:
        """Whether the network has set it since the machine started."""
        ...

    def set(self, now_ms: int) -> None:
        """Set it, in milliseconds since 1970 (UTC).

        :raises OSError: saying why it cannot be set.
        """
        ...


class BoxDate:
    """Compares the machine's date with a desk's, and sets it."""

    def __init__(self, time: Time, machine: MachineDate) -> None:
        self._time = time
        self._machine = machine

    async def look(self, other_ms: int) -> DateState:
        """The machine's date beside that of a desk.

        :raises MessageError: if the desk's is no date that can be right.
        """
        check(other_ms)
        differs = abs(self._time.wall_ms() - other_ms) > NOTICED_MS
        synchronised = differs and await asyncio.to_thread(self._machine.is_synchronised)
        return DateState(self._time.wall_ms(), differs, synchronised)

    async def set(self, now_ms: int) -> DateState:
        """Set the machine's date to a desk's; how they stand then.

        :raises MessageError: as :meth:`look`; :raises CommandRefused: ``date_not_allowed``, if this machine does not let the hub.
        """
        check(now_ms)
        try:
            await asyncio.to_thread(self._machine.set, now_ms)
        except OSError as error:
            log.warning("date not set: %s", error)
            raise CommandRefused("date_not_allowed", str(error)) from error
        log.info("date set from the desk")
        return await self.look(now_ms)


def check(ms: int) -> None:
    """:raises MessageError: unless it lies between this program's release and the end of the century."""
    if not RELEASED.timestamp() * 1000 <= ms < LAST.timestamp() * 1000:
        raise MessageError(f"now: {ms} ms since 1970; expected a date from {RELEASED:%Y-%m-%d} to {LAST:%Y-%m-%d}")


class SystemDate:
    """By systemd, which lets the hub's user by ``systemd/50-toptable.rules``; elsewhere root alone, or nobody."""

    def is_synchronised(self) -> bool:
        try:
            return self._is("NTPSynchronized")
        except OSError:
            return False

    def set(self, now_ms: int) -> None:
        # systemd refuses to set a date while it waits for that of the network
        waits = self._is("NTP")
        if waits:
            _timedatectl("set-ntp", "false")
        try:
            _timedatectl("set-time", f"@{now_ms // 1000}")
        finally:
            if waits:
                _timedatectl("set-ntp", "true")

    @staticmethod
    def _is(name: str) -> bool:
        return _timedatectl("show", f"--property={name}", "--value").strip() == "yes"


def _timedatectl(*arguments: str) -> str:
    """What it says.

    :raises OSError: with what it complains of.
    """
    command: Sequence[str] = ("timedatectl", "--no-ask-password", *arguments)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S, check=False, stdin=subprocess.DEVNULL)  # noqa: S603 - whichever timedatectl the system has
    except subprocess.TimeoutExpired as error:
        raise TimeoutError(f"timedatectl {arguments[0]}: no answer within {LIMIT_S} s") from error
    if done.returncode:
        raise OSError(f"timedatectl {arguments[0]}: {' '.join(done.stderr.split()) or f'status {done.returncode}'}")
    return done.stdout

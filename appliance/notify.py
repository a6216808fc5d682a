"""Talks to systemd over its notification socket: ready, still alive, stopping. Does nothing where there is no systemd.

Protocol: sd_notify(3), datagrams of ``KEY=value`` lines to the socket named in ``NOTIFY_SOCKET``.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Awaitable, Callable, Mapping

log = logging.getLogger(__name__)


class Notifier:
    """One service's line to systemd."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        limit_us = environment.get("WATCHDOG_USEC", "0") if ours else "0"
        self.interval_s = int(limit_us) / 2_000_000 if limit_us.isdecimal() else 0.0
        """Seconds between two signs of life, half of what systemd allows; 0 when it asks for none."""

    def ready(self) -> None:
        """The service takes requests."""
        self._send("READY=1")

    def alive(self) -> None:
        """A sign of life."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """The service shuts down on purpose."""
        self._send("STOPPING=1")

    def status(self, text: str) -> None:
        """One line for ``systemctl status``."""
        self._send("STATUS=" + " ".join(text.split()))

    async def watch(self, healthy: Callable[[], Awaitable[object]], sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Give signs of life as long as *healthy* answers in time; run it on the event loop that must not hang.

        Returns at once when systemd asks for none. A *healthy* that raises or hangs lets the watchdog bite: a restart replays the
        journal and is better than a table that takes no slips.
        """
        while self.interval_s:
            try:
                await asyncio.wait_for(healthy(), self.interval_s)
            except Exception:
                log.exception("no sign of life to systemd: the health check failed or hung")
            else:
                self.alive()
            await sleep(self.interval_s)

    def _send(self, message: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.setblocking(False)
                line.sendto(message.encode(), self._address)
        except OSError as error:
            log.warning("systemd does not take %s: %s", message, error)

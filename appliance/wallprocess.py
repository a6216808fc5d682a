"""The wall display's process: started beside the hub, again whenever it ends, and ended with the hub; it never takes the hub along."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Sequence
from contextlib import suppress

log = logging.getLogger(__name__)

FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 30.0
STEADY_S = 60.0
"""A wall that has lived this long starts again at once."""
STOP_S = 3.0


def wall_command(port: int) -> tuple[str, ...]:
    """How the wall is started: it ends by itself when its standard input does."""
    return (sys.executable, "-m", "appliance.display", "--attached", "--url", f"ws://127.0.0.1:{port}/ws")


class WallProcess:
    """Keeps one child process alive."""

    def __init__(self, command: Sequence[str], first_pause_s: float = FIRST_PAUSE_S) -> None:
        self._command = command
        self._first_pause_s = first_pause_s
        self._task: asyncio.Task[None] | None = None
        self.starts = 0
        """How many times it was started."""

    def start(self) -> None:
        """Start it, now and whenever it has ended."""
        self._task = asyncio.create_task(self._keep_alive(), name="wall")

    async def stop(self) -> None:
        """End it and wait until it is gone."""
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _keep_alive(self) -> None:
        pause_s = self._first_pause_s
        loop = asyncio.get_running_loop()
        while True:
            started = loop.time()
            try:
                status = await self._run_once()
            except OSError as error:
                log.error("the wall cannot be started: %s", error)  # noqa: TRY400 - the message says it all
                status = -1
            if loop.time() - started > STEADY_S:
                pause_s = self._first_pause_s
            log.warning("the wall has ended (status %d); it is started again in %.0f s", status, pause_s)
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    async def _run_once(self) -> int:
        # a session of its own: Ctrl-C goes to the hub, which ends the wall itself. Of a hub that was killed the wall learns by the pipe.
        process = await asyncio.create_subprocess_exec(*self._command, stdin=asyncio.subprocess.PIPE, start_new_session=True)
        self.starts += 1
        try:
            return await process.wait()
        finally:
            if process.returncode is None:
                process.terminate()
                try:
                    await asyncio.wait_for(process.wait(), STOP_S)
                except TimeoutError:
                    process.kill()
                    await process.wait()

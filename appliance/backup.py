"""A copy of the journal on a USB stick after each round.

The copy is taken on the hub's one connection, in memory, and written to the stick on a thread of its own, so that a slow or broken stick
holds nobody up. On the stick there is always one whole copy: the new one is written beside it first. Each box has file names of its own
there, so that a box that was set up anew never overwrites the evenings that the stick is to bring back.
"""

from __future__ import annotations

import asyncio
import glob
import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from appliance.errors import JournalError
from engine.game import Game, Phase

log = logging.getLogger(__name__)

MEDIA = Path("/media")
LABEL = "TOPTABLE*"

GONE = "no such folder"
"""Said of a folder that was asked for and is not there; when it comes back it gets its copy at once."""

WORTH_KEEPING = (Phase.REVEALED, Phase.ENDED)


class Source(Protocol):
    """What of the hub a back-up needs."""

    @property
    def game(self) -> Game:
        """The game as it is on disk."""
        ...

    @property
    def seq(self) -> int:
        """The number of the journal's last event."""
        ...

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call *changed* after each change."""
        ...

    @property
    def identity(self) -> str:
        """What tells this journal from another."""
        ...

    async def copy(self) -> bytes:
        """The whole journal, an SQLite file. :raises JournalError: if it cannot be read."""
        ...


@dataclass(frozen=True, slots=True)
class BackupState:
    """How the back-up stands."""

    state: Literal["none", "ready", "done", "failed"]
    """No folder; a folder and no copy yet; a copy; the last one failed."""
    folder: str = ""
    detail: str = ""
    """What went wrong."""


def find_folder(wanted: Path | None, media: Path = MEDIA, is_mounted: Callable[[Path], bool] = os.path.ismount) -> Path | None:
    """Where to copy to: the folder that was asked for, else the first stick whose name begins with TOPTABLE; ``None`` without one.

    A folder that no stick is mounted on is passed over: it lies on the card that the back-up is to be safe from.
    """
    if wanted is not None:
        return wanted
    there = (name for pattern in (LABEL, f"*/{LABEL}") for name in glob.glob(pattern, root_dir=media))  # noqa: PTH207 - Path.glob fails where one stick of several cannot be read
    found = sorted(media / name for name in there)
    return next((path for path in found if is_mounted(path)), None)


def _is_there(folder: Path) -> bool:
    """Whether it is a folder; one that cannot even be asked is none."""
    return os.path.isdir(folder)  # noqa: PTH112 - Path.is_dir raises for a stick that cannot be read


def names(identity: str) -> tuple[str, str]:
    """The names of the copy and of the one before it."""
    return f"toptable-{identity}.sqlite3", f"toptable-{identity}-before.sqlite3"


def keep(data: bytes, folder: Path, identity: str) -> None:
    """Write a copy; the one before stays beside it, and at no moment is there none.

    :raises OSError: if it cannot be written.
    """
    copy, before = (folder / name for name in names(identity))
    part = copy.with_suffix(".part")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if copy.exists():
        copy.replace(before)
    part.replace(copy)
    directory = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


class Backup:
    """Copies after each round, after each correction of one, and when a stick is put in."""

    def __init__(self, hub: Source, find: Callable[[], Path | None] = lambda: find_folder(None)) -> None:
        self.state = BackupState("none")
        self._hub = hub
        self._find = find
        self._wanted = hub.seq
        self._task: asyncio.Task[None] | None = None
        self._unsubscribe: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Watch the game."""
        self._unsubscribe = self._hub.subscribe(self._changed)

    async def stop(self) -> None:
        """Finish the copy that is being made."""
        self._unsubscribe()
        if self._task:
            await self._task

    async def look(self) -> None:
        """See whether a stick has come or gone; one that has come gets its copy at once. To be called every few seconds."""
        folder = await asyncio.to_thread(self._find)
        if folder is None:
            self.state = BackupState("none")
        elif not await asyncio.to_thread(_is_there, folder):
            self.state = BackupState("failed", str(folder), GONE)
        elif self.state.folder != str(folder) or self.state.detail == GONE:
            self.state = BackupState("ready", str(folder))
            self._copy_soon()

    def _changed(self) -> None:
        if self._hub.game.phase in WORTH_KEEPING:
            self._copy_soon()

    def _copy_soon(self) -> None:
        self._wanted = self._hub.seq
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._work(), name="back-up")

    async def _work(self) -> None:
        while True:
            copying = self._wanted
            self.state = await self._copy()
            if self._wanted == copying:
                return

    async def _copy(self) -> BackupState:
        folder = await asyncio.to_thread(self._find)
        if folder is None:
            return BackupState("none")
        if not await asyncio.to_thread(_is_there, folder):
            return BackupState("failed", str(folder), GONE)
        try:
            data = await self._hub.copy()
            await asyncio.to_thread(keep, data, folder, self._hub.identity)
        except (JournalError, OSError) as error:
            problem = error.strerror or str(error)
            log.warning("no back-up in %s: %s", folder, problem)
            return BackupState("failed", str(folder), problem)
        return BackupState("done", str(folder))

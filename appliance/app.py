"""The composition root: the one place where hub, web server and wall meet."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict
from random import Random

from appliance.backup import Backup, find_folder
from appliance.boxdate import BoxDate, MachineDate, SystemDate
from appliance.boxstate import BoxState, Part
from appliance.clock import MonotonicTime
from appliance.config import Config, boot_id, has_screen, page_addresses
from appliance.demo import Demo
from appliance.errors import DataUnusable, FileError, SetupError
from appliance.hub import Hub
from appliance.journal import FILE_NAME, FolderLock
from appliance.lexicons import Progress, silent
from appliance.library import Library
from appliance.notify import Notifier
from appliance.peripherals import Peripherals
from appliance.pin import DeskPin
from appliance.ports import Time
from appliance.replay import Replay
from appliance.vault import Vault
from appliance.wallprocess import WallProcess, wall_command
from appliance.web.server import LexiconRow, WebServer
from appliance.web.trouble import TroubleServer
from engine.errors import EngineError, LexiconError

log = logging.getLogger(__name__)

RETRY_S = 10.0
"""How often a data folder that cannot be used is tried again."""


class Appliance:
    """A running hub with its web server, and a wall if there is a screen."""

    def __init__(
        self,
        config: Config,
        *,
        time: Time | None = None,
        dice: Random | None = None,
        library: Library | None = None,
        machine_date: MachineDate | None = None,
        progress: Progress = silent,
    ) -> None:
        self.config = config
        self.addresses: tuple[str, ...] = ()
        """Where tablets find the players' page."""
        self.port = 0
        self.wall: WallProcess | None = None
        self.vault = Vault(config.data / "sealed")
        self._time = time or MonotonicTime()
        self._dice = dice
        self._machine_date = machine_date or SystemDate()
        self._library = library or Library(config.data, config.data, progress)

    async def start(self) -> None:
        """Take the data folder, resume the evening, listen.

        :raises SetupError: saying in one line what is wrong and what to do.
        """
        config = self.config
        self._lock = FolderLock(config.data)
        try:
            self._pin = DeskPin(config.data, config.pin)
            await asyncio.to_thread(self._check_lexicon)
            prepared = await asyncio.to_thread(self._prepared)
            self.hub = Hub(
                config.data / FILE_NAME,
                self._library,
                self._time,
                self._dice,
                boot_id=boot_id(),
                lexicon=config.lexicon,
                vault=self.vault,
                prepared=prepared,
            )
            await self.hub.start()
        except SetupError:
            self._lock.release()
            raise
        try:
            await self._listen()
        except SetupError:
            await self.hub.stop()
            self._lock.release()
            raise
        if config.wall and has_screen():
            self.wall = WallProcess(wall_command(self.port))
            self.wall.start()

    @property
    def pin(self) -> str:
        """Opens the desk; for the console only."""
        return self._pin.now()

    async def _listen(self) -> None:
        config = self.config
        self.peripherals = Peripherals(self.hub, self._time, config.gpio, config.serial)
        self.backup = Backup(self.hub, lambda: find_folder(config.backup) if config.backup or config.stick else None)
        self._box = BoxState(self._time, self._parts, self._sounder, self.backup, lambda: self._web.connections.show_desks())
        self._demo = Demo(self.hub, self._library, lambda: f"http://127.0.0.1:{self.port}")
        self._web = WebServer(
            self.hub,
            self._time,
            self._pin.now,
            lambda: self.addresses[0],
            self._lexicons,
            self._demo.open,
            self._sounder,
            Replay(self.hub, self._library, self.vault),
            lambda: [asdict(part) for part in self._box.parts],
            BoxDate(self._time, self._machine_date),
            self._library.rulesets,
        )
        self._web.connections.terminals = self.peripherals.ports.seats
        self.port = await self._web.start(config.host, config.port)
        self.addresses = page_addresses(config.host, self.port)
        self.hub.add_sounder(self._web.connections)
        self.peripherals.start()
        self.backup.start()
        self._box.start()

    async def stop(self) -> None:
        """Stop everything, the hub last; what is being written is finished."""
        if self.wall:
            await self.wall.stop()
        await self._demo.stop()
        await self._box.stop()
        await self.backup.stop()
        await self.peripherals.stop()
        await self._web.stop()
        await self.hub.stop()
        self._lock.release()

    def _check_lexicon(self) -> None:
        name = self.config.lexicon or "fr"
        try:
            self._library.used(name)
        except LexiconError as error:
            raise SetupError(f"lexicon {name}: {error}") from error

    def _prepared(self) -> str:
        """The checksum of the prepared game to play; its lexicon is opened now, so that nothing is missing in the evening."""
        if self.config.game is None:
            return ""
        try:
            found = self.vault.take(self.config.game, self.config.code)
            opened = self.vault.game(found).opened
            assert opened is not None
            used = self._library.used(opened.lexicon.name)
        except FileError as error:
            raise SetupError(f"prepared game: {error}") from error
        except EngineError as error:
            raise SetupError(f"prepared game {self.config.game}: {error}") from error
        # a game that was typed or published names no edition
        if opened.lexicon.fingerprint and used.fingerprint != opened.lexicon.fingerprint:
            raise SetupError(f"prepared game: made with another edition of {used.name} ({opened.lexicon.fingerprint[:8]})")
        return found

    def _lexicons(self) -> Iterator[LexiconRow]:
        return ((e.name, e.words, e.official) for e in self._library.lexicons.entries() if e.words)

    def _parts(self) -> tuple[Part, ...]:
        done = self.hub.salvaged
        journal = (Part("journal", "warning", "journal_salvaged", done.kept_as.name),) if done else ()
        return (*journal, *self.peripherals.parts())

    def _sounder(self) -> str:
        heard = (("wall", self._web.connections.wall_sounds()), ("buzzer", self.peripherals.box and self.peripherals.box.buzzes))
        return ", ".join(name for name, there in heard if there)


async def run(appliance: Appliance, announce: Callable[[Appliance], None]) -> None:
    """Run until Ctrl-C or SIGTERM; *announce* is called once it takes requests."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    notifier = Notifier(os.environ)
    if not await _started(appliance, notifier, stop):
        return
    watch = asyncio.create_task(notifier.watch(appliance.hub.healthy))
    notifier.status(f"players' page: {appliance.addresses[0]}")
    notifier.ready()
    announce(appliance)
    try:
        await stop.wait()
    finally:
        notifier.stopping()
        watch.cancel()
        await appliance.stop()


async def _started(appliance: Appliance, notifier: Notifier, stop: asyncio.Event) -> bool:
    """Start; with ``wait``, again and again until the data folder can be used, saying on every page why it cannot. False if *stop* came."""
    while True:
        try:
            await appliance.start()
        except DataUnusable as error:
            if not appliance.config.wait:
                raise
            log.error("%s", error)  # noqa: TRY400 - the message says it all
            trouble = TroubleServer(str(error))
            await trouble.start(appliance.config.host, appliance.config.port)
            # before READY, for install.sh asks for it then: an update that cannot open the evenings is gone back from
            notifier.status(f"waits: {error}")
            notifier.ready()
            notifier.alive()
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), RETRY_S)
            await trouble.stop()
            if stop.is_set():
                return False
        else:
            return True

"""A demo evening: four players, one table free for the visitor, the other three played by simulated tablets of this hub."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from random import Random

import aiohttp

from appliance.commands import OpenEvening
from appliance.library import Library
from appliance.ports import Table
from appliance.seats import Actor
from appliance.simulate import Tablet, Thinker, play_along
from engine.errors import CommandRefused

PLAYERS = ("Camille", "Noé", "Inès", "Hugo")
SKILLS = (1.0, 0.6, 0.4, 0.2)
VISITOR = 1
SETTINGS = {"clock.round_s": "90", "solo.minimum_seats": "2"}
"""Short rounds, and a solo even among four."""


class Demo:
    """Plays the tables beside the visitor's until another evening is opened."""

    def __init__(self, table: Table, library: Library, url: Callable[[], str]) -> None:
        self._table = table
        self._thinker = Thinker(library)
        self._url = url
        self._playing: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Open the evening and sit down.

        :raises CommandRefused: ``prepared_waits`` while the next evening is to play a prepared game, which a demo would give away.
        """
        if self._table.prepared:
            raise CommandRefused("prepared_waits", f"the prepared game {self._table.prepared[:16]} waits to be played")
        command = OpenEvening("Démo", players=PLAYERS, settings=SETTINGS)
        await self._table.submit(command, secrets.token_hex(10), Actor("desk"))
        await self.stop()
        self._playing = asyncio.create_task(self._play(), name="demo")

    async def stop(self) -> None:
        """Leave the tables."""
        if self._playing:
            self._playing.cancel()
            await asyncio.wait([self._playing])

    async def _play(self) -> None:
        async with aiohttp.ClientSession() as session:
            tablets = [
                Tablet(session, self._url(), seat, name, Random(seat), skill)
                for seat, (name, skill) in enumerate(zip(PLAYERS, SKILLS, strict=True), 1)
                if seat != VISITOR
            ]
            await asyncio.gather(*(play_along(tablet, self._thinker) for tablet in tablets))

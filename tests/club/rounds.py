"""Steps and looks that tests of the hub share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from appliance import commands as c
from appliance.hub import Hub
from engine.bulletin import Verdict
from engine.errors import CommandRefused
from engine.game import Phase

OPEN = c.OpenEvening("Lundi", players=("Anne", "Bob"))


def kinds(hub: Hub) -> list[str]:
    return [type(entry.event).__name__ for entry in hub.game.history]


def phase(hub: Hub) -> Phase:
    """Where the evening stands; a call, so that the type checker does not take it for granted after a test."""
    return hub.game.phase


def verdict(hub: Hub, seat: int) -> Verdict:
    return hub.game.rounds[0].verdicts[seat]


async def in_round(table: Any, letters: str = "AEINRST") -> None:
    """An evening with its first round running."""
    await table.desk(OPEN)
    await table.desk(c.DrawTyped(letters))
    await table.desk(c.StartClock())


async def until(hub: Hub, reached: Callable[[], bool]) -> None:
    """Wait until the hub has told of something that has been reached."""
    told = asyncio.Event()
    cancel = hub.subscribe(told.set)
    while not reached():
        await asyncio.wait_for(told.wait(), 30)
        told.clear()
    cancel()


async def reaches(hub: Hub, wanted: Phase) -> None:
    """Wait until the evening stands there."""
    await until(hub, lambda: phase(hub) is wanted)


async def refused(doing: Any) -> str:
    with pytest.raises(CommandRefused) as caught:
        await doing
    return caught.value.reason

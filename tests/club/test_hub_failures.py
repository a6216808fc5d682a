"""The same game after a restart; a disk that is full; a fault of the program."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from appliance import commands as c
from appliance.clock import HandTime
from appliance.errors import JournalError, SetupError
from appliance.hub import Hub
from appliance.library import Library
from engine.errors import LexiconError
from engine.game import Phase
from tests.club.rounds import OPEN, in_round, phase, reaches

# --- restart ------------------------------------------------------------------------------------------------------------------


async def test_an_orderly_stop_halts_the_clock_where_it_is(
    table: Any, hub: Hub, make_hub: Callable[[], Hub], time: HandTime
) -> None:
    await in_round(table)
    time.advance(12_345)
    await hub.stop()
    time.advance(1_000_000)
    again = make_hub()
    await again.start()
    assert (phase(again), again.remaining_ms()) == (Phase.PAUSED, 180_000 - 12_345)


async def test_the_last_heartbeat_counts_after_a_crash_unless_time_was_added_since(
    table: Any, hub: Hub, make_hub: Callable[[], Hub], time: HandTime
) -> None:
    await in_round(table)
    time.advance(30_000)
    await hub._in_writer(lambda: None)
    while hub._beside_queue:
        await asyncio.gather(*hub._beside_queue)
    time.advance(900)
    await crash(hub)
    again = make_hub()
    await again.start()
    remaining = again.remaining_ms()
    assert remaining is not None
    assert 149_100 <= remaining <= 151_000
    assert phase(again) is Phase.PAUSED


async def crash(hub: Hub) -> None:
    """The hub dies: nothing more is written."""
    assert hub._worker is not None
    hub._stopping = True
    hub._worker.cancel()
    await asyncio.wait([hub._worker])
    hub._clock.stop_beating()
    hub._clock.follow(type(hub.game)(), 0)
    await hub._in_writer(hub._journal.close)


async def test_a_lexicon_that_has_gone_is_said_at_the_start(
    table: Any, hub: Hub, make_hub: Callable[[], Hub], monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.desk(OPEN)
    await hub.stop()

    def gone(*_: object) -> None:
        raise LexiconError("no lexicon 'club'")

    monkeypatch.setattr(Library, "referee", gone)
    with pytest.raises(SetupError, match="'Lundi' goes on with lexicon club"):
        await make_hub().start()


# --- a disk that fails ------------------------------------------------------------------------------------------------------------


async def test_a_full_disk_refuses_the_command_and_the_evening_goes_on(
    table: Any, hub: Hub, make_hub: Callable[[], Hub]
) -> None:
    await in_round(table)
    history, seq = hub.game.history, hub.seq
    execute = hub._journal._connection.execute
    await hub._in_writer(lambda: execute(f"PRAGMA max_page_count = {execute('PRAGMA page_count').fetchone()[0]}"))
    text = "H4 RIEN 8 " + "x" * 150
    failed = await asyncio.gather(
        *(table.tablet(1, c.HandIn(1, 1, text), f"slip-{i:04}") for i in range(100)), return_exceptions=True
    )
    assert all(isinstance(each, JournalError) for each in failed)
    assert (hub.game.history, hub.seq) == (history, seq)
    await hub._in_writer(lambda: execute("PRAGMA max_page_count = 1000000"))
    assert (await table.tablet(1, c.HandIn(1, 1, text), "slip-0000"))["number"] == 1
    await hub.stop()
    again = make_hub()
    await again.start()
    assert [slip.text for slip in again.game.rounds[0].bulletins] == [text]


async def test_an_end_of_time_that_could_not_be_written_is_written_later(
    table: Any, hub: Hub, time: HandTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    await in_round(table)
    append = hub._journal.append
    tried = asyncio.Event()

    def full(*_: Any) -> int:
        loop.call_soon_threadsafe(tried.set)
        raise JournalError("disk full")

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(hub._journal, "append", full)
    time.advance(180_000)
    await asyncio.wait_for(tried.wait(), 10)
    while hub._beside_queue:
        await asyncio.gather(*hub._beside_queue)
    assert phase(hub) is Phase.RUNNING
    monkeypatch.setattr(hub._journal, "append", append)
    assert (await table.tablet(1, c.HandIn(1, 1, "H4 RIEN 8")))["late"] is True
    time.advance(1000)
    await reaches(hub, Phase.TIME_UP)


async def test_a_fault_of_the_program_refuses_one_command_and_not_the_next(
    table: Any, hub: Hub, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await table.desk(OPEN)

    def broken(*_: Any) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr("engine.referee.Referee.draw", broken)
        with pytest.raises(ZeroDivisionError):
            await table.desk(c.DrawByComputer())
    assert "a command failed" in caplog.text
    await table.desk(c.DrawByComputer())
    assert phase(hub) is Phase.DRAWN

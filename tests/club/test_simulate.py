"""A room of simulated tablets: the evening it plays, and that its count would notice a hub that counts wrong."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import pytest

from appliance import commands as c
from appliance import demo as demos
from appliance.app import Appliance
from appliance.catalogue import catalogue
from appliance.cli import main
from appliance.config import Config
from appliance.errors import SetupError
from appliance.library import Library
from appliance.rehearsal import Rehearsal
from appliance.seats import Actor
from appliance.simulate import Sent, SimulationError, Thinker, standing_slip
from engine import events as ev
from engine.game import Phase
from engine.standings import standings


@pytest.fixture
async def appliance(data: Path) -> AsyncIterator[Appliance]:
    appliance = Appliance(Config(data, "127.0.0.1", 0, wall=False, lexicon="club"), dice=Random(3))
    await appliance.start()
    yield appliance
    await appliance.stop()


async def rehearse(appliance: Appliance, library: Library, seats: int, rounds: int, said: list[str]) -> list[dict[str, Any]]:
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        url = f"http://127.0.0.1:{appliance.port}"
        return await Rehearsal(session, url, appliance.pin, seats, rounds, Thinker(library), 5, said.append).play()


async def test_a_room_of_twenty_plays_and_its_count_agrees(appliance: Appliance, library: Library) -> None:
    said: list[str] = []
    rows = await rehearse(appliance, library, 20, 4, said)
    game = appliance.hub.game
    assert [line.split(":")[0] for line in said] == ["round 1/4", "round 2/4", "round 3/4", "round 4/4"]
    assert game.phase is Phase.ENDED
    assert [(row["seat"], row["total"]) for row in rows] == [(row.seat, row.total) for row in standings(game)]
    assert len({row["total"] for row in rows}) > 8, "players of varied strength"
    slips = [entry.event.bulletin for entry in game.history if isinstance(entry.event, ev.SlipHandedIn)]
    assert any(slip.late for slip in slips)
    outcomes = {verdict.outcome for round_ in game.rounds for verdict in round_.verdicts.values()}
    assert outcomes == {"accepted", "zero"}
    assert any(isinstance(entry.event, ev.VerdictOverruled) for entry in game.history), "undecided slips were decided"


async def test_a_game_that_is_over_before_the_rounds_asked_for_says_why(appliance: Appliance, library: Library) -> None:
    said: list[str] = []
    await rehearse(appliance, library, 2, 60, said)
    played = len(appliance.hub.game.rounds)
    assert played < 60, "102 tiles are no sixty draws"
    assert said[-1] == f"the game is over after {played} rounds: {catalogue('en').text('end.' + appliance.hub.game.ended)}"
    assert len(said) == played + 1


async def test_the_same_seed_plays_the_same_evening(data: Path, library: Library, tmp_path: Path) -> None:
    totals = []
    for _ in range(2):
        async with aiohttp.ClientSession() as session:
            appliance = Appliance(Config(tmp_path / "x", "127.0.0.1", 0, wall=False, lexicon="club"), dice=Random(3), library=library)
            await appliance.start()
            url = f"http://127.0.0.1:{appliance.port}"
            rows = await Rehearsal(session, url, appliance.pin, 6, 2, Thinker(library), 9, lambda _: None).play()
            totals.append([(row["seat"], row["total"]) for row in rows])
            await appliance.stop()
    assert totals[0] == totals[1]


async def test_a_hub_that_counts_wrong_is_found_out(
    appliance: Appliance, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def generous(game: Any, *, shown_only: bool = False) -> Any:
        first, *rest = standings(game, shown_only=shown_only)
        return (dataclasses.replace(first, total=first.total + 1), *rest)

    monkeypatch.setattr("appliance.publish.standings", generous)
    with pytest.raises(SimulationError, match="its slips add up to"):
        await rehearse(appliance, library, 3, 1, [])


async def test_a_hub_that_judges_another_slip_is_found_out(
    appliance: Appliance, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("appliance.publish._slip_text", lambda _: "H4 AUTRE 12")
    with pytest.raises(SimulationError, match="the hub judged 'H4 AUTRE 12'"):
        await rehearse(appliance, library, 3, 1, [])


def test_which_slip_counts() -> None:
    first, second, late = Sent(1, "a", False, 5), Sent(7, "b", False, 6), Sent(9, "c", True, None)
    assert standing_slip([]) is None
    assert standing_slip([second, first, late]) is second
    assert standing_slip([Sent(9, "d", True, None), Sent(8, "e", True, None)]) == Sent(8, "e", True, None)


async def test_the_demo_plays_the_tables_beside_the_visitors(
    appliance: Appliance, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(_: float) -> None:
        return

    monkeypatch.setattr("appliance.simulate.asyncio.sleep", at_once)
    hub, table = appliance.hub, Actor("desk")
    told = asyncio.Event()
    hub.subscribe(told.set)
    async with aiohttp.ClientSession() as session:
        url = f"http://127.0.0.1:{appliance.port}/api/desk/"
        async with session.post(url + "login", json={"pin": appliance.pin}) as response:
            headers = {"Authorization": f"Bearer {(await response.json())['token']}"}
        async with session.post(url + "demo", json={}, headers=headers) as response:
            assert response.status == 200
    assert [seat.name for seat in hub.game.seats.values()] == list(demos.PLAYERS)
    await hub.submit(c.DrawByComputer(), "draw-0001", table)
    await hub.submit(c.StartClock(), "start-001", table)
    while not hub.game.round or set(hub.game.round.standing) != {2, 3, 4}:
        await asyncio.wait_for(told.wait(), 20)
        told.clear()
    visitor = await hub.join(1, "", "visitor-01")
    assert visitor["name"] == demos.PLAYERS[0]
    await hub.submit(c.CloseRound(), "close-001", table)
    verdicts = hub.game.round.verdicts
    assert verdicts[2].points > 0


def test_the_command_prints_standings_and_the_verdict_of_the_count(
    capsys: pytest.CaptureFixture[str], lexicon_folder: Path
) -> None:
    options = ["--seats", "5", "--rounds", "2", "--lexicon", "club", "--data", str(lexicon_folder)]
    assert main(["simulate", *options]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.splitlines()[-1] == "standings agree with an independent count of every slip"
    assert out.count("\n") == 2 + 5 + 1


async def test_an_evening_in_play_is_not_ended_by_a_rehearsal_unless_asked_to(appliance: Appliance, library: Library) -> None:
    async with aiohttp.ClientSession() as session:
        url = f"http://127.0.0.1:{appliance.port}"
        opened = c.OpenEvening("Club night", players=("Anne",))
        await appliance.hub.submit(opened, "open-the-evening", Actor("desk"))
        with pytest.raises(SetupError, match=r"'Club night' is in play \(round 0\); .* --force"):
            await Rehearsal(session, url, appliance.pin, 2, 1, Thinker(library), 5, lambda _: None).play()
        assert appliance.hub.evening == 1
        await Rehearsal(session, url, appliance.pin, 2, 1, Thinker(library), 5, lambda _: None, force=True).play()
        assert appliance.hub.evening == 2

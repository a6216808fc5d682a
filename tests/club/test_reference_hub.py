"""The best known line, searched at the desk after an optimist evening: stopped, gone on with, the same again; percents follow."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from appliance import commands as c
from appliance.clock import HandTime
from appliance.hub import Hub
from appliance.journal import FILE_NAME
from appliance.library import Library
from appliance.publish import public_view
from engine import events as ev
from engine.errors import CommandRefused
from engine.game import Phase
from engine.move import Scored
from tests.club.rounds import phase, until

SEARCH = c.SearchReference(width=6, seed=1)


class Gate:
    """A solver that halts at a board until it is let on."""

    def __init__(self, solver: Any, halt_at: int) -> None:
        self._solver = solver
        self._halt_at = halt_at
        self.reached = threading.Event()
        self.open = threading.Event()
        self.kind = solver.kind
        self.tops = solver.tops
        self.tops_many = solver.tops_many
        self.boards = 0

    def moves(self, *asked: Any) -> list[Scored]:
        self.boards += 1
        if self.boards == self._halt_at:
            self.reached.set()
            assert self.open.wait(30)
        found: list[Scored] = self._solver.moves(*asked)
        return found


def _with_solver(referee: Any, solver: Any) -> Any:
    return replace(referee, solver=solver)


def _files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def _put_back(folder: Path, files: dict[str, bytes]) -> None:
    for name in _files(folder):
        (folder / name).unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)


async def ended(table: Any) -> None:
    """An evening of three rounds in which one seat of two played the first."""
    await table.desk(c.OpenEvening("Lundi", rules="optimist", players=("Anne", "Bob")))
    for number, letters in enumerate(("AEINRST", "AEINRST", "AEILOSU"), 1):
        await table.desk(c.DrawTyped(letters))
        if number == 1:
            await table.tablet(1, c.HandIn(1, 1, "H4 ENTRAIS 66"))
        await table.desk(c.CloseRound())
        await table.desk(c.Reveal())
    await table.desk(c.EndEvening())


async def found(hub: Hub) -> ev.ReferenceFound:
    await until(hub, lambda: hub.game.reference is not None)
    assert hub.game.reference is not None
    return hub.game.reference


async def test_percents_are_of_the_line_that_was_found(table: Any, hub: Hub) -> None:
    await ended(table)
    view = public_view(hub.game)
    assert (view.best_line, [line.percent for line in view.standings]) == (None, [0.0, 0.0])
    await table.desk(SEARCH)
    reference = await found(hub)
    assert (reference.width, reference.seed) == (6, 1)
    # two draws of ENTRAIS are worth 66 at least and more than nothing is left of the third
    assert reference.points > 132
    view = public_view(hub.game)
    assert view.best_line == reference
    assert [line.percent for line in view.standings] == [round(100 * 66 / reference.points, 1), 0.0]
    assert hub.reference is None
    # an evening that goes on after all has no line over all its draws
    await table.desk(c.Undo())
    view = public_view(hub.game)
    assert (view.best_line, [line.percent for line in view.standings]) == (None, [0.0, 0.0])
    await table.desk(c.DrawByComputer())
    await table.desk(c.EndEvening())
    assert public_view(hub.game).best_line is None


async def test_the_same_width_and_seed_find_the_same(table: Any, hub: Hub, data: Path) -> None:
    await ended(table)
    await table.desk(SEARCH)
    first = await found(hub)
    (data / "reference.json").unlink()
    before = hub.seq
    await table.desk(SEARCH)
    await until(hub, lambda: hub.seq > before)
    assert hub.game.reference == first


async def test_a_stopped_search_goes_on_where_it_stood(make_hub: Any, seated: Any, data: Path) -> None:
    hub = make_hub()
    await hub.start()
    table = seated(hub)
    await ended(table)
    referee = hub._referee.now
    gate = Gate(referee.solver, halt_at=4)  # one board in the first round, six in the second
    hub._referee.now = _with_solver(referee, gate)
    await table.desk(SEARCH)
    assert await asyncio.to_thread(gate.reached.wait, 30)
    assert hub.reference is not None
    assert (hub.reference.running, hub.reference.steps) == (True, 300)
    await table.desk(c.StopSearch())
    gate.open.set()
    await until(hub, lambda: hub.reference is not None and not hub.reference.running)
    assert hub.reference.done == 100  # the round in hand is lost, the first is kept
    assert hub.game.reference is None
    with pytest.raises(CommandRefused, match="no search"):
        await table.desk(c.StopSearch())
    await hub.stop()
    again = make_hub()
    await again.start()
    assert again.reference is not None
    # what was asked for, and how far it came: one draw of three
    assert (again.reference.width, again.reference.seed, again.reference.done, again.reference.running) == (6, 1, 100, False)
    counted = Gate(again._referee.now.solver, halt_at=0)
    again._referee.now = _with_solver(again._referee.now, counted)
    await seated(again).desk(SEARCH)
    resumed = await found(again)
    assert counted.boards == 12  # the first round's board is not played on again
    (data / "reference.json").unlink()
    before = again.seq
    await seated(again).desk(SEARCH, "desk-again")
    await until(again, lambda: again.seq > before)
    assert again.game.reference == resumed


async def test_a_search_that_was_killed_is_shown_to_be_gone_on_with(make_hub: Any, seated: Any, data: Path) -> None:
    hub = make_hub()
    await hub.start()
    await ended(seated(hub))
    referee = hub._referee.now
    gate = Gate(referee.solver, halt_at=1)
    hub._referee.now = _with_solver(referee, gate)
    await seated(hub).desk(SEARCH, "desk-search")
    assert await asyncio.to_thread(gate.reached.wait, 30)
    # the power goes in the first draw: what is on the disk now is all there is
    copies = _files(data)
    gate.open.set()
    await hub.stop()
    _put_back(data, copies)
    again = make_hub()
    await again.start()
    assert again.reference is not None
    assert (again.reference.width, again.reference.seed, again.reference.done, again.reference.running) == (6, 1, 0, False)
    await again.stop()
    # another evening's search is nothing to go on with, and a damaged file is none
    for content in (b"{}", b'{"about": {"width": 6, "seed": 1}, "beam": 3}', b"\xff"):
        (data / "reference.json").write_bytes(content)
        third = make_hub()
        await third.start()
        assert third.reference is None
        await third.stop()


async def test_what_cannot_be_searched_is_refused(table: Any, hub: Hub) -> None:
    for reason, command in (("no_evening", SEARCH), ("bad_width", c.SearchReference(0)), ("not_now", c.StopSearch())):
        with pytest.raises(CommandRefused) as refused:
            await table.desk(command)
        assert refused.value.reason == reason
    await table.desk(c.OpenEvening("Lundi", players=("Anne",)))
    await table.desk(c.EndEvening())
    with pytest.raises(CommandRefused) as refused:
        await table.desk(SEARCH)
    assert refused.value.reason == "other_game"
    assert hub.game.phase is Phase.ENDED


async def test_a_hub_that_stops_ends_its_search(data: Path, library: Library, time: HandTime, seated: Any) -> None:
    hub = Hub(data / FILE_NAME, library, time, Random(7), lexicon="club")
    await hub.start()
    table = seated(hub)
    await ended(table)
    await table.desk(c.SearchReference(width=500))
    await hub.stop()
    assert not hub._reference.is_running


async def test_a_search_ends_when_the_evening_goes_on(table: Any, hub: Hub) -> None:
    await ended(table)
    referee = hub._referee.now
    assert referee is not None
    gate = Gate(referee.solver, halt_at=4)
    gate.open = hub._reference._stopped  # it halts until it is told to stop
    hub._referee.now = _with_solver(referee, gate)
    await table.desk(SEARCH)
    assert await asyncio.to_thread(gate.reached.wait, 30)
    await table.desk(c.Undo())
    assert (phase(hub), hub.reference) == (Phase.REVEALED, None)
    await table.desk(c.DrawTyped("AEIORST"))
    await table.desk(c.CloseRound())
    await table.desk(c.Reveal())
    await table.desk(c.EndEvening())
    assert (phase(hub), hub.reference, hub.game.reference) == (Phase.ENDED, None, None)

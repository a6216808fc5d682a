"""A long search is spoken of at the desk: the Romanian last round, its search slowed down by hand."""

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
from appliance.publish import desk_view, public_view
from appliance.seats import Actor
from appliance.work import Work
from engine.board import Board
from engine.events import EveningOpened
from engine.move import Scored
from engine.referee import Referee
from engine.solver import Solver


def test_a_short_search_is_not_spoken_of_and_a_long_one_twice_a_second() -> None:
    time, said = HandTime(), list[tuple[int, int] | None]()
    work = Work(time, lambda: said.append(work.shown))
    work.begin()
    for step in range(10):  # 0 to 1.8 s
        assert work.step(step, 10)
        time.advance(200)
    assert said == [(5, 10), (8, 10)]
    work.end()
    assert work.shown is None
    time.advance(5000)
    work.begin()
    assert work.step(0, 10)
    assert work.shown is None


class SlowSolver:
    """A solver whose every search takes 400 ms of the time driven by hand."""

    kind = "c"

    def __init__(self, solver: Any, time: HandTime) -> None:
        self._solver: Solver = solver
        self._time = time
        self.tops = solver.tops
        self.tops_many = solver.tops_many
        self.count = solver.count

    def moves(self, board: Board, letters: str, most: int | None = None) -> list[Scored]:
        self._time.advance(400)
        return self._solver.moves(board, letters, most)


class SlowLibrary(Library):
    """The library of the folder, with slow referees."""

    def __init__(self, folder: Path, time: HandTime) -> None:
        super().__init__(folder)
        self._time = time

    def referee(self, opened: EveningOpened, admitted: tuple[str, ...] = ()) -> Referee:
        referee = super().referee(opened, admitted)
        return replace(referee, solver=SlowSolver(referee.solver, self._time))


@pytest.fixture
async def slow(data: Path, time: HandTime) -> Any:
    hub = Hub(data / FILE_NAME, SlowLibrary(data, time), time, Random(7), lexicon="club")
    await hub.start()
    yield hub
    await hub.stop()


async def test_the_desk_sees_how_far_the_search_of_the_last_round_is(slow: Hub) -> None:
    seen: list[tuple[int, int] | None] = []
    slow.subscribe(lambda: seen.append(slow.working))
    # a game that ends with its first draw: the tile set holds no more than a draw
    settings = {"draw.last_round_several": "true", "draw.last_round_free": "true", "draw.rack": "8", "draw.refill": "fresh"}
    await slow.submit(c.OpenEvening("X", settings=settings), "open-00001", Actor("desk"))
    opened = slow.game.opened
    assert opened is not None
    few = replace(opened.tileset, tiles=tuple(replace(tile, count=int(tile.code in "SALE")) for tile in opened.tileset.tiles), blanks=0)
    slow._game = replace(slow.game, opened=replace(opened, tileset=few))
    assert slow.game.bag == "AELS"
    await slow.submit(c.DrawByComputer(), "draw-00001", Actor("desk"))
    assert slow.working is None
    assert seen[-1] is None
    shown = [each for each in seen if each]
    assert shown  # published while the search ran, before its answer
    assert shown == sorted(shown)
    assert {steps for _, steps in shown} == {1000}
    assert shown[0][0] >= 3  # 400 ms a step: the third is past a second
    round_ = slow.game.round
    assert round_ is not None
    assert desk_view(slow.game).tops_proved == round_.tops_proved


class HaltedSolver(SlowSolver):
    """Halts in the midst of a search until it is let on."""

    def __init__(self, solver: Any, time: HandTime) -> None:
        super().__init__(solver, time)
        self.reached, self.open = threading.Event(), threading.Event()
        self.searched = 0

    def moves(self, board: Board, letters: str, most: int | None = None) -> list[Scored]:
        self.searched += 1
        if self.searched == 6:
            self.reached.set()
            assert self.open.wait(30)
        return super().moves(board, letters, most)


async def test_the_referee_stops_a_search_and_is_told_that_it_proves_nothing(table: Any, hub: Hub, time: HandTime) -> None:
    await table.desk(c.OpenEvening("X", rules="decomposed", players=("Anne",)))
    assert hub._referee.now is not None
    halted = HaltedSolver(hub._referee.now.solver, time)
    hub._referee.now = replace(hub._referee.now, solver=halted)
    drawing = asyncio.create_task(table.desk(c.DrawTyped("AEINRS?"), "draw-00001"))
    assert await asyncio.to_thread(halted.reached.wait, 30)
    assert hub.working is not None
    await table.desk(c.StopSearch())
    halted.open.set()
    await drawing
    assert halted.searched == 6
    round_ = hub.game.round
    assert round_ is not None
    # all moves were known by then, only pairs were not: AEINRS? places seven letters on the star, 50 and more
    assert round_.top_points > 50
    assert not round_.tops_proved
    assert not desk_view(hub.game).tops_proved
    await table.desk(c.CloseRound())
    await table.desk(c.Reveal())
    reveal = public_view(hub.game).reveal
    assert reveal is not None
    assert not reveal.proved
    # the next search is not stopped
    await table.desk(c.Undo())
    await table.desk(c.Undo())
    await table.desk(c.Undo())
    hub._referee.now = replace(hub._referee.now, solver=halted._solver)
    await table.desk(c.DrawTyped("AEINRST"))
    assert hub.game.rounds[-1].tops_proved

"""Whatever commands come in whatever order, the hub obeys or refuses with a reason it has words for, and a restart finds the same game."""

from __future__ import annotations

import asyncio
import lzma
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from appliance import commands as c
from appliance.catalogue import catalogue
from appliance.clock import HandTime
from appliance.errors import Denied
from appliance.hub import Hub
from appliance.journal import FILE_NAME
from appliance.lexicons import SHIPPED, LexiconFolder
from appliance.library import Library
from appliance.publish import desk_view, public_view, seat_view
from appliance.seats import Actor
from engine.errors import CommandRefused

ROUNDS = st.integers(0, 3)
SEATS = st.integers(0, 4)
TEXTS = st.sampled_from(["H4 ENTRAIS 66", "H5 RIEN 8", "", "§", "A1 SI", "H4 RIeN"]) | st.text(max_size=12)
OPEN = c.OpenEvening("X", players=("A", "B"), settings={"solo.minimum_seats": "1", "clock.round_s": "5"})

COMMANDS = st.one_of(
    st.just(OPEN),
    st.builds(c.SeatPlayer, SEATS, st.text(max_size=5)),
    st.builds(c.RemovePlayer, SEATS),
    st.just(c.DrawByComputer()),
    st.builds(c.DrawTyped, st.sampled_from(["AEINRST", "AEEIIOU", "?", "QQQ"]) | st.text("AEIRST?+-", max_size=8)),
    st.just(c.StartClock()),
    st.just(c.PauseClock()),
    st.builds(c.ExtendClock, st.integers(-5, 20_000)),
    st.just(c.EndTime()),
    st.builds(c.HandIn, ROUNDS, SEATS, TEXTS, st.booleans()),
    st.just(c.CloseRound()),
    st.builds(c.ChooseTop, st.integers(-2, 3)),
    st.builds(c.Retain, TEXTS, st.text(max_size=5)),
    st.builds(c.Overrule, ROUNDS, SEATS, st.integers(-5, 80), st.text(max_size=5), st.integers(-1, 5), st.booleans()),
    st.builds(c.Decide, ROUNDS, SEATS, st.integers(-2, 2)),
    st.builds(c.AdmitWord, st.sampled_from(["ASTREIN", "RIEN", "a", "§"]) | st.text(max_size=5), st.text(max_size=3), st.booleans()),
    st.builds(c.CorrectSlip, ROUNDS, SEATS, TEXTS, st.text(max_size=3), st.booleans()),
    st.builds(c.GiveAverage, ROUNDS, SEATS, st.lists(SEATS, max_size=3).map(tuple), st.text(max_size=3)),
    st.builds(c.Excuse, SEATS, ROUNDS, ROUNDS, st.text(max_size=3)),
    st.builds(c.ReturnPlayer, SEATS),
    st.builds(c.TakeOver, SEATS, st.text(max_size=5)),
    st.builds(c.KeyAgain, ROUNDS, SEATS, TEXTS, st.booleans()),
    st.builds(c.Settle, ROUNDS, SEATS, st.sampled_from(["first", "second"]), st.text(max_size=3)),
    st.builds(c.Reveal, st.booleans()),
    st.builds(c.Undo, st.booleans()),
    st.just(c.Redo()),
    st.just(c.EndEvening()),
)
# The usual order, so that an example gets somewhere; anything may come between.
USUAL = [OPEN, c.DrawByComputer(), c.StartClock(), c.HandIn(1, 1, "H5 RIEN 8"), c.CloseRound(), c.Reveal(True), c.DrawByComputer()]
STEPS = st.lists(COMMANDS | st.integers(1, 4000), max_size=8)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("lexicon")
    with lzma.open(SHIPPED / "fr.txt.xz", "rt", encoding="utf-8") as file:
        words = [word for word in file.read().split() if len(word) < 4]
    (folder / "club.txt").write_text("\n".join([*words, "ENTRAIS", "RIEN"]), encoding="utf-8")
    LexiconFolder(folder / "lexicons").import_file(folder / "club.txt", "club", "fr")
    return Library(folder)


@settings(max_examples=40)
@given(st.lists(STEPS, min_size=len(USUAL), max_size=len(USUAL)), st.integers(0, 999))
def test_any_commands_in_any_order_leave_a_game_that_a_restart_finds_again(
    library: Library, between: list[list[Any]], seed: int
) -> None:
    steps = [step for usual, others in zip(USUAL, between, strict=True) for step in (usual, *others)]
    asyncio.run(_play(library, steps, seed))


async def _play(library: Library, steps: list[Any], seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        time = HandTime()
        hub = Hub(Path(folder) / FILE_NAME, library, time, Random(seed), lexicon="club")
        await hub.start()
        reasons: set[str] = set()
        for number, step in enumerate(steps):
            if isinstance(step, int):
                time.advance(step)
                continue
            actor = Actor("desk")
            if isinstance(step, c.HandIn) and step.seat and not step.late:
                actor = Actor("seat", step.seat)
            try:
                answer = await hub.submit(step, f"step-{number:05}", actor)
            except (CommandRefused, Denied) as refused:
                reasons.add(refused.reason)
            else:
                assert answer["seq"] == hub.seq
        assert not [reason for reason in reasons if not catalogue("fr").has(f"reason.{reason}")]
        before = hub.game
        await hub.stop()
        again = Hub(Path(folder) / FILE_NAME, library, time, Random(seed), lexicon="club")
        await again.start()
        # what a stop adds, if the clock was running, is that it stands
        assert again.game.history[: len(before.history)] == before.history
        assert len(again.game.history) - len(before.history) in (0, 1)
        assert again.game.seats == before.seats
        assert again.game.board == before.board
        for view in (public_view, desk_view):
            assert view(again.game) is not None
        for seat in again.game.seats:
            assert seat_view(again.game, seat).seat == seat
        await again.stop()

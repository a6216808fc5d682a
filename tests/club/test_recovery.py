"""``kill -9`` of a real hub after every kind of event and at random moments, and the evening goes on as if nothing had been."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import re
import shutil
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import pytest

from appliance.journal import FILE_NAME

ROOT = Path(__file__).resolve().parent.parent.parent


LAUNCHER = """
import ctypes, os, signal, sys
from appliance.cli import main
PR_SET_PDEATHSIG = 1
for line in sys.stdin:
    hub = os.fork()
    if hub == 0:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        print("PROCESS:", os.getpid(), flush=True)
        os._exit(main(line.split()))
    os.waitpid(hub, 0)
    print("DEAD", flush=True)
"""
"""Starts one hub after another, each a process of its own, without importing everything anew; none outlives it."""


class Process:
    """A hub in a process of its own, and a desk and a tablet that outlive it."""

    def __init__(self, data: Path, session: aiohttp.ClientSession, launcher: asyncio.subprocess.Process) -> None:
        self.data = data
        self.session = session
        self.url = ""
        self.desk = ""
        self.tablet = ""
        self.count = 0
        self._launcher = launcher
        self._pid = 0
        self._port = 0

    async def start(self) -> None:
        assert self._launcher.stdin is not None
        options = f"run --host 127.0.0.1 --port {self._port} --no-wall --lexicon club --data {self.data}\n"
        self._launcher.stdin.write(options.encode())
        said = await self._said("Stop with Ctrl-C.")
        self._pid = int(re.findall(r"PROCESS: (\d+)", said)[0])
        self.url = re.findall(r"http://\S+:\d+", said)[0]
        self._port = int(self.url.rpartition(":")[2])
        self.pin = re.findall(r"PIN:\s+(\d{6})", said)[0]

    async def kill(self) -> None:
        os.kill(self._pid, signal.SIGKILL)
        await self._said("DEAD")

    async def _said(self, last: str) -> str:
        assert self._launcher.stdout is not None
        return (await asyncio.wait_for(self._launcher.stdout.readuntil(last.encode()), 30)).decode()

    async def post(self, path: str, token: str = "", **body: Any) -> dict[str, Any]:
        self.count += 1
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        body.setdefault("id", f"command-{self.count:04}")
        async with self.session.post(self.url + path, json=body, headers=headers) as response:
            answer: dict[str, Any] = await response.json()
            assert response.status == 200, answer
        return answer

    async def view(self) -> dict[str, Any]:
        """What the desk is shown."""
        async with self.session.ws_connect(self.url + "/ws") as socket:
            await socket.send_json({"role": "desk", "token": self.desk})
            view: dict[str, Any] = (await socket.receive_json(timeout=10))["view"]
        return view


@pytest.fixture
async def hub_process(data: Path) -> AsyncIterator[Process]:
    pipe = asyncio.subprocess.PIPE
    launcher = await asyncio.create_subprocess_exec(sys.executable, "-c", LAUNCHER, cwd=ROOT, stdin=pipe, stdout=pipe)
    try:
        async with aiohttp.ClientSession() as session:
            process = Process(data, session, launcher)
            await process.start()
            process.desk = (await process.post("/api/desk/login", pin=process.pin))["token"]
            yield process
    finally:
        launcher.kill()
        await launcher.communicate()  # until the hub, too, has let go of the pipe


SLIP = {"round": 1, "text": "H5 RIENS 10"}

STEPS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("OpenEvening", {"name": "Lundi", "players": ["Anne", "Bob"], "settings": {"solo.minimum_seats": "1"}}),
    ("join", {"seat": 1}),
    ("SeatPlayer", {"seat": 3, "name": "Zoé"}),
    ("DrawTyped", {"letters": "AEEIIOU"}),
    ("DrawTyped", {"letters": "AEINRST"}),
    ("StartClock", {}),
    ("slip", SLIP),
    ("PauseClock", {}),
    ("StartClock", {}),
    ("ExtendClock", {"added_ms": 10_000}),
    ("HandIn", {"round": 1, "seat": 2, "text": "H4 ENTRAIS 66"}),
    ("EndTime", {}),
    ("CloseRound", {}),
    ("Overrule", {"round": 1, "seat": 1, "points": 3, "reason": "erreur"}),
    ("Undo", {}),
    ("Redo", {}),
    ("Undo", {}),
    ("ChooseTop", {"index": 1}),
    ("Reveal", {}),
    ("RemovePlayer", {"seat": 3}),
    ("DrawByComputer", {}),
    ("StartClock", {}),
    ("Undo", {"confirmed": True}),
    ("Redo", {}),
    ("EndTime", {}),
    ("Undo", {}),
    ("EndEvening", {}),
)

CAUSED = {
    *("EveningOpened", "PlayerSeated", "PlayerLeft", "DrawRefused", "LettersDrawn", "TopsFound", "ClockStarted", "ClockPaused"),
    *("ClockExtended", "TimeEnded", "SlipHandedIn", "SlipJudged", "VerdictOverruled", "SoloGiven", "MoveRetained", "RoundClosed"),
    *("TopRevealed", "StepUndone", "EveningEnded"),
}
"""Kinds of events that the steps must have caused, or they prove less than they say."""


async def test_after_kill_9_at_any_step_the_same_evening_goes_on(hub_process: Process) -> None:
    hub = hub_process
    for number, (kind, fields) in enumerate(STEPS):
        step = f"step {number}, {kind}"
        command_id = f"step-{number:04}"

        async def do(kind: str = kind, fields: dict[str, Any] = fields, command_id: str = command_id) -> dict[str, Any]:
            match kind:
                case "join":
                    return await hub.post("/api/join", id=command_id, **fields)
                case "slip":
                    return await hub.post("/api/slip", hub.tablet, id=command_id, **fields)
                case _:
                    return await hub.post("/api/desk/command", hub.desk, id=command_id, command=kind, fields=fields)

        answer = await do()
        hub.tablet = answer.get("token", hub.tablet)
        before = await hub.view()
        await hub.kill()
        await hub.start()
        after = await hub.view()

        clocks = before["public"].pop("clock"), after["public"].pop("clock")
        if before["public"]["phase"] == "running":
            assert after["public"]["phase"] == "paused", step
            assert after.pop("turn") != before.pop("turn"), f"{step}: that the clock was halted is a turn of its own"
            after["public"]["phase"] = "running"
            assert 0 <= clocks[0]["remaining_ms"] - clocks[1]["remaining_ms"] + 1500 < 4000, step
        else:
            assert clocks[0] == clocks[1], step
        assert after == before, step
        assert await do() == answer, f"{step}: repeated, it is answered as before"
        if after["public"]["phase"] == "running":
            await hub.post("/api/desk/command", hub.desk, command="StartClock", fields={})
    journal = sqlite3.connect(hub.data / FILE_NAME)
    kinds = {kind for (kind,) in journal.execute("SELECT DISTINCT kind FROM events")}
    journal.close()
    assert kinds >= CAUSED


async def test_a_slip_that_was_not_acknowledged_is_all_there_or_not_at_all(hub_process: Process) -> None:
    """Killed in the middle of a hundred slips: each acknowledged one is there, and sending them all again makes a hundred."""
    hub = hub_process
    await hub.post("/api/desk/command", hub.desk, command="OpenEvening", fields={"name": "Lundi", "players": ["Anne"]})
    hub.tablet = (await hub.post("/api/join", seat=1))["token"]
    await hub.post("/api/desk/command", hub.desk, command="DrawTyped", fields={"letters": "AEINRST"})

    async def send(number: int) -> int:
        slip = {"id": f"slip-{number:04}", "round": 1, "text": f"H4 ENTRAIS {number}"}
        return int((await hub.post("/api/slip", hub.tablet, **slip))["number"])

    sending = [asyncio.create_task(send(number)) for number in range(100)]
    for first in asyncio.as_completed(sending):
        await first
        if sum(task.done() for task in sending) >= 20:
            break
    await hub.kill()
    results = await asyncio.gather(*sending, return_exceptions=True)
    acknowledged = [result for result in results if isinstance(result, int)]
    assert len(acknowledged) >= 20
    await hub.start()
    again = await asyncio.gather(*(send(number) for number in range(100)))
    assert sorted(again) == list(range(1, 101))
    assert set(acknowledged) <= set(again)


KILLS = 200 if os.environ.get("TOPTABLE_LONG") else 8
"""How many times the hub is killed."""
PLAYERS = 6
SLIPS_EACH = 3


class PowerCuts:
    """A room that plays evening after evening, each wish repeated until it is answered, while the hub is killed again and again."""

    def __init__(self, hub: Process, dice: Random) -> None:
        self.hub = hub
        self.dice = dice
        self.acknowledged: dict[str, str] = {}
        """Text of a slip → the journal's name of the command that brought it."""
        self.posted: set[str] = set()
        self.resent = 0
        self.evenings = 0
        self._ids = itertools.count()
        self._up = asyncio.Event()
        self._up.set()
        self._sent = asyncio.Event()

    async def insist(self, path: str, token: str = "", **body: Any) -> dict[str, Any]:
        """What a device does: the same wish with the same id until the hub has answered."""
        body["id"] = f"wish-{next(self._ids):06}"
        while True:
            await self._up.wait()
            self._sent.set()
            try:
                return await self.hub.post(path, token, **body)
            except (aiohttp.ClientError, ConnectionError):
                self.resent += 1
                await asyncio.sleep(0)

    async def desk(self, kind: str, **fields: Any) -> None:
        await self.insist("/api/desk/command", self.hub.desk, command=kind, fields=fields)

    async def play(self) -> None:
        """Evenings without end."""
        while True:
            self.evenings += 1
            await self.desk("OpenEvening", name=f"Lundi {self.evenings}", players=[f"Joueur {i}" for i in range(PLAYERS)])
            seats = range(1, PLAYERS + 1)
            tokens = [(await self.insist("/api/join", seat=seat))["token"] for seat in seats]
            for number in range(1, 4):
                await self.desk("DrawByComputer")
                await self.desk("StartClock")
                await asyncio.gather(*(self.hand_in(number, seat, token) for seat, token in zip(seats, tokens, strict=True)))
                for kind in ("EndTime", "CloseRound"):
                    await self.desk(kind)
                await self.desk("Reveal", accept_proposals=True)
            await self.desk("EndEvening")

    async def hand_in(self, number: int, seat: int, token: str) -> None:
        for _ in range(SLIPS_EACH):
            text = f"H4 ENTRAIS {len(self.posted)}"
            self.posted.add(text)
            await self.insist("/api/slip", token, round=number, text=text)
            self.acknowledged[text] = f"seat {seat}"

    async def cut(self, copies: Path) -> None:
        """Kill the hub at some moment, look at what lies on the disk, start it again."""
        for _ in range(self.dice.randrange(1, 12)):
            self._sent.clear()
            await self._sent.wait()
        await asyncio.sleep(self.dice.random() * 0.03)  # not to wait for anything: a moment like any other
        self._up.clear()
        await self.hub.kill()
        self.examine(copies)
        await self.hub.start()
        assert (await self.hub.view())["public"]["phase"] != "running", "a clock never runs on by itself"
        self._up.set()

    def examine(self, copies: Path) -> None:
        """The journal as the cut has left it: whole commands only, and every slip that was acknowledged, once."""
        for end in ("", "-wal"):
            if (found := self.hub.data / (FILE_NAME + end)).exists():
                shutil.copy(found, copies / found.name)
        (copies / f"{FILE_NAME}-shm").unlink(missing_ok=True)
        journal = sqlite3.connect(copies / FILE_NAME)
        assert journal.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = journal.execute("SELECT seq, command, kind, payload FROM events ORDER BY seq").fetchall()
        assert [seq for seq, *_ in rows] == list(range(1, len(rows) + 1))
        answered = dict(journal.execute("SELECT command, answer FROM answers"))
        journal.close()
        last = {command: seq for seq, command, *_ in rows}
        for command, seq in last.items():
            if not command.startswith("hub:"):
                assert json.loads(answered[command])["seq"] == seq, f"{command}: all its events, or none"
        texts = [json.loads(payload)["bulletin"]["text"] for _, _, kind, payload in rows if kind == "SlipHandedIn"]
        assert len(texts) == len(set(texts)), "no slip twice"
        assert set(self.acknowledged) <= set(texts) <= self.posted


async def keep_killing_walls(url: str, dice: Random, killed: list[int]) -> None:
    """A wall after another, each killed some moment after it has shown the hub's game."""
    while True:
        command = (sys.executable, "-m", "appliance.display", "--url", url)
        wall = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stderr=asyncio.subprocess.PIPE)
        try:
            assert wall.stderr is not None
            await wall.stderr.readuntil(b"connected to")
            await asyncio.sleep(dice.random())  # so that it is killed at any moment
        finally:
            wall.kill()
            await wall.communicate()
        killed.append(wall.pid)


@pytest.mark.slow
async def test_kills_at_random_moments_of_simulated_evenings(hub_process: Process, tmp_path: Path) -> None:
    """Hub and wall apart. After each kill the journal is examined as it lies there; at the end every slip is accounted for."""
    room = PowerCuts(hub_process, Random(7))
    walls: list[int] = []
    doings = [
        asyncio.create_task(room.play()),
        asyncio.create_task(keep_killing_walls(hub_process.url, Random(8), walls)),
    ]
    (copies := tmp_path / "copies").mkdir()
    for _ in range(KILLS):
        cut = asyncio.create_task(room.cut(copies))
        await asyncio.wait([cut, *doings], return_when=asyncio.FIRST_COMPLETED)
        for task in (*doings, cut):
            if task.done():
                task.result()
        await cut
    while not walls:
        await asyncio.wait(doings, timeout=0.1)
    for task in doings:
        task.cancel()
    ended = await asyncio.gather(*doings, return_exceptions=True)
    assert all(isinstance(each, asyncio.CancelledError) for each in ended), ended
    room.examine(copies)
    assert room.resent, "no kill hit a wish on its way"
    print(
        f"{KILLS} kills of the hub, {len(walls)} of the wall: {room.evenings} evenings, {len(room.acknowledged)} slips acknowledged, "
        f"{room.resent} wishes sent again; nothing lost, nothing twice"
    )

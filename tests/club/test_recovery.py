"""``kill -9`` of a real hub after every kind of event, and the evening goes on as if nothing had been."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from appliance.journal import FILE_NAME
from engine.codec import KINDS

ROOT = Path(__file__).resolve().parent.parent.parent


LAUNCHER = """
import os, sys
from appliance.cli import main
for line in sys.stdin:
    hub = os.fork()
    if hub == 0:
        os._exit(main(line.split()))
    print("PROCESS:", hub, flush=True)
    os.waitpid(hub, 0)
    print("DEAD", flush=True)
"""
"""Starts one hub after another, each a process of its own, without importing everything anew."""


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

    async def start(self) -> None:
        assert self._launcher.stdin is not None
        options = f"run --host 127.0.0.1 --port 0 --no-wall --lexicon club --data {self.data}\n"
        self._launcher.stdin.write(options.encode())
        said = await self._said("Stop with Ctrl-C.")
        self._pid = int(re.findall(r"PROCESS: (\d+)", said)[0])
        self.url = re.findall(r"http://\S+:\d+", said)[0]
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
    async with aiohttp.ClientSession() as session:
        process = Process(data, session, launcher)
        await process.start()
        process.desk = (await process.post("/api/desk/login", pin=process.pin))["token"]
        yield process
        await process.kill()
    launcher.kill()
    await launcher.communicate()


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
    ("ChooseTop", {"index": 1}),
    ("Reveal", {}),
    ("RemovePlayer", {"seat": 3}),
    ("DrawByComputer", {}),
    ("EndEvening", {}),
)

OF_OTHER_GAMES = {"BlankReplaced", "GameAnnounced", "SeedShown"}
"""Kinds that no plain French evening has."""


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
    assert set(KINDS) - kinds <= OF_OTHER_GAMES, "a step for every kind of event"


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

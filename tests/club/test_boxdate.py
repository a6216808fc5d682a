"""The machine's date beside the desk's, and set to it: by a fake machine, by a pretended timedatectl, and over the web."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from appliance import commands as c
from appliance.boxdate import LAST, RELEASED, BoxDate, SystemDate
from appliance.clock import HandTime
from appliance.errors import MessageError
from appliance.hub import Hub
from appliance.seats import Actor
from appliance.web.server import WebServer
from engine.errors import CommandRefused

MINUTE_MS = 60_000
DESK = Actor("desk")


class Machine:
    """A machine whose date is that of a clock driven by hand."""

    def __init__(self, time: HandTime) -> None:
        self.time = time
        self.synchronised = False
        self.forbids = ""

    def is_synchronised(self) -> bool:
        return self.synchronised

    def set(self, now_ms: int) -> None:
        if self.forbids:
            raise OSError(self.forbids)
        self.time.wall_offset_ms = now_ms - self.time.now_ms()


@pytest.fixture
def machine(time: HandTime) -> Machine:
    return Machine(time)


@pytest.fixture
def date(time: HandTime, machine: Machine) -> BoxDate:
    return BoxDate(time, machine)


async def test_a_minute_is_no_difference_and_more_is(date: BoxDate, time: HandTime) -> None:
    now_ms = time.wall_ms()
    for off_ms, differs in ((0, False), (MINUTE_MS, False), (-MINUTE_MS, False), (MINUTE_MS + 1, True), (-MINUTE_MS - 1, True)):
        assert (await date.look(now_ms + off_ms)).differs is differs


async def test_setting_moves_the_date_and_nothing_that_is_measured(date: BoxDate, time: HandTime) -> None:
    later_ms = time.wall_ms() + 90 * 24 * 60 * MINUTE_MS
    before_ms = time.now_ms()
    assert (await date.look(later_ms)).differs
    state = await date.set(later_ms)
    assert (state.now_ms, state.differs) == (later_ms, False)
    assert time.now_ms() == before_ms


async def test_a_machine_that_has_its_date_from_the_network_says_so(date: BoxDate, machine: Machine, time: HandTime) -> None:
    machine.synchronised = True
    assert (await date.look(time.wall_ms() + 10 * MINUTE_MS)).synchronised


FIRST_MS, LAST_MS = int(RELEASED.timestamp() * 1000), int(LAST.timestamp() * 1000)


@pytest.mark.parametrize("wrong", [0, -1, FIRST_MS - 1, LAST_MS, 10**30])
async def test_dates_that_cannot_be_right(date: BoxDate, time: HandTime, wrong: int) -> None:
    before_ms = time.wall_ms()
    for ask in (date.look, date.set):
        with pytest.raises(MessageError, match="expected a date from"):
            await ask(wrong)
    assert time.wall_ms() == before_ms


async def test_the_first_day_can_be_right(date: BoxDate) -> None:
    assert not (await date.set(FIRST_MS)).differs


async def test_a_machine_that_forbids_it(date: BoxDate, machine: Machine, time: HandTime) -> None:
    machine.forbids = "Access denied"
    with pytest.raises(CommandRefused, match="Access denied") as caught:
        await date.set(time.wall_ms())
    assert caught.value.reason == "date_not_allowed"


# --- systemd ------------------------------------------------------------------------------------------------------------

TIMEDATECTL = """#!/bin/sh
[ "$1" = --no-ask-password ] || exit 9
shift
echo "$*" >>"$LOG"
case "$*" in
    "show --property=NTP --value") echo "$NTP" ;;
    "show --property=NTPSynchronized --value") echo yes ;;
    "set-time"*) [ -z "$DENIED" ] || { echo "$DENIED" >&2; exit 1; } ;;
esac
"""


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What a pretended timedatectl was told."""
    (tmp_path / "timedatectl").write_text(TIMEDATECTL, encoding="utf-8")
    (tmp_path / "timedatectl").chmod(0o755)
    for name, value in {"PATH": f"{tmp_path}:/usr/bin:/bin", "LOG": str(tmp_path / "log"), "NTP": "yes", "DENIED": ""}.items():
        monkeypatch.setenv(name, value)
    return tmp_path / "log"


def told(log: Path) -> list[str]:
    return log.read_text(encoding="utf-8").splitlines()


def test_systemd_stops_waiting_for_the_network_while_the_date_is_set(log: Path) -> None:
    SystemDate().set(1_800_000_000_999)
    assert told(log) == ["show --property=NTP --value", "set-ntp false", "set-time @1800000000", "set-ntp true"]
    assert SystemDate().is_synchronised()


def test_a_machine_that_never_waited_is_only_set(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NTP", "no")
    SystemDate().set(1_800_000_000_000)
    assert told(log)[1:] == ["set-time @1800000000"]


def test_what_systemd_complains_of_is_told_and_it_waits_again(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DENIED", "Failed to set time:\nInteractive authentication required.")
    with pytest.raises(OSError, match=r"set-time: Failed to set time: Interactive authentication required\.$"):
        SystemDate().set(1_800_000_000_000)
    assert told(log)[-1] == "set-ntp true"


def test_a_machine_without_systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not SystemDate().is_synchronised()
    with pytest.raises(OSError, match="timedatectl"):
        SystemDate().set(1_800_000_000_000)


# --- over the web -------------------------------------------------------------------------------------------------------


class Web:
    """A hub's web server, asked as a desk asks."""

    def __init__(self, session: aiohttp.ClientSession, token: str) -> None:
        self.session = session
        self.token = token

    async def ask(self, method: str, query: str = "", body: Any = None, token: str | None = None) -> tuple[int, dict[str, Any]]:
        headers = {"Authorization": f"Bearer {self.token if token is None else token}"}
        async with self.session.request(method, f"/api/desk/date{query}", json=body, headers=headers) as answer:
            return answer.status, await answer.json()


@pytest.fixture
async def web(hub: Hub, time: HandTime, date: BoxDate) -> AsyncIterator[Web]:
    server = WebServer(hub, time, lambda: "042042", lambda: "", lambda: (), date=date)
    port = await server.start("127.0.0.1", 0)
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
        yield Web(session, await hub.open_desk())
    await server.stop()


async def test_the_desk_sees_both_dates_and_sets_the_box(web: Web, time: HandTime) -> None:
    box_ms = time.wall_ms()
    desk_ms = box_ms + 5 * MINUTE_MS
    assert await web.ask("GET", f"?now={desk_ms}") == (200, {"now_ms": box_ms, "differs": True, "synchronised": False})
    assert await web.ask("POST", body={"now": desk_ms}) == (200, {"now_ms": desk_ms, "differs": False, "synchronised": False})


async def test_only_the_desk_may(web: Web, hub: Hub, time: HandTime) -> None:
    await hub.submit(c.OpenEvening("Lundi", players=("Anne",)), "open-0001", DESK)
    tablet = (await hub.join(1, "", "join-0001"))["token"]
    before_ms = time.wall_ms()
    for token, status in (("", 401), (tablet, 403)):
        assert (await web.ask("GET", f"?now={before_ms}", token=token))[0] == status
        assert (await web.ask("POST", body={"now": before_ms + 5 * MINUTE_MS}, token=token))[0] == status
    assert time.wall_ms() == before_ms


async def test_what_is_no_date_is_refused(web: Web, time: HandTime) -> None:
    before_ms = time.wall_ms()
    for query in ("", "?now=", "?now=x", "?now=-1", "?now=1", "?now=1e12", f"?now={'9' * 5000}", "?now=٣"):
        assert (await web.ask("GET", query))[0] == 400, query
    wrong: tuple[Any, ...] = ("1800000000000", 1.8e12, True, None, 0, 10**400)
    for body in ({}, [], *({"now": value} for value in wrong)):
        assert (await web.ask("POST", body=body))[0] == 400, body
    assert time.wall_ms() == before_ms


async def test_a_refusal_says_what_the_machine_says(web: Web, machine: Machine, time: HandTime) -> None:
    machine.forbids = "Access denied"
    status, answer = await web.ask("POST", body={"now": time.wall_ms()})
    assert (status, answer["error"]["reason"], answer["error"]["message"]) == (409, "date_not_allowed", "Access denied")


async def test_an_evening_keeps_its_date_and_its_order(web: Web, hub: Hub, time: HandTime) -> None:
    """The box believed that it was later than it is: what comes after has an earlier date, and a higher number."""
    await hub.submit(c.OpenEvening("Lundi", players=("Anne",)), "open-0001", DESK)
    opened, seq = hub.game.opened, hub.seq
    assert (await web.ask("POST", body={"now": FIRST_MS}))[0] == 200
    await hub.submit(c.SeatPlayer(2, "Bob"), "seat-0001", DESK)
    assert hub.game.opened == opened
    assert hub.seq > seq
    assert hub.game.history[0].event == opened

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from appliance.notify import Notifier


class Systemd:
    """The other end of the notification socket."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.setblocking(False)
        self.socket.bind(address)

    def heard(self) -> list[str]:
        messages = []
        while True:
            try:
                messages.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                return messages


@pytest.fixture(params=["file", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Systemd, dict[str, str]]]:
    name = str(tmp_path / "notify")
    listening = Systemd(name if request.param == "file" else "\0" + name)
    yield listening, {"NOTIFY_SOCKET": name if request.param == "file" else "@" + name}
    listening.socket.close()


def test_messages_as_systemd_reads_them(systemd: tuple[Systemd, dict[str, str]]) -> None:
    listening, environment = systemd
    notifier = Notifier(environment)
    notifier.ready()
    notifier.status("round 3,\nclock running")
    notifier.alive()
    notifier.stopping()
    assert listening.heard() == ["READY=1", "STATUS=round 3, clock running", "WATCHDOG=1", "STOPPING=1"]


async def test_life_is_signalled_only_while_the_writer_answers(systemd: tuple[Systemd, dict[str, str]]) -> None:
    listening, environment = systemd
    notifier = Notifier(environment | {"WATCHDOG_USEC": "20000", "WATCHDOG_PID": str(os.getpid())})
    assert notifier.interval_s == 0.01
    answers = iter(["yes", "yes", "fails", "hangs", "yes"])
    slept: list[float] = []

    async def healthy() -> None:
        match next(answers):
            case "fails":
                raise OSError("disk gone")
            case "hangs":
                await asyncio.Event().wait()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 5:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await notifier.watch(healthy, sleep)
    assert listening.heard() == ["WATCHDOG=1"] * 3
    assert slept == [0.01] * 5


@pytest.mark.parametrize(
    "environment",
    [{}, {"WATCHDOG_USEC": "0"}, {"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, {"WATCHDOG_USEC": "soon"}],
)
async def test_no_systemd_no_watchdog(environment: dict[str, str]) -> None:
    notifier = Notifier(environment)
    notifier.ready()

    async def healthy() -> None:
        raise AssertionError("nobody asks")

    await notifier.watch(healthy)
    assert notifier.interval_s == 0


def test_a_dead_socket_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    Notifier({"NOTIFY_SOCKET": str(tmp_path / "nobody")}).ready()
    assert "does not take READY=1" in caplog.text

"""The wall's process is started again whenever it ends, and ends with the hub."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from appliance.wallprocess import WallProcess, wall_command

ROOT = Path(__file__).resolve().parents[2]


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def reported(pipe: Path, count: int) -> list[int]:
    """The first process ids that walls write into a pipe."""

    def read() -> list[int]:
        with pipe.open(encoding="ascii") as file:
            return [int(file.readline()) for _ in range(count)]

    return await asyncio.wait_for(asyncio.to_thread(read), 20)


def wall(pipe: Path, then: str) -> tuple[str, ...]:
    """A wall that writes its process id into a pipe, and then does something."""
    code = f"import os, signal, sys; os.write(os.open({str(pipe)!r}, os.O_WRONLY), b'%d\\n' % os.getpid()); {then}"
    return (sys.executable, "-c", code)


async def test_a_wall_that_ends_is_started_again(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")
    keep = os.open(pipe, os.O_RDWR)  # so that the reader sees no end between two walls
    process = WallProcess(wall(pipe, "sys.exit(3)"), first_pause_s=0.01)
    process.start()
    pids = await reported(pipe, 3)
    await process.stop()
    os.close(keep)
    assert len(set(pids)) == 3
    assert process.starts >= 3
    assert not any(map(alive, pids))


async def test_a_wall_that_hangs_is_ended_with_the_hub(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")
    process = WallProcess(wall(pipe, "signal.signal(signal.SIGTERM, signal.SIG_DFL); signal.pause()"))
    process.start()
    (pid,) = await reported(pipe, 1)
    assert alive(pid)
    await process.stop()
    assert not alive(pid)


async def test_a_wall_that_cannot_be_started_is_no_reason_to_stop(tmp_path: Path) -> None:
    process = WallProcess((str(tmp_path / "no such program"),), first_pause_s=0.001)
    process.start()
    await asyncio.sleep(0)
    await process.stop()
    assert process.starts == 0


def test_the_wall_is_a_client_of_this_machines_hub() -> None:
    assert wall_command(8080)[1:] == ("-m", "appliance.display", "--attached", "--url", "ws://127.0.0.1:8080/ws")


async def test_a_hub_that_is_killed_takes_its_wall_along(data: Path) -> None:
    """Hub and wall write into one pipe: its end is the end of both."""
    hub = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "appliance", "run", "--host", "127.0.0.1", "--port", "0"),
        *("--lexicon", "club", "--data", str(data)),
        env=os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
        cwd=ROOT,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    assert hub.stderr is not None
    await asyncio.wait_for(hub.stderr.readuntil(b"wall: connected to"), 60)
    hub.kill()
    await asyncio.wait_for(hub.stderr.read(), 30)
    await hub.wait()

"""The command line: what cannot be done is said in one line on standard error, with exit status 2 and no traceback."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from appliance.cli import main
from appliance.config import has_screen, local_addresses, page_addresses
from appliance.errors import JournalError
from appliance.hub import Hub
from appliance.journal import FILE_NAME, FolderLock, Journal, Record
from appliance.library import Library
from engine import builtin
from engine import events as ev

ROOT = Path(__file__).resolve().parent.parent.parent


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command says that cannot be carried out."""
    try:
        status: object = main(arguments)
    except SystemExit as end:
        status = end.code
    out, err = capsys.readouterr()
    assert status == 2
    assert out == ""
    assert "Traceback" not in err
    return err.splitlines()[-1]


def run_options(data: Path, *more: str) -> tuple[str, ...]:
    return ("run", "--no-wall", "--host", "127.0.0.1", "--port", "0", "--lexicon", "club", "--data", str(data), *more)


@pytest.mark.parametrize("arguments", [("prepare", "--total=--"), ("top", "--rack=--"), ("simulate", "--seats=--")])
def test_an_option_without_its_value_is_said_in_one_line(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert f"{arguments[-1]}: expected a value" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["65536", "-1", "80a", "", "٨٠٨٠", "99999999999999"])
def test_a_port_out_of_range(capsys: pytest.CaptureFixture[str], port: str) -> None:
    assert "expected a port number, 0 to 65535" in refused(capsys, "run", f"--port={port}")


def test_a_port_in_use(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused(capsys, *run_options(data, "--port", str(port)))
    assert f"port {port}" in said
    assert "address already in use" in said


def test_an_address_that_is_not_this_machines(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    assert "cannot listen on 203.0.113.7" in refused(capsys, *run_options(data, "--host", "203.0.113.7"))


def test_a_data_folder_that_cannot_be_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = refused(capsys, *run_options(tmp_path / "file"))
    assert said.startswith(f"toptable run: data folder {tmp_path / 'file'}: ")
    assert "--data DIR" in said


def test_a_second_hub_on_the_same_folder(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    lock = FolderLock(data)
    said = refused(capsys, *run_options(data))
    lock.release()
    assert f"another Toptable (process {os.getpid()}) is using it" in said


def test_a_missing_lexicon(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    said = refused(capsys, *run_options(data, "--lexicon", "klingon"))
    assert said.startswith("toptable run: lexicon klingon: no lexicon 'klingon'")
    assert "club" in said, "it says which there are"


@pytest.mark.parametrize("named", ["/nowhere/club.words", "club.words"])
def test_a_lexicon_that_an_evening_names_by_a_path_that_is_not_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, named: str
) -> None:
    file = tmp_path / "x.evening"
    file.write_text(f"rules french\nlexicon {named}\nseat 1 Anne\n", encoding="utf-8")
    assert main(["arbitrate", str(file), "--data", str(tmp_path)]) == 2
    assert f"{file}:2: lexicon {named}: {tmp_path / named}: no such file" in capsys.readouterr().err


def test_a_damaged_lexicon(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    path = data / "lexicons" / "club.lexicon"
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    said = refused(capsys, *run_options(data))
    assert said.startswith("toptable run: lexicon club: ")
    assert "club.lexicon" in said


def test_a_hub_whose_clock_ran_says_in_one_line_that_the_disk_is_full(
    capsys: pytest.CaptureFixture[str], data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one thing that a start must write; SQLite's own message for a disk without room, from a journal that may not grow."""

    def full(*_: object) -> None:
        raise JournalError("journal x: database or disk is full")

    monkeypatch.setattr(Hub, "_append", full)
    asyncio.run(run_a_clock(data / FILE_NAME, data))
    said = refused(capsys, *run_options(data))
    assert "database or disk is full: that the clock stands cannot be written; make room" in said


async def run_a_clock(path: Path, data: Path) -> None:
    """An evening whose clock runs, and no hub."""
    with contextlib.closing(Journal(path)) as journal:
        rules, tiles = builtin.ruleset("french"), builtin.tileset("fr")
        used = Library(data, data).used("club")
        events = (
            ev.EveningOpened("Lundi", "", rules, tiles, used),
            ev.LettersDrawn(1, "", "AEINRST", "bag"),
            ev.ClockStarted(1, 180_000),
        )
        journal.append([Record("desk:1", events, {})], 0, "")


def test_a_damaged_journal(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    (data / FILE_NAME).write_bytes(b"no journal at all" * 300)
    assert f"journal {data / FILE_NAME} cannot be used" in refused(capsys, *run_options(data))


def test_without_the_core_it_says_so_first(data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("appliance.cli.HAS_CORE", False)
    (data / FILE_NAME).write_bytes(b"no journal at all" * 300)  # so that it does not start
    assert main([*run_options(data)]) == 2
    assert capsys.readouterr().out.startswith("Notice:   the C core of the solver is not built: finding a top takes seconds")


def test_a_simulation_elsewhere_needs_the_pin(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--url needs --pin" in refused(capsys, "simulate", "--url", "http://127.0.0.1:9")


def test_a_simulation_of_a_hub_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert "127.0.0.1:9" in refused(capsys, "simulate", "--url", "http://127.0.0.1:9", "--pin", "000000")


@pytest.mark.parametrize("option", [("--seats", "0"), ("--seats", "1001"), ("--rounds", "x"), ("--seed", "-1")])
def test_a_simulation_out_of_bounds(capsys: pytest.CaptureFixture[str], option: tuple[str, str]) -> None:
    refused(capsys, "simulate", *option)


def test_addresses_of_the_pages() -> None:
    assert page_addresses("192.0.2.7", 80) == ("http://192.0.2.7/",)
    assert page_addresses("2001:db8::1", 8080) == ("http://[2001:db8::1]:8080/",)
    assert all(re.fullmatch(r"http://[\d.]+:8080/", address) for address in page_addresses("", 8080))
    assert not [address for address in local_addresses() if address.startswith("127.")]


def test_a_driver_chosen_by_hand_is_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert has_screen()


@contextlib.asynccontextmanager
async def running(*options: str) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """``python -m appliance run`` and what it says at its start."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "appliance", *options),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    said = await asyncio.wait_for(process.stdout.readuntil(b"Stop with Ctrl-C.\n"), 30)
    try:
        yield process, said.decode()
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def test_it_says_where_and_stops_cleanly_on_ctrl_c(data: Path) -> None:
    async with running(*run_options(data)) as (process, said), aiohttp.ClientSession() as session:
        url = re.findall(r"Players:  (http://127\.0\.0\.1:\d+/)\n", said)[0]
        pin = re.findall(r"PIN:      (\d{6})\n", said)[0]
        assert f"Desk:     {url}desk\n" in said
        assert f"Data:     {data}\n" in said

        async def post(path: str, token: str, **body: object) -> dict[str, str]:
            headers = {"Authorization": f"Bearer {token}"}
            async with session.post(url + path, json=body, headers=headers) as response:
                answer: dict[str, str] = await response.json()
                assert response.status == 200
            return answer

        desk = (await post("api/desk/login", "", pin=pin))["token"]
        for number, (kind, fields) in enumerate(
            [("OpenEvening", {"name": "Lundi"}), ("DrawTyped", {"letters": "AEINRST"}), ("StartClock", {})]
        ):
            await post("api/desk/command", desk, id=f"command-{number}", command=kind, fields=fields)
        wall = await session.ws_connect(url + "ws")
        await wall.send_json({"role": "wall"})
        assert (await wall.receive_json(timeout=10))["view"]["phase"] == "running"
        process.send_signal(signal.SIGINT)
        assert (await wall.receive(10)).type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.TEXT)
        out, err = await asyncio.wait_for(process.communicate(), 10)
    assert (process.returncode, out, err) == (0, b"stopped; everything is saved\n", b"")
    journal = sqlite3.connect(data / FILE_NAME)
    assert journal.execute("SELECT kind FROM events ORDER BY seq DESC LIMIT 1").fetchone() == ("ClockPaused",)
    journal.close()
    assert not (data / f"{FILE_NAME}-wal").exists(), "the journal is one whole file again"


async def test_the_wall_runs_beside_it_and_stops_with_it(data: Path) -> None:
    """Real wall, dummy screen."""
    options = [option for option in run_options(data) if option != "--no-wall"]
    async with running(*options) as (process, said), aiohttp.ClientSession() as session:
        assert "Wall:     started\n" in said
        url = re.findall(r"Players:  (http://\S+/)\n", said)[0]
        async with session.get(url + "api/setup") as response:  # by the time of an answer the wall has been started
            assert response.status == 200
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        walls = children.read_text(encoding="ascii").split()  # noqa: ASYNC240
        assert len(walls) == 1
        process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(process.communicate(), 15)
    assert process.returncode == 0
    assert not Path(f"/proc/{walls[0]}").exists()  # noqa: ASYNC240


def test_more_of_a_letter_than_there_is_gets_a_word_and_an_answer(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    """The French set has one Z and one K (engine/tilesets/fr.toml, from the rule book)."""
    assert main(["top", "--rack", "ZZAKKE", "--lexicon", "club", "--data", str(data)]) == 0
    out, err = capsys.readouterr()
    assert "points" in out or "no move" in out
    assert err == "toptable top: notice: board and rack hold 2 K, of which the set has 1; 2 Z, of which the set has 1\n"
    assert main(["top", "--rack", "ZAKE", "--lexicon", "club", "--data", str(data)]) == 0
    assert capsys.readouterr().err == ""

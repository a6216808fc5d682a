"""A data folder that cannot be used: the box stays up, says why on every page and to the wall, and goes on once the cause is gone."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import aiohttp
import pytest

from appliance import app
from appliance.app import Appliance
from appliance.catalogue import LANGUAGES, catalogue
from appliance.config import Config
from appliance.display.client import HubLink, socket_url
from appliance.display.news import Lost, News
from appliance.display.picture import Scene
from appliance.display.wall import Wall
from appliance.errors import DataUnusable, SetupError
from appliance.journal import FILE_NAME, Journal, Record
from appliance.library import Library
from appliance.web.trouble import TroubleServer
from engine import builtin
from engine import events as ev

LIMIT_S = 20
INSTALLER = (Path(__file__).resolve().parents[2] / "install.sh").read_text(encoding="utf-8")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def get(port: int, path: str, language: str = "fr") -> tuple[int, str]:
    url = f"http://127.0.0.1:{port}{path}"
    async with aiohttp.ClientSession() as session, session.get(url, headers={"Accept-Language": language}) as answer:
        return answer.status, await answer.text()


async def until_answered(port: int, path: str, status: int) -> str:
    """The page once it is answered so."""
    async with asyncio.timeout(LIMIT_S):
        while True:
            try:
                found, text = await get(port, path)
            except aiohttp.ClientError:
                found, text = 0, ""
            if found == status:
                return text
            await asyncio.sleep(0.01)  # between two looks


async def test_a_box_whose_journal_is_no_journal_says_so_and_goes_on_when_it_was_moved_aside(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "RETRY_S", 0.05)
    port = free_port()
    path = data / FILE_NAME
    path.write_bytes(b"no journal at all" * 300)
    appliance = Appliance(Config(data, "127.0.0.1", port, wall=False, lexicon="club", wait=True))
    running = asyncio.create_task(app.run(appliance, lambda _: None))
    page = await until_answered(port, "/desk", 503)
    assert catalogue("fr").text("trouble.title") in page
    assert "move it aside" in page
    assert path.read_bytes() == b"no journal at all" * 300
    path.rename(data / "aside")
    await until_answered(port, "/api/setup", 200)
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.wait_for(running, LIMIT_S)


async def test_a_box_that_waits_can_be_stopped(data: Path) -> None:
    port = free_port()
    (data / FILE_NAME).write_bytes(b"no journal at all" * 300)
    appliance = Appliance(Config(data, "127.0.0.1", port, wall=False, lexicon="club", wait=True))
    running = asyncio.create_task(app.run(appliance, lambda _: None))
    await until_answered(port, "/", 503)
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.wait_for(running, LIMIT_S)


async def test_a_journal_of_a_newer_version_is_told_to_systemd_before_ready_so_that_the_installer_goes_back(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`systemctl restart` returns on READY, and install.sh then asks for the status; the page is served all the same."""
    Journal(data / FILE_NAME).close()
    with closing(sqlite3.connect(data / FILE_NAME)) as newer:
        newer.execute("PRAGMA user_version = 9")
    port = free_port()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(data / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(data / "notify"))
        appliance = Appliance(Config(data, "127.0.0.1", port, wall=False, lexicon="club", wait=True))
        running = asyncio.create_task(app.run(appliance, lambda _: None))
        assert "made by a newer Toptable" in await until_answered(port, "/desk", 503)
        systemd.settimeout(LIMIT_S)
        status, ready = systemd.recv(4096).decode(), systemd.recv(4096).decode()
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait_for(running, LIMIT_S)
    assert (status.startswith(f"STATUS=waits: journal {data / FILE_NAME} is of version 9"), ready) == (True, "READY=1")
    assert 'in "waits: "*)' in INSTALLER, "which knows it by that word"


async def test_who_starts_it_by_hand_is_told_at_once(data: Path) -> None:
    (data / FILE_NAME).write_bytes(b"no journal at all" * 300)
    with pytest.raises(DataUnusable, match="cannot be used"):
        await app.run(Appliance(Config(data, "127.0.0.1", 0, wall=False, lexicon="club")), lambda _: None)


async def test_every_page_in_each_language_and_no_tablet_is_driven_away() -> None:
    server = TroubleServer("journal <x>: the disk is full")
    port = await server.start("127.0.0.1", 0)
    try:
        for language in LANGUAGES:
            status, page = await get(port, "/desk", language)
            assert status == 503
            assert catalogue(language).text("trouble.title") in page
            assert "journal &lt;x&gt;: the disk is full" in page
        assert await get(port, "/generate_204") == (204, "")
        assert await get(port, "/static/hotspot.txt") == (200, "OK")
        with pytest.raises(SetupError, match="cannot be had"):
            await TroubleServer("x").start("127.0.0.1", port)
    finally:
        await server.stop()


async def test_the_wall_says_it_too_in_place_of_an_old_picture() -> None:
    server = TroubleServer("the disk is full")
    port = await server.start("127.0.0.1", 0)
    heard: asyncio.Queue[News] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def deliver(news: News) -> None:
        loop.call_soon_threadsafe(heard.put_nowait, news)

    link = HubLink(socket_url(f"http://127.0.0.1:{port}"), deliver, (0.01,))
    link.start()
    try:
        news = await asyncio.wait_for(heard.get(), LIMIT_S)
    finally:
        await asyncio.to_thread(link.stop)
        await server.stop()
    assert isinstance(news, Lost)
    assert news.in_trouble
    wall = Wall("fr")
    wall.receive(news, 0)
    picture = wall.picture(0, (1920, 1080))
    assert (picture.scene, picture.in_trouble) == (Scene.CONNECTING, True)
    wall.receive(Lost("gone"), 1)
    assert not wall.picture(1, (1920, 1080)).in_trouble


async def test_a_journal_that_lost_its_end_goes_on_and_the_desk_is_told(data: Path) -> None:
    path = data / FILE_NAME
    opened = ev.EveningOpened("Lundi", "", builtin.ruleset("french"), builtin.tileset("fr"), Library(data, data).used("club"))
    journal = Journal(path)
    journal.append([Record("desk:0", (opened,), {"seq": 1})], 0, "")
    for seat in range(1, 100):
        journal.append([Record(f"desk:{seat}", (ev.PlayerSeated(seat, f"Joueur {seat}"),), {"seq": seat + 1})], 0, "")
    journal.close()
    os.truncate(path, path.stat().st_size - 1000)
    appliance = Appliance(Config(data, "127.0.0.1", 0, wall=False, lexicon="club"))
    await appliance.start()
    try:
        await appliance._box.look()
        told = appliance._box.parts[0]
        assert (told.part, told.level, told.state) == ("journal", "warning", "journal_salvaged")
        assert (data / told.detail).stat().st_size % 4096 == 4096 - 1000, "the damaged file, as it was found"
        seats = appliance.hub.game.seats
        assert 30 < len(seats) < 99, "one page of names is lost, no more"
        assert list(seats) == list(range(1, len(seats) + 1)), "and no hole before them"
    finally:
        await appliance.stop()

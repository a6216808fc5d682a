"""The wall's link to the hub, against a real server on a real socket that comes and goes."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from queue import SimpleQueue

import pytest
from aiohttp import WSMsgType, web

from appliance.display.client import HubLink, socket_url
from appliance.display.news import Lost, News, Shown, Signal
from appliance.errors import SetupError
from appliance.messages import signal_message, view_message
from appliance.views import PublicView

LIMIT_S = 10


class Hub:
    """As much of a hub as a wall sees: takes the hello, then says what the test says."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.hellos: asyncio.Queue[str] = asyncio.Queue()
        self.said: asyncio.Queue[str] = asyncio.Queue()
        self.socket: web.WebSocketResponse | None = None
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        app = web.Application()
        app.router.add_get("/ws", self._serve)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self.port).start()

    async def stop(self) -> None:
        if self.socket is not None:
            await self.socket.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def _serve(self, request: web.Request) -> web.WebSocketResponse:
        self.socket = answer = web.WebSocketResponse()
        await answer.prepare(request)
        async for message in answer:
            if message.type is WSMsgType.TEXT:
                await (self.hellos if "role" in message.data else self.said).put(message.data)
        return answer

    async def say(self, text: str) -> None:
        assert self.socket is not None
        await self.socket.send_str(text)


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        found: int = free.getsockname()[1]
        return found


@pytest.fixture
async def hub(port: int) -> AsyncIterator[Hub]:
    made = Hub(port)
    await made.start()
    yield made
    await made.stop()


class Ear:
    """The news of a link, in order."""

    def __init__(self) -> None:
        self._heard: SimpleQueue[News] = SimpleQueue()
        self.deliver: Callable[[News], None] = self._heard.put

    async def next(self) -> News:
        return await asyncio.wait_for(asyncio.to_thread(self._heard.get, True, LIMIT_S), LIMIT_S + 1)

    async def until(self, kind: type[News]) -> News:
        while not isinstance(news := await self.next(), kind):
            pass
        return news


@pytest.fixture
async def ear(port: int) -> AsyncIterator[Ear]:
    heard = Ear()
    link = HubLink(socket_url(f"http://127.0.0.1:{port}"), heard.deliver, pauses_s=(0.05,))
    link.start()
    yield heard
    await asyncio.to_thread(link.stop)


async def test_says_it_is_a_wall_and_passes_on_what_it_hears(hub: Hub, ear: Ear) -> None:
    assert await asyncio.wait_for(hub.hellos.get(), LIMIT_S) == '{"role":"wall"}'
    await hub.say(view_message(PublicView("lobby"), 1, {"url": "http://10.0.0.1/"}))
    await hub.say("this is no JSON")
    await hub.say('{"kind":"pong","ping":1}')
    await hub.say(signal_message("warning"))
    assert await ear.next() == Shown(PublicView("lobby"), "http://10.0.0.1/")
    assert await ear.next() == Signal("warning"), "what cannot be read is passed over"


async def test_says_whether_it_can_be_heard(hub: Hub, port: int) -> None:
    link = HubLink(socket_url(f"http://127.0.0.1:{port}"), Ear().deliver, sounds=lambda: True)
    link.start()
    assert await asyncio.wait_for(hub.said.get(), LIMIT_S) == '{"sound": true}'
    await asyncio.to_thread(link.stop)


async def test_comes_back_by_itself_when_the_hub_was_gone(hub: Hub, ear: Ear) -> None:
    await asyncio.wait_for(hub.hellos.get(), LIMIT_S)
    await hub.say(view_message(PublicView("lobby"), 1))
    assert isinstance(await ear.next(), Shown)
    await hub.stop()
    assert isinstance(await ear.next(), Lost)
    # nobody listens now: further tries fail too
    assert isinstance(await ear.next(), Lost)
    await hub.start()
    assert await asyncio.wait_for(hub.hellos.get(), LIMIT_S) == '{"role":"wall"}'
    await hub.say(view_message(PublicView("ended"), 2))
    assert await ear.until(Shown) == Shown(PublicView("ended"), "")


async def test_waits_for_a_hub_that_is_not_there_yet(ear: Ear, port: int) -> None:
    assert isinstance(await ear.next(), Lost)
    hub = Hub(port)
    await hub.start()
    try:
        await asyncio.wait_for(hub.hellos.get(), LIMIT_S)
        await hub.say(view_message(PublicView("empty"), 0))
        assert await ear.until(Shown) == Shown(PublicView("empty"), "")
    finally:
        await hub.stop()


async def test_something_else_on_the_port_is_no_hub(port: int, ear: Ear) -> None:
    app = web.Application()
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    try:
        news = await ear.until(Lost)
        for _ in range(5):
            if isinstance(news, Lost) and "404" in news.reason:
                break
            news = await ear.next()
        assert isinstance(news, Lost)
        assert "404" in news.reason
    finally:
        await runner.cleanup()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("ws://10.0.0.1:8080/ws", "ws://10.0.0.1:8080/ws"),
        ("http://127.0.0.1:80", "ws://127.0.0.1:80/ws"),
        ("http://club.example/", "ws://club.example/ws"),
        ("https://club.example/hub/ws", "wss://club.example/hub/ws"),
        ("10.0.0.1:8080", "ws://10.0.0.1:8080/ws"),
        ("ws://[::1]:8080/ws", "ws://[::1]:8080/ws"),
    ],
)
def test_address_as_people_type_it(typed: str, meant: str) -> None:
    assert socket_url(typed) == meant


@pytest.mark.parametrize(
    "typed", ["", "http://", "ftp://club.example/", "ws://club.example:99999/ws", "ws://[::1/ws"]
)
def test_an_address_of_nothing_is_refused_by_name(typed: str) -> None:
    with pytest.raises(SetupError, match="--url"):
        socket_url(typed)

"""An evening's real parts for tests: a small lexicon, a hub with a journal on disk, time driven by hand, a web server."""

from __future__ import annotations

import json
import lzma
import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import pytest

from appliance.clock import HandTime, MonotonicTime
from appliance.hub import Hub
from appliance.journal import FILE_NAME
from appliance.lexicons import SHIPPED, LexiconFolder
from appliance.library import Library
from appliance.seats import Actor
from appliance.web.server import WebServer

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="session")
def lexicon_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with one lexicon, ``club``: the short words of the open French list and some longer ones."""
    folder = tmp_path_factory.mktemp("lexicon")
    with lzma.open(SHIPPED / "fr.txt.xz", "rt", encoding="utf-8") as file:
        words = file.read().split()
    chosen = [word for i, word in enumerate(words) if len(word) < 5 or (len(word) < 9 and i % 20 == 0)]
    (folder / "club.txt").write_text("\n".join([*chosen, "ENTRAIS", "RATINES", "TRANSIE"]), encoding="utf-8")
    LexiconFolder(folder / "lexicons").import_file(folder / "club.txt", "club", "fr")
    return folder


@pytest.fixture(scope="session")
def library(lexicon_folder: Path) -> Library:
    return Library(lexicon_folder)


@pytest.fixture
def data(tmp_path: Path, lexicon_folder: Path) -> Path:
    """A data folder of one's own, with the lexicon ``club``."""
    folder = tmp_path / "data"
    shutil.copytree(lexicon_folder / "lexicons", folder / "lexicons")
    return folder


@pytest.fixture
def time() -> HandTime:
    return HandTime()


MakeHub = Callable[[], Hub]


@pytest.fixture
async def make_hub(data: Path, library: Library, time: HandTime) -> AsyncIterator[MakeHub]:
    """Makes hubs on the same journal; those still running are stopped at the end."""
    made: list[Hub] = []

    def make() -> Hub:
        hub = Hub(data / FILE_NAME, library, time, Random(7), lexicon="club")
        made.append(hub)
        return hub

    yield make
    for hub in made:
        await hub.stop()


@pytest.fixture
async def hub(make_hub: MakeHub) -> Hub:
    hub = make_hub()
    await hub.start()
    return hub


class Table:
    """A hub with a desk and tablets at hand, for short tests."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.count = 0

    async def desk(self, command: Any, command_id: str = "") -> dict[str, Any]:
        self.count += 1
        return await self.hub.submit(command, command_id or f"desk-{self.count:05}", Actor("desk"))

    async def tablet(self, seat: int, command: Any, command_id: str = "") -> dict[str, Any]:
        self.count += 1
        return await self.hub.submit(command, command_id or f"tablet-{self.count:05}", Actor("seat", seat))


@pytest.fixture
def table(hub: Hub) -> Table:
    return Table(hub)


@pytest.fixture
def seated() -> Callable[[Hub], Table]:
    return Table


PIN = "042042"


class Server:
    """A hub on the network: what a device does by HTTP and WebSocket, and every byte that the hub says."""

    def __init__(self, session: aiohttp.ClientSession, url: str, web: WebServer, hub: Hub) -> None:
        self.session = session
        self.url = url
        self.web = web
        self.hub = hub
        self.pin = PIN
        self.count = 0

    def new_id(self) -> str:
        self.count += 1
        return f"request-{self.count:06}"

    async def request(
        self, method: str, path: str, body: Any = None, token: str = "", data: bytes | None = None
    ) -> tuple[int, Any]:
        """Status and JSON (or text) of an answer."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        sent = json.dumps(body).encode() if data is None and body is not None else data
        async with self.session.request(method, self.url + path, data=sent, headers=headers) as response:
            text = await response.text()
        return response.status, json.loads(text) if response.content_type == "application/json" else text

    async def post(self, path: str, body: Any = None, token: str = "", data: bytes | None = None) -> tuple[int, Any]:
        return await self.request("POST", path, body, token, data)

    async def good(self, path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
        """The answer to a request that must succeed; an id is added."""
        status, answer = await self.post(path, {"id": self.new_id(), **body}, token)
        assert status == 200, answer
        assert isinstance(answer, dict)
        return answer

    async def desk(self) -> str:
        """A desk's token."""
        token: str = (await self.good("/api/desk/login", {"pin": PIN}))["token"]
        return token

    async def command(self, token: str, kind: str, **fields: Any) -> dict[str, Any]:
        return await self.good("/api/desk/command", {"command": kind, "fields": fields}, token)

    async def join(self, seat: int, name: str = "") -> str:
        """A seat's token."""
        token: str = (await self.good("/api/join", {"seat": seat, "name": name}))["token"]
        return token

    async def socket(self, **hello: str) -> aiohttp.ClientWebSocketResponse:
        socket = await self.session.ws_connect(self.url + "/ws")
        await socket.send_json(hello)
        return socket


@pytest.fixture
async def server(hub: Hub) -> AsyncIterator[Server]:
    def lexicons() -> list[tuple[str, int, bool]]:
        return [("club", 1, False)]

    real = MonotonicTime()
    web = WebServer(hub, real, lambda: PIN, lambda: "http://192.0.2.1/", lexicons)
    port = await web.start("127.0.0.1", 0)
    async with aiohttp.ClientSession() as session:
        yield Server(session, f"http://127.0.0.1:{port}", web, hub)
    await web.stop()

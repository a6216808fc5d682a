"""The web server: pages, requests and sockets on one port."""

from __future__ import annotations

import re
import socket
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

from aiohttp import web

from appliance.boxdate import BoxDate
from appliance.catalogue import LANGUAGE_NAMES
from appliance.commands import MAX_REQUEST
from appliance.errors import SetupError
from appliance.library import RuleSetRow, shipped_rulesets
from appliance.ports import Table, Time
from appliance.web.date import DateHandlers
from appliance.web.handlers import Handlers, answer_errors, files
from appliance.web.probes import answer_probes
from appliance.web.ratelimit import Tries
from appliance.web.sockets import Connections
from appliance.web.solo import Replay, SoloHandlers
from engine.squares import STANDARD

PAGES = Path(__file__).parent / "static"
FONTS = Path(__file__).parent.parent / "fonts"

SHARED = re.compile(r"^ *<!-- (\w+\.html) -->\n", re.MULTILINE)
"""A line of a page in place of which a part stands that other pages have too."""

LexiconRow = tuple[str, int, bool]
"""Name, words, official."""

POLICY = "default-src 'self'; connect-src 'self' ws: wss:; style-src 'self' 'unsafe-inline'; img-src 'self' data:"


class WebServer:
    """Serves one hub to the club's network."""

    def __init__(
        self,
        table: Table,
        time: Time,
        pin: Callable[[], str],
        url: Callable[[], str],
        lexicons: Callable[[], Iterable[LexiconRow]],
        demo: Callable[[], Awaitable[None]] | None = None,
        sounder: Callable[[], str] = lambda: "",
        replay: Replay | None = None,
        box: Callable[[], Sequence[Mapping[str, str]]] = tuple,
        date: BoxDate | None = None,
        rules: Callable[[], Iterable[RuleSetRow]] = shipped_rulesets,
    ) -> None:
        """*url* is what the wall shows; *lexicons* and *rules* list what the desk may choose, *sounder* what makes the
        signals heard, *box* the lines of the desk's panel of the box."""
        self.connections = Connections(table, time, url, sounder, box)
        handlers = Handlers(table, pin, Tries(time), lambda: setup(url(), lexicons(), rules(), table.prepared, table.prepared_shown), demo)
        self.application = web.Application(client_max_size=MAX_REQUEST, middlewares=[answer_probes, answer_errors])
        self.application.add_routes(
            [
                web.get("/", _page("index.html")),
                web.get("/desk", _page("desk.html")),
                web.get("/card", _page("card.html")),
                web.get("/ws", self.connections.serve),
                *handlers.routes(),
                *files(("/static/fonts", FONTS), ("/static", PAGES)),
            ]
        )
        if replay is not None:
            self.application.add_routes([web.get("/solo", _page("solo.html")), *SoloHandlers(replay).routes()])
        if date is not None:
            self.application.add_routes(DateHandlers(table, date).routes())
        self.application.on_response_prepare.append(_harden)
        self._runner = web.AppRunner(self.application, access_log=None, handle_signals=False, shutdown_timeout=1.0)
        table.subscribe(self.connections.changed)

    async def start(self, host: str, port: int) -> int:
        """Listen; returns the port, which matters when 0 was asked for.

        :raises SetupError: if the port or the address cannot be had.
        """
        await self._runner.setup()
        try:
            if not host and port == 0:
                port = _free_port()
            await web.TCPSite(self._runner, host or None, port, reuse_address=True).start()
        except OSError as error:
            await self._runner.cleanup()
            raise SetupError(
                f"cannot listen on {host or 'all addresses'}, port {port}: {error.strerror or error}; "
                "another program may use it: choose one with --port"
            ) from error
        addresses: list[Any] = self._runner.addresses
        return int(addresses[0][1])

    async def stop(self) -> None:
        """Close every socket and stop listening."""
        await self.connections.close()
        await self._runner.cleanup()


def setup(
    url: str, lexicons: Iterable[LexiconRow], rules: Iterable[RuleSetRow], prepared: str = "", prepared_shown: int = 0
) -> dict[str, Any]:
    """What pages need to know once: geometry, languages, rule sets, lexicons."""
    return {
        "layout": {"letter": list(STANDARD.letter), "word": list(STANDARD.word)},
        "languages": LANGUAGE_NAMES,
        "rules": [asdict(each) for each in rules],
        "lexicons": [{"name": name, "words": words, "official": official} for name, words, official in lexicons],
        "url": url,
        "prepared": prepared,
        "prepared_shown": prepared_shown,
        "version": version("toptable"),
    }


def _page(name: str) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """A page with the parts that pages share; put together once, when the hub starts."""
    text = SHARED.sub(lambda part: (PAGES / part[1]).read_text(encoding="utf-8"), (PAGES / name).read_text(encoding="utf-8"))

    async def page(_: web.Request) -> web.StreamResponse:
        return web.Response(text=text, content_type="text/html", headers={"Cache-Control": "no-cache"})

    return page


async def _harden(_: web.Request, response: web.StreamResponse) -> None:
    """No page may load or send anything elsewhere; nothing is taken from a cache unasked."""
    response.headers.setdefault("Cache-Control", "no-store")
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "no-referrer")
    response.headers.setdefault("Content-Security-Policy", POLICY)


def _free_port() -> int:
    """A port that is free now; asked for beforehand, or IPv4 and IPv6 would be given one each."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind(("", 0))
        return int(probe.getsockname()[1])

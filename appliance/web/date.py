"""The machine's date, for the desk: beside its own, and set to it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from aiohttp import web

from appliance.boxdate import BoxDate
from appliance.commands import parse_json
from appliance.errors import MessageError
from appliance.ports import Table
from appliance.web.handlers import check_desk


class DateHandlers:
    """Two addresses: look and set."""

    def __init__(self, table: Table, date: BoxDate) -> None:
        self._table = table
        self._date = date

    def routes(self) -> list[web.RouteDef]:
        return [web.get("/api/desk/date", self.look), web.post("/api/desk/date", self.set)]

    async def look(self, request: web.Request) -> web.Response:
        """The machine's date beside the desk's."""
        check_desk(self._table, request)
        text = request.query.get("now", "")
        if not (text.isascii() and text.isdecimal() and len(text) <= 15):
            raise MessageError(f"now: expected milliseconds since 1970, not {text[:40]!r}")
        return web.json_response(asdict(await self._date.look(int(text))))

    async def set(self, request: web.Request) -> web.Response:
        """Set the machine's date to the desk's."""
        check_desk(self._table, request)
        body: dict[str, Any] = parse_json(await request.read())
        now_ms = body.get("now")
        if type(now_ms) is not int:
            raise MessageError(f"now: expected milliseconds since 1970, not {str(now_ms)[:40]!r}")
        return web.json_response(asdict(await self._date.set(now_ms)))

"""The pages and requests of solo replay; ``docs/protocol.md`` is the contract."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from aiohttp import web

from appliance.commands import parse_json
from appliance.errors import MessageError
from appliance.web.handlers import read_text, read_whole
from engine.plain import to_plain

MAX_MS = 10**10
"""Milliseconds that a device may tell: four months."""
MAX_TOTAL = 10**6
"""Points that a device may tell."""
MAX_SLIPS = 300
"""Rounds before this one, and so the warnings of them."""
MAX_WAITING = 40
"""Requests at once; more are asked to come again."""


class Replay(Protocol):
    """Games that one may play again alone (:class:`appliance.replay.Replay`)."""

    async def games(self) -> tuple[Any, ...]: ...

    async def practice(self, rules: str, lexicon: str, settings: dict[str, str], seed: str) -> str: ...

    async def round(self, game_id: str, number: int, slips: Sequence[str] = ()) -> Any: ...

    async def answer(
        self,
        game_id: str,
        number: int,
        text: str,
        total: int,
        *,
        attempt: bool = False,
        time_ms: int = 0,
        before_ms: int = 0,
        warnings: int = 0,
        slips: Sequence[str] = (),
    ) -> Any: ...


class SoloHandlers:
    """The handlers of solo replay."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._waiting = asyncio.Semaphore(MAX_WAITING)

    def routes(self) -> list[web.RouteDef]:
        """Every address but the page."""
        return [
            web.get("/api/solo/games", self.games),
            web.post("/api/solo/round", self.round),
            web.post("/api/solo/answer", self.answer),
            web.post("/api/solo/practice", self.practice),
        ]

    async def games(self, _: web.Request) -> web.Response:
        """The games there are."""
        return web.json_response({"games": to_plain(await self._replay.games())})

    async def round(self, request: web.Request) -> web.Response:
        """A round before its move; in the optimist game its board depends on one's own slips."""
        body = parse_json(await request.read())
        number, game = read_whole(body, "round"), read_text(body, "game")
        async with self._waiting:
            return web.json_response(to_plain(await self._replay.round(game, number, _slips(body))))

    async def answer(self, request: web.Request) -> web.Response:
        """A move for a verdict."""
        body = parse_json(await request.read())
        game, number = read_text(body, "game"), read_whole(body, "round")
        text, total = read_text(body, "text", ""), read_whole(body, "total", 0)
        if abs(total) > MAX_TOTAL:
            raise MessageError(f"total: {total}; expected at most {MAX_TOTAL}")
        time_ms, before_ms = body.get("time_ms", 0), body.get("before_ms", 0)
        if any(type(each) is not int or not 0 <= each < MAX_MS for each in (time_ms, before_ms)):
            raise MessageError(f"time_ms and before_ms: expected whole numbers from 0 to {MAX_MS - 1}")
        warnings = read_whole(body, "warnings", 0)
        if not 0 <= warnings <= MAX_SLIPS:
            raise MessageError(f"warnings: {warnings}; expected 0 to {MAX_SLIPS}")
        attempt = body.get("try", False)
        if not isinstance(attempt, bool):
            raise MessageError(f"try: expected true or false, not {str(attempt)[:40]!r}")
        async with self._waiting:
            view = await self._replay.answer(
                game, number, text, total, attempt=attempt, time_ms=time_ms, before_ms=before_ms, warnings=warnings, slips=_slips(body)
            )
        return web.json_response(to_plain(view))

    async def practice(self, request: web.Request) -> web.Response:
        """A new practice game."""
        body = parse_json(await request.read())
        settings = body.get("settings", {})
        rules, lexicon = read_text(body, "rules", "french"), read_text(body, "lexicon", "")
        if not isinstance(settings, dict) or not all(isinstance(value, str) for value in settings.values()):
            raise MessageError("settings: expected texts")
        async with self._waiting:
            return web.json_response({"game": await self._replay.practice(rules, lexicon, settings, secrets.token_hex(8))})


def _slips(body: Mapping[str, Any]) -> Sequence[str]:
    """One's own slips of the rounds before."""
    slips = body.get("slips", [])
    if not isinstance(slips, list) or len(slips) > MAX_SLIPS or not all(isinstance(slip, str) for slip in slips):
        raise MessageError(f"slips: expected a list of {MAX_SLIPS} texts at most")
    return slips

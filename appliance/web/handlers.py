"""What each address answers; ``docs/protocol.md`` is the contract."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from aiohttp import web

from appliance.catalogue import LANGUAGES, catalogue
from appliance.commands import (
    About,
    CheckSlip,
    HandIn,
    parse_about,
    parse_command,
    parse_command_id,
    parse_json,
)
from appliance.errors import Denied, JournalError, MessageError
from appliance.ports import Table
from appliance.qr import modules
from appliance.seats import Actor, same_pin
from appliance.web.ratelimit import TooManyTries, Tries
from engine.errors import CommandRefused, LexiconError, TileError

log = logging.getLogger(__name__)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

MAX_WORD = 30
MAX_MATCHES = 200
MAX_QR = 250
"""Characters of a QR code; a Wi-Fi's name and password have 95 at most, each of which may have to be escaped."""

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}

STATUS = {"no_token": 401, "wrong_pin": 401, "too_many_tries": 429, "not_yours": 403}


class Handlers:
    """The handlers of one hub."""

    def __init__(
        self,
        table: Table,
        pin: Callable[[], str],
        tries: Tries,
        setup: Callable[[], dict[str, Any]],
        demo: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._table = table
        self._pin = pin
        self._tries = tries
        self._setup = setup
        self._demo = demo

    def routes(self) -> list[web.RouteDef]:
        """Every address but the socket and the files."""
        return [
            web.get("/api/setup", self.setup),
            web.get("/api/texts/{language}", self.texts),
            web.post("/api/qr", self.qr),
            web.post("/api/join", self.join),
            web.post("/api/slip", self.slip),
            web.post("/api/check", self.check),
            web.post("/api/desk/login", self.login),
            web.post("/api/desk/command", self.command),
            web.post("/api/desk/free", self.free),
            web.post("/api/desk/demo", self.demo),
            web.get("/api/desk/word", self.word),
        ]

    async def setup(self, _: web.Request) -> web.Response:
        """What a page needs to know once."""
        return web.json_response(await asyncio.to_thread(self._setup))

    async def texts(self, request: web.Request) -> web.Response:
        """The words of a language."""
        wanted = request.match_info["language"]
        if wanted not in LANGUAGES:
            return _error(404, "no_language", f"no texts in {wanted[:40]!r}: expected {', '.join(LANGUAGES)}", languages=LANGUAGES)
        return web.json_response(dict(catalogue(wanted).texts))

    async def qr(self, request: web.Request) -> web.Response:
        """A QR code for the set-up card: its rows, ``1`` a dark module."""
        text = read_text(parse_json(await request.read()), "text")
        if not 1 <= len(text) <= MAX_QR:
            raise MessageError(f"text: {len(text)} characters; expected 1 to {MAX_QR}")
        rows = await asyncio.to_thread(modules, text)
        return web.json_response({"rows": ["".join("01"[dark] for dark in row) for row in rows]})

    async def join(self, request: web.Request) -> web.Response:
        """A device takes a seat."""
        body = parse_json(await request.read())
        answer = await self._table.join(read_whole(body, "seat"), read_text(body, "name", ""), parse_command_id(body.get("id")))
        return web.json_response(answer)

    async def slip(self, request: web.Request) -> web.Response:
        """A slip of the seat whose token it is."""
        actor = self._table.actor(_token(request))
        if actor.role != "seat":
            raise Denied("not_yours", "slips come from a seat's device; the desk keys paper slips by a HandIn command")
        body = parse_json(await request.read())
        if body.get("seat", actor.seat) != actor.seat:
            raise Denied("not_yours", f"seat {actor.seat} may only hand in its own slip")
        command = HandIn(read_whole(body, "round"), actor.seat, read_text(body, "text"))
        about = About(draw=read_text(body, "draw", ""))
        answer = await self._table.submit(command, parse_command_id(body.get("id")), actor, about)
        return web.json_response({key: answer[key] for key in ("number", "late", "round")})

    async def check(self, request: web.Request) -> web.Response:
        """Optimist: what the seat whose token it is says of a slip that it checks."""
        actor = self._table.actor(_token(request))
        if actor.role != "seat":
            raise Denied("not_yours", "a check comes from a seat's device; the desk reports a difference by its command")
        body = parse_json(await request.read())
        if not isinstance(body.get("agrees"), bool):
            raise MessageError(f"agrees: expected true or false, not {str(body.get('agrees'))[:40]!r}")
        command = CheckSlip(read_whole(body, "round"), read_whole(body, "seat"), body["agrees"], read_text(body, "text", ""))
        await self._table.submit(command, parse_command_id(body.get("id")), actor)
        return web.json_response({"ok": True})

    async def login(self, request: web.Request) -> web.Response:
        """The referee's PIN for a token."""
        address = request.remote or ""
        self._tries.check(address)
        body = parse_json(await request.read())
        self._tries.check(address)  # others of this address may have tried while the body came in
        if not same_pin(body.get("pin"), self._pin()):
            self._tries.failed(address)
            raise Denied("wrong_pin", "wrong PIN; the hub's console shows it, or: toptable pin")
        self._tries.succeeded(address)
        return web.json_response({"token": await self._table.open_desk()})

    async def command(self, request: web.Request) -> web.Response:
        """A command of the referee."""
        actor = self._desk(request)
        body = parse_json(await request.read())
        command_id = parse_command_id(body.get("id"))
        command = parse_command(body.get("command"), body.get("fields"))
        about = parse_about(body.get("about"))
        return web.json_response(await self._table.submit(command, command_id, actor, about))

    async def free(self, request: web.Request) -> web.Response:
        """Forget a seat's device."""
        self._desk(request)
        body = parse_json(await request.read())
        return web.json_response(await self._table.free(read_whole(body, "seat"), parse_command_id(body.get("id"))))

    async def demo(self, request: web.Request) -> web.Response:
        """Open a demo evening."""
        self._desk(request)
        if self._demo is None:
            raise CommandRefused("not_now", "this hub has no demo")
        await self._demo()
        return web.json_response({"seq": self._table.seq, "ok": True})

    async def word(self, request: web.Request) -> web.Response:
        """Is it a word, or which words fit a pattern."""
        self._desk(request)
        opened = self._table.game.opened
        if opened is None:
            raise CommandRefused("no_evening", "no evening is open")
        asked = request.query.get("q", "").strip().upper()
        if not 1 <= len(asked) <= MAX_WORD:
            raise MessageError(f"q: expected a word of 1 to {MAX_WORD} letters, ? for any letter")
        found = await asyncio.to_thread(self._table.library.find, opened.lexicon.name, asked, MAX_MATCHES)
        pattern = "?" in asked
        fits = re.compile(re.escape(asked).replace(r"\?", "."))
        admitted = tuple(word for each in self._table.game.admitted if fits.fullmatch(word := opened.tileset.spell(each.word)))
        found = tuple(dict.fromkeys((*found, *admitted)))
        return web.json_response(
            {
                "word": asked,
                "valid": bool(found),
                "admitted": bool(admitted) and not pattern,
                "lexicon": opened.lexicon.name,
                "official": opened.lexicon.official,
                "matches": list(found) if pattern else [],
            }
        )

    def _desk(self, request: web.Request) -> Actor:
        return check_desk(self._table, request)


def check_desk(table: Table, request: web.Request) -> Actor:
    """The desk whose request it is.

    :raises Denied: if it is nobody's, or a seat's.
    """
    actor = table.actor(_token(request))
    if actor.role != "desk":
        raise Denied("not_yours", "only the referee's desk may do this")
    return actor


def files(*folders: tuple[str, Path]) -> list[web.RouteDef]:
    """Routes for the files of folders: (address, folder). Files are asked for again each time, so that an update is seen at once."""

    def serve(folder: Path) -> Handler:
        async def handler(request: web.Request) -> web.StreamResponse:
            return file_response(folder, request.match_info["path"])

        return handler

    return [web.get(f"{address}/{{path:.+}}", serve(folder.resolve())) for address, folder in folders]


def file_response(folder: Path, name: str) -> web.StreamResponse:
    """A file of a folder, never of another.

    :raises HTTPNotFound: if there is none of that name, or of a kind that is no page's.
    """
    path = (folder / name).resolve()
    if not path.is_relative_to(folder) or path.suffix not in TYPES or not path.is_file():
        raise web.HTTPNotFound(text=f"no file {name[:80]}")
    return web.FileResponse(path, headers={"Content-Type": TYPES[path.suffix], "Cache-Control": "no-cache"})


@web.middleware
async def answer_errors(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Every refusal as JSON with a reason of the message catalogue; a programmer's error never ends the evening."""
    try:
        return await handler(request)
    except MessageError as error:
        return _error(400, "bad_request", str(error))
    except TooManyTries as error:
        return _error(429, error.reason, str(error), retry_after_s=error.retry_after_s)
    except Denied as error:
        return _error(STATUS.get(error.reason, 403), error.reason, str(error))
    except TileError as error:
        return _error(400, error.reason or "bad_request", str(error), **error.values)
    except LexiconError as error:
        return _error(409, error.reason or "no_lexicon", str(error), **error.values)
    except CommandRefused as error:
        return _error(409, error.reason, str(error), **error.values)
    except JournalError as error:
        return _error(503, "storage", str(error))
    except web.HTTPRequestEntityTooLarge as error:
        return _error(413, "too_long", error.text or "the request is too long")
    except web.HTTPException as error:
        return _error(error.status, "bad_request", error.text or error.reason)
    except Exception:
        log.exception("%s %s failed", request.method, request.path)
        return _error(500, "storage", "an error in the program; the log has it")


def _error(status: int, reason: str, message: str, **more: Any) -> web.Response:
    return web.json_response({"error": {"reason": reason, "message": message, **more}}, status=status)


def _token(request: web.Request) -> str:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def read_whole(body: dict[str, Any], key: str, default: int | None = None) -> int:
    """A whole number of a request, of 32 bits.

    :raises MessageError: if it is anything else, or missing without a *default*.
    """
    value = body.get(key, default)
    if type(value) is not int or not -(2**31) <= value < 2**31:
        raise MessageError(f"{key}: expected a whole number, not {str(value)[:40]!r}")
    return value


def read_text(body: dict[str, Any], key: str, default: str | None = None) -> str:
    """A text of a request.

    :raises MessageError: as :func:`read_whole`.
    """
    value = body.get(key, default)
    if not isinstance(value, str):
        raise MessageError(f"{key}: expected a text, not {str(value)[:40]!r}")
    return value

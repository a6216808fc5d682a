"""Views out to every connected device: each gets whole views of its own role, and the newest only.

A device that cannot keep up is not waited for: what it has not read yet is replaced by what is newer, and one that reads nothing at all is
dropped; it reconnects when it can.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Literal

from aiohttp import WSMessage, WSMsgType, web

from appliance.commands import parse_json
from appliance.errors import Denied, MessageError
from appliance.messages import error_message, signal_message, view_message
from appliance.ports import Table, Time
from appliance.publish import desk_round, desk_view, hidden_events, public_view, seat_view
from appliance.views import DeskRound, PublicView
from engine import events as ev
from engine.game import Game, Round, Seat

log = logging.getLogger(__name__)

Role = Literal["wall", "seat", "desk"]

HELLO_S = 5.0
SEND_S = 10.0
"""A device that takes nothing for this long is dropped."""
MAX_MESSAGE = 4096
MAX_UNSENT = 32
MAX_CONNECTIONS = 4000
SPACING_MS = 100
"""Least time between two views to all."""
PATIENCE_MS = 2
"""For each connected device, how much longer slips and names wait to be shown."""
SEATS_MS = 1000
"""How long tablets wait to be told of other seats' slips."""
MANY = (ev.SlipHandedIn, ev.PlayerSeated)


class Connection:
    """One device's socket."""

    def __init__(self, socket: web.WebSocketResponse, role: Role, token: str = "", seat: int = 0) -> None:
        self.role = role
        self.seat = seat
        self.token = token
        self.sounds = False
        """Whether this wall has said that it can be heard."""
        self._socket = socket
        self._unsent: deque[str] = deque()
        self._view_due = True
        self._wake = asyncio.Event()
        self._wake.set()
        self._closing = False

    def show(self) -> None:
        """The view has changed."""
        self._view_due = True
        self._wake.set()

    def say(self, message: str) -> None:
        """Send a message besides the views; a device with too many unread ones is dropped."""
        self._unsent.append(message)
        if len(self._unsent) > MAX_UNSENT:
            self._unsent.clear()
            self._closing = True
        self._wake.set()

    def dismiss(self, reason: str, message: str) -> None:
        """Say why and close."""
        self._view_due = False
        self.say(error_message(reason, message))
        self._closing = True

    def end(self) -> None:
        """Close when what waits has been sent."""
        self._closing = True
        self._wake.set()

    async def write(self, view: Callable[[Connection], str], limit_s: float) -> None:
        """Send what there is to send until the socket closes."""
        while not self._socket.closed:
            await self._wake.wait()
            self._wake.clear()
            while self._unsent:
                await asyncio.wait_for(self._socket.send_str(self._unsent.popleft()), limit_s)
            if self._closing:
                return
            if self._view_due:
                self._view_due = False
                await asyncio.wait_for(self._socket.send_str(view(self)), limit_s)


class Connections:
    """All connected devices; a :class:`appliance.ports.Sounder` too, for the wall's loudspeaker."""

    def __init__(
        self,
        table: Table,
        time: Time,
        url: Callable[[], str],
        sounder: Callable[[], str] = lambda: "",
        box: Callable[[], Sequence[Mapping[str, str]]] = tuple,
    ) -> None:
        """*sounder* names what makes the signals heard, *box* gives the lines of the desk's panel of the box."""
        self.terminals: Callable[[], Iterable[int]] = tuple
        """Seats with a serial terminal that is there."""
        self._table = table
        self._time = time
        self._url = url
        self._sounder = sounder
        self._box = box
        self._open: set[Connection] = set()
        self._shown_ms = time.now_ms() - SPACING_MS
        self._planned: tuple[int, Callable[[], None]] | None = None
        """When all are shown the news, and what cancels it."""
        self._seats_planned = self._desks_planned = False
        self._known = 0
        """Events of the game that have been shown."""
        self._public: tuple[PublicView, int] | None = None
        self._public_known = 0
        """Events of the game that it knows of."""
        self._public_of = 0
        """The evening that it is of: whoever sits down at the next one must not see the last one's end."""
        self._rounds: dict[int, tuple[Mapping[int, Seat], Round, DeskRound]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def changed(self) -> None:
        """The game has changed: show it, at once if nothing was shown just before. Slips and names may come in by the hundred, so they
        wait a little longer the more devices there are."""
        patient = all(isinstance(event, MANY) for event in self._news(self._known))
        due_ms = self._shown_ms + SPACING_MS + (len(self._open) * PATIENCE_MS if patient else 0)
        if self._planned:
            planned_ms, cancel = self._planned
            if planned_ms <= due_ms:
                return
            cancel()
        wait_ms = max(0, due_ms - self._time.now_ms())
        if wait_ms:
            self._planned = due_ms, self._time.call_after(wait_ms, self._show)
        else:
            self._show()

    def _news(self, known: int) -> list[ev.Event]:
        """What has happened since that many events were known; all of it in another evening."""
        history = self._table.game.history
        return [entry.event for entry in (history[known:] if known <= len(history) else history)]

    def _show(self) -> None:
        """Show everyone what concerns them. That others have handed in slips is but a number to a tablet and reaches it later: two hundred
        tablets would otherwise be told of it forty thousand times a round."""
        news = self._news(self._known)
        self._planned = None
        self._public = None
        self._known = len(self._table.game.history)
        self._shown_ms = self._time.now_ms()
        self.turn_out_strangers()
        slips = {event.bulletin.seat for event in news if isinstance(event, ev.SlipHandedIn)}
        only_slips = all(isinstance(event, ev.SlipHandedIn) for event in news)
        for connection in self._open:
            if not only_slips or connection.role != "seat" or connection.seat in slips:
                connection.show()
        if slips and only_slips and not self._seats_planned:
            self._seats_planned = True
            self._time.call_after(SEATS_MS, self._show_seats)

    def _show_seats(self) -> None:
        self._seats_planned = False
        for connection in self._open:
            if connection.role == "seat":
                connection.show()

    def sound(self, signal: str) -> None:
        """Have every device make a sound now."""
        for connection in self._open:
            connection.say(signal_message(signal))

    def turn_out_strangers(self) -> None:
        """Close the sockets of seats whose token counts no more: freed by the desk, or of an evening that is over."""
        for connection in self._open:
            if connection.role == "seat":
                try:
                    self._table.actor(connection.token)
                except Denied as error:
                    connection.dismiss(error.reason, str(error))

    def seats(self) -> dict[str, bool]:
        """Seats with a connected device, a tablet or a terminal."""
        tablets = {connection.seat for connection in self._open if connection.role == "seat"}
        return {str(seat): True for seat in sorted(tablets.union(self.terminals()))}

    def wall_sounds(self) -> bool:
        """Whether a wall is connected that can be heard."""
        return any(connection.sounds for connection in self._open)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One device, from its hello to its end."""
        socket = web.WebSocketResponse(max_msg_size=MAX_MESSAGE, heartbeat=20, compress=False)
        await socket.prepare(request)
        connection = await self._hello(socket)
        if connection is None:
            return socket
        self._open.add(connection)
        self.show_desks()
        writer = asyncio.create_task(self._write(connection, request, socket))
        self._tasks.add(writer)
        try:
            async for message in socket:
                self._hear(connection, message)
        finally:
            self._open.discard(connection)
            writer.cancel()
            self._tasks.discard(writer)
            self.show_desks()
        return socket

    async def close(self) -> None:
        """Close every socket: the hub is stopping."""
        for connection in tuple(self._open):
            connection.end()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=1)

    async def _hello(self, socket: web.WebSocketResponse) -> Connection | None:
        try:
            message = await socket.receive(HELLO_S)
            text = message.data if message.type is WSMsgType.TEXT else ""
            return self._connection(socket, parse_json(text.encode("utf-8", "replace")))
        except TimeoutError:
            reason, text = "bad_request", f"no hello within {HELLO_S:.0f} s"
        except MessageError as error:
            reason, text = "bad_request", str(error)
        except Denied as error:
            reason, text = error.reason, str(error)
        with suppress(ConnectionError):  # it may have gone already
            if not socket.closed:
                await socket.send_str(error_message(reason, text))
            await socket.close()
        return None

    def _connection(self, socket: web.WebSocketResponse, hello: dict[str, Any]) -> Connection:
        role, token = hello.get("role"), hello.get("token", "")
        if len(self._open) >= MAX_CONNECTIONS:
            raise MessageError(f"{MAX_CONNECTIONS} devices are connected already")
        if role == "wall":
            return Connection(socket, "wall")
        if role not in ("seat", "desk") or not isinstance(token, str):
            raise MessageError(f"hello: expected role wall, seat or desk and a token, not {str(role)[:40]!r}")
        actor = self._table.actor(token)
        if actor.role != role:
            raise Denied("not_yours", f"this token is no {role}'s")
        return Connection(socket, "desk" if role == "desk" else "seat", token, actor.seat)

    async def _write(self, connection: Connection, request: web.Request, socket: web.WebSocketResponse) -> None:
        try:
            await connection.write(self._view, SEND_S)
        except (TimeoutError, ConnectionError) as error:
            log.info("dropped a %s: %s", connection.role, str(error) or "it takes nothing")
            if request.transport is not None:
                request.transport.abort()
        except Exception:
            log.exception("no view for a %s", connection.role)
        finally:
            await socket.close()

    def _view(self, connection: Connection) -> str:
        """The view of a device now. Its own part is as new as can be; the public part may lack the slips and names that came since it
        was made, for it is made once for all; its clock is as of now."""
        game, remaining_ms = self._table.game, self._table.remaining_ms()
        is_old = self._public_of != self._table.evening or not all(isinstance(event, MANY) for event in self._news(self._public_known))
        if self._public is None or is_old:
            self._public_of, self._public_known = self._table.evening, len(game.history)
            self._public = public_view(game, remaining_ms, self._table.evening, self._table.taken), self._table.seq - hidden_events(game)
        public, seq = self._public
        if public.clock and remaining_ms is not None:
            public = replace(public, clock=replace(public.clock, remaining_ms=remaining_ms))
        if connection.role == "desk":
            extra = {
                "devices": self.seats(),
                "sounder": self._sounder(),
                "working": self._table.working,
                "compiling": self._table.compiling,
                "reference": self._table.reference,
                "box": list(self._box()),
            }
            return view_message(desk_view(game, remaining_ms, public, self._desk_round), self._table.seq, extra)
        if connection.role == "seat" and connection.seat in game.seats:
            return view_message(seat_view(game, connection.seat, remaining_ms, public), seq)
        return view_message(public, seq, {"url": self._url()})

    def _desk_round(self, game: Game, round_: Round) -> DeskRound:
        """Worked out once: an earlier round changes only by a correction, and then it is another value."""
        seats, known, view = self._rounds.get(round_.number, (None, None, None))
        if view is None or seats is not game.seats or known is not round_:
            view = desk_round(game, round_)
            self._rounds[round_.number] = game.seats, round_, view
        return view

    def _hear(self, connection: Connection, message: WSMessage) -> None:
        """A device may ask whether the socket lives, and a wall say whether it is heard; everything else is passed over."""
        if message.type is not WSMsgType.TEXT:
            return
        try:
            said = parse_json(message.data.encode("utf-8", "replace"))
        except MessageError:
            return
        ping, sound = said.get("ping"), said.get("sound")
        if isinstance(ping, int | str):
            connection.say(json.dumps({"kind": "pong", "ping": ping}))
        if connection.role == "wall" and isinstance(sound, bool):
            connection.sounds = sound
            self.show_desks()

    def show_desks(self) -> None:
        """What the desk alone sees has changed, such as a device that came or went; when the Wi-Fi comes back, they all do at once."""
        if not self._desks_planned:
            self._desks_planned = True
            self._time.call_after(SPACING_MS, self._show_desks_now)

    def _show_desks_now(self) -> None:
        self._desks_planned = False
        for connection in self._open:
            if connection.role == "desk":
                connection.show()

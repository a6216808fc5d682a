"""Nobody but the referee learns the top, a verdict or another's slip before the round is revealed.

Once on the bytes that really went over the network, and once by asking whether a view would look any different if the secrets were others.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest

from appliance import commands as c
from appliance.publish import desk_view, hidden_events, public_view, seat_view
from engine import events as ev
from engine.bulletin import Play, Verdict
from engine.game import Entry, Game, fold
from engine.move import Move
from engine.plain import to_plain
from engine.squares import Direction


class Wiretap:
    """A cable with an ear on it: passes bytes on both ways and keeps what the hub said."""

    def __init__(self, host: str, port: int) -> None:
        self._target = host, port
        self.heard = bytearray()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> str:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        host, port = self._server.sockets[0].getsockname()
        return f"http://{host}:{port}"

    async def stop(self) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection(*self._target)
        up = asyncio.create_task(self._pass(reader, there_writer, bytearray()))
        down = asyncio.create_task(self._pass(there_reader, writer, self.heard))
        self._tasks |= {up, down}

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, ear: bytearray) -> None:
        try:
            with suppress(ConnectionError):
                while data := await reader.read(65536):
                    ear += data
                    writer.write(data)
                    await writer.drain()
        finally:
            writer.close()


@pytest.fixture
async def tapped(server: Any) -> AsyncIterator[tuple[Any, Wiretap]]:
    """The server as the players reach it, through a wiretap; the desk has a cable of its own."""
    host, port = server.url.removeprefix("http://").split(":")
    tap = Wiretap(host, int(port))
    players = type(server)(server.session, await tap.start(), server.web, server.hub)
    players.count = 1_000_000
    yield players, tap
    await tap.stop()


async def until(socket: Any, phase: str) -> dict[str, Any]:
    """Read views until one shows that phase."""
    while True:
        message = await socket.receive_json(timeout=10)
        view = message.get("view", {})
        public: dict[str, Any] = view.get("public", view)
        if public.get("phase") == phase:
            return public


async def test_the_bytes_of_a_round_tell_players_nothing_before_the_reveal(server: Any, tapped: Any) -> None:
    players, tap = tapped
    desk = await server.desk()
    await server.command(desk, "OpenEvening", name="Lundi", players=["Anne", "Bob", "Zoe"])
    await server.command(desk, "DrawTyped", letters="AEINRST")
    one, two = await players.join(1), await players.join(2)
    sockets = [await players.socket(role="seat", token=one), await players.socket(role="wall")]
    await server.command(desk, "StartClock")
    # Seats 2 and 3 are elsewhere in the room, on cables that seat 1 cannot hear.
    for text in ("H5 RIENS 10", "H4 TRANSIE 66"):
        await server.good("/api/slip", {"round": 1, "text": text}, two)
    await server.command(desk, "HandIn", round=1, seat=3, text="H5 SERAIN")
    await players.good("/api/slip", {"round": 1, "text": "H5 TRAIN 10"}, one)
    # A curious player asks everywhere.
    for path in ("/", "/desk", "/api/setup", "/api/texts/fr", "/api/desk/word?q=ENTRAIS", "/static/player.js"):
        await players.request("GET", path, token=one)
    for kind in ("Reveal", "CloseRound", "Undo"):
        await players.post("/api/desk/command", {"id": players.new_id(), "command": kind}, one)
    thief = await players.socket(role="desk", token=one)
    assert (await thief.receive_json(timeout=10))["kind"] == "error"
    await server.command(desk, "EndTime")
    await server.command(desk, "CloseRound")
    await server.command(desk, "Overrule", round=1, seat=2, points=61, reason="ZWISCHENFALL")
    for socket in sockets:
        await until(socket, "closed")

    secrets = (b"ENTRAIS", b"RATINES", b"TRANSIE", b"SERAIN", b"ZWISCHENFALL", b"top_points", b'"candidates"')
    heard = bytes(tap.heard)
    assert b"H5 TRAIN 10" in heard, "the tap works: seat 1 sees its own slip"
    assert not [secret for secret in (*secrets, b"RIENS") if secret in heard]
    desk_socket = await server.socket(role="desk", token=desk)
    said = (await desk_socket.receive(10)).data.encode()
    assert not [secret for secret in secrets if secret not in said], "these words are indeed what the referee sees"

    await server.command(desk, "Reveal")
    revealed = await until(sockets[0], "revealed")
    assert revealed["reveal"]["points"] == 66
    assert b"ENTRAIS" in bytes(tap.heard)
    assert b"SERAIN" not in bytes(tap.heard), "another seat's slip stays its own even then"


ELSEWHERE = Play((Move("AXE", 0, 0, Direction.DOWN),))


def altered(event: ev.Event, seat: int) -> ev.Event:
    """The same step with other secrets, as seen from *seat*."""
    match event:
        case ev.TopsFound():
            return dataclasses.replace(event, points=event.points + 1, plays=(ELSEWHERE,))
        case ev.SlipHandedIn() if event.bulletin.seat != seat:
            return dataclasses.replace(event, bulletin=dataclasses.replace(event.bulletin, text="A1 AXE 1", remaining_ms=1))
        case ev.SlipCorrected() | ev.SlipKeyedAgain() if event.verdict.seat != seat:
            other = dataclasses.replace(event.bulletin, text="A1 AXE 1")
            return dataclasses.replace(event, bulletin=other, verdict=Verdict(event.verdict.seat, "accepted", 99, ELSEWHERE, reason="?"))
        case ev.WordAdmitted():
            return ev.WordAdmitted("AXE", "?")
        case ev.AverageGiven():
            return dataclasses.replace(event, verdict=Verdict(event.verdict.seat, "accepted", 99, reason="?"), group=(1, 2))
        case ev.SlipJudged() | ev.VerdictOverruled():
            return dataclasses.replace(event, verdict=Verdict(event.verdict.seat, "accepted", 99, ELSEWHERE, reason="?"))
        case ev.MoveRetained():
            return dataclasses.replace(event, play=ELSEWHERE, points=1, reason="referee", note="?")
        case ev.SoloGiven():
            return dataclasses.replace(event, seat=3, points=99)
        case _:
            return event


async def an_evening(table: Any) -> tuple[Entry, ...]:
    """The history of two rounds, the second closed but not revealed, with a slip of every kind."""
    await table.desk(c.OpenEvening("Lundi", players=("Anne", "Bob", "Zoé"), settings={"solo.minimum_seats": "2"}))
    await table.desk(c.DrawTyped("AEINRST"))
    await table.desk(c.StartClock())
    await table.tablet(1, c.HandIn(1, 1, "H4 TRAIN 10"))
    await table.tablet(2, c.HandIn(1, 2, "H4 ENTRAIS 66"))
    await table.desk(c.CloseRound())
    await table.desk(c.Overrule(1, 1, 9, "erreur"))
    await table.desk(c.Reveal())
    await table.desk(c.DrawByComputer())
    await table.desk(c.StartClock())
    await table.tablet(2, c.HandIn(2, 2, "§ 12"))
    await table.tablet(3, c.HandIn(2, 3, "H4 SI 3"))
    await table.desk(c.EndTime())
    await table.tablet(1, c.HandIn(2, 1, "H4 RIEN 8"))
    await table.desk(c.CloseRound())
    await table.desk(c.Decide(2, 2, -1))
    await table.desk(c.KeyAgain(2, 3, "H4 SE 2"))
    await table.desk(c.AdmitWord("ASTREIN", "geheim"))
    await table.desk(c.GiveAverage(2, 2, (1, 3), "moyenne"))
    await table.desk(c.CorrectSlip(2, 3, "H4 SE 2", "mal lu"))
    history: tuple[Entry, ...] = table.hub.game.history
    return history


async def test_before_the_reveal_a_view_does_not_depend_on_what_it_must_hide(table: Any) -> None:
    history = await an_evening(table)
    revealed = next(i for i, entry in enumerate(history) if isinstance(entry.event, ev.TopRevealed))
    compared = 0
    for end in range(1, len(history) + 1):
        since = revealed + 1 if end > revealed else 0
        before = fold(history[:end])
        for seat in (1, 2, 3):
            other = fold((*history[:since], *(Entry(e.command, altered(e.event, seat)) for e in history[since:end])))
            if seat in before.seats:
                assert to_plain(seat_view(before, seat, 5)) == to_plain(seat_view(other, seat, 5)), history[end - 1]
                compared += 1
            assert to_plain(public_view(before, 5)) == to_plain(public_view(other, 5)), history[end - 1]
    assert compared > 60
    counts = [end - hidden_events(fold(history[:end])) for end in range(len(history) + 1)]
    assert counts == sorted(counts)
    closed = [i for i, entry in enumerate(history) if isinstance(entry.event, ev.RoundClosed)]
    solo = [i for i, entry in enumerate(history) if isinstance(entry.event, ev.SoloGiven)]
    judged = [i for i, entry in enumerate(history) if isinstance(entry.event, ev.SlipJudged)]
    assert judged[0] < solo[0] < closed[0] < revealed, "a solo is given unseen"
    assert counts[closed[0] + 1] - counts[judged[0]] == 1, "of closing a round only that it is closed is counted"
    last = fold(history)
    secret = fold(Entry(e.command, altered(e.event, 1)) for e in history)
    assert to_plain(desk_view(last)) != to_plain(desk_view(secret)), "the alteration is one that can be seen"


async def test_even_after_the_reveal_slips_of_others_stay_theirs(table: Any) -> None:
    history = await an_evening(table)
    end = 1 + next(i for i, entry in enumerate(history) if isinstance(entry.event, ev.TopRevealed))
    plain = str(to_plain(seat_view(fold(history[:end]), 3, 5)))
    assert "H4 TRAIN" not in plain
    assert "erreur" not in plain


def test_a_view_of_no_evening_is_empty() -> None:
    assert to_plain(public_view(Game()))["phase"] == "empty"

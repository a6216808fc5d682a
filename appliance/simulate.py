"""Simulated tablets: they join, read their socket, think with the solver, and hand in slips as people do, good and bad.

They use the public protocol only, so they show what real tablets would meet. ``toptable simulate`` plays whole evenings with them and
counts again what they were told; the demo evening lets them fill the empty tables.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import aiohttp
import msgspec

from appliance.errors import ApplianceError
from appliance.library import Library
from engine import builtin
from engine.board import Board
from engine.bulletin import Play
from engine.move import Scored
from engine.reading import format_play
from engine.ruleset import RuleSet
from engine.tiles import TileSet

PATIENCE_S = 30.0
"""Longest wait for the hub to show something."""

NAMES = (
    "Anne Martin", "Jean Dupont", "Zoé Lefèvre", "Mihai Popescu", "Saskia de Vries", "Ștefan Ionescu", "Maud Bernard",
    "Pieter Jansen", "Ioana Țurcanu", "Luc Moreau", "Inès Petit", "Bram Visser", "Noé Lambert", "Elena Dumitru",
)  # fmt: skip


class SimulationError(ApplianceError, RuntimeError):
    """The hub did not do what a tablet must be able to rely on."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A slip that the hub acknowledged."""

    number: int
    text: str
    late: bool
    points: int | None
    """What it is worth by the tablet's own reckoning; ``None`` for a slip that only the referee can judge."""


class Thinker:
    """Finds the moves of a position once for the whole room."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._found: dict[tuple[str, str, str, str], asyncio.Task[list[Scored]]] = {}

    async def moves(self, public: dict[str, Any]) -> list[Scored]:
        """All legal moves of what a public view shows, best first."""
        rules, tileset = rules_of(public)
        board = "".join("." if not face else tileset.read(face) for row in public["board"] for face in row)
        rack = "".join(tileset.read(tile["face"], blanks=True) for tile in public["tiles"])
        lexicon = public["evening"]["lexicon"]
        key = (rules.name, lexicon, board, rack)
        if key not in self._found:
            self._found = {key: asyncio.create_task(asyncio.to_thread(self._find, rules, tileset, lexicon, board, rack))}
        return await self._found[key]

    def _find(self, rules: RuleSet, tileset: TileSet, lexicon: str, board: str, rack: str) -> list[Scored]:
        words, _ = self._library.lexicon(lexicon, tileset)
        return self._library.solver(words, tileset, rules).moves(Board(board), rack)


def rules_of(public: dict[str, Any]) -> tuple[RuleSet, TileSet]:
    """The rule set and tile set that a public view names."""
    rules = builtin.ruleset(public["evening"]["rules"])
    return rules, builtin.tileset(rules.tileset)


@dataclass
class Tablet:
    """One simulated device with its player."""

    session: aiohttp.ClientSession
    url: str
    seat: int
    name: str
    dice: Random
    skill: float
    """1 finds the top always, 0 almost never."""
    token: str = ""
    view: dict[str, Any] = field(default_factory=dict)
    """The newest seat view."""
    sent: dict[int, list[Sent]] = field(default_factory=dict)
    """Round → acknowledged slips, each number once."""
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)
    _listener: asyncio.Task[None] | None = None

    @property
    def public(self) -> dict[str, Any]:
        """The public part of the newest view."""
        public: dict[str, Any] = self.view.get("public", {})
        return public

    async def join(self) -> None:
        """Take the seat and listen."""
        body = {"id": new_id(), "seat": self.seat, "name": self.name}
        self.token = (await post(self.session, self.url + "/api/join", body))["token"]
        self.listen()

    def listen(self) -> None:
        """Connect the socket, in the background."""
        self._listener = asyncio.create_task(self._listen(), name=f"tablet {self.seat}")

    async def reconnect(self) -> None:
        """Lose the Wi-Fi and find it again."""
        await self.leave()
        self.view = {}
        self.listen()

    async def leave(self) -> None:
        """Close the socket."""
        if self._listener:
            self._listener.cancel()
            await asyncio.wait([self._listener])

    async def _listen(self) -> None:
        async with self.session.ws_connect(self.url.replace("http", "ws", 1) + "/ws", max_msg_size=0) as socket:
            await socket.send_json({"role": "seat", "token": self.token})
            async for message in socket:
                said = msgspec.json.decode(message.data)
                async with self._news:
                    if said["kind"] == "seat":
                        self.view = said["view"]
                    elif said["kind"] == "error":
                        return
                    self._news.notify_all()
        async with self._news:
            self._news.notify_all()

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait for a view whose public part is *wanted*.

        :raises SimulationError: if it does not come.
        """
        try:
            async with self._news:
                await asyncio.wait_for(self._news.wait_for(lambda: bool(self.view) and wanted(self.public)), PATIENCE_S)
        except TimeoutError:
            phase = self.public.get("phase")
            raise SimulationError(f"seat {self.seat} waited {PATIENCE_S:.0f} s in vain; its page shows {phase}") from None
        return self.public

    @property
    def is_listening(self) -> bool:
        """Whether the hub still talks to it."""
        return self._listener is not None and not self._listener.done()

    async def hand_in(self, text: str, points: int | None, round_number: int, *, times: int = 1) -> Sent:
        """Send a slip, *times* over at once with the same id, as a tablet does that heard no answer.

        :raises SimulationError: if the answers differ.
        """
        body = {"id": new_id(), "round": round_number, "draw": self.public["draw_id"], "text": text}
        posts = (post(self.session, self.url + "/api/slip", body, self.token) for _ in range(times))
        first, *others = await asyncio.gather(*posts)
        if any(other != first for other in others):
            raise SimulationError(f"seat {self.seat}: one slip, two answers: {first} and {others}")
        sent = Sent(first["number"], text, first["late"], points)
        self.sent.setdefault(round_number, []).append(sent)
        return sent

    async def think(self, thinker: Thinker) -> tuple[str, int | None]:
        """What this player would write, and what it is worth."""
        public = self.public
        rules, tileset = rules_of(public)
        moves = await thinker.moves(public)
        if not moves:
            return "", None
        missed = 0 if self.dice.random() < self.skill else int(self.dice.expovariate(0.1)) + 1
        found = moves[min(missed, len(moves) - 1)]
        text = format_play(Play((found.move,)), tileset, rules.slip.notation)
        return f"{text} {found.points}", _worth(found, moves, public["round"], rules)


def _worth(found: Scored, moves: Sequence[Scored], round_number: int, rules: RuleSet) -> int:
    """A first word may count at the most that it can score, wherever it was written."""
    if round_number > 1 or not rules.slip.first_slip_at_maximum:
        return found.points
    return max(other.points for other in moves if other.move.word.upper() == found.move.word.upper())


def standing_slip(sent: Sequence[Sent]) -> Sent | None:
    """Of acknowledged slips, the one that must count: the last in time, or else the first late one."""
    in_time = [slip for slip in sent if not slip.late]
    if in_time:
        return max(in_time, key=lambda slip: slip.number)
    return min(sent, key=lambda slip: slip.number, default=None)


def new_id() -> str:
    """An id for a command, as a page makes one."""
    return secrets.token_hex(10)


async def post(session: aiohttp.ClientSession, url: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
    """POST as a page does.

    :raises SimulationError: if the hub refuses, with what it said.
    """
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with session.post(url, json=body, headers=headers) as response:
        answer: dict[str, Any] = await response.json()
    if response.status != 200:
        error = answer.get("error", {})
        raise SimulationError(f"{url} refused: {error.get('reason')}: {error.get('message')}")
    return answer


async def play_along(tablet: Tablet, thinker: Thinker) -> None:
    """Play as long as the evening lasts, each slip somewhere in the middle of the round's time; for the demo."""
    await tablet.join()
    answered = ""
    try:
        while tablet.is_listening:
            public = await _next_round(tablet, answered)
            if public is None:
                return
            answered = public["draw_id"]
            text, points = await tablet.think(thinker)
            await asyncio.sleep(public["clock"]["remaining_ms"] / 1000 * tablet.dice.uniform(0.1, 0.6))
            if tablet.public["phase"] in ("running", "paused") and tablet.public["draw_id"] == answered:
                await tablet.hand_in(text, points, public["round"])
    except (SimulationError, aiohttp.ClientError):
        return  # the referee was quicker, or the hub is stopping
    finally:
        await tablet.leave()


async def _next_round(tablet: Tablet, answered: str) -> dict[str, Any] | None:
    """Wait, for as long as it takes, until the clock of a draw runs that is not the one *answered*; ``None`` when the hub has hung up."""
    news = tablet._news  # noqa: SLF001 - the same module
    async with news:
        while tablet.is_listening:
            public = tablet.public
            if public and public["phase"] == "running" and public["draw_id"] != answered:
                return public
            await news.wait()
    return None

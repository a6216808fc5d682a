"""A whole evening by machine: a room of simulated tablets and a referee, and at the end an independent count of it all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import aiohttp

from appliance.catalogue import catalogue
from appliance.errors import SetupError
from appliance.simulate import NAMES, SimulationError, Tablet, Thinker, new_id, post, rules_of, standing_slip

GARBLED = ("", "?", "H4", "§§§ 12 €", "RETINES", "Q99 ZZZZ 4", "H8 WXK 40", "abc def ghi 1 2 3", "🙂 H8", "H8 " + "A" * 190)
"""Slips of people who misread the rules, or the tablet."""

ANSWER_S = 10
"""Longest wait for a view."""

Report = Callable[[str], None]


@dataclass
class Tally:
    """What the room has done so far."""

    slips: int = 0
    doubled: int = 0
    changed: int = 0
    garbled: int = 0
    miscounted: int = 0
    late: int = 0
    missing: int = 0
    reconnected: int = 0

    def __str__(self) -> str:
        return ", ".join(f"{count} {what}" for what, count in vars(self).items())


@dataclass
class Rehearsal:
    """A room at a hub's table."""

    session: aiohttp.ClientSession
    url: str
    pin: str
    seats: int
    rounds: int
    thinker: Thinker
    seed: int
    report: Report
    lexicon: str = ""
    """Empty: the rule set's own."""
    force: bool = False
    """Whether to end an evening that is in play there."""
    tally: Tally = field(default_factory=Tally)
    tablets: list[Tablet] = field(default_factory=list)
    desk: str = ""

    async def play(self) -> list[dict[str, Any]]:
        """Play the evening; returns the hub's standings.

        :raises SetupError: if the PIN is wrong, or an evening is in play; :raises SimulationError: if the hub refuses what it must
            take, or its standings are not what the slips add up to.
        """
        try:
            self.desk = (await post(self.session, self.url + "/api/desk/login", {"pin": self.pin}))["token"]
        except SimulationError as error:
            raise SetupError(f"the desk cannot be had: {error}") from error
        async with self.session.get(self.url + "/api/setup") as answer:
            if (await answer.json()).get("prepared"):
                raise SetupError("this hub waits to play a prepared game, which a rehearsal would give away")
        if not self.force:
            await self._need_free_hub()
        dice = Random(self.seed)
        names = [f"{NAMES[i % len(NAMES)]} {i // len(NAMES) + 1}" for i in range(self.seats)]
        await self.command("OpenEvening", name="Simulation", players=names, lexicon=self.lexicon)
        self.tablets = [
            Tablet(self.session, self.url, seat, name, Random(dice.random()), dice.random() ** 2)
            for seat, name in enumerate(names, 1)
        ]
        try:
            await self._all(tablet.join() for tablet in self.tablets)
            return await self._play_rounds()
        finally:
            await asyncio.gather(*(tablet.leave() for tablet in self.tablets))

    async def _need_free_hub(self) -> None:
        """:raises SetupError: if an evening is in play, which the next one would end."""
        async with self.session.ws_connect(self.url + "/ws") as socket:
            await socket.send_json({"role": "wall"})
            view = (await socket.receive_json(timeout=ANSWER_S))["view"]
        if view["phase"] not in ("empty", "ended"):
            name, round_ = view["evening"]["name"], view["round"]
            raise SetupError(
                f"{self.url}: the evening {name!r} is in play (round {round_}); end it at the desk first, or add --force"
            )

    async def _play_rounds(self) -> list[dict[str, Any]]:
        first = self.tablets[0]
        for number in range(1, self.rounds + 1):
            await self.command("DrawByComputer")
            public = await first.until(lambda public, number=number: public["round"] == number or public["ended"])  # type: ignore[misc]
            if public["ended"]:
                self.report(f"the game is over after {number - 1} rounds: {catalogue('en').text('end.' + public['ended'])}")
                break
            await self._round(number)
        if not first.public["ended"]:
            await self.command("EndEvening")
        await self._all(tablet.until(lambda public: bool(public["ended"])) for tablet in self.tablets)
        self._recount()
        standings: list[dict[str, Any]] = first.public["standings"]
        return standings

    async def _round(self, number: int) -> None:
        await self.command("StartClock")
        await self._all(self._answer(tablet, number) for tablet in self.tablets)
        await self.command("EndTime")
        await self._all(self._be_late(tablet, number) for tablet in self.tablets)
        await self.command("CloseRound")
        await self.command("Reveal", accept_proposals=True)
        revealed = (t.until(lambda public: public["phase"] == "revealed" and public["round"] == number) for t in self.tablets)
        await self._all(revealed)
        reveal = self.tablets[0].public["reveal"]
        self.report(f"round {number}/{self.rounds}: top {reveal['points']}, found by {reveal['found']}; so far {self.tally}")

    async def _answer(self, tablet: Tablet, number: int) -> None:
        """One player's three minutes."""
        dice = tablet.dice
        if dice.random() < 0.05:
            self.tally.reconnected += 1
            await tablet.reconnect()
        await tablet.until(lambda public: public["round"] == number and public["phase"] == "running")
        mood = dice.random()
        if mood < 0.06:
            self.tally.missing += 1
            return
        text, points = await tablet.think(self.thinker)
        if mood < 0.12:
            self.tally.garbled += 1
            await tablet.hand_in(dice.choice(GARBLED), None, number)
            return
        if mood < 0.25:
            self.tally.changed += 1
            await tablet.hand_in(dice.choice(GARBLED), None, number)
        if mood > 0.95 and points is not None:
            self.tally.miscounted += 1
            text = text.rpartition(" ")[0] + f" {points + 1}"
        twice = mood > 0.7
        self.tally.doubled += twice
        self.tally.slips += 1
        await tablet.hand_in(text, points, number, times=3 if twice else 1)

    async def _be_late(self, tablet: Tablet, number: int) -> None:
        """After time: some who have handed in nothing still try, and some who have try to better it."""
        if tablet.dice.random() > (0.1 if number in tablet.sent else 0.5):
            return
        await tablet.until(lambda public: public["phase"] == "time_up" and public["round"] == number)
        text, _ = await tablet.think(self.thinker)
        sent = await tablet.hand_in(text, None, number)
        self.tally.late += 1
        if not sent.late:
            raise SimulationError(f"round {number}, seat {tablet.seat}: a slip after time was taken as in time")

    def _recount(self) -> None:
        """Add up what every tablet was told, and compare with the hub's ranking.

        :raises SimulationError: naming the first difference.
        """
        public = self.tablets[0].public
        rules, _ = rules_of(public)
        totals = {tablet.seat: 0 for tablet in self.tablets}
        warnings = dict.fromkeys(totals, 0)
        for index, line in enumerate(self.tablets[0].view["sheet"]):
            points = {tablet.seat: self._recount_line(tablet, tablet.view["sheet"][index]) for tablet in self.tablets}
            best = [seat for seat, scored in points.items() if scored == line["top"]]
            if len(best) == 1 and len(self.tablets) >= rules.solo.minimum_seats:
                totals[best[0]] += rules.solo.points
            for tablet in self.tablets:
                verdict = tablet.view["sheet"][index]["verdict"] or {"penalty": 0, "faults": []}
                totals[tablet.seat] += points[tablet.seat] - verdict["penalty"]
                if any(fault["sanction"] == "warning" for fault in verdict["faults"]):
                    warnings[tablet.seat] += 1
                    totals[tablet.seat] -= rules.slip.penalty_points * (warnings[tablet.seat] > rules.slip.free_warnings)
        theirs = {row["seat"]: row["total"] for row in public["standings"]}
        for seat, total in totals.items():
            if theirs.get(seat) != total:
                raise SimulationError(f"seat {seat}: the hub says {theirs.get(seat)} points, its slips add up to {total}")
        by_rank = [row["total"] for row in public["standings"]]
        if by_rank != sorted(by_rank, reverse=True):
            raise SimulationError(f"the ranking is not in order: {by_rank}")

    def _recount_line(self, tablet: Tablet, line: dict[str, Any]) -> int:
        """The points of one line of a running sheet, after a look at whether it is the right slip."""
        where = f"round {line['round']}, seat {tablet.seat}"
        slip = standing_slip(tablet.sent.get(line["round"], []))
        text = slip.text if slip else ""
        if line["slip"] != text:
            raise SimulationError(f"{where}: the hub judged {line['slip']!r}, but the slip that counts is {text!r}")
        points: int = line["verdict"]["points"] if line["verdict"] else 0
        if slip is None or slip.late:
            expected: int | None = 0
        else:
            expected = slip.points
        if expected is not None and points != expected:
            raise SimulationError(f"{where}: {text!r} was given {points} points, it is worth {expected}")
        return points

    async def command(self, kind: str, **fields: Any) -> dict[str, Any]:
        """A command of the desk."""
        body = {"id": new_id(), "command": kind, "fields": fields}
        return await post(self.session, self.url + "/api/desk/command", body, self.desk)

    async def _all(self, doings: Any) -> None:
        """All tablets at once; the first failure ends the evening."""
        tasks = [asyncio.ensure_future(doing) for doing in doings]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()

"""The hub's end of a line: what terminals say becomes commands, and what they may know goes out.

No port and no bytes from the world here; :mod:`appliance.serial.port` brings them. ``hardware/terminal-protocol.md`` says what each
frame means.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import textwrap
from collections.abc import Callable, Coroutine
from dataclasses import replace

from appliance.catalogue import Catalogue, catalogue
from appliance.commands import About, HandIn
from appliance.errors import Denied, JournalError
from appliance.notices import notice
from appliance.ports import Table, Time
from appliance.publish import public_view, seat_view
from appliance.seats import Actor
from appliance.serial.frames import (
    EVERYBODY,
    MAX_NUMBER,
    Frame,
    FrameError,
    Splitter,
    encode_frame,
    field_length,
    parse_frame,
)
from appliance.serial.roll import Entry, Guest, Roll
from appliance.views import PublicView, SheetLine
from engine.errors import CommandRefused

log = logging.getLogger(__name__)

MAX_TERMINALS = 64
"""On one line at most; more names than that are noise."""
MAX_TEXT = 60
"""Characters of a text for a terminal's display."""
MAX_FIELD = 200
"""Bytes of a text as it travels, beside what else a frame holds."""
MOST_BYTES = 12
"""What one letter may take of them: four bytes of UTF-8, three characters each."""
MAX_NOTICE = 20
"""Lines of a notice: a table that is told more than this asks the referee."""
SPACING_MS = 100
"""Least time between two states, however fast the game changes."""
RUNNING_MS = 1000
STANDING_MS = 5000
PRESENT_MS = 15_000
"""A terminal that has said nothing for so long is not there: one with nothing else to say gives a sign of life every five seconds."""

_SESSION = re.compile(r"[0-9A-F]{4,16}")


class Station:
    """One line with one terminal, or several on a bus."""

    def __init__(
        self, table: Table, time: Time, write: Callable[[bytes], None], roll: Roll | None = None, *, is_bus: bool = False
    ) -> None:
        """*roll* is shared by the lines of a hub."""
        self.guests: dict[str, Guest] = {}
        self.is_bus = is_bus
        self.damaged = 0
        """Frames that arrived damaged."""
        self._table = table
        self._time = time
        self._write = write
        self._roll = roll or Roll(time)
        self._refused_ms: dict[str, int] = {}
        """Terminals whose name and table another has, and when they last asked for them."""
        self._splitter = Splitter()
        self._number = 0
        self._coming: set[str] = set()
        """Terminals whose seat is being taken."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._unsubscribe = table.subscribe(self._changed)
        self._is_due = False
        self._cancel_push = time.call_after(STANDING_MS, self._tick)

    def receive(self, data: bytes) -> list[Frame]:
        """Take in bytes from the line; returns the frames that were in it."""
        frames = []
        for found in self._splitter.feed(data):
            try:
                frames.append(parse_frame(found))
            except FrameError as error:
                self.damaged += 1
                log.info("serial: %s", error)
        for frame in frames:
            if frame.terminal == EVERYBODY:
                continue  # what were said to it, everybody would obey
            guest = self.guests.get(frame.terminal)
            if guest and not (frame.kind == "HELLO" and guest.session not in frame.fields[:1]):
                guest.hear(self._time.now_ms())
            if frame.kind == "HELLO":
                self._begin(self._hello(frame))
            elif frame.kind == "SLIP":
                self._begin(self._slip(frame))
            elif frame.kind == "IDLE" and guest is None:
                self.ask_name(frame.terminal)
        return frames

    def greet(self) -> None:
        """Ask whoever is on the line to introduce himself: terminals that were switched on before the hub, or before the cable."""
        self.ask_name(EVERYBODY)

    def ask_name(self, terminal: str) -> None:
        """Have a terminal introduce itself."""
        self.say(terminal, "NAK", 0, "hello", "")

    def forget(self, guest: Guest) -> None:
        """A terminal is not here any more, or has no seat."""
        self._roll.leave(guest)
        if self.guests.get(guest.terminal) is guest:
            del self.guests[guest.terminal]

    def refused(self) -> list[str]:
        """The terminals that ask in vain for a name and a table that another has."""
        now_ms = self._time.now_ms()
        return sorted(name for name, asked_ms in self._refused_ms.items() if now_ms - asked_ms < PRESENT_MS)

    def present(self) -> list[Guest]:
        """The terminals that are there, by name."""
        now_ms = self._time.now_ms()
        there = (guest for guest in self.guests.values() if now_ms - guest.heard_ms < PRESENT_MS)
        return sorted(there, key=lambda guest: guest.terminal)

    def say(self, terminal: str, kind: str, *fields: object) -> None:
        """Send a frame; one that does not fit is logged and left out."""
        self._number = self._number % MAX_NUMBER + 1
        try:
            self._write(encode_frame(Frame(terminal, self._number, kind, tuple(str(field) for field in fields))))
        except FrameError as error:
            log.warning("serial: %s not sent to %s: %s", kind, terminal, error)

    async def close(self) -> None:
        """Stop; slips whose command is on its way are still carried out, but no longer acknowledged here."""
        self._unsubscribe()
        self._cancel_push()
        for guest in self.guests.values():
            self._roll.leave(guest)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- from the terminal -----------------------------------------------------------------------------------------

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(log_end)

    async def _hello(self, frame: Frame) -> None:
        session, seat, name = (*frame.fields, "", "", "")[:3]
        if not _SESSION.fullmatch(session) or not (seat.isascii() and seat.isdecimal() and len(seat) <= 4):
            self._refuse(frame, "hello", f"session {session!r} or seat {seat!r}")
            return
        if frame.terminal in self._coming:
            return  # it is being seated, and will say hello again if that fails
        if len({*self.guests, *self._coming, frame.terminal}) > MAX_TERMINALS:
            log.warning("serial: more than %d terminals on one line; %s is not let in", MAX_TERMINALS, frame.terminal)
            return
        known = guest = self.guests.get(frame.terminal)
        if guest is None or (guest.session, guest.seat) != (session, int(seat)):
            guest = Guest(frame.terminal, session, int(seat), name, self, self._time.now_ms())
        entry = self._roll.enter(guest, known)
        if entry is Entry.UNKNOWN:
            return  # the terminal says hello again
        if entry is Entry.TAKEN:
            self._refused_ms[frame.terminal] = self._time.now_ms()
            self._refuse(frame, "seat_taken", f"another terminal of that name has seat {seat}")
            return
        self._refused_ms.pop(frame.terminal, None)
        self._coming.add(frame.terminal)
        try:
            await self._let_in(frame, guest)
        finally:
            self._coming.discard(frame.terminal)
            if self.guests.get(frame.terminal) is not guest:
                self._roll.leave(guest)

    async def _let_in(self, frame: Frame, guest: Guest) -> None:
        try:
            await self._actor(guest)
        except (CommandRefused, Denied) as error:
            if error.reason != "no_evening":
                self._refuse_for(frame, error)
                return
        except JournalError:
            return  # the terminal says hello again
        known = self.guests.get(guest.terminal)
        if known is not None and known is not guest:
            self.forget(known)
        self.guests[guest.terminal] = guest
        self.say(guest.terminal, "ACK", frame.number, 0, 0)
        self._changed()

    async def _sit_down(self, guest: Guest) -> None:
        """A seat of the evening that was opened while the terminal was on. One that cannot have it says hello, and is told why."""
        try:
            await self._actor(guest)
        except JournalError:
            pass  # tried again with the next state
        except (CommandRefused, Denied) as error:
            if error.reason != "no_evening" and self.guests.get(guest.terminal) is guest:
                log.info("serial: %s does not sit down at %d: %s", guest.terminal, guest.seat, error)
                self.forget(guest)
                self.ask_name(guest.terminal)
        finally:
            self._coming.discard(guest.terminal)

    async def _slip(self, frame: Frame) -> None:
        session, round_, text, draw = (*frame.fields, "", "", "", "")[:4]
        guest = self.guests.get(frame.terminal)
        if guest is None or guest.session != session:
            self._refuse(frame, "hello", "who is it?")
            return
        if not (round_.isascii() and round_.isdecimal() and len(round_) <= 4):
            self._refuse(frame, "round_over", f"round {round_!r}")
            return
        # A number may come again: a terminal may have counted through all of them.
        words = hashlib.sha256(f"{draw} {text}".encode()).hexdigest()[:16]
        command_id = f"serial-{guest.terminal}-{session}-{int(round_)}-{frame.number}-{words}"
        try:
            actor = await self._actor(guest)
            about = About(self._draw_id(int(round_), draw))
            answer = await self._table.submit(HandIn(int(round_), guest.seat, text), command_id, actor, about)
        except (CommandRefused, Denied) as error:
            self._refuse_for(frame, error)
        except JournalError as error:
            log.warning("serial: a slip of %s waits: %s", guest.terminal, error)  # it will come again
        else:
            self.say(frame.terminal, "ACK", frame.number, answer["number"], int(answer["late"]))

    def _draw_id(self, number: int, draw: str) -> str:
        """The draw that a slip names as :func:`_short` does; nobody's if its round has another by now, empty if it names none."""
        if not draw:
            return ""
        ids = [round_.draw_id for round_ in self._table.game.rounds if round_.number == number]
        return next((draw_id for draw_id in ids if _short(draw_id) == draw), "none such")

    async def _actor(self, guest: Guest) -> Actor:
        """Who the terminal acts for, its seat taken if need be: on the first slip of an evening, and after the desk freed it.

        :raises CommandRefused: if the seat is not to be had.
        """
        evening = self._table.evening
        while True:
            if not guest.token or guest.evening != evening:
                # The same words each time, so that after a restart of either side the journal answers with the same token. With a
                # blank, which no id from the network may hold: who knew these words there would be told the terminal's token.
                words = f"{guest.terminal} {guest.seat} {evening} {guest.freed}"
                command_id = "serial " + hashlib.sha256(words.encode()).hexdigest()[:32]
                answer = await self._table.join(guest.seat, guest.name or guest.terminal, command_id)
                guest.token, guest.evening = answer["token"], evening
            try:
                return replace(self._table.actor(guest.token), via="terminal")
            except Denied:
                guest.token = ""
                guest.freed += 1

    def _refuse_for(self, frame: Frame, error: CommandRefused | Denied) -> None:
        values = error.values if isinstance(error, CommandRefused) else {}
        self._refuse(frame, error.reason, str(error), **values)

    def _refuse(self, frame: Frame, reason: str, message: str, **values: str | int) -> None:
        log.info("serial: %s of %s refused: %s", frame.kind, frame.terminal, message)
        opened = self._table.game.opened
        words = catalogue(opened.tileset.language if opened else "en")
        key = f"reason.{reason}"
        text = _plain(words.text(key, **values) if words.has(key) else message[:MAX_TEXT])
        fitting = text if field_length(text) <= MAX_FIELD else _lines((text,))[0]
        self.say(frame.terminal, "NAK", frame.number, reason, fitting)

    # --- to the terminals ------------------------------------------------------------------------------------------

    def _changed(self) -> None:
        if not self._is_due:
            self._is_due = True
            self._cancel_push()
            self._cancel_push = self._time.call_after(SPACING_MS, self._tick)

    def _tick(self) -> None:
        self._is_due = False
        public = public_view(self._table.game, self._table.remaining_ms(), self._table.evening)
        running = public.clock is not None and public.clock.running
        self._cancel_push = self._time.call_after(RUNNING_MS if running else STANDING_MS, self._tick)
        for guest in self.guests.values():
            if guest.evening != self._table.evening and guest.terminal not in self._coming:
                self._coming.add(guest.terminal)
                self._begin(self._sit_down(guest))
            self._push(guest, public)

    def _push(self, guest: Guest, public: PublicView) -> None:
        game = self._table.game
        knows_it = public.evening is not None and guest.seat in game.seats and guest.token
        view = seat_view(game, guest.seat, public=public) if knows_it else None
        slip = view.slip if view else None
        remaining_ms = public.clock.remaining_ms if public.clock else 0
        kept = (slip.number, int(slip.late)) if slip else (0, 0)
        self.say(guest.terminal, "STATE", public.round, public.phase, remaining_ms, public.draw, *kept, _short(public.draw_id))
        if public.reveal and (retained := public.reveal.retained):
            self.say(guest.terminal, "TOP", public.round, retained.ref, retained.word, retained.points)
        if public.evening is None or view is None:
            return
        words = catalogue(public.evening.language)
        last = next((line for line in view.sheet if line.round == public.round and line.verdict), None)
        if last:
            self.say(guest.terminal, "VERDICT", public.round, last.points, view.total, _reason(last, words))
        told = [(line.round, said) for line in view.sheet if (said := notice(line, words))]
        if told:
            guest.told = True
            lines = _lines(told[-1][1])
            for number, text in enumerate(lines, 1):
                self.say(guest.terminal, "NOTICE", told[-1][0], number, len(lines), text)
        elif guest.told:
            self.say(guest.terminal, "NOTICE", 0, 0, 0, "")


def log_end(task: asyncio.Task[None]) -> None:
    """Have it in the log why a task ended that should not have."""
    if not task.cancelled() and (error := task.exception()):
        log.error("serial: %s ended", task.get_name(), exc_info=error)


def _short(draw_id: str) -> str:
    """By which a terminal tells a draw from another of the same round."""
    return hashlib.sha256(draw_id.encode()).hexdigest()[:4].upper() if draw_id else ""


def _lines(sentences: tuple[str, ...]) -> list[str]:
    """A notice in lines that fit a frame; one with so many letters beyond ASCII that it would not is cut finer."""
    lines: list[str] = []
    for sentence in sentences:
        for line in textwrap.wrap(_plain(sentence), MAX_TEXT):
            lines += [line] if field_length(line) <= MAX_FIELD else textwrap.wrap(line, MAX_FIELD // MOST_BYTES)
    return lines[:MAX_NOTICE]


def _plain(text: str) -> str:
    """A text as it may travel: French has spaces before its colons that are not printable."""
    return "".join(each if each.isprintable() else " " for each in text)


def _reason(line: SheetLine, words: Catalogue) -> str:
    """What the player is told of a verdict, short enough for a small display."""
    assert line.verdict is not None
    faults = [words.text(f"fault.{fault.fault}") for fault in line.verdict.faults if words.has(f"fault.{fault.fault}")]
    return _plain(", ".join(faults) or words.text(f"outcome.{line.verdict.outcome}"))[:MAX_TEXT]

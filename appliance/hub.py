"""The hub: the only owner of the one game.

Every wish passes one queue: decide, append, apply, publish, strictly one after the other. Slips that wait together are written in one
transaction, for a card may take a tenth of a second to write. Nothing is acknowledged before it is on disk. The hub lives on one event
loop; the journal on a thread of its own, the solver's work on another.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from appliance import commands as c
from appliance.decide import Decider, Decision, Moment
from appliance.errors import Denied, JournalError, SetupError
from appliance.journal import Evening, Journal, Record, Stored
from appliance.ports import Library, Sounder, Time
from appliance.reference import MAX_WIDTH, ReferenceSearch
from appliance.roundclock import RoundClock
from appliance.seats import DESK, Actor, Device, Seats
from appliance.vault import Vault
from appliance.views import ReferenceWork
from appliance.work import Work
from engine import events as ev
from engine.errors import CommandRefused, EngineError, LexiconError
from engine.game import Entry, Game, Phase, apply, fold
from engine.referee import MAX_SEATS, Referee

log = logging.getLogger(__name__)

MAX_TOGETHER = 200
"""Slips written in one transaction at most."""
MAX_WAITING = 5000
"""Commands waiting at most; more are refused, so that a mad device cannot fill the memory."""
BEAT_MS = 1000
RETRY_MS = 1000

CLOCK_EVENTS = (
    ev.EveningOpened,
    ev.LettersDrawn,
    ev.ClockStarted,
    ev.DeadlineSet,
    ev.ClockPaused,
    ev.ClockExtended,
    ev.TimeEnded,
    ev.RoundClosed,
    ev.StepUndone,
    ev.EveningEnded,
)


@dataclass(frozen=True, slots=True)
class Join:
    """A device asks for a seat."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Free:
    """The desk has a seat's device forgotten."""

    seat: int


@dataclass(frozen=True, slots=True)
class OpenDesk:
    """A desk gave the right PIN."""


@dataclass(frozen=True, slots=True)
class TimeIsUp:
    """The round's clock has run out."""

    round: int


@dataclass(frozen=True, slots=True)
class ReferenceIsFound:
    """The search for the best known line has come to its end."""

    found: ev.ReferenceFound


Wish = c.Command | Join | Free | OpenDesk | TimeIsUp | ReferenceIsFound

QUICK = (c.HandIn, c.StartClock, c.SetDeadline, c.PauseClock, c.ExtendClock, c.EndTime, c.SeatPlayer, Join, Free, OpenDesk, TimeIsUp)
"""Decided at once on the event loop; the others may ask the solver and go to a thread."""


@dataclass(slots=True)
class _Waiting:
    wish: Wish
    command_id: str
    actor: Actor
    received_ms: int
    answered: asyncio.Future[dict[str, Any]]

    @property
    def key(self) -> str:
        return self.actor.command_key(self.command_id)


class Hub:
    """One evening at a time, safe on disk. See :class:`appliance.ports.Table` for what devices use."""

    def __init__(
        self,
        journal: Path,
        library: Library,
        time: Time,
        dice: Random | None = None,
        *,
        boot_id: str = "",
        lexicon: str = "",
        vault: Vault | None = None,
        prepared: str = "",
    ) -> None:
        """*lexicon* is played with when the desk names none; empty: the rule set's own. *prepared* is the checksum of the prepared game
        in the *vault* that the next evening plays."""
        self.library = library
        self._path = journal
        self._boot_id = boot_id
        self._time = time
        self._decider = Decider(library, dice or secrets.SystemRandom(), time.today, time.wall_ms, lexicon, vault, prepared)
        self._vault = vault
        self._writer = ThreadPoolExecutor(1, "journal")
        self._game = Game()
        self._evening = 0
        self._seq = 0
        self._referee: Referee | None = None
        self._words: tuple[str, ...] = ()
        """The admitted words that the referee knows."""
        self._seats = Seats(b"")
        self._clock = RoundClock(time, self._sound, self._time_is_up)
        self._work_seen = Work(time, self._show_work)
        self._reference = ReferenceSearch(journal.with_name("reference.json"), time, self._show_work)
        self._halted_ms = 0
        """What the clock showed when it was last halted, for an undo."""
        self._sounders: list[Sounder] = []
        self._listeners: list[Callable[[], None]] = []
        self._queue: deque[_Waiting] = deque()
        self._arrived = asyncio.Event()
        self._worker: asyncio.Task[None] | None = None
        self._stopping = False
        self._cancel_beat: Callable[[], None] | None = None
        self._beating: set[asyncio.Task[None]] = set()

    # --- what devices see ------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self._game

    @property
    def seq(self) -> int:
        return self._seq

    @property
    def working(self) -> tuple[int, int] | None:
        """Steps done of a search that takes longer than a moment, and steps in all."""
        return self._work_seen.shown

    @property
    def reference(self) -> ReferenceWork | None:
        """The search for an optimist evening's best known line that runs, or was stopped."""
        return self._reference.shown

    @property
    def prepared(self) -> str:
        """Checksum of the prepared game that the next evening plays; empty: the desk chooses what is played."""
        return self._decider.next_game

    def remaining_ms(self) -> int | None:
        """What is left on the clock; ``None`` when no round is in play."""
        return self._clock.remaining_ms() if self._clock.round else None

    def actor(self, token: str) -> Actor:
        """Whose token it is. :raises Denied: ``no_token``."""
        return self._seats.actor(token)

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call *changed* after each change of the game; returns what ends it."""
        self._listeners.append(changed)
        return lambda: self._listeners.remove(changed)

    def add_sounder(self, sounder: Sounder) -> None:
        """Have signals sounded there too."""
        self._sounders.append(sounder)

    async def submit(self, command: c.Command, command_id: str, actor: Actor) -> dict[str, Any]:
        """Carry out a command once; its answer comes when it is on disk.

        :raises CommandRefused: if it is not possible now; :raises Denied: if the actor may not; :raises JournalError: if it could
            not be saved.
        """
        own = isinstance(command, c.HandIn) and command.seat == actor.seat
        # whose slips a seat checks is looked up when the command is decided
        if actor.role == "seat" and not own and not isinstance(command, c.CheckSlip):
            raise Denied("not_yours", f"seat {actor.seat} may only hand in its own slip, and check those it is to check")
        if actor.role == "device":
            raise Denied("no_token", "join a seat first")
        if isinstance(command, c.SearchReference):
            return await self._search(command)
        if isinstance(command, c.StopSearch):
            return self._stop_search()
        if isinstance(command, c.AdmitWord):
            await asyncio.to_thread(self._foresee, command)
        return await self._wish(command, command_id, actor)

    async def join(self, seat: int, name: str, command_id: str) -> dict[str, Any]:
        """Let a device in for a seat; the name is taken when the seat is new. Answers ``{"seat", "name", "token"}``."""
        if not 1 <= seat <= MAX_SEATS:
            raise CommandRefused("seat_number", f"seat {seat}: expected 1 to {MAX_SEATS}")
        answer = await self._wish(Join(seat, name), command_id, Actor("device"))
        token = self._seats.new_token(answer["evening"], answer["seat"], command_id)
        return {"seat": answer["seat"], "name": answer["name"], "token": token}

    async def free(self, seat: int, command_id: str) -> dict[str, Any]:
        """Forget the device of a seat, so that another may take it."""
        return await self._wish(Free(seat), command_id, Actor("desk"))

    async def open_desk(self) -> str:
        """A token for a desk whose PIN was right."""
        command_id = secrets.token_hex(16)
        await self._wish(OpenDesk(), command_id, Actor("device"))
        return self._seats.new_token(0, DESK, command_id)

    # --- life ------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Open the journal and take up the last evening. A clock that ran when the hub died stands at its last heartbeat.

        :raises SetupError: if the journal cannot be used, or the evening's lexicon is not there.
        """
        self._loop = asyncio.get_running_loop()
        self._journal = await self._in_writer(lambda: Journal(self._path, self._boot_id))
        try:
            stored = await self._in_writer(self._journal.load)
            await asyncio.to_thread(self._take_up, stored)
            if self._counts_down:
                await self._halt(_remaining_of(stored, self._game))
            self._clock.follow(self._game, self._time.now_ms())
        except (SetupError, JournalError):
            self._stopping = True
            await self._close()
            raise
        self._worker = asyncio.create_task(self._work(), name="hub")

    async def healthy(self) -> None:
        """Return if event loop and writer still work; for the watchdog."""
        await self._in_writer(lambda: self._journal.answers(()))

    @property
    def identity(self) -> str:
        """Eight characters that tell this journal from another; nothing of its secret can be learnt from them."""
        return self._seats.identity

    async def copy(self) -> bytes:
        """The whole journal as of now, an SQLite file. :raises JournalError: if it cannot be read."""
        data: bytes = await self._in_writer(lambda: self._journal.copy())
        return data

    async def stop(self) -> None:
        """Finish what is being written, halt the clock, close the journal. A second time does nothing."""
        if self._stopping:
            return
        self._stopping = True
        self._arrived.set()
        await asyncio.to_thread(self._reference.end)
        if self._worker:
            await self._worker
        for waiting in self._queue:
            _refuse(waiting, JournalError("the hub is stopping"))
        self._queue.clear()
        if self._clock.is_running and self._counts_down:
            try:
                await self._halt(self._clock.remaining_ms())
            except JournalError:
                log.exception("the clock could not be written down")
        await self._close()

    async def _close(self) -> None:
        if self._cancel_beat:
            self._cancel_beat()
        await asyncio.gather(*self._beating)
        await self._in_writer(self._journal.close)
        self._writer.shutdown()

    def _take_up(self, stored: Stored) -> None:
        self._seq, self._evening = stored.seq, stored.evening
        self._game = fold(stored.entries)
        self._seats = Seats(stored.secret, stored.devices)
        self._halted_ms = _remaining_of(stored, self._game)
        self._keep_secret(self._game)
        opened = self._game.opened
        if opened is None:
            return
        try:
            self._words = _admitted(self._game)
            self._referee = self.library.referee(opened, self._words)
        except LexiconError as error:
            raise SetupError(f"the evening {opened.name!r} goes on with lexicon {opened.lexicon.name}, but {error}") from error

    @property
    def _counts_down(self) -> bool:
        """Whether a countdown runs: it stands while the hub does not work. A deadline does not wait."""
        round_ = self._game.round
        return self._game.phase is Phase.RUNNING and round_ is not None and not round_.deadline

    async def _halt(self, remaining_ms: int) -> None:
        """Write that the clock stands, outside the queue: at the start and at the end of the hub."""
        round_ = self._game.round
        assert round_ is not None
        event = ev.ClockPaused(round_.number, remaining_ms)
        key = Actor("hub").command_key(secrets.token_hex(8))
        await self._append([Record(key, (event,), {})])
        self._game = apply(self._game, Entry(key, event))
        self._clock.follow(self._game, self._time.now_ms())

    # --- the queue -------------------------------------------------------------------------------------------------

    async def _wish(self, wish: Wish, command_id: str, actor: Actor) -> dict[str, Any]:
        if not self._is_working or len(self._queue) >= MAX_WAITING:
            raise JournalError("the hub takes no commands now")
        waiting = _Waiting(
            wish, command_id, actor, self._time.now_ms(), asyncio.get_running_loop().create_future()
        )
        self._queue.append(waiting)
        self._arrived.set()
        return await waiting.answered

    @property
    def _is_working(self) -> bool:
        return self._worker is not None and not self._worker.done() and not self._stopping

    async def _work(self) -> None:
        while not self._stopping:
            await self._arrived.wait()
            together = self._next_together()
            if not together:
                self._arrived.clear()
                continue
            try:
                await self._carry_out(together)
            except JournalError as error:
                log.error("not saved: %s", error)  # noqa: TRY400 - the disk is at fault, not the code
                for waiting in together:
                    _refuse(waiting, error)
            except Exception as error:
                log.exception("a command failed: %s", [waiting.wish for waiting in together])
                for waiting in together:
                    _refuse(waiting, error)

    def _next_together(self) -> list[_Waiting]:
        """The next wish; if it is a slip, all slips that wait right behind it."""
        together: list[_Waiting] = []
        keys: set[str] = set()
        while self._queue and len(together) < MAX_TOGETHER:
            head = self._queue[0]
            if together and (not isinstance(head.wish, c.HandIn) or head.key in keys):
                break
            together.append(self._queue.popleft())
            keys.add(head.key)
            if not isinstance(head.wish, c.HandIn):
                break
        return together

    async def _carry_out(self, together: Sequence[_Waiting]) -> None:
        known = await self._in_writer(lambda: self._journal.answers([w.key for w in together]))
        game, seq, records, done = self._game, self._seq, [], []
        for waiting in together:
            if waiting.key in known:
                _answer(waiting, known[waiting.key])
                continue
            try:
                decision, devices = await self._decide(game, waiting)
            except EngineError as error:
                _refuse(waiting, CommandRefused.because_of(error, "bad_request"))
                continue
            if any(isinstance(event, ev.EveningOpened) for event in decision.events):
                game = Game()
            for event in decision.events:
                game = apply(game, Entry(waiting.key, event))
            seq += len(decision.events)
            record = Record(waiting.key, decision.events, {"seq": seq, "ok": True, **decision.answer}, devices)
            records.append(record)
            done.append((waiting, record))
        if not records:
            return
        await self._append(records)
        self._follow(game, done)
        await self._follow_words()
        for waiting, record in done:
            _answer(waiting, record.answer)
        self._publish()

    async def _decide(self, game: Game, waiting: _Waiting) -> tuple[Decision, tuple[Device, ...]]:
        match waiting.wish:
            case Join():
                return self._decide_join(game, waiting.wish, waiting.command_id)
            case Free(seat):
                holder = self._seats.holder(seat)
                if holder is None:
                    raise CommandRefused("seat_unknown", f"no device has seat {seat}")
                return Decision((), {}), (Device(holder.token_hash, seat, freed=True),)
            case OpenDesk():
                token = self._seats.new_token(0, DESK, waiting.command_id)
                return Decision((), {}), (self._seats.device(token, DESK),)
            case TimeIsUp(number):
                return self._decide_time_is_up(game, number), ()
            case ReferenceIsFound(found):
                return Decision(self._referee.reference_found(game, found) if self._referee else (), {}), ()
            case command:
                moment = self._moment(waiting)
                # a slip that comes while its round is judged is judged at once, and that takes a while
                if isinstance(command, QUICK) and not (isinstance(command, c.HandIn) and game.phase is Phase.CLOSED):
                    return self._decider.decide(game, self._referee, command, moment), ()
                referee = self._referee and replace(self._referee, progress=self._work_seen.step)
                self._work_seen.begin()
                try:
                    return await asyncio.to_thread(self._decider.decide, game, referee, command, moment), ()
                finally:
                    self._work_seen.end()

    def _moment(self, waiting: _Waiting) -> Moment:
        clock, at = self._clock, waiting.received_ms
        remaining_ms = clock.remaining_ms(at) if clock.round else self._halted_ms
        return Moment(waiting.actor, remaining_ms, clock.is_late(at))

    def _decide_join(self, game: Game, wish: Join, command_id: str) -> tuple[Decision, tuple[Device, ...]]:
        if self._referee is None or game.phase is Phase.EMPTY:
            raise CommandRefused("no_evening", "no evening is open")
        if self._seats.holder(wish.seat) is not None:
            raise CommandRefused("seat_taken", f"another device has seat {wish.seat}; the desk can free it")
        seat = game.seats.get(wish.seat)
        events: tuple[ev.Event, ...] = ()
        if seat is None:
            events = self._referee.seat_player(game, wish.seat, wish.name)
        elif not seat.present:
            raise CommandRefused("seat_absent", f"seat {wish.seat} has left the game; the desk can seat it again")
        name = next((event.name for event in events if isinstance(event, ev.PlayerSeated)), seat.name if seat else "")
        token = self._seats.new_token(self._evening, wish.seat, command_id)
        answer = {"seat": wish.seat, "name": name, "evening": self._evening}
        return Decision(events, answer), (self._seats.device(token, wish.seat),)

    def _decide_time_is_up(self, game: Game, number: int) -> Decision:
        """The clock may have been paused, extended or closed while its call waited."""
        round_ = game.round
        running = round_ is not None and round_.number == number and game.phase is Phase.RUNNING
        if not running or self._referee is None or self._clock.remaining_ms() > 0:
            raise CommandRefused("not_now", f"the time of round {number} is not up")
        return Decision(self._referee.end_time(game), {})

    # --- searches beside the queue, for they take minutes ------------------------------------------------------------------

    async def _search(self, command: c.SearchReference) -> dict[str, Any]:
        game, referee = self._game, self._referee
        if not 1 <= command.width <= MAX_WIDTH:
            raise CommandRefused("bad_width", f"a width of {command.width}: expected 1 to {MAX_WIDTH}")
        if referee is None:
            raise CommandRefused("no_evening", "no evening is open")
        referee.may_search(game)
        await asyncio.to_thread(self._reference.end)
        self._reference.begin(game, referee.solver, command.width, command.seed, self._reference_is_found)
        self._publish()
        return {"seq": self._seq, "ok": True}

    def _stop_search(self) -> dict[str, Any]:
        if not self._reference.is_running and self.working is None:
            raise CommandRefused("not_now", "no search is running")
        self._reference.stop()
        self._work_seen.stop()
        return {"seq": self._seq, "ok": True}

    def _reference_is_found(self, found: ev.ReferenceFound) -> None:
        """From the thread of the search."""
        self._loop.call_soon_threadsafe(lambda: self._beside(self._keep_reference(found)))

    async def _keep_reference(self, found: ev.ReferenceFound) -> None:
        try:
            await self._wish(ReferenceIsFound(found), secrets.token_hex(8), Actor("hub"))
        except (CommandRefused, JournalError) as error:
            log.warning("the best known line is not kept: %s", error)

    def _beside(self, work: Coroutine[Any, Any, None]) -> None:
        if not self._is_working:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self._beating.add(task)
        task.add_done_callback(self._beating.discard)

    # --- after the disk ----------------------------------------------------------------------------------------------

    async def _append(self, records: Sequence[Record]) -> None:
        now_ms, today = self._time.now_ms(), self._time.today()
        self._seq = await self._in_writer(lambda: self._journal.append(records, now_ms, today))

    def _follow(self, game: Game, done: Sequence[tuple[_Waiting, Record]]) -> None:
        """The game is what the journal now says; referee, seats and clock follow."""
        self._game = game
        self._keep_secret(game)
        for waiting, record in done:
            if any(isinstance(event, ev.EveningOpened) for event in record.events):
                assert game.opened is not None
                self._evening += 1
                self._referee, self._words = self.library.referee(game.opened), ()
                self._seats.forget_seats()
                self._reference.forget()
            self._seats.apply(record.devices)
            if any(isinstance(event, CLOCK_EVENTS) for event in record.events):
                self._follow_clock(waiting, record)
            if any(isinstance(event, ev.TimeEnded) for event in record.events) and game.rules.ranking.by == "time":
                self._beside(self._close_topping())

    def _foresee(self, command: c.AdmitWord) -> None:
        """Have the longer list made before the command takes its place in the queue, where slips would wait behind it."""
        game, referee = self._game, self._referee
        if game.opened is None or referee is None:
            return
        with suppress(EngineError):  # whoever decides will refuse it
            tiles = referee.admissible(game, command.word, command.reason, confirmed=command.confirmed)
            self.library.referee(game.opened, (*_admitted(game), tiles))

    async def _follow_words(self) -> None:
        """A word was admitted, or its admission undone: another referee, made on a thread, for the longer list is compiled anew."""
        game, words = self._game, _admitted(self._game)
        if game.opened is not None and words != self._words:
            self._referee = await asyncio.to_thread(self.library.referee, game.opened, words)
            self._words = words

    def _follow_clock(self, waiting: _Waiting, record: Record) -> None:
        clock, game = self._clock, self._game
        undone = isinstance(waiting.wish, c.Undo)
        if undone and clock.is_running and game.round and game.round.number == clock.round and game.phase is Phase.RUNNING:
            return  # an older verdict was taken back while the round runs on
        if clock.round:
            self._halted_ms = clock.remaining_ms(waiting.received_ms)
        # time that was added counts from when the button was pressed; a start, from when the room can see it
        extended = any(isinstance(event, ev.ClockExtended) for event in record.events)
        clock.follow(game, waiting.received_ms if extended else self._time.now_ms())
        if isinstance(waiting.wish, c.EndTime):
            for signal in game.rules.clock.signals:
                if signal.remaining_s == 0:
                    self._sound(signal.sound)
        if clock.is_running and self._counts_down and self._cancel_beat is None:
            self._cancel_beat = self._time.call_after(BEAT_MS, self._beat)

    def _keep_secret(self, game: Game) -> None:
        """A prepared game is a secret until an evening has ended with it."""
        if self._vault is not None and game.announced is not None and game.announced.kind == "prepared":
            try:
                self._vault.set_played(game.announced.checksum, game.phase is Phase.ENDED)
            except (EngineError, OSError) as error:
                log.warning("prepared game: %s", error)

    async def evenings(self) -> tuple[Evening, ...]:
        """The evenings of the journal that have ended, newest first."""
        found: tuple[Evening, ...] = await self._in_writer(lambda: self._journal.evenings())
        return found

    async def ended_evening(self, number: int) -> Game | None:
        """An evening of the journal, or ``None`` if there is none of that number that has ended."""
        entries = await self._in_writer(lambda: self._journal.entries(number))
        game = await asyncio.to_thread(fold, entries)
        return game if game.phase is Phase.ENDED else None

    def _show_work(self) -> None:
        """From the thread of a search."""
        self._loop.call_soon_threadsafe(self._publish)

    def _publish(self) -> None:
        for listener in tuple(self._listeners):
            listener()

    def _sound(self, signal: str) -> None:
        for sounder in self._sounders:
            sounder.sound(signal)

    def _time_is_up(self, round_number: int) -> None:
        self._beside(self._end_time(round_number))

    async def _end_time(self, round_number: int) -> None:
        try:
            await self._wish(TimeIsUp(round_number), secrets.token_hex(8), Actor("hub"))
        except CommandRefused:
            pass  # the desk was quicker
        except JournalError:
            # slips are late by the clock all the same; only the journal does not know yet
            if self._is_working:
                self._time.call_after(RETRY_MS, lambda: self._time_is_up(round_number))

    async def _close_topping(self) -> None:
        """In topping nobody writes on after the time and no paper is collected, so the round is judged at once."""
        with suppress(CommandRefused, JournalError):  # the desk was quicker, or will close it by hand
            await self._wish(c.CloseRound(), secrets.token_hex(8), Actor("hub"))

    def _beat(self) -> None:
        """Write the clock down every second while it runs."""
        self._cancel_beat = None
        if not self._clock.is_running or not self._counts_down or self._clock.remaining_ms() == 0:
            return
        self._cancel_beat = self._time.call_after(BEAT_MS, self._beat)
        if not self._beating:
            task = asyncio.get_running_loop().create_task(self._write_beat())
            self._beating.add(task)
            task.add_done_callback(self._beating.discard)

    async def _write_beat(self) -> None:
        number, remaining_ms = self._clock.round, self._clock.remaining_ms()
        try:
            await self._in_writer(lambda: self._journal.beat(number, remaining_ms))
        except JournalError as error:
            log.warning("the clock could not be written down: %s", error)

    async def _in_writer(self, work: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._writer, work)


def _admitted(game: Game) -> tuple[str, ...]:
    return tuple(each.word for each in game.admitted)


def _answer(waiting: _Waiting, answer: dict[str, Any]) -> None:
    if not waiting.answered.done():
        waiting.answered.set_result(answer)


def _refuse(waiting: _Waiting, error: Exception) -> None:
    if not waiting.answered.done():
        waiting.answered.set_exception(error)


def _remaining_of(stored: Stored, game: Game) -> int:
    """What was left when the hub died: the last heartbeat, unless a clock event came after it."""
    round_ = game.round
    if round_ is None:
        return 0
    clock = (ev.ClockStarted, ev.ClockPaused, ev.ClockExtended)
    last = max(
        (seq for seq, entry in zip(stored.seqs, stored.entries, strict=True) if isinstance(entry.event, clock)), default=0
    )
    beat = stored.heartbeat
    if beat is not None and beat.round == round_.number and beat.after_seq >= last:
        return min(beat.remaining_ms, round_.remaining_ms)
    return round_.remaining_ms

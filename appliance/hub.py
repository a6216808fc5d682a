"""The hub: the only owner of the one game.

Every wish passes one queue: decide, append, apply, publish, strictly one after the other. Slips that wait together are written in one
transaction, for a card may take a tenth of a second to write. Nothing is acknowledged before it is on disk. The hub lives on one event
loop; the journal on a thread of its own, the solver's work on another.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from appliance import commands as c
from appliance.decide import Decider, Decision, Moment
from appliance.decide_about import need_the_same, other_draw, went_with_its_draw
from appliance.decide_devices import desk_opened, freed, joined, unseated
from appliance.errors import DataUnusable, Denied, JournalError, SetupError
from appliance.evening_referee import EveningReferee
from appliance.journal import Evening, Record, Stored
from appliance.keptclock import KeptClock, stands_without_the_hub
from appliance.ports import Library, Sounder, Time
from appliance.reference import MAX_WIDTH, ReferenceSearch
from appliance.salvage import Salvaged, open_journal
from appliance.seats import DESK, Actor, Device, Seats
from appliance.vault import Vault
from appliance.views import ReferenceWork
from appliance.waiting import Free, Join, OpenDesk, ReferenceIsFound, TimeIsUp, Waiting, WaitingList, Wish
from appliance.work import Work
from engine import events as ev
from engine.errors import CommandRefused, EngineError, LexiconError
from engine.game import Entry, Game, Phase, apply, fold
from engine.referee import MAX_SEATS

log = logging.getLogger(__name__)

RETRY_MS = 1000

QUICK = (c.HandIn, c.StartClock, c.SetDeadline, c.PauseClock, c.ExtendClock, c.EndTime, c.SeatPlayer, Join, Free, OpenDesk, TimeIsUp)
"""Decided at once on the event loop; the others may ask the solver and go to a thread."""
FOLDED_AFTER = (ev.EveningOpened, ev.RoundClosed, ev.TopRevealed, ev.EveningEnded)
"""After these the journal's log is folded into its file, while nobody waits for a slip to be acknowledged."""


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
        self.salvaged: Salvaged | None = None
        """What had to be done to the journal at the start."""
        self._writer = ThreadPoolExecutor(1, "journal")
        self._game = Game()
        self._evening = 0
        self._seq = 0
        self._referee = EveningReferee(library)
        self._seats = Seats(b"")
        self._clock = KeptClock(time, self._sound, self._time_is_up, self._write_down)
        self._work_seen = Work(time, self._show_work)
        self._reference = ReferenceSearch(journal.with_name("reference.json"), time, self._show_work)
        self.compiling = ""
        """The word list that is being compiled, the first time that it is played with."""
        self._compiles = asyncio.Lock()
        self._sounders: list[Sounder] = []
        self._listeners: list[Callable[[], None]] = []
        self._waiting = WaitingList()
        self._worker: asyncio.Task[None] | None = None
        self._stopping = False
        self._beside_queue: set[asyncio.Task[None]] = set()
        """What goes on beside the queue, and mostly ends in a wish of the hub's own."""

    # --- what devices see ------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self._game

    @property
    def seq(self) -> int:
        return self._seq

    @property
    def evening(self) -> int:
        return self._evening

    @property
    def working(self) -> tuple[int, int] | None:
        """Steps done of a search that takes longer than a moment, and steps in all."""
        return self._work_seen.shown

    @property
    def reference(self) -> ReferenceWork | None:
        """The search for an optimist evening's best known line that runs, or was stopped."""
        return self._reference.shown

    @property
    def taken(self) -> Set[int]:
        """Seats that a device has."""
        return self._seats.taken

    @property
    def prepared(self) -> str:
        """Checksum of the prepared game that the next evening plays; empty: the desk chooses what is played."""
        return self._decider.next_game

    @property
    def prepared_shown(self) -> int:
        """How many rounds of that game an earlier evening has revealed."""
        return self._vault.shown(self.prepared) if self._vault else 0

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

    async def submit(
        self, command: c.Command, command_id: str, actor: Actor, about: c.About = c.ANYTHING
    ) -> dict[str, Any]:
        """Carry out a command once; its answer comes when it is on disk.

        :raises CommandRefused: if it is not possible now, or what it was asked about is no more; :raises Denied: if the actor may not;
        :raises JournalError: if it could not be saved.
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
        if isinstance(command, c.OpenEvening):
            await self._compile(command)
        if isinstance(command, c.AdmitWord):
            await self._referee.foresee(self._game, command)
        return await self._wish(command, command_id, actor, about)

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

        :raises DataUnusable: if the journal cannot be used; :raises SetupError: if the evening's lexicon is not there.
        """
        self._loop = asyncio.get_running_loop()
        self._journal, self.salvaged = await self._in_writer(lambda: open_journal(self._path, self._boot_id))
        try:
            stored = await self._in_writer(self._journal.load)
            await asyncio.to_thread(self._take_up, stored)
            left_ms = self._clock.take_up(stored, self._game)
            if stands_without_the_hub(self._game):
                await self._halt(left_ms)
            self._clock.follow(self._game, self._time.now_ms())
        except (SetupError, JournalError) as error:
            self._stopping = True
            await self._close()
            if isinstance(error, JournalError):
                raise DataUnusable(f"{error}: that the clock stands cannot be written; make room and start again") from error
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
        self._waiting.wake()
        await asyncio.to_thread(self._reference.end)
        if self._worker:
            await self._worker
        self._waiting.refuse_all(JournalError("the hub is stopping"))
        if self._clock.counts_down:
            try:
                await self._halt(self._clock.remaining_ms())
            except JournalError:
                log.exception("the clock could not be written down")
        await self._close()

    async def _close(self) -> None:
        self._clock.stop_beating()
        await asyncio.gather(*self._beside_queue)
        await self._in_writer(self._journal.close)
        self._writer.shutdown()

    def _take_up(self, stored: Stored) -> None:
        self._seq, self._evening = stored.seq, stored.evening
        self._game = fold(stored.entries)
        self._seats = Seats(stored.secret, stored.devices)
        self._follow_vault()
        self._referee.take_up(self._game)
        self._reference.take_up(self._game)

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

    async def _wish(self, wish: Wish, command_id: str, actor: Actor, about: c.About = c.ANYTHING) -> dict[str, Any]:
        if not self._is_working:
            raise JournalError("the hub takes no commands now")
        answered: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting.add(Waiting(wish, command_id, actor, self._time.now_ms(), answered, about))
        return await answered

    @property
    def _is_working(self) -> bool:
        return self._worker is not None and not self._worker.done() and not self._stopping

    async def _work(self) -> None:
        while not self._stopping:
            together = await self._waiting.next_together()
            if not together:
                continue
            try:
                await self._carry_out(together)
            except JournalError as error:
                log.error("not saved: %s", error)  # noqa: TRY400 - the disk is at fault, not the code
                for waiting in together:
                    waiting.refuse(error)
            except Exception as error:
                log.exception("a command failed: %s", [waiting.wish for waiting in together])
                for waiting in together:
                    waiting.refuse(error)

    async def _carry_out(self, together: Sequence[Waiting]) -> None:
        known = await self._in_writer(lambda: self._journal.answers([w.key for w in together]))
        game, seq, records, done = self._game, self._seq, [], []
        for waiting in together:
            if waiting.key in known:
                _answer_again(game, waiting, known[waiting.key])
                continue
            try:
                decision, devices = await self._decide(game, waiting)
            except EngineError as error:
                waiting.refuse(CommandRefused.because_of(error, "bad_request"))
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
        await self._referee.follow(self._game)
        for waiting, record in done:
            waiting.answer(record.answer)
        self._publish()
        if any(isinstance(event, FOLDED_AFTER) for record in records for event in record.events):
            self._beside(self._fold())

    async def _decide(self, game: Game, waiting: Waiting) -> tuple[Decision, tuple[Device, ...]]:
        referee = self._referee.now
        match waiting.wish:
            case Join() as join:
                return joined(game, referee, self._seats, self._evening, join, waiting.command_id)
            case Free() as free:
                return freed(self._seats, free)
            case OpenDesk():
                return desk_opened(self._seats, waiting.command_id)
            case TimeIsUp(number):
                return self._decide_time_is_up(game, number), ()
            case ReferenceIsFound(found):
                return Decision(referee.reference_found(game, found) if referee else (), {}), ()
            case command:
                need_the_same(game, command, waiting.about)
                at = waiting.received_ms
                moment = Moment(waiting.actor, self._clock.left_at(at), self._clock.is_late(at))
                # a slip that comes while its round is judged is judged at once, and that takes a while
                if isinstance(command, QUICK) and not (isinstance(command, c.HandIn) and game.phase is Phase.CLOSED):
                    return self._decider.decide(game, referee, command, moment), ()
                referee = referee and replace(referee, progress=self._work_seen.step)
                self._work_seen.begin()
                try:
                    decision = await asyncio.to_thread(self._decider.decide, game, referee, command, moment)
                    return decision, unseated(game, self._seats, decision.events) if isinstance(command, c.Undo) else ()
                finally:
                    self._work_seen.end()

    def _decide_time_is_up(self, game: Game, number: int) -> Decision:
        """The clock may have been paused, extended or closed while its call waited."""
        round_ = game.round
        running = round_ is not None and round_.number == number and game.phase is Phase.RUNNING
        if not running or self._referee.now is None or self._clock.remaining_ms() > 0:
            raise CommandRefused("not_now", f"the time of round {number} is not up")
        return Decision(self._referee.now.end_time(game), {})

    # --- searches beside the queue, for they take minutes ------------------------------------------------------------------

    async def _search(self, command: c.SearchReference) -> dict[str, Any]:
        game, referee = self._game, self._referee.now
        if not 1 <= command.width <= MAX_WIDTH:
            raise CommandRefused("bad_width", f"a width of {command.width}: expected 1 to {MAX_WIDTH}")
        if referee is None:
            raise CommandRefused("no_evening", "no evening is open")
        referee.may_search(game)
        await asyncio.to_thread(self._reference.end)
        game = self._game
        referee.may_search(game)  # the evening may have gone on meanwhile
        self._reference.begin(game, referee.solver, command.width, command.seed, self._reference_is_found)
        self._publish()
        return {"seq": self._seq, "ok": True}

    async def _compile(self, command: c.OpenEvening) -> None:
        """Make the word list of an evening before the command takes its place in the queue."""
        name = self._decider.list_of(command)
        async with self._compiles:
            if not await asyncio.to_thread(self.library.must_be_compiled, name):
                return
            self.compiling = name
            self._publish()
            try:
                await asyncio.to_thread(self.library.compile_apart, name)
            except LexiconError as error:
                raise CommandRefused.because_of(error, "no_lexicon") from error
            finally:
                self.compiling = ""
                self._publish()

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
        self._beside_queue.add(task)
        task.add_done_callback(self._beside_queue.discard)

    # --- after the disk ----------------------------------------------------------------------------------------------

    async def _append(self, records: Sequence[Record]) -> None:
        now_ms, today = self._time.now_ms(), self._time.today()
        self._seq = await self._in_writer(lambda: self._journal.append(records, now_ms, today))

    def _follow(self, game: Game, done: Sequence[tuple[Waiting, Record]]) -> None:
        """The game is what the journal now says; referee, seats and clock follow."""
        self._game = game
        self._follow_vault()
        for waiting, record in done:
            if any(isinstance(event, ev.EveningOpened) for event in record.events):
                self._evening += 1
                self._referee.open(game)
                self._seats.forget_seats()
            self._seats.apply(record.devices)
            self._clock.follow_wish(game, waiting.wish, record.events, waiting.received_ms)
            if any(isinstance(event, ev.TimeEnded) for event in record.events) and game.rules.ranking.by == "time":
                self._beside(self._close_topping())
        if game.phase is not Phase.ENDED:
            self._reference.forget()

    async def evenings(self) -> tuple[Evening, ...]:
        """The evenings of the journal that have ended, newest first."""
        found: tuple[Evening, ...] = await self._in_writer(lambda: self._journal.evenings())
        return found

    async def ended_evening(self, number: int) -> Game | None:
        """An evening of the journal, or ``None`` if there is none of that number that has ended."""
        entries = await self._in_writer(lambda: self._journal.entries(number))
        game = await asyncio.to_thread(fold, entries)
        return game if game.phase is Phase.ENDED else None

    def _follow_vault(self) -> None:
        if self._vault is not None:
            self._vault.follow(self._game)

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

    def _write_down(self) -> None:
        """The clock's heartbeat; one is left out while another is being written."""
        if not self._beside_queue:
            self._beside(self._write_beat())

    async def _write_beat(self) -> None:
        number, remaining_ms = self._clock.round, self._clock.remaining_ms()
        try:
            await self._in_writer(lambda: self._journal.beat(number, remaining_ms))
        except JournalError as error:
            log.warning("the clock could not be written down: %s", error)

    async def _fold(self) -> None:
        try:
            await self._in_writer(self._journal.fold)
        except JournalError as error:
            log.warning("the log could not be folded into the journal: %s", error)

    async def _in_writer(self, work: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._writer, work)


def _answer_again(game: Game, waiting: Waiting, answer: dict[str, Any]) -> None:
    """The answer that a command had before; but a player must not read that a slip is kept which an undone draw took with it."""
    if isinstance(waiting.wish, c.HandIn) and went_with_its_draw(game, waiting.key):
        waiting.refuse(other_draw(waiting.wish.round))
    else:
        waiting.answer(answer)

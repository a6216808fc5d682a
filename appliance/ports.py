"""The rim of the appliance: what the hub needs from the world, each with a fake that tests use."""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Any, Protocol

from appliance.commands import ANYTHING, About, Command
from appliance.seats import Actor
from appliance.views import ReferenceWork
from engine.events import EveningOpened, LexiconUsed
from engine.game import Game
from engine.referee import Referee
from engine.ruleset import RuleSet


class Time(Protocol):
    """Time as the hub sees it: a monotonic reading, and a call in the future."""

    def now_ms(self) -> int:
        """Monotonic milliseconds; only differences mean anything."""
        ...

    def wall_ms(self) -> int:
        """Milliseconds since 1970 (UTC) by the machine's date and hour. Only deadlines ask, for they outlast the monotonic clock."""
        ...

    def today(self) -> str:
        """Date and time for print, ISO 8601; never used to measure or to order."""
        ...

    def call_after(self, delay_ms: int, action: Callable[[], None]) -> Callable[[], None]:
        """Run *action* once, *delay_ms* from now, on the hub's thread; returns what cancels it."""
        ...


class Sounder(Protocol):
    """Something that makes the signals heard: a buzzer on a pin, the wall's loudspeaker."""

    def sound(self, signal: str) -> None:
        """Begin a signal (``warning``, ``end``, ``tick``) and return at once. A broken sounder never raises."""
        ...


class Library(Protocol):
    """Rule sets and word lists of this machine, and referees who judge by them. Called from any thread."""

    def ruleset(self, name: str) -> RuleSet:
        """:raises RuleSetError: if there is no such rule set, or it is wrong."""
        ...

    def used(self, name: str) -> LexiconUsed:
        """What an evening writes down of a lexicon.

        :raises LexiconError: if there is no such list, or it is damaged.
        """
        ...

    def referee(self, opened: EveningOpened, admitted: tuple[str, ...] = ()) -> Referee:
        """A referee for an evening, with its lexicon, the words (in tiles) admitted besides, and a solver.

        :raises LexiconError: if the list is not there any more, damaged, or of another alphabet.
        """
        ...

    def must_be_compiled(self, name: str) -> bool:
        """Whether that is a list that is compiled when it is first used, and has not been yet."""
        ...

    def compile_apart(self, name: str) -> None:
        """Compile such a list without holding up this process.

        :raises LexiconError: if that fails.
        """
        ...

    def find(self, name: str, pattern: str, limit: int) -> tuple[str, ...]:
        """Words that fit a pattern (``?`` is any letter), as they are written; a pattern without ``?`` finds itself or nothing.

        :raises LexiconError: for an unknown list; :raises TileError: for what is no word.
        """
        ...


class Table(Protocol):
    """The hub as the web, the serial lines and the buttons see it."""

    @property
    def game(self) -> Game:
        """The game as it is on disk."""
        ...

    @property
    def seq(self) -> int:
        """The number of the journal's last event."""
        ...

    @property
    def evening(self) -> int:
        """The number of the evening in the journal, from 1; 0 before the first."""
        ...

    @property
    def taken(self) -> Set[int]:
        """Seats that a device has: no other can take them until the desk frees them."""
        ...

    @property
    def prepared(self) -> str:
        """Checksum of the prepared game that the next evening plays; empty: the desk chooses what is played."""
        ...

    @property
    def prepared_shown(self) -> int:
        """How many rounds of that game an earlier evening has revealed."""
        ...

    @property
    def library(self) -> Library:
        """Rule sets and word lists."""
        ...

    @property
    def working(self) -> tuple[int, int] | None:
        """Steps done of a search that takes longer than a moment, and steps in all; ``None`` when there is none."""
        ...

    @property
    def compiling(self) -> str:
        """The word list that is being compiled for an evening; mostly none."""
        ...

    @property
    def reference(self) -> ReferenceWork | None:
        """The search for an optimist evening's best known line that runs, or was stopped."""
        ...

    def remaining_ms(self) -> int | None:
        """What is left on the clock of the round in play; ``None`` when none is."""
        ...

    async def submit(self, command: Command, command_id: str, actor: Actor, about: About = ANYTHING) -> dict[str, Any]:
        """Carry out a command once; returns its answer when it is on disk. *about*: what it was asked about; by default what is there.

        :raises CommandRefused: if it is not possible now, or what it was asked about is no more; :raises Denied: if the actor may not;
        :raises JournalError: if it could not be saved.
        """
        ...

    async def join(self, seat: int, name: str, command_id: str) -> dict[str, Any]:
        """Let a device in for a seat: ``{"seat", "name", "token"}``.

        :raises CommandRefused: ``seat_taken``, ``seat_absent``, ``no_evening``, ``name_empty``, …
        """
        ...

    async def free(self, seat: int, command_id: str) -> dict[str, Any]:
        """Forget the device of a seat, so that another may take it."""
        ...

    async def open_desk(self) -> str:
        """A token for a desk whose PIN was right."""
        ...

    def actor(self, token: str) -> Actor:
        """Whose token it is.

        :raises Denied: if it is nobody's.
        """
        ...

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call *changed*, on the event loop, after each change of the game; returns what ends it."""
        ...

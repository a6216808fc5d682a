"""The search for the best known line of an optimist evening: where it stands, on disk, and the one that the desk starts.

The search takes minutes. Where it stands is written down after each draw, so that it goes on from there, after a stop or a power cut.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from appliance.errors import FileError
from appliance.files import file_error, read_text, write_bytes
from appliance.ports import Time
from appliance.views import ReferenceWork
from engine import events as ev
from engine.game import Game, Phase
from engine.interfaces import TopFinder
from engine.plain import PlainError, from_plain, to_plain
from engine.variants.reference import Beam, reference_line

log = logging.getLogger(__name__)

MAX_WIDTH = 2000
"""Boards kept after each draw at most: with so many a PC takes a minute."""
MAX_STATE = 50_000_000
SPACING_MS = 500
"""Least time between two figures shown."""


@dataclass(frozen=True, slots=True)
class SearchState:
    """How far a search has come."""

    beam: Beam = field(default_factory=Beam)
    seconds: float = 0.0
    """Spent on it so far."""


def about(game: Game, width: int, seed: int) -> dict[str, Any]:
    """Everything that decides which line is found."""
    assert game.opened is not None
    admitted = sorted(each.word for each in game.admitted)
    words = {"lexicon": game.opened.lexicon.fingerprint, "admitted": admitted}
    return {"draws": [round_.letters for round_ in game.rounds], "width": width, "seed": seed, **words}


def read_search(path: Path, asked: dict[str, Any]) -> SearchState | None:
    """Where an earlier search of the same draws, words, width and seed stands; ``None`` if there is no file.

    :raises ValueError: if the file holds another search, or none.
    """
    if not path.exists():
        return None
    try:
        state = json.loads(read_text(path, MAX_STATE, "a search"))
        if state["about"] != asked:
            raise ValueError(f"{path} belongs to another search; remove it, or give its width and seed")
        return SearchState(from_plain(Beam, state["beam"]), float(state["seconds"]))
    except (PlainError, KeyError, TypeError, RecursionError, json.JSONDecodeError) as error:
        raise ValueError(f"{path} holds no search that could go on: {str(error)[:100]}") from error


def left_search(path: Path, game: Game) -> tuple[int, int, SearchState] | None:
    """Width, seed and standing of the search over this very game that the file holds; ``None`` if it holds none."""
    try:
        asked = json.loads(read_text(path, MAX_STATE, "a search"))["about"]
        width, seed = int(asked["width"]), int(asked["seed"])
        standing = read_search(path, about(game, width, seed))
    except (FileError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return (width, seed, standing) if standing is not None else None


def write_search(path: Path, asked: dict[str, Any], standing: SearchState) -> None:
    """Write down where a search stands, whole or not at all.

    :raises FileError: if it cannot be written.
    """
    part = path.with_name(path.name + ".part")
    state = {"about": asked, "seconds": round(standing.seconds, 1), "beam": to_plain(standing.beam)}
    write_bytes(part, json.dumps(state).encode())
    try:
        part.replace(path)
    except OSError as error:
        raise file_error(error, path, "it was taken away while it was written") from error


class ReferenceSearch:
    """One search at a time, on a thread of its own."""

    def __init__(self, path: Path, time: Time, news: Callable[[], None]) -> None:
        """*path* keeps where the search stands. *news* is called on the thread of the search."""
        self._path = path
        self._time = time
        self._news = news
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self.shown: ReferenceWork | None = None
        """The search that runs, or was stopped; ``None`` before any, and once its line is found."""

    def take_up(self, game: Game) -> None:
        """Show a search that the hub was not allowed to finish when it last ran, however it ended, so that it can be gone on with."""
        if game.phase is not Phase.ENDED or game.rules.game != "optimist":
            return
        left = left_search(self._path, game)
        if left is None:
            return
        width, seed, standing = left
        done = game.reference
        if done is not None and (done.width, done.seed) == (width, seed):
            return
        beam = standing.beam
        steps = 100 * len(game.rounds)
        self.shown = ReferenceWork(width, seed, 100 * beam.rounds, steps, beam.lines[0].points, int(standing.seconds), running=False)

    @property
    def is_running(self) -> bool:
        return self.shown is not None and self.shown.running

    def begin(
        self, game: Game, solver: TopFinder, width: int, seed: int, found: Callable[[ev.ReferenceFound], None]
    ) -> None:
        """Search, or go on; *found* is called on the thread of the search when the last draw is done."""
        self.end()
        self._stopped.clear()
        self.shown = ReferenceWork(width, seed, 0, 100 * len(game.rounds), 0, 0)
        self._thread = threading.Thread(target=self._run, args=(game, solver, width, seed, found), name="reference")
        self._thread.start()

    def stop(self) -> None:
        """Stop at once; what the draws before this one gave is kept."""
        self._stopped.set()

    def end(self) -> None:
        """Stop, and wait until it has."""
        self.stop()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if self.shown is not None:
            self.shown = replace(self.shown, running=False)

    def forget(self) -> None:
        """The evening goes on after all, or another has begun: the line would be of other draws."""
        self.end()
        self.shown = None

    def _run(
        self, game: Game, solver: TopFinder, width: int, seed: int, found: Callable[[ev.ReferenceFound], None]
    ) -> None:
        try:
            self._search(game, solver, width, seed, found)
        except Exception:
            log.exception("the search for the best line failed")
            if self.shown is not None:
                self.shown = replace(self.shown, running=False)
            self._news()

    def _search(
        self, game: Game, solver: TopFinder, width: int, seed: int, found: Callable[[ev.ReferenceFound], None]
    ) -> None:
        asked = about(game, width, seed)
        began_ms, told_ms = self._time.now_ms(), 0
        draws = [round_.letters for round_ in game.rounds]
        standing = self._earlier(asked)
        reached = standing.beam
        self._write(asked, standing)  # what is asked for is known from now on, though nothing be found yet

        def seconds() -> float:
            return standing.seconds + (self._time.now_ms() - began_ms) / 1000

        def tell(beam: Beam, part: int = 0, *, running: bool = True) -> None:
            steps = 100 * len(draws)
            self.shown = ReferenceWork(width, seed, 100 * beam.rounds + part, steps, beam.lines[0].points, int(seconds()), running)
            self._news()

        def look(done: int, boards: int) -> bool:
            nonlocal told_ms
            now_ms = self._time.now_ms()
            if now_ms - told_ms >= SPACING_MS:
                told_ms = now_ms
                tell(reached, 100 * done // boards)
            return not self._stopped.is_set()

        def progress(beam: Beam, _rounds: int) -> bool:
            nonlocal reached
            reached = beam
            self._write(asked, SearchState(beam, seconds()))
            tell(beam)
            return not self._stopped.is_set()

        reached = reference_line(
            draws, game.rules, game.tileset, solver, width=width, seed=seed, start=reached, progress=progress, look=look
        )
        if reached.rounds < len(draws):
            tell(reached, running=False)
            return
        self.shown = None
        found(ev.ReferenceFound(reached.lines[0].points, width, seed, int(seconds())))

    def _write(self, asked: dict[str, Any], standing: SearchState) -> None:
        try:
            write_search(self._path, asked, standing)
        except FileError as error:
            log.warning("the search for the best line could not be written down: %s", error)

    def _earlier(self, asked: dict[str, Any]) -> SearchState:
        try:
            return read_search(self._path, asked) or SearchState()
        except (ValueError, FileError):
            return SearchState()  # another evening's, or another width: written over

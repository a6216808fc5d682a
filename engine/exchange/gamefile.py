"""Toptable's own game file: an evening's events as JSON, versioned; the schema is in ``docs/game-file.md``.

A game is nothing but its events folded, so the file carries everything and reading it back needs neither lexicon nor solver.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from engine import events as ev
from engine.codec import decode_event, encode_event, event_kind
from engine.errors import EngineError, EventError, ExchangeError
from engine.game import Entry, Game, fold

FORMAT = "toptable-game"
VERSION = 1
MAX_TEXT = 20_000_000
"""Characters of a game file at most; an evening of a thousand tablets needs a third of it."""
MAX_EVENTS = 200_000


def write_game(game: Game) -> str:
    """The game's whole history. Commands are numbered anew, for their names hold what only the hub and its devices know.

    :raises ExchangeError: for a game that was never opened.
    """
    if game.opened is None:
        raise ExchangeError("no evening has been opened: there is nothing to write")
    numbers: dict[str, str] = {}
    for entry in game.history:
        numbers.setdefault(entry.command, str(len(numbers) + 1))
    lines = [_line(entry, numbers) for entry in game.history]
    head = {"format": FORMAT, "version": VERSION, "name": game.opened.name, "date": game.opened.date}
    text = json.dumps(head, ensure_ascii=False)[:-1]
    return text + ', "events": [\n' + ",\n".join(lines) + "\n]}\n"


def _line(entry: Entry, numbers: dict[str, str]) -> str:
    event = entry.event
    if isinstance(event, ev.StepUndone):
        event = ev.StepUndone(numbers.get(event.command, "0"))
    return f'["{numbers[entry.command]}", "{event_kind(event)}", {encode_event(event)}]'


def read_game(text: str) -> Game:
    """The game of a game file.

    :raises ExchangeError: for a file too long, of another kind, of a newer version, or with an event that cannot be read.
    """
    if len(text) > MAX_TEXT:
        raise ExchangeError(f"a game file of {len(text)} characters: {MAX_TEXT} at most")
    try:
        data = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise ExchangeError(f"no JSON, which a game file of Toptable is: {str(error)[:120]}") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ExchangeError(f'no game file of Toptable: expected "format": "{FORMAT}"')
    if data.get("version") != VERSION:
        raise ExchangeError(f"a game file of version {str(data.get('version'))[:20]!r}; this program reads version {VERSION}")
    unknown = sorted(map(str, data.keys() - {"format", "version", "name", "date", "events"}))
    if unknown:
        raise ExchangeError(f"unknown key {unknown[0][:40]!r}; known are format, version, name, date, events")
    return fold_checked(_entries(data.get("events")))


def _entries(rows: Any) -> Iterable[Entry]:
    if not isinstance(rows, list) or not rows:
        raise ExchangeError("events: expected a list that begins with EveningOpened")
    if len(rows) > MAX_EVENTS:
        raise ExchangeError(f"{len(rows)} events: {MAX_EVENTS} at most")
    for number, row in enumerate(rows, 1):
        match row:
            case [str(command), str(kind), dict(fields)] if len(command) <= 20:
                try:
                    event = decode_event(kind, json.dumps(fields))
                except (EngineError, EventError) as error:
                    raise ExchangeError(f"event {number}: {str(error)[:300]}") from error
            case _:
                raise ExchangeError(f"event {number}: expected [command, kind, fields], not {str(row)[:60]!r}")
        if (number == 1) != isinstance(event, ev.EveningOpened):
            raise ExchangeError(f"event {number}: one EveningOpened, and it comes first")
        yield Entry(command, event)


def fold_checked(entries: Iterable[Entry]) -> Game:
    """The fold of events that came from outside; what no game can hold is an error and not a crash.

    :raises ExchangeError: naming what is wrong.
    """
    found = tuple(entries)
    try:
        return fold(found)
    except (EngineError, ValueError, LookupError, TypeError) as error:
        raise ExchangeError(f"the events tell no game: {error}") from error

"""A journal whose file was damaged at its end: what it still holds becomes a new one, and the damaged one is kept.

Events are only ever added, so a card that lost the end of the file has lost the newest of them. All up to there are proved by their
chain of hashes and taken over, whole commands only; a device whose slip was lost is no more told that it is kept. Damage inside a file
of full length is not mended if events follow it: what would open then could be an evening of last month.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from appliance import migrations
from appliance.errors import JournalDamaged
from appliance.journal import Journal, chained

log = logging.getLogger(__name__)

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What was done to a damaged journal."""

    events: int
    """How many were taken over."""
    kept_as: Path
    """The damaged file."""


def open_journal(path: Path, boot_id: str = "") -> tuple[Journal, Salvaged | None]:
    """The journal, salvaged if it must and can be.

    :raises DataUnusable: if it cannot be used.
    """
    try:
        return Journal(path, boot_id), None
    except JournalDamaged as damage:
        try:
            done = salvage(path)
        except (OSError, sqlite3.Error, TypeError, ValueError) as error:
            raise damage from error
        if done is None:
            raise
    log.warning("journal %s was damaged: %d events taken over; the damaged file is %s", path, done.events, done.kept_as)
    return Journal(path, boot_id), done


def salvage(path: Path) -> Salvaged | None:
    """Put a new journal in the place of a damaged one; ``None``, and nothing changed, if more than its end is damaged.

    :raises OSError: :raises sqlite3.Error: if it cannot be read or written at all.
    """
    with tempfile.TemporaryDirectory(dir=path.parent, prefix="salvage-") as folder:
        old, new = Path(folder) / "old.sqlite3", Path(folder) / "new.sqlite3"
        for end in ("", "-wal"):
            if path.with_name(path.name + end).exists():
                shutil.copyfile(path.with_name(path.name + end), f"{old}{end}")
        was_cut = _fill_up(old)
        with contextlib.closing(sqlite3.connect(old, isolation_level=None)) as source:
            events = _events(source, was_cut)
            if not events:
                return None
            with contextlib.closing(sqlite3.connect(new, isolation_level=None)) as target:
                _write(source, target, events)
        kept_as = next(name for n in range(1, 10_000) if not (name := path.with_name(f"{path.stem}-damaged-{n}.sqlite3")).exists())
        for end in ("-wal", ""):
            with contextlib.suppress(FileNotFoundError):
                os.link(path.with_name(path.name + end), kept_as.with_name(kept_as.name + end))
        # a log beside a file that it does not belong to would be folded into it
        for end in ("-wal", "-shm"):
            path.with_name(path.name + end).unlink(missing_ok=True)
        new.replace(path)
    return Salvaged(len(events), kept_as)


def _fill_up(file: Path) -> bool:
    """As many pages as the header speaks of (https://www.sqlite.org/fileformat2.html, offsets 16, 28), for SQLite opens no shorter file.

    Returns whether any were missing.
    """
    with file.open("r+b") as data:
        header = data.read(32)
        page = int.from_bytes(header[16:18], "big")
        found = file.stat().st_size
        size = max(found, page * int.from_bytes(header[28:32], "big"))
        if not page or size > 2 * found + 65_536:
            raise OSError(f"{file}: {found} bytes, no journal's beginning")
        size = -(-size // page) * page
        data.truncate(size)
    return size > found


def _rows(source: sqlite3.Connection, query: str) -> Iterator[Row]:
    """Rows until one cannot be read."""
    with contextlib.suppress(sqlite3.DatabaseError):
        yield from source.execute(query)


def _events(source: sqlite3.Connection, was_cut: bool) -> list[Row]:
    """The events from the first on that are proved, of whole commands; none if the file was not cut and others follow after a hole."""
    events: list[Row] = []
    chain = ""
    try:
        for row in source.execute("SELECT * FROM events ORDER BY seq"):
            chain = chained(chain, *row[:-1])
            if row[0] != len(events) + 1 or row[-1] != chain:
                break
            events.append(row)
        else:
            return events
    except sqlite3.DatabaseError as error:
        log.info("after event %d: %s", len(events), error)
    if not was_cut and any(row[0] > len(events) for row in _rows(source, "SELECT seq FROM events ORDER BY seq DESC LIMIT 1")):
        return []
    # the command of the last event may have had more; one before it has not, for another follows
    last = events[-1][2] if events else ""
    if not any(command == last and seq in (None, len(events)) for command, _, seq in _answers(source)):
        while events and events[-1][2] == last:
            events.pop()
    return events


def _answers(source: sqlite3.Connection) -> Iterator[tuple[str, str, Any]]:
    """Command, answer, and the last event that it tells of; an answer that is none any more is as lost as one that cannot be read."""
    for command, answer in _rows(source, "SELECT command, answer FROM answers"):
        with contextlib.suppress(TypeError, ValueError):
            told = json.loads(answer)
            if isinstance(told, dict) and isinstance(told.get("seq", 0), int):
                yield command, answer, told.get("seq")


def _write(source: sqlite3.Connection, target: sqlite3.Connection, events: list[Row]) -> None:
    target.execute("PRAGMA synchronous = FULL")
    migrations.migrate(target)
    seq = len(events)
    target.execute("BEGIN")
    target.executemany("INSERT INTO events VALUES (?,?,?,?,?,?,?,?,?)", events)
    kept = {row[2] for row in events}
    for command, answer, told in _answers(source):
        # what was lost is not to be answered as if it were there
        if command in kept or (told is not None and told <= seq):
            target.execute("INSERT OR IGNORE INTO answers VALUES (?, ?)", (command, answer))
    secret = list(_rows(source, "SELECT name, value FROM secrets"))
    target.executemany("INSERT INTO secrets VALUES (?, ?)", secret)
    if secret:  # without it no token is worth anything, and each device joins anew
        for device in _rows(source, "SELECT token_hash, evening, seat, freed FROM devices"):
            if device[1] > events[-1][1]:
                continue  # of an evening that was lost: it would hold its seat in the one that gets the number next
            target.execute("INSERT OR IGNORE INTO devices VALUES (?, ?, ?, ?)", device)
    for beat in _rows(source, "SELECT after_seq, round, remaining_ms FROM heartbeat"):
        if beat[0] <= seq:
            target.execute("INSERT INTO heartbeat VALUES (1, ?, ?, ?)", beat)
    target.execute("COMMIT")

"""A damaged journal: what its file and its log still hold becomes a new one, and the damaged ones are kept.

Events are only ever added, so a card that lost the end of the file has lost the newest of them. All up to there are proved by their
chain of hashes and taken over, whole commands only; a device whose slip was lost is no more told that it is kept. In the log each
transaction writes its pages anew, so that later frames mostly make good a damaged one; where they do not, all before it is taken.
Damage inside a file of full length is not mended if events follow it: what would open then could be an evening of last month.
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
from itertools import takewhile
from pathlib import Path
from typing import Any

from appliance import migrations
from appliance.errors import DataUnusable, JournalDamaged
from appliance.journal import Journal
from appliance.journal_check import advice, beside, chained
from appliance.journal_log import Frame, Log, overlay, read_log

log = logging.getLogger(__name__)

Row = tuple[Any, ...]

_NEW = "-salvaged"
"""The end of the new journal's name while the damaged one, whose log it holds, is cleared away."""


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
    if beside(path, _NEW).exists():
        what = f"journal {path} was damaged, and its salvage cut"
        try:
            done = _put_in_place(path)
        except (OSError, sqlite3.Error) as error:
            raise DataUnusable(f"journal {path} cannot be used: {error}{advice(path)}") from error
    else:
        try:
            return Journal(path, boot_id), None
        except JournalDamaged as damage:
            what, _, _ = str(damage).partition("; ")
            try:
                salvaged = salvage(path)
            except (OSError, sqlite3.Error, TypeError, ValueError) as error:
                raise damage from error
            if salvaged is None:
                raise
            done = salvaged
    log.warning("%s; %d events are proved and go on, the damaged files are kept as %s", what, done.events, done.kept_as)
    return Journal(path, boot_id), done


def salvage(path: Path) -> Salvaged | None:
    """Put a new journal in the place of a damaged one; ``None``, and nothing changed, if what is left of it proves no evening.

    :raises OSError: :raises sqlite3.Error: if it cannot be read or written at all.
    """
    file, log = (each.read_bytes() if each.exists() else b"" for each in (path, beside(path, "-wal")))
    at_work = f"{path.name}-salvage-"
    for left in path.parent.glob(f"{at_work}*"):  # by a salvage that was cut: it would fill the disk in time
        shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=at_work) as folder:
        new = Path(folder) / "new.sqlite3"
        found: list[tuple[list[Row], Path]] = []
        for number, frames in enumerate(_readings(read_log(log))):
            old = Path(folder) / f"old-{number}.sqlite3"
            if (was_cut := _write_old(old, overlay(file, frames))) is not None:
                with contextlib.closing(sqlite3.connect(old, isolation_level=None)) as source:
                    found.append((_events(source, was_cut), old))
        events, old = max(found, key=lambda each: len(each[0]), default=([], new))
        if not events:
            return None
        with (
            contextlib.closing(sqlite3.connect(old, isolation_level=None)) as source,
            contextlib.closing(sqlite3.connect(new, isolation_level=None)) as target,
        ):
            _write(source, target, events)
        _keep(path)
        new.replace(beside(path, _NEW))
    return _put_in_place(path)


def _readings(log: Log) -> tuple[tuple[Frame, ...], ...]:
    """What of the log to believe, the most first; nothing of it, where the file had all and holds the page that the log has lost."""
    return tuple(dict.fromkeys((log.proved, log.proved[: log.unbroken], ())))


def _put_in_place(path: Path) -> Salvaged:
    """Clear the damaged journal away, whose files are kept under other names, and give the new one its name. A cut may come anywhere in
    between: this is then done again."""
    new = beside(path, _NEW)
    with contextlib.closing(sqlite3.connect(new)) as made:
        (events,) = made.execute("SELECT count(*) FROM events").fetchone()
    # a log beside a file that it does not belong to would be folded into it; what the count says was lost has been noticed
    for end in ("-wal", "-shm", "-journal", "-count"):
        beside(path, end).unlink(missing_ok=True)
    new.replace(path)
    kept = [path, *takewhile(_is_taken, _names(path))][-1]
    return Salvaged(events, kept if kept.exists() else beside(kept, "-wal"))


def _keep(path: Path) -> None:
    """Other names for the damaged files, under which they stay."""
    kept = next(name for name in _names(path) if not _is_taken(name))
    for end in ("", "-wal"):
        with contextlib.suppress(FileNotFoundError):
            os.link(beside(path, end), beside(kept, end))


def _names(path: Path) -> Iterator[Path]:
    return (path.with_name(f"{path.stem}-damaged-{number}.sqlite3") for number in range(1, 10_000))


def _is_taken(kept: Path) -> bool:
    return kept.exists() or beside(kept, "-wal").exists()


def _write_old(to: Path, data: bytes) -> bool | None:
    """Write a file that SQLite opens without a log; returns whether its end is missing, ``None`` if it is no journal's beginning.

    It gets as many pages as its header speaks of, for SQLite opens no shorter file (https://www.sqlite.org/fileformat2.html, offsets
    16, 18 and 28).
    """
    page, said = int.from_bytes(data[16:18], "big"), int.from_bytes(data[28:32], "big")
    size = max(len(data), page * said)
    if not page or size > 2 * len(data) + 65_536:
        return None
    made = bytearray(data.ljust(-(-size // page) * page, b"\0"))
    made[18:20] = b"\1\1"
    to.write_bytes(made)
    return size > len(data)


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

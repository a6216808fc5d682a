"""What a journal's files are worth, found out without changing any of them: a refused journal is left as it is, log included.

SQLite would fold the log into the file when it closes, and delete a log beside an empty file. So the files are looked at first, then
read through a connection that can write nothing.
"""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from appliance import migrations
from appliance.errors import DataUnusable, JournalDamaged
from appliance.files import file_error
from appliance.journal_log import Log, read_log
from appliance.seats import Seats

SMALLEST = 512
"""Bytes of the smallest page: no database is shorter."""


@dataclass(frozen=True, slots=True)
class Count:
    """How many events a journal had, as written down beside it after each transaction.

    It is not waited for until it is on disk, so that after a power cut it may lag by what the system had not yet written; it is never
    ahead of what was acknowledged. A journal that has fewer has lost some.
    """

    journal: str
    """The journal's identity: a copy of another box put in its place owes it nothing."""
    events: int

    def __bytes__(self) -> bytes:
        """One line, always of the same length: it is written in place."""
        return f"{self.journal} {self.events:020}\n".encode()


NO_COUNT = Count("", 0)


@dataclass(frozen=True, slots=True)
class Checked:
    """A journal that is whole."""

    evenings: int = 0
    events: int = 0


def beside(path: Path, end: str) -> Path:
    """A file that belongs to the journal: ``-wal`` its log, ``-shm`` that log's index, ``-journal`` a rollback, ``-count``."""
    return path.with_name(path.name + end)


def read_count(path: Path) -> Count:
    """The count beside a journal; none if it is not there or cannot be read, for then nothing is known."""
    with suppress(OSError, ValueError):
        journal, events = beside(path, "-count").read_text(encoding="ascii").split()
        return Count(journal, int(events))
    return NO_COUNT


def check(path: Path, every_event: bool = False) -> Checked:
    """Look at the journal, or at the place where there is none yet; *every_event* also proves all evenings by their chain of hashes.

    :raises JournalDamaged: if it is not what was written; :raises DataUnusable: if it is foreign, of a newer version or cannot be read.
    """
    count = read_count(path)  # before the events, which a hub may be adding to
    try:
        size, log_bytes = (each.stat().st_size if each.exists() else 0 for each in (path, beside(path, "-wal")))
        log = read_log(beside(path, "-wal").read_bytes()) if log_bytes else Log()
    except OSError as error:
        raise DataUnusable(f"journal {file_error(error, path, 'it cannot be read')}") from error
    if size < SMALLEST:
        if size or log_bytes or count.events:
            raise damaged(path, "its beginning is missing")
        return Checked()
    if log.is_damaged:
        raise damaged(path, f"its log {path.name}-wal is not what was written")
    # without a log there is nothing to share with a hub, and no index of it need be made
    how = "mode=ro" if log_bytes or beside(path, "-journal").exists() else "immutable=1"
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)) as connection:
            return _check(path, connection, log, count, every_event)
    except sqlite3.Error as error:
        raise unusable(path, error) from error


def _check(path: Path, connection: sqlite3.Connection, log: Log, count: Count, every_event: bool) -> Checked:
    run = connection.execute
    found = run("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise damaged(path, " ".join(found.split()))
    pages, rest = divmod(path.stat().st_size, run("PRAGMA page_size").fetchone()[0])
    if rest and not any(frame.page == pages + 1 for frame in log.proved[: log.unbroken]):
        raise damaged(path, "its end is missing")
    tables = {name for (name,) in run("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if tables and not {"events", "secrets"} <= tables:
        raise DataUnusable(f"journal {path}: a database of another program, with {', '.join(sorted(tables))[:60]}; move it aside")
    version, known = migrations.version(connection), len(migrations.STEPS)
    if version > known:
        raise DataUnusable(
            f"journal {path} is of version {version}, made by a newer Toptable, and this one knows versions up to {known}; update Toptable"
        )
    evenings, events, secret = 0, 0, None
    if tables:
        evenings, events = run("SELECT ifnull(max(evening), 0), ifnull(max(seq), 0) FROM events").fetchone()
        secret = run("SELECT value FROM secrets WHERE name = 'tokens'").fetchone()
    if events < count.events and (secret is None or Seats(secret[0]).identity == count.journal):
        raise damaged(path, f"its last {count.events - events} events are missing")
    if every_event and tables:
        chain = ""
        for row in run("SELECT * FROM events ORDER BY seq"):
            chain = chained(chain, *row[:-1])
            if row[-1] != chain:
                raise damaged(path, f"event {row[0]} is not what was written")
    return Checked(evenings, events)


def damaged(path: Path, what: str) -> JournalDamaged:
    """The error of a journal that is not what was written."""
    return JournalDamaged(f"journal {path} is damaged: {what}{advice(path)}")


def unusable(path: Path, error: sqlite3.Error) -> DataUnusable:
    """What an error of SQLite's at the start means."""
    kind = JournalDamaged if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED else DataUnusable
    return kind(f"journal {path} cannot be used: {error}{advice(path)}")


_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_ROOM = 200_000
"""Bytes without which SQLite cannot even open a file: its log and the table of contents of that."""


def advice(path: Path) -> str:
    """What to do about a journal that is refused, as the end of a sentence."""
    with suppress(OSError):
        if shutil.disk_usage(path.parent).free < _ROOM:
            return "; the disk is full: make room and start again, nothing was changed"
    return f"; move it aside to start anew ({path.name} and every file whose name begins so), or put back a copy; nothing was changed"


def chained(before: str, *row: object) -> str:
    """The hash of a row, chained to the row before: a changed, lost or swapped row breaks the chain."""
    return hashlib.sha256("\x1f".join((before, *map(str, row))).encode()).hexdigest()

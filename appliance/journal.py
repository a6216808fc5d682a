"""The journal: every event on disk before anyone is told of it.

One SQLite file holds many evenings; nothing is ever deleted. WAL with ``synchronous=FULL``: what :meth:`Journal.append` has returned
survives a power cut (https://www.sqlite.org/pragma.html#pragma_synchronous). One connection, used from one thread: SQLite before
3.51.3 can lose commits when several connections reset the WAL (https://sqlite.org/wal.html#walresetbug), and the hub's writer thread
keeps a slow card from holding up the room.
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import IO, Any

from appliance import migrations
from appliance.errors import DataUnusable, JournalError, SetupError
from appliance.files import file_error
from appliance.journal_check import SMALLEST, Count, advice, beside, chained, check, unusable
from appliance.seats import Device, Seats
from engine.codec import decode_event, encode_event, event_kind
from engine.errors import EventError
from engine.events import EveningEnded, EveningOpened, Event
from engine.game import Entry, undone_commands

FILE_NAME = "journal.sqlite3"
LOCK_NAME = "hub.lock"
MAX_EVENINGS = 100


@dataclass(frozen=True, slots=True)
class Record:
    """What one command leaves in the journal: all of it, or nothing."""

    command: str
    events: tuple[Event, ...]
    answer: dict[str, Any]
    """What the device is told, now and whenever it asks again."""
    devices: tuple[Device, ...] = ()
    """Devices let in or (``freed``) forgotten."""


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The round's clock as last written down."""

    after_seq: int
    round: int
    remaining_ms: int


@dataclass(frozen=True, slots=True)
class Stored:
    """What the journal knows of the evening in play."""

    evening: int = 0
    seq: int = 0
    entries: tuple[Entry, ...] = ()
    seqs: tuple[int, ...] = ()
    """The number of each entry."""
    devices: tuple[Device, ...] = ()
    heartbeat: Heartbeat | None = None
    secret: bytes = field(default=b"", repr=False)
    """Random bytes of this file, from which seat tokens are made."""


@dataclass(frozen=True, slots=True)
class Evening:
    """One line of the list of evenings."""

    number: int
    name: str
    date: str


class FolderLock:
    """Holds a data folder for one hub; the kernel lets go of it when the process dies, however it dies."""

    def __init__(self, folder: Path) -> None:
        """Make the folder and take it.

        :raises DataUnusable: if it cannot be written; :raises SetupError: if another hub holds it.
        """
        path = folder / LOCK_NAME
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file: IO[str] = path.open("a+", encoding="ascii")
        except OSError as error:
            told = file_error(error, folder, "this folder cannot be made", folder=True)
            raise DataUnusable(f"data folder {told}; choose another with --data DIR") from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.seek(0)
            holder = self._file.read(20).strip() or "?"
            self._file.close()
            raise SetupError(
                f"data folder {folder}: another Toptable (process {holder}) is using it; stop that one or choose --data DIR"
            ) from error
        with suppress(OSError):  # a full disk: the lock holds, only its message lacks the number
            self._file.truncate(0)
            self._file.write(f"{os.getpid()}\n")
            self._file.flush()

    def release(self) -> None:
        """Let another hub have the folder."""
        with suppress(OSError):
            self._file.close()


class Journal:
    """The open file. Every method is called from the thread that opened it."""

    def __init__(self, path: Path, boot_id: str = "") -> None:
        """Open or make the file, check it, bring it to the newest version.

        :raises JournalDamaged: if it is damaged; :raises DataUnusable: if it is foreign, of a newer version, or cannot be written.
        """
        self.path = path
        self._boot_id = boot_id
        try:
            if beside(path, "-journal").exists() and path.exists() and path.stat().st_size >= SMALLEST:
                with closing(sqlite3.connect(path)) as cut:  # while the file was made: SQLite takes that back when it first reads
                    cut.execute("PRAGMA user_version")
            check(path)
            self._connection = sqlite3.connect(path, isolation_level=None)
        except (sqlite3.Error, OSError) as error:
            raise DataUnusable(f"journal {path}: {error}{advice(path)}") from error
        try:
            self._prepare()
            row = self._row("SELECT seq, evening, hash FROM events ORDER BY seq DESC LIMIT 1")
            secret = self._row("SELECT value FROM secrets WHERE name = 'tokens'")
        except sqlite3.Error as error:
            self._connection.close()
            raise unusable(path, error) from error
        assert secret is not None
        self._seq: int = row[0] if row else 0
        self._evening: int = row[1] if row else 0
        self._hash: str = row[2] if row else ""
        self._identity = Seats(secret[0]).identity
        self._count: int | None = None
        with suppress(OSError):  # without it a loss may go unnoticed; the evening does not stop for that
            self._count = os.open(beside(path, "-count"), os.O_RDWR | os.O_CREAT, 0o600)
            os.fchown(self._count, path.stat().st_uid, path.stat().st_gid)  # whoever runs this, the hub goes on with it
        self._write_count()

    def _prepare(self) -> None:
        run = self._connection.execute
        run("PRAGMA busy_timeout = 5000")
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = FULL")
        version = migrations.version(self._connection)
        if 0 < version < len(migrations.STEPS):
            self._copy(self.path.with_name(f"{self.path.stem}-version-{version}.sqlite3"))
        migrations.migrate(self._connection)
        with self._transaction():
            run("INSERT OR IGNORE INTO secrets VALUES ('tokens', ?)", (secrets.token_bytes(32),))

    def _copy(self, to: Path) -> None:
        with sqlite3.connect(to) as copy:
            self._connection.backup(copy)
        copy.close()

    def load(self) -> Stored:
        """The last evening, its devices and its clock.

        :raises DataUnusable: if an event of it cannot be read or was changed.
        """
        try:
            rows = self._connection.execute(
                "SELECT * FROM events WHERE evening = ? ORDER BY seq", (self._evening,)
            ).fetchall()
            devices = self._connection.execute(
                "SELECT token_hash, seat FROM devices WHERE evening IN (0, ?) AND NOT freed", (self._evening,)
            ).fetchall()
            beat = self._row("SELECT after_seq, round, remaining_ms FROM heartbeat")
            secret = self._row("SELECT value FROM secrets WHERE name = 'tokens'")
            first = rows[0][0] if rows else 1
            before = self._row("SELECT hash FROM events WHERE seq = ?", (first - 1,))
        except sqlite3.Error as error:
            raise DataUnusable(f"journal {self.path} cannot be read: {error}{advice(self.path)}") from error
        assert secret is not None
        return Stored(
            self._evening,
            self._seq,
            tuple(self._entries(rows, before[0] if before else "")),
            tuple(row[0] for row in rows),
            tuple(Device(*device) for device in devices),
            Heartbeat(*beat) if beat else None,
            secret[0],
        )

    def _entries(self, rows: Iterable[Any], before: str) -> Iterator[Entry]:
        for seq, evening, command, kind, payload, monotonic_ms, boot_id, wall_time, found in rows:
            before = chained(before, seq, evening, command, kind, payload, monotonic_ms, boot_id, wall_time)
            if before != found:
                raise DataUnusable(f"journal {self.path}: event {seq} ({kind}) is not what was written{advice(self.path)}")
            try:
                yield Entry(command, decode_event(kind, payload))
            except EventError as error:
                raise DataUnusable(f"journal {self.path}: event {seq}: {error}{advice(self.path)}") from error

    def evenings(self, limit: int = MAX_EVENINGS) -> tuple[Evening, ...]:
        """The last evenings that have ended, newest first; an end that was taken back is none.

        :raises JournalError: if the file cannot be read.
        """
        query = (
            "SELECT evening, command, kind, payload FROM events "
            "WHERE kind IN ('EveningOpened', 'EveningEnded', 'StepUndone') ORDER BY evening DESC, seq"
        )
        found: list[Evening] = []
        try:
            for number, rows in groupby(self._connection.execute(query), key=itemgetter(0)):
                (_, _, _, opened), *later = rows
                steps = [Entry(command, decode_event(kind, payload)) for _, command, kind, payload in later]
                undone = undone_commands(steps)
                if any(isinstance(step.event, EveningEnded) and step.command not in undone for step in steps):
                    fields = json.loads(opened)
                    found.append(Evening(number, str(fields.get("name", "")), str(fields.get("date", ""))))
                if len(found) == limit:
                    break
        except (sqlite3.Error, EventError) as error:
            raise JournalError(f"journal {self.path}: {error}") from error
        return tuple(found)

    def entries(self, evening: int) -> tuple[Entry, ...]:
        """What happened in one evening; nothing if there is none of that number.

        :raises JournalError: if it cannot be read.
        """
        try:
            rows = self._connection.execute(
                "SELECT command, kind, payload FROM events WHERE evening = ? ORDER BY seq", (evening,)
            ).fetchall()
            return tuple(Entry(command, decode_event(kind, payload)) for command, kind, payload in rows)
        except (sqlite3.Error, EventError) as error:
            raise JournalError(f"journal {self.path}: evening {evening}: {error}") from error

    def answers(self, commands: Sequence[str]) -> dict[str, dict[str, Any]]:
        """The answers to those of the commands that were carried out before.

        :raises JournalError: if the file cannot be read.
        """
        try:
            found = {c: self._row("SELECT answer FROM answers WHERE command = ?", (c,)) for c in commands}
        except sqlite3.Error as error:
            raise JournalError(f"journal {self.path}: {error}") from error
        return {command: json.loads(row[0]) for command, row in found.items() if row}

    def append(self, records: Sequence[Record], monotonic_ms: int, wall_time: str) -> int:
        """Write the records in one transaction; on disk when this returns the number of the last event.

        :raises JournalError: if they could not be written; then nothing of them was.
        """
        seq, evening, chain = self._seq, self._evening, self._hash
        try:
            with self._transaction():
                for record in records:
                    for event in record.events:
                        seq += 1
                        evening += isinstance(event, EveningOpened)
                        row = (
                            *(seq, evening, record.command, event_kind(event), encode_event(event)),
                            *(monotonic_ms, self._boot_id, wall_time),
                        )
                        chain = chained(chain, *row)
                        self._connection.execute("INSERT INTO events VALUES (?,?,?,?,?,?,?,?,?)", (*row, chain))
                    answer = json.dumps(record.answer, ensure_ascii=False)
                    self._connection.execute("INSERT INTO answers VALUES (?, ?)", (record.command, answer))
                    for device in record.devices:
                        self._write_device(device, evening if device.seat else 0)
        except sqlite3.Error as error:
            raise JournalError(f"journal {self.path}: {error}") from error
        self._seq, self._evening, self._hash = seq, evening, chain
        self._write_count()
        return seq

    def _write_count(self) -> None:
        if self._count is not None:
            with suppress(OSError):
                os.pwrite(self._count, bytes(Count(self._identity, self._seq)), 0)

    def _write_device(self, device: Device, evening: int) -> None:
        self._connection.execute(
            "INSERT INTO devices VALUES (?, ?, ?, ?) ON CONFLICT (token_hash) DO UPDATE SET freed = excluded.freed",
            (device.token_hash, evening, device.seat, int(device.freed)),
        )

    def beat(self, round_number: int, remaining_ms: int) -> None:
        """Write down how much is left on the round's clock.

        :raises JournalError: if it could not be written.
        """
        try:
            with self._transaction():
                self._connection.execute(
                    "INSERT OR REPLACE INTO heartbeat VALUES (1, ?, ?, ?)", (self._seq, round_number, remaining_ms)
                )
        except sqlite3.Error as error:
            raise JournalError(f"journal {self.path}: {error}") from error

    def fold(self) -> None:
        """Bring what is in the log into the file: a log that is lost later costs what came after this.

        :raises JournalError: if it could not be done; then the log still has all of it.
        """
        try:
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            if self._count is not None:
                os.fsync(self._count)
        except (sqlite3.Error, OSError) as error:
            raise JournalError(f"journal {self.path}: {error}") from error

    def copy(self) -> bytes:
        """The whole file as of now, what is still in the log included.

        :raises JournalError: if it cannot be read.
        """
        try:
            data = bytearray(self._connection.serialize())
        except sqlite3.Error as error:
            raise JournalError(f"journal {self.path}: {error}") from error
        # A file that asks for no log opens from a stick that may only be read (https://www.sqlite.org/fileformat2.html, offset 18).
        data[18:20] = b"\x01\x01"
        return bytes(data)

    def close(self) -> None:
        """Close the file; SQLite then folds the WAL into it."""
        self._connection.close()
        if self._count is not None:
            os.close(self._count)
            self._count = None

    def _row(self, query: str, values: tuple[Any, ...] = ()) -> tuple[Any, ...] | None:
        row: tuple[Any, ...] | None = self._connection.execute(query, values).fetchone()
        return row

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            # SQLite has already rolled back after some errors, e.g. a full disk
            with suppress(sqlite3.Error):
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            raise

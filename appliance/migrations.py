"""The journal's schema, as ordered steps: step *n* brings a file of version *n* to version *n + 1*, in one transaction.

A step that was released is never changed; a change of the schema is a new step at the end. Events are never rewritten.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

Step = Callable[[sqlite3.Connection], None]


def _first_schema(connection: sqlite3.Connection) -> None:
    for statement in (
        """CREATE TABLE events(
            seq INTEGER PRIMARY KEY,      -- 1, 2, 3 … without a gap
            evening INTEGER NOT NULL,     -- 1, 2, 3 …; a new one begins with EveningOpened
            command TEXT NOT NULL,        -- the command that caused it, 'actor:id'
            kind TEXT NOT NULL,
            payload TEXT NOT NULL,        -- JSON, see engine/codec.py
            monotonic_ms INTEGER NOT NULL, -- comparable within one boot_id only
            boot_id TEXT NOT NULL,
            wall_time TEXT NOT NULL,      -- for print only
            hash TEXT NOT NULL            -- SHA-256 of this row chained to the one before
        ) STRICT""",
        "CREATE INDEX events_of_evening ON events(evening, seq)",
        """CREATE TRIGGER events_stay BEFORE DELETE ON events
            BEGIN SELECT raise(ABORT, 'events are never deleted'); END""",
        """CREATE TRIGGER events_stand BEFORE UPDATE ON events
            BEGIN SELECT raise(ABORT, 'events are never changed'); END""",
        "CREATE TABLE answers(command TEXT PRIMARY KEY, answer TEXT NOT NULL) STRICT, WITHOUT ROWID",
        """CREATE TABLE devices(
            token_hash TEXT PRIMARY KEY,  -- SHA-256 of the token
            evening INTEGER NOT NULL,     -- 0 for the desk, which outlives an evening
            seat INTEGER NOT NULL,        -- 0 for the desk
            freed INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID""",
        "CREATE UNIQUE INDEX one_device_a_seat ON devices(evening, seat) WHERE seat > 0 AND NOT freed",
        """CREATE TABLE heartbeat(
            only INTEGER PRIMARY KEY CHECK (only = 1),
            after_seq INTEGER NOT NULL,   -- the last event when it was written
            round INTEGER NOT NULL,
            remaining_ms INTEGER NOT NULL
        ) STRICT""",
        "CREATE TABLE secrets(name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID",
    ):
        connection.execute(statement)


STEPS: tuple[Step, ...] = (_first_schema,)


def version(connection: sqlite3.Connection) -> int:
    """The version of an open file; 0 for an empty one."""
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return found


def migrate(connection: sqlite3.Connection, steps: tuple[Step, ...] = STEPS) -> None:
    """Bring the file to the newest version. Each step is one transaction: a power cut leaves the step before."""
    for number in range(version(connection), len(steps)):
        connection.execute("BEGIN IMMEDIATE")
        try:
            steps[number](connection)
            connection.execute(f"PRAGMA user_version = {number + 1}")
            connection.execute("COMMIT")
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

"""The write-ahead log read without SQLite, on logs that SQLite wrote; what a damaged byte, a torn end and an old filling mean."""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.journal_log import FRAME_HEADER, HEADER, MAGIC, Log, overlay, read_log

PAGE = 4096
FRAME = FRAME_HEADER + PAGE
ROWS = 12


@dataclass(frozen=True)
class Written:
    """A database, its log, and where the log ended after each transaction."""

    file: bytes
    log: bytes
    ends: tuple[int, ...]


@pytest.fixture
def database(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """An empty table, folded; its log empty."""
    with closing(sqlite3.connect(tmp_path / "file", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE rows(number INTEGER PRIMARY KEY, text)")
        connection.execute("CREATE INDEX texts ON rows(text)")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        yield connection


@pytest.fixture
def written(database: sqlite3.Connection, tmp_path: Path) -> Written:
    """A table of so many rows, each a transaction of several pages, all in the log."""
    file, ends = (tmp_path / "file").read_bytes(), []
    for number in range(ROWS):
        database.execute("INSERT INTO rows VALUES (?, ?)", (number, f"{number} " * 99))
        ends.append((tmp_path / "file-wal").stat().st_size)
    return Written(file, (tmp_path / "file-wal").read_bytes(), tuple(ends))


def changed(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 0x40]) + data[at + 1 :]


def rows_in(folder: Path, data: bytes) -> list[int]:
    """The numbers in a database of these bytes, as SQLite reads them without a log."""
    made = bytearray(data)
    made[18:20] = b"\1\1"
    (folder / "copy").write_bytes(made)
    with closing(sqlite3.connect(folder / "copy")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return [number for (number,) in connection.execute("SELECT number FROM rows ORDER BY number")]


def test_a_whole_log_is_proved_and_laid_over_the_file_is_what_sqlite_reads(written: Written, tmp_path: Path) -> None:
    log = read_log(written.log)
    assert len(log.proved) == log.unbroken == (len(written.log) - HEADER) // FRAME
    assert [(number + 1) * FRAME + HEADER for number, frame in enumerate(log.proved) if frame.pages] == list(written.ends)
    assert not log.is_damaged
    assert rows_in(tmp_path, overlay(written.file, log.proved)) == list(range(ROWS))


def test_a_log_that_ends_anywhere_is_no_damage_and_holds_the_transactions_that_were_whole(written: Written) -> None:
    for length in (*range(0, len(written.log), 1531), *written.ends):
        log = read_log(written.log[:length])
        whole = sum(end <= length for end in written.ends)
        assert sum(frame.pages > 0 for frame in log.proved[: log.unbroken]) == whole, f"{length} bytes"
        assert not log.is_damaged


def test_a_byte_changed_before_the_last_transaction_is_damage_wherever_it_is(written: Written) -> None:
    for at in (*range(24, written.ends[-2], 701), *(end + 20 for end in written.ends[:-2])):
        log = read_log(changed(written.log, at))
        assert log.is_damaged, f"byte {at}"
        before = sum(end <= at for end in written.ends)
        assert sum(frame.pages > 0 for frame in log.proved[: log.unbroken]) == (before if at >= HEADER else 0)


def test_one_frame_alone_is_given_up_for_a_changed_byte(written: Written) -> None:
    frames = (len(written.log) - HEADER) // FRAME
    for at in range(HEADER, written.ends[-2], 701):
        assert len(read_log(changed(written.log, at)).proved) == frames - 1, f"byte {at}"


@pytest.mark.parametrize("at", range(HEADER))
def test_of_a_damaged_header_the_frames_are_left(written: Written, at: int, tmp_path: Path) -> None:
    """The checksum that SQLite stored and the one of the other bytes are not both wrong."""
    log = read_log(changed(written.log, at))
    assert log.is_damaged
    assert log.unbroken == 0, "SQLite reads nothing of it"
    assert rows_in(tmp_path, overlay(written.file, log.proved)) == list(range(ROWS))


def test_a_torn_last_transaction_is_the_end_and_no_damage(written: Written) -> None:
    """A cut may have left its later pages on the card and not its first."""
    for at in range(written.ends[-2], written.ends[-1], 211):
        log = read_log(changed(written.log, at))
        assert not log.is_damaged, f"byte {at}"
        assert sum(frame.pages > 0 for frame in log.proved[: log.unbroken]) == ROWS - 1


def test_what_an_earlier_filling_has_left_behind_the_end_is_no_damage(database: sqlite3.Connection, tmp_path: Path) -> None:
    for number in range(ROWS):
        database.execute("INSERT INTO rows VALUES (?, ?)", (number, "x"))
    size = (tmp_path / "file-wal").stat().st_size
    database.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    database.execute("INSERT INTO rows VALUES (?, ?)", (ROWS, "y"))
    data = (tmp_path / "file-wal").read_bytes()
    assert len(data) == size, "the old frames are still there"
    log = read_log(data)
    assert sum(frame.pages > 0 for frame in log.proved) == 1
    assert not log.is_damaged
    assert rows_in(tmp_path, overlay((tmp_path / "file").read_bytes(), log.proved)) == list(range(ROWS + 1))


def test_frames_of_zeros_are_no_frames(written: Written, tmp_path: Path) -> None:
    """A card that lost a stretch: the checksum of nothing but zeros is zero, and proves nothing."""
    for first in range(1, 12):
        start, stop = HEADER + first * FRAME, HEADER + (first + 4) * FRAME
        log = read_log(written.log[:start] + bytes(stop - start) + written.log[stop:])
        assert log.is_damaged
        # the frame after the stretch cannot be proved either, for what it goes on from is lost
        assert len(log.proved) == (len(written.log) - HEADER) // FRAME - 5
        assert all(frame.page for frame in log.proved)


@given(st.binary(max_size=9000), st.sampled_from([512, 1024, 4096]), st.binary(min_size=8, max_size=8))
def test_any_bytes_behind_a_header_are_read_without_an_error(data: bytes, size: int, salts: bytes) -> None:
    log = read_log(struct.pack(">4I8s8x", MAGIC, 3007000, size, 0, salts) + data)
    assert log.unbroken == 0, "no checksum is right by chance"
    assert overlay(b"", log.proved) == b""


@pytest.mark.parametrize("data", [b"", b"\0" * 31, b"no log at all", b"\xff" * 4000])
def test_what_is_shorter_than_one_frame_holds_nothing_and_lost_nothing(data: bytes) -> None:
    assert read_log(data) == Log()


@pytest.mark.parametrize("data", [b"\0" * 20_000, b"\xff" * 20_000, b"no log at all " * 2000])
def test_what_has_the_length_of_a_log_and_not_its_content_is_damaged(data: bytes) -> None:
    """SQLite waits until the header is on disk before it writes a frame."""
    assert read_log(data) == Log(is_damaged=True)

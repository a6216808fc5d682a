"""The journal: what was appended is there again, all of it or nothing, and damage is noticed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from appliance import migrations
from appliance.errors import JournalError, SetupError
from appliance.journal import FolderLock, Heartbeat, Journal, Record
from appliance.seats import Device
from engine import builtin
from engine import events as ev
from engine.bulletin import Bulletin
from engine.game import Entry

OPENED = ev.EveningOpened(
    "Lundi", "2026-11-30", builtin.ruleset("french"), builtin.tileset("fr"), ev.LexiconUsed("club", 3, "00")
)
SEATED = ev.PlayerSeated(7, "Zoé")
SLIP = ev.SlipHandedIn(1, Bulletin(7, "H4 ÉTÉ 12 🙂\x00", 1, "tablet", False, 1500))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    journal = Journal(path, "boot-1")
    yield journal
    journal.close()


def record(command: str, *events: ev.Event) -> Record:
    return Record(command, events, {"of": command})


def reopened(journal: Journal) -> Journal:
    journal.close()
    return Journal(journal.path, "boot-2")


def test_an_empty_journal_has_no_evening(journal: Journal) -> None:
    stored = journal.load()
    assert (stored.evening, stored.seq, stored.entries) == (0, 0, ())
    assert len(stored.secret) == 32


def test_events_answers_devices_and_heartbeat_survive(journal: Journal) -> None:
    assert journal.append([record("desk:1", OPENED, SEATED)], 10, "2026-11-30T20:00:00") == 2
    journal.append([Record("device:1", (), {"seat": 7}, (Device("aa", 7),)), record("seat7:1", SLIP)], 20, "")
    journal.beat(1, 1234)
    again = reopened(journal)
    stored = again.load()
    assert stored.entries == (Entry("desk:1", OPENED), Entry("desk:1", SEATED), Entry("seat7:1", SLIP))
    assert (stored.seqs, stored.seq, stored.evening) == ((1, 2, 3), 3, 1)
    assert stored.devices == (Device("aa", 7),)
    assert stored.heartbeat == Heartbeat(3, 1, 1234)
    assert again.answers(["desk:1", "device:1", "desk:2"]) == {"desk:1": {"of": "desk:1"}, "device:1": {"seat": 7}}
    assert again.append([record("desk:2", SEATED)], 1, "") == 4, "numbers go on where they were"
    again.close()


def test_a_new_evening_hides_the_old_one_but_keeps_it(journal: Journal, path: Path) -> None:
    journal.append([record("desk:1", OPENED, SEATED)], 0, "")
    journal.append([Record("device:1", (), {}, (Device("aa", 7), Device("dd", 0)))], 0, "")
    journal.append([record("desk:2", OPENED)], 0, "")
    stored = journal.load()
    assert (stored.evening, stored.entries) == (2, (Entry("desk:2", OPENED),))
    assert stored.devices == (Device("dd", 0),), "tables are free again, the desk stays"
    with sqlite3.connect(path) as other:
        assert other.execute("SELECT count(*) FROM events WHERE evening = 1").fetchone() == (2,)
    other.close()


def test_a_seat_freed_by_the_desk_may_be_taken_by_another_device(journal: Journal) -> None:
    journal.append([record("desk:1", OPENED), Record("device:1", (), {}, (Device("aa", 7),))], 0, "")
    with pytest.raises(JournalError):
        journal.append([Record("device:2", (), {}, (Device("bb", 7),))], 0, "")
    journal.append([Record("desk:2", (), {}, (Device("aa", 7, freed=True),))], 0, "")
    journal.append([Record("device:3", (), {}, (Device("bb", 7),))], 0, "")
    assert journal.load().devices == (Device("bb", 7),)


def test_it_writes_through_to_the_disk(journal: Journal) -> None:
    pragma = journal._connection.execute
    assert pragma("PRAGMA journal_mode").fetchone() == ("wal",)
    assert pragma("PRAGMA synchronous").fetchone() == (2,), "2 is FULL"


@pytest.mark.parametrize("statement", ["DELETE FROM events", "UPDATE events SET payload = '{}'"])
def test_events_can_neither_be_deleted_nor_changed(journal: Journal, statement: str) -> None:
    journal.append([record("desk:1", OPENED)], 0, "")
    with pytest.raises(sqlite3.IntegrityError, match="never"):
        journal._connection.execute(statement)


@pytest.mark.parametrize(
    "tampering",
    [
        "UPDATE events SET payload = replace(payload, 'Zoé', 'Eve') WHERE seq = 2",
        "UPDATE events SET evening = 1, command = 'x' WHERE seq = 2",
        "DELETE FROM events WHERE seq = 2",
    ],
)
def test_a_changed_event_is_noticed_and_named(journal: Journal, path: Path, tampering: str) -> None:
    journal.append([record("desk:1", OPENED, SEATED, SLIP)], 0, "")
    journal.close()
    with sqlite3.connect(path) as other:
        other.execute("DROP TRIGGER events_stay")
        other.execute("DROP TRIGGER events_stand")
        other.execute(tampering)
    other.close()
    again = Journal(path)
    with pytest.raises(SetupError, match=r"event [23] .* is not what was written"):
        again.load()
    again.close()


def test_a_full_disk_leaves_nothing_half_written(journal: Journal) -> None:
    journal.append([record("desk:1", OPENED)], 0, "")
    connection = journal._connection
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    many = [record(f"desk:{i}", SEATED) for i in range(2, 400)]
    with pytest.raises(JournalError, match="full"):
        journal.append(many, 0, "")
    assert journal.load().seq == 1
    assert journal.answers(["desk:2"]) == {}
    connection.execute("PRAGMA max_page_count = 100000")
    assert journal.append(many, 0, "") == 399, "room again: the evening goes on"


def test_a_record_that_cannot_be_written_takes_its_whole_batch_back(journal: Journal) -> None:
    journal.append([record("desk:1", OPENED)], 0, "")
    with pytest.raises(JournalError):
        journal.append([record("desk:2", SEATED), record("desk:1", SEATED)], 0, "")
    assert journal.load().entries == (Entry("desk:1", OPENED),)


def test_the_database_of_another_program_is_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as foreign:
        foreign.execute("CREATE TABLE photos(name)")
    foreign.close()
    with pytest.raises(SetupError, match="database of another program, with photos"):
        Journal(path)
    with sqlite3.connect(path) as foreign:
        assert foreign.execute("SELECT name FROM sqlite_master").fetchall() == [("photos",)]
    foreign.close()


def test_a_damaged_file_is_refused(journal: Journal, path: Path) -> None:
    for i in range(60):
        journal.append([record(f"desk:{i}", OPENED)], 0, "")
    journal.close()
    data = bytearray(path.read_bytes())
    for at in range(8192, len(data) - 4096, 4096):
        data[at : at + 200] = b"\xff" * 200
    path.write_bytes(data)
    with pytest.raises(SetupError, match="move it aside"):
        Journal(path)


@pytest.mark.parametrize("content", [b"This is a text, not a journal. " * 200, b"SQLite format 3\0" + b"\1" * 5000])
def test_a_foreign_file_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(SetupError, match=r"journal\.sqlite3"):
        Journal(path)
    assert path.read_bytes() == content


def test_a_newer_version_is_refused(journal: Journal, path: Path) -> None:
    journal._connection.execute("PRAGMA user_version = 99")
    journal.close()
    with pytest.raises(SetupError, match="version 99, made by a newer Toptable"):
        Journal(path)


def test_a_migration_keeps_a_copy_and_the_events(
    journal: Journal, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal.append([record("desk:1", OPENED, SEATED)], 0, "")
    journal.close()

    def second(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE answers ADD COLUMN remark TEXT")

    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, second))
    monkeypatch.setattr(migrations.migrate, "__defaults__", (migrations.STEPS,))
    newer = Journal(path)
    assert newer.load().seq == 2
    assert migrations.version(newer._connection) == len(migrations.STEPS)
    newer.close()
    copy = sqlite3.connect(path.with_name("journal-version-1.sqlite3"))
    assert migrations.version(copy) == 1
    assert copy.execute("SELECT count(*) FROM events").fetchone() == (2,)
    copy.close()


def test_a_migration_that_fails_leaves_the_version_before(path: Path) -> None:
    def broken(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE half(a)")
        connection.execute("no SQL")

    connection = sqlite3.connect(path, isolation_level=None)
    with pytest.raises(sqlite3.OperationalError):
        migrations.migrate(connection, (*migrations.STEPS, broken))
    assert migrations.version(connection) == len(migrations.STEPS)
    assert not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'half'").fetchall()
    connection.close()


def test_a_folder_belongs_to_one_hub_at_a_time(tmp_path: Path) -> None:
    first = FolderLock(tmp_path)
    with pytest.raises(SetupError, match=r"another Toptable \(process \d+\) is using it"):
        FolderLock(tmp_path)
    first.release()
    FolderLock(tmp_path).release()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SetupError, match="file is a file, expected a folder; choose another with --data"):
        FolderLock(tmp_path / "file" / "data")

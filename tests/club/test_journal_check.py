"""A journal looked at without being touched: whole, cut, damaged, of a newer version, beside a hub that writes; and the doctor's line."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from appliance import doctor
from appliance.errors import JournalDamaged
from appliance.journal import FILE_NAME, Journal, Record
from appliance.journal_check import Checked, Count, check, read_count
from engine import builtin
from engine import events as ev

OPENED = ev.EveningOpened("Lundi", "", builtin.ruleset("french"), builtin.tileset("fr"), ev.LexiconUsed("club", 3, "00"))
PLAYERS = 60


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / FILE_NAME


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    """An evening with so many players, each seated by a command of its own; all of it still in the log."""
    journal = Journal(path)
    journal.append([Record("desk:0", (OPENED,), {"seq": 1})], 0, "")
    for seat in range(1, PLAYERS + 1):
        journal.append([Record(f"desk:{seat}", (ev.PlayerSeated(seat, f"Joueur {seat}"),), {"seq": seat + 1})], 0, "")
    yield journal
    journal.close()


def files(path: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in path.parent.iterdir() if not each.name.endswith("-shm")}


def put(folder: Path, contents: dict[str, bytes]) -> None:
    for name, data in contents.items():
        (folder / name).write_bytes(data)


def test_a_journal_is_counted_while_a_hub_has_it_open_and_stays_as_it_is(journal: Journal, path: Path) -> None:
    before = files(path)
    assert len(before[f"{FILE_NAME}-wal"]) > 100_000, "all of it is in the log"
    assert check(path, every_event=True) == Checked(1, PLAYERS + 1)
    assert files(path) == before
    assert journal.append([Record("desk:new", (ev.PlayerSeated(99, "Zoé"),), {})], 0, "") == PLAYERS + 2
    assert check(path) == Checked(1, PLAYERS + 2)


def test_a_journal_at_rest_gets_no_files_beside_it(journal: Journal, path: Path) -> None:
    journal.close()
    before = sorted(path.parent.iterdir())
    assert check(path, every_event=True) == Checked(1, PLAYERS + 1)
    assert sorted(path.parent.iterdir()) == before


def test_where_there_is_no_journal_none_is_made(path: Path) -> None:
    assert check(path) == Checked()
    assert list(path.parent.iterdir()) == []


def test_the_count_is_that_of_the_events_acknowledged(journal: Journal, path: Path) -> None:
    count = read_count(path)
    assert count.events == PLAYERS + 1
    journal.append([Record("desk:new", (ev.PlayerSeated(99, "Zoé"),), {})], 0, "")
    assert read_count(path) == Count(count.journal, PLAYERS + 2)


@pytest.mark.parametrize("text", [b"", b"\0" * 30, b"abc", b"abc def ghi", b"abc \xff", b"abc x"])
def test_a_count_that_cannot_be_read_is_none(journal: Journal, path: Path, text: bytes) -> None:
    journal.close()
    path.with_name(f"{FILE_NAME}-count").write_bytes(text)
    assert check(path) == Checked(1, PLAYERS + 1)


def test_the_count_of_another_box_is_none(journal: Journal, path: Path) -> None:
    """A copy from another box was put in the place of a journal that had more events."""
    journal.close()
    path.with_name(f"{FILE_NAME}-count").write_bytes(bytes(Count("01234567", 999)))
    assert check(path) == Checked(1, PLAYERS + 1)


LOG, COUNT = f"{FILE_NAME}-wal", f"{FILE_NAME}-count"


@pytest.mark.parametrize(
    ("hurt", "what"),
    [
        ({FILE_NAME: b""}, "its beginning is missing"),
        ({FILE_NAME: b"S"}, "its beginning is missing"),
        ({FILE_NAME: b"", LOG: b""}, "its beginning is missing"),
        ({LOG: b""}, f"its last {PLAYERS + 1} events are missing"),
        ({LOG: b"\0" * 50_000}, "its log journal.sqlite3-wal is not what was written"),
        ({LOG: b"\0" * 50_000, COUNT: b""}, "its log journal.sqlite3-wal is not what was written"),
    ],
)
def test_what_is_damaged_is_refused_and_left_as_it_is(
    journal: Journal, path: Path, tmp_path_factory: pytest.TempPathFactory, hurt: dict[str, bytes], what: str
) -> None:
    """Nothing of the evening had been folded into the file: without its log there is no event in it."""
    folder = tmp_path_factory.mktemp("hurt")
    put(folder, files(path) | hurt)
    before = files(folder / FILE_NAME)
    for opened in (check, Journal):
        with pytest.raises(JournalDamaged, match=what):
            opened(folder / FILE_NAME)
    assert files(folder / FILE_NAME) == before


def test_a_damaged_file_is_not_touched_by_a_log_that_is_whole(
    journal: Journal, path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite itself would fold the log into it and delete the log, refused or not."""
    journal.fold()
    journal.append([Record("desk:new", (ev.PlayerSeated(99, "Zoé"),), {})], 0, "")
    folder = tmp_path_factory.mktemp("hurt")
    found = files(path)
    data = bytearray(found[FILE_NAME])
    page = data.index(b"Joueur 20") // 4096 * 4096
    data[page : page + 8] = b"\xff" * 8  # no kind of page has such a head
    put(folder, found | {FILE_NAME: bytes(data)})
    before = files(folder / FILE_NAME)
    with pytest.raises(JournalDamaged):
        Journal(folder / FILE_NAME)
    assert files(folder / FILE_NAME) == before


def test_a_file_whose_making_was_cut_is_made_anew(path: Path) -> None:
    """SQLite's own rollback journal says that there was nothing before; only who may write can take back what was begun."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE first(x)")
        connection.execute("DROP TABLE first")
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN")
        connection.execute("CREATE TABLE second(x)")
        connection.executemany("INSERT INTO second VALUES (?)", [("x" * 3000,)] * 50)
        cut = path.read_bytes(), path.with_name(f"{FILE_NAME}-journal").read_bytes()
        connection.execute("ROLLBACK")
    assert len(cut[0]) > 100_000, "half of it is in the file"
    for end, part in zip(("", "-journal"), cut, strict=True):
        path.with_name(FILE_NAME + end).write_bytes(part)
    with closing(Journal(path)) as journal:
        assert journal.append([Record("desk:0", (OPENED,), {})], 0, "") == 1


def test_a_rollback_journal_of_a_file_that_is_gone_is_of_no_account(path: Path) -> None:
    path.with_name(f"{FILE_NAME}-journal").write_bytes(bytes(1024))
    with closing(Journal(path)) as journal:
        assert journal.append([Record("desk:0", (OPENED,), {})], 0, "") == 1


# --- the doctor -----------------------------------------------------------------------------------------------------------------


def test_the_doctor_finds_a_journal_whole_beside_its_hub(journal: Journal, path: Path) -> None:
    before = files(path)
    (finding,) = doctor.journal(path.parent)
    assert (finding.level, finding.text) == ("ok", f"evenings: 1; events: {PLAYERS + 1}, all proved")
    assert files(path) == before
    assert journal.append([Record("desk:new", (ev.PlayerSeated(99, "Zoé"),), {})], 0, "") == PLAYERS + 2


def test_the_doctor_finds_none_and_makes_none(tmp_path: Path) -> None:
    (finding,) = doctor.journal(tmp_path)
    assert (finding.level, finding.text) == ("note", "no evening yet")
    assert list(doctor.journal(tmp_path / "nowhere")) == []
    assert list(tmp_path.iterdir()) == []


def test_the_doctor_names_a_newer_version(journal: Journal, path: Path) -> None:
    journal._connection.execute("PRAGMA user_version = 99")
    (finding,) = doctor.journal(path.parent)
    assert (finding.level, "of version 99, made by a newer Toptable" in finding.text) == ("failure", True)
    assert finding.advice == "update Toptable"


def test_the_doctor_names_damage_and_what_to_do(journal: Journal, path: Path) -> None:
    journal.close()
    path.write_bytes(b"")
    (finding,) = doctor.journal(path.parent)
    assert (finding.level, finding.text.endswith("its beginning is missing")) == ("failure", True)
    assert "move it aside" in finding.advice


def test_the_doctor_proves_every_evening_not_only_the_last(journal: Journal, path: Path) -> None:
    journal.append([Record("desk:new", (OPENED,), {})], 0, "")
    journal._connection.execute("DROP TRIGGER events_stand")
    journal._connection.execute("UPDATE events SET payload = replace(payload, 'Joueur 7', 'Joueur X') WHERE seq = 8")
    (finding,) = doctor.journal(path.parent)
    assert (finding.level, finding.text.endswith("event 8 is not what was written")) == ("failure", True)

"""After each round a copy lies on the stick that a hub can start from; a bad stick is told and stops nothing."""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from appliance import commands as c
from appliance.backup import Backup, BackupState, find_folder, keep, names
from appliance.hub import Hub
from appliance.journal import FILE_NAME, Journal
from appliance.seats import Seats


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (folder := tmp_path / "TOPTABLE1").mkdir()
    return folder


async def play_round(table: Any) -> None:
    await table.desk(c.DrawByComputer())
    await table.desk(c.StartClock())
    await table.desk(c.HandIn(table.hub.game.round.number, 1, "H4 ENTRAIS 66"))
    await table.desk(c.CloseRound())
    await table.desk(c.Reveal(accept_proposals=True))


async def copied(backup: Backup) -> BackupState:
    assert backup._task is not None
    await backup._task
    return backup.state


def rounds_in(file: Path) -> int:
    """Revealed rounds of a copy, which is opened for reading only."""
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    (count,) = connection.execute("SELECT count(*) FROM events WHERE kind = 'TopRevealed'").fetchone()
    connection.close()
    assert [path.name for path in file.parent.glob("*-wal")] == []
    return int(count)


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def put_back(copy: Path, data: Path) -> None:
    """What docs/power.md tells a person to do."""
    for path in data.glob(f"{FILE_NAME}*"):
        path.unlink()
    (data / FILE_NAME).write_bytes(copy.read_bytes())


async def test_each_round_is_copied_and_the_copy_before_stays(table: Any, stick: Path) -> None:
    await table.desk(c.OpenEvening("Lundi", players=("Anne",)))
    backup = Backup(table.hub, lambda: stick)
    backup.start()
    await table.desk(c.DrawByComputer())
    assert files(stick) == [], "not while the round is played"
    await table.desk(c.CloseRound())
    await table.desk(c.Reveal(accept_proposals=True))
    assert await copied(backup) == BackupState("done", str(stick))
    (copy,) = files(stick)
    assert rounds_in(stick / copy) == 1
    await play_round(table)
    await copied(backup)
    copy, before = names(table.hub.identity)
    assert (rounds_in(stick / copy), rounds_in(stick / before)) == (2, 1)
    assert files(stick) == sorted((copy, before))
    await backup.stop()


async def test_a_hub_starts_from_a_copy_into_the_same_game(
    table: Any, stick: Path, data: Path, make_hub: Callable[[], Hub]
) -> None:
    await table.desk(c.OpenEvening("Lundi", players=("Anne",)))
    backup = Backup(table.hub, lambda: stick)
    backup.start()
    await play_round(table)
    await copied(backup)
    await backup.stop()
    game = table.hub.game
    await table.hub.stop()
    put_back(stick / names(table.hub.identity)[0], data)
    hub = make_hub()
    await hub.start()
    assert hub.game == game


def test_what_is_still_in_the_log_is_copied_too(tmp_path: Path) -> None:
    journal = Journal(tmp_path / FILE_NAME)
    journal.beat(3, 4711)
    assert (tmp_path / f"{FILE_NAME}-wal").stat().st_size > 0
    (tmp_path / "copy").write_bytes(journal.copy())
    journal.close()
    copy = sqlite3.connect(tmp_path / "copy")
    assert copy.execute("SELECT round, remaining_ms FROM heartbeat").fetchone() == (3, 4711)
    copy.close()


async def test_a_stick_that_fails_is_told_and_the_evening_goes_on(table: Any, tmp_path: Path) -> None:
    await table.desk(c.OpenEvening("Lundi", players=("Anne",)))
    pulled = tmp_path / "TOPTABLE-pulled"
    backup = Backup(table.hub, lambda: pulled)
    backup.start()
    await play_round(table)
    assert await copied(backup) == BackupState("failed", str(pulled), "no such folder")
    pulled.mkdir()
    await play_round(table)
    assert await copied(backup) == BackupState("done", str(pulled))
    await backup.stop()


async def test_a_stick_that_is_put_in_gets_its_copy_at_once(table: Any, stick: Path) -> None:
    await table.desk(c.OpenEvening("Lundi", players=("Anne",)))
    there: list[Path] = []
    backup = Backup(table.hub, lambda: there[0] if there else None)
    backup.start()
    await backup.look()
    assert backup.state == BackupState("none")
    there.append(stick)
    await backup.look()
    assert await copied(backup) == BackupState("done", str(stick))
    written = (stick / names(table.hub.identity)[0]).stat().st_mtime_ns
    await backup.look()
    await backup.stop()
    assert (stick / names(table.hub.identity)[0]).stat().st_mtime_ns == written, "one look after another changes nothing"
    there.clear()
    await backup.look()
    assert backup.state == BackupState("none")


async def test_a_folder_that_was_asked_for_and_comes_back_gets_its_copy_at_once(table: Any, tmp_path: Path) -> None:
    """A network drive, or a stick mounted by hand: it may be away for a while."""
    folder = tmp_path / "drive"
    await table.desk(c.OpenEvening("Lundi", players=("Anne",)))
    backup = Backup(table.hub, lambda: find_folder(folder))
    backup.start()
    await backup.look()
    assert (backup.state.state, backup.state.detail) == ("failed", "no such folder")
    folder.mkdir()
    await backup.look()
    assert await copied(backup) == BackupState("done", str(folder))
    assert files(folder) == [names(table.hub.identity)[0]]
    await backup.stop()


async def test_a_folder_that_cannot_even_be_asked_is_told_and_stops_nothing(table: Any, tmp_path: Path) -> None:
    folder = tmp_path / ("x" * 300)
    await table.desk(c.OpenEvening("Lundi", players=("Anne",)))
    backup = Backup(table.hub, lambda: folder)
    backup.start()
    await backup.look()
    assert backup.state == BackupState("failed", str(folder), "no such folder")
    await play_round(table)
    assert (await copied(backup)).state == "failed"
    await backup.stop()


async def test_changes_while_a_copy_is_made_are_copied_after_it(table: Any, stick: Path) -> None:
    await table.desk(c.OpenEvening("Lundi", players=("Anne",)))
    asked, ended = 0, threading.Event()

    def find() -> Path:
        nonlocal asked
        asked += 1
        assert ended.wait(30), "the first copy is still being made when the evening ends"
        return stick

    backup = Backup(table.hub, find)
    backup.start()
    await play_round(table)
    task = backup._task
    await table.desk(c.EndEvening())
    ended.set()
    assert task is not None
    await task
    assert asked == 2
    connection = sqlite3.connect(stick / names(table.hub.identity)[0])
    assert connection.execute("SELECT kind FROM events ORDER BY seq DESC").fetchone() == ("EveningEnded",)
    connection.close()
    await asyncio.wait_for(backup.stop(), 10)


def test_a_copy_that_fails_half_way_leaves_the_one_before(stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(b"first", stick, "id")

    def no_space(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", no_space)
    with pytest.raises(OSError, match="No space left"):
        keep(b"second", stick, "id")
    assert (stick / names("id")[0]).read_bytes() == b"first"


def test_the_folder_is_the_one_asked_for_or_a_mounted_stick_by_its_name(tmp_path: Path) -> None:
    for name in ("pi/OTHER", "pi/TOPTABLE", "TOPTABLE2", "TOPTABLE0"):
        (tmp_path / name).mkdir(parents=True)

    def mounted(*names: str) -> Callable[[Path], bool]:
        return lambda path: path.relative_to(tmp_path).as_posix() in names

    assert find_folder(None, tmp_path, mounted()) is None, "a folder alone is no stick"
    assert find_folder(None, tmp_path, mounted("pi/OTHER", "pi/TOPTABLE")) == tmp_path / "pi/TOPTABLE"
    assert find_folder(None, tmp_path, mounted("TOPTABLE2", "pi/TOPTABLE")) == tmp_path / "TOPTABLE2"
    assert find_folder(Path("/srv/x"), tmp_path, mounted("TOPTABLE2")) == Path("/srv/x")


def test_a_stick_that_cannot_be_read_hides_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TOPTABLE-sda1", "pi/TOPTABLE"):
        (tmp_path / name).mkdir(parents=True)
    scandir = os.scandir

    def broken(path: Any = ".") -> Any:
        if "sda1" in str(path):
            raise OSError(errno.EIO, "Input/output error")
        return scandir(path)

    monkeypatch.setattr("os.scandir", broken)
    assert find_folder(None, tmp_path, lambda path: path.name == "TOPTABLE") == tmp_path / "pi/TOPTABLE"


async def test_a_box_set_up_anew_does_not_touch_the_copies_of_another(table: Any, stick: Path, tmp_path: Path) -> None:
    new = Journal(tmp_path / FILE_NAME)
    other = Seats(new.load().secret).identity
    new.close()
    keep(b"the only copy of the last season", stick, other)
    await table.desk(c.OpenEvening("Lundi", players=("Anne",)))
    backup = Backup(table.hub, lambda: stick)
    for _ in range(2):
        await backup.look()
        await copied(backup)
        backup.state = BackupState("none")
    await backup.stop()
    assert (stick / names(other)[0]).read_bytes() == b"the only copy of the last season"
    assert set(files(stick)) == {names(other)[0], *names(table.hub.identity)}

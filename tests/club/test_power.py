"""A cut or a full disk leaves whole commands: the journal opens to what was acknowledged, or says plainly that it cannot."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from appliance import commands as c
from appliance.clock import HandTime
from appliance.errors import DataUnusable, JournalError, SetupError
from appliance.hub import Hub
from appliance.journal import FILE_NAME, Journal, Record
from appliance.library import Library
from appliance.salvage import open_journal
from appliance.seats import Actor, Device
from engine import builtin
from engine import events as ev
from engine.bulletin import Bulletin
from engine.game import Entry

PAGE = 4096
FRAME = PAGE + 24
"""A page in the write-ahead log, with its header (https://www.sqlite.org/fileformat2.html#walformat)."""


def slip(number: int) -> ev.SlipHandedIn:
    return ev.SlipHandedIn(1, Bulletin(7, f"H4 ENTRAIS {number}", number, "tablet", False, 1500))


STEP = 1 if os.environ.get("TOPTABLE_LONG") else 29
"""Every so many bytes a journal is cut; the ends of the page always."""


def cuts(size: int) -> list[int]:
    """So many bytes may be missing of a page."""
    return sorted({*range(1, 40), *range(1, size + 1, STEP), *range(size - 40, size + 1)})


EVENING: tuple[tuple[ev.Event, ...], ...] = (
    (
        ev.EveningOpened("Lundi", "", builtin.ruleset("french"), builtin.tileset("fr"), ev.LexiconUsed("club", 3, "00")),
        ev.PlayerSeated(7, "Zoé"),
    ),
    *((slip(number),) for number in range(1, 60)),
    tuple(slip(number) for number in range(60, 90)),
    (slip(90), slip(91)),
)
"""What each command of an evening caused; the last two have several events."""


def answer(number: int) -> dict[str, int]:
    """What the hub answers a command: among other things the number of its last event."""
    return {"seq": sum(map(len, EVENING[: number + 1]))}


@pytest.fixture
def cut_off(tmp_path: Path) -> tuple[bytes, bytes]:
    """File and write-ahead log of that evening, as a cut right after the last command leaves them."""
    journal = Journal(tmp_path / FILE_NAME)
    for number, events in enumerate(EVENING):
        journal.append([Record(f"desk:{number}", events, answer(number))], number, "")
    parts = (tmp_path / FILE_NAME).read_bytes(), (tmp_path / f"{FILE_NAME}-wal").read_bytes()
    journal.close()
    return parts


def commands_in(folder: Path, file: bytes, log: bytes) -> int:
    """How many commands a journal of these bytes holds, all whole.

    :raises SetupError: if it is refused.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / FILE_NAME).write_bytes(file)
    if log:
        (folder / f"{FILE_NAME}-wal").write_bytes(log)
    journal = Journal(folder / FILE_NAME)
    try:
        stored = journal.load()
        answers = journal.answers([f"desk:{number}" for number in range(len(EVENING))])
    finally:
        journal.close()
    count = len(answers)
    expected = [Entry(f"desk:{number}", event) for number, events in enumerate(EVENING[:count]) for event in events]
    assert list(stored.entries) == expected
    assert answers == {f"desk:{number}": answer(number) for number in range(count)}
    return count


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder whose writes cost nothing, for thousands of journals."""
    folder = Path("/dev/shm" if os.access("/dev/shm", os.W_OK) else "/tmp") / f"toptable-test-{os.getpid()}"
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def test_a_log_cut_at_every_byte_of_its_last_page_keeps_all_commands_but_the_last(
    cut_off: tuple[bytes, bytes], memory: Path
) -> None:
    file, log = cut_off
    assert commands_in(memory, file, log) == len(EVENING)
    for missing in cuts(FRAME):
        assert commands_in(memory, file, log[:-missing]) == len(EVENING) - 1, f"cut {missing} bytes before the end"


@pytest.mark.parametrize("filler", [b"\0", b"\xff"], ids=["zeros", "ones"])
def test_a_log_whose_last_page_was_never_written_keeps_all_commands_but_the_last(
    cut_off: tuple[bytes, bytes], memory: Path, filler: bytes
) -> None:
    """A card may have given the file its length and not its content."""
    file, log = cut_off
    for missing in range(1, FRAME + 1, 7 * STEP):
        end = log[-missing:]
        expected = len(EVENING) - (end != filler * missing)
        assert commands_in(memory, file, log[:-missing] + filler * missing) == expected, f"{missing} bytes before the end"


def test_a_log_cut_anywhere_opens_to_whole_commands(cut_off: tuple[bytes, bytes], memory: Path) -> None:
    file, log = cut_off
    counts = []
    for length in (*range(0, len(log), 1531), len(log)):
        try:
            counts.append(commands_in(memory, file, log[:length]))
        except SetupError:
            counts.append(-1)
    assert counts == sorted(counts)
    assert len(set(counts)) > len(EVENING) // 2


def test_a_file_cut_at_every_byte_of_its_last_page_is_refused(cut_off: tuple[bytes, bytes], memory: Path) -> None:
    """After the log was folded in nothing can be made good; it must not open as an evening with holes."""
    memory.mkdir()
    for end, part in zip(("", "-wal"), cut_off, strict=True):
        (memory / (FILE_NAME + end)).write_bytes(part)
    Journal(memory / FILE_NAME).close()
    whole = (memory / FILE_NAME).read_bytes()
    assert commands_in(memory, whole, b"") == len(EVENING)
    for missing in cuts(PAGE):
        with pytest.raises(SetupError, match="put back a copy"):
            commands_in(memory, whole[:-missing], b"")


def test_a_journal_cut_at_every_byte_of_its_last_page_goes_on_with_whole_commands(
    cut_off: tuple[bytes, bytes], memory: Path
) -> None:
    """What the cut left is proved by the chain of hashes; the damaged file is kept. After it one may write, and what was lost, again."""
    memory.mkdir()
    for end, part in zip(("", "-wal"), cut_off, strict=True):
        (memory / (FILE_NAME + end)).write_bytes(part)
    Journal(memory / FILE_NAME).close()
    whole = (memory / FILE_NAME).read_bytes()
    for missing in cuts(PAGE):
        shutil.rmtree(memory)
        memory.mkdir()
        (memory / FILE_NAME).write_bytes(whole[:-missing])
        journal, done = open_journal(memory / FILE_NAME)
        assert done is not None
        assert done.kept_as.read_bytes() == whole[:-missing]
        stored = journal.load()
        answers = journal.answers([f"desk:{number}" for number in range(len(EVENING))])
        events = [Entry(f"desk:{number}", event) for number, events in enumerate(EVENING) for event in events]
        assert list(stored.entries) == events[: len(stored.entries)]
        assert len(stored.entries) in {sum(map(len, EVENING[:count])) for count in range(1, len(EVENING) + 1)}, "whole commands"
        assert {e.command for e in stored.entries} >= set(answers), "what was lost is not answered as if it were there"
        assert len(stored.entries) > 60, "one page of a few dozen events is all that may be lost"
        assert journal.append([Record("desk:new", (slip(99),), {})], 0, "") == len(stored.entries) + 1
        journal.close()
        again, done = open_journal(memory / FILE_NAME)
        assert done is None
        again.close()


def damaged(path: Path, records: Sequence[Record], *statements: str) -> None:
    """A journal whose last page was lost, an empty table's; what else is wrong with it *statements* have done."""
    journal = Journal(path)
    for record in records:
        journal.append([record], 0, "")
    journal.close()
    connection = sqlite3.connect(path)
    for statement in (*statements, "CREATE TABLE filler(x)"):
        connection.execute(statement)
        connection.commit()
    connection.close()
    whole = path.read_bytes()
    assert len(whole) % PAGE == 0
    path.write_bytes(whole[:-PAGE])


FREE, BREAK = "DROP TRIGGER events_stand", "UPDATE events SET hash = 'x' WHERE seq > {}"
"""Break the chain of hashes after an event."""


def test_the_devices_of_an_evening_that_was_lost_do_not_hold_their_seats_in_the_next(tmp_path: Path) -> None:
    opened = EVENING[0][0]
    records = [
        Record("desk:1", (opened,), {"seq": 1}, (Device("d" * 64, 0),)),
        Record("device:1", (ev.PlayerSeated(7, "Zoé"),), {"seq": 2}, (Device("z" * 64, 7),)),
        Record("desk:2", (opened,), {"seq": 3}),
        Record("device:2", (ev.PlayerSeated(1, "Anne"),), {"seq": 4}, (Device("a" * 64, 1),)),
    ]
    damaged(tmp_path / FILE_NAME, records, FREE, BREAK.format(2))
    journal, done = open_journal(tmp_path / FILE_NAME)
    assert done is not None
    assert [(device.token_hash[0], device.seat) for device in journal.load().devices] == [("d", 0), ("z", 7)]
    journal.append([Record("desk:3", (opened,), {"seq": 3})], 0, "")
    journal.append([Record("device:3", (ev.PlayerSeated(1, "Bob"),), {"seq": 4}, (Device("b" * 64, 1),))], 0, "")
    journal.close()


@pytest.mark.parametrize("text", ['{"seq": tru!}', "[4]", '{"seq": "4"}', "", None])
def test_without_answers_the_last_command_alone_is_given_up(text: str | None, tmp_path: Path) -> None:
    """Another command followed on each one before it: those are whole, whatever became of their answers."""
    records = [Record(f"desk:{n}", events, answer(n)) for n, events in enumerate(EVENING[:8])]
    spoil = "DELETE FROM answers" if text is None else f"UPDATE answers SET answer = '{text}'"
    damaged(tmp_path / FILE_NAME, records, spoil, FREE, BREAK.format(8))
    journal, done = open_journal(tmp_path / FILE_NAME)
    assert done is not None
    # the one event of desk:7 is unreadable, and that of desk:6 before it may have been its command's first
    assert [entry.command for entry in journal.load().entries] == ["desk:0", *(f"desk:{n}" for n in range(6))]
    assert journal.answers([record.command for record in records]) == {}
    journal.close()


def test_damage_in_the_middle_is_not_mended(cut_off: tuple[bytes, bytes], tmp_path: Path) -> None:
    """An evening with holes is worse than none; nothing is changed."""
    path = tmp_path / "evening" / FILE_NAME
    path.parent.mkdir()
    for end, part in zip(("", "-wal"), cut_off, strict=True):
        path.with_name(FILE_NAME + end).write_bytes(part)
    Journal(path).close()
    whole = bytearray(path.read_bytes())
    at = whole.index(b"H4 ENTRAIS 20")
    whole[at : at + 13] = b"H4 ENTRAIS 99"
    page = at // PAGE * PAGE
    whole[page : page + 8] = b"\xff" * 8  # no kind of page has such a head
    path.write_bytes(whole)
    with pytest.raises(SetupError, match="move it aside"):
        open_journal(path)
    assert path.read_bytes() == whole
    assert not list(path.parent.glob("*damaged*"))


def test_a_file_that_is_no_journal_is_not_salvaged(tmp_path: Path) -> None:
    for data in (b"no journal at all" * 100, b"SQLite format 3\0" + b"\xff" * 5000, b"SQLite format 3\0"):
        (tmp_path / FILE_NAME).write_bytes(data)
        with pytest.raises(SetupError):
            open_journal(tmp_path / FILE_NAME)
        assert (tmp_path / FILE_NAME).read_bytes() == data


# --- a full disk ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of one megabyte; only root can make one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)], capture_output=True, check=False)
    if mounted.returncode:
        pytest.skip("a file system of its own can only be mounted by root")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


MakeRoom = Callable[[], object]


def fill_file_system(journal: Path) -> MakeRoom:
    """Leave no byte free beside the journal."""
    stuff = journal.with_name("stuff")
    with stuff.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(b"x" * 512):
            pass
    return stuff.unlink


def forbid_growth(journal: Journal) -> MakeRoom:
    """Let the file grow no further: what SQLite then says is what it says on a full disk."""
    run = journal._connection.execute
    pages = run("PRAGMA page_count").fetchone()[0]
    run(f"PRAGMA max_page_count = {pages}")
    return lambda: run("PRAGMA max_page_count = 100000")


async def play_on_a_full_disk(folder: Path, library: Library, fill: Callable[[Journal], MakeRoom]) -> None:
    """A slip that finds no room is refused, not half kept; with room again the same wish is carried out; nothing is lost."""
    hub = Hub(folder / FILE_NAME, library, HandTime(), Random(7), lexicon="club")
    await hub.start()
    await hub.submit(c.OpenEvening("Lundi", players=("Anne",)), "desk-00001", Actor("desk"))
    await hub.submit(c.DrawTyped("AEINRST"), "desk-00002", Actor("desk"))
    await hub.submit(c.StartClock(), "desk-00003", Actor("desk"))
    make_room = await hub._in_writer(lambda: fill(hub._journal))

    async def send(number: int) -> int:
        slip = c.HandIn(1, 1, f"H4 {'É' * 190} {number}")
        return int((await hub.submit(slip, f"slip-{number:05}", Actor("seat", 1)))["number"])

    kept = 0
    with suppress(JournalError):
        while kept < 1000:
            kept = await send(kept)
    seen = hub.game
    assert len(seen.round.bulletins if seen.round else ()) == kept < 1000, "the slip that was refused is not in the game"
    with pytest.raises(JournalError, match="full"):
        await send(kept)
    assert hub.game == seen
    await hub._in_writer(make_room)
    assert [await send(number) for number in range(kept + 1)] == list(range(1, kept + 2))
    await hub.stop()
    after = Hub(folder / FILE_NAME, library, HandTime(), Random(7), lexicon="club")
    await after.start()
    assert after.game.round is not None
    assert [slip.number for slip in after.game.round.bulletins] == list(range(1, kept + 2))
    await after.stop()


async def test_a_journal_that_may_not_grow(tmp_path: Path, library: Library) -> None:
    await play_on_a_full_disk(tmp_path, library, forbid_growth)


async def test_a_full_disk(small_disk: Path, library: Library) -> None:
    await play_on_a_full_disk(small_disk, library, lambda journal: fill_file_system(journal.path))


async def test_a_hub_that_starts_on_a_full_disk_says_so_and_loses_nothing(small_disk: Path, library: Library) -> None:
    """With a clock that ran at the cut it must write that it stands; without room it says so, and starts once there is some."""
    path = small_disk / FILE_NAME
    hub = Hub(path, library, HandTime(), Random(7), lexicon="club")
    await hub.start()
    await hub.submit(c.OpenEvening("Lundi", players=("Anne",)), "desk-00001", Actor("desk"))
    await hub.submit(c.DrawTyped("AEINRST"), "desk-00002", Actor("desk"))
    await hub.submit(c.StartClock(), "desk-00003", Actor("desk"))
    before = hub.game
    parts = path.read_bytes(), path.with_name(f"{FILE_NAME}-wal").read_bytes()
    await hub.stop()
    for end, part in zip(("", "-wal"), parts, strict=True):
        path.with_name(FILE_NAME + end).write_bytes(part)
    make_room = fill_file_system(path)
    starting = Hub(path, library, HandTime(), Random(7), lexicon="club")
    with pytest.raises(DataUnusable, match=r"journal .*make room"):
        await starting.start()
    make_room()
    after = Hub(path, library, HandTime(), Random(7), lexicon="club")
    await after.start()
    assert after.game.history[: len(before.history)] == before.history
    assert after.game.phase.value == "paused"
    await after.stop()

"""Whatever becomes of a killed hub's files: no acknowledged slip is lost without a word, and what opens is a paused round.

The evening is played by a hub; what was acknowledged is noted when the hub answers, before any damage.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from appliance import commands as c
from appliance.clock import HandTime
from appliance.errors import DataUnusable, JournalDamaged
from appliance.hub import Hub
from appliance.journal import FILE_NAME, Journal
from appliance.journal_check import check
from appliance.library import Library
from appliance.salvage import open_journal
from appliance.seats import Actor
from engine import events as ev
from engine.game import Phase

ROOT = Path(__file__).resolve().parents[2]
LOG, COUNT = f"{FILE_NAME}-wal", f"{FILE_NAME}-count"
PLAYERS = ("Anne", "Bob", "Cléo", "Dan")
Files = dict[str, bytes]


@dataclass(frozen=True)
class Killed:
    """The files of a hub that was killed in its third round, and what it had acknowledged."""

    files: Files
    slips: tuple[str, ...]
    """In the order in which they were acknowledged."""
    seqs: tuple[int, ...]
    """The last event when each of them was."""
    revealed: int
    """The last event when the second round had been revealed."""


async def play(folder: Path, library: Library) -> Killed:
    hub = Hub(folder / FILE_NAME, library, HandTime(), Random(7), lexicon="club")
    await hub.start()
    slips: list[str] = []
    seqs: list[int] = []
    revealed, wishes = 0, iter(range(10_000, 20_000))

    async def desk(command: c.Command) -> int:
        return int((await hub.submit(command, f"desk-{next(wishes)}", Actor("desk")))["seq"])

    await desk(c.OpenEvening("Lundi", players=PLAYERS))
    for number in (1, 2, 3):
        await desk(c.DrawByComputer())
        await desk(c.StartClock())
        for seat in (*range(1, len(PLAYERS) + 1), 1, 2):
            text = f"H4 ENTRAIS {len(slips)}"
            answer = await hub.submit(c.HandIn(number, seat, text), f"slip-{next(wishes)}", Actor("seat", seat))
            slips.append(text)
            seqs.append(int(answer["seq"]))
        if number < 3:
            await desk(c.EndTime())
            await desk(c.CloseRound())
            revealed = await desk(c.Reveal(accept_proposals=True))
            await asyncio.gather(*hub._beside_queue)
    files = {name: (folder / name).read_bytes() for name in (FILE_NAME, LOG, COUNT)}
    await hub.stop()
    return Killed(files, tuple(slips), tuple(seqs), revealed)


@pytest.fixture
async def killed(tmp_path: Path, library: Library) -> Killed:
    """Each round is folded into the file, so that the log holds the third."""
    (tmp_path / "folded").mkdir()
    return await play(tmp_path / "folded", library)


@pytest.fixture
async def never_folded(tmp_path: Path, library: Library, monkeypatch: pytest.MonkeyPatch) -> Killed:
    """Nothing could be folded: the log holds all."""
    (tmp_path / "not-folded").mkdir()
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "fold", lambda journal: None)
        return await play(tmp_path / "not-folded", library)


def put(folder: Path, files: Files) -> Path:
    """The journal's path in a folder that holds these files."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder / FILE_NAME


def found_in(folder: Path) -> Files:
    return {each.name: each.read_bytes() for each in folder.iterdir() if not each.name.endswith("-shm")}


def slips_in(journal: Journal) -> list[str]:
    return [entry.event.bulletin.text for entry in journal.load().entries if isinstance(entry.event, ev.SlipHandedIn)]


def changed(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 0x40]) + data[at + 1 :]


def nothing_lost_without_a_word(path: Path, evening: Killed) -> list[str]:
    """The slips of the journal that opens there; if any that were acknowledged are missing, that is told and the files are kept."""
    before = found_in(path.parent)
    journal, done = open_journal(path)
    with closing(journal):
        slips = slips_in(journal)
        seq = journal.load().seq
    assert slips == list(evening.slips[: len(slips)]), "as they were handed in, without a hole"
    assert len(slips) == sum(number <= seq for number in evening.seqs)
    if done is None:
        assert slips == list(evening.slips)
    else:
        kept = found_in(path.parent)
        stem = done.kept_as.name.removesuffix("-wal")
        for end in ("", "-wal"):
            assert kept.get(stem + end) == before.get(FILE_NAME + end), "the damaged files, as they were found"
        check(path, every_event=True)
        again, done = open_journal(path)
        again.close()
        assert done is None, "told once"
    return slips


def test_what_the_hub_left_opens_to_all_that_was_acknowledged(killed: Killed, never_folded: Killed, tmp_path: Path) -> None:
    for evening in (killed, never_folded):
        assert nothing_lost_without_a_word(put(tmp_path / "hurt", evening.files), evening) == list(evening.slips)
        assert not list((tmp_path / "hurt").glob("*damaged*"))


def test_most_bytes_changed_in_a_log_cost_no_slip(never_folded: Killed, tmp_path: Path) -> None:
    """Later transactions wrote the page anew. Only of a page that is full, and was not touched again, the last state is in one frame."""
    log = never_folded.files[LOG]
    counts = []
    for at in range(32, len(log), len(log) // 20):
        path = put(tmp_path / "hurt", never_folded.files | {LOG: changed(log, at)})
        counts.append(len(nothing_lost_without_a_word(path, never_folded)))
    assert counts.count(len(never_folded.slips)) > len(counts) // 2


def test_a_byte_changed_anywhere_in_the_log_is_told_if_it_costs_a_slip(killed: Killed, tmp_path: Path) -> None:
    log = killed.files[LOG]
    counts = [
        len(nothing_lost_without_a_word(put(tmp_path / "hurt", killed.files | {LOG: changed(log, at)}), killed))
        for at in (*range(0, 32, 7), *range(32, len(log), 2777), len(log) - 1)
    ]
    assert min(counts) >= 12, "of the first two rounds nothing is lost"


class PowerCut(BaseException):
    """The program does not go on."""


def test_a_salvage_that_is_cut_anywhere_goes_on_to_the_same_end(
    never_folded: Killed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = never_folded.files | {LOG: changed(never_folded.files[LOG], len(never_folded.files[LOG]) // 2)}
    uncut = nothing_lost_without_a_word(put(tmp_path / "uncut", damaged), never_folded)
    for steps in range(20):
        path = put(tmp_path / "cut", damaged)
        left = steps

        def step(method: Callable[..., object]) -> Callable[..., object]:
            def may_be_cut(*args: Any, **options: Any) -> object:
                nonlocal left
                if FILE_NAME in str(args) and "salvage-" not in str(args[-1]):
                    if left == 0:
                        raise PowerCut
                    left -= 1
                return method(*args, **options)

            return may_be_cut

        with monkeypatch.context() as patch:
            patch.setattr(os, "link", step(os.link))
            patch.setattr(Path, "unlink", step(Path.unlink))
            patch.setattr(Path, "replace", step(Path.replace))
            try:
                open_journal(path)[0].close()
                break
            except PowerCut:
                pass
        journal, done = open_journal(path)
        with closing(journal):
            assert slips_in(journal) == uncut
        assert done is not None, "the desk is told"
        kept = found_in(path.parent)
        assert damaged[LOG] == kept[f"{done.kept_as.name.removesuffix('-wal')}-wal"]
    assert steps >= 6, "two links, the new file beside the old one, at least two files away, the new file in its place"


def test_what_a_salvage_that_was_killed_has_left_goes_with_the_next(never_folded: Killed, tmp_path: Path) -> None:
    """Where systemd finds the start too long, it kills the hub and begins again: a disk full of halves would be the end."""
    path = put(tmp_path / "again", never_folded.files | {LOG: changed(never_folded.files[LOG], len(never_folded.files[LOG]) // 2)})
    killed = """
import os, sys
from pathlib import Path
from appliance import salvage
salvage._write = lambda *_: os.kill(os.getpid(), 9)
salvage.open_journal(Path(sys.argv[1]))
"""
    for _ in range(2):
        assert subprocess.run([sys.executable, "-c", killed, str(path)], cwd=ROOT, check=False).returncode == -9
        assert len([each for each in path.parent.iterdir() if each.is_dir()]) == 1
    open_journal(path)[0].close()
    assert not [each for each in path.parent.iterdir() if each.is_dir()]


def test_a_log_cut_anywhere_is_told_and_costs_at_most_the_round_in_play(killed: Killed, tmp_path: Path) -> None:
    log = killed.files[LOG]
    counts = [
        len(nothing_lost_without_a_word(put(tmp_path / "hurt", killed.files | {LOG: log[:length]}), killed))
        for length in range(0, len(log), 4120)
    ]
    assert counts == sorted(counts)
    assert counts[0] == 12, "six slips in each of two rounds"


@pytest.mark.parametrize("without", [(LOG,), (LOG, COUNT)], ids=["noticed", "not noticed"])
def test_a_log_that_is_missing_costs_the_round_in_play(killed: Killed, without: tuple[str, ...], tmp_path: Path) -> None:
    """Without the count nothing tells that there was more: docs/power.md says so."""
    path = put(tmp_path / "hurt", {name: data for name, data in killed.files.items() if name not in without})
    journal, done = open_journal(path)
    with closing(journal):
        assert journal.load().seq == killed.revealed
    assert (done is not None) == (COUNT not in without)


@pytest.mark.parametrize("file", [None, b"", b"S"], ids=["missing", "empty", "one byte"])
def test_a_log_that_holds_all_is_enough(never_folded: Killed, file: bytes | None, tmp_path: Path) -> None:
    """SQLite would have deleted it."""
    files = {name: data for name, data in never_folded.files.items() if name != FILE_NAME}
    path = put(tmp_path / "hurt", files if file is None else files | {FILE_NAME: file})
    assert nothing_lost_without_a_word(path, never_folded) == list(never_folded.slips)


@pytest.mark.parametrize("log", [True, False], ids=["log", "no log"])
@pytest.mark.parametrize("file", [None, b"", b"S"], ids=["missing", "empty", "one byte"])
def test_without_the_file_that_has_the_evening_nothing_is_begun_and_nothing_changed(
    killed: Killed, file: bytes | None, log: bool, tmp_path: Path
) -> None:
    files = {COUNT: killed.files[COUNT]} | ({LOG: killed.files[LOG]} if log else {}) | ({} if file is None else {FILE_NAME: file})
    path = put(tmp_path / "hurt", files)
    with pytest.raises(JournalDamaged, match=r"its beginning is missing; move it aside .* or put back a copy; nothing was changed"):
        open_journal(path)
    assert found_in(path.parent) == files


def test_what_the_handbook_tells_to_type_moves_all_aside_and_loses_nothing(killed: Killed, tmp_path: Path) -> None:
    recipes = set(re.findall(r"^ *(sudo sh -c .*journal.*)$", (ROOT / "docs" / "power.md").read_text(encoding="utf-8"), re.MULTILINE))
    assert len(recipes) == 1, "to start anew, and before a copy is put back"
    path = put(tmp_path / "box", killed.files)
    typed = recipes.pop().removeprefix("sudo ").replace("/var/lib/toptable", str(path.parent))
    subprocess.run(["sh", "-c", typed], check=True)
    (aside,) = path.parent.iterdir()
    journal, done = open_journal(path)
    with closing(journal):
        assert (journal.load().seq, done) == (0, None)
    journal, done = open_journal(aside / FILE_NAME)
    with closing(journal):
        assert (slips_in(journal), done) == (list(killed.slips), None)


HURT: dict[str, Callable[[Files], Files]] = {
    "a byte of the log": lambda files: files | {LOG: changed(files[LOG], len(files[LOG]) // 2)},
    "half of the log": lambda files: files | {LOG: files[LOG][: len(files[LOG]) // 2]},
    "the log": lambda files: files | {LOG: b""},
    "the file, of which the log has all": lambda files: files | {FILE_NAME: b""},
}


@pytest.mark.parametrize("hurt", HURT.values(), ids=HURT)
async def test_a_hub_starts_on_it_with_the_clock_standing_and_says_so(
    never_folded: Killed, killed: Killed, hurt: Callable[[Files], Files], tmp_path: Path, library: Library
) -> None:
    for evening in (never_folded, killed):
        path = put(tmp_path / "hurt", hurt(evening.files))
        hub = Hub(path, library, HandTime(), Random(7), lexicon="club")
        try:
            await hub.start()
        except DataUnusable:
            assert found_in(path.parent) == hurt(evening.files), "refused, and left as it was"
            continue
        assert hub.salvaged is not None
        assert hub.game.phase in {Phase.PAUSED, Phase.DRAWN, Phase.REVEALED}
        assert hub.game.opened is not None
        await hub.stop()


async def test_a_reveal_is_answered_before_the_log_is_folded(
    tmp_path: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow card holds nobody up: the fold here does not end before the answer is there."""
    answered, fold = threading.Event(), Journal.fold

    def slow_fold(journal: Journal) -> None:
        assert answered.wait(30)
        fold(journal)

    hub = Hub(tmp_path / FILE_NAME, library, HandTime(), Random(7), lexicon="club")
    await hub.start()
    steps: tuple[c.Command, ...] = (c.OpenEvening("Lundi", players=PLAYERS), c.DrawTyped("AEINRST"), c.CloseRound())
    for number, command in enumerate(steps):
        await hub.submit(command, f"desk-{number:05}", Actor("desk"))
        await asyncio.gather(*hub._beside_queue)
    monkeypatch.setattr(Journal, "fold", slow_fold)
    seq = (await hub.submit(c.Reveal(), "desk-reveal", Actor("desk")))["seq"]
    answered.set()
    await asyncio.gather(*hub._beside_queue)
    path = put(tmp_path / "file", {FILE_NAME: (tmp_path / FILE_NAME).read_bytes()})
    with closing(Journal(path)) as journal:
        assert journal.load().seq == seq, "the file alone has all"
    await hub.stop()

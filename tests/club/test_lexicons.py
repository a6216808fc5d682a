"""The folder of lexicons and ``toptable lexicon``: real files, real processes."""

from __future__ import annotations

import asyncio
import errno
import hashlib
import lzma
import os
import pty
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from appliance import commands as c
from appliance.cli import main
from appliance.clock import HandTime
from appliance.hub import Hub
from appliance.journal import FILE_NAME
from appliance.lexicon_cli import progress_bar
from appliance.lexicons import SHIPPED, Entry, LexiconFolder, difference, map_lexicon
from appliance.library import Library
from appliance.seats import Actor
from engine.builtin import tileset
from engine.codec import decode_event, encode_event, event_kind
from engine.errors import LexiconError
from engine.evening import parse_evening, play_evening
from engine.game import Entry as Logged
from engine.game import fold
from engine.lexicon import Lexicon, compile_words
from engine.lexicon_file import MAGIC
from engine.standings import standings

ROOT = Path(__file__).resolve().parents[2]
CLUB = "aa\tLAVE\nété;saison\nœuf\nretines\nx\nva-t-en\nAA\n"


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    """Stands for ``lexicons/``: one small open list."""
    folder = tmp_path / "shipped"
    folder.mkdir()
    text = b"AA\nAS\nRETINES\n"
    (folder / "small.txt.xz").write_bytes(lzma.compress(text))
    (folder / "lists.toml").write_text(
        f'[small]\nlanguage = "fr"\nwords = 3\nsha256 = "{hashlib.sha256(text).hexdigest()}"\n'
        'date = "2026-01-01"\nlicence = "none"\nsource = "a test"\n',
        encoding="utf-8",
    )
    return folder


@pytest.fixture
def folder(tmp_path: Path, shipped: Path) -> LexiconFolder:
    return LexiconFolder(tmp_path / "data" / "lexicons", shipped)


@pytest.fixture
def club_list(tmp_path: Path) -> Path:
    path = tmp_path / "club.txt"
    path.write_text(CLUB, encoding="cp1252")
    return path


# -- the open lists ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["fr", "nl", "ro", "en"])
def test_the_shipped_lists_are_what_their_description_says(name: str) -> None:
    listed = tomllib.loads((SHIPPED / "lists.toml").read_text(encoding="utf-8"))[name]
    text = lzma.decompress((SHIPPED / f"{name}.txt.xz").read_bytes())
    assert hashlib.sha256(text).hexdigest() == listed["sha256"]
    assert len(text.splitlines()) == listed["words"]
    readme = (SHIPPED / "README.md").read_text(encoding="utf-8")
    assert f"| {listed['words']:,} | `{listed['sha256']}` |" in readme
    assert (SHIPPED / "licences" / f"{name}.txt").stat().st_size > 1000


def test_an_open_list_is_compiled_on_first_use_only(folder: LexiconFolder) -> None:
    assert [entry.state for entry in folder.entries()] == ["compiled on first use"]
    steps: list[tuple[str, float]] = []
    lexicon = folder.open("small", lambda step, done: steps.append((step, done)))
    assert list(lexicon.words()) == ["AA", "AS", "RETINES"]
    assert not lexicon.info.official
    assert [step for step, _ in steps] == ["reading", "compiling", "writing", "ready"]
    assert [done for _, done in steps] == [0, 0.3, 0.9, 1]
    again: list[str] = []
    folder.open("small", lambda step, _: again.append(step))
    assert not again
    assert [entry.state for entry in folder.entries()] == ["ready"]


@pytest.mark.parametrize("damage", [b"", b"TOPTABLE", b"something else entirely"])
def test_a_damaged_or_old_open_lexicon_is_compiled_again(folder: LexiconFolder, damage: bytes) -> None:
    folder.open("small")
    folder.path("small").write_bytes(damage)
    assert "RETINES" in folder.open("small")
    folder.path("small").write_bytes(compile_words(["ZZ"], tileset("fr"), name="small"))
    assert "RETINES" in folder.open("small"), "an older edition of the open list is replaced"


def test_an_open_list_that_is_not_what_was_described_is_refused(folder: LexiconFolder, shipped: Path) -> None:
    (shipped / "small.txt.xz").write_bytes(lzma.compress(b"AA\nZZ\n"))
    with pytest.raises(LexiconError, match="not the list that"):
        folder.open("small")
    assert list(folder.folder.glob("*.lexicon")) == []


def test_a_missing_description_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(LexiconError, match="description of the open lists cannot be read"):
        LexiconFolder(tmp_path, tmp_path).names()


# -- a club's own list ---------------------------------------------------------------------------------------


def test_import_list_open_remove(folder: LexiconFolder, club_list: Path) -> None:
    made = folder.import_file(club_list, "club", "fr", official=True, date="2024-01-01")
    assert made.report is not None
    assert (made.report.encoding, made.report.duplicates, made.report.rejected) == ("cp1252", 1, 2)
    assert set(folder.open("club").words()) == {"AA", "ETE", "OEUF", "RETINES"}
    assert folder.names() == ("club", "small")
    fingerprint = hashlib.sha256(b"AA\nETE\nOEUF\nRETINES\n").hexdigest()
    assert folder.entries()[0] == Entry("club", "fr", 4, fingerprint, "2024-01-01", True, "ready")
    folder.remove("club")
    assert folder.names() == ("small",)
    with pytest.raises(LexiconError, match="no lexicon 'club'"):
        folder.open("club")


def test_import_of_a_kwg_file_and_of_a_compiled_lexicon(folder: LexiconFolder, tmp_path: Path) -> None:
    original = Lexicon(compile_words(["CAS", "ETE"], tileset("fr"), name="elsewhere"))
    (tmp_path / "a.kwg").write_bytes(original.kwg())
    (tmp_path / "b.lexicon").write_bytes(original.to_bytes())
    for file, name in (("a.kwg", "from-kwg"), ("b.lexicon", "from-lexicon")):
        assert folder.import_file(tmp_path / file, name, "fr").report is None
        assert list(folder.open(name).words()) == ["CAS", "ETE"]
        assert folder.open(name).info.fingerprint == original.info.fingerprint


def test_a_name_is_taken_once_unless_replacing(folder: LexiconFolder, club_list: Path) -> None:
    folder.import_file(club_list, "club", "fr")
    club_list.write_text("sac\n", encoding="utf-8")
    in_use = folder.open("club")
    with pytest.raises(LexiconError, match="there is a lexicon 'club' already"):
        folder.import_file(club_list, "club", "fr")
    folder.import_file(club_list, "club", "fr", replace=True)
    assert list(folder.open("club").words()) == ["SAC"]
    assert "RETINES" in in_use, "an evening that has the old one open goes on with it"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": "small"}, "comes with Toptable"),
        ({"name": "../club"}, "no lexicon name"),
        ({"name": "Club"}, "no lexicon name"),
        ({"name": "x" * 40}, "no lexicon name"),
        ({"language": "tlh"}, "language 'tlh'"),
        ({"date": "yesterday"}, "date 'yesterday'"),
        ({"encoding": "klingon"}, "unknown encoding"),
        ({"source": Path("/nowhere/at/all")}, "there is no such file"),
        ({"source": Path("/")}, "a folder is there"),
    ],
)
def test_what_cannot_be_imported(
    folder: LexiconFolder, club_list: Path, changes: dict[str, object], message: str
) -> None:
    arguments: dict[str, object] = {"source": club_list, "name": "club", "language": "fr"} | changes
    with pytest.raises(LexiconError, match=message):
        folder.import_file(**arguments)  # type: ignore[arg-type]
    assert not list(folder.folder.glob("*"))


def test_a_damaged_import_is_refused_by_name(folder: LexiconFolder, club_list: Path) -> None:
    folder.import_file(club_list, "club", "fr")
    data = folder.path("club").read_bytes()
    folder.path("club").write_bytes(data[: len(data) // 2])
    with pytest.raises(LexiconError, match=r"club\.lexicon.*import the list again"):
        folder.open("club")
    states = {entry.name: entry.state for entry in folder.entries()}
    assert "truncated" in states["club"]


def test_open_lists_stay(folder: LexiconFolder) -> None:
    with pytest.raises(LexiconError, match="comes with Toptable"):
        folder.remove("small")


def test_difference_of_two_lists(folder: LexiconFolder, club_list: Path) -> None:
    folder.import_file(club_list, "club", "fr")
    assert difference(folder.open("small"), folder.open("club")) == (["AS"], ["ETE", "OEUF"])


# -- whole or not at all -------------------------------------------------------------------------------------


def test_a_full_disk_leaves_nothing_behind(
    folder: LexiconFolder, club_list: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(LexiconError, match="the disk is full"):
        folder.import_file(club_list, "club", "fr")
    assert [path.name for path in folder.folder.iterdir()] == [".lock"]


def test_a_power_cut_while_writing_leaves_the_old_list_and_the_next_import_clears_up(
    folder: LexiconFolder, club_list: Path
) -> None:
    folder.import_file(club_list, "club", "fr")
    club_list.write_text("sac\n", encoding="utf-8")
    killed = f"""
import os, signal, sys
from pathlib import Path
from appliance.lexicons import LexiconFolder
Path.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
LexiconFolder(Path({str(folder.folder)!r})).import_file(Path({str(club_list)!r}), "club", "fr", replace=True)
"""
    done = subprocess.run([sys.executable, "-c", killed], cwd=ROOT, timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL
    assert sorted(path.name for path in folder.folder.iterdir()) == [".lock", "club.lexicon", "club.part"]
    assert "RETINES" in folder.open("club")
    assert folder.names() == ("club", "small")
    folder.import_file(club_list, "club", "fr", replace=True)
    assert sorted(path.name for path in folder.folder.iterdir()) == [".lock", "club.lexicon"]
    assert list(folder.open("club").words()) == ["SAC"]


def test_two_processes_that_need_the_same_list_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "appliance", "lexicon", "check", "en", "QUIZ", "--data", str(tmp_path)]
    both = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert [process.communicate(timeout=120)[0] for process in both] == ["QUIZ: valid in en\n"] * 2
    assert [process.returncode for process in both] == [0, 0]
    assert sorted(path.name for path in (tmp_path / "lexicons").iterdir()) == [".lock", "en.lexicon"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written(tmp_path: Path, shipped: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(LexiconError, match="this user may not open it"):
        LexiconFolder(tmp_path / "data", shipped).open("small")


def test_a_folder_that_is_a_file(tmp_path: Path, shipped: Path) -> None:
    (tmp_path / "data").write_text("in the way", encoding="utf-8")
    with pytest.raises(LexiconError, match="is a file, expected a folder"):
        LexiconFolder(tmp_path / "data", shipped).open("small")


# -- an evening and its list ---------------------------------------------------------------------------------


def test_a_game_is_replayed_unchanged_after_its_lexicon_was_removed(tmp_path: Path, club_list: Path) -> None:
    library = Library(tmp_path / "data", tmp_path)
    library.lexicons.import_file(club_list, "club", "fr", official=True)
    script = "rules french\nlexicon club\nseat 1 Anne\nseat 2 Jean\ndraw AEINRST\nslip 1 H4 RETINES 66\nslip 2 H4 RESINET 66\nclose\n"
    played = play_evening(parse_evening(script.replace("AEINRST", "EEINRST")), library).game
    stored = [(entry.command, event_kind(entry.event), encode_event(entry.event)) for entry in played.history]
    library.lexicons.remove("club")
    assert "club" not in library.names()
    again = fold(Logged(command, decode_event(kind, text)) for command, kind, text in stored)
    assert again == played
    assert again.opened is not None
    assert again.opened.lexicon.name == "club"
    assert [line.total for line in standings(again)] == [66, 0]


# -- the command line ----------------------------------------------------------------------------------------

Toptable = Callable[..., int]


@pytest.fixture
def toptable(tmp_path: Path) -> Toptable:
    return lambda *words: main(["lexicon", *words, "--data", str(tmp_path / "data")])


def test_check_answers_by_its_exit_status(
    toptable: Toptable, club_list: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert toptable("import", str(club_list), "--name", "club", "--language", "fr") == 0
    capsys.readouterr()
    assert toptable("check", "club", "retines", "ÉTÉ") == 0
    assert capsys.readouterr().out == "RETINES: valid in club\nETE: valid in club\n"
    assert toptable("check", "club", "RETINES", "JABS", "PEUT-ETRE") == 1
    out = capsys.readouterr().out
    assert "RETINES: valid in club\nJABS: not valid in club\nPEUT-ETRE: not valid in club: '-'" in out
    assert toptable("check", "club", "?TE", "A?") == 0
    assert capsys.readouterr().out == "?TE: ETE\nA?: AA\n"
    assert toptable("check", "club", "Z?") == 1


def test_import_reports_what_it_read(
    toptable: Toptable, club_list: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--name", "club", "--language", "fr", "--official", "--date", "2024"]
    assert toptable("import", str(club_list), *words) == 0
    out = capsys.readouterr().out
    assert "words        4\n" in out
    assert "status       official\n" in out
    assert "per length   2: 1  3: 1  4: 1  5: 0  6: 0  7: 1" in out
    assert "lines        7, of which 1 repeat a word and 2 were rejected\n" in out
    assert "line 5: 'X': a word has 2 to 15 tiles, not 1\n" in out
    assert "line 6: 'VA-T-EN': '-' in 'VA-T-EN' is no letter" in out


def test_list_info_diff_export_remove(
    toptable: Toptable, club_list: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    toptable("import", str(club_list), "--name", "club", "--language", "fr")
    (tmp_path / "other.txt").write_text("aa\nsac\n", encoding="utf-8")
    toptable("import", str(tmp_path / "other.txt"), "--name", "other", "--language", "fr")
    capfdbinary.readouterr()
    assert toptable("list") == 0
    names = [line.split()[0] for line in capfdbinary.readouterr().out.decode().splitlines()]
    assert names == ["name", "club", "en", "fr", "nl", "other", "ro"]
    assert toptable("info", "club") == 0
    assert b"open list, not official" in capfdbinary.readouterr().out
    assert toptable("diff", "club", "other") == 1
    assert capfdbinary.readouterr().out == b"- ETE\n- OEUF\n- RETINES\n+ SAC\n"
    assert toptable("diff", "club", "club") == 0
    capfdbinary.readouterr()
    assert toptable("export", "club") == 0
    assert capfdbinary.readouterr().out == b"AA\nETE\nOEUF\nRETINES\n"
    assert toptable("export", "club", "--format", "kwg", "--output", str(tmp_path / "club.kwg")) == 0
    assert toptable("import", str(tmp_path / "club.kwg"), "--name", "back", "--language", "fr") == 0
    assert toptable("diff", "club", "back") == 0
    assert toptable("remove", "club") == 0
    assert toptable("remove", "club") == 2
    assert b"no lexicon 'club'" in capfdbinary.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ("info", "none"),
        ("check", "none", "AA"),
        ("export", "no/ne"),
        ("diff", "none", "none"),
        ("remove", "fr"),
    ],
)
def test_what_cannot_be_done_says_why_on_standard_error(
    toptable: Toptable, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert toptable(*words) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith(f"toptable lexicon {words[0]}: ")
    assert shown.out == ""


def test_a_reader_that_stops_early_is_no_failure(tmp_path: Path) -> None:
    command = f"{sys.executable} -m appliance lexicon export en --data {tmp_path} | head -1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.stdout, done.stderr, done.returncode) == ("AA\n", "", 0)


def test_the_bar_is_drawn_on_a_terminal(tmp_path: Path) -> None:
    """A real pseudo-terminal as standard error."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "appliance", "lexicon", "build", "en", "--data", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=theirs, timeout=120, check=True)
    os.close(theirs)
    shown = b""
    while True:
        try:
            chunk = os.read(ours, 65536)
        except OSError:  # Linux answers so once the other side is closed
            break
        shown += chunk
        if not chunk:
            break
    os.close(ours)
    assert done.stdout == b"en: 247526 words, 3236defc\n"
    text = shown.decode()
    assert "en ░" in text
    assert "compiling" in text
    assert "100% ready" in text


def test_the_folder_of_a_lexicon_can_be_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "elsewhere.lexicon"
    path.write_bytes(compile_words(["AA"], tileset("fr"), name="elsewhere"))
    assert list(map_lexicon(path).words()) == ["AA"]
    with pytest.raises(FileNotFoundError):
        map_lexicon(tmp_path / "none")


def test_a_list_given_by_its_path_is_named_when_it_is_damaged(tmp_path: Path) -> None:
    """Among many files a person must know which one; the first section begins right behind magic and table."""
    whole = compile_words(["AA", "AS", "RETINES"], tileset("fr"), name="club")
    path = tmp_path / "club.lexicon"
    at = 3 * len(whole) // 4
    turned = whole[:at] + bytes([whole[at] ^ 0x20]) + whole[at + 1 :]
    for damaged in (*(whole[:length] for length in range(len(MAGIC), len(whole), 97)), turned):
        path.write_bytes(damaged)
        with pytest.raises(LexiconError) as error:
            Library(tmp_path).open(str(path))
        assert str(path) in str(error.value)


@pytest.mark.slow
async def test_a_list_that_an_evening_needs_is_compiled_apart_and_the_desk_is_told(tmp_path: Path) -> None:
    library = Library(tmp_path)
    hub = Hub(tmp_path / FILE_NAME, library, HandTime())
    await hub.start()
    told: list[str] = []
    hub.subscribe(lambda: told.append(hub.compiling))
    opening = c.OpenEvening("Luni", "romanian", players=("Ana",))
    answers = await asyncio.gather(*(hub.submit(opening, "open-the-evening", Actor("desk")) for _ in range(2)))
    assert answers[0] == answers[1], "asked again while it waits, it is opened once"
    assert told[:2] == ["ro", ""]
    assert hub.game.opened is not None
    assert (hub.evening, hub.game.opened.lexicon.name) == (1, "ro")
    assert not library.must_be_compiled("ro")
    await hub.stop()


@pytest.mark.parametrize(("said", "lines"), [(True, 1), (False, 0)])
def test_a_first_start_without_a_terminal_says_what_it_waits_for(capsys: pytest.CaptureFixture[str], said: bool, lines: int) -> None:
    progress = progress_bar("fr", said=said)
    for step, done in (("reading", 0.0), ("compiling", 0.3), ("writing", 0.9), ("ready", 1.0)):
        progress(step, done)
    assert capsys.readouterr().err.count("compiling the word list fr") == lines

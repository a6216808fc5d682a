"""The lexicons of one machine: a folder of compiled files, and the open lists that come with Toptable.

An open list is compiled when it is first asked for; a club's own list is imported. A compiled file appears whole or not at all: it
is written beside its place, brought to disk and renamed, under a lock that all processes of the machine respect. Readers map the
file, so hub and wall share one copy, and a list removed or replaced while it is in use stays readable to whoever has it open.
"""

from __future__ import annotations

import fcntl
import mmap
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date as day
from pathlib import Path

from appliance.errors import FileError
from appliance.files import file_error, read_bytes
from engine.builtin import tileset
from engine.errors import LexiconError, TileError
from engine.lexicon import Lexicon, compile_words, words_of_kwg
from engine.lexicon_file import MAGIC, LexiconInfo
from engine.wordgraph import MAX_WORD
from engine.wordlist import MAX_BYTES, WordList, read_list

SHIPPED = Path(__file__).resolve().parent.parent / "lexicons"
"""The open lists, and ``lists.toml`` that says what they are."""

SUFFIX = ".lexicon"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,30}")
_DATE = re.compile(r"(\d{4}(-\d\d(-\d\d)?)?)?")

Progress = Callable[[str, float], None]
"""Called with what is being done (``reading``, ``compiling``, ``writing``) and how much of all is done, 0 to 1."""


def silent(step: str, done: float) -> None:
    """Nobody wants to see the progress."""


@dataclass(frozen=True, slots=True)
class OpenList:
    """One list that comes with Toptable, as ``lists.toml`` describes it."""

    name: str
    language: str
    words: int
    sha256: str
    """Of the list as text; also the fingerprint of the lexicon compiled from it."""
    date: str
    licence: str
    source: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the list of lexicons."""

    name: str
    language: str
    words: int
    fingerprint: str
    date: str
    official: bool
    state: str
    """``ready``, ``compiled on first use``, or what is wrong with the file."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import has made, and what it read."""

    info: LexiconInfo
    report: WordList | None
    """None when the file was a graph or a compiled lexicon, where there are no lines to report on."""


class LexiconFolder:
    """The lexicons in one folder, which is made when something is first written to it."""

    def __init__(self, folder: Path, shipped: Path = SHIPPED) -> None:
        self.folder = folder
        self._shipped = shipped

    def open_lists(self) -> dict[str, OpenList]:
        """The lists that come with Toptable.

        :raises LexiconError: when their description is missing or damaged.
        """
        path = self._shipped / "lists.toml"
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
            return {name: OpenList(name=name, **row) for name, row in data.items()}
        except (OSError, ValueError, TypeError) as error:
            raise LexiconError(
                f"the description of the open lists cannot be read: {path}: {error}"
            ) from error

    def names(self) -> tuple[str, ...]:
        """Every lexicon that can be opened, the open lists included."""
        return tuple(sorted({*self.open_lists(), *self._compiled()}))

    def entries(self) -> tuple[Entry, ...]:
        """All lexicons with what is known of them, damaged ones too."""
        return tuple(self._entry(name) for name in self.names())

    def open(self, name: str, progress: Progress = silent) -> Lexicon:
        """The lexicon of that name, an open list compiled first if need be.

        :raises LexiconError: when there is none, its file is damaged, or it cannot be written.
        """
        path = self.path(name)
        listed = self.open_lists().get(name)
        try:
            lexicon = map_lexicon(path)
        except FileNotFoundError:
            if listed is None:
                known = ", ".join(self.names())
                raise LexiconError(f"no lexicon {name!r} in {self.folder}; there are {known}") from None
        except LexiconError as error:
            if listed is None:
                raise LexiconError(f"{path}: {error}; import the list again") from error
        else:
            if listed is None or lexicon.info.fingerprint == listed.sha256:
                return lexicon
        return self._build(listed, progress)

    def must_be_compiled(self, name: str) -> bool:
        """Whether that is an open list, and not compiled yet."""
        listed = self.open_lists().get(name)
        return listed is not None and self._entry(name).state != "ready"

    def compile_apart(self, name: str) -> None:
        """Compile an open list in a process of its own: it takes a minute on a small computer, and this one has a room to answer.

        :raises LexiconError: with what that process says.
        """
        command = [sys.executable, "-m", "appliance", "lexicon", "build", name, "--data", str(self.folder.parent)]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)  # noqa: S603 - a listed name
        if done.returncode:
            raise LexiconError(f"lexicon {name}: {done.stderr.strip()[-300:] or f'status {done.returncode}'}")

    def import_file(
        self,
        source: Path,
        name: str,
        language: str,
        *,
        official: bool = False,
        date: str = "",
        encoding: str | None = None,
        longest: int = MAX_WORD,
        replace: bool = False,
        progress: Progress = silent,
    ) -> Imported:
        """Compile a club's own list: text in any usual encoding, packed or not, a KWG file or a compiled lexicon.

        :raises LexiconError: when it cannot be read, holds no word, or the name or date will not do.
        """
        path = self.path(name)
        if name in self.open_lists():
            raise LexiconError(f"{name!r} is the name of a list that comes with Toptable; choose another")
        if path.exists() and not replace:
            raise LexiconError(f"there is a lexicon {name!r} already; remove it first, or ask to replace it")
        if not _is_date(date):
            raise LexiconError(f"date {date!r}: expected for instance 2024 or 2024-01-31")
        try:
            tiles = tileset(language)
        except TileError as error:
            raise LexiconError(f"language {language!r}: {error}") from error
        progress("reading", 0)
        data = _read(source)
        report = None
        words: tuple[str, ...] | list[str]
        if data.startswith(MAGIC):
            words = [word for word in Lexicon(data).words() if len(word) <= longest]
        elif source.suffix.lower() == ".kwg":
            words = [word for word in words_of_kwg(data, tiles.alphabet) if len(word) <= longest]
        else:
            try:
                report = read_list(data, tiles, encoding=encoding, longest=longest)
            except LexiconError as error:
                raise LexiconError(f"{source}: {error}") from error
            words = report.words
        progress("compiling", 0.4)
        compiled = compile_words(words, tiles, name=name, date=date, official=official)
        with self._lock():
            self._write(path, compiled, progress)
        return Imported(map_lexicon(path).info, report)

    def remove(self, name: str) -> None:
        """Delete an imported lexicon.

        :raises LexiconError: when there is none, or it is an open list, which would come back on its next use.
        """
        if name in self.open_lists():
            raise LexiconError(f"{name!r} comes with Toptable and cannot be removed")
        try:
            self.path(name).unlink()
        except FileNotFoundError:
            raise LexiconError(f"no lexicon {name!r} in {self.folder}") from None
        except OSError as error:
            raise LexiconError(f"lexicon {name!r} cannot be removed: {error}") from error

    def path(self, name: str) -> Path:
        """Where the compiled file of a lexicon is.

        :raises LexiconError: when that is no name for a lexicon.
        """
        if not _NAME.fullmatch(name):
            raise LexiconError(
                f"{name[:40]!r} is no lexicon name: lower-case letters, digits, - and _, 31 at most"
            )
        return self.folder / (name + SUFFIX)

    def _compiled(self) -> list[str]:
        try:
            found = [path.name.removesuffix(SUFFIX) for path in self.folder.glob("*" + SUFFIX)]
        except OSError:
            return []
        return [name for name in found if _NAME.fullmatch(name)]

    def _entry(self, name: str) -> Entry:
        listed = self.open_lists().get(name)
        state = "compiled on first use"
        try:
            info = map_lexicon(self.path(name)).info
            if listed is None or info.fingerprint == listed.sha256:
                return Entry(
                    name, info.language, info.words, info.fingerprint, info.date, info.official, "ready"
                )
        except FileNotFoundError:
            pass
        except (LexiconError, OSError) as error:
            state = str(error)
        if listed is None:
            return Entry(name, "", 0, "", "", False, state)
        return Entry(name, listed.language, listed.words, listed.sha256, listed.date, False, state)

    def _build(self, listed: OpenList, progress: Progress) -> Lexicon:
        path = self.path(listed.name)
        with self._lock():
            try:  # another process may have built it while this one waited
                lexicon = map_lexicon(path)
                if lexicon.info.fingerprint == listed.sha256:
                    return lexicon
            except (FileNotFoundError, LexiconError):
                pass
            progress("reading", 0)
            tiles = tileset(listed.language)
            source = self._shipped / f"{listed.name}.txt.xz"
            report = read_list(_read(source), tiles)
            progress("compiling", 0.3)
            compiled = compile_words(report.words, tiles, name=listed.name, date=listed.date)
            found = Lexicon(compiled).info.fingerprint
            if found != listed.sha256:
                raise LexiconError(
                    f"{source} is not the list that lists.toml describes: its SHA-256 is {found}"
                )
            self._write(path, compiled, progress)
        return map_lexicon(path)

    @contextmanager
    def _lock(self) -> Iterator[None]:
        """One writer at a time among all processes; whatever half-written file is found under the lock is a leftover."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = os.open(self.folder / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise LexiconError(str(file_error(error, self.folder, "this folder of word lists cannot be made"))) from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            for leftover in self.folder.glob("*.part"):
                leftover.unlink(missing_ok=True)
            yield
        finally:
            os.close(lock)

    def _write(self, path: Path, data: bytes, progress: Progress) -> None:
        progress("writing", 0.9)
        part = path.with_suffix(".part")
        try:
            with part.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
            folder = os.open(self.folder, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise LexiconError(str(file_error(error, path, "this word list cannot be written"))) from error
        progress("ready", 1)


def _is_date(text: str) -> bool:
    """Whether it is empty, a year, a month of a year or a day that exists."""
    if not _DATE.fullmatch(text):
        return False
    try:
        return not text or bool(day.fromisoformat((text + "-01-01")[:10]))
    except ValueError:
        return False


def map_lexicon(path: Path) -> Lexicon:
    """Open a compiled file wherever it is, mapped, not read.

    :raises FileNotFoundError: when there is none; :raises LexiconError: when it is damaged or cannot be read.
    """
    try:
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_size == 0:
                raise LexiconError("the file is empty")
            return Lexicon(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except FileNotFoundError:
        raise
    except OSError as error:
        raise LexiconError(str(file_error(error, path, "there is no such file"))) from error


def difference(left: Lexicon, right: Lexicon) -> tuple[list[str], list[str]]:
    """The words, as printed, that only *left* has and that only *right* has."""
    ours, theirs = (set(lexicon.text().decode().splitlines()) for lexicon in (left, right))
    return sorted(ours - theirs), sorted(theirs - ours)


def _read(source: Path) -> bytes:
    try:
        return read_bytes(source, MAX_BYTES, "a word list")
    except FileError as error:
        raise LexiconError(str(error)) from error

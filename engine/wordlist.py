"""Reading a club's own word list: whatever encoding, archive and layout it comes in, folded to the letters of a tile set.

One word a line, the first field of it: a definition after a tab, ``;``, ``,``, ``=`` or blank is passed over, so are empty lines and those
that begin with ``#``. Pure: bytes in, words and a report out.
"""

from __future__ import annotations

import codecs
import io
import lzma
import re
import unicodedata
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from engine.errors import LexiconError, TileError
from engine.tiles import TileSet, fold
from engine.wordgraph import MAX_WORD

ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be", "cp1252", "iso8859-1", "iso8859-2", "iso8859-16")
"""What lists come in; the names are Python's."""

MAX_BYTES = 100_000_000
"""Largest list in bytes, unpacked. The Dutch official list, the largest known, takes about 15 million."""

MAX_XZ_MEMORY = 256 << 20
"""Bytes that unpacking may take; ``xz -9`` asks for 65 million."""

MAX_REJECTS = 20
"""Rejected lines that a report quotes."""

_EAST = ("iso8859-16", "iso8859-2", "cp1252", "iso8859-1")
_WEST = ("cp1252", "iso8859-1", "iso8859-16", "iso8859-2")
"""Single-byte encodings in the order in which they are believed when a list fits several."""

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))

_FIELD = re.compile(r"[^\s;,=]+")
_SAMPLE = 1 << 20


@dataclass(frozen=True, slots=True)
class Reject:
    """A line that gave no word."""

    line: int
    """Counted from 1."""
    text: str
    """What stood there, in capitals, shortened."""
    reason: str


@dataclass(frozen=True, slots=True)
class WordList:
    """What was read from a file."""

    words: tuple[str, ...]
    """Each word once, as tile codes, in the order of the file."""
    encoding: str
    lines: int
    """Lines that held anything."""
    duplicates: int
    """Lines whose word had been read before, accents and case aside."""
    rejected: int
    rejects: tuple[Reject, ...]
    """The first :data:`MAX_REJECTS` of the rejected lines."""
    lengths: tuple[int, ...]
    """Number of words of 2, 3, … 15 tiles."""


def read_list(
    data: bytes, tileset: TileSet, *, encoding: str | None = None, longest: int = MAX_WORD
) -> WordList:
    """Read a list; *encoding* is found out when not given. Words longer than *longest* tiles are rejected.

    :raises LexiconError: when it is no text, is too large, cannot be unpacked or decoded, or holds no word at all.
    """
    raw = unpack(data)
    encoding = _known(encoding) if encoding else detect_encoding(raw, tileset)
    text = decode(raw, encoding)
    folder = _Folder(tileset, text)
    seen: dict[str, None] = {}
    rejects: list[Reject] = []
    lines = rejected = 0
    for number, line in enumerate(io.StringIO(folder.text), 1):
        field = _FIELD.search(line)
        if field is None or field[0].startswith("#"):
            continue
        lines += 1
        try:
            seen[folder.tiles(field[0], longest)] = None
        except TileError as error:
            rejected += 1
            if len(rejects) < MAX_REJECTS:
                rejects.append(Reject(number, line.strip()[:40], str(error)))
    if not seen:
        why = f"; line {rejects[0].line}: {rejects[0].reason}" if rejects else ""
        raise LexiconError(f"no word of 2 to {longest} tiles in this file, read as {encoding}{why}")
    lengths = Counter(map(len, seen))
    return WordList(
        words=tuple(seen),
        encoding=encoding,
        lines=lines,
        duplicates=lines - rejected - len(seen),
        rejected=rejected,
        rejects=tuple(rejects),
        lengths=tuple(lengths[length] for length in range(2, MAX_WORD + 1)),
    )


class _Folder:
    """Turns the text of a whole list into capitals without foreign accents, then its words into tiles.

    Doing the first part for the text at once is what makes a million words take seconds.
    """

    def __init__(self, tileset: TileSet, text: str) -> None:
        self._tileset = tileset
        forms = [tile.face for tile in tileset.tiles] + list(tileset.spellings)
        several = [form for form in forms if len(form) > 1]
        self._several = re.compile("|".join(map(re.escape, several))) if several else None
        self._single = re.compile("[" + re.escape("".join(f for f in forms if len(f) == 1)) + "]+")
        text = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n")).upper()
        table = {}
        # where a tile has several characters, an accent dropped too early could make one of two that are none
        for char in () if several else set(text) - set("".join(forms)):
            folded = fold(char)
            if folded and folded != char and all(letter in tileset.by_code for letter in folded):
                table[ord(char)] = folded
        self.text = text.translate(table)

    def tiles(self, word: str, longest: int) -> str:
        """The tiles of one word of :attr:`text`.

        :raises TileError: naming the character that is none, or the length that no word may have.
        """
        if not self._single.fullmatch(word) or (self._several and self._several.search(word)):
            word = self._tileset.read(word)
        if not 2 <= len(word) <= longest:
            raise TileError(f"a word has 2 to {longest} tiles, not {len(word)}")
        return word


def detect_encoding(data: bytes, tileset: TileSet) -> str:
    """Which of :data:`ENCODINGS` a list is in: by its mark, its zero bytes, and whether its letters make sense.

    :raises LexiconError: when it is no text at all.
    """
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return encoding
    sample = data[:_SAMPLE]
    if b"\0" in sample:
        # in UTF-16 every other byte of a Latin letter is zero
        even, odd = sample[::2].count(0), sample[1::2].count(0)
        if max(even, odd) * 4 < len(sample) or min(even, odd) * 8 > max(even, odd):
            raise LexiconError("this file is no text: it holds zero bytes where no UTF-16 text does")
        return "utf-16-le" if odd > even else "utf-16-be"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        order = _EAST if tileset.language == "ro" else _WEST
        return min(order, key=lambda name: _nonsense(data, name, tileset))
    return "utf-8"


def _nonsense(data: bytes, encoding: str, tileset: TileSet) -> int:
    """How many bytes beyond ASCII are no letter of the language in that encoding."""
    count = 0
    for byte, number in Counter(data).items():
        if byte >= 0x80:
            char = bytes((byte,)).decode(encoding, "replace")
            letters = fold(char).upper()
            if not letters or not all(letter in tileset.by_code for letter in letters):
                count += number * (char.upper() not in tileset.by_code)
    return count


def decode(data: bytes, encoding: str) -> str:
    """The text without its byte-order mark.

    :raises LexiconError: naming the place that is not of this encoding.
    """
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise LexiconError(
            f"line {line} is not {encoding}: {error.reason}; another encoding may be named"
        ) from error


def _known(encoding: str) -> str:
    try:
        name = codecs.lookup(encoding).name
    except (LookupError, ValueError):
        name = ""
    if name == "utf-16":
        return "utf-16-le"
    if name not in ENCODINGS:
        raise LexiconError(f"unknown encoding {encoding!r}; one of {', '.join(ENCODINGS)}")
    return name


# -- archives ----------------------------------------------------------------------------------------------------


class _Decompressor(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


def unpack(data: bytes) -> bytes:
    """The list inside a ``.gz``, ``.xz`` or ``.zip`` file, told by its first bytes; anything else as it is.

    :raises LexiconError: when the archive is damaged, too large or holds no or several lists.
    """
    try:
        if data.startswith(b"\x1f\x8b"):
            data = _inflate(data, lambda: zlib.decompressobj(zlib.MAX_WBITS | 16))
        elif data.startswith(b"\xfd7zXZ\0"):
            data = _inflate(data, lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MAX_XZ_MEMORY))
        elif data.startswith(b"PK\x03\x04"):
            data = _unzip(data)
    except (
        EOFError,
        OSError,
        zlib.error,
        lzma.LZMAError,
        zipfile.BadZipFile,
        NotImplementedError,
        RuntimeError,
    ) as error:
        raise LexiconError(f"this archive cannot be unpacked: {error}") from error
    if len(data) > MAX_BYTES:
        raise LexiconError(f"this list is too large: over {MAX_BYTES} bytes")
    return data


def _inflate(data: bytes, make: Callable[[], _Decompressor]) -> bytes:
    """All streams of an archive, no more than one byte beyond the limit."""
    parts: list[bytes] = []
    room = MAX_BYTES + 1
    while data and room:
        stream = make()
        parts.append(stream.decompress(data, room))
        room -= len(parts[-1])
        if room and not stream.eof:
            raise EOFError("it ends too early")
        data = stream.unused_data.lstrip(b"\0")
    return b"".join(parts)


def _unzip(data: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = [
            item
            for item in archive.infolist()
            if not item.is_dir() and not item.filename.startswith("__MACOSX/")
        ]
        if len(files) != 1:
            names = ", ".join(item.filename for item in files[:5]) or "nothing"
            raise LexiconError(f"a zip archive must hold exactly one list; this one holds {names}")
        with archive.open(files[0]) as file:
            return file.read(MAX_BYTES + 1)

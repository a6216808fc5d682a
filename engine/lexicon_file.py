"""The compiled lexicon file: a header, a table of named sections with a checksum each, the sections.

Layout in ``docs/lexicon-format.md``. Section ``INFO`` (JSON) says which list this is, ``KWG `` holds the word graph; whoever wants
to keep more beside them adds a section. Nothing is opened here: a caller passes bytes or a memory map.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from engine.errors import LexiconError
from engine.wordgraph import MAX_LETTERS, MAX_WORD

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

MAGIC = b"TOPTABLE"
VERSION = 1
INFO, GRAPH = "INFO", "KWG "

_HEAD = struct.Struct("<8sHHI")
"""Magic, version, number of sections, CRC-32 of the section table."""
_ENTRY = struct.Struct("<4sIQQ")
"""Section name, CRC-32 of its bytes, offset, length."""
_ALIGN = 64
"""Sections begin at multiples of a cache line."""
_MAX_SECTIONS = 32
_MAX_INFO = 65536


@dataclass(frozen=True)
class LexiconInfo:
    """Which list a lexicon was compiled from."""

    name: str
    """Short name in files and commands, e.g. ``ods9``."""
    language: str
    """ISO 639-1 code."""
    words: int
    fingerprint: str
    """SHA-256 (hex) of the list as text: in letter order, as printed on the tiles, UTF-8, a line feed after each."""
    date: str
    """Edition of the list, ISO 8601 (``2024-01-01``, ``2024``), or empty."""
    official: bool
    """Whether the club declared it a federation's list; an open one is shown as "open list, not official"."""
    alphabet: str
    """Tile codes in letter order; a letter's number in the graph is its index plus one."""
    faces: tuple[str, ...]
    """What is printed on each tile of ``alphabet``."""
    lengths: tuple[int, ...]
    """Number of words of 2, 3, … 15 tiles."""

    @property
    def short_fingerprint(self) -> str:
        """The first eight digits, as printed on sheets."""
        return self.fingerprint[:8]


def pack_info(info: LexiconInfo) -> bytes:
    """The ``INFO`` section, read back by :func:`parse_info`."""
    return json.dumps(asdict(info), ensure_ascii=False).encode()


def parse_info(data: bytes) -> LexiconInfo:
    """Read an ``INFO`` section.

    :raises LexiconError: when it is not what :func:`pack_info` writes.
    """
    try:
        raw = json.loads(data)
        info = LexiconInfo(
            name=str(raw["name"]),
            language=str(raw["language"]),
            words=int(raw["words"]),
            fingerprint=str(raw["fingerprint"]),
            date=str(raw["date"]),
            official=bool(raw["official"]),
            alphabet=str(raw["alphabet"]),
            faces=tuple(str(face) for face in raw["faces"]),
            lengths=tuple(int(number) for number in raw["lengths"]),
        )
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise LexiconError(f"compiled lexicon with an unreadable {INFO} section: {error!r}") from error
    letters = len(info.alphabet)
    if not 0 < letters <= MAX_LETTERS or len(set(info.alphabet)) != letters or len(info.faces) != letters:
        raise LexiconError(f"lexicon {info.name}: {info.alphabet!r} is no alphabet with one face a letter")
    if len(info.lengths) != MAX_WORD - 1 or sum(info.lengths) != info.words:
        raise LexiconError(f"lexicon {info.name}: its counts per length do not add up to {info.words}")
    return info


def pack(sections: Mapping[str, bytes | memoryview]) -> bytes:
    """A compiled file of these sections; a name is four ASCII characters."""
    table = b""
    parts: list[bytes | memoryview] = []
    offset = _aligned(_HEAD.size + _ENTRY.size * len(sections))
    for name, data in sections.items():
        if len(name) != 4 or not name.isascii():
            raise LexiconError(f"a section name is four ASCII characters, not {name!r}")
        table += _ENTRY.pack(name.encode(), zlib.crc32(data), offset, len(data))
        padding = bytes(_aligned(len(data)) - len(data))
        parts += (data, padding)
        offset += len(data) + len(padding)
    head = _HEAD.pack(MAGIC, VERSION, len(sections), zlib.crc32(table)) + table
    return b"".join([head.ljust(_aligned(len(head)), b"\0"), *parts])


def read_sections(buffer: ReadableBuffer) -> dict[str, memoryview]:
    """The sections of a compiled file, not copied, their checksums proven.

    :raises LexiconError: when the file is truncated, foreign, of another version or damaged.
    """
    data = memoryview(buffer).cast("B").toreadonly()
    if bytes(data[: len(MAGIC)]) != MAGIC or len(data) < _HEAD.size:
        raise LexiconError(f"not a compiled lexicon: it does not begin with {MAGIC.decode()}")
    _, version, count, crc = _HEAD.unpack_from(data)
    if version != VERSION:
        raise LexiconError(f"compiled lexicon of format {version}, not {VERSION}: compile the list again")
    end = _HEAD.size + _ENTRY.size * count
    if count > _MAX_SECTIONS or end > len(data) or zlib.crc32(data[_HEAD.size : end]) != crc:
        raise LexiconError("compiled lexicon damaged or truncated in its table of sections")
    sections: dict[str, memoryview] = {}
    for at in range(_HEAD.size, end, _ENTRY.size):
        raw_name, crc, offset, length = _ENTRY.unpack_from(data, at)
        name = raw_name.decode("ascii", "replace")
        if offset % _ALIGN or offset < end or offset + length > len(data):
            raise LexiconError(
                f"compiled lexicon truncated: section {name!r} ends at {offset + length}, the file at {len(data)}"
            )
        sections[name] = data[offset : offset + length]
        if zlib.crc32(sections[name]) != crc:
            raise LexiconError(f"compiled lexicon damaged: section {name!r} does not match its checksum")
    for name in (INFO, GRAPH):
        if name not in sections:
            raise LexiconError(f"compiled lexicon without section {name!r}")
    if len(sections[GRAPH]) % 4 or len(sections[INFO]) > _MAX_INFO:
        raise LexiconError("compiled lexicon with a section of impossible length")
    return sections


def with_section(compiled: ReadableBuffer, name: str, data: bytes) -> bytes:
    """The same compiled file with one section more, e.g. a table that a generator wants beside the graph.

    :raises LexiconError: when the name is not four ASCII characters, or the file is damaged.
    """
    return pack(read_sections(compiled) | {name: memoryview(data)})


def _aligned(size: int) -> int:
    return -(-size // _ALIGN) * _ALIGN

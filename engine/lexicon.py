"""The lexicon: which words are valid, in a compiled file that any number of processes can map.

The file (``docs/lexicon-format.md``) is a small container: magic, version, a table of named sections each with its checksum. Section
``INFO`` says which list this is, section ``KWG `` holds the word graph, a DAWG and a GADDAG in one array of 32-bit nodes. Nothing is
opened here: a caller passes bytes or a memory map.

Words are strings of tile codes, one upper-case character a tile (see ``engine.tiles``).
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from engine import wordgraph
from engine.errors import LexiconError
from engine.tiles import BLANK, TileSet
from engine.wordgraph import ACCEPTS, CHILD, LAST, MAX_WORD, TILE_SHIFT

try:
    from engine import _wordgraph as core
except ImportError:  # no compiler on this machine: the same functions in Python, slower
    core = wordgraph  # type: ignore[misc, assignment]

if TYPE_CHECKING:
    from collections.abc import Buffer

MAGIC = b"TOPTABLE"
VERSION = 1
INFO, GRAPH = "INFO", "KWG "

_HEAD = struct.Struct("<8sHHI")
"""Magic, version, number of sections, CRC-32 of the section table."""
_ENTRY = struct.Struct("<4sIQQ")
"""Section name, CRC-32 of its bytes, offset, length."""
_ALIGN = 64
_MAX_SECTIONS = 32
_MAX_INFO = 65536
MAX_WORDS = 3_000_000
"""Words of one list at most; the largest list known, the Dutch official one, has 1.1 million."""


@dataclass(frozen=True)
class LexiconInfo:
    """Which list a lexicon was compiled from."""

    name: str
    """Short name in files and commands, e.g. ``ods9``."""
    language: str
    """ISO 639-1 code."""
    words: int
    fingerprint: str
    """SHA-256 (hex) of the list as text: words in letter order as printed on the tiles, UTF-8, each ended by a line feed."""
    date: str
    """Edition of the list, ISO 8601 (``2024-01-01``, ``2024``), or empty."""
    official: bool
    """Whether the club declared it a federation's list; an open list is shown as "open list, not official"."""
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


class Lexicon:
    """A set of words over a compiled file."""

    def __init__(self, buffer: Buffer) -> None:
        """Take the bytes of a compiled file, or a memory map of it, and check them whole.

        :raises LexiconError: when they are truncated, foreign, of another version or damaged.
        """
        self._sections = _read_sections(memoryview(buffer).cast("B").toreadonly())
        self.info = _parse_info(bytes(self.section(INFO)))
        self.graph = self.section(GRAPH).cast("I")
        """The word graph: 32-bit nodes, for the move generators."""
        try:
            words = core.check(self.graph, len(self.info.alphabet), True)
        except ValueError as error:
            raise LexiconError(f"lexicon {self.info.name}: damaged word graph: {error}") from error
        if words != self.info.words:
            raise LexiconError(f"lexicon {self.info.name}: {words} words found where its header says {self.info.words}")

    def section(self, name: str) -> memoryview:
        """The bytes of a named section.

        :raises LexiconError: when the file has none.
        """
        try:
            return self._sections[name]
        except KeyError:
            raise LexiconError(f"this lexicon has no section {name!r}; it has {sorted(self._sections)}") from None

    def __len__(self) -> int:
        return self.info.words

    def __contains__(self, word: object) -> bool:
        """Whether *word* is valid; a blank in lower case counts as its letter."""
        if not isinstance(word, str) or not word:
            return False
        nodes, at, node = self.graph, self.graph[0] & CHILD, 0
        for char in word:
            number = self._numbers.get(char)
            if number is None or not at:
                return False
            while (node := nodes[at]) >> TILE_SHIFT < number and not node & LAST:
                at += 1
            if node >> TILE_SHIFT != number:
                return False
            at = node & CHILD
        return bool(node & ACCEPTS)

    def words(self) -> Iterator[str]:
        """Every word, in letter order."""
        return iter(_letters(self._numbered(), self.info.alphabet))

    def pattern(self, pattern: str, limit: int | None = None) -> list[str]:
        """The words that fit *pattern*, where ``?`` stands for any one tile: ``C?T`` → ``CAT``, ``COT``, …

        In letter order, the first *limit* of them.
        """
        found: list[str] = []
        tiles = [None if char == BLANK else self._numbers.get(char, -1) for char in pattern]
        if 0 < len(tiles) <= MAX_WORD and -1 not in tiles:
            self._match(tiles, 0, self.graph[0] & CHILD, "", found, MAX_WORDS if limit is None else limit)
        return found

    def with_words(self, extra: Iterable[str]) -> Lexicon:
        """This lexicon with some more words, under the same name; the fingerprint is that of the longer list.

        :raises LexiconError: when one is no word of 2 to 15 tiles of this alphabet.
        """
        more = _number_words(extra, self.info.alphabet)
        merged = sorted({*self._numbered().split(b"\0")[:-1], *more})
        return Lexicon(_compile(merged, self.info))

    def to_bytes(self) -> bytes:
        """The compiled file."""
        return _pack({name: bytes(data) for name, data in self._sections.items()})

    @cached_property
    def _numbers(self) -> dict[str, int]:
        numbers = {code: number for number, code in enumerate(self.info.alphabet, 1)}
        return numbers | {code.lower(): number for code, number in numbers.items()}

    def _numbered(self) -> bytes:
        return core.words(self.graph, len(self.info.alphabet))

    def _match(self, tiles: list[int | None], at: int, list_: int, prefix: str, found: list[str], limit: int) -> None:
        wanted, is_last = tiles[at], at + 1 == len(tiles)
        for index in range(list_, len(self.graph)) if list_ else ():
            node = self.graph[index]
            number = node >> TILE_SHIFT
            if wanted is None or wanted == number:
                word = prefix + self.info.alphabet[number - 1]
                if not is_last:
                    self._match(tiles, at + 1, node & CHILD, word, found, limit)
                elif node & ACCEPTS and len(found) < limit:
                    found.append(word)
            if node & LAST or len(found) >= limit:
                break


def compile_words(
    words: Iterable[str], tileset: TileSet, *, name: str, date: str = "", official: bool = False
) -> bytes:
    """Compile a list of words (tile codes, in any order, repeats allowed) into the file that :class:`Lexicon` reads.

    :raises LexiconError: when a word is not 2 to 15 tiles of the set, or there is none, or too many.
    """
    numbered = sorted(_number_words(words, tileset.alphabet))
    if not numbered:
        raise LexiconError(f"lexicon {name}: a list without words cannot be compiled")
    faces = tuple(tile.face for tile in tileset.tiles)
    info = LexiconInfo(name, tileset.language, 0, "", date, official, tileset.alphabet, faces, ())
    return _compile(numbered, info)


def with_section(compiled: Buffer, name: str, data: bytes) -> bytes:
    """The same compiled file with one more section, e.g. a table that a move generator wants beside the graph.

    :raises LexiconError: when the name is not four ASCII characters, or the file is damaged.
    """
    if len(name) != 4 or not name.isascii():
        raise LexiconError(f"a section name is four ASCII characters, not {name!r}")
    sections = _read_sections(memoryview(compiled).cast("B"))
    return _pack({key: bytes(view) for key, view in sections.items()} | {name: data})


def words_of_kwg(data: Buffer, alphabet: str) -> list[str]:
    """The words of a KWG file, the word graph of the open Scrabble engines. Such a file does not say which letters its numbers mean.

    :raises LexiconError: when it is no sound graph over as many letters.
    """
    raw = bytes(data)
    try:
        return _letters(core.words(raw, len(alphabet)), alphabet)
    except ValueError as error:
        raise LexiconError(f"no KWG file of {len(alphabet)} letters: {error}") from error


def kwg_of(lexicon: Lexicon) -> bytes:
    """The lexicon as a KWG file: exactly its word graph."""
    return bytes(lexicon.graph)


def text_of(lexicon: Lexicon) -> bytes:
    """The lexicon as text, whose SHA-256 is its fingerprint."""
    return _text(lexicon._numbered(), lexicon.info.faces)


# -- words as numbers ------------------------------------------------------------------------------------------------------------


class _NumberTable(dict[int, int]):
    """Character → letter number, for ``str.translate``; whatever is no letter becomes a number that no letter has."""

    def __missing__(self, key: int) -> int:
        return 0xFF


def _number_words(words: Iterable[str], alphabet: str) -> set[bytes]:
    distinct = set(words)
    if len(distinct) > MAX_WORDS:
        raise LexiconError(f"{len(distinct)} words are too many: {MAX_WORDS} at most")
    table = _NumberTable({ord(code): number for number, code in enumerate(alphabet, 1)})
    table[ord("\n")] = 0
    for word in distinct:
        if not 2 <= len(word) <= MAX_WORD or "\n" in word:
            raise LexiconError(f"{word[:40]!r} has not 2 to {MAX_WORD} tiles")
    joined = "\n".join(distinct).translate(table)
    if "\xff" in joined:
        wrong = next(word for word in distinct if "\xff" in word.translate(table))
        raise LexiconError(f"{wrong!r} holds a character that is none of the tiles {alphabet}")
    return set(joined.encode("latin-1").split(b"\0")) if distinct else set()


def _letters(numbered: bytes, alphabet: str) -> list[str]:
    table = {number: code for number, code in enumerate(alphabet, 1)} | {0: "\n"}
    return numbered.decode("latin-1").translate(table).splitlines()


def _text(numbered: bytes, faces: tuple[str, ...]) -> bytes:
    if all(len(face) == 1 and face.isascii() for face in faces):
        return numbered.translate(("\n" + "".join(faces)).encode().ljust(256, b"?"))
    table = {number: face for number, face in enumerate(faces, 1)} | {0: "\n"}
    return numbered.decode("latin-1").translate(table).encode()


def _compile(words: list[bytes], info: LexiconInfo) -> bytes:
    numbered = b"\0".join(words) + b"\0"
    try:
        graph = core.build(numbered)
    except ValueError as error:
        raise LexiconError(f"lexicon {info.name}: {error}") from error
    lengths = Counter(map(len, words))
    info = replace(
        info,
        words=len(words),
        lengths=tuple(lengths[length] for length in range(2, MAX_WORD + 1)),
        fingerprint=hashlib.sha256(_text(numbered, info.faces)).hexdigest(),
    )
    return _pack({INFO: json.dumps(asdict(info), ensure_ascii=False).encode(), GRAPH: graph})


# -- the container ---------------------------------------------------------------------------------------------------------------


def _pack(sections: Mapping[str, bytes]) -> bytes:
    table, body = b"", b""
    parts: list[bytes] = []
    offset = _aligned(_HEAD.size + _ENTRY.size * len(sections))
    for name, data in sections.items():
        table += _ENTRY.pack(name.encode("ascii"), zlib.crc32(data), offset, len(data))
        padding = b"\0" * (_aligned(len(data)) - len(data))
        parts += (data, padding)
        offset += len(data) + len(padding)
    head = _HEAD.pack(MAGIC, VERSION, len(sections), zlib.crc32(table)) + table
    body = b"".join(parts)
    return head.ljust(_aligned(len(head)), b"\0") + body


def _aligned(size: int) -> int:
    return -(-size // _ALIGN) * _ALIGN


def _read_sections(data: memoryview) -> dict[str, memoryview]:
    if len(data) < _HEAD.size or bytes(data[:8]) != MAGIC:
        raise LexiconError("not a compiled lexicon: it does not begin with " + MAGIC.decode())
    _, version, count, crc = _HEAD.unpack_from(data)
    if version != VERSION:
        raise LexiconError(f"compiled lexicon of format {version}; this program reads format {VERSION}: compile it again")
    end = _HEAD.size + _ENTRY.size * count
    if count > _MAX_SECTIONS or end > len(data) or zlib.crc32(data[_HEAD.size : end]) != crc:
        raise LexiconError("compiled lexicon damaged or truncated in its table of sections")
    sections: dict[str, memoryview] = {}
    for at in range(_HEAD.size, end, _ENTRY.size):
        raw_name, crc, offset, length = _ENTRY.unpack_from(data, at)
        name = raw_name.decode("ascii", "replace")
        if offset % _ALIGN or offset < end or offset + length > len(data):
            raise LexiconError(f"compiled lexicon truncated: section {name!r} ends at {offset + length}, the file at {len(data)}")
        sections[name] = data[offset : offset + length]
        if zlib.crc32(sections[name]) != crc:
            raise LexiconError(f"compiled lexicon damaged: section {name!r} does not match its checksum")
    for name in (INFO, GRAPH):
        if name not in sections:
            raise LexiconError(f"compiled lexicon without section {name!r}")
    if len(sections[GRAPH]) % 4 or len(sections[INFO]) > _MAX_INFO:
        raise LexiconError("compiled lexicon with a section of impossible length")
    return sections


def _parse_info(data: bytes) -> LexiconInfo:
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
        raise LexiconError(f"compiled lexicon with an unreadable {INFO} section: {error}") from error
    letters = len(info.alphabet)
    if not 0 < letters <= wordgraph.MAX_LETTERS or len(set(info.alphabet)) != letters or len(info.faces) != letters:
        raise LexiconError(f"lexicon {info.name}: {info.alphabet!r} is no alphabet of distinct letters with a face each")
    return info

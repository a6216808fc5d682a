"""The lexicon: which words are valid, over a compiled file that any number of processes can map.

Words are strings of tile codes, one upper-case character a tile (see ``engine.tiles``).
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from engine import wordgraph
from engine.errors import LexiconError
from engine.lexicon_file import GRAPH, INFO, LexiconInfo, pack, pack_info, parse_info, read_sections
from engine.tiles import BLANK, TileSet
from engine.wordgraph import ACCEPTS, LAST, MAX_KWG_NODES, MAX_WORD, child_of, tile_of

try:
    from engine import _wordgraph as core
except ImportError:  # no compiler on this machine: the same functions in Python, slower
    core = wordgraph  # type: ignore[misc]

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

MAX_WORDS = 3_000_000
"""Words of one list at most; the largest list known, the Dutch official one, has 1.1 million."""


class Lexicon:
    """A set of words over a compiled file.

    It is read where it lies, so a memory map costs no copy; the word graph is checked once, here.
    """

    def __init__(self, buffer: ReadableBuffer) -> None:
        """Take the bytes of a compiled file, or a memory map of it.

        :raises LexiconError: when they are truncated, foreign, of another version or damaged.
        """
        self._sections = read_sections(buffer)
        self.info = parse_info(bytes(self.section(INFO)))
        self.graph = self.section(GRAPH).cast("I")
        """The word graph: 32-bit nodes, for the move generators."""
        try:
            words = core.check(self.graph, len(self.info.alphabet), True)
        except ValueError as error:
            raise LexiconError(f"lexicon {self.info.name}: damaged word graph: {error}") from error
        if words != self.info.words:
            raise LexiconError(
                f"lexicon {self.info.name} has {words} words, its header says {self.info.words}"
            )

    def section(self, name: str) -> memoryview:
        """The bytes of a named section.

        :raises LexiconError: when the file has none.
        """
        if name not in self._sections:
            raise LexiconError(f"this lexicon has no section {name!r}; it has {sorted(self._sections)}")
        return self._sections[name]

    def __len__(self) -> int:
        return self.info.words

    def __contains__(self, word: object) -> bool:
        """Whether *word* is valid; a blank, in lower case, counts as its letter."""
        if not isinstance(word, str):
            return False
        nodes, at, node = self.graph, self.root, 0
        for char in word:
            number = self._numbers.get(char)
            if number is None or not at:
                return False
            while (tile := tile_of(node := nodes[at])) < number and not node & LAST:
                at += 1
            if tile != number:
                return False
            at = child_of(node)
        return bool(node & ACCEPTS)

    @property
    def root(self) -> int:
        """Where :meth:`arcs` begins."""
        return child_of(self.graph[0])

    def arcs(self, node: int) -> Iterator[tuple[str, bool, int]]:
        """How a word may go on after *node*: (letter, whether a word ends with it, the node that follows or 0)."""
        while node:
            value = self.graph[node]
            yield self.info.alphabet[tile_of(value) - 1], bool(value & ACCEPTS), child_of(value)
            node = 0 if value & LAST else node + 1

    def words(self) -> Iterator[str]:
        """Every word, in letter order."""
        return iter(_letters(self._numbered(), self.info.alphabet))

    def pattern(self, pattern: str, limit: int | None = None) -> list[str]:
        """The words that fit *pattern*, where ``?`` stands for any one tile: ``C?T`` → ``CAT``, ``COT``, …

        In letter order, the first *limit* of them.
        """
        return list(islice(self._match(pattern.upper(), self.root, ""), limit))

    def with_words(self, extra: Iterable[str]) -> Lexicon:
        """This lexicon with some words more, under the same name; the fingerprint is the longer list's.

        :raises LexiconError: when one is no word of 2 to 15 tiles of this alphabet.
        """
        more = _number_words(extra, self.info.alphabet)
        merged = self._numbered().split(b"\0")[:-1]
        # the list is in order already; sorting half a million words anew would hold up every other thread
        for word in more:
            at = bisect_left(merged, word)
            if merged[at : at + 1] != [word]:
                merged.insert(at, word)
        return Lexicon(_compile(merged, self.info))

    def text(self) -> bytes:
        """The list as text, UTF-8; its SHA-256 is the fingerprint."""
        return _text(self._numbered(), self.info.faces)

    def kwg(self) -> bytes:
        """The list as a KWG file, the word graph of the open Scrabble engines: exactly :attr:`graph`.

        :raises LexiconError: when it has more nodes than such a file can number.
        """
        if len(self.graph) > MAX_KWG_NODES:
            raise LexiconError(
                f"lexicon {self.info.name} has {len(self.graph)} nodes, a KWG file {MAX_KWG_NODES} at most"
            )
        return bytes(self.graph)

    def to_bytes(self) -> bytes:
        """The compiled file."""
        return pack(self._sections)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        numbers = {code: number for number, code in enumerate(self.info.alphabet, 1)}
        return numbers | {code.lower(): number for code, number in numbers.items()}

    def _numbered(self) -> bytes:
        return core.words(self.graph, len(self.info.alphabet))

    def _match(self, pattern: str, node: int, prefix: str) -> Iterator[str]:
        for letter, accepts, below in self.arcs(node):
            if pattern[:1] in (BLANK, letter):
                if pattern[1:]:
                    yield from self._match(pattern[1:], below, prefix + letter)
                elif accepts:
                    yield prefix + letter


def compile_words(
    words: Iterable[str], tileset: TileSet, *, name: str, date: str = "", official: bool = False
) -> bytes:
    """Compile a list (tile codes, in any order, repeats allowed) into the file that :class:`Lexicon` reads.

    :raises LexiconError: when a word is not 2 to 15 tiles of the set, or there is none, or too many.
    """
    numbered = sorted(_number_words(words, tileset.alphabet))
    if not numbered:
        raise LexiconError(f"lexicon {name}: a list without words cannot be compiled")
    faces = tuple(tile.face for tile in tileset.tiles)
    info = LexiconInfo(name, tileset.language, 0, "", date, official, tileset.alphabet, faces, ())
    return _compile(numbered, info)


def words_of_kwg(data: ReadableBuffer, alphabet: str) -> list[str]:
    """The words of a KWG file. Such a file does not say which letters its numbers mean: *alphabet* does.

    :raises LexiconError: when it is no sound graph over as many letters.
    """
    try:
        return _letters(core.words(bytes(data), len(alphabet)), alphabet)
    except ValueError as error:
        raise LexiconError(f"not a KWG file of {len(alphabet)} letters: {error}") from error


class _NumberTable(dict[int, int]):
    """Character → letter number for ``str.translate``; whatever is no letter gets a number that no letter has."""

    def __missing__(self, key: int) -> int:
        return 0xFF


def _number_words(words: Iterable[str], alphabet: str) -> set[bytes]:
    """Each word once, as letter numbers."""
    distinct = set(words)
    if len(distinct) > MAX_WORDS:
        raise LexiconError(f"{len(distinct)} words are too many: {MAX_WORDS} at most")
    for word in distinct:
        if not 2 <= len(word) <= MAX_WORD or "\n" in word:
            raise LexiconError(f"{word[:40]!r} is not 2 to {MAX_WORD} tiles long")
    table = _NumberTable({ord(code): number for number, code in enumerate(alphabet, 1)} | {ord("\n"): 0})
    # one long text, since translating word by word takes ten times as long
    joined = "\n".join(distinct).translate(table)
    if "\xff" in joined:
        wrong = next(word for word in distinct if "\xff" in word.translate(table))
        raise LexiconError(f"{wrong!r} holds a character that is none of the tiles {alphabet}")
    return set(joined.encode("latin-1").split(b"\0")) if distinct else set()


def _letters(numbered: bytes, alphabet: str) -> list[str]:
    table = {0: "\n", **dict(enumerate(alphabet, 1))}
    return numbered.decode("latin-1").translate(table).splitlines()


def _text(numbered: bytes, faces: tuple[str, ...]) -> bytes:
    if all(len(face) == 1 and face.isascii() for face in faces):
        return numbered.translate(("\n" + "".join(faces)).encode().ljust(256, b"?"))
    table = {0: "\n", **dict(enumerate(faces, 1))}
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
    return pack({INFO: pack_info(info), GRAPH: graph})

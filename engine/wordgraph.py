"""Word graphs in plain Python: build, check, list.

The same three functions as the C module ``engine._wordgraph``, for a machine without a compiler and as its
specification: tests require equal bytes and equal refusals. The layout is described in ``docs/lexicon-format.md``;
in short, an array of 32-bit nodes: tile number in bits 24–29 (0 the GADDAG separator), bit 23 "a word ends here",
bit 22 "last of its siblings", bits 0–21 the first child. Graphs of more than four million nodes have the child's two
highest bits in bits 30–31; all others are as in a KWG file.

Words are passed as bytes: letter numbers 1–62, each word followed by 0. All functions raise ``ValueError``.
"""

from __future__ import annotations

import sys
from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer

ACCEPTS = 0x800000
LAST = 0x400000

MAX_LETTERS = 62
MAX_WORD = 15
MAX_NODES = 1 << 24
MAX_KWG_NODES = 1 << 22
MAX_TEXT = 64 << 20
"""Longest text in bytes that :func:`words` gives back: a hostile graph can spell any number of words."""


def tile_of(node: int) -> int:
    """A node's tile number, 0 for the separator."""
    return node >> 24 & 0x3F


def child_of(node: int) -> int:
    """Index of a node's first child, 0 for none."""
    return node & 0x3FFFFF | node >> 8 & 0xC00000


def arc_to(child: int) -> int:
    """The part of a node that names its child; the inverse of :func:`child_of`."""
    return child & 0x3FFFFF | (child & 0xC00000) << 8


class _Register:
    """The graph while it grows: every list of siblings is stored once."""

    def __init__(self) -> None:
        self.nodes = array("I", [LAST, LAST])
        self._known: dict[tuple[int, ...], int] = {}

    def close(self, siblings: list[int]) -> int:
        """Store a list of arcs unless an equal one is there, and empty it; its index, 0 for an empty list."""
        if not siblings:
            return 0
        siblings[-1] |= LAST
        key = tuple(siblings)
        siblings.clear()
        index = self._known.get(key)
        if index is None:
            index = len(self.nodes)
            if index + len(key) > MAX_NODES:
                raise ValueError("the word graph would be too large (at 0)")
            self.nodes.extend(key)
            self._known[key] = index
        return index


def build(words: Buffer, /) -> bytes:
    """The minimal graph (DAWG and GADDAG) of *words*, strictly ascending, 2 to 15 letters each."""
    register = _Register()
    prefixes: list[tuple[bytes, int, int]] = []
    register.nodes[0] |= arc_to(_build_dawg(register, _split(bytes(words)), prefixes))
    prefixes.sort()
    register.nodes[1] |= arc_to(_build_gaddag(register, prefixes))
    if sys.byteorder != "little":
        register.nodes.byteswap()
    return register.nodes.tobytes()


def _split(text: bytes) -> list[bytes]:
    found = text.split(b"\0")
    at, last = 0, b""
    if found.pop():
        raise ValueError(f"byte {len(text)}: a word has 2 to 15 letters numbered 1 to 62 and ends with 0")
    for word in found:
        if not 2 <= len(word) <= MAX_WORD or max(word) > MAX_LETTERS:
            raise ValueError(f"byte {at}: a word has 2 to 15 letters numbered 1 to 62 and ends with 0")
        if word <= last:
            raise ValueError(f"byte {at}: words must be in strictly ascending order")
        at, last = at + len(word) + 1, word
    return found


def _common(left: bytes, right: bytes) -> int:
    for i, (a, b) in enumerate(zip(left, right, strict=False)):
        if a != b:
            return i
    return min(len(left), len(right))


def _build_dawg(register: _Register, words: list[bytes], prefixes: list[tuple[bytes, int, int]]) -> int:
    """Daciuk's incremental minimisation.

    Appends (reversed prefix, list that follows it, accepts) to *prefixes* for every prefix of a word.
    """
    levels: list[list[int]] = [[] for _ in range(MAX_WORD + 1)]
    last = b""
    for word in [*words, b""]:
        same = _common(last, word)
        for depth in range(len(last), same, -1):
            children = register.close(levels[depth])
            levels[depth - 1][-1] |= arc_to(children)
            prefixes.append((last[:depth][::-1], children, levels[depth - 1][-1] & ACCEPTS))
        for depth in range(same, len(word)):
            levels[depth].append(word[depth] << 24)
        if word:
            levels[len(word) - 1][-1] |= ACCEPTS
        last = word
    return register.close(levels[0])


def _build_gaddag(register: _Register, prefixes: list[tuple[bytes, int, int]]) -> int:
    """The graph of the reversed prefixes. What may follow one once the separator is read is in the DAWG already."""
    levels: list[list[int]] = [[] for _ in range(MAX_WORD + 1)]
    last = b""
    for key, children, accepts in [*prefixes, (b"", 0, 0)]:
        same = _common(last, key)
        for depth in range(len(last), same, -1):
            levels[depth - 1][-1] |= arc_to(register.close(levels[depth]))
        for depth in range(same, len(key)):
            levels[depth].append(key[depth] << 24)
        if key:
            levels[len(key) - 1][-1] |= accepts
        if children:
            levels[len(key)].append(arc_to(children))
        last = key
    return register.close(levels[0])


def nodes_of(graph: Buffer) -> memoryview:
    """The graph as a sequence of node values.

    :raises ValueError: when it is not made of whole nodes.
    """
    view = memoryview(graph)
    if view.nbytes % 4:
        raise ValueError("a word graph is made of whole, aligned 4-byte nodes")
    return view if view.format == "I" else view.cast("B").cast("I")


def check(graph: Buffer, letters: int, gaddag: bool, /) -> int:
    """The number of words of a graph, once proven that no path from its roots leaves it or is longer than a board.

    With *gaddag* false only the DAWG is looked at (a file without GADDAG).
    """
    nodes = nodes_of(graph)
    count, first = len(nodes), 2 if gaddag else 1
    if not first <= count <= MAX_NODES:
        raise ValueError("a word graph has 2 to 16777216 nodes (at 0)")
    for i in range(count):
        tile, child = tile_of(nodes[i]), child_of(nodes[i])
        if tile > (letters if i >= first else 0):
            raise ValueError(f"node {i}: no such tile may stand here")
        if child >= count or 0 < child < first:
            raise ValueError(f"node {i}: its arc leads out of the graph")
        if i >= first and not nodes[i] & LAST and (i + 1 == count or tile_of(nodes[i + 1]) <= tile):
            raise ValueError(f"node {i}: its siblings are not in order or do not end")
    dawg = _Measure(nodes, None)
    dawg.height(child_of(nodes[0]), MAX_WORD)
    if gaddag:
        _Measure(nodes, dawg).height(child_of(nodes[1]), MAX_WORD)
    return dawg.words(child_of(nodes[0]))


class _Measure:
    """Longest path and number of words from each list of siblings."""

    def __init__(self, nodes: memoryview, after_separator: _Measure | None) -> None:
        self._nodes = nodes
        self._after_separator = after_separator
        self._known: dict[int, tuple[int, int]] = {0: (0, 0)}

    def words(self, start: int) -> int:
        return self._known[start][1]

    def height(self, start: int, budget: int) -> int:
        """Longest path from a list, separator not counted.

        A cycle is met as a path that is too long, so this always ends.
        """
        if start not in self._known:
            if budget <= 0:
                raise ValueError(f"node {start}: paths longer than 15 tiles")
            self._known[start] = self._measure(start, budget)
        longest = self._known[start][0]
        if longest > budget:
            raise ValueError(f"node {start}: paths longer than 15 tiles")
        return longest

    def _measure(self, start: int, budget: int) -> tuple[int, int]:
        longest, words = 0, 0
        for i in range(start, len(self._nodes)):
            node = self._nodes[i]
            child = child_of(node)
            if tile_of(node):
                longest = max(longest, 1 + self.height(child, budget - 1))
                words += bool(node & ACCEPTS) + self.words(child)
            elif self._after_separator is None or node & ACCEPTS or not child:
                raise ValueError(f"node {i}: no such tile may stand here")
            else:
                longest = max(longest, self._after_separator.height(child, budget))
            if node & LAST:
                break
        return longest, words


def words(graph: Buffer, letters: int, /) -> bytes:
    """Every word of the DAWG, in order, each followed by 0."""
    check(graph, letters, False)
    nodes = nodes_of(graph)
    out = bytearray()

    def walk(start: int, prefix: bytes) -> None:
        for i in range(start, len(nodes)):
            node = nodes[i]
            word = prefix + bytes((tile_of(node),))
            if node & ACCEPTS:
                out.extend(word + b"\0")
                if len(out) > MAX_TEXT:
                    raise ValueError("the word graph would be too large (at 0)")
            if child_of(node):
                walk(child_of(node), word)
            if node & LAST:
                break

    if child_of(nodes[0]):
        walk(child_of(nodes[0]), b"")
    return bytes(out)

"""The word graph: minimal, complete, and the same from C as from Python."""

from __future__ import annotations

from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import wordgraph
from engine.wordgraph import ACCEPTS, LAST, arc_to, child_of, tile_of

try:
    from engine import _wordgraph

    CORES: list[ModuleType] = [wordgraph, _wordgraph]
except ImportError:
    CORES = [wordgraph]

both = pytest.mark.parametrize("core", CORES, ids=lambda core: core.__name__)

letters = st.integers(1, 4) | st.integers(1, 62)
word_lists = st.sets(st.lists(letters, min_size=2, max_size=15).map(bytes), max_size=40).map(sorted)

SEPARATOR = 0


def text(words: list[bytes]) -> bytes:
    return b"".join(word + b"\0" for word in words)


def gaddag_strings(word: bytes) -> set[bytes]:
    """CARE is entered as ERAC, RAC@E, AC@RE and C@ARE: reversed up to a tile, then onward from it."""
    return {word[::-1]} | {word[:i][::-1] + bytes([SEPARATOR]) + word[i:] for i in range(1, len(word))}


def spelt(nodes: memoryview, index: int) -> set[bytes]:
    """Everything that the graph spells from a list of siblings."""
    found = set()
    while index:
        node = nodes[index]
        tile = bytes([tile_of(node)])
        if node & ACCEPTS:
            found.add(tile)
        found |= {tile + rest for rest in spelt(nodes, child_of(node))}
        index = 0 if node & LAST else index + 1
    return found


@both
@given(words=word_lists)
def test_the_graph_spells_the_words_and_their_gaddag_and_nothing_else(
    core: ModuleType, words: list[bytes]
) -> None:
    nodes = wordgraph.nodes_of(core.build(text(words)))
    assert spelt(nodes, child_of(nodes[0])) == set(words)
    assert spelt(nodes, child_of(nodes[1])) == set().union(*map(gaddag_strings, words))


@both
@given(words=word_lists)
def test_the_graph_is_minimal(core: ModuleType, words: list[bytes]) -> None:
    """Counted without a graph: two places are one when the same strings may follow.

    One node for each letter that may come next, in each such place, the two roots' arcs besides.
    """
    follow: dict[tuple[str, bytes], set[bytes]] = {}
    for root, strings in (("dawg", set(words)), ("gaddag", set().union(*map(gaddag_strings, words)))):
        for string in strings:
            for i in range(len(string)):
                follow.setdefault((root, string[:i]), set()).add(string[i:])
    places = {frozenset(strings) for strings in follow.values()}
    assert len(wordgraph.nodes_of(core.build(text(words)))) == 2 + sum(
        len({s[0] for s in place}) for place in places
    )


@given(words=word_lists)
def test_c_and_python_build_the_same_bytes(words: list[bytes]) -> None:
    built = {core.build(text(words)) for core in CORES}
    assert len(built) == 1


@both
@given(words=word_lists)
def test_words_come_back_in_order(core: ModuleType, words: list[bytes]) -> None:
    graph = core.build(text(words))
    assert core.words(graph, 62) == text(words)
    assert core.check(graph, 62, True) == core.check(graph, 62, False) == len(words)


@both
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (b"\1\2", "byte"),
        (b"\1\0", "byte 0"),
        (b"\0", "byte 0"),
        (b"\1\2\0\1\77\0", "byte 3"),
        (b"\1" * 16 + b"\0", "byte 0"),
        (b"\1\2\0\1\1\0", "byte 3: words must be in strictly ascending order"),
        (b"\1\2\0\1\2\0", "byte 3: words must be in strictly ascending order"),
        (b"\1\2\3\0\1\2\0", "byte 4: words must be in strictly ascending order"),
    ],
)
def test_what_cannot_be_built(core: ModuleType, words: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        core.build(words)


def nodes(*values: int) -> bytes:
    return b"".join(value.to_bytes(4, "little") for value in values)


A, B = 1 << 24, 2 << 24


@both
@pytest.mark.parametrize(
    ("graph", "message"),
    [
        (b"", "a word graph has 2 to"),
        (nodes(LAST), "a word graph has 2 to"),
        (b"abc", "whole"),
        (nodes(LAST | 2, LAST, 63 << 24 | LAST | ACCEPTS), "node 2: no such tile"),
        (nodes(LAST | 9, LAST, A | LAST | ACCEPTS), "node 0: its arc leads out"),
        (nodes(LAST | 2, LAST, A | LAST | 3), "node 2: its arc leads out"),
        (nodes(LAST | 2, LAST, A | LAST | 1), "node 2: its arc leads out"),
        (nodes(LAST | 2, LAST, A | ACCEPTS), "node 2: its siblings"),
        (nodes(LAST | 2, LAST, B | ACCEPTS, A | ACCEPTS | LAST), "node 2: its siblings"),
        (nodes(LAST | 2, LAST, A | ACCEPTS, A | ACCEPTS | LAST), "node 2: its siblings"),
        (nodes(LAST | 2, LAST, A | LAST | 2), "paths longer than 15"),
        (nodes(LAST | 2, LAST, A | 4, B | LAST | ACCEPTS, A | LAST | 2), "paths longer than 15"),
        (nodes(LAST | 2, LAST, 0 | LAST | 3, A | LAST | ACCEPTS), "node 2: no such tile"),
        (nodes(LAST, LAST | 2, 0 | LAST | ACCEPTS), "node 2: no such tile"),
        (nodes(LAST, LAST | 2, 0 | LAST | 3, 0 | LAST | 4, A | LAST | ACCEPTS), "node 3: no such tile"),
    ],
)
def test_a_graph_that_would_lead_a_search_astray_is_refused(
    core: ModuleType, graph: bytes, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        core.check(graph, 62, True)


@given(st.integers(0, 2**24 - 1), st.integers(0, 62), st.booleans(), st.booleans())
def test_a_child_of_any_number_can_be_named(child: int, tile: int, is_last: bool, accepts: bool) -> None:
    node = tile << 24 | LAST * is_last | ACCEPTS * accepts | arc_to(child)
    assert (child_of(node), tile_of(node), bool(node & LAST), bool(node & ACCEPTS)) == (
        child,
        tile,
        is_last,
        accepts,
    )
    assert node < 2**32
    assert (node >> 30 == 0) == (child < 2**22), "a KWG file as long as its numbers suffice"


@both
def test_the_longest_words_are_those_of_a_board(core: ModuleType) -> None:
    graph = core.build(b"\1" * 15 + b"\0")
    assert core.check(graph, 1, True) == 1


@both
def test_a_graph_that_spells_without_end_is_cut_off(core: ModuleType) -> None:
    """Fifteen lists of 62 letters, each leading to the next, spell more words than there is memory."""
    lists = []
    for depth in range(15):
        child = 2 + 62 * (depth + 1) if depth < 14 else 0
        lists += [tile << 24 | ACCEPTS | child | (LAST if tile == 62 else 0) for tile in range(1, 63)]
    graph = nodes(LAST | 2, LAST, *lists)
    assert core.check(graph, 62, True) >= 2**32 - 1
    if core is not wordgraph:  # in Python this takes half a minute
        with pytest.raises(ValueError, match="too large"):
            core.words(graph, 62)

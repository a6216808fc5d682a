"""Whatever bytes come in, reading a list or a compiled lexicon gives a value or its one documented error."""

from __future__ import annotations

import contextlib
from types import ModuleType

from hypothesis import example, given
from hypothesis import strategies as st

from engine import wordgraph
from engine.builtin import tileset, tileset_names
from engine.errors import LexiconError
from engine.lexicon import Lexicon, compile_words, words_of_kwg
from engine.lexicon_file import pack, read_sections
from engine.wordlist import ENCODINGS, read_list

try:
    from engine import _wordgraph

    CORES: list[ModuleType] = [wordgraph, _wordgraph]
except ImportError:
    CORES = [wordgraph]

GOOD = compile_words(["CAS", "CASE", "SAC", "RETINES", "AA", "ZYGENE"], tileset("fr"), name="good")
SECTIONS = {name: bytes(data) for name, data in read_sections(GOOD).items()}
NODES = len(SECTIONS["KWG "]) // 4

starts = st.sampled_from(
    [b"", b"\x1f\x8b", b"\xfd7zXZ\0", b"PK\x03\x04", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"cas\n"]
)


@given(
    starts, st.binary(max_size=200), st.sampled_from(tileset_names()), st.none() | st.sampled_from(ENCODINGS)
)
@example(b"\xff\xfe", b"\x00\xd8c\x00", "fr", None)
def test_a_list_of_any_bytes(start: bytes, data: bytes, language: str, encoding: str | None) -> None:
    tiles = tileset(language)
    try:
        read = read_list(start + data, tiles, encoding=encoding)
    except LexiconError:
        return
    assert read.words
    assert read.lines == len(read.words) + read.duplicates + read.rejected
    assert set("".join(read.words)) <= set(tiles.alphabet)
    assert all(2 <= len(word) <= 15 for word in read.words)
    assert set(Lexicon(compile_words(read.words, tiles, name="fuzz")).words()) == set(read.words)


@given(st.text(max_size=100), st.sampled_from(["utf-8", "utf-16-le", "utf-16-be"]))
def test_a_list_of_any_text(text: str, encoding: str) -> None:
    with contextlib.suppress(LexiconError):
        read_list(text.encode(encoding, "replace"), tileset("ca"))


@given(st.binary(max_size=400))
def test_a_compiled_file_of_any_bytes(data: bytes) -> None:
    for buffer in (data, GOOD[:16] + data, data + GOOD):
        with contextlib.suppress(LexiconError):
            Lexicon(buffer)


@given(st.lists(st.tuples(st.integers(0, NODES - 1), st.integers(0, 2**32 - 1)), min_size=1, max_size=4))
def test_a_graph_with_foreign_nodes(changes: list[tuple[int, int]]) -> None:
    """With its checksum made right again: what is not refused can be walked through, and says how many words it holds."""
    graph = memoryview(bytearray(SECTIONS["KWG "])).cast("I")
    for index, value in changes:
        graph[index] = value
    try:
        lexicon = Lexicon(pack(SECTIONS | {"KWG ": graph.tobytes()}))
    except LexiconError:
        return
    words = list(lexicon.words())
    assert len(words) == len(lexicon) == 6
    assert all(word in lexicon for word in words)


@given(
    st.lists(
        st.integers(0, 2**32 - 1)
        | st.builds(
            lambda t, f, c: t << 24 | f << 22 | c, st.integers(0, 5), st.integers(0, 3), st.integers(0, 9)
        ),
        max_size=10,
    )
)
def test_both_cores_judge_any_graph_alike(nodes: list[int]) -> None:
    data = b"".join(node.to_bytes(4, "little") for node in nodes)
    answers = []
    for core in CORES:
        try:
            answers.append(core.check(data, 5, True))
        except ValueError as error:
            answers.append(str(error))
    assert len(set(answers)) == 1
    with contextlib.suppress(LexiconError):
        words_of_kwg(data, "ABCDE")

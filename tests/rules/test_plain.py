"""Plain data to dataclasses and back: what is accepted, and how what is wrong is named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.plain import PlainError, from_plain, to_plain


class Colour(StrEnum):
    """Two of them."""

    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Inner:
    """One number."""

    size: int
    note: str = ""


@dataclass(frozen=True)
class Outer:
    """A field of every kind that rule sets and events use."""

    name: str
    colour: Colour = Colour.RED
    kind: Literal["a", "b"] = "a"
    inner: Inner = Inner(1)
    parts: tuple[Inner, ...] = ()
    pair: tuple[str, int] | None = None
    flag: bool = False
    numbers: Mapping[int, int] = field(default_factory=dict)
    colours: Mapping[Colour, str] = field(default_factory=dict)


FULL = Outer("x", Colour.BLUE, "b", Inner(2, "n"), (Inner(3), Inner(-4)), ("p", 5), True, {7: 50, -1: 2}, {Colour.RED: "r"})
TEXTS = st.text(max_size=3)
INNERS = st.builds(Inner, st.integers(), TEXTS)
OUTERS = st.builds(
    Outer,
    TEXTS,
    st.sampled_from(Colour),
    st.sampled_from(["a", "b"]),
    INNERS,
    st.lists(INNERS, max_size=2).map(tuple),
    st.none() | st.tuples(TEXTS, st.integers()),
    st.booleans(),
    st.dictionaries(st.integers(-99, 99), st.integers(), max_size=2),
    st.dictionaries(st.sampled_from(Colour), TEXTS, max_size=2),
)


@given(OUTERS)
def test_a_value_survives_the_way_into_plain_data_and_back(value: Outer) -> None:
    assert from_plain(Outer, to_plain(value)) == value


def test_plain_data_holds_nothing_but_json() -> None:
    assert to_plain(FULL) == {
        "name": "x",
        "colour": "blue",
        "kind": "b",
        "inner": {"size": 2, "note": "n"},
        "parts": [{"size": 3, "note": ""}, {"size": -4, "note": ""}],
        "pair": ["p", 5],
        "flag": True,
        "numbers": {"7": 50, "-1": 2},
        "colours": {"red": "r"},
    }


def test_missing_keys_take_their_defaults() -> None:
    assert from_plain(Outer, {"name": "x"}) == Outer("x")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "name: missing"),
        ([], "value: expected a table"),
        ({"name": 1}, "name: expected a text, not 1"),
        ({"name": "x", "nmae": 1}, "nmae: unknown key; did you mean name"),
        ({"name": "x", "zzzzz": 1}, "zzzzz: unknown key; known keys: name"),
        ({"name": "x", "inner": {"size": True}}, "inner.size: expected a whole number, not True"),
        ({"name": "x", "inner": {"size": 1.0}}, "inner.size: expected a whole number"),
        ({"name": "x", "inner": {"size": "1"}}, "inner.size: expected a whole number"),
        ({"name": "x", "inner": {"sise": 1}}, "inner.sise: unknown key; did you mean inner.size"),
        ({"name": "x", "parts": [{"size": 1}, {"size": None}]}, r"parts\[1\].size"),
        ({"name": "x", "parts": {"size": 1}}, "parts: expected a list"),
        ({"name": "x", "parts": "ab"}, "parts: expected a list"),
        ({"name": "x", "colour": "green"}, "colour: expected 'red' or 'blue', not 'green'"),
        ({"name": "x", "colour": []}, "colour: expected 'red'"),
        ({"name": "x", "kind": "c"}, "kind: expected 'a' or 'b'"),
        ({"name": "x", "flag": 1}, "flag: expected true or false"),
        ({"name": "x", "pair": ["p"]}, "pair: expected 2 values"),
        ({"name": "x", "numbers": {"seven": 1}}, "numbers"),
        ({"name": "x", "numbers": {"²": 1}}, "numbers"),
        ({"name": "x", "numbers": {"--7": 1}}, "numbers"),
        ({"name": "x", "numbers": {"1" * 5000: 1}}, "numbers"),
        ({"name": "x", "numbers": [1]}, "numbers: expected a table"),
        ({"name": "x", "colours": {"green": ""}}, "colours"),
    ],
)
def test_what_is_wrong_is_named_with_its_path(data: Any, message: str) -> None:
    with pytest.raises(PlainError, match=message):
        from_plain(Outer, data)


def test_a_long_value_is_cut_in_the_message() -> None:
    for data in ({"name": ["x" * 10_000]}, {"name": "x", "y" * 10_000: 1}):
        with pytest.raises(PlainError) as refused:
            from_plain(Outer, data)
        assert len(str(refused.value)) < 300


KEYS = st.sampled_from([*Outer.__annotations__, "size"]) | TEXTS
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
)


@given(JSON)
def test_any_data_gives_a_value_or_the_documented_error(data: Any) -> None:
    try:
        assert isinstance(from_plain(Outer, data), Outer)
    except PlainError:
        assert data != {"name": "x"}

"""Requests out of any bytes: a command or a MessageError, and nothing that could not be stored or sent again."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.commands import KINDS, MAX_REQUEST, parse_about, parse_command, parse_command_id, parse_json
from appliance.errors import MessageError
from engine.plain import to_plain

NAMES = sorted({field.name for kind in KINDS.values() for field in dataclasses.fields(kind)})
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
JSON = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3))
FIELDS = st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=4), JSON, max_size=5)
NEARLY_JSON = st.text('{}[]",:0123456789.eE-+\\ud8NaInfty truefalsnkind', max_size=40)


@given(st.binary(max_size=60) | NEARLY_JSON.map(str.encode) | JSON.map(json.dumps).map(str.encode))
def test_any_bytes(data: bytes) -> None:
    try:
        value = parse_json(data)
    except MessageError as error:
        assert len(str(error)) < 500  # noqa: PT017
        return
    assert isinstance(value, dict)
    json.dumps(value, ensure_ascii=False).encode()


@given(st.sampled_from(sorted(KINDS)) | SCALARS, FIELDS | JSON)
def test_any_fields(kind: Any, fields: Any) -> None:
    try:
        command = parse_command(kind, fields)
    except MessageError as error:
        assert len(str(error)) < 1000  # noqa: PT017
        return
    assert parse_command(kind, to_plain(command)) == command


@given(FIELDS | st.dictionaries(st.sampled_from(["draw", "turn", "step"]), st.text() | SCALARS) | JSON)
def test_anything_asked_about(fields: Any) -> None:
    try:
        about = parse_about(fields)
    except MessageError as error:
        assert len(str(error)) < 1000  # noqa: PT017
        return
    assert parse_about(to_plain(about)) == about


@given(JSON | st.text(min_size=6, max_size=70))
def test_any_id(value: Any) -> None:
    try:
        known = parse_command_id(value)
    except MessageError:
        return
    assert known == value
    assert 8 <= len(known) <= 64
    assert all("!" <= char <= "~" for char in known)


@pytest.mark.parametrize(
    "data",
    [
        b"[" * MAX_REQUEST,
        b'{"a":' * (MAX_REQUEST // 5),
        b"9" * MAX_REQUEST,
        b'{"a":"' + b"\\ud800" * 1000 + b'"}',
        b'{"\\udfff":1}',
        b"\xff\xfe{}",
        b'{"a":1',
        b" " * (MAX_REQUEST + 1),
        b'{"a":' + b"[" * 5000 + b"]" * 5000 + b"}",
    ],
)
def test_requests_made_to_hurt(data: bytes) -> None:
    with pytest.raises(MessageError):
        parse_json(data)


def test_a_long_foreign_key_is_not_sent_back_whole() -> None:
    with pytest.raises(MessageError) as refused:
        parse_command("HandIn", {"x" * 60_000: 1})
    assert len(str(refused.value)) < 300

"""Frozen dataclasses to plain data (dicts, lists, texts, numbers) and back, with errors that name the key.

Rule sets (TOML) and events (JSON) both go through here, so that one piece of code decides what an unknown or a wrong value is.
"""

from __future__ import annotations

import dataclasses
import difflib
import re
import types
import typing
from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union

T = TypeVar("T")


class PlainError(ValueError):
    """A plain value does not describe what it should; the message starts with the key's path."""


def to_plain(value: Any) -> Any:
    """Dataclasses to dicts, tuples to lists, enums to their values; mapping keys to text."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(to_plain(key)): to_plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [to_plain(item) for item in value]
    return value


def from_plain(kind: type[T], data: Any, path: str = "") -> T:
    """Build a *kind* from plain data; missing keys take the field's default.

    :raises PlainError: for an unknown key (with the nearest known one), a missing one, or a value of the wrong type.
    """
    return typing.cast(T, _convert(kind, data, path))


def _convert(kind: Any, data: Any, path: str) -> Any:
    origin = typing.get_origin(kind)
    if origin in (Union, types.UnionType):
        return _convert_union(kind, data, path)
    if origin is tuple:
        return _convert_tuple(kind, data, path)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        key_kind, item_kind = typing.get_args(kind)
        if not isinstance(data, Mapping):
            raise _wrong(path, "a table", data)
        return {
            _convert_key(key_kind, key, path): _convert(item_kind, item, f"{path}.{key}") for key, item in data.items()
        }
    if origin is typing.Literal:
        choices = typing.get_args(kind)
        if data not in choices:
            raise _wrong(path, " or ".join(map(repr, choices)), data)
        return data
    if dataclasses.is_dataclass(kind):
        return _convert_dataclass(kind, data, path)
    if isinstance(kind, type) and issubclass(kind, Enum):
        try:
            return kind(data)
        except ValueError:
            raise _wrong(path, " or ".join(repr(item.value) for item in kind), data) from None
    # bool is an int in Python, yet "true points" is a mistake
    if kind in (int, str, bool) and type(data) is kind:
        return data
    raise _wrong(path, {int: "a whole number", str: "a text", bool: "true or false"}.get(kind, str(kind)), data)


_WHOLE_NUMBER = re.compile(r"-?\d{1,9}", re.ASCII)


def _convert_key(kind: Any, key: Any, path: str) -> Any:
    # JSON and TOML know text keys only
    if kind is int and isinstance(key, str) and _WHOLE_NUMBER.fullmatch(key):
        return int(key)
    return _convert(kind, key, path)


def _convert_union(kind: Any, data: Any, path: str) -> Any:
    options = typing.get_args(kind)
    if data is None and type(None) in options:
        return None
    errors = []
    for option in options:
        if option is type(None):
            continue
        try:
            return _convert(option, data, path)
        except PlainError as error:
            errors.append(error)
    raise errors[0]


def _convert_tuple(kind: Any, data: Any, path: str) -> tuple[Any, ...]:
    if not isinstance(data, (list, tuple)):
        raise _wrong(path, "a list", data)
    args = typing.get_args(kind)
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(_convert(args[0], item, f"{path}[{i}]") for i, item in enumerate(data))
    if len(args) != len(data):
        raise _wrong(path, f"{len(args)} values", data)
    return tuple(_convert(arg, item, f"{path}[{i}]") for i, (arg, item) in enumerate(zip(args, data, strict=True)))


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _convert_dataclass(kind: Any, data: Any, path: str) -> Any:
    if not isinstance(data, Mapping):
        raise _wrong(path, "a table", data)
    fields = {field.name: field for field in dataclasses.fields(kind) if field.init}
    prefix = f"{path}." if path else ""
    for key in data:
        if key not in fields:
            near = difflib.get_close_matches(str(key), fields, 1)
            hint = f"did you mean {prefix}{near[0]}?" if near else f"known keys: {', '.join(fields)}"
            raise PlainError(f"{prefix}{str(key)[:60]}: unknown key; {hint}")
    hints = _hints(kind)
    values = {key: _convert(hints[key], item, f"{prefix}{key}") for key, item in data.items()}
    for name, field in fields.items():
        has_default = (
            field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING
        )
        if name not in values and not has_default:
            raise PlainError(f"{prefix}{name}: missing")
    return kind(**values)


def _wrong(path: str, expected: str, data: Any) -> PlainError:
    shown = repr(data)
    return PlainError(f"{path or 'value'}: expected {expected}, not {shown[:60]}{'…' if len(shown) > 60 else ''}")

"""The JSON Schema of game files, against files that are written and files that are wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from appliance.library import Library
from engine.evening import parse_evening, play_evening
from engine.exchange.gamefile import write_game
from engine.exchange.table import read_table

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "tests" / "games"
SCHEMA: dict[str, Any] = json.loads((ROOT / "docs" / "game-file.schema.json").read_text(encoding="utf-8"))
TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": type(None),
}


def fits(schema: Any, value: Any) -> bool:
    """The keywords of JSON Schema 2020-12 that the file uses, by the specification (json-schema.org), apart from the program's reader."""
    if isinstance(schema, bool):
        return schema
    if "$ref" in schema:
        return fits(SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]], value)
    if "type" in schema and not isinstance(value, TYPES[schema["type"]]):
        return False
    if schema.get("type") == "integer" and isinstance(value, bool):
        return False
    if "const" in schema and value != schema["const"]:
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if "anyOf" in schema and not any(fits(each, value) for each in schema["anyOf"]):
        return False
    if isinstance(value, str):
        return bool(len(value) <= schema.get("maxLength", len(value)))
    if isinstance(value, list):
        first = schema.get("prefixItems", [])
        enough = schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
        rest = all(fits(schema.get("items", True), each) for each in value[len(first) :])
        return bool(enough) and rest and all(map(fits, first, value))
    if isinstance(value, dict):
        own = schema.get("properties", {})
        there = all(name in value for name in schema.get("required", []))
        return there and all(fits(own.get(name, schema.get("additionalProperties", True)), each) for name, each in value.items())
    return True


def test_the_schema_is_that_of_the_events() -> None:
    check = [sys.executable, "scripts/write-schema", "--check"]
    assert subprocess.run(check, cwd=ROOT, check=False).returncode == 0, "docs/game-file.schema.json is old: run scripts/write-schema"


@pytest.mark.parametrize("name", ["cases_french", "cases_warnings", "optimist", "substitution", "decomposed"])
def test_what_is_written_fits_the_schema(name: str) -> None:
    statements = parse_evening((GAMES / f"{name}.evening").read_text(encoding="utf-8"))
    game = play_evening(statements, Library(None, GAMES)).game
    assert fits(SCHEMA, json.loads(write_game(game)))


def written() -> dict[str, Any]:
    table = (GAMES / "fr_hiersac_2022-01-21_joker.txt").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(write_game(read_table(table).game))
    return data


def test_what_is_wrong_does_not_fit() -> None:
    assert fits(SCHEMA, written())
    for path, value in (
        (("version",), 2),
        (("format",), "other"),
        (("colour",), "red"),
        (("events",), []),
        (("events", 0, 1), "RoundClosed"),
        (("events", 1, 1), "Sneezed"),
        (("events", 1, 2, "round"), "one"),
        (("events", 1, 2, "smell"), "sweet"),
        (("events", 1), ["1", "RoundClosed"]),
        (("events", 1, 0), 1),
    ):
        data: Any = written()
        at = data
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = value
        assert not fits(SCHEMA, data), path
    data = written()
    del data["events"][1][2]["round"]
    assert not fits(SCHEMA, data)

"""The tile sets and rule sets that come with Toptable.

The one module of ``engine`` that reads files, and only those of its own package; it reads when asked, never when imported.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

from engine.errors import RuleSetError, TileError
from engine.ruleset import RuleSet, ruleset_from_dict
from engine.tiles import TileSet, tileset_from_dict


def tileset_names() -> tuple[str, ...]:
    """The tile sets there are, sorted."""
    return _names("tilesets")


def ruleset_names() -> tuple[str, ...]:
    """The rule sets there are, sorted."""
    return _names("rulesets")


@cache
def tileset(name: str) -> TileSet:
    """:raises TileError: if there is no such tile set."""
    if name not in tileset_names():
        raise TileError(f"no tile set {name!r}; there are {', '.join(tileset_names())}")
    return tileset_from_dict(tomllib.loads(_read("tilesets", name)))


@cache
def ruleset(name: str) -> RuleSet:
    """:raises RuleSetError: if there is no such rule set."""
    if name not in ruleset_names():
        raise RuleSetError(f"no rule set {name!r}; there are {', '.join(ruleset_names())}")
    return ruleset_from_dict(tomllib.loads(_read("rulesets", name)))


def _names(folder: str) -> tuple[str, ...]:
    files = (resources.files("engine") / folder).iterdir()
    return tuple(sorted(item.name.removesuffix(".toml") for item in files if item.name.endswith(".toml")))


def _read(folder: str, name: str) -> str:
    return (resources.files("engine") / folder / f"{name}.toml").read_text(encoding="utf-8")

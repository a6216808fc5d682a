"""The settings by which a rule set differs from the one of its name: what a text file must say to be read back the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine import builtin
from engine.errors import EngineError, ExchangeError
from engine.ruleset import LIST_FORMS, RuleSet, ruleset_to_dict, with_setting

MAX_LIST = 360
"""Characters of a list in one line: an evening file's have 400 at most."""


def settings_of(rules: RuleSet) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """``set`` lines that turn the rule set of that name into this one, and notes on what no such line can say."""
    if rules.name not in builtin.ruleset_names():
        return (), (f"rule set {rules.name} is a file of its own: the reader needs it",)
    plain, own = ruleset_to_dict(builtin.ruleset(rules.name)), ruleset_to_dict(rules)
    settings: list[tuple[str, str]] = []
    notes: list[str] = []
    for key, value in _flat(own):
        before = dict(_flat(plain)).get(key)
        if value == before or key.startswith("sources"):
            continue
        if isinstance(value, bool | int | str) and key not in ("title", "lexicon"):
            settings.append((key, str(value).lower() if isinstance(value, bool) else str(value)))
        elif key in LIST_FORMS and len(listed := _as_toml(value)) <= MAX_LIST:
            settings.append((key, listed))
        elif key not in ("title", "lexicon"):
            notes.append(f"the setting {key} is not carried")
    # tiles first; and neither more placed nor larger minima than a rack holds: a rack of seven cannot place eight, one of six not seven
    # but with a chosen one
    grows = own["draw"]["rack"] > plain["draw"]["rack"]
    held = ("draw.placed", "draw.minima")
    first = ("tileset", "draw.chosen", *(("draw.rack", *held) if grows else (*held, "draw.rack")))
    settings.sort(key=lambda pair: (first.index(pair[0]) if pair[0] in first else len(first), pair[0]))
    return tuple(settings), tuple(notes)


def _as_toml(value: Any) -> str:
    """A list of a rule set on one line, as :func:`engine.ruleset.with_setting` reads it."""
    match value:
        case list():
            return f"[{', '.join(map(_as_toml, value))}]"
        case dict():
            return f"{{{', '.join(f'{key} = {_as_toml(each)}' for key, each in value.items())}}}"
        case str():
            return f'"{value}"'
        case _:
            return str(value)


def rules_with(rules: RuleSet, settings: Iterable[tuple[str, str]]) -> RuleSet:
    """:raises ExchangeError: for a setting that the rule set does not have."""
    try:
        for key, value in settings:
            rules = with_setting(rules, key, value)
    except EngineError as error:
        raise ExchangeError(str(error)) from error
    return rules


def _flat(table: dict[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    pairs: list[tuple[str, Any]] = []
    for key, value in table.items():
        if isinstance(value, dict) and (value or key != "bonus"):
            pairs += _flat(value, f"{prefix}{key}.")
        else:
            pairs.append((prefix + key, value))
    return pairs

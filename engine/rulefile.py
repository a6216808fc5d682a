"""A club's own rule set, as a file holds it: every key stands in it, so that nothing is played by a value that nobody wrote down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.errors import RuleSetError
from engine.ruleset import Fault, RuleSet, checked_signals, ruleset_from_dict, setting_keys


def own_ruleset(data: Mapping[str, Any], name: str = "") -> RuleSet:
    """The rule set of a file's TOML data. *name*: what it must be called, if it is found by its name.

    :raises RuleSetError: naming the key: one that is missing, unknown or wrong, a signal longer before the end than a round lasts.
    """
    rules = checked_signals(ruleset_from_dict(data))
    missing = tuple(_missing(data))
    if missing:
        raise RuleSetError(f"rule set {rules.name}: {', '.join(missing[:5])}: missing; docs/rules.md says what each decides")
    if name and rules.name != name:
        raise RuleSetError(f"rule set {rules.name}: name: expected {name!r}, as the file is called")
    return rules


def _missing(data: Mapping[str, Any]) -> Iterator[str]:
    for key in (*setting_keys(), *(f"slip.sanctions.{fault.value}" for fault in Fault)):
        table: Any = data
        for part in key.split("."):
            if not isinstance(table, Mapping) or part not in table:
                yield key
                break
            table = table[part]

"""The rule books as data: complete, sourced, and refused with the key when they are wrong."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.builtin import ruleset, ruleset_names, tileset
from engine.errors import RuleSetError
from engine.ruleset import (
    LIST_FORMS,
    Fault,
    Sanction,
    ruleset_from_dict,
    ruleset_to_dict,
    setting_keys,
    with_setting,
)

DOCS = Path(__file__).resolve().parents[2] / "docs" / "rules.md"
BOOKS = ("french", "dutch", "romanian")
RULES_DOC, _, SOURCES = DOCS.read_text(encoding="utf-8").partition("\n## Sources\n")


@pytest.mark.parametrize("name", ruleset_names())
def test_every_setting_of_every_book_has_a_source(name: str) -> None:
    rules = ruleset(name)
    assert [key for key in setting_keys() if not rules.sources.get(key, "").strip()] == []
    assert [key for key in rules.sources if key not in setting_keys()] == []


@pytest.mark.parametrize("name", ruleset_names())
def test_every_book_names_a_tile_set_that_exists_and_a_sanction_for_every_fault(name: str) -> None:
    rules = ruleset(name)
    assert tileset(rules.tileset).total > 0
    assert set(rules.slip.sanctions) == set(Fault)


@pytest.mark.parametrize("name", ruleset_names())
def test_a_rule_book_survives_writing_and_reading(name: str) -> None:
    rules = ruleset(name)
    assert ruleset_from_dict(ruleset_to_dict(rules)) == rules


def documented(key: str) -> list[str]:
    """The cells of a setting's or a fault's row in docs/rules.md, behind the key."""
    (row,) = re.findall(rf"^\| `{re.escape(key)}` \|(.*)\|$", RULES_DOC, re.MULTILINE)
    return [cell.strip() for cell in row.split("|")]


@pytest.mark.parametrize("fault", Fault)
def test_the_documentation_states_the_sanctions_of_the_books(fault: Fault) -> None:
    words, *sanctions = documented(fault.value)
    assert words
    assert sanctions == [ruleset(name).slip.sanction(fault).value for name in BOOKS]


def shown(value: Any) -> str:
    """A setting as the documentation writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key} = {item}" for key, item in value.items())
    if isinstance(value, list):
        return ", ".join(shown(item) for item in value) or "none"
    return str(value)


@pytest.mark.parametrize("key", setting_keys())
def test_the_documentation_states_the_values_of_the_books(key: str) -> None:
    words, *cells = documented(key)
    assert words
    if key in ("slip.sanctions", "draw.minima", "clock.signals"):
        return  # told in words
    values = []
    for name in BOOKS:
        value: Any = ruleset_to_dict(ruleset(name))
        for part in key.split("."):
            value = value[part]
        values.append(shown(value))
    assert cells == values


@pytest.mark.parametrize("name", ruleset_names())
def test_the_documentation_names_the_source_of_every_value(name: str) -> None:
    section = SOURCES.partition(f"`engine/rulesets/{name}.toml`")[2].partition("\n### ")[0]
    assert dict(re.findall(r"^\| `([a-z_.]+)` \| (.*) \|$", section, re.MULTILINE)) == dict(ruleset(name).sources)


def test_the_tables_are_those_that_the_script_writes() -> None:
    script = DOCS.parents[1] / "scripts" / "write-rules"
    done = subprocess.run([sys.executable, script, "--check"], check=False, capture_output=True, text=True)
    assert done.returncode == 0, f"run scripts/write-reference and scripts/write-rules {done.stderr}"


# --- what the notes say of each book -----------------------------------------------------------------------------------


def test_french_numbers() -> None:
    rules = ruleset("french")
    assert [(rules.minimum(number).vowels, rules.minimum(number).consonants) for number in (1, 15, 16, 30)] == [
        (2, 2),
        (2, 2),
        (1, 1),
        (1, 1),
    ]
    assert (rules.draw.refill, rules.draw.refused) == ("complement", "all")
    assert (rules.solo.points, rules.solo.minimum_seats) == (10, 16)
    assert (rules.slip.free_warnings, rules.slip.penalty_points) == (3, 5)
    assert (rules.clock.round_s, [signal.remaining_s for signal in rules.clock.signals]) == (180, [30, 5, 4, 3, 2, 1, 0])
    assert rules.bonus == {7: 50}


@pytest.mark.parametrize("name", ruleset_names())
def test_thirty_seconds_the_last_five_and_the_end_are_heard_and_a_club_may_leave_each_out(name: str) -> None:
    """30 s: the books; each of the last five seconds: a wish of clubs, of which no text speaks."""
    rules = ruleset(name)
    heard = {signal.remaining_s: signal.sound for signal in rules.clock.signals}
    assert heard == {30: "warning", 5: "tick", 4: "tick", 3: "tick", 2: "tick", 1: "tick", 0: "end"}
    assert with_setting(rules, "clock.signals", "[]").clock.signals == ()
    without = with_setting(rules, "clock.signals", LIST_FORMS["clock.signals"])
    assert [signal.sound for signal in without.clock.signals] == ["warning", "end"]


def test_the_documentation_names_the_sounds() -> None:
    _, *cells = documented("clock.signals")
    assert cells == ["warning at 30 s; tick at 5, 4, 3, 2, 1 s; end at 0 s"] * len(BOOKS)


def test_dutch_numbers() -> None:
    rules = ruleset("dutch")
    assert (rules.draw.refill, rules.draw.maximum_rounds, rules.draw.blank_returns) == ("fresh", 22, True)
    assert rules.draw.full_rack_only
    assert rules.minimum(1) == rules.minimum(22)
    assert not any(sanction in (Sanction.WARNING, Sanction.PENALTY) for sanction in rules.slip.sanctions.values())


def test_romanian_numbers() -> None:
    rules = ruleset("romanian")
    assert (rules.draw.refill, rules.draw.refused) == ("complement", "fresh")
    assert rules.draw.last_round_free
    assert rules.draw.last_round_several
    assert (rules.top.by, rules.top.same_letters_if_none, rules.slip.late) == ("players", True, "until_reveal")


# --- refusals -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"solo": {"point": 10}}, "solo.points"),
        ({"solo": {"points": "ten"}}, "solo.points"),
        ({"solo": {"points": True}}, "solo.points"),
        ({"draw": {"rack": 9}}, "draw.rack"),
        ({"draw": {"rack": 6, "placed": 7}}, "draw.placed"),
        ({"draw": {"refill": "none"}}, "draw.refill"),
        ({"slip": {"sanctions": {"wrong_points": "prison"}}}, "wrong_points"),
        ({"slip": {"sanctions": {"too_ugly": "zero"}}}, "too_ugly"),
        ({"slip": {"shifted_by": 15}}, "slip.shifted_by"),
        ({"top": {"closing_percent": 101}}, "top.closing_percent"),
        ({"top": {"ties": ["longest"]}}, "top.ties"),
        ({"colour": "red"}, "colour"),
        ({"clock": {"signals": [{"remaining_s": 5, "sound": "drum"}]}}, "clock.signals"),
    ],
)
def test_a_wrong_book_is_refused_with_the_key(change: dict[str, Any], told: str) -> None:
    data = {"name": "club", "title": "Club", "tileset": "fr", "lexicon": "fr", **change}
    with pytest.raises(RuleSetError) as caught:
        ruleset_from_dict(data)
    assert told in str(caught.value)
    assert "club" in str(caught.value)


@pytest.mark.parametrize("missing", ["name", "title", "tileset", "lexicon"])
def test_a_book_without_its_name_is_refused(missing: str) -> None:
    data = {"name": "club", "title": "Club", "tileset": "fr", "lexicon": "fr"}
    del data[missing]
    with pytest.raises(RuleSetError, match=missing):
        ruleset_from_dict(data)


def test_single_settings_can_be_overridden() -> None:
    french = ruleset("french")
    assert with_setting(french, "solo.minimum_seats", "2").solo.minimum_seats == 2
    assert with_setting(french, "slip.first_slip_at_maximum", "false").slip.first_slip_at_maximum is False
    assert with_setting(french, "slip.late", "until_reveal").slip.late == "until_reveal"
    strict = with_setting(french, "slip.sanctions.wrong_points", "penalty")
    assert strict.slip.sanction(Fault.POINTS_WRONG) is Sanction.PENALTY
    assert with_setting(french, "bonus.8", "75").bonus == {7: 50, 8: 75}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("solo.minimum_seat", "2"),
        ("solo", "2"),
        ("name", "mine"),
        ("sources", "x"),
        ("", "1"),
        ("solo.points.more", "1"),
        ("solo.points", "many"),
        ("solo.points", "-1"),
        ("slip.sanctions.ugly", "zero"),
        ("bonus.x", "5"),
        ("draw.rack", "99999999999"),
    ],
)
def test_what_is_no_setting_or_no_value_is_refused(key: str, value: str) -> None:
    with pytest.raises(RuleSetError):
        with_setting(ruleset("french"), key, value)

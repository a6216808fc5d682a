"""Rule sets: read from plain data, checked, single keys replaced."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.builtin import ruleset, ruleset_names
from engine.errors import RuleSetError
from engine.ruleset import (
    DEFAULT_SANCTIONS,
    DrawRules,
    Fault,
    Minimum,
    RuleSet,
    Sanction,
    SlipRules,
    ruleset_from_dict,
    ruleset_to_dict,
    setting_keys,
    with_setting,
)

FRENCH = ruleset("french")
LEAST = {"name": "club", "title": "Club", "tileset": "fr", "lexicon": "fr"}


@pytest.mark.parametrize("name", ruleset_names())
def test_a_rule_set_survives_the_way_there_and_back(name: str) -> None:
    assert ruleset_from_dict(ruleset_to_dict(ruleset(name))) == ruleset(name)


def test_a_rule_set_may_leave_everything_to_the_defaults() -> None:
    assert ruleset_from_dict(LEAST) == RuleSet("club", "Club", "fr", "fr")


def test_solos_of_a_rule_set_older_than_the_choice_count_whoever_is_there() -> None:
    old = ruleset_from_dict({**LEAST, "solo": {"points": 10, "minimum_seats": 16}})
    assert old.solo.counted == "present", "journals name all keys of their day: then this was the only way"


def test_the_french_minima_change_after_round_15() -> None:
    assert [FRENCH.minimum(number).vowels for number in (1, 15, 16, 99)] == [2, 2, 1, 1]
    assert [FRENCH.minimum(number).consonants for number in (1, 15, 16, 99)] == [2, 2, 1, 1]


def test_rounds_beyond_the_last_minimum_demand_nothing() -> None:
    rules = replace(FRENCH, draw=DrawRules(minima=(Minimum(3, 2, 2),)))
    assert rules.minimum(3).vowels == 2
    assert rules.minimum(4) == Minimum(0, 0, 0)


def test_a_fault_takes_the_rule_sets_sanction_then_the_default_then_zero() -> None:
    rules = SlipRules(sanctions={Fault.POINTS_WRONG: Sanction.NONE})
    assert rules.sanction(Fault.POINTS_WRONG) is Sanction.NONE
    assert rules.sanction(Fault.POINTS_MISSING) is DEFAULT_SANCTIONS[Fault.POINTS_MISSING] is Sanction.WARNING
    assert rules.sanction(Fault.INVALID_WORD) is Sanction.ZERO


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"draw": {"rak": 7}}, "draw.rak: unknown key; did you mean draw.rack"),
        ({"draw": {"rack": 9}}, "draw.rack: expected 1 to 8, not 9"),
        ({"draw": {"rack": "7"}}, "draw.rack: expected a whole number"),
        ({"draw": {"rack": 6}}, "draw.placed 7 is more than draw.rack 6"),
        ({"draw": {"refill": "some"}}, "draw.refill: expected 'complement' or 'fresh'"),
        ({"draw": {"minima": [{"until_round": 1, "vowels": -1, "consonants": 1}]}}, "draw.minima.vowels"),
        ({"draw": {"minima": [{"until_round": 0, "vowels": 5, "consonants": 5}]}}, "draw.minima: 5 vowels and 5 consonants .* of 7"),
        ({"draw": {"rack": 3, "placed": 3, "minima": [{"until_round": 0, "vowels": 2, "consonants": 2}]}}, "draw.minima: 2 vowels"),
        *(
            ({"draw": {"minima": [{"until_round": end, "vowels": 1, "consonants": 1} for end in ends]}}, "until_round: expected rising")
            for ends in ((15, 10), (10, 10), (0, 0), (0, 10))
        ),
        ({"clock": {"round_s": 4}}, "clock.round_s: expected 5 to"),
        ({"clock": {"signals": [{"remaining_s": -1, "sound": "end"}]}}, "clock.signals.remaining_s"),
        ({"clock": {"signals": [{"remaining_s": 1, "sound": "gong"}]}}, "clock.signals.0..sound"),
        ({"bonus": {"7": 10**12}}, "bonus.7: expected 0 to 1000"),
        ({"bonus": {"12": 50}}, "bonus"),
        ({"bonus": {"seven": 50}}, "bonus"),
        ({"solo": {"minimum_seats": 0}}, "solo.minimum_seats"),
        ({"slip": {"sanctions": {"wrong_pionts": "zero"}}}, "slip.sanctions"),
        ({"slip": {"sanctions": {"late": "death"}}}, "slip.sanctions.late: expected 'none'"),
        ({"game": "classic"}, "game: expected 'duplicate'"),
        ({"name": None}, "name: expected a text"),
    ],
)
def test_a_wrong_key_or_value_is_named(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleSetError, match=message):
        ruleset_from_dict({**LEAST, **changes})


def test_single_keys_can_be_replaced() -> None:
    rules = with_setting(FRENCH, "solo.minimum_seats", "2")
    assert rules.solo.minimum_seats == 2
    assert replace(rules, solo=FRENCH.solo) == FRENCH
    assert with_setting(FRENCH, "draw.last_round_free", "true").draw.last_round_free
    assert with_setting(FRENCH, "top.by", "players").top.by == "players"
    assert with_setting(FRENCH, "slip.sanctions.wrong_points", "none").slip.sanction(Fault.POINTS_WRONG) is Sanction.NONE
    assert with_setting(FRENCH, "bonus.7", "35").bonus[7] == 35


def test_club_formats_go_with_any_rule_book() -> None:
    joker = with_setting(FRENCH, "format.joker", "true")
    assert joker.draw.joker
    assert joker.draw.blank_returns
    seven_of_eight = with_setting(FRENCH, "format.rack", "8")
    assert (seven_of_eight.draw.rack, seven_of_eight.draw.placed) == (8, 7)
    # 7 placed 50, 8 placed 75: http://scrabble-varesterel.fr/definitions-pour-faire-pro/
    seven_and_eight = with_setting(seven_of_eight, "format.placed", "8")
    assert (seven_and_eight.draw.rack, seven_and_eight.draw.placed) == (8, 8)
    assert (seven_and_eight.bonus[7], seven_and_eight.bonus[8]) == (50, 75)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("solo.minimum_seat", "2"),
        ("solo", "2"),
        ("", "2"),
        (".", "2"),
        ("name", "x"),
        ("sources", "x"),
        ("sources.solo", "x"),
        ("solo.points", "many"),
        ("solo.points", "-1"),
        ("solo.points", "99999999999999999999"),
        ("solo.points.x", "1"),
        ("draw.minima", "1"),
        ("draw.rack", "²"),
        ("slip.sanctions.nothing", "zero"),
        ("slip.sanctions.late", "3"),
        ("slip.sanctions.late.more", "zero"),
        ("bonus.x", "3"),
        ("format.joker", "maybe"),
        ("format.placed", "8"),
        ("format.colour", "red"),
    ],
)
def test_what_is_no_setting_or_no_value_for_it_is_refused(key: str, value: str) -> None:
    with pytest.raises(RuleSetError):
        with_setting(FRENCH, key, value)


def test_setting_keys_name_every_setting_once() -> None:
    keys = setting_keys()
    assert len(keys) == len(set(keys))
    assert {"draw.rack", "clock.round_s", "bonus", "slip.sanctions", "ranking.tie_breaks"} <= set(keys)

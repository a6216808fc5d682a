"""Draws: what the rule books accept, when a game is over, and that no tile is lost or made by drawing."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.builtin import ruleset, tileset
from engine.draw import (
    Draw,
    check_tiles,
    draw_letters,
    format_draw,
    game_over,
    kinds_reachable,
    parse_draw,
    rack_size,
    refusal,
)
from engine.errors import DrawError, TileError
from engine.rack import take
from engine.ruleset import Minimum, RuleSet, with_setting

GAMES = Path(__file__).parent.parent / "games"
FR = tileset("fr")
FRENCH = ruleset("french")
JOKER = with_setting(FRENCH, "format.joker", "true")
ONE_OF_EACH = with_setting(FRENCH, "draw.refused", "fresh")  # completed like Romanian draws: what was kept stays kept


def with_minima(rules: RuleSet, vowels: int, consonants: int) -> RuleSet:
    return replace(rules, draw=replace(rules.draw, minima=(Minimum(0, vowels, consonants),)))


def published(name: str) -> list[str]:
    lines = (GAMES / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t")[1] for line in lines if line[:1].isdigit()]


# --- vowels and consonants -----------------------------------------------------------------------------------------------


@given(st.text("AEBCY?", max_size=7), st.integers(0, 4), st.integers(0, 4))
def test_kinds_agree_with_trying_every_assignment(letters: str, vowels: int, consonants: int) -> None:
    choices = [("v",) if tile in "AE" else ("c",) if tile in "BC" else ("v", "c") for tile in letters]
    reachable = any(
        each.count("v") >= vowels and each.count("c") >= consonants for each in itertools.product(*choices)
    )
    assert kinds_reachable(letters, vowels, consonants, FR) == reachable


@pytest.mark.parametrize(
    ("round_number", "letters", "reason"),
    [
        (1, "AEBCDFG", None),
        (1, "ABCDFGH", "too_few_vowels"),
        (1, "AEIOUAB", "too_few_consonants"),
        (15, "ABCDFGH", "too_few_vowels"),
        (16, "ABCDFGH", None),
        (16, "BCDFGHJ", "too_few_vowels"),
        (16, "AEIOUAE", "too_few_consonants"),
        (1, "YBCDFG?", None),
        (1, "AYBCDFG", None),
        (1, "YBCDFGH", "too_few_vowels"),
        (1, "AEIOUY?", None),
        (16, "AEIOUEY", None),
    ],
)
def test_french_draws(round_number: int, letters: str, reason: str | None) -> None:
    assert refusal(FRENCH, FR, round_number, letters, "A") == reason


def test_a_rule_book_may_waive_the_minima_for_the_last_draw() -> None:
    free = with_setting(FRENCH, "draw.last_round_free", "true")
    assert refusal(free, FR, 20, "BCD", "") is None
    assert refusal(free, FR, 20, "BCDFGHJ", "A") == "too_few_vowels"
    assert refusal(FRENCH, FR, 20, "BCD", "") == "too_few_vowels"


def test_optimist_draws_hold_two_of_each_kind_while_the_letters_left_allow() -> None:
    # the text on the optimist game: at least two vowels and two consonants, unless the pool no longer allows; the last four as they are
    optimist = ruleset("optimist")
    assert refusal(optimist, FR, 1, "AEIOUAN", "BCD") == "too_few_consonants"
    assert refusal(optimist, FR, 14, "BCDFGHE", "AI") == "too_few_vowels"
    assert refusal(optimist, FR, 1, "AEIOUNT", "BCD") is None
    assert refusal(optimist, FR, 14, "AEIOUAN", "EEEE") is None, "no second consonant is left"
    assert refusal(optimist, FR, 15, "BCDF", "") is None


@pytest.mark.parametrize(
    ("letters", "bag", "reason"),
    [
        ("?AEBCDF", "?", None),
        ("AEBCDFG", "?A", "joker_missing"),
        ("AEBCDFG", "A", None),
        ("??AEBCD", "", "joker_twice"),
        ("??AEBCD", "A", "joker_twice"),
    ],
)
def test_joker_games_have_one_blank_in_each_draw(letters: str, bag: str, reason: str | None) -> None:
    assert refusal(JOKER, FR, 1, letters, bag) == reason


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("fr_hiersac_2018-07-07_normale.txt", FRENCH),
        ("fr_hiersac_2021-06-25_joker.txt", JOKER),
        ("fr_hiersac_2022-01-21_joker.txt", JOKER),
    ],
)
def test_every_published_draw_is_accepted(name: str, rules: RuleSet) -> None:
    racks = published(name)
    for number, rack in enumerate(racks, 1):
        draw = parse_draw(rack, FR)
        bag = "?" if any("?" in later for later in racks[number:]) else ""
        assert refusal(rules, FR, number, draw.letters, bag) is None, (number, rack)


# --- the end -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("round_number", "pool", "reason"),
    [
        (21, "OP", None),  # last rack of the published game of 2018
        (22, "", "bag_empty"),
        (20, "BLMMNW", "no_vowels"),  # letters left of the game of 22 November 2019
        (21, "GGRTTV", "no_vowels"),  # letters left of Eliot's test game
        (17, "CMVNH", "no_vowels"),  # letters left of the joker game of 2021
        (17, "AEI", "no_consonants"),
        (5, "ABCDFGH", "no_vowels"),
        (16, "ABCDFGH", None),
        (17, "Y", "no_consonants"),
        (17, "?", "no_consonants"),
        (17, "Y?", None),
    ],
)
def test_french_games_end_when_a_kind_of_letter_is_out(round_number: int, pool: str, reason: str | None) -> None:
    assert game_over(FRENCH, FR, round_number, pool) == reason


def test_other_ways_in_which_games_end() -> None:
    short = with_setting(FRENCH, "draw.maximum_rounds", "22")
    assert game_over(short, FR, 22, "ABCDEFG") is None
    assert game_over(short, FR, 23, "ABCDEFG") == "maximum_rounds"
    full = with_setting(FRENCH, "draw.full_rack_only", "true")
    assert game_over(full, FR, 20, "ABCDEFG") is None
    assert game_over(full, FR, 20, "ABCDEF") == "too_few_letters"
    free = with_setting(FRENCH, "draw.last_round_free", "true")
    assert game_over(free, FR, 20, "BCD") is None
    assert game_over(free, FR, 20, "BCDFGHJK") == "no_vowels"


# --- text ----------------------------------------------------------------------------------------------------------------

LETTERS = st.text(FR.alphabet + "?", max_size=7)


@given(LETTERS, LETTERS.filter(bool))
def test_a_printed_draw_reads_as_the_same_draw(kept: str, fresh: str) -> None:
    assert parse_draw(format_draw(kept, fresh), FR) == Draw(kept, fresh)
    assert parse_draw(format_draw("", fresh, refused=True), FR) == Draw("", fresh)


def test_draws_as_they_are_published() -> None:
    assert format_draw("DI", "AEINS") == "DI+AEINS"
    assert format_draw("", "DERSETY", refused=True) == "-DERSETY"
    assert parse_draw(" di+aeins ", FR) == Draw("DI", "AEINS")
    assert parse_draw("aé?*bçd", FR) == Draw("", "AE??BCD")


@pytest.mark.parametrize("text", ["", "+", "-", " ", "ABC+DE+F", "AB1", "--AB", "A" * 1000])
def test_what_is_no_draw_is_refused(text: str) -> None:
    with pytest.raises((DrawError, TileError)):
        parse_draw(text, FR)


# --- drawing -------------------------------------------------------------------------------------------------------------


def test_letters_that_cannot_be_there_are_named() -> None:
    check_tiles(FRENCH, "AEINRST", FR.full_bag())
    with pytest.raises(DrawError, match="2 K, but only 1 left"):
        check_tiles(FRENCH, "AEIKKST", FR.full_bag())
    with pytest.raises(DrawError, match="6 letters, expected 7"):
        check_tiles(FRENCH, "AEINRS", FR.full_bag())
    with pytest.raises(DrawError, match="7 letters, expected 3"):
        check_tiles(FRENCH, "AEINRST", "ABC")


def test_a_second_blank_stays_in_the_bag_of_a_joker_game() -> None:
    assert rack_size(JOKER, "??ABCD") == 5
    assert rack_size(FRENCH, "??ABCD") == 6
    check_tiles(JOKER, "?ABCD", "??ABCD")


POOLS = st.lists(st.sampled_from(FR.full_bag()), min_size=0, max_size=20).map("".join)
RULES = st.sampled_from([FRENCH, JOKER, ONE_OF_EACH, with_minima(ONE_OF_EACH, 1, 1), with_minima(FRENCH, 3, 3)])


@given(POOLS, st.integers(0, 7), st.integers(1, 25), RULES, st.integers(0, 10))
def test_drawing_neither_loses_nor_makes_tiles(pool: str, kept_count: int, number: int, rules: RuleSet, seed: int) -> None:
    kept, bag = pool[:kept_count], FR.sort(pool[kept_count:])
    if rules.draw.joker and kept.count("?") > 1:
        return  # the draw before would have been refused
    try:
        draw, refused = draw_letters(rules, FR, number, kept, bag, Random(seed))
    except DrawError:
        # never given up while some rack of the pool would do
        stays, rest = ("", pool) if rules.draw.refused == "all" else (kept, bag)
        possible = itertools.combinations(rest, rack_size(rules, pool) - len(stays))
        racks = (stays + "".join(fresh) for fresh in itertools.islice(possible, 3000))
        assert not any(refusal(rules, FR, number, rack, take(pool, rack)) is None for rack in racks)
        return
    rest = take(pool, draw.letters)
    assert refusal(rules, FR, number, draw.letters, rest) is None
    assert Counter(draw.letters) + Counter(rest) == Counter(pool)
    assert len(draw.letters) == rack_size(rules, pool)
    for each in refused:
        assert refusal(rules, FR, number, each.letters, take(pool, each.letters)) is not None
    if rules.draw.refused == "fresh":
        assert draw.kept == kept


def test_the_same_seed_draws_the_same_letters() -> None:
    drawn = [draw_letters(FRENCH, FR, 1, "", FR.full_bag(), Random(7)) for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert drawn[0] != draw_letters(FRENCH, FR, 1, "", FR.full_bag(), Random(8))


def test_a_refused_french_draw_gives_back_what_was_kept() -> None:
    # seven consonants kept: the first try is refused and everything is drawn anew
    draw, refused = draw_letters(FRENCH, FR, 3, "BCDFG", "AEIOUAEIOUMNPRST", Random(1))
    assert draw.kept in ("BCDFG", "")
    forced, tries = draw_letters(FRENCH, FR, 3, "BCDFGHJ", "AEIOUAEIOUMNPRST", Random(1))
    assert tries[0].letters == "BCDFGHJ"
    assert forced.kept == ""
    assert draw.letters != tries[0].letters or refused == ()


def test_drawing_says_at_once_when_what_was_kept_cannot_be_completed() -> None:
    rules = with_minima(ONE_OF_EACH, 1, 1)
    with pytest.raises(DrawError, match="round 4"):
        draw_letters(rules, FR, 4, "BCDFGHJ", "AEIOU", Random(1))

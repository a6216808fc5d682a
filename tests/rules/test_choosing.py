"""Which of several equal tops is kept, and who is paid a solo."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.board import Board
from engine.builtin import ruleset, tileset
from engine.bulletin import Candidate, Outcome, Play, Verdict
from engine.choosing import MAX_MEASURED, Choice, average, choose_top, solo_seat
from engine.placing import Case
from engine.reading import format_play, parse_play
from engine.ruleset import RuleSet, with_setting

FRENCH, DUTCH, ROMANIAN = (ruleset(name) for name in ("french", "dutch", "romanian"))
TILES = tileset("fr")
BOARD = Board().place(parse_play("H4 MENERAI", TILES).moves[0])


def plays(*texts: str) -> tuple[Play, ...]:
    return tuple(parse_play(text, TILES) for text in texts)


def choose(rules: RuleSet, openings: dict[str, float] | None, *texts: str) -> Choice:
    case = Case(rules, TILES, frozenset(), True, BOARD, "")

    def measure(play: Play) -> float:
        assert openings is not None
        return openings[format_play(play, TILES)]

    return choose_top(plays(*texts), case, None if openings is None else measure)


def chosen(choice: Choice) -> tuple[str, str]:
    return format_play(choice.play, TILES), choice.reason


def test_one_top_needs_no_reason() -> None:
    assert chosen(choose(FRENCH, {}, "4F ZOMO")) == ("4F ZOMO", "only_top")


def test_no_play_is_no_choice() -> None:
    with pytest.raises(ValueError, match="no play"):
        choose(FRENCH, {})


def test_french_never_spends_a_blank_that_an_equal_move_saves() -> None:
    # however much the other one opens
    openings = {"4F ZOMO": 20.0, "4F ZoMO": 90.0, "4F zoMO": 99.0}
    assert chosen(choose(FRENCH, openings, "4F ZoMO", "4F zoMO", "4F ZOMO")) == ("4F ZOMO", "fewest_blanks")


def test_a_blank_that_lies_on_the_board_is_not_spent() -> None:
    board = Board().place(parse_play("H4 mENERAI", TILES).moves[0])
    case = Case(FRENCH, TILES, frozenset(), True, board, "")
    tied = plays("4F ZOmO", "8G tRI")
    assert format_play(choose_top(tied, case, None).play, TILES) == "4F ZOmO"


def test_french_then_keeps_the_one_that_opens_most_and_shows_the_figures() -> None:
    choice = choose(FRENCH, {"8G TRI": 31.25, "10F TRI": 47.5}, "8G TRI", "10F TRI")
    assert chosen(choice) == ("10F TRI", "opening")
    assert choice.note == "10F TRI 47.5 · 8G TRI 31.2"


def test_the_last_resort_is_the_alphabet_then_the_place() -> None:
    equal = {"8G TRI": 40.0, "10F TRI": 40.0, "8G ARA": 40.0}
    assert chosen(choose(FRENCH, equal, "8G TRI", "10F TRI", "8G ARA")) == ("8G ARA", "first")
    assert chosen(choose(FRENCH, equal, "8G TRI", "10F TRI")) == ("10F TRI", "first")


def test_the_choice_does_not_depend_on_the_order_of_the_plays() -> None:
    texts = ("8G TRI", "10F TRI", "8G ARA", "4F ZOMO")
    openings = dict.fromkeys(texts, 7.0)
    assert choose(FRENCH, openings, *texts) == choose(FRENCH, openings, *reversed(texts))


def test_of_thousands_of_equals_only_some_are_measured() -> None:
    # a first draw with two blanks has thousands; measuring each would keep the room waiting for a minute
    asked: list[Play] = []

    def measure(play: Play) -> float:
        asked.append(play)
        return 1.0

    words = [f"{row}{col} ZOMO" for row in "ABCDEFGIJKLMNO" for col in range(1, 13)]
    choose_top(plays(*words), Case(FRENCH, TILES, frozenset(), True, BOARD, ""), measure)
    assert len(set(asked)) == len(asked) == MAX_MEASURED < len(words)


def many(*more: str) -> tuple[str, ...]:
    """Ties that lay four tiles, more than can be measured, and others."""
    return (*(f"{row}{col} ZOMO" for row in "ABCDEFG" for col in range(1, 13)), *more)


@pytest.mark.parametrize(("rules", "few", "reason"), [(DUTCH, "8G TRI", "fewest_tiles"), (FRENCH, "15A ZOMO", "fewest_blanks")])
def test_a_count_looks_at_every_tie_and_not_only_at_those_that_are_measured(rules: RuleSet, few: str, reason: str) -> None:
    others = many() if rules is DUTCH else [text.replace("Z", "z") for text in many()]
    everywhere = dict.fromkeys((*others, few), 30.0)
    for at in (0, len(others) // 2 + 1, len(others)):
        ties = (*others[:at], few, *others[at:])
        assert chosen(choose(rules, everywhere, *ties)) == (few, reason)


def test_of_many_ties_the_fewest_tiles_that_leave_the_game_open() -> None:
    # TRI lays two tiles and closes the game wherever it lies; SAX lays three
    closing = [f"{row}{col} RI" for row in "KLMNO" for col in range(1, 13)]
    ties = many("K1 SAX", *closing)
    openings = {text: 9.0 if text in closing else 30.0 for text in ties}
    choice = choose(DUTCH, openings, *ties)
    assert chosen(choice) == ("K1 SAX", "fewest_tiles")
    only_row_a = dict.fromkeys(ties, 9.0) | {f"A{col} ZOMO": 30.0 for col in range(1, 13)}
    assert chosen(choose(DUTCH, only_row_a, *ties)) == ("A1 ZOMO", "first")


def test_without_a_measure_that_criterion_is_passed_over() -> None:
    assert chosen(choose(FRENCH, None, "8G TRI", "8G ARA")) == ("8G ARA", "first")


def test_dutch_keeps_the_fewest_tiles() -> None:
    # TRI lays two tiles beside the R of MENERAI, ZOMO three
    openings = {"4F ZOMO": 60.0, "8G TRI": 50.0}
    assert chosen(choose(DUTCH, openings, "4F ZOMO", "8G TRI")) == ("8G TRI", "fewest_tiles")


def test_dutch_unless_that_closes_the_game() -> None:
    # less than half of what the other leaves open
    openings = {"4F ZOMO": 60.0, "8G TRI": 29.0}
    choice = choose(DUTCH, openings, "4F ZOMO", "8G TRI")
    assert chosen(choice) == ("4F ZOMO", "opening")
    assert choice.note == "4F ZOMO 60.0 · 8G TRI 29.0"
    never = with_setting(DUTCH, "top.closing_percent", "0")
    assert chosen(choose(never, openings, "4F ZOMO", "8G TRI")) == ("8G TRI", "fewest_tiles")


def test_dutch_half_of_the_best_opening_does_not_close_the_game() -> None:
    assert chosen(choose(DUTCH, {"4F ZOMO": 60.0, "8G TRI": 30.0}, "4F ZOMO", "8G TRI")) == ("8G TRI", "fewest_tiles")


def test_dutch_among_those_left_open_the_fewest_tiles_decide() -> None:
    openings = {"4F ZOMO": 60.0, "8G TRI": 55.0, "10F TRI": 10.0}
    assert chosen(choose(DUTCH, openings, "4F ZOMO", "8G TRI", "10F TRI")) == ("8G TRI", "fewest_tiles")


def test_romanian_keeps_the_most_promising() -> None:
    openings = {"4F ZoMO": 60.0, "8G TRI": 55.0}
    assert chosen(choose(ROMANIAN, openings, "4F ZoMO", "8G TRI")) == ("4F ZoMO", "opening")


# --- solo ----------------------------------------------------------------------------------------------------------------


def slips(*points: int, outcome: Outcome = "accepted") -> list[Verdict]:
    """Seats 1, 2, … with these points."""
    return [Verdict(seat, outcome, each) for seat, each in enumerate(points, 1)]


@pytest.mark.parametrize(("seats", "paid"), [(15, 0), (16, 2), (17, 2)])
def test_case_30_a_solo_needs_sixteen_seats(seats: int, paid: int) -> None:
    assert solo_seat(FRENCH, slips(66, 70, *[12] * (seats - 2)), seats, 70) == paid


def test_case_31_isotops_kill_the_solo() -> None:
    first, second = plays("4F ZOMO", "8G TRI")
    alike = [replace(slips(70)[0], play=first), replace(slips(66, 70)[1], play=second)]
    assert solo_seat(FRENCH, alike, 16, 70) == 0


def test_case_29_a_top_that_only_the_computer_found_is_nobodys_solo() -> None:
    assert solo_seat(FRENCH, slips(66, 69, 60), 16, 70) == 0


def test_nobody_is_alone_below_others_when_the_referee_retains_a_lower_move() -> None:
    assert solo_seat(FRENCH, slips(4, 66, 66), 16, 4) == 0
    assert solo_seat(FRENCH, slips(4, 66, 66), 16, 66) == 0


def test_alone_at_the_best_score_of_the_room_where_the_rule_set_says_so() -> None:
    best = with_setting(FRENCH, "solo.condition", "best")
    assert solo_seat(best, slips(66, 69, 60), 16, 70) == 2
    assert solo_seat(best, slips(69, 69, 60), 16, 70) == 0
    assert solo_seat(best, slips(0, 0), 16, 70) == 0


def test_only_accepted_slips_count() -> None:
    undecided = slips(70, outcome="undecided")
    assert solo_seat(FRENCH, undecided, 16, 70) == 0
    # it may yet turn out that two are there
    assert solo_seat(FRENCH, [*undecided, slips(12, 70)[1]], 16, 70) == 0
    zero = Verdict(3, "zero", 0)
    assert solo_seat(FRENCH, [*slips(12, 70), zero], 16, 70) == 2


def test_a_slip_that_may_mean_the_top_keeps_the_solo_waiting_though_something_else_is_proposed() -> None:
    first, second = plays("4F ZOMO", "8G TRI")

    def doubtful(*worth: int) -> Verdict:
        meanings = tuple(Candidate(play, points) for play, points in zip((first, second), worth, strict=True))
        return Verdict(3, "undecided", worth[0], first, candidates=meanings)

    found = slips(12, 70)
    assert solo_seat(FRENCH, [*found, doubtful(14, 70)], 16, 70) == 0
    assert solo_seat(FRENCH, [*found, doubtful(14, 69)], 16, 70) == 2
    # one that cannot be read may turn out to be anything
    assert solo_seat(FRENCH, [*found, Verdict(3, "undecided", 0)], 16, 70) == 0
    best = with_setting(FRENCH, "solo.condition", "best")
    assert solo_seat(best, [*slips(12, 60), doubtful(14, 60)], 16, 70) == 0
    # what is proposed, and will not be more, does not set the best of the room
    assert solo_seat(best, [*slips(12, 60), doubtful(59, 14)], 16, 70) == 2


def test_a_penalty_leaves_the_solo_alone() -> None:
    assert solo_seat(FRENCH, [*slips(12), replace(slips(12, 70)[1], penalty=5)], 16, 70) == 2


def test_a_rule_set_without_solos() -> None:
    assert solo_seat(DUTCH, slips(12, 70), 16, 70) == 0


def test_romanian_solo_has_no_threshold_but_company() -> None:
    assert solo_seat(ROMANIAN, slips(70, 25), 2, 70) == 1
    assert solo_seat(ROMANIAN, slips(70), 1, 70) == 0


@pytest.mark.parametrize(
    ("rounding", "points", "mean"),
    [
        ("nearest", (60, 61), 61),
        ("nearest", (60, 60, 61), 60),
        ("nearest", (60, 61, 61), 61),
        ("down", (60, 61), 60),
        ("up", (60, 60, 61), 61),
        ("up", (60, 60), 60),
    ],
)
def test_an_average_is_the_mean_of_a_group_rounded_by_the_rule_set(rounding: str, points: tuple[int, ...], mean: int) -> None:
    rules = with_setting(FRENCH, "slip.average", rounding)
    judged = {verdict.seat: verdict for verdict in slips(*points)}
    assert average(rules, judged, judged) == mean


def test_an_average_counts_zeros_and_leaves_out_who_is_not_decided_or_not_of_the_group() -> None:
    judged = {1: Verdict(1, "accepted", 40), 2: Verdict(2, "zero", 0), 3: Verdict(3, "undecided", 70), 4: Verdict(4, "accepted", 99)}
    assert average(FRENCH, judged, (1, 2, 3, 9)) == 20
    with pytest.raises(ValueError, match="at least one"):
        average(FRENCH, judged, (3, 9))


def test_nothing_found_is_no_solo() -> None:
    assert solo_seat(FRENCH, slips(0, 0), 16, 0) == 0
    assert solo_seat(FRENCH, [], 16, 70) == 0

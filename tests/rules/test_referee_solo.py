"""Who is paid a solo, by how many seats, and after a correction."""

from __future__ import annotations

import pytest

from engine.bulletin import Verdict
from engine.reading import format_play
from engine.ruleset import with_setting
from engine.standings import standings
from tests.rules.table import FR, FRENCH, TOP, Table


@pytest.mark.parametrize(("seats", "solo"), [(15, 0), (16, 9)])
def test_a_solo_is_paid_from_sixteen_seats(seats: int, solo: int) -> None:
    table = Table(seats=seats)
    table.play_round("AEINRST", (9, TOP), *others(seats))
    assert (table.round.solo, table.round.solo_points) == (solo, 10 if solo else 0)


def others(last: int) -> tuple[tuple[int, str], ...]:
    """Every seat but the ninth, with a slip below the top."""
    return tuple((seat, "H7 NI 4") for seat in range(1, last + 1) if seat != 9)


@pytest.mark.parametrize(("counted", "solo"), [("played", 0), ("present", 9)])
def test_a_seat_that_has_handed_in_nothing_yet_counts_as_the_book_says(counted: str, solo: int) -> None:
    table = Table(with_setting(FRENCH, "solo.counted", counted), seats=16)
    table.play_round("AEINRST", (9, TOP), *others(15))
    assert table.round.solo == solo


def test_a_seat_that_played_once_counts_later_without_a_slip_and_gone() -> None:
    table = Table(seats=16)
    table.play_round("AEINRST", *others(16), (9, "H7 NI 4"))
    table.ask("player_leaves", 16)
    table.typed("ZUTAEIR")
    best = format_play(table.round.tops[0], FR)
    table.slip(9, f"{best} {table.round.top_points}")
    table.ask("close")
    assert table.round.solo == 9


def test_isotops_kill_a_solo() -> None:
    table = Table(with_setting(FRENCH, "solo.minimum_seats", "2"))
    table.play_round("AEINRST", (1, TOP), (2, "H4 TRAINES 66"))
    assert table.points() == {1: 66, 2: 66}
    assert table.round.solo == 0


def test_a_solo_follows_the_verdicts() -> None:
    table = Table(with_setting(FRENCH, "solo.minimum_seats", "2"), seats=3)
    table.typed("AEINRST")
    table.slip(1, TOP)
    table.slip(2, "H7 NI 4")
    table.ask("close")
    assert table.round.solo == 1
    table.ask("overrule", 1, Verdict(2, "accepted", 66, reason="read again"))
    assert table.round.solo == 0
    table.ask("reveal")
    table.ask("overrule", 1, Verdict(1, "zero", 0, reason="late"))
    assert (table.round.solo, table.round.solo_points) == (2, 10)
    assert [each.total for each in standings(table.game)] == [76, 0, 0]
    table.ask("undo")
    assert table.round.solo == 0


def test_a_later_correction_counts_the_seats_of_that_round() -> None:
    table = Table(seats=16)
    table.play_round("AEINRST", (9, TOP), *others(16))
    for seat in (1, 2, 3):
        table.ask("player_leaves", seat)
    table.ask("overrule", 1, Verdict(1, "accepted", 5, reason="read again"))
    assert table.round.solo == 9

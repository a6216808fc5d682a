"""The referee's decisions: verdicts overruled, the move that is retained, a top set by the players."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.bulletin import Play, Verdict
from engine.draw import Draw
from engine.errors import PlacementError, RackError
from engine.game import Phase
from engine.move import Move
from engine.notation import parse_reference
from engine.ruleset import with_setting
from engine.standings import running_sheet, standings, total_of_tops
from tests.rules.table import FRENCH, Table, play, refused

# --- overruling ----------------------------------------------------------------------------------------------------------


def test_an_overruled_verdict_needs_a_judged_round_a_seat_and_a_reason() -> None:
    table = Table()
    table.typed("AEINRST")
    good = Verdict(1, "accepted", 12, reason="seen")
    with refused("round_unknown"):
        table.ask("overrule", 1, good)
    table.ask("close")
    for number in (0, -1, 2):
        with refused("round_unknown"):
            table.ask("overrule", number, good)
    with refused("seat_unknown"):
        table.ask("overrule", 1, replace(good, seat=9))
    with refused("reason_missing"):
        table.ask("overrule", 1, replace(good, reason=" \n"))
    with refused("reason_long"):
        table.ask("overrule", 1, replace(good, reason="x" * 201))
    for change in ({"points": -1}, {"points": 10_000}, {"penalty": -5}, {"penalty": 10_000}):
        with refused("points_range"):
            table.ask("overrule", 1, replace(good, **change))  # type: ignore[arg-type]
    table.ask("overrule", 1, good)
    assert table.points()[1] == 12


def test_a_verdict_may_be_given_to_a_seat_that_had_none() -> None:
    table = Table(seats=1)
    table.play_round("AEINRST")
    table.ask("seat_player", 2, "Late")
    table.ask("overrule", 1, Verdict(2, "accepted", 20, reason="average for coming late"))
    assert [each.total for each in standings(table.game)] == [20, 0]
    alone = Table(seats=0)
    alone.play_round("AEINRST")
    alone.ask("seat_player", 1, "Late")
    alone.ask("overrule", 1, Verdict(1, "accepted", 20, reason="average for coming late"))
    assert [each.total for each in standings(alone.game)] == [20]


def test_old_rounds_are_corrected_while_a_later_one_is_played_and_after_the_end() -> None:
    table = Table()
    table.play_round("AEINRST", (1, "H7 NI 4"))
    table.ask("draw", Random(1))
    table.slip(1, "x")
    table.ask("overrule", 1, Verdict(1, "accepted", 30, reason="seen"))
    assert table.phase() is Phase.DRAWN
    assert [each.points for each in running_sheet(table.game, 1)] == [30]
    table.ask("end")
    table.ask("overrule", 1, Verdict(1, "accepted", 31, reason="seen again"))
    assert [each.points for each in running_sheet(table.game, 1)] == [31]


def test_undecided_slips_hold_up_the_reveal() -> None:
    table = Table()
    table.typed("AEINRST")
    table.ask("close")
    table.ask("overrule", 1, Verdict(1, "undecided", 12, reason="wait"))
    with refused("undecided"):
        table.ask("reveal")
    table.ask("reveal", leave_undecided=True)
    # a proposal is no result
    assert [(each.points, each.undecided) for each in running_sheet(table.game, 1)] == [(0, True)]
    table.ask("overrule", 1, Verdict(1, "accepted", 12, reason="seen"))
    assert [(each.points, each.undecided) for each in running_sheet(table.game, 1)] == [(12, False)]


# --- the retained move ---------------------------------------------------------------------------------------------------


def test_the_referees_choice_stands_before_and_after_the_close() -> None:
    table = Table(with_setting(FRENCH, "solo.minimum_seats", "1"))
    table.typed("AEINRST")
    table.slip(1, "H7 NI 4")
    table.ask("retain", play("H7", "NI"), "for the children")
    table.ask("close")
    assert table.round.retained is not None
    assert (table.round.retained.points, table.round.retained.reason) == (4, "referee")
    assert table.round.solo == 1  # alone at the top that counts
    table.ask("retain", play("H4", "ENTRAIS"))
    assert table.round.retained.points == 66
    assert table.round.solo == 0
    table.ask("undo")
    assert table.round.retained.points == 4
    assert table.round.solo == 1
    table.ask("reveal")
    assert table.game.board.tiles() == "NI"
    with refused("not_now"):
        table.ask("retain", play("H4", "ENTRAIS"))


def test_the_referees_move_must_fit_and_come_from_the_draw_and_no_more() -> None:
    table = Table()
    table.typed("AEINRST")
    for bad in (play("A1", "NI"), play("H14", "NIE"), Play(()), Play((Move("NI", 99, -4, parse_reference("H8").direction),))):
        with pytest.raises(PlacementError):
            table.ask("retain", bad)
    for bad in (play("H8", "KA"), play("H8", "NN"), play("H8", "Ni")):
        with pytest.raises(RackError):
            table.ask("retain", bad)
    table.ask("retain", play("H8", "SNIT"))  # no word of the lexicon: his word is final
    assert table.round.retained is not None


def test_no_more_tiles_are_retained_than_the_format_lets_place() -> None:
    table = Table(with_setting(FRENCH, "format.rack", "8"))
    table.typed("AEINRSTS")
    with pytest.raises(RackError, match="places 8 tiles: 7 at most"):
        table.ask("retain", play("H4", "RESINATS"))


def test_a_retained_move_keeps_the_blanks_that_lie_on_the_board() -> None:
    table = Table()
    table.typed("?EINRST")
    table.ask("retain", play("H4", "RESINaT"))
    table.ask("close")
    table.ask("reveal")
    table.typed("BOUDANS")
    table.ask("retain", play("9G", "BAS"))
    assert table.round.retained is not None
    assert table.round.retained.play == play("9G", "BaS")
    # B on G9 doubled, the blank nothing, S on I9 doubled: 6 + 0 + 2
    assert table.round.retained.points == 8


def test_a_top_set_by_the_players() -> None:
    rules = with_setting(with_setting(FRENCH, "top.by", "players"), "top.same_letters_if_none", "true")
    table = Table(rules)
    table.play_round("AEINRST", (1, "x"), (2, "y"))
    assert table.retained() is None
    assert total_of_tops(table.game) == 0
    assert table.game.kept == "AEINRST"
    table.ask("draw", Random(1))
    assert (table.round.number, table.round.draw) == (2, Draw("AEINRST", ""))
    table.slip(1, "H7 NI 4")
    table.slip(2, "H6 TE 4")
    table.ask("close")
    table.ask("overrule", 2, Verdict(2, "accepted", 3, play("H8", "TE"), reason="x"))
    assert table.round.retained is not None
    assert table.round.retained.points == 4
    assert total_of_tops(table.game) == 4

"""What each wish at the referee's table causes, and why it is refused: seats, clock, slips, closing, undo, the end."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from engine.board import Board
from engine.bulletin import MAX_SLIP, Verdict
from engine.game import Game, Phase
from engine.referee import MAX_NAME, MAX_SEATS, expected_seats, last_step, open_evening
from engine.ruleset import Fault
from engine.standings import running_sheet, standings, total_of_tops
from tests.rules.table import FR, FRENCH, REFEREE, TOP, USED, Table, refused

# --- opening and seats ---------------------------------------------------------------------------------------------------


def test_an_evening_needs_a_name() -> None:
    with refused("name_empty"):
        open_evening("  ", "", FRENCH, FR, USED)
    with refused("name_long"):
        open_evening("x" * (MAX_NAME + 1), "", FRENCH, FR, USED)


def test_a_start_position_has_no_more_tiles_than_the_set() -> None:
    with refused("too_many_tiles"):
        open_evening("x", "", FRENCH, FR, USED, Board("K" * 2 + "." * 223))


def test_seats() -> None:
    table = Table(seats=0)
    table.ask("seat_player", 7, "  Anne \n Martin\x00\x1b[2J ")
    assert table.game.seats[7].name == "Anne Martin [2J"
    for number in (0, -1, MAX_SEATS + 1):
        with refused("seat_number"):
            table.ask("seat_player", number, "x")
    with refused("name_empty"):
        table.ask("seat_player", 1, "\x00\u200b\t")
    with refused("name_long"):
        table.ask("seat_player", 1, "x" * (MAX_NAME + 1))
    with refused("seat_unknown"):
        table.ask("player_leaves", 8)
    table.ask("player_leaves", 7)
    with refused("seat_absent"):
        table.ask("player_leaves", 7)
    with refused("no_evening"):
        REFEREE.seat_player(Game(), 1, "x")
    table.ask("end")
    with refused("evening_ended"):
        table.ask("seat_player", 1, "x")


# --- clock ---------------------------------------------------------------------------------------------------------------


def test_the_clock_moves_only_when_it_can() -> None:
    table = Table()
    for wish, values in (("start_clock", (1,)), ("pause_clock", (1,)), ("extend_clock", (1, 1)), ("end_time", ())):
        with refused("not_now"):
            table.ask(wish, *values)
    table.typed("AEINRST")
    with refused("not_now"):
        table.ask("pause_clock", 1)
    table.ask("start_clock", 180_000)
    with refused("not_now"):
        table.ask("start_clock", 180_000)
    table.ask("pause_clock", 100)
    table.ask("extend_clock", 10_000, 100)
    assert (table.phase(), table.round.remaining_ms) == (Phase.PAUSED, 10_100)
    for bad in (0, -1, 3_600_001):
        with refused("bad_time"):
            table.ask("extend_clock", bad, 100)
    table.ask("end_time")
    with refused("not_now"):
        table.ask("start_clock", 1)
    table.ask("extend_clock", 10_000, 0)
    table.ask("start_clock", 10_000)
    assert table.phase() is Phase.RUNNING


# --- slips ---------------------------------------------------------------------------------------------------------------


def test_slips_are_taken_from_the_draw_to_the_close() -> None:
    table = Table()
    with refused("round_over"):
        table.ask("hand_in", 1, 1, "H8 NI 2", "tablet", 0)
    table.typed("AEINRST")
    table.slip(1, "H7 NI 4")
    assert [each.number for each in table.round.bulletins] == [1]
    for number in (0, 2, -1):
        with refused("round_over"):
            table.ask("hand_in", number, 1, "H8 NI 2", "tablet", 0)
    with refused("seat_unknown"):
        table.slip(3, "H8 NI 2")
    with refused("slip_long"):
        table.slip(1, "x" * (MAX_SLIP + 1))
    table.slip(1, "x" * MAX_SLIP)
    table.ask("player_leaves", 2)
    with refused("seat_absent"):
        table.slip(2, "H8 NI 2")
    table.ask("close")
    with refused("round_over"):
        table.slip(1, "H8 NI 2")


def test_late_slips_are_told_from_paper_keyed_after_the_time() -> None:
    table = Table(seats=3)
    table.typed("AEINRST")
    table.slip(1, "H7 NI 4")
    table.ask("end_time")
    table.slip(1, "H4 RETINAS 66")
    table.ask("hand_in", 1, 2, "H7 NI 4", "paper", 0)
    table.ask("hand_in", 1, 3, "H7 NI 4", "paper", 0, late=True)
    assert [each.late for each in table.round.bulletins] == [False, True, False, True]
    assert table.round.standing[1].text == "H7 NI 4"
    table.ask("close")
    # first slip of the game: NI counts at its best place, (1 + 1) doubled by the star
    assert table.points() == {1: 4, 2: 4, 3: 0}


def test_two_pieces_of_paper_in_an_evening_file_are_several_slips() -> None:
    table = Table(seats=3)
    table.typed("AEINRST")
    for seat, text in ((1, "H7 NI 4"), (1, "H7 SI 4"), (2, "H7 NI 4")):
        table.ask("hand_in", 1, seat, text, "file", 0)
    for text in ("H7 XI", "H7 NI 4"):
        table.ask("hand_in", 1, 3, text, "paper", 0)  # keyed again at the desk: a corrected keying
    table.ask("close")
    assert table.points() == {1: 0, 2: 4, 3: 4}
    assert [each.fault for each in table.round.verdicts[1].faults] == [Fault.SEVERAL_SLIPS]


# --- closing -------------------------------------------------------------------------------------------------------------


def test_closing_judges_every_seat_in_the_game() -> None:
    table = Table(seats=3)
    table.typed("AEINRST")
    table.slip(1, "H7 NI 4")
    table.slip(3, "H4 RESINAT 66")
    table.ask("player_leaves", 3)  # its slip still counts
    table.ask("seat_player", 4, "Late")
    table.ask("close")
    assert sorted(table.round.verdicts) == [1, 2, 3, 4]
    assert [each.fault for each in table.round.verdicts[2].faults] == [Fault.NO_SLIP]
    assert table.round.retained is not None
    # R and S of RESINAT at H4, with H4 doubled: (1 + 7) x 2 + 50; a draw of seven one-point letters has no better
    assert table.round.top_points == 66
    assert table.round.verdicts[3].points == 66


def test_closing_with_nobody_seated() -> None:
    table = Table(seats=0)
    table.play_round("AEINRST")
    assert not table.round.verdicts
    assert table.phase() is Phase.REVEALED
    assert standings(table.game) == ()
    assert total_of_tops(table.game) == 66
    table.ask("draw", Random(1))
    assert table.round.number == 2


def test_a_round_can_be_closed_without_its_clock_and_only_once() -> None:
    table = Table()
    with refused("not_now"):
        table.ask("close")
    table.typed("AEINRST")
    table.ask("close")
    with refused("not_now"):
        table.ask("close")
    table.ask("reveal")
    with refused("not_now"):
        table.ask("reveal")


def test_a_seat_that_was_away_is_not_judged_for_those_rounds() -> None:
    table = Table()
    table.play_round("AEINRST", (1, "H7 NI 4"))
    table.ask("player_leaves", 2)
    table.play_round("AEIOSTR", (1, "x"))  # nothing was kept: the top laid all seven
    assert sorted(table.round.verdicts) == [1]
    table.ask("seat_player", 2, "Player 2")
    assert expected_seats(table.game, table.game.rounds[0]) == (1, 2)
    assert expected_seats(table.game, table.game.rounds[1]) == (1,)
    assert [each.verdict is None for each in running_sheet(table.game, 2)] == [False, True]
    table.ask("draw", Random(2))
    assert expected_seats(table.game, table.round) == (1, 2)


# --- undo ----------------------------------------------------------------------------------------------------------------


def test_steps_are_undone_one_by_one_down_to_the_lobby() -> None:
    table = Table()
    with refused("nothing_to_undo"):
        table.ask("undo")
    seated = replace(table.game, history=())
    table.typed("BCDFGHJ")
    table.typed("AEINRST")
    table.ask("start_clock", 180_000)
    table.slip(1, TOP)
    table.ask("close")
    table.ask("overrule", 1, Verdict(1, "zero", 0, reason="x"))
    table.ask("reveal")
    phases = []
    while last_step(table.game) is not None:
        table.ask("undo")
        phases.append((table.phase(), table.points() if table.game.round else {}))
    assert phases == [
        (Phase.CLOSED, {1: 0, 2: 0}),
        (Phase.CLOSED, {1: 66, 2: 0}),
        (Phase.PAUSED, {}),  # a clock that is brought back stands
        (Phase.LOBBY, {}),
        (Phase.LOBBY, {}),
    ]
    assert replace(table.game, history=()) == seated


def test_a_round_drawn_again_after_an_undo_has_the_same_number() -> None:
    table = Table()
    table.typed("AEINRST")
    table.slip(1, TOP)
    table.ask("undo")
    table.typed("ABCDEFI")
    assert table.round.number == 1
    assert not table.round.bulletins
    table.slip(1, "H8 DA 3")
    assert table.round.bulletins[0].number == 1


def test_an_undo_stops_at_the_evenings_own_beginning() -> None:
    table = Table()
    table.typed("AEINRST")
    table.do(open_evening("Second", "", FRENCH, FR, USED))
    with refused("nothing_to_undo"):
        table.ask("undo")


# --- the end -------------------------------------------------------------------------------------------------------------


def test_ending_shows_a_judged_round_and_leaves_an_open_one() -> None:
    table = Table()
    table.typed("AEINRST")
    table.slip(1, TOP)
    table.ask("close")
    table.ask("end")
    assert table.phase() is Phase.ENDED
    assert table.round.phase is Phase.REVEALED
    assert not table.game.board.is_empty
    assert [each.total for each in standings(table.game, shown_only=True)] == [66, 0]
    table.ask("undo")
    assert table.phase() is Phase.CLOSED
    open_one = Table()
    open_one.typed("AEINRST")
    open_one.ask("end")
    assert total_of_tops(open_one.game) == 0
    for wish in ("close", "reveal", "end"):
        with refused("evening_ended"):
            open_one.ask(wish)

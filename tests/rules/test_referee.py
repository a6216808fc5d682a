"""The referee's table: what each wish causes, and why it is refused. Real solver, a short list of words."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine import events as ev
from engine.board import Board
from engine.builtin import ruleset, tileset
from engine.bulletin import MAX_SLIP, Play, Verdict
from engine.draw import Draw, parse_draw
from engine.errors import CommandRefused, DrawError, PlacementError, RackError
from engine.game import Entry, Game, Phase, Round, apply, fold
from engine.lexicon import Lexicon, compile_words
from engine.move import Move
from engine.notation import parse_reference
from engine.reading import format_play
from engine.referee import MAX_NAME, MAX_SEATS, Referee, expected_seats, last_step, open_evening
from engine.ruleset import Fault, RuleSet, with_setting
from engine.solver import make_solver
from engine.standings import running_sheet, standings, total_of_tops

FR = tileset("fr")
FRENCH = ruleset("french")
TEXT = """
    AA AI AN AS AU BE BI BU CA CE CI DA DE DO DU EH EN ES ET EU EX FA FI GO HA HE HI HO IF IL IN JE KA LA LE LI LU
    MA ME MI MU NA NE NI NO NU OC OH OM ON OR OS OU PI PU QI RA RE RI RU SA SE SI SU TA TE TO TU UN US UT VA VE VS
    VU WU XI ZUT JET KIR RETINES RESINAT TRAINES ENTRAIS SEMAINE
"""
WORDS = tuple(TEXT.split())
LEXICON = Lexicon(compile_words(WORDS, FR, name="short", official=True))
REFEREE = Referee(LEXICON, make_solver(LEXICON, FR), official=True)
USED = ev.LexiconUsed("short", len(WORDS), "", "", True)


class Table:
    """An evening in the making: each wish is one command."""

    def __init__(self, rules: RuleSet = FRENCH, seats: int = 2, referee: Referee = REFEREE) -> None:
        self.referee = referee
        self.commands = 0
        self.game = Game()
        self.do(open_evening("Test", "", rules, FR, USED))
        for seat in range(1, seats + 1):
            self.do(referee.seat_player(self.game, seat, f"Player {seat}"))

    def do(self, events: tuple[ev.Event, ...]) -> tuple[ev.Event, ...]:
        self.commands += 1
        for event in events:
            self.game = apply(self.game, Entry(f"c{self.commands}", event))
        return events

    def phase(self) -> Phase:
        return self.game.phase

    @property
    def round(self) -> Round:
        return self.game.rounds[-1]

    def retained(self) -> tuple[Play, int] | None:
        retained = self.round.retained
        return (retained.play, retained.points) if retained else None

    def ask(self, wish: str, *values: Any, **named: Any) -> tuple[ev.Event, ...]:
        return self.do(getattr(self.referee, wish)(self.game, *values, **named))

    def typed(self, letters: str) -> tuple[ev.Event, ...]:
        return self.ask("draw_typed", parse_draw(letters, FR), "bag")

    def slip(self, seat: int, text: str) -> None:
        self.ask("hand_in", self.round.number, seat, text, "tablet", 1000)

    def play_round(self, letters: str, *slips: tuple[int, str]) -> None:
        self.typed(letters)
        for seat, text in slips:
            self.slip(seat, text)
        self.ask("close")
        self.ask("reveal", leave_undecided=True)

    def points(self) -> dict[int, int]:
        return {seat: verdict.points for seat, verdict in self.round.verdicts.items()}


def refused(reason: str) -> Any:
    """A CommandRefused with that key of the message catalogues."""
    return pytest.raises(CommandRefused, check=lambda error: error.reason == reason)


def play(ref: str, word: str) -> Play:
    return Play((Move(word, *parse_reference(ref)),))


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


# --- draws ---------------------------------------------------------------------------------------------------------------


def test_a_computer_draw_carries_its_tops() -> None:
    table = Table()
    drawn, tops = table.ask("draw", Random(1))[-2:]
    assert isinstance(drawn, ev.LettersDrawn)
    assert isinstance(tops, ev.TopsFound)
    found = REFEREE.solver.tops(Board(), drawn.fresh)
    assert (tops.points, [each.moves for each in tops.plays]) == (found.points, [(move,) for move in found.moves])
    with refused("not_now"):
        table.ask("draw", Random(1))


@pytest.mark.parametrize("text", ["ANS+TRIE", "TRIE", "ANSTRIE", "SAN+EIRT"])
def test_the_fresh_letters_may_be_typed_alone_or_with_those_kept(text: str) -> None:
    table = Table()
    table.typed("AANNOSS")
    table.ask("retain", play("H7", "ON"))
    table.ask("close")
    table.ask("reveal")
    assert sorted(table.game.kept) == sorted("AANSS")
    for wrong in ("AANSX+TI", "AASS+TIE", "TIE", "T", "TIEAANSS", "BCDEFGH"):
        with pytest.raises(DrawError):
            table.typed(wrong)
    letters = {"ANS+TRIE": "AANSS+TI", "TRIE": "TI", "ANSTRIE": "TIAANSS", "SAN+EIRT": "SSNAA+IT"}[text]
    table.typed(letters)
    assert sorted(table.round.draw.kept) == sorted("AANSS")
    assert sorted(table.round.draw.fresh) == sorted("TI")


def test_a_typed_draw_that_the_book_refuses_is_recorded_and_no_round_begins() -> None:
    table = Table()
    (event,) = table.typed("BCDFGHJ")
    assert event == ev.DrawRefused("", "BCDFGHJ", "too_few_vowels", "bag")
    assert table.phase() is Phase.LOBBY
    assert len(table.game.bag) == 102
    table.typed("AEINRST")
    assert [each.fresh for each in table.round.refused] == ["BCDFGHJ"]


def test_letters_that_are_not_in_the_bag_cannot_be_drawn() -> None:
    for text in ("AEIKKST", "AEINRS", "AEINRSTU"):
        with pytest.raises(DrawError):
            Table().typed(text)


def test_after_a_refused_draw_all_letters_are_new() -> None:
    table = Table()
    table.typed("AEINRST")
    table.ask("retain", play("H7", "NI"))
    table.ask("close")
    table.ask("reveal")
    kept = table.game.kept
    assert sorted(kept) == sorted("AERST")
    table.ask("refuse_draw", Draw("", "EE"), "bag")
    assert table.game.refused[-1] == ev.DrawRefused(kept, "EE", "referee", "bag")
    assert table.game.kept == ""
    table.typed("-BCDFAEI")
    assert table.round.draw == Draw("", "BCDFAEI")


def test_the_referee_cannot_refuse_a_draw_in_the_middle_of_a_round() -> None:
    table = Table()
    table.typed("AEINRST")
    with refused("not_now"):
        table.ask("refuse_draw", Draw("", "AEINRST"), "bag")


def test_a_game_without_letters_ends_and_says_why() -> None:
    rules = with_setting(FRENCH, "draw.maximum_rounds", "1")
    table = Table(rules)
    table.play_round("AEINRST")
    with refused("maximum_rounds"):
        table.typed("AEIBCDF")
    assert table.ask("draw", Random(1)) == (ev.EveningEnded("maximum_rounds"),)
    assert table.phase() is Phase.ENDED
    with refused("evening_ended"):
        table.ask("draw", Random(1))
    table.ask("undo")
    assert table.phase() is Phase.REVEALED


def test_a_draw_with_which_nothing_can_be_placed() -> None:
    nothing = Lexicon(compile_words(["ZZZ"], FR, name="none", official=True))
    table = Table(referee=Referee(nothing, make_solver(nothing, FR), official=True))
    table.play_round("AEINRST", (1, "H8 RAT 6"))
    assert (table.round.top_points, table.round.tops, table.round.retained) == (0, (), None)
    assert table.points() == {1: 0, 2: 0}
    assert table.round.solo == 0
    assert total_of_tops(table.game) == 0
    # the letters go back: kept, they would come again and again
    table.ask("draw", Random(3))
    assert table.round.draw.kept == ""
    assert len(table.game.bag) == 95


def test_when_nothing_can_be_placed_and_the_bag_is_empty_the_game_is_over() -> None:
    nothing = Lexicon(compile_words(["ZZZ"], FR, name="none", official=True))
    referee = Referee(nothing, make_solver(nothing, FR), official=True)
    letters = FR.full_bag()
    for tile in "AEINRST":
        letters = letters.replace(tile, "", 1)
    cells = letters.replace("?", "a") + "." * (225 - len(letters))
    game = fold(Entry("c", event) for event in open_evening("x", "", FRENCH, FR, USED, Board(cells)))
    for wish, values in (("draw", (Random(1),)), ("close", ()), ("reveal", ())):
        for event in getattr(referee, wish)(game, *values):
            game = apply(game, Entry("c", event))
    assert game.round is not None
    assert sorted(game.round.letters) == sorted("AEINRST")
    assert game.bag == ""
    assert referee.draw(game, Random(1)) == (ev.EveningEnded("no_move_possible"),)


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


# --- solo ----------------------------------------------------------------------------------------------------------------

TOP = "H4 RESINAT 66"


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
        (Phase.RUNNING, {}),
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


# --- other books ---------------------------------------------------------------------------------------------------------


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


def test_a_joker_game_has_one_blank_a_draw_and_gets_it_back() -> None:
    table = Table(with_setting(FRENCH, "format.joker", "true"))
    dice, blanks = Random(5), []
    while len(table.game.rounds) < 30:  # with so few words some rounds place nothing
        table.ask("draw", dice)
        if table.phase() is Phase.ENDED:
            break
        blanks.append(table.round.letters.count("?"))
        table.ask("close")
        table.ask("reveal")
        assert Counter(table.game.board.tiles() + table.game.pool) == Counter(FR.full_bag())
    left = table.game.pool.count("?")
    assert max(blanks) == 1
    assert blanks[:8] == [1] * 8
    assert blanks.count(0) == 0 or left == 0


def test_the_blank_of_a_joker_game_is_replaced_only_by_a_letter_of_the_bag() -> None:
    table = Table(with_setting(FRENCH, "format.joker", "true"))
    table.typed("?AEINRT")
    table.ask("retain", play("H8", "kA"))
    table.ask("close")
    table.ask("reveal")
    assert table.game.board.tiles() == "KA"
    assert table.game.bag.count("?") == 2
    table.typed("EINRT+?U")
    table.ask("retain", play("8H", "kIR"))  # over the K that now is a real one
    table.ask("close")
    assert table.round.retained is not None
    assert table.round.retained.play == play("8H", "KIR")
    table.ask("undo")
    table.ask("retain", play("G8", "wU"))
    table.ask("close")
    table.ask("reveal")
    assert "W" in table.game.board.cells

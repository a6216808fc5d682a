"""Steps of the referee taken back and done again, newest first; what came by itself stays."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import events as ev
from engine.builtin import ruleset, tileset
from engine.bulletin import Verdict
from engine.draw import parse_draw
from engine.game import Entry, Game, Phase, apply, fold
from engine.lexicon import Lexicon, compile_words
from engine.referee import Referee, last_step, last_undo, open_evening, round_lost
from engine.solver import make_solver
from tests.rules.table import refused

FR, RO = tileset("fr"), tileset("ro")
LEXICON = Lexicon(compile_words(("RETINES", "TA", "ET"), FR, name="short"))
REFEREE = Referee(LEXICON, make_solver(LEXICON, FR))
ROMANIANS = Lexicon(compile_words(("JUCATOR", "CAT", "TA"), RO, name="short"))


class Desk:
    """An evening of two seats in its first round: every wish is one command, and the names of the commands count up."""

    def __init__(self, *, draw: bool = True) -> None:
        self.game = Game()
        self.count = 0
        self.referee = REFEREE
        self.do(*open_evening("X", "", ruleset("french"), FR, ev.LexiconUsed("short", 3, "")))
        for seat in (1, 2):
            self.do(*REFEREE.seat_player(self.game, seat, f"Player {seat}"))
        if draw:
            self.ask("draw_typed", parse_draw("AEINRST", FR), "bag")

    def do(self, *events: ev.Event) -> str:
        self.count += 1
        for event in events:
            self.game = apply(self.game, Entry(f"c{self.count}", event))
        return f"c{self.count}"

    def ask(self, wish: str, *values: Any, **named: Any) -> str:
        return self.do(*getattr(self.referee, wish)(self.game, *values, **named))

    def slip(self, seat: int, text: str, source: str = "tablet") -> str:
        return self.ask("hand_in", len(self.game.rounds), seat, text, source, 1000)

    def plain(self) -> Game:
        return replace(self.game, history=())

    def texts(self) -> dict[int, str]:
        return {seat: slip.text for seat, slip in self.game.rounds[-1].standing.items()}


def test_every_step_of_the_desk_is_taken_back_newest_first_and_nothing_that_came_by_itself() -> None:
    desk = Desk(draw=False)
    steps = [desk.ask("seat_player", 3, "Zoé", by_referee=True)]
    steps.append(desk.ask("refuse_draw", parse_draw("AEEIIOU", FR), "bag"))
    steps.append(desk.ask("draw_typed", parse_draw("AEINRST", FR), "bag"))
    desk.ask("start_clock", 180_000)
    desk.slip(1, "H4 RETINES 66")
    desk.ask("seat_player", 4, "Sat down")
    steps.append(desk.slip(2, "H7 ET 4", "paper"))
    desk.ask("pause_clock", 90_000)
    desk.ask("extend_clock", 10_000, 90_000)
    steps.append(desk.ask("end_time", 50_000))
    steps.append(desk.ask("close"))
    steps.append(desk.ask("overrule", 1, Verdict(2, "accepted", 3, reason="vu")))
    steps.append(desk.ask("reveal"))
    steps.append(desk.ask("end"))
    taken = []
    while (command := last_step(desk.game)) is not None:
        taken.append(command)
        desk.ask("undo")
    assert taken == steps[::-1]
    assert set(desk.game.seats) == {1, 2, 4}
    with refused("nothing_to_undo"):
        desk.ask("undo")


def test_a_paper_slip_taken_back_lets_the_one_before_count_again_and_its_number_is_not_given_twice() -> None:
    desk = Desk()
    desk.slip(1, "H4 RETINES 66")
    desk.slip(1, "H7 ET 4", "paper")
    assert desk.texts() == {1: "H7 ET 4"}
    desk.ask("undo")
    assert desk.texts() == {1: "H4 RETINES 66"}
    desk.slip(2, "H7 TA 4")
    assert [slip.number for slip in desk.game.rounds[0].bulletins] == [1, 3]
    desk.ask("redo")
    assert [slip.number for slip in desk.game.rounds[0].bulletins] == [1, 2, 3]
    assert desk.texts() == {1: "H7 ET 4", 2: "H7 TA 4"}


def test_a_time_that_ran_out_by_itself_or_was_given_again_is_no_step() -> None:
    desk = Desk()
    draw = last_step(desk.game)
    desk.ask("start_clock", 180_000)
    desk.ask("end_time")
    assert last_step(desk.game) == draw
    desk = Desk()
    desk.ask("start_clock", 180_000)
    desk.ask("end_time", 50_000)
    desk.ask("extend_clock", 10_000, 0)
    assert last_step(desk.game) == draw
    assert desk.game.phase is Phase.PAUSED


def test_a_seat_that_has_handed_in_a_slip_stays_seated() -> None:
    desk = Desk()
    draw = last_step(desk.game)
    seated = desk.ask("seat_player", 3, "Zoé", by_referee=True)
    assert last_step(desk.game) == seated
    desk.slip(3, "H7 ET 4")
    assert last_step(desk.game) == draw


def test_a_draw_is_lost_with_its_slips_and_its_time() -> None:
    desk = Desk()
    assert round_lost(desk.game) is None, "nothing has been played yet"
    desk.slip(1, "H7 ET 4")
    lost = round_lost(desk.game)
    assert lost is not None
    assert (lost.number, len(lost.bulletins)) == (1, 1)
    desk.slip(2, "H7 ET 4", "paper")
    assert round_lost(desk.game) is None, "first the paper slip would be taken back"
    started = Desk()
    started.ask("start_clock", 180_000)
    assert round_lost(started.game) is started.game.round


def test_several_undos_are_taken_back_one_after_the_other_in_both_directions() -> None:
    desk = Desk()
    desk.slip(1, "H4 RETINES 66")
    desk.ask("end_time", 50_000)
    desk.ask("close")
    states = [desk.plain()]
    for _ in range(3):  # close, end of time, draw
        desk.ask("undo")
        states.append(desk.plain())
    assert desk.game.phase is Phase.LOBBY
    for wish, expected in (("redo", states[2::-1]), ("undo", states[1:]), ("redo", states[2::-1])):
        for state in expected:
            desk.ask(wish)
            assert desk.plain() == state
    assert fold(desk.game.history) == desk.game
    with refused("nothing_to_redo"):
        desk.ask("redo")


@pytest.mark.parametrize(
    ("wish", "values"),
    [("start_clock", (50_000,)), ("extend_clock", (10_000, 50_000)), ("end_time", (50_000,)), ("close", ())],
)
def test_what_the_desk_does_after_an_undo_is_the_end_of_the_redo(wish: str, values: tuple[Any, ...]) -> None:
    desk = Desk()
    desk.slip(1, "H7 ET 4", "paper")
    desk.ask("undo")
    assert last_undo(desk.game) is not None
    desk.ask(wish, *values)
    with refused("nothing_to_redo"):
        desk.ask("redo")


def test_slips_that_came_since_stay_and_a_judged_round_is_not_brought_back_over_them() -> None:
    desk = Desk()
    desk.ask("end_time", 50_000)
    desk.ask("undo")
    desk.slip(1, "H4 RETINES 66")
    desk.ask("redo")
    assert (desk.game.phase, desk.texts()) == (Phase.TIME_UP, {1: "H4 RETINES 66"})
    desk.ask("close")
    desk.ask("undo")
    desk.slip(2, "H7 ET 4")
    with refused("nothing_to_redo"):
        desk.ask("redo")
    desk.ask("close")
    assert set(desk.game.rounds[0].verdicts) == {1, 2}


def test_a_late_paper_slip_taken_back_leaves_the_solo_to_who_has_it_now() -> None:
    """Romanian: late slips count until the result is shown. 102 is the only top: (20 + 6) x 2 + 50 on H4."""
    desk = Desk(draw=False)
    desk.referee = Referee(ROMANIANS, make_solver(ROMANIANS, RO))
    desk.do(*open_evening("X", "", ruleset("romanian"), RO, ev.LexiconUsed("short", 3, "")))
    for seat in (1, 2, 3):
        desk.do(*desk.referee.seat_player(desk.game, seat, f"Player {seat}"))
    desk.ask("draw_typed", parse_draw("JUCATOR", RO), "bag")
    desk.ask("end_time")
    desk.ask("close")
    desk.slip(2, "H4: JUCATOR = 102 p", "paper")
    assert desk.game.rounds[0].solo == 2
    desk.slip(3, "H4: JUCATOR = 102 p")
    assert desk.game.rounds[0].solo == 0
    desk.ask("undo")
    round_ = desk.game.rounds[0]
    assert (round_.solo, round_.verdicts[2].points, round_.verdicts[3].points) == (3, 0, 102)
    desk.ask("redo")
    assert (desk.game.rounds[0].solo, desk.game.rounds[0].verdicts[2].points) == (0, 102)


def test_a_clock_that_an_undo_brings_back_stands_at_what_was_left_when_the_time_was_ended() -> None:
    desk = Desk()
    desk.ask("start_clock", 180_000)
    desk.ask("end_time", 42_000)
    desk.ask("undo", 0)
    assert (desk.game.phase, desk.game.rounds[-1].remaining_ms) == (Phase.PAUSED, 42_000)


def test_a_clock_that_a_redo_brings_back_stands_at_what_was_left_when_the_draw_was_taken_back() -> None:
    desk = Desk()
    desk.ask("start_clock", 180_000)
    desk.ask("undo", 97_000)
    assert desk.game.phase is Phase.LOBBY
    desk.ask("redo")
    assert (desk.game.phase, desk.game.rounds[-1].remaining_ms) == (Phase.PAUSED, 97_000)


def test_a_clock_that_runs_on_is_not_halted_by_a_step_taken_back() -> None:
    desk = Desk()
    desk.ask("start_clock", 180_000)
    desk.slip(2, "H7 ET 4", "paper")
    desk.ask("undo", 60_000)
    assert (desk.game.phase, desk.texts()) == (Phase.RUNNING, {})

"""Late slips of a book that counts them until the results are shown: also while the round is judged."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.builtin import ruleset, tileset
from engine.bulletin import Verdict
from engine.game import Phase
from engine.lexicon import Lexicon, compile_words
from engine.referee import Referee, last_step
from engine.ruleset import Fault, RuleSet, with_setting
from engine.solver import make_solver
from engine.standings import standings
from tests.rules.table import Table, refused

RO = tileset("ro")
ROMANIAN = ruleset("romanian")
WORDS = ("JUCATOR", "JUCAT", "CAT", "ROTA", "TA")
LEXICON = Lexicon(compile_words(WORDS, RO, name="short"))
REFEREE = Referee(LEXICON, make_solver(LEXICON, RO))
BEST, SECOND, LOW = "H4: JUCATOR = 102 p", "H5: JUCATOR = 82 p", "H7: CAT = 6 p"
"""On H4 the J doubles on its double letter and the word on the star: (20 + 6) x 2 + 50 (Romanian duplicate text); from H5 to H11 it
lies on no double letter: (10 + 6) x 2 + 50; CAT: 3 x 2."""


class Desk(Table):
    """A judged round of three seats: 1 has handed in, 2 and 3 have not."""

    def __init__(self, rules: RuleSet = ROMANIAN) -> None:
        super().__init__(rules, 3, REFEREE, RO)
        self.typed("JUCATOR")
        self.slip(1, LOW)
        self.ask("end_time")
        self.ask("close")

    @property
    def kept(self) -> int:
        assert self.round.retained is not None
        return self.round.retained.points

    def average(self, seat: int, *group: int) -> None:
        self.ask("give_average", 1, seat, group, "called away")


def test_it_is_judged_at_once_and_solo_and_top_follow() -> None:
    desk = Desk()
    assert (desk.points(), desk.kept, desk.round.solo) == ({1: 6, 2: 0, 3: 0}, 6, 1)
    handed_in, judged, *followed = desk.slip(2, BEST)
    assert isinstance(handed_in, ev.SlipHandedIn)
    assert handed_in.bulletin.late
    assert isinstance(judged, ev.SlipJudged)
    assert Fault.LATE in {fault.fault for fault in judged.verdict.faults}
    assert {type(event) for event in followed} == {ev.MoveRetained, ev.SoloGiven}
    assert (desk.points(), desk.kept, desk.round.solo) == ({1: 6, 2: 102, 3: 0}, 102, 2)
    desk.slip(3, BEST)
    assert (desk.points()[3], desk.round.solo) == (102, 0)
    desk.ask("reveal")
    assert [line.total for line in standings(desk.game)] == [102, 102, 6]


def test_a_slip_in_time_and_the_first_late_one_stand() -> None:
    desk = Desk()
    desk.slip(1, BEST)
    desk.slip(2, LOW)
    desk.slip(2, BEST)
    assert (desk.points(), desk.kept) == ({1: 6, 2: 6, 3: 0}, 6)


def test_what_the_referee_has_decided_stands() -> None:
    desk = Desk()
    desk.ask("overrule", 1, Verdict(2, "accepted", 50, reason="his slip fell under the table"))
    desk.slip(2, BEST)
    assert desk.points()[2] == 50
    desk.ask("retain", desk.round.tops[0])
    desk.slip(3, BEST)
    assert desk.round.retained is not None
    assert desk.round.retained.reason == "referee"


def test_after_the_reveal_and_under_other_books_it_is_refused() -> None:
    desk = Desk()
    desk.ask("reveal")
    with refused("round_over"):
        desk.slip(2, BEST)
    strict = Desk(with_setting(ROMANIAN, "slip.late", "zero"))
    with refused("round_over"):
        strict.slip(2, BEST)


def test_an_undo_takes_back_the_closing_and_never_the_slip() -> None:
    desk = Desk()
    closing = f"c{desk.commands}"
    desk.slip(2, BEST)
    assert last_step(desk.game) == closing
    desk.ask("undo")
    assert desk.game.phase is Phase.TIME_UP
    assert desk.round.standing[2].text == BEST
    desk.ask("hand_in", 1, 3, SECOND, "paper", 0)
    desk.ask("close")
    assert (desk.points(), desk.kept, desk.round.solo) == ({1: 6, 2: 102, 3: 82}, 102, 2)


@pytest.mark.parametrize("text", ["", LOW], ids=["overruled", "keyed anew"])
def test_a_slip_that_came_under_the_referees_verdict_is_judged_when_that_is_taken_back(text: str) -> None:
    desk = Desk()
    if text:
        desk.ask("correct_slip", 1, 2, text, "found on the floor")
    else:
        desk.ask("overrule", 1, Verdict(2, "zero", 0, reason="left the room"))
    ruled = desk.points()
    desk.slip(2, BEST)
    assert desk.points() == ruled
    desk.ask("undo")
    assert (desk.points(), desk.kept, desk.round.solo) == ({1: 6, 2: 102, 3: 0}, 102, 2)
    assert Fault.LATE in {fault.fault for fault in desk.round.verdicts[2].faults}
    desk.ask("redo")
    assert desk.points() == ruled


def test_a_slip_that_came_beside_a_late_one_on_paper_is_judged_when_that_is_taken_back() -> None:
    desk = Desk()
    desk.ask("hand_in", 1, 2, LOW, "paper", 0)
    desk.slip(2, BEST)
    assert desk.points()[2] == 6, "the first late one stands"
    desk.ask("undo")
    assert (desk.points()[2], desk.kept) == (102, 102)


def test_an_average_taken_back_is_gone_though_a_late_slip_had_changed_it() -> None:
    desk = Desk()
    before = desk.round.verdicts[2]
    desk.average(2, 1, 3)
    desk.slip(3, SECOND)
    assert desk.points() == {1: 6, 2: 44, 3: 82}, "(6 + 82) / 2"
    desk.ask("undo")
    assert desk.round.verdicts[2] == before
    assert not desk.round.corrections
    desk.ask("redo")
    assert desk.points()[2] == 44


def test_an_average_taken_back_leaves_the_one_before_over_its_own_group() -> None:
    desk = Desk()
    desk.average(2, 3)
    desk.average(2, 1, 3)
    desk.slip(3, SECOND)
    desk.ask("undo")
    assert (desk.points()[2], desk.round.corrections[2].group) == (82, (3,))

"""Totals and ranks: every figure here was added up by hand."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from engine import events as ev
from engine.builtin import ruleset, tileset
from engine.bulletin import Play, SanctionedFault, Verdict
from engine.game import Entry, Game, apply, fold
from engine.move import Move
from engine.ruleset import Fault, RankingRules, RuleSet, Sanction, with_setting
from engine.squares import Direction
from engine.standings import Standing, round_top, running_sheet, standings, total_of_tops

FRENCH = ruleset("french")
WARNED = (SanctionedFault(Fault.POINTS_WRONG, Sanction.WARNING),)
PLAY = Play((Move("ON", 7, 6, Direction.ACROSS),))


def scored(seat: int, points: int, *, warned: bool = False, penalty: int = 0) -> Verdict:
    return Verdict(seat, "accepted" if points else "zero", points, None, WARNED if warned else (), penalty)


def round_events(number: int, top: int, verdicts: Mapping[int, Verdict | int], *, revealed: bool = True) -> list[ev.Event]:
    events: list[ev.Event] = [
        ev.LettersDrawn(number, "", "AEINRST", "file"),
        ev.TopsFound(number, top, (PLAY,)),
        *(
            ev.SlipJudged(number, each if isinstance(each, Verdict) else scored(seat, each))
            for seat, each in verdicts.items()
        ),
        ev.MoveRetained(number, PLAY, top, "only_top"),
        ev.RoundClosed(number),
    ]
    return [*events, ev.TopRevealed(number)] if revealed else events


def evening(*rounds: list[ev.Event], seats: int = 4, rules: RuleSet = FRENCH) -> Game:
    opened = ev.EveningOpened("test", "", rules, tileset("fr"), ev.LexiconUsed("test", 0, ""))
    seated = [ev.PlayerSeated(seat, f"Player {seat}") for seat in range(1, seats + 1)]
    return fold(Entry("c", event) for event in [opened, *seated, *(event for each in rounds for event in each)])


def line(game: Game, seat: int) -> Standing:
    return next(each for each in standings(game) if each.seat == seat)


def ranks(game: Game) -> list[tuple[int, int]]:
    return [(each.rank, each.seat) for each in standings(game)]


def test_equal_totals_share_a_rank() -> None:
    game = evening(round_events(1, 50, {1: 30, 2: 50, 3: 30, 4: 20}))
    assert ranks(game) == [(1, 2), (2, 1), (2, 3), (4, 4)]
    # all equal, and a tie at the end
    assert ranks(evening(round_events(1, 50, {1: 5, 2: 5, 3: 5, 4: 5}))) == [(1, 1), (1, 2), (1, 3), (1, 4)]
    assert ranks(evening(round_events(1, 50, {1: 1, 2: 1, 3: 7, 4: 8}))) == [(1, 4), (2, 3), (3, 1), (3, 2)]


def test_before_the_first_round_everyone_is_first_with_nothing() -> None:
    assert [(each.rank, each.total, each.percent, each.negative) for each in standings(evening(seats=2))] == [(1, 0, 0.0, 0)] * 2


def test_total_percent_and_negative() -> None:
    game = evening(round_events(1, 66, {1: 66, 2: 40}), round_events(2, 90, {1: 21, 2: 90}), seats=2)
    assert total_of_tops(game) == 156
    first, second = standings(game)
    # 130 of 156 is 83.3 %, 87 of 156 is 55.8 %
    assert (first.seat, first.total, first.percent, first.negative, first.tops_found) == (2, 130, 83.3, -26, 1)
    assert (second.seat, second.total, second.percent, second.negative, second.tops_found) == (1, 87, 55.8, -69, 1)


def test_solos_add_to_the_player_and_not_to_the_tops() -> None:
    rounds = round_events(1, 60, {1: 60, 2: 10})
    game = evening([*rounds[:-2], ev.SoloGiven(1, 1, 10), *rounds[-2:]], seats=2)
    assert (line(game, 1).total, line(game, 1).solos, line(game, 1).percent) == (70, 1, 116.7)
    assert total_of_tops(game) == 60
    back = apply(game, Entry("c", ev.SoloGiven(1, 0, 0)))
    assert (line(back, 1).total, line(back, 1).solos) == (60, 0)
    other = apply(game, Entry("c", ev.SoloGiven(1, 2, 10)))
    assert (line(other, 1).total, line(other, 2).total) == (60, 20)


def test_the_fourth_warning_and_each_later_one_costs_five() -> None:
    # three free warnings, minus 5 from the fourth: https://fr.scribd.com/document/682682624/Scrabble
    rounds = [round_events(number, 20, {1: scored(1, 20, warned=True), 2: 20}) for number in range(1, 6)]
    assert [line(evening(*rounds[:count], seats=2), 1).total for count in range(1, 6)] == [20, 40, 60, 75, 90]
    game = evening(*rounds, seats=2)
    assert (line(game, 1).warnings, line(game, 1).penalties) == (5, 10)
    assert [each.penalty for each in running_sheet(game, 1)] == [0, 0, 0, 5, 5]
    assert [each.cumulated for each in running_sheet(game, 1)] == [20, 40, 60, 75, 90]


def test_a_slip_with_two_faults_is_one_warning() -> None:
    two = (*WARNED, SanctionedFault(Fault.BLANK_UNMARKED, Sanction.WARNING))
    game = evening(round_events(1, 20, {1: Verdict(1, "accepted", 20, None, two)}), seats=1)
    assert line(game, 1).warnings == 1


def test_a_penalty_and_a_late_warning_add_up() -> None:
    rounds = [round_events(number, 20, {1: scored(1, 20, warned=True, penalty=5 if number == 4 else 0)}) for number in range(1, 5)]
    game = evening(*rounds, seats=1)
    assert running_sheet(game, 1)[3].penalty == 10
    assert line(game, 1).total == 80 - 10


def test_correcting_an_old_round_changes_every_later_total_and_who_pays_for_warnings() -> None:
    rounds = [round_events(number, 20, {1: scored(1, 20, warned=True)}) for number in range(1, 6)]
    game = evening(*rounds, seats=1)
    corrected = apply(game, Entry("c", ev.VerdictOverruled(1, Verdict(1, "accepted", 12, reason="seen again"))))
    # round 1 loses its warning, so round 4 is the third one and only round 5 costs
    assert [each.cumulated for each in running_sheet(game, 1)] == [20, 40, 60, 75, 90]
    assert [each.cumulated for each in running_sheet(corrected, 1)] == [12, 32, 52, 72, 87]


def test_a_seat_that_came_late_or_was_away_has_nothing_for_those_rounds() -> None:
    game = evening(round_events(1, 20, {1: 20}), round_events(2, 30, {1: 10, 2: 30}), seats=2)
    assert [(each.points, each.verdict is None) for each in running_sheet(game, 2)] == [(0, True), (30, False)]
    assert line(game, 2).zeros == 0
    assert ranks(game) == [(1, 1), (1, 2)]


def test_zeros_are_counted() -> None:
    game = evening(round_events(1, 20, {1: 0}), round_events(2, 20, {1: 20}), seats=1)
    assert (line(game, 1).zeros, line(game, 1).tops_found) == (1, 1)


def test_a_round_counts_for_all_once_shown_and_for_the_desk_once_closed() -> None:
    game = evening(round_events(1, 20, {1: 20}), round_events(2, 30, {1: 30}, revealed=False), seats=1)
    assert (total_of_tops(game), total_of_tops(game, shown_only=True)) == (50, 20)
    assert [each.total for each in standings(game, shown_only=True)] == [20]
    assert [each.total for each in standings(game)] == [50]


def test_the_top_is_what_the_book_says_or_what_the_referee_retained() -> None:
    computer = evening(round_events(1, 66, {1: 50}), seats=1)
    assert round_top(computer, computer.rounds[0]) == 66
    chosen = apply(computer, Entry("c", ev.MoveRetained(1, PLAY, 60, "referee")))
    assert round_top(chosen, chosen.rounds[0]) == 60
    rules = with_setting(FRENCH, "top.by", "players")
    judged = round_events(1, 66, {1: 50})[:-3]
    players = evening([*judged, ev.MoveRetained(1, PLAY, 50, "only_top"), ev.RoundClosed(1)], seats=1, rules=rules)
    assert round_top(players, players.rounds[0]) == 50
    nobody = evening([*round_events(1, 66, {1: 0})[:-3], ev.RoundClosed(1)], seats=1, rules=rules)
    assert round_top(nobody, nobody.rounds[0]) == 0
    assert line(nobody, 1).tops_found == 0


@pytest.mark.parametrize(
    ("tie_break", "order"),
    [
        # both have 50: seat 1 as 20 + 30, seat 2 as 30 + 20
        ("last_rounds", [(1, 1), (2, 2)]),
        ("tops_found", [(1, 2), (2, 1)]),
        ("fewest_warnings", [(1, 2), (2, 1)]),
    ],
)
def test_tie_breaks(tie_break: str, order: list[tuple[int, int]]) -> None:
    rules = replace(FRENCH, ranking=RankingRules((tie_break,)))  # type: ignore[arg-type]
    rounds = round_events(1, 30, {1: scored(1, 20, warned=True), 2: 30}), round_events(2, 40, {1: 30, 2: 20})
    assert ranks(evening(*rounds, seats=2)) == [(1, 1), (1, 2)]
    assert ranks(evening(*rounds, seats=2, rules=rules)) == order


def test_tie_breaks_follow_each_other_and_leave_real_equals_equal() -> None:
    rules = replace(FRENCH, ranking=RankingRules(("tops_found", "last_rounds")))
    game = evening(round_events(1, 40, {1: 20, 2: 10, 3: 10}), round_events(2, 40, {1: 10, 2: 20, 3: 20}), seats=3, rules=rules)
    assert ranks(game) == [(1, 2), (1, 3), (3, 1)]


def test_more_solos_may_break_a_tie() -> None:
    rules = replace(FRENCH, ranking=RankingRules(("solos",)))
    first = round_events(1, 40, {1: 40, 2: 30})
    game = evening([*first[:-2], ev.SoloGiven(1, 1, 10), *first[-2:]], round_events(2, 40, {1: 0, 2: 20}), seats=2, rules=rules)
    assert [each.total for each in standings(game)] == [50, 50]
    assert ranks(game) == [(1, 1), (2, 2)]


class Counted(UserDict[int, Verdict]):
    """Verdicts that count how often all of them are gone through."""

    passes = 0

    def __iter__(self) -> Iterator[int]:
        self.passes += 1
        return super().__iter__()


@pytest.mark.parametrize("by", ["players", "computer"])
def test_the_best_slip_is_sought_once_a_round_however_many_seats_there_are(by: str) -> None:
    game = evening(round_events(1, 40, {seat: seat for seat in range(1, 31)}), seats=30, rules=with_setting(FRENCH, "top.by", by))
    verdicts = Counted(game.rounds[0].verdicts)
    game = replace(game, rounds=(replace(game.rounds[0], verdicts=verdicts),))
    assert [line.rank for line in standings(game)] == list(range(1, 31))
    # the best of 1 to 30 points is 30; the solver's 40 asks no slip
    assert (round_top(game, game.rounds[0]), verdicts.passes) == ((30, 1) if by == "players" else (40, 0))

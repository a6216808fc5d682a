"""What the referee decides of an undecided slip, or gives in its place: an evening written out and played again has the same plays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import events as ev
from engine.arbiter import overruled
from engine.builtin import ruleset, tileset
from engine.bulletin import Candidate, SanctionedFault, Verdict
from engine.draw import parse_draw
from engine.errors import EveningError
from engine.exchange.eveningfile import write_evening
from engine.game import Entry, Game, apply
from engine.reading import format_play
from engine.referee import Referee
from engine.ruleset import Fault, Sanction
from tests.rules.table import play
from tests.rules.test_evening import Shelf, board, played

FRENCH, OPTIMIST = ruleset("french"), ruleset("optimist")
LEXICON, _ = Shelf().lexicon("short", tileset("fr"))
REFEREE = Referee(LEXICON, Shelf().solver(LEXICON, tileset("fr"), FRENCH), True)

# R4 E5 T6 I7 N8 E9 S10 on row H. NE down column 5 with the N on G5: 1 + 1 = 2; down column 9 with the N on the double letter G9:
# 2 + 1 = 3; down column 8 from the N on the board with the E on I8: 1 + 1 = 2; across on row G above E and T, with NE and ET:
# 2 + 2 + 2 = 6.
OPENED = f"rules french\nlexicon short\n{board(*['.' * 15] * 7, '...RETINES.....')}\nseat 1 Anne\nseat 2 Jean\ndraw AEGLNUU\n"
DOUBTFUL = OPENED + "slip 1 NE + RETINES\nslip 2 NE + RETINES 2\nclose\n"
MEANINGS = {"5G NE": 2, "8H NE": 2, "9G NE": 3, "G5 NE": 6}


def undecided() -> Game:
    return played(DOUBTFUL).game


def meanings(game: Game, seat: int) -> dict[str, Candidate]:
    return {format_play(each.play, game.tileset): each for each in game.rounds[0].verdicts[seat].candidates}


def told(game: Game, command: str, events: tuple[ev.Event, ...]) -> Game:
    for event in events:
        game = apply(game, Entry(command, event))
    return game


def test_the_slip_may_mean_four_plays_two_of_which_score_the_same() -> None:
    assert {text: each.points for text, each in meanings(undecided(), 1).items()} == MEANINGS


@pytest.mark.parametrize("meant", MEANINGS)
@pytest.mark.parametrize("reason", ["", "read with the player"])
def test_a_meaning_chosen_is_the_same_once_written_and_played_again(meant: str, reason: str) -> None:
    game = undecided()
    game = told(game, "chosen", REFEREE.decide(game, 1, 1, meanings(game, 1)[meant], reason))
    written = write_evening(game, "short")
    assert not any("verdict" in note for note in written.notes)
    verdict = played(written.text).game.rounds[0].verdicts[1]
    assert verdict == game.rounds[0].verdicts[1]
    # no points on the slip: a warning, whatever it means
    assert (verdict.play, verdict.points, verdict.warnings) == (play(*meant.split()), MEANINGS[meant], 1)
    assert verdict.reason == (reason or meant)


def test_decisions_of_one_step_are_all_written() -> None:
    game = undecided()
    for seat, meant in ((1, "8H NE"), (2, "9G NE")):
        game = told(game, "both at once", REFEREE.decide(game, 1, seat, meanings(game, seat)[meant]))
    again = played(write_evening(game, "short").text).game
    assert {seat: each.play for seat, each in again.rounds[0].verdicts.items()} == {1: play("8H", "NE"), 2: play("9G", "NE")}


def test_a_decision_that_was_decided_otherwise_later_is_written_in_order() -> None:
    game = undecided()
    game = told(game, "first", REFEREE.decide(game, 1, 1, meanings(game, 1)["8H NE"]))
    game = told(game, "then", REFEREE.give_points(game, 1, 1, 0, "double arbitration"))
    text = write_evening(game, "short").text
    assert text.endswith("decide 1 1 8H NE\ncorrect 1 1 0 double arbitration\n")
    verdict = played(text).game.rounds[0].verdicts[1]
    assert (verdict.outcome, verdict.points, verdict.reason) == ("zero", 0, "double arbitration")


def test_points_that_two_meanings_have_take_the_first_and_say_so() -> None:
    evening = played(DOUBTFUL + "correct 1 1 2 seen\n")
    (taken,) = [text for text in ("5G NE", "8H NE") if evening.game.rounds[0].verdicts[1].play == play(*text.split())]
    assert evening.notes[-1].endswith(f"2 meanings of the slip of seat 1 have 2 points: {taken} is taken; 'decide' names one")
    assert played(DOUBTFUL + "correct 1 1 3 seen\n").notes == ()


def test_a_play_that_the_slip_cannot_mean_is_named_with_those_it_can() -> None:
    with pytest.raises(EveningError, match=r"expected one of the meanings of the slip \(G5 NE, 5G NE, 8H NE, 9G NE\)"):
        played(DOUBTFUL + "decide 1 1 H4 NE\n")
    with pytest.raises(EveningError, match="none, for nothing is undecided"):
        played(OPENED + "slip 1 7G TES 5\nclose\ndecide 1 1 8H NE\n")


# --- who played where ---------------------------------------------------------------------------------------------------


def test_names_set_right_tables_taken_over_and_seats_come_back_are_the_same_once_played_again() -> None:
    game = played("rules french\nlexicon short\nseat 1 Ane\nseat 2 Jean\n").game
    steps: list[tuple[str, tuple[object, ...]]] = [
        ("seat_player", (1, "Anne")),  # before anything is drawn: only a name set right
        ("draw_typed", (parse_draw("EEINRST", tileset("fr")), "file")),
        ("close", ()),
        ("reveal", ()),
        ("take_over", (2, "Zoe")),
        ("player_leaves", (1,)),
        ("draw_typed", (parse_draw("AEGLNUU", tileset("fr")), "file")),
        ("seat_player", (2, "Zoé")),  # set right again, of who plays there now
        ("seat_player", (1, "Anne")),  # sits down again
        ("seat_player", (3, "Luc")),
        ("close", ()),
        ("reveal", ()),
    ]
    for at, (wish, values) in enumerate(steps):
        game = told(game, str(at), getattr(REFEREE, wish)(game, *values))
    again = played(write_evening(game, "short").text).game
    assert [again.seats[2].name_in(number) for number in (1, 2)] == ["Jean", "Zoé"]
    assert again.seats == game.seats
    assert {seat.name: (seat.present, seat.first_round) for seat in again.seats.values()} == {
        "Anne": (True, 1),
        "Zoé": (True, 1),
        "Luc": (True, 2),
    }


def test_who_leaves_after_handing_in_keeps_his_slip() -> None:
    game = played("rules french\nlexicon short\nseat 1 Anne\nseat 2 Jean\n").game
    for at, (wish, values) in enumerate(
        (
            ("draw_typed", (parse_draw("EEINRST", tileset("fr")), "file")),
            ("hand_in", (1, 1, "H4 RETINES 66", "tablet", 0)),
            ("player_leaves", (1,)),
            ("close", ()),
            ("reveal", ()),
        )
    ):
        game = told(game, str(at), getattr(REFEREE, wish)(game, *values))
    text = write_evening(game, "short").text
    assert text.endswith("draw EEINRST\nslip 1 H4 RETINES 66\nleave 1\nclose\n")
    again = played(text).game
    # R1 E1 T1 I1 N1 E1 S1, one on the double letter H4 or H12, the star doubles: (7 + 1) × 2 + 50 = 66
    assert (again.rounds[0].verdicts[1].points, again.seats[1].present) == (66, False)


def test_a_slip_keyed_anew_is_written_as_it_happened() -> None:
    game = played(OPENED + "slip 1 8H NE 2\nclose\n").game
    game = told(game, "given", REFEREE.give_points(game, 1, 1, 40, "seen"))
    game = told(game, "keyed", REFEREE.correct_slip(game, 1, 1, "9G NE 3", 'it says "9G"'))
    game = told(game, "found", REFEREE.correct_slip(game, 1, 2, "8H NE 2", "found later", late=True))
    text = write_evening(game, "short").text
    assert text.endswith(
        "slip 1 8H NE 2\nclose\ncorrect 1 1 40 seen\nkey 1 1 \"it says '9G'\" 9G NE 3\nkey 1 2 late \"found later\" 8H NE 2\n"
    )
    first, second = played(text).game.rounds[0].verdicts.values()
    assert (first.points, first.play, first.reason) == (3, play("9G", "NE"), "it says '9G'")
    assert (second.outcome, [fault.fault for fault in second.faults]) == ("zero", [Fault.LATE])


def players_set(retained: ev.MoveRetained | None) -> Game:
    """A Dutch round whose only slip was accepted at first and then set to nothing."""
    found = Verdict(1, "accepted", 4, play("H7", "EN"))
    events: tuple[ev.Event, ...] = (
        ev.EveningOpened("x", "", ruleset("dutch"), tileset("nl"), ev.LexiconUsed("nl", 0, "f" * 64)),
        ev.PlayerSeated(1, "Anne"),
        ev.LettersDrawn(1, "", "EENRSTI", "file"),
        ev.SlipJudged(1, found),
        ev.RoundClosed(1),
        ev.VerdictOverruled(1, replace(found, outcome="zero", points=0, play=None, reason="x")),
        *((retained,) if retained else ()),
        ev.TopRevealed(1),
    )
    return told(Game(), "", events)


def test_a_top_of_the_players_that_a_file_cannot_say_is_told() -> None:
    assert "round 1: nothing was placed, read back the best slip is" in write_evening(players_set(None)).notes
    # E 1 and N 1 on the star: (1 + 1) × 2 = 4
    given = ev.MoveRetained(1, play("H7", "EN"), 30, "only_top")
    assert "round 1: the top of 30 is read back as 4, which its play counts" in write_evening(players_set(given)).notes
    # a game made by hand may hold what fits nowhere
    nowhere = ev.MoveRetained(1, play("A1", "EN"), 30, "only_top")
    assert write_evening(players_set(nowhere)).text.endswith("retain A1 EN\nclose\ncorrect 1 1 0 x\n")


# --- points in place of a verdict ----------------------------------------------------------------------------------------

WARNED = (SanctionedFault(Fault.REFERENCE_SHIFTED, Sanction.PENALTY), SanctionedFault(Fault.POINTS_WRONG, Sanction.WARNING))
ACCEPTED = Verdict(1, "accepted", 12, play("8H", "NE"), WARNED, 5, 13)
NOT_ADMITTED = Verdict(1, "zero", -50, None, (SanctionedFault(Fault.INVALID_WORD, Sanction.ZERO),))


def test_points_given_leave_the_play_and_its_warning_and_hold_the_penalty() -> None:
    given = overruled(ACCEPTED, 20, FRENCH)
    assert (given.outcome, given.points, given.play, given.penalty, given.warnings) == ("accepted", 20, ACCEPTED.play, 0, 1)


def test_penalty_and_warning_are_the_referees_word_if_he_says_it() -> None:
    given = overruled(ACCEPTED, 20, FRENCH, penalty=5, warning=False)
    assert (given.penalty, given.warnings) == (5, 0)
    plain = replace(ACCEPTED, faults=(), penalty=0)
    # a slip without a fault is warned for its player's conduct, not for points that were right
    warned = overruled(plain, 20, FRENCH, warning=True)
    assert (warned.warnings, warned.faults) == (1, (SanctionedFault(Fault.CONDUCT, Sanction.WARNING),))
    assert overruled(plain, 0, FRENCH, warning=True).warnings == 1


def test_no_points_are_a_zero_beside_which_nothing_is_paid() -> None:
    given = overruled(ACCEPTED, 0, FRENCH)
    assert (given.outcome, given.play, given.penalty, given.warnings) == ("zero", None, 0, 0)


def test_a_net_below_nothing_leaves_the_play_on_its_board() -> None:
    # optimist: the letters left over may cost more than the play scores; the play lies there all the same
    given = overruled(ACCEPTED, -3, OPTIMIST)
    assert (given.outcome, given.points, given.play) == ("accepted", -3, ACCEPTED.play)


def test_a_word_that_is_not_admitted_stays_a_zero_that_costs() -> None:
    given = overruled(NOT_ADMITTED, -57, OPTIMIST)
    assert (given.outcome, given.points, given.faults) == ("zero", -57, NOT_ADMITTED.faults)


def test_a_net_set_right_below_nothing_leaves_the_later_rounds_standing() -> None:
    # EN on the star 4, less A A S T: 0; then TES down through its E, T and S on the double letters G7 and I7: 2 + 1 + 2, less E E I N R: 0.
    # Only a play that is lifted cancels what follows.
    start = "rules optimist\nlexicon short\nseat 1 A\ndraw EN?AAST\nslip 1 H7 EN 4\nclose\ndraw EEINRST\nslip 1 7G TES 5\nclose\n"
    lines = ("correct 1 1 -2 counted anew\n", "correct 1 1 0 double arbitration\n")
    corrected, lifted = (played(start + line).game.rounds for line in lines)
    assert [(each.verdicts[1].outcome, each.verdicts[1].points) for each in corrected] == [("accepted", -2), ("accepted", 0)]
    assert [(each.verdicts[1].outcome, each.verdicts[1].points) for each in lifted] == [("zero", 0), ("zero", 0)]
    assert Fault.CANCELLED in [fault.fault for fault in lifted[1].verdicts[1].faults]

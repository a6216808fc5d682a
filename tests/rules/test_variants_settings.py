"""Each setting of the variants is heeded alike by whoever judges, whoever searches and whoever places the retained play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import arbiter, builtin
from engine import events as ev
from engine.board import Board
from engine.bulletin import Bulletin, Candidate, SanctionedFault, Verdict
from engine.errors import RackError
from engine.game import Entry, Game, apply
from engine.lexicon import Lexicon, compile_words
from engine.rack import take
from engine.reading import format_play, parse_play, read_slip
from engine.referee import Referee, open_evening
from engine.referee.retaining import points_of
from engine.ruleset import Fault, RuleSet, Sanction, with_setting
from engine.solver import CoreSolver
from engine.variants import optimist
from engine.variants.ranked import ranked_plays
from engine.variants.rounds import round_tops
from tests.rules.judging import faults

FRENCH = builtin.tileset("fr")
WORDS = Lexicon(compile_words(["RETINES", "SERTINE", "WESTERN", "JAMBON", "ON", "JOMON", "JAB"], FRENCH, name="few"))
SOLVER = CoreSolver(WORDS, FRENCH)
SEVEN = "EEINRST"
REST = take(FRENCH.full_bag(), SEVEN)


def rules(game: str, **settings: str) -> RuleSet:
    made = with_setting(builtin.ruleset(game), "slip.first_slip_at_maximum", "false")
    for key, value in settings.items():
        made = with_setting(made, f"variant.{key}", value)
    return made


def judged(made: RuleSet, text: str, letters: str = SEVEN) -> Verdict:
    case = arbiter.Case(made, FRENCH, WORDS, True, Board(), letters)
    return arbiter.judge(Bulletin(1, text, 1, "file", False), case)


def drawn(made: RuleSet, letters: str) -> Game:
    game = Game()
    opened = open_evening("x", "", made, FRENCH, ev.LexiconUsed("few", 7, ""))
    for event in (*opened, ev.LettersDrawn(1, "", letters, "bag")):
        game = apply(game, Entry("", event))
    return game


def test_where_an_exchange_must_be_made_the_letters_as_drawn_are_no_play() -> None:
    # RETINES: (2 × 1 + 6) × 2 + 50 = 66 with the R or the S on a double letter
    made = rules("substitution", exchange_decline="false")
    assert judged(made, "H4 RETINES 66").outcome == "zero"
    assert faults(judged(made, "H4 RETINES 66")) == [("exchange_missing", "zero")]
    assert judged(rules("substitution"), "H4 RETINES 66").points == 66
    game = drawn(made, SEVEN)
    assert game.round is not None
    with pytest.raises(RackError, match="must be exchanged"):
        points_of(game, game.round, parse_play("H4 RETINES", FRENCH))
    top = round_tops(made, Board(), SEVEN, REST, SOLVER)
    assert all(play.exchange for play in top.plays)


def test_what_a_missing_exchange_costs_is_the_rule_sets() -> None:
    made = rules("substitution", exchange_decline="false")
    asked = replace(made, slip=with_setting(made, "slip.sanctions.exchange_missing", "referee").slip)
    verdict = judged(asked, "H4 RETINES 66")
    assert (verdict.outcome, [each.points for each in verdict.candidates]) == ("undecided", [66])
    warned = replace(made, slip=with_setting(made, "slip.sanctions.exchange_missing", "warning").slip)
    assert (judged(warned, "H4 RETINES 66").points, faults(judged(warned, "H4 RETINES 66"))) == (66, [("exchange_missing", "warning")])


def test_nothing_need_be_exchanged_where_nothing_is_left() -> None:
    # the whole set but for the draw lies on no board, so the bag is emptied by a tile set of seven letters
    few = replace(FRENCH, tiles=tuple(replace(each, count=SEVEN.count(each.face)) for each in FRENCH.tiles), blanks=0)
    made = rules("substitution", exchange_decline="false")
    case = arbiter.Case(made, few, WORDS, True, Board(), SEVEN)
    assert arbiter.judge(Bulletin(1, "H4 RETINES 66", 1, "file", False), case).points == 66
    assert round_tops(made, Board(), SEVEN, "", SOLVER).points == 66


def test_a_blank_of_the_bag_where_it_may_not_be_taken() -> None:
    # wESTERN with a blank: (0 + 1 + 1 + 1 + 1 + 1 + 2) × 2 + 50 = 64 with the N on the double letter H12
    assert judged(rules("substitution"), "I>? H6 wESTERN 64").points == 64
    assert faults(judged(rules("substitution", exchange_blank="false"), "I>? H6 wESTERN 64"))[0][0] == "letter_not_in_draw"


@pytest.mark.parametrize("decline", ["true", "false"])
@pytest.mark.parametrize("blank", ["true", "false"])
def test_what_the_search_lists_the_judge_accepts_for_the_same_points(decline: str, blank: str) -> None:
    made = rules("substitution", exchange_decline=decline, exchange_blank=blank)
    top = round_tops(made, Board(), SEVEN, REST, SOLVER)
    listed = [*((play, top.points) for play in top.plays), *ranked_plays(made, Board(), SEVEN, REST, SOLVER, 40).plays]
    game = drawn(made, SEVEN)
    assert game.round is not None
    for play, points in listed:
        verdict = judged(made, f"{format_play(play, FRENCH)} {points}")
        assert (verdict.outcome, verdict.points, verdict.play) == ("accepted", points, play), play
        assert points_of(game, game.round, play) == points
    assert {bool(play.exchange) for play, _ in listed} == ({True, False} if decline == "true" else {True})
    assert any("?" in (play.exchange or "") for play, _ in listed) == (blank == "true")


def test_the_bonus_for_two_moves_is_everybodys() -> None:
    # JOMON 42 + JAB 12 = 54 and the setting's 50
    made = rules("decomposed", split_bonus="50")
    play = parse_play("H4 JOMON / 4H JAB", FRENCH)
    game = drawn(made, "ABJMNOO")
    assert game.round is not None
    assert judged(made, "H4 JOMON / 4H JAB 104", "ABJMNOO").points == 104
    assert round_tops(made, Board(), "ABJMNOO", REST, SOLVER).points == 104
    assert points_of(game, game.round, play) == 104
    assert (play, 104) in ranked_plays(made, Board(), "ABJMNOO", REST, SOLVER, 40).plays


def test_no_bonus_for_two_moves_that_leave_a_letter_over() -> None:
    # JOMON 42; ON down from its first O, the N on a plain square: 1 + 1. The A is left, which is a warning here and earns no bonus.
    lenient = with_setting(rules("decomposed", split_bonus="50"), "slip.sanctions.too_few_tiles", "warning")
    verdict = judged(lenient, "H4 JOMON 42 / 5H ON 2", "AJMNNOO")
    assert (verdict.points, ("too_few_tiles", "warning") in faults(verdict)) == (42 + 2, True)


def test_the_referee_keeps_only_plays_that_exchange() -> None:
    made = rules("substitution", exchange_decline="false")
    game = drawn(made, SEVEN)
    referee = Referee(WORDS, SOLVER)
    assert game.round is not None
    closed = referee.close(game)
    for event in closed:
        game = apply(game, Entry("", event))
    with pytest.raises(RackError, match="must be exchanged"):
        referee.retain(game, parse_play("H4 RETINES", FRENCH))


# --- slips as people write them -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("exchange", ["I-W", "I - W", "i–w", "I->W"])
@pytest.mark.parametrize("before", [True, False])
def test_an_exchange_written_with_a_dash(exchange: str, before: bool) -> None:
    verdict = judged(rules("substitution"), f"{exchange} H4 WESTERN 102" if before else f"H4 WESTERN 102 {exchange}")
    assert (verdict.outcome, verdict.points) == ("accepted", 102)
    assert verdict.play is not None
    assert verdict.play.exchange == ("I", "W")


def test_a_dash_between_two_letters_that_might_be_the_word() -> None:
    # IN with a dash, or I exchanged for N and no word: nobody but the referee can tell
    verdict = judged(rules("substitution"), "I-N H8 2")
    assert (verdict.outcome, faults(verdict)) == ("undecided", [("unreadable", "referee")])


def test_a_dash_is_no_exchange_in_a_game_without() -> None:
    # two words without a choice, as before
    assert faults(judged(rules("decomposed"), "I-W H4 WESTERN 102"))[0][0] == "several_slips"


@pytest.mark.parametrize("written", ["H4 JAMBON 48 / H10 O 3", "H4 JAMBON 48 H10 O 3", "H4 JAMBON 48 / H10 O 3 pts"])
def test_a_second_word_of_one_letter_is_read_as_one_not_written_in_full(written: str) -> None:
    # JAMBON lies on H4 to H9, so the O would make JAMBONO of it. Only one forgotten last letter is forgiven with 5 points
    # (reform of 2010); here the first ones are left out, which is zero
    verdict = judged(rules("decomposed"), written, "ABJMNOO")
    assert faults(verdict) == [("word_incomplete", "zero")]
    assert [each.detail for each in verdict.faults] == ["JAMBONO"]


def test_two_places_and_a_word_are_two_places_still() -> None:
    slip = read_slip("H4 O 3 RETINES", FRENCH, several=True)
    assert [each.text for each in slip.references] == ["H4", "O 3"]
    slip = read_slip("H4 O 3", FRENCH, several=True)
    assert ([each.text for each in slip.references], slip.word, slip.claimed) == (["H4"], "O", 3)


# The figures are those of the text on the game: JAMBON 48 and ON 3 are 51, JOMON 42 and JAB 12 are 54


@pytest.mark.parametrize(
    ("written", "points"),
    [
        ("JAMBON H4 48 + ON 9G 3 = 51", 51),
        ("JOMON H4 42 + JAB 4H 12 = 54", 54),
        ("H4 JAMBON 48 + 9G ON 3", 51),
        ("H4 JOMON 42 + 4H JAB 12", 54),
        ("JAMBON 48 H4 + ON 3 9G", 51),
        ("JAMBON H4 + ON 9G = 51", 51),
        ("H4 JAMBON + 9G ON 48 + 3 = 51", 51),
        ("H4 JAMBON 48 / 9G ON 3 = 51", 51),
        ("H4 JOMON 42 / 4H JAB 12 = 54", 54),
        ("H4 JOMON 42 & 4H JAB 12 (54)", 54),
        ("H4 JOMON 42 ; 4H JAB 12 ; 54", 54),
    ],
)
def test_two_moves_with_a_plus_between_and_their_sum_behind(written: str, points: int) -> None:
    verdict = judged(rules("decomposed"), written, "ABJMNOO")
    assert (verdict.outcome, verdict.points, verdict.claimed, verdict.faults) == ("accepted", points, points, ())
    assert verdict.play is not None
    assert len(verdict.play.moves) == 2


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("H4 JAMBON 48 / 9G ON 3 = 52", "48 3 52"),
        ("H4 JAMBON 48 / 9G ON 4 = 52", "48 4 52"),
        ("H4 JAMBON 47 / 9G ON 4 = 51", "47 4 51"),
        ("H4 JAMBON 47 / 9G ON 4", "47 4"),
        ("H4 JAMBON 48 / 9G ON 3 ; 52", "48 3 52"),
    ],
)
def test_a_part_or_a_sum_that_is_wrong_is_wrong_points(written: str, told: str) -> None:
    verdict = judged(rules("decomposed"), written, "ABJMNOO")
    assert (verdict.points, faults(verdict)) == (51, [("wrong_points", "warning")])
    assert verdict.faults[0].detail == told


@pytest.mark.parametrize("written", ["H4 JOMON 42 / 4H JAB 12 = 104", "H4 JOMON 42 / 4H JAB 62", "H4 JOMON 42 / 4H JAB 62 = 104"])
def test_the_bonus_for_two_moves_stands_in_the_sum_or_in_the_second(written: str) -> None:
    verdict = judged(rules("decomposed", split_bonus="50"), written, "ABJMNOO")
    assert (verdict.points, verdict.faults) == (42 + 12 + 50, ())


@pytest.mark.parametrize("sign", ["+", "/"])
def test_a_second_move_with_points_and_no_place_lacks_its_place(sign: str) -> None:
    # it is not taken for joining letters and forgotten
    verdict = judged(rules("decomposed"), f"H4 JAMBON 48 {sign} ON 3", "ABJMNOO")
    assert (verdict.outcome, faults(verdict)) == ("zero", [("reference_missing", "zero")])


def test_a_plus_before_letters_of_the_board_joins_them_still() -> None:
    for text in ("H4 JAMBON + ABC 48", "JAMBON + ABC H4 48", "H4 JAMBON + A B C 48"):
        (only,) = read_slip(text, FRENCH, several=True).placements
        assert (only.word, only.joining, only.claims) == ("JAMBON", "ABC", (48,))
    for text in ("H4 JAMBON + ABC 9G ON 3", "H4 JAMBON 48 + ABC 9G ON 3"):
        one, two = read_slip(text, FRENCH, several=True).placements
        assert (one.joining, two.word) == ("ABC", "ON"), "the place before a word is that word's"
    (only,) = read_slip("RETINES H4 + ON 9G", FRENCH).placements
    assert only.joining == "ON", "where one placement is asked for, it is never another"


# --- optimist ---------------------------------------------------------------------------------------------------------------------


def netted(text: str, *, late: bool = False) -> Verdict:
    made = builtin.ruleset("optimist")
    case = arbiter.Case(made, FRENCH, WORDS, True, Board(), SEVEN)
    verdict = arbiter.judge(Bulletin(1, text, 1, "file", late), case)
    return optimist.net(verdict, optimist.Hand(Board(), SEVEN, leftover_counts=True), made, FRENCH)


@pytest.mark.parametrize("text", ["H4 RESINET 60", "A1 RESINET 60", "H4 XYZ 3"])
def test_a_word_that_is_not_admitted_costs_fifty_wherever_it_was_written(text: str) -> None:
    # on the star, off it, with letters that were not drawn: a careless place must not save points
    assert netted(text).points == -50


@pytest.mark.parametrize(("text", "late"), [("A1 RETINES 60", False), ("H4 RESINET 60", True), ("", False)])
def test_other_zeros_cost_nothing(text: str, late: bool) -> None:
    # a good word at a bad place; a slip too late to count, whatever stands on it; an empty one
    assert (netted(text, late=late).outcome, netted(text, late=late).points) == ("zero", 0)


def test_what_is_wrong_with_a_meaning_is_kept_when_the_letters_lost_are_deducted() -> None:
    made = builtin.ruleset("optimist")
    given = optimist.Hand(Board(), SEVEN, True)
    meant = Candidate(parse_play("H4 RETINES", FRENCH), 66, (SanctionedFault(Fault.POINTS_WRONG, Sanction.WARNING),))
    unclear = Verdict(1, "undecided", 66, meant.play, candidates=(meant,))
    # all seven letters are laid: nothing is lost
    assert optimist.net(unclear, given, made, FRENCH).candidates == (meant,)

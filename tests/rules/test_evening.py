"""Evening files: the grammar's example plays as it says, and every statement wrong in every way names its line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine import builtin
from engine import events as ev
from engine.bulletin import Play
from engine.errors import EveningError, LexiconError
from engine.evening import KEYWORDS, Evening, parse_evening, play_evening
from engine.game import Game, Phase
from engine.interfaces import TopFinder, WordSource
from engine.lexicon import Lexicon, compile_words
from engine.report import evening_report
from engine.ruleset import RuleSet
from engine.solver import Solver, make_solver
from engine.tiles import TileSet

WORDS = ("RETINES", "RESINET", "EN", "NE", "TES", "SERINE", "ET", "SA", "OVA", "AI", "RETINEES", "ENTIERES")


class Shelf:
    """A library of one short list under two names."""

    def ruleset(self, name: str) -> RuleSet:
        return builtin.ruleset(name)

    def tileset(self, rules: RuleSet) -> TileSet:
        return builtin.tileset(rules.tileset)

    def lexicon(self, name: str, tileset: TileSet) -> tuple[WordSource, ev.LexiconUsed]:
        if name == "unreadable":
            raise PermissionError("no right to read it")
        if name not in ("fr", "short"):
            raise LexiconError(f"no lexicon {name!r}")
        lexicon = Lexicon(compile_words(WORDS, tileset, name=name, official=True))
        return lexicon, ev.LexiconUsed(name, len(WORDS), "f" * 64, "", True)

    def solver(self, words: WordSource, tileset: TileSet, rules: RuleSet) -> Solver:
        assert isinstance(words, Lexicon)
        return make_solver(words, tileset, rules.bonus, max_placed=rules.draw.placed)

    def openings(self, solver: TopFinder) -> Callable[[Game, Play], float] | None:
        return None


def played(text: str) -> Evening:
    return play_evening(parse_evening(text), Shelf())


def report(text: str) -> dict[str, Any]:
    return evening_report(played(text))


def board(*rows: str) -> str:
    """A board statement: these rows, then empty ones."""
    return "\n".join(["board", *rows, *["." * 15] * (15 - len(list(filter(None, rows))))])


SEATED = "rules french\nseat 1 Anne Martin\nseat 2 Jean Dupont & Fils\n"
DRAWN = SEATED + "draw EEINRST\n"

def test_the_example_of_the_grammar() -> None:
    document = (Path(__file__).resolve().parents[2] / "docs" / "evening-file.md").read_text(encoding="utf-8")
    told = report(document.split("```")[1])
    assert json.loads(json.dumps(told)) == told
    assert told["rules"] == "french"
    assert told["lexicon"] == {"name": "fr", "words": 12, "fingerprint": "f" * 64, "date": "", "official": True}
    (one,) = told["rounds"]
    assert (one["number"], one["draw"], one["top"], one["solo"]) == (1, "EEINRST", 66, None)
    assert {(top["ref"], top["word"], top["points"]) for top in one["tops"]} >= {("H4", "RETINES", 66), ("H4", "RESINET", 66)}
    assert one["retained"] == {"ref": "H4", "word": "RETINES", "points": 66, "reason": "referee", "note": "", "text": "H4 RETINES 66"}
    # seat 2 wrote no place: on the first slip its word counts at a best one, which need not be H4
    assert sorted((each["points"], each["seats"]) for each in one["list"]) == [(66, [1]), (66, [2])]
    slips = {slip["seat"]: slip for slip in one["slips"]}
    assert slips[1] == {
        "seat": 1, "text": "H4 RETINES 66", "outcome": "accepted", "points": 66, "faults": [], "penalty": 0
    }  # fmt: skip
    assert (slips[2]["text"], slips[2]["points"], slips[2]["penalty"]) == ("RETINES 64", 66, 0)
    assert [(fault["fault"], fault["sanction"]) for fault in slips[2]["faults"]] == [("wrong_points", "warning")]
    assert [(slips[seat]["outcome"], slips[seat]["points"], slips[seat]["faults"][0]["fault"]) for seat in (3, 4, 5)] == [
        ("zero", 0, "late"),
        ("zero", 0, "blank_slip"),
        ("zero", 0, "no_slip"),
    ]
    assert told["total_of_tops"] == 66
    first = {"seat": 1, "name": "Anne Martin", "warnings": 0}
    second = {"seat": 2, "name": "Jean Dupont & Fils", "warnings": 1}
    both = {"rank": 1, "total": 66, "solos": 0, "penalties": 0, "percent": 100.0, "negative": 0, "tops_found": 1, "zeros": {}}
    both |= {"undecided": 0}
    assert told["standings"][:2] == [both | first, both | second]
    assert [line["rank"] for line in told["standings"]] == [1, 1, 3, 3, 3]
    assert [line["zeros"] for line in told["standings"][2:]] == [{"late": 1}, {"blank_slip": 1}, {"no_slip": 1}]


def test_a_word_admitted_in_the_middle_of_an_evening() -> None:
    text = SEATED + "draw EEINRST\nslip 1 H4 RETINES 66\nslip 2 H4 SERTINE 66\nclose\n"
    assert [slip["points"] for slip in report(text)["rounds"][0]["slips"]] == [66, 0]
    told = report(text + "admit SERTINE Petit Robert\n")
    assert [slip["points"] for slip in told["rounds"][0]["slips"]] == [66, 66]
    assert told["lexicon"]["words"] == len(WORDS), "the list is named as it is; what was admitted stands beside it"
    assert told["admitted"] == [{"word": "SERTINE", "reason": "Petit Robert", "round": 1}]


def test_a_corrected_slip_keeps_its_faults_named_and_they_cost_nothing_more() -> None:
    told = report(SEATED + "draw EEINRST\nslip 1 H4 RETINES 64\nslip 2 H4 RETINES 64\nclose\ncorrect 1 1 0 void\n")
    one, two = told["rounds"][0]["slips"]
    assert (one["points"], one["faults"], one["reason"]) == (0, [{"fault": "wrong_points", "sanction": "none", "detail": "64"}], "void")
    assert two["faults"][0]["sanction"] == "warning"
    assert [(line["seat"], line["warnings"]) for line in told["standings"]] == [(2, 1), (1, 0)]


def test_averages_and_absences_in_a_file() -> None:
    text = SEATED + "seat 3 Li\ndraw EEINRST\nslip 1 H4 RETINES 66\nslip 2 H7 EN 4\nclose\naverage 1 3 1,2 called away\nleave 2\n"
    told = report(text + "draw AAEIOST\nclose\nback 2\n")
    assert [slip["points"] for slip in told["rounds"][0]["slips"]] == [66, 4, 35]
    assert [slip["seat"] for slip in told["rounds"][1]["slips"]] == [1, 3]


def test_blanks_comments_and_any_line_end() -> None:
    plain = DRAWN + "slip 1 H4 RETINES 66\nclose\n"
    odd = "\ufeff\r\n  # nothing\r\n" + plain.replace(" ", " \t ").replace("\n", "  # note\r\n")
    assert report(odd)["standings"] == report(plain)["standings"]
    assert report(plain.replace("\n", "\r")) == report(plain)


def test_a_position_to_start_from() -> None:
    rows = ["...............  # empty", "", *["." * 15] * 6, "......OVa......"]
    evening = played("rules french\n" + board(*rows) + "\nseat 1 Anne\ndraw EEINRST\nretain 7H OE\nclose\n")
    start = evening.game.rounds[0].board
    assert [start.at(7, col) for col in (6, 7, 8)] == ["O", "V", "a"]
    assert evening.game.board.at(8, 6) == "E"
    # bag: 102 tiles less three on the board at first and seven drawn
    assert len(evening.game.bag) == 102 - 3 - 7


def test_a_word_beside_the_lexicon_may_be_retained_with_a_note() -> None:
    evening = played(DRAWN + "retain H4 RESTIEN\nclose\n")
    assert evening.notes == ("line 5: round 1: RESTIEN is not in the lexicon",)
    assert evening_report(evening)["total_of_tops"] == 66


def test_a_better_move_is_noted() -> None:
    evening = played(DRAWN + "retain H7 EN\nclose\n")
    assert len(evening.notes) == 1
    assert "4 points retained, the solver found 66" in evening.notes[0]
    assert evening_report(evening)["rounds"][0]["top"] == 4


def test_a_blank_in_a_retained_word_is_written_either_way() -> None:
    for word in ("RET(I)NES", "RETiNES", "RETiN E S"):
        evening = played(SEATED + f"draw EE?NRST\nretain H4 {word}\nclose\n")
        assert evening_report(evening)["rounds"][0]["retained"]["word"] == "RETiNES"
        assert evening.game.board.at(7, 6) == "i"


def test_case_that_is_a_slip_of_the_pen_in_a_retained_word_is_noted() -> None:
    spent = played(SEATED + "draw EEINRS?\nretain H7 En\nclose\n")
    assert spent.notes[0] == "line 5: round 1: the blank stands for N though the draw holds one"
    start = "rules french\n" + board(*["." * 15] * 7, "......OVa......") + "\nseat 1 Anne\ndraw EEINRST\n"
    joined = played(start + "retain H7 OVAI\nclose\n")
    assert joined.notes[0].endswith("OVAI lies there as OVaI: the blanks on the board stay what they are")
    assert joined.game.board.rows()[7] == "......OVaI....."


def test_a_correction_above_the_top_is_noted() -> None:
    text = DRAWN + "slip 1 H4 RETINES 66\nclose\n"
    assert played(text + "correct 1 1 66 read again\n").notes == ()
    told = report(text + "correct 1 1 67 counted anew\n")
    assert told["notes"] == ["line 7: round 1: seat 1 is given 67 points, more than the top of 66"]
    assert told["rounds"][0]["slips"][0]["reason"] == "counted anew"


def test_kept_letters_are_named_or_taken_as_known() -> None:
    first = DRAWN + "retain H7 EN\nclose\n"
    for draw in ("draw EIRST+AV", "draw AV", "draw TSEIRAV"):
        round_ = played(first + draw + "\nclose\n").game.rounds[1]
        assert (sorted(round_.draw.kept), sorted(round_.draw.fresh)) == (sorted("EIRST"), sorted("AV"))
    with pytest.raises(EveningError, match=r"line 7: .*kept from the round before are"):
        played(first + "draw EIRSN+AV\n")


def test_a_draw_written_as_all_new_follows_a_refused_one() -> None:
    first = DRAWN + "retain H7 EN\nclose\n"
    evening = played(first + "draw -AEIBCDF\nclose\n")
    assert evening.game.rounds[1].draw.kept == ""
    assert evening_report(evening)["rounds"][1]["drawn"] == "-AEIBCDF"
    after_reject = played(first + "reject EIRST+AE\ndraw -AEIBCDF\nclose\n")
    assert len(after_reject.game.rounds[1].refused) == 1
    unmarked = played(first + "draw AEIBCDF\nclose\n")
    assert "after a refused draw" in unmarked.notes[1]


def test_two_slips_of_one_seat_are_several_slips() -> None:
    told = report(DRAWN + "slip 1 H4 RETINES 66\nslip 1 H7 EN 4\nslip 2 H7 EN 4\nclose\n")
    assert [slip["points"] for slip in told["rounds"][0]["slips"]] == [0, 4]
    assert told["rounds"][0]["slips"][0]["faults"] == [{"fault": "several_slips", "sanction": "zero"}]


def test_an_evening_may_stop_anywhere_between_rounds() -> None:
    assert played("rules french").game.phase is Phase.LOBBY
    assert played(SEATED).game.phase is Phase.LOBBY
    assert played(DRAWN + "close").game.phase is Phase.REVEALED
    assert played(DRAWN + "close\nend").game.phase is Phase.ENDED


def test_a_long_name_of_the_file_is_no_fault_of_its_lines() -> None:
    evening = play_evening(parse_evening("rules french"), Shelf(), "x" * 500)
    assert evening.game.opened is not None
    assert len(evening.game.opened.name) == 60


def test_the_seats_own_letter_may_be_retained_in_completiv() -> None:
    # six drawn and the S chosen: RETINES on the star, (2 + 6) × 2 + 50 = 66
    game = "rules romanian\nlexicon short\nset draw.chosen 1\nset draw.rack 6\nset solo.points 0\nseat 1 A\n"
    told = report(game + "draw EEINRT\nslip 1 H4 RETINES 66\nretain H4 RETINES\nclose\n")
    assert (told["rounds"][0]["retained"]["word"], told["standings"][0]["total"]) == ("RETINES", 66)


def test_a_word_that_costs_points_is_among_the_zeros_of_an_optimist_game() -> None:
    # a word that is not admitted: 50 less (the optimist's text), counted with the zeros although its points are not 0
    told = report("rules optimist\nlexicon short\nseat 1 A\ndraw EEINRST\nslip 1 H4 RETINSE 66\nclose\n")
    assert (told["standings"][0]["total"], sum(told["standings"][0]["zeros"].values())) == (-50, 1)


def test_an_excused_seat_has_a_blank_and_no_zero() -> None:
    told = report(DRAWN + "slip 1 H7 EN 4\nexcuse 1 2 train\nclose\ndraw EIRST+AV\nclose\nexcuse 2 2 train\n")
    assert [[slip["seat"] for slip in round_["slips"]] for round_ in told["rounds"]] == [[1], [1]]
    assert {line["seat"]: sum(line["zeros"].values()) for line in told["standings"]} == {1: 1, 2: 0}


def test_a_net_of_nothing_is_no_zero() -> None:
    # E and N on the star: (1 + 1) × 2 = 4; left over are A, A, S and T of one point each, and the blank
    told = report("rules optimist\nlexicon short\nseat 1 A\ndraw EN?AAST\nslip 1 H7 EN 4\nclose\n")
    assert told["rounds"][0]["slips"][0]["outcome"] == "accepted"
    assert (told["standings"][0]["total"], told["standings"][0]["zeros"]) == (0, {})


WRONG = [
    # the grammar
    ("", 1, "first statement must be 'rules'"),
    ("# nothing\n\n", 1, "first statement must be 'rules'"),
    ("seat 1 Anne\n", 1, "first statement must be 'rules'"),
    ("\n\nlexicon fr\n", 3, "first statement must be 'rules'"),
    ("Rules french\n", 1, "unknown statement 'Rules'"),
    ("rules french\nsip 1 H4\n", 2, "unknown statement 'sip'"),
    ("rules french\n\n\x00\n", 3, "unknown statement"),
    ("rules french\nseat 1 " + "x" * 400 + "\n", 2, "400 at most"),
    # rules, lexicon, set, board
    ("rules\n", 1, "a rule set"),
    ("rules klingon\n", 1, "no rule set 'klingon'"),
    ("rules ../french\n", 1, "no rule set"),
    ("rules french\nrules french\n", 2, "one 'rules' only"),
    ("rules french\nlexicon\n", 2, "a lexicon"),
    ("rules french\nset solo.points 5\nlexicon klingon\nseat 1 Anne\n", 3, "no lexicon 'klingon'"),
    ("rules french\nlexicon klingon\n", 2, "no lexicon 'klingon'"),
    ("rules french\nlexicon unreadable\nseat 1 Anne\n", 2, "no right to read it"),
    ("rules french\nlexicon fr\nlexicon fr\n", 3, "the first is on line 2"),
    ("rules french\nset solo.points\n", 2, "a key and a value"),
    ("rules french\nset\n", 2, "a key and a value"),
    ("rules french\nset solo.pionts 5\n", 2, "no setting"),
    ("rules french\nset solo.points many\n", 2, "solo.points"),
    ("rules french\nset tileset klingon\nseat 1 Anne\n", 1, "no tile set 'klingon'"),
    ("rules french\nboard 15\n" + "...............\n" * 15, 2, "nothing, and 15 rows"),
    ("rules french\nboard\n" + "...............\n" * 14, 2, "found 14"),
    ("rules french\nboard\n" + "...............\n" * 14 + "seat 1 Anne\ndraw EEINRST\n", 2, "row 15"),
    ("rules french\nboard\n" + "...............\n" * 14 + "....1..........\n", 2, "row 15"),
    ("rules french\nboard\n" + "KK.............\n" * 15 + "seat 1 Anne\n", 2, "more tiles than the set"),
    (SEATED + "board\n" + "...............\n" * 15, 4, "before the first seat or draw"),
    (SEATED + "lexicon fr\n", 4, "before the first seat or draw"),
    (SEATED + "set solo.points 5\n", 4, "before the first seat or draw"),
    # seats
    (SEATED + "seat\n", 4, "a number and a name"),
    (SEATED + "seat 3\n", 4, "a number and a name"),
    (SEATED + "seat Anne\n", 4, "a number and a name"),
    (SEATED + "seat 0 Anne\n", 4, "numbered 1 to 1000"),
    (SEATED + "seat 1001 Anne\n", 4, "numbered 1 to 1000"),
    (SEATED + "seat -1 Anne\n", 4, "numbered 1 to 1000"),
    (SEATED + "seat ² Anne\n", 4, "numbered 1 to 1000"),
    (SEATED + "seat 3 " + "x" * 61 + "\n", 4, "60 at most"),
    # draws
    (SEATED + "draw\n", 4, "letters"),
    (SEATED + "draw EEINRS\n", 4, "6 letters, expected 7"),
    (SEATED + "draw EEINRSTU\n", 4, "8 letters, expected 7"),
    (SEATED + "draw EEINR3T\n", 4, "'3'"),
    (SEATED + "draw KKINRST\n", 4, "only 1 left"),
    (SEATED + "draw BCDFGHJ\n", 4, "accepts (too few vowels)"),
    (SEATED + "draw -\n", 4, "no letters"),
    (DRAWN + "draw EEINRST\n", 5, "not possible while the evening is 'drawn'"),
    (DRAWN + "reject EEINRST\n", 5, "not possible while the evening is 'drawn'"),
    (SEATED + "reject\n", 4, "letters"),
    (SEATED + "reject KKINRST\n", 4, "only 1 left"),
    (DRAWN + "clock 181\n", 5, "0 to 180"),
    (DRAWN + "clock soon\n", 5, "seconds left"),
    (SEATED + "clock 95\n", 4, "no round is open"),
    # slips
    (DRAWN + "slip\n", 5, "a seat and its slip"),
    (DRAWN + "slip H4 RETINES\n", 5, "a seat and its slip"),
    (DRAWN + "slip 3 H4 RETINES 66\n", 5, "there are 1, 2"),
    (DRAWN + "late 3 H4 RETINES 66\n", 5, "there are 1, 2"),
    (DRAWN + "blank 3\n", 5, "there are 1, 2"),
    (DRAWN + "absent 3\n", 5, "there are 1, 2"),
    (DRAWN + "blank 1 H4\n", 5, "a seat"),
    (DRAWN + "absent 1 H4\n", 5, "a seat"),
    (DRAWN + "blank\n", 5, "a seat"),
    (DRAWN + "absent\n", 5, "a seat"),
    (DRAWN + "slip 1 " + "x" * 201 + "\n", 5, "200 at most"),
    (DRAWN + "slip 1 H4 RETINES 66\nabsent 1\n", 6, "beside 'absent'"),
    (DRAWN + "absent 1\nslip 1 H4 RETINES 66\n", 6, "'absent' by line 5"),
    (DRAWN + "absent 1\nblank 1\n", 6, "'absent' by line 5"),
    (SEATED + "slip 1 H4 RETINES 66\n", 4, "no round is open"),
    (SEATED + "absent 1\n", 4, "no round is open"),
    (DRAWN + "close\nslip 1 H4 RETINES 66\n", 6, "no round is open"),
    # retain, close, end
    (SEATED + "pair 1\n", 4, "the one that checks"),
    (SEATED + "pair 1 1\n", 4, "only in the optimist game"),
    (DRAWN + "question 1 RETINES\n", 5, "only in the optimist game"),
    (DRAWN + "differ 1 H4 RETINES\n", 5, "only in the optimist game"),
    (DRAWN + "admit SERTINE\n", 5, "a word and a reason"),
    (DRAWN + "admit RETINES twice\n", 5, "valid already"),
    (DRAWN + "admit S why\n", 5, "expected 2 to 15"),
    (DRAWN + "average 1 1 2 why\n", 5, "round 1 is not judged"),
    (DRAWN + "average 1 1 2\n", 5, "the seats averaged over"),
    (DRAWN + "average 1 1 2;3 why\n", 5, "the seats averaged over"),
    (DRAWN + "close\naverage 1 1 1 why\n", 6, "expected others"),
    (DRAWN + "leave 3\n", 5, "a seat named before"),
    (DRAWN + "leave 1 x\n", 5, "a seat, e.g. leave 4"),
    (DRAWN + "back 1\n", 5, "has not left"),
    (DRAWN + "back 1 x\n", 5, "a seat, e.g. back 4"),
    (DRAWN + "correct 1 1 50 why\n", 5, "round 1 is not judged"),
    (DRAWN + "correct 1 1 many why\n", 5, "a round, a seat, its points"),
    (DRAWN + "correct 1 9 50 why\n", 5, "'correct 1 9 50 why': expected a seat named before"),
    (DRAWN + "average 1 9 1 why\n", 5, "'average 1 9 1 why': expected a seat named before"),
    (SEATED + "excuse 1 1 train\n", 4, "0 have been drawn"),
    (DRAWN + "excuse 1 1\n", 5, "a round, a seat and a reason"),
    (DRAWN + "excuse 1 9 train\n", 5, "expected a seat named before"),
    (DRAWN + "slip 1 H7 EN 4\nclose\nexcuse 1 1 train\n", 7, "handed in a slip"),
    (DRAWN + 'key 1 1 "why" H4 RETINES\n', 5, "round 1 is not judged"),
    (DRAWN + "close\nkey 1 1 H4 RETINES\n", 6, "a reason in quotation marks"),
    (DRAWN + 'close\nkey 1 1 "" H4 RETINES\n', 6, "with a reason"),
    (DRAWN + 'close\nkey 1 9 "why" H4 RETINES\n', 6, "expected a seat named before"),
    (DRAWN + 'close\nkey x 1 "why" H4 RETINES\n', 6, "a round, a seat, a reason"),
    (DRAWN + "decide 1 1 H4 RETINES\n", 5, "round 1 is not judged"),
    (DRAWN + "close\ndecide 1 1\n", 6, "the play that its slip means"),
    (DRAWN + "close\ndecide one 1 H4 RETINES\n", 6, "a round, a seat, the play"),
    (DRAWN + "close\ndecide 1 9 H4 RETINES\n", 6, "expected a seat named before"),
    (DRAWN + "close\ndecide 1 1 H4\n", 6, "a word is missing"),
    (DRAWN + "close\ndecide 1 1 H4 RETINES\n", 6, "none, for nothing is undecided"),
    (SEATED + "pair 1 9\n", 4, "'pair 1 9': expected a seat named before"),
    (SEATED + "retain H4 RETINES\n", 4, "no round is open"),
    (DRAWN + "retain\n", 5, "a reference and a word"),
    (DRAWN + "retain H4\n", 5, "a word is missing"),
    ("rules french\nseat 1 A\nseat 1 B\n", 3, "seat 1 is A"),
    (DRAWN + "retain H4 RETINES\nretain H4 RESINET\n", 6, "the first is on line 5"),
    (DRAWN + "retain RETINES H4\n", 5, "reference"),
    (DRAWN + "retain H16 RETINES\n", 5, "off the board"),
    (DRAWN + "retain H10 RETINES\n", 5, "does not fit"),
    (DRAWN + "retain A1 RETINES\n", 5, "the first move covers H8"),
    (DRAWN + "retain H4 RETIN3S\n", 5, "'3'"),
    (DRAWN + "retain H4 SATINES\n", 5, "too few"),
    (DRAWN + "retain H4 retines\n", 5, "too few"),
    (DRAWN + "close now\n", 5, "nothing"),
    (SEATED + "close\n", 4, "no round is open"),
    (DRAWN + "close\nclose\n", 6, "no round is open"),
    (DRAWN + "close\nend now\n", 6, "nothing"),
    (DRAWN + "end\n", 5, "round 1 is not closed"),
    (DRAWN + "slip 1 EN\n", 5, "round 1 is not closed"),
    (DRAWN + "close\nend\nend\n", 7, "evening is 'ended'"),
    (DRAWN + "close\nend\ndraw AEIBCDF\n", 7, "evening is 'ended'"),
    (DRAWN + "close\nend\nseat 3 Li\n", 7, "evening is 'ended'"),
    ("rules french\nset draw.maximum_rounds 1\nseat 1 A\ndraw EEINRST\nclose\ndraw AEIBCDF\n", 6, "maximum_rounds"),
]


@pytest.mark.parametrize(("text", "line", "message"), WRONG, ids=[f"{line}: {message}" for _, line, message in WRONG])
def test_what_is_wrong_names_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(EveningError) as refused:
        played(text)
    assert str(refused.value).startswith(f"line {line}: ")
    assert message in str(refused.value)
    assert len(str(refused.value)) < 500


def test_every_statement_is_wrong_in_some_way_above() -> None:
    last = {text.rstrip("\n").rsplit("\n", 1)[-1].split(" ")[0] for text, _, _ in WRONG}
    assert last >= set(KEYWORDS) - {"board", "lexicon"}

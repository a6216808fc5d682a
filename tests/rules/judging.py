"""Positions and checks that tests of the arbiter share. A small word set stands for the lexicon, so that a test says which words count."""

from __future__ import annotations

from collections.abc import Iterable

from engine.arbiter import Case, judge
from engine.board import Board
from engine.builtin import ruleset, tileset
from engine.bulletin import Bulletin, Verdict
from engine.reading import parse_play
from engine.ruleset import RuleSet

FRENCH = ruleset("french")
DUTCH = ruleset("dutch")
ROMANIAN = ruleset("romanian")


def case(
    letters: str,
    words: Iterable[str],
    *plays: str,
    rules: RuleSet = FRENCH,
    official: bool = True,
) -> Case:
    tiles, laid = tileset(rules.tileset), Board()
    for text in plays:
        laid = laid.place(parse_play(text, tiles).moves[0])
    return Case(rules, tiles, frozenset(words), official, laid, letters)


def verdict(text: str, given: Case, *, late: bool = False, several: bool = False) -> Verdict:
    return judge(Bulletin(1, text, 1, "file", late), given, several=several)


def faults(judged: Verdict) -> list[tuple[str, str]]:
    return [(fault.fault.value, fault.sanction.value) for fault in judged.faults]


def details(judged: Verdict) -> list[str]:
    return [fault.detail for fault in judged.faults]


def accepted(judged: Verdict, points: int, *expected: tuple[str, str], penalty: int = 0) -> bool:
    assert (judged.outcome, judged.points, judged.penalty) == ("accepted", points, penalty)
    assert faults(judged) == list(expected)
    assert judged.play is not None
    return True


def zero(judged: Verdict, *expected: str) -> bool:
    assert (judged.outcome, judged.points, judged.play, judged.penalty) == ("zero", 0, None, 0)
    assert [fault for fault, sanction in faults(judged) if sanction == "zero"] == list(expected)
    return True


WRONG_POINTS = ("wrong_points", "warning")
NO_POINTS = ("missing_points", "warning")
FEDAYIN = case("FEDAYIN", {"FEDAYIN"})
# Row H from column 1: 3P R O and MENERAI on the board, P on the triple word: (3+1+1+2+6) * 3 = 39.
MENERAI = case("PROTIZO", {"PROMENERAI", "MENERAI", "ZOMO", "TRI"}, "H4 MENERAI")
SEMAINE = case("MEEISAN", {"SEMAINE", "ANEMIES", "MINEES"})

"""The evenings of substitution, decomposed and optimist, counted a second time by sums that know nothing of the engine.

What is expected stands beside each slip in the files (``test_evenings.py`` plays them); here those expectations are added up again.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from appliance.library import Library
from engine.evening import Evening, parse_evening, play_evening
from engine.report import evening_report

FOLDER = Path(__file__).parent
_spec = importlib.util.spec_from_file_location("sheets", FOLDER / "test_evenings.py")
assert _spec is not None
assert _spec.loader is not None
sheets: Any = importlib.util.module_from_spec(_spec)
sys.modules["sheets"] = sheets
_spec.loader.exec_module(sheets)

SET = Counter("A" * 9 + "BBCCDDD" + "E" * 15 + "FFGGHH" + "I" * 8 + "JKLLLLLMMMNNNNNNOOOOOOPPQRRRRRRSSSSSSTTTTTTUUUUUUVVWXYZ??")


@cache
def text_of(name: str) -> str:
    return (FOLDER / f"{name}.evening").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(tmp_path_factory.mktemp("data"), FOLDER)


def played(name: str, library: Library) -> Evening:
    return play_evening(parse_evening(text_of(name)), library, name)


def face(letters: str, values: dict[str, int]) -> int:
    return sum(values.get(letter, 0) for letter in letters)


def laid(board: Any, reference: str, word: str) -> tuple[int, str]:
    """Points of a word, and the letters it takes from the draw."""
    before = set(board.squares)
    points = board.lay(reference, word)
    return points, "".join("?" if tile.islower() else tile for spot, tile in board.squares.items() if spot not in before)


# --- optimist ----------------------------------------------------------------------------------------------------------


def optimist_rounds() -> list[tuple[str, list[tuple[int, str, str]]]]:
    """Each round's draw and its slips: seat, slip, what the sheet says."""
    rounds: list[tuple[str, list[tuple[int, str, str]]]] = []
    for line in text_of("optimist").splitlines():
        statement, _, expected = line.partition("#=")
        words = statement.partition("#")[0].split()
        if words[:1] == ["draw"]:
            rounds.append((words[1], []))
        elif words[:1] in (["slip"], ["blank"], ["absent"]):
            rounds[-1][1].append((int(words[1]), " ".join(words[2:]), expected.strip()))
    return rounds


def test_optimist_net_points_add_up_on_four_boards() -> None:
    rounds = optimist_rounds()
    assert [len(draw) for draw, _ in rounds] == [7] * 14 + [4]
    assert Counter("".join(draw for draw, _ in rounds)) == SET
    boards = {seat: sheets.SecondCount("french") for seat in (1, 2, 3, 4)}
    values = boards[1].values
    kept = dict.fromkeys(boards, "")
    totals = dict.fromkeys(boards, 0)
    for number, (draw, slips) in enumerate(rounds, 1):
        for seat, slip, expected in slips:
            points = int(expected.split()[1])
            totals[seat] += points
            letters = draw + (kept[seat] if number == 15 else "")
            if not expected.startswith("accepted"):
                assert points == (-50 if "not_in_open_list" in expected else 0), slip
                continue
            reference, word, claimed = slip.split()
            if "reference_direction" in expected:
                reference = reference[-1] + reference[:-1] if reference[0].isdigit() else reference[1:] + reference[0]
            gross, used = laid(boards[seat], reference, word)
            rest = Counter(letters)
            rest.subtract(used)
            assert min(rest.values()) >= 0, f"round {number}: {slip}: not from {letters}"
            assert len(used) >= 2, "two tiles at least"
            left = "".join(rest.elements())
            kept[seat] = left if number == 14 and len(left) <= 3 else ""
            assert points == gross - (0 if kept[seat] else face(left, values)), f"round {number}: {slip}"
            assert (int(claimed) == gross) == ("wrong_points" not in expected), slip
    said = {int(seat): int(total) for seat, total in re.findall(r"#= seat (\d): rank \d, total (-?\d+)", text_of("optimist"))}
    assert totals == said
    assert totals[1] == totals[3], "the evening holds a tie"
    assert len(kept[3]) == 0


def test_optimist_questions_differences_and_the_zero_that_cancels(library: Library) -> None:
    game = played("optimist", library).game
    assert [(each.seat, each.valid) for each in game.questions] == [(2, True), (2, False)]
    assert [(each.round, each.seat, each.checker) for each in game.differences] == [(6, 1, 2)]
    assert game.checkers == {1: 2, 2: 1, 3: 4, 4: 3}
    outcomes = [round_.verdicts[4].outcome for round_ in game.rounds]
    assert outcomes[9:] == ["accepted"] + ["zero"] * 5
    causes = [[fault.fault.value for fault in round_.verdicts[4].faults][:1] for round_ in game.rounds]
    assert causes[10:] == [[], ["cancelled"], ["cancelled"], ["cancelled"], ["cancelled"]]
    assert game.bag == ""
    assert game.board.is_empty, "nobody's board is everybody's"


# --- substitution, decomposed ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["substitution", "decomposed"])
def test_retained_plays_add_up_and_no_tile_is_lost(name: str, library: Library) -> None:
    report = evening_report(played(name, library))
    count = sheets.SecondCount("french")
    bag, kept, changed = SET.copy(), Counter[str](), 0
    for round_ in report["rounds"]:
        play = round_["retained"]
        draw = Counter(round_["draw"])
        if not draw >= kept:  # refused: all went back
            bag, kept = bag + kept, Counter()
        bag.subtract(draw - kept)
        assert min(bag.values()) >= 0, round_["draw"]
        kept = draw
        if play is None:
            continue
        if "exchange" in play:
            given, taken = play["exchange"].split(">")
            assert bag[taken] > 0, "what is taken was in the bag"
            bag.subtract(taken)
            bag[given] += 1
            kept = kept - Counter(given) + Counter(taken)
        moves = [play, *([play["second"]] if "second" in play else [])]
        changed += "exchange" in play or len(moves) > 1
        points = 0
        for move in moves:
            worth, used = laid(count, move["ref"], move["word"])
            points += worth
            assert kept >= Counter(used), move
            kept = kept - Counter(used)
        assert not (len(moves) == 2 and kept.total()), "two moves lay all letters"
        # seven tiles in two moves earn no 50, and no single move of these two can have laid seven
        assert points == play["points"], round_
    tiles = "".join("?" if tile.islower() else tile for tile in count.squares.values())
    assert bag + kept + Counter(tiles) == SET
    assert changed > 5 if name == "substitution" else changed > 1

"""Evening files out of broken, doubled and shuffled lines: an evening or an EveningError with its line, nothing else."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import builtin
from engine import events as ev
from engine.bulletin import Play
from engine.errors import EveningError, LexiconError
from engine.evening import KEYWORDS, Evening, parse_evening, play_evening
from engine.game import Game
from engine.interfaces import TopFinder, WordSource
from engine.lexicon import Lexicon, compile_words
from engine.report import evening_report
from engine.ruleset import RuleSet, setting_keys
from engine.solver import Solver, make_solver
from engine.tiles import TileSet

WORDS = ("RETINES", "AI", "AN", "AS", "ET", "ES", "EN", "NE", "TE", "RE", "SA", "TA", "ON", "OR", "JET", "KIR", "IN", "IL")


class Shelf:
    """A library of one short list."""

    def ruleset(self, name: str) -> RuleSet:
        return builtin.ruleset(name)

    def tileset(self, rules: RuleSet) -> TileSet:
        return builtin.tileset(rules.tileset)

    def lexicon(self, name: str, tileset: TileSet) -> tuple[WordSource, ev.LexiconUsed]:
        if name == "none":
            raise LexiconError("no lexicon 'none'")
        if name == "missing":
            raise FileNotFoundError(name)
        lexicon = Lexicon(compile_words([w for w in WORDS if set(w) <= set(tileset.alphabet)], tileset, name="x", official=True))
        return lexicon, ev.LexiconUsed(name, len(lexicon), "")

    def solver(self, words: WordSource, tileset: TileSet, rules: RuleSet) -> Solver:
        assert isinstance(words, Lexicon)
        return make_solver(words, tileset, rules.bonus, max_placed=rules.draw.placed)

    def openings(self, solver: TopFinder) -> Callable[[Game, Play], float] | None:
        return None


TILES = st.text("AEINRST?OUJKaé+-", max_size=9)
REFERENCES = st.sampled_from(["H4", "4H", "H8", "8H", "H7", "A1", "15O", "H-8", "P4", "H16", "↓", ""])
MOVES = st.tuples(REFERENCES, st.sampled_from(WORDS) | TILES, st.sampled_from(["", "/ 8H NE", "66", "x"])).map(" ".join)
SEATS = st.sampled_from(["1", "2", "3", "0", "-1", "1001", "²", "x", ""])
VALUES = st.sampled_from(["true", "1", "7", "8", "0", "-3", "99999999999999999999", "fresh", "players", "zero", "nl", "x", ""])
KEYS = st.sampled_from([*setting_keys(), "format.joker", "format.rack", "slip.sanctions.late", "bonus.7", "x.y"])
ARGUMENTS = {
    "rules": st.sampled_from([*builtin.ruleset_names(), "nothing", "", "a\tb"]),
    "lexicon": st.sampled_from(["x", "none", "missing", ""]),
    "set": st.tuples(KEYS, VALUES).map(" ".join),
    "board": st.just(""),
    "seat": st.tuples(SEATS, st.text(max_size=8)).map(" ".join),
    "clock": st.sampled_from(["95", "0", "180", "181", "-1", "x", ""]),
    "draw": TILES,
    "reject": TILES,
    "slip": st.tuples(SEATS, MOVES | st.text(max_size=30)).map(" ".join),
    "late": st.tuples(SEATS, MOVES).map(" ".join),
    "blank": SEATS,
    "absent": SEATS,
    "pair": st.tuples(SEATS, SEATS).map(" ".join),
    "question": st.tuples(SEATS, st.sampled_from(WORDS) | TILES).map(" ".join),
    "differ": st.tuples(SEATS, st.text(max_size=8)).map(" ".join),
    "correct": st.tuples(SEATS, SEATS, SEATS, st.text(max_size=8)).map(" ".join),
    "key": st.tuples(SEATS, SEATS, st.sampled_from(['"why"', 'late "x"', '""', "why", '"']), MOVES | st.text(max_size=8)).map(" ".join),
    "decide": st.tuples(SEATS, SEATS, MOVES, st.sampled_from(["", ": why", ":"])).map(" ".join),
    "admit": st.tuples(st.sampled_from(WORDS) | TILES, st.text(max_size=8)).map(" ".join),
    "average": st.tuples(SEATS, SEATS, SEATS, st.text(max_size=8)).map(" ".join),
    "excuse": st.tuples(SEATS, SEATS, st.text(max_size=8)).map(" ".join),
    "leave": SEATS,
    "back": SEATS,
    "retain": MOVES,
    "close": st.sampled_from(["", "", "", "now"]),
    "end": st.just(""),
}
LINES = st.one_of(*(rest.map(f"{keyword} {{}}".format) for keyword, rest in ARGUMENTS.items()))
ROWS = st.text("..........AEz?Ù\t", min_size=13, max_size=17)
GARBAGE = st.text(max_size=40) | ROWS | st.just("...............")
START = ["rules french", "set solo.minimum_seats 2", "seat 1 Anne", "seat 2 Bob"]
ROUND = ["draw EEINRST", "slip 1 H4 RETINES 66", "slip 2 RETINES 64", "close"]
NEXT = ["draw AEIOUST", "reject AEIOUAE", "draw AEOSTRN", "late 1 4H RE", "absent 2", "retain 5G REA", "close", "end"]


def check(text: str) -> None:
    """Play it and see that what comes of it is documented."""
    try:
        evening = play_evening(parse_evening(text), Shelf())
    except EveningError as error:
        refused = str(error)
    else:
        check_report(evening)
        return
    named = re.match(r"line (\d+): ", refused)
    assert named, refused
    assert 1 <= int(named[1]) <= len(re.split("\r\n|\r|\n", text)), refused


def check_report(evening: Evening) -> None:
    """What is reported is JSON, holds all tiles, and scores nobody above the top."""
    told = evening_report(evening)
    assert json.loads(json.dumps(told)) == told
    game = evening.game
    if game.rules.draw.refill == "discard":
        assert Counter("".join(round_.letters for round_ in game.rounds) + game.pool) == Counter(game.tileset.full_bag())
    else:
        assert Counter(game.board.tiles() + game.pool) == Counter(game.tileset.full_bag())
    for round_, line in zip(game.rounds, told["rounds"], strict=False):
        assert line["number"] == round_.number
        by_book = [verdict.points for verdict in round_.verdicts.values() if not verdict.reason]
        if game.rules.game != "optimist":  # no round has a top there
            assert max(by_book, default=0) <= max(round_.top_points, line["top"])


def test_every_statement_is_tried() -> None:
    assert set(ARGUMENTS) == set(KEYWORDS)


@given(st.lists(LINES | GARBAGE, max_size=12), st.booleans())
def test_lines_in_any_order(lines: list[str], with_start: bool) -> None:
    check("\n".join([*(START if with_start else ["rules french"]), *lines]))


@given(st.data())
def test_a_good_evening_with_a_few_lines_lost_doubled_moved_or_broken(data: st.DataObject) -> None:
    lines = [*START, *ROUND, *NEXT]
    for _ in range(data.draw(st.integers(1, 3))):
        if len(lines) < 2:
            break
        at = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(["lose", "double", "move", "break", "insert", "cut"])):
            case "lose":
                del lines[at]
            case "double":
                lines.insert(at, lines[at])
            case "move":
                lines.insert(data.draw(st.integers(0, len(lines) - 1)), lines.pop(at))
            case "break":
                lines[at] = lines[at][: data.draw(st.integers(0, 9))] + data.draw(st.text(max_size=5))
            case "insert":
                lines.insert(at, data.draw(LINES | GARBAGE))
            case _:
                lines = lines[: at + 1]
    check("\n".join(lines))


@given(st.lists(ROWS, min_size=14, max_size=16))
def test_boards_of_any_rows(rows: list[str]) -> None:
    check("\n".join(["rules french", "board", *rows, "seat 1 Anne", "draw EEINRST", "close"]))


@given(st.text())
def test_any_text(text: str) -> None:
    check(text)
    check("rules french\n" + text)


@pytest.mark.parametrize(
    "text",
    ["rules french\n" + "#\n" * 200_001, "rules french\nboard\n" + "\n" * 150_000, "r" * 1_000_000, "\x00" * 10_000],
    ids=["comments", "empty board", "one line", "nothing"],
)
def test_files_without_end(text: str) -> None:
    check(text)


@settings(max_examples=30)
@given(st.sampled_from(builtin.ruleset_names()), st.lists(LINES, max_size=8))
def test_every_rule_book(name: str, lines: list[str]) -> None:
    check("\n".join([f"rules {name}", *START[1:], *lines]))

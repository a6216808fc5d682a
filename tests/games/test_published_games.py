"""Games that clubs published, replayed from evening files: every placement scores as printed, round by round.

The tables (``*.txt``) were copied from the clubs' pages; the evening files beside them hold the same placements, and the word lists
stand for the list that the clubs own.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

import pytest

from appliance.library import Library
from engine.board import Board
from engine.builtin import ruleset, tileset
from engine.draw import parse_draw
from engine.evening import Evening, parse_evening, play_evening
from engine.game import Game
from engine.notation import Notation, parse_reference
from engine.placing import Case
from engine.rack import same
from engine.reading import parse_play
from engine.report import evening_report
from engine.tiles import fold

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Published:
    """One row of a club's table."""

    rack: str
    word: str
    reference: str
    points: int
    total: int


def table(name: str) -> list[Published]:
    lines = [line for line in (FOLDER / name).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    rows = csv.DictReader(lines, delimiter="\t")
    return [Published(row["rack"], row["word"], row["ref"], int(row["points"]), int(row["total"])) for row in rows]


def play(name: str, folder: Path) -> Evening:
    statements = parse_evening((FOLDER / name).read_text(encoding="utf-8"))
    return play_evening(statements, Library(folder, FOLDER), name)


def bare(word: str) -> str:
    return fold(word).replace("(", "").replace(")", "").upper()


@pytest.mark.parametrize(
    ("evening", "published", "total"),
    [
        ("hiersac_2018_normal.evening", "fr_hiersac_2018-07-07_normale.txt", 1034),
        ("hiersac_2021_joker.evening", "fr_hiersac_2021-06-25_joker.txt", 1162),
        ("hiersac_2022_joker.evening", "fr_hiersac_2022-01-21_joker.txt", 1187),
    ],
)
def test_a_published_game_scores_as_printed(evening: str, published: str, total: int, tmp_path: Path) -> None:
    rows = table(published)
    played = play(evening, tmp_path)
    game, report = played.game, evening_report(played)
    assert len(report["rounds"]) == len(rows)
    tiles = tileset("fr")
    running = 0
    for row, round_, shown in zip(rows, game.rounds, report["rounds"], strict=True):
        where = f"round {round_.number} of {evening}"
        assert same(round_.letters, parse_draw(row.rack, tiles).letters), where
        assert bool(round_.refused) >= row.rack.startswith("-"), where
        assert (shown["retained"]["ref"], shown["retained"]["word"].upper()) == (row.reference, bare(row.word)), where
        (slip,) = shown["slips"]
        assert (slip["outcome"], slip["points"], slip["faults"]) == ("accepted", row.points, []), where
        assert (shown["retained"]["points"], shown["top"]) == (row.points, row.points), where
        running += row.points
        assert running == row.total, where
    assert (report["total_of_tops"], report["standings"][0]["total"]) == (total, total)


def test_the_plain_game_uses_every_tile_of_the_set(tmp_path: Path) -> None:
    game = play("hiersac_2018_normal.evening", tmp_path).game
    assert (game.bag, game.rack) == ("", "")
    assert same(game.board.tiles(), tileset("fr").full_bag())


def blanks_on(game: Game) -> str:
    return "".join(cell for cell in game.board.cells if cell.islower())


def test_the_joker_comes_back_while_its_letter_is_left(tmp_path: Path) -> None:
    # the club marks the jokers that stayed: (P) and (E), then (S) and (L)
    first = play("hiersac_2021_joker.evening", tmp_path).game
    assert sorted(blanks_on(first)) == ["e", "p"]
    second = play("hiersac_2022_joker.evening", tmp_path).game
    assert sorted(blanks_on(second)) == ["l", "s"]


def test_each_draw_of_a_joker_game_holds_exactly_one_joker_while_one_is_left(tmp_path: Path) -> None:
    game = play("hiersac_2022_joker.evening", tmp_path).game
    counts = [round_.letters.count("?") for round_ in game.rounds]
    assert counts == [1] * 17 + [0]


def test_the_romanian_worked_example() -> None:
    rows = table("ro_indreptar_example.txt")
    tiles, bonus = tileset("ro"), ruleset("romanian").bonus
    board = Board()
    assert [row.points for row in rows] == [8, 13, 71, 11, 86]
    for row in rows:
        move = parse_play(f"{row.reference} {row.word}", tiles).moves[0]
        board.check_fit(move)
        assert board.score(move, tiles, bonus).total == row.points
        board = board.place(move)


def test_romanian_first_moves_as_printed() -> None:
    # JUCATOR 102, JU(C)ATOR 100, FRATE 40, BURGHEZ 152 and then FLAMBAJ 308 (section "Letter sets" of docs/rules.md)
    tiles, bonus = tileset("ro"), ruleset("romanian").bonus

    def best(word: str) -> int:
        spots = (parse_reference(f"H{col}", Notation.LETTER_ACROSS) for col in range(8 - len(word) + 1, 9))
        moves = [parse_play(f"H{spot.col + 1} {word}", tiles).moves[0] for spot in spots]
        return max(Board().score(move, tiles, bonus).total for move in moves)

    assert Board().score(parse_play("H4 JUCATOR", tiles).moves[0], tiles, bonus).total == 102
    assert Board().score(parse_play("H4 JUcATOR", tiles).moves[0], tiles, bonus).total == 100
    assert best("FRATE") == 40
    assert best("BURGHEZ") == 152


def test_the_published_dutch_move() -> None:
    tiles, rules = tileset("nl"), ruleset("dutch")
    board = Board().place(parse_play("H3 ECHTER", tiles).moves[0])
    case = Case(rules, tiles, frozenset({"TRECHTERTJE"}), True, board, "TRTJEAB")
    move = parse_play("H1 TRECHTERTJE", tiles).moves[0]
    assert case.board.score(move, tiles, rules.bonus).total == 78

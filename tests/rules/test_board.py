"""The board: premium squares, what fits, which words form, what a move scores.

Points come from published games and slips, and from a second scorer written here that shares nothing with the program's.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Board, parse_board
from engine.builtin import tileset
from engine.errors import BoardError, PlacementError
from engine.move import Move
from engine.notation import parse_reference
from engine.squares import STANDARD, Direction, square_name
from engine.tiles import TileSet

GAMES = Path(__file__).parent.parent / "games"
FRENCH = tileset("fr")
ACROSS, DOWN = Direction.ACROSS, Direction.DOWN


def move(ref: str, word: str) -> Move:
    return Move(word, *parse_reference(ref))


def played(*moves: tuple[str, str]) -> Board:
    board = Board()
    for ref, word in moves:
        board.check_fit(move(ref, word))
        board = board.place(move(ref, word))
    return board


def points(board: Board, ref: str, word: str, tiles: TileSet = FRENCH) -> int:
    board.check_fit(move(ref, word))
    return board.score(move(ref, word), tiles).total


# --- premium squares ---------------------------------------------------------------------------------------------------

# As printed on every box: the squares of one eighth of the board, keyed in from its picture.
TRIPLE_WORDS = "A1 A8 A15 H1 H15 O1 O8 O15"
DOUBLE_WORDS = "B2 C3 D4 E5 H8 K11 L12 M13 N14 B14 C13 D12 E11 K5 L4 M3 N2"
TRIPLE_LETTERS = "B6 B10 F2 F6 F10 F14 J2 J6 J10 J14 N6 N10"
DOUBLE_LETTERS = "A4 A12 C7 C9 D1 D8 D15 G3 G7 G9 G13 H4 H12 I3 I7 I9 I13 L1 L8 L15 M7 M9 O4 O12"


def named(factors: tuple[int, ...], factor: int) -> set[str]:
    return {square_name(*divmod(square, 15)) for square, each in enumerate(factors) if each == factor}


def test_premium_squares_lie_where_the_box_shows_them() -> None:
    assert named(STANDARD.word, 3) == set(TRIPLE_WORDS.split())
    assert named(STANDARD.word, 2) == set(DOUBLE_WORDS.split())
    assert named(STANDARD.letter, 3) == set(TRIPLE_LETTERS.split())
    assert named(STANDARD.letter, 2) == set(DOUBLE_LETTERS.split())
    assert [len(text.split()) for text in (TRIPLE_WORDS, DOUBLE_WORDS, TRIPLE_LETTERS, DOUBLE_LETTERS)] == [8, 17, 12, 24]


def test_the_layout_is_symmetric_in_every_way() -> None:
    for factors in (STANDARD.letter, STANDARD.word):
        rows = [factors[i : i + 15] for i in range(0, 225, 15)]
        assert rows == rows[::-1] == [row[::-1] for row in rows] == [tuple(column) for column in zip(*rows, strict=True)]


# --- published points ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("column", "score"), [(2, 94), (3, 92), (4, 98), (5, 90), (6, 92), (7, 92), (8, 110)])
def test_fedayin_at_its_seven_places(column: int, score: int) -> None:
    # https://scrabbledudragon.fr/arbitrage.html
    assert points(Board(), f"H{column}", "FEDAYIN") == score


@pytest.mark.parametrize(
    ("ref", "word", "score"),
    [
        ("H4", "RETINES", 66),
        ("H4", "WESTERN", 102),
        ("H4", "JAMBON", 48),
        ("H4", "JOMON", 42),
        ("H2", "SEMAINE", 70),  # https://clubsvl.blogspot.com/p/le-scrabble-duplicate-cest-quoi.html
        ("H4", "MINEES", 18),
    ],
)
def test_first_moves_of_the_texts(ref: str, word: str, score: int) -> None:
    assert points(Board(), ref, word) == score


def test_both_parts_of_a_decomposed_round() -> None:
    # ABJMNOO: 48 + 3 and 42 + 12 in the text of the game
    assert points(played(("H4", "JAMBON")), "9G", "ON") == 3
    assert points(played(("H4", "JOMON")), "4H", "JAB") == 12


def test_dutch_points() -> None:
    # http://woordwaarde.blogspot.com/2008/10/
    assert points(played(("H3", "ECHTER")), "H1", "TRECHTERTJE", tileset("nl")) == 78


def test_romanian_points() -> None:
    assert points(Board(), "H4", "JUCATOR", tileset("ro")) == 102
    assert points(Board(), "H4", "JUcATOR", tileset("ro")) == 100


def test_the_better_of_two_blanks_for_a_doubled_letter_depends_on_the_square() -> None:
    # H7 is a plain square and H4 a double letter: a G there counts 2 more than on H7
    assert points(Board(), "H4", "GEGENES") - points(Board(), "H4", "gEGENES") == 2 * 2 * 2
    assert points(Board(), "H4", "GEGENES") - points(Board(), "H4", "GEgENES") == 2 * 2


class Turn(NamedTuple):
    """A line of a published game."""

    rack: str
    word: str
    ref: str
    points: int
    total: int


def turns(name: str) -> list[Turn]:
    lines = [line for line in (GAMES / name).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    cells = [line.split("\t") for line in lines[1:]]
    return [Turn(rack, word, ref, int(score), int(total)) for _, rack, word, ref, score, total in cells]


def as_tiles(word: str, tiles: TileSet) -> str:
    return tiles.read(re.sub(r"\((.)\)", lambda match: match[1].lower(), word))


PUBLISHED = [
    ("fr_hiersac_2018-07-07_normale.txt", "fr", False, 1034),
    ("fr_hiersac_2021-06-25_joker.txt", "fr", True, 1162),
    ("fr_hiersac_2022-01-21_joker.txt", "fr", True, 1187),
    ("ro_indreptar_example.txt", "ro", False, 189),
]


@pytest.mark.parametrize(("name", "language", "joker_game", "total"), PUBLISHED)
def test_published_games_score_as_published(name: str, language: str, joker_game: bool, total: int) -> None:
    tiles, board, running = tileset(language), Board(), 0
    for turn in turns(name):
        laid = [
            each
            for word in as_played(as_tiles(turn.word, tiles), joker_game)
            if board.score(each := Move(word, *parse_reference(turn.ref)), tiles).total == turn.points
            and (language == "ro" or not Counter(board.new_tiles(each)) - Counter(turn.rack))
        ]
        assert laid, f"no way of laying {turn} scores as published"
        board.check_fit(laid[0])
        # the page shows a joker that stayed in parentheses; one that was replaced counts as its letter from now on
        board = board.place(Move(as_tiles(turn.word, tiles), *parse_reference(turn.ref)))
        running += turn.points
        assert running == turn.total, turn
    assert running == total


def as_played(word: str, joker_game: bool) -> list[str]:
    """The word as it may have been laid: in a joker game the joker may have stood for any letter shown as a real tile."""
    if not joker_game or not word.isupper():
        return [word]
    return [word, *(word[:i] + word[i].lower() + word[i + 1 :] for i in range(len(word)))]


def test_the_game_of_2018_lays_every_tile_of_the_set() -> None:
    board = Board()
    for turn in turns("fr_hiersac_2018-07-07_normale.txt"):
        board = board.place(Move(as_tiles(turn.word, FRENCH), *parse_reference(turn.ref)))
    assert Counter(board.tiles()) == Counter(FRENCH.full_bag())


# --- a second scorer -----------------------------------------------------------------------------------------------------

LETTER = dict.fromkeys(TRIPLE_LETTERS.split(), 3) | dict.fromkeys(DOUBLE_LETTERS.split(), 2)
WORD = dict.fromkeys(TRIPLE_WORDS.split(), 3) | dict.fromkeys(DOUBLE_WORDS.split(), 2)


def naive_score(board: Board, laid: Move) -> tuple[int, list[str]]:
    """Total and words formed, from a dictionary of squares, one word after the other."""
    down = laid.direction is DOWN
    before = {(s // 15, s % 15): tile for s, tile in enumerate(board.cells) if tile != "."}
    new = {}
    for i, tile in enumerate(laid.word):
        square = (laid.row + i, laid.col) if down else (laid.row, laid.col + i)
        if square not in before:
            new[square] = tile
    after = {**before, **new}

    def word_through(square: tuple[int, int], downwards: bool) -> list[tuple[int, int]]:
        step = (1, 0) if downwards else (0, 1)
        row, col = square
        while (row - step[0], col - step[1]) in after:
            row, col = row - step[0], col - step[1]
        squares = []
        while (row, col) in after:
            squares.append((row, col))
            row, col = row + step[0], col + step[1]
        return squares

    def worth(squares: list[tuple[int, int]]) -> int:
        total, times = 0, 1
        for row, col in squares:
            name = "ABCDEFGHIJKLMNO"[row] + str(col + 1)
            tile = after[row, col]
            value = next(each.points for each in FRENCH.tiles if each.code == tile.upper()) if tile.isupper() else 0
            total += value * (LETTER.get(name, 1) if (row, col) in new else 1)
            times *= WORD.get(name, 1) if (row, col) in new else 1
        return total * times

    runs = [word_through((laid.row, laid.col), down)]
    runs += [run for square in new if len(run := word_through(square, not down)) > 1]
    words = ["".join(after[square] for square in run) for run in runs]
    return sum(map(worth, runs)) + (50 if len(new) == 7 else 0), words


CELLS = st.lists(st.sampled_from("......" + "AEKQZe"), min_size=225, max_size=225).map("".join)


@given(CELLS, st.sampled_from(Direction), st.integers(0, 14), st.integers(0, 14), st.text("ABKWXZabz", min_size=1, max_size=7))
def test_points_and_words_agree_with_a_scorer_that_shares_nothing(
    cells: str, direction: Direction, row: int, col: int, letters: str
) -> None:
    board, down = Board(cells), direction is DOWN

    def at(i: int) -> str:
        return board.at(row + i, col) if down else board.at(row, col + i)

    # back to the start of the run, then lay the letters on the empty squares and take in what follows
    while at(-1) != ".":
        row, col = (row - 1, col) if down else (row, col - 1)
    word, rest, room = "", list(letters), 15 - (row if down else col)
    while len(word) < room and (rest or at(len(word)) != "."):
        there = at(len(word))
        word += there if there != "." else rest.pop()
    laid = Move(word, row, col, direction)
    try:
        board.check_fit(laid)
    except PlacementError:
        return
    total, words = naive_score(board, laid)
    score = board.score(laid, FRENCH)
    assert score.total == total
    assert sorted(board.words_formed(laid)) == sorted(words)
    after = board.place(laid)
    assert Counter(after.tiles()) == Counter(board.tiles()) + Counter(board.new_tiles(laid))
    assert board.as_laid(Move(word.upper(), row, col, direction)).word.upper() == word.upper()


# --- what fits -----------------------------------------------------------------------------------------------------------

RETINES = played(("H4", "RETiNES"))


@pytest.mark.parametrize(
    ("board", "ref", "word", "fault"),
    [
        (Board(), "H10", "RETINES", "does_not_fit"),
        (Board(), "8J", "RETINES", "does_not_fit"),
        (Board(), "H8", "A", "does_not_fit"),
        (Board(), "H8", "", "does_not_fit"),
        (Board(), "H1", "RETINES", "not_on_star"),
        (Board(), "G4", "RETINES", "not_on_star"),
        (RETINES, "H4", "RETINES", "nothing_placed"),
        (RETINES, "H5", "ETINES", "nothing_placed"),
        (RETINES, "H4", "RETINE", "nothing_placed"),
        (RETINES, "H11", "AB", "word_incomplete"),  # the S before it
        (RETINES, "H2", "AB", "word_incomplete"),  # the R after it
        (RETINES, "H4", "RETENES", "does_not_fit"),
        (RETINES, "4G", "AB", "does_not_fit"),
        (RETINES, "A1", "NON", "not_connected"),
        (RETINES, "F4", "RETINES", "not_connected"),
        (RETINES, "I11", "NON", "not_connected"),  # touches by a corner only
    ],
)
def test_what_stops_a_move_is_named(board: Board, ref: str, word: str, fault: str) -> None:
    with pytest.raises(PlacementError) as refused:
        board.check_fit(move(ref, word))
    assert refused.value.fault == fault


def test_off_the_board_is_refused_on_every_side() -> None:
    for row, col in ((-1, 7), (7, -1), (15, 7), (7, 15)):
        for way in Direction:
            with pytest.raises(PlacementError):
                RETINES.check_fit(Move("RETINES", row, col, way))


@pytest.mark.parametrize(
    ("ref", "word"),
    [("H4", "RETINESA"), ("H3", "ARETINES"), ("G10", "ON"), ("11G", "ET"), ("I4", "ET"), ("7E", "SAUiE")],
)
def test_a_word_may_extend_cross_or_lie_along(ref: str, word: str) -> None:
    RETINES.check_fit(move(ref, word))


def test_a_letter_may_be_laid_by_its_real_tile_over_nothing_but_itself() -> None:
    # the I of RETiNES is a blank: a word through it is written either way and counts it as 0; I7 doubles the L
    assert points(RETINES, "7H", "IL") == points(RETINES, "7H", "iL") == 2
    assert RETINES.as_laid(move("7H", "IL")).word == "iL"
    assert RETINES.place(move("7H", "IL")).at(7, 6) == "i"


def test_crossing_words_are_all_named_with_the_main_word_first() -> None:
    board = played(("H6", "OVA"), ("6H", "OR"))
    assert board.words_formed(move("I6", "RE")) == ("RE", "VE")
    assert board.words_formed(move("I6", "REA")) == ("REA", "VE", "AA")


# --- text ----------------------------------------------------------------------------------------------------------------


@given(st.lists(st.sampled_from("..AEZaez"), min_size=225, max_size=225).map("".join))
def test_a_printed_board_reads_as_the_same_board(cells: str) -> None:
    board = Board(cells)
    assert parse_board(str(board).splitlines(), FRENCH) == board


def test_a_board_of_a_set_with_two_letter_tiles() -> None:
    spanish = tileset("es")
    rows = ["." * 15] * 14 + ["CHll" + "." * 13]
    board = parse_board(rows, spanish)
    assert spanish.spell(board.cells[-15:]) == "CHll" + "." * 13
    assert len(board.tiles()) == 2


@pytest.mark.parametrize(
    ("rows", "named"),
    [
        ([], "15 rows, not 0"),
        (["." * 15] * 14, "15 rows, not 14"),
        (["." * 15] * 16, "15 rows, not 16"),
        (["." * 15] * 14 + ["." * 14], "row 15 .* 14 squares"),
        (["." * 16] + ["." * 15] * 14, "row 1 .* 16 squares"),
        (["." * 15] * 4 + ["....1.........."] + ["." * 15] * 10, "row 5 .*'1'"),
        (["A" * 5000] + ["." * 15] * 14, "row 1 of the board has 200 squares"),
    ],
)
def test_a_wrong_board_is_refused_with_its_row(rows: list[str], named: str) -> None:
    with pytest.raises(BoardError, match=named):
        parse_board(rows, FRENCH)


def test_a_board_has_225_squares() -> None:
    with pytest.raises(BoardError, match="225 squares, not 3"):
        Board("ABC")

"""Letters laid on squares become a line that the rules read as the same move, and the line becomes the same preview."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from engine import builtin
from engine.reading import parse_play
from engine.squares import Direction

if TYPE_CHECKING:
    from tests.browser.conftest import Player

pytestmark = pytest.mark.browser

ROWS = {"H": "...RETINES.....", "I": "..........a...."}
BOARD = [list(ROWS.get(row, "." * 15).replace(".", " ")) for row in "ABCDEFGHIJKLMNO"]
FACES = [["" if cell == " " else cell for cell in row] for row in BOARD]

LAY = """async ([board, start, word, blanks]) => {
  const { lay, line } = await import('/static/slip.js');
  const letters = [...word].map((face, i) => ({ face, blank: blanks.includes(i) }));
  return line(lay(board, start, letters), '');
}"""
READ = """async ([text, alphabet]) => (await import('/static/slip.js')).readLine(text, alphabet)"""

CASES = [
    # tapped at, down, own letters, blanks among them -> the whole line
    ((3, 9), True, "LAME", [], "10D LAMES", "a letter of the board ends the word"),
    ((3, 9), True, "LAME", [0], "10D (L)AMES", "its own blank is marked"),
    ((7, 10), False, "T", [], "H4 RETINEST", "letters of the board before the start belong to the word"),
    ((5, 4), True, "PRT", [], "5F PRET", "letters of the board are passed over"),
    ((7, 10), True, "CT", [], "11H CAT", "a blank on the board is no blank of this slip"),
    ((14, 13), False, "OS", [], "O14 OS", "up to the edge"),
]


@pytest.mark.parametrize(("start", "down", "letters", "blanks", "expected", "why"), CASES, ids=[case[5] for case in CASES])
def test_the_line_is_the_move_that_was_laid(
    start: tuple[int, int],
    down: bool,
    letters: str,
    blanks: list[int],
    expected: str,
    why: str,
    open_player: Callable[..., Player],
) -> None:
    page = open_player().page
    text = page.evaluate(LAY, [FACES, {"row": start[0], "col": start[1], "down": down}, letters, blanks])
    assert text == expected, why
    move = parse_play(text, builtin.tileset("fr")).moves[0]
    assert move.direction is (Direction.DOWN if down else Direction.ACROSS)
    board = {(r, c): face.upper() for r, row in enumerate(FACES) for c, face in enumerate(row) if face}
    for square, tile in zip(move.squares(), move.word, strict=True):
        row, col = divmod(square, 15)
        assert board.get((row, col), tile.upper()) == tile.upper(), "contradicts the board"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("H4 RET(I)NES 66", "RETiNES"),
        ("h4 retines", "RETINES"),
        ("4H RETiNES 66", "RETiNES"),
        ("66 H4 Retines", "RETINES"),
        ("H4 ÉTÉ 9", "ETE"),
    ],
)
def test_the_preview_reads_a_line_as_the_rules_do(text: str, word: str, open_player: Callable[..., Player]) -> None:
    tileset = builtin.tileset("fr")
    read: Any = open_player().page.evaluate(READ, [text, list(tileset.alphabet)])
    move = parse_play(text, tileset).moves[0]
    shown = "".join(each["face"].lower() if each["blank"] else each["face"] for each in read["word"])
    assert shown == move.word == word
    assert (read["start"]["row"], read["start"]["col"]) == (move.row, move.col)
    assert read["start"]["down"] is (move.direction is Direction.DOWN)


def test_a_tile_of_two_letters_is_one_letter_of_the_word(open_player: Callable[..., Player]) -> None:
    read: Any = open_player().page.evaluate(READ, ["H4 COCHE 12", ["C", "CH", "E", "H", "O"]])
    assert [each["face"] for each in read["word"]] == ["C", "O", "CH", "E"]

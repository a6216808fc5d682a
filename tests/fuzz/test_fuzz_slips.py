"""Slips of every kind, sound, careless and mad, on positions of random games under each rule book.

Whatever is written, the arbiter answers with a verdict, and no verdict credits or proposes more than the true top.
``TOPTABLE_FUZZ_SLIPS=200000`` sets how many slips the bulk test judges.
"""

from __future__ import annotations

import lzma
import os
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.arbiter import Case, judge
from engine.board import Board
from engine.builtin import ruleset, tileset
from engine.bulletin import MAX_SLIP, Bulletin, Play, Verdict
from engine.draw import draw_letters, game_over
from engine.lexicon import Lexicon, compile_words
from engine.move import Move, Scored
from engine.notation import format_reference
from engine.rack import take
from engine.reading import format_word
from engine.ruleset import Fault, Sanction, with_setting
from engine.solver import Solver, make_solver

LISTS = Path(__file__).resolve().parents[2] / "lexicons"
BOOKS = ("french", "dutch", "romanian")
SLIPS = int(os.environ.get("TOPTABLE_FUZZ_SLIPS", "3000"))
SIGNS = "AEIRSTNOULMZÉéœ?*+-/;|&()[]0123456789 →↓HVhv.:=,'\"\n\tⒶ⃝½ß’–ıſK"


@dataclass(frozen=True)
class Position:
    """A case with everything that can be played in it."""

    case: Case
    moves: tuple[Scored, ...]
    solver: Solver

    @property
    def top(self) -> int:
        return self.moves[0].points if self.moves else 0


@cache
def solver_of(book: str) -> tuple[Lexicon, Solver]:
    """The words of up to eight letters of the book's open list."""
    rules = ruleset(book)
    tiles = tileset(rules.tileset)
    text = lzma.decompress((LISTS / f"{rules.lexicon}.txt.xz").read_bytes()).decode()
    lexicon = Lexicon(compile_words((word for word in text.split() if len(word) <= 8), tiles, name=book))
    return lexicon, make_solver(lexicon, tiles, rules.bonus)


@cache
def positions(book: str) -> tuple[Position, ...]:
    """Every round of two random games of tops."""
    rules = ruleset(book)
    tiles = tileset(rules.tileset)
    lexicon, solver = solver_of(book)
    found = []
    for seed in (1, 2):
        dice = Random(f"{book} {seed}")
        board, kept, bag = Board(), "", tiles.full_bag()
        for number in range(1, 40):
            if game_over(rules, tiles, number, kept + bag):
                break
            draw, _ = draw_letters(rules, tiles, number, kept, bag, dice)
            moves = tuple(solver.moves(board, draw.letters))
            bag = take(kept + bag, draw.letters)
            case = Case(rules, tiles, lexicon, seed == 1, board, draw.letters)
            found.append(Position(case, moves, solver))
            if not moves:
                break
            kept = take(draw.letters, board.new_tiles(moves[0].move))
            board = board.place(moves[0].move)
            if rules.draw.refill == "fresh":
                bag, kept = bag + kept, ""
    return tuple(found)


def check(position: Position, text: str, *, late: bool = False) -> Verdict:
    """Judge one slip and state what must hold of any verdict."""
    case = position.case
    verdict = judge(Bulletin(9, text, 1, "tablet", late), case)
    assert verdict.seat == 9
    assert verdict.faults == tuple(sorted(verdict.faults, key=lambda fault: list(Fault).index(fault.fault)))
    assert 0 <= verdict.points <= most(position)
    assert all(candidate.points <= most(position) for candidate in verdict.candidates)
    sanctions = {fault.sanction for fault in verdict.faults}
    match verdict.outcome:
        case "accepted":
            assert verdict.play is not None
            assert Sanction.REFEREE not in sanctions
            assert verdict.points == worth(position, verdict.play)
        case "zero":
            assert (verdict.points, verdict.play, verdict.penalty, verdict.warnings) == (0, None, 0, 0)
            assert Sanction.ZERO in sanctions
        case "undecided":
            assert Sanction.REFEREE in sanctions
            assert all(candidate.points == worth(position, candidate.play) for candidate in verdict.candidates)
            # beside a placement of the Romanian last round that counts nothing another one may be asked about
            assert Sanction.ZERO not in sanctions or case.most_placements > 2
    return verdict


def most(position: Position) -> int:
    """The true top; in a last round of several placements no more than the letters allow is known, so nothing is claimed."""
    return position.top if position.case.most_placements == 1 else 10_000


def worth(position: Position, play: Play) -> int:
    """What a play scores by the solver's arithmetic, every word of it looked up."""
    board, letters, total = position.case.board, position.case.letters, 0
    for move in play.moves:
        letters = take(letters, board.new_tiles(move))
        assert all(word.upper() in position.case.lexicon for word in board.words_formed(move))
        total += position.solver.score(board, move).total
        board = board.place(move)
    return total


# --- slips ---------------------------------------------------------------------------------------------------------------


def a_slip(position: Position, dice: Random) -> str:
    """A sound slip, then often something wrong with it, then sometimes with that."""
    if not position.moves or dice.random() < 0.05:
        return "".join(dice.choices(SIGNS, k=dice.randrange(40)))
    scored = position.moves[min(int(dice.expovariate(0.1)), len(position.moves) - 1)]
    parts = sound(position, scored, dice)
    for _ in range(dice.choices((0, 1, 2, 3), (3, 5, 2, 1))[0]):
        spoil(position, scored, parts, dice)
    if dice.random() < 0.2:
        dice.shuffle(parts)
    text = dice.choice((" ", "  ", "\n", ": ", " - ")).join(part for part in parts if part)
    return garbled(text, dice) if dice.random() < 0.1 else text[:MAX_SLIP]


def sound(position: Position, scored: Scored, dice: Random) -> list[str]:
    move, tiles = scored.move, position.case.tileset
    reference = format_reference(move.row, move.col, move.direction)
    word = format_word(move.word, tiles)
    if dice.random() < 0.2 and move.word.isupper():
        word = dice.choice((word.lower(), word.capitalize()))
    return [reference, word, f"{scored.points}{dice.choice(('', 'p', ' pts', ' points'))}"]


def spoil(position: Position, scored: Scored, parts: list[str], dice: Random) -> None:
    """One of the faults that people make."""
    move = scored.move
    alphabet = position.case.tileset.alphabet
    match dice.randrange(13):
        case 0:
            parts[2] = ""
        case 1:
            parts[2] = str(max(0, scored.points + dice.randint(-9, 9)))
        case 2:
            parts[0] = ""
        case 3:
            row = min(14, max(0, move.row + dice.randint(-2, 2)))
            col = min(14, max(0, move.col + dice.randint(-2, 2)))
            parts[0] = format_reference(row, col, move.direction)
        case 4:
            parts[0] = format_reference(move.row, move.col, move.direction.other)
        case 5:
            parts[0] += dice.choice((" H", " V", "→", " ↓"))
        case 6:
            cut = dice.randint(1, 3)
            parts[1] = parts[1][:-cut] if dice.random() < 0.7 else parts[1][cut:]
        case 7:
            at = dice.randrange(len(parts[1]) + 1)
            parts[1] = parts[1][:at] + dice.choice(alphabet) + parts[1][at + dice.randint(0, 1) :]
        case 8:
            parts[1] = parts[1].upper()
        case 9:
            at = dice.randrange(len(parts[1]) + 1)
            parts[1] = parts[1][:at] + parts[1][at : at + 1].swapcase() + parts[1][at + 1 :]
        case 10:
            line = dice.choice(position.case.board.rows() + position.case.board.columns).strip(".").split(".")
            run = dice.choice(line)
            parts[1] += f" + {run[: dice.randint(1, 6)]}"
            parts[0] = dice.choice(("", parts[0]))
        case 11:
            other = dice.choice(position.moves)
            parts.append(dice.choice(("/", ";", "")) + " ".join(sound(position, other, dice)))
        case 12:
            parts.append(dice.choice(("I>W", "A>?", "H17", "12 points", "0", "?")))


def garbled(text: str, dice: Random) -> str:
    signs = list(text)
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(signs) + 1)
        signs[at : at + dice.randint(0, 2)] = dice.choices(SIGNS, k=dice.randint(0, 2))
    return "".join(signs)[:MAX_SLIP]


@pytest.mark.parametrize("book", BOOKS)
def test_many_slips(book: str) -> None:
    dice = Random(f"slips of {book}")
    outcomes: dict[str, int] = {}
    for _ in range(SLIPS // len(BOOKS)):
        position = dice.choice(positions(book))
        # one in ten was written for another round
        meant = position if dice.random() < 0.9 else dice.choice(positions(book))
        verdict = check(position, a_slip(meant, dice), late=dice.random() < 0.05)
        outcomes[verdict.outcome] = outcomes.get(verdict.outcome, 0) + 1
    # sound slips among them are accepted, so the fuzz reaches every end
    assert outcomes["accepted"] > SLIPS // len(BOOKS) // 10
    assert outcomes["zero"] > 0
    assert outcomes["undecided"] > 0


ASKED = (Fault.REFERENCE_MISSING, Fault.REFERENCE_SHIFTED, Fault.REFERENCE_DIRECTION, Fault.JOINING_ALTERED, Fault.TOO_FEW_TILES)


@pytest.mark.parametrize(("book", "game"), [("french", "decomposed"), ("romanian", "duplicate")])
def test_slips_of_two_placements_that_are_asked_about(book: str, game: str) -> None:
    dice = Random(f"two of {book}")
    chosen = [each for each in positions(book) if each.moves and (game == "decomposed" or each.case.most_placements > 1)]
    undecided = 0
    for _ in range(max(20, SLIPS // 30)):
        position = dice.choice(chosen)
        rules = with_setting(with_setting(position.case.rules, "game", game), "slip.first_slip_at_maximum", "false")
        for fault in ASKED:
            rules = with_setting(rules, f"slip.sanctions.{fault}", "referee")
        first = dice.choice(position.moves)
        after, rest = position.case.board.place(first.move), take(position.case.letters, position.case.board.new_tiles(first.move))
        seconds = position.solver.moves(after, rest)
        parts = [sound(position, scored, dice) for scored in (first, dice.choice(seconds or position.moves))]
        for written, scored in zip(parts, (first, first), strict=True):
            for _ in range(dice.randrange(2)):
                spoil(position, scored, written, dice)
        text = " / ".join(" ".join(filter(None, written)) for written in parts)[:MAX_SLIP]
        undecided += check(replace(position, case=replace(position.case, rules=rules)), text).outcome == "undecided"
    assert undecided > 0


@pytest.mark.parametrize("book", BOOKS)
def test_a_sound_slip_scores_what_the_solver_says(book: str) -> None:
    dice = Random(book)
    for position in positions(book):
        for scored in dice.sample(position.moves, min(20, len(position.moves))):
            text = " ".join(sound(position, scored, dice))
            verdict = check(position, text)
            if position.case.at_maximum:
                assert verdict.points >= scored.points, text
            else:
                assert (verdict.outcome, verdict.points) == ("accepted", scored.points), text
                assert verdict.play == Play((scored.move,)), text


@pytest.mark.parametrize("book", BOOKS)
@given(data=st.data())
def test_any_text_gets_a_verdict(book: str, data: st.DataObject) -> None:
    position = positions(book)[data.draw(st.integers(0, len(positions(book)) - 1))]
    pieces = st.sampled_from(["H4", "4H", "8H", "O15", "+", "/", "66", "p", "(", ")", "→", "V", " ", *SIGNS])
    text = data.draw(st.text(max_size=MAX_SLIP + 5) | st.lists(pieces, max_size=40).map("".join))
    check(position, text, late=data.draw(st.booleans()))


def test_the_top_is_never_beaten_by_a_wrong_guess_of_the_blank() -> None:
    # two blanks in the draw: every marking of the top's letters, right or wrong
    rules, tiles = ruleset("french"), tileset("fr")
    lexicon, solver = solver_of("french")
    board = Board().place(Move("MENERAI", 7, 3, positions("french")[0].moves[0].move.direction))
    letters = "ATRES??"
    moves = tuple(solver.moves(board, letters))
    position = Position(Case(rules, tiles, lexicon, True, board, letters), moves, solver)
    word = moves[0].move.word
    reference = format_reference(moves[0].move.row, moves[0].move.col, moves[0].move.direction)
    for mask in range(1 << len(word)):
        marked = "".join(tile.lower() if mask >> i & 1 else tile.upper() for i, tile in enumerate(word))
        check(position, f"{reference} {marked} {position.top}")

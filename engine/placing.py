"""What a word written on a slip can mean on the board: every place tried, with what is wrong there and what it scores.

Nothing is decided here; :mod:`engine.meaning` weighs what these functions find.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from engine.board import EMPTY, Board
from engine.bulletin import Play, SanctionedFault
from engine.errors import PlacementError
from engine.interfaces import WordSource
from engine.move import Move
from engine.notation import Reference, format_reference
from engine.rack import contains, missing
from engine.ruleset import Fault, RuleSet
from engine.squares import SIZE, Direction
from engine.tiles import BLANK, TileSet

Remark = tuple[Fault, str]
"""A fault and its detail, before the rule set has said what it costs."""


@dataclass(frozen=True)
class Case:
    """Everything a verdict on one round's slips depends on."""

    rules: RuleSet
    tileset: TileSet
    lexicon: WordSource
    official: bool
    """Whether the lexicon is a federation's; a word missing from an open list may be a gap of the list."""
    board: Board
    """Before anything of this round is placed."""
    letters: str
    """The round's draw, blanks as ``?``."""

    @cached_property
    def bag(self) -> str:
        """Tiles neither on the board nor drawn, sorted."""
        rest = self.tileset.full_bag()
        for tile in self.board.tiles() + self.letters:
            rest = rest.replace(tile, "", 1)
        return rest

    @property
    def most_placements(self) -> int:
        """How many placements one slip may carry in this round."""
        if self.rules.game == "decomposed":
            return 2
        if self.rules.draw.last_round_several and not self.bag:
            return max(1, len(self.letters))
        return 1

    @property
    def at_maximum(self) -> bool:
        """Whether each word counts at its best place on the star: the first slip under French rules."""
        return self.rules.slip.first_slip_at_maximum and self.board.is_empty

    def sanctioned(self, fault: Fault, detail: str = "") -> SanctionedFault:
        """The fault with what the rule book makes of it."""
        return SanctionedFault(fault, self.rules.slip.sanction(fault), detail)

    def reference(self, move: Move) -> str:
        return format_reference(move.row, move.col, move.direction, self.rules.slip.notation)


@dataclass(frozen=True, slots=True)
class Laid:
    """A word tried at one place."""

    move: Move
    """As it would lie there, blanks in lower case."""
    points: int
    """What it scores; 0 where it cannot be laid."""
    hard: tuple[Remark, ...] = ()
    """What forbids it: place, letters, words."""
    blanks: tuple[Remark, ...] = ()
    """What is wrong with its blank marks."""

    @property
    def legal(self) -> bool:
        return not self.hard

    @property
    def physical(self) -> bool:
        """Whether the tiles can be laid there, valid words or not."""
        return all(fault in WORD_FAULTS for fault, _ in self.hard)

    @property
    def play(self) -> Play:
        return Play((self.move,))

    @property
    def spot(self) -> Reference:
        return Reference(self.move.row, self.move.col, self.move.direction)


WORD_FAULTS = frozenset({Fault.INVALID_WORD, Fault.INVALID_CROSS_WORD, Fault.NOT_IN_OPEN_LIST})


def try_at(case: Case, word: str, spot: Reference) -> Laid:
    """Lay *word* (marked blanks in lower case) at *spot* and state everything that forbids it, in the order of the faults.

    A draw that each seat completes is completed by the letter of the bag that the word asks for, or else by a blank of the bag.
    """
    extra = dict.fromkeys(f"{word.upper()}{BLANK}") if case.rules.draw.chosen else ()
    completed_draws = [case.letters + tile for tile in extra if tile in case.bag]
    if not completed_draws:
        return _try_with(case, word, spot)
    tried = [_try_with(replace(case, letters=letters), word, spot) for letters in completed_draws]
    return min(tried, key=lambda laid: (len(laid.hard), len(laid.blanks), -laid.points))


def _try_with(case: Case, word: str, spot: Reference) -> Laid:
    plain = Move(word.upper(), spot.row, spot.col, spot.direction)
    try:
        case.board.check_fit(plain)
    except PlacementError as error:
        return Laid(plain, 0, _no_place(case, plain, Fault(error.fault)))
    placed = [i for i, square in enumerate(plain.squares()) if case.board.cells[square] == EMPTY]
    lacking = missing(case.letters.replace(BLANK, ""), "".join(plain.word[i] for i in placed))
    if extra := case.tileset.spell(_uncovered(case, word, lacking)):
        return Laid(plain, 0, ((Fault.LETTER_NOT_IN_DRAW, extra), *_unknown_words(case, plain)))
    if len(placed) > case.rules.draw.placed:
        return Laid(plain, 0, ((Fault.DOES_NOT_FIT, case.reference(plain)), *_unknown_words(case, plain)))
    as_marked = _as_marked(case, plain, word, placed)
    laid = case.board.as_laid(as_marked or _with_blanks(case, plain, placed, lacking))
    remarks = () if as_marked else _blank_remarks(case, word, placed, laid)
    points = case.board.score(laid, case.tileset, case.rules.bonus).total
    return Laid(laid, points, _unknown_words(case, plain), remarks)


def _uncovered(case: Case, word: str, lacking: str) -> str:
    """Of the letters that the draw lacks for a word, those that its blanks leave over; they stand for those marked as blanks first."""
    blanks, over = case.letters.count(BLANK), list(lacking)
    for tile in [*filter(str.islower, word), *lacking]:
        if blanks and tile.upper() in over:
            over.remove(tile.upper())
            blanks -= 1
    return "".join(over)


def _no_place(case: Case, plain: Move, fault: Fault) -> tuple[Remark, ...]:
    """The word cannot lie there. One that the board completes is named as it reads then: left incomplete if that is a word, and else
    nothing that fits. A letter alone is always a word not written in full."""
    whole, *_ = completed(case, plain.word, Reference(plain.row, plain.col, plain.direction)) or (plain.word,)
    if len(plain.word) == 1:
        return ((Fault.WORD_INCOMPLETE, case.tileset.spell(whole)),)
    if fault is not Fault.WORD_INCOMPLETE:
        return ((fault, case.reference(plain)), *unknown_word(case, plain.word))
    if whole in case.lexicon:
        return ((fault, case.tileset.spell(whole)),)
    return ((Fault.DOES_NOT_FIT, case.reference(plain)), *unknown_word(case, whole))


def nowhere(case: Case, word: str) -> tuple[Remark, ...]:
    """What is wrong with a word (in upper case) that fits at no place at all."""
    if len(word) == 1:
        return ((Fault.WORD_INCOMPLETE, case.tileset.spell(word)),)
    return (*not_drawn(case, word), (Fault.DOES_NOT_FIT, case.tileset.spell(word)), *unknown_word(case, word))


def not_drawn(case: Case, word: str) -> tuple[Remark, ...]:
    """The letters that a word (in upper case) lacks wherever it could lie; none if somewhere the draw has all that the board has not."""
    lacking = [tuple(remark for remark in laid.hard if remark[0] is Fault.LETTER_NOT_IN_DRAW) for laid in everywhere(case, word)]
    if lacking:
        return min(lacking, key=lambda remarks: sum(len(letters) for _, letters in remarks))
    extra = _uncovered(case, word, missing(case.letters.replace(BLANK, "") + case.board.cells.replace(EMPTY, "").upper(), word))
    return ((Fault.LETTER_NOT_IN_DRAW, case.tileset.spell(extra)),) if extra else ()


def everywhere(case: Case, word: str) -> Iterator[Laid]:
    """The word at every place where it fits the board, lawful or not."""
    for direction, lines in _lines(case.board):
        for line, start in itertools.product(range(SIZE), range(SIZE - len(word) + 1)):
            reach = slice(start, start + len(word))
            # a quick look before trying: nothing in the way, and something on or beside the squares
            if all(there in (EMPTY, tile) for there, tile in zip(lines[line][reach].upper(), word.upper(), strict=True)):
                near = lines[max(0, line - 1) : line + 2]
                if case.board.is_empty or any(cells[reach].strip(EMPTY) for cells in near):
                    spot = (line, start) if direction is Direction.ACROSS else (start, line)
                    laid = try_at(case, word, Reference(*spot, direction))
                    if PLACE_FAULTS.isdisjoint(fault for fault, _ in laid.hard):
                        yield laid


def _lines(board: Board) -> tuple[tuple[Direction, tuple[str, ...]], ...]:
    return (Direction.ACROSS, board.rows()), (Direction.DOWN, board.columns)


PLACE_FAULTS = frozenset(
    {Fault.WORD_INCOMPLETE, Fault.DOES_NOT_FIT, Fault.NOTHING_PLACED, Fault.NOT_ON_STAR, Fault.NOT_CONNECTED}
)


def completed(case: Case, word: str, spot: Reference) -> tuple[str, Reference, int, int] | None:
    """The word with the tiles of the board that touch it before and after on its line: word, place, how many before, how many after.

    ``None`` when there are none, or the word itself leaves the board.
    """
    down = spot.direction is Direction.DOWN
    cells = case.board.columns[spot.col] if down else case.board.rows()[spot.row]
    start = spot.row if down else spot.col
    end = start + len(word)
    if end > SIZE:
        return None
    first, last = start, end
    while first > 0 and cells[first - 1] != EMPTY:
        first -= 1
    while last < SIZE and cells[last] != EMPTY:
        last += 1
    if (first, last) == (start, end):
        return None
    whole = cells[first:start].upper() + word + cells[end:last].upper()
    row, col = (first, spot.col) if down else (spot.row, first)
    return whole, Reference(row, col, spot.direction), start - first, last - end


def extensions(case: Case, word: str, least: int) -> tuple[Laid, ...]:
    """Where the word can lie over *least* or more adjacent letters that are already on the board, on its own line."""
    found = []
    for direction, lines in _lines(case.board):
        for line, cells in enumerate(lines):
            for run in _LETTERS.finditer(cells):
                for start in _occurrences(run[0].upper(), word.upper()) if len(run[0]) >= least else ():
                    at = run.start() - start
                    row, col = (line, at) if direction is Direction.ACROSS else (at, line)
                    if at >= 0:
                        found.append(try_at(case, word, Reference(row, col, direction)))
    return tuple(laid for laid in dict.fromkeys(found) if laid.legal)


def unfinished(case: Case, word: str, least: int) -> str:
    """The word (in upper case) that a play would form whose text starts or ends with *least* or more letters of a run on the board and
    leaves out the rest of it; empty if none can be played so."""
    for direction, lines in _lines(case.board):
        for line, cells in enumerate(lines):
            for run in _LETTERS.finditer(cells):
                letters = run[0].upper()
                for shared in range(least, len(letters)):
                    starts = [run.start() + shared - len(word)] if word.endswith(letters[:shared]) else []
                    starts += [run.end() - shared] if word.startswith(letters[-shared:]) else []
                    for at in filter(lambda at: at >= 0, starts):
                        spot = Reference(line, at, direction) if direction is Direction.ACROSS else Reference(at, line, direction)
                        whole = completed(case, word, spot)
                        if whole and try_at(case, whole[0], whole[1]).legal:
                            return whole[0]
    return ""


_LETTERS = re.compile(r"[^.]+")


def _occurrences(part: str, whole: str) -> list[int]:
    return [start for start in range(len(whole) - len(part) + 1) if whole.startswith(part, start)]


def contacts(board: Board, move: Move) -> frozenset[str]:
    """Every run of tiles on the board, across or down, that the move crosses, extends or touches; in upper case."""
    return frozenset(run for run, _ in _touched(board, move))


def connects(board: Board, move: Move, letters: str) -> bool:
    """Whether *letters* (in upper case) lie side by side on the board and one of them is crossed, extended or touched by the move."""
    length = len(letters)
    return any(run.startswith(letters, first) for run, at in _touched(board, move) for first in range(max(0, at - length + 1), at + 1))


def _touched(board: Board, move: Move) -> frozenset[tuple[str, int]]:
    """The runs through each tile that the move crosses, extends or touches, and where in the run that tile stands."""
    squares = set()
    for square in move.squares():
        row, col = divmod(square, SIZE)
        if board.cells[square] != EMPTY:
            squares.add((row, col))
        else:
            around = ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
            squares |= {(r, c) for r, c in around if board.at(r, c) != EMPTY}
    return frozenset(
        run for row, col in squares for run in (_run(board.rows()[row], col), _run(board.columns[col], row))
    )


def alike(written: str, run: str) -> bool:
    """Whether *written* is some stretch of *run* with one letter wrong, missing or added (two in six letters or more)."""
    allowed = 2 if len(written) >= 6 else 1
    if len(written) <= allowed:
        return False
    # edit distance to the nearest stretch: the first row is all zeros, for the stretch may start anywhere
    row = [0] * (len(run) + 1)
    for i, char in enumerate(written, 1):
        previous, row = row, [i]
        for j, other in enumerate(run, 1):
            row.append(min(previous[j - 1] + (char != other), previous[j] + 1, row[j - 1] + 1))
    return min(row) <= allowed


def _run(cells: str, at: int) -> tuple[str, int]:
    """The run of tiles of a line that holds square *at*, in upper case, and which tile of it that is."""
    first, last = at, at
    while first > 0 and cells[first - 1] != EMPTY:
        first -= 1
    while last < SIZE - 1 and cells[last + 1] != EMPTY:
        last += 1
    return cells[first : last + 1].upper(), at - first


def unknown_word(case: Case, word: str) -> tuple[Remark, ...]:
    """The remark that the lexicon lacks *word* (in upper case); empty if it has it."""
    if word in case.lexicon:
        return ()
    return ((Fault.INVALID_WORD if case.official else Fault.NOT_IN_OPEN_LIST, case.tileset.spell(word)),)


def _unknown_words(case: Case, move: Move) -> tuple[Remark, ...]:
    """The same for the main word and every cross word that the move forms."""
    _, *crosses = case.board.words_formed(move)
    unknown = ", ".join(case.tileset.spell(word.upper()) for word in crosses if word.upper() not in case.lexicon)
    main = unknown_word(case, move.word)
    if not unknown:
        return main
    if case.official:
        return (*main, (Fault.INVALID_CROSS_WORD, unknown))
    return ((Fault.NOT_IN_OPEN_LIST, ", ".join([*(named for _, named in main), unknown])),)


def _as_marked(case: Case, plain: Move, word: str, placed: list[int]) -> Move | None:
    """The move with its blanks where the slip marks them, if the draw allows exactly that."""
    cells = [case.board.cells[square] for square in plain.squares()]
    if any(word[i].islower() and cell.isupper() for i, cell in enumerate(cells)):
        return None
    wanted = "".join(BLANK if word[i].islower() else word[i] for i in placed)
    if not contains(case.letters, wanted):
        return None
    return Move("".join(word[i] if i in placed else plain.word[i] for i in range(len(word))), *_place(plain))


def _with_blanks(case: Case, plain: Move, placed: list[int], lacking: str) -> Move:
    """The move with the blanks standing for the letters that the draw lacks; among equal letters the better or worse choice."""
    options = _assignments(plain, placed, Counter(lacking))

    def points(move: Move) -> int:
        return case.board.score(case.board.as_laid(move), case.tileset, case.rules.bonus).total

    return (max if case.rules.slip.unmarked_blank == "best" else min)(options, key=points)


def _assignments(plain: Move, placed: list[int], lacking: Counter[str]) -> Iterator[Move]:
    choices = [
        itertools.combinations([i for i in placed if plain.word[i] == letter], count)
        for letter, count in lacking.items()
    ]
    for chosen in itertools.product(*choices):
        blank = set(itertools.chain.from_iterable(chosen))
        yield Move("".join(c.lower() if i in blank else c for i, c in enumerate(plain.word)), *_place(plain))


def _blank_remarks(case: Case, word: str, placed: list[int], laid: Move) -> tuple[Remark, ...]:
    wrong = "".join(tile.upper() for tile in word if tile.islower())
    if wrong:
        return ((Fault.BLANK_WRONG, case.tileset.spell(wrong)),)
    letters = "".join(laid.word[i].upper() for i in placed if laid.word[i].islower())
    return ((Fault.BLANK_UNMARKED, case.tileset.spell(letters)),) if letters else ()


def _place(move: Move) -> tuple[int, int, Direction]:
    return move.row, move.col, move.direction

"""Evening files: what was drawn, handed in and retained, as plain text; played through the same referee as a live evening.

The grammar is in ``docs/evening-file.md``. Reading and playing are two steps: :func:`parse_evening` knows the grammar only,
:func:`play_evening` asks a :class:`Library` for rule set, lexicon and solver.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Protocol

from engine import events as ev
from engine.board import EMPTY, Board, parse_board
from engine.bulletin import Play
from engine.draw import Draw, parse_draw, rack_size
from engine.errors import EngineError, EveningError, NotationError
from engine.game import Entry, Game, Phase, Round, apply
from engine.interfaces import TopFinder, WordSource
from engine.lexicon import Lexicon
from engine.move import Move
from engine.notation import parse_reference
from engine.rack import contains, take
from engine.reading import format_play
from engine.referee import MAX_NAME, MAX_SEATS, Referee, open_evening, points_of
from engine.referee.checks import judged_round
from engine.ruleset import RuleSet, with_setting
from engine.squares import SIZE
from engine.standings import possible_top, round_top
from engine.tiles import TileSet

MAX_LINE = 400
MAX_LINES = 200_000


@dataclass(frozen=True, slots=True)
class Statement:
    """One line that means something."""

    line: int
    """From 1."""
    keyword: str
    rest: str
    """What follows the keyword, word for word; for ``board`` the 15 rows joined by line feeds."""


class Library(Protocol):
    """Where an evening finds what it names."""

    def ruleset(self, name: str) -> RuleSet: ...

    def tileset(self, rules: RuleSet) -> TileSet: ...

    def lexicon(self, name: str, tileset: TileSet) -> tuple[WordSource, ev.LexiconUsed]: ...

    def solver(self, words: WordSource, tileset: TileSet, rules: RuleSet) -> TopFinder: ...

    def openings(self, solver: TopFinder) -> Callable[[Game, Play], float] | None: ...


@dataclass(frozen=True, slots=True)
class Evening:
    """A played evening file."""

    game: Game
    notes: tuple[str, ...]
    """What the referee should know: words he retained that the lexicon lacks, better moves the solver found, …"""
    over: str = ""
    """Why the game is over, as a message-catalogue key (``end.<key>``): by the rule book, or else by an 'end' statement; empty if a
    further round could be drawn."""


KEYWORDS = {
    "rules": "a rule set, e.g. rules french",
    "lexicon": "a lexicon, e.g. lexicon fr",
    "set": "a key and a value, e.g. set solo.minimum_seats 2",
    "board": "nothing, and 15 rows below it",
    "seat": "a number and a name, e.g. seat 1 Anne Martin",
    "draw": "letters, e.g. draw AEINRST",
    "reject": "letters, e.g. reject AEEIIOU",
    "clock": "seconds left on the clock for the slips below, e.g. clock 95",
    "slip": "a seat and its slip, e.g. slip 1 H4 RETINES 66",
    "late": "a seat and its slip, e.g. late 3 H4 RESINET 70",
    "blank": "a seat, e.g. blank 4",
    "absent": "a seat, e.g. absent 5",
    "pair": "a seat and the one that checks its slips, e.g. pair 1 2",
    "question": "a seat and a word, e.g. question 2 JOMON",
    "differ": "a seat and what its checker found, e.g. differ 1 H4 RETINES 64",
    "correct": "a round, a seat, its points and a reason, e.g. correct 7 3 0 double arbitration",
    "decide": "a round, a seat, the play that its slip means and perhaps a reason, e.g. decide 7 3 H4 RETINES: read with the player",
    "key": "a round, a seat, a reason in quotation marks and what its slip says, e.g. key 7 3 \"misread\" H4 RETINES 66",
    "admit": "a word and a reason, e.g. admit KOP Van Dale",
    "average": "a round, a seat, the seats averaged over and a reason, e.g. average 3 7 1,2,5 called away",
    "excuse": "a round, a seat and a reason, e.g. excuse 3 4 train",
    "leave": "a seat, e.g. leave 4",
    "back": "a seat, e.g. back 4",
    "retain": "a reference and a word, e.g. retain H4 RETINES",
    "close": "nothing",
    "end": "nothing",
}
"""Every statement, and what follows its keyword."""


def parse_evening(text: str) -> tuple[Statement, ...]:
    """Split an evening file into statements.

    :raises EveningError: naming the line, for an unknown keyword, a line too long, or a board without its rows.
    """
    # splitlines() would also break at signs that no editor counts as a line
    lines = re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff"))
    if len(lines) > MAX_LINES:
        raise EveningError(f"line {MAX_LINES + 1}: an evening file has {MAX_LINES} lines at most")
    statements: list[Statement] = []
    numbered = iter(enumerate(lines, 1))
    for number, line in numbered:
        if len(line) > MAX_LINE:
            raise EveningError(f"line {number}: {len(line)} characters, {MAX_LINE} at most")
        keyword, rest = _split(line.split("#", 1)[0])
        if not keyword:
            continue
        if keyword not in KEYWORDS:
            raise EveningError(f"line {number}: unknown statement {keyword[:30]!r}; expected one of {', '.join(KEYWORDS)}")
        if keyword == "board":
            if rest:
                raise EveningError(f"line {number}: 'board {rest[:40]}': expected {KEYWORDS['board']}")
            rest = _board_rows(number, numbered)
        statements.append(Statement(number, keyword, rest))
    if not statements or statements[0].keyword != "rules":
        line_number = statements[0].line if statements else 1
        raise EveningError(f"line {line_number}: the first statement must be 'rules', e.g. rules french")
    return tuple(statements)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 6


def _split(text: str) -> tuple[str, str]:
    """The first word, and what follows it."""
    first, *rest = text.strip().split(None, 1) or [""]
    return first, rest[0] if rest else ""


def _board_rows(number: int, lines: Iterable[tuple[int, str]]) -> str:
    rows: list[str] = []
    for _, line in lines:
        row = line.split("#", 1)[0].strip()
        if row:
            rows.append(row)
        if len(rows) == SIZE:
            return "\n".join(rows)
    raise EveningError(f"line {number}: board needs {SIZE} rows below it, found {len(rows)}")


def play_evening(statements: Iterable[Statement], library: Library, name: str = "evening") -> Evening:
    """Play the statements; nothing of an evening that fails is returned.

    :raises EveningError: naming the line and what was expected there.
    """
    player = _Player(library, name)
    for statement in statements:
        with _at(statement):
            player.obey(statement)
    return player.finished()


@contextmanager
def _at(statement: Statement) -> Iterator[None]:
    """Name the statement in whatever the rules refuse."""
    try:
        yield
    except EveningError:
        raise
    except (EngineError, ValueError, OSError) as error:
        said = " ".join(f"{statement.keyword} {statement.rest}".split())
        raise EveningError(f"line {statement.line}: {said[:60]}: {error}") from error


class _Player:
    """Carries an evening from statement to statement."""

    def __init__(self, library: Library, name: str) -> None:
        self.library = library
        self.name = " ".join(name.split())[:MAX_NAME] or "evening"
        self.rules: RuleSet | None = None
        self.rules_at = Statement(1, "rules", "")
        self.lexicon_at: Statement | None = None
        self.board_at: Statement | None = None
        self.referee: Referee | None = None
        self.words: WordSource = frozenset()
        self.game = Game()
        self.notes: list[str] = []
        self.line = 0
        self.remaining_ms = 0
        """What a 'clock' line says of the slips below it; without one, all came with the last second."""
        self.absent: dict[int, int] = {}
        """Seat → the line that says it handed in nothing in the open round."""
        self.retained_at: int | None = None
        """The line that names the move to place in the open round."""

    def obey(self, statement: Statement) -> None:
        self.line = statement.line
        if statement.keyword in {"close", "end"} and statement.rest:
            raise self.wrong(statement, KEYWORDS[statement.keyword])
        if statement.keyword not in {"close", "end", "board"} and not statement.rest:
            raise self.wrong(statement, KEYWORDS[statement.keyword])
        getattr(self, f"_do_{statement.keyword}")(statement)

    @staticmethod
    def wrong(statement: Statement, expected: str) -> EveningError:
        said = f"{statement.keyword} {statement.rest}".strip()
        return EveningError(f"line {statement.line}: {said[:60]!r}: expected {expected}")

    # --- preamble ---

    def _do_rules(self, statement: Statement) -> None:
        if self.rules is not None:
            raise self.wrong(statement, "one 'rules' only, as the first statement")
        self.rules_at = statement
        self.rules = self.library.ruleset(statement.rest)

    def _do_lexicon(self, statement: Statement) -> None:
        self._preamble(statement)
        if self.lexicon_at is not None:
            raise self.wrong(statement, f"one 'lexicon' only; the first is on line {self.lexicon_at.line}")
        self.lexicon_at = statement

    def _do_set(self, statement: Statement) -> None:
        rules = self._preamble(statement)
        key, value = _split(statement.rest)
        if not value:
            raise self.wrong(statement, KEYWORDS["set"])
        self.rules = with_setting(rules, key, value)

    def _do_board(self, statement: Statement) -> None:
        self._preamble(statement)
        if self.board_at is not None:
            raise self.wrong(statement, f"one 'board' only; the first is on line {self.board_at.line}")
        self.board_at = statement

    def _preamble(self, statement: Statement) -> RuleSet:
        if self.referee is not None:
            raise self.wrong(statement, f"{statement.keyword!r} before the first seat or draw")
        assert self.rules is not None  # parse_evening has seen to it
        return self.rules

    def _referee(self) -> Referee:
        """The referee; the first call opens the evening."""
        if self.referee is None:
            rules = self.rules
            assert rules is not None
            with _at(self.rules_at):
                tileset = self.library.tileset(rules)
            lexicon = self.lexicon_at.rest if self.lexicon_at else rules.lexicon
            with _at(self.lexicon_at or self.rules_at):
                self.words, used = self.library.lexicon(lexicon, tileset)
                solver = self.library.solver(self.words, tileset, rules)
            with _at(self.board_at or self.rules_at):
                board = parse_board(self.board_at.rest.splitlines(), tileset) if self.board_at else None
                opened = open_evening(self.name, "", rules, tileset, used, board)
            self.referee = Referee(self.words, solver, used.official, self.library.openings(solver))
            self.add(opened)
        return self.referee

    # --- seats ---

    def _do_seat(self, statement: Statement) -> None:
        number, name = self._seat_and_rest(statement, known=False)
        if not name:
            raise self.wrong(statement, KEYWORDS["seat"])
        referee, known = self._referee(), self.game.seats.get(number)
        if known and not self.game.rounds:
            raise self.wrong(statement, f"another number: seat {number} is {known.name}")
        if known and known.name != name:
            self.add(referee.take_over(self.game, number, name))
        else:
            self.add(referee.seat_player(self.game, number, name))

    def _seat_and_rest(self, statement: Statement, text: str | None = None, *, known: bool = True) -> tuple[int, str]:
        """The seat that a statement names first, or *text*, a part of it, does; and what follows."""
        number, rest = _split(statement.rest if text is None else text)
        if not (number.isascii() and number.isdigit() and len(number) < 6 and 1 <= int(number) <= MAX_SEATS):
            raise self.wrong(statement, KEYWORDS[statement.keyword] + f" (seats are numbered 1 to {MAX_SEATS})")
        if known and int(number) not in self.game.seats:
            seats = ", ".join(map(str, self.game.seats)) or "none"
            raise self.wrong(statement, f"a seat named before by 'seat' (there are {seats})")
        return int(number), rest

    # --- draw ---

    def _do_draw(self, statement: Statement) -> None:
        referee = self._referee()
        draw = parse_draw(statement.rest, self.game.tileset)
        unseen = statement.rest.startswith("-")
        whole = len(draw.letters) == rack_size(self.game.rules, self.game.pool) and not draw.kept
        if whole and not contains(draw.letters, self.game.kept) and self.game.rules.draw.refused == "all":
            self.note(f"the draw does not keep {self.game.kept}: taken as all new, after a refused draw")
            unseen = True
        if unseen and not self.game.refused:
            self.add((ev.DrawRefused(self.game.kept, "", "unseen", "file"),))
        events = referee.draw_typed(self.game, draw, "file")
        if isinstance(events[0], ev.DrawRefused):
            raise self.wrong(
                statement, f"a draw that the rule book accepts ({events[0].reason.replace('_', ' ')}); a refused one is written 'reject'"
            )
        self.add(events)

    def _do_reject(self, statement: Statement) -> None:
        referee = self._referee()
        draw: Draw = parse_draw(statement.rest, self.game.tileset)
        events = referee.refuse_draw(self.game, draw, "file")
        if isinstance(events[0], ev.DrawRefused) and events[0].reason == "referee":
            self.note(f"{statement.rest} was rejected though the rule book accepts it")
        self.add(events)

    # --- slips ---

    def _do_clock(self, statement: Statement) -> None:
        self._open_round(statement)
        limit = self.game.rules.clock.round_s
        text = statement.rest
        if not (text.isascii() and text.isdecimal() and len(text) < 6 and int(text) <= limit):
            raise self.wrong(statement, KEYWORDS["clock"] + f" (0 to {limit})")
        self.remaining_ms = 1000 * int(text)

    def _do_slip(self, statement: Statement) -> None:
        self._hand_in(statement, late=False)

    def _do_late(self, statement: Statement) -> None:
        self._hand_in(statement, late=True)

    def _do_blank(self, statement: Statement) -> None:
        seat, rest = self._seat_and_rest(statement)
        if rest:
            raise self.wrong(statement, KEYWORDS["blank"])
        self._take(statement, seat, "")

    def _do_absent(self, statement: Statement) -> None:
        seat, rest = self._seat_and_rest(statement)
        if rest:
            raise self.wrong(statement, KEYWORDS["absent"])
        if seat in self._open_round(statement).standing:
            raise self.wrong(statement, f"no slip of seat {seat} in this round beside 'absent'")
        self.absent[seat] = statement.line

    def _hand_in(self, statement: Statement, *, late: bool) -> None:
        seat, text = self._seat_and_rest(statement)
        self._take(statement, seat, text, late=late)

    def _take(self, statement: Statement, seat: int, text: str, *, late: bool = False) -> None:
        number = self._open_round(statement).number
        if seat in self.absent:
            raise self.wrong(statement, f"no slip of seat {seat}, which is 'absent' by line {self.absent[seat]}")
        self.add(self._referee().hand_in(self.game, number, seat, text, "file", self.remaining_ms, late))

    def _open_round(self, statement: Statement) -> Round:
        round_ = self.game.round
        if round_ is None or not round_.is_open:
            raise self.wrong(statement, f"'draw' before {statement.keyword!r}: no round is open")
        return round_

    # --- optimist: what players ask and check, and what is found later ---

    def _do_pair(self, statement: Statement) -> None:
        seat, rest = self._seat_and_rest(statement)
        checker, more = self._seat_and_rest(statement, rest)
        if more:
            raise self.wrong(statement, KEYWORDS["pair"])
        self.add(self._referee().pair(self.game, seat, checker))

    def _do_question(self, statement: Statement) -> None:
        seat, word = self._seat_and_rest(statement)
        self.add(self._referee().ask(self.game, seat, self.game.tileset.read(word.upper())))

    def _do_differ(self, statement: Statement) -> None:
        seat, text = self._seat_and_rest(statement)
        self.add(self._referee().report_difference(self.game, len(self.game.rounds), seat, text))

    def _do_correct(self, statement: Statement) -> None:
        number, rest = _split(statement.rest)
        seat, rest = self._seat_and_rest(statement, rest)
        points, reason = _split(rest)
        if not (_is_number(number) and _is_number(points.removeprefix("-")) and reason):
            raise self.wrong(statement, KEYWORDS["correct"])
        worth = int(points)
        events = self._referee().give_points(self.game, int(number), seat, worth, reason)
        round_ = self.game.rounds[int(number) - 1]
        top = max(round_top(self.game, round_), possible_top(self.game, round_))
        before = round_.verdicts.get(seat)
        meant = [one for one in before.candidates if one.points == worth] if before else []
        if worth and len(meant) > 1:
            taken = _play_text(self.game, meant[0].play)
            said = f"{len(meant)} meanings of the slip of seat {seat} have {worth} points"
            self.note(f"round {number}: {said}: {taken} is taken; 'decide' names one")
        self.add(events)
        if worth > top and self.game.rules.game != "optimist":
            self.note(f"round {number}: seat {seat} is given {worth} points, more than the top of {top}")

    def _do_decide(self, statement: Statement) -> None:
        number, rest = _split(statement.rest)
        seat, rest = self._seat_and_rest(statement, rest)
        text, _, reason = rest.partition(":")
        if not (_is_number(number) and text.strip()):
            raise self.wrong(statement, KEYWORDS["decide"])
        referee = self._referee()
        play = self._play(text)
        verdict = judged_round(self.game, int(number)).verdicts.get(seat)
        candidates = verdict.candidates if verdict else ()
        meant = next((one for one in candidates if one.play == play), None)
        if meant is None:
            said = ", ".join(_play_text(self.game, one.play) for one in candidates) or "none, for nothing is undecided"
            raise self.wrong(statement, f"one of the meanings of the slip ({said})")
        self.add(referee.decide(self.game, int(number), seat, meant, reason.strip()))

    def _do_key(self, statement: Statement) -> None:
        number, rest = _split(statement.rest)
        seat, rest = self._seat_and_rest(statement, rest)
        said = re.fullmatch(r'(late\s+)?"([^"]*)"(.*)', rest)
        if not (_is_number(number) and said):
            raise self.wrong(statement, KEYWORDS["key"])
        late, reason, text = said.groups()
        self.add(self._referee().correct_slip(self.game, int(number), seat, text.strip(), reason, late=late is not None))

    def _do_average(self, statement: Statement) -> None:
        number, rest = _split(statement.rest)
        seat, rest = self._seat_and_rest(statement, rest)
        seats, reason = _split(rest)
        group = seats.split(",")
        if not (_is_number(number) and reason and all(map(_is_number, group))):
            raise self.wrong(statement, KEYWORDS["average"])
        self.add(self._referee().give_average(self.game, int(number), seat, tuple(map(int, group)), reason))

    def _do_admit(self, statement: Statement) -> None:
        word, reason = _split(statement.rest)
        referee = self._referee()
        if not reason:
            raise self.wrong(statement, KEYWORDS["admit"])
        # whoever writes it in a file has decided, also about an official list
        tiles = referee.admissible(self.game, word, reason, confirmed=True)
        if not isinstance(self.words, Lexicon):
            raise self.wrong(statement, "a lexicon that can take words")
        self.words = self.words.with_words([tiles])
        solver = self.library.solver(self.words, self.game.tileset, self.game.rules)
        self.referee = replace(referee, lexicon=self.words, solver=solver, openings=self.library.openings(solver))
        self.add(self.referee.admit_word(self.game, tiles, reason))

    def _do_excuse(self, statement: Statement) -> None:
        number, rest = _split(statement.rest)
        seat, reason = self._seat_and_rest(statement, rest)
        if not (_is_number(number) and reason):
            raise self.wrong(statement, KEYWORDS["excuse"])
        self.add(self._referee().excuse(self.game, seat, int(number), int(number), reason))

    def _do_leave(self, statement: Statement) -> None:
        self.add(self._referee().player_leaves(self.game, self._only_seat(statement)))

    def _do_back(self, statement: Statement) -> None:
        self.add(self._referee().player_returns(self.game, self._only_seat(statement)))

    def _only_seat(self, statement: Statement) -> int:
        seat, rest = self._seat_and_rest(statement)
        if rest:
            raise self.wrong(statement, KEYWORDS[statement.keyword])
        return seat

    # --- end of the round ---

    def _do_retain(self, statement: Statement) -> None:
        round_ = self._open_round(statement)
        if self.retained_at is not None:
            raise self.wrong(statement, f"one 'retain' in a round; the first is on line {self.retained_at}")
        self.retained_at = statement.line
        tileset, board = self.game.tileset, round_.board
        play = self._play(statement.rest)
        points = points_of(self.game, round_, play)
        letters = round_.letters
        for move in play.moves:
            self._note_blanks(round_, board, move, letters)
            laid = board.new_tiles(move)
            letters = take(letters, laid) if play.exchange is None and contains(letters, laid) else letters
            for formed in board.words_formed(move):
                if formed.upper() not in self.words:
                    self.note(f"round {round_.number}: {tileset.spell(formed.upper())} is not in the lexicon")
            board = board.place(move)
        if points < round_.top_points:
            best = _play_text(self.game, round_.tops[0])
            self.note(f"round {round_.number}: {points} points retained, the solver found {round_.top_points} ({best})")
        self.add(self._referee().retain(self.game, play))

    def _note_blanks(self, round_: Round, board: Board, move: Move, letters: str) -> None:
        """Lower and upper case that are not those of the tiles, or that spend a blank where the letter was drawn: slips of the pen."""
        laid, spell = board.as_laid(move).word, self.game.tileset.spell
        if laid != move.word:
            self.note(f"round {round_.number}: {spell(move.word)} lies there as {spell(laid)}: the blanks on the board stay what they are")
        placed = [tile for tile, square in zip(move.word, move.squares(), strict=True) if board.cells[square] == EMPTY]
        spare = take(letters, board.new_tiles(move)) if contains(letters, board.new_tiles(move)) else ""
        for tile in filter(str.islower, placed):
            if tile.upper() in spare:
                self.note(f"round {round_.number}: the blank stands for {spell(tile.upper())} though the draw holds one")

    def _play(self, text: str) -> Play:
        """A play as it is printed: an exchange before it, its moves with ``/`` between."""
        tileset = self.game.tileset
        given, arrow, rest = text.partition(">")
        taken, text = _split(rest) if arrow else ("", text)
        exchange = (tileset.read(given.strip(), blanks=True), tileset.read(taken, blanks=True)) if arrow else None
        return Play(tuple(self._written(part) for part in text.split("/")), exchange)

    def _written(self, text: str) -> Move:
        """A move as it lies on the board."""
        reference, word = _split(text)
        row, col, direction = parse_reference(reference, self.game.rules.slip.notation)
        if not word.strip():
            raise NotationError(f"{text.strip()!r}: a word is missing after the reference")
        word = re.sub(r"\(([^()]{1,3})\)", lambda match: match[1].lower(), word)
        return Move(self.game.tileset.read(word), row, col, direction)

    def _do_close(self, statement: Statement) -> None:
        self._open_round(statement)
        referee = self._referee()
        self.add(referee.close(self.game))
        self.remaining_ms, self.absent, self.retained_at = 0, {}, None
        self.add(referee.reveal(self.game, leave_undecided=True))

    def _do_end(self, statement: Statement) -> None:
        self._leave_no_round_open(statement.line)
        self.add(self._referee().end(self.game))

    def finished(self) -> Evening:
        self._referee()
        self._leave_no_round_open(self.line)
        return Evening(self.game, tuple(self.notes), self._over())

    def _over(self) -> str:
        """A game that the book would end is over by the book, whether the file says 'end' or simply stops."""
        played = bool(self.game.rounds) and self.game.rounds[-1].phase is Phase.REVEALED
        return (self._referee().no_further_round(self.game) if played else None) or self.game.ended

    def _leave_no_round_open(self, line: int) -> None:
        if self.game.round is not None and self.game.round.is_open:
            raise EveningError(f"line {line}: round {self.game.round.number} is not closed: expected 'close'")

    def add(self, events: Iterable[ev.Event]) -> None:
        for event in events:
            self.game = apply(self.game, Entry(f"line-{self.line}", event))

    def note(self, text: str) -> None:
        self.notes.append(f"line {self.line}: {text}")


def _play_text(game: Game, play: Play) -> str:
    return format_play(play, game.tileset, game.rules.slip.notation)

"""What every importer shares: letters and moves of a foreign file made into events, and text decoded."""

from __future__ import annotations

import codecs
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine import builtin
from engine import events as ev
from engine.board import Board
from engine.bulletin import MAX_SLIP, Bulletin, Play, Verdict
from engine.draw import Draw
from engine.errors import EngineError, ExchangeError, PlacementError
from engine.exchange.settings import rules_with
from engine.game import Entry, Game, apply
from engine.move import Move
from engine.rack import contains, take
from engine.referee.retaining import revealing
from engine.ruleset import RuleSet
from engine.tiles import BLANK, TileSet

MAX_TEXT = 2_000_000
"""Characters of a foreign file at most."""
MAX_LINE = 2_000
MAX_ROUNDS = 300
MAX_SEATS = 1000
MAX_NAME = 60
MAX_POINTS = 9999
FALLBACK = "cp1252"

RULES_OF = {"fr": "french", "nl": "dutch", "ro": "romanian"}


@dataclass(frozen=True, slots=True)
class Imported:
    """A game read from a file, and what the file holds beyond it or against it."""

    game: Game
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text, and what is doubtful about its encoding."""

    text: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Exported:
    """A game written to a file, and what the file cannot carry."""

    text: str
    notes: tuple[str, ...] = ()


def opened_of(game: Game, kind: str) -> ev.EveningOpened:
    """The opening of a game that a foreign format can hold.

    :raises ExchangeError: for a game never opened, or one that only Toptable's own file carries.
    """
    if game.opened is None:
        raise ExchangeError("no evening has been opened: there is nothing to write")
    if game.opened.board:
        raise ExchangeError(f"the game starts from a position, which {kind} does not carry: use a game file or an evening file")
    if game.rules.game != "duplicate":
        raise ExchangeError(f"{kind} does not carry the plays of {game.rules.game} games: use a game file or an evening file")
    return game.opened


def decode(data: bytes, declared: str = "", usual: str = "") -> Decoded:
    """The text of a file: by its byte order mark, as UTF-8, as it declares itself, or as old Windows programs wrote. *usual* is the
    encoding that the format has where it declares none.

    :raises ExchangeError: for a file too long.
    """
    text, used = _decoded(data, declared)
    notes = ["signs that are none in the file's encoding are lost"] if "\ufffd" in text else []
    if declared and _codec(declared) is None:
        notes.append(f"the encoding {declared} is not known: read as {used}")
    elif declared and not text.isascii() and _codec(declared) != _codec(used):
        notes.append(f"the encoding is said to be {declared}: read as {used}")
    elif not declared and used == FALLBACK != usual:
        notes.append(f"no UTF-8: read as {used}")
    return Decoded(text, tuple(notes))


def _codec(name: str) -> str | None:
    """One name for all spellings of an encoding; none for what is no encoding of texts."""
    try:
        "a".encode(name)
        return codecs.lookup(name).name
    except (LookupError, ValueError):
        return None


def _decoded(data: bytes, declared: str) -> tuple[str, str]:
    """Text, and the encoding that it was read by."""
    if len(data) > 4 * MAX_TEXT:
        raise ExchangeError(f"a file of {len(data)} bytes: {4 * MAX_TEXT} at most")
    for mark, name in ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")):
        if data.startswith(mark):
            return data.decode(name, "replace"), name.removesuffix("-sig")
    for name in ("utf-8", declared, FALLBACK):
        try:
            return data.decode(name), name
        except (UnicodeError, LookupError):
            continue
    return data.decode("latin-1"), "latin-1"


def lines_of(text: str) -> list[str]:
    """The lines of a file.

    :raises ExchangeError: for a text, or one of its lines, too long.
    """
    if len(text) > MAX_TEXT:
        raise ExchangeError(f"{len(text)} characters: {MAX_TEXT} at most")
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE:
            raise ExchangeError(f"line {number}: {len(line)} characters, {MAX_LINE} at most")
    return lines


def rules_for(language: str) -> RuleSet:
    """The rule set that games of a language are most likely played by; the French one with other letters if there is none.

    :raises ExchangeError: if there is no tile set of that name.
    """
    if language in RULES_OF:
        return builtin.ruleset(RULES_OF[language])
    if language not in builtin.tileset_names():
        raise ExchangeError(f"no tile set {language[:20]!r}; there are {', '.join(builtin.tileset_names())}")
    return replace(builtin.ruleset("french"), tileset=language, lexicon=language)


def revealed(game: Game, command: str = "") -> Game:
    """The game with the last round's move placed."""
    for event in revealing(game, game.rounds[-1]):
        game = apply(game, Entry(command, event))
    return game


class Builder:
    """Makes the events of a game whose words and points a file states. Nothing is judged: what is stated is written down."""

    def __init__(
        self,
        rules: RuleSet,
        name: str = "",
        date: str = "",
        lexicon: str = "",
        settings: Iterable[tuple[str, str]] = (),
        words: int = 0,
    ) -> None:
        """:raises ExchangeError: for settings that the rule set does not have."""
        rules = rules_with(rules, settings)
        self.tileset: TileSet = builtin.tileset(rules.tileset)
        self.rules = rules
        self.notes: list[str] = []
        self.game = Game()
        self._command = 0
        used = ev.LexiconUsed(clean(lexicon) or rules.lexicon, words, "")
        self.add(ev.EveningOpened(clean(name) or "?", clean(date), rules, self.tileset, used))

    def add(self, *events: ev.Event) -> None:
        """The events of one step."""
        self._command += 1
        for event in events:
            self.game = apply(self.game, Entry(str(self._command), event))

    def note(self, where: str, text: str) -> None:
        """Something to tell the person who converts."""
        self.notes.append(f"{where}: {text}" if where else text)

    def seat(self, number: int, name: str) -> None:
        """:raises ExchangeError: for a number out of range."""
        if not 1 <= number <= MAX_SEATS:
            raise ExchangeError(f"seat {number}: expected 1 to {MAX_SEATS}")
        self.add(ev.PlayerSeated(number, clean(name) or f"{number}"))

    def draw(self, letters: Draw, where: str, *, refused: bool = False, needed: str = "") -> int:
        """The letters of the next round; *needed* tiles are added where a file states only some of a rack, but for those that each
        player takes of his own choice. Returns the round's number."""
        number = len(self.game.rounds) + 1
        if number > MAX_ROUNDS:
            raise ExchangeError(f"{where}: more than {MAX_ROUNDS} rounds")
        whole = letters.letters
        lacking = "".join((Counter(needed) - Counter(whole)).elements())
        own, lacking = lacking[: self.rules.draw.chosen], lacking[self.rules.draw.chosen :]
        if lacking:
            self.note(where, f"the rack {whole or 'of this round'} is completed by {lacking}, which was played")
            whole += lacking
        kept = self.game.kept
        if not contains(self.game.pool, whole + own):
            self.note(where, f"the draw {whole}{own and f', completed by {own},'} holds more of a tile than is left")
        events: list[ev.Event] = []
        if refused or not contains(whole, kept):
            events.append(ev.DrawRefused(kept, "", "unseen", "file"))
            kept = ""
        fresh = take(whole, kept) if kept else whole
        events.append(ev.LettersDrawn(number, kept, fresh, "file"))
        self.add(*events)
        return number

    def place(self, move: Move, points: int, where: str) -> Play:
        """Retain a move as the round's top and place it, as it then lies on the board; ends the round.

        :raises ExchangeError: if it does not fit the board.
        """
        round_ = self.game.rounds[-1]
        try:
            round_.board.check_fit(move)
        except PlacementError as error:
            raise ExchangeError(f"{where}: {error}") from error
        counted = round_.board.score(move, self.tileset, self.rules.bonus).total
        if counted != points:
            self.note(where, f"{points} points are stated, the move counts {counted}")
        play = Play((round_.board.as_laid(move),))
        self.add(
            ev.TopsFound(round_.number, points, (play,)), ev.MoveRetained(round_.number, play, points, "only_top")
        )
        return play

    def hand_in(self, seat: int, text: str, *, late: bool = False) -> None:
        """A slip of the round."""
        round_ = self.game.rounds[-1]
        self.add(ev.SlipHandedIn(round_.number, Bulletin(seat, text[:MAX_SLIP], len(round_.bulletins) + 1, "file", late)))

    def judge(self, verdict: Verdict) -> None:
        """The verdict that the file states, on a slip of the round or on none."""
        self.add(ev.SlipJudged(len(self.game.rounds), verdict))

    def close(self) -> None:
        """End the round: what was retained lies on the board."""
        self.add(ev.RoundClosed(len(self.game.rounds)))
        self.game = revealed(self.game, str(self._command))

    def finished(self) -> Imported:
        """The game, ended."""
        if not self.game.rounds:
            raise ExchangeError("the file holds no round")
        self.add(ev.EveningEnded("referee"))
        return Imported(self.game, tuple(self.notes))

    def tiles(self, text: str, where: str, *, blanks: bool = False) -> str:
        """Typed letters as tiles.

        :raises ExchangeError: for what is no letter.
        """
        try:
            return self.tileset.read(text, blanks=blanks)
        except EngineError as error:
            raise ExchangeError(f"{where}: {error}") from error

    def needed(self, move: Move) -> str:
        """The tiles a move takes from the rack.

        :raises ExchangeError: if it runs off the board.
        """
        if not move.is_on_board:
            raise ExchangeError(f"{move.word!r} runs off the board")
        return self.game.board.new_tiles(move)


def with_blanks(board: Board, move: Move, rack: str, points: int, tileset: TileSet, rules: RuleSet) -> Move:
    """The move with blanks where the rack lacks its letters, for tables that do not mark them: as the stated points tell, or else
    where they cost least. Letters that each player takes of his own choice are not lacking."""
    if not move.is_on_board or any(tile.islower() for tile in move.word):
        return move
    placed = [i for i, square in enumerate(move.squares()) if board.cells[square] == "."]
    missing = "".join((Counter(move.word[i] for i in placed) - Counter(rack)).elements())
    few, most = max(0, len(missing) - rules.draw.chosen), min(len(missing), rack.count(BLANK))
    wanted = {part for count in range(few, most + 1) for part in itertools.combinations(missing, count)}
    spots = (spots for letters in sorted(wanted) for spots in _spots_of(Counter(letters), move.word, placed))
    best: tuple[bool, int, Move] | None = None
    for chosen in itertools.islice(spots, 200):
        marked = replace(move, word="".join(t.lower() if i in chosen else t for i, t in enumerate(move.word)))
        counted = board.score(marked, tileset, dict(rules.bonus)).total
        if best is None or (counted == points, counted) > best[:2]:
            best = (counted == points, counted, marked)
    return best[2] if best else move


def _spots_of(letters: Counter[str], word: str, placed: Iterable[int]) -> Iterator[frozenset[int]]:
    """Every choice of places at which these letters of the word may be blanks."""
    choices = [itertools.combinations([i for i in placed if word[i] == tile], count) for tile, count in letters.items()]
    for chosen in itertools.product(*choices):
        yield frozenset(itertools.chain(*chosen))


def clean(text: str) -> str:
    """A name as an evening may hold it."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())[:MAX_NAME].strip()


def points_in(text: str, where: str) -> int:
    """A number of points as printed.

    :raises ExchangeError: if it is none, or out of range.
    """
    digits = text.strip().removeprefix("+")
    if not (digits.removeprefix("-").isascii() and digits.removeprefix("-").isdecimal() and len(digits) < 6):
        raise ExchangeError(f"{where}: {text[:20]!r} is no number of points")
    return int(digits)

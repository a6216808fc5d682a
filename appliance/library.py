"""What an evening needs from this machine: rule sets, tile sets, lexicons, solvers, and referees that judge by them.

The one place where names become things; the hub, ``toptable arbitrate`` and ``toptable top`` all ask here. Safe to call from any thread.
"""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from appliance.errors import FileError
from appliance.files import read_bytes, read_text
from appliance.folders import default_data_folder
from appliance.lexicons import LexiconFolder, Progress, map_lexicon
from engine import builtin
from engine.board import Board
from engine.bulletin import Play
from engine.errors import LexiconError, RuleSetError
from engine.events import EveningOpened, LexiconUsed
from engine.game import Game
from engine.interfaces import TopFinder, WordSource
from engine.lexicon import Lexicon, compile_words
from engine.lexicon_file import MAGIC
from engine.opening import opening_value
from engine.rack import exchanged, missing, take
from engine.referee import Referee
from engine.rulefile import own_ruleset
from engine.ruleset import RuleSet
from engine.solver import Solver, make_solver
from engine.tiles import BLANK, TileSet
from engine.wordlist import MAX_BYTES, read_list

MAX_RULES = 200_000
"""Bytes of a rule-set file at most."""

MAX_OWN = 100
"""A club's own rule sets that are listed at most."""
MAX_LONGER = 3
"""Lists with admitted words that are kept in memory, some megabytes each."""
OPENING_SAMPLES = 40
"""Draws over which the opening of each tied top is measured: some milliseconds a tie with the C core."""


@dataclass(frozen=True, slots=True)
class RuleSetRow:
    """A rule set as it is listed."""

    name: str
    title: str
    game: str = "duplicate"
    """As ``RuleSet.game``; the club formats go with a duplicate game only."""
    fault: str = ""
    """What is wrong with a club's own file; it cannot be played by."""


class Library:
    """Opens each lexicon once and keeps it mapped."""

    def __init__(self, data: Path | None = None, folder: Path | None = None, progress: Progress | None = None) -> None:
        """*data* is the data folder (``None``: the default one); names that are paths are looked up from *folder*."""
        self.lexicons = LexiconFolder((data or default_data_folder()) / "lexicons")
        self._rulesets = (data or default_data_folder()) / "rulesets"
        self._folder = folder or Path()
        self._progress = (progress,) if progress else ()
        self._opened: dict[str, Lexicon] = {}
        self._longer_lists: dict[tuple[str, frozenset[str]], Lexicon] = {}
        self._longer_lock = threading.Lock()
        self._lock = threading.Lock()

    # --- by name or by path ---

    def names(self) -> tuple[str, ...]:
        """The lexicons there are."""
        return self.lexicons.names()

    def ruleset(self, name: str) -> RuleSet:
        """A rule set that comes with Toptable, one of the data folder's ``rulesets``, or a TOML file by its path.

        :raises RuleSetError: naming file and key.
        """
        if name in builtin.ruleset_names():
            return builtin.ruleset(name)
        if name in self._own_rulesets():
            return _read_ruleset(self._rulesets / f"{name}.toml", name)
        if not name.endswith(".toml"):
            known = ", ".join((*builtin.ruleset_names(), *self._own_rulesets()))
            raise RuleSetError(f"no rule set {name[:60]!r}; there are {known}, or the path of a .toml file")
        return _read_ruleset(self._folder / name)

    def rulesets(self) -> tuple[RuleSetRow, ...]:
        """All rule sets that an evening can name, the club's own last; a file that is wrong is listed with its fault."""
        rows = list(shipped_rulesets())
        for name in self._own_rulesets():
            try:
                rows.append(_row(name, self.ruleset(name)))
            except RuleSetError as error:
                rows.append(RuleSetRow(name, name, fault=str(error)))
        return tuple(rows)

    def _own_rulesets(self) -> tuple[str, ...]:
        """Names of the club's own files; one that is called like a book of Toptable is passed over."""
        try:
            found = sorted(file.stem for file in self._rulesets.iterdir() if file.suffix == ".toml")
        except OSError:
            return ()
        return tuple(name for name in found if name not in builtin.ruleset_names())[:MAX_OWN]

    def tileset(self, rules: RuleSet) -> TileSet:
        """The tile set of a rule set."""
        return builtin.tileset(rules.tileset)

    def open(self, name: str, tileset: TileSet | None = None) -> Lexicon:
        """A lexicon by name, or by the path of a compiled file or of a plain word list (read with *tileset*).

        :raises LexiconError: if there is none, or it is damaged.
        """
        with self._lock:
            if name not in self._opened:
                path = self._folder / name
                if name not in self.lexicons.names() and path.is_file():
                    self._opened[name] = _open_file(path, tileset)
                elif "/" in name or "." in name:
                    raise LexiconError(f"{path}: no such file")
                else:
                    self._opened[name] = self.lexicons.open(name, *self._progress)
            return self._opened[name]

    def lexicon(self, name: str, tileset: TileSet) -> tuple[Lexicon, LexiconUsed]:
        """For an evening file: the words, and what the evening writes down of them."""
        lexicon = self.open(name, tileset)
        if lexicon.info.alphabet != tileset.alphabet:
            raise LexiconError(f"lexicon {name} is made for other letters than tile set {tileset.name}")
        return lexicon, _used(lexicon)

    def lexicon_and_tileset(self, name: str) -> tuple[TileSet, Lexicon]:
        """A lexicon and the tile set of its language."""
        lexicon = self.open(name, builtin.tileset("fr"))
        return builtin.tileset(lexicon.info.language), lexicon

    def solver(self, words: WordSource, tileset: TileSet, rules: RuleSet | None = None) -> Solver:
        """A solver with the bonuses of a rule set."""
        assert isinstance(words, Lexicon)
        if rules is None:
            return make_solver(words, tileset)
        return make_solver(words, tileset, rules.bonus, max_placed=rules.draw.placed)

    def openings(self, solver: TopFinder) -> Callable[[Game, Play], float]:
        """How much a play opens the game, for ties."""
        return partial(_opening, solver)

    # --- for the hub ---

    def must_be_compiled(self, name: str) -> bool:
        """Whether that is an open list, and not compiled yet."""
        return self.lexicons.must_be_compiled(name)

    def compile_apart(self, name: str) -> None:
        """Compile an open list in a process of its own. :raises LexiconError: if that fails."""
        self.lexicons.compile_apart(name)

    def used(self, name: str) -> LexiconUsed:
        """What an evening writes down of a list."""
        return _used(self.open(name))

    def referee(self, opened: EveningOpened, admitted: tuple[str, ...] = ()) -> Referee:
        """A referee for an evening, with its lexicon, the words (in tiles) admitted besides, and a solver."""
        lexicon = self.open(opened.lexicon.name, opened.tileset)
        if lexicon.info.alphabet != opened.tileset.alphabet:
            raise LexiconError(f"lexicon {opened.lexicon.name} is made for other letters than {opened.tileset.name}")
        if admitted:
            lexicon = self._longer(opened.lexicon.name, lexicon, frozenset(admitted))
        solver = self.solver(lexicon, opened.tileset, opened.rules)
        return Referee(lexicon, solver, lexicon.info.official, self.openings(solver))

    def _longer(self, name: str, lexicon: Lexicon, words: frozenset[str]) -> Lexicon:
        """A list with words more. It takes a second or more to make, so the last ones are kept: who decides on a word, who follows the
        decision and who undoes it ask for the same."""
        with self._longer_lock:
            key = name, words
            if key not in self._longer_lists:
                self._longer_lists[key] = lexicon.with_words(words)
                while len(self._longer_lists) > MAX_LONGER:
                    del self._longer_lists[next(iter(self._longer_lists))]
            return self._longer_lists[key]

    def find(self, name: str, pattern: str, limit: int) -> tuple[str, ...]:
        """Words that fit a pattern (``?`` is any letter), as they are written."""
        lexicon = self.open(name)
        tileset = builtin.tileset(lexicon.info.language)
        tiles = tileset.read(pattern.upper(), blanks=True)
        if BLANK not in tiles:
            return (tileset.spell(tiles),) if tiles in lexicon else ()
        return tuple(map(tileset.spell, lexicon.pattern(tiles, limit)))


def shipped_rulesets() -> tuple[RuleSetRow, ...]:
    """The rule sets that come with Toptable."""
    return tuple(_row(name, builtin.ruleset(name)) for name in builtin.ruleset_names())


def _row(name: str, rules: RuleSet) -> RuleSetRow:
    return RuleSetRow(name, rules.title, rules.game)


def _read_ruleset(path: Path, name: str = "") -> RuleSet:
    try:
        return own_ruleset(tomllib.loads(read_text(path, MAX_RULES, "a rule set in TOML")), name)
    except FileError as error:
        raise RuleSetError(str(error)) from error
    except tomllib.TOMLDecodeError as error:
        raise RuleSetError(f"{path}: no TOML text: {error}") from error
    except RuleSetError as error:
        raise RuleSetError(f"{path.name}: {error}") from error


def _used(lexicon: Lexicon) -> LexiconUsed:
    info = lexicon.info
    return LexiconUsed(info.name, info.words, info.fingerprint, info.date, info.official)


def _open_file(path: Path, tileset: TileSet | None) -> Lexicon:
    """A compiled lexicon, or a plain word list compiled in memory."""
    try:
        data = read_bytes(path, MAX_BYTES, "a word list")
    except FileError as error:
        raise LexiconError(str(error)) from error
    if data.startswith(MAGIC):
        try:
            return map_lexicon(path)
        except LexiconError as error:
            raise LexiconError(f"{path}: {error}; make it again") from error
    if tileset is None:
        raise LexiconError(f"{path}: no compiled word list; make one of a plain list first: toptable lexicon import")
    try:
        words = read_list(data, tileset).words
    except LexiconError as error:
        raise LexiconError(f"{path}: {error}") from error
    return Lexicon(compile_words(words, tileset, name=path.stem))


def _opening(solver: TopFinder, game: Game, play: Play) -> float:
    """Mean best score of the round after *play*; all ties of a round meet the same sampled draws."""
    round_ = game.round
    assert round_ is not None
    board: Board = round_.board
    rack = exchanged(round_.letters, play.exchange)
    bag = exchanged(game.bag, play.exchange and play.exchange[::-1])
    for move in play.moves:
        laid = board.new_tiles(move)
        if game.rules.draw.chosen:
            # completiv: a letter of one's own choice comes out of the bag
            chosen = missing(rack, laid)
            rack, bag = rack + chosen, take(bag, chosen)
        rack = take(rack, laid)
        board = board.place(move)
    return opening_value(
        board,
        bag,
        rack,
        solver,
        game.rules,
        game.tileset,
        seed=round_.number,
        samples=OPENING_SAMPLES,
        round_number=round_.number + 1,
    )

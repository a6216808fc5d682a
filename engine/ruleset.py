"""Rule sets: every number and choice in which the federations' rule books differ.

The values live in ``rulesets/*.toml``; each key has its source in the file's ``[sources]`` table (checked by a test). A club writes its own
file, or overrides single keys.
"""

from __future__ import annotations

import dataclasses
import itertools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Literal

from engine.errors import RuleSetError
from engine.notation import Notation
from engine.plain import PlainError, from_plain, to_plain


class Sanction(StrEnum):
    """What a fault on a slip costs."""

    NONE = "none"
    """Nothing; the fault is only noted."""
    WARNING = "warning"
    """True points, and a warning; see :attr:`SlipRules.free_warnings`."""
    PENALTY = "penalty"
    """True points less :attr:`SlipRules.penalty_points`."""
    ZERO = "zero"
    """The slip scores nothing."""
    REFEREE = "referee"
    """The referee decides; the arbiter only proposes."""


class Fault(StrEnum):
    """Everything that can be wrong with a slip, in the order in which several faults are stated."""

    NO_SLIP = "no_slip"
    BLANK_SLIP = "blank_slip"
    SEVERAL_SLIPS = "several_slips"
    CANCELLED = "cancelled"
    """Optimist: the seat's board has been wrong since a zero by double arbitration."""
    LATE = "late"
    UNREADABLE = "unreadable"
    LETTER_NOT_IN_DRAW = "letter_not_in_draw"
    EXCHANGE_MISSING = "exchange_missing"
    """Substitution: the letters were played as drawn where one of them must be exchanged."""
    TOO_FEW_TILES = "too_few_tiles"
    """Optimist: fewer tiles laid than the rules ask. Decomposed: two moves that leave a letter over."""
    WORD_INCOMPLETE = "word_incomplete"
    DOES_NOT_FIT = "does_not_fit"
    NOTHING_PLACED = "nothing_placed"
    NOT_ON_STAR = "not_on_star"
    NOT_CONNECTED = "not_connected"
    INVALID_WORD = "invalid_word"
    INVALID_CROSS_WORD = "invalid_cross_word"
    NOT_IN_OPEN_LIST = "not_in_open_list"
    REFERENCE_MISSING = "reference_missing"
    REFERENCE_SHIFTED = "reference_shifted"
    REFERENCE_CONTRADICTORY = "reference_contradictory"
    REFERENCE_DIRECTION = "reference_direction"
    JOINING_TOO_SHORT = "joining_too_short"
    JOINING_AMBIGUOUS = "joining_ambiguous"
    """They lead to several places."""
    JOINING_ALTERED = "joining_altered"
    BLANK_UNMARKED = "blank_unmarked"
    BLANK_WRONG = "blank_wrong"
    POINTS_MISSING = "missing_points"
    POINTS_WRONG = "wrong_points"
    CONDUCT = "conduct"
    """No fault of the slip: a disciplinary reason, which only the referee states."""


@dataclass(frozen=True, slots=True)
class Minimum:
    """How many vowels and consonants a draw must hold in rounds up to and including ``until_round``."""

    until_round: int
    """0 means "for ever after"."""
    vowels: int
    consonants: int


@dataclass(frozen=True, slots=True)
class DrawRules:
    """What is drawn, when a draw is refused, when the game is out of letters."""

    rack: int = 7
    """Letters in a full draw."""
    placed: int = 7
    """Most letters that one move may place."""
    refill: Literal["complement", "fresh", "discard"] = "complement"
    """``complement``: what was not played stays and is completed; ``fresh``: it goes back and a whole draw is made; ``discard``: it is
    out of the game and a whole draw is made."""
    refused: Literal["all", "fresh"] = "all"
    """What goes back to the bag when a draw is refused: all letters, or only those drawn this round."""
    minima: tuple[Minimum, ...] = (Minimum(0, 1, 1),)
    """The first entry whose ``until_round`` is not passed holds."""
    last_round_free: bool = False
    """Whether the minima are waived once the bag is empty."""
    full_rack_only: bool = False
    """Whether the game ends when a full draw can no longer be made."""
    maximum_rounds: int = 0
    """0: no limit."""
    blank_returns: bool = False
    """Whether a blank just played is exchanged for its letter while the bag holds one."""
    last_round_several: bool = False
    """Whether, once nothing is left to draw, a slip may carry several placements, each on the board the former ones leave."""
    last_round_ends: bool = False
    """Whether the round in which nothing is left to draw is the last one, though letters remain."""
    stuck_rounds: int = 3
    """The game ends when nothing could be placed so many rounds running, though letters are left; 0: never. It ends sooner if no draw
    that is left can be placed."""
    chosen: int = 0
    """Completiv: letters (0 or 1) that each seat adds to the draw, of its own choice from those left in the bag."""
    joker: bool = False
    """Joker game: each draw holds exactly one blank while one is left."""


@dataclass(frozen=True, slots=True)
class Signal:
    """A sound during the countdown."""

    remaining_s: int
    """Seconds left when it sounds; 0 is the end of the time."""
    sound: Literal["warning", "end", "tick"]


@dataclass(frozen=True, slots=True)
class ClockRules:
    """The time of a round and its sounds."""

    kind: Literal["countdown", "deadline"] = "countdown"
    """``countdown``: a round lasts so many seconds; ``deadline``: until a date and hour that the referee gives with each draw, for
    games by correspondence."""
    round_s: int = 180
    """Seconds of one round; a deadline does not ask for them."""
    signals: tuple[Signal, ...] = (Signal(30, "warning"), Signal(0, "end"))


@dataclass(frozen=True, slots=True)
class SoloRules:
    """The bonus of the only seat that found the best."""

    points: int = 10
    minimum_seats: int = 16
    """Fewest seats for a solo to be paid."""
    counted: Literal["played", "present"] = "present"
    """Which seats those are: ``played``, all that have handed in a slip by then, gone or not; ``present``, all that sit there, slip or
    none, and those that left but had played."""
    condition: Literal["top", "best"] = "top"
    """``top``: alone at the top; ``best``: alone at the best score in the room, even below the top."""


@dataclass(frozen=True, slots=True)
class TopRules:
    """Who sets the top, and which of equal moves is placed."""

    by: Literal["computer", "players"] = "computer"
    """Who sets the top: the solver, or the best of the slips."""
    same_letters_if_none: bool = False
    """With ``players``: announce the same letters again when nobody placed anything valid."""
    ties: tuple[Literal["fewest_blanks", "fewest_tiles", "opening", "first"], ...] = ("fewest_blanks", "opening", "first")
    """Criteria among equal tops, in order; ``first`` is the alphabetical last resort."""
    closing_percent: int = 0
    """A tied play whose opening is worth less than this share of the best one's *closes* the game and is set aside first; 0: never."""


@dataclass(frozen=True, slots=True)
class SlipRules:
    """How slips are written and what their faults cost."""

    notation: Notation = Notation.LETTER_ACROSS
    first_slip_at_maximum: bool = False
    """First round: a word counts at the most it can score on the star, whatever reference or blank is written."""
    joining_letters: int = 3
    """Adjacent letters already on the board that identify a place without a reference; 0: not accepted."""
    extension_needs_no_reference: bool = False
    """A word that contains that many adjacent letters of the board by itself needs no reference; a wrong one is ignored."""
    direction: Literal["order", "mark"] = "order"
    """What tells the direction when an arrow or H/V disagrees with the order of letter and number: ``order`` sees a contradiction."""
    shifted_by: int = 1
    """Largest distance in squares at which a wrong reference is *shifted*; further off, the word simply does not fit."""
    forgotten_letters: int = 1
    """Most final letters already on the board that a slip may leave out as ``word_incomplete``; beyond them it is zero."""
    unmarked_blank: Literal["best", "worst"] = "best"
    """Which of two equal letters counts as the blank when the slip does not tell: the choice worth more, or less."""
    late: Literal["zero", "until_reveal"] = "zero"
    """``until_reveal``: a late slip counts while the results are not shown."""
    free_warnings: int = 3
    """Warnings without cost; each further one costs ``penalty_points``."""
    penalty_points: int = 5
    average: Literal["nearest", "down", "up"] = "nearest"
    """How the mean is rounded that a seat is given instead of its own points; half a point is rounded up by ``nearest``."""
    form: Literal["plain", "romanian"] = "plain"
    """How a placement is printed: ``H4 RETiNES 66``, or ``H4: RET(I)NES = 66 p``."""
    game_number: int = 0
    """Number of the game in its contest, before each placement printed in Romanian form: ``P11-T1``; 0: none."""
    sanctions: Mapping[Fault, Sanction] = field(default_factory=dict)
    """Fault → sanction; what is not named here has :data:`DEFAULT_SANCTIONS`."""

    def sanction(self, fault: Fault) -> Sanction:
        return self.sanctions.get(fault, DEFAULT_SANCTIONS.get(fault, Sanction.ZERO))


DEFAULT_SANCTIONS: Mapping[Fault, Sanction] = {
    Fault.REFERENCE_SHIFTED: Sanction.REFEREE,
    Fault.REFERENCE_CONTRADICTORY: Sanction.REFEREE,
    Fault.REFERENCE_DIRECTION: Sanction.REFEREE,
    Fault.JOINING_TOO_SHORT: Sanction.WARNING,
    Fault.JOINING_AMBIGUOUS: Sanction.REFEREE,
    Fault.JOINING_ALTERED: Sanction.WARNING,
    Fault.BLANK_UNMARKED: Sanction.WARNING,
    Fault.BLANK_WRONG: Sanction.WARNING,
    Fault.POINTS_MISSING: Sanction.WARNING,
    Fault.POINTS_WRONG: Sanction.WARNING,
    Fault.CONDUCT: Sanction.WARNING,
    Fault.UNREADABLE: Sanction.REFEREE,
}


@dataclass(frozen=True, slots=True)
class RankingRules:
    """How equal totals are told apart."""

    tie_breaks: tuple[Literal["last_rounds", "tops_found", "fewest_warnings", "solos"], ...] = ()
    """Applied in order to equal totals; those still equal share a rank (1 2 2 4)."""
    by: Literal["points", "time"] = "points"
    """``time``: topping. What ranks is the time each seat took to hand in a top; of its slips the first that is one counts."""
    missed_s: int = 60
    """Seconds that topping adds to a whole round's time when a seat did not find the top."""


@dataclass(frozen=True, slots=True)
class VariantRules:
    """What only the games of substitution, decomposed and optimist ask; ``RuleSet.game`` says which is played."""

    exchange_blank: bool = True
    """Substitution: whether a blank of the pool may be taken."""
    exchange_decline: bool = True
    """Substitution: whether the letters may be played as drawn."""
    split_bonus: int = 0
    """Decomposed: points for placing seven tiles in two moves."""
    least_tiles: int = 2
    """Optimist: fewest tiles of a move."""
    carried: int = 3
    """Optimist: most letters of the round before that join the last draw; with more of them left, none does."""
    questions: int = 3
    """Optimist: questions about a word that a seat may put to the referee."""
    invalid_points: int = 50
    """Optimist: what a word that is not admitted costs."""
    invalid_deducts: bool = False
    """Optimist: whether the letters lost by such a word are deducted besides."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A rule book, or a club's variant of one."""

    name: str
    title: str
    tileset: str
    """Name of a tile set."""
    lexicon: str
    """Name of the lexicon played with unless the evening says otherwise."""
    game: Literal["duplicate", "optimist", "substitution", "decomposed"] = "duplicate"
    draw: DrawRules = field(default_factory=DrawRules)
    clock: ClockRules = field(default_factory=ClockRules)
    bonus: Mapping[int, int] = field(default_factory=lambda: {7: 50})
    """Tiles placed in one move → points."""
    solo: SoloRules = field(default_factory=SoloRules)
    top: TopRules = field(default_factory=TopRules)
    slip: SlipRules = field(default_factory=SlipRules)
    ranking: RankingRules = field(default_factory=RankingRules)
    variant: VariantRules = field(default_factory=VariantRules)
    sources: Mapping[str, str] = field(default_factory=dict)
    """Dotted key → where the value was read, or why it was chosen."""

    @property
    def full_title(self) -> str:
        """The title with the club formats that are played, as clubs write them in any language: ``Duplicate (FISF) · joker · 7/8``."""
        formats = [self.title]
        if self.draw.joker:
            formats.append("joker")
        if self.draw.chosen:
            formats.append("completiv")
        if self.draw.rack == 8:
            formats.append("7/8" if self.draw.placed == 7 else "7 & 8" if self.draw.placed == 8 else f"{self.draw.placed}/8")
        if self.ranking.by == "time":
            formats.append("topping")
        return " · ".join(formats)

    @property
    def missed_ms(self) -> int:
        """What a missed top costs in topping: the whole time of a round and more."""
        return 1000 * (self.clock.round_s + self.ranking.missed_s)

    def minimum(self, round_number: int) -> Minimum:
        """Vowels and consonants demanded in a round (numbered from 1)."""
        for minimum in self.draw.minima:
            if minimum.until_round == 0 or round_number <= minimum.until_round:
                return minimum
        return Minimum(0, 0, 0)


def ruleset_from_dict(data: Mapping[str, Any]) -> RuleSet:
    """Build and check a rule set from the mapping a TOML file holds.

    :raises RuleSetError: naming the key, what it holds and what was expected.
    """
    try:
        rules = from_plain(RuleSet, data)
    except PlainError as error:
        raise RuleSetError(f"rule set {data.get('name', '?')}: {error}") from error
    for key, value, low, high in (
        ("draw.rack", rules.draw.rack, 1, 8),
        ("draw.placed", rules.draw.placed, 1, 8),
        ("draw.chosen", rules.draw.chosen, 0, 1),
        ("draw.maximum_rounds", rules.draw.maximum_rounds, 0, 200),
        ("draw.stuck_rounds", rules.draw.stuck_rounds, 0, 100),
        ("clock.round_s", rules.clock.round_s, 5, 24 * 3600),
        ("ranking.missed_s", rules.ranking.missed_s, 0, 24 * 3600),
        ("solo.points", rules.solo.points, 0, 1000),
        ("solo.minimum_seats", rules.solo.minimum_seats, 1, 100_000),
        ("top.closing_percent", rules.top.closing_percent, 0, 100),
        ("slip.joining_letters", rules.slip.joining_letters, 0, 15),
        ("slip.shifted_by", rules.slip.shifted_by, 0, 14),
        ("slip.forgotten_letters", rules.slip.forgotten_letters, 0, 14),
        ("slip.free_warnings", rules.slip.free_warnings, 0, 1000),
        ("slip.game_number", rules.slip.game_number, 0, 999),
        ("slip.penalty_points", rules.slip.penalty_points, 0, 1000),
        ("variant.split_bonus", rules.variant.split_bonus, 0, 1000),
        ("variant.least_tiles", rules.variant.least_tiles, 1, 8),
        ("variant.carried", rules.variant.carried, 0, 7),
        ("variant.questions", rules.variant.questions, 0, 1000),
        ("variant.invalid_points", rules.variant.invalid_points, 0, 1000),
        *((f"bonus.{tiles}", points, 0, 1000) for tiles, points in rules.bonus.items()),
        *(("tiles of a bonus", tiles, 1, 8) for tiles in rules.bonus),
        *(("clock.signals.remaining_s", signal.remaining_s, 0, 24 * 3600) for signal in rules.clock.signals),
        *(("draw.minima.until_round", minimum.until_round, 0, 200) for minimum in rules.draw.minima),
        *(("draw.minima.vowels", minimum.vowels, 0, 8) for minimum in rules.draw.minima),
        *(("draw.minima.consonants", minimum.consonants, 0, 8) for minimum in rules.draw.minima),
    ):
        if not low <= value <= high:
            raise RuleSetError(f"rule set {rules.name}: {key}: expected {low} to {high}, not {value}")
    if rules.clock.kind == "deadline" and rules.ranking.by == "time":
        raise RuleSetError(f"rule set {rules.name}: clock.kind 'deadline' leaves no time to rank by: ranking.by must be 'points'")
    if rules.draw.chosen and rules.game != "duplicate":
        raise RuleSetError(f"rule set {rules.name}: draw.chosen goes with a duplicate game, not with {rules.game!r}")
    if rules.draw.placed > rules.draw.rack + rules.draw.chosen:
        most = "draw.rack and draw.chosen together" if rules.draw.chosen else f"draw.rack {rules.draw.rack}"
        raise RuleSetError(f"rule set {rules.name}: draw.placed {rules.draw.placed} is more than {most}")
    _check_minima(rules)
    return rules


def _check_minima(rules: RuleSet) -> None:
    """:raises RuleSetError: for minima that no draw can hold, as no tile serves both, or that do not follow each other."""
    for minimum in rules.draw.minima:
        if minimum.vowels + minimum.consonants > rules.draw.rack:
            both = f"{minimum.vowels} vowels and {minimum.consonants} consonants"
            raise RuleSetError(f"rule set {rules.name}: draw.minima: {both} are more than a draw of {rules.draw.rack} (draw.rack)")
    ends = [minimum.until_round or 1000 for minimum in rules.draw.minima]
    if any(later <= earlier for earlier, later in itertools.pairwise(ends)):
        written = ", ".join(str(minimum.until_round) for minimum in rules.draw.minima)
        raise RuleSetError(f"rule set {rules.name}: draw.minima.until_round: expected rising rounds, 0 only as the last, not {written}")


def ruleset_to_dict(rules: RuleSet) -> dict[str, Any]:
    """The inverse of :func:`ruleset_from_dict`."""
    plain: dict[str, Any] = to_plain(rules)
    return plain


FORMATS: Mapping[str, tuple[str, ...]] = {
    "format.joker": ("draw.joker", "draw.blank_returns"),
    "format.rack": ("draw.rack",),
    "format.placed": ("draw.placed",),
    "format.pace": ("clock.round_s",),
    "format.topping": ("ranking.by",),
}
"""A club format's key and the keys of the rule set that it stands for."""

FORMAT_VALUES: Mapping[str, Mapping[str, str]] = {
    # blitz and semi-rapid are shorter clocks of 1 to 3 minutes; the exact figures are the clubs’ own
    "format.pace": {"normal": "180", "semi-rapid": "120", "blitz": "60"},
    "format.topping": {"true": "time", "false": "points"},
}
"""Words that a format's key takes, and the value each stands for."""


def with_setting(rules: RuleSet, key: str, value: str) -> RuleSet:
    """The rule set with one key replaced, e.g. ``with_setting(rules, "solo.minimum_seats", "2")``.

    The keys of :data:`FORMATS` are the club formats, which go with any rule book of the duplicate game.

    :raises RuleSetError: if the key is unknown or the text is no value for it.
    """
    if key in FORMATS:
        return _with_format(rules, key, value)
    data = ruleset_to_dict(rules)
    table: Any = data
    *path, last = key.split(".")
    for part in path:
        table = table.get(part) if isinstance(table, dict) else None
    known = isinstance(table, dict) and (last in table or path == ["bonus"] or key.startswith("slip.sanctions."))
    if not known or (not path and last in {"name", "sources"}):
        raise RuleSetError(f"{key!r} is no setting of rule set {rules.name}; for instance solo.minimum_seats is", "no_setting", key=key)
    form = LIST_FORMS.get(key)
    table[last] = _parse_value(value) if form is None else _parse_list(value)
    try:
        changed = ruleset_from_dict(data)
        return checked_signals(changed) if key == "clock.signals" else changed
    except RuleSetError as error:
        if form is None:
            raise RuleSetError(str(error), "bad_setting", key=key, value=value[:40]) from error
        raise RuleSetError(f"{error}; written as {form}", "bad_list", key=key, value=value[:40], form=form) from error


def _with_format(rules: RuleSet, key: str, value: str) -> RuleSet:
    if rules.game != "duplicate":
        said = f"{key}: the club formats go with a duplicate game; {rules.name} is played as {rules.game!r}"
        raise RuleSetError(said, "no_setting", key=key)
    words = FORMAT_VALUES.get(key)
    if words is not None and value not in words:
        raise RuleSetError(f"{key}: expected {' or '.join(words)}, not {value[:40]!r}", "bad_setting", key=key, value=value[:40])
    # without the joker format a book's own rule about blanks stands as it was
    parts = ("draw.joker",) if (key, value) == ("format.joker", "false") else FORMATS[key]
    for part in parts:
        rules = with_setting(rules, part, words[value] if words else value)
    # eight tiles placed count 75: http://scrabble-varesterel.fr/definitions-pour-faire-pro/
    return replace(rules, bonus={8: 75, **rules.bonus}) if rules.draw.placed == 8 else rules


LIST_FORMS: Mapping[str, str] = {
    "draw.minima": "[{until_round = 15, vowels = 2, consonants = 2}, {until_round = 0, vowels = 1, consonants = 1}]",
    "clock.signals": '[{remaining_s = 30, sound = "warning"}, {remaining_s = 0, sound = "end"}]',
    "top.ties": '["fewest_blanks", "opening", "first"]',
    "ranking.tie_breaks": '["tops_found", "fewest_warnings"]',
}
"""Settings that are lists, each with an example of the one way to write it: as TOML, like in a rule-set file."""


def _parse_list(text: str) -> Any:
    """The value as TOML; what is none stays the text that it is, and is refused as such."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def checked_signals(rules: RuleSet) -> RuleSet:
    """The rule set itself.

    :raises RuleSetError: if a signal would sound before the round begins.
    """
    longest = max((signal.remaining_s for signal in rules.clock.signals), default=0)
    if rules.clock.kind == "countdown" and longest > rules.clock.round_s:
        raise RuleSetError(
            f"rule set {rules.name}: clock.signals: {longest} s before the end: a round lasts {rules.clock.round_s} s (clock.round_s)"
        )
    return rules


def _parse_value(text: str) -> bool | int | str:
    if text in ("true", "false"):
        return text == "true"
    if text.removeprefix("-").isdecimal() and len(text) < 10:
        return int(text)
    return text


def setting_keys() -> tuple[str, ...]:
    """Every dotted key of a rule set, for documentation and its test."""
    return tuple(_keys(RuleSet, ""))


def _keys(kind: Any, prefix: str) -> list[str]:
    keys = []
    for item in dataclasses.fields(kind):
        default = item.default_factory() if item.default_factory is not dataclasses.MISSING else None
        if dataclasses.is_dataclass(default):
            keys += _keys(type(default), f"{prefix}{item.name}.")
        elif item.name not in ("name", "title", "sources"):
            keys.append(prefix + item.name)
    return keys

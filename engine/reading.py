"""Reading a slip as people write it, and writing a play as the program does.

A slip is free text: a reference, the word, the points, perhaps letters of the board that it joins, in any order that can be told apart.
Reading never decides whether the slip is good; that is :mod:`engine.arbiter`. Forms and their sources: ``docs/rules.md``, "How a slip is
written".
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field, replace

from engine.bulletin import MAX_SLIP, Play
from engine.errors import NotationError, TileError
from engine.move import Move
from engine.notation import Notation, Reference, move_reference, parse_reference
from engine.ruleset import SlipRules
from engine.squares import Direction
from engine.tiles import TileSet


@dataclass(frozen=True, slots=True)
class WrittenReference:
    """One reference as it stands on the slip."""

    text: str
    reference: Reference | None
    """What the order of letter and number says; ``None`` if it names no square of the board (``H16``, ``P4``)."""
    marked: Direction | None = None
    """The direction given beside it by an arrow or by H/V."""


@dataclass(frozen=True, slots=True)
class Placement:
    """One placement as written; nearly every slip has exactly one."""

    references: tuple[WrittenReference, ...] = ()
    word: str | None = None
    """Tiles; a letter marked as a blank is in lower case."""
    joining: str = ""
    """Letters after a ``+``: what the word joins on the board, as tiles."""
    others: tuple[str, ...] = ()
    """Further words without a ``+``: joining letters, an alternative, or the rest of a word written in pieces; only the board can tell."""
    claims: tuple[int, ...] = ()
    """Every number that can only be points."""

    @property
    def claimed(self) -> int | None:
        """The points counted; ``None`` when none or contradictory ones are written."""
        return self.claims[0] if len(set(self.claims)) == 1 else None

    @property
    def is_blank(self) -> bool:
        return not (self.references or self.word or self.joining or self.others or self.claims)


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip as read: the text, and what was found in it."""

    text: str
    placements: tuple[Placement, ...] = (Placement(),)
    """Separated by ``/``, ``;``, ``|`` or ``&``: rounds that allow several, or alternatives without a choice. Never empty. If there are
    several, each has a word; such a sign beside a part without one divides nothing."""
    exchange: tuple[str, str] | None = None
    """Substitution: the tile given up and the tile taken, ``I>W``."""
    total: int | None = None
    """What is written for all placements together behind the points of each: 51 in ``H4 JAMBON 48 / 9G ON 3 = 51``."""

    @property
    def references(self) -> tuple[WrittenReference, ...]:
        return self.placements[0].references

    @property
    def word(self) -> str | None:
        return self.placements[0].word

    @property
    def parts(self) -> tuple[int, ...]:
        """The points of each placement; none unless they are told for every one."""
        claimed = [placement.claimed for placement in self.placements]
        return () if None in claimed else tuple(points for points in claimed if points is not None)

    @property
    def numbers(self) -> tuple[int, ...]:
        """Every number that can only be points, as written."""
        numbers = [number for placement in self.placements for number in placement.claims]
        return tuple(numbers if self.total is None else [*numbers, self.total])

    @property
    def claimed(self) -> int | None:
        """The points of all placements together, or the only number written; ``None`` when they cannot be told."""
        if self.parts:
            return sum(self.parts) if self.total in (None, sum(self.parts)) else None
        numbers = set(self.numbers)
        return numbers.pop() if len(numbers) == 1 else None


def read_slip(
    text: str,
    tileset: TileSet,
    notation: Notation = Notation.LETTER_ACROSS,
    *,
    several: bool = False,
    exchanges: bool = False,
) -> Slip:
    """Read what a seat handed in. *several*: the round takes several placements, so that place and word again are the next one.
    *exchanges*: the game has exchanges, so that two letters with a dash beside another word are one, ``I-W`` for ``I>W``.

    A word typed wholly in lower case, or with just a capital first letter, is taken as upper case, for telephones write so; otherwise
    lower case marks a blank, as do ``(I)``, a letter followed by ``0``, and a circled letter.

    :raises NotationError: for a text that is too long or holds what is neither a letter of the tile set nor a known sign.
    """
    if len(text) > MAX_SLIP:
        raise NotationError(f"a slip of {len(text)} characters is too long: {MAX_SLIP} at most")
    return _Reader(text, tileset, notation, several, exchanges).read()


def parse_play(text: str, tileset: TileSet, notation: Notation = Notation.LETTER_ACROSS) -> Play:
    """Read a play that names its place and its word in full, the inverse of :func:`format_play`. Points are passed over.

    :raises NotationError: when the reference or the word is missing, doubled or unreadable.
    """
    slip = read_slip(text, tileset, notation)
    moves = []
    for placement in slip.placements:
        if len(placement.references) != 1 or placement.word is None or placement.others or placement.joining:
            raise NotationError(f"{text!r} is no placement: expected one reference and one word, such as H4 RETINES")
        written = placement.references[0]
        if written.reference is None:
            raise NotationError(f"{written.text!r} in {text!r} is off the board")
        row, col, direction = written.reference
        moves.append(Move(placement.word, row, col, written.marked or direction))
    return Play(tuple(moves), slip.exchange)


def format_play(play: Play, tileset: TileSet, notation: Notation = Notation.LETTER_ACROSS) -> str:
    """The canonical text, ``H4 RETiNES``; several moves are joined by `` / ``, an exchange stands before as ``I>W``."""
    parts = [f"{move_reference(move, notation)} {format_word(move.word, tileset)}" for move in play.moves]
    given = f"{format_exchange(play.exchange, tileset)} " if play.exchange else ""
    return given + " / ".join(parts)


def format_scored(play: Play, points: int, tileset: TileSet, rules: SlipRules, heading: str = "") -> str:
    """A play and its points as the rule book's clubs print them: ``H4 RETiNES 66``, or ``P11-T1 - H4: JU(C)ATOR = 100 p``.

    *heading* is what stands before it in the Romanian form, ``P11-T1``. :func:`read_slip` reads both forms.
    """
    if rules.form == "plain":
        return f"{format_play(play, tileset, rules.notation)} {points}"
    words = [f"{move_reference(move, rules.notation)}: {_in_parentheses(move.word, tileset)}" for move in play.moves]
    return (f"{heading} - " if heading else "") + " / ".join(words) + f" = {points} p"


def format_exchange(exchange: tuple[str, str], tileset: TileSet) -> str:
    """The tile given up and the tile taken, ``I>W``."""
    return ">".join(map(tileset.face, exchange))


def format_word(word: str, tileset: TileSet) -> str:
    """A word so that reading gives it back: blanks in lower case, or in parentheses where case alone would be misread.

    Hyphens keep tiles apart whose faces run together into another tile (``C-H`` in Spanish).
    """
    if _case_marks_blanks(word, tileset) or word.isupper():
        spelled = tileset.spell(word)
        faces = [tileset.face(tile) for tile in word]
    else:
        spelled = _in_parentheses(word, tileset)
        faces = [_in_parentheses(tile, tileset) for tile in word]
    apart = not tileset.is_plain and tileset.read(tileset.spell(word.upper())) != word.upper()
    return "-".join(faces) if apart else spelled


def _in_parentheses(word: str, tileset: TileSet) -> str:
    return "".join(f"({tileset.face(tile.upper())})" if tile.islower() else tileset.face(tile) for tile in word)


def _case_marks_blanks(word: str, tileset: TileSet) -> bool:
    """Whether the lower-case letters of a word are meant as blanks, and not as a telephone's way of writing."""
    lower = sum(map(str.islower, word))
    as_a_name = word[:1].isupper() and lower == len(word) - 1
    return 0 < lower <= max(tileset.blanks, 1) and lower < len(word) and not as_a_name


_LETTER = r"[^\W\d_]"
_GAME_AND_ROUND = re.compile(r"\s*P ?\d{1,3}\s*[-–./]?\s*T ?\d{1,3}\s*[-–:]*\s*", re.IGNORECASE | re.ASCII)
"""Romanian slips start with game and round: ``P11-T1 - H4: JUCATOR = 102 p``."""
_EXCHANGE = re.compile(r"(?P<given>[^\W\d_]{1,3}|\?)\s*(?:->|[>→⇒])\s*(?P<taken>[^\W\d_]{1,3}|\?)(?!\w)")
_EXCHANGE_OR_DASH = re.compile(
    r"(?P<given>[^\W\d_]{1,3}|\?)\s*(?:->|[>→⇒]|(?P<dash>[-–—−]))\s*(?P<taken>[^\W\d_]{1,3}|\?)(?(dash)(?![\w(\[–—−-])|(?!\w))"
)
_LETTER_NUMBER = re.compile(
    r"(?:([A-O])(?: ?[-.:]? ?|[,/])0?(1[0-5]|[1-9])|([A-Z])-?([1-9]\d?))(?!\d)", re.IGNORECASE | re.ASCII
)
"""Written tight, a letter and a number may also be a reference off the board, ``H16``, ``P4``, or have a stroke between them."""
_NUMBER_LETTER = re.compile(
    r"(?:0?(1[0-5]|[1-9]) ?[-.:]? ?([A-O])|(1[0-5]|[1-9])[,/]([A-O])(?! *\d)|([1-9]\d)([A-O]))(?=[HV]?(?![\w(\[]))",
    re.IGNORECASE | re.ASCII,
)
_NUMBER_LETTER_WORD = re.compile(r"(1[0-5]|[1-9])([A-O])(?=[^\W\d_]{2})", re.IGNORECASE)
_MARK = re.compile(r"\s*(?:(->|=>|[→⇒►▶>])|([↓⇓▼])|([HV])(?![\w(\[])(?! [^\W\d_](?!\w)))", re.IGNORECASE)
_NUMBER = re.compile(r"\d+", re.ASCII)
_UNITS = "points?|punten|punt|puncte|punct|pct|pts|pt|ptn|pnt|p"
_UNIT = re.compile(rf"\s*(?:({_UNITS}|scrabble)(?!\w)[.!]*|[(]scrabble *!?[)])", re.IGNORECASE)
"""What may follow the points; so may the cry that all tiles were laid."""
_UNIT_SIGNS = frozenset({"pct", "pts", "pt", "ptn", "pnt", "p"})
_SPACED_LETTERS = re.compile(rf"{_LETTER}(?: (?:{_LETTER}|[(\[]{_LETTER}[)\]])){{1,14}}(?!\w)")
_LONE_BLANK = re.compile(rf"[(\[]{_LETTER}{{1,3}}[)\]]")
_BLANK_APART = re.compile(rf"[ \t]*({_LONE_BLANK.pattern})")
"""A letter in parentheses with blanks before it: ``JU (C) ATOR``."""
_BLANKS = re.compile(r"[ \t]+")
_WORD = re.compile(
    rf"(?:{_LETTER}|[()\[\]]|(?<={_LETTER})0(?!\d)|(?<={_LETTER}|[)\]])['’·.\-](?={_LETTER}|[(\[]))+"
)
"""Letters, parentheses, a nought that marks the letter before it, and signs between letters."""
_LETTER_AND_POINTS = re.compile(
    rf"[\s:=,.-]*[A-Z] +\d{{1,3}} *(?:{_UNITS})?\.?\s*(?=[/;|&]|$)", re.IGNORECASE | re.ASCII
)
"""What ends a placement: ``O 3``, with a blank between, where no word stands."""
_POINTS_BESIDE = re.compile(rf"\d{{1,4}}(?!\d)(?:{_UNIT.pattern})?[\s:=,.-]*", re.IGNORECASE | re.ASCII)
"""Points between a word and its place."""
_POINTS_NEXT = re.compile(r"[\s:=,.-]*\d")
_NEXT_WORD = re.compile(r"[\s:=,.-]*[(\[]?[^\W\d_](?:[^\W\d_]|[(\[])")
_PASSED_OVER = re.compile(r"[\s:=,.\"'«»“”!°*_–—-]+")
_AROUND = re.compile(r"[(\[](?=(?:[A-Z][ ,./:-]?)?[0-9])", re.IGNORECASE | re.ASCII)
"""A parenthesis around points or a reference, not around a letter."""
_DIRECTION_LETTERS = {"H": Direction.ACROSS, "V": Direction.DOWN}
"""Dutch: *horizontaal*, *verticaal*; alone they are no word."""
_DIRECTION_WORDS = {
    "HOR": Direction.ACROSS,
    "HORIZONTAAL": Direction.ACROSS,
    "VER": Direction.DOWN,
    "VERT": Direction.DOWN,
    "VERTICAAL": Direction.DOWN,
}
"""On a Dutch slip, beside another word; alone they are the word played, for some are valid."""
_SEPARATOR = re.compile(r"[/;|&]")


@dataclass(slots=True)
class _Draft:
    """A placement being read, or a part of one."""

    references: list[WrittenReference] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    joining: str = ""
    claims: list[int] = field(default_factory=list)
    units: list[str] = field(default_factory=list)
    marks: list[Direction] = field(default_factory=list)
    """Directions that do not follow a reference at once."""

    def says_word(self, language: str) -> bool:
        """Whether a word is in it that is no direction; with a place and points of its own a direction is the word."""
        if self.words and self.references and self.claims:
            return True
        directions = _DIRECTION_WORDS.keys() if language == "nl" else frozenset[str]()
        return any(word.upper() not in directions and not _DIRECTION_LETTERS.keys() >= set(word) for word in self.words)

    def __add__(self, other: _Draft) -> _Draft:
        return _Draft(
            self.references + other.references,
            self.words + other.words,
            self.joining + other.joining,
            self.claims + other.claims,
            self.units + other.units,
            self.marks + other.marks,
        )

    def placement(self, reader: _Reader) -> Placement:
        if not self.words:
            # "12 POINTS" without another word: POINTS was played; an abbreviation is no word
            self.words += [reader.tiles(unit) for unit in self.units if unit.lower() not in _UNIT_SIGNS][:1]
        words = [word for word in self.words if not _DIRECTION_LETTERS.keys() >= set(word)] or list(self.words)
        marks = self.marks + [_DIRECTION_LETTERS[letter] for word in self.words if word not in words for letter in word]
        if reader.tileset.language == "nl":
            spoken = [word for word in words if word.upper() in _DIRECTION_WORDS]
            spoken = spoken[:-1] if len(spoken) == len(words) else spoken
            marks += [_DIRECTION_WORDS[word.upper()] for word in spoken]
            for one in spoken:
                words.remove(one)
        word = words[0] if words else None
        return Placement(self._marked_references(marks), word, self.joining, tuple(words[1:]), tuple(self.claims))

    def _marked_references(self, marks: list[Direction]) -> tuple[WrittenReference, ...]:
        """Directions that stand apart belong to the only reference; across and down at once make it two that contradict each other."""
        if len(self.references) != 1 or not marks:
            return tuple(self.references)
        only = self.references[0]
        found = dict.fromkeys(marks if only.marked is None else [only.marked, *marks])
        return tuple(replace(only, marked=mark) for mark in found)


def _whole(parts: list[_Draft], language: str) -> list[_Draft]:
    """The placements that parts between signs make up: one without a word belongs to the word before it, unless that has a place and this
    is another that the next word lacks; before the first word it belongs to that."""
    whole: list[_Draft] = []
    waiting = _Draft()
    for part in parts:
        if part.says_word(language):
            if part.references and whole:
                whole[-1] += waiting
            else:
                part = waiting + part
            whole.append(part)
            waiting = _Draft()
        elif not whole or waiting.references or (part.references and whole[-1].references):
            waiting += part
        else:
            whole[-1] += part
    if not whole:
        return [waiting]
    whole[-1] += waiting
    return whole


class _Reader:
    """One pass over the text from left to right; the position moves on at every step."""

    def __init__(self, text: str, tileset: TileSet, notation: Notation, several: bool, exchanges: bool) -> None:
        self.verbatim = text
        self.tileset = tileset
        self.notation = notation
        self.several = several
        self.exchange_sign = _EXCHANGE_OR_DASH if exchanges else _EXCHANGE
        self.text = _plain_signs(text)
        if len(self.text) > 4 * MAX_SLIP:
            raise NotationError(f"{text[:20]!r}… holds too many composed characters")
        self.at = 0
        self.drafts = [_Draft()]
        self.exchange: tuple[str, str] | None = None
        self.dashed = False

    def read(self) -> Slip:
        if match := _GAME_AND_ROUND.match(self.text):
            self.at = match.end()
        while self.at < len(self.text):
            self._step()
        if self.dashed and not any(draft.words for draft in self.drafts):
            raise NotationError(f"{self.verbatim!r}: an exchange or a word of two letters")
        placements = [draft.placement(self) for draft in _whole(self.drafts, self.tileset.language)]
        kept, total = _with_total([one for one in placements if not one.is_blank], self.several)
        return Slip(self.verbatim, tuple(kept) or (Placement(),), self.exchange, total)

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.match(self.text, self.at)
        if match:
            self.at = match.end()
        return match

    def _step(self) -> None:
        draft = self.drafts[-1]
        if self._take(_PASSED_OVER) or self._take(_AROUND):
            return
        if self._take(_SEPARATOR):
            self.drafts.append(_Draft())
        elif self.text[self.at] == "+":
            self.at += 1
            self._take(_PASSED_OVER)
            if not (self.several and self._added(draft)):
                self._joining(draft)
        elif not (self._exchange() or self._reference(draft) or self._points(draft)):
            self._word(draft)

    def _joining(self, draft: _Draft) -> None:
        """The letters after a plus."""
        if not (match := self._take(_SPACED_LETTERS) or self._take(_WORD)):
            raise NotationError(f"no letters after the + in {self.verbatim!r}")
        draft.joining += self.tiles(match[0]).upper()

    def _added(self, draft: _Draft) -> bool:
        """Whether a plus adds the next placement, or its points, and no joining letters: ``JAMBON H4 48 + ON 9G 3``, ``48 + 3 = 51``."""
        if not (draft.references and draft.words):
            return False
        start = self.at
        if self._named_place():
            follows = self._place_of_next()
        elif self._take(_NUMBER):
            follows = True
        else:
            word = bool(self._take(_SPACED_LETTERS) or self._take(_WORD))
            counted = word and bool(draft.claims and _POINTS_NEXT.match(self.text, self.at))
            # a place with a word of its own behind it is not the place of the letters before it
            follows = not self._place_of_next() if word and self._place_beside() else counted
            if follows:
                self.drafts.append(_Draft())
        self.at = start
        return follows

    def _named_place(self) -> bool:
        """Pass over a reference and its direction, if they stand here."""
        if not (self._take(_LETTER_NUMBER) or self._take(_NUMBER_LETTER)):
            return False
        self._take(_MARK)
        return True

    def _place_beside(self) -> bool:
        """Pass over the reference behind a word, and points between them."""
        self._take(_PASSED_OVER)
        return self._named_place() or (bool(self._take(_POINTS_BESIDE)) and self._named_place())

    def _place_of_next(self) -> bool:
        """Whether the reference just passed stands before a word of its own."""
        return bool(_NEXT_WORD.match(self.text, self.at) or _LETTER_AND_POINTS.match(self.text, self.at))

    def _exchange(self) -> bool:
        match = self.exchange_sign.match(self.text, self.at)
        if match is None:
            return False
        try:
            given, taken = (self.tileset.read(part.upper(), blanks=True) for part in match.group("given", "taken"))
        except TileError:
            return False
        if len(given) != 1 or len(taken) != 1:
            return False
        if self.exchange is not None:
            raise NotationError(f"{self.verbatim!r} exchanges more than one letter")
        self.exchange = (given, taken)
        self.dashed = "dash" in match.groupdict() and match["dash"] is not None
        self.at = match.end()
        return True

    def _reference(self, draft: _Draft) -> bool:
        if self.several and draft.references and not draft.words and _LETTER_AND_POINTS.match(self.text, self.at):
            return False  # a second place would leave no word: "H10 O 3" is one letter and its points
        # a tight "4HRETINES" is a reference only as long as there is none yet
        match = self._take(_LETTER_NUMBER) or self._take(_NUMBER_LETTER)
        if match is None and not draft.references:
            match = self._take(_NUMBER_LETTER_WORD)
        if match is None:
            return False
        try:
            reference = parse_reference("".join(filter(None, match.groups())), self.notation)
        except NotationError:
            reference = None
        text, marked = match[0], None
        if mark := self._take(_MARK):
            letter = (mark[3] or "").upper()
            marked = _DIRECTION_LETTERS[letter] if letter else Direction.ACROSS if mark[1] else Direction.DOWN
            text += mark[0]
        complete = draft.references and draft.words and (draft.claims or self.several)
        if complete and self._place_of_next():
            # place and word, and points unless they are added up at the end: this is the next, and no sign stands between
            self.drafts.append(_Draft())
        self.drafts[-1].references.append(WrittenReference(text, reference, marked))
        return True

    def _points(self, draft: _Draft) -> bool:
        match = self._take(_NUMBER)
        if match is None:
            return False
        if len(match[0]) > 4:
            raise NotationError(f"{match[0][:12]} is no number of points")
        draft.claims.append(int(match[0]))
        while unit := self._take(_UNIT):
            draft.units.append(unit[1] or "scrabble")
        return True

    def _word(self, draft: _Draft) -> None:
        arrow = _MARK.match(self.text, self.at)
        if arrow and not arrow[3]:
            draft.marks.append(Direction.ACROSS if arrow[1] else Direction.DOWN)
            self.at = arrow.end()
            return
        match = self._take(_SPACED_LETTERS) or self._take(_WORD)
        if match is None:
            char = self.text[self.at]
            raise NotationError(f"{char!r} in {self.verbatim!r} cannot be read on a slip")
        if not match[0].strip("()[]"):
            return  # parentheses around a number or a reference
        draft.words.append(self.tiles(self._with_blanks_apart(match[0])))

    def _with_blanks_apart(self, word: str) -> str:
        """A letter in parentheses belongs to the letters before and after it, whatever blanks stand between."""
        apart = bool(_LONE_BLANK.fullmatch(word))
        while True:
            if apart:
                word += self._rest_of_word()
            blank = _BLANK_APART.match(self.text, self.at)
            if blank is None or not self._is_tile(blank[1]):
                return word
            self.at, apart = blank.end(), True
            word += blank[1]

    def _rest_of_word(self) -> str:
        """The letters that stand next, unless they are a reference or a unit."""
        start = self.at
        self._take(_BLANKS)
        named = _LETTER_NUMBER.match(self.text, self.at) or _UNIT.match(self.text, self.at)
        more = None if named else self._take(_SPACED_LETTERS) or self._take(_WORD)
        if more is None:
            self.at = start
        return more[0] if more else ""

    def _is_tile(self, part: str) -> bool:
        try:
            return len(self.tileset.read(part.strip("()[]"))) == 1
        except TileError:
            return False

    def tiles(self, text: str) -> str:
        """Letters as tiles with their blank marks."""
        marked: list[bool] = []
        parts: list[str] = []
        for part, inside in _marked_parts(text):
            read = self._read(part)
            parts.append(read)
            marked += [inside] * len(read)
        word = "".join(parts)
        if not word:
            raise NotationError(f"{text!r} in {self.verbatim!r} holds no letters")
        if sum(marked) > max(self.tileset.blanks, 1):
            marked = [False] * len(word)
        by_case = _case_marks_blanks(word, self.tileset)
        lower = [mark or (by_case and tile.islower()) for tile, mark in zip(word, marked, strict=True)]
        return "".join(tile.lower() if mark else tile.upper() for tile, mark in zip(word, lower, strict=True))

    def _read(self, part: str) -> str:
        try:
            return self.tileset.read(part)
        except TileError as error:
            stretches = re.split(r"['’·.\-]", part)
            if len(stretches) == 1:
                raise NotationError(str(error)) from error
            return "".join(map(self._read, stretches))


def _with_total(placements: list[Placement], several: bool) -> tuple[list[Placement], int | None]:
    """The placements with the points of each, and the number for all of them, where one more number is written than there are placements.

    That is so if the last number is the sum of the others, or if each placement has points of its own and the last one, where *several*
    may be played, two different ones.
    """
    *own, total = [number for placement in placements for number in placement.claims] or [0]
    if len(placements) < 2 or len(own) != len(placements):
        return placements, None
    beside = several and own[-1] != total and all(len(placement.claims) == 1 for placement in placements[:-1])
    if total != sum(own) and not beside:
        return placements, None
    return [replace(placement, claims=(points,)) for placement, points in zip(placements, own, strict=True)], total


def _plain_signs(text: str) -> str:
    """Circled letters as ``(I)``; full-width and other compatible forms as plain characters."""
    out = []
    for char in unicodedata.normalize("NFC", text):
        if "Ⓐ" <= char <= "ⓩ":
            out.append(f"({unicodedata.normalize('NFKC', char).upper()})")
        elif char == "\u20dd" and out:  # combining enclosing circle, after its letter
            out[-1] = f"({out[-1]})"
        else:
            out.append(unicodedata.normalize("NFKC", char))
    return unicodedata.normalize("NFC", "".join(out))


def _marked_parts(text: str) -> list[tuple[str, bool]]:
    """Stretches of letters and whether each is marked as blanks by parentheses or a following 0."""
    parts: list[tuple[str, bool]] = []
    depth = 0
    for char in text:
        if char in "([":
            depth += 1
        elif char in ")]":
            depth = max(0, depth - 1)
        elif char == "0":
            letters, _ = parts.pop()
            if letters[:-1]:
                parts.append((letters[:-1], depth > 0))
            parts.append((letters[-1], True))
            parts.append(("", depth > 0))
        elif parts and parts[-1][1] == (depth > 0):
            parts[-1] = (parts[-1][0] + char, depth > 0)
        else:
            parts.append((char, depth > 0))
    return [part for part in parts if part[0]]

"""Tiles and tile sets: which letters a language plays with, how many of each, and what they count.

Inside the program a tile is always *one character*, so that words, racks and boards are plain strings. A tile that shows several
characters (CH, L·L) has a one-character ``code`` with an upper and a lower case; only :meth:`TileSet.read` and
:meth:`TileSet.spell` know both forms.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engine.errors import TileError

BLANK = "?"
"""A blank (joker) in a rack or a bag. On a board it is the lower-case letter it stands for."""

MAX_LETTERS = 62
"""Letters of a tile set at most: a set of letters fits one 64-bit mask with room for two marks."""

MAX_COUNT = 100
"""Tiles of one letter at most."""

MAX_POINTS = 99
"""Points of one tile at most."""

MAX_TEXT = 200
"""Longest text in characters that :meth:`TileSet.read` looks at."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One kind of tile."""

    code: str
    """One upper-case character: the tile everywhere inside the program."""
    face: str
    """What is printed on the tile and on every screen, e.g. ``CH``."""
    count: int
    points: int
    vowel: bool
    consonant: bool


@dataclass(frozen=True)
class TileSet:
    """The tiles of one language."""

    name: str
    language: str
    """ISO 639-1 code."""
    tiles: tuple[Tile, ...]
    """The letters in their order; the blank is not among them."""
    blanks: int
    """How many blanks the bag holds."""
    spellings: Mapping[str, str] = field(default_factory=dict)
    """Further ways of typing a tile → code, e.g. ``L.L`` → the code of ``L·L``, ``ß`` → ``SS``."""
    code_words: Mapping[str, str] = field(default_factory=dict)
    """Code → the word by which a referee announces it ("A comme Algérie")."""

    @cached_property
    def alphabet(self) -> str:
        """All letters in order. A letter's number in the word graph is its index here plus one."""
        return "".join(tile.code for tile in self.tiles)

    @cached_property
    def by_code(self) -> dict[str, Tile]:
        return {tile.code: tile for tile in self.tiles}

    @cached_property
    def _points(self) -> dict[str, int]:
        # lower case and "?" are absent on purpose: a blank counts nothing
        return {tile.code: tile.points for tile in self.tiles}

    @cached_property
    def _faces(self) -> list[tuple[str, str]]:
        """(typed form, code), longest first so that ``CH`` wins over ``C``."""
        pairs = [(tile.face, tile.code) for tile in self.tiles]
        pairs += [(tile.code, tile.code) for tile in self.tiles]
        pairs += list(self.spellings.items())
        return sorted(set(pairs), key=lambda pair: (-len(pair[0]), pair))

    @property
    def total(self) -> int:
        """Number of tiles in a full bag, blanks included."""
        return sum(tile.count for tile in self.tiles) + self.blanks

    def points(self, tile: str) -> int:
        """Face value of one tile; a blank (``?`` or a lower-case letter) counts 0."""
        return self._points.get(tile, 0)

    def is_vowel(self, tile: str) -> bool:
        """Whether the tile may count as a vowel; a blank may."""
        return tile == BLANK or tile not in self.by_code or self.by_code[tile].vowel

    def is_consonant(self, tile: str) -> bool:
        """Whether the tile may count as a consonant; a blank may."""
        return tile == BLANK or tile not in self.by_code or self.by_code[tile].consonant

    def full_bag(self) -> str:
        """Every tile of the set, in alphabetical order, blanks last."""
        return "".join(tile.code * tile.count for tile in self.tiles) + BLANK * self.blanks

    def read(self, text: str, *, blanks: bool = False) -> str:
        """Turn typed text into tiles, one character each, keeping lower case as it is typed.

        Accents that are no tile of this language are dropped (``É`` → ``E``), ligatures are split (``Œ`` → ``OE``), several
        characters that form one tile are joined (``CH`` in Spanish). Blanks (white space) are skipped; ``?`` is kept when
        *blanks* is true.

        :raises TileError: naming the first character that is no tile.
        """
        if len(text) > MAX_TEXT:
            raise TileError(f"{len(text)} characters are too many for tiles: {MAX_TEXT} at most", "too_long")
        out: list[str] = []
        rest = unicodedata.normalize("NFC", text)
        while rest:
            if rest[0].isspace():
                rest = rest[1:]
            elif blanks and rest[0] in "?*":
                out.append(BLANK)
                rest = rest[1:]
            else:
                code, length = self._next_tile(rest, text)
                out.append(code)
                rest = rest[length:]
        return "".join(out)

    def _next_tile(self, rest: str, whole: str) -> tuple[str, int]:
        for form, code in self._faces:
            head = rest[: len(form)]
            if head == form or head.upper() == form:
                # a tile of several characters is a blank when its first character is lower case ("cH", "ch")
                return (code.lower() if head[0].islower() else code), len(form)
        folded = fold(rest[0])
        if folded != rest[0] and folded and all(c.upper() in self.by_code for c in folded):
            return folded, 1
        raise TileError(f"{rest[0]!r} in {whole!r} is no letter of the {self.name} tile set", "no_letter", letter=rest[0])

    def spell(self, word: str) -> str:
        """The printed form of tiles, the inverse of :meth:`read`; blanks keep their lower case."""
        if self.is_plain:
            return word
        return "".join(self.face(tile) for tile in word)

    def face(self, tile: str) -> str:
        """The printed form of one tile; ``?``, ``.`` and the like are returned as they are."""
        known = self.by_code.get(tile.upper())
        if known is None:
            return tile
        return known.face if tile in self.by_code else known.face.lower()

    @cached_property
    def is_plain(self) -> bool:
        """Whether every tile shows just its own code."""
        return all(tile.face == tile.code for tile in self.tiles)

    def sort(self, tiles: str) -> str:
        """Tiles in alphabetical order, blanks last."""
        order = {code: i for i, code in enumerate(self.alphabet + BLANK)}
        return "".join(sorted(tiles, key=lambda tile: order.get(tile, len(order))))


_LIGATURES = {"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss", "ẞ": "SS", "ĳ": "ij", "Ĳ": "IJ"}


def fold(text: str) -> str:
    """Drop accents and split ligatures, keeping case: ``Dérégl\u00e2t`` → ``Dereglat``, ``\u0152uf`` → ``OEuf``."""
    split = "".join(_LIGATURES.get(char, char) for char in text)
    return "".join(c for c in unicodedata.normalize("NFD", split) if not unicodedata.combining(c))


def tileset_from_dict(data: Mapping[str, object]) -> TileSet:
    """Build a tile set from the mapping that a ``tilesets/*.toml`` file holds.

    Keys: ``name``, ``language``, ``source`` (where counts and values were read), ``blanks``, ``tiles`` (list of tables with
    ``face``, ``count``, ``points`` and optionally ``code``, ``vowel``, ``consonant``), ``spellings``, ``code_words``.

    :raises TileError: naming the key.
    """
    name = str(data.get("name", "?"))
    rows = data.get("tiles")
    if not isinstance(rows, list) or not rows:
        raise TileError(f"tile set {name}: 'tiles' must be a list of tables")
    tiles: list[Tile] = []
    for row in rows:
        try:
            face = str(row["face"])
            code = str(row.get("code", face))
            vowel = bool(row.get("vowel", False))
            tile = Tile(
                code, face, int(row["count"]), int(row["points"]), vowel, bool(row.get("consonant", not vowel))
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise TileError(f"tile set {name}: tile {row!r} needs face, count and points ({error})") from error
        if len(code) != 1 or not code.isupper() or len(code.lower()) != 1:
            raise TileError(f"tile set {name}: code {code!r} of {face!r} must be one upper-case character")
        if not (0 <= tile.count <= MAX_COUNT and 0 <= tile.points <= MAX_POINTS):
            raise TileError(
                f"tile set {name}: {tile.count} {face!r} of {tile.points} points;"
                f" expected up to {MAX_COUNT} tiles of up to {MAX_POINTS} points"
            )
        tiles.append(tile)
    if len({tile.code for tile in tiles}) != len(tiles):
        raise TileError(f"tile set {name}: two tiles share one code")
    if len(tiles) > MAX_LETTERS:
        raise TileError(f"tile set {name}: {len(tiles)} letters, {MAX_LETTERS} at most")
    blanks = data.get("blanks", 0)
    if not isinstance(blanks, int) or not 0 <= blanks <= MAX_COUNT:
        raise TileError(f"tile set {name}: 'blanks' must be a whole number up to {MAX_COUNT}, not {blanks!r}")
    return TileSet(
        name,
        str(data.get("language", "")),
        tuple(tiles),
        blanks,
        _text_map(data, "spellings"),
        _text_map(data, "code_words"),
    )


def tileset_to_dict(tileset: TileSet) -> dict[str, object]:
    """The inverse of :func:`tileset_from_dict`; an evening keeps its tile set in its first event."""
    return {
        "name": tileset.name,
        "language": tileset.language,
        "blanks": tileset.blanks,
        "tiles": [
            {
                "code": tile.code,
                "face": tile.face,
                "count": tile.count,
                "points": tile.points,
                "vowel": tile.vowel,
                "consonant": tile.consonant,
            }
            for tile in tileset.tiles
        ],
        "spellings": dict(tileset.spellings),
        "code_words": dict(tileset.code_words),
    }


def _text_map(data: Mapping[str, object], key: str) -> dict[str, str]:
    value = data.get(key, {})
    if not isinstance(value, Mapping):
        raise TileError(f"tile set {data.get('name', '?')}: {key!r} must be a table of texts")
    return {str(k): str(v) for k, v in value.items()}

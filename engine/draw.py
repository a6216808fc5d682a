"""Drawing letters: what a draw must hold, when it is refused, when no draw is possible any more."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engine.errors import DrawError
from engine.rack import contains, take
from engine.ruleset import RuleSet
from engine.tiles import BLANK, TileSet

MAX_REFUSALS = 1000
"""Computer draws tried before the game is declared stuck; only a nearly one-sided bag comes near this."""


@dataclass(frozen=True, slots=True)
class Draw:
    """The letters of a round: what was kept from the round before and what was drawn now."""

    kept: str
    fresh: str

    @property
    def letters(self) -> str:
        return self.kept + self.fresh


def format_draw(kept: str, fresh: str, refused: bool = False) -> str:
    """As published: ``DI+AEINS``; ``-DERSETY`` when the draw before was refused and the whole rack is new."""
    if refused and not kept:
        return "-" + fresh
    return f"{kept}+{fresh}" if kept else fresh


def parse_draw(text: str, tileset: TileSet) -> Draw:
    """Read ``AEINRST``, ``DI+AEINS`` or ``-DERSETY``.

    :raises TileError: for what is no letter; :raises DrawError: for a text without letters.
    """
    kept, plus, fresh = text.strip().removeprefix("-").partition("+")
    if not plus:
        kept, fresh = "", kept
    draw = Draw(tileset.read(kept.upper(), blanks=True), tileset.read(fresh.upper(), blanks=True))
    if not draw.letters:
        raise DrawError(f"{text!r} holds no letters; expected for instance AEINRST or DI+AEINS", "draw_empty")
    return draw


def kinds_reachable(letters: str, vowels: int, consonants: int, tileset: TileSet) -> bool:
    """Whether *letters* hold that many vowels and consonants at once.

    A blank or a Y stands for either, but one tile never serves both sides (https://github.com/cjlano/eliot, game/game.cpp).
    """
    both = sum(1 for tile in letters if tileset.is_vowel(tile) and tileset.is_consonant(tile))
    only_vowels = sum(1 for tile in letters if tileset.is_vowel(tile) and not tileset.is_consonant(tile))
    only_consonants = len(letters) - both - only_vowels
    return max(0, vowels - only_vowels) + max(0, consonants - only_consonants) <= both


def refusal(rules: RuleSet, tileset: TileSet, round_number: int, letters: str, bag_after: str) -> str | None:
    """Why the rule book refuses this draw, as a message-catalogue key with no blanks, or ``None`` if it stands.

    *bag_after* is what remains in the bag once the draw is taken.
    """
    if rules.draw.last_round_free and not bag_after:
        return None
    minimum = rules.minimum(round_number)
    if rules.draw.refill == "discard" and not kinds_reachable(letters + bag_after, minimum.vowels, minimum.consonants, tileset):
        return None  # the bag allows no better draw, and letters once drawn do not come back
    if not kinds_reachable(letters, minimum.vowels, minimum.consonants, tileset):
        vowels = sum(map(tileset.is_vowel, letters))
        return "too_few_vowels" if vowels < minimum.vowels else "too_few_consonants"
    if rules.draw.joker and letters.count(BLANK) > 1:
        return "joker_twice"
    if rules.draw.joker and BLANK in bag_after and BLANK not in letters:
        return "joker_missing"
    return None


def game_over(rules: RuleSet, tileset: TileSet, round_number: int, pool: str) -> str | None:
    """Why no round *round_number* can be drawn from *pool* (remainder and bag), or ``None`` if one can.

    Keys: ``maximum_rounds``, ``bag_empty``, ``too_few_letters``, ``no_vowels``, ``no_consonants``.
    """
    if rules.draw.maximum_rounds and round_number > rules.draw.maximum_rounds:
        return "maximum_rounds"
    if not pool:
        return "bag_empty"
    if rules.draw.full_rack_only and len(pool) < rules.draw.rack:
        return "too_few_letters"
    if rules.draw.refill == "discard" or (rules.draw.last_round_free and len(pool) <= rules.draw.rack):
        return None
    minimum = rules.minimum(round_number)
    if kinds_reachable(pool, minimum.vowels, minimum.consonants, tileset):
        return None
    vowels = sum(map(tileset.is_vowel, pool))
    return "no_vowels" if vowels < minimum.vowels else "no_consonants"


def rack_size(rules: RuleSet, pool: str) -> int:
    """How many letters the next draw has in all, kept ones included; in a joker game a second blank stays in the bag."""
    spare = max(0, pool.count(BLANK) - 1) if rules.draw.joker else 0
    return min(rules.draw.rack, len(pool) - spare)


def check_tiles(rules: RuleSet, letters: str, pool: str) -> None:
    """Raise unless *letters* can physically be this round's rack, taken from *pool* (remainder and bag).

    :raises DrawError: for a wrong number of letters, or one that is not left.
    """
    expected = rack_size(rules, pool)
    if len(letters) != expected:
        raise DrawError(f"{letters}: {len(letters)} letters, expected {expected}", "draw_count", count=len(letters), expected=expected)
    if not contains(pool, letters):
        extra = next(tile for tile in letters if letters.count(tile) > pool.count(tile))
        count, left = letters.count(extra), pool.count(extra)
        raise DrawError(f"{letters}: {count} {extra}, but only {left} left", "draw_left", tile=extra, count=count, left=left)


def draw_letters(
    rules: RuleSet, tileset: TileSet, round_number: int, kept: str, bag: str, dice: Random
) -> tuple[Draw, tuple[Draw, ...]]:
    """Draw by computer until the rule book accepts; returns the draw and every refused one before it.

    The caller has asked :func:`game_over`. Refused letters go back before the next draw.

    :raises DrawError: if no acceptable draw turns up, which :func:`game_over` should have foreseen.
    """
    refused: list[Draw] = []
    for _ in range(MAX_REFUSALS):
        if not _can_be_acceptable(rules, tileset, round_number, kept, bag):
            break
        fresh = _pick(rules, kept, bag, dice)
        draw = Draw(kept, fresh)
        if refusal(rules, tileset, round_number, draw.letters, take(bag, fresh, what="bag")) is None:
            return draw, tuple(refused)
        refused.append(draw)
        if rules.draw.refused == "all" and kept:
            kept, bag = "", tileset.sort(bag + kept)
    raise DrawError(f"no draw of round {round_number} is acceptable from {kept or 'nothing'} + {bag or 'an empty bag'}")


def _can_be_acceptable(rules: RuleSet, tileset: TileSet, round_number: int, kept: str, bag: str) -> bool:
    """Whether some completion of *kept* holds enough of both kinds, or a refusal would give *kept* back."""
    wanted = min(rules.draw.rack - len(kept), len(bag))
    if (kept and rules.draw.refused == "all") or (rules.draw.last_round_free and wanted == len(bag)):
        return True
    minimum = rules.minimum(round_number)
    if rules.draw.refill == "discard" and not kinds_reachable(bag, minimum.vowels, minimum.consonants, tileset):
        return True
    both = "".join(tile for tile in bag if tileset.is_vowel(tile) and tileset.is_consonant(tile))
    vowels = "".join(tile for tile in bag if not tileset.is_consonant(tile))
    consonants = "".join(tile for tile in bag if not tileset.is_vowel(tile))
    return any(
        kinds_reachable(
            kept + both[:either] + vowels[:vowel] + consonants[: wanted - either - vowel],
            minimum.vowels,
            minimum.consonants,
            tileset,
        )
        for either in range(min(wanted, len(both)) + 1)
        for vowel in range(wanted - either + 1)
    )


def _pick(rules: RuleSet, kept: str, bag: str, dice: Random) -> str:
    wanted = min(rules.draw.rack - len(kept), len(bag))
    if not rules.draw.joker:
        return "".join(dice.sample(bag, wanted))
    # Joker game: the blank is put in first, then the bag is used without blanks (https://github.com/cjlano/eliot, game/game.cpp)
    joker = BLANK if BLANK in bag and BLANK not in kept and wanted else ""
    letters = bag.replace(BLANK, "")
    return joker + "".join(dice.sample(letters, min(wanted - len(joker), len(letters))))

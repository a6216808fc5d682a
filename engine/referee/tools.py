"""What a referee works with: the evening's words, its solver, and how an opening is measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.bulletin import Play
from engine.game import Game, Round
from engine.interfaces import TopFinder, WordSource
from engine.placing import Case
from engine.variants.playtop import Progress, go_on


@dataclass(frozen=True, slots=True)
class _Without:
    """A list without some of its words."""

    words: WordSource
    left_out: frozenset[str]

    def __contains__(self, word: object) -> bool:
        return word not in self.left_out and word in self.words


@dataclass(frozen=True)
class Tools:
    """The lexicon, with the words admitted in it, and the solver of one evening."""

    lexicon: WordSource
    solver: TopFinder
    official: bool = False
    """Whether the lexicon is a federation's; an unknown word of an open list may be a gap of the list."""
    openings: Callable[[Game, Play], float] | None = None
    """Measures how much a play opens the game, for ties; ``None`` leaves that criterion out."""
    progress: Progress = go_on
    """Told of each step of a long search for the tops, on the thread that asked for them."""

    def case(self, game: Game, round_: Round) -> Case:
        """Everything a verdict on this round's slips depends on. A word admitted later does not count in it: all its slips are judged
        alike, whenever they are."""
        later = frozenset(each.word for each in game.admitted if each.round > round_.number)
        return Case(
            rules=game.rules,
            tileset=game.tileset,
            lexicon=_Without(self.lexicon, later) if later else self.lexicon,
            official=self.official,
            board=round_.board,
            letters=round_.letters,
        )

"""What a referee works with: the evening's words, its solver, and how an opening is measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.bulletin import Play
from engine.game import Game, Round
from engine.interfaces import TopFinder, WordSource
from engine.placing import Case
from engine.variants.playtop import Progress, go_on


@dataclass(frozen=True)
class Tools:
    """The lexicon and solver of one evening."""

    lexicon: WordSource
    solver: TopFinder
    official: bool = False
    """Whether the lexicon is a federation's; an unknown word of an open list may be a gap of the list."""
    openings: Callable[[Game, Play], float] | None = None
    """Measures how much a play opens the game, for ties; ``None`` leaves that criterion out."""
    progress: Progress = go_on
    """Told of each step of a long search for the tops, on the thread that asked for them."""

    def case(self, game: Game, round_: Round) -> Case:
        """Everything a verdict on this round's slips depends on."""
        return Case(
            rules=game.rules,
            tileset=game.tileset,
            lexicon=self.lexicon,
            official=self.official,
            board=round_.board,
            letters=round_.letters,
        )

"""The referee of the evening in play: he knows its word list, and the words admitted besides.

A longer list is compiled anew, which takes a second or more: it is made on a thread, before the slips wait for it where that can be.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from appliance import commands as c
from appliance.errors import SetupError
from appliance.ports import Library
from engine.errors import EngineError, LexiconError
from engine.game import Game
from engine.referee import Referee


class EveningReferee:
    """Who judges now."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._words: tuple[str, ...] = ()
        """The admitted words that he knows."""
        self.now: Referee | None = None
        """``None`` before the first evening."""

    def take_up(self, game: Game) -> None:
        """Go on with an evening of the journal. :raises SetupError: if its lexicon is not there."""
        opened = game.opened
        if opened is None:
            return
        try:
            self._words = _admitted(game)
            self.now = self._library.referee(opened, self._words)
        except LexiconError as error:
            raise SetupError(f"the evening {opened.name!r} goes on with lexicon {opened.lexicon.name}, but {error}") from error

    def open(self, game: Game) -> None:
        """Another evening has begun. :raises LexiconError: if its lexicon is not there any more."""
        assert game.opened is not None
        self.now, self._words = self._library.referee(game.opened), ()

    async def follow(self, game: Game) -> None:
        """A word may have been admitted, or its admission undone."""
        words = _admitted(game)
        if game.opened is not None and words != self._words:
            self.now = await asyncio.to_thread(self._library.referee, game.opened, words)
            self._words = words

    async def foresee(self, game: Game, command: c.AdmitWord) -> None:
        """Have the longer list made before the command takes its place in the queue, where slips would wait behind it."""
        await asyncio.to_thread(self._make_longer, game, command)

    def _make_longer(self, game: Game, command: c.AdmitWord) -> None:
        if game.opened is None or self.now is None:
            return
        with suppress(EngineError):  # whoever decides will refuse it
            tiles = self.now.admissible(game, command.word, command.reason, confirmed=command.confirmed)
            self._library.referee(game.opened, (*_admitted(game), tiles))


def _admitted(game: Game) -> tuple[str, ...]:
    return tuple(each.word for each in game.admitted)

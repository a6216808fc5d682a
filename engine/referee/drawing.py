"""The draw: letters taken by computer, from a bag or from a file; a draw refused; a game that is over."""

from __future__ import annotations

from random import Random

from engine import events as ev
from engine.draw import Draw, check_tiles, draw_letters, rack_size, refusal
from engine.errors import CommandRefused, DrawError
from engine.game import Game, Phase
from engine.rack import contains, same, take
from engine.referee.checks import need
from engine.referee.tools import Tools
from engine.stuck import why_over, why_stuck
from engine.variants.rounds import round_tops


class Drawing(Tools):
    """Decides on the letters of a round."""

    def draw(self, game: Game, dice: Random) -> tuple[ev.Event, ...]:
        """Draw by computer. When the rule book allows no further round the evening ends, with the reason.

        :raises CommandRefused: if a round is still in play.
        """
        number = self._next_round(game)
        if reason := self.no_further_round(game):
            return (ev.EveningEnded(reason),)
        kept = game.kept
        bag = take(game.pool, kept, what="pool")
        try:
            drawn, refused = draw_letters(game.rules, game.tileset, number, kept, bag, dice)
        except DrawError:
            return (ev.EveningEnded("no_draw_possible"),)
        refusals = tuple(self._refused(game, number, draw, "computer") for draw in refused)
        return (*refusals, *self._drawn(game, number, drawn, "computer"))

    def draw_typed(self, game: Game, draw: Draw, source: ev.Drawn) -> tuple[ev.Event, ...]:
        """Take letters drawn from a physical bag, a prepared game or a file: the whole rack, or only the fresh letters.

        A draw that the rule book refuses is recorded as refused and no round begins.

        :raises DrawError: if the letters cannot be this round's rack; :raises CommandRefused: if a round is still in play.
        """
        number = self._next_round(game)
        if reason := self.no_further_round(game):
            raise CommandRefused(reason, f"the game is over ({reason}): no round {number} can be drawn")
        draw = self._completed(game, draw)
        check_tiles(game.rules, draw.letters, game.pool)
        if refusal(game.rules, game.tileset, number, draw.letters, take(game.pool, draw.letters, what="pool")):
            return (self._refused(game, number, draw, source),)
        return self._drawn(game, number, draw, source)

    def refuse_draw(self, game: Game, draw: Draw, source: ev.Drawn, reason: str = "referee") -> tuple[ev.Event, ...]:
        """Record a draw that was refused at the table.

        :raises DrawError: if the letters cannot have been drawn; :raises CommandRefused: if a round is in play.
        """
        number = self._next_round(game)
        draw = self._completed(game, draw)
        check_tiles(game.rules, draw.letters, game.pool)
        return (self._refused(game, number, draw, source, reason),)

    def no_further_round(self, game: Game) -> str | None:
        """Why the game is over once its last round is shown, as a message-catalogue key, or ``None`` if it may go on."""
        return why_over(game) or why_stuck(game, self.solver)

    def _next_round(self, game: Game) -> int:
        need(game, Phase.LOBBY, Phase.REVEALED)
        return len(game.rounds) + 1

    def _completed(self, game: Game, draw: Draw) -> Draw:
        """Split typed letters into kept and fresh ones, whichever way they were typed."""
        kept = game.kept
        letters = draw.letters
        full = rack_size(game.rules, game.pool)
        if kept and draw.kept and not same(kept, draw.kept):
            said = f"{draw.kept}+{draw.fresh}: the letters kept from the round before are {kept}, not {draw.kept}"
            raise DrawError(said, "draw_kept", kept=kept)
        if kept and not draw.kept and len(letters) == full - len(kept):
            return Draw(kept, letters)
        if not contains(letters, kept):
            said = f"{letters}: the letters kept from the round before are {kept}; expected all of them in the draw"
            raise DrawError(said, "draw_kept", kept=kept)
        return Draw(kept, take(letters, kept))

    def _refused(self, game: Game, number: int, draw: Draw, source: ev.Drawn, reason: str = "referee") -> ev.DrawRefused:
        """For what the rule book has against the draw, or else for *reason*."""
        after = take(game.pool, draw.letters, what="pool")
        reason = refusal(game.rules, game.tileset, number, draw.letters, after) or reason
        return ev.DrawRefused(draw.kept, draw.fresh, reason, source)

    def _drawn(self, game: Game, number: int, draw: Draw, source: ev.Drawn) -> tuple[ev.Event, ...]:
        drawn = ev.LettersDrawn(number, draw.kept, draw.fresh, source)
        if game.rules.game == "optimist":
            return (drawn,)  # each seat has its own board and its own best
        left = take(game.pool, draw.letters, what="pool")
        top = round_tops(game.rules, game.board, draw.letters, left, self.solver, self.progress)
        return drawn, ev.TopsFound(number, top.points, top.plays, top.proved)

"""Optimist: what players ask and check of each other during the game."""

from __future__ import annotations

from engine import events as ev
from engine.draw import Draw
from engine.errors import CommandRefused
from engine.game import OPEN_PHASES, Game, Phase, Round
from engine.referee.checks import IN_EVENING, MAX_REASON, OPENED, known_seat, need
from engine.referee.tools import Tools
from engine.squares import SIZE


class Duties(Tools):
    """Decides on questions, checkers, what they find, and the measure of it all in the optimist game."""

    def ask(self, game: Game, seat: int, word: str) -> tuple[ev.Event, ...]:
        """A seat asks whether a word (tiles, upper case) is valid; it may do so a few times a game.

        :raises CommandRefused: ``other_game``, ``seat_unknown``, ``word_long``, ``no_questions_left``, or while no round is open.
        """
        round_ = self._optimist_round(game, *OPEN_PHASES)
        known_seat(game, seat)
        if not 2 <= len(word) <= SIZE:
            raise CommandRefused("word_long", f"a word of {len(word)} letters: expected 2 to {SIZE}")
        asked = sum(question.seat == seat for question in game.questions)
        if asked >= game.rules.variant.questions:
            raise CommandRefused("no_questions_left", f"seat {seat} has put its {asked} questions")
        return (ev.QuestionAsked(round_.number, seat, word, word in self.lexicon),)

    def pair(self, game: Game, seat: int, checker: int) -> tuple[ev.Event, ...]:
        """From now on *checker* checks the slips of *seat*.

        :raises CommandRefused: ``other_game``, ``seat_unknown``, ``same_seat``.
        """
        self._optimist_round(game, *IN_EVENING, may_be_none=True)
        known_seat(game, seat)
        known_seat(game, checker)
        if seat == checker:
            raise CommandRefused("same_seat", f"seat {seat} cannot check its own slips")
        return (ev.CheckerNamed(seat, checker),)

    def report_difference(self, game: Game, round_number: int, seat: int, text: str) -> tuple[ev.Event, ...]:
        """The checker of a seat's slip found another place or other points: both and the referee are told.

        :raises CommandRefused: ``other_game``, ``seat_unknown``, ``round_unknown``, ``no_checker``, ``reason_missing``,
            ``reason_long``.
        """
        checker = self._checker(game, round_number, seat)
        if not text.strip():
            raise CommandRefused("reason_missing", "a difference is stated in words or points")
        if len(text) > MAX_REASON:
            raise CommandRefused("reason_long", f"a difference of {len(text)} characters: {MAX_REASON} at most")
        return (ev.DifferenceFound(round_number, seat, checker, text),)

    def agree(self, game: Game, round_number: int, seat: int) -> tuple[ev.Event, ...]:
        """The checker of a seat's slip came to the same place and points.

        :raises CommandRefused: ``other_game``, ``seat_unknown``, ``round_unknown``, ``no_checker``.
        """
        return (ev.SlipAgreed(round_number, seat, self._checker(game, round_number, seat)),)

    def _checker(self, game: Game, round_number: int, seat: int) -> int:
        self._optimist_round(game, *OPENED)
        known_seat(game, seat)
        if not 1 <= round_number <= len(game.rounds):
            raise CommandRefused("round_unknown", f"round {round_number} has not been drawn")
        if seat not in game.checkers:
            raise CommandRefused("no_checker", f"nobody checks the slips of seat {seat}")
        return game.checkers[seat]

    def may_search(self, game: Game) -> None:
        """Whether there is a best known line to search.

        :raises CommandRefused: ``other_game``, ``not_now``.
        """
        self._optimist_round(game, Phase.ENDED)

    def reference_found(self, game: Game, found: ev.ReferenceFound) -> tuple[ev.Event, ...]:
        """The best known line of play over the draws of an evening that has ended.

        :raises CommandRefused: ``other_game``, ``not_now``.
        """
        self.may_search(game)
        return (found,)

    def show_board(self, game: Game, seat: int) -> tuple[ev.Event, ...]:
        """After the end the wall shows that seat's board; 0 shows none.

        :raises CommandRefused: ``other_game``, ``not_now``, ``seat_unknown``.
        """
        self._optimist_round(game, Phase.ENDED, may_be_none=True)
        if seat:
            known_seat(game, seat)
        return (ev.BoardShown(seat),)

    def _optimist_round(self, game: Game, *phases: Phase, may_be_none: bool = False) -> Round:
        need(game, *phases)
        if game.rules.game != "optimist":
            raise CommandRefused("other_game", f"only in the optimist game, not in {game.rules.game!r}")
        if game.round is None and not may_be_none:
            raise CommandRefused("not_now", "no round has been drawn")
        return game.round or Round(0, Draw("", ""), "file", game.board)

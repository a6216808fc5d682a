"""The referee's table in tests: an evening in the making, with the real solver and a short list of words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import events as ev
from engine.builtin import ruleset, tileset
from engine.bulletin import Play
from engine.draw import parse_draw
from engine.errors import CommandRefused
from engine.game import Entry, Game, Phase, Round, apply
from engine.lexicon import Lexicon, compile_words
from engine.move import Move
from engine.notation import parse_reference
from engine.referee import Referee, open_evening
from engine.ruleset import RuleSet
from engine.solver import make_solver
from engine.tiles import TileSet

FR = tileset("fr")
FRENCH = ruleset("french")
TEXT = """
    AA AI AN AS AU BE BI BU CA CE CI DA DE DO DU EH EN ES ET EU EX FA FI GO HA HE HI HO IF IL IN JE KA LA LE LI LU
    MA ME MI MU NA NE NI NO NU OC OH OM ON OR OS OU PI PU QI RA RE RI RU SA SE SI SU TA TE TO TU UN US UT VA VE VS
    VU WU XI ZUT JET KIR RETINES RESINAT TRAINES ENTRAIS SEMAINE
"""
WORDS = tuple(TEXT.split())
LEXICON = Lexicon(compile_words(WORDS, FR, name="short", official=True))
REFEREE = Referee(LEXICON, make_solver(LEXICON, FR), official=True)
USED = ev.LexiconUsed("short", len(WORDS), "", "", True)
TOP = "H4 RESINAT 66"
"""A slip with the best play of AEINRST."""


class Table:
    """An evening in the making: each wish is one command."""

    def __init__(self, rules: RuleSet = FRENCH, seats: int = 2, referee: Referee = REFEREE, tiles: TileSet = FR) -> None:
        self.referee = referee
        self.tiles = tiles
        self.commands = 0
        self.game = Game()
        self.do(open_evening("Test", "", rules, tiles, replace(USED, official=referee.official)))
        for seat in range(1, seats + 1):
            self.do(referee.seat_player(self.game, seat, f"Player {seat}"))

    def do(self, events: tuple[ev.Event, ...]) -> tuple[ev.Event, ...]:
        self.commands += 1
        for event in events:
            self.game = apply(self.game, Entry(f"c{self.commands}", event))
        return events

    def phase(self) -> Phase:
        return self.game.phase

    @property
    def round(self) -> Round:
        return self.game.rounds[-1]

    def retained(self) -> tuple[Play, int] | None:
        retained = self.round.retained
        return (retained.play, retained.points) if retained else None

    def ask(self, wish: str, *values: Any, **named: Any) -> tuple[ev.Event, ...]:
        return self.do(getattr(self.referee, wish)(self.game, *values, **named))

    def typed(self, letters: str) -> tuple[ev.Event, ...]:
        return self.ask("draw_typed", parse_draw(letters, self.tiles), "bag")

    def slip(self, seat: int, text: str) -> tuple[ev.Event, ...]:
        return self.ask("hand_in", self.round.number, seat, text, "tablet", 1000)

    def play_round(self, letters: str, *slips: tuple[int, str]) -> None:
        self.typed(letters)
        for seat, text in slips:
            self.slip(seat, text)
        self.ask("close")
        self.ask("reveal", leave_undecided=True)

    def points(self, number: int = 0) -> dict[int, int]:
        """Of a round; of the last one, if none is named."""
        return {seat: verdict.points for seat, verdict in self.game.rounds[number - 1].verdicts.items()}


def refused(reason: str) -> Any:
    """A CommandRefused with that key of the message catalogues."""
    return pytest.raises(CommandRefused, check=lambda error: error.reason == reason)


def play(ref: str, word: str) -> Play:
    return Play((Move(word, *parse_reference(ref)),))

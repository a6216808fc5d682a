"""The Dutch book to its last round: seven fresh letters each time, at most 22 rounds (SBNL text)."""

from __future__ import annotations

from itertools import product
from random import Random

from engine import events as ev
from engine.builtin import ruleset, tileset
from engine.bulletin import Play
from engine.draw import parse_draw
from engine.game import Entry, Game, apply
from engine.lexicon import Lexicon, compile_words
from engine.rack import take
from engine.reading import format_play
from engine.referee import Referee, open_evening
from engine.solver import make_solver
from tests.rules.table import refused

DUTCH = ruleset("dutch")
NL = tileset("nl")
# whatever two or three letters stand together are a word here, so that something can always be laid
WORDS = ["".join(letters) for length in (2, 3) for letters in product("ABCDEFGHIJKLMNOPQRSTUVWXYZ", repeat=length)]
LEXICON = Lexicon(compile_words(WORDS, NL, name="all"))
REFEREE = Referee(LEXICON, make_solver(LEXICON, NL, DUTCH.bonus))


def happened(game: Game, events: tuple[ev.Event, ...]) -> Game:
    for event in events:
        game = apply(game, Entry("x", event))
    return game


def test_twenty_two_rounds_of_seven_fresh_letters() -> None:
    game = happened(Game(), open_evening("x", "", DUTCH, NL, ev.LexiconUsed("all", len(WORDS), "0" * 64)))
    game = happened(game, REFEREE.seat_player(game, 1, "Anneke"))
    dice = Random(1)
    for number in range(1, 23):
        game = happened(game, REFEREE.draw(game, dice))
        assert len(game.rounds) == number
        draw = game.rounds[-1].draw
        assert (draw.kept, len(draw.fresh)) == ("", 7)
        # the letters that were not laid went back: all but those on the board are in bag and draw
        assert sorted(game.bag + draw.fresh) == sorted(take(NL.full_bag(), game.board.tiles()))
        # two letters reach out of the heap, and leave enough in the bag for the last round
        two = [each.move for each in REFEREE.solver.moves(game.board, draw.letters) if len(game.board.new_tiles(each.move)) == 2]
        text = format_play(Play((dice.choice(two),)), NL)
        game = happened(game, REFEREE.hand_in(game, number, 1, text, "tablet", 0))
        game = happened(game, REFEREE.close(game))
        assert game.rounds[-1].retained is not None
        game = happened(game, REFEREE.reveal(game))
    assert len(game.bag) > 7, "letters are left; it is the number of rounds that ends it"
    with refused("maximum_rounds"):
        REFEREE.draw_typed(game, parse_draw("EEINRST", NL), "bag")
    game = happened(game, REFEREE.draw(game, dice))
    assert (game.ended, len(game.rounds)) == ("maximum_rounds", 22)

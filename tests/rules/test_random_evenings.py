"""Random evenings under each rule book, step by step through the referee: no tile is ever lost, doubled or invented.

The tiles are counted a second time by a ledger that moves them between bag, rack and board as the events tell, knowing nothing of how the
game works out its own bag.
"""

from __future__ import annotations

import lzma
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import events as ev
from engine.board import as_rack_tile
from engine.builtin import ruleset, tileset
from engine.bulletin import Play
from engine.codec import decode_event, encode_event, event_kind
from engine.draw import Draw
from engine.errors import EngineError
from engine.evening import parse_evening, play_evening
from engine.exchange.carried import FACTS, GCG, MATCH
from engine.exchange.eveningfile import write_evening
from engine.game import Entry, Game, Phase, apply, fold, undone_commands
from engine.interfaces import TopFinder, WordSource
from engine.lexicon import Lexicon, compile_words
from engine.move import Move
from engine.notation import format_reference
from engine.reading import format_word
from engine.referee import Referee, last_step, open_evening
from engine.ruleset import RuleSet, with_setting
from engine.solver import make_solver
from engine.squares import SIZE, Direction
from engine.standings import standings
from engine.tiles import TileSet
from tests.rules.foreign import FOREIGN

LISTS = Path(__file__).resolve().parents[2] / "lexicons"
STEPS = 70
BOOKS = {
    "french": (),
    "dutch": (),
    "romanian": (),
    "french joker": ("format.joker",),
    "french 7 of 8": ("format.rack 8",),
    "romanian completiv": ("draw.chosen 1", "draw.rack 6"),
    "dutch players": ("slip.sanctions.no_slip referee",),
}


def book(name: str) -> RuleSet:
    rules = ruleset(name.split(maxsplit=1)[0])
    for setting in BOOKS[name]:
        key, _, value = setting.partition(" ")
        rules = with_setting(rules, key, value or "true")
    return rules


@cache
def words(language: str) -> tuple[str, ...]:
    """The words of up to five letters of an open list."""
    text = lzma.decompress((LISTS / f"{language}.txt.xz").read_bytes()).decode()
    return tuple(word for word in text.split() if len(word) <= 5)


@cache
def table(name: str) -> tuple[RuleSet, TileSet, Referee]:
    """A rule book with its tiles, and a referee."""
    rules = book(name)
    tiles = tileset(rules.tileset)
    lexicon = Lexicon(compile_words(words(rules.lexicon), tiles, name="short"))
    solver = make_solver(lexicon, tiles, rules.bonus, max_placed=rules.draw.placed)
    return rules, tiles, Referee(lexicon, solver, official=True)


@dataclass
class Ledger:
    """Where every tile lies, told by the events alone."""

    bag: Counter[str]
    chosen: int = 0
    """Tiles that a placement may take from the bag (completiv)."""
    rack: Counter[str] = field(default_factory=Counter)
    board: dict[int, str] = field(default_factory=dict)
    retained: dict[int, Play] = field(default_factory=dict)

    def follow(self, event: ev.Event) -> None:
        match event:
            case ev.LettersDrawn():
                kept, fresh = Counter(event.kept), Counter(event.fresh)
                assert kept <= self.rack
                self.bag += self.rack - kept
                self.rack = kept
                self.move(fresh, self.bag, self.rack)
            case ev.MoveRetained():
                self.retained[event.round] = event.play
            case ev.TopRevealed() if event.round in self.retained:
                self.choose("".join(map(as_rack_tile, self.laid(event.round))))
                for move in self.retained[event.round].moves:
                    self.place(move)
            case ev.BlankReplaced():
                letter = self.board[event.square].upper()
                home = self.bag if self.bag[letter] else self.rack
                self.move(Counter(letter), home, Counter())
                home["?"] += 1
                self.board[event.square] = letter
            case _:
                pass

    def laid(self, number: int) -> str:
        """The tiles of the first move retained in a round that no square holds yet."""
        move = self.retained[number].moves[0]
        return "".join(tile for tile, square in zip(move.word, move.squares(), strict=True) if square not in self.board)

    def choose(self, laid: str) -> None:
        chosen = Counter(laid) - self.rack
        if self.chosen:
            assert chosen.total() <= self.chosen
            self.move(chosen, self.bag, self.rack)

    def place(self, move: Move) -> None:
        for tile, square in zip(move.word, move.squares(), strict=True):
            if square not in self.board:
                self.move(Counter(as_rack_tile(tile)), self.rack, Counter())
                self.board[square] = tile

    @staticmethod
    def move(tiles: Counter[str], source: Counter[str], target: Counter[str]) -> None:
        assert tiles <= source, f"{tiles - source} were taken from where they did not lie"
        source -= tiles
        target += tiles


def ledger_of(history: tuple[Entry, ...], tiles: TileSet) -> Ledger:
    undone = undone_commands(history)
    opened = history[0]
    assert isinstance(opened.event, ev.EveningOpened)
    ledger = Ledger(Counter(tiles.full_bag()), opened.event.rules.draw.chosen)
    for entry in history:
        if entry.command not in undone:
            ledger.follow(entry.event)
    return ledger


def check(game: Game, tiles: TileSet) -> None:
    """Every tile of the set lies in exactly one place, and where the events put it."""
    ledger = ledger_of(game.history, tiles)
    assert +ledger.bag == Counter(game.bag)
    assert +ledger.rack == Counter(game.rack)
    assert ledger.board == {square: cell for square, cell in enumerate(game.board.cells) if cell != "."}
    assert Counter(game.bag) + Counter(game.rack) + Counter(game.board.tiles()) == Counter(tiles.full_bag())
    if game.round is not None and game.round.is_open:
        assert Counter(game.rack) == Counter(game.round.letters)
        assert len(game.rack) <= game.rules.draw.rack


class Evening:
    """Random commands, as a desk and its tables might give them."""

    def __init__(self, name: str, seed: int) -> None:
        self.rules, self.tiles, self.referee = table(name)
        self.dice = Random(seed)
        used = ev.LexiconUsed("short", 0, "", "", True)
        self.game = Game()
        self.commands = 0
        self.refused = 0
        self.obey(open_evening("evening", "2026-11-30", self.rules, self.tiles, used))
        for seat in (1, 2, 3):
            self.obey(self.referee.seat_player(self.game, seat, f"Player {seat}"))

    def obey(self, events: tuple[ev.Event, ...]) -> None:
        """Apply the events of one command, counting the tiles after each."""
        self.commands += 1
        for event in events:
            self.game = apply(self.game, Entry(f"c{self.commands}", event))
            check(self.game, self.tiles)

    def step(self) -> None:
        try:
            self.obey(self.wish())
        except EngineError:
            self.refused += 1

    def wish(self) -> tuple[ev.Event, ...]:
        game, referee, chance = self.game, self.referee, self.dice.random()
        if chance < 0.08:
            return referee.undo(game)
        if chance < 0.085:
            return referee.redo(game)
        if chance < 0.10:
            return referee.seat_player(game, self.dice.randint(1, 5), "Somebody")
        if chance < 0.11:
            return referee.player_leaves(game, self.dice.randint(1, 5))
        if chance < 0.18 and game.rounds:
            number = self.dice.randint(1, len(game.rounds))
            return self.overrule(number) if self.dice.random() < 0.4 else self.correct(number)
        if chance < 0.19:
            # out of turn, whatever the phase
            return self.dice.choice((referee.close, referee.reveal, lambda game: referee.draw(game, self.dice)))(game)
        match game.phase:
            case Phase.LOBBY | Phase.REVEALED:
                return self.draw()
            case Phase.CLOSED:
                return self.retain() if chance < 0.25 else referee.reveal(game, leave_undecided=chance < 0.9)
            case Phase.ENDED:
                return referee.undo(game)
            case _:
                return self.play()

    def draw(self) -> tuple[ev.Event, ...]:
        game = self.game
        if self.dice.random() < 0.7:
            return self.referee.draw(game, self.dice)
        pool = list(game.pool)
        self.dice.shuffle(pool)
        letters = "".join(pool[: self.rules.draw.rack])
        kept = game.kept if self.dice.random() < 0.7 else ""
        fresh = "".join(self.dice.sample(game.bag, min(len(game.bag), max(0, self.rules.draw.rack - len(kept)))))
        draw = Draw(kept, fresh) if self.dice.random() < 0.8 else Draw("", letters)
        if self.dice.random() < 0.5:
            return self.referee.refuse_draw(game, draw, "bag")
        return self.referee.draw_typed(game, draw, "bag")

    def play(self) -> tuple[ev.Event, ...]:
        game, referee = self.game, self.referee
        assert game.round is not None
        match self.dice.randrange(8):
            case 0:
                return referee.start_clock(game, 60_000)
            case 1:
                return referee.end_time(game)
            case 2:
                return self.retain()
            case 3 | 4:
                return referee.close(game)
            case _:
                seat = self.dice.randint(1, 4)
                return referee.hand_in(game, game.round.number, seat, self.slip(), "tablet", 1000, self.dice.random() < 0.1)

    def some_move(self) -> Move:
        assert self.game.round is not None
        moves = self.referee.solver.moves(self.game.round.board, self.game.round.letters, 30)
        if moves and self.dice.random() < 0.9:
            return self.dice.choice(moves).move
        word = "".join(self.dice.choices(self.tiles.alphabet, k=self.dice.randint(1, 5)))
        return Move(word, self.dice.randrange(SIZE), self.dice.randrange(SIZE), self.dice.choice(list(Direction)))

    def retain(self) -> tuple[ev.Event, ...]:
        return self.referee.retain(self.game, Play((self.some_move(),)), "by hand")

    def slip(self) -> str:
        if self.dice.random() < 0.15:
            return self.dice.choice(("", "?", "H4", "RETINES 66", "H8 AB / 8H AC"))
        move = self.some_move()
        return f"{format_reference(move.row, move.col, move.direction)} {format_word(move.word, self.tiles)} 10"

    def overrule(self, number: int) -> tuple[ev.Event, ...]:
        verdicts = list(self.game.rounds[number - 1].verdicts.values())
        if not verdicts:
            return self.referee.undo(self.game)
        verdict = self.dice.choice(verdicts)
        points = self.dice.randint(0, 99)
        seen = replace(verdict, outcome="accepted" if points else "zero", points=points, reason="seen again")
        return self.referee.overrule(self.game, number, seen)

    def correct(self, number: int) -> tuple[ev.Event, ...]:
        """Any of the referee's corrections, of any seat and round."""
        game, referee, seat = self.game, self.referee, self.dice.randint(1, 4)
        text = self.slip() if game.round is not None else "H4"
        match self.dice.randrange(8):
            case 0:
                return referee.correct_slip(game, number, seat, text, "misread")
            case 1:
                return referee.give_average(game, number, seat, (1, 2) if seat > 2 else (3,), "away")
            case 2:
                return referee.excuse(game, seat, number, len(game.rounds), "late")
            case 3:
                return referee.player_returns(game, seat)
            case 4:
                return referee.take_over(game, seat, "Another")
            case 5:
                return referee.key_again(game, number, seat, text)
            case 6:
                return referee.settle(game, number, seat, "second", "seen again")
            case _:
                word = "".join(self.dice.choices(self.tiles.alphabet, k=6))
                return referee.admit_word(game, referee.admissible(game, word, "x", confirmed=True), "x")


@pytest.mark.parametrize("name", BOOKS)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=20)
def test_no_tile_is_lost_doubled_or_invented(name: str, seed: int) -> None:
    evening = Evening(name, seed)
    for _ in range(STEPS):
        evening.step()
    game = evening.game
    # an evening that ended says why, and nothing was drawn after it
    if game.phase is Phase.ENDED:
        assert game.ended
    # what was stored tells the same evening
    stored = [Entry(e.command, decode_event(event_kind(e.event), encode_event(e.event))) for e in game.history]
    assert fold(stored) == game
    assert {line.seat for line in standings(game)} == set(game.seats)


@pytest.mark.parametrize("name", BOOKS)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=3)
def test_an_undo_that_is_taken_back_never_was(name: str, seed: int) -> None:
    evening = Evening(name, seed)
    for _ in range(STEPS):
        evening.step()
        before = evening.game
        if last_step(before) is None:
            continue
        undone = before
        for event in evening.referee.undo(before, 1000):
            undone = apply(undone, Entry("undo", event))
        event, *halted = evening.referee.redo(undone)
        redone = apply(undone, Entry("redo", event))
        # what comes back is what was; only a clock that ran then stands afterwards
        runs_again = before.phase is Phase.RUNNING and undone.phase is not Phase.RUNNING
        assert [type(each) for each in halted] == [ev.ClockPaused] * runs_again
        assert replace(redone, history=()) == replace(before, history=())
        assert last_step(redone) == last_step(before)


class Shelf:
    """The library of a random evening: its own words under any name."""

    def __init__(self, name: str) -> None:
        self.rules, self.tiles, self.referee = table(name)

    def ruleset(self, name: str) -> RuleSet:
        return ruleset(name)

    def tileset(self, rules: RuleSet) -> TileSet:
        return self.tiles

    def lexicon(self, name: str, tileset: TileSet) -> tuple[WordSource, ev.LexiconUsed]:
        return self.referee.lexicon, ev.LexiconUsed(name, 0, "f" * 64, "", True)

    def solver(self, words: WordSource, tileset: TileSet, rules: RuleSet) -> TopFinder:
        assert isinstance(words, Lexicon)
        return make_solver(words, tileset, rules.bonus, max_placed=rules.draw.placed)

    def openings(self, solver: TopFinder) -> Callable[[Game, Play], float] | None:
        return None


@pytest.mark.parametrize("name", BOOKS)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=5)
def test_an_evening_file_plays_again_to_the_same_game(name: str, seed: int) -> None:
    evening = Evening(name, seed)
    for _ in range(STEPS):
        evening.step()
    if evening.game.round is not None and evening.game.round.is_open:
        evening.obey(evening.referee.close(evening.game))
    if evening.game.phase is Phase.CLOSED:
        evening.obey(evening.referee.reveal(evening.game, leave_undecided=True))
    game, written = evening.game, write_evening(evening.game, "short")
    assume(not any("nothing was placed, read back" in note for note in written.notes))
    again = play_evening(parse_evening(written.text), Shelf(name)).game
    assert [sorted(round_.letters) for round_ in again.rounds] == [sorted(round_.letters) for round_ in game.rounds]
    assert [round_.board for round_ in again.rounds] == [round_.board for round_ in game.rounds]
    for was, now in zip(game.rounds, again.rounds, strict=True):
        if not any(note.startswith(f"round {was.number}: the top of") for note in written.notes):
            assert (now.retained and now.retained.points) == (was.retained and was.retained.points)
        assert sorted(now.verdicts) == sorted(was.verdicts)
        for seat, verdict in was.verdicts.items():
            assert (now.verdicts[seat].outcome, now.verdicts[seat].points) == (verdict.outcome, verdict.points)
            assert now.verdicts[seat].play == verdict.play or verdict.outcome == "zero"
    for seat, known in game.seats.items():
        assert again.seats[seat].present == known.present
        assert [again.seats[seat].name_in(round_.number) for round_ in game.rounds] == [
            known.name_in(round_.number) for round_ in game.rounds
        ]


@pytest.mark.parametrize("kind", FOREIGN)
@pytest.mark.parametrize("name", BOOKS)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=4)
def test_what_a_file_says_it_carries_is_read_back(name: str, kind: str, seed: int) -> None:
    evening = Evening(name, seed)
    for _ in range(STEPS):
        evening.step()
    game = evening.game
    assume(game.rounds)
    read, write = FOREIGN[kind]
    text = write(game).text
    again = read(text).game
    assert write(again).text == text
    carrier = MATCH if kind == GCG and again.seats else kind
    for fact in FACTS:
        if carrier in fact.carried:
            assert sorted(map(str, fact.found(again))) == sorted(map(str, fact.found(game))), fact.name


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_evening_of_tops_comes_to_its_end_and_says_why(name: str, seed: int) -> None:
    evening = Evening(name, seed)
    game = evening.game
    while game.phase is not Phase.ENDED:
        evening.obey(evening.referee.draw(evening.game, evening.dice))
        game = evening.game
        if game.phase is Phase.ENDED:
            break
        assert game.round is not None
        if game.round.tops:
            move = game.round.tops[0].moves[0]
            text = f"{format_reference(move.row, move.col, move.direction)} {format_word(move.word, evening.tiles)}"
            evening.obey(evening.referee.hand_in(game, game.round.number, 1, text, "tablet", 0))
        evening.obey(evening.referee.close(evening.game))
        evening.obey(evening.referee.reveal(evening.game, leave_undecided=True))
        game = evening.game
        assert len(game.rounds) < 120, "the evening does not end"
    assert game.ended in {
        "maximum_rounds",
        "bag_empty",
        "last_round",
        "too_few_letters",
        "no_vowels",
        "no_consonants",
        "no_draw_possible",
        "no_move_possible",
        "stuck",
    }
    assert len(game.rounds) > 3


def test_the_random_evenings_reach_every_step_that_moves_tiles() -> None:
    seen: Counter[str] = Counter()
    for seed in range(6):
        evening = Evening("french joker", seed)
        for _ in range(STEPS):
            evening.step()
        seen += Counter(event_kind(entry.event) for entry in evening.game.history)
    for kind in (ev.LettersDrawn, ev.DrawRefused, ev.MoveRetained, ev.TopRevealed, ev.BlankReplaced, ev.StepUndone, ev.VerdictOverruled):
        assert seen[kind.__name__] >= 6, kind
    corrected = (ev.SlipCorrected, ev.AverageGiven, ev.SlipKeyedAgain, ev.WordAdmitted, ev.TableTakenOver)
    assert sum(seen[kind.__name__] for kind in corrected) >= 6

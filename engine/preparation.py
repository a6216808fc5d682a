"""Prepared games: whole games played by the rule book in advance, wanted ones kept, and one of them dealt out again round by round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

from engine import events as ev
from engine.errors import CommandRefused, EngineError, ExchangeError
from engine.game import Entry, Game, Phase, Round, apply
from engine.interfaces import WordSource
from engine.referee import Referee, points_of
from engine.ruleset import RuleSet
from engine.tiles import BLANK, TileSet

MAX_ROUNDS = 200
BONUS_TILES = 7
NO_LIMIT = 10**6


@dataclass(frozen=True, slots=True)
class Span:
    """A number from *least* to *most*, both included."""

    least: int = 0
    most: int = NO_LIMIT

    def __contains__(self, number: int) -> bool:
        return self.least <= number <= self.most


@dataclass(frozen=True, slots=True)
class Constraints:
    """What a prepared game must be; the defaults ask nothing."""

    rounds: Span = Span()
    total: Span = Span()
    """Sum of the tops."""
    bonus: Span = Span()
    """Retained plays that place seven tiles or more."""
    single: Span = Span()
    """Share in percent of the rounds with one top only."""
    least_points: int = 0
    """No round's top is under this."""
    blanks_out_by: int = 0
    """Every blank is on the board after that round; 0: whenever."""
    placed: str = ""
    """Tiles that lie on the board at the end, each as often as it is named."""
    words_from: WordSource | None = None
    """Every word that a retained play forms is one of these."""
    words_not_from: WordSource | None = None
    """No word that a retained play forms is one of these."""


def preparable(rules: RuleSet) -> RuleSet:
    """The rule set under which a prepared game is made and played: its tops are settled, so the computer's.

    :raises CommandRefused: ``not_preparable`` for a game whose boards differ from seat to seat.
    """
    if rules.game == "optimist":
        raise CommandRefused("not_preparable", "an optimist game has a board for each seat: its rounds cannot be settled in advance")
    return replace(rules, top=replace(rules.top, by="computer"))


def impossible(wanted: Constraints, rules: RuleSet, tileset: TileSet) -> str:
    """Why no game at all can meet the constraints, as far as that is seen without trying; or ``""``."""
    for tile in dict.fromkeys(wanted.placed):
        count = tileset.full_bag().count(tile)
        if wanted.placed.count(tile) > count:
            return f"{tileset.spell(tile)} is to lie on the board {wanted.placed.count(tile)} times, the tile set has {count}"
    if wanted.blanks_out_by > wanted.rounds.most:
        return f"blanks are to be out by round {wanted.blanks_out_by}, and {wanted.rounds.most} rounds are played at most"
    if wanted.rounds.least > MAX_ROUNDS or wanted.rounds.most < 1:
        return f"a game has 1 to {MAX_ROUNDS} rounds"
    if wanted.single.least > 100:
        return f"{wanted.single.least} percent of the rounds with one top: 100 at most"
    least = wanted.least_points * max(1, wanted.rounds.least)
    if least > wanted.total.most:
        return f"each round is to be worth {wanted.least_points} points or more, the total {wanted.total.most} at most"
    tiles = len(tileset.full_bag())
    most = tiles // BONUS_TILES if rules.draw.placed >= BONUS_TILES else 0
    if wanted.bonus.least > most:
        return f"{wanted.bonus.least} bonus plays of {BONUS_TILES} tiles: {tiles} tiles make {most} at most"
    if wanted.bonus.least > wanted.rounds.most:
        return f"{wanted.bonus.least} bonus plays in {wanted.rounds.most} rounds at most"
    return ""


def prepare_game(
    referee: Referee, opened: Iterable[ev.Event], seed: str, constraints: Constraints | None = None
) -> tuple[Game, str]:
    """One candidate: a whole game drawn with the dice of *seed*, and the constraint it misses (a field's name), or ``""``.

    The same seed gives the same game. A candidate is left as soon as it cannot become what is wanted.
    """
    wanted = constraints or Constraints()
    dice = Random(seed)
    game = Game()
    for event in opened:
        game = apply(game, Entry("open", event))
    while len(game.rounds) < MAX_ROUNDS:
        game = _add(game, referee.draw(game, dice))
        if game.phase is Phase.ENDED:
            return game, _missed_at_end(game, wanted)
        game = _add(game, referee.close(game))
        if missed := _missed_in_round(game, wanted):
            return game, missed
        game = _add(game, referee.reveal(game, leave_undecided=True))
        if missed := _missed_so_far(game, wanted):
            return game, missed
    return game, "rounds"


def _add(game: Game, events: Iterable[ev.Event]) -> Game:
    command = str(len(game.history))
    for event in events:
        game = apply(game, Entry(command, event))
    return game


def _missed_in_round(game: Game, wanted: Constraints) -> str:
    round_ = game.rounds[-1]
    if round_.top_points < wanted.least_points:
        return "least_points"
    if wanted.words_from is not None and not all(word in wanted.words_from for word in words_of(round_)):
        return "words_from"
    if wanted.words_not_from is not None and any(word in wanted.words_not_from for word in words_of(round_)):
        return "words_not_from"
    return ""


def _missed_so_far(game: Game, wanted: Constraints) -> str:
    if len(game.rounds) > wanted.rounds.most:
        return "rounds"
    if sum(round_.top_points for round_ in game.rounds) > wanted.total.most:
        return "total"
    if bonus_plays(game) > wanted.bonus.most:
        return "bonus"
    if wanted.blanks_out_by and len(game.rounds) >= wanted.blanks_out_by and BLANK in game.bag + game.rack:
        return "blanks_out_by"
    return ""


def _missed_at_end(game: Game, wanted: Constraints) -> str:
    rounds = len(game.rounds)
    if rounds not in wanted.rounds or not rounds:
        return "rounds"
    if sum(round_.top_points for round_ in game.rounds) not in wanted.total:
        return "total"
    if bonus_plays(game) not in wanted.bonus:
        return "bonus"
    if 100 * sum(len(round_.tops) == 1 for round_ in game.rounds) // rounds not in wanted.single:
        return "single"
    if wanted.blanks_out_by and BLANK in game.bag + game.rack:
        return "blanks_out_by"
    on_board = game.board.cells
    if any(on_board.count(tile) < wanted.placed.count(tile) for tile in wanted.placed):
        return "placed"
    return ""


def words_of(round_: Round) -> tuple[str, ...]:
    """Every word the retained play forms, in upper case."""
    if round_.retained is None:
        return ()
    board, words = round_.board, []
    for move in round_.retained.play.moves:
        words += [word.upper() for word in board.words_formed(move)]
        board = board.place(move)
    return tuple(words)


def bonus_plays(game: Game) -> int:
    """Rounds whose retained play places seven tiles or more in one move."""
    played = (round_ for round_ in game.rounds if round_.retained is not None)
    return sum(
        any(len(round_.board.new_tiles(move)) >= BONUS_TILES for move in round_.retained.play.moves[:1])
        for round_ in played
        if round_.retained is not None
    )


def check_playable(prepared: Game) -> None:
    """Raise unless every top and every retained play of the game can be laid with its round's letters: the file may come from anywhere.

    :raises ExchangeError: naming the round.
    :raises CommandRefused: as :func:`preparable` does.
    """
    if prepared.opened is None or not prepared.rounds:
        raise ExchangeError("the prepared game has no rounds")
    preparable(prepared.rules)
    for round_ in prepared.rounds:
        retained = () if round_.retained is None else (round_.retained.play,)
        for play in (*round_.tops, *retained):
            try:
                points_of(prepared, round_, play)
            except EngineError as error:
                raise ExchangeError(f"round {round_.number} of the prepared game: {error}") from error


def deal(game: Game, prepared: Game, source: ev.Drawn = "prepared") -> tuple[ev.Event, ...]:
    """The next round of a prepared game, its top and the play that will be placed with it; after the last one the end.

    :raises CommandRefused: ``prepared`` if the evening has left the prepared game's board.
    """
    number = len(game.rounds) + 1
    if number > len(prepared.rounds):
        return (ev.EveningEnded(prepared.ended or "maximum_rounds"),)
    round_ = prepared.rounds[number - 1]
    if round_.board != game.board:
        raise CommandRefused("prepared", f"the board is not the prepared game's before round {number}")
    events: list[ev.Event] = list(round_.refused)
    events.append(ev.LettersDrawn(number, round_.draw.kept, round_.draw.fresh, source))
    events.append(ev.TopsFound(number, round_.top_points, round_.tops, round_.tops_proved))
    if round_.retained is not None:
        kept = round_.retained
        events.append(ev.MoveRetained(number, kept.play, kept.points, kept.reason, kept.note))
    return tuple(events)

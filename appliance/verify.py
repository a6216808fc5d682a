"""What can be proved of a game afterwards: that its draws follow from the announced seed, or are those of the announced prepared game, and
that its tops are the tops."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from appliance.library import Library
from engine import events as ev
from engine.bulletin import Play
from engine.draw import Draw
from engine.errors import EngineError, LexiconError
from engine.game import Entry, Game, Round, apply, undone_commands
from engine.rack import same
from engine.reading import format_play
from engine.referee import Referee
from engine.sealing import checksum, round_dice


@dataclass(frozen=True, slots=True)
class Report:
    """What was found, as lines to print."""

    proved: tuple[str, ...]
    wrong: tuple[str, ...]


def verify_game(game: Game, library: Library, prepared: Game | None = None) -> Report:
    """Check every draw, every top and the tile count of a game; *prepared* is the game whose checksum was announced, if it is at hand.

    :raises LexiconError: if its lexicon is not on this machine.
    """
    opened = game.opened
    assert opened is not None
    used = library.used(opened.lexicon.name)
    unnamed = not opened.lexicon.fingerprint
    if not unnamed and used.fingerprint != opened.lexicon.fingerprint:
        raise LexiconError(f"the game was played with another edition of {used.name} ({opened.lexicon.fingerprint[:8]})")
    referee = library.referee(opened)
    announced = game.announced.kind if game.announced is not None else ""
    proved = [f"the game names no edition of {used.name}: checked with the one on this machine"] if unnamed else []
    wrong = list(_rounds(game, referee))
    if not wrong:
        shared = f"every top is the top of the list {used.name}"
        tops = "no tops in this game, in which each seat has its own board" if game.rules.game == "optimist" else shared
        proved.append(f"{len(game.rounds)} rounds: every draw keeps the rules, {tops}")
    if not same(_out(game) + game.bag, game.tileset.full_bag()):
        wrong.append("board, rack and bag together are not the tile set")
    if announced == "prepared" and game.announced is not None:
        if prepared is None:
            found = game.announced.checksum[:16]
            proved.append(f"not compared with the sealed file {found}: it is not at hand (--sealed FILE, --code CODE)")
        else:
            faults = list(_unlike(game, prepared))
            if not faults:
                proved.append("draws, tops and moves placed are those of the sealed file whose checksum was announced before play")
            wrong += faults
    if announced == "sealed_draw":
        faults = list(_drawn_again(game, referee))
        if not faults:
            proved.append("every draw follows from the seed whose checksum was announced before play")
        wrong += faults
    return Report(tuple(proved), tuple(wrong))


def _out(game: Game) -> str:
    """The tiles that are out of the bag; where each seat has its own board they are told by the draws alone."""
    if game.rules.draw.refill == "discard":
        return "".join(round_.letters for round_ in game.rounds)
    return game.board.tiles() + game.rack


def _rounds(game: Game, referee: Referee) -> Iterator[str]:
    """What is wrong with draws and tops."""
    for before, event in _steps(game):
        if not isinstance(event, ev.LettersDrawn):
            continue
        try:
            again = referee.draw_typed(before, Draw(event.kept, event.fresh), event.source)
        except EngineError as error:
            yield f"round {event.round}: {error}"
            continue
        if isinstance(again[0], ev.DrawRefused):
            yield f"round {event.round}: the draw {event.kept + event.fresh} breaks the rules: {again[0].reason}"
            continue
        round_ = game.rounds[event.round - 1]
        # the optimist game has none
        top = next((each for each in again if isinstance(each, ev.TopsFound)), ev.TopsFound(event.round, 0, ()))
        if top.points != round_.top_points:
            yield f"round {event.round}: the top is {top.points} points, written is {round_.top_points}"
        elif differing := _differing(game, top, round_):
            yield f"round {event.round}: the top is {top.points} points as written, but not its plays: {differing}"


SHOWN_PLAYS = 5
"""Plays named of a list of equal tops that differs."""


def _differing(game: Game, top: ev.TopsFound, round_: Round) -> str:
    """Which equal tops are not written, and which plays are written as such and are none; empty if there are none of either."""
    lacking = [play for play in top.plays if play not in round_.tops]
    others = [play for play in round_.tops if play not in top.plays]
    told = []
    for what, plays in (("not written", lacking), ("no top", others)):
        named = [format_play(play, game.tileset, game.rules.slip.notation) for play in plays[:SHOWN_PLAYS]]
        if named:
            told.append(f"{what} {', '.join(named)}{' …' if len(plays) > SHOWN_PLAYS else ''}")
    return "; ".join(told)


def _unlike(game: Game, prepared: Game) -> Iterator[str]:
    """Which rounds are not those of the prepared game. What it holds instead is not told, for it may be a secret still."""
    if game.rules.draw != prepared.rules.draw or game.tileset != prepared.tileset:
        yield "letters or rules of the draw are not those of the sealed file"
    for round_ in game.rounds:
        if round_.number > len(prepared.rounds):
            yield f"round {round_.number}: the sealed file has no such round"
            return
        other = prepared.rounds[round_.number - 1]
        if (round_.draw, round_.refused) != (other.draw, other.refused):
            yield f"round {round_.number}: the draw is not that of the sealed file"
        if (round_.top_points, set(round_.tops)) != (other.top_points, set(other.tops)):
            yield f"round {round_.number}: the tops are not those of the sealed file"
        if _placed(round_) != _placed(other):
            yield f"round {round_.number}: the move placed is not that of the sealed file"


def _placed(round_: Round) -> tuple[Play, int] | None:
    return (round_.retained.play, round_.retained.points) if round_.retained else None


def _drawn_again(game: Game, referee: Referee) -> Iterator[str]:
    """What does not follow from the seed."""
    assert game.announced is not None
    if not game.seed:
        yield "the seed has not been shown: the evening has not ended"
        return
    if checksum(game.seed) != game.announced.checksum:
        yield f"the seed has checksum {checksum(game.seed)[:16]}, announced was {game.announced.checksum[:16]}"
        return
    expected: list[ev.Event] = []
    for before, event in _steps(game):
        if not isinstance(event, ev.LettersDrawn | ev.DrawRefused):
            continue
        if not expected:
            number = len(before.rounds) + 1
            found = referee.draw(before, round_dice(game.seed, number))
            expected = [each for each in found if isinstance(each, ev.LettersDrawn | ev.DrawRefused)]
        if not expected or expected.pop(0) != event:
            yield f"round {len(before.rounds) + 1}: {event.kept}+{event.fresh} is not what the seed gives"
            return


def _steps(game: Game) -> Iterator[tuple[Game, ev.Event]]:
    """Each event that counts, with the game as it was before it."""
    undone = undone_commands(game.history)
    before = Game()
    for entry in game.history:
        if entry.command not in undone and not isinstance(entry.event, ev.StepUndone):
            yield before, entry.event
            before = apply(before, Entry("", entry.event))

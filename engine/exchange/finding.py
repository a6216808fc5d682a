"""Where a game holds what a file may not carry: each way to look answers with rounds and values (:mod:`engine.exchange.carried`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine import builtin
from engine import events as ev
from engine.arbiter import decided
from engine.bulletin import Bulletin, Play, Verdict
from engine.errors import EngineError
from engine.game import Game, Round, Seat, undone_commands
from engine.reading import format_play

Found = Iterable[tuple[int, object]]
"""Each with its round (0: the evening) and a value that is equal again once the file is read back."""


def events(kind: type[ev.Event], value: Callable[[Any], object]) -> Callable[[Game], Found]:
    """The events of a kind that count, each as *value* tells it, with its own round or the last one drawn before it."""

    def found(game: Game) -> Iterator[tuple[int, object]]:
        undone = undone_commands(game.history)
        last = 0
        for command, event in game.history:
            if command in undone:
                continue
            if isinstance(event, ev.LettersDrawn):
                last = event.round
            if isinstance(event, kind):
                yield getattr(event, "round", last), value(event)

    return found


def rounds(look: Callable[[Game, Round], Iterable[object]]) -> Callable[[Game], Found]:
    """What *look* finds in each round."""
    return lambda game: ((round_.number, value) for round_ in game.rounds for value in look(game, round_))


def verdicts(look: Callable[[Verdict], object]) -> Callable[[Game], Found]:
    """What *look* finds in verdicts; nothing where it says ``None``."""

    def found(game: Game, round_: Round) -> Iterator[object]:
        for seat, verdict in sorted(round_.verdicts.items()):
            if (value := look(verdict)) is not None:
                yield who(game, seat), value

    return rounds(found)


def who(game: Game, seat: int) -> str:
    """The seat by its first name, for GCG numbers players anew."""
    return game.seats[seat].name_in(1) if seat in game.seats else str(seat)


def successors(seat: Seat) -> tuple[tuple[int, str], ...]:
    """Who took a table over, each with his first round."""
    names = (*(name for _, name in seat.earlier[1:]), seat.name)
    return tuple((first, name) for (first, _), name in zip(seat.earlier, names, strict=True)) if seat.earlier else ()


def superseded(round_: Round) -> tuple[Bulletin, ...]:
    """Slips of a round that never counted: a later one of the seat took their place. How one was keyed at first is another matter."""
    standing = replace(round_, corrected_slips={}).standing
    return tuple(each for each in round_.bulletins if standing.get(each.seat) != each)


def is_plain(play: Play) -> bool:
    """Whether a play is one move and nothing else: all that foreign formats know."""
    return len(play.moves) == 1 and play.exchange is None


def judged(round_: Round) -> dict[int, Bulletin]:
    """The slips that count of a round that is closed, by seat."""
    return dict(sorted(round_.standing.items())) if round_.is_judged else {}


def all_slips_count(game: Game, slip: Bulletin) -> bool:
    """Whether a slip may not stand for an earlier one: on paper several are a fault, in topping each is a try."""
    return slip.source == "file" or game.rules.ranking.by == "time"


def own_tiles(game: Game) -> Found:
    """The tile set, where it is not the built-in one of its name."""
    try:
        if game.tileset == builtin.tileset(game.tileset.name):
            return
    except EngineError:
        pass
    yield 0, game.tileset


def edition(game: Game) -> Found:
    """What is known of the word list's edition."""
    used = game.opened.lexicon if game.opened else None
    return [(0, used)] if used is not None and used.fingerprint else []


def opened(look: Callable[[ev.EveningOpened], object]) -> Callable[[Game], Found]:
    """What *look* finds in the opening; nothing where it is empty."""
    return lambda game: [(0, look(game.opened))] if game.opened is not None and look(game.opened) else []


def numbers(game: Game) -> Found:
    """The numbers of the seats, unless they simply count up."""
    return [] if list(game.seats) == list(range(1, len(game.seats) + 1)) else ((0, seat) for seat in game.seats)


def wording(*, vain: bool) -> Callable[[Game], Found]:
    """What slips say, where it does not follow from move and claim; *vain*: of slips without an accepted move."""

    def found(game: Game, round_: Round) -> Iterator[object]:
        for seat, slip in judged(round_).items():
            verdict, text = round_.verdicts.get(seat), slip.text.strip()
            play = verdict.play if verdict is not None and verdict.outcome != "zero" else None
            if not text or (play is None) is not vain:
                continue
            claimed = "" if verdict is None or verdict.claimed is None else f" {verdict.claimed}"
            # what follows from move and claim needs no telling
            if play is None or text != format_play(play, game.tileset, game.rules.slip.notation) + claimed:
                yield who(game, seat), text

    return rounds(found)


def placed(_: Game, round_: Round) -> Iterator[object]:
    """The first move placed; a table does not tell a blank that was replaced."""
    if round_.retained is not None and round_.retained.play.moves:
        move = round_.retained.play.moves[0]
        yield move.word.upper(), move.row, move.col, move.direction, round_.retained.points


def other_tops(_: Game, round_: Round) -> Iterator[object]:
    """Tops that were not the play placed."""
    retained = round_.retained
    for play in round_.tops:
        if retained is None or retained.points != round_.top_points or play.moves != retained.play.moves:
            yield round_.top_points, play


def decisions(game: Game) -> Mapping[int, Play]:
    """Place in the history of each verdict by which the referee chose one of the meanings of an undecided slip → that meaning."""
    undone, chosen = undone_commands(game.history), dict[int, Play]()
    verdicts: dict[tuple[int, int], Verdict] = {}
    for at, (command, event) in enumerate(game.history):
        if command in undone or not isinstance(event, ev.SlipJudged | ev.VerdictOverruled | ev.SlipCorrected | ev.AverageGiven):
            continue
        key = event.round, event.verdict.seat
        before = verdicts.get(key)
        if isinstance(event, ev.VerdictOverruled) and before is not None and before.outcome == "undecided":
            given = replace(event.verdict, reason=before.reason, time_ms=before.time_ms)
            meant = (each.play for each in before.candidates if decided(before, each, game.rules) == given)
            chosen.update((at, play) for play in meant)
        verdicts[key] = event.verdict
    return chosen


def referees_own(game: Game) -> Iterator[tuple[int, object]]:
    """Penalties and warnings of verdicts that the referee gave in place of the book's, not of its meanings that he chose."""
    undone, chosen = undone_commands(game.history), decisions(game)
    last: dict[tuple[int, int], int] = {}
    for at, (command, event) in enumerate(game.history):
        if command not in undone and isinstance(event, ev.VerdictOverruled):
            last[event.round, event.verdict.seat] = at
    for round_ in game.rounds:
        for seat, verdict in sorted(round_.verdicts.items()):
            kind = round_.corrections[seat].kind if seat in round_.corrections else ""
            own = kind == "overruled" and last[round_.number, seat] not in chosen
            if own and (verdict.penalty or verdict.warnings):
                yield round_.number, (who(game, seat), verdict.penalty, verdict.warnings)


def corrections(kind: str) -> Callable[[Game], Found]:
    """Verdicts that were changed in this way."""
    return rounds(lambda game, round_: [who(game, s) for s, each in sorted(round_.corrections.items()) if each.kind == kind])

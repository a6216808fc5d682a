"""The reference score of an optimist game: a good line of play over all its draws, by beam search.

At each draw the most promising boards are kept, a *width* of them, and each is played on with its best moves. Nothing proves that the line
is the best there is: it is the best *known*, and a wider beam may find a better one. The same draws, width and seed give the same line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from engine.board import Board
from engine.bulletin import Play
from engine.interfaces import TopFinder
from engine.move import Move
from engine.rack import take
from engine.ruleset import RuleSet
from engine.tiles import TileSet
from engine.variants.optimist import face_value

CANDIDATES = 60
"""Moves looked at on each board, best gross first."""
MOVES = 12
"""Moves tried from each board, best net first; what a wider choice adds costs more than a wider beam."""


@dataclass(frozen=True, slots=True)
class Line:
    """One way of having played the first rounds."""

    points: int
    moves: tuple[Move | None, ...] = ()
    """One a round; ``None`` where nothing was laid."""
    board: Board = field(default_factory=Board)
    carried: str = ""
    """Letters that join the last draw."""


@dataclass(frozen=True, slots=True)
class Beam:
    """Where a search stands; hand it back to go on."""

    lines: tuple[Line, ...] = (Line(0),)
    """Best first; all have played as many rounds."""

    @property
    def rounds(self) -> int:
        return len(self.lines[0].moves)


Progress = Callable[[Beam, int], bool]
"""Told the beam after each round and how many rounds there are; ``False`` stops the search there."""


def reference_line(
    draws: Sequence[str],
    rules: RuleSet,
    tileset: TileSet,
    solver: TopFinder,
    *,
    width: int,
    seed: int = 0,
    start: Beam | None = None,
    progress: Progress = lambda _beam, _rounds: True,
    look: Callable[[int, int], bool] = lambda _done, _boards: True,
) -> Beam:
    """The beam after all *draws*, or where *progress* stopped it; its first line is the best known.

    *start* goes on from an earlier beam of the same draws. *seed* decides which of equal lines are kept. *look* is called with how many
    of a round's boards have been played on, and how many there are; ``False`` stops at once, and what the round in hand gave is lost.
    """
    if width < 1:
        raise ValueError(f"a beam of width {width}: expected 1 or more")
    beam = start or Beam()
    while beam.rounds < len(draws):
        number = beam.rounds
        before_last = number == len(draws) - 2 and len(draws[-1]) < rules.draw.rack
        found: dict[tuple[str, str], Line] = {}
        for done, line in enumerate(beam.lines):
            if not look(done, len(beam.lines)):
                return beam
            for after in _played(line, draws[number], rules, tileset, solver, before_last):
                key = (after.board.cells, after.carried)
                if key not in found or found[key].points < after.points:
                    found[key] = after
        dice = Random(f"{seed}/{number}")
        ranked = sorted(found.items(), key=lambda item: (item[1].points, item[0]), reverse=True)
        lots = {key: dice.random() for key, _ in ranked}
        ranked.sort(key=lambda item: (-item[1].points, lots[item[0]]))
        beam = Beam(tuple(line for _, line in ranked[:width]))
        if not progress(beam, len(draws)):
            break
    return beam


def _played(
    line: Line, draw: str, rules: RuleSet, tileset: TileSet, solver: TopFinder, before_last: bool
) -> list[Line]:
    """The line with each of its best moves of the draw, and with none."""
    letters = line.carried + draw
    after = [Line(line.points, (*line.moves, None), line.board)]
    options = best_moves(line.board, letters, rules, tileset, solver, before_last=before_last)
    for net, move, kept in options[:MOVES]:
        after.append(Line(line.points + net, (*line.moves, move), line.board.place(move), kept))
    return after


def best_moves(
    board: Board,
    letters: str,
    rules: RuleSet,
    tileset: TileSet,
    solver: TopFinder,
    *,
    before_last: bool,
    looked_at: int = CANDIDATES,
) -> list[tuple[int, Move, str]]:
    """Net points, move, and the letters it keeps for the last draw; best net first, of the *looked_at* moves with the most gross points."""
    options = []
    for scored in solver.moves(board, letters, looked_at):
        laid = board.new_tiles(scored.move)
        if len(laid) < rules.variant.least_tiles:
            continue
        rest = take(letters, laid)
        kept = rest if before_last and len(rest) <= rules.variant.carried else ""
        net = scored.points - (0 if kept == rest else face_value(rest, tileset))
        options.append((net, scored.move, kept))
    options.sort(key=lambda option: (-option[0], option[1]))
    return options


def plays_of(line: Line) -> tuple[Play, ...]:
    """The line's rounds as plays; one without a move where nothing was laid."""
    return tuple(Play(() if move is None else (move,)) for move in line.moves)

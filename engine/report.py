"""A played evening as plain data: what ``toptable arbitrate --json`` prints. The shape is in ``docs/evening-file.md``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.bulletin import Play, SanctionedFault
from engine.draw import format_draw
from engine.evening import Evening
from engine.game import Game, Round
from engine.notation import Notation, move_reference
from engine.printing import other_slips, printed, top_list
from engine.reading import format_exchange
from engine.standings import (
    equal_tops,
    is_proved,
    possible_top,
    round_top,
    running_sheet,
    scored_rounds,
    standings,
    total_of_tops,
)
from engine.tiles import TileSet


def evening_report(evening: Evening) -> dict[str, Any]:
    """The whole evening."""
    game = evening.game
    assert game.opened is not None
    used = game.opened.lexicon
    return {
        "rules": game.rules.name,
        "lexicon": {
            "name": used.name,
            "words": used.words,
            "fingerprint": used.fingerprint,
            "date": used.date,
            "official": used.official,
        },
        "rounds": [_round_report(game, round_) for round_ in scored_rounds(game)],
        "standings": [
            {
                "rank": line.rank,
                "seat": line.seat,
                "name": line.name,
                "total": line.total,
                "solos": line.solos,
                "penalties": line.penalties,
                "warnings": line.warnings,
                "percent": line.percent,
                "negative": line.negative,
                "tops_found": line.tops_found,
                "zeros": dict(line.zero_kinds),
                "undecided": line.undecided,
            }
            | ({"time_ms": line.time_ms} if game.rules.ranking.by == "time" else {})
            for line in standings(game)
        ],
        "total_of_tops": total_of_tops(game),
        "over": evening.over or None,
        "admitted": [
            {"word": game.tileset.spell(each.word), "reason": each.reason, "round": each.round} for each in game.admitted
        ],
        "notes": list(evening.notes),
    }


def _round_report(game: Game, round_: Round) -> dict[str, Any]:
    top = round_top(game, round_)
    return {
        "number": round_.number,
        "draw": game.tileset.spell(round_.letters),
        "drawn": game.tileset.spell(format_draw(round_.draw.kept, round_.draw.fresh, bool(round_.refused))),
        "top": top,
        "proved": is_proved(game, round_),
        "tops": [_play_report(game, play, top) for play in equal_tops(game, round_)],
        **(_possible_report(game, round_) if game.rules.top.by == "players" else {}),
        "retained": _retained_report(game, round_),
        "list": [
            {"text": printed(game, round_, each.play, each.points), "points": each.points, "seats": list(each.seats)}
            for each in top_list(round_)
        ],
        "solo": round_.solo or None,
        "slips": [_slip_report(game, round_, seat) for seat in sorted(round_.verdicts)],
        **(_checking_report(game, round_.number) if game.rules.game == "optimist" else {}),
    }


def _possible_report(game: Game, round_: Round) -> dict[str, Any]:
    """Where the players set the top: what the solver found beside it."""
    points = possible_top(game, round_)
    plays = [_play_report(game, play, points) for play in round_.tops]
    return {"possible": {"points": points, "proved": round_.tops_proved, "plays": plays}}


def _checking_report(game: Game, number: int) -> dict[str, Any]:
    """Optimist: what was asked in a round, and what the checkers of its slips found otherwise."""
    return {
        "questions": [
            {"seat": each.seat, "word": game.tileset.spell(each.word), "valid": each.valid}
            for each in game.questions
            if each.round == number
        ],
        "differences": [
            {"seat": each.seat, "checker": each.checker, "text": each.text} for each in game.differences if each.round == number
        ],
    }


def _retained_report(game: Game, round_: Round) -> dict[str, Any] | None:
    kept = round_.retained
    if kept is None:
        return None
    text = printed(game, round_, kept.play, kept.points)
    return _play_report(game, kept.play, kept.points) | {"reason": kept.reason, "note": kept.note, "text": text}


def _slip_report(game: Game, round_: Round, seat: int) -> dict[str, Any]:
    verdict, slip = round_.verdicts[seat], round_.judged_slip(seat)
    line = next(line for line in running_sheet(game, seat) if line.round == round_.number)
    report: dict[str, Any] = {
        "seat": seat,
        "text": slip.text if slip else "",
        "outcome": verdict.outcome,
        "points": verdict.points,
        "faults": _faults_report(verdict.faults),
        "penalty": line.penalty,
    }
    if verdict.outcome == "undecided":
        report["undecided"] = True
    if others := other_slips(round_, seat) if game.rules.ranking.by == "points" else ():
        report["others"] = [{"text": each.text, "counts": "late" if each.late else "superseded"} for each in others]
    if game.rules.ranking.by == "time":
        report["time_ms"] = verdict.time_ms
    if verdict.reason:
        report["reason"] = verdict.reason
    if verdict.candidates:
        report["candidates"] = [
            _play_report(game, each.play, each.points) | {"faults": _faults_report(each.faults)} for each in verdict.candidates
        ]
    return report


def _faults_report(faults: Iterable[SanctionedFault]) -> list[dict[str, str]]:
    return [
        {"fault": f.fault.value, "sanction": f.sanction.value} | ({"detail": f.detail} if f.detail else {}) for f in faults
    ]


def _play_report(game: Game, play: Play, points: int) -> dict[str, Any]:
    return play_report(play, points, game.tileset, game.rules.slip.notation)


def play_report(play: Play, points: int, tileset: TileSet, notation: Notation) -> dict[str, Any]:
    """A play as plain data: its first move, the points of it all, and what else there is to it."""
    first, *more = ({"ref": move_reference(move, notation), "word": tileset.spell(move.word)} for move in play.moves)
    report: dict[str, Any] = {**first, "points": points}
    if play.exchange is not None:
        report["exchange"] = format_exchange(play.exchange, tileset)
    if more:
        report["second"] = more[0]
    if more[1:]:
        report["further"] = more[1:]
    return report

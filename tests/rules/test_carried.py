"""Nothing of a game is dropped silently: the table of facts against every event, every field and every format."""

from __future__ import annotations

import dataclasses
import typing
from dataclasses import replace
from typing import Any

import pytest

from engine import events as ev
from engine.builtin import ruleset, tileset
from engine.bulletin import Bulletin, Play, SanctionedFault, Verdict
from engine.errors import ExchangeError
from engine.exchange.carried import ELIOT, EVENING, FACTS, GCG, KINDS, MATCH, PASSED, TABLE, lost
from engine.exchange.eliot import read_eliot, write_eliot
from engine.exchange.eveningfile import write_evening
from engine.exchange.gamefile import read_game, write_game
from engine.exchange.gcg import write_gcg
from engine.game import Entry, Game, fold
from engine.move import Move
from engine.ruleset import Fault, Sanction
from engine.squares import Direction
from tests.rules.foreign import FOREIGN

HELD = (Bulletin, Verdict, SanctionedFault, Play, ev.LexiconUsed)
"""What events hold that has fields of its own to lose."""
FORMATS = FOREIGN | {MATCH: FOREIGN[GCG]}
"""GCG files hold a game of the top or a match."""


def test_every_field_of_every_event_is_in_one_fact_or_passed_with_a_reason() -> None:
    fields = {f"{kind.__name__}.{field.name}" for kind in (*typing.get_args(ev.Event), *HELD) for field in dataclasses.fields(kind)}
    named = [name for fact in FACTS for name in fact.fields]
    assert sorted([*named, *PASSED]) == sorted(fields), "each once"
    assert all(PASSED.values())


def test_facts_have_names_of_their_own_and_lie_within_earlier_ones() -> None:
    names = [fact.name for fact in FACTS]
    assert len(set(names)) == len(names)
    for at, fact in enumerate(FACTS):
        assert not fact.within or fact.within in names[:at], fact.name
        assert fact.carried <= set(KINDS)


# --- a game that holds every fact ---

RETINES = Play((Move("RETINES", 7, 3, Direction.ACROSS),))
LOWER = Play((Move("RESINET", 7, 4, Direction.ACROSS),))
TWO = Play((Move("RETINES", 7, 3, Direction.ACROSS), Move("EN", 7, 4, Direction.DOWN)), ("I", "W"))
NEXT = Play((Move("AS", 8, 3, Direction.ACROSS),))
FAULTS = (SanctionedFault(Fault.REFERENCE_SHIFTED, Sanction.WARNING, "H5 <&>"), SanctionedFault(Fault.LATE, Sanction.PENALTY))
USED = ev.LexiconUsed("fr", 3, "ab" * 32, "2026", True)


def opened(**changed: Any) -> ev.EveningOpened:
    return replace(ev.EveningOpened("Vendredi", "2026-11-27", ruleset("french"), tileset("fr"), USED), **changed)


def game_of(*events: ev.Event) -> Game:
    return fold(Entry(str(number), event) for number, event in enumerate(events))


def slip(seat: int, text: str, number: int, *, late: bool = False, source: Any = "tablet") -> ev.SlipHandedIn:
    return ev.SlipHandedIn(1, Bulletin(seat, text, number, source, late, 5000))


def first_round(
    *slips: ev.Event, after: tuple[ev.Event, ...] = (), tops: tuple[Play, ...] = (RETINES,), proved: bool = True
) -> tuple[ev.Event, ...]:
    return (
        ev.LettersDrawn(1, "", "EEINRST", "computer"),
        ev.TopsFound(1, 66, tops, proved),
        *slips,
        ev.RoundClosed(1),
        *after,
        ev.TopRevealed(1),
    )


PLACED = ev.MoveRetained(1, RETINES, 66, "only_top")
ANNE, JEAN = ev.PlayerSeated(1, "Anne"), ev.PlayerSeated(2, "Jean & <Li>")
OWN_TILES = replace(tileset("fr"), tiles=(*tileset("fr").tiles[:-1], replace(tileset("fr").tiles[-1], count=2)))

ANNES = Verdict(1, "accepted", 66, RETINES, FAULTS, 5, 70, reason="vu", time_ms=4000)
DOUBTFUL = (slip(1, "?", 1), ev.SlipJudged(1, Verdict(1, "undecided", 9, TWO)))

RICH = game_of(
    opened(),
    ev.GameAnnounced("sealed_draw", "00ff"),
    ANNE,
    JEAN,
    ev.PlayerSeated(7, "Zoé"),
    ev.PlayerLeft(7),
    ev.PlayerReturned(7),
    ev.CheckerNamed(1, 2),
    ev.WordAdmitted("AAI", "SWL"),
    ev.DrawRefused("", "AEEIIOU", "too_few_consonants", "bag"),
    *first_round(
        ev.DeadlineSet(1, "2026-12-03T20:00+01:00"),
        slip(1, "H4 RIEN 8", 1),
        slip(1, "RETINES H4 70", 2),
        slip(2, "H5 RESINET 12", 3, late=True),
        slip(2, "again", 4, late=True, source="file"),
        ev.SlipJudged(1, ANNES),
        ev.SlipJudged(1, Verdict(2, "zero", 0, None, (), 0, 12)),
        ev.SlipJudged(1, Verdict(7, "undecided", 9, TWO)),
        ev.QuestionAsked(1, 1, "JAB", True),
        after=(ev.MoveRetained(1, RETINES, 66, "referee", "nicer"), ev.SoloGiven(1, 1, 10)),
        tops=(RETINES, LOWER),
        proved=False,
    ),
    ev.SlipKeyedAgain(1, Bulletin(1, "H4 RIEN 8", 4, "paper"), Verdict(1, "zero", 0)),
    ev.KeyingSettled(1, 1, "second"),
    ev.SlipCorrected(1, Bulletin(1, "H4 RETINES 66", 4, "paper"), ANNES, "2026-11-30"),
    ev.VerdictOverruled(1, Verdict(2, "accepted", 7, None, FAULTS, 5, 12, reason="two <readers>")),
    ev.AverageGiven(1, Verdict(7, "accepted", 41, TWO, reason="called away"), (1, 2)),
    ev.DifferenceFound(1, 1, 2, "64"),
    ev.SlipAgreed(1, 1, 2),
    ev.PlayerSeated(8, "Late"),
    ev.TableTakenOver(2, 1, "Luc & co"),
    ev.DrawRefused("", "AEEIIOU", "referee", "bag"),
    ev.LettersDrawn(2, "", "AS", "computer"),
    ev.SlipHandedIn(2, Bulletin(1, "I4 AS 4", 1, "tablet")),
    ev.SeatExcused(2, 2, "train"),
    ev.ReferenceFound(612, 100, 0, 31),
    ev.StepUndone("none"),
)
PLAIN = game_of(
    *(opened(name="?", date="", lexicon=replace(USED, fingerprint="")), ANNE, JEAN),
    *first_round(
        slip(2, "H4 RETINES 66", 1, source="file"), ev.SlipJudged(1, Verdict(2, "accepted", 66, RETINES, claimed=66)), after=(PLACED,)
    ),
    ev.LettersDrawn(2, "", "ABS", "computer"),
    ev.SlipHandedIn(2, Bulletin(1, "I4 ABS 9", 1, "file")),
    ev.SlipJudged(2, Verdict(1, "zero", 0, claimed=9)),
    ev.RoundClosed(2),
    ev.TopRevealed(2),
    ev.EveningEnded("referee"),
)
GAMES: dict[str, Game] = {
    "rich": RICH,
    "undecided": game_of(opened(), ANNE, *first_round(*DOUBTFUL), ev.EveningEnded("bag_empty"), ev.BoardShown(3)),
    "plain": PLAIN,
    "position": game_of(opened(board="." * 224 + "A"), *first_round(after=(PLACED,))),
    "tiles": game_of(opened(tileset=OWN_TILES), *first_round(after=(PLACED,))),
    "seed": game_of(opened(), ev.GameAnnounced("sealed_draw", "00ff"), *first_round(after=(PLACED,)), ev.SeedShown("5eed")),
    "several": game_of(opened(), *first_round(after=(ev.MoveRetained(1, TWO, 70, "only_top"),))),
}


def test_each_fact_is_in_one_of_the_games() -> None:
    assert [fact.name for fact in FACTS if not any(list(fact.found(game)) for game in GAMES.values())] == []


@pytest.mark.parametrize("name", GAMES)
def test_a_game_file_carries_every_fact(name: str) -> None:
    game = GAMES[name]
    again = read_game(write_game(game))
    assert [(fact.name, list(fact.found(again))) for fact in FACTS if fact.name != "steps taken back"] == [
        (fact.name, list(fact.found(game))) for fact in FACTS if fact.name != "steps taken back"
    ]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", GAMES)
def test_a_fact_is_carried_or_told(name: str, kind: str) -> None:
    game = GAMES[name]
    if kind in (GCG, MATCH) and (kind == MATCH) is not (name == "plain"):
        pytest.skip("a match is written as one, another game as that of the top")
    if name == "position" and kind != EVENING:
        with pytest.raises(ExchangeError, match="starts from a position"):
            FORMATS[kind][1](game)
        return
    written = write_evening(game) if kind == EVENING else FORMATS[kind][1](game)
    again = None if kind == EVENING else FORMATS[kind][0](written.text).game
    told = {note.removeprefix("not carried: ").split(":")[0].split(" (")[0] for note in written.notes}
    assert len(told) == len(written.notes), "each once"
    missing = {fact.name for fact in FACTS if kind not in fact.carried and list(fact.found(game))}
    for fact in FACTS:
        assert (fact.name in told) is (fact.name in missing and fact.within not in missing), fact.name
        if kind in fact.carried and again is not None:
            assert sorted(map(str, fact.found(again))) == sorted(map(str, fact.found(game))), fact.name


def test_a_loss_is_told_with_its_count_and_its_rounds() -> None:
    assert "not carried: tops that were not placed: 1 (round 1)" in lost(RICH, ELIOT)
    assert "not carried: refused draws: 2 (rounds 1, 2)" in lost(RICH, ELIOT)
    assert "not carried: the date" in lost(RICH, EVENING)
    # a table has no seats: what slips held is not told beside it
    assert [line for line in lost(RICH, TABLE) if "seats" in line or "slips" in line] == [
        "not carried: seats: 4",
        "not carried: slips: 2 (round 1)",
        "not carried: slips of a round still open: 1 (round 2)",
    ]
    assert lost(PLAIN, MATCH) == ()


def test_a_table_taken_over_keeps_both_names() -> None:
    text = write_eliot(RICH).text
    assert text.count("Luc") == 1
    again = read_eliot(text).game
    assert [again.seats[1].name_in(number) for number in (1, 2)] == ["Anne", "Luc & co"]
    taken = game_of(*(entry.event for entry in PLAIN.history[:-5]), ev.TableTakenOver(2, 1, "Luc"), *(e.event for e in PLAIN.history[-5:]))
    match = write_gcg(taken).text
    assert "#player2 Luc Luc" in match
    assert ">Luc: ABS" in match
    assert ">Anne:" not in match

"""What each kind of file carries: one table, from which the losses of an export are told and its tests are made.

A fact is something a game may hold that someone could miss. Each names the fields of events that hold it; a field of an event is in a fact
or, with a reason, in :data:`PASSED`, and a test says so for a field or an event that is forgotten here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine import events as ev
from engine.exchange import finding as find
from engine.game import Game, Phase

EVENING, GCG, MATCH, ELIOT, TABLE = KINDS = ("evening", "gcg", "gcg match", "eliot", "table")
"""Kinds of files that do not carry everything. A GCG file is the game of the top, or a match: one slip a round, by its player."""

EVERY = frozenset(KINDS)
NONE: frozenset[str] = frozenset()
MAX_PLACES = 12
"""Rounds named in one line."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something a game may hold."""

    name: str
    """As it is told, in the plural where it can be many."""
    fields: tuple[str, ...]
    """``Class.field`` of the events and of what they hold."""
    carried: frozenset[str]
    """The kinds of files that carry it; a game file always does."""
    found: Callable[[Game], find.Found]
    within: str = ""
    """The fact that this one is a part of: not told apart when that one is lost."""


def lost(game: Game, kind: str) -> tuple[str, ...]:
    """What a file of this kind does not carry of a game, one line a fact: what, how many, in which rounds."""
    missing: set[str] = set()
    lines: list[str] = []
    for fact in FACTS:
        if kind in fact.carried:
            continue
        places = [place for place, _ in fact.found(game)]
        if not places:
            continue
        missing.add(fact.name)
        if fact.within not in missing:
            lines.append(f"not carried: {fact.name}{_counted(places)}")
    return tuple(lines)


def _counted(places: list[int]) -> str:
    rounds = [str(place) for place in dict.fromkeys(places) if place]
    if not rounds:
        return f": {len(places)}" if len(places) > 1 else ""
    shown = ", ".join(rounds[:MAX_PLACES]) + (", …" if len(rounds) > MAX_PLACES else "")
    return f": {len(places)} (round{'s' if len(rounds) > 1 else ''} {shown})"


SEATS, SLIPS, VERDICTS, CORRECTIONS = "seats", "slips", "verdicts on slips", "verdicts changed by the referee"

FACTS = (
    Fact("the evening's name", ("EveningOpened.name",), EVERY - {EVENING}, find.opened(lambda o: o.name.strip("?"))),
    Fact("the date", ("EveningOpened.date",), EVERY - {EVENING}, find.opened(lambda o: o.date)),
    Fact("the word list's name", ("EveningOpened.lexicon", "LexiconUsed.name"), EVERY, find.opened(lambda o: o.lexicon.name)),
    Fact(
        "the word list's edition",
        ("LexiconUsed.words", "LexiconUsed.fingerprint", "LexiconUsed.date", "LexiconUsed.official"),
        frozenset({EVENING}),
        find.edition,
    ),
    Fact("the position it starts from", ("EveningOpened.board",), frozenset({EVENING}), find.opened(lambda o: o.board)),
    Fact("tiles of a set of the evening's own", ("EveningOpened.tileset",), NONE, find.own_tiles),
    Fact(
        "the announced checksum",
        ("GameAnnounced.kind", "GameAnnounced.checksum"),
        NONE,
        lambda game: [(0, game.announced)] if game.announced else [],
    ),
    Fact("the seed shown", ("SeedShown.seed",), NONE, lambda game: [(0, game.seed)] if game.seed else []),
    Fact(
        SEATS,
        ("PlayerSeated.seat", "PlayerSeated.name"),
        frozenset({EVENING, MATCH, ELIOT}),
        lambda game: ((0, seat.name_in(1)) for seat in game.seats.values()),
    ),
    Fact("table numbers", (), frozenset({EVENING, ELIOT}), find.numbers, SEATS),
    Fact(
        "seats that came later",
        (),
        frozenset({EVENING}),
        lambda game: ((each.first_round, each.name_in(1)) for each in game.seats.values() if each.first_round > 1),
        SEATS,
    ),
    Fact("seats that left", ("PlayerLeft.seat",), frozenset({EVENING}), find.events(ev.PlayerLeft, lambda e: e.seat), SEATS),
    Fact("seats that came back", ("PlayerReturned.seat",), frozenset({EVENING}), find.events(ev.PlayerReturned, lambda e: e.seat), SEATS),
    Fact(
        "tables taken over by another player",
        ("TableTakenOver.first_round", "TableTakenOver.seat", "TableTakenOver.name"),
        frozenset({EVENING, ELIOT}),
        lambda game: (
            (first, (find.who(game, seat.number), name)) for seat in game.seats.values() for first, name in find.successors(seat)
        ),
        SEATS,
    ),
    Fact(
        "rounds that a seat was excused from",
        ("SeatExcused.round", "SeatExcused.seat", "SeatExcused.reason"),
        frozenset({EVENING}),
        find.events(ev.SeatExcused, lambda e: (e.seat, e.reason)),
        SEATS,
    ),
    Fact(
        "words admitted this evening",
        ("WordAdmitted.word", "WordAdmitted.reason"),
        frozenset({EVENING}),
        find.events(ev.WordAdmitted, lambda e: e.word),
    ),
    Fact(
        "that letters went back before a draw",
        (),
        frozenset({EVENING, ELIOT, TABLE}),
        find.rounds(lambda _, round_: [True] if round_.refused and not round_.draw.kept else []),
    ),
    Fact(
        "refused draws",
        ("DrawRefused.kept", "DrawRefused.fresh"),
        frozenset({EVENING}),
        lambda game: (
            (number, (each.kept, each.fresh))
            for number, draws in (*((r.number, r.refused) for r in game.rounds), (len(game.rounds) + 1, game.refused))
            for each in draws
            if each.reason != "unseen"
        ),
    ),
    Fact(
        "letters drawn",
        ("LettersDrawn.round", "LettersDrawn.kept", "LettersDrawn.fresh"),
        EVERY,
        find.rounds(lambda _, round_: ["".join(sorted(round_.letters))]),
    ),
    Fact(
        "tops that were not placed",
        ("TopsFound.round", "TopsFound.points", "TopsFound.plays"),
        frozenset({EVENING}),
        find.rounds(find.other_tops),
    ),
    Fact(
        "tops found without a search of everything",
        ("TopsFound.proved",),
        frozenset({EVENING}),
        find.rounds(lambda _, round_: [] if round_.tops_proved else [round_.top_points]),
    ),
    Fact("deadlines", ("DeadlineSet.round", "DeadlineSet.deadline"), NONE, find.events(ev.DeadlineSet, lambda e: e.deadline)),
    Fact(
        SLIPS,
        ("SlipHandedIn.round", "SlipHandedIn.bulletin", "Bulletin.seat"),
        frozenset({EVENING, MATCH, ELIOT}),
        find.rounds(lambda game, round_: [find.who(game, seat) for seat in find.judged(round_)]),
    ),
    Fact("the wording of slips", ("Bulletin.text",), frozenset({EVENING, ELIOT}), find.wording(vain=False), SLIPS),
    Fact("the wording of slips in vain", (), frozenset({EVENING, MATCH, ELIOT}), find.wording(vain=True), SLIPS),
    Fact(
        "slips of a round still open",
        (),
        NONE,
        find.rounds(lambda _, round_: () if round_.is_judged else round_.bulletins),
    ),
    Fact(
        "slips replaced by a later one",
        (),
        NONE,
        find.rounds(lambda game, round_: (each for each in find.superseded(round_) if not find.all_slips_count(game, each))),
        SLIPS,
    ),
    Fact(
        "further slips of a seat",
        (),
        frozenset({EVENING}),
        find.rounds(
            lambda game, round_: (
                (find.who(game, each.seat), each.text.strip())
                for each in find.superseded(round_)
                if find.all_slips_count(game, each)
            )
        ),
        SLIPS,
    ),
    Fact(
        "that slips came late",
        ("Bulletin.late",),
        frozenset({EVENING, ELIOT}),
        find.rounds(lambda game, round_: [find.who(game, seat) for seat, slip in find.judged(round_).items() if slip.late]),
        SLIPS,
    ),
    Fact(
        VERDICTS,
        ("SlipJudged.round", "SlipJudged.verdict", "Verdict.seat", "Verdict.outcome", "Verdict.points"),
        frozenset({EVENING, MATCH, ELIOT}),
        find.verdicts(lambda v: v.points),
        SLIPS,
    ),
    Fact(
        "moves of slips",
        ("Verdict.play", "Play.moves"),
        frozenset({EVENING, MATCH, ELIOT}),
        find.verdicts(lambda v: v.play.moves[0] if v.play and v.play.moves and v.outcome != "zero" else None),
        SLIPS,
    ),
    Fact(
        "further placements and exchanges of slips",
        ("Play.exchange",),
        frozenset({EVENING}),
        find.verdicts(lambda v: v.play if v.play and v.outcome != "zero" and not find.is_plain(v.play) else None),
        SLIPS,
    ),
    Fact(
        "points claimed in vain",
        ("Verdict.claimed",),
        frozenset({EVENING, MATCH, ELIOT}),
        find.verdicts(lambda v: v.claimed if not v.points else None),
        SLIPS,
    ),
    Fact(
        "points counted wrongly by players",
        (),
        frozenset({EVENING, ELIOT}),
        find.verdicts(lambda v: v.claimed if v.points and v.claimed != v.points else None),
        SLIPS,
    ),
    Fact(
        "faults found on slips",
        ("Verdict.faults", "SanctionedFault.fault", "SanctionedFault.sanction", "SanctionedFault.detail"),
        frozenset({EVENING, ELIOT}),
        find.verdicts(lambda v: v.faults or None),
        SLIPS,
    ),
    Fact("penalties", ("Verdict.penalty",), frozenset({EVENING, ELIOT}), find.verdicts(lambda v: v.penalty or None), SLIPS),
    Fact(
        "verdicts still undecided",
        ("Verdict.candidates",),
        frozenset({EVENING}),
        find.verdicts(lambda v: v.outcome if v.outcome == "undecided" else None),
        SLIPS,
    ),
    Fact("reasons of verdicts", ("Verdict.reason",), frozenset({EVENING, ELIOT}), find.verdicts(lambda v: v.reason or None), SLIPS),
    Fact(
        "times of topping",
        ("Verdict.time_ms", "Verdict.slip", "Bulletin.remaining_ms"),
        frozenset({EVENING}),
        find.verdicts(lambda v: v.time_ms // 1000 or None),
        SLIPS,
    ),
    Fact(
        CORRECTIONS,
        ("VerdictOverruled.round", "VerdictOverruled.verdict"),
        frozenset({EVENING}),
        find.corrections("overruled"),
        SLIPS,
    ),
    Fact("penalties and warnings of the referee's own verdicts", (), NONE, find.referees_own, CORRECTIONS),
    Fact(
        "averages given",
        ("AverageGiven.round", "AverageGiven.verdict", "AverageGiven.group", "AverageGiven.followed"),
        frozenset({EVENING}),
        find.corrections("average"),
        SLIPS,
    ),
    Fact(
        "that slips had been keyed wrongly at first",
        ("SlipCorrected.round", "SlipCorrected.bulletin", "SlipCorrected.verdict"),
        frozenset({EVENING}),
        find.corrections("keyed"),
        SLIPS,
    ),
    Fact(
        "dates of corrections",
        ("VerdictOverruled.date", "AverageGiven.date", "SlipCorrected.date"),
        NONE,
        find.rounds(lambda game, round_: [(find.who(game, s), each.date) for s, each in sorted(round_.corrections.items()) if each.date]),
        SLIPS,
    ),
    Fact(
        "second keyings",
        (
            *("SlipKeyedAgain.round", "SlipKeyedAgain.bulletin", "SlipKeyedAgain.verdict", "SlipKeyedAgain.first"),
            *("KeyingSettled.round", "KeyingSettled.seat"),
        ),
        NONE,
        find.rounds(lambda game, round_: [find.who(game, seat) for seat in sorted(round_.second)]),
        SLIPS,
    ),
    Fact("which keying was right", ("KeyingSettled.taken",), NONE, find.events(ev.KeyingSettled, lambda e: e.taken), SLIPS),
    Fact(
        "solos",
        ("SoloGiven.round", "SoloGiven.seat", "SoloGiven.points"),
        frozenset({EVENING, ELIOT}),
        find.rounds(lambda game, round_: [(find.who(game, round_.solo), round_.solo_points)] if round_.solo else []),
        SLIPS,
    ),
    Fact("moves placed", ("MoveRetained.round", "MoveRetained.play", "MoveRetained.points"), EVERY, find.rounds(find.placed)),
    Fact(
        "further placements and exchanges",
        (),
        frozenset({EVENING}),
        find.rounds(lambda _, round_: [round_.retained.play] if round_.retained and not find.is_plain(round_.retained.play) else []),
    ),
    Fact(
        "why a move was chosen",
        ("MoveRetained.reason",),
        frozenset({EVENING}),
        find.rounds(lambda _, r: [r.retained.reason] if r.retained and r.retained.reason != "only_top" else []),
        "tops that were not placed",
    ),
    Fact(
        "the referee's words on a move placed",
        ("MoveRetained.note",),
        NONE,
        find.rounds(lambda _, r: [r.retained.note] if r.retained and r.retained.reason == "referee" and r.retained.note else []),
    ),
    Fact(
        "questions to the referee",
        ("QuestionAsked.round", "QuestionAsked.seat", "QuestionAsked.word", "QuestionAsked.valid"),
        frozenset({EVENING}),
        lambda game: ((each.round, (each.seat, each.word, each.valid)) for each in game.questions),
    ),
    Fact(
        "pairs of checkers",
        ("CheckerNamed.seat", "CheckerNamed.checker"),
        frozenset({EVENING}),
        lambda game: ((0, pair) for pair in game.checkers.items()),
    ),
    Fact(
        "differences found by checkers",
        ("DifferenceFound.round", "DifferenceFound.seat", "DifferenceFound.checker", "DifferenceFound.text"),
        frozenset({EVENING}),
        lambda game: ((each.round, (each.seat, each.text)) for each in game.differences),
    ),
    Fact(
        "checks without a difference",
        ("SlipAgreed.round", "SlipAgreed.seat", "SlipAgreed.checker"),
        NONE,
        lambda game: ((each.round, (each.seat, each.checker)) for each in game.agreed),
    ),
    Fact(
        "the best known line of play",
        ("ReferenceFound.points", "ReferenceFound.width", "ReferenceFound.seed", "ReferenceFound.seconds"),
        NONE,
        lambda game: [(0, game.reference)] if game.reference else [],
    ),
    Fact(
        "the board that the wall shows", ("BoardShown.seat",), NONE, lambda game: [(0, game.shown_board)] if game.shown_board else []
    ),
    Fact(
        "steps taken back",
        ("StepUndone.command", "StepUndone.remaining_ms"),
        NONE,
        lambda game: ((0, entry.event.command) for entry in game.history if isinstance(entry.event, ev.StepUndone)),
    ),
    Fact(
        "why the evening ended",
        ("EveningEnded.reason",),
        frozenset({EVENING}),
        lambda game: [(0, game.ended)] if game.ended not in ("", "referee") else [],
    ),
    Fact(
        "that the evening has not ended",
        (),
        frozenset({EVENING}),
        lambda game: [] if game.phase is Phase.ENDED else [(0, True)],
    ),
)

PASSED: Mapping[str, str] = {
    "EveningOpened.rules": "told by name and settings, whose losses engine.exchange.settings tells",
    "DrawRefused.reason": "follows from the letters",
    "DrawRefused.source": "read back, letters come from the file",
    "LettersDrawn.source": "read back, letters come from the file",
    "PlayerSeated.by_referee": "which steps could still be taken back, until the evening was over",
    "Bulletin.number": "the order of the slips",
    "Bulletin.source": "read back, slips come from the file",
    "RoundClosed.round": "follows from the next round",
    "TopRevealed.round": "follows from the next round",
    "BlankReplaced.round": "follows from the rule set",
    "BlankReplaced.square": "follows from the rule set",
    **{f"{kind}.{name}": "the clock, which no result depends on" for kind, name in (
        ("ClockStarted", "round"),
        ("ClockStarted", "remaining_ms"),
        ("ClockPaused", "round"),
        ("ClockPaused", "remaining_ms"),
        ("ClockExtended", "round"),
        ("ClockExtended", "added_ms"),
        ("ClockExtended", "remaining_ms"),
        ("TimeEnded", "round"),
        ("TimeEnded", "remaining_ms"),
    )},
}
"""Fields that no reader of a file would miss, each with the reason."""

"""What each device is told: the right things, and before the reveal nothing of the secret ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.catalogue import LANGUAGES, catalogue
from appliance.describe import redo_view, undo_view
from appliance.messages import view_message
from appliance.notices import notice
from appliance.publish import desk_view, public_view, seat_view
from appliance.views import (
    MAX_DESK_TOPS,
    MAX_SHOWN_TOPS,
    CorrectionView,
    DeskView,
    PublicView,
    SeatView,
    StepView,
)
from engine import events as ev
from engine.builtin import ruleset, tileset
from engine.bulletin import Bulletin, Candidate, Play, SanctionedFault, Verdict
from engine.game import Entry, Game, Phase, apply, fold
from engine.lexicon import Lexicon, compile_words
from engine.move import Move
from engine.referee import Referee
from engine.ruleset import Fault, RuleSet, Sanction, with_setting
from engine.solver import make_solver
from engine.squares import Direction

FRENCH = ruleset("french")
ACROSS = Direction.ACROSS


def play(word: str, row: int = 7, col: int = 3) -> Play:
    return Play((Move(word, row, col, ACROSS),))


def opened(rules: RuleSet = FRENCH, tiles: str = "fr") -> ev.EveningOpened:
    return ev.EveningOpened("Vendredi", "2026-11-27", rules, tileset(tiles), ev.LexiconUsed("fr", 9, "abcdef0123456789", "2026", True))


def slip(number: int, seat: int, text: str, *, late: bool = False) -> ev.SlipHandedIn:
    return ev.SlipHandedIn(number, Bulletin(seat, text, seat, "tablet", late))


def told(*events: ev.Event) -> Game:
    return fold(Entry(f"c{number}", event) for number, event in enumerate(events))


SEATED = (opened(), ev.PlayerSeated(1, "Anne"), ev.PlayerSeated(2, "Bob"), ev.PlayerSeated(3, "Cleo"))
WARNED = SanctionedFault(Fault.POINTS_WRONG, Sanction.WARNING, "64")
ROUND_ONE: tuple[ev.Event, ...] = (
    ev.LettersDrawn(1, "", "EEINRST", "computer"),
    ev.TopsFound(1, 66, (play("RETINES"), play("SERTINE"))),
    ev.ClockStarted(1, 180_000),
    slip(1, 1, "H4 RETINES 66"),
    slip(1, 2, "H7 EN 64"),
    ev.TimeEnded(1),
    ev.SlipJudged(1, Verdict(1, "accepted", 66, play("RETINES"), claimed=66)),
    ev.SlipJudged(1, Verdict(2, "accepted", 4, play("EN", 7, 6), (WARNED,), 0, 64)),
    ev.SlipJudged(1, Verdict(3, "zero", 0, None, (SanctionedFault(Fault.NO_SLIP, Sanction.ZERO),))),
    ev.MoveRetained(1, play("RETINES"), 66, "opening", "RETINES 31.5"),
    ev.SoloGiven(1, 1, 10),
    ev.RoundClosed(1),
)
REVEALED = (*SEATED, *ROUND_ONE, ev.TopRevealed(1))


# --- secrecy -------------------------------------------------------------------------------------------------------------

SECRETS = ("RETINES", "SERTINE", "H4", "66", "31.5", "opening", "wrong_points", "no_slip", "accepted", "solo_seat")
"""The top, its moves and points, the verdicts: nowhere before the reveal. (``solo_seat`` is a key of the reveal itself.)"""
OWN = {1: "H4 RETINES 66", 2: "H7 EN 64", 3: "none of seat 3"}


def text_of(view: PublicView | SeatView | DeskView) -> str:
    return view_message(view, 1)


def prefixes() -> Iterator[Game]:
    """The game after each event up to the close."""
    game = told(*SEATED)
    for number, event in enumerate(ROUND_ONE):
        game = apply(game, Entry(f"r{number}", event))
        yield game


def test_nothing_secret_is_told_before_the_reveal() -> None:
    for game in prefixes():
        assert not [secret for secret in SECRETS if secret in text_of(public_view(game))], game.history[-1].event
        for seat in (1, 2, 3):
            heard = text_of(seat_view(game, seat))
            own = game.rounds[0].standing.get(seat)
            # its own slip, word for word, is all that a seat hears besides
            heard = heard.replace(json.dumps(own.text), "") if own else heard
            assert not [secret for secret in (*SECRETS, *OWN.values()) if secret in heard], game.history[-1].event


def test_the_desk_knows_it_all_and_everyone_does_after_the_reveal() -> None:
    closed = told(*SEATED, *ROUND_ONE)
    desk = text_of(desk_view(closed))
    assert all(secret in desk for secret in ("RETINES", "SERTINE", "66", "31.5", "wrong_points", *list(OWN.values())[:2]))
    assert all(secret in text_of(public_view(told(*REVEALED))) for secret in ("RETINES", "SERTINE", "66", "opening"))


def test_an_undone_reveal_hides_again() -> None:
    hidden = apply(told(*REVEALED), Entry("u", ev.StepUndone(f"c{len(REVEALED) - 1}")))
    assert hidden.phase is Phase.CLOSED
    assert public_view(hidden) == public_view(told(*SEATED, *ROUND_ONE))
    assert seat_view(hidden, 1).sheet == ()


def test_the_others_slips_and_verdicts_stay_their_own_even_after_the_reveal() -> None:
    game = told(*REVEALED)
    assert OWN[2] not in text_of(seat_view(game, 1))
    assert "wrong_points" not in text_of(seat_view(game, 1))
    assert "wrong_points" in text_of(seat_view(game, 2))
    assert "wrong_points" not in text_of(public_view(game))


@given(st.text(max_size=30), st.text(max_size=30), st.integers(0, 200), st.integers(0, 200), st.sampled_from(range(3, 13)))
def test_a_seat_cannot_tell_two_evenings_apart_by_their_secrets(one: str, other: str, top: int, points: int, length: int) -> None:
    def evening(text: str, best: int, score: int, word: str) -> Game:
        events = (
            ev.LettersDrawn(1, "", "EEINRST", "computer"),
            ev.TopsFound(1, best, (play(word),)),
            slip(1, 1, "same"),
            slip(1, 2, text),
            ev.TimeEnded(1),
            ev.MoveRetained(1, play(word), best, "referee", text),
            ev.SlipJudged(1, Verdict(1, "accepted", score, play(word), candidates=(Candidate(play(word), best),))),
            ev.SlipJudged(1, Verdict(2, "zero", 0, reason=text)),
            ev.SlipJudged(1, Verdict(3, "undecided", score)),
            ev.SoloGiven(1, 1 + score % 3, 10),
            ev.RoundClosed(1),
        )
        return told(*SEATED, *events[:length])

    left, right = evening(one, top, points, "RETINES"), evening(other, points, top, "SERTINE")
    assert public_view(left) == public_view(right)
    assert seat_view(left, 1) == seat_view(right, 1)
    assert seat_view(left, 3) == seat_view(right, 3)


# --- what is told --------------------------------------------------------------------------------------------------------


def test_before_an_evening_there_is_only_a_phase() -> None:
    assert public_view(Game()) == PublicView("empty")
    assert desk_view(Game()).undo is None


def test_the_lobby_names_the_evening_and_the_seats() -> None:
    view = public_view(told(*SEATED, ev.PlayerLeft(3)))
    assert view.evening is not None
    assert (view.evening.name, view.evening.rules, view.evening.language) == ("Vendredi", "french", "fr")
    assert view.evening.lexicon_fingerprint == "abcdef01"
    assert [(seat.seat, seat.name, seat.present) for seat in view.seats] == [(1, "Anne", True), (2, "Bob", True), (3, "Cleo", False)]
    assert (view.expected, view.slips, view.bag, view.draw) == (2, 0, 102, "")
    assert all(cell == "" for row in view.board for cell in row)


def test_the_round_in_play() -> None:
    game = told(*SEATED, *ROUND_ONE[:4])
    view = public_view(game, 42_000)
    assert (view.phase, view.round, view.draw, view.bag) == ("running", 1, "EEINRST", 95)
    assert (view.slips, view.expected) == (1, 3)
    assert view.clock is not None
    assert (view.clock.total_ms, view.clock.remaining_ms, view.clock.running) == (180_000, 42_000, True)
    assert view.tiles[2].code_word == "Italie"
    assert [(tile.face, tile.points) for tile in view.tiles[:2]] == [("E", 1), ("E", 1)]
    assert view.reveal is None
    assert view.points["K"] == 10
    own = seat_view(game, 1).slip
    assert own is not None
    assert (own.text, own.late) == ("H4 RETINES 66", False)
    assert seat_view(game, 2).slip is None


def test_a_changed_slip_counts_once() -> None:
    view = public_view(told(*SEATED, *ROUND_ONE[:4], slip(1, 1, "H7 EN 4")))
    assert view.slips == 1


def test_the_reveal() -> None:
    view = public_view(told(*REVEALED))
    reveal = view.reveal
    assert reveal is not None
    assert (reveal.points, reveal.found, reveal.best) == (66, 1, 66)
    assert (reveal.solo_seat, reveal.solo_name, reveal.solo_points) == (1, "Anne", 10)
    assert [(top.ref, top.word) for top in reveal.tops] == [("H4", "RETINES"), ("H4", "SERTINE")]
    assert reveal.retained is not None
    assert reveal.retained.squares == tuple(range(7 * 15 + 3, 7 * 15 + 10))
    assert view.board[7][3:10] == tuple("RETINES")
    assert [(line.rank, line.seat, line.total) for line in view.standings] == [(1, 1, 76), (2, 2, 4), (3, 3, 0)]
    assert view.total_of_tops == 66
    assert view.clock is None


def test_of_thousands_of_equal_tops_a_device_is_told_some_and_how_many_there_are() -> None:
    plays = tuple(play("AB", row, col) for row in range(15) for col in range(14)) * 2
    game = told(
        opened(),
        ev.LettersDrawn(1, "", "ABCDEFG", "computer"),
        ev.TopsFound(1, 8, plays),
        ev.MoveRetained(1, plays[0], 8, "first"),
        ev.RoundClosed(1),
        ev.TopRevealed(1),
    )
    reveal, desk = public_view(game).reveal, desk_view(game)
    assert reveal is not None
    assert (len(reveal.tops), reveal.tops_count) == (MAX_SHOWN_TOPS, len(plays))
    assert (len(desk.tops), desk.tops_count) == (MAX_DESK_TOPS, len(plays))


def test_the_next_draw_keeps_the_standings_and_drops_the_reveal() -> None:
    view = public_view(told(*REVEALED, ev.LettersDrawn(2, "", "ABCDEFG", "computer")))
    assert view.reveal is None
    assert view.standings[0].total == 76
    assert (view.round, view.slips) == (2, 0)


def test_kept_letters_and_refused_draws() -> None:
    refused = ev.DrawRefused("", "BCDFGHJ", "too_few_vowels", "bag")
    lobby = public_view(told(*SEATED, refused))
    assert (lobby.refused, lobby.refused_reason) == (("BCDFGHJ",), "too_few_vowels")
    drawn = public_view(told(*SEATED, refused, ev.LettersDrawn(1, "", "EEINRST", "bag")))
    assert (drawn.draw, drawn.refused) == ("-EEINRST", ("BCDFGHJ",))
    retained = (ev.LettersDrawn(1, "", "EEINRST", "bag"), ev.MoveRetained(1, play("EN", 7, 6), 4, "only_top"), ev.TopRevealed(1))
    kept = public_view(told(*SEATED, *retained, ev.LettersDrawn(2, "EIRST", "AV", "bag")))
    assert (kept.draw, kept.kept, kept.refused) == ("EIRST+AV", 5, ())


def test_tiles_of_two_letters_are_told_as_they_are_printed() -> None:
    spanish = tileset("es")
    word = spanish.read("llAChE")
    letters = spanish.read("CHLLA") + "E?"
    game = told(
        opened(tiles="es"),
        ev.PlayerSeated(1, "Ana"),
        ev.LettersDrawn(1, "", letters, "computer"),
        ev.MoveRetained(1, Play((Move(word, 7, 6, ACROSS),)), 10, "only_top"),
        ev.RoundClosed(1),
        ev.TopRevealed(1),
    )
    view = public_view(game)
    assert view.draw == "CHLLAE?"
    assert [tile.face for tile in view.tiles] == ["CH", "LL", "A", "E", "?"]
    assert view.board[7][6:10] == ("ll", "A", "CH", "E")
    assert view.reveal is not None
    assert view.reveal.retained is not None
    assert "CH" in view.alphabet
    assert desk_view(game).rounds[0].draw == "CHLLAE?"


def test_the_running_sheet_of_a_seat() -> None:
    view = seat_view(told(*REVEALED), 2)
    (line,) = view.sheet
    assert (line.round, line.draw, line.slip, line.points, line.cumulated, line.top) == (1, "EEINRST", "H7 EN 64", 4, 4, 66)
    assert line.verdict is not None
    assert [(fault.fault, fault.sanction, fault.detail) for fault in line.verdict.faults] == [("wrong_points", "warning", "64")]
    assert line.verdict.claimed == 64
    assert (view.total, view.rank, view.name) == (4, 2, "Bob")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_zero_for_which_the_referee_gave_no_reason_is_explained_by_what_he_was_asked(language: str) -> None:
    lexicon = Lexicon(compile_words(["RETINES"], tileset("fr"), name="few"))
    referee = Referee(lexicon, make_solver(lexicon, tileset("fr")))
    asked = (SanctionedFault(Fault.UNREADABLE, Sanction.REFEREE, "ST€P"),)
    game = told(*SEATED, *ROUND_ONE, ev.VerdictOverruled(1, Verdict(2, "undecided", 0, None, asked)))
    for event in referee.decide(game, 1, 2, None):
        game = apply(game, Entry("zero", event))
    (line,) = seat_view(apply(game, Entry("shown", ev.TopRevealed(1))), 2).sheet
    words = catalogue(language)
    assert notice(line, words) == (words.text("notice.unreadable", detail="ST€P"), words.text("notice.costs_zero"))


def test_a_public_view_made_once_serves_every_seat() -> None:
    game = told(*REVEALED)
    public = public_view(game, 5)
    assert all(seat_view(game, seat, 5, public) == seat_view(game, seat, 5) for seat in game.seats)


def test_the_desk_sees_slips_verdicts_and_what_awaits_it() -> None:
    candidates = (Candidate(play("EN", 7, 6), 4), Candidate(play("ET", 7, 7), 4))
    undecided = Verdict(3, "undecided", 12, play("EN", 7, 6), candidates=candidates)
    view = desk_view(told(*SEATED, *ROUND_ONE, ev.VerdictOverruled(1, undecided)))
    assert view.undecided == (3,)
    assert [(each.seat, each.received, each.text) for each in view.slips] == [
        (1, True, "H4 RETINES 66"),
        (2, True, "H7 EN 64"),
        (3, False, ""),
    ]
    waiting = view.slips[2].verdict
    assert waiting is not None
    assert [(each.ref, each.word, each.points) for each in waiting.candidates] == [("H7", "EN", 4), ("H8", "ET", 4)]
    assert (view.top_points, view.retained_reason, view.retained_note) == (66, "opening", "RETINES 31.5")
    # the last step is the overruling, whatever closed the round before
    assert view.undo is not None
    assert (view.undo.kind, view.undo.round, view.undo.seat) == ("verdict_overruled", 1, 3)
    # what awaits a decision is in no total
    assert [line.total for line in view.standings] == [76, 4, 0]
    assert [line.undecided for line in view.standings] == [0, 0, 1]
    assert [line.total for line in view.public.standings] == [0, 0, 0]
    assert len(view.bag_letters) == 95


def test_the_step_that_an_undo_takes_back_is_named() -> None:
    closing = [Entry("close", event) for event in ROUND_ONE[-4:]]
    steps = [*(Entry(f"c{i}", event) for i, event in enumerate((*SEATED, *ROUND_ONE[:-4]))), *closing]
    assert undo_view(fold(steps)) == StepView("round_closed", 1), "not the move that closing the round proposes"
    admitted = Entry("word", ev.WordAdmitted("ZUT", "in the newspaper"))
    assert undo_view(fold([*steps, admitted])) == StepView("word_admitted", word="ZUT")
    undone = Entry("undo", ev.StepUndone("word"))
    assert undo_view(fold([*steps, admitted, undone])) == StepView("round_closed", 1)


def test_a_draw_that_would_go_with_slips_says_so_and_what_was_undone_can_be_done_again() -> None:
    game = told(*SEATED, *ROUND_ONE[:4])
    assert undo_view(game) == StepView("letters_drawn", 1, slips=1, played=True)
    assert redo_view(game) is None
    undone = apply(game, Entry("undo", ev.StepUndone(f"c{len(SEATED)}")))
    assert (undo_view(undone), redo_view(undone)) == (None, StepView("letters_drawn", 1))


def test_points_above_the_top_are_marked_on_every_sheet() -> None:
    given = Verdict(2, "accepted", 80, None, reason="seen in the dictionary of the jury")
    view = desk_view(told(*REVEALED, ev.VerdictOverruled(1, given, "2026-11-27")))
    assert {slip.seat: slip.verdict.above for slip in view.rounds[0].slips if slip.verdict} == {1: 0, 2: 66, 3: 0}


def test_a_seat_that_left_keeps_its_place_in_the_rounds_it_played() -> None:
    game = told(*REVEALED, ev.PlayerLeft(3), ev.LettersDrawn(2, "", "ABCDEFG", "computer"))
    view = desk_view(game)
    assert [each.seat for each in view.slips] == [1, 2]
    assert [each.seat for each in view.rounds[0].slips] == [1, 2, 3]
    assert [line.seat for line in view.public.standings] == [1, 2, 3]


def test_a_play_of_two_moves() -> None:
    two = Play((Move("JAMBON", 7, 3, ACROSS), Move("ON", 6, 8, Direction.DOWN)))
    game = told(*SEATED, ev.LettersDrawn(1, "", "ABJMNOO", "computer"), ev.TopsFound(1, 51, (two,)))
    (top,) = desk_view(game).tops
    # the text of the decomposed game: 48 and 3
    assert (top.ref, top.word, top.points) == ("H4", "JAMBON", 51)
    assert [(each.ref, each.word, each.points) for each in top.more] == [("9G", "ON", 3)]
    assert top.more[0].squares == (6 * 15 + 8,)


@pytest.mark.parametrize("reason", ["referee", "no_vowels"])
def test_the_end(reason: str) -> None:
    view = public_view(told(*REVEALED, ev.EveningEnded(reason)))
    assert (view.phase, view.ended) == ("ended", reason)
    assert view.standings[0].name == "Anne"


def test_every_view_is_json_all_through_an_evening() -> None:
    game = Game()
    joker = with_setting(FRENCH, "format.joker", "true")
    second = ev.LettersDrawn(2, "", "?BCDEFG", "computer")
    for event in (opened(joker), *REVEALED[1:], second, ev.PlayerLeft(2), ev.StepUndone("x"), ev.EveningEnded("referee")):
        game = apply(game, Entry("c", event))
        views: list[Any] = [public_view(game), desk_view(game), *(seat_view(game, seat) for seat in game.seats)]
        for view in views:
            assert json.loads(view_message(view, 7))["seq"] == 7


def test_a_top_that_is_not_proved_is_said_to_desk_and_room_unless_the_players_set_it() -> None:
    found = ev.TopsFound(1, 66, (play("RETINES"),), False)
    game = told(*SEATED, ev.LettersDrawn(1, "", "EEINRST", "computer"), found)
    assert not desk_view(game).tops_proved
    revealed = (ev.MoveRetained(1, play("RETINES"), 66, "only_top"), ev.RoundClosed(1), ev.TopRevealed(1))
    shown = told(*SEATED, ev.LettersDrawn(1, "", "EEINRST", "computer"), found, *revealed)
    reveal = public_view(shown).reveal
    assert reveal is not None
    assert not reveal.proved
    opened = shown.opened
    assert opened is not None
    by_players = replace(opened, rules=replace(opened.rules, top=replace(opened.rules.top, by="players")))
    reveal = public_view(replace(shown, opened=by_players)).reveal
    assert reveal is not None
    assert reveal.proved


# --- corrections -----------------------------------------------------------------------------------------------------------


def test_a_correction_is_marked_with_what_was_before() -> None:
    later = ev.VerdictOverruled(1, Verdict(2, "accepted", 9, reason="relu"), "2026-11-30T21:14")
    mean = ev.AverageGiven(1, Verdict(3, "accepted", 35, reason="train"), (1, 2), "2026-11-30")
    game = told(*REVEALED, later, mean)
    one, two, three = (seat_view(game, seat).sheet[0].verdict for seat in (1, 2, 3))
    assert one is not None
    assert one.correction is None
    assert two == next(slip.verdict for slip in desk_view(game).rounds[0].slips if slip.seat == 2)
    assert two is not None
    assert two.correction == CorrectionView("overruled", 4, True, "2026-11-30T21:14", ())
    assert three is not None
    assert three.correction == CorrectionView("average", 0, True, "2026-11-30", (1, 2))


def test_the_name_of_each_round_is_that_of_who_played_it() -> None:
    second = ev.LettersDrawn(2, "", "ABCDEFG", "computer")
    game = told(*REVEALED, ev.TableTakenOver(2, 2, "Zoé"), second, ev.RoundClosed(2), ev.SlipJudged(2, Verdict(2, "zero", 0)))
    assert [[slip.name for slip in each.slips if slip.seat == 2] for each in desk_view(game).rounds] == [["Bob"], ["Zoé"]]
    assert seat_view(game, 2).name == "Zoé"


def test_an_admitted_word_is_named_to_the_room_once_its_round_is_shown() -> None:
    admitted = ev.WordAdmitted("SERTINES", "Larousse")
    for game in (told(*SEATED, *ROUND_ONE[:4], admitted), told(*SEATED, *ROUND_ONE, admitted)):
        evening = public_view(game).evening
        assert evening is not None
        assert evening.admitted == ()
        assert [word.word for word in desk_view(game).admitted] == ["SERTINES"]
    for game in (told(*SEATED, *ROUND_ONE, admitted, ev.TopRevealed(1)), told(*SEATED, admitted), told(*REVEALED, admitted)):
        evening = public_view(game).evening
        assert evening is not None
        assert [(word.word, word.reason) for word in evening.admitted] == [("SERTINES", "Larousse")]


def test_a_notice_knows_the_number_of_the_warning() -> None:
    assert [seat_view(told(*REVEALED), seat).sheet[0].warning for seat in (1, 2, 3)] == [0, 1, 0]


def test_topping_tells_who_found_the_top_in_what_time_and_only_after_the_reveal() -> None:
    """A round of 180 s: Cleo with 170 s left, Anne with 100 s left, Bob never (180 s and 60 s more)."""
    times = ((1, 66, 80_000), (2, 4, 240_000), (3, 66, 10_000))
    judged = [ev.SlipJudged(1, Verdict(seat, "accepted", points, time_ms=ms)) for seat, points, ms in times]
    others = [event for event in ROUND_ONE if not isinstance(event, ev.SlipJudged | ev.SoloGiven)]
    start = (opened(with_setting(FRENCH, "format.topping", "true")), *SEATED[1:])
    before, after = (public_view(told(*start, *others, *judged, *end)).reveal for end in ((), (ev.TopRevealed(1),)))
    assert before is None
    assert after is not None
    assert [(each.seat, each.name, each.time_ms) for each in after.finders] == [(3, "Cleo", 10_000), (1, "Anne", 80_000)]
    usual = public_view(told(*SEATED, *others, *judged, ev.TopRevealed(1))).reveal
    assert usual is not None
    assert usual.finders == ()


def test_the_desk_sees_what_was_keyed_a_second_time_and_what_differs() -> None:
    same = ev.SlipKeyedAgain(1, Bulletin(1, "RETINES H4", 1, "paper"), Verdict(1, "accepted", 66, play("RETINES"), claimed=66))
    other = ev.SlipKeyedAgain(1, Bulletin(2, "H7 EN 4", 2, "paper"), Verdict(2, "accepted", 4, play("EN", 7, 6), claimed=4))
    (round_,) = desk_view(told(*REVEALED, same, other)).rounds
    assert [(each.seat, each.text, each.differs) for each in round_.second] == [(1, "RETINES H4", False), (2, "H7 EN 4", True)]
    assert desk_view(told(*REVEALED, same, other)).standings == desk_view(told(*REVEALED)).standings


def test_the_desk_prints_romanian_placements_and_top_lists_in_their_own_form() -> None:
    rules = with_setting(ruleset("romanian"), "slip.game_number", "11")
    start = (opened(rules, "ro"), *SEATED[1:], ev.LettersDrawn(1, "", "JU?ATOR", "computer"))
    judged = tuple(
        ev.SlipJudged(1, Verdict(seat, "accepted", points, play("JUcATOR", col=col)))
        for seat, points, col in ((1, 80, 4), (2, 100, 3), (3, 100, 3))
    )
    (first,) = desk_view(told(*start, *judged, ev.MoveRetained(1, play("JUcATOR"), 100, "only_top"), ev.RoundClosed(1))).rounds
    assert first.printed == "P11-T1 - H4: JU(C)ATOR = 100 p"
    assert first.top_list == ("P11-T1 - H4: JU(C)ATOR = 100 p  Bob, Cleo", "P11-T1 - H5: JU(C)ATOR = 80 p  Anne")
    (french,) = desk_view(told(*SEATED, ev.LettersDrawn(1, "", "EEINRST", "computer"), *judged, ev.RoundClosed(1))).rounds
    assert (french.printed, french.top_list) == ("", ())


def test_a_game_that_ends_in_mid_round_has_no_clock_until_the_end_is_undone() -> None:
    entries = [Entry(f"c{i}", event) for i, event in enumerate((*SEATED, *ROUND_ONE[:4], ev.EveningEnded("referee")))]
    game = fold(entries)
    assert public_view(game, 36_000).clock is None
    assert [view.public.clock for view in (seat_view(game, 1), desk_view(game))] == [None, None]
    clock = public_view(apply(game, Entry("undo", ev.StepUndone(entries[-1].command)))).clock
    assert clock is not None


def test_the_end_of_a_sealed_evening_is_no_step_that_could_be_undone() -> None:
    """The seed tells all further draws, so whoever sees it knows too much for another round."""
    ended = told(*REVEALED, ev.EveningEnded("referee"))
    undo = desk_view(ended).undo
    assert undo is not None
    assert undo.kind == "evening_ended"
    shown = apply(ended, Entry("seed", ev.SeedShown("00" * 16)))
    assert desk_view(shown).undo is None

"""The fold: total whatever comes, the same from a journal, and an undone step never happened."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import events as ev
from engine.board import Board
from engine.builtin import ruleset, tileset
from engine.bulletin import Bulletin, Play, Verdict
from engine.codec import KINDS, decode_event, encode_event, event_kind
from engine.game import Entry, Game, Phase, apply, fold
from engine.move import Move
from engine.ruleset import RuleSet, with_setting
from engine.squares import Direction

ACROSS = Direction.ACROSS
FRENCH = ruleset("french")
LEXICON = ev.LexiconUsed("test", 0, "")


def opened(rules: RuleSet = FRENCH, board: str = "", tiles: str = "fr") -> ev.EveningOpened:
    return ev.EveningOpened("test", "", rules, tileset(tiles), LEXICON, board)


def play(word: str, row: int = 7, col: int = 3) -> Play:
    return Play((Move(word, row, col, ACROSS),))


def told(*events: ev.Event | tuple[str, ev.Event]) -> Game:
    """Fold events, each its own command ``c0``, ``c1``, … unless it names one."""
    entries = [each if isinstance(each, tuple) else (f"c{i}", each) for i, each in enumerate(events)]
    return fold(Entry(command, event) for command, event in entries)


def round_one(*more: ev.Event | tuple[str, ev.Event], rules: RuleSet = FRENCH, letters: str = "AEINRST") -> Game:
    return told(opened(rules), ev.PlayerSeated(1, "Anne"), ev.LettersDrawn(1, "", letters, "computer"), *more)


def conserved(game: Game) -> bool:
    return Counter(game.board.tiles() + game.rack + game.bag) == Counter(game.tileset.full_bag())


# --- phases --------------------------------------------------------------------------------------------------------------


def test_phases_of_an_evening() -> None:
    steps: list[tuple[ev.Event, Phase]] = [
        (opened(), Phase.LOBBY),
        (ev.PlayerSeated(1, "Anne"), Phase.LOBBY),
        (ev.LettersDrawn(1, "", "AEINRST", "computer"), Phase.DRAWN),
        (ev.ClockStarted(1, 180_000), Phase.RUNNING),
        (ev.ClockPaused(1, 90_000), Phase.PAUSED),
        (ev.ClockExtended(1, 10_000, 100_000), Phase.PAUSED),
        (ev.ClockStarted(1, 100_000), Phase.RUNNING),
        (ev.ClockExtended(1, 10_000, 60_000), Phase.RUNNING),
        (ev.TimeEnded(1), Phase.TIME_UP),
        (ev.ClockExtended(1, 10_000, 10_000), Phase.PAUSED),
        (ev.TimeEnded(1), Phase.TIME_UP),
        (ev.MoveRetained(1, play("RETINES"), 66, "only_top"), Phase.TIME_UP),
        (ev.RoundClosed(1), Phase.CLOSED),
        (ev.TopRevealed(1), Phase.REVEALED),
        (ev.LettersDrawn(2, "", "ABCDEFG", "computer"), Phase.DRAWN),
        (ev.EveningEnded("referee"), Phase.ENDED),
    ]
    game = Game()
    assert game.phase is Phase.EMPTY
    for number, (event, phase) in enumerate(steps):
        game = apply(game, Entry(f"c{number}", event))
        assert game.phase is phase, event


def test_a_round_begins_with_the_whole_time_and_ends_with_none() -> None:
    game = round_one()
    assert game.rounds[0].remaining_ms == 180_000
    assert round_one(ev.TimeEnded(1)).rounds[0].remaining_ms == 0


# --- tiles ---------------------------------------------------------------------------------------------------------------


def test_tiles_wander_from_the_bag_to_the_table_to_the_board() -> None:
    game = round_one(ev.MoveRetained(1, play("TIRE"), 8, "only_top"))
    assert len(game.bag) == 95
    assert game.rack == "AEINRST"
    assert game.board.is_empty  # retained is not yet placed
    shown = apply(apply(game, Entry("x", ev.RoundClosed(1))), Entry("y", ev.TopRevealed(1)))
    assert sorted(shown.rack) == sorted("ANS")
    assert shown.board.tiles() == "TIRE"
    assert sorted(shown.kept) == sorted("ANS")
    assert conserved(game)
    assert conserved(shown)


def test_the_second_of_two_retained_moves_is_placed() -> None:
    game = round_one(
        ev.MoveRetained(1, play("TIRE"), 8, "first"),
        ev.MoveRetained(1, play("RETINES"), 66, "referee"),
        ev.TopRevealed(1),
        letters="EEINRST",
    )
    assert game.board.tiles() == "RETINES"
    assert game.rack == ""


def test_what_the_next_draw_keeps() -> None:
    shown = (ev.MoveRetained(1, play("TIRE"), 8, "only_top"), ev.TopRevealed(1))
    assert sorted(round_one(*shown).kept) == sorted("ANS")
    assert round_one(*shown, rules=with_setting(FRENCH, "draw.refill", "fresh")).kept == ""
    refused = (*shown, ev.DrawRefused("ANS", "EEEE", "too_few_consonants", "bag"))
    assert round_one(*refused).kept == ""
    assert sorted(round_one(*refused, rules=with_setting(FRENCH, "draw.refused", "fresh")).kept) == sorted("ANS")


def test_letters_with_which_nothing_was_placed_go_back() -> None:
    assert round_one(ev.RoundClosed(1), ev.TopRevealed(1)).kept == ""
    # Romanian clubs announce the same letters again when something could have been placed:
    # https://mosgerilacom.blogspot.com/2017/07/indreptar-de-scrabble-v.html
    again = with_setting(with_setting(FRENCH, "top.by", "players"), "top.same_letters_if_none", "true")
    found = ev.TopsFound(1, 66, (play("RETINES"),))
    assert round_one(found, ev.RoundClosed(1), ev.TopRevealed(1), rules=again).kept == "AEINRST"
    assert round_one(ev.RoundClosed(1), ev.TopRevealed(1), rules=again).kept == ""


def test_a_refused_draw_belongs_to_the_round_that_follows() -> None:
    refused = ev.DrawRefused("", "AEEIIOU", "too_few_consonants", "bag")
    game = told(opened(), refused)
    assert game.refused == (refused,)
    assert len(game.bag) == 102
    game = apply(game, Entry("x", ev.LettersDrawn(1, "", "AEINRST", "bag")))
    assert game.refused == ()
    assert game.rounds[0].refused == (refused,)


def test_a_blank_that_comes_back_leaves_its_letter_on_the_board() -> None:
    game = round_one(ev.MoveRetained(1, play("RETiNES"), 60, "only_top"), ev.TopRevealed(1), letters="?EENRST")
    assert game.bag.count("?") == 1
    square = 7 * 15 + 6
    back = apply(game, Entry("x", ev.BlankReplaced(1, square)))
    assert back.board.at(7, 6) == "I"
    assert back.bag.count("?") == 2
    assert back.bag.count("I") == game.bag.count("I") - 1
    assert conserved(back)


def test_a_blank_may_come_back_for_a_letter_left_over() -> None:
    # the only K lies among the letters that were not played: under fresh refill it goes back, so it may go to the board
    rules = with_setting(FRENCH, "draw.refill", "fresh")
    game = round_one(ev.MoveRetained(1, play("kIR"), 10, "only_top"), ev.TopRevealed(1), rules=rules, letters="?KEIRST")
    back = apply(game, Entry("x", ev.BlankReplaced(1, 7 * 15 + 3)))
    assert back.board.at(7, 3) == "K"
    assert "K" not in back.pool
    assert back.pool.count("?") == 2
    assert conserved(back)


def test_a_start_position_counts_among_the_tiles() -> None:
    board = "." * 112 + "Kz" + "." * 111
    game = told(opened(board=board))
    assert "K" not in game.bag
    assert game.bag.count("?") == 1
    assert conserved(game)


# --- seats ---------------------------------------------------------------------------------------------------------------


def test_a_seat_taken_late_is_expected_from_the_next_round_that_can_be_played() -> None:
    assert round_one(ev.PlayerSeated(2, "Late")).seats[2].first_round == 1
    closed = round_one(ev.RoundClosed(1), ev.PlayerSeated(2, "Late"))
    assert closed.seats[2].first_round == 2


def test_a_seat_that_leaves_and_returns_keeps_its_first_round() -> None:
    game = round_one(ev.PlayerLeft(1))
    assert not game.seats[1].present
    game = apply(game, Entry("x", ev.PlayerSeated(1, "Anne-Marie")))
    assert game.seats[1].present
    assert game.seats[1].first_round == 1
    assert game.seats[1].name == "Anne-Marie"


# --- slips ---------------------------------------------------------------------------------------------------------------


def slip(number: int, text: str, *, seat: int = 1, late: bool = False) -> ev.SlipHandedIn:
    return ev.SlipHandedIn(1, Bulletin(seat, text, number, "tablet", late))


def test_the_last_slip_in_time_stands_and_a_late_one_only_where_there_is_none() -> None:
    one = (slip(1, "a"), slip(2, "b"), slip(3, "c", late=True))
    two = (slip(4, "d", seat=2, late=True), slip(5, "e", seat=2, late=True))
    game = round_one(*one, *two)
    assert {seat: each.text for seat, each in game.rounds[0].standing.items()} == {1: "b", 2: "d"}
    assert len(game.rounds[0].bulletins) == 5


# --- undo ----------------------------------------------------------------------------------------------------------------


def without_history(game: Game) -> Game:
    return replace(game, history=())


def test_an_undone_step_never_happened() -> None:
    before = round_one(slip(1, "a"), ev.TimeEnded(1))
    retained = ev.MoveRetained(1, play("TIRE"), 8, "first")
    game = before
    for event in (ev.SlipJudged(1, Verdict(1, "accepted", 66)), retained, ev.RoundClosed(1)):
        game = apply(game, Entry("close", event))
    assert game.phase is Phase.CLOSED
    undone = apply(game, Entry("u", ev.StepUndone("close")))
    assert without_history(undone) == without_history(before)
    assert len(undone.history) == len(game.history) + 1


def test_what_came_after_an_undone_step_stays() -> None:
    retained = ("step", ev.MoveRetained(1, play("TIRE"), 8, "referee"))
    game = round_one(slip(1, "a"), retained, slip(2, "b", seat=2), ("u", ev.StepUndone("step")))
    assert game.rounds[0].retained is None
    assert set(game.rounds[0].standing) == {1, 2}


def test_slips_of_an_undone_draw_do_not_reach_the_draw_that_follows() -> None:
    game = told(
        opened(),
        ("draw", ev.LettersDrawn(1, "", "AEINRST", "computer")),
        ("draw", ev.TopsFound(1, 66, (play("RETINES"),))),
        ev.ClockStarted(1, 180_000),
        slip(1, "H4 RETINES 66"),
        ("u", ev.StepUndone("draw")),
        ("draw2", ev.LettersDrawn(1, "", "ABCDEFG", "computer")),
    )
    assert game.phase is Phase.DRAWN
    (round_,) = game.rounds
    assert (round_.number, round_.letters, round_.bulletins, round_.top_points) == (1, "ABCDEFG", (), 0)
    # and the same when the journal is read again after one more undo elsewhere
    again = apply(game, Entry("u2", ev.StepUndone("nothing")))
    assert without_history(again) == without_history(game)


def test_undoing_the_reveal_takes_the_tiles_off_the_board() -> None:
    shown = round_one(
        ("close", ev.MoveRetained(1, play("TIRE"), 8, "only_top")), ("close", ev.RoundClosed(1)), ("reveal", ev.TopRevealed(1))
    )
    undone = apply(shown, Entry("u", ev.StepUndone("reveal")))
    assert undone.phase is Phase.CLOSED
    assert undone.board.is_empty
    assert undone.rack == "AEINRST"
    assert conserved(undone)


def test_undoing_the_end_goes_on_where_it_was() -> None:
    before = round_one(ev.ClockStarted(1, 5))
    undone = apply(apply(before, Entry("e", ev.EveningEnded("referee"))), Entry("u", ev.StepUndone("e")))
    assert without_history(undone) == without_history(before)


def test_a_new_evening_forgets_the_one_before() -> None:
    game = round_one(("second", opened()))
    assert game.rounds == ()
    assert dict(game.seats) == {}
    assert game.phase is Phase.LOBBY


# --- total, whatever comes -----------------------------------------------------------------------------------------------

NUMBERS = st.integers(-1, 3) | st.integers(-999, 999)
MOVES = st.builds(Move, st.text("AEz?.é", max_size=17), NUMBERS, NUMBERS, st.sampled_from(Direction))
PLAYS = st.builds(Play, st.lists(MOVES, max_size=3).map(tuple), st.none())
TEXTS = st.sampled_from(["", "c1", "c2", "AEINRST", "??", "K", "x"])
VERDICTS = st.builds(Verdict, NUMBERS, st.sampled_from(["accepted", "zero", "undecided"]), NUMBERS, st.none() | PLAYS)
BULLETINS = st.builds(Bulletin, NUMBERS, TEXTS, NUMBERS, st.sampled_from(["tablet", "file"]), st.booleans())
RULES = [FRENCH, with_setting(FRENCH, "draw.refill", "fresh"), with_setting(FRENCH, "format.joker", "true")]
FIELDS: dict[Any, st.SearchStrategy[Any]] = {
    "round": NUMBERS,
    "play": PLAYS,
    "plays": st.lists(PLAYS, max_size=2).map(tuple),
    "verdict": VERDICTS,
    "bulletin": BULLETINS,
    "rules": st.sampled_from(RULES),
    "tileset": st.sampled_from([tileset("fr"), tileset("es")]),
    "board": st.sampled_from(["", "." * 225, "A" * 225, "?z" + "." * 223]),
    "square": NUMBERS,
    "command": st.sampled_from([f"c{i}" for i in range(12)]),
    "kept": TEXTS,
    "fresh": TEXTS,
}


def events_of(kind: type[Any]) -> st.SearchStrategy[Any]:
    known = {name: FIELDS[name] for name in kind.__dataclass_fields__ if name in FIELDS}
    return st.builds(kind, **known)


EVENTS = st.one_of([events_of(kind) for kind in KINDS.values()])
STORIES = st.lists(st.tuples(st.sampled_from([f"c{i}" for i in range(12)]), EVENTS), max_size=25)


@given(STORIES)
def test_any_events_in_any_order_give_a_game(story: list[tuple[str, ev.Event]]) -> None:
    game = Game()
    for command, event in story:
        game = apply(game, Entry(command, event))
        assert len(game.board.cells) == 225
        assert isinstance(game.phase, Phase)
        if game.opened is not None:
            assert all(tile in game.tileset.full_bag() for tile in game.bag)
            assert isinstance(game.kept, str)
    assert game.history == tuple(Entry(*each) for each in story)


@given(STORIES)
def test_a_journal_read_again_tells_the_same_game(story: list[tuple[str, ev.Event]]) -> None:
    read = [Entry(command, decode_event(event_kind(event), encode_event(event))) for command, event in story]
    assert fold(read) == fold(Entry(*each) for each in story)


@given(STORIES, st.data())
def test_undoing_a_command_is_as_if_it_had_never_come(story: list[tuple[str, ev.Event]], data: st.DataObject) -> None:
    story = [(command, event) for command, event in story if not isinstance(event, ev.StepUndone)]
    command = data.draw(st.sampled_from(["c0", *(command for command, _ in story)]))
    undone = fold(Entry(*each) for each in [*story, ("u", ev.StepUndone(command))])
    never = fold(Entry(*each) for each in story if each[0] != command)
    assert without_history(undone) == without_history(never)


@pytest.mark.parametrize("board", ["A" * 224, "A" * 226])
def test_a_start_position_of_another_size_cannot_even_be_told(board: str) -> None:
    with pytest.raises(ValueError, match="225 squares"):
        opened(board=board)


def test_the_bag_of_a_board_with_too_many_tiles_is_what_is_left() -> None:
    game = told(opened(board="K" * 3 + "." * 222))
    assert "K" not in game.bag
    assert len(game.bag) == 101
    assert Board().is_empty

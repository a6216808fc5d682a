"""What tablets, desk and wall are told in the optimist game: one's own board and letters, nobody else's before the end."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from appliance.catalogue import LANGUAGES, catalogue
from appliance.display.news import Shown
from appliance.display.picture import Scene
from appliance.display.wall import Wall
from appliance.library import Library
from appliance.notices import notice
from appliance.publish import desk_view, public_view, seat_view
from engine.errors import CommandRefused
from engine.evening import parse_evening, play_evening
from engine.events import EveningEnded
from engine.game import Entry, Game, Phase, apply, fold
from engine.lexicon import Lexicon, compile_words
from engine.referee import Referee
from engine.solver import make_solver
from engine.variants import optimist

GAMES = Path(__file__).resolve().parents[1] / "games"


@cache
def whole() -> Game:
    text = (GAMES / "optimist.evening").read_text(encoding="utf-8")
    return play_evening(parse_evening(text), Library(GAMES / "nowhere", GAMES), "optimist").game


def until(round_number: int, phase: Phase) -> Game:
    """The evening as it stood when that round first was in that phase."""
    game = Game()
    for entry in whole().history:
        game = apply(game, entry)
        if len(game.rounds) == round_number and game.phase is phase:
            return game
    raise AssertionError(f"round {round_number} never was {phase}")


def letters(rows: tuple[tuple[str, ...], ...]) -> str:
    return "".join("".join(row) for row in rows)


def test_each_seat_sees_its_own_board_and_the_room_sees_none() -> None:
    game = until(2, Phase.DRAWN)
    own = [seat_view(game, seat).own for seat in (1, 2, 3, 4)]
    # round 1: H6 DIT, H6 DOT, H8 DIT, H6 ODE
    assert [letters(each.board) for each in own if each] == ["DIT", "DOT", "DIT", "ODE"]
    assert [row.index("D") for each in own if each for row in each.board if "D" in row] == [5, 5, 7, 6]
    public = public_view(game)
    assert letters(public.board) == ""
    assert public.reveal is None
    assert public.evening is not None
    assert public.evening.game == "optimist"


def test_a_play_comes_on_the_board_only_when_it_is_shown() -> None:
    closed, shown = until(1, Phase.CLOSED), until(1, Phase.REVEALED)
    before, after = seat_view(closed, 1), seat_view(shown, 1)
    assert before.own is not None
    assert after.own is not None
    assert letters(before.own.board) == ""
    assert before.sheet == ()
    assert letters(after.own.board) == "DIT"
    assert [line.points for line in after.sheet] == [3]


def test_in_the_last_round_a_seat_has_its_own_letters_besides() -> None:
    game = until(15, Phase.DRAWN)
    tiles = {seat: "".join(tile.face for tile in own.tiles) for seat in (1, 3) if (own := seat_view(game, seat).own)}
    assert tiles == {1: "GEEA", 3: "ZAAGEEA"}
    assert "".join(tile.face for tile in public_view(game).tiles) == "GEEA"


def test_questions_and_differences_are_told_to_whom_they_concern() -> None:
    game = until(7, Phase.DRAWN)
    own = {seat: seat_view(game, seat).own for seat in (1, 2, 3)}
    assert [(each.questions_left, len(each.questions), len(each.differences)) for each in own.values() if each] == [
        (3, 0, 1),
        (1, 2, 1),
        (3, 0, 0),
    ]
    desk = desk_view(game)
    assert (len(desk.questions), len(desk.differences), desk.checkers[3]) == (2, 1, 4)


def test_plays_on_the_desk_fill_the_squares_of_their_own_boards() -> None:
    desk = desk_view(whole())
    for seat in whole().seats:
        laid = [
            square
            for round_ in desk.rounds
            for slip in round_.slips
            if slip.seat == seat and slip.verdict and slip.verdict.play and slip.verdict.outcome != "zero"
            for square in slip.verdict.play.squares
        ]
        board = optimist.board_of(whole(), seat, 16)
        assert sorted(laid) == [square for square, cell in enumerate(board.cells) if cell != "."]


def test_after_the_end_the_wall_shows_the_board_that_the_desk_asks_for() -> None:
    lexicon = Lexicon(compile_words(["DIT"], whole().tileset, name="few"))
    referee = Referee(lexicon, make_solver(lexicon, whole().tileset))
    with pytest.raises(CommandRefused, match="not possible"):
        referee.show_board(whole(), 1)
    ended = apply(whole(), Entry("end", EveningEnded("bag_empty")))
    assert letters(public_view(ended).board) == ""
    for event in referee.show_board(ended, 3):
        ended = apply(ended, Entry("show", event))
    assert letters(public_view(ended).board) == letters(_rows(ended, 3))
    assert fold(ended.history) == ended
    assert _scene(ended) is Scene.BOARD
    for event in referee.show_board(ended, 0):
        ended = apply(ended, Entry("hide", event))
    assert _scene(ended) is Scene.STANDINGS


def _scene(game: Game) -> Scene:
    wall = Wall()
    wall.receive(Shown(public_view(game), ""), 0)
    return wall.picture(0, (1280, 720)).scene


def _rows(game: Game, seat: int) -> tuple[tuple[str, ...], ...]:
    own = seat_view(game, seat).own
    assert own is not None
    return own.board


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_that_is_not_admitted_costs_fifty_and_the_notice_says_so(language: str) -> None:
    # the rules of the optimist game: a word not admitted costs 50 points; any other zero is zero
    words = catalogue(language)
    told = {
        line.points: notice(line, words)
        for seat in (1, 2, 3, 4)
        for line in seat_view(whole(), seat).sheet
        if line.verdict is not None and line.verdict.outcome == "zero"
    }
    assert any("50" in said for said in told[-50])
    assert words.text("notice.costs_zero") not in told[-50]
    assert words.text("notice.costs_zero") in told[0]


def test_sheets_tell_what_a_play_scores_and_what_was_deducted() -> None:
    # round 1, seat 1: net 3 (worked out in the evening file); each line's gross less the letters lost is its net
    lines = [line for seat in (1, 2, 3, 4) for line in seat_view(whole(), seat).sheet]
    accepted = [line.verdict for line in lines if line.verdict is not None and line.verdict.outcome == "accepted"]
    assert any(each.lost for each in accepted)
    # the players wrote their gross score, so where the arbiter found it right, gross is what is claimed
    right = [each for each in accepted if not each.faults and each.claimed is not None]
    assert right
    assert all(each.points + each.lost == each.claimed for each in right)
    assert all(line.verdict.lost == 0 for line in lines if line.verdict is not None and line.verdict.outcome != "accepted")

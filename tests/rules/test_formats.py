"""Club formats on whole evenings: joker games, seven on eight, seven and eight, topping, alone and together."""

from __future__ import annotations

from random import Random

import pytest

from engine import events as ev
from engine.board import Board
from engine.builtin import ruleset, tileset
from engine.bulletin import Play
from engine.draw import Draw
from engine.errors import EveningError, RackError, RuleSetError
from engine.evening import Evening, parse_evening, play_evening
from engine.game import Entry, Game, Phase, apply
from engine.interfaces import TopFinder, WordSource
from engine.lexicon import Lexicon, compile_words
from engine.move import Move
from engine.rack import same
from engine.referee import Referee, open_evening
from engine.report import evening_report
from engine.ruleset import RuleSet, with_setting
from engine.solver import make_solver
from engine.squares import Direction
from engine.tiles import TileSet

WORDS = {
    *("EN", "ES", "SE", "RETINES", "RESINET", "RETINE", "RESTE", "TES", "SET", "NES", "TIENS", "RENTIERS", "TARTINES", "INTERETS"),
    *("BOIS", "BOISE", "BOISES", "AU", "OS", "SON", "NOS", "ETE", "ETES", "ANE", "ANES", "ENTREZ", "RAT", "RATES", "TARE", "OU"),
}


class Shelf:
    """A library of one word list."""

    def ruleset(self, name: str) -> RuleSet:
        return ruleset(name)

    def tileset(self, rules: RuleSet) -> TileSet:
        return tileset(rules.tileset)

    def lexicon(self, name: str, letters: TileSet) -> tuple[WordSource, ev.LexiconUsed]:
        return Lexicon(compile_words(sorted(WORDS), letters, name="few")), ev.LexiconUsed(name, len(WORDS), "0" * 64)

    def solver(self, words: WordSource, letters: TileSet, rules: RuleSet) -> TopFinder:
        assert isinstance(words, Lexicon)
        return make_solver(words, letters, rules.bonus, max_placed=rules.draw.placed)

    def openings(self, solver: TopFinder) -> None:
        return None


def played(text: str) -> Evening:
    return play_evening(parse_evening(text), Shelf())


def rules(*settings: str, book: str = "french") -> RuleSet:
    found = ruleset(book)
    for setting in settings:
        found = with_setting(found, *setting.split())
    return found


def referee(book: RuleSet) -> Referee:
    letters = tileset(book.tileset)
    words = Lexicon(compile_words(sorted(WORDS), letters, name="few"))
    return Referee(words, make_solver(words, letters, book.bonus, max_placed=book.draw.placed))


def opened(book: RuleSet) -> Game:
    game = Game()
    for event in open_evening("x", "", book, tileset(book.tileset), ev.LexiconUsed("x", 1, "0" * 64)):
        game = apply(game, Entry("open", event))
    return game


def wholly_played(book: RuleSet, seed: int, rounds: int = 40) -> Game:
    """Draws by computer; the top of each round is placed."""
    game, table, dice = opened(book), referee(book), Random(seed)

    def add(events: tuple[ev.Event, ...]) -> None:
        nonlocal game
        for event in events:
            game = apply(game, Entry("x", event))

    for _ in range(rounds):
        add(table.draw(game, dice))
        if game.phase is Phase.ENDED:
            break
        add(table.close(game))
        add(table.reveal(game, leave_undecided=True))
    return game


JOKER = "rules french\nset format.joker true\n"


def test_a_set_rack_of_two_blanks_is_refused_in_a_joker_game() -> None:
    with pytest.raises(EveningError, match=r"line 3: .*joker twice"):
        played(JOKER + "draw ??EINRT\nclose\n")


def test_a_set_rack_without_its_blank_is_refused_in_a_joker_game() -> None:
    with pytest.raises(EveningError, match="joker missing"):
        played(JOKER + "draw AEINRST\nclose\n")


def test_a_blank_whose_letter_is_used_up_stays_and_a_second_one_may_join_its_word() -> None:
    # The set holds one Z. It lies on the board, so a blank played as Z stays one; the next draw's blank goes into the same word.
    book = rules("format.joker true")
    board = Board().place(Move("ENTREZ", 7, 2, Direction.ACROSS))
    assert tileset("fr").full_bag().count("Z") == 1
    game = Game()
    for event in open_evening("x", "", book, tileset("fr"), ev.LexiconUsed("x", 1, "0" * 64), board):
        game = apply(game, Entry("open", event))
    letters = tileset("fr")
    words = Lexicon(compile_words(["ENTREZ", "RATEZ", "RATEZS"], letters, name="few"))
    table = Referee(words, make_solver(words, letters))
    for number, (rack, word) in enumerate(zip(("RATE?DD", "RDD?BIO"), ("RATEz", "RATEzs"), strict=True), 1):
        for event in table.draw_typed(game, Draw("", rack), "file"):
            game = apply(game, Entry("d", event))
        # ENTREZ across row H from column 3: its R on H6 begins RATEZ downwards
        for event in table.retain(game, Play((Move(word, 7, 5, Direction.DOWN),))):
            game = apply(game, Entry("r", event))
        for step in (table.close, table.reveal):
            for event in step(game):
                game = apply(game, Entry(f"s{number}", event))
    column = [game.board.cells[row * 15 + 5] for row in range(7, 13)]
    assert column == list("RATEzS"), "the Z is used up and stays a blank; an S was left and came for the second blank"
    assert same(game.board.tiles() + game.rack + game.bag, letters.full_bag())


@pytest.mark.parametrize("book", ["french", "dutch", "romanian"])
@pytest.mark.parametrize(
    "settings",
    [
        ("format.joker true",),
        ("format.rack 8",),
        ("format.rack 8", "format.placed 8"),
        ("format.rack 8", "format.joker true"),
        ("format.rack 8", "format.placed 8", "format.joker true"),
    ],
    ids=lambda settings: "+".join(settings),
)
def test_every_format_goes_with_every_book(book: str, settings: tuple[str, ...]) -> None:
    chosen = rules(*settings, book=book)
    game = wholly_played(chosen, seed=3)
    full = game.tileset.full_bag()
    assert len(game.rounds) >= 3
    for round_ in game.rounds:
        assert len(round_.letters) <= chosen.draw.rack
        for play in round_.tops:
            assert len(round_.board.new_tiles(play.moves[0])) <= chosen.draw.placed
        if chosen.draw.joker:
            left = full.count("?") - round_.board.tiles().count("?")
            assert round_.letters.count("?") == min(1, left)
    assert same(game.board.tiles() + game.rack + game.bag, full)


def test_eight_letters_placed_count_75() -> None:
    book = rules("format.rack 8", "format.placed 8")
    table, game = referee(book), opened(book)
    for event in table.draw_typed(game, Draw("", "RENTIERS"), "file"):
        game = apply(game, Entry("d", event))
    assert game.round is not None
    # RENTIERS from H8 to H15: eight points, one more for the doubled letter on H12, the star (x 2), the red square (x 3), 75
    assert game.round.top_points == (8 + 1) * 2 * 3 + 75
    seven = referee(rules("format.rack 8"))
    # only seven of the eight may be laid: RETINES or RESINET, (7 + 1) x 2 + 50
    assert seven.solver.tops(Board(), "RENTIERS").points == 66


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("format.pace", "hurried", "normal or semi-rapid or blitz"),
        ("format.topping", "yes", "true or false"),
        ("format.placed", "8", "more than draw.rack 7"),
        ("format.joker", "1", "true or false"),
    ],
)
def test_what_a_format_is_not(key: str, value: str, message: str) -> None:
    with pytest.raises(RuleSetError, match=message):
        with_setting(ruleset("french"), key, value)


@pytest.mark.parametrize("game", ["optimist", "substitution", "decomposed"])
def test_a_letter_of_ones_own_choice_goes_with_a_duplicate_game_only(game: str) -> None:
    with pytest.raises(RuleSetError, match=r"draw\.chosen"):
        with_setting(ruleset(game), "draw.chosen", "1")


def test_without_the_joker_format_a_book_keeps_its_own_rule_about_blanks() -> None:
    book = ruleset("dutch")
    assert with_setting(book, "format.joker", "false").draw == book.draw


def test_the_title_says_which_formats_are_played() -> None:
    plain = rules().full_title
    assert plain == ruleset("french").title
    assert rules("format.joker true", "format.rack 8").full_title == f"{plain} · joker · 7/8"
    assert rules("format.rack 8", "format.placed 8", "format.topping true").full_title == f"{plain} · 7 & 8 · topping"


def test_pace_sets_the_time_of_a_round() -> None:
    assert rules("format.pace blitz").clock.round_s == 60
    assert rules("format.pace semi-rapid").clock.round_s == 120
    assert rules("format.pace blitz", "format.pace normal").clock.round_s == 180


@pytest.mark.parametrize("book", ["optimist", "substitution", "decomposed"])
def test_other_games_have_no_club_formats(book: str) -> None:
    other = with_setting(ruleset("french"), "game", book)
    with pytest.raises(RuleSetError, match="go with a duplicate game"):
        with_setting(other, "format.joker", "true")


TOPPING = (
    "rules french\nset format.topping true\nseat 1 Anne & Jean\nseat 2 Li\nseat 3 Max\ndraw EEINRST\n"
    "clock 170\nslip 1 H4 TIENS 12\nslip 2 H4 RETINES 66\n"
    "clock 100\nslip 1 H4 RETINES 66\nslip 2 H4 TIENS 12\n"
    "clock 60\nslip 3 H4 TIENS 12\nclose\n"
)


def test_topping_ranks_by_the_time_of_the_first_top() -> None:
    lines = evening_report(played(TOPPING))["standings"]
    # round of 180 s: seat 2 topped with 170 s left, seat 1 with 100 s left, seat 3 never: 180 + 60
    assert [(line["seat"], line["time_ms"]) for line in lines] == [(2, 10_000), (1, 80_000), (3, 240_000)]
    assert [line["name"] for line in lines] == ["Li", "Anne & Jean", "Max"]
    assert [line["rank"] for line in lines] == [1, 2, 3]


def test_without_topping_no_time_is_told() -> None:
    told = evening_report(played(TOPPING.replace("set format.topping true\n", "").replace("clock", "# clock")))
    assert "time_ms" not in told["standings"][0]


def test_topping_a_late_top_does_not_count() -> None:
    told = evening_report(played(TOPPING.replace("slip 3 H4 TIENS 12", "late 3 H4 RETINES 66")))
    assert [line["time_ms"] for line in told["standings"] if line["seat"] == 3] == [240_000]
    slip = told["rounds"][0]["slips"][2]
    assert (slip["text"], slip["points"]) == ("H4 RETINES 66", 0)
    assert slip["faults"] == [{"fault": "late", "sanction": "zero"}], "it is named late, not missing"


def test_topping_shows_the_slip_that_counts() -> None:
    # seat 2 goes on trying after its top; seat 3 never finds it, so its last try is shown
    told = evening_report(played(TOPPING))["rounds"][0]["slips"]
    assert [(slip["seat"], slip["text"], slip["time_ms"]) for slip in told] == [
        (1, "H4 RETINES 66", 80_000),
        (2, "H4 RETINES 66", 10_000),
        (3, "H4 TIENS 12", 240_000),
    ]


@pytest.mark.parametrize(
    ("later", "seat", "time_ms"),
    [
        ("average 1 3 1,2 called away", 3, 45_000),  # between 10 and 80 seconds
        ("correct 1 2 0 not his own hand", 2, 240_000),
        ("correct 1 3 66 it says RETINES", 3, 120_000),  # his slip came with 60 of 180 seconds left
    ],
)
def test_topping_what_is_set_right_later_has_its_time(later: str, seat: int, time_ms: int) -> None:
    told = evening_report(played(f"{TOPPING}{later}\n"))
    assert [line["time_ms"] for line in told["standings"] if line["seat"] == seat] == [time_ms]


def test_topping_ends_the_time_when_every_seat_has_found_the_top() -> None:
    book = rules("format.topping true")
    game, table = opened(book), referee(book)

    def happen(events: tuple[ev.Event, ...]) -> list[str]:
        nonlocal game
        for event in events:
            game = apply(game, Entry("x", event))
        return [type(event).__name__ for event in events]

    happen(table.seat_player(game, 1, "Anne"))
    happen(table.seat_player(game, 2, "Li"))
    happen(table.draw_typed(game, Draw("", "EEINRST"), "bag"))
    happen(table.start_clock(game, 180_000))
    assert happen(table.hand_in(game, 1, 1, "H4 RETINES 66", "tablet", 170_000)) == ["SlipHandedIn"]
    assert happen(table.hand_in(game, 1, 2, "H4 TIENS 12", "tablet", 160_000)) == ["SlipHandedIn"]
    assert happen(table.hand_in(game, 1, 2, "H4 RETINES 66", "paper", 150_000)) == ["SlipHandedIn"], "paper tells no time"
    assert happen(table.hand_in(game, 1, 2, "RETINES 66", "tablet", 150_000)) == ["SlipHandedIn", "TimeEnded"]
    assert game.phase is Phase.TIME_UP


def test_a_slip_of_topping_keeps_its_time() -> None:
    bulletins = played(TOPPING).game.rounds[0].bulletins
    assert [(b.seat, b.remaining_ms) for b in bulletins] == [(1, 170_000), (2, 170_000), (1, 100_000), (2, 100_000), (3, 60_000)]


def test_completiv_lets_each_seat_add_one_letter_of_the_bag() -> None:
    book = rules("draw.chosen 1", "draw.rack 6", book="romanian")
    assert book.full_title == "Duplicat (FRS) · completiv"
    game, table = opened(book), referee(book)
    for event in table.draw_typed(game, Draw("", "RETINS"), "bag"):
        game = apply(game, Entry("draw", event))
    # with a second E: seven letters of one point, one of them on a double letter, the word doubled by the star, and 50
    assert game.rounds[0].top_points == 66
    with pytest.raises(RackError):
        table.retain(game, Play((Move("RENTIERS", 7, 3, Direction.ACROSS),)))
    retained = table.retain(game, Play((Move("RETINES", 7, 3, Direction.ACROSS),)))
    for event in (*retained, *table.close(game)):
        game = apply(game, Entry("close", event))
    for event in table.reveal(game):
        game = apply(game, Entry("reveal", event))
    assert (game.rack, game.bag.count("E")) == ("", 9 - 2), "the E that was chosen has left the bag, too"

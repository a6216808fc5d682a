"""The solver's answers on small boards that can be worked out by hand, and its manners."""

from __future__ import annotations

import signal
import threading
import warnings
from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from types import FrameType

import pytest

from engine import solver as solver_module
from engine.board import Board
from engine.builtin import tileset
from engine.errors import BoardError, LexiconError, PlacementError, RackError, RuleSetError, TileError
from engine.lexicon import Lexicon, compile_words
from engine.move import Move, Score, Top
from engine.oracle import OracleSolver
from engine.solver import CoreSolver, make_solver
from engine.squares import SIZE, STANDARD, Direction, Layout
from engine.tiles import Tile, TileSet

core = pytest.importorskip("engine._solver", reason="no compiler on this machine")

ACROSS, DOWN = Direction.ACROSS, Direction.DOWN
FR = tileset("fr")
PLAIN = Layout((1,) * SIZE * SIZE, (1,) * SIZE * SIZE)


def solver(
    words: str, bonuses: Mapping[int, int] | None = None, layout: Layout = STANDARD, max_placed: int = 7
) -> CoreSolver:
    lexicon = Lexicon(compile_words(words.split(), FR, name="test"))
    return CoreSolver(lexicon, FR, {7: 50} if bonuses is None else bonuses, layout, max_placed)


def board(*words: Move) -> Board:
    laid = Board()
    for word in words:
        laid = laid.place(word)
    return laid


# ---- what a move is ----


def test_first_move_covers_the_star_and_is_given_across_only() -> None:
    top = solver("QI").tops(Board(), "QI")
    # Q 8, I 1, doubled by the star
    assert top == Top(18, (Move("QI", 7, 6, ACROSS), Move("QI", 7, 7, ACROSS)))


def test_first_move_places_two_tiles_at_least() -> None:
    found = solver("OS").moves(Board(), "O")
    assert found == []
    assert solver("OS").tops(Board(), "O") == Top(0, ())


def test_every_move_reaching_the_top_is_found() -> None:
    """Seven tiles of one point over the star: one more on H4 or H12, double letters, except from H5, which reaches neither."""
    top = solver("RETINES ENTIERS").tops(Board(), "EEINRST")
    assert top.points == (7 + 1) * 2 + 50
    places = [col for col in range(1, 8) if col != 4]
    assert top.moves == tuple(Move(word, 7, col, ACROSS) for word in ("ENTIERS", "RETINES") for col in places)


def test_letter_squares_of_a_first_move_by_hand() -> None:
    """H4 is a double letter: JUS from H4 to H6 would not reach the star, JUS at H6, H7 and H8 count (8+1+1)×2."""
    top = solver("JUS").tops(Board(), "JUS")
    assert top.points == 20
    assert [move.col for move in top.moves] == [5, 6, 7]


def test_one_tile_that_makes_words_both_ways_counts_once_and_is_given_across() -> None:
    """AS at H8, SA down from its S: an A on I8 makes AA across with the lower A and AA down with the upper one."""
    laid = board(Move("AS", 7, 7, ACROSS), Move("SA", 7, 8, DOWN))
    found = [item.move for item in solver("AS SA AA").moves(laid, "A")]
    on_corner = [move for move in found if laid.at(8, 7) == "." and 8 * SIZE + 7 in move.squares()]
    assert on_corner == [Move("AA", 8, 7, ACROSS)]
    assert Move("AA", 6, 7, DOWN) in found  # one word only, so it keeps its direction


def test_blanks_on_different_letters_are_different_moves_and_count_nothing() -> None:
    found = solver("SOS", layout=PLAIN).moves(Board(), "SO?")
    assert [(item.move.word, item.points) for item in found[:6]] == [("SOs", 2)] * 3 + [("sOS", 2)] * 3
    assert len(found) == 6


def test_a_word_may_join_several_words_of_the_board() -> None:
    laid = board(Move("LE", 7, 7, ACROSS), Move("LE", 7, 10, ACROSS))
    found = solver("LE LESLES LES", layout=PLAIN).moves(laid, "S")
    assert Move("LES", 7, 7, ACROSS) not in [item.move for item in found]  # it would touch the second LE
    assert Move("LESLE", 7, 7, ACROSS) not in [item.move for item in found]
    assert [item.move for item in solver("LE LESLE LESLES").moves(laid, "S")] == [Move("LESLE", 7, 7, ACROSS)]


def test_cross_words_must_be_valid() -> None:
    """Under LE, the word EU makes LE and EU down from I8; from I9 it would make EE."""
    laid = board(Move("LE", 7, 7, ACROSS))
    found = [item.move for item in solver("LE EU").moves(laid, "EU")]
    assert Move("EU", 8, 7, ACROSS) in found
    assert Move("EU", 8, 8, ACROSS) not in found


# ---- numbers of tiles and bonuses ----


def test_bonus_table_of_the_rule_set() -> None:
    # five tiles of one point each on plain squares
    assert solver("NOTES", {5: 30}, PLAIN).tops(Board(), "NOTES").points == 35
    assert solver("NOTES", {}, PLAIN).tops(Board(), "NOTES").points == 5


def test_eight_tiles_of_eight_and_seven_of_eight() -> None:
    words, rack = "ENTREES ENTREESS", "EEENRSST"
    all_eight = solver(words, {7: 50, 8: 75}, PLAIN, max_placed=8)
    assert all_eight.tops(Board(), rack).points == 8 + 75
    seven = solver(words, {7: 50, 8: 75}, PLAIN, max_placed=7)
    top = seven.tops(Board(), rack)
    assert top.points == 7 + 50
    assert {move.word for move in top.moves} == {"ENTREES"}


def test_scores_too_large_for_quick_bounds_are_right_too() -> None:
    """Factors of four and tiles of a hundred: no game has them, and no table of small numbers may overflow on them."""
    tiles = tuple(replace(tile, points=100) for tile in FR.tiles)
    dear = replace(FR, tiles=tiles)
    layout = Layout((4,) * 225, (4,) * 225)
    lexicon = Lexicon(compile_words(["ENTREES", "RETINES"], dear, name="test"))
    top = CoreSolver(lexicon, dear, {7: 50}, layout).tops(Board(), "EENRSTE")
    assert top.points == 7 * 100 * 4 * 4**7 + 50
    assert {move.word for move in top.moves} == {"ENTREES"}


# ---- one move, itemised ----


def test_score_item_by_item_agrees_with_the_board() -> None:
    laid = board(Move("JEU", 7, 6, ACROSS))
    found = solver("JEU JEUX XI AXE").score(laid, Move("XI", 7, 9, DOWN))
    assert found == Score(main=10 + 1, crosses=(("JEUX", 8 + 1 + 1 + 10),), bonus=0)
    assert found == laid.score(Move("XI", 7, 9, DOWN), FR)


def test_score_does_not_ask_whether_words_exist() -> None:
    assert solver("JEU").score(Board(), Move("ZZ", 7, 7, ACROSS)).total == 40


@pytest.mark.parametrize("far", [2**31 - 1, 2**31, -(2**31), 2**40, -(2**70)])
def test_squares_however_far_off_do_not_fit(far: int) -> None:
    """The sum of square and length must not overflow."""
    for way in (ACROSS, DOWN):
        for row, col in ((far, 7), (7, far), (far, far)):
            with pytest.raises(PlacementError) as refused:
                solver("JEU").score(Board(), Move("JEU", row, col, way))
            assert refused.value.fault == "does_not_fit"


@pytest.mark.parametrize(
    "move",
    [
        Move("JEU", 0, 0, ACROSS),
        Move("JEU", 7, 14, ACROSS),
        Move("A" * 16, 7, 0, ACROSS),
        Move("JEU", -1, 7, ACROSS),
        Move("J", 7, 7, ACROSS),
    ],
)
def test_what_does_not_fit_is_refused_as_by_the_board(move: Move) -> None:
    with pytest.raises(PlacementError) as ours:
        solver("JEU").score(Board(), move)
    with pytest.raises(PlacementError) as theirs:
        Board().check_fit(move)
    assert ours.value.fault == theirs.value.fault


def test_foreign_characters_are_refused_by_name() -> None:
    small = solver("JEU")
    with pytest.raises(RackError, match="at most 8"):
        small.tops(Board(), "AAAAAAAAA")
    for rack in ("É", "a", "A.", "漢", "A\0"):
        with pytest.raises(RackError):
            small.tops(Board(), rack)
    with pytest.raises(RackError):
        small.tops_many(Board(), ["A", "1"])
    with pytest.raises(BoardError):
        small.tops(Board("1" * 225), "A")
    with pytest.raises(TileError):
        small.score(Board(), Move("J1", 7, 7, ACROSS))


def test_a_word_with_what_is_no_tile_is_the_same_error_from_both() -> None:
    lexicon = Lexicon(compile_words(["JEU"], FR, name="test"))
    for finder in (CoreSolver(lexicon, FR), OracleSolver(lexicon, FR)):
        for word in ("J1", "J.", "É?", "J\u0131"):
            with pytest.raises(TileError, match="no tile of the fr set"):
                finder.score(Board(), Move(word, 7, 7, ACROSS))
        with pytest.raises(PlacementError):  # where it lies comes first
            finder.score(Board(), Move("J1", 0, 0, ACROSS))


def test_a_wrong_choice_is_no_fault_of_the_rack() -> None:
    for choice in ("", "1", "a", "A."):
        with pytest.raises(TileError, match=r"no tile|a tile"):
            solver("JEU").tops_exchanged(Board(), "JE", choice)
    with pytest.raises(RackError):
        solver("JEU").tops_exchanged(Board(), "J1", "U")


def test_a_lexicon_of_other_letters_is_refused_by_both_names() -> None:
    """Catalan has as many letters as French, and others: numbers alone would not tell."""
    catalan = tileset("ca")
    assert len(catalan.alphabet) == len(FR.alphabet)
    lexicon = Lexicon(compile_words(["JEU"], FR, name="mots"))
    for kind in (CoreSolver, OracleSolver):
        with pytest.raises(LexiconError, match=r"lexicon mots \(fr\).* tile set ca"):
            kind(lexicon, catalan)


def test_a_board_that_is_not_symmetric_is_refused() -> None:
    """The first move is looked for across only, which is right where down counts the same."""
    factors = [1] * SIZE * SIZE
    factors[7 * SIZE + 9] = 3
    with pytest.raises(RuleSetError, match="letter factor 3 on H10 and 1 on J8"):
        Layout(tuple(factors), (1,) * SIZE * SIZE)
    with pytest.raises(RuleSetError, match="224 word factors: expected 225"):
        Layout((1,) * SIZE * SIZE, (1,) * 224)


# ---- large numbers ----


def dear(points: int, words: list[str], layout: Layout = STANDARD) -> tuple[CoreSolver, OracleSolver]:
    tiles = replace(FR, tiles=tuple(replace(tile, points=max(1, tile.points * points // 10)) for tile in FR.tiles))
    lexicon = Lexicon(compile_words(words, tiles, name="dear"))
    return CoreSolver(lexicon, tiles, {7: 50}, layout), OracleSolver(lexicon, tiles, {7: 50}, layout)


WORDS = ["AS", "ES", "JE", "KA", "ZEN", "QUEL", "JEZ", "ZEE", "JAZZ", "ZAK", "KAZ", "QAZK", "AKENE", "EZ", "ZAS", "KAS", "EKA"]


@pytest.mark.parametrize("factor", [1, 4])
def test_moves_of_widely_spread_points_are_in_order(factor: int) -> None:
    """From a few points to tens of thousands, more than one sorting key holds; the oracle sorts by comparing."""
    layout = Layout((factor,) * SIZE * SIZE, (factor,) * SIZE * SIZE)
    fast, slow = dear(100, WORDS, layout)
    laid = Board().place(Move("KAZ", 7, 6, ACROSS))
    for rack in ("AJ?ZQ?", "AEK?SZE"):
        moves = slow.moves(laid, rack)
        assert len(moves) > 24
        assert factor == 1 or moves[0].points - moves[-1].points > 1 << 11
        assert fast.moves(laid, rack) == moves
        best = [item.move for item in moves if item.points == moves[0].points]
        assert fast.tops(laid, rack) == Top(moves[0].points, tuple(best))


def test_many_plays_with_equal_keys_are_in_order() -> None:
    """Blanks alone: no points, and hundreds of words that begin with the same three letters."""
    dice = Random(4)
    words = sorted({"ABC" + "".join(dice.choices("DEFG", k=4)) for _ in range(200)})
    lexicon = Lexicon(compile_words(words, FR, name="equal"))
    moves = CoreSolver(lexicon, FR).moves(Board(), "???????")
    assert len(moves) == 7 * len(words)
    assert moves == sorted(moves, key=lambda item: (-item.points, item.move))


def test_quick_bounds_reach_to_tiles_of_forty_five_points() -> None:
    """The dearest line is the first row: 15 tiles and two double letters, times 27; and seven cross words of 15 tiles, under three triple
    words (45 each), two double letters (16 each), two plain squares (15 each). That is 656 for tiles of one point; 45 × 656 and the bonus
    of 50 stay below 30,000, 46 × 656 do not.
    """
    fast, _ = dear(45, WORDS)
    assert fast.tops_exchanged(Board(), "JA", "Z") == fast.tops_exchanged(Board(), "JA", "Z", 1)
    slow, _ = dear(46, WORDS)
    with pytest.raises(RuleSetError, match="too large"):
        slow.tops_exchanged(Board(), "JA", "Z")


# ---- the C core as a citizen ----


@pytest.fixture(scope="module")
def busy() -> CoreSolver:
    """A solver over a few thousand random words, so that searches take a while."""
    dice = Random(3)
    words = {"".join(dice.choices("AEIORSTLN", k=dice.randint(2, 8))) for _ in range(6000)}
    return solver(" ".join(sorted(words)))


def racks(count: int) -> list[str]:
    dice = Random(5)
    return ["".join(dice.choices("AEIORSTLN?", k=7)) for _ in range(count)]


def test_many_racks_are_each_rack(busy: CoreSolver) -> None:
    laid = board(busy.tops(Board(), "AEIORST").moves[0])
    asked = racks(30)
    assert busy.tops_many(laid, asked) == [busy.tops(laid, rack) for rack in asked]


def test_best_few_are_the_head_of_all(busy: CoreSolver) -> None:
    everything = busy.moves(Board(), "AEIORS?")
    assert busy.moves(Board(), "AEIORS?", 5) == everything[:5]
    assert busy.moves(Board(), "AEIORS?", 0) == []
    assert len(everything) == busy.count(Board(), "AEIORS?") > 100


def test_threads_share_one_solver(busy: CoreSolver) -> None:
    boards = [Board(), board(busy.tops(Board(), "AEIORST").moves[0])]
    asked = racks(60)
    alone = [[busy.tops(laid, rack) for rack in asked] for laid in boards]
    found: dict[int, list[Top]] = {}

    def work(number: int) -> None:
        found[number] = [busy.tops(boards[number % 2], rack) for rack in asked]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[number] for number in range(6)] == [alone[number % 2] for number in range(6)]


def test_other_threads_run_during_a_search(busy: CoreSolver) -> None:
    thread = threading.Thread(target=busy.tops_many, args=(Board(), racks(4000)))
    thread.start()
    turns = 0
    while thread.is_alive():
        turns += 1
    assert turns > 100


class Interrupted(Exception):
    """What the alarm below raises."""


@pytest.fixture
def alarm() -> Iterator[None]:
    def ring(number: int, frame: FrameType | None) -> None:
        raise Interrupted

    before = signal.signal(signal.SIGALRM, ring)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def test_a_signal_stops_a_long_search(busy: CoreSolver, alarm: None) -> None:
    position = busy.position(Board())
    hard = "AE??????"
    searches: list[Callable[[], object]] = [
        lambda: busy.tops_many(Board(), racks(100) * 100_000),  # hours of work, and of reading
        lambda: busy.tops_many(Board(), [hard] * 10_000),
        lambda: busy.rules.play_games(FR.full_bag(), "AEIOUY?", "BCDFGHJKLMNPQRSTVWXYZ?", 1, 1_000_000),
    ]
    for search in searches:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Interrupted):
            search()
    assert position.count(hard) > 0  # the core is as it was


@pytest.mark.parametrize(("name", "words"), [("count", 200_000), ("moves", 6_000)])
def test_a_signal_is_seen_within_one_search(alarm: None, name: str, words: int) -> None:
    """A handler runs in the search itself, where place() is refused; after the search it would not be.

    The core looks every 20 ms: with so many words five blanks take several times that.
    """
    dice = Random(3)
    vast = solver(" ".join("".join(dice.choices("AEIORSTLN", k=dice.randint(2, 8))) for _ in range(words)))
    position = vast.position(board(vast.tops(Board(), "AEIORST").moves[0]))
    seen: list[str] = []

    def ring(number: int, frame: FrameType | None) -> None:
        try:
            position.place("A", 0, 0, 0)
        except RuntimeError:
            seen.append("searching")
        except ValueError:
            seen.append("over")

    signal.signal(signal.SIGALRM, ring)
    search = getattr(position, name)
    for _ in range(400):
        if "searching" in seen:
            break
        signal.setitimer(signal.ITIMER_REAL, 0.005)
        search(*(("AEI?????", -1) if name == "moves" else ("AEI?????",)))
    signal.setitimer(signal.ITIMER_REAL, 0)
    assert "searching" in seen


def test_many_racks_with_thousands_of_tops_each() -> None:
    """What several slices of time have found is handed over rack by rack."""
    dice = Random(6)
    words = sorted({"A" + "".join(dice.choices("BCDEFGHIJK", k=6)) for _ in range(4000)})
    position = solver(" ".join(words)).position(Board())
    asked = ["A??????", "B", "?A?????", "AB?????"] * 10
    found = position.tops_many(asked)
    assert len(found[0][1]) >= len(words)
    assert found == [position.tops(rack) for rack in asked]


def test_damaging_the_bytes_after_they_were_read_changes_nothing() -> None:
    """The core keeps what it has checked, whoever may write to the bytes."""
    lexicon = Lexicon(compile_words(["JEU", "JEUX"], FR, name="test"))
    nodes = bytearray(lexicon.graph.cast("B"))
    graph = core.Graph(nodes, len(FR.alphabet))
    nodes[:] = b"\xff" * len(nodes)
    rules = core.Rules(
        graph, FR.alphabet, FR.alphabet.lower(), bytes(26), bytes([1] * 225), bytes([1] * 225), array("i", [0] * 9), 7
    )
    assert core.Position(rules, "." * 225).count("JEUX") == 3 + 4


def test_whole_games_end_and_repeat(busy: CoreSolver) -> None:
    game = (FR.full_bag(), "AEIOUY?", "BCDFGHJKLMNPQRSTVWXYZ?", 7, 3)
    rounds, points = busy.rules.play_games(*game)
    assert (rounds, points) == busy.rules.play_games(*game)
    assert 3 <= rounds <= 3 * len(FR.full_bag())
    assert points >= rounds


def test_without_the_core_the_oracle_answers_with_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    lexicon = Lexicon(compile_words(["QI"], FR, name="test"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert make_solver(lexicon, FR).kind == "c"
    monkeypatch.setattr(solver_module, "HAS_CORE", False)
    with pytest.warns(RuntimeWarning, match="make ext"):
        slow = make_solver(lexicon, FR)
    assert slow.kind == "oracle"
    assert slow.tops(Board(), "QI") == solver("QI").tops(Board(), "QI")


def many_letters() -> TileSet:
    """The most letters a tile set may have."""
    codes = [
        chr(code)
        for start, stop in ((0x41, 0x5B), (0x391, 0x3A2), (0x410, 0x430))
        for code in range(start, stop)
    ][:62]
    return TileSet(
        "wide",
        "xx",
        tuple(Tile(code, code, 2, i % 11, i % 3 == 0, i % 3 != 0) for i, code in enumerate(codes)),
        2,
    )


def test_sixty_two_letters() -> None:
    wide = many_letters()
    dice = Random(11)
    used = wide.alphabet[::9] + wide.alphabet[-2:]
    words = {"".join(dice.choices(used, k=dice.randint(2, 5))) for _ in range(300)}
    lexicon = Lexicon(compile_words(sorted(words), wide, name="wide"))
    fast, slow = CoreSolver(lexicon, wide), OracleSolver(lexicon, wide)
    laid = Board()
    for _ in range(8):
        rack = "".join(dice.choices(used + "?", k=5))
        assert fast.moves(laid, rack) == slow.moves(laid, rack)
        top = fast.tops(laid, rack)
        assert top == slow.tops(laid, rack)
        if top.moves:
            laid = laid.place(top.moves[-1])
    assert not laid.is_empty

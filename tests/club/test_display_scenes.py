"""The scenes of the wall: nothing cut, nothing covered, legible, and not by colour alone."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations

import pygame
import pytest

from appliance.catalogue import LANGUAGES
from appliance.display import theme
from appliance.display.board import draw_board
from appliance.display.canvas import Canvas, Placed, initials
from appliance.display.picture import Picture, Scene
from appliance.display.samples import FRENCH, ROMANIAN, sample_pictures, sample_views
from appliance.display.scenes import draw, pages, redraw
from appliance.display.theme import Colour
from appliance.display.tiles import draw_tile, word_faces
from appliance.views import FinderView, PlayView, PublicView, SeatName, TileView
from engine.events import ReferenceFound
from engine.standings import Standing

WIDE = [(800, 480), (1024, 768), (1280, 720), (1280, 1024), (1920, 1080), (2560, 1080), (3840, 2160)]
SIZES = [*WIDE, (480, 800), (1080, 1920), (1080, 1080)]
SCREENS = [(1280, 720), (1920, 1080)]


def drawn(picture: Picture, size: tuple[int, int]) -> Canvas:
    canvas = Canvas(pygame.Surface(size))
    draw(canvas, picture)
    return canvas


def picture(name: str, scene: Scene, language: str = "fr", **changes: object) -> Picture:
    view = sample_views(ROMANIAN if language == "ro" else FRENCH)[name]
    left = view.clock.remaining_ms // 1000 if view.clock else 0
    return replace(Picture(scene, view, language, "http://192.168.4.1/", seconds=left), **changes)  # type: ignore[arg-type]


def texts(canvas: Canvas) -> list[str]:
    return [placed.text for placed in canvas.placed]


def assert_nothing_cut_or_covered(canvas: Canvas, where: str) -> None:
    assert canvas.placed, where
    for placed in canvas.placed:
        assert canvas.rect.contains(placed.rect), f"{where}: {placed} is cut by the edge"
    for one, other in combinations(canvas.placed, 2):
        assert not one.rect.colliderect(other.rect), f"{where}: {one} covers {other}"


def assert_only_names_are_shortened(canvas: Canvas) -> None:
    assert not [text for text in texts(canvas) if text.endswith("…") and not text.startswith("J.-B. Charbonn")]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", ["fr", "ro"])
def test_every_scene_fits_every_screen(language: str, size: tuple[int, int]) -> None:
    for each in sample_pictures(language):
        canvas = drawn(each, size)
        assert_nothing_cut_or_covered(canvas, f"{each.scene} {each.view.phase}")
        assert_only_names_are_shortened(canvas)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_of_every_language_fit(language: str) -> None:
    for each in sample_pictures(language):
        for state in ({"connected": False}, {"volume": 100}, {"silent": True}):
            canvas = drawn(replace(each, **state), (1280, 720))
            assert_nothing_cut_or_covered(canvas, f"{each.scene} {state}")
            assert_only_names_are_shortened(canvas)


@pytest.mark.parametrize(
    ("language", "hour", "date"), [("fr", "20 h 00", "03/12/2026"), ("nl", "20.00", "03-12-2026"), ("en", "20:00", "2026-12-03")]
)
def test_a_round_by_correspondence_shows_date_and_hour_and_its_last_seconds_a_countdown(language: str, hour: str, date: str) -> None:
    until = picture("deadline", Scene.PLAY, language)
    shown = texts(drawn(until, (1280, 720)))
    assert hour in shown
    assert date in shown
    assert "0:17" in texts(drawn(replace(until, seconds=17), (1280, 720)))
    unset = replace(picture("drawn", Scene.DRAW, language), seconds=0)
    assert_nothing_cut_or_covered(drawn(unset, (1280, 720)), "before a date is set")


def crowded() -> PublicView:
    """The worst of everything: long names and texts, big numbers, wide letters, many ties."""
    view = sample_views(FRENCH)["revealed"]
    assert view.evening is not None
    assert view.reveal is not None
    long = "Marie-Wilhelmine Ștefănescu-Vanderhoogenboom et Maximilien"
    wide = tuple(TileView("W", 10, "Wallonie Méridionale") for _ in range(7))
    top = PlayView("15O", "WWWWWWWWWWWWWWW", 1234, (PlayView("H12", "MMMMMMMM", 640),))
    return replace(
        view,
        evening=replace(view.evening, name=long, title=long, lexicon=long[:30], lexicon_official=True),
        seats=tuple(SeatName(seat, long, present=True) for seat in range(1, 1001)),
        round=100,
        tiles=wide,
        kept=3,
        draw="WWW+WWWW",
        refused=("WWWWWWW",) * 3,
        refused_reason="too_few_consonants",
        slips=999,
        expected=1000,
        reveal=replace(
            view.reveal,
            points=1234,
            retained=top,
            retained_reason="fewest_blanks",
            tops=tuple(PlayView(f"{i}O", "WWWWWWWWWWWWWWW", 1234) for i in range(1, 16)),
            found=1000,
            solo_seat=1000,
            solo_name=long,
            solo_points=100,
        ),
        standings=tuple(Standing(r, r, long, 98_765, 9, 0, 0, 100.0, -98_765, 1, 2) for r in range(1, 1001)),
        total_of_tops=123_456,
    )


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_crowded_evening_fits(size: tuple[int, int]) -> None:
    view = crowded()
    for scene in Scene:
        for page in (0, pages(scene, view, size) - 1):
            shown = Picture(
                scene, view, "ro", "http://longest-possible-name.club-de-scrabble.example:8080/", page, 5999
            )
            assert_nothing_cut_or_covered(drawn(shown, size), f"{scene} page {page}")


def test_a_view_with_nothing_in_it_can_be_shown_in_any_scene() -> None:
    for scene in Scene:
        canvas = drawn(Picture(scene, PublicView("revealed"), "en"), (1280, 720))
        assert all(canvas.rect.contains(placed.rect) for placed in canvas.placed)


# --- what each scene says -------------------------------------------------------------------------------------------------


def test_the_draw_is_announced_with_its_code_words() -> None:
    shown = texts(drawn(picture("drawn", Scene.DRAW), (1920, 1080)))
    assert [face for face in shown if len(face) == 1 and face.isalpha()] == list("CITDINS")
    assert {"Canada", "Italie", "Tunisie", "Danemark", "Norvège", "Suisse"} <= set(shown)
    assert "+" in shown, "three letters were kept and four are new"


def test_a_refused_draw_is_told_with_its_reason() -> None:
    shown = " ".join(texts(drawn(picture("refused", Scene.DRAW), (1920, 1080))))
    assert "AAEIOUU" in shown
    assert "pas assez de consonnes" in shown


def test_play_shows_how_many_slips_are_in() -> None:
    shown = texts(drawn(picture("running", Scene.PLAY), (1920, 1080)))
    assert "23/28" in shown
    assert "2:47" in shown


def test_reveal_names_points_place_word_and_solo() -> None:
    canvas = drawn(picture("revealed", Scene.REVEAL), (1920, 1080))
    shown = texts(canvas)
    # DICTIONS: D2 doubled at C7, I1, C3 doubled at C9, T1 I1 O1 N1 S1 = 16, the word doubled at C13 = 32, and 50 for seven tiles
    assert "82" in shown
    assert "C7" in shown
    assert "Anne Martin" in shown
    assert "+10" in shown
    assert "Trouvé par 1/28" in shown


def test_reveal_lists_other_tops_by_word() -> None:
    view = sample_views(FRENCH)["revealed"]
    assert view.reveal is not None
    others = (PlayView("H2", "RETINES", 82), PlayView("H3", "RETINES", 82), PlayView("8A", "TRAINES", 82))
    reveal = replace(view.reveal, tops=(view.reveal.retained, *others), retained_reason="fewest_blanks")  # type: ignore[arg-type]
    shown = " ".join(texts(drawn(Picture(Scene.REVEAL, replace(view, reveal=reveal), "fr"), (1920, 1080))))
    assert "H2 H3 RETINES, 8A TRAINES" in shown
    assert "sans joker" in shown


def test_standings_turn_pages_and_show_everyone_once() -> None:
    size = (1920, 1080)
    shown = picture("revealed", Scene.STANDINGS)
    count = pages(Scene.STANDINGS, shown.view, size)
    assert count > 1
    names = [text for page in range(count) for text in texts(drawn(replace(shown, page=page), size))]
    for name in FRENCH.names:
        assert names.count(name) + (names.count(initials(name)) if initials(name) != name else 0) == 1, name
    assert f"{count} / {count}" in names


def ranked(*ranks: int, name: str = "Ana", time_ms: int = 0) -> tuple[Standing, ...]:
    return tuple(
        Standing(rank, seat, f"{name} {seat}", 1000 - 10 * rank, 0, 0, 0, 100 - rank, -10 * rank, 1, 0, time_ms * rank)
        for seat, rank in enumerate(ranks, 1)
    )


def test_the_end_says_so_with_the_sum_of_tops_and_begins_with_the_first_three() -> None:
    ended = picture("ended", Scene.STANDINGS)
    first, second = (texts(drawn(replace(ended, page=page), (1920, 1080))) for page in (0, 1))
    for shown in (first, second):
        assert "Classement final" in shown
        assert any(text.startswith("Total des tops : 82") for text in shown)
    assert [name for name in FRENCH.names if name in first] == ["Anne Martin", "Émile Çelik", "Zoë et Benoît"]
    assert "Anne Martin" in second, "the table is whole"


@pytest.mark.parametrize(
    ("ranks", "honoured"),
    [
        ((1, 2, 3, 4, 5), {1, 2, 3}),
        ((1, 1, 3, 3, 5), {1, 2, 3, 4}),
        ((1, 1, 1, 1, 1), set()),  # no room: the table alone
        ((1, 2, 3, 4), set()),  # so few that the table says it all
    ],
)
def test_shared_ranks_share_the_honour(ranks: tuple[int, ...], honoured: set[int]) -> None:
    ended = picture("ended", Scene.STANDINGS)
    view = replace(ended.view, standings=ranked(*ranks))
    assert pages(Scene.STANDINGS, view, (1920, 1080)) == (2 if honoured else 1)
    shown = texts(drawn(replace(ended, view=view), (1920, 1080)))
    assert {seat for seat in range(1, len(ranks) + 1) if f"Ana {seat}" in shown} == (honoured or set(range(1, len(ranks) + 1)))


def test_topping_shows_the_times_of_the_round_and_of_the_evening() -> None:
    view = sample_views(FRENCH)["revealed"]
    assert view.reveal is not None
    finders = tuple(FinderView(seat, f"Ana {seat}", 9_000 + 61_000 * i) for i, seat in enumerate((4, 2, 9)))
    timed = replace(view, reveal=replace(view.reveal, found=3, solo_seat=0, finders=finders), standings=ranked(1, 2, time_ms=95_000))
    result = texts(drawn(Picture(Scene.REVEAL, timed, "fr"), (1920, 1080)))
    assert [text for text in result if ":" in text and text[0].isdigit()] == ["0:09", "1:10", "2:11"]
    assert {"Ana 4", "Ana 2", "Ana 9"} <= set(result)
    table = texts(drawn(Picture(Scene.STANDINGS, timed, "fr"), (1920, 1080)))
    assert {"Temps", "1:35", "3:10"} <= set(table)
    assert "Temps" not in texts(drawn(picture("revealed", Scene.STANDINGS), (1920, 1080)))


def test_further_moves_of_one_play_are_shown_with_their_places_and_points() -> None:
    """Decomposed: the top is several words on one board."""
    view = sample_views(FRENCH)["revealed"]
    assert view.reveal is not None
    assert view.reveal.retained is not None
    play = replace(view.reveal.retained, more=(PlayView("H4", "MAISONS", 12), PlayView("5F", "CHATONS", 22)))
    shown = texts(drawn(Picture(Scene.REVEAL, replace(view, reveal=replace(view.reveal, retained=play)), "fr"), (1920, 1080)))
    assert {"H4", "MAISONS", "12", "5F", "CHATONS", "22"} <= set(shown)


def test_a_long_word_stands_on_two_lines_of_larger_tiles() -> None:
    view = sample_views(FRENCH)["revealed"]
    assert view.reveal is not None
    sizes = []
    for word in ("SURABONDE", "SURABONDERAIENT"):
        top = PlayView("15A", word, 158)
        canvas = drawn(Picture(Scene.REVEAL, replace(view, reveal=replace(view.reveal, retained=top)), "fr"), (1920, 1080))
        letters = [placed for placed in canvas.placed if placed.text in set(word) and placed.rect.x > 1040]
        assert len(letters) == len(word)
        sizes.append(min(placed.rect.h for placed in letters))
    assert sizes[1] > sizes[0] * 0.9


def test_an_optimists_board_is_shown_with_its_owner() -> None:
    ended = picture("ended", Scene.BOARD)
    shown = texts(drawn(replace(ended, view=replace(ended.view, board_of=2)), (1920, 1080)))
    assert {"Table 2", "Émile Çelik"} <= set(shown)
    assert "Émile Çelik" not in texts(drawn(ended, (1920, 1080)))


def test_an_optimists_round_shows_draw_clock_and_net_standings_for_the_board_that_is_not_there() -> None:
    playing = picture("optimist", Scene.PLAY)
    pages_of_it = pages(Scene.PLAY, playing.view, (1920, 1080))
    assert pages_of_it == 3, "28 players do not fit at once"
    names: list[str] = []
    for page in range(pages_of_it):
        shown = texts(drawn(replace(playing, page=page), (1920, 1080)))
        assert {"Net", "23/28", f"{page + 1} / 3", *"CTDNS"} <= set(shown)
        names += [line.name for line in playing.view.standings if line.name in shown]
    assert {"Anne Martin", playing.view.standings[-1].name} <= set(names)
    without, beside = (drawn(picture(name, Scene.PLAY), (1920, 1080)) for name in ("optimist", "running"))
    large, small = (max(each.rect.h for each in canvas.placed if each.text == "D") for canvas in (without, beside))
    assert large > small * 1.2, "the letters have the room of the board"


def test_standings_of_an_optimists_round_just_shown_are_those_after_it() -> None:
    shown = picture("revealed", Scene.STANDINGS)
    assert shown.view.evening is not None
    view = replace(shown.view, reveal=None, evening=replace(shown.view.evening, game="optimist"))
    assert f"Classement après le coup {view.round}" in texts(drawn(replace(shown, view=view), (1920, 1080)))


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Jean-Baptiste Charbonneau-Lavallée", "J.-B. Charbonneau-Lavallée"),
        ("Ștefan Țurcanu", "Ș. Țurcanu"),
        ("CHARBONNEAU Jean-Baptiste", "CHARBONNEAU J.-B."),
        ("ANNE MARTIN", "A. MARTIN"),
        ("Ana Maria Pop", "A. Maria Pop"),
        ("Madonna", "Madonna"),
        ("Zoë et Benoît", "Zoë et Benoît"),
        ("- -", " -"),
        ("", ""),
    ],
)
def test_first_names_become_initials_before_a_name_is_cut(name: str, short: str) -> None:
    assert initials(name) == short


def test_footer_names_rules_word_list_and_that_it_is_open() -> None:
    for scene, name in ((Scene.LOBBY, "lobby"), (Scene.PLAY, "running"), (Scene.STANDINGS, "ended")):
        footer = next(
            text for text in texts(drawn(picture(name, scene), (1920, 1080))) if "liste libre" in text
        )
        for part in (
            "Duplicate (FISF)",
            "dictionnaire fr",
            "402 325 mots",
            "01/01/2024",
            "3f9ac1d2",
            "non officielle",
        ):
            assert part in footer


def test_lost_connection_is_marked_and_the_picture_stays() -> None:
    lost = drawn(picture("running", Scene.PLAY, connected=False), (1920, 1080))
    assert texts(lost).count("Liaison perdue") == 2, "above the countdown, where everyone looks, and at the foot"
    assert "2:47" in texts(lost)


def test_lobby_shows_code_and_address() -> None:
    canvas = drawn(picture("lobby", Scene.LOBBY), (1920, 1080))
    assert "http://192.168.4.1" in texts(canvas)
    address = next(placed for placed in canvas.placed if placed.text.startswith("http"))
    assert address.rect.h > 1080 * 0.04
    white = (255, 255, 255)
    code = [x for x in range(1920) if point(canvas, x, 540) == white]
    assert len(code) > 1080 * 0.2


# --- legible --------------------------------------------------------------------------------------------------------------


def find(canvas: Canvas, text: str) -> Placed:
    return next(placed for placed in canvas.placed if placed.text == text)


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080), (1280, 1024), (3840, 2160)], ids=str)
@pytest.mark.parametrize("name", ["running", "urgent", "paused"])
def test_countdown_is_a_fifth_of_the_height(name: str, size: tuple[int, int]) -> None:
    shown = picture(name, Scene.PLAY)
    minutes, seconds = divmod(shown.seconds, 60)
    digits = find(drawn(shown, size), f"{minutes}:{seconds:02}")
    assert digits.rect.h >= size[1] / 5


@pytest.mark.parametrize("size", SCREENS, ids=str)
def test_letters_of_the_draw_are_large(size: tuple[int, int]) -> None:
    # seven tiles fill the width: a capital is at least a tenth of the height in the draw scene, a twentieth beside the board
    assert find(drawn(picture("drawn", Scene.DRAW), size), "D").rect.h >= size[1] * 0.1
    rack = [placed for placed in drawn(picture("running", Scene.PLAY), size).placed if placed.text == "D"]
    assert max(placed.rect.h for placed in rack) >= size[1] * 0.05


def test_the_countdown_does_not_dance() -> None:
    first, second = (drawn(picture("running", Scene.PLAY, seconds=s), (1920, 1080)) for s in (111, 108))
    assert abs(find(first, "1:51").rect.left - find(second, "1:48").rect.left) <= 1


def luminance(colour: Colour) -> float:
    """WCAG 2 relative luminance."""
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def test_named_colours_have_contrast() -> None:
    for ink, ground in theme.TEXT_PAIRS:
        assert contrast(luminance(ink), luminance(ground)) >= 4.5, (ink, ground)
    for ink, ground in (
        (theme.INK, theme.TILE),
        (theme.INK, theme.LAID),
        (theme.IVORY, theme.PANEL),
        (theme.INK, theme.IVORY),
    ):
        assert contrast(luminance(ink), luminance(ground)) >= 7


@cache
def cached_luminance(colour: Colour) -> float:
    return luminance(colour)


def measured(canvas: Canvas, placed: Placed) -> float:
    """Contrast between the brightest and the darkest point of where a text stands."""
    raw = pygame.image.tobytes(canvas.surface.subsurface(placed.rect), "RGB")
    lights = [cached_luminance(colour) for colour in set(zip(raw[::3], raw[1::3], raw[2::3], strict=True))]
    return contrast(max(lights), min(lights))


def test_every_text_on_the_screen_stands_out_from_its_ground() -> None:
    for each in sample_pictures("ro"):
        canvas = drawn(replace(each, connected=False), (1280, 720))
        for placed in canvas.placed:
            assert measured(canvas, placed) >= 4.5, f"{each.scene}: {placed}"
    canvas = drawn(picture("drawn", Scene.DRAW), (1280, 720))
    for placed in canvas.placed:
        if len(placed.text) == 1 or placed.text in {
            "Canada",
            "Italie",
            "Tunisie",
            "Danemark",
            "Norvège",
            "Suisse",
        }:
            assert measured(canvas, placed) >= 7, placed


def point(canvas: Canvas, x: int, y: int) -> Colour:
    red, green, blue, _ = canvas.surface.get_at((x, y))
    return red, green, blue


def shape(surface: pygame.Surface) -> list[bool]:
    """The picture in black and white, coarsely."""
    small = Canvas(pygame.transform.smoothscale(surface, (96, 54)))
    return [luminance(point(small, x, y)) > 0.3 for y in range(54) for x in range(96)]


def test_last_seconds_differ_in_shape_not_only_in_colour() -> None:
    """In black and white the last seconds are neither the picture before nor its negative."""
    calm, last = (
        shape(drawn(picture("running", Scene.PLAY, seconds=s), (1920, 1080)).surface) for s in (31, 30)
    )
    different = sum(a != b for a, b in zip(calm, last, strict=True)) / len(calm)
    assert 0.05 < different < 0.95
    # a frame round the whole screen
    edge = [(0, y) for y in range(54)]
    assert all(last[y * 96 + x] for x, y in edge)
    assert not any(calm[y * 96 + x] for x, y in edge)
    words = set(texts(drawn(picture("urgent", Scene.PLAY), (1920, 1080))))
    assert "Dernières secondes" in words


def test_the_bar_of_the_last_seconds_grows() -> None:
    def dark(seconds: int) -> int:
        canvas = drawn(picture("running", Scene.PLAY, seconds=seconds), (1920, 1080))
        clock = find(canvas, f"0:{seconds:02}").rect
        y = clock.bottom + 40
        return sum(luminance(point(canvas, x, y)) < 0.1 for x in range(1060, 1880))

    lengths = [dark(seconds) for seconds in (29, 20, 10, 1)]
    assert lengths == sorted(set(lengths)), lengths


# --- tiles ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "face", ["CH", "L·L", "NY", "QU", "RR", "W", "M", "Q", "J", "Ș", "Ț", "Ă", "Î", "Ç", "Ñ"]
)
@pytest.mark.parametrize("side", [22, 60, 250])
def test_every_face_fits_its_tile(face: str, side: int) -> None:
    for shown in (face, face.lower()):
        canvas = Canvas(pygame.Surface((side * 3, side * 3)))
        tile = pygame.Rect(side, side, side, side)
        draw_tile(canvas, tile, TileView(shown, 10, ""))
        assert_nothing_cut_or_covered(canvas, shown)
        for placed in canvas.placed:
            assert tile.contains(placed.rect), f"{placed} leaves its tile {tile}"


def pixels(face: str) -> bytes:
    canvas = Canvas(pygame.Surface((60, 60)))
    draw_tile(canvas, canvas.rect, TileView(face, 4, ""))
    return pygame.image.tobytes(canvas.surface, "RGB")


def test_a_blank_differs_from_the_letter_and_has_no_points() -> None:
    assert pixels("h") != pixels("H")
    canvas = Canvas(pygame.Surface((60, 60)))
    draw_tile(canvas, canvas.rect, TileView("h", 4, ""))
    assert texts(canvas) == ["H"]
    canvas.placed.clear()
    draw_tile(canvas, canvas.rect, TileView("?", 0, "Joker"))
    assert texts(canvas) == []


def test_words_are_split_into_tiles() -> None:
    alphabet = ("C", "CH", "E", "I", "L", "L·L", "N")
    assert word_faces("CHiEN", alphabet) == ("CH", "i", "E", "N")
    assert word_faces("chIEL·L", alphabet) == ("ch", "I", "E", "L·L")
    assert word_faces("", alphabet) == ()
    assert word_faces("XY", alphabet) == ("X", "Y"), "letters of no tile are shown one by one"


def test_laid_tiles_are_highlighted_on_the_board() -> None:
    view = sample_views(FRENCH)["revealed"]
    assert view.reveal is not None
    assert view.reveal.retained is not None
    with_mark, without = (Canvas(pygame.Surface((600, 600))) for _ in range(2))
    draw_board(with_mark, with_mark.rect, view, ("", "", "", ""), [view.reveal.retained.squares])
    draw_board(without, without.rect, view, ("", "", "", ""))
    changed = sum(point(with_mark, x, y) != point(without, x, y) for x in range(600) for y in range(600))
    # a square is some 600 / 16.4 = 36 pixels wide, and most of a tile changes its colour
    assert 5 * 36 * 36 < changed < 7.5 * 36 * 36, "seven tiles, and nothing else, look different"


# --- drawing only what moved, and only what may be known --------------------------------------------------------------------


def same(one: Canvas, other: Canvas) -> bool:
    return pygame.image.tobytes(one.surface, "RGB") == pygame.image.tobytes(other.surface, "RGB")


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920)], ids=str)
def test_redrawing_the_moving_parts_gives_the_whole_picture(size: tuple[int, int]) -> None:
    before = picture("running", Scene.PLAY, seconds=33)
    canvas = drawn(before, size)
    for seconds in (32, 31, 30, 29, 10):
        after = replace(before, seconds=seconds, view=replace(before.view, slips=28 - seconds % 7))
        redraw(canvas, after, before)
        assert same(canvas, drawn(after, size)), seconds
        before = after


@pytest.mark.parametrize("phase", ["drawn", "running", "urgent", "paused", "time_up", "closed"])
def test_before_the_reveal_the_wall_is_the_same_whatever_the_top_is(phase: str) -> None:
    scene = Scene.DRAW if phase == "drawn" else Scene.PLAY
    one = picture(phase, scene)
    other = replace(one, view=sample_views(replace(FRENCH, top=("C11", "NOTE")))[phase])
    assert one.view.reveal is None
    assert same(drawn(one, (1280, 720)), drawn(other, (1280, 720)))
    assert not {"DICTIONS", "C7", "82"} & set(texts(drawn(one, (1280, 720))))


def test_exchanges_that_come_to_the_same_are_told_together() -> None:
    base = picture("revealed", Scene.REVEAL)
    assert base.view.reveal is not None
    tops = tuple(PlayView("10F", "KOT", 32, (), (), f"{given}>K") for given in "QAF")
    reveal = replace(base.view.reveal, retained=tops[0], tops=tops, tops_count=3)
    shown = " ".join(texts(drawn(replace(base, view=replace(base.view, reveal=reveal)), (1280, 720))))
    assert "A/F › K 10F KOT" in shown


@pytest.mark.parametrize("size", SCREENS, ids=str)
def test_where_each_player_adds_a_letter_the_rack_has_an_empty_place(size: tuple[int, int]) -> None:
    for name, scene in (("drawn", Scene.DRAW), ("running", Scene.PLAY)):
        base = picture(name, scene)
        view = replace(base.view, tiles=base.view.tiles[:6], choice=("A", "Z", "?"))
        canvas = drawn(replace(base, view=view), size)
        assert_nothing_cut_or_covered(canvas, f"{name} {size}")
        assert texts(canvas).count("+") == 2, "kept and fresh letters, and the letter to be added"
        assert any(text.startswith("+ une lettre au choix") for text in texts(canvas)) is (scene is Scene.DRAW)


def test_the_letter_that_was_added_stands_before_its_play() -> None:
    base = picture("revealed", Scene.REVEAL)
    assert base.view.reveal is not None
    tops = (PlayView("8F", "ZET", 12, exchange="+Z"), PlayView("8G", "ZET", 12, exchange="+Z"))
    reveal = replace(base.view.reveal, retained=tops[0], tops=tops, tops_count=2)
    shown = " ".join(texts(drawn(replace(base, view=replace(base.view, reveal=reveal)), (1280, 720))))
    assert "+Z 8F" in shown
    assert "+Z 8G ZET" in shown


@pytest.mark.parametrize("line", [None, ReferenceFound(777, 60, 5, 3)])
def test_optimist_standings_are_compared_with_the_best_known_line_alone(line: ReferenceFound | None) -> None:
    base = picture("revealed", Scene.STANDINGS)
    assert base.view.evening is not None
    view = replace(base.view, evening=replace(base.view.evening, game="optimist"), best_line=line)
    shown = " ".join(texts(drawn(replace(base, view=view), (1280, 720))))
    assert ("777" in shown) is ("%" in shown) is (line is not None)
    # how long was searched, and how widely: without that nobody knows what the line is worth
    assert ("largeur 60, graine 5, 3 s" in shown) is (line is not None)
    assert "Somme des tops" not in shown

"""Every evening of this folder through every format: written, read, written again, and the sheet is the same where a format carries it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from appliance.library import Library
from engine.errors import ExchangeError
from engine.evening import Evening, parse_evening, play_evening
from engine.exchange.carried import FACTS, MATCH
from engine.exchange.eveningfile import write_evening
from engine.exchange.gamefile import read_game, write_game
from engine.game import Game
from engine.report import evening_report
from tests.rules.foreign import FOREIGN

FOLDER = Path(__file__).parent
EVENINGS = sorted(path.name for path in FOLDER.glob("*.evening"))

Play = Callable[[str], Evening]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(tmp_path_factory.mktemp("data"), FOLDER)


@pytest.fixture(scope="module")
def play(library: Library) -> Play:
    @cache
    def played(name: str) -> Evening:
        return play_evening(parse_evening((FOLDER / name).read_text(encoding="utf-8")), library, name)

    return played


def check_told(game: Game, again: Game, kind: str, notes: tuple[str, ...]) -> None:
    """Each fact is carried, and reads back the same, or is told; one within another that is told, with it."""
    if kind == "gcg" and again.seats:
        kind = MATCH
    told = [note for note in notes if note.startswith("not carried: ")]
    for fact in FACTS:
        found = sorted(map(str, fact.found(game)))
        if kind in fact.carried:
            # a word list beside its file is named by its path
            assert fact.name == "the word list's name" or sorted(map(str, fact.found(again))) == found, fact.name
        elif found:
            assert any(note.startswith(f"not carried: {name}") for note in told for name in (fact.name, fact.within) if name), fact.name


def report(game: Game) -> dict[str, Any]:
    return evening_report(Evening(game, ()))


@pytest.mark.parametrize("name", EVENINGS)
def test_the_game_file_carries_all_of_it(name: str, play: Play) -> None:
    game = play(name).game
    text = write_game(game)
    again = read_game(text)
    assert write_game(again) == text
    assert report(again) == report(game)
    assert again.board == game.board


@pytest.mark.parametrize("name", EVENINGS)
def test_the_evening_file_judges_the_same_again(name: str, play: Play, library: Library) -> None:
    game = play(name).game
    first = write_evening(game)
    # a list kept beside its file is named by its path, which a game does not know
    lexicon = next(line for line in (FOLDER / name).read_text(encoding="utf-8").splitlines() if line.startswith("lexicon"))
    named = "\n".join(lexicon if line.startswith("lexicon ") else line for line in first.text.split("\n"))
    again = play_evening(parse_evening(named), library, name).game
    assert write_evening(again).text == first.text
    check_told(game, again, "evening", first.notes)
    if not [note for note in first.notes if "the referee's own" in note]:
        assert report(again)["standings"] == report(game)["standings"]
        assert [r["slips"] for r in report(again)["rounds"]] == [r["slips"] for r in report(game)["rounds"]]


@pytest.mark.parametrize("kind", FOREIGN)
@pytest.mark.parametrize("name", EVENINGS)
def test_a_foreign_format_carries_draws_and_retained_moves_or_says_why_not(name: str, kind: str, play: Play) -> None:
    read, write = FOREIGN[kind]
    game = play(name).game
    assert game.opened is not None
    if game.opened.board or game.rules.game != "duplicate":
        with pytest.raises(ExchangeError, match="game file"):
            write(game)
        return
    first = write(game)
    again = read(first.text).game
    assert write(again).text == first.text
    if "further placements" not in "\n".join(first.notes):
        assert again.board.cells.upper() == game.board.cells.upper()
    check_told(game, again, kind, first.notes)

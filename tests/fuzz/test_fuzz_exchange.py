"""Any text in any reader: a game, or the one documented error; and whatever was read can be written and read again."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import ExchangeError
from engine.exchange.build import decode
from engine.exchange.eliot import read_eliot, write_eliot
from engine.exchange.gamefile import read_game, write_game
from engine.exchange.gcg import decode_gcg, read_gcg, write_gcg
from engine.exchange.table import read_table, write_table
from engine.game import Game

TABLE = (Path(__file__).parents[1] / "games" / "fr_hiersac_2022-01-21_joker.txt").read_text(encoding="utf-8")
GAME = read_table(TABLE).game
SEEDS = {
    "table": TABLE,
    "gcg": write_gcg(GAME).text,
    "eliot": write_eliot(GAME).text,
    "game": write_game(GAME),
}


def read(kind: str, text: str) -> Game | None:
    try:
        match kind:
            case "table":
                return read_table(text).game
            case "gcg":
                return read_gcg(text).game
            case "eliot":
                return read_eliot(text).game
            case _:
                return read_game(text)
    except ExchangeError as refused:
        error = refused
    assert 0 < len(str(error)) < 600
    return None


def rewritten(kind: str, game: Game) -> None:
    try:
        match kind:
            case "table":
                text = write_table(game).text
            case "gcg":
                text = write_gcg(game).text
            case "eliot":
                text = write_eliot(game).text
            case _:
                text = write_game(game)
    except ExchangeError:
        return
    if kind == "game":
        assert write_game(read_game(text)) == text


@given(st.text(max_size=300))
@pytest.mark.parametrize("kind", SEEDS)
def test_any_text(kind: str, text: str) -> None:
    game = read(kind, text)
    assert game is None or game.opened is not None


@given(st.data())
@settings(max_examples=60)
@pytest.mark.parametrize("kind", SEEDS)
def test_a_damaged_file(kind: str, data: st.DataObject) -> None:
    text = SEEDS[kind]
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        end = min(len(text), at + data.draw(st.integers(0, 12)))
        put = data.draw(st.text(alphabet='AEHZ?a1908.-+()[]{}",:;#<>/\t\n Éß\x00\u2028', max_size=8))
        text = text[:at] + put + text[end:]
    game = read(kind, text)
    if game is not None:
        rewritten(kind, game)


@given(st.binary(max_size=200))
def test_any_bytes_decode(data: bytes) -> None:
    assert isinstance(decode(data).text, str)
    assert isinstance(decode_gcg(data).text, str)
    assert isinstance(decode_gcg(b"#character-encoding " + data).text, str)


@pytest.mark.parametrize("kind", SEEDS)
def test_files_too_long_are_refused(kind: str) -> None:
    assert read(kind, "x" * 20_000_001) is None
    assert read(kind, SEEDS[kind].replace("\n", "\n" * 2, 1) + "\n" + "y" * 5000) is None or kind == "table"

"""``toptable reference``: the best known line of an optimist evening, checked by counting it again, stopped and gone on with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from appliance.cli import main
from appliance.errors import FileError
from appliance.journal import FILE_NAME, Journal, Record
from appliance.lexicons import LexiconFolder
from appliance.library import Library
from appliance.reference import SearchState, write_search
from engine.board import Board
from engine.builtin import ruleset, tileset
from engine.evening import parse_evening, play_evening
from engine.exchange.gamefile import write_game
from engine.lexicon import Lexicon, compile_words
from engine.move import Move
from engine.notation import parse_reference
from engine.rack import take
from engine.solver import make_solver
from engine.variants.reference import Beam, reference_line

GAMES = Path(__file__).resolve().parents[1] / "games"
FRENCH = tileset("fr")
RULES = ruleset("optimist")


def asked(capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, Any]:
    assert main(["reference", str(GAMES / "optimist.evening"), "--json", *more]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def test_the_line_adds_up_and_is_better_than_the_players(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    told = asked(capsys, "--width", "4", "--data", str(tmp_path))
    board, total, carried = Board(), 0, ""
    for number, each in enumerate(told["rounds"], 1):
        letters = carried + each["draw"]
        rest, carried, points = letters, "", 0
        if each["word"]:
            move = Move(each["word"], *parse_reference(each["ref"], RULES.slip.notation))
            board.check_fit(move)
            rest = take(letters, board.new_tiles(move))
            assert len(letters) - len(rest) >= 2
            points = board.score(move, FRENCH, RULES.bonus).total
            board = board.place(move)
            carried = rest if number == 14 and len(rest) <= 3 else ""
            total += points - (0 if carried == rest else sum(map(FRENCH.points, rest)))
    assert total == told["points"]
    assert told["points"] > max(line["total"] for line in told["standings"])
    assert [line["percent"] for line in told["standings"]] == [
        round(100 * line["total"] / total, 1) for line in told["standings"]
    ]
    again = asked(capsys, "--width", "4", "--data", str(tmp_path))
    assert again["rounds"] == told["rounds"]


def test_a_search_goes_on_from_its_state(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    state = tmp_path / "search.json"
    options = ("--width", "3", "--data", str(tmp_path), "--state", str(state))
    whole = asked(capsys, *options)
    kept = json.loads(state.read_text(encoding="utf-8"))
    state.write_text(json.dumps(kept | {"seconds": 1000.0}), encoding="utf-8")
    reached = asked(capsys, *options)
    assert reached["rounds"] == whole["rounds"]
    assert 1000 <= reached["seconds"] < 1100, "the time of the runs before counts"
    assert main(["reference", str(GAMES / "optimist.evening"), "--width", "2", "--state", str(state), "--data", str(tmp_path)]) == 2
    assert "belongs to another search" in capsys.readouterr().err
    state.write_text('{"about": 1}', encoding="utf-8")
    assert main(["reference", str(GAMES / "optimist.evening"), *options]) == 2
    assert main(["reference", str(GAMES / "substitution.evening"), "--data", str(tmp_path)]) == 2
    assert "only the optimist game" in capsys.readouterr().err


def test_a_game_file_and_the_journal_have_the_line_of_the_evening_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    evening = (GAMES / "optimist.evening").read_text(encoding="utf-8").replace("lexicon optimist.words", "lexicon few")
    words = (GAMES / "optimist.words").read_text(encoding="utf-8")
    (tmp_path / "few.txt").write_text(words, encoding="utf-8")
    LexiconFolder(tmp_path / "lexicons").import_file(tmp_path / "few.txt", "few", "fr")
    (tmp_path / "friday.evening").write_text(evening, encoding="utf-8")
    game = play_evening(parse_evening(evening), Library(tmp_path), "Friday").game
    (tmp_path / "friday.json").write_text(write_game(game), encoding="utf-8")
    journal = Journal(tmp_path / FILE_NAME)
    journal.append([Record(f"desk:{i}", (entry.event,), {}) for i, entry in enumerate(game.history)], 0, "")
    journal.close()
    told = []
    for file in (str(tmp_path / "friday.evening"), str(tmp_path / "friday.json"), "evening:last"):
        assert main(["reference", file, "--json", "--width", "3", "--data", str(tmp_path)]) == 0
        out, err = capsys.readouterr()
        told.append({key: value for key, value in json.loads(out).items() if key != "seconds"})
        assert err == ""
    assert told[1] == told[2] == told[0]
    # a word more: the list is another edition
    (tmp_path / "few.txt").write_text(words + "ZUT\n", encoding="utf-8")
    LexiconFolder(tmp_path / "lexicons").import_file(tmp_path / "few.txt", "few", "fr", replace=True)
    assert main(["reference", str(tmp_path / "friday.json"), "--width", "1", "--data", str(tmp_path)]) == 0
    assert "another edition of few" in capsys.readouterr().err


def test_a_state_that_cannot_be_put_in_its_place_is_told_with_the_place(tmp_path: Path) -> None:
    (state := tmp_path / "search.json").mkdir()
    with pytest.raises(FileError, match=r"search\.json: a folder is there, expected a file"):
        write_search(state, {}, SearchState())


def test_a_stopped_beam_goes_on_to_the_same_line_and_a_wider_one_is_never_worse_here() -> None:
    words = ("RETINES", "SERTIE", "TRI", "RIS", "ES", "ET", "SET", "NIER", "TES")
    lexicon = Lexicon(compile_words(words, FRENCH, name="few"))
    solver = make_solver(lexicon, FRENCH)
    draws = ["EEINRST", "ETSRIES", "TRIES"]

    def line(width: int, start: Beam | None = None, stop: int = 9) -> Beam:
        return reference_line(
            draws, RULES, FRENCH, solver, width=width, seed=5, start=start, progress=lambda beam, _: beam.rounds < stop
        )

    whole, first = line(5), line(5, stop=1)
    assert first.rounds == 1
    assert line(5, first) == whole
    assert line(1).lines[0].points <= whole.lines[0].points
    # RETINES alone: H4 across the star, R on the double letter: (2 + 6) × 2 + 50 = 66, nothing left to deduct
    assert first.lines[0].points == 66

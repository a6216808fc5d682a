"""Positions of duplicate games whose top and number of legal moves two independent programs found (see ``french.txt``)."""

from __future__ import annotations

import json
import lzma
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("engine._solver", reason="no compiler on this machine")

from benchmarks.solver import main
from engine.builtin import tileset
from engine.lexicon import compile_words

ROOT = Path(__file__).resolve().parents[2]


def test_every_top_and_count_is_that_of_the_file() -> None:
    command = [
        sys.executable,
        "-m",
        "benchmarks.solver",
        "tests/positions/french.txt",
        "--passes",
        "1",
        "--game-seconds",
        "0.1",
        "--json",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    figures = json.loads(done.stdout)
    assert figures["positions"] == 100
    assert figures["mismatches"] == 0
    assert set(figures["tops"]) == set(figures["moves"]) == {"0", "1", "2", "all"}
    assert all(
        0 < row["median_us"] <= row["p95_us"] for what in ("tops", "moves") for row in figures[what].values()
    )
    assert figures["games_per_s"] > 0
    assert figures["lexicon_mb"] <= 16
    assert figures["peak_rss_mb"] > figures["lexicon_mb"]
    # a duplicate game ends when a rack of two kinds of letters is no more: about twenty rounds
    assert 15 < figures["rounds_per_game"] < 30


def test_a_wrong_figure_in_the_file_is_told(tmp_path: Path) -> None:
    rows = "\n".join(["." * 15] * 15)
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(f"# JUS three times\n{rows}\nJLRSSTU\n21 51\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "benchmarks.solver",
        str(wrong),
        "--passes",
        "1",
        "--game-seconds",
        "0.1",
        "--json",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert json.loads(done.stdout)["mismatches"] == 2
    assert "50 moves, file 51" in done.stderr


# ---- what is no file of positions, or no lexicon ----

ROWS = "\n".join(["." * 15] * 15) + "\n"
JUS = f"# JUS three times, over the star\n{ROWS}JSU\n20 3\n"
"""Position 1: rack on line 17, figures on line 18. J 8, U 1, S 1, doubled."""


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Named after its tile set."""
    made = tmp_path_factory.mktemp("lists") / "fr.txt"
    made.write_text("jus\nDérégla\n", encoding="utf-8")
    return made


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> dict[str, Any]:
    assert main([*map(str, arguments), "--passes", "1", "--game-seconds", "0", "--json"]) == 0
    figures: dict[str, Any] = json.loads(capsys.readouterr().out)
    return figures


def refused(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    """The one line that is printed."""
    with pytest.raises(SystemExit) as ended:
        main([*map(str, arguments)])
    assert ended.value.code == 2
    told = capsys.readouterr()
    assert not told.out
    assert told.err.count("\n") == 1
    return told.err


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "no position: expected 15 rows"),
        (JUS.replace("JSU", ROWS + "JSU").encode(), "position 1, line 17: expected a rack after 15 rows, found another row"),
        (JUS.replace("." * 15 + "\n", "", 1).encode(), "position 1, line 16: row has 3 squares, not 15: 'JSU'"),
        (JUS.replace("." * 15, "." * 14, 1).encode(), "position 1, line 2: row has 14 squares, not 15"),
        (JUS.replace("." * 15, "." * 14 + "1", 1).encode(), "position 1, line 2: row: '1' in '1' is no letter of the fr tile set"),
        (JUS.replace("JSU", "JJSSUUAAA").encode(), "position 1, line 17: expected a rack of 1 to 8 tiles, found 9"),
        (JUS.replace("JSU", "???").encode(), "position 1, line 17: expected 2 blanks at most, found 3"),
        (JUS.replace("JSU", "jsu").encode(), "position 1, line 17: expected a rack in capitals"),
        (JUS.replace("JSU", "J1").encode(), "position 1, line 17: '1' in 'J1' is no letter of the fr tile set; expected a rack"),
        ((JUS + "\n" + JUS.replace("20 3", "20 x")).encode(), "position 2, line 37: expected a number, found 'x'"),
        (JUS.replace("20 3", "20 3 4").encode(), "position 1, line 17: expected 15 rows"),
        (JUS.encode().replace(b"JSU", b"J\xffU"), "line 17: expected UTF-8, found the byte 0xff"),
    ],
)
def test_a_damaged_file_is_told_in_one_line(
    content: bytes, told: str, words: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "positions.txt"
    file.write_bytes(content)
    assert refused(capsys, file, "--lexicon", words).startswith(f"python -m benchmarks.solver: {file}: {told}")


def test_what_cannot_be_opened_is_told_in_one_line(words: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing, good = tmp_path / "missing", tmp_path / "good.txt"
    good.write_text(JUS, encoding="utf-8")
    compiled = tmp_path / "fr.lexicon"
    compiled.write_bytes(compile_words(["JUS"], tileset("fr"), name="few")[:150])
    nameless = tmp_path / "list.txt"
    nameless.write_text("JUS\n", encoding="utf-8")
    foreign = tmp_path / "nl.txt.xz"
    foreign.write_bytes(lzma.compress(b"ja\nn\xff\n"))
    assert f"{missing}: No such file" in refused(capsys, missing, "--lexicon", words)
    assert f"{tmp_path}: Is a directory" in refused(capsys, tmp_path, "--lexicon", words)
    assert f"{missing}: No such file" in refused(capsys, good, "--lexicon", missing)
    assert f"{tmp_path}: Is a directory" in refused(capsys, good, "--lexicon", tmp_path)
    assert f"{compiled}: compiled lexicon truncated" in refused(capsys, good, "--lexicon", compiled)
    assert f"{nameless}: the name does not tell whose tiles" in refused(capsys, good, "--lexicon", nameless)
    assert f"{foreign}: expected a compiled lexicon, or a word list in UTF-8" in refused(capsys, good, "--lexicon", foreign)
    nameless.write_text("JUS\nJ1\n", encoding="utf-8")
    assert f"{nameless}: line 2: '1'" in refused(capsys, good, "--lexicon", nameless, "--tileset", "fr")
    compiled.write_bytes(compile_words(["JUS"], tileset("fr"), name="few"))
    assert "lexicon few (fr)" in refused(capsys, good, "--lexicon", compiled, "--tileset", "ca")


def test_separators_of_spaces_a_byte_order_mark_and_classes_without_a_rack(
    words: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("\ufeff" + "\r\n  \r\n".join([JUS] * 3).replace("\n", "\r\n"), encoding="utf-8", newline="")
    figures = run(capsys, file, "--lexicon", words)
    assert (figures["positions"], figures["mismatches"], figures["tileset"]) == (3, 0, "fr")
    for what in ("tops", "moves"):
        assert list(figures[what]) == ["0", "1", "2", "all"]
        assert figures[what]["2"] == {"median_us": None, "p95_us": None}
        assert figures[what]["0"]["median_us"] > 0


def test_words_are_read_as_tiles_and_the_list_is_named_after_its_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """LLAMA is four Spanish tiles of 8, 1, 3 and 1 points, doubled by the star, from four squares."""
    spanish, file = tmp_path / "es.txt", tmp_path / "positions.txt"
    spanish.write_text("LLAMA\n", encoding="utf-8")
    file.write_text(f"{ROWS}LLAMA\n26 4\n", encoding="utf-8")
    assert run(capsys, file, "--lexicon", spanish)["tileset"] == "es"


def test_racks_of_eight(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """ENTREESS, a point a letter, from H1 to H8 (or H8 to H15): a double letter, the star and a triple word, and the bonus: 9 × 6 + 75."""
    lists, file = tmp_path / "fr.txt", tmp_path / "positions.txt"
    lists.write_text("ENTREESS\n", encoding="utf-8")
    file.write_text(f"{ROWS}EEENRSST\n129 8\n", encoding="utf-8")
    run(capsys, file, "--lexicon", lists, "--placed", "8", "--bonus", "7=50,8=75")
    file.write_text(f"{ROWS}EEENRST\n999\n", encoding="utf-8")  # what is known of seven tiles says nothing of eight
    run(capsys, file, "--lexicon", lists, "--rack", "8")


def test_without_the_core_one_line() -> None:
    program = "import sys; sys.modules['engine._solver'] = None; from benchmarks.solver import main; main([])"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "make ext" in done.stderr

"""Positions of duplicate games whose top and number of legal moves two independent programs found (see ``french.txt``)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("engine._solver", reason="no compiler on this machine")

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

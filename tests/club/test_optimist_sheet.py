"""The sheet of an optimist evening: points, questions and differences, and no tops where there are none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from appliance.cli import main

EVENING = """
rules optimist
lexicon few.txt
seat 1 Anne
seat 2 Bruno
pair 1 2
draw EEINRST
question 1 retines
question 1 RESINET
slip 1 H4 RETINES 66
slip 2 H8 SERIN 12
close
differ 1 H5 RETINES 64
end
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "few.txt").write_text("RETINES\nSERIN\n", encoding="utf-8")
    path = tmp_path / "table.evening"
    path.write_text(EVENING, encoding="utf-8")
    return path


def test_questions_and_differences_stand_on_the_sheet(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arbitrate", str(file), "--data", str(file.parent)]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "? 1 Anne RETINES ✓" in lines
    assert "? 1 Anne RESINET ✗" in lines
    assert "≠ 1 Anne ← 2 Bruno: H5 RETINES 64" in lines
    # no round has a top, so nothing is measured by one; SERIN scores 12, and E and T, one point each, are lost
    assert "1 EEINRST" in lines
    assert "1. Anne 66 ⚠ 0 − 0" in lines
    assert "2. Bruno 10 ⚠ 0 − 0" in lines
    assert not any("%" in line for line in lines)


def test_and_in_the_report(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arbitrate", str(file), "--data", str(file.parent), "--json"]) == 0
    (round_,) = json.loads(capsys.readouterr().out)["rounds"]
    assert round_["questions"] == [
        {"seat": 1, "word": "RETINES", "valid": True},
        {"seat": 1, "word": "RESINET", "valid": False},
    ]
    assert round_["differences"] == [{"seat": 1, "checker": 2, "text": "H5 RETINES 64"}]


def test_from_the_fourth_warning_each_wrong_gross_score_costs_five(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # rules of the optimist game: a wrong gross score is a warning, −5 from the fourth; five rounds with one each
    (tmp_path / "few.txt").write_text("RETINES\nSERIN\nSES\nSE\n", encoding="utf-8")
    slips = (
        ("EEINRST", "H4 RETINES 1"),
        ("EESSTAN", "5G SES 1"),
        ("EESSANO", "9G SES 1"),
        ("EESIAOR", "10H SES 1"),
        ("EERIANO", "J10 SERIN 1"),
    )
    rounds = "".join(f"draw {letters}\nslip 1 {slip}\nclose\n" for letters, slip in slips)
    file = tmp_path / "warned.evening"
    file.write_text(f"rules optimist\nlexicon few.txt\nseat 1 Anne\n{rounds}end\n", encoding="utf-8")
    assert main(["arbitrate", str(file), "--data", str(tmp_path), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert [each["slips"][0]["outcome"] for each in report["rounds"]] == ["accepted"] * 5
    (anne,) = report["standings"]
    assert (anne["warnings"], anne["penalties"]) == (5, 10)
    assert anne["total"] == sum(each["slips"][0]["points"] for each in report["rounds"]) - 10

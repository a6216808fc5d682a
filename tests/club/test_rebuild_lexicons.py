"""The maintainer's script that makes the open lists: Hunspell's affixes, and the decisions taken by hand."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

LEXICONS = Path(__file__).resolve().parents[2] / "lexicons"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, LEXICONS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def hunspell() -> ModuleType:
    return load("hunspell_forms")


@pytest.fixture(scope="module")
def rebuild(hunspell: ModuleType) -> ModuleType:
    return load("rebuild")


AFFIXES = """
SET UTF-8
FLAG long
NEEDAFFIX ()
FORBIDDENWORD {}
CIRCUMFIX <>
PFX P. Y 1
PFX P. 0 re .
SFX S. Y 2
SFX S. 0 s [^s]
SFX S. s x s
SFX A. N 1
SFX A. er ant/S. er
SFX C. Y 1
SFX C. 0 zz/<> .
"""


@pytest.mark.parametrize(
    ("entry", "forms"),
    [
        ("chat/S.", {"chat", "chats"}),
        ("bas/S.", {"bas", "bax"}),
        ("lier/A.P.", {"lier", "liant", "liants", "relier"}),  # A. does not cross with prefixes
        ("tas/S.P.", {"tas", "tax", "retas", "retax"}),
        ("radical/S.()", {"radicals"}),
        ("mot/C.", {"mot"}),
        ("faux/{}", set()),
        ("a\\/b", {"a/b"}),
        ("nom/S.\tpo:nom is:mas", {"nom", "noms"}),
        ("#rem", set()),
    ],
)
def test_forms_of_an_entry(hunspell: ModuleType, tmp_path: Path, entry: str, forms: set[str]) -> None:
    (tmp_path / "x.aff").write_text(AFFIXES, encoding="utf-8")
    (tmp_path / "x.dic").write_text(f"1\n{entry}\n", encoding="utf-8")
    assert {form.text for form in hunspell.forms(tmp_path / "x.aff", tmp_path / "x.dic")} == forms


def test_prefixes_and_flagged_entries_can_be_left_out(hunspell: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "x.aff").write_text("FLAG num\nPFX 7 Y 1\nPFX 7 0 re .\n", encoding="utf-8")
    (tmp_path / "x.dic").write_text("2\nlier/7\nlire/7,9\tpo:v\n", encoding="utf-8")
    found = list(
        hunspell.forms(tmp_path / "x.aff", tmp_path / "x.dic", prefixes=False, skip_flags=frozenset({"9"}))
    )
    assert [(form.text, form.stem, form.morphology) for form in found] == [("lier", "lier", "")]


def test_flag_aliases(hunspell: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "x.aff").write_text(
        "AF 2\nAF S\nAF SP\nSFX S Y 1\nSFX S 0 s .\nPFX P Y 1\nPFX P 0 re .\n", encoding="utf-8"
    )
    (tmp_path / "x.dic").write_text("1\nmot/2\n", encoding="utf-8")
    texts = {form.text for form in hunspell.forms(tmp_path / "x.aff", tmp_path / "x.dic")}
    assert texts == {"mot", "mots", "remot", "remots"}


def test_what_becomes_a_word(rebuild: ModuleType) -> None:
    assert rebuild.normal(
        ["été", "œuf", "Paris", "aujourd'hui", "CNRS", "km²", "y", "ĳs", "a" * 16, "mașină"]
    ) == {
        "ETE",
        "OEUF",
        "IJS",
        "MASINA",
    }


def test_decisions_by_hand(rebuild: ModuleType) -> None:
    by_hand = {"two": "AA OS", "three": "WOK", "no": "ATM", "vowelless": "PSST"}
    assert rebuild.finish({"AA", "ZZ", "ATM", "PSST", "KGB", "CHAT"}, by_hand) == {
        "AA",
        "OS",
        "WOK",
        "PSST",
        "CHAT",
    }


def test_romanian_forms_for_clitics_are_dropped(rebuild: ModuleType, hunspell: ModuleType) -> None:
    texts = ["om", "omul", "omu", "omule", "mergând", "mergându", "fată", "fato", "fata"]
    stems = ["om"] * 4 + ["merge"] * 2 + ["fată"] * 3
    found = [hunspell.Form(text, stem, "") for text, stem in zip(texts, stems, strict=True)]
    assert rebuild.without_clitic_forms(found) == {"om", "omul", "mergând", "fată", "fata"}

"""The words on the screens: the same keys and placeholders in every language, and every key in use is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from appliance.catalogue import LANGUAGE_NAMES, LANGUAGES, catalogue
from appliance.describe import name_of_step
from engine.errors import EngineError
from engine.game import Phase
from engine.referee import UNDOABLE
from engine.ruleset import Fault, Sanction

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "appliance" / "web" / "static"
DISPLAY = ROOT / "appliance" / "display"
OTHERS = [language for language in LANGUAGES if language != "en"]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def sections() -> set[str]:
    return {key.split(".", 1)[0] for key in catalogue("en").texts}


def literal_keys(text: str) -> Iterator[str]:
    """Quoted texts that look like a key of a known section: ``"desk.draw"``, whether or not they are asked for at once."""
    for match in re.finditer(r'"([a-z]+)\.([a-z_0-9]+)"', text):
        if match[1] in sections():
            yield f"{match[1]}.{match[2]}"


def key_patterns(text: str) -> Iterator[str]:
    """Keys with a part from data: `` `fault.${fault}` `` as a regular expression."""
    for match in re.finditer(r"`([a-z]+)\.([a-z_]*)\$\{[^}]*\}([a-z_]*)`", text):
        if match[1] in sections():
            yield rf"{match[1]}\.{match[2]}\w+{match[3]}"


def test_every_language_that_is_offered_has_a_catalogue() -> None:
    assert set(LANGUAGE_NAMES) == set(LANGUAGES)
    assert all(catalogue(language).language == language for language in LANGUAGES)


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_keys_in_the_same_order(language: str) -> None:
    assert list(catalogue(language).texts) == list(catalogue("en").texts)


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_placeholders(language: str) -> None:
    own, english = catalogue(language).texts, catalogue("en").texts
    differ = {key for key in english if key in own and placeholders(own[key]) != placeholders(english[key])}
    assert not differ


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_padded(language: str) -> None:
    padded_on_purpose = {"wall.more", "wall.thousands"}
    texts = catalogue(language).texts
    assert not [key for key, text in texts.items() if not text or (text != text.strip() and key not in padded_on_purpose)]


def test_romanian_has_its_own_letters_and_not_the_turkish_cedillas() -> None:
    assert not [key for key, text in catalogue("ro").texts.items() if re.search("[şţŞŢ]", text)]


def test_french_sets_a_space_that_does_not_break_at_its_tall_signs() -> None:
    """Lexique des règles typographiques en usage à l’Imprimerie nationale; not within figures: ``{minutes}:{seconds}``, ``P?Z``."""
    texts = catalogue("fr").texts
    assert texts["reason.bad_choice"] == "Première ou seconde\u00a0?"
    tight = re.compile(r"(?<!\u00a0)[:;!?»](?=\s|$)|«(?!\u00a0)")
    assert not [f"{key}: {text}" for key, text in texts.items() if tight.search(text)]


def test_every_key_in_the_pages_exists() -> None:
    known = catalogue("en").texts
    for path in sorted(STATIC.glob("*.js")):
        text = path.read_text(encoding="utf-8")
        missing = [key for key in literal_keys(text) if key not in known]
        assert not missing, f"{path.name} asks for {missing}"
        dangling = [pattern for pattern in key_patterns(text) if not any(re.fullmatch(pattern, key) for key in known)]
        assert not dangling, f"{path.name}: no key looks like {dangling}"


def test_every_column_of_the_ranking_has_its_heading() -> None:
    names = re.findall(r'\["(\w+)", "[^"]*", \(line\) =>', (STATIC / "words.js").read_text(encoding="utf-8"))
    assert {"rank", "total"} <= set(names)
    assert not [name for name in names if not catalogue("en").has(f"column.{name}")]


def test_every_key_of_the_pages_is_used() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in STATIC.glob("*.js"))
    used, patterns = set(literal_keys(text)), set(key_patterns(text))
    # what an action is called: add("draw", …) in desk_actions.js is desk.draw
    used |= {f"desk.{name}" for name in re.findall(r'\badd\("(\w+)"', text)}
    used |= {f"column.{name}" for name in re.findall(r'"(\w+)"', text)}
    own = [key for key in catalogue("en").texts if key.split(".")[0] in {"player", "desk", "common", "premium", "column"}]
    assert len(own) > 150
    patterns -= {r"desk\.\w+"}
    unused = [key for key in own if key not in used and not any(re.fullmatch(pattern, key) for pattern in patterns)]
    assert not unused


def test_every_action_of_the_desk_has_its_name() -> None:
    names = re.findall(r'\badd\("(\w+)", \[[^\]]*\], [^\n]*', (STATIC / "desk_actions.js").read_text(encoding="utf-8"))
    assert len(names) > 10
    loud = [name for name in names if name not in {"decide", "paper", "show", "word", "help"}]
    assert not [name for name in loud if not catalogue("en").has(f"desk.{name}")]


def test_every_key_in_the_wall_exists() -> None:
    known = catalogue("en").texts
    for path in sorted(DISPLAY.rglob("*.py")):
        strings = [
            node.value
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
        missing = [text for text in strings if re.fullmatch(r"wall\.[a-z_]+", text) and text not in known]
        assert not missing, f"{path.name} asks for {missing}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phase_fault_and_sanction_has_its_words(language: str) -> None:
    words = catalogue(language)
    wanted = [f"phase.{each.value}" for each in Phase]
    wanted += [f"fault.{each.value}" for each in Fault] + [f"sanction.{each.value}" for each in Sanction]
    wanted += [f"step.{name_of_step(kind)}" for kind in UNDOABLE]
    wanted += [f"outcome.{each}" for each in ("accepted", "zero", "undecided")]
    assert not [key for key in wanted if not words.has(key)]


# Which argument of an error, counted from 0, is the reason that a person at a screen is told.
REASON_AT = {"CommandRefused": 0, "Denied": 0, "because_of": 1, "_error": 1}
ENGINE_ERRORS = {each.__name__: 1 for each in EngineError.__subclasses__() if each.__name__ not in REASON_AT}


def refusals() -> Iterator[tuple[str, str, set[str]]]:
    """Place, reason and named values of each refusal raised: ``DrawError("…", "draw_left", tile=…)``."""
    for path in sorted([*(ROOT / "engine").rglob("*.py"), *(ROOT / "appliance").rglob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func).rpartition(".")[2]
            at = REASON_AT.get(called, ENGINE_ERRORS.get(called))
            if at is not None and len(node.args) > at and isinstance(reason := node.args[at], ast.Constant):
                where = f"{path.relative_to(ROOT)}:{node.lineno}"
                yield where, str(reason.value), {each.arg for each in node.keywords if each.arg}


def test_every_reason_for_a_refusal_has_its_words() -> None:
    found = list(refusals())
    assert {"draw_left", "no_letter", "not_connected", "round_over", "no_token"} <= {reason for _, reason, _ in found}
    assert not [f"{where}: {reason}" for where, reason, _ in found if not catalogue("en").has(f"reason.{reason}")]


def test_the_words_of_a_reason_name_only_what_the_refusal_gives() -> None:
    """``{left}`` in the text of ``draw_left`` would otherwise be shown as it stands; and a ``{message}`` would be English everywhere."""
    wanted = {key.partition(".")[2]: placeholders(text) for key, text in catalogue("en").texts.items() if key.startswith("reason.")}
    missing = [f"{where}: {reason} without {wanted[reason] - given}" for where, reason, given in refusals() if wanted[reason] - given]
    assert not missing

"""What a person can type, set, press or find in a journal has its line in the docs."""

from __future__ import annotations

import argparse
import csv
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from appliance.cli import make_parser

ROOT = Path(__file__).resolve().parent.parent


def documents() -> str:
    """All that a reader is given."""
    files = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def commands(parser: argparse.ArgumentParser, above: str = "toptable") -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Each command below a parser with its full name, ``toptable lexicon check``."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                yield f"{above} {name}", below
                yield from commands(below, f"{above} {name}")


def test_every_command_has_help_and_a_line_in_the_docs() -> None:
    docs = documents()
    found = dict(commands(make_parser()))
    assert {"toptable run", "toptable lexicon build"} <= found.keys()
    assert not [name for name, parser in found.items() if not parser.description and not parser.epilog]
    missing = [name for name in found if f"{name}`" not in docs and f"{name} " not in docs]
    assert not missing, f"without a line in README.md or docs/: {', '.join(missing)}"


def test_the_program_prints_its_help() -> None:
    done = subprocess.run([sys.executable, "-m", "appliance", "--help"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "terminal" in done.stdout


def test_every_make_target_explains_itself_and_is_in_the_readme() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"^([a-z]+):", makefile, re.MULTILINE)
    explained = re.findall(r"^([a-z]+):.*## \S", makefile, re.MULTILINE)
    assert targets == explained, f"without ## text: {set(targets) - set(explained)}"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert not [target for target in targets if f"`make {target}`" not in readme]
    shown = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert not [target for target in targets if f"make {target} " not in shown]


def test_reference_of_events_and_rule_set_keys_is_up_to_date() -> None:
    check = [sys.executable, "scripts/write-reference", "--check"]
    assert subprocess.run(check, cwd=ROOT, check=False).returncode == 0, "docs/reference.md is old: run scripts/write-reference"


def test_reference_names_every_event_that_the_journal_may_hold() -> None:
    """Found by importing, so that it does not share the reader of scripts/write-reference."""
    from engine import events

    own = [c for c in vars(events).values() if isinstance(c, type) and c.__module__ == "engine.events"]
    text = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    assert len(own) > 10
    assert not [c.__name__ for c in own if f"### `{c.__name__}`\n\n{(c.__doc__ or '?')[:10].strip()}" not in text]


def test_reference_names_every_key_of_the_rule_sets() -> None:
    from engine.ruleset import setting_keys

    text = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    assert len(setting_keys()) > 20
    assert not [key for key in setting_keys() if f"| `{key}` |" not in text]


PINS = ROOT / "hardware" / "pins.csv"


def test_every_pin_is_in_the_wiring_guide() -> None:
    guide = (ROOT / "hardware" / "README.md").read_text(encoding="utf-8")
    with PINS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows
    for row in rows:
        line = f"| `{row['name']}` | {row['gpio']} | {row['pin']} |"
        assert line in guide, f"hardware/README.md has no line {line}"


def test_links_between_the_documents_lead_somewhere() -> None:
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "hardware").glob("**/*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.relative_to(ROOT)} links to {target}, which is not there"


def test_the_wiring_picture_shows_the_pin_map() -> None:
    check = [sys.executable, "scripts/draw-wiring", "--check"]
    assert subprocess.run(check, cwd=ROOT, check=False).returncode == 0, "hardware/wiring.svg is old: run scripts/draw-wiring"

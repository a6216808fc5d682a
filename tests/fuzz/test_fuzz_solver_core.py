"""The C core alone, under the sanitizers, against random and damaged word graphs, boards and racks (``solver_fuzz.c``)."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SANITIZE = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
FAILING = [f"-D{name}=failing_{name}" for name in ("malloc", "calloc", "realloc")]
"""So that the fuzz says which allocation fails."""
SECONDS = os.environ.get("TOPTABLE_FUZZ_SECONDS", "5")
"""How long to search for faults; an hour is ``TOPTABLE_FUZZ_SECONDS=3600``."""


@pytest.fixture(scope="module")
def compiler() -> str:
    found = shutil.which("cc") or shutil.which("gcc")
    if found is None:
        pytest.skip("no C compiler on this machine")
    return found


@pytest.fixture(scope="module")
def program(compiler: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("solver_fuzz")
    empty = folder / "empty.c"
    empty.write_text("int main(void) { return 0; }\n")
    trial = [compiler, *SANITIZE, str(empty), "-o", str(folder / "empty")]
    if subprocess.run(trial, capture_output=True, check=False).returncode != 0:
        pytest.skip("this compiler has no sanitizers")
    core = [path for path in (ROOT / "engine" / "_c").glob("*.c") if not path.name.startswith("binding")]
    made = folder / "solver_fuzz"
    sources = [str(path) for path in (ROOT / "tests" / "fuzz" / "solver_fuzz.c", *sorted(core))]
    include = f"-I{ROOT / 'engine' / '_c'}"
    subprocess.run([compiler, "-std=c11", *SANITIZE, *FAILING, include, *sources, "-o", str(made)], check=True)
    return made


def test_nothing_random_leads_out_of_bounds_or_to_a_wrong_top(program: Path) -> None:
    seed = os.environ.get("TOPTABLE_FUZZ_SEED", "1")
    done = subprocess.run([program, SECONDS, seed], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    tried, sound = (int(word) for word in done.stdout.split() if word.isdigit())
    assert tried > sound > 5  # damaged graphs were among them, and sound ones


def test_the_core_is_plain_c_without_warnings(compiler: str) -> None:
    """Only the bindings know Python; everything else is portable C11."""
    for path in sorted((ROOT / "engine" / "_c").glob("*.c")):
        text = path.read_text(encoding="utf-8")
        knows_python = "Python.h" in text or "binding.h" in text
        assert knows_python == path.name.startswith("binding"), path.name
        if path.name.startswith("binding"):
            continue
        strict = [
            "-std=c11",
            "-pedantic",
            "-Wall",
            "-Wextra",
            "-Wconversion",
            "-Wno-sign-conversion",
            "-Werror",
            "-fsyntax-only",
        ]
        done = subprocess.run([compiler, *strict, str(path)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

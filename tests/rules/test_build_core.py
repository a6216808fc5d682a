"""Building the C core: `make` beside a compiler that is missing, and then there. The Makefile, scripts and setup.py are the real ones; the
core is two modules that do nothing, so that building takes a moment.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULE = """
#define PY_SSIZE_T_CLEAN
#include <Python.h>
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "NAME"};
PyMODINIT_FUNC PyInit_NAME(void) { return PyModuleDef_Init(&definition); }
"""

pytestmark = pytest.mark.skipif(
    shutil.which("make") is None or shutil.which("cc") is None, reason="no make, or no C compiler"
)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What `make` needs, with an environment whose packages are installed."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copy(ROOT / "setup.py", tmp_path)
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts")
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "core"\nversion = "1"\n[tool.setuptools]\npackages = []\n')
    sources = tmp_path / "engine" / "_c"
    sources.mkdir(parents=True)
    (sources / "binding.c").write_text(MODULE.replace("NAME", "_solver"))
    (sources / "binding_wordgraph.c").write_text(MODULE.replace("NAME", "_wordgraph"))
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    (tmp_path / ".venv" / ".packages").touch()
    return tmp_path


def make(folder: Path, *goals: str, compiler: str | None = None) -> str:
    environment = {key: value for key, value in os.environ.items() if key not in {"CC", "LDSHARED", "MAKEFLAGS", "TOPTABLE_SANITIZE"}}
    if compiler is not None:
        environment["CC"] = compiler
    done = subprocess.run(["make", *goals], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def modules(folder: Path) -> list[str]:
    return sorted(path.name.partition(".")[0] for path in (folder / "engine").glob("*.so"))


def test_a_core_that_could_not_be_built_is_built_once_there_is_a_compiler(checkout: Path) -> None:
    told = make(checkout, ".venv/.core", compiler="/nonexistent/cc")
    assert modules(checkout) == []
    assert told.count("could not be built") == 1  # one notice for both modules, with what each is missed for
    assert "finding a top takes seconds" in told
    assert "opening a word list takes seconds" in told
    assert "could not be built" in make(checkout, ".venv/.core", compiler="/nonexistent/cc")  # it is not taken for done
    make(checkout, ".venv/.core")
    assert modules(checkout) == ["_solver", "_wordgraph"]
    assert "Nothing to be done" in make(checkout, ".venv/.core") or "up to date" in make(checkout, ".venv/.core")
    assert "building the C core" in make(checkout, "ext")  # asked for by name, it is built whatever lies there
    make(checkout, "ext", compiler="/nonexistent/cc")  # and one that fails leaves no stamp beside the old modules
    assert not (checkout / ".venv" / ".core").exists()

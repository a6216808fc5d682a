"""The C of the word graph alone, under the address and undefined-behaviour sanitizers, fed with good and damaged input."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
CORE = HERE.parents[1] / "engine" / "_c"
COMPILER = shutil.which("cc") or shutil.which("gcc")


@pytest.mark.skipif(COMPILER is None, reason="no C compiler")
def test_no_input_leads_outside(tmp_path: Path) -> None:
    assert COMPILER is not None
    program = tmp_path / "driver"
    sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    flags = ["-std=c11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", *sanitizers, f"-I{CORE}"]
    sources = [HERE / "wordgraph_driver.c", CORE / "wordgraph_build.c"]
    subprocess.run([COMPILER, *flags, *sources, "-o", program], check=True, timeout=120)
    done = subprocess.run([program, "3000", "1"], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    built, accepted = map(int, done.stdout.split())
    assert built > 1500
    assert 0 < accepted < built

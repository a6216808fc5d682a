"""Builds the C core; everything else is in pyproject.toml.

`engine/_c` holds two modules: `engine._wordgraph`, which compiles and checks word lists, and `engine._solver`, which finds moves. They
are optional: without a compiler Toptable runs on its slow Python twins, and says so.

TOPTABLE_SANITIZE=1   build with the address and undefined-behaviour sanitizers (for tests; slow)
"""

from __future__ import annotations

import os
import platform
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

FOLDER = Path("engine/_c")
WORDGRAPH = {"binding_wordgraph.c", "wordgraph_build.c"}
"""The sources of `engine._wordgraph`; the others are those of `engine._solver`."""

NOTICE = """
*** The C core could not be built: {reason}
*** Toptable works without it, but {slow}.
*** It needs a C compiler and Python's headers (Debian: apt install gcc python3-dev); then: make ext
"""

SLOW = {
    "engine._solver": "finding a top takes seconds instead of milliseconds",
    "engine._wordgraph": "opening a word list takes seconds instead of a tenth of one, compiling one takes minutes",
}
"""What each module is missed for."""

SANITIZE = os.environ.get("TOPTABLE_SANITIZE", "") not in {"", "0"}


class build_optional_ext(build_ext):  # noqa: N801 - the command's name is the class name
    """Says aloud, once, what is missing, which `optional` alone does in one grey line a module."""

    def run(self) -> None:
        self.missing: dict[str, Exception] = {}
        super().run()
        if self.missing:
            slow = ", and ".join(SLOW[name] for name in sorted(self.missing))
            print(NOTICE.format(reason=next(iter(self.missing.values())), slow=slow), flush=True)

    def build_extension(self, ext: Extension) -> None:
        try:
            super().build_extension(ext)
        except Exception as error:
            self.missing[ext.name] = error
            raise  # setuptools forgives it, as the extension is optional


def core() -> list[Extension]:
    sources = sorted(FOLDER.glob("*.c"))
    modules = {
        "engine._solver": [path.as_posix() for path in sources if path.name not in WORDGRAPH],
        "engine._wordgraph": [path.as_posix() for path in sources if path.name in WORDGRAPH],
    }
    headers = sorted(path.as_posix() for path in FOLDER.glob("*.h"))
    arguments = ["-std=c11", "-Wall", "-Wextra", "-fvisibility=hidden"]
    if SANITIZE:
        checks = ["-fsanitize=address,undefined", "-fno-omit-frame-pointer"]
        compile_args, link_args = [*arguments, "-O1", "-g", "-fno-sanitize-recover=all", *checks], checks
    else:
        # No -march=native: a release built on one Pi must run on every other. Every 64-bit PC since 2009 counts bits in one instruction.
        machine = ["-march=x86-64-v2"] if platform.machine() in {"x86_64", "AMD64"} else []
        compile_args, link_args = [*arguments, "-O3", *machine], []
    return [
        Extension(
            name,
            files,
            include_dirs=[FOLDER.as_posix()],
            depends=headers,
            define_macros=[("Py_LIMITED_API", "0x030B0000")],  # one binary for Python 3.11 and later
            py_limited_api=True,
            extra_compile_args=compile_args,
            extra_link_args=link_args,
            optional=True,
        )
        for name, files in modules.items()
        if files
    ]


setup(
    ext_modules=core(),
    cmdclass={"build_ext": build_optional_ext},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)

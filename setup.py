"""Builds the C core; everything else is in pyproject.toml.

`engine/_c/binding.c` becomes the module `engine._solver`, each `binding_NAME.c` the module `engine._NAME`; the other files there
are plain C, linked into each. The core is optional: without a compiler Toptable runs on its slow Python twins, and says so.

TOPTABLE_SANITIZE=1   build with the address and undefined-behaviour sanitizers (for tests; slow)
"""

from __future__ import annotations

import os
import platform
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

NOTICE = """
*** The C core {name} could not be built: {reason}
*** Toptable works without it, but finding the top takes seconds instead of milliseconds.
*** It needs a C compiler and Python's headers (Debian: apt install gcc python3-dev); then: make ext
"""

SANITIZE = os.environ.get("TOPTABLE_SANITIZE", "") not in {"", "0"}


class build_optional_ext(build_ext):  # noqa: N801 - the command's name is the class name
    """Says aloud that the core is missing, which `optional` alone does in one grey line."""

    def build_extension(self, ext: Extension) -> None:
        try:
            super().build_extension(ext)
        except Exception as error:
            print(NOTICE.format(name=ext.name, reason=error), flush=True)
            raise  # setuptools forgives it, as the extension is optional


def core() -> list[Extension]:
    folder = Path("engine/_c")
    bindings = sorted(folder.glob("binding*.c"))
    plain = sorted(path.as_posix() for path in folder.glob("*.c") if path not in bindings)
    headers = sorted(path.as_posix() for path in folder.glob("*.h"))
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
            f"engine._{binding.stem.partition('_')[2] or 'solver'}",
            [binding.as_posix(), *plain],
            include_dirs=[folder.as_posix()],
            depends=headers,
            define_macros=[("Py_LIMITED_API", "0x030B0000")],  # one binary for Python 3.11 and later
            py_limited_api=True,
            extra_compile_args=compile_args,
            extra_link_args=link_args,
            optional=True,
        )
        for binding in bindings
    ]


setup(
    ext_modules=core(),
    cmdclass={"build_ext": build_optional_ext},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)

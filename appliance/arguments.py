"""Numbers of the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable


def number(least: int, most: int, what: str = "a whole number") -> Callable[[str], int]:
    """What ``add_argument`` calls to read a number, which it refuses in one line unless it is *least* to *most*."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdecimal() or len(text) > 12 or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text[:20]!r}: expected {what}, {least} to {most}")
        return int(text)

    return read

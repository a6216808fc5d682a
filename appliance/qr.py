"""QR codes: the address of the players' page as a pattern of modules. The one place that knows segno."""

from __future__ import annotations

from functools import lru_cache

import segno


@lru_cache(maxsize=4)
def modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """The code's rows, true for a dark module, without the quiet zone; as much error correction as the size gives for free.

    :raises ValueError: if the text is too long for a QR code.
    """
    code = segno.make_qr(text, error="m")
    return tuple(tuple(bool(module) for module in line) for line in code.matrix)

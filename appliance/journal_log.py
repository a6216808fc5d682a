"""SQLite's write-ahead log, read without SQLite: which of its frames are what was written, and whether one in the middle is not.

SQLite reads a log up to the first frame that is wrong, takes that for the end, and says nothing: right after a power cut, which tears
the last transaction, and a loss where later frames show that more had been written. The format is
https://www.sqlite.org/fileformat2.html#walformat: each frame holds a page, two salts that all frames of one filling of the log share,
and a checksum that goes on from that of the frame before. What stands behind the end with other salts is of an earlier filling.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass

HEADER, FRAME_HEADER = 32, 24
MAGIC = 0x377F0682
"""With the last bit set, checksums are of big-endian words."""

Sum = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Frame:
    """One page as a transaction has left it."""

    page: int
    """Its number, from 1."""
    pages: int
    """How many the file has after the transaction that this frame ends; 0 if it ends none."""
    data: bytes


@dataclass(frozen=True, slots=True)
class Log:
    """What a log holds."""

    proved: tuple[Frame, ...] = ()
    """The frames that are what was written, up to the last that ends a transaction; those between them may be missing."""
    unbroken: int = 0
    """So many of them, from the first on, SQLite reads: whole transactions without a gap."""
    is_damaged: bool = False
    """Whether a frame before those of the last transaction is not what was written, or the header, which is on disk before all frames."""


def read_log(data: bytes) -> Log:
    """What the bytes of a log hold; nothing if they are no log at all."""
    magic, _, size, _, salts = struct.unpack(">4I8s", data[:24]) if len(data) > HEADER else (0, 0, 0, 0, b"")
    if not 512 <= size <= 65536 or size & (size - 1):
        size = 4096  # SQLite's own choice, for a header that is damaged
    order = ">" if magic & ~1 == MAGIC and magic & 1 else "<"
    count = max(0, (len(data) - HEADER) // (FRAME_HEADER + size))
    if not count:
        return Log()
    starts = [_sum(order, (0, 0), data[:24]), _stored(data, 24)]
    whole_header = magic & ~1 == MAGIC and starts[0] == starts[1]
    if not whole_header:
        salts = data[HEADER + 8 : HEADER + 16]  # the first frame is of the newest filling, if there is any
    places = [HEADER + number * (FRAME_HEADER + size) for number in range(count)]
    while places and data[places[-1] + 8 : places[-1] + 16] != salts:
        places.pop()
    proved: list[Frame] = []
    unbroken, ended, gap, gap_ended, is_damaged = 0, 0, not whole_header, False, not whole_header
    for at in places:
        page, pages = struct.unpack(">2I", data[at : at + 8])
        body = data[at + FRAME_HEADER : at + FRAME_HEADER + size]
        # the frame before may have lost its checksum or its page; the other of the two still leads on
        found = [_sum(order, start, data[at : at + 8] + body) for start in dict.fromkeys(starts)]
        stored = _stored(data, at + 16)
        has_salts = data[at + 8 : at + 16] == salts
        follows = stored in found and page > 0  # the checksum of zeros after zeros is zero
        # a transaction is on disk before the next one is begun: behind a gap and an end, a frame tells of more than a torn one
        is_damaged |= gap_ended and has_salts
        gap |= not (has_salts and follows)
        gap_ended |= gap and pages > 0 and (has_salts or follows)
        starts = [stored] if follows else [stored, found[0]]
        if follows:
            proved.append(Frame(page, pages, body))
            if pages:
                ended = len(proved)
                unbroken = unbroken if gap else ended
    return Log(tuple(proved[:ended]), unbroken, is_damaged)


def overlay(file: bytes, frames: Iterable[Frame]) -> bytes:
    """The database file with those pages in their places: what SQLite makes of file and log when it folds the one into the other."""
    made, pages, size = bytearray(file), 0, 0
    for frame in frames:
        size = len(frame.data)
        start = (frame.page - 1) * size
        made.extend(bytes(max(0, start + size - len(made))))
        made[start : start + size] = frame.data
        pages = frame.pages or pages
    return bytes(made[: pages * size] if pages else made)


def _stored(data: bytes, at: int) -> Sum:
    first, second = struct.unpack(">2I", data[at : at + 8])
    return first, second


def _sum(order: str, start: Sum, data: bytes) -> Sum:
    """The format's checksum, going on from another."""
    first, second = start
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second

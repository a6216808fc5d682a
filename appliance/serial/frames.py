"""Frames on a serial line, as ``hardware/terminal-protocol.md`` describes them: text in pairs, and what finds them in a stream.

``$1,T07,42,SLIP,9F3A,3,H4 RETINES 66*BEEF`` and CR LF: version, terminal, number, kind, fields, CRC-16.
"""

from __future__ import annotations

import binascii
import re
from dataclasses import dataclass

from appliance.errors import ApplianceError

VERSION = "1"
MAX_FRAME = 256
"""Bytes of a frame with its ``$`` and its CR LF."""
MAX_NUMBER = 65535
EVERYBODY = "ALL"
"""The name of every terminal of a bus, and of none."""

_OVERHEAD = len("$*FFFF\r\n")
_FRAME = re.compile(rb"\$[^$*\r\n]{1,%d}\*[0-9A-F]{4}" % (MAX_FRAME - _OVERHEAD))
_TERMINAL = re.compile(r"[A-Z0-9]{1,8}")
_KIND = re.compile(r"[A-Z]{1,8}")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,4}")
_ESCAPE = re.compile(rb"%([0-9A-F]{2})")
# Everything printable in ASCII but the characters that frame and the one that escapes.
_PLAIN = frozenset(range(0x20, 0x7F)) - frozenset(b"$*,%")


class FrameError(ApplianceError, ValueError):
    """Bytes that are no frame, or a frame that cannot be written."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One message on the line, in either direction."""

    terminal: str
    """1 to 8 of A–Z and 0–9, set on the terminal; the same in both directions. ``ALL``: from the hub to every terminal of a bus."""
    number: int
    """0 to 65535. A frame that is to be acknowledged has one of its own, and keeps it when repeated."""
    kind: str
    """``SLIP``, ``ACK``, …; 1 to 8 capital letters. A receiver passes over those it does not know."""
    fields: tuple[str, ...] = ()


def encode_frame(frame: Frame) -> bytes:
    """The bytes of a frame, CR LF included.

    :raises FrameError: if a part does not fit the protocol or the whole is longer than 256 bytes.
    """
    if not _TERMINAL.fullmatch(frame.terminal):
        raise FrameError(f"terminal {frame.terminal[:20]!r}: expected 1 to 8 of A-Z and 0-9")
    if not 0 <= frame.number <= MAX_NUMBER:
        raise FrameError(f"number {frame.number}: expected 0 to {MAX_NUMBER}")
    if not _KIND.fullmatch(frame.kind):
        raise FrameError(f"kind {frame.kind[:20]!r}: expected 1 to 8 capital letters")
    parts = [VERSION, frame.terminal, str(frame.number), frame.kind]
    body = ",".join(parts).encode() + b"".join(b"," + _escape(field) for field in frame.fields)
    data = b"$%s*%04X\r\n" % (body, crc16(body))
    if len(data) > MAX_FRAME:
        raise FrameError(f"a frame of {len(data)} bytes: {MAX_FRAME} at most")
    return data


def parse_frame(data: bytes) -> Frame:
    """The frame that *data* is, with or without its CR LF; each frame is written in one way only.

    :raises FrameError: if it is damaged, too long or of another version, or was written in another way.
    """
    if len(data) > MAX_FRAME:
        raise FrameError(f"a frame of {len(data)} bytes: {MAX_FRAME} at most")
    text = data.removesuffix(b"\r\n")
    if not _FRAME.fullmatch(text):
        raise FrameError(f"no frame: {text[:40]!r}")
    body, expected = text[1:-5], int(text[-4:], 16)
    if crc16(body) != expected:
        raise FrameError(f"damaged: CRC {crc16(body):04X}, expected {expected:04X}, in {text[:40]!r}")
    version, *parts = body.split(b",")
    if version != VERSION.encode():
        raise FrameError(f"version {version[:20]!r}: this hub speaks {VERSION}")
    if len(parts) < 3:
        raise FrameError(f"{len(parts)} parts, expected terminal, number and kind: {text[:40]!r}")
    terminal, number, kind, *fields = (_unescape(part) for part in parts)
    if not _NUMBER.fullmatch(number):
        raise FrameError(f"number {number[:20]!r}: expected 0 to {MAX_NUMBER}")
    frame = Frame(terminal, int(number), kind, tuple(fields))
    if encode_frame(frame) != text + b"\r\n":
        raise FrameError(f"not written as the protocol says: {text[:40]!r}")
    return frame


def crc16(data: bytes) -> int:
    """CRC-16/IBM-3740, also called CCITT-FALSE: polynomial 0x1021, start 0xFFFF."""
    return binascii.crc_hqx(data, 0xFFFF)


def field_length(field: str) -> int:
    """Bytes of a field as it travels.

    :raises FrameError: if it cannot.
    """
    return len(_escape(field))


def _escape(field: str) -> bytes:
    if not field.isprintable():
        raise FrameError(f"field {field[:20]!r}: control characters do not travel")
    try:
        data = field.encode()
    except UnicodeEncodeError as error:
        raise FrameError(f"field {field[:20]!r}: not a text") from error
    return b"".join(bytes([byte]) if byte in _PLAIN else b"%%%02X" % byte for byte in data)


def _unescape(part: bytes) -> str:
    try:
        return _ESCAPE.sub(lambda match: bytes([int(match.group(1), 16)]), part).decode()
    except UnicodeDecodeError as error:
        raise FrameError(f"no UTF-8 in {part[:20]!r}") from error


class Splitter:
    """Finds frames in what a line delivers: cut, run together, with a boot log or noise between.

    A ``$`` always begins anew, so a frame that lost its tail costs itself alone. At most one frame's bytes are kept.
    """

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[bytes]:
        """What looks like a whole frame, for :func:`parse_frame`, in order; the rest waits for more."""
        text = self._rest + data
        frames = [match.group() for match in _FRAME.finditer(text)]
        start = text.rfind(b"$")
        unfinished = text[start:] if start >= 0 else b""
        too_long = len(unfinished) >= MAX_FRAME - len("\r\n")
        self._rest = b"" if too_long or _FRAME.match(unfinished) else unfinished
        return frames

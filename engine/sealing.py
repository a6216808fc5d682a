"""Sealed games: a prepared game that nobody at the club can read before it is played, and a seed that proves a live draw.

A sealed file is enciphered under an *opening code* of a hundred random bits: SHAKE-256 makes the key stream, HMAC-SHA256 tells a wrong
code or a changed file. Its checksum is announced before play. It hides a game from everyone who has not the code; whoever runs the
machine that keeps the code could read it, as the operating guide says.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from random import Random

from engine.errors import ExchangeError

MAGIC = "TOPTABLE SEALED GAME 1"
MAX_SEALED = 30_000_000
SALT_BYTES = 16
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""What an opening code is written with: 32 signs, none of them mistaken for another."""
CODE_LENGTH = 20
_TAG_BYTES = 32
_WIDTH = 76


def format_code(random_bytes: bytes) -> str:
    """An opening code from 20 random bytes: ``ABCD-EFGH-JKLM-NPQR-STUV``."""
    signs = "".join(CODE_LETTERS[byte % 32] for byte in random_bytes[:CODE_LENGTH])
    return "-".join(signs[i : i + 4] for i in range(0, CODE_LENGTH, 4))


def checksum(data: str) -> str:
    """SHA-256 of a file's text, or of a seed, hexadecimal: what is announced."""
    return hashlib.sha256(data.encode()).hexdigest()


def seal(text: str, code: str, salt: bytes) -> str:
    """A sealed file; *salt* is 16 random bytes, never used twice."""
    stream_key, tag_key = _keys(code, salt)
    plain = text.encode()
    hidden = _xor(plain, stream_key)
    tag = hmac.digest(tag_key, salt + hidden, "sha256")
    body = base64.b64encode(salt + tag + hidden).decode()
    return "\n".join([MAGIC, *(body[i : i + _WIDTH] for i in range(0, len(body), _WIDTH)), ""])


def is_sealed(text: str) -> bool:
    """Whether a file looks like a sealed one, of this version or another: what is wrong with it, :func:`unseal` says."""
    return text.startswith("TOPTABLE SEALED")


def unseal(data: str, code: str) -> str:
    """What was sealed.

    :raises ExchangeError: for a file that is none, was changed, or another code's.
    """
    if len(data) > MAX_SEALED:
        raise ExchangeError(f"a sealed file of {len(data)} characters: {MAX_SEALED} at most")
    magic, _, body = data.partition("\n")
    if magic.strip() != MAGIC:
        raise ExchangeError(f"no sealed game: expected {MAGIC!r} in the first line")
    try:
        raw = base64.b64decode("".join(body.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise ExchangeError(f"the sealed file is damaged: {error}") from error
    salt, tag, hidden = raw[:SALT_BYTES], raw[SALT_BYTES : SALT_BYTES + _TAG_BYTES], raw[SALT_BYTES + _TAG_BYTES :]
    stream_key, tag_key = _keys(code, salt)
    if not hmac.compare_digest(tag, hmac.digest(tag_key, salt + hidden, "sha256")):
        raise ExchangeError("the opening code is not this file's, or the file was changed")
    return _xor(hidden, stream_key).decode()


def _keys(code: str, salt: bytes) -> tuple[bytes, bytes]:
    signs = "".join(sign for sign in code.upper() if sign in CODE_LETTERS)
    # scrypt makes guessing dear should a club choose a short code of its own
    both = hashlib.scrypt(signs.encode(), salt=salt or b"-", n=2**12, r=8, p=1, dklen=64)
    return both[:32], both[32:]


def _xor(data: bytes, key: bytes) -> bytes:
    stream = hashlib.shake_256(key).digest(len(data))
    return (int.from_bytes(data) ^ int.from_bytes(stream)).to_bytes(len(data))


def round_dice(seed: str, round_number: int) -> Random:
    """The dice of one round of a sealed draw: a round drawn again after an undo gets the same letters."""
    return Random(f"toptable draw/{seed}/{round_number}")

"""Sealed files: what goes in comes out, with the right code only, and nothing of it shows."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import ExchangeError
from engine.sealing import CODE_LENGTH, MAX_SEALED, checksum, format_code, is_sealed, round_dice, seal, unseal

SALT = bytes(range(16))


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=300), st.binary(min_size=16, max_size=16))
def test_unsealing_gives_back_what_was_sealed(text: str, salt: bytes) -> None:
    sealed = seal(text, "ABCD-EFGH", salt)
    assert is_sealed(sealed)
    assert unseal(sealed, "abcd efgh") == text


def test_nothing_of_the_text_shows_and_two_salts_share_nothing() -> None:
    text = "RETINES " * 100
    one, two = seal(text, "ABCD", SALT), seal(text, "ABCD", SALT[::-1])
    assert "RETINES" not in one
    assert not set(one.splitlines()[2:]) & set(two.splitlines()[2:])
    assert len(set(one.splitlines())) == len(one.splitlines()), "equal plain text leaves no equal lines"


def test_a_wrong_code_and_every_change_are_noticed() -> None:
    sealed = seal("RETINES", "ABCD", SALT)
    with pytest.raises(ExchangeError, match="code"):
        unseal(sealed, "ABCE")
    head, body = sealed.split("\n", 1)
    for at in range(len(body.strip().rstrip("="))):
        changed = body[:at] + ("A" if body[at] != "A" else "B") + body[at + 1 :]
        if changed.strip()[: len(body) - 4] == body.strip()[: len(body) - 4]:
            continue  # the last signs of base64 may hold bits that mean nothing
        with pytest.raises(ExchangeError):
            unseal(f"{head}\n{changed}", "ABCD")


@given(st.text(max_size=200))
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(ExchangeError):
        unseal("TOPTABLE SEALED GAME 1\n" + text, "ABCD")
    with pytest.raises(ExchangeError):
        unseal(text, "ABCD")


def test_a_file_too_long_is_refused() -> None:
    with pytest.raises(ExchangeError, match="at most"):
        unseal("x" * (MAX_SEALED + 1), "ABCD")


def test_an_opening_code_holds_a_hundred_bits() -> None:
    code = format_code(bytes(range(200, 220)))
    assert len(code.replace("-", "")) == CODE_LENGTH
    assert not set("01IO") & set(code), "signs that are mistaken for one another"
    assert format_code(bytes(20)) != format_code(bytes([*range(19), 1]))


def test_the_checksum_is_sha_256_so_that_anyone_can_compute_it() -> None:
    assert checksum("seed") == hashlib.sha256(b"seed").hexdigest()


def test_each_round_has_dice_of_its_own() -> None:
    assert round_dice("s", 1).random() == round_dice("s", 1).random()
    assert len({round_dice(seed, number).random() for seed in "st" for number in (1, 2, 11, 12)}) == 8

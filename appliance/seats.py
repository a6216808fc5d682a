"""Who may act for whom: tokens of seats and of the desk, and the desk's PIN.

A token is made from the journal's secret, so a device that repeats its request to join, even after a restart, is told the same one;
the journal keeps only its hash.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from appliance.errors import Denied

DESK = 0
"""The desk's place in the table of devices; seats count from 1."""


@dataclass(frozen=True, slots=True)
class Device:
    """A device that was let in: by its token's hash, for a seat, or for the desk (seat 0)."""

    token_hash: str
    seat: int
    freed: bool = False


@dataclass(frozen=True, slots=True)
class Actor:
    """On whose behalf a command comes."""

    role: Literal["desk", "seat", "device", "hub"]
    """``device``: one that has no seat yet; ``hub``: the clock."""
    seat: int = 0
    via: Literal["tablet", "terminal"] = "tablet"
    """How a seat's slips come in."""

    def command_key(self, command_id: str) -> str:
        """The command's name in the journal: an id of one device never meets another's."""
        return f"{self.role}{self.seat or ''}:{command_id}"


class Seats:
    """The devices that were let in this evening."""

    def __init__(self, secret: bytes, devices: Iterable[Device] = ()) -> None:
        self._secret = secret
        self._seat_of = {device.token_hash: device.seat for device in devices}

    @property
    def identity(self) -> str:
        """Eight characters that tell this secret from another, and nothing of it."""
        return hashlib.sha256(b"identity" + self._secret).hexdigest()[:8]

    def new_token(self, evening: int, seat: int, command_id: str) -> str:
        """The token for a request to sit down (or, with seat 0, to take the desk)."""
        return hmac.new(self._secret, f"{evening}:{seat}:{command_id}".encode(), hashlib.sha256).hexdigest()

    def device(self, token: str, seat: int) -> Device:
        """The row of the journal that lets a token in."""
        return Device(_hash(token), seat)

    def holder(self, seat: int) -> Device | None:
        """The device that has a seat."""
        return next((Device(token_hash, s) for token_hash, s in self._seat_of.items() if s == seat), None)

    @property
    def taken(self) -> frozenset[int]:
        """Seats that a device has."""
        return frozenset(self._seat_of.values()) - {DESK}

    def apply(self, devices: Iterable[Device]) -> None:
        """Follow what the journal has written."""
        for device in devices:
            if device.freed:
                self._seat_of.pop(device.token_hash, None)
            else:
                self._seat_of[device.token_hash] = device.seat

    def forget_seats(self) -> None:
        """A new evening: every table is free again; the desk stays."""
        self._seat_of = {token_hash: seat for token_hash, seat in self._seat_of.items() if seat == DESK}

    def actor(self, token: str) -> Actor:
        """Whose token it is.

        :raises Denied: ``no_token`` if it is nobody's.
        """
        seat = self._seat_of.get(_hash(token)) if token else None
        if seat is None:
            raise Denied("no_token", "no or unknown token: join a seat, or log in at the desk")
        return Actor("desk") if seat == DESK else Actor("seat", seat)


def same_pin(given: object, pin: str) -> bool:
    """Compare without telling by the time taken how much of it was right."""
    return isinstance(given, str) and hmac.compare_digest(given.strip().encode(), pin.encode())


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()

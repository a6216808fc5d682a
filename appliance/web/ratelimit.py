"""Limits the tries at the desk's PIN: a few at once, then a growing wait, for each address by itself; many in all slow everybody down."""

from __future__ import annotations

from dataclasses import dataclass

from appliance.errors import Denied
from appliance.ports import Time

FREE_TRIES = 5
FIRST_WAIT_MS = 30_000
LONGEST_WAIT_MS = 900_000
MAX_ADDRESSES = 1000
"""Addresses remembered; beyond that the oldest is forgotten."""
FREE_TRIES_OF_ALL = 500
WAIT_OF_ALL_MS = 2_000
"""After so many wrong tries, which no club makes by mistake, one more makes everybody wait: a device may have addresses without end."""


class TooManyTries(Denied):
    """The address, or everybody, has to wait."""

    def __init__(self, retry_after_s: int) -> None:
        super().__init__("too_many_tries", f"too many wrong PINs: wait {retry_after_s} s")
        self.retry_after_s = retry_after_s


@dataclass(slots=True)
class _Failures:
    count: int = 0
    free_at_ms: int = 0


class Tries:
    """Wrong tries of each address since its last right one, and those of all."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._failures: dict[str, _Failures] = {}
        self._of_all = _Failures()

    def check(self, address: str) -> None:
        """:raises TooManyTries: while the address has to wait."""
        free_at_ms = max(self._failures.get(address, self._of_all).free_at_ms, self._of_all.free_at_ms)
        wait_ms = free_at_ms - self._time.now_ms()
        if wait_ms > 0:
            raise TooManyTries(-(-wait_ms // 1000))

    def failed(self, address: str) -> None:
        """A wrong try; from the fifth on, each doubles the wait."""
        failures = self._failures.pop(address, _Failures())
        if len(self._failures) >= MAX_ADDRESSES:
            del self._failures[next(iter(self._failures))]
        self._failures[address] = failures
        failures.count += 1
        if failures.count >= FREE_TRIES:
            wait_ms = min(LONGEST_WAIT_MS, FIRST_WAIT_MS << min(failures.count - FREE_TRIES, 10))
            failures.free_at_ms = self._time.now_ms() + wait_ms
        self._of_all.count += 1
        if self._of_all.count >= FREE_TRIES_OF_ALL:
            self._of_all.free_at_ms = self._time.now_ms() + WAIT_OF_ALL_MS

    def succeeded(self, address: str) -> None:
        """A right try: the address starts afresh."""
        self._failures.pop(address, None)

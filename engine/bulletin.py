"""Slips (bulletins) as handed in, and what the arbiter says of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from engine.move import Move
from engine.ruleset import Fault, Sanction

MAX_SLIP = 200
"""Longest slip in characters; a longer one is refused at the door."""

Source = Literal["tablet", "terminal", "paper", "file"]
"""How a slip reached the referee."""


@dataclass(frozen=True, slots=True)
class Bulletin:
    """What a seat handed in, kept verbatim."""

    seat: int
    text: str
    number: int
    """Running number of the slip within its round, from 1."""
    source: Source
    late: bool = False
    """Whether it came after the time was up."""
    remaining_ms: int = 0
    """Time left on the round's clock when it was received."""


@dataclass(frozen=True, slots=True)
class Play:
    """What one seat does in one round. Usually one move; decomposed rounds have two, the Romanian last round any number."""

    moves: tuple[Move, ...]
    exchange: tuple[str, str] | None = None
    """Substitution: the tile given up and the tile taken."""


@dataclass(frozen=True, slots=True)
class SanctionedFault:
    """A fault found on a slip and what the rule book makes of it."""

    fault: Fault
    sanction: Sanction
    detail: str = ""
    """The word, square or letter in question, as it should be shown."""


_ORDER = {fault: number for number, fault in enumerate(Fault)}


def in_order(faults: Iterable[SanctionedFault]) -> tuple[SanctionedFault, ...]:
    """Each fault once, in the order of :class:`Fault`."""
    return tuple(sorted(dict.fromkeys(faults), key=lambda fault: _ORDER[fault.fault]))


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing that an unclear slip may mean."""

    play: Play
    points: int
    faults: tuple[SanctionedFault, ...] = ()
    """What is wrong with the slip if it means this, besides what is wrong with it in any case."""


Outcome = Literal["accepted", "zero", "undecided"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The decision on one seat's slip in one round."""

    seat: int
    outcome: Outcome
    points: int
    """True points of the accepted placement, penalties not deducted; while undecided, the proposal."""
    play: Play | None = None
    faults: tuple[SanctionedFault, ...] = ()
    penalty: int = 0
    """Points this slip loses by faults whose sanction is ``penalty`` (a positive number). What repeated warnings cost is not in
    here: the standings work it out from all rounds."""
    claimed: int | None = None
    """Points the player counted."""
    candidates: tuple[Candidate, ...] = ()
    """For an undecided slip: what it may mean."""
    reason: str = ""
    """Why the referee overruled the book; empty when he did not."""
    time_ms: int = 0
    """Topping: the time the seat took to hand in a top, or what missing it costs; 0 in other games."""
    slip: int = 0
    """Topping: which of the seat's slips the verdict is on, by its number in the round; 0 in other games, where it is plain."""

    @property
    def warnings(self) -> int:
        """Warnings this slip earns: one a slip at most, however many faults call for one."""
        return int(any(fault.sanction is Sanction.WARNING for fault in self.faults))

"""What devices may ask of the hub: frozen values, parsed from JSON at the door.

A player's device has :class:`HandIn`, and in the optimist game :class:`CheckSlip`; everything else is the referee's. A device repeats a
command with the same ``command_id`` until it is answered; the hub carries it out once.
"""

from __future__ import annotations

import json
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from appliance.errors import MessageError
from engine.plain import PlainError, from_plain

MAX_REQUEST = 64 * 1024
"""Bytes of one request at most; a pasted list of a thousand players fits."""
MAX_COMMAND_ID = 64


@dataclass(frozen=True, slots=True)
class OpenEvening:
    """Start an evening; the one before is kept in the journal."""

    name: str
    rules: str = "french"
    lexicon: str = ""
    """Empty: the rule set's own."""
    players: tuple[str, ...] = ()
    """Names for seats 1, 2, …"""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Overrides of rule-set keys, e.g. ``{"solo.minimum_seats": "2"}``."""
    sealed_draw: bool = False
    """Draw by a seed whose checksum is shown now and which is itself shown at the end."""


@dataclass(frozen=True, slots=True)
class SeatPlayer:
    """Give a seat a name, or another one."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class RemovePlayer:
    """The seat is played no longer; its points stay."""

    seat: int


@dataclass(frozen=True, slots=True)
class DrawByComputer:
    """Draw the next letters; ends the evening when no round is possible."""


@dataclass(frozen=True, slots=True)
class DrawTyped:
    """Letters drawn from a physical bag: ``AEINRST``, ``DI+AEINS`` or the fresh letters alone."""

    letters: str


@dataclass(frozen=True, slots=True)
class StartClock:
    """Start the countdown, or go on with it."""


@dataclass(frozen=True, slots=True)
class SetDeadline:
    """Rounds by correspondence: the round lasts until then, or now until then."""

    until: str
    """ISO 8601, ``2026-12-03T20:00``; without an offset from UTC as the hub's place reckons time."""


@dataclass(frozen=True, slots=True)
class PauseClock:
    """Halt the countdown."""


@dataclass(frozen=True, slots=True)
class ExtendClock:
    """Add time."""

    added_ms: int = 10_000


@dataclass(frozen=True, slots=True)
class EndTime:
    """The time is up now."""


@dataclass(frozen=True, slots=True)
class HandIn:
    """A slip of one seat, word for word as the player wrote it."""

    round: int
    seat: int
    text: str
    late: bool = False
    """Said by the desk of a paper slip, which is keyed after the time anyway; a tablet's own is judged by the clock alone."""
    confirmed: bool = False
    """The desk's word that a paper slip takes the place of one that is there, or that nothing is written on it."""


@dataclass(frozen=True, slots=True)
class CloseRound:
    """Take no more slips and judge them."""


@dataclass(frozen=True, slots=True)
class ChooseTop:
    """Place this one of the equal tops, by its index in the desk's list."""

    index: int


@dataclass(frozen=True, slots=True)
class Retain:
    """Place another move than the tops offer, written as a slip: ``H4 RETINES``."""

    text: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Overrule:
    """Replace a verdict by the referee's."""

    round: int
    seat: int
    points: int
    reason: str
    penalty: int = 0
    warning: bool = False


@dataclass(frozen=True, slots=True)
class Decide:
    """Settle an undecided slip by one of its candidates; index -1 is zero points."""

    round: int
    seat: int
    index: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AdmitWord:
    """A word that the list lacks counts from now on; of an official list only when that is *confirmed*."""

    word: str
    reason: str
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class CorrectSlip:
    """A slip of any judged round says this; it is judged as it would have been then."""

    round: int
    seat: int
    text: str
    reason: str
    late: bool = False


@dataclass(frozen=True, slots=True)
class GiveAverage:
    """The mean of other seats' points in place of the seat's own verdict."""

    round: int
    seat: int
    group: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Excuse:
    """The seat did not play rounds *first* to *last*: they are blank, no zeros."""

    seat: int
    first: int
    last: int
    reason: str


@dataclass(frozen=True, slots=True)
class ReturnPlayer:
    """A seat that was played no longer is played again."""

    seat: int


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Another player plays at the table from now on; the points stay with the table."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class KeyAgain:
    """Second arbitration: how a second person reads a slip of a judged round."""

    round: int
    seat: int
    text: str
    late: bool = False


@dataclass(frozen=True, slots=True)
class Settle:
    """Which of two keyings of a slip is right; the second one needs a reason."""

    round: int
    seat: int
    taken: Literal["first", "second"]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Reveal:
    """Show the top and the verdicts, place the retained move."""

    accept_proposals: bool = False


@dataclass(frozen=True, slots=True)
class AskQuestion:
    """Optimist: a seat asks whether a word is valid; the answer is shown to the desk and to that seat."""

    seat: int
    word: str


@dataclass(frozen=True, slots=True)
class NameChecker:
    """Optimist: from now on *checker* checks the slips of *seat*."""

    seat: int
    checker: int


@dataclass(frozen=True, slots=True)
class ReportDifference:
    """Optimist: the checker of a seat's slip found something else: place, word or points, in his words."""

    round: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class CheckSlip:
    """Optimist: whether the checker of a seat's slip, once its round is judged, comes to the same; if not, what he found, in his words.
    The checker's own device sends it."""

    round: int
    seat: int
    agrees: bool
    text: str = ""


@dataclass(frozen=True, slots=True)
class SearchReference:
    """Optimist, after the end: search the best known line of play, or go on with a search of the same width and seed."""

    width: int = 100
    seed: int = 0


@dataclass(frozen=True, slots=True)
class StopSearch:
    """Stop the search that runs: for a round's tops, which then are not proved, or for the best known line, which can go on later."""


@dataclass(frozen=True, slots=True)
class ShowBoard:
    """Optimist, after the end: the wall shows this seat's board; 0 for none."""

    seat: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last step; a draw with slips or time already played only if that is *confirmed*."""

    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Redo:
    """Take back the last undo, as long as no further step came after it."""


@dataclass(frozen=True, slots=True)
class EndEvening:
    """The evening is over."""


Correction = AdmitWord | CorrectSlip | GiveAverage | Excuse | ReturnPlayer | TakeOver | KeyAgain | Settle

Command = (
    Correction
    | OpenEvening
    | SeatPlayer
    | RemovePlayer
    | DrawByComputer
    | DrawTyped
    | StartClock
    | SetDeadline
    | PauseClock
    | ExtendClock
    | EndTime
    | HandIn
    | CloseRound
    | ChooseTop
    | Retain
    | Overrule
    | Decide
    | Reveal
    | AskQuestion
    | NameChecker
    | ReportDifference
    | CheckSlip
    | SearchReference
    | StopSearch
    | ShowBoard
    | Undo
    | Redo
    | EndEvening
)


@dataclass(frozen=True, slots=True)
class About:
    """What a command was asked about, each by the command that brought it about; empty: whatever is there when it comes.

    A command that was long on its way, or that another desk was quicker than, must not act on what it was never asked about.
    """

    draw: str = ""
    """The draw of the round that the command names, or of the one in play: ``PublicView.draw_id``, ``DeskRound.draw_id``."""
    turn: str = ""
    """Where the evening stood: ``DeskView.turn``."""
    step: str = ""
    """The step to be taken back or brought back: ``StepView.id``."""


ANYTHING = About()
"""What is there when the command comes."""


KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in typing.get_args(Command)}


def parse_json(data: bytes) -> dict[str, Any]:
    """A request's JSON object.

    :raises MessageError: if it is too long, no JSON, or no object.
    """
    if len(data) > MAX_REQUEST:
        raise MessageError(f"a request of {len(data)} bytes: {MAX_REQUEST} at most")
    try:
        value = json.loads(data)
        json.dumps(value, ensure_ascii=False).encode()  # half a surrogate pair is JSON, but no text that could be stored
    except (ValueError, RecursionError) as error:
        raise MessageError(f"the request is no JSON: {str(error)[:120]}") from error
    if not isinstance(value, dict):
        raise MessageError(f"the request must be a JSON object, not {type(value).__name__}")
    return value


def parse_command(kind: object, fields: object) -> Command:
    """A command from its name and its fields.

    :raises MessageError: naming the field and what it expects.
    """
    if not isinstance(kind, str) or kind not in KINDS:
        raise MessageError(f"unknown command {str(kind)[:40]!r}; there are {', '.join(KINDS)}")
    try:
        return typing.cast(Command, from_plain(KINDS[kind], fields if fields is not None else {}, kind))
    except PlainError as error:
        raise MessageError(str(error)) from error


def parse_about(fields: object) -> About:
    """What a command was asked about.

    :raises MessageError: naming the field and what it expects.
    """
    try:
        return from_plain(About, fields if fields is not None else {}, "about")
    except PlainError as error:
        raise MessageError(str(error)) from error


def parse_command_id(value: object) -> str:
    """The id by which a device repeats a command: 8 to 64 visible ASCII characters.

    :raises MessageError: otherwise.
    """
    fits = isinstance(value, str) and 8 <= len(value) <= MAX_COMMAND_ID and value.isascii() and value.isprintable()
    if not fits or not isinstance(value, str) or " " in value:
        raise MessageError(f"id: expected 8 to {MAX_COMMAND_ID} visible ASCII characters, not {str(value)[:70]!r}")
    return value

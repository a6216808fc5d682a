"""What happened: frozen, in the past tense. A game is nothing but its events folded (:mod:`engine.game`).

Points, verdicts and tops are *in* the events, so an old evening reads the same under a new lexicon or a mended solver. A new kind of
event may be added; a field may be added with a default; nothing is renamed or removed, for old journals must always load.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.board import Board
from engine.bulletin import Bulletin, Play, Verdict
from engine.ruleset import RuleSet
from engine.tiles import TileSet

Drawn = Literal["computer", "bag", "prepared", "file"]
"""Where letters came from: drawn by computer, from the physical bag, from a prepared game, from an evening file."""


@dataclass(frozen=True, slots=True)
class LexiconUsed:
    """Which word list judged the evening."""

    name: str
    words: int
    fingerprint: str
    """SHA-256 of the sorted words, hexadecimal."""
    date: str = ""
    official: bool = False


@dataclass(frozen=True, slots=True)
class EveningOpened:
    """An evening was started; it carries everything its replay needs."""

    name: str
    date: str
    """ISO date, for print only."""
    rules: RuleSet
    tileset: TileSet
    lexicon: LexiconUsed
    board: str = ""
    """225 squares to start from; empty for an empty board."""

    def __post_init__(self) -> None:
        """:raises BoardError: for a board of another size, so that the fold need not doubt it."""
        if self.board:
            Board(self.board)


@dataclass(frozen=True, slots=True)
class GameAnnounced:
    """The draws of the evening were settled before it began; *checksum* was told to the room."""

    kind: Literal["prepared", "sealed_draw"]
    """A prepared game, or a draw by computer whose seed is shown at the end."""
    checksum: str
    """SHA-256 of the sealed file, or of the seed, hexadecimal."""


@dataclass(frozen=True, slots=True)
class SeedShown:
    """The seed of a sealed draw, shown when the evening is over, so that anyone can draw again (``toptable verify``)."""

    seed: str


@dataclass(frozen=True, slots=True)
class PlayerSeated:
    """A seat was given to a player or a pair, or its name was changed."""

    seat: int
    name: str
    by_referee: bool = False
    """Whether the referee did it, so that he can take it back; otherwise a player sat down himself, or came with the evening."""


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A seat is not played from this round on; its points stay."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlayerReturned:
    """A seat that had left is played again from this round on; the rounds between stay blank."""

    seat: int


@dataclass(frozen=True, slots=True)
class TableTakenOver:
    """Another player plays at the table from that round on; the points stay with the table."""

    first_round: int
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class SeatExcused:
    """The seat did not play that round (late arrival, called away): its line stays blank instead of a zero."""

    round: int
    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class WordAdmitted:
    """A word that the list lacks is valid for every seat alike, from now on and in the round just played."""

    word: str
    """Tile codes, upper case."""
    reason: str


@dataclass(frozen=True, slots=True)
class DrawRefused:
    """A draw was made and not accepted by the rule book, or by the referee."""

    kept: str
    fresh: str
    reason: str
    source: Drawn


@dataclass(frozen=True, slots=True)
class LettersDrawn:
    """The letters of a round stand; the round begins, its clock not yet running."""

    round: int
    kept: str
    fresh: str
    source: Drawn


@dataclass(frozen=True, slots=True)
class TopsFound:
    """The solver's answer for the round: best score and every play that reaches it."""

    round: int
    points: int
    plays: tuple[Play, ...]
    proved: bool = True
    """Whether the search saw everything: the best of several placements is not always found for certain."""


@dataclass(frozen=True, slots=True)
class ClockStarted:
    """The round's clock runs (for the first time or again) with this much left."""

    round: int
    remaining_ms: int


@dataclass(frozen=True, slots=True)
class DeadlineSet:
    """The round lasts until a date and hour (for the first time, or now until another one).

    The one place where wall time decides: such a round lasts for days, over nights and restarts, and a monotonic clock ends with the
    machine that it counts in.
    """

    round: int
    deadline: str
    """ISO 8601 with the offset from UTC, to the minute, as the hub's place reckons time."""


@dataclass(frozen=True, slots=True)
class ClockPaused:
    """The round's clock stands with this much left."""

    round: int
    remaining_ms: int


@dataclass(frozen=True, slots=True)
class ClockExtended:
    """Time was added to the round; ``remaining_ms`` is what is left with it."""

    round: int
    added_ms: int
    remaining_ms: int


@dataclass(frozen=True, slots=True)
class TimeEnded:
    """The round's time is up; slips from now on are late."""

    round: int
    remaining_ms: int = 0
    """What was left when the referee ended it; 0 when it ran out by itself."""


@dataclass(frozen=True, slots=True)
class SlipHandedIn:
    """A slip arrived; it replaces an earlier one of the same seat unless it is late."""

    round: int
    bulletin: Bulletin


@dataclass(frozen=True, slots=True)
class SlipJudged:
    """The rule book's verdict on a seat's slip (or on its absence)."""

    round: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class VerdictOverruled:
    """The referee decided otherwise; the new verdict carries his reason."""

    round: int
    verdict: Verdict
    date: str = ""
    """ISO date, for print only."""


@dataclass(frozen=True, slots=True)
class AverageGiven:
    """A seat is given the mean of others' points in place of its own verdict."""

    round: int
    verdict: Verdict
    group: tuple[int, ...]
    """The seats whose points the mean was taken over."""
    date: str = ""
    followed: bool = False
    """Whether an average given before is taken anew because a verdict of its group has changed: without that one it counts nothing."""


@dataclass(frozen=True, slots=True)
class SlipCorrected:
    """A slip had been keyed wrongly: this is what it says, judged on the board and with the draw of its round."""

    round: int
    bulletin: Bulletin
    verdict: Verdict
    """Carries the reason of the correction."""
    date: str = ""


@dataclass(frozen=True, slots=True)
class SlipKeyedAgain:
    """Second arbitration: a second person read the seat's slip so. Nothing of the game changes by it. Judged anew, it is told once more."""

    round: int
    bulletin: Bulletin
    verdict: Verdict
    first: Verdict | None = None
    """What the rule book says at that moment of the slip as it stands, whatever the referee has decided about it."""


@dataclass(frozen=True, slots=True)
class KeyingSettled:
    """The two keyings of a seat's slip were compared and this one was found right."""

    round: int
    seat: int
    taken: Literal["first", "second"]


@dataclass(frozen=True, slots=True)
class SoloGiven:
    """Who was alone at the top; ``seat`` 0 takes an earlier solo back."""

    round: int
    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class MoveRetained:
    """The play that everyone places. A later one of the same round replaces it; one without a move says that nothing is placed."""

    round: int
    play: Play
    points: int
    reason: str
    """Message-catalogue key: ``only_top``, the criterion of the book that decided, or ``referee``."""
    note: str = ""
    """Words of the referee, or a figure behind the reason."""


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """No slip is taken any more; all are judged."""

    round: int


@dataclass(frozen=True, slots=True)
class TopRevealed:
    """Top and verdicts are shown, the retained play lies on every board."""

    round: int


@dataclass(frozen=True, slots=True)
class BlankReplaced:
    """A blank just placed was exchanged for the tile of its letter and is in the bag again (Dutch rules, joker game)."""

    round: int
    square: int
    """``row * 15 + col``."""


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """Optimist: a seat asked the referee whether a word is valid."""

    round: int
    seat: int
    word: str
    """Tiles, upper case."""
    valid: bool


@dataclass(frozen=True, slots=True)
class CheckerNamed:
    """Optimist: from now on another seat checks this one's slips; a later one replaces it."""

    seat: int
    checker: int


@dataclass(frozen=True, slots=True)
class DifferenceFound:
    """Optimist: the checker of a slip found another place or other points."""

    round: int
    seat: int
    checker: int
    text: str
    """What the checker found."""


@dataclass(frozen=True, slots=True)
class SlipAgreed:
    """Optimist: the checker of a slip came to the same place and points."""

    round: int
    seat: int
    checker: int


@dataclass(frozen=True, slots=True)
class ReferenceFound:
    """Optimist, after the end: the best known line of play over the draws, which the seats' percents are of."""

    points: int
    width: int
    """Boards that were kept after each draw."""
    seed: int
    """Decided among equal boards: the same draws, words, width and seed give the same points."""
    seconds: int
    """How long the search took, all its parts together."""


@dataclass(frozen=True, slots=True)
class BoardShown:
    """Optimist: after the end the wall shows the board of this seat; 0 for none."""

    seat: int


@dataclass(frozen=True, slots=True)
class StepUndone:
    """The events of an earlier command count no more; if that was itself an undo, what it had taken back counts again."""

    command: str
    remaining_ms: int = 0
    """What was left of the round in play, for a redo that brings it back."""


@dataclass(frozen=True, slots=True)
class EveningEnded:
    """The evening is over; ``reason`` is a message-catalogue key (``referee``, ``bag_empty``, ``no_vowels``, …)."""

    reason: str


Event = (
    EveningOpened
    | GameAnnounced
    | SeedShown
    | PlayerSeated
    | PlayerLeft
    | PlayerReturned
    | TableTakenOver
    | SeatExcused
    | WordAdmitted
    | DrawRefused
    | LettersDrawn
    | TopsFound
    | ClockStarted
    | DeadlineSet
    | ClockPaused
    | ClockExtended
    | TimeEnded
    | SlipHandedIn
    | SlipJudged
    | VerdictOverruled
    | AverageGiven
    | SlipCorrected
    | SlipKeyedAgain
    | KeyingSettled
    | SoloGiven
    | MoveRetained
    | RoundClosed
    | TopRevealed
    | BlankReplaced
    | QuestionAsked
    | CheckerNamed
    | DifferenceFound
    | SlipAgreed
    | ReferenceFound
    | BoardShown
    | StepUndone
    | EveningEnded
)

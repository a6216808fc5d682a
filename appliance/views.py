"""What each kind of device is told: the values alone. ``publish.py`` makes them of the game, and hides what a role may not know."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.events import ReferenceFound
from engine.standings import Standing

MAX_SHOWN_TOPS = 40
"""Equal tops that every device is told; a first draw with two blanks has thousands."""
MAX_DESK_TOPS = 300


@dataclass(frozen=True, slots=True)
class TileView:
    """One tile of the draw."""

    face: str
    points: int
    code_word: str
    """Spoken form, e.g. ``Algérie``; empty if the tile set has none."""


@dataclass(frozen=True, slots=True)
class ClockView:
    """The countdown at the moment of sending; devices count on by their own monotonic clock and never decide anything."""

    total_ms: int
    remaining_ms: int
    running: bool
    warning_ms: int = 30_000
    """From this much left on the screens warn: the first warning signal of the rule set."""
    kind: str = "countdown"
    """``countdown`` or ``deadline``: then the screens show date and hour."""
    deadline: str = ""
    """Date and hour until which the round lasts, ISO 8601, as the hub's place reckons time; empty while none is set."""


@dataclass(frozen=True, slots=True)
class PlayView:
    """A play as shown: reference and word of its first move, and of further ones."""

    ref: str
    word: str
    points: int
    more: tuple[PlayView, ...] = ()
    squares: tuple[int, ...] = ()
    """Squares (row * 15 + col) of the tiles newly laid, for highlighting."""
    exchange: str = ""
    """Substitution: the tile given up and the tile taken, ``I>W``. Completiv: the tile taken from the bag, ``+Z``."""


@dataclass(frozen=True, slots=True)
class FaultView:
    """A fault and its sanction, as message-catalogue keys (``fault.<fault>``, ``sanction.<sanction>``)."""

    fault: str
    sanction: str
    detail: str


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """That a verdict is not what was judged when the round was closed."""

    kind: str
    """``overruled``, ``average`` (a mean of others' points) or ``keyed`` (the slip had been keyed wrongly)."""
    before: int
    """Points before it."""
    shown: bool
    """Whether it came after the result was shown: the sheets mark it with its date."""
    date: str
    group: tuple[int, ...]
    """Seats of an average."""


@dataclass(frozen=True, slots=True)
class VerdictView:
    """A verdict as shown to its seat and to the desk."""

    seat: int
    outcome: str
    points: int
    penalty: int
    play: PlayView | None
    faults: tuple[FaultView, ...]
    claimed: int | None
    reason: str
    candidates: tuple[PlayView, ...] = ()
    correction: CorrectionView | None = None
    time_ms: int = 0
    """Topping: the time taken to hand in a top, or what missing it costs."""
    above: int = 0
    """The top of the round, if the referee gave points above it; else 0."""
    lost: int = 0
    """Optimist: the face value of the letters not laid, which ``points`` are less than the play scores."""


@dataclass(frozen=True, slots=True)
class FinderView:
    """Topping: a seat that found the top, and in what time."""

    seat: int
    name: str
    time_ms: int


@dataclass(frozen=True, slots=True)
class RevealView:
    """The result of a round, once everyone may see it."""

    round: int
    points: int
    """The top that counts."""
    retained: PlayView | None
    retained_reason: str
    tops: tuple[PlayView, ...]
    """The first of them, at most :data:`MAX_SHOWN_TOPS`."""
    tops_count: int
    found: int
    """How many seats reached the top."""
    best: int
    """Best score of a slip."""
    solo_seat: int
    solo_name: str
    solo_points: int
    proved: bool = True
    """Whether no better play than the top can have been missed; a top that players or referee set needs no proof."""
    possible: int = 0
    """Where the players set the top: what the solver found above it; 0 for nothing."""
    finders: tuple[FinderView, ...] = ()
    """Topping: who found the top, the quickest first; empty in other games."""


@dataclass(frozen=True, slots=True)
class AdmittedView:
    """A word that counts this evening though the list lacks it."""

    word: str
    reason: str
    round: int
    """In or after which round it was admitted; 0 before the first."""


@dataclass(frozen=True, slots=True)
class EveningView:
    """What is printed at the foot of every screen and sheet."""

    name: str
    date: str
    rules: str
    title: str
    language: str
    lexicon: str
    lexicon_words: int
    lexicon_fingerprint: str
    lexicon_date: str
    lexicon_official: bool
    admitted: tuple[AdmittedView, ...] = ()
    """Words admitted besides, once the round is shown in which they were: before, they would tell of a slip."""
    number: int = 0
    """Of the evening in the hub's journal, by which a device tells another one from its own; 0 for a game that is not the hub's."""
    game: str = "duplicate"
    """``duplicate``, ``substitution``, ``decomposed``, or ``optimist``: then each seat has its own board and no round has a top."""


@dataclass(frozen=True, slots=True)
class SeatName:
    """A place at the tables."""

    seat: int
    name: str
    present: bool
    taken: bool = False
    """Whether a device has it, so that no other can take it."""


@dataclass(frozen=True, slots=True)
class PublicView:
    """What anyone in the room may know: the wall shows it, and every tablet gets it."""

    phase: str
    evening: EveningView | None = None
    seats: tuple[SeatName, ...] = ()
    round: int = 0
    draw: str = ""
    """As published: ``DI+AEINS``."""
    draw_id: str = ""
    """Tells this draw from another of the same round, be it of the same letters; a slip names it."""
    tiles: tuple[TileView, ...] = ()
    """The draw, kept tiles first."""
    kept: int = 0
    """How many of ``tiles`` were kept from the round before."""
    refused: tuple[str, ...] = ()
    """Draws refused before this one (or, between rounds, since the last one), as letters."""
    refused_reason: str = ""
    """Message-catalogue key of the last refusal."""
    board: tuple[tuple[str, ...], ...] = ()
    """15 rows of 15 faces; empty text for an empty square, lower case for a blank."""
    points: dict[str, int] = field(default_factory=dict)
    """Face → points, for drawing tiles."""
    alphabet: tuple[str, ...] = ()
    """Faces in order, for keyboards and for choosing a blank's letter."""
    bag: int = 0
    """Tiles left in the bag."""
    choice: tuple[str, ...] = ()
    """Completiv: the faces in the bag, one of which each seat may add to the draw of the round in play."""
    to_take: tuple[str, ...] = ()
    """Substitution: the faces in the bag for which each seat may exchange a letter of the draw."""
    clock: ClockView | None = None
    slips: int = 0
    """Slips received this round (seats, not sendings)."""
    expected: int = 0
    takes_late: bool = False
    """The round is being judged, and slips still count as late ones."""
    reveal: RevealView | None = None
    """The last revealed round, while its result is on show."""
    standings: tuple[Standing, ...] = ()
    """After the last revealed round."""
    total_of_tops: int = 0
    best_line: ReferenceFound | None = None
    """Optimist: the best known line once it has been searched, which the percents are of."""
    ended: str = ""
    announced: str = ""
    """``prepared`` or ``sealed_draw``: letters that were settled before the evening began."""
    checksum: str = ""
    """What was announced of them."""
    board_of: int = 0
    """Optimist, after the end: the seat whose board is shown; 0: the board of all."""
    seed: str = ""
    """Of a sealed draw, once the evening is over."""

    @property
    def each_own(self) -> bool:
        """Whether each seat has a board of its own, and no round a top: the optimist game."""
        return self.evening is not None and self.evening.game == "optimist"


@dataclass(frozen=True, slots=True)
class OwnSlip:
    """The seat's own slip that stands."""

    number: int
    text: str
    late: bool
    paper: bool = False
    """Whether the referee keyed it."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One round on the seat's own running sheet."""

    round: int
    draw: str
    slip: str
    verdict: VerdictView | None
    points: int
    solo: int
    penalty: int
    cumulated: int
    top: int
    retained: PlayView | None
    warning: int = 0
    """The number of the warning that the slip earned, counted over the evening; 0 for none."""


@dataclass(frozen=True, slots=True)
class QuestionView:
    """Optimist: a question that a seat put to the referee, with its answer."""

    round: int
    seat: int
    word: str
    valid: bool


@dataclass(frozen=True, slots=True)
class DifferenceView:
    """Optimist: what the checker of a seat's slip found otherwise."""

    round: int
    seat: int
    checker: int
    text: str


@dataclass(frozen=True, slots=True)
class ReferenceWork:
    """Optimist: the search for the best known line, as the desk shows it."""

    width: int
    seed: int
    done: int
    """Steps done; ``steps`` in all, a hundred for each draw."""
    steps: int
    points: int
    """Of the best line so far."""
    seconds: int
    running: bool = True


@dataclass(frozen=True, slots=True)
class CheckView:
    """Optimist: a slip that a seat checks, told once its round is judged and no slip can be changed."""

    round: int
    seat: int
    name: str
    text: str
    board: tuple[tuple[str, ...], ...]
    """The other seat's board, before this slip."""
    done: bool
    """Whether the checker has said what he found."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """Optimist: what a seat has before it that no other has."""

    board: tuple[tuple[str, ...], ...]
    """As ``PublicView.board``: with the seat's plays of all revealed rounds."""
    tiles: tuple[TileView, ...]
    """The letters of the round in play; in the last one with those that the seat brings along."""
    checks: tuple[int, ...]
    """Seats whose slips this one checks."""
    questions_left: int
    questions: tuple[QuestionView, ...]
    differences: tuple[DifferenceView, ...]
    """Those that concern the seat, as player or as checker."""
    to_check: tuple[CheckView, ...] = ()
    """Slips of the round that is judged."""
    agreed: bool = False
    """Whether the checker of the seat's own slip of the round in play came to the same."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """What one seat's device is told: the public view and its own things."""

    public: PublicView
    seat: int
    name: str
    slip: OwnSlip | None
    sheet: tuple[SheetLine, ...]
    """Revealed rounds only."""
    total: int
    rank: int
    own: OwnGame | None = None
    """In the optimist game only."""


@dataclass(frozen=True, slots=True)
class OtherSlip:
    """What a seat handed in besides the slip that counts: one that a later slip took the place of, or a late one beside another."""

    text: str
    late: bool


@dataclass(frozen=True, slots=True)
class DeskSlip:
    """A slip as the desk sees it, with its verdict once judged."""

    seat: int
    name: str
    received: bool
    text: str
    number: int
    late: bool
    source: str
    verdict: VerdictView | None
    others: tuple[OtherSlip, ...] = ()


@dataclass(frozen=True, slots=True)
class KeyingView:
    """Second arbitration: how a second person read a slip."""

    seat: int
    name: str
    text: str
    verdict: VerdictView
    differs: bool
    """Whether it comes to another verdict than the first keying, and this is not settled yet."""


@dataclass(frozen=True, slots=True)
class DeskRound:
    """A judged round, for corrections."""

    round: int
    draw: str
    top: int
    retained: PlayView | None
    slips: tuple[DeskSlip, ...]
    second: tuple[KeyingView, ...] = ()
    draw_id: str = ""
    """As ``PublicView.draw_id``; a correction of the round names it."""
    printed: str = ""
    """The retained play where the book prints placements in a form of its own: ``P11-T1 - H4: JU(C)ATOR = 100 p``."""
    top_list: tuple[str, ...] = ()
    """What was placed, in that form, each line with the names of those who found it; best first."""
    proved: bool = True
    """Whether the top is the best for certain."""


@dataclass(frozen=True, slots=True)
class StepView:
    """A step of the referee's, for the question whether it is to be taken back."""

    kind: str
    """Message-catalogue key (``step.<kind>``): the event that it is known by, ``round_closed``."""
    round: int = 0
    seat: int = 0
    word: str = ""
    slips: int = 0
    """With a draw go this many slips already handed in."""
    played: bool = False
    """Whether slips or time already played would go with it: such an undo must be confirmed."""
    id: str = ""
    """By which an undo or a redo names it."""


@dataclass(frozen=True, slots=True)
class DeskView:
    """Everything; for the referee alone."""

    public: PublicView
    slips: tuple[DeskSlip, ...]
    """Of the round in play, by seat."""
    top_points: int
    tops: tuple[PlayView, ...]
    """The equal tops among which one is retained, at most :data:`MAX_DESK_TOPS`: the solver's, or where the players set the top their
    best, none before the round is judged."""
    tops_count: int
    retained: PlayView | None
    retained_reason: str
    retained_note: str
    undecided: tuple[int, ...]
    """Seats that await a decision."""
    turn: str
    """Tells where the evening stands from where it stood before; a command that changes it names it."""
    undo: StepView | None
    """The step that an undo would take back."""
    redo: StepView | None
    """The step that was undone last and can be brought back."""
    rounds: tuple[DeskRound, ...]
    standings: tuple[Standing, ...]
    """With the closed round, revealed or not."""
    bag_letters: str
    admitted: tuple[AdmittedView, ...] = ()
    """All words admitted this evening."""
    free_warnings: int = 0
    """Warnings that cost nothing; each further one costs ``warning_points``."""
    warning_points: int = 0
    checkers: dict[int, int] = field(default_factory=dict)
    """Optimist: seat → the seat that checks its slips."""
    questions: tuple[QuestionView, ...] = ()
    differences: tuple[DifferenceView, ...] = ()
    agreed: tuple[int, ...] = ()
    """Optimist: seats whose slips of the round in play their checkers found right."""
    shown_board: int = 0
    """Optimist: the seat whose board the wall shows after the end."""
    stuck: int = 0
    """How many rounds running, this one included, nothing can be placed; from the draw on, so for the referee alone."""
    tops_proved: bool = True
    """Whether the solver saw every play before it named its tops."""
    possible_points: int = 0
    """Where the players set the top: the solver's; 0 in other games."""
    possible: tuple[PlayView, ...] = ()
    """The first of its plays."""
    over: str = ""
    """Why no further round is drawn, as a message-catalogue key (``end.<key>``), once the last one is shown; empty if one may be."""

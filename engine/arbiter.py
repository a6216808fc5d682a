"""The arbiter: judges one slip.

Pure; every rule it applies is a key of the rule set. Where a slip is careless but can mean one thing only, the rule set's sanction
for that fault decides. Where it can mean several, the verdict is ``undecided`` and lists them, the likeliest first, for the referee.
Rules and sources: ``docs/rules.md``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.board import Board
from engine.bulletin import Bulletin, Candidate, Play, SanctionedFault, Verdict
from engine.errors import NotationError
from engine.notation import Reference
from engine.placing import (
    PLACE_FAULTS,
    Case,
    Laid,
    Remark,
    after_exchange,
    alike,
    completed,
    connects,
    contacts,
    everywhere,
    extensions,
    not_drawn,
    nowhere,
    try_at,
    unfinished,
)
from engine.rack import take
from engine.reading import Placement, Slip, read_slip
from engine.ruleset import Fault, RuleSet, Sanction
from engine.squares import SIZE
from engine.variants.rounds import must_exchange, split_bonus

__all__ = ["Case", "decided", "judge", "no_slip"]

_ORDER = {fault: number for number, fault in enumerate(Fault)}


@dataclass(frozen=True, slots=True)
class _Finding:
    """What one placement on a slip comes to."""

    laid: Laid | None
    """What it means; ``None`` if nothing, or if the candidates must be told apart."""
    faults: tuple[SanctionedFault, ...] = ()
    candidates: tuple[Laid, ...] = ()

    @property
    def meant(self) -> tuple[Laid, ...]:
        return (self.laid,) if self.laid else self.candidates


# --- one slip ------------------------------------------------------------------------------------------------------


def judge(bulletin: Bulletin, case: Case, *, several: bool = False) -> Verdict:
    """The rule book's verdict on one slip: every fault with its sanction, in the order of :class:`Fault`, and the true points.

    *several* says that the table handed in more than one slip.
    """
    before = [_sanctioned(case, Fault.SEVERAL_SLIPS)] if several else []
    if bulletin.late:
        lost = case.rules.slip.late == "zero"
        before.append(_sanctioned(case, Fault.LATE) if lost else SanctionedFault(Fault.LATE, Sanction.NONE))
    try:
        slip = read_slip(
            bulletin.text,
            case.tileset,
            case.rules.slip.notation,
            several=case.most_placements > 1,
            exchanges=case.rules.game == "substitution",
        )
    except NotationError:
        return _verdict(bulletin.seat, [*before, _sanctioned(case, Fault.UNREADABLE)], case)
    if slip.placements[0].is_blank:
        return _verdict(bulletin.seat, [*before, _sanctioned(case, Fault.BLANK_SLIP)], case)
    if slip.exchange is not None:
        letters = after_exchange(case, slip.exchange) if case.rules.game == "substitution" else None
        if letters is None:
            return _verdict(bulletin.seat, [*before, _sanctioned(case, Fault.LETTER_NOT_IN_DRAW, ">".join(slip.exchange))], case)
        case = replace(case, letters=letters)
    elif must_exchange(case.rules, case.letters, case.bag):
        before.append(_sanctioned(case, Fault.EXCHANGE_MISSING))
    if len(slip.placements) > case.most_placements:
        return _alternatives(bulletin.seat, before, slip, case)
    return _in_sequence(bulletin.seat, before, slip, case)


def no_slip(seat: int, case: Case) -> Verdict:
    """The verdict on a seat that handed in nothing."""
    return _verdict(seat, [_sanctioned(case, Fault.NO_SLIP)], case)


def _alternatives(seat: int, before: list[SanctionedFault], slip: Slip, case: Case) -> Verdict:
    """Several placements where one is asked for: as several slips of one table."""
    words = ", ".join(case.tileset.spell(placement.word or "") for placement in slip.placements)
    fault = _sanctioned(case, Fault.SEVERAL_SLIPS, words)
    if fault.sanction is not Sanction.ZERO:
        fault = replace(fault, sanction=Sanction.REFEREE)
    offered: list[Candidate] = []
    for placement in slip.placements:
        alone = replace(slip, placements=(placement,))
        finding = _judge_placement(case, placement)
        kept = tuple(one for one in finding.faults if one.sanction is not Sanction.REFEREE)
        offered += (replace(one, faults=_ordered((*kept, *one.faults))) for one in _listed(case, finding.meant, alone))
    return _verdict(seat, [*before, fault], case, candidates=tuple(offered), claimed=slip.claimed)


def _in_sequence(seat: int, before: list[SanctionedFault], slip: Slip, case: Case) -> Verdict:
    """Each placement on the board that the former ones leave."""
    if len(slip.placements) == 1:
        finding = _judge_placement(case, slip.placements[0])
        return _verdict(seat, [*before, *finding.faults], case, candidates=_listed(case, finding.meant, slip), slip=slip)
    play, points, rest = Play((), slip.exchange), 0, case
    whole, aside = list(before), list[SanctionedFault]()
    in_parts = case.rules.game == "decomposed"
    for placement in slip.placements:
        finding = _judge_placement(rest, placement, alone=False)
        halting = {Sanction.ZERO} if in_parts else _HALTING
        annulled = finding.laid is None or any(f.sanction in halting for f in finding.faults)
        if in_parts:
            whole += finding.faults
            if annulled:
                # the parts are one play: nothing can be said of a part that lies on one that does not stand
                return _verdict(seat, whole, case, slip=slip)
        else:
            # an annulled placement counts nothing, costs nothing, and leaves the others standing
            aside += (_unpaid(fault) for fault in finding.faults) if annulled else finding.faults
        if finding.laid is not None and not annulled:
            move = finding.laid.move
            play = replace(play, moves=(*play.moves, move))
            points += finding.laid.points
            rest = replace(rest, letters=take(rest.letters, rest.board.new_tiles(move)), board=rest.board.place(move))
    if in_parts:
        # a round played in two parts lays every letter (rules of the decomposed game)
        if rest.letters:
            drawn = len(case.letters)
            whole.append(_sanctioned(case, Fault.TOO_FEW_TILES, f"{drawn - len(rest.letters)}/{drawn}"))
        else:
            points += split_bonus(case.rules, case.letters)
    candidates = (Candidate(play, points),) if play.moves else ()
    return _verdict(seat, whole, case, candidates=candidates, slip=slip, aside=aside)


def _judge_placement(case: Case, placement: Placement, *, alone: bool = True) -> _Finding:
    """What the word, the reference and the joining letters of one placement mean together."""
    word = placement.word
    if word is None:
        return _Finding(None, (_sanctioned(case, Fault.BLANK_SLIP),))
    if len(word) > SIZE:
        return _Finding(None, (_zero(case, Fault.DOES_NOT_FIT, case.tileset.spell(word.upper())),))
    joining = placement.joining
    if placement.others:
        placement = _put_together(case, word, placement)
        word = placement.word or word
    if placement.others:
        if joining or len(placement.others) > 1 or not _lies_on(case.board, placement.others[0]):
            words = ", ".join(case.tileset.spell(one.upper()) for one in (word, *placement.others))
            return _Finding(None, (_sanctioned(case, Fault.SEVERAL_SLIPS, words),), _at_all(case, word, placement))
        joining = placement.others[0].upper()
    if alone and case.at_maximum:
        return _at_maximum(case, word, placement)
    spots = _spots(case, placement)
    if len(spots) > 1:
        return _contradictory(case, word, spots)
    if spots:
        return _at_reference(case, word, spots[0], joining, placement.claimed)
    return _without_reference(case, word, placement, joining)


def _put_together(case: Case, word: str, placement: Placement) -> Placement:
    """Several words where one is asked for: the pieces of one, or the joining letters before the word, where nothing else can be meant.

    Pieces are one word if it can be played where it is written and none of them alone could, or if the points written are those of the
    whole and of no piece. Of two words the first joins the second if it lies on the board and cannot be played there, and the second does
    not lie there.
    """
    pieces, spots = (word, *placement.others), _spots(case, placement)
    whole = "".join(pieces)
    if len(whole) <= SIZE and (case.at_maximum or len(spots) == 1) and not placement.joining:
        points = _best_points(case, whole, spots)
        alone = {_best_points(case, piece, spots) for piece in pieces} - {None}
        if points is not None and (not alone or (points == placement.claimed and points not in alone)):
            return replace(placement, word=whole, others=())
    if len(pieces) == 2 and not placement.joining:
        first, second = pieces
        on_board = _lies_on(case.board, first) and not _lies_on(case.board, second)
        if on_board and len(second) <= SIZE and not any(try_at(case, first, spot).legal for spot in spots):
            return replace(placement, word=second, others=(first,))
    return placement


def _best_points(case: Case, word: str, spots: tuple[Reference, ...]) -> int | None:
    """What the word scores where it is written, or on the star where no place need be written; ``None`` if it cannot be played."""
    if len(word) > SIZE:
        return None
    tried = everywhere(case, word.upper()) if case.at_maximum else (try_at(case, word, spot) for spot in spots)
    return max((laid.points for laid in tried if laid.legal), default=None)


def _at_maximum(case: Case, word: str, placement: Placement) -> _Finding:
    """First slip under French rules: the most the word can score on the star, whatever reference or blank is written."""
    found = [replace(laid, blanks=()) for laid in everywhere(case, word.upper())]
    if not found:
        return _Finding(None, tuple(_zero(case, *remark) for remark in nowhere(case, word.upper())))
    best = max(laid.points for laid in found)
    written = _spots(case, placement)
    # the place written if it reaches the maximum; else by convention across, leftmost
    laid = next((laid for laid in found if laid.points == best and laid.spot in written), None)
    return _accept(case, laid or next(laid for laid in found if laid.points == best))


def _contradictory(case: Case, word: str, spots: tuple[Reference, ...]) -> _Finding:
    tried = [try_at(case, word, spot) for spot in spots]
    extension = _extensions(case, word)
    if len(extension) == 1:
        return _accept(case, extension[0])
    named = ", ".join(case.reference(laid.move) for laid in tried)
    legal = tuple(laid for laid in tried if laid.legal)
    if not legal:
        return _refuse(case, tried[0], (Fault.REFERENCE_CONTRADICTORY, named))
    return _careless(case, legal, Fault.REFERENCE_CONTRADICTORY, named)


def _at_reference(case: Case, word: str, spot: Reference, joining: str, claimed: int | None) -> _Finding:
    laid = try_at(case, word, spot)
    extension = _extensions(case, word)
    if laid.legal and extension != (laid,):
        return _checked_against_joining(case, laid, joining)
    if len(extension) == 1:
        return _accept(case, extension[0])
    meant = _incomplete(case, word, spot) or _misplaced(case, word, laid, joining, claimed)
    agreeing = meant is not None and any(_in_reach(case.board, one, joining) for one in meant.meant)
    if not agreeing and (contradiction := _joined_elsewhere(case, word, laid, joining)):
        return contradiction
    if meant is None and not laid.physical:
        meant = _left_out(case, word)
    if meant is None:
        return _refuse(case, laid)
    if not joining or not meant.meant or any(_confirmed(case, one, joining) for one in meant.meant):
        return meant
    return replace(meant, faults=(*meant.faults, _sanctioned(case, Fault.JOINING_ALTERED, case.tileset.spell(joining))))


def _joined_elsewhere(case: Case, word: str, laid: Laid, joining: str) -> _Finding | None:
    """The written place cannot be meant, and the joining letters name another: which of the two is wrong is not for the arbiter to say."""
    asked = case.rules.slip.joining_letters
    if not asked or len(joining) < min(asked, 2) or (laid.physical and connects(case.board, laid.move, joining)):
        return None
    near = [one for one in everywhere(case, word) if one.legal and _in_reach(case.board, one, joining)]
    found = tuple(one for one in near if connects(case.board, one.move, joining))
    if not near:
        return None
    named = f"{case.reference(laid.move)}, {case.tileset.spell(joining)}"
    finding = _careless(case, found or tuple(near), Fault.REFERENCE_CONTRADICTORY, named)
    return _with_joining_faults(case, finding, joining, altered=not found)


def _checked_against_joining(case: Case, laid: Laid, joining: str) -> _Finding:
    """Both modes used at once: they must not contradict each other. Letters that the word does not join, nor could join elsewhere, are
    an altered joining word beside a place that needs none."""
    if not joining or _confirmed(case, laid, joining):
        return _accept(case, laid)
    elsewhere = tuple(one for one in everywhere(case, laid.move.word) if one.legal and connects(case.board, one.move, joining))
    if elsewhere:
        named = f"{case.reference(laid.move)}, {case.tileset.spell(joining)}"
        return _careless(case, (laid, *elsewhere), Fault.REFERENCE_CONTRADICTORY, named)
    return _accept(case, laid, (Fault.JOINING_ALTERED, case.tileset.spell(joining)))


def _with_joining_faults(case: Case, finding: _Finding, joining: str, *, altered: bool) -> _Finding:
    """The finding with what is wrong with the joining letters themselves."""
    wrong = [Fault.JOINING_TOO_SHORT] if len(joining) < case.rules.slip.joining_letters else []
    wrong += [Fault.JOINING_ALTERED] if altered else []
    spelled = case.tileset.spell(joining)
    return replace(finding, faults=(*finding.faults, *(_sanctioned(case, fault, spelled) for fault in wrong)))


def _confirmed(case: Case, laid: Laid, joining: str) -> bool:
    """Whether the letters are those that the word joins there; where the book knows none, whatever is written as such says nothing."""
    return not case.rules.slip.joining_letters or connects(case.board, laid.move, joining)


def _incomplete(case: Case, word: str, spot: Reference) -> _Finding | None:
    """The word goes on over tiles that the slip leaves out: forgiven for the last letters, if the rule set says how many."""
    whole = completed(case, word, spot)
    if whole is None:
        return None
    text, start, before, after = whole
    laid = try_at(case, text, start)
    if not laid.legal:
        return None
    remark = (Fault.WORD_INCOMPLETE, case.tileset.spell(text.upper()))
    if before or after > case.rules.slip.forgotten_letters:
        return _Finding(None, (_zero(case, *remark),))
    return _careless(case, (laid,), *remark)


def _left_out(case: Case, word: str) -> _Finding | None:
    """A word without a usable reference that takes up letters of the board and leaves out the rest of them: an extension, where the book
    knows them, must be written in full."""
    whole = unfinished(case, word.upper(), _least_shared(case)) if case.rules.slip.extension_needs_no_reference else ""
    return _Finding(None, (_zero(case, Fault.WORD_INCOMPLETE, case.tileset.spell(whole)),)) if whole else None


def _misplaced(case: Case, word: str, laid: Laid, joining: str, claimed: int | None) -> _Finding | None:
    """The written place cannot be meant: is it off by a square, or the wrong way round?

    Tiles that can lie where they are written stand there with the invalid words that they make, unless the points written are those of the
    place beside.
    """
    shifted = [one for one in _neighbours(case, word, laid.spot) if one.legal]
    turned = try_at(case, word, laid.spot._replace(direction=laid.spot.direction.other))
    found = (*shifted, turned) if turned.legal else tuple(shifted)
    if laid.physical:
        found = tuple(one for one in found if one.points == claimed != laid.points)
    if joining and len(found) > 1:
        found = tuple(one for one in found if connects(case.board, one.move, joining)) or found
    if not found:
        return None
    fault = Fault.REFERENCE_SHIFTED if found[0] is not turned else Fault.REFERENCE_DIRECTION
    return _careless(case, found, fault, ", ".join(case.reference(one.move) for one in found))


def _without_reference(case: Case, word: str, placement: Placement, joining: str) -> _Finding:
    written = ", ".join(reference.text.strip() for reference in placement.references)
    if joining and case.rules.slip.joining_letters and (finding := _by_joining(case, word, joining)):
        return finding
    extension = _extensions(case, word)
    if len(extension) == 1:
        return _accept(case, extension[0])
    missing = (Fault.REFERENCE_MISSING, written or case.tileset.spell(joining))
    if extension:
        return _ask(extension, *missing)
    enough = case.rules.slip.sanction(Fault.REFERENCE_MISSING) is Sanction.ZERO
    found: list[Laid] = []
    for laid in everywhere(case, word):
        found.append(laid)
        if laid.legal and enough:
            break  # nothing but the reference is wrong, and that is zero
    legal = tuple(laid for laid in found if laid.legal)
    if legal:
        return _careless(case, legal, *missing)
    if left_out := _left_out(case, word):
        return left_out
    if found:
        return _refuse(case, min(found, key=lambda laid: (len(laid.hard), -laid.points)), missing)
    hard = (_zero(case, *remark) for remark in nowhere(case, word.upper()))
    return _Finding(None, (*hard, _sanctioned(case, *missing)))


def _by_joining(case: Case, word: str, joining: str) -> _Finding | None:
    """A place named by letters of the board: enough of them, too few, or altered."""
    spelled = case.tileset.spell(joining)
    found = tuple(everywhere(case, word))
    exact = [laid for laid in found if connects(case.board, laid.move, joining)]
    legal = tuple(laid for laid in exact if laid.legal)
    if legal:
        finding = _accept(case, legal[0]) if len(legal) == 1 else _careless(case, legal, Fault.JOINING_AMBIGUOUS, spelled)
        return _with_joining_faults(case, finding, joining, altered=False)
    if len(exact) == 1:
        return _refuse(case, exact[0])
    near = [laid for laid in found if laid.legal and any(alike(joining, run) for run in contacts(case.board, laid.move))]
    near = [laid for laid in near if _in_reach(case.board, laid, joining)] or near
    if not near:
        return None
    finding = _accept(case, near[0]) if len(near) == 1 else _careless(case, tuple(near), Fault.JOINING_AMBIGUOUS, spelled)
    return _with_joining_faults(case, finding, joining, altered=True)


# --- what a word can mean ---------------------------------------------------------------------------------------------


def _spots(case: Case, placement: Placement) -> tuple[Reference, ...]:
    """The different places that the written references name."""
    spots: list[Reference] = []
    for written in placement.references:
        if written.reference is None:
            continue
        by_mark = written.reference._replace(direction=written.marked or written.reference.direction)
        spots += [by_mark] if case.rules.slip.direction == "mark" else [written.reference, by_mark]
    return tuple(dict.fromkeys(spots))


def _extensions(case: Case, word: str) -> tuple[Laid, ...]:
    """Places where the word contains enough letters of the board to need no reference."""
    if not case.rules.slip.extension_needs_no_reference or case.board.is_empty:
        return ()
    return extensions(case, word, _least_shared(case))


def _least_shared(case: Case) -> int:
    """How many letters of the board make a word its extension: those asked of a joining word; never one alone, for every crossing has it."""
    return max(case.rules.slip.joining_letters, 2)


def _neighbours(case: Case, word: str, spot: Reference) -> tuple[Laid, ...]:
    """The word moved along rows and columns by as much as a reference may be shifted, nearest first."""
    steps = [step for far in range(1, case.rules.slip.shifted_by + 1) for step in ((0, far), (0, -far), (far, 0), (-far, 0))]
    places = [(spot.row + down, spot.col + right) for down, right in steps]
    inside = [(row, col) for row, col in places if 0 <= row < SIZE and 0 <= col < SIZE]
    return tuple(try_at(case, word, Reference(row, col, spot.direction)) for row, col in inside)


def _in_reach(board: Board, laid: Laid, joining: str) -> bool:
    """Whether the letters stand in a word of the board that the move joins, be it at another letter of it."""
    return any(joining in run for run in contacts(board, laid.move))


def _lies_on(board: Board, word: str) -> bool:
    return any(word.upper() in line.upper() for line in (*board.rows(), *board.columns))


def _at_all(case: Case, word: str, placement: Placement) -> tuple[Laid, ...]:
    """Every word written without a choice, at every place written."""
    words = (word, *(other for other in placement.others if len(other) <= SIZE))
    tried = (try_at(case, one, spot) for one in words for spot in _spots(case, placement))
    return tuple(laid for laid in tried if laid.legal)


# --- from findings to a verdict -----------------------------------------------------------------------------------------


def _sanctioned(case: Case, fault: Fault, detail: str = "") -> SanctionedFault:
    return SanctionedFault(fault, case.rules.slip.sanction(fault), detail)


def _zero(case: Case, fault: Fault, detail: str) -> SanctionedFault:
    """A fault after which nothing is left to score: only the referee could decide otherwise."""
    referee = case.rules.slip.sanction(fault) is Sanction.REFEREE
    return SanctionedFault(fault, Sanction.REFEREE if referee else Sanction.ZERO, detail)


def _accept(case: Case, laid: Laid, *remarks: Remark) -> _Finding:
    """The placement stands, as far as its own faults let it."""
    if not laid.physical:
        return _refuse(case, laid, *remarks)
    faults = tuple(_sanctioned(case, *remark) for remark in (*laid.hard, *remarks, *laid.blanks))
    return _Finding(laid, faults)


def _refuse(case: Case, laid: Laid, *remarks: Remark) -> _Finding:
    """Nothing can be placed, or only words that the lexicon lacks; the latter may still be admitted by rule set or referee."""
    if laid.physical and not remarks:
        return _accept(case, laid)
    misplaced = len(laid.move.word) > 1 and any(fault in PLACE_FAULTS - {Fault.NOTHING_PLACED} for fault, _ in laid.hard)
    letters = not_drawn(case, laid.move.word) if misplaced else ()
    hard = tuple(_zero(case, *remark) for remark in (*letters, *laid.hard))
    return _Finding(None, (*hard, *(_sanctioned(case, *remark) for remark in remarks)))


def _careless(case: Case, found: tuple[Laid, ...], fault: Fault, detail: str) -> _Finding:
    """One meaning takes the rule set's sanction; several are the referee's, unless it is zero anyway."""
    sanctioned = _sanctioned(case, fault, detail)
    if sanctioned.sanction is Sanction.ZERO:
        return _Finding(None, (sanctioned,))
    if len(found) > 1:
        return _ask(found, fault, detail)
    finding = _accept(case, found[0])
    return replace(finding, faults=(*finding.faults, sanctioned))


def _ask(found: tuple[Laid, ...], fault: Fault, detail: str) -> _Finding:
    return _Finding(None, (SanctionedFault(fault, Sanction.REFEREE, detail),), found)


_HALTING = frozenset({Sanction.ZERO, Sanction.REFEREE})


def _unpaid(fault: SanctionedFault) -> SanctionedFault:
    """Beside a zero, lesser faults are named and not paid for."""
    return fault if fault.sanction is Sanction.ZERO else replace(fault, sanction=Sanction.NONE)


def _listed(case: Case, found: Iterable[Laid], slip: Slip) -> tuple[Candidate, ...]:
    """What the slip may mean, each with what is wrong with it then."""
    return tuple(
        Candidate(
            replace(laid.play, exchange=slip.exchange),
            laid.points,
            _ordered((*(_sanctioned(case, *remark) for remark in (*laid.hard, *laid.blanks)), *_points_faults(case, slip, laid.points))),
        )
        for laid in dict.fromkeys(found)
    )


def _verdict(
    seat: int,
    faults: list[SanctionedFault],
    case: Case,
    *,
    candidates: tuple[Candidate, ...] = (),
    claimed: int | None = None,
    slip: Slip | None = None,
    aside: Iterable[SanctionedFault] = (),
) -> Verdict:
    """Let the worst of the faults decide, and compare the points where points are credited.

    *aside* are faults of single placements that leave the rest of the slip standing; they decide nothing.
    """
    claimed = slip.claimed if slip else claimed
    sanctions = {fault.sanction for fault in faults}
    if Sanction.REFEREE in sanctions and Sanction.ZERO not in sanctions and candidates:
        # one that scores nothing if it is meant is no choice
        choices = tuple(one for one in candidates if all(fault.sanction is not Sanction.ZERO for fault in one.faults))
        if not choices:
            faults, sanctions = [*faults, *candidates[0].faults], {Sanction.ZERO}
        candidates = choices
    if Sanction.ZERO in sanctions or (Sanction.REFEREE not in sanctions and not candidates):
        return Verdict(seat, "zero", 0, None, _ordered(map(_unpaid, (*faults, *aside))), 0, claimed)
    # likeliest first: those whose points the player wrote, then in the order in which they were found
    candidates = tuple(sorted(candidates, key=lambda one: one.points != claimed))
    play, points = (candidates[0].play, candidates[0].points) if candidates else (None, 0)
    if Sanction.REFEREE in sanctions:
        named, candidates = _told_apart((*faults, *aside), candidates)
        return Verdict(seat, "undecided", points, play, named, 0, claimed, candidates)
    accepted = _ordered((*faults, *aside, *(_points_faults(case, slip, points) if slip else ())))
    return Verdict(seat, "accepted", points, play, accepted, _penalty(case.rules, accepted), claimed)


def _told_apart(
    faults: Iterable[SanctionedFault], candidates: tuple[Candidate, ...]
) -> tuple[tuple[SanctionedFault, ...], tuple[Candidate, ...]]:
    """What is wrong with an undecided slip whatever it means, and of each candidate what is wrong besides."""
    shared = set.intersection(*(set(one.faults) for one in candidates)) if candidates else set[SanctionedFault]()
    named = _ordered((*faults, *shared))
    return named, tuple(replace(one, faults=tuple(fault for fault in one.faults if fault not in named)) for one in candidates)


def _penalty(rules: RuleSet, faults: Iterable[SanctionedFault]) -> int:
    return rules.slip.penalty_points * sum(fault.sanction is Sanction.PENALTY for fault in faults)


def decided(verdict: Verdict, chosen: Candidate | None, rules: RuleSet) -> Verdict:
    """An undecided verdict once the referee has said what the slip means, ``None`` for nothing that counts.

    What he was asked costs nothing; what else is wrong with the slip costs what the rule set says.
    """
    if chosen is None:
        faults = tuple(map(_unpaid, verdict.faults))
        return replace(verdict, outcome="zero", points=0, play=None, faults=faults, penalty=0, candidates=())
    settled = [
        replace(fault, sanction=Sanction.NONE) if fault.sanction is Sanction.REFEREE else fault
        for fault in (*verdict.faults, *chosen.faults)
    ]
    faults, penalty = _ordered(settled), _penalty(rules, settled)
    return replace(
        verdict, outcome="accepted", points=chosen.points, play=chosen.play, faults=faults, penalty=penalty, candidates=()
    )


def _points_faults(case: Case, slip: Slip, points: int) -> list[SanctionedFault]:
    written = [number for placement in slip.placements for number in placement.claims]
    if not written:
        return [_sanctioned(case, Fault.POINTS_MISSING)]
    if slip.claimed == points:
        return []
    return [_sanctioned(case, Fault.POINTS_WRONG, " ".join(map(str, written)))]


def _ordered(faults: Iterable[SanctionedFault]) -> tuple[SanctionedFault, ...]:
    return tuple(sorted(dict.fromkeys(faults), key=lambda fault: _ORDER[fault.fault]))

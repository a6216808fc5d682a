"""What one placement on a slip comes to: the word, the reference and the joining letters weighed together, with the rule set's sanctions.

A careless slip that can mean one thing only means that; where it can mean several, all of them are the answer. The verdict is made of it by
:mod:`engine.arbiter`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.board import Board
from engine.bulletin import SanctionedFault
from engine.notation import Reference
from engine.placing import (
    PLACE_FAULTS,
    Case,
    Laid,
    Remark,
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
    unknown_word,
)
from engine.reading import Placement
from engine.ruleset import Fault, Sanction
from engine.squares import SIZE


@dataclass(frozen=True, slots=True)
class Finding:
    """What one placement on a slip comes to."""

    laid: Laid | None
    """What it means; ``None`` if nothing, or if the candidates must be told apart."""
    faults: tuple[SanctionedFault, ...] = ()
    candidates: tuple[Laid, ...] = ()

    @property
    def meant(self) -> tuple[Laid, ...]:
        return (self.laid,) if self.laid else self.candidates


# --- one placement -----------------------------------------------------------------------------------------------------


def meaning(case: Case, placement: Placement, *, alone: bool = True) -> Finding:
    """What the word, the reference and the joining letters of one placement mean together."""
    word = placement.word
    if word is None:
        return Finding(None, (case.sanctioned(Fault.BLANK_SLIP),))
    if len(word) > SIZE:
        return Finding(None, (_zero(case, Fault.DOES_NOT_FIT, case.tileset.spell(word.upper())),))
    joining = placement.joining
    if placement.others:
        placement = _put_together(case, word, placement)
        word = placement.word or word
    if placement.others:
        if joining or len(placement.others) > 1 or not _lies_on(case.board, placement.others[0]):
            words = ", ".join(case.tileset.spell(one.upper()) for one in (word, *placement.others))
            return Finding(None, (case.sanctioned(Fault.SEVERAL_SLIPS, words),), _at_all(case, word, placement))
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


def _at_maximum(case: Case, word: str, placement: Placement) -> Finding:
    """First slip under French rules: the most the word can score on the star, whatever reference or blank is written."""
    found = [replace(laid, blanks=()) for laid in everywhere(case, word.upper())]
    if not found:
        return Finding(None, tuple(_zero(case, *remark) for remark in nowhere(case, word.upper())))
    best = max(laid.points for laid in found)
    written = _spots(case, placement)
    # the place written if it reaches the maximum; else by convention across, leftmost
    laid = next((laid for laid in found if laid.points == best and laid.spot in written), None)
    return _accept(case, laid or next(laid for laid in found if laid.points == best))


def _contradictory(case: Case, word: str, spots: tuple[Reference, ...]) -> Finding:
    tried = [try_at(case, word, spot) for spot in spots]
    extension = _extensions(case, word)
    if len(extension) == 1:
        return _accept(case, extension[0])
    named = ", ".join(case.reference(laid.move) for laid in tried)
    legal = tuple(laid for laid in tried if laid.legal)
    if not legal:
        return _refuse(case, tried[0], (Fault.REFERENCE_CONTRADICTORY, named))
    return _careless(case, legal, Fault.REFERENCE_CONTRADICTORY, named)


def _at_reference(case: Case, word: str, spot: Reference, joining: str, claimed: int | None) -> Finding:
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
    return replace(meant, faults=(*meant.faults, case.sanctioned(Fault.JOINING_ALTERED, case.tileset.spell(joining))))


def _joined_elsewhere(case: Case, word: str, laid: Laid, joining: str) -> Finding | None:
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


def _checked_against_joining(case: Case, laid: Laid, joining: str) -> Finding:
    """Both modes used at once: they must not contradict each other. Letters that the word does not join, nor could join elsewhere, are
    an altered joining word beside a place that needs none."""
    if not joining or _confirmed(case, laid, joining):
        return _accept(case, laid)
    elsewhere = tuple(one for one in everywhere(case, laid.move.word) if one.legal and connects(case.board, one.move, joining))
    if elsewhere:
        named = f"{case.reference(laid.move)}, {case.tileset.spell(joining)}"
        return _careless(case, (laid, *elsewhere), Fault.REFERENCE_CONTRADICTORY, named)
    return _accept(case, laid, (Fault.JOINING_ALTERED, case.tileset.spell(joining)))


def _with_joining_faults(case: Case, finding: Finding, joining: str, *, altered: bool) -> Finding:
    """The finding with what is wrong with the joining letters themselves."""
    wrong = [Fault.JOINING_TOO_SHORT] if len(joining) < case.rules.slip.joining_letters else []
    wrong += [Fault.JOINING_ALTERED] if altered else []
    spelled = case.tileset.spell(joining)
    return replace(finding, faults=(*finding.faults, *(case.sanctioned(fault, spelled) for fault in wrong)))


def _confirmed(case: Case, laid: Laid, joining: str) -> bool:
    """Whether the letters are those that the word joins there; where the book knows none, whatever is written as such says nothing."""
    return not case.rules.slip.joining_letters or connects(case.board, laid.move, joining)


def _incomplete(case: Case, word: str, spot: Reference) -> Finding | None:
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
        return Finding(None, (_zero(case, *remark),))
    return _careless(case, (laid,), *remark)


def _left_out(case: Case, word: str) -> Finding | None:
    """A word without a usable reference that takes up letters of the board and leaves out the rest of them: an extension, where the book
    knows them, must be written in full."""
    whole = unfinished(case, word.upper(), _least_shared(case)) if case.rules.slip.extension_needs_no_reference else ""
    return Finding(None, (_zero(case, Fault.WORD_INCOMPLETE, case.tileset.spell(whole)),)) if whole else None


def _misplaced(case: Case, word: str, laid: Laid, joining: str, claimed: int | None) -> Finding | None:
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


def _without_reference(case: Case, word: str, placement: Placement, joining: str) -> Finding:
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
    return _unplaced(case, word, missing)


def _by_joining(case: Case, word: str, joining: str) -> Finding | None:
    """A place named by letters of the board: enough of them, too few, or altered."""
    spelled = case.tileset.spell(joining)
    found = tuple(everywhere(case, word))
    exact = [laid for laid in found if connects(case.board, laid.move, joining)]
    legal = tuple(laid for laid in exact if laid.legal)
    if legal:
        finding = _accept(case, legal[0]) if len(legal) == 1 else _careless(case, legal, Fault.JOINING_AMBIGUOUS, spelled)
        return _with_joining_faults(case, finding, joining, altered=False)
    if len(_extensions(case, word)) == 1:
        return None
    if len(exact) == 1:
        return _refuse(case, exact[0])
    near = [laid for laid in found if laid.legal and any(alike(joining, run) for run in contacts(case.board, laid.move))]
    near = [laid for laid in near if _in_reach(case.board, laid, joining)] or near
    if not near:
        return _unplaced(case, word) if exact else None
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
    """How many letters of the board make a word its extension: those asked of a joining word, never one alone, which each crossing has."""
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


# --- findings ----------------------------------------------------------------------------------------------------------


def _zero(case: Case, fault: Fault, detail: str) -> SanctionedFault:
    """A fault after which nothing is left to score: only the referee could decide otherwise."""
    referee = case.rules.slip.sanction(fault) is Sanction.REFEREE
    return SanctionedFault(fault, Sanction.REFEREE if referee else Sanction.ZERO, detail)


def _accept(case: Case, laid: Laid, *remarks: Remark) -> Finding:
    """The placement stands, as far as its own faults let it."""
    if not laid.physical:
        return _refuse(case, laid, *remarks)
    faults = tuple(case.sanctioned(*remark) for remark in (*laid.hard, *remarks, *laid.blanks))
    return Finding(laid, faults)


def _refuse(case: Case, laid: Laid, *remarks: Remark) -> Finding:
    """Nothing can be placed, or only words that the lexicon lacks; the latter may still be admitted by rule set or referee."""
    if laid.physical and not remarks:
        return _accept(case, laid)
    misplaced = len(laid.move.word) > 1 and any(fault in PLACE_FAULTS - {Fault.NOTHING_PLACED} for fault, _ in laid.hard)
    letters = not_drawn(case, laid.move.word) if misplaced else ()
    hard = tuple(_zero(case, *remark) for remark in (*letters, *laid.hard))
    return Finding(None, (*hard, *(case.sanctioned(*remark) for remark in remarks)))


def _unplaced(case: Case, word: str, *remarks: Remark) -> Finding:
    """A word without a place, which is wrong wherever it may lie: only what it lacks itself is named, for its cross words are none that
    the player wrote."""
    own = (*not_drawn(case, word.upper()), *unknown_word(case, word.upper())) if len(word) > 1 else ()
    hard = (_zero(case, *remark) for remark in own or nowhere(case, word.upper()))
    return Finding(None, (*hard, *(case.sanctioned(*remark) for remark in remarks)))


def _careless(case: Case, found: tuple[Laid, ...], fault: Fault, detail: str) -> Finding:
    """One meaning takes the rule set's sanction; several are the referee's, unless it is zero anyway."""
    sanctioned = case.sanctioned(fault, detail)
    if sanctioned.sanction is Sanction.ZERO:
        return Finding(None, (sanctioned,))
    if len(found) > 1:
        return _ask(found, fault, detail)
    finding = _accept(case, found[0])
    return replace(finding, faults=(*finding.faults, sanctioned))


def _ask(found: tuple[Laid, ...], fault: Fault, detail: str) -> Finding:
    return Finding(None, (SanctionedFault(fault, Sanction.REFEREE, detail),), found)

"""What a table is told about its slip of a round, in words: for devices that have no catalogue of their own.

The pages put the same sentences together from the same catalogue (``notice`` in ``web/static/words.js``).
"""

from __future__ import annotations

from appliance.catalogue import Catalogue
from appliance.views import FaultView, SheetLine


def notice(line: SheetLine, words: Catalogue) -> tuple[str, ...]:
    """One sentence for each fault with its word or letter, what it costs, what the referee says; empty if there is nothing to tell."""
    verdict = line.verdict
    if verdict is None:
        return ()
    # what the referee himself made a zero was a question before: its faults cost nothing, and yet they are why
    told = [_sentence(fault, words) for fault in verdict.faults if fault.sanction != "none" or verdict.outcome == "zero"]
    if verdict.outcome == "zero":
        lost = -verdict.points
        told.append(words.text("notice.costs_lost", points=lost) if lost > 0 else words.text("notice.costs_zero"))
    if line.warning:
        told.append(words.text("notice.costs_warning", number=line.warning))
    if line.penalty:
        told.append(words.text("notice.costs_penalty", points=line.penalty))
    correction = verdict.correction
    if correction and correction.kind == "average":
        told.append(words.text("common.average_of", tables=", ".join(map(str, correction.group))))
    if correction and correction.shown:
        told.append(words.text("common.corrected", date=correction.date[:10], before=correction.before, points=verdict.points))
    if told and verdict.reason:
        told.append(words.text("common.referee_says", reason=verdict.reason))
    return tuple(told)


def _sentence(fault: FaultView, words: Catalogue) -> str:
    """With its detail; a sentence about a word that is not known would say no more than the fault's name."""
    text = words.text(f"notice.{fault.fault}", detail=fault.detail)
    if not fault.detail and text != words.text(f"notice.{fault.fault}", detail="x"):
        return words.text(f"fault.{fault.fault}") + "."
    return text

"""When a button acts: debounce and hold as a pure function of edges and time.

A level counts once it has stood for ``settle_ms``, so neither contact bounce nor a spike from the buzzer's wire is a press. A button
with ``hold_ms`` acts once when it has been down that long, and not at all when let go earlier. One that is down when the program
starts is stuck, or somebody leans on it: it acts only after it was let go.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Timing:
    """How long a level must stand."""

    settle_ms: int = 30
    hold_ms: int = 0
    """0: acts when pressed."""


@dataclass(frozen=True, slots=True)
class Button:
    """All that must be remembered of a button between two looks at it."""

    down: bool
    """Level at the last look."""
    changed_ms: int
    """When it took that level."""
    pressed: bool
    """The settled level."""
    pressed_ms: int
    """When the settled level began."""
    armed: bool
    """Whether a press may act: it was released since it last did."""


class Look(NamedTuple):
    """What a look at a button shows."""

    button: Button
    acts: bool
    again_ms: int | None
    """When to look again if no edge comes before; nothing can change until then."""


def start(down: bool, now_ms: int) -> Button:
    """A button as it is found when the program starts."""
    return Button(down, now_ms, pressed=down, pressed_ms=now_ms, armed=not down)


def look(button: Button, timing: Timing, down: bool, now_ms: int) -> Look:
    """Look at a button, on an edge or when a look was due; *down* is its level at *now_ms*, on any monotonic clock."""
    missed = False
    if down != button.down:
        # A busy hub may come late: what the old level did until a moment ago still counts.
        button, missed = _stands(button, timing, now_ms - 1)
        button = replace(button, down=down, changed_ms=now_ms)
    button, acts = _stands(button, timing, now_ms)
    due = None
    if button.down != button.pressed:
        due = button.changed_ms + timing.settle_ms
    elif button.pressed and button.armed:
        due = button.pressed_ms + timing.hold_ms
    return Look(button, acts or missed, due)


def _stands(button: Button, timing: Timing, now_ms: int) -> tuple[Button, bool]:
    """The button whose level has not changed until *now_ms*, and whether it acts."""
    if button.down != button.pressed and now_ms - button.changed_ms >= timing.settle_ms:
        button = replace(button, pressed=button.down, pressed_ms=button.changed_ms)
    if not button.pressed:
        return replace(button, armed=True), False
    acts = button.armed and button.down and now_ms - button.pressed_ms >= timing.hold_ms
    return replace(button, armed=button.armed and not acts), acts

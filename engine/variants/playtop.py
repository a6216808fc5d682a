"""What the best of a round is where a play may be more than one move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.bulletin import Play

Progress = Callable[[int, int], bool]
"""Called with how many steps are done and how many there are; ``False`` stops the search."""


@dataclass(frozen=True, slots=True)
class PlayTop:
    """The best score found and every play that reaches it."""

    points: int
    plays: tuple[Play, ...]
    proved: bool = True
    """``False`` if the search was stopped before it had seen everything."""


def go_on(_done: int, _steps: int) -> bool:
    """A progress that nobody watches and nobody stops."""
    return True

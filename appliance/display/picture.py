"""What is on show at a moment: a value. Two equal pictures need no second drawing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from appliance.catalogue import Catalogue, catalogue
from appliance.views import PublicView


class Scene(StrEnum):
    """What a picture shows."""

    CONNECTING = "connecting"
    """No hub has answered yet."""
    LOBBY = "lobby"
    DRAW = "draw"
    PLAY = "play"
    """Board, draw and clock: running, paused, time up and judging."""
    REVEAL = "reveal"
    STANDINGS = "standings"
    BOARD = "board"
    """The board alone, when someone asks for it at the keyboard."""


@dataclass(frozen=True)
class Picture:
    """Everything a drawing depends on."""

    scene: Scene
    view: PublicView
    language: str
    url: str = ""
    """Address of the players' page."""
    page: int = 0
    """Of lists that do not fit at once; counted on and on, a scene takes it modulo its number of pages."""
    seconds: int = 0
    """The countdown as shown."""
    connected: bool = True
    in_trouble: bool = False
    """Whether the hub says that it cannot open its evening."""
    silent: bool = False
    """Whether signals cannot be heard from here."""
    volume: int | None = None
    """In percent, just after it was changed."""

    @property
    def texts(self) -> Catalogue:
        return catalogue(self.language)

    @property
    def urgent(self) -> bool:
        """Whether the rule set's warning is past: then the clock is marked by shape, size and words, not by colour alone."""
        return self.view.phase in {"running", "paused"} and self.seconds <= self.warning_seconds

    @property
    def warning_seconds(self) -> int:
        """How long before the end the warning comes."""
        return self.view.clock.warning_ms // 1000 if self.view.clock else 0

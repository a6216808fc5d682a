"""Every way in which the rules refuse a value.

One root, one leaf per kind of refusal; each leaf is also the builtin that a Python programmer would expect, so that a caller
may catch either. Messages name the value, the place and what was expected, in English: they are for the command line and the log. What a
person at a desk or a tablet can cause also has a ``reason``, which the appliance's message catalogues put into that person's language.
"""

from __future__ import annotations


class EngineError(Exception):
    """Root of everything that ``engine`` raises on purpose."""

    def __init__(self, message: str = "", reason: str = "", **values: str | int) -> None:
        super().__init__(message)
        self.reason = reason
        """A key of the message catalogues; empty for what no person at a screen can cause."""
        self.values = values
        """What fills the placeholders of the reason's text."""


class TileError(EngineError, ValueError):
    """A text holds a character that is no tile of the set, or a tile set is badly described."""


class RackError(EngineError, ValueError):
    """Tiles were asked of a rack or a bag that does not hold them."""


class NotationError(EngineError, ValueError):
    """A reference or a move cannot be read."""


class BoardError(EngineError, ValueError):
    """A board text has the wrong shape or holds what is no tile."""


class PlacementError(EngineError, ValueError):
    """A move can be read but not be laid on this board; ``fault`` names which rule stops it, and is the reason as well."""

    def __init__(self, message: str, fault: str) -> None:
        super().__init__(message, fault)
        self.fault = fault


class DrawError(EngineError, ValueError):
    """Letters cannot be this round's draw: not in the bag, wrong number, or refused by the rule book."""


class LexiconError(EngineError, ValueError):
    """A compiled lexicon or a word list is damaged, foreign or empty."""


class RuleSetError(EngineError, ValueError):
    """A rule set names an unknown key or a value that it cannot have."""


class EveningError(EngineError, ValueError):
    """An evening file holds a statement that cannot be read or cannot be carried out."""


class CommandRefused(EngineError, RuntimeError):
    """The referee's table cannot do this now; it always has a reason."""

    def __init__(self, reason: str, message: str, **values: str | int) -> None:
        super().__init__(message, reason, **values)

    @classmethod
    def because_of(cls, error: EngineError, otherwise: str) -> CommandRefused:
        """Refused for what another error says: for its reason, or *otherwise* if it has none."""
        return cls(error.reason or otherwise, str(error), **error.values)


class ExchangeError(EngineError, ValueError):
    """A game file of another program, or of Toptable, cannot be read, or cannot be written as asked."""


class EventError(EngineError, ValueError):
    """A stored event cannot be read back."""

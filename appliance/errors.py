"""Every way in which the appliance refuses or fails on purpose: one root, each leaf also a builtin."""

from __future__ import annotations


class ApplianceError(Exception):
    """Root of everything that ``appliance`` raises on purpose."""


class SetupError(ApplianceError, RuntimeError):
    """The program cannot start as asked: port, data folder, lexicon, screen. The message says what to do."""


class DataUnusable(SetupError):
    """The data folder or its journal cannot be used now: the disk is full, read-only or damaged. Somebody has to see to it."""


class JournalDamaged(DataUnusable):
    """The journal's file is not what SQLite has written."""


class FileError(ApplianceError, OSError):
    """A file that a person named cannot be read or written as asked."""


class JournalError(ApplianceError, OSError):
    """The journal cannot be read or written."""


class MessageError(ApplianceError, ValueError):
    """A request from a device cannot be read."""


class Denied(ApplianceError, PermissionError):
    """A device asked for what its role may not do; ``reason`` is a message-catalogue key."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason

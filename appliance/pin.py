"""The desk's PIN: kept in the data folder for the hub's user alone, and the same from start to start until somebody changes it."""

from __future__ import annotations

import logging
import re
import secrets
from contextlib import suppress
from pathlib import Path

from appliance.errors import FileError, SetupError
from appliance.files import read_text, write_private

log = logging.getLogger(__name__)

PIN_NAME = "desk.pin"
_PIN = re.compile(r"[0-9]{6,12}")
_MAX_FILE = 100


def new_pin() -> str:
    """Six digits by chance."""
    return f"{secrets.randbelow(1_000_000):06}"


def check_pin(text: str) -> str:
    """:raises SetupError: unless it is 6 to 12 digits."""
    if not _PIN.fullmatch(text):
        raise SetupError(f"PIN of {len(text)} characters: expected 6 to 12 digits")
    return text


def read_pin(folder: Path) -> str:
    """The PIN that is kept.

    :raises FileError: if there is none, or this user may not read it; :raises SetupError: if the file holds no PIN.
    """
    return check_pin(read_text(folder / PIN_NAME, _MAX_FILE, "the desk's PIN, which the hub writes when it first starts").strip())


def write_pin(folder: Path, pin: str) -> None:
    """Keep a PIN, readable by the owner of the folder alone; it counts from the next login on, also at a hub that runs.

    :raises FileError: if it cannot be written.
    """
    write_private(folder / PIN_NAME, pin + "\n", "this folder is not there")


class DeskPin:
    """A running hub's PIN. Where none can be kept, it holds until the hub stops."""

    def __init__(self, folder: Path, wanted: str = "") -> None:
        """*wanted* is kept from now on; without it the one kept before, else a new one.

        :raises SetupError: if *wanted* is no PIN.
        """
        self._folder = folder
        self._last = check_pin(wanted) if wanted else new_pin()
        self._overruled = ""
        try:
            if wanted:
                write_pin(folder, wanted)
            elif not (folder / PIN_NAME).exists():
                write_pin(folder, self._last)
            read_pin(folder)
        except (FileError, SetupError) as error:
            log.warning("the desk's PIN holds until the hub stops: %s", error)
            if wanted:  # the one from before that could not be written over counts no more, but the next that is kept does
                with suppress(FileError, SetupError):
                    self._overruled = read_pin(folder)

    def now(self) -> str:
        """What opens the desk at this moment."""
        try:
            kept = read_pin(self._folder)
        except (FileError, SetupError) as error:
            log.info("the desk's PIN stays as it was: %s", error)
        else:
            if kept != self._overruled:
                self._last = kept
        return self._last

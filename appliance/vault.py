"""The hub's sealed things: prepared games with their opening codes, and the seeds of sealed draws.

One folder below the data folder, readable by the hub's user only. A file is written whole and renamed, so that a power cut leaves the old
or the new one. Nothing here is ever shown: the hub reads it, and ``toptable verify`` after play.
"""

from __future__ import annotations

import itertools
import logging
import re
import secrets
from functools import lru_cache
from pathlib import Path

from appliance.errors import FileError
from appliance.files import file_error, read_text, write_private
from engine.errors import EngineError, ExchangeError
from engine.exchange.gamefile import read_game
from engine.game import Game, Phase, Round
from engine.preparation import check_playable
from engine.sealing import MAX_SEALED, SALT_BYTES, checksum, format_code, is_sealed, seal, unseal

log = logging.getLogger(__name__)

SEALED, CODE, SEED, SHOWN = ".sealed", ".code", ".seed", ".shown"
_CHECKSUM = re.compile(r"[0-9a-f]{64}")


def revealed_rounds(game: Game) -> tuple[Round, ...]:
    """The rounds whose top the room has seen: all but one that is in play, or was when the evening ended."""
    return tuple(itertools.takewhile(lambda round_: round_.phase is Phase.REVEALED, game.rounds))


class Vault:
    """Files named by the checksum that was announced."""

    def __init__(self, folder: Path) -> None:
        """*folder* need not exist yet."""
        self._folder = folder
        self.game = lru_cache(maxsize=4)(self._game)
        self._shown: dict[str, int] = {}

    # --- prepared games ---

    def seal(self, text: str) -> tuple[str, str, str]:
        """Seal a game file under a fresh code, which is kept; returns the sealed file, its checksum and the code."""
        code = format_code(secrets.token_bytes(20))
        data = seal(text, code, secrets.token_bytes(SALT_BYTES))
        found = checksum(data)
        self._write(found + CODE, code)
        return data, found, code

    def take(self, path: Path, code: str = "") -> str:
        """Keep a copy of a prepared game's file, so that the evening goes on after a restart; returns its checksum.

        :raises FileError: if it cannot be read or kept.
        :raises ExchangeError: if it cannot be played, or its opening code is not known here.
        :raises CommandRefused: if it is a game that cannot be prepared, such as optimist.
        """
        data = read_text(path, MAX_SEALED, "a prepared game")
        found = checksum(data)
        if not data.strip():
            raise ExchangeError("an empty file; expected a prepared game (toptable prepare)")
        code = code or self.code(found)
        if is_sealed(data) and not code:
            raise ExchangeError(
                f"no opening code is known here for checksum {found[:16]}: the file was sealed on another machine (--code), or it was "
                "changed and is not the one that was announced"
            )
        check_playable(read_game(unseal(data, code) if is_sealed(data) else data))
        if is_sealed(data):
            self._write(found + CODE, code)
        self._write(found + SEALED, data)
        return found

    def code(self, found: str) -> str:
        """The opening code of a sealed file; empty if none is known here."""
        return self._read(found + CODE)

    def _game(self, found: str) -> Game:
        """The prepared game of a checksum.

        :raises ExchangeError: if it is not here or was changed.
        """
        data = self._read(found + SEALED) if _CHECKSUM.fullmatch(found) else ""
        if not data:
            raise ExchangeError(f"the prepared game {found[:12]} is not in {self._folder}: start with --game FILE")
        if checksum(data) != found:
            raise ExchangeError(f"the prepared game {found[:12]} is not what was announced")
        return read_game(unseal(data, self._read(found + CODE)) if is_sealed(data) else data)

    def checksums(self) -> tuple[str, ...]:
        """The prepared games that are here, played or not."""
        return tuple(sorted(path.stem for path in self._folder.glob(f"*{SEALED}") if _CHECKSUM.fullmatch(path.stem)))

    def shown(self, found: str) -> int:
        """How many rounds of a prepared game an evening has revealed, counted from the first; the others are a secret, for good."""
        if found in self._shown:
            return self._shown[found]
        text = self._read(found + SHOWN) if _CHECKSUM.fullmatch(found) else ""
        shown = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0
        if shown:  # whoever asks for what is not here, and anyone may, makes nothing grow
            self._shown[found] = shown
        return shown

    def played(self, found: str) -> bool:
        """Whether every round of the prepared game was revealed, so that nothing of it is a secret any more.

        :raises ExchangeError: if the game is not here.
        """
        shown = self.shown(found)
        return shown > 0 and shown >= len(self.game(found).rounds)

    def follow(self, game: Game) -> None:
        """Write down how far a prepared game was revealed. What a room has seen it cannot unsee: an undo, or the end of the evening,
        changes nothing. A disk that fails is told to the log alone, and leaves the rounds a secret."""
        if game.announced is None or game.announced.kind != "prepared":
            return
        found, shown = game.announced.checksum, len(revealed_rounds(game))
        if shown <= self.shown(found):
            return
        try:
            self._write(found + SHOWN, str(shown))
            self._shown[found] = shown
        except (EngineError, OSError) as error:
            log.warning("prepared game: %s", error)

    # --- sealed draws ---

    def new_seed(self) -> str:
        """A fresh seed, kept on disk; returns its checksum, which may be told.

        :raises FileError: if it cannot be kept.
        """
        seed = secrets.token_hex(16)
        found = checksum(seed)
        self._write(found + SEED, seed)
        return found

    def seed(self, found: str) -> str:
        """The seed of a checksum.

        :raises ExchangeError: if it is not here.
        """
        seed = self._read(found + SEED) if _CHECKSUM.fullmatch(found) else ""
        if not seed:
            raise ExchangeError(f"the seed of the sealed draw {found[:12]} is not in {self._folder}")
        return seed

    # --- files ---

    def _read(self, name: str) -> str:
        try:
            text = read_text(self._folder / name, MAX_SEALED)
        except FileError:
            return ""
        return text if name.endswith(SEALED) else text.strip()

    def _write(self, name: str, text: str) -> None:
        path, unwritable = self._folder / name, "the folder of sealed games cannot be written"
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise file_error(error, path, unwritable) from error
        write_private(path, text, unwritable)

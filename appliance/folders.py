"""Where an evening's data lie unless the command line says otherwise, and what ``install.sh`` has laid where on a box."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

PROGRAM = Path("/opt/toptable")
BOX_DATA = Path("/var/lib/toptable")
BOX_SETTINGS = Path("/etc/toptable/hub.conf")
BOX_PORT = 80

DATA_HELP = f"folder of the evenings (default: $TOPTABLE_DATA; else {BOX_DATA} on an installed box, ~/.local/share/toptable elsewhere)"


def is_installed(code: Path = Path(__file__)) -> bool:
    """Whether this program was laid out by ``install.sh``, and so runs on a box."""
    return code.resolve().is_relative_to(PROGRAM)


def default_data_folder(*, installed: bool | None = None) -> Path:
    """``$TOPTABLE_DATA``; else the box's, or ``$XDG_DATA_HOME/toptable``, or ``~/.local/share/toptable``."""
    if told := os.environ.get("TOPTABLE_DATA", ""):
        return Path(told)
    if is_installed() if installed is None else installed:
        return BOX_DATA
    base = os.environ.get("XDG_DATA_HOME", "")
    return (Path(base) if base.startswith("/") else Path.home() / ".local" / "share") / "toptable"


def box_port(settings: Path = BOX_SETTINGS) -> int:
    """The port of an installed hub, from its settings."""
    try:
        text = settings.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return BOX_PORT
    told = re.findall(r"""^\s*TOPTABLE_PORT=["']?([0-9]{1,5})["']?\s*$""", text, re.MULTILINE)
    return int(told[-1]) if told else BOX_PORT


def hand_over(folder: Path) -> None:
    """Give to the hub what root has written in its data folder, or it could not change it any more."""
    if os.geteuid() != 0 or not folder.is_dir():
        return
    owner = folder.stat()
    if owner.st_uid == 0:
        return
    for path in folder.rglob("*"):
        with suppress(OSError):  # gone meanwhile
            if path.lstat().st_uid == 0:
                os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)

"""Where an evening's data lie unless the command line says otherwise."""

from __future__ import annotations

import os
from pathlib import Path


def default_data_folder() -> Path:
    """``$XDG_DATA_HOME/toptable``, or ``~/.local/share/toptable``."""
    base = os.environ.get("XDG_DATA_HOME", "")
    return (Path(base) if base.startswith("/") else Path.home() / ".local" / "share") / "toptable"

"""``python -m appliance``: the same as ``toptable``."""

from __future__ import annotations

import sys
from pathlib import Path

import engine


def main() -> int:
    """Refuse to mix two installations, then run the command line."""
    here, rules = Path(__file__).resolve().parent.parent, Path(engine.__file__).resolve().parent.parent
    if here != rules:
        print(f"toptable: engine is taken from {rules} but appliance from {here}; use one installation", file=sys.stderr)
        return 2
    from appliance.cli import main as command_line  # noqa: PLC0415 - only once both are known to belong together

    return command_line()


if __name__ == "__main__":
    sys.exit(main())

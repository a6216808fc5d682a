"""``toptable update``: installs a release archive, from a USB stick for one."""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from appliance.errors import SetupError

MAX_ARCHIVE = 1_000_000_000


def add_parser(commands: Any) -> None:
    """Add the command to the ``toptable`` parser."""
    parser = commands.add_parser(
        "update",
        help="install a newer release from a file",
        description="Check a release archive, unpack it and run its install.sh (as root). If it does not start, the old one does.",
    )
    parser.add_argument("file", type=Path, help="toptable-….tar.gz; its .sha256 beside it is checked")
    parser.set_defaults(run=run_update)


def run_update(args: argparse.Namespace) -> int:
    """Install the archive; returns the exit status."""
    try:
        check_sum(args.file)
        with tempfile.TemporaryDirectory(prefix="toptable-update-") as folder:
            installer = unpack(args.file, Path(folder))
            return subprocess.run(["sh", str(installer)], check=False).returncode  # noqa: S603, S607 - its sum was checked; the system's own shell
    except (SetupError, OSError) as error:
        print(f"toptable update: {error}", file=sys.stderr)
        return 2


def check_sum(file: Path) -> None:
    """Compare the archive with the sum beside it.

    :raises SetupError: if the sum is missing or another; a USB stick pulled out too early cuts files.
    """
    if not file.is_file():
        raise SetupError(f"{file}: {'a folder is there' if file.is_dir() else 'there is no such file'}, expected toptable-….tar.gz")
    beside = file.with_name(file.name + ".sha256")
    try:
        expected = beside.read_text(encoding="ascii", errors="replace").split()
    except FileNotFoundError:
        raise SetupError(f"{beside} is missing: copy it too") from None
    with file.open("rb") as archive:
        actual = hashlib.file_digest(archive, "sha256").hexdigest()
    if not expected or expected[0] != actual:
        raise SetupError(f"{file} is damaged or incomplete: its SHA-256 is {actual}, not that of {beside.name}. Copy it again")


def unpack(file: Path, folder: Path) -> Path:
    """Unpack a release; returns its install.sh.

    :raises SetupError: if it is no release, or would write outside *folder*.
    """
    try:
        with tarfile.open(file) as archive:
            members = archive.getmembers()
            if sum(member.size for member in members) > MAX_ARCHIVE:
                raise SetupError(f"{file} is larger than any release")
            for member in members:
                _check_member(member, file)
            archive.extractall(folder, members)  # noqa: S202 - each member was looked at
    except (tarfile.TarError, EOFError) as error:
        raise SetupError(f"{file} is no release archive: {error}") from error
    found = list(folder.glob("toptable-*/install.sh"))
    if len(found) != 1:
        raise SetupError(f"{file} is no release archive: it has no install.sh")
    return found[0]


def _check_member(member: tarfile.TarInfo, file: Path) -> None:
    """A release holds files, folders, and links that stay inside it."""
    target = os.path.normpath(member.name)
    if member.issym() or member.islnk():
        target = os.path.normpath(Path(member.name).parent / member.linkname if member.issym() else member.linkname)
    outside = target.startswith(("/", "..")) or not target.startswith("toptable-")
    if outside or not (member.isfile() or member.isdir() or member.issym() or member.islnk()):
        raise SetupError(f"{file} is no release archive: {member.name!r}")

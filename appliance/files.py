"""Files that a person names: read whole, written whole; each failure a sentence with the place, what is there and what was expected."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

from appliance.errors import FileError

_SAID = {
    errno.EACCES: "this user may not open it",
    errno.EPERM: "this user may not open it",
    errno.EROFS: "it cannot be written to: the disk is read-only",
    errno.ENOSPC: "the disk is full",
    errno.ENAMETOOLONG: "the name is too long",
}


def read_bytes(path: Path, limit: int, what: str = "a file") -> bytes:
    """A file of at most *limit* bytes; *what* it should be is told if it is not there.

    :raises FileError: if it is not there, cannot be read, or is longer.
    """
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise file_error(error, path, f"there is no such file; expected {what}") from error
    if len(data) > limit:
        raise FileError(f"{path}: more than {limit} bytes; expected {what}")
    return data


def read_text(path: Path, limit: int, what: str = "a file") -> str:
    """A file's text, UTF-8.

    :raises FileError: as :func:`read_bytes`, and for other bytes, naming the line.
    """
    data = read_bytes(path, limit, what)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise FileError(f"{path}: line {line}: not UTF-8 text; expected {what}") from error


def write_bytes(path: Path, data: bytes) -> None:
    """:raises FileError: if it cannot be written."""
    try:
        path.write_bytes(data)
    except OSError as error:
        raise file_error(error, path, f"there is no folder {path.parent} to write to") from error


def write_private(path: Path, text: str, missing: str) -> None:
    """Write a file that the owner of its folder alone may read, whole and on disk, or leave what was there; *missing* is told where there
    is no folder.

    :raises FileError: if it cannot be written.
    """
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with os.fdopen(_open_private(fresh), "w", encoding="utf-8", newline="") as file:
            owner = path.parent.stat()
            if os.geteuid() == 0:
                os.fchown(file.fileno(), owner.st_uid, owner.st_gid)
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as error:
        with suppress(OSError):
            fresh.unlink()
        raise file_error(error, path, missing) from error


def _open_private(path: Path) -> int:
    """A descriptor of a new file that its owner alone may read; what was there of that name, a link too, is gone and not followed."""
    path.unlink(missing_ok=True)
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)


def make_folder(path: Path) -> None:
    """The folder, and those above it.

    :raises FileError: if it is not there and cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise file_error(error, path, "this folder cannot be made", folder=True) from error


def file_error(error: OSError, path: Path, missing: str, *, folder: bool = False) -> FileError:
    """What the system's error means for *path*; *missing* is said where nothing is."""
    if error.errno == errno.ENOENT:
        return FileError(f"{path}: {missing}")
    if path.is_dir() and not folder:
        return FileError(f"{path}: a folder is there, expected a file")
    if error.errno in (errno.ENOTDIR, errno.EEXIST):
        return FileError(f"{path}: {_file_above(path)} is a file, expected a folder")
    return FileError(f"{path}: {_SAID.get(error.errno or 0) or error.strerror or error}")


def _file_above(path: Path) -> Path:
    """The first part of a path that is a file, where a folder should be."""
    return next((part for part in (path, *path.parents) if part.is_file()), path)

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from appliance.cli_update import check_sum, unpack
from appliance.errors import SetupError

ROOT = Path(__file__).resolve().parents[2]


def archive(folder: Path, members: dict[str, str], links: dict[str, str] | None = None) -> Path:
    path = folder / "toptable-1.1.tar.gz"
    with tarfile.open(path, "w:gz") as tar:
        for name, text in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(text)
            tar.addfile(info, io.BytesIO(text.encode()))
        for name, target in (links or {}).items():
            info = tarfile.TarInfo(name)
            info.type = tarfile.SYMTYPE
            info.linkname = target
            tar.addfile(info)
    path.with_name(path.name + ".sha256").write_text(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n", encoding="ascii")
    return path


def update(file: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "appliance", "update", str(file)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


def test_the_installer_of_the_archive_is_run_from_its_own_folder(tmp_path: Path) -> None:
    script = 'cd "$(dirname "$0")"; echo "installing $(cat VERSION)"; exit 3\n'
    done = update(archive(tmp_path, {"toptable-1.1/install.sh": script, "toptable-1.1/VERSION": "1.1"}))
    assert done.stdout == "installing 1.1\n"
    assert done.returncode == 3, "the installer's own answer"


def test_a_cut_archive_is_not_installed(tmp_path: Path) -> None:
    file = archive(tmp_path, {"toptable-1.1/install.sh": "echo never"})
    file.write_bytes(file.read_bytes()[:-1])
    done = update(file)
    assert done.returncode == 2
    assert "damaged or incomplete" in done.stderr
    assert done.stdout == ""


def test_the_sum_must_be_there(tmp_path: Path) -> None:
    file = archive(tmp_path, {"toptable-1.1/install.sh": ""})
    check_sum(file)
    file.with_name(file.name + ".sha256").unlink()
    with pytest.raises(SetupError, match=r"sha256 is missing"):
        check_sum(file)


def test_links_inside_the_release_are_kept(tmp_path: Path) -> None:
    members = {"toptable-1.1/install.sh": "", "toptable-1.1/hardware/pins.csv": "name"}
    file = archive(tmp_path, members, {"toptable-1.1/appliance/gpio/pins.csv": "../../hardware/pins.csv"})
    installer = unpack(file, tmp_path / "to")
    assert (installer.parent / "appliance/gpio/pins.csv").read_text(encoding="utf-8") == "name"


@pytest.mark.parametrize(
    ("members", "links"),
    [
        ({"toptable-1.1/README.md": ""}, {}),
        ({"install.sh": ""}, {}),
        ({"/etc/passwd": ""}, {}),
        ({"toptable-1.1/../../etc/passwd": ""}, {}),
        ({"toptable-1.1/install.sh": ""}, {"toptable-1.1/out": "/etc"}),
        ({"toptable-1.1/install.sh": ""}, {"toptable-1.1/out": "../../etc"}),
    ],
)
def test_what_is_no_release_is_refused(members: dict[str, str], links: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="no release archive"):
        unpack(archive(tmp_path, members, links), tmp_path / "to")


def test_a_file_that_is_no_archive(tmp_path: Path) -> None:
    (tmp_path / "x.tar.gz").write_bytes(b"no archive")
    with pytest.raises(SetupError, match="no release archive"):
        unpack(tmp_path / "x.tar.gz", tmp_path)
    for wrong, said in ((tmp_path / "no-such-file", "no such file"), (Path(), "a folder is there")):
        done = update(wrong)
        assert done.returncode == 2
        assert said in done.stderr
        assert "Traceback" not in done.stderr

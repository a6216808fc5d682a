"""The desk's PIN: the same from start to start, for the hub's user alone, changed while the hub runs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from appliance.errors import FileError, SetupError
from appliance.folders import BOX_DATA, box_port, default_data_folder, is_installed
from appliance.pin import PIN_NAME, DeskPin, check_pin, read_pin, write_pin

ROOT = Path(__file__).resolve().parents[2]


def test_the_first_start_makes_one_and_the_next_keeps_it(tmp_path: Path) -> None:
    first = DeskPin(tmp_path).now()
    assert len(first) == 6
    assert DeskPin(tmp_path).now() == first
    assert (tmp_path / PIN_NAME).stat().st_mode & 0o777 == 0o600, "whoever reads it is the referee"


def test_a_changed_one_counts_at_once(tmp_path: Path) -> None:
    pin = DeskPin(tmp_path)
    write_pin(tmp_path, "20261130")
    assert pin.now() == "20261130"
    (tmp_path / PIN_NAME).unlink()
    assert pin.now() == "20261130", "a file that was lost locks nobody out"


def test_one_that_the_settings_name_is_kept(tmp_path: Path) -> None:
    assert DeskPin(tmp_path, "123456").now() == DeskPin(tmp_path).now() == "123456"


def test_one_that_could_not_be_kept_is_not_overruled_by_an_older(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_pin(tmp_path, "111111")

    def full(folder: Path, pin: str) -> None:
        raise FileError(f"{folder}: the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("appliance.pin.write_pin", full)
        pin = DeskPin(tmp_path, "222222")
    assert pin.now() == pin.now() == "222222"
    write_pin(tmp_path, "333333")
    assert pin.now() == "333333", "toptable pin still changes it"


def test_what_lies_in_the_way_of_a_new_one_is_neither_followed_nor_taken_over(tmp_path: Path) -> None:
    """Whoever may write to the folder must not make root write elsewhere, nor have a PIN kept in a file that others may read."""
    folder, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    folder.mkdir()
    elsewhere.write_text("theirs", encoding="utf-8")
    fresh = folder / f".{PIN_NAME}.{os.getpid()}"
    fresh.symlink_to(elsewhere)
    write_pin(folder, "123456")
    assert elsewhere.read_text(encoding="utf-8") == "theirs"
    fresh.write_text("left over", encoding="utf-8")
    fresh.chmod(0o644)
    write_pin(folder, "654321")
    assert (read_pin(folder), (folder / PIN_NAME).stat().st_mode & 0o777) == ("654321", 0o600)


def test_without_a_place_to_keep_it_it_holds_until_the_hub_stops(tmp_path: Path) -> None:
    pin = DeskPin(tmp_path / "not there")
    assert pin.now() == pin.now()
    assert len(pin.now()) == 6


@pytest.mark.parametrize("text", ["", "12345", "1234567890123", "12345a", "123 456", "١٢٣٤٥٦", "123456\n"])
def test_what_is_no_pin(text: str, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="6 to 12 digits"):
        check_pin(text)
    (tmp_path / PIN_NAME).write_text(text + " x", encoding="utf-8")
    with pytest.raises(SetupError):
        read_pin(tmp_path)


def test_a_folder_without_one_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="there is no such file"):
        read_pin(tmp_path)


def toptable(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "appliance", *arguments]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False, env=os.environ | environment
    )


def test_the_command_shows_it_and_changes_it(tmp_path: Path) -> None:
    assert toptable("pin", "--data", str(tmp_path)).returncode == 2, "before the first start there is none"
    write_pin(tmp_path, "411067")
    shown = toptable("pin", TOPTABLE_DATA=str(tmp_path))
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "PIN:   411067" in shown.stdout
    assert "/desk" in shown.stdout
    assert toptable("pin", "99887766", "--data", str(tmp_path)).returncode == 0
    assert read_pin(tmp_path) == "99887766"
    refused = toptable("pin", "123", "--data", str(tmp_path))
    assert (refused.returncode, "6 to 12 digits" in refused.stderr) == (2, True)
    assert read_pin(tmp_path) == "99887766"


# --- where the data of an installed box are ----------------------------------------------------------------------------


def test_a_box_has_its_data_in_one_place_whoever_types_the_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TOPTABLE_DATA", raising=False)
    assert default_data_folder(installed=True) == BOX_DATA
    assert default_data_folder(installed=False) != BOX_DATA
    monkeypatch.setenv("TOPTABLE_DATA", str(tmp_path))
    assert default_data_folder(installed=True) == default_data_folder(installed=False) == tmp_path


def test_what_is_installed_lies_where_install_sh_lays_it() -> None:
    installer = (ROOT / "install.sh").read_text(encoding="utf-8")
    assert "BASE=$ROOT/opt/toptable" in installer
    assert is_installed(Path("/opt/toptable/releases/1.0/appliance/folders.py"))
    assert not is_installed()


@pytest.mark.parametrize(
    ("text", "port"),
    [
        ("", 80),
        ("TOPTABLE_PORT=8080\n", 8080),
        ("#TOPTABLE_PORT=8080", 80),
        ('TOPTABLE_PORT="81"\nTOPTABLE_PORT=82', 82),
        ("TOPTABLE_PORT=x", 80),
    ],
)
def test_the_port_of_a_box(text: str, port: int, tmp_path: Path) -> None:
    (tmp_path / "hub.conf").write_text(text, encoding="utf-8")
    assert box_port(tmp_path / "hub.conf") == port
    assert box_port(tmp_path / "none") == 80

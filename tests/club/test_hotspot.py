from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "hotspot"


def hotspot(folder: Path, *arguments: str, fail: str = "none", broken: str = "") -> subprocess.CompletedProcess[str]:
    nmcli = folder / "nmcli"
    nmcli.write_text('#!/bin/sh\necho "$*" >>"$0.log"\ncase "$2" in "$FAIL") exit 4 ;; esac\n', encoding="utf-8")
    nmcli.chmod(0o755)
    for name in ("raspi-config", "rfkill"):
        (folder / name).write_text(f'#!/bin/sh\necho "$*" >>"$0.log"\nexit {int(name == broken)}\n', encoding="utf-8")
        (folder / name).chmod(0o755)
    path = f"{folder}:{os.environ['PATH']}"
    environment = os.environ | {"NMCLI": str(nmcli), "ROOT": str(folder), "PATH": path, "FAIL": fail}
    return subprocess.run(["sh", str(SCRIPT), *arguments], env=environment, capture_output=True, text=True, timeout=30, check=False)


def test_a_hot_spot_with_names_that_all_lead_to_the_box(tmp_path: Path) -> None:
    done = hotspot(tmp_path, "Club d'Arad", "correct horse", "RO")
    assert done.returncode == 0, done.stderr
    assert "http://10.42.0.1/" in done.stdout
    said = (tmp_path / "nmcli.log").read_text(encoding="utf-8")
    assert "ssid Club d'Arad" in said
    assert "wifi-sec.psk correct horse" in said
    assert "ipv4.method shared" in said
    names = tmp_path / "etc/NetworkManager/dnsmasq-shared.d/toptable.conf"
    assert names.read_text(encoding="utf-8") == "address=/#/10.42.0.1\n"
    assert (tmp_path / "raspi-config.log").read_text(encoding="utf-8") == "nonint do_wifi_country RO\n", "kept over a restart"
    assert (tmp_path / "rfkill.log").read_text(encoding="utf-8") == "unblock wifi\n"
    assert hotspot(tmp_path, "--off").returncode == 0
    assert not names.exists()


@pytest.mark.parametrize("broken", ["raspi-config", "rfkill"])
def test_a_radio_that_cannot_be_told_its_country_is_said(broken: str, tmp_path: Path) -> None:
    done = hotspot(tmp_path, "CLUB", "correct horse", "FR", broken=broken)
    assert done.returncode == 1
    assert "the country FR could not be set" in done.stderr
    assert not (tmp_path / "nmcli.log").exists()


@pytest.mark.parametrize("step", ["add", "up"])
def test_one_that_cannot_be_brought_up_leaves_nothing_behind(step: str, tmp_path: Path) -> None:
    done = hotspot(tmp_path, "CLUB", "correct horse", "FR", fail=step)
    assert done.returncode == 1
    assert "everything is as before" in done.stderr
    assert not (tmp_path / "etc/NetworkManager/dnsmasq-shared.d/toptable.conf").exists()
    assert (tmp_path / "nmcli.log").read_text(encoding="utf-8").splitlines()[-1] == "connection delete toptable"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("CLUB", "long enough"), "expected a name, a password and the country"),
        (("CLUB", "short", "FR"), "password of 5 characters"),
        (("", "long enough", "FR"), "expected 1 to 32 bytes"),
        (("Ș" * 17, "long enough", "FR"), "expected 1 to 32 bytes"),
        (("CLUB", "long enough", "France"), "country 'France'"),
    ],
)
def test_what_cannot_be_a_hot_spot_is_said(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    done = hotspot(tmp_path, *arguments)
    assert done.returncode == 1
    assert message in done.stderr
    assert not (tmp_path / "nmcli.log").exists()

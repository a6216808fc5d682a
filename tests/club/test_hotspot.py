from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "hotspot"


def hotspot(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    nmcli = folder / "nmcli"
    nmcli.write_text('#!/bin/sh\necho "$*" >>"$0.log"\n', encoding="utf-8")
    nmcli.chmod(0o755)
    environment = os.environ | {"NMCLI": str(nmcli), "ROOT": str(folder)}
    return subprocess.run(["sh", str(SCRIPT), *arguments], env=environment, capture_output=True, text=True, timeout=30, check=False)


def test_a_hot_spot_with_names_that_all_lead_to_the_box(tmp_path: Path) -> None:
    done = hotspot(tmp_path, "Club d'Arad", "correct horse")
    assert done.returncode == 0, done.stderr
    assert "http://10.42.0.1/" in done.stdout
    said = (tmp_path / "nmcli.log").read_text(encoding="utf-8")
    assert "ssid Club d'Arad" in said
    assert "wifi-sec.psk correct horse" in said
    assert "ipv4.method shared" in said
    names = tmp_path / "etc/NetworkManager/dnsmasq-shared.d/toptable.conf"
    assert names.read_text(encoding="utf-8") == "address=/#/10.42.0.1\n"
    assert hotspot(tmp_path, "--off").returncode == 0
    assert not names.exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("CLUB",), "expected a name and a password"),
        (("CLUB", "short"), "password of 5 characters"),
        (("", "long enough"), "expected 1 to 32 bytes"),
        (("Ș" * 17, "long enough"), "expected 1 to 32 bytes"),
        (("CLUB", "long enough", "France"), "country 'France'"),
    ],
)
def test_what_cannot_be_a_hot_spot_is_said(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    done = hotspot(tmp_path, *arguments)
    assert done.returncode == 1
    assert message in done.stderr
    assert not (tmp_path / "nmcli.log").exists()

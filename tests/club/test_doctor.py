"""The doctor, shown machines of our own making: folders laid out as the kernel does."""

from __future__ import annotations

import datetime as dt
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from appliance import doctor
from appliance.doctor import Finding, findings

ROOT = Path(__file__).resolve().parents[2]


def machine(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


@pytest.mark.parametrize(
    ("check", "files", "level", "text"),
    [
        (doctor.screen, {}, "note", "no graphics card"),
        (doctor.screen, {"sys/class/drm/card1-HDMI-A-1/status": "disconnected\n"}, "warning", "none connected at card1-HDMI-A-1"),
        (
            doctor.screen,
            {"sys/class/drm/card1-HDMI-A-1/status": "disconnected\n", "sys/class/drm/card1-HDMI-A-2/status": "connected\n"},
            "ok",
            "connected: card1-HDMI-A-2",
        ),
        (doctor.pins, {}, "note", "no GPIO"),
        (doctor.serial_ports, {}, "note", "no serial port"),
        (doctor.serial_ports, {"dev/ttyUSB0": "", "dev/ttyACM0": ""}, "ok", "ttyACM0, ttyUSB0"),
        (doctor.sound, {}, "note", "no sound card"),
        (doctor.sound, {"proc/asound/cards": " 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n   vc4-hdmi-0\n"}, "ok", "vc4hdmi0"),
        (doctor.voltage, {}, "note", "not measured"),
        (doctor.voltage, {"sys/class/hwmon/hwmon1/name": "coretemp"}, "note", "not measured"),
        (
            doctor.voltage,
            {"sys/class/hwmon/hwmon1/name": "rpi_volt", "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "0"},
            "ok",
            "enough",
        ),
        (
            doctor.voltage,
            {"sys/class/hwmon/hwmon1/name": "rpi_volt", "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "1"},
            "failure",
            "too low",
        ),
        (doctor.memory, {"proc/meminfo": "MemTotal: 900000 kB\nMemAvailable: 800000 kB\n"}, "ok", "781 MB"),
        (doctor.memory, {"proc/meminfo": "MemAvailable: 50000 kB\n"}, "warning", "48 MB"),
        (doctor.wall_time, {}, "warning", "from neither a clock chip nor the network"),
        (doctor.wall_time, {"run/systemd/timesync/synchronized": ""}, "note", "no clock chip"),
        (doctor.wall_time, {"sys/class/rtc/rtc0/name": "rtc-ds1307 1-0068"}, "ok", "with a clock chip"),
        # a Pi 5 has the chip in any case; its driver tells the battery's voltage in microvolts, 0 without one
        (doctor.wall_time, {"sys/class/rtc/rtc0/battery_voltage": "3070082\n"}, "ok", "and its battery"),
        (doctor.wall_time, {"sys/class/rtc/rtc0/battery_voltage": "0\n"}, "warning", "from neither a clock chip with a battery nor"),
        (
            doctor.wall_time,
            {"sys/class/rtc/rtc0/battery_voltage": "0\n", "run/systemd/timesync/synchronized": ""},
            "note",
            "from the network; the clock chip has no battery",
        ),
        (
            doctor.wall_time,
            {"sys/class/rtc/rtc0/battery_voltage": "0\n", "sys/class/rtc/rtc1/name": "rtc-ds1307 1-0068"},
            "ok",
            "with a clock chip",
        ),
        (doctor.pin_map, {}, "ok", "7 wires in"),
        (doctor.pin_map, {"etc/toptable/pins.csv": "name,gpio\n"}, "warning", "etc/toptable/pins.csv: line 1: expected the columns"),
    ],
)
def test_what_a_machine_has(
    check: Callable[[Path], Iterator[Finding]], files: dict[str, str], level: str, text: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    (finding,) = check(machine(tmp_path, files))
    assert (finding.level, text in finding.text) == (level, True), finding
    assert bool(finding.advice) or level in {"ok", "note"}, "whatever is wrong comes with what to do"


def test_a_date_before_the_release_is_wrong_even_in_the_same_year(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tomorrow = dt.datetime.now(dt.UTC) + dt.timedelta(days=1)
    monkeypatch.setattr(doctor, "RELEASED", tomorrow)
    (finding,) = doctor.wall_time(machine(tmp_path, {"sys/class/rtc/rtc0/name": "rpi-rtc"}))
    assert (finding.level, "timedatectl" in finding.advice) == ("warning", True)


def test_pins_without_their_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    (finding,) = doctor.pins(machine(tmp_path, {"dev/gpiochip0": ""}))
    assert finding == Finding(
        "gpio", "warning", "GPIO, but no library for it", "sudo apt install python3-gpiozero python3-lgpio"
    )


def test_an_empty_machine_gets_sensible_lines_and_no_failure_of_the_doctor(tmp_path: Path) -> None:
    said = findings(tmp_path / "data", tmp_path)
    assert not [finding for finding in said if "check itself failed" in finding.text]
    assert {"screen", "gpio", "serial", "sound", "voltage", "clock", "network", "disk", "space", "solver"} <= {f.check for f in said}
    assert all(finding.text and "\n" not in finding.text for finding in said)


def test_a_data_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    (finding,) = doctor.data_folder(tmp_path / "file" / "data")
    assert (finding.check, finding.level) == ("disk", "failure")


def test_a_data_folder_that_is_not_there_yet_is_not_made(tmp_path: Path) -> None:
    finding, _ = doctor.data_folder(tmp_path / "share" / "toptable")
    assert (finding.level, "not there yet" in finding.text) == ("note", True)
    assert list(tmp_path.iterdir()) == []


def test_a_check_that_falls_ill_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ill(root: Path) -> Iterator[Finding]:
        raise ZeroDivisionError(root)

    monkeypatch.setattr(doctor, "MACHINE", (ill,))
    assert findings(tmp_path, tmp_path)[0].text.startswith("the check itself failed: ZeroDivisionError")


def run_doctor(*arguments: str, encoding: str = "utf-8") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "appliance", "doctor", *arguments]
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, encoding=encoding, timeout=60, check=False, env=environment
    )


def test_the_command_on_this_machine(tmp_path: Path) -> None:
    plain = run_doctor("--data", str(tmp_path))
    assert plain.stderr == ""
    assert "a slip is on disk in" in plain.stdout
    said = json.loads(run_doctor("--data", str(tmp_path), "--json").stdout)
    assert {tuple(finding) for finding in said} == {("check", "level", "text", "advice")}
    failed = any(finding["level"] == "failure" for finding in said)
    assert plain.returncode == int(failed)
    assert ("FAIL" in plain.stdout) == failed


def test_a_console_that_is_not_utf8_gets_every_line(tmp_path: Path) -> None:
    (tmp_path / "lexicons").mkdir()
    (tmp_path / "lexicons" / "club.lexicon").write_bytes(b"damaged")
    done = run_doctor("--data", str(tmp_path), encoding="latin-1")
    assert (done.returncode, done.stderr) == (1, "")
    assert "\\u2192 toptable lexicon remove club" in done.stdout, "an arrow, which Latin-1 has not"


def test_a_damaged_list_is_a_failure_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "lexicons").mkdir()
    (tmp_path / "lexicons" / "club.lexicon").write_bytes(b"damaged")
    done = run_doctor("--data", str(tmp_path))
    assert done.returncode == 1
    assert "FAIL  lexicon   club:" in done.stdout

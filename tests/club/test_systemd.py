"""systemd itself judges the unit files; nothing is started."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from appliance.cli import make_parser
from appliance.display.__main__ import arguments
from appliance.display.client import socket_url

UNITS = Path(__file__).resolve().parents[2] / "systemd"

pytestmark = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd-analyze on this machine")


def run(*command: str) -> tuple[int, str]:
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(params=sorted(path.name for path in UNITS.glob("*.service")))
def unit(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The unit with a program that exists on this machine, beside the others that it names."""
    for path in UNITS.glob("*.service"):
        text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        text = re.sub(r"^Documentation=.*\n", "", text, flags=re.MULTILINE)
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    return tmp_path / str(request.param)


def test_systemd_understands_every_line(unit: Path) -> None:
    # Without --recursive-errors an unknown key is a remark and the exit status 0.
    status, said = run("systemd-analyze", "verify", "--recursive-errors=yes", str(unit))
    assert (status, said) == (0, "")


def test_verify_would_notice_a_misspelt_key(unit: Path) -> None:
    unit.write_text(unit.read_text(encoding="utf-8").replace("Restart=always", "Restartt=always"), encoding="utf-8")
    status, said = run("systemd-analyze", "verify", "--recursive-errors=yes", str(unit))
    assert status != 0
    assert "Restartt" in said


def test_exposure_is_at_most_two(unit: Path) -> None:
    status, said = run("systemd-analyze", "security", "--offline=true", "--threshold=20", str(unit))
    assert status == 0, said.splitlines()[-1]


def test_the_hub_keeps_what_the_evening_needs() -> None:
    text = (UNITS / "toptable-hub.service").read_text(encoding="utf-8")
    for line in ("Type=notify", "Restart=always", "StartLimitIntervalSec=0", "User=toptable", "StateDirectory=toptable"):
        assert f"\n{line}\n" in text
    assert "toptable-wall" not in text, "a wall that fails must not take the hub along"
    assert "network-online.target" not in text, "the box starts without a network"


def test_the_wall_is_not_handed_the_secrets_of_the_hubs_settings() -> None:
    text = (UNITS / "toptable-wall.service").read_text(encoding="utf-8")
    found = re.search(r"^UnsetEnvironment=(.*)$", text, re.MULTILINE)
    assert found
    assert {"TOPTABLE_PIN", "TOPTABLE_OPTIONS"} <= set(found.group(1).split())


def exec_start(unit: str) -> list[str]:
    """What systemd runs, its own settings filled in; those that a club may change are read from its file afterwards."""
    text = (UNITS / unit).read_text(encoding="utf-8")
    found = re.search(r"^ExecStart=(.*)$", text, re.MULTILINE)
    port = re.search(r"^Environment=TOPTABLE_PORT=(\d+)$", text, re.MULTILINE)
    assert found
    assert text.index("Environment=TOPTABLE_PORT") < text.index("EnvironmentFile=-/etc/toptable/hub.conf")
    assert port
    return shlex.split(found.group(1).replace("${TOPTABLE_PORT}", port.group(1)))


def test_the_units_say_what_the_programs_understand() -> None:
    program, *words = exec_start("toptable-hub.service")
    assert program == "/opt/toptable/current/venv/bin/toptable"
    assert words.pop() == "$TOPTABLE_OPTIONS"
    hub = make_parser().parse_args(words + shlex.split("--gpio lgpio --serial /dev/toptable/*"))
    assert hub.wait, "a restart loop would tell the referee nothing"
    assert (hub.port, hub.no_wall, str(hub.data)) == (80, True, "/var/lib/toptable")
    program, *words = exec_start("toptable-wall.service")
    assert program == "/opt/toptable/current/venv/bin/python"
    assert words[:2] == ["-m", "appliance.display"]
    wall = arguments(words[2:])
    assert socket_url(wall.url) == "ws://127.0.0.1:80/ws"
    assert not wall.attached, "the unit's wall outlives every hub"


def test_users_and_folders_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    status, said = run("systemd-sysusers", f"--root={tmp_path}", str(UNITS / "toptable.sysusers"))
    assert status == 0, said
    users = [line.split(":")[0] for line in (tmp_path / "etc" / "passwd").read_text(encoding="utf-8").splitlines()]
    named = {user for path in UNITS.glob("*.service") for user in re.findall(r"^User=(\S+)$", path.read_text("utf-8"), re.MULTILINE)}
    assert named <= set(users)
    if os.geteuid() == 0:  # only root may give a folder away
        status, said = run("systemd-tmpfiles", f"--root={tmp_path}", "--create", str(UNITS / "toptable.tmpfiles"))
        assert status == 0, said
        assert (tmp_path / "var/lib/toptable").stat().st_mode & 0o777 == 0o750


def test_the_hub_may_shut_down_whoever_is_logged_in() -> None:
    """logind asks for an action of its own while there is another session, and for another while a program holds an inhibitor
    (org.freedesktop.login1(5), PowerOff)."""
    rules = (UNITS / "50-toptable.rules").read_text(encoding="utf-8")
    asked = {f"org.freedesktop.login1.power-off{case}" for case in ("", "-multiple-sessions", "-ignore-inhibit")}
    assert asked <= set(re.findall(r'"([^"]+)"', rules))
    assert 'subject.user == "toptable"' in rules


def test_udev_understands_its_rules() -> None:
    """Where there is a udev of systemd 254 or newer; ``tests/device/install-in-container`` has one."""
    rules = sorted(map(str, UNITS.glob("6*.rules")))
    assert len(rules) == 2
    if not shutil.which("udevadm") or run("udevadm", "verify", "--help")[0]:
        pytest.skip("no udevadm that can verify")
    status, said = run("udevadm", "verify", "--no-summary", "--resolve-names=never", *rules)
    assert status == 0, said


def test_udev_rules_name_their_labels() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in UNITS.glob("6*.rules"))
    assert set(re.findall(r'GOTO="(\w+)"', text)) == set(re.findall(r'LABEL="(\w+)"', text)) != set()
    for line in text.splitlines():
        assert not line or line[0] == "#" or re.fullmatch(r'([A-Z_]+(\{\w+\})?(==|!=|\+=|=)"[^"]*"(, )?)+', line), line

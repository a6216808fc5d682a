"""install.sh below a folder of its own: a python that only pretends to make environments, a systemctl that fails on demand.

What these cannot show, the real packages and a real start, is in docs/hardware-status.md.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from urllib.parse import quote

import pytest

ROOT = Path(__file__).resolve().parents[2]

# `python3 -m venv … DIR` leaves a copy of itself in DIR/bin and, as the real ones do, its path in programs and settings; anything else is
# written down and succeeds, or fails if told to.
PYTHON = """#!/bin/sh
for last; do :; done
case "$*" in
    "-m venv"*) mkdir -p "$last/bin" && cp "$0" "$last/bin/python" && echo "command = python3 -m venv $last" >"$last/pyvenv.cfg" ;;
    *"pip"*"-e"*)
        echo "$*" >>"$LOG"
        [ ! -e "$BREAK_PIP" ] || exit 1
        echo "$last" >"$last/venv/toptable.pth"
        echo "file://$(echo "$last" | sed 's/ /%20/g')" >"$last/venv/direct_url.json"
        printf '#!%s/venv/bin/python\necho "PIN:   411067"\n' "$last" >"$last/venv/bin/toptable"
        chmod +x "$last/venv/bin/toptable" ;;
    *) echo "$*" >>"$LOG" ;;
esac
"""

SYSTEMCTL = """#!/bin/sh
echo "systemctl $*" >>"$LOG"
case "$*" in
    "restart toptable-hub.service") rm -f "$STOPPED"; ! grep -qs broken "$TREE/current/pyproject.toml" ;;
    "show -P StatusText toptable-hub.service")
        [ -e "$STOPPED" ] || cat "$TREE/current/pyproject.toml" "$DATA" 2>/dev/null | sed -n 's/^# status //p' ;;
esac
"""

# Where the link leads when it is called.
SYNC = """#!/bin/sh
echo "sync $* $(readlink "$TREE/current")" >>"$LOG"
"""


class Pi:
    """A file system to install into, and releases to install."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.base = self.root / "opt" / "toptable"
        self.log = folder / "log"
        self.break_pip = folder / "break-pip"
        self.data = folder / "data"
        """What the evenings make the hub of any release say of itself."""
        self.stopped = folder / "stopped"
        """There while the hub does not run: it says nothing then."""
        self.folder = folder
        tools = folder / "tools"
        tools.mkdir()
        for name, text in {"python3": PYTHON, "systemctl": SYSTEMCTL, "sync": SYNC}.items():
            (tools / name).write_text(text, encoding="utf-8")
            (tools / name).chmod(0o755)
        self.environment = os.environ | {
            "PATH": f"{tools}:{os.environ['PATH']}",
            "ROOT": str(self.root),
            "SYSTEMCTL": "systemctl",
            "LOG": str(self.log),
            "TREE": str(self.base),
            "BREAK_PIP": str(self.break_pip),
            "DATA": str(self.data),
            "STOPPED": str(self.stopped),
        }

    def release(self, version: str, *, broken: bool = False, status: str = "", pins: str = "name\n") -> Path:
        """An unpacked archive; *status* is what its hub says of itself."""
        folder = self.folder / f"toptable-{version}"
        folder.mkdir()
        for name in ("engine", "appliance", "lexicons", "hardware", "docs", "wheels"):
            (folder / name).mkdir()
        for name in ("setup.py", "README.md", "CHANGELOG.md", "LICENSE"):
            (folder / name).write_text("", encoding="utf-8")
        shutil.copytree(ROOT / "systemd", folder / "systemd")
        shutil.copytree(ROOT / "scripts", folder / "scripts")
        shutil.copy(ROOT / "install.sh", folder)
        (folder / "hardware" / "pins.csv").write_text(pins, encoding="utf-8")
        text = f'version = "{version}"\n' + ("# broken\n" if broken else "") + (f"# status {status}\n" if status else "")
        (folder / "pyproject.toml").write_text(text, encoding="utf-8")
        return folder

    def run(self, release: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = ["sh", str(release / "install.sh"), *arguments]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=60, check=False)

    def current(self) -> str:
        return (self.base / "current").readlink().name

    def releases(self) -> set[str]:
        return {path.name for path in (self.base / "releases").iterdir()}


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    """In a folder named as Raspberry Pi OS names that of a stick without a name."""
    (folder := tmp_path / "USB DISK").mkdir()
    return Pi(folder)


def test_a_first_installation_lays_everything_in_its_place(pi: Pi) -> None:
    done = pi.run(pi.release("1.0"))
    assert (done.returncode, done.stderr) == (0, "")
    assert pi.current() == "1.0"
    for name in (
        "etc/systemd/system/toptable-hub.service",
        "etc/systemd/system/toptable-wall.service",
        "usr/lib/sysusers.d/toptable.conf",
        "usr/lib/tmpfiles.d/toptable.conf",
        "etc/udev/rules.d/60-toptable-terminals.rules",
        "etc/udev/rules.d/61-toptable-backup.rules",
        "etc/polkit-1/rules.d/50-toptable.rules",
        "etc/toptable/hub.conf",
    ):
        assert (pi.root / name).is_file(), name
    assert (pi.root / "etc/toptable/hub.conf").stat().st_mode & 0o077 == 0, "the desk's PIN may stand there"
    assert (pi.root / "usr/local/bin/toptable").readlink() == Path("/opt/toptable/current/venv/bin/toptable")
    assert "sudo toptable pin" in done.stdout, "the last that is said: how to open the desk"
    said = pi.log.read_text(encoding="utf-8")
    assert "--no-index --find-links" in said, "with wheels in the archive nothing is asked of the network"
    assert said.index("daemon-reload") < said.index("restart toptable-hub.service") < said.index("is-active")


def test_what_is_laid_below_a_root_names_only_where_it_will_run(pi: Pi) -> None:
    """For an image: a program whose first line names the folder of the machine that built it would not start there."""
    pi.run(pi.release("1.0"))
    files = [path for path in pi.root.rglob("*") if path.is_file() and not path.is_symlink()]
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in files]
    assert not [text for text in texts if str(pi.root) in text or quote(str(pi.root)) in text]
    program = pi.base / "releases/1.0/venv/bin/toptable"
    assert program.read_text(encoding="utf-8").startswith("#!/opt/toptable/releases/1.0/venv/bin/python\n")
    assert (pi.base / "releases/1.0/venv/toptable.pth").read_text(encoding="utf-8") == "/opt/toptable/releases/1.0\n"


def test_an_update_keeps_two_old_releases_and_the_clubs_settings(pi: Pi) -> None:
    pi.run(pi.release("1.0"))
    (pi.root / "etc/toptable/hub.conf").write_text("ours", encoding="utf-8")
    for i, version in enumerate(("1.1", "1.2", "1.3")):
        pi.run(pi.release(version))
        # a clock that is set back further with each start
        os.utime(pi.base / "releases" / version / ".whole", (2_000_000_000 - i, 2_000_000_000 - i))
    assert pi.current() == "1.3"
    assert pi.releases() == {"1.1", "1.2", "1.3"}
    assert (pi.root / "etc/toptable/hub.conf").read_text(encoding="utf-8") == "ours"


def test_a_release_that_does_not_start_gives_way_to_the_one_before(pi: Pi) -> None:
    pi.run(pi.release("1.0"))
    bad = pi.release("1.1", broken=True)
    with (bad / "systemd/toptable-hub.service").open("a", encoding="utf-8") as unit:
        unit.write("# of the bad release\n")
    done = pi.run(bad)
    assert done.returncode == 1
    assert "release 1.1 did not start: back to 1.0" in done.stderr
    assert pi.current() == "1.0"
    assert pi.releases() == {"1.0"}
    assert "bad release" not in (pi.root / "etc/systemd/system/toptable-hub.service").read_text(encoding="utf-8")
    assert pi.log.read_text(encoding="utf-8").count("restart toptable-hub.service") == 3


def test_a_release_before_that_lacks_a_unit_of_the_new_one_comes_back_all_the_same(pi: Pi) -> None:
    pi.run(pi.release("1.0"))
    (pi.base / "releases/1.0/systemd/61-toptable-backup.rules").unlink()
    done = pi.run(pi.release("1.1", broken=True))
    assert "release 1.1 did not start: back to 1.0" in done.stderr
    assert (pi.current(), pi.releases()) == ("1.0", {"1.0"})
    assert not (pi.root / "etc/udev/rules.d/61-toptable-backup.rules").exists()


def test_a_release_that_cannot_be_laid_out_changes_nothing(pi: Pi) -> None:
    pi.run(pi.release("1.0"))
    pi.break_pip.touch()
    done = pi.run(pi.release("1.1"))
    assert done.returncode == 1
    assert "nothing was changed" in done.stderr
    assert pi.current() == "1.0"
    assert pi.releases() == {"1.0"}


def test_the_same_version_again_goes_beside_the_one_at_work(pi: Pi) -> None:
    release = pi.release("1.0")
    pi.run(release)
    pi.run(release)
    assert pi.current().startswith("1.0-2")
    assert pi.releases() == {"1.0", pi.current()}


def test_rollback_goes_to_the_release_before(pi: Pi) -> None:
    first = pi.release("1.0")
    assert pi.run(first, "--rollback").returncode == 1
    pi.run(first)
    pi.run(pi.release("1.1"))
    done = pi.run(pi.base / "releases" / "1.1", "--rollback")
    assert done.returncode == 0, done.stderr
    assert pi.current() == "1.0"


def test_going_back_twice_goes_back_by_two_whatever_the_clock_says(pi: Pi) -> None:
    for i, version in enumerate(("1.0", "1.1", "1.2")):
        pi.run(pi.release(version))
        os.utime(pi.base / "releases" / version / ".whole", (2_000_000_000 - i, 2_000_000_000 - i))
    back = pi.base / "releases" / "1.2"
    assert pi.run(back, "--rollback").stdout.endswith("back to release 1.1\n")
    assert pi.run(back, "--rollback").stdout.endswith("back to release 1.0\n")
    done = pi.run(back, "--rollback")
    assert (done.returncode, "no release before" in done.stderr, pi.current()) == (1, True, "1.0")


def test_what_was_gone_back_from_is_not_gone_back_to(pi: Pi) -> None:
    for version in ("1.0", "1.1", "1.2"):
        pi.run(pi.release(version))
    pi.run(pi.base / "releases" / "1.2", "--rollback")
    pi.run(pi.release("1.3"))
    assert (pi.current(), pi.releases()) == ("1.3", {"1.0", "1.1", "1.3"})
    pi.run(pi.base / "releases" / "1.3", "--rollback")
    assert pi.current() == "1.1"


def test_releases_installed_before_they_had_numbers_come_first_by_their_version(pi: Pi) -> None:
    for version in ("0.9", "0.10"):
        pi.run(pi.release(version))
        (pi.base / "releases" / version / ".whole").write_text("", encoding="utf-8")
    pi.run(pi.release("1.0"))
    pi.run(pi.base / "releases" / "1.0", "--rollback")
    assert pi.current() == "0.10"


def test_what_a_cut_left_half_laid_out_goes_with_the_next_update(pi: Pi) -> None:
    pi.run(pi.release("1.0"))
    (pi.base / "releases" / "1.1").mkdir()
    pi.run(pi.release("1.2"))
    assert pi.releases() == {"1.0", "1.2"}


def test_a_plug_pulled_after_it_is_installed_leaves_no_empty_file(pi: Pi) -> None:
    """All is on disk before the link leads to it, and the link and the units before anything is started."""
    pi.run(pi.release("1.0"))
    pi.log.unlink()
    pi.run(pi.release("1.1"))
    said = pi.log.read_text(encoding="utf-8").splitlines()
    before, after = (i for i, line in enumerate(said) if line.startswith("sync"))
    assert said[before] == f"sync -f {pi.base} releases/1.0"
    assert said[after] == f"sync -f {pi.base} {pi.root / 'etc'} {pi.root / 'usr'} releases/1.1"
    assert before > next(i for i, line in enumerate(said) if "compileall" in line)
    assert said[after + 1] == "systemctl daemon-reload"


WAITS = "waits: journal /var/lib/toptable/journal.sqlite3 is of version 9, made by a newer Toptable"


def test_a_release_that_cannot_open_the_evenings_gives_way_to_the_one_before(pi: Pi) -> None:
    """It starts and answers, but with a page that says why; the release before it could open them."""
    pi.run(pi.release("1.0", status="players' page: http://10.42.0.1/"))
    done = pi.run(pi.release("1.1", status=WAITS))
    assert done.returncode == 1
    assert f"release 1.1 cannot open the evenings; it {WAITS}: back to 1.0" in done.stderr
    assert "is installed" not in done.stdout
    assert (pi.current(), pi.releases()) == ("1.0", {"1.0"})
    acts = [line for line in pi.log.read_text(encoding="utf-8").splitlines() if not line.startswith("systemctl show")]
    assert acts[-1] == "systemctl is-active -q toptable-hub.service", "and that one was started"


def test_a_release_before_that_cannot_open_the_evenings_is_not_gone_back_to(pi: Pi) -> None:
    pi.run(pi.release("1.0"))
    with (pi.base / "releases/1.0/pyproject.toml").open("a", encoding="utf-8") as file:
        file.write(f"# status {WAITS}\n")
    pi.run(pi.release("1.1"))
    done = pi.run(pi.base / "releases" / "1.1", "--rollback")
    assert (done.returncode, pi.current()) == (1, "1.1")
    assert f"release 1.0 cannot open the evenings; it {WAITS}: back to 1.1" in done.stderr
    assert pi.releases() == {"1.0", "1.1"}


def test_evenings_that_no_release_can_open_keep_nobody_from_an_update(pi: Pi) -> None:
    """It may be the one that can; the hub serves its page meanwhile."""
    pi.run(pi.release("1.0"))
    pi.data.write_text("# status waits: journal is damaged", encoding="utf-8")
    done = pi.run(pi.release("1.1"))
    assert (done.returncode, pi.current()) == (0, "1.1")
    assert done.stdout.endswith("toptable: the hub waits: journal is damaged\n")


def test_a_hub_that_was_stopped_is_started_to_see_whether_it_can_open_the_evenings(pi: Pi) -> None:
    """Whoever stops it first, or whose hub has crashed, gets what he would get with one that runs."""
    pi.run(pi.release("1.0"))
    pi.stopped.touch()
    done = pi.run(pi.release("1.1", status=WAITS))
    assert (done.returncode, pi.current()) == (1, "1.0"), "it can"
    pi.data.write_text("# status waits: journal is damaged", encoding="utf-8")
    pi.stopped.touch()
    done = pi.run(pi.release("1.2"))
    assert (done.returncode, pi.current()) == (0, "1.2"), "it cannot either"
    assert done.stdout.endswith("toptable: the hub waits: journal is damaged\n")


def test_a_first_release_on_evenings_that_it_cannot_open_stays_and_says_so(pi: Pi) -> None:
    done = pi.run(pi.release("1.0", status=WAITS))
    assert (done.returncode, pi.current()) == (0, "1.0")
    assert done.stdout.endswith(f"toptable: the hub {WAITS}\n")


def test_wires_that_a_club_has_moved_survive_an_update(pi: Pi) -> None:
    own = pi.root / "etc/toptable/pins.csv"
    pi.run(pi.release("1.0"))
    pi.run(pi.release("1.1"))
    assert not own.exists(), "the shipped map does while nothing was moved"
    (pi.base / "releases/1.1/hardware/pins.csv").write_text("moved\n", encoding="utf-8")
    done = pi.run(pi.release("1.2"))
    assert own.read_text(encoding="utf-8") == "moved\n"
    assert "the pin map at work is kept as /etc/toptable/pins.csv" in done.stdout
    own.write_text("moved again\n", encoding="utf-8")
    pi.run(pi.release("1.3", pins="another\n"))
    assert own.read_text(encoding="utf-8") == "moved again\n", "a map of the box's own is not touched"
    assert own.stat().st_mode & 0o444 == 0o444, "the hub reads it"


def test_uninstalling_leaves_the_evenings_and_the_settings(pi: Pi) -> None:
    release = pi.release("1.0")
    pi.run(release)
    evenings = pi.root / "var/lib/toptable"
    evenings.mkdir(parents=True)
    (evenings / "journal.sqlite3").write_text("an evening", encoding="utf-8")
    assert pi.run(release, "--uninstall").returncode == 0
    assert pi.log.read_text(encoding="utf-8").splitlines()[-1] == "systemctl daemon-reload", "systemd forgets the units too"
    left = {str(path.relative_to(pi.root)) for path in pi.root.rglob("*") if not path.is_dir()}
    assert left == {"var/lib/toptable/journal.sqlite3", "etc/toptable/hub.conf"}


def test_unknown_options_are_named(pi: Pi) -> None:
    done = pi.run(pi.release("1.0"), "--purge")
    assert done.returncode == 1
    assert "unknown option --purge" in done.stderr
    assert not pi.base.exists()

"""The console terminal: its screen and keys as plain functions, then the real program on one pty, its line on another."""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
import tty
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from toptable_terminal import Terminal as OnAMicrocontroller

from appliance.catalogue import LANGUAGES, catalogue
from appliance.cli import make_parser
from appliance.cli_terminal import player_name, terminal_id, texts
from appliance.serial.console import MAX_TYPED, REOPEN_MS, Console, screen, typing
from appliance.serial.frames import Frame, Splitter, encode_frame, parse_frame
from appliance.serial.toptable_terminal import WORDS, Terminal

ROOT = Path(__file__).resolve().parents[2]


def state(phase: str, remaining_ms: int) -> bytes:
    return encode_frame(Frame("T07", 1, "STATE", ("3", phase, str(remaining_ms), "DI+AEINS")))


def test_the_screen_shows_round_clock_letters_and_what_is_typed() -> None:
    terminal = Terminal("T07", 7, "9F3A")
    terminal.receive(state("running", 165_000), 1000)
    words = catalogue("en")
    lines = screen(terminal, "H4 RET", 1000, line_is_open=True, words=words)
    assert "Round 3   Playing   2:45" in lines
    assert "    D  I  +  A  E  I  N  S" in lines
    assert lines[-1] == "> H4 RET"
    assert any("2:44" in line for line in screen(terminal, "", 2000, line_is_open=True, words=words))
    assert any("LAST 30 SECONDS" in line for line in screen(terminal, "", 136_000, line_is_open=True, words=words))
    for now_ms in (2000, 140_000):
        lines = screen(terminal, "", now_ms, line_is_open=False, words=words)
        assert any("plug the cable in" in line for line in lines)
        assert "Round 3   no connection   -:--" in lines, "nobody says how late it is"


def test_the_microcontrollers_own_words_are_those_of_the_english_catalogue() -> None:
    assert texts("en") == WORDS


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_screen_speaks_the_language_that_was_chosen(language: str) -> None:
    terminal = Terminal("T07", 7, "9F3A", words=texts(language))
    words = catalogue(language)
    lines = screen(terminal, "", 0, line_is_open=True, words=words)
    assert lines.count(words.text("terminal.no_connection")) == 1
    terminal.receive(state("paused", 42_000), 0)
    assert f"{words.text('terminal.round', round=3)}   {words.text('phase.paused')}   0:42" in screen(
        terminal, "", 0, line_is_open=True, words=words
    )
    assert all(len(line) < 80 for line in lines), "an old laptop's console has eighty columns"


@pytest.mark.parametrize(
    ("keys", "typed", "slips"),
    [
        ("H4 RETiNES 66\n", "", ["H4 RETiNES 66"]),
        ("AB\x7fC\b", "A", []),
        ("ABC\x1bD", "D", []),
        ("\n  \n", "  ", []),
        ("\x00\x01\t", "", []),
        ("X" * 100, "X" * MAX_TYPED, []),
    ],
)
def test_keys(keys: str, typed: str, slips: list[str]) -> None:
    now, handed_in = "", []
    for key in keys:
        now, slip = typing(now, key)
        handed_in += [slip] if slip else []
    assert (now, handed_in) == (typed, slips)


def told(language: str = "nl") -> Terminal:
    """A terminal whose round 3 was revealed, with the longest texts that the hub sends."""
    terminal = Terminal("T07", 7, "9F3A", words=texts(language))
    say = [
        ("STATE", "3", "revealed", "0", "DI+AEINS", "12", "0"),
        ("TOP", "3", "H4", "RETINES", "70"),
        ("VERDICT", "3", "0", "210", "v" * 60),
        *(("NOTICE", "3", str(number), "8", f"line {number} " + "x" * 53) for number in range(1, 9)),
    ]
    for kind, *fields in say:
        terminal.receive(encode_frame(Frame("T07", 1, kind, tuple(fields))), 0)
    return terminal


SIZES = [(12, 40), (10, 40), (8, 40), (24, 80), (25, 80), (16, 64), (12, 132), (60, 200)]


@pytest.mark.parametrize(("height", "width"), SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_player_needs_is_on_the_smallest_console(language: str, height: int, width: int) -> None:
    """An old laptop, a handheld: round, clock, letters, how the slip stands and what is typed; a notice only in the room that is left."""
    terminal, words = told(language), catalogue(language)
    kept = words.text("terminal.kept", number="12")
    typed = "H4 RETiNES 66 " * 4
    for now_ms in (0, 5000, 9000):
        lines = screen(terminal, typed, now_ms, line_is_open=True, words=words, height=height, width=width)
        assert len(lines) <= height
        assert all(len(line) < width for line in lines)
        for needed in (words.text("terminal.round", round=3), "0:00", "D  I  +  A  E  I  N  S", kept, "RETINES 70"):
            assert any(needed in line for line in lines), needed
        assert lines[-1].startswith("> ")
        assert lines[-1].endswith(typed[-20:]), "what was typed last"
    terminal.receive(encode_frame(Frame("T07", 1, "STATE", ("4", "running", "29000", "-ESDCRBA", "0", "0"))), 9000)
    lines = screen(terminal, "", 9000, line_is_open=True, words=words, height=height, width=width)
    shown = "\n".join(lines)
    assert "line 1" not in shown, "a notice belongs to its round"
    for needed in (words.text("terminal.round", round=4), "0:29", "E  S  D  C  R  B  A", words.text("terminal.ready")):
        assert needed in shown
    assert words.text("terminal.hurry") in shown


@pytest.mark.parametrize(("height", "width"), [size for size in SIZES if size[0] >= 10])
def test_a_notice_is_shown_whole_page_after_page(height: int, width: int) -> None:
    terminal, words = told("en"), catalogue("en")
    pages = [
        "\n".join(screen(terminal, "", now_ms, line_is_open=True, words=words, height=height, width=width))
        for now_ms in range(0, 200_000, 1000)
    ]
    seen = {number for number in range(1, 9) for page in pages if re.search(rf"line {number}\b", page)}
    assert seen == set(range(1, 9))


@pytest.mark.parametrize("height", range(1, 9))
def test_a_console_of_a_few_lines_keeps_what_is_typed(height: int) -> None:
    lines = screen(told("en"), "H4", 0, line_is_open=True, words=catalogue("en"), height=height, width=5)
    assert len(lines) <= height
    assert lines[-1] == "> H4"


def test_seat_and_name_on_the_command_line() -> None:
    parser = make_parser()
    assert parser.parse_args(["terminal", "--port=/dev/ttyUSB0", "--seat=12"]).seat == 12
    assert terminal_id("T07") == "T07"
    for text in ("0", "-1", "x", "", "1001", "10000", "٣"):
        with pytest.raises(SystemExit):
            parser.parse_args(["terminal", "--port=/dev/ttyUSB0", f"--seat={text}"])
    for text in ("", "t07", "T-7", "ABCDEFGHI", "ALL"):
        with pytest.raises(argparse.ArgumentTypeError):
            terminal_id(text)
    for text in ("", "Ștefania Brânză-Țurcanu", "x" * 180, "é" * 30):
        assert Terminal("TERMINAL", 1000, "0123456789ABCDEF", player_name(text)).send(0), "it fits its frame with all else at its longest"
    for text in ("é" * 40, "x" * 181, "\x00", "\ud800"):
        with pytest.raises(argparse.ArgumentTypeError):
            player_name(text)


def test_it_is_the_microcontrollers_own_code() -> None:
    assert Path(sys.modules[Terminal.__module__].__file__ or "").resolve() == Path(
        sys.modules[OnAMicrocontroller.__module__].__file__ or "?"
    ).resolve()


class Program:
    """`toptable terminal` on a pty of its own, with the test at the other end of its serial line."""

    def __init__(self) -> None:
        self.line, far = os.openpty()
        tty.setraw(far)
        self._far = far
        self.console, screen_end = pty.openpty()
        command = [sys.executable, "-m", "appliance", "terminal", "--port", os.ttyname(far), "--seat", "7", "--name", "Ana", "--lang", "en"]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=os.environ | {"TERM": "xterm"},
            stdin=screen_end,
            stdout=screen_end,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        os.close(screen_end)
        self.shown = ""
        self._splitter = Splitter()
        self._frames: list[Frame] = []

    def pump(self) -> None:
        for ready in select.select([self.line, self.console], [], [], 0.05)[0]:
            data = os.read(ready, 4096)
            if ready == self.line:
                self._frames += map(parse_frame, self._splitter.feed(data))
            else:
                self.shown += re.sub(r"\x1b[\[(][0-9;?]*[A-Za-z]", " ", data.decode())

    def heard(self, kind: str) -> Frame:
        """The next frame of a kind."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            found = next((frame for frame in self._frames if frame.kind == kind), None)
            if found:
                self._frames = self._frames[self._frames.index(found) + 1 :]
                return found
            self.pump()
        raise AssertionError(f"no {kind}; {self.shown[-500:]!r}")

    def sees(self, text: str) -> None:
        end = time.monotonic() + 20
        while text not in self.shown:
            assert time.monotonic() < end, f"no {text!r} in {self.shown[-800:]!r}"
            self.pump()

    def say(self, kind: str, *fields: object) -> None:
        os.write(self.line, encode_frame(Frame("T07", 1, kind, tuple(map(str, fields)))))


@pytest.fixture
def program() -> Iterator[Program]:
    program = Program()
    yield program
    program.process.kill()
    program.process.communicate()
    for fd in (program.line, program._far, program.console):
        os.close(fd)


def test_a_round_at_the_console(program: Program) -> None:
    hello = program.heard("HELLO")
    assert hello.fields[1:3] == ("7", "Ana")
    program.say("ACK", hello.number, 0, 0)
    program.say("STATE", 3, "running", 165_000, "DI+AEINS")
    program.sees("D  I  +  A  E  I  N  S")
    os.write(program.console, b"H4 RETiNES 66\r")
    slip = program.heard("SLIP")
    assert slip.fields == (hello.fields[0], "3", "H4 RETiNES 66")
    assert "kept" not in program.shown
    program.say("ACK", slip.number, 12, 0)
    program.sees("12")
    program.say("STATE", 3, "revealed", 0, "DI+AEINS")
    program.say("VERDICT", 3, 66, 210, "admis")
    program.sees("66 points, total 210 admis")
    program.say("NOTICE", 3, 2, 2, "Avertissement n° 2.")
    program.say("NOTICE", 3, 1, 2, "Les points ne sont pas indiqués.")
    program.sees("R3: Les points ne sont pas indiqués.")
    program.sees("Avertissement n° 2.")
    program.process.send_signal(signal.SIGINT)
    assert program.process.wait(10) == 0


def test_a_refused_slip_is_told_until_a_key_is_pressed_and_stays_typed(program: Program) -> None:
    hello = program.heard("HELLO")
    program.say("ACK", hello.number, 0, 0)
    program.say("STATE", 3, "running", 165_000, "DI+AEINS")
    program.sees("Playing")
    os.write(program.console, b"H4 RET 66\r")
    slip = program.heard("SLIP")
    program.say("NAK", slip.number, "round_over", "round 3 is over")
    program.say("STATE", 4, "running", 180_000, "-ESDCRBA")
    program.sees("refused: round 3 is over")
    program.sees("(all new)")
    os.write(program.console, b"\x7f5\r")
    assert program.heard("SLIP").fields[1:] == ("4", "H4 RET 65"), "what was typed is there to be mended"


def test_a_terminal_whose_hub_falls_silent_says_so_and_introduces_itself_again(program: Program) -> None:
    hello = program.heard("HELLO")
    program.say("ACK", hello.number, 0, 0)
    program.say("STATE", 3, "running", 165_000, "DI+AEINS")
    program.sees("Playing")
    again = program.heard("HELLO")
    assert again.fields == hello.fields
    program.sees("no connection")


def test_without_a_console_it_says_so() -> None:
    command = [sys.executable, "-m", "appliance", "terminal", "--port", "/dev/null", "--seat", "7"]
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 2
    assert "needs a text console" in done.stderr


def test_a_port_whose_plug_wiggles_while_it_is_opened_is_opened_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel's own answer to a question after the plug was pulled, then a port that holds."""
    near, far = os.openpty()
    tty.setraw(far)
    path, real, pulled = os.ttyname(far), termios.tcsetattr, False

    def ask(*args: Any) -> None:
        nonlocal pulled
        if not pulled:
            pulled = True
            os.close(near)
        real(*args)

    monkeypatch.setattr(termios, "tcsetattr", ask)
    now_ms = 0
    terminal = Terminal("T07", 7, "9F3A")
    console = Console(path, terminal, catalogue("en"), lambda: now_ms)
    console._exchange()
    assert pulled
    os.close(far)
    near, far = os.openpty()
    tty.setraw(far)
    console._path = os.ttyname(far)
    now_ms = REOPEN_MS
    console._exchange()
    assert parse_frame(os.read(near, 256)).kind == "HELLO"
    assert console._port is not None
    console._port.close()
    os.close(near)
    os.close(far)


def test_on_a_console_of_forty_columns_the_next_round_is_there(program: Program) -> None:
    """The program itself, after a round with a long notice."""
    fcntl.ioctl(program.console, termios.TIOCSWINSZ, struct.pack("HHHH", 12, 40, 0, 0))
    hello = program.heard("HELLO")
    program.say("ACK", hello.number, 0, 0)
    program.say("STATE", 3, "revealed", 0, "DI+AEINS", 12, 0)
    for number in range(1, 21):
        program.say("NOTICE", 3, number, 20, f"{number} " + "x" * 57)
    program.sees("xxx")
    program.say("STATE", 4, "running", 165_000, "-ESDCRBA", 0, 0)
    program.sees("4   Playing   2:45")
    program.sees("E  S  D  C  R  B  A")
    os.write(program.console, b"H4 RETiNES 66\r")
    slip = program.heard("SLIP")
    program.say("ACK", slip.number, 7, 0)
    program.sees("kept, slip no. 7")

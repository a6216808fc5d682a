"""A serial terminal in a text console: an old laptop with a cable. The same machine of states as the microcontroller's.

Drawn with curses; what is drawn and what a key does are plain functions.
"""

from __future__ import annotations

import curses
import os
import select
import textwrap
import time
from collections.abc import Callable
from contextlib import suppress

from appliance.catalogue import Catalogue
from appliance.serial.port import Line, open_port
from appliance.serial.toptable_terminal import Terminal

MAX_TYPED = 60
REOPEN_MS = 1000
WAIT_S = 0.1
HURRY_MS = 30_000
PAGE_MS = 4000
MIN_COLUMNS = 20

ESSENTIAL, RESULT, HEADING, HELP, SPACE = range(5)
"""How much a player needs a line; the least last."""

ENTER = ("\n", "\r")
BACKSPACE = ("\b", "\x7f")
ESCAPE = "\x1b"


def screen(
    terminal: Terminal, typed: str, now_ms: int, line_is_open: bool, words: Catalogue, height: int = 24, width: int = 80
) -> list[str]:
    """The lines of the screen, from the top; the last one is the slip being written.

    Where they are too many, empty lines go first, then help and heading; a notice has the room that is left, page after page.
    """
    say = words.text
    columns = max(width - 1, MIN_COLUMNS)  # a console scrolls when its last corner is written
    is_known = terminal.connected and line_is_open
    hurry = is_known and terminal.phase == "running" and terminal.remaining_ms(now_ms) <= HURRY_MS
    phase_key = f"phase.{terminal.phase}"
    phase = say(phase_key) if is_known and words.has(phase_key) else say("terminal.no_connection")
    clock = terminal.clock(now_ms) if is_known else "-:--"
    letters, _, remark = terminal.draw().partition(" ")
    above = [
        *_rows(say("terminal.title", name=terminal.name, seat=terminal.seat), columns, HEADING),
        (SPACE, ""),
        *_rows(f"{say('terminal.round', round=terminal.round)}   {phase}   {clock}", columns, ESSENTIAL),
        *(_rows(f"<<< {say('terminal.hurry')} >>>", columns, ESSENTIAL) if hurry else [(SPACE, "")]),
        *_rows(f"    {'  '.join(letters)}   {remark}".rstrip(), columns, ESSENTIAL),
        (SPACE, ""),
        *_rows(terminal.said() if line_is_open or terminal.refusal else say("terminal.unplugged"), columns, ESSENTIAL),
        *_rows(terminal.verdict, columns, RESULT),
        *_rows(say("terminal.top", top=terminal.top) if terminal.top else "", columns, RESULT),
        (SPACE, ""),
    ]
    below = [
        (SPACE, ""),
        *_rows(say("terminal.how"), columns, HELP),
        *_rows(say("terminal.keys"), columns, HELP),
        (SPACE, ""),
        (ESSENTIAL, "> " + typed[-(columns - 3) :]),  # one for the cursor
    ]
    told = [row for line in terminal.notice if line for row in textwrap.wrap("! " + line, columns, subsequent_indent="  ")]
    for last in (SPACE, HELP, HEADING, RESULT, ESSENTIAL):
        room = height - sum(rank <= last for rank, _ in above + below)
        if room >= len(told) or (last == RESULT and room >= 0):
            break
    lines = [line for rank, line in above if rank <= last]
    lines += _page(told, room, now_ms)
    lines += [line for rank, line in below if rank <= last]
    return lines[-height:]


def _rows(text: str, columns: int, rank: int) -> list[tuple[int, str]]:
    """A text in lines that fit, each with how much a player needs it; no text is space."""
    return [(rank, line) for line in textwrap.wrap(text, columns)] or [(SPACE, "")]


def _page(lines: list[str], room: int, now_ms: int) -> list[str]:
    """The part of a notice whose turn it is."""
    if room <= 0:
        return []
    first = now_ms // PAGE_MS * room % (-(-len(lines) // room) * room or 1)
    return lines[first : first + room]


def typing(typed: str, key: str) -> tuple[str, str]:
    """What is typed after a key, and the slip if the key handed one in."""
    if key in ENTER:
        return ("", typed.strip()) if typed.strip() else (typed, "")
    if key in BACKSPACE:
        return typed[:-1], ""
    if key == ESCAPE:
        return "", ""
    if key.isprintable() and len(key) == 1 and len(typed) < MAX_TYPED:
        return typed + key, ""
    return typed, ""


class Console:
    """One terminal on one port and one text console."""

    def __init__(
        self,
        path: str,
        terminal: Terminal,
        words: Catalogue,
        now_ms: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000,
    ) -> None:
        self._words = words
        self._path = path
        self._terminal = terminal
        self._now_ms = now_ms
        self._port: Line | None = None
        self._reopen_ms = 0
        self._typed = ""

    def run(self) -> None:
        """Until Ctrl-C."""
        with suppress(KeyboardInterrupt):
            curses.wrapper(self._loop)
        if self._port:
            self._port.close()

    def _loop(self, window: curses.window) -> None:
        window.nodelay(True)
        curses.use_default_colors()
        while True:
            self._draw(window)
            self._exchange()
            self._keys(window)

    def _draw(self, window: curses.window) -> None:
        height, width = window.getmaxyx()
        lines = screen(self._terminal, self._typed, self._now_ms(), self._port is not None, self._words, height, width)
        window.erase()
        for row, line in enumerate(lines):
            with suppress(curses.error):  # the last corner of the window
                window.addnstr(row, 0, line, width - 1)
        window.refresh()

    def _exchange(self) -> None:
        """Wait a moment for the line or a key, and read and write the line."""
        now_ms = self._now_ms()
        if self._port is None and now_ms >= self._reopen_ms:
            self._reopen_ms = now_ms + REOPEN_MS
            with suppress(OSError):
                self._port = open_port(self._path)
                self._terminal.greet()
        watched = [0] if self._port is None else [0, self._port.fileno()]
        select.select(watched, [], [], WAIT_S)
        if self._port is None:
            return
        try:
            self._terminal.receive(self._port.read(4096), self._now_ms())
            out = self._terminal.send(self._now_ms())
            if out:
                self._port.write(out)
            self._typed = self._typed or self._terminal.take_back()
        except OSError:  # pyserial's own error is one
            self._port.close()
            self._port = None

    def _keys(self, window: curses.window) -> None:
        while True:
            try:
                key = window.get_wch()
            except curses.error:
                return
            if isinstance(key, str):
                typed, slip = typing(self._typed, key)
            elif key in (curses.KEY_BACKSPACE, curses.KEY_ENTER):
                typed, slip = typing(self._typed, "\b" if key == curses.KEY_BACKSPACE else "\n")
            else:
                continue
            self._terminal.key_pressed()
            if not slip or self._terminal.hand_in(slip):
                self._typed = typed


def is_text_console() -> bool:
    """Whether standard input and output are a console that curses can draw on."""
    return os.isatty(0) and os.isatty(1) and os.environ.get("TERM", "") not in ("", "dumb")

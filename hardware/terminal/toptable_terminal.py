"""What a terminal does, without a screen, keys or a line of its own: bytes and time in, bytes and words out.

For MicroPython and CPython alike; see ../terminal-protocol.md. `main.py` gives it hardware.
"""

try:
    from toptable_frames import Splitter, encode, parse
except ImportError:  # inside Toptable, for `toptable terminal`
    from appliance.serial.toptable_frames import Splitter, encode, parse  # type: ignore[assignment]

RESEND_MS = 1000
ALIVE_MS = 5000
"""Point to point, a terminal with nothing to say shows this often that it is there."""
SILENT_MS = 12_000
SILENT_RUNNING_MS = 4000
"""The hub tells the state every five seconds, every second while the clock runs: after this long without, it is gone or was restarted."""
PART_MS = 2000
MAX_NOTICE = 20
PROGRAM = "toptable-terminal 1"
WORDS = {
    "ready": "ready",
    "sending": "sending",
    "kept": "kept, slip no. {number}",
    "late": "kept, slip no. {number} (late)",
    "refused": "refused: {reason}",
    "no_round": "no round is open",
    "too_long": "the slip is too long",
    "no_connection": "no connection",
    "waiting": "no connection; the slip waits here",
    "verdict": "{points} points, total {total} {text}",
    "all_new": "(all new)",
}
"""What the player is told; another language gives the same keys their own texts."""


class Terminal:
    """One terminal for one seat.

    Times are milliseconds on any monotonic clock; for one that begins anew, override `since`. On a bus it speaks only when polled.
    """

    def __init__(
        self, name: str, seat: int, session: str, player: str = "", bus: bool = False, words: dict[str, str] | None = None
    ) -> None:
        self._words = words or WORDS
        self.name = name
        self.seat = seat
        self.session = session
        self.bus = bus
        self.round = 0
        self.phase = ""
        self.letters = ""
        self.connected = False
        """Whether what is known of the round is still true."""
        self.status = ""
        """One line for the player about the last slip."""
        self.refusal = ""
        """Why a slip was not taken; it stands until the player presses a key."""
        self.verdict = ""
        self.top = ""
        self._notice: list[str] = []
        self._remaining_ms = 0
        self._heard_ms = 0
        self._alive_ms = 0
        self._number = 0
        self._notice_of = ("", 0)
        self._told_in = 0
        self._kept = (0, "0", "0")
        self._draw: list[str] = []
        """What the hub calls the draw, if it does."""
        self._splitter = Splitter()
        self._idle = encode(name, 0, "IDLE", [])
        self._hello = self._frame("HELLO", [session, str(seat), player, PROGRAM])
        self._greeted = False
        self._turned_away = ""
        self._slip: tuple[int, bytes] | None = None
        self._text = ""
        self._given_back = ""
        self._waits_since_ms = 0
        self._wait_ms = 0
        self._polled = False

    def since(self, now_ms: int, then_ms: int) -> int:
        """Milliseconds from one reading of the clock to a later one."""
        return now_ms - then_ms

    def greet(self) -> None:
        """Introduce oneself anew: the line was opened, or the hub has been silent."""
        self._greeted = self.connected = False
        self._wait_ms = 0

    @property
    def notice(self) -> list[str]:
        """What the referee tells this table in this round about its slips, a line each; empty lines are still on their way."""
        return self._notice if self._told_in == self.round else []

    def clock(self, now_ms: int) -> str:
        """Minutes and seconds for the screen; dashes while nobody says how late it is."""
        if not self.connected:
            return "-:--"
        seconds = (self.remaining_ms(now_ms) + 999) // 1000
        return str(seconds // 60) + ":" + ("0" if seconds % 60 < 10 else "") + str(seconds % 60)

    def draw(self) -> str:
        """The letters for the screen. A draw that begins with `-` is of new letters alone: that is said, not left to a sign."""
        return self.letters[1:] + " " + self._words["all_new"] if self.letters.startswith("-") else self.letters

    def remaining_ms(self, now_ms: int) -> int:
        """What is left of the round's time; the hub alone decides who is late."""
        if self.phase != "running":
            return self._remaining_ms
        return max(0, self._remaining_ms - self.since(now_ms, self._heard_ms))

    def said(self) -> str:
        """How line and slip stand, the most urgent first."""
        if self.refusal or self._turned_away:
            return self._words["refused"].format(reason=self.refusal or self._turned_away)
        if not self.connected:
            return self._words["waiting" if self._slip else "no_connection"]
        return self.status

    def message(self, width: int, now_ms: int) -> str:
        """One line for a small display, part after part: how the slip stands; of a revealed round the verdict, then the notice."""
        texts = [self.said()]
        if self.phase in ("revealed", "ended") and self.connected and not self.refusal:
            texts = [self.verdict or self.status, " ".join([line for line in self.notice if line])]
        parts = [text[at : at + width] for text in texts for at in range(0, len(text), width)] or [""]
        return parts[now_ms // PART_MS % len(parts)]

    def hand_in(self, text: str) -> bool:
        """Hand in a slip for the round being played, in place of one that still waits; False if it cannot be, and status says why."""
        if self.phase not in ("drawn", "running", "paused", "time_up"):
            self.status = self._words["no_round"]
            return False
        try:
            self._slip = self._frame("SLIP", [self.session, str(self.round), text] + self._draw)
        except ValueError:
            self.status = self._words["too_long"]
            return False
        self._text = text
        self._wait_ms = 0
        self.status = self._words["sending"]
        return True

    def key_pressed(self) -> None:
        """The player has read what was refused."""
        self.refusal = ""

    def take_back(self) -> str:
        """The text of a slip that was refused, once, so that it need not be typed again."""
        text, self._given_back = self._given_back, ""
        return text

    def receive(self, data: bytes, now_ms: int) -> None:
        """Bytes from the line."""
        for found in self._splitter.feed(data):
            frame = parse(found)
            if frame is not None and frame[0] in (self.name, "ALL"):
                self._obey(frame[2], frame[3], now_ms)

    def send(self, now_ms: int) -> bytes:
        """Bytes for the line, if it is time to say something."""
        silent_ms = SILENT_RUNNING_MS if self.phase == "running" else SILENT_MS
        if (self._greeted or self.connected) and self.since(now_ms, self._alive_ms) > silent_ms:
            self.greet()
        waiting = self._waiting()
        if self.bus:
            polled, self._polled = self._polled, False
            return (waiting or self._idle) if polled else b""
        if self._wait_ms and self.since(now_ms, self._waits_since_ms) < self._wait_ms:
            return b""
        self._wait(now_ms, RESEND_MS if waiting else ALIVE_MS)
        return waiting or self._idle

    def _wait(self, now_ms: int, wait_ms: int) -> None:
        self._waits_since_ms, self._wait_ms = now_ms, wait_ms

    def _waiting(self) -> bytes:
        if not self._greeted:
            return self._hello[1]
        return self._slip[1] if self._slip else b""

    def _frame(self, kind: str, fields: list[str]) -> tuple[int, bytes]:
        self._number = self._number % 65535 + 1
        return self._number, encode(self.name, self._number, kind, fields)

    def _obey(self, kind: str, fields: list[str], now_ms: int) -> None:
        try:
            if kind == "ACK":
                self._acknowledged(int(fields[0]), fields[1], fields[2], now_ms)
            elif kind == "NAK":
                self._refused(int(fields[0]), fields[1], fields[2], now_ms)
            elif kind == "STATE":
                self._state(int(fields[0]), fields[1], int(fields[2]), fields[3], now_ms)
                if len(fields) > 5:
                    self._stands(fields[4], fields[5])
                self._draw = fields[6:7]
            elif kind == "VERDICT":
                self.verdict = self._words["verdict"].format(points=fields[1], total=fields[2], text=fields[3])
            elif kind == "NOTICE":
                self._told(fields[0], int(fields[1]), int(fields[2]), fields[3])
            elif kind == "TOP":
                self.top = fields[1] + " " + fields[2] + " " + fields[3]
            elif kind == "POLL":
                self._polled = True
        except (ValueError, IndexError):
            return  # a hub newer than this terminal

    def _acknowledged(self, number: int, slip: str, late: str, now_ms: int) -> None:
        if number == self._hello[0] and not self._greeted:
            self._greeted = True
            self._turned_away = ""
            self._alive_ms = now_ms
            self._wait(now_ms, 0 if self._slip else ALIVE_MS)
            self.status = self.status or self._words["ready"]
        elif self._slip and number == self._slip[0]:
            self._slip = None
            self._wait(now_ms, ALIVE_MS)
            self._kept = (self.round, slip, late)
            self.status = self._standing()

    def _refused(self, number: int, reason: str, text: str, now_ms: int) -> None:
        if reason == "hello":
            self._greeted = False
            self._wait_ms = 0
        elif number == self._hello[0] and not self._greeted:
            self._turned_away = text or reason
        elif self._slip and number == self._slip[0]:
            self._slip = None
            self._wait(now_ms, ALIVE_MS)
            self.refusal, self._given_back = text or reason, self._text
            self.status = self._standing()

    def _told(self, round_: str, number: int, of: int, text: str) -> None:
        if of > MAX_NOTICE or (of and not 0 < number <= of):
            return
        if self._notice_of != (round_, of):
            self._notice_of = (round_, of)
            self._notice = [""] * of
        if of:
            line = ("R" + round_ + ": " if number == 1 else "") + text
            if self._notice[number - 1] != line:
                self._notice[number - 1] = line
                self._told_in = self.round

    def _stands(self, slip: str, late: str) -> None:
        """Which slip of this table the hub holds: news to a terminal that was switched off, or whose slip was taken from it."""
        if self._kept != (self.round, slip, late):
            self._kept = (self.round, slip, late)
            if not self._slip:
                self.status = self._standing()

    def _standing(self) -> str:
        _, slip, late = self._kept
        return self._words["ready" if slip == "0" else "late" if late == "1" else "kept"].format(number=slip)

    def _state(self, number: int, phase: str, remaining_ms: int, letters: str, now_ms: int) -> None:
        if number != self.round:
            self.verdict = self.top = ""
            if not self._slip:
                self.status = self._words["ready"]
        self.round, self.phase, self.letters = number, phase, letters
        self._remaining_ms, self._heard_ms = remaining_ms, now_ms
        self._alive_ms = now_ms
        self.connected = True

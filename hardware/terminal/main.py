"""A terminal on a Raspberry Pi Pico (RP2040), MicroPython: 20×4 character display and CardKB keyboard on I²C, line on UART 0.

Not run on hardware yet: see docs/hardware-status.md. Wiring: GP0 TX and GP1 RX to an RS-232 or RS-485 transceiver (RS-485: GP2 to its
DE and RE); GP4 SDA and GP5 SCL to display (PCF8574, 0x27) and keyboard (0x5F), both with 3.3 V pull-ups.
"""

import os
import time

from machine import I2C, UART, Pin
from toptable_picture import Picture
from toptable_terminal import Terminal

NAME = "T01"
SEAT = 1
BUS = False

KEYBOARD = 0x5F
DISPLAY = 0x27
BACKSPACE, ENTER, ESCAPE = 0x08, 0x0D, 0x1B
PIECE = 4
"""Characters written to the display before the line is looked at again: 5 ms."""


class Pico(Terminal):
    """A terminal by the Pico's clock, which begins anew after 12.4 days."""

    def since(self, now_ms: int, then_ms: int) -> int:
        """Milliseconds from one reading of the clock to a later one, at most 6.2 days."""
        return time.ticks_diff(now_ms, then_ms)


class Display:
    """HD44780 with four data lines behind a PCF8574."""

    def __init__(self, i2c: I2C) -> None:
        self.i2c = i2c
        self.picture = Picture(4, 20)
        for command in (0x33, 0x32, 0x28, 0x0C, 0x06, 0x01):
            self.write(command, 0)
            time.sleep_ms(5)

    def write(self, byte: int, register: int) -> None:
        """Send a command (register 0) or a character (1), high half first; bit 3 is the light, bit 2 the strobe."""
        for half in (byte & 0xF0, byte << 4 & 0xF0):
            for strobe in (4, 0):
                self.i2c.writeto(DISPLAY, bytes([half | 8 | strobe | register]))

    def show(self, lines: list[str]) -> None:
        """Write a piece of what is not shown yet."""
        self.picture.want(lines)
        change = self.picture.change(PIECE)
        if change:
            row, column, text = change
            self.write(0x80 | (0x00, 0x40, 0x14, 0x54)[row] + column, 0)
            for letter in text:
                self.write(ord(letter), 1)


def main() -> None:
    """Run for ever."""
    i2c = I2C(0, sda=Pin(4), scl=Pin(5), freq=100_000)
    line = UART(0, 115200, tx=Pin(0), rx=Pin(1), rxbuf=1024)
    talk = Pin(2, Pin.OUT, value=0)
    display = Display(i2c)
    session = "".join("{:02X}".format(byte) for byte in os.urandom(4))  # noqa: UP032
    terminal = Pico(NAME, SEAT, session, "", BUS)
    typed = ""
    while True:
        now = time.ticks_ms()
        terminal.receive(line.read() or b"", now)
        out = terminal.send(now)
        if out:
            talk.value(1)
            line.write(out)
            line.flush()
            talk.value(0)
        typed = typed or terminal.take_back()
        key = i2c.readfrom(KEYBOARD, 1)[0]
        if key:
            terminal.key_pressed()
        if key == ENTER and typed:
            if terminal.hand_in(typed):
                typed = ""
        elif key == BACKSPACE:
            typed = typed[:-1]
        elif key == ESCAPE:
            typed = ""
        elif 0x20 <= key < 0x7F and len(typed) < 40:
            typed += chr(key)
        display.show([
            "R" + str(terminal.round) + " " + terminal.letters + " " + terminal.clock(now),
            terminal.top,
            terminal.message(20, now),
            ">" + typed[-19:],
        ])
        time.sleep_ms(10)


if __name__ == "__main__":
    main()

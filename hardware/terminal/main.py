"""A terminal on a Raspberry Pi Pico (RP2040), MicroPython: 20×4 character display and CardKB keyboard on I²C, line on UART 0.

Not run on hardware yet: see docs/hardware-status.md. Wiring: GP0 TX and GP1 RX to an RS-232 or RS-485 transceiver (RS-485: GP2 to its
DE and RE); GP4 SDA and GP5 SCL to display (PCF8574, 0x27) and keyboard (0x5F), both with 3.3 V pull-ups.
"""

import os
import time

from machine import I2C, UART, Pin
from toptable_terminal import Terminal

NAME = "T01"
SEAT = 1
BUS = False

KEYBOARD = 0x5F
DISPLAY = 0x27
BACKSPACE, ENTER, ESCAPE = 0x08, 0x0D, 0x1B


class Display:
    """HD44780 with four data lines behind a PCF8574."""

    def __init__(self, i2c: I2C) -> None:
        self.i2c = i2c
        self.shown = [""] * 4
        for command in (0x33, 0x32, 0x28, 0x0C, 0x06, 0x01):
            self.write(command, 0)
            time.sleep_ms(5)

    def write(self, byte: int, register: int) -> None:
        """Send a command (register 0) or a character (1), high half first; bit 3 is the light, bit 2 the strobe."""
        for half in (byte & 0xF0, byte << 4 & 0xF0):
            for strobe in (4, 0):
                self.i2c.writeto(DISPLAY, bytes([half | 8 | strobe | register]))

    def show(self, lines: list[str]) -> None:
        """Write those of the four lines that changed."""
        for row, line in enumerate(lines):
            text = "{:<20}".format(line[:20])  # noqa: UP032 - no format specs of that kind in every MicroPython f-string
            if text != self.shown[row]:
                self.shown[row] = text
                self.write(0x80 | (0x00, 0x40, 0x14, 0x54)[row], 0)
                for letter in text:
                    self.write(ord(letter) if ord(letter) < 0x80 else 0x3F, 1)


def main() -> None:
    """Run for ever."""
    i2c = I2C(0, sda=Pin(4), scl=Pin(5), freq=100_000)
    line = UART(0, 115200, tx=Pin(0), rx=Pin(1), rxbuf=1024)
    talk = Pin(2, Pin.OUT, value=0)
    display = Display(i2c)
    session = "".join("{:02X}".format(byte) for byte in os.urandom(4))  # noqa: UP032
    terminal = Terminal(NAME, SEAT, session, "", BUS)
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
            if terminal.hand_in(typed, now):
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


main()

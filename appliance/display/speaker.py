"""The wall's loudspeaker: the signals of a round as tones made here, no sound files. Without a sound device it is silent and says so."""

from __future__ import annotations

import logging
import math
from array import array

import pygame

log = logging.getLogger(__name__)

RATE = 44_100
DEBOUNCE_MS = 700
"""The same signal again within this time is one signal: it may come from two hubs' links or after a reconnect."""

SIGNALS: dict[str, tuple[tuple[int, int], ...]] = {
    "warning": ((880, 180), (0, 90), (880, 180)),
    "end": ((660, 250), (0, 60), (660, 250), (0, 60), (440, 900)),
    "tick": ((1200, 50),),
}
"""Signal → its tones: frequency in hertz (0: pause) and length in milliseconds. They differ in rhythm, not in pitch alone."""


def samples(tones: tuple[tuple[int, int], ...]) -> array[int]:
    """16-bit mono samples of a row of tones, each with soft ends so that nothing clicks."""
    out = array("h")
    for hertz, length_ms in tones:
        count = RATE * length_ms // 1000
        edge = max(RATE // 100, 1)
        for i in range(count):
            loudness = min(1.0, i / edge, (count - 1 - i) / edge)
            # a third of the octave above makes a tone that small loudspeakers carry
            angle = 2 * math.pi * hertz * i / RATE
            out.append(int(20_000 * loudness * (math.sin(angle) + 0.33 * math.sin(2 * angle)) / 1.33))
    return out


class Speaker:
    """Plays signals; a :class:`appliance.ports.Sounder` with a volume."""

    def __init__(self) -> None:
        self.percent = 80
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._last_ms: dict[str, int] = {}
        self._told = False

    @property
    def silent(self) -> bool:
        """Whether nothing can be heard."""
        return not self._sounds

    def open(self) -> None:
        """Open the sound device; without one the wall goes on in silence."""
        try:
            pygame.mixer.init(RATE, -16, 1, 1024, allowedchanges=0)
            self._sounds = {
                name: pygame.mixer.Sound(buffer=samples(tones).tobytes()) for name, tones in SIGNALS.items()
            }
        except pygame.error as error:
            self._sounds = {}
            if not self._told:
                log.warning("no sound here: %s", error)
            self._told = True

    def close(self) -> None:
        """Let the sound device go."""
        self._sounds = {}
        pygame.mixer.quit()

    def sound(self, signal: str, now_ms: int) -> bool:
        """Begin a signal and return at once; whether it is heard. The same one again within moments is not played twice."""
        if signal not in SIGNALS or now_ms - self._last_ms.get(signal, -DEBOUNCE_MS) < DEBOUNCE_MS:
            return False
        self._last_ms[signal] = now_ms
        if self.silent:
            # a screen with loudspeakers may have been switched on since
            self.open()
        if self.silent:
            return False
        sound = self._sounds[signal]
        sound.set_volume(self.percent / 100)
        return sound.play() is not None

    def louder(self, percent: int) -> int:
        """Change the volume by so many percent (negative: softer); returns what it is now."""
        self.percent = min(max(self.percent + percent, 0), 100)
        return self.percent

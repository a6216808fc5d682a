"""How the hub is to run: what the command line says, as one frozen value; and what the machine says of itself."""

from __future__ import annotations

import fcntl
import os
import socket
import struct
from dataclasses import dataclass, field
from pathlib import Path

from appliance.gpio import Backend

DEFAULT_PORT = 8080

_SIOCGIFADDR = 0x8915
_ENOUGH_FOR_A_NAME = 15


@dataclass(frozen=True, slots=True)
class Config:
    """A hub's settings."""

    data: Path
    """Folder of the journal and the lexicons."""
    host: str = ""
    """Address to listen on; empty: all."""
    port: int = DEFAULT_PORT
    wall: bool = True
    """Whether to start the wall display beside the hub."""
    lexicon: str = ""
    """Lexicon of evenings that name none; empty: the rule set's own."""
    game: Path | None = None
    """A prepared game that the next evening plays."""
    code: str = ""
    """Its opening code; empty: the one this machine keeps."""
    wait: bool = False
    """Whether to wait for a data folder that cannot be used, and to say so on the pages, instead of ending."""
    pin: str = field(default="", repr=False)
    """The desk's PIN from now on; empty: the one that is kept."""
    gpio: Backend = "none"
    """The way to buttons, buzzer and lamp."""
    serial: tuple[str, ...] = ()
    """Serial ports with terminals, as :mod:`appliance.serial.port` reads them."""
    backup: Path | None = None
    """Folder for a copy of the journal after each round."""
    stick: bool = False
    """Whether to copy to a stick whose name begins with TOPTABLE, when there is one and no folder is asked for."""


def local_addresses() -> tuple[str, ...]:
    """This machine's IPv4 addresses but the loopback, by which tablets may reach it; cable before Wi-Fi, as the kernel lists them."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:_ENOUGH_FOR_A_NAME])
            try:
                answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, request)
            except OSError:
                continue  # an interface without an IPv4 address
            address = socket.inet_ntoa(answer[20:24])
            if not address.startswith("127."):
                found.append(address)
    return tuple(found)


def page_addresses(host: str, port: int) -> tuple[str, ...]:
    """The addresses of the players' page; the first is the one the wall shows."""
    hosts = (host,) if host not in ("", "0.0.0.0", "::") else local_addresses() or ("127.0.0.1",)  # noqa: S104 - what it listens on is asked, nothing is opened
    return tuple(f"http://{_in_url(name)}{'' if port == 80 else f':{port}'}/" for name in hosts)


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def boot_id() -> str:
    """A text that differs from one start of the machine to the next; monotonic times of the journal compare within one only."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return "unknown"


def has_screen() -> bool:
    """Whether a wall display could be shown: a desktop, a graphics card without one, or a driver chosen by hand."""
    if any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")):
        return True
    return any(Path("/dev/dri").glob("card*"))

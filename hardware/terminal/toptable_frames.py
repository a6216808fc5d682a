"""Frames of Toptable's serial protocol, for MicroPython and CPython alike; see ../terminal-protocol.md."""

MAX_FRAME = 256
RESERVED = b"$*,%"


def _step(crc: int) -> int:
    for _ in range(4):
        crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
    return crc & 0xFFFF


_STEPS = [_step(nibble << 12) for nibble in range(16)]


def crc16(data: bytes) -> int:
    """CRC-16/IBM-3740, four bits at a time: a terminal on a bus works it out for the frames of all."""
    crc = 0xFFFF
    for byte in data:
        crc = (crc << 4 & 0xFFFF) ^ _STEPS[crc >> 12 ^ byte >> 4]
        crc = (crc << 4 & 0xFFFF) ^ _STEPS[crc >> 12 ^ byte & 15]
    return crc


def escape(text: str) -> bytes:
    """A field as it travels."""
    out = bytearray()
    for byte in text.encode():
        if 0x20 <= byte < 0x7F and byte not in RESERVED:
            out.append(byte)
        else:
            out.extend(b"%%%02X" % byte)
    return bytes(out)


def unescape(part: bytes) -> str:
    """The text of a field; ValueError if it is none."""
    out = bytearray()
    at = 0
    while at < len(part):
        if part[at] == 0x25:
            out.append(int(part[at + 1 : at + 3].decode(), 16))
            at += 3
        else:
            out.append(part[at])
            at += 1
    return bytes(out).decode()


def encode(terminal: str, number: int, kind: str, fields: list[str]) -> bytes:
    """A frame with its CR LF; ValueError if it is longer than 256 bytes."""
    parts = [b"1", terminal.encode(), str(number).encode(), kind.encode()]
    parts += [escape(field) for field in fields]
    body = b",".join(parts)
    data = b"$" + body + b"*%04X\r\n" % crc16(body)
    if len(data) > MAX_FRAME:
        raise ValueError("the slip is too long")
    return data


def parse(data: bytes) -> tuple[str, int, str, list[str]] | None:
    """Terminal, number, kind and fields of a frame from ``$`` to its CRC; None if it is damaged or foreign."""
    try:
        body = data[1:-5]
        if data[0] != 0x24 or data[-5] != 0x2A or int(data[-4:].decode(), 16) != crc16(body):
            return None
        version, terminal, number, kind, *fields = body.split(b",")
        if version != b"1":
            return None
        return terminal.decode(), int(number.decode()), kind.decode(), [unescape(field) for field in fields]
    except (ValueError, IndexError):
        return None


class Splitter:
    """Finds frames in what the line delivers; a ``$`` always begins anew."""

    def __init__(self) -> None:
        self.rest = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """What looks like a whole frame, for `parse`."""
        found = []
        for byte in data:
            if byte == 0x24:
                self.rest = bytearray(b"$")
            elif self.rest:
                self.rest.append(byte)
                if len(self.rest) >= 6 and self.rest[-5] == 0x2A:
                    found.append(bytes(self.rest))
                    self.rest = bytearray()
                elif len(self.rest) > MAX_FRAME - 2 or byte in b"\r\n":
                    self.rest = bytearray()
        return found

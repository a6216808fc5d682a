from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from appliance.serial.frames import MAX_FRAME, Frame, FrameError, Splitter, crc16, encode_frame, parse_frame

printable = st.text(st.characters(exclude_categories=["C", "Z"]) | st.sampled_from(" ,$*%é Ș"), max_size=4).filter(str.isprintable)
frames = st.builds(
    Frame,
    terminal=st.text("ABZ019", min_size=1, max_size=8),
    number=st.integers(0, 65535),
    kind=st.text("ACKSLIPZ", min_size=1, max_size=8),
    fields=st.lists(printable, max_size=4).map(tuple),
)


def test_checksum_is_the_published_one() -> None:
    # Check value of CRC-16/IBM-3740 in the catalogue of parametrised CRC algorithms.
    assert crc16(b"123456789") == 0x29B1


def crc16_by_hand(data: bytes) -> int:
    """Bit by bit, as a microcontroller does it."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = ((crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


@given(st.binary(max_size=64))
def test_checksum_bit_by_bit(data: bytes) -> None:
    assert crc16(data) == crc16_by_hand(data)


def test_a_slip_on_the_line() -> None:
    frame = Frame("T07", 42, "SLIP", ("9F3A", "3", "H4 RETiNES 66"))
    body = b"1,T07,42,SLIP,9F3A,3,H4 RETiNES 66"
    assert encode_frame(frame) == b"$" + body + b"*%04X\r\n" % crc16_by_hand(body)


def test_what_frames_and_what_is_not_ascii_is_escaped() -> None:
    data = encode_frame(Frame("A", 0, "TEXT", ("5,5 $*%", "ȘI", "")))
    assert data.startswith(b"$1,A,0,TEXT,5%2C5 %24%2A%25,%C8%98I,*")


@given(frames)
def test_what_is_written_can_be_read(frame: Frame) -> None:
    data = encode_frame(frame)
    assert parse_frame(data) == parse_frame(data[:-2]) == frame
    assert len(data) <= MAX_FRAME
    assert data.isascii()


@given(frames, st.data())
def test_no_single_or_double_bit_error_passes(frame: Frame, data: st.DataObject) -> None:
    good = encode_frame(frame)
    bad = bytearray(good)
    bits = data.draw(st.lists(st.integers(8, (len(good) - 2) * 8 - 1), min_size=1, max_size=2, unique=True))
    for bit in bits:
        bad[bit // 8] ^= 1 << bit % 8
    with pytest.raises(FrameError):
        parse_frame(bytes(bad))


def with_crc(body: bytes) -> bytes:
    return b"$%s*%04X\r\n" % (body, crc16(body))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no frame"),
        (b"$1,A,0,X", "no frame"),
        (b"$1,A,0,ACK*0000\r\n", "damaged"),
        (with_crc(b"2,A,0,ACK"), "version b'2'"),
        (with_crc(b"1,A,0"), "2 parts"),
        (with_crc(b"1,a,0,ACK"), "terminal 'a'"),
        (with_crc(b"1,ABCDEFGHI,0,ACK"), "terminal 'ABCDEFGHI'"),
        (with_crc(b"1,A,007,ACK"), "number '007'"),
        (with_crc(b"1,A,65536,ACK"), "number 65536"),
        (with_crc(b"1,A,0,ack"), "kind 'ack'"),
        (with_crc(b"1,A,0,X,%41"), "not written as the protocol says"),
        (with_crc(b"1,A,0,X,%0A"), "control characters"),
        (with_crc(b"1,A,0,X,%FF"), "no UTF-8"),
        (with_crc(b"1,A,0,X,100%"), "not written as the protocol says"),
        (b"$" + b"x" * 300, "a frame of 301 bytes: 256 at most"),
    ],
)
def test_what_is_no_frame_is_named(data: bytes, message: str) -> None:
    with pytest.raises(FrameError) as caught:
        parse_frame(data)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "frame",
    [
        Frame("", 0, "ACK"),
        Frame("T-1", 0, "ACK"),
        Frame("A", -1, "ACK"),
        Frame("A", 0, "A B"),
        Frame("A", 0, "ACK", ("line\nbreak",)),
        Frame("A", 0, "ACK", ("\ud800",)),
        Frame("A", 0, "ACK", ("x" * 300,)),
    ],
)
def test_what_does_not_fit_is_not_written(frame: Frame) -> None:
    with pytest.raises(FrameError):
        encode_frame(frame)


@given(st.binary(max_size=300) | st.binary(max_size=60).map(with_crc) | st.text("$1,AK0*%F\r\n", max_size=40).map(str.encode))
def test_any_bytes_are_a_frame_or_a_frame_error(data: bytes) -> None:
    try:
        frame = parse_frame(data)
    except FrameError:
        return
    assert encode_frame(frame).removesuffix(b"\r\n") == data.removesuffix(b"\r\n")


def split(data: bytes, cuts: list[int]) -> list[bytes]:
    splitter, found, before = Splitter(), [], 0
    for cut in [*sorted(cut % (len(data) + 1) for cut in cuts), len(data)]:
        found += splitter.feed(data[before:cut])
        before = cut
    return found


noise = st.binary(max_size=30).map(lambda data: data.replace(b"$", b""))


@given(st.lists(st.tuples(noise, frames), max_size=4), st.lists(st.integers(0, 2000), max_size=6))
def test_frames_between_noise_are_found_however_they_arrive(parts: list[tuple[bytes, Frame]], cuts: list[int]) -> None:
    stream = b"".join(before + encode_frame(frame) for before, frame in parts)
    assert [parse_frame(data) for data in split(stream, cuts)] == [frame for _, frame in parts]


@given(frames, frames, st.integers(0, 255))
@example(Frame("A", 0, "ACK"), Frame("B", 1, "ACK"), 0)
def test_a_cut_frame_costs_itself_alone(first: Frame, second: Frame, kept: int) -> None:
    whole = encode_frame(first)
    kept = min(kept, len(whole) - 3)
    found = split(whole[:kept] + encode_frame(second), [kept])
    assert [parse_frame(data) for data in found] == [second]


@given(st.binary(max_size=1200) | st.text("$1,*A0F", max_size=1200).map(str.encode), st.lists(st.integers(0, 2000), max_size=5))
def test_splitting_does_not_depend_on_the_cuts_and_keeps_little(data: bytes, cuts: list[int]) -> None:
    assert split(data, cuts) == split(data, [])
    splitter = Splitter()
    splitter.feed(data)
    assert len(splitter._rest) < MAX_FRAME

"""Frames: any way of cutting a stream gives the same bodies; nothing above the limit is ever held."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import Code, LocalError, RemoteError
from protocol.framing import FrameDecoder, encode_frame
from protocol.limits import FRAME_LIMIT, FRAME_LIMIT_BEFORE_AUTH

BODIES = st.lists(st.binary(min_size=1, max_size=60), max_size=12)


def cut(data: bytes, places: list[int]) -> list[bytes]:
    edges = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    return [data[a:b] for a, b in pairwise(edges)]


@given(BODIES, st.lists(st.integers(0, 10_000), max_size=30))
def test_any_chunking_gives_the_same_bodies(bodies: list[bytes], places: list[int]) -> None:
    decoder = FrameDecoder()
    found = [
        body for piece in cut(b"".join(map(encode_frame, bodies)), places) for body in decoder.feed(piece)
    ]
    assert found == bodies
    assert decoder.between_frames


@given(BODIES, st.lists(st.integers(0, 10_000), max_size=10), st.integers(1, 3))
def test_bodies_can_be_taken_a_few_at_a_time(bodies: list[bytes], places: list[int], at_most: int) -> None:
    decoder = FrameDecoder()
    found: list[bytes] = []
    for piece in cut(b"".join(map(encode_frame, bodies)), places):
        some = decoder.feed(piece, at_most)
        while some:
            assert len(some) <= at_most
            found += some
            some = decoder.feed(b"", at_most)
    assert found == bodies
    assert decoder.between_frames


def test_bytes_come_one_by_one() -> None:
    decoder = FrameDecoder()
    data = encode_frame(b"hello") + encode_frame(b"x" * 300)
    found = [decoder.feed(data[i : i + 1]) for i in range(len(data))]
    assert [body for bodies in found for body in bodies] == [b"hello", b"x" * 300]
    assert found[8] == [b"hello"]


@pytest.mark.parametrize("end", range(1, 9))
def test_a_stream_may_end_between_frames_only(end: int) -> None:
    decoder = FrameDecoder()
    assert decoder.between_frames
    decoder.feed(encode_frame(b"hello")[:end])
    assert not decoder.between_frames


@pytest.mark.parametrize("size", [0, FRAME_LIMIT_BEFORE_AUTH + 1, FRAME_LIMIT, 2**31, 2**32 - 1])
def test_a_length_is_refused_before_its_body_comes(size: int) -> None:
    decoder = FrameDecoder()
    header = size.to_bytes(4, "big")
    assert decoder.feed(header[:3]) == []
    with pytest.raises(RemoteError) as caught:
        decoder.feed(header[3:])
    assert caught.value.code is Code.FRAME_SIZE
    with pytest.raises(RemoteError):
        decoder.feed(encode_frame(b"hello"))


def test_the_limit_rises_between_frames() -> None:
    big = b"x" * FRAME_LIMIT
    stream = encode_frame(b"auth") + encode_frame(big)
    early = FrameDecoder()
    with pytest.raises(RemoteError):
        early.feed(stream)
    decoder = FrameDecoder()
    assert decoder.feed(stream, 1) == [b"auth"]
    assert not decoder.between_frames
    decoder.limit = FRAME_LIMIT
    assert decoder.feed(b"") == [big]


@pytest.mark.parametrize("size", [0, FRAME_LIMIT + 1])
def test_what_nobody_would_read_is_not_written(size: int) -> None:
    with pytest.raises(LocalError) as caught:
        encode_frame(bytes(size))
    assert caught.value.code is Code.FRAME_SIZE


def test_the_limits_themselves_are_allowed() -> None:
    for limit in (FRAME_LIMIT_BEFORE_AUTH, FRAME_LIMIT):
        assert FrameDecoder(limit).feed(encode_frame(bytes(limit))) == [bytes(limit)]


@given(st.lists(st.binary(max_size=40), max_size=20))
def test_garbage_gives_bodies_or_a_refusal(pieces: list[bytes]) -> None:
    decoder = FrameDecoder(64)
    stream = b"".join(pieces)
    found: list[bytes] = []
    refused = None
    for piece in pieces:
        try:
            found += decoder.feed(piece)
        except RemoteError as error:
            refused = error.code
            break
    # What came out is what a reader of the whole stream cuts off its front.
    at = 0
    for body in found:
        assert 1 <= len(body) <= 64
        assert stream[at : at + 4 + len(body)] == encode_frame(body)
        at += 4 + len(body)
    header = stream[at : at + 4]
    is_bad = len(header) == 4 and not 1 <= int.from_bytes(header, "big") <= 64
    assert refused is (Code.FRAME_SIZE if is_bad else None)

"""Dice chains and event seeds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.digest import H
from protocol.chain import Chain, ChainVerifier, event_seed, seat_bitmap
from protocol.limits import CHAIN_LENGTH

KEY, LAST = bytes([1] * 32), bytes([2] * 32)
LENGTH = 700


def naive(length: int) -> list[bytes]:
    """All links as N2 defines them."""
    links = [LAST]
    for i in range(length, 0, -1):
        links.append(H("wabe.chain", KEY + i.to_bytes(4, "big") + links[-1]))
    return links[::-1]


LINKS = naive(LENGTH)


@pytest.mark.parametrize("length", [1, 2, 255, 256, 257, 512, LENGTH])
def test_links_are_those_of_the_definition(length: int) -> None:
    chain, links = Chain(KEY, LAST, length), naive(length)
    assert chain.tip == links[0]
    assert [chain.link(n) for n in range(length + 1)] == links
    assert [chain.link(n) for n in range(length, -1, -1)] == links[::-1]


@given(st.lists(st.integers(0, LENGTH), max_size=20))
def test_links_can_be_asked_for_in_any_order(asked: list[int]) -> None:
    chain = Chain(KEY, LAST, LENGTH)
    for n in asked:
        assert chain.link(n) == LINKS[n]


def test_a_chain_has_the_length_of_the_protocol() -> None:
    chain = Chain(KEY, LAST)
    assert chain.length == CHAIN_LENGTH == 65_536
    assert chain.link(CHAIN_LENGTH) == LAST
    assert ChainVerifier(KEY, chain.tip).check(CHAIN_LENGTH, LAST)


@pytest.mark.parametrize("n", [-1, LENGTH + 1, 2**40])
def test_there_are_no_links_beyond_the_ends(n: int) -> None:
    with pytest.raises(ValueError, match="links 0 to"):
        Chain(KEY, LAST, LENGTH).link(n)
    assert not ChainVerifier(KEY, LINKS[0], LENGTH).check(n, LAST)


def test_the_tip_is_no_link() -> None:
    assert not ChainVerifier(KEY, LINKS[0], LENGTH).check(0, LINKS[0])


@pytest.mark.parametrize(
    ("key", "last", "length"), [(b"", LAST, 1), (KEY, LAST[1:], 1), (KEY, LAST, 0), (KEY, LAST, 2**32)]
)
def test_a_chain_of_wrong_parts_is_not_made(key: bytes, last: bytes, length: int) -> None:
    with pytest.raises(ValueError, match="chain"):
        Chain(key, last, length)


@given(st.lists(st.integers(1, LENGTH), min_size=1, max_size=30))
def test_right_links_are_accepted_in_any_order(order: list[int]) -> None:
    verifier = ChainVerifier(KEY, LINKS[0], LENGTH)
    for n in order:
        assert verifier.check(n, LINKS[n])
    assert verifier.known == max(order)


@given(st.lists(st.tuples(st.integers(1, LENGTH), st.integers(0, LENGTH)), max_size=30))
def test_a_link_is_accepted_at_its_own_place_only(claims: list[tuple[int, int]]) -> None:
    verifier = ChainVerifier(KEY, LINKS[0], LENGTH)
    for n, actual in claims:
        assert verifier.check(n, LINKS[actual]) == (n == actual)
    assert verifier.known == max([n for n, actual in claims if n == actual], default=0)


@given(st.integers(1, LENGTH), st.integers(0, 255))
def test_a_changed_link_is_refused_and_teaches_nothing(n: int, bit: int) -> None:
    verifier = ChainVerifier(KEY, LINKS[0], LENGTH)
    bad = bytearray(LINKS[n])
    bad[bit // 8] ^= 1 << bit % 8
    assert not verifier.check(n, bytes(bad))
    assert verifier.known == 0
    assert verifier.check(n, LINKS[n])
    assert not verifier.check(n, bytes(bad))
    assert not verifier.check(n, LINKS[n] + b"\0")


def test_a_link_of_another_seat_is_refused() -> None:
    other = Chain(bytes([3] * 32), LAST, LENGTH)
    assert not ChainVerifier(KEY, LINKS[0], LENGTH).check(LENGTH - 1, other.link(LENGTH - 1))
    assert not ChainVerifier(bytes([3] * 32), LINKS[0], LENGTH).check(1, LINKS[1])


def test_memory_and_work_of_a_long_match_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    length = 4096
    chain = Chain(KEY, LAST, length)
    hashes = 0

    def counted(label: str, data: bytes) -> bytes:
        nonlocal hashes
        hashes += 1
        return H(label, data)

    verifier = ChainVerifier(KEY, chain.tip, length)
    links = [chain.link(n) for n in range(length + 1)]
    monkeypatch.setattr("protocol.chain.H", counted)
    for n in range(1, length + 1):
        assert verifier.check(n, links[n])
    assert hashes == length
    assert len(verifier._links) <= length // 256 + 2
    for n in (1, 100, 2000, length - 1):
        hashes = 0
        assert verifier.check(n, links[n])
        assert hashes < 256


def test_the_event_seed_is_bound_to_match_event_and_seats() -> None:
    match, xs = bytes([5] * 32), [bytes([n] * 32) for n in (1, 2)]
    seed = event_seed(match, 7, seat_bitmap([0, 3]), xs)
    assert seed == H("wabe.event", match + bytes([0, 0, 0, 7, 0b1001]) + xs[0] + xs[1])
    others = [
        event_seed(bytes([6] * 32), 7, 0b1001, xs),
        event_seed(match, 8, 0b1001, xs),
        event_seed(match, 7, 0b0011, xs),
        event_seed(match, 7, 0b1001, xs[::-1]),
    ]
    assert len({seed, *others}) == 5
    assert event_seed(match, 7, 0, []) == H("wabe.event", match + bytes([0, 0, 0, 7, 0]))


def test_an_event_seed_of_wrong_parts_is_not_made() -> None:
    link = bytes(32)
    for match, bitmap, links in [
        (b"", 1, [link]),
        (link, 1, []),
        (link, 1, [link, link]),
        (link, 1, [b""]),
        (link, 256, [link]),
    ]:
        with pytest.raises(ValueError, match=r"must be|have 32"):
            event_seed(match, 1, bitmap, links)


def test_bitmaps_hold_eight_seats() -> None:
    assert seat_bitmap([]) == 0
    assert seat_bitmap(range(8)) == 255
    for seat in (-1, 8):
        with pytest.raises(ValueError, match="byte"):
            seat_bitmap([seat])

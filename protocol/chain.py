"""Dice chains: what a seat commits to before the game and opens one link an event (N2, N4).

``x_N`` is random, ``x_{i-1} = H("wabe.chain", seat_pk ‖ u32 i ‖ x_i)``, and the contract holds the tip
``x_0``. Event n opens x_n: hashing it down must lead to the tip, so nobody can choose it after the contract
was signed, and nobody can compute it from what was opened before. Key and index in the hash keep chains of
different seats and links of different places apart.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from engine.digest import H
from protocol.limits import CHAIN_LENGTH

__all__ = ["Chain", "ChainVerifier", "event_seed", "seat_bitmap"]

_LABEL = "wabe.chain"
_STRIDE = 256
"""Links between two kept ones: 65,536 links then need 16 KiB, and any link at most 255 hashes."""


def _step(seat_key: bytes, i: int, link: bytes) -> bytes:
    """Return x_{i-1} of ``link`` = x_i."""
    return H(_LABEL, seat_key + i.to_bytes(4, "big") + link)


def _descend(seat_key: bytes, start: int, link: bytes, end: int) -> bytes:
    """Return x_end of ``link`` = x_start, ``end <= start``."""
    for i in range(start, end, -1):
        link = _step(seat_key, i, link)
    return link


class Chain:
    """The chain of one's own seat: whoever holds ``last`` knows all links, so it never leaves the machine.

    Args:
        seat_key: Public key of the seat, 32 bytes.
        last: x_N, 32 random bytes.
        length: N, 1 or more; shorter than a match's only in tests.

    Raises:
        ValueError: An argument has the wrong length.
    """

    __slots__ = ("_kept", "_seat_key", "_segment", "_segment_start", "last", "length", "tip")

    def __init__(self, seat_key: bytes, last: bytes, length: int = CHAIN_LENGTH) -> None:
        if len(seat_key) != 32 or len(last) != 32:
            raise ValueError("a seat key and a chain's last link have 32 bytes each")
        if not 1 <= length < 2**32:
            raise ValueError("a chain has at least one link, and its numbers fit in 32 bits")
        self._seat_key = seat_key
        self.last = last
        self.length = length
        kept = {length: last}
        link = last
        for i in range(length, 0, -1):
            link = _step(seat_key, i, link)
            if (i - 1) % _STRIDE == 0:
                kept[i - 1] = link
        self._kept = kept
        self.tip = link
        self._segment_start = -_STRIDE
        self._segment: list[bytes] = []

    def link(self, n: int) -> bytes:
        """Return x_n, 0 <= n <= length; in sequence a link costs about one hash.

        Raises:
            ValueError: There is no such link.
        """
        if not 0 <= n <= self.length:
            raise ValueError(f"the chain has links 0 to {self.length}, not {n}")
        if n in self._kept:
            return self._kept[n]
        start = n - n % _STRIDE
        if start != self._segment_start:
            self._load(start)
        return self._segment[n - start]

    def _load(self, start: int) -> None:
        """Compute the links from ``start`` up to the next kept one."""
        end = min(start + _STRIDE, self.length)
        link = self._kept[end]
        links = [link]
        for i in range(end, start, -1):
            link = _step(self._seat_key, i, link)
            links.append(link)
        links.reverse()
        self._segment, self._segment_start = links, start


class ChainVerifier:
    """What is known of another seat's chain: checks each opened link against the tip.

    The work of one check is at most one hash for each link between the one asked about and the nearest
    known one on the tip's side (or above, for a link already passed): ``length`` hashes in the worst case,
    0.1 s. A caller that only asks about the event at hand pays for skipped events alone.
    """

    __slots__ = ("_indices", "_links", "_seat_key", "length")

    def __init__(self, seat_key: bytes, tip: bytes, length: int = CHAIN_LENGTH) -> None:
        self._seat_key = seat_key
        self.length = length
        self._indices = [0]
        self._links = [tip]

    @property
    def known(self) -> int:
        """Number of the highest link seen so far; 0 while only the tip is known."""
        return self._indices[-1]

    def check(self, n: int, link: bytes) -> bool:
        """Return whether ``link`` is x_n; a link beyond the known ones becomes known.

        False for any n outside 1..length and any link that does not have 32 bytes: no honest seat opens such.
        """
        if not 1 <= n <= self.length or len(link) != 32:
            return False
        if n <= self.known:
            at = bisect_left(self._indices, n)
            return _descend(self._seat_key, self._indices[at], self._links[at], n) == link
        if _descend(self._seat_key, n, link, self.known) != self._links[-1]:
            return False
        self._keep(n, link)
        return True

    def _keep(self, n: int, link: bytes) -> None:
        # The highest link is always kept, of those below it one a stride: memory stays 16 KiB a chain.
        if len(self._indices) > 1 and n - self._indices[-2] < _STRIDE:
            self._indices[-1], self._links[-1] = n, link
        else:
            self._indices.append(n)
            self._links.append(link)


def seat_bitmap(seats: Iterable[int]) -> int:
    """Return the set of seats (0..7) as one byte: bit ``1 << seat``.

    >>> seat_bitmap([0, 2])
    5
    """
    bits = 0
    for seat in seats:
        if not 0 <= seat <= 7:
            raise ValueError(f"seat {seat} does not fit in a byte")
        bits |= 1 << seat
    return bits


def event_seed(match_id: bytes, n: int, bitmap: int, links: Sequence[bytes]) -> bytes:
    """Return E of event ``n``: ``H("wabe.event", M ‖ u32 n ‖ u8 bitmap(R) ‖ the x_n in seat order)`` (N4).

    Nothing that a mover can vary enters it.

    Args:
        match_id: M, 32 bytes.
        n: Number of the event, from 1.
        bitmap: ``seat_bitmap(R)``.
        links: x_n of each seat of R, in seat order, 32 bytes each.

    Raises:
        ValueError: An argument has the wrong size, or links and bitmap differ in number.
    """
    if len(match_id) != 32 or any(len(link) != 32 for link in links):
        raise ValueError("a match id and a link have 32 bytes each")
    if not 0 <= bitmap <= 255 or bitmap.bit_count() != len(links):
        raise ValueError("there must be exactly one link for each seat of the bitmap")
    return H("wabe.event", match_id + n.to_bytes(4, "big") + bytes((bitmap,)) + b"".join(links))

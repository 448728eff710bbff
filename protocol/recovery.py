"""After a restart: when may own seats be signed for again (N6)?

A file may be older than what was sent from it: a restored backup, a copy from another machine, a disk that lied.
Signing on from there would make two entries of one number. So the others are asked first what they hold;
newer entries of one's own come back by gossip; and only then the match signs.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Protocol

from protocol.contract import Contract
from protocol.messages import Ask

__all__ = ["Holder", "Recovery"]


class Holder(Protocol):
    """What is needed of a match: which entries it holds, and whose seats are its own."""

    @property
    def contract(self) -> Contract:
        """The contract."""

    @property
    def id(self) -> bytes:
        """The match id."""

    @property
    def own(self) -> tuple[int, ...]:
        """Own human seats, ascending."""

    def lengths(self) -> tuple[tuple[int, int], ...]:
        """Number of entries held of each human seat's feed, in seat order."""


class Recovery:
    """Collects what the others tell.

    It is satisfied when a strict majority of all peers have told, counted by identity key and oneself included (with
    two peers: the other one), and so has every peer that is linked directly, and the own feeds are at least as long
    as each of them told. N6 asks for the majority; but the one entry that was sent last may be known to a minority, and
    who is linked answers at once, so waiting for it costs next to nothing.

    Who is linked and silent, or claims that there is more and never sends it, can hold this up. That is left to the person,
    who may ``disbelieve`` a peer: it then counts as one that has not told, and is not waited for.

    Args:
        match: The match that recovers.
        nonce: 16 fresh random bytes: answers to an earlier question prove nothing.
    """

    def __init__(self, match: Holder, nonce: bytes) -> None:
        contract = match.contract
        self._match = match
        self._identities = {seat: contract.human(seat).identity for seat in contract.humans}
        self._own = frozenset(self._identities[seat] for seat in match.own)
        self._told: dict[bytes, dict[int, int]] = {}
        self._disbelieved: set[bytes] = set()
        self._linked: Counter[bytes] = Counter()
        self.ask = Ask(match.id, nonce)

    def link_up(self, identity: bytes) -> None:
        """A peer is linked directly and takes part in the match; several links to one peer count as one."""
        self._linked[identity] += 1

    def link_down(self, identity: bytes) -> None:
        """A link of which ``link_up`` told is gone."""
        self._linked[identity] -= 1

    def tell(self, seat: int, lengths: Mapping[int, int]) -> None:
        """Take what the holder of human seat ``seat`` told; its signature was checked."""
        told = self._told.setdefault(self._identities[seat], {})
        for own in self._match.own:
            told[own] = max(told.get(own, 0), lengths.get(own, 0))

    def disbelieve(self, identity: bytes) -> None:
        """Let a peer's answer count no more: a person's decision about somebody who does not deliver."""
        self._disbelieved.add(identity)

    @property
    def satisfied(self) -> bool:
        """Whether the match may sign again. True at once for who holds no seat or all human seats."""
        if not self._own:
            return True
        agreeing = self._own | (self._told.keys() - self._disbelieved)
        if 2 * len(agreeing) <= len(set(self._identities.values())):
            return False
        return not self.missing() and not any(self._linked[who] > 0 for who in self.silent())

    def silent(self) -> tuple[bytes, ...]:
        """Return the identities that have not told and are not disbelieved, in seat order."""
        heard = self._own | self._told.keys() | self._disbelieved
        return tuple(dict.fromkeys(who for who in self._identities.values() if who not in heard))

    def missing(self) -> dict[bytes, int]:
        """Return who claims to hold how many own entries more than are held here, in seat order."""
        held = dict(self._match.lengths())
        missing: dict[bytes, int] = {}
        for who in dict.fromkeys(self._identities.values()):
            if who not in self._disbelieved:
                more = sum(max(0, told - held.get(seat, 0)) for seat, told in self._told.get(who, {}).items())
                if more:
                    missing[who] = more
        return missing

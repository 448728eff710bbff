"""Who is linked, and whom to dial: every pair of peers that can reach each other gets a link.

Of two peers that tell addresses the one with the lower identity key dials; the other one only when no link
has come about for a while (the first may sit behind a firewall). Two links between a pair do no harm.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from client.log import LOG
from protocol.errors import LocalError
from protocol.identity import fingerprint
from protocol.transport.addresses import Address, parse_address
from protocol.transport.events import DialFailed, LinkDown, LinkId, LinkState, LinkUp
from protocol.transport.links import Links

__all__ = ["Mesh"]

PATIENCE_MS = 4_000
"""Milliseconds without a link after which the peer with the higher key dials too: an attempt to connect takes
less unless packets are swallowed."""

REFUSED_MS = 30_000
"""Milliseconds before a peer that has refused a link is dialled again."""


@dataclass(slots=True)
class _Other:
    """What is known of another peer.

    Attributes:
        addresses: Where it may listen.
        dial: The dial that is trying to reach it, or has; None: none.
        met: Whether there was a link to it.
        links: Links to it that are up.
        since: When it was first heard of, or its last link ended, or it refused.
        wait: Milliseconds from then on before it is dialled.
    """

    since: int
    wait: int
    name: str = ""
    addresses: tuple[Address, ...] = ()
    dial: LinkId | None = None
    met: bool = False
    links: set[LinkId] = field(default_factory=set)


class Mesh:
    """The links of one peer, by the identity keys of the others.

    Args:
        links: The transport.
        me: Own identity key.
        exclusive: Link to nobody but the peers given by hand.
        name: How this peer calls itself.
    """

    def __init__(self, links: Links, me: bytes, *, exclusive: bool, name: str = "") -> None:
        self._purpose = "room"
        self._match: bytes | None = None
        self._game: str | None = None
        self._links = links
        self._me = me
        self._name = name
        self._exclusive = exclusive
        self._others: dict[bytes, _Other] = {}
        self._identities: dict[LinkId, bytes] = {}
        self._states: dict[LinkId, LinkState] = {}
        self._by_hand: dict[LinkId, bytes | None] = {}
        self._given: dict[LinkId, tuple[Address, ...]] = {}

    # --- what is known --------------------------------------------------------------------------------
    def learn(self, identity: bytes, name: str, addresses: Sequence[str], now: int) -> None:
        """Note how another peer calls itself and where it listens; addresses that make no sense are left out."""
        if identity == self._me:
            return
        other = self._other(identity, now)
        other.name = name
        found = tuple(dict.fromkeys(filter(None, map(_parsed, addresses))))
        if found != other.addresses:
            other.addresses = found
            self._give_up(other)

    def name(self, identity: bytes) -> str:
        """Return how a peer calls itself; empty if it has not said so."""
        if identity == self._me:
            return self._name
        other = self._others.get(identity)
        return other.name if other else ""

    def addresses(self, identity: bytes) -> tuple[Address, ...]:
        """Return where a peer may listen, as far as it has said."""
        other = self._others.get(identity)
        return other.addresses if other else ()

    def sought(self, dial: LinkId) -> tuple[bytes | None, tuple[Address, ...]]:
        """Return whom a dial is to reach, None if anybody, and where."""
        for identity, other in self._others.items():
            if other.dial == dial:
                return identity, other.addresses or self._given.get(dial, ())
        return self._by_hand.get(dial), self._given.get(dial, ())

    def was_linked(self, identity: bytes) -> bool:
        """Return whether there has been a link to a peer before, or is one."""
        other = self._others.get(identity)
        return other is not None and other.met

    def keep_only(self, identities: Collection[bytes]) -> None:
        """Dial nobody any more but these."""
        for identity, other in self._others.items():
            if identity not in identities:
                other.addresses = ()
                self._give_up(other)

    def remembered(self) -> dict[str, dict[str, Any]]:
        """Return names and addresses of all others, by identity key in hexadecimal, to be kept in a file."""
        return {
            identity.hex(): {"name": other.name, "addresses": [str(address) for address in other.addresses]}
            for identity, other in self._others.items()
        }

    def identity(self, link: LinkId) -> bytes | None:
        """Return who is at the other end of a link; None when it is down."""
        return self._identities.get(link)

    def links_to(self, identity: bytes) -> tuple[LinkId, ...]:
        """Return the links to a peer that are up."""
        other = self._others.get(identity)
        return tuple(sorted(other.links)) if other else ()

    def note(self, state: LinkState) -> None:
        """Note how good a link is."""
        if state.link in self._identities:
            self._states[state.link] = state

    def state(self, identity: bytes) -> LinkState | None:
        """Return how good the best link to a peer is; None where nothing is known yet."""
        known = [self._states[link] for link in self.links_to(identity) if link in self._states]
        return min(known, key=lambda state: (not state.steady, state.round_trip_ms or 0), default=None)

    def has_links(self) -> bool:
        """Return whether anybody is linked."""
        return bool(self._identities)

    def absent_ms(self, identity: bytes, now: int) -> int:
        """Return for how long there has been no link to a peer; 0 while there is one."""
        other = self._others.get(identity)
        return 0 if other is None or other.links else now - other.since

    # --- dialling -------------------------------------------------------------------------------------
    def dial(self, addresses: Sequence[Address], expected: bytes | str | None) -> LinkId:
        """Dial a peer given by hand, now, and again whenever the link is lost; see ``Links.dial``."""
        dial = self._dial(addresses, expected)
        self._by_hand[dial] = None
        self._given[dial] = tuple(addresses)
        return dial

    def consider(self, now: int) -> None:
        """Dial whoever should be linked and is not."""
        if self._exclusive:
            return
        for identity, other in self._others.items():
            if other.links or other.dial is not None or not other.addresses:
                continue
            if now - other.since >= other.wait:
                other.dial = self._dial(other.addresses, identity)
                LOG.debug("dialling %s at %s", fingerprint(identity), ", ".join(map(str, other.addresses)))

    def aim_at(self, match: bytes, game: str) -> None:
        """Dial for a match from now on; dials that are waiting are given up and begun anew by ``consider``."""
        self._purpose, self._match, self._game = "match", match, game
        for other in self._others.values():
            self._give_up(other)

    def _give_up(self, other: _Other) -> None:
        """Give up a dial that is trying, unless the person asked for it."""
        if other.dial is not None and other.dial not in self._by_hand and not other.links:
            self._links.cancel_dial(other.dial)
            other.dial = None

    def _dial(self, addresses: Sequence[Address], expected: bytes | str | None) -> LinkId:
        return self._links.dial(
            addresses, expected=expected, purpose=self._purpose, match=self._match, game=self._game
        )

    # --- what happened --------------------------------------------------------------------------------
    def up(self, event: LinkUp, now: int) -> None:
        """A link came up."""
        self._identities[event.link] = event.identity
        other = self._other(event.identity, now)
        other.links.add(event.link)
        other.met = True
        if event.dial in self._by_hand:
            self._by_hand[event.dial] = event.identity
        if other.dial is not None and other.dial != event.dial and other.dial not in self._by_hand:
            self._links.cancel_dial(other.dial)  # they were faster
            other.dial = None
        if event.dial is not None:
            other.dial = event.dial

    def down(self, event: LinkDown, now: int) -> bytes | None:
        """A link ended; return who was at its other end, if it was known."""
        identity = self._identities.pop(event.link, None)
        self._states.pop(event.link, None)
        if identity is None:
            return None
        other = self._others[identity]
        other.links.discard(event.link)
        other.since = now
        other.wait = self._wait(identity)
        if not event.redial and not other.links:
            other.dial = None
            if event.culprit == "remote" and event.code != "done":
                other.wait = REFUSED_MS
        return identity

    def failed(self, event: DialFailed, now: int) -> bool:
        """An attempt failed; return whether it was the first one of a peer given by hand, never reached yet."""
        if event.retry_s is None:
            for other in self._others.values():
                if other.dial == event.dial:
                    other.dial = None
                    other.since, other.wait = now, REFUSED_MS
        return event.dial in self._by_hand and self._by_hand[event.dial] is None

    def _other(self, identity: bytes, now: int) -> _Other:
        if identity not in self._others:
            self._others[identity] = _Other(now, self._wait(identity))
        return self._others[identity]

    def _wait(self, identity: bytes) -> int:
        return 0 if self._me < identity else PATIENCE_MS


def _parsed(text: str) -> Address | None:
    try:
        return parse_address(text)
    except LocalError as error:
        LOG.info("an address that makes no sense is left out: %s", error.text)
        return None

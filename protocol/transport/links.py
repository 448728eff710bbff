"""All links of one process: who is connected, how to send, how to dial, and what has happened."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import trio

from protocol.identity import Ed25519PrivateKey
from protocol.messages import AnyMessage
from protocol.transport.addresses import Address
from protocol.transport.events import LinkEvent, LinkId

__all__ = ["Links", "Local", "open_links"]


@dataclass(frozen=True, slots=True)
class Local:
    """Who this process is on every link.

    Attributes:
        key: Identity key of the profile.
        application: Program and version, at most 64 characters; shown to the other side.
        rules: ``(game, rules_version)`` of every game known here.
    """

    key: Ed25519PrivateKey
    application: str
    rules: tuple[tuple[str, int], ...]


class Links:
    """Made by ``open_links``. All methods but ``serve`` return at once; what comes of them is told in ``events``.

    Attributes:
        events: Everything that happens, in order. Read it all the time: a reader that stops for long holds
            back its own links (their senders wait), and loses nothing.
    """

    events: trio.MemoryReceiveChannel[LinkEvent]

    async def serve(self, port: int, *, host: str | None = None) -> int:
        """Listen on ``port`` (0: any free one) for IPv4 and IPv6 and return the port.

        Args:
            port: 0, or 1024..65535.
            host: Address to bind to instead of all of them, such as ``127.0.0.1``.

        Raises:
            OSError: The port cannot be had.
        """
        raise NotImplementedError

    def dial(
        self,
        addresses: Sequence[Address],
        *,
        expected: bytes | str,
        purpose: str,
        match: bytes | None = None,
        redial: bool = True,
    ) -> LinkId:
        """Try to reach a peer at any of its addresses and return the number of this dial.

        Success is told by ``LinkUp`` with this ``dial``, failure by ``DialFailed``. With ``redial`` it tries again after
        a failure or after the link is lost, in steps of 1, 2, 4, ... 60 s, until ``cancel_dial``; but not after a
        refusal that a repetition cannot change (wrong peer, version, kicked, ...), nor after a goodbye of either side.

        Args:
            addresses: Where the peer may listen; raced.
            expected: Identity key (bytes) or fingerprint (text) of the peer; another one is refused.
            purpose: ``room``, ``match`` or ``watch``.
            match: Match id if known.
            redial: Whether to try again.
        """
        raise NotImplementedError

    def cancel_dial(self, dial: LinkId) -> None:
        """Give up a dial; a link that it has made stays, and is not dialled again once it ends."""
        raise NotImplementedError

    def send(self, link: LinkId, message: AnyMessage) -> bool:
        """Queue a message. False (and nothing sent) if the link is down or closing, or its queue is full.

        A full queue (``QUEUE_LIMIT`` bytes) drops the link with code SLOW: the other side does not read. Whoever has much to
        send asks ``queued`` and goes on when told ``Drained``.
        """
        raise NotImplementedError

    def queued(self, link: LinkId) -> int:
        """Return how many bytes wait in the queue of the link; 0 if it is down."""
        raise NotImplementedError

    def close(self, link: LinkId, code: str = "done", text: str = "") -> None:
        """Send what is queued, then ``bye`` with ``code`` and ``text``, and close. ``LinkDown`` follows."""
        raise NotImplementedError

    def up(self) -> tuple[LinkId, ...]:
        """Return the links that are up, oldest first."""
        raise NotImplementedError


@asynccontextmanager
async def open_links(local: Local) -> AsyncIterator[Links]:
    """Run the links of a process while the block lasts; see the package's documentation."""
    raise NotImplementedError
    yield Links()

"""Listening: one port for IPv4 and IPv6, and what a stranger may use up before it has proved anything."""

import contextlib
import errno
import ipaddress
import socket
import sys
from collections import Counter
from collections.abc import Iterator

import trio

from protocol.transport.addresses import Address, format_address

__all__ = [
    "MAX_UNPROVED",
    "MAX_UNPROVED_PER_NETWORK",
    "PROOF_TIMEOUT",
    "Gate",
    "network",
    "open_listeners",
    "remote_address",
]

PROOF_TIMEOUT = 10
"""Seconds for TLS and the handshake: some four round trips, which take two seconds on a very bad line."""

MAX_UNPROVED = 64
"""Connections at one time that have not proved an identity, each with some tens of KiB; further ones are cut."""

MAX_UNPROVED_PER_NETWORK = 8
"""The same of one IPv4 address or one IPv6 /64, which is what one household has: a few players behind one router
who come back at the same moment."""

BACKLOG = 128
"""Connections that the system keeps waiting for us; more than that come only from an attack."""

PORT_TRIES = 10
"""Tries to find a port that is free in both families where one socket cannot serve both."""


async def open_listeners(port: int, host: str | None = None) -> list[trio.SocketListener]:
    """Listen on one port for both families.

    Args:
        port: 1..65535, or 0 for any free one.
        host: Literal address to bind to; None for all of both families.

    Returns:
        One listener (for both families if the system can do that, or for the one there is) or two.

    Raises:
        OSError: The port cannot be had.
    """
    if host is not None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return [await _listener(family, host, port)]
    if not _has_ipv6():
        return [await _listener(socket.AF_INET, "0.0.0.0", port)]  # noqa: S104 - to be reached is the purpose
    if socket.has_dualstack_ipv6():
        return [await _listener(socket.AF_INET6, "::", port, both=True)]
    return await _open_pair(port)


async def _open_pair(port: int) -> list[trio.SocketListener]:
    """Listen with one socket for each family on the same port; a port of one's own choice is tried again."""
    for attempt in range(PORT_TRIES):
        first = await _listener(socket.AF_INET6, "::", port)
        try:
            second = await _listener(socket.AF_INET, "0.0.0.0", first.socket.getsockname()[1])  # noqa: S104
        except OSError as error:
            await first.aclose()
            if port or error.errno != errno.EADDRINUSE or attempt == PORT_TRIES - 1:
                raise
        else:
            return [first, second]
    raise AssertionError("the last attempt returns or raises")


async def _listener(family: int, host: str, port: int, *, both: bool = False) -> trio.SocketListener:
    sock = trio.socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":
            # There SO_REUSEADDR would let another program take the port over.
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0 if both else 1)
        await sock.bind((host, port))
        sock.listen(BACKLOG)
    except BaseException:
        sock.close()
        raise
    return trio.SocketListener(sock)


def _has_ipv6() -> bool:
    if not socket.has_ipv6:
        return False
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False  # built in, but switched off on this machine
    return True


def remote_address(stream: trio.SocketStream) -> str:
    """Return the address of the other end, ``host:port``; ``"unknown"`` if it is gone already."""
    try:
        name = stream.socket.getpeername()
    except OSError:
        return "unknown"
    host = ipaddress.ip_address(name[0])
    mapped = host.ipv4_mapped if isinstance(host, ipaddress.IPv6Address) else None
    return format_address(Address(str(mapped or host), name[1]))


def network(remote: str) -> str:
    """Return what shares one limit with ``remote``: an IPv4 address, or the first 64 bits of an IPv6 one."""
    host = remote.rpartition(":")[0].strip("[]")
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((int(address) >> 64 << 64, 64)))
    return str(address)


class Gate:
    """Counts connections that have proved nothing yet."""

    def __init__(self) -> None:
        self._inside: Counter[str] = Counter()

    @property
    def inside(self) -> int:
        """How many there are now."""
        return self._inside.total()

    @contextlib.contextmanager
    def enter(self, remote: str) -> Iterator[bool]:
        """Count a connection while the block lasts; False means that there are too many and it is to be cut."""
        of = network(remote)
        if self.inside >= MAX_UNPROVED or self._inside[of] >= MAX_UNPROVED_PER_NETWORK:
            yield False
            return
        self._inside[of] += 1
        try:
            yield True
        finally:
            self._inside[of] -= 1
            if not self._inside[of]:
                del self._inside[of]

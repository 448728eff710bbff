"""Where a peer can be reached: ``host:port`` texts, invitations, and this machine's own addresses.

An invitation is what a host sends to friends by any other means::

    wabe://192.168.1.5,[2001:db8::7]:4000/room/00112233445566778899aabbccddeeff#a4b7-qw74-...
           addresses                      what is there                         fingerprint of the host's key

The default port is left out. The path is ``/room/`` and 32 hex digits, ``/match/`` and 64, or just ``/``. The
fingerprint stands in the fragment, which a browser that is handed the link by mistake never sends anywhere.
"""

import contextlib
import ipaddress
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass

import trio

from protocol.errors import Code, LocalError
from protocol.identity import parse_fingerprint

__all__ = [
    "DEFAULT_PORT",
    "MAX_ADDRESSES",
    "Address",
    "Invitation",
    "arrange",
    "format_address",
    "format_invitation",
    "own_hosts",
    "parse_address",
    "parse_invitation",
]

DEFAULT_PORT = 29223
"""W-A-B-E on a telephone's keys is 9223, which browsers use for debugging; 29223 is not assigned by the IANA and
lies below the ports that operating systems give away by themselves (32768 and up)."""

MAX_ADDRESSES = 16
"""Addresses in one invitation: an interface or two, both families, a router's outside and some names."""

MAX_INVITATION_CHARACTERS = 4096
"""Sixteen of the longest host names fit; nobody pastes a longer one on purpose."""

NAME_TIMEOUT = 1
"""Seconds to resolve the machine's own name: without a network that may hang, and then it tells nothing."""

_SCHEME = "wabe://"
_NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9_-]{1,63}(?<!-))*\.?", re.IGNORECASE)
_PATHS = {"room": 16, "match": 32}

_PROBES = (
    (socket.AF_INET, "10.255.255.254"),
    (socket.AF_INET, "172.31.255.254"),
    (socket.AF_INET, "192.168.255.254"),
    (socket.AF_INET, "203.0.113.1"),
    (socket.AF_INET6, "fd00::1"),
    (socket.AF_INET6, "2001:db8::1"),
)
"""Destinations towards which the system is asked for its own address: one in each private range, and one of the
ranges for documentation, which stand for the whole internet. Nothing is sent there."""


@dataclass(frozen=True, slots=True)
class Address:
    """A host name or literal IP address (no brackets; IPv6 perhaps with ``%scope``) and a port, 1..65535."""

    host: str
    port: int

    def __str__(self) -> str:
        return format_address(self)


@dataclass(frozen=True, slots=True)
class Invitation:
    """All that somebody needs to reach a host and to know that it is the right one.

    Attributes:
        addresses: Where to try, at least one.
        fingerprint: ``protocol.identity.fingerprint`` of the host's identity key.
        room: 16-byte id of the room, or None.
        match: 32-byte match id, or None; never both.
    """

    addresses: tuple[Address, ...]
    fingerprint: str
    room: bytes | None = None
    match: bytes | None = None


def parse_address(text: str, default_port: int = DEFAULT_PORT) -> Address:
    """Return the address in ``host``, ``host:port``, ``[IPv6]``, ``[IPv6]:port`` or a bare IPv6 address.

    >>> parse_address("[FE80::1%eth0]:4000")
    Address(host='fe80::1%eth0', port=4000)

    Raises:
        LocalError: ADDRESS, with the text at fault as culprit.
    """
    text = text.strip()
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise _refuse("an IPv6 address with a port is written [address]:port", text)
        return Address(_ipv6(host, text), _port(rest[1:], text) if rest else default_port)
    if text.count(":") > 1:
        return Address(_ipv6(text, text), default_port)
    host, colon, port = text.partition(":")
    return Address(_host(host, text), _port(port, text) if colon else default_port)


def _ipv6(host: str, text: str) -> str:
    try:
        return str(ipaddress.IPv6Address(host))
    except ValueError:
        raise _refuse("this is not an IPv6 address", text) from None


def _host(host: str, text: str) -> str:
    if re.fullmatch(r"[0-9.]+", host):
        try:
            return str(ipaddress.IPv4Address(host))
        except ValueError:
            raise _refuse("this is not an IPv4 address", text) from None
    if len(host) > 253 or not _NAME.fullmatch(host):
        raise _refuse("this is not a host name (letters, digits, hyphens and dots)", text)
    return host.lower()


def _port(port: str, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", port) or not 1 <= int(port) <= 65535:
        raise _refuse("a port is a number from 1 to 65535", text)
    return int(port)


def format_address(address: Address, default_port: int | None = None) -> str:
    """Return the text that ``parse_address`` reads, without the port if it is ``default_port``.

    >>> format_address(Address("::1", 4000))
    '[::1]:4000'
    """
    host = f"[{address.host}]" if ":" in address.host else address.host
    return host if address.port == default_port else f"{host}:{address.port}"


def format_invitation(invitation: Invitation) -> str:
    """Return the link that ``parse_invitation`` reads."""
    # In a link the percent sign of an IPv6 scope is itself escaped (RFC 6874).
    hosts = ",".join(format_address(a, DEFAULT_PORT).replace("%", "%25") for a in invitation.addresses)
    path = ""
    if invitation.room is not None:
        path = f"room/{invitation.room.hex()}"
    elif invitation.match is not None:
        path = f"match/{invitation.match.hex()}"
    return f"{_SCHEME}{hosts}/{path}#{invitation.fingerprint}"


def parse_invitation(text: str) -> Invitation:
    """Return the invitation in a link; blanks and line breaks that mail programs insert are ignored.

    Raises:
        LocalError: ADDRESS, with the part at fault as culprit, or MALFORMED for the fingerprint.
    """
    bare = re.sub(r"\s", "", text)
    if len(bare) > MAX_INVITATION_CHARACTERS:
        raise _refuse(f"an invitation has at most {MAX_INVITATION_CHARACTERS} characters", bare[:64])
    if not bare.lower().startswith(_SCHEME):
        raise _refuse(f"an invitation starts with {_SCHEME}", bare[:64])
    before, hash_sign, fingerprint = bare[len(_SCHEME) :].partition("#")
    if not hash_sign:
        raise _refuse("the fingerprint after # is missing: was the link cut off?", bare[:64])
    hosts, _, path = before.partition("/")
    parts = hosts.replace("%25", "%").split(",")
    if len(parts) > MAX_ADDRESSES:
        raise _refuse(f"an invitation has at most {MAX_ADDRESSES} addresses", hosts[:64])
    addresses = tuple(dict.fromkeys(parse_address(part) for part in parts))
    room = match = None
    if path:
        kind, _, digits = path.partition("/")
        if len(digits) != 2 * _PATHS.get(kind, -1) or not re.fullmatch("[0-9a-fA-F]+", digits):
            raise _refuse(
                "after the addresses comes /room/ and 32 hex digits, /match/ and 64, or nothing", path[:80]
            )
        room, match = (bytes.fromhex(digits), None) if kind == "room" else (None, bytes.fromhex(digits))
    return Invitation(addresses, parse_fingerprint(fingerprint), room, match)


def _refuse(text: str, culprit: str) -> LocalError:
    return LocalError(Code.ADDRESS, text, culprit)


def arrange(hosts: Iterable[str]) -> tuple[str, ...]:
    """Return literal IP addresses of one machine as another machine should try them.

    No duplicates; local networks first, then the internet, IPv4 first in each, and at the end IPv4 addresses that a machine
    gave itself (169.254/16). Left out: loopback, multicast and unspecified addresses, and link-local IPv6 addresses,
    whose scope only the reader could fill in. If nothing remains, loopback: the machine is alone.
    """
    ranked: dict[str, tuple[int, int]] = {}
    loopback: dict[str, None] = {}
    for text in hosts:
        host = ipaddress.ip_address(text)
        mapped = host.ipv4_mapped if isinstance(host, ipaddress.IPv6Address) else None
        host = mapped or host
        if host.is_loopback:
            loopback[str(host)] = None
        elif not (host.is_multicast or host.is_unspecified or (host.version == 6 and host.is_link_local)):
            reach = 2 if host.is_link_local else 1 if host.is_global else 0
            ranked[str(host)] = (reach, host.version)
    # sorted is stable: what the system named first stays first among equals.
    return tuple(sorted(ranked, key=ranked.__getitem__)) or tuple(loopback) or ("127.0.0.1",)


async def own_hosts() -> tuple[str, ...]:
    """Return the addresses of this machine that a host tells its guests, in the order of ``arrange``.

    Found by asking which source address the system would use towards each kind of network, and what its own name
    resolves to; an interface that neither leads to is missed. A router's outside address is not among them.
    """
    found: list[str] = []
    for family, destination in _PROBES:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect(
                    (destination, 9)
                )  # the discard port; connecting a datagram socket sends nothing
                found.append(probe.getsockname()[0])
        except OSError:
            continue  # no such family or no route: then there is no address to tell either
    with trio.move_on_after(NAME_TIMEOUT), contextlib.suppress(OSError):  # many do not resolve their own name
        answers = await trio.socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
        found.extend(str(answer[4][0]) for answer in answers)
    return arrange(found)

"""Where a peer is to listen and whom it is to reach, as a person writes it."""

from dataclasses import dataclass

import msgspec

from client.errors import UsageError
from client.settings import PeerSettings
from client.words import in_own_words
from protocol.errors import LocalError
from protocol.room_messages import Label
from protocol.transport.addresses import Address, Invitation, parse_address, parse_invitation

__all__ = ["LOOPBACK", "Bare", "check_settings", "read_listen_address", "read_target"]

LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""Hosts that are this machine, wherever it is."""


@dataclass(frozen=True, slots=True)
class Bare:
    """An address without an invitation: whoever answers there is believed to be the right one."""

    addresses: tuple[Address, ...]
    fingerprint: None = None
    room: None = None
    match: None = None


def check_settings(settings: PeerSettings) -> None:
    """Look for what is mistyped, before anything else is done. Raises ``UsageError``."""
    for text in (*settings.peers, *filter(None, [settings.join])):
        read_target(text)
    if settings.listen is not None:
        read_listen_address(settings.listen)
    if settings.name is not None:
        _check_name(settings.name)


def read_target(text: str) -> Invitation | Bare:
    """Return what an invitation or an address leads to. Raises ``UsageError`` with the protocol's code."""
    try:
        if "://" in text:
            return parse_invitation(text)
        return Bare((parse_address(text),))
    except LocalError as error:
        raise UsageError(
            f"{in_own_words(error.code, error.text)}: {text[:80]}", error.culprit, error.code.value
        ) from error


def read_listen_address(text: str) -> tuple[str | None, tuple[int, ...]]:
    """Return host (None: all) and port of ``host:port``, ``:port`` or ``port``."""
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit() and len(port) <= 5) or not (
        int(port) == 0 or 1024 <= int(port) < 65536
    ):
        raise UsageError(f"--listen needs a port, 0 or 1024 to 65535: {text[:80]}", "listen", "address")
    if not host:
        return None, (int(port),)
    try:
        return parse_address(f"{host}:1").host, (int(port),)
    except LocalError as error:
        raise UsageError(
            f"{in_own_words(error.code, error.text)}: {text[:80]}", "listen", error.code.value
        ) from error


def _check_name(name: str) -> None:
    try:
        msgspec.convert(name, Label)
    except msgspec.ValidationError:
        raise UsageError(
            "--name takes 1 to 32 characters that can be shown",
            "name",
            "malformed",
        ) from None

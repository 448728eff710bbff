"""Where a peer can be reached: ``host:port`` texts and invitations."""

from dataclasses import dataclass

__all__ = ["Address"]


@dataclass(frozen=True, slots=True)
class Address:
    """A host name or literal IP address (no brackets; IPv6 perhaps with ``%scope``) and a port, 1..65535."""

    host: str
    port: int

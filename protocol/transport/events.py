"""What the transport tells its driver: values in a memory channel, in the order in which they happened."""

from dataclasses import dataclass
from typing import TypeAlias

from protocol.messages import AnyMessage

__all__ = ["DialFailed", "Drained", "Heard", "LinkDown", "LinkEvent", "LinkId", "LinkState", "LinkUp"]

LinkId: TypeAlias = int
"""Names a link or a dial for the life of one ``Links``; never used again."""


@dataclass(frozen=True, slots=True)
class LinkUp:
    """A link is authenticated: from now on ``Heard`` and in the end exactly one ``LinkDown`` bear its number.

    Attributes:
        link: Number of the link.
        identity: Identity key that the other side has proved, 32 bytes.
        purpose: What the dialling side wants: ``room``, ``match`` or ``watch`` (one's own when ``dial`` is set).
        match: Match id that the dialling side named, or None.
        remote: Address of the other side as seen from here, ``host:port``.
        application: What the other side calls its program.
        rules: ``(game, rules_version)`` of every game that the other side knows.
        dial: Number of the dial that made the link; None for a link that the other side dialled.
    """

    link: LinkId
    identity: bytes
    purpose: str
    match: bytes | None
    remote: str
    application: str
    rules: tuple[tuple[str, int], ...]
    dial: LinkId | None


@dataclass(frozen=True, slots=True)
class Heard:
    """A message came in. ``hello``, ``auth``, ``ping``, ``pong`` and ``bye`` never appear here."""

    link: LinkId
    message: AnyMessage


@dataclass(frozen=True, slots=True)
class LinkState:
    """The link became unsteady or steady again, or its round-trip time was measured.

    Attributes:
        link: Number of the link.
        steady: False after ``UNSTEADY_AFTER`` seconds of silence.
        round_trip_ms: Latest round-trip time, whole milliseconds; None before the first pong.
    """

    link: LinkId
    steady: bool
    round_trip_ms: int | None


@dataclass(frozen=True, slots=True)
class Drained:
    """The queue of the link, which had grown above ``DRAIN_MARK`` bytes, is empty: bulk sending may go on."""

    link: LinkId


@dataclass(frozen=True, slots=True)
class LinkDown:
    """A link has ended; it is the last event that bears this number.

    Attributes:
        link: Number of the link.
        code: A ``protocol.errors.Code``, ``"done"``, or whatever word the other side's ``bye`` gave.
        text: One sentence in English.
        culprit: ``"remote"`` (the other side broke a rule or said goodbye), ``"local"`` (closed from here)
            or ``"network"`` (silence, or the stream ended without goodbye).
        redial: Whether the dial that made it will try again by itself.
    """

    link: LinkId
    code: str
    text: str
    culprit: str
    redial: bool


@dataclass(frozen=True, slots=True)
class DialFailed:
    """An attempt of a dial made no link.

    Attributes:
        dial: Number that ``dial`` returned.
        code: Stable code: UNREACHABLE, TIMEOUT, WRONG_PEER, VERSION, CHANNEL, or what the other side's ``bye`` said.
        text: One sentence in English.
        retry_s: Seconds until the next attempt; None if the dial is given up.
    """

    dial: LinkId
    code: str
    text: str
    retry_s: int | None


LinkEvent: TypeAlias = LinkUp | Heard | LinkState | Drained | LinkDown | DialFailed

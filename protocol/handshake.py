"""One side of one link until both ends are proved: ``hello`` and ``auth`` (N1).

The client says ``hello``; the server answers ``hello`` and ``auth``; the client answers ``auth``. Each signs with
its identity key, under a label of its role,

    T = H("wabe.auth", H("wabe.hello", hello_c) ‖ H("wabe.hello", hello_s) ‖ H("wabe.cert", DER))

where a hello is the body of its frame and DER the server's TLS certificate as the one saw it and the other
owns it. Whoever ends TLS in between shows another certificate, so the signatures that pass through him fit neither side.

Frozen for all versions: ``["hello", purpose, [major, minor], ...`` and ``bye``, so that two programs that understand
nothing else of each other still learn whose is too old. A minor version adds message types and nothing else.
"""

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import get_args

import msgspec

from engine.digest import H
from protocol.errors import Code, LocalError, ProtocolError, RemoteError
from protocol.identity import Ed25519PrivateKey, check_public_key, is_identity, public_bytes, sign, verify
from protocol.messages import AnyMessage, Auth, Bye, Hello, decode_message, encode_message

__all__ = [
    "PROTOCOL_VERSION",
    "Handshake",
    "Peer",
    "auth_digest",
    "bye_body",
    "check_rules",
    "decode_tolerant",
]

PROTOCOL_VERSION = (1, 0)
"""Major: who differs cannot talk. Minor: who has the lower one ignores message types that it does not know."""

HERE, THERE = "here", "there"
"""Culprits of version errors: the side whose program is too old."""

_SERVER_LABEL = b"wabe auth s\0"
_CLIENT_LABEL = b"wabe auth c\0"
_MAX_BYE_CHARACTERS = 512

_RAW_PARTS: msgspec.msgpack.Decoder[list[msgspec.Raw]] = msgspec.msgpack.Decoder(list[msgspec.Raw])
_TEXT: msgspec.msgpack.Decoder[str] = msgspec.msgpack.Decoder(str)
_PAIR: msgspec.msgpack.Decoder[tuple[int, int]] = msgspec.msgpack.Decoder(tuple[int, int])
_KNOWN_TYPES = frozenset(kind.__struct_config__.tag for kind in get_args(AnyMessage))


@dataclass(frozen=True, slots=True)
class Peer:
    """What the other end has proved (its identity) and claimed (the rest).

    Attributes:
        identity: Its Ed25519 identity key.
        purpose: What the client wants; the same for both ends.
        match: Match id that the client named, or None; the same for both ends.
        protocol: Its ``(major, minor)``; the major is one's own.
        rules: ``(game, rules_version)`` of the games that it knows.
        application: Program and version, for people.
    """

    identity: bytes
    purpose: str
    match: bytes | None
    protocol: tuple[int, int]
    rules: tuple[tuple[str, int], ...]
    application: str


class _State(enum.Enum):
    HELLO = "waits for the other's hello"
    AUTH = "waits for the other's auth"
    DONE = "both are proved"
    OVER = "refused, or the other said bye"


class Handshake:
    """State machine of one side; made by ``client`` or ``server``.

    Send the bodies that ``start`` and ``receive`` return, each as a frame, until ``peer`` is there. When ``receive``
    raises, send ``refusal(error)`` and close. When ``bye`` is there, the other has refused: close.

    Attributes:
        peer: The other end once it is proved, else None. The client's last ``auth`` must still be sent then.
        bye: The other's refusal, or None.
    """

    __slots__ = (
        "_certificate",
        "_expected",
        "_games",
        "_hello",
        "_hello_bytes",
        "_is_client",
        "_key",
        "_state",
        "_theirs",
        "_theirs_bytes",
        "bye",
        "peer",
    )

    def __init__(
        self,
        key: Ed25519PrivateKey,
        hello: Hello,
        certificate: bytes,
        *,
        is_client: bool,
        expected: bytes | str | None,
        games: Mapping[bytes, str] | None,
    ) -> None:
        self._key = key
        self._hello = hello
        self._hello_bytes = encode_message(hello) if is_client else b""
        self._certificate = certificate
        self._is_client = is_client
        self._expected = expected
        self._games = games
        self._state = _State.HELLO
        self._theirs: Hello | None = None
        self._theirs_bytes = b""
        self.peer: Peer | None = None
        self.bye: Bye | None = None

    @classmethod
    def client(
        cls,
        key: Ed25519PrivateKey,
        *,
        rules: Iterable[tuple[str, int]],
        application: str,
        certificate: bytes,
        nonce: bytes,
        purpose: str,
        match: bytes | None = None,
        expected: bytes | str | None = None,
        game: str | None = None,
    ) -> "Handshake":
        """Return the dialling side.

        Args:
            key: One's own identity.
            rules: ``(game, rules_version)`` of all games known here.
            application: Program and version, at most 64 characters.
            certificate: DER of the server's certificate as TLS received it.
            nonce: 32 fresh random bytes.
            purpose: ``room``, ``match``, ``watch`` or another name that the server knows.
            match: Match id if known.
            expected: Identity key (bytes) or fingerprint (text) that the server must have; None only where the person
                is going to be shown the fingerprint.
            game: Name of the match's game if known: then different rules versions refuse each other.
        """
        hello = Hello(
            purpose=purpose,
            protocol=PROTOCOL_VERSION,
            rules=tuple(rules),
            application=application,
            identity=public_bytes(key),
            nonce=nonce,
            match=match,
        )
        games = None if game is None or match is None else {match: game}
        return cls(key, hello, certificate, is_client=True, expected=expected, games=games)

    @classmethod
    def server(
        cls,
        key: Ed25519PrivateKey,
        *,
        rules: Iterable[tuple[str, int]],
        application: str,
        certificate: bytes,
        nonce: bytes,
        games: Mapping[bytes, str] | None = None,
    ) -> "Handshake":
        """Return the listening side.

        Args:
            key: One's own identity.
            rules: ``(game, rules_version)`` of all games known here.
            application: Program and version, at most 64 characters.
            certificate: DER of one's own certificate.
            nonce: 32 fresh random bytes.
            games: Game of every match id that is served here; a hello that names another match is refused. None: whoever
                owns the link judges that, and calls ``check_rules``.
        """
        hello = Hello(
            purpose="refused",  # replaced by the client's as soon as that is known
            protocol=PROTOCOL_VERSION,
            rules=tuple(rules),
            application=application,
            identity=public_bytes(key),
            nonce=nonce,
            match=None,
        )
        return cls(key, hello, certificate, is_client=False, expected=None, games=games)

    def start(self) -> list[bytes]:
        """Return the bodies to send first: the client's hello; nothing for a server, which lets strangers begin."""
        return [self._hello_bytes] if self._is_client else []

    def receive(self, body: bytes) -> list[bytes]:
        """Take the body of one frame and return the bodies to send.

        Raises:
            RemoteError: MALFORMED, NOT_CANONICAL, UNEXPECTED (anything but the message that is due, or ``bye``), VERSION and
                RULES_VERSION (``culprit`` says whose program is too old: ``here`` or ``there``), SMALL_ORDER_KEY, WRONG_PEER
                (not the expected identity, or one's own), WRONG_MATCH, CHANNEL (the proof does not fit this channel).
            LocalError: UNEXPECTED: the handshake is over.
        """
        if self._state in (_State.DONE, _State.OVER):
            raise LocalError(Code.UNEXPECTED, "the handshake is over")
        try:
            return self._receive(body)
        except RemoteError:
            self._state = _State.OVER
            raise

    def refusal(self, error: ProtocolError) -> list[bytes]:
        """Return the bodies to send before closing because of ``error``.

        A server that refuses the client's version says its own hello first, so that the client sees for itself which
        of the two is too old, and can tell its person so in that person's language.
        """
        bodies = [bye_body(error.code, error.text)]
        if not self._is_client and not self._hello_bytes and error.code in (Code.VERSION, Code.RULES_VERSION):
            bodies.insert(0, encode_message(self._hello))
        return bodies

    def _receive(self, body: bytes) -> list[bytes]:
        if self._state is _State.HELLO:
            self._check_version(body)
        message = decode_message(body)
        if isinstance(message, Bye):
            self.bye = message
            self._state = _State.OVER
            return []
        if self._state is _State.HELLO and isinstance(message, Hello):
            return self._take_hello(message, body)
        if self._state is _State.AUTH and isinstance(message, Auth):
            return self._take_auth(message)
        kind = type(message).__struct_config__.tag
        raise RemoteError(Code.UNEXPECTED, f"{kind!r} came out of turn: this side {self._state.value}")

    def _check_version(self, body: bytes) -> None:
        """Refuse another major version, by what is frozen of a hello alone."""
        if (found := _peek_hello(body)) is None:
            return
        purpose, (major, minor) = found
        if major != PROTOCOL_VERSION[0]:
            if not self._is_client:
                self._hello = msgspec.structs.replace(self._hello, purpose=purpose[:32] or "refused")
            ours = ".".join(map(str, PROTOCOL_VERSION))
            raise RemoteError(
                Code.VERSION,
                f"protocol versions {ours} and {major}.{minor} do not understand each other: "
                f"the program with {min(major, PROTOCOL_VERSION[0])}.x must be updated",
                HERE if major > PROTOCOL_VERSION[0] else THERE,
            )

    def _take_hello(self, hello: Hello, body: bytes) -> list[bytes]:
        check_public_key(hello.identity, "identity")
        if hello.identity == self._hello.identity:
            raise RemoteError(Code.WRONG_PEER, "this is your own identity", "identity")
        if self._expected is not None and not is_identity(hello.identity, self._expected):
            raise RemoteError(
                Code.WRONG_PEER, "another identity than the expected one answers here", "identity"
            )
        self._theirs, self._theirs_bytes = hello, body
        if not self._is_client:
            self._hello = msgspec.structs.replace(self._hello, purpose=hello.purpose, match=hello.match)
        self._check_match(hello)
        self._state = _State.AUTH
        if self._is_client:
            return []
        self._hello_bytes = encode_message(self._hello)
        return [self._hello_bytes, self._own_auth()]

    def _check_match(self, hello: Hello) -> None:
        if self._is_client and (hello.purpose, hello.match) != (self._hello.purpose, self._hello.match):
            raise RemoteError(Code.WRONG_MATCH, "the answer is about another match", "match")
        if self._games is None or hello.match is None:
            return
        if hello.match not in self._games:
            raise RemoteError(Code.WRONG_MATCH, "this match is not known here", "match")
        check_rules(self._hello.rules, hello.rules, self._games[hello.match])

    def _take_auth(self, auth: Auth) -> list[bytes]:
        assert self._theirs is not None  # a hello led here
        theirs = self._theirs
        label = _SERVER_LABEL if self._is_client else _CLIENT_LABEL
        if not verify(theirs.identity, auth.signature, label + self._digest()):
            raise RemoteError(
                Code.CHANNEL,
                "the proof of identity does not fit this channel: somebody may sit in between",
                "identity",
            )
        self._state = _State.DONE
        self.peer = Peer(
            theirs.identity, theirs.purpose, theirs.match, theirs.protocol, theirs.rules, theirs.application
        )
        return [self._own_auth()] if self._is_client else []

    def _own_auth(self) -> bytes:
        label = _CLIENT_LABEL if self._is_client else _SERVER_LABEL
        return encode_message(Auth(sign(self._key, label + self._digest())))

    def _digest(self) -> bytes:
        hellos = (self._hello_bytes, self._theirs_bytes)
        client, server = hellos if self._is_client else reversed(hellos)
        return auth_digest(client, server, self._certificate)


def auth_digest(client_hello: bytes, server_hello: bytes, certificate: bytes) -> bytes:
    """Return T of the bodies of both hellos and the DER of the server's certificate."""
    parts = H("wabe.hello", client_hello), H("wabe.hello", server_hello), H("wabe.cert", certificate)
    return H("wabe.auth", b"".join(parts))


def check_rules(ours: Iterable[tuple[str, int]], theirs: Iterable[tuple[str, int]], game: str) -> None:
    """Check that both sides have the same rules version of the one game that a link is about.

    Raises:
        RemoteError: RULES_VERSION; ``culprit`` is the side that is too old or lacks the game, ``here`` or ``there``.
    """
    # A game that a program does not have counts as version -1: older than any.
    here, there = dict(ours).get(game, -1), dict(theirs).get(game, -1)
    if here == there and here >= 0:
        return
    old, new = sorted((here, there))
    lacks = f"version {old}" if old >= 0 else f"no {game}"
    raise RemoteError(
        Code.RULES_VERSION,
        f"this match needs the same rules of {game}: the program with {lacks} must be updated to version {new}",
        HERE if here <= there else THERE,
    )


def bye_body(code: str, text: str) -> bytes:
    """Return the body of a ``bye``, its text cut to what ``bye`` may hold."""
    return encode_message(Bye(str(code), text[:_MAX_BYE_CHARACTERS]))


def decode_tolerant(data: bytes, peer_minor: int) -> AnyMessage | None:
    """Return the message in a frame's body after authentication, or None for one to ignore.

    Ignored are messages of a type that is unknown here, from a peer whose minor version is higher than one's own.

    Raises:
        RemoteError: MALFORMED, NOT_CANONICAL.
    """
    try:
        return decode_message(data)
    except RemoteError:
        if peer_minor > PROTOCOL_VERSION[1] and _is_unknown_type(data):
            return None
        raise


def _is_unknown_type(data: bytes) -> bool:
    try:
        parts = _RAW_PARTS.decode(data)
        return bool(parts) and _TEXT.decode(parts[0]) not in _KNOWN_TYPES
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False


def _peek_hello(body: bytes) -> tuple[str, tuple[int, int]] | None:
    """Return purpose and version of a hello of any version; None if it is none."""
    try:
        parts = _RAW_PARTS.decode(body)
        if len(parts) < 3 or _TEXT.decode(parts[0]) != "hello":
            return None
        return _TEXT.decode(parts[1]), _PAIR.decode(parts[2])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None

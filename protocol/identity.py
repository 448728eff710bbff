"""Ed25519 keys: identities, seat keys, lobby keys; which public keys are refused; fingerprints (N1, N2).

Signatures are verified with the cofactorless equation of RFC 8032 5.1.7 on the bytes as received, and S
must be below the group order; every build of the underlying library does it so, and an implementation that
verifies otherwise could disagree about signatures that a cheat crafts.
"""

import base64
import hmac
import re
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from engine.digest import H
from protocol.chain import Chain
from protocol.errors import Code, LocalError, RemoteError

__all__ = [
    "SMALL_ORDER_KEYS",
    "Ed25519PrivateKey",
    "SeatSecret",
    "check_public_key",
    "fingerprint",
    "is_identity",
    "parse_fingerprint",
    "private_key",
    "public_bytes",
    "secret_bytes",
    "sign",
    "verify",
]

FIELD_PRIME = 2**255 - 19
CURVE_D = -121665 * pow(121666, -1, FIELD_PRIME) % FIELD_PRIME
"""RFC 8032 5.1: the curve is -x² + y² = 1 + d·x²·y² over the integers modulo 2^255 - 19."""

SMALL_ORDER_KEYS: frozenset[bytes] = frozenset(
    bytes.fromhex(text)
    for text in (
        # Order 1, the neutral point (0, 1): y = 1. Also y = 1 + p, and each with the sign of x = 0 set.
        "0100000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000080",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        # Order 2, (0, -1): y = p - 1; y + p no longer fits in 255 bits. Again with either sign.
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        # Order 4, (±√-1, 0): y = 0, also y = p.
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        # Order 8: doubling gives y = 0, so x² = -y², so d·y⁴ + 2·y² - 1 = 0 with y² = (-1 ± √(1 + d)) / d,
        # of which one is a square: two values ±y, each with both signs; neither is below 19, so there is
        # no second encoding.
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    )
)
"""All encodings of the eight points whose order divides the cofactor 8, proper and improper ones.

Under such a key signatures exist that fit many messages, so it could sign two stories at once.
"""

_GROUPS = 8
_GROUP_LENGTH = 4
_DIGEST_BYTES = 20
"""160 bits are 32 base32 characters without padding; 128 is the least that N1 asks for."""


def private_key(seed: bytes) -> Ed25519PrivateKey:
    """Return the key whose RFC 8032 secret is ``seed``, 32 random bytes."""
    return Ed25519PrivateKey.from_private_bytes(seed)


def secret_bytes(key: Ed25519PrivateKey) -> bytes:
    """Return the 32 bytes that ``private_key`` made ``key`` of, for the key file."""
    return key.private_bytes_raw()


def public_bytes(key: Ed25519PrivateKey) -> bytes:
    """Return the public key, 32 bytes."""
    return key.public_key().public_bytes_raw()


def sign(key: Ed25519PrivateKey, data: bytes) -> bytes:
    """Return the signature over ``data``, 64 bytes; the same for the same key and data."""
    return key.sign(data)


def verify(public: bytes, signature: bytes, data: bytes) -> bool:
    """Return whether ``signature`` over ``data`` is by the key ``public``.

    False as well for anything that is no key or no signature. Not checked: that the key is of full order
    (``check_public_key``, once, where a key is first met).
    """
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, data)
    except (InvalidSignature, ValueError):
        return False
    return True


def check_public_key(key: bytes, culprit: str) -> None:
    """Check that ``key`` may be met as a public key: a point of the curve, properly encoded, not of small order.

    Not checked: that the point lies in the prime-order subgroup, or that anybody knows the secret. A key
    with an added small-order part signs like any other under the cofactorless equation.

    Args:
        key: The 32 bytes.
        culprit: Whose key it is, for the error.

    Raises:
        RemoteError: SMALL_ORDER_KEY; NOT_CANONICAL (the y coordinate is not reduced); MALFORMED (no point, or not 32 bytes).
    """
    if len(key) != 32:
        raise RemoteError(Code.MALFORMED, f"a public key has 32 bytes, not {len(key)}", culprit)
    if key in SMALL_ORDER_KEYS:
        raise RemoteError(Code.SMALL_ORDER_KEY, "this public key has small order and signs anything", culprit)
    y = int.from_bytes(key, "little") & (2**255 - 1)
    if y >= FIELD_PRIME:
        raise RemoteError(Code.NOT_CANONICAL, "this public key is not in canonical form", culprit)
    if not _is_on_curve(y):
        raise RemoteError(Code.MALFORMED, "this public key is not a point of the curve", culprit)


def _is_on_curve(y: int) -> bool:
    """Return whether some x belongs to ``y``: x² = (y² - 1) / (d·y² + 1) must be a square.

    A quotient u/v is a square exactly if u·v is (v is never 0: -1/d is not a square); Euler's criterion
    decides. u = 0, of small order, was refused before.
    """
    squared = y * y
    product = (squared - 1) * (CURVE_D * squared + 1)
    return pow(product, (FIELD_PRIME - 1) // 2, FIELD_PRIME) == 1


def fingerprint(key: bytes) -> str:
    """Return the fingerprint of a public key: 160 bits as eight groups of lower-case base32 (RFC 4648).

    >>> fingerprint(bytes(32))
    'a4b7-qw74-ksdj-mkwt-3uz6-hkcd-3j4a-lt6f'
    """
    text = base64.b32encode(_fingerprint_digest(key)).decode("ascii").lower()
    return "-".join(text[i : i + _GROUP_LENGTH] for i in range(0, len(text), _GROUP_LENGTH))


def parse_fingerprint(text: str) -> str:
    """Return what a person typed or pasted as ``fingerprint`` writes it: case, blanks and hyphens are free.

    Raises:
        LocalError: MALFORMED: not 32 characters of a-z and 2-7.
    """
    bare = re.sub(r"[\s-]", "", text, flags=re.ASCII).lower()
    if not re.fullmatch(f"[a-z2-7]{{{_GROUPS * _GROUP_LENGTH}}}", bare):
        raise LocalError(
            Code.MALFORMED, "a fingerprint has eight groups of four characters a-z and 2-7", text[:64]
        )
    return "-".join(bare[i : i + _GROUP_LENGTH] for i in range(0, len(bare), _GROUP_LENGTH))


def is_identity(key: bytes, expected: bytes | str) -> bool:
    """Return whether ``key`` is the one expected: a key (bytes, exactly) or a fingerprint (text)."""
    if isinstance(expected, str):
        return hmac.compare_digest(fingerprint(key), parse_fingerprint(expected))
    return hmac.compare_digest(key, expected)


def _fingerprint_digest(key: bytes) -> bytes:
    return H("wabe.finger", key)[:_DIGEST_BYTES]


@dataclass(frozen=True, slots=True)
class SeatSecret:
    """What only the holder of a human seat has, fresh for each match: never in a transcript, log or export.

    Attributes:
        key: Signs the seat's entries.
        chain: The seat's dice, link by link.
    """

    key: Ed25519PrivateKey = field(repr=False)
    chain: Chain = field(repr=False)

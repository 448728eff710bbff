"""Keys, small-order points, fingerprints."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import identity
from protocol.chain import Chain
from protocol.errors import Code, LocalError, RemoteError
from protocol.identity import SMALL_ORDER_KEYS, SeatSecret

P = 2**255 - 19
D = identity.CURVE_D
ORDER = 2**252 + 27742317777372353535851937790883648493
NEUTRAL = (0, 1)

# RFC 8032 7.1, tests 1 to 3.
RFC_8032 = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]


def add(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    """RFC 8032 5.1.4 in affine coordinates."""
    (x1, y1), (x2, y2) = a, b
    t = D * x1 * x2 * y1 * y2 % P
    x3 = (x1 * y2 + x2 * y1) * pow(1 + t, -1, P) % P
    y3 = (y1 * y2 + x1 * x2) * pow(1 - t, -1, P) % P
    return x3, y3


def multiply(n: int, point: tuple[int, int]) -> tuple[int, int]:
    result = NEUTRAL
    while n:
        if n & 1:
            result = add(result, point)
        point = add(point, point)
        n >>= 1
    return result


def x_of(y: int) -> int | None:
    """Return some x of ``y``, RFC 8032 5.1.3."""
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    for candidate in (x, x * pow(2, (P - 1) // 4, P) % P):
        if v * candidate * candidate % P == u:
            return candidate
    return None


def encodings(point: tuple[int, int]) -> set[bytes]:
    """All 32 bytes that some decoder might take for ``point``: y or y + p, and any sign where x is 0."""
    x, y = point
    return {
        (value | sign << 255).to_bytes(32, "little")
        for value in (y, y + P)
        if value < 2**255
        for sign in ((0, 1) if x == 0 else (x & 1,))
    }


def torsion() -> set[tuple[int, int]]:
    """The points of order 1, 2, 4, 8: the multiples of one of order 8, made of any point by the group order."""
    for y in range(2, 50):
        x = x_of(y)
        if x is not None:
            point = multiply(ORDER, (x, y))
            if multiply(4, point) != NEUTRAL:
                return {multiply(n, point) for n in range(8)}
    raise AssertionError("no point of order 8 found")


def test_signatures_are_those_of_the_standard() -> None:
    for secret, public, message, signature in RFC_8032:
        key = identity.private_key(bytes.fromhex(secret))
        assert identity.secret_bytes(key).hex() == secret
        assert identity.public_bytes(key).hex() == public
        assert identity.sign(key, bytes.fromhex(message)).hex() == signature
        assert identity.verify(bytes.fromhex(public), bytes.fromhex(signature), bytes.fromhex(message))


def test_signatures_of_others_or_over_other_bytes_do_not_verify() -> None:
    key, other = identity.private_key(bytes([1] * 32)), identity.private_key(bytes([2] * 32))
    public, signature = identity.public_bytes(key), identity.sign(key, b"act")
    assert not identity.verify(public, signature, b"acu")
    assert not identity.verify(identity.public_bytes(other), signature, b"act")
    assert not identity.verify(public, signature[:-1], b"act")
    assert not identity.verify(public[:-1], signature, b"act")
    # S + L is the same scalar, and would make a second signature of everybody's first one.
    raised = (int.from_bytes(signature[32:], "little") + ORDER).to_bytes(32, "little")
    assert not identity.verify(public, signature[:32] + raised, b"act")


def test_the_small_order_keys_are_all_encodings_of_all_eight_points() -> None:
    points = torsion()
    assert len(points) == 8
    derived = set().union(*map(encodings, points))
    assert derived == SMALL_ORDER_KEYS
    assert len(derived) == 14


@pytest.mark.parametrize("key", sorted(SMALL_ORDER_KEYS))
def test_small_order_keys_are_refused(key: bytes) -> None:
    with pytest.raises(RemoteError) as caught:
        identity.check_public_key(key, "seat 3")
    assert caught.value.code is Code.SMALL_ORDER_KEY
    assert caught.value.culprit == "seat 3"


def test_a_small_order_key_would_sign_anything() -> None:
    """Why they are refused: R = S·B - h·A is the same for every h that the order of A divides."""
    neutral, signature = NEUTRAL[1].to_bytes(32, "little"), NEUTRAL[1].to_bytes(32, "little") + bytes(32)
    assert identity.verify(neutral, signature, b"one story")
    assert identity.verify(neutral, signature, b"another story")


def test_keys_that_are_no_points_are_refused() -> None:
    refused = 0
    for y in range(2, 60):
        key = y.to_bytes(32, "little")
        if x_of(y) is None:
            refused += 1
            with pytest.raises(RemoteError) as caught:
                identity.check_public_key(key, "")
            assert caught.value.code is Code.MALFORMED
        else:
            identity.check_public_key(key, "")
    assert 15 < refused < 45


@pytest.mark.parametrize("excess", range(2, 19))
@pytest.mark.parametrize("sign", [0, 1])
def test_keys_with_an_unreduced_coordinate_are_refused(excess: int, sign: int) -> None:
    with pytest.raises(RemoteError) as caught:
        identity.check_public_key((P + excess | sign << 255).to_bytes(32, "little"), "")
    assert caught.value.code is Code.NOT_CANONICAL


@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_keys_of_another_length_are_refused(length: int) -> None:
    with pytest.raises(RemoteError) as caught:
        identity.check_public_key(bytes([9] * length), "")
    assert caught.value.code is Code.MALFORMED


@given(st.binary(min_size=32, max_size=32))
def test_honest_keys_are_accepted(seed: bytes) -> None:
    identity.check_public_key(identity.public_bytes(identity.private_key(seed)), "")


@given(st.binary(min_size=32, max_size=32))
def test_a_fingerprint_is_read_back_in_any_form(key: bytes) -> None:
    text = identity.fingerprint(key)
    assert [len(group) for group in text.split("-")] == [4] * 8
    for form in (text, text.upper(), text.replace("-", ""), text.replace("-", " "), f" {text}\n"):
        assert identity.parse_fingerprint(form) == text
        assert identity.is_identity(key, form)


def test_a_fingerprint_names_one_key() -> None:
    one, other = (identity.public_bytes(identity.private_key(bytes([n] * 32))) for n in (1, 2))
    assert identity.is_identity(one, one)
    assert not identity.is_identity(one, other)
    assert not identity.is_identity(one, identity.fingerprint(other))


@pytest.mark.parametrize(
    "text",
    ["", "a4b7", "a4b7-qw74-ksdj-mkwt-3uz6-hkcd-3j4a-lt6", "a" * 33, "1" * 32, "ä" * 32, "a" * 31 + "ſ"],
)
def test_what_is_no_fingerprint_is_refused(text: str) -> None:
    with pytest.raises(LocalError) as caught:
        identity.parse_fingerprint(text)
    assert caught.value.code is Code.MALFORMED


def test_a_secret_does_not_show_itself() -> None:
    key = identity.private_key(bytes([7] * 32))
    secret = SeatSecret(key, Chain(identity.public_bytes(key), bytes([8] * 32), 4))
    for text in (repr(secret), str(secret), repr(secret.chain), repr(secret.key)):
        assert bytes([7] * 4).hex() not in text
        assert bytes([8] * 4).hex() not in text
        assert "\\x08" not in text

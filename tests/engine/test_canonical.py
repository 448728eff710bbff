"""Canonical msgpack and the hashes made of it: one byte form for each value, everything else refused."""

import hashlib

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.canonical import pack, unpack
from engine.digest import H, part_hash, state_hash
from engine.errors import PositionError

SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**63), 2**64 - 1), st.text(max_size=20), st.binary(max_size=40)
)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=6), max_leaves=25)


def tuples(value):
    return tuple(tuples(item) for item in value) if isinstance(value, list) else value


@given(VALUES)
def test_what_is_packed_comes_back(value):
    data = pack(value)
    again = unpack(data)
    assert again == value
    assert [type(a) for a in flat(again)] == [type(v) for v in flat(value)]
    assert pack(tuples(value)) == data


def flat(value):
    return [leaf for item in value for leaf in flat(item)] if isinstance(value, list) else [value]


@given(VALUES, VALUES)
def test_different_values_have_different_bytes(one, other):
    assert (pack(one) == pack(other)) == (
        one == other and [*map(type, flat(one))] == [*map(type, flat(other))]
    )


@given(st.binary(max_size=60))
def test_any_bytes_are_refused_or_canonical(data: bytes):
    try:
        value = unpack(data)
    except PositionError:
        return
    assert pack(value) == data


@given(VALUES, st.data())
def test_a_changed_byte_is_refused_or_means_something_else(value, data):
    good = pack(value)
    place = data.draw(st.integers(0, len(good) - 1))
    bad = bytearray(good)
    bad[place] ^= data.draw(st.integers(1, 255))
    try:
        other = unpack(bytes(bad))
    except PositionError:
        return
    assert pack(other) == bytes(bad) != good


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "nothing"),
        (b"\xcc\x05", "5 in two bytes"),
        (b"\xcd\x00\x05", "5 in three bytes"),
        (b"\xd0\x05", "5 as signed"),
        (b"\xd9\x01a", "long text head"),
        (b"\xdc\x00\x01\x05", "long array head"),
        (b"\xc5\x00\x01a", "long bytes head"),
        (b"\x05\x05", "trailing bytes"),
        (b"\x92\x05", "too short"),
        (b"\xc1", "never used"),
        (b"\xca\x3f\x80\x00\x00", "a float"),
        (b"\xcb\x3f\xf0\x00\x00\x00\x00\x00\x00", "a double"),
        (b"\x81\x05\x05", "a map"),
        (b"\xd4\x01\x05", "an extension"),
        (b"\xd6\xff\x00\x00\x00\x00", "a time stamp"),
        (b"\xa1\xff", "no UTF-8"),
        (b"\xa3\xed\xa0\x80", "half of a surrogate pair"),
        (b"\x91" * 100_000, "deep nesting"),
        (b"\xdd\xff\xff\xff\xff", "a huge array"),
        (b"\xc6\xff\xff\xff\xff", "huge bytes"),
    ],
)
def test_other_forms_are_refused(data: bytes, why: str):
    with pytest.raises(PositionError):
        unpack(data)


@pytest.mark.parametrize(
    "value", [1.0, {"a": 1}, {1}, object(), bytearray(b"a"), [1, [2.5]], msgpack.Timestamp(0)]
)
def test_other_types_are_not_packed(value):
    with pytest.raises(TypeError):
        pack(value)


@pytest.mark.parametrize("value", [2**64, -(2**63) - 1])
def test_numbers_beyond_64_bits_are_not_packed(value: int):
    with pytest.raises(OverflowError):
        pack(value)


def test_an_integer_type_of_its_own_is_not_packed():
    class Count(int):
        pass

    with pytest.raises(TypeError):
        pack(Count(1))


def test_known_bytes():
    assert pack([1, -1, True, None, "ü", b"\0", []]).hex() == "9701ffc3c0a2c3bcc4010090"


# --- hashes ----------------------------------------------------------------------------------------------
@given(st.binary(max_size=300))
def test_hashes_are_labelled_blake2b(data: bytes):
    assert H("wabe.entry", data) == hashlib.blake2b(data, digest_size=32, person=b"wabe.entry").digest()
    assert part_hash(data) == hashlib.blake2b(data, digest_size=16, person=b"wabe.part").digest()
    assert state_hash([data]) == hashlib.blake2b(data, digest_size=16, person=b"wabe.state").digest()


def test_the_state_hash_depends_on_the_order_of_its_parts():
    one, other = part_hash(b"1"), part_hash(b"2")
    assert state_hash([one, other]) != state_hash([other, one])
    assert state_hash(iter([one, other])) == state_hash((one, other))

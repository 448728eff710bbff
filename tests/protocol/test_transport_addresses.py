"""Addresses and invitations: what people type, paste and read to each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import Code, LocalError
from protocol.identity import fingerprint
from protocol.transport.addresses import (
    DEFAULT_PORT,
    MAX_ADDRESSES,
    Address,
    Invitation,
    arrange,
    format_address,
    format_invitation,
    own_hosts,
    parse_address,
    parse_invitation,
)

PRINT = fingerprint(bytes(32))
HOSTS = st.one_of(
    st.ip_addresses(v=4).map(str),
    st.ip_addresses(v=6).map(str),
    st.ip_addresses(v=6).map(lambda ip: f"{ip}%eth0"),
    st.from_regex(r"[a-z][a-z0-9]{0,20}(\.[a-z][a-z0-9-]{0,10}[a-z0-9]){0,3}", fullmatch=True),
)
ADDRESSES = st.builds(Address, HOSTS, st.integers(1, 65535))


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("example.org", "example.org", DEFAULT_PORT),
        (" Example.ORG:80 ", "example.org", 80),
        ("192.0.2.1", "192.0.2.1", DEFAULT_PORT),
        ("192.0.2.1:1", "192.0.2.1", 1),
        ("::1", "::1", DEFAULT_PORT),
        ("[::1]", "::1", DEFAULT_PORT),
        ("[2001:DB8:0::7]:4000", "2001:db8::7", 4000),
        ("[fe80::1%eth0]:4000", "fe80::1%eth0", 4000),
        ("fe80::1%3", "fe80::1%3", DEFAULT_PORT),
        ("my_pc", "my_pc", DEFAULT_PORT),
    ],
)
def test_addresses_are_read(text, host, port):
    assert parse_address(text) == Address(host, port)


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":80",
        "a:0",
        "a:65536",
        "a:+80",
        "a:８0",
        "a:",
        "a b",
        "a..b",
        "-a",
        "a-",
        "256.1.1.1",
        "1.2.3",
        "12",
        "[::1",
        "[::1]80",
        "[1.2.3.4]:80",
        "::g",
        "1:2:3",
        "bücher.example",
        "a/b",
        "x" * 64,
        ".".join(["abcdefgh"] * 30),
    ],
)
def test_nonsense_is_refused_with_a_code(text):
    with pytest.raises(LocalError) as caught:
        parse_address(text)
    assert caught.value.code == Code.ADDRESS
    assert caught.value.culprit == text.strip()


@given(ADDRESSES)
def test_reading_undoes_writing(address):
    assert parse_address(format_address(address)) == address
    assert parse_address(format_address(address, address.port), address.port) == address
    assert str(address) == format_address(address)


@given(
    st.lists(ADDRESSES, min_size=1, max_size=MAX_ADDRESSES, unique=True),
    st.one_of(
        st.tuples(st.none(), st.none()),
        st.tuples(st.binary(min_size=16, max_size=16), st.none()),
        st.tuples(st.none(), st.binary(min_size=32, max_size=32)),
    ),
)
def test_an_invitation_survives_mail(addresses, ids):
    invitation = Invitation(tuple(addresses), PRINT, *ids)
    text = format_invitation(invitation)
    assert parse_invitation(text) == invitation
    assert parse_invitation(f" {text[:20]}\r\n  {text[20:]}\n") == invitation


def test_an_invitation_looks_as_documented():
    invitation = Invitation(
        (Address("192.168.1.5", DEFAULT_PORT), Address("fe80::7%en0", 4000)), PRINT, bytes(16)
    )
    assert (
        format_invitation(invitation) == f"wabe://192.168.1.5,[fe80::7%25en0]:4000/room/{'00' * 16}#{PRINT}"
    )
    assert parse_invitation(f"WABE://a,a:{DEFAULT_PORT}/#{PRINT.upper()}") == Invitation(
        (Address("a", DEFAULT_PORT),), PRINT
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"http://a/#{PRINT}", Code.ADDRESS),
        ("wabe://a/", Code.ADDRESS),
        (f"wabe:///#{PRINT}", Code.ADDRESS),
        (f"wabe://a,/#{PRINT}", Code.ADDRESS),
        (f"wabe://a/room/00#{PRINT}", Code.ADDRESS),
        (f"wabe://a/match/{'00' * 16}#{PRINT}", Code.ADDRESS),
        (f"wabe://a/room/{'zz' * 16}#{PRINT}", Code.ADDRESS),
        (f"wabe://a/seat/{'00' * 16}#{PRINT}", Code.ADDRESS),
        ("wabe://a/#abcd", Code.MALFORMED),
        (f"wabe://{','.join(f'h{n}' for n in range(MAX_ADDRESSES + 1))}/#{PRINT}", Code.ADDRESS),
        (f"wabe://{'a' * 5000}/#{PRINT}", Code.ADDRESS),
    ],
)
def test_a_damaged_invitation_is_refused_with_a_code(text, code):
    with pytest.raises(LocalError) as caught:
        parse_invitation(text)
    assert caught.value.code == code


def test_own_addresses_come_in_the_order_in_which_others_should_try_them():
    hosts = [
        "::1",
        "169.254.3.4",
        "2600::1",
        "8.8.8.8",
        "fe80::1%2",
        "fd00::1",
        "::ffff:10.0.0.1",
        "10.0.0.1",
        "ff02::1",
    ]
    assert arrange(hosts) == ("10.0.0.1", "fd00::1", "8.8.8.8", "2600::1", "169.254.3.4")
    assert arrange(["127.0.1.1", "fe80::1%2"]) == ("127.0.1.1",)
    assert arrange([]) == ("127.0.0.1",)
    assert arrange(["192.168.2.2", "192.168.1.1"]) == ("192.168.2.2", "192.168.1.1")


async def test_this_machine_has_an_address():
    hosts = await own_hosts()
    assert hosts
    assert len(set(hosts)) == len(hosts)
    assert [parse_address(format_address(Address(host, 1))).host for host in hosts] == list(hosts)

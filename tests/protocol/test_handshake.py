"""Handshakes: two machines joined in memory, and everybody who might sit between or behind them."""

from contextlib import suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import Code, LocalError, ProtocolError, RemoteError
from protocol.handshake import (
    PROTOCOL_VERSION,
    Handshake,
    auth_digest,
    bye_body,
    check_rules,
    decode_tolerant,
)
from protocol.identity import SMALL_ORDER_KEYS, fingerprint, private_key, public_bytes, sign
from protocol.messages import Auth, Bye, Hello, Ping, decode_message, encode_message

CLIENT, SERVER, MALLORY = (private_key(bytes([n] * 32)) for n in (1, 2, 3))
RULES = (("krieg", 1), ("towerwars", 1))
DER = b"certificate"
MATCH = bytes([9] * 32)
MAJOR, MINOR = PROTOCOL_VERSION


def client(**more) -> Handshake:
    arguments = {
        "rules": RULES,
        "application": "wabe 1",
        "certificate": DER,
        "nonce": bytes([1] * 32),
        "purpose": "room",
    }
    return Handshake.client(more.pop("key", CLIENT), **(arguments | more))


def server(**more) -> Handshake:
    arguments = {"rules": RULES, "application": "wabe 2", "certificate": DER, "nonce": bytes([2] * 32)}
    return Handshake.server(more.pop("key", SERVER), **(arguments | more))


def join(c: Handshake, s: Handshake) -> None:
    """Carry bodies to and fro until nothing is left to carry."""
    to_server, to_client = c.start(), s.start()
    while to_server or to_client:
        for body in to_server:
            to_client = to_client + s.receive(body)
        to_server = []
        for body in to_client:
            to_server = to_server + c.receive(body)
        to_client = []


def refused(code: Code, machine: Handshake, *bodies: bytes) -> RemoteError:
    """Check that the last of ``bodies`` is refused, and the machine is over then."""
    for body in bodies[:-1]:
        machine.receive(body)
    with pytest.raises(RemoteError) as caught:
        machine.receive(bodies[-1])
    assert caught.value.code is code
    assert machine.peer is None
    with pytest.raises(LocalError):
        machine.receive(bodies[-1])
    last = decode_message(machine.refusal(caught.value)[-1])
    assert isinstance(last, Bye)
    assert last.code == code
    return caught.value


def hello(key=CLIENT, **more) -> Hello:
    return Hello(
        **(
            {
                "purpose": "room",
                "protocol": PROTOCOL_VERSION,
                "rules": RULES,
                "application": "",
                "identity": public_bytes(key),
                "nonce": bytes([7] * 32),
                "match": None,
            }
            | more
        )
    )


# Agreement


@pytest.mark.parametrize(("purpose", "match"), [("room", None), ("match", MATCH), ("watch", MATCH)])
def test_both_ends_learn_of_each_other(purpose: str, match: bytes | None) -> None:
    c = client(purpose=purpose, match=match, expected=public_bytes(SERVER))
    s = server(games={MATCH: "krieg"})
    join(c, s)
    assert c.peer is not None
    assert s.peer is not None
    assert c.peer.identity == public_bytes(SERVER)
    assert s.peer.identity == public_bytes(CLIENT)
    assert (c.peer.application, s.peer.application) == ("wabe 2", "wabe 1")
    for peer in (c.peer, s.peer):
        assert (peer.purpose, peer.match, peer.protocol, peer.rules) == (
            purpose,
            match,
            PROTOCOL_VERSION,
            RULES,
        )


def test_the_client_speaks_first_and_the_server_proves_itself_first() -> None:
    c, s = client(), server()
    assert s.start() == []
    (first,) = c.start()
    answer = s.receive(first)
    assert [type(decode_message(body)) for body in answer] == [Hello, Auth]
    assert c.receive(answer[0]) == []
    (last,) = c.receive(answer[1])
    assert c.peer is not None
    assert s.peer is None
    assert s.receive(last) == []
    assert s.peer is not None


def test_a_fingerprint_may_be_expected() -> None:
    c, s = client(expected=fingerprint(public_bytes(SERVER)).upper()), server()
    join(c, s)
    assert c.peer is not None


def test_the_signed_bytes_are_those_of_the_document() -> None:
    c, s = client(), server()
    (hello_c,) = c.start()
    hello_s, auth_s = s.receive(hello_c)
    t = auth_digest(hello_c, hello_s, DER)
    assert decode_message(auth_s) == Auth(sign(SERVER, b"wabe auth s\0" + t))
    c.receive(hello_s)
    assert c.receive(auth_s) == [encode_message(Auth(sign(CLIENT, b"wabe auth c\0" + t)))]


# Wrong peers and men in the middle


def test_another_peer_than_the_expected_one_is_refused_before_it_gets_a_proof() -> None:
    for expected in (public_bytes(SERVER), fingerprint(public_bytes(SERVER))):
        c, mallory = client(expected=expected), server(key=MALLORY)
        refused(Code.WRONG_PEER, c, mallory.receive(c.start()[0])[0])


def test_a_relay_that_ends_tls_is_refused_by_both_sides() -> None:
    """Mallory shows the client a certificate of his own and passes every body on."""
    c, s = client(certificate=b"mallory's"), server()
    hello_s, auth_s = s.receive(c.start()[0])
    refused(Code.CHANNEL, c, hello_s, auth_s)
    # A client that does not look would be refused by the server all the same.
    careless = client(certificate=b"mallory's")
    s = server()
    (hello_c,) = careless.start()
    hello_s, _ = s.receive(hello_c)
    proof = sign(CLIENT, b"wabe auth c\0" + auth_digest(hello_c, hello_s, b"mallory's"))
    refused(Code.CHANNEL, s, encode_message(Auth(proof)))


@pytest.mark.parametrize("field", ["purpose", "rules", "application", "nonce", "match"])
def test_a_hello_changed_on_the_way_is_refused(field: str) -> None:
    other = {"purpose": "watch", "rules": (), "application": "x", "nonce": bytes(32), "match": bytes(32)}
    c, s = client(match=MATCH), server()
    changed = msgspec.structs.replace(decode_message(c.start()[0]), **{field: other[field]})
    hello_s, auth_s = s.receive(encode_message(changed))
    if field in ("purpose", "match"):
        refused(Code.WRONG_MATCH, c, hello_s)
    else:
        refused(Code.CHANNEL, c, hello_s, auth_s)


def test_one_who_only_repeats_what_he_hears_proves_nothing() -> None:
    # To a client: its own hello.
    c = client()
    refused(Code.WRONG_PEER, c, c.start()[0])
    # To a server: its own proof as the client's.
    s = server()
    _, auth_s = s.receive(client(key=MALLORY).start()[0])
    refused(Code.CHANNEL, s, auth_s)


def test_proofs_of_an_earlier_link_are_worth_nothing() -> None:
    old_c, old_s = client(), server()
    (hello_c,) = old_c.start()
    hello_s, auth_s = old_s.receive(hello_c)
    old_c.receive(hello_s)
    (auth_c,) = old_c.receive(auth_s)
    s = server(nonce=bytes([4] * 32))
    refused(Code.CHANNEL, s, hello_c, auth_c)
    c = client(nonce=bytes([4] * 32))
    refused(Code.CHANNEL, c, hello_s, auth_s)


def test_two_links_at_once_give_no_proof_to_pass_on() -> None:
    """Mallory answers the client with the proof that the server gave him, under the server's hello."""
    c, s = client(), server()
    _, auth_s = s.receive(client(key=MALLORY, nonce=bytes([5] * 32)).start()[0])
    hello_s = encode_message(hello(SERVER))
    refused(Code.CHANNEL, c, hello_s, auth_s)


def test_a_peer_does_not_talk_to_itself() -> None:
    c, s = client(key=SERVER), server()
    refused(Code.WRONG_PEER, s, c.start()[0])


@pytest.mark.parametrize("key", sorted(SMALL_ORDER_KEYS)[::3])
def test_small_order_identities_are_refused(key: bytes) -> None:
    bad = encode_message(hello(identity=key))
    refused(Code.SMALL_ORDER_KEY, server(), bad)
    refused(Code.SMALL_ORDER_KEY, client(), bad)


# Matches and versions


def test_a_match_that_is_not_served_is_refused() -> None:
    refused(
        Code.WRONG_MATCH, server(games={MATCH: "krieg"}), client(match=bytes(32), purpose="match").start()[0]
    )


def test_an_answer_about_another_match_is_refused() -> None:
    for other in (None, bytes(32)):
        refused(
            Code.WRONG_MATCH,
            client(match=MATCH, purpose="match"),
            encode_message(hello(SERVER, purpose="match", match=other)),
        )
    refused(Code.WRONG_MATCH, client(purpose="watch"), encode_message(hello(SERVER)))


@pytest.mark.parametrize(
    ("theirs", "culprit"),
    [
        ((("krieg", 1),), "there"),
        ((("krieg", 3),), "here"),
        ((), "there"),
        ((("krieg", 2),), None),
        ((("towerwars", 9), ("krieg", 2)), None),
    ],
)
def test_rules_versions_matter_for_the_game_in_question(
    theirs: tuple[tuple[str, int], ...], culprit: str | None
) -> None:
    ours = (("krieg", 2), ("towerwars", 1))
    s = server(rules=ours, games={MATCH: "krieg"})
    c = client(rules=theirs, match=MATCH, purpose="match", game="krieg")
    if culprit is None:
        join(c, s)
        assert s.peer is not None
        return
    error = refused(Code.RULES_VERSION, s, c.start()[0])
    assert error.culprit == culprit
    # The client learns it from the server's hello and can tell its own person.
    hello_s, _ = s.refusal(error)
    assert refused(Code.RULES_VERSION, c, hello_s).culprit == {"here": "there", "there": "here"}[culprit]


def test_a_game_that_nobody_knows_is_refused() -> None:
    with pytest.raises(RemoteError) as caught:
        check_rules(RULES, RULES, "chess")
    assert caught.value.code is Code.RULES_VERSION
    assert caught.value.culprit == "here"


@pytest.mark.parametrize(("major", "culprit"), [(MAJOR + 1, "here"), (MAJOR - 1, "there")])
def test_both_people_read_which_program_is_too_old(major: int, culprit: str) -> None:
    """Whatever the rest of that version's hello looks like."""
    strange = msgspec.msgpack.encode(["hello", "room", [major, 5], {"new": [1.5, None]}])
    s = server()
    error = refused(Code.VERSION, s, strange)
    assert error.culprit == culprit
    first, last = s.refusal(error)
    assert msgspec.msgpack.decode(first)[:3] == ["hello", "room", list(PROTOCOL_VERSION)]
    assert decode_message(last) == Bye("version", error.text)
    assert f"{min(major, MAJOR)}.x must be updated" in error.text
    # The other way round: what such a server says is enough for the client.
    assert refused(Code.VERSION, client(), strange).culprit == culprit


def test_another_minor_version_is_welcome() -> None:
    s = server()
    body = encode_message(hello(protocol=(MAJOR, MINOR + 3)))
    hello_s, _ = s.receive(body)
    s.receive(encode_message(Auth(sign(CLIENT, b"wabe auth c\0" + auth_digest(body, hello_s, DER)))))
    assert s.peer is not None
    assert s.peer.protocol == (MAJOR, MINOR + 3)


# What comes out of turn, and garbage


def test_nothing_but_the_due_message_is_taken() -> None:
    ping, auth = encode_message(Ping(1)), encode_message(Auth(bytes(64)))
    good = encode_message(hello(MALLORY))
    for machine in (server(), client()):
        refused(Code.UNEXPECTED, machine, ping)
    for machine in (server(), client()):
        refused(Code.UNEXPECTED, machine, auth)
    for machine in (server(), client()):
        refused(Code.UNEXPECTED, machine, good, good)
    for machine in (server(), client()):
        refused(Code.UNEXPECTED, machine, good, ping)


def test_a_bye_is_heard_at_any_time() -> None:
    for before in ([], [encode_message(hello(MALLORY))]):
        for machine in (server(), client()):
            for body in before:
                machine.receive(body)
            assert machine.receive(bye_body(Code.KICKED, "not again")) == []
            assert machine.bye == Bye("kicked", "not again")
            assert machine.peer is None
            with pytest.raises(LocalError):
                machine.receive(encode_message(hello(MALLORY)))


def test_a_machine_that_is_done_takes_nothing_more() -> None:
    c, s = client(), server()
    join(c, s)
    for machine in (c, s):
        with pytest.raises(LocalError):
            machine.receive(encode_message(Ping(1)))


def test_a_bye_is_cut_to_what_it_may_hold() -> None:
    assert decode_message(bye_body("done", "ä" * 1000)) == Bye("done", "ä" * 512)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xc1",
        b"\x90",
        msgspec.msgpack.encode({"hello": 1}),
        msgspec.msgpack.encode(["hello"]),
        msgspec.msgpack.encode(["hello", 1, 2, 3]),
        msgspec.msgpack.encode(["hello", "room", [1, 0, 0]]),
        msgspec.msgpack.encode(["unheard-of"]),
        b"\x91" * 4000,
        encode_message(hello())[:-1],
        encode_message(hello()) + b"\0",
        encode_message(hello(purpose="x" * 33)),
        encode_message(hello(nonce=bytes(31))),
    ],
)
def test_malformed_hellos_are_refused(body: bytes) -> None:
    for machine in (server(), client()):
        refused(Code.MALFORMED, machine, body)


def test_hellos_that_are_not_canonical_are_refused() -> None:
    body = encode_message(hello())
    # The minor version 0 in two bytes instead of one.
    assert body.count(b"\x92\x01\x00") == 1
    refused(Code.NOT_CANONICAL, server(), body.replace(b"\x92\x01\x00", b"\x92\x01\xcc\x00"))


@given(st.binary(max_size=300), st.booleans())
def test_garbage_is_refused_with_a_code(garbage: bytes, is_client: bool) -> None:
    machine = client() if is_client else server()
    with pytest.raises(RemoteError) as caught:
        machine.receive(garbage)
    assert caught.value.code in (Code.MALFORMED, Code.NOT_CANONICAL, Code.VERSION, Code.UNEXPECTED)
    assert machine.peer is None


@given(st.data())
def test_any_changed_bit_is_noticed(data: st.DataObject) -> None:
    """A relay that changes one bit of one body never ends up with two ends that both believe."""
    c, s = client(expected=public_bytes(SERVER)), server()
    changed_body = data.draw(st.integers(0, 3))
    number = 0

    def carry(body: bytes) -> bytes:
        nonlocal number
        if number == changed_body:
            bit = data.draw(st.integers(0, 8 * len(body) - 1))
            body = bytes(b ^ (1 << bit % 8 if i == bit // 8 else 0) for i, b in enumerate(body))
        number += 1
        return body

    with suppress(ProtocolError):
        answer = [carry(body) for body in s.receive(carry(c.start()[0]))]
        last = [carry(body) for received in answer for body in c.receive(received)]
        for body in last:
            s.receive(body)
    assert c.peer is None or s.peer is None


# After the handshake


def test_unknown_types_of_a_newer_peer_are_ignored() -> None:
    news = msgspec.msgpack.encode(["wave", {"both": "hands"}, 1.5])
    assert decode_tolerant(news, MINOR + 1) is None
    assert decode_tolerant(encode_message(Ping(3)), MINOR + 1) == Ping(3)
    for minor in range(MINOR + 1):
        with pytest.raises(RemoteError) as caught:
            decode_tolerant(news, minor)
        assert caught.value.code is Code.MALFORMED


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\x90",
        b"\xc1",
        b"\x91\xc1",
        msgspec.msgpack.encode(["ping", "x"]),
        msgspec.msgpack.encode([7]),
        encode_message(Ping(3)) + b"\0",
    ],
)
def test_a_newer_peer_is_not_excused_for_nonsense(body: bytes) -> None:
    with pytest.raises(RemoteError):
        decode_tolerant(body, MINOR + 1)

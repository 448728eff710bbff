"""The protocol gives the known answers of ``tests/data/protocol/vectors.json``."""

import json
from pathlib import Path

import pytest

from engine.dice import SeededDraws
from engine.digest import H
from protocol import contract, entries
from protocol.chain import Chain, ChainVerifier, event_seed
from protocol.flood import chat_bytes, tell_bytes
from protocol.framing import FrameDecoder, encode_frame
from protocol.handshake import Handshake, auth_digest
from protocol.identity import fingerprint, private_key, public_bytes, sign, verify
from protocol.messages import Hello, decode_message, encode_message
from protocol.transcript import encode_transcript, read_transcript

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "protocol" / "vectors.json").read_text("utf-8"))
MATCH = bytes.fromhex(VECTORS["contract"]["match"])


def unhex(vector, *names: str) -> list[bytes]:
    return [bytes.fromhex(vector[name]) for name in names]


@pytest.mark.parametrize("vector", VECTORS["hash"], ids=lambda vector: vector["label"])
def test_hashes(vector) -> None:
    data, expected = unhex(vector, "data", "hash")
    assert H(vector["label"], data) == expected


@pytest.mark.parametrize("vector", VECTORS["identity"])
def test_identities(vector) -> None:
    secret, public = unhex(vector, "secret", "public")
    assert public_bytes(private_key(secret)) == public
    assert fingerprint(public) == vector["fingerprint"]


def test_the_contract() -> None:
    (packed,) = unhex(VECTORS["contract"], "packed")
    agreed = contract.decode_contract(packed)
    assert contract.encode_contract(agreed) == packed
    assert contract.match_id(packed) == MATCH
    for vector in VECTORS["contract"]["signatures"]:
        secret, signature = unhex(vector, "secret", "signature")
        assert sign(private_key(secret), contract.signed_bytes(packed)) == signature
        assert verify(agreed.human(vector["seat"]).identity, signature, contract.signed_bytes(packed))
    assert agreed.humans == (0, 2)


def test_the_chain() -> None:
    vector = VECTORS["chain"]
    seat_key, last = unhex(vector, "seat_key", "last")
    chain = Chain(seat_key, last, vector["length"])
    verifier = ChainVerifier(seat_key, chain.tip, vector["length"])
    for n, link in vector["links"].items():
        assert chain.link(int(n)) == bytes.fromhex(link)
        assert n == "0" or verifier.check(int(n), bytes.fromhex(link))
    agreed = contract.decode_contract(bytes.fromhex(VECTORS["contract"]["packed"]))
    assert (agreed.human(0).seat_key, agreed.human(0).tip) == (seat_key, chain.tip)


@pytest.mark.parametrize("vector", VECTORS["entries"])
def test_entries(vector) -> None:
    packed, e, secret, signature = unhex(vector, "packed", "e", "secret", "signature")
    payload = entries.decode_payload(packed)
    assert payload.author == vector["author"]
    assert entries.encode_payload(payload) == packed
    assert entries.entry_hash(MATCH, packed) == e
    assert sign(private_key(secret), entries.signed_bytes(MATCH, packed)) == signature


def test_every_kind_of_body_has_a_vector() -> None:
    bodies = {
        type(entries.decode_payload(bytes.fromhex(vector["packed"])).body) for vector in VECTORS["entries"]
    }
    assert bodies == set(entries.Body.__args__)


@pytest.mark.parametrize("vector", VECTORS["log"])
def test_log_heads(vector) -> None:
    head, item, following = unhex(vector, "head", "item", "next")
    assert H("wabe.log", head + item) == following


def test_the_event() -> None:
    vector = VECTORS["event"]
    match, seed = unhex(vector, "match", "seed")
    links = [bytes.fromhex(link) for link in vector["links"]]
    assert event_seed(match, vector["n"], vector["bitmap"], links) == seed
    draws = SeededDraws(seed)
    found = [draws.die() - 1 if below == 6 else draws.choice(below) for below in vector["below"]]
    assert found == vector["values"]


def test_the_handshake() -> None:
    vector = VECTORS["handshake"]
    client_key, server_key = map(private_key, unhex(vector, "client_secret", "server_secret"))
    hello_c, hello_s, der, t = unhex(vector, "hello_client", "hello_server", "certificate", "t")
    assert auth_digest(hello_c, hello_s, der) == t
    first, second = decode_message(hello_c), decode_message(hello_s)
    assert isinstance(first, Hello)
    assert isinstance(second, Hello)
    client = Handshake.client(
        client_key,
        rules=first.rules,
        application=first.application,
        certificate=der,
        nonce=first.nonce,
        purpose=first.purpose,
        match=first.match,
        expected=public_bytes(server_key),
        game="krieg",
    )
    server = Handshake.server(
        server_key,
        rules=second.rules,
        application=second.application,
        certificate=der,
        nonce=second.nonce,
        games={MATCH: "krieg"},
    )
    auth_s, auth_c = unhex(vector, "auth_server", "auth_client")
    assert client.start() == [hello_c]
    assert server.receive(hello_c) == [hello_s, auth_s]
    assert client.receive(hello_s) == []
    assert client.receive(auth_s) == [auth_c]
    assert server.receive(auth_c) == []
    assert client.peer is not None
    assert server.peer is not None


def test_what_is_flooded() -> None:
    secret, packed = unhex(VECTORS["flood"]["tell"], "secret", "message")
    tell = decode_message(packed)
    assert encode_message(tell) == packed
    assert (
        sign(private_key(secret), tell_bytes(tell.match, tell.nonce, tell.seat, tell.lengths))
        == tell.signature
    )
    secret, packed = unhex(VECTORS["flood"]["chat"], "secret", "message")
    chat = decode_message(packed)
    assert encode_message(chat) == packed
    assert sign(private_key(secret), chat_bytes(chat.match, chat.seat, chat.n, chat.text)) == chat.signature


def test_frames() -> None:
    body, frame = unhex(VECTORS["frame"], "body", "frame")
    assert encode_frame(body) == frame
    assert FrameDecoder().feed(frame) == [body]


def test_the_transcript() -> None:
    vector = VECTORS["transcript"]
    (file,) = unhex(vector, "file")
    found = read_transcript([file])
    assert encode_transcript(found) == file
    assert found.torn is None
    assert found.contract == bytes.fromhex(VECTORS["contract"]["packed"])
    assert sorted(found.signatures) == [0, 2]
    assert (len(found.entries), len(found.evidence)) == (vector["entries"], vector["evidence"])

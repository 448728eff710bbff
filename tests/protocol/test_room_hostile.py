"""Rooms under attack: forged, replayed, oversized, contradictory and endless statements."""

import msgspec
import pytest

from engine.digest import H
from protocol.contract import ComputerSeat, encode_contract, match_id, signed_bytes
from protocol.errors import Code, LocalError, RemoteError
from protocol.identity import SMALL_ORDER_KEYS, sign
from protocol.messages import Have, Ping, RoomMessage, SignatureMessage
from protocol.room import AUTHOR_BURST, LINK_BURST, MAX_AUTHORS
from protocol.room_effects import ClaimsVoid, Refused, Send
from protocol.room_messages import (
    MAX_KICKED,
    Claim,
    Member,
    Open,
    Taken,
    make_statement,
    read_statement,
    room_id,
)
from protocol.room_terms import build_contract

LINK = 77


@pytest.fixture
def visit(rooms):
    """Return a room with a link (``LINK``) to a stranger, whose messages ``say`` hands in; effects are drained."""

    def make(room):
        room.link_up(LINK, rooms.identity(66), 0)
        room.effects()
        return room

    return make


def refused(room, message, now=0):
    with pytest.raises(RemoteError) as caught:
        room.receive(LINK, message, now)
    assert room.effects() == []
    return caught.value.code


def statement(rooms, number, room, n, **fields):
    body = Member(rooms.profile(f"guest{number}"), (), None, left=False)
    return make_statement(rooms.key(number), room.id, n, msgspec.structs.replace(body, **fields))


def set_up_statement(rooms, hosting, n, **fields):
    return make_statement(rooms.key(0), hosting.id, n, msgspec.structs.replace(hosting.set_up, **fields))


def test_what_is_not_signed_by_its_author_is_the_links_fault(rooms, visit):
    room = visit(rooms.host())
    said = statement(rooms, 5, room, 1)
    for field, value in (
        ("author", rooms.identity(6)),
        ("n", 2),
        ("body", said.body[:-1] + b"\xc3"),
        ("signature", bytes(64)),
    ):
        assert refused(room, msgspec.structs.replace(said, **{field: value})) == Code.BAD_SIGNATURE
    room.receive(LINK, said, 0)
    assert isinstance(room.effects()[0], Send)


def test_a_statement_of_another_room_fits_nowhere_else(rooms, visit):
    room = visit(rooms.host())
    other = rooms.host(nonce=b"another nonce 16")
    said = statement(rooms, 5, other, 1)
    assert refused(room, said) == Code.WRONG_MATCH
    assert refused(room, msgspec.structs.replace(said, room=room.id)) == Code.BAD_SIGNATURE


def test_old_and_repeated_statements_are_ignored(rooms, visit):
    room = visit(rooms.host())
    first = statement(rooms, 5, room, 1)
    second = statement(rooms, 5, room, 2, ready=1)
    room.receive(LINK, second, 0)
    room.effects()
    for message in (first, second):
        room.receive(LINK, message, 0)
        assert room.effects() == []


def test_of_two_statements_with_one_number_all_peers_keep_the_same(rooms, visit):
    hosting = rooms.host()
    pair = [statement(rooms, 5, hosting, 1, ready=ready) for ready in (1, 2)]
    for order in (pair, pair[::-1]):
        room = visit(rooms.guest(1, hosting))
        for message in order:
            room.receive(LINK, message, 0)
        room.effects()
        room.link_up(78, rooms.identity(67), 0)
        sent = [effect.message for effect in room.effects() if effect.message.author == rooms.identity(5)]
        assert sent == [max(pair, key=lambda message: message.body)]


def test_nobody_else_speaks_as_the_host(rooms, visit):
    hosting = rooms.host()
    room = visit(rooms.guest(1, hosting))
    false = make_statement(rooms.key(5), room.id, 1, hosting.set_up)
    assert refused(room, false) == Code.STRANGER
    assert room_id(rooms.identity(0), rooms.NONCE) == hosting.id != room_id(rooms.identity(5), rooms.NONCE)
    room.receive(LINK, set_up_statement(rooms, hosting, 1), 0)
    room.effects()
    assert room.host == rooms.identity(0)
    assert refused(room, statement(rooms, 0, room, 2)) == Code.STRANGER


def test_malformed_and_foreign_messages_close_the_link(rooms, visit):
    room = visit(rooms.host())

    def signed(body):
        data = b"wabe room 1\0" + room.id + rooms.identity(5) + (1).to_bytes(4, "big") + body
        return RoomMessage(room.id, rooms.identity(5), 1, body, sign(rooms.key(5), data))

    good = statement(rooms, 5, room, 1).body
    assert refused(room, signed(b"")) == Code.MALFORMED
    assert refused(room, signed(b"\xc1" * 8000)) == Code.MALFORMED
    assert refused(room, signed(good + b"\xc0")) == Code.MALFORMED
    # The array's length written the long way means the same and is refused all the same.
    assert good[0] == 0x95
    assert refused(room, signed(b"\xdc\x00\x05" + good[1:])) == Code.NOT_CANONICAL
    twice = tuple(Claim(0, rooms.seat_key(n), rooms.tip(n), "x") for n in range(2))
    assert refused(room, statement(rooms, 5, room, 1, claims=twice)) == Code.MALFORMED
    assert refused(room, Ping(1)) == Code.UNEXPECTED
    assert refused(room, Have(bytes(32), ())) == Code.UNEXPECTED
    small = RoomMessage(room.id, min(SMALL_ORDER_KEYS), 1, good, bytes(64))
    assert refused(room, small) == Code.SMALL_ORDER_KEY


@pytest.mark.parametrize("name", ["", "a\n", "a\x1b[2J", "a\u202eb", "x" * 33])
def test_names_that_would_deceive_a_screen_are_not_sent_nor_taken(rooms, name):
    hosting = rooms.host()
    body = Member(msgspec.structs.replace(rooms.profile("a"), name=name), (), None, left=False)
    with pytest.raises(RemoteError) as caught:
        make_statement(rooms.key(5), hosting.id, 1, body)
    assert caught.value.code == Code.MALFORMED


def test_a_claim_with_a_bad_or_copied_key_is_refused_to_its_author_alone(rooms):
    net = rooms.star(3, 2)
    rooms.claim(net.rooms[1], 1)
    net.settle()
    held = net.rooms[0].set_up.seats[1]
    fresh = rooms.seat_key("fresh"), rooms.tip("fresh")
    for n, (seat, key, tip) in enumerate(
        (
            (2, held.seat_key, fresh[1]),
            (2, fresh[0], held.tip),
            (2, min(SMALL_ORDER_KEYS), fresh[1]),
            (5, fresh[0], fresh[1]),
        ),
        10,
    ):
        claims = (Claim(seat, key, tip, "thief"),)
        net.rooms[0].receive(2, statement(rooms, 2, net.rooms[0], n, claims=claims), net.now)
        net.settle()
        assert net.rooms[0].open_seats() == (0, 2)
        assert net.rooms[1].claims() == (1,)
    assert net.rooms[0].set_up.seats[1] == held
    assert net.codes(1) == []


def test_a_contract_other_than_the_set_up_is_not_signed(rooms):
    net = rooms.seated(2)
    hosting = net.rooms[0]
    rooms.ready(net, 1)
    for n, start in enumerate((bytes(32), H("wabe.test", b"")), 100):
        net.rooms[1].receive(1, set_up_statement(rooms, hosting, n, start=start), net.now)
        net.drain(1)
    assert net.codes(1) == ["contract", "contract"]
    assert net.rooms[1].agreed is None
    assert not [m for queue in net.queues.values() for m in queue if isinstance(m, SignatureMessage)]


def started(set_up):
    return msgspec.structs.replace(set_up, start=match_id(encode_contract(build_contract(set_up))))


def signatures(net, at):
    """Drain a room and return the contract signatures that it made."""
    effects = net.rooms[at].effects()
    net.told[at] += [effect for effect in effects if not isinstance(effect, Send)]
    return [e.message for e in effects if isinstance(e, Send) and isinstance(e.message, SignatureMessage)]


def test_foreign_keys_in_ones_own_name_are_not_signed(rooms):
    net = rooms.seated(2)
    rooms.ready(net, 1)
    set_up = net.rooms[0].set_up
    stolen = Taken(rooms.identity(1), rooms.seat_key("evil"), rooms.tip("evil"), "guest1")
    evil = started(msgspec.structs.replace(set_up, seats=(set_up.seats[0], stolen)))
    net.rooms[1].receive(1, make_statement(rooms.key(0), net.rooms[0].id, 100, evil), net.now)
    assert signatures(net, 1) == []
    assert "contract" in net.codes(1)


def test_a_contract_that_breaks_a_rule_is_not_signed_even_if_the_host_proposes_it(rooms):
    net = rooms.seated(3)
    rooms.ready(net, 1)
    set_up = net.rooms[0].set_up
    twin = msgspec.structs.replace(set_up.seats[2], tip=set_up.seats[0].tip)
    evil = started(msgspec.structs.replace(set_up, seats=(*set_up.seats[:2], twin)))
    link = next(link for link, ends in net.links.items() if 1 in ends)
    net.rooms[1].receive(link, make_statement(rooms.key(0), net.rooms[0].id, 100, evil), net.now)
    assert signatures(net, 1) == []
    assert net.codes(1) == ["contract"]


def test_one_seat_key_never_signs_two_contracts(rooms):
    """A host that changes the set-up after the guest signed gets no second signature for the same keys."""
    net = rooms.seated(3)
    rooms.ready(net, 1)
    hosting, signer = net.rooms[0], net.rooms[1]
    link = next(link for link, ends in net.links.items() if 1 in ends)
    first = started(hosting.set_up)
    signer.receive(link, make_statement(rooms.key(0), hosting.id, 100, first), net.now)
    assert [message.match for message in signatures(net, 1)] == [first.start]
    other = Taken(rooms.identity(3), rooms.seat_key("other"), rooms.tip("other"), "other")
    second = started(msgspec.structs.replace(hosting.set_up, seats=(*hosting.set_up.seats[:2], other)))
    assert second.version == first.version
    signer.receive(link, make_statement(rooms.key(0), hosting.id, 101, second), net.now)
    assert signatures(net, 1) == []
    assert net.of(1, ClaimsVoid) == [ClaimsVoid((1,))]
    assert signer.claims() == ()
    signer.receive(link, make_statement(rooms.key(0), hosting.id, 102, first), net.now)
    assert signatures(net, 1) == []
    with pytest.raises(LocalError):
        signer.claim(1, rooms.seat_key(signer.me, 1, 0), rooms.tip("x"))


def test_false_contract_signatures_close_the_link(rooms):
    net = rooms.seated(3)
    net.rooms[0].start()
    net.settle()
    room = net.rooms[0]
    room.link_up(LINK, rooms.identity(66), 0)
    room.effects()
    start = room.set_up.start
    packed = encode_contract(build_contract(room.set_up))
    by_another = sign(rooms.key(66), signed_bytes(packed))
    assert refused(room, SignatureMessage(start, 1, by_another)) == Code.BAD_SIGNATURE
    assert refused(room, SignatureMessage(start, 5, by_another)) == Code.MALFORMED
    room.receive(LINK, SignatureMessage(bytes(32), 1, by_another), 0)
    assert room.effects() == []


def test_a_signature_that_overtakes_its_set_up_is_kept(rooms, visit):
    net = rooms.seated(2)
    rooms.ready(net, 1)
    watching = visit(rooms.guest(9, net.rooms[0]))
    set_up = started(net.rooms[0].set_up)
    packed = encode_contract(build_contract(set_up))
    for seat in (0, 1):
        watching.receive(
            LINK, SignatureMessage(set_up.start, seat, sign(rooms.key(seat), signed_bytes(packed))), 0
        )
        watching.receive(LINK, SignatureMessage(set_up.start, seat, bytes(64)), 0)
    assert watching.effects() == []
    watching.receive(LINK, make_statement(rooms.key(0), watching.id, 9, set_up), 0)
    assert watching.agreed is not None
    assert watching.agreed.match == set_up.start


def test_who_speaks_too_fast_is_heard_with_delay_and_nothing_is_lost(rooms, visit):
    room = visit(rooms.host())
    for n in range(1, AUTHOR_BURST + 11):
        room.receive(LINK, statement(rooms, 5, room, n), 0)
    effects = room.effects()
    told = [effect for effect in effects if isinstance(effect, Refused)]
    assert [(effect.code, effect.culprit) for effect in told] == [(Code.FLOOD, rooms.identity(5).hex())]
    forwarded = [
        e.message.n for e in effects if isinstance(e, Send) and e.message.author == rooms.identity(5)
    ]
    assert forwarded == list(range(1, AUTHOR_BURST + 1))
    room.tick(100)
    assert room.effects() == []
    room.tick(1000)
    forwarded = [effect.message.n for effect in room.effects() if isinstance(effect, Send)]
    assert forwarded == [AUTHOR_BURST + 10]


def test_a_link_that_never_stops_is_closed(rooms, visit):
    room = visit(rooms.host())
    said = statement(rooms, 5, room, 1)
    for _ in range(LINK_BURST):
        room.receive(LINK, said, 0)
    room.effects()
    assert refused(room, said) == Code.FLOOD
    room.receive(LINK, said, 1000)


def test_a_crowd_of_identities_fills_a_room_and_not_the_memory(rooms, visit):
    hosting = rooms.host()
    room = visit(rooms.guest(1, hosting))
    for number in range(100, 100 + MAX_AUTHORS + 20):
        room.receive(LINK, statement(rooms, number, room, 1), 10 * number)
    effects = room.effects()
    assert len([e for e in effects if isinstance(e, Refused) and e.code == Code.ROOM_FULL]) == 21
    assert len([e for e in effects if isinstance(e, Send)]) == MAX_AUTHORS - 1
    room.receive(LINK, set_up_statement(rooms, hosting, 1), 10_000)
    assert room.host == rooms.identity(0)


def test_the_number_of_those_kept_out_has_a_limit(rooms):
    hosting = rooms.host()
    for number in range(100, 100 + MAX_KICKED):
        hosting.kick(rooms.identity(number))
    hosting.kick(rooms.identity(100))
    with pytest.raises(LocalError) as caught:
        hosting.kick(rooms.identity(99))
    assert caught.value.code == Code.LIMIT


def test_the_largest_set_up_fits_into_a_statement(rooms):
    wide = "😀" * 32
    address = "x" * 64
    names = msgspec.structs.replace(rooms.profile("a"), name=wide, application=wide, addresses=(address,) * 8)
    hosting = rooms.HostRoom(rooms.key(0), rooms.NONCE, names, rooms.terms(6))
    set_up = msgspec.structs.replace(
        hosting.set_up,
        seats=tuple(Taken(rooms.identity(n), rooms.seat_key(n), rooms.tip(n), wide) for n in range(6)),
        guests=tuple(rooms.Guest(rooms.identity(n), address) for n in range(16)),
        kicked=tuple(rooms.identity(n) for n in range(MAX_KICKED)),
        refused=tuple(rooms.RefusedClaim(rooms.identity(n), rooms.seat_key(n)) for n in range(32)),
        start=bytes(32),
    )
    said = make_statement(rooms.key(0), hosting.id, 2**32 - 1, set_up)
    assert read_statement(said) == set_up
    assert 7000 < len(said.body) < 7900
    options = (tuple(range(300)),) * 32
    bloated = msgspec.structs.replace(set_up, terms=msgspec.structs.replace(set_up.terms, options=options))
    with pytest.raises(LocalError) as caught:
        make_statement(rooms.key(0), hosting.id, 1, bloated)
    assert caught.value.code == Code.LIMIT


def test_a_guest_reads_wrong_terms_and_cannot_be_ready(rooms):
    net = rooms.seated(2)
    terms = net.rooms[0].set_up.terms
    for n, (field, value, code) in enumerate(
        (
            ("game", "nothing", Code.CONTRACT),
            ("rules_version", 9, Code.RULES_VERSION),
            ("options", (2, 10**9, True, 40), Code.CONTRACT),
        ),
        100,
    ):
        bad = msgspec.structs.replace(terms, **{field: value})
        said = set_up_statement(rooms, net.rooms[0], n, terms=bad, version=n)
        net.rooms[1].receive(1, said, net.now)
        net.drain(1)
        assert net.rooms[1].problem().code == code
        with pytest.raises(LocalError) as caught:
            net.rooms[1].ready(n)
        assert caught.value.code == code
    assert isinstance(net.rooms[1].set_up.seats[0], Taken | Open)


def test_what_comes_over_a_link_that_is_not_up_is_ignored(rooms):
    """A driver that refuses a link may find messages behind its beginning."""
    room = rooms.host()
    room.effects()
    room.receive(LINK, statement(rooms, 5, room, 1), 0)
    room.receive(LINK, Ping(1), 0)
    assert room.effects() == []
    assert [member.identity for member in room.members()] == [rooms.identity(0)]


def test_a_version_never_comes_to_mean_something_else(rooms):
    """Who is ready has agreed to a number: a host that puts other terms, or computer seats, under it is left."""
    computer = ComputerSeat("random", 1, bytes(32), 0)
    for change in ("terms", "seats", "version"):
        net = rooms.seated(3)
        rooms.ready(net, 1)
        hosting, guest = net.rooms[0], net.rooms[1]
        assert guest.is_ready
        set_up = hosting.set_up
        other = {
            "terms": msgspec.structs.replace(set_up.terms, spectators=7),
            "seats": (*set_up.seats[:2], computer),
            "version": set_up.version - 1,
        }[change]
        evil = started(msgspec.structs.replace(set_up, **{change: other}))
        link = next(link for link, ends in net.links.items() if 1 in ends)
        guest.receive(link, make_statement(rooms.key(0), hosting.id, 100, evil), net.now)
        assert signatures(net, 1) == []
        assert guest.closed.code == Code.CONTRACT

"""Rooms among honest peers: any graph of links, any order of delivery, every change of mind."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.contract import ComputerSeat, decode_contract, match_id, signed_bytes
from protocol.errors import Code, LocalError
from protocol.identity import verify
from protocol.match import Match
from protocol.room import Missing
from protocol.room_effects import Changed, ClaimsVoid, Closed, Expel
from protocol.room_messages import MAX_GUESTS, Open, Profile, Taken


def test_two_people_agree(rooms):
    net = rooms.seated()
    assert net.rooms[1].missing() == (Missing(0, "ready"), Missing(1, "ready"))
    rooms.ready(net, 0, 1)
    first, second = net.agreed()
    assert first == second
    assert first is not None
    contract = decode_contract(first.packed)
    contract.check()
    assert first.match == match_id(first.packed)
    assert [contract.human(seat).identity for seat in (0, 1)] == [rooms.identity(0), rooms.identity(1)]
    assert contract.human(1).seat_key == rooms.seat_key(rooms.identity(1), 1, 0)
    for seat in (0, 1):
        assert verify(contract.human(seat).identity, first.signatures[seat], signed_bytes(first.packed))
    assert Match(contract, first.signatures).id == first.match
    assert net.of(0, type(first)) == net.of(1, type(first)) == [first]


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_connected_graph_and_any_order_lead_to_one_contract(rooms, data):
    count = data.draw(st.integers(2, 6), label="peers")
    humans = data.draw(st.integers(1, count), label="human seats")
    hosting = rooms.host(0, max(2, humans))
    if humans == 1:
        hosting.set_computer(1, rooms.computer())
    net = rooms.Net(
        [hosting, *(rooms.guest(n, hosting) for n in range(1, count))], data.draw(st.integers(0, 2**32))
    )
    spanning = [(data.draw(st.integers(0, n - 1)), n) for n in range(1, count)]
    extra = data.draw(st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), max_size=4))
    deeds = [("link", pair) for pair in (*spanning, *(pair for pair in extra if pair[0] != pair[1]))]
    deeds += [("claim", (n, n)) for n in range(humans)]
    for deed, (a, b) in data.draw(st.permutations(deeds)):
        if deed == "link":
            net.link(a, b)
        else:
            rooms.claim(net.rooms[a], b)
        for _ in range(data.draw(st.integers(0, 20))):
            net.deliver_one()
    net.settle()
    order = data.draw(st.permutations(range(humans)))
    rooms.ready(net, *order)
    assert net.agreed()[0] is not None
    assert len({agreed.match for agreed in net.agreed()}) == 1
    assert net.faults == []


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_order_of_delivery_gives_every_peer_the_same_room(rooms, seed):
    hosting = rooms.host(0, 4, auto_start=False)
    net = rooms.Net([hosting, *(rooms.guest(n, hosting) for n in range(1, 5))], seed)
    for a, b in ((0, 1), (1, 2), (2, 3), (3, 4), (4, 0)):
        net.link(a, b)
    for step in range(40):
        room = net.rooms[net.rng.randrange(5)]
        seat = net.rng.randrange(4)
        try:
            match net.rng.randrange(5):
                case 0 | 1:
                    rooms.claim(room, seat, step)
                case 2:
                    room.release(seat)
                case 3:
                    room.ready(room.set_up.version)
                case 4:
                    hosting.open_seat(seat)
        except (LocalError, AttributeError):
            pass  # not possible now, or the set-up has not come yet
        for _ in range(net.rng.randrange(30)):
            net.deliver_one()
        net.now += 500
    net.settle()
    net.pass_time(10_000)
    assert len({repr(room.set_up) for room in net.rooms}) == 1
    assert len({repr(sorted(room.members(), key=lambda m: m.identity)) for room in net.rooms}) == 1
    for number, room in enumerate(net.rooms[1:], 1):
        assert room.claims() == room.seats_of(rooms.identity(number)), "no wish is left unanswered"


def test_a_late_guest_learns_everything_from_any_peer(rooms):
    net = rooms.seated(3)
    late = net.add(rooms.guest(9, net.rooms[0]))
    net.link(late, 2)
    net.settle()
    assert net.rooms[late].set_up == net.rooms[0].set_up
    assert [m.identity for m in net.rooms[late].members()][:1] == [rooms.identity(0)]
    assert len(net.rooms[late].members()) == 4
    rooms.ready(net, 0, 1, 2)
    latest = net.add(rooms.guest(10, net.rooms[0]))
    net.link(latest, late)
    net.settle()
    assert net.rooms[latest].agreed == net.rooms[0].agreed
    assert net.rooms[0].agreed is not None


def test_one_guest_may_hold_several_seats(rooms):
    net = rooms.star(3, 1)
    rooms.claim(net.rooms[0], 0)
    rooms.claim(net.rooms[1], 1)
    rooms.claim(net.rooms[1], 2)
    net.settle()
    assert net.rooms[0].seats_of(rooms.identity(1)) == (1, 2)
    rooms.ready(net, 0, 1)
    assert net.rooms[1].agreed is not None
    assert set(net.rooms[1].agreed.signatures) == {0, 1, 2}


def test_a_host_alone_with_computers_agrees_with_itself(rooms):
    hosting = rooms.host(0, 3, computers={1: rooms.computer(), 2: rooms.computer()})
    net = rooms.Net([hosting])
    rooms.claim(hosting, 0)
    rooms.ready(net, 0)
    assert hosting.agreed is not None


def test_of_two_claims_to_one_seat_the_first_to_reach_the_host_wins(rooms):
    net = rooms.star(2, 2)
    rooms.claim(net.rooms[1], 1)
    rooms.claim(net.rooms[2], 1)
    net.settle()
    winner = net.rooms[0].set_up.seats[1].identity
    loser = 2 if winner == rooms.identity(1) else 1
    assert net.codes(loser) == ["seat_taken"]
    assert net.codes(3 - loser) == []
    assert net.rooms[loser].claims() == ()
    assert net.rooms[0].set_up.refused == (), "the refusal is forgotten once it was read"
    rooms.claim(net.rooms[loser], 0, "again")
    net.settle()
    assert net.rooms[0].seats_of(rooms.identity(loser)) == (0,)
    with pytest.raises(LocalError) as caught:
        rooms.claim(net.rooms[loser], 1)
    assert caught.value.code == Code.SEAT_TAKEN


def test_a_change_of_terms_ends_readiness_and_a_change_of_holder_does_not(rooms):
    net = rooms.seated(2, auto_start=False)
    rooms.ready(net, 0, 1)
    late = net.add(rooms.guest(9, net.rooms[0]))
    net.link(late, 0)
    net.settle()
    assert net.rooms[1].is_ready
    net.rooms[0].set_terms(rooms.terms(3))
    net.settle()
    assert not net.rooms[1].is_ready
    assert not net.rooms[0].set_up.ready
    assert net.of(1, Changed).count(Changed(unreadied=True)) == 1
    with pytest.raises(LocalError) as caught:
        net.rooms[1].ready(1)
    assert caught.value.code == Code.STALE
    assert net.rooms[0].missing() == (Missing(0, "ready"), Missing(1, "ready"), Missing(2, "open"))


def test_fewer_seats_and_computers_take_seats_away(rooms):
    net = rooms.seated(3)
    net.rooms[0].set_terms(rooms.terms(2))
    net.settle()
    assert net.codes(2) == ["seat_taken"]
    net.rooms[0].set_computer(1, rooms.computer())
    net.settle()
    assert net.codes(1) == ["seat_taken"]
    assert net.rooms[1].claims() == net.rooms[2].claims() == ()
    net.rooms[0].open_seat(1)
    net.settle()
    assert net.rooms[1].open_seats() == (1,)


def test_an_operator_that_goes_is_replaced_by_the_first_human_seat(rooms):
    hosting = rooms.host(0, 3, computers={0: rooms.computer(2)})
    hosting.set_terms(rooms.terms(2))
    assert hosting.set_up.seats[0].operator == 1
    with pytest.raises(LocalError) as caught:
        hosting.set_computer(1, rooms.computer(0))
    assert caught.value.code == Code.CONTRACT
    assert hosting.set_up.seats[1] == Open()


def test_options_that_differ_from_the_default_are_shown(rooms):
    hosting = rooms.HostRoom(
        rooms.key(0), rooms.NONCE, rooms.profile("a"), rooms.terms(game="krieg", seats=3, radius=5)
    )
    shown = {item.name: (item.value, item.default) for item in hosting.non_default_options()}
    assert shown["radius"] == (5, 4)
    assert shown["seats"][0] == 3
    assert "gold" not in shown
    plain = rooms.HostRoom(rooms.key(0), rooms.NONCE, rooms.profile("a"), rooms.terms(game="towerwars"))
    assert plain.non_default_options() == ()


def test_bad_terms_are_refused_before_anybody_hears_of_them(rooms):
    with pytest.raises(LocalError) as caught:
        rooms.terms(game="towerwars", size=99)
    assert (caught.value.code, caught.value.culprit) == (Code.CONTRACT, "size")
    with pytest.raises(LocalError):
        rooms.terms(game="nothing")
    hosting = rooms.host()
    hosting.effects()
    with pytest.raises(LocalError):
        hosting.set_computer(1, ComputerSeat("genius", 1, bytes(32), 0))
    assert hosting.effects() == []
    with pytest.raises(LocalError) as caught:
        rooms.HostRoom(rooms.key(0), rooms.NONCE, Profile("a\x1b[31m", (), "wabe"), rooms.terms())
    assert caught.value.code == Code.MALFORMED


def test_an_explicit_start_waits_for_each_persons_consent(rooms):
    net = rooms.seated(2)
    net.rooms[0].start()
    net.settle()
    assert net.agreed() == [None, None]
    assert net.rooms[0].missing() == (Missing(0, "signature"), Missing(1, "signature"))
    with pytest.raises(LocalError):
        net.rooms[1].release(1)
    with pytest.raises(LocalError):
        net.rooms[0].set_terms(rooms.terms(3))
    rooms.ready(net, 1)
    assert None not in net.agreed()
    with pytest.raises(LocalError) as caught:
        net.rooms[1].unready()
    assert caught.value.code == Code.OVER


def test_a_start_with_an_open_seat_is_refused(rooms):
    net = rooms.star(2, 1)
    rooms.claim(net.rooms[0], 0)
    with pytest.raises(LocalError) as caught:
        net.rooms[0].start()
    assert (caught.value.code, caught.value.culprit) == (Code.CONTRACT, "seat 1")
    with pytest.raises(LocalError) as caught:
        net.rooms[1].ready(1)
    assert caught.value.code == Code.NOT_YOUR_SEAT


def test_a_start_taken_back_burns_the_keys_that_signed(rooms):
    net = rooms.seated(3)
    net.rooms[0].start()
    net.settle()
    rooms.ready(net, 1)
    first = net.rooms[0].set_up.start
    net.rooms[0].withdraw()
    net.settle()
    assert net.of(1, ClaimsVoid) == [ClaimsVoid((1,))]
    assert net.of(2, ClaimsVoid) == []
    assert net.rooms[0].open_seats() == (1,)
    assert net.rooms[0].seats_of(rooms.identity(2)) == (2,)
    with pytest.raises(LocalError) as caught:
        rooms.claim(net.rooms[1], 1)
    assert caught.value.code == Code.CONTRACT
    rooms.claim(net.rooms[1], 1, "fresh")
    net.settle()
    rooms.ready(net, 0, 1, 2)
    assert None not in net.agreed()
    assert net.rooms[1].agreed.match not in (None, first)


def test_a_host_without_a_seat_cannot_take_back_what_others_may_have_signed(rooms):
    net = rooms.star(2, 2)
    rooms.claim(net.rooms[1], 0)
    rooms.claim(net.rooms[2], 1)
    net.settle()
    net.rooms[0].start()
    net.settle()
    rooms.ready(net, 1)
    with pytest.raises(LocalError) as caught:
        net.rooms[0].withdraw()
    assert caught.value.code == Code.OVER
    net.rooms[0].member_lost(rooms.identity(2))
    assert net.rooms[0].set_up.start is not None
    net.rooms[2].leave()
    net.settle()
    assert net.rooms[0].set_up.start is None, "who leaves unsigned will never sign"
    assert net.of(1, ClaimsVoid) == [ClaimsVoid((0,))]


def test_a_vanished_guest_loses_its_seat_and_may_come_back(rooms):
    net = rooms.seated(3)
    link = next(link for link, ends in net.links.items() if 2 in ends)
    net.cut(link)
    net.rooms[0].member_lost(rooms.identity(2))
    net.settle()
    assert net.rooms[1].open_seats() == (2,)
    assert rooms.identity(2) not in [m.identity for m in net.rooms[0].members() if m.admitted]
    net.link(0, 2)
    net.settle()
    assert net.codes(2) == ["seat_taken"]
    rooms.claim(net.rooms[2], 2, "again")
    net.settle()
    assert net.rooms[1].seats_of(rooms.identity(2)) == (2,)
    assert [m.admitted for m in net.rooms[1].members()] == [True, True, True]
    rooms.ready(net, 0, 1, 2)
    assert None not in net.agreed()


def test_a_vanished_onlooker_is_admitted_again_when_it_is_back(rooms):
    net = rooms.star(2, 1)
    net.cut(1)
    net.rooms[0].member_lost(rooms.identity(1))
    assert net.rooms[0].set_up.guests == ()
    net.link(0, 1)
    net.settle()
    assert [guest.identity for guest in net.rooms[0].set_up.guests] == [rooms.identity(1)]


def test_a_seat_taken_away_is_not_given_back_to_a_statement_that_crossed_the_decision(rooms):
    net = rooms.seated(2)
    rooms.ready(net, 0)
    net.rooms[0].open_seat(1)
    net.drain(0)
    net.rooms[1].ready(1)
    net.settle()
    assert net.rooms[0].set_up.start is None, "both are ready, but one no longer sits there"
    assert net.rooms[0].open_seats() == (1,)
    assert net.codes(1) == ["seat_taken"]


def test_leaving_frees_the_seat_and_latecomers_do_not_hear_of_it(rooms):
    net = rooms.seated(2)
    net.rooms[1].leave()
    net.settle()
    assert net.rooms[0].open_seats() == (1,)
    assert len(net.rooms[0].members()) == 1
    with pytest.raises(LocalError):
        rooms.claim(net.rooms[1], 1, "again")
    late = net.add(rooms.guest(9, net.rooms[0]))
    net.link(late, 0)
    assert len(net.queues[max(net.links), late]) == 1


def test_a_kicked_guest_is_expelled_everywhere_and_heard_no_more(rooms):
    net = rooms.seated(3)
    net.rooms[0].kick(rooms.identity(2))
    net.settle()
    assert net.of(2, Closed)[0].code == Code.KICKED
    assert net.of(0, Expel) == net.of(1, Expel) == [Expel(rooms.identity(2))]
    assert net.rooms[1].open_seats() == (2,)
    back = net.add(rooms.guest(2, net.rooms[0]))
    net.link(back, 1)
    net.settle()
    assert net.of(1, Expel) == [Expel(rooms.identity(2))] * 2
    assert len(net.rooms[0].members()) == 2
    with pytest.raises(LocalError):
        net.rooms[0].kick(rooms.identity(0))


def test_the_host_closes_the_room(rooms):
    net = rooms.seated(2)
    net.rooms[0].leave()
    net.settle()
    assert net.of(1, Closed)[0].code == Code.OVER
    for room in net.rooms:
        with pytest.raises(LocalError) as caught:
            rooms.claim(room, 0, "late")
        assert caught.value.code == Code.OVER


def test_a_full_room_says_so_and_admits_who_waits_when_somebody_leaves(rooms):
    net = rooms.star(2, MAX_GUESTS + 1)
    outside = [n for n in range(1, MAX_GUESTS + 2) if net.codes(n) == ["room_full"]]
    assert len(outside) == 1
    inside = 1 if outside != [1] else 2
    net.rooms[inside].leave()
    net.settle()
    assert rooms.identity(outside[0]) in [guest.identity for guest in net.rooms[0].set_up.guests]


def test_a_restarted_guest_outdoes_its_earlier_self(rooms):
    net = rooms.seated(2, auto_start=False)
    rooms.ready(net, 1)
    net.cut(1)
    net.rooms[1] = rooms.guest(1, net.rooms[0])
    net.link(0, 1)
    net.settle()
    assert net.rooms[0].open_seats() == (1,), "the new run knows nothing of the old one's keys"
    rooms.claim(net.rooms[1], 1, "new")
    net.settle()
    rooms.ready(net, 0, 1)
    net.rooms[0].start()
    net.settle()
    assert None not in net.agreed()


def test_a_restarted_host_outdoes_its_earlier_self(rooms):
    net = rooms.seated(2, auto_start=False)
    net.rooms[0].set_terms(rooms.terms(3))
    net.settle()
    rooms.ready(net, 1)
    version = net.rooms[1].set_up.version
    net.cut(1)
    net.rooms[0] = rooms.host(0, 2)
    net.link(0, 1)
    net.settle()
    assert net.rooms[1].set_up == net.rooms[0].set_up
    assert net.rooms[1].set_up.version > version
    assert net.rooms[0].seats_of(rooms.identity(1)) == (1,)
    assert not net.rooms[1].is_ready
    rooms.claim(net.rooms[0], 0)
    rooms.ready(net, 0, 1)
    assert None not in net.agreed()


def test_members_show_names_seats_addresses_and_readiness(rooms):
    net = rooms.seated(2, auto_start=False)
    net.rooms[0].observed(rooms.identity(1), "198.51.100.7:29223")
    net.rooms[0].observed(rooms.identity(7), "198.51.100.8:29223")
    net.settle()
    rooms.ready(net, 1)
    hosting, visiting = net.rooms[1].members()
    assert (hosting.host, hosting.profile.name, hosting.seats, hosting.ready) == (True, "host0", (0,), False)
    assert (visiting.profile.name, visiting.seats, visiting.ready) == ("guest1", (1,), True)
    assert visiting.address == "198.51.100.7:29223"
    assert visiting.profile.addresses == ("guest1.example:29223",)
    assert isinstance(net.rooms[1].set_up.seats[1], Taken)
    assert net.rooms[0].is_host
    assert not net.rooms[1].is_host

"""Rooms and matches between two programs, through what the window asks of them."""

import time

import pytest
import trio

from client.app.ports import Again
from client.errors import ClientError
from client.verify import verify_file
from client.view.source import ChatLine, Phase
from engine.registry import GAMES
from protocol.identity import private_key
from protocol.transport.addresses import parse_invitation
from protocol.transport.events import LinkUp
from protocol.transport.links import Local, open_links


async def test_a_room_from_both_sides(parlour, parlours):
    anna, bert = parlour.open("anna"), parlour.open("bert")
    host = anna.host("krieg", {"mode": "factions"}, [parlours.ME, *[parlours.OPEN] * 4, parlours.computer()])
    assert host.room.hosting
    assert [seat.kind for seat in host.room.seats] == ["human", *["open"] * 4, "computer"]
    assert host.room.waiting
    await parlour.until(host, lambda: host.room.invitation)
    guest = bert.join(f"  {host.room.invitation}\n")
    assert (guest.room.hosting, guest.room.game, guest.room.seats) == (False, "", ())
    await parlour.until(guest, lambda: any(seat.own for seat in guest.room.seats))
    await parlour.until(host, lambda: host.room.seats[1].kind == "human")
    theirs = host.room.seats[1]
    assert (theirs.name, theirs.own, theirs.host, theirs.ready) == ("bert", False, False, False)
    assert theirs.connection.state == "direct"
    mine = host.room.seats[0]
    assert (mine.name, mine.own, mine.host, mine.connection.state) == ("anna", True, True, "here")
    assert host.room.seats[5].level == "simple"
    assert host.room.port
    assert guest.room.options == host.room.options
    assert guest.room.options["mode"] == "factions"
    assert guest.room.game == "krieg"
    assert not guest.room.invitation
    assert host.room.waiting == "Waiting for 3 more players."


@pytest.mark.parametrize(("game", "options"), [("towerwars", {"size": 6}), ("krieg", {"radius": 3})])
async def test_a_match_between_two(parlour, parlours, game, options):
    anna, bert = parlour.open("anna"), parlour.open("bert")
    host, guest = await parlour.room(anna, bert, game, options)
    await parlour.start(host, guest)
    assert host.room is None
    assert [info.name for info in host.match.seats] == ["anna", "bert"]
    assert [info.own for info in guest.match.seats] == [False, True]
    assert host.match.connection(1).state == "direct"
    count = {host: 0, guest: 0}
    while min(count.values()) < 20 and host.match.status().phase is not Phase.FINISHED:
        for table in (host, guest):
            await parlour.until(table, lambda: any(t.match.own_turn() is not None for t in (host, guest)))
            while table.match.own_turn() is not None:
                await parlour.act(table)
                count[table] += 1
                other = guest if table is host else host
                await parlour.until(
                    other, lambda table=table, other=other: other.match.steps == table.match.steps
                )
    assert min(count.values()) >= 20
    assert host.match.steps[-1].state_hash == guest.match.steps[-1].state_hash
    host.say("well played")
    await parlour.until(guest, lambda: any(line.seat == 0 for line in guest.match.chat_lines))
    guest.match.resign(1)
    for table in (host, guest):
        await parlour.until(table, lambda table=table: table.match.status().complete)
    assert host.match.status().outcome.winners == (0,)
    guest.say("thanks")  # the table is still there after the end
    await parlour.until(host, lambda: host.match.chat_lines[-1].text == "thanks")
    guest.leave()
    await guest.finished.wait()
    await parlour.until(host, lambda: host.match.connection(1).state == "lost")
    assert host.ended is None
    heads = {verify_file(next((app.log_file.parent / "matches").glob("*.wabe"))).head for app in (anna, bert)}
    assert len(heads) == 1


async def test_what_is_said_in_the_first_instant_arrives(parlour, parlours):
    """Each speaks as soon as its own match has begun, whether or not the other one's has."""
    host, guest = await parlour.room(parlour.open("anna"), parlour.open("bert"))
    silent = {host, guest}

    def speak(table):
        if table.match is not None and table in silent:
            silent.remove(table)
            for word in ("good", "luck"):
                table.say(word)

    for table in (host, guest):
        table.subscribe(lambda table=table: speak(table))
    await parlour.start(host, guest)
    for table, other in ((host, 1), (guest, 0)):
        await parlour.until(
            table,
            lambda table=table, other=other: (
                [line.text for line in table.match.chat_lines if line.seat == other] == ["good", "luck"]
            ),
        )


async def test_nothing_begins_before_everybody_is_ready_and_the_host_starts(parlour, parlours):
    host, guest = await parlour.room(parlour.open("anna"), parlour.open("bert"))
    host.start()
    await parlour.until(host, lambda: host.notices)
    assert host.notices[-1].bad
    host.set_ready(True)
    await parlour.until(guest, lambda: guest.room.seats[0].ready)
    assert host.room.waiting == "Waiting until bert is ready."
    assert guest.room.waiting == "Everybody is here. Are you ready?"
    guest.set_ready(True)
    await parlour.until(host, lambda: host.room.can_start)
    assert guest.room.waiting == "Waiting until anna starts."
    assert not guest.room.can_start
    guest.set_ready(False)
    await parlour.until(host, lambda: not host.room.can_start)
    assert host.match is None
    guest.start()
    guest.set_terms({"size": 4})
    guest.kick(0)
    await parlour.until(guest, lambda: len([n for n in guest.notices if n.bad]) == 3)
    await parlour.start(host, guest)


async def test_the_start_of_the_host_says_that_it_is_ready(parlour, parlours):
    host, guest = await parlour.room(parlour.open("anna"), parlour.open("bert"))
    await parlour.until(host, lambda: host.room.waiting == "Waiting until bert is ready.")
    assert not host.room.can_start
    guest.set_ready(True)
    await parlour.until(host, lambda: host.room.can_start)
    assert not host.room.ready
    assert host.room.waiting == "Everybody is ready. You can start."
    await parlour.until(guest, lambda: guest.room.waiting == "Waiting until anna starts.")
    host.start()
    await parlour.begun(host, guest)


async def test_changed_terms_want_new_agreement(parlour, parlours):
    host, guest = await parlour.room(parlour.open("anna"), parlour.open("bert"))
    for table in (host, guest):
        table.set_ready(True)
    await parlour.until(host, lambda: host.room.can_start)
    host.set_terms({"size": 9})
    await parlour.until(guest, lambda: guest.room.options["size"] == 9)
    assert not guest.room.ready
    assert guest.room.special == ("size",)
    assert not host.room.can_start
    assert not host.room.ready
    assert guest.notices[-1].code == "terms_changed"
    host.set_terms({"size": 999})
    await parlour.until(host, lambda: host.notices)
    assert host.room.options["size"] == 9
    assert host.notices[-1].code == "setup"
    await parlour.start(host, guest)
    assert guest.match.options["size"] == 9


async def test_changing_seats(parlour, parlours):
    options = {"mode": "factions", "radius": 3}
    seats = (parlours.ME, parlours.computer(), *[parlours.OPEN] * 4)
    host, guest = await parlour.room(parlour.open("anna"), parlour.open("bert"), "krieg", options, seats)

    def own(table):
        return [seat.seat for seat in table.room.seats if seat.own]

    assert own(guest) == [2]
    guest.claim(5)
    await parlour.until(guest, lambda: own(guest) == [5])
    guest.set_ready(True)
    guest.claim(3)
    await parlour.until(guest, lambda: own(guest) == [3])
    await parlour.until(host, lambda: host.room.seats[3].ready)  # the same is played: still agreed
    host.claim(4)
    await parlour.until(guest, lambda: guest.room.seats[4].host and guest.room.seats[0].kind == "open")
    guest.claim(4)
    await parlour.until(guest, lambda: guest.notices)
    assert own(guest) == [3]
    host.set_seat(3, parlours.computer())
    await parlour.until(guest, lambda: guest.room.seats[3].kind == "computer" and len(own(guest)) == 1)
    assert own(guest) == [0]
    assert not guest.room.ready
    host.set_seat(4, parlours.computer())  # the host's only one
    await parlour.until(host, lambda: host.notices)
    assert own(host) == [4]
    host.set_seat(5, parlours.ME)
    await parlour.until(host, lambda: own(host) == [4, 5])
    host.set_seat(5, parlours.OPEN)
    await parlour.until(host, lambda: own(host) == [4])
    host.set_seat(1, parlours.OPEN)
    await parlour.until(guest, lambda: guest.room.seats[1].kind == "open")
    for seat in (1, 2, 5):
        host.set_seat(seat, parlours.computer("random"))
    for table in (host, guest):
        await parlour.until(
            table, lambda table=table: [s.kind for s in table.room.seats].count("computer") == 4
        )
    await parlour.start(host, guest)
    assert host.match.match.own == (4,)
    assert guest.match.match.own == (0,)
    assert [info.level for info in guest.match.seats] == ["", "random", "random", "simple", "", "random"]


async def test_fewer_seats_than_before(parlour, parlours):
    options = {"mode": "factions", "radius": 3}
    seats = (*[parlours.OPEN] * 5, parlours.ME)
    host, guest = await parlour.room(parlour.open("anna"), parlour.open("bert"), "krieg", options, seats)
    host.set_terms({"mode": "classic", "seats": 2})
    for table in (host, guest):
        await parlour.until(
            table, lambda table=table: [s.kind for s in table.room.seats] == ["human", "human"]
        )
    await parlour.start(host, guest)


async def test_kicked(parlour, parlours):
    anna, bert = parlour.open("anna"), parlour.open("bert")
    host, guest = await parlour.room(anna, bert)
    invitation = host.room.invitation
    host.kick(1)
    await parlour.ended(guest)
    assert (guest.ended.code, guest.ended.bad) == ("kicked", True)
    await parlour.until(host, lambda: host.room.seats[1].kind == "open")
    again = bert.join(invitation)
    await parlour.ended(again)
    assert again.ended.code == "kicked"
    host.kick(1)
    await parlour.until(host, lambda: host.notices)
    assert host.ended is None
    third = parlour.open("carla").join(invitation)
    await parlour.until(third, lambda: any(seat.own for seat in third.room.seats))


async def test_the_host_closes_the_room(parlour, parlours):
    host, guest = await parlour.room(parlour.open("anna"), parlour.open("bert"))
    host.leave()
    await parlour.ended(guest)
    assert guest.ended.code == "over"
    assert guest.ended.text.startswith("It is over")
    await host.finished.wait()
    assert host.ended is None


async def test_a_guest_leaves_and_comes_back(parlour, parlours):
    anna, bert = parlour.open("anna"), parlour.open("bert")
    host, guest = await parlour.room(anna, bert)
    guest.leave()
    await parlour.until(host, lambda: host.room.seats[1].kind == "open")
    again = bert.join(host.room.invitation)
    await parlour.until(again, lambda: any(seat.own for seat in again.room.seats))
    await parlour.start(host, again)


async def test_restarted_programs_go_on_with_their_match(parlour, parlours):
    anna, bert = parlour.open("anna"), parlour.open("bert")
    host, guest = await parlour.room(anna, bert)
    await parlour.start(host, guest)
    for _ in range(2):
        for table in (host, guest):
            await parlour.act(table)
    host.say("good luck")
    await parlour.until(guest, lambda: ChatLine(0, "good luck") in guest.match.chat_lines)
    match = host.match.match.id.hex()
    await parlour.close("bert")
    await parlour.until(host, lambda: host.match.connection(1).state == "lost")
    assert any(notice.code == "link_down" for notice in host.notices)
    bert = parlour.open("bert")
    guest = bert.resume(match)
    await parlour.begun(guest)
    await parlour.until(guest, lambda: guest.match.status().phase is Phase.PLAYING)
    assert [info.name for info in guest.match.seats] == ["anna", "bert"]
    assert guest.match.chat_lines[0] == ChatLine(0, "good luck")
    assert guest.notices[-1].text == "Everybody is back; the match goes on."
    await parlour.act(host)
    await parlour.act(guest)
    await parlour.until(host, lambda: len(host.match.steps) == 6)
    for name in ("anna", "bert"):
        await parlour.close(name)
    host, guest = (parlour.open(name).resume(match) for name in ("anna", "bert"))
    await parlour.begun(host, guest)
    for table in (host, guest):
        await parlour.until(table, lambda table=table: table.match.status().phase is Phase.PLAYING)
    await parlour.act(host)
    await parlour.until(guest, lambda: len(guest.match.steps) == 7)


async def test_a_clock_that_is_set_back_over_a_restart_mutes_nobody(parlour, parlours, monkeypatch):
    host, guest = await parlour.room(parlour.open("anna"), parlour.open("bert"))
    await parlour.start(host, guest)
    match = host.match.match.id.hex()
    said = []

    async def talk(table, *texts):
        for text in texts:
            table.say(text)
            said.append(text)
            await parlour.until(
                host, lambda: [line.text for line in host.match.chat_lines if line.seat == 1] == said
            )

    await talk(guest, "good", "luck")
    await parlour.close("bert")
    yesterday = time.time() - 24 * 3600
    monkeypatch.setattr(time, "time", lambda: yesterday)
    again = parlour.open("bert").resume(match)
    await parlour.begun(again)
    await parlour.until(again, lambda: again.match.status().phase is Phase.PLAYING)
    await talk(again, "here I am", "again")


async def test_a_killed_player_is_told_of_and_comes_back(parlour, parlours, company):
    anna = parlour.open("anna")
    host = anna.host("towerwars", {"size": 6}, [parlours.ME, parlours.OPEN])
    await parlour.until(host, lambda: host.room.invitation)
    join = ("--join", host.room.invitation, "--level", "random", "--listen", "127.0.0.1:0")
    other = await company.start("zoe", *join)
    await parlour.until(host, lambda: host.room.seats[1].ready)
    await parlour.start(host)
    await parlour.act(host)
    await parlour.until(host, lambda: len(host.match.steps) == 2)
    other.process.kill()
    await parlour.until(host, lambda: host.match.connection(1).state == "lost")
    assert host.notices[-1].code == "link_down"
    assert "zoe" in host.notices[-1].text.lower()
    await parlour.act(host)
    await company.resume(
        "zoe", host.match.match.id.hex()[:16], "--level", "random", "--listen", "127.0.0.1:0"
    )
    await parlour.until(host, lambda: len(host.match.steps) == 4)
    assert any("back" in notice.text for notice in host.notices)
    assert host.match.connection(1).state == "direct"


async def test_addresses_that_lead_nowhere(parlour, parlours):
    bert = parlour.open("bert")
    with pytest.raises(ClientError) as caught:
        bert.join("not an address!")
    assert caught.value.code == "address"
    assert bert.table is None
    table = bert.join("127.0.0.1:1")
    await parlour.ended(table)
    assert table.ended.code == "unreachable"
    assert table.ended.text
    assert bert.table is table  # it is for the person to read and to leave
    table.leave()
    assert bert.table is None
    gone = bert.resume("00" * 32)
    await parlour.ended(gone)
    assert gone.ended.code == "not_found"


async def test_a_port_that_is_taken(parlour, parlours):
    anna, bert = parlour.open("anna"), parlour.open("bert")
    host = anna.host("towerwars", {}, [parlours.ME, parlours.OPEN])
    await parlour.until(host, lambda: host.room.port)
    other = bert.host("towerwars", {}, [parlours.ME, parlours.OPEN], port=host.room.port)
    await parlour.ended(other)
    assert other.ended.code == "port_in_use"
    assert str(host.room.port) in other.ended.text


async def test_a_stranger_who_turns_away_ends_no_room(parlour, parlours):
    host = parlour.open("anna").host("towerwars", {}, [parlours.ME, parlours.OPEN])
    await parlour.until(host, lambda: host.room.invitation)
    target = parse_invitation(host.room.invitation)
    rules = tuple((name, game.rules_version) for name, game in GAMES.items())
    async with open_links(Local(private_key(b"s" * 32), "stranger", rules)) as links:
        links.dial(target.addresses, expected=target.fingerprint, purpose="room", match=None, game=None)
        event = await links.events.receive()
        assert isinstance(event, LinkUp)
        links.close(event.link, "version", "this one is too old")
    await parlour.until(host, lambda: host.notices)
    assert host.notices[-1].code == "link_down"
    guest = parlour.open("bert").join(host.room.invitation)
    await parlour.until(guest, lambda: any(seat.own for seat in guest.room.seats))
    await parlour.start(host, guest)


async def test_leaving_while_nobody_answers(parlour):
    listener, *_ = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listener:
        bert = parlour.open("bert")
        table = bert.join(f"127.0.0.1:{listener.socket.getsockname()[1]}")
        stream = await listener.accept()
        async with stream:
            table.set_ready(True)
            table.leave()
            await table.finished.wait()
    assert table.ended is None
    assert bert.table is None


async def test_deeds_before_the_room_is_open(parlour, parlours):
    anna, bert = parlour.open("anna"), parlour.open("bert")
    host = anna.host("towerwars", {}, [parlours.ME, parlours.OPEN])
    host.set_terms({"size": 6})
    await parlour.until(host, lambda: host.room.invitation and host.room.options["size"] == 6)
    assert not host.notices
    guest = bert.join(host.room.invitation)
    guest.set_ready(True)
    await parlour.until(guest, lambda: any(seat.own for seat in guest.room.seats))
    assert not guest.room.ready  # nobody agrees to what was not shown
    await parlour.start(host, guest)


@pytest.mark.parametrize("by_address", [False, True])
async def test_the_same_people_play_again(parlour, parlours, by_address):
    anna, bert = parlour.open("anna"), parlour.open("bert")
    host = anna.host("towerwars", {"size": 5}, [parlours.ME, parlours.OPEN])
    await parlour.until(host, lambda: host.room.invitation)
    port = host.room.port
    guest = bert.join(host.room.addresses[0] if by_address else host.room.invitation)
    await parlour.until(guest, lambda: any(seat.own for seat in guest.room.seats))
    assert host.again is guest.again is None
    await parlour.start(host, guest)
    guest.match.resign(1)
    for table in (host, guest):
        await parlour.until(table, lambda table=table: table.match.status().complete)
    assert (host.again, guest.again) == (Again.HOST, Again.WAIT)
    old, host = host, anna.play_again()
    assert [seat.kind for seat in host.room.seats] == ["human", "open"]
    await old.finished.wait()
    await parlour.until(host, lambda: host.room.invitation)
    assert (host.room.port, host.room.options["size"]) == (port, 5)
    await parlour.until(guest, lambda: guest.again is Again.JOIN)
    guest = bert.play_again()
    await parlour.until(guest, lambda: any(seat.own for seat in guest.room.seats))
    assert not [notice for notice in guest.notices if notice.code == "first_contact"]
    await parlour.start(host, guest)
    assert [info.name for info in guest.match.seats] == ["anna", "bert"]


@pytest.mark.parametrize("restarted", [("anna", "bert"), ("bert",), ("anna",)], ids=" and ".join)
async def test_the_same_people_play_again_after_coming_back_to_their_match(parlour, parlours, restarted):
    seats = [parlours.OPEN, parlours.ME, parlours.computer("random")]
    options = {"mode": "towers", "seats": 3}
    host, guest = await parlour.room(parlour.open("anna"), parlour.open("bert"), "krieg", options, seats)
    await parlour.start(host, guest)
    match = host.match.match.id.hex()
    tables = {"anna": host, "bert": guest}
    for name in restarted:
        await parlour.close(name)
    for name in restarted:
        tables[name] = parlour.open(name).resume(match)
    host, guest = tables["anna"], tables["bert"]
    await parlour.begun(host, guest)
    for table in (host, guest):
        await parlour.until(table, lambda table=table: table.match.status().phase is Phase.PLAYING)
    await parlour.until(guest, lambda: guest.match.connection(1).state != "lost")
    assert (host.again, guest.again) == (Again.HOST, Again.WAIT)
    old, host = host, parlour.apps["anna"].play_again()
    await old.finished.wait()
    assert [seat.kind for seat in host.room.seats] == ["open", "human", "computer"]
    await parlour.until(guest, lambda: guest.again is Again.JOIN)
    await parlour.until(host, lambda: host.room.invitation)
    assert host.room.options["mode"] == "towers"
    guest = parlour.apps["bert"].play_again()
    await parlour.until(guest, lambda: any(seat.own for seat in guest.room.seats))
    assert not [notice for notice in guest.notices if notice.code == "first_contact"]
    await parlour.start(host, guest)
    assert host.match.match.id.hex() != match
    assert [info.name for info in host.match.seats] == ["bert", "anna", ""]


async def test_nobody_is_met_again_after_coming_back_to_a_match_at_one_machine(parlour, parlours):
    table = parlour.open("anna").start_local("towerwars", {"size": 5}, [parlours.ME, parlours.ME])
    await parlour.begun(table)
    match = table.match.match.id.hex()
    await parlour.close("anna")
    again = parlour.open("anna").resume(match)
    await parlour.begun(again)
    assert again.again is None


async def test_nobody_is_met_again_from_a_match_at_one_machine(parlour, parlours):
    anna = parlour.open("anna")
    with pytest.raises(ClientError):
        anna.play_again()
    table = anna.start_local("towerwars", {"size": 5}, [parlours.ME, parlours.ME])
    await parlour.begun(table)
    assert table.again is None
    with pytest.raises(ClientError):
        anna.play_again()

"""People in rooms and at the table: agreeing to terms, seats, chat, offers, and things that go wrong on the way."""

import pytest
import trio

from protocol.errors import Code

SMALL = ("--game", "towerwars", "--size", "4")
SIMPLE = ("--level", "simple")


async def test_a_person_is_shown_what_is_not_usual_and_asked(company):
    host = await company.host("anna", *SMALL)
    guest = await company.join(host, "bert")
    assert (await guest.wait_for("agree"))["options"] == {"size": "4"}
    await guest.say("what is this")
    assert "ready" in (await guest.wait_for("reply"))["text"]
    assert guest.last("match") is None
    await guest.say("ready")
    await guest.wait_for("match")
    await host.wait_for("turn", yours=True)


@pytest.mark.slow
async def test_a_person_is_not_asked_about_the_usual(company):
    host = await company.host("anna", "--game", "towerwars", "--size", "8")
    guest = await company.join(host, "bert")
    await guest.wait_for("match")
    assert guest.last("agree") is None


async def test_moves_chat_and_a_draw_by_agreement(company):
    host = await company.host("anna", "--game", "towerwars", "--name", "Anna B.")
    guest = await company.join(host, "bert")
    await host.wait_for("turn", yours=True)
    assert guest.last("match")["seats"][0]["name"] == "Anna B."
    await guest.say("chat grüß dich")
    assert (await host.wait_for("chat"))["text"] == "grüß dich"
    await host.say("A5-B5")
    assert (await guest.wait_for("item", k=1))["action"] == "A5-B5"
    await guest.say("offer draw")
    assert (await host.wait_for("offer"))["kind"] == "draw"
    await host.say("accept")
    for peer in (host, guest):
        assert (await peer.wait_for("finished"))["winners"] == []
        await peer.finish()
    assert host.last("finished")["how"] == "agreed"


async def test_who_gave_no_name_is_called_by_the_window_s_or_the_profile_s_or_none_of_the_system_s(company):
    directory = company.home / "profiles" / "bert"
    directory.mkdir(parents=True)
    (directory / "preferences.json").write_text('{"name":"Bertha B."}', "utf-8")
    environment = dict.fromkeys(("LOGNAME", "USER", "LNAME", "USERNAME"), "secretly")
    options = ("--host", "--game", "krieg", "--mode", "classic", "--seats", "3", "--listen", "127.0.0.1:0")
    host = await company.start("default", *options, environment=environment)
    guests = [
        await company.join(host, name, "--seat", seat, *SIMPLE)
        for name, seat in (("bert", "1"), ("carla", "2"))
    ]
    player = f"Player {host.last('profile')['fingerprint'][:4]}"
    for peer in (host, *guests):
        names = [seat["name"] for seat in (await peer.wait_for("match"))["seats"]]
        assert names == [player, "Bertha B.", "carla"]
    assert not [event for peer in (host, *guests) for event in peer.events if "secretly" in str(event)]


async def test_a_resumed_match_keeps_the_names_it_was_begun_with_but_for_what_is_none(company):
    host = await company.host("default", *SMALL, "--name", "Anna")
    await company.join(host, "bert", *SIMPLE)
    match = await host.wait_for("match")
    host.interrupt()
    await host.wait()
    (beside,) = company.files("profiles/default/matches/*.links.json")
    beside.write_text(beside.read_text("utf-8").replace('"bert"', r'"\u001b[2J"'), "utf-8")
    again = await company.resume("default", match["file"])
    assert [seat["name"] for seat in (await again.wait_for("match"))["seats"]] == ["Anna", ""]


async def test_two_who_offer_a_draw_at_once_have_one(company):
    host = await company.host("anna", "--game", "towerwars")
    guest = await company.join(host, "bert")
    await host.wait_for("turn", yours=True)
    await guest.wait_for("turn")
    async with trio.open_nursery() as nursery:
        for peer in (host, guest):
            nursery.start_soon(peer.say, "offer draw")
    for peer in (host, guest):
        assert (await peer.wait_for("finished"))["how"] == "agreed"
        await peer.finish()


async def test_what_may_not_be_done_is_answered_and_changes_nothing(company):
    host = await company.host("anna", "--game", "towerwars")
    guest = await company.join(host, "bert")
    await host.wait_for("turn", yours=True)
    for line, code in (
        ("H4-G4", Code.NOT_YOUR_TURN),
        ("resign 0", Code.NOT_YOUR_SEAT),
        ("accept", "nothing"),
    ):
        guest.events.clear()
        await guest.say(line)
        assert (await guest.wait_for("reply"))["text"].startswith(f"no [{code}]"), line
    assert host.last("item") is None


async def test_seats_that_are_taken(company):
    host = await company.host("anna", "--game", "krieg", "--mode", "classic", "--seats", "3", "--seat", "1")
    guest = await company.join(host, "bert", "--seat", "1")
    assert await guest.wait() == 1
    assert "wabe: error [seat_taken]" in guest.errors
    again = await company.join(host, "bert", "--seat", "0", *SIMPLE)
    while not any(seat["you"] for seat in (await again.wait_for("room"))["seats"]):
        again.events.clear()
    await company.join(host, "carl", *SIMPLE)
    await again.wait_for("match")
    late = await company.join(host, "dora")
    assert await late.wait() == 1
    assert "wabe: error [stranger]" in late.errors or "wabe: error [room_full]" in late.errors


async def test_a_guest_that_leaves_gives_its_seat_back(company):
    host = await company.host("anna", *SMALL)
    guest = await company.join(host, "bert")
    await guest.wait_for("agree")
    await guest.say("quit")
    await guest.finish()
    other = await company.join(host, "carl")
    await other.wait_for("agree")
    await other.say("ready")
    await other.wait_for("match")
    assert not company.files("profiles/bert/matches/*")


async def test_a_host_that_leaves_closes_the_room(company):
    host = await company.host("anna", *SMALL)
    guest = await company.join(host, "bert")
    await guest.wait_for("agree")
    host.interrupt()
    assert await host.wait() == 130
    assert await guest.wait() == 1
    assert "wabe: error [over]" in guest.errors


async def test_one_profile_belongs_to_one_process(company):
    host = await company.host("anna", *SMALL)
    await host.wait_for("invitation")
    second = await company.host("anna", *SMALL)
    assert await second.wait() == 1
    assert f"process {host.process.pid}" in second.errors
    assert "wabe: error [profile_in_use]" in second.errors
    third = await company.host("ANNA", *SMALL)
    assert await third.wait() == 1


@pytest.mark.slow
async def test_somebody_else_at_that_address_is_refused(company):
    host = await company.host("anna", *SMALL)
    told = await host.wait_for("invitation")
    foreign = told["invitation"].rpartition("#")[0] + "#a4b7-qw74-ksdj-mkwt-3uz6-hkcd-3j4a-lt6f"
    guest = await company.start("bert", "--join", foreign, "--listen", "127.0.0.1:0")
    assert await guest.wait() == 1
    assert "wabe: error [wrong_peer]" in guest.errors

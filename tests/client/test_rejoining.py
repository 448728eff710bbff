"""Coming back: the same command line again after an interrupt, with the match's files, without them, and as a stranger."""

import shutil
import signal

import pytest

GAME = ("--game", "towerwars")
ANYWHERE = ("--listen", "127.0.0.1:0")


async def interrupted(host, guest):
    """Interrupt ``guest`` in a running match and wait until the host has noticed; return what the host told then."""
    await guest.wait_for("match")
    await host.wait_for("match")
    guest.process.send_signal(signal.SIGINT)
    await guest.wait()
    await host.wait_for("link_down")
    return len(host.events)


@pytest.mark.parametrize("bare", [False, True], ids=["by invitation", "by address"])
async def test_the_same_line_again_goes_on_with_the_match(company, bare):
    host = await company.host("anna", *GAME)
    told = await host.wait_for("invitation")
    address = (await host.wait_for("listening"))["addresses"][0] if bare else told["invitation"]
    guest = await company.start("bert", "--join", address, *ANYWHERE)
    known = await interrupted(host, guest)
    again = await company.start("bert", "--join", address, *ANYWHERE)
    await again.wait_for("rejoined", match=host.last("match")["match"])
    await again.wait_for("recovered")
    await host.say("A5-B5")
    await again.wait_for("item", k=1)
    await again.say("resign")
    for peer in (host, again):
        await peer.finish()
        assert peer.last("finished")["winners"] == [0]
    assert "room" not in {event["event"] for event in host.events[known:]}


@pytest.mark.parametrize("bare", [False, True], ids=["by invitation", "by address"])
async def test_a_host_that_was_resumed_is_joined_by_the_same_line(company, bare):
    host = await company.host("anna", *GAME)
    told = await host.wait_for("invitation")
    address = (await host.wait_for("listening"))["addresses"][0] if bare else told["invitation"]
    guest = await company.start("bert", "--join", address, *ANYWHERE)
    await interrupted(host, guest)
    host.interrupt()
    await host.wait()
    port = str(host.last("listening")["port"])
    back = await company.resume("anna", host.last("match")["file"], "--listen", f"127.0.0.1:{port}")
    await back.wait_for("invitation")
    again = await company.start("bert", "--join", address, *ANYWHERE)
    await again.wait_for("rejoined")
    await back.wait_for("recovered")
    await again.wait_for("recovered")


async def test_without_the_files_it_is_told_that_one_cannot_go_on(company):
    host = await company.host("anna", *GAME)
    guest = await company.join(host, "bert")
    await interrupted(host, guest)
    shutil.rmtree(company.home / "profiles" / "bert" / "matches")
    again = await company.join(host, "bert")
    assert await again.wait() == 1
    assert "wabe: error [signed_elsewhere]" in again.errors
    assert "Traceback" not in again.errors


async def test_a_room_that_was_opened_anew_asks_for_a_new_invitation(company):
    host = await company.host("anna", *GAME)
    old = (await host.wait_for("invitation"))["invitation"]
    port = host.last("listening")["port"]
    host.interrupt()
    await host.wait()
    anew = await company.start("anna", "--host", *GAME, "--listen", f"127.0.0.1:{port}")
    await anew.wait_for("invitation")
    guest = await company.start("bert", "--join", old, *ANYWHERE)
    assert await guest.wait() == 1
    assert "wabe: error [stale_invitation]" in guest.errors
    assert "ask for the new invitation" in guest.errors


async def test_a_third_person_is_told_at_once_that_the_match_is_played_without_it(company):
    host = await company.host("anna", *GAME)
    guest = await company.join(host, "bert")
    await guest.wait_for("match")
    await host.wait_for("match")
    third = await company.start("carl", "--join", host.last("listening")["addresses"][0], *ANYWHERE)
    assert await third.wait() == 1
    assert third.errors.count("this match is played without you") == 1
    assert "wabe: error [stranger]" in third.errors

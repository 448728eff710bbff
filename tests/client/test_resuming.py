"""Matches that are torn apart and go on: kill -9 at any moment, interrupts, copies, changed minds."""

import random
import shutil
import signal
from pathlib import Path

import pytest
import trio

from client.sitting import _first_chat_number
from client.verify import open_transcript, verify_file

GAME = ("--game", "krieg", "--mode", "towers", "--round-limit", "5")
SIMPLE = ("--level", "simple")


async def nth_item(peer, k):
    """Wait until ``peer`` has applied item ``k`` or has nothing more to apply."""
    while (
        (peer.last("item") or {"k": 0})["k"] < k and peer.last("finished") is None and peer.failure() is None
    ):
        await peer.changed()


async def kill(peer):
    peer.process.send_signal(signal.SIGKILL)
    await peer.wait()


def equal(*files):
    found = [verify_file(Path(file)) for file in files]
    assert len({(one.match, one.head, one.state_hash, one.result) for one in found}) == 1
    assert found[0].result is not None
    return found[0]


async def play_with_kills(company, seed):
    """Kill one of two peers at random moments, again and again, until the match is over; return the kills."""
    moments = random.Random(seed)
    host = await company.host("anna", *GAME, *SIMPLE)
    guest = await company.join(host, "bert", *SIMPLE)
    peers = {"anna": host, "bert": guest}
    files = {name: (await peer.wait_for("match"))["file"] for name, peer in peers.items()}
    kills = 0
    for _ in range(4):
        name = moments.choice(sorted(peers))
        await nth_item(peers[name], (peers[name].last("item") or {"k": 0})["k"] + moments.randrange(1, 12))
        if peers[name].last("complete") is not None or peers[name].process.returncode is not None:
            break
        await trio.sleep(moments.random() * 0.03)  # somewhere between two items: this is what is tested
        await kill(peers[name])
        kills += 1
        peers[name] = await company.resume(name, files[name], *SIMPLE)
    for peer in peers.values():
        await peer.finish()
    equal(*files.values())
    return kills


async def test_a_killed_peer_goes_on_with_the_same_match(company):
    assert await play_with_kills(company, 0) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 21))
async def test_a_killed_peer_goes_on_with_the_same_match_at_many_moments(company, seed):
    await play_with_kills(company, seed)


async def test_both_are_killed_and_both_go_on(company):
    host = await company.host("anna", *GAME, *SIMPLE)
    guest = await company.join(host, "bert", *SIMPLE)
    await nth_item(host, 15)
    await kill(host)
    await kill(guest)
    files = [peer.last("match")["file"] for peer in (host, guest)]
    items = [open_transcript(Path(file)).entries for file in files]
    assert all(items)
    again = [
        await company.resume(peer.name, file, *SIMPLE)
        for peer, file in zip((host, guest), files, strict=True)
    ]
    for peer in again:
        await peer.finish()
    equal(*files)


async def test_an_interrupt_leaves_a_match_that_can_be_resumed(company):
    host = await company.host("anna", *GAME, *SIMPLE)
    guest = await company.join(host, "bert", *SIMPLE)
    await nth_item(guest, 10)
    guest.process.send_signal(signal.SIGINT)
    assert await guest.wait() == 128 + signal.SIGINT
    left = guest.last("unfinished")
    assert left["file"] == guest.last("match")["file"]
    match = guest.last("match")["match"]
    assert left["resume"] == f"wabe peer --profile bert --resume {match[:16]}"
    assert guest.errors == ""
    again = await company.resume("bert", match[:16], *SIMPLE)
    assert [seat["name"] for seat in (await again.wait_for("match"))["seats"]] == ["anna", "bert"]
    await again.wait_for("recovered")
    await host.finish()
    await again.finish()
    equal(left["file"], host.last("match")["file"])


async def test_termination_is_orderly_too(company):
    host = await company.host("anna", *GAME, *SIMPLE)
    await host.wait_for("room")
    host.process.send_signal(signal.SIGTERM)
    assert await host.wait() == 128 + signal.SIGTERM
    assert host.errors == ""
    assert not company.files("*.secret")


async def test_a_restored_copy_never_signs_a_second_story(company):
    """The file of an earlier moment is put back: the others' newer entries are adopted before anything is signed."""
    host = await company.host("anna", *GAME, *SIMPLE)
    guest = await company.join(host, "bert", *SIMPLE)
    await nth_item(guest, 8)
    file = guest.last("match")["file"]
    copy = company.home / "copy"
    shutil.copy(file, copy)
    await nth_item(guest, 20)
    await kill(guest)
    shutil.copy(copy, file)
    again = await company.resume("bert", file, *SIMPLE)
    await host.finish()
    await again.finish()
    equal(file, host.last("match")["file"])
    for peer in (host, again):
        assert peer.last("recorded") is None


@pytest.mark.slow
async def test_the_middle_of_a_line_is_killed_and_links_again(company):
    options = ("--game", "krieg", "--mode", "towers", "--seats", "3", "--round-limit", "5")
    first = await company.host("anna", *options, *SIMPLE)
    middle = await company.link(first, "bert", *SIMPLE)
    last = await company.link(middle, "carl", *SIMPLE)
    await nth_item(last, 12)
    file = middle.last("match")["file"]
    await kill(middle)
    again = await company.resume("bert", file, *SIMPLE)
    for peer in (first, again, last):
        await peer.finish()
    equal(file, first.last("match")["file"], last.last("match")["file"])
    assert {event["fingerprint"] for event in last.events if event["event"] == "link_up"} == {
        again.last("profile")["fingerprint"]
    }


@pytest.mark.slow
async def test_all_of_six_are_killed_and_all_go_on(company):
    options = ("--game", "krieg", "--mode", "factions", "--round-limit", "2")
    peers = [await company.host("p0", *options, *SIMPLE)]
    for number in range(1, 6):
        peers.append(await company.join(peers[0], f"p{number}", "--seat", str(number), *SIMPLE))
    await nth_item(peers[0], 20)
    for peer in peers:
        await kill(peer)
    files = {peer.name: peer.last("match")["file"] for peer in peers}
    again = [await company.resume(name, file, *SIMPLE) for name, file in files.items()]
    for peer in again:
        await peer.finish()
    equal(*files.values())


async def test_keys_left_behind_are_deleted_once_they_are_worthless(company):
    host = await company.host("anna", "--game", "towerwars", "--size", "4", "--computer=1=simple", *SIMPLE)
    file = Path((await host.wait_for("match"))["file"])
    secret, copy = file.with_suffix(".secret"), company.home / "copy"
    shutil.copy(secret, copy)
    await host.finish()
    assert not secret.exists()
    shutil.copy(copy, secret)  # as if the process had been killed after the last acknowledgement
    orphan = file.with_name("0" * 32 + ".secret")
    shutil.copy(copy, orphan)  # as if it had been killed after signing a contract that nobody else signed
    again = await company.resume("anna", str(file))
    await again.finish()
    assert again.last("unneeded") is not None
    assert not secret.exists()
    assert not orphan.exists()


@pytest.mark.parametrize(
    ("remembered", "first"),
    [(None, 500), (400, 500), (501, 501), (2**32, 500), (2**32 - 1, 500), (-1, 500), ("900", 500), ([], 500)],
)
def test_chat_is_numbered_on_from_the_run_before_or_from_the_clock(monkeypatch, remembered, first):
    monkeypatch.setattr("time.time", lambda: 500.9)
    assert _first_chat_number(remembered) == first

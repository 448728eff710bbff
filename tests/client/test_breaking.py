"""What breaks under a match: disks, files, lines, machines that sleep, players who leave. Nothing that was sent is lost."""

import os
import random
import resource
import shutil
import signal
import socket
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import trio

from client.mesh import Mesh
from client.playing import GONE_MS, Playing
from client.verify import verify_file
from protocol.transport.events import LinkDown, LinkUp
from protocol.transport.link import LOST_AFTER

DICE = ("--game", "krieg", "--mode", "towers", "--round-limit", "5")
BOARD = ("--game", "towerwars", "--size", "4")
SIMPLE = ("--level", "simple")

linux = pytest.mark.skipif(sys.platform != "linux", reason="needs prlimit or /proc")


def equal(*peers):
    """All files prove the same finished match, and nobody signed a second story."""
    found = [verify_file(Path(peer.last("match")["file"])) for peer in peers]
    assert len({(one.match, one.head, one.state_hash, one.result) for one in found}) == 1
    assert found[0].result is not None
    for peer in peers:
        assert peer.last("recorded") is None
        assert peer.errors == ""


async def nth_item(peer, k):
    while (peer.last("item") or {"k": 0})["k"] < k and peer.last("finished") is None:
        await peer.changed()


async def kill(*peers):
    for peer in peers:
        if peer.process.returncode is None:
            peer.process.send_signal(signal.SIGKILL)
    for peer in peers:
        await peer.wait()


async def two(company, *options, players=(SIMPLE, SIMPLE)):
    host = await company.host("anna", *options, *players[0])
    guest = await company.join(host, "bert", *players[1])
    for peer in (host, guest):
        await peer.wait_for("match")
    return host, guest


# --- disks and files -------------------------------------------------------------------------------------


@linux
async def test_a_full_disk_ends_the_process_and_loses_nothing(company):
    host, guest = await two(company, *DICE)
    await nth_item(guest, 5)
    file = Path(guest.last("match")["file"])
    resource.prlimit(
        guest.process.pid, resource.RLIMIT_FSIZE, (file.stat().st_size + 500, resource.RLIM_INFINITY)
    )
    assert await guest.wait() == 1
    assert "wabe: error [disk_full]" in guest.errors
    assert "Traceback" not in guest.errors
    assert guest.last("unfinished")["file"] == str(file)
    again = await company.resume("bert", str(file), *SIMPLE)
    for peer in (host, again):
        await peer.finish()
    equal(host, again)


async def test_a_file_that_is_cut_while_played_is_filled_up_by_the_others(company):
    host, guest = await two(company, *DICE)
    await nth_item(guest, 10)
    file = guest.last("match")["file"]
    os.truncate(file, Path(file).stat().st_size // 2)
    assert await guest.wait() == 1
    assert "wabe: error [changed]" in guest.errors
    again = await company.resume("bert", file, *SIMPLE)
    for peer in (host, again):
        await peer.finish()
    equal(host, again)


@pytest.mark.skipif(os.name != "posix", reason="elsewhere an open file cannot be removed")
async def test_a_match_directory_that_is_removed_while_played_comes_back(company):
    host, guest = await two(company, *DICE)
    await nth_item(guest, 5)
    directory = Path(guest.last("match")["file"]).parent
    # Moved away first: the peer may put its file back while the directory is being emptied.
    shutil.rmtree(directory.rename(directory.with_name("removed")))
    for peer in (host, guest):
        await peer.finish()
    equal(host, guest)


# --- lines and machines ----------------------------------------------------------------------------------


async def test_a_line_that_delays_and_is_cut_costs_time_alone(company, villains, nursery):
    host = await company.host("anna", *DICE, *SIMPLE)
    line = await villains.bad_line(
        nursery, (await host.wait_for("invitation"))["invitation"], random.Random(2)
    )
    guest = await company.start("bert", "--peer", line, "--listen", "127.0.0.1:0", *SIMPLE)
    for peer in (host, guest):
        await peer.finish()
    equal(host, guest)
    assert any(event["event"] == "link_down" and event["code"] == "lost" for event in guest.events)


@pytest.mark.skipif(not socket.has_ipv6, reason="there is no IPv6 here")
async def test_two_peers_over_ipv6(company):
    with socket.socket(socket.AF_INET6) as probe:
        try:
            probe.bind(("::1", 0))
        except OSError:
            pytest.skip("IPv6 is switched off here")
    host = await company.start("anna", "--host", "--listen", "[::1]:0", *BOARD, *SIMPLE)
    told = await host.wait_for("invitation")
    guest = await company.start("bert", "--join", told["invitation"], "--listen", "[::1]:0", *SIMPLE)
    for peer in (host, guest):
        await peer.finish()
    assert host.last("link_up")["remote"].startswith("[::1]:")
    equal(host, guest)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs SIGSTOP")
async def test_a_machine_that_sleeps_is_missed_and_comes_back(company):
    host, guest = await two(company, *BOARD, players=((), SIMPLE))
    await host.wait_for("turn", yours=True)
    guest.process.send_signal(signal.SIGSTOP)
    assert (await host.wait_for("link_down"))["code"] == "lost"
    unsteady = [event for event in host.events if event["event"] == "link_state" and not event["steady"]]
    assert unsteady
    await host.say("A2-A3")
    guest.process.send_signal(signal.SIGCONT)
    await nth_item(host, 2)
    await host.say("resign")
    for peer in (host, guest):
        await peer.finish()
    equal(host, guest)
    assert LOST_AFTER < 40, "the patience of these tests is longer"


@linux
@pytest.mark.slow
async def test_waiting_costs_nothing_and_restarts_leave_nothing_behind(company):
    host, guest = await two(company, "--game", "towerwars", players=((), ()))

    def used():
        fields = Path(f"/proc/{host.process.pid}/stat").read_text().rpartition(")")[2].split()
        descriptors = len(list(Path(f"/proc/{host.process.pid}/fd").iterdir()))
        return int(fields[11]) + int(fields[12]), descriptors, int(fields[21])

    await host.wait_for("turn", yours=True)
    ticks, descriptors, pages = used()
    await trio.sleep(10)  # what is done in that time is what is measured
    assert used()[0] - ticks < 50, "half a second of work in ten of waiting"
    file = guest.last("match")["file"]
    for _ in range(8):
        await kill(guest)
        guest = await company.resume("bert", file)
        await guest.wait_for("recovered")
    _, descriptors_after, pages_after = used()
    assert descriptors_after <= descriptors + 2
    assert pages_after - pages < 2048, "eight megabytes"


# --- kills -----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
async def test_both_are_killed_at_random_moments_again_and_again(company, seed):
    moments = random.Random(seed)
    peers = dict(zip(("anna", "bert"), await two(company, *DICE), strict=True))
    files = {name: peer.last("match")["file"] for name, peer in peers.items()}
    for _ in range(3):
        watched = peers[moments.choice(sorted(peers))]
        await nth_item(watched, (watched.last("item") or {"k": 0})["k"] + moments.randrange(1, 9))
        await trio.sleep(moments.random() * 0.05)  # somewhere between two items: this is what is tested
        names = moments.sample(sorted(peers), moments.choice((1, 2, 2)))
        await kill(*(peers[name] for name in names))
        for name in names:
            peers[name] = await company.resume(name, files[name], *SIMPLE)
    for peer in peers.values():
        await peer.finish()
    found = [verify_file(Path(file)) for file in files.values()]
    assert found[0].head == found[1].head
    assert found[0].evidence == found[1].evidence == 0
    assert not company.files("*.secret")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
async def test_peers_in_a_line_are_killed_one_after_the_other(company, seed):
    moments = random.Random(seed)
    options = ("--game", "krieg", "--mode", "factions", "--round-limit", "2")
    peers = [await company.host("p0", *options, *SIMPLE)]
    for number in range(1, 6):
        peers.append(await company.link(peers[-1], f"p{number}", "--seat", str(number), *SIMPLE))
    files = [(await peer.wait_for("match"))["file"] for peer in peers]
    for _ in range(3):
        number = moments.randrange(6)
        await nth_item(peers[0], (peers[0].last("item") or {"k": 0})["k"] + moments.randrange(3, 15))
        if peers[number].last("complete") is None:
            await kill(peers[number])
            peers[number] = await company.resume(f"p{number}", files[number], *SIMPLE)
    for peer in peers:
        await peer.finish()
    assert len({verify_file(Path(file)).head for file in files}) == 1


# --- players who leave -----------------------------------------------------------------------------------


async def test_two_who_resign_at_the_same_moment(company):
    host = await company.host("anna", "--game", "towerwars")
    guest = await company.join(host, "bert")
    await host.wait_for("turn", yours=True)
    await guest.wait_for("turn")
    async with trio.open_nursery() as nursery:
        for peer in (host, guest):
            nursery.start_soon(peer.say, "resign")
    for peer in (host, guest):
        await peer.finish()
    equal(host, guest)
    assert host.last("finished") == guest.last("finished")
    assert host.last("finished")["how"] == "resigned"


def test_who_was_linked_and_is_not_is_gone_at_once_others_after_a_while():
    me, linked, lost, far = (bytes([number]) * 32 for number in range(4))
    mesh = Mesh(SimpleNamespace(), me, exclusive=True)
    for identity in (linked, lost, far):
        mesh.learn(identity, "", [], 0)
    for link, identity in ((1, linked), (2, lost)):
        mesh.up(LinkUp(link, identity, "match", None, "", "", (), None), 10)
    mesh.down(LinkDown(2, "lost", "", "network", False), 50)
    seats = (linked, lost, far)
    contract = SimpleNamespace(human=lambda seat: SimpleNamespace(identity=seats[seat]))
    playing = SimpleNamespace(
        match=SimpleNamespace(contract=contract), _mesh=mesh, _heard={2: 1000}, _began=0
    )
    assert Playing._silent_ms(playing, 0, 10**9) == 0
    assert Playing._silent_ms(playing, 1, 50) > GONE_MS
    assert Playing._silent_ms(playing, 2, 1500) == 500


@pytest.mark.slow
async def test_play_goes_on_when_an_eliminated_player_leaves(company):
    options = ("--game", "krieg", "--mode", "towers", "--seats", "3", "--round-limit", "60")
    peers = [await company.host("p0", *options, *SIMPLE)]
    for number in (1, 2):
        peers.append(await company.join(peers[0], f"p{number}", "--seat", str(number), *SIMPLE))

    def out():
        happened = [e for item in peers[0].events if item["event"] == "item" for e in item["events"]]
        return [event["seat"] for event in happened if event["kind"] == "eliminated"]

    while not out():
        assert peers[0].last("finished") is None, "nobody was eliminated: nothing was tested"
        await peers[0].changed()
    (seat, *_) = out()
    await kill(peers[seat])
    rest = [peer for number, peer in enumerate(peers) if number != seat]
    for peer in rest:
        await peer.finish()
    equal(*rest)

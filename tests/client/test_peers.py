"""Whole matches between processes: both games, several peers, computer seats, links in a line."""

from pathlib import Path

import pytest

from client.verify import verify_file

SMALL = ("--game", "towerwars", "--size", "4", "--ply-limit", "30")
SIMPLE = ("--level", "simple")


async def completed(*peers):
    """Wait until all are complete and gone; return what was found to hold in each one's file."""
    for peer in peers:
        await peer.finish()
    found = [verify_file(Path(peer.last("match")["file"]), decisions=True) for peer in peers]
    assert len({(one.match, one.head, one.state_hash, one.result) for one in found}) == 1
    assert found[0].result is not None
    assert {peer.last("item")["head"] for peer in peers} == {found[0].head.hex()}
    return found


async def test_two_peers_play_towerwars(company):
    host = await company.host("anna", *SMALL, *SIMPLE)
    guest = await company.join(host, "bert", *SIMPLE)
    found = await completed(host, guest)
    assert [one.entries for one in found] == [found[0].entries] * 2
    assert host.last("match")["own"] == [0]
    assert guest.last("match")["own"] == [1]
    assert host.last("finished")["reason"] in {"base", "stuck", "ply_limit"}
    assert not company.files("*.secret")


@pytest.mark.slow
async def test_two_peers_play_krieg_with_dice(company):
    host = await company.host("anna", "--game", "krieg", "--mode", "towers", "--round-limit", "4", *SIMPLE)
    guest = await company.join(host, "bert", *SIMPLE)
    (first, _) = await completed(host, guest)
    assert first.contract.named_options()["mode"] == "towers"
    assert first.result.outcome.reason == "round_limit"


async def test_three_peers_in_the_towers_mode(company):
    options = ("--game", "krieg", "--mode", "towers", "--seats", "3", "--round-limit", "5")
    host = await company.host("anna", *options, *SIMPLE)
    guests = [await company.join(host, name, *SIMPLE) for name in ("bert", "carl")]
    (first, *_) = await completed(host, *guests)
    assert first.contract_signatures == 3


@pytest.mark.parametrize("line", [False, True], ids=["all with all", "in a line"])
async def test_six_peers_in_the_factions_mode(company, line):
    peers = [await company.host("p0", "--game", "krieg", "--mode", "factions", "--round-limit", "2", *SIMPLE)]
    for number in range(1, 6):
        join = company.link if line else company.join
        other = peers[-1] if line else peers[0]
        peers.append(await join(other, f"p{number}", "--seat", str(number), *SIMPLE))
    (first, *_) = await completed(*peers)
    assert first.contract_signatures == 6
    links = {
        peer.name: len({e["fingerprint"] for e in peer.events if e["event"] == "link_up"}) for peer in peers
    }
    if line:
        assert links == {"p0": 1, "p1": 2, "p2": 2, "p3": 2, "p4": 2, "p5": 1}


async def test_computer_seats_and_two_human_seats_at_one_peer(company):
    options = ("--game", "krieg", "--mode", "factions", "--radius", "3", "--round-limit", "3")
    computers = [f"--computer={seat}=simple" for seat in (1, 3, 5)]
    host = await company.host("anna", *options, *computers, "--seat", "0", "--seat", "2", *SIMPLE)
    guest = await company.join(host, "bert", "--seat", "4", *SIMPLE)
    (first, _) = await completed(host, guest)
    assert host.last("match")["own"] == [0, 2]
    assert first.contract.humans == (0, 2, 4)
    assert [seat.seat for seat in first.decisions if seat.count] == [1, 3, 5]


async def test_one_peer_alone_plays_against_the_computer(company):
    host = await company.host("anna", *SMALL, "--computer=1=random", *SIMPLE)
    await completed(host)


async def test_joining_by_a_bare_address(company):
    host = await company.host("anna", *SMALL, *SIMPLE)
    told = await host.wait_for("listening")
    guest = await company.start("bert", "--join", told["addresses"][0], "--listen", "127.0.0.1:0", *SIMPLE)
    assert (await guest.wait_for("first_contact"))["fingerprint"] == host.last("profile")["fingerprint"]
    await completed(host, guest)

"""When own seats may be signed for again, and matches that are restored from old files in the middle of play."""

import random
from types import ModuleType
from typing import Any

import msgspec
import pytest

from protocol.contract import encode_contract, match_id
from protocol.entries import decode_payload
from protocol.errors import Code, LocalError, RemoteError
from protocol.gossip import Gossip
from protocol.introduction import Introduction
from protocol.match import Match
from protocol.messages import ContractMessage, EntryMessage, Have, SignatureMessage
from protocol.recovery import Recovery

NONCE = bytes(16)


def shared(table, *groups: str):
    """Return the table's contract with one identity for each group of seats: "01" holds the seats 0 and 1."""
    seats = list(table.contract.seats)
    for group in groups:
        for seat in map(int, group):
            seats[seat] = msgspec.structs.replace(seats[seat], identity=seats[int(group[0])].identity)
    return msgspec.structs.replace(table.contract, seats=tuple(seats))


def recovery_of(grapevine: ModuleType, table, contract, *own: int):
    shelf = grapevine.Shelf(contract, {seat: table.secrets[seat] for seat in own})
    return shelf, Recovery(shelf, NONCE)


@pytest.mark.parametrize(
    ("seats", "groups", "own", "tellers", "satisfied"),
    [
        ("hh", (), (0,), (), False),
        ("hh", (), (0,), (1,), True),
        ("hhh", (), (0,), (), False),
        ("hhh", (), (0,), (2,), True),
        ("hhhh", (), (0,), (1,), False),
        ("hhhh", (), (0,), (1, 3), True),
        ("hhhhhh", (), (0,), (1, 2), False),
        ("hhhhhh", (), (0,), (1, 2, 5), True),
        # One peer that holds several seats is one voice, whichever of them it speaks for.
        ("hhhh", ("12",), (0,), (1,), True),
        ("hhhhh", ("123",), (0,), (1, 2, 3), True),
        ("hhhhhh", ("123",), (0,), (1, 2, 3), False),
        ("hhhh", ("01",), (0, 1), (2,), True),
        ("hhhh", ("01",), (0, 1), (), False),
        # Alone at the board there is nobody to ask; who only watches signs nothing.
        ("hh", ("01",), (0, 1), (), True),
        ("h0", (), (0,), (), True),
        ("hhhh", (), (), (), True),
    ],
)
def test_a_majority_by_identity_must_have_told(
    grapevine: ModuleType,
    tables: ModuleType,
    seats: str,
    groups: tuple[str, ...],
    own: tuple[int, ...],
    tellers: tuple[int, ...],
    satisfied: bool,
) -> None:
    table = tables.make_table(seats)
    _, recovery = recovery_of(grapevine, table, shared(table, *groups), *own)
    for seat in tellers:
        recovery.tell(seat, {})
    assert recovery.satisfied is satisfied


def test_what_others_hold_must_be_here_first(grapevine: ModuleType, tables: ModuleType) -> None:
    table = tables.make_table("hhh")
    shelf, recovery = recovery_of(grapevine, table, table.contract, 0)
    one, two = (table.contract.human(seat).identity for seat in (1, 2))
    shelf.write(0, 3)
    recovery.tell(1, {0: 4, 1: 99, 2: 99})
    assert not recovery.satisfied
    assert recovery.missing() == {one: 1}
    assert recovery.silent() == (two,)
    recovery.tell(2, {0: 3})
    # A majority that has nothing more is not enough while one says that it has.
    assert not recovery.satisfied
    shelf.write(0)
    assert recovery.satisfied
    assert recovery.missing() == {}


def test_a_person_may_disbelieve_who_does_not_deliver(grapevine: ModuleType, tables: ModuleType) -> None:
    table = tables.make_table("hhh")
    _, recovery = recovery_of(grapevine, table, table.contract, 0)
    liar = table.contract.human(1).identity
    recovery.tell(1, {0: 10**9})
    recovery.disbelieve(liar)
    assert recovery.missing() == {}
    # It no longer counts as one that told, either.
    assert not recovery.satisfied
    recovery.tell(2, {})
    assert recovery.satisfied


def test_of_two_answers_of_one_peer_the_longer_counts(grapevine: ModuleType, tables: ModuleType) -> None:
    table = tables.make_table("hhh")
    shelf, recovery = recovery_of(grapevine, table, shared(table, "12"), 0)
    recovery.tell(1, {0: 2})
    recovery.tell(2, {0: 1})
    shelf.write(0)
    assert not recovery.satisfied
    shelf.write(0)
    assert recovery.satisfied


def test_who_is_linked_is_waited_for(grapevine: ModuleType, tables: ModuleType) -> None:
    """Of three peers one that tells is enough, but not while another could tell of more."""
    table = tables.make_table("hhh")
    _, recovery = recovery_of(grapevine, table, table.contract, 0)
    one, two = (table.contract.human(seat).identity for seat in (1, 2))
    for who in (one, two, two, bytes(32)):
        recovery.link_up(who)
    recovery.tell(1, {})
    assert not recovery.satisfied
    recovery.link_down(two)
    assert not recovery.satisfied
    recovery.link_down(two)
    assert recovery.satisfied
    recovery.link_up(two)
    recovery.disbelieve(two)
    assert recovery.satisfied
    assert recovery.silent() == ()


@pytest.mark.parametrize("seed", range(20))
def test_the_last_entry_may_be_known_to_a_minority(
    grapevine: ModuleType, tables: ModuleType, seed: int
) -> None:
    """Of the other two only one holds the third entry, and the other may be the first to tell."""
    table = tables.make_table("hhh")
    restored, behind, ahead = (
        grapevine.Shelf(table.contract, {seat: table.secrets[seat]}) for seat in range(3)
    )
    ahead.receive(*restored.make(0, 0))
    restored.write(0)
    behind.receive(*restored.entries(0, 0)[0])
    ahead.receive(*restored.make(0, 1))
    net = grapevine.Grapevine([restored, behind, ahead], table, seed)
    recovery = Recovery(restored, NONCE)
    net.gossips[0].recover(recovery)
    net.link(0, 1)
    number = net.link(0, 2)
    while net.gossips[0]._links[number].cursors == {}:
        assert net.step()
    while not recovery.satisfied:
        assert net.step()
    assert dict(restored.lengths())[0] == 2


# With the match machine


def signed_numbers(driver: Any) -> dict[tuple[int, int], set[bytes]]:
    """Every P that anybody holds, by author and number."""
    found: dict[tuple[int, int], set[bytes]] = {}
    for file in driver.files:
        for packed, _ in file:
            payload = decode_payload(packed)
            found.setdefault((payload.author, payload.seq), set()).add(packed)
    return found


@pytest.mark.parametrize("seats", ["hh", "hhh"])
@pytest.mark.parametrize("seed", range(8))
def test_a_restored_backup_never_convicts_its_owner(
    grapevine: ModuleType, tables: ModuleType, seats: str, seed: int
) -> None:
    """A file of any age is put back at any time: no two entries of one number, and play goes on."""
    table = tables.make_table(seats, seed=seed)
    driver = grapevine.Driver(table, seed)
    rng = random.Random(seed)
    driver.net.link(0, 1)
    if len(seats) == 3:
        driver.net.link(1, 2)
    driver.start()
    driver.net.settle()
    for _ in range(6):
        for _ in range(rng.randrange(1, 6)):
            driver.move()
            for _ in range(rng.randrange(30)):
                driver.net.step()
        victim = rng.randrange(len(driver.files))
        driver.restore(victim, rng.randrange(len(driver.files[victim]) + 1))
        # While nobody has answered it signs nothing, whatever is its turn.
        driver.net.flush(victim)
        with pytest.raises(LocalError) as caught:
            driver.net.matches[victim].resign(victim)
        assert caught.value.code is Code.RECOVERING
        for other in range(len(driver.files)):
            if other != victim:
                driver.net.link(victim, other)
        driver.net.settle()
        assert driver.recoveries == {}
    before = driver.net.matches[0].k
    while driver.net.matches[0].result is None and driver.net.matches[0].k < before + 5:
        assert driver.move()
        driver.net.settle()
    assert {(match.k, match.head) for match in driver.net.matches} == {
        (driver.net.matches[0].k, driver.net.matches[0].head)
    }
    assert all(len(packed) == 1 for packed in signed_numbers(driver).values())
    assert driver.recorded == []


def test_two_that_restart_at_once_answer_each_other(grapevine: ModuleType, tables: ModuleType) -> None:
    table = tables.make_table("hh")
    driver = grapevine.Driver(table, 0)
    driver.net.link(0, 1)
    driver.start()
    driver.net.settle()
    for _ in range(6):
        driver.move()
        driver.net.settle()
    k = driver.net.matches[0].k
    driver.restore(0, len(driver.files[0]) - 3)
    driver.restore(1, len(driver.files[1]))
    driver.net.link(0, 1)
    driver.net.settle()
    assert driver.recoveries == {}
    assert [match.k for match in driver.net.matches] == [k, k]
    assert driver.move()
    driver.net.settle()
    assert driver.recorded == []


# Who knows only the match id


def introduced(driver: Any, node: int) -> Introduction:
    """Let somebody who knows only the match id read what a node says to a new link."""
    introduction = Introduction(driver.table.id)
    gossip: Gossip = driver.net.gossips[node]
    gossip.link_up(1000, bytes(32), 0)
    for link, message in gossip.drain():
        if link == 1000:
            introduction.receive(node, message)
    return introduction


def test_a_watcher_gets_the_match_from_any_peer(grapevine: ModuleType, tables: ModuleType) -> None:
    driver = grapevine.Driver(tables.make_table("hh"), 0)
    driver.net.link(0, 1)
    driver.start()
    driver.net.settle()
    for _ in range(8):
        driver.move()
        driver.net.settle()
    introduction = introduced(driver, 1)
    assert introduction.complete
    assert introduction.contract == driver.table.contract
    match = Match(introduction.contract, introduction.signatures)
    gossip = Gossip(match, introduction.signatures)
    gossip.link_up(1, driver.net.identity(1), 0)
    said = introduction.said(1)
    assert isinstance(said, Have)
    gossip.receive(1, said, 0)
    # The peer answers the watcher's own "have" with the entries.
    peer = driver.net.gossips[1]
    for _, message in gossip.drain():
        peer.receive(1000, message, 0)
    for link, message in peer.drain():
        if link == 1000:
            gossip.receive(1, message, 0)
    assert (match.k, match.head) == (driver.net.matches[1].k, driver.net.matches[1].head)
    assert match.k > 0
    introduction.link_down(1)
    assert introduction.said(1) is None


def test_an_introduction_is_not_believed(tables: ModuleType) -> None:
    table, other = tables.make_table("hh"), tables.make_table("hh", seed=7)
    packed = encode_contract(table.contract)
    introduction = Introduction(table.id)

    def refused(code: Code, message) -> None:
        with pytest.raises(RemoteError) as caught:
            introduction.receive(0, message)
        assert caught.value.code is code

    refused(Code.UNEXPECTED, SignatureMessage(table.id, 0, table.signatures[0]))
    refused(Code.WRONG_MATCH, ContractMessage(encode_contract(other.contract)))
    refused(Code.WRONG_MATCH, SignatureMessage(other.id, 0, bytes(64)))
    refused(Code.WRONG_MATCH, Have(other.id, ()))
    refused(Code.UNEXPECTED, EntryMessage(msgspec.Raw(b"\x90"), bytes(64)))
    introduction.receive(0, ContractMessage(packed))
    introduction.receive(0, ContractMessage(packed))
    refused(Code.BAD_SIGNATURE, SignatureMessage(table.id, 0, table.signatures[1]))
    refused(Code.BAD_SIGNATURE, SignatureMessage(table.id, 0, other.signatures[0]))
    refused(Code.UNEXPECTED, SignatureMessage(table.id, 2, table.signatures[0]))
    assert not introduction.complete
    for seat in (0, 1):
        introduction.receive(0, SignatureMessage(table.id, seat, table.signatures[seat]))
    assert introduction.complete


def test_an_introduction_to_a_match_that_cannot_be_is_refused(tables: ModuleType) -> None:
    """Its hash is right and everybody has signed it, but the rules know no such game."""
    table = tables.make_table("hh")
    contract = msgspec.structs.replace(table.contract, rules_version=99)
    packed = encode_contract(contract)
    introduction = Introduction(match_id(packed))
    with pytest.raises(RemoteError) as caught:
        introduction.receive(0, ContractMessage(packed))
    assert caught.value.code is Code.RULES_VERSION
    assert introduction.contract is None

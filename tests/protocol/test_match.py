"""The match machine: duties, deeds, views, recovery, and being killed at any moment (``protocol.match``)."""

import msgspec
import pytest

from engine.game import Outcome
from protocol import entries as e
from protocol.contract import ComputerSeat
from protocol.effects import Announce, Applied, Complete, Finished, Pending, Recorded, Result, Store
from protocol.errors import Code, LocalError, RemoteError
from protocol.feed import Receipt
from protocol.identity import sign
from protocol.match import Match, Waiting


@pytest.fixture
def new_net(tables):
    def make(pattern="hhh", owners=None, **options):
        options.setdefault("points", 20)
        return tables.table_net(tables.make_table(pattern, **options), owners)

    return make


def refused(deed, *arguments, **more):
    with pytest.raises(LocalError) as caught:
        deed(*arguments, **more)
    return caught.value.code


# --- the beginning ------------------------------------------------------------------------------------------


def test_a_match_needs_the_contract_signature_of_every_human_seat(tables) -> None:
    table = tables.make_table("hh0")
    Match(table.contract, table.signatures)
    for wrong in ({}, {0: table.signatures[0]}, {0: table.signatures[1], 1: table.signatures[0]}):
        with pytest.raises(RemoteError) as caught:
            Match(table.contract, wrong)
        assert caught.value.code is Code.BAD_SIGNATURE
    other = tables.make_table("hh0", seed=7)
    with pytest.raises(RemoteError):
        Match(other.contract, table.signatures)


def test_a_contract_is_checked(tables) -> None:
    table = tables.make_table("hh0")
    seats = (*table.contract.seats[:2], ComputerSeat("random", 1, bytes(32), 2))
    with pytest.raises(RemoteError) as caught:
        Match(msgspec.structs.replace(table.contract, seats=seats), table.signatures)
    assert caught.value.code is Code.CONTRACT


def test_a_secret_must_be_that_of_its_seat(tables) -> None:
    table = tables.make_table("hh0")
    for own in ({0: table.secrets[1]}, {2: table.secrets[0]}, {7: table.secrets[0]}):
        with pytest.raises(LocalError) as caught:
            Match(table.contract, table.signatures, own)
        assert caught.value.code is Code.NOT_YOUR_SEAT


def test_views_at_the_beginning(tables) -> None:
    table = tables.make_table("hh0")
    match = table.match(0)
    assert (match.k, match.head, match.own, match.result, match.complete) == (0, match.id, (0,), None, False)
    assert (match.recovering, match.frozen, match.stopped, match.evidence) == (False, False, None, [])
    assert match.state_hash == match.game.state_hash(match.state) == match.hashes()[0]
    assert match.game.name == "brawl"
    assert (match.steps(), match.offers(), match.judgement()) == ([], (), None)
    assert [match.controller(seat) for seat in range(3)] == [0, 1, 0]


# --- duties -------------------------------------------------------------------------------------------------


def bodies(match, seat):
    return [entry.body for entry in match._feeds[seat].path]


def test_entry_0_is_signed_at_once_and_once(tables) -> None:
    match = tables.make_table("hh").match(0)
    store, announce = match.effects()
    assert isinstance(store, Store)
    assert store.durable
    assert announce == Announce(0, 0)
    assert bodies(match, 0) == [e.Ack()]
    assert match.effects() == []


def test_an_own_entry_is_on_disk_before_it_is_announced_and_applied(new_net) -> None:
    net = new_net("hh")
    net[0].act(0, "train", used_ms=1234)
    store, announce, applied = net[0].effects()
    assert (store.durable, announce, applied.k) == (True, Announce(0, 1), 1)
    assert bodies(net[0], 0)[-1].used_ms == 1234
    assert net[1].receive(store.packed, store.signature) is Receipt.NEW
    store, announce, applied = net[1].effects()
    assert (store.durable, announce, applied.k) == (False, Announce(0, 1), 1)


def test_a_changed_turn_is_acknowledged_and_nothing_else(new_net) -> None:
    net = new_net("hh")
    net.play("train")
    assert net[0].lengths() == ((0, 2), (1, 1))
    net.play("pass")
    assert net[1].lengths() == ((0, 4), (1, 2))
    assert bodies(net[1], 1)[-1] == bodies(net[1], 0)[-1] == e.Ack()


def test_an_own_entry_at_the_head_does_for_an_ack(new_net) -> None:
    net = new_net("hh")
    match = net[1]
    net[0].act(0, "pass")
    act = net[0].entries(0, 1)[0]
    match.recovering = True
    match.receive(*act)
    match.receive(*net.table.forge(match, 1, e.Offer("draw", None)))
    match.recovered()
    assert [type(body) for body in bodies(match, 1)] == [e.Ack, e.Offer]


def test_one_who_comes_late_acknowledges_where_it_stands(new_net) -> None:
    net = new_net("hhh")
    net[2].recovering = True
    net.play("pass")
    net.play("pass")
    assert (net[2].k, net[2].lengths()[2]) == (2, (2, 1))
    net[2].recovered()
    assert net[2].lengths()[2] == (2, 2)
    assert net[2]._feeds[2].path[-1].k == net[0].k


def test_links_are_revealed_without_asking_anybody(new_net) -> None:
    net = new_net("hhh")
    net[0].act(0, "hit 1")
    assert net[0].waiting_for() == (Waiting(1, "reveal"), Waiting(2, "reveal"))
    assert (net[0].to_act(), net[0].own_turn()) == (None, None)
    assert [type(effect) for effect in net[0].effects()] == [Store, Announce, Pending]
    net[1].receive(*net[0].entries(0, 1)[0])
    (reveal,) = bodies(net[1], 1)[1:]
    assert (reveal.n, reveal.cause) == (1, net[0]._feeds[0].head)
    net.settle()
    assert net[2].k == 1
    assert len(net[2].steps()[0].dice) == 1


def test_a_game_that_resignations_have_ended_is_closed_by_itself(new_net) -> None:
    net = new_net("hh0", points=20)
    net[1].resign(1)
    net.settle()
    assert net[0].result is None
    net.play("pass")
    net[0].resign(2)
    net.settle()
    assert net[1].result == Result("resigned", Outcome((0,), "resigned"))
    assert all(match.complete for match in (net[0], net[1]))


def test_the_last_item_is_acknowledged_by_all_who_have_not_left(new_net) -> None:
    net = new_net("hhh", turn_limit=1)
    net[0].act(0, "pass")
    assert net[0].result == Result("played", Outcome((), "turn_limit"))
    assert net[0].waiting_for() == (Waiting(1, "ack"), Waiting(2, "ack"))
    effects = net[0].effects()
    assert Finished(net[0].result) in effects
    assert Complete() not in effects
    net.settle()
    for peer in net.peers:
        assert peer.match.complete
        assert peer.match.waiting_for() == ()
        assert peer.said[-1] == Complete()
        assert sum(isinstance(said, Complete) for said in peer.said) == 1
    assert refused(net[1].act, 1, "pass") is Code.OVER
    assert refused(net[1].resign, 1) is Code.OVER
    assert refused(net[1].offer, 1, "draw") is Code.OVER


def test_one_who_watches_signs_nothing(new_net, tables) -> None:
    net = new_net("hh")
    net.play("hit 1")
    watcher = net.table.match()
    for seat in (0, 1):
        for entry in net[0].entries(seat, 0):
            assert watcher.receive(*entry) is Receipt.NEW
    assert (watcher.k, watcher.state, watcher.own_turn()) == (1, net[0].state, None)
    assert not any(isinstance(effect, Store) and effect.durable for effect in watcher.effects())
    for deed, arguments in ((watcher.act, (0, "pass")), (watcher.resign, (0,)), (watcher.offer, (0, "draw"))):
        assert refused(deed, *arguments) is Code.NOT_YOUR_SEAT


# --- deeds --------------------------------------------------------------------------------------------------


def test_a_deed_that_is_not_possible_changes_nothing(new_net) -> None:
    net = new_net("hh0")
    match, before = net[0], (net[0].lengths(), net[0].head)
    assert refused(match.act, 1, "pass") is Code.NOT_YOUR_SEAT
    assert refused(match.act, 2, "pass") is Code.NOT_YOUR_TURN
    assert refused(match.act, 0, "dance") is Code.ILLEGAL
    assert refused(match.act, 0, "hit 0") is Code.ILLEGAL
    assert refused(match.act, 0, "") is Code.ILLEGAL
    assert refused(match.act, 0, "pass", drop=[1]) is Code.ILLEGAL
    assert refused(match.resign, 1) is Code.NOT_YOUR_SEAT
    assert refused(match.resign, 2) is Code.NOT_YOUR_TURN
    assert refused(match.accept, 0, bytes(32)) is Code.STALE
    assert refused(net[1].act, 0, "pass") is Code.NOT_YOUR_SEAT
    assert refused(net[1].act, 1, "pass") is Code.NOT_YOUR_TURN
    assert (match.lengths(), match.head) == before
    match.resign(0)
    assert refused(match.resign, 0) is Code.OVER


def test_acting_while_dice_are_awaited_is_refused(new_net) -> None:
    net = new_net("hh")
    net[0].act(0, "hit 1")
    assert refused(net[0].act, 0, "pass") is Code.NOT_YOUR_TURN
    assert net[0].lengths()[0] == (0, 2)


def test_thinking_time_is_kept_within_its_field(new_net) -> None:
    net = new_net("hh")
    net[0].act(0, "train", used_ms=2**40)
    net[0].act(0, "train", used_ms=-5)
    assert [body.used_ms for body in bodies(net[0], 0)[1:]] == [2**32 - 1, 0]


def test_who_owes_a_link_opens_it_before_it_resigns(new_net) -> None:
    net = new_net("hhh")
    net[0].act(0, "hit 1")
    act = net[0].entries(0, 1)[0]
    match = net[1]
    match.recovering = True
    match.receive(*act)
    match.recovering = False
    match.resign(1)
    assert [type(body) for body in bodies(match, 1)] == [e.Ack, e.Reveal, e.Resign]
    net.settle()
    net.play("hit 2")
    assert net[2].steps()[-1].resigned == (1,)


def test_who_has_resigned_goes_on_revealing_until_it_is_listed(new_net) -> None:
    net = new_net("hhh")
    resignation = net.table.forge(net[1], 1, e.Resign(1))
    net[1].receive(*resignation)
    net.play("hit 2")
    assert net[2].k == 1
    assert net[2].steps()[0].resigned == ((1,) if net[0]._log.situation.left else ())
    assert isinstance(bodies(net[1], 1)[-1], e.Reveal | e.Resign)


def test_an_act_lists_all_resignations_held(new_net) -> None:
    net = new_net("hhhh")
    net[3].resign(3)
    net[1].resign(1)
    net.settle()
    net.play("train")
    assert [item.seat for item in bodies(net[0], 0)[-1].inc] == [1, 3]
    assert net[2].steps()[0].resigned == (1, 3)


def test_hot_seat_and_computer_on_one_peer(new_net) -> None:
    net = new_net("hh0", {0: [0, 1]})
    match = net[0]
    for seat in (0, 1, 2, 0):
        assert match.own_turn() == match.to_act() == seat
        match.act(seat, "hit 1" if seat != 1 else "train")
        match.act(seat, "pass")
    assert match.k == 8
    assert [len(step.dice) for step in match.steps()].count(1) == 3


# --- what comes over links ----------------------------------------------------------------------------------


def test_what_a_link_may_not_send(new_net, tables) -> None:
    net = new_net("hh0")
    good = net.table.forge(net[1], 0, e.Offer("draw", None))
    other = tables.make_table("hh0", seed=3)
    cases = {
        Code.MALFORMED: [(b"", bytes(64)), (b"\x01", bytes(64)), (good[0] + b"\x00", good[1])],
        Code.NOT_CANONICAL: [(good[0].replace(b"\x97\x00\x01", b"\x97\x00\xcc\x01", 1), good[1])],
        Code.LIMIT: [(bytes(2000), bytes(64))],
        Code.BAD_SIGNATURE: [
            (good[0], bytes(64)),
            (good[0], sign(net.table.secrets[0].key, e.signed_bytes(other.id, good[0]))),
        ],
    }
    for code, entries in cases.items():
        for entry in entries:
            with pytest.raises(RemoteError) as caught:
                net[1].receive(*entry)
            assert caught.value.code is code
    computer = e.encode_payload(e.Payload(2, 0, net[1].id, 0, net[1].id, bytes(16), e.Ack()))
    with pytest.raises(RemoteError):
        net[1].receive(computer, bytes(64))
    assert net[1].evidence == []


def test_many_signatures_for_one_entry_are_one_item(new_net) -> None:
    net = new_net("hh")
    net[0].act(0, "train")
    packed, signature = net[0].entries(0, 1)[0]
    assert net[1].receive(packed, signature) is Receipt.NEW
    assert net[1].receive(packed, bytes(64)) is Receipt.KNOWN
    assert net[1].receive(packed, signature) is Receipt.KNOWN
    assert net[1].k == 1
    assert net[1].head == net[0].head


def test_evidence_is_told_once_and_bounded(new_net) -> None:
    net = new_net("hh")
    match = net[1]
    bad = net.table.forge(match, 0, e.Ack())
    for _ in range(3):
        assert match.receive(*bad) is Receipt.INVALID
    told = [effect for effect in match.effects() if isinstance(effect, Recorded)]
    assert told == match.evidence
    assert [(record.seat, record.code, record.packed) for record in told] == [(0, Code.LIMIT, bad[0])]
    for number in range(200):
        match.receive(
            *net.table.forge(match, 0, e.Offer("draw", None), seq=7 + number, prev=match._feeds[0].head)
        )
    assert len(match.evidence) == 64


def test_a_gap_leaves_no_trace(new_net) -> None:
    net = new_net("hh")
    for text in ("train", "train"):
        net[0].act(0, text)
    first, second = net[0].entries(0, 1)
    assert net[1].receive(*second) is Receipt.GAP
    assert net[1].effects() == []
    assert net[1].receive(*first) is Receipt.NEW
    assert net[1].receive(*second) is Receipt.NEW
    assert net[1].k == 2


# --- recovery -----------------------------------------------------------------------------------------------


def test_a_recovering_match_signs_nothing(new_net) -> None:
    net = new_net("hhh")
    net.play("pass")
    match = net.table.restored(net.peers[1].stored, 1, recovering=True)
    assert match.recovering
    assert match.k == 1
    assert not any(isinstance(effect, Store | Announce) for effect in match.effects())
    for deed, arguments in (
        (match.act, (1, "pass")),
        (match.resign, (1,)),
        (match.offer, (1, "draw")),
        (match.accept, (1, bytes(32))),
    ):
        assert refused(deed, *arguments) is Code.RECOVERING
    assert match.own_turn() is None
    net[0].offer(0, "draw")
    match.receive(*net[0].entries(0, len(net[0]._feeds[0]) - 1)[0])
    assert match.lengths()[1] == net[1].lengths()[1]
    match.recovered()
    assert match.own_turn() == 1
    match.act(1, "pass")
    assert match.k == 2


def test_a_restored_backup_takes_its_newer_entries_from_others(new_net) -> None:
    net = new_net("hh")
    backup = list(net.peers[0].stored)
    net.play("hit 1")
    net.play("train")
    match = net.table.restored(backup, 0, recovering=True)
    assert match.lengths() == ((0, 1), (1, 1))
    match.effects()
    for seat in (1, 0):
        for entry in net[1].entries(seat, 1):
            assert match.receive(*entry) is Receipt.NEW
    stores = [effect for effect in match.effects() if isinstance(effect, Store)]
    assert {(store.durable, e.decode_payload(store.packed).author) for store in stores} == {
        (True, 0),
        (False, 1),
    }
    match.recovered()
    match.recovered()
    assert match.lengths() == net[1].lengths()
    assert match.head == net[1].head
    match.act(0, "pass")
    assert net[1].receive(*match.entries(0, len(match._feeds[0]) - 2)[0]) is Receipt.NEW
    assert net[1].evidence == []


def test_an_own_entry_that_others_send_is_checked_and_one_signed_here_verifies(new_net) -> None:
    """Only what was signed a moment ago is believed without a look at its signature."""
    net = new_net("hh")
    backup = list(net.peers[0].stored)
    net.play("train")
    match = net.table.restored(backup, 0, recovering=True)
    packed, signature = net[1].entries(0, 1)[0]
    with pytest.raises(RemoteError) as caught:
        match.receive(packed, bytes(64))
    assert caught.value.code is Code.BAD_SIGNATURE
    assert match.lengths()[0] == (0, 1)
    assert match.receive(packed, signature) is Receipt.NEW
    with pytest.raises(RemoteError):
        Match(net.table.contract, net.table.signatures).load([(packed, bytes(64))])
    watcher = Match(net.table.contract, net.table.signatures)
    for seat in (0, 1):
        assert [watcher.receive(*entry) for entry in net[0].entries(seat, 0)].count(Receipt.NEW) > 0


def test_after_recovery_the_stored_bytes_are_sent_again_and_no_dice_are_rolled_twice(new_net) -> None:
    net = new_net("hh")
    net[0].act(0, "hit 1")
    net.flush(0)
    net.queues[(0, 1)].clear()
    match = net.table.restored(net.peers[0].stored, 0, recovering=True)
    match.effects()
    assert match.waiting_for() == (Waiting(1, "reveal"),)
    before = match.entries(0, 0)
    match.recovered()
    assert Announce(0, 1) in match.effects()
    assert match.entries(0, 0) == before == net[0].entries(0, 0)
    assert refused(match.act, 0, "train") is Code.NOT_YOUR_TURN
    net.peers[0].match = match
    net.settle()
    assert net[1].k == 1
    assert net[1].evidence == []


def test_own_entries_that_are_ahead_of_the_log_hold_the_seat_back(new_net) -> None:
    """Foreign entries are stored lazily: after a crash own ones may stand on some that were lost."""
    net = new_net("hh")
    net.play("pass")
    net.play("train")
    own = [entry for entry in net.peers[1].stored if e.decode_payload(entry[0]).author == 1]
    match = net.table.restored(own, 1)
    match.effects()
    assert match.lengths() == ((0, 0), net[1].lengths()[1])
    assert refused(match.resign, 1) is Code.STALE
    for entry in net[0].entries(0, 0):
        match.receive(*entry)
    assert match.lengths() == net[1].lengths()
    match.act(1, "pass")


def test_a_damaged_file_is_refused(new_net) -> None:
    net = new_net("hh")
    net.play("train")
    stored = net.peers[0].stored
    for damaged in (stored[1:], [(stored[0][0], bytes(64))]):
        with pytest.raises(RemoteError) as caught:
            net.table.restored(damaged, 0)
        assert caught.value.code in (Code.DAMAGED, Code.BAD_SIGNATURE)


# --- killed at any moment -----------------------------------------------------------------------------------


def play_on(net, script):
    """Let each seat play its part of ``script`` for the length the log has, until nothing is left."""
    net.settle()
    while net[0].result is None and net[0].k < len(script):
        kind, seat, text = script[net[0].k]
        for peer in net.peers:
            author = peer.match.controller(seat)
            if author in peer.match.own and peer.match.to_act() == seat:
                if kind == "resign":
                    peer.match.resign(seat)
                else:
                    peer.match.act(seat, text)
        net.settle()


def test_killed_after_any_store_it_finishes_with_the_same_log(tables) -> None:
    """One peer is rebuilt from every prefix of what it stored, while the others go on; the log must be the same."""
    script = [
        ("act", 0, "train"),
        ("act", 0, "hit 1"),
        ("act", 0, "pass"),
        ("act", 1, "hit 2"),
        ("act", 1, "pass"),
    ]
    script += [
        ("act", 2, "hit 0"),
        ("act", 2, "hit 1"),
        ("act", 2, "pass"),
        ("act", 3, "hit 0"),
        ("resign", 3, ""),
    ]
    script += [("act", 0, "hit 2"), ("act", 0, "pass")]
    table = tables.make_table("hhh0", points=40)
    whole = tables.table_net(table)
    play_on(whole, script)
    assert whole[0].k == len(script)
    for victim in range(3):
        stored = whole.peers[victim].stored
        for cut in range(len(stored) + 1):
            peers = [
                tables.Peer(
                    table.restored(peer.stored if number != victim else stored[:cut], number, recovering=True)
                )
                for number, peer in enumerate(whole.peers)
            ]
            net = tables.Net(peers, tables.mesh(3), whole.rng)
            net.settle()
            for peer in peers:
                peer.match.recovered()
            play_on(net, script)
            assert {match.head for match in (net[0], net[1], net[2])} == {whole[0].head}
            assert net[0].steps() == whole[0].steps()
            assert net[victim].evidence == []


def test_all_are_killed_at_once_and_go_on(tables) -> None:
    """Nothing that was sent is lost, so all may start again from what they stored: same dice, same log."""
    script = [
        ("act", 0, "hit 1"),
        ("act", 0, "hit 2"),
        ("act", 0, "pass"),
        ("act", 1, "hit 2"),
        ("act", 1, "pass"),
    ]
    table = tables.make_table("hhh", points=40)
    whole = tables.table_net(table)
    play_on(whole, script)
    most = max(len(peer.stored) for peer in whole.peers)
    tried = 0
    for cut in range(3, most):
        peers = [
            tables.Peer(table.restored(peer.stored[:cut], number)) for number, peer in enumerate(whole.peers)
        ]
        held = {entry for peer in whole.peers for entry in peer.stored[:cut]}
        own_lost = [
            entry
            for number, peer in enumerate(whole.peers)
            for entry in peer.stored[cut:]
            if e.decode_payload(entry[0]).author == number and entry in held
        ]
        if own_lost:
            continue  # such a cut cannot be: own entries are on disk before anybody else has them
        tried += 1
        net = tables.Net(peers, tables.mesh(3), whole.rng)
        play_on(net, script)
        assert [step.dice for step in net[0].steps()] == [step.dice for step in whole[0].steps()]
        assert {match.head for match in (net[0], net[1], net[2])} == {whole[0].head}
    assert tried > 5


def test_effects_tell_the_whole_story(new_net) -> None:
    net = new_net("hhh", points=3)
    while net[0].result is None:
        turn = net[0].to_act()
        targets = [seat for seat in net[0].game.living(net[0].state) if seat != turn]
        net.play(f"hit {targets[0]}" if net[0].state.hits < 2 else "pass")
    for peer in net.peers:
        assert [said for said in peer.said if isinstance(said, Applied)] == list(peer.match.steps())
        assert [type(said) for said in peer.said][-2:] == [Finished, Complete]
        assert [(step.k, step.state_hash) for step in peer.match.steps()] == list(
            enumerate(peer.match.hashes())
        )[1:]

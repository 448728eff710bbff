"""A hostile player at a real peer: every cheat is refused by its code, its author is named, and the match goes on.

``villain.py`` agrees on a match like anybody, over TCP and TLS, and then breaks one rule after the other. After each
the honest process is alive, stands where it stood, and takes the next honest entry.
"""

import json
import zipfile
from pathlib import Path

import msgspec
import pytest
import trio

from client.__main__ import main
from client.profiles import HOME_VARIABLE
from client.verify import load_match, open_transcript, verify_file
from protocol.entries import Ack, Resign, decode_payload
from protocol.flood import CHAT_BURST_OF_OTHERS, chat_bytes
from protocol.gossip import WANT_BURST
from protocol.handshake import PROTOCOL_VERSION
from protocol.identity import SMALL_ORDER_KEYS, public_bytes, secret_bytes, sign
from protocol.limits import FRAME_LIMIT, MAX_SIDE_ENTRIES
from protocol.messages import Ask, Bye, Chat, Hello, SignatureMessage, Tell, Want
from protocol.room_messages import Claim
from protocol.secret_file import decode_secrets

TOWERWARS = ("--game", "towerwars", "--size", "4")
DICE = ("--game", "krieg", "--mode", "towers")

TO_THE_DICE = ("buy fighter e1", "move e1 e2", "end", "end", "move e2 e3")
"""The first moves of a short game in the towers mode; at the next ``end`` of seat 0 a tower shoots."""


@pytest.fixture
def eve(villains, nursery):
    return villains.Villain(nursery)


class Honest:
    """The honest peer of a match, with what must hold of it whatever the other one does."""

    def __init__(self, peer, eve):
        self.peer = peer
        self.eve = eve
        self.invitation = ""

    async def began(self):
        self.file = Path((await self.peer.wait_for("match"))["file"])
        self.invitation = (await self.peer.wait_for("invitation"))["invitation"]
        return self

    async def plays(self, action):
        """Type an action; return once the villain has it."""
        k = self.eve.match.k
        await self.peer.say(action)
        await self.eve.until(lambda: self.eve.match.k > k)

    async def takes(self, body):
        """Let the villain sign something honest; return once it is an item here."""
        k = self.eve.match.k + 1
        await self.eve.say(body)
        return await self.peer.wait_for("item", k=k)

    async def records(self, code, seq):
        """Wait until an entry of the villain counts against it."""
        return await self.peer.wait_for("recorded", seat=self.eve.seat, seq=seq, code=code)

    async def refuses(self, code):
        """Wait until the villain's link was refused, which names it in an event of both ends, and link it again."""
        assert await self.eve.refused() == code
        downs = self.count("link_down", fingerprint=self.eve.fingerprint, code=code)
        assert downs or await self.peer.wait_for("link_down", fingerprint=self.eve.fingerprint, code=code)
        self.unmoved()
        await self.eve.come_back(self.invitation)

    def count(self, event, **fields):
        return sum(
            found["event"] == event and all(found.get(key) == value for key, value in fields.items())
            for found in self.peer.events
        )

    def unmoved(self):
        """The process lives, stands at the villain's honest view of the log, and its file proves that."""
        match = self.eve.match
        assert self.peer.process.returncode is None
        item = self.peer.last("item")
        assert (item["k"], item["head"]) == (match.k, match.head.hex()) if item else match.k == 0
        found = verify_file(self.file)
        assert (found.items, found.head, found.state_hash) == (match.k, match.head, match.state_hash)

    def log(self):
        return (Path(self.peer.last("profile")["directory"]) / "wabe.log").read_text()

    async def logs(self, text):
        """Wait until the log holds ``text``; nothing else tells when a stranger was refused."""
        with trio.fail_after(20):
            while text not in self.log():
                await trio.sleep(0.02)

    async def ends(self):
        """Let the villain give up: the match is over, complete, and verifies for the command line, too."""
        await self.eve.say(Resign(self.eve.seat))
        await self.peer.wait_for("finished", how="resigned")
        await self.eve.until(lambda: self.eve.match.result)
        await self.eve.say(Ack())
        await self.peer.finish()
        assert self.peer.last("complete")["head"] == self.eve.match.head.hex()
        assert main(["replay", str(self.file), "--verify"]) == 0
        assert self.peer.errors == ""
        assert "fault of this program" not in self.log()


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))


async def match_with(company, eve, *options):
    """Agree on a match between a person's peer and the villain."""
    host = await company.host("anna", *options)
    await eve.play_honestly((await host.wait_for("invitation"))["invitation"])
    return await Honest(host, eve).began()


# --- entries that their author may not sign --------------------------------------------------------------


async def test_signed_entries_against_the_rules_are_skipped_and_count_against_their_author(company, eve):
    honest = await match_with(company, eve, *TOWERWARS)

    # Out of turn: it is looked at when it could count, and something else stands there by then.
    await eve.say(eve.act(eve.legal()[0]))
    await honest.plays("A2-A3")
    await honest.records("stale", 1)
    honest.unmoved()

    # Illegal, no text of any action, for another's seat, and naming an entry that resigns nothing.
    for seq, body in enumerate(
        (
            eve.act("A3-A2"),
            eve.act("castle"),
            msgspec.structs.replace(eve.act(eve.legal()[0]), seat=0),
            msgspec.structs.replace(eve.act(eve.legal()[0]), x=bytes(32)),
        ),
        start=2,
    ):
        await eve.say(body)
        await honest.records("wrong_reveal" if seq == 5 else "illegal", seq)
        honest.unmoved()
    await honest.takes(eve.act(eve.legal()[0]))

    await honest.ends()


async def test_broken_chains_of_entries_are_not_kept_and_count_against_their_author(company, eve):
    honest = await match_with(company, eve, *TOWERWARS)
    await honest.plays("A2-A3")

    def wanted():
        return sum(isinstance(message, Want) for message in eve.heard)

    await eve.send_entry(*eve.entry(eve.act(eve.legal()[0]), prev=bytes(32)))
    await honest.records("prev", 1)
    seq = len(eve.match.entries(1, 0))
    await eve.send_entry(*eve.entry(Ack(), seq=seq + 3))
    await honest.records("sequence", seq + 3)
    honest.unmoved()
    assert [code for code, _, _ in open_transcript(honest.file).evidence] == ["prev", "sequence"]

    # A gap is asked for, once, and nothing behind it is kept.
    before = wanted()
    for number in range(3):
        await eve.send_entry(*eve.entry(Ack(), seq=seq + 3, prev=bytes([number]) * 32))
    await eve.until(lambda: wanted() > before)
    honest.unmoved()
    assert wanted() == before + 1

    await honest.takes(eve.act(eve.legal()[0]))
    await honest.ends()


async def test_a_second_entry_of_one_number_is_kept_on_file_and_does_not_count(company, eve):
    honest = await match_with(company, eve, *TOWERWARS)
    await honest.plays("A2-A3")
    first, second = eve.legal()[:2]
    other = eve.entry(eve.act(second))
    await honest.takes(eve.act(first))
    await eve.send_entry(*other)
    fork = await honest.records("fork", 1)
    assert "second entry" in fork["text"]
    honest.unmoved()
    on_file = open_transcript(honest.file)
    assert other in [*on_file.entries, *((packed, signature) for _, packed, signature in on_file.evidence)]
    await honest.plays(eve.legal()[0])
    await honest.takes(eve.act(eve.legal()[0]))
    assert honest.count("reverted") == 0
    await honest.ends()


# --- bytes that nobody may send --------------------------------------------------------------------------


async def test_forged_and_malformed_messages_cost_the_link_and_nothing_else(company, eve, villains):
    honest = await match_with(company, eve, *TOWERWARS)
    await honest.plays("A2-A3")
    good, signature = eve.entry(eve.act(eve.legal()[0]))

    # Another key; a flipped bit; another match; the other seat's name under one's own signature.
    await eve.send_entry(good, eve.signature(good, key=eve.fresh_secret().key))
    await honest.refuses("bad_signature")
    await eve.send_entry(good, bytes([signature[0] ^ 1]) + signature[1:])
    await honest.refuses("bad_signature")
    await eve.send_entry(*eve.entry(Ack(), match_id=bytes(32)))
    await honest.refuses("bad_signature")
    await eve.send_entry(*eve.entry(Ack(), author=0, seq=2))
    await honest.refuses("bad_signature")

    # The same entry in other bytes, signed again: an overlong number; too long; for a seat that nobody has.
    assert good[:2] == b"\x97\x01"
    overlong = b"\x97\xcc\x01" + good[2:]
    await eve.send_entry(overlong, eve.signature(overlong))
    await honest.refuses("not_canonical")
    await eve.send_entry(*eve.entry(Ack(), author=5))
    await honest.refuses("malformed")

    # Frames: too long, garbage in a good one, garbage all over, messages that have no place here.
    await eve.send_raw((FRAME_LIMIT + 1).to_bytes(4, "big") + bytes(64))
    await honest.refuses("frame_size")
    await eve.send_raw(b"\x00\x00\x00\x10" + b"\xc1" * 16)
    await honest.refuses("malformed")
    await eve.send_raw(b"GET / HTTP/1.1\r\n\r\n")
    await honest.refuses("frame_size")
    await eve.send(Hello("match", PROTOCOL_VERSION, (), "villain", eve.identity, bytes(32), None))
    await honest.refuses("unexpected")
    await eve.send(Want(bytes(32), 0, 0))
    await honest.refuses("wrong_match")
    await eve.send(Chat(eve.match.id, 0, 1, "I am anna", bytes(64)))
    await honest.refuses("bad_signature")
    await eve.send(Tell(eve.match.id, bytes(16), 1, ((1, 10**6), (0, 3)), bytes(64)))
    await honest.refuses("malformed")

    assert honest.count("recorded") == 0  # who forges is not who is forged
    await honest.takes(eve.act(eve.legal()[0]))
    await honest.ends()


async def test_floods_are_cut_off(company, eve):
    honest = await match_with(company, eve, *TOWERWARS)
    await honest.plays("A2-A3")

    def chat(n):
        text = f"line {n}"
        signature = sign(eve.secret.key, chat_bytes(eve.match.id, eve.seat, n, text))
        return Chat(eve.match.id, eve.seat, n, text, signature)

    # A line said again is no news, and one seat does not say more than a person could type.
    await eve.send(*(chat(n) for n in (1, 1, 1, 2)))
    await honest.peer.wait_for("chat", text="line 2")
    assert honest.count("chat", text="line 1") == 1
    await eve.send(*(chat(n) for n in range(3, 3 + 4 * CHAT_BURST_OF_OTHERS)))
    await honest.refuses("flood")
    assert honest.count("chat") <= 2 * CHAT_BURST_OF_OTHERS

    await eve.send(*(Want(eve.match.id, 0, 0) for _ in range(2 * WANT_BURST)))
    await honest.refuses("flood")

    # Questions are answered as long as an honest peer could ask, and then no more; nobody is to blame for them.
    await eve.send(*(Ask(eve.match.id, n.to_bytes(16, "big")) for n in range(200)))
    await eve.until(lambda: sum(isinstance(message, Tell) for message in eve.heard) >= 16)
    await honest.takes(eve.act(eve.legal()[0]))
    assert sum(isinstance(message, Tell) for message in eve.heard) < 40

    # More signed entries at one position than anybody needs.
    await honest.plays(eve.legal()[0])
    for _ in range(MAX_SIDE_ENTRIES):
        await eve.say(eve.act("castle"))
    seq = len(eve.match.entries(1, 0))
    await eve.send_entry(*eve.entry(eve.act("castle")))
    await honest.records("limit", seq)
    honest.unmoved()
    await eve.say(Resign(1))
    await honest.peer.wait_for("finished", how="resigned")


# --- dice ------------------------------------------------------------------------------------------------


async def test_a_wrong_or_withheld_link_holds_the_match_and_rolls_nothing_again(company, eve):
    honest = await match_with(company, eve, *DICE)
    for action in TO_THE_DICE[:3]:
        await honest.plays(action)
    await honest.takes(eve.act(TO_THE_DICE[3]))
    await honest.plays(TO_THE_DICE[4])
    await honest.peer.say("end")
    pending = await honest.peer.wait_for("pending")
    assert (pending["seat"], pending["action"], pending["owing"]) == (0, "end", [1])
    await eve.until(lambda: eve.match._log.chance)

    # Another link, the right one for something else, the same wrong one again: it still owes.
    seq = len(eve.match.entries(1, 0))
    links = eve.secret.chain
    for number, body in enumerate(
        (eve.reveal(x=links.link(2)), eve.reveal(x=bytes(32)), eve.reveal(cause=eve.match.head))
    ):
        await eve.say(body)
        await honest.records("fork" if number == 2 else "wrong_reveal", seq + number)
        honest.unmoved()

    # Restarts of either side change nothing: the same act waits, and nothing else can be played.
    await eve.drop()
    await eve.come_back(honest.invitation)
    entries = open_transcript(honest.file).entries
    honest.peer.process.kill()
    await honest.peer.wait()
    again = await company.resume("anna", str(honest.file), "--listen", "127.0.0.1:0")
    honest.peer = again
    honest.invitation = (await again.wait_for("invitation"))["invitation"]
    await eve._closed.wait()
    await eve.come_back(honest.invitation)
    await again.wait_for("recovered")
    assert (await again.wait_for("pending")) == pending
    await again.say("move e1 e2")
    assert "not_your_turn" in (await again.wait_for("reply"))["text"]
    await again.say("who")
    await eve.until(lambda: again.last("reply")["text"].endswith("(seat 1): reveal"))
    assert [e for e in open_transcript(honest.file).entries if decode_payload(e[0]).author == 0] == [
        e for e in entries if decode_payload(e[0]).author == 0
    ]

    # The right link, at last.
    item = await honest.takes(eve.reveal())
    assert item["dice"] or item["choices"]
    verify_file(honest.file)
    await honest.ends()


async def test_who_acts_with_a_wrong_link_does_not_act(company, villains, nursery):
    eve = villains.Villain(nursery, seat=0)
    honest = await match_with(company, eve, *DICE, "--seat", "1")
    for action in TO_THE_DICE[:3]:
        await honest.takes(eve.act(action))
    await honest.plays(TO_THE_DICE[3])
    await honest.takes(eve.act(TO_THE_DICE[4]))
    for x in (None, eve.secret.chain.link(2), bytes(32)):
        seq = len(eve.match.entries(0, 0))
        await eve.say(eve.act("end", x))
        await honest.records("wrong_reveal", seq)
        assert honest.count("pending") == 0
    item = await honest.takes(eve.act("end", eve.secret.chain.link(1)))
    assert item["dice"] or item["choices"]
    await eve.until(lambda: eve.match.k == item["k"])
    honest.unmoved()
    await honest.ends()


# --- states ----------------------------------------------------------------------------------------------


async def test_who_claims_another_state_is_not_followed(company, eve):
    honest = await match_with(company, eve, *TOWERWARS)
    await honest.plays("A2-A3")
    before = (eve.match.k, eve.match.head, eve.match.state_hash)
    _, own = decode_secrets(honest.file.with_suffix(".secret").read_bytes())
    await eve.send_entry(*eve.entry(eve.act(eve.legal()[0]), state=bytes(16)))
    froze = await honest.peer.wait_for("froze", seat=1, k=1)
    assert (froze["theirs"], froze["ours"]) == ("00" * 16, before[2].hex())
    stopped = await honest.peer.wait_for("stopped", seat=1, code="desync", k=1)
    assert await honest.peer.wait() == 1
    assert "wabe: error [desync]" in honest.peer.errors
    match = load_match(open_transcript(honest.file))
    assert (match.k, match.head, match.state_hash) == before

    with zipfile.ZipFile(stopped["bundle"]) as bundle:
        report = json.loads(bundle.read("report.json"))
        shown = b"".join(bundle.read(name) for name in bundle.namelist())
    assert report["difference"]["theirs"] == "00" * 16
    for secret in (secret_bytes(own[0].key), own[0].chain.last, own[0].chain.link(1)):
        assert secret not in shown
        assert secret.hex().encode() not in shown


# --- links -----------------------------------------------------------------------------------------------


async def test_who_proves_nothing_never_becomes_a_link(company, eve, villains, nursery):
    host = await company.host("anna", *TOWERWARS)
    invitation = (await host.wait_for("invitation"))["invitation"]
    honest = Honest(host, eve)

    major, minor = PROTOCOL_VERSION
    answers = await eve.say_hello(invitation, protocol=(major + 1, minor))
    assert [type(answer) for answer in answers] == [Hello, Bye]  # it says its own version, then why it closes
    assert (answers[0].protocol, answers[1].code) == (PROTOCOL_VERSION, "version")
    assert f"{major}.x must be updated" in answers[1].text
    await honest.logs("refused or left: version")

    for key in sorted(SMALL_ORDER_KEYS)[:3]:
        (bye,) = await eve.say_hello(invitation, identity=key)
        assert bye.code == "small_order_key"
    (bye,) = await eve.say_hello(invitation, identity=answers[0].identity)
    assert bye.code == "wrong_peer"
    await honest.logs("refused or left: small_order_key")

    # The right proof of one's own identity under somebody else's name.
    answers = await eve.say_hello(invitation, identity=villains.Villain(nursery).identity)
    assert answers[-1].code == "channel"
    await honest.logs("refused or left: channel")
    assert host.last("link_up") is None

    # Another version of the rules: a link, but only to hear which program is too old.
    await eve.link(invitation, rules=(("krieg", 1), ("towerwars", 2)))
    assert await eve.refused() == "rules_version"
    assert (await host.wait_for("link_down", fingerprint=eve.fingerprint))["code"] == "rules_version"
    assert "towerwars" in host.last("link_down")["text"]

    bert = await company.join(host, "bert", "--level", "simple")
    await bert.say("ready")
    await host.wait_for("match")


async def test_who_ends_tls_in_between_is_noticed_by_both(company, villains, nursery):
    host = await company.host("anna", *TOWERWARS)
    invitation = (await host.wait_for("invitation"))["invitation"]
    tapped = await villains.terminate_tls(nursery, invitation)
    guest = await company.start("bert", "--join", tapped, "--listen", "127.0.0.1:0")
    assert await guest.wait() == 1
    assert "wabe: error [channel]" in guest.errors
    await Honest(host, None).logs("refused or left: channel")
    assert host.last("link_up") is None
    again = await company.join(host, "bert", "--level", "simple")
    await again.wait_for("match")


# --- rooms -----------------------------------------------------------------------------------------------


async def test_a_guest_that_cheats_in_the_room(company, eve, villains):
    host = await company.host("anna", *TOWERWARS)
    invitation = (await host.wait_for("invitation"))["invitation"]
    honest = Honest(host, eve)
    eve.is_ready = False
    await eve.join(invitation)
    secret = eve.fresh_secret()
    key, tip = public_bytes(secret.key), secret.chain.tip

    # A seat key that signs anything is not given the seat.
    small = sorted(SMALL_ORDER_KEYS)[5]
    await eve.send(eve.statement(10, Claim(1, small, tip, "eve")))
    await eve.until(lambda: any(r.seat_key == small for r in eve.room.set_up.refused))
    await honest.logs(f"({eve.identity.hex()})")
    assert host.last("room")["seats"][1]["kind"] == "open"

    # A claim that was taken back is not renewed by saying the old statement again; other rooms' do not count.
    claim = eve.statement(11, Claim(1, key, tip, "eve"))
    await eve.send(claim)
    await eve.until(lambda: 1 in eve.room.seats_of(eve.identity))
    await eve.send(eve.statement(12), claim, claim)
    await eve.until(lambda: 1 in eve.room.open_seats())
    assert host.last("room")["seats"][1]["kind"] == "open"
    await eve.send(eve.statement(13, room=bytes(16)))
    assert await eve.refused() == "wrong_match"

    # Statements before the link was taken in, over a link that is refused.
    await eve.link(invitation, match=bytes(32), hasty=[eve.statement(14)] * 3)
    assert await eve.refused() == "wrong_match"
    await eve.link(invitation, rules=(("towerwars", 9),), hasty=[eve.statement(15)] * 3)
    assert await eve.refused() == "rules_version"

    # Turned out, and claiming again over a new link.
    await eve.link(invitation)
    await eve.send(eve.statement(20, Claim(1, key, tip, "eve")))
    await eve.until(lambda: 1 in eve.room.seats_of(eve.identity))
    await host.say("kick 1")
    assert await eve.refused() == "kicked"
    await eve.link(invitation, hasty=[eve.statement(21, Claim(1, key, tip, "eve"), ready=1)])
    assert await eve.refused() == "kicked"
    assert host.last("room")["seats"][1]["kind"] == "open"

    bert = await company.join(host, "bert", "--level", "simple")
    await bert.wait_for("match")
    await host.wait_for("match")
    assert host.errors == ""


async def test_a_contract_signature_of_somebody_else_makes_no_match(company, eve):
    host = await company.host("anna", *TOWERWARS)
    invitation = (await host.wait_for("invitation"))["invitation"]
    eve.signs = False
    await eve.join(invitation)
    await eve.until(lambda: eve.room._proposal)
    proposal = eve.room._proposal
    await eve.send(SignatureMessage(proposal.match, 1, sign(eve.secret.key, proposal.packed)))
    assert await eve.refused() == "bad_signature"
    assert (await host.wait_for("link_down", fingerprint=eve.fingerprint))["code"] == "bad_signature"
    assert host.last("match") is None
    await eve.link(invitation)
    await eve.send(SignatureMessage(proposal.match, 1, eve.contract_signature(proposal.packed)))
    assert (await host.wait_for("match"))["match"] == proposal.match.hex()


async def test_other_terms_after_readiness_are_not_signed(company, villains, nursery):
    """The host lets the guest agree to a small board and then proposes a contract about a large one."""
    eve = villains.Villain(nursery, seat=0)
    guest = await company.start("bert", "--join", await eve.host(size=4), "--listen", "127.0.0.1:0")
    assert (await guest.wait_for("agree"))["options"] == {"size": "4"}
    await guest.say("ready")
    await eve.until(lambda: [missing.seat for missing in eve.room.missing()] == [0])
    await eve.relabel(size=10)
    assert await guest.wait() == 1
    assert "wabe: error [contract]" in guest.errors
    assert not any(isinstance(message, SignatureMessage) for message in eve.heard)
    assert guest.last("match") is None
    assert not company.files("*.secret")

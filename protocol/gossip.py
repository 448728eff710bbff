"""Who on which link lacks what: entries find their way over any connected graph of links (N3).

On each link both ends say ``have``, then send what the other lacks, then forward what is new. An end says ``have``
again after every ``HAVE_EVERY`` entries that it took in from the link, and the other end never has more than ``WINDOW``
of them in flight: long feeds go in chunks, as fast as they are read.

A feed may have branches, where its author signed two entries of one number. Lengths alone do not show that,
so a link starts with the last entry that both ends have a number for, and an end that cannot place what it is
sent asks for what came before. Where branches meet, all of them are sent to everybody.

The machine is driven by calls and drained of messages. It holds no entries: what is sent is read from the match
when ``drain`` is called, and own entries only when they were announced, which is after they were stored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from protocol.contract import encode_contract, match_id
from protocol.entries import decode_payload, entry_hash
from protocol.errors import Code, RemoteError
from protocol.feed import Receipt
from protocol.flood import (
    ASK_BURST,
    ASK_PER_SECOND,
    CHAT_WAITING,
    Questions,
    SeatChat,
    check_lengths,
    sign_tell,
)
from protocol.identity import SeatSecret
from protocol.messages import (
    AnyMessage,
    Ask,
    Chat,
    ContractMessage,
    EntryMessage,
    Have,
    SignatureMessage,
    Tell,
    Want,
)
from protocol.meter import Meter
from protocol.recovery import Holder, Recovery

__all__ = ["Gossip", "GossipMatch", "Recovery"]

WINDOW = 256
"""Entries in flight on one link: some 64 KiB, 256 KiB at most; at 100 ms of round-trip time 2,500 entries a second."""

HAVE_EVERY = 16
"""Entries taken in from a link between two ``have``: the window never runs dry while the other end reads."""

WANT_BURST, WANT_PER_SECOND = 64, 4
"""``want`` messages of one link: an honest end needs a few a feed where branches meet. None lets more than a window
be sent."""

PROBE = 16
"""Entries to go back when one cannot be placed, before going back to the first: branches are mostly short."""


class GossipMatch(Holder, Protocol):
    """What is needed of a match (``protocol.match``)."""

    def entries(self, seat: int, start: int) -> Sequence[tuple[bytes, bytes]]:
        """Entries ``(P, signature)`` of a human seat's feed from number ``start`` on."""

    def forked(self) -> Sequence[tuple[bytes, bytes]]:
        """All entries of feeds that have branches, from where these part, each after the one that it follows."""

    def receive(self, packed: bytes, signature: bytes) -> Receipt:
        """Take in an entry; raises ``RemoteError`` where the link is at fault."""


@dataclass(slots=True)
class _Cursor:
    """One feed on one link.

    Attributes:
        next: Number of the next entry to send.
        again: Where entries that are sent once more, since the other end asked for them, end.
        asked: Length at which the other end was asked for the rest, or -1.
        probe: Number that the other end was asked to go back to, or -1.
    """

    next: int
    again: int = 0
    asked: int = -1
    probe: int = -1


@dataclass(slots=True)
class _Link:
    """One link.

    Attributes:
        identity: What the other end proved to be.
        asks, wants: Limits on these messages.
        cursors: By human seat; empty until the other end has said what it holds.
        credit: Entries that may still be sent before it says so again.
        taken: Entries taken in since it was last told what is held here.
        known: Names of entries of branched feeds that the other end holds.
        waiting: Lines of chat for the other end, for when it has said what it holds.
    """

    identity: bytes
    asks: Meter
    wants: Meter
    cursors: dict[int, _Cursor] = field(default_factory=dict)
    credit: int = WINDOW
    taken: int = 0
    known: set[bytes] = field(default_factory=set)
    waiting: list[Chat] = field(default_factory=list)

    def keep(self, line: Chat) -> None:
        """Let a line wait, and of each seat only the newest: who floods drowns nobody else."""
        same = [kept for kept in self.waiting if kept.seat == line.seat]
        if len(same) == CHAT_WAITING:
            self.waiting.remove(same[0])
        self.waiting.append(line)


class Gossip:
    """Gossip about one match over the links of one peer.

    Make it before the effects of ``match`` are first drained, tell it of each link whose other end is in
    the match (several to one peer do no harm), hand it each message of the types that ``receive`` names and each
    ``Announce`` effect, and send what ``drain`` returns after each of these. Times are milliseconds of any steady clock.

    Args:
        match: The match; what it holds now is taken to be on disk.
        signatures: The contract signature of each human seat.
        own: Secrets of the own seats, which answer the questions of others.
        chat_start: Number of the first line of own chat (see ``SeatChat``).
    """

    def __init__(
        self,
        match: GossipMatch,
        signatures: Mapping[int, bytes],
        own: Mapping[int, SeatSecret] | None = None,
        *,
        chat_start: int = 0,
    ) -> None:
        self._match = match
        self._contract = ContractMessage(encode_contract(match.contract))
        self._signatures = [SignatureMessage(match.id, seat, sig) for seat, sig in sorted(signatures.items())]
        self._own = dict(sorted((own or {}).items()))
        held = dict(match.lengths())
        self._stored = {seat: held[seat] for seat in self._own}
        self._is_branched = False
        self._branches: list[tuple[bytes, EntryMessage]] = []
        self._links: dict[int, _Link] = {}
        self._queue: list[tuple[int, AnyMessage]] = []
        self._questions = Questions(match.contract, match.id)
        self._chat = SeatChat(match.contract, match.id, self._own, chat_start)
        self._lines: list[Chat] = []
        self._recovery: Recovery | None = None
        self._find_branches()

    # Links

    def link_up(self, link: int, identity: bytes, now: int, *, send_contract: bool = True) -> None:
        """A link came up: its other end is told the contract and what is held here.

        Args:
            link: Number of the link, not in use.
            identity: What the other end proved to be.
            now: Milliseconds.
            send_contract: False if it surely has contract and signatures (they are small).
        """
        meters = Meter(ASK_BURST, ASK_PER_SECOND, now), Meter(WANT_BURST, WANT_PER_SECOND, now)
        self._links[link] = _Link(identity, *meters)
        if send_contract:
            self._send(link, self._contract, *self._signatures)
        self._send(link, self._have())

    def has_told(self, identity: bytes) -> bool:
        """Tell whether everything held here was sent, or need not be, over a link to ``identity`` that is up."""
        lengths = self._match.lengths()
        return any(
            state.identity == identity
            and state.cursors
            and all(state.cursors[seat].next >= length for seat, length in lengths)
            for state in self._links.values()
        )

    def link_down(self, link: int) -> None:
        """A link is gone, and with it what was to be sent over it."""
        state = self._links.pop(link, None)
        if state is not None and state.cursors and self._recovery is not None:
            self._recovery.link_down(state.identity)
        self._queue = [(to, message) for to, message in self._queue if to != link]

    # What comes in

    def receive(self, link: int, message: AnyMessage, now: int) -> None:
        """Take a message: contract, signature, have, entry, want, ask, tell or chat.

        What comes over a link that is not up is ignored: it may have been on its way when the link was closed.

        Raises:
            RemoteError: The link is at fault and must be closed: MALFORMED, NOT_CANONICAL, LIMIT, BAD_SIGNATURE, WRONG_MATCH,
                FLOOD, UNEXPECTED (another type of message).
        """
        if (state := self._links.get(link)) is None:
            return
        self._check_match(message)
        match message:
            case EntryMessage():
                self._take_entry(link, state, message)
            case Have():
                self._take_have(link, state, check_lengths(self._match.contract, message.lengths))
            case Want():
                self._take_want(state, message, now)
            case Ask():
                self._take_ask(link, state, message, now)
            case Tell():
                self._take_tell(link, message)
            case Chat():
                self._take_chat(link, state, message, now)
            case ContractMessage() | SignatureMessage():
                pass  # everything was there when the match began
            case _:
                kind = type(message).__struct_config__.tag
                raise RemoteError(Code.UNEXPECTED, f"{kind!r} is not expected in a match")

    def _check_match(self, message: AnyMessage) -> None:
        if isinstance(message, ContractMessage):
            named = match_id(message.packed)
        elif isinstance(message, SignatureMessage | Have | Want | Ask | Tell | Chat):
            named = message.match
        else:
            return  # an entry of another match fails by its signature
        if named != self._match.id:
            raise RemoteError(Code.WRONG_MATCH, "this message is about another match", "match")

    def _take_entry(self, link: int, state: _Link, message: EntryMessage) -> None:
        if not state.cursors:
            raise RemoteError(Code.UNEXPECTED, "'entry' is not expected before 'have'")
        packed = bytes(message.packed)
        payload = decode_payload(packed)
        cursor = self._cursor(state, payload.author)
        receipt = self._match.receive(packed, message.signature)
        if receipt is Receipt.GAP:
            self._ask_for_gap(link, cursor, payload.author)
        elif receipt is Receipt.INVALID:
            self._ask_for_branch(link, cursor, payload.author, payload.seq)
        else:
            # Whoever sends an entry holds those before it as well.
            cursor.next = max(cursor.next, payload.seq + 1)
            if receipt is Receipt.FORK:
                cursor.probe = -1
                self._find_branches()
            if self._is_branched:
                state.known.add(entry_hash(self._match.id, packed))
        state.taken += 1
        if state.taken == HAVE_EVERY:
            state.taken = 0
            self._send(link, self._have())

    def _ask_for_gap(self, link: int, cursor: _Cursor, seat: int) -> None:
        """Ask for what is missing, once at each length. Nothing is kept meanwhile: it will be sent again."""
        length = dict(self._match.lengths())[seat]
        if cursor.asked != length:
            cursor.asked = length
            self._send(link, Want(self._match.id, seat, length))

    def _ask_for_branch(self, link: int, cursor: _Cursor, seat: int, seq: int) -> None:
        """Ask for what the other end's branch has in common with what is held: a little back, then from the start."""
        if cursor.probe == -1:
            cursor.probe = max(0, seq - PROBE)
        elif seq == cursor.probe > 0:
            cursor.probe = 0
        else:
            return
        self._send(link, Want(self._match.id, seat, cursor.probe))

    def _take_have(self, link: int, state: _Link, held: Mapping[int, int]) -> None:
        if not state.cursors:
            for seat, ours in self._match.lengths():
                state.cursors[seat] = _Cursor(max(0, min(ours, held.get(seat, 0)) - 1))
            self._send(link, *self._questions.all(), *state.waiting)
            state.waiting.clear()
            if self._recovery is not None:
                self._recovery.link_up(state.identity)
            return
        state.credit = min(WINDOW, state.credit + HAVE_EVERY)
        for seat, ours in self._match.lengths():
            cursor = state.cursors[seat]
            if cursor.next >= cursor.again:
                # What it has got elsewhere is skipped, but for the last: that one shows a branch.
                cursor.next = max(cursor.next, min(ours, held.get(seat, 0)) - 1)

    def _take_want(self, state: _Link, want: Want, now: int) -> None:
        if not state.wants.take(now):
            raise RemoteError(Code.FLOOD, "too many 'want' messages")
        cursor = self._cursor(state, want.seat)
        cursor.again = max(cursor.again, cursor.next)
        cursor.next = want.seq

    def _cursor(self, state: _Link, seat: int) -> _Cursor:
        if seat not in self._match.contract.humans:
            raise RemoteError(Code.MALFORMED, "a seat that no person holds has no feed", f"seat {seat}")
        if not state.cursors:
            raise RemoteError(Code.UNEXPECTED, "nothing is expected before 'have'")
        return state.cursors[seat]

    def _take_ask(self, link: int, state: _Link, ask: Ask, now: int) -> None:
        # Whoever passes on too many questions of others is not at fault, so they are dropped.
        if not state.asks.take(now) or not self._questions.ask(ask):
            return
        self._flood(ask, but=link)
        for seat, secret in self._own.items():
            tell = sign_tell(secret, ask, seat, self._match.lengths())
            self._questions.tell(tell)
            self._flood(tell)

    def _take_tell(self, link: int, tell: Tell) -> None:
        lengths = self._questions.tell(tell)
        if lengths is None:
            return
        self._flood(tell, but=link)
        if self._recovery is not None and self._recovery.ask.nonce == tell.nonce:
            self._recovery.tell(tell.seat, lengths)

    def _take_chat(self, link: int, state: _Link, chat: Chat, now: int) -> None:
        try:
            is_new = self._chat.hear(chat, now)
        except RemoteError as error:
            if error.code is Code.FLOOD and state.identity != self._match.contract.human(chat.seat).identity:
                return  # who passed it on is not at fault
            raise
        if is_new:
            self._lines.append(chat)
            self._flood(chat, but=link)

    # What comes from here

    def announce(self, seat: int, seq: int) -> None:
        """Entry ``seq`` of ``seat`` is new here and, if it is one's own, on disk: it may be sent."""
        if seat in self._stored:
            self._stored[seat] = max(self._stored[seat], seq + 1)
        if self._is_branched:
            self._find_branches()

    def say(self, seat: int, text: str, now: int) -> Chat:
        """Say a line of chat to everybody in the match and return it.

        Raises:
            LocalError: NOT_YOUR_SEAT, LIMIT, MALFORMED, FLOOD (see ``SeatChat.say``).
        """
        chat = self._chat.say(seat, text, now)
        self._flood(chat)
        return chat

    def recover(self, recovery: Recovery) -> None:
        """Ask everybody, also whoever is linked later, and hand the answers to ``recovery``."""
        self._recovery = recovery
        for state in self._links.values():
            if state.cursors:
                recovery.link_up(state.identity)
        self._questions.ask(recovery.ask, own=True)
        self._flood(recovery.ask)

    # What goes out

    def lines(self) -> list[Chat]:
        """Return the lines of chat that came in since the last call."""
        lines, self._lines = self._lines, []
        return lines

    def drain(self) -> list[tuple[int, AnyMessage]]:
        """Return what is to be sent now: ``(link, message)``, in order for each link."""
        for link, state in self._links.items():
            for seat, cursor in state.cursors.items():
                self._send_entries(link, state, seat, cursor)
            if state.cursors:
                self._send_branches(link, state)
        messages, self._queue = self._queue, []
        return messages

    def _send_entries(self, link: int, state: _Link, seat: int, cursor: _Cursor) -> None:
        entries = self._match.entries(seat, cursor.next)
        if seat in self._stored:
            entries = entries[: max(0, self._stored[seat] - cursor.next)]
        for packed, signature in entries[: state.credit]:
            cursor.next += 1
            state.credit -= 1
            if self._is_branched:
                state.known.add(entry_hash(self._match.id, packed))
            self._send(link, EntryMessage(msgspec.Raw(packed), signature))

    def _send_branches(self, link: int, state: _Link) -> None:
        for e, message in self._branches:
            if state.credit and e not in state.known:
                state.known.add(e)
                state.credit -= 1
                self._send(link, message)

    def _find_branches(self) -> None:
        """Read anew which entries must be sent by name, since their numbers do not tell them apart."""
        self._is_branched = False
        self._branches = []
        for packed, signature in self._match.forked():
            self._is_branched = True
            payload = decode_payload(packed)
            if self._may_send(payload.author, payload.seq):
                e = entry_hash(self._match.id, packed)
                self._branches.append((e, EntryMessage(msgspec.Raw(packed), signature)))

    def _may_send(self, seat: int, seq: int) -> bool:
        return seat not in self._stored or seq < self._stored[seat]

    def _have(self) -> Have:
        return Have(self._match.id, self._match.lengths())

    def _send(self, link: int, *messages: AnyMessage) -> None:
        self._queue.extend((link, message) for message in messages)

    def _flood(self, message: Ask | Tell | Chat, but: int | None = None) -> None:
        for link, state in self._links.items():
            if link == but:
                continue
            # Who has not said what it holds is told all questions, and what was said meanwhile, once it does.
            if state.cursors:
                self._send(link, message)
            elif isinstance(message, Chat):
                state.keep(message)

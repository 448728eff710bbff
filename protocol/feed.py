"""One author's entries: signature, sequence, ``prev``, limits, forks (N2, N6).

A feed is a chain of entries, each naming the one before. What stands alone in an entry or among entries of
one author is judged here; whether an entry fits the log is judged in ``protocol.log``. An entry that breaks
the chain is not kept, and its place stays open for one that does not.

An author who signs two different entries of one number makes a *fork*: the feed then is a tree. One path
of it is followed, the others are kept, a bounded number of entries each author; which path it should be is
decided in ``protocol.forks``.
"""

import enum
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.game import Seat
from protocol.entries import (
    Ack,
    Act,
    Agree,
    Body,
    Offer,
    Payload,
    Resign,
    Reveal,
    Yes,
    entry_hash,
    signed_bytes,
)
from protocol.errors import Code, RemoteError
from protocol.identity import verify
from protocol.limits import MAX_BRANCH_ENTRIES, MAX_FORKS, MAX_REVEALS, MAX_SIDE_ENTRIES

__all__ = ["Entry", "Fault", "Feed", "Receipt"]


class Receipt(enum.Enum):
    """What became of an entry that arrived."""

    NEW = "new"
    """It continues the feed; it was kept."""
    KNOWN = "known"
    """It was held already."""
    GAP = "gap"
    """Entries before it are missing; it was not kept: ask for the feed from its length on."""
    INVALID = "invalid"
    """Its author signed it against the rules of feeds; it was not kept."""
    FORK = "fork"
    """Its author signed two entries of one number; it was kept beside the path that is followed, or is now on
    it. Send the other end all of ``Match.forked``."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a signed entry counts against its author."""

    code: Code
    text: str


@dataclass(frozen=True, slots=True)
class _Tally:
    """What the limits count, along one path up to and with one entry: at its k, and in all."""

    k: int = 0
    side: int = 0
    acks: int = 0
    reveals: int = 0
    resigned: tuple[Seat, ...] = ()

    def after(self, k: int, body: Body) -> "_Tally":
        """Return the tally with one more entry."""
        tally = self if k == self.k else _Tally(k, resigned=self.resigned)
        match body:
            case Act() | Agree() | Offer() | Yes():
                return replace(tally, side=tally.side + 1)
            case Ack():
                return replace(tally, acks=tally.acks + 1)
            case Reveal():
                return replace(tally, reveals=tally.reveals + 1)
            case Resign():
                return replace(tally, resigned=(*tally.resigned, body.seat))

    def fault(self) -> Fault | None:
        """Return which limit is exceeded."""
        if self.side > MAX_SIDE_ENTRIES:
            return Fault(Code.LIMIT, f"more than {MAX_SIDE_ENTRIES} acts, offers and answers at one item")
        if self.acks > 1:
            return Fault(Code.LIMIT, "a second ack at one item")
        if self.reveals > MAX_REVEALS:
            return Fault(Code.LIMIT, f"more than {MAX_REVEALS} reveals at one item")
        if len(set(self.resigned)) < len(self.resigned):
            return Fault(Code.LIMIT, "a second resignation of the same seat")
        return None


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A signed entry that fits into its author's feed.

    Attributes:
        e: Its name.
        packed: The bytes of P as received.
        signature: One valid signature over them; others may exist.
        payload: What they say.
    """

    e: bytes
    packed: bytes
    signature: bytes
    payload: Payload
    _tally: _Tally

    @property
    def author(self) -> Seat:
        """Seat whose feed it is in."""
        return self.payload.author

    @property
    def seq(self) -> int:
        """Number in the feed."""
        return self.payload.seq

    @property
    def k(self) -> int:
        """Length of the log as the author had applied it."""
        return self.payload.k

    @property
    def body(self) -> Body:
        """What is said."""
        return self.payload.body


class Feed:
    """The entries of one human seat.

    Attributes:
        seat: Its author.
        path: The entries that are followed, by number.
        cut: Number from which on nothing is followed, since its author made more forks than are kept; or None.
    """

    def __init__(self, seat: Seat, match_id: bytes, key: bytes) -> None:
        self.seat = seat
        self.path: list[Entry] = []
        self._match_id = match_id
        self._key = key
        self._nodes: dict[bytes, Entry] = {}
        self._children: dict[bytes, list[Entry]] = {}
        self._dead: set[bytes] = set()
        self._settled: set[bytes] = set()
        self._forks = 0
        self._mark: Entry | None = None
        self.cut: int | None = None

    def __len__(self) -> int:
        return len(self.path)

    @property
    def head(self) -> bytes:
        """What the next entry's ``prev`` must be."""
        return self.path[-1].e if self.path else self._match_id

    @property
    def is_forked(self) -> bool:
        """Whether the author signed two entries of one number, and which one stands is not settled."""
        return self._forks > 0

    def side_entries(self, k: int) -> int:
        """Return how many acts, agrees, offers and answers at length ``k`` the path ends with."""
        tally = self.path[-1]._tally if self.path else _Tally()
        return tally.side if tally.k == k else 0

    def nodes(self) -> Iterator[Entry]:
        """Iterate over all entries held, of all branches that may still stand, in the order of arrival."""
        return (entry for entry in self._nodes.values() if entry.e not in self._dead)

    def following(self, path: Sequence[Entry]) -> Sequence[Entry]:
        """Return the entries held that may follow ``path``, in the order of arrival; more than one: a fork."""
        if self.cut is not None and len(path) >= self.cut:
            return ()
        return self._children.get(path[-1].e if path else self._match_id, ())

    def beside(self, entry: Entry) -> Sequence[Entry]:
        """Return the entries held that follow the same one as ``entry``, itself included if it is held."""
        return self._children.get(entry.payload.prev, ())

    @property
    def is_open(self) -> bool:
        """Whether nothing held follows the path: the author may go on."""
        return self.cut is None and not self.following(self.path)

    def forks(self) -> list[list[Entry]]:
        """Return the entries of each number that there are several of, and it is not settled which one stands."""
        return [entries for entries in self._children.values() if len(entries) > 1]

    @property
    def first_fork(self) -> int:
        """Number of the first entry that there are several of; there must be one."""
        return min(entries[0].seq for entries in self.forks())

    def forked(self) -> list[Entry]:
        """Return what numbers do not tell others of this feed: all entries from the first fork on that is not settled.

        Each stands after the one that it follows. Of what is settled only one entry is returned, the last there
        was then: whoever has followed another branch cannot place it, and asks for the rest.
        """
        found = [] if self._mark is None else [self._mark]
        if self.is_forked:
            first = self.first_fork
            found += [entry for entry in self.nodes() if entry.seq >= first and entry is not self._mark]
        return found

    def settle(self, start: Entry, last: Entry) -> None:
        """Follow ``start`` for good: entries beside it and what follows those are not looked at any more.

        ``last`` is the last entry now that follows ``start``, or itself.
        """
        self._settled.add(start.payload.prev)
        self._mark = last
        siblings = self._children[start.payload.prev]
        dead = [entry for entry in siblings if entry is not start]
        self._children[start.payload.prev] = [start]
        self._forks -= len(dead)
        while dead:
            entry = dead.pop()
            self._dead.add(entry.e)
            following = self._children.pop(entry.e, [])
            self._forks -= max(0, len(following) - 1)
            dead += following

    def take(
        self,
        packed: bytes,
        signature: bytes,
        payload: Payload,
        is_settled: Callable[[Seat, int], bool] = lambda seat, seq: False,
        *,
        signed_here: bool = False,
    ) -> tuple[Receipt, Entry | None, Fault | None]:
        """Take in an entry of this author.

        Args:
            packed: The bytes of P as received.
            signature: Over them.
            payload: What they say.
            is_settled: Tells whether everybody has acknowledged the present entry of a seat and number: a second
                one is not kept then.
            signed_here: The signature was made just now with the key of this seat: it is not checked.

        Returns:
            The receipt; the entry if it was kept now; the fault if the author is to blame.

        Raises:
            RemoteError: BAD_SIGNATURE: whoever sent it must close; nothing is recorded against the author.
        """
        e = entry_hash(self._match_id, packed)
        if e in self._nodes:
            return Receipt.KNOWN, None, None
        if not (signed_here or verify(self._key, signature, signed_bytes(self._match_id, packed))):
            raise RemoteError(Code.BAD_SIGNATURE, "an entry is not signed by its author", f"seat {self.seat}")
        parent = self._nodes.get(payload.prev)
        if parent is None and not (payload.seq == 0 and payload.prev == self._match_id):
            if payload.seq > len(self.path):
                return Receipt.GAP, None, None
            return Receipt.INVALID, None, Fault(Code.PREV, "it does not name the entry before it")
        tally = (parent._tally if parent else _Tally()).after(payload.k, payload.body)
        fault = self._fault(parent, payload) or tally.fault()
        if fault is not None:
            return Receipt.INVALID, None, fault
        entry = Entry(e, packed, signature, payload, tally)
        if payload.prev == self.head and self.is_open:
            self._keep(entry)
            self.path.append(entry)
            return Receipt.NEW, entry, None
        fault = Fault(Code.FORK, f"a second entry {payload.seq}") if self.beside(entry) else None
        if payload.prev in self._dead or payload.prev in self._settled or is_settled(self.seat, payload.seq):
            return Receipt.INVALID, None, fault
        if self._forks + bool(self.beside(entry)) > MAX_FORKS or self._is_full:
            self.cut = min(payload.seq, self.first_fork, len(self.path) if self.cut is None else self.cut)
            return Receipt.INVALID, None, fault
        self._keep(entry)
        return Receipt.FORK, entry, fault

    @property
    def _is_full(self) -> bool:
        return len(self._nodes) - len(self._dead) - len(self.path) >= MAX_BRANCH_ENTRIES

    def _keep(self, entry: Entry) -> None:
        self._nodes[entry.e] = entry
        siblings = self._children.setdefault(entry.payload.prev, [])
        self._forks += bool(siblings)
        siblings.append(entry)

    def _fault(self, parent: Entry | None, payload: Payload) -> Fault | None:
        if parent is None:
            # N2: entry 0 is the ack at L_0.
            if not isinstance(payload.body, Ack) or payload.k != 0 or payload.head != self._match_id:
                return Fault(Code.SEQUENCE, "the first entry is not an ack of the start")
        elif payload.seq != parent.seq + 1:
            return Fault(Code.SEQUENCE, "its number does not follow that of the entry before it")
        elif payload.k < parent.k:
            return Fault(Code.SEQUENCE, "k falls")
        return None

"""Two entries of one number: which branch of a forked feed is followed (N6).

An author may sign two different entries with the same number and show one to some peers, the other to others.
Everybody who holds both must follow the same one, or none. Another human seat *acknowledges* a branch when one of
its entries names an entry of the branch, or has a head that an item led to which is, or names, an entry of the
branch: a head commits to all items before it, so it can never be said to have meant another branch. Then

- the only branch that was acknowledged stands; who acknowledged several counts for none of them;
- of branches that nobody acknowledged the one with the smallest name stands, until one is;
- when different seats acknowledged different branches, the feed ends before the fork, and the match with it;
- once everybody who has not left has acknowledged, the others are dropped for good;
- an author with more open forks than ``MAX_FORKS`` has its feed end before the first of them.

Thus a late fork of what others have long acknowledged changes nothing, and an early one splits nobody for good.
All this is computed from the entries held, again without regard to their order.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from engine.game import Seat
from protocol.entries import Act, Agree, Listed, Resign, Reveal, Yes
from protocol.feed import Entry, Feed
from protocol.log import Log, next_head

__all__ = ["Forks"]

SNAPSHOT_EVERY = 64
"""Items between two snapshots of the log: copying it then costs little, and a fork of the last two or three turns
means to compute at most some hundred items anew."""


def _named(entry: Entry) -> Iterator[bytes]:
    """Iterate over the names of other entries that an entry mentions."""
    match entry.body:
        case Act(inc=inc):
            yield from (item.e for item in inc if isinstance(item, Listed))
        case Reveal(cause=cause):
            yield cause
        case Yes(offer=offer):
            yield offer
        case Agree(offer=offer, yes=yes):
            yield from (offer, *yes)


@dataclass(slots=True, eq=False)
class _Branch:
    """One way on from a fork, with all that follows.

    Attributes:
        start: Its first entry.
        names: Its entries.
        voters: Seats that acknowledged it.
    """

    start: Entry
    names: set[bytes] = field(default_factory=set)
    voters: set[Seat] = field(default_factory=set)


@dataclass(slots=True, eq=False)
class _Fork:
    """A place where the feed of ``seat`` has several entries of one number.

    Attributes:
        seat: The author.
        branches: By name of the first entry.
        of_head: The branch that a head commits to, where it does.
    """

    seat: Seat
    branches: dict[bytes, _Branch]
    of_head: dict[bytes, _Branch] = field(default_factory=dict)

    def choose(self, voters: frozenset[Seat]) -> tuple[_Branch | None, bool]:
        """Return the branch to follow and whether that is final; None when different ones were acknowledged.

        It is final when it alone was acknowledged, and all ``voters`` were heard; without any it never is.
        """
        votes = [branch.voters - {self.seat} for branch in self.branches.values()]
        heard = set[Seat]().union(*votes)
        twice = {seat for seat in heard if sum(seat in found for found in votes) > 1}
        acknowledged = [branch for branch in self.branches.values() if branch.voters - twice - {self.seat}]
        if not acknowledged:
            return self.branches[min(self.branches)], False
        if len(acknowledged) > 1:
            return None, False
        return acknowledged[0], bool(voters) and heard >= voters


class _Ballot:
    """Who acknowledged which branch of the forks that are open, as far as the entries held show.

    The links between heads need no rules: an act carries the head that it was written at, so ``H(head ‖ e)`` is
    the head after it if it was an item. Only a resignation may become an item at another head than its own.

    Attributes:
        has_changed: Set when any branch won a voter.
        _after: For a head those that follow it by an item.
        _items: For an entry the heads after items that are, or name, it.
        _loose: Heads that somebody signed at and no item is known to lead to, with their length.
    """

    def __init__(self, feeds: Mapping[Seat, Feed]) -> None:
        self.has_changed = True
        self._forks: list[_Fork] = []
        self._signers: defaultdict[bytes, set[Seat]] = defaultdict(set)
        self._namers: defaultdict[bytes, set[Seat]] = defaultdict(set)
        self._after: defaultdict[bytes, set[bytes]] = defaultdict(set)
        self._items: defaultdict[bytes, set[bytes]] = defaultdict(set)
        self._linked: set[bytes] = set()
        self._loose: dict[bytes, int] = {}
        self._heads_at: defaultdict[int, set[bytes]] = defaultdict(set)
        self._resignations: list[Entry] = []
        for feed in feeds.values():
            self._forks += (
                _Fork(feed.seat, {start.e: _Branch(start) for start in starts}) for starts in feed.forks()
            )
        for feed in feeds.values():
            for entry in feed.nodes():
                self.add(entry)

    def fork(self, start: Entry) -> _Fork:
        """Return the fork that ``start`` begins a branch of."""
        return next(fork for fork in self._forks if start.e in fork.branches)

    def add(self, entry: Entry) -> None:
        """Count an entry, which must come after the one that it follows."""
        head = entry.payload.head
        for fork in self._forks:
            if fork.seat == entry.author:
                self._grow(fork, entry)
        self._signers[head].add(entry.author)
        for e in _named(entry):
            self._namers[e].add(entry.author)
        for fork in self._forks:
            for branch in fork.branches.values():
                if not branch.names.isdisjoint(_named(entry)):
                    self._vote(branch, {entry.author})
            if head in fork.of_head:
                self._vote(fork.of_head[head], {entry.author})
        if head not in self._linked and head not in self._loose:
            self._loose[head] = entry.k
            self._tie(entry.k)
        self._know(entry.k, head)
        if isinstance(entry.body, Act | Agree | Resign):
            self._link(entry.k, head, entry)
        if isinstance(entry.body, Resign) and entry.body.seat == entry.author:
            self._resignations.append(entry)
            for k in sorted(set(self._loose.values())):
                self._tie(k)

    def _grow(self, fork: _Fork, entry: Entry) -> None:
        """Let an entry go on with the branch that it follows."""
        for branch in fork.branches.values():
            if entry is branch.start or entry.payload.prev in branch.names:
                branch.names.add(entry.e)
                self._vote(branch, self._namers.get(entry.e, set()))
                for head in self._items.get(entry.e, ()):
                    self._commit(fork, branch, head)

    def _know(self, k: int, head: bytes) -> None:
        """Take notice of a head at length ``k``, signed at or led to."""
        if head not in self._heads_at[k]:
            self._heads_at[k].add(head)
            if self._loose:
                self._tie_from(k, head, self._resignations)

    def _link(self, k: int, head: bytes, item: Entry) -> None:
        """Take notice of the head after ``item`` if that was one at ``head``, of length ``k``."""
        after = next_head(head, item.e)
        if after in self._after[head]:
            return
        self._after[head].add(after)
        self._linked.add(after)
        self._loose.pop(after, None)
        for e in (item.e, *_named(item)):
            self._items[e].add(after)
        for fork in self._forks:
            for branch in fork.branches.values():
                if item.e in branch.names or not branch.names.isdisjoint(_named(item)):
                    self._commit(fork, branch, after)
            if head in fork.of_head:
                self._commit(fork, fork.of_head[head], after)
        self._know(k + 1, after)

    def _tie(self, k: int) -> None:
        """Look for resignations as the last items before the heads at length ``k`` that no item is known to lead to."""
        for back in range(1, min(k, len(self._resignations)) + 1):
            for head in list(self._heads_at.get(k - back, ())):
                self._tie_from(k - back, head, self._resignations)

    def _tie_from(self, k: int, head: bytes, resignations: list[Entry]) -> bool:
        """Link ``head`` by resignations, one after the other, to such heads; tell whether there are any."""
        is_tied = False
        for item in resignations:
            after = next_head(head, item.e)
            others = [other for other in resignations if other.author != item.author]
            if after in self._loose or (others and self._tie_from(k + 1, after, others)):
                self._link(k, head, item)
                is_tied = True
        return is_tied

    def _commit(self, fork: _Fork, branch: _Branch, head: bytes) -> None:
        """``head``, and all that follow it, commit to ``branch``."""
        heads = [head]
        while heads:
            head = heads.pop()
            if head not in fork.of_head:
                fork.of_head[head] = branch
                self._vote(branch, self._signers.get(head, set()))
                heads += self._after.get(head, ())

    def _vote(self, branch: _Branch, seats: set[Seat]) -> None:
        if not seats <= branch.voters:
            branch.voters |= seats
            self.has_changed = True


class Forks:
    """Follows the feeds, at their forks the right branches, and keeps the log that this makes.

    Args:
        feeds: By human seat. Their ``path`` is set here when they are forked.
        new_log: Makes a log of paths.

    Attributes:
        log: The log of the match as far as it was computed; another one when other branches are followed.
        conflict: The seat whose feed ends before a fork, since different seats acknowledged different branches or
            there are too many of them; or None.
    """

    def __init__(
        self, feeds: Mapping[Seat, Feed], new_log: Callable[[Mapping[Seat, list[Entry]]], Log]
    ) -> None:
        self.conflict: Seat | None = None
        self._feeds = feeds
        self._new_log = new_log
        self._ballot: _Ballot | None = None
        self._snapshots: list[Log] = []
        self.log = new_log(self._paths())

    def _paths(self) -> dict[Seat, list[Entry]]:
        return {seat: feed.path for seat, feed in self._feeds.items()}

    def note(self, entry: Entry) -> None:
        """Take notice of an entry that was kept."""
        if len(self._feeds[entry.author].beside(entry)) > 1:
            self._ballot = _Ballot(self._feeds)
        elif self._ballot is not None:
            self._ballot.add(entry)

    def is_settled(self, seat: Seat, seq: int) -> bool:
        """Tell whether all voters acknowledged an item of ``seat`` that has number ``seq`` or more.

        Such an item leads back to that entry alone, so that a second one of the number changes nothing.
        """
        voters = self._voters(self._feeds[seat], self._feeds[seat].path[:seq])
        if not voters:
            return False
        k = min(self.log.acknowledged(other) for other in voters)
        items = reversed(self.log.items[: max(0, k)])
        return next((item.seq for item in items if item.author == seat), -1) >= seq

    def _voters(self, feed: Feed, path: list[Entry]) -> frozenset[Seat]:
        """Return who has a say about what follows ``path``: all others that had not left when its last entry was written.

        Who left later must be heard as well, else cheats could make each other's versions final by dropping the rest.
        Nobody, if the log has not come so far.
        """
        length = len(path)
        if not path or self.log.checked(feed.seat) < length or feed.path[length - 1] is not path[-1]:
            return frozenset()
        return self.log.staying_at(path[-1].k) - {feed.seat}

    def advance(self) -> None:
        """Go on as far as the entries held allow, on the right branches."""
        self.log.advance()
        while self._ballot is not None and self._ballot.has_changed:
            self._ballot.has_changed = False
            self._decide(self._ballot)
            self.log.advance()
        self._keep_snapshot()

    def recompute(self) -> None:
        """Compute the log anew from the beginning: it is not trusted any more."""
        self._snapshots = []
        self.log = self._new_log(self._paths())
        self.advance()

    def cut(self, seat: Seat) -> None:
        """Take notice of the feed of ``seat`` having been cut."""
        self._follow_to(self._feeds[seat], self._feeds[seat].path[: self._feeds[seat].cut])
        self._decide(self._ballot or _Ballot(self._feeds))

    def _decide(self, ballot: _Ballot) -> None:
        """Follow the right branch at each fork; drop others for good where that is settled."""
        self.conflict = None
        for seat, feed in self._feeds.items():
            if not feed.is_forked:
                continue
            path = feed.path[: feed.first_fork]
            settled: list[Entry] = []
            while following := feed.following(path):
                if len(following) == 1:
                    path.append(following[0])
                    continue
                chosen, is_final = ballot.fork(following[0]).choose(self._voters(feed, path))
                if chosen is None:
                    self.conflict = seat
                    break
                path.append(chosen.start)
                if is_final:
                    settled.append(chosen.start)
            if feed.cut is not None:
                self.conflict = seat
            self._follow_to(feed, path)
            for start in settled:
                feed.settle(start, path[-1])
            if settled:
                # What was said on the other branches counts no more: not everybody needs to hold it.
                is_open = any(other.is_forked for other in self._feeds.values())
                self._ballot = _Ballot(self._feeds) if is_open else None
                return

    def _follow_to(self, feed: Feed, path: list[Entry]) -> None:
        """Make ``path`` that of the feed: go on with the log where it only got longer, else take another."""
        old = feed.path
        if old == path[: len(old)]:
            old += path[len(old) :]
            return
        feed.path = path
        paths = self._paths()
        fitting = next((log for log in (self.log, *reversed(self._snapshots)) if log.fits(paths)), None)
        self.log = fitting.branch(paths) if fitting else self._new_log(paths)

    def _keep_snapshot(self) -> None:
        """Keep the log as it stands now and then, so that a fork of late entries need not begin at the beginning."""
        k = self.log.situation.k
        if self.log.mismatch is not None:
            return
        if self._snapshots and abs(k - self._snapshots[-1].situation.k) < SNAPSHOT_EVERY:
            return
        snapshot = self.log.branch(self._paths())
        snapshot.effects.clear()
        self._snapshots = [*self._snapshots[-1:], snapshot]

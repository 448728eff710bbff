"""Two entries of one number: which branch of a forked feed is followed (N6).

An author may sign two different entries with the same number and show one to some peers, the other to others.
Everybody who holds both must follow the same one, or none. At each fork the branches are tried: what log does
each of them make? Another human seat *acknowledges* a branch when one of its entries has a head that only this
branch leads to, or names an entry of it. Then

- the only branch that was acknowledged stands; who acknowledged several counts for none of them;
- of branches that nobody acknowledged the one with the smallest name stands, until one is;
- when different seats acknowledged different branches, the feed ends before the fork, and the match with it.

Thus a late fork of what others have long acknowledged changes nothing, and an early one splits nobody for good.
All this is computed from the entries held, again without regard to their order.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from engine.game import Seat
from protocol.entries import Act, Agree, Listed, Reveal, Yes
from protocol.feed import Entry, Feed
from protocol.log import Log

__all__ = ["Forks"]


class _Acknowledgements:
    """Who signed at which head and who named which entry."""

    def __init__(self) -> None:
        self.at_head: dict[bytes, set[Seat]] = {}
        self.of_entry: dict[bytes, set[Seat]] = {}

    def add(self, entry: Entry) -> None:
        self.at_head.setdefault(entry.payload.head, set()).add(entry.author)
        for e in _named(entry):
            self.of_entry.setdefault(e, set()).add(entry.author)


def _named(entry: Entry) -> Iterator[bytes]:
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
    """One way on from a fork.

    Attributes:
        start: Its first entry.
        path: The feed with it, to its end or to the next fork; it grows with what follows.
        log: What it makes of the match.
        own_from: Length from which no other branch makes the same log.
        counted: Length up to which the heads of ``log`` were looked at.
        signers: Seats that signed at one of these.
        names: The entries of the branch that were looked at.
        namers: Seats that named one of these.
    """

    start: Entry
    path: list[Entry]
    log: Log
    own_from: int = 0
    counted: int = 0
    signers: set[Seat] = field(default_factory=set)
    names: set[bytes] = field(default_factory=set)
    namers: set[Seat] = field(default_factory=set)

    def count(self, own_from: int, seen: _Acknowledgements) -> None:
        """Look at what is new on the branch; at all its heads when other branches came to share some."""
        if own_from != self.own_from:
            self.own_from = self.counted = own_from
            self.signers = set()
        heads = self.log.heads
        for k in range(max(self.counted, own_from), len(heads)):
            self.signers |= seen.at_head.get(heads[k], set())
        self.counted = len(heads)
        for entry in self.path[self.start.seq + len(self.names) :]:
            self.names.add(entry.e)
            self.namers |= seen.of_entry.get(entry.e, set())

    def count_entry(self, entry: Entry) -> None:
        """Count an entry that came after the branch was looked at."""
        if self.own_from <= entry.k < self.counted and self.log.heads[entry.k] == entry.payload.head:
            self.signers.add(entry.author)
        if not self.names.isdisjoint(_named(entry)):
            self.namers.add(entry.author)


@dataclass(slots=True, eq=False)
class _Fork:
    """A place where the feed of ``seat`` has several entries of one number."""

    seat: Seat
    branches: list[_Branch]
    chosen: _Branch | None = None
    shared: dict[tuple[int, int], int] = field(default_factory=dict)

    def choose(self, seen: _Acknowledgements) -> _Branch | None:
        """Return the branch that is to be followed, or None when different ones were acknowledged."""
        voters = self._voters(seen)
        for seat in {seat for found in voters for seat in found}:
            if sum(seat in found for found in voters) > 1:
                for found in voters:
                    found.discard(seat)
        acknowledged = [branch for branch, found in zip(self.branches, voters, strict=True) if found]
        if len(acknowledged) > 1:
            return None
        return acknowledged[0] if acknowledged else min(self.branches, key=lambda branch: branch.start.e)

    def _voters(self, seen: _Acknowledgements) -> list[set[Seat]]:
        for branch in self.branches:
            branch.log.advance()
        voters = []
        for number, branch in enumerate(self.branches):
            others = (self._shared(number, other) for other in range(len(self.branches)) if other != number)
            branch.count(max(others), seen)
            voters.append((branch.signers | branch.namers) - {self.seat})
        return voters

    def _shared(self, one: int, two: int) -> int:
        """Return how many heads two branches have in common; more may come, none goes."""
        pair = (min(one, two), max(one, two))
        left, right = (self.branches[number].log.heads for number in pair)
        length = self.shared.get(pair, 1)
        while length < min(len(left), len(right)) and left[length] == right[length]:
            length += 1
        self.shared[pair] = length
        return length


@dataclass(slots=True, eq=False)
class _Stage:
    """The match with some forks decided: feeds that have further ones end before them."""

    paths: Mapping[Seat, list[Entry]]
    log: Log
    fork: _Fork | None = None


class Forks:
    """Follows the feeds, and at their forks the right branches.

    Args:
        feeds: By human seat. Their ``path`` is set here when they are forked.
        new_log: Makes a log of paths.

    Attributes:
        conflict: The entry before whose second version its author's feed ends, since different seats
            acknowledged different versions; or None.
    """

    def __init__(
        self, feeds: Mapping[Seat, Feed], new_log: Callable[[Mapping[Seat, list[Entry]]], Log]
    ) -> None:
        self.conflict: Entry | None = None
        self._feeds = feeds
        self._new_log = new_log
        self._seen: _Acknowledgements | None = None
        self._stages: list[_Stage] = []
        self.restart()

    @property
    def log(self) -> Log:
        """The log of the match as far as it was computed."""
        return self._stages[-1].log

    def restart(self) -> None:
        """Compute everything anew: after a fork became known or grew, or when a log is not trusted."""
        forked = [feed for feed in self._feeds.values() if feed.is_forked]
        if forked and self._seen is None:
            self._seen = _Acknowledgements()
            for feed in self._feeds.values():
                for entry in feed.nodes():
                    self._seen.add(entry)
        for feed in forked:
            feed.path = self._follow(feed, [])
        paths = {seat: feed.path for seat, feed in self._feeds.items()}
        self._stages = [_Stage(paths, self._new_log(paths))]

    def note(self, entry: Entry) -> None:
        """Take notice of an entry that was kept."""
        if self._seen is None:
            return
        self._seen.add(entry)
        for stage in self._stages:
            if stage.fork is not None:
                for branch in stage.fork.branches:
                    branch.count_entry(entry)

    def advance(self) -> None:
        """Go on as far as the entries held allow, deciding each fork that is met and deciding anew where need be."""
        self.conflict = None
        at = 0
        while True:
            stage = self._stages[at]
            stage.log.advance()
            seat = self._met(stage)
            if seat is None:
                stage.fork = None
                break
            if stage.fork is None or stage.fork.seat != seat:
                stage.fork = self._fork(stage, seat)
            assert self._seen is not None, "it is there as soon as a feed is forked"
            chosen = stage.fork.choose(self._seen)
            if chosen is None:
                stage.fork.chosen = None
                self.conflict = min(
                    (branch.start for branch in stage.fork.branches), key=lambda entry: entry.e
                )
                break
            if chosen is not stage.fork.chosen:
                stage.fork.chosen = chosen
                self._stages[at + 1 :] = [_Stage({**stage.paths, seat: chosen.path}, chosen.log)]
            at += 1
        del self._stages[at + 1 :]
        for seat, path in self._stages[at].paths.items():
            self._feeds[seat].path = path

    def _met(self, stage: _Stage) -> Seat | None:
        """Return the first seat whose feed the stage's log has used up to a fork."""
        for seat, path in stage.paths.items():
            feed = self._feeds[seat]
            if feed.is_forked and stage.log.checked(seat) == len(path) and len(feed.following(path)) > 1:
                return seat
        return None

    def _fork(self, stage: _Stage, seat: Seat) -> _Fork:
        feed, path = self._feeds[seat], stage.paths[seat]
        branches = []
        for start in feed.following(path):
            longer = self._follow(feed, [*path, start])
            branches.append(_Branch(start, longer, self._new_log({**stage.paths, seat: longer})))
        return _Fork(seat, branches)

    @staticmethod
    def _follow(feed: Feed, path: list[Entry]) -> list[Entry]:
        """Return ``path`` with what follows it, up to a fork or the end."""
        while len(following := feed.following(path)) == 1:
            path.append(following[0])
        return path

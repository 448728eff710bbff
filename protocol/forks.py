"""Two entries of one number: which branch of a forked feed is followed (N6).

An author may sign two different entries with the same number and show one to some peers, the other to others.
Everybody who holds both must follow the same one, or none. At each fork the branches are tried: what log does
each of them make? Another human seat *acknowledges* a branch when one of its entries has a head after an item
that is (or names) an entry of the branch, or names one itself: it can never be said to have meant another. Then

- the only branch that was acknowledged stands; who acknowledged several counts for none of them;
- of branches that nobody acknowledged the one with the smallest name stands, until one is;
- when different seats acknowledged different branches, the feed ends before the fork, and the match with it;
- once everybody who has not left has acknowledged, the others are dropped for good;
- an author with more open forks than ``MAX_FORKS`` has its feed end before the first of them.

Thus a late fork of what others have long acknowledged changes nothing, and an early one splits nobody for good.
All this is computed from the entries held, again without regard to their order.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field

from engine.game import Seat
from protocol.entries import Act, Agree, Listed, Reveal, Yes
from protocol.feed import Entry, Feed
from protocol.log import Log

__all__ = ["Forks"]

SNAPSHOT_EVERY = 64
"""Items between two snapshots of the log: copying it then costs little, and a fork of the last two or three turns
means to compute at most some hundred items anew."""


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
class _Line:
    """A branch followed to one of its ends, and what log that makes.

    Attributes:
        path: The feed to that end; it grows with what follows.
        log: What the match is with it.
        counted: Length up to which ``log`` was looked at.
        own_from: Length of the log after its first item that is, or names, an entry of the branch: every head
            from there on leads to this branch and to no other. None while there is no such item.
        signers: Seats that signed at one of these heads.
    """

    path: list[Entry]
    log: Log
    counted: int = 0
    own_from: int | None = None
    signers: set[Seat] = field(default_factory=set)

    def count(self, names: set[bytes], seen: _Acknowledgements) -> None:
        """Look at what is new in the log."""
        self.log.advance()
        heads, items = self.log.heads, self.log.items
        for k in range(self.counted + 1, len(heads)):
            item = items[k - 1]
            if self.own_from is None and (item.e in names or not names.isdisjoint(_named(item))):
                self.own_from = k
            if self.own_from is not None:
                self.signers |= seen.at_head.get(heads[k], set())
            self.counted = k

    def count_entry(self, entry: Entry) -> None:
        """Count an entry that came after the heads were looked at."""
        is_own = self.own_from is not None and self.own_from <= entry.k <= self.counted
        if is_own and self.log.heads[entry.k] == entry.payload.head:
            self.signers.add(entry.author)


@dataclass(slots=True, eq=False)
class _Branch:
    """One way on from a fork, with all that follows.

    Attributes:
        start: Its first entry.
        path: The feed with it, to the next fork or the end.
        log: What the match is with ``path``.
        lines: The branch to each of its ends; the only one shares path and log.
        names: All its entries.
        namers: Seats that named one of these.
        is_final: Whether it alone was acknowledged, and everybody was heard.
    """

    start: Entry
    path: list[Entry]
    log: Log
    lines: list[_Line]
    names: set[bytes]
    namers: set[Seat]
    is_final: bool = False


@dataclass(slots=True, eq=False)
class _Fork:
    """A place where the feed of ``seat`` has several entries of one number."""

    seat: Seat
    branches: list[_Branch]
    chosen: _Branch | None = None

    def choose(self, seen: _Acknowledgements, staying: Collection[Seat]) -> _Branch | None:
        """Return the branch that is to be followed, or None when different ones were acknowledged."""
        voters = self._voters(seen)
        heard = set().union(*voters)
        twice = {seat for seat in heard if sum(seat in found for found in voters) > 1}
        acknowledged = [branch for branch, found in zip(self.branches, voters, strict=True) if found - twice]
        if not acknowledged:
            return min(self.branches, key=lambda branch: branch.start.e)
        if len(acknowledged) > 1:
            return None
        acknowledged[0].is_final = heard >= set(staying) - {self.seat}
        return acknowledged[0]

    def _voters(self, seen: _Acknowledgements) -> list[set[Seat]]:
        """Return who acknowledged each branch, the author left out."""
        voters = []
        for branch in self.branches:
            for line in branch.lines:
                line.count(branch.names, seen)
            signers = (line.signers for line in branch.lines)
            voters.append(branch.namers.union(*signers) - {self.seat})
        return voters

    def note(self, entry: Entry, seen: _Acknowledgements) -> None:
        """Take notice of an entry that was kept since the fork was found, and began no branch."""
        for branch in self.branches:
            for line in branch.lines:
                line.count_entry(entry)
            if not branch.names.isdisjoint(_named(entry)):
                branch.namers.add(entry.author)
            if entry.payload.prev in branch.names:
                branch.names.add(entry.e)
                branch.namers |= seen.of_entry.get(entry.e, set())

    def paths(self) -> Iterator[list[Entry]]:
        """Iterate over all paths of the author's feed that are tried."""
        for branch in self.branches:
            yield branch.path
            for line in branch.lines:
                yield line.path


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
        conflict: The seat whose feed ends before a fork, since different seats acknowledged different branches or
            there are too many of them; or None.
    """

    def __init__(
        self, feeds: Mapping[Seat, Feed], new_log: Callable[[Mapping[Seat, list[Entry]]], Log]
    ) -> None:
        self.conflict: Seat | None = None
        self._feeds = feeds
        self._new_log = new_log
        self._seen: _Acknowledgements | None = None
        self._stages: list[_Stage] = []
        self._snapshots: list[Log] = []
        self.restart()

    @property
    def log(self) -> Log:
        """The log of the match as far as it was computed."""
        return self._stages[-1].log

    def is_settled(self, seat: Seat, seq: int) -> bool:
        """Tell whether everybody who has not left acknowledged an item of ``seat`` that has number ``seq`` or more.

        Such an item leads back to that entry alone, so that a second one of the number changes nothing.
        """
        log, paths = self.log, self._stages[-1].paths
        others = [other for other in log.situation.staying if other != seat]
        if not others or not all(log.checked(other) for other in others):
            return False
        k = min(paths[other][log.checked(other) - 1].k for other in others)
        items = reversed(log.items[:k])
        return next((item.seq for item in items if item.author == seat), -1) >= seq

    def restart(self, *, trust: bool = True) -> None:
        """Compute everything anew, from a snapshot if ``trust``."""
        if not trust:
            self._snapshots = []
        forked = [feed for feed in self._feeds.values() if feed.is_forked]
        if forked and self._seen is None:
            self._seen = _Acknowledgements()
            for feed in self._feeds.values():
                for entry in feed.nodes():
                    self._seen.add(entry)
        for feed in forked:
            feed.path = self._follow(feed, [])
        paths = {seat: feed.path for seat, feed in self._feeds.items()}
        fitting = next((log for log in reversed(self._snapshots) if log.fits(paths)), None)
        self._stages = [_Stage(paths, fitting.branch(paths) if fitting else self._new_log(paths))]

    def note(self, entry: Entry) -> None:
        """Take notice of an entry that was kept."""
        if self._seen is not None:
            self._seen.add(entry)
        if len(self._feeds[entry.author].beside(entry)) > 1:
            self.restart()
        elif self._seen is not None:
            self._extend(entry, self._seen)

    def _extend(self, entry: Entry, seen: _Acknowledgements) -> None:
        """Let an entry that began no branch go on with the paths that it follows."""
        feed = self._feeds[entry.author]
        paths = {id(feed.path): feed.path}
        for stage in self._stages:
            if stage.fork is not None:
                if stage.fork.seat == entry.author:
                    paths |= {id(path): path for path in stage.fork.paths()}
                stage.fork.note(entry, seen)
        for path in paths.values():
            if path[-1].e == entry.payload.prev:
                path.append(entry)

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
            chosen = self._choose(stage, seat)
            if chosen is None:
                self.conflict = seat
                break
            if chosen.is_final:
                self._settle(seat, chosen)
                at = 0
            else:
                at += 1
        del self._stages[at + 1 :]
        for seat, path in self._stages[at].paths.items():
            self._feeds[seat].path = path
        self._keep_snapshot()

    def _keep_snapshot(self) -> None:
        """Keep the log as it stands now and then, so that a fork of late entries need not begin at the beginning."""
        k = self.log.situation.k
        if self.log.mismatch is not None:
            return
        if self._snapshots and abs(k - self._snapshots[-1].situation.k) < SNAPSHOT_EVERY:
            return
        snapshot = self.log.branch(self._stages[-1].paths)
        snapshot.effects.clear()
        self._snapshots = [*self._snapshots[-1:], snapshot]

    def _settle(self, seat: Seat, chosen: _Branch) -> None:
        """Drop the other branches for good. What was said there counts no more: not everybody needs to hold it."""
        feed = self._feeds[seat]
        feed.settle(chosen.start, chosen.path[-1])
        feed.path = chosen.path
        self._seen = None
        if any(feed.is_forked for feed in self._feeds.values()):
            self.restart()
        else:
            del self._stages[:-1]

    def _met(self, stage: _Stage) -> Seat | None:
        """Return the first seat whose feed the stage's log has used up to a fork."""
        for seat, path in stage.paths.items():
            feed = self._feeds[seat]
            if not feed.is_forked or stage.log.checked(seat) < len(path):
                continue
            if len(path) == feed.cut or len(feed.following(path)) > 1:
                return seat
        return None

    def _choose(self, stage: _Stage, seat: Seat) -> _Branch | None:
        """Return the branch to follow after ``stage``, and see to it that the next stage does; None if there is none."""
        if len(stage.paths[seat]) == self._feeds[seat].cut:
            return None
        assert self._seen is not None, "it is there as soon as a feed is forked"
        if stage.fork is None or stage.fork.seat != seat:
            stage.fork = self._fork(stage, seat)
        fork = stage.fork
        chosen = fork.choose(self._seen, stage.log.situation.staying)
        if chosen is not None and chosen is not fork.chosen:
            at = self._stages.index(stage)
            self._stages[at + 1 :] = [_Stage({**stage.paths, seat: chosen.path}, chosen.log)]
        fork.chosen = chosen
        return chosen

    def _fork(self, stage: _Stage, seat: Seat) -> _Fork:
        """Try every way on from where the feed of ``seat`` forks."""
        feed = self._feeds[seat]
        assert self._seen is not None, "it is there as soon as a feed is forked"
        branches = []
        for start in feed.following(stage.paths[seat]):
            path = self._follow(feed, [*stage.paths[seat], start])
            log = stage.log.branch({**stage.paths, seat: path})
            lines = [
                _Line(end, log if end is path else stage.log.branch({**stage.paths, seat: end}))
                for end in self._ends(feed, path)
            ]
            names = {entry.e for line in lines for entry in line.path[start.seq :]}
            namers = {namer for e in names for namer in self._seen.of_entry.get(e, ())}
            branches.append(_Branch(start, path, log, lines, names, namers))
        return _Fork(seat, branches)

    def _ends(self, feed: Feed, path: list[Entry]) -> Iterator[list[Entry]]:
        """Iterate over the ways on from ``path`` to where each ends; ``path`` itself if it is at its end."""
        following = feed.following(path)
        if not following:
            yield path
        for entry in following:
            yield from self._ends(feed, self._follow(feed, [*path, entry]))

    @staticmethod
    def _follow(feed: Feed, path: list[Entry]) -> list[Entry]:
        """Return ``path`` with what follows it, up to a fork or the end."""
        while len(following := feed.following(path)) == 1:
            path.append(following[0])
        return path

"""One match as one peer sees and plays it: feeds, log, own duties and deeds, recovery, freezing (N2-N8).

The machine is driven by calls and drained of effects (``Match.effects``), which the driver carries out in
their order. It knows no clock, no link and no file.

*Duties* are entries that an own human seat owes (``protocol.own_seat``); they are signed as soon as they are due.
*Deeds* are wanted by a person or a computer player. Both are signed only while the match is not recovering, frozen
or stopped, and by a seat only while all of its own feed fits the log as it stands here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game import Game, Seat
from protocol.agreements import OpenOffer, open_offers
from protocol.contract import Contract, encode_contract, match_id
from protocol.contract import signed_bytes as contract_signed_bytes
from protocol.effects import (
    Announce,
    Applied,
    Complete,
    Effect,
    Finished,
    Froze,
    Healed,
    Recorded,
    Result,
    Reverted,
    Stopped,
    Store,
)
from protocol.entries import Act, Body, Drop, Offer, Resign, Yes, decode_payload
from protocol.errors import Code, LocalError, RemoteError
from protocol.feed import Entry, Feed, Receipt
from protocol.forks import Forks
from protocol.identity import SeatSecret, verify
from protocol.legality import AGREEMENTS, Plan, RefusedError, plan_act
from protocol.limits import MAX_EVIDENCE, MAX_SIDE_ENTRIES
from protocol.log import Log
from protocol.own_seat import OwnSeat, listed, preview

__all__ = ["Match", "OpenOffer", "Receipt", "Waiting"]

_MAX_USED_MS = 2**32 - 1


@dataclass(frozen=True, slots=True)
class Waiting:
    """What the match waits for.

    Attributes:
        seat: Human seat that owes it.
        what: ``entry0``, ``act``, ``reveal``, ``owes`` (an entry that its act names) or ``ack`` (of the end).
    """

    seat: Seat
    what: str


class Match:
    """The state machine of one match at one peer.

    Args:
        contract: What was agreed.
        signatures: By each human seat's identity key over the contract.
        own: The secrets of the human seats that are held here; none for one who watches.
        recovering: The match comes from a file and others may hold later entries of own seats: nothing is
            signed until ``recovered`` (N6).

    Raises:
        RemoteError: The contract is at fault (as ``Contract.check``), or BAD_SIGNATURE.
        LocalError: NOT_YOUR_SEAT: a secret does not belong to its seat.
    """

    def __init__(
        self,
        contract: Contract,
        signatures: Mapping[Seat, bytes],
        own: Mapping[Seat, SeatSecret] | None = None,
        *,
        recovering: bool = False,
    ) -> None:
        contract.check()
        packed = encode_contract(contract)
        _check_signatures(contract, packed, signatures)
        self.contract = contract
        self.id = match_id(packed)
        self._own = {
            seat: OwnSeat(seat, secret, contract, self.id) for seat, secret in sorted((own or {}).items())
        }
        self.game: Game[Any, Any] = contract.rules()
        self.evidence: list[Recorded] = []
        self.recovering = recovering
        self.stopped: Stopped | None = None
        self.complete = False
        self._feeds = {seat: Feed(seat, self.id, contract.human(seat).seat_key) for seat in contract.humans}
        self._effects: list[Effect] = []
        self._seen_evidence: set[tuple[bytes, Code]] = set()
        self._is_settled = False
        self._froze: Froze | None = None
        self._tolerated: frozenset[bytes] = frozenset()
        self._forks = Forks(self._feeds, self._new_log)
        self._log = self._forks.log

    # --- the set of entries ---------------------------------------------------------------------------------

    def load(self, entries: Iterable[tuple[bytes, bytes]]) -> None:
        """Take in a file's entries ``(P, signature)`` before anything else; they are not stored or announced.

        Raises:
            RemoteError: As ``receive``; DAMAGED if one does not continue what came before.
        """
        for packed, signature in entries:
            if self._take(packed, signature, stored=True) is Receipt.GAP:
                raise RemoteError(Code.DAMAGED, "an entry does not follow the ones before it")
            self._advance()
        self._is_settled = False

    def receive(self, packed: bytes, signature: bytes) -> Receipt:
        """Take in an entry from elsewhere, go on, and do the duties that follow.

        Raises:
            RemoteError: MALFORMED, NOT_CANONICAL, LIMIT, BAD_SIGNATURE: the fault of whoever sent it.
        """
        receipt = self._take(packed, signature, stored=False)
        if receipt in (Receipt.NEW, Receipt.FORK) or not self._is_settled:
            self._settle()
        return receipt

    def lengths(self) -> tuple[tuple[Seat, int], ...]:
        """Return how many entries of each human seat are held without a gap."""
        return tuple((seat, len(feed)) for seat, feed in self._feeds.items())

    def entries(self, seat: Seat, start: int) -> Sequence[tuple[bytes, bytes]]:
        """Return the entries ``(P, signature)`` of human ``seat`` from number ``start`` on."""
        return [(entry.packed, entry.signature) for entry in self._feeds[seat].path[start:]]

    def forked(self) -> Sequence[tuple[bytes, bytes]]:
        """Return the entries ``(P, signature)`` of feeds with branches, from where these part, in a good order."""
        return [(entry.packed, entry.signature) for feed in self._feeds.values() for entry in feed.forked()]

    def effects(self) -> list[Effect]:
        """Return what there is to do and to tell since the last call, in order; own duties are done first."""
        if not self._is_settled:
            self._settle()
        drained, self._effects = self._effects, []
        return drained

    # --- deeds ----------------------------------------------------------------------------------------------

    def act(self, seat: Seat, action: str, *, used_ms: int = 0, drop: Iterable[Seat] = ()) -> None:
        """Play ``action`` for ``seat``, which is to act and controlled here.

        All resignations held are listed with it. ``drop`` names eliminated human seats that shall no longer
        be waited for.

        Raises:
            LocalError: NOT_YOUR_TURN, NOT_YOUR_SEAT, ILLEGAL, OVER, RECOVERING, FROZEN, DESYNC, FORK.
        """
        author = self._check_turn(seat)
        inc = (*listed(self._log, seat), *(Drop(dropped) for dropped in drop))
        body = Act(seat, action, None, max(0, min(used_ms, _MAX_USED_MS)), inc)
        plan = self._plan(author, body)
        self._do(author, self._own[author].with_link(self._log, body, plan))

    def resign(self, seat: Seat) -> None:
        """Resign an own human seat, at any time, or a computer seat that is to act and controlled here.

        Raises:
            LocalError: NOT_YOUR_SEAT, NOT_YOUR_TURN, OVER (also when the seat has resigned already),
                RECOVERING, FROZEN, DESYNC, FORK.
        """
        if seat in self._feeds:
            self._check_deed(seat)
            if seat in self._log.resignations:
                raise LocalError(Code.OVER, "this seat has resigned already", f"seat {seat}")
            author = seat
        else:
            author = self._check_turn(seat)
        # What is owed comes first: with the resignation listed, nobody would be asked for it any more.
        self._settle()
        self._do(author, Resign(seat))

    def offer(self, seat: Seat, kind: str) -> bytes:
        """Offer an agreement (``draw`` or ``abort``) and return its name; a standing one is not repeated.

        Raises:
            LocalError: UNSUPPORTED, LIMIT (too many at this item), and as ``resign``.
        """
        self._check_say(seat)
        if kind not in AGREEMENTS:
            raise LocalError(Code.UNSUPPORTED, f"an agreement {kind!r} is not supported", kind)
        for standing in self.offers():
            if (standing.seat, standing.kind) == (seat, kind):
                return standing.e
        self._check_side(seat)
        number = len(self._feeds[seat])
        self._do(seat, Offer(kind, None))
        return self._feeds[seat].path[number].e

    def accept(self, seat: Seat, offer: bytes) -> None:
        """Say yes to an open offer; to one's own, or for the second time, does nothing.

        Raises:
            LocalError: STALE (no such offer, or it has lapsed), LIMIT, and as ``resign``.
        """
        self._check_say(seat)
        standing = next((open_ for open_ in self.offers() if open_.e == offer), None)
        if standing is None:
            raise LocalError(Code.STALE, "this offer does not stand any more")
        if seat in (standing.seat, *standing.accepted):
            return
        self._check_side(seat)
        self._do(seat, Yes(offer))

    # --- recovery and freezing ------------------------------------------------------------------------------

    def recovered(self) -> None:
        """End recovery: what own feeds others hold is held here; sign again.

        Announces the own entries at the present length once more, as stored, and does what is due.
        """
        if not self.recovering:
            return
        self.recovering = False
        for seat in self._own:
            for entry in reversed(self._feeds[seat].path):
                if entry.k < self.k:
                    break
                self._effects.append(Announce(seat, entry.seq))
        self._settle()

    def rerun(self, hashes: Sequence[bytes]) -> None:
        """Answer ``Froze``: the state hashes of k = 0, 1, ... that a fresh process computed from one's own log.

        If they differ from what was held and agree with the entry that froze the match, the log is computed
        anew here and, if it agrees as well, adopted (``Healed``). Else the match is over here (``Stopped``).

        Raises:
            LocalError: UNEXPECTED: the match is not frozen.
        """
        froze = self._froze
        if froze is None or self.stopped is not None:
            raise LocalError(Code.UNEXPECTED, "the match is not frozen")
        is_own_fault = len(hashes) > froze.k and hashes[froze.k] == froze.theirs != froze.ours
        if is_own_fault and self._heal(froze, hashes):
            return
        self._stop(Code.DESYNC, froze.k, froze.seat, "the states differ, and a re-run does not explain it")
        self._advance()

    # --- views ----------------------------------------------------------------------------------------------
    @property
    def own(self) -> tuple[Seat, ...]:
        """The human seats held here, ascending."""
        return tuple(self._own)

    @property
    def k(self) -> int:
        """Length of the log: number of items applied."""
        return self._log.situation.k

    @property
    def head(self) -> bytes:
        """Head L_k of the log."""
        return self._log.situation.head

    @property
    def state(self) -> Any:
        """The game as it stands."""
        return self._log.situation.state

    @property
    def state_hash(self) -> bytes:
        """The 16-byte hash of ``state``."""
        return self._log.situation.state_hash

    @property
    def left(self) -> frozenset[Seat]:
        """The human seats that no longer reveal or sign: resigned, or dropped after their elimination."""
        return self._log.situation.left

    @property
    def result(self) -> Result | None:
        """How the match ended; None while it goes on."""
        return self._log.result

    @property
    def frozen(self) -> bool:
        """Whether the match waits for ``rerun``."""
        return self._froze is not None and self.stopped is None

    def to_act(self) -> Seat | None:
        """Return the seat whose action is next; None before all have joined, after the end, and while an item is pending."""
        return self._log.to_act

    def controller(self, seat: Seat) -> Seat:
        """Return the human seat that acts for ``seat`` now."""
        return self._log.situation.controller(seat)

    def own_turn(self) -> Seat | None:
        """Return the seat to act if it is controlled here and ``act`` is possible now."""
        seat = self._log.to_act
        if seat is None or not self._may_sign_at_all():
            return None
        author = self.controller(seat)
        return seat if author in self._own and self._may_sign(author) else None

    def preview(self) -> Any:
        """Return the state after the resignations that an act made now would list."""
        seat = self._log.to_act
        return self.state if seat is None else preview(self._log, seat)

    def waiting_for(self) -> tuple[Waiting, ...]:
        """Return who owes what before the match can go on, in seat order; empty when it is complete."""
        log, feeds = self._log, self._feeds
        if not log.has_begun:
            return tuple(Waiting(seat, "entry0") for seat in feeds if log.checked(seat) == 0)
        if log.result is not None:
            return tuple(Waiting(seat, "ack") for seat in self._without_last_ack())
        if log.chance is not None:
            return tuple(Waiting(seat, "reveal") for seat in log.chance.owing)
        seat = log.situation.to_act
        assert seat is not None, "a game that is over ends the log"
        return (Waiting(self.controller(seat), "act" if log.waits_for is None else "owes"),)

    def offers(self) -> tuple[OpenOffer, ...]:
        """Return the offers that have not lapsed."""
        if self.result is not None:
            return ()
        return open_offers(self._log.situation, self._log.statements)

    def judgement(self) -> Result | None:
        """Return the result, also of a log that just stops: what unlisted resignations give, else None."""
        return self._log.judgement()

    def steps(self) -> Sequence[Applied]:
        """Return what items 1, 2, ... did."""
        return self._log.steps

    def hashes(self) -> Sequence[bytes]:
        """Return the state hash at every k from 0."""
        return self._log.hashes

    def state_at(self, k: int) -> Any:
        """Return the state at length ``k``, 0 to ``self.k``."""
        return self._log.states[k]

    # --- taking in and going on -----------------------------------------------------------------------------

    def _take(self, packed: bytes, signature: bytes, *, stored: bool, signed_here: bool = False) -> Receipt:
        payload = decode_payload(packed)
        feed = self._feeds.get(payload.author)
        if feed is None:
            raise RemoteError(Code.MALFORMED, "an entry by a seat that has no feed", f"seat {payload.author}")
        cut = feed.cut
        receipt, entry, fault = feed.take(
            packed, signature, payload, self._forks.is_settled, signed_here=signed_here
        )
        if entry is not None:
            if payload.author in self._own:
                self._own[payload.author].note(payload)
            self._forks.note(entry)
            if not stored:
                self._effects.append(Store(packed, signature, durable=payload.author in self._own))
                if receipt is Receipt.NEW:
                    self._effects.append(Announce(payload.author, payload.seq))
        if feed.cut != cut:
            self._forks.cut(payload.author)
            self._is_settled = False
        if fault is not None:
            self._note(Recorded(payload.author, payload.seq, fault.code, fault.text, packed, signature))
        return receipt

    def _note(self, effect: Effect) -> None:
        """Pass an effect of the log on; evidence once for each entry, and a bounded amount of it."""
        if isinstance(effect, Recorded):
            name = (effect.packed, effect.code)
            against = sum(record.seat == effect.seat for record in self.evidence)
            if name in self._seen_evidence or against >= MAX_EVIDENCE:
                return
            self._seen_evidence.add(name)
            self.evidence.append(effect)
        self._effects.append(effect)

    def _advance(self) -> None:
        """Go on as far as the entries held allow, and tell what happened."""
        if self.frozen:
            return
        self._forks.advance()
        if self._forks.log is not self._log:
            self._adopt(self._forks.log)
        for effect in self._log.effects:
            self._note(effect)
        self._log.effects.clear()
        mismatch, conflict = self._log.mismatch, self._forks.conflict
        if self.stopped is not None:
            return
        if mismatch is not None:
            entry = mismatch.entry
            self._froze = Froze(entry.k, entry.author, entry.payload.state, mismatch.ours)
            self._effects.append(self._froze)
        elif conflict is not None:
            self._stop(Code.FORK, self.k, conflict, "its entries have versions, none of which all can follow")
        elif self.result is not None and not self.complete and not self._without_last_ack():
            self.complete = True
            self._effects.append(Complete())

    def _adopt(self, log: Log) -> None:
        """Put another log in place of the present one, and tell what differs."""
        old, self._log = self._log, log
        shared = min(len(old.heads), len(log.heads)) - 1
        while old.heads[shared] != log.heads[shared]:
            shared -= 1
        if old.situation.k > shared:
            self.complete = False
            self._effects.append(Reverted(shared))
        news: list[Effect] = [effect for effect in log.effects if isinstance(effect, Recorded)]
        news += log.steps[shared:]
        if log.result is not None and (old.result is None or log.situation.k > shared):
            news.append(Finished(log.result))
        if log.pending is not None and log.chance is not None:
            news.append(log.pending_effect(log.pending, log.chance))
        log.effects = news

    def _stop(self, code: Code, k: int, seat: Seat, text: str) -> None:
        self.stopped = Stopped(code, k, seat, text)
        self._effects.append(self.stopped)

    def _without_last_ack(self) -> tuple[Seat, ...]:
        """Return the human seats that have not left and have not signed anything at the end of the log."""
        log = self._log
        signed = {
            seat
            for seat, feed in self._feeds.items()
            if (at := log.checked(seat)) > 0 and feed.path[at - 1].k == log.situation.k
        }
        return tuple(seat for seat in log.situation.staying if seat not in signed)

    def _new_log(self, paths: Mapping[Seat, Sequence[Entry]]) -> Log:
        return Log(self.contract, self.id, paths, self._tolerated)

    def _heal(self, froze: Froze, hashes: Sequence[bytes]) -> bool:
        """Compute the log anew; adopt it and return True if it has the re-run's states.

        Own entries carry the wrong states that were held when they were signed: these are not compared.
        """
        self._tolerated = frozenset(entry.e for seat in self._own for entry in self._feeds[seat].path)
        self._forks.recompute()
        if any(here != there for here, there in zip(self._forks.log.hashes, hashes, strict=False)):
            return False
        self._froze = None
        self._effects.append(Healed(froze.k))
        self._settle()
        return True

    # --- duties ---------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Go on, and sign what own seats owe, until nothing is left to do."""
        self._is_settled = True
        self._advance()
        while self._may_sign_at_all() and self._do_duty():
            pass

    def _do_duty(self) -> bool:
        """Sign the first entry that is due; False if none is."""
        for seat, own in self._own.items():
            if self._may_sign(seat):
                body = own.due(self._log, self._feeds[seat])
                if body is not None and self._sign(seat, body):
                    return True
        return False

    # --- signing --------------------------------------------------------------------------------------------

    def _may_sign_at_all(self) -> bool:
        return not self.recovering and self._froze is None and self.stopped is None

    def _may_sign(self, seat: Seat) -> bool:
        """Whether an own seat has not left and all of its feed fits the log."""
        return seat not in self._log.situation.left and self._log.checked(seat) == len(self._feeds[seat])

    def _sign(self, author: Seat, body: Body) -> bool:
        """Sign, take in and go on; False if the feed's limits forbid it: somebody else signed for this seat as well."""
        packed, signature = self._own[author].sign(self._log, self._feeds[author], body)
        receipt = self._take(packed, signature, stored=False, signed_here=True)
        self._advance()
        return receipt is Receipt.NEW

    def _do(self, author: Seat, body: Body) -> None:
        """Sign what a person or a computer player wants, and what follows from it."""
        if not self._sign(author, body):
            raise LocalError(Code.LIMIT, "this seat has signed too much at this item", f"seat {author}")
        self._settle()

    def _plan(self, author: Seat, body: Act) -> Plan:
        try:
            return plan_act(self._log.situation, author, body, self._log)
        except RefusedError as refused:
            raise LocalError(Code.ILLEGAL, refused.text, refused.culprit) from refused

    # --- checks of deeds ------------------------------------------------------------------------------------

    def _check_deed(self, seat: Seat) -> None:
        """Check that an own human seat may sign something it is free to sign."""
        if seat not in self._own:
            raise LocalError(Code.NOT_YOUR_SEAT, "this seat is not held here", f"seat {seat}")
        if self.stopped is not None:
            raise LocalError(self.stopped.code, self.stopped.text)
        if self._froze is not None:
            raise LocalError(Code.FROZEN, "the match is frozen: states differ")
        if self.recovering:
            raise LocalError(Code.RECOVERING, "the others have not told yet what they hold")
        if self.result is not None:
            raise LocalError(Code.OVER, "the match is over")
        if seat in self._log.situation.left:
            raise LocalError(Code.OVER, "this seat has left the match", f"seat {seat}")
        if not self._may_sign(seat):
            raise LocalError(Code.STALE, "own entries wait for entries of others", f"seat {seat}")

    def _check_turn(self, seat: Seat) -> Seat:
        """Check that ``seat`` may act now, and return the own seat that signs for it."""
        self._settle()
        author = self.controller(seat)
        self._check_deed(author)
        if self.to_act() != seat:
            raise LocalError(Code.NOT_YOUR_TURN, f"seat {seat} is not to act", f"seat {seat}")
        return author

    def _check_say(self, seat: Seat) -> None:
        """Check that an own human seat may offer or answer now."""
        self._settle()
        self._check_deed(seat)
        if self.to_act() is None:
            raise LocalError(
                Code.NOT_YOUR_TURN, "not all have joined, or an item awaits its dice", f"seat {seat}"
            )
        if seat not in self._log.situation.voters:
            raise LocalError(Code.OVER, "this seat is out of the game", f"seat {seat}")

    def _check_side(self, seat: Seat) -> None:
        """Keep two side entries of this item free: for closing an agreement, and for the act itself."""
        if self._feeds[seat].side_entries(self.k) >= MAX_SIDE_ENTRIES - 2:
            raise LocalError(Code.LIMIT, "too many offers and answers at this item", f"seat {seat}")


def _check_signatures(contract: Contract, packed: bytes, signatures: Mapping[Seat, bytes]) -> None:
    for seat in contract.humans:
        signature = signatures.get(seat, b"")
        if not verify(contract.human(seat).identity, signature, contract_signed_bytes(packed)):
            raise RemoteError(Code.BAD_SIGNATURE, "the contract is not signed by this seat", f"seat {seat}")

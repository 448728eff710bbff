"""From feeds to one log of items and states (N3, N4, N8).

The log is a pure function of the contract and of the entries held; in which order these came makes no
difference. It is computed step by step all the same: ``advance`` goes on from where it stands with constant
work for each entry, beside what the rules and the signatures cost.

For each feed a cursor separates entries whose *position* was checked from those that wait: behind it k is at
most the log's, and head and state are those that this log has at k. Only then a body is looked at. Acts,
agrees and resignations at the present k are *candidates*; the first legal one in the feed of who controls
the seat to act becomes the next item. When it needs chance it is *pending* until all of R have revealed.
"""

import copy
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.dice import DrawSource, NoDraws
from engine.digest import H
from engine.errors import ChanceNeeded
from engine.game import Seat
from protocol.chain import ChainVerifier
from protocol.chance import Chance
from protocol.contract import Contract
from protocol.effects import Applied, Effect, Finished, Pending, Recorded, Result
from protocol.entries import Act, Agree, Offer, Resign, Reveal, Yes
from protocol.errors import Code
from protocol.feed import Entry, Fault
from protocol.legality import (
    NotHeldError,
    Plan,
    RefusedError,
    Transition,
    check_link_presence,
    plan_act,
    plan_agree,
    plan_resignation,
)
from protocol.limits import CHAIN_LENGTH
from protocol.situation import Situation, Table

__all__ = ["Log", "Mismatch", "next_head"]


def next_head(head: bytes, e: bytes) -> bytes:
    """Return L_{k+1} after the item with the name ``e`` at L_k (N3)."""
    return H("wabe.log", head + e)


@dataclass(frozen=True, slots=True)
class Mismatch:
    """An entry whose state hash differs from one's own at its k (N8)."""

    entry: Entry
    ours: bytes


class Log:
    """The sequence of items, as far as the entries held allow.

    Args:
        contract: Checked.
        match_id: M.
        paths: For each human seat the entries of its feed that are followed; they may grow, nothing else.
        tolerated: Names of entries whose state hash is known to be wrong and not compared.

    Attributes:
        effects: What happened, in order, to be taken out: ``Pending``, ``Applied``, ``Recorded``, ``Finished``.
        situation: The log at its present length.
        heads, hashes, states: L_k, state hash and state at every k from 0.
        items: The entries that became items 1, 2, ...
        steps: What each did.
        turn_changed_at: The last length at which the seat to act had changed or the log had ended; human seats
            acknowledge that.
        result: How the match ended, or None while it goes on.
        pending, chance: The item that awaits links, and its event.
        resignations: Held resignations by human seats of their own seat that no item has listed.
        statements: Offers and answers at the present length.
        waits_for: Author of a candidate that names an entry not held, or None.
        mismatch: Set when a state hash differs; the log then stands still.
    """

    def __init__(
        self,
        contract: Contract,
        match_id: bytes,
        paths: Mapping[Seat, Sequence[Entry]],
        tolerated: frozenset[bytes] = frozenset(),
    ) -> None:
        table = Table(contract, match_id)
        state = table.game.setup(contract.named_options())
        state_hash = table.game.state_hash(state)
        self.situation = Situation(table, 0, match_id, state, state_hash, frozenset(), 0, 0)
        self.heads: list[bytes] = [match_id]
        self.hashes: list[bytes] = [state_hash]
        self.states: list[Any] = [state]
        self.items: list[Entry] = []
        self.steps: list[Applied] = []
        self.turn_changed_at = 0
        self.result: Result | None = None
        self.pending: Plan | None = None
        self.chance: Chance | None = None
        self.resignations: dict[Seat, Entry] = {}
        self.statements: list[Entry] = []
        self.waits_for: Seat | None = None
        self.mismatch: Mismatch | None = None
        self._table = table
        self._paths = paths
        self.effects: list[Effect] = []
        self._tolerated = tolerated
        self._cause: Entry | None = None
        self._causes: list[bytes] = [match_id]
        self._left_at: dict[Seat, int] = {}
        self._checked = dict.fromkeys(table.humans, 0)
        self._acknowledged = dict.fromkeys(table.humans, -1)
        self._candidates: dict[Seat, deque[Entry]] = {seat: deque() for seat in table.humans}
        self._reveals: dict[Seat, deque[Entry]] = {seat: deque() for seat in table.humans}
        self._named: dict[bytes, Entry] = {}
        self._chains = {
            seat: ChainVerifier(human.seat_key, human.tip, CHAIN_LENGTH)
            for seat in table.humans
            for human in (contract.human(seat),)
        }

    def branch(self, paths: Mapping[Seat, Sequence[Entry]]) -> "Log":
        """Return another log that stands where this one does and goes on with ``paths``.

        Of each feed they must begin with the entries whose position was checked here. Since the order in which
        entries come makes no difference, it is the log that ``paths`` give from the beginning.
        """
        twin = copy.copy(self)
        twin._paths = paths
        twin.mismatch = None  # found again if it is on these paths
        for name in ("heads", "hashes", "states", "items", "steps", "effects", "statements", "_causes"):
            setattr(twin, name, list(getattr(self, name)))
        for name in ("resignations", "_named", "_left_at", "_checked", "_acknowledged"):
            setattr(twin, name, dict(getattr(self, name)))
        twin._candidates = {seat: deque(entries) for seat, entries in self._candidates.items()}
        twin._reveals = {seat: deque(entries) for seat, entries in self._reveals.items()}
        twin.chance = None if self.chance is None else replace(self.chance, links=dict(self.chance.links))
        return twin

    def fits(self, paths: Mapping[Seat, Sequence[Entry]]) -> bool:
        """Tell whether ``branch`` may be asked for these paths."""
        return all(
            used <= len(paths[seat]) and (used == 0 or paths[seat][used - 1] is self._paths[seat][used - 1])
            for seat, used in self._checked.items()
        )

    # --- what is held ---------------------------------------------------------------------------------------

    def entry_at(self, seat: Seat, seq: int) -> Entry | None:
        """Return entry ``seq`` of human ``seat`` if its position was checked."""
        return self._paths[seat][seq] if seq < self._checked[seat] else None

    def entry_named(self, e: bytes) -> Entry | None:
        """Return the entry ``e`` if its position was checked and its author had not left."""
        return self._named.get(e)

    def staying_at(self, k: int) -> frozenset[Seat]:
        """Return the human seats that had not left at length ``k``, at most the present one."""
        return frozenset(seat for seat in self._table.humans if self._left_at.get(seat, k + 1) > k)

    def acknowledged(self, seat: Seat) -> int:
        """Return the last length at which human ``seat`` signed, before it left, what this log has there; -1 if none."""
        return self._acknowledged[seat]

    def checked(self, seat: Seat) -> int:
        """Return how many entries of human ``seat`` have had their position checked."""
        return self._checked[seat]

    @property
    def has_begun(self) -> bool:
        """Whether every human seat has written entry 0: a match exists from then on."""
        return all(self._checked.values())

    @property
    def to_act(self) -> Seat | None:
        """The seat whose act would be the next item; None before the beginning, after the end, or while one is pending."""
        if not self.has_begun or self.result is not None or self.pending is not None:
            return None
        return self.situation.to_act

    # --- going on -------------------------------------------------------------------------------------------

    def advance(self) -> None:
        """Go as far as the entries held allow."""
        while self.mismatch is None:
            self._check_positions()
            if self.mismatch is not None or self.result is not None or not self.has_begun:
                return
            if self.pending is None and not self._choose():
                return
            if not self._resolve():
                return

    def _check_positions(self) -> None:
        for seat, path in self._paths.items():
            at = self._checked[seat]
            while at < len(path) and self._has_position(path[at]):
                at += 1
                self._checked[seat] = at
                self._sort(path[at - 1])
            if self.mismatch is not None:
                return

    def _has_position(self, entry: Entry) -> bool:
        if entry.k > self.situation.k:
            return False
        if self._is_void(entry):
            return True
        if entry.payload.head != self.heads[entry.k]:
            return False
        if entry.payload.state != self.hashes[entry.k] and entry.e not in self._tolerated:
            self.mismatch = Mismatch(entry, self.hashes[entry.k])
            return False
        return True

    def _is_void(self, entry: Entry) -> bool:
        return entry.k >= self._left_at.get(entry.author, entry.k + 1)

    def _sort(self, entry: Entry) -> None:
        """Put an entry where its body will be looked for."""
        if self._is_void(entry):
            return
        self._acknowledged[entry.author] = entry.k
        self._named[entry.e] = entry
        body = entry.body
        if isinstance(body, Resign) and not self._may_resign(entry.author, body.seat):
            self._record(entry, Fault(Code.ILLEGAL, f"seat {body.seat} is not its to resign"))
            return
        if isinstance(body, Resign) and body.seat == entry.author not in self.situation.left:
            self.resignations[entry.author] = entry
        if isinstance(body, Act | Agree | Resign):
            if entry.k == self.situation.k:
                self._candidates[entry.author].append(entry)
            else:
                self._pass_over(entry)
        elif isinstance(body, Reveal):
            if entry.k == self.situation.k:
                self._reveals[entry.author].append(entry)
            else:
                self._judge_late(entry, body)
        elif isinstance(body, Offer | Yes) and entry.k == self.situation.k:
            self.statements.append(entry)

    def _may_resign(self, author: Seat, seat: Seat) -> bool:
        """Whether ``seat`` is the author's own, or one that a computer plays."""
        return seat == author or self._table.is_computer(seat)

    # --- the next item --------------------------------------------------------------------------------------

    def _choose(self) -> bool:
        """Choose the next item; False if none is there yet."""
        s = self.situation
        seat = s.to_act
        assert seat is not None, "a game that is over ends the log"
        self.waits_for = None
        resignation = self.resignations.get(seat)
        if resignation is not None and resignation.k < s.k:
            self._begin(resignation, plan_resignation(s, seat))
            return True
        author = s.controller(seat)
        candidates = self._candidates[author]
        while candidates:
            try:
                plan = self._plan(s, seat, candidates[0])
            except NotHeldError:
                self.waits_for = author
                return False
            except RefusedError as refused:
                self._record(candidates.popleft(), Fault(refused.code, refused.text))
                continue
            entry = candidates.popleft()
            if plan is not None:
                self._begin(entry, plan)
                return True
        return False

    def _plan(self, s: Situation, seat: Seat, entry: Entry) -> Plan | None:
        """Return the plan of a candidate by who controls ``seat``; None for a resignation of another seat."""
        body = entry.body
        if isinstance(body, Resign):
            return plan_resignation(s, seat) if body.seat == seat else None
        if isinstance(body, Agree):
            return plan_agree(s, entry.author, body, self)
        assert isinstance(body, Act), "only acts, agrees and resignations are candidates"
        plan = plan_act(s, entry.author, body, self)
        check_link_presence(plan, entry.author, body)
        if body.x is not None and not self._chains[entry.author].check(s.n + 1, body.x):
            raise RefusedError(
                Code.WRONG_REVEAL, f"this is not link {s.n + 1} of the seat's chain", body.action
            )
        return plan

    def _begin(self, entry: Entry, plan: Plan) -> None:
        self.pending, self._cause = plan, entry
        if not plan.needs_chance:
            return
        self.chance = Chance(self.situation.n + 1, entry.e, plan.revealers)
        if isinstance(entry.body, Act) and entry.body.x is not None:
            self.chance.links[entry.author] = entry.body.x
        self._take_reveals()
        if self.chance.owing:
            self.effects.append(self.pending_effect(plan, self.chance))

    def pending_effect(self, plan: Plan, chance: Chance) -> Pending:
        """Return what is told of a pending item."""
        return Pending(self.situation.k + 1, plan.seat, plan.action, chance.owing)

    # --- its chance -----------------------------------------------------------------------------------------

    def _resolve(self) -> bool:
        """Apply the pending item if its chance is known; False if links are owed."""
        plan = self.pending
        assert plan is not None, "an item was chosen"
        if self.chance is None:
            assert plan.done is not None, "without an event an item needs no chance"
            self._apply(plan, plan.done, NoDraws())
            return True
        self._take_reveals()
        if self.chance.owing:
            return False
        assert plan.step is not None, "with an event an item needs chance"
        draws = self.chance.draws(self._table.match_id)
        self._apply(plan, plan.step(draws), draws)
        return True

    def _take_reveals(self) -> None:
        assert self.chance is not None, "reveals are taken for an event"
        for seat, reveals in self._reveals.items():
            while reveals:
                entry = reveals.popleft()
                assert isinstance(entry.body, Reveal), "only reveals are kept here"
                fault = self.chance.take(seat, entry.body, self._chains[seat])
                if fault is not None:
                    self._record(entry, fault)

    def _judge_late(self, entry: Entry, reveal: Reveal) -> None:
        """Record a reveal that came when its event was over, unless it only repeats what is known."""
        if not 0 < reveal.n < len(self._causes):
            self._record(entry, Fault(Code.ILLEGAL, f"opens link {reveal.n}, for which nobody asked"))
        elif reveal.cause != self._causes[reveal.n]:
            self._record(
                entry, Fault(Code.FORK, f"opens link {reveal.n} for another item than everybody else")
            )

    # --- its effect -----------------------------------------------------------------------------------------

    def _apply(self, plan: Plan, transition: Transition, draws: DrawSource) -> None:
        """Make the pending item part of the log."""
        old, entry = self.situation, self._cause
        assert entry is not None, "an item is pending"
        state, events = transition
        k = old.k + 1
        head = next_head(old.head, entry.e)
        state_hash = self._table.game.state_hash(state)
        same_turn = self._table.game.to_act(state) == old.to_act
        self.situation = Situation(
            self._table,
            k,
            head,
            state,
            state_hash,
            plan.left,
            old.n + 1 if plan.needs_chance else old.n,
            old.turn_items + 1 if same_turn else 0,
        )
        if plan.needs_chance:
            self._causes.append(entry.e)
        for seat in plan.left - old.left:
            self._left_at[seat] = k
            self.resignations.pop(seat, None)
        self.heads.append(head)
        self.hashes.append(state_hash)
        self.states.append(state)
        self.items.append(entry)
        step = Applied(
            k,
            plan.kind,
            plan.seat,
            plan.action,
            plan.resigned,
            plan.dropped,
            tuple(draws.dice),
            tuple(draws.choices),
            plan.events + events,
            state_hash,
        )
        self.steps.append(step)
        self.pending = self._cause = self.chance = None
        self._clear_position()
        self.effects.append(step)
        self.result = plan.agreed or self._result()
        if self.result is not None or not same_turn:
            self.turn_changed_at = k
        if self.result is not None:
            self.effects.append(Finished(self.result))

    def _clear_position(self) -> None:
        """What was said at the k before and became no item is stale, or has lapsed."""
        self.statements.clear()
        for seat in self._table.humans:
            candidates, reveals = self._candidates[seat], self._reveals[seat]
            while candidates:
                self._pass_over(candidates.popleft())
            while reveals:
                entry = reveals.popleft()
                assert isinstance(entry.body, Reveal), "only reveals are kept here"
                self._judge_late(entry, entry.body)

    def _result(self) -> Result | None:
        """Return how the log ends here, if it does."""
        s, game = self.situation, self._table.game
        outcome = game.outcome(s.state)
        if outcome is not None:
            return Result("resigned" if outcome.reason == "resigned" else "played", outcome)
        if not s.staying or s.n >= CHAIN_LENGTH:
            return Result("limit", game.adjudicate(s.state))
        return None

    def judgement(self) -> Result | None:
        """Return the result, or what unlisted resignations give, taken in seat order where the log stops."""
        game, state = self._table.game, self.situation.state
        if self.result is not None:
            return self.result
        for seat in sorted(self.resignations):
            if seat in game.living(state) and game.to_act(state) is not None:
                try:
                    state, _ = game.resign(state, seat, NoDraws())
                except ChanceNeeded:
                    return None
        outcome = game.outcome(state)
        return None if outcome is None else Result("resigned", outcome)

    def _pass_over(self, entry: Entry) -> None:
        if isinstance(entry.body, Act | Agree):
            self._record(entry, Fault(Code.STALE, "another item stands in its place"))

    def _record(self, entry: Entry, fault: Fault) -> None:
        self.effects.append(
            Recorded(entry.author, entry.seq, fault.code, fault.text, entry.packed, entry.signature)
        )

"""Which entry may be the next item, as a list of named checks (N3, N4).

``plan_act``, ``plan_agree`` and ``plan_resignation`` judge a body by an author in a ``Situation`` and return
the ``Plan`` of what it will do. Everybody judges with them: the log what arrives, the match what its own
person wants. A verdict depends on the situation and on the entries that the body names, and on nothing else,
so that it is the same wherever these are held.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from engine.dice import DrawSource, NoDraws
from engine.errors import ChanceNeeded, EngineError
from engine.game import Event, Outcome, Seat
from protocol.effects import Result
from protocol.entries import Act, Agree, Drop, Inc, Listed, Offer, Resign, Yes
from protocol.errors import Code
from protocol.feed import Entry
from protocol.limits import MAX_ITEMS_PER_TURN
from protocol.situation import Situation

__all__ = [
    "AGREEMENTS",
    "Held",
    "NotHeldError",
    "Plan",
    "RefusedError",
    "Transition",
    "apply_inc",
    "check_link_presence",
    "plan_act",
    "plan_agree",
    "plan_resignation",
]

AGREEMENTS = ("draw", "abort")
"""The kinds of offer that an ``agree`` can close; ``pause`` and ``takeback`` are not supported."""

Transition: TypeAlias = tuple[Any, tuple[Event, ...]]


class RefusedError(Exception):
    """The entry may not be an item: it is skipped and recorded against its author."""

    def __init__(self, code: Code, text: str, culprit: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.culprit = culprit


class NotHeldError(Exception):
    """The entry names another one that is not held yet: it can be judged only when that is."""


class Held(Protocol):
    """The entries whose position in the log was checked."""

    def entry_at(self, seat: Seat, seq: int) -> Entry | None:
        """Return entry ``seq`` of ``seat``."""

    def entry_named(self, e: bytes) -> Entry | None:
        """Return the entry with the name ``e``."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a legal item will do.

    Attributes:
        kind: ``act``, ``resign`` or ``agree``.
        seat: Seat whose action or resignation it is; of an agree the author.
        action: Canonical text; ``""`` where resignations end the game; of an agree its kind.
        resigned, dropped: Seats that leave by ``inc``, or by being the item.
        left: All human seats that have left, with the item.
        events: What ``inc`` made happen.
        done: The state after the item and its events, or None when it needs chance.
        step: Does it with draws; None where nothing is left to do.
        revealers: R, ascending: who gives a link if it needs chance.
        agreed: The result of an agree.
    """

    kind: str
    seat: Seat
    action: str
    resigned: tuple[Seat, ...]
    dropped: tuple[Seat, ...]
    left: frozenset[Seat]
    events: tuple[Event, ...]
    done: Transition | None
    step: Callable[[DrawSource], Transition] | None
    revealers: tuple[Seat, ...]
    agreed: Result | None = None

    @property
    def needs_chance(self) -> bool:
        """Whether dice links must be opened for it."""
        return self.done is None


# --- acts ---------------------------------------------------------------------------------------------------


def plan_act(s: Situation, author: Seat, act: Act, held: Held) -> Plan:
    """Judge an act at the situation's (k, head); all but the presence and truth of its link.

    Raises:
        RefusedError: ILLEGAL.
        NotHeldError: ``inc`` names an entry that is not held, or another one is held in its place.
    """
    check_seat(s, author, act)
    left, state, events = apply_inc(s, author, act.inc, held)
    check_turn_length(s, act, state)
    resigned = tuple(item.seat for item in act.inc if isinstance(item, Listed))
    dropped = tuple(item.seat for item in act.inc if isinstance(item, Drop))
    revealers = tuple(seat for seat in s.table.humans if seat not in left)
    if s.table.game.to_act(state) is None:
        check_empty(act)
        return Plan("act", act.seat, "", resigned, dropped, left, events, (state, ()), None, revealers)
    step = check_action(s, act.action, state)
    done = _without_chance(step)
    return Plan("act", act.seat, act.action, resigned, dropped, left, events, done, step, revealers)


def check_seat(s: Situation, author: Seat, act: Act) -> None:
    """The act is for the seat to act, by whoever controls it."""
    if act.seat != s.to_act:
        raise RefusedError(Code.ILLEGAL, f"seat {act.seat} is not to act", f"seat {act.seat}")
    if s.controller(act.seat) != author:
        raise RefusedError(Code.ILLEGAL, f"seat {author} does not control seat {act.seat}", f"seat {author}")


def apply_inc(
    s: Situation, author: Seat, inc: Iterable[Inc], held: Held
) -> tuple[frozenset[Seat], Any, tuple[Event, ...]]:
    """Return who has left, the state and the events after ``inc`` took effect, in its order.

    Raises: as ``plan_act``.
    """
    game = s.table.game
    left, state = s.left, s.state
    events: list[Event] = []
    for item in inc:
        if isinstance(item, Listed):
            check_listed(s, item, left, held)
            if item.seat in game.living(state) and game.to_act(state) is not None:
                state, more = game.resign(state, item.seat, NoDraws())
                events.extend(more)
        else:
            check_drop(s, author, item.seat, left, state)
        left |= {item.seat}
    return left, state, tuple(events)


def check_listed(s: Situation, listed: Listed, left: frozenset[Seat], held: Held) -> None:
    """A listed entry is a resignation not listed so far, by its author, of its own seat, not the seat to act."""
    culprit = f"seat {listed.seat}"
    if not s.table.is_human(listed.seat):
        raise RefusedError(Code.ILLEGAL, "inc names an entry of a seat that has no feed", culprit)
    if listed.seat == s.to_act:
        raise RefusedError(Code.ILLEGAL, "inc names an entry of the seat to act", culprit)
    if listed.seat in left:
        raise RefusedError(Code.ILLEGAL, "inc names an entry of a seat that has left", culprit)
    entry = held.entry_at(listed.seat, listed.seq)
    if entry is None or entry.e != listed.e:
        raise NotHeldError
    if not isinstance(entry.body, Resign) or entry.body.seat != listed.seat:
        raise RefusedError(Code.ILLEGAL, "inc names an entry that does not resign its author's seat", culprit)
    if entry.k > s.k:
        raise RefusedError(Code.ILLEGAL, "inc names an entry that was written later", culprit)


def check_drop(s: Situation, author: Seat, seat: Seat, left: frozenset[Seat], state: Any) -> None:
    """A dropped seat is another human's, eliminated by the rules, and has not left."""
    culprit = f"seat {seat}"
    if not s.table.is_human(seat) or seat == author:
        raise RefusedError(Code.ILLEGAL, "only another human seat can be dropped", culprit)
    if seat in left:
        raise RefusedError(Code.ILLEGAL, "a seat that has left cannot be dropped", culprit)
    if seat in s.table.game.living(state):
        raise RefusedError(Code.ILLEGAL, "a seat that is still in the game cannot be dropped", culprit)


def check_turn_length(s: Situation, act: Act, state: Any) -> None:
    """After too many items in one turn only the action that ends it is left, where the game has one."""
    if s.turn_items < MAX_ITEMS_PER_TURN or s.table.game.to_act(state) is None:
        return
    end = s.table.game.end_action(state)
    if end is not None and act.action != s.table.game.format(end):
        raise RefusedError(Code.ILLEGAL, f"after {MAX_ITEMS_PER_TURN} items the turn must end", act.action)


def check_empty(act: Act) -> None:
    """Where ``inc`` ended the game there is no action and no link."""
    if act.action or act.x is not None:
        raise RefusedError(Code.ILLEGAL, "the resignations end the game: nothing can be played", act.action)


def check_action(s: Situation, text: str, state: Any) -> Callable[[DrawSource], Transition]:
    """The action is in canonical notation and legal after ``inc``; returned is the step that plays it."""
    game = s.table.game
    try:
        action = game.parse(text)
        if game.format(action) != text or not game.is_legal(state, action):
            raise RefusedError(Code.ILLEGAL, f"{text!r} cannot be played", text)
    except EngineError as error:
        raise RefusedError(Code.ILLEGAL, error.text, text) from error
    return lambda draws: game.apply(state, action, draws)


def check_link_presence(plan: Plan, author: Seat, act: Act) -> None:
    """The link is there exactly if the action needs chance and the author is in R."""
    if (act.x is not None) != (plan.needs_chance and author in plan.revealers):
        raise RefusedError(Code.WRONG_REVEAL, "a dice link is missing, or given without need", act.action)


# --- resignations and agreements ----------------------------------------------------------------------------


def plan_resignation(s: Situation, seat: Seat) -> Plan:
    """Return what the resignation of the seat to act does as an item; it is always legal there (N3)."""
    game, state = s.table.game, s.state
    left = s.left | {seat} if s.table.is_human(seat) else s.left
    revealers = tuple(human for human in s.table.humans if human not in left)

    def step(draws: DrawSource) -> Transition:
        return game.resign(state, seat, draws)

    done = _without_chance(step)
    return Plan("resign", seat, "", (seat,), (), left, (), done, step if done is None else None, revealers)


def plan_agree(s: Situation, author: Seat, agree: Agree, held: Held) -> Plan:
    """Judge an agree at the situation's (k, head).

    Raises:
        RefusedError: ILLEGAL, or UNSUPPORTED for kinds beyond ``AGREEMENTS``.
        NotHeldError: It names an entry that is not held.
    """
    if s.to_act is None or s.controller(s.to_act) != author:
        raise RefusedError(Code.ILLEGAL, "only who is to act can close an agreement", f"seat {author}")
    offer = _named(s, agree.offer, held)
    if not isinstance(offer.body, Offer):
        raise RefusedError(Code.ILLEGAL, "an agree names what is no offer")
    kind = offer.body.kind
    if kind not in AGREEMENTS or offer.body.arg is not None:
        raise RefusedError(Code.UNSUPPORTED, f"an agreement {kind!r} is not supported", kind)
    parties = [offer.author]
    for e in agree.yes:
        entry = _named(s, e, held)
        if not isinstance(entry.body, Yes) or entry.body.offer != offer.e:
            raise RefusedError(Code.ILLEGAL, "an agree names an answer to something else")
        parties.append(entry.author)
    if len(set(parties)) < len(parties) or not set(parties) <= set(s.voters):
        raise RefusedError(Code.ILLEGAL, "an agree names a seat twice or one that has no say")
    if not set(s.voters) <= {*parties, author}:
        raise RefusedError(Code.ILLEGAL, "an agree lacks somebody's yes")
    result = Result("aborted", None) if kind == "abort" else Result("agreed", Outcome((), "agreed"))
    return Plan("agree", author, kind, (), (), s.left, (), (s.state, ()), None, s.staying, result)


def _named(s: Situation, e: bytes, held: Held) -> Entry:
    entry = held.entry_named(e)
    if entry is None:
        raise NotHeldError
    if entry.k != s.k:
        raise RefusedError(Code.ILLEGAL, "an agree names an offer or answer that has lapsed")
    return entry


def _without_chance(step: Callable[[DrawSource], Transition]) -> Transition | None:
    try:
        return step(NoDraws())
    except ChanceNeeded:
        return None

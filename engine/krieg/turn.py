"""The course of a turn: carrying out actions, its end, and resignation (K7, K8.4, K8.5, K12.1)."""

from engine.dice import DrawSource
from engine.digest import extend_draws
from engine.game import Event, EventKind, Seat
from engine.krieg.actions import Action, Verb
from engine.krieg.attack import attack
from engine.krieg.boards import Cell
from engine.krieg.buildings import BUILDING_BY_NAME, build
from engine.krieg.economy import buy, settle
from engine.krieg.movement import own_stack_refusal, step
from engine.krieg.pieces import COUNT, GUARDS_BACK, KIND_BY_NAME
from engine.krieg.refusals import Refusal
from engine.krieg.state import Draft, State
from engine.krieg.towers import shoot_all
from engine.krieg.victory import close_at_limit, give_up

__all__ = ["disband_refusal", "end_turn", "next_seat", "play", "resign", "start_turn", "undo_refusal"]


def play(s: State, a: Action, draws: DrawSource) -> tuple[State, tuple[Event, ...]]:
    """Carry out a legal action and all that follows from it; legality is not looked at.

    Purchases and steps lengthen the chain of what can be taken back; everything else ends it (K7.1).
    """
    index = s.rules.geometry.index
    if a.verb is Verb.UNDO:
        assert s.previous is not None
        return s.previous, (Event(EventKind.UNDONE, s.turn),)
    d = Draft(s)
    match a.verb:
        case Verb.MOVE:
            step(d, index[a.cell], index[a.target])
            return d.freeze(s.draws, s), tuple(d.events)
        case Verb.BUY:
            buy(d, index[a.cell], KIND_BY_NAME[a.piece])
            return d.freeze(s.draws, s), tuple(d.events)
        case Verb.BUILD:
            build(d, index[a.cell], BUILDING_BY_NAME[a.piece])
            return d.freeze(s.draws, None), tuple(d.events)
        case Verb.DISBAND:
            disband(d, index[a.cell])
            return d.freeze(s.draws, None), tuple(d.events)
        case Verb.ATTACK:
            drawn = len(draws.trace)
            attack(d, index[a.cell], index[a.target], draws)
            return _after_chance(d, draws, drawn)
        case _:
            drawn = len(draws.trace)
            end_turn(d, draws)
            return _after_chance(d, draws, drawn)


def _after_chance(d: Draft, draws: DrawSource, drawn: int) -> tuple[State, tuple[Event, ...]]:
    """Return what a step that may have drawn comes to; ``drawn`` bytes of the trace are older than it."""
    return d.freeze(extend_draws(d.origin.draws, draws.trace[drawn:]), None), tuple(d.events)


def undo_refusal(s: State) -> Refusal | None:
    """Tell why nothing can be taken back (K7.1)."""
    if s.previous is not None:
        return None
    return Refusal.FINAL if s.final else Refusal.NOTHING_TO_UNDO


def disband_refusal(s: State, cell: Cell) -> Refusal | None:
    """Tell why the seat to move cannot disband the stack on ``cell`` (K12.1)."""
    return own_stack_refusal(s, cell) if s.rules.disband else Refusal.OPTION_OFF


def disband(d: Draft, cell: Cell) -> None:
    """Remove an own stack without refund (K12.1): no purchase and no step, so it cannot be taken back (K7.1)."""
    d.final = True
    d.tell(EventKind.LOST, d.turn, cell, count=COUNT[d.units[cell]], piece=d.kind_name(cell))
    d.units[cell] = 0


def end_turn(d: Draft, draws: DrawSource) -> None:
    """End the running turn: towers shoot, guards return, the next living seat's turn starts (K7.2)."""
    shoot_all(d, draws)
    d.sites = d.sites.translate(GUARDS_BACK)
    d.final = False
    following = next_seat(d.turn, d.living)
    if following > d.turn:
        start_turn(d, following)
    elif d.round == d.rules.round_limit:
        close_at_limit(d)
    else:
        # K8.5: the round rises when the turn passes to a seat that is not later in seat order.
        d.round += 1
        start_turn(d, following)


def next_seat(turn: Seat, living: tuple[Seat, ...]) -> Seat:
    """Return the living seat that comes after ``turn`` in seat order."""
    return next((seat for seat in living if seat > turn), living[0])


def start_turn(d: Draft, seat: Seat) -> None:
    """Start the turn of ``seat``: the settlement (K2), then all its stacks may step and act."""
    d.turn = seat
    d.rest_all()
    settle(d)
    d.ready_own()


def resign(s: State, seat: Seat, draws: DrawSource) -> tuple[State, tuple[Event, ...]]:
    """Let a living ``seat`` resign; nothing before it can be taken back (K7.1, K8.4)."""
    d = Draft(s)
    drawn = len(draws.trace)
    d.final = True
    give_up(d, seat)
    if seat == s.turn and not d.over:
        end_turn(d, draws)
    return _after_chance(d, draws, drawn)

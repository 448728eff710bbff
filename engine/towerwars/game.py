"""TowerWars as one of the games: every method hands on to the room that knows."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from engine.dice import DrawSource
from engine.errors import GameOver, IllegalAction
from engine.game import Board, Effect, Event, EventKind, Game, Outcome, Piece, Seat
from engine.options import Option, Options
from engine.towerwars import loading, notation, view
from engine.towerwars import state as states
from engine.towerwars.geometry import geometry
from engine.towerwars.moves import refusal
from engine.towerwars.notation import Action, Move, Swap
from engine.towerwars.outcome import can_swap, legal_moves, outcome
from engine.towerwars.perft import count
from engine.towerwars.position import Position
from engine.towerwars.reach import SHIFT, TARGET
from engine.towerwars.state import State

__all__ = ["TowerWars"]

_SEATS = 2


class TowerWars(Game[State, Action]):
    """TowerWarsPP (T1-T8). Seat 0 opens as red, seat 1 is blue; ``swap`` exchanges the colours (T6.3)."""

    name: ClassVar[str] = loading.GAME
    rules_version: ClassVar[int] = 1
    part_names: ClassVar[tuple[str, ...]] = states.PARTS

    # --- options and set-up ---------------------------------------------------------------------------
    def options_schema(self) -> tuple[Option, ...]:
        """Return ``size``, ``ply_limit`` and ``pie``."""
        return states.OPTIONS

    def complete(self, options: Mapping[str, object]) -> dict[str, Any]:
        """Return ``options`` completed and checked; see ``Game``."""
        return states.complete(options)

    def modes(self) -> tuple[dict[str, Any], ...]:
        """Return the default game, a small one with both options on, and one with towers two high."""
        partial: tuple[dict[str, object], ...] = ({}, {"size": 4, "ply_limit": 40, "pie": True}, {"size": 7})
        return tuple(self.complete(options) for options in partial)

    def seats(self, options: Options) -> int:
        """Return 2."""
        return _SEATS

    def setup(self, options: Mapping[str, object]) -> State:
        """Return the start position (T2); see ``Game``."""
        return states.start(options)

    def options(self, s: State) -> dict[str, Any]:
        """Return the complete options of the game that ``s`` belongs to."""
        return loading.options_of(s)

    # --- play -----------------------------------------------------------------------------------------
    def to_act(self, s: State) -> Seat | None:
        """Return the seat that plays the colour to move, None when the game is over."""
        return s.seat_of(s.turn) if outcome(s) is None else None

    def living(self, s: State) -> tuple[Seat, ...]:
        """Return both seats, or the winner's alone once there is one."""
        ended = outcome(s)
        return ended.winners if ended is not None and ended.winners else (0, 1)

    def legal_actions(self, s: State) -> list[Action]:
        """Return all legal moves by code point of their text, then ``swap`` where it is allowed."""
        cell_of = geometry(s.size).cell_of
        actions: list[Action] = [
            Move(cell_of[move >> SHIFT], cell_of[move & TARGET]) for move in legal_moves(s)
        ]
        if can_swap(s):
            actions.append(Swap.SWAP)
        return actions

    def is_legal(self, s: State, a: Action) -> bool:
        """Tell whether ``a`` may be played."""
        return can_swap(s) if isinstance(a, Swap) else _encoded(s, a) in legal_moves(s)

    def apply(self, s: State, a: Action, draws: DrawSource) -> tuple[State, tuple[Event, ...]]:
        """Play ``a``; nothing is ever drawn. See ``Game``.

        Raises:
            GameOver: The game has ended.
            IllegalAction: With one of the words of ``landing.Refusal`` as reason, or ``no_swap``.
        """
        if outcome(s) is not None:
            raise GameOver("the game is over")
        if not self.is_legal(s, a):
            raise _illegal(s, a)
        after = _after(s, a)
        events = () if isinstance(a, Swap) else view.move_events(s, _encoded(s, a))
        return after, events + view.closing_events(after)

    def resign(self, s: State, seat: Seat, draws: DrawSource) -> tuple[State, tuple[Event, ...]]:
        """Let ``seat`` resign, in or out of turn (T6.2); the other seat wins. It counts as a ply. See ``Game``."""
        if outcome(s) is not None:
            raise GameOver("the game is over")
        if seat not in (0, 1):
            raise IllegalAction(f"there is no seat {seat}", str(seat), "no_seat")
        after = replace(s, resigned=seat, ply=s.ply + 1)
        return after, (Event(EventKind.ELIMINATED, seat), *view.closing_events(after))

    def needs_chance(self, s: State, a: Action) -> bool:
        """Return False: nothing is left to chance."""
        return False

    def resignation_needs_chance(self, s: State, seat: Seat) -> bool:
        """Return False: nothing is left to chance."""
        return False

    def outcome(self, s: State) -> Outcome | None:
        """Return how the game ended: ``base``, ``stuck``, ``resigned``, ``ply_limit``; None while it runs."""
        return outcome(s)

    def adjudicate(self, s: State) -> Outcome:
        """Return the outcome, and a draw for a game that still runs."""
        return outcome(s) or Outcome((), "adjudicated")

    # --- encoding and hash ----------------------------------------------------------------------------
    def encode(self, s: State) -> bytes:
        """Return the canonical bytes of ``s``."""
        return states.encode(s)

    def decode(self, data: bytes) -> State:
        """Return the state with these bytes. Raises ``PositionError``."""
        return loading.decode(data)

    def hash_parts(self, s: State) -> dict[str, bytes]:
        """Return the hashes of board, turn (with options) and dice."""
        return states.hash_parts(s)

    # --- text -----------------------------------------------------------------------------------------
    def format(self, a: Action) -> str:
        """Return ``A2-B3`` or ``swap`` (T8)."""
        return notation.format_action(a)

    def parse(self, text: str) -> Action:
        """Return the action written ``text``; ``A2->B3`` is read as well. Raises ``ActionSyntaxError``."""
        return notation.parse_action(text)

    def to_json(self, s: State) -> dict[str, Any]:
        """Return the state in the form of the recorded games; see ``loading``."""
        return loading.to_json(s)

    def from_json(self, value: Mapping[str, Any]) -> State:
        """Return the state that ``value`` describes; see ``loading``. Raises ``PositionError`` (T7)."""
        return loading.from_json(value)

    # --- for tooltips, logs and any window ------------------------------------------------------------
    def describe(self, s: State, a: Action) -> Effect:
        """Return what a legal action will do; see ``view.describe``."""
        return view.describe(s, a, _after(s, a))

    def board(self, s: State) -> Board:
        """Return the cells of the board."""
        return view.board(s)

    def pieces(self, s: State) -> tuple[Piece, ...]:
        """Return all pieces; on a blocked tower lies the stone that blocks it."""
        return view.pieces(s)

    def action_cells(self, a: Action) -> tuple[str, ...]:
        """Return (source, target), or nothing for ``swap``."""
        return view.action_cells(a)

    # --- counting -------------------------------------------------------------------------------------
    def perft(self, s: State, depth: int) -> int:
        """Count the sequences of ``depth`` actions from ``s``; see ``Game.perft``."""
        if depth == 0:
            return 1
        if outcome(s) is not None or (s.ply_limit and s.ply + depth > s.ply_limit):
            return 0  # no sequence leads past the end
        if s.pie and s.ply == 0:
            return super().perft(s, depth)  # some of the next positions allow a swap
        total = count(Position.of(s), depth)
        if can_swap(s):
            total += count(Position.of(s), depth - 1)  # the same board, the same colour to move
        return total


def _encoded(s: State, move: Move) -> int:
    """Return ``move`` as the integer that lists of moves hold; 0 stands for cells that this board lacks."""
    index_of = geometry(s.size).index_of
    return index_of[move.source] << SHIFT | index_of[move.target]


def _after(s: State, a: Action) -> State:
    """Return the state after a legal action."""
    if isinstance(a, Swap):
        return replace(
            s, ply=s.ply + 1, swapped=True
        )  # T6.3: colours change hands, and blue is still to move
    position = Position.of(s)
    position.make(_encoded(s, a))
    return replace(s, board=position.board(), turn=position.side, ply=s.ply + 1)


def _illegal(s: State, a: Action) -> IllegalAction:
    if isinstance(a, Swap):
        return IllegalAction(
            "colours are exchanged as Blue's first action, in games with pie only", "swap", "no_swap"
        )
    board = geometry(s.size)
    source, target = board.index_of[a.source], board.index_of[a.target]
    why = refusal(s.size, board.with_margin(s.board), s.turn, source, target)
    assert why is not None, "the list of moves and the rules one by one agree"
    return IllegalAction(f"{a}: {why.text}", str(a), why.word)

"""Krieg und Frieden behind the one interface of all games. The rules stand in the rooms beside it."""

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.dice import DrawSource
from engine.errors import GameOver, IllegalAction
from engine.game import Board, Effect, Event, Game, OddsRow, Outcome, Piece, Seat
from engine.krieg import encoding, legality, loading, modes, turn, victory, view
from engine.krieg.actions import END, Action, Verb, format_action, parse_action
from engine.krieg.attack import defence_against
from engine.krieg.describing import attack_odds, describe
from engine.krieg.pieces import KIND
from engine.krieg.refusals import Refusal
from engine.krieg.start import start_position
from engine.krieg.state import PART_NAMES, State, full_hash, hash_parts
from engine.krieg.towers import watching_towers
from engine.options import Option, Options

__all__ = ["Krieg"]


class Krieg(Game[State, Action]):
    """The rules of Krieg und Frieden (K1 to K12)."""

    name: ClassVar[str] = "krieg"
    rules_version: ClassVar[int] = 1
    part_names: ClassVar[tuple[str, ...]] = PART_NAMES

    # --- options and set-up ---------------------------------------------------------------------------
    def options_schema(self) -> tuple[Option, ...]:
        """Return ``mode seats radius gold castle_charges round_limit disband short_shots``."""
        return modes.SCHEMA

    def complete(self, options: Mapping[str, object]) -> dict[str, Any]:
        """Return ``options`` completed: seats after the mode, gold after the number of seats (K1.7)."""
        return modes.complete(options)

    def modes(self) -> tuple[dict[str, Any], ...]:
        """Return complete options of ``classic`` and ``towers`` for 2 and 3 seats, and of ``factions``."""
        return modes.modes()

    def seats(self, options: Options) -> int:
        """Return the number of seats: 2, 3 or 6."""
        seats = options["seats"]
        assert isinstance(seats, int)
        return seats

    def setup(self, options: Mapping[str, object]) -> State:
        """Return the start position, with the first settlement of seat 0 (K1.7)."""
        return start_position(modes.rules_for(options))

    def options(self, s: State) -> dict[str, Any]:
        """Return the complete options of the game that ``s`` belongs to."""
        return s.rules.options()

    # --- play -----------------------------------------------------------------------------------------
    def to_act(self, s: State) -> Seat | None:
        """Return the seat whose turn it is, or None when the game is over."""
        return None if s.over else s.turn

    def living(self, s: State) -> tuple[Seat, ...]:
        """Return the seats that are still in the game, ascending."""
        return s.living

    def legal_actions(self, s: State) -> list[Action]:
        """Return all legal actions sorted by code point of their text (K11)."""
        return legality.legal_actions(s)

    def forward_actions(self, s: State) -> list[Action]:
        """Return the legal actions but ``undo``."""
        return legality.forward_actions(s)

    def is_legal(self, s: State, a: Action) -> bool:
        """Tell whether ``a`` may be played."""
        return not s.over and legality.refusal(s, a) is None

    def refusal(self, s: State, a: Action) -> Refusal | None:
        """Tell why ``a`` may not be played in a running game, for tooltips; None if it may."""
        return legality.refusal(s, a)

    def apply(self, s: State, a: Action, draws: DrawSource) -> tuple[State, tuple[Event, ...]]:
        """Play ``a`` and all that follows at once; see ``Game.apply``.

        The ``reason`` of an ``IllegalAction`` is the value of a ``engine.krieg.refusals.Refusal``.
        """
        if s.over:
            raise GameOver("the game is over")
        refusal = legality.refusal(s, a)
        if refusal is not None:
            text = format_action(a)
            raise IllegalAction(f"{text}: {refusal.text}", text, refusal.value)
        return turn.play(s, a, draws)

    def resign(self, s: State, seat: Seat, draws: DrawSource) -> tuple[State, tuple[Event, ...]]:
        """Let a living ``seat`` resign (K8.4); see ``Game.resign``."""
        if s.over:
            raise GameOver("the game is over")
        if seat not in s.living:
            raise IllegalAction(f"seat {seat} is not in the game", str(seat), "not_living")
        return turn.resign(s, seat, draws)

    def needs_chance(self, s: State, a: Action) -> bool:
        """Tell whether a legal ``a`` draws: an attack that meets a defence, an end under a tower's eyes."""
        if a.verb is Verb.ATTACK:
            index = s.rules.geometry.index
            return not defence_against(s, KIND[s.units[index[a.cell]]], index[a.target]).open
        return a.verb is Verb.END and watching_towers(s) > 0

    def end_action(self, s: State) -> Action | None:
        """Return ``end``, which is always legal in a running game (K7.2)."""
        return None if s.over else END

    def outcome(self, s: State) -> Outcome | None:
        """Return how the game ended, or None while it runs (K8)."""
        return victory.outcome(s)

    def adjudicate(self, s: State) -> Outcome:
        """Judge a game that cannot go on by the ranking of the round limit (K8.5)."""
        return victory.adjudicate(s)

    # --- encoding and hash ----------------------------------------------------------------------------
    def encode(self, s: State) -> bytes:
        """Return the canonical bytes of ``s``, what can be taken back included."""
        return encoding.encode(s)

    def decode(self, data: bytes) -> State:
        """Return the state that ``encode`` made ``data`` of. Raises ``PositionError``."""
        return encoding.decode(data)

    def hash_parts(self, s: State) -> dict[str, bytes]:
        """Return the hash of every part; parts that a step left alone are not hashed again."""
        return hash_parts(s)

    def state_hash(self, s: State) -> bytes:
        """Return the state hash, kept with the state."""
        return full_hash(s)

    # --- text -----------------------------------------------------------------------------------------
    def format(self, a: Action) -> str:
        """Return the canonical text of an action (K11)."""
        return format_action(a)

    def parse(self, text: str) -> Action:
        """Return the action that ``text`` denotes. Raises ``ActionSyntaxError``, for ``resign`` too."""
        return parse_action(text)

    def to_json(self, s: State) -> dict[str, Any]:
        """Return the state in the form that the line protocol prints."""
        return loading.to_json(s)

    def from_json(self, value: Mapping[str, Any]) -> State:
        """Return the state that ``value`` describes. Raises ``PositionError``."""
        return loading.from_json(value)

    # --- for tooltips, logs and any window ------------------------------------------------------------
    def describe(self, s: State, a: Action) -> Effect:
        """Return what a legal action will do; see ``engine.krieg.describing``."""
        return describe(s, a)

    def odds(self, s: State, a: Action) -> tuple[OddsRow, ...] | None:
        """Return the exact distribution of a legal attack's results, None for anything else.

        An attack on an open crown or castle (K6.5) has one result of weight 1: nothing is lost.
        """
        if a.verb is not Verb.ATTACK or not self.is_legal(s, a):
            return None
        index = s.rules.geometry.index
        return attack_odds(s, index[a.cell], index[a.target])

    def board(self, s: State) -> Board:
        """Return the cells of the board, flat-topped, with ground and owners."""
        return view.board(s)

    def pieces(self, s: State) -> tuple[Piece, ...]:
        """Return all pieces by canonical cell; see ``engine.krieg.view.pieces`` for their marks."""
        return view.pieces(s)

    def action_cells(self, a: Action) -> tuple[str, ...]:
        """Return the cells that an action names: none, (cell,) or (source, target)."""
        return tuple(name for name in (a.cell, a.target) if name)

"""A toy game with all that a match can meet: chance, turns of several actions, elimination, resignation.

Two to six seats with hit points. In its turn a seat may ``train`` (no chance), ``hit N`` (one die; a six also
draws which of two wounds it makes) and must ``pass`` in the end, or ``swap N``, which costs a point and can be
repeated without end. Who has no points is out; the last seat wins. When the seat to act resigns and the
option ``tower`` is on, a tower shoots at the next one: a resignation that needs chance.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine import canonical, digest
from engine.dice import DrawSource
from engine.errors import ActionSyntaxError, GameOver, IllegalAction, PositionError
from engine.game import Board, BoardCell, Effect, Event, EventKind, Game, Outcome, Piece
from engine.options import Option, OptionKind, check_value, reject_unknown

SCHEMA = (
    Option("seats", OptionKind.INT, 2, "X1", 2, 6),
    Option("points", OptionKind.INT, 9, "X1", 1, 99),
    Option("tower", OptionKind.BOOL, True, "X2"),
    Option("turn_limit", OptionKind.INT, 40, "X3", 1, 9999),
)
HITS, TRAININGS = 2, 3


@dataclass(frozen=True, slots=True)
class Fight:
    """A position; ``points`` of 0: out."""

    tower: bool
    turn_limit: int
    points: tuple[int, ...]
    turn: int = 0
    turns: int = 0
    hits: int = 0
    trainings: int = 0
    swaps: int = 0
    reason: str = ""
    drawn: bytes = digest.EMPTY_DRAWS


@dataclass(frozen=True, slots=True)
class Blow:
    word: str
    target: int = -1


class Brawl(Game[Fight, Blow]):
    name = "brawl"
    rules_version = 1
    part_names = ("board", "dice")

    def options_schema(self) -> tuple[Option, ...]:
        return SCHEMA

    def complete(self, options: Mapping[str, object]) -> dict[str, Any]:
        reject_unknown(SCHEMA, options)
        return {
            option.name: check_value(option, options.get(option.name, option.default)) for option in SCHEMA
        }

    def modes(self) -> tuple[dict[str, Any], ...]:
        return tuple(self.complete({"seats": seats}) for seats in range(2, 7))

    def seats(self, options: Mapping[str, Any]) -> int:
        return int(options["seats"])

    def setup(self, options: Mapping[str, object]) -> Fight:
        chosen = self.complete(options)
        return Fight(chosen["tower"], chosen["turn_limit"], (chosen["points"],) * chosen["seats"])

    def options(self, s: Fight) -> dict[str, Any]:
        return self.complete({"seats": len(s.points), "tower": s.tower, "turn_limit": s.turn_limit})

    def to_act(self, s: Fight) -> int | None:
        return None if self.outcome(s) else s.turn

    def living(self, s: Fight) -> tuple[int, ...]:
        return tuple(seat for seat, points in enumerate(s.points) if points > 0)

    def legal_actions(self, s: Fight) -> list[Blow]:
        if self.outcome(s):
            return []
        others = [seat for seat in self.living(s) if seat != s.turn]
        found = [Blow("hit", seat) for seat in others if s.hits < HITS] + [Blow("pass")]
        if s.points[s.turn] > 1:
            found += [Blow("swap", seat) for seat in others]
        if s.trainings < TRAININGS:
            found.append(Blow("train"))
        return found

    def is_legal(self, s: Fight, a: Blow) -> bool:
        return a in self.legal_actions(s)

    def apply(self, s: Fight, a: Blow, draws: DrawSource) -> tuple[Fight, tuple[Event, ...]]:
        if self.outcome(s):
            raise GameOver("over")
        if not self.is_legal(s, a):
            raise IllegalAction("no", self.format(a))
        before = len(draws.trace)
        events: list[Event] = []
        match a.word:
            case "pass":
                s = self._next_turn(s)
            case "train":
                points = tuple(p + (seat == s.turn) for seat, p in enumerate(s.points))
                s = replace(s, points=points, trainings=s.trainings + 1)
            case "swap":
                points = list(s.points)
                points[s.turn], points[a.target] = points[s.turn] - 1, points[a.target] + 1
                s = replace(s, points=tuple(points), swaps=s.swaps + 1)
            case _:
                pips = draws.die()
                wound = pips + (draws.choice(2) if pips == 6 else 0)
                events.append(Event(EventKind.ROLLED, s.turn, dice=(pips,)))
                s = self._wound(replace(s, hits=s.hits + 1), a.target, wound, events)
        return replace(s, drawn=digest.extend_draws(s.drawn, draws.trace[before:])), tuple(events)

    def _wound(self, s: Fight, target: int, wound: int, events: list[Event]) -> Fight:
        points = tuple(max(0, p - wound) if seat == target else p for seat, p in enumerate(s.points))
        if points[target] == 0:
            events.append(Event(EventKind.ELIMINATED, target))
        return replace(s, points=points)

    def _next_turn(self, s: Fight) -> Fight:
        seat = (s.turn + 1) % len(s.points)
        while s.points[seat] == 0 and seat != s.turn:
            seat = (seat + 1) % len(s.points)
        return replace(s, turn=seat, turns=s.turns + 1, hits=0, trainings=0)

    def resign(self, s: Fight, seat: int, draws: DrawSource) -> tuple[Fight, tuple[Event, ...]]:
        if self.outcome(s):
            raise GameOver("over")
        if seat not in self.living(s):
            raise IllegalAction("out already")
        before = len(draws.trace)
        events: list[Event] = [Event(EventKind.ELIMINATED, seat)]
        points = tuple(0 if number == seat else p for number, p in enumerate(s.points))
        fallen = replace(s, points=points)
        if len(self.living(fallen)) == 1:
            return replace(fallen, reason="resigned"), tuple(events)
        if seat == s.turn:
            fallen = self._next_turn(fallen)
            if s.tower:
                fallen = self._wound(fallen, fallen.turn, draws.die() // 4, events)
                if fallen.points[fallen.turn] == 0 and len(self.living(fallen)) > 1:
                    fallen = self._next_turn(fallen)
        return replace(fallen, drawn=digest.extend_draws(s.drawn, draws.trace[before:])), tuple(events)

    def end_action(self, s: Fight) -> Blow | None:
        return None if self.outcome(s) else Blow("pass")

    def outcome(self, s: Fight) -> Outcome | None:
        living = self.living(s)
        if len(living) == 1:
            return Outcome(living, s.reason or "last_seat")
        return Outcome((), "turn_limit") if s.turns >= s.turn_limit else None

    def adjudicate(self, s: Fight) -> Outcome:
        best = max(s.points)
        winners = tuple(seat for seat, points in enumerate(s.points) if points == best)
        return self.outcome(s) or Outcome(winners, "adjudicated")

    def encode(self, s: Fight) -> bytes:
        numbers = (s.turn, s.turns, s.hits, s.trainings, s.swaps)
        return canonical.pack((s.tower, s.turn_limit, s.points, numbers, s.reason, s.drawn))

    def decode(self, data: bytes) -> Fight:
        raise PositionError("this toy is never loaded")

    def hash_parts(self, s: Fight) -> dict[str, bytes]:
        return {"board": digest.part_hash(self.encode(s)), "dice": s.drawn}

    def format(self, a: Blow) -> str:
        return a.word if a.target < 0 else f"{a.word} {a.target}"

    def parse(self, text: str) -> Blow:
        match text.split(" "):
            case ["pass" | "train"]:
                return Blow(text)
            case ["hit" | "swap" as word, target] if target.isascii() and target.isdigit():
                return Blow(word, int(target))
        raise ActionSyntaxError("no such action", text)

    def to_json(self, s: Fight) -> dict[str, Any]:
        return {"points": list(s.points), "turn": s.turn}

    def from_json(self, value: Mapping[str, Any]) -> Fight:
        raise PositionError("this toy is never loaded")

    def describe(self, s: Fight, a: Blow) -> Effect:
        return Effect(a.word)

    def board(self, s: Fight) -> Board:
        return Board("flat", tuple(BoardCell(str(seat), seat, 0) for seat in range(len(s.points))))

    def pieces(self, s: Fight) -> tuple[Piece, ...]:
        return ()

    def action_cells(self, a: Blow) -> tuple[str, ...]:
        return ()

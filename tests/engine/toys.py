"""A tiny game that has a bit of everything: what is written once for all games is tried on it.

The race: runners on a track of hexagons, seat by seat. In its turn a seat may ``step <cell>`` one cell on
and then, as it likes, ``undo`` that or ``end``; or it may ``dash``: one die says how far, and a six that
passes over others also draws which of them falls back to the first cell. Whoever reaches the last cell
wins; the turn limit makes a draw. A seat may resign at any time; the last one left wins.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import canonical, digest
from engine.dice import DrawSource
from engine.errors import ActionSyntaxError, GameOver, IllegalAction, PositionError, SetupError
from engine.game import Board, BoardCell, Effect, Event, EventKind, Game, Outcome, Piece
from engine.options import Option, OptionKind, check_value, reject_unknown

SCHEMA = (
    Option("track", OptionKind.INT, 6, "X1", 3, 9),
    Option("runners", OptionKind.INT, 2, "X1", 2, 3),
    Option("heads", OptionKind.INTS, None, "X1", 0, 1),
    Option("turn_limit", OptionKind.INT, 0, "X2", 0, 99),
    Option("hard", OptionKind.BOOL, False, "X3"),
    Option("mood", OptionKind.CHOICE, "calm", "X4", choices=("calm", "wild")),
)


@dataclass(frozen=True, slots=True)
class Setting:
    track: int
    runners: int
    heads: tuple[int, ...]
    turn_limit: int
    hard: bool
    mood: str


@dataclass(frozen=True, slots=True)
class Spot:
    """A position. ``stepped``: this turn's step is made; ``origin``: where undo leads, -1 if nowhere."""

    setting: Setting
    places: tuple[int, ...]
    alive: tuple[bool, ...]
    turn: int = 0
    turns: int = 0
    stepped: bool = False
    origin: int = -1
    over: str = ""
    winner: int = -1
    drawn: bytes = digest.EMPTY_DRAWS


@dataclass(frozen=True, slots=True)
class Move:
    word: str
    cell: int = -1


class Race(Game[Spot, Move]):
    name = "race"
    rules_version = 1
    part_names = ("track", "turn", "dice")

    # --- options ---
    def options_schema(self) -> tuple[Option, ...]:
        return SCHEMA

    def complete(self, options: Mapping[str, object]) -> dict[str, Any]:
        reject_unknown(SCHEMA, options)
        runners = check_value(SCHEMA[1], options.get("runners", 2))
        defaults = {option.name: option.default for option in SCHEMA} | {"heads": (0,) * runners}
        full = {o.name: check_value(o, options.get(o.name, defaults[o.name])) for o in SCHEMA}
        if len(full["heads"]) != runners:
            raise SetupError("heads needs one number for each runner", "heads")
        return full

    def modes(self) -> tuple[dict[str, Any], ...]:
        return (
            self.complete({}),
            self.complete({"runners": 3, "track": 9, "turn_limit": 30, "heads": [1, 0, 0]}),
            self.complete({"turn_limit": 4, "track": 9}),
        )

    def seats(self, options: Mapping[str, Any]) -> int:
        return options["runners"]

    def setup(self, options: Mapping[str, object]) -> Spot:
        full = self.complete(options)
        return Spot(Setting(**full), full["heads"], (True,) * full["runners"])

    def options(self, s: Spot) -> dict[str, Any]:
        return dataclasses.asdict(s.setting)

    # --- play ---
    def to_act(self, s: Spot) -> int | None:
        return None if s.over else s.turn

    def living(self, s: Spot) -> tuple[int, ...]:
        return tuple(i for i, alive in enumerate(s.alive) if alive)

    def legal_actions(self, s: Spot) -> list[Move]:
        if s.over:
            return []
        if s.stepped:
            return [Move("end"), Move("undo")] if s.origin >= 0 else [Move("end")]
        return [Move("dash"), Move("end"), Move("step", s.places[s.turn] + 1)]

    def forward_actions(self, s: Spot) -> list[Move]:
        return [a for a in self.legal_actions(s) if a.word != "undo"]

    def is_legal(self, s: Spot, a: Move) -> bool:
        return a in self.legal_actions(s)

    def apply(self, s: Spot, a: Move, draws: DrawSource) -> tuple[Spot, tuple[Event, ...]]:
        if s.over:
            raise GameOver("the race is over")
        if not self.is_legal(s, a):
            raise IllegalAction("no", self.format(a))
        match a.word:
            case "undo":
                places = _put(s.places, s.turn, s.origin)
                before = dataclasses.replace(s, places=places, stepped=False, origin=-1)
                return before, (Event(EventKind.UNDONE, s.turn),)
            case "step":
                origin = s.places[s.turn]
                places = _put(s.places, s.turn, a.cell)
                after = dataclasses.replace(s, places=places, stepped=True, origin=origin)
                moved = Event(EventKind.MOVED, s.turn, name_of(a.cell), name_of(origin))
                return self.arrive(after, [moved])
            case "dash":
                return self.dash(s, draws)
            case _:
                return self.pass_turn(s, [])

    def dash(self, s: Spot, draws: DrawSource) -> tuple[Spot, tuple[Event, ...]]:
        pips = draws.die()
        here = s.places[s.turn]
        there = min(here + pips, s.setting.track - 1)
        places = _put(s.places, s.turn, there)
        passed = [i for i in self.living(s) if i != s.turn and here < s.places[i] <= there]
        if pips == 6 and passed:
            victim = passed[draws.choice(len(passed)) if len(passed) > 1 else 0]
            places = _put(places, victim, 0)
        drawn = digest.extend_draws(s.drawn, draws.trace)
        events = [
            Event(EventKind.ROLLED, s.turn, name_of(here), dice=(pips,)),
            Event(EventKind.MOVED, s.turn, name_of(there), name_of(here)),
        ]
        after, more = self.arrive(dataclasses.replace(s, places=places, drawn=drawn), events)
        return (after, more) if after.over else self.pass_turn(after, list(more))

    def arrive(self, s: Spot, events: list[Event]) -> tuple[Spot, tuple[Event, ...]]:
        if s.places[s.turn] < s.setting.track - 1:
            return s, tuple(events)
        won = dataclasses.replace(s, over="line", winner=s.turn, stepped=False, origin=-1)
        return won, (*events, Event(EventKind.WON, s.turn))

    def pass_turn(self, s: Spot, events: list[Event]) -> tuple[Spot, tuple[Event, ...]]:
        turn = (s.turn + 1) % len(s.alive)
        while not s.alive[turn]:
            turn = (turn + 1) % len(s.alive)
        after = dataclasses.replace(s, turn=turn, turns=s.turns + 1, stepped=False, origin=-1)
        if s.setting.turn_limit and after.turns >= s.setting.turn_limit:
            return dataclasses.replace(after, over="turn_limit"), (*events, Event(EventKind.DRAW))
        return after, tuple(events)

    def resign(self, s: Spot, seat: int, draws: DrawSource) -> tuple[Spot, tuple[Event, ...]]:
        if s.over:
            raise GameOver("the race is over")
        if seat not in self.living(s):
            raise IllegalAction("no such seat", str(seat))
        alive = tuple(a and i != seat for i, a in enumerate(s.alive))
        after = dataclasses.replace(s, alive=alive, origin=-1)
        gone = Event(EventKind.ELIMINATED, seat)
        left = self.living(after)
        if len(left) == 1:
            after = dataclasses.replace(after, stepped=False, over="resigned", winner=left[0])
            return after, (gone, Event(EventKind.WON, left[0]))
        return self.pass_turn(after, [gone]) if seat == s.turn else (after, (gone,))

    def end_action(self, s: Spot) -> Move | None:
        return None if s.over else Move("end")

    def outcome(self, s: Spot) -> Outcome | None:
        if not s.over:
            return None
        return Outcome(() if s.winner < 0 else (s.winner,), s.over)

    def adjudicate(self, s: Spot) -> Outcome:
        return self.outcome(s) or Outcome((), "adjudicated")

    # --- encoding ---
    def encode(self, s: Spot) -> bytes:
        setting = list(dataclasses.astuple(s.setting))
        rest = [s.places, s.alive, s.turn, s.turns, s.stepped, s.origin, s.over, s.winner, s.drawn]
        return canonical.pack([setting, *rest])

    def decode(self, data: bytes) -> Spot:
        match canonical.unpack(data):
            case [[*setting], [*places], [*alive], turn, turns, stepped, origin, over, winner, drawn] if len(
                setting
            ) == len(SCHEMA):
                given = dict(zip((o.name for o in SCHEMA), setting, strict=True))
                rest = (tuple(places), tuple(alive), turn, turns, stepped, origin, over, winner)
                return self._checked(given, *rest, drawn)
        raise PositionError("not a race")

    def _checked(self, given, places, alive, turn, turns, stepped, origin, over, winner, drawn) -> Spot:
        try:
            full = self.complete(given)
        except SetupError as error:
            raise PositionError(error.text) from error
        runners, track = full["runners"], full["track"]
        kinds = [*places, turn, turns, origin, winner]
        if any(type(v) is not int for v in kinds) or any(type(a) is not bool for a in (*alive, stepped)):
            raise PositionError("wrong kinds")
        if not len(places) == len(alive) == runners or not all(0 <= p < track for p in places):
            raise PositionError("wrong places")
        if not 0 <= turn < runners or not 0 <= turns < 10**6 or not -1 <= origin < track:
            raise PositionError("wrong turn")
        if over not in ("", "line", "resigned", "turn_limit") or not -1 <= winner < runners:
            raise PositionError("wrong end")
        if (over in ("line", "resigned")) != (winner >= 0) or (over and origin >= 0):
            raise PositionError("wrong end")
        if not over and (not alive[turn] or sum(alive) < 2 or max(places) == track - 1):
            raise PositionError("nobody can go on")
        if (stepped and over) or (origin >= 0 and (not stepped or places[turn] != origin + 1)):
            raise PositionError("wrong step")
        if type(drawn) is not bytes or len(drawn) != 16:
            raise PositionError("wrong draws")
        return Spot(Setting(**full), places, alive, turn, turns, stepped, origin, over, winner, drawn)

    def hash_parts(self, s: Spot) -> dict[str, bytes]:
        setting = list(dataclasses.astuple(s.setting))
        turn = [setting, s.alive, s.turn, s.turns, s.stepped, s.origin, s.over, s.winner]
        return {
            "track": digest.part_hash(canonical.pack(s.places)),
            "turn": digest.part_hash(canonical.pack(turn)),
            "dice": digest.part_hash(s.drawn),
        }

    # --- text ---
    def format(self, a: Move) -> str:
        return f"step {name_of(a.cell)}" if a.word == "step" else a.word

    def parse(self, text: str) -> Move:
        if text in ("dash", "end", "undo"):
            return Move(text)
        if len(text) == 7 and text.startswith("step t") and text[6] in "123456789":
            return Move("step", int(text[6]) - 1)
        raise ActionSyntaxError("no action of the race is written so", text)

    def to_json(self, s: Spot) -> dict[str, Any]:
        return {
            "game": self.name,
            "setup": {k: list(v) if isinstance(v, tuple) else v for k, v in self.options(s).items()},
            "places": [name_of(p) for p in s.places],
            "alive": list(s.alive),
            "turn": s.turn,
            "turns": s.turns,
            "stepped": s.stepped,
            "over": s.over,
            "winner": s.winner,
        }

    def from_json(self, value: Mapping[str, Any]) -> Spot:
        given = dict(value)
        if given.pop("game", self.name) != self.name or given.keys() != self.to_json_keys():
            raise PositionError("not a race")
        if not all(isinstance(given[k], t) for k, t in (("setup", dict), ("places", list), ("alive", list))):
            raise PositionError("wrong kinds")
        if not all(
            isinstance(p, str) and len(p) == 2 and p[0] == "t" and p[1] in "123456789"
            for p in given["places"]
        ):
            raise PositionError("wrong places")
        places = tuple(int(p[1]) - 1 for p in given["places"])
        rest = (
            given["turn"],
            given["turns"],
            given["stepped"],
            -1,
            given["over"],
            given["winner"],
            digest.EMPTY_DRAWS,
        )
        if not isinstance(given["over"], str):
            raise PositionError("wrong end")
        return self._checked(given["setup"], places, tuple(given["alive"]), *rest)

    @staticmethod
    def to_json_keys() -> set[str]:
        return {"setup", "places", "alive", "turn", "turns", "stepped", "over", "winner"}

    # --- looking ---
    def describe(self, s: Spot, a: Move) -> Effect:
        return Effect(a.word, self.action_cells(a), {"fast": a.word == "dash"})

    def board(self, s: Spot) -> Board:
        return Board("flat", tuple(BoardCell(name_of(i), i, 0) for i in range(s.setting.track)))

    def pieces(self, s: Spot) -> tuple[Piece, ...]:
        standing = sorted((s.places[i], i) for i in range(len(s.places)))
        return tuple(Piece(name_of(place), "runner", i) for place, i in standing)

    def action_cells(self, a: Move) -> tuple[str, ...]:
        return (name_of(a.cell),) if a.word == "step" else ()


def name_of(cell: int) -> str:
    return f"t{cell + 1}"


def _put(places: tuple[int, ...], index: int, place: int) -> tuple[int, ...]:
    return (*places[:index], place, *places[index + 1 :])

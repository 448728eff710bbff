"""Faulty variants of the race (``toys.py``): each breaks one law of the conformance suite, which must notice."""

import dataclasses
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine_tests.toys import Move, Race, Spot

from engine import digest
from engine.errors import IllegalAction, PositionError, SetupError
from engine.game import Event, EventKind, Game, Outcome

FAULTS: dict[str, tuple[str, Game[Any, Any]]] = {}
"""What is wrong -> the law that must notice, and the game."""

COUNTER = itertools.count()
"""What no rule may depend on: it changes from call to call."""


def breaks(law: str) -> Callable[[type[Race]], type[Race]]:
    def enter(faulty: type[Race]) -> type[Race]:
        FAULTS[faulty.__name__] = (law, faulty())
        return faulty

    return enter


@breaks("options")
class ShuffledOptions(Race):
    def complete(self, options):
        return dict(reversed(super().complete(options).items()))


@breaks("options")
class UncheckedOptions(Race):
    def complete(self, options):
        checked = super().complete({k: v for k, v in options.items() if k != "turn_limit"})
        return checked | {"turn_limit": options.get("turn_limit", 0)}


@breaks("options")
class BlamesAnother(Race):
    def complete(self, options):
        try:
            return super().complete(options)
        except SetupError as error:
            raise SetupError(error.text, "something") from error


@breaks("setup")
class ForgetsOptions(Race):
    def options(self, s):
        return super().options(s) | {"turn_limit": 0}


@breaks("setup")
class LotteryStart(Race):
    def setup(self, options):
        return dataclasses.replace(super().setup(options), turn=next(COUNTER) % 2)


@breaks("legality")
class Unsorted(Race):
    def legal_actions(self, s):
        return super().legal_actions(s)[::-1]


@breaks("legality")
class ListsResign(Race):
    def legal_actions(self, s):
        return super().legal_actions(s) and sorted(
            [*super().legal_actions(s), Move("resign")], key=self.format
        )


@breaks("legality")
class AllowsLongSteps(Race):
    def is_legal(self, s, a):
        return super().is_legal(s, a) or (a.word == "step" and not s.over and s.places[s.turn] < a.cell)


@breaks("legality")
class DeniesDash(Race):
    def is_legal(self, s, a):
        return a.word != "dash" and super().is_legal(s, a)

    def apply(self, s, a, draws):
        return Race().apply(s, a, draws)


@breaks("legality")
class DrawsTooEarly(Race):
    def apply(self, s, a, draws):
        if a.word == "dash":
            draws.die()
        return super().apply(s, a, draws)


@breaks("legality")
class RefusesUnclearly(Race):
    def apply(self, s, a, draws):
        if not s.over and not self.is_legal(s, a):
            raise ValueError("no")
        return super().apply(s, a, draws)


@breaks("undo")
class UndoIsForward(Race):
    def forward_actions(self, s):
        return self.legal_actions(s)


@breaks("undo")
class UndoGoesElsewhere(Race):
    def apply(self, s, a, draws):
        after, events = super().apply(s, a, draws)
        return (dataclasses.replace(after, turns=after.turns + 1) if a.word == "undo" else after), events


@breaks("notation")
class ReadsAnotherCell(Race):
    def parse(self, text):
        move = super().parse(text)
        return dataclasses.replace(move, cell=max(move.cell - 1, -1))


@breaks("notation")
class CrashesOnOddText(Race):
    def parse(self, text):
        return Move("step", int(text[6]) - 1) if text.startswith("step") else super().parse(text)


@breaks("encoding")
class ForgetsDraws(Race):
    def decode(self, data):
        return dataclasses.replace(super().decode(data), drawn=digest.EMPTY_DRAWS)


@breaks("encoding")
class ReadsLooseBytes(Race):
    def decode(self, data):
        try:
            return super().decode(data)
        except PositionError:
            return super().decode(data[:-1])


@breaks("encoding")
class CrashesOnOddBytes(Race):
    def decode(self, data):
        return super().decode(data) if data[0] else super().decode(b"")


@breaks("hashes")
class HashesTooLittle(Race):
    def hash_parts(self, s):
        return super().hash_parts(dataclasses.replace(s, turn=0, turns=0))


@breaks("hashes")
class HashesTheClock(Race):
    def hash_parts(self, s):
        return super().hash_parts(s) | {"turn": digest.part_hash(bytes((next(COUNTER) % 256,)))}


@breaks("hashes")
class HashesNoDraws(Race):
    def hash_parts(self, s):
        return super().hash_parts(dataclasses.replace(s, drawn=digest.EMPTY_DRAWS))


@breaks("chance")
class SeesChanceEverywhere(Race):
    def needs_chance(self, s, a):
        return a.word != "end"


@breaks("chance")
class SeesNoChance(Race):
    def needs_chance(self, s, a):
        return False


@breaks("chance")
class RollsForNothing(Race):
    def apply(self, s, a, draws):
        after, events = super().apply(s, a, draws)
        if a.word == "dash":
            draws.die()
        return after, events


@breaks("purity")
class Moody(Race):
    def apply(self, s, a, draws):
        after, events = super().apply(s, a, draws)
        return dataclasses.replace(after, turns=after.turns + next(COUNTER) % 2), events


@dataclass(frozen=True, slots=True, repr=False)
class Blurred(Spot):
    def __repr__(self) -> str:
        return "<a spot>"


@breaks("repr")
class BlurredStates(Race):
    def setup(self, options):
        s = super().setup(options)
        return Blurred(s.setting, s.places, s.alive)


@breaks("views")
class GhostPieces(Race):
    def pieces(self, s):
        return tuple(dataclasses.replace(piece, cell="t10") for piece in super().pieces(s))


@breaks("views")
class GhostTargets(Race):
    def action_cells(self, a):
        return ("t99",) if a.word == "step" else ()


@breaks("views")
class DescribesOtherCells(Race):
    def describe(self, s, a):
        return dataclasses.replace(super().describe(s, a), cells=("t1",))


@breaks("views")
class GhostEvents(Race):
    def apply(self, s, a, draws):
        after, events = super().apply(s, a, draws)
        return after, (*events, Event(EventKind.LOST, 7))


@breaks("observation")
class Blindfold(Race):
    def observation(self, s, seat):
        return dataclasses.replace(s, turn=0)


@breaks("end")
class NeverOver(Race):
    def to_act(self, s):
        return s.turn


@breaks("end")
class JudgesOtherwise(Race):
    def adjudicate(self, s):
        return Outcome((), "adjudicated")


@breaks("end")
class PlaysOnAfterTheEnd(Race):
    def apply(self, s, a, draws):
        return (s, ()) if s.over else super().apply(s, a, draws)


@breaks("end")
class CountsAfterTheEnd(Race):
    def perft(self, s, depth):
        return 1 if s.over else super().perft(s, depth)


@breaks("resign")
class ResignsInTurnOnly(Race):
    def resign(self, s, seat, draws):
        if seat != s.turn:
            raise IllegalAction("wait", str(seat))
        return super().resign(s, seat, draws)


@breaks("resign")
class GhostsResign(Race):
    def resign(self, s, seat, draws):
        return super().resign(s, seat % len(s.alive), draws)


@breaks("resign")
class ResignationCanBeUndone(Race):
    def resign(self, s, seat, draws):
        after, events = super().resign(s, seat, draws)
        if s.stepped and not after.over and seat != s.turn:
            after = dataclasses.replace(after, origin=s.origin)
        return after, events


@breaks("json")
class ForgetsTheDead(Race):
    def from_json(self, value):
        s = super().from_json(value)
        return s if s.over else dataclasses.replace(s, turns=0)


@breaks("json")
class CrashesOnOddJson(Race):
    def from_json(self, value):
        value["places"][0]
        return super().from_json(value)


@breaks("replay")
class RecordsOtherOptions(Race):
    def options(self, s):
        return super().options(s) | {"hard": True}


@breaks("perft")
class CountsUndo(Race):
    def perft(self, s, depth):
        return len(self.legal_actions(s)) if depth == 1 else super().perft(s, depth)


@breaks("levels")
class RotatesActions(Race):
    def forward_actions(self, s):
        actions = super().forward_actions(s)
        return actions[::-1] if next(COUNTER) % 2 else actions

"""Random games to try laws on: for ``tests/engine/conformance.py``."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from engine import digest
from engine.ai.uniform import pick
from engine.dice import ScriptedDraws, SeededDraws, event_seed
from engine.game import Event, Game

T = TypeVar("T")


@dataclass(frozen=True)
class Stride:
    """One step of a random game: the position before, what was played with which draws, the one after."""

    before: Any
    action: Any
    draws: SeededDraws
    after: Any
    events: tuple[Event, ...]

    def script(self) -> ScriptedDraws:
        return ScriptedDraws(self.draws.dice, self.draws.choices)


@dataclass(frozen=True)
class Trial:
    """A game, complete options, and a random game under them."""

    game: Game[Any, Any]
    options: Mapping[str, Any]
    strides: tuple[Stride, ...]

    @property
    def states(self) -> list[Any]:
        return [self.strides[0].before, *(stride.after for stride in self.strides)]

    def some_states(self, count: int) -> list[Any]:
        return spread(self.states, count)

    def some_strides(self, count: int) -> list[Stride]:
        return spread(self.strides, count)


def spread(items: Iterable[T], count: int) -> list[T]:
    """Return up to ``count`` of ``items``, evenly spread, the first and the last among them."""
    all_items = list(items)
    if len(all_items) <= count:
        return all_items
    return [all_items[i * (len(all_items) - 1) // (count - 1)] for i in range(count)]


def chooser(*words: object) -> SeededDraws:
    return SeededDraws(digest.H("test.conform", repr(words).encode()))


def make_trial(game: Game[Any, Any], options: Mapping[str, Any], steps: int = 500, seed: int = 0) -> Trial:
    """Play at random, in the style that ``seed`` says; see ``STYLES``."""
    choose = chooser(game.name, sorted(options.items()), seed)
    preferred = STYLES[seed % len(STYLES)]
    state = game.setup(options)
    strides: list[Stride] = []
    while len(strides) < steps and game.legal_actions(state):
        actions = preferred(game, state, choose)
        action = actions[pick(choose, len(actions))]
        draws = SeededDraws(event_seed(bytes(32), len(strides) + 1))
        after, events = game.apply(state, action, draws)
        strides.append(Stride(state, action, draws, after, events))
        state = after
    assert strides, "nothing can be played at the start"
    return Trial(game, options, tuple(strides))


def any_action(game: Game[Any, Any], state: Any, choose: SeededDraws) -> list[Any]:
    """Every legal action is as likely as any other, taking back included."""
    return game.legal_actions(state)


def any_kind(game: Game[Any, Any], state: Any, choose: SeededDraws) -> list[Any]:
    """Every kind of action is as likely as any other: builds and attacks, few among many moves, are frequent."""
    actions = game.legal_actions(state)
    kinds = sorted({game.describe(state, action).kind for action in actions})
    kind = kinds[pick(choose, len(kinds))]
    return [action for action in actions if game.describe(state, action).kind == kind]


def eager(game: Game[Any, Any], state: Any, choose: SeededDraws) -> list[Any]:
    """Actions with dice before all others, and the turn is passed last or once in a while: games get on."""
    actions = game.forward_actions(state)
    risky = [action for action in actions if game.needs_chance(state, action)]
    going_on = [action for action in risky or actions if action != game.end_action(state)]
    return going_on if going_on and pick(choose, 8) else actions


STYLES: tuple[Callable[[Game[Any, Any], Any, SeededDraws], list[Any]], ...] = (any_action, any_kind, eager)


def ended(trial: Trial) -> Iterator[Any]:
    """Yield finished positions: the last one if it is, and some that everybody but one resigned in."""
    game = trial.game
    if game.to_act(trial.states[-1]) is None:
        yield trial.states[-1]
    for number, state in enumerate(trial.some_states(6)):
        rest = state
        while game.to_act(rest) is not None:
            living = game.living(rest)
            seat = living[number % len(living)]
            rest, _ = game.resign(rest, seat, SeededDraws(event_seed(bytes(32), 1000 + number)))
        yield rest

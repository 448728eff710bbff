"""Our side of S1 to S4 and S14: work of the two games, through what their packages offer."""

import random
from collections.abc import Sequence
from dataclasses import replace

from bench.timing import MAX_RUNS, Work
from engine.ai.player import never
from engine.ai.towerwars.evaluation import impatience
from engine.ai.towerwars.search import Search
from engine.dice import SeededDraws, event_seed
from engine.krieg.game import Krieg
from engine.krieg.state import State
from engine.towerwars.game import TowerWars
from engine.towerwars.perft import count, count_applying
from engine.towerwars.position import Position

__all__ = [
    "krieg_full_hashes",
    "krieg_playouts",
    "krieg_step_hashes",
    "towerwars_make_unmake",
    "towerwars_perft_applied",
    "towerwars_perft_counted",
    "towerwars_search",
]

_TOWERWARS = TowerWars()
_KRIEG = Krieg()
_KRIEG_OPTIONS = {"mode": "classic", "seats": 2, "radius": 4}


def towerwars_perft_counted(size: int, depth: int) -> Work:
    """Return work that counts perft from the start; a list of moves is built for all but the last ply."""
    position = Position.of(_TOWERWARS.setup({"size": size}))
    return lambda: count(position, depth)


def towerwars_perft_applied(size: int, depth: int) -> Work:
    """Return the same with every leaf made and unmade."""
    position = Position.of(_TOWERWARS.setup({"size": size}))
    return lambda: count_applying(position, depth)


def towerwars_make_unmake(plies: int, moves_each: int, seed: int = 1) -> Work:
    """Return work that makes and unmakes random legal moves along one random game; they are listed before."""
    choose = random.Random(seed)
    start = _TOWERWARS.setup({"size": 8})
    position = Position.of(start)
    script: list[tuple[list[int], int]] = []
    while len(script) < plies and (legal := position.moves()):
        script.append((choose.choices(legal, k=moves_each), choose.choice(legal)))
        position.make(script[-1][1])

    def run() -> int:
        position = Position.of(start)
        make, unmake = position.make, position.unmake
        for moves, on in script:
            for move in moves:
                make(move)
                unmake()
            make(on)
        return len(script) * moves_each

    return run


def towerwars_search(plies: Sequence[int], nodes: int, seed: int = 1) -> Work:
    """Return work that searches positions of one random game, after so many plies each, for ``nodes`` nodes.

    Every search begins with empty tables; evaluation is on in full. A node is a position entered.
    """
    choose = random.Random(seed)
    position = Position.of(_TOWERWARS.setup({"size": 8}))
    states: list[tuple[int, Position]] = []
    for ply in range(max(plies) + 1):
        if ply in plies:
            states.append((ply, Position(position.geometry, position.codes.copy(), position.side)))
        position.make(choose.choice(position.moves()))

    def run() -> int:
        return sum(
            Search(position, nodes, impatience(ply), 0, never).run(position.moves(), {}).nodes
            for ply, position in states
        )

    return run


def krieg_playouts(actions: int, seed: int = 1) -> Work:
    """Return work that plays random games, all legal actions listed in each position, until ``actions``."""

    def run() -> int:
        choose = random.Random(seed)
        state = _KRIEG.setup(_KRIEG_OPTIONS)
        for number in range(1, actions + 1):
            legal = _KRIEG.forward_actions(state)
            if not legal:
                state = _KRIEG.setup(_KRIEG_OPTIONS)
                continue
            action = legal[int(choose.random() * len(legal))]
            state, _ = _KRIEG.apply(state, action, SeededDraws(event_seed(bytes(32), number)))
        return actions

    return run


def krieg_full_hashes(times: int) -> Work:
    """Return work that hashes positions in the midst of a game of which nothing was hashed before."""
    state = _at_turn_start(200)
    ready = [[replace(state) for _ in range(times)] for _ in range(MAX_RUNS)]
    return lambda: _hash_all(ready.pop())


def krieg_step_hashes(steps: int) -> Work:
    """Return work that hashes the position after each step of a game, the one before being hashed."""
    ready = [_states_of_a_game(steps) for _ in range(MAX_RUNS)]
    return lambda: _hash_all(ready.pop())


def _hash_all(states: list[State]) -> int:
    state_hash = _KRIEG.state_hash
    for state in states:
        state_hash(state)
    return len(states)


def _states_of_a_game(steps: int) -> list[State]:
    """Return the positions of one random game, none of them hashed, from action 100 on."""
    choose = random.Random(2)
    state = _at_turn_start(100)
    states = []
    for number in range(steps):
        legal = _KRIEG.forward_actions(state)
        if not legal:
            raise RuntimeError("the game ended within the steps to be hashed")
        state, _ = _KRIEG.apply(state, choose.choice(legal), SeededDraws(event_seed(bytes(32), number + 500)))
        states.append(state)
    return states


def _at_turn_start(actions: int) -> State:
    """Return a running position after at least so many random actions, with nothing to take back."""
    for seed in range(100):
        choose = random.Random(seed)
        state = _KRIEG.setup(_KRIEG_OPTIONS)
        for number in range(1, 2 * actions):
            legal = _KRIEG.forward_actions(state)
            if not legal:
                break
            if number > actions and not state.undo_depth:
                return state
            state, _ = _KRIEG.apply(state, choose.choice(legal), SeededDraws(event_seed(bytes(32), number)))
    raise RuntimeError("all random games ended too early")

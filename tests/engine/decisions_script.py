"""Let every level of every game play, turn by turn in rotation, and print one digest of all decisions a game; run by
``test_decisions.py``.

Everything about a decision counts: action, nodes, depth, score, expected line. Within a turn the same player
goes on, so plans and what is left of a budget count as well.
"""

import hashlib

from engine.ai.levels import levels_of, make_player
from engine.dice import SeededDraws, event_seed
from engine.registry import GAMES

DECISIONS = 200
"""Of each game at least, and of each of its levels a fair share."""

OF_A_LEVEL = 30
NODES = (60, 200, 600)
LONGEST = 30
"""Decisions after which the next game begins, so that early and late positions occur of every mode."""


def digest(name: str) -> tuple[int, str]:
    game, total, made = GAMES[name], hashlib.sha256(), 0
    levels, modes = list(levels_of(name)), game.modes()
    wanted = max(DECISIONS, OF_A_LEVEL * len(levels))
    number = turn = 0
    while made < wanted:
        seed = hashlib.sha256(f"{name} {number}".encode()).digest()
        state = game.setup(modes[number % len(modes)])
        number += 1
        # A quick, deterministic way into the middle of the game.
        for step in range(number % 4 * 20):
            seat = game.to_act(state)
            if seat is None:
                break
            action = make_player(game, "simple", seat, seed, 1).choose(state, step).action
            state, _ = game.apply(state, action, SeededDraws(event_seed(seed, step)))
        player, before = None, None
        for step in range(100, 100 + LONGEST):
            seat = game.to_act(state)
            if seat is None or made >= wanted:
                break
            if player is None or seat != before:
                player = make_player(game, levels[turn % len(levels)], seat, seed, NODES[turn % len(NODES)])
                turn, before = turn + 1, seat
            decision = player.choose(state, step)
            made += 1
            line = [game.format(action) for action in decision.line]
            text = None if decision.action is None else game.format(decision.action)
            total.update(
                repr((player.level, text, decision.nodes, decision.depth, decision.score, line)).encode()
            )
            action = game.forward_actions(state)[0] if decision.action is None else decision.action
            state, _ = game.apply(state, action, SeededDraws(event_seed(seed, step)))
            total.update(game.state_hash(state))
    return made, total.hexdigest()


def main() -> None:
    for name in GAMES:
        print(name, *digest(name))


if __name__ == "__main__":
    main()

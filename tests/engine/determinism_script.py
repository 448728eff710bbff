"""Play seeded games of every game and mode and print one digest each; run by ``test_determinism.py``.

    python determinism_script.py [forward|backward|careless]

Every level decides once in a while in every position of a game, so the digest covers decisions as well as
positions, legal actions, events, texts and hashes. Backward plays the same games in the reverse order, to
show that no game leaves anything behind for the next one. Careless lets the hash of a string decide
something, to show that the comparison would notice.
"""

import contextlib
import hashlib
import locale
import sys

from engine import strictjson
from engine.ai.levels import levels_of, make_player
from engine.dice import SeededDraws, event_seed
from engine.registry import GAMES

ACTIONS = 150
NODES = 150
DECISIONS_EVERY = 12


def digest(name: str, number: int, *, careless: bool = False) -> str:
    game = GAMES[name]
    seed = hashlib.sha256(f"{name} {number}".encode()).digest()
    total = hashlib.sha256(str(hash(name)).encode() if careless else b"")
    state = game.setup(game.modes()[number])
    for step in range(ACTIONS):
        seat = game.to_act(state)
        if seat is None:
            break
        texts = [game.format(action) for action in game.legal_actions(state)]
        total.update("\n".join(texts).encode())
        if step % DECISIONS_EVERY == 0:
            for level in levels_of(name):
                total.update(repr(make_player(game, level, seat, seed, NODES).choose(state, step)).encode())
        level = ("random", "simple")[step % 2]
        action = make_player(game, level, seat, seed, NODES).choose(state, step).action
        assert action is not None
        state, events = game.apply(state, action, SeededDraws(event_seed(seed, step)))
        total.update(game.state_hash(state) + game.encode(state) + repr(state).encode())
        total.update(strictjson.dump([game.to_json(state), [event.to_json() for event in events]]).encode())
        total.update(repr((game.pieces(state), game.board(state), game.adjudicate(state))).encode())
    return total.hexdigest()


def main() -> None:
    with contextlib.suppress(locale.Error):  # one that this machine lacks leaves the C locale
        locale.setlocale(locale.LC_ALL, "")
    cases = [(name, number) for name, game in GAMES.items() for number in range(len(game.modes()))]
    (order,) = sys.argv[1:]
    if order == "backward":
        cases.reverse()
    careless = order == "careless"
    for line in sorted(
        f"{name} {number} {digest(name, number, careless=careless)}" for name, number in cases
    ):
        print(line)


if __name__ == "__main__":
    main()

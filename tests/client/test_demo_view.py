"""A frame of the running demonstration: the position is computed from what a peer tells, and fits the terminal."""

import pytest
from rich.console import Console

from client.demoview import DemoView
from client.names import Names
from engine.dice import SeededDraws
from engine.registry import GAMES

WHO = Names({0: "peer-1", 1: "peer-2"})


class Peer:
    """A process that has told some events."""

    def __init__(self, name):
        self.name = name
        self.events = []

    def last(self, event):
        return next((found for found in reversed(self.events) if found["event"] == event), None)


def played(game, options, texts):
    """The events ``item`` of some actions, and the last position."""
    state, draws = game.setup(options), SeededDraws(bytes(32))
    items = []
    for k, text in enumerate(texts, 1):
        seat, drawn = game.to_act(state), len(draws.trace)
        state, events = game.apply(state, game.parse(text), draws)
        assert len(draws.trace) == drawn
        items.append(
            {"event": "item", "k": k, "kind": "act", "seat": seat, "action": text, "resigned": [], "dice": [],
             "choices": [], "events": [event.to_json() for event in events],
             "hash": game.state_hash(state).hex()}
        )  # fmt: skip
    return items, state


def frame(view, width, height):
    console = Console(width=width, height=height, force_terminal=True, color_system=None, highlight=False)
    with console.capture() as captured:
        console.print(view)
    return captured.get().splitlines()


@pytest.fixture
def peers():
    return [Peer("peer-1"), Peer("peer-2")]


def test_progress_and_board(peers):
    game, options = GAMES["krieg"], {"mode": "classic"}
    view = DemoView("krieg", game.complete(options), peers, WHO)
    assert frame(view, 60, 24)[:2] == ["peer-1 starting", "peer-2 starting"]
    peers[0].events.append({"event": "room"})
    assert frame(view, 60, 24)[0] == "peer-1 in the room"
    items, state = played(game, options, ["buy worker e1", "move e1 e2", "end"])
    for peer in peers:
        peer.events += items
    shown = frame(view, 60, 24)
    told = f"items, state {items[-1]['hash'][:8]}"
    assert shown[:3] == [
        f"peer-1    3 {told}",
        f"peer-2    3 {told}",
        "3. peer-1 (seat 0): end; peer-2 gets 3 gold",
    ]
    assert any("0W2" in line for line in shown)
    assert len(shown) <= 24
    assert max(map(len, shown)) <= 60
    assert frame(view, 80, 24)[0].startswith(f"peer-1    3 {told}"), "two beside each other"
    assert "peer-2" in frame(view, 80, 24)[0]
    assert len(frame(view, 60, 20)) == 3, "the board is left out where it does not fit"
    final = view.final(60).plain
    assert "0W2" in final
    assert final.count("peer-2 to act") == (game.to_act(state) == 1)


def test_resignations_are_followed(peers):
    game = GAMES["towerwars"]
    items, _ = played(game, {"size": 4}, ["A2-A3"])
    items.append(
        {**items[0], "k": 2, "kind": "resign", "seat": 1, "action": "", "resigned": [1], "events": []}
    )
    peers[0].events += items
    view = DemoView("towerwars", game.complete({"size": 4}), peers, WHO)
    assert frame(view, 60, 24)[2] == "2. peer-2 (seat 1) resigns"
    assert view.final(60).plain.endswith("the game is over.")

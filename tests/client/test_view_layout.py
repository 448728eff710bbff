"""How boards lie: turned so that the own seat is below, neighbours as drawn, labels beside the edge."""

import math

import pytest

from client.view.model import MatchModel
from client.view.sandbox import Sandbox
from client.view.turning import layout
from engine.game import Board, BoardCell
from engine.registry import GAMES

KRIEG, TOWERWARS = GAMES["krieg"], GAMES["towerwars"]

BOARDS = [
    (KRIEG, {"radius": 3}, 6),
    (KRIEG, {"mode": "factions"}, 6),
    (KRIEG, {"seats": 3, "radius": 8}, 6),
    (TOWERWARS, {"size": 4}, 2),
    (TOWERWARS, {"size": 9}, 2),
]


def model_for(viewkit, game, options, seat):
    count = game.seats(game.complete(options))
    return MatchModel(Sandbox(game, options, viewkit.people(*"abcdef"[:count], own=(seat,))))


@pytest.mark.parametrize(("game", "options", "ways"), BOARDS)
def test_the_own_seat_is_at_the_bottom(viewkit, game, options, ways):
    seats = game.seats(game.complete(options))
    seen = set()
    for seat in range(seats):
        model = model_for(viewkit, game, options, seat)
        lying = model.layout()
        home = model.words.homes(model.state(), seat)[0]
        lowest = max(y for _, y in lying.at.values())
        assert lying.at[home][1] == pytest.approx(lowest)
        assert model.picture().turns == lying.turns
        seen.add(lying.turns)
    assert len(seen) == seats
    assert len(seen) <= ways


@pytest.mark.parametrize(("game", "options", "ways"), BOARDS)
def test_turning_keeps_the_outline(viewkit, game, options, ways):
    seats = game.seats(game.complete(options))

    def outline(lying):
        left = min(x for x, _ in lying.at.values())
        top = min(y for _, y in lying.at.values())
        return {(round(x - left, 3), round(y - top, 3)) for x, y in lying.at.values()}

    shapes = [outline(model_for(viewkit, game, options, seat).layout()) for seat in range(seats)]
    assert all(shape == shapes[0] for shape in shapes)


@pytest.mark.parametrize(("game", "options", "ways"), BOARDS)
def test_neighbours_lie_where_they_are_drawn(viewkit, game, options, ways):
    for seat in range(game.seats(game.complete(options))):
        lying = model_for(viewkit, game, options, seat).layout()
        first = 0 if lying.board.orientation == "pointy" else 30
        for cell, (x, y) in lying.at.items():
            for direction in range(6):
                other = lying.neighbour(cell, direction)
                if other is None:
                    continue
                ox, oy = lying.at[other]
                angle = math.degrees(math.atan2(oy - y, ox - x)) % 360
                assert angle == pytest.approx((first + 60 * direction) % 360, abs=0.01)
                assert math.hypot(ox - x, oy - y) == pytest.approx(math.sqrt(3))
                assert lying.neighbour(other, direction + 3) == cell


@pytest.mark.parametrize(("game", "options", "ways"), BOARDS)
def test_arrow_keys_go_their_way_and_reach_every_cell(viewkit, game, options, ways):
    lying = model_for(viewkit, game, options, 0).layout()
    ways_out = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
    start = next(iter(lying.at))
    seen, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for name, (dx, dy) in ways_out.items():
            there = lying.towards(here, name, lying.at[here])
            if there is None:
                continue
            assert (lying.at[there][0] - lying.at[here][0]) * dx + (
                lying.at[there][1] - lying.at[here][1]
            ) * dy > 0.5
            if there not in seen:
                seen.add(there)
                waiting.append(there)
    assert seen == set(lying.at)


def test_going_on_the_same_way_keeps_to_a_line(viewkit):
    model = model_for(viewkit, TOWERWARS, {"size": 9}, 1)
    model.click("E9")
    model.press("up")
    for _ in range(8):
        model.press("up")
    x0 = model.layout().at["E9"][0]
    assert abs(model.layout().at[model.at][0] - x0) < 0.9
    assert model.at[1:] == "1"


@pytest.mark.parametrize("seat", [0, 1])
def test_letters_of_krieg_stand_below_and_those_of_towerwars_at_their_ends(viewkit, seat):
    model = model_for(viewkit, KRIEG, {}, seat)
    lying = model.layout()
    assert sorted(label.text for label in lying.labels) == list("123456789abcdefghi")
    lowest = max(label.y if seat == 0 else -label.y for label in lying.labels if label.text.isalpha())
    numbers = [label.x if seat == 0 else -label.x for label in lying.labels if label.text.isdecimal()]
    assert all(x < -0.5 for x in numbers)
    assert lowest == pytest.approx(max(y for _, y in lying.at.values()) + 1.23, abs=0.01)
    labels = {label.text: label for label in model_for(viewkit, TOWERWARS, {"size": 4}, seat).layout().labels}
    assert set(labels) == {*"ABCD", *"1234"}
    assert labels["1"].x < 0
    assert labels["1"].y == pytest.approx(0, abs=0.01)
    assert labels["A"].y < 0
    assert math.hypot(labels["A"].x - labels["1"].x, labels["A"].y - labels["1"].y) > 1


def test_a_board_without_symmetry_is_never_turned():
    cells = (BoardCell("a1", 0, 0), BoardCell("a2", 1, 0), BoardCell("a3", 2, 0), BoardCell("b1", 0, 1))
    assert layout(Board("flat", cells), ("a1",)).turns == 0
    assert layout(Board("flat", cells), ()).turns == 0


def test_the_cursor_begins_at_home_and_stops_at_the_edge(viewkit):
    model = model_for(viewkit, KRIEG, {}, 1)
    model.cursor(2)
    assert model.at == "e9"
    model.press("down")
    assert model.at == "e9"
    model.press("up")
    assert model.at == "e8"
    model.hover("a1")
    assert not any("cursor" in {mark.value for mark in marks} for marks in model.picture().marks.values())

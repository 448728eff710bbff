"""The fast generator, the words for refusals and make/unmake, against the rules written out once more.

The reference below knows boards as dictionaries from (column, row) to piece texts and follows the rules T4 and
T5 sentence by sentence, without any of the engine's tables.
"""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.towerwars import moves as rules
from engine.towerwars.geometry import geometry
from engine.towerwars.landing import ARRIVE, Kind, Refusal, land
from engine.towerwars.notation import CELL_NAMES, cell_at, column_row
from engine.towerwars.perft import count, count_applying
from engine.towerwars.pieces import BASE, CODES, CONTENTS, EMPTY, MAX_HEIGHT, STONE, TEXTS
from engine.towerwars.position import Position
from engine.towerwars.reach import SHIFT, TARGET, sides
from engine.towerwars.state import start

LETTERS = "RB"


# --- the reference --------------------------------------------------------------------------------------
def reference_neighbours(n, cell):
    c, r = cell
    around = [(c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1), (c + 1, r - 1), (c - 1, r + 1)]  # T1.2
    return [(x, y) for x, y in around if 0 <= x < n and 0 <= y < n]


def reference_distances(n, cell):
    """Distances by walking from neighbour to neighbour, without the formula of T1.3."""
    found, edge, steps = {cell: 0}, [cell], 0
    while edge:
        steps += 1
        edge = [x for x in {y for e in edge for y in reference_neighbours(n, e)} if x not in found]
        found.update(dict.fromkeys(edge, steps))
    return found


def own_open_tower(board, cell, letter):
    text = board.get(cell, ".")
    return text[0] == letter and text[1:].isdigit()


def reference_moves(n, board, colour):
    """All legal moves as pairs of (column, row), with the text of the target cell afterwards."""
    mine, theirs, hmax = LETTERS[colour], LETTERS[1 - colour], n // 3
    found = {}
    if mine + "*" not in board.values():
        return found  # the base is taken: the game is over
    for source, text in board.items():
        if text == mine:
            towers = [x for x in reference_neighbours(n, source) if own_open_tower(board, x, mine)]
            reach = 1 + sum(int(board[x][1:]) for x in towers)  # T4.1
            for target, steps in reference_distances(n, source).items():
                if 1 <= steps <= reach:
                    after = reference_stone_landing(board.get(target, "."), mine, theirs, steps == 1, hmax)
                    if after is not None:
                        found[source, target] = after
        elif own_open_tower(board, source, mine):
            for target in reference_neighbours(n, source):  # T5.1
                after = reference_tower_landing(board.get(target, "."), mine, hmax)
                if after is not None:
                    found[source, target] = after
    return found


def reference_stone_landing(on, mine, theirs, near, hmax):
    height = int("".join(x for x in on if x.isdigit()) or 0)
    if on == ".":
        return mine  # T4.3
    if on == mine:
        return mine + "1"  # T4.4
    if on == mine + "*":
        return None  # T4.7
    if on[0] == mine:
        if on.endswith("x"):
            return on[:-1]  # T4.6
        return f"{mine}{height + 1}" if height < hmax else None  # T4.5
    if on in (theirs, theirs + "*"):
        return mine  # T4.8, T4.12
    if on.endswith("x"):
        return mine if near else None  # T4.11
    return mine if near else on + "x"  # T4.9, T4.10


def reference_tower_landing(on, mine, hmax):
    if on != "." and on[0] != mine:
        return None  # T5.3
    if on == mine + "*":
        return None  # T5.3
    return reference_stone_landing(on, mine, "?", True, hmax)  # T5.2


# --- positions to compare on ----------------------------------------------------------------------------
def make_board(n, seed, density, towers):
    """A random board with both bases on it; reachable or not, all rules have to hold there."""
    dice = random.Random(seed)
    cells = [(c, r) for c in range(n) for r in range(n)]
    board = {}
    for cell in cells[1:-1]:
        if dice.random() < density:
            letter = dice.choice(LETTERS)
            if dice.random() < towers:
                board[cell] = f"{letter}{dice.randint(1, n // 3)}{dice.choice(['', '', 'x'])}"
            else:
                board[cell] = letter
    return board | {(0, 0): "R*", (n - 1, n - 1): "B*"}


def to_position(n, board, colour):
    shape = geometry(n)
    codes = [EMPTY] * shape.length
    for (column, row), text in board.items():
        codes[shape.index_of[cell_at(column, row)]] = CODES[text]
    return Position(shape, codes, colour)


def to_board(position):
    shape = position.geometry
    places = {index: column_row(shape.cell_of[index]) for index in shape.order}
    return {places[index]: TEXTS[position.codes[index]] for index in shape.order if position.codes[index]}


def to_pair(position, move):
    cell_of = position.geometry.cell_of
    return column_row(cell_of[move >> SHIFT]), column_row(cell_of[move & TARGET])


boards = st.builds(
    lambda n, seed, density, towers: (n, make_board(n, seed, density, towers)),
    st.one_of(st.integers(4, 9), st.integers(4, 26)),
    st.integers(0, 2**32),
    st.sampled_from([0.05, 0.2, 0.5, 0.9]),
    st.sampled_from([0.1, 0.4, 0.9]),
)
SURROUNDED = (
    9,
    {(0, 0): "R*", (8, 8): "B*", (4, 4): "R"} | dict.fromkeys(reference_neighbours(9, (4, 4)), "R3"),
)
LOST_BASE = (5, {(0, 0): "B", (4, 4): "B*", (2, 2): "R", (1, 3): "R1"})


@settings(max_examples=150, deadline=None)
@given(boards, st.sampled_from([0, 1]))
@example(SURROUNDED, 0)
@example(LOST_BASE, 0)
@example(LOST_BASE, 1)
def test_generator_lists_what_the_rules_allow(sized, colour):
    n, board = sized
    position = to_position(n, board, colour)
    moves = position.moves()
    assert len(set(moves)) == len(moves)
    expected = reference_moves(n, board, colour)
    assert {to_pair(position, move) for move in moves} == expected.keys()
    for asked in (0, 1):
        theirs = reference_moves(n, board, asked)
        found = position.first_move(asked)
        assert (found is None) == (not theirs)
        assert found is None or to_pair(position, found) in theirs
        goal = (n - 1, n - 1) if asked == 0 else (0, 0)
        hits = any(target == goal for _, target in theirs) and board[goal] == LETTERS[1 - asked] + "*"
        assert position.can_take_base(asked) == hits
    assert position.winner() == (None if expected else 1 - colour)


@settings(max_examples=60, deadline=None)
@given(boards, st.sampled_from([0, 1]))
@example(SURROUNDED, 0)
def test_make_does_what_the_rules_say_and_unmake_restores_everything(sized, colour):
    n, board = sized
    position = to_position(n, board, colour)
    codes, listed, planes = position.codes.copy(), position.moves(), position.planes().copy()
    for move in listed:
        (source, target) = to_pair(position, move)
        after = dict(board)
        del after[source]
        if board[source] != LETTERS[colour]:
            height = int(board[source][1:])
            after[source] = LETTERS[colour] + (str(height - 1) if height > 1 else "")  # T5.1
        after[target] = (
            reference_moves(n, board, colour)[source, target] if n < 7 else TEXTS[_now(position, move)]
        )
        position.make(move)
        assert to_board(position) == after
        assert position.side == 1 - colour
        assert position.planes() == rules.make_planes(position.geometry, position.codes)
        position.unmake()
        assert (position.codes, position.side, position.history) == (codes, colour, [])
    assert position.planes() == planes
    assert position.moves() == listed


def _now(position, move):
    source, target = move >> SHIFT, move & TARGET
    near = position.geometry.distance(source, target) == 1
    return land(position.codes[source], position.codes[target], near, position.geometry.max_height)[1]


@settings(max_examples=60, deadline=None)
@given(st.integers(4, 9), st.integers(0, 2**32), st.data())
def test_planes_and_moves_after_any_wandering_are_those_of_a_fresh_position(n, seed, data):
    """Moves made and taken back at random, with and without looking at lists of moves in between."""
    dice = random.Random(seed)
    position = to_position(n, make_board(n, seed, 0.5, 0.4), 0)
    trail = [position.codes.copy()]
    for _ in range(60):
        moves = Position(position.geometry, position.codes.copy(), position.side).moves()
        if moves and dice.random() < 0.6:
            position.make(dice.choice(moves))
            trail.append(position.codes.copy())
        elif len(trail) > 1:
            for _ in range(dice.randint(1, len(trail) - 1)):
                position.unmake()
                trail.pop()
            assert position.codes == trail[-1]
        if dice.random() < 0.5:
            fresh = Position(position.geometry, position.codes.copy(), position.side)
            assert position.planes() == fresh.planes()
            assert position.moves() == fresh.moves()
    for _ in range(len(trail) - 1):
        position.unmake()
    assert position.codes == trail[0]
    with pytest.raises(IndexError):
        position.unmake()


@settings(max_examples=40, deadline=None)
@given(boards, st.sampled_from([0, 1]))
@example(SURROUNDED, 0)
def test_every_move_that_is_not_listed_has_a_reason(sized, colour):
    n, board = sized
    position = to_position(n, board, colour)
    listed = set(position.moves())
    order = position.geometry.order
    sources = order if n < 7 else [index for index in order if position.codes[index]][:12]
    for source in sources:
        for target in order:
            why = rules.refusal(n, position.codes, colour, source, target)
            assert (why is None) == ((source << SHIFT | target) in listed)


def test_each_refusal():
    text = {"A1": "R*", "H8": "B*", "C3": "R", "C4": "R2", "D3": "R1x", "E5": "B", "B3": "B1x", "F3": "B1x"}
    board = {(ord(cell[0]) - 65, int(cell[1]) - 1): piece for cell, piece in text.items()}
    position = to_position(8, board | {(1, 0): "R", (0, 1): "R", (2, 4): "R2", (1, 3): "R"}, 0)
    expected = {
        ("C3", "I9"): Refusal.OFF_BOARD,
        ("I9", "C3"): Refusal.OFF_BOARD,
        ("H1", "H2"): Refusal.NOTHING_THERE,
        ("E5", "E6"): Refusal.NOT_YOURS,
        ("A1", "A2"): Refusal.BASE_STAYS,
        ("D3", "D4"): Refusal.TOWER_BLOCKED,
        ("C3", "C3"): Refusal.SAME_CELL,
        ("C3", "C7"): Refusal.TOO_FAR,
        ("C4", "C6"): Refusal.TOO_FAR,
        ("B1", "A1"): Refusal.OWN_BASE,
        ("C3", "C4"): Refusal.TOWER_FULL,
        ("C5", "C4"): Refusal.TOWER_FULL,
        ("C3", "F3"): Refusal.FAR_BLOCKED,
        ("C4", "B3"): Refusal.TOO_FAR,
        ("C3", "B3"): None,
        ("C3", "D3"): None,
        ("C3", "C6"): None,
    }
    index_of = position.geometry.index_of
    for (source, target), why in expected.items():
        cells = [index_of[CELL_NAMES.index(name)] for name in (source, target)]
        assert rules.refusal(8, position.codes, 0, *cells) is why, (source, target)
    tower = to_position(8, {(0, 0): "R*", (7, 7): "B*", (3, 3): "R1", (3, 4): "B"}, 0)
    cells = [index_of[CELL_NAMES.index(name)] for name in ("D4", "D5")]
    assert rules.refusal(8, tower.codes, 0, *cells) is Refusal.TOWER_TAKES
    assert len({why.word for why in Refusal}) == len(Refusal)


# --- tables ---------------------------------------------------------------------------------------------
def test_piece_codes_and_texts():
    assert len(set(TEXTS)) == len(TEXTS) == 1 + 2 * (2 + 2 * MAX_HEIGHT)
    assert [CONTENTS[CODES[text]].text for text in CODES] == list(CODES)
    assert all(CODES[piece.text] == code for code, piece in enumerate(CONTENTS) if piece)
    assert (TEXTS[BASE[0]], TEXTS[STONE[1]], CONTENTS[CODES["B2x"]].height) == ("R*", "B", 2)


def test_arrival_table_is_what_land_says():
    for piece, mover in enumerate(CONTENTS):
        if mover is None or mover.kind == "base" or mover.blocked:
            assert set(ARRIVE[piece]) == {EMPTY}
            continue
        for target in range(len(CONTENTS)):
            near, far = (land(piece, target, distance, MAX_HEIGHT) for distance in (True, False))
            allowed = {landed[1] for landed in (near, far) if isinstance(landed, tuple)}
            assert {ARRIVE[piece][target]} == (allowed if len(allowed) == 1 else {EMPTY})


def test_every_kind_can_be_landed():
    kinds = {
        landed[0]
        for piece in (CODES["R"], CODES["R1"])
        for target in range(len(CONTENTS))
        for near in (True, False)
        if isinstance(landed := land(piece, target, near, 3), tuple)
    }
    assert kinds == set(Kind)


@pytest.mark.parametrize("n", range(4, 27))
def test_geometry(n):
    shape = geometry(n)
    names = [CELL_NAMES[shape.cell_of[index]] for index in shape.order]
    assert names == sorted(f"{chr(65 + c)}{r + 1}" for c in range(n) for r in range(n))
    places = {column_row(shape.cell_of[index]): index for index in shape.order}
    for cell, index in places.items():
        around = {places[x] for x in reference_neighbours(n, cell)}
        assert shape.neighbours[index] == sum(1 << x for x in around)
        assert {index + step for step in shape.steps} & set(shape.order) == around
    for centre in {(0, 0), (n - 1, n - 1), (n // 2, n // 3), (n - 1, 0)}:
        walked = reference_distances(n, centre)
        assert all(shape.distance(places[centre], places[x]) == steps for x, steps in walked.items())
        for radius in (1, 2, n, 2 * n - 2):
            ring = shape.ring(places[centre], radius, ())
            assert ring == sorted(places[x] for x, steps in walked.items() if steps == radius)
    assert max(reference_distances(n, (0, 0)).values()) == walked_farthest(n) == 2 * (n - 1)


def walked_farthest(n):
    shape = geometry(n)
    return max(shape.home_distance[0][index] for index in shape.order)


@pytest.mark.parametrize("n", range(4, 27))
def test_start(n):
    d = n // 2
    position = Position.of(start({"size": n}))
    texts = list(to_board(position).values())
    each = (d + 1) * (d + 2) // 2 - 1
    assert sorted(texts) == sorted(["R*", "B*"] + ["R"] * each + ["B"] * each)
    assert {to_pair(position, move) for move in position.moves()} == reference_moves(
        n, to_board(position), 0
    ).keys()
    mirrored = {
        tuple((n - 1 - c, n - 1 - r) for c, r in to_pair(position, move)) for move in position.moves()
    }
    assert mirrored == reference_moves(n, to_board(position), 1).keys()


def test_counts_agree_and_leave_the_position_alone():
    position = Position.of(start({"size": 5}))
    before = position.codes.copy()
    assert [count(position, depth) for depth in range(4)] == [1, 20, 400, 9120]
    assert [count_applying(position, depth) for depth in range(4)] == [1, 20, 400, 9120]
    assert (position.codes, position.side, position.history) == (before, 0, [])
    lost = to_position(*LOST_BASE, 0)
    assert [count(lost, depth) for depth in range(3)] == [1, 0, 0]
    assert [count_applying(lost, depth) for depth in range(3)] == [1, 0, 0]


def test_tables_of_the_largest_board_stay_small():
    """A stone with the longest reach there is sees the whole board; the tables hold each ring once."""
    n = 26
    around = reference_neighbours(n, (12, 13))
    position = to_position(n, {(0, 0): "R*", (25, 25): "B*", (12, 13): "R"} | dict.fromkeys(around, "R8"), 0)
    stone = [move for move in position.moves() if to_pair(position, move)[0] == (12, 13)]
    assert len(stone) == n * n - 1 - 6 - 1  # everywhere but itself, the full towers and the own base
    far = sides(n)[0].far[position.geometry.index_of[cell_at(12, 13)]]
    rings = {id(ring): ring for bonus in range(1, 49) for ring in far[bonus]}
    assert sum(len(moves) for _, moves in rings.values()) == n * n - 1 - 6 - 1

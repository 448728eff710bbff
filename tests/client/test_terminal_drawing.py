"""Boards at a terminal: what every cell shows, the legend, widths, colours, and a game that nobody here knows."""

from types import SimpleNamespace

import pytest
from rich.console import Console
from rich.text import Text

from client.terminal.drawing import draw_board, draw_legend, draw_state
from client.terminal.paint import Paint
from client.terminal.standing import remaining
from client.terminal.tokens import owners_of, signs_of, token
from engine.dice import SeededDraws
from engine.game import Board, BoardCell, Piece
from engine.registry import GAMES

TOWERWARS, KRIEG = GAMES["towerwars"], GAMES["krieg"]

SMALLEST = """\
  A   B   C   D
1  rB  rS  rS   ·  1
  2  rS  rS   ·  bS  2
    3  rS   ·  bS  bS  3
      4   ·  bS  bS  bB  4
            A   B   C   D"""

SMALL_HEXAGON = """\
            7  1K'' 7
        6   ·       ·  6
    5   ·       ·       ·  5
4   ·       ·       ·       ·  4
        ·       ·       ·
3   ·       ·       ·       ·  3
        ·       ·       ·
2   ·       ·       ·       ·  2
        ·       ·       ·
1   ·       ·       ·       ·  1
        ·       ·       ·
    a       ·       ·       g
        b      0K''     f
            c       e
                d"""


def who(seat):
    return ("anna", "bert", "cleo", "dora", "emil", "fritz")[seat]


class Shown:
    """A game that only has a board with pieces on it."""

    def __init__(self, board, pieces, name="unheard_of", seats=2):
        self.name = name
        self._board, self._pieces, self._seats = board, pieces, seats

    def board(self, state):
        return self._board

    def pieces(self, state):
        return self._pieces

    def options(self, state):
        return {}

    def seats(self, options):
        return self._seats

    def to_json(self, state):
        return {}

    def to_act(self, state):
        return 1

    def end_action(self, state):
        return None


def played(game, options, steps, seed=bytes(32)):
    """A position after some steps, each chosen by the draws themselves."""
    state, draws = game.setup(options), SeededDraws(seed)
    for _ in range(steps):
        actions = game.forward_actions(state)
        if not actions:
            break
        chosen = draws.choice(min(len(actions), 200)) if len(actions) > 1 else 0
        state, _ = game.apply(state, actions[chosen], draws)
    return state


def test_the_smallest_board_of_towerwars():
    assert draw_board(TOWERWARS, TOWERWARS.setup({"size": 4})).plain == SMALLEST


def test_a_board_with_flat_tops():
    assert draw_board(KRIEG, KRIEG.setup({"radius": 3})).plain == SMALL_HEXAGON


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_stack_is_drawn_and_every_sign_is_explained(game):
    for options in game.modes():
        state = played(game, options, 60)
        board, pieces = game.board(state), game.pieces(state)
        owners = owners_of(game.name, board, range(game.seats(game.options(state))))
        letters, signs = signs_of(pieces)
        drawn = draw_board(game, state).plain
        legend = draw_legend(game, state, who).plain
        for cell in {piece.cell for piece in pieces}:
            text = token([piece for piece in pieces if piece.cell == cell], letters, owners)
            assert text in drawn
            assert len(text) <= 7
            for character in text:
                assert character in legend or character.isdigit()
        assert len({sign.text for sign in signs}) == len(signs)
        for sign in signs:
            assert f"{sign.text} {sign.words}" in legend
        for seat in range(game.seats(game.options(state))):
            assert who(seat) in legend


@pytest.mark.parametrize(
    ("game", "options", "columns"),
    [
        (TOWERWARS, {"size": 9}, 60),
        (TOWERWARS, {"size": 12}, 80),
        (KRIEG, {"mode": "factions", "radius": 4}, 60),
        (KRIEG, {"radius": 6}, 80),
        (KRIEG, {"radius": 8}, 80),
    ],
)
def test_usual_boards_fit(game, options, columns):
    for steps in (0, 80):
        state = played(game, options, steps)
        shown = draw_board(game, state, columns).plain + "\n" + draw_legend(game, state, who, columns).plain
        assert "columns, here" not in shown
        assert max(map(len, shown.split("\n"))) <= columns


def test_cells_keep_their_places():
    first, later = (draw_board(KRIEG, played(KRIEG, {}, steps)).plain.split("\n") for steps in (0, 90))
    assert [line.rfind("9") for line in first][:1] == [line.rfind("9") for line in later][:1]
    for one, other in zip(first, later, strict=True):
        for column, (a, b) in enumerate(zip(one, other, strict=False)):
            assert a != "·" or b in "·KDMCTWFRA", (one, other, column)


def test_a_board_that_is_too_wide_is_told_as_a_list():
    shown = draw_board(TOWERWARS, TOWERWARS.setup({"size": 26}), 60).plain
    lines = shown.split("\n")
    assert lines[0] == "The board needs 159 columns, here are 60. What stands on it:"
    assert "bB: Z26" in lines
    assert "rB: A1" in lines
    assert max(map(len, lines)) <= 60
    assert sum(line.count("A14") for line in lines) == 1


def test_conditions_of_pieces():
    board = Board("flat", (BoardCell("a1", 0, 0, owner=0), BoardCell("a2", 0, -1)))
    owners = owners_of("krieg", board, (0, 1))
    for pieces, text in [
        (
            [Piece("a1", "crown", 0), Piece("a1", "guard", 0, 1), Piece("a1", "guard", 0, 1, ("beaten",))],
            "0K'!",
        ),
        ([Piece("a1", "castle", 1), Piece("a1", "fighter", 1, 5, ("done",))], "1CF5."),
        ([Piece("a1", "mine", 0), Piece("a1", "worker", 0, 1, ("charge1", "done"))], "0MW1."),
        ([Piece("a1", "worker", 0, 1, ("charge2", "new"))], "0W2+"),
        ([Piece("a1", "crown", 1, 1, ("dead",))], "1D"),
        ([Piece("a1", "tower", None, 1)], "T1"),
        ([Piece("a1", "crown", None), Piece("a1", "guard", None, 2)], "K''"),
        ([Piece("a1", "tower", 0, 1)], "0T1"),
        ([Piece("a1", "tower", 0, 2, ("blocked",)), Piece("a1", "stone", 1)], "0X2"),
    ]:
        letters, _ = signs_of(pieces)
        assert token(pieces, letters, owners) == text


def test_colours_of_towerwars_follow_their_bases():
    bases = (BoardCell("A1", 0, 0, "base", 1), BoardCell("B1", 1, 0, "base", 0))
    owners = owners_of("towerwars", Board("pointy", bases), (0, 1))
    assert (owners[1].mark, owners[1].colour) == ("r", "red")
    assert (owners[0].mark, owners[0].colour) == ("b", "blue")


def test_an_unknown_game_is_shown():
    cells = tuple(
        BoardCell(name, q, 0, owner=q if q < 2 else None) for q, name in enumerate(("x", "yy", "z"))
    )
    pieces = [Piece("x", "dragon", 0, 2), Piece("z", "dwarf", None), Piece("z", "stone", 1)]
    shown = draw_state(Shown(Board("pointy", cells), pieces), None, who).plain
    letters, _ = signs_of(pieces)
    dragon, dwarf = letters["dragon"], letters["dwarf"]
    assert dragon != dwarf
    assert shown.split("\n") == [
        f"0{dragon}2 1yy  {dwarf}1S",
        "",
        "0 anna   1 bert",
        f"S stone   {dwarf} dwarf   {dragon} dragon   1· empty cell of 1",
        "",
        "bert to act.",
    ]


def test_what_is_left_of_a_turn():
    state = KRIEG.setup({})
    assert remaining(KRIEG, state) == "left: 9 gold +3 income -0 upkeep; 0 stacks may still act"
    assert remaining(TOWERWARS, TOWERWARS.setup({})) == ""
    assert remaining(Shown(Board("flat", ()), ()), None) == ""


def test_how_a_game_stands():
    shown = draw_state(KRIEG, KRIEG.setup({"round_limit": 50}), who).plain.split("\n")
    assert shown[-3:] == [
        "Round 1 of 50: anna to act.",
        "0 anna    9 gold +3 income -0 upkeep  1 crown",
        "1 bert    7 gold +3 income -0 upkeep  1 crown",
    ]
    state = TOWERWARS.setup({"size": 4})
    assert draw_state(TOWERWARS, state, who).plain.endswith("\nMove 1: anna to act.")
    ended, _ = TOWERWARS.resign(state, 0, SeededDraws(bytes(32)))
    assert draw_state(TOWERWARS, ended, who).plain.endswith("\nMove 1: the game is over.")


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
)
def test_colours_only_where_they_are_wanted(monkeypatch, environment, coloured):
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in ({"TERM": "xterm-256color"} | environment).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(
        "client.terminal.paint.Console", lambda **options: Console(**options, force_terminal=True)
    )
    text = Text("0F3", "bright_blue")
    monkeypatch.setenv("COLUMNS", "100")
    paint = Paint()
    assert paint.columns == 100
    assert (paint(text) != "0F3") is coloured
    assert "0F3" in paint(text)
    monkeypatch.setenv("COLUMNS", "20")
    assert paint.folded("to join: wabe peer --join 'wabe://10.0.0.1:29223/#abc'\nshort").split("\n") == [
        "to join: wabe peer",
        "--join",
        "'wabe://10.0.0.1:29223/#abc'",
        "short",
    ]
    plain = Paint(plain=True)
    assert plain.folded("much longer than a line of twenty") == "much longer than a line of twenty"
    assert (plain(text), plain.columns) == ("0F3", 80)


def test_what_is_not_written_to_a_terminal_is_plain():
    paint = Paint()  # standard output is a file or pipe of the test runner
    assert paint(Text("0F3", "bold red")) == "0F3"


@pytest.fixture
def match():
    state = KRIEG.setup({})
    seats = [SimpleNamespace(), SimpleNamespace()]
    return SimpleNamespace(
        game=KRIEG,
        state=state,
        k=0,
        contract=SimpleNamespace(seats=seats),
        preview=lambda: state,
        to_act=lambda: 0,
        own_turn=lambda: 0,
        steps=list,
    )


def steps(*seats):
    return lambda: [SimpleNamespace(seat=seat) for seat in seats]


def test_the_board_once_a_turn_and_a_line_within_it(match):
    from client.terminal.watch import Watch

    watch = Watch(Paint(plain=True))
    assert "to act." in watch.look(match, who)
    assert watch.look(match, who) == ""
    match.k, match.steps = 1, steps(0)
    assert watch.look(match, who).startswith("left: 9 gold")
    match.k, match.steps, match.to_act, match.own_turn = 2, steps(0, 0), lambda: 1, lambda: None
    assert "anna to act." in watch.look(match, who)
    match.k, match.steps = 3, steps(0, 0, 1)
    assert watch.look(match, who) == "", "others' steps are told one by one, without the board"
    match.k, match.steps = 4, steps(0, 0, 1, 1)
    match.to_act, match.own_turn = lambda: 0, lambda: 0
    assert "to act." in watch.look(match, who)
    match.k, match.steps = 9, steps(0, 0, 1, 1, 0, 1, 1, 1, 1)
    assert "to act." in watch.look(match, who), "the whole turn of another seat went by at once"
    match.k, match.steps = 8, steps(0, 0, 1, 1, 0, 1, 1, 1)
    assert "to act." in watch.look(match, who), "something was taken back"


def test_no_board_before_the_turn_of_a_computer(match):
    from client.terminal.watch import Watch
    from protocol.contract import ComputerSeat

    match.contract.seats[1] = ComputerSeat(level="simple", nodes=1, seed=bytes(32), operator=0)
    watch = Watch(Paint(plain=True))
    watch.look(match, who)
    match.k, match.steps, match.to_act, match.own_turn = 1, steps(0), lambda: 1, lambda: None
    assert watch.look(match, who) == ""
    match.k, match.steps = 2, steps(0, 1)
    match.to_act, match.own_turn = lambda: 0, lambda: 0
    assert "to act." in watch.look(match, who)
    match.k, match.steps, match.to_act, match.own_turn = 3, steps(0, 1, 0), lambda: None, lambda: None
    assert watch.look(match, who) != "", "the last board is shown to everybody"

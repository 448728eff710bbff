"""A person at a text terminal: boards, typed lines, piped input, answers to mistakes."""

import subprocess
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.processes import child_environment, wabe_command
from client.terminal.prompt import HELP, Prompt
from engine.game import OddsRow
from engine.registry import GAMES
from protocol.errors import Code, LocalError

TOWERWARS, KRIEG = GAMES["towerwars"], GAMES["krieg"]


class Table:
    """A match that only remembers what is done to it."""

    def __init__(self, game, options=None):
        state = game.setup(options or {})
        self.done = []
        self.offered = ()
        self.refusal = None
        self.match = SimpleNamespace(
            game=game,
            state=state,
            own=(0,),
            contract=SimpleNamespace(seats=range(game.seats(game.options(state))), humans=(0,)),
            preview=lambda: state,
            own_turn=lambda: 0,
            to_act=lambda: 0,
            offers=lambda: self.offered,
            waiting_for=lambda: (SimpleNamespace(seat=0, what="act"),),
        )

    def _do(self, *deed):
        if self.refusal is not None:
            raise self.refusal
        self.done.append(deed)

    def act(self, seat, action):
        self._do("act", seat, action)

    def resign(self, seat):
        self._do("resign", seat)

    def offer(self, seat, kind):
        self._do("offer", seat, kind)

    def accept(self, seat, offer):
        self._do("accept", seat, offer)

    def chat(self, seat, text):
        self._do("chat", seat, text)

    def leave(self):
        self._do("leave")


@pytest.fixture
def table():
    return Table(KRIEG)


@pytest.fixture
def prompt(table):
    return Prompt(table, (0,))


@pytest.mark.parametrize(
    ("line", "deed"),
    [
        ("buy fighter e1", ("act", 0, "buy fighter e1")),
        ("  buy   fighter  e1 ", ("act", 0, "buy fighter e1")),
        ("end", ("act", 0, "end")),
        ("resign", ("resign", 0)),
        ("RESIGN", ("resign", 0)),
        ("resign 1", ("resign", 1)),
        ("offer draw", ("offer", 0, "draw")),
        ("offer abort", ("offer", 0, "abort")),
        ("chat well played", ("chat", 0, "well played")),
        ("quit", ("leave",)),
    ],
)
def test_what_is_typed_is_done(table, prompt, line, deed):
    assert not prompt.handle(line).startswith("no ")
    assert table.done == [deed]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("buy fighter e5", "illegal"),
        ("move e1 e2", "illegal"),
        ("attack", "illegal"),
        ("undo", "illegal"),
        ("\0", "illegal"),
        ("offer peace", "usage"),
        ("offer", "usage"),
        ("chat", "usage"),
        ("accept", "nothing"),
        ("odds end", "nothing"),
        ("odds nothing", "illegal"),
        ("what nothing", "illegal"),
    ],
)
def test_what_cannot_be_done_is_explained(table, prompt, line, code):
    answer = prompt.handle(line)
    assert answer.startswith(f"no [{code}]: ")
    assert len(answer) > len(f"no [{code}]: ") + 10
    assert table.done == []


def test_a_refusal_of_the_match_is_put_in_words(table, prompt):
    table.refusal = LocalError(Code.RECOVERING, "not yet")
    assert prompt.handle("end") == "no [recovering]: the others have not yet told what they hold: not yet"


def test_accepting_what_others_offer(table, prompt):
    table.offered = (
        SimpleNamespace(e=b"1", seat=1, kind="draw", accepted=()),
        SimpleNamespace(e=b"2", seat=0, kind="abort", accepted=()),
        SimpleNamespace(e=b"3", seat=1, kind="abort", accepted=(0,)),
    )
    assert prompt.handle("accept abort").startswith("no [nothing]")
    assert prompt.handle("accept") == "accepted: draw"
    assert table.done == [("accept", 0, b"1")]


def test_questions(table, prompt):
    assert prompt.handle("help") == HELP.rstrip()
    assert prompt.handle("legal").splitlines() == [
        "4 legal actions",
        "buy archer e1   buy fighter e1  buy worker e1   end",
    ]
    assert prompt.handle("legal buy w").splitlines() == ["1 legal action", "buy worker e1"]
    assert "1K''" in prompt.handle("state")
    assert prompt.handle("what buy worker e1").startswith("Buys a worker on e1 for 3 gold, 6 left.")
    assert prompt.handle("who").splitlines()[0] == "seat 0: you, to act"
    assert prompt.handle("") == ""
    assert table.done == []


def test_odds_are_exact(table):
    table.match.game = SimpleNamespace(
        parse=str,
        apply=lambda state, action, draws: None,
        odds=lambda state, action: (OddsRow(1, 0, 0, 15), OddsRow(0, 1, 0, 21)),
    )
    assert Prompt(table, (0,)).handle("odds attack e1 e2").splitlines() == [
        "chance    attackers lost  garrison lost  guards beaten",
        " 58.33 %               0              1              0",
        " 41.67 %               1              0              0",
    ]


@settings(max_examples=60)
@given(st.text(max_size=40))
def test_whatever_is_typed_is_answered(line):
    answer = Prompt(Table(TOWERWARS, {"size": 4}), (0,)).handle(line)
    assert isinstance(answer, str)


def test_a_match_played_from_a_pipe(tmp_path):
    """The next line waits for the player's turn; whoever leaves by the end of the input is told how to resume."""
    typed = "legal A2\nA2-A9\nA2-A3\nwho\n"
    command = [*wabe_command(), "peer", "--host", "--game", "towerwars", "--size", "4", "--name", "Anna"]
    command += ["--computer=1=random", "--listen", "127.0.0.1:0"]
    done = subprocess.run(
        command, input=typed, capture_output=True, text=True, env=child_environment(tmp_path), check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert "3 legal actions" in lines
    assert any(line.startswith("no [illegal]: A2-A9") for line in lines)
    played = "1. Anna (seat 0): A2-A3; a tower of height 1"
    assert played in lines
    assert lines.index(played) < lines.index("Anna (seat 0): you, to act")
    boards = [number for number, line in enumerate(lines) if line.startswith("1  rB")]
    assert len(boards) == 2, "one at the start, one after the turn of the computer"
    assert boards[0] < lines.index(played) < boards[1]
    assert lines[-1].startswith("the match is saved; to go on: wabe peer --resume ")


def test_resigning_from_a_pipe_ends_the_match(tmp_path):
    command = [
        *wabe_command(),
        "peer",
        "--host",
        "--game",
        "krieg",
        "--computer=1=simple",
        "--listen",
        "127.0.0.1:0",
    ]
    done = subprocess.run(
        command,
        input="resign\n",
        capture_output=True,
        text=True,
        env=child_environment(tmp_path),
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert any("wins: the others resigned" in line for line in done.stdout.splitlines())

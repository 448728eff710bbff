"""What cannot be taken back is asked for twice, offers meet, names are known, outages are told once."""

import os
import subprocess
from types import SimpleNamespace

import pytest

from client.names import Names
from client.processes import child_environment, wabe_command
from client.report import TextReport
from client.terminal.prompt import Prompt
from engine.registry import GAMES

NAMES = Names({0: "anna", 1: "bert"}, [0])
MATCH = {
    "match": "ab" * 32,
    "file": "f",
    "game": "krieg",
    "options": {},
    "own": [0],
    "seats": [
        {"seat": 0, "kind": "human", "name": "anna"},
        {"seat": 1, "kind": "human", "name": "bert"},
        {"seat": 2, "kind": "computer", "level": "simple"},
        {"seat": 3, "kind": "human", "name": ""},
    ],
}


class Table:
    """A match that only remembers what is done to it."""

    def __init__(self, game, options=None):
        state = game.setup(options or {})
        self.done = []
        self.offered = ()
        self.anybody = True
        self.match = SimpleNamespace(
            game=game,
            state=state,
            own=(0,),
            contract=SimpleNamespace(seats=range(2), humans=(0, 1)),
            preview=lambda: state,
            own_turn=lambda: 0,
            to_act=lambda: 0,
            offers=lambda: self.offered,
            waiting_for=lambda: (SimpleNamespace(seat=0, what="act"),),
        )

    def act(self, seat, action):
        self.done.append(("act", seat, action))

    def resign(self, seat):
        self.done.append(("resign", seat))

    def offer(self, seat, kind):
        self.done.append(("offer", seat, kind))

    def accept(self, seat, offer):
        self.done.append(("accept", seat, offer))

    def chat(self, seat, text):
        self.done.append(("chat", seat, text))
        return self.anybody


@pytest.fixture
def table():
    return Table(GAMES["krieg"])


@pytest.fixture
def prompt(table):
    return Prompt(table, (0,), who=NAMES)


@pytest.mark.parametrize("line", ["resign foo", "resign -1", "resign now or what", "resign 10", "resign ²"])
def test_only_a_plain_resignation_is_one(table, prompt, line):
    assert prompt.handle(line).startswith("no [usage]: ")
    assert table.done == []


def test_at_a_keyboard_a_resignation_is_asked_for_twice(table):
    prompt = Prompt(table, (0,), confirms=True)
    assert "type resign again to give up" in prompt.handle("resign")
    prompt.handle("who")
    assert "type resign again" in prompt.handle("RESIGN")
    assert "type resign 0 again" in prompt.handle("resign 0")
    assert table.done == []
    prompt.handle("resign 0")
    assert table.done == [("resign", 0)]
    prompt.handle("resign")
    assert len(table.done) == 1


@pytest.mark.parametrize(
    ("game", "line", "action"),
    [("krieg", "BUY Fighter E1", "buy fighter e1"), ("towerwars", "a5-b5", "A5-B5"), ("krieg", "END", "end")],
)
def test_capital_and_small_letters_are_the_same(game, line, action):
    table = Table(GAMES[game])
    prompt = Prompt(table, (0,))
    assert prompt.handle(line) == ""
    assert table.done == [("act", 0, action)]
    assert not prompt.handle(f"what {line}").startswith("no [illegal]")
    assert not prompt.handle(f"legal {line}").startswith("0 ")


def test_offering_what_is_offered_is_accepting_it(table, prompt):
    table.offered = (SimpleNamespace(e=b"1", seat=1, kind="draw", accepted=()),)
    assert prompt.handle("offer DRAW") == "accepted: draw"
    assert prompt.handle("who").splitlines()[2] == "offered by bert (seat 1): draw"
    prompt.handle("offer abort")
    assert table.done == [("accept", 0, b"1"), ("offer", 0, "abort")]


def test_an_offer_is_made_once(table, prompt):
    table.offered = (SimpleNamespace(e=b"1", seat=0, kind="draw", accepted=(1,)),)
    assert prompt.handle("offer draw").startswith("that is offered already")
    assert "offered by anna (seat 0): draw, bert (seat 1) agrees" in prompt.handle("who")
    assert table.done == []


def test_chat_that_nobody_hears_is_said_to_be_so(table, prompt):
    assert prompt.handle("chat hello") == ""
    table.anybody = False
    assert prompt.handle("chat hello").startswith("nobody is there to read that")


def test_one_legal_action_is_not_several(prompt):
    assert prompt.handle("legal end").splitlines()[0] == "1 legal action"


@pytest.fixture
def told():
    lines = []
    report = TextReport(lines.append)
    report("match", **MATCH)
    lines.clear()

    def tell(event, **fields):
        report(event, **fields)
        said = lines[:]
        lines.clear()
        return said

    return tell


def test_people_are_called_by_their_names(told):
    assert told("turn", seat=1, k=1, yours=False) == ["bert (seat 1) is to act"]
    assert told("turn", seat=0, k=1, yours=True) == ["it is your turn"]
    assert told("chat", seat=1, text="hello") == ["bert (seat 1) says: hello"]
    assert told("chat", seat=3, text="hello") == ["seat 3 says: hello"]
    assert told("offer", seat=1, kind="draw") == ["bert (seat 1) offers a draw: type accept to agree"]
    assert "you offer a draw" in told("offer", seat=0, kind="draw")[0]
    assert "the offer of bert (seat 1)" in told("lapsed", seat=1, kind="draw")[0]
    assert told("forfeit", seat=2, code="x", text="late") == ["the computer (seat 2) forfeits: late"]


EVIL = "\x1b]0;title\x07\x1b[2J\x9b31m\r\n1. you win\u202e\u2028\ud800"


@pytest.mark.parametrize(
    ("event", "fields"),
    [
        ("chat", {"seat": 1, "text": EVIL}),
        ("link_down", {"name": EVIL, "fingerprint": "a4b7", "code": EVIL, "text": EVIL, "culprit": "remote"}),
        ("forfeit", {"seat": 1, "code": "x", "text": EVIL}),
    ],
)
def test_what_others_write_does_nothing_to_a_terminal(told, event, fields):
    told("link_up", link=1, back=False, remote="", **fields | {"fingerprint": "a4b7", "name": "bert"})
    (line,) = told(event, **fields)
    assert r"\x1b[2J\x9b31m\r\n1. you win\u202e\u2028\ud800" in line
    assert all(c.isprintable() for c in line)


def test_other_scripts_and_signs_are_shown_as_they_are(told):
    text = "Grüße, 你好, שלום, می‌خواهم, 👩‍🚀"
    assert told("chat", seat=1, text=text) == [f"bert (seat 1) says: {text}"]


def test_what_is_drawn_here_keeps_its_colours_and_lines(told):
    assert told("reply", text="\x1b[31mr\x1b[0m\nb") == ["\x1b[31mr\x1b[0m\nb"]


@pytest.mark.parametrize(
    ("winners", "words"),
    [
        ([0], "you win: the crown was taken"),
        ([0, 1], "you win, and so does bert (seat 1): the crown was taken"),
        ([1], "you lose; bert (seat 1) wins: the crown was taken"),
        ([1, 3], "you lose; bert (seat 1) and seat 3 win: the crown was taken"),
        ([], "draw: the crown was taken"),
    ],
)
def test_the_end_is_told_from_the_readers_side(told, winners, words):
    assert told("finished", how="played", winners=winners, reason="crown") == [words]


def test_an_outage_is_told_once(told):
    bert = {"name": "bert", "fingerprint": "bert's", "remote": "127.0.0.1:1"}
    lost = bert | {"code": "lost", "text": "", "culprit": "network"}
    failed = {**bert, "addresses": ["127.0.0.1:1"], "code": "unreachable", "text": "errno", "retry_s": 1}
    assert told("link_up", link=1, **bert, back=False) == ["connected to bert"]
    assert told("link_up", link=2, **bert, back=True) == []
    assert told("link_down", link=1, **lost) == []
    assert told("link_down", link=2, **lost) == ["connection to bert lost; waiting for it to come back"]
    assert told("dial_failed", **failed) == []
    assert told("link_up", link=3, **bert, back=True) == ["bert is back"]
    assert told("link_down", link=3, **lost | {"culprit": "remote", "code": "done"}) == ["bert has left"]
    unknown = failed | {"name": "", "fingerprint": "", "addresses": ["192.0.2.2:29223"]}
    assert told("dial_failed", **unknown) == ["cannot reach 192.0.2.2:29223; trying again"]
    assert told("dial_failed", **unknown) == []


@pytest.mark.skipif(os.name != "posix", reason="a pseudo terminal")
def test_somebody_at_a_keyboard_resigns_only_when_sure(tmp_path):
    command = [*wabe_command(), "peer", "--host", "--game", "towerwars", "--computer=1=random"]
    keyboard, end = os.openpty()
    with (
        os.fdopen(keyboard, "wb", buffering=0) as typing,
        subprocess.Popen(
            [*command, "--listen", "127.0.0.1:0"],
            stdin=end,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=child_environment(tmp_path),
        ) as process,
    ):
        os.close(end)
        shown = []
        for line in process.stdout:
            shown.append(line)
            if "it is your turn" in line or "type resign again" in line:
                typing.write(b"resign\n")
        assert process.wait() == 0
    answers = [line for line in shown if "type resign again to give up" in line]
    assert len(answers) == 1
    assert "you lose; the computer (seat 1) wins: the others resigned\n" in shown

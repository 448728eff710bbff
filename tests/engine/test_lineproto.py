"""The line protocol, command by command, against the toy game; real games in test_lineproto_games.py."""

import itertools
import json
from types import ModuleType
from typing import Any

import pytest

from engine.ai import levels
from engine.ai.player import Decision, Player
from engine.dice import SeededDraws, event_seed
from engine.lineproto import MAX_LINE, MAX_NODES, MAX_PERFT_DEPTH, MAX_TIME_MS, LineProtocol
from engine.record import parse_record, replay

NEW = 'new {"game":"race","track":9,"runners":3}'


class Talk:
    """A conversation whose answers are checked to be well-formed lines."""

    def __init__(self, games: dict[str, Any]) -> None:
        self.ticks = itertools.count()
        self.protocol = LineProtocol("1.2", lambda: next(self.ticks) / 4, games)

    def __call__(self, line: str) -> list[str]:
        answer = self.protocol.handle(line)
        assert self.protocol.fault is None
        assert answer or self.protocol.closed
        assert all(out and out == " ".join(out.split(" ")) and out.isprintable() for out in answer)
        return answer

    def error(self, line: str) -> str:
        """Return the code of the error that ``line`` gives, having checked that it changed nothing."""
        before = self.snapshot()
        (answer,) = self(line)
        word, code, text = answer.split(" ", 2)
        assert word == "error"
        assert text
        assert self.snapshot() == before
        return code

    def ok(self, line: str) -> str:
        *events, answer = self(line)
        assert all(event.startswith("event {") for event in events)
        word, number = answer.split(" ")
        assert word == "ok"
        assert len(number) == 32
        return number

    def json(self, line: str) -> Any:
        (answer,) = self(line)
        word, text = answer.split(" ", 1)
        assert word == line.split()[0]
        value = json.loads(text)
        assert text == json.dumps(value, sort_keys=True, separators=(",", ":"))
        return value

    def snapshot(self) -> list[list[str]]:
        return [self.protocol.handle(line) for line in ("state", "hash", "legal", "record")]


@pytest.fixture
def talk(toys: ModuleType) -> Talk:
    return Talk({"race": toys.Race()})


@pytest.fixture
def race(talk: Talk) -> Talk:
    talk.ok(NEW)
    return talk


# --- the conversation ------------------------------------------------------------------------------------
def test_id(talk: Talk):
    assert talk("id") == ["id wabe 1.2 protocol 1"]


def test_quit_closes(talk: Talk):
    assert not talk.protocol.closed
    assert talk("quit") == []
    assert talk.protocol.closed
    assert talk("id") == []


@pytest.mark.parametrize("line", ["id", "id\n", "id\r\n", "  id  ", "\tid "])
def test_blanks_around_a_line_do_not_matter(talk: Talk, line: str):
    assert talk(line) == ["id wabe 1.2 protocol 1"]


@pytest.mark.parametrize("space", ["\v", "\f", "\x1c", "\x85", "\xa0", "\u2003", "\u2028", "\ufeff"])
def test_only_blanks_and_tabs_separate_words(race: Talk, space: str):
    """What Unicode takes for a space changes from one version of Python to the next."""
    for line, code in (
        (f"id{space}", "unknown"),
        (f"{space}id", "unknown"),
        (f"back{space}0", "unknown"),
        (f"back 0{space}", "syntax"),
        (f"do step{space}t2", "syntax"),
        (f"do step t2 dice{space}", "syntax"),
        (f"go nodes{space}5", "syntax"),
        (f"new {space}{NEW.removeprefix('new ')}", "syntax"),
    ):
        assert race.error(line) == code, line
    assert race(" \tdo \t step\tt2  dice\t ")[-1].startswith("ok ")


def test_one_line_break_ends_a_line_and_no_more(talk: Talk):
    for line in ("id\r", "id\n", "id\r\n"):
        assert talk(line) == ["id wabe 1.2 protocol 1"]
    for line in ("id\n\n", "id\r\r\n", "id\n\r", "\rid"):
        assert talk.error(line) == "unknown"


@pytest.mark.parametrize("line", ["", "\n", "   ", "\t\r\n"])
def test_an_empty_line_is_a_syntax_error(talk: Talk, line: str):
    assert talk.error(line) == "syntax"


@pytest.mark.parametrize(
    "line", ["ID", "ids", "position startpos", "\0", "é", "x" * 5000, "\ud800", "new{}", "_new {}"]
)
def test_unknown_commands(talk: Talk, line: str):
    assert talk.error(line) == "unknown"


@pytest.mark.parametrize("command", ["id", "state", "legal", "hash", "levels", "record", "quit"])
def test_commands_without_arguments_take_none(race: Talk, command: str):
    assert race.error(f"{command} x") == "syntax"
    assert not race.protocol.closed


@pytest.mark.parametrize(
    "line",
    [
        "state",
        "legal",
        "do end",
        "back 1",
        "hash",
        "perft 1",
        "odds dash",
        "go nodes 1",
        "go time 1",
        "record",
    ],
)
def test_commands_about_a_game_need_one(talk: Talk, line: str):
    assert talk.error(line) == "nogame"


def test_a_line_has_a_limit(talk: Talk):
    assert talk.error("id" + " " * MAX_LINE) == "syntax"
    assert talk("id" + " " * (MAX_LINE - 2)) == ["id wabe 1.2 protocol 1"]


# --- new and load ----------------------------------------------------------------------------------------
def test_new_takes_defaults_for_missing_keys(talk: Talk):
    assert talk.ok('new {"game":"race"}') == talk.ok(
        'new {"game": "race", "track": 6, "runners": 2, "heads": [0, 0], "turn_limit": 0, "hard": false, '
        f'"mood": "calm", "seed": "{"0" * 64}"}}'
    )


@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ("", "syntax"),
        ("race", "syntax"),
        ("[]", "syntax"),
        ("null", "syntax"),
        ('"race"', "syntax"),
        ('{"game":"race"', "syntax"),
        ('{"game":"race"} x', "syntax"),
        ('{"game":"race","game":"race"}', "syntax"),
        ('{"game":"race","track":6.0}', "syntax"),
        ('{"game":"race","track":1e1}', "syntax"),
        ('{"game":"race","track":NaN}', "syntax"),
        ('{"game":"race","track":' + "9" * 5000 + "}", "syntax"),
        ('{"game":"race","heads":' + "[" * 5000 + "]" * 5000 + "}", "syntax"),
        ("{}", "setup"),
        ('{"game":null}', "setup"),
        ('{"game":["race"]}', "setup"),
        ('{"game":"chess"}', "setup"),
        ('{"game":"race","track":2}', "setup"),
        ('{"game":"race","track":"6"}', "setup"),
        ('{"game":"race","colour":1}', "setup"),
        ('{"game":"race","seed":0}', "setup"),
        ('{"game":"race","seed":"00"}', "setup"),
        ('{"game":"race","seed":"' + "0" * 63 + 'g"}', "setup"),
        ('{"game":"race","seed":"' + "٠" * 64 + '"}', "setup"),
    ],
)
def test_new_refuses(race: Talk, rest: str, code: str):
    assert race.error(f"new {rest}") == code
    assert race.error(f"load {rest}") == code or "track" in rest  # those are no positions either: setup


def test_state_is_one_sorted_line_that_load_takes(race: Talk):
    race.ok("do dash")
    number = race.ok("do step t2")
    state = race.json("state")
    assert state["game"] == "race"
    race.ok(f"load {json.dumps(state, indent=None)}")
    assert race.json("state") == state
    assert race.error("back 1") == "illegal"
    assert race("legal") == ["legal 1", "end"], "the undo history starts empty"
    assert race(f"load {json.dumps(state)}") != [f"ok {number}"], "no draws are known to a loaded position"


def test_load_takes_finished_positions(race: Talk):
    race.ok("do resign")
    race.ok("do resign")
    state = race.json("state")
    race.ok(f"load {json.dumps(state)}")
    assert race("legal") == ["legal 0"]
    assert race("perft 3")[0].startswith("perft 3 0 ")
    for line in ("do end", "do resign", "do resign 1", "go nodes 1", "odds dash"):
        assert race.error(line) == "over"


@pytest.mark.parametrize(
    ("key", "value"), [("turn", 5), ("places", []), ("over", "no"), ("more", 1), ("game", "x")]
)
def test_load_refuses_impossible_positions(race: Talk, key: str, value: object):
    state = race.json("state")
    assert race.error(f"load {json.dumps({**state, key: value})}") == "setup"


def test_state_never_shows_the_seed(talk: Talk):
    seed = "ab" * 32
    talk.ok(f'new {{"game":"race","seed":"{seed}"}}')
    talk.ok("do dash")
    assert seed not in "".join(line for answer in talk.snapshot() for line in answer)


# --- legal, do, back -------------------------------------------------------------------------------------
def test_legal(race: Talk):
    assert race("legal") == ["legal 3", "dash", "end", "step t2"]


def test_do_tells_events_and_the_hash(race: Talk):
    assert race("do dash dice 2")[:-1] == [
        'event {"cell":"t1","dice":[2],"kind":"rolled","seat":0}',
        'event {"cell":"t3","kind":"moved","seat":0,"source":"t1"}',
    ]
    number = race.ok("do  step \t t2")
    assert race("hash") == [f"hash {number}"]


@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ("", "syntax"),
        ("dice 1", "syntax"),
        ("hop", "syntax"),
        ("step", "syntax"),
        ("step t2 t3", "syntax"),
        ("dash dice x", "syntax"),
        ("dash dice -1", "syntax"),
        ("dash dice 1.0", "syntax"),
        ("dash dice ٣", "syntax"),
        ("dash dice " + "9" * 5000, "syntax"),
        ("dash dice 1 dice 1", "syntax"),
        ("dash choices 0 choices 0", "syntax"),
        ("resign x", "syntax"),
        ("resign 1 2", "syntax"),
        ("resign -1", "syntax"),
        ("step t3", "illegal"),
        ("undo", "illegal"),
        ("resign 3", "illegal"),
        ("resign 255", "illegal"),
        ("dash dice", "dice"),
        ("dash choices 0", "dice"),
        ("dash dice 1 1", "dice"),
        ("dash dice 0", "dice"),
        ("dash dice 7", "dice"),
        ("dash dice 1 choices 0", "dice"),
        ("step t2 dice 1", "dice"),
        ("end choices 0", "dice"),
        ("resign dice 1", "dice"),
        ("resign 1 dice 1", "dice"),
    ],
)
def test_do_refuses_and_changes_nothing(race: Talk, rest: str, code: str):
    assert race.error(f"do {rest}") == code


def test_choices_are_taken_from_the_line(race: Talk):
    race.ok("do end")
    race.ok("do step t2")
    race.ok("do end")
    race.ok("do dash dice 2")
    assert race.error("do dash dice 6") == "dice"
    assert race.error("do dash dice 6 choices 2") == "dice"
    race.ok("do dash choices 1 dice 6")
    assert race.json("state")["places"] == ["t7", "t2", "t1"]


def test_given_dice_and_seeded_dice_give_the_same_hash(race: Talk):
    for number in range(4):
        seeded = race.ok("do dash")
        step = race.json("record")["steps"][-1]
        race.ok("back 1")
        dice = " ".join(map(str, step["dice"]))
        choices = " ".join(map(str, step["choices"]))
        assert race.ok(f"do dash dice {dice} choices {choices}") == seeded, number


def test_each_chance_event_has_its_own_seed(talk: Talk):
    """Event n is the n-th step since ``new`` that draws, whoever gave its draws; ``back`` restores n."""
    seed = bytes(range(32))
    first, second = (SeededDraws(event_seed(seed, n)).die() for n in (1, 2))
    assert first != second
    talk.ok(f'new {{"game":"race","track":9,"runners":3,"seed":"{seed.hex().upper()}"}}')

    def rolled() -> list[int]:
        return talk.json("record")["steps"][-1]["dice"]

    talk.ok("do end")
    talk.ok("do dash")
    assert rolled() == [first]
    talk.ok("do dash")
    assert rolled() == [second]
    talk.ok("back 2")
    talk.ok("do dash dice 1")
    talk.ok("do dash")
    assert rolled() == [second]
    state = talk.json("state")
    talk.ok(f"load {json.dumps(state | {'seed': seed.hex()})}")
    talk.ok("do dash")
    assert rolled() == [first]


def test_a_missing_seed_is_zeros(talk: Talk):
    talk.ok(f'new {{"game":"race","seed":"{"7" * 64}"}}')
    state = talk.json("state")
    zeros = "0" * 64
    results = set()
    for line in (
        'new {"game":"race"}',
        f'new {{"game":"race","seed":"{zeros}"}}',
        f"load {json.dumps(state)}",
        f"load {json.dumps(state | {'seed': zeros})}",
    ):
        talk.ok(line)
        results.add(talk.ok("do dash"))
    assert len(results) == 1


def test_back_takes_actions_off(race: Talk):
    hashes = [race("hash")[0].split()[1], *(race.ok(f"do {a}") for a in ("dash", "step t2", "undo", "end"))]
    assert race.ok("back 0") == hashes[4]
    assert race.ok("back 1") == hashes[3]
    assert race.ok("back 3") == hashes[0]
    assert race.error("back 1") == "illegal"


@pytest.mark.parametrize("rest", ["", "x", "-1", "1 1", "1.0", "٣", "9" * 1000])
def test_back_wants_a_number(race: Talk, rest: str):
    race.ok("do end")
    assert race.error(f"back {rest}") == "syntax"


def test_resign_out_of_turn(race: Talk):
    assert race("do resign 2")[0] == 'event {"kind":"eliminated","seat":2}'
    assert race("do resign")[:2] == ['event {"kind":"eliminated","seat":0}', 'event {"kind":"won","seat":1}']
    assert [(step["action"], step["seat"]) for step in race.json("record")["steps"]] == [
        ("resign", 2),
        ("resign", 0),
    ]


# --- perft, odds -----------------------------------------------------------------------------------------
def test_perft_counts_and_times(race: Talk):
    assert race("perft 0") == ["perft 0 1 0.250"]
    assert race("perft 1") == ["perft 1 2 0.250"]
    assert race("perft 3") == ["perft 3 5 0.250"]


@pytest.mark.parametrize("rest", ["", "x", "-1", str(MAX_PERFT_DEPTH + 1), "1 2", "1.0", "²", "9" * 1000])
def test_perft_wants_a_depth(race: Talk, rest: str):
    assert race.error(f"perft {rest}") == "syntax"


@pytest.mark.parametrize(
    ("rest", "code"), [("dash", "illegal"), ("step t9", "illegal"), ("hop", "syntax"), ("", "syntax")]
)
def test_odds_are_for_attacks(race: Talk, rest: str, code: str):
    assert race.error(f"odds {rest}") == code


# --- record ----------------------------------------------------------------------------------------------
def test_a_record_replays(race: Talk, toys: ModuleType):
    for action in ("dash", "step t2", "undo", "dash", "resign 0", "resign"):
        race.ok(f"do {action}")
    toy = toys.Race()
    record = parse_record(json.dumps(race.json("record")), {"race": toy})
    final = replay(record, toy)[-1]
    assert toy.state_hash(final).hex() == race("hash")[0].split()[1]
    assert record.result is not None
    assert record.result.reason == "resigned"


# --- computer players ------------------------------------------------------------------------------------
class Spy(Player[Any, Any]):
    """Plays the first action; its score says how many calls this object has had."""

    level = "spy"
    made: int = 0

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        Spy.made += 1
        self.calls = 0
        self.asked = 0

    def choose(self, state: Any, step: int, should_stop=lambda: False) -> Decision[Any]:
        self.calls += 1
        while not should_stop() and self.asked < 20:
            self.asked += 1
        actions = self.game.forward_actions(state)
        return Decision(actions[0], self.nodes, step, self.calls, tuple(actions[:2]))


class Quitter(Player[Any, Any]):
    level = "quitter"

    def choose(self, state: Any, step: int, should_stop=lambda: False) -> Decision[Any]:
        return Decision(None)


@pytest.fixture
def spied(race: Talk, monkeypatch: pytest.MonkeyPatch) -> Talk:
    monkeypatch.setitem(
        levels.LEVELS,
        "race",
        {"random": levels.RANDOM, "quitter": levels.Level(Quitter), "spy": levels.Level(Spy)},
    )
    monkeypatch.setattr(Spy, "made", 0)
    return race


def info(nodes: int, depth: int, score: int) -> str:
    return f'info {{"depth":{depth},"line":["dash","end"],"nodes":{nodes},"score":{score}}}'


def test_levels(talk: Talk, spied: Talk):
    assert spied("levels") == ["levels random quitter spy"]
    without_game = Talk({})("levels")[0].split()
    assert without_game[:2] == ["levels", "random"]
    assert "simple" in without_game
    assert len(set(without_game)) == len(without_game)


def test_go_tells_what_it_found(spied: Talk):
    assert spied("go level spy nodes 50") == [info(50, 0, 1), "best dash"]
    assert spied("go nodes 70") == [info(70, 0, 1), "best dash"], "the strongest level is the default"
    assert spied("go level quitter nodes 1") == ["best resign"]
    assert spied("go level random nodes 1")[0] in {"best dash", "best end", "best step t2"}


def test_go_plays_nothing(spied: Talk):
    before = spied.snapshot()
    spied("go nodes 5")
    assert spied.snapshot() == before


def test_one_player_lives_for_one_turn(spied: Talk):
    assert spied("go nodes 5")[0] == info(5, 0, 1)
    assert spied("go nodes 5")[0] == info(5, 0, 2)
    spied.ok("do step t2")
    assert '"score":3' in spied("go nodes 5")[0]
    spied.ok("do resign 2")
    assert '"score":4' in spied("go nodes 5")[0], "it is still the same turn"
    assert spied("go nodes 6")[0].endswith('"nodes":6,"score":1}'), "another budget is another player"
    assert '"score":1' in spied("go nodes 5")[0], "and the first one has been given up"
    spied.ok("do end")
    assert '"score":1' in spied("go nodes 5")[0]
    assert Spy.made == 4


@pytest.mark.parametrize("line", [NEW, "back 0", "load"])
def test_new_load_and_back_make_new_players(spied: Talk, line: str):
    assert spied("go nodes 5")[0].endswith('"score":1}')
    assert spied("go nodes 5")[0].endswith('"score":2}')
    spied.ok(line if line != "load" else f"load {json.dumps(spied.json('state'))}")
    assert spied("go nodes 5")[0].endswith('"score":1}')


def test_time_is_read_from_the_clock_handed_in(spied: Talk):
    """The clock ticks by a quarter of a second each time it is read."""
    spied("go time 2000")
    _, player = spied.protocol._player
    assert player.nodes == MAX_NODES
    assert player.asked == 7
    spied("go time 1")
    assert player.asked == 7
    assert player.calls == 2


def test_the_step_number_is_that_of_actions_since_new(spied: Talk):
    spied.ok("do end")
    spied.ok("do end")
    assert spied("go nodes 5")[0] == info(5, 2, 1)
    spied.ok("back 1")
    assert spied("go nodes 5")[0] == info(5, 1, 1)


@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ("", "syntax"),
        ("nodes", "syntax"),
        ("nodes 0", "syntax"),
        ("nodes x", "syntax"),
        ("nodes -5", "syntax"),
        (f"nodes {MAX_NODES + 1}", "syntax"),
        ("nodes " + "9" * 5000, "syntax"),
        ("nodes 5 5", "syntax"),
        ("time 0", "syntax"),
        (f"time {MAX_TIME_MS + 1}", "syntax"),
        ("depth 5", "syntax"),
        ("level", "syntax"),
        ("level spy", "syntax"),
        ("nodes 5 level spy", "syntax"),
        ("level grandmaster nodes 5", "setup"),
        ("level \0 nodes 5", "setup"),
    ],
)
def test_go_refuses(spied: Talk, rest: str, code: str):
    assert spied.error(f"go {rest}") == code


# --- defects ---------------------------------------------------------------------------------------------
def test_a_defect_answers_and_stays_visible(race: Talk, toys: ModuleType, monkeypatch: pytest.MonkeyPatch):
    def broken(*arguments: object) -> None:
        raise KeyError("two\nlines")

    before = race.snapshot()
    monkeypatch.setattr(toys.Race, "legal_actions", broken)
    assert race.protocol.handle("do end") == ["error unknown internal fault KeyError: 'two\\nlines'"]
    assert isinstance(race.protocol.fault, KeyError)
    monkeypatch.undo()
    assert race.snapshot() == before


def test_hostile_text_comes_back_short_and_printable(race: Talk):
    for line in (
        f'new {{"game":"race","{"x" * 10_000}":1}}',
        'new {"game":"race","\\u0007\\u202e":1}',
        "do step \0",
    ):
        (answer,) = race(line)
        assert len(answer) < 350

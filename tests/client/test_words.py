"""Every code and every event has words, and no word is for nothing."""

import ast
import re
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest

import client
import engine
import engine.registry
import protocol
from client import errors, i18n
from client.app import notices
from client.names import Names, WindowNames
from client.report import QUIET, TextReport
from client.words import (
    CODES,
    EVENTS,
    RULES,
    dial_meaning,
    event_words,
    in_own_words,
    item_words,
    meaning,
    result_words,
)
from engine.errors import EngineError, SetupError
from protocol.errors import Code, LocalError

CLIENT = Path(client.__file__).parent
SOURCES = [ast.parse(path.read_text("utf-8")) for path in CLIENT.rglob("*.py")]

TERMINAL = (
    "__main__.py", "analysis", "arena", "commands", "demo.py", "external.py", "gameoptions.py", "processes.py",
    "recomputing.py", "session.py", "terminal", "ui/gallery", "ui/window.py", "view/sandbox.py",
)  # fmt: skip
"""What no window that stands ever runs: its errors are told on a terminal, in English."""

TRANSLATED = {"tr", "ntr", "meaning", "dial_meaning", "in_own_words", "mark"}

HAPPENING = {
    "seat": 1, "name": "Jonas", "fingerprint": "a4b7-qw74", "addresses": ["192.168.1.20:4417"], "back": True,
    "retry_s": 2, "silent": 1, "match": "91c42be077d104aa", "items": 3, "kind": "draw", "code": "fork",
    "text": "another story", "k": 4, "culprit": "seat 1", "bundle": "/tmp/91c4.zip",
}  # fmt: skip
"""Fields of all events that are news."""


@pytest.fixture
def german():
    i18n.use("de")
    yield
    i18n.use("en")


def in_english(words):
    """Return what ``words`` returns in English, in the midst of German."""
    i18n.use("en")
    told = words()
    i18n.use("de")
    return told


def all_codes_of_rules():
    """Return the codes of all kinds of errors in the engine; those of its line protocol never leave it."""
    for module in ("engine.record", "engine.strictjson"):
        import_module(module)
    found, kinds = set(), [EngineError]
    while kinds:
        kind = kinds.pop()
        kinds += kind.__subclasses__()
        if not kind.__module__.startswith("engine.lineproto"):
            found.add(kind.code)
    return found


def untold(path):
    """Yield the lines of a file of the client in which an error has a text that is not translated."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        place = {"ClientError": 1, "UsageError": 0}.get(node.func.id)
        if place is None or len(node.args) <= place:
            continue
        texts = list(letters(node.args[place]))
        if texts and not texts[0].startswith("--"):  # an option of the command line
            yield f"{path.name}:{node.lineno}: {texts[0]}"


def letters(node):
    """Yield the texts in an expression that stand outside of what looks them up in the catalogue."""
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in TRANSLATED:
            return
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and any(map(str.isalpha, node.value)):
        yield node.value
    for child in ast.iter_child_nodes(node):
        yield from letters(child)


def told_events():
    for source in SOURCES:
        for node in ast.walk(source):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
                if name in ("_report", "report") and node.args and isinstance(node.args[0], ast.Constant):
                    yield node.args[0].value


def test_every_code_of_the_protocol_has_words():
    assert set(CODES) == {code.value for code in Code}


def test_every_code_of_the_rules_has_words():
    assert all_codes_of_rules() == set(RULES) | {"illegal", "over"}
    assert not set(RULES) & set(CODES)


def test_every_code_that_is_raised_has_words():
    """In protocol and engine by their codes, in the client where it is raised."""
    for package in (protocol, engine):
        for path in Path(package.__file__).parent.rglob("*.py"):
            for name in re.findall(
                r"\b(?:Local|Remote|File|Refused)Error\(\s*Code\.(\w+)", path.read_text("utf-8")
            ):
                assert Code[name] in CODES, f"{path.name}: {name}"
    files = [
        path for path in CLIENT.rglob("*.py") if not path.relative_to(CLIENT).as_posix().startswith(TERMINAL)
    ]
    assert [line for path in files for line in untold(path)] == []


def test_an_error_that_speaks_english_only_is_found(tmp_path):
    path = tmp_path / "some.py"
    path.write_text(
        'raise ClientError("code", f"{name}: there is none")\nraise UsageError(tr("that is none"))'
    )
    assert list(untold(path)) == ["some.py:1: : there is none"]


def test_every_code_has_words_in_german(german):
    for words in (*CODES.values(), *RULES.values()):
        assert i18n.tr(words) != words
        assert not i18n.tr(words).endswith(".")


def test_every_error_of_the_system_has_words_in_german(german):
    for number in errors._SYSTEM_CODES:
        told = errors.explain(OSError(number, "strerror"), "/tmp/file")
        assert told.text.startswith("/tmp/file: ")
        assert told.text != in_english(partial(errors.explain, OSError(number, "strerror"), "/tmp/file")).text


def test_where_texts_are_english_only_the_code_speaks_in_german(german):
    assert in_own_words("over", "the match is being started") == "es ist vorbei"
    assert in_own_words("unheard_of", "text") == "text"
    assert meaning("fork", "seat 1 signed twice") == "jemand hat zwei Fassungen signiert"
    assert (
        errors.explain(SetupError("the mode is for 2 seats", "seats")).text
        == "diese Optionen passen nicht zusammen"
    )
    code, text = notices.refusal(LocalError(Code.NOT_YOUR_TURN, "seat 1 is to act"))
    assert (code, text) == ("not_your_turn", "Du bist nicht am Zug.")
    assert dial_meaning("frame_size", "a frame of 1213486160 bytes") == "dort antwortet kein Wabe"


@pytest.mark.parametrize("event", sorted(notices._PLAIN | notices._BAD))
def test_news_are_told_in_german(german, event):
    who = Names({0: "Mira", 1: "Jonas"}, own=[0])
    told = event_words(event, HAPPENING, who)
    english = in_english(lambda: event_words(event, HAPPENING, who))
    assert told != english
    for words in ("another story", "somebody signed", " seat ", " the "):
        assert words not in told or event == "forfeit"


def test_every_event_that_is_told_has_words():
    assert set(told_events()) == set(EVENTS) | QUIET


def test_documented_events_are_those_that_are_told():
    text = (Path(client.__file__).parent.parent / "docs" / "command-line.md").read_text("utf-8")
    for event in {*EVENTS, *QUIET}:
        assert f"| `{event}` |" in text, event


def test_sentences_have_no_full_stop():
    for text in CODES.values():
        assert not text.endswith(".")


def test_what_is_known_of_a_case_is_told_too():
    assert meaning("over") == CODES["over"]
    assert meaning("over", "really") == f"{CODES['over']}: really"
    assert meaning("unheard_of", "text") == "text"
    assert meaning("unheard_of") == "unheard_of"


def test_one_thing_is_said_once():
    assert meaning("wrong_peer", "another identity than the expected one answers here") == CODES["wrong_peer"]
    assert meaning("unreachable", "1.2.3.4:5 cannot be reached") == "1.2.3.4:5 cannot be reached"
    assert dial_meaning("frame_size", "a frame of 1213486160 bytes") == "no Wabe answers there"
    assert dial_meaning("kicked") == CODES["kicked"]


def test_results():
    assert result_words("aborted", None, None) == "the match was called off by agreement"
    assert result_words("agreed", [], None).startswith("draw")
    assert result_words("played", [1], "crown") == "seat 1 wins: the crown was taken"
    assert result_words("played", [0, 2], "round_limit") == "seats 0 and 2 win: the last round is over"
    assert Names().several([0, 2, 3]) == "seats 0, 2 and 3"


def test_an_error_that_nobody_expects_is_not_dressed_up():
    with pytest.raises(TypeError, match="ZeroDivisionError"):
        errors.explain(ZeroDivisionError())


def test_whose_turn_it_is_is_told_once_a_turn():
    said = []
    report = TextReport(said.append)
    for seat in (0, 0, 1, 1, 0):
        report("turn", seat=seat, k=0, yours=seat == 0)
    assert said == ["it is your turn", "seat 1 is to act", "it is your turn"]


def test_items():
    item = {"k": 7, "kind": "act", "seat": 0, "action": "end", "resigned": [], "events": []}
    assert item_words(item) == "7. seat 0: end"
    assert item_words({**item, "events": [{"kind": "income", "seat": 1, "count": 3}]}) == (
        "7. seat 0: end; seat 1 gets 3 gold"
    )
    out = {"kind": "eliminated", "seat": 1}
    assert item_words({**item, "resigned": [1], "events": [out]}) == "7. seat 1 resigned; seat 0: end"
    assert item_words({**item, "resigned": [1], "action": "", "events": [out]}) == "7. seat 1 resigned"
    assert item_words({**item, "seat": 1, "kind": "resign", "resigned": [1], "events": [out]}) == (
        "7. seat 1 resigns"
    )
    assert item_words({**item, "action": "attack e8 e9", "events": [out]}) == (
        "7. seat 0: attack e8 e9; seat 1 is out"
    )
    assert item_words({**item, "kind": "agree", "action": "draw"}) == "7. all agree: draw"
    assert item_words({**item, "action": ""}) == "7. nothing is left to play"


def test_the_window_names_people_and_counts_seats_from_one():
    fields = {
        "own": [1],
        "seats": [
            {"seat": 0, "kind": "human", "name": "anna"},
            {"seat": 1, "kind": "human", "name": "bert"},
            {"seat": 2, "kind": "human", "name": "anna"},
            {"seat": 3, "kind": "human", "name": ""},
        ],
    }
    who = WindowNames.of_match(fields)
    assert [who(seat) for seat in range(4)] == ["anna 1", "bert", "anna 2", "seat 4"]
    news = notices.News()
    assert news.of_event("match", fields) is None
    recorded = news.of_event("recorded", {"seat": 1, "code": "lost", "text": ""})
    assert recorded.text == "Bert signed something wrong: the connection was lost."
    froze = news.of_event("froze", {"seat": 3, "k": 4})
    assert froze.text.startswith("Seat 4 computes another position")


def test_what_the_protocol_says_of_seats_is_counted_from_one_in_the_window():
    code, text = notices.refusal(LocalError(Code.NOT_YOUR_TURN, "seat 1 is not to act", "seat 1"))
    assert (code, text) == (Code.NOT_YOUR_TURN, "It is not your turn: seat 2 is not to act.")
    news = notices.News()
    fields = {"seat": 0, "code": "illegal", "text": "seat 0 is not its to resign"}
    assert "seat 1 is not its" in news.of_event("recorded", fields).text

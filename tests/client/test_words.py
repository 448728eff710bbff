"""Every code and every event has words, and no word is for nothing."""

import ast
from pathlib import Path

import pytest

import client
from client import errors
from client.report import QUIET, TextReport
from client.words import CODES, EVENTS, dial_meaning, item_words, meaning, result_words, seat_words
from protocol.errors import Code

SOURCES = [ast.parse(path.read_text("utf-8")) for path in Path(client.__file__).parent.rglob("*.py")]


def told_events():
    for source in SOURCES:
        for node in ast.walk(source):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
                if name in ("_report", "report") and node.args and isinstance(node.args[0], ast.Constant):
                    yield node.args[0].value


def test_every_code_of_the_protocol_has_words():
    assert set(CODES) == {code.value for code in Code}


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
    assert seat_words([0, 2, 3]) == "seats 0, 2 and 3"


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

"""Strict JSON: what strangers send is a plain small value, or refused with the code ``syntax``."""

import json
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.strictjson import MAX_DEPTH, MAX_DIGITS, JsonError, dump, load

VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(10**15), 10**15), st.text(max_size=12)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
).filter(lambda value: depth(value) <= MAX_DEPTH)


def depth(value: object) -> int:
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if items is None else 1 + max(map(depth, items), default=0)


@given(VALUES)
def test_what_is_dumped_comes_back(value: object):
    text = dump(value)
    assert load(text) == value
    assert dump(load(text)) == text
    assert "\n" not in text
    assert load(json.dumps(value, indent=2)) == value


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str):
    try:
        value = load(text)
    except JsonError:
        return
    assert load(dump(value)) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        "nul",
        "{'a':1}",
        '{"a":1}x',
        '{"a":1,}',
        "1.5",
        "1e3",
        "-0.0",
        "NaN",
        "Infinity",
        "-Infinity",
        '{"a":1,"a":1}',
        '[{"a":1,"b":{"c":1,"c":2}}]',
        "1" * (MAX_DIGITS + 1),
        "9" * 100_000,
        '"\\ud800"',
        '{"\\udfff":1}',
        '"\ud800"',
        '"a\nb"',
        "\0",
        "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1),
        "[" * 1_000_000,
        '{"a":' * 100_000,
        '["' + "[" * 5 + '",' + "[" * 100 + "]" * 101,
    ],
)
def test_other_texts_are_refused(text: str):
    with pytest.raises(JsonError) as caught:
        load(text)
    assert caught.value.code == "syntax"
    assert len(caught.value.text) < 200


@pytest.mark.parametrize(
    "text", ['"' + "\\" * 1_000_000, "[" * 1_000_000, '"' + '\\"' * 500_000, '"' * 1_000_000]
)
def test_refusing_takes_little_more_memory_than_the_text(text: str):
    tracemalloc.start()
    try:
        with pytest.raises(JsonError):
            load(text)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 8 * len(text)


def test_brackets_in_texts_are_no_nesting():
    text = json.dumps(["[" * 1000, '\\"[[' * 100, "{" * 1000])
    assert load(text) == json.loads(text)


def test_the_deepest_and_the_longest_number_are_read():
    assert depth(load("[" * MAX_DEPTH + "]" * MAX_DEPTH)) == MAX_DEPTH
    assert load("9" * MAX_DIGITS) == 10**MAX_DIGITS - 1


def test_keys_are_sorted_at_every_level():
    assert (
        dump({"b": {"d": 1, "c": 2}, "a": [{"f": None, "e": True}]})
        == '{"a":[{"e":true,"f":null}],"b":{"c":2,"d":1}}'
    )

"""Options as data: what is common to all games. What a game adds is checked by the conformance suite."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import SetupError
from engine.options import Option, OptionKind, check_value, from_values, reject_unknown, to_values

SIZE = Option("size", OptionKind.INT, 8, "T1.1", 4, 26)
PIE = Option("pie", OptionKind.BOOL, False, "T6.3")
MODE = Option("mode", OptionKind.CHOICE, "classic", "K1.5", choices=("classic", "towers"))
GOLD = Option("gold", OptionKind.INTS, None, "K1.7", 0, 999)
SCHEMA = (SIZE, PIE, MODE, GOLD)

ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.binary(max_size=4),
    st.lists(st.one_of(st.integers(-5, 1005), st.booleans(), st.none()), max_size=4),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)  # fmt: skip


@pytest.mark.parametrize("value", [4, 8, 26])
def test_whole_numbers_in_range(value: int):
    assert check_value(SIZE, value) == value


@pytest.mark.parametrize("value", [3, 27, True, "8", 8.0, None, [8], 10**30])
def test_other_sizes_are_refused(value: object):
    with pytest.raises(SetupError, match="size must be a whole number from 4 to 26") as caught:
        check_value(SIZE, value)
    assert (caught.value.code, caught.value.culprit) == ("setup", "size")


@pytest.mark.parametrize("value", [0, 1, "true", None, []])
def test_only_true_and_false_are_booleans(value: object):
    assert check_value(PIE, True) is True
    with pytest.raises(SetupError, match="pie"):
        check_value(PIE, value)


@pytest.mark.parametrize("value", ["Classic", "", None, 0, ["classic"]])
def test_only_listed_words_are_choices(value: object):
    assert check_value(MODE, "towers") == "towers"
    with pytest.raises(SetupError, match="classic, towers"):
        check_value(MODE, value)


def test_lists_of_numbers_become_tuples():
    assert check_value(GOLD, [6, 7]) == (6, 7)
    assert check_value(GOLD, (0, 999)) == (0, 999)


@pytest.mark.parametrize("value", [6, "67", None, [6, True], [1000], [-1], [6.0], [[6]], {6: 7}])
def test_other_lists_are_refused(value: object):
    with pytest.raises(SetupError, match="gold"):
        check_value(GOLD, value)


@given(ANYTHING)
def test_any_value_is_canonical_or_refused(value: object):
    for option in SCHEMA:
        try:
            checked = check_value(option, value)
        except SetupError:
            continue
        assert check_value(option, checked) == checked
        assert type(checked) in {int, bool, str, tuple}


def test_unknown_names_are_refused():
    reject_unknown(SCHEMA, {"size": 8, "gold": None})
    with pytest.raises(SetupError, match="colour") as caught:
        reject_unknown(SCHEMA, {"size": 8, "colour": "red"})
    assert caught.value.culprit == "colour"


def test_values_stand_in_the_order_of_the_schema():
    options = {"gold": (6, 7), "mode": "towers", "pie": True, "size": 9}
    values = to_values(SCHEMA, options)
    assert values == [9, True, "towers", (6, 7)]
    assert from_values(SCHEMA, values) == options
    assert list(from_values(SCHEMA, values)) == ["size", "pie", "mode", "gold"]


@pytest.mark.parametrize("values", [[], [9, True, "towers"], [9, True, "towers", (6, 7), 0]])
def test_every_option_is_written_out(values: list):
    with pytest.raises(SetupError):
        from_values(SCHEMA, values)

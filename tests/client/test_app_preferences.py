"""What a person likes: kept whole, read with care."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client import i18n
from client.app.preferences import (
    USUAL_PORT,
    VISIONS,
    LastGame,
    Preferences,
    load_preferences,
    preferred_language,
    save_preferences,
)
from client.errors import ClientError
from client.ui import theme
from protocol.transport.addresses import DEFAULT_PORT

OTHERS = {
    "language": "de",
    "theme": "light",
    "scale": 1.5,
    "patterns": 0.25,
    "vision": "tritan",
    "motion": "off",
    "volume": 0.0,
    "port": 4000,
    "confirm_attacks": False,
    "confirm_end": False,
    "hints": False,
    "own_seat_below": True,
    "name": "Jörg",
    "addresses": ["192.168.1.20", "jonas.example:29300"],
    "game": "krieg",
}


@pytest.fixture
def file(tmp_path):
    return tmp_path / "preferences.json"


def test_all_come_back_as_they_were(file):
    last = {"krieg": LastGame({"mode": "classic", "gold": (6, 7), "disband": True}, ["me", "hard"])}
    preferences = Preferences(**OTHERS, last=last)
    save_preferences(file, preferences)
    assert load_preferences(file) == (preferences, True)
    assert set(OTHERS) | {"last"} == set(json.loads(file.read_text()))


def test_without_a_file_they_are_the_defaults(file, monkeypatch):
    monkeypatch.setenv("LANGUAGE", "de_AT")
    assert load_preferences(file) == (Preferences(language="de"), True)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"\xff\xfe", b"null", b"[" * 100_000, b'{"scale": 1' + b"0" * 100_000 + b"}"],
)
def test_a_damaged_file_gives_the_defaults(file, content):
    file.write_bytes(content)
    preferences, sound = load_preferences(file)
    assert not sound
    assert preferences == Preferences(language=preferred_language())


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("language", "fr"),
        ("language", ["en"]),
        ("theme", "pink"),
        ("scale", 0.5),
        ("scale", "1"),
        ("scale", True),
        ("scale", float("nan")),
        ("patterns", -0.1),
        ("vision", "x-ray"),
        ("motion", None),
        ("volume", 1.1),
        ("port", 80),
        ("port", 4000.5),
        ("hints", 1),
        ("name", "a\nb"),
        ("name", "x" * 33),
        ("addresses", "192.168.1.20"),
        ("addresses", [""]),
        ("addresses", ["x"] * 17),
        ("addresses", ["x" * 301]),
        ("game", 7),
        ("last", [1]),
        ("last", {"krieg": 3}),
    ],
)
def test_one_wrong_value_is_the_default_and_the_others_stay(file, name, wrong):
    file.write_text(json.dumps({**OTHERS, "last": {}, name: wrong}))
    preferences, sound = load_preferences(file)
    assert not sound
    wanted = Preferences(**OTHERS)
    default = preferred_language() if name == "language" else getattr(Preferences(), name)
    setattr(wanted, name, default)
    assert preferences == wanted


def test_keys_that_are_not_known_are_left_out(file):
    file.write_text(json.dumps({"volume": 0.5, "colour_of_hat": "red"}))
    preferences, sound = load_preferences(file)
    assert (sound, preferences.volume) == (True, 0.5)
    save_preferences(file, preferences)
    assert "hat" not in file.read_text()


def test_what_makes_no_sense_is_not_kept(file):
    save_preferences(file, Preferences())
    before = file.read_bytes()
    with pytest.raises(ClientError) as caught:
        save_preferences(file, Preferences(scale=3.0))
    assert (caught.value.code, caught.value.culprit) == ("preferences", "scale")
    assert file.read_bytes() == before


@settings(max_examples=40)  # each syncs a file to the disk
@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda v: (
            st.lists(v) | st.dictionaries(st.sampled_from([*OTHERS, "last", "krieg", "options", "seats"]), v)
        ),
    )
)
def test_nothing_in_a_file_keeps_the_program_from_starting(tmp_path_factory, value):
    file = tmp_path_factory.getbasetemp() / "any.json"
    file.write_text(json.dumps(value))
    preferences, _ = load_preferences(file)
    save_preferences(file, preferences)
    assert load_preferences(file) == (preferences, True)


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "de_CH", "LC_ALL": "fr_CH"}, "en"),
        ({"LANG": "en_US", "LC_MESSAGES": "de"}, "de"),
        ({"LANG": "en_US", "LANGUAGE": "de:en"}, "de"),
        ({"LANG": "German_Germany.1252"}, "de"),
    ],
)
def test_language_of_the_environment(environment, wanted):
    assert preferred_language(environment) == wanted


def test_constants_that_are_written_twice_agree():
    assert USUAL_PORT == DEFAULT_PORT
    assert set(VISIONS) == {"normal", *theme.VISIONS}


async def test_the_program_takes_them_over(parlour):
    anna = parlour.open("anna")
    assert not anna.notices
    assert anna.name == "anna"
    anna.preferences.name = "Anna Blume"
    anna.preferences.volume = 0.1
    anna.save_preferences()
    await parlour.close("anna")
    file = anna.log_file.parent / "preferences.json"
    anna = parlour.open("anna")
    assert (anna.name, anna.preferences.volume) == ("Anna Blume", 0.1)
    await parlour.close("anna")
    file.write_text("not JSON")
    anna = parlour.open("anna")
    assert anna.name == "anna"
    (notice,) = anna.notices
    assert (notice.code, notice.bad) == ("preferences", True)
    assert i18n.language() == anna.preferences.language

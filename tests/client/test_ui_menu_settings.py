"""Settings apply at once, and what makes no sense is not taken; the credits say where things lie."""

import pytest

from client.errors import ClientError, UsageError
from client.i18n import language
from client.ui import systemtheme
from client.ui.screens.about import AboutScreen
from client.ui.screens.menu import MenuScreen
from client.ui.screens.settings import SettingsScreen
from client.ui.shell import chosen_palette
from client.ui.theme import DARK, LIGHT
from client.ui.toolkit.text import Text
from client.ui.toolkit.tree import walk


@pytest.fixture
def kit(kit):
    kit.app.names = ("mira", "guest")
    kit.show(SettingsScreen(kit.shell))
    return kit


@pytest.fixture
def speaking(kit, monkeypatch):
    """The language is taken over as the program behind does it."""
    from client import i18n

    monkeypatch.setattr(kit.app, "save_preferences", lambda: i18n.use(kit.app.preferences.language))
    return kit


def said(kit):
    return [widget.text for widget in walk(kit.stage.top) if isinstance(widget, Text)]


# --- at once -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("key", "keys", "name", "value"),
    [
        ("language", ("right",), "language", "de"),
        ("theme", ("right",), "theme", "light"),
        ("scale", ("right",), "scale", 1.1),
        ("scale", ("home",), "scale", 0.9),
        ("scale", ("end",), "scale", 2.0),
        ("patterns", ("left",), "patterns", 0.9),
        ("vision", ("enter", "down", "enter"), "vision", "protan"),
        ("motion", ("left",), "motion", "fast"),
        ("volume", ("home",), "volume", 0.0),
        ("confirm_attacks", ("space",), "confirm_attacks", False),
        ("confirm_end", ("space",), "confirm_end", False),
        ("hints", ("space",), "hints", False),
        ("own_seat_below", ("space",), "own_seat_below", True),
    ],
)
def test_every_preference_is_set_by_keys(kit, key, keys, name, value):
    assert kit.shell.focus(key)
    kit.key(*keys)
    assert getattr(kit.app.preferences, name) == value
    assert "save preferences" in kit.app.deeds


def test_all_texts_change_with_the_language_while_it_runs(speaking):
    english = set(said(speaking))
    speaking.shell.focus("language")
    speaking.key("right")
    assert language() == "de"
    german = set(said(speaking))
    assert {"Einstellungen", "Sprache"} <= german
    assert "Settings" not in german
    speaking.key("left")
    assert set(said(speaking)) == english


def test_the_menu_changes_its_language_by_one_click(speaking):
    speaking.show(MenuScreen(speaking.shell))
    speaking.click("language")
    assert "Einstellungen" in speaking.paint()
    assert "English" in speaking.paint()
    speaking.click("language")
    assert "Settings" in speaking.paint()


def test_the_palette_follows_theme_and_vision(kit):
    kit.find("theme").on_choose("light")
    assert kit.shell.palette == kit.stage.palette == LIGHT
    kit.find("vision").on_choose("deutan")
    assert kit.stage.palette not in (LIGHT, DARK)
    assert kit.shell.owners("krieg", 2)[0].face != (63, 107, 219, 255)


def test_motion_off_and_volume_are_heeded(kit):
    kit.find("motion").on_choose("full")
    assert not kit.stage.still
    kit.find("motion").on_choose("off")
    assert kit.stage.still
    kit.find("volume").on_change(40)
    assert kit.audio.volume == 0.4
    kit.find("listen").press()
    assert kit.audio.heard == [("turn", True)]
    kit.find("volume").on_change(0)
    assert not kit.find("listen").enabled


# --- typed -------------------------------------------------------------------------------------------------------
def test_the_sample_tells_the_chance_by_the_rules(kit):
    higher = sum(a > b for a in range(1, 7) for b in range(1, 7))  # a tie goes to the rider
    assert f"Fighter attacks rider: {round(100 * higher / 36)}% to win." in said(kit)


def test_a_name_is_taken_as_it_is_typed(kit):
    kit.shell.focus("name")
    kit.type("Jo")
    assert kit.app.preferences.name == "Jo"


def test_a_name_that_cannot_be_is_refused_and_the_one_before_kept(kit, monkeypatch):
    def refuse():
        raise ClientError("preferences", "this value is not possible: name", "name")

    kit.shell.focus("name")
    kit.type("J")
    monkeypatch.setattr(kit.app, "save_preferences", refuse)
    kit.type("o")
    assert kit.app.preferences.name == "J"
    assert kit.find("name").error == "A name has at most 32 characters."


@pytest.mark.parametrize("typed", ["80", "99999", "", "12a4"])
def test_a_port_that_is_none_is_not_taken(kit, typed):
    before = kit.app.preferences.port
    kit.find("port").on_change(typed)
    kit.paint()
    assert kit.app.preferences.port == before
    assert (
        kit.find("port").error == "A port is a number from 1,024 to 65,535."
        or "1024" in kit.find("port").error
    )
    kit.find("port").on_change("40000")
    kit.paint()
    assert kit.app.preferences.port == 40000
    assert kit.find("port").error == ""


def test_what_cannot_be_saved_is_told(kit, monkeypatch):
    def refuse():
        raise ClientError("disk_full", "The disk is full.")

    monkeypatch.setattr(kit.app, "save_preferences", refuse)
    kit.find("theme").on_choose("light")
    assert "The disk is full." in kit.paint()


# --- profiles ----------------------------------------------------------------------------------------------------
def test_another_profile_is_started(kit):
    kit.find("profile guest").press()
    assert kit.app.deeds[-1] == "profile guest"
    assert not kit.find("switch").enabled
    kit.shell.focus("new profile")
    kit.type("Kim")
    kit.find("switch").press()
    assert kit.app.deeds[-1] == "profile kim"


def test_an_impossible_profile_is_refused(kit, monkeypatch):
    def refuse(name):
        raise UsageError("no", "profile", "profile")

    monkeypatch.setattr(kit.app, "switch_profile", refuse)
    kit.shell.focus("new profile")
    kit.type("../x")
    kit.find("switch").press()
    kit.paint()
    assert kit.find("new profile").error == "A profile's name is letters a to z, digits, - and _."


def test_where_things_lie_is_told_and_copied(kit):
    texts = said(kit)
    assert str(kit.app.log_file) in texts
    assert kit.app.fingerprint in texts
    kit.find("copy 3").press()
    assert kit.clipboard == str(kit.app.log_file)


# --- the system's theme ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("platform", "told", "theme"),
    [
        ("linux", "'prefer-dark'", "dark"),
        ("linux", "'default'", "light"),
        ("darwin", "Dark", "dark"),
        ("darwin", "", "light"),
    ],
)
def test_the_systems_theme_is_asked_for(kit, monkeypatch, platform, told, theme):
    monkeypatch.setattr(systemtheme.sys, "platform", platform)
    monkeypatch.setattr(systemtheme, "_asked", lambda *command: told)
    monkeypatch.delenv("GTK_THEME", raising=False)
    systemtheme.system_theme.cache_clear()
    kit.app.preferences.theme = "system"
    assert chosen_palette(kit.app).name == theme
    systemtheme.system_theme.cache_clear()


def test_a_system_that_does_not_answer_is_dark(monkeypatch):
    monkeypatch.setattr(systemtheme.sys, "platform", "linux")
    monkeypatch.delenv("GTK_THEME", raising=False)
    monkeypatch.setenv("PATH", "")
    systemtheme.system_theme.cache_clear()
    assert systemtheme.system_theme() == "dark"
    systemtheme.system_theme.cache_clear()


# --- credits -----------------------------------------------------------------------------------------------------
def test_the_credits_show_version_licences_and_log(kit):
    from client.version import VERSION

    kit.show(AboutScreen(kit.shell))
    assert f"Version {VERSION}" in said(kit)
    assert str(kit.app.log_file) in said(kit)
    for key, words in (("licence inter", "SIL OPEN FONT LICENSE"), ("licence icons", "Icons: Apache 2.0")):
        kit.find(key).press()
        assert any(words.lower() in text.lower() for text in said(kit))
        kit.key("escape")
    assert kit.shell.screen.name == "about"

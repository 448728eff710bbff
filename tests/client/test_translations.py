"""The catalogues: every message translated, with the same fields, compiled; what a window shows is one of them."""

import ast
import gettext
import pkgutil
import re
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from client import i18n
from client.ui import gallery
from client.ui.gallery.kit import Kit

ROOT = Path(__file__).parents[2]
GERMAN = ROOT / "client" / "translations" / "de" / "LC_MESSAGES" / "wabe.po"

ALIKE = {
    "another process", "Chat", "Chat ({count})", "Computer", "Computer, {level}", "Firewall", "Gold", "Jade", "LAN",
    "Mine", "Name", "Normal", "Port", "R {radius}", "Version {version}", "{number} ms", "{number} s",
}  # fmt: skip
"""Messages that are the same words in German."""

SCENES = {
    name: scene
    for module in pkgutil.iter_modules(gallery.__path__)
    if module.name.startswith("scenes_")
    for name, scene in import_module(f"{gallery.__name__}.{module.name}").SCENES.items()
}

NAMES = re.compile(
    r"Mira|Jonas|Tariq|Lea|Ada|Emil"  # people of the gallery
    r"|Krieg und Frieden|TowerWars|Wabe|Inter|Material Design Icons|Python|Linux|English|Deutsch"
    r"|Tab|Esc"  # keys lettered alike
    r"|\S*[\d/]\S*"  # cells, addresses, paths, fingerprints
)
"""What is no word of a language."""

LETTERS = {
    ord(letter): ord(letter) + 0x400 for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
}


class Foreign(gettext.NullTranslations):
    """Writes every message in letters that no program text has."""

    def gettext(self, message):
        parts = re.split(r"(\{[^}]*\})", message)
        return "".join(part if part.startswith("{") else part.translate(LETTERS) for part in parts)

    def ngettext(self, msgid1, msgid2, n):
        return self.gettext(msgid1 if n == 1 else msgid2)


def made_up():
    """Return all texts that the gallery itself makes up: what people say, reports of a program that is not there."""
    for path in Path(gallery.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


MADE_UP = "\n".join(made_up())


def untranslated(text):
    """Return the words of a line that were never looked up in the catalogue."""
    return [] if text in MADE_UP else re.findall(r"[A-Za-z]{2,}", NAMES.sub("", text))


@cache
def pairs():
    """Return English and German, of plurals each form."""
    with GERMAN.open("rb") as file:
        messages = [message for message in read_po(file, locale="de") if message.id]
    found = []
    for message in messages:
        plural = isinstance(message.id, tuple)
        found += zip(message.id, message.string, strict=True) if plural else [(message.id, message.string)]
    return found


@pytest.fixture
def show(ui):
    """Show a scene in German, with other texts if given; returns the lines in it."""

    def show(name, catalogue=None):
        canvas = ui.NoteCanvas()
        kit = Kit(canvas, canvas.frame, language="de")
        if catalogue is not None:
            i18n.use_catalogue("de", catalogue)
        kit.stage_scene(SCENES[name])
        kit.now += 1000
        return kit.paint()

    return show


# --- catalogues --------------------------------------------------------------------------------------------------
def test_catalogues_are_complete_and_compiled():
    found = subprocess.run(
        [sys.executable, ROOT / "packaging" / "translations.py", "check"], capture_output=True, text=True
    )
    assert found.returncode == 0, found.stdout + found.stderr


def test_what_is_alike_in_both_languages_is_meant_to_be():
    same = {english for english, german in pairs() if english == german}
    words = {text for text in same if re.search("[A-Za-z]{2,}", re.sub(r"\{[^}]*\}", "", text))}
    assert words <= ALIKE


def test_sentences_end_alike():
    for english, german in pairs():
        assert english[-1:] in ".!?…:" or german[-1:] not in ".!", (english, german)
        assert english[-1:] not in "?…:" or german[-1:] == english[-1:], (english, german)


def test_german_stays_about_as_long():
    lengths = [(len(english), len(german)) for english, german in pairs()]
    assert sum(german for _, german in lengths) < 1.15 * sum(english for english, _ in lengths)
    for english, german in pairs():
        assert len(german) <= 1.35 * len(english) + 15, (english, german)


# --- screens -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", [name for name in SCENES if not name.startswith("learn")])
def test_everything_on_a_screen_comes_from_the_catalogue(show, name):
    """Lessons and rules are texts of their own in each language."""
    lines = show(name, Foreign())
    assert lines
    assert {line: words for line in lines if (words := untranslated(line))} == {}


@pytest.mark.parametrize("name", SCENES)
def test_no_line_of_a_german_screen_is_an_english_message(show, name):
    english = {one for one, other in pairs() if one != other} - {other for _, other in pairs()}
    assert {line for line in english.intersection(show(name)) if line not in MADE_UP} == set()


def test_a_text_that_bypasses_the_catalogue_is_found():
    assert untranslated("Attack e4") == ["Attack"]
    assert untranslated("Jonas · f5 × f4") == []


# --- while it runs -----------------------------------------------------------------------------------------------
def test_the_language_changes_at_run_time():
    i18n.use("de")
    assert i18n.tr("End turn") == "Zug beenden"
    assert i18n.ntr("{count} archer", "{count} archers", 1) == "1 Schütze"
    assert i18n.ntr("{count} archer", "{count} archers", 1200) == "1.200 Schützen"
    assert i18n.language() == "de"
    i18n.use("en")
    assert i18n.tr("End turn") == "End turn"


def test_only_known_languages_are_taken():
    with pytest.raises(KeyError):
        i18n.use("xx")
    assert i18n.language() == "en"


@pytest.mark.parametrize(
    ("language", "number", "decimal", "percent"),
    [("en", "−1,296", "1.2", "45%"), ("de", "−1.296", "1,2", "45 %")],
)
def test_numbers(language, number, decimal, percent):
    i18n.use(language)
    assert i18n.number(-1296) == number
    assert i18n.decimal(124) == decimal
    assert i18n.percent(583, 1296) == percent


@pytest.mark.parametrize(
    ("hundredths", "places", "text"),
    [(125, 1, "1.3"), (-125, 1, "−1.3"), (-4, 1, "0.0"), (99, 0, "1"), (305, 2, "3.05")],
)
def test_decimals_are_rounded_half_up_from_whole_numbers(hundredths, places, text):
    assert i18n.decimal(hundredths, places) == text


@pytest.mark.parametrize(("part", "text"), [(0, "0%"), (1, "1%"), (9999, "99%"), (10000, "100%")])
def test_what_is_not_certain_is_never_rounded_to_certainty(part, text):
    assert i18n.percent(part, 10000) == text
    assert i18n.percent(part, 10000).startswith(str(i18n.portion(part, 10000)))


@pytest.mark.parametrize(
    ("part", "whole", "steps", "rounded"),
    [
        (1, 2, 100, 50),
        (1, 3, 10_000, 3333),
        (1, 10**9, 10_000, 1),
        (10**9 - 1, 10**9, 10_000, 9999),
        (7, 7, 2, 2),
    ],
)
def test_portions_are_rounded_half_up_from_whole_numbers(part, whole, steps, rounded):
    assert i18n.portion(part, whole, steps) == rounded

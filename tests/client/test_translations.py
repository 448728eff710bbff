"""The catalogues: every message translated, with the same fields, compiled; and the formats of numbers."""

import subprocess
import sys
from pathlib import Path

import pytest

from client import i18n

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def english_afterwards():
    yield
    i18n.use("en")


def test_catalogues_are_complete_and_compiled():
    found = subprocess.run(
        [sys.executable, ROOT / "packaging" / "translations.py", "check"], capture_output=True, text=True
    )
    assert found.returncode == 0, found.stdout + found.stderr


def test_the_language_changes_at_run_time():
    i18n.use("de")
    assert i18n.tr("Take a seat yourself.") != "Take a seat yourself."
    assert i18n.language() == "de"
    i18n.use("en")
    assert i18n.tr("Take a seat yourself.") == "Take a seat yourself."


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

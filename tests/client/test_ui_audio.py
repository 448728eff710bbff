"""Sounds: files as their script makes them, quiet limits, and silence where there is no device."""

import importlib.util
import wave
from array import array
from pathlib import Path

import pytest

from client.ui.audio import SOUNDS, TAKES, Audio

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "client" / "sound").glob("*.wav"))


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location(
        "sounds_script", ROOT / "packaging" / "assets" / "sounds.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_sound_has_its_takes():
    assert [file.stem for file in FILES] == sorted(f"{name}{take}" for name in SOUNDS for take in (1, 2, 3))
    assert TAKES == 3


def test_the_files_are_what_the_script_makes(script):
    names = [make.__name__ for make in script.SOUNDS]
    for name in ("tap", "dice"):
        number = names.index(name)
        with wave.open(str(ROOT / "client" / "sound" / f"{name}2.wav"), "rb") as file:
            made = script.encoded(script.SOUNDS[number](script.Noise(97 * number + 2)))
            kept = array("h", file.readframes(file.getnframes()))
        # Mathematical libraries may differ in the last bit of a sine.
        assert all(abs(x - y) <= 1 for x, y in zip(kept, array("h", made), strict=True))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_sounds_are_mono_and_short(path):
    with wave.open(str(path), "rb") as file:
        assert file.getnchannels() == 1
        limit = 0.7 if path.stem.startswith("dice") else 0.4
        assert file.getnframes() / file.getframerate() <= limit


def test_without_a_device_nothing_breaks(display):
    audio = Audio(1.0)
    for name in SOUNDS:
        audio.play(name)
        audio.play(name, own=False)


def test_no_volume_loads_nothing():
    audio = Audio(0.0)
    audio.play("nonsense that has no file")

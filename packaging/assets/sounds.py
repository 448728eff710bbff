"""``python packaging/assets/sounds.py``: make the sounds in ``client/sound`` anew, bit for bit the same.

Wood on felt, wax taps, dice in a leather cup: every sound is a few struck bodies (decaying partials) and a puff of
noise behind a low-pass. Three takes of each differ a little in pitch and time, so that no two steps sound alike.
"""

import math
import wave
from array import array
from collections.abc import Callable
from pathlib import Path

RATE = 22_050
TARGET = Path(__file__).parents[2] / "client" / "sound"
PEAK = 0.5
TAKES = 3


class Noise:
    """White noise from a linear congruence: the same on every machine."""

    def __init__(self, seed: int) -> None:
        self._state = seed * 2_654_435_761 % 2**32

    def __call__(self) -> float:
        """Return the next sample, -1..1."""
        self._state = (self._state * 1_664_525 + 1_013_904_223) % 2**32
        return self._state / 2**31 - 1

    def near(self, value: float, share: float) -> float:
        """Return ``value``, up to ``share`` of it more or less."""
        return value * (1 + share * self())


Samples = list[float]


def silence(seconds: float) -> Samples:
    """Return nothing to be heard."""
    return [0.0] * round(seconds * RATE)


def struck(
    into: Samples, at: float, pitch: float, partials: list[tuple[float, float, float]], level: float
) -> None:
    """Add a struck body: partials as (times the pitch, level, seconds to a third)."""
    start = round(at * RATE)
    for times, share, decay in partials:
        for n in range(min(len(into) - start, round(decay * 6 * RATE))):
            t = n / RATE
            attack = min(1.0, t / 0.0015)
            into[start + n] += (
                level * share * attack * math.exp(-t / decay) * math.sin(2 * math.pi * pitch * times * t)
            )


def puff(into: Samples, at: float, noise: Noise, cutoff: float, decay: float, level: float) -> None:
    """Add a puff of noise behind a low-pass of two poles."""
    start, blend = round(at * RATE), 1 - math.exp(-2 * math.pi * cutoff / RATE)
    first = second = 0.0
    for n in range(min(len(into) - start, round(decay * 6 * RATE))):
        first += blend * (noise() - first)
        second += blend * (first - second)
        into[start + n] += level * 2 * second * math.exp(-n / RATE / decay)


WOOD = [(1.0, 1.0, 0.028), (2.3, 0.45, 0.016), (4.1, 0.2, 0.008)]
WAX = [(1.0, 1.0, 0.018), (1.7, 0.5, 0.010)]
MARIMBA = [(1.0, 1.0, 0.11), (3.93, 0.28, 0.030), (9.6, 0.08, 0.012)]
IVORY = [(1.0, 1.0, 0.006), (1.62, 0.7, 0.004), (2.9, 0.4, 0.003)]


def step(noise: Noise) -> Samples:
    """A piece of wood set down on felt."""
    out = silence(0.22)
    struck(out, 0.004, noise.near(205, 0.05), WOOD, 0.8)
    puff(out, 0.0, noise, 900, 0.020, 0.9)
    return out


def build(noise: Noise) -> Samples:
    """Two taps."""
    out = silence(0.36)
    for at, pitch in ((0.004, 300.0), (0.135, 356.0)):
        struck(out, at, noise.near(pitch, 0.03), WOOD, 0.75)
        puff(out, at, noise, 1600, 0.010, 0.4)
    return out


def capture(noise: Noise) -> Samples:
    """Wood on wood, dull, then down on the felt."""
    out = silence(0.34)
    struck(out, 0.003, noise.near(168, 0.04), WOOD, 0.9)
    struck(out, 0.012, noise.near(410, 0.04), WAX, 0.5)
    puff(out, 0.0, noise, 1300, 0.016, 0.8)
    struck(out, noise.near(0.135, 0.08), noise.near(120, 0.04), WOOD, 0.5)
    return out


def dice(noise: Noise) -> Samples:
    """Dice shaken in a leather cup and rolled out."""
    out = silence(0.68)
    at = 0.01
    for n in range(11):
        level = 0.35 + 0.35 * abs(noise())
        struck(out, at, noise.near(1150, 0.25), IVORY, level)
        struck(out, at, noise.near(230, 0.15), WAX, level * 0.6)
        puff(out, at, noise, 2200, 0.006, level * 0.7)
        at += noise.near(0.040 if n < 6 else 0.052 + 0.008 * (n - 6), 0.25)
    return out


def turn(noise: Noise) -> Samples:
    """Two low marimba notes, a fifth apart."""
    out = silence(0.39)
    for at, pitch in ((0.002, 196.0), (0.14, 293.7)):
        struck(out, at, noise.near(pitch, 0.002), MARIMBA, 0.8)
        puff(out, at, noise, 700, 0.008, 0.3)
    return out


def refused(noise: Noise) -> Samples:
    """A thud on felt."""
    out = silence(0.24)
    struck(out, 0.004, noise.near(92, 0.04), [(1.0, 1.0, 0.035), (1.6, 0.4, 0.02)], 0.9)
    puff(out, 0.0, noise, 420, 0.030, 1.0)
    return out


def tap(noise: Noise) -> Samples:
    """A finger on wax."""
    out = silence(0.10)
    struck(out, 0.002, noise.near(520, 0.04), WAX, 0.5)
    puff(out, 0.0, noise, 1800, 0.005, 0.4)
    return out


SOUNDS: tuple[Callable[[Noise], Samples], ...] = (step, build, capture, dice, turn, refused, tap)


def encoded(samples: Samples) -> bytes:
    """Return 16-bit little-endian samples, faded out over 8 ms, at the common peak."""
    fade = round(0.008 * RATE)
    for n in range(fade):
        samples[-1 - n] *= n / fade
    loudest = max(map(abs, samples))
    values = array("h", (round(value / loudest * PEAK * 32_767) for value in samples))
    return values.tobytes()


def main() -> None:
    """Write all files."""
    TARGET.mkdir(exist_ok=True)
    for number, make in enumerate(SOUNDS):
        for take in range(1, TAKES + 1):
            with wave.open(str(TARGET / f"{make.__name__}{take}.wav"), "wb") as file:
                file.setparams((1, 2, RATE, 0, "NONE", ""))
                file.writeframes(encoded(make(Noise(97 * number + take))))


if __name__ == "__main__":
    main()

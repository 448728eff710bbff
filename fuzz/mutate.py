"""Spoiling good inputs: bytes, texts and JSON values, by a seeded random source."""

import copy
from random import Random
from typing import Any

__all__ = ["spoil_bytes", "spoil_json", "spoil_text"]

_NUMBERS = (
    -1,
    0,
    1,
    2,
    5,
    6,
    26,
    27,
    127,
    128,
    255,
    256,
    999,
    1000,
    2**31,
    2**32,
    2**63,
    2**64,
    -(2**63),
    10**30,
)
_WORDS = (
    "",
    "x",
    "e1",
    "a10",
    "A1",
    "Z26",
    "R*",
    "R2x",
    "B9",
    "worker",
    "rider",
    "standing",
    "red",
    "é",
    "\0",
    "٣",
)
_LETTERS = "".join(map(chr, range(32, 127))) + "\0\t\r\n\x1c\x85\xa0éß٣²\u2028\u202e\ud800\U0001f41d"
_HEADS = bytes(
    (0x80, 0x90, 0xA0, 0xC0, 0xC1, 0xC2, 0xC4, 0xCA, 0xCC, 0xCD, 0xCF, 0xD0, 0xD4, 0xD9, 0xDC, 0xDF, 0xFF)
)


def spoil_bytes(data: bytes, random: Random) -> bytes:
    """Return ``data`` after one to four changes: bytes set, cut out, doubled, put in; heads of msgpack."""
    spoiled = bytearray(data)
    for _ in range(random.randint(1, 4)):
        place = random.randrange(len(spoiled) + 1)
        length = random.choice((1, 1, 1, 2, 4, 16))
        match random.randrange(5):
            case 0 if place < len(spoiled):
                spoiled[place] = random.randrange(256)
            case 1 if place < len(spoiled):
                spoiled[place] = random.choice(_HEADS)
            case 2:
                del spoiled[place : place + length]
            case 3:
                spoiled[place:place] = spoiled[place : place + length]
            case _:
                spoiled[place:place] = random.randbytes(length)
    return bytes(spoiled)


def spoil_text(text: str, random: Random) -> str:
    """Return ``text`` after one to four changes of characters, pieces or words."""
    for _ in range(random.randint(1, 4)):
        place = random.randrange(len(text) + 1)
        length = random.choice((0, 1, 1, 2, 8))
        match random.randrange(4):
            case 0:
                new = random.choice(_LETTERS)
            case 1:
                new = text[place : place + length] * random.choice((0, 2, 2, 300))
            case 2:
                new = random.choice(_WORDS)
            case _:
                new = str(random.choice(_NUMBERS))
        text = text[:place] + new + text[place + length :]
    return text


def spoil_json(value: Any, random: Random) -> Any:
    """Return a copy of the JSON ``value`` after one to three changes somewhere inside."""
    holder = [copy.deepcopy(value)]
    for _ in range(random.randint(1, 3)):
        _spoil_inside(holder, random)
    return holder[0] if holder else None


def _spoil_inside(holder: Any, random: Random) -> None:
    while True:
        if not holder:
            return
        key = random.choice(sorted(holder) if isinstance(holder, dict) else range(len(holder)))
        if isinstance(holder[key], dict | list) and holder[key] and random.random() < 0.85:
            holder = holder[key]
            continue
        break
    match random.randrange(5):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(random.choice(holder)))
        case 1:
            holder[random.choice(_WORDS)] = copy.deepcopy(holder[key])
        case 2 if isinstance(holder[key], int):
            holder[key] += random.choice((-1, 1))
        case _:
            holder[key] = _junk(random)


def _junk(random: Random) -> Any:
    match random.randrange(6):
        case 0:
            return random.choice((None, True, False))
        case 1 | 2:
            return random.choice(_NUMBERS)
        case 3 | 4:
            return random.choice(_WORDS)
        case _:
            return random.choice(([], {}, [0], [[]], {"x": 1}, 0.5, [None] * 50))

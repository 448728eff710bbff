"""Strict reading and one fixed way of writing JSON: for the line protocol and for records.

Texts come from strangers (bots, files). What is read here holds only null, booleans, whole numbers, texts,
arrays and objects without repeated keys, and is not nested deeper than anything of ours could be, so that
whoever looks into the value afterwards may call itself, print it and compare it without fear.
"""

import json
import re
from typing import Any

from engine.errors import EngineError

__all__ = ["MAX_DEPTH", "MAX_DIGITS", "JsonError", "dump", "load"]

MAX_DEPTH = 16
"""Nesting allowed: a Krieg position has 4 levels, a record that begins with one 5. The rest is room for
further games; it stays far below the interpreter's recursion limit of 1,000."""

MAX_DIGITS = 18
"""Digits allowed in one number, so that all fit into 64 bits; our largest (counts of dice rolls) have 12."""

# Possessive (*+): nothing is kept for going back, which a long row of backslashes would fill the memory with.
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_BRACKETS = re.compile(r"[\[{\]}]")


class JsonError(EngineError):
    """A text is not JSON, or JSON of a kind that nothing of ours is written in."""

    code = "syntax"


def load(text: str) -> Any:
    """Return the value that the JSON ``text`` stands for.

    Raises:
        JsonError: Not JSON; a number with a fraction or exponent, NaN or Infinity; more than ``MAX_DIGITS``
            digits; a key twice in one object; nested deeper than ``MAX_DEPTH``; half of a surrogate pair.

    >>> load('{"size": 8, "pie": false}')
    {'size': 8, 'pie': False}
    """
    _check_depth(text)
    try:
        text.encode("utf-8")
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_float=_no_fraction,
            parse_constant=_no_fraction,
            parse_int=_integer,
        )
        dump(value).encode("utf-8")  # an escape may still have made half of a surrogate pair
    except json.JSONDecodeError as error:
        raise JsonError(f"this is not JSON: {error.msg} at character {error.pos + 1}") from None
    except UnicodeEncodeError:
        raise JsonError("this text holds half of a surrogate pair, which is no character") from None
    return value


def dump(value: object) -> str:
    """Return ``value`` as JSON on one line: keys sorted, no blanks, all characters as themselves.

    >>> dump({"turn": 0, "cells": ()})
    '{"cells":[],"turn":0}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _check_depth(text: str) -> None:
    depth = 0
    for bracket in _BRACKETS.finditer(_STRING.sub("", text)):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > MAX_DEPTH:
            raise JsonError(f"this JSON is nested deeper than {MAX_DEPTH} levels")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise JsonError("a key stands twice in one object")
    return value


def _no_fraction(text: str) -> None:
    raise JsonError(f"only whole numbers are read, not {text[:MAX_DIGITS]}", "number")


def _integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise JsonError(f"a number has more than {MAX_DIGITS} digits", "number")
    return int(text)

"""The played game of a file: a transcript (``.wabe``) or a plain record (JSON)."""

import codecs
import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from client.errors import ClientError, explain, file_errors
from client.terminal.harmless import harmless
from client.verify import load_match, pieces_of, record_of, transcript_of
from client.words import result_words
from engine.errors import EngineError
from engine.game import Game, Outcome
from engine.record import MAX_RECORD_CHARACTERS, Record, Step, parse_record, replay
from engine.registry import GAMES, find
from protocol.contract import ComputerSeat, Contract

__all__ = ["PlayedGame", "open_game"]

_LOOKED_AT = 4096
"""Bytes in which the first sign of a record is looked for: editors put a byte order mark or empty lines before it."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game with all its positions.

    Attributes:
        game: The rules.
        states: The start, then the position after each step.
        steps: What was played.
        names: What the seats are called.
        result: How it ended, as a sentence.
    """

    game: Game[Any, Any]
    states: Sequence[Any]
    steps: Sequence[Step]
    names: Sequence[str]
    result: str


def open_game(path: Path) -> PlayedGame:
    """Return the game in a file, re-run by the rules. The file is read once, so it may be a pipe.

    Raises:
        ClientError, ProtocolError: As for transcripts; the engine's code for a record that is none or does not
            replay, ``not_utf8`` for one that is no text.
    """
    with file_errors(path), path.open("rb") as file:
        start = file.read(_LOOKED_AT)
        if not start.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"{"):
            match = load_match(transcript_of(path, chain((start,), pieces_of(file))))
            return _played(record_of(match), _names_of(match.contract))
        data = start + file.read(MAX_RECORD_CHARACTERS + 2 - len(start))
    try:
        return _played(parse_record(data.decode("utf-8-sig").strip(), GAMES), None)
    except UnicodeDecodeError as error:
        raise ClientError("not_utf8", f"{path}: this is no text", str(path)) from error
    except EngineError as error:
        _refuse_result(path, data)
        found = explain(error)
        raise ClientError(found.code, f"{path}: {found.text}", str(path)) from error


def _refuse_result(path: Path, data: bytes) -> None:
    """Say so where what was given for a record is the result of an arena, which lies beside the records."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return
    if not isinstance(found, dict) or not {"planned", "played", "players", "games"} <= found.keys():
        return
    games = found["games"] if isinstance(found["games"], list) else []
    names = [game["file"] for game in games if isinstance(game, dict) and isinstance(game.get("file"), str)]
    where = f"the records lie beside it: {harmless(names[0])}" if names else "wabe arena --save keeps records"
    more = ", ..." if len(names) > 1 else ""
    text = f"{path}: this is the result of an arena, not a record; {where}{more}"
    raise ClientError("record", text, str(path))


def _played(record: Record, names: Sequence[str] | None) -> PlayedGame:
    game = find(record.game)
    states = replay(record, game)
    if names is None:
        names = [f"seat {seat}" for seat in range(game.seats(record.options))]
    if game.name == "towerwars":
        names = [f"{name} ({colour})" for name, colour in zip(names, ("red", "blue"), strict=True)]
    return PlayedGame(game, states, record.steps, names, _result(record.result))


def _names_of(contract: Contract) -> list[str]:
    return [
        f"seat {number}, {seat.level}" if isinstance(seat, ComputerSeat) else f"seat {number}"
        for number, seat in enumerate(contract.seats)
    ]


def _result(outcome: Outcome | None) -> str:
    if outcome is None:
        return "unfinished"
    return result_words("played", outcome.winners, outcome.reason)

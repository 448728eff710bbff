"""The played game of a file: a transcript (``.wabe``) or a plain record (JSON)."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from client.errors import ClientError, file_errors
from client.verify import load_match, open_transcript, record_of
from client.words import result_words
from engine.game import Game, Outcome
from engine.record import MAX_RECORD_CHARACTERS, Record, Step, parse_record, replay
from engine.registry import GAMES, find
from protocol.contract import ComputerSeat, Contract

__all__ = ["PlayedGame", "open_game"]


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
    """Return the game in a file, re-run by the rules.

    Raises:
        ClientError, ProtocolError: As for transcripts; ``not_utf8`` for a record that is no text.
        EngineError: The record is none, or does not replay.
    """
    with file_errors(path), path.open("rb") as file:
        is_record = file.read(1) == b"{"
    if not is_record:
        match = load_match(open_transcript(path))
        return _played(record_of(match), _names_of(match.contract))
    with file_errors(path):
        data = path.read_bytes()[: MAX_RECORD_CHARACTERS + 2]
    try:
        record = parse_record(data.decode("utf-8").strip(), GAMES)
    except UnicodeDecodeError as error:
        raise ClientError("not_utf8", f"{path}: this is no text", str(path)) from error
    return _played(record, None)


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

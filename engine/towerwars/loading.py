"""Positions from outside (T7): reading, checking and writing them as JSON and as bytes.

The form is that of the recorded games: board size ``n``, ``turn``, ``status``, and a ``board`` that names
occupied cells only; ``ply``, ``options`` and ``swapped`` go with it. What a position says of itself has to
agree with what the rules say of it.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, TypeGuard

from engine.errors import PositionError, SetupError
from engine.towerwars import state as states
from engine.towerwars.geometry import MIN_SIZE, geometry
from engine.towerwars.notation import CELL_NAMES, MAX_SIZE, parse_cell
from engine.towerwars.outcome import conqueror, outcome
from engine.towerwars.pieces import (
    BASE,
    BLUE,
    CODES,
    COLOUR_NAMES,
    CONTENTS,
    EMPTY,
    RED,
    STONE,
    TEXTS,
    Colour,
)
from engine.towerwars.position import Position
from engine.towerwars.state import State

__all__ = ["GAME", "MAX_LOADED_PLY", "decode", "from_json", "options_of", "to_json"]

GAME: Final = "towerwars"

MAX_LOADED_PLY: Final = 10**9
"""Plies that a position may claim to have behind it; no game gets anywhere near."""

_MAX_PLY: Final = 2**63 - 1
"""The same for bytes, which may come from a game that began with a loaded position; packs into 64 bits."""

_RUNNING: Final = "ok"
_DRAW: Final = "draw"
_WINS: Final = {f"{name}_win": colour for colour, name in enumerate(COLOUR_NAMES)}
_NEEDED: Final = ("game", "n", "turn", "board")
_KEYS: Final = {*_NEEDED, "status", "ply", "options", "swapped"}


def options_of(s: State) -> dict[str, Any]:
    """Return the complete options of the game that ``s`` belongs to."""
    return {"size": s.size, "ply_limit": s.ply_limit, "pie": s.pie}


# --- writing --------------------------------------------------------------------------------------------
def to_json(s: State) -> dict[str, Any]:
    """Return ``s`` as a JSON object; ``swapped`` stands in it only when it is true."""
    board = geometry(s.size)
    cells = zip(board.order, s.board, strict=True)
    value: dict[str, Any] = {
        "game": GAME,
        "n": s.size,
        "turn": COLOUR_NAMES[s.turn],
        "status": _status(s),
        "board": {CELL_NAMES[board.cell_of[index]]: TEXTS[code] for index, code in cells if code != EMPTY},
        "ply": s.ply,
        "options": options_of(s),
    }
    if s.swapped:
        value["swapped"] = True
    return value


def _status(s: State) -> str:
    ended = outcome(s)
    if ended is None:
        return _RUNNING
    return f"{COLOUR_NAMES[s.colour_of(ended.winners[0])]}_win" if ended.winners else _DRAW


# --- reading --------------------------------------------------------------------------------------------
def decode(data: bytes) -> State:
    """Return the state with these bytes. Raises ``PositionError`` if they are none or it is impossible."""
    s = states.decode(data)
    _check(s)
    return s


def from_json(value: Mapping[str, Any]) -> State:
    """Return the state that ``value`` describes.

    ``game``, ``n``, ``turn`` and ``board`` have to be there. Without ``ply`` it is 0, without ``options``
    they are the defaults for this ``n``, without ``swapped`` it is false, without ``status`` it is what the
    board says. A position may be over:

    - A stone on the other side's base has won. ``turn`` then has no meaning and becomes the loser's.
    - A side to move without a legal move has lost, if ``status`` says so; otherwise the position is refused.
    - The ply limit of ``options`` may be reached; that is a draw.
    - A ``status`` that names a winner where the board has none means that the other side has resigned.

    Raises:
        PositionError: Malformed, impossible, or at odds with its own ``status``; the text says what and where.
    """
    for key in value:
        if key not in _KEYS:
            raise PositionError(f"a position has no key {key!r}", str(key))
    for key in _NEEDED:
        if key not in value:
            raise PositionError(f"the position lacks {key!r}", key)
    if value["game"] != GAME:
        raise PositionError(f"this is not a position of {GAME}", "game")
    size = _whole(value["n"], "n", MIN_SIZE, MAX_SIZE)
    options = _read_options(value.get("options", {}), size)
    swapped = value.get("swapped", False)
    if not isinstance(swapped, bool):
        raise PositionError("swapped must be true or false", "swapped")
    s = State(
        size=size,
        board=_read_board(value["board"], size),
        turn=_read_turn(value["turn"]),
        ply=_whole(value.get("ply", 0), "ply", 0, MAX_LOADED_PLY),
        swapped=swapped,
        ply_limit=options["ply_limit"],
        pie=options["pie"],
    )
    return _settle(s, _read_status(value.get("status")))


def _settle(s: State, status: str | None) -> State:
    """Bring what ``status`` says (None: nothing) and what the board says together, or refuse."""
    _check_homes(s)
    taker = conqueror(s)
    if taker is not None:
        s = replace(s, turn=1 - taker)
    _check(s)
    winner = Position.of(s).winner()
    if winner is None and status in _WINS:
        return replace(s, resigned=s.seat_of(1 - _WINS[status]))
    if winner is not None and taker is None and status in (None, _RUNNING):
        raise PositionError(f"{COLOUR_NAMES[s.turn]} is to move and has no legal move", "turn")  # T7
    if status is not None and status != _status(s):
        raise PositionError(f"the status of this position is {_status(s)}, not {status}", "status")
    return s


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _whole(value: object, name: str, lowest: int, highest: int) -> int:
    if not _is_whole(value) or not lowest <= value <= highest:
        raise PositionError(f"{name} must be a whole number from {lowest} to {highest}", name)
    return value


def _read_turn(value: object) -> Colour:
    if not isinstance(value, str) or value not in COLOUR_NAMES:
        raise PositionError("turn must be red or blue", "turn")
    return COLOUR_NAMES.index(value)


def _read_status(value: object) -> str | None:
    if value is None:
        return None
    if isinstance(value, str) and value in (_RUNNING, _DRAW, *_WINS):
        return value
    raise PositionError("status must be ok, red_win, blue_win or draw", "status")


def _read_options(value: object, size: int) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise PositionError("options must be an object", "options")
    try:
        options = states.complete({"size": size} | dict(value))
    except SetupError as error:
        raise PositionError(error.text, error.culprit) from error
    if options["size"] != size:
        raise PositionError(f"the options are for size {options['size']}, the position has {size}", "size")
    return options


def _read_board(value: object, size: int) -> bytes:
    if not isinstance(value, Mapping):
        raise PositionError("board must be an object from cells to pieces", "board")
    board = geometry(size)
    codes = [EMPTY] * board.length
    for name, text in value.items():
        cell = parse_cell(name) if isinstance(name, str) else None
        index = 0 if cell is None else board.index_of[cell]
        if index == 0:
            raise PositionError(f"a board of size {size} has no cell {name!r}", str(name))
        if not isinstance(text, str) or text not in CODES:
            raise PositionError(f"there is no piece {text!r}, on {name}", str(name))
        codes[index] = CODES[text]
    return board.without_margin(codes)


# --- checking -------------------------------------------------------------------------------------------
def _check(s: State) -> None:
    """Raise ``PositionError`` unless ``s`` could stand in some game; its side to move may be out of moves."""
    try:
        states.complete(options_of(s))
    except SetupError as error:
        raise PositionError(error.text, error.culprit) from error
    if len(s.board) != s.size**2 or any(code >= len(CONTENTS) for code in s.board):
        raise PositionError(f"a board of size {s.size} has {s.size**2} cells with known pieces", "board")
    if s.turn not in (RED, BLUE) or s.resigned not in (None, 0, 1) or not 0 <= s.ply <= _MAX_PLY:
        raise PositionError("turn, ply or resignation are impossible", "turn")
    if s.ply_limit and s.ply > s.ply_limit:
        raise PositionError(f"a game ends at ply {s.ply_limit} and cannot be at {s.ply}", "ply")
    if s.swapped and (not s.pie or s.ply < 2):
        raise PositionError("colours are exchanged at ply 1, in games with pie only", "swapped")  # T6.3
    _check_homes(s)
    _check_heights(s)
    if conqueror(s) == s.turn:
        raise PositionError("whoever has taken a base is not to move", "turn")
    if s.resigned is not None and Position.of(s).winner() is not None:
        raise PositionError("nobody resigns after the end", "status")


def _check_homes(s: State) -> None:
    """T7: the bases stand on their corners and nowhere else; one of them may have been taken by a stone."""
    board = geometry(s.size)
    taken = 0
    for index, code in zip(board.order, s.board, strict=True):
        name = CELL_NAMES[board.cell_of[index]]
        if index in board.homes:
            colour = board.homes.index(index)
            if code not in (BASE[colour], STONE[1 - colour]):
                raise PositionError(f"the {COLOUR_NAMES[colour]} base is missing on {name}", name)
            taken += code != BASE[colour]
        elif code in BASE:
            raise PositionError(f"a base stands on {name}, which is not its corner", name)
    if taken > 1:
        raise PositionError("only one base can be taken", "board")


def _check_heights(s: State) -> None:
    """T7: no tower is higher than T2.2 allows."""
    board = geometry(s.size)
    for index, code in zip(board.order, s.board, strict=True):
        piece = CONTENTS[code]
        if piece is not None and piece.height > board.max_height:
            name = CELL_NAMES[board.cell_of[index]]
            raise PositionError(
                f"the tower on {name} is {piece.height} high, {board.max_height} is the most", name
            )

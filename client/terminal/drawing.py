"""Boards as text, drawn from what every game says about its board and pieces; no rule of any game is here.

Cells keep their places for a whole game. Rows of pointed hexagons are one line each, shifted by half a cell;
columns of flat-topped ones alternate between lines. Letters of columns stand above and below the first, below the
second; numbers stand beside the cells at the edges.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.text import Text

from client.terminal.standing import standing
from client.terminal.tokens import DIM, EMPTY, Owner, owners_of, signs_of, token
from engine.game import Board, BoardCell, Game, Piece, Seat

__all__ = ["PLAIN_COLUMNS", "draw_board", "draw_legend", "draw_state"]

PLAIN_COLUMNS = 80
"""Width where nobody says another: that of the classic terminal."""

_PITCH = 4
"""Characters from one column to the next: room for an owner's mark, a letter and a number, and a space."""

_QUIET = frozenset({"mine"})
"""Kinds that would drown the others, so many of them may stand on a board."""

_NAME = re.compile(r"([A-Za-z]+)([0-9]+)")

_Placed = tuple[int, int, str, str]
"""Line, column, text and style."""

_Label = tuple[int, int, str, int]
"""Axial place, text, and the side of the cell there that it stands on: -1 left, 1 right, 0 in its place."""

_Content = tuple[BoardCell, str, str, int]
"""A cell, its text and style, and how many characters of the text are an owner's mark before the place."""


def draw_board(game: Game[Any, Any], state: Any, width: int = PLAIN_COLUMNS) -> Text:
    """Return the board, or, where it is wider than ``width`` characters, a list of what stands on it."""
    board, pieces = game.board(state), game.pieces(state)
    owners = _owners(game, state, board)
    drawn = _assemble(_cells(board, pieces, owners), board)
    needed = max(len(line) for line in drawn.plain.split("\n"))
    if needed <= width:
        return drawn
    text = Text(f"The board needs {needed} columns, here are {width}. What stands on it:\n")
    return text.append_text(_listed(pieces, owners, width))


def draw_legend(
    game: Game[Any, Any], state: Any, who: Callable[[Seat], str], width: int = PLAIN_COLUMNS
) -> Text:
    """Return who is who on the board, and the meaning of every sign that is on it now."""
    board, pieces = game.board(state), game.pieces(state)
    owners = _owners(game, state, board)
    seats = [
        Text(f"{owner.mark} {f'{owner.colour}, ' if owner.colour else ''}{who(seat)}", owner.style)
        for seat, owner in sorted((seat, owner) for seat, owner in owners.items() if seat is not None)
    ]
    _, signs = signs_of(pieces)
    words = [Text.assemble((sign.text, "bold"), " ", sign.words) for sign in signs]
    taken = {piece.cell for piece in pieces}
    empty = {cell.owner for cell in board.cells if cell.name not in taken}
    if any(owner is not None for owner in empty):
        seat = min(owner for owner in empty if owner is not None)
        words.append(Text(f"{owners[seat].mark}{EMPTY} empty cell of {owners[seat].mark}"))
    if None in empty:
        words.append(Text(f"{EMPTY} empty cell"))
    lines = [_flow(seats, width), _flow(words, width)]
    if board.orientation == "flat" and _labels(board):
        lines.append(Text("Count cells up from the foot of a column: a1 is a's lowest.", DIM))
    return Text("\n").join(lines)


def draw_state(
    game: Game[Any, Any], state: Any, who: Callable[[Seat], str], width: int = PLAIN_COLUMNS
) -> Text:
    """Return board, legend and what there is to say about the state beyond the board."""
    parts = [draw_board(game, state, width), Text(""), draw_legend(game, state, who, width), Text("")]
    parts += [Text(line) for line in standing(game, state, who)]
    return Text("\n").join(parts)


def _owners(game: Game[Any, Any], state: Any, board: Board) -> dict[Seat | None, Owner]:
    return owners_of(game.name, board, range(game.seats(game.options(state))))


def _cells(board: Board, pieces: Sequence[Piece], owners: Mapping[Seat | None, Owner]) -> list[_Content]:
    letters, _ = signs_of(pieces)
    stacks = _by_cell(pieces)
    named = bool(_labels(board))
    found: list[_Content] = []
    for cell in board.cells:
        if cell.name in stacks:
            stack = stacks[cell.name]
            owner = owners[stack[0].owner]
            found.append((cell, token(stack, letters, owners), _weight(stack, owner), len(owner.mark)))
        else:
            owner = owners[cell.owner]
            text = owner.mark + (EMPTY if named else cell.name)
            found.append((cell, text, owner.style or DIM, len(owner.mark)))
    return found


def _weight(stack: Sequence[Piece], owner: Owner) -> str:
    """Return the style of a cell: bold, but for ground that was built on and where nothing else stands."""
    plain = len(stack) == 1 and stack[0].kind in _QUIET
    return owner.style if plain else f"bold {owner.style}".strip()


def _assemble(drawn: Sequence[_Content], board: Board) -> Text:
    # Flat-topped cells have the other half of their line free, as the next column stands on other lines.
    spread = 2 if board.orientation == "flat" else 1
    pitch = _PITCH
    while max(len(text) for _, text, _, _ in drawn) >= pitch * spread:
        pitch += 2  # a row of pointed hexagons is shifted by half of it
    placed: list[_Placed] = []
    for cell, text, style, before in drawn:
        line, column = _place(board, cell.q, cell.r, pitch)
        placed.append((line, column - before, text, style))
    for q, r, text, side in _labels(board):
        line, column = _place(board, q, r, pitch)
        # The space between leaves room for an owner's mark; behind a long stack the label moves on.
        placed.append((line, column + side * 3 - (len(text) if side < 0 else 0), text, DIM))
    return _typeset(placed)


def _place(board: Board, q: int, r: int, pitch: int) -> tuple[int, int]:
    """Return line and column of a cell, up to a common shift."""
    if board.orientation == "flat":
        return 2 * r + q, q * pitch
    return r, q * pitch + r * (pitch // 2)


def _labels(board: Board) -> list[_Label]:
    """Return the names of columns and rows; none where cells are not named by them."""
    split: list[tuple[int, int, str, str]] = []
    for cell in board.cells:
        match = _NAME.fullmatch(cell.name)
        if match is None:
            return []
        split.append((cell.q, cell.r, match[1], match[2]))
    if len({(q, letters) for q, _, letters, _ in split}) != len({q for q, *_ in split}):
        return []
    labels: list[_Label] = []
    for _, group in groupby(sorted(split, key=lambda cell: (int(cell[3]), cell[0])), key=lambda c: c[3]):
        row = list(group)
        (left, left_r, _, number), (right, right_r, _, _) = row[0], row[-1]
        labels += [(left, left_r, number, -1), (right, right_r, number, 1)]
    for _, group in groupby(sorted(split), key=lambda cell: cell[0]):
        column = list(group)
        q, top, letters, _ = column[0]
        labels.append((q, column[-1][1] + 1, letters, 0))
        if board.orientation == "pointy":
            labels.append((q, top - 1, letters, 0))
    return labels


def _typeset(placed: Iterable[_Placed]) -> Text:
    ordered = sorted(placed)
    left = min(column for _, column, _, _ in ordered)
    lines = {line: Text() for line in range(ordered[0][0], ordered[-1][0] + 1)}
    for line, column, text, style in ordered:
        gap = column - left - len(lines[line])
        lines[line].append(" " * (max(gap, 1) if lines[line] else gap))
        lines[line].append(text, style)
    return Text("\n").join(lines.values())


def _listed(pieces: Sequence[Piece], owners: Mapping[Seat | None, Owner], width: int) -> Text:
    """Return what stands where, cells of like contents together."""
    letters, _ = signs_of(pieces)
    where: dict[tuple[str, str], list[str]] = {}
    for cell, stack in _by_cell(pieces).items():
        key = token(stack, letters, owners), owners[stack[0].owner].style
        where.setdefault(key, []).append(cell)
    texts = (Text(f"{text}: {' '.join(cells)}", style) for (text, style), cells in sorted(where.items()))
    return Text("\n").join(_flow(list(text.split(" ")), width, " ") for text in texts)


def _by_cell(pieces: Iterable[Piece]) -> dict[str, list[Piece]]:
    found: dict[str, list[Piece]] = {}
    for piece in pieces:
        found.setdefault(piece.cell, []).append(piece)
    return found


def _flow(texts: Sequence[Text], width: int, gap: str = "   ") -> Text:
    """Return texts side by side, on as few lines of ``width`` characters as they need."""
    lines: list[Text] = []
    for text in texts:
        if lines and len(lines[-1]) + len(gap) + len(text) <= width:
            lines[-1].append(gap).append_text(text)
        else:
            lines.append(text.copy())
    return Text("\n").join(lines)

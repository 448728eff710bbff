"""Boards as text, drawn from what every game says about its board and pieces; no rule of any game is here.

A cell is two lines: its name, and below what stands on it. ``0`` to ``5`` is the owner, a letter the kind of
piece (``letter``), then how many: ``0F3`` are three fighters of seat 0, ``1T2x`` is a blocked
tower of height 2, ``0OG2F`` a crown, two guards and a fighter. A cell that a seat owns bears the seat's number behind its name: ``e5:0``.
"""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from engine.game import Board, BoardCell, Game, Piece

__all__ = ["draw_board", "draw_state", "letter"]

_MARKS = {"blocked": "x", "dead": "+", "beaten": "!", "done": "."}
"""Marks that change what a piece is worth, behind its count; the others only matter to a window."""

_LETTERS = {"castle": "C", "crown": "O", "rider": "R"}
"""Where two kinds of one game begin alike, or a picture helps: a crown is round."""

_NEUTRAL = "n"

_GROUND = {"base": "*", "crown": "^"}
"""Behind the name of a cell whose ground is special."""


def letter(kind: str) -> str:
    """Return the letter that stands for a kind of piece: its first one if no other kind has that."""
    return _LETTERS.get(kind, kind[:1].upper())


def draw_board(board: Board, pieces: Iterable[Piece]) -> str:
    """Return the board as lines of text.

    Args:
        board: The cells.
        pieces: What stands on them, lower ones of a cell first, cells in any order.
    """
    standing = sorted(pieces, key=lambda piece: piece.cell)
    contents = {cell: _pieces(group) for cell, group in groupby(standing, key=lambda piece: piece.cell)}
    texts = {cell.name: (_name(cell), contents.get(cell.name, "·")) for cell in board.cells}
    width = 1 + max((len(text) for pair in texts.values() for text in pair), default=1)
    if board.orientation == "pointy":
        width += width % 2  # a row is shifted by half a cell
    places = {cell.name: _place(board, cell, width) for cell in board.cells}
    left = min(x for x, _ in places.values())
    top = min(y for _, y in places.values())
    lines: dict[int, str] = {}
    texts_placed = sorted(
        (y - top + row, x - left, text)
        for name, (x, y) in places.items()
        for row, text in enumerate(texts[name])
    )
    for line, column, text in texts_placed:
        lines[line] = lines.get(line, "").ljust(column) + text
    return "\n".join(lines.get(row, "") for row in range(max(lines) + 1))


def draw_state(game: Game[Any, Any], state: Any) -> str:
    """Return board, legend and everything that the game says about the state beyond the board."""
    pieces = game.pieces(state)
    lines = [draw_board(game.board(state), pieces), ""]
    lines.append("  ".join(f"{letter(kind)} {kind}" for kind in sorted({piece.kind for piece in pieces})))
    lines += _facts(game.to_json(state))
    return "\n".join(lines)


def _pieces(pieces: Iterable[Piece]) -> str:
    """Return what stands on one cell; an owner's number stands before the first of its pieces only."""
    text = ""
    for owner, group in groupby(pieces, key=lambda piece: piece.owner):
        text += _NEUTRAL if owner is None else str(owner)
        for piece in group:
            count = str(piece.count) if piece.count != 1 or piece.kind == "tower" else ""
            text += letter(piece.kind) + count + "".join(_MARKS.get(mark, "") for mark in piece.marks)
    return text


def _name(cell: BoardCell) -> str:
    owner = "" if cell.owner is None else f":{cell.owner}"
    return cell.name + _GROUND.get(cell.kind, "") + owner


def _place(board: Board, cell: BoardCell, width: int) -> tuple[int, int]:
    """Return column and line of a cell's left upper corner, up to a common shift."""
    if board.orientation == "flat":
        return cell.q * width, 2 * cell.r + cell.q
    return cell.q * width + cell.r * (width // 2), 2 * cell.r


def _facts(value: dict[str, Any]) -> list[str]:
    """Return the plain entries of a state's JSON form, seats one a line; positions are drawn above already."""
    plain = {k: v for k, v in value.items() if isinstance(v, (bool, int, str))}
    lines = ["  ".join(f"{key} {_word(item)}" for key, item in plain.items())]
    seats = value.get("seats")
    if isinstance(seats, list):
        for number, seat in enumerate(seats):
            if isinstance(seat, dict):
                lines.append(
                    f"seat {number}: " + "  ".join(f"{key} {_word(item)}" for key, item in seat.items())
                )
    return lines


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

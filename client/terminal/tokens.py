"""The few characters that stand for what is on a cell, and the words that explain them.

A cell shows its owner's mark, then its pieces from the ground up: ``0F3`` are three fighters of seat 0, ``rT2``
is a red tower of height 2, ``1K''A`` a crown of seat 1 with two guards and an archer. ``0·`` is an empty cell
that belongs to seat 0, ``·`` one that belongs to nobody. All of it can be read without colour.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.game import Board, Piece, Seat

__all__ = ["DIM", "EMPTY", "Owner", "Sign", "owners_of", "signs_of", "token"]

EMPTY = "·"
DIM = "dim"
"""Style of what only helps to find one's way."""

_STYLES = ("bright_blue", "bright_red", "bright_green", "yellow", "bright_magenta", "cyan")
"""Of the seats: names of the terminal's own palette, so that its light or dark theme keeps them legible."""

_COLOURED_BASES = {"towerwars": ("red", "blue")}
"""Games whose sides are called by colours, in the order of their base cells (T2.1)."""


@dataclass(frozen=True, slots=True)
class Owner:
    """How a seat's things are marked: a character, a style, and the colour that its side is called by."""

    mark: str
    style: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Sign:
    """What stands for a kind of piece in some condition.

    Attributes:
        text: Its character.
        words: What it means.
        counts: Whether its number follows even if it is 1.
        repeats: Whether the character is repeated instead of followed by a number.
    """

    text: str
    words: str
    counts: bool = False
    repeats: bool = False


_SIGNS: Mapping[tuple[str, str], Sign] = {
    ("base", ""): Sign("B", "base, to be reached by the other side"),
    ("stone", ""): Sign("S", "stone"),
    ("tower", ""): Sign("T", "tower and its height", counts=True),
    ("tower", "blocked"): Sign("X", "blocked tower and its height", counts=True),
    ("tower", "neutral"): Sign("T", "neutral tower and its archers", counts=True),
    ("worker", ""): Sign("W", "worker"),
    ("worker", "charge1"): Sign("W1", "worker, can build once"),
    ("worker", "charge2"): Sign("W2", "worker, can build twice"),
    ("fighter", ""): Sign("F", "fighter, F3 three"),
    ("rider", ""): Sign("R", "rider, R3 three"),
    ("archer", ""): Sign("A", "archer, A3 three"),
    ("mine", ""): Sign("M", "mine"),
    ("castle", ""): Sign("C", "castle"),
    ("crown", ""): Sign("K", "crown"),
    ("crown", "dead"): Sign("D", "dead crown, free to enter"),
    ("guard", ""): Sign("'", "guard", repeats=True),
    ("guard", "beaten"): Sign("!", "guard beaten until the turn ends", repeats=True),
}
"""By kind and mark; the letters of one game differ."""

_SUFFIXES: Mapping[str, Sign] = {
    "done": Sign(".", "done for this turn"),
    "new": Sign("+", "bought in this turn"),
}
"""Marks that say what a stack may still do; they stand behind it."""


def owners_of(game: str, board: Board, seats: Iterable[Seat]) -> dict[Seat | None, Owner]:
    """Return how each seat's things are marked on a board of ``game``; those of nobody (None) are not.

    The number is the seat's own, as in typed commands; where the sides are called by colours, the colour's letter.
    """
    found: dict[Seat | None, Owner] = {None: Owner("", "")}
    found |= {seat: Owner(str(seat), _STYLES[seat % len(_STYLES)]) for seat in seats}
    colours = _COLOURED_BASES.get(game, ())
    bases = [cell.owner for cell in board.cells if cell.kind == "base"]
    for seat, colour in zip(bases, colours, strict=False):
        found[seat] = Owner(colour[0], f"bright_{colour}", colour)
    return found


def token(pieces: Sequence[Piece], letters: Mapping[str, str], owners: Mapping[Seat | None, Owner]) -> str:
    """Return what stands on one cell.

    Args:
        pieces: The cell's pieces, lower ones first; at least one.
        letters: For kinds that have no sign of their own, see ``signs_of``.
        owners: Marks of the seats.
    """
    text = ""
    for owner, group in groupby(_visible(pieces), key=lambda piece: piece.owner):
        text += owners[owner].mark
        for piece in group:
            sign = _sign(piece, letters)
            if sign.repeats:
                text += sign.text * piece.count
            else:
                text += sign.text + (str(piece.count) if sign.counts or piece.count != 1 else "")
            text += "".join(_SUFFIXES[mark].text for mark in piece.marks if mark in _SUFFIXES)
    return text


def signs_of(pieces: Iterable[Piece]) -> tuple[dict[str, str], list[Sign]]:
    """Return letters for kinds without a sign of their own, and every sign that is on the board now, explained.

    A further game's kinds get the first of their own letters that no sign has, else any such letter.
    """
    standing = list(pieces)
    used = {sign.text[0] for sign in _SIGNS.values()} | {sign.text for sign in _SUFFIXES.values()}
    letters: dict[str, str] = {}
    for kind in sorted({piece.kind for piece in standing} - {kind for kind, _ in _SIGNS}):
        wanted = f"{kind.upper()}ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        letters[kind] = next((char for char in wanted if char.isalpha() and char not in used), "?")
        used.add(letters[kind])
    shown: dict[str, Sign] = {}
    order = list(_SIGNS.values())
    for piece in (seen for _, group in groupby(standing, key=lambda p: p.cell) for seen in _visible(group)):
        sign = _sign(piece, letters)
        shown.setdefault(sign.text, sign)
        for mark in piece.marks:
            if mark in _SUFFIXES:
                shown.setdefault(_SUFFIXES[mark].text, _SUFFIXES[mark])
    order += list(_SUFFIXES.values())
    return letters, sorted(
        shown.values(), key=lambda sign: (order.index(sign) if sign in order else len(order), sign.text)
    )


def _visible(pieces: Iterable[Piece]) -> list[Piece]:
    """Return the pieces of a cell without what lies on a blocked one: the sign of that says it already."""
    shown: list[Piece] = []
    for piece in pieces:
        shown.append(piece)
        if "blocked" in piece.marks:
            break
    return shown


def _sign(piece: Piece, letters: Mapping[str, str]) -> Sign:
    marks = [*piece.marks, *(("neutral",) if piece.owner is None else ()), ""]
    for mark in marks:
        if (found := _SIGNS.get((piece.kind, mark))) is not None:
            return found
    return Sign(letters[piece.kind], piece.kind)

"""Lengths: how much of what is there each of several things gets, and where it begins."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from client.ui.geometry import Rect

__all__ = [
    "NATURAL",
    "Align",
    "Justify",
    "Pad",
    "Track",
    "between",
    "both",
    "evened",
    "fixed",
    "level",
    "placed",
    "share",
    "spread",
    "within",
]

Align: TypeAlias = Literal["start", "middle", "end", "stretch", "baseline"]
Justify: TypeAlias = Literal["start", "middle", "end"]
Pad: TypeAlias = float | tuple[float, float]
"""Space inside an edge: one number, or that at the sides and that above and below."""


def both(pad: Pad) -> tuple[float, float]:
    """Return the space at the sides and that above and below."""
    return pad if isinstance(pad, tuple) else (pad, pad)


def within(rect: Rect, pad: tuple[float, float]) -> Rect:
    """Return ``rect`` without the space inside its edges, or its middle where that is all."""
    return rect.inset(min(pad[0], rect.w / 2), min(pad[1], rect.h / 2))


def placed(align: Align, start: float, room: float, length: float) -> float:
    """Return where something ``length`` long begins in ``room``."""
    if align == "middle":
        return start + (room - length) / 2
    return start + room - length if align == "end" else start


def between(gap: float, count: int, room: float) -> float:
    """Return the gap between ``count`` things in ``room``: ``gap``, or less where not even the gaps fit."""
    return min(gap, max(0.0, room) / (count - 1)) if count > 1 else 0.0


@dataclass(frozen=True, slots=True)
class Track:
    """How long a column of a grid, or an entry of a row, is.

    Attributes:
        length: Fixed, in units; None for what its widgets want.
        weight: Its share of what is left, 0 for none.
        least: Never less than this.
    """

    length: float | None = None
    weight: float = 0.0
    least: float = 0.0


NATURAL = Track()


def fixed(length: float) -> Track:
    """Return a track of ``length`` units."""
    return Track(length=length)


def share(weight: float = 1.0) -> Track:
    """Return a track that takes a share of what is left."""
    return Track(weight=weight)


def level(lengths: Sequence[float], room: float) -> float:
    """Return the length to which the longest must be cut, so that all together fit ``room``."""
    rest = max(room, 0.0)
    ordered = sorted(lengths)
    for place, length in enumerate(ordered):
        count = len(ordered) - place
        if length * count > rest:
            return rest / count
        rest -= length
    return float("inf")


def evened(lengths: Sequence[float], snug: Sequence[float | None]) -> list[float]:
    """Return ``lengths`` so that none is less than ``snug`` as long as others are more.

    What some lack is taken from all that have too much, in proportion to that. Where these have not enough for it,
    nothing changes, as what is broken anyway need not be tight.

    Args:
        lengths: As ``spread`` returns them.
        snug: Least useful length of each; None: it neither gives nor takes.
    """
    over = [0.0 if least is None else length - least for length, least in zip(lengths, snug, strict=True)]
    lacking, spare = -sum(min(0.0, x) for x in over), sum(max(0.0, x) for x in over)
    if not 0 < lacking <= spare:
        return list(lengths)
    return [
        length if least is None else least + max(0.0, x) * (1 - lacking / spare)
        for length, least, x in zip(lengths, snug, over, strict=True)
    ]


def spread(tracks: Sequence[Track], wanted: Sequence[float], room: float) -> list[float]:
    """Return how long each track becomes in ``room``.

    Fixed ones get their length, natural ones what they want, the others share the rest by weight. Where room lacks,
    the longest natural ones give way, so that the weighted ones are not left with less than they: all
    ``wanted`` counts for this, and 0 for a weighted one makes it content with what is left. All together never
    exceed ``room``; with a weight among them they fill it.
    """
    lengths = [0.0] * len(tracks)
    rest = max(room, 0.0)

    def give(places: list[int], asked: list[float], cap: float) -> None:
        nonlocal rest
        for place, length in zip(places, asked, strict=True):
            lengths[place] = min(length, cap)
        rest = max(rest - sum(lengths[place] for place in places), 0.0)

    weighted = [i for i, track in enumerate(tracks) if track.weight]
    rigid = [i for i, track in enumerate(tracks) if not track.weight and track.length is not None]
    natural = [i for i, track in enumerate(tracks) if not track.weight and track.length is None]

    asked = [tracks[i].length or 0.0 for i in rigid]
    give(rigid, asked, level(asked, rest))
    asked = [max(wanted[i], tracks[i].least) for i in natural]
    fair = level([*asked, *(wanted[i] for i in weighted)], rest)
    least = [tracks[i].least for i in weighted]
    give(weighted, least, level(least, rest))
    give(natural, asked, min(fair, level(asked, rest)))
    # What is left goes to the weighted ones; whoever has enough by its least length takes no part.
    pool, sharing = rest + sum(lengths[i] for i in weighted), list(weighted)
    while sharing:
        each = pool / sum(tracks[i].weight for i in sharing)
        content = [i for i in sharing if lengths[i] > each * tracks[i].weight]
        if not content:
            for i in sharing:
                lengths[i] = each * tracks[i].weight
            break
        pool -= sum(lengths[i] for i in content)
        sharing = [i for i in sharing if i not in content]
    return lengths

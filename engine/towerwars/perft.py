"""Counting sequences of moves: the check, and the measure, of a generator of moves."""

from engine.towerwars.position import Position

__all__ = ["count", "count_applying"]


def count(position: Position, depth: int) -> int:
    """Count the sequences of exactly ``depth`` (0 or more) legal moves from ``position``.

    The list of moves is built for every position of the last but one ply, the last ply is counted, not made.
    A game that is over has no moves. ``position`` is the same afterwards. Swapping, resigning and the ply
    limit are left out: see ``TowerWars.perft``.
    """
    if depth == 0:
        return 1
    moves = position.moves()
    if depth == 1:
        return len(moves)
    make, unmake = position.make, position.unmake
    total = 0
    for move in moves:
        make(move)
        total += count(position, depth - 1)
        unmake()
    return total


def count_applying(position: Position, depth: int) -> int:
    """Return the same as ``count``, with every move of the last ply made and taken back as well."""
    if depth == 0:
        return 1
    make, unmake = position.make, position.unmake
    total = 0
    for move in position.moves():
        make(move)
        total += count_applying(position, depth - 1) if depth > 1 else 1
        unmake()
    return total

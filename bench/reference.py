"""The reference work: python-chess, SHA-256 and bare msgpack, as they are used by everybody."""

import hashlib
import random
from collections.abc import Callable

import chess
import msgpack

from bench.timing import Work

__all__ = [
    "chess_perft_applied",
    "chess_perft_counted",
    "chess_playouts",
    "chess_push_pop",
    "chess_search_nodes",
    "sha256",
    "unpack",
]

_PERFT_DEPTH = 4
_LEAVES_PER_SUNFISH_NODE = 13.1
_KIBIBYTE = bytes(range(256)) * 4


def chess_perft_counted() -> int:
    """Count perft(4) of chess; the last ply is counted by ``legal_moves.count()``."""

    def count(depth: int) -> int:
        if depth == 1:
            return board.legal_moves.count()
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += count(depth - 1)
            board.pop()
        return total

    board = chess.Board()
    return count(_PERFT_DEPTH)


def chess_perft_applied() -> int:
    """Count perft(4) of chess with every leaf pushed and popped."""

    def count(depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += count(depth - 1)
            board.pop()
        return total

    board = chess.Board()
    return count(_PERFT_DEPTH)


def chess_search_nodes() -> int:
    """Count perft(4) of chess with every leaf pushed; return the nodes that sunfish searches in that time.

    Sunfish, the usual chess program in pure Python, is not installed with the tests. It and python-chess were
    timed in turns in one process (sunfish 2026.1, 54,520 nodes of the opening position, CPython 3.11): 24 k
    nodes/s where python-chess pushed 0.32 M leaves/s.
    """
    return round(chess_perft_applied() / _LEAVES_PER_SUNFISH_NODE)


def chess_push_pop(plies: int, moves_each: int, seed: int = 1) -> Work:
    """Return work that pushes and pops random legal moves along one random game; they are listed before."""
    choose = random.Random(seed)
    board = chess.Board()
    script: list[tuple[list[chess.Move], chess.Move]] = []
    while len(script) < plies and not board.is_game_over():
        legal = list(board.legal_moves)
        script.append((choose.choices(legal, k=moves_each), choose.choice(legal)))
        board.push(script[-1][1])

    def run() -> int:
        board = chess.Board()
        push, pop = board.push, board.pop
        for moves, on in script:
            for move in moves:
                push(move)
                pop()
            push(on)
        return len(script) * moves_each

    return run


def chess_playouts(plies: int, seed: int = 1) -> Work:
    """Return work that plays random games to their end by the rules of chess, ``plies`` plies in all.

    All legal moves are listed in each position; whether the game is over is asked as python-chess offers it.
    """

    def run() -> int:
        choose = random.Random(seed)
        board = chess.Board()
        for _ in range(plies):
            if board.is_game_over():
                board.reset()
            legal = list(board.legal_moves)
            board.push(legal[int(choose.random() * len(legal))])
        return plies

    return run


def sha256(times: int) -> Work:
    """Return work that hashes one kibibyte, ``times`` times."""

    def run() -> int:
        for _ in range(times):
            hashlib.sha256(_KIBIBYTE).digest()
        return times

    return run


def unpack(data: bytes, times: int) -> Work:
    """Return work that unpacks ``data`` with bare msgpack, ``times`` times."""
    unpackb: Callable[[bytes], object] = msgpack.unpackb

    def run() -> int:
        for _ in range(times):
            unpackb(data)
        return times

    return run

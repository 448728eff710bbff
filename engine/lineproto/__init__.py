"""The line protocol: the rules engine and the computer players for programs in any language.

One line in, one or more lines out; ``docs/line-protocol.md`` describes every command for whoever writes a
bot. ``LineProtocol`` is pure: a clock is handed in, and whoever owns standard input feeds it lines.
"""

from engine.lineproto.protocol import LineProtocol
from engine.lineproto.reading import MAX_LINE, MAX_NODES, MAX_PERFT_DEPTH, MAX_TIME_MS

__all__ = ["MAX_LINE", "MAX_NODES", "MAX_PERFT_DEPTH", "MAX_TIME_MS", "LineProtocol"]

"""What the demonstration shows: how far every peer is, the board, and in the end what was found to hold."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.text import Text

from client.names import Names
from client.players import after_resignations
from client.processes import PeerProcess
from client.terminal.drawing import draw_board, draw_state
from client.terminal.tokens import DIM
from client.verify import Verification
from client.words import item_words
from engine.dice import ScriptedDraws
from engine.game import Seat
from engine.options import OptionValue
from engine.registry import find

__all__ = ["DemoView", "verification_lines"]


class DemoView:
    """A frame of the running demonstration, for a live display; the board is computed from what peer 1 tells.

    Args of the constructor:
        game, options: What is played.
        peers: The processes, as far as they were started.
        who: What the seats' holders are called.
    """

    def __init__(
        self, game: str, options: Mapping[str, OptionValue], peers: Sequence[PeerProcess], who: Names
    ) -> None:
        self._game = find(game)
        self._state = self._game.setup(options)
        self._peers = peers
        self._who = who
        self._read = 0
        self._latest: Mapping[str, Any] | None = None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield progress and, where the terminal is high enough for it, the board."""
        self._catch_up()
        width = options.max_width
        progress = Text("\n").join(self._progress(width))
        board = draw_board(self._game, self._state, width)
        lines = progress.plain.count("\n") + board.plain.count("\n") + 3
        yield Group(progress, Text(""), board) if lines <= console.height else progress

    def final(self, width: int) -> Text:
        """Return the board as it is now, with its legend."""
        self._catch_up()
        return draw_state(self._game, self._state, self._who.short, width)

    def _progress(self, width: int) -> Iterator[Text]:
        """Yield how far the peers are, as many beside each other as fit, and the latest item."""
        cells = []
        for peer in self._peers:
            item = peer.last("item")
            if item is None:
                told = "starting" if peer.last("room") is None else "in the room"
            else:
                told = f"{item['k']:>4} items, state {item['hash'][:8]}"
            cells.append(f"{peer.name} {told}".ljust(_CELL))
        across = max(1, width // _CELL)
        for start in range(0, len(cells), across):
            yield Text("".join(cells[start : start + across]).rstrip())
        latest = Text(item_words(self._latest, self._who) if self._latest is not None else "", DIM)
        latest.truncate(width - 1, overflow="ellipsis")
        yield latest

    def _catch_up(self) -> None:
        events = self._peers[0].events if self._peers else []
        for event in events[self._read :]:
            if event["event"] == "item":
                self._latest = event
                self._apply(event)
        self._read = len(events)

    def _apply(self, item: Mapping[str, Any]) -> None:
        own = (item["seat"],) if item["kind"] == "resign" else ()
        gone: list[Seat] = [seat for seat in item["resigned"] if seat not in own]
        self._state = after_resignations(self._game, self._state, gone)
        draws = ScriptedDraws(item["dice"], item["choices"])
        if item["kind"] == "resign":
            self._state, _ = self._game.resign(self._state, item["seat"], draws)
        elif item["kind"] == "act" and item["action"]:
            self._state, _ = self._game.apply(self._state, self._game.parse(item["action"]), draws)


_CELL = 38
"""Characters of a peer's progress: two beside each other on the classic terminal."""


def verification_lines(found: Verification, peers: int) -> list[str]:
    """Return what holds for the equal transcripts of ``peers`` peers, in short lines."""
    facts = {
        "contract": f"{found.contract_signatures} signatures",
        "entries": f"{found.entries} signed, chained, compared",
        "dice": f"{found.links} links opened, {found.draws} draws" if found.draws else "none rolled",
        "rules": f"{found.items} items re-run by the engine",
        "log head": f"{found.head.hex()[:32]}",
        "state hash": f"{found.state_hash.hex()}",
    }
    transcripts = f"{peers} transcripts, equal everywhere" if peers > 1 else "1 transcript"
    return [f"verified: {transcripts}", *(f"  {name:<12}{fact}" for name, fact in facts.items())]

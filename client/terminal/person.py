"""The person at this peer: typed lines go to the room or the match, answers come back."""

import sys

import trio

from client.node import Node
from client.report import Report
from client.settings import PeerSettings
from client.terminal.paint import Paint
from client.terminal.prompt import Prompt
from client.terminal.reader import typed_lines
from client.terminal.watch import Watch
from client.words import meaning
from engine.game import Seat
from protocol.errors import LocalError
from protocol.match import Match

__all__ = ["Person"]

ROOM_HELP = """\
ready              agree to what is shown above
kick SEAT          turn out whoever holds that seat (the host)
quit               leave the room
"""


class Person:
    """Reads standard input for as long as the peer runs.

    At a keyboard, and with JSON lines, a line is answered at once. A text that is piped in is read as fast as
    the match wants it: its next line waits until this peer is to act. When the input ends, the peer leaves as
    soon as it would have to wait for the person; with ``--end-with-input`` at once.
    """

    def __init__(self, node: Node, report: Report, settings: PeerSettings) -> None:
        self._node = node
        self._report = report
        self._reads = settings.player is None
        self._ends = settings.end_with_input
        self._is_keyboard = not settings.json and sys.stdin.isatty()
        self._waits_for_turn = not settings.json and not self._is_keyboard
        self._shows_board = self._reads and not settings.json
        self._paint = Paint(plain=settings.json)
        self._prompt: Prompt | None = None

    async def run(self) -> None:
        """Serve the person until the input ends or this is cancelled."""
        async with trio.open_nursery() as nursery:
            if self._shows_board:
                nursery.start_soon(self._show)
            await self._listen()
            nursery.cancel_scope.cancel()

    async def _show(self) -> None:
        """Draw the board, or tell what is left of the turn, whenever there is something new to see."""
        watch = Watch(self._paint)
        while True:
            playing = self._node.playing
            if playing is not None and (text := watch.look(playing.match, self._node.names.marked)):
                self._report("reply", text=text)
            await self._node.changed.wait()

    async def _listen(self) -> None:
        """Carry out lines until the input ends, then leave when nobody but the person could go on."""
        if not self._reads and not self._ends:
            await trio.sleep_forever()
        async for line in typed_lines():
            if not self._reads:
                continue
            if self._waits_for_turn:
                await self._turn()
            async with self._node.lock:
                answer = self._handle(line)
                await self._node.settle()
            if answer:
                self._report("reply", text=answer)
        if not self._ends:
            await self._turn()
        self._node.done.set()

    async def _turn(self) -> None:
        """Wait until the match, or the room, waits for the person."""
        while not self._is_wanted():
            await self._node.changed.wait()

    def _is_wanted(self) -> bool:
        playing, gathering = self._node.playing, self._node.gathering
        if playing is None:
            return gathering is not None and gathering.asks
        return playing.needs_person()

    def _handle(self, line: str) -> str:
        playing = self._node.playing
        if playing is None:
            return self._handle_in_room(line)
        if self._prompt is None:
            self._prompt = Prompt(
                _Table(self._node),
                playing.match.own,
                self._paint,
                self._node.names,
                confirms=self._is_keyboard,
            )
        return self._prompt.handle(line)

    def _handle_in_room(self, line: str) -> str:
        gathering = self._node.gathering
        try:
            match line.lower().split():
                case []:
                    return ""
                case ["quit"]:
                    self._node.done.set()
                    return ""
                case ["ready"] if gathering is not None:
                    return gathering.ready()
                case ["kick", seat] if gathering is not None:
                    return gathering.kick(seat)
                case ["help" | "?"]:
                    return ROOM_HELP.rstrip()
                case _:
                    return f"no [usage]: not understood; in the room, before the match, there are\n{ROOM_HELP.rstrip()}"
        except LocalError as error:
            return f"no [{error.code}]: {meaning(error.code, error.text)}"


class _Table:
    """What a person does at the match of a node (``client.terminal.prompt.Table``)."""

    def __init__(self, node: Node) -> None:
        assert node.playing is not None, "there is a match"
        self._node = node
        self._playing = node.playing

    @property
    def match(self) -> Match:
        """The match."""
        return self._playing.match

    def act(self, seat: Seat, action: str) -> None:
        """Play."""
        self._playing.act(seat, action)

    def resign(self, seat: Seat) -> None:
        """Give up."""
        self._playing.resign(seat)

    def offer(self, seat: Seat, kind: str) -> None:
        """Offer an agreement."""
        self._playing.offer(seat, kind)

    def accept(self, seat: Seat, offer: bytes) -> None:
        """Accept one."""
        self._playing.accept(seat, offer)

    def chat(self, seat: Seat, text: str) -> bool:
        """Say something; return whether anybody is there to hear it."""
        return self._playing.chat(seat, text)

    def leave(self) -> None:
        """End this process in an orderly way."""
        self._node.done.set()

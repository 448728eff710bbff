"""A match that is being played, as the view model wants it (``client.view.source.MatchSource``)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import trio

from client.app.listeners import Listeners
from client.app.notices import counted_from_one
from client.app.reach import connection
from client.app.talk import Talk
from client.i18n import tr
from client.node import Node
from client.playing import Playing
from client.view.source import ChatLine, Connection, Phase, SeatInfo, Status
from client.words import meaning
from engine.game import Game, Seat
from protocol.agreements import OpenOffer
from protocol.contract import ComputerSeat
from protocol.effects import Applied
from protocol.match import Match

__all__ = ["LiveMatch", "match_status"]

Deed = Callable[[Playing], None]
"""What is to be done to the match, with its lock held."""


class LiveMatch:
    """See ``MatchSource``. Stays the same while a take-back puts another match in place of the one before.

    Args of the constructor:
        seats: Who holds which seat.
        alone: Nobody else takes part.
        queue: Has a deed carried out soon.
        rewind: Goes back to the last decision made here.
        talk: Where what is said is kept; None: nowhere, as nobody else takes part.

    Attributes:
        open: Whether the table is still there; nothing can be done after.
    """

    live = True

    def __init__(
        self,
        node: Node,
        playing: Playing,
        seats: Sequence[SeatInfo],
        *,
        alone: bool,
        queue: Callable[[Deed], None],
        rewind: Callable[[], None],
        talk: Talk | None = None,
    ) -> None:
        self.open = True
        self.changed: Listeners[[]] = Listeners()
        self.refused: Listeners[[str, str]] = Listeners()
        self._talk = talk
        self._chat: list[ChatLine] = [] if talk is None else list(talk.lines)
        self._alone = alone
        self._queue = queue
        self._rewind = rewind
        self.attach(node, playing, seats)

    def attach(self, node: Node, playing: Playing, seats: Sequence[SeatInfo]) -> None:
        """Show ``playing`` from now on."""
        self.seats: Sequence[SeatInfo] = tuple(seats)
        self.game: Game[Any, Any] = playing.match.game
        self.options: Mapping[str, Any] = playing.match.contract.named_options()
        self._node = node
        self._playing = playing

    @property
    def match(self) -> Match:
        """The machine."""
        return self._playing.match

    # --- looking --------------------------------------------------------------------------------------
    @property
    def can_take_back(self) -> bool:
        """Whether there is a decision to take back, nobody else takes part, and the rules know no undo.

        Dice cannot be taken back: nobody could be sure that they fell alike again.
        """
        steps = self.match.steps()
        own = any(step.kind == "act" and step.seat in self.match.own for step in steps)
        drawn = any(step.dice or step.choices for step in steps)
        has_undo = type(self.game).forward_actions is not Game.forward_actions
        return self.open and self._alone and own and not drawn and not has_undo

    @property
    def steps(self) -> Sequence[Applied]:
        """All applied items."""
        return self.match.steps()

    @property
    def chat_lines(self) -> Sequence[ChatLine]:
        """What was said, and this program's own notices."""
        return self._chat

    def state_at(self, k: int) -> Any:
        """Return the position after ``k`` items."""
        return self.match.state_at(k)

    def now(self) -> Any:
        """Return the position to decide in."""
        return self.match.preview()

    def status(self) -> Status:
        """Return where the match stands."""
        return match_status(self.match, self._playing.silent())

    def to_act(self) -> Seat | None:
        """Return the seat whose action is next."""
        return self.match.to_act()

    def own_turn(self) -> Seat | None:
        """Return the seat of a person here that may act now."""
        seat = self.match.own_turn()
        return seat if self.open and seat in self.match.own else None

    def thinking(self) -> Seat | None:
        """Return the computer seat that thinks here."""
        seat = self.match.own_turn()
        return seat if self.open and seat is not None and seat not in self.match.own else None

    def connection(self, seat: Seat) -> Connection:
        """Return how ``seat`` is linked; a computer as the person who runs it."""
        contract = self.match.contract
        plan = contract.seats[seat]
        holder = self.match.controller(seat) if isinstance(plan, ComputerSeat) else seat
        if holder in self.match.own:
            return Connection("here", 3)
        if not self.open:
            # The links have ended, and the clock with them where the whole program ends; a frame may still come.
            return Connection("lost", 0)
        identity = contract.human(holder).identity
        return connection(self._node.mesh, identity, self._playing.heard(holder), _now())

    def offers(self) -> Sequence[OpenOffer]:
        """Return the offers that stand."""
        return self.match.offers()

    def subscribe(
        self, changed: Callable[[], None], refused: Callable[[str, str], None]
    ) -> Callable[[], None]:
        """See ``MatchSource``."""
        ends = (self.changed.add(changed), self.refused.add(refused))

        def end() -> None:
            for each in ends:
                each()

        return end

    def snapshot(self) -> object:
        """Return a value that is equal as long as there is nothing new to see."""
        match = self.match
        return (
            match.k,
            match.head,
            self.status(),
            match.to_act(),
            match.own_turn(),
            [(offer.e, offer.accepted) for offer in match.offers()],
            [self._coarse(info.seat) for info in self.seats],
            len(self._chat),
        )

    def _coarse(self, seat: Seat) -> object:
        found = self.connection(seat)
        return replace(found, absent_ms=found.absent_ms // 1000)  # it is told in seconds

    def note(self, line: ChatLine) -> None:
        """Add a line of chat."""
        self._chat.append(line)
        if line.seat is not None and self._talk is not None:
            self._talk.add(line)

    # --- deeds ----------------------------------------------------------------------------------------
    def act(self, seat: Seat, action: str) -> None:
        """Play."""
        self._do(lambda playing: playing.act(seat, action))

    def resign(self, seat: Seat) -> None:
        """Give up."""
        self._do(lambda playing: playing.resign(seat))

    def offer(self, seat: Seat, kind: str) -> None:
        """Offer an agreement; other seats of this machine accept like everybody else."""
        self._do(lambda playing: playing.offer(seat, kind))

    def accept(self, seat: Seat, offer: bytes) -> None:
        """Accept an offer."""
        self._do(lambda playing: playing.accept(seat, offer))

    def chat(self, seat: Seat, text: str) -> None:
        """Say something."""
        self._do(lambda playing: self._say(playing, seat, text))

    def take_back(self) -> None:
        """Go back to the last decision made here."""
        if self.can_take_back:
            self._rewind()
        else:
            self.refused.tell("take_back", tr("There is nothing that can be taken back."))

    def _do(self, deed: Deed) -> None:
        if self.open:
            self._queue(deed)
        else:
            self.refused.tell("closed", tr("This table is closed."))

    def _say(self, playing: Playing, seat: Seat, text: str) -> None:
        is_heard = playing.chat(seat, text)
        self.note(ChatLine(seat, text))
        if not is_heard:
            self.refused.tell("alone", tr("Nobody is connected who could read that."))


def match_status(match: Match, silent: Sequence[Seat] = ()) -> Status:
    """Return where a match stands.

    Args:
        match: The match.
        silent: Seats that have not told yet what they hold, while it recovers.
    """
    if match.stopped is not None:
        stopped = match.stopped
        why = meaning(stopped.code, counted_from_one(stopped.text))
        return Status(Phase.STOPPED, (stopped.seat,), stopped.code.value, why)
    if match.result is not None:
        result = match.result
        owing = tuple(wait.seat for wait in match.waiting_for())
        return Status(Phase.FINISHED, owing, how=result.how, outcome=result.outcome, complete=match.complete)
    if match.frozen:
        return Status(Phase.FROZEN)
    if match.recovering:
        return Status(Phase.RECOVERING, tuple(silent))
    waiting = match.waiting_for()
    if any(wait.what in ("reveal", "owes") for wait in waiting):
        return Status(Phase.DICE, tuple(wait.seat for wait in waiting))
    return Status(Phase.PLAYING, tuple(wait.seat for wait in waiting if wait.what == "entry0"))


def _now() -> int:
    return int(trio.current_time() * 1000)

"""A match without signatures, file or network: a game played straight, with dice as they are laid down.

For lessons, whose dice are part of what they teach, and for showing positions.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from client.i18n import mark, tr
from client.view.source import ChatLine, Connection, Phase, SeatInfo, Status
from engine.dice import DrawSource, SeededDraws, event_seed
from engine.errors import EngineError
from engine.game import Game, Outcome, Seat
from protocol.agreements import OpenOffer
from protocol.effects import Applied

__all__ = ["Sandbox"]

_REFUSED = mark("That is not possible now.")


class Sandbox:
    """A ``client.view.source.MatchSource`` over a game alone; everything happens at once.

    Attributes:
        game, options, seats, live, can_take_back: See ``MatchSource``.
        connections: How seats are linked, as told; ``here`` for all others.
        phase: What ``status`` tells while the game runs.
        waiting: Seats that ``status`` says are waited for.
        pondering: The seat that ``thinking`` names.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        options: Mapping[str, Any] | None = None,
        seats: Sequence[SeatInfo] | None = None,
        *,
        start: Any = None,
        draws: Callable[[int], DrawSource] | None = None,
        live: bool = True,
    ) -> None:
        """Set up a game.

        Args:
            game: The rules.
            options: Some or all options.
            seats: Who holds which seat; by default persons here hold all.
            start: The position to begin with, by default that of ``options``.
            draws: Gives the dice of item 1, 2, ...; by default those of a seed of zeros.
            live: Whether it is played.
        """
        self.game = game
        state = game.setup(options or {}) if start is None else start
        self.options: Mapping[str, Any] = game.options(state)
        count = game.seats(self.options)
        self.seats: Sequence[SeatInfo] = tuple(
            seats or (SeatInfo(n, "human", "", own=True) for n in range(count))
        )
        self.live = live
        self.can_take_back = game.name == "towerwars" and all(
            info.own or info.kind == "computer" for info in self.seats
        )
        self.connections: dict[Seat, Connection] = {}
        self.phase = Phase.PLAYING
        self.waiting: tuple[Seat, ...] = ()
        self.pondering: Seat | None = None
        self._states = [state]
        self._steps: list[Applied] = []
        self._chat: list[ChatLine] = []
        self._offers: list[OpenOffer] = []
        self._agreed: tuple[str, Outcome | None] | None = None
        self._draws = draws or (lambda k: SeededDraws(event_seed(bytes(32), k)))
        self._listeners: list[tuple[Callable[[], None], Callable[[str, str], None]]] = []

    # --- looking ----------------------------------------------------------------------------------------------
    @property
    def steps(self) -> Sequence[Applied]:
        """All applied items."""
        return self._steps

    @property
    def chat_lines(self) -> Sequence[ChatLine]:
        """What was said."""
        return self._chat

    def state_at(self, k: int) -> Any:
        """Return the position after ``k`` items."""
        return self._states[k]

    def now(self) -> Any:
        """Return the newest position."""
        return self._states[-1]

    def status(self) -> Status:
        """Return where the match stands."""
        if self._agreed is not None:
            how, outcome = self._agreed
            return Status(Phase.FINISHED, how=how, outcome=outcome, complete=True)
        outcome = self.game.outcome(self.now())
        if outcome is not None:
            return Status(Phase.FINISHED, how="played", outcome=outcome, complete=True)
        return Status(self.phase, self.waiting)

    def to_act(self) -> Seat | None:
        """Return whose action is next."""
        return None if self._agreed is not None else self.game.to_act(self.now())

    def own_turn(self) -> Seat | None:
        """Return the seat of a person here that may act now."""
        seat = self.to_act()
        free = self.live and self.phase is Phase.PLAYING
        return seat if free and seat is not None and self.seats[seat].own else None

    def thinking(self) -> Seat | None:
        """Return the computer seat that is said to think."""
        return self.pondering

    def connection(self, seat: Seat) -> Connection:
        """Return how a seat is linked."""
        return self.connections.get(seat, Connection("here", 3))

    def offers(self) -> Sequence[OpenOffer]:
        """Return the offers that stand."""
        return self._offers

    def subscribe(
        self, changed: Callable[[], None], refused: Callable[[str, str], None]
    ) -> Callable[[], None]:
        """Have both called; returns what ends it."""
        listener = (changed, refused)
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    # --- deeds ------------------------------------------------------------------------------------------------
    def act(self, seat: Seat, action: str) -> None:
        """Play, or tell why not."""
        draws = self._draws(len(self._steps) + 1)
        try:
            if self.to_act() != seat:
                raise EngineError(f"it is not the turn of seat {seat}", str(seat))
            after, events = self.game.apply(self.now(), self.game.parse(action), draws)
        except EngineError as error:
            self._refuse(error)
            return
        self._append("act", seat, action, (), draws, events, after)

    def resign(self, seat: Seat) -> None:
        """Give up."""
        draws = self._draws(len(self._steps) + 1)
        try:
            after, events = self.game.resign(self.now(), seat, draws)
        except EngineError as error:
            self._refuse(error)
            return
        self._append("resign", seat, "", (seat,), draws, events, after)

    def offer(self, seat: Seat, kind: str) -> None:
        """Offer; it is agreed at once where no other person has a say."""
        self._offers.append(OpenOffer(bytes([seat]) * 16, kind, seat, ()))
        self._close_offers()
        self.tell()

    def accept(self, seat: Seat, offer: bytes) -> None:
        """Accept an offer; the match ends once all persons have."""
        for place, found in enumerate(self._offers):
            if found.e == offer and seat not in (found.seat, *found.accepted):
                self._offers[place] = replace(found, accepted=(*found.accepted, seat))
        self._close_offers()
        self.tell()

    def chat(self, seat: Seat, text: str) -> None:
        """Say something."""
        self._chat.append(ChatLine(seat, text))
        self.tell()

    def take_back(self) -> None:
        """Go back to before the last action of a person."""
        while self._steps:
            self._states.pop()
            if self.seats[self._steps.pop().seat].own:
                break
        self._offers.clear()
        self.tell()

    def _close_offers(self) -> None:
        living = self.game.living(self.now())
        persons = {info.seat for info in self.seats if info.kind == "human" and info.seat in living}
        for offer in self._offers:
            if persons <= {offer.seat, *offer.accepted}:
                aborted = offer.kind == "abort"
                self._agreed = ("aborted", None) if aborted else ("agreed", Outcome((), "agreed"))
                self._offers.clear()
                return

    def _append(
        self,
        kind: str,
        seat: Seat,
        action: str,
        resigned: tuple[Seat, ...],
        draws: DrawSource,
        events: tuple[Any, ...],
        after: Any,
    ) -> None:
        self._offers.clear()
        self._states.append(after)
        self._steps.append(
            Applied(
                len(self._steps) + 1,
                kind,
                seat,
                action,
                resigned,
                (),
                tuple(draws.dice),
                tuple(draws.choices),
                events,
                self.game.state_hash(after),
            )
        )
        self.tell()

    def _refuse(self, error: EngineError) -> None:
        for _, refused in tuple(self._listeners):
            refused(error.code, tr(_REFUSED))

    def tell(self) -> None:
        """Let everybody know that something has changed; called by itself after deeds."""
        for changed, _ in tuple(self._listeners):
            changed()

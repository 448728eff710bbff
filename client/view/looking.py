"""Looking at a match: the position shown, with marks, and everything that is told of it.

All of it is worked out when it is asked for, and again only when something that it depends on has changed.
"""

from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any, TypeVar

from client.view import standing
from client.view.happened import story
from client.view.history import History
from client.view.people import People
from client.view.picture import Badge, BoardPicture, Mark, Motion
from client.view.presenters import presenter_for
from client.view.source import MatchSource
from client.view.turning import Layout, layout
from client.view.values import (
    CellFacts,
    Figure,
    Idle,
    MoveRow,
    Prediction,
    ResultView,
    Roll,
    SeatCard,
    Statistics,
    Target,
    Threat,
)
from engine.dice import NoDraws
from engine.game import Board, Seat

__all__ = ["Looking"]

_Value = TypeVar("_Value")

_LONGEST_QUEUE = 40
"""Items waiting to be shown; of more, as after a reconnection, the earlier ones are skipped."""


class Looking:
    """What is seen of one match.

    Attributes:
        source: The match.
        game: Its rules.
        words: The presenter of its game.
        people: Names of the seats.
        follow: Whether the board turns to whoever of several persons here is to act.
        selected: Cell selected, or None.
        target: Cell chosen to be attacked.
        hovered: Cell under the mouse.
        at: Cell of the keyboard's cursor, None before its first use.
        threats_on: Whether threats are marked.
        looking: Number of the item whose position is looked at; None for the newest.
    """

    def __init__(self, source: MatchSource, *, animate: bool) -> None:
        self.source = source
        self.game = source.game
        self.people = People(source.seats)
        self.words = presenter_for(self.game, source.options, self.people)
        self.follow = False
        self.selected: str | None = None
        self.target: str | None = None
        self.hovered: str | None = None
        self.at: str | None = None
        self.threats_on = False
        self.looking: int | None = None
        self._history = History(source, self.words)
        self._keyboard = False
        self._animate = animate
        self._queue: deque[int] = deque()
        self._moving: int | None = None
        self._statistics: Statistics | None = None
        self._count = len(source.steps)
        self._hashes = [step.state_hash for step in source.steps]
        self._hint: tuple[str, tuple[tuple[str, str], ...]] | None = None
        self._epoch = 0
        self._memory: dict[str, tuple[Hashable, Any]] = {}
        self._position: tuple[int, Any] = (0, None)
        self._listeners: list[Callable[[], None]] = []
        start = self.game.board(source.state_at(0))
        self._shape = Board(start.orientation, tuple(replace(cell, owner=None) for cell in start.cells))
        self._cells = frozenset(cell.name for cell in start.cells)

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Have ``changed`` called whenever anything here may look different; returns what ends this."""
        self._listeners.append(changed)
        return lambda: self._listeners.remove(changed)

    def retell(self) -> None:
        """Make all words anew: the language has changed."""
        self._history.forget()
        self._statistics = None
        self._memory.clear()
        self._tell()

    # --- what is looked at ------------------------------------------------------------------------------------
    @property
    def shown(self) -> int:
        """Number of the item after which the position looked at stands."""
        if self.looking is not None:
            return min(self.looking, len(self.source.steps))
        return self._queue[0] - 1 if self._queue else len(self.source.steps)

    @property
    def told(self) -> int:
        """Number of the last item that panels may tell of: what is still moving is left to the board."""
        if self.looking is None and self._moving is not None:
            return min(self._moving - 1, self.shown)
        return self.shown

    def state(self) -> Any:
        """Return the position looked at."""
        if self.looking is None and not self._queue and self.source.live:
            return self.source.now()
        return self.source.state_at(self.shown)

    @property
    def viewer(self) -> Seat:
        """The seat from whose side the board is seen."""
        own = self.people.own
        acting = standing.turn_of(self.source)
        if self.follow and acting in own and acting is not None:
            return acting
        return own[0] if own else 0

    @property
    def behind(self) -> bool:
        """Whether something that has happened is still to be seen, so that nothing can be done yet.

        While a deed of one's own moves, the next one may follow.
        """
        if self.looking is not None:
            return False
        moving = self.source.steps[self._moving - 1] if self._moving is not None else None
        return bool(self._queue) or (moving is not None and moving.seat not in self.people.own)

    @property
    def actor(self) -> Seat | None:
        """The seat that a person here may act for now, looking at the newest position; else None."""
        if not self.source.live or self.looking is not None or self.behind or self._occupied():
            return None
        return self.source.own_turn()

    def _occupied(self) -> bool:
        """Tell whether a deed is under way, so that no other is taken."""
        return False

    def layout(self) -> Layout:
        """Return how the board lies: where cells are drawn, and what is beside what."""
        return layout(self._shape, self.words.homes(self.state(), self.viewer))

    def picture(self) -> BoardPicture:
        """Return the position looked at, with marks."""
        state = self.state()
        origin = self._origin()
        key = (
            self._number_of(state),
            self.shown,
            self.actor,
            self.viewer,
            origin,
            self.selected,
            self.target,
            self.at if self._keyboard else None,
            self.threats_on,
            self._hint,
        )
        return self._memo("picture", key, lambda: self._paint(state, origin, key))

    def _number_of(self, state: Any) -> int:
        """Return a number that changes with the position."""
        number, known = self._position
        if known is None or known != state:
            self._position = (number + 1, state)
        return self._position[0]

    def _paint(self, state: Any, origin: str | None, key: Hashable) -> BoardPicture:
        marks: dict[str, set[Mark]] = {}
        badges: dict[str, Badge] = {}
        arrows: list[tuple[str, str]] = []

        def put(cell: str, what: Mark) -> None:
            marks.setdefault(cell, set()).add(what)

        if self.shown:
            cells = self.words.last_cells(self.source.steps[self.shown - 1])
            if len(cells) > 1:
                put(cells[0], Mark.ORIGIN)
            if cells:
                put(cells[-1], Mark.TARGET)
        for found in self._targets(origin).values():
            marks.setdefault(found.cell, set()).update(found.marks)
            if found.badge is not None:
                badges[found.cell] = found.badge
        if self.selected is not None:
            put(self.selected, Mark.SELECTED)
        if self._keyboard and self.at is not None:
            put(self.at, Mark.CURSOR)
        if self.threats_on:
            for threat in self.threats():
                put(threat.cell, Mark.THREAT)
        alarm = self.alarm()
        if alarm is not None:
            arrows += self._alarm_arrows()
            for _, cell in arrows:
                put(cell, Mark.THREAT)
        if self._hint is not None:
            arrows += self._hint[1]
        lying = self.layout()
        return BoardPicture(
            self.game.board(state),
            self.game.pieces(state),
            {cell: frozenset(found) for cell, found in marks.items()},
            badges,
            lying.labels,
            lying.turns,
            tuple(arrows),
            key,
        )

    def _plain_picture(self, k: int) -> BoardPicture:
        state = self.source.state_at(k)
        lying = layout(self._shape, self.words.homes(state, self.viewer))
        return BoardPicture(
            self.game.board(state),
            self.game.pieces(state),
            labels=lying.labels,
            turns=lying.turns,
            version=("plain", k, self._epoch, lying.turns),
        )

    # --- targets ----------------------------------------------------------------------------------------------
    def _origin(self) -> str | None:
        """Return the cell whose targets are shown: the selected one, else an own one under mouse or cursor."""
        actor = self.actor
        if actor is None:
            return None
        if self.selected is not None:
            return self.selected
        cell = self._pointed()
        return cell if cell is not None and self.words.selectable(self.source.now(), actor, cell) else None

    def _pointed(self) -> str | None:
        """Return the cell that is meant without a click: under the mouse, or under the cursor once keys are used."""
        return self.at if self._keyboard else self.hovered

    def _targets(self, origin: str | None) -> dict[str, Target]:
        actor = self.actor
        if actor is None:
            return {}
        state = self.source.now()
        key = (self._epoch, actor, origin)
        # The selected stack's and those of what is pointed at are asked for in turns, so both are kept.
        name = "targets" if origin == self.selected else "targets pointed at"
        return self._memo(name, key, lambda: self.words.targets(state, actor, origin))

    def targets(self) -> dict[str, Target]:
        """Return what the selected stack can reach or attack, by cell; without one, what takes a single click."""
        return self._targets(self.selected)

    # --- words ------------------------------------------------------------------------------------------------
    def seat_cards(self) -> tuple[SeatCard, ...]:
        """Return a card for every seat: the others in turn order after the viewer, the viewer last."""
        count = len(self.source.seats)
        order = [(self.viewer + 1 + n) % count for n in range(count)]
        told = self.told
        present = self.looking is None and told == len(self.source.steps)
        state, k = (self.state(), None) if present else (self.source.state_at(told), told)
        key = (self._epoch, k, self.viewer)
        return self._memo(
            "cards",
            key,
            lambda: tuple(standing.seat_card(self.source, self.words, state, k, seat) for seat in order),
        )

    def moves(self) -> tuple[MoveRow, ...]:
        """Return a row for every item, but those still to be shown moving; the one looked at is marked."""
        shown = self.told
        present = self.looking is None

        def rows() -> tuple[MoveRow, ...]:
            found = list(self._history.rows()[: shown if present else None])
            if 0 < shown <= len(found):
                found[shown - 1] = replace(found[shown - 1], current=True)
            return tuple(found)

        return self._memo("moves", (self._epoch, shown, present), rows)

    def last_roll(self) -> Roll | None:
        """Return the last combat with dice up to the position looked at."""
        return self._memo("roll", (self._epoch, self.told), lambda: self._history.last_roll(self.told))

    def rolls(self, k: int) -> tuple[Roll, ...]:
        """Return the combats with dice of item ``k``, 1 and on."""
        return self._history.rolls(k)

    def story(self, k: int) -> tuple[str, ...]:
        """Return what happened in item ``k``, 1 and on, a sentence for each event."""
        step = self.source.steps[k - 1]
        return story(step.events, step.seat, self.people)

    def statistics(self) -> Statistics:
        """Return curve, sums and luck of the match up to now; while something still moves, those told before."""
        waits = self.looking is None and self.told < len(self.source.steps)
        if self._statistics is None or not waits:
            self._statistics = self._history.statistics()
        return self._statistics

    def prediction(self) -> Prediction | None:
        """Return what going to the cell under mouse or cursor would do, else what the chosen attack would."""
        targets = self.targets()
        pointed = self._pointed()
        cell = pointed if pointed in targets else self.target
        if cell is None or cell not in targets:
            return None
        key = (self._epoch, self.actor, self.selected, cell, self.target)
        return self._memo(
            "prediction",
            key,
            lambda: replace(self.words.predict(targets[cell]), chosen=cell == self.target),
        )

    def reason(self) -> str:
        """Return why the selected stack cannot go or attack where mouse or cursor points; "" where it can.

        Own stacks that a click would select instead need no reason.
        """
        actor, origin, cell = self.actor, self.selected, self._pointed()
        if actor is None or origin is None or cell is None or cell == origin or cell in self.targets():
            return ""
        state = self.source.now()
        if self.words.selectable(state, actor, cell):
            return ""
        key = (self._epoch, actor, origin, cell)
        return self._memo("reason", key, lambda: self.words.why_not(state, actor, origin, cell))

    def counter(self) -> Prediction | None:
        """Return the other direction: what the stack under mouse or cursor could do to the selected one next turn."""
        other = self._pointed() or self.target
        own = self.selected
        if own is None or other is None or other == own or self.actor is None:
            return None
        state = self.source.now()
        return self._memo("counter", (self._epoch, own, other), lambda: self.words.counter(state, own, other))

    def dangers(self) -> tuple[Threat, ...]:
        """Return what others could do to the selected stack next turn once it had gone where mouse or cursor points."""
        target = self.targets().get(self._pointed() or "")
        actor = self.actor
        if target is None or actor is None or target.attack:
            return ()

        def find() -> tuple[Threat, ...]:
            action = self.game.parse(target.steps[-1])
            if self.game.needs_chance(target.before, action):
                return ()
            after, _ = self.game.apply(target.before, action, NoDraws())
            return tuple(t for t in self.words.threats(after, actor) if t.cell == target.cell)

        return self._memo("dangers", (self._epoch, self.selected, target.cell), find)

    def about(self) -> CellFacts | None:
        """Return what stands on the cell under mouse or cursor, else on the selected one."""
        cell = self._pointed() or self.selected
        if cell is None:
            return None
        state = self.state()
        return self._memo("about", (self._epoch, self.shown, cell), lambda: self.words.about(state, cell))

    def idle(self) -> Idle | None:
        """Return what can still be done in this turn, None out of turn and where a turn is one action."""
        actor = self.actor
        if actor is None:
            return None
        return self._memo("idle", (self._epoch, actor), lambda: self.words.idle(self.source.now(), actor))

    def threats(self) -> tuple[Threat, ...]:
        """Return what others could attack or take of the viewer's (of whoever acts here) in their next turn."""
        seat = self.actor if self.actor is not None else self.viewer
        state = self.state()
        if not self.people.own:
            return ()
        return self._memo("threats", (self._epoch, self.shown, seat), lambda: self.words.threats(state, seat))

    def _alarm(self) -> tuple[str, str, tuple[tuple[str, str], ...]] | None:
        if not self.people.own or not self.source.live:
            return None
        seat = self.actor if self.actor is not None else self.viewer
        state = self.state()
        return self._memo("alarm", (self._epoch, self.shown, seat), lambda: self.words.alarm(state, seat))

    def alarm(self) -> Figure | None:
        """Return a warning that is shown without being asked for (a base in reach): title and text."""
        found = self._alarm()
        return Figure(found[0], found[1]) if found else None

    def _alarm_arrows(self) -> tuple[tuple[str, str], ...]:
        found = self._alarm()
        return found[2] if found else ()

    def headline(self) -> str:
        """Return what goes on now, or in the position up to which everything has been seen."""
        seen = self.told if self.behind and self.source.live else None
        return self._memo(
            "headline", (self._epoch, seen), lambda: standing.headline(self.source, self.words, seen)
        )

    def acting(self) -> Seat | None:
        """Return whose turn it is now, or in the position up to which everything has been seen; None at the end."""
        if self.behind and self.source.live:
            return self.game.to_act(self.source.state_at(self.told))
        return standing.turn_of(self.source)

    def chips(self) -> tuple[str, ...]:
        """Return short words about the match: variant, round."""
        return self.words.chips(self.state())

    def result(self) -> ResultView | None:
        """Return how the match ended, None while it runs and until its end has been seen."""
        if self.behind and self.source.live:
            return None
        return self._memo("result", self._epoch, lambda: standing.result_view(self.source, self.words))

    def shop(self) -> Figure | None:
        """Return heading and note of the shop, None where nothing can be bought now."""
        actor = self.actor
        return None if actor is None else self.words.shop(self.source.now(), actor, self.selected)

    # --- motion -----------------------------------------------------------------------------------------------
    @property
    def animate(self) -> bool:
        """Whether new items wait to be shown one after another."""
        return self._animate

    @animate.setter
    def animate(self, on: bool) -> None:
        self._animate = on
        if not on:
            self.skip()

    def next_motion(self) -> Motion | None:
        """Take the next item to be shown moving; the picture is then the one after it. None: nothing waits.

        Panels go on telling of what was before until they are asked for the next one: the dice are still rolling.
        """
        before, self._moving = self._moving, None
        motion = None
        if self._queue and self.looking is None:
            self._moving = self._queue.popleft()
            motion = self.motion(self._moving)
        if self._moving != before:
            self._tell()
        return motion

    def motion(self, k: int) -> Motion:
        """Return item ``k``, 1 and on, as it is shown moving."""
        step = self.source.steps[k - 1]
        return Motion(
            k,
            step.seat if step.kind != "agree" else None,
            self._plain_picture(k - 1),
            self._plain_picture(k),
            self.words.path(step),
            step.events,
            bool(step.dice),
        )

    def skip(self) -> None:
        """Show the newest position at once."""
        self._queue.clear()
        self._moving = None
        self._tell()

    def _enqueue(self) -> None:
        """Let new items wait to be shown; those that a take-back played once more are known already."""
        steps = self.source.steps
        if len(steps) < self._count:
            self._queue.clear()
            self._moving = None
            if self.looking is not None and self.looking > len(steps):
                self.looking = None
            self._count = len(steps)
        for step in steps[self._count :]:
            if step.k <= len(self._hashes) and self._hashes[step.k - 1] == step.state_hash:
                continue
            del self._hashes[step.k - 1 :]
            self._hashes.append(step.state_hash)
            if self._animate and self.looking is None:
                self._queue.append(step.k)
        self._count = len(steps)
        while len(self._queue) > _LONGEST_QUEUE:
            self._queue.popleft()

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            listener()

    def _memo(self, name: str, key: Hashable, make: Callable[[], _Value]) -> _Value:
        """Return what ``make`` makes, made once for each ``key``."""
        known = self._memory.get(name)
        if known is None or known[0] != key:
            known = (key, make())
            self._memory[name] = known
        value: _Value = known[1]
        return value

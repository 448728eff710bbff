"""What a person sees of a match, and what a click or a key means. No pixel, no clock, no thread.

The model never applies anything to the match: it asks the rules what would come of it, and hands deeds to the
source. What takes several actions is played one by one, each asked about again before it is sent.
"""

from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any, TypeVar

from client.i18n import mark, tr
from client.view import standing
from client.view.deeds import match_deeds, pending_for
from client.view.history import History
from client.view.people import People
from client.view.picture import Badge, BoardPicture, Mark, Motion
from client.view.presenters import presenter_for
from client.view.source import ChatLine, MatchSource, Phase
from client.view.turning import Layout, layout
from client.view.values import (
    CellFacts,
    Deed,
    Figure,
    Idle,
    MoveRow,
    Notice,
    Pending,
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

__all__ = ["MatchModel"]

_Value = TypeVar("_Value")

_LONGEST_QUEUE = 40
"""Items waiting to be shown; of more, as after a reconnection, the earlier ones are skipped."""

_BACK_TO_PLAY = mark("You are looking at an earlier position. Go back to the present to play.")
_WAY_CLOSED = mark("The rest of the way is not possible any more.")


class MatchModel:
    """One match, looked at and, where it is live, played.

    Attributes:
        source: The match.
        game: Its rules.
        words: The presenter of its game.
        people: Names of the seats.
        ask_attacks: Whether an attack takes a second click.
        follow: Whether the board turns to whoever of several persons here is to act.
        ask_hint: What ``do("hint")`` calls; None: no hints.
        selected: Cell selected, or None.
        target: Cell chosen to be attacked, waiting for ``confirm``.
        hovered: Cell under the mouse.
        at: Cell of the keyboard's cursor, None before its first use.
        threats_on: Whether threats are marked.
        looking: Number of the item whose position is looked at; None for the newest.
    """

    def __init__(self, source: MatchSource, *, confirm: bool = True, animate: bool = False) -> None:
        self.source = source
        self.game = source.game
        self.people = People(source.seats)
        self.words = presenter_for(self.game, source.options, self.people)
        self.ask_attacks = confirm
        self.follow = False
        self.ask_hint: Callable[[], None] | None = None
        self.selected: str | None = None
        self.target: str | None = None
        self.hovered: str | None = None
        self.at: str | None = None
        self.threats_on = False
        self.looking: int | None = None
        self._history = History(source, self.words)
        self._keyboard = False
        self._anchor: tuple[float, float] = (0.0, 0.0)
        self._arrow_axis = ""
        self._animate = animate
        self._queue: deque[int] = deque()
        self._seen = len(source.steps)
        self._plan: deque[str] = deque()
        self._sent: int | None = None
        self._follow_to: str | None = None
        self._pending: Pending | None = None
        self._notice: Notice | None = None
        self._notices = 0
        self._hint: tuple[str, tuple[tuple[str, str], ...]] | None = None
        self._hint_at = 0
        self._acting: Seat | None = None
        self._alert = ""
        self._read = len(source.chat_lines)
        self._epoch = 0
        self._memory: dict[str, tuple[Hashable, Any]] = {}
        self._position: tuple[int, Any] = (0, None)
        self._listeners: list[Callable[[], None]] = []
        start = self.game.board(source.state_at(0))
        self._shape = Board(start.orientation, tuple(replace(cell, owner=None) for cell in start.cells))
        self._cells = frozenset(cell.name for cell in start.cells)
        self._unsubscribe = source.subscribe(self._changed, self._refused)
        self._watch_turn()

    def close(self) -> None:
        """Listen to the match no longer."""
        self._unsubscribe()

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Have ``changed`` called whenever anything here may look different; returns what ends this."""
        self._listeners.append(changed)
        return lambda: self._listeners.remove(changed)

    def retell(self) -> None:
        """Make all words anew: the language has changed."""
        self._history.forget()
        self._memory.clear()
        self._tell()

    # --- what is looked at ------------------------------------------------------------------------------------
    @property
    def shown(self) -> int:
        """Number of the item after which the position looked at stands."""
        if self.looking is not None:
            return min(self.looking, len(self.source.steps))
        return self._queue[0] - 1 if self._queue else len(self.source.steps)

    def state(self) -> Any:
        """Return the position looked at."""
        if self.looking is None and not self._queue and self.source.live:
            return self.source.now()
        return self.source.state_at(self.shown)

    @property
    def viewer(self) -> Seat:
        """The seat from whose side the board is seen."""
        own = self.people.own
        acting = self.source.to_act()
        if self.follow and acting in own and acting is not None:
            return acting
        return own[0] if own else 0

    @property
    def actor(self) -> Seat | None:
        """The seat that a person here may act for now, looking at the newest position; else None."""
        if not self.source.live or self.looking is not None or self._queue or self._plan:
            return None
        if self._sent is not None and self._sent == len(self.source.steps):
            return None
        return self.source.own_turn()

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
        if actor is None or origin is None:
            return {}
        state = self.source.now()
        key = (self._epoch, actor, origin)
        return self._memo("targets", key, lambda: self.words.targets(state, actor, origin))

    def targets(self) -> dict[str, Target]:
        """Return what the selected stack can reach or attack, by cell."""
        return self._targets(self.selected)

    # --- words ------------------------------------------------------------------------------------------------
    def seat_cards(self) -> tuple[SeatCard, ...]:
        """Return a card for every seat: the others in turn order after the viewer, the viewer last."""
        count = len(self.source.seats)
        order = [(self.viewer + 1 + n) % count for n in range(count)]
        state, k = self.state(), None if self.looking is None and not self._queue else self.shown
        key = (self._epoch, k, self.viewer)
        return self._memo(
            "cards",
            key,
            lambda: tuple(standing.seat_card(self.source, self.words, state, k, seat) for seat in order),
        )

    def moves(self) -> tuple[MoveRow, ...]:
        """Return a row for every item, the one looked at marked."""
        shown = self.shown

        def rows() -> tuple[MoveRow, ...]:
            found = list(self._history.rows())
            if 0 < shown <= len(found):
                found[shown - 1] = replace(found[shown - 1], current=True)
            return tuple(found)

        return self._memo("moves", (self._epoch, shown), rows)

    def last_roll(self) -> Roll | None:
        """Return the last combat with dice up to the position looked at."""
        return self._memo("roll", (self._epoch, self.shown), lambda: self._history.last_roll(self.shown))

    def rolls(self, k: int) -> tuple[Roll, ...]:
        """Return the combats with dice of item ``k``, 1 and on."""
        return self._history.rolls(k)

    def statistics(self) -> Statistics:
        """Return curve, sums and luck of the match up to now."""
        return self._history.statistics()

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
        """Return what goes on now."""
        return self._memo("headline", self._epoch, lambda: standing.headline(self.source, self.words))

    def chips(self) -> tuple[str, ...]:
        """Return short words about the match: variant, round."""
        return self.words.chips(self.state())

    def result(self) -> ResultView | None:
        """Return how the match ended, None while it runs."""
        return self._memo("result", self._epoch, lambda: standing.result_view(self.source, self.words))

    def shop(self) -> Figure | None:
        """Return heading and note of the shop, None where nothing can be bought now."""
        actor = self.actor
        return None if actor is None else self.words.shop(self.source.now(), actor, self.selected)

    def pending(self) -> Pending | None:
        """Return the deed that waits for ``confirm`` or ``cancel``, None for none (a chosen attack is ``target``)."""
        return self._pending

    def notice(self) -> Notice | None:
        """Return the last thing to tell: why a click or a deed came to nothing; None once something was done."""
        return self._notice

    def take_alert(self) -> str:
        """Return ``Your turn`` once after it has become the turn of somebody here, else ""."""
        alert, self._alert = self._alert, ""
        return alert

    # --- chat -------------------------------------------------------------------------------------------------
    def chat(self) -> tuple[ChatLine, ...]:
        """Return what was said, oldest first."""
        return tuple(self.source.chat_lines)

    @property
    def unread(self) -> int:
        """Lines of chat since ``read_chat``."""
        return max(0, len(self.source.chat_lines) - self._read)

    def read_chat(self) -> None:
        """Take note of what was said."""
        self._read = len(self.source.chat_lines)
        self._tell()

    def say(self, text: str) -> None:
        """Chat; empty lines are not sent."""
        if text.strip() and self.people.own:
            self.source.chat(self.people.own[0], text.strip())

    # --- mouse ------------------------------------------------------------------------------------------------
    def hover(self, cell: str | None) -> None:
        """Point at a cell, or at none."""
        if cell == self.hovered and not self._keyboard:
            return
        self.hovered = cell if cell in self._cells else None
        self._keyboard = False
        self._tell()

    def click(self, cell: str) -> None:
        """Select, go, attack (with ``ask_attacks`` at the second click), deselect, or tell why nothing comes of it.

        While moves are being shown, the first click only shows the newest position.
        """
        self._keyboard = False
        self.at = cell
        self._use(cell, attack=True)

    def _use(self, cell: str, *, attack: bool) -> None:
        """Do what a click or a key on ``cell`` means; ``attack``: whether it may carry out an attack."""
        if cell not in self._cells:
            return
        self._pending = None
        if self._queue:
            self.skip()
            return
        actor = self.actor
        if actor is None:
            self._look_at(cell)
            return
        targets = self.targets()
        if cell == self.selected:
            self._select(None)
        elif cell in targets:
            self._go(targets[cell], attack=attack)
        elif self.words.selectable(self.source.now(), actor, cell):
            self._select(cell)
        else:
            self.target = None
            self._say("why_not", self.words.why_not(self.source.now(), actor, self.selected, cell))

    def _look_at(self, cell: str) -> None:
        """Select a cell out of turn: to read about it."""
        if cell == self.selected or self.words.about(self.state(), cell) is None:
            self._select(None)
            return
        self._select(cell)
        if self.source.live and self.source.status().phase is Phase.PLAYING and not self._plan:
            if self.looking is not None:
                self._say("looking_back", tr(_BACK_TO_PLAY))
            elif self.source.own_turn() is None:
                self._say("not_your_turn", f"{self.headline()}.")

    def _select(self, cell: str | None) -> None:
        self.selected, self.target = cell, None
        self._notice = None
        self._tell()

    def _go(self, target: Target, *, attack: bool) -> None:
        if target.attack and not (attack and (not self.ask_attacks or self.target == target.cell)):
            self.target = target.cell
            self._notice = None
            self._tell()
            return
        self._play(target.steps, target.cell)

    # --- keyboard ---------------------------------------------------------------------------------------------
    def cursor(self, direction: int) -> None:
        """Move the keyboard's cursor to the neighbour in a direction, if there is one.

        Args:
            direction: 0..5, clockwise as drawn, from the right (pointed cells) or the lower right (flat ones).
        """
        if self._start_cursor():
            self._arrow_axis = ""
            self.at = self.layout().neighbour(self.at or "", direction) or self.at
        self._tell()

    def arrow(self, name: str) -> None:
        """Move the cursor by an arrow key: ``left``, ``right``, ``up`` or ``down``."""
        if self._start_cursor() and self.at is not None:
            axis = "x" if name in ("left", "right") else "y"
            if axis != self._arrow_axis:
                self._arrow_axis, self._anchor = axis, self.layout().at[self.at]
            self.at = self.layout().towards(self.at, name, self._anchor) or self.at
        self._tell()

    def _start_cursor(self) -> bool:
        """Show the cursor; returns whether it was shown already, so that a key moves it."""
        if self._keyboard and self.at is not None:
            return True
        self._keyboard = True
        if self.at is None:
            homes = self.words.homes(self.state(), self.viewer)
            self.at = self.selected or (homes[0] if homes else self._shape.cells[0].name)
        self._arrow_axis = ""
        return False

    def next_stack(self, back: bool = False) -> None:
        """Select the next own stack that can still do something, and put the cursor there; ``back``: the one before."""
        actor = self.actor
        if actor is None:
            return
        cells = self.words.busy(self.source.now(), actor)
        if not cells:
            return
        here = self.selected if self.selected in cells else None
        place = cells.index(here) + (-1 if back else 1) if here else (-1 if back else 0)
        self._keyboard, self.at, self._arrow_axis = True, cells[place % len(cells)], ""
        self._select(self.at)

    def activate(self) -> None:
        """Select or go at the cursor; an attack is only chosen, and waits for ``confirm``."""
        if not self._start_cursor():
            self._tell()
        elif self.at is not None:
            self._use(self.at, attack=False)

    def confirm(self) -> None:
        """Do what is pending, else carry out the chosen attack."""
        if self._pending is not None:
            key, self._pending = self._pending.key, None
            self._run(key)
        elif self.target is not None and (target := self.targets().get(self.target)) is not None:
            self._play(target.steps, target.cell)

    def cancel(self) -> bool:
        """Take back the last of what is open: question, chosen attack, way, looking back, selection.

        Returns whether there was anything.
        """
        if self._pending is not None:
            self._pending = None
        elif self.target is not None:
            self.target = None
        elif self._plan:
            self._plan.clear()
        elif self.looking is not None:
            self.looking = None
        elif self.selected is not None:
            self.selected = None
        else:
            return False
        self._notice = None
        self._tell()
        return True

    def press(self, name: str, shift: bool = False) -> bool:
        """Do what a key means; returns whether it means anything.

        Arrow keys move the cursor, ``tab`` goes through stacks, ``enter`` and ``space`` select and go, ``escape``
        takes back, ``y`` says yes, ``t`` marks threats, ``pageup``, ``pagedown``, ``home`` and ``end`` look back; deeds
        have their shortcuts.
        """
        if name in ("left", "right", "up", "down"):
            self.arrow(name)
        elif name == "tab":
            self.next_stack(shift)
        elif name == "escape":
            return self.cancel()
        elif name in ("enter", "space"):
            self.activate()
        elif name == "y" and (self._pending is not None or self.target is not None):
            self.confirm()
        elif name == "t":
            self.toggle_threats()
        elif name in ("pageup", "pagedown", "home", "end"):
            self._leaf(name)
        else:
            return self._press_deed(name)
        return True

    def _press_deed(self, name: str) -> bool:
        deed = next((deed for deed in self.deeds() if deed.shortcut == name), None)
        if deed is not None:
            self.do(deed.key)
        return deed is not None

    def _leaf(self, name: str) -> None:
        last = len(self.source.steps)
        k = {"home": 0, "end": last, "pageup": self.shown - 1, "pagedown": self.shown + 1}[name]
        self.look_back(k if k < last else None)

    # --- deeds ------------------------------------------------------------------------------------------------
    def deeds(self) -> tuple[Deed, ...]:
        """Return what can be done beside moving: attack chosen, shop, buildings, end of turn, offers, resigning."""
        key = (self._epoch, self.actor, self.selected, self.target, self.ask_hint is None, self.looking)
        return self._memo("deeds", key, lambda: match_deeds(self))

    def do(self, key: str) -> None:
        """Do a deed, ask first, or tell why it cannot be done. Unknown keys do nothing.

        Args:
            key: Of one of ``deeds``.
        """
        deed = next((deed for deed in self.deeds() if deed.key == key), None)
        if deed is None:
            return
        if not deed.enabled:
            self._say("not_possible", deed.reason)
            return
        self._pending = pending_for(self, deed)
        self._notice = None
        if self._pending is not None:
            self._tell()
        else:
            self._run(key)

    def _run(self, key: str) -> None:
        """Do a deed that needs no further question."""
        what, _, kind = key.partition(":")
        actor = self.actor
        seat = self.speaker
        match what:
            case "attack":
                self.confirm()
            case "hint":
                if self.ask_hint is not None:
                    self.ask_hint()
            case "take_back":
                self._select(None)
                self.source.take_back()
            case "resign" if seat is not None:
                self._select(None)
                self.source.resign(seat)
            case "offer" if seat is not None:
                self.source.offer(seat, kind)
            case "accept":
                self._accept(kind)
            case _ if actor is not None:
                self._act(actor, self.words.action_of(self.source.now(), actor, key, self.selected))
        self._tell()

    @property
    def speaker(self) -> Seat | None:
        """The seat that resigns and offers for the person here: whose turn it is, else the first that lives."""
        acting = self.source.to_act()
        living = [seat for seat in self.people.own if seat in self.game.living(self.source.now())]
        return acting if acting in living else next(iter(living), None)

    def _accept(self, kind: str) -> None:
        for offer in self.source.offers():
            if offer.kind == kind:
                for seat in self.people.own:
                    if seat != offer.seat and seat not in offer.accepted:
                        self.source.accept(seat, offer.e)
                return

    def _play(self, steps: tuple[str, ...], cell: str) -> None:
        """Play actions one after another; the stack stays selected where it arrives, if it can go on."""
        actor = self.actor
        if actor is None:
            return
        self._follow_to = cell
        self._plan = deque(steps[1:])
        self._act(actor, steps[0])

    def _act(self, seat: Seat, text: str) -> None:
        self.target = None
        self._hint = None
        self._notice = None
        self._sent = len(self.source.steps)
        self.source.act(seat, text)

    # --- looking back, threats, hints -------------------------------------------------------------------------
    def look_back(self, k: int | None) -> None:
        """Look at the position after ``k`` items (clamped to those there are); None: at the newest."""
        self.looking = None if k is None else max(0, min(k, len(self.source.steps)))
        self._queue.clear()
        self._pending = None
        self._select(None)

    def toggle_threats(self) -> None:
        """Mark what others could attack, or stop marking it."""
        self.threats_on = not self.threats_on
        self._tell()

    def show_hint(self, action: str) -> None:
        """Show advice: an arrow, its cell selected. It goes with the next change of the position."""
        cells = self.game.action_cells(self.game.parse(action))
        self._hint = (action, ((cells[0], cells[-1]),) if len(cells) > 1 else ())
        self._hint_at = len(self.source.steps)
        if cells and self.actor is not None:
            self._select(cells[0])
        self._tell()

    def hint(self) -> Prediction | None:
        """Return the action advised, with what it will do; None where no advice is shown."""
        if self._hint is None:
            return None
        text, warnings = self.words.effect(self.source.now(), self._hint[0])
        return Prediction(self._hint[0], 1, self._hint[0], text, warnings)

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
        """Take the next item to be shown moving; the picture is then the one after it. None: nothing waits."""
        if not self._queue or self.looking is not None:
            return None
        k = self._queue.popleft()
        step = self.source.steps[k - 1]
        motion = Motion(
            k,
            step.seat if step.kind != "agree" else None,
            self._plain_picture(k - 1),
            self._plain_picture(k),
            self.words.path(step),
            step.events,
            bool(step.dice),
        )
        self._tell()
        return motion

    def skip(self) -> None:
        """Show the newest position at once."""
        self._queue.clear()
        self._tell()

    # --- the match moves on -----------------------------------------------------------------------------------
    def _changed(self) -> None:
        self._epoch += 1
        self._enqueue()
        steps = len(self.source.steps)
        if self._sent is not None and self._sent != steps:
            self._sent = None
        if self._hint is not None and self._hint_at != steps:
            self._hint = None
        self._watch_turn()
        if self._sent is None:
            self._go_on()
        self._tell()

    def _enqueue(self) -> None:
        steps = len(self.source.steps)
        if steps < self._seen:
            self._queue.clear()
            self.looking = None if self.looking is None or self.looking > steps else self.looking
        elif self._animate and self.looking is None:
            self._queue.extend(range(self._seen + 1, steps + 1))
            while len(self._queue) > _LONGEST_QUEUE:
                self._queue.popleft()
        self._seen = steps

    def _go_on(self) -> None:
        """Play the next action of a way, or settle the selection at its end."""
        seat = self.source.own_turn()
        if self._plan:
            if seat is None:
                return
            text = self._plan.popleft()
            if self.game.is_legal(self.source.now(), self.game.parse(text)):
                self._sent = len(self.source.steps)
                self.source.act(seat, text)
                return
            self._plan.clear()
            self._say("way_closed", tr(_WAY_CLOSED))
        if seat is None:
            return
        cell = self._follow_to if self._follow_to is not None else self.selected
        self._follow_to = None
        if cell is None:
            return
        state = self.source.now()
        keep = self.words.selectable(state, seat, cell) and (
            cell == self.selected or (self.words.undoes and cell in self.words.busy(state, seat))
        )
        self.selected = cell if keep else None
        if self.target is not None and self.target not in self.targets():
            self.target = None

    def _watch_turn(self) -> None:
        acting = self.source.to_act()
        if acting != self._acting:
            self._acting = acting
            self._alert = ""
            if acting in self.people.own and self.source.live and acting is not None:
                self.selected = self.target = None
                self._plan.clear()
                self._alert = standing.headline(self.source, self.words)

    def _refused(self, code: str, text: str) -> None:
        self._sent = None
        self._plan.clear()
        self._follow_to = None
        self._epoch += 1
        self._say(code, text)

    def _say(self, code: str, text: str) -> None:
        self._notices += 1
        self._notice = Notice(code, text, self._notices)
        self._tell()

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

"""What a click or a key means in a match. No pixel, no clock, no thread.

The model never applies anything to the match: it asks the rules what would come of it, and hands deeds to the
source. What takes several actions is played one by one, each asked about again before it is sent.
"""

from collections import deque
from collections.abc import Callable

from client.i18n import mark, tr
from client.view import standing
from client.view.deeds import alone, match_deeds, pending_for
from client.view.looking import Looking
from client.view.source import ChatLine, MatchSource, Phase
from client.view.values import Deed, Notice, Pending, Prediction, Target
from engine.game import Seat

__all__ = ["MatchModel"]

_BACK_TO_PLAY = mark("You are looking at an earlier position. Go back to the present to play.")
_WAY_CLOSED = mark("The rest of the way is not possible any more.")


class MatchModel(Looking):
    """One match, looked at and, where it is live, played.

    Attributes:
        ask_attacks: Whether an attack takes a second click in games with dice.
        ask_hint: What ``do("hint")`` calls; None: no hints.
    """

    def __init__(self, source: MatchSource, *, confirm: bool = True, animate: bool = False) -> None:
        """Look at a match.

        Args:
            source: The match.
            confirm: What ``ask_attacks`` begins as.
            animate: Whether new items wait to be shown moving (``next_motion``).
        """
        super().__init__(source, animate=animate)
        self.ask_attacks = confirm
        self.ask_hint: Callable[[], None] | None = None
        self._anchor: tuple[float, float] = (0.0, 0.0)
        self._arrow_axis = ""
        self._plan: deque[str] = deque()
        self._sent: int | None = None
        self._follow_to: str | None = None
        self._pending: Pending | None = None
        self._notice: Notice | None = None
        self._notices = 0
        self._hint_at = 0
        self._agreeing = ""
        self._turn: tuple[Seat, int] | None = None
        self._alert = ""
        self._read = len(source.chat_lines)
        self._unsubscribe = source.subscribe(self._changed, self._refused)
        self._watch_turn()

    def close(self) -> None:
        """Listen to the match no longer."""
        self._unsubscribe()

    def _occupied(self) -> bool:
        return bool(self._plan) or self._sent == len(self.source.steps)

    # --- what is open ----------------------------------------------------------------------------------------
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
        """Lines that somebody said since ``read_chat``; what the program tells is no chat."""
        return sum(line.seat is not None for line in self.source.chat_lines[self._read :])

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
        if self.behind:
            self.skip()
            return
        actor = self.actor
        if actor is None:
            self._look_at(cell)
            return
        targets = self.targets()
        if cell == self.selected:
            if self._hint is None or cell not in self.game.action_cells(self.game.parse(self._hint[0]))[:1]:
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
            elif (acting := standing.turn_of(self.source)) not in (None, self.source.own_turn()):
                name = self.people(acting)
                self._say("not_your_turn", tr("It is the turn of {name}.", name=name))

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
        """Select or go at the cursor; an attack is only chosen, and waits for ``confirm``; a question is left alone."""
        if self._pending is not None:
            return
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
        """Take back the last of what is open: question, chosen attack, way, looking back, hint, selection.

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
        elif self._hint is not None:
            self._hint = None
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
        have their shortcuts. While a question is open, ``y`` and ``escape`` alone mean something.
        """
        if self._pending is not None and name not in ("escape", "y"):
            return False
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
        elif name == "t" and self.plays:
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
        self.look_back({"home": 0, "end": last, "pageup": self.shown - 1, "pagedown": self.shown + 1}[name])

    # --- deeds ------------------------------------------------------------------------------------------------
    def deeds(self) -> tuple[Deed, ...]:
        """Return what can be done beside moving: attack chosen, shop, buildings, end of turn, offers, resigning."""
        key = (self._epoch, self.actor, self.selected, self.target, self.ask_hint is None, self.looking)
        return self._memo("deeds", key, lambda: match_deeds(self))

    def do(self, key: str, *, asked: bool = False) -> None:
        """Do a deed, ask first, or tell why it cannot be done. Unknown keys do nothing.

        Args:
            key: Of one of ``deeds``.
            asked: Whether the person has been asked already.
        """
        deed = next((deed for deed in self.deeds() if deed.key == key), None)
        if deed is None:
            return
        if not deed.enabled:
            self._say("not_possible", deed.reason)
            return
        self._pending = None if asked else pending_for(self, deed)
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
                self._agreeing = kind if alone(self) else ""
                self.source.offer(seat, kind)
            case "accept":
                self._accept(kind)
            case _ if actor is not None:
                self._act(actor, self.words.action_of(self.source.now(), actor, key, self.selected))
        self._tell()

    @property
    def speaker(self) -> Seat | None:
        """The seat that resigns and offers for the person here: whose turn it is, else the first that lives."""
        acting = standing.turn_of(self.source)
        living = [seat for seat in self.people.own if seat in self.game.living(self.source.now())]
        return acting if acting in living else next(iter(living), None)

    @property
    def plays(self) -> bool:
        """Whether somebody here is still in the game, and it goes on."""
        over = self.source.status().phase in (Phase.FINISHED, Phase.STOPPED)
        return self.source.live and not over and self.speaker is not None

    def _accept(self, kind: str) -> None:
        for offer in self.source.offers():
            if offer.kind == kind:
                for seat in self.people.own:
                    if seat != offer.seat and seat not in offer.accepted:
                        self.source.accept(seat, offer.e)
                return

    def _agree(self) -> None:
        """Accept for all persons here what one of them has offered, after they were asked together."""
        if any(offer.kind == self._agreeing for offer in self.source.offers()):
            kind, self._agreeing = self._agreeing, ""
            self._accept(kind)

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
        """Look at the position after ``k`` items; at the newest with None, and with all items there are or more."""
        self.looking = None if k is None or k >= len(self.source.steps) else max(0, k)
        if self.looking is not None:
            self._hint = None
        self._queue.clear()
        self._moving = None
        self._pending = None
        self._select(None)

    def toggle_threats(self) -> None:
        """Mark what others could attack, or stop marking it; tell where there is nothing to mark."""
        self.threats_on = not self.threats_on
        if self.threats_on and not self.threats():
            self._say("no_threats", tr("No threats."))
        self._tell()

    def show_hint(self, action: str) -> None:
        """Show advice: an arrow, its cell selected. It goes with the next change of the position.

        Advice that comes too late, when the action is not possible any more, is not shown.
        """
        advised = self.game.parse(action)
        if self.source.own_turn() is None or not self.game.is_legal(self.source.now(), advised):
            return
        cells = self.game.action_cells(advised)
        self._hint = (action, ((cells[0], cells[-1]),) if len(cells) > 1 else ())
        self._hint_at = len(self.source.steps)
        if cells and self.actor is not None:
            self._select(cells[0])
        self._tell()

    def hint(self) -> Prediction | None:
        """Return the action advised, with what it will do; its title names the piece. None: no advice is shown."""
        if self._hint is None:
            return None
        state, action = self.source.now(), self._hint[0]
        text, warnings = self.words.effect(state, action)
        return Prediction(action, 1, self.words.advice(state, action) or action, text, warnings)

    def play_hint(self) -> None:
        """Do what is advised, an attack too: its odds stand beside it. Deeds that ask by hand ask here as well."""
        actor = self.actor
        if self._hint is None or actor is None:
            return
        action, state = self._hint[0], self.source.now()
        cells = self.game.action_cells(self.game.parse(action))
        if cells and self.selected != cells[0]:
            self._select(cells[0])
        target = next((found for found in self.targets().values() if found.steps == (action,)), None)
        if target is not None:
            self._play(target.steps, target.cell)
            return
        for deed in self.deeds():
            if self.words.action_of(state, actor, deed.key, self.selected) == action:
                self.do(deed.key)
                return

    # --- the match moves on -----------------------------------------------------------------------------------
    def _changed(self) -> None:
        self._epoch += 1
        self._enqueue()
        steps = len(self.source.steps)
        if self._sent is not None and self._sent != steps:
            self._sent = None
        if self._hint is not None and self._hint_at != steps:
            self._hint = None
        self.threats_on = self.threats_on and self.plays
        self._watch_turn()
        self._agree()
        if self._sent is None:
            self._go_on()
        self._tell()

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
            self._let_go()
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

    def _let_go(self) -> None:
        """Select nothing any more where nothing is left of what was selected, while nobody here may act."""
        if not any(piece.cell == self.selected for piece in self.game.pieces(self.source.now())):
            self.selected = self.target = None

    def _watch_turn(self) -> None:
        """Let go of everything when a turn begins, and call on whoever is to act, if it is somebody here."""
        acting = self.source.to_act()
        if acting is None:
            return  # dice are waited for, say: the turn goes on
        others = (
            step.k for step in reversed(self.source.steps) if step.kind == "act" and step.seat != acting
        )
        turn = (acting, next(others, 0))
        if turn == self._turn:
            return
        self._turn = turn
        self._alert = ""
        self._plan.clear()
        self._follow_to = None
        if acting in self.people.own and self.source.live:
            self.selected = self.target = None
            self._alert = standing.call_words(self.words, self.source.now(), acting)

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

"""The match screen: a match is looked at and played, by mouse and by keys."""

from collections.abc import Callable
from typing import ClassVar, Final

from client.app.ports import Notice, Table
from client.ui.board.board import BoardWidget
from client.ui.board.motion import MotionQueue, Speed
from client.ui.board.shape import shape_of
from client.ui.context import Context, Screen
from client.ui.geometry import Size
from client.ui.screens import ways
from client.ui.screens.match_asks import ask_to_end, leave_modal, match_menu, pending_modal
from client.ui.screens.match_banners import banners, handover, whisper
from client.ui.screens.match_bar import BarDeeds, match_bar, sheet_modal
from client.ui.screens.match_frame import (
    SLANTED,
    Beside,
    Corners,
    Frame,
    Plan,
    corners_for,
    is_small,
    rails_for,
)
from client.ui.screens.panels import Desk
from client.ui.screens.panels_chat import chat_drawer
from client.ui.screens.rails import Asked, corner_panels, flat_cards, left_rail, right_rail
from client.ui.toolkit import KeyPress, Widget
from client.view.hint_words import reason_words
from client.view.model import MatchModel
from client.view.picture import Motion
from client.view.source import MatchSource, Phase
from client.view.values import BACK_KEY
from client.workers.deciding import Advice
from engine.game import EventKind, Seat

__all__ = ["MatchScreen"]

SPEEDS: Final = {"full": Speed.NORMAL, "fast": Speed.FAST, "off": Speed.OFF}
PANELS: Final = ("board", "moves", "end", "attack", "say", "take_back", "menu")
"""Keys of what F6 goes through, those that are there."""

RESULT_AFTER: Final = 1500
"""Milliseconds from the last motion of a match to its result."""

WALKING: Final = frozenset({"left", "right", "up", "down", "tab", "enter", "space"})
HANDOVER: Final = 4000
"""Milliseconds for which it is told whose turn begins, where several persons share a machine."""

WHISPER: Final = 6000
"""Milliseconds for which it is told why nothing came of a click."""

USUAL_VOLUME: Final = 0.7


def speed_of(motion: str) -> Speed:
    """Return how fast boards move for a word of the preferences."""
    return SPEEDS.get(motion, Speed.NORMAL)


class Moving(MotionQueue):
    """Motions of a match: skipping one skips all that wait in its model, too."""

    def __init__(self, model: MatchModel, speed: Speed) -> None:
        super().__init__(speed)
        self._model = model

    def skip(self) -> bool:
        """Bring everything to its end at once."""
        running = super().skip()
        if running:
            self._model.skip()
        return running


class MatchScreen(Screen):
    """One match.

    Args of the constructor:
        context: The window.
        source: The match.
        table: Where it is played; None for a position to be looked at or a lesson.

    Attributes:
        model: What is seen and done.
        queue: What moves.
    """

    name: ClassVar[str] = "match"

    def __init__(self, context: Context, source: MatchSource, *, table: Table | None = None) -> None:
        super().__init__(context)
        preferences = context.app.preferences
        self.source = source
        self.table = table
        self.model = MatchModel(source, confirm=preferences.confirm_attacks, animate=True)
        if preferences.hints and source.live:
            self.model.ask_hint = self.ask_hint
        self.queue = Moving(self.model, speed_of(preferences.motion))
        self._widget: BoardWidget | None = None
        self._tab = "about"
        self._selected: str | None = None
        self._chat_open = False
        self._draft = ""
        self._thinking = False
        self._hint = ""
        self._asked = ""
        self._panel = 0
        self._handover: tuple[str, Seat | None, int] = ("", None, 0)
        self._heard_notice = 0
        self._told_until = 0
        self._alerted = False
        self._finished_at: int | None = None
        self._result_shown = not source.live or source.status().phase is Phase.FINISHED
        self._stop_listening: list[Callable[[], None]] = []

    # --- shown and left -----------------------------------------------------------------------------------
    def entered(self) -> None:
        """Listen to the match; the keyboard is on the board."""
        preferences = self.context.app.preferences
        self.queue.speed = speed_of(preferences.motion)
        self.model.ask_attacks = preferences.confirm_attacks
        self.model.follow = preferences.own_seat_below
        self.model.retell()
        self._stop_listening = [self.model.subscribe(self._changed)]
        if self.table is not None:
            self._stop_listening.append(self.table.subscribe(self.context.refresh))
        self.context.focus("board")

    def left(self) -> None:
        """Listen no longer."""
        for stop in self._stop_listening:
            stop()
        self._stop_listening = []
        self._seen()

    def _changed(self) -> None:
        model = self.model
        if model.selected != self._selected:
            self._selected = model.selected
            self._tab = "about" if model.selected is not None else self._tab
        if model.hint() is None:
            self._hint = ""
        notice = model.notice()
        if notice is not None and notice.number != self._heard_notice:
            self._heard_notice = notice.number
            self._told_until = self.context.now() + WHISPER
            if notice.code != "no_threats":
                self.context.sound("refused")
        if self._chat_open and model.unread:
            model.read_chat()
        self._ask_pending()
        self.context.refresh()

    # --- time ---------------------------------------------------------------------------------------------
    def tick(self, now: int) -> bool:
        """Let the next move be seen, sound the turn, and go on to the result at the end."""
        if self.queue.running:
            return True
        motion = self.model.next_motion()
        if motion is not None:
            self.queue.add(motion)
            self._sound(motion)
            return True
        self._begin_turn()
        return self._watch_end(now)

    def _sound(self, motion: Motion) -> None:
        kinds = {event.kind for event in motion.events}
        own = motion.seat in self.model.people.own
        if motion.dice:
            self.context.sound("dice", own=own)
        elif kinds & {EventKind.CAPTURED, EventKind.LOST, EventKind.STARVED}:
            self.context.sound("capture", own=own)
        elif kinds & {EventKind.BUILT, EventKind.BOUGHT}:
            self.context.sound("build", own=own)
        elif motion.path:
            self.context.sound("step", own=own)

    def _begin_turn(self) -> None:
        alert = self.model.take_alert()
        if not alert:
            return
        self.context.sound("turn")
        self._alerted = True
        self.context.attention(True)
        if len(self.model.people.own) > 1:
            self._handover = alert, self.source.own_turn(), self.context.now() + HANDOVER
            self.context.refresh()

    def _watch_end(self, now: int) -> bool:
        if self._result_shown or self.source.status().phase is not Phase.FINISHED:
            return False
        if self._finished_at is None:
            self._finished_at = now
        if now - self._finished_at < RESULT_AFTER:
            return True
        self.show_result()
        return False

    # --- building -----------------------------------------------------------------------------------------
    def build(self, size: Size) -> Widget:
        """Return the match as it is now."""
        owners = self.context.owners(self.source.game.name, len(self.source.seats))
        desk = Desk(self.context, self.model, owners, is_small(size))
        board = self._widget = self._board(desk)
        asked = Asked(
            self._tab,
            self._choose_tab,
            self._thinking,
            self._hint,
            self.end_turn,
            self._result(),
            self._chat(desk),
        )
        slanted = self.source.game.name == SLANTED
        rails = rails_for(size, len(self.source.seats))
        plan: Plan = rails
        notices = self.table.notices if self.table is not None else ()
        ended = self.table.ended if self.table is not None else None
        told = whisper(desk, self._told_until)
        if told is not None:
            self._handover = ("", None, 0)
        cards, left = None, None
        if slanted:
            cards = flat_cards(desk)
            plan = corners_for(size, shape_of(board.picture.board, board.picture.turns)) or Beside(
                rails.right
            )
        if isinstance(plan, Corners):
            left, right = corner_panels(desk, asked, plan.lower)
        else:
            left = None if slanted else left_rail(desk, size)
            right = right_rail(desk, size, asked)
        return Frame(
            plan,
            match_bar(desk, self._bar_deeds(), chat_open=self._chat_open),
            board,
            left,
            right,
            cards=cards,
            banners=banners(desk, notices, ended),
            whisper=told or handover(desk, *self._handover),
            whisper_above=told is None,
            on_key=self._key,
            on_text=self._typed,
        )

    def _board(self, desk: Desk) -> BoardWidget:
        model = self.model
        homes = model.words.homes(model.state(), model.viewer)
        return BoardWidget(
            model.picture(),
            desk.owners,
            queue=self.queue,
            strength=self.context.app.preferences.patterns,
            home=homes[0] if homes else None,
            on_hover=self._hover,
            on_click=self._click,
            on_key=lambda press: self._key(press, in_panel=False),
        )

    def _chat(self, desk: Desk) -> Widget | None:
        if not self._chat_open:
            return None
        return chat_drawer(desk, self._draft, on_draft=self._write, on_close=self.toggle_chat)

    def _result(self) -> Callable[[], None] | None:
        return self.show_result if self.model.result() is not None and self.source.live else None

    def _bar_deeds(self) -> BarDeeds:
        live, plays = self.source.live, self.model.plays
        return BarDeeds(
            hint=self.press_hint if plays and self.model.ask_hint is not None else None,
            threats=self.model.toggle_threats if plays else None,
            chat=self.toggle_chat if live else None,
            rules=self.show_rules,
            sound=self.toggle_sound,
            menu=self.open_menu,
        )

    # --- mouse --------------------------------------------------------------------------------------------
    def _hover(self, cell: str | None) -> None:
        self._seen()
        self.model.hover(cell)

    def _seen(self) -> None:
        """Somebody is there: the window need not call any more."""
        if self._alerted:
            self._alerted = False
            self.context.attention(False)

    def _click(self, cell: str, button: str) -> None:
        if button == "left":
            self.model.click(cell)
        elif button == "right":
            self.model.cancel()

    # --- keys ---------------------------------------------------------------------------------------------
    def _key(self, press: KeyPress, in_panel: bool) -> bool:
        """Do what a key means; ``in_panel``: whether a panel has the keyboard, which is walked in by Tab and arrows."""
        self._seen()
        name = press.name
        if press == KeyPress("z", ctrl=True):  # as everywhere, beside the game's own key
            return self.model.press(BACK_KEY)
        if press.ctrl or press.alt or (in_panel and name in WALKING):
            return False
        match name:
            case "escape":
                self.escape()
            case "f6":
                self._next_panel(-1 if press.shift else 1)
            case "f1":
                self.show_rules()
            case "f10":
                self.open_menu()
            case "c" if self.source.live:
                self.toggle_chat()
            case "e":
                self.press_end()
            case "h" if self.model.ask_hint is not None and self.model.plays:
                self.press_hint()
            case "l":
                self._go_to_moves()
            case "slash" if press.shift:
                self.open_sheet()
            case "plus" | "minus" | "0" if self._widget is not None and not self._at_board():
                return self._widget.key_pressed(press)
            case _:
                return self._press_on_model(press)
        return True

    def _press_on_model(self, press: KeyPress) -> bool:
        if self.model.press(press.name, press.shift):
            return True
        if press.name == "m":  # where no mine can be built
            self._go_to_moves()
            return True
        return False

    def _at_board(self) -> bool:
        """Tell whether the board has the keyboard, and has been asked first."""
        widget = self._widget
        return widget is not None and widget.host is not None and widget.host.focused is widget

    def _typed(self, text: str) -> bool:
        if text == "?":
            self.open_sheet()
        return text == "?"

    def escape(self) -> None:
        """Close what is open, take back the choice; with nothing open show the menu."""
        if self._chat_open:
            self.toggle_chat()
        elif not self.model.cancel():
            self.open_menu()

    def _next_panel(self, by: int) -> None:
        for n in range(1, len(PANELS) + 1):
            place = (self._panel + by * n) % len(PANELS)
            if self.context.focus(PANELS[place]):
                self._panel = place
                return

    def _go_to_moves(self) -> None:
        self._choose_tab("moves")
        self.context.focus("moves")

    def _choose_tab(self, tab: str) -> None:
        self._tab = tab
        self.context.refresh()

    # --- deeds --------------------------------------------------------------------------------------------
    def end_turn(self) -> None:
        """End the turn by the button: what is left to do stands beside it, so only what would be lost asks."""
        self._end_turn("starving")

    def press_end(self) -> None:
        """End the turn by its key, which asks where a stack could still act, too."""
        idle = self.context.app.preferences.confirm_end
        self._end_turn("starving", *(("idle",) if idle else ()))

    def _end_turn(self, *asking: str) -> None:
        """End the turn, or ask first where a warning of these codes speaks against it."""
        deed = next((deed for deed in self.model.deeds() if deed.key == "end"), None)
        if deed is None:
            return
        left = [warning for warning in deed.warnings if warning.code in asking]
        if deed.enabled and left:
            self.context.open_modal(ask_to_end(left, self.context.close_modal, self._end_asked))
        else:
            self.model.do("end")

    def _end_asked(self) -> None:
        self.model.do("end", asked=True)

    def _ask_pending(self) -> None:
        """Have the dialog of the deed that waits for an answer shown, and no other."""
        pending = self.model.pending()
        key = pending.key if pending is not None else ""
        if key == self._asked:
            return
        if self._asked:
            self.context.close_modal()
        self._asked = key
        if pending is not None:
            self.context.open_modal(pending_modal(pending, self.model.cancel, self.model.confirm))

    def press_hint(self) -> None:
        """Ask for advice; where none can be had now, tell why."""
        if self.model.actor is None:
            self.context.notify(Notice("hint", self.model.headline()))
            return
        self.model.do("hint")

    def ask_hint(self) -> None:
        """Have the adviser think; the answer is shown when it comes, unless the match has gone on."""
        if self._thinking:
            return
        self._thinking = True
        self._tab = "about"
        asked_at = len(self.source.steps)
        self.context.refresh()

        def done(advice: Advice | None) -> None:
            self._thinking = False
            if advice is not None and advice.action is not None and asked_at == len(self.source.steps):
                self._hint = reason_words(advice.reasons, self.model.people)
                self.model.show_hint(advice.action)
            self.context.refresh()

        self.context.app.ask_hint(self.source, done)

    def toggle_chat(self) -> None:
        """Open or close the chat."""
        self._chat_open = not self._chat_open
        self.model.read_chat()
        self.context.refresh()
        self.context.focus("say" if self._chat_open else "board")

    def _write(self, draft: str) -> None:
        self._draft = draft
        self.context.refresh()

    def toggle_sound(self) -> None:
        """Switch sounds off, or on again."""
        preferences = self.context.app.preferences
        preferences.volume = 0.0 if preferences.volume > 0 else USUAL_VOLUME
        self.context.restyle()

    # --- ways ---------------------------------------------------------------------------------------------
    def open_menu(self) -> None:
        """Show what can be done beside playing."""
        self.context.open_modal(match_menu(self))

    def open_sheet(self) -> None:
        """Show the keys."""
        self.context.open_modal(sheet_modal(self.context.close_modal, self.model))

    def show_rules(self) -> None:
        """Go to the rules of this game."""
        ways.to_rules(self.context, self.source.game.name)

    def show_settings(self) -> None:
        """Go to the settings."""
        ways.to_settings(self.context)

    def show_result(self) -> None:
        """Go to the result."""
        from client.ui.screens.result import ResultScreen  # it leads to a match again

        self._result_shown = True
        self.context.go(ResultScreen(self.context, self.source, table=self.table))

    def ask_to_leave(self) -> None:
        """Ask whether to leave, unless the match is over."""
        if self.model.result() is not None or not self.source.live:
            self.leave()
            return
        alone = all(info.own or info.kind == "computer" for info in self.source.seats)
        self.context.open_modal(leave_modal(alone, self.context.close_modal, self.leave))

    def leave(self) -> None:
        """Get up, back to the menu."""
        ways.get_up(self.context, self.table)

"""A match from a file: verified, then looked at move by move."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final

from client.app.ports import Notice, Seal, VerifiedMatch
from client.i18n import tr
from client.ui.board.board import BoardWidget
from client.ui.board.motion import MotionQueue, Speed
from client.ui.context import Context, Screen
from client.ui.geometry import Size
from client.ui.screens.match_bar import sheet_modal
from client.ui.screens.match_frame import BAR, MARGIN, SLANTED, Beside, Frame, is_small, rails_for
from client.ui.screens.panels import Desk, played, titled
from client.ui.screens.panels_moves import moves_body
from client.ui.screens.panels_odds import context_panel
from client.ui.screens.rails import flat_cards, left_rail
from client.ui.screens.replay_bar import Transport, transport_bar
from client.ui.screens.result_seal import seal_rows, seal_sign
from client.ui.screens.signs import logo
from client.ui.theme import PANEL, PANEL_SMALL, SMALL
from client.ui.toolkit import (
    Box,
    Button,
    Chip,
    Column,
    Icon,
    IconButton,
    KeyPress,
    Modal,
    Panel,
    ProgressBar,
    Row,
    Scroll,
    Spacer,
    Text,
    Widget,
    grow,
)
from client.view.model import MatchModel
from client.view.source import MatchSource

__all__ = ["ReplayScreen"]

PACES: Final = {"slow": (Speed.NORMAL, 1200), "normal": (Speed.NORMAL, 500), "fast": (Speed.FAST, 120)}
"""How things move, and the milliseconds between two items, when it plays by itself."""

STORY: Final = 178.0


class ReplayScreen(Screen):
    """A replay.

    Args of the constructor:
        context: The window.
        path: The match file.

    Attributes:
        model: What is looked at; None until the file was verified.
    """

    name: ClassVar[str] = "replay"

    def __init__(self, context: Context, path: Path) -> None:
        super().__init__(context)
        self.path = path
        self.model: MatchModel | None = None
        self.queue = MotionQueue()
        self._seal: Seal | None = None
        self._notice: Notice | None = None
        self._asked = False
        self._playing = False
        self._pace = "normal"
        self._next_at = 0
        self._stop: Callable[[], None] = lambda: None

    # --- shown and left -----------------------------------------------------------------------------------
    def entered(self) -> None:
        """Have the file verified, once."""
        if self.model is not None:
            self.model.retell()
            self._stop = self.model.subscribe(self.context.refresh)
        if not self._asked:
            self._asked = True
            self.context.app.open_replay(self.path, self._opened)
        self.context.focus("board")

    def left(self) -> None:
        """Stop playing."""
        self._playing = False
        self._stop()
        self._stop = lambda: None

    def _opened(self, match: VerifiedMatch | None, notice: Notice) -> None:
        self._notice = notice
        if match is not None:
            self._seal = match.seal
            self.show(match)
        self.context.refresh()
        self.context.focus("board")

    def show(self, source: MatchSource) -> None:
        """Look at a match, from its start on."""
        self.model = MatchModel(source)
        self.model.look_back(0)
        self._stop()
        self._stop = self.model.subscribe(self.context.refresh)

    # --- time ---------------------------------------------------------------------------------------------
    def tick(self, now: int) -> bool:
        """Play the next item when it is time."""
        if self.model is None or not self._playing:
            return self.queue.running
        if self.queue.running:
            self._next_at = now + PACES[self._pace][1]
            return True
        if now >= self._next_at:
            self._next_at = now + PACES[self._pace][1]
            self._step_on()
        return self._playing

    def _step_on(self) -> None:
        """Show the next item moving; at the end stop."""
        model = self.model
        assert model is not None, "there is something to be played"
        last = len(model.source.steps)
        if model.shown >= last:
            self._playing = False
            self.context.refresh()
            return
        k = model.shown + 1
        still = self.context.app.preferences.motion == "off"
        self.queue.speed = Speed.OFF if still else PACES[self._pace][0]
        motion = model.motion(k)
        self.queue.add(motion)
        self.context.sound("dice" if motion.dice else "step" if motion.path else "tap", own=False)
        model.look_back(k)

    def go(self, k: int) -> None:
        """Look at the position after ``k`` items; one further on is shown moving."""
        model = self.model
        if model is None:
            return
        self.queue.skip()
        if k == model.shown + 1:
            self._step_on()
        else:
            model.look_back(k)

    def toggle(self) -> None:
        """Play by itself, from the start where the end was reached; or stop."""
        model = self.model
        if model is None:
            return
        self._playing = not self._playing
        if self._playing and model.shown >= len(model.source.steps):
            model.look_back(0)
        self._next_at = self.context.now()
        self.context.refresh()

    def _set_pace(self, pace: str) -> None:
        self._pace = pace
        self.context.refresh()

    # --- building -----------------------------------------------------------------------------------------
    def build(self, size: Size) -> Widget:
        """Return the replay, or that the file is being verified."""
        model = self.model
        if model is None:
            return self._waiting(size)
        owners = self.context.owners(model.source.game.name, len(model.source.seats))
        desk = Desk(self.context, model, owners, is_small(size))
        board = BoardWidget(
            model.picture(),
            owners,
            queue=self.queue,
            strength=self.context.app.preferences.patterns,
            on_hover=model.hover,
            on_click=lambda cell, button: model.click(cell),
            on_key=lambda press: self._key(press, in_panel=False),
        )
        transport = Transport(
            model.shown,
            len(model.source.steps),
            _rounds(model),
            self._playing,
            self._pace,
            self.go,
            self.toggle,
            self._set_pace,
        )
        rails = rails_for(size, len(owners))
        slanted = model.source.game.name == SLANTED
        return Frame(
            Beside(rails.right) if slanted else rails,
            self._bar(model, small=desk.small),
            board,
            None if slanted else left_rail(desk, size),
            self._right(desk),
            cards=flat_cards(desk) if slanted else None,
            foot=transport_bar(transport, self._told(model), small=desk.small),
            on_key=self._key,
        )

    def _told(self, model: MatchModel) -> str:
        """Return who played what last, "" at the start."""
        if not model.shown:
            return ""
        return played(model, model.moves()[model.shown - 1])

    def _right(self, desk: Desk) -> Widget:
        """Return what happened in the item shown, what is pointed at, and the moves."""
        model = desk.model
        moves = Panel(moves_body(desk), pad=(4, 8), key="moves panel")
        pointed = model.about() is not None
        if pointed:
            upper: Widget = context_panel(desk, thinking=False, hint="", height=STORY)
        else:
            story = model.story(model.shown) if model.shown else ()
            title = tr("The start of the match")
            if model.shown:
                title = self._told(model)
            lines = [Text(title, PANEL_SMALL), *(Text(sentence, SMALL, "text2") for sentence in story)]
            words = Scroll(Column(list(lines), gap=4), key="story")
            upper = Panel(words, pad=(16, 6), height=STORY, key="about")
        return Column([upper, grow(moves)], gap=8 if desk.small else 12)

    def _bar(self, model: MatchModel, *, small: bool) -> Widget:
        seal = None
        if self._seal is not None:
            seal = Button(
                tr("Verified"), self._show_seal, kind="quiet", icon="check-decagram", key="verified"
            )
        return Row(
            [
                logo(),
                Text(model.words.title, PANEL),
                Chip(tr("Replay")) if not small else None,
                *(Chip(chip) for chip in model.chips()[-1 if small else 0 :]),
                Spacer(),
                seal,
                IconButton(
                    "keyboard-outline", self._open_sheet, tip=tr("Keys (?)"), kind="quiet", key="keys"
                ),
                Button(tr("Close"), self.context.back, key="close"),
            ],
            gap=8,
            pad=(MARGIN, 8),
            key="bar",
        )

    def _waiting(self, size: Size) -> Widget:
        notice = self._notice
        if notice is None:
            body: Widget = Column(
                [
                    Text(tr("Verifying the match"), PANEL),
                    Text(self.path.name, SMALL, "text3", max_lines=1, shortens=True),
                    ProgressBar(None, width=260, key="verifying"),
                    Row([Button(tr("Cancel"), self.context.back, key="close")]),
                ],
                gap=12,
            )
        else:
            body = Column(
                [
                    Row(
                        [Icon("alert-octagon", 24, "bad"), grow(Text(tr("This match does not hold"), PANEL))]
                    ),
                    Text(notice.text, SMALL, "text2", breaks=True),
                    Row([Button(tr("Back"), self.context.back, key="close")]),
                ],
                gap=12,
            )
        return Box(
            Box(Panel(body, pad=(24, 20), key="waiting"), width=min(520, size.w - 2 * MARGIN)),
            align="middle",
            valign="middle",
            pad=(0, BAR),
        )

    # --- dialogs ------------------------------------------------------------------------------------------
    def _show_seal(self) -> None:
        model, seal = self.model, self._seal
        if model is None or seal is None:
            return

        def build(size: Size) -> Widget:
            held = tr("Every move and every roll agrees.") if seal.events else tr("Every move agrees.")
            head = Row([seal_sign(88), grow(titled(held, self.path.name))], gap=16)
            return Modal(
                tr("Transcript verified"),
                Column([head, *seal_rows(model.people, seal)], gap=8),
                [Button(tr("Close"), self.context.close_modal, key="close seal")],
                key="seal",
            )

        self.context.open_modal(build)

    def _open_sheet(self) -> None:
        self.context.open_modal(sheet_modal(self.context.close_modal, None))

    # --- keys ---------------------------------------------------------------------------------------------
    def _key(self, press: KeyPress, in_panel: bool) -> bool:
        """Jump and play by keys; ``in_panel``: whether a panel has the keyboard, which has first right to arrows."""
        model = self.model
        if model is None or press.ctrl or press.alt:
            return False
        last = len(model.source.steps)
        name = press.name
        if in_panel and name in ("space", "enter", "tab", "up", "down"):
            return False
        match name:
            case "left":
                self.go(max(0, model.shown - 1))
            case "right":
                self.go(min(last, model.shown + 1))
            case "home":
                self.go(0)
            case "end":
                self.go(last)
            case "pageup" | "pagedown":
                self._by_round(model, back=name == "pageup")
            case "space":
                self.toggle()
            case "f6":
                self.context.focus("moves")
            case "slash" if press.shift:
                self._open_sheet()
            case _:
                return False
        return True

    def _by_round(self, model: MatchModel, *, back: bool) -> None:
        marks = [k for k, _ in _rounds(model)]
        before = [k for k in marks if k < model.shown]
        after = [k for k in marks if k > model.shown]
        if back:
            self.go(before[-1] if before else 0)
        else:
            self.go(after[0] if after else len(model.source.steps))


def _rounds(model: MatchModel) -> tuple[tuple[int, str], ...]:
    """Return the items before which another group of moves begins, with its number in words."""
    found: list[tuple[int, str]] = []
    group = ""
    for row in model.moves():
        if row.group != group:
            group = row.group
            words = "".join(letter for letter in group if letter.isdecimal())
            found.append((row.k - 1, words))
    return tuple(found)

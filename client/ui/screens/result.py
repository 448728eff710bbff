"""How a match ended: headline, worth, luck, figures, and the seal of its transcript."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final

from client.app.ports import Again, Notice, Seal, SeatKind, SeatPlan, Table, VerifiedMatch
from client.i18n import tr
from client.ui.context import Context, Screen
from client.ui.draw import pieces as draw
from client.ui.geometry import Rect, Size
from client.ui.screens import ways
from client.ui.screens.match_frame import is_small
from client.ui.screens.page import BAR, MARGIN
from client.ui.screens.panels import SHAPES, Desk, emblem, symbol_at
from client.ui.screens.result_charts import curve_chart, luck_chart
from client.ui.screens.result_seal import seal_panel
from client.ui.screens.signs import logo
from client.ui.theme import PANEL, RESULT, SMALL, SMALL_LABEL, TITLE, TextStyle, mix
from client.ui.toolkit import (
    Box,
    Button,
    Chip,
    Column,
    Divider,
    Flow,
    Grid,
    Look,
    Painted,
    Panel,
    Row,
    Scroll,
    Spacer,
    Text,
    Widget,
    fixed,
    grow,
    share,
)
from client.view.model import MatchModel
from client.view.source import MatchSource
from client.view.values import Line, Luck, ResultView, Statistics

__all__ = ["ResultScreen"]

WORDS: Final = TextStyle("text", 17, 26)
RIGHT, RIGHT_SMALL = 396.0, 340.0


class ResultScreen(Screen):
    """The result of a match.

    Args of the constructor:
        context: The window.
        source: The match.
        table: At which it was played.
        file: Where it is on disk; by default what the table says.
    """

    name: ClassVar[str] = "result"

    def __init__(
        self, context: Context, source: MatchSource, *, table: Table | None = None, file: Path | None = None
    ) -> None:
        super().__init__(context)
        self.source = source
        self.table = table
        self.file = file if file is not None or table is None else table.file
        self.model = MatchModel(source)
        self._seal: Seal | None = None
        self._told: Notice | None = None
        self._asked = False
        self._stop: Callable[[], None] = lambda: None

    # --- shown and left -----------------------------------------------------------------------------------
    def entered(self) -> None:
        """Have the file verified, once."""
        self._stop = self.model.subscribe(self.context.refresh)
        if self.file is not None and not self._asked:
            self._asked = True
            self.context.app.open_replay(self.file, self._verified)

    def left(self) -> None:
        """Listen no longer."""
        self._stop()
        self._stop = lambda: None

    def _verified(self, match: VerifiedMatch | None, notice: Notice) -> None:
        self._told = notice
        self._seal = match.seal if match is not None else None
        self.context.refresh()

    # --- building -----------------------------------------------------------------------------------------
    def build(self, size: Size) -> Widget:
        """Return what came of the match."""
        owners = self.context.owners(self.source.game.name, len(self.source.seats))
        small = is_small(size)
        desk = Desk(self.context, self.model, owners, small)
        result = self.model.result()
        told = self.model.statistics()
        gap = 12.0 if small else 16.0
        left: list[Widget | None] = [_head(desk, result)]
        if told.curve is not None and len(told.curve.at) > 1:
            left.append(grow(_curve(desk, told)))
        else:
            left.append(Spacer())
        left.append(Panel(self._figures(desk, told), pad=(20, 12), key="figures"))
        right = Scroll(
            Column(
                [
                    _luck(desk, told.luck) if told.luck is not None and told.luck.fights else None,
                    seal_panel(
                        self.model.people,
                        self._seal,
                        self._told,
                        there=self.file is not None,
                        small=small,
                    ),
                ],
                gap=gap,
            ),
            pad=0,
            key="right",
        )
        columns = Row(
            [grow(Column(left, gap=gap)), Box(right, width=RIGHT_SMALL if small else RIGHT)],
            gap=gap,
            align="stretch",
        )
        top = Box(self._bar(result), height=BAR, pad=(MARGIN, 0), valign="middle")
        return Column([top, Box(columns, weight=1.0, pad=(MARGIN, 0)), Spacer(MARGIN)], gap=0, key="result")

    def _bar(self, result: ResultView | None) -> Widget:
        model = self.model
        chips = [*model.chips()[:1], *([result.length] if result is not None else [])]
        there = self.file is not None
        reason = "" if there else tr("This match is kept nowhere.")
        return Row(
            [
                logo(),
                Text(model.words.title, PANEL),
                *(Chip(chip) for chip in chips),
                Spacer(),
                Button(
                    tr("Watch replay"),
                    self.watch,
                    icon="history",
                    enabled=there,
                    reason=reason,
                    key="watch",
                ),
                Button(tr("Export"), self.export, icon="export", enabled=there, reason=reason, key="export"),
            ],
            gap=8,
        )

    def _figures(self, desk: Desk, told: Statistics) -> Widget:
        again = self.table.again if self.table is not None else None
        ready = self._is_local() or again in (Again.HOST, Again.JOIN)
        buttons: list[Widget | None] = [
            Button(
                tr("Play again"),
                self.rematch,
                kind="primary" if ready else "plain",
                enabled=ready,
                reason=tr("As soon as the host opens the next room."),
                key="again",
            )
            if ready or again is Again.WAIT
            else None,
            Button(
                tr("Back to the board"),
                self.context.back,
                kind="plain" if ready else "primary",
                key="board again",
            ),
            Button(tr("Main menu"), self.home, kind="quiet", key="home"),
        ]
        table = _table(desk, told.lines) if told.lines else None
        return Column([table, Flow(buttons, gap=(12, 10))], gap=12)

    # --- deeds --------------------------------------------------------------------------------------------
    def _is_local(self) -> bool:
        return all(info.own or info.kind == "computer" for info in self.source.seats)

    def rematch(self) -> None:
        """Begin the same match again: at this machine, or in a room like that of this one."""
        if not self._is_local():
            ways.sit_down(self.context, self.context.app.play_again)
            return
        plans = [
            SeatPlan(SeatKind.ME, name=info.name) if info.own else SeatPlan(SeatKind.COMPUTER, info.level)
            for info in self.source.seats
        ]
        game, options = self.source.game.name, dict(self.source.options)
        if self.table is not None:
            self.table.leave()
        ways.sit_down(self.context, lambda: self.context.app.start_local(game, options, plans))

    def watch(self) -> None:
        """Go to the replay."""
        if self.file is not None:
            ways.to_replay(self.context, self.file)

    def export(self) -> None:
        """Write the plain record beside the match file, and tell where."""
        if self.file is not None:
            ways.export(self.context, self.file)

    def home(self) -> None:
        """Get up, back to the menu."""
        ways.get_up(self.context, self.table)


# --- parts ------------------------------------------------------------------------------------------------------
def _head(desk: Desk, result: ResultView | None) -> Widget:
    headline = result.headline if result is not None else desk.model.headline()
    text = result.text if result is not None else ""
    size = 92.0 if desk.small else 152.0
    words = Column(
        [
            Text(headline, TITLE if desk.small else RESULT),
            Text(text, SMALL if desk.small else WORDS, "text2") if text else None,
        ],
        gap=4,
    )
    return Row([_medal(desk, result, size), grow(words)], gap=16 if desk.small else 24)


def _medal(desk: Desk, result: ResultView | None, size: float) -> Widget:
    """Return a piece of the board with what decided the match."""
    winner = result.winners[0] if result is not None and result.winners else None
    piece = result.piece if result is not None else ""
    a = 0.485 * size

    def paint(look: Look, rect: Rect) -> None:
        canvas, palette = look.canvas, look.palette
        x, y = rect.cx, rect.cy - 0.03 * size
        canvas.hexagon(x, y + 0.11 * a, a, palette.plate_edge)
        canvas.hexagon(x, y, a, (palette.plate_top, palette.plate_bottom), border=palette.rim)
        owner = desk.owner(winner)
        ground = palette.cell if winner is None else mix(palette.cell, owner.face, 0.34)
        canvas.hexagon(x, y, 0.81 * a, palette.recess)
        canvas.hexagon(x, y + 1, 0.78 * a, ground)
        if piece in SHAPES:
            draw.piece(canvas, palette, piece, owner, x, y - 0.02 * size, 0.56 * size)
        elif piece and winner is not None:
            symbol_at(look, desk, piece, winner, Rect(x - 0.3 * size, y - 0.3 * size, 0.6 * size, 0.6 * size))
        elif winner is not None:
            draw.emblem(canvas, palette, owner, x, y, 0.5 * size, raised=True)
        else:
            stopped = desk.model.source.status().code
            name = "alert-octagon" if stopped else "handshake"
            canvas.icon(x, y, 0.42 * size, name, palette.bad if stopped else palette.text2)

    return Painted(paint, size, size)


def _curve(desk: Desk, told: Statistics) -> Widget:
    curve = told.curve
    assert curve is not None, "there is a curve"
    names = len(desk.model.people.seats) <= (2 if desk.small else 3)
    legend = [
        Row(
            [
                emblem(desk, info.seat, 18, tip=desk.model.people(info.seat)),
                Text(desk.model.people(info.seat), SMALL_LABEL, max_lines=1, shortens=True)
                if names
                else None,
            ],
            gap=6,
        )
        for info in desk.model.people.seats
    ]
    note = Text(curve.note, SMALL, "text3") if not desk.small else None
    head = Row([Text(curve.title, PANEL), note, Spacer(), *legend], gap=12)
    return Panel(Column([head, grow(curve_chart(desk, curve))], gap=4), pad=(20, 12), key="curve panel")


def _luck(desk: Desk, luck: Luck) -> Widget:
    note = Text(tr("units felled, actual minus expected"), SMALL, "text3")
    head = Row([Text(tr("Luck"), PANEL), grow(Box(note, align="end"))], gap=12)
    judged = None
    if luck.words:
        judged = _Raised(Text(luck.words, SMALL, "text2"), pad=(12, 8))
    chart = luck_chart(desk, luck, height=112 if desk.small else 146)
    return Panel(
        Column([head, chart, _table(desk, luck.lines, columns=1, stacked=len(luck.dice) > 3), judged], gap=8),
        pad=(20, 14),
        key="luck",
    )


class _Raised(Box):
    """A box on a raised ground."""

    def paint(self, look: Look) -> None:
        """Paint ground and content."""
        look.canvas.box(self.rect, look.palette.panel2, radius=8)
        super().paint(look)


def _table(desk: Desk, lines: tuple[Line, ...], columns: int = 0, *, stacked: bool = False) -> Widget:
    """Return figures of every seat; in two columns where few seats leave room for that.

    ``stacked``: labels stand above their figures, as many seats leave no room beside them.
    """
    seats = len(desk.model.people.seats)
    wide = columns or (2 if seats <= 3 and not desk.small and len(lines) > 2 else 1)
    half = -(-len(lines) // wide)
    parts = [lines[n : n + half] for n in range(0, len(lines), half)]
    return Row(
        [grow(_figures_of(desk, part, seats, stacked=stacked)) for part in parts], gap=40, align="start"
    )


def _figures_of(desk: Desk, lines: tuple[Line, ...], seats: int, *, stacked: bool) -> Widget:
    widest = 62.0 if seats <= 3 else 44.0
    columns = [share(1.0), *([fixed(widest)] * seats)]
    heads: list[Widget | None] = [
        None,
        *(Box(emblem(desk, n, 18, tip=desk.model.people(n)), align="end") for n in range(seats)),
    ]
    rows: list[Widget] = [Grid([heads], columns, gap=(6, 0))]
    for line in lines:
        values = [
            Text(value, SMALL_LABEL, desk.ink_of(seat), align="end") for seat, value in enumerate(line.values)
        ]
        label = Text(line.label, SMALL, "text2")
        if stacked:
            rows += [Divider(), label, Grid([[None, *values]], columns, gap=(6, 0))]
        else:
            rows += [Divider(), Grid([[label, *values]], columns, gap=(6, 0))]
    return Column(rows, gap=5)

"""The menu: the comb with everything that can be played, and a list beside it."""

from collections.abc import Callable, Sequence
from typing import Final

from client.app.ports import SavedMatch, SeatKind, SeatPlan, Table
from client.i18n import LANGUAGES, ntr, tr
from client.ui.context import Context, Screen
from client.ui.draw import pieces as draw
from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect, Size
from client.ui.screens.comb import DRAWN, Comb, Tile, backdrop, plate
from client.ui.screens.gamewords import game_name, played_so_far, tongue_after
from client.ui.screens.ways import (
    sit_down,
    to_about,
    to_lan,
    to_library,
    to_rules,
    to_settings,
    to_setup,
)
from client.ui.theme import NOTE, OWNERS, Palette, TextStyle
from client.ui.toolkit import (
    Box,
    Column,
    Icon,
    ListRow,
    Look,
    Painted,
    Row,
    Spacer,
    Stack,
    Text,
    Widget,
)

__all__ = ["MenuScreen"]

LOOSE_FROM: Final = 1180.0
"""Windows narrower than this show no loose pieces."""

SMALL_BELOW: Final = 600.0
"""Windows lower than this have room for few words."""

MARGIN: Final = 12.0
"""Of the list beside the comb, within which a row is raised under the pointer."""

ENTRY: Final = TextStyle("label", 15, 20)

USUAL_ENTRIES: Final = 5
"""Entries of the list where no match can be continued."""

NAME: Final = TextStyle("label", 14, 19)

QUICK: Final = "krieg"
"""The game that is played at once, with its usual options, against a computer of the usual level."""


class MenuScreen(Screen):
    """The first screen; ``home`` leads to it."""

    name = "menu"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._at = "centre"
        self._small = False

    def entered(self) -> None:
        """Look for what has been saved meanwhile; the keyboard is where it was."""
        self.context.app.refresh_library(self.context.refresh)
        self.context.focus(self._at)

    # --- what it looks like -----------------------------------------------------------------------------------
    def build(self, size: Size) -> Widget:
        """Return list and comb."""
        a = min(0.0875 * size.w, 0.14 * size.h)
        cx, cy = size.w * 760 / 1280, size.h / 2
        k = min(size.w / 1280, size.h / 800)
        palette = self.context.palette

        def ground(canvas: Canvas) -> None:
            backdrop(canvas, palette, cx, cy, a)
            canvas.layer()
            plate(canvas, palette, cx, cy, a)
            if size.w >= LOOSE_FROM:
                _loose_pieces(canvas, palette, size, a / DRAWN)

        def paint(look: Look, rect: Rect) -> None:
            # Wide shadows are costly, and nothing of this changes while the pointer goes from tile to tile.
            look.canvas.picture("menu", (palette, size), rect, ground)

        left = 64 * size.w / 1280 - MARGIN
        room = cx - 2.65 * a - left - 12
        self._small = size.h < SMALL_BELOW
        side = Box(self._side(k), width=room)
        return Stack(
            [
                Painted(paint, 0, size.h),
                Row([Spacer(left), side, Spacer()], gap=0, align="stretch"),
                Comb(self._tiles(), a, cx, cy),
            ],
            layered=True,
        )

    def _side(self, k: float) -> Widget:
        mark = max(0.8, min(k, 1.25))
        app = self.context.app
        dark = self.context.palette.dark
        tongue = tongue_after()

        def logo(look: Look, rect: Rect) -> None:
            draw.logo(look.canvas, look.palette, rect.x + MARGIN + 75 * mark, rect.cy, 84 * mark)

        entries = (
            *self._beside_continue(),
            ("settings", "cog", tr("Settings"), lambda: to_settings(self.context)),
            ("theme", "palette", tr("Light theme") if dark else tr("Dark theme"), self._other_theme),
            ("language", "earth", LANGUAGES[tongue], self._other_language),
            ("about", "information", tr("About and credits"), lambda: to_about(self.context)),
            ("quit", "exit-to-app", tr("Quit"), app.quit),
        )
        # More entries need the room that is left free above otherwise.
        crowded = len(entries) > USUAL_ENTRIES
        return Column(
            [
                Spacer((56 if crowded else 96) * k),
                Painted(logo, 0, 98 * mark),
                Spacer(18 * k),
                Box(Text("Wabe", TextStyle("display", 84 * mark, 88 * mark, -0.04)), pad=(MARGIN, 0)),
                Spacer(10 * k),
                None if crowded and self._small else self._slogan(),
                Spacer(weight=0.9),
                *(self._entry(*entry, height=34 if crowded else 38) for entry in entries),
                Spacer(),
                self._profile(),
                Spacer(26 * k),
            ],
            gap=0,
        )

    def _slogan(self) -> Widget:
        words = tr("Two hex games for one table or a whole LAN party.")
        return Box(
            Text(words, TextStyle("text", 17, 25), "text2"),
            max_width=300 + 2 * MARGIN,
            pad=(MARGIN, 0),
            align="start",
        )

    def _beside_continue(self) -> list[tuple[str, str, str, Callable[[], None]]]:
        """Return what is reached here while a match to continue has the middle."""
        open_matches = self._unfinished()
        if not open_matches:
            return []
        entries = [("quick", "play-circle", tr("Quick match"), lambda: self._sit(self._quick_match))]
        if len(open_matches) > 1:
            text = ntr("{count} unfinished match", "{count} unfinished matches", len(open_matches))
            entries.append(("unfinished", "history", text, lambda: to_library(self.context, "open")))
        return entries

    def _unfinished(self) -> list[SavedMatch]:
        """Return the matches that can be continued here, newest first."""
        return [saved for saved in self.context.app.library() if saved.resumable and not saved.finished]

    def _entry(self, key: str, icon: str, text: str, press: Callable[[], None], *, height: float) -> Widget:
        words = Row([Icon(icon, 18), Text(text, ENTRY, "text2")], gap=12)
        return Row([ListRow(words, press, height=height, pad=(MARGIN, 4), key=key)])

    def _profile(self) -> Widget:
        app = self.context.app

        def hexagon(look: Look, rect: Rect) -> None:
            draw.emblem(look.canvas, look.palette, OWNERS["cobalt"], rect.cx, rect.cy, 38, raised=True)

        words = Column(
            [
                Text(app.name, NAME, max_lines=1, shortens=True),
                Text(tr("key {fingerprint}", fingerprint=_short(app.fingerprint)), NOTE, "text2"),
            ],
            gap=1,
        )
        return Row(
            [
                ListRow(
                    Row([Painted(hexagon, 38, 42), words], gap=12),
                    lambda: to_settings(self.context),
                    height=54,
                    pad=(MARGIN, 4),
                    key="profile",
                )
            ]
        )

    # --- the comb ---------------------------------------------------------------------------------------------
    def _tiles(self) -> list[Tile]:
        context = self.context
        matches = context.app.library()
        finished = sum(saved.finished for saved in matches)
        return [
            self._centre(self._unfinished()),
            Tile(
                "krieg",
                game_name("krieg"),
                tr("2, 3 or 6 seats"),
                self._go("krieg", lambda: to_setup(context, "krieg")),
                owner="cobalt",
                art=_war,
                title_at=30,
            ),
            Tile(
                "towerwars",
                game_name("towerwars"),
                tr("2 seats"),
                self._go("towerwars", lambda: to_setup(context, "towerwars")),
                owner="madder",
                art=_towers,
                title_at=32,
            ),
            Tile(
                "lan",
                tr("LAN"),
                tr("Open or join a room"),
                self._go("lan", lambda: to_lan(context)),
                icon="lan",
            ),
            Tile(
                "learn",
                tr("Learn"),
                tr("First steps and rules"),
                self._go("learn", lambda: to_rules(context)),
                icon="school",
            ),
            Tile(
                "replays",
                tr("Replays"),
                ntr("{count} finished match", "{count} finished matches", finished)
                if finished
                else tr("Saved matches"),
                self._go("replays", lambda: to_library(context)),
                icon="history",
            ),
            Tile(
                "table",
                tr("One table"),
                tr("Pass the mouse"),
                self._go(
                    "table", lambda: to_setup(context, context.app.preferences.game or "krieg", shared=True)
                ),
                icon="account-multiple",
            ),
        ]

    def _go(self, key: str, way: Callable[[], None]) -> Callable[[], None]:
        def go() -> None:
            self._at = key
            way()

        return go

    def _centre(self, unfinished: Sequence[SavedMatch]) -> Tile:
        if not unfinished:
            press = self._go("centre", lambda: self._sit(self._quick_match))
            return Tile(
                "centre", tr("Quick match"), self._quick_words(), press, owner="honey", art=_play, title_at=8
            )
        newest, others = unfinished[0], len(unfinished) - 1
        return Tile(
            "centre",
            tr("Continue"),
            _who_and_where(newest),
            self._go("centre", lambda: self._sit(lambda: self.context.app.resume(newest.id))),
            owner="honey",
            art=_play,
            title_at=8,
            more=ntr("and {count} other", "and {count} others", others) if others else "",
        )

    def _quick_words(self) -> str:
        if self._small:
            return tr("Against the computer")
        return tr("{game} against the computer", game=game_name(QUICK))

    def _quick_match(self) -> Table:
        # Loaded here: the menu does not wait for the computer's players.
        from client.ui.screens.setup_draft import usual_level

        seats = [SeatPlan(SeatKind.ME), SeatPlan(SeatKind.COMPUTER, usual_level(QUICK))]
        return self.context.app.start_local(QUICK, {}, seats)

    def _sit(self, begin: Callable[[], Table]) -> None:
        sit_down(self.context, begin)

    # --- the look ---------------------------------------------------------------------------------------------
    def _other_theme(self) -> None:
        self.context.app.preferences.theme = "light" if self.context.palette.dark else "dark"
        self.context.restyle()

    def _other_language(self) -> None:
        self.context.app.preferences.language = tongue_after()
        self.context.restyle()


def _who_and_where(saved: SavedMatch) -> str:
    """Return against whom a match is played, and how far it has come."""
    played = played_so_far(saved.game, saved.round)
    others = [name for seat, name in enumerate(saved.seats) if seat not in saved.own]
    if not others:
        return tr("One table, {played}", played=played)
    if len(others) > 1:
        return tr("{game}, {played}", game=game_name(saved.game), played=played)
    return tr("{name}, {played}", name=others[0] or tr("Computer"), played=played)


def _short(fingerprint: str) -> str:
    """Return the beginning of a fingerprint, to know it again; nothing is decided by it."""
    parts = fingerprint.replace("-", " ").split()
    return "-".join(parts[:2])


# --- what lies on tiles and table: positions as drawn for circumradius 112 ----------------------------------------
def _war(canvas: Canvas, palette: Palette, x: float, y: float, k: float) -> None:
    for kind, dx, dy, size in (
        ("castle", -52, -36, 52),
        ("crown", 0, -46, 64),
        ("fighter", 54, -34, 50),
        ("rider", 16, -16, 58),
    ):
        draw.piece(canvas, palette, kind, OWNERS["cobalt"], x + dx * k, y + dy * k, size * k)


def _towers(canvas: Canvas, palette: Palette, x: float, y: float, k: float) -> None:
    for name, height, dx, dy, radius in (
        ("cobalt", 0, 46, -26, 19),
        ("madder", 2, -8, -14, 22),
        ("madder", 0, -54, -20, 18),
        ("cobalt", 1, 24, -6, 19),
    ):
        draw.disc_stack(canvas, palette, OWNERS[name], x + dx * k, y + dy * k, radius / 0.46 * k, height)


def _play(canvas: Canvas, palette: Palette, x: float, y: float, k: float) -> None:
    canvas.circle(x, y - 34 * k, 27 * k, palette.on_honey)
    canvas.layer()
    points = [(x - 8 * k, y - 48 * k), (x + 16 * k, y - 34 * k), (x - 8 * k, y - 20 * k)]
    canvas.polygon(points, palette.honey)
    canvas.line([*points, points[0]], 4 * k, palette.honey)


def _loose_pieces(canvas: Canvas, palette: Palette, size: Size, k: float) -> None:
    def place(x: float, y: float) -> tuple[float, float]:
        return size.w - (1280 - x) * k, size.h / 2 + (y - 400) * k

    for kind, name, x, y, side in (
        ("rider", "orchid", 1096, 606, 92),
        ("archer", "jade", 1212, 520, 74),
        ("worker", "lemon", 1196, 262, 74),
        ("fighter", "plum", 1100, 192, 78),
    ):
        draw.piece(canvas, palette, kind, OWNERS[name], *place(x, y), side * k)
    for pips, name, x, y in ((6, "madder", 1176, 708), (3, "cobalt", 1222, 692)):
        draw.die(canvas, palette, OWNERS[name], pips, *place(x, y), 38 * k)

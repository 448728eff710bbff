"""First steps, rules and keys, in the person's language (``client/rules``)."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from client.i18n import language, tr
from client.ui.context import Context, Screen
from client.ui.geometry import Size
from client.ui.screens.figures import figure
from client.ui.screens.gamewords import game_name
from client.ui.screens.match_bar import REPLAY_SHORTCUTS, SHORTCUTS
from client.ui.screens.page import BAR, MARGIN, page
from client.ui.screens.prose import WIDEST, Block, Pages, headings, parse, written
from client.ui.theme import BODY, LABEL, PANEL, SMALL, TITLE
from client.ui.toolkit import (
    Box,
    Column,
    Divider,
    Grid,
    Group,
    KeyHint,
    ListRow,
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
from client.ui.toolkit.tracks import Track

__all__ = ["PAGES", "RulesScreen", "text_of"]

TEXTS: Final = Path(__file__).parents[2] / "rules"

PAGES: Final = ("krieg-first", "towerwars-first", "krieg", "towerwars", "keys")
"""All pages, in their order."""

KEYS: Final = "keys"
NARROW: Final = 1180.0


def text_of(name: str, tongue: str) -> str:
    """Return a text in that language, in English where there is no other."""
    path = TEXTS / tongue / f"{name}.md"
    return (path if path.exists() else TEXTS / "en" / f"{name}.md").read_text("utf-8")


class RulesScreen(Screen):
    """One page at a time, with a table of all contents beside it.

    Args of the constructor:
        context: The window.
        at: Name of the page to begin with: a game's for its rules; "" for the first.
    """

    name = "rules"

    def __init__(self, context: Context, at: str = "") -> None:
        super().__init__(context)
        self._page = at if at in PAGES else PAGES[0]
        self._at: int | None = None
        self._stamp = 0
        self._parsed: dict[tuple[str, str], list[Block]] = {}

    def entered(self) -> None:
        """The keyboard scrolls the text."""
        self.context.focus(f"text {self._page}")

    def _turn_to(self, name: str, at: int | None = None) -> None:
        if name != self._page:
            self._page, self._at = name, 0 if at is None else at
            self._stamp += 1
        if at is not None:
            self._at = at
            self._stamp += 1
        self.context.refresh()

    def _blocks(self) -> list[Block]:
        wanted = (self._page, language())
        if wanted not in self._parsed:
            self._parsed[wanted] = parse(text_of(*wanted))
        return self._parsed[wanted]

    # --- what it looks like -----------------------------------------------------------------------------------
    def build(self, size: Size) -> Widget:
        """Return contents and text."""
        if self._page == KEYS:
            text: Widget = Scroll(_keys(), key=f"text {KEYS}")
            chapters: list[str] = []
        else:
            blocks = self._blocks()
            body, anchors = written(blocks, figure)
            chapters = headings(blocks)
            text = Pages(body, anchors, self._at, self._stamp, key=f"text {self._page}")
        left = 250.0 if size.w < NARROW else 300.0
        columns = [fixed(left), share(1)]
        body_row = [
            Scroll(Group(Column(self._contents(chapters), gap=2)), key="contents"),
            Panel(text, pad=(28, 10)),
        ]
        tall = Track(length=size.h - BAR - MARGIN)
        return page(
            self.context,
            tr("Learn"),
            Grid([body_row], columns, heights=[tall], gap=(20, 0), valign="stretch"),
        )

    def _contents(self, chapters: list[str]) -> list[Widget]:
        rows: list[Widget] = []
        for name in PAGES:
            rows.append(
                ListRow(
                    Row([grow(Text(_title(name), LABEL))]),
                    self._turning(name),
                    current=name == self._page,
                    height=38,
                    key=f"page {name}",
                )
            )
            if name == self._page:
                rows += [
                    ListRow(
                        Row([Spacer(6), grow(Text(chapter, SMALL, "text2"))]),
                        self._turning(name, number),
                        height=30,
                        pad=(12, 3),
                        key=f"chapter {number}",
                    )
                    for number, chapter in enumerate(chapters)
                ]
        return rows

    def _turning(self, name: str, at: int | None = None) -> Callable[[], None]:
        return lambda: self._turn_to(name, at)


def _title(name: str) -> str:
    if name == KEYS:
        return tr("Keys")
    game = name.removesuffix("-first")
    if name.endswith("-first"):
        return tr("First steps: {game}", game=game_name(game))
    return tr("Rules: {game}", game=game_name(game))


def _keys() -> Widget:
    """Return all keys: those of every screen, of a match and of a replay."""
    anywhere = (
        (("Tab", "Shift", "Tab"), tr("Go on to what can be used next, or back")),
        (("Enter", "Space"), tr("Press or choose it")),
        (("←", "→", "↑", "↓"), tr("Walk in the menu, in lists and tabs; set a value")),
        (("Esc",), tr("Back")),
        (("F11",), tr("Fill the screen, or no longer")),
        (("W", "E"), tr("Replays: watch the match, export it")),
        (("Del",), tr("Replays: delete the match, after a question")),
    )
    parts: list[Widget] = [Text(tr("Keys"), TITLE)]
    for title, shortcuts in (
        (tr("Everywhere"), anywhere),
        (tr("In a match"), tuple((keys, tr(text)) for keys, text in SHORTCUTS)),
        (tr("In a replay"), tuple((keys, tr(text)) for keys, text in REPLAY_SHORTCUTS)),
    ):
        parts += [Spacer(8), Text(title, PANEL), Divider()]
        rows: list[list[Widget | None]] = [
            [Row([KeyHint(key) for key in keys], gap=4), Text(text, BODY, "text2")]
            for keys, text in shortcuts
        ]
        parts.append(Grid(rows, [fixed(200), share(1)], gap=(16, 8)))
    return Box(Column(parts, gap=8), max_width=WIDEST, align="middle")

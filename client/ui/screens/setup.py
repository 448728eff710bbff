"""A new match: which game and mode, who sits where, by which options. Made from the option schema of each game."""

from collections.abc import Mapping
from typing import Any, Final

from client.app.ports import Notice
from client.errors import ClientError
from client.i18n import ntr, tr
from client.ui.context import Context, Screen
from client.ui.geometry import Size
from client.ui.screens.gamewords import game_name
from client.ui.screens.naming import ask_name
from client.ui.screens.page import BAR, GUTTER, MARGIN, Sheet, page
from client.ui.screens.setup_draft import ME, OPEN, Draft
from client.ui.screens.setup_parts import SeatFacts, board, option_row, preset_card, seat_row
from client.ui.screens.setup_words import (
    HOUSE_RULES,
    PRESETS,
    Preset,
    caution,
    option_name,
    preset_words,
    summary,
)
from client.ui.screens.ways import sit_down, to_rules
from client.ui.theme import PANEL, SMALL, SMALL_LABEL, Owner, TextStyle
from client.ui.toolkit import (
    Box,
    Button,
    Choice,
    Column,
    Divider,
    Group,
    KeyPress,
    Panel,
    Row,
    Scroll,
    Segmented,
    Spacer,
    Text,
    Toggle,
    Widget,
    explained,
    fixed,
    grow,
    note,
)
from client.ui.toolkit import Notice as Line
from client.ui.toolkit.layout import Grid
from client.ui.toolkit.tracks import Track, share
from client.view.model import MatchModel
from client.view.people import listed
from client.view.picture import BoardPicture
from client.view.sandbox import Sandbox
from client.view.source import SeatInfo
from engine.options import Option, OptionKind, OptionValue
from engine.registry import GAMES, find

__all__ = ["SetupScreen"]

WIDE: Final = (1280.0, 760.0)
"""Below this size columns are narrower and pictures smaller."""

NARROW: Final = 960.0
"""Below this width what a seat begins with stands below who sits there."""

HEADLINE: Final = TextStyle("display", 20, 26, -0.01)

_APART: Final = frozenset({"mode", "seats"})
"""Options that have a place of their own."""


class SetupScreen(Screen):
    """Everything about a new match.

    Args of the constructor:
        context: The window.
        game: Name of the game that is shown first.
        shared: Whether persons here are to hold all seats.
        lan: Whether all seats but one are to be open for others.

    Attributes:
        draft: What is chosen for the game that is shown.
    """

    name = "setup"

    def __init__(self, context: Context, game: str, *, shared: bool = False, lan: bool = False) -> None:
        super().__init__(context)
        self._shared = shared
        self._lan = lan
        self._drafts: dict[str, Draft] = {}
        self._boards: dict[tuple[object, ...], tuple[BoardPicture, tuple[str, ...]]] = {}
        self.draft = self._open(game if game in GAMES else next(iter(GAMES)))

    def _open(self, game: str) -> Draft:
        if game not in self._drafts:
            draft = Draft(find(game), self.context.app.preferences.last.get(game))
            if self._shared:
                draft.everybody(ME)
            elif self._lan:
                draft.everybody(OPEN)
                draft.seat(0, ME)
            else:
                draft.against_computers()
            self._drafts[game] = draft
        return self._drafts[game]

    def entered(self) -> None:
        """The keyboard is on what begins the match."""
        self.context.focus("start")

    def key(self, press: KeyPress) -> bool:
        """Show the rules on F1."""
        if press.name == "f1":
            to_rules(self.context, self.draft.game.name)
            return True
        return False

    # --- choosing ---------------------------------------------------------------------------------------------
    def _choose(self, name: str, value: OptionValue) -> None:
        self.draft.choose(name, value)
        self.context.refresh()

    def _take(self, options: Mapping[str, OptionValue]) -> None:
        for name, value in options.items():
            self.draft.choose(name, value)
        self.context.refresh()

    def _sit(self, seat: int, code: str) -> None:
        self.draft.seat(seat, code)
        self.context.refresh()

    def _show(self, game: str) -> None:
        self.draft = self._open(game)
        self.context.refresh()

    def _resigning(self, may: bool) -> None:
        self.draft.let_resign(may)
        self.context.refresh()

    def _as_usual(self) -> None:
        self.draft.as_usual()
        self.context.refresh()

    # --- beginning --------------------------------------------------------------------------------------------
    def _remember(self) -> None:
        preferences = self.context.app.preferences
        preferences.game = self.draft.game.name
        preferences.last[self.draft.game.name] = self.draft.remembered()
        try:
            self.context.app.save_preferences()
        except ClientError as error:
            self.context.notify(Notice(error.code, error.text, bad=True))

    def _start(self) -> None:
        draft, app = self.draft, self.context.app
        self._remember()
        if OPEN in draft.seats:
            ask_name(self.context, self._host)
        else:
            sit_down(self.context, lambda: app.start_local(draft.game.name, draft.options, draft.plans()))

    def _host(self) -> None:
        draft, app = self.draft, self.context.app
        sit_down(self.context, lambda: app.host(draft.game.name, draft.options, draft.plans()))

    def _open_room(self) -> None:
        """Open a room; where no seat is open, all that no person here has are."""
        if OPEN not in self.draft.seats:
            self.draft.everybody(OPEN, but_me=True)
        self._start()

    # --- what it looks like -----------------------------------------------------------------------------------
    def build(self, size: Size) -> Widget:
        """Return cards, seats, options, and the board with the button that begins."""
        small = _is_small(size)
        left, middle = (236.0, share(1)) if small else (300.0, fixed(540))
        right = fixed(268) if small else share(1)
        columns: list[Track] = [fixed(left), middle, right]
        tall = size.h - BAR - MARGIN
        body = Grid(
            [[self._presets(small), self._settings(size), self._preview(small)]],
            columns,
            heights=[Track(length=tall)],
            gap=(GUTTER if small else 24.0, 0),
            valign="stretch",
        )
        games = [Choice(name, game_name(name)) for name in GAMES]
        tabs = Segmented(games, self.draft.game.name, self._show, key="game")
        return page(self.context, tr("New match"), body, middle=tabs)

    # --- left: modes ------------------------------------------------------------------------------------------
    def _cards(self) -> list[Preset]:
        draft, game = self.draft, self.draft.game.name
        if "mode" in draft.schema:
            return [preset_words(game, {"mode": mode}) for mode in draft.schema["mode"].choices]
        return [preset_words(game, options) for options in PRESETS.get(game, ({},))]

    def _presets(self, small: bool) -> Widget:
        draft = self.draft
        cards: list[Widget] = []
        for preset in self._cards():
            options = draft.game.complete(preset.options)
            picture, _ = self._board(options)
            chosen = all(draft.options[name] == value for name, value in preset.options.items())
            cards.append(
                preset_card(
                    preset,
                    picture,
                    self._owners(options),
                    lambda preset=preset: self._take(preset.options),  # type: ignore[misc]
                    chosen=chosen,
                    small=small,
                )
            )
        title = tr("Mode") if "mode" in draft.schema else tr("Board")
        return Column(
            [
                Box(Text(title, SMALL_LABEL, "text2"), pad=(2, 0)),
                grow(Scroll(Group(Column(cards, gap=14)), key="modes")),
            ],
            gap=4,
        )

    # --- middle: seats and options ----------------------------------------------------------------------------
    def _settings(self, size: Size) -> Widget:
        small = _is_small(size)
        return Scroll(
            Column([self._seats(small, size.w < NARROW), self._options(small)], gap=GUTTER),
            pad=2,
            key=f"settings {self.draft.game.name}",
        )

    def _seats(self, small: bool, narrow: bool) -> Widget:
        draft = self.draft
        owners = self._owners(draft.options)
        _, places = self._board(draft.options)
        head: list[Widget | None] = [Text(tr("Seats"), PANEL), Spacer()]
        if "seats" in draft.schema:
            option = draft.schema["seats"]
            counts = draft.possible("seats", range(option.minimum, option.maximum + 1))
            if len(counts) > 1:
                choices = [Choice(str(count), str(count)) for count in counts]
                head.append(
                    Segmented(
                        choices,
                        str(draft.options["seats"]),
                        lambda n: self._choose("seats", int(n)),
                        key="seats",
                    )
                )
        rows: list[Widget] = []
        first = draft.seats.index(ME) if ME in draft.seats else -1
        for seat, owner in enumerate(owners):
            facts = SeatFacts(seat, owner, places[seat], self.context.app.name, seat == first)
            rows += [Divider(), seat_row(draft, facts, self._sit, self._choose, small=small, narrow=narrow)]
        if draft.can_resign:
            manners = Column(
                [Text(tr("The computer may resign")), note(tr("When it has lost anyway"))], gap=1
            )
            toggle = Toggle(draft.may_resign, self._resigning, key="may resign")
            rows += [Divider(), Row([grow(manners), toggle], pad=(0, 6))]
        return Sheet(
            Column([Box(Row(head), min_height=38), *rows], gap=6), pad=(16, 10) if small else (20, 12)
        )

    def _options(self, small: bool) -> Widget:
        draft = self.draft
        cells = len(self._board(draft.options)[0].board.cells)
        shown = [
            option
            for option in draft.schema.values()
            if option.name not in _APART and option.kind is not OptionKind.INTS
        ]
        usual = [option for option in shown if option.name not in HOUSE_RULES]
        house = [option for option in shown if option.name in HOUSE_RULES]
        reset = Button(
            tr("Source rules"),
            self._as_usual,
            kind="quiet",
            icon="replay",
            enabled=bool(draft.given.keys() - _APART),
            key="source rules",
        )
        rows: list[Widget] = [Row([Text(tr("Options"), PANEL), Spacer(), reset])]
        rows += self._rows(usual, cells)
        if house:
            rows += [
                Box(Text(tr("House rules"), SMALL_LABEL, "text2"), pad=(0, 6)),
                *self._rows(house, cells),
            ]
        rows += [Spacer(2), Line(self._differs())]
        return Sheet(Column(rows, gap=4), pad=(16, 10) if small else (20, 12))

    def _rows(self, options: list[Option], cells: int) -> list[Widget]:
        rows: list[Widget] = []
        for option in options:
            rows += [Divider(), option_row(self.draft, option, cells, self._choose)]
            warning = caution(option.name, self.draft.options)
            if warning:
                rows.append(Line(warning, icon="alert", colour="warn"))
        return rows

    def _differs(self) -> str:
        special = self.draft.special()
        house = [name for name in special if name in HOUSE_RULES]
        if not special:
            return tr("Everything follows the source rules.")
        if len(house) == len(special):
            return ntr(
                "{count} house rule is on. All else follows the source rules.",
                "{count} house rules are on. All else follows the source rules.",
                len(house),
            )
        return tr("Other than usual: {names}.", names=listed([option_name(name) for name in special]))

    # --- right: board and start -------------------------------------------------------------------------------
    def _preview(self, small: bool) -> Widget:
        draft = self.draft
        picture, _ = self._board(draft.options)
        title, told = summary(draft.game.name, draft.options, len(draft.seats))
        opens = OPEN in draft.seats
        ready = not draft.refused and ME in draft.seats
        reason = (
            tr("Take a seat yourself.")
            if ME not in draft.seats
            else tr("One option does not go with the others.")
        )
        start = Button(
            tr("Open the room") if opens else tr("Start match"),
            self._start,
            kind="primary",
            large=True,
            enabled=ready,
            reason=reason,
            key="start",
        )
        room = Button(
            tr("Open on the LAN"), self._open_room, kind="quiet", icon="lan", enabled=ready, key="open"
        )
        rules = Button(
            tr("Rules"),
            lambda: to_rules(self.context, draft.game.name),
            kind="quiet",
            icon="book-open-variant",
            hint="F1",
            key="rules",
        )
        below: Widget = Column([room, rules], gap=4) if small else Row([room, Spacer(), rules])
        words = Column(
            [
                Text(title, HEADLINE),
                Text(told, SMALL, "text2") if told else None,
                Spacer(4),
                explained(start),
                below if not opens else Row([Spacer(), rules]),
            ],
            gap=8,
        )
        return Column(
            [
                grow(board("preview", picture, self._owners(draft.options), 0, 0), min_height=120),
                Panel(words, pad=(16, 14) if small else (20, 16)),
            ],
            gap=16,
        )

    # --- boards -----------------------------------------------------------------------------------------------
    def _owners(self, options: Mapping[str, Any]) -> tuple[Owner, ...]:
        game = self.draft.game
        return self.context.owners(game.name, game.seats(options))

    def _board(self, options: Mapping[str, Any]) -> tuple[BoardPicture, tuple[str, ...]]:
        """Return the board at the start, as the first seat sees it, and where each seat is."""
        game = self.draft.game
        version = (game.name, tuple(options.items()), tr("South"))
        if version not in self._boards:
            seats = [SeatInfo(seat, "human", "", own=not seat) for seat in range(game.seats(options))]
            model = MatchModel(Sandbox(game, options, seats))
            state = game.setup(options)
            named = (model.words.place(state, info.seat) for info in seats)
            # TowerWars names a seat by its colour, which stands above it already.
            places = tuple(place.split(" · ")[-1] if game.name == "towerwars" else place for place in named)
            picture = model.picture()
            plain = BoardPicture(picture.board, picture.pieces, turns=picture.turns, version=version)
            model.close()
            self._boards[version] = plain, places
        return self._boards[version]


def _is_small(size: Size) -> bool:
    return size.w < WIDE[0] or size.h < WIDE[1]

"""The matches on disk: to go on with, to look at, to export, to delete."""

import time
from collections.abc import Sequence
from typing import Final

from client.app.ports import Notice, SavedMatch
from client.i18n import tr
from client.ui.context import Context, Screen
from client.ui.geometry import Size
from client.ui.screens.gamewords import game_name, mode_name, played_so_far
from client.ui.screens.page import BAR, MARGIN, page
from client.ui.screens.signs import emblem_of
from client.ui.screens.ways import copying, export, sit_down, to_replay
from client.ui.theme import BODY, LABEL, NOTE, PANEL, SMALL, SMALL_LABEL
from client.ui.toolkit import (
    Button,
    Choice,
    Column,
    Divider,
    Grid,
    Icon,
    IconButton,
    KeyPress,
    List,
    Modal,
    Panel,
    Row,
    Scroll,
    Segmented,
    Spacer,
    Text,
    Widget,
    fixed,
    grow,
    note,
    share,
)
from client.ui.toolkit.tracks import Track
from client.view.people import listed

__all__ = ["LibraryScreen"]

ROW: Final = 58.0
NARROW: Final = 1180.0


class LibraryScreen(Screen):
    """All matches of the profile.

    Args of the constructor:
        context: The window.
        shelf: Which of them are shown first: ``all``, ``open``, ``finished``.
    """

    name = "library"

    def __init__(self, context: Context, shelf: str = "all") -> None:
        super().__init__(context)
        self._shelf = shelf
        self._chosen = ""
        self._reading = True

    def entered(self) -> None:
        """Read the directory again; the keyboard is on the list."""
        self.context.app.refresh_library(self._read)
        self.context.focus("matches")

    def _read(self) -> None:
        self._reading = False
        self.context.refresh()

    def key(self, press: KeyPress) -> bool:
        """Delete the chosen match, after a question, watch it, or export it."""
        saved = self._current(self._shown())
        if saved is None:
            return False
        match press.name:
            case "delete":
                self._ask_to_delete(saved)
            case "w" if not saved.damaged:
                to_replay(self.context, saved.path)
            case "e" if not saved.damaged:
                export(self.context, saved.path)
            case _:
                return False
        return True

    # --- what there is ----------------------------------------------------------------------------------------
    def _shown(self) -> list[SavedMatch]:
        matches = self.context.app.library()
        if self._shelf == "all":
            return list(matches)
        return [
            saved for saved in matches if not saved.damaged and saved.finished == (self._shelf == "finished")
        ]

    def _current(self, shown: Sequence[SavedMatch]) -> SavedMatch | None:
        return next(
            (saved for saved in shown if str(saved.path) == self._chosen), shown[0] if shown else None
        )

    # --- deeds ------------------------------------------------------------------------------------------------
    def _open(self, saved: SavedMatch) -> None:
        if _goes_on(saved):
            sit_down(self.context, lambda: self.context.app.resume(saved.id))
        elif not saved.damaged:
            to_replay(self.context, saved.path)

    def _ask_to_delete(self, saved: SavedMatch) -> None:
        def delete() -> None:
            self.context.close_modal()
            self.context.app.remove(saved.path, self._deleted)

        def build(size: Size) -> Widget:
            told = [tr("The file is deleted for good: {path}", path=saved.path)]
            if _goes_on(saved) and not saved.local:
                told.append(tr("The others could not go on with this match without you."))
            return Modal(
                tr("Delete this match?"),
                Column([Text(sentence, BODY, breaks=True) for sentence in told], gap=8),
                [
                    Button(tr("Keep it"), self.context.close_modal, key="keep"),
                    Button(tr("Delete"), delete, kind="danger", key="delete for good"),
                ],
                first="keep",
                key="deleting",
            )

        self.context.open_modal(build)

    def _deleted(self, notice: Notice) -> None:
        self.context.notify(notice)
        self.context.refresh()

    # --- what it looks like -----------------------------------------------------------------------------------
    def build(self, size: Size) -> Widget:
        """Return the list, and more about the chosen match beside it."""
        shown = self._shown()
        current = self._current(shown)
        shelves = [
            Choice("all", tr("All")),
            Choice("open", tr("Unfinished")),
            Choice("finished", tr("Finished")),
        ]
        tabs = Segmented(shelves, self._shelf, self._choose_shelf, key="shelf")
        empty = tr("The shelf is being looked through …") if self._reading else tr("Nothing lies here yet.")
        matches = List(
            len(shown),
            lambda i: _row(shown[i]),
            on_activate=lambda i: self._open(shown[i]),
            on_move=lambda i: self._choose(shown[i]),
            current=None if current is None else shown.index(current),
            row_height=ROW,
            empty=empty,
            key="matches",
        )
        right = 320.0 if size.w < NARROW else 400.0
        body = Grid(
            [[Panel(matches, pad=(8, 8)), self._about(current)]],
            [share(1), fixed(right)],
            heights=[Track(length=size.h - BAR - MARGIN)],
            gap=(16, 0),
            valign="stretch",
        )
        return page(self.context, tr("Replays"), body, middle=tabs)

    def _choose_shelf(self, shelf: str) -> None:
        self._shelf = shelf
        self.context.refresh()

    def _choose(self, saved: SavedMatch) -> None:
        self._chosen = str(saved.path)
        self.context.refresh()

    def _about(self, saved: SavedMatch | None) -> Widget:
        if saved is None:
            return Panel(note(tr("Every match is kept here as soon as it begins.")))
        if saved.damaged:
            parts: list[Widget | None] = [
                Row([Icon("alert", 22, "warn"), grow(Text(tr("This file is damaged"), PANEL))], gap=10),
                Text(saved.damaged, SMALL, "text2"),
                note(tr("Nothing of it is used. A copy from a backup can be put in its place.")),
            ]
        else:
            parts = [Text(_title(saved), PANEL), *self._facts(saved)]
        parts += [Divider(), *self._where(saved), Spacer(4), self._deeds(saved)]
        return Panel(Scroll(Column(parts, gap=10), pad=2, key="about"), pad=(18, 14))

    def _facts(self, saved: SavedMatch) -> list[Widget | None]:
        owners = self.context.owners(saved.game, len(saved.seats))
        seats: list[Widget | None] = []
        for seat, owner in enumerate(owners):
            name = Text(_holder(saved, seat), LABEL, max_lines=1, shortens=True)
            won = Row([Icon("trophy", 16, "warn"), note(tr("won"))], gap=4) if seat in saved.winners else None
            seats.append(Row([emblem_of(owner, 22), grow(name), won], gap=10))
        told = tr("Checked: every signature, every die and every move by the rules.")
        return [
            note(
                tr("{when} · {moves}", when=_when(saved.when), moves=played_so_far(saved.game, saved.round))
            ),
            *seats,
            Row([Icon("check-decagram", 18, "ok"), grow(note(told))], gap=8),
        ]

    def _where(self, saved: SavedMatch) -> list[Widget | None]:
        path = str(saved.path)
        copy = IconButton(
            "content-copy",
            copying(self.context, path),
            tip=tr("Copy"),
            kind="quiet",
            size=32,
            key="copy path",
        )
        return [Row([grow(Text(path, NOTE, "text2", breaks=True)), copy], gap=8)]

    def _deeds(self, saved: SavedMatch) -> Widget:
        delete = Button(
            tr("Delete"),
            lambda: self._ask_to_delete(saved),
            kind="danger",
            icon="delete-outline",
            key="delete",
        )
        if saved.damaged:
            return delete
        goes_on = _goes_on(saved)
        watch = Button(
            tr("Watch"),
            lambda: to_replay(self.context, saved.path),
            kind="plain" if goes_on else "primary",
            large=not goes_on,
            icon="play",
            key="watch",
        )
        export = Button(tr("Export"), lambda: export(self.context, saved.path), icon="export", key="export")
        go_on = Button(
            tr("Continue"),
            lambda: self._open(saved),
            kind="primary",
            large=True,
            icon="play-circle",
            key="continue",
        )
        if goes_on:
            return Column([go_on, Row([grow(watch), grow(export)], gap=10), delete], gap=10)
        return Column([watch, Row([grow(export), grow(delete)], gap=10)], gap=10)


def _goes_on(saved: SavedMatch) -> bool:
    return saved.resumable and not saved.finished


def _title(saved: SavedMatch) -> str:
    mode = saved.options.get("mode")
    size = saved.options.get("size")
    if isinstance(mode, str):
        return tr("{game}: {mode}", game=game_name(saved.game), mode=mode_name(mode))
    if isinstance(size, int):
        return tr("{game}: {size} × {size}", game=game_name(saved.game), size=size)
    return game_name(saved.game)


def _holder(saved: SavedMatch, seat: int) -> str:
    name = saved.seats[seat] or (tr("You") if seat in saved.own else tr("Computer"))
    return tr("{name} (you)", name=name) if seat in saved.own and saved.seats[seat] else name


def _when(seconds: float) -> str:
    at = time.localtime(seconds)
    month, day, hour, minute = (f"{part:02}" for part in (at.tm_mon, at.tm_mday, at.tm_hour, at.tm_min))
    return tr(
        "{year}-{month}-{day} {hour}:{minute}",
        year=at.tm_year,
        month=month,
        day=day,
        hour=hour,
        minute=minute,
    )


def _state(saved: SavedMatch) -> tuple[str, str, str]:
    """Return icon, its colour, and in words how a match stands."""
    if saved.damaged:
        return "alert", "warn", tr("damaged")
    if _goes_on(saved):
        return "play-circle", "honey", played_so_far(saved.game, saved.round)
    if not saved.finished:
        return "pause", "text3", tr("cannot be continued here")
    if not saved.winners:
        return "equal", "text2", tr("draw")
    if set(saved.winners) & set(saved.own) and not (saved.local and len(saved.own) > 1):
        return "trophy", "warn", tr("won")
    winners = [_holder(saved, seat) for seat in saved.winners]
    return "flag-checkered", "text2", tr("{names} won", names=listed(winners))


def _row(saved: SavedMatch) -> Widget:
    icon, colour, state = _state(saved)
    if saved.damaged:
        title, who = saved.path.name, saved.damaged
    else:
        title = _title(saved)
        who = listed([_holder(saved, seat) for seat in range(len(saved.seats))])
    return Row(
        [
            Icon(icon, 22, colour),
            grow(
                Column(
                    [
                        Text(title, LABEL, max_lines=1, shortens=True),
                        Text(who, NOTE, "text2", max_lines=1, shortens=True),
                    ],
                    gap=1,
                )
            ),
            Column(
                [
                    Text(state, SMALL_LABEL, "text2", align="end", max_lines=1, shortens=True),
                    Text(_when(saved.when), NOTE, "text3", align="end", max_lines=1),
                ],
                gap=1,
                align="end",
            ),
        ],
        gap=14,
    )

"""The transport bar of a replay: to the ends, step by step, by itself, and a slider with the rounds marked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from client.i18n import number, tr
from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect, Size
from client.ui.theme import NOTE
from client.ui.toolkit import (
    Choice,
    Column,
    IconButton,
    KeyPress,
    Look,
    Panel,
    Pointer,
    Row,
    Segmented,
    Spacer,
    Text,
    Widget,
    grow,
)
from client.ui.toolkit.faces import ring, thumb

__all__ = ["Scrub", "Transport", "transport_bar"]

THUMB: Final = 10.0
LEAST_APART: Final = 26.0
"""Units between two numbers of rounds."""


@dataclass(frozen=True, slots=True)
class Transport:
    """What the bar shows and does.

    Attributes:
        at: Number of the item shown, 0 for the start.
        last: Number of items.
        marks: Items before which a round begins, with its number in words.
        playing: Whether it plays by itself.
        pace: ``slow normal fast``.
        go: Goes to an item.
        toggle: Plays, or stops.
        set_pace: Takes another pace.
    """

    at: int
    last: int
    marks: tuple[tuple[int, str], ...]
    playing: bool
    pace: str
    go: Callable[[int], None]
    toggle: Callable[[], None]
    set_pace: Callable[[str], None]


class Scrub(Widget):
    """A slider over all items, with a tick where a round begins.

    Args:
        transport: What is shown and done.
        key: Needed for a drag to survive.
    """

    focusable = True
    cursor = "hand"

    def __init__(self, transport: Transport, *, key: str) -> None:
        super().__init__(key=key, enabled=transport.last > 0)
        self.transport = transport
        self._held = False

    def adopt(self, earlier: "Scrub") -> None:
        """Go on being drawn."""
        self._held = earlier._held

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return all of the width."""
        return Size(width, 44)

    def _track(self) -> Rect:
        return Rect(self.rect.x + THUMB, self.rect.y + 14, max(1.0, self.rect.w - 2 * THUMB), 6)

    def _x(self, k: int) -> float:
        track = self._track()
        return track.x + track.w * k / max(1, self.transport.last)

    def paint(self, look: Look) -> None:
        """Paint track, rounds, thumb."""
        canvas, palette, track = look.canvas, look.palette, self._track()
        canvas.box(track, palette.well, radius=3, border=palette.line)
        x = self._x(self.transport.at)
        if x > track.x:
            canvas.box(Rect(track.x, track.y, x - track.x, track.h), palette.honey, radius=3)
        free = track.x - LEAST_APART
        for k, words in self.transport.marks:
            at = self._x(k)
            canvas.box(Rect(at - 0.5, track.bottom + 4, 1, 5), palette.text3)
            width = canvas.measure(words, NOTE)
            if at - width / 2 >= free and at + width / 2 <= self.rect.right:
                canvas.text(at, track.bottom + 9, words, NOTE, palette.text3, anchor="middle")
                free = at + width / 2 + 10
        hovered = 1.0 if self in look.hovered else 0.0
        thumb(look, x, track.cy, self.enabled, hovered)
        if look.focused is self:
            ring(look, Rect(x - 10, track.cy - 10, 20, 20), 10, gap=1)

    def _to(self, x: float) -> bool:
        track, last = self._track(), self.transport.last
        k = round((x - track.x) / track.w * last)
        self.transport.go(min(max(0, k), last))
        return True

    def pointer_pressed(self, at: Pointer) -> bool:
        """Go where the pointer is, and follow it."""
        if at.button != "left":
            return False
        self._held = True
        return self._to(at.x)

    def pointer_moved(self, at: Pointer) -> bool:
        """Follow the pointer while it holds the thumb."""
        return self._to(at.x) if self._held else False

    def pointer_released(self, at: Pointer) -> bool:
        """Let the thumb go."""
        self._held = False
        return True

    def key_pressed(self, press: KeyPress) -> bool:
        """Go by steps, by rounds, or to an end."""
        transport = self.transport
        before = [k for k, _ in transport.marks if k < transport.at]
        after = [k for k, _ in transport.marks if k > transport.at]
        goals = {
            "left": transport.at - 1,
            "right": transport.at + 1,
            "pageup": before[-1] if before else 0,
            "pagedown": after[0] if after else transport.last,
            "home": 0,
            "end": transport.last,
        }
        if press.name not in goals or press.ctrl or press.alt:
            return False
        transport.go(min(max(0, goals[press.name]), transport.last))
        return True


def transport_bar(transport: Transport, told: str, *, small: bool) -> Widget:
    """Return the bar, with what has just been played in words."""
    at, last = transport.at, transport.last

    def button(icon: str, k: int, tip: str, key: str) -> Widget:
        return IconButton(
            icon, lambda: transport.go(k), tip=tip, enabled=k != at and 0 <= k <= last, size=36, key=key
        )

    play = IconButton(
        "pause" if transport.playing else "play",
        transport.toggle,
        tip=tr("Stop (Space)") if transport.playing else tr("Play (Space)"),
        kind="primary",
        size=44,
        enabled=last > 0,
        key="play",
    )
    buttons: Sequence[Widget] = (
        button("skip-previous", 0, tr("To the start (Home)"), "first"),
        button("chevron-left", at - 1, tr("Back (Left)"), "back"),
        play,
        button("chevron-right", at + 1, tr("On (Right)"), "on"),
        button("skip-next", last, tr("To the end (End)"), "last"),
    )
    paces = [Choice("slow", tr("Slow")), Choice("normal", tr("Normal")), Choice("fast", tr("Fast"))]
    position = Text(tr("{number} of {count}", number=number(at), count=number(last)), NOTE, "text2")
    lower = Row(
        [
            *buttons,
            Spacer(4),
            grow(
                Column(
                    [Text(told, NOTE, "text", max_lines=1, shortens=True) if told else None, position], gap=0
                )
            ),
            None if small else Segmented(paces, transport.pace, transport.set_pace, key="pace"),
        ],
        gap=6,
    )
    return Panel(Column([Scrub(transport, key="scrub"), lower], gap=4), pad=(14, 8), key="transport")

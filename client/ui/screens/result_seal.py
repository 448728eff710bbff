"""The seal of a transcript: its file is verified while one looks, and what held is told in figures."""

from typing import Final

from client.app.ports import Notice, Seal
from client.i18n import number, tr
from client.ui.draw import pieces as draw
from client.ui.geometry import Rect
from client.ui.theme import PANEL, SMALL, SMALL_LABEL
from client.ui.toolkit import (
    Column,
    Divider,
    Icon,
    Look,
    Painted,
    Panel,
    ProgressBar,
    Row,
    Text,
    Widget,
    grow,
)
from client.view.people import People

__all__ = ["seal_panel", "seal_rows", "seal_sign"]

SIZE: Final = 128.0


def seal_sign(size: float = SIZE) -> Widget:
    """Return the wax seal."""

    def paint(look: Look, rect: Rect) -> None:
        draw.seal(look.canvas, look.palette, rect.cx, rect.cy, size)

    return Painted(paint, 0.92 * size, 0.92 * size)


def seal_panel(
    people: People, seal: Seal | None, notice: Notice | None, *, there: bool, small: bool
) -> Widget:
    """Return the panel of the seal.

    Args:
        people: Names of the seats.
        seal: What held, None as long as it is not known.
        notice: What came of it, None as long as it is being verified.
        there: Whether there is a file.
        small: Whether there is little room.
    """
    if not there:
        return _plain(
            tr("No transcript"), tr("This match is kept nowhere, so there is nothing to verify."), "eye-off"
        )
    if notice is None:
        words = Column(
            [
                Text(tr("Verifying the transcript"), PANEL),
                Text(tr("Every signature is checked, every item played again by the rules."), SMALL, "text2"),
                ProgressBar(None, width=220, key="verifying"),
            ],
            gap=8,
        )
        return Panel(words, key="seal")
    if seal is None:
        return _plain(tr("The transcript does not hold"), notice.text, "alert-octagon", "bad")
    size = 88.0 if small else SIZE
    held = (
        tr("Replayed from the signed record. Every move and every roll agrees.")
        if seal.events
        else tr("Replayed from the signed record. Every move agrees.")
    )
    head = Row(
        [
            seal_sign(size),
            grow(
                Column(
                    [
                        Text(tr("Transcript verified"), PANEL),
                        Text(held, SMALL, "text2"),
                    ],
                    gap=4,
                )
            ),
        ],
        gap=16,
    )
    return Panel(Column([head, *seal_rows(people, seal)], gap=7), key="seal")


def _plain(title: str, text: str, icon: str, colour: str = "text2") -> Widget:
    words = Column([Text(title, PANEL), Text(text, SMALL, "text2", breaks=True)], gap=4)
    return Panel(Row([Icon(icon, 40, colour), grow(words)], gap=16), key="seal")


def seal_rows(people: People, seal: Seal) -> list[Widget]:
    """Return what held, in figures."""
    signatures = ", ".join(f"{name} {head}".strip() for name, head in seal.signatures)
    told = [
        (tr("Signed entries"), number(seal.entries)),
        (tr("Moves played again"), number(seal.items)),
    ]
    if seal.events:
        told.append((tr("Rolls, and dice links opened"), f"{number(seal.events)}, {number(seal.links)}"))
    told += [
        (tr("Signatures"), signatures),
        (tr("Match"), " ".join(seal.match[n : n + 4] for n in range(0, 12, 4))),
    ]
    rows: list[Widget] = []
    for label, value in told:
        if rows:
            rows.append(Divider())
        rows.append(
            Row(
                [Text(label, SMALL, "text2"), grow(Text(value, SMALL_LABEL, align="end", breaks=True))],
                gap=12,
                align="start",
            )
        )
    return rows

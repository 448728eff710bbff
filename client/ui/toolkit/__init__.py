"""Widgets: layout, focus, input. They paint on a canvas and know no game.

A screen is a function ``build(size) -> Widget`` that says what is to be seen now. ``Stage.show(build)`` shows it;
after anything changed ``Stage.refresh()`` has it called again before the next frame. Widgets are never changed from
outside. What belongs to a widget alone (caret, scroll offset, cursor row, motion), and the stage's focus, hover and
press, go over to the widget of the same class and key, so give a ``key`` to whatever can be used:

    def build(size: Size) -> Widget:
        return Panel(
            Column(
                [
                    Row([Text(tr("Seats"), PANEL), Spacer(), Segmented(counts, chosen, choose, key="seats")]),
                    Divider(),
                    grow(List(len(rows), lambda i: Text(rows[i]), on_activate=open_row, key="rows")),
                    Row([
                        Button(tr("Cancel"), back, key="cancel"),
                        grow(Button(tr("Start match"), start, kind="primary", large=True, key="start")),
                    ], gap=12),
                ]
            )
        )

Sizes
    Every widget wants a natural size, depending on the width that is there. ``Box`` gives it a fixed or a least size,
    space around it, or a place; ``grow`` and ``Spacer`` take shares of what is left over in a ``Row`` or ``Column``;
    a ``Grid`` has columns that are ``NATURAL``, ``fixed(120)`` or ``share(1)``. ``Flow`` breaks lines. Where room lacks
    the longest give way first: buttons give up margins and hints, then they and texts take a second line. Nothing
    sticks out of what it lies in, so what cannot fit shows up in ``check.findings``. What may be too long belongs
    into ``grow(Scroll(...))``.

Keyboard
    Tab goes through everything that can be used, in the order of the tree. ``Group`` lets arrows walk in what is
    within, by place. ``Segmented``, ``Stepper``, ``Slider``, ``List`` are one stop each. Enter and Space press; the
    ring is seen after keyboard use only, and a clicked button does not keep the keyboard, so that Enter cannot
    press it again by mistake. Keys that nothing wanted go to the screen's ``key_fallback`` (shortcuts); while a
    field is typed into, keys that type something do not.

Above the screen
    ``Stage.open_modal(lambda size: Modal(title, body, buttons))`` keeps the keyboard in it until ``close_modal``;
    ``Dropdown`` opens its list by itself; ``tip`` is shown after half a second; ``Stage.notify(sentence)`` passes by.

Own widgets
    Subclass ``Widget``, or ``Pressable`` for what is pressed; small drawings are a ``Painted``. Motion is an ``Eased``
    that is followed in ``paint``; it asks for the frames that it needs.
"""

from client.ui.toolkit.buttons import Button, IconButton, Link, Pressable, explained
from client.ui.toolkit.dropdown import Dropdown
from client.ui.toolkit.field import Field
from client.ui.toolkit.layout import (
    Box,
    Column,
    Flow,
    Grid,
    Group,
    Row,
    Spacer,
    Stack,
    grow,
)
from client.ui.toolkit.lists import Card, List, ListRow
from client.ui.toolkit.modal import Modal
from client.ui.toolkit.motion import Eased
from client.ui.toolkit.panels import Panel, Scroll
from client.ui.toolkit.progress import ProgressBar, Spinner
from client.ui.toolkit.segmented import Choice, Segmented
from client.ui.toolkit.stage import Stage
from client.ui.toolkit.stepper import Stepper
from client.ui.toolkit.switches import Slider, Toggle
from client.ui.toolkit.text import Chip, Divider, Icon, KeyHint, Notice, Painted, Text, note
from client.ui.toolkit.tracks import NATURAL, Track, fixed, share
from client.ui.toolkit.widget import Host, KeyPress, Look, Pointer, Widget

__all__ = [
    "NATURAL",
    "Box",
    "Button",
    "Card",
    "Chip",
    "Choice",
    "Column",
    "Divider",
    "Dropdown",
    "Eased",
    "Field",
    "Flow",
    "Grid",
    "Group",
    "Host",
    "Icon",
    "IconButton",
    "KeyHint",
    "KeyPress",
    "Link",
    "List",
    "ListRow",
    "Look",
    "Modal",
    "Notice",
    "Painted",
    "Panel",
    "Pointer",
    "Pressable",
    "ProgressBar",
    "Row",
    "Scroll",
    "Segmented",
    "Slider",
    "Spacer",
    "Spinner",
    "Stack",
    "Stage",
    "Stepper",
    "Text",
    "Toggle",
    "Track",
    "Widget",
    "explained",
    "fixed",
    "grow",
    "note",
    "share",
]

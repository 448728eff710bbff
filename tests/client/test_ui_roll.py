"""The panel of the last roll: all dice that a combat can have are in it, whole, in every rail and language."""

from itertools import combinations, product

import pytest

from client import i18n
from client.ui.gallery.scenes_match import duel
from client.ui.screens import roll as panel
from client.ui.screens.panels import Desk
from client.ui.theme import owners_of
from client.ui.toolkit.check import findings
from client.ui.toolkit.tree import walk
from client.view.krieg_dice import Combat, pairs_of
from client.view.model import MatchModel
from client.view.values import Roll

RAILS = [(224, 172, True), (252, 206, False), (252, 172, False), (256, 172, True), (292, 210, False)]
"""Width and height of the panel, and whether the window is small."""

WORDS = ("Against these defenders the attacker loses nobody.", "A tie goes to the defender.")


def roll_of(attackers, defenders, guards, words):
    dice, others = (6, 5, 4, 2, 1)[:attackers], (5, 4, 3, 2, 1)[:defenders]
    combat = Combat(0, 1, "fighter", "rider", "f5", "f4", dice, others, (6, 4)[:guards], True, 1, 2, 0)
    return Roll(
        1, "Jonas · f5 × f4", 0, 1, "fighter", "rider", "f5", "f4", *pairs_of(combat), 1, 2, "f4 taken", words, "45%"
    )  # fmt: skip


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("width", "height", "small"), RAILS)
def test_all_dice_of_a_combat_lie_in_the_tray(
    kit, ui, hidden_screen, monkeypatch, language, width, height, small
):
    dice = []
    true = panel.draw.die

    def noted(canvas, palette, owner, pips, cx, cy, size, **more):
        dice.append((cx, cy, size))
        true(canvas, palette, owner, pips, cx, cy, size, **more)

    monkeypatch.setattr(panel.draw, "die", noted)
    i18n.use(language)
    desk = Desk(kit.shell, MatchModel(duel()), owners_of("krieg", 2), small)
    canvas = hidden_screen.canvas(width, height)
    for attackers, defenders, guards in product(range(1, 6), range(6), (0, 2)):
        if not defenders + guards:
            continue
        roll = roll_of(attackers, defenders, guards, i18n.tr(WORDS[attackers % 2]))
        shown = ui.Driver(
            lambda size, roll=roll: panel.roll_panel(desk, roll, height=height, chance=not small),
            canvas=canvas,
        )
        dice.clear()
        shown.paint()
        assert not findings(shown.stage.roots, canvas)
        assert not [mark.text for mark in canvas.texts if "…" in mark.text]
        assert len(dice) == attackers + defenders + guards
        tray = next(widget for widget in walk(shown.stage.top) if isinstance(widget, panel._Tray)).rect
        for cx, cy, size in dice:
            assert size >= 13
            assert tray.x + 4 <= cx - size / 2 < cx + size / 2 <= tray.right - 4
            assert tray.y + 4 <= cy - size / 2 < cy + size / 2 <= tray.bottom - 4
        assert all(
            abs(ax - bx) >= a or abs(ay - by) >= a for (ax, ay, a), (bx, by, _) in combinations(dice, 2)
        )

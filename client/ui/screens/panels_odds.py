"""The panel that answers "what would this do?": odds of an attack, a move, a cell, advice, threats."""

from typing import Final

from client.i18n import tr
from client.ui.geometry import Rect
from client.ui.screens.panels import (
    FIGURE,
    FIGURE_SMALL,
    Desk,
    emblem,
    heading,
    letters_on,
    played,
    symbol,
    titled,
    warning_row,
)
from client.ui.theme import LABEL, NOTE, PANEL_SMALL, RESULT, SMALL, SMALL_LABEL, TITLE, Colour
from client.ui.toolkit import (
    Box,
    Button,
    Column,
    Divider,
    Flow,
    Grid,
    Icon,
    Look,
    Painted,
    Panel,
    Row,
    Scroll,
    Spacer,
    Spinner,
    Text,
    Widget,
    fixed,
    grow,
    note,
    share,
)
from client.view.values import CellFacts, Deed, OddsView, Prediction, Side, Threat

__all__ = ["context_body", "context_panel", "threat_rows"]

BAR: Final = 26.0
MOST_SENTENCES: Final = 5
"""Sentences about what happened last; the list of moves leads to more."""

NARROW: Final = "\u202f"
"""A narrow space that no line breaks at."""


def context_panel(desk: Desk, *, thinking: bool, hint: str, height: float | None = None) -> Widget:
    """Return the panel about what is pointed at, chosen, advised or threatened.

    Args:
        desk: What panels work with.
        thinking: Whether advice is being worked out.
        hint: Why the advised action is good, "" for no advice.
        height: Of the panel; None: what there is.
    """
    body = context_body(desk, thinking=thinking, hint=hint)
    return Panel(Scroll(body, key="context"), pad=(16, 6), height=height, key="about")


def context_body(desk: Desk, *, thinking: bool, hint: str) -> Widget:
    """Return what that panel says now."""
    model = desk.model
    if thinking:
        return Row(
            [Spinner(24), grow(Text(tr("Looking for a good move …"), SMALL, "text2"))], gap=12, pad=(0, 8)
        )
    told = model.prediction()
    advised = model.hint()
    if advised is not None:
        return _advice(desk, advised, hint, told)
    if told is not None:
        return odds_body(desk, told) if told.odds is not None else _effect(desk, told)
    threats = model.threats() if model.threats_on else ()
    if model.threats_on and model.selected is None:
        return threat_rows(desk, threats)
    about = model.about()
    if about is not None:
        return _facts(desk, about)
    return _nothing(desk)


# --- an attack ------------------------------------------------------------------------------------------------
def odds_body(desk: Desk, told: Prediction, *, brief: bool = False) -> Widget:
    """Return the exact chances of an attack; ``brief``: who attacks, and the button, stand above already."""
    odds = told.odds
    assert odds is not None, "this is for attacks with dice"
    win = odds.win.replace(" ", NARROW)
    words = Column([Text(odds.label, LABEL), note(odds.exact) if desk.notes else None], gap=0)
    attack = None if brief else _attack(desk, told)
    sides = [] if brief else [_side(desk, told.attacker), _side(desk, told.defender)]
    lines: list[Widget | None] = [
        *sides,
        Row([Text(win, RESULT if desk.notes else TITLE), grow(words)], gap=10),
        Column([_bar(desk, told, odds), _bar_words(odds)], gap=4),
        attack if desk.small else Divider(),
        _losses(desk, told, odds),
        None if desk.small else attack,
        *map(warning_row, told.warnings),
        _counter(desk),
    ]
    return Column(lines, gap=5)


def _side(desk: Desk, side: Side | None) -> Widget | None:
    if side is None:
        return None
    count = 0 if side.kind == "worker" else side.count
    piece = symbol(desk, side.kind, side.seat, 40 if desk.notes else 30, count=count)
    return Row([piece, grow(titled(side.title, side.note if desk.notes else "", LABEL))], gap=10)


def _bar(desk: Desk, told: Prediction, odds: OddsView) -> Widget:
    palette = desk.palette
    attacker = desk.owner(told.attacker.seat if told.attacker else None)
    defender = desk.owner(told.defender.seat if told.defender else None)
    colours: dict[str, Colour] = {"take": attacker.face, "partial": palette.panel2, "lose": defender.face}

    def paint(look: Look, rect: Rect) -> None:
        canvas = look.canvas
        canvas.box(rect.inset(-1), palette.line, radius=8)
        canvas.box(rect, palette.panel2, radius=7)
        x = rect.x
        total = sum(group.rolls for group in odds.groups)
        last = len(odds.groups) - 1
        for n, group in enumerate(odds.groups):
            width = rect.w * group.rolls / total
            left, right = 7.0 * (n == 0), 7.0 * (n == last)
            part = Rect(x, rect.y, max(width, 2.0), rect.h)
            colour = colours[group.key]
            canvas.box(part, colour, radius=(left, right, right, left))
            words = str(group.percent)
            if canvas.measure(words, FIGURE_SMALL) + 6 <= width:
                ink = palette.text2 if group.key == "partial" else letters_on(palette, colour)
                canvas.text(part.cx, rect.cy - 9, words, FIGURE_SMALL, ink, anchor="middle")
            x += width

    return Painted(paint, 0, BAR)


def _bar_words(odds: OddsView) -> Widget:
    anchors = {"take": "start", "partial": "middle", "lose": "end"}
    texts = [
        grow(Text(group.label, NOTE, "text3", align=anchors[group.key]))  # type: ignore[arg-type]
        for group in odds.groups
    ]
    return Row(list(texts), gap=6, align="start")


def _losses(desk: Desk, told: Prediction, odds: OddsView) -> Widget:
    attacker = told.attacker.seat if told.attacker else None
    defender = told.defender.seat if told.defender else None
    return Row(
        [
            grow(Text(tr("Expected losses"), SMALL)),
            emblem(desk, attacker, 16),
            Text(odds.lost_words, LABEL),
            Spacer(4),
            emblem(desk, defender, 16),
            Text(odds.rival_lost_words, LABEL),
        ],
        gap=6,
    )


def _attack(desk: Desk, told: Prediction) -> Widget | None:
    if not told.attack:
        return None
    deed = next((deed for deed in desk.model.deeds() if deed.group == "attack"), None)
    if told.chosen and deed is not None:
        return Button(
            deed.label,
            lambda: desk.model.do("attack"),
            kind="danger",
            icon="sword",
            hint=deed.shortcut.upper(),
            key="attack",
        )
    words = tr("A click chooses this attack.") if desk.model.ask_attacks else tr("A click attacks at once.")
    return note(words)


def _counter(desk: Desk) -> Widget | None:
    """Return what the other side could do in return, in a line."""
    other = desk.model.counter() if desk.notes else None
    if other is None or other.odds is None:
        return None
    told = tr(
        "The other way round, {attack}: {win}, losing {lost}.",
        attack=other.title,
        win=other.odds.win,
        lost=other.odds.rival_lost_words,
    )
    return Row([Icon("swap-horizontal", 16, "text3"), grow(Text(told, NOTE, "text2"))], gap=8, align="start")


# --- a move, a cell -------------------------------------------------------------------------------------------
def _effect(desk: Desk, told: Prediction) -> Widget:
    lines: list[Widget | None] = [
        _side(desk, told.attacker),
        _side(desk, told.defender),
        Text(told.title, PANEL_SMALL),
        Text(told.text, SMALL, "text2"),
        *map(warning_row, told.warnings),
        _attack(desk, told),
    ]
    dangers = desk.model.dangers()
    if dangers:
        lines += [Divider(), Text(tr("There it could be attacked"), SMALL_LABEL)]
        lines += [_threat(desk, threat) for threat in dangers]
    lines.append(_counter(desk))
    return Column(lines, gap=8)


def _facts(desk: Desk, about: CellFacts) -> Widget:
    head = Row(
        [
            symbol(desk, about.kind, about.seat, 40, count=1 if about.kind == "tower" else 0)
            if about.kind
            else None,
            grow(titled(about.title, "\n".join(about.lines), LABEL)),
        ],
        gap=10,
        align="start",
    )
    lines: list[Widget | None] = [head]
    model = desk.model
    if about.cell == model.selected:
        deeds = [deed for deed in model.deeds() if deed.group == "build"]
        if deeds:
            lines += [Divider(), *(_deed(desk, deed) for deed in deeds)]
        lines.append(_alone(desk))
    lines.append(_counter(desk))
    return Column(lines, gap=10)


def _deed(desk: Desk, deed: Deed) -> Widget:
    """Return what a stack can build, with its price, or why it cannot."""
    label = tr("{label} · {gold} gold", label=deed.label, gold=deed.price) if deed.price else deed.label
    button = Button(
        label,
        lambda: desk.model.do(deed.key),
        kind="danger" if deed.danger else "plain",
        hint=deed.shortcut.upper(),
        enabled=deed.enabled,
        reason=deed.reason,
        tip=deed.text,
        key=deed.key,
    )
    piece = symbol(desk, deed.piece, desk.model.actor, 30) if deed.piece else None
    lines: list[Widget | None] = [Row([piece, grow(button)], gap=8)]
    if not deed.enabled:
        lines.append(note(deed.reason))
    return Column(lines, gap=4)


def _nothing(desk: Desk) -> Widget:
    """Return what to do, and how lucky everybody has been so far."""
    model = desk.model
    read = tr("Point at a cell to read about it.")
    title = model.headline()
    if model.source.live and model.looking is not None:
        title = tr("Looking back")
    text = read
    if model.actor is not None:
        title = tr("Choose a piece")
        text = tr(
            "White cells can be reached, red rings can be attacked. What it will do is told here first."
        )
    lines: list[Widget | None] = [Text(title, PANEL_SMALL), Text(text, SMALL, "text2"), _alone(desk)]
    if model.actor is None:
        lines += _last(desk)
    return Column([*lines, *_luck(desk)], gap=6)


def _alone(desk: Desk) -> Widget | None:
    """Return what a further game lets be done on the selected cell, or without any."""
    found = [deed for deed in desk.model.deeds() if deed.group == "shop" and deed.key.startswith("act:")]
    return Flow([_plain(desk, deed) for deed in found], gap=(8, 10)) if found else None


def _last(desk: Desk) -> list[Widget | None]:
    """Return what happened last."""
    model = desk.model
    if not model.told:
        return []
    title = played(model, model.moves()[model.told - 1])
    story = model.story(model.told)[:MOST_SENTENCES]
    told = [Text(sentence, NOTE, "text2") for sentence in story]
    return [Spacer(2), Divider(), Text(title, SMALL_LABEL), *told]


def _luck(desk: Desk) -> list[Widget | None]:
    """Return dice against expectation, where there is dice at all."""
    luck = desk.model.statistics().luck
    seats = len(desk.model.people.seats)
    if luck is None or not luck.fights or seats > 3:
        return []
    heads: list[Widget | None] = [
        Text(tr("Luck so far"), SMALL_LABEL),
        *(Box(emblem(desk, n, 16), align="end") for n in range(seats)),
    ]
    figures: list[list[Widget | None]] = [
        [note(line.label), *(Text(value, SMALL_LABEL, align="end") for value in line.values)]
        for line in luck.lines
    ]
    table = Grid([heads, *figures], [share(1.0), *([fixed(44)] * seats)], gap=(4, 5))
    return [Spacer(2), Divider(), table, Text(luck.words, NOTE, "text2") if luck.words else None]


def _plain(desk: Desk, deed: Deed) -> Widget:
    return Button(
        deed.label,
        lambda: desk.model.do(deed.key),
        enabled=deed.enabled,
        reason=deed.reason,
        tip=deed.text,
        key=deed.key,
    )


# --- advice, threats ------------------------------------------------------------------------------------------
def _advice(desk: Desk, advised: Prediction, reason: str, pointed: Prediction | None) -> Widget:
    """Return what is advised and why; below it what is pointed at, else what the advised action will do."""
    model = desk.model
    target = next((t for t in model.targets().values() if t.steps == (advised.action,)), None)
    lines: list[Widget | None] = [
        heading(tr("Hint"), icon="lightbulb-on"),
        Text(advised.title, LABEL),
        Text(reason, SMALL, "text2") if reason else None,
    ]
    told = pointed
    if told is None:
        told = model.words.predict(target) if target is not None else advised
    if told.chosen:
        lines.append(_attack(desk, told))
    else:
        lines.append(Row([Button(tr("Play it"), model.play_hint, icon="play", key="play hint")]))
    if told.odds is not None:
        return Column([*lines, Divider(), odds_body(desk, told, brief=True)], gap=8)
    if pointed is not None and pointed.action != advised.action:
        return Column([*lines, Divider(), _effect(desk, pointed)], gap=8)
    return Column([*lines, Text(told.text, SMALL, "text2"), *map(warning_row, told.warnings)], gap=8)


def threat_rows(desk: Desk, threats: tuple[Threat, ...]) -> Widget:
    """Return what others could attack or take, gravest first."""
    rows = [_threat(desk, threat) for threat in threats]
    head = heading(tr("Threats"), icon="alert")
    if not rows:
        return Column([head, Text(tr("No threats."), SMALL, "text2")], gap=8)
    return Column([head, *rows], gap=8, key="threats")


def _threat(desk: Desk, threat: Threat) -> Widget:
    grave = threat.rolls_win > 0 and threat.by_kind != "archer"
    figure = Text(threat.figure.replace(" ", NARROW), FIGURE, "bad" if grave else "text2")
    count = 0 if threat.kind in ("worker", "mine", "castle", "crown") else threat.count
    piece = symbol(desk, threat.kind, _holder(desk), 36, count=count)
    if threat.rolls == 1 and any(letter.isalpha() for letter in threat.figure):
        # Nothing to be reckoned: a sentence says it all.
        sentence = threat.text if threat.title == threat.cell else threat.title
        return Row([piece, grow(titled(threat.cell, sentence))], gap=10)
    return Row([piece, grow(titled(threat.title, threat.text)), figure], gap=10)


def _holder(desk: Desk) -> int:
    """Return whose the threatened piece is."""
    model = desk.model
    return model.actor if model.actor is not None else model.viewer

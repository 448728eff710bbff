"""An analysis in the terminal, and as JSON."""

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from client.analysis.judging import Judgement, swings, worst
from client.analysis.lead import leads_of
from client.analysis.plot import plot
from client.analysis.scale import cost, limit_of, short, unit_of
from client.analysis.source import PlayedGame
from client.terminal.tabular import Cell, tabular
from client.ui.theme import owners_of
from client.words import count_words

__all__ = ["WORST", "as_group", "as_json", "meaning_of"]

WORST = 8
"""Actions in the list of the worst."""

SWINGS = 4
"""Actions in the list of the largest swings."""

_HEIGHT = 19
"""Rows of the graph with its axis and legend: a terminal of 24 rows shows it whole."""


_ACTION = ("no.", "seat", "action")
"""Heads of the columns that tell which action it is."""


def meaning_of(seats: int, unit: str) -> str:
    """Return what the graph shows, as a sentence."""
    if seats == 2:
        return f"The curve is the lead in {unit}: half the difference between what the position is worth to each seat."
    return f"Curves are leads in {unit}: half the difference between a seat's own value and the best of the others."


def as_group(
    played: PlayedGame,
    judgements: Sequence[Judgement],
    level: str,
    nodes: int,
    width: int,
    *,
    plain: bool = False,
) -> Group:
    """Return the graph, the worst actions, and the largest swings of the dice, for a terminal so wide.

    Args:
        played: The game.
        judgements: What is said of it.
        level: Who says so.
        nodes: Its budget for every position.
        width: Of the terminal, in columns.
        plain: The terminal has no colours, or no other signs than a typewriter.
    """
    leads, unit = leads_of(played, judgements), unit_of(played.game.name, level)
    limit = limit_of(lead for points in leads.points for _, lead in points)
    colours = [
        "#{:02X}{:02X}{:02X}".format(*owner.face[:3])
        for owner in owners_of(played.game.name, len(leads.names))
    ]
    series = [(curve.name, colours[curve.seat], curve.runs) for curve in leads.curves()]
    actions = count_words(len(played.steps), "action")
    title = Text(f"{played.game.name}: {actions}, {played.result}", style="bold")
    note = f"Judged by {level} with {count_words(nodes, 'node')} a position. {meaning_of(len(colours), unit.name)}"
    parts: list[RenderableType] = [title, Text(note, style="dim"), Text()]
    graph = plot(series, len(played.steps), limit, min(width, 110), _HEIGHT, plain=plain, parts=unit.parts)
    parts += [*graph, Text()]

    def who(judgement: Judgement) -> list[Cell]:
        name = Text(played.names[judgement.seat], style=colours[judgement.seat])
        return [str(judgement.number), name, judgement.action]

    bad, usual = worst(judgements, WORST), limit_of(judgement.value for judgement in judgements)
    if bad:
        rows = [
            [*who(judgement), judgement.best or "resign", cost(judgement.loss or 0, usual, unit.parts)]
            for judgement in bad
        ]
        parts.append(
            tabular(f"worst actions, in {unit.name}", (*_ACTION, "better", "loss"), rows, 1, width, "><<<>")
        )
    else:
        parts.append(Text("No action cost anything."))
    lucky = swings(judgements, SWINGS)
    if lucky:
        rows = [[*who(judgement), short(judgement.swing or 0, unit.parts)] for judgement in lucky]
        title_of = f"largest swings of the dice, in {unit.name}"
        parts.append(tabular(title_of, (*_ACTION, "swing"), rows, 1, width, "><<>"))
    return Group(*parts)


def as_json(played: PlayedGame, judgements: Sequence[Judgement], level: str, nodes: int) -> dict[str, Any]:
    """Return the whole analysis as a JSON object."""
    return {
        "game": played.game.name,
        "level": level,
        "nodes": nodes,
        "result": played.result,
        "seats": list(played.names),
        "actions": [
            {
                "number": judgement.number,
                "seat": judgement.seat,
                "action": judgement.action,
                "value": judgement.value,
                "best": judgement.best or "resign",
                "loss": judgement.loss,
                "swing": judgement.swing,
            }
            for judgement in judgements
        ],
        "worst": [judgement.number for judgement in worst(judgements, WORST)],
    }

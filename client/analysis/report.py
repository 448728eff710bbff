"""An analysis in the terminal, and as JSON."""

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from client.analysis.judging import Judgement, worst
from client.analysis.plot import Series, plot
from client.analysis.scale import cost, limit_of, short
from client.analysis.source import PlayedGame
from client.terminal.tabular import Cell, tabular
from client.ui.theme import owners_of
from client.words import count_words

__all__ = ["WORST", "as_group", "as_json", "series_of"]

WORST = 8
"""Actions in the list of the worst."""

_HEIGHT = 19
"""Rows of the graph with its axis and legend: a terminal of 24 rows shows it whole."""


_ACTION = ("no.", "seat", "action")
"""Heads of what ``_who`` gives."""


def series_of(played: PlayedGame, judgements: Sequence[Judgement]) -> list[Series]:
    """Return for each seat the values that its positions had, as the level sees them."""
    owners = owners_of(played.game.name, len(played.names))
    return [
        (
            name,
            "#{:02X}{:02X}{:02X}".format(*owners[seat].face[:3]),
            [(j.number - 1, j.value) for j in judgements if j.seat == seat],
        )
        for seat, name in enumerate(played.names)
    ]


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
    series = series_of(played, judgements)
    limit = limit_of(judgement.value for judgement in judgements)
    actions = count_words(len(played.steps), "action")
    title = Text(f"{played.game.name}: {actions}, {played.result}", style="bold")
    note = f"Judged by {level} with {count_words(nodes, 'node')} a position; above 0 is good for the seat."
    parts: list[RenderableType] = [title, Text(note, style="dim"), Text()]
    parts += [*plot(series, len(played.steps), limit, min(width, 110), _HEIGHT, plain=plain), Text()]
    bad = worst(judgements, WORST)
    if bad:
        rows = [
            [*_who(played, judgement, series), judgement.best or "resign", cost(judgement.loss or 0, limit)]
            for judgement in bad
        ]
        heads = (*_ACTION, "better", "loss")
        parts.append(tabular("worst actions", heads, rows, 1, width, "><<<>"))
    else:
        parts.append(Text("No action cost anything."))
    swings = sorted(
        (j for j in judgements if j.swing is not None), key=lambda j: (-abs(j.swing or 0), j.number)
    )[:4]
    if swings:
        rows = [[*_who(played, judgement, series), short(judgement.swing or 0)] for judgement in swings]
        parts.append(tabular("largest swings of the dice", (*_ACTION, "swing"), rows, 1, width, "><<>"))
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


def _who(played: PlayedGame, judgement: Judgement, series: Sequence[Series]) -> list[Cell]:
    name, colour, _ = series[judgement.seat]
    return [str(judgement.number), Text(name, style=colour), judgement.action]

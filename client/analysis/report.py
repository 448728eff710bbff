"""An analysis in the terminal, and as JSON."""

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from client.analysis.judging import Judgement, worst
from client.analysis.plot import Series, plot
from client.analysis.scale import cost, limit_of, short
from client.analysis.source import PlayedGame
from client.ui.theme import owners_of

__all__ = ["WORST", "as_group", "as_json", "series_of"]

WORST = 8
"""Actions in the list of the worst."""

_HEIGHT = 19
"""Rows of the graph with its axis and legend: a terminal of 24 rows shows it whole."""


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
    played: PlayedGame, judgements: Sequence[Judgement], level: str, nodes: int, width: int
) -> Group:
    """Return the graph, the worst actions, and the largest swings of the dice, for a terminal so wide."""
    series = series_of(played, judgements)
    limit = limit_of(judgement.value for judgement in judgements)
    title = Text(f"{played.game.name}: {len(played.steps)} actions, {played.result}", style="bold")
    note = f"Judged by {level} with {nodes} nodes a position; above 0 is good for the seat."
    parts: list[RenderableType] = [title, Text(note, style="dim"), Text()]
    parts += [plot(series, len(played.steps), limit, min(width, 110), _HEIGHT), Text()]
    bad = worst(judgements, WORST)
    if bad:
        table = _table("worst actions", "action", "better", "loss")
        for judgement in bad:
            best = judgement.best or "resign"
            table.add_row(*_who(played, judgement, series), best, cost(judgement.loss or 0, limit))
        parts.append(table)
    else:
        parts.append(Text("No action cost anything."))
    swings = sorted(
        (j for j in judgements if j.swing is not None), key=lambda j: (-abs(j.swing or 0), j.number)
    )[:4]
    if swings:
        table = _table("largest swings of the dice", "action", "swing")
        for judgement in swings:
            table.add_row(*_who(played, judgement, series), short(judgement.swing or 0))
        parts.append(table)
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


def _table(title: str, *further: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    table.add_column("no.", justify="right")
    table.add_column("seat")
    for name in further:
        table.add_column(name, justify="right" if name in ("loss", "swing") else "left")
    return table


def _who(played: PlayedGame, judgement: Judgement, series: Sequence[Series]) -> list[str | Text]:
    name, colour, _ = series[judgement.seat]
    return [str(judgement.number), Text(name, style=colour), judgement.action]

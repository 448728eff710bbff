"""Tables in the terminal; where one is wider than the terminal, the same row by row in words, so that nothing is cut."""

from collections.abc import Sequence

from rich import box
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

__all__ = ["Cell", "tabular"]

Cell = str | Text
"""A field: never taken for Rich's markup."""

_NAME_COLUMNS = 10
"""Columns that a name is given at least; one that is longer goes on in the next line."""


def tabular(
    title: str, heads: Sequence[str], rows: Sequence[Sequence[Cell]], name: int, width: int, numbers: str
) -> RenderableType:
    """Return a table of ``rows`` under ``heads`` for a terminal of ``width`` columns.

    Args:
        title: Its title.
        heads: Names of the columns.
        rows: Their fields.
        name: Index of the column that may be folded.
        width: Of the terminal.
        numbers: For each column ``>`` (numbers, on the right) or ``<``.
    """
    texts = [[cell if isinstance(cell, Text) else Text(cell) for cell in row] for row in rows]
    widths = [max(map(cell_len, (head, *(row[i].plain for row in texts)))) for i, head in enumerate(heads)]
    widths[name] = min(widths[name], _NAME_COLUMNS)
    # Edges and lines between columns are blanks, one each.
    free = width - sum(widths) - len(widths) - 1
    if free < 0:
        return Group(Text(title, style="bold"), *(_line(heads, row, name) for row in texts), Text())
    padding = (0, 1 if free >= len(widths) else 0, 0, 0)
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, padding=padding)
    for i, head in enumerate(heads):
        table.add_column(
            head,
            justify="right" if numbers[i] == ">" else "left",
            no_wrap=i != name,
            min_width=_NAME_COLUMNS if i == name else None,
            overflow="fold",
        )
    for row in texts:
        table.add_row(*row)
    return table


def _line(heads: Sequence[str], row: Sequence[Text], name: int) -> Text:
    line = Text("- ").append_text(row[name]).append(": ")
    further = [(head, cell) for i, (head, cell) in enumerate(zip(heads, row, strict=True)) if i != name]
    for i, (head, cell) in enumerate(further):
        line.append(f", {head} " if i else f"{head} ").append_text(cell)
    return line

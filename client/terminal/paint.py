"""The terminal that is written to: its width, and whether its text is coloured."""

import shutil
import textwrap

from rich.console import Console
from rich.text import Text

from client.terminal.drawing import PLAIN_COLUMNS

__all__ = ["Paint"]


class Paint:
    """Turns styled text into what is written.

    Args of the constructor:
        plain: Never colour, whatever standard output is; for lines that programs read.
    """

    def __init__(self, *, plain: bool = False) -> None:
        # Rich heeds NO_COLOR, TERM=dumb and COLUMNS itself, and sees whether a terminal is there.
        self._console = Console(highlight=False)
        self._plain = plain or not self._console.is_terminal

    @property
    def columns(self) -> int:
        """Characters of a line now; where there is no terminal, those of the classic one."""
        return PLAIN_COLUMNS if self._plain else shutil.get_terminal_size((PLAIN_COLUMNS, 24)).columns

    def __call__(self, text: Text) -> str:
        """Return the text with the control sequences of its colours, or without any."""
        if self._plain:
            return text.plain
        with self._console.capture() as captured:
            self._console.print(text, soft_wrap=True, end="")
        return captured.get()

    def folded(self, text: str) -> str:
        """Return the text broken between words at the terminal's edge; invitations and paths stay whole.

        Lines with control sequences were drawn to fit already.
        """
        if self._plain:
            return text
        lines = []
        for line in text.split("\n"):
            if len(line) <= self.columns or "\x1b" in line:
                lines.append(line)
            else:
                lines += textwrap.wrap(line, self.columns, break_long_words=False, break_on_hyphens=False)
        return "\n".join(lines)

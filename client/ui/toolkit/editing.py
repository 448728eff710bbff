"""Editing one line of text: caret, selection, words, undo. No pixel, no key."""

import unicodedata

__all__ = ["Editing"]

UNDO_STEPS = 200


class Editing:
    """A line of text with a caret and, between ``anchor`` and caret, a selection.

    Attributes:
        text: The line.
        caret: Before which character it stands, 0..len(text).
        anchor: Where the selection began; equal to ``caret`` for none.
        limit: So many characters at most, None for any number.
    """

    __slots__ = ("_redo", "_typing", "_undo", "anchor", "caret", "limit", "text")

    def __init__(self, text: str = "", limit: int | None = None) -> None:
        self.text = text
        self.limit = limit
        self.caret = self.anchor = len(text)
        self._undo: list[tuple[str, int, int]] = []
        self._redo: list[tuple[str, int, int]] = []
        self._typing = False

    @property
    def span(self) -> tuple[int, int]:
        """Where the selection begins and ends."""
        return min(self.anchor, self.caret), max(self.anchor, self.caret)

    @property
    def selected(self) -> str:
        """What is selected, "" for nothing."""
        begin, end = self.span
        return self.text[begin:end]

    # --- moving -------------------------------------------------------------------------------------------
    def move(self, to: int, select: bool = False) -> None:
        """Put the caret before character ``to``; ``select`` leaves the anchor where it is."""
        self.caret = min(max(0, to), len(self.text))
        if not select:
            self.anchor = self.caret
        self._typing = False

    def step(self, forward: bool, word: bool = False, select: bool = False) -> None:
        """Move by a character or a word; without ``select`` a selection is left at its end on that side."""
        if self.anchor != self.caret and not select and not word:
            self.move(self.span[1] if forward else self.span[0])
        else:
            self.move(self._beside(forward, word), select)

    def select_all(self) -> None:
        """Select the whole line."""
        self.anchor = 0
        self.move(len(self.text), select=True)

    def select_word(self, at: int) -> None:
        """Select the word, or the run of other characters, around character ``at``."""
        if not self.text:
            return
        at = min(max(0, at), len(self.text) - 1)
        kind = _kind(self.text[at])
        begin, end = at, at + 1
        while begin > 0 and _kind(self.text[begin - 1]) == kind:
            begin -= 1
        while end < len(self.text) and _kind(self.text[end]) == kind:
            end += 1
        self.anchor = begin
        self.move(end, select=True)

    def _beside(self, forward: bool, word: bool) -> int:
        text, at = self.text, self.caret
        if word and forward:
            while at < len(text) and _kind(text[at]) != 1:
                at += 1
            while at < len(text) and _kind(text[at]) == 1:
                at += 1
            return at
        if word:
            while at > 0 and _kind(text[at - 1]) != 1:
                at -= 1
            while at > 0 and _kind(text[at - 1]) == 1:
                at -= 1
            return at
        at += 1 if forward else -1
        # A combining mark belongs to the letter before it.
        while 0 < at < len(text) and unicodedata.combining(text[at]):
            at += 1 if forward else -1
        return at

    # --- changing -----------------------------------------------------------------------------------------
    def insert(self, text: str, typed: bool = False) -> bool:
        """Put ``text`` in the place of the selection; tells whether the line changed.

        Line breaks and tabs become spaces, other control characters are left out, what exceeds the limit as
        well. Characters ``typed`` one after the other are undone together.
        """
        text = "".join(
            " " if c in "\n\t" else c for c in text.replace("\r\n", "\n") if c in "\n\t" or c.isprintable()
        )
        begin, end = self.span
        if self.limit is not None:
            text = text[: max(0, self.limit - (len(self.text) - (end - begin)))]
        if not text:
            return False
        self._replace(begin, end, text, typed)
        return True

    def erase(self, forward: bool, word: bool = False) -> bool:
        """Take away the selection, or what lies before or behind the caret; tells whether the line changed."""
        begin, end = self.span
        if begin == end:
            other = self._beside(forward, word)
            begin, end = min(self.caret, other), max(self.caret, other)
            begin, end = max(0, begin), min(end, len(self.text))
        if begin == end:
            return False
        self._replace(begin, end, "", False)
        return True

    def _replace(self, begin: int, end: int, text: str, typed: bool) -> None:
        if not (typed and self._typing and begin == end):
            self._undo.append((self.text, self.caret, self.anchor))
            del self._undo[:-UNDO_STEPS]
        self._redo.clear()
        self.text = self.text[:begin] + text + self.text[end:]
        self.caret = self.anchor = begin + len(text)
        self._typing = typed

    def undo(self) -> bool:
        """Take back the last change; tells whether there was one."""
        return self._swap(self._undo, self._redo)

    def redo(self) -> bool:
        """Make again what was taken back; tells whether there was something."""
        return self._swap(self._redo, self._undo)

    def _swap(self, source: list[tuple[str, int, int]], target: list[tuple[str, int, int]]) -> bool:
        self._typing = False
        if not source:
            return False
        target.append((self.text, self.caret, self.anchor))
        self.text, self.caret, self.anchor = source.pop()
        return True


def _kind(character: str) -> int:
    """Return 1 for what words consist of, 0 for spaces, 2 for the rest."""
    if character.isalnum() or character == "_" or unicodedata.combining(character):
        return 1
    return 0 if character.isspace() else 2

"""What can go wrong in a rules engine: one exception type for each kind, each with a stable code.

The code is part of the interface (line protocol, logs, tests); the text is for a person and may change.
``culprit`` names what is at fault: an option, an action, a cell, a draw.
"""

from typing import ClassVar

__all__ = [
    "ActionSyntaxError",
    "ChanceNeeded",
    "DrawError",
    "EngineError",
    "GameOver",
    "IllegalAction",
    "PositionError",
    "SetupError",
]


class EngineError(Exception):
    """Base of all engine errors.

    Attributes:
        code: Stable machine-readable word, the same for every instance of a class.
        culprit: What is at fault, in the notation of the game (``"e1"``, ``"radius"``), or ``""``.
        text: One sentence in English that a person understands.
    """

    code: ClassVar[str] = "engine"

    def __init__(self, text: str, culprit: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.culprit = culprit


class SetupError(EngineError):
    """An option is unknown, of the wrong type or out of range, or options do not go together."""

    code = "setup"


class PositionError(EngineError):
    """A position to be loaded or decoded is impossible by the rules (T7) or not canonical."""

    code = "setup"


class ActionSyntaxError(EngineError):
    """A text is not the canonical notation of any action of this game."""

    code = "syntax"


class IllegalAction(EngineError):
    """The rules forbid this action in this state.

    Attributes:
        reason: Stable word for why, for tooltips (``"not_yours"``, ``"no_gold"``, ...); see each game.
    """

    code = "illegal"

    def __init__(self, text: str, culprit: str = "", reason: str = "illegal") -> None:
        super().__init__(text, culprit)
        self.reason = reason


class GameOver(EngineError):
    """The game has ended; nothing is legal any more."""

    code = "over"


class DrawError(EngineError):
    """A scripted source held too few, too many or impossible draws."""

    code = "dice"


class ChanceNeeded(DrawError):
    """A draw was asked of a source that refuses to draw; tells that an action needs chance."""

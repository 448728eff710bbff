"""Sounds: three takes of each, in turn; where there is no device nothing is heard and nothing breaks."""

from pathlib import Path
from typing import Any

from client.log import LOG

__all__ = ["SOUNDS", "Audio"]

SOUNDS = ("step", "build", "capture", "dice", "turn", "refused", "tap")
"""Names of all sounds; ``client/sound`` holds their takes."""

TAKES = 3

OTHERS = 0.5
"""Other seats' moves sound 6 dB quieter."""

_FILES = Path(__file__).parents[1] / "sound"


class Audio:
    """Plays sounds by name.

    Attributes:
        volume: 0 (off) to 1.
    """

    def __init__(self, volume: float) -> None:
        self.volume = volume
        self._loaded: dict[str, Any] = {}
        self._take = 0
        self._broken = False

    def play(self, name: str, *, own: bool = True) -> None:
        """Let the sound of that name be heard; it was loaded when first wanted."""
        if self._broken or self.volume <= 0:
            return
        self._take = self._take % TAKES + 1
        try:
            player = self._source(f"{name}{self._take}").play()
            player.volume = self.volume * (1.0 if own else OTHERS)
        except Exception:  # drivers fail in many ways, and none of them is a reason to stop a match
            LOG.warning("no sound from here on", exc_info=True)
            self._broken = True

    def _source(self, take: str) -> Any:
        if take not in self._loaded:
            import pyglet.media

            path = _FILES / f"{take}.wav"
            with path.open("rb") as file:
                self._loaded[take] = pyglet.media.load(path.name, file=file, streaming=False)
        return self._loaded[take]

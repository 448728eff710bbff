"""The real program in its real window, used from outside: ``python window_driver.py PROFILE``.

Commands are lines of JSON on standard input, each is answered by one line. Clicks and keys are events of the window,
as the display server would send them; ``until`` is answered as soon as a painted frame shows what was asked for.
No test stands here.
"""

import json
import os
import sys
from typing import Any

import pyglet
import trio

import client.ui.main as ui
from client.__main__ import main
from client.app.application import WindowApplication
from client.ui.toolkit.tree import find, walk

LEFT = pyglet.window.mouse.LEFT
NAMES = {"enter": "RETURN", "escape": "ESCAPE", "tab": "TAB", "space": "SPACE", "backspace": "BACKSPACE"}


class Driver:
    """A person without hands.

    Attributes:
        shell, window: Of the program, once it has a window.
        frames: Painted so far.
    """

    def __init__(self) -> None:
        self.shell: Any = None
        self.window: Any = None
        self.app: Any = None
        self.frames = 0
        self._wanted: dict[str, Any] | None = None

    def furnish(self, window: Any, app: Any) -> Any:
        self.window, self.app = window, app
        self.shell = REAL_FURNISH(window, app)
        draw = window.draw
        # Events reach their handlers at once, not with whatever the display server sends next.
        window._native._enable_event_queue = False
        window._native.set_size(1024, 640)

        def draw_and_look() -> None:
            draw()
            self.frames += 1
            self._look()

        window.draw = draw_and_look
        return self.shell

    async def listen(self) -> None:
        """Carry out what standard input says."""
        buffer = b""
        async with trio.lowlevel.FdStream(os.dup(0)) as stream:
            async for data in stream:
                buffer += data
                *lines, buffer = buffer.split(b"\n")
                for line in lines:
                    command = json.loads(line)
                    try:
                        answer = getattr(self, f"do_{command.pop('do')}")(**command)
                    except LookupError as error:
                        answer = {"error": str(error)}
                    if answer is not None:
                        self._say(answer)

    def _say(self, answer: dict[str, Any]) -> None:
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()

    # --- looking ------------------------------------------------------------------------------------------
    @property
    def match(self) -> Any:
        return getattr(self.shell.screen, "source", None)

    def texts(self) -> list[str]:
        return [mark.text for mark in self.window.canvas.texts]

    def do_state(self) -> dict[str, Any]:
        """Tell what is seen."""
        table = self.app.table
        room = table.room if table is not None else None
        told = {
            "screen": self.shell.screen.name,
            "texts": self.texts(),
            "keys": [widget.key for widget in walk(self.window.stage.top) if widget.key],
            "frames": self.frames,
            "invitation": room.invitation if room is not None else "",
        }
        match = self.match
        if match is not None:
            told |= {
                "steps": len(match.steps),
                "hash": match.game.state_hash(match.now()).hex(),
                "own": [info.seat for info in match.seats if info.own],
                "turn": match.own_turn(),
                "phase": match.status().phase.value,
            }
        return told

    def do_until(self, **wanted: Any) -> None:
        """Answer as soon as all of this is seen: ``screen``, ``text``, ``steps`` (at least), ``turn``, ``enabled``."""
        self._wanted = wanted
        if not self.window._due:
            self._look()

    def _look(self) -> None:
        wanted = self._wanted
        if wanted is None:
            return
        for name, value in wanted.items():
            if not getattr(self, f"_sees_{name}")(value):
                return
        self._wanted = None
        self._say(self.do_state())

    def _sees_screen(self, name: str) -> bool:
        return self.shell.screen.name == name

    def _sees_text(self, part: str) -> bool:
        return any(part in text for text in self.texts())

    def _sees_steps(self, count: int) -> bool:
        return self.match is not None and len(self.match.steps) >= count

    def _sees_phase(self, phase: str) -> bool:
        return self.match is not None and self.match.status().phase.value == phase

    def _sees_turn(self, own: bool) -> bool:
        return self.match is not None and (self.shell.screen.model.actor is not None) == own

    def _sees_enabled(self, key: str) -> bool:
        widget = find(self.window.stage.top, key)
        return widget is not None and widget.enabled

    # --- doing --------------------------------------------------------------------------------------------
    def do_place(self, key: str, x: float = 0.5, y: float = 0.5) -> dict[str, Any]:
        """Tell where in the window a widget is, in pixels from the upper left."""
        rect = self._widget(key).rect
        scale = self.window.canvas.scale
        return {"x": round((rect.x + rect.w * x) * scale), "y": round((rect.y + rect.h * y) * scale)}

    def _widget(self, key: str) -> Any:
        widget = find(self.window.stage.top, key)
        if widget is None:
            raise LookupError(f"no {key!r} among {self.do_state()['keys']} of {self.shell.screen.name}")
        return widget

    def do_click(self, key: str, x: float = 0.5, y: float = 0.5) -> dict[str, Any]:
        """Click on a widget; tell whether a question about what it does is asked then."""
        at = self.do_place(key, x, y)
        self._click(at["x"], at["y"])
        return self._asks()

    def _asks(self) -> dict[str, Any]:
        return {"asks": self.window.stage.modal_open}

    def do_move(self, source: str, target: str) -> dict[str, Any]:
        """Click on two cells of the board, again where the target is marked first."""
        model = self.shell.screen.model
        self._click_cell(source)
        if model.selected != source:
            self._click_cell(source)
        self._click_cell(target)
        if model.target == target:
            self._click_cell(target)
        return {}

    def _click_cell(self, cell: str) -> None:
        x, y = self._widget("board").centre_of(cell)
        scale = self.window.canvas.scale
        self._click(round(x * scale), round(y * scale))

    def _click(self, x: int, y: int) -> None:
        native = self.window._native
        y = native.height - 1 - y
        native.dispatch_event("on_mouse_motion", x, y, 0, 0)
        native.dispatch_event("on_mouse_press", x, y, LEFT, 0)
        native.dispatch_event("on_mouse_release", x, y, LEFT, 0)

    def do_key(self, name: str) -> dict[str, Any]:
        """Press a key; tell whether a question about what it does is asked then."""
        symbol = getattr(
            pyglet.window.key, NAMES.get(name) or (f"_{name}" if name.isdigit() else name.upper())
        )
        native = self.window._native
        native.dispatch_event("on_key_press", symbol, 0)
        native.dispatch_event("on_key_release", symbol, 0)
        return self._asks()

    def do_type(self, text: str) -> dict[str, Any]:
        """Type letters."""
        for letter in text:
            self.window._native.dispatch_event("on_text", letter)
        return {}

    def do_close(self) -> dict[str, Any]:
        """Close the window, as its frame does."""
        self.window._native.dispatch_event("on_close")
        return {}

    def do_choices(self) -> dict[str, Any]:
        """Tell what a person could do now: moves by their cells, things to buy, whether the turn can be ended."""
        match, model = self.match, self.shell.screen.model
        cells = [match.game.action_cells(action) for action in match.game.forward_actions(match.now())]
        deeds = model.deeds()
        return {
            "moves": [pair for pair in cells if len(pair) == 2],
            "shop": [deed.shortcut for deed in deeds if deed.group == "shop" and deed.enabled],
            "end": any(deed.key == "end" and deed.enabled for deed in deeds),
            "steps": len(match.steps),
        }


DRIVER = Driver()
REAL_FURNISH = ui.furnish
REAL_INIT, REAL_RUN = WindowApplication.__init__, WindowApplication.run


def init(self: WindowApplication, *args: Any, **kwargs: Any) -> None:
    REAL_INIT(self, *args, **{**kwargs, "listen_host": "127.0.0.1"})


async def run(self: WindowApplication) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(DRIVER.listen)
        await REAL_RUN(self)
        nursery.cancel_scope.cancel()


if __name__ == "__main__":
    WindowApplication.__init__ = init  # type: ignore[method-assign]
    WindowApplication.run = run  # type: ignore[method-assign]
    ui.furnish = DRIVER.furnish
    sys.exit(main(["window", "--profile", sys.argv[1], "--language", "en", "--log-level", "debug"]))

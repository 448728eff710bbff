"""A canvas that writes down what is painted, and positions of real games. No tests here."""

from contextlib import contextmanager

from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect
from client.view.picture import BoardPicture, EdgeLabel, Motion
from engine.dice import SeededDraws
from engine.registry import GAMES


class Recorder(Canvas):
    """Writes down every call; pictures are kept as a real canvas keeps them."""

    def __init__(self, width=1280, height=800):
        self.scale = 1.0
        self.size = Rect(0, 0, width, height)
        self.texts = []
        self.calls = []
        self.kept = {}
        self.painted = []

    def named(self, name):
        return [call for call in self.calls if call[0] == name]

    def measure(self, text, style):
        return 0.55 * style.size * len(text)

    def text(self, x, y, text, style, colour, *, anchor="start", width=None):
        self.calls.append(("text", text, x, y, style.size))
        return self.measure(text, style)

    def icon(self, cx, cy, size, name, colour):
        self.calls.append(("icon", name, cx, cy, size))

    def box(self, rect, fill, **more):
        self.calls.append(("box", rect, fill, more))

    def hexagon(self, cx, cy, a, fill, **more):
        self.calls.append(("hexagon", cx, cy, a, fill, more))

    def circle(self, cx, cy, r, fill, **more):
        self.calls.append(("circle", cx, cy, r, fill, more))

    def line(self, points, width, colour, *, dash=0.0):
        assert len(points) >= 2
        self.calls.append(("line", tuple(points), width, colour, dash))

    def polygon(self, points, fill):
        assert len(points) >= 3
        self.calls.append(("polygon", tuple(points), fill))

    def shape(self, name, cx, cy, size, fill, **more):
        self.calls.append(("shape", name, cx, cy, size, fill, more))

    @contextmanager
    def clip(self, rect):
        yield

    def layer(self):
        self.calls.append(("layer",))

    @contextmanager
    def shifted(self, dx, dy, scale=1.0, alpha=1.0):
        yield

    def picture(self, key, version, rect, paint):
        self.calls.append(("picture", key, rect))
        if self.kept.get(key) != version:
            self.kept[key] = version
            self.painted.append(key)
            paint(self)


def options_of(name):
    """Return options of every mode of a game, and the extremes of its sizes."""
    game = GAMES[name]
    found = list(game.modes())
    sizes = {"towerwars": [{"size": 4}, {"size": 26}], "krieg": [{"radius": 3}, {"radius": 8}]}
    return found + [game.complete(extra) for extra in sizes.get(name, [])]


def positions(game, options, length=60):
    """Yield (state, action, state after, events): a game in which every n-th legal action is played."""
    draws = SeededDraws(bytes(32))
    s = game.setup(options)
    for n in range(length):
        legal = game.forward_actions(s)
        if not legal:
            return
        end = game.end_action(s)
        choices = [a for a in legal if a != end] if n % 6 and len(legal) > 1 else legal
        a = choices[(n * 7919) % len(choices)]
        after, events = game.apply(s, a, draws)
        yield s, a, after, events
        s = after


def picture_of(game, s, **more):
    return BoardPicture(game.board(s), game.pieces(s), **more)


def motion_of(game, k, s, a, after, events):
    cells = game.action_cells(a)
    dice = any(event.dice for event in events)
    return Motion(
        k,
        game.to_act(s),
        picture_of(game, s),
        picture_of(game, after),
        cells if len(cells) == 2 else (),
        events,
        dice,
    )


LABELS = (EdgeLabel("a", 0.0, 5.0), EdgeLabel("b", 1.5, 5.0))

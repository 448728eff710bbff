"""A sheet of all pieces, states and owners, to be looked at: loaded by the fixtures of ``conftest.py``."""

from client.ui.draw import pieces
from client.ui.draw.canvas import Canvas, Pattern
from client.ui.geometry import Rect
from client.ui.theme import NOTE, OWNERS, PANEL_SMALL, SMALL_LABEL, Palette, fade, mix

SEATS = [OWNERS[name] for name in ("cobalt", "madder", "jade", "lemon", "orchid", "plum")]
SIZES = ((51, 51, 96), (125, 34, 48), (125, 80, 24))
KINDS = (
    ("worker", 0, {"charges": 2}),
    ("fighter", 1, {"count": 1}),
    ("rider", 2, {"count": 2}),
    ("archer", 3, {"count": 3}),
    ("crown", 4, {}),
    ("castle", 5, {}),
    ("mine", 0, {}),
    ("tower", None, {"count": 3}),
)
STONES = (
    ("Red stone", 1, 0, -0.06, 0.34, None),
    ("Height 1", 1, 1, 0.0, 0.33, None),
    ("Height 2", 1, 2, 0.07, 0.32, None),
    ("Blocked tower", 1, 1, 0.02, 0.33, 0),
    ("Blue stone", 0, 0, -0.06, 0.34, None),
)


def paint_sheet(canvas: Canvas, palette: Palette) -> None:
    """Paint it, 1280 x 800."""
    canvas.background(palette.t0, palette.t1)
    canvas.text(16, 20, "Pieces and buildings", PANEL_SMALL, palette.text)
    for n, (kind, seat, how) in enumerate(KINDS):
        owner = OWNERS["stone"] if seat is None else SEATS[seat]
        x, y = _panel(canvas, palette, n, 0, kind.capitalize())
        for dx, dy, size in SIZES:
            pieces.piece(canvas, palette, kind, owner, x + dx, y + dy, size, **how)
    for n, (words, seat, height, shift, share, by) in enumerate(STONES):
        x, y = _panel(canvas, palette, n, 1, words)
        for dx, dy, size in SIZES:
            lock = None if by is None else SEATS[by]
            pieces.disc_stack(
                canvas,
                palette,
                SEATS[seat],
                x + dx,
                y + dy + size * shift,
                size * share / 0.46,
                height,
                blocked_by=lock,
            )
    x, y = _panel(canvas, palette, 5, 1, "Base")
    for dx, dy, size in SIZES:
        pieces.base(canvas, palette, SEATS[0], x + dx, y + dy - size * 0.06, size * 0.58)
    for n, up in ((6, 1), (7, 0)):
        x, y = _panel(canvas, palette, n, 1, "Guard")
        for dx, dy, size in SIZES:
            pieces.guards(canvas, palette, SEATS[0], x + dx, y + dy, size * 0.62, up, 1 - up)
    _states(canvas, palette)
    _owners(canvas, palette)
    _signs(canvas, palette)


def _panel(canvas: Canvas, palette: Palette, column: int, row: int, words: str) -> tuple[float, float]:
    x, y = 16 + column * 156, 52 + row * 128
    canvas.box(Rect(x, y, 150, 120), palette.panel, radius=10, border=palette.line)
    canvas.text(x + 12, y + 98, words, SMALL_LABEL, palette.text2)
    return x, y


def _states(canvas: Canvas, palette: Palette) -> None:
    canvas.box(Rect(16, 512, 1242, 124), palette.panel, radius=10, border=palette.line)
    for y, size in ((556, 48), (610, 24)):
        column = 0
        for kind, seat in (("fighter", 0), ("rider", 1), ("archer", 2)):
            for count in range(1, 6):
                x = 64 + column * 54 + 14 * (column // 5)
                pieces.piece(canvas, palette, kind, SEATS[seat], x, y, size, count=count)
                column += 1
    for y, size in ((552, 48), (600, 24)):
        for n in range(3):
            pieces.piece(canvas, palette, "worker", SEATS[3], 914 + n * 50, y, size, charges=2 - n)
        pieces.piece(canvas, palette, "fighter", SEATS[0], 1076, y, size, count=4, done=True)
        pieces.piece(canvas, palette, "archer", SEATS[0], 1140, y, size, count=1, new=True)
    pieces.piece(canvas, palette, "crown", SEATS[4], 1204, 540, 32)
    pieces.guards(canvas, palette, SEATS[4], 1182, 546, 14, 1, 0)
    pieces.guards(canvas, palette, SEATS[4], 1226, 546, 14, 0, 1)
    pieces.piece(canvas, palette, "fighter", SEATS[4], 1204, 584, 48, count=2)


def _owners(canvas: Canvas, palette: Palette) -> None:
    for n, owner in enumerate(SEATS):
        x = 16 + n * 209.5
        canvas.box(Rect(x, 680, 193, 96), palette.panel, radius=10, border=palette.line)
        pattern = Pattern(owner.pattern, fade(mix(owner.face, (255, 255, 255, 255), 0.12), 0.3))
        canvas.hexagon(x + 46, 728, 37, mix(palette.cell, owner.face, 0.34), pattern=pattern)
        pieces.piece(canvas, palette, "rider", owner, x + 46, 728, 48, count=min(n + 1, 5))
        pieces.die(canvas, palette, owner, n + 1, x + 104, 706, 26, lost=n % 2 == 1)
        pieces.emblem(canvas, palette, owner, x + 141, 706, 30, raised=n % 2 == 0)
        canvas.text(x + 92, 724, owner.name, SMALL_LABEL, owner.text(palette))
        canvas.text(x + 92, 744, owner.pattern, NOTE, palette.text3)


def _signs(canvas: Canvas, palette: Palette) -> None:
    pieces.logo(canvas, palette, 60, 400, 40)
    pieces.logo(canvas, palette, 140, 400, 26)
    pieces.seal(canvas, palette, 260, 410, 136)
    for n in range(4):
        pieces.connection(canvas, palette, 340, 350 + n * 20, n)
    for n, way in enumerate(("direct", "relay", "testing")):
        pieces.path(canvas, palette, 390, 350 + n * 20, way)
    for n, size in enumerate((13, 18, 32)):
        pieces.coin(canvas, palette, 450 + n * 30, 360, size)
    for n, owner in enumerate(SEATS):
        rect = Rect(560 + n % 3 * 230, 330 + n // 3 * 80, 220, 56)
        pieces.band(canvas, palette, owner, rect, 12)
        canvas.text(rect.x + 60, rect.y + 18, owner.name, PANEL_SMALL, palette.text)
        pieces.emblem(canvas, palette, owner, rect.x + 34, rect.y + 26, 36, raised=True)

"""What the controls are painted with: faces with a lip, wells, rings, hexagonal thumbs. Measures: the look."""

from typing import Literal, TypeAlias

from client.ui.draw.canvas import Canvas, Fill, Shadow
from client.ui.geometry import Rect
from client.ui.theme import BLACK, WHITE, Colour, Palette, fade, mix
from client.ui.toolkit.widget import Look

__all__ = ["Kind", "bright", "face", "highlight", "panel_shadow", "raised", "ring", "thumb", "well"]

Kind: TypeAlias = Literal["primary", "plain", "danger", "quiet"]


def bright(colour: Colour, share: float) -> Colour:
    """Return ``colour`` lighter by ``share`` of itself."""
    r, g, b = (min(255, round(value * (1 + share))) for value in colour[:3])
    return r, g, b, colour[3]


def highlight(palette: Palette, face: Colour) -> Colour:
    """Return the line of light on the upper edge of something of that colour."""
    return mix(face, palette.focus, 0.09) if palette.dark else mix(face, WHITE, 0.9)


def panel_shadow(palette: Palette) -> Shadow:
    """Return the shadow of a panel."""
    return Shadow(10, 28, palette.shadow)


def ring(look: Look, rect: Rect, radius: float, gap: float = 3.0) -> None:
    """Paint the ring of the focus around ``rect``, ``gap`` away from it (inside, if negative)."""
    out = gap + 2
    look.canvas.box(
        rect.inset(-out), None, radius=max(0.0, radius + out), border=look.palette.focus, border_width=2
    )


def raised(canvas: Canvas, rect: Rect, radius: float, fill: Fill, light: Colour, line: Colour | None) -> None:
    """Paint a body with a line around it and a highlight on its upper edge."""
    head = 2 * radius + 2
    if line is not None and line[3] == 255 and not isinstance(fill[0], tuple) and rect.h > 2 * head:
        # The same in one piece and its head, since each pixel of a large body costs time.
        canvas.box(rect, fill, radius=radius, border=line)
        inner, around = rect.inset(1), (radius - 1, radius - 1, 0.0, 0.0)
        canvas.box(Rect(inner.x, inner.y, inner.w, head), light, radius=around)
        canvas.box(Rect(inner.x, inner.y + 1, inner.w, head), fill, radius=around)
        return
    inner = rect
    if line is not None:
        canvas.box(rect, line, radius=radius)
        inner, radius = rect.inset(1), radius - 1
    canvas.box(inner, light, radius=radius)
    canvas.box(Rect(inner.x, inner.y + 1, inner.w, inner.h - 1), fill, radius=radius)


def face(
    look: Look,
    rect: Rect,
    *,
    kind: Kind = "plain",
    radius: float = 9.0,
    lip: float = 3.0,
    hover: float = 0.0,
    press: float = 0.0,
    enabled: bool = True,
) -> tuple[float, Colour]:
    """Paint the body of a button.

    Args:
        look: Where to.
        rect: The face when nobody touches it; the lip lies below it.
        kind: Which button.
        radius: Of the corners.
        lip: Its height.
        hover: How far the pointer has lifted it, 0..1.
        press: How far it is held down, 0..1.
        enabled: Whether it can be used.

    Returns:
        By how much what stands on it is moved down, and its colour.
    """
    palette, canvas = look.palette, look.canvas
    if not enabled:
        if kind != "quiet":
            canvas.box(rect, palette.panel2, radius=radius, border=palette.line)
        return 0.0, fade(palette.text3, 0.8)
    lift = 2 * press - hover * (1 - press)
    at = Rect(rect.x, rect.y + lift, rect.w, rect.h)
    lip += (1 - lip) * press
    below = Rect(at.x, at.y + lip, at.w, at.h)
    ink = palette.bad if kind == "danger" else palette.text

    def shade(colour: Colour) -> Colour:
        lit = bright(colour, 0.1 * hover) if palette.dark else mix(colour, palette.honey, 0.14 * hover)
        return mix(lit, BLACK, 0.06 * press)

    if kind == "primary":
        glow = 0.0 if palette.dark else 0.1 * hover
        top = mix(shade(mix(palette.honey, WHITE, 0.12)), WHITE, glow)
        bottom = mix(shade(mix(palette.honey, palette.honey_lip, 0.09)), WHITE, glow)
        canvas.box(below, palette.honey_lip, radius=radius)
        raised(canvas, at, radius, (top, bottom), mix(top, WHITE, 0.45), None)
        return lift, palette.on_honey
    if kind == "quiet":
        wash = palette.panel2 if palette.dark else palette.honey
        strength = max(hover, press) * (1.0 if palette.dark else 0.18)
        if strength > 0:
            canvas.box(at, fade(wash, strength), radius=radius)
        return lift, mix(palette.text2, palette.text, hover)
    canvas.box(below, mix(palette.button_lip, BLACK, 0.1 * press), radius=radius)
    body = shade(palette.button)
    raised(canvas, at, radius, body, highlight(palette, body), palette.line)
    return lift, ink


def well(look: Look, rect: Rect, radius: float = 8.0, line: Colour | None = None, width: float = 1.0) -> None:
    """Paint a hollow: something is entered or chosen in it. Its shade lies along the upper edge."""
    palette, canvas = look.palette, look.canvas
    depth = 0.3 if palette.dark else 0.09
    canvas.box(rect, mix(palette.well, BLACK, depth), radius=radius)
    canvas.box(Rect(rect.x, rect.y + 1.5, rect.w, rect.h - 1.5), palette.well, radius=radius)
    canvas.box(rect, None, radius=radius, border=line or palette.line, border_width=width)


def thumb(look: Look, cx: float, cy: float, on: bool, hover: float = 0.0) -> None:
    """Paint the hexagon that a toggle or slider is moved by."""
    palette, canvas = look.palette, look.canvas
    if on:
        body, lip, edge = palette.honey, mix(palette.honey_lip, BLACK, 0.12), mix(palette.honey, WHITE, 0.55)
    else:
        body = mix(palette.line, palette.text3, 0.42) if palette.dark else palette.button
        lip, edge = palette.button_lip, palette.line
    body = bright(body, 0.1 * hover)
    canvas.hexagon(cx, cy + 1.4, 9.5, lip)
    canvas.hexagon(cx, cy, 9.5, body, border=edge)

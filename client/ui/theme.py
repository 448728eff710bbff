"""The tokens of the look: colours, owners, text styles, spaces. Values only.

Sizes are units: pixels of a 1280 x 800 window at scale 1. Colours are red, green, blue, alpha, 0..255.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import TypeAlias

__all__ = [
    "BLACK",
    "BODY",
    "DARK",
    "LABEL",
    "LIGHT",
    "NOTE",
    "OWNERS",
    "PANEL",
    "PANEL_SMALL",
    "RESULT",
    "SMALL",
    "SMALL_LABEL",
    "TITLE",
    "VISIONS",
    "WHITE",
    "Colour",
    "Owner",
    "Palette",
    "TextStyle",
    "fade",
    "mix",
    "owners_of",
    "rgb",
    "simulated",
    "simulated_owner",
    "simulated_palette",
]

Colour: TypeAlias = tuple[int, int, int, int]


def rgb(text: str, alpha: int = 255) -> Colour:
    """Return the colour written as ``#RRGGBB``."""
    value = int(text[1:], 16)
    return value >> 16, value >> 8 & 255, value & 255, alpha


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """Return ``first`` with ``share`` (0..1) of ``second`` in it, alpha as well."""
    r, g, b, a = (round(x + (y - x) * share) for x, y in zip(first, second, strict=True))
    return r, g, b, a


def fade(colour: Colour, alpha: float) -> Colour:
    """Return ``colour`` with its alpha multiplied by ``alpha`` (0..1)."""
    return *colour[:3], round(colour[3] * alpha)


WHITE = rgb("#FFFFFF")
BLACK = rgb("#000000")


@dataclass(frozen=True, slots=True)
class Palette:
    """One theme. Names as in the table of colours of the look."""

    name: str
    t0: Colour
    t1: Colour
    panel: Colour
    panel2: Colour
    well: Colour
    line: Colour
    text: Colour
    text2: Colour
    text3: Colour
    honey: Colour
    honey_lip: Colour
    on_honey: Colour
    button: Colour
    button_lip: Colour
    ok: Colour
    warn: Colour
    bad: Colour
    focus: Colour
    plate_top: Colour
    plate_bottom: Colour
    plate_edge: Colour
    rim: Colour
    recess: Colour
    cell: Colour
    reach: Colour
    attack: Colour
    ink: Colour
    bone: Colour
    shadow: Colour

    @property
    def dark(self) -> bool:
        """Whether this is the dark theme: some shares of mixtures differ."""
        return self.name == "dark"


def _palette(name: str, values: str, shadow: Colour) -> Palette:
    tokens = [f.name for f in fields(Palette)][1:-1]
    colours = dict(zip(tokens, map(rgb, values.split()), strict=True))
    return Palette(name=name, shadow=shadow, **colours)


DARK = _palette(
    "dark",
    "#0D1614 #22382F #1B2A26 #243731 #14201D #35493F #F4ECDC #BCC6BA #93A39A #F2B13A #B27612 #1D1505 "
    "#2C423A #182621 #8FD3A6 #F2B13A #FF7A6B #FFF6E0 #6A4E2E #4A3521 #2A1D12 #8E6B3E #2E2116 #564835 "
    "#FFFDF6 #FF4438 #0C1311 #F4ECDC",
    rgb("#000000", 97),
)
LIGHT = _palette(
    "light",
    "#CBD2BF #EDEEE0 #FBF7EC #F1EBDB #E7E3D2 #D3CCB6 #1D2B27 #465650 #56635B #EDAA2B #B07410 #1D1505 "
    "#FFFDF6 #D6CDB4 #176A3F #8A5606 #B3261E #1D2B27 #D9B374 #BD9251 #8A6631 #EFD29B #93703C #E2CDA2 "
    "#FFFFFF #D8202A #1D2623 #FFFAF0",
    rgb("#3C321E", 56),
)


@dataclass(frozen=True, slots=True)
class Owner:
    """The colours and the pattern of one seat.

    Attributes:
        name: ``cobalt``, ``madder``, ``jade``, ``lemon``, ``orchid``, ``plum``; ``stone`` for nobody.
        face, side: Of pieces.
        pattern: ``dots stripes rings grid chevrons bars``, "" for none.
        text_dark, text_light: For words in the owner's colour, by theme.
        outline: Of pieces; ink but for plum.
    """

    name: str
    face: Colour
    side: Colour
    pattern: str
    text_dark: Colour
    text_light: Colour
    outline: Colour

    def text(self, palette: Palette) -> Colour:
        """Return the colour of words about this owner."""
        return self.text_dark if palette.dark else self.text_light


def _owner(name: str, values: str, pattern: str, outline: str = "#0C1311") -> Owner:
    face, side, dark, light = (rgb(value) for value in values.split())
    return Owner(name, face, side, pattern, dark, light, rgb(outline))


OWNERS: dict[str, Owner] = {
    owner.name: owner
    for owner in (
        _owner("cobalt", "#3F6BDB #27489E #7C9DF5 #2F57C0", "dots"),
        _owner("madder", "#C64A30 #872B1B #EC8068 #A83A23", "stripes"),
        _owner("jade", "#63BE98 #36805F #63BE98 #176A4B", "rings"),
        _owner("lemon", "#F2EA66 #ABA02C #F2EA66 #6B6000", "grid"),
        _owner("orchid", "#E39DD6 #A45C98 #E39DD6 #96407F", "chevrons"),
        _owner("plum", "#63305F #3A1738 #C08ABB #63305F", "bars", "#D9B5D6"),
        _owner("stone", "#A9A79C #6C6A61 #BCC6BA #465650", ""),
    )
}
"""All owners by name; ``stone`` is nobody's (neutral towers)."""

_SEATS = {
    2: ("cobalt", "madder"),
    3: ("cobalt", "madder", "lemon"),
    6: ("cobalt", "lemon", "plum", "jade", "madder", "orchid"),
}


def owners_of(game: str, seats: int) -> tuple[Owner, ...]:
    """Return the owner of each seat; TowerWars calls its seats by colour: Red is madder, Blue cobalt."""
    names: Sequence[str] = ("madder", "cobalt") if game == "towerwars" else _SEATS.get(seats, _SEATS[6])
    return tuple(OWNERS[names[seat % len(names)]] for seat in range(seats))


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How a text is set.

    Attributes:
        face: ``text``, ``label`` (600) or ``display`` (700): the bundled faces.
        size: Of the letters.
        line: Height of a line.
        tracking: Added between letters, in shares of the size.
    """

    face: str
    size: float
    line: float
    tracking: float = 0.0


NOTE = TextStyle("text", 12, 16)
SMALL = TextStyle("text", 13, 18)
SMALL_LABEL = TextStyle("label", 13, 18)
BODY = TextStyle("text", 14, 20)
LABEL = TextStyle("label", 14, 20)
PANEL_SMALL = TextStyle("display", 15, 20)
PANEL = TextStyle("display", 17, 22)
TITLE = TextStyle("display", 24, 30, -0.015)
RESULT = TextStyle("display", 44, 50, -0.025)

VISIONS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.01182, 0.04294, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.3039),
    ),
}
"""How colours look to eyes that lack one kind of cone (Machado, Oliveira, Fernandes 2009, severity 1), linear RGB."""


def _linear(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _encoded(value: float) -> int:
    value = min(max(value, 0.0), 1.0)
    share = value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
    return round(share * 255)


def simulated(colour: Colour, vision: str) -> Colour:
    """Return ``colour`` as ``vision``, a key of ``VISIONS``, shows it; any other vision changes nothing."""
    rows = VISIONS.get(vision)
    if rows is None:
        return colour
    linear = [_linear(value) for value in colour[:3]]
    r, g, b = (_encoded(sum(x * y for x, y in zip(row, linear, strict=True))) for row in rows)
    return r, g, b, colour[3]


def simulated_palette(palette: Palette, vision: str) -> Palette:
    """Return ``palette`` as ``vision`` shows it."""
    tokens = [f.name for f in fields(palette) if f.name != "name"]
    return Palette(
        name=palette.name, **{token: simulated(getattr(palette, token), vision) for token in tokens}
    )


def simulated_owner(owner: Owner, vision: str) -> Owner:
    """Return ``owner`` as ``vision`` shows it."""
    return replace(
        owner,
        face=simulated(owner.face, vision),
        side=simulated(owner.side, vision),
        text_dark=simulated(owner.text_dark, vision),
        text_light=simulated(owner.text_light, vision),
        outline=simulated(owner.outline, vision),
    )

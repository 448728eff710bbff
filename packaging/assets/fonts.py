"""Make the bundled fonts from their published packages.

    npm pack inter-ui@4.1.1 @mdi/font@7.4.47     (unpack both: inter/package, mdi/package)
    python packaging/assets/fonts.py inter/package mdi/package

Needs fonttools and brotli. Writes the faces, the icons, ``metrics.json`` (advances and kerning, so that texts are
measured without a renderer and alike on every system) and the licences to ``client/ui/assets``, and the table of
icons to ``client/ui/draw/icons.py``.
"""

import argparse
import copy
import json
import shutil
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import otTables
from sources import ASSETS, record

ICONS_MODULE = ASSETS.parent / "draw" / "icons.py"

FACES = {
    "text": ("Wabe Text", "web/Inter-Regular.woff2"),
    "label": ("Wabe Label", "web/Inter-SemiBold.woff2"),
    "display": ("Wabe Display", "display/InterDisplay-Bold.woff2"),
}
"""Face of the look: family name, file of the package. The names keep an installed Inter out of the way."""

CHARACTERS = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),  # Latin-1 and Latin Extended-A: German and most other names
    *range(0x370, 0x400),  # Greek and Cyrillic: names and chat
    *range(0x400, 0x460),
    *range(0x2010, 0x2027),
    *(0x202F, 0x2030, 0x2032, 0x2033, 0x2039, 0x203A, 0x20AC, 0x2116, 0x2122),
    *range(0x2190, 0x219A),
    *(0x2212, 0x2215, 0x221E, 0x2248, 0x2260, 0x2264, 0x2265, 0xD7, 0xFFFD),
    *(0x25A0, 0x25A1, 0x25B2, 0x25BC, 0x25B6, 0x25C0, 0x25CF, 0x25CB, 0x25C6, 0x25C7, 0x2713, 0x2717),
]

KERNED = [*range(0x21, 0x7F), *map(ord, "ÄÖÜäöüßéè–—…„“‘’")]
"""Characters whose kerning is kept: all that the program itself says."""

FROZEN = {"ss03": None, "cv11": None, "tnum": {*map(str, range(10)), "+", "−"}}
"""OpenType features that become the default, and for which characters; a full ``tnum`` would widen the space."""

ICON_NAMES = """
account account-cancel account-check account-multiple account-plus account-remove alert alert-circle alert-octagon
archive-arrow-down arrow-down arrow-left arrow-right arrow-up arrow-u-left-top bell bell-off book-open-page-variant
book-open-variant broadcast bug calendar cancel castle chart-line chat chat-outline check check-bold check-circle
check-decagram chess-rook chevron-double-left chevron-double-right chevron-down chevron-left chevron-right chevron-up
checkbox-blank-circle checkbox-blank-circle-outline circle-medium circle-small clipboard-check-outline clock-outline close close-circle cog compass-outline
content-copy content-paste content-save controller-classic crosshairs crosshairs-gps crown cursor-default
delete delete-outline dice-3 dice-5 dice-multiple door-open dots-horizontal dots-vertical download drag
earth emoticon-outline equal exit-to-app export export-variant eye eye-off eye-outline fast-forward file-document-outline
filter fingerprint fire flag flag-checkered flag-outline folder folder-open format-size fullscreen fullscreen-exit gold
gavel hammer hammer-wrench hand-coin handshake hand-back-right heart help-circle help-circle-outline
hexagon hexagon-multiple hexagon-multiple-outline hexagon-outline history home
information information-outline import key keyboard keyboard-outline lan lan-connect lan-disconnect laptop layers lightbulb
lightbulb-on lightbulb-outline link link-variant lock lock-open lock-open-variant lock-outline logout magnify magnify-minus
magnify-plus map map-marker medal menu menu-down menu-left menu-right menu-up message message-text
minus minus-circle monitor music music-off network open-in-new palette palette-swatch pause pencil pencil-outline
pickaxe pin play play-circle play-pause plus plus-circle podium power qrcode redo refresh replay restart rewind robot
robot-outline router-network routes sack school scale-balance seal send server server-network share-variant shield
shield-check shield-crown shield-half-full shield-lock shield-outline shield-sword shuffle-variant signal skip-backward
skip-forward skip-next skip-previous skull sleep sort speedometer star star-outline stop sword sword-cross swap-horizontal
table target text timer timer-outline timer-sand timer-sand-empty tooltip-text-outline tournament translate
treasure-chest trophy trophy-outline tune undo undo-variant update upload
vector-line view-list volume-high volume-low volume-medium volume-off wall weather-night
weather-sunny web wifi wifi-alert wifi-off wifi-strength-1 wifi-strength-2 wifi-strength-3 wifi-strength-4 window-close zip-box
"""
"""What a game of this kind is likely to show."""


def main() -> None:
    """Make everything."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("inter", type=Path, help="the unpacked package inter-ui")
    parser.add_argument("mdi", type=Path, help="the unpacked package @mdi/font")
    arguments = parser.parse_args()
    ASSETS.mkdir(exist_ok=True)
    inputs = {f"inter-ui/{name}": arguments.inter / name for _, name in FACES.values()}
    metrics = {}
    for face, (family, source) in FACES.items():
        font = TTFont(arguments.inter / source, recalcTimestamp=False)
        freeze(font)
        metrics[face] = measured(font)
        keep(font, [c for c in CHARACTERS if c in font.getBestCmap()])
        name(font, family)
        font.save(ASSETS / f"wabe-{face}.ttf")
    inputs["@mdi/font"] = arguments.mdi / "fonts" / "materialdesignicons-webfont.ttf"
    icons = TTFont(inputs["@mdi/font"], recalcTimestamp=False)
    points = {glyph: point for point, glyph in icons.getBestCmap().items()}
    wanted = set(ICON_NAMES.split())
    missing = sorted(wanted - set(points))
    if missing:
        parser.exit(1, f"no such icons: {' '.join(missing)}\n")
    table = {icon: points[icon] for icon in sorted(wanted)}
    keep(icons, list(table.values()))
    centre(icons)
    name(icons, "Wabe Icons")
    icons.save(ASSETS / "wabe-icons.ttf")
    write_icons(table)
    (ASSETS / "metrics.json").write_text(
        json.dumps(metrics, ensure_ascii=False, separators=(",", ":")) + "\n"
    )
    shutil.copy(arguments.inter / "LICENSE.txt", ASSETS / "LICENSE-Inter.txt")
    shutil.copy(arguments.mdi / "LICENSE", ASSETS / "LICENSE-MaterialDesignIcons.txt")
    made = [*ASSETS.glob("wabe-*.ttf"), ASSETS / "metrics.json", ICONS_MODULE]
    record(Path(__file__), inputs, made)


def freeze(font: TTFont) -> None:
    """Make the ``FROZEN`` features of single glyphs the default of the character map."""
    gsub = font["GSUB"].table
    for tag, only in FROZEN.items():
        swap: dict[str, str] = {}
        for entry in gsub.FeatureList.FeatureRecord:
            if entry.FeatureTag != tag:
                continue
            for index in entry.Feature.LookupListIndex:
                for subtable in gsub.LookupList.Lookup[index].SubTable:
                    swap |= getattr(subtable, "ExtSubTable", subtable).mapping
        for table in font["cmap"].tables:
            if table.isUnicode():
                for point, glyph in table.cmap.items():
                    if only is None or chr(point) in only:
                        table.cmap[point] = swap.get(glyph, glyph)
    # The tabular one of the display face stands on a foot; the plain one in the middle of its room reads better.
    put_into_room_of(font, "one", font.getBestCmap()[ord("1")])


def put_into_room_of(font: TTFont, plain: str, wide: str) -> None:
    """Give the glyph ``wide`` the outline of ``plain``, in the middle of its own advance."""
    room, _ = font["hmtx"][wide]
    advance, _ = font["hmtx"][plain]
    outline = copy.deepcopy(font["glyf"][plain])
    outline.coordinates.translate(((room - advance) // 2, 0))
    outline.recalcBounds(font["glyf"])
    font["glyf"][wide] = outline
    font["hmtx"][wide] = (room, outline.xMin)


def measured(font: TTFont) -> dict[str, object]:
    """Return the advances of all characters and the kerning of those in ``KERNED``, in shares of 2048 of the size."""
    units = font["head"].unitsPerEm
    cmap = font.getBestCmap()
    share = 2048 / units
    advances = {chr(c): round(font["hmtx"][cmap[c]][0] * share) for c in CHARACTERS if c in cmap}
    wanted = {cmap[c]: chr(c) for c in KERNED if c in cmap}
    kerning: dict[str, int] = {}
    for lookup in kern_lookups(font):
        found: dict[str, int] = {}
        for subtable in lookup.SubTable:
            subtable = getattr(subtable, "ExtSubTable", subtable)
            if isinstance(subtable, otTables.PairPos):
                for pair, value in pairs(subtable, wanted):
                    found.setdefault(
                        pair, round(value * share)
                    )  # the first subtable that knows a pair decides
        for pair, value in found.items():
            kerning[pair] = kerning.get(pair, 0) + value
    return {
        "advances": advances,
        "kerning": {pair: value for pair, value in sorted(kerning.items()) if abs(value) >= 8},
    }


def kern_lookups(font: TTFont) -> list[otTables.Lookup]:
    """Return the lookups of pair kerning, in order."""
    gpos = font["GPOS"].table
    indices: set[int] = set()
    for entry in gpos.FeatureList.FeatureRecord:
        if entry.FeatureTag == "kern":
            indices.update(entry.Feature.LookupListIndex)
    return [gpos.LookupList.Lookup[index] for index in sorted(indices)]


def pairs(subtable: otTables.PairPos, wanted: dict[str, str]) -> list[tuple[str, int]]:
    """Return the pairs of ``wanted`` glyphs that a subtable decides, with what it adds between them."""
    found: list[tuple[str, int]] = []
    for index, left in enumerate(subtable.Coverage.glyphs):
        if left not in wanted:
            continue
        if subtable.Format == 1:
            for record_ in subtable.PairSet[index].PairValueRecord:
                if record_.SecondGlyph in wanted:
                    advance = getattr(record_.Value1, "XAdvance", 0) or 0
                    found.append((wanted[left] + wanted[record_.SecondGlyph], advance))
        else:
            row = subtable.Class1Record[subtable.ClassDef1.classDefs.get(left, 0)].Class2Record
            for right, character in wanted.items():
                value = row[subtable.ClassDef2.classDefs.get(right, 0)].Value1
                found.append((wanted[left] + character, getattr(value, "XAdvance", 0) or 0))
    return found


def keep(font: TTFont, characters: list[int]) -> None:
    """Drop all but the glyphs of ``characters``, and every table that a plain renderer does not need."""
    options = Options(
        layout_features=[],
        drop_tables=["GSUB", "GPOS", "GDEF", "STAT", "DSIG", "FFTM"],
        hinting=False,
        notdef_outline=True,
        name_IDs=[],
        recalc_timestamp=False,
    )
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    font.flavor = None


def name(font: TTFont, family: str) -> None:
    """Give the font one family of one regular style."""
    table = font["name"]
    table.names = []
    version = "Version 1.0"
    unique = family.replace(" ", "")
    for number, text in enumerate(("", family, "Regular", unique, family, version, unique)):
        if text:
            table.setName(text, number, 3, 1, 0x409)
            table.setName(text, number, 1, 0, 0)
    font["OS/2"].usWeightClass = 400
    font["OS/2"].fsSelection = 1 << 6
    font["head"].macStyle = 0


def centre(font: TTFont) -> None:
    """Let every outline begin where it was drawn: the published font says that all begin at 0, and renderers obey."""
    outlines, metrics = font["glyf"], font["hmtx"]
    for glyph in font.getGlyphOrder():
        outline = outlines[glyph]
        if outline.numberOfContours:
            outline.recalcBounds(outlines)
            metrics[glyph] = (metrics[glyph][0], outline.xMin)


def write_icons(table: dict[str, int]) -> None:
    """Write the module of icon names."""
    lines = "\n".join(f'    "{icon}": 0x{point:X},' for icon, point in table.items())
    ICONS_MODULE.write_text(
        '"""The icons that the bundled font knows, by name. Made by ``packaging/assets/fonts.py``."""\n\n'
        '__all__ = ["ICONS"]\n\n'
        f"ICONS: dict[str, int] = {{\n{lines}\n}}\n"
        '"""Name (of Material Design Icons) to code point."""\n'
    )


if __name__ == "__main__":
    main()

"""``python -m client.ui.gallery OUT_DIR``: paints every scene and looks for cut, overlapping and hidden things."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from client import i18n
from client.ui.gallery import scenes_lan, scenes_match, scenes_menu
from client.ui.gallery.kit import Kit, Scene
from client.ui.gallery.png import png
from client.ui.theme import DARK

if TYPE_CHECKING:
    from client.ui.draw.glcanvas import GLCanvas

SIZES = ((1024, 640), (1280, 800), (2560, 1440))


def scenes() -> dict[str, Scene]:
    """Return all scenes by name."""
    return scenes_match.SCENES | scenes_menu.SCENES | scenes_lan.SCENES


def main(arguments: Sequence[str] | None = None) -> int:
    """Paint what is asked for; return 1 where something is wrong with a picture."""
    parser = argparse.ArgumentParser(prog="python -m client.ui.gallery", description=__doc__)
    parser.add_argument("directory", type=Path, help="where the pictures are written to")
    parser.add_argument("--only", action="append", help="scenes whose name contains this")
    parser.add_argument("--size", action="append", help="such as 1280x800; by default three")
    parser.add_argument("--language", action="append", choices=tuple(i18n.LANGUAGES))
    parser.add_argument("--theme", action="append", choices=("dark", "light"))
    parser.add_argument("--pseudo", action="store_true", help="texts are a third longer")
    asked = parser.parse_args(arguments)
    sizes = [_size(text) for text in asked.size or ()] or list(SIZES)
    names = {
        name: scene
        for name, scene in scenes().items()
        if not asked.only or any(part in name for part in asked.only)
    }
    if not names:
        parser.error("there is no such scene")
    asked.directory.mkdir(parents=True, exist_ok=True)
    from client.ui.window import Window  # it needs a display, which the names of scenes do not

    window = Window("Wabe", DARK, size=(max(w for w, _ in sizes), max(h for _, h in sizes)), visible=False)
    try:
        wrong = 0
        tongues = asked.language or tuple(i18n.LANGUAGES)
        for size, language, theme in product(sizes, tongues, asked.theme or ("dark", "light")):
            for name, scene in names.items():
                tag = f"{name}-{size[0]}x{size[1]}-{theme}-{'long' if asked.pseudo else language}"
                for sentence in _paint(window.canvas, scene, size, language, theme, asked, tag):
                    wrong += 1
                    sys.stdout.write(f"{tag}: {sentence}\n")
    finally:
        window.close()
    return 1 if wrong else 0


def _paint(
    canvas: "GLCanvas",
    scene: Scene,
    size: tuple[int, int],
    language: str,
    theme: str,
    asked: argparse.Namespace,
    tag: str,
) -> Iterator[str]:
    from client.ui.window import interface_scale

    canvas.resize(*size, interface_scale(*size, 1.0, 1.0))
    kit = Kit(canvas, canvas.frame, language=language, theme=theme, pseudo=asked.pseudo)
    kit.stage_scene(scene)
    yield from kit.findings()
    (asked.directory / f"{tag}.png").write_bytes(png(*size, canvas.pixels()))


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    return int(width), int(height)


if __name__ == "__main__":
    sys.exit(main())

"""Pieces, colours and corners in words: nouns in the nominative, which sentences take up as fields."""

from collections.abc import Callable, Mapping

from client.i18n import mark, ntr, tr

__all__ = ["piece_name", "pieces", "place_name"]

_COUNTED: Mapping[str, Callable[[int], str]] = {
    "worker": lambda n: ntr("{count} worker", "{count} workers", n),
    "fighter": lambda n: ntr("{count} fighter", "{count} fighters", n),
    "rider": lambda n: ntr("{count} rider", "{count} riders", n),
    "archer": lambda n: ntr("{count} archer", "{count} archers", n),
    "guard": lambda n: ntr("{count} guard", "{count} guards", n),
    "mine": lambda n: ntr("{count} mine", "{count} mines", n),
    "castle": lambda n: ntr("{count} castle", "{count} castles", n),
    "crown": lambda n: ntr("{count} crown", "{count} crowns", n),
    "stone": lambda n: ntr("{count} stone", "{count} stones", n),
    "tower": lambda n: ntr("{count} tower", "{count} towers", n),
}

_NAMES = {
    "worker": mark("Worker"),
    "fighter": mark("Fighter"),
    "rider": mark("Rider"),
    "archer": mark("Archer"),
    "guard": mark("Guard"),
    "mine": mark("Mine"),
    "castle": mark("Castle"),
    "crown": mark("Crown"),
    "stone": mark("Stone"),
    "tower": mark("Tower"),
    "base": mark("Base"),
}

_PLACES = {
    "south": mark("South"),
    "southwest": mark("South-west"),
    "northwest": mark("North-west"),
    "north": mark("North"),
    "northeast": mark("North-east"),
    "southeast": mark("South-east"),
    "red": mark("Red"),
    "blue": mark("Blue"),
}


def pieces(kind: str, count: int) -> str:
    """Return ``1 fighter``, ``3 fighters``; a further game's kind is called by its word."""
    counted = _COUNTED.get(kind)
    return counted(count) if counted else f"{count} {kind}"


def piece_name(kind: str) -> str:
    """Return ``Fighter``."""
    return tr(_NAMES[kind]) if kind in _NAMES else kind.replace("_", " ").capitalize()


def place_name(word: str) -> str:
    """Return a corner of the board or a colour in words: ``South-west``, ``Red``."""
    return tr(_PLACES[word])

"""What speaks for an advised action, in a sentence (``client.reasons``)."""

from collections.abc import Callable, Mapping, Sequence

from client.i18n import mark, ntr, tr
from client.reasons import Reason
from client.view.nouns import piece_name, pieces
from client.view.people import People

__all__ = ["reason_words"]

_Told = Callable[[Reason, People], str]


def reason_words(reasons: Sequence[Reason], people: People, most: int = 2) -> str:
    """Return the strongest reasons, ``most`` of them, as sentences."""
    return " ".join(
        REASONS[reason.kind](reason, people) for reason in reasons[:most] if reason.kind in REASONS
    )


def _plain(sentence: str) -> _Told:
    return lambda reason, people: tr(sentence, **reason.details)


def _whole(reason: Reason, name: str, usual: int = 1) -> int:
    value = reason.details.get(name, usual)
    return value if isinstance(value, int) else usual


def _word(reason: Reason, name: str) -> str:
    return str(reason.details.get(name, ""))


def _eliminates(reason: Reason, people: People) -> str:
    return tr("It puts {name} out of the game.", name=people(_whole(reason, "seat", 0)))


def _odds(reason: Reason, people: People) -> str:
    percent = _whole(reason, "percent", 0)
    if reason.details.get("wins"):
        return tr("In {percent} of 100 cases it wins the game.", percent=percent)
    if reason.details.get("eliminates"):
        return tr("In {percent} of 100 cases it puts an opponent out.", percent=percent)
    if reason.details.get("storms"):
        return tr("In {percent} of 100 cases the stronghold falls.", percent=percent)
    return tr("In {percent} of 100 cases the attack succeeds.", percent=percent)


def _line_wins(reason: Reason, people: People) -> str:
    actions = _whole(reason, "actions")
    return ntr("It wins by force, in {count} action.", "It wins by force, in {count} actions.", actions)


def _takes(reason: Reason, people: People) -> str:
    taken = pieces(_word(reason, "piece"), _whole(reason, "count"))
    return tr("It takes {pieces} on {cell}.", pieces=taken, cell=_word(reason, "cell"))


def _builds(reason: Reason, people: People) -> str:
    piece, cell = _word(reason, "piece"), _word(reason, "cell")
    if piece == "tower":
        return tr("It makes a tower of height {height} on {cell}.", height=_whole(reason, "count"), cell=cell)
    return tr("It builds on {cell}: {piece}.", cell=cell, piece=piece_name(piece))


def _buys(reason: Reason, people: People) -> str:
    return tr(
        "Gold is best spent on this: {piece} for {cost}, {left} left.",
        piece=piece_name(_word(reason, "piece")),
        cost=_whole(reason, "cost", 0),
        left=_whole(reason, "gold_left", 0),
    )


def _gathers(reason: Reason, people: People) -> str:
    return ntr(
        "A stack of {count} stands on {cell} then.",
        "A stack of {count} stands on {cell} then.",
        _whole(reason, "count"),
        cell=_word(reason, "cell"),
    )


def _guards(reason: Reason, people: People) -> str:
    piece, cell = piece_name(_word(reason, "piece")), _word(reason, "cell")
    return tr("One more unit guards {cell}: {piece}.", cell=cell, piece=piece)


REASONS: Mapping[str, _Told] = {
    "wins": _plain(mark("It wins the game at once.")),
    "eliminates": _eliminates,
    "saves": _plain(mark("After most other moves an opponent wins at once; after this one nobody can.")),
    "odds": _odds,
    "line_wins": _line_wins,
    "takes": _takes,
    "conquers": _plain(mark("It conquers {cell}.")),
    "blocks": _plain(mark("It blocks a tower on {cell}.")),
    "frees": _plain(mark("It frees your tower on {cell}.")),
    "builds": _builds,
    "buys": _buys,
    "gathers": _gathers,
    "only": _plain(mark("Nothing else can be played.")),
    "ends_turn": _plain(mark("Nothing better is left in this turn.")),
    "guards": _guards,
    "improves": _plain(mark("It makes the position better, as far as the adviser sees.")),
}
"""By ``Reason.kind``."""

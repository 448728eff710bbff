"""What speaks for an advised action, in a sentence (``client.reasons``)."""

from collections.abc import Callable, Mapping, Sequence

from client.i18n import mark, ntr, percent, portion, tr
from client.reasons import PLAIN, Reason
from client.view.nouns import piece_name, pieces
from client.view.people import People

__all__ = ["reason_words"]

_Told = Callable[[Reason, People], str]


def reason_words(reasons: Sequence[Reason], people: People, most: int = 2) -> str:
    """Return the strongest reasons, ``most`` of them, as sentences.

    What the action does is told beside them (``MatchModel.hint``), so reasons that only repeat it stand back.
    """
    known = [reason for reason in reasons if reason.kind in REASONS]
    further = [reason for reason in known if reason.kind not in PLAIN]
    return " ".join(REASONS[reason.kind](reason, people) for reason in (further or known)[:most])


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
    rolls = _whole(reason, "rolls", 0)
    # Rounded as beside it, where the chances are told.
    share = portion(_whole(reason, "falls_rolls"), rolls) if rolls else _whole(reason, "percent", 0)
    if reason.details.get("wins"):
        return tr("In {percent} of 100 cases it wins the game.", percent=share)
    if "eliminates" in reason.details:
        return tr("In {percent} of 100 cases it puts an opponent out.", percent=share)
    if reason.details.get("storms"):
        return tr("In {percent} of 100 cases the stronghold falls.", percent=share)
    return tr("In {percent} of 100 cases the attack succeeds.", percent=share)


def _line_wins(reason: Reason, people: People) -> str:
    return ntr(
        "If play goes on as expected, it wins in {count} action.",
        "If play goes on as expected, it wins in {count} actions.",
        _whole(reason, "actions"),
    )


def _earns(gold: int) -> str:
    return ntr("It brings {count} more gold a turn.", "It brings {count} more gold a turn.", gold)


def _prepares(reason: Reason, people: People) -> str:
    cell, piece, count = _word(reason, "cell"), _word(reason, "piece"), _whole(reason, "count")
    rolls, gold = _whole(reason, "rolls", 0), _whole(reason, "gold", 0)
    match reason.details["what"]:
        case "attack" if rolls:
            return ntr(
                "From there {units} attacks {cell}, with a chance of {chance}.",
                "From there {units} attack {cell}, with a chance of {chance}.",
                count,
                units=pieces(piece, count),
                cell=cell,
                chance=percent(_whole(reason, "falls_rolls", 0), rolls),
            )
        case "attack":
            return ntr(
                "From there {units} takes {cell} without a fight.",
                "From there {units} take {cell} without a fight.",
                count,
                units=pieces(piece, count),
                cell=cell,
            )
        case "build":
            told = tr("The worker builds on {cell} next: {building}.", cell=cell, building=piece_name(piece))
            return f"{told} {_earns(gold)}" if gold > 0 else told
        case "take":
            return tr(
                "From there it goes on and takes {cell}: {building}.", cell=cell, building=piece_name(piece)
            )
    return tr("From there it goes on and conquers {cell}.", cell=cell)


def _prey(tower: str, base: str, others: str) -> _Told:
    """Return what tells of a piece of the opponent: one sentence for towers, one for bases, one for all others."""

    def told(reason: Reason, people: People) -> str:
        piece, cell, count = _word(reason, "piece"), _word(reason, "cell"), _whole(reason, "count")
        if piece == "tower":
            return tr(tower, cell=cell, stones=pieces("stone", count))
        if piece == "base":
            return tr(base, cell=cell)
        return tr(others, pieces=pieces(piece, count), cell=cell)

    return told


def _line_takes(reason: Reason, people: People) -> str:
    return tr(
        "If play goes on as expected, the opponent has lost more than you after {actions} actions: {stones}.",
        actions=_whole(reason, "actions"),
        stones=pieces("stone", _whole(reason, "count")),
    )


def _covers(reason: Reason, people: People) -> str:
    cell = _word(reason, "cell")
    if reason.details.get("piece") == "base":
        return tr("Your base could be taken; now it cannot.")
    return tr("Your piece on {cell} could be taken; now it cannot.", cell=cell)


def _reaches(reason: Reason, people: People) -> str:
    if reason.details.get("piece") == "base":
        return ntr(
            "It comes nearer to the opponent's base: {count} cell away.",
            "It comes nearer to the opponent's base: {count} cells away.",
            _whole(reason, "steps"),
        )
    return ntr(
        "It comes nearer to the nearest foreign crown: {count} cell away.",
        "It comes nearer to the nearest foreign crown: {count} cells away.",
        _whole(reason, "steps"),
    )


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
    return tr(
        "{place} on {cell}, held by then: {units}.",
        place=piece_name(_word(reason, "piece")),
        cell=_word(reason, "cell"),
        units=pieces(_word(reason, "units"), _whole(reason, "count")),
    )


REASONS: Mapping[str, _Told] = {
    "wins": _plain(mark("It wins the game at once.")),
    "eliminates": _eliminates,
    "saves": _plain(mark("After other moves the opponent wins at once; after this one it cannot.")),
    "odds": _odds,
    "line_wins": _line_wins,
    "earns": lambda reason, people: _earns(_whole(reason, "gold")),
    "prepares": _prepares,
    "takes": _prey(
        mark("It takes the tower on {cell}: {stones}."),
        mark("It takes the base on {cell}."),
        mark("It takes {pieces} on {cell}."),
    ),
    "unanswered": _plain(mark("On {cell} it cannot be taken in return.")),
    "threatens": _prey(
        mark("It threatens the tower on {cell}: {stones}."),
        mark("It threatens the base on {cell}."),
        mark("It threatens {pieces} on {cell}."),
    ),
    "line_takes": _line_takes,
    "escapes": _plain(mark("On {cell} it could be taken; where it stands then it cannot.")),
    "covers": _covers,
    "conquers": _plain(mark("It conquers {cell}.")),
    "blocks": _plain(mark("It blocks a tower on {cell}.")),
    "frees": _plain(mark("It frees your tower on {cell}.")),
    "builds": _builds,
    "buys": _buys,
    "gathers": _gathers,
    "builder": _plain(mark("Only workers build mines and castles.")),
    "site": _plain(mark("A mine can be built on {cell}.")),
    "reaches": _reaches,
    "roams": _plain(mark("It gives your pieces more room: {count} moves next, before {before}.")),
    "hems": _plain(mark("It leaves the opponent less room: {count} moves, before {before}.")),
    "only": _plain(mark("Nothing else can be played.")),
    "ends_turn": _plain(mark("Nothing better is left in this turn.")),
    "guards": _guards,
    "improves": _plain(mark("It makes the position better, as far as the adviser sees.")),
}
"""By ``Reason.kind``."""

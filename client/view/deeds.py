"""Deeds that no cell is clicked for, and which of them ask first."""

from dataclasses import replace
from typing import TYPE_CHECKING

from client.i18n import tr
from client.view.source import Phase
from client.view.values import BACK_KEY, Deed, Pending
from engine.game import Seat

if TYPE_CHECKING:
    from client.view.model import MatchModel

__all__ = ["alone", "match_deeds", "pending_for"]

_DIGITS = "123456789"


def match_deeds(model: "MatchModel") -> tuple[Deed, ...]:
    """Return everything that a person here can do now beside moving; nothing in a replay and after the end."""
    source = model.source
    if not source.live or source.status().phase in (Phase.FINISHED, Phase.STOPPED):
        return ()
    found: list[Deed] = []
    actor = model.actor
    if actor is not None:
        found += _attack(model)
        found += _with_digits(model.words.cell_deeds(source.now(), actor, model.selected))
        if model.ask_hint is not None:
            found.append(Deed("hint", tr("Hint"), "match", shortcut="h"))
    return (*found, *_taking_back(model), *_answers(model), *_offers(model))


def _taking_back(model: "MatchModel") -> list[Deed]:
    """Return going back to the last decision, greyed while there is none; where others play along there is no such."""
    if model.words.undoes or not all(info.own or info.kind == "computer" for info in model.people.seats):
        return []
    source = model.source
    played = any(step.seat in model.people.own for step in source.steps)
    enabled = source.can_take_back and played
    reason = ""
    if not enabled:
        reason = tr("This cannot be taken back.") if played else tr("You have not moved yet.")
    return [Deed("take_back", tr("Take back"), "match", enabled=enabled, reason=reason, shortcut=BACK_KEY)]


def _with_digits(deeds: tuple[Deed, ...]) -> list[Deed]:
    """Return the deeds of a game, those without a key of their own given the next free digits."""
    taken = {deed.shortcut for deed in deeds}
    free = iter(digit for digit in _DIGITS if digit not in taken)
    return [deed if deed.shortcut else replace(deed, shortcut=next(free, "")) for deed in deeds]


def _attack(model: "MatchModel") -> list[Deed]:
    """Return the chosen attack."""
    target = model.targets().get(model.target or "")
    if target is None:
        return []
    told = model.words.predict(target)
    label = model.words.attack_label(target)
    return [
        Deed("attack", label, "attack", shortcut="a", danger=True, warnings=told.warnings, text=told.text)
    ]


def _voters(model: "MatchModel") -> list[Seat]:
    """Return the living seats held by persons, here and elsewhere."""
    living = model.game.living(model.source.now())
    return [info.seat for info in model.people.seats if info.kind == "human" and info.seat in living]


def alone(model: "MatchModel") -> bool:
    """Tell whether nobody elsewhere has to agree to anything."""
    return all(seat in model.people.own for seat in _voters(model))


def _answers(model: "MatchModel") -> list[Deed]:
    """Return an answer to every kind of offer that others have made."""
    found: dict[str, Deed] = {}
    for offer in model.source.offers():
        mine = [seat for seat in model.people.own if seat in _voters(model)]
        if not any(seat != offer.seat and seat not in offer.accepted for seat in mine):
            continue
        name = model.people(offer.seat)
        if offer.kind == "draw":
            label, text = tr("Accept the draw"), tr("{name} offers a draw.", name=name)
        else:
            label, text = tr("Call the match off"), tr("{name} offers to call the match off.", name=name)
        key = f"accept:{offer.kind}"
        found.setdefault(key, Deed(key, label, "match", shortcut="f", text=text))
    return list(found.values())


def _offers(model: "MatchModel") -> list[Deed]:
    """Return offers and resigning, for the seat that speaks."""
    seat = model.speaker
    if seat is None:
        return []
    found = []
    by_self = alone(model)
    standing = {offer.kind for offer in model.source.offers() if offer.seat == seat}
    if not by_self or len(_voters(model)) > 1:
        label = tr("Agree on a draw") if by_self else tr("Offer a draw")
        found.append(_offer("draw", label, "d", "draw" in standing))
    label = tr("Call the match off") if by_self else tr("Offer to call the match off")
    found.append(_offer("abort", label, "b", "abort" in standing))
    found.append(Deed("resign", tr("Resign"), "match", shortcut="r", danger=True))
    return found


def _offer(kind: str, label: str, key: str, made: bool) -> Deed:
    reason = tr("You have offered that; it stands until something is played.") if made else ""
    return Deed(f"offer:{kind}", label, "match", enabled=not made, reason=reason, shortcut=key)


def pending_for(model: "MatchModel", deed: Deed) -> Pending | None:
    """Return what to ask before a deed, None where it is done at once.

    Resigning and what ends the match always ask; what loses units or locks in poverty does, too.
    """
    keep = tr("Keep playing")
    match deed.key:
        case "resign":
            seat = model.speaker
            several = len(model.people.own) > 1 and seat is not None
            title = (
                tr("Resign for {name}?", name=model.people(seat))
                if several and seat is not None
                else tr("Resign?")
            )
            return Pending(deed.key, title, tr("You give up. This cannot be taken back."), tr("Resign"), keep)
        case "accept:draw" | "accept:abort":
            return Pending(deed.key, deed.text, tr("The match ends once all agree."), deed.label, keep)
        case "offer:draw" | "offer:abort" if alone(model):
            text = tr("The match ends at once, without a winner.")
            return Pending(deed.key, tr("End the match?"), text, deed.label, keep)
        case "disband":
            return Pending(deed.key, tr("Disband this stack?"), deed.text, tr("Disband"), tr("Cancel"))
    grave = [warning for warning in deed.warnings if warning.code in ("starving", "poverty_lock")]
    if grave:
        text = " ".join(warning.text for warning in grave)
        yes = tr("Buy anyway") if deed.group == "shop" else deed.label
        return Pending(deed.key, tr("Are you sure?"), text, yes, tr("Cancel"))
    return None

"""Who held which seat of a match file, as far as what lies beside it tells.

A contract knows keys, not names. What persons are called came over the network, or was typed at this machine, and is
kept in ``ID.links.json`` (``client.store``); nothing vouches for it, so whatever is no name is left out.
"""

from pathlib import Path

from client.names import is_name
from client.store import read_links_beside
from engine.game import Seat
from protocol.contract import Contract

__all__ = ["names_beside"]


def names_beside(contract: Contract, transcript: Path, me: bytes | None = None) -> dict[Seat, str]:
    """Return the names of persons by seat; seats of computers and of persons whose names are not known are missing.

    Args:
        contract: Of the match.
        transcript: Its file.
        me: Identity key of the profile that the file lies in. Without it that is known if it is the only one that the
            file beside does not list among the others.
    """
    links = read_links_beside(transcript)
    peers, by_seat = links.get("peers"), links.get("seat_names")
    others = peers if isinstance(peers, dict) else {}
    given = by_seat if isinstance(by_seat, list) else []
    unlisted = {contract.human(seat).identity for seat in contract.humans}
    unlisted -= {identity for identity in unlisted if identity.hex() in others}
    names: dict[Seat, object] = {}
    for seat in contract.humans:
        identity = contract.human(seat).identity
        if identity not in unlisted:
            other = others[identity.hex()]
            names[seat] = other.get("name") if isinstance(other, dict) else None
        elif identity == me or len(unlisted) == 1:
            own = given[seat] if seat < len(given) else ""
            names[seat] = own if is_name(own) else links.get("name")
    return {seat: name for seat, name in names.items() if is_name(name)}

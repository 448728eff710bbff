"""A room before the match, as screens show it."""

from collections.abc import Callable, Sequence

from client.app.ports import RoomSeat, RoomView, SeatKind, SeatPlan
from client.app.reach import connection
from client.gathering import Gathering
from client.i18n import ntr, tr
from client.mesh import Mesh
from client.settings import PeerSettings
from client.view.people import listed
from client.view.source import Connection
from engine.errors import EngineError
from engine.game import Seat
from engine.options import from_values
from engine.registry import find
from protocol.contract import ComputerSeat
from protocol.errors import RemoteError
from protocol.room import MemberView
from protocol.room_messages import SetUp, Taken

__all__ = ["room_view", "unopened_room"]


_PLANNED: dict[SeatKind, Callable[[Seat, SeatPlan, str], RoomSeat]] = {
    SeatKind.ME: lambda seat, _, name: RoomSeat(
        seat, "human", name=name, own=True, host=True, connection=Connection("here", 3)
    ),
    SeatKind.OPEN: lambda seat, *_: RoomSeat(seat, "open"),
    SeatKind.COMPUTER: lambda seat, plan, _: RoomSeat(seat, "computer", level=plan.level, ready=True),
}


def unopened_room(settings: PeerSettings, seats: Sequence[SeatPlan]) -> RoomView:
    """Return what there is to show before the room exists, or anything is known of it."""
    shown = [_PLANNED[plan.kind](number, plan, settings.name or "") for number, plan in enumerate(seats)]
    waiting = tr("Opening the room …") if settings.hosts else tr("Looking for the room …")
    return RoomView(
        settings.hosts,
        settings.game or "",
        dict(settings.options or {}),
        (),
        tuple(shown),
        ready=False,
        can_start=False,
        waiting=waiting,
        invitation="",
        addresses=(),
        port=0,
    )


def room_view(
    gathering: Gathering, mesh: Mesh, invitation: str, addresses: Sequence[str], port: int, now: int
) -> RoomView | None:
    """Return the room as it stands; None as long as nothing is known of it.

    Args:
        gathering: The room.
        mesh: The links.
        invitation: To give to others.
        addresses: Where this peer can be reached.
        port: Listened on.
        now: Milliseconds of the steady clock.
    """
    room = gathering.room
    set_up = room.set_up
    if set_up is None:
        return None
    members = {member.identity: member for member in room.members()}
    seats = tuple(
        _seat(number, seat, members, room.me, mesh, now) for number, seat in enumerate(set_up.seats)
    )
    try:
        options = _options(set_up)
        special = tuple(item.name for item in room.non_default_options())
    except (EngineError, RemoteError):
        options, special = {}, ()  # a game that is not known here: the room ends with a notice about that
    hosting = gathering.hosting is not None
    can_start = gathering.hosting is not None and gathering.hosting.can_start()
    starting = set_up.start is not None
    return RoomView(
        hosting,
        set_up.terms.game,
        options,
        special,
        seats,
        ready=any(seat.own and seat.ready for seat in seats),
        can_start=can_start,
        waiting=_waiting(seats, hosting=hosting, can_start=can_start, starting=starting),
        invitation=invitation if hosting else "",
        addresses=tuple(addresses),
        port=port,
        starting=starting,
    )


def _seat(
    number: int,
    seat: object,
    members: dict[bytes, MemberView],
    me: bytes,
    mesh: Mesh,
    now: int,
) -> RoomSeat:
    match seat:
        case Taken():
            member = members.get(seat.identity)
            own = seat.identity == me
            return RoomSeat(
                number,
                "human",
                name=seat.label,
                ready=member is not None and member.ready,
                own=own,
                host=member is not None and member.host,
                connection=Connection("here", 3) if own else connection(mesh, seat.identity, None, now),
            )
        case ComputerSeat():
            return RoomSeat(number, "computer", level=seat.level, ready=True)
        case _:
            return RoomSeat(number, "open")


def _options(set_up: SetUp) -> dict[str, int | bool | str | tuple[int, ...]]:
    rules = find(set_up.terms.game)
    return rules.complete(from_values(rules.options_schema(), set_up.terms.options))


def _waiting(seats: Sequence[RoomSeat], *, hosting: bool, can_start: bool, starting: bool) -> str:
    """Return what the match waits for, as a sentence."""
    if starting:
        return tr("Everybody signs the match …")
    if can_start:
        return tr("Everybody is ready. You can start.")
    free = sum(seat.kind == "open" for seat in seats)
    if free:
        return ntr("Waiting for one more player.", "Waiting for {count} more players.", free)
    if not hosting and any(seat.own and not seat.ready for seat in seats):
        return tr("Everybody is here. Are you ready?")
    # The host need not say so beforehand: whoever starts is ready.
    unready = list(dict.fromkeys(seat.name for seat in seats if not seat.ready and not seat.host))
    if unready:
        return ntr(
            "Waiting until {names} is ready.",
            "Waiting until {names} are ready.",
            len(unready),
            names=listed(unready),
        )
    host = next((seat.name for seat in seats if seat.host), "")
    return tr("Waiting until {name} starts.", name=host) if host else tr("Waiting until the host starts.")

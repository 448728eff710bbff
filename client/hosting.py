"""What is to be played, as whoever hosts decides it: terms, computer seats, who has to go, and when it starts."""

import secrets
from collections.abc import Mapping, Sequence

from client.errors import ClientError
from client.i18n import tr
from client.settings import ComputerChoice
from engine.ai.levels import default_nodes, levels_of
from engine.game import Seat
from engine.options import OptionValue, to_values
from engine.registry import find
from protocol.contract import Absence, ComputerSeat
from protocol.identity import Ed25519PrivateKey
from protocol.room_host import HostRoom
from protocol.room_messages import Profile, Terms

__all__ = ["Hosting", "computer_seats", "open_room"]

GRACE_SECONDS = 60
"""Seconds of absence after which the others may vote about a seat (N5): time to restart a machine."""

LOST_TIME_SECONDS = 300
"""Seconds without connection in all for which a clock stands still (N7)."""


def open_room(
    key: Ed25519PrivateKey,
    profile: Profile,
    game: str,
    options: Mapping[str, OptionValue],
    computers: Mapping[Seat, ComputerSeat],
    *,
    auto_start: bool,
) -> HostRoom:
    """Return a new room for a match without clock, witness and spectators.

    Args:
        key: The host's identity key.
        profile: How it presents itself.
        game: Name of the game.
        options: Complete options.
        computers: Seats of the computer.
        auto_start: See ``HostRoom``.

    Raises:
        LocalError: As ``HostRoom``.
    """
    nonce = secrets.token_bytes(16)
    return HostRoom(key, nonce, profile, _terms_of(game, options), computers, auto_start=auto_start)


def _terms_of(game: str, options: Mapping[str, OptionValue]) -> Terms:
    rules = find(game)
    values = tuple(to_values(rules.options_schema(), options))
    absence = Absence(GRACE_SECONDS, None, True, LOST_TIME_SECONDS)
    return Terms(game, rules.rules_version, values, None, absence, None, None)


def computer_seats(
    game: str, choices: Sequence[ComputerChoice], seats: int, own: Sequence[Seat]
) -> dict[Seat, ComputerSeat]:
    """Return the computer seats of a contract, run by the host's first seat.

    Args:
        game: Name of the game.
        choices: What was asked for, one at most for a seat.
        seats: Number of seats of the game.
        own: The host's seats; empty: it will take the first free one.

    Raises:
        ClientError: ``setup``: no seat is left for a person, or there is no such level.
    """
    taken = {choice.seat for choice in choices}
    free = [seat for seat in (*own, *range(seats)) if seat not in taken]
    if not free:
        raise ClientError("setup", tr("at least one seat must be left for a person"), "computer")
    for choice in choices:
        if choice.level not in levels_of(game):
            raise ClientError(
                "setup", tr("there is no level {level}", level=repr(choice.level)), f"seat {choice.seat}"
            )
    return {
        choice.seat: ComputerSeat(
            choice.level,
            default_nodes(game, choice.level, len(choices)) if choice.nodes is None else choice.nodes,
            secrets.token_bytes(32),
            free[0],
        )
        for choice in choices
    }


class Hosting:
    """The deeds of a host. Each changes the room at once, or raises ``LocalError`` or ``ClientError``.

    Args of the constructor:
        room: The room.
        computers: Its computer seats, as they were asked for.
    """

    def __init__(self, room: HostRoom, computers: Sequence[ComputerChoice]) -> None:
        self._room = room
        self._choices = {choice.seat: choice for choice in computers}

    def set_options(self, options: Mapping[str, OptionValue]) -> None:
        """Play the same game with other ``options``; nobody is ready then. Raises ``SetupError`` as well."""
        game = self._room.set_up.terms.game
        self._room.set_terms(_terms_of(game, find(game).complete(options)))
        count = len(self._room.set_up.seats)
        self._choices = {seat: choice for seat, choice in self._choices.items() if seat < count}
        self._plan_computers(self._choices)

    def set_computer(self, choice: ComputerChoice) -> None:
        """Let the computer play a seat; who held it loses it. Not the host's only one."""
        self._keep_a_seat(choice.seat)
        self._plan_computers({**self._choices, choice.seat: choice})

    def open_seat(self, seat: Seat) -> None:
        """Make a seat free for people. Not the host's only one."""
        self._keep_a_seat(seat)
        if seat in self._room.seats_of(self._room.me):
            self._room.release(seat)
            return
        self._room.open_seat(seat)
        self._plan_computers({n: choice for n, choice in self._choices.items() if n != seat})

    def kick(self, seat: Seat) -> str | None:
        """Turn out whoever holds a seat for as long as the room lasts; return its name, None if nobody does."""
        for member in self._room.members():
            if seat in member.seats:
                self._room.kick(member.identity)
                return member.profile.name
        return None

    def start(self) -> None:
        """Begin: all others have to be ready. Whoever begins is."""
        room = self._room
        if room.set_up.start is None:
            if (others := self._missing_but_me()) is not None:
                raise ClientError("not_ready", tr("not everybody is ready"), f"seat {others}")
            if room.missing():
                room.ready(room.set_up.version)
        room.start()

    def can_start(self) -> bool:
        """Tell whether ``start`` is possible, and has not been done."""
        return self._room.set_up.start is None and self._missing_but_me() is None

    def _missing_but_me(self) -> Seat | None:
        """Return the first seat that is free or whose holder, somebody else, is not ready; None for none."""
        own = self._room.seats_of(self._room.me)
        seats = [missing.seat for missing in self._room.missing()]
        if seats and not own:
            return seats[0]
        return next((seat for seat in seats if seat not in own), None)

    def _keep_a_seat(self, seat: Seat) -> None:
        if self._room.seats_of(self._room.me) == (seat,):
            raise ClientError(
                "host_seat", tr("the host needs a seat: take another one first"), f"seat {seat}"
            )

    def _plan_computers(self, choices: Mapping[Seat, ComputerChoice]) -> None:
        """Bring the computer seats in line with ``choices``: usual budgets depend on how many there are."""
        room = self._room
        own = [seat for seat in room.seats_of(room.me) if seat not in choices]
        plans = computer_seats(room.set_up.terms.game, list(choices.values()), len(room.set_up.seats), own)
        for seat, plan in plans.items():
            present = room.set_up.seats[seat]
            if not isinstance(present, ComputerSeat) or (present.level, present.nodes) != (
                plan.level,
                plan.nodes,
            ):
                room.set_computer(seat, plan)
        self._choices = dict(choices)

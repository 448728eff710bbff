"""From a room's set-up to a contract: what will be signed, whether it can be, and what a person must see first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine import registry
from engine.digest import H
from engine.errors import EngineError
from engine.options import OptionValue, from_values, to_values
from protocol.contract import CONTRACT_VERSION, Absence, Clock, ComputerSeat, Contract, HumanSeat, Witness
from protocol.errors import Code, LocalError, RemoteError
from protocol.identity import private_key, public_bytes
from protocol.room_messages import Open, SetUp, Taken, Terms

__all__ = [
    "NonDefault",
    "SeatPlan",
    "build_contract",
    "check_set_up",
    "kinds",
    "make_terms",
    "non_default_options",
    "seat_count",
]

SeatPlan = Open | Taken | ComputerSeat


@dataclass(frozen=True, slots=True)
class NonDefault:
    """An option that differs from what the game would choose by itself."""

    name: str
    value: OptionValue
    default: OptionValue | None


def kinds(seats: Sequence[SeatPlan]) -> tuple[ComputerSeat | None, ...]:
    """Return the seats as far as readiness depends on them: who holds a human seat does not matter."""
    return tuple(seat if isinstance(seat, ComputerSeat) else None for seat in seats)


def make_terms(
    game: str,
    options: Mapping[str, object],
    absence: Absence,
    *,
    clock: Clock | None = None,
    spectators: int | None = None,
    witness: Witness | None = None,
) -> Terms:
    """Return terms with all options written out.

    Raises:
        LocalError: CONTRACT: there is no such game, or an option is wrong; the culprit is the option's name.
    """
    try:
        rules = registry.find(game)
        values = to_values(rules.options_schema(), rules.complete(options))
    except EngineError as error:
        raise LocalError(Code.CONTRACT, error.text, error.culprit or "options") from error
    return Terms(game, rules.rules_version, tuple(values), clock, absence, spectators, witness)


def seat_count(terms: Terms) -> int:
    """Return how many seats a game of these terms has.

    Raises:
        RemoteError: CONTRACT: there is no such game, or its options are wrong.
    """
    try:
        game = registry.find(terms.game)
        return game.seats(game.complete(_named(terms)))
    except EngineError as error:
        raise RemoteError(Code.CONTRACT, error.text, error.culprit or "options") from error


def build_contract(set_up: SetUp) -> Contract:
    """Return the contract that the set-up makes; every peer builds the same one from the same set-up.

    Its nonce need not be secret, only new: it hangs on the room's nonce and the version, and the seat keys are
    fresh for each match in any case.

    Raises:
        RemoteError: CONTRACT: a seat is still open.
    """
    return _contract(set_up, [_held(number, seat) for number, seat in enumerate(set_up.seats)])


def check_set_up(set_up: SetUp) -> None:
    """Check whether a contract could come of this set-up, whoever may take the seats that are open.

    Raises:
        RemoteError: CONTRACT with the field at fault, RULES_VERSION, or SMALL_ORDER_KEY.
    """
    _contract(set_up, [_stand_in(number, seat) for number, seat in enumerate(set_up.seats)]).check()


def _contract(set_up: SetUp, seats: Sequence[HumanSeat | ComputerSeat]) -> Contract:
    terms = set_up.terms
    return Contract(
        CONTRACT_VERSION,
        terms.game,
        terms.rules_version,
        terms.options,
        tuple(seats),
        terms.clock,
        terms.absence,
        terms.spectators,
        terms.witness,
        H("wabe.nonce", set_up.nonce + set_up.version.to_bytes(4, "big"))[:16],
    )


def _held(number: int, seat: SeatPlan) -> HumanSeat | ComputerSeat:
    if isinstance(seat, Open):
        raise RemoteError(Code.CONTRACT, f"seat {number} is still open", f"seat {number}")
    return HumanSeat(seat.identity, seat.seat_key, seat.tip) if isinstance(seat, Taken) else seat


def _stand_in(number: int, seat: SeatPlan) -> HumanSeat | ComputerSeat:
    """Return the seat, or for an open one a holder made up for the sake of the check."""
    if not isinstance(seat, Open):
        return _held(number, seat)
    digest = H("wabe.standin", bytes((number,)))
    key = public_bytes(private_key(digest))
    return HumanSeat(key, key, digest)


def non_default_options(terms: Terms) -> tuple[NonDefault, ...]:
    """Return the options that a person has to see before agreeing, in the order of the schema (N2).

    A default may depend on other options; so each is compared with what the game would choose after the options that
    stand before it in the schema. (Given all the others it would follow them: four purses make four seats.)

    Raises:
        RemoteError: CONTRACT: there is no such game, or its options are wrong.
    """
    try:
        game = registry.find(terms.game)
        schema = game.options_schema()
        named = game.complete(_named(terms))
    except EngineError as error:
        raise RemoteError(Code.CONTRACT, error.text, error.culprit or "options") from error
    found: list[NonDefault] = []
    for number, option in enumerate(schema):
        before = {other.name: named[other.name] for other in schema[:number]}
        try:
            default = game.complete(before)[option.name]
        except EngineError:
            default = option.default  # what stands before only goes together with a choice of somebody's own
        if named[option.name] != default:
            found.append(NonDefault(option.name, named[option.name], default))
    return tuple(found)


def _named(terms: Terms) -> dict[str, object]:
    return from_values(registry.find(terms.game).options_schema(), terms.options)

"""The contract: everything that a match was agreed on, and the checks before signing it (N2).

``C = [1, game, rules_version, options, seats, clock, absence, spectators, witness, nonce16]``; its hash is
the match id M. Options are values in the order of the game's schema, all of them written out.
"""

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from engine import registry
from engine.ai.levels import LEVELS
from engine.digest import H
from engine.errors import EngineError
from engine.game import Game
from engine.options import from_values, to_values
from protocol.codec import Codec
from protocol.errors import Code, RemoteError
from protocol.fields import U32, Bytes16, Bytes32, Hash, PublicKey, SeatNumber
from protocol.identity import check_public_key
from protocol.limits import MAX_NODES, MAX_SEATS

__all__ = [
    "CONTRACT_VERSION",
    "Absence",
    "Clock",
    "ComputerSeat",
    "Contract",
    "HumanSeat",
    "Witness",
    "decode_contract",
    "encode_contract",
    "match_id",
    "signed_bytes",
]

CONTRACT_VERSION = 1

Nodes: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_NODES)]
Level: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]
OptionItem: TypeAlias = int | bool | str | tuple[int, ...]


class HumanSeat(msgspec.Struct, tag="h", array_like=True, frozen=True, forbid_unknown_fields=True):
    """A seat that a person holds: profile identity, key for this match, tip (x_0) of its dice chain."""

    identity: PublicKey
    seat_key: PublicKey
    tip: Hash


class ComputerSeat(msgspec.Struct, tag="c", array_like=True, frozen=True, forbid_unknown_fields=True):
    """A seat that the computer plays: ``[level, nodes, seed, operator]``.

    ``nodes`` is the budget of one turn; ``operator`` is the human seat whose peer computes and signs for it.
    """

    level: Level
    nodes: Nodes
    seed: Bytes32
    operator: SeatNumber


class Clock(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """``[kind, main_ms, inc_ms]``; without a witness a courtesy (N7)."""

    kind: Annotated[str, Meta(pattern=r"^(fischer|turn)\Z")]
    main_ms: U32
    inc_ms: U32


class Takeover(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """``[level, nodes]``: the computer that may take over an absent seat."""

    level: Level
    nodes: Nodes


class Absence(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """``[grace_s, takeover, return_allowed, lost_time_s]`` (N5, N7)."""

    grace_s: U32
    takeover: Takeover | None
    return_allowed: bool
    lost_time_s: U32


class Witness(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """``[lobby_pk, ticket16, rated]``."""

    lobby_key: PublicKey
    ticket: Bytes16
    rated: bool


class Contract(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """C. Use ``check`` before trusting one from elsewhere."""

    version: int
    game: Annotated[str, Meta(min_length=1, max_length=32)]
    rules_version: U32
    options: Annotated[tuple[OptionItem, ...], Meta(max_length=32)]
    seats: Annotated[tuple[HumanSeat | ComputerSeat, ...], Meta(min_length=1, max_length=MAX_SEATS)]
    clock: Clock | None
    absence: Absence
    spectators: U32 | None
    witness: Witness | None
    nonce: Bytes16

    @property
    def humans(self) -> tuple[int, ...]:
        """The human seats, ascending."""
        return tuple(n for n, seat in enumerate(self.seats) if isinstance(seat, HumanSeat))

    def human(self, seat: int) -> HumanSeat:
        """Return the human seat ``seat``; a KeyError if a computer holds it or there is none."""
        if 0 <= seat < len(self.seats) and isinstance(found := self.seats[seat], HumanSeat):
            return found
        raise KeyError(seat)

    def rules(self) -> Game[Any, Any]:
        """Return the game, which ``check`` has found to exist."""
        return registry.find(self.game)

    def named_options(self) -> dict[str, Any]:
        """Return the options by name."""
        game = self.rules()
        return game.complete(from_values(game.options_schema(), self.options))

    def check(self) -> None:
        """Check all that N2 demands of any contract, whoever proposed it.

        Not checked: that a tip or key is one's own, and that the person agrees.

        Raises:
            RemoteError: CONTRACT with the field at fault, RULES_VERSION, or SMALL_ORDER_KEY.
        """
        if self.version != CONTRACT_VERSION:
            raise _refuse(f"contract version {self.version} is not known here", "version")
        try:
            game = self.rules()
            options = self.named_options()
            game.setup(options)
        except EngineError as error:
            raise _refuse(error.text, error.culprit or "options") from error
        if self.rules_version != game.rules_version:
            raise RemoteError(
                Code.RULES_VERSION,
                f"this match needs rules version {self.rules_version} of {self.game}, here is {game.rules_version}",
                "rules_version",
            )
        if to_values(game.options_schema(), options) != list(self.options):
            raise _refuse("an option is not written in its canonical form", "options")
        if len(self.seats) != game.seats(options):
            raise _refuse(f"{game.seats(options)} seats are needed, not {len(self.seats)}", "seats")
        self._check_seats()

    def _check_seats(self) -> None:
        if not self.humans:
            raise _refuse("at least one seat must be human", "seats")
        keys: list[bytes] = []
        for number, seat in enumerate(self.seats):
            culprit = f"seat {number}"
            if isinstance(seat, HumanSeat):
                for key in (seat.identity, seat.seat_key):
                    check_public_key(key, culprit)
                keys.append(seat.seat_key)
            elif seat.operator not in self.humans:
                raise _refuse("a computer seat's operator must be a human seat", culprit)
            elif seat.level not in LEVELS[self.game]:
                raise _refuse(f"there is no level {seat.level!r}", culprit)
        takeover = self.absence.takeover
        if takeover is not None and takeover.level not in LEVELS[self.game]:
            raise _refuse(f"there is no level {takeover.level!r}", "absence")
        if len(set(keys)) != len(keys):
            raise _refuse("two seats have the same key", "seats")
        if len({seat.tip for seat in self.seats if isinstance(seat, HumanSeat)}) != len(keys):
            raise _refuse("two seats have the same dice chain", "seats")


def _refuse(text: str, culprit: str) -> RemoteError:
    return RemoteError(Code.CONTRACT, text, culprit)


_CONTRACT: Codec[Contract] = Codec(Contract)


def encode_contract(contract: Contract) -> bytes:
    """Return the canonical bytes of C."""
    return _CONTRACT.encode(contract)


def decode_contract(packed: bytes) -> Contract:
    """Return C, form only: call ``check`` next. Raises ``RemoteError`` MALFORMED or NOT_CANONICAL."""
    return _CONTRACT.decode(packed)


def match_id(packed: bytes) -> Hash:
    """Return M of the contract with the bytes ``packed``."""
    return H("wabe.contract", packed)


def signed_bytes(packed: bytes) -> bytes:
    """Return what each human signs with the identity key."""
    return b"wabe contract 1\0" + packed

"""Making the decisions of computer seats again, and comparing (N5: level, budget and seed stand in the contract).

Whoever operates a computer seat signs what it plays. Nothing keeps a dishonest operator from playing something
else, but everybody who has the match file can find out.
"""

from collections.abc import Callable
from dataclasses import dataclass

from client.errors import ClientError
from client.players import ComputerPlayer, Turn, after_resignations, earlier_decisions
from client.words import count_words
from engine.game import Seat
from engine.record import RESIGN
from protocol.contract import ComputerSeat, Contract
from protocol.effects import Applied
from protocol.match import Match
from protocol.situation import Table

__all__ = ["DEVIATES", "SeatDecisions", "players_of", "recompute_decisions"]

DEVIATES = "level_deviates"
"""Code of the error about an operator that played something else than the seat's level."""


@dataclass(frozen=True, slots=True)
class SeatDecisions:
    """A computer seat whose decisions were made again and agree.

    Attributes:
        seat: Its number.
        level, nodes: From the contract.
        count: Decisions, a resignation among them.
    """

    seat: Seat
    level: str
    nodes: int
    count: int

    def __str__(self) -> str:
        return (
            f"seat {self.seat} ({self.level}, {count_words(self.nodes, 'node')}): "
            f"{count_words(self.count, 'decision')} as the level makes them"
        )


def players_of(contract: Contract) -> dict[Seat, ComputerPlayer]:
    """Return the players of the computer seats, which know nothing of who the others are."""
    return {
        number: ComputerPlayer(contract.rules(), seat.level, number, seat.seed, seat.nodes)
        for number, seat in enumerate(contract.seats)
        if isinstance(seat, ComputerSeat)
    }


def recompute_decisions(
    match: Match, told: Callable[[int, int], None] | None = None
) -> tuple[SeatDecisions, ...]:
    """Make every decision of the computer seats again, in the order of the match, and return what agrees.

    Also a computer seat's resignation is a decision of its level.

    Args:
        match: A match, loaded.
        told: Called before every decision with how many were made, and of how many.

    Raises:
        ClientError: ``level_deviates``: the first decision that an operator replaced, and what agreed before it.
    """
    seats = {
        number: seat for number, seat in enumerate(match.contract.seats) if isinstance(seat, ComputerSeat)
    }
    players = players_of(match.contract)
    table = Table(match.contract, match.id)
    decided = [step for step in match.steps() if step.seat in seats and _is_decision(step)]
    counts = dict.fromkeys(seats, 0)
    for number, step in enumerate(decided):
        if told is not None:
            told(number, len(decided))
        played = step.action if step.kind == "act" else RESIGN
        expected = _decide(match, players[step.seat], step) or RESIGN
        if expected != played:
            seat = seats[step.seat]
            # Who left has signed nothing since: nobody may be blamed for what another one played in his place (N5).
            left = {
                gone for before in match.steps()[: step.k - 1] for gone in before.resigned + before.dropped
            }
            author = table.controller(step.seat, frozenset(left))
            instead = "" if author == seat.operator else f" since seat {seat.operator} left"
            raise ClientError(
                DEVIATES,
                f"item {step.k}: seat {step.seat}, run by seat {author}{instead}, plays {played!r}; its level "
                f"{seat.level} with {count_words(seat.nodes, 'node')} decides {expected!r} "
                f"({count_words(number, 'decision')} before it {'agrees' if number == 1 else 'agree'})",
                f"seat {step.seat}",
            )
        counts[step.seat] += 1
    return tuple(
        SeatDecisions(number, seat.level, seat.nodes, counts[number]) for number, seat in seats.items()
    )


def _is_decision(step: Applied) -> bool:
    return step.kind == "resign" or (step.kind == "act" and step.action != "")


def _decide(match: Match, player: ComputerPlayer, step: Applied) -> str | None:
    before = match.steps()[: step.k - 1]
    # A resignation of the seat itself is what it decided on, not what it saw.
    resigned = tuple(seat for seat in step.resigned if step.kind != "resign" or seat != step.seat)
    state = after_resignations(match.game, match.state_at(step.k - 1), resigned)
    earlier = earlier_decisions(match.game, before, match.state_at, step.seat)
    turn = Turn(match.game, step.seat, step.k - 1, state, resigned, before, earlier)
    return player.decide(turn)

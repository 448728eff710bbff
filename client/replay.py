"""A match file in words, and its plain record."""

from collections.abc import Iterator
from pathlib import Path
from typing import IO

from client.files import write_whole
from client.gameoptions import format_value
from client.holders import names_beside
from client.names import Names
from client.verify import Verification, plain_record
from client.views import item_fields, result_fields
from client.words import item_words, meaning, result_words
from protocol.contract import ComputerSeat, Contract
from protocol.identity import fingerprint
from protocol.match import Match
from protocol.transcript import Transcript

__all__ = ["export", "lines", "names_of", "verified"]


def names_of(contract: Contract, file: Path) -> Names:
    """Return what the seats of the match in ``file`` are called."""
    persons = names_beside(contract, file)
    seats = [
        {"seat": number, "kind": "computer"}
        if isinstance(seat, ComputerSeat)
        else {"seat": number, "kind": "human", "name": persons.get(number, "")}
        for number, seat in enumerate(contract.seats)
    ]
    return Names.of_match({"seats": seats, "own": ()})


def lines(match: Match, transcript: Transcript, who: Names) -> Iterator[str]:
    """Yield the match in words, line by line."""
    contract = match.contract
    yield f"match {match.id.hex()}"
    yield f"{contract.game}, rules version {contract.rules_version}"
    for name, value in contract.named_options().items():
        yield f"  {name.replace('_', ' ')}: {format_value(value)}"
    for number, seat in enumerate(contract.seats):
        if isinstance(seat, ComputerSeat):
            yield (
                f"seat {number}: computer, level {seat.level}, {seat.nodes} nodes, run by {who(seat.operator)}"
            )
        else:
            yield f"{who(number)}: human, fingerprint {fingerprint(seat.identity)}"
    for step in match.steps():
        yield item_words(item_fields(step), who)
    for found in match.evidence:
        yield f"{who(found.seat)} signed something wrong: {meaning(found.code, found.text)}"
    if transcript.torn is not None:
        yield f"the last write did not get to its end: {transcript.torn.lost} bytes are ignored"
    yield _end_of(match, who)


def _end_of(match: Match, who: Names) -> str:
    if match.result is not None:
        return result_words(**result_fields(match.result), who=who)
    owed = ", ".join(f"{who(wait.seat)} ({wait.what})" for wait in match.waiting_for())
    judged = match.judgement()
    if judged is not None and judged.outcome is not None:
        return (
            f"the log just stops; by the resignations in it {who.several(judged.outcome.winners)} would win"
        )
    return f"unfinished after {match.k} items" + (f"; waiting for {owed}" if owed else "")


def verified(found: Verification, who: Names) -> Iterator[str]:
    """Yield what holds, line by line."""
    yield f"match {found.match.hex()}"
    for phrase in found.holds():
        yield f"holds: {phrase}"
    if found.torn:
        yield f"the last write did not get to its end: {found.torn} bytes are ignored"
    if found.evidence:
        yield f"{found.evidence} entries count against their authors (wabe replay shows them)"
    yield f"log head {found.head.hex()}"
    yield f"state hash {found.state_hash.hex()}"
    result = "unfinished" if found.result is None else result_words(**result_fields(found.result), who=who)
    yield f"result: {result}"


def export(match: Match, target: str, standard: IO[bytes]) -> None:
    """Write the plain record of ``match``.

    Args:
        match: A match.
        target: A file that does not exist yet, or ``-``.
        standard: Standard output.

    Raises:
        ClientError: ``exists``, another file error, or ``not_verified``.
    """
    record = plain_record(match)
    if target == "-":
        standard.write(record)
        standard.flush()
    else:
        write_whole(Path(target), record)

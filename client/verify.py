"""Opening match files, and re-running everything that stands in one: nothing in a file is believed (N2).

The match machine verifies contract, signatures, chains of entries, dice and the state hash of every entry, as
if all had come over a link. The engine then plays the items once more by the draws alone, and the hashes of
both must be equal.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from client.errors import ClientError, file_errors
from client.i18n import tr
from client.recomputing import SeatDecisions, recompute_decisions
from client.words import count_words, in_own_words
from engine import strictjson
from engine.dice import NoDraws, ScriptedDraws
from engine.record import Record, Recorder, replay
from protocol.contract import Contract, decode_contract
from protocol.effects import Result
from protocol.entries import Act, Reveal, decode_payload
from protocol.errors import ProtocolError
from protocol.match import Match
from protocol.transcript import Transcript, read_transcript

__all__ = [
    "Verification",
    "load_match",
    "open_transcript",
    "pieces_of",
    "plain_record",
    "record_of",
    "transcript_of",
    "verify_file",
    "verify_match",
]

_PIECE = 64 * 1024
"""Bytes read at a time."""


@dataclass(frozen=True, slots=True)
class Verification:
    """What was found to hold, in figures.

    Attributes:
        match: Match id.
        contract: The contract.
        contract_signatures: Signatures over it, one for each human seat.
        entries: Signed entries in all feeds; each also named its predecessor and compared a state hash.
        items: Items of the log.
        links: Dice links that were opened; each hashes down to its seat's tip.
        events: Items with chance.
        draws: Dice rolled and choices made in them.
        decisions: The computer seats, whose decisions were made again; None: not asked for.
        evidence: Entries that count against their author.
        torn: Bytes of an unfinished last write.
        head: Log head.
        state_hash: Hash of the last position.
        result: How the match ended; None: unfinished.
    """

    match: bytes
    contract: Contract
    contract_signatures: int
    entries: int
    items: int
    links: int
    events: int
    draws: int
    decisions: tuple[SeatDecisions, ...] | None
    evidence: int
    torn: int
    head: bytes
    state_hash: bytes
    result: Result | None

    def holds(self) -> list[str]:
        """Return what holds, one phrase each."""
        phrases = [
            f"contract and its {count_words(self.contract_signatures, 'signature')}",
            f"{count_words(self.entries, 'entry signature')}, links to the entry before, and state hashes",
            f"{count_words(self.links, 'dice link')} opened for {count_words(self.events, 'event')}, "
            f"{count_words(self.draws, 'draw')}",
            f"{count_words(self.items, 'item')} re-run by the engine",
        ]
        if self.decisions is not None:
            total = sum(seat.count for seat in self.decisions)
            phrases.append(f"{count_words(total, 'computer decision')} made again")
            phrases += map(str, self.decisions)
        return phrases


def open_transcript(path: Path) -> Transcript:
    """Return the transcript in the file ``path``, nothing of it verified.

    Raises:
        ClientError: The file cannot be read, is no transcript, of a newer format, or damaged.
    """
    with file_errors(path), path.open("rb") as file:
        return transcript_of(path, pieces_of(file))


def transcript_of(path: Path, pieces: Iterable[bytes]) -> Transcript:
    """Return the transcript in ``pieces`` of the file ``path``. Raises as ``open_transcript``."""
    with file_errors(path):
        try:
            return read_transcript(pieces)
        except ProtocolError as error:
            text = f"{path}: {in_own_words(error.code, error.text)}"
            raise ClientError(error.code.value, text, str(path)) from error


def pieces_of(file: BinaryIO) -> Iterator[bytes]:
    """Yield what is left of an open file, a little at a time."""
    while piece := file.read(_PIECE):
        yield piece


def load_match(transcript: Transcript) -> Match:
    """Return the match of a transcript, every entry verified, as a spectator sees it.

    Raises:
        RemoteError: Contract or contract signatures are not valid.
    """
    contract = decode_contract(transcript.contract)
    contract.check()
    match = Match(contract, transcript.signatures)
    match.load(transcript.entries)
    return match


def verify_file(
    path: Path, *, decisions: bool = False, told: Callable[[int, int], None] | None = None
) -> Verification:
    """Re-run the file ``path`` and return what holds.

    Args:
        path: A match file.
        decisions: Also make the decisions of computer seats again; takes as long as they took.
        told: Called before each of these with how many were made, and of how many.

    Raises:
        ClientError: ``not_verified`` and what does not hold; ``level_deviates``: an operator of a computer seat
            played something else than its level; or as ``open_transcript``.
        RemoteError: As ``load_match``.
        ReplayError: The engine gives something else than the log.
    """
    return verify_match(path, decisions=decisions, told=told)[0]


def verify_match(
    path: Path, *, decisions: bool = False, told: Callable[[int, int], None] | None = None
) -> tuple[Verification, Match]:
    """Return what holds, as ``verify_file`` does, and the match itself. Raises as that."""
    transcript = open_transcript(path)
    match = load_match(transcript)
    if match.frozen or match.stopped:
        raise _refuse(
            path, tr("an entry after item {item} names another state than the rules give", item=match.k)
        )
    replay(record_of(match), match.game)
    bodies = [decode_payload(packed).body for packed, _ in transcript.entries]
    chance = [step for step in match.steps() if step.dice or step.choices]
    found = Verification(
        match=match.id,
        contract=match.contract,
        contract_signatures=len(transcript.signatures),
        entries=len(transcript.entries),
        items=match.k,
        links=sum(
            isinstance(body, Reveal) or (isinstance(body, Act) and body.x is not None) for body in bodies
        ),
        events=len(chance),
        draws=sum(len(step.dice) + len(step.choices) for step in chance),
        decisions=recompute_decisions(match, told) if decisions else None,
        evidence=len(match.evidence),
        torn=transcript.torn.lost if transcript.torn else 0,
        head=match.head,
        state_hash=match.state_hash,
        result=match.result,
    )
    return found, match


def record_of(match: Match) -> Record:
    """Return the plain record of a match: its steps with their draws; no keys, no links, no secrets.

    A resignation that an item lists becomes a step of its own before it. The result is that of the game, None
    where the game itself is not over (an agreement stands in the transcript alone).

    Raises:
        ClientError: ``not_verified``: the engine's hash differs from the log's.
    """
    game = match.game
    recorder = Recorder(game, game.setup(match.contract.named_options()))
    for step in match.steps():
        for seat in step.resigned:
            if step.kind != "resign" or seat != step.seat:
                recorder.resign(seat, NoDraws())
        draws = ScriptedDraws(step.dice, step.choices)
        if step.kind == "resign":
            recorder.resign(step.seat, draws)
        elif step.kind == "act" and step.action:
            recorder.play(game.parse(step.action), draws)
        if game.state_hash(recorder.state) != step.state_hash:
            raise ClientError(
                "not_verified", tr("the engine gives another state than the log at item {item}", item=step.k)
            )
    return recorder.record()


def plain_record(match: Match) -> bytes:
    """Return the plain record of a match as the bytes of a file. Raises as ``record_of``."""
    return strictjson.dump(record_of(match).to_json(match.game.part_names)).encode() + b"\n"


def _refuse(path: Path, text: str) -> ClientError:
    return ClientError("not_verified", f"{path}: {text}", str(path))

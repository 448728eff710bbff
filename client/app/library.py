"""The matches of a profile on disk: what each of them is, and looking at one after everything in it was verified.

A summary needs all signatures and rules, which takes some tenths of a second for a long match: it is made in a
thread, and kept, also from one run to the next, for as long as the file stays as it is. Nothing is believed
because it was kept: who opens a match verifies it anew.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from stat import S_ISREG
from typing import Any, TypeAlias

import msgspec
import trio

from client.app.live import match_status
from client.app.notices import sentence
from client.app.ports import Notice, SavedMatch, Seal
from client.errors import EXPECTED, ClientError, explain
from client.files import write_whole
from client.holders import names_beside
from client.i18n import tr
from client.log import LOG
from client.sitting import is_alone
from client.verify import Verification, load_match, open_transcript, verify_match
from client.version import VERSION
from client.view.source import ChatLine, Connection, SeatInfo, Status
from engine.game import Game, Seat
from protocol.agreements import OpenOffer
from protocol.contract import ComputerSeat, Contract
from protocol.effects import Applied
from protocol.identity import fingerprint
from protocol.match import Match

__all__ = ["Library", "ReplayMatch", "open_replay"]


_Stamped: TypeAlias = tuple[tuple[int, int, bool], SavedMatch]
"""A summary, with time of the last write (ns), size of the file, and whether there were keys."""


_KEPT = msgspec.json.Decoder(
    tuple[str, dict[str, _Stamped]], dec_hook=lambda kind, value: kind(value) if kind is Path else value
)
"""Summaries in a file: of which version of the program, then each by the path of its match."""


class Library:
    """Summaries of all match files of a directory.

    Args of the constructor:
        directory: Of the profile's matches.
        kept: File for the summaries themselves.
        me: Own identity key.
        name: How this person is called.
    """

    def __init__(self, directory: Path, kept: Path, me: bytes, name: str) -> None:
        self._directory = directory
        self._kept = kept
        self._me = me
        self._name = name
        self._known: dict[str, _Stamped] | None = None
        self._reading = trio.Lock()

    def matches(self) -> list[SavedMatch]:
        """Return what was found last, newest first."""
        found = [saved for _, saved in (self._known or {}).values()]
        return sorted(found, key=lambda saved: (saved.when, saved.id), reverse=True)

    async def refresh(self) -> None:
        """Look at every file that is new or has changed, in a thread. Raises ``OSError``."""
        async with self._reading:
            self._known = await trio.to_thread.run_sync(self._read, self._known, abandon_on_cancel=True)

    def _read(self, before: Mapping[str, _Stamped] | None) -> dict[str, _Stamped]:
        earlier = self._load() if before is None else before
        known: dict[str, _Stamped] = {}
        for path in sorted(self._directory.glob("*.wabe")):
            try:
                status = path.stat()
            except OSError:
                continue  # it was removed meanwhile, or the name leads nowhere
            if not S_ISREG(status.st_mode):
                continue  # reading a pipe would wait for whoever writes to it, for ever
            stamp = (status.st_mtime_ns, status.st_size, _has_keys(path))
            found = earlier.get(str(path))
            # What is wrong with a damaged file is told in the language in use, so it is never kept.
            if found is not None and found[0] == stamp and not found[1].damaged:
                known[str(path)] = found
            else:
                known[str(path)] = (stamp, summarise(path, self._me, self._name, status.st_mtime))
        if known != earlier:
            self._save(known)
        return known

    def _load(self) -> dict[str, _Stamped]:
        try:
            version, kept = _KEPT.decode(self._kept.read_bytes())
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.DecodeError) as error:
            LOG.warning("%s: not readable: %s", self._kept, error)
            return {}
        return kept if version == VERSION else {}

    def _save(self, known: Mapping[str, _Stamped]) -> None:
        try:
            data = msgspec.json.encode((VERSION, known), enc_hook=str)
        except UnicodeEncodeError as error:
            # A name that is not UTF-8 cannot be kept as JSON.
            LOG.warning("summaries were not kept: %s", error)
            return
        try:
            write_whole(self._kept, data, replace=True)
        except ClientError as error:
            LOG.warning("summaries were not kept: %s", error.text)


def _has_keys(path: Path) -> bool:
    """Return whether the keys lie beside the transcript with which the match can be gone on with."""
    return path.with_suffix(".secret").exists()


def summarise(path: Path, me: bytes, name: str, when: float) -> SavedMatch:
    """Return what the match file ``path`` is; a file that cannot be read is described as damaged."""
    try:
        match = load_match(open_transcript(path))
    except EXPECTED as error:
        found = explain(error)
        LOG.warning("%s: %s: %s", path.name, found.code, found.text)
        text = sentence(found.text.removeprefix(f"{path}: "))
        return SavedMatch(path, path.stem, "", {}, (), (), 0, when, False, (), False, False, 0, text)
    contract = match.contract
    own = tuple(seat for seat in contract.humans if contract.human(seat).identity == me)
    outcome = None if match.result is None else match.result.outcome
    stopped = match.frozen or match.stopped is not None
    return SavedMatch(
        path=path,
        id=match.id.hex(),
        game=contract.game,
        options=contract.named_options(),
        seats=tuple(info.name for info in seat_infos(contract, path, me, name)),
        own=own,
        items=match.k,
        when=when,
        finished=match.result is not None,
        winners=() if outcome is None else outcome.winners,
        resumable=bool(own) and not match.complete and not stopped and _has_keys(path),
        local=is_alone(match, me),
        round=_round(match),
    )


def seat_infos(contract: Contract, path: Path, me: bytes, name: str) -> tuple[SeatInfo, ...]:
    """Return who held the seats of a match in the file ``path``: names are kept beside it, "" where they are not.

    Args:
        contract: Of the match.
        path: Its file.
        me: Own identity key.
        name: What the own seats are called where nothing is kept.
    """
    names = names_beside(contract, path, me)
    infos: list[SeatInfo] = []
    for number, seat in enumerate(contract.seats):
        if isinstance(seat, ComputerSeat):
            infos.append(SeatInfo(number, "computer", "", False, seat.level))
        else:
            own = seat.identity == me
            infos.append(SeatInfo(number, "human", names.get(number, name if own else ""), own))
    return tuple(infos)


def _round(match: Match) -> int:
    """Return the number of the round, of a game that has rounds, else of the items played."""
    number = match.game.to_json(match.state).get("round", match.k)
    return number if isinstance(number, int) else match.k


class ReplayMatch:
    """A verified match to be looked at (``client.view.source.MatchSource``); there is nothing to be done."""

    live = False
    can_take_back = False

    def __init__(self, match: Match, seats: Sequence[SeatInfo], seal: Seal) -> None:
        self.seal = seal
        self.game: Game[Any, Any] = match.game
        self.options: Mapping[str, Any] = match.contract.named_options()
        self.seats: Sequence[SeatInfo] = tuple(seats)
        self._match = match

    @property
    def steps(self) -> Sequence[Applied]:
        """All items."""
        return self._match.steps()

    @property
    def chat_lines(self) -> Sequence[ChatLine]:
        """Nothing: chat is not kept."""
        return ()

    def state_at(self, k: int) -> Any:
        """Return the position after ``k`` items."""
        return self._match.state_at(k)

    def now(self) -> Any:
        """Return the last position."""
        return self._match.state

    def status(self) -> Status:
        """Return where the match stopped."""
        return match_status(self._match)

    def to_act(self) -> Seat | None:
        """Return the seat that was to act."""
        return self._match.to_act()

    def own_turn(self) -> Seat | None:
        """Return None."""
        return None

    def thinking(self) -> Seat | None:
        """Return None."""
        return None

    def connection(self, seat: Seat) -> Connection:
        """Return that nothing is linked."""
        return Connection("here", 3)

    def offers(self) -> Sequence[OpenOffer]:
        """Return none."""
        return ()

    def subscribe(self, changed: object, refused: object) -> Any:
        """Do nothing: nothing changes."""
        return lambda: None

    # --- deeds: none is offered by a window that has looked at ``live`` -----------------------------------------
    def act(self, seat: Seat, action: str) -> None:
        """Do nothing."""

    def resign(self, seat: Seat) -> None:
        """Do nothing."""

    def offer(self, seat: Seat, kind: str) -> None:
        """Do nothing."""

    def accept(self, seat: Seat, offer: bytes) -> None:
        """Do nothing."""

    def chat(self, seat: Seat, text: str) -> None:
        """Do nothing."""

    def take_back(self) -> None:
        """Do nothing."""


def open_replay(path: Path, me: bytes, name: str) -> tuple[ReplayMatch, Notice]:
    """Return the match in the file ``path``, everything in it verified, and what held; blocks.

    Raises:
        ClientError, ProtocolError, EngineError: As ``client.verify.verify_file``.
    """
    found, match = verify_match(path)
    seats = seat_infos(match.contract, path, me, name)
    return ReplayMatch(match, seats, _seal(found, seats)), Notice("verified", _words(found))


def _seal(found: Verification, seats: Sequence[SeatInfo]) -> Seal:
    contract = found.contract
    return Seal(
        match=found.match.hex(),
        entries=found.entries,
        items=found.items,
        links=found.links,
        events=found.events,
        signatures=tuple(
            (seats[seat].name, fingerprint(contract.human(seat).identity)[:4]) for seat in contract.humans
        ),
    )


def _words(found: Verification) -> str:
    return tr(
        "Verified: {entries} signed entries, {links} dice links, and {items} items played again by the rules.",
        entries=found.entries,
        links=found.links,
        items=found.items,
    )

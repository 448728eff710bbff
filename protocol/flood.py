"""Statements that travel to everybody over any graph of links: questions, answers, chat (N3, N6).

A statement is passed on to every link but the one it came from, once. Answers and chat are signed by a seat, and
the signature is checked before they are passed on, so a bad one is the fault of whoever sent it. Questions are not
signed (who has lost all but the match file must be able to ask), so they are limited by link.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field

from protocol.codec import Codec
from protocol.contract import Contract
from protocol.errors import Code, LocalError, RemoteError
from protocol.identity import SeatSecret, sign, verify
from protocol.messages import Ask, Chat, Tell
from protocol.meter import Meter

__all__ = ["Questions", "SeatChat", "chat_bytes", "check_lengths", "sign_tell", "tell_bytes"]

MAX_QUESTIONS = 8
"""Questions remembered, with their answers: more peers than seats never recover at one time, and what each costs
a peer that comes later is at most seven small messages."""

ASK_BURST, ASK_PER_SECOND = 16, 1
"""New questions of one link: each makes every seat sign once. Peers ask once in a recovery; more are dropped."""

CHAT_WINDOW = 64
"""Lines of one seat among which order may change on the way; older ones are taken for repetitions."""

CHAT_BURST, CHAT_PER_SECOND = 8, 1
"""Lines of chat that one's own seat may say: nobody types faster."""

CHAT_BURST_OF_OTHERS = CHAT_BURST + 60 * CHAT_PER_SECOND
"""Lines that may come from another seat at once: a link that stalls is given up after 30 s, and on two such in a
row an honest seat's lines still pass."""

CHAT_WAITING = 16
"""Lines of one seat that wait for a link whose other end has not said what it holds: more than anybody says in the
time that takes, and some 32 KiB at most."""

MAX_CHAT_CHARACTERS = 500
"""As ``messages.Chat`` has it: some lines of a window."""

_LENGTHS: Codec[tuple[tuple[int, int], ...]] = Codec(tuple[tuple[int, int], ...])


def tell_bytes(match_id: bytes, nonce: bytes, seat: int, lengths: tuple[tuple[int, int], ...]) -> bytes:
    """Return what a seat signs when it tells what it holds."""
    return b"wabe tell 1\0" + match_id + nonce + bytes((seat,)) + _LENGTHS.encode(lengths)


def sign_tell(secret: SeatSecret, ask: Ask, seat: int, lengths: tuple[tuple[int, int], ...]) -> Tell:
    """Return the answer of ``seat`` to ``ask``."""
    signature = sign(secret.key, tell_bytes(ask.match, ask.nonce, seat, lengths))
    return Tell(ask.match, ask.nonce, seat, lengths, signature)


def chat_bytes(match_id: bytes, seat: int, n: int, text: str) -> bytes:
    """Return what a seat signs for line ``n`` of chat."""
    return b"wabe chat 1\0" + match_id + bytes((seat,)) + n.to_bytes(4, "big") + text.encode()


def check_lengths(contract: Contract, lengths: tuple[tuple[int, int], ...]) -> dict[int, int]:
    """Return the lengths of feeds by seat.

    Raises:
        RemoteError: MALFORMED: not human seats, or not in ascending order.
    """
    seats = [seat for seat, _ in lengths]
    if seats != sorted(set(seats)) or not set(seats) <= set(contract.humans):
        raise RemoteError(Code.MALFORMED, "lengths are told of human seats, in ascending order", "lengths")
    return dict(lengths)


@dataclass(slots=True)
class _Question:
    ask: Ask
    tells: dict[int, Tell] = field(default_factory=dict)


class Questions:
    """The latest questions and the answers to each.

    Kept so that a link which comes up later is told them as well: then a question reaches everybody that is
    ever connected with the asker while it waits, whatever the order of the links.
    """

    __slots__ = ("_contract", "_match_id", "_own", "_questions")

    def __init__(self, contract: Contract, match_id: bytes) -> None:
        self._contract = contract
        self._match_id = match_id
        self._questions: OrderedDict[bytes, _Question] = OrderedDict()
        self._own: bytes | None = None

    def ask(self, ask: Ask, *, own: bool = False) -> bool:
        """Return whether the question is new; it is remembered then, one's own until the next own one."""
        if ask.nonce in self._questions:
            return False
        if own:
            self._own = ask.nonce
        self._questions[ask.nonce] = _Question(ask)
        if len(self._questions) > MAX_QUESTIONS:
            # Whoever floods questions must not make one's own forgotten, and with it the answers.
            del self._questions[next(nonce for nonce in self._questions if nonce != self._own)]
        return True

    def tell(self, tell: Tell) -> dict[int, int] | None:
        """Return the lengths that a new answer tells; None for one that is known or answers no known question.

        Raises:
            RemoteError: MALFORMED, BAD_SIGNATURE.
        """
        lengths = check_lengths(self._contract, tell.lengths)
        question = self._questions.get(tell.nonce)
        if question is None or tell.seat in question.tells:
            return None
        key = _seat_key(self._contract, tell.seat)
        if not verify(key, tell.signature, tell_bytes(self._match_id, tell.nonce, tell.seat, tell.lengths)):
            raise RemoteError(Code.BAD_SIGNATURE, "an answer is not signed by its seat", f"seat {tell.seat}")
        question.tells[tell.seat] = tell
        return lengths

    def all(self) -> list[Ask | Tell]:
        """Return every question, each followed by its answers."""
        messages: list[Ask | Tell] = []
        for question in self._questions.values():
            messages.append(question.ask)
            messages.extend(question.tells.values())
        return messages


def _seat_key(contract: Contract, seat: int) -> bytes:
    if seat not in contract.humans:
        raise RemoteError(Code.MALFORMED, "a seat that no person holds says nothing", f"seat {seat}")
    return contract.human(seat).seat_key


@dataclass(slots=True)
class _Seen:
    """Which lines of a seat were seen: bit i of ``mask`` for line ``highest`` - i."""

    highest: int = -1
    mask: int = 0

    def has(self, n: int) -> bool:
        """Return whether line ``n`` was seen, or is too old to tell."""
        below = self.highest - n
        return below >= 0 and (below >= CHAT_WINDOW or bool(self.mask >> below & 1))

    def add(self, n: int) -> None:
        """Mark line ``n``, which was not seen."""
        if n > self.highest:
            self.mask = (self.mask << min(n - self.highest, CHAT_WINDOW)) & (1 << CHAT_WINDOW) - 1
            self.highest = n
        self.mask |= 1 << self.highest - n


class SeatChat:
    """Lines of chat of all seats: which are new, and who says too much.

    Args:
        contract: The contract.
        match_id: M.
        own: Secrets of one's own seats.
        start: Number of the first own line, 0..2^32 - 1. After a restart it must exceed all earlier ones, or the
            others take new lines for old; seconds since 1970 serve while no clock is set back.
    """

    __slots__ = ("_contract", "_match_id", "_meters", "_next", "_own", "_seen")

    def __init__(
        self, contract: Contract, match_id: bytes, own: Mapping[int, SeatSecret], start: int
    ) -> None:
        self._contract = contract
        self._match_id = match_id
        self._own = own
        self._next = start
        self._seen = {seat: _Seen() for seat in contract.humans}
        self._meters: dict[int, Meter] = {}

    def say(self, seat: int, text: str, now: int) -> Chat:
        """Return a signed line of an own seat.

        Raises:
            LocalError: NOT_YOUR_SEAT, LIMIT (empty or above 500 characters), MALFORMED (a lone surrogate), FLOOD.
        """
        if seat not in self._own:
            raise LocalError(Code.NOT_YOUR_SEAT, "chat is signed by a seat of one's own", f"seat {seat}")
        if not 1 <= len(text) <= MAX_CHAT_CHARACTERS:
            raise LocalError(Code.LIMIT, f"a line of chat has 1 to {MAX_CHAT_CHARACTERS} characters")
        if not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text):
            raise LocalError(Code.MALFORMED, "half of a character cannot be sent")
        if not self._meters.setdefault(seat, Meter(CHAT_BURST, CHAT_PER_SECOND, now)).take(now):
            raise LocalError(Code.FLOOD, "these are too many lines in a short time")
        n, self._next = self._next, self._next + 1
        self._seen[seat].add(n)
        return Chat(
            self._match_id,
            seat,
            n,
            text,
            sign(self._own[seat].key, chat_bytes(self._match_id, seat, n, text)),
        )

    def hear(self, chat: Chat, now: int) -> bool:
        """Return whether a line is new and to be shown and passed on.

        Raises:
            RemoteError: MALFORMED, BAD_SIGNATURE; FLOOD with culprit ``"seat n"`` when that seat says too much: the
                line is to be dropped, and the link closed if it is the seat's own.
        """
        key = _seat_key(self._contract, chat.seat)
        seen = self._seen[chat.seat]
        if seen.has(chat.n):
            return False
        if not verify(key, chat.signature, chat_bytes(self._match_id, chat.seat, chat.n, chat.text)):
            raise RemoteError(
                Code.BAD_SIGNATURE, "a line of chat is not signed by its seat", f"seat {chat.seat}"
            )
        seen.add(chat.n)
        meter = self._meters.setdefault(chat.seat, Meter(CHAT_BURST_OF_OTHERS, CHAT_PER_SECOND, now))
        if not meter.take(now):
            raise RemoteError(Code.FLOOD, "a seat says too much", f"seat {chat.seat}")
        return True

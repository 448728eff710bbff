"""What a person types, and what is answered: one line in, text out, deeds on the way.

A state machine without input or output, so that it works at a keyboard, from a pipe and in a test alike.
"""

import re
from collections.abc import Callable, Sequence
from typing import Protocol

from client.errors import explain
from client.names import Names
from client.players import why_illegal
from client.terminal.drawing import draw_state
from client.terminal.paint import Paint
from client.terminal.sentences import effect_sentences, odds_table
from client.words import count_words, meaning
from engine.errors import EngineError
from engine.game import Seat
from protocol.agreements import OpenOffer
from protocol.errors import LocalError
from protocol.match import Match

__all__ = ["HELP", "Prompt", "Table"]

HELP = """\
an action          play it, written as in the list of legal actions, in capital or small letters
legal [TEXT]       list the legal actions, those that begin with TEXT
what ACTION        say what an action will do
odds ACTION        list what an attack can lead to, with exact chances
state              draw the board
who                say who holds which seat and who is waited for
resign [SEAT]      give up, for yourself or for another seat of yours
offer draw|abort   offer an agreement
accept             accept what was offered
chat TEXT          say something to everybody
quit               leave; the match stays on disk and can be resumed
"""

_COLUMNS = 78
"""Width of lists; fits the smallest terminals in use."""


class Table(Protocol):
    """What a person does at a match; ``client.node`` carries it out."""

    @property
    def match(self) -> Match:
        """The match."""

    def act(self, seat: Seat, action: str) -> None:
        """Play. Raises ``LocalError``."""

    def resign(self, seat: Seat) -> None:
        """Give up. Raises ``LocalError``."""

    def offer(self, seat: Seat, kind: str) -> None:
        """Offer an agreement. Raises ``LocalError``."""

    def accept(self, seat: Seat, offer: bytes) -> None:
        """Accept one. Raises ``LocalError``."""

    def chat(self, seat: Seat, text: str) -> bool:
        """Say something; return whether anybody is there to hear it. Raises ``LocalError``."""

    def leave(self) -> None:
        """End this process in an orderly way."""


class Prompt:
    """Answers the lines of the person who holds ``seats`` of the match at ``table``.

    Args of the constructor:
        table: The match.
        seats: Own seats.
        paint: Where answers are shown; without one they are plain and 80 columns wide.
        who: What the seats' holders are called.
        confirms: Whether to ask before what cannot be taken back: somebody sits at the keyboard.
    """

    def __init__(
        self,
        table: Table,
        seats: Sequence[Seat],
        paint: Paint | None = None,
        who: Names | None = None,
        *,
        confirms: bool = False,
    ) -> None:
        self._table = table
        self._paint = paint or Paint(plain=True)
        self._who_is = who or Names()
        self._seats = tuple(seats)
        self._confirms = confirms
        self._asked: str | None = None
        self._commands: dict[str, Callable[[str], str]] = {
            "help": self._help,
            "?": self._help,
            "legal": self._legal,
            "what": self._what,
            "odds": self._odds,
            "state": self._state,
            "board": self._state,
            "who": self._who,
            "resign": self._resign,
            "offer": self._offer,
            "accept": self._accept,
            "chat": self._chat,
            "quit": self._quit,
        }

    def handle(self, line: str) -> str:
        """Carry out one line and return the answer, which may be empty or several lines long."""
        words = " ".join(line.split())
        if not words:
            return ""
        name, _, rest = words.partition(" ")
        command = self._commands.get(name.lower())
        if words.lower() != self._asked:
            self._asked = None
        try:
            return command(rest) if command else self._play(words)
        except (LocalError, EngineError) as error:
            found = explain(error)
            return f"no [{found.code}]: {meaning(found.code, found.text)}"

    def picture(self) -> str:
        """Return the board as it stands."""
        match = self._table.match
        state = match.state if match.own_turn() is None else match.preview()
        return self._paint(draw_state(match.game, state, self._who_is.marked, self._paint.columns))

    # --- deeds ----------------------------------------------------------------------------------------
    def _play(self, text: str) -> str:
        match = self._table.match
        seat = self._acting()
        text = self._written(text)
        reason = why_illegal(match.game, match.preview(), text)
        if reason is not None and match.own_turn() == seat:
            return f"no [illegal]: {reason} (legal lists what may be played, help the commands)"
        self._table.act(seat, text if reason else match.game.format(match.game.parse(text)))
        return ""

    def _resign(self, rest: str) -> str:
        if not re.fullmatch("[0-9]?", rest):
            return "no [usage]: write resign, or resign and the number of a seat of yours"
        seat = self._seat(rest)
        again = f"resign {rest}".rstrip()
        if self._confirms and self._asked != again:
            self._asked = again
            return f"this cannot be taken back: type {again} again to give up"
        self._asked = None
        self._table.resign(seat)
        return ""

    def _offer(self, rest: str) -> str:
        kind = rest.lower()
        if kind not in ("draw", "abort"):
            return "no [usage]: write offer draw, or offer abort"
        if self._offered(kind):
            return self._accept(kind)  # who offers what is offered already agrees to it
        if any(kind == offer.kind for offer in self._table.match.offers()):
            return "that is offered already; it stands until something is played"
        self._table.offer(self._seat(""), kind)
        return ""

    def _offered(self, kind: str) -> list[tuple[OpenOffer, Seat]]:
        """Return the offers of others, with each own seat that has not accepted yet; ``kind`` "" means any."""
        return [
            (offer, seat)
            for offer in self._table.match.offers()
            for seat in self._seats
            if seat != offer.seat and seat not in offer.accepted and kind in ("", offer.kind)
        ]

    def _accept(self, rest: str) -> str:
        offers = self._offered(rest.lower())
        if not offers:
            return "no [nothing]: nothing is offered to you that you have not accepted"
        for offer, seat in offers:
            self._table.accept(seat, offer.e)
        return f"accepted: {', '.join(sorted({offer.kind for offer, _ in offers}))}"

    def _chat(self, rest: str) -> str:
        if not rest:
            return "no [usage]: write chat and then what you want to say"
        if self._table.chat(self._seat(""), rest):
            return ""
        return "nobody is there to read that; say it again when somebody has come back"

    def _quit(self, rest: str) -> str:
        self._table.leave()
        return ""

    # --- questions ------------------------------------------------------------------------------------
    def _help(self, rest: str) -> str:
        return HELP.rstrip()

    def _legal(self, rest: str) -> str:
        match = self._table.match
        actions = [match.game.format(a) for a in match.game.legal_actions(match.preview())]
        found = [text for text in actions if text.lower().startswith(rest.lower())]
        return f"{count_words(len(found), 'legal action')}\n{_columns(found)}".rstrip()

    def _what(self, rest: str) -> str:
        match = self._table.match
        rest = self._written(rest)
        reason = why_illegal(match.game, match.preview(), rest)
        if reason is not None:
            return f"no [illegal]: {reason}"
        action = match.game.parse(rest)
        effect = match.game.describe(match.preview(), action)
        return effect_sentences(effect, match.game.odds(match.preview(), action), self._who_is.short)

    def _odds(self, rest: str) -> str:
        match = self._table.match
        rest = self._written(rest)
        reason = why_illegal(match.game, match.preview(), rest)
        if reason is not None:
            return f"no [illegal]: {reason}"
        rows = match.game.odds(match.preview(), match.game.parse(rest))
        if not rows:
            return "no [nothing]: no dice are rolled for that, so there are no odds: odds is for attacks"
        return odds_table(rows)

    def _state(self, rest: str) -> str:
        return self.picture()

    def _who(self, rest: str) -> str:
        match = self._table.match
        lines = []
        for seat in range(len(match.contract.seats)):
            holder = (
                "you" if seat in match.own else "a human" if seat in match.contract.humans else "the computer"
            )
            out = "" if seat in match.game.living(match.state) else ", out"
            turn = ", to act" if match.to_act() == seat else ""
            lines.append(f"{self._who_is(seat)}: {holder}{out}{turn}")
        for offer in match.offers():
            agreed = "".join(f", {self._who_is(seat)} agrees" for seat in offer.accepted)
            lines.append(f"offered by {self._who_is(offer.seat)}: {offer.kind}{agreed}")
        waits = [f"{self._who_is(wait.seat)}: {wait.what}" for wait in match.waiting_for()]
        return "\n".join([*lines, f"waiting for {'; '.join(waits)}" if waits else "waiting for nobody"])

    # --- help -----------------------------------------------------------------------------------------
    def _written(self, text: str) -> str:
        """Return an action as the rules write it, where only capital and small letters were mixed up."""
        match = self._table.match
        if why_illegal(match.game, match.preview(), text) is None:
            return text
        legal = map(match.game.format, match.game.legal_actions(match.preview()))
        same = [action for action in legal if action.lower() == text.lower()]
        return same[0] if len(same) == 1 else text

    def _acting(self) -> Seat:
        """Return the seat to act if it is the person's; else some seat of theirs, which will be refused."""
        seat = self._table.match.own_turn()
        return seat if seat is not None and seat in self._seats else self._seat("")

    def _seat(self, text: str) -> Seat:
        """Return the seat that ``text`` names; without a name the one to act, else the first that lives."""
        if text.isascii() and text.isdigit():
            return int(text[:3])
        match = self._table.match
        if (turn := match.to_act()) in self._seats and turn is not None:
            return turn
        living = match.game.living(match.state)
        return next((seat for seat in self._seats if seat in living), self._seats[0])


def _columns(texts: Sequence[str]) -> str:
    """Return short texts in columns, read across."""
    width = max(map(len, texts), default=0) + 2
    count = max(1, _COLUMNS // width)
    rows = [texts[i : i + count] for i in range(0, len(texts), count)]
    return "\n".join("".join(text.ljust(width) for text in row).rstrip() for row in rows)

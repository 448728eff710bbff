"""What a person sees unasked while a match goes on: the board once a turn, else what is left of the turn."""

from client.terminal.drawing import draw_state
from client.terminal.paint import Paint
from client.terminal.sentences import Who
from client.terminal.standing import remaining
from engine.game import Seat
from protocol.contract import ComputerSeat
from protocol.match import Match

__all__ = ["Watch"]


class Watch:
    """Looks at a match again and again and tells what has become new to see.

    The board comes at the start, whenever the turn has passed to a person, here or elsewhere, and at the end.
    Computers act at once: a board before their turn would only push the one after it off the screen.

    Args of the constructor:
        paint: Where it is shown.
    """

    def __init__(self, paint: Paint) -> None:
        self._paint = paint
        self._k = -1
        self._seat: Seat | None = None
        self._owes_board = True

    def look(self, match: Match, who: Who) -> str:
        """Return what to show now, with the names that ``who`` gives seats, or nothing."""
        game, k, seat = match.game, match.k, match.to_act()
        if k == self._k:
            return ""
        passed = seat != self._seat or any(step.seat != seat for step in match.steps()[max(self._k, 0) :])
        self._owes_board |= passed or k < self._k  # fewer items: some were taken back
        self._k, self._seat = k, seat
        own = match.own_turn() is not None
        state = match.preview() if own else match.state
        if self._owes_board:
            if seat is not None and k and isinstance(match.contract.seats[seat], ComputerSeat):
                return ""
            self._owes_board = False
            return self._paint(draw_state(game, state, who, self._paint.columns))
        return remaining(game, state) if own else ""

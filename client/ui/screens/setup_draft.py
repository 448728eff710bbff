"""What is chosen for a new match, as far as it has been chosen; nothing here is drawn.

The rules say what goes together (``Game.complete``): what they refuse stands as it was chosen, with the reason,
until it is mended. Where a choice makes an earlier one impossible, the earlier one gives way.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from client.app.ports import SeatKind, SeatPlan
from client.app.preferences import LastGame, is_name
from engine.ai.levels import levels_of
from engine.errors import SetupError
from engine.game import Game
from engine.options import Option, OptionKind, OptionValue

__all__ = ["ME", "OPEN", "RESIGNING", "Draft", "usual_level"]

ME: Final = "me"
OPEN: Final = "open"
"""Who is to sit somewhere, as ``LastGame.seats`` keeps it; anything else is a computer's level."""

RESIGNING: Final = "-resigning"
"""What the levels end in that may resign."""

PREFERRED: Final = ("medium", "simple", "random")
"""Levels, the first that a game has is the usual one."""


def usual_level(game: str) -> str:
    """Return the level of computers where none has been chosen."""
    levels = levels_of(game)
    return next((level for level in PREFERRED if level in levels), next(iter(levels)))


class Draft:
    """A match that is being set up.

    Args of the constructor:
        game: The rules.
        last: What was chosen the last time; what makes no sense any more is left out.

    Attributes:
        given: Options that were chosen; all others are as usual.
        options: Complete options: those chosen, without the refused one.
        refused: The option that the rules refuse as chosen, "" for none.
        why: Why they refuse it, as the rules say.
    """

    def __init__(self, game: Game[Any, Any], last: LastGame | None = None) -> None:
        self.game = game
        self.schema: Mapping[str, Option] = {option.name: option for option in game.options_schema()}
        self.given: dict[str, OptionValue] = {}
        self.options: dict[str, Any] = game.complete({})
        self.refused = self.why = ""
        self._held: list[str] = []
        self._names: dict[int, str] = {}
        if last is not None:
            self._names = {seat: name for seat, name in enumerate(last.names) if name}
            self.given = {name: value for name, value in last.options.items() if name in self.schema}
            self._held = [code for code in last.seats if code in (ME, OPEN) or code in levels_of(game.name)]
        self._settle("")

    # --- options ----------------------------------------------------------------------------------------------
    def choose(self, name: str, value: OptionValue) -> None:
        """Choose an option; others that do not go with it are as usual again."""
        self.given[name] = value
        self._settle(name)

    def value(self, name: str) -> OptionValue:
        """Return an option as chosen, refused or not."""
        found: OptionValue = self.given[name] if name == self.refused else self.options[name]
        return found

    def as_usual(self) -> None:
        """Let go of everything chosen but mode and number of seats."""
        self.given = {name: value for name, value in self.given.items() if name in ("mode", "seats")}
        self._settle("")

    def special(self) -> list[str]:
        """Return the names of options that are not what the rules would choose by themselves."""
        kept = {name: value for name, value in self.given.items() if name in ("mode", "seats")}
        usual = self.game.complete(kept)
        return [name for name, value in self.options.items() if value != usual[name]]

    def possible(self, name: str, values: Sequence[OptionValue]) -> list[OptionValue]:
        """Return those of ``values`` that go with the mode that is chosen."""
        mode = {"mode": self.given["mode"]} if "mode" in self.given else {}
        return [value for value in values if self._goes({**mode, name: value})]

    def _goes(self, options: Mapping[str, OptionValue]) -> bool:
        try:
            self.game.complete(options)
        except SetupError:
            return False
        return True

    def _settle(self, newest: str) -> None:
        """Find out what the choices come to."""
        self.refused = self.why = ""
        tried = dict(self.given)
        while True:
            try:
                self.options = self.game.complete(tried)
            except SetupError as error:
                culprit = error.culprit if error.culprit in tried else next(iter(tried))
                del tried[culprit]
                if culprit == newest:
                    self.refused, self.why = culprit, error.text
                else:
                    del self.given[culprit]
            else:
                break
        # What is as usual anyway is not kept as chosen: the usual may depend on what is chosen next.
        for name in [name for name in tried if name not in ("mode", "seats")]:
            without = {other: value for other, value in tried.items() if other != name}
            if self._goes(without) and self.game.complete(without)[name] == tried[name]:
                del self.given[name], tried[name]

    # --- seats ------------------------------------------------------------------------------------------------
    @property
    def seats(self) -> list[str]:
        """Who is to sit where: ``me``, ``open`` or a level. Without a choice: a person here, then computers.

        Seats that another mode adds are held like those before.
        """
        count = self.game.seats(self.options)
        held = self._held or [ME]
        usual = ME if len(held) > 1 and set(held) == {ME} else usual_level(self.game.name)
        if OPEN in held:
            usual = OPEN
        rest = next((code for code in held if code not in (ME, OPEN)), usual)
        return [held[n] if n < len(held) else rest for n in range(count)]

    def seat(self, number: int, code: str) -> None:
        """Have somebody sit on a seat; computers may resign if those before may."""
        held = self.seats
        held[number] = self._with_manners(code, self.may_resign)
        self._held = held

    def everybody(self, code: str, *, but_me: bool = False) -> None:
        """Have the same sit on all seats, or on all that no person here has."""
        self._held = [ME if but_me and held == ME else code for held in self.seats]

    def against_computers(self) -> None:
        """Have computers play where others were to join, and against a person here who held all seats alone."""
        held = self.seats
        usual = usual_level(self.game.name)
        if set(held) == {ME}:
            self._held = [ME, *(usual for _ in held[1:])]
        else:
            self._held = [usual if code == OPEN else code for code in held]
            if ME not in self._held:
                self._held[0] = ME

    @property
    def shares(self) -> bool:
        """Whether several persons play at this machine and nobody else: each can have a name then."""
        return self.seats.count(ME) > 1 and OPEN not in self.seats

    def name(self, number: int) -> str:
        """Return the name that was given to the person on a seat, "" for none."""
        return self._names.get(number, "")

    def call(self, number: int, name: str) -> None:
        """Name the person on a seat; what cannot be a name is none."""
        self._names[number] = name.strip() if is_name(name.strip()) else ""

    @property
    def may_resign(self) -> bool:
        """Whether computers resign when they have lost."""
        return any(code.endswith(RESIGNING) for code in self._held)

    @property
    def can_resign(self) -> bool:
        """Whether there is a computer for which that can be chosen."""
        levels = levels_of(self.game.name)
        return any(code.removesuffix(RESIGNING) + RESIGNING in levels for code in self.seats)

    def let_resign(self, may: bool) -> None:
        """Choose whether computers resign when they have lost."""
        self._held = [self._with_manners(code, may) for code in self.seats]

    def _with_manners(self, code: str, may_resign: bool) -> str:
        plain = code.removesuffix(RESIGNING)
        polite = plain + RESIGNING
        return polite if may_resign and polite in levels_of(self.game.name) else plain

    def levels(self) -> list[str]:
        """Return the levels to choose from, weakest first."""
        return [level for level in levels_of(self.game.name) if not level.endswith(RESIGNING)]

    # --- what comes of it -------------------------------------------------------------------------------------
    def plans(self) -> list[SeatPlan]:
        """Return the seats as the program takes them."""
        kinds = {ME: SeatKind.ME, OPEN: SeatKind.OPEN}
        return [
            SeatPlan(kinds[code], name=self.name(seat) if self.shares and code == ME else "")
            if code in kinds
            else SeatPlan(SeatKind.COMPUTER, code)
            for seat, code in enumerate(self.seats)
        ]

    def remembered(self) -> LastGame:
        """Return what is to be offered the next time."""
        given = {name: value for name, value in self.given.items() if name != self.refused}
        return LastGame(given, self.seats, [self.name(seat) for seat in range(len(self.seats))])

    def per_seat(self) -> list[Option]:
        """Return the options that have a value for each seat."""
        return [option for option in self.schema.values() if option.kind is OptionKind.INTS]

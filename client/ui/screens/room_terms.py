"""Changing what is played in a room: a dialog made of the game's own list of options."""

from collections.abc import Callable, Mapping

from client.app.preferences import LastGame
from client.i18n import tr
from client.ui.context import Context
from client.ui.geometry import Size
from client.ui.screens.setup_draft import Draft
from client.ui.screens.setup_parts import option_row
from client.ui.screens.setup_words import option_name
from client.ui.theme import BODY, NOTE
from client.ui.toolkit import (
    Button,
    Choice,
    Column,
    Divider,
    Flow,
    Modal,
    Notice,
    Row,
    Segmented,
    Spacer,
    Stepper,
    Text,
    Widget,
)
from engine.game import Seat
from engine.options import Option, OptionKind, OptionValue
from engine.registry import find

__all__ = ["TermsDialog"]


class TermsDialog:
    """The dialog.

    Args of the constructor:
        context: The window.
        game: Whose options.
        options: As they are, complete.
        done: Told the new ones, if they are taken.
    """

    def __init__(
        self,
        context: Context,
        game: str,
        options: Mapping[str, OptionValue],
        done: Callable[[Mapping[str, OptionValue]], None],
    ) -> None:
        self._context = context
        self._draft = Draft(find(game), LastGame(dict(options)))
        self._before = dict(self._draft.options)
        self._done = done

    def open(self) -> None:
        """Lay it over the screen."""
        self._context.open_modal(self._build)

    def _build(self, size: Size) -> Widget:
        draft = self._draft
        cells = len(draft.game.board(draft.game.setup(draft.options)).cells)
        rows: list[Widget] = []
        for option in draft.schema.values():
            rows += [self._row(option, cells), Divider()]
        rows.append(Notice(tr("Everybody has to be ready again after a change.")))
        changed = draft.options != self._before
        return Modal(
            tr("What is played"),
            Column(rows, gap=4),
            [
                Button(tr("Cancel"), self._context.close_modal, key="cancel"),
                Button(
                    tr("Change"),
                    self._take,
                    kind="primary",
                    enabled=changed and not draft.refused,
                    reason="" if changed else tr("Nothing is changed."),
                    key="change",
                ),
            ],
            first="cancel",
            width=520,
            key="terms-dialog",
        )

    def _row(self, option: Option, cells: int) -> Widget:
        if option.kind is OptionKind.INTS:
            return self._by_seat(option)
        if option.name == "seats":
            return self._seats(option)
        return option_row(self._draft, option, cells, self._choose)

    def _seats(self, option: Option) -> Widget:
        """Return how many play: not every number goes with every mode."""
        counts = self._draft.possible(option.name, range(option.minimum, option.maximum + 1))
        choices = [Choice(str(count), str(count)) for count in counts]
        chosen = str(self._draft.options[option.name])
        buttons = Segmented(choices, chosen, lambda key: self._choose(option.name, int(key)), key="seats")
        return Row([Text(option_name(option.name), BODY), Spacer(), buttons], pad=(0, 6))

    def _by_seat(self, option: Option) -> Widget:
        """Return an option that has a value for each seat."""
        amounts = self._draft.value(option.name)
        assert isinstance(amounts, tuple), "one for each seat"

        def one(seat: Seat) -> Widget:
            def choose(number: int) -> None:
                self._choose(option.name, (*amounts[:seat], number, *amounts[seat + 1 :]))

            key = f"{option.name} {seat}"
            stepper = Stepper(amounts[seat], option.minimum, option.maximum, choose, key=key)
            return Column([Text(tr("Seat {number}", number=seat + 1), NOTE, "text2"), stepper], gap=2)

        steppers = Flow([one(seat) for seat in range(len(amounts))], gap=(16, 8))
        return Column([Text(option_name(option.name), BODY), steppers], gap=4)

    def _choose(self, name: str, value: OptionValue) -> None:
        self._draft.choose(name, value)
        self._context.refresh()

    def _take(self) -> None:
        self._context.close_modal()
        self._done(self._draft.options)

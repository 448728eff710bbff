"""Any registered game as the view model sees it: everything is asked of ``engine.game.Game``.

A presenter speaks of one game and one match, and is a pure function of the positions that it is handed: it applies
actions to find out what they lead to, and plays none. The presenters of both games are built upon this one, which by
itself shows a further game: cells, pieces, legal targets by ``Game.action_cells``, a button for every action that
names fewer than two cells.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from client.i18n import mark, ntr, tr
from client.view.nouns import piece_name, pieces
from client.view.people import People
from client.view.picture import Mark
from client.view.values import (
    CellFacts,
    Count,
    Deed,
    Figure,
    Idle,
    MoveRow,
    Prediction,
    Roll,
    SeatCard,
    Statistics,
    Target,
    Threat,
    Warn,
)
from engine.game import EventKind, Game, Outcome, Piece, Seat
from protocol.effects import Applied

__all__ = ["Presenter"]

AGREEMENTS = {"draw": mark("draw agreed"), "abort": mark("called off")}
"""What was agreed, in words for the list of moves."""


class Presenter:
    """A game in words and targets.

    Attributes:
        game: The rules.
        people: Names of the seats.
        title: Name of the game.
    """

    undoes = False
    """Whether the game has an undo of its own."""

    def __init__(self, game: Game[Any, Any], options: Mapping[str, Any], people: People) -> None:
        self.game = game
        self.options = options
        self.people = people
        self._start = game.setup(options)

    # --- names ------------------------------------------------------------------------------------------------
    @property
    def title(self) -> str:
        """The name of the game."""
        return self.game.name.capitalize()

    def chips(self, s: Any) -> tuple[str, ...]:
        """Return short words for the top bar: variant, round."""
        return ()

    def homes(self, s: Any, seat: Seat) -> tuple[str, ...]:
        """Return the cells that are to lie at the bottom when ``seat`` looks."""
        cells = self.game.board(self._start).cells
        return tuple(cell.name for cell in cells if cell.owner == seat and cell.kind != "plain")

    def place(self, s: Any, seat: Seat) -> str:
        """Return where a seat starts, in words, or ""."""
        return " · ".join(self.homes(s, seat))

    # --- targets ----------------------------------------------------------------------------------------------
    def selectable(self, s: Any, seat: Seat, cell: str) -> bool:
        """Tell whether ``seat``, which is to act, may select ``cell``: something can be done from there."""
        named = [
            cells for cells in map(self._cells, self.game.legal_actions(s)) if cells and cells[0] == cell
        ]
        return len(named) > 1 or any(len(cells) > 1 for cells in named)

    def targets(self, s: Any, seat: Seat, cell: str | None) -> dict[str, Target]:
        """Return what ``seat``, which is to act, can reach or attack from ``cell``, by cell.

        Without a cell: what a single click does, where an action names one cell alone. Where several actions come to
        one cell, none of them is a target: they are offered as deeds once it is selected.
        """
        found: dict[str, list[str]] = {}
        for action in self.game.legal_actions(s):
            cells = self.game.action_cells(action)
            if (len(cells) > 1 and cells[0] == cell) or (len(cells) == 1 and cell is None):
                found.setdefault(cells[-1], []).append(self.game.format(action))
        occupied = {piece.cell for piece in self.game.pieces(s) if piece.owner not in (seat, None)}
        return {
            target: Target(
                target,
                (texts[0],),
                s,
                frozenset({Mark.NEAR, Mark.ATTACK} if target in occupied else {Mark.NEAR}),
                attack=target in occupied,
            )
            for target, texts in found.items()
            if len(texts) == 1 and (cell is not None or not self.selectable(s, seat, target))
        }

    def busy(self, s: Any, seat: Seat) -> tuple[str, ...]:
        """Return the cells from which something can still be done, in the order of the keyboard."""
        firsts = (cells[0] for cells in map(self._cells, self.game.legal_actions(s)) if cells)
        return tuple(dict.fromkeys(firsts))

    def cell_deeds(self, s: Any, seat: Seat, cell: str | None) -> tuple[Deed, ...]:
        """Return what ``seat``, which is to act, can do on the selected cell or without any."""
        deeds = []
        direct = {target.steps[0] for target in self.targets(s, seat, cell).values()}
        for action in self.game.legal_actions(s):
            text = self.game.format(action)
            cells = self.game.action_cells(action)
            if text in direct or (cells and cells[0] != cell):
                continue
            words, warnings = self.effect(s, text)
            deeds.append(
                Deed(f"act:{text}", text, "turn" if not cells else "shop", warnings=warnings, text=words)
            )
        return tuple(deeds)

    def shop(self, s: Any, seat: Seat, cell: str | None) -> Figure | None:
        """Return heading and note of the shop that ``cell_deeds`` offers, None where nothing is bought."""
        return None

    def action_of(self, s: Any, seat: Seat, key: str, cell: str | None) -> str:
        """Return the action that a deed of ``cell_deeds`` stands for."""
        return key.removeprefix("act:")

    def why_not(self, s: Any, seat: Seat, source: str | None, cell: str) -> str:
        """Return a sentence about why nothing comes of a click on ``cell`` with ``source`` selected."""
        if source is None:
            return tr("Nothing can be done from {cell} now.", cell=cell)
        return tr("Nothing leads from {source} to {cell} now.", source=source, cell=cell)

    # --- words ------------------------------------------------------------------------------------------------
    def effect(self, s: Any, text: str) -> tuple[str, tuple[Warn, ...]]:
        """Return sentences about what a legal action will do, and warnings."""
        effect = self.game.describe(s, self.game.parse(text))
        facts = ", ".join(f"{name.replace('_', ' ')}: {value}" for name, value in effect.details.items())
        words = effect.kind.replace("-", " ").replace("_", " ").capitalize()
        where = " – ".join(effect.cells)
        if facts:
            return tr("{what} {where} ({facts}).", what=words, where=where, facts=facts), ()
        return tr("{what} {where}.", what=words, where=where) if where else f"{words}.", ()

    def advice(self, s: Any, text: str) -> str:
        """Return a legal action as advice, in a sentence that names the piece; "" where ``effect`` says it all."""
        return ""

    def predict(self, target: Target) -> Prediction:
        """Return what going to a target would do."""
        text, warnings = self.effect(target.before, target.steps[-1])
        return Prediction(target.steps[-1], len(target.steps), target.cell, text, warnings, target.attack)

    def attack_label(self, target: Target) -> str:
        """Return what the button of a chosen attack says."""
        return tr("Take {cell}", cell=target.cell)

    def counter(self, s: Any, own: str, other: str) -> Prediction | None:
        """Return what the stack on ``other`` could do to the own one on ``own`` in its next turn, or None."""
        return None

    def about(self, s: Any, cell: str) -> CellFacts | None:
        """Return what stands on a cell, None for nothing."""
        here = [piece for piece in self.game.pieces(s) if piece.cell == cell]
        if not here:
            return None
        top = here[-1]
        lines = tuple(self._piece_line(piece) for piece in here)
        return CellFacts(cell, f"{self._called(top)} · {cell}", lines, top.owner, top.kind)

    def _called(self, piece: Piece) -> str:
        return pieces(piece.kind, piece.count) if piece.count > 1 else piece_name(piece.kind)

    def _piece_line(self, piece: Piece) -> str:
        if piece.owner is None:
            return self._called(piece)
        return tr("{piece} of {name}", piece=self._called(piece), name=self.people(piece.owner))

    def idle(self, s: Any, seat: Seat) -> Idle | None:
        """Return what can still be done in this turn, None where a turn is a single action."""
        return None

    def status(self, s: Any, seat: Seat, *, now: bool = True) -> str:
        """Return what to call the seat's being to act; ``now``: in the present, not in a position looked back at."""
        return tr("Your turn") if now and seat in self.people.own else tr("To act")

    # --- cards, list, dice ------------------------------------------------------------------------------------
    def enrich(self, card: SeatCard, s: Any) -> SeatCard:
        """Return the card with what the game knows of the seat."""
        return card

    def counts(self, s: Any, seat: Seat, kinds: Sequence[str]) -> tuple[Count, ...]:
        """Return how many pieces of each of ``kinds`` the seat has, in this order, those that it has."""
        found = dict.fromkeys(kinds, 0)
        for piece in self.game.pieces(s):
            if piece.owner == seat and piece.kind in found and "beaten" not in piece.marks:
                found[piece.kind] += piece.count
        return tuple(Count(kind, count) for kind, count in found.items() if count)

    def row(self, before: Any, step: Applied) -> MoveRow:
        """Return an item as a row of the list of moves; ``before`` is the position that it was played in."""
        group = self.group(before, step)
        if step.kind == "agree":
            words = AGREEMENTS.get(step.action, step.action)
            return MoveRow(step.k, group, None, "", tr(words))
        if not step.action:
            words = tr("resigns") if step.kind == "resign" or step.resigned else tr("nothing is left to play")
            return MoveRow(step.k, group, step.seat, "", words)
        row = self.action_row(MoveRow(step.k, group, step.seat, "", step.action), before, step)
        if not step.resigned:
            return row
        names = self.people.several(step.resigned)
        told = ntr(
            "{action}; {names} resigns",
            "{action}; {names} resign",
            len(step.resigned),
            action=row.text,
            names=names,
        )
        return replace(row, text=told)

    def action_row(self, row: MoveRow, before: Any, step: Applied) -> MoveRow:
        """Return the row of an action, made better by what the game knows."""
        return row

    def group(self, before: Any, step: Applied) -> str:
        """Return the heading that an item stands under."""
        return str((step.k + 1) // 2)

    def path(self, step: Applied) -> tuple[str, ...]:
        """Return the cells of the piece that an item moved, source first; empty where nothing moved."""
        moved = [event for event in step.events if event.kind is EventKind.MOVED]
        if moved and moved[-1].source and moved[-1].cell:
            return moved[-1].source, moved[-1].cell
        return ()

    def last_cells(self, step: Applied) -> tuple[str, ...]:
        """Return the cells that an item is marked by: source and target, or where it happened."""
        if step.kind != "act" or not step.action:
            return ()
        return self._cells(self.game.parse(step.action))

    def rolls(self, before: Any, step: Applied) -> tuple[Roll, ...]:
        """Return the combats of an item, in order."""
        return ()

    def threats(self, s: Any, seat: Seat) -> tuple[Threat, ...]:
        """Return what others could attack or take of ``seat`` in their next turn, worst first."""
        return ()

    def alarm(self, s: Any, seat: Seat) -> tuple[str, str, tuple[tuple[str, str], ...]] | None:
        """Return a warning that is always shown: title, text, arrows; None for none."""
        return None

    # --- the end ----------------------------------------------------------------------------------------------
    def result_words(self, outcome: Outcome, last: Any, step: Applied | None) -> tuple[str, str, str]:
        """Return headline, sentences and a kind of piece for an outcome by the rules.

        Args:
            outcome: How the game ended.
            last: The last position.
            step: The last item.
        """
        if not outcome.winners:
            return tr("Draw"), tr("The game ends without a winner."), ""
        return self.people.wins(outcome.winners), tr("The game is over."), ""

    def length(self, s: Any, steps: int) -> str:
        """Return how long the match was, in words."""
        return ntr("{count} move", "{count} moves", steps)

    def statistics(self, states: Sequence[Any], steps: Sequence[Applied]) -> Statistics:
        """Return what a match looks like from its end; ``states[k]`` is the position after ``k`` items."""
        return Statistics(None, (), None)

    # --- helpers ----------------------------------------------------------------------------------------------
    def _cells(self, action: Any) -> tuple[str, ...]:
        return self.game.action_cells(action)

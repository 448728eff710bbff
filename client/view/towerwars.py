"""TowerWars as the view model sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from client.i18n import mark, ntr, tr
from client.view.generic import Presenter
from client.view.nouns import place_name
from client.view.picture import Badge, Mark
from client.view.towerwars_words import effect_words, refusal_words
from client.view.values import (
    CellFacts,
    Count,
    Curve,
    Deed,
    Line,
    MoveRow,
    Prediction,
    SeatCard,
    Statistics,
    Target,
    Threat,
    Warn,
)
from engine.dice import NoDraws
from engine.errors import IllegalAction
from engine.game import Effect, Outcome, Seat
from engine.towerwars.geometry import geometry
from engine.towerwars.landing import Refusal
from engine.towerwars.notation import CELL_NAMES, Cell, Move, Swap, parse_cell
from engine.towerwars.outcome import outcome
from engine.towerwars.pieces import COLOUR_NAMES, CONTENTS
from engine.towerwars.state import State
from protocol.effects import Applied

__all__ = ["TowerWarsPresenter"]

_BADGES: Mapping[str, Badge] = {
    "build": Badge.BUILD,
    "raise": Badge.BUILD,
    "block": Badge.BLOCK,
    "unblock": Badge.UNBLOCK,
}
"""By the second word of ``Effect.kind``."""

_TAKES = frozenset({"take", "raze", "base"})
"""Second words of moves that take something."""


def _does(effect: Effect) -> str:
    """Return what a move does where it lands: ``take``, ``build``, ``empty`` and so on."""
    return effect.kind.split("-")[1] if "-" in effect.kind else effect.kind


class TowerWarsPresenter(Presenter):
    """TowerWars in words and targets."""

    # --- names ------------------------------------------------------------------------------------------------
    @property
    def title(self) -> str:
        """The name of the game."""
        return "TowerWars"

    def chips(self, s: State) -> tuple[str, ...]:
        """Return the size of the board and the number of the move."""
        return (
            tr("{size} × {size}", size=s.size),
            tr("Move {number}", number=s.ply // 2 + 1),
        )

    def homes(self, s: State, seat: Seat) -> tuple[str, ...]:
        """Return the base that the seat defends; it changes when colours do."""
        shape = geometry(s.size)
        return (CELL_NAMES[shape.cell_of[shape.homes[s.colour_of(seat)]]],)

    def place(self, s: State, seat: Seat) -> str:
        """Return ``Red · A1``."""
        return f"{place_name(COLOUR_NAMES[s.colour_of(seat)])} · {self.homes(s, seat)[0]}"

    # --- targets ----------------------------------------------------------------------------------------------
    def selectable(self, s: State, seat: Seat, cell: str) -> bool:
        """Tell whether an own stone or tower stands there, blocked ones too."""
        content = CONTENTS[self._code(s, cell)]
        return content is not None and s.seat_of(content.colour) == seat and content.kind != "base"

    def targets(self, s: State, seat: Seat, cell: str | None) -> dict[str, Target]:
        """Return where the stone on ``cell`` can go; near and far are one move each (T4.1)."""
        if cell is None or self.game.to_act(s) != seat:
            return {}
        found = {}
        for action in self.game.legal_actions(s):
            cells = self.game.action_cells(action)
            if not cells or cells[0] != cell:
                continue
            effect = self.game.describe(s, action)
            marks = {Mark.NEAR if effect.details["distance"] == 1 else Mark.FAR}
            if _does(effect) in _TAKES:
                marks.add(Mark.ATTACK)
            badge = _BADGES.get(_does(effect))
            # Nothing is left to chance, so what takes is a move like all others and asks no more than they do.
            found[cells[1]] = Target(cells[1], (self.game.format(action),), s, frozenset(marks), badge=badge)
        return found

    def cell_deeds(self, s: State, seat: Seat, cell: str | None) -> tuple[Deed, ...]:
        """Return the exchange of colours, where it is possible."""
        if not self.game.is_legal(s, Swap.SWAP):
            return ()
        text, warnings = self.effect(s, Swap.SWAP.value)
        return (Deed("act:swap", tr("Swap colours"), "turn", shortcut="s", warnings=warnings, text=text),)

    def why_not(self, s: State, seat: Seat, source: str | None, cell: str) -> str:
        """Return why nothing comes of a click on ``cell``."""
        if source is None:
            content = CONTENTS[self._code(s, cell)]
            if content is None:
                return refusal_words(Refusal.NOTHING_THERE.word)
            if s.seat_of(content.colour) != seat:
                return refusal_words(Refusal.NOT_YOURS.word)
            return refusal_words(Refusal.BASE_STAYS.word)
        try:
            self.game.apply(s, Move(_cell(source), _cell(cell)), NoDraws())
        except IllegalAction as error:
            return refusal_words(error.reason)
        return tr("Nothing leads from {source} to {cell} now.", source=source, cell=cell)

    # --- words ------------------------------------------------------------------------------------------------
    def effect(self, s: State, text: str) -> tuple[str, tuple[Warn, ...]]:
        """Return sentences about what a legal move will do."""
        return effect_words(self.game.describe(s, self.game.parse(text))), ()

    def advice(self, s: State, text: str) -> str:
        """Return a legal move as a sentence such as ``The stone on E2 takes D4.``, for reading before it is made."""
        effect = self.game.describe(s, self.game.parse(text))
        if not effect.cells:
            return tr("Swap colours.")
        here, there = effect.cells
        does = _does(effect)
        if effect.kind.startswith("tower"):
            return tr("The top stone of the tower on {here} goes to {there}.", here=here, there=there)
        if does == "base":
            return tr("The stone on {here} enters the base {there}.", here=here, there=there)
        if does in _TAKES:
            return tr("The stone on {here} takes {there}.", here=here, there=there)
        return tr("The stone on {here} goes to {there}.", here=here, there=there)

    def predict(self, target: Target) -> Prediction:
        """Return what a move would do, near or far."""
        plain = super().predict(target)
        near = Mark.NEAR in target.marks
        title = tr("{cell} · near", cell=target.cell) if near else tr("{cell} · far", cell=target.cell)
        return replace(plain, title=title)

    def about(self, s: State, cell: str) -> CellFacts | None:
        """Return what stands on a cell, and a stone's reach with the towers that it comes of (T4.1)."""
        content = CONTENTS[self._code(s, cell)]
        if content is None:
            return None
        owner = s.seat_of(content.colour)
        belongs = tr("Belongs to {name}.", name=self.people(owner))
        if content.kind == "base":
            return CellFacts(cell, tr("Base {cell}", cell=cell), (belongs,), owner, "base")
        if content.kind == "tower":
            title = tr("Tower {cell} · height {height}", cell=cell, height=content.height)
            line = (
                tr("Blocked: it moves again once an own stone frees it.")
                if content.blocked
                else tr(
                    "Its top stone steps to a cell beside it. Own stones beside it reach {height} further.",
                    height=content.height,
                )
            )
            return CellFacts(cell, title, (line, belongs), owner, "tower")
        towers = self._helping(s, cell)
        reach = 1 + sum(height for _, height in towers)
        lines = [belongs]
        if towers:
            told = ", ".join(
                tr("tower {cell} (+{height})", cell=name, height=height) for name, height in towers
            )
            lines.insert(0, f"1 + {told}")
        return CellFacts(
            cell, tr("Stone {cell} · reach {reach}", cell=cell, reach=reach), tuple(lines), owner, "stone"
        )

    def status(self, s: State, seat: Seat, *, now: bool = True) -> str:
        """Return what to call the seat's being to act."""
        return tr("Your move") if now and seat in self.people.own else tr("To move")

    # --- cards, list ------------------------------------------------------------------------------------------
    def enrich(self, card: SeatCard, s: State) -> SeatCard:
        """Return the card with stones (those in towers count) and towers."""
        return replace(card, counts=self.counts(s, card.seat, ("stone", "tower")))

    def counts(self, s: State, seat: Seat, kinds: Sequence[str]) -> tuple[Count, ...]:
        """Return all stones of the seat, those in towers and on blocked ones too, and its towers."""
        towers = sum(piece.owner == seat and piece.kind == "tower" for piece in self.game.pieces(s))
        return Count("stone", _stones(s, seat)), Count("tower", towers)

    def action_row(self, row: MoveRow, before: State, step: Applied) -> MoveRow:
        """Return ``E2 × D4``, with a badge for what the stone did."""
        action = self.game.parse(step.action)
        if isinstance(action, Swap):
            return replace(row, text=tr("swaps colours"))
        effect = self.game.describe(before, action)
        source, target = effect.cells
        sign = "×" if _does(effect) in _TAKES else "–"
        badge = _BADGES.get(_does(effect))
        height = int(effect.details.get("height", 0)) if badge is Badge.BUILD else 0
        return replace(row, piece="stone", text=f"{source} {sign} {target}", badge=badge, height=height)

    def group(self, before: State, step: Applied) -> str:
        """Return the number of the move: both sides' plies share one."""
        return str(before.ply // 2 + 1)

    # --- threats ----------------------------------------------------------------------------------------------
    def threats(self, s: State, seat: Seat) -> tuple[Threat, ...]:
        """Return the own pieces that the other side could take, block or throw off, were it to move now."""
        theirs = self._other_side(s, seat)
        if outcome(s) is not None or outcome(theirs) is not None:
            return ()
        own = {piece.cell: piece for piece in self.game.pieces(s) if piece.owner == seat}
        found: dict[str, Threat] = {}
        for action in self.game.legal_actions(theirs):
            cells = self.game.action_cells(action)
            if not cells or cells[1] not in own or cells[1] in found:
                continue
            source, target = cells
            does = _does(self.game.describe(theirs, action))
            if does in _THREATS:
                piece = own[target]
                text = tr(_THREATS[does], source=source, target=target)
                figure = f"{source} – {target}"
                found[target] = Threat(
                    target, piece.kind, piece.count, 1 - seat, "stone", source, target, text, figure
                )
        order = {"base": 0, "tower": 1, "stone": 2}
        return tuple(
            sorted(found.values(), key=lambda threat: (order[threat.kind], -threat.count, threat.cell))
        )

    def alarm(self, s: State, seat: Seat) -> tuple[str, str, tuple[tuple[str, str], ...]] | None:
        """Return the warning that the own base could be entered, with an arrow for every stone that could."""
        theirs = self._other_side(s, seat)
        if outcome(s) is not None or outcome(theirs) is not None:
            return None
        home = self.homes(s, seat)[0]
        sources = [
            self.game.action_cells(action)[0]
            for action in self.game.legal_actions(theirs)
            if not isinstance(action, Swap) and self.game.action_cells(action)[1] == home
        ]
        if not sources:
            return None
        told = "; ".join(self._way_home(theirs, source, home) for source in sources)
        return tr("Your base is in reach"), told, tuple((source, home) for source in sources)

    def _way_home(self, theirs: State, source: str, home: str) -> str:
        shape = geometry(theirs.size)
        distance = shape.distance(shape.index_of[_cell(source)], shape.index_of[_cell(home)])
        towers = self._helping(theirs, source) if distance > 1 else []
        helped = [tr("tower {tower} adds {height}", tower=name, height=height) for name, height in towers]
        return ", ".join([f"{source} – {home}", *helped])

    def _other_side(self, s: State, seat: Seat) -> State:
        """Return the position with the other side to move."""
        return replace(s, turn=s.colour_of(1 - seat))

    def _helping(self, s: State, cell: str) -> list[tuple[str, int]]:
        """Return the own unblocked towers beside a stone and their heights (T4.1)."""
        shape = geometry(s.size)
        codes = shape.with_margin(s.board)
        index = shape.index_of[_cell(cell)]
        content = CONTENTS[codes[index]]
        found = []
        for step in sorted(shape.steps):
            beside = CONTENTS[codes[index + step]] if shape.cell_of[index + step] >= 0 else None
            if (
                content
                and beside
                and beside.kind == "tower"
                and not beside.blocked
                and beside.colour == content.colour
            ):
                found.append((CELL_NAMES[shape.cell_of[index + step]], beside.height))
        return found

    def _code(self, s: State, cell: str) -> int:
        shape = geometry(s.size)
        return shape.with_margin(s.board)[shape.index_of[_cell(cell)]]

    # --- the end ----------------------------------------------------------------------------------------------
    def result_words(self, outcome: Outcome, last: State, step: Applied | None) -> tuple[str, str, str]:
        """Return headline, sentences and a kind of piece for an outcome by the rules."""
        if not outcome.winners:
            if outcome.reason == "ply_limit":
                text = ntr(
                    "After {count} move the limit is reached.",
                    "After {count} moves the limit is reached.",
                    last.ply,
                )
            else:
                text = tr("The game was judged before its end.")
            return tr("Draw"), text, ""
        winner = outcome.winners[0]
        you, name, loser = self.people.me == winner, self.people(winner), self.people(1 - winner)
        match outcome.reason:
            case "base":
                headline = tr("You take the base") if you else tr("{name} takes the base", name=name)
                home = self.homes(last, 1 - winner)[0]
                return (
                    headline,
                    tr("A stone stands on {cell}. {name} is beaten.", cell=home, name=loser),
                    "base",
                )
            case "stuck":
                told = tr("{name} can move nothing any more.", name=loser)
                if not _stones(last, 1 - winner):
                    told = tr("{name} has no stones left.", name=loser)
                return self.people.wins(outcome.winners), told, "stone"
            case "resigned":
                told = tr("{name} resigned.", name=loser)
                if self.people.me is not None and self.people.me not in outcome.winners:
                    told = tr("You resigned.")
                return self.people.wins(outcome.winners), told, "base"
        return self.people.wins(outcome.winners), tr("The game was judged before its end."), "base"

    def length(self, s: State, steps: int) -> str:
        """Return ``45 moves``: plies of both sides."""
        return ntr("{count} move", "{count} moves", s.ply)

    def statistics(self, states: Sequence[State], steps: Sequence[Applied]) -> Statistics:
        """Return stones over the plies, and sums."""
        stones = tuple(tuple(_stones(state, seat) for state in states) for seat in (0, 1))
        taken = [[0, 0] for _ in range(3)]
        for step in steps:
            for event in step.events:
                if event.seat is None:
                    continue
                match event.kind.value, event.seat == step.seat:
                    case "captured", True:
                        taken[0][step.seat] += event.count or 0
                    case "built", True:
                        taken[1][step.seat] += 1
                    case "tower", False:
                        taken[2][step.seat] += 1
        labels = (tr("Stones taken"), tr("Towers built or raised"), tr("Towers blocked"))
        lines = [Line(label, tuple(map(str, counts))) for label, counts in zip(labels, taken, strict=True)]
        plies = tuple(range(len(states)))
        towers = tuple(tuple(self.counts(state, seat, ())[1].count for state in states) for seat in (0, 1))
        return Statistics(
            Curve(tr("Stones by move"), tr("those in towers count"), tr("Move"), plies, stones),
            tuple(lines),
            None,
            Curve(tr("Towers by move"), tr("blocked ones count"), tr("Move"), plies, towers),
        )


_THREATS = {
    "take": mark("{source} could take the stone on {target}."),
    "raze": mark("{source} could take the tower on {target}."),
    "base": mark("{source} could enter the base on {target}."),
    "block": mark("{source} could block the tower on {target}."),
    "unblock": mark("{source} could free the tower on {target}: your stone would go."),
}


def _cell(name: str) -> Cell:
    """Return the cell of a name that stands on a board."""
    cell = parse_cell(name)
    assert cell is not None, "the picture has cells of the board only"
    return cell


def _stones(s: State, seat: Seat) -> int:
    """Return the stones of a seat, those in its towers and on blocked ones counted."""
    total = 0
    for code in s.board:
        content = CONTENTS[code]
        if content is None or content.kind == "base":
            continue
        if s.seat_of(content.colour) == seat:
            total += content.height + 1  # T3.1: a stone is a tower of height 0, so to speak
        elif content.blocked:
            total += 1
    return total

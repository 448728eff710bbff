"""Krieg und Frieden as the view model sees it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from client.i18n import mark, ntr, tr
from client.view.generic import Presenter
from client.view.krieg_advice import advice_words
from client.view.krieg_dice import combats, odds_view, rolls_of, tie_words
from client.view.krieg_ending import ending_words
from client.view.krieg_ledger import statistics_of
from client.view.krieg_reach import strikes, turn_of, ways
from client.view.krieg_threats import threats_to
from client.view.krieg_words import effect_words, left_words, refusal_words
from client.view.nouns import piece_name, pieces, place_name
from client.view.picture import Mark
from client.view.values import (
    BACK_KEY,
    CellFacts,
    Deed,
    Figure,
    Idle,
    MoveRow,
    Prediction,
    Roll,
    SeatCard,
    Side,
    Statistics,
    Target,
    Threat,
    Warn,
)
from engine.game import EventKind, Outcome, Piece, Seat
from engine.krieg.actions import END, UNDO, Action, Verb, format_action, parse_action
from engine.krieg.attack import defender_name
from engine.krieg.boards import Cell
from engine.krieg.buildings import BUILDING_BY_NAME, BUILDING_PRICE
from engine.krieg.describing import attack_odds, falls
from engine.krieg.economy import income, own_stacks, settlement, upkeep
from engine.krieg.legality import refusal as refusal_of
from engine.krieg.movement import own_stack_refusal
from engine.krieg.pieces import (
    ARCHER,
    CHARGES,
    COUNT,
    GUARDS,
    IS_STRONGHOLD,
    KIND,
    KIND_BY_NAME,
    KIND_NAMES,
    MAX_STACK,
    MAY_ACT,
    PRICE,
    SITE_NAMES,
    SITE_TYPE,
    STEPS,
    TOWER_ARCHERS,
    WORKER,
)
from engine.krieg.refusals import Refusal
from engine.krieg.state import State, seat_of
from protocol.effects import Applied

__all__ = ["KriegPresenter"]

_KEYS = {"worker": "1", "fighter": "2", "rider": "3", "archer": "4", "mine": "m", "castle": "k"}
"""Shortcuts of the shop and of buildings."""

_CORNERS = ("south", "southwest", "northwest", "north", "northeast", "southeast")
"""Words for ``engine.krieg.boards.Geometry.corners``."""

_DONE_BY_STACKS = frozenset({Verb.MOVE, Verb.ATTACK, Verb.BUILD})
"""What a stack does; that it can be disbanded leaves nothing to do."""

_MODES = {"classic": mark("Classic"), "towers": mark("Towers"), "factions": mark("6 factions")}


class KriegPresenter(Presenter):
    """Krieg und Frieden in words and targets."""

    undoes = True

    # --- names ------------------------------------------------------------------------------------------------
    @property
    def title(self) -> str:
        """The name of the game."""
        return "Krieg und Frieden"

    def chips(self, s: State) -> tuple[str, ...]:
        """Return mode and round."""
        limit = s.rules.round_limit
        played = (
            tr("Round {number} of {limit}", number=s.round, limit=limit)
            if limit
            else tr("Round {number}", number=s.round)
        )
        return tr(_MODES[s.rules.mode]), played

    def place(self, s: State, seat: Seat) -> str:
        """Return ``North · e9``."""
        crown = s.rules.crowns[seat]
        corner = s.rules.geometry.corners.index(crown)
        return f"{place_name(_CORNERS[corner])} · {s.rules.geometry.names[crown]}"

    # --- targets ----------------------------------------------------------------------------------------------
    def selectable(self, s: State, seat: Seat, cell: str) -> bool:
        """Tell whether an own stack or an own crown or castle stands there, whatever it can still do."""
        index = s.rules.geometry.index[cell]
        return s.owners[index] == seat + 1 and bool(s.units[index] or IS_STRONGHOLD[s.sites[index]])

    def targets(self, s: State, seat: Seat, cell: str | None) -> dict[str, Target]:
        """Return where the stack on ``cell`` can go, at once or by several steps, and what it can attack."""
        if cell is None or s.over or s.turn != seat:
            return {}
        index = s.rules.geometry.index[cell]
        if not s.units[index] or s.owners[index] != seat + 1:
            return {}
        reached = ways(s, cell)
        found = {
            name: Target(
                name,
                tuple(map(format_action, way.steps)),
                way.before,
                frozenset({Mark.NEAR if len(way.steps) == 1 else Mark.FAR}),
            )
            for name, way in reached.items()
        }
        for name, strike in strikes(s, cell, reached).items():
            steps = (*strike.way.steps, strike.attack)
            marks = frozenset({Mark.ATTACK_LATER if strike.way.steps else Mark.ATTACK})
            found[name] = Target(name, tuple(map(format_action, steps)), strike.way.after, marks, attack=True)
        return found

    def busy(self, s: State, seat: Seat) -> tuple[str, ...]:
        """Return the cells of stacks that can step, attack or build, by canonical cell."""
        if s.over or s.turn != seat:
            return ()
        able = {action.cell for action in self.game.forward_actions(s) if action.verb in _DONE_BY_STACKS}
        names = s.rules.geometry.names
        return tuple(names[cell] for cell in own_stacks(s, seat) if names[cell] in able)

    def shop_cell(self, s: State, seat: Seat, cell: str | None) -> str | None:
        """Return where units would be bought: ``cell`` where that is possible, else the first crown or castle."""
        names, index = s.rules.geometry.names, s.rules.geometry.index
        shops = [
            names[i]
            for i in range(s.rules.geometry.size)
            if IS_STRONGHOLD[s.sites[i]] and s.owners[i] == seat + 1
        ]
        if cell in shops:
            return cell
        home = names[s.rules.crowns[seat]]
        return home if home in shops else min(shops, key=index.__getitem__, default=None)

    def shop(self, s: State, seat: Seat, cell: str | None) -> Figure | None:
        """Return ``Buy on e1``, and whether what stands there narrows the choice."""
        shop = self.shop_cell(s, seat, cell)
        if shop is None:
            return None
        return Figure(tr("Buy on {cell}", cell=shop), self._shop_note(s.units[s.rules.geometry.index[shop]]))

    def _shop_note(self, present: int) -> str:
        """Return how the stack on a shop narrows what can be bought there."""
        if not present:
            return ""
        if KIND[present] == WORKER:
            return tr("a worker stands there")
        return tr("the stack is full") if COUNT[present] == MAX_STACK else tr("same kind only")

    def cell_deeds(self, s: State, seat: Seat, cell: str | None) -> tuple[Deed, ...]:
        """Return purchases, buildings, disbanding, undo and the end of the turn."""
        found = []
        if shop := self.shop_cell(s, seat, cell):
            for kind, name in enumerate(KIND_NAMES):
                action = Action(Verb.BUY, shop, piece=name)
                found.append(
                    self._deed(s, action, f"buy:{name}", piece_name(name), "shop", name, PRICE[kind])
                )
        if cell is not None and s.units[s.rules.geometry.index[cell]]:
            found += self._stack_deeds(s, cell)
        undo = self._deed(s, UNDO, "undo", tr("Undo"), "turn", shortcut=BACK_KEY)
        end = self._deed(s, END, "end", tr("End turn"), "turn", shortcut="e")
        return (*found, undo, replace(end, warnings=self._end_warnings(s, seat, end)))

    def _stack_deeds(self, s: State, cell: str) -> list[Deed]:
        found = []
        if CHARGES[s.units[s.rules.geometry.index[cell]]]:
            for name, building in BUILDING_BY_NAME.items():
                action, label = (
                    Action(Verb.BUILD, cell, piece=name),
                    tr("Build {piece}", piece=piece_name(name)),
                )
                price = BUILDING_PRICE[building]
                found.append(self._deed(s, action, f"build:{name}", label, "build", name, price))
        if s.rules.disband:
            action = Action(Verb.DISBAND, cell)
            found.append(self._deed(s, action, "disband", tr("Disband"), "build", shortcut="x", danger=True))
        return found

    def _deed(
        self,
        s: State,
        action: Action,
        key: str,
        label: str,
        group: str,
        piece: str = "",
        price: int = 0,
        shortcut: str = "",
        danger: bool = False,
    ) -> Deed:
        refusal = refusal_of(s, action)
        text, warnings = ("", ()) if refusal else self._effect(s, action)
        return Deed(
            key,
            label,
            group,
            piece,
            price,
            refusal is None,
            refusal_words(refusal, disband=s.rules.disband) if refusal else "",
            shortcut or _KEYS.get(piece, ""),
            danger,
            warnings=warnings,
            text=text,
        )

    def _end_warnings(self, s: State, seat: Seat, end: Deed) -> tuple[Warn, ...]:
        warnings = [warning for warning in end.warnings if warning.code != "final"]
        idle = self.idle(s, seat)
        if idle is not None and idle.cells:
            warnings.append(Warn("idle", idle.title))
        if idle is not None and idle.gold:
            warnings.append(Warn("gold", idle.gold))
        return tuple(warnings)

    def action_of(self, s: State, seat: Seat, key: str, cell: str | None) -> str:
        """Return the action that a deed stands for."""
        verb, _, piece = key.partition(":")
        if verb in (Verb.END.value, Verb.UNDO.value):
            return verb
        where = self.shop_cell(s, seat, cell) if verb == Verb.BUY.value else cell
        return " ".join(word for word in (verb, piece, where) if word)

    def why_not(self, s: State, seat: Seat, source: str | None, cell: str) -> str:
        """Return why nothing comes of a click on ``cell``."""
        index = s.rules.geometry.index
        if source is None or not s.units[index[source]]:
            return self._why_nothing_here(s, index[cell])
        here, there = index[source], index[cell]
        packed = s.units[here]
        strange = s.owners[there] != seat + 1 and (s.units[there] or IS_STRONGHOLD[s.sites[there]])
        if strange or TOWER_ARCHERS[s.sites[there]]:
            refusal = refusal_of(s, Action(Verb.ATTACK, source, cell))
        else:
            refusal = refusal_of(s, Action(Verb.MOVE, source, cell))
            distance = s.rules.geometry.distances[here][there]
            if refusal is Refusal.OUT_OF_RANGE and distance <= STEPS[packed]:
                return tr("The way to {cell} is blocked.", cell=cell)
        return refusal_words(refusal or Refusal.OUT_OF_RANGE)

    def _why_nothing_here(self, s: State, cell: Cell) -> str:
        refusal = own_stack_refusal(s, cell) or Refusal.NO_UNIT
        owner = seat_of(s.owners[cell])
        if s.units[cell] and owner is not None:
            return tr("That stack belongs to {name}.", name=self.people(owner))
        return refusal_words(refusal)

    # --- words ------------------------------------------------------------------------------------------------
    def effect(self, s: State, text: str) -> tuple[str, tuple[Warn, ...]]:
        """Return sentences about what a legal action will do, and warnings."""
        return self._effect(s, parse_action(text))

    def _effect(self, s: State, action: Action) -> tuple[str, tuple[Warn, ...]]:
        effect = self.game.describe(s, action)
        if action.verb is Verb.END:  # as many as the panel of the turn tells
            effect = replace(effect, details={**effect.details, "idle": len(self.busy(s, s.turn))})
        return effect_words(effect, self.people)

    def advice(self, s: State, text: str) -> str:
        """Return a sentence such as ``The worker builds a mine on d1.``, for reading before it is done."""
        return advice_words(s, parse_action(text))

    def predict(self, target: Target) -> Prediction:
        """Return what going to or attacking a target would do, with exact odds."""
        action, origin = parse_action(target.steps[-1]), parse_action(target.steps[0]).cell
        effect = self.game.describe(target.before, action)
        text, warnings = effect_words(replace(effect, cells=(origin, target.cell)), self.people)
        steps = len(target.steps)
        title = target.cell if steps == 1 else f"{origin} – {target.cell}"
        told = Prediction(target.steps[-1], steps, title, text, warnings, target.attack)
        if action.verb is not Verb.ATTACK:
            return told
        if steps > 1:
            first = ntr(
                "First {count} step, to {cell}.",
                "First {count} steps, to {cell}.",
                steps - 1,
                cell=action.cell,
            )
            told = replace(told, text=f"{first} {text}")
        return self._predict_attack(told, target.before, action)

    def attack_label(self, target: Target) -> str:
        """Return ``Attack f4`` or ``Shoot at f4``."""
        s, index = target.before, target.before.rules.geometry.index
        if KIND[s.units[index[parse_action(target.steps[-1]).cell]]] == ARCHER:
            return tr("Shoot at {cell}", cell=target.cell)
        return tr("Attack {cell}", cell=target.cell)

    def _predict_attack(self, plain: Prediction, s: State, action: Action) -> Prediction:
        index = s.rules.geometry.index
        cell, target = index[action.cell], index[action.target]
        packed = s.units[cell]
        good, total = falls(s, cell, target)
        rows = attack_odds(s, cell, target)
        odds = None
        if total > 1:
            odds = odds_view(rows, COUNT[packed], action.target, good, KIND[packed] == ARCHER)
        seat = seat_of(s.owners[cell])
        kind = KIND_NAMES[KIND[packed]]
        attacker = Side(
            seat,
            kind,
            COUNT[packed],
            f"{pieces(kind, COUNT[packed])} · {action.cell}",
            left_words(kind, STEPS[packed], bool(MAY_ACT[packed])),
        )
        return replace(
            plain,
            title=f"{action.cell} × {action.target}",
            odds=odds,
            attacker=attacker,
            defender=self._defender(s, target, kind),
        )

    def _defender(self, s: State, target: Cell, attacker: str) -> Side:
        name, owner = s.rules.geometry.names[target], seat_of(s.owners[target])
        archers, units, guards = TOWER_ARCHERS[s.sites[target]], s.units[target], GUARDS[s.sites[target]]
        if archers or units:
            kind = defender_name(s, target)
            count = archers or COUNT[units]
            title = f"{pieces('archer' if archers else kind, count)} · {name}"
            return Side(None if archers else owner, kind, count, title, tie_words(attacker, kind))
        kind = SITE_NAMES.get(SITE_TYPE[s.sites[target]], "")
        if guards:
            return Side(
                owner, "guard", guards, f"{pieces('guard', guards)} · {name}", tie_words(attacker, "guard")
            )
        return Side(owner, kind, 0, f"{piece_name(kind)} · {name}", tr("Nobody defends it."))

    def counter(self, s: State, own: str, other: str) -> Prediction | None:
        """Return the attack that the stack on ``other`` could make on ``own`` in its next turn, or None."""
        seat = seat_of(s.owners[s.rules.geometry.index[other]])
        if s.over or seat is None or seat not in s.living or not s.units[s.rules.geometry.index[other]]:
            return None
        theirs = turn_of(s, seat)
        if theirs.over or not theirs.units[theirs.rules.geometry.index[other]]:
            return None
        strike = strikes(theirs, other).get(own)
        if strike is None:
            return None
        before, text = strike.way.after, format_action(strike.attack)
        target = Target(own, (text,), before, frozenset(), attack=True)
        return replace(self.predict(target), steps=len(strike.way.steps) + 1)

    def about(self, s: State, cell: str) -> CellFacts | None:
        """Return stack, building and owner of a cell, and what they can do."""
        index = s.rules.geometry.index[cell]
        owner, packed = seat_of(s.owners[index]), s.units[index]
        facts = super().about(s, cell)
        lines = []
        if facts is None:
            if owner is None:
                return None
            return CellFacts(cell, cell, (tr("Ground of {name}", name=self.people(owner)),), owner)
        title = facts.title
        if packed:
            kind = KIND_NAMES[KIND[packed]]
            title = f"{pieces(kind, COUNT[packed])} · {cell}"
            if not s.over and owner == s.turn:
                lines.append(left_words(kind, STEPS[packed], bool(MAY_ACT[packed])))
            if CHARGES[packed]:
                lines.append(ntr("Can build {count} more.", "Can build {count} more.", CHARGES[packed]))
        lines += [
            self._site_line(piece)
            for piece in self.game.pieces(s)
            if piece.cell == cell and piece.kind not in KIND_BY_NAME
        ]
        if owner is not None:
            lines.append(tr("Belongs to {name}.", name=self.people(owner)))
        return CellFacts(cell, title, tuple(lines), owner, facts.kind)

    def _site_line(self, piece: Piece) -> str:
        if piece.kind == "tower":
            return tr(
                "Neutral tower with {archers}; it shoots at the nearest stack.",
                archers=pieces("archer", piece.count),
            )
        if piece.kind == "guard":
            guards = pieces("guard", piece.count)
            return (
                tr("{guards} beaten until the turn ends", guards=guards)
                if "beaten" in piece.marks
                else tr("{guards} standing", guards=guards)
            )
        if "dead" in piece.marks:
            return tr("Fallen crown")
        if piece.kind == "mine":
            return tr("Mine: 2 gold a turn")
        return tr("Crown: 3 gold a turn") if piece.kind == "crown" else tr("Castle")

    def idle(self, s: State, seat: Seat) -> Idle | None:
        """Return the stacks that can still do something, and whether gold could be spent."""
        if s.over or s.turn != seat:
            return None
        index, cells = s.rules.geometry.index, self.busy(s, seat)
        kinds: dict[str, int] = {}
        for cell in cells:
            unit = s.units[index[cell]]
            name = KIND_NAMES[KIND[unit]]
            kinds[name] = kinds.get(name, 0) + COUNT[unit]
        if cells:
            title = ntr("{count} stack can still act", "{count} stacks can still act", len(cells))
        elif own_stacks(s, seat):
            title = tr("No stack can do anything more")
        else:
            title = tr("You have no units")
        can_buy = any(action.verb is Verb.BUY for action in self.game.forward_actions(s))
        gold = tr("{gold} gold could still be spent.", gold=s.gold[seat]) if can_buy else ""
        return Idle(
            cells,
            title,
            ", ".join(pieces(kind, count) for kind, count in kinds.items()),
            gold,
        )

    # --- cards, list, dice ------------------------------------------------------------------------------------
    def enrich(self, card: SeatCard, s: State) -> SeatCard:
        """Return the card with gold, income, upkeep and units by kind, and the next settlement where there is one."""
        seat = card.seat
        earned, cost, gold = income(s, seat), upkeep(s, seat), s.gold[seat]
        counts = self.counts(s, seat, ("fighter", "archer", "rider", "worker"))
        card = replace(card, gold=gold, income=earned, upkeep=cost, counts=counts)
        if s.over or not card.alive:
            return card
        after, dead = settlement(gold, earned, own_stacks(s, seat))
        return replace(
            card,
            next_gold=after,
            settlement=f"{gold} + {earned} − {cost} = {gold + earned - cost}".replace("= -", "= −"),
            starving=len(dead),
        )

    def group(self, before: State, step: Applied) -> str:
        """Return ``Round 11``."""
        return tr("Round {number}", number=before.round)

    def action_row(self, row: MoveRow, before: State, step: Applied) -> MoveRow:
        """Return ``f5 × f4`` with dice, ``castle on d4`` with its price, and so on."""
        action = parse_action(step.action)
        index = before.rules.geometry.index
        acting = before.units[index[action.cell]] if action.cell else 0
        piece = KIND_NAMES[KIND[acting]] if acting else ""
        match action.verb:
            case Verb.BUY:
                text = tr("buy on {cell}", cell=action.cell)
                return replace(row, piece=action.piece, text=text, gold=-PRICE[KIND_BY_NAME[action.piece]])
            case Verb.BUILD:
                text = tr("{piece} on {cell}", piece=piece_name(action.piece), cell=action.cell)
                return replace(
                    row, piece=piece, text=text, gold=-BUILDING_PRICE[BUILDING_BY_NAME[action.piece]]
                )
            case Verb.MOVE:
                return replace(row, piece=piece, text=f"{action.cell} – {action.target}")
            case Verb.ATTACK:
                text = f"{action.cell} × {action.target}"
                return replace(row, piece=piece, text=text, dice=_dice(step))
            case Verb.DISBAND:
                return replace(row, piece=piece, text=tr("disbands {cell}", cell=action.cell))
            case Verb.UNDO:
                return replace(row, text=tr("takes back"))
            case Verb.END:
                seen = any(
                    e.kind not in (EventKind.INCOME, EventKind.WON, EventKind.DRAW) for e in step.events
                )
                return replace(row, text=tr("ends the turn"), dice=_dice(step), quiet=not seen)

    def rolls(self, before: State, step: Applied) -> tuple[Roll, ...]:
        """Return the combats of an item."""
        return rolls_of(before, step, self.people)

    def threats(self, s: State, seat: Seat) -> tuple[Threat, ...]:
        """Return what others could attack or take of ``seat`` in their next turn, gravest first."""
        return threats_to(s, seat)

    # --- the end ----------------------------------------------------------------------------------------------
    def result_words(self, outcome: Outcome, last: State, step: Applied | None) -> tuple[str, str, str]:
        """Return headline, sentences and a kind of piece for an outcome by the rules."""
        return ending_words(outcome, last, step, self.people)

    def length(self, s: State, steps: int) -> str:
        """Return ``17 rounds``."""
        return ntr("{count} round", "{count} rounds", s.round)

    def statistics(self, states: Sequence[Any], steps: Sequence[Applied]) -> Statistics:
        """Return worth by round, a table, and luck."""
        return statistics_of(states, steps, self.people)


def _dice(step: Applied) -> str:
    """Return ``5 4 1 : 4 4``, the highest first; combats of one item are divided by commas."""
    told = []
    for combat in combats(step):
        attackers = " ".join(map(str, sorted(combat.dice, reverse=True)))
        defenders = " ".join(map(str, sorted((*combat.garrison, *combat.guards), reverse=True)))
        told.append(f"{attackers} : {defenders}")
    return ", ".join(told)

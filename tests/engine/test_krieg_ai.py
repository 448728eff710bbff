"""The planning levels of Krieg und Frieden: single decisions, budget, repeatability, fairness."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from engine.ai.krieg.judge import Judge, Tally
from engine.ai.krieg.orders import orders
from engine.ai.krieg.players import (
    EasyKrieg,
    EasyResigningKrieg,
    HardKrieg,
    HardResigningKrieg,
    MediumKrieg,
    MediumResigningKrieg,
    PlanningKrieg,
)
from engine.ai.krieg.rivals import Rivals, prospect
from engine.ai.krieg.sketch import ATTACK, STEP, sketch
from engine.ai.krieg.weights import TUNED
from engine.ai.levels import default_nodes, levels_of, make_player
from engine.ai.player import Decision, Player
from engine.ai.tactics_krieg import CERTAIN
from engine.dice import SeededDraws, event_seed
from engine.digest import H
from engine.krieg.actions import END, Verb
from engine.krieg.economy import income, own_stacks, settlement
from engine.krieg.game import Krieg
from engine.krieg.pieces import ARCHER, KIND, RIDER
from engine.krieg.state import NOBODY, State

GAME = Krieg()
NODES = 600
LEVELS = (EasyKrieg, MediumKrieg, HardKrieg)
RESIGNING = {EasyResigningKrieg: "easy", MediumResigningKrieg: "medium", HardResigningKrieg: "hard"}


def turn(
    s: State,
    player: Player[Any, Any],
    step: int,
    seed: bytes,
    look: Callable[[State, Any], None] | None = None,
) -> tuple[State, int, int]:
    """Play one turn of ``player``; return what follows, the step after it, and the nodes it took."""
    seat, number, nodes = s.turn, s.round, 0
    while not s.over and (s.turn, s.round) == (seat, number):
        decision = player.choose(s, step)
        if look is not None:
            look(s, decision)
        nodes += decision.nodes
        step += 1
        s, _ = GAME.apply(s, decision.action, SeededDraws(event_seed(seed, step)))
    return s, step, nodes


def turn_texts(s: State, seed: bytes = bytes(32), nodes: int = 2000) -> list[str]:
    """Return what the hard player does in its turn."""
    found: list[str] = []
    turn(
        s,
        HardKrieg(GAME, s.turn, seed, nodes),
        0,
        seed,
        lambda _, decision: found.append(GAME.format(decision.action)),
    )
    return found


# --- single decisions -----------------------------------------------------------------------------------
@pytest.mark.parametrize("level", [MediumKrieg, HardKrieg])
def test_it_takes_a_crown_that_is_open(krieg: ModuleType, level: type[PlanningKrieg]):
    s = krieg.position("e8 0 fighter1", "e9 1 crown0", "d7 1 archer4", "c3 0 worker2", gold=(50, 0))
    level = type("Awake", (level,), {"style": HardKrieg.style})
    assert GAME.format(level(GAME, 0, bytes(32), NODES).choose(s, 0).action) == "attack e8 e9"


def test_it_steps_up_to_an_open_crown_and_takes_it(krieg: ModuleType):
    s = krieg.position("e6 0 rider1", "e9 1 crown0", gold=(50, 0))
    assert turn_texts(s)[-1] == "attack e8 e9"


def test_it_shoots_the_garrison_before_it_storms(krieg: ModuleType):
    s = krieg.position("e8 0 rider5", "d8 0 archer5", "f8 0 rider5", "e9 1 crown2 fighter3", gold=(0, 9))
    kinds: list[int] = []

    def look(state: State, decision: Decision[Any]) -> None:
        if decision.action.verb is Verb.ATTACK:
            kinds.append(KIND[state.units[state.rules.geometry.index[decision.action.cell]]])

    turn(s, HardKrieg(GAME, 0, bytes(32), 2000), 0, bytes(32), look)
    assert kinds[:2] == [ARCHER, RIDER]


def test_it_saves_a_threatened_crown(krieg: ModuleType):
    s = krieg.position("e2 1 rider3", "f2 1 fighter5", "c2 0 mine", "b2 0 mine", gold=(9, 0))
    bought = [text for text in turn_texts(s) if text.startswith("buy")]
    assert len(bought) >= 2
    assert all(text.endswith("e1") for text in bought)


def test_it_keeps_the_garrison_of_a_threatened_crown_at_home(krieg: ModuleType):
    s = krieg.position("e1 0 crown2 fighter5", "e3 1 rider5", "f3 1 rider5", "d5 1 mine", gold=(0, 0))
    assert not any(text.startswith("move e1") for text in turn_texts(s))


def test_it_does_not_storm_without_hope(krieg: ModuleType):
    s = krieg.position("e8 0 fighter1", "e9 1 crown2 fighter5", gold=(0, 0))
    assert "attack e8 e9" not in turn_texts(s)


def test_its_archers_shoot_from_where_nobody_strikes_back(krieg: ModuleType):
    s = krieg.position("e4 0 archer5", "e7 1 fighter2", gold=(0, 0))
    texts = turn_texts(s)
    assert any(text.startswith(("attack e5 e7", "attack d5 e7")) for text in texts)


def test_its_riders_raid_a_mine_that_nobody_holds(krieg: ModuleType):
    s = krieg.position("e4 0 rider1", "d5 1 mine", "a3 1 fighter5", gold=(9, 0))
    assert "d5" in " ".join(turn_texts(s))


def test_it_opens_with_workers_and_builds(krieg: ModuleType):
    assert turn_texts(GAME.setup({}))[0] == "buy worker e1"
    assert turn_texts(krieg.position("e3 0 worker2", gold=(3, 0)))[0].startswith(("build mine", "move e3"))


@pytest.mark.parametrize("level", LEVELS)
def test_no_level_lets_its_first_gold_lie(level: type[PlanningKrieg]):
    s = GAME.setup({})
    for number in range(40):
        assert level(GAME, 0, H("test.gold", bytes((number,))), NODES).choose(s, 0).action != END


def test_its_seed_decides_between_nearly_equal_openings():
    assert len({tuple(turn_texts(GAME.setup({}), H("test.opening", bytes((n,))))) for n in range(8)}) > 2


def test_it_plays_against_the_leader_whoever_that_is(krieg: ModuleType):
    # The same stack could shoot at either of two neighbours, alike but for what else they have.
    poor, rich = ("c3 1 fighter3",), ("g3 5 fighter3",)
    armies = [f"{cell} 5 fighter5" for cell in ("i2", "i3", "i4")]
    s = krieg.position("e3 0 archer5", *poor, *rich, *armies, mode="factions", gold=(0, 0, 0, 0, 0, 30))
    attacks = [text for text in turn_texts(s) if text.startswith("attack")]
    assert attacks[0].endswith("g3")


# --- what is counted again only in part ------------------------------------------------------------------
def plain(tally: Tally) -> Any:
    """Return a tally without the numbers by which rivals know their stacks."""
    parts = {
        cell: part._replace(replies=tuple(sorted(gain for _, gain in part.replies)))
        for cell, part in tally.specials.items()
    }
    return tally._replace(specials=parts)


@pytest.mark.parametrize("options", GAME.modes(), ids=lambda options: f"{options['mode']}-{options['seats']}")
def test_what_is_counted_in_part_equals_the_whole(options: dict[str, Any]):
    """Through orders drawn at random the running figures stay those of a count from nothing."""
    s = play_out(options, (MediumKrieg,) * options["seats"], 5, rounds=9)
    draws = SeededDraws(bytes(32))
    for _ in range(40):
        d = sketch(s)
        judge = Judge(d, TUNED, {})
        rivals, tally = judge.rivals, judge.tally(d, judge.rivals)
        while possible := orders(d):
            order = possible[draws.choice(min(256, len(possible))) if len(possible) > 1 else 0]
            for verb, cell, target in order:
                before = d.copy()
                if verb == ATTACK:
                    results = d.results(cell, target)
                    assert abs(sum(weight for weight, _ in results) - CERTAIN) <= len(results)
                    d = results[draws.choice(len(results)) if len(results) > 1 else 0][1]
                else:
                    d.do((verb, cell, target))
                if verb == ATTACK or (verb == STEP and before.owners[target] not in (NOBODY, d.turn + 1)):
                    rivals = rivals.after(before, d, target)
                    tally = judge.tally(d, rivals)
                else:
                    changed = {cell, target} if verb == STEP else {cell}
                    tally = judge.retally(tally, before, d, rivals, changed)
            if d.over:
                break
            fresh = Rivals(d, s.turn, TUNED)
            assert judge.tally(d, rivals) == tally
            assert plain(judge.tally(d, fresh)) == plain(tally)
            assert (fresh.crowns, fresh.towers, fresh.forces) == (rivals.crowns, rivals.towers, rivals.forces)


# --- economy --------------------------------------------------------------------------------------------
def test_prospect():
    # Nothing to build on: the purse alone, three turns and two.
    assert prospect(2, 3, 1, 2, 0, 3, 2) == 2 + 3 * 2 + 2 * 2
    # One worker, one charge: a mine in the first turn, and the worker's upkeep is gone.
    assert prospect(0, 4, 1, 1, 1, 1, 0) == 0
    assert prospect(0, 4, 1, 1, 1, 2, 0) == 6


@pytest.mark.parametrize("number", range(2))
def test_it_never_starves_needlessly(number: int):
    """No purchase leads to hunger at the next settlement."""

    def look(s: State, decision: Decision[Any]) -> None:
        if decision.action.verb is Verb.BUY:
            after, _ = GAME.apply(s, decision.action, SeededDraws(bytes(32)))
            earned = income(after, s.turn)
            assert not settlement(after.gold[s.turn], earned, own_stacks(after, s.turn))[1]

    play_out({}, (HardKrieg, HardKrieg), number, look=look, rounds=14)


# --- whole games ----------------------------------------------------------------------------------------
def play_out(
    options: dict[str, Any],
    levels: tuple[type[PlanningKrieg], ...],
    number: int,
    nodes: int = 150,
    rounds: int = 200,
    look: Callable[[State, Any], None] | None = None,
) -> State:
    """Play a game and return its last position, or the first one of a round beyond ``rounds``."""
    seed = H("test.match", bytes((number,)))
    s = GAME.setup({**options, "round_limit": 200})
    players = [level(GAME, seat, H("test.seat", seed), nodes) for seat, level in enumerate(levels)]
    step = 0
    while not s.over and s.round <= rounds:
        s, step, spent = turn(s, players[s.turn], step, seed, look)
        assert spent <= nodes
    return s


def check_forward(s: State, decision: Decision[Any]) -> None:
    assert decision.action in GAME.forward_actions(s)
    assert decision.action.verb is not Verb.DISBAND
    assert decision.line[0] == decision.action
    assert decision.line[-1] == END


@pytest.mark.parametrize("options", GAME.modes(), ids=lambda options: f"{options['mode']}-{options['seats']}")
def test_all_modes_are_played_to_the_end(options: dict[str, Any]):
    levels = tuple(LEVELS[(seat + 2) % 3] for seat in range(options["seats"]))
    end = play_out(options, levels, 1, look=check_forward)
    assert GAME.outcome(end) is not None


@pytest.mark.parametrize(
    "options", [{"disband": True, "short_shots": True, "castle_charges": 1}, {"radius": 5}]
)
def test_house_rules_and_other_boards_are_no_trouble(options: dict[str, Any]):
    play_out(options, (HardKrieg, MediumKrieg), 2, look=check_forward, rounds=25)


@pytest.mark.parametrize("nodes", [1, 2, 7, 50, 333])
def test_the_budget_of_a_turn_is_never_exceeded(nodes: int):
    play_out({"mode": "towers"}, (HardKrieg, EasyKrieg), nodes % 5, nodes=nodes, rounds=15)


def test_the_budget_is_not_exceeded_in_a_fight(krieg: ModuleType):
    s = krieg.position(
        *("d5 0 archer5", "e5 0 fighter5", "f4 0 rider5", "d6 1 fighter5", "e6 1 archer4", "f5 1 rider2"),
        gold=(40, 40),
    )
    for nodes in (1, 3, 10, 60, 2000):
        _, _, spent = turn(s, HardKrieg(GAME, 0, bytes(32), nodes), 0, bytes(32))
        assert 0 < spent <= nodes


# --- repeatable -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("level", LEVELS)
def test_the_same_calls_give_the_same_decisions(krieg: ModuleType, level: type[PlanningKrieg]):
    """A new player that repeats the calls of a turn up to any item decides as the first one did."""
    s = krieg.position(
        *("d5 0 archer5", "e5 0 fighter5", "f4 0 rider2", "c3 0 worker2", "d6 1 fighter5", "e6 1 archer4"),
        gold=(25, 40),
    )
    seed = H("test.repeat", bytes((3,)))
    calls: list[State] = []
    made: list[Decision[Any]] = []

    def look(state: State, decision: Decision[Any]) -> None:
        calls.append(state)
        made.append(decision)

    veteran = level(GAME, 0, seed, NODES)
    turn(krieg.position(gold=(9, 0), number=7), veteran, 40, seed)
    s = krieg.GAME.from_json({**GAME.to_json(s), "round": 8})
    turn(s, veteran, 50, seed, look)
    for length in range(1, len(calls) + 1):
        newcomer = level(GAME, 0, seed, NODES)
        repeated = [newcomer.choose(state, 50 + number) for number, state in enumerate(calls[:length])]
        assert repeated == made[:length]


def test_a_turn_that_went_otherwise_is_planned_anew(krieg: ModuleType):
    s = krieg.position("c3 0 worker2", gold=(20, 0))
    player = HardKrieg(GAME, 0, bytes(32), NODES)
    first = player.choose(s, 0)
    other = next(a for a in GAME.forward_actions(s) if a not in (first.action, END))
    s, _ = GAME.apply(s, other, SeededDraws(bytes(32)))
    second = player.choose(s, 1)
    assert second.action in GAME.forward_actions(s)
    assert first.nodes + second.nodes <= NODES


def test_a_search_that_is_told_to_stop_does_so(krieg: ModuleType):
    s = krieg.position("c3 0 worker2", gold=(20, 0))
    asked = iter([False] * 10 + [True] * 1000)
    decision = HardKrieg(GAME, 0, bytes(32), NODES).choose(s, 0, lambda: next(asked))
    assert decision.nodes <= 12


# --- fairness -------------------------------------------------------------------------------------------
def test_nobody_is_told_who_is_human():
    """Players are made of game, seat, seed and budget alone: nothing says who plays the other seats."""
    s = GAME.setup({"mode": "factions"})
    for level in LEVELS:
        player = level(GAME, 0, bytes(32), 50)
        assert {name for name in vars(player) if name[0] != "_"} == {"game", "seat", "seed", "nodes"}
        assert player.choose(s, 0) == level(GAME, 0, bytes(32), 50).choose(s, 0)


# --- resigning ------------------------------------------------------------------------------------------
LOST = (
    *("e6 1 fighter5", "e7 1 archer5", "d7 1 rider5", "f6 1 archer5"),
    *(f"{cell} 1 mine" for cell in ("d8", "c7", "e8", "f8", "g7", "b6", "h6")),
)


@pytest.mark.parametrize("level", RESIGNING)
def test_what_is_lost_is_given_up_by_those_that_resign(krieg: ModuleType, level: type[PlanningKrieg]):
    s = krieg.position(*LOST, gold=(0, 50), number=20)
    assert level(GAME, 0, bytes(32), 100).choose(s, 0) == Decision(None)
    plain = levels_of("krieg")[RESIGNING[level]].make
    assert plain(GAME, 0, bytes(32), 100).choose(s, 0).action is not None
    # Neither at the start nor while there is something left.
    assert level(GAME, 0, bytes(32), 100).choose(GAME.setup({}), 0).action is not None
    s = krieg.position(*LOST, "e3 0 fighter5", "e4 0 archer5", "f3 0 archer5", gold=(0, 50), number=20)
    assert level(GAME, 0, bytes(32), 100).choose(s, 0).action is not None


# --- levels ---------------------------------------------------------------------------------------------
def test_levels_stand_weakest_first_with_their_budgets():
    names = list(levels_of("krieg"))
    assert [name for name in names if "-" not in name] == ["random", "easy", "simple", "medium", "hard"]
    for name in names:
        assert make_player(GAME, name, 0, bytes(32)).level == name
        assert default_nodes("krieg", name, 5) <= default_nodes("krieg", name)
    budgets = [default_nodes("krieg", name) for name in ("easy", "medium", "hard")]
    assert budgets == sorted(budgets)

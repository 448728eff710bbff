"""Reasons for an action are true: facts of every kind against the positions before and after it."""

import random

import pytest

from client import reasons as reasons_module
from client.reasons import PLAIN, Reason, reasons_for
from client.view.hint_words import REASONS, reason_words
from engine.ai.levels import make_player
from engine.dice import NoDraws, SeededDraws, event_seed
from engine.registry import GAMES

TOWERWARS, KRIEG = GAMES["towerwars"], GAMES["krieg"]
FIGHTING = ("fighter", "rider", "archer")


def nobody(seat):
    return f"seat {seat}"


def positions(game, options, steps, seed, level="simple", nodes=30):
    """Yield positions of a game with the decision of ``level`` in them; what is played is sometimes random."""
    state, chance = game.setup(options), random.Random(seed)
    for k in range(steps):
        seat = game.to_act(state)
        if seat is None:
            return
        decision = make_player(game, level, seat, bytes(32), nodes).choose(state, k)
        yield state, decision
        forward = game.forward_actions(state)
        action = chance.choice(forward) if chance.random() < 0.4 else decision.action
        state, _ = game.apply(state, action, SeededDraws(event_seed(bytes(32), k)))


def on(game, state, cell):
    return [piece for piece in game.pieces(state) if piece.cell == cell]


def stones(pieces, owner):
    """Count the stones of a side in TowerWars: a tower of height 1 holds two (T2.1)."""
    return sum(
        {"stone": 1, "tower": piece.count + 1}.get(piece.kind, 0) for piece in pieces if piece.owner == owner
    )


def turned(state, seat):
    colour = ("red", "blue")[seat]
    return TOWERWARS.from_json({**TOWERWARS.to_json(state), "turn": colour})


def takeable(state, seat):
    """Return the cells on which ``seat``, were it to move, could replace a piece of the other side by its own."""
    found = set()
    turn = turned(state, seat)
    for action in TOWERWARS.legal_actions(turn):
        if not TOWERWARS.action_cells(action):
            continue
        cell = TOWERWARS.action_cells(action)[-1]
        if not any(piece.owner == 1 - seat for piece in on(TOWERWARS, turn, cell)):
            continue
        after, _ = TOWERWARS.apply(turn, action, NoDraws())
        now = on(TOWERWARS, after, cell)
        was_own_tower = any(p.kind == "tower" and p.owner == seat for p in on(TOWERWARS, turn, cell))
        if now and all(piece.owner == seat for piece in now) and not was_own_tower:
            found.add(cell)
    return found


def distance(game, state, cell, goal):
    places = {one.name: (one.q, one.r) for one in game.board(state).cells}
    (q, r), (x, y) = places[cell], places[goal]
    return max(abs(q - x), abs(r - y), abs(q + r - x - y))


def owner_of_ground(game, state, cell):
    return next(one.owner for one in game.board(state).cells if one.name == cell)


def check_taking(game, state, after, seat, details):
    cell, before, now = details["cell"], on(game, state, details["cell"]), on(game, after, details["cell"])
    assert any(piece.kind == details["piece"] and piece.owner != seat for piece in before)
    if game is TOWERWARS and details["piece"] != "base":
        assert details["count"] == stones(before, 1 - seat) - stones(now, 1 - seat)
    elif game is KRIEG:
        assert owner_of_ground(game, after, cell) == seat


def check_way(game, state, seat, cell, details):
    goals = [
        p for p in game.pieces(state)
        if p.kind == details["piece"] and p.owner not in (None, seat) and "dead" not in p.marks
    ]  # fmt: skip
    apart = [distance(game, state, details["cell"], goal.cell) for goal in goals]
    assert min(apart) == details["steps"]
    assert min(distance(game, state, cell, goal.cell) for goal in goals) > details["steps"]


def check_later(game, after, seat, line, details):
    """Find what was announced in the line, by the same seat, in the same turn."""
    state = after
    for action in line:
        assert game.to_act(state) == seat
        effect = game.describe(state, action)
        verb = {"attack": ("attack", "storm"), "build": ("build",)}.get(details["what"], ("move", "merge"))
        if effect.kind in verb and effect.cells[-1] == details["cell"]:
            if details["what"] == "attack":
                assert details["count"] == on(game, state, effect.cells[0])[-1].count
                assert details["piece"] == on(game, state, effect.cells[0])[-1].kind
                for name in ("falls_rolls", "rolls"):
                    assert details.get(name, effect.details[name]) == effect.details[name]
                return
            following, _ = game.apply(state, action, NoDraws())
            incomes = [game.to_json(one)["seats"][seat]["income"] for one in (state, following)]
            if details["what"] == "build":
                assert any(p.kind == details["piece"] for p in on(game, following, details["cell"]))
                assert details["gold"] == incomes[1] - incomes[0]
            else:
                assert owner_of_ground(game, state, details["cell"]) != seat
                assert owner_of_ground(game, following, details["cell"]) == seat
            return
        state, _ = game.apply(state, action, NoDraws())
    raise AssertionError("the line holds nothing of the kind")


def check(game, state, action, line, reason):
    """Check one reason; facts are found anew, from positions."""
    seat, details, cells = game.to_act(state), reason.details, game.action_cells(action)
    if reason.kind == "odds":
        effect = game.describe(state, action)
        assert details["falls_rolls"] == effect.details["falls_rolls"]
        assert sum(row.rolls for row in game.odds(state, action)) == details["rolls"]
        return
    if reason.kind in ("only", "ends_turn", "improves"):
        others = [one for one in game.forward_actions(state) if one != action]
        assert (reason.kind == "only") <= (not others)
        assert (reason.kind == "ends_turn") <= (action == game.end_action(state) and bool(others))
        return
    after, _ = game.apply(state, action, NoDraws())
    match reason.kind:
        case "wins":
            assert seat in game.outcome(after).winners
        case "eliminates":
            assert details["seat"] in game.living(state)
            assert details["seat"] not in game.living(after)
        case "saves":
            replies = [game.apply(after, reply, NoDraws())[0] for reply in game.legal_actions(after)]
            assert all(seat in (game.outcome(then) or game.adjudicate(after)).winners or not game.outcome(then)
                       for then in replies)  # fmt: skip
        case "line_wins":
            then = state
            for one in line[: details["actions"]]:
                assert game.outcome(then) is None
                then, _ = game.apply(then, one, NoDraws())
            assert seat in game.outcome(then).winners
        case "takes":
            check_taking(game, state, after, seat, details)
        case "earns":
            incomes = [game.to_json(one)["seats"][seat]["income"] for one in (state, after)]
            assert details["gold"] == incomes[1] - incomes[0] > 0
        case "prepares":
            check_later(game, after, seat, line[1:], details)
        case "builds":
            (built,) = [p for p in on(game, after, details["cell"]) if p.kind == details["piece"]]
            assert built.owner == seat
            assert built.count == details.get("count", 1)
        case "blocks" | "frees":
            (tower,) = [p for p in on(game, after, details["cell"]) if p.kind == "tower"]
            assert ("blocked" in tower.marks) == (reason.kind == "blocks")
            assert (tower.owner == seat) == (reason.kind == "frees")
        case "conquers":
            assert owner_of_ground(game, state, details["cell"]) != seat
            assert owner_of_ground(game, after, details["cell"]) == seat
        case "gathers":
            assert on(game, after, details["cell"])[-1].count == details["count"]
        case "guards":
            before, now = on(game, state, details["cell"]), on(game, after, details["cell"])
            assert {"crown", "castle"} & {piece.kind for piece in now} == {details["piece"]}
            assert all(piece.owner == seat for piece in now)
            assert details["units"] in FIGHTING
            assert (details["units"], details["count"]) in [(piece.kind, piece.count) for piece in now]
            assert details["count"] > sum(piece.count for piece in before if piece.kind in FIGHTING)
            assert all(game.action_cells(one)[:1] != (details["cell"],) or "buy" in game.format(one)
                       for one in line[1:])  # fmt: skip
        case "site":
            assert game.is_legal(after, game.parse(f"build {details['piece']} {details['cell']}"))
        case "buys":
            gold = [game.to_json(one)["seats"][seat]["gold"] for one in (state, after)]
            assert (gold[0] - details["cost"], details["gold_left"]) == (gold[1], gold[1])
        case "builder":
            assert f"charge{details['charges']}" in on(game, after, cells[0])[-1].marks
        case "reaches":
            assert cells[-1] == details["cell"]
            check_way(game, state, seat, cells[0], details)
        case "unanswered":
            assert details["cell"] not in takeable(after, 1 - seat)
        case "threatens":
            assert details["cell"] in takeable(after, seat) - takeable(state, seat)
            here = on(game, after, details["cell"])
            assert details["piece"] in [piece.kind for piece in here if piece.owner == 1 - seat]
            assert details["count"] == max(1, stones(here, 1 - seat))
        case "escapes":
            assert details["cell"] == cells[0]
            assert cells[0] in takeable(state, 1 - seat)
            assert cells[1] not in takeable(after, 1 - seat)
        case "covers":
            assert details["cell"] in takeable(state, 1 - seat) - takeable(after, 1 - seat)
            assert any(piece.owner == seat for piece in on(game, after, details["cell"]))
        case "line_takes":
            then = state
            for one in line[: details["actions"]]:
                then, _ = game.apply(then, one, NoDraws())
            lost = [stones(game.pieces(state), one) - stones(game.pieces(then), one) for one in (0, 1)]
            assert lost[1 - seat] - lost[seat] == details["count"] > 0
        case "roams":
            moves = [len(game.legal_actions(turned(one, seat))) for one in (state, after)]
            assert (details["before"], details["count"]) == tuple(moves)
            assert moves[1] > moves[0]
        case "hems":
            moves = [len(game.legal_actions(turned(one, 1 - seat))) for one in (state, after)]
            assert (details["before"], details["count"]) == tuple(moves)
            assert moves[1] < moves[0]
        case _:
            raise AssertionError(f"{reason.kind} is not checked")


RUNS = [
    (TOWERWARS, {"size": 4}, 60, "easy"),
    (TOWERWARS, {"size": 6}, 80, "easy"),
    (TOWERWARS, {"size": 8}, 60, "simple"),
    (KRIEG, {"radius": 3}, 250, "medium"),
    (KRIEG, {"mode": "factions"}, 120, "medium"),
]


@pytest.mark.parametrize(("game", "options", "steps", "level"), RUNS)
def test_every_reason_is_true(game, options, steps, level):
    chance, seen = random.Random(7), set()
    for state, decision in positions(game, options, steps, 3, level):
        asked = {decision.action: decision.line}
        forward = game.forward_actions(state)
        asked |= dict.fromkeys(chance.sample(forward, min(6, len(forward))), ()) | asked
        for action, line in asked.items():
            reasons = reasons_for(game, state, action, line)
            assert reasons
            assert any(reason.kind not in PLAIN for reason in reasons)
            for reason in reasons:
                check(game, state, action, line, reason)
                assert REASONS[reason.kind](reason, nobody)
                seen.add(reason.kind)
    usual = {
        TOWERWARS: {"takes", "unanswered", "threatens", "escapes", "builds", "reaches", "roams", "hems"},
        KRIEG: {"earns", "prepares", "guards", "builder", "reaches", "odds", "ends_turn"},
    }
    assert len(usual[game] - seen) <= 1


def test_every_kind_of_reason_has_a_sentence():
    table = reasons_module.__doc__.split("==\n")[1]
    documented = {line.split("``")[1] for line in table.splitlines() if line.startswith("``")}
    assert documented == set(REASONS)


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (
            Reason("takes", {"piece": "tower", "count": 2, "cell": "G6"}),
            "It takes the tower on G6: 2 stones.",
        ),
        (Reason("takes", {"piece": "stone", "count": 1, "cell": "G6"}), "It takes 1 stone on G6."),
        (
            Reason("prepares", {"what": "build", "piece": "mine", "cell": "c1", "gold": 2}),
            "The worker builds on c1 next: Mine. It brings 2 more gold a turn.",
        ),
        (
            Reason(
                "prepares",
                {
                    "what": "attack",
                    "piece": "rider",
                    "count": 2,
                    "cell": "e4",
                    "falls_rolls": 63,
                    "rolls": 100,
                },
            ),
            "From there 2 riders attack e4, with a chance of 63%.",
        ),
        (
            Reason("guards", {"piece": "crown", "units": "fighter", "count": 3, "cell": "e1"}),
            "Crown on e1, held by then: 3 fighters.",
        ),
    ],
)
def test_sentences(reason, sentence):
    assert reason_words([reason], nobody) == sentence


def test_what_the_action_does_anyway_is_not_said_twice():
    """The description of the action stands beside its reasons."""
    taking = Reason("takes", {"piece": "tower", "count": 2, "cell": "G6"})
    assert reason_words([taking, Reason("unanswered", {"cell": "G6"})], nobody) == (
        "On G6 it cannot be taken in return."
    )
    only = next(
        state for state, _ in positions(KRIEG, {"radius": 3}, 40, 1) if len(KRIEG.forward_actions(state)) == 1
    )
    assert [reason.kind for reason in reasons_for(KRIEG, only, KRIEG.end_action(only))] == ["only"]


def test_reasons_on_the_largest_board_are_found_by_few_questions(monkeypatch):
    """They are asked for in a worker while a person waits: so many positions take some hundredths of a second."""
    asked = []
    real = type(TOWERWARS).apply
    for state, decision in [*positions(TOWERWARS, {"size": 26}, 40, 5)][-3:]:
        with monkeypatch.context() as patch:
            patch.setattr(type(TOWERWARS), "apply", lambda *args: asked.append(1) or real(*args))
            reasons_for(TOWERWARS, state, decision.action, decision.line)
    assert len(asked) < 600

"""The view model over real matches: signed, on disk, dice by links."""

from client.view.model import MatchModel
from client.view.source import Phase


async def pressed(parlour, table, model, *keys):
    """Press keys at the next turn here, and wait until something was played."""
    match = table.match
    await parlour.until(table, lambda: model.actor is not None)
    k = len(match.steps)
    for key in keys:
        model.press(key)
    await parlour.until(table, lambda: len(match.steps) > k or match.status().phase is Phase.FINISHED)


async def test_a_turn_of_krieg_against_the_computer_by_keys(parlour, parlours):
    table = parlour.open("anna").start_local("krieg", {"radius": 3}, [parlours.ME, parlours.computer()])
    await parlour.begun(table)
    model = MatchModel(table.match, animate=True)
    assert model.take_alert() == "Your turn"
    await pressed(parlour, table, model, "2")
    assert model.next_motion().events[0].piece == "fighter"
    await pressed(parlour, table, model, "tab", "up", "enter")
    assert model.next_motion() is not None
    await pressed(parlour, table, model, "u")
    model.skip()
    await pressed(parlour, table, model, "e")
    await parlour.until(table, lambda: table.match.own_turn() is not None)
    motions = []
    while (motion := model.next_motion()) is not None:
        motions.append(motion)
    assert [motion.k for motion in motions] == list(range(4, len(table.match.steps) + 1))
    assert {motion.seat for motion in motions} == {0, 1}
    assert model.take_alert() == "Your turn"
    assert [row.text for row in model.moves()[:4]] == ["buy on d1", "d1 – d2", "takes back", "ends the turn"]
    assert model.seat_cards()[0].name == "Computer"
    model.close()


async def test_persons_at_one_machine_agree_on_a_draw(parlour, parlours):
    table = parlour.open("anna").start_local("towerwars", {"size": 4}, [parlours.ME] * 2)
    await parlour.begun(table)
    model = MatchModel(table.match)
    await parlour.until(table, lambda: model.actor is not None)
    model.press("d")
    model.press("y")
    await parlour.until(table, lambda: model.result() is not None)
    assert model.result().headline == "Draw"
    assert model.deeds() == ()


async def test_a_take_back_shows_nothing_twice(parlour, parlours):
    table = parlour.open("anna").start_local("towerwars", {"size": 5}, [parlours.ME, parlours.computer()])
    await parlour.begun(table)
    model = MatchModel(table.match, animate=True)
    for _ in range(2):
        await parlour.act(table)
        await parlour.until(table, lambda: table.match.own_turn() is not None)
    model.skip()
    rows = [row.text for row in model.moves()]
    model.press("u")
    await parlour.until(table, lambda: len(table.match.steps) == 2 and table.match.own_turn() is not None)
    assert model.next_motion() is None
    assert [row.text for row in model.moves()] == rows[:2]
    assert model.actor == 0


async def test_two_players_see_each_other_attack(parlour, parlours):
    anna, bert = parlour.open("anna"), parlour.open("bert")
    tables = await parlour.room(anna, bert, "krieg", {"radius": 3, "round_limit": 4})
    await parlour.start(*tables)
    models = [MatchModel(table.match) for table in tables]
    assert [model.people.own for model in models] == [(0,), (1,)]
    assert [model.picture().turns for model in models] == [0, 3]
    await pressed(parlour, tables[0], models[0], "e")
    await parlour.until(tables[1], lambda: models[1].actor is not None)
    assert models[1].headline() == "Your turn"
    await parlour.until(tables[0], lambda: models[0].headline() == "bert is moving")
    models[1].press("r")
    models[1].press("y")
    await parlour.until(tables[0], lambda: models[0].result() is not None)
    assert models[0].result().headline == "You win"
    await parlour.until(tables[1], lambda: models[1].result() is not None)
    assert models[1].result().you_won is False

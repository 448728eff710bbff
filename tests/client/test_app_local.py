"""Matches at one machine: against the computer, hot-seat, taking back."""

from dataclasses import replace

import pytest
import trio.testing

from client.errors import ClientError
from client.verify import verify_file
from client.view.source import Phase

SMALL = {"size": 5, "ply_limit": 24}
SHORT = {"radius": 3, "round_limit": 2}


def files(app, pattern="*.wabe"):
    return sorted((app.log_file.parent / "matches").glob(pattern))


@pytest.mark.parametrize(
    ("game", "options", "computers"), [("towerwars", SMALL, 1), ("krieg", {**SHORT, "seats": 3}, 2)]
)
async def test_playing_against_the_computer_to_the_end(parlour, parlours, game, options, computers):
    anna = parlour.open("anna")
    table = anna.start_local(game, options, [parlours.ME, *[parlours.computer()] * computers])
    assert table is anna.table
    assert table.room is None
    await parlour.begun(table)
    match = table.match
    assert match.live
    assert [(info.kind, info.level, info.own) for info in match.seats] == [
        ("human", "", True),
        *[("computer", "simple", False)] * computers,
    ]
    await parlour.play_out(table, ending_turns=True)
    assert match.status().outcome == match.game.outcome(match.now())
    assert match.own_turn() is None
    assert match.thinking() is None
    assert match.connection(1).state == "here"
    assert verify_file(files(anna)[0], decisions=True).result is not None
    assert table.ended is None
    assert not table.notices
    table.leave()
    assert anna.table is None
    await table.finished.wait()
    assert table.ended is None
    assert not files(anna, "*.secret")


async def test_hot_seat_to_the_end(parlour, parlours):
    anna = parlour.open("anna")
    table = anna.start_local("krieg", {"mode": "factions", **SHORT}, [parlours.ME] * 6)
    await parlour.begun(table)
    await parlour.play_out(table, ending_turns=True)
    assert {step.seat for step in table.match.steps} == set(range(6))
    assert table.match.status().outcome.reason == "round_limit"
    assert verify_file(files(anna)[0]).result is not None


async def test_a_deed_that_is_not_possible_is_refused_in_a_sentence(parlour, parlours):
    table = parlour.open("anna").start_local("towerwars", SMALL, [parlours.ME, parlours.ME])
    await parlour.begun(table)
    refused = []
    end = table.match.subscribe(lambda: None, lambda code, text: refused.append((code, text)))
    table.match.act(1, "A1-A2")
    table.match.act(0, "nonsense")
    table.match.offer(0, "draw")
    await parlour.until(table, lambda: table.match.offers())
    assert [code for code, _ in refused] == ["not_your_turn", "illegal"]
    assert all(text[0].isupper() and text.endswith(".") for _, text in refused)
    (offer,) = table.match.offers()
    table.match.accept(1, offer.e)
    await parlour.until(table, lambda: table.match.status().phase is Phase.FINISHED)
    assert table.match.status().how == "agreed"
    end()
    table.leave()
    table.match.resign(0)
    assert len(refused) == 2


async def test_a_deed_after_leaving_is_refused(parlour, parlours):
    table = parlour.open("anna").start_local("towerwars", SMALL, [parlours.ME, parlours.ME])
    await parlour.begun(table)
    refused = []
    table.match.subscribe(lambda: None, lambda code, text: refused.append(code))
    table.leave()
    table.match.act(0, "A1-A2")
    assert refused == ["closed"]
    assert table.match.own_turn() is None


async def test_taking_back_against_the_computer(parlour, parlours):
    anna = parlour.open("anna")
    table = anna.start_local("towerwars", SMALL, [parlours.ME, parlours.computer()])
    await parlour.begun(table)
    match = table.match
    assert not match.can_take_back
    for _ in range(3):
        await parlour.act(table)
    await parlour.until(table, lambda: match.own_turn() == 0)
    before, (file,) = list(match.steps), files(anna)
    assert len(before) == 6
    assert match.can_take_back
    match.take_back()
    await parlour.until(table, lambda: len(match.steps) == 4)
    assert table.match is match
    assert [step.action for step in match.steps] == [step.action for step in before[:4]]
    assert [step.state_hash for step in match.steps] == [step.state_hash for step in before[:4]]
    match.take_back()
    match.take_back()
    await parlour.until(table, lambda: not match.steps)
    match.act(0, before[0].action)
    await parlour.until(table, lambda: len(match.steps) == 2)
    assert match.steps[1].action == before[1].action  # the computer is the same one
    table.leave()
    await table.finished.wait()
    (left,) = files(anna)
    assert left != file
    assert {path.suffix for path in files(anna, f"{file.stem}*")} == set()
    assert verify_file(left, decisions=True).items == 2


async def test_taking_back_the_end(parlour, parlours):
    table = parlour.open("anna").start_local("towerwars", {"size": 5, "ply_limit": 4}, [parlours.ME] * 2)
    await parlour.begun(table)
    await parlour.play_out(table)
    table.match.take_back()
    await parlour.until(table, lambda: len(table.match.steps) == 3)
    await parlour.play_out(table)


async def test_there_is_nothing_to_take_back_where_the_rules_know_undo(parlour, parlours):
    table = parlour.open("anna").start_local("krieg", SHORT, [parlours.ME] * 2)
    await parlour.begun(table)
    await parlour.act(table)
    assert not table.match.can_take_back
    refused = []
    table.match.subscribe(lambda: None, lambda code, text: refused.append(code))
    table.match.take_back()
    assert refused == ["take_back"]


async def test_going_on_with_a_match_at_one_machine(parlour, parlours):
    anna = parlour.open("anna")
    table = anna.start_local("towerwars", SMALL, [parlours.ME, parlours.computer()])
    await parlour.begun(table)
    for _ in range(2):
        await parlour.act(table)
    await parlour.close("anna")
    steps = list(table.match.steps)

    anna = parlour.open("anna")
    again = anna.resume(table.match.match.id.hex())
    await parlour.begun(again)
    stored = list(again.match.steps)
    assert len(stored) >= 3  # the computer's answer may have been on its way to the disk
    assert stored == steps[: len(stored)]
    await parlour.until(again, lambda: again.match.own_turn() == 0)
    assert not again.notices
    again.match.take_back()
    await parlour.until(again, lambda: len(again.match.steps) == 2)
    await parlour.play_out(again)


async def test_nothing_is_told_as_long_as_nothing_is_new(parlour, parlours):
    table = parlour.open("anna").start_local("towerwars", SMALL, [parlours.ME] * 2)
    await parlour.begun(table)
    await trio.testing.wait_all_tasks_blocked()
    told = []
    table.subscribe(lambda: told.append(len(table.match.steps)))
    node = table.match._node
    for _ in range(3):
        async with node.lock:
            await node.settle()
        await trio.testing.wait_all_tasks_blocked()
    assert told == []
    await parlour.act(table)
    assert told == [1]


async def test_another_table_in_the_same_program(parlour, parlours):
    anna = parlour.open("anna")
    first = anna.start_local("towerwars", SMALL, [parlours.ME] * 2)
    await parlour.begun(first)
    second = anna.start_local("krieg", SHORT, [parlours.ME] * 2)
    await parlour.begun(second)
    assert first.finished.is_set()
    assert anna.table is second
    await parlour.act(second)
    assert len(files(anna)) == 2


async def test_a_fault_ends_its_table_and_not_the_program(parlour, parlours, monkeypatch):
    anna = parlour.open("anna")
    first = anna.start_local("towerwars", SMALL, [parlours.ME] * 2)
    await parlour.begun(first)
    await parlour.act(first)
    with monkeypatch.context() as patch:
        patch.setattr("client.playing.Playing.act", lambda *_: 1 // 0)
        first.match.act(1, "whatever")
        await parlour.ended(first)
    assert first.ended.code == "internal"
    assert first.ended.bad
    assert str(anna.log_file) in first.ended.text
    assert "ZeroDivisionError" in anna.log_file.read_text()
    again = anna.resume(first.match.match.id.hex())
    await parlour.begun(again)
    assert len(again.match.steps) == 1


@pytest.mark.parametrize(
    ("game", "options", "kinds"),
    [
        ("chess", {}, ["me", "me"]),
        ("towerwars", {"size": 400}, ["me", "me"]),
        ("towerwars", {}, ["me"]),
        ("towerwars", {}, ["me", "open"]),
        ("towerwars", {}, ["simple", "simple"]),
    ],
)
async def test_what_does_not_go_together_is_said_at_once(parlour, parlours, game, options, kinds):
    anna = parlour.open("anna")
    plans = {"me": parlours.ME, "open": parlours.OPEN, "simple": parlours.computer()}
    with pytest.raises(ClientError) as caught:
        anna.start_local(game, options, [plans[kind] for kind in kinds])
    assert caught.value.code == "setup"
    assert anna.table is None


async def test_persons_at_one_machine_have_names_of_their_own_also_later(parlour, parlours):
    anna = parlour.open("anna")
    named = replace(parlours.ME, name="Mira")
    table = anna.start_local("towerwars", SMALL, [parlours.ME, named])
    await parlour.begun(table)
    assert [info.name for info in table.match.seats] == ["anna", "Mira"]
    await parlour.act(table)
    match = table.match.match.id.hex()
    table.match.take_back()
    await parlour.until(table, lambda: table.match.match.id.hex() != match)
    match = table.match.match.id.hex()
    await parlour.act(table)
    table.leave()
    await table.finished.wait()
    again = anna.resume(match)
    await parlour.begun(again)
    assert [info.name for info in again.match.seats] == ["anna", "Mira"]
    library = trio.Event()
    anna.refresh_library(library.set)
    await library.wait()
    assert anna.library()[0].seats == ("anna", "Mira")


@pytest.mark.parametrize(
    ("user", "name"), [("jonas", "Jonas"), ("root", "Player"), ("j.doe", "j.doe"), ("a\tb", "Player")]
)
async def test_nobody_is_called_default(parlour, monkeypatch, user, name):
    monkeypatch.setattr("getpass.getuser", lambda: user)
    app = parlour.open("default")
    assert (app.needs_name, app.name) == (True, name)
    app.preferences.name = "Lea"
    assert (app.needs_name, app.name) == (False, "Lea")


async def test_a_profile_with_a_name_names_its_person(parlour):
    assert not parlour.open("anna").needs_name

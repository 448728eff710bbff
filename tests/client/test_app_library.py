"""Saved matches: what they are, looking at them, exporting them."""

import os
from pathlib import Path

import pytest
import trio

from client.view.source import Phase
from engine import strictjson

SMALL = {"size": 5, "ply_limit": 6}


async def refreshed(app):
    done = trio.Event()
    app.refresh_library(done.set)
    with trio.fail_after(20):
        await done.wait()
    return list(app.library())


async def opened(app, path):
    done, told = trio.Event(), []

    def take(source, notice):
        told.append((source, notice))
        done.set()

    app.open_replay(path, take)
    with trio.fail_after(20):
        await done.wait()
    return told[0]


async def test_what_there_is(parlour, parlours):
    anna, bert = parlour.open("anna"), parlour.open("bert")
    assert await refreshed(anna) == []
    done = anna.start_local("towerwars", SMALL, [parlours.ME, parlours.computer("random")])
    await parlour.begun(done)
    await parlour.play_out(done)
    host, guest = await parlour.room(anna, bert, "krieg", {"radius": 3})
    await parlour.start(host, guest)
    await parlour.act(host)
    broken = anna.log_file.parent / "matches" / "ff.wabe"
    broken.write_bytes(b"wabe transcript 1\nrubbish")
    # Far apart, as the running match may still be written to.
    first = min(broken.parent.glob("*.wabe"), key=os.path.getmtime)
    for path, hours in ((first, -1), (broken, 1)):
        moment = path.stat().st_mtime + hours * 3600
        os.utime(path, (moment, moment))

    damaged, running, over = await refreshed(anna)
    assert (damaged.path, damaged.game, damaged.resumable) == (broken, "", False)
    assert damaged.damaged.endswith(".")
    assert str(broken) not in damaged.damaged
    assert (running.game, running.seats, running.own, running.items) == ("krieg", ("anna", "bert"), (0,), 1)
    assert (running.finished, running.resumable, running.local, running.round) == (False, True, False, 1)
    assert running.id == host.match.match.id.hex()
    assert running.options["radius"] == 3
    assert (over.game, over.seats, over.own, over.items, over.round) == (
        "towerwars",
        ("anna", ""),
        (0,),
        6,
        6,
    )
    assert (over.finished, over.resumable, over.local) == (True, False, True)
    assert over.winners == done.match.status().outcome.winners
    assert not over.damaged

    (theirs,) = await refreshed(bert)
    assert (theirs.own, theirs.local) == ((1,), False)


async def test_only_what_changed_is_read_again(parlour, parlours, monkeypatch):
    anna = parlour.open("anna")
    tables = []
    for _ in range(2):
        tables.append(anna.start_local("towerwars", SMALL, [parlours.ME] * 2))
        await parlour.begun(tables[-1])
        await parlour.act(tables[-1])
    read: list[Path] = []
    from client.app import library

    real = library.open_transcript
    monkeypatch.setattr(library, "open_transcript", lambda path: (read.append(path), real(path))[1])
    assert len(await refreshed(anna)) == 2
    assert len(read) == 2
    before = list(anna.library())
    assert await refreshed(anna) == before
    assert len(read) == 2
    await parlour.act(tables[1])
    assert {saved.items for saved in await refreshed(anna)} == {1, 2}
    assert len(read) == 3
    tables[1].leave()
    await tables[1].finished.wait()
    before = await refreshed(anna)
    assert len(read) == 3
    await parlour.close("anna")

    anna = parlour.open("anna")
    assert await refreshed(anna) == before
    assert len(read) == 3  # what was found is kept from one run to the next
    await parlour.close("anna")
    before[0].path.unlink()
    anna = parlour.open("anna")
    assert await refreshed(anna) == before[1:]
    await parlour.close("anna")
    (anna.log_file.parent / "library.json").write_text("rubbish")
    anna = parlour.open("anna")
    assert await refreshed(anna) == before[1:]
    assert len(read) == 4


async def test_a_match_without_its_keys_cannot_be_gone_on_with(parlour, parlours):
    anna = parlour.open("anna")
    table = anna.start_local("towerwars", SMALL, [parlours.ME] * 2)
    await parlour.begun(table)
    (saved,) = await refreshed(anna)
    assert saved.resumable
    saved.path.with_suffix(".secret").unlink()
    (saved,) = await refreshed(anna)
    assert not saved.resumable


async def test_looking_at_a_match(parlour, parlours):
    anna = parlour.open("anna")
    table = anna.start_local("krieg", {"radius": 3, "round_limit": 2}, [parlours.ME, parlours.computer()])
    await parlour.begun(table)
    await parlour.play_out(table, ending_turns=True)
    (saved,) = await refreshed(anna)
    source, notice = await opened(anna, saved.path)
    live = table.match
    assert not notice.bad
    assert notice.text.startswith("Verified")
    assert (source.live, source.can_take_back, source.own_turn()) == (False, False, None)
    assert list(source.steps) == list(live.steps)
    assert source.state_at(len(source.steps)) == live.now() == source.now()
    assert source.seats == live.seats
    assert source.options == live.options
    assert source.status() == live.status()
    assert source.status().phase is Phase.FINISHED
    source.resign(0)
    source.subscribe(lambda: None, lambda code, text: None)()


@pytest.mark.parametrize("damage", ["flip", "text", "missing"])
async def test_a_file_that_does_not_hold_is_not_shown(parlour, parlours, damage):
    anna = parlour.open("anna")
    table = anna.start_local("towerwars", SMALL, [parlours.ME] * 2)
    await parlour.begun(table)
    await parlour.play_out(table)
    table.leave()
    await table.finished.wait()
    (saved,) = await refreshed(anna)
    data = bytearray(saved.path.read_bytes())
    match damage:
        case "flip":
            data[len(data) // 2] ^= 1
            saved.path.write_bytes(data)
        case "text":
            saved.path.write_text("hello")
        case "missing":
            saved.path.unlink()
    source, notice = await opened(anna, saved.path)
    assert source is None
    assert notice.bad
    assert notice.text.endswith(".")
    assert notice.code != "internal"


async def test_exporting(parlour, parlours, tmp_path):
    anna = parlour.open("anna")
    table = anna.start_local("towerwars", SMALL, [parlours.ME] * 2)
    await parlour.begun(table)
    await parlour.play_out(table)
    (saved,) = await refreshed(anna)
    target = tmp_path / "record.json"
    notice = anna.export(saved.path, target)
    assert (notice.code, notice.bad) == ("exported", False)
    assert len(strictjson.load(target.read_text())["steps"]) == 6
    again = anna.export(saved.path, target)
    assert (again.code, again.bad) == ("exists", True)


async def test_profiles(parlour):
    anna = parlour.open("anna")
    parlour.open("bert")
    assert anna.profiles() == ["anna", "bert"]
    assert anna.profile == "anna"
    assert anna.fingerprint.count("-") == 7

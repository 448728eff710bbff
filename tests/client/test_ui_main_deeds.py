"""What the window asks of the program beside playing: deleting matches, switching profiles."""

import subprocess

import pytest
import trio

from client.errors import UsageError


async def played(parlour, parlours, app):
    """Begin a match at one machine, play one move; return its table."""
    table = app.start_local("towerwars", {"size": 5}, [parlours.ME, parlours.ME])
    await parlour.begun(table)
    await parlour.act(table)
    return table


async def removed(app, path):
    told = trio.Event()
    notices = []

    def done(notice):
        notices.append(notice)
        told.set()

    app.remove(path, done)
    with trio.fail_after(30):
        await told.wait()
    return notices[0]


async def test_a_match_is_deleted_with_all_that_lies_beside_it(parlour, parlours, tmp_path):
    app = parlour.open("anna")
    table = await played(parlour, parlours, app)
    path = table.file
    table.leave()
    await table.finished.wait()
    assert path.exists()
    notice = await removed(app, path)
    assert notice.code == "removed"
    assert not notice.bad
    assert not list(path.parent.iterdir())
    assert list(app.library()) == []


async def test_the_match_that_is_played_is_not_deleted(parlour, parlours, tmp_path):
    app = parlour.open("anna")
    table = await played(parlour, parlours, app)
    notice = await removed(app, table.file)
    assert notice.bad
    assert table.file.exists()


async def test_another_profile_is_started_as_a_program_of_its_own(parlour, monkeypatch):
    started = []
    monkeypatch.setattr(subprocess, "Popen", lambda command, **more: started.append((command, more)))
    app = parlour.open("anna")
    app.switch_profile("Bert")
    ((command, more),) = started
    assert command[-3:] == ["window", "--profile", "bert"]
    assert more["start_new_session"]
    with trio.fail_after(30):
        await parlour._ends["anna"].wait()


async def test_an_impossible_profile_changes_nothing(parlour, monkeypatch):
    monkeypatch.setattr(subprocess, "Popen", None)
    app = parlour.open("anna")
    with pytest.raises(UsageError):
        app.switch_profile("../bert")
    assert not app._quitting

"""Worker processes: the same decisions as here, given up at once, survived when killed, gone with the program."""

import multiprocessing
import os
import queue
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import trio

from client.hints import adviser, hint
from client.players import ComputerPlayer, Turn
from client.processes import package_environment
from client.reasons import Reason, reasons_for
from client.workers.deciding import searches
from client.workers.pool import run_in_worker, worker_limit
from engine.ai import levels
from engine.ai.levels import LEVELS, default_nodes, levels_of
from engine.dice import SeededDraws, event_seed
from engine.registry import GAMES

SEED = bytes(range(32))
NODES = 120
PATIENCE = 30
"""Seconds that are reached only by a hang."""

pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes to stop a worker at will")


@pytest.fixture
def in_workers(monkeypatch):
    """Let every level be taken for one that searches, so that its decisions are made in workers."""
    for name, of_game in LEVELS.items():
        for level, found in of_game.items():
            budget = levels.Level(found.make, max(2, found.nodes), found.small)
            monkeypatch.setitem(LEVELS[name], level, budget)


def play(game, options, level, steps):
    """Yield the turns of a game that ``level`` plays with itself by its decisions in this process."""
    state, earlier, before = game.setup(options), (), None
    players = {seat: ComputerPlayer(game, level, seat, SEED, NODES) for seat in range(game.seats(options))}
    for k in range(steps):
        seat = game.to_act(state)
        if seat is None:
            return
        earlier = earlier if seat == before else ()
        turn = Turn(game, seat, k, state, (), (), earlier)
        text = players[seat].decide(turn)
        yield turn, text
        earlier, before = (*earlier, (k, state)), seat
        state, _ = game.apply(state, game.parse(text), SeededDraws(event_seed(SEED, k)))


@pytest.mark.parametrize("name", GAMES)
async def test_decisions_in_workers_are_those_made_here(name, in_workers):
    game = GAMES[name]
    options = game.complete({})
    with trio.fail_after(PATIENCE):
        for level in levels_of(name):
            asked = {seat: ComputerPlayer(game, level, seat, SEED, NODES) for seat in range(2)}
            for turn, text in play(game, options, level, 14):
                assert await asked[turn.seat].choose(turn) == text


async def test_a_fresh_worker_makes_the_earlier_decisions_of_a_turn_again(in_workers):
    game = GAMES["krieg"]
    level = list(levels_of("krieg"))[-1]
    with trio.fail_after(PATIENCE):
        for turn, text in play(game, game.complete({}), level, 8):
            for child in multiprocessing.active_children():
                child.kill()
                child.join()
            assert await ComputerPlayer(game, level, turn.seat, SEED, NODES).choose(turn) == text


@pipes
async def test_a_worker_that_is_killed_is_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    told = []

    async def ask():
        told.append(await run_in_worker(Path.read_text, pipe))

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask)
            # Opening returns when the worker has opened the other end: now it waits for what is written.
            file = await trio.to_thread.run_sync(pipe.open, "w")
            (child,) = multiprocessing.active_children()
            os.kill(child.pid, signal.SIGKILL)
            await trio.to_thread.run_sync(child.join)
            file.close()
            with await trio.to_thread.run_sync(pipe.open, "w") as file:
                file.write("asked again")
    assert told == ["asked again"]


@pipes
async def test_a_question_that_is_given_up_ends_its_worker_at_once(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(run_in_worker, Path.read_text, pipe)
            file = await trio.to_thread.run_sync(pipe.open, "w")
            (child,) = multiprocessing.active_children()
            nursery.cancel_scope.cancel()
        assert child.exitcode == -signal.SIGKILL
        file.close()
        assert await run_in_worker(len, (1, 2)) == 2


async def test_what_goes_wrong_in_a_worker_is_told_here():
    with trio.fail_after(PATIENCE), pytest.raises(ZeroDivisionError):
        await run_in_worker(divmod, 1, 0)


async def test_without_processes_a_thread_answers(monkeypatch):
    async def refuse(self):
        raise BlockingIOError

    import trio_parallel._proc

    monkeypatch.setattr(trio_parallel._proc.SpawnProcWorker, "start", refuse)
    with trio.fail_after(PATIENCE):
        assert await run_in_worker(os.getpid) == os.getpid()


_PROGRAM = """
import multiprocessing, os, pathlib, sys
import trio
from client.workers.pool import run_in_worker

async def main():
    await run_in_worker(len, ())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run_in_worker, pathlib.Path.read_text, pathlib.Path(sys.argv[1]))
        await trio.to_thread.run_sync(open, sys.argv[1], "w", abandon_on_cancel=True)
        print(*(child.pid for child in multiprocessing.active_children()), flush=True)
        await trio.sleep_forever()

if __name__ == "__main__":
    try:
        trio.run(main)
    except* KeyboardInterrupt:
        sys.exit(130)
"""


def gone(pid):
    """Tell whether no such process runs (one that has ended and was not waited for has no memory any more)."""
    stat = Path(f"/proc/{pid}/statm")
    return not stat.exists() or stat.read_text().split()[0] == "0"


@pipes
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc to see processes end")
def test_an_interrupt_of_the_whole_group_leaves_no_process(tmp_path):
    pipe, program = tmp_path / "pipe", tmp_path / "program.py"
    os.mkfifo(pipe)
    program.write_text(_PROGRAM)
    process = subprocess.Popen(
        [sys.executable, str(program), str(pipe)],
        env=package_environment(os.environ),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with process:
        pids = [int(word) for word in process.stdout.readline().split()]
        assert pids
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, errors
    assert errors == ""
    assert all(gone(pid) for pid in pids)


_SEARCHING = """
import multiprocessing, sys
import trio
from client.workers.deciding import Question, Spec, answer
from client.workers.pool import run_in_worker
from engine.registry import GAMES

async def main():
    game = GAMES["towerwars"]
    question = Question.of(game, Spec("hard", 0, bytes(32), 10**12), (), 0, game.setup({"size": 26}))
    await run_in_worker(len, ())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run_in_worker, answer, question)
        await trio.testing.wait_all_tasks_blocked(0.05)
        print(*(child.pid for child in multiprocessing.active_children()), flush=True)
        await trio.sleep_forever()

if __name__ == "__main__":
    import trio.testing
    trio.run(main)
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc to see processes end")
def test_a_search_ends_with_a_program_that_was_killed(tmp_path):
    """Its budget would last for months."""
    program = tmp_path / "program.py"
    program.write_text(_SEARCHING)
    process = subprocess.Popen(
        [sys.executable, str(program)],
        env=package_environment(os.environ),
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        pids = [int(word) for word in process.stdout.readline().split()]
        assert pids
        assert not any(gone(pid) for pid in pids)
        process.kill()
    deadline = time.monotonic() + PATIENCE
    while not all(gone(pid) for pid in pids):
        assert time.monotonic() < deadline, "a worker was left behind"


def test_at_least_one_worker_may_be_busy():
    assert 1 <= worker_limit() <= max(1, (os.cpu_count() or 1) - 1)


def test_levels_that_do_not_search_stay_here():
    assert not searches("krieg", "random")
    assert not searches("towerwars", "simple")
    assert not searches("krieg", "nonsense")


# --- advice ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", GAMES)
async def test_equal_positions_get_equal_advice(name):
    game = GAMES[name]
    state = game.setup({})
    with trio.fail_after(PATIENCE):
        for level in levels_of(name):
            first = await hint(game, state, 0, level, 50)
            assert await hint(game, state, 0, level, 50) == first
            assert game.is_legal(state, game.parse(first.action))
            assert not first.line or first.line[0] == first.action
            assert first.reasons


def test_the_adviser_overlooks_nothing_and_is_quick():
    for game in GAMES.values():
        assert adviser(game) == ("hard", default_nodes(game.name, "medium"))


def towerwars(board, turn="red"):
    size = max(int(cell[1:]) for cell in board)
    return GAMES["towerwars"].from_json({"game": "towerwars", "n": size, "turn": turn, "board": board})


def kinds(game, state, text):
    return [reason.kind for reason in reasons_for(game, state, game.parse(text))]


def test_reasons_of_a_game_without_dice():
    game = GAMES["towerwars"]
    state = towerwars({"A1": "R*", "D3": "R", "D4": "B*", "B3": "B"})
    assert reasons_for(game, state, game.parse("D3-D4"))[0] == Reason("wins", {"reason": "base"})
    open_base = towerwars({"A1": "R*", "A2": "B", "B1": "R", "C3": "R", "D4": "B*", "B4": "B"})
    assert kinds(game, open_base, "B1-A2")[:2] == ["saves", "takes"]
    assert "saves" not in kinds(game, open_base, "C3-C2")
    quiet = towerwars({"A1": "R*", "B2": "R", "D4": "B*", "D2": "B"})
    assert kinds(game, quiet, "B2-B3") == ["reaches"]
    assert kinds(game, quiet, "B2-B1") == ["improves"]


def test_an_expected_line_that_wins_is_a_reason():
    game = GAMES["towerwars"]
    state = towerwars({"A1": "R*", "D2": "R", "D4": "B*", "A4": "B"})
    line = [game.parse(text) for text in ("D2-D3", "A4-A3", "D3-D4")]
    assert Reason("line_wins", {"actions": 3}) in reasons_for(game, state, line[0], line)
    assert "line_wins" not in [reason.kind for reason in reasons_for(game, state, line[0], line[:2])]


def test_the_reason_of_an_attack_is_its_exact_chance():
    game = GAMES["krieg"]
    stack = {"owner": 0, "kind": "fighter", "count": 3, "steps": 1, "can_act": True}
    crown = {"building": None, "crown": "standing", "guards": 2, "tower": 0, "stack": None}
    state = game.from_json(
        {
            "game": "krieg",
            "setup": {"radius": 3},
            "turn": 0,
            "round": 4,
            "seats": [{"gold": 0, "alive": True}, {"gold": 5, "alive": True}],
            "cells": [
                {"cell": "d7", "owner": 1, **crown},
                {"cell": "d6", "owner": 0, **crown, "crown": None, "guards": 0, "stack": stack},
                {"cell": "d1", "owner": 0, **crown},
            ],
        }
    )
    action = game.parse("attack d6 d7")
    (odds, *_) = reasons_for(game, state, action)
    rows = game.odds(state, action)
    falls = sum(row.rolls for row in rows if row.guards_beaten == 2 and row.attackers_lost < 3)
    assert odds.kind == "odds"
    assert odds.details["percent"] == 100 * falls // sum(row.rolls for row in rows)
    assert odds.details["wins"] is True
    assert odds.details["storms"] is True


@pytest.mark.parametrize("name", GAMES)
def test_every_action_of_a_game_has_a_reason(name):
    game = GAMES[name]
    for turn, text in play(game, game.complete({}), "simple", 60):
        for action in game.forward_actions(turn.state)[turn.k % 9 :: 40]:
            assert reasons_for(game, turn.state, action)
        assert reasons_for(game, turn.state, game.parse(text))


def test_workers_answer_a_window_whose_loop_trio_is_a_guest_of():
    """As in the window: the host's loop runs what trio hands it, and never waits for anything else."""
    calls = queue.SimpleQueue()
    outcomes = []
    trio.lowlevel.start_guest_run(
        run_in_worker,
        divmod,
        7,
        2,
        run_sync_soon_threadsafe=calls.put,
        done_callback=outcomes.append,
    )
    while not outcomes:
        calls.get(timeout=PATIENCE)()
    assert outcomes[0].unwrap() == (3, 1)

"""The loop of ``wabe engine``, and external engines that play a seat: good ones, and those that forfeit."""

import io
import os
import shlex
import subprocess
import sys
from contextlib import asynccontextmanager

import pytest
import trio

from client import external
from client.commands.engine import serve
from client.errors import UsageError
from client.external import ExternalPlayer, split_command
from client.players import ForfeitError, Turn
from client.processes import child_environment, package_environment, wabe_command
from engine.lineproto import MAX_LINE
from engine.registry import GAMES
from protocol.effects import Applied

GAME = GAMES["towerwars"]
SETUP = {"game": "towerwars", "size": 4, "ply_limit": 0, "pie": False}
PATIENCE = 30
"""Seconds that are reached only by a hang."""

pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes to see processes end")


# --- the loop ---------------------------------------------------------------------------------------------
def answers(typed):
    target = io.BytesIO()
    serve(io.BytesIO(typed), target)
    return target.getvalue().decode().splitlines()


def test_each_line_is_answered_until_quit():
    found = answers(b'id\nnew {"game":"towerwars","size":4}\r\nhash\nquit\nid\n')
    assert found[0].startswith("id wabe ")
    assert found[1] == "ok " + found[2].removeprefix("hash ")
    assert len(found) == 3


def test_the_end_of_input_ends_it_and_a_last_line_needs_no_break():
    assert answers(b"") == []
    assert answers(b"id")[0].startswith("id wabe ")


@pytest.mark.parametrize("line", [b"\xff\xfe\x00", b"\xc3\x28", b"\x00", b"\xf0\x9f\x98\x80", b""])
def test_bytes_that_are_no_command_are_an_error_and_no_end(line):
    first, second = answers(line + b"\nid\n")
    assert first.startswith("error ")
    assert second.startswith("id wabe ")


@pytest.mark.parametrize("character", ["a", "€", "\U0001f600"])
def test_a_line_without_end_is_refused_and_skipped(character):
    first, second = answers((character * (5 * MAX_LINE)).encode() + b"\nid\n")
    assert first.startswith("error syntax")
    assert second.startswith("id wabe ")


def test_the_process_answers_at_once_and_ends_with_0(tmp_path):
    with subprocess.Popen(
        [*wabe_command(), "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=child_environment(tmp_path),
    ) as process:
        process.stdin.write(b"id\n")
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"id wabe ")  # although the input goes on
        process.stdin.close()
        assert process.wait() == 0
    assert not list(tmp_path.iterdir())


# --- external engines -------------------------------------------------------------------------------------
def turn(actions=()):
    state, steps = GAME.setup({"size": 4}), []
    for k, text in enumerate(actions, 1):
        seat = GAME.to_act(state)
        state, events = GAME.apply(state, GAME.parse(text), None)
        steps.append(Applied(k, "act", seat, text, (), (), (), (), events, GAME.state_hash(state)))
    return Turn(GAME, GAME.to_act(state), len(steps), state, (), steps, ())


SCRIPT = """
import sys, time
played = 0
for line in sys.stdin:
    word = line.split()[0]
    if word == "id":
        print("id bot 1 protocol 1", flush=True)
    elif word in ("new", "do"):
        played = played + 1 if word == "do" else 0
        print("ok 00", flush=True)
    elif word == "quit":
        break
    else:
        {go}
"""


@pytest.fixture
async def engine():
    players = []

    def make(go):
        command = [sys.executable, "-c", SCRIPT.format(go=go)]
        players.append(ExternalPlayer(command, SETUP, "time 100", 0.1))
        return players[-1]

    yield make
    for player in players:
        await player.close()


async def test_an_engine_decides(engine):
    player = engine(
        'print("info {}", flush=True); print("best", "B1-B2" if played else "A2->A3", flush=True)'
    )
    assert await player.choose(turn()) == "A2-A3"
    assert await player.choose(turn(("A2-A3", "D2-D1"))) == "B1-B2"


@pytest.mark.parametrize("answer", [r"\tbest\tB1-B2  ", r"best  B1->B2\r", "best B1-B2 "])
async def test_blanks_and_tabs_are_as_good_as_each_other(engine, answer):
    """As in what the engine is told: docs/line-protocol.md, Conversation."""
    assert await engine(f'print("{answer}", flush=True)').choose(turn()) == "B1-B2"


async def test_an_engine_may_resign(engine):
    assert await engine('print("best resign", flush=True)').choose(turn()) is None


@pytest.mark.parametrize(
    ("go", "code"),
    [
        ('print("best A1-A2", flush=True)', "engine_action"),
        ('print("best", flush=True)', "engine_action"),
        ('print("bestow", flush=True)', "engine_answer"),
        ('print("best nonsense", flush=True)', "engine_action"),
        ('print("error illegal no", flush=True)', "engine_answer"),
        ('print("x" * 2_000_000, flush=True)', "engine_answer"),
        ('print("info {}\\\\n" * 200_000, flush=True)', "engine_answer"),
        ("sys.exit(0)", "engine_ended"),
        ("pass", "engine_timeout"),
    ],
)
async def test_an_engine_that_breaks_its_promise_forfeits(engine, monkeypatch, go, code):
    monkeypatch.setattr(external, "ANSWER_SECONDS", 1.0)
    with pytest.raises(ForfeitError) as told:
        await engine(go).choose(turn())
    assert told.value.code == code
    assert told.value.text


async def test_an_interrupted_thought_does_not_answer_the_next_question(engine):
    player = engine('time.sleep(0.3); print("best", "B1-B2" if played else "A2-A3", flush=True)')
    with trio.move_on_after(0.15) as hurry:
        await player.choose(turn())
    assert hurry.cancelled_caught
    assert await player.choose(turn(("A2-A3", "D2-D1"))) == "B1-B2"


@asynccontextmanager
async def opened(pipe):
    """Wait until another process has opened the named ``pipe``; yield what waits until that process has ended."""
    descriptor = await trio.to_thread.run_sync(os.open, pipe, os.O_RDONLY, abandon_on_cancel=True)

    async def closed():
        assert await trio.to_thread.run_sync(os.read, descriptor, 1, abandon_on_cancel=True) == b""

    try:
        yield closed
    finally:
        os.close(descriptor)


@pipes
@pytest.mark.parametrize("ending", ["", "while True: pass", "os._exit(0)"])
async def test_what_an_engine_has_started_ends_with_it(engine, tmp_path, ending):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    child = f"open({str(pipe)!r}, 'w'); import time; time.sleep(1000)"
    go = f"import os, subprocess; subprocess.Popen([sys.executable, '-c', {child!r}])"
    player = engine(f"{go}; print('best B1-B2', flush=True)\n        {ending}")
    with trio.fail_after(PATIENCE):
        await player.choose(turn())
        async with opened(pipe) as closed:
            await player.close()
            await closed()


_PROGRAM = """
import sys
import trio
from client.external import ExternalPlayer

trio.run(ExternalPlayer(sys.argv[1:], {"game": "towerwars"}, "nodes 1", 1000).choose, None)
"""


@pipes
async def test_an_engine_that_is_deaf_ends_with_a_program_that_was_killed(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    deaf = f"file = open({str(pipe)!r}, 'w')\nwhile True: pass"
    process = await trio.lowlevel.open_process(
        [sys.executable, "-c", _PROGRAM, sys.executable, "-c", deaf], env=package_environment(os.environ)
    )
    with trio.fail_after(PATIENCE):
        async with opened(pipe) as closed:
            process.kill()
            await process.wait()
            await closed()


async def test_wabe_itself_is_such_an_engine(tmp_path, monkeypatch):
    for name, value in child_environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    player = ExternalPlayer([*wabe_command(), "engine"], SETUP, "nodes 10", 5)
    try:
        assert await player.choose(turn()) is not None
    finally:
        await player.close()


def test_commands_are_split_as_a_shell_does():
    assert split_command("a 'b c' d") == ["a", "b c", "d"]
    for wrong in ("", "  ", "a 'b"):
        with pytest.raises(UsageError):
            split_command(wrong)


async def test_a_match_of_external_engines(company):
    engine = shlex.join([*wabe_command(), "engine"])
    options = ("--game", "krieg", "--mode", "towers", "--round-limit", "2")
    host = await company.host("anna", *options, "--engine", engine, "--nodes", "1")
    guest = await company.join(host, "bert", "--engine", engine, "--time", "200")
    await host.finish()
    await guest.finish()
    assert host.last("finished") == guest.last("finished")
    assert host.last("forfeit") is None


async def test_an_engine_that_dies_loses_the_match_and_it_is_told(company):
    dying = shlex.join([sys.executable, "-c", SCRIPT.format(go="sys.exit(1)")])
    host = await company.host("anna", "--game", "towerwars", "--size", "4", "--engine", dying)
    guest = await company.join(host, "bert", "--level", "simple")
    await host.finish()
    await guest.finish()
    assert host.last("forfeit")["code"] == "engine_ended"
    assert guest.last("finished")["winners"] == [1]
    assert guest.last("finished")["how"] == "resigned"

"""Window and network in one thread: every way to end, as processes on a display of their own."""

import signal
import subprocess
import sys

import pytest

from client.processes import child_environment, wabe_command
from client.verify import verify_file

ENDING = """
import os, signal, sys
import pyglet, trio
import client.ui.main as ui
from client.__main__ import main
from client.app.application import WindowApplication
from client.app.ports import SeatKind, SeatPlan

way = sys.argv[1]
broken = trio.Event()
real_run, real_window = WindowApplication.run, ui.run_window

def crash(_):
    raise RuntimeError("the interface broke")

def end(_):
    match way:
        case "close":
            # While a match runs the window asks; who closes it again means it.
            list(pyglet.app.windows)[0].dispatch_event("on_close")
            list(pyglet.app.windows)[0].dispatch_event("on_close")
        case "interface":
            crash(_)
        case "trio":
            broken.set()
        case "quit":
            app.quit()
        case "interrupt":
            os.kill(os.getpid(), signal.SIGINT)

async def run(self):
    async with trio.open_nursery() as nursery:
        nursery.start_soon(real_run, self)
        if way == "quit":
            return
        await broken.wait()
        raise RuntimeError("the network broke")

def run_window(application):
    global app
    app = application
    table = app.start_local("towerwars", {"size": 5}, [SeatPlan(SeatKind.ME)] * 2)
    played = []

    def changed():
        if table.match is not None and not played:
            match = table.match
            played.append(match.game.format(match.game.forward_actions(match.now())[0]))
            match.act(0, played[0])
        elif table.match is not None and len(table.match.steps) == 1 and len(played) == 1:
            played.append("end")
            pyglet.clock.schedule_once(end, 0.001)

    table.subscribe(changed)
    return real_window(app)

WindowApplication.run, ui.run_window = run, run_window
sys.exit(main(["window"]))
"""


@pytest.fixture
def environment(display, tmp_path):
    return {**child_environment(tmp_path), "DISPLAY": display}


def run(environment, source, *arguments):
    return subprocess.run(
        [sys.executable, "-c", source, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("way", "status", "fault"),
    [
        ("close", 0, ""),
        ("quit", 0, ""),
        ("interrupt", 128 + signal.SIGINT, ""),
        ("interface", 70, "the interface broke"),
        ("trio", 70, "the network broke"),
    ],
)
def test_every_ending_leaves_the_match_on_disk(environment, tmp_path, way, status, fault):
    done = run(environment, ENDING, way)
    assert done.returncode == status, done.stderr
    profile = tmp_path / "profiles" / "default"
    (transcript,) = (profile / "matches").glob("*.wabe")
    assert verify_file(transcript).items == 1
    assert transcript.with_suffix(".secret").exists()
    log = (profile / "wabe.log").read_text()
    if fault:
        (line,) = done.stderr.splitlines()
        assert line.startswith("wabe: error [internal]: ")
        assert str(profile / "wabe.log") in line
        assert fault in log
    else:
        assert done.stderr == ""
        assert "Traceback" not in log
        assert f"ended with status {status}" in log


def test_a_display_that_is_not_there(environment):
    done = subprocess.run(
        [*wabe_command(), "window"],
        env={**environment, "DISPLAY": ":987"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("wabe: error [no_window]: ")
    assert len(done.stderr.splitlines()) == 1


BUSY = """
import pyglet, trio
from client.ui.guest import run_guest

window = pyglet.window.Window(64, 64)
frames = []
pyglet.clock.schedule_interval(lambda dt: frames.append(dt), 1 / 60)

async def main():
    done = trio.Event()
    with trio.move_on_after(60):
        for number in range(2_000_000):
            await trio.lowlevel.checkpoint()
            if len(frames) >= 10:
                break
    # A thread of trio's, the window's own thread, and no loop but pyglet's.
    threads = await trio.to_thread.run_sync(lambda: number)
    assert threads == number

status = run_guest(main)
print(status, len(frames) >= 10)
"""


def test_a_busy_network_leaves_time_for_frames(environment):
    done = run(environment, BUSY)
    assert (done.returncode, done.stdout) == (0, "0 True\n"), done.stderr


HOST = """
import pyglet, trio
from client.ui.guest import run_guest

window = pyglet.window.Window(64, 64)
order = []

async def main():
    send, receive = trio.open_memory_channel(10)
    # What a handler of the window wakes has to run though nothing is posted for it.
    pyglet.clock.schedule_once(lambda dt: send.send_nowait("deed"), 0.05)
    try:
        order.append(await receive.receive())
        pyglet.clock.schedule_once(lambda dt: window.dispatch_event("on_close"), 0.05)
        await trio.sleep_forever()
    finally:
        with trio.CancelScope(shield=True):
            await trio.sleep(0.05)
            await trio.to_thread.run_sync(lambda: order.append("goodbye"))

print(run_guest(main), order)
"""


def test_deeds_of_the_window_reach_trio_and_goodbyes_are_said(environment):
    done = run(environment, HOST)
    assert (done.returncode, done.stdout) == (0, "0 ['deed', 'goodbye']\n"), done.stderr

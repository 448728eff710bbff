"""The demonstration: verified and quick in every mode, and it leaves nothing behind, however it ends."""

import dataclasses
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from client.demo import compare
from client.errors import ClientError
from client.processes import child_environment, wabe_command
from client.verify import verify_file

linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")


def demo(home, *arguments, **options):
    environment = child_environment(home) | {"TMPDIR": str(home)} | options.pop("environment", {})
    return subprocess.run(
        [*wabe_command(), "demo", *arguments],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        stdin=subprocess.DEVNULL,
        **options,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["--game", "towerwars", "--size", "4"],
        ["--mode", "factions", "--round-limit", "2", "--peers", "3", "--line"],
        pytest.param(["--mode", "towers", "--seats", "3", "--round-limit", "3"], marks=pytest.mark.slow),
        pytest.param(["--mode", "factions", "--round-limit", "2"], marks=pytest.mark.slow),
    ],
    ids=" ".join,
)
def test_every_kind_of_match_is_verified(tmp_path, arguments):
    done = demo(tmp_path, *arguments)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    lines = done.stdout.splitlines()
    assert any(line.startswith("result: ") for line in lines)
    (verified,) = (line for line in lines if line.startswith("verified: "))
    peers = 3 if "--peers" in arguments else 2
    assert verified == f"verified: {peers} transcripts, equal everywhere"
    facts = lines[lines.index(verified) + 1 :][:6]
    assert [line[:12].strip() for line in facts] == [
        "contract",
        "entries",
        "dice",
        "rules",
        "log head",
        "state hash",
    ]
    assert max(map(len, facts)) <= 60
    assert any("the game is over" in line for line in lines), "the last position is shown"
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ["--game", "towerwars"],
        ["--game", "krieg", "--mode", "classic"],
        ["--mode", "classic", "--seats", "3", "--peers", "3"],
        ["--mode", "towers"],
        ["--mode", "factions"],
        ["--mode", "factions", "--peers", "6"],
        ["--mode", "factions", "--peers", "6", "--line"],
    ],
    ids=" ".join,
)
def test_every_mode_takes_less_than_half_a_minute(tmp_path, arguments):
    done = demo(tmp_path, *arguments, timeout=30)
    assert done.returncode == 0, done.stderr


def test_what_is_kept(tmp_path):
    kept = tmp_path / "kept"
    done = demo(tmp_path, "--game", "towerwars", "--size", "4", "--keep", str(kept))
    assert done.returncode == 0, done.stderr
    files = list(kept.rglob("*.wabe"))
    assert len(files) == 2
    one, two = map(verify_file, files)
    compare([one, two])
    for field in ("match", "head", "state_hash"):
        with pytest.raises(ClientError) as told:
            compare([one, dataclasses.replace(two, **{field: bytes(32)})])
        assert told.value.code == "not_equal"
    again = demo(tmp_path, "--keep", str(kept))
    assert again.returncode == 1
    assert "wabe: error [exists]" in again.stderr


def processes_in(home):
    """Processes whose environment names ``home``, where the system shows it."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if os.fsencode(f"WABE_HOME={home}") in path.read_bytes():
                found.append(path.parent.name)
        except OSError:
            continue
    return found


@pytest.fixture
def running(tmp_path):
    """A demonstration of two peers that is in the midst of its match, and the directory that its peers use."""
    command = [*wabe_command(), "demo", "--mode", "factions", "--round-limit", "200"]
    environment = child_environment(tmp_path / "home") | {"TMPDIR": str(tmp_path)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env=environment
    ) as process:
        try:
            assert any(line.startswith(b"1. ") for line in process.stdout), process.stderr.read()
            (workplace,) = tmp_path.glob("wabe-demo-*")
            assert len(processes_in(workplace)) == 2
            yield process, workplace
        finally:
            process.kill()


@linux
@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
def test_an_interrupt_ends_all_processes(running, number):
    process, workplace = running
    process.send_signal(number)
    _, errors = process.communicate()
    assert process.returncode == 128 + number
    assert errors == b""
    assert processes_in(workplace) == []
    assert not workplace.exists()


@linux
def test_peers_end_even_if_the_demonstration_is_killed(running):
    process, workplace = running
    children = [os.pidfd_open(int(pid)) for pid in processes_in(workplace)]
    process.kill()
    process.communicate()
    for child in children:
        assert select.select([child], [], [], 20)[0], "a peer goes on after its parent was killed"
        os.close(child)


def test_a_peer_that_fails_fails_the_demonstration(tmp_path):
    """All peers have the same fault, so they agree with each other; the verification does not."""
    directory = tmp_path / "faulty"
    directory.mkdir()
    (directory / "sitecustomize.py").write_text(
        "import sys\n"
        "if 'peer' in sys.orig_argv:\n"
        "    from engine.towerwars.game import TowerWars\n"
        "    TowerWars.state_hash = lambda self, state: bytes(16)\n"
    )
    path = f"{directory}:{child_environment(tmp_path)['PYTHONPATH']}"
    done = demo(tmp_path, "--game", "towerwars", "--size", "4", environment={"PYTHONPATH": path})
    assert done.returncode == 1
    assert "wabe: error [not_verified]" in done.stderr
    assert "verified:" not in done.stdout

"""The command line: errors are one clear sentence with a code, help and version work, nothing is left behind."""

import os
import re
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from client.__main__ import main
from client.gameoptions import as_flags
from client.processes import child_environment, wabe_command
from engine.registry import GAMES
from protocol.identity import fingerprint

ERROR = re.compile(r"wabe: error \[(?P<code>[a-z_]+)\]: .+\n")
HOST = ("peer", "--host", "--game")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("WABE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("WABE_PROFILE", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def refused(capsys):
    def run(*arguments):
        status = main(arguments)
        captured = capsys.readouterr()
        found = ERROR.fullmatch(captured.err)
        assert found, captured.err
        assert status in (1, 2)
        return found["code"], status, captured.err

    return run


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["nonsense"], "usage"),
        (["--nonsense"], "usage"),
        (["peer"], "usage"),
        (["peer", "--host"], "usage"),
        (["peer", "--host", "--join", "x"], "usage"),
        (["peer", "--join", "x", "--game", "krieg"], "usage"),
        (["peer", "--join", "x", "--size", "8"], "usage"),
        (["peer", "--join", "x", "--computer", "1=simple"], "usage"),
        (["peer", "--resume", "x", "--seat", "1"], "usage"),
        (["peer", "--join", "x", "--name", ""], "usage"),
        (["peer", "--join", "x", "--name", "  "], "usage"),
        (["peer", "--join", "x", "--name", "a" * 33], "usage"),
        (["peer", "--join", "x", "--name", "\x1b[2J"], "usage"),
        (["peer", "--join", "x", "--name", "a\u202eb"], "usage"),
        ([*HOST, "chess"], "setup"),
        ([*HOST, "krieg", "--radius", "2"], "setup"),
        ([*HOST, "krieg", "--radius", "four"], "setup"),
        ([*HOST, "krieg", "--radius", "99999999999999999999"], "setup"),
        ([*HOST, "krieg", "--mode", "peace"], "setup"),
        ([*HOST, "krieg", "--gold", "6"], "setup"),
        ([*HOST, "krieg", "--gold", "6,x"], "setup"),
        ([*HOST, "krieg", "--gold", "6,7,8"], "setup"),
        ([*HOST, "krieg", "--mode", "towers", "--radius", "5"], "setup"),
        ([*HOST, "krieg", "--size", "8"], "setup"),
        ([*HOST, "towerwars", "--size", "27"], "setup"),
        ([*HOST, "towerwars", "--disband"], "setup"),
        ([*HOST, "towerwars", "--pie=yes"], "usage"),
        ([*HOST, "towerwars", "--level", "grandmaster"], "setup"),
        ([*HOST, "towerwars", "--level", "simple", "--engine", "x"], "usage"),
        ([*HOST, "towerwars", "--level", "simple", "--time", "5"], "usage"),
        ([*HOST, "towerwars", "--nodes", "5"], "usage"),
        ([*HOST, "towerwars", "--level", "simple", "--nodes", "0"], "usage"),
        ([*HOST, "towerwars", "--engine", "'"], "usage"),
        ([*HOST, "towerwars", "--engine", " "], "usage"),
        ([*HOST, "towerwars", "--seat", "7"], "usage"),
        ([*HOST, "towerwars", "--seat", "2"], "setup"),
        ([*HOST, "towerwars", "--computer", "1"], "usage"),
        ([*HOST, "towerwars", "--computer", "1=simple:x"], "usage"),
        ([*HOST, "towerwars", "--computer", "2=simple"], "setup"),
        ([*HOST, "towerwars", "--computer", "0=simple", "--computer", "1=simple"], "setup"),
        ([*HOST, "towerwars", "--computer", "1=simple", "--computer", "1=random"], "setup"),
        ([*HOST, "towerwars", "--computer", "1=grandmaster"], "setup"),
        ([*HOST, "towerwars", "--computer", "0=simple", "--seat", "0"], "setup"),
        ([*HOST, "towerwars", "--profile", "../../etc"], "profile"),
        ([*HOST, "towerwars", "--log-level", "loud"], "usage"),
        ([*HOST, "towerwars", "--listen", "nowhere"], "address"),
        ([*HOST, "towerwars", "--listen", "127.0.0.1:80"], "address"),
        ([*HOST, "towerwars", "--listen", "127.0.0.1:99999"], "address"),
        ([*HOST, "towerwars", "--listen", "a b:4000"], "address"),
        ([*HOST, "towerwars", "--listen", "203.0.113.1:4000"], "no_such_address"),
        (["peer", "--join", "wabe://"], "address"),
        (["peer", "--join", "wabe://127.0.0.1/room/00#aaaa"], "address"),
        (["peer", "--join", "wabe://127.0.0.1/#aaaa"], "malformed"),
        (["peer", "--join", f"wabe://127.0.0.1:1/#{fingerprint(bytes(32))}"], "unreachable"),
        (["peer", "--join", "127.0.0.1:1:1:x"], "address"),
        (["peer", "--join", "no such host"], "address"),
        (["peer", "--join", "127.0.0.1:1"], "unreachable"),
        (["peer", "--resume", "nothing"], "not_found"),
        (["peer", "--resume", "../nothing"], "not_found"),
        (["demo", "--peers", "7"], "usage"),
        (["demo", "--peers", "0"], "usage"),
        (["demo", "--peers", "3"], "usage"),
        (["demo", "--level", "grandmaster"], "usage"),
        (["demo", "--game", "krieg", "--radius", "9"], "setup"),
        (["replay"], "usage"),
        (["replay", "nothing"], "not_found"),
        (["replay", "."], "not_a_file"),
        (["rerun", "nothing"], "not_found"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_what_is_wrong_is_told_in_one_sentence(refused, arguments, code):
    found, status, text = refused(*arguments)
    assert found == code, text
    assert status == (2 if code in {"usage", "setup", "profile"} and arguments[0] != "replay" else status)


def test_a_file_of_another_kind(refused, home):
    (home / "text.wabe").write_text("hello\n")
    assert refused("replay", "text.wabe")[0] == "not_a_transcript"
    assert refused("peer", "--resume", "text.wabe")[0] == "foreign_match"
    (home / "empty.wabe").write_bytes(b"")
    assert refused("replay", "empty.wabe", "--verify")[0] == "not_a_transcript"
    (home / "newer.wabe").write_bytes(b"wabe transcript 9\n")
    assert refused("replay", "newer.wabe")[0] == "version"


def test_a_port_in_use(refused):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert refused(*HOST, "towerwars", "--listen", f"127.0.0.1:{port}")[0] == "port_in_use"


def test_a_place_that_cannot_be_written(refused, home):
    (home / "home").write_text("in the way")
    assert refused(*HOST, "towerwars")[0] in {"not_a_directory", "system"}


def test_an_engine_that_does_not_exist(refused):
    arguments = (
        *HOST,
        "towerwars",
        "--listen",
        "127.0.0.1:0",
        "--computer=1=simple",
        "--engine",
    )
    assert refused(*arguments, "no-such-program")[0] == "engine_start"
    assert refused(*arguments, f"{sys.executable} -c ''")[0] == "engine_ended"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--join", "http://foo"],
        ["--join", "127.0.0.1", "--name", "x" * 33],
        ["--join", "127.0.0.1:99999"],
        ["--join", "wabe://127.0.0.1/room/00112233"],
        ["--peer", "wabe://127.0.0.1/"],
        ["--join", "127.0.0.1", "--listen", "foo:bar"],
        ["--join", "127.0.0.1", "--listen", "127.0.0.1:0", "--engine", "no-such-program"],
    ],
    ids=" ".join,
)
def test_what_cannot_work_is_found_before_anybody_listens(arguments, capsys):
    assert main(["peer", *arguments]) in (1, 2)
    captured = capsys.readouterr()
    assert ERROR.fullmatch(captured.err)
    assert "listening" not in captured.out


def test_ones_own_address_is_nobody_to_join(refused):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    code, _, text = refused("peer", "--join", f"127.0.0.1:{port}", "--listen", f"127.0.0.1:{port}")
    assert code == "address"
    assert "nobody else hosts there" in text


def test_a_server_of_another_kind(refused):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        def answer():
            connection, _ = server.accept()
            with connection:
                connection.sendall(b"220 mail\r\n")

        with ThreadPoolExecutor() as pool:
            pool.submit(answer)
            code, status, text = refused("peer", "--join", f"127.0.0.1:{port}", "--listen", "127.0.0.1:0")
    assert (code, status) == ("unreachable", 1)
    assert "no Wabe answers at" in text


def test_a_fault_of_the_program_shows_no_traceback(monkeypatch, home, capsys):
    def fail(*_):
        raise ExceptionGroup("several", [ValueError("first"), ExceptionGroup("more", [OSError("second")])])

    monkeypatch.setattr("client.verify.open_transcript", fail)
    assert main(["replay", "x"]) == 70
    told = capsys.readouterr().err
    found = ERROR.fullmatch(told)
    assert found
    assert found["code"] == "internal"
    assert "ValueError" not in told
    log = home / "home" / "wabe.log"
    assert str(log) in told
    assert "ValueError: first" in log.read_text()


def test_a_fault_inside_a_match_is_in_the_log_of_the_profile(monkeypatch, home, capsys):
    async def fail(*_):
        raise ZeroDivisionError("here")

    monkeypatch.setattr("client.sitting.Sitting._play", fail)
    assert main([*HOST, "towerwars", "--listen", "127.0.0.1:0"]) == 70
    told = capsys.readouterr().err
    log = home / "home" / "profiles" / "default" / "wabe.log"
    assert str(log) in told
    assert ERROR.fullmatch(told)
    assert "ZeroDivisionError: here" in log.read_text()


def test_version_and_help(capsys):
    for arguments in (
        ["--version"],
        ["--help"],
        *([name, "--help"] for name in ("peer", "demo", "engine", "replay")),
    ):
        assert main(arguments) == 0
    shown = capsys.readouterr().out
    assert re.match(r"wabe \d+\.\d+\.\d+\n", shown)
    for game in GAMES.values():
        for option in game.options_schema():
            assert f"--{option.name.replace('_', '-')}" in shown


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_options_written_as_arguments_come_back(game, capsys):
    from client.__main__ import build_parser
    from client.commands.peer import peer_settings

    for options in game.modes():
        given = ["peer", "--host", "--game", game.name, *as_flags(options)]
        arguments = build_parser(given).parse_args(given)
        assert peer_settings(arguments).options == options


def test_a_reader_that_goes_away_is_no_error(home):
    with subprocess.Popen(
        [*wabe_command(), "demo", "--help"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=child_environment(home),
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.skipif(os.name != "posix", reason="descriptors are closed in the POSIX way")
def test_closed_output_is_no_error(home):
    done = subprocess.run(
        [*wabe_command(), "demo", "--game", "towerwars", "--size", "4"],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=child_environment(home),
        preexec_fn=lambda: os.close(1),
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(os.name != "posix", reason="descriptors are closed in the POSIX way")
@pytest.mark.parametrize(
    ("command", "closed"),
    [
        (["arena", "random", "random", "--json", "--game=towerwars", "--limit=8", "--games=2"], (1,)),
        (["engine"], (0, 1, 2)),
        (["rerun", "none.wabe"], (2,)),
    ],
)
def test_closed_streams_lead_nowhere(home, command, closed):
    done = subprocess.run(
        [*wabe_command(), *command],
        stdin=None if 0 in closed else subprocess.DEVNULL,
        stdout=None if 1 in closed else subprocess.PIPE,
        stderr=None if 2 in closed else subprocess.PIPE,
        env=child_environment(home),
        preexec_fn=lambda: [os.close(number) for number in closed],
        check=False,
    )
    assert done.returncode == (1 if command[0] == "rerun" else 0)
    assert b"Traceback" not in (done.stderr or b"")
    assert b"internal" not in (done.stderr or b"")


def test_a_match_whose_output_nobody_reads_any_more_ends_quietly(home):
    command = [*wabe_command(), *HOST, "towerwars", "--computer=1=random", "--listen", "127.0.0.1:0"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=child_environment(home),
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(b"legal\n")
        process.stdin.flush()
        assert process.stderr.read() == b""
        assert process.wait() == 1


def test_the_demo_by_default_and_without_a_display(home):
    environment = child_environment(home)
    environment.pop("DISPLAY", None)
    environment.pop("WAYLAND_DISPLAY", None)
    done = subprocess.run(
        wabe_command(), capture_output=True, text=True, env=environment, check=False, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    if sys.platform == "linux":
        assert "no display" in done.stdout.splitlines()[0]
    assert "verified: 2 transcripts" in done.stdout

"""``wabe engine`` as a process: how it ends, and what a stream that is closed or broken off does to it."""

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from client.commands.engine import serve
from engine.lineproto import MAX_LINE

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "client", "engine"]
SHELL = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell and signals")


def start(*command: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command or COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )


def told(data: bytes, *command: str) -> tuple[int, bytes, bytes]:
    with start(*command) as process:
        out, errors = process.communicate(data)
    return process.returncode, out, errors


def closing(redirection: str) -> list[str]:
    return ["sh", "-c", f'exec "$@" {redirection}', "sh", *COMMAND]


def test_the_end_of_input_ends_it_like_quit():
    status, out, errors = told(b"id\nhash\nid")
    assert (status, errors) == (0, b"")
    assert [line.split()[0] for line in out.splitlines()] == [b"id", b"error", b"id"]
    status, out, errors = told(b"id\r\nquit\r\nid\r\n")
    assert (status, len(out.splitlines()), errors) == (0, 1, b"")


def test_a_reader_that_goes_away_ends_it_quietly():
    with start() as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b"id\n")
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"id wabe ")
        process.stdout.close()
        process.stdin.write(b"id\n")
        process.stdin.flush()  # the input stays open: it is the answer that cannot be written
        assert process.wait() == 1
        assert process.stderr.read() == b""
        process.stdin.close()


@SHELL
@pytest.mark.parametrize("busy", [False, True])
def test_an_interruption_ends_it_quietly(busy: bool):
    with start() as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b'new {"game":"towerwars"}\n' + b"perft 9\n" * busy)
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"ok ")
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert (process.stdout.read(), process.stderr.read()) == (b"", b"")


@SHELL
def test_streams_that_were_never_open():
    assert told(b"", *closing("<&-")) == (0, b"", b"")
    assert told(b"id\n", *closing(">&-")) == (0, b"", b"")  # whoever closes it wants no answer
    assert told(b"id\n", *closing("2>&-"))[0] == 0


@pytest.mark.parametrize("end", [b"", b"\r", b"\r\r", b"\r\r\r"])
def test_what_is_cut_off_a_long_line_is_missed(end: bytes):
    """Characters of four bytes fill what is kept of a line exactly; the rest must not be taken for blanks."""
    answers = io.BytesIO()
    line = "\U0001f600".encode() * MAX_LINE + end
    serve(io.BytesIO(line + b"id\nid\n"), answers)
    first, second = answers.getvalue().splitlines()
    assert first.startswith(b"error syntax")
    assert second.startswith(b"id wabe ")

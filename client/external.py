"""External engines: programs that play a seat over the line protocol (``id new do go quit``).

An engine that answers too late or wrongly, or whose process ends, forfeits: the seat resigns and the person
is told why. It runs in a process group of its own, so that an interrupt from the keyboard, which ends this
program in an orderly way, does not end the engine first and lose the game; and so that all that it has started ends
with it (``leash``).
"""

import os
import shlex
import subprocess
from collections.abc import Iterator, Mapping

import trio

from client.errors import ClientError, UsageError, explain
from client.leash import Leash, end_group, own_group
from client.log import LOG
from client.players import ForfeitError, Turn, why_illegal
from engine import strictjson
from engine.options import OptionValue
from engine.record import RESIGN
from protocol.effects import Applied

__all__ = ["ANSWER_SECONDS", "ExternalPlayer", "split_command"]

ANSWER_SECONDS = 5.0
"""Seconds that an engine has for an answer beyond the time that it was given."""

NODES_SECONDS = 60.0
"""Seconds that count as given where a budget of nodes was named instead of a time."""

_MAX_LINE_BYTES = 1024 * 1024
"""Bytes of one line of an engine: as long as the longest that the protocol knows (a position)."""

_MAX_LINES = 100_000
"""Lines of one answer: events and ``info`` of a search that reports every depth many times over."""


def split_command(command: str) -> list[str]:
    """Return the program and arguments that the text ``command`` names, as a shell would split them.

    Raises:
        UsageError: Nothing there, or a quotation mark is not closed.
    """
    try:
        words = shlex.split(command, posix=os.name == "posix")
    except ValueError as error:
        raise UsageError(f"--engine: {error}", "engine") from error
    if not words:
        raise UsageError("--engine needs a command", "engine")
    return words


class ExternalPlayer:
    """A process that decides for one seat; it is started by the first decision.

    Args of the constructor:
        command: Program and arguments.
        setup: ``game`` and all options, as the command ``new`` takes them.
        bound: What ``go`` is told: ``nodes 1000`` or ``time 500``.
        seconds: The time that this gives it.
    """

    def __init__(
        self, command: list[str], setup: Mapping[str, OptionValue], bound: str, seconds: float
    ) -> None:
        self._command = command
        self._setup = strictjson.dump(dict(setup))
        self._bound = bound
        self._seconds = seconds
        self._process: trio.Process | None = None
        self._leash: Leash | None = None
        self._buffer = bytearray()
        self._told: int | None = None  # items that the engine knows; None: it must be told all from the start
        self._asking = False

    async def choose(self, turn: Turn) -> str | None:
        """Tell the engine what was played since, and return what it answers.

        Raises:
            ForfeitError: It did not answer in time, not as agreed, or with an illegal action, or it ended.
            ClientError: It could not be started.
        """
        if self._asking:
            await self.close()  # an answer to a question that was given up is still to come: begin anew
        self._asking = True
        if self._process is None:
            await self._start()
        await self._catch_up(turn)
        answer = await self._ask(f"go {self._bound}", "best", self._seconds + ANSWER_SECONDS)
        self._asking = False
        text = answer.removeprefix("best").strip()
        if text == RESIGN:
            return None
        refused = why_illegal(turn.game, turn.state, text)
        if refused is not None:
            raise ForfeitError("engine_action", f"the engine answered {text[:64]!r}: {refused}")
        return turn.game.format(turn.game.parse(text))

    async def check(self) -> None:
        """Start the engine, ask who it is, and end it: whether it is there must be known before a match is.

        Raises:
            ClientError: ``engine_start``, or the code of the promise that it broke at once.
        """
        try:
            await self._start()
        except ForfeitError as error:
            raise ClientError(error.code, error.text, self._command[0]) from error
        finally:
            await self.close()

    async def close(self) -> None:
        """Ask the engine to quit, and end it when it does not within a second; and what it leaves behind."""
        process, self._process, self._told = self._process, None, None
        leash, self._leash = self._leash, None
        self._buffer.clear()
        self._asking = False
        if process is None:
            return
        with trio.CancelScope(shield=True):
            try:
                with trio.move_on_after(1.0):
                    assert process.stdin is not None, "the process was opened with pipes"
                    await process.stdin.send_all(b"quit\n")
                    await process.stdin.aclose()
                    await process.wait()
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                LOG.debug("the engine was gone before quit")
            end_group(process)
            await process.wait()
            for stream in (process.stdin, process.stdout):
                assert stream is not None, "the process was opened with pipes"
                await stream.aclose()
            if leash is not None:
                await leash.loosen()

    async def _start(self) -> None:
        try:
            self._process = await trio.lowlevel.open_process(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **own_group()
            )
        except OSError as error:
            found = explain(error, self._command[0])
            raise ClientError(
                "engine_start", f"the engine cannot be started: {found.text}", found.culprit
            ) from error
        self._leash = await Leash.tie(self._process)
        answer = await self._ask("id", "id", ANSWER_SECONDS)
        LOG.info("engine: %s", answer)

    async def _catch_up(self, turn: Turn) -> None:
        if self._told is None:
            await self._ask(f"new {self._setup}", "ok", ANSWER_SECONDS)
            self._told = 0
        for step in turn.steps[self._told :]:
            for line in _commands(step):
                await self._ask(line, "ok", ANSWER_SECONDS)
        self._told = len(turn.steps)
        if turn.resigned:
            for seat in turn.resigned:
                await self._ask(f"do {RESIGN} {seat}", "ok", ANSWER_SECONDS)
            self._told = None  # these come again with the item that lists them: begin anew next time

    async def _ask(self, line: str, wanted: str, seconds: float) -> str:
        """Send ``line`` and return the first answer whose first word is ``wanted``."""
        process = self._process
        assert process is not None, "it was started"
        assert process.stdin is not None, "the process was opened with pipes"
        try:
            with trio.fail_after(seconds):
                await process.stdin.send_all(f"{line}\n".encode())
                for _ in range(_MAX_LINES):
                    answer = (await self._read_line(process)).strip()
                    word = (*answer.split(maxsplit=1), "")[0]
                    if word == wanted:
                        return answer
                    if word not in ("event", "info"):
                        raise ForfeitError(
                            "engine_answer", f"the engine answered {line[:40]!r} with {answer[:80]!r}"
                        )
        except trio.TooSlowError:
            raise ForfeitError(
                "engine_timeout", f"the engine did not answer {line[:40]!r} within {seconds:g} s"
            ) from None
        except trio.BrokenResourceError:
            raise ForfeitError("engine_ended", "the engine's process ended") from None
        raise ForfeitError(
            "engine_answer", f"the engine answered {line[:40]!r} with more than {_MAX_LINES} lines"
        )

    async def _read_line(self, process: trio.Process) -> str:
        assert process.stdout is not None, "the process was opened with pipes"
        while (end := self._buffer.find(b"\n")) < 0:
            if len(self._buffer) > _MAX_LINE_BYTES:
                raise ForfeitError(
                    "engine_answer", f"the engine sent a line of more than {_MAX_LINE_BYTES} bytes"
                )
            received = await process.stdout.receive_some(65536)
            if not received:
                raise ForfeitError("engine_ended", "the engine's process ended")
            self._buffer += received
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line.decode("utf-8", "replace")


def _commands(step: Applied) -> Iterator[str]:
    """Yield the ``do`` commands that repeat an item with its draws."""
    for seat in step.resigned:
        if step.kind != "resign" or seat != step.seat:
            yield f"do {RESIGN} {seat}"
    if step.kind == "agree" or (not step.action and step.kind == "act"):
        return
    draws = "".join(
        f" {name} {' '.join(map(str, values))}"
        for name, values in (("dice", step.dice), ("choices", step.choices))
        if values
    )
    action = RESIGN if step.kind == "resign" else step.action
    # Without draws an engine would roll for itself where the rules want dice; there are none wanted here.
    yield f"do {action}{draws}"

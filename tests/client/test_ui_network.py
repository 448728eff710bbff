"""Two programs with windows, used by mouse and keys alone, play each other over the network."""

import json
import re
import shutil
import signal
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
import trio

from client.processes import child_environment
from client.profiles import open_profile
from client.verify import verify_file
from engine.registry import GAMES

DRIVER = Path(__file__).with_name("window_driver.py")
PATIENCE = 40
"""Seconds until something that is waited for counts as a hang."""

ACTIONS = 20
"""Of each side, in each game."""


class Player:
    """One program and the person before it."""

    def __init__(self, name: str, process: trio.Process) -> None:
        self.name = name
        self.process = process
        self._answers, self._errors = b"", b""

    async def ask(self, do: str, **fields):
        await self.process.stdin.send_all(json.dumps({"do": do, **fields}).encode() + b"\n")
        with trio.move_on_after(PATIENCE):
            while b"\n" not in self._answers:
                data = await self.process.stdout.receive_some()
                assert data, f"{self.name} ended: {await self.errors()}"
                self._answers += data
            line, _, self._answers = self._answers.partition(b"\n")
            answer = json.loads(line)
            assert "error" not in answer, answer["error"]
            return answer
        await self.process.stdin.send_all(b'{"do": "state"}\n')
        seen = (await self.process.stdout.receive_some()).decode()
        pytest.fail(f"{self.name} did not see {fields} but {seen}")

    async def errors(self) -> str:
        return (await self.process.stderr.receive_some()).decode()

    async def click(self, key: str, **at) -> None:
        await self.ask("click", key=key, **at)

    async def until(self, **seen):
        return await self.ask("until", **seen)

    async def state(self):
        return await self.ask("state")

    async def ended(self) -> int:
        with trio.fail_after(PATIENCE):
            assert await self.process.stdout.receive_some() == b""
            return await self.process.wait()

    async def meant(self, answer) -> None:
        """Say yes where it is asked whether that is meant."""
        if answer["asks"]:
            await self.until(enabled="yes")
            await self.click("yes")

    # --- playing ------------------------------------------------------------------------------------------
    async def act(self, chance: Random) -> None:
        """Do one thing: a move by mouse, something to buy by its key, or the end of the turn by its button."""
        await self.until(turn=True)
        can = await self.ask("choices")
        moves, shop = can["moves"], can["shop"]
        if moves and (not can["end"] or chance.random() < 0.6):
            source, target = chance.choice(moves)
            await self.ask("move", source=source, target=target)
        elif shop:
            await self.meant(await self.ask("key", name=chance.choice(shop)))
        else:
            await self.until(enabled="end")
            await self.meant(await self.ask("click", key="end"))
        await self.until(steps=can["steps"] + 1)


@pytest.fixture
def places(tmp_path, monkeypatch):
    """Profiles of two people who want to see no motion and to hear nothing."""
    monkeypatch.setenv("WABE_HOME", str(tmp_path))
    for name in ("anna", "bert"):
        with open_profile(name) as profile:
            wishes = {"motion": "off", "volume": 0, "name": name.capitalize(), "hints": False}
            (profile.directory / "preferences.json").write_text(json.dumps(wishes))
    return tmp_path


@asynccontextmanager
async def players(home, display):
    """Yield a function that starts a program; those that still run are killed in the end."""
    running: list[trio.Process] = []

    async def start(name: str) -> Player:
        process = await trio.lowlevel.open_process(
            [sys.executable, str(DRIVER), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # Two programs that paint by software share the cores better with one thread each.
            env={**child_environment(home), "DISPLAY": display, "LP_NUM_THREADS": "1"},
        )
        running.append(process)
        player = Player(name, process)
        await player.until(screen="menu")
        return player

    try:
        yield start
    finally:
        for process in running:
            if process.poll() is None:
                process.kill()
                with trio.CancelScope(shield=True):
                    await process.wait()


async def open_room(host: Player, guest: Player, game: str) -> None:
    """Let one open a room for a game and the other join it by the clipboard, and both begin the match."""
    for player in (host, guest):
        await player.click("lan")
        await player.until(screen="lan")
    await host.click("open")
    await host.until(screen="setup")
    await host.click("game", x=(list(GAMES).index(game) + 0.5) / len(GAMES))
    await host.until(text="Open the room")
    await host.click("start")
    await host.until(screen="room", enabled="copy")
    await host.click("copy")
    await guest.click("paste")
    await guest.until(enabled="join")
    await guest.click("join")
    await guest.until(text="Anna" if host.name == "anna" else "Bert", enabled="ready")
    await guest.click("ready")
    await host.click("ready")
    await host.until(enabled="start")
    await host.click("start")
    for player in (host, guest):
        await player.until(screen="match")


async def agree(*both: Player) -> int:
    """Wait until both have seen the same; return after how many steps."""
    count = max([(await player.state())["steps"] for player in both])
    states = [await player.until(steps=count) for player in both]
    assert len({state["steps"] for state in states}) == 1
    assert len({state["hash"] for state in states}) == 1
    return count


async def play(both: tuple[Player, Player], actions: int, chance: Random) -> None:
    """Have both act until each has done so ``actions`` times."""
    done = dict.fromkeys(both, 0)
    while min(done.values()) < actions:
        turns = [(await player.state())["turn"] for player in both]
        if turns == [None, None]:
            count = await agree(*both)
            phases = {(await player.state())["phase"] for player in both}
            assert phases == {"playing"}, (count, phases)
            continue
        player = both[0] if turns[0] is not None else both[1]
        await player.act(chance)
        done[player] += 1
        await agree(*both)


async def leave_match(player: Player) -> None:
    await player.ask("key", name="f10")
    await player.click("leave")
    await player.click("yes")
    await player.until(screen="menu")


async def test_two_windows_play_both_games(places, display):
    chance = Random(5)
    async with players(places, display) as start:
        anna, bert = await start("anna"), await start("bert")
        await open_room(anna, bert, "krieg")
        assert "Krieg und Frieden" in " ".join((await anna.state())["texts"])
        await play((anna, bert), ACTIONS, chance)
        # One is gone without a word: the other says so on the screen, and both go on later from the menu.
        bert.process.send_signal(signal.SIGKILL)
        assert await bert.ended() == -signal.SIGKILL
        await anna.until(text="No connection to Bert")
        bert = await start("bert")
        await bert.until(text="Continue")
        await bert.click("centre")
        await bert.until(screen="match", phase="playing")
        await anna.until(phase="playing")
        await agree(anna, bert)
        await play((anna, bert), 2, chance)
        for player in (anna, bert):
            await leave_match(player)
        # The other game, with the other one as host.
        await open_room(bert, anna, "towerwars")
        await play((anna, bert), ACTIONS, chance)
        # The window is closed while the match runs, which is asked first; then the last one leaves by the menu.
        await anna.ask("close")
        await anna.click("leave")
        assert await anna.ended() == 0
        await bert.until(text="No connection to Anna")
        await leave_match(bert)
        await bert.ask("key", name="escape")
        await bert.click("leave")
        assert await bert.ended() == 0
        assert await anna.errors() + await bert.errors() == ""
    played = {}
    for name in ("anna", "bert"):
        found = [verify_file(path) for path in (places / "profiles" / name / "matches").glob("*.wabe")]
        played[name] = sorted((match.match, match.items) for match in found)
        log = (places / "profiles" / name / "wabe.log").read_text()
        assert "Traceback" not in log
        assert "a fault of this program" not in log
    assert played["anna"] == played["bert"]
    assert len(played["anna"]) == 2


async def test_a_true_click_and_a_true_key(places, display):
    if shutil.which("xdotool") is None:
        pytest.skip("xdotool is not installed")

    def xdotool(*arguments) -> str:
        done = subprocess.run(["xdotool", *map(str, arguments)], capture_output=True, text=True, check=True)
        return done.stdout

    async with players(places, display) as start:
        anna = await start("anna")
        (window,) = re.findall(r"\d+", xdotool("search", "--onlyvisible", "--name", "^Wabe$"))
        at = await anna.ask("place", key="lan")
        xdotool("mousemove", "--window", window, at["x"], at["y"], "click", 1)
        await anna.until(screen="lan")
        xdotool("windowfocus", "--sync", window, "key", "Escape")
        await anna.until(screen="menu")

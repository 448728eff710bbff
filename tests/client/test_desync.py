"""Peers that compute different positions: nobody follows the other, one's own fault is mended (N8)."""

import json
import zipfile
from pathlib import Path

import pytest

from client.processes import child_environment
from client.rerunning import rerun_hashes
from client.verify import load_match, open_transcript

GAME = ("--game", "krieg", "--round-limit", "3")
SIMPLE = ("--level", "simple")

FAULT = """
import sys
if "peer" in sys.orig_argv:  # a re-run in a fresh process is sound
    from engine.krieg.game import Krieg
    sound, count = Krieg.state_hash, 0
    def faulty(self, state):
        global count
        count += {condition}
        return bytes(16) if {condition} and count <= {times} else sound(self, state)
    Krieg.state_hash = faulty
"""
"""A ``sitecustomize`` module: a fault in the memory of one process."""

WAITING = "(self.to_json(state)['turn'] == 0 and self.to_json(state)['undo'] == 1)"
"""After the first purchase of a turn of seat 0: nobody but seat 0 signs anything at that position."""


@pytest.fixture
def faulty(tmp_path):
    def environment(condition, times):
        directory = tmp_path / "faulty"
        directory.mkdir()
        (directory / "sitecustomize.py").write_text(FAULT.format(condition=condition, times=times))
        path = child_environment(tmp_path)["PYTHONPATH"]
        return {"PYTHONPATH": f"{directory}:{path}"}

    return environment


async def test_a_liar_is_not_followed(company, faulty):
    host = await company.host("anna", *GAME, *SIMPLE)
    told = await host.wait_for("invitation")
    liar = await company.start(
        "bert",
        "--join",
        told["invitation"],
        "--listen",
        "127.0.0.1:0",
        *SIMPLE,
        environment=faulty("self.to_json(state)['turn'] == 1", 10**9),
    )
    assert await host.wait() == 1
    assert "wabe: error [desync]" in host.errors
    stopped = host.last("stopped")
    assert (stopped["code"], stopped["seat"]) == ("desync", 1)
    assert (await liar.wait_for("stopped"))["seat"] == 0

    bundle = Path(stopped["bundle"])
    with zipfile.ZipFile(bundle) as opened:
        assert set(opened.namelist()) == {"report.json", "log.txt", Path(host.last("match")["file"]).name}
        report = json.loads(opened.read("report.json"))
        assert "froze" in opened.read("log.txt").decode()
    assert report["difference"]["ours"] == report["state_hash"]
    assert report["difference"]["theirs"] == "00" * 16
    assert report["k"] == report["difference"]["k"] == stopped["k"]
    assert list(report["parts"]) == sorted(["board", "economy", "units", "turn", "dice"])


async def test_a_fault_of_ones_own_is_mended_and_play_goes_on(company, faulty):
    host = await company.host("anna", *GAME, *SIMPLE)
    told = await host.wait_for("invitation")
    guest = await company.start(
        "bert",
        "--join",
        told["invitation"],
        "--listen",
        "127.0.0.1:0",
        *SIMPLE,
        environment=faulty(WAITING, 1),
    )
    await host.finish()
    await guest.finish()
    assert guest.last("froze")["theirs"] != guest.last("froze")["ours"]
    assert guest.last("healed")["k"] == guest.last("froze")["k"]
    assert guest.last("complete")["head"] == host.last("complete")["head"]


async def test_a_fresh_process_computes_the_same_states(company):
    host = await company.host(
        "anna", "--game", "krieg", "--mode", "towers", "--round-limit", "2", "--computer=1=simple", *SIMPLE
    )
    await host.finish()
    file = Path(host.last("match")["file"])
    assert await rerun_hashes(file) == list(load_match(open_transcript(file)).hashes())
    assert await rerun_hashes(file.with_name("nothing")) == []

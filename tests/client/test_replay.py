"""Match files shown, verified and exported; damage is found, whatever it is."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from client.__main__ import main
from client.errors import ClientError
from client.processes import child_environment, wabe_command
from client.verify import load_match, open_transcript, record_of, verify_file
from engine.record import parse_record, replay
from engine.registry import GAMES
from protocol.errors import ProtocolError
from protocol.transcript import encode_transcript


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The file and the events of a short match with dice, two human-keyed seats and a computer seat."""
    command = [*wabe_command(), "peer", "--json", "--host", "--listen=127.0.0.1:0", "--level=simple"]
    command += ["--game=krieg", "--mode=towers", "--seats=3", "--round-limit=4"]
    command += ["--computer=2=simple", "--seat=0", "--seat=1"]
    environment = child_environment(tmp_path_factory.mktemp("home"))
    done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    events = [json.loads(line) for line in done.stdout.splitlines()]
    file = next(event["file"] for event in events if event["event"] == "match")
    return Path(file), events


def test_a_match_in_words_verified_and_exported(played, capsys, tmp_path):
    file, events = played
    items = [event for event in events if event["event"] == "item"]
    (begun,) = (event for event in events if event["event"] == "match")

    assert main(["replay", str(file)]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == f"match {begun['match']}"
    assert "seat 2: computer, level simple, 1 nodes, run by seat 0" in shown
    assert sum(bool(re.match(r"\d+\. ", line)) for line in shown) == len(items)
    for item in items:
        (line,) = (line for line in shown if line.startswith(f"{item['k']}. "))
        for event in item["events"]:
            assert " ".join(map(str, event.get("dice", ()))) in line
    assert re.search(r"(wins|draw)", shown[-1])

    assert main(["replay", str(file), "--verify", "--computers"]) == 0
    told = capsys.readouterr().out
    entries = len(open_transcript(file).entries)
    assert f"holds: {entries} entry signatures" in told
    assert f"holds: {len(items)} items re-run by the engine" in told
    decided = sum(item["seat"] == 2 for item in items)
    assert f"holds: {decided} computer decisions made again" in told
    assert f"log head {items[-1]['head']}" in told

    out = tmp_path / "record.json"
    assert main(["replay", str(file), "--export", str(out)]) == 0
    record = parse_record(out.read_text("utf-8"), GAMES)
    states = replay(record, GAMES["krieg"])
    assert len(states) == len(items) + 1
    assert GAMES["krieg"].state_hash(states[-1]).hex() == items[-1]["hash"]

    assert capsys.readouterr().out == f"written: {out}\n"

    for arguments in ([str(file), "--export"], ["--export", str(file)], ["--export", "-", str(file)]):
        assert main(["replay", *arguments]) == 0
        assert capsys.readouterr().out == out.read_text("utf-8")
    again = tmp_path / "again.json"
    assert main(["replay", "--export", str(again), str(file)]) == 0
    assert capsys.readouterr().out == f"written: {again}\n"
    assert again.read_bytes() == out.read_bytes()
    assert main(["replay", str(file), "--export", str(out)]) == 1
    assert "wabe: error [exists]" in capsys.readouterr().err

    assert main(["rerun", str(file)]) == 0
    hashes = capsys.readouterr().out.split()
    assert hashes[1:] == [item["hash"] for item in items]


def test_damage_is_found(played, tmp_path):
    file, _ = played
    sound = file.read_bytes()
    copy = tmp_path / "copy.wabe"
    found = 0
    for position in range(20, len(sound), len(sound) // 150):
        copy.write_bytes(sound[:position] + bytes([sound[position] ^ 1]) + sound[position + 1 :])
        try:
            held = verify_file(copy)
        except (ClientError, ProtocolError):
            found += 1
        else:
            # A bit of the last record looks like a write that was cut off, which is no fault.
            assert held.torn > 0
    assert found > 140


def test_a_forged_entry_with_a_proper_check_is_found_too(played, tmp_path):
    file, _ = played
    transcript = open_transcript(file)
    copy = tmp_path / "copy.wabe"
    for number in (0, 5, len(transcript.entries) - 1):
        packed, signature = transcript.entries[number]
        forged = list(transcript.entries)
        forged[number] = (packed, bytes([signature[0] ^ 1]) + signature[1:])
        copy.write_bytes(
            encode_transcript(type(transcript)(transcript.contract, transcript.signatures, forged))
        )
        with pytest.raises(ProtocolError) as told:
            verify_file(copy)
        assert told.value.code == "bad_signature"


def test_an_unfinished_match_says_who_owes_what(played, tmp_path, capsys):
    file, _ = played
    transcript = open_transcript(file)
    copy = tmp_path / "copy.wabe"
    part = transcript.entries[: len(transcript.entries) // 2]
    copy.write_bytes(
        encode_transcript(type(transcript)(transcript.contract, transcript.signatures, part)) + b"\0\0"
    )
    assert main(["replay", str(copy)]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert "2 bytes are ignored" in shown[-2]
    assert shown[-1].startswith("unfinished after ")
    assert "waiting for seat" in shown[-1]
    assert verify_file(copy).result is None
    assert record_of(load_match(open_transcript(copy))).result is None


def test_another_decision_than_the_levels_is_found(played, tmp_path, monkeypatch):
    file, _ = played
    from client import verify

    monkeypatch.setattr(verify.ComputerPlayer, "decide", lambda self, turn: "end")
    with pytest.raises(ClientError) as told:
        verify_file(file, decisions=True)
    assert told.value.code == "not_verified"
    assert "the level decides 'end'" in told.value.text


def test_the_record_holds_what_the_rules_want_and_nothing_else(played):
    file, _ = played
    record = json.loads(json.dumps(record_of(load_match(open_transcript(file))).to_json()))
    assert set(record) == {"setup", "steps", "result"}
    assert all(set(step) == {"action", "seat", "dice", "choices", "hash"} for step in record["steps"])

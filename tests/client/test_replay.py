"""Match files shown, verified and exported; damage is found, whatever it is."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from client.__main__ import main
from client.errors import ClientError
from client.players import Turn, earlier_decisions
from client.processes import child_environment, wabe_command
from client.recomputing import players_of, recompute_decisions
from client.verify import load_match, open_transcript, plain_record, record_of, verify_file
from engine.options import to_values
from engine.record import parse_record, replay
from engine.registry import GAMES
from protocol.chain import Chain
from protocol.contract import Absence, ComputerSeat, Contract, HumanSeat, encode_contract, signed_bytes
from protocol.errors import ProtocolError
from protocol.identity import SeatSecret, private_key, public_bytes, sign
from protocol.limits import MAX_NODES
from protocol.match import Match
from protocol.transcript import Transcript, encode_transcript


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The file and the events of a short match with dice, two human-keyed seats and a computer seat."""
    command = [*wabe_command(), "peer", "--json", "--host", "--listen=127.0.0.1:0", "--level=simple"]
    command += ["--game=krieg", "--mode=towers", "--seats=3", "--round-limit=4"]
    command += ["--computer=2=simple", "--seat=0", "--seat=1", "--name=Anna"]
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
    assert "seat 2: computer, level simple, 1 nodes, run by Anna (seat 0)" in shown
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


@pytest.fixture
def beside(played, tmp_path):
    """A function that shows a copy of the match with what it is given beside it."""
    file, _ = played
    copy = tmp_path / file.name
    copy.write_bytes(file.read_bytes())
    identity = load_match(open_transcript(file)).contract.human(0).identity.hex()

    def show(capsys, links, *options):
        text = json.dumps(links).replace("ME", identity)
        copy.with_suffix(".links.json").write_text(text, "utf-8")
        assert main(["replay", str(copy), *options]) == 0
        return capsys.readouterr().out

    return show


def test_names_that_lie_beside_the_file_are_shown(beside, capsys):
    shown = beside(capsys, {"name": "Anna", "seat_names": ["", "Bert"], "peers": {}}).splitlines()
    assert any(line.startswith("Anna (seat 0): human, fingerprint ") for line in shown)
    assert any(line.startswith("Bert (seat 1): human, fingerprint ") for line in shown)
    assert "seat 2: computer, level simple, 1 nodes, run by Anna (seat 0)" in shown
    assert any(line.startswith("1. Anna (seat 0): ") for line in shown)
    assert any(re.match(r"\d+\. the computer \(seat 2\): ", line) for line in shown)
    verified = beside(capsys, {"name": "Anna", "seat_names": ["", "Bert"]}, "--verify")
    assert f"result: {shown[-1]}" in verified
    assert re.match(r"draw: |((Anna|Bert|the computer) \(seat \d\)(, | and )?)+ wins?: ", shown[-1])


def test_the_names_of_others_are_known_by_their_keys(beside, capsys):
    shown = beside(capsys, {"name": "Bert", "peers": {"ME": {"name": "Zoe"}, "00": {"name": "Carl"}}})
    assert "Zoe (seat 0): human" in shown
    assert "Zoe (seat 1): human" in shown
    assert "Bert" not in shown


@pytest.mark.parametrize(
    "links",
    [
        {"name": "\x1b[2J", "peers": {"ME": 7}},
        {"name": 5, "seat_names": {"0": "Anna"}, "peers": ["ME"]},
        {"name": "x" * 33, "seat_names": [["Anna"], "\u202eevil\n1. seat 0 resigns", None]},
        {"peers": {"ME": {"name": "\ud800"}}},
        [],
    ],
)
def test_names_that_are_none_are_left_out(beside, capsys, links):
    shown = beside(capsys, links)
    assert "\nseat 0: human, fingerprint " in shown
    assert "\nseat 1: human, fingerprint " in shown
    assert all(line.isprintable() for line in shown.splitlines())


def test_a_record_has_no_place_for_names(beside, played, capsys):
    file, _ = played
    record = beside(capsys, {"name": "Anna"}, "--export", "-")
    assert record.encode() == plain_record(load_match(open_transcript(file)))


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


@pytest.mark.parametrize(
    "options",
    [["--game=towerwars", "--size=5", "--ply-limit=24"], ["--game=krieg", "--radius=3", "--round-limit=3"]],
)
def test_what_a_worker_decided_is_decided_again_here(options, tmp_path, capsys):
    """A level that searches: its moves were made in another process, with the plan of a turn kept there."""
    command = [
        *wabe_command(),
        "peer",
        "--json",
        "--host",
        "--listen=127.0.0.1:0",
        "--level=simple",
        *options,
    ]
    command += ["--computer=1=medium:250"]
    done = subprocess.run(
        command, env=child_environment(tmp_path), stdin=subprocess.DEVNULL, capture_output=True, check=True
    )
    assert done.stderr == b""
    events = [json.loads(line) for line in done.stdout.splitlines()]
    file = next(event["file"] for event in events if event["event"] == "match")
    assert main(["replay", file, "--verify", "--computer"]) == 0
    decided = sum(event["event"] == "item" and event["seat"] == 1 for event in events)
    assert decided > 5
    assert f"seat 1 (medium, 250 nodes): {decided} decisions as the level" in capsys.readouterr().out


def dishonest(home, program):
    """Play a match whose operator runs ``program`` before the peer; return its file."""
    arguments = ["peer", "--json", "--host", "--listen=127.0.0.1:0", "--level=random", "--game=krieg"]
    arguments += [
        "--mode=towers",
        "--seats=3",
        "--round-limit=5",
        "--seat=0",
        "--seat=1",
        "--computer=2=simple",
    ]
    code = f"import sys\nfrom client.__main__ import main\n{program}\nsys.exit(main({arguments}))"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        env=child_environment(home),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
    )
    events = [json.loads(line) for line in done.stdout.splitlines()]
    return Path(next(event["file"] for event in events if event["event"] == "match"))


def test_an_operator_who_plays_something_else_is_found_out(tmp_path, capsys):
    file = dishonest(
        tmp_path,
        "from engine.ai import levels\nlevels.LEVELS['krieg']['simple'] = levels.LEVELS['krieg']['random']",
    )
    assert main(["replay", str(file), "--verify"]) == 0
    assert main(["replay", str(file), "--verify", "--computer"]) == 1
    told = capsys.readouterr().err
    assert "wabe: error [level_deviates]: item " in told
    assert "seat 2, run by seat 0, plays" in told
    assert "its level simple with 1 node decides" in told


def test_a_resignation_that_the_level_did_not_decide_is_found_out(tmp_path, capsys):
    file = dishonest(
        tmp_path,
        "from client.players import ComputerPlayer\n"
        "choose = ComputerPlayer.choose\n"
        "async def give_up(self, turn):\n"
        "    return None if turn.seat == 2 and turn.k > 30 else await choose(self, turn)\n"
        "ComputerPlayer.choose = give_up",
    )
    assert main(["replay", str(file), "--verify", "--computer"]) == 1
    told = capsys.readouterr().err
    assert "plays 'resign'; its level simple with 1 node decides" in told
    agreed = int(re.search(r"\((\d+) decisions before it agree\)", told)[1])
    assert agreed > 0


def test_a_resignation_by_the_level_agrees(tmp_path, capsys, monkeypatch):
    """As if the level had decided on it: the same player, that gives up after item 30, here and there."""
    program = (
        "from client.workers import deciding\n"
        "from engine.ai.player import Decision\n"
        "think = deciding.Thinker.think\n"
        "def give_up(self, game, spec, earlier, k, *rest):\n"
        "    return Decision(None) if spec.seat == 2 and k > 30 else think(self, game, spec, earlier, k, *rest)\n"
    )
    file = dishonest(tmp_path, program + "deciding.Thinker.think = give_up")
    scope = {}
    exec(program, scope)
    monkeypatch.setattr("client.workers.deciding.Thinker.think", scope["give_up"])
    assert main(["replay", str(file), "--verify", "--computer"]) == 0
    assert re.search(r"seat 2 \(simple, 1 node\): \d+ decisions as the level", capsys.readouterr().out)
    resignations = [
        step for step in record_of(load_match(open_transcript(file))).steps if step.action == "resign"
    ]
    assert [step.seat for step in resignations] == [2]


def table_of(game, options, people, *computers):
    """Return contract and machine of a match whose humans, all of them here, have the first seats."""
    rules = GAMES[game]
    keys = [private_key(bytes([number + 1]) * 32) for number in range(2 * people)]
    secrets = {
        seat: SeatSecret(keys[seat], Chain(public_bytes(keys[seat]), bytes([seat]) * 32, 50))
        for seat in range(people)
    }
    humans = [
        HumanSeat(public_bytes(keys[people + seat]), public_bytes(keys[seat]), secrets[seat].chain.tip)
        for seat in range(people)
    ]
    values = tuple(to_values(rules.options_schema(), rules.complete(options)))
    absence = Absence(60, None, True, 60)
    contract = Contract(
        1, game, rules.rules_version, values, (*humans, *computers), None, absence, None, None, bytes(16)
    )
    signed = signed_bytes(encode_contract(contract))
    signatures = {seat: sign(keys[people + seat], signed) for seat in range(people)}
    match = Match(contract, signatures, secrets)
    match.effects()
    return contract, signatures, match


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_budget_that_lasts_for_years_can_be_given_up(tmp_path, number):
    computer = ComputerSeat("hard", MAX_NODES, bytes(32), 0)
    contract, signatures, match = table_of("towerwars", {"size": 26, "ply_limit": 2}, 1, computer)
    while match.result is None:
        match.act(match.to_act(), match.game.format(match.game.legal_actions(match.state)[0]))
        match.effects()
    file = tmp_path / "years.wabe"
    entries = match.entries(0, 0)
    file.write_bytes(encode_transcript(Transcript(encode_contract(contract), signatures, entries)))
    with subprocess.Popen(
        [*wabe_command(), "replay", str(file), "--verify", "--computer"],
        env=child_environment(tmp_path) | {"FORCE_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        seen = ""
        while "0/1" not in seen and (character := process.stderr.read(1)):
            seen += character
        process.send_signal(number)
        told, errors = process.communicate(timeout=60)
    assert process.returncode == 128 + number, errors
    assert told == ""
    assert "Traceback" not in errors
    assert "\x1b[?25h" in errors, "the cursor is to be seen again"


def test_who_took_over_from_an_operator_that_left_is_named():
    """Seat 0 operates the computer and resigns; from then on seat 1 plays for it, and not as its level."""
    computer = ComputerSeat("simple", 1, bytes(32), 0)
    contract, _, match = table_of("krieg", {"seats": 3}, 2, computer)
    match.act(0, "end")
    match.act(1, "end")
    match.effects()
    player = players_of(contract)[2]
    while match.to_act() == 2:
        earlier = earlier_decisions(match.game, match.steps(), match.state_at, 2)
        match.act(2, player.decide(Turn(match.game, 2, match.k, match.state, (), match.steps(), earlier)))
        match.effects()
    (found,) = recompute_decisions(match)
    assert found.count > 1
    match.resign(0)
    match.act(1, "end")
    match.effects()
    assert match.to_act() == 2
    match.act(2, "end")
    with pytest.raises(ClientError, match=r"seat 2, run by seat 1 since seat 0 left, plays 'end'"):
        recompute_decisions(match)


def test_recomputing_needs_the_verification(tmp_path, capsys):
    assert main(["replay", str(tmp_path / "any.wabe"), "--computer"]) == 2
    assert "--computer belongs to --verify" in capsys.readouterr().err


def test_the_record_holds_what_the_rules_want_and_nothing_else(played):
    file, _ = played
    record = json.loads(json.dumps(record_of(load_match(open_transcript(file))).to_json()))
    assert set(record) == {"setup", "steps", "result"}
    assert all(set(step) == {"action", "seat", "dice", "choices", "hash"} for step in record["steps"])

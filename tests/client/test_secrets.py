"""No secret is ever in anything that may be shown: transcripts, exports, logs, bundles, events, addresses."""

import base64
import signal
import zipfile
from pathlib import Path

from client.__main__ import main
from client.bundle import write_bundle
from client.profiles import HOME_VARIABLE
from client.verify import load_match, open_transcript
from protocol.identity import secret_bytes
from protocol.secret_file import decode_secrets

AHEAD = 200
"""Links of each chain beyond the last opened one that are looked for."""


def spellings(secret):
    yield secret
    yield secret.hex().encode()
    yield secret.hex().upper().encode()
    yield base64.b64encode(secret)[:40]
    yield repr(secret).encode()


def shown_files(home, kept):
    """Everything on disk but the files that are secret by their purpose."""
    for path in home.rglob("*"):
        if path.is_file() and path not in kept:
            if path.suffix == ".zip":
                with zipfile.ZipFile(path) as bundle:
                    yield from ((f"{path}:{name}", bundle.read(name)) for name in bundle.namelist())
            else:
                yield str(path), path.read_bytes()


async def test_nothing_that_may_be_shown_holds_a_secret(company, tmp_path, monkeypatch, capsys):
    options = ("--game", "krieg", "--mode", "towers", "--round-limit", "40", "--log-level", "debug")
    host = await company.host("anna", *options, "--level", "simple")
    guest = await company.join(host, "bert", "--level", "simple", "--log-level", "debug")
    while sum(event["event"] == "item" and bool(event["dice"]) for event in guest.events) < 3:
        await guest.changed()
    for peer in (host, guest):
        peer.process.send_signal(signal.SIGINT)
        assert await peer.wait() == 128 + signal.SIGINT

    secrets, kept = [], set()
    events = 0
    for peer in (host, guest):
        directory = Path(peer.last("profile")["directory"])
        key = directory / "identity.key"
        (secret_file,) = directory.rglob("*.secret")
        kept |= {key, secret_file}
        secrets.append(bytes.fromhex(key.read_text().split()[-1]))
        match = load_match(open_transcript(Path(peer.last("match")["file"])))
        events = sum(bool(step.dice or step.choices) for step in match.steps())
        _, own = decode_secrets(secret_file.read_bytes())
        for secret in own.values():
            secrets += [secret_bytes(secret.key), secret.chain.last]
            # The last event may be open at one peer only; every later link is nobody else's business.
            secrets += [secret.chain.link(n) for n in range(events + 2, events + 2 + AHEAD)]
        write_bundle(Path(peer.last("match")["file"]), match, None)
    assert events >= 3

    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    exported = tmp_path / "export.json"
    assert main(["replay", host.last("match")["file"], "--export", str(exported)]) == 0
    assert main(["replay", host.last("match")["file"], "--verify"]) == 0
    assert main(["replay", host.last("match")["file"]]) == 0
    shown = dict(shown_files(company.home, kept))
    shown["standard output"] = capsys.readouterr().out.encode()
    shown["events"] = "".join(map(repr, host.events + guest.events)).encode()
    assert sum(name.endswith(".wabe") for name in shown) >= 4  # two transcripts, and one in each bundle
    assert any(name.endswith("wabe.log") for name in shown)
    for secret in secrets:
        for spelling in spellings(secret):
            for name, content in shown.items():
                assert spelling not in content, name


def test_the_search_would_find_one(tmp_path):
    secret = bytes(range(32))
    (tmp_path / "log").write_bytes(b"x" + secret.hex().encode() + b"y")
    ((_, content),) = shown_files(tmp_path, set())
    assert any(spelling in content for spelling in spellings(secret))

"""Profiles: identity keys, one process at a time, names that are no paths."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from client.errors import ClientError, UsageError
from client.processes import child_environment
from client.profiles import HOME_VARIABLE, PROFILE_VARIABLE, open_profile
from protocol.identity import public_bytes, secret_bytes

HOLD = """
import sys
from client.profiles import open_profile
with open_profile("shared"):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    monkeypatch.delenv(PROFILE_VARIABLE, raising=False)
    return tmp_path


def test_a_profile_keeps_its_identity():
    with open_profile("anna") as first:
        key = public_bytes(first.key)
    with open_profile("anna") as again:
        assert public_bytes(again.key) == key
    with open_profile("bert") as other:
        assert public_bytes(other.key) != key


def test_the_name_comes_from_option_then_environment_then_default(monkeypatch):
    monkeypatch.setenv(PROFILE_VARIABLE, "by-environment")
    with open_profile("by-option") as profile:
        assert profile.name == "by-option"
    with open_profile() as profile:
        assert profile.name == "by-environment"
    monkeypatch.delenv(PROFILE_VARIABLE)
    with open_profile() as profile:
        assert profile.name == "default"


def test_names_differ_by_more_than_case():
    with open_profile("Anna") as profile:
        assert profile.name == "anna"


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
def test_nobody_else_reads_the_key():
    with open_profile("anna") as profile:
        file = profile.directory / "identity.key"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(profile.directory.stat().st_mode) == 0o700


def test_the_key_does_not_show_in_a_repr():
    with open_profile("anna") as profile:
        assert secret_bytes(profile.key).hex() not in repr(profile)


@pytest.mark.parametrize(
    "name",
    ["../x", "a/b", "a\\b", ".hidden", "-x", "", "a" * 33, "ä", "con", "LPT1", "a b", "x\0", "\n", "a\n"],
)
def test_names_that_could_be_a_path_are_refused(name, home):
    with pytest.raises(UsageError) as refused, open_profile(name or " "):
        pass
    assert refused.value.code == "profile"
    assert not any(home.iterdir())


@pytest.mark.parametrize(
    "content", [b"", b"wabe identity 1\n12\n", b"wabe identity 2\n" + b"0" * 64, b"\xff" * 99]
)
def test_a_damaged_key_is_told_and_kept(content):
    with open_profile("anna") as profile:
        file = profile.directory / "identity.key"
    file.write_bytes(content)
    with pytest.raises(ClientError) as told, open_profile("anna"):
        pass
    assert told.value.code == "identity"
    assert file.read_bytes() == content


def test_a_second_process_is_told_which_one_holds_it(home):
    with subprocess.Popen(
        [sys.executable, "-c", HOLD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=child_environment(home),
    ) as holder:
        assert holder.stdout.readline().strip() == b"held"
        with pytest.raises(ClientError) as told, open_profile("shared"):
            pass
        assert told.value.code == "profile_in_use"
        assert f"process {holder.pid}" in told.value.text
        holder.kill()
    with open_profile("shared") as profile:  # a killed holder leaves no lock behind
        assert profile.name == "shared"


def test_a_place_that_is_no_directory_is_told(home):
    (home / "profiles").write_bytes(b"")
    with pytest.raises(ClientError) as told, open_profile("anna"):
        pass
    assert told.value.code in {"not_a_directory", "system"}
    assert str(Path(home, "profiles")) in told.value.text

"""Match files: nothing half-written, secrets apart and private, one process at a time."""

import errno
import os
import shutil
import stat

import pytest

from client.errors import ClientError
from client.files import write_whole
from client.store import MatchFiles
from protocol.chain import Chain
from protocol.identity import SeatSecret, private_key, public_bytes, secret_bytes

MATCH = bytes(range(32))
HEAD = b"wabe transcript 1\n"


@pytest.fixture
def files(tmp_path):
    opened = MatchFiles(tmp_path, MATCH)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def secrets():
    key = private_key(bytes(range(1, 33)))
    return {2: SeatSecret(key, Chain(public_bytes(key), bytes(32)))}


def test_what_was_appended_is_there(files):
    files.create(HEAD)
    files.append(b"one", durable=True)
    files.append(b"two", durable=False)
    assert files.transcript.read_bytes() == HEAD + b"onetwo"


def test_a_transcript_is_created_once(files):
    files.create(HEAD)
    with pytest.raises(ClientError) as told:
        files.create(HEAD)
    assert str(files.transcript) in told.value.text
    assert files.transcript.read_bytes() == HEAD


def test_a_torn_tail_is_cut_before_going_on(files):
    files.transcript.write_bytes(HEAD + b"whole" + b"tor")
    files.open(len(HEAD) + 5)
    files.append(b"next", durable=True)
    assert files.transcript.read_bytes() == HEAD + b"wholenext"


def test_secrets_come_back_and_go_for_good(files, secrets):
    assert files.read_secrets() == {}
    files.write_secrets(secrets)
    found = files.read_secrets()
    assert list(found) == [2]
    assert secret_bytes(found[2].key) == secret_bytes(secrets[2].key)
    assert found[2].chain.tip == secrets[2].chain.tip
    files.delete_secrets()
    files.delete_secrets()
    assert files.read_secrets() == {}


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
def test_secrets_are_for_their_owner_alone(files, secrets, tmp_path):
    files.write_secrets(secrets)
    (secret,) = tmp_path.glob("*.secret")
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600


def test_secrets_are_written_once(files, secrets):
    files.write_secrets(secrets)
    with pytest.raises(ClientError):
        files.write_secrets(secrets)


def test_secrets_of_another_match_are_refused(files, secrets, tmp_path):
    files.write_secrets(secrets)
    (secret,) = tmp_path.glob("*.secret")
    secret.rename(tmp_path / f"{'0' * 32}.secret")
    other = MatchFiles(tmp_path, bytes(32))
    with pytest.raises(ClientError) as told:
        other.read_secrets()
    other.close()
    assert told.value.code == "wrong_match"


def test_the_match_belongs_to_one_process(files, tmp_path):
    with pytest.raises(ClientError) as told:
        MatchFiles(tmp_path, MATCH)
    assert told.value.code == "match_in_use"
    files.close()
    MatchFiles(tmp_path, MATCH).close()


def test_a_full_disk_leaves_whole_entries_only(files, monkeypatch):
    files.create(HEAD)
    files.append(b"whole", durable=True)
    write = os.write

    def full(descriptor, data):
        if len(data) > 3:
            return write(descriptor, data[:3])  # a disk that fills up takes a part first
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(ClientError) as told:
        files.append(b"lost", durable=True)
    monkeypatch.undo()
    assert told.value.code == "disk_full"
    assert files.transcript.read_bytes() == HEAD + b"whole"
    files.append(b"next", durable=True)
    assert files.transcript.read_bytes() == HEAD + b"wholenext"


@pytest.mark.skipif(os.name != "posix", reason="elsewhere an open file cannot be removed")
def test_a_file_that_is_removed_or_replaced_while_played_is_put_back(files, tmp_path):
    files.create(HEAD)
    files.append(b"one", durable=True)
    files.transcript.unlink()
    files.append(b"two", durable=True)
    assert files.transcript.read_bytes() == HEAD + b"onetwo"
    copy = tmp_path / "copy"
    copy.write_bytes(HEAD)
    copy.replace(files.transcript)  # an old backup
    files.append(b"three", durable=False)
    files.append(b"four", durable=True)
    assert files.transcript.read_bytes() == HEAD + b"onetwothreefour"
    shutil.rmtree(tmp_path)
    files.append(b"five", durable=True)
    assert files.transcript.read_bytes() == HEAD + b"onetwothreefourfive"


@pytest.mark.parametrize("content", [HEAD, HEAD + b"one and more"])
def test_a_file_that_somebody_else_writes_to_is_not_written_to(files, content):
    files.create(HEAD)
    files.append(b"one", durable=True)
    files.transcript.write_bytes(content)
    with pytest.raises(ClientError) as told:
        files.append(b"two", durable=True)
    assert told.value.code == "changed"
    assert files.transcript.read_bytes() == content


def test_a_failed_write_of_a_whole_file_leaves_the_old_one(tmp_path, monkeypatch):
    path = tmp_path / "file"
    write_whole(path, b"old")

    def full(descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ClientError) as told:
        write_whole(path, b"new", replace=True)
    monkeypatch.undo()
    assert told.value.code == "disk_full"
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_addresses_are_kept_and_a_damaged_file_is_only_a_loss_of_help(files, tmp_path):
    assert files.read_links() == {}
    files.write_links({"peers": {"ab": ["127.0.0.1:4000"]}})
    files.write_links({"peers": {}})
    assert files.read_links() == {"peers": {}}
    (links,) = tmp_path.glob("*.links.json")
    for damaged in (b"", b"\xff", b"[", b"[]", b'{"a":1,"a":2}'):
        links.write_bytes(damaged)
        assert files.read_links() == {}

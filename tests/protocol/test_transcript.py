"""Files: transcripts and secrets, torn, damaged, mistaken for each other."""

import random
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.chain import Chain
from protocol.errors import Code, LocalError, ProtocolError
from protocol.identity import SeatSecret, private_key, public_bytes, secret_bytes
from protocol.limits import MAX_RECORD_BYTES
from protocol.records import FileError, RecordReader, Torn, encode_record, magic_line
from protocol.secret_file import decode_secrets, encode_secrets
from protocol.transcript import (
    ContractRecord,
    EntryRecord,
    EvidenceRecord,
    SignatureRecord,
    Transcript,
    TranscriptReader,
    encode_entry,
    encode_evidence,
    encode_signature,
    encode_start,
    encode_transcript,
    read_transcript,
)

SIGNATURE = bytes(range(64))
WHOLE = Transcript(
    b"the contract",
    {0: SIGNATURE, 2: SIGNATURE[::-1]},
    [(msgspec.msgpack.encode([n, "entry", bytes([n] * n)]), SIGNATURE) for n in range(5)],
    [("fork", msgspec.msgpack.encode([1, "other"]), SIGNATURE)],
)
FILE = encode_transcript(WHOLE)


def boundaries(data: bytes) -> list[int]:
    """Where records end."""
    reader = RecordReader("transcript", 1, Code.NOT_A_TRANSCRIPT)
    starts = [offset for offset, _ in reader.feed(data)]
    return [*starts, reader.offset]


ENDS = boundaries(FILE)


def fails(code: Code, data: bytes) -> FileError:
    with pytest.raises(FileError) as caught:
        read_transcript([data])
    assert caught.value.code is code
    return caught.value


def test_what_was_written_is_read() -> None:
    assert read_transcript([FILE]) == WHOLE
    assert FILE.startswith(b"wabe transcript 1\n")


def test_a_transcript_grows_by_appending() -> None:
    pieces = [encode_start(b"the contract")]
    pieces += [encode_signature(seat, signature) for seat, signature in WHOLE.signatures.items()]
    pieces += [encode_entry(*entry) for entry in WHOLE.entries]
    pieces += [encode_evidence(Code.FORK, *WHOLE.evidence[0][1:])]
    assert b"".join(pieces) == FILE


def test_the_order_of_the_file_is_kept() -> None:
    late = (
        FILE
        + encode_entry(b"\x01", SIGNATURE)
        + encode_signature(1, SIGNATURE)
        + encode_signature(0, bytes(64))
    )
    found = list(TranscriptReader().feed(late))
    assert [type(record) for record in found] == [
        ContractRecord,
        *[SignatureRecord] * 2,
        *[EntryRecord] * 5,
        EvidenceRecord,
        EntryRecord,
        SignatureRecord,
        SignatureRecord,
    ]
    # Of two signatures of one seat the first counts.
    assert read_transcript([late]).signatures == WHOLE.signatures | {1: SIGNATURE}


@given(st.lists(st.integers(0, len(FILE)), max_size=40))
def test_any_pieces_give_the_same_records(places: list[int]) -> None:
    edges = [0, *sorted(places), len(FILE)]
    assert read_transcript(FILE[a:b] for a, b in pairwise(edges)) == WHOLE


def test_bytes_come_one_by_one() -> None:
    reader = TranscriptReader()
    records = [record for i in range(len(FILE)) for record in reader.feed(FILE[i : i + 1])]
    assert records == list(TranscriptReader().feed(FILE))
    assert reader.offset == len(FILE)
    assert reader.close() is None


# Torn


@pytest.mark.parametrize("end", range(ENDS[1], len(FILE)))
def test_a_write_that_was_cut_off_is_cut_off(end: int) -> None:
    found = read_transcript([FILE[:end]])
    whole = max(edge for edge in ENDS if edge <= end)
    assert found.torn == (Torn(whole, end - whole) if whole < end else None)
    assert encode_transcript(found) == FILE[:whole]


@pytest.mark.parametrize("zeros", [1, 7, 8, 20, 5000])
@pytest.mark.parametrize("kept", [0, 1, 5, 30])
def test_zeros_in_place_of_what_was_not_yet_written_are_torn_as_well(zeros: int, kept: int) -> None:
    last = encode_entry(b"\xc4\x20" + bytes(range(1, 33)), SIGNATURE)
    data = FILE + last[:kept] + bytes(zeros)
    found = read_transcript([data[:-1], data[-1:]])
    assert found.torn == Torn(len(FILE), kept + zeros)
    assert found.entries == WHOLE.entries


def test_a_file_that_ends_before_its_contract_does_is_none() -> None:
    for end in range(ENDS[1]):
        assert fails(Code.NOT_A_TRANSCRIPT, FILE[:end]).offset in (0, ENDS[0])


def test_a_last_record_whose_bytes_are_wrong_is_torn() -> None:
    for at in range(ENDS[-2] + 8, len(FILE)):
        data = bytearray(FILE)
        data[at] ^= 1
        found = read_transcript([bytes(data)])
        assert found.torn == Torn(ENDS[-2], len(FILE) - ENDS[-2])


# Damaged


def test_any_damage_before_the_last_record_is_named() -> None:
    rng = random.Random(1)
    for at in range(ENDS[0], ENDS[-2]):
        data = bytearray(FILE)
        data[at] ^= 1 << rng.randrange(8)
        start = max(edge for edge in ENDS if edge <= at)
        reader = TranscriptReader()
        read = []
        with pytest.raises(FileError) as caught:
            read.extend(reader.feed(bytes(data)))
        assert caught.value.code is Code.DAMAGED
        assert caught.value.offset == reader.offset == start
        assert caught.value.culprit == f"byte {start}"


def test_what_stands_before_the_damage_is_returned() -> None:
    data = bytearray(FILE)
    data[ENDS[4] + 20] ^= 255
    read = []
    reader = TranscriptReader()
    with pytest.raises(FileError):
        read.extend(reader.feed(bytes(data)))
    assert read == list(TranscriptReader().feed(FILE[: ENDS[4]]))
    with pytest.raises(FileError):
        list(reader.feed(b"more"))


@pytest.mark.parametrize(("start", "end"), [(3, 5), (1, 2), (0, 1)])
def test_a_hole_in_the_file_is_damage(start: int, end: int) -> None:
    hole = ENDS[start] + 20, ENDS[end] + 20
    fails(Code.DAMAGED, FILE[: hole[0]] + FILE[hole[1] :])


def test_zeros_in_the_middle_are_damage() -> None:
    fails(Code.DAMAGED, FILE[: ENDS[4]] + bytes(512) + FILE[ENDS[4] :])


@pytest.mark.parametrize(
    "body",
    [
        b"\xc0",
        msgspec.msgpack.encode(["poem", "x"]),
        msgspec.msgpack.encode(["signature", 9, SIGNATURE]),
        b"\x93\xa9signature\xcc\x00\xc4\x40" + SIGNATURE,
    ],
)
def test_records_of_no_known_form_are_damage(body: bytes) -> None:
    assert fails(Code.DAMAGED, FILE + encode_record(body) + encode_entry(b"\x01", SIGNATURE)).offset == len(
        FILE
    )


def test_the_contract_stands_first_and_once() -> None:
    magic = magic_line("transcript", 1)
    fails(Code.DAMAGED, magic + encode_signature(0, SIGNATURE) + encode_start(b"c")[len(magic) :])
    fails(Code.DAMAGED, FILE + encode_start(b"the contract")[len(magic) :])


def test_a_length_beyond_the_limit_is_damage_however_it_checks() -> None:
    small = encode_record(b"x" * 255)
    assert small[:4] == bytes([0, 0, 0, 255])
    long = MAX_RECORD_BYTES + 1
    header = RecordReader("transcript", 1, Code.NOT_A_TRANSCRIPT)
    data = encode_start(b"c") + long.to_bytes(4, "big") + bytes(4) + b"x" * long
    with pytest.raises(FileError) as caught:
        list(header.feed(data))
    assert caught.value.code is Code.DAMAGED
    for size in (0, long):
        with pytest.raises(LocalError):
            encode_record(bytes(size))
    assert len(encode_record(bytes(MAX_RECORD_BYTES))) == MAX_RECORD_BYTES + 12


def test_a_reader_holds_little() -> None:
    reader = RecordReader("transcript", 1, Code.NOT_A_TRANSCRIPT)
    list(reader.feed(magic_line("transcript", 1)))
    for _ in range(2000):
        list(reader.feed(encode_record(b"x" * 900)[:500]))
        list(reader.feed(encode_record(b"x" * 900)[500:]))
        assert len(reader._buffer) < 2000
    for _ in range(1000):
        list(reader.feed(bytes(4096)))
        assert len(reader._buffer) < 5000
    assert reader.close() == Torn(reader.offset, 4096 * 1000)


def test_a_transcript_beyond_all_reason_is_not_read() -> None:
    with pytest.raises(LocalError) as caught:
        read_transcript([FILE], limit=len(FILE) - 1)
    assert caught.value.code is Code.LIMIT


# Other files


@pytest.mark.parametrize(
    "data",
    [
        b"GIF89a",
        b"wabe secret 1\n",
        b"wabe transcript x\n",
        b"wabe transcript\n",
        b"wabe transcript 1 2\n",
        b"\n",
        bytes(100),
        b"wabe transcript 1" * 9,
    ],
)
def test_other_files_are_no_transcripts(data: bytes) -> None:
    fails(Code.NOT_A_TRANSCRIPT, data)


@pytest.mark.parametrize("version", [2, 10, 0])
def test_newer_formats_are_told_apart(version: int) -> None:
    error = fails(Code.VERSION, f"wabe transcript {version}\n".encode() + b"whatever")
    assert f"format {version}" in error.text


@given(st.binary(max_size=400), st.booleans())
def test_garbage_is_an_error_or_torn(garbage: bytes, after_magic: bool) -> None:
    data = FILE + garbage if after_magic else garbage
    try:
        found = read_transcript([data])
    except ProtocolError as error:
        is_damage = error.code in (Code.DAMAGED, Code.NOT_A_TRANSCRIPT)
        assert is_damage
    else:
        assert after_magic
        assert found.torn == (Torn(len(FILE), len(garbage)) if garbage else None)
        assert found.entries == WHOLE.entries


# Secrets


def secrets() -> dict[int, SeatSecret]:
    made = {}
    for seat in (1, 4):
        key = private_key(bytes([0xA0 + seat] * 32))
        made[seat] = SeatSecret(key, Chain(public_bytes(key), bytes([0xB0 + seat] * 32), 8))
    return made


MATCH = bytes([3] * 32)


def test_secrets_are_read_back() -> None:
    data = encode_secrets(MATCH, secrets())
    assert data.startswith(b"wabe secret 1\n")
    match, found = decode_secrets(data, 8)
    assert match == MATCH
    assert list(found) == [1, 4]
    for seat, secret in secrets().items():
        assert secret_bytes(found[seat].key) == secret_bytes(secret.key)
        assert found[seat].chain.tip == secret.chain.tip


def test_secrets_have_chains_of_full_length_unless_told_otherwise() -> None:
    _, found = decode_secrets(encode_secrets(MATCH, secrets()))
    assert {secret.chain.length for secret in found.values()} == {65_536}


def test_a_secret_file_that_is_not_whole_is_refused() -> None:
    data = encode_secrets(MATCH, secrets())
    for end in range(len(data)):
        with pytest.raises(FileError) as caught:
            decode_secrets(data[:end], 8)
        assert caught.value.code is Code.DAMAGED
    for at in range(len(data)):
        changed = bytearray(data)
        changed[at] ^= 4
        with pytest.raises(FileError) as caught:
            decode_secrets(bytes(changed), 8)
        assert caught.value.code in (Code.DAMAGED, Code.VERSION)
        assert caught.value.__cause__ is None
    for more in (b"\0", encode_record(b"x"), data[14:]):
        with pytest.raises(FileError):
            decode_secrets(data + more, 8)


def test_errors_of_a_secret_file_show_nothing_of_it() -> None:
    key, last = bytes([0xA1] * 32), bytes([0xB1] * 32)
    for seats in ([[9, key, last]], [[1, key, last], [1, key, last]], [[1, key, last.hex()]], [[1, key]], []):
        body = msgspec.msgpack.encode(["secret", MATCH, seats])
        with pytest.raises(FileError) as caught:
            decode_secrets(magic_line("secret", 1) + encode_record(body), 8)
        assert caught.value.code is Code.DAMAGED
        assert "a1" not in caught.value.text
        assert "b1" not in caught.value.text


def test_secrets_and_transcripts_are_not_mistaken_for_each_other() -> None:
    fails(Code.NOT_A_TRANSCRIPT, encode_secrets(MATCH, secrets()))
    with pytest.raises(FileError):
        decode_secrets(FILE, 8)


def test_no_secret_gets_into_the_other_files(tables) -> None:
    """The export of a match in play holds no seat key, no last link, and no link that was not opened."""
    table = tables.make_table("hh")
    net = tables.table_net(table)
    net.settle()
    net.peers[0].match.act(0, "hit 1")
    net.settle()
    export = encode_transcript(
        Transcript(b"", table.signatures, [entry for peer in net.peers for entry in peer.stored])
    )
    for secret in table.secrets.values():
        assert secret.chain.link(1) in export
        assert secret_bytes(secret.key) not in export
        for n in range(2, secret.chain.length + 1):
            assert secret.chain.link(n) not in export

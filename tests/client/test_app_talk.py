"""Chat beside a match file: kept, bounded, and readable whatever became of the file."""

import pytest

from client.app import talk
from client.app.talk import Talk
from client.view.source import ChatLine


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.chat.jsonl"


def test_what_was_said_is_read_again(path):
    first = Talk(path, 2)
    assert first.lines == ()
    said = [ChatLine(0, "good luck"), ChatLine(1, 'Grüße, "Anna"\n🎲')]
    for line in said:
        first.add(line)
    assert Talk(path, 2).lines == tuple(said)


def test_a_torn_tail_and_foreign_lines_are_left_out_and_later_lines_are_not_joined_to_them(path):
    path.write_bytes(b'[0,"hello"]\n[7,"no such seat"]\nnonsense\n\xff\n{"seat":1}\n[1,"half')
    again = Talk(path, 2)
    assert again.lines == (ChatLine(0, "hello"),)
    again.add(ChatLine(1, "back"))
    assert Talk(path, 2).lines == (ChatLine(0, "hello"), ChatLine(1, "back"))


def test_a_line_without_its_end_is_torn_even_where_it_reads_well(path):
    path.write_bytes(b'[0,"a"]\n[1,"b"]')
    assert Talk(path, 2).lines == (ChatLine(0, "a"),)


def test_only_the_newest_lines_are_kept(path, monkeypatch):
    monkeypatch.setattr(talk, "MAX_LINES", 5)
    monkeypatch.setattr(talk, "MAX_BYTES", 100)
    kept = Talk(path, 1)
    for n in range(100):
        kept.add(ChatLine(0, f"line {n}"))
        assert path.stat().st_size <= 200
    assert [line.text for line in Talk(path, 1).lines] == [f"line {n}" for n in range(95, 100)]


def test_a_disk_that_takes_nothing_loses_the_chat_and_nothing_else(tmp_path):
    nowhere = Talk(tmp_path / "missing" / "a.chat.jsonl", 1)
    nowhere.add(ChatLine(0, "hello"))
    assert nowhere.lines == ()

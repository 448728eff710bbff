"""Chat, questions and answers: they reach everybody once, and nobody can forge or multiply them."""

from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import Code, LocalError, RemoteError
from protocol.flood import (
    ASK_BURST,
    CHAT_BURST,
    CHAT_BURST_OF_OTHERS,
    CHAT_WAITING,
    CHAT_WINDOW,
    MAX_QUESTIONS,
    SeatChat,
    chat_bytes,
    sign_tell,
)
from protocol.identity import sign
from protocol.messages import Ask, Chat, Have, Tell
from protocol.recovery import Recovery

RING = [(0, 1), (1, 2), (2, 3), (3, 0)]
TREE = [(0, 1), (1, 2), (1, 3)]


@pytest.fixture
def table(tables: ModuleType):
    return tables.make_table("hhhh")


@pytest.fixture
def net(grapevine: ModuleType, table):
    shelves = [grapevine.Shelf(table.contract, {seat: table.secrets[seat]}) for seat in range(4)]
    return grapevine.Grapevine([*shelves, grapevine.Shelf(table.contract, {})], table)


def line(table, seat: int, n: int, text: str = "hello") -> Chat:
    return Chat(table.id, seat, n, text, sign(table.secrets[seat].key, chat_bytes(table.id, seat, n, text)))


def ask(table, number: int) -> Ask:
    return Ask(table.id, number.to_bytes(16, "big"))


def refused(code: Code, net, node: int, link: int, message) -> RemoteError:
    with pytest.raises(RemoteError) as caught:
        net.gossips[node].receive(link, message, net.now)
    assert caught.value.code is code
    return caught.value


def sent(net, node: int, kind: type) -> list:
    return [(link, message) for link, message in net.gossips[node].drain() if isinstance(message, kind)]


# Chat


@pytest.mark.parametrize("edges", [RING, TREE, [*TREE, *TREE]], ids=["ring", "tree", "twice"])
def test_a_line_reaches_everybody_once(net, edges: list[tuple[int, int]]) -> None:
    for a, b in [*edges, (3, 4)]:
        net.link(a, b)
    net.settle()
    said = [net.gossips[node].say(node, f"from {node}: ä", 0) for node in range(4)]
    net.settle()
    heard = [net.gossips[node].lines() for node in range(5)]
    for node in range(5):
        assert sorted(chat.seat for chat in heard[node]) == [seat for seat in range(4) if seat != node]
        assert all(chat in said for chat in heard[node])
        assert net.gossips[node].lines() == []


def test_a_line_comes_after_lines_that_overtook_it(net, table) -> None:
    number = net.link(0, 1)
    net.settle()
    order = [5, 3, 4, 3, 5, 200, 200 - CHAT_WINDOW + 1, 200 - CHAT_WINDOW, 6]
    for n in order:
        net.gossips[0].receive(number, line(table, 1, n), 0)
    assert [chat.n for chat in net.gossips[0].lines()] == [5, 3, 4, 200, 200 - CHAT_WINDOW + 1]


@given(numbers=st.lists(st.integers(0, 150), max_size=40))
def test_no_line_is_heard_twice(tables: ModuleType, numbers: list[int]) -> None:
    table = tables.make_table("hhhh")
    chat = SeatChat(table.contract, table.id, {}, 0)
    heard = [n for n in numbers if chat.hear(line(table, 1, n), 0)]
    assert len(heard) == len(set(heard))
    highest = -1
    for n in numbers:
        assert n in heard or n <= highest - CHAT_WINDOW
        highest = max(highest, n)


def test_a_forged_line_is_the_fault_of_who_sends_it(net, table) -> None:
    number = net.link(0, 1)
    net.settle()
    good = line(table, 2, 0, "yes")
    for bad in (
        Chat(table.id, 2, 0, "no", good.signature),
        Chat(table.id, 2, 1, "yes", good.signature),
        Chat(table.id, 3, 0, "yes", good.signature),
        Chat(table.id, 2, 0, "yes", bytes(64)),
    ):
        refused(Code.BAD_SIGNATURE, net, 0, number, bad)
    assert net.gossips[0].lines() == []
    net.gossips[0].receive(number, good, 0)
    assert net.gossips[0].lines() == [good]


def test_lines_of_another_match_are_not_repeated_here(net, table, tables: ModuleType) -> None:
    number = net.link(0, 1)
    net.settle()
    other = tables.make_table("hhhh", seed=7)
    there = line(other, 2, 0)
    refused(Code.WRONG_MATCH, net, 0, number, there)
    refused(Code.BAD_SIGNATURE, net, 0, number, Chat(table.id, 2, 0, "hello", there.signature))


def test_who_says_too_much_loses_the_link_and_who_passes_it_on_does_not(net, table) -> None:
    direct, onward = net.link(0, 1), net.link(0, 2)
    net.settle()
    for n in range(CHAT_BURST_OF_OTHERS):
        net.gossips[0].receive(onward, line(table, 1, n), 0)
    net.gossips[0].receive(onward, line(table, 1, 500), 0)
    assert len(net.gossips[0].lines()) == CHAT_BURST_OF_OTHERS
    assert refused(Code.FLOOD, net, 0, direct, line(table, 1, 501)).culprit == "seat 1"
    # Another seat may go on, and so may this one after a second.
    net.gossips[0].receive(onward, line(table, 2, 0), 0)
    net.gossips[0].receive(direct, line(table, 1, 502), 1000)
    assert [chat.seat for chat in net.gossips[0].lines()] == [2, 1]
    assert {link for link, _ in sent(net, 0, Chat)} == {direct, onward}


def test_own_lines_are_limited_so_that_others_accept_them(net) -> None:
    number = net.link(0, 1)
    net.settle()
    for now in range(0, 300_000, 250):
        try:
            net.gossips[0].say(0, "again", now)
        except LocalError as error:
            assert error.code is Code.FLOOD  # noqa: PT017 - most are refused here
    lines = [message for _, message in net.gossips[0].drain()]
    assert len(lines) == CHAT_BURST + 299
    # All of them come after half a minute of silence, as if the net had stalled.
    for chat in lines[-CHAT_BURST - 30 :]:
        net.gossips[1].receive(number, chat, 330_000)
    assert len(net.gossips[1].lines()) == CHAT_BURST + 30


def test_what_cannot_be_said_is_refused_here(net) -> None:
    gossip = net.gossips[0]
    for seat, text, code in [
        (1, "x", Code.NOT_YOUR_SEAT),
        (9, "x", Code.NOT_YOUR_SEAT),
        (0, "", Code.LIMIT),
        (0, "x" * 501, Code.LIMIT),
        (0, "\ud800", Code.MALFORMED),
    ]:
        with pytest.raises(LocalError) as caught:
            gossip.say(seat, text, 0)
        assert caught.value.code is code
    assert gossip.say(0, "x" * 500, 0).n == 0


def test_lines_go_on_after_a_restart(grapevine: ModuleType, net, table) -> None:
    number = net.link(0, 1)
    net.settle()
    net.gossips[0].say(0, "before", 0)
    net.settle()
    net.unlink(number)
    net.gossips[0] = grapevine.Grapevine.gossip(net.matches[0], table, chat_start=1_700_000_000)
    net.link(0, 1)
    net.settle()
    net.gossips[0].say(0, "after", 0)
    net.settle()
    assert [chat.text for chat in net.gossips[1].lines()] == ["before", "after"]


@pytest.mark.parametrize(
    "edges", [[(0, 1)], [(0, 1), (0, 1)], [(0, 1), (1, 2), (2, 0)]], ids=["one", "two", "ring"]
)
def test_what_is_said_before_the_other_end_tells_what_it_holds_arrives_once_and_in_order(
    net, edges: list[tuple[int, int]]
) -> None:
    """The first instants of a match: a link is up at both ends, and neither has read the other's ``have``."""
    for a, b in edges:
        net.link(a, b)
    for number in range(3):
        for node in (0, 1):
            net.gossips[node].say(node, f"{node}: {number}", 0)
            net.flush(node)
    net.settle()
    for here, there in ((0, 1), (1, 0)):
        assert [chat.text for chat in net.gossips[here].lines()] == [f"{there}: {n}" for n in range(3)]


def test_what_others_said_waits_for_a_link_as_well(net, table) -> None:
    """A line of three: the far link has just come up when the first one speaks."""
    near = net.link(0, 1)
    net.settle()
    far = net.link(1, 2)
    net.gossips[1].receive(near, line(table, 0, 7, "early"), 0)
    net.flush(1)
    net.settle()
    assert [chat.text for chat in net.gossips[2].lines()] == ["early"]
    net.unlink(far)
    net.link(1, 2)
    net.settle()
    assert net.gossips[2].lines() == []


def test_a_seat_that_floods_makes_a_link_keep_no_more_than_some_lines_of_its_own(net, table) -> None:
    direct, onward = net.link(0, 1), net.link(0, 2)
    net.gossips[0].receive(direct, line(table, 2, 0, "polite"), 0)
    for n in range(CHAT_BURST_OF_OTHERS):
        net.gossips[0].receive(direct, line(table, 1, n), 0)
    net.gossips[0].drain()
    net.gossips[0].receive(onward, Have(table.id, ()), 0)
    kept = [message for link, message in sent(net, 0, Chat) if link == onward]
    assert kept[0].text == "polite"
    assert [chat.n for chat in kept[1:]] == list(range(CHAT_BURST_OF_OTHERS))[-CHAT_WAITING:]
    assert CHAT_WAITING >= CHAT_BURST
    net.gossips[0].receive(onward, Have(table.id, ()), 0)
    assert sent(net, 0, Chat) == []


# Questions and answers


@pytest.mark.parametrize("edges", [RING, TREE, [*TREE, *TREE]], ids=["ring", "tree", "twice"])
def test_a_question_is_answered_by_everybody(net, edges: list[tuple[int, int]]) -> None:
    for a, b in edges:
        net.link(a, b)
    recovery = Recovery(net.matches[0], bytes(16))
    net.gossips[0].recover(recovery)
    net.settle()
    assert recovery.silent() == ()
    assert recovery.satisfied


def test_a_question_reaches_who_is_linked_later(net) -> None:
    """In any order: 0 asks alone, then the others come, each over the one before."""
    recovery = Recovery(net.matches[0], bytes(16))
    net.gossips[0].recover(recovery)
    net.settle()
    assert len(recovery.silent()) == 3
    net.link(2, 3)
    net.link(1, 2)
    net.settle()
    assert len(recovery.silent()) == 3
    net.link(0, 1)
    net.settle()
    assert recovery.silent() == ()


def test_answers_wait_for_the_way_back(net) -> None:
    """The link to the asker breaks before the answers come: who is linked next brings them."""
    recovery = Recovery(net.matches[0], bytes(16))
    first = net.link(0, 1)
    net.settle()
    net.gossips[0].recover(recovery)
    net.flush(0)
    while any(net.pipes[0, first]):
        net.step()
    net.unlink(first)
    net.link(1, 2)
    net.settle()
    assert len(recovery.silent()) == 3
    net.link(2, 0)
    net.settle()
    assert len(recovery.silent()) == 1


def test_an_answer_is_believed_from_its_seat_only(net, table) -> None:
    number = net.link(0, 1)
    recovery = Recovery(net.matches[0], bytes(16))
    net.gossips[0].recover(recovery)
    net.flush(0)
    net.gossips[0].receive(number, Have(table.id, ()), 0)
    good = sign_tell(table.secrets[2], recovery.ask, 2, ((0, 5),))
    bad = [
        Tell(table.id, good.nonce, 2, ((0, 4),), good.signature),
        Tell(table.id, good.nonce, 3, ((0, 5),), good.signature),
        Tell(table.id, good.nonce, 2, (), good.signature),
        Tell(table.id, good.nonce, 2, ((0, 5),), bytes(64)),
        sign_tell(table.secrets[3], recovery.ask, 2, ((0, 5),)),
    ]
    for tell in bad:
        refused(Code.BAD_SIGNATURE, net, 0, number, tell)
    refused(Code.MALFORMED, net, 0, number, sign_tell(table.secrets[2], recovery.ask, 2, ((1, 1), (0, 1))))
    refused(Code.MALFORMED, net, 0, number, Tell(table.id, good.nonce, 5, (), bytes(64)))
    assert len(recovery.silent()) == 3
    net.gossips[0].receive(number, good, 0)
    assert len(recovery.silent()) == 2
    assert recovery.missing() == {table.contract.human(2).identity: 5}


def test_an_answer_to_another_question_is_worth_nothing(net, table) -> None:
    number = net.link(0, 1)
    recovery = Recovery(net.matches[0], bytes(16))
    net.gossips[0].recover(recovery)
    net.settle()
    before = recovery.silent()
    old = ask(table, 99)
    net.gossips[0].receive(number, sign_tell(table.secrets[2], old, 2, ()), 0)
    net.gossips[0].receive(number, old, 0)
    net.gossips[0].receive(number, sign_tell(table.secrets[2], old, 2, ()), 0)
    moved = Tell(table.id, recovery.ask.nonce, 2, (), sign_tell(table.secrets[2], old, 2, ()).signature)
    refused(Code.BAD_SIGNATURE, net, 0, number, moved)
    assert recovery.silent() == before


def test_an_answer_is_passed_on_once_and_only_to_a_known_question(net, table) -> None:
    one, two = net.link(1, 0), net.link(1, 2)
    net.settle()
    tell = sign_tell(table.secrets[3], ask(table, 1), 3, ())
    net.gossips[1].receive(one, tell, 0)
    assert sent(net, 1, Tell) == []
    net.gossips[1].receive(one, ask(table, 1), 0)
    assert sorted(sent(net, 1, Tell), key=lambda item: item[0]) == [
        (link, sign_tell(table.secrets[1], ask(table, 1), 1, net.matches[1].lengths())) for link in (one, two)
    ]
    for _ in range(3):
        net.gossips[1].receive(one, tell, 0)
    assert sent(net, 1, Tell) == [(two, tell)]


def test_too_many_questions_are_dropped_without_blame(net, table) -> None:
    one, _ = net.link(1, 0), net.link(1, 2)
    net.settle()
    for number in range(100):
        net.gossips[1].receive(one, ask(table, number), 0)
    assert len(sent(net, 1, Ask)) == ASK_BURST
    net.gossips[1].receive(one, ask(table, 200), 1000)
    assert len(sent(net, 1, Ask)) == 1
    # Who is linked next is told the latest few.
    net.link(1, 3)
    net.gossips[1].drain()
    net.gossips[1].receive(net.next_link, Have(table.id, ()), 1000)
    assert [message for _, message in sent(net, 1, Ask)] == [
        ask(table, number) for number in [*range(ASK_BURST - MAX_QUESTIONS + 1, ASK_BURST), 200]
    ]


def test_a_flood_of_questions_does_not_drown_ones_own(net, table) -> None:
    number = net.link(0, 1)
    net.settle()
    recovery = Recovery(net.matches[0], bytes(16))
    net.gossips[0].recover(recovery)
    for n in range(1, 100):
        net.gossips[0].receive(number, ask(table, n), 1000 * n)
    net.gossips[0].receive(number, sign_tell(table.secrets[1], recovery.ask, 1, ()), 0)
    assert len(recovery.silent()) == 2


def test_a_repeated_question_is_not_answered_again(net, table) -> None:
    one = net.link(1, 0)
    net.settle()
    for _ in range(5):
        net.gossips[1].receive(one, ask(table, 1), 0)
    assert len(sent(net, 1, Tell)) == 1


def test_who_only_watches_answers_nothing(net, table) -> None:
    number = net.link(4, 0)
    net.settle()
    net.gossips[4].receive(number, ask(table, 1), 0)
    assert sent(net, 4, Tell) == []

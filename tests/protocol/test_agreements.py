"""Draws and aborts by agreement: offers, answers, closing, lapsing (``protocol.agreements``, ``legality``)."""

import pytest

from engine.game import Outcome
from protocol import entries as e
from protocol.effects import Result
from protocol.errors import Code, LocalError
from protocol.limits import MAX_SIDE_ENTRIES
from protocol.match import Waiting

LINK = bytes(range(32))
DRAW, ABORT = Result("agreed", Outcome((), "agreed")), Result("aborted", None)


@pytest.fixture
def new_net(tables):
    def make(pattern="hhh", owners=None, **options):
        options.setdefault("points", 20)
        return tables.table_net(tables.make_table(pattern, **options), owners)

    return make


@pytest.fixture
def view(tables):
    return tables.View(tables.make_table("hhh", points=20))


def refused(deed, *arguments):
    with pytest.raises(LocalError) as caught:
        deed(*arguments)
    return caught.value.code


@pytest.mark.parametrize(("kind", "result"), [("draw", DRAW), ("abort", ABORT)])
def test_everybody_agrees(new_net, kind, result) -> None:
    net = new_net()
    name = net[1].offer(1, kind)
    net.settle()
    (offer,) = net[0].offers()
    assert (offer.e, offer.kind, offer.seat, offer.accepted) == (name, kind, 1, ())
    net[2].accept(2, name)
    net.settle()
    assert net[0].offers()[0].accepted == (2,)
    assert net[0].result is None, "the seat to act has a say as well"
    net[0].accept(0, name)
    net.settle()
    for match in (net[0], net[1], net[2]):
        assert match.result == result
        assert match.complete
        assert match.offers() == ()
        (step,) = match.steps()
        assert (step.kind, step.seat, step.action) == ("agree", 0, kind)
        assert match.state == match.state_at(0), "the result overlays the outcome; the game is as it was"


def test_the_seat_to_act_may_offer_and_then_need_not_answer(new_net) -> None:
    net = new_net()
    name = net[0].offer(0, "draw")
    net.settle()
    net[1].accept(1, name)
    net[2].accept(2, name)
    net.settle()
    assert net[2].result == DRAW


def test_nobody_agrees_without_being_asked(new_net) -> None:
    net = new_net("hh")
    net[1].offer(1, "draw")
    net.settle()
    assert net[0].result is None
    assert net[0].waiting_for() == (Waiting(0, "act"),)


@pytest.mark.parametrize("pattern", ["hh", "hhh"])
def test_offers_that_cross_are_an_agreement(new_net, pattern) -> None:
    """Who offers a draw wants one; nobody has to say so twice because somebody else had the same thought."""
    net = new_net(pattern)
    seats = range(len(pattern))
    for seat in seats:
        net[seat].offer(seat, "draw")  # before any of them has heard of another one
    net.settle()
    for seat in seats:
        assert net[seat].result == DRAW
        assert net[seat].complete


def test_an_offer_answers_a_standing_one_of_its_kind_alone(new_net) -> None:
    net = new_net()
    name = net[1].offer(1, "draw")
    net.settle()
    net[0].offer(0, "abort")
    net[2].offer(2, "draw")
    net.settle()
    assert {offer.e: offer.accepted for offer in net[0].offers()}[name] == (2,)
    assert [offer.accepted for offer in net[1].offers() if offer.kind == "abort"] == [()]
    assert net[0].result is None


def test_any_other_item_lapses_an_offer(new_net) -> None:
    net = new_net("hh")
    name = net[1].offer(1, "draw")
    net.settle()
    net.play("train")
    assert net[0].offers() == net[1].offers() == ()
    assert refused(net[0].accept, 0, name) is Code.STALE
    again = net[1].offer(1, "draw")
    assert again != name
    net.settle()
    net[0].accept(0, again)
    assert net[0].result == DRAW


def test_an_offer_is_made_once_and_accepted_once(new_net) -> None:
    net = new_net()
    name = net[1].offer(1, "draw")
    before = net[1].lengths()
    assert net[1].offer(1, "draw") == name
    net[1].accept(1, name)
    assert net[1].lengths() == before
    net.settle()
    net[2].accept(2, name)
    before = net[2].lengths()
    net[2].accept(2, name)
    assert net[2].lengths() == before
    assert net[1].offer(1, "abort") != name


def test_there_is_always_room_for_the_act(new_net) -> None:
    net = new_net("hh")
    for number in range(MAX_SIDE_ENTRIES - 2):
        net[0]._sign(0, e.Offer("pause", number))
    assert refused(net[0].offer, 0, "draw") is Code.LIMIT
    name = net[1].offer(1, "draw")
    net.settle()
    assert refused(net[0].accept, 0, name) is Code.LIMIT
    net.play("pass")
    assert net[1].k == 1
    net[1].offer(1, "draw")


@pytest.mark.parametrize("kind", ["pause", "takeback", "swap", ""])
def test_other_kinds_are_not_supported(new_net, kind) -> None:
    net = new_net("hh")
    assert refused(net[0].offer, 0, kind) is Code.UNSUPPORTED
    assert net[0].lengths() == ((0, 1), (1, 1))


def test_offers_are_not_made_by_who_is_out_or_while_dice_are_awaited(new_net) -> None:
    net = new_net("hhh", points=1)
    while 2 in net[0].game.living(net[0].state):
        net.play("hit 2")
    assert refused(net[2].offer, 2, "draw") is Code.OVER
    assert refused(net[0].offer, 1, "draw") is Code.NOT_YOUR_SEAT
    net = new_net("hh")
    net[0].act(0, "hit 1")
    assert refused(net[0].offer, 0, "draw") is Code.NOT_YOUR_TURN


def test_a_computer_seat_has_no_say_and_its_operator_closes(new_net) -> None:
    net = new_net("hh0")
    net.play("pass")
    net.play("pass")
    assert net[0].own_turn() == 2
    name = net[1].offer(1, "draw")
    net.settle()
    net[0].accept(0, name)
    net.settle()
    assert net[1].result == DRAW
    assert net[1].steps()[-1].seat == 0


def test_an_eliminated_operator_closes_what_the_others_want(new_net) -> None:
    net = new_net("hhh0", points=3, turn_limit=99)
    while 0 in net[0].game.living(net[0].state):
        turn = net[0].to_act()
        can_hit = net[0].state.hits < 2 and turn in (1, 2)
        net.play("hit 0" if can_hit else "pass")
    while net[0].to_act() != 3:
        net.play("pass")
    name = net[1].offer(1, "abort")
    net.settle()
    net[2].accept(2, name)
    net.settle()
    assert net[0].result == ABORT
    assert net[0].steps()[-1].seat == 0


def test_hot_seat_players_agree_on_one_peer(new_net) -> None:
    net = new_net("hh", {0: [0, 1]})
    net[0].accept(1, net[0].offer(0, "draw"))
    assert net[0].result == DRAW


# --- what others sign ---------------------------------------------------------------------------------------


def test_an_agree_that_names_an_entry_not_held_waits(view) -> None:
    view.say(1, e.Offer("draw", None))
    answer = view.table.forge(view.match, 2, e.Yes(view.name(1)))
    view.say(0, e.Agree(view.name(1), (view.table.name(answer[0]),)))
    assert view.match.waiting_for() == (Waiting(0, "owes"),)
    view.match.receive(*answer)
    assert view.match.result == DRAW


def bad_agrees(view):
    """Return agrees that may not be items, by what is wrong with them."""
    for seat, kind in ((1, "draw"), (1, "takeback"), (0, "draw")):
        view.say(seat, e.Offer(kind, 3 if kind == "takeback" else None))
    draw, takeback, own = view.name(1, -2), view.name(1, -1), view.name(0)
    view.say(1, e.Offer("draw", 7))
    with_argument = view.name(1)
    yes = {}
    for offer in (draw, takeback, own, with_argument):
        view.say(2, e.Yes(offer))
        yes[offer] = view.name(2)
    view.say(2, e.Yes(draw))
    view.say(1, e.Yes(draw))
    return {
        "somebody is missing": (e.Agree(draw, ()), Code.ILLEGAL),
        "another offer's answer": (e.Agree(draw, (yes[own],)), Code.ILLEGAL),
        "a seat twice": (e.Agree(draw, (yes[draw], view.name(2))), Code.ILLEGAL),
        "the offerer's own answer": (e.Agree(draw, (yes[draw], view.name(1))), Code.ILLEGAL),
        "no offer": (e.Agree(yes[draw], ()), Code.ILLEGAL),
        "no answer": (e.Agree(draw, (own,)), Code.ILLEGAL),
        "another kind": (e.Agree(takeback, (yes[takeback],)), Code.UNSUPPORTED),
        "an argument": (e.Agree(with_argument, (yes[with_argument],)), Code.UNSUPPORTED),
    }


BAD = [
    "somebody is missing",
    "another offer's answer",
    "a seat twice",
    "the offerer's own answer",
    "no offer",
    "no answer",
    "another kind",
    "an argument",
]


@pytest.mark.parametrize("name", BAD)
def test_a_bad_agree_is_skipped_and_recorded(view, name) -> None:
    cases = bad_agrees(view)
    assert list(cases) == BAD
    body, code = cases[name]
    view.say(0, body)
    assert view.codes() == [code]
    assert (view.match.result, view.match.waiting_for()) == (None, (Waiting(0, "act"),))
    view.act("pass")
    assert view.match.k == 1


def test_an_agree_of_who_is_not_to_act_is_stale(view) -> None:
    view.say(1, e.Offer("draw", None))
    view.say(0, e.Yes(view.name(1)))
    view.say(2, e.Agree(view.name(1), (view.name(0),)))
    assert view.match.result is None
    view.act("pass")
    assert view.codes() == [Code.STALE]


def test_an_agree_cannot_name_what_has_lapsed(view) -> None:
    view.say(1, e.Offer("draw", None))
    view.say(2, e.Yes(view.name(1)))
    view.act("train")
    view.say(0, e.Agree(view.name(1), (view.name(2),)))
    assert view.codes() == [Code.ILLEGAL]
    view.say(2, e.Yes(view.name(1)))
    assert view.match.offers() == ()


def test_a_seat_that_has_left_has_no_say(view) -> None:
    view.act("train", [view.resign(2)])
    view.say(1, e.Offer("draw", None))
    view.say(0, e.Agree(view.name(1), ()))
    assert view.match.result == DRAW


def test_who_is_out_of_the_game_has_no_say(tables) -> None:
    view = tables.View(tables.make_table("hhh", points=1))
    while 2 in view.match.game.living(view.match.state):
        view.act("hit 2", link=True)
        view.reveal()
    for offerer, author in ((2, 0), (1, 2)):
        view.say(offerer, e.Offer("draw", None))
        view.say(author if author == 2 else 1, e.Yes(view.name(offerer)))
    offer = view.match.offers()
    assert [(open_.seat, open_.accepted) for open_ in offer] == [(1, ())]
    view.say(0, e.Agree(view.name(2, -2), (view.name(1, -2),)))
    view.say(0, e.Agree(view.name(1), (view.name(2),)))
    assert view.codes(0) == [Code.ILLEGAL] * 2
    view.say(0, e.Agree(view.name(1), ()))
    assert view.match.result == DRAW


def test_a_resignation_that_nobody_listed_leaves_the_say(view) -> None:
    view.resign(2)
    view.say(1, e.Offer("draw", None))
    view.say(0, e.Agree(view.name(1), ()))
    assert view.codes() == [Code.ILLEGAL]
    view.say(2, e.Yes(view.name(1)))
    view.say(0, e.Agree(view.name(1), (view.name(2),)))
    assert view.match.result == DRAW

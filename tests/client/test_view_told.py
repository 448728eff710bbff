"""What the view model tells of a match: headlines, chat, and the cards of the seats."""

from client.view.model import MatchModel
from client.view.sandbox import Sandbox
from client.view.source import ChatLine, Connection, Phase, SeatInfo, Status
from engine.game import Outcome
from engine.registry import GAMES

KRIEG, TOWERWARS = GAMES["krieg"], GAMES["towerwars"]


# --- headlines, chat, listeners ---------------------------------------------------------------------------
def test_headlines_of_every_phase(viewkit):
    source = viewkit.Told(KRIEG, {"seats": 3}, viewkit.people("Mira", "Jonas", "Lea"))
    model = MatchModel(source)
    expected = {
        Status(Phase.DICE, (2,)): "Waiting for the dice of Lea",
        Status(Phase.DICE): "Waiting for the dice",
        Status(Phase.RECOVERING, (1, 2)): "Waiting to hear from Jonas and Lea",
        Status(Phase.RECOVERING): "Waiting to hear from the others",
        Status(Phase.FROZEN): "Play is frozen while a difference is looked into",
        Status(Phase.STOPPED, code="desync"): "The match was stopped",
        Status(Phase.FINISHED, how="agreed", outcome=Outcome((), "agreed")): "Draw",
        Status(Phase.FINISHED, how="aborted"): "The match was called off",
        Status(Phase.PLAYING): "Your turn",
    }
    for status, words in expected.items():
        source.told = status
        source.tell()
        assert model.headline() == words
        assert (model.result() is not None) == (status.phase in (Phase.STOPPED, Phase.FINISHED))
    source.told = None
    source.act(0, "end")
    source.connections[1] = Connection("lost", 0)
    source.tell()
    assert model.headline() == "Jonas is not connected; the match waits"
    source.connections[1] = Connection("through", 2, 61)
    source.pondering = 1
    source.tell()
    assert model.headline() == "Jonas is thinking"
    card = next(card for card in model.seat_cards() if card.seat == 1)
    assert (card.connection_words, card.status) == ("relayed · 61 ms", "Thinking")


def test_chat_counts_what_was_not_read(viewkit):
    source = Sandbox(KRIEG, {}, viewkit.people("Mira", "Jonas"))
    model = MatchModel(source)
    source.chat(1, "hello")
    assert (model.unread, model.chat()[-1].text) == (1, "hello")
    model.read_chat()
    model.say("  ")
    source.chat_lines.append(ChatLine(None, "Jonas is back."))
    assert model.unread == 0, "what the program tells is no chat"
    model.say("good luck")
    assert model.chat()[-1].seat == 0


def test_listeners_hear_of_changes_until_they_leave(place):
    source = Sandbox(KRIEG, start=place("e4 0 rider2"))
    model = MatchModel(source)
    heard = []
    leave = model.subscribe(lambda: heard.append(model.shown))
    source.act(0, "move e4 e5")
    assert heard
    leave()
    heard.clear()
    source.act(0, "end")
    assert heard == []
    model.close()
    source.act(1, "end")
    assert model.selected is None


# --- cards -------------------------------------------------------------------------------------------------
def test_cards_stand_in_the_order_of_the_rails(viewkit):
    source = Sandbox(KRIEG, {"mode": "factions"}, viewkit.people(*"abcdef", own=(2,)))
    model = MatchModel(source)
    assert [card.seat for card in model.seat_cards()] == [3, 4, 5, 0, 1, 2]
    assert model.seat_cards()[-1].you


def test_a_plain_end_of_a_turn_is_a_quiet_row(place):
    source = Sandbox(KRIEG, start=place("e4 0 fighter1", "e7 1 rider3"))
    model = MatchModel(source)
    source.act(0, "move e4 e5")
    source.act(0, "end")  # riders starve
    source.act(1, "end")
    assert [row.quiet for row in model.moves()] == [False, False, True]


def test_a_card_of_krieg(place, viewkit):
    state = place("e4 0 rider2", "d4 0 worker1 mine", "e9 1 crown2 archer3", gold=(14, 9), turn=0)
    source = Sandbox(KRIEG, start=state, seats=viewkit.people("Mira", "Jonas"))
    rival, me = MatchModel(source).seat_cards()
    assert (me.gold, me.income, me.upkeep, me.next_gold) == (14, 5, 7, 12)
    assert me.settlement == "14 + 5 − 7 = 12"
    assert [(count.kind, count.count) for count in me.counts] == [("rider", 2), ("worker", 1)]
    assert (rival.place, rival.name, rival.to_act) == ("North · e9", "Jonas", False)
    assert (me.status, me.place) == ("Your turn", "South · e1")


def test_who_is_out_or_has_ended_has_no_next_turn(place, viewkit):
    state = place("e4 0 rider2", "e9 1 crown2 archer3", gold=(19, 9), turn=0)
    source = Sandbox(KRIEG, start=state, seats=viewkit.people("Mira", "Jonas"))
    model = MatchModel(source)
    assert model.plays
    model.press("t")
    assert model.threats_on
    source.resign(0)
    for card in model.seat_cards():
        assert (card.next_gold, card.settlement, card.starving) == (None, "", 0)
    assert not model.plays
    assert not model.threats_on
    assert not model.press("t")


def test_who_is_out_and_why(viewkit):
    source = Sandbox(KRIEG, {"seats": 3}, viewkit.people("Mira", "Jonas", "Lea"))
    model = MatchModel(source)
    source.resign(1)
    card = next(card for card in model.seat_cards() if card.seat == 1)
    assert (card.alive, card.fate, card.fate_words) == (False, "resigned", "Resigned")
    assert model.moves()[-1].text == "resigns"
    source.resign(2)
    result = model.result()
    assert (result.headline, result.winners, result.you_won) == ("You are the last one standing", (0,), True)


def test_computers_have_names_and_levels(viewkit):
    seats = [
        SeatInfo(0, "human", "Mira", True),
        SeatInfo(1, "computer", "", False, "hard-resigning"),
        SeatInfo(2, "computer", "", False, "simple"),
    ]
    model = MatchModel(Sandbox(KRIEG, {"seats": 3}, seats))
    cards = model.seat_cards()
    assert [(card.name, card.level) for card in cards] == [
        ("Computer 1", "hard"),
        ("Computer 2", "simple"),
        ("Mira", ""),
    ]


def test_the_board_follows_whoever_is_to_act_if_wanted(viewkit):
    source = Sandbox(KRIEG, {})
    model = MatchModel(source)
    assert model.picture().turns == 0
    source.act(0, "end")
    assert model.picture().turns == 0
    model.follow = True
    assert model.picture().turns == 3
    assert model.headline() == "Seat 2: Your turn"

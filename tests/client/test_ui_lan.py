"""Screens for playing over the network: what they offer, and what a click on it asks of the program."""

from dataclasses import replace

import pytest

from client.app.ports import Notice
from client.errors import ClientError
from client.ui.gallery.fakes import StillTable
from client.ui.gallery.kit import Kit
from client.ui.gallery.scenes_lan import SCENES, factions_room, saved_matches, towers_room
from client.ui.screens.lan import LanScreen
from client.ui.screens.lan_parts import address_words, ago
from client.ui.screens.lan_resume import ResumeScreen
from client.ui.screens.match import MatchScreen
from client.ui.screens.room import RoomScreen
from client.ui.screens.room_words import option_rows, variant_chips
from client.ui.screens.setup import SetupScreen
from client.ui.screens.ways import match_screen
from client.view.sandbox import Sandbox
from client.view.source import Phase, SeatInfo
from engine.registry import find


def at_table(kit, room, **changes):
    """Show a room; return its table."""
    table = StillTable(room=replace(room, **changes))
    kit.app.table = kit.app.opened = table
    kit.show(RoomScreen(kit.shell, table))
    return table


def towers():
    seats = [SeatInfo(0, "human", "Mira", own=True), SeatInfo(1, "human", "Jonas", own=False)]
    return Sandbox(find("towerwars"), {"size": 6}, seats)


def enabled(kit, key):
    return kit.find(key).enabled


# --- pictures ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1600, 1000)])
@pytest.mark.parametrize("pseudo", [False, True])
@pytest.mark.parametrize("scene", SCENES)
def test_nothing_is_cut_off_or_overlaps(ui, scene, pseudo, size):
    canvas = ui.NoteCanvas(*size)
    kit = Kit(canvas, canvas.frame, pseudo=pseudo)
    kit.stage_scene(SCENES[scene])
    assert kit.findings() == []


# --- beginning ---------------------------------------------------------------------------------------------------
def test_joining_by_what_is_typed(kit):
    kit.app.opened = StillTable(room=towers_room())
    kit.show(LanScreen(kit.shell))
    assert not enabled(kit, "join")
    kit.click("target")
    kit.type(" 192.168.1.7 ")
    assert enabled(kit, "join")
    kit.click("join")
    assert "join  192.168.1.7 " in kit.app.deeds
    assert "Room of Tariq" in kit.paint()
    assert not enabled(kit, "open")
    assert not enabled(kit, "target")


def test_joining_by_enter_and_by_pasting(kit):
    kit.app.opened = StillTable(room=towers_room())
    kit.clipboard = "  wabe://192.168.1.7/\n"
    kit.show(LanScreen(kit.shell))
    kit.click("paste")
    kit.click("target")
    kit.key("enter")
    assert "join wabe://192.168.1.7/" in kit.app.deeds


def test_enter_on_nothing_joins_nobody(kit):
    kit.show(LanScreen(kit.shell))
    kit.click("target")
    kit.key("space", "enter")
    assert not any(deed.startswith("join") for deed in kit.app.deeds)


def test_what_is_no_address_is_said_and_forgotten_when_mended(kit, monkeypatch):
    def join(target):
        raise ClientError("address", "This is not a host name.", target)

    monkeypatch.setattr(kit.app, "join", join)
    kit.show(LanScreen(kit.shell))
    kit.click("target")
    kit.type("nowhere!")
    kit.key("enter")
    assert "This is not a host name." in kit.paint()
    kit.key("backspace")
    kit.paint()
    assert "This is not a host name." not in kit.paint()


def test_a_new_room_is_set_up_with_all_other_seats_open(kit):
    kit.show(LanScreen(kit.shell))
    kit.click("open")
    assert isinstance(kit.shell.screen, SetupScreen)
    for game in (0.25, 0.75):
        rect = kit.find("game").rect
        kit.click_at(rect.x + game * rect.w, rect.cy)
        draft = kit.shell.screen.draft
        assert draft.seats == ["me", "open"]
    kit.click("mode factions")
    assert draft.seats == ["me", *["open"] * 5]


def test_addresses_that_led_to_a_match_are_offered_again(kit):
    table = kit.app.opened = StillTable(room=towers_room())
    kit.app.preferences.addresses = ["10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4"]
    kit.show(LanScreen(kit.shell))
    kit.click("earlier2")
    kit.click("join")
    assert kit.app.preferences.addresses[0] == "10.0.0.1"
    table.match = towers()
    table.tell()
    assert kit.app.preferences.addresses == ["10.0.0.3", "10.0.0.1", "10.0.0.2", "10.0.0.4"]
    assert "save preferences" in kit.app.deeds


def test_of_an_invitation_its_first_address_is_kept(kit):
    table = kit.app.opened = StillTable(room=towers_room())
    kit.clipboard = (
        "wabe://192.168.1.7,10.0.0.7:29300/room/00112233445566778899aabbccddeeff"
        "#a4b7-qw74-ksdj-mkwt-3uz6-hkcd-3j4a-lt6f"
    )
    kit.show(LanScreen(kit.shell))
    kit.click("paste")
    kit.click("join")
    table.match = towers()
    table.tell()
    assert kit.app.preferences.addresses == ["192.168.1.7"]


def test_a_match_to_go_on_with(kit):
    kit.app.matches = (*saved_matches(), replace(saved_matches()[0], id="cc" * 32, local=True))
    kit.show(LanScreen(kit.shell))
    assert not kit.has("resume-cccccccc")
    kit.click("resume-b2b2b2b2")
    assert "resume " + "b2" * 32 in kit.app.deeds


# --- the room ----------------------------------------------------------------------------------------------------
def test_a_host_copies_the_invitation_and_an_address(kit):
    table = at_table(kit, factions_room())
    kit.click("copy")
    assert kit.clipboard == table.room.invitation
    kit.click("address1")
    assert kit.clipboard == "100.72.3.4:29223"


def test_readiness_and_start(kit):
    table = at_table(kit, factions_room())
    assert not enabled(kit, "start")
    assert kit.find("start").tip == "Waiting for one more player."
    kit.click("start")
    kit.click("ready")
    table.room = replace(table.room, ready=False)
    table.tell()
    kit.paint()
    kit.click("ready")
    table.room = replace(table.room, can_start=True)
    table.tell()
    kit.paint()
    kit.click("start")
    assert table.deeds == ["ready False", "ready True", "start"]


def test_a_guest_agrees_and_cannot_start(kit):
    table = at_table(kit, towers_room())
    for key in ("start", "kick0", "terms", "copy", "computer0"):
        assert not kit.has(key)
    kit.click("ready")
    assert table.deeds == ["ready True"]


def test_what_differs_from_the_usual_is_listed_with_the_need_to_agree(kit):
    at_table(kit, factions_room(), hosting=False)
    shown = kit.paint()
    assert any("differs from the usual" in text for text in shown)
    assert {"A castle costs", "One charge", "Short shots", "on"} <= set(shown)
    at_table(kit, factions_room(), special=())
    assert not any("differs from the usual" in text for text in kit.paint())


def test_turning_somebody_out_is_asked_first(kit):
    table = at_table(kit, factions_room())
    assert not kit.has("kick0")
    kit.click("kick2")
    assert table.deeds == []
    assert kit.stage.focused.key == "keep"
    kit.key("enter")
    assert table.deeds == []
    kit.click("kick2")
    kit.click("kick")
    assert table.deeds == ["kick 2"]


def test_seats_of_computers(kit):
    table = at_table(kit, factions_room())
    kit.click("computer5")
    assert table.deeds == ["seat 5 computer easy"]
    kit.click("level4")
    kit.key("end", "enter")
    assert table.deeds[1:] == ["seat 4 open"]
    kit.click("level4")
    kit.key("home", "enter")
    assert table.deeds[2:] == ["seat 4 computer random"]


def test_another_free_seat_for_host_and_guest(kit):
    host = at_table(kit, factions_room())
    kit.click("claim5")
    assert host.deeds == ["claim 5"]
    guest = at_table(kit, factions_room(), hosting=False)
    kit.click("claim5")
    assert guest.deeds == ["claim 5"]


def test_who_has_no_seat_yet_cannot_be_ready(kit):
    seats = tuple(replace(seat, own=False) for seat in towers_room().seats)
    table = at_table(kit, towers_room(), seats=seats)
    assert not enabled(kit, "ready")
    assert "You have no seat yet." in kit.paint()
    kit.click("ready")
    assert table.deeds == []


def test_a_second_seat_of_the_host_can_be_given_up(kit):
    room = factions_room()
    assert not at_table(kit, room).deeds
    assert not kit.has("open0")
    seats = (room.seats[0], replace(room.seats[1], own=True), *room.seats[2:])
    table = at_table(kit, room, seats=seats)
    kit.click("open1")
    assert table.deeds == ["seat 1 open"]


def test_the_host_changes_the_terms(kit):
    table = at_table(kit, factions_room())
    kit.click("terms")
    assert not enabled(kit, "change")
    kit.click("option disband")
    kit.click("change")
    (deed,) = table.deeds
    assert deed.startswith("terms {'mode': 'factions', 'seats': 6, 'radius': 4")
    assert "'disband': True" in deed
    assert "'short_shots': True" in deed


def test_terms_that_do_not_go_together_give_way(kit):
    table = at_table(kit, factions_room())
    kit.click("terms")
    modes = kit.find("option mode")
    kit.click_at(modes.rect.x + 30, modes.rect.cy)
    kit.click("gold 0")
    seats = kit.find("seats").rect
    kit.click_at(seats.right - 20, seats.cy)
    kit.click("change")
    (deed,) = table.deeds
    assert deed.startswith("terms {'mode': 'classic', 'seats': 3")


def test_nothing_can_be_changed_while_everybody_signs(kit):
    at_table(kit, factions_room(), starting=True, waiting="Everybody signs the match …")
    for key in ("ready", "terms", "computer5", "claim5", "level4"):
        assert not enabled(kit, key)
    assert "Everybody signs the match …" in kit.paint()


def test_a_room_of_which_nothing_is_known_yet(kit):
    table = at_table(kit, towers_room(), game="", options={}, seats=(), waiting="Looking for the room …")
    assert "Looking for the room …" in kit.paint()
    kit.click("leave")
    assert table.deeds == ["leave"]


def test_a_room_of_an_unknown_game(kit):
    at_table(kit, towers_room(), game="chess", options={})
    assert {"Chess", "Seat 2"} <= set(kit.paint())


# --- the end of a table ------------------------------------------------------------------------------------------
def test_leaving_is_asked_first(kit):
    table = at_table(kit, factions_room())
    for way in (lambda: kit.key("escape"), lambda: kit.click("back"), lambda: kit.click("leave")):
        way()
        assert kit.has("leave-dialog")
        kit.key("enter")
        assert not kit.has("leave-dialog")
    assert table.deeds == []
    kit.click("leave")
    kit.click("go")
    assert table.deeds == ["leave"]
    assert "No room yet" in kit.paint()
    assert enabled(kit, "open")


@pytest.mark.parametrize(
    ("code", "headline"),
    [
        ("kicked", "The host has turned you out"),
        ("over", "The room was closed"),
        ("unreachable", "Nobody could be reached"),
        ("version", "This table has ended"),
    ],
)
def test_a_table_that_ended_says_why_and_gives_way(kit, code, headline):
    table = at_table(kit, towers_room())
    table.ended = Notice(code, "So it is.", bad=True)
    table.tell()
    shown = kit.paint()
    assert {headline, "So it is."} <= set(shown)
    assert enabled(kit, "target")
    kit.click("close")
    assert table.deeds == ["leave"]
    assert "No room yet" in kit.paint()


def test_an_address_at_which_nobody_answers_is_named_and_can_be_mended_at_once(kit):
    kit.app.opened = table = StillTable(room=replace(towers_room(), hosting=False, seats=()))
    kit.show(LanScreen(kit.shell))
    kit.click("target")
    kit.type("192.168.1.9")
    kit.key("enter")
    assert not enabled(kit, "target")
    table.ended = Notice("unreachable", "Nobody can be reached there.", bad=True)
    table.tell()
    shown = " ".join(kit.paint())
    assert "Nobody answers at 192.168.1.9. Is the address right" in shown
    assert "can be reached there" not in shown
    assert (kit.stage.focused.key, kit.stage.focused.text) == ("target", "192.168.1.9")
    kit.type("7")
    kit.key("enter")
    assert kit.app.deeds[-1] == "join 192.168.1.97"


def test_who_has_no_name_is_asked_for_it_once_before_joining(kit):
    kit.app.needs_name, kit.app.name = True, "Jonas"
    kit.show(LanScreen(kit.shell))
    kit.click("target")
    kit.type("192.168.1.9")
    kit.key("enter")
    assert kit.stage.focused.text == "Jonas"
    assert "join 192.168.1.9" not in kit.app.deeds
    kit.key("escape")
    assert kit.app.preferences.name == ""
    kit.click("join")
    kit.key("ctrl+a", "backspace")
    assert not enabled(kit, "take name")
    kit.type("Lea")
    kit.key("enter")
    assert kit.app.preferences.name == "Lea"
    assert kit.app.deeds[-2:] == ["save preferences", "join 192.168.1.9"]


def test_an_ending_is_not_told_twice(kit):
    table = at_table(kit, towers_room())
    table.ended = Notice("kicked", "The host has turned you out.", bad=True)
    table.tell()
    assert sum("turned you out" in text for text in kit.paint()) == 1


def test_news_of_the_table_are_shown(kit):
    table = at_table(kit, towers_room())
    table.notices = [Notice("first_contact", "Its fingerprint is abcd.")]
    table.tell()
    assert "Its fingerprint is abcd." in kit.paint()


def test_a_match_that_begins_is_shown(kit):
    table = at_table(kit, towers_room())
    table.match = towers()
    table.room = None
    table.tell()
    assert isinstance(kit.shell.screen, MatchScreen)
    kit.paint()


def test_a_match_that_is_going_on_is_no_room(kit):
    kit.app.table = StillTable(match=towers())
    kit.show(LanScreen(kit.shell))
    assert "No room yet" in kit.paint()


# --- going on ----------------------------------------------------------------------------------------------------
def waiting(kit):
    match = towers()
    match.phase, match.waiting = Phase.RECOVERING, (1,)
    table = StillTable(match=match)
    screen = match_screen(kit.shell, match, table)
    assert isinstance(screen, ResumeScreen)
    kit.show(screen)
    return table, match


def test_a_resumed_match_waits_for_the_others(kit):
    table, match = waiting(kit)
    assert "Waiting for Jonas …" in kit.paint()
    table.tell()
    assert isinstance(kit.shell.screen, ResumeScreen)
    match.phase = Phase.PLAYING
    table.tell()
    assert isinstance(kit.shell.screen, MatchScreen)
    assert isinstance(match_screen(kit.shell, match, table), MatchScreen)


def test_the_board_may_be_looked_at_meanwhile(kit):
    waiting(kit)
    kit.click("look")
    assert isinstance(kit.shell.screen, MatchScreen)


def test_waiting_is_given_up(kit):
    table, _ = waiting(kit)
    kit.key("escape")
    assert table.deeds == ["leave"]


def test_a_resumption_that_failed_says_why(kit):
    table, _ = waiting(kit)
    table.ended = Notice("desync", "Two positions.", bad=True)
    table.tell()
    assert isinstance(kit.shell.screen, ResumeScreen)
    assert "Two positions." in kit.paint()


# --- words -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("127.0.0.1:29223", "this machine only"),
        ("192.168.1.7:29223", "same network"),
        ("[fd00::7]:29223", "same network"),
        ("100.64.0.1:29223", "same VPN"),
        ("100.128.0.1:29223", "internet, if the router lets it in"),
        ("[fe80::1%eth0]:29223", "same cable or switch"),
        ("[2a02:810a::12]:29223", "internet, if the router lets it in"),
        ("mira.example:29223", "by name"),
    ],
)
def test_from_where_an_address_is_reached(address, words):
    assert address_words(address) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-5, "just now"),
        (59, "just now"),
        (60, "1 minute ago"),
        (7199, "1 hour ago"),
        (7200, "2 hours ago"),
        (86400 * 3, "3 days ago"),
    ],
)
def test_how_long_ago_something_was(seconds, words):
    assert ago(seconds) == words


def test_options_in_words():
    options = find("krieg").complete({"mode": "towers", "round_limit": 30, "disband": True})
    assert option_rows(options, ("round_limit", "gold", "disband", "castle_charges", "mode", "radius")) == [
        ("Round limit", "30 rounds"),
        ("Gold at the start", "6 · 7"),
        ("Disband own stacks", "on"),
        ("A castle costs", "Both charges"),
        ("Mode", "Towers"),
        ("Board radius", "4"),
    ]
    assert option_rows(
        {"round_limit": 0, "ply_limit": 0, "pie": False}, ("round_limit", "ply_limit", "pie")
    ) == [
        ("Round limit", "none"),
        ("Move limit", "none"),
        ("Swap after the first move", "off"),
    ]
    assert variant_chips(options) == ["Towers", "R 4"]
    assert variant_chips(find("towerwars").complete({})) == ["8 × 8"]

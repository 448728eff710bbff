"""A new match: everything that the games' schemas offer can be chosen, and nothing that they refuse begins."""

import pytest

from client.app.preferences import LastGame
from client.ui.screens.menu import MenuScreen
from client.ui.screens.setup import SetupScreen
from client.ui.screens.setup_draft import ME, OPEN, Draft, usual_level
from client.ui.toolkit.text import Text
from client.ui.toolkit.tree import find, walk
from engine.ai.levels import levels_of
from engine.options import Option, OptionKind
from engine.registry import GAMES
from engine.registry import find as find_game
from engine.towerwars.game import TowerWars


class Toy(TowerWars):
    """A third game: TowerWars with an option of every kind beside its own."""

    name = "toy_game"

    def options_schema(self):
        return (
            *super().options_schema(),
            Option("depth", OptionKind.INT, 3, "X1", minimum=1, maximum=9),
            Option("budget", OptionKind.INT, 10, "X2", minimum=0, maximum=500),
            Option("fog", OptionKind.BOOL, False, "X3"),
            Option("weather", OptionKind.CHOICE, "sun", "X4", choices=("sun", "rain")),
            Option("land", OptionKind.CHOICE, "sea", "X5", choices=("sea", "hill", "wood", "sand", "ice")),
            Option("chips", OptionKind.INTS, (1, 2), "X6", minimum=0, maximum=9),
        )

    def complete(self, options):
        own = {o.name: o for o in self.options_schema()[3:]}
        rest = {name: value for name, value in options.items() if name not in own}
        return super().complete(rest) | {name: options.get(name, o.default) for name, o in own.items()}

    def setup(self, options):
        return super().setup(
            {name: value for name, value in options.items() if name in ("size", "ply_limit", "pie")}
        )


@pytest.fixture
def krieg(kit):
    kit.show(SetupScreen(kit.shell, "krieg"))
    return kit


@pytest.fixture
def toy(kit, monkeypatch):
    monkeypatch.setitem(GAMES, "toy_game", Toy())
    kit.show(SetupScreen(kit.shell, "toy_game"))
    return kit


def walk_to(kit, key):
    """Go on by Tab, as far as it takes, until the widget of that key has the keyboard."""
    kit.shell.focus("back")
    for _ in range(80):
        if kit.stage.focused.key == key:
            return kit.stage.focused
        kit.key("tab")
    pytest.fail(f"Tab does not lead to {key!r}")


def said(kit):
    """Return all texts of the screen, those that are scrolled out of sight as well."""
    return [widget.text for widget in walk(kit.stage.top) if isinstance(widget, Text)]


def options(kit):
    return kit.shell.screen.draft.options


# --- two clicks --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", ["krieg", "towerwars"])
def test_two_clicks_lead_from_the_menu_into_a_match_against_the_computer(kit, game):
    kit.show(MenuScreen(kit.shell))
    kit.click(game)
    kit.click("start")
    assert kit.app.deeds[-1].startswith(f"start {game} ")
    assert kit.app.deeds[-1].endswith(" me, medium")
    assert kit.shell.screen.name == "opening"


def test_two_keys_do_the_same(kit):
    kit.show(MenuScreen(kit.shell))
    kit.key("up", "enter", "enter")
    assert kit.app.deeds[-1].endswith(" me, medium")


# --- every option by keys ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("game", "key", "keys", "name", "value"),
    [
        ("krieg", "seats", "right", "seats", 3),
        ("krieg", "gold 1", "right right", "gold", (6, 9)),
        ("krieg", "option radius", "left", "radius", 3),
        ("krieg", "option castle_charges", "left", "castle_charges", 1),
        ("krieg", "option round_limit", "1 2 0", "round_limit", 120),
        ("krieg", "option disband", "space", "disband", True),
        ("krieg", "option short_shots", "enter", "short_shots", True),
        ("towerwars", "option size", "end", "size", 26),
        ("towerwars", "option ply_limit", "9 9", "ply_limit", 99),
        ("towerwars", "option pie", "space", "pie", True),
    ],
)
def test_every_option_is_set_by_keys_alone(kit, game, key, keys, name, value):
    kit.show(SetupScreen(kit.shell, game))
    walk_to(kit, key)
    for each in keys.split():
        if each.isdigit():
            kit.type(each)
        else:
            kit.key(each)
    assert options(kit)[name] == value
    assert value != find_game(game).complete({})[name]


def test_every_mode_is_chosen_by_keys_alone(krieg):
    walk_to(krieg, "mode classic")
    for mode in ("towers", "factions"):
        krieg.key("down", "enter")
        assert options(krieg)["mode"] == mode
    assert options(krieg)["seats"] == 6


def test_every_option_of_both_games_has_a_place(kit):
    apart = {"mode", "seats", "gold"}
    for game in ("krieg", "towerwars"):
        kit.show(SetupScreen(kit.shell, game))
        for option in find_game(game).options_schema():
            if option.name not in apart:
                assert kit.has(f"option {option.name}"), option.name


def test_who_sits_where_is_chosen_by_keys_alone(krieg):
    walk_to(krieg, "seat 1")
    krieg.key("enter")
    choices = krieg.shell.screen.draft.levels()
    krieg.key("home", *["down"] * (1 + choices.index("hard")), "enter")
    assert krieg.shell.screen.draft.seats == ["me", "hard"]
    krieg.click("start")
    assert krieg.app.deeds[-1].endswith(" me, hard")


# --- what does not go together -----------------------------------------------------------------------------------
def test_what_the_rules_refuse_is_said_beside_the_option_and_does_not_begin(krieg):
    krieg.click("mode towers")
    walk_to(krieg, "option radius")
    krieg.key("right")
    assert "With towers and two seats the radius must be even: 4, 6 or 8." in said(krieg)
    assert not krieg.find("start").enabled
    assert krieg.find("option radius").value == 5, "it stays as it was chosen"
    krieg.key("right")
    assert krieg.find("start").enabled
    assert options(krieg)["radius"] == 6


def test_what_was_chosen_before_gives_way_to_what_is_chosen_now(krieg):
    walk_to(krieg, "option radius")
    krieg.key("right")
    krieg.click("mode towers")
    assert options(krieg)["radius"] == 4
    assert krieg.find("start").enabled
    walk_to(krieg, "gold 0")
    krieg.key("right")
    krieg.click("mode factions")
    assert options(krieg)["gold"] == (6,) * 6
    assert len(krieg.shell.screen.draft.seats) == 6


def test_a_seat_for_oneself_is_needed(krieg):
    draft = krieg.shell.screen.draft
    draft.seat(0, "easy")
    krieg.shell.refresh()
    assert "Take a seat yourself." in krieg.paint()
    assert not krieg.find("start").enabled


def test_a_number_beyond_its_bounds_is_not_taken(kit):
    kit.show(SetupScreen(kit.shell, "towerwars"))
    walk_to(kit, "option ply_limit")
    kit.type("12x")
    assert options(kit)["ply_limit"] == 12
    kit.key("backspace", "backspace", "backspace")
    assert options(kit)["ply_limit"] == 0


# --- as usual ----------------------------------------------------------------------------------------------------
def test_source_rules_bring_everything_back_but_the_mode(krieg):
    krieg.click("mode factions")
    draft = krieg.shell.screen.draft
    for name, value in (("disband", True), ("round_limit", 50), ("radius", 5)):
        draft.choose(name, value)
    krieg.shell.refresh()
    assert "Other than usual: Board radius, Round limit and Disband own stacks." in said(krieg)
    krieg.find("source rules").press()
    assert options(krieg) == find_game("krieg").complete({"mode": "factions"})
    assert "Everything follows the source rules." in said(krieg)


def test_house_rules_are_counted(krieg):
    krieg.shell.screen.draft.choose("disband", True)
    krieg.shell.refresh()
    assert "1 house rule is on. All else follows the source rules." in krieg.paint()


def test_the_smallest_board_of_six_is_warned_of(krieg):
    krieg.click("mode factions")
    warning = "On so small a board the crowns stand so close that the first storm comes in round 2."
    assert warning not in said(krieg)
    walk_to(krieg, "option radius")
    krieg.key("left")
    assert warning in said(krieg)


# --- other machines ----------------------------------------------------------------------------------------------
def test_an_open_seat_makes_it_a_room(krieg):
    krieg.shell.screen.draft.seat(1, OPEN)
    krieg.shell.refresh()
    assert "Open the room" in krieg.paint()
    krieg.click("start")
    assert krieg.app.deeds[-1].startswith("host krieg ")
    assert krieg.app.deeds[-1].endswith(" me, open None")


def test_opening_a_room_opens_all_seats_that_computers_held(krieg):
    krieg.click("seats")
    walk_to(krieg, "seats")
    krieg.key("right")
    krieg.shell.screen.draft.seat(1, ME)
    krieg.click("open")
    assert krieg.app.deeds[-1].endswith(" me, me, open None")


# --- remembered --------------------------------------------------------------------------------------------------
def test_what_was_played_last_is_offered_again(krieg):
    krieg.click("mode towers")
    krieg.click("option disband")
    krieg.shell.screen.draft.seat(1, "easy")
    krieg.click("start")
    assert krieg.app.preferences.game == "krieg"
    assert "save preferences" in krieg.app.deeds
    krieg.show(SetupScreen(krieg.shell, "krieg"))
    assert options(krieg)["mode"] == "towers"
    assert options(krieg)["disband"]
    assert krieg.shell.screen.draft.seats == ["me", "easy"]


@pytest.mark.parametrize(
    "last",
    [
        LastGame({"mode": "chess", "radius": 99, "nothing": 1, "gold": (1, 2, 3)}, ["me", "grandmaster"]),
        LastGame({"seats": 6}, ["open", "open"]),
        LastGame({"disband": 3}, []),
    ],
)
def test_what_makes_no_sense_any_more_is_left_out(kit, last):
    kit.app.preferences.last["krieg"] = last
    kit.show(SetupScreen(kit.shell, "krieg"))
    assert options(kit) == find_game("krieg").complete({})
    assert kit.shell.screen.draft.seats == ["me", "medium"]
    assert kit.find("start").enabled


def test_after_a_room_or_one_table_there_is_a_computer_again(kit):
    for held in (["me", "open"], ["me", "me"], ["open", "me"]):
        kit.app.preferences.last["krieg"] = LastGame({}, held)
        kit.show(SetupScreen(kit.shell, "krieg"))
        assert sorted(kit.shell.screen.draft.seats) == ["me", "medium"]


# --- the draft ---------------------------------------------------------------------------------------------------
def test_a_new_seat_has_the_level_of_the_computers_there_are():
    draft = Draft(find_game("krieg"), LastGame({}, ["me", "hard"]))
    draft.choose("mode", "factions")
    assert draft.seats == ["me", *["hard"] * 5]


def test_one_table_stays_one_table_with_more_seats():
    draft = Draft(find_game("krieg"))
    draft.everybody(ME)
    draft.choose("seats", 3)
    assert draft.seats == [ME] * 3


def test_whether_computers_resign_is_one_choice_for_all():
    draft = Draft(find_game("krieg"), LastGame({"seats": 3}, ["me", "easy", "hard"]))
    assert draft.can_resign
    draft.let_resign(True)
    assert draft.seats == ["me", "easy-resigning", "hard-resigning"]
    draft.seat(1, "medium")
    assert draft.seats == ["me", "medium-resigning", "hard-resigning"]
    draft.let_resign(False)
    assert draft.seats == ["me", "medium", "hard"]
    assert not any(level.endswith("-resigning") for level in draft.levels())


@pytest.mark.parametrize("game", GAMES)
def test_the_usual_level_exists(game):
    assert usual_level(game) in levels_of(game)


def test_what_is_as_usual_is_not_kept_as_chosen():
    draft = Draft(find_game("krieg"))
    draft.choose("radius", 5)
    draft.choose("radius", 4)
    assert draft.given == {}


# --- a third game ------------------------------------------------------------------------------------------------
def test_a_third_game_is_set_up_without_a_word_about_it(toy):
    assert {"Toy game", "Depth", "Fog", "Weather", "Land"} <= set(toy.paint())
    for key, keys, name, value in (
        ("option depth", "right", "depth", 4),
        ("option budget", "backspace backspace 4 2", "budget", 42),
        ("option fog", "space", "fog", True),
        ("option weather", "right", "weather", "rain"),
        ("option land", "enter down down enter", "land", "wood"),
        ("chips 1", "right", "chips", (1, 3)),
    ):
        walk_to(toy, key)
        for each in keys.split():
            if each.isdigit():
                toy.type(each)
            else:
                toy.key(each)
        assert options(toy)[name] == value
    toy.click("start")
    assert toy.app.deeds[-1].startswith("start toy_game ")
    assert toy.app.deeds[-1].endswith(" me, random")
    assert toy.app.preferences.last["toy_game"].options["weather"] == "rain"


def test_games_are_tabs(toy):
    assert [choice.key for choice in find(toy.stage.top, "game").choices] == list(GAMES)
    walk_to(toy, "game")
    toy.key("home")
    assert toy.shell.screen.draft.game.name == next(iter(GAMES))
    toy.key("end")
    assert toy.shell.screen.draft.game.name == "toy_game"


def test_the_rules_of_the_game_are_a_key_away(krieg):
    krieg.key("f1")
    assert krieg.shell.screen.name == "rules"
    assert krieg.has("text krieg")


def test_persons_at_one_machine_are_named(kit):
    screen = SetupScreen(kit.shell, "towerwars", shared=True)
    kit.show(screen)
    kit.click("name 1")
    kit.type(" Jonas ")
    assert [plan.name for plan in screen.draft.plans()] == ["", "Jonas"]
    kit.click("start")
    last = kit.app.preferences.last["towerwars"]
    assert last.names == ["", "Jonas"]
    assert [plan.name for plan in Draft(find_game("towerwars"), last).plans()] == ["", "Jonas"]


def test_only_several_persons_at_one_machine_are_named():
    draft = Draft(find_game("krieg"), LastGame({}, [ME, ME], ["Mira", "Jonas"]))
    assert draft.shares
    for other in ("simple", OPEN):
        draft.seat(1, other)
        assert not draft.shares
        assert [plan.name for plan in draft.plans()] == ["", ""]
    draft.seat(1, ME)
    draft.call(1, "x" * 40)
    assert [plan.name for plan in draft.plans()] == ["Mira", ""]


def test_who_has_no_name_is_asked_for_it_before_a_room_is_opened(kit):
    kit.app.needs_name = True
    kit.show(SetupScreen(kit.shell, "krieg", lan=True))
    kit.click("start")
    assert not [deed for deed in kit.app.deeds if deed.startswith("host")]
    kit.click("take name")
    assert kit.app.preferences.name == "Mira"
    assert kit.app.deeds[-1].startswith("host krieg")

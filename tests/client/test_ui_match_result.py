"""The result and the replay, by a stage driver."""

from pathlib import Path

import pytest

from client.app.ports import Again, Notice
from client.ui.gallery.fakes import StillTable
from client.ui.gallery.scenes_match import played
from client.ui.screens.replay import ReplayScreen
from client.ui.screens.replay_bar import Scrub
from client.ui.screens.result import ResultScreen
from client.ui.screens.result_charts import ticks
from client.ui.toolkit.tree import walk
from client.ui.toolkit.widget import Pointer
from client.view.sandbox import Sandbox
from client.view.source import Phase, SeatInfo
from engine.registry import find

FILE = Path("/somewhere/match.wabe")


def result(kit, source, *, told=True, file=FILE):
    if told:
        kit.app.replay = (source, Notice("verified", ""))
    screen = ResultScreen(kit.shell, source, table=StillTable(match=source), file=file)
    kit.show(screen)
    return screen


def replay(kit, source=None):
    kit.app.replay = (source or played("krieg", radius=3, live=False), Notice("verified", ""))
    screen = ReplayScreen(kit.shell, FILE)
    kit.show(screen)
    return screen


def test_a_replay_begins_at_the_top_of_its_moves_and_speaks_of_no_turn_of_yours(kit):
    for game, options in (("krieg", {"radius": 3}), ("towerwars", {"size": 6})):
        screen = replay(kit, played(game, live=False, **options))
        screen.model.look_back(0)
        told = kit.paint()
        assert kit.find("moves").bar.offset == 0
        assert kit.find("moves").bar.most > 0
        assert not {"Your turn", "Your move"} & set(told)
        screen.go(len(screen.model.source.steps))
        kit.paint()
        assert kit.find("moves").bar.at_end
        screen.go(0)
        kit.paint()
        assert kit.find("moves").bar.offset == 0


def test_rolls_are_verified_only_where_there_are_any(kit):
    for game, options, sentence in (
        ("krieg", {"radius": 3}, "Replayed from the signed record. Every move and every roll agrees."),
        ("towerwars", {"size": 6}, "Replayed from the signed record. Every move agrees."),
    ):
        result(kit, played(game, **options))
        kit.paint()
        assert any(getattr(widget, "text", "") == sentence for widget in walk(kit.find("seal")))


# --- result -----------------------------------------------------------------------------------------------------
def test_headline_figures_and_seal(kit):
    result(kit, played("krieg", radius=3))
    told = kit.paint()
    assert {"Transcript verified", "Signed entries", "214", "Mira 7f3a, Jonas c04e"} <= set(told)
    assert {"Worth by round", "Luck", "Gold earned", "Felled, actual"} <= set(told)
    assert kit.has("curve")
    assert kit.has("luck chart")
    assert kit.app.deeds == ["open match.wabe"]


def test_the_transcript_is_verified_once_and_while_one_looks(kit):
    screen = result(kit, played("krieg", radius=3), told=False)
    assert "Verifying the transcript" in kit.paint()
    assert kit.has("verifying")
    screen.left()
    screen.entered()
    assert kit.app.deeds == ["open match.wabe"]
    screen._verified(None, Notice("not_verified", "Entry 3 is bad.", bad=True))
    told = kit.paint()
    assert "The transcript does not hold" in told
    assert "Entry 3 is bad." in told


def test_without_a_file_nothing_can_be_watched(kit):
    result(kit, played("krieg", radius=3, most=30), file=None)
    assert not kit.find("watch").enabled
    assert not kit.find("export").enabled
    assert "No transcript" in kit.paint()


def test_export_tells_where_and_watching_leads_to_the_replay(kit):
    result(kit, played("krieg", radius=3))
    kit.click("export")
    assert "export match.wabe match.record.json" in kit.app.deeds
    assert any("match.record.json" in text for text in kit.paint())
    kit.click("watch")
    assert kit.shell.screen.name == "replay"


def test_a_local_match_is_played_again_with_the_same_set_up(kit):
    seats = [SeatInfo(0, "human", "Mira", True), SeatInfo(1, "computer", "", False, "easy")]
    source = Sandbox(find("towerwars"), {"size": 5}, seats)
    source.resign(0)
    screen = result(kit, source, told=False)
    kit.click("again")
    assert screen.table.deeds == ["leave"]
    started = next(deed for deed in kit.app.deeds if deed.startswith("start"))
    assert "'size': 5" in started
    assert started.endswith("me, easy")


def test_a_match_with_others_is_not_played_again_from_here(kit):
    result(kit, played("krieg", radius=3))
    assert not kit.has("again")
    kit.click("home")
    assert kit.shell.screen.table.deeds == ["leave"]


def test_the_same_people_meet_again_as_soon_as_there_is_a_room(kit):
    source = played("towerwars", size=6)
    source.seats = [SeatInfo(0, "human", "Mira", own=True), SeatInfo(1, "human", "Jonas", own=False)]
    screen = result(kit, source)
    screen.table.again = Again.WAIT
    kit.shell.refresh()
    assert not kit.find("again").enabled
    screen.table.again = Again.JOIN
    kit.shell.refresh()
    kit.click("again")
    assert kit.app.deeds[-1] == "play again"


@pytest.mark.parametrize("how", ["draw", "abort", "stopped"])
def test_ends_without_a_winner(kit, how):
    source = played("krieg", radius=3, most=40)
    if how == "stopped":
        source.phase = Phase.STOPPED
    else:
        source.offer(0, how)
        source.accept(1, bytes(16))
    result(kit, source)
    told = kit.paint()
    assert {"draw": "Draw", "abort": "The match was called off", "stopped": "The match was stopped"}[
        how
    ] in told


@pytest.mark.parametrize(
    ("highest", "marks"),
    [(0, [0, 1]), (3, [0, 1, 2, 3]), (7, [0, 2, 4, 6, 8]), (60, [0, 20, 40, 60]), (262, [0, 100, 200, 300])],
)
def test_marks_of_an_axis_are_round(highest, marks):
    assert ticks(highest) == marks


# --- replay -----------------------------------------------------------------------------------------------------
def test_it_begins_at_the_start_and_jumps_by_keys(kit):
    screen = replay(kit)
    model = screen.model
    last = len(model.source.steps)
    assert model.shown == 0
    for key, shown in (
        ("right", 1),
        ("right", 2),
        ("left", 1),
        ("end", last),
        ("left", last - 1),
        ("home", 0),
    ):
        kit.key(key)
        assert model.shown == shown
    kit.key("pagedown")
    first = model.shown
    assert model.moves()[first].group != model.moves()[0].group
    kit.key("pagedown", "pageup")
    assert model.shown == first


def test_nothing_can_be_done_in_it(kit):
    screen = replay(kit)
    kit.key("right", "right")
    assert screen.model.deeds() == ()
    assert not kit.has("end")
    assert not kit.has("undo")
    assert not kit.has("turn")


def test_it_plays_by_itself_to_the_end_and_stops(kit):
    kit.app.preferences.motion = "fast"
    screen = replay(kit, played("towerwars", size=4, live=False))
    last = len(screen.model.source.steps)
    kit.key("space")
    seen = set()
    for _ in range(4000):
        kit.now += 50
        kit.paint()
        seen.add(screen.model.shown)
        if not screen._playing:
            break
    assert seen == set(range(1, last + 1))
    assert screen.model.shown == last
    kit.key("space")  # from the start again
    assert screen.model.shown <= 1
    kit.click("play")
    shown = screen.model.shown
    kit.now += 5000
    kit.paint()
    assert screen.model.shown == shown


def test_it_goes_faster_when_asked(kit):
    screen = replay(kit)

    def steps(pace):
        screen._set_pace(pace)
        screen.go(0)
        screen.toggle()
        for _ in range(100):
            kit.now += 50
            kit.paint()
        screen.toggle()
        return screen.model.shown

    assert steps("slow") < steps("normal") < steps("fast")


def test_the_slider_is_drawn_and_walked(kit):
    screen = replay(kit)
    last = len(screen.model.source.steps)
    scrub = kit.find("scrub")
    assert isinstance(scrub, Scrub)
    rect = scrub.rect
    kit.stage.pointer_pressed(Pointer(rect.x + 2, rect.y + 16, "left"))
    kit.stage.pointer_moved(Pointer(rect.cx, rect.y + 16, "left"))
    kit.paint()
    assert abs(screen.model.shown - last / 2) <= 2
    kit.stage.pointer_moved(Pointer(rect.right + 200, rect.y + 400, "left"))
    kit.stage.pointer_released(Pointer(rect.right + 200, rect.y + 400, "left"))
    kit.paint()
    assert screen.model.shown == last
    kit.stage.pointer_moved(Pointer(rect.x, rect.y + 16))
    assert screen.model.shown == last
    kit.stage.focus_on("scrub")
    kit.key("home", "right", "right")
    assert screen.model.shown == 2


def test_what_happened_is_told_and_the_list_leads_there(kit):
    screen = replay(kit)
    kit.key("f6", "home", "down", "enter")
    assert screen.model.shown == 1
    told = " ".join(kit.paint())
    assert screen.model.story(1)[0] in told


def test_the_seal_and_the_keys_are_shown_on_request(kit):
    replay(kit)
    kit.click("verified")
    assert "Every move and every roll agrees." in kit.paint()
    kit.key("escape")
    kit.key("shift+slash")
    assert kit.has("sheet")


def test_a_file_that_does_not_hold_is_not_shown(kit):
    kit.app.replay = (None, Notice("not_verified", "Entry 3 is bad.", bad=True))
    screen = ReplayScreen(kit.shell, FILE)
    kit.show(screen)
    assert screen.model is None
    assert {"This match does not hold", "Entry 3 is bad."} <= set(kit.paint())
    assert not kit.has("board")

"""Motions: what is seen at each moment, at every speed, of real games."""

import pytest

from client.ui.board import motion as motions
from client.ui.board.motion import MotionQueue, Speed
from client.view.picture import BoardPicture, Motion
from engine.game import Board, BoardCell, Event, EventKind, Piece
from engine.registry import GAMES

LINE = Board("flat", tuple(BoardCell(name, q, 0) for q, name in enumerate("abcd")))
RIDER = Piece("a", "rider", 0, 2)


def motion(before, after, path=(), events=(), dice=False, k=0):
    return Motion(k, 0, BoardPicture(LINE, before), BoardPicture(LINE, after), path, events, dice)


def step(source="a", target="b", *, taken=()):
    before = (Piece(source, "rider", 0, 2), *taken)
    after = (Piece(target, "rider", 0, 2),)
    events = (Event(EventKind.MOVED, 0, target, source, 2, "rider"),)
    return motion(before, after, (source, target), events)


def length(queue, start=0):
    """Return how long everything takes that waits in ``queue``."""
    now = start
    while queue.scene(now) is not None:
        now += 1
    return now - start


def seen(scene):
    """Return which kinds of pieces are seen where, faint ones and what lies under a full fade left out."""
    board = scene.over if scene.over is not None and scene.share > 0.5 else scene.base
    found = {(piece.cell, piece.kind) for piece in board.pieces}
    for flying in scene.flying:
        if flying.alpha > 0.5:
            cell = flying.target if flying.part > 0.5 else flying.source
            found |= {(cell, piece.kind) for piece in flying.pieces}
    return found


def cells(scene):
    return {cell for cell, _ in seen(scene)}


def test_a_step_takes_its_time_and_eases_out():
    queue = MotionQueue()
    queue.add(step())
    parts = [queue.scene(now).flying[0].part for now in range(1000, 1000 + motions.STEP, 10)]
    assert parts[0] == 0
    assert parts == sorted(parts)
    assert parts[4] > 0.5, "fast at first"
    assert parts[-1] > 0.99
    assert queue.scene(1000 + motions.STEP) is None
    assert not queue.running


def test_a_longer_path_takes_a_step_for_every_cell():
    queue = MotionQueue()
    moved = Event(EventKind.MOVED, 0, "d", "a", 2, "rider")
    queue.add(motion((RIDER,), (Piece("d", "rider", 0, 2),), ("a", "b", "c", "d"), (moved,)))
    assert length(queue) == 3 * motions.STEP


def test_what_moves_is_not_seen_twice():
    queue = MotionQueue()
    queue.add(step())
    scene = queue.scene(0)
    assert scene.base.pieces == ()
    assert [flying.pieces[0].kind for flying in scene.flying] == ["rider"]


def test_what_stays_behind_is_seen_from_the_beginning():
    queue = MotionQueue()
    moved = Event(EventKind.MOVED, 0, "b", "a", 1, "rider")
    after = (Piece("a", "rider", 0, 1), Piece("b", "rider", 0, 1))
    queue.add(motion((RIDER,), after, ("a", "b"), (moved,)))
    scene = queue.scene(0)
    assert scene.base.pieces == after[:1]
    assert scene.flying[0].pieces[0].count == 1


def test_a_captured_piece_fades_under_the_one_that_takes_it():
    queue = MotionQueue()
    queue.add(step(taken=(Piece("b", "stone", 1),)))
    assert length(queue) == motions.CAPTURE
    queue.add(step(taken=(Piece("b", "stone", 1),)))
    late = queue.scene(0) and queue.scene(motions.CAPTURE - 20)
    assert [flying.pieces[0].kind for flying in late.flying] == ["stone", "rider"]
    assert late.flying[0].alpha < 0.2


def fight(*, shots=1):
    before = (RIDER, Piece("b", "fighter", 1, 1))
    after = (Piece("b", "rider", 0, 2),)
    rolls = (
        Event(EventKind.ROLLED, 0, "b", "a", 2, "rider", (6, 5)),
        Event(EventKind.ROLLED, 1, "b", count=1, piece="fighter", dice=(2,)),
    )
    moved = Event(EventKind.MOVED, 0, "b", "a", 2, "rider")
    return motion(before, after, ("a", "b"), (*rolls * shots, moved), dice=True)


def test_a_fight_is_dice_then_a_fall_then_a_step():
    queue = MotionQueue()
    queue.add(fight())
    dice = motions.DICE + 2 * motions.DICE_APART + motions.DICE_STAY
    assert len(queue.scene(0).throw.dice) == 3
    assert queue.scene(0).base.pieces == fight().before.pieces
    assert queue.scene(dice).flying[0].pieces[0].kind == "fighter"
    assert queue.scene(dice + motions.CAPTURE).flying[0].pieces[0].kind == "rider"
    assert queue.scene(dice + motions.CAPTURE + motions.STEP) is None


def test_dice_settle_one_after_another_to_what_was_rolled():
    queue = MotionQueue()
    queue.add(fight())
    queue.scene(0)
    still = []
    for now in range(motions.DICE - 60, motions.DICE + 2 * motions.DICE_APART + 1, 10):
        still.append(sum(die.settled == 1 for die in queue.scene(now).throw.dice))
    assert still == sorted(still)
    assert still[0] == 0
    assert set(still) == {0, 1, 2, 3}
    throw = queue.scene(now).throw
    assert [(die.side, die.seat, die.pips) for die in throw.dice] == [(0, 0, 6), (0, 0, 5), (1, 1, 2)]
    assert throw.cell == "b"


def test_every_shot_is_a_throw_of_its_own():
    queue = MotionQueue()
    queue.add(fight(shots=2))
    one = motions.DICE + 2 * motions.DICE_APART + motions.DICE_STAY
    assert length(queue) == 2 * one + motions.CAPTURE + motions.STEP


def test_a_turn_change_fades():
    queue = MotionQueue()
    done = Piece("a", "rider", 0, 2, ("done",))
    queue.add(motion((RIDER,), (done,)))
    shares = [queue.scene(now).share for now in range(0, motions.TURN, 20)]
    assert shares == sorted(shares)
    assert queue.scene(motions.TURN) is None


def test_motion_off_is_one_short_fade_and_dice_lie_still():
    queue = MotionQueue(Speed.OFF)
    queue.add(step())
    scene = queue.scene(0)
    assert not scene.flying
    assert scene.over.pieces == (Piece("b", "rider", 0, 2),)
    assert length(queue) == motions.STILL
    queue.add(fight())
    assert all(die.settled == 1 for die in queue.scene(0).throw.dice)
    assert length(queue) == motions.STILL_DICE + motions.STILL


def test_fast_takes_half_the_time():
    slow, fast = MotionQueue(), MotionQueue(Speed.FAST)
    slow.add(fight())
    fast.add(fight())
    assert length(fast) == pytest.approx(length(slow) / 2, abs=3)


def test_skipping_ends_everything():
    queue = MotionQueue()
    assert not queue.skip()
    queue.add(step())
    queue.add(step("b", "c"))
    queue.scene(0)
    assert queue.skip()
    assert queue.scene(1) is None


def test_motions_follow_each_other_without_a_gap():
    queue = MotionQueue()
    queue.add(step())
    queue.add(step("b", "c"))
    queue.scene(0)
    assert queue.scene(motions.STEP + 10).flying[0].source == "b"
    assert queue.scene(2 * motions.STEP) is None


def test_a_long_queue_goes_faster_and_is_cut():
    queue = MotionQueue()
    for k in range(40):
        queue.add(step("ab"[k % 2], "ba"[k % 2]))
    assert 0 < length(queue) < 12 * motions.STEP * 0.7
    lone = MotionQueue()
    for _ in range(3):
        lone.add(step())
    assert length(lone) == 3 * motions.STEP


def test_a_game_without_events_shows_what_moved_by_its_pieces():
    queue = MotionQueue()
    queue.add(motion((Piece("a", "pawn", 0),), (Piece("b", "pawn", 0),), ("a", "b")))
    assert queue.scene(0).flying[0].pieces[0].kind == "pawn"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("speed", Speed)
def test_motions_of_real_games_end_in_the_picture_after(name, speed, board_help):
    game = GAMES[name]
    for options in board_help.options_of(name):
        for k, played in enumerate(board_help.positions(game, options, 150)):
            shown = board_help.motion_of(game, k, *played)
            queue = MotionQueue(speed)
            queue.add(shown)
            first = queue.scene(0)
            assert cells(first) == cells(motions.Scene(shown.before)), played[1]
            end = queue._playing.length
            assert 0 < end < 20_000
            last = queue.scene(end - 1)
            after = seen(motions.Scene(shown.after))
            assert seen(last) >= after, played[1]
            # A stone that joins a tower is still seen arriving; nothing else is left over.
            assert seen(last) - after <= {(shown.path[-1], "stone") if shown.path else ()}, played[1]
            assert queue.scene(end) is None

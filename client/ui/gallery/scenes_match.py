"""The match in prepared states."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from client.app.ports import Notice, Seal
from client.reasons import Reason
from client.ui.board.board import BoardWidget
from client.ui.gallery import positions
from client.ui.gallery.fakes import StillTable
from client.ui.gallery.kit import Kit, Scene
from client.ui.screens.match import MatchScreen
from client.ui.screens.replay import ReplayScreen
from client.ui.screens.result import ResultScreen
from client.view.sandbox import Sandbox
from client.view.source import ChatLine, Connection, Phase, SeatInfo
from client.workers.deciding import Advice
from engine.ai.levels import make_player
from engine.dice import DrawSource, ScriptedDraws, SeededDraws, event_seed
from engine.game import Game
from engine.krieg.game import Krieg
from engine.registry import find
from engine.towerwars.game import TowerWars
from protocol.agreements import OpenOffer

__all__ = ["SCENES", "actions_of", "click", "duel", "factions", "played", "point", "stones"]

DUEL: Final = (
    "e2 d1 d2 f1 f2 c1 c2 g1 b1 h1 d3 f3 e3 c4 b2 b3 g2 h2 0;"
    "e8 d8 d7 f8 f7 c7 b6 g7 h6 e7 d6 f6 g6 c6 c5 i5 h4 b5 1;"
    "d2 f2 c2 b1 g1 e2 0 mine;d8 f8 d7 c7 g7 f7 1 mine;"
    "d4 0 castle fighter4;g5 1 castle;e4 0 rider2;g3 0 archer2;c3 0 worker1;"
    "f5 1 fighter3;e6 1 archer5;d6 1 fighter1;h5 1 rider1;c6 1 worker2;"
    "e9 1 fighter3;f4 0 fighter2"
)
"""A match of two in its twelfth round."""

FACTIONS: Final = (
    "e2 e3 d1 f1 0;a2 b2 b3 c1 c3 1;a4 b6 b5 c7 d5 2;e8 d8 e7 f7 d6 3;h6 h5 g7 f8 g6 4;i2 h3 g1 g4 5;"
    "e2 d2 0 mine;f2 0 castle fighter1;b1 c2 1 mine;b5 2 mine;c6 2 castle worker1;e8 d7 3 mine;"
    "h5 g7 4 mine;g5 4 castle archer3;h2 g2 h1 5 mine;"
    "e4 0 fighter3;f3 0 archer2;d2 0 mine worker2;c3 1 rider1;b3 1 fighter2;a2 1 worker1;d5 2 archer4;b4 2 fighter5;"
    "e6 3 rider2;d6 3 fighter1;e9 3 archer1;f6 4 fighter4;i4 4 worker2;g4 5 rider2;g3 5 fighter3;h3 5 archer1;f4 0 archer2"
)
"""Six factions in their seventh round."""

STONES: Final = "D4:R D3:R1 C3:R C4:R B4:R2 D5:R1x B2:R E1:R C1:R F4:B2 F5:B A5:B A3:B E4:B E5:B1 G7:B"
"""A match of TowerWars in which a base is in reach."""


def draws_of(dice: Sequence[Sequence[int]]) -> Callable[[int], DrawSource]:
    """Return dice that are laid down for the first items, those of a seed for the others."""

    def draws(k: int) -> DrawSource:
        if k <= len(dice) and dice[k - 1]:
            return ScriptedDraws(tuple(dice[k - 1]), ())
        return SeededDraws(event_seed(bytes(32), k))

    return draws


def duel(own: tuple[int, ...] = (0,), dice: Sequence[Sequence[int]] = ((5, 4, 1, 4, 4),)) -> Sandbox:
    """Return a match of two persons, in which one has just attacked; Mira is to act."""
    state = positions.krieg(DUEL, turn=1, gold=(16, 9), number=11)
    seats = [SeatInfo(0, "human", "Mira", 0 in own), SeatInfo(1, "human", "Jonas", 1 in own)]
    source = Sandbox(Krieg(), seats=seats, start=state, draws=draws_of(dice))
    source.connections[1] = Connection("direct", 3, 14)
    for seat, action in ((1, "attack f5 f4"), (1, "move h5 h4"), (1, "end"), (0, "buy archer e1")):
        source.act(seat, action)
    return source


def factions(own: tuple[int, ...] = (0,), turn: int = 5) -> Sandbox:
    """Return a match of six; Lea has just attacked."""
    state = positions.krieg(FACTIONS, turn=turn, gold=(14, 8, 21, 11, 5, 16), number=7, mode="factions")
    names = ("Mira", "Tariq", "", "Jonas", "", "Lea")
    levels = {2: "medium", 4: "hard"}
    seats = [
        SeatInfo(n, "computer" if n in levels else "human", names[n], n in own, levels.get(n, ""))
        for n in range(6)
    ]
    source = Sandbox(Krieg(), seats=seats, start=state, draws=draws_of(((6, 5, 4, 3),)))
    source.connections.update({1: Connection("direct", 3, 22), 3: Connection("through", 2, 61)})
    source.connections[5] = Connection("direct", 3, 9)
    if turn == 5:
        source.act(5, "attack g4 f4")
    return source


def stones(own: tuple[int, ...] = (0,), size: int = 8, kind: str = "human") -> Sandbox:
    """Return a match of TowerWars; Mira is to move, her base is in reach."""
    state = positions.towerwars(STONES, size=size, ply=42, turn="red")
    level = "medium" if kind == "computer" else ""
    seats = [
        SeatInfo(0, "human", "Mira", 0 in own),
        SeatInfo(1, kind, "" if level else "Jonas", 1 in own, level),
    ]
    source = Sandbox(TowerWars(), seats=seats, start=state)
    source.connections[1] = Connection("through", 2, 61)
    for seat, action in ((0, "C1-D1"), (1, "A5-A4")):
        source.act(seat, action)
    return source


# --- showing ----------------------------------------------------------------------------------------------------
def shown(kit: Kit, source: Any, *, table: StillTable | None = None) -> MatchScreen:
    """Show a match with everything that has moved at rest."""
    screen = MatchScreen(kit.shell, source, table=table or StillTable(match=source))
    kit.show(screen)
    return screen


def point(kit: Kit, cell: str) -> None:
    """Point at a cell."""
    kit.point(*_board(kit).centre_of(cell))


def click(kit: Kit, cell: str) -> None:
    """Click on a cell."""
    kit.click_at(*_board(kit).centre_of(cell))


def _board(kit: Kit) -> BoardWidget:
    board = kit.find("board")
    assert isinstance(board, BoardWidget), "a match has a board"
    return board


# --- Krieg und Frieden ------------------------------------------------------------------------------------------
def krieg_attack(kit: Kit) -> MatchScreen:
    """An attack is chosen; its odds are told."""
    screen = shown(kit, duel())
    click(kit, "e4")
    click(kit, "f4")
    return screen


def krieg_worker(kit: Kit) -> MatchScreen:
    """A worker is selected that can build."""
    screen = shown(kit, duel())
    click(kit, "c3")
    kit.point(5, 400)
    return screen


def krieg_move(kit: Kit) -> MatchScreen:
    """A stack is selected, a cell pointed at where it could be attacked."""
    screen = shown(kit, duel())
    click(kit, "e4")
    point(kit, "e5")
    return screen


def krieg_rest(kit: Kit) -> MatchScreen:
    """Nothing is selected, threats are shown."""
    screen = shown(kit, duel())
    kit.key("t")
    return screen


def krieg_waiting(kit: Kit) -> MatchScreen:
    """The other one is to act, and has made an offer."""
    source = duel()
    source.act(0, "end")
    source.offers().append(OpenOffer(bytes(16), "draw", 1, ()))  # type: ignore[attr-defined]
    return shown(kit, source)


def krieg_lost(kit: Kit) -> MatchScreen:
    """The other one cannot be reached."""
    source = duel()
    source.act(0, "end")
    source.connections[1] = Connection("lost", 0, None, 12_000)
    return shown(kit, source)


def krieg_stopped(kit: Kit) -> MatchScreen:
    """The match was stopped."""
    source = duel()
    source.phase = Phase.STOPPED
    table = StillTable(match=source)
    text = (
        "The match cannot go on: the hashes of item 12 differ; all about it is in "
        "/home/mira/.local/share/wabe/profiles/mira/matches/91c42be077d104aa.bundle.zip"
    )
    table.notices = (Notice("desync", text, bad=True),)
    return shown(kit, source, table=table)


def krieg_dice(kit: Kit) -> MatchScreen:
    """The dice of another are waited for."""
    source = duel()
    source.phase, source.waiting = Phase.DICE, (1,)
    return shown(kit, source)


def krieg_back(kit: Kit) -> MatchScreen:
    """An earlier position is looked at."""
    screen = shown(kit, duel())
    kit.key("pageup", "pageup")
    return screen


def krieg_chat(kit: Kit) -> MatchScreen:
    """The chat is open."""
    source = duel()
    source.chat_lines.extend(  # type: ignore[attr-defined]
        [
            ChatLine(None, "Jonas is connected again."),
            ChatLine(1, "Sorry, the cat was on the keyboard. It likes your riders better than mine."),
            ChatLine(0, "They are very well fed."),
        ]
    )
    screen = shown(kit, source)
    kit.key("c")
    return screen


def krieg_hint(kit: Kit) -> MatchScreen:
    """Advice is shown."""
    kit.app.advice = Advice(
        "attack e4 f4", 120, (), 3, 900, (Reason("odds", {"percent": 45}), Reason("conquers", {"cell": "f4"}))
    )
    screen = shown(kit, duel())
    kit.key("h")
    return screen


def krieg_menu(kit: Kit) -> MatchScreen:
    """The menu is open."""
    screen = shown(kit, duel())
    kit.key("f10")
    return screen


def krieg_keys(kit: Kit) -> MatchScreen:
    """The sheet of keys is open."""
    screen = shown(kit, duel())
    screen.open_sheet()
    return screen


def krieg_end(kit: Kit) -> MatchScreen:
    """The turn is to be ended although something could still be done."""
    screen = shown(kit, duel())
    kit.key("e")
    return screen


def krieg_resign(kit: Kit) -> MatchScreen:
    """Resigning asks first."""
    screen = shown(kit, duel())
    kit.key("r")
    return screen


def krieg_refused(kit: Kit) -> MatchScreen:
    """A click came to nothing, and why is told."""
    screen = shown(kit, duel())
    click(kit, "e4")
    click(kit, "e9")
    return screen


def krieg_three(kit: Kit) -> MatchScreen:
    """Three seats at one machine, at the beginning."""
    seats = [SeatInfo(n, "human", name, True) for n, name in enumerate(("Mira", "Jonas", "Lea"))]
    return shown(kit, Sandbox(find("krieg"), {"seats": 3, "radius": 5}, seats))


def krieg_large(kit: Kit) -> MatchScreen:
    """The largest board, with towers, against a computer that thinks."""
    seats = [SeatInfo(0, "human", "Mira", True), SeatInfo(1, "computer", "", False, "hard")]
    source = Sandbox(find("krieg"), {"mode": "towers", "radius": 8}, seats)
    source.act(0, "end")
    source.pondering = 1
    return shown(kit, source)


def factions_watching(kit: Kit) -> MatchScreen:
    """Six seats; another one is moving, threats are shown."""
    screen = shown(kit, factions())
    kit.key("t")
    return screen


def factions_attack(kit: Kit) -> MatchScreen:
    """Six seats; one's own turn, with an attack chosen."""
    screen = shown(kit, factions(turn=0))
    click(kit, "f4")
    click(kit, "g4")
    return screen


# --- TowerWars --------------------------------------------------------------------------------------------------
def stones_far(kit: Kit) -> MatchScreen:
    """A stone is selected, a tower out of its step pointed at."""
    screen = shown(kit, stones())
    click(kit, "D4")
    point(kit, "F4")
    return screen


def stones_rest(kit: Kit) -> MatchScreen:
    """Nothing is selected, threats are shown."""
    screen = shown(kit, stones(kind="computer"))
    kit.key("t")
    return screen


def stones_long(kit: Kit) -> MatchScreen:
    """A match with many moves on a larger board, looked back at."""
    game = find("towerwars")
    seats = [SeatInfo(0, "human", "Mira", True), SeatInfo(1, "computer", "", False, "easy")]
    source = Sandbox(game, {"size": 11}, seats)
    for n in range(60):
        seat = game.to_act(source.now())
        if seat is None:
            break
        actions = game.legal_actions(source.now())
        source.act(seat, game.format(actions[(n * 7919) % len(actions)]))
    screen = shown(kit, source)
    kit.key("pageup", "pageup", "pageup")
    return screen


# --- result, replay ---------------------------------------------------------------------------------------------
class Kept(Sandbox):
    """A match as it comes from a file."""

    def __init__(self, game: Game[Any, Any], *args: Any, **more: Any) -> None:
        super().__init__(game, *args, **more)
        links, events = (0, 0) if game.name == "towerwars" else (48, 24)
        signatures = (("Mira", "7f3a"), ("Jonas", "c04e"))
        self.seal = Seal("91c42be077d104aa5c1e9d02e3b7f1aa", 214, 160, links, events, signatures)


@cache
def actions_of(name: str, options: tuple[tuple[str, Any], ...], level: str, most: int) -> tuple[str, ...]:
    """Return the actions of a match between players of a level."""
    game = find(name)
    state = game.setup(dict(options))
    players = {seat: make_player(game, level, seat, bytes([seat]) * 32) for seat in game.living(state)}
    found = []
    for step in range(most):
        seat = game.to_act(state)
        if seat is None:
            break
        action = players[seat].choose(state, step).action
        found.append(game.format(action))
        state, _ = game.apply(state, action, SeededDraws(event_seed(bytes(32), step + 1)))
    return tuple(found)


def played(name: str, *, most: int = 400, live: bool = True, **options: Any) -> Kept:
    """Return a match that two players of the machine have played."""
    game = find(name)
    seats = game.seats(game.complete(options))
    names = ("Mira", "Jonas", "Lea", "Tariq", "Ada", "Emil")
    source = Kept(game, options, [SeatInfo(n, "human", names[n], n == 0) for n in range(seats)], live=live)
    for action in actions_of(name, tuple(options.items()), "simple", most):
        seat = source.to_act()
        if seat is None:
            break
        source.act(seat, action)
    return source


def _ended(kit: Kit, source: Kept, *, told: bool = True, file: bool = True) -> ResultScreen:
    if told:
        kit.app.replay = (source, Notice("verified", ""))
    path = Path("/home/mira/matches/91c42be077d104aa.wabe") if file else None
    return ResultScreen(kit.shell, source, file=path)


def result_krieg(kit: Kit) -> ResultScreen:
    """A match that was won, verified."""
    return _ended(kit, played("krieg", radius=3))


def result_verifying(kit: Kit) -> ResultScreen:
    """A match that is being verified."""
    return _ended(kit, played("krieg", radius=3), told=False)


def result_factions(kit: Kit) -> ResultScreen:
    """A match of six."""
    source = played("krieg", mode="factions", radius=3, most=250)
    source.offer(1, "draw")
    for seat in (0, 2, 3, 4, 5):
        source.accept(seat, bytes([1]) * 16)
    return _ended(kit, source)


def result_stones(kit: Kit) -> ResultScreen:
    """A match of TowerWars."""
    return _ended(kit, played("towerwars", size=6))


def result_draw(kit: Kit) -> ResultScreen:
    """A match that ended in a draw, kept nowhere."""
    source = played("krieg", radius=3, most=60)
    source.offer(0, "draw")
    source.accept(1, bytes(16))
    return _ended(kit, source, file=False)


def result_bad(kit: Kit) -> ResultScreen:
    """A match whose file does not hold."""
    source = played("towerwars", size=6)
    kit.app.replay = (None, Notice("not_verified", "Entry 14 names another state than the rules give.", True))
    return _ended(kit, source, told=False)


def result_stopped(kit: Kit) -> ResultScreen:
    """A match that was stopped."""
    source = played("krieg", radius=3, most=60)
    source.phase = Phase.STOPPED
    return _ended(kit, source)


def _replayed(kit: Kit, source: Kept, at: int) -> ReplayScreen:
    kit.app.replay = (source, Notice("verified", ""))
    screen = ReplayScreen(kit.shell, Path("/home/mira/matches/91c42be077d104aa.wabe"))
    kit.show(screen)
    screen.go(at)
    return screen


def replay_krieg(kit: Kit) -> ReplayScreen:
    """A replay in its middle."""
    return _replayed(kit, played("krieg", radius=3, live=False), 60)


def replay_factions(kit: Kit) -> ReplayScreen:
    """A replay of six."""
    return _replayed(kit, played("krieg", mode="factions", radius=3, most=250, live=False), 120)


def replay_stones(kit: Kit) -> ReplayScreen:
    """A replay of TowerWars."""
    return _replayed(kit, played("towerwars", size=6, live=False), 12)


def replay_verifying(kit: Kit) -> ReplayScreen:
    """A file that is being verified."""
    return ReplayScreen(kit.shell, Path("/home/mira/matches/91c42be077d104aa.wabe"))


def replay_bad(kit: Kit) -> ReplayScreen:
    """A file that does not hold."""
    kit.app.replay = (None, Notice("not_verified", "Entry 14 names another state than the rules give.", True))
    return ReplayScreen(kit.shell, Path("/home/mira/matches/91c42be077d104aa.wabe"))


SCENES: dict[str, Scene] = {
    "krieg-attack": krieg_attack,
    "krieg-worker": krieg_worker,
    "krieg-move": krieg_move,
    "krieg-rest": krieg_rest,
    "krieg-waiting": krieg_waiting,
    "krieg-lost": krieg_lost,
    "krieg-stopped": krieg_stopped,
    "krieg-dice": krieg_dice,
    "krieg-back": krieg_back,
    "krieg-chat": krieg_chat,
    "krieg-hint": krieg_hint,
    "krieg-menu": krieg_menu,
    "krieg-keys": krieg_keys,
    "krieg-end": krieg_end,
    "krieg-resign": krieg_resign,
    "krieg-refused": krieg_refused,
    "krieg-three": krieg_three,
    "krieg-large": krieg_large,
    "factions-watching": factions_watching,
    "factions-attack": factions_attack,
    "stones-far": stones_far,
    "stones-rest": stones_rest,
    "stones-long": stones_long,
    "result-krieg": result_krieg,
    "result-verifying": result_verifying,
    "result-factions": result_factions,
    "result-stones": result_stones,
    "result-draw": result_draw,
    "result-bad": result_bad,
    "result-stopped": result_stopped,
    "replay-krieg": replay_krieg,
    "replay-factions": replay_factions,
    "replay-stones": replay_stones,
    "replay-verifying": replay_verifying,
    "replay-bad": replay_bad,
}
"""All scenes by name."""

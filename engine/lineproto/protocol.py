"""The line protocol as a state machine without input, output or clock: lines in, lines out.

Documented for bots in ``docs/line-protocol.md``; an error answers and changes nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, ClassVar, TypeAlias

from engine import strictjson
from engine.ai.levels import LEVELS, levels_of, make_player
from engine.ai.player import Player, never
from engine.dice import DrawSource, ScriptedDraws, SeededDraws, event_seed
from engine.errors import EngineError, GameOver, IllegalAction, SetupError
from engine.game import Effect, Game, OddsRow, Seat
from engine.lineproto.reading import (
    MAX_LINE,
    MAX_NODES,
    MAX_PERFT_DEPTH,
    ActionWords,
    CommandError,
    NoGameError,
    UnknownCommandError,
    no_words,
    read_action,
    read_number,
    read_object,
    read_search,
    split_words,
    take_seed,
)
from engine.record import RESIGN, Recorder
from engine.registry import GAMES

__all__ = ["LineProtocol"]

MAX_ERROR_TEXT = 300
"""Characters of an error's text: a culprit quoted from a hostile line must not come back in full."""

_Answer: TypeAlias = list[str]


class LineProtocol:
    """One conversation: feed it lines, send what it answers.

    Attributes:
        closed: ``quit`` was read; whoever owns the streams ends with status 0.
        fault: The last exception that no rule of the protocol foresees, a defect of this program. The
            line that met it was answered with ``error unknown`` and the conversation goes on.
    """

    _COMMANDS: ClassVar[dict[str, Callable[["LineProtocol", str], _Answer]]]

    def __init__(
        self,
        version: str,
        clock: Callable[[], float],
        games: Mapping[str, Game[Any, Any]] = GAMES,
    ) -> None:
        """Begin without a game.

        Args:
            version: What ``id`` says, one word.
            clock: Seconds from any fixed moment on, never falling; read by ``perft`` and ``go ... time``.
            games: The games there are, by name.
        """
        self.closed = False
        self.fault: Exception | None = None
        self._version = version
        self._clock = clock
        self._games = games
        self._recorder: Recorder[Any, Any] | None = None
        self._seed = bytes(32)
        self._player: tuple[tuple[Seat, str, int], Player[Any, Any]] | None = None

    def handle(self, line: str) -> _Answer:
        """Return the answer to one line, which may end with a line break: one line or more, without breaks.

        ``quit`` and whatever comes after it are answered with nothing. No exception escapes.
        """
        if self.closed:
            return []
        try:
            return self._dispatch(line)
        except EngineError as error:
            return [_error_line(error.code, error.text)]
        except Exception as error:  # the process outlives its own defects; `fault` keeps them visible
            self.fault = error
            return [_error_line("unknown", f"internal fault {type(error).__name__}: {error}")]

    def _dispatch(self, line: str) -> _Answer:
        line = line.removesuffix("\n").removesuffix("\r")
        if len(line) > MAX_LINE:
            raise CommandError(f"a line has at most {MAX_LINE} characters")
        match split_words(line, 1):
            case []:
                raise CommandError("the line is empty")
            case [name, *rest]:
                command = self._COMMANDS.get(name)
        if command is None:
            raise UnknownCommandError(f"there is no command {name!a}")
        return command(self, "".join(rest))

    # --- the conversation -----------------------------------------------------------------------------
    def _id(self, rest: str) -> _Answer:
        no_words(rest)
        return [f"id wabe {self._version} protocol 1"]

    def _quit(self, rest: str) -> _Answer:
        no_words(rest)
        self.closed = True
        return []

    # --- setting up -----------------------------------------------------------------------------------
    def _new(self, rest: str) -> _Answer:
        value = read_object(rest, "new")
        seed = take_seed(value)
        game = self._take_game(value)
        return self._begin(Recorder(game, game.setup(value)), seed)

    def _load(self, rest: str) -> _Answer:
        value = read_object(rest, "load")
        seed = take_seed(value)
        game = self._take_game(dict(value))
        return self._begin(Recorder(game, game.from_json(value), loaded=True), seed)

    def _take_game(self, value: dict[str, Any]) -> Game[Any, Any]:
        name = value.pop("game", None)
        if not isinstance(name, str) or name not in self._games:
            raise SetupError(f"game must be one of {', '.join(self._games)}", "game")
        return self._games[name]

    def _begin(self, recorder: Recorder[Any, Any], seed: bytes) -> _Answer:
        answer = [_ok_line(recorder)]
        self._recorder, self._seed = recorder, seed
        self._player = None
        return answer

    # --- looking --------------------------------------------------------------------------------------
    def _state(self, rest: str) -> _Answer:
        no_words(rest)
        recorder = self._need_game()
        return [f"state {strictjson.dump(recorder.game.to_json(recorder.state))}"]

    def _legal(self, rest: str) -> _Answer:
        no_words(rest)
        recorder = self._need_game()
        actions = [recorder.game.format(a) for a in recorder.game.legal_actions(recorder.state)]
        return [f"legal {len(actions)}", *actions]

    def _hash(self, rest: str) -> _Answer:
        no_words(rest)
        recorder = self._need_game()
        return [f"hash {recorder.game.state_hash(recorder.state).hex()}"]

    def _perft(self, rest: str) -> _Answer:
        depth = read_number(rest, "the depth", 0, MAX_PERFT_DEPTH)
        recorder = self._need_game()
        start = self._clock()
        nodes = recorder.game.perft(recorder.state, depth)
        return [f"perft {depth} {nodes} {self._clock() - start:.3f}"]

    def _odds(self, rest: str) -> _Answer:
        recorder = self._need_running()
        game, state = recorder.game, recorder.state
        action = game.parse(" ".join(split_words(rest)))
        if not game.is_legal(state, action):
            raise IllegalAction("this action is not legal here", rest)
        rows = game.odds(state, action)
        if rows is None:
            raise IllegalAction("this action is no attack with dice", rest)
        return [f"odds {strictjson.dump(_odds_object(game.describe(state, action), rows))}"]

    def _record(self, rest: str) -> _Answer:
        no_words(rest)
        return [f"record {strictjson.dump(self._need_game().record().to_json())}"]

    # --- playing --------------------------------------------------------------------------------------
    def _do(self, rest: str) -> _Answer:
        recorder = self._need_game()
        given = read_action(rest)
        draws = self._draws(recorder, given)
        mover = recorder.game.to_act(recorder.state)
        if given.words[0] == RESIGN:
            events = recorder.resign(_resigning_seat(given, mover), draws)
        else:
            events = recorder.play(recorder.game.parse(" ".join(given.words)), draws)
        if recorder.game.to_act(recorder.state) != mover:
            self._player = None  # budgets and plans live for one turn
        return [*(f"event {strictjson.dump(event.to_json())}" for event in events), _ok_line(recorder)]

    def _draws(self, recorder: Recorder[Any, Any], given: ActionWords) -> DrawSource:
        if given.draws is not None:
            return ScriptedDraws(*given.draws)
        return SeededDraws(event_seed(self._seed, recorder.chance_steps + 1))

    def _back(self, rest: str) -> _Answer:
        recorder = self._need_game()
        count = read_number(rest, "the number of actions", 0, 10**9)
        if count > len(recorder.steps):
            raise IllegalAction(f"only {len(recorder.steps)} actions were made since new or load", rest)
        recorder.take_back(count)
        self._player = None
        return [_ok_line(recorder)]

    # --- computer players -----------------------------------------------------------------------------
    def _levels(self, rest: str) -> _Answer:
        no_words(rest)
        names = levels_of(self._recorder.game.name) if self._recorder else _all_levels()
        return [" ".join(("levels", *names))]

    def _go(self, rest: str) -> _Answer:
        recorder = self._need_running()
        search = read_search(rest)
        game, state = recorder.game, recorder.state
        seat = game.to_act(state)
        assert seat is not None, "the game is running"
        level = search.level or list(levels_of(game.name))[-1]
        nodes = search.amount if search.bound == "nodes" else MAX_NODES
        key = (seat, level, nodes)
        if self._player is None or self._player[0] != key:
            self._player = key, make_player(game, level, seat, self._seed, nodes)
        should_stop = never if search.bound == "nodes" else self._alarm(search.amount)
        decision = self._player[1].choose(state, len(recorder.steps), should_stop)
        if decision.action is None:
            return [f"best {RESIGN}"]
        best = f"best {game.format(decision.action)}"
        if not decision.nodes:
            return [best]
        info = {
            "depth": decision.depth,
            "nodes": decision.nodes,
            "score": decision.score,
            "line": [game.format(action) for action in decision.line],
        }
        return [f"info {strictjson.dump(info)}", best]

    def _alarm(self, milliseconds: int) -> Callable[[], bool]:
        deadline = self._clock() + milliseconds / 1000
        return lambda: self._clock() >= deadline

    # --- help -----------------------------------------------------------------------------------------
    def _need_game(self) -> Recorder[Any, Any]:
        if self._recorder is None:
            raise NoGameError("there is no game yet: new or load begins one")
        return self._recorder

    def _need_running(self) -> Recorder[Any, Any]:
        recorder = self._need_game()
        if recorder.game.to_act(recorder.state) is None:
            raise GameOver("the game is over")
        return recorder


LineProtocol._COMMANDS = {
    "id": LineProtocol._id,
    "new": LineProtocol._new,
    "load": LineProtocol._load,
    "state": LineProtocol._state,
    "legal": LineProtocol._legal,
    "do": LineProtocol._do,
    "back": LineProtocol._back,
    "hash": LineProtocol._hash,
    "perft": LineProtocol._perft,
    "odds": LineProtocol._odds,
    "levels": LineProtocol._levels,
    "go": LineProtocol._go,
    "record": LineProtocol._record,
    "quit": LineProtocol._quit,
}


def _ok_line(recorder: Recorder[Any, Any]) -> str:
    return f"ok {recorder.game.state_hash(recorder.state).hex()}"


def _error_line(code: str, text: str) -> str:
    """Return an error as one line of printable characters."""
    line = " ".join(text.split())
    if len(line) > MAX_ERROR_TEXT:
        line = line[: MAX_ERROR_TEXT - 1] + "…"
    return f"error {code} " + "".join(c if c.isprintable() else "?" for c in line)


def _resigning_seat(given: ActionWords, mover: Seat | None) -> Seat:
    """Return the seat of ``resign`` (the one to move) or ``resign <seat>`` (any)."""
    match given.words:
        case (_,):
            if mover is None:
                raise GameOver("the game is over")
            return mover
        case (_, seat):
            return read_number(seat, "the seat", 0, 255)
        case _:
            raise CommandError("resign is followed by at most one seat")


def _odds_object(effect: Effect, rows: tuple[OddsRow, ...]) -> dict[str, Any]:
    """Return the chances of an attack in the form of the recorded tables of odds."""
    facts = effect.details
    defender = facts.get("defender")
    return {
        "attacker": facts["piece"],
        "attackers": facts["attackers"],
        "garrison": "archer" if defender == "tower" else defender,  # K9.2: towers defend as archers
        "garrison_count": facts["garrison"],
        "guard_dice": facts["guard_dice"],
        "rolls": sum(row.rolls for row in rows),
        "outcomes": [asdict(row) for row in rows],
    }


def _all_levels() -> list[str]:
    """Return the levels of all games, each once, in their order."""
    return list(dict.fromkeys(name for levels in LEVELS.values() for name in levels))

"""Playing all games of an arena: games between levels in worker processes, games with engines in tasks."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import trio

from client.arena.bout import Bout, Played, Terms, play_levels, player_seed
from client.arena.schedule import Entrant, Fixture
from client.external import NODES_SECONDS, ExternalPlayer
from client.log import LOG
from client.players import ComputerPlayer, ForfeitError, SeatPlayer, Turn
from client.workers.pool import run_in_worker
from protocol.effects import Applied

__all__ = ["play_all"]


async def play_all(
    terms: Terms,
    entrants: Sequence[Entrant],
    schedule: Iterable[Fixture],
    jobs: int,
    told: Callable[[Played], None],
) -> None:
    """Play all games of ``schedule``; cancelling ends those that are running, and their processes.

    Args:
        terms: Game, options and limits.
        entrants: The players.
        schedule: The games; started in this order, finished in any.
        jobs: How many run at once.
        told: Called with every finished game.

    Raises:
        ClientError: An engine could not be started.
    """
    limiter = trio.CapacityLimiter(jobs)
    everybody = tuple(entrants)

    async def play(
        fixture: Fixture, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        async with limiter:
            task_status.started()
            if any(everybody[who].command for who in fixture.seats):
                told(await _play_with_engines(terms, fixture, everybody))
            else:
                run = partial(run_in_worker, limiter=trio.CapacityLimiter(1))
                told(await run(play_levels, terms, fixture, everybody))

    async with trio.open_nursery() as nursery:
        for fixture in schedule:
            await nursery.start(play, fixture)


async def _play_with_engines(terms: Terms, fixture: Fixture, entrants: tuple[Entrant, ...]) -> Played:
    bout = Bout(terms, fixture)
    players = [_player(bout, seat, fixture, entrants) for seat in range(len(fixture.seats))]
    steps = [_applied(bout, number) for number in range(bout.k)]
    try:
        while (seat := bout.seat) is not None:
            turn = Turn(bout.game, seat, bout.k, bout.state, (), tuple(steps), bout.earlier)
            try:
                bout.play(await players[seat].choose(turn))
            except ForfeitError as error:
                who = entrants[fixture.seats[seat]].name
                LOG.warning("game %d: %s forfeits: %s: %s", fixture.number + 1, who, error.code, error.text)
                bout.forfeit(error.code)
                # It may be searching still, and the game may go on without it for long.
                await players[seat].close()
            steps.append(_applied(bout, bout.k - 1))
    finally:
        for player in players:
            await player.close()
    return bout.result()


def _player(bout: Bout, seat: int, fixture: Fixture, entrants: tuple[Entrant, ...]) -> SeatPlayer:
    who = fixture.seats[seat]
    entrant, seed = entrants[who], player_seed(fixture, who)
    if not entrant.command:
        return ComputerPlayer(bout.game, entrant.level, seat, seed, entrant.nodes)
    # An engine that keeps to the line protocol draws from this seed, and is reproducible by nodes.
    setup: dict[str, Any] = {
        "game": bout.game.name,
        **bout.game.options(bout.state),
        "seed": seed.hex(),
    }
    if entrant.nodes is not None:
        return ExternalPlayer(list(entrant.command), setup, f"nodes {entrant.nodes}", NODES_SECONDS)
    seconds = entrant.milliseconds / 1000
    return ExternalPlayer(list(entrant.command), setup, f"time {entrant.milliseconds}", seconds)


def _applied(bout: Bout, number: int) -> Applied:
    """Return step ``number`` of a game as players of a match are told of it."""
    step = bout.recorder.steps[number]
    resigned = (step.seat,) if step.action == "resign" else ()
    kind = "resign" if resigned else "act"
    action = "" if resigned else step.action
    return Applied(number + 1, kind, step.seat, action, resigned, (), step.dice, step.choices, (), step.hash)

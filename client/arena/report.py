"""The result of an arena as tables for a person and as one JSON object for a program."""

from collections.abc import Iterable, Sequence
from typing import Any

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from client.arena.bout import Played, Terms
from client.arena.schedule import Entrant
from client.arena.tally import SeatTally, Share, Tally

__all__ = ["as_json", "as_tables", "file_name"]


def as_tables(tally: Tally, planned: int) -> Group:
    """Return the tables of players and seats, and how games ended.

    Args:
        tally: The result.
        planned: Games of the whole schedule: fewer were played if it was interrupted.
    """
    players = _table(_title(tally, planned), "player", "rating")
    if forfeits := any(standing.forfeits for standing in tally.standings):
        players.add_column("forfeits", justify="right")
    for standing in sorted(tally.standings, key=lambda standing: -standing.mu):
        rating = f"{standing.mu:.1f} ±{2 * standing.sigma:.1f}"
        row: list[str | Text] = [Text(standing.name), *_counts(standing), rating]
        players.add_row(*row, *([str(standing.forfeits)] if forfeits else []))
    seats = _table("wins by seat", "seat")
    for number, seat in enumerate(tally.seats):
        seats.add_row(f"seat {number}", *_counts(seat))
    ends = ", ".join(f"{reason} {count}" for reason, count in tally.reasons.items())
    plies = f"{tally.plies / tally.games:.0f} actions a game" if tally.games else "no game was finished"
    return Group(players, seats, Text(f"ended by: {ends or '-'}; {plies}"))


def _table(title: str, who: str, *further: str) -> Table:
    table = Table(
        title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0)
    )
    table.add_column(who, min_width=10, overflow="fold")
    for name in ("games", "won", "lost", "drawn", "undec.", "share", "95 %", *further):
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _title(tally: Tally, planned: int) -> str:
    if tally.games < planned:
        return f"{tally.games} of {planned} games (interrupted)"
    return f"{tally.games} games"


def _counts(seat: SeatTally) -> list[str]:
    share = seat.share
    return [
        str(seat.games),
        str(seat.wins),
        str(seat.losses),
        str(seat.draws),
        str(seat.undecided),
        f"{100 * share.value:.1f} %",
        f"{100 * share.low:.1f}–{100 * share.high:.1f}",
    ]


def as_json(
    tally: Tally,
    terms: Terms,
    entrants: Sequence[Entrant],
    games: Iterable[Played],
    seed: int,
    planned: int,
    files: bool,
) -> dict[str, Any]:
    """Return everything that is known about an arena as a JSON object.

    Args:
        tally: The result.
        terms: Game, options and limits.
        entrants: The players.
        games: The games that were played.
        seed: The arena's.
        planned: Games of the whole schedule.
        files: Whether records were saved: then each game names its file.
    """
    return {
        "game": terms.game,
        "options": {
            name: list(value) if isinstance(value, tuple) else value for name, value in terms.options.items()
        },
        "limit": terms.limit,
        "opening": terms.opening,
        "seed": seed,
        "planned": planned,
        "played": tally.games,
        "reasons": tally.reasons,
        "players": [
            {
                "name": standing.name,
                "level": entrant.level or None,
                "nodes": entrant.nodes,
                "command": list(entrant.command),
                **_counts_json(standing),
                "forfeits": standing.forfeits,
                "rating": {"mu": round(standing.mu, 3), "sigma": round(standing.sigma, 3)},
            }
            for entrant, standing in zip(entrants, tally.standings, strict=True)
        ],
        "seats": [_counts_json(seat) for seat in tally.seats],
        "games": [
            _game_json(played, entrants, files)
            for played in sorted(games, key=lambda played: played.fixture.number)
        ],
    }


def file_name(played: Played) -> str:
    """Return the name of the file that holds a game's record: counted from 1, as people do."""
    return f"game-{played.fixture.number + 1:04d}.json"


def _game_json(played: Played, entrants: Sequence[Entrant], files: bool) -> dict[str, Any]:
    value: dict[str, Any] = {
        "number": played.fixture.number + 1,
        "seats": [entrants[who].name for who in played.fixture.seats],
        "winners": list(played.winners),
        "reason": played.reason,
        "plies": played.plies,
        "opening": played.opening,
        "forfeits": [{"seat": seat, "code": code} for seat, code in played.forfeits],
    }
    if files:
        value["file"] = file_name(played)
    return value


def _counts_json(seat: SeatTally) -> dict[str, Any]:
    return {
        "games": seat.games,
        "won": seat.wins,
        "lost": seat.losses,
        "drawn": seat.draws,
        "undecided": seat.undecided,
        "share": _share_json(seat.share),
    }


def _share_json(share: Share) -> dict[str, float]:
    return {"value": round(share.value, 4), "low": round(share.low, 4), "high": round(share.high, 4)}

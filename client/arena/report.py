"""The result of an arena as tables for a person and as one JSON object for a program."""

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from client.arena.bout import Played, Terms
from client.arena.schedule import Entrant
from client.arena.tally import SeatTally, Share, Tally
from client.terminal.tabular import Cell, tabular

__all__ = ["as_json", "as_tables", "file_name"]

_COUNTED = ("games", "won", "lost", "drawn", "undec.", "share", "95 %")
"""Heads of what ``_counts`` gives."""


def as_tables(tally: Tally, planned: int, width: int) -> Group:
    """Return the tables of players and seats, and how games ended.

    Args:
        tally: The result.
        planned: Games of the whole schedule: fewer were played if it was interrupted.
        width: Of the terminal, in columns.
    """
    players = []
    forfeits = any(standing.forfeits for standing in tally.standings)
    for standing in sorted(tally.standings, key=lambda standing: -standing.mu):
        rating = f"{standing.mu:.1f} ±{2 * standing.sigma:.1f}"
        row = [standing.name, *_counts(standing), rating]
        players.append([*row, str(standing.forfeits)] if forfeits else row)
    seats = [[f"seat {number}", *_counts(seat)] for number, seat in enumerate(tally.seats)]
    further = ("rating", "forf.") if forfeits else ("rating",)
    ends = ", ".join(f"{reason} {count}" for reason, count in tally.reasons.items())
    plies = f"{tally.plies / tally.games:.0f} actions a game" if tally.games else "no game was finished"
    return Group(
        _table(_title(tally, planned), ("player", *_COUNTED, *further), players, width),
        _table("wins by seat", ("seat", *_COUNTED), seats, width),
        Text(f"ended by: {ends or '-'}; {plies}"),
    )


def _table(title: str, heads: Sequence[str], rows: Sequence[Sequence[Cell]], width: int) -> RenderableType:
    return tabular(title, heads, rows, 0, width, "<" + ">" * (len(heads) - 1))


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

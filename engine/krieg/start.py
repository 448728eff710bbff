"""The start position (K1.4, K1.6, K1.7, K9.1)."""

from engine.digest import EMPTY_DRAWS
from engine.krieg.modes import Rules
from engine.krieg.pieces import CROWN_GUARDS, crown, tower
from engine.krieg.state import Draft, State
from engine.krieg.turn import start_turn

__all__ = ["start_position"]


def start_position(rules: Rules) -> State:
    """Return the position after the set-up, which includes the first settlement of seat 0 (K1.7)."""
    size = rules.geometry.size
    owners, sites = bytearray(size), bytearray(size)
    for seat, cell in enumerate(rules.crowns):
        owners[cell] = seat + 1
        sites[cell] = crown(CROWN_GUARDS)
    for cell in rules.towers:
        sites[cell] = tower(rules.tower_archers)
    bare = State(
        rules,
        bytes(owners),
        bytes(sites),
        units=bytes(size),
        gold=rules.gold,
        turn=0,
        round=1,
        living=tuple(range(rules.seats)),
        limit_reached=False,
        final=False,
        draws=EMPTY_DRAWS,
    )
    d = Draft(bare)
    start_turn(d, 0)
    return d.freeze(EMPTY_DRAWS, None)

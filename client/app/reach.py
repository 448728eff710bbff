"""How others are linked, for a window: directly, over another player, or not at all."""

from client.mesh import Mesh
from client.view.source import Connection

__all__ = ["connection"]

_GOOD_MS = 150
"""Round trips up to this feel immediate."""


def connection(mesh: Mesh, identity: bytes, heard: int | None, now: int) -> Connection:
    """Return how the holder of a seat is linked.

    Args:
        mesh: The links.
        identity: Whose.
        heard: When an entry or statement of it last came in, in the time of ``now``; None: never.
        now: Milliseconds of the steady clock.
    """
    if mesh.links_to(identity):
        state = mesh.state(identity)
        if state is None:
            return Connection("direct", 3)
        quality = 1 if not state.steady else 3 if (state.round_trip_ms or 0) <= _GOOD_MS else 2
        return Connection("direct", quality, state.round_trip_ms)
    absent = mesh.absent_ms(identity, now)
    since_lost = now - absent
    if mesh.has_links() and (not mesh.was_linked(identity) or (heard is not None and heard > since_lost)):
        # Nothing tells of presence over a third peer but what comes from there.
        return Connection("through", 2)
    return Connection("lost", 0, absent_ms=absent)
